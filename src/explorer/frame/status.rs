//! The status line: what was done, what goes on, or how things stand.

use super::{LOW, recipe};
use crate::action::{Action, Screen, classroom::Act};
use crate::app::App;
use crate::jobs::Activity;
use crate::shared::Tone;
use crate::shared::model::{Stage, Step};
use crate::shared::reports::{HASH, LOAD, TREE};
use crate::surface::{Paint, Rect, Role, Target, counted, grouped_digits};
use simscope_core::visible;

pub(super) fn status(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let mut right = line.right().saturating_sub(1);
    let skipped = app.shared.model.skipped.len() + app.shared.model.unlisted;
    if skipped > 0 {
        let (count, key) = (grouped_digits(skipped), app.shared.key(Action::Skipped));
        let text = paint.pick(both!("{count} skipped ({key})", "跳过 {count} 项（{key}）"));
        let width = visible::width(&text) as u16;
        right = right.saturating_sub(width);
        paint.say(right, line.y, width, &text, Role::Warn);
        paint.areas.push(Rect { x: right, width, ..line }, Target::Act(Action::Skipped));
        right = right.saturating_sub(2);
    }
    // Shorter work than this is over before it is read.
    let is_worth_it = |activity: &&Activity| activity.work == LOAD || activity.elapsed.as_millis() >= 150;
    let told = || app.shared.drawn.activity.iter().filter(is_worth_it);
    // What Esc cancels on this screen comes first.
    let own = app.screens.at(app.shared.screen).foot(&app.shared).work;
    let is_of_here = |activity: &&Activity| own.contains(&activity.work);
    let activity = told().find(is_of_here).or_else(|| told().next()).map(|activity| tell(app, activity));
    let line = Rect { x: line.x + typing_mark(app, paint, line), ..line };
    let room = right.saturating_sub(line.x + 1);
    match (&app.shared.message, activity) {
        (Some((tone, message)), activity) => {
            let role = if *tone == Tone::Done { Role::Text } else { Role::Warn };
            // How far the work has come is not pushed out by a long message.
            let kept =
                activity.as_ref().map_or(0, |activity| visible::width(activity) as u16 + 3).min(room / 2);
            let used = paint.say(line.x + 1, line.y, room - kept, message, role);
            if let Some(activity) = activity {
                let left = room.saturating_sub(used + 3);
                paint.say(line.x + 1 + used + 3, line.y, left, &activity, Role::Dim);
            }
        }
        (None, Some(activity)) => {
            paint.say(line.x + 1, line.y, room, &activity, Role::Text);
        }
        (None, None) if app.classroom.is_alone() => {}
        (None, None) => {
            let standing = standing(app);
            let standing = paint.whole_parts(&standing, room.into());
            let used = paint.say(line.x + 1, line.y, room, standing, Role::Dim);
            // On Clean the head has no room for it.
            let is_free = paint.buffer.area.height < LOW || app.shared.screen == Screen::Clean;
            if is_free && app.classroom.knows_k() {
                let (recipe, role) = recipe(app, paint, false);
                let width = visible::width(&recipe) as u16;
                if used + width + 3 <= room {
                    paint.say(right - width, line.y, width, &recipe, role);
                    let area = Rect { x: right - width, width, ..line };
                    paint.areas.push(area, Target::Act(Action::RecipePanel));
                }
            }
        }
    }
}

/// Says into which text the keys go. Returns the columns used.
fn typing_mark(app: &App, paint: &mut Paint<'_>, line: Rect) -> u16 {
    let Some((name, _)) = app.screens.at(app.shared.screen).foot(&app.shared).typed_into else { return 0 };
    let phrase = paint.pick(both!("typing in {name}", "正在输入 {name}"));
    paint.say(line.x + 1, line.y, line.width, &phrase, Role::Mark) + 2
}

