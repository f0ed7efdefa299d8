//! The last two lines: the status (what was done, what goes on, or how things stand), and what the keys do here.

use super::{LOW, recipe};
use crate::action::classroom::Act;
use crate::action::{Action, Pane, Screen, anatomy};
use crate::app::{App, Item, Menu};
use crate::jobs::Activity;
use crate::shared::Tone;
use crate::shared::model::{Stage, Step};
use crate::shared::reports::{HASH, LOAD, TREE};
use crate::surface::key::{Binding, Key};
use crate::surface::keymap::Context;
use crate::surface::{Paint, Phrase, Rect, Role, Target, counted, grouped_digits};
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
        (None, Some(activity)) => drop(paint.say(line.x + 1, line.y, room, &activity, Role::Text)),
        (None, None) if app.classroom.is_alone(&app.shared, paint.areas.bodies) => {}
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
        let of = if activity.phase > 1 { lang.pick((" of this step", "（本步）")) } else { "" };
        format!(" {}{} {:>3.0} %{of}", "█".repeat(full), "░".repeat(12 - full), share * 100.0)
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
            let standing = if empty == 0 {
                exact
            } else {
                let none = counted(empty, "document without features", "documents without features");
                lang.pick(both!("{exact} · {none} in no group", "{exact} · {empty} 篇没有特征，不入组"))
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

// The last line: what the keys do here, and the lines of a menu that waits for a second key.

/// First keys whose second ones stand in a line, with what they are for.
const MENUS: [(char, Phrase); 3] =
    [('v', ("view", "视图")), ('t', ("sharing", "重合")), ('r', ("recipe", "配方"))];
/// Keys that are always named, at the right.
const LAST: [Action; 3] = [Action::Palette, Action::Help, Action::Quit];

pub(super) fn hints(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let (room, keymap) = (app.screens.at(app.shared.screen), &app.shared.keymap);
    let foot = room.foot(&app.shared);
    let written = |key: &str| app.shared.keys().written(key);
    if let Some((_, keys)) = foot.typed_into {
        let mut x = line.x + 1;
        for &(key, hint) in keys {
            let key = &written(key);
            if x + hint_width(paint, key, hint) >= line.right() {
                break;
            }
            x += hint_at(paint, x, line, key, hint, None);
        }
        return;
    }
    let everywhere = || keymap.of(Context::Everywhere);
    let screen = app.shared.screen;
    let key_of = |binding: &Binding<Action>| keymap.key_on(screen, binding).map(written);
    let last = LAST.iter().filter_map(|action| everywhere().find(|binding| binding.action == *action));
    let last: Vec<_> = last.filter(|binding| key_of(binding).is_some()).collect();
    let hint_of = |binding: &Binding<Action>| match binding.action {
        Action::Quit if app.shared.is_opened => ("back", "返回"),
        _ => foot.hint_of(binding),
    };
    let width_of = |b: &&Binding<Action>| hint_width(paint, &key_of(b).unwrap_or_default(), hint_of(b)) + 2;
    let last_width: u16 = last.iter().map(width_of).sum();
    let single = |binding: &Binding<Action>| {
        // What a menu has is in its line.
        let is_of_menu = |key: &str| key.split_once(' ').is_some_and(|(first, _)| first.len() == 1);
        let key = key_of(binding).filter(|key| !is_of_menu(key) && !hint_of(binding).0.is_empty());
        Some((key?, hint_of(binding), binding.action))
    };
    let menus = MENUS.into_iter().filter(|(first, _)| {
        let key = Key::parse(first.encode_utf8(&mut [0; 4]));
        key.is_some_and(|key| app.items(Menu::After(key)).iter().any(|item| !item.what.0.is_empty()))
    });
    let menus = menus.map(|(first, what)| (first.to_string(), what, Action::After(first)));
    let of_all = || everywhere().filter(|binding| !LAST.contains(&binding.action));
    let mut offered: Vec<_> = keymap.of(Context::On(screen)).filter_map(single).collect();
    offered.extend(menus);
    offered.extend(of_all().filter_map(single));
    // A page that hides the screen names its own keys.
    if app.classroom.is_alone(&app.shared, paint.areas.bodies) {
        offered.clear();
    }
    // Step by step Enter is for little.
    let rank = |action: Action| match action {
        Action::Open if room.panes().focus != Pane::Anatomy(anatomy::Pane::Steps) => 0,
        _ if foot.first.contains(&action) => 1,
        _ => 2,
    };
    offered.sort_by_key(|(.., action)| rank(*action));
    let mut x = line.x + 1;
    let end = line.right().saturating_sub(last_width);
    for (key, hint, action) in offered {
        if x + hint_width(paint, &key, hint) + 2 <= end {
            x += hint_at(paint, x, line, &key, hint, Some(action));
        }
    }
    let mut x = end;
    for binding in last {
        let key = key_of(binding).unwrap_or_default();
        x += hint_at(paint, x, line, &key, hint_of(binding), Some(binding.action));
    }
}

/// What the second keys do, in as many of the last lines as that takes.
pub(super) fn menu_lines(app: &App, paint: &mut Paint<'_>, area: Rect, menu: Menu) {
    let mut items = app.items(menu);
    items.retain(|item| !item.what.0.is_empty());
    items.push(Item { key: "Esc".to_owned(), what: ("leaves", "离开"), action: Action::Cancel });
    let room = area.width - 2;
    let mut lines: Vec<Vec<Item>> = vec![Vec::new()];
    let mut used = 0;
    for item in items {
        let width = hint_width(paint, &item.key, item.what) + 2;
        if used + width > room && used > 0 {
            lines.push(Vec::new());
            used = 0;
        }
        used += width;
        lines.last_mut().expect("there is always a line").push(item);
    }
    let height = (lines.len() as u16).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    paint.clear(place);
    for (y, line) in (place.y..).zip(lines) {
        line.iter().fold(area.x + 1, |x, item| {
            let line = Rect { y, height: 1, ..area };
            x + hint_at(paint, x, line, &item.key, item.what, Some(item.action))
        });
    }
}

/// Columns of a key and what it does.
fn hint_width(paint: &Paint<'_>, key: &str, hint: Phrase) -> u16 {
    (visible::width(key) + 1 + visible::width(paint.pick(hint))) as u16
}

/// Writes a key and what it does; a click on it does so, too, where it is an action. Returns the columns up to the next.
fn hint_at(paint: &mut Paint<'_>, x: u16, row: Rect, key: &str, hint: Phrase, action: Option<Action>) -> u16 {
    let room = row.right().saturating_sub(x);
    let mut used = paint.say(x, row.y, room, key, Role::Key) + 1;
    used += paint.say(x + used, row.y, room.saturating_sub(used), paint.pick(hint), Role::Dim);
    if let Some(action) = action {
        paint.areas.push(Rect { x, width: used, ..row }, Target::Act(action));
    }
    used + 2
}