fn tell(app: &App, activity: &Activity) -> String {
    let lang = app.shared.lang;
    // A comparison goes group by group; only here is it known how many pairs all of them have.
    let total = activity.total;
    let share = (total > 0).then(|| (activity.done as f64 / total as f64).min(1.0));
    let bar = share.map_or(String::new(), |share| {
        let full = (share * 12.0) as usize;
        format!(" {}{} {:>3.0} %", "█".repeat(full), "░".repeat(12 - full), share * 100.0)
    });
    let work = activity.work;
    let doing = |screen| app.screens.at(screen).foot(&app.shared).doing.filter(|(of, _)| *of == work);
    let phrase = Screen::ALL.into_iter().find_map(doing).map_or(work.phrase, |(_, phrase)| phrase);
    let phase = match activity.phase {
        0 | 1 => String::new(),
        phase => lang.pick(both!(", step {phase}", "，第 {phase} 步")),
    };
    let what = lang.pick(phrase).to_owned() + &phase;
    let documents = match work {
        LOAD => app.shared.model.corpus.len() as u64,
        HASH => activity.done,
        _ => 0,
    };
    let seconds = activity.elapsed.as_secs_f64();
    let rate = if seconds < 0.2 || (documents as f64) < seconds {
        String::new()
    } else {
        let rate = grouped_digits((documents as f64 / seconds) as u64);
        lang.pick(both!(" · {rate} documents/s", " · 每秒 {rate} 篇"))
    };
    let esc = if work.can_cancel { lang.pick((" · Esc cancels", " · Esc 取消")) } else { "" };
    let what = app.shared.extent().filter(|_| work == TREE).unwrap_or(what);
    format!("{what}{bar}{rate}{esc}")
}

/// How things stand when nothing happens.
fn standing(app: &App) -> String {
    let lang = app.shared.lang;
    if app.is_first_time {
        let [help, list] = [Action::Help, Act::List.into()].map(|it| app.shared.key(it));
        return lang.pick(both!(
            "new here? {help} explains what you see, {list} has lessons; any key hides this line",
            "初次使用？按 {help} 看说明，按 {list} 看课程；按任意键隐藏本行"
        ));
    }
    if let Some(phrase) = app.screens.at(app.shared.screen).foot(&app.shared).standing {
        return phrase;
    }
    match app.shared.model.stage {
        Stage::Cancelled(step) => {
            let what = lang.pick(match step {
                Step::Hash => ("signatures", "签名"),
                Step::Tree => ("groups", "分组"),
                Step::Spread => ("diameters and histogram", "直径与直方图"),
            });
            let again = app.shared.key(Action::Resume);
            lang.pick(both!("{what}: cancelled; {again} starts again", "{what}：已取消；按 {again} 重新开始"))
        }
        // A lesson says what there is to know.
        Stage::Ready if app.classroom.is_open() => String::new(),
        Stage::Ready => {
            let (model, exact) = (&app.shared.model, app.shared.extent());
            let empty = model.features.len() - model.documents.len();
            let exact = exact.as_deref().unwrap_or(lang.pick(("✓ all pairs compared", "✓ 已比较全部文档对")));
            let exact = match app.shared.about_output() {
                // What has changed matters most.
                Some(about) if model.difference.is_some() => &format!("{about} · {exact}"),
                Some(about) => &format!("{exact} · {about}"),
                None => exact,
            };
            let (dead, bits) = (model.shares.dead().count_ones(), model.recipe.bits);
            let alive = u32::from(bits.get()) - dead;
            let exact = match dead {
                0 => exact.to_owned(),
                _ => lang.pick(both!(
                    "{exact} · effective bits: {alive} of {bits}",
                    "{exact} · 有效位：{bits} 位中 {alive} 位"
                )),
            };
            let standing = match empty {
                0 => exact,
                _ => {
                    let none = counted(empty, "document without features", "documents without features");
                    lang.pick(both!("{exact} · {none} in no group", "{exact} · {empty} 篇没有特征，不入组"))
                }
            };
            match next_step(app) {
                Some(next) => format!("{next} · {standing}"),
                None => standing,
            }
        }
        _ => String::new(),
    }
}

/// What to do next on the way from looking to a clean file.
fn next_step(app: &App) -> Option<String> {
    let key = |screen| app.shared.key(Action::Go(screen));
    match app.shared.screen {
        _ if app.shared.lacks_texts() => None,
        Screen::Corpus => {
            let (find, clean) = (key(Screen::Threshold), key(Screen::Clean));
            Some(app.shared.lang.pick(both!(
                "next: {find} shows what each k finds, {clean} what may go",
                "下一步：{find} 看每个 k 找到什么，{clean} 看哪些可以去除"
            )))
        }
        Screen::Threshold => {
            let clean = key(Screen::Clean);
            Some(app.shared.lang.pick(both!(
                "next: {clean} decides by the texts what may go",
                "下一步：{clean} 按文本决定哪些可以去除"
            )))
        }
        _ => None,
    }
}
