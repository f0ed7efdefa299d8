//! The status line: what was done, what goes on, or how things stand.

use crate::tui::action::{Action, Pane, Screen};
use crate::tui::app::{App, Tone};
use crate::tui::areas::Target;
use crate::tui::jobs::{Activity, Kind};
use crate::tui::lang::{counted, grouped_digits};
use crate::tui::model::{Stage, Step};
use crate::tui::paint::Paint;
use crate::tui::screens;
use crate::tui::theme::Role;
use crate::visible;
use ratatui::layout::Rect;

pub(super) fn status(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let mut right = line.right().saturating_sub(1);
    let skipped = app.model.skipped.len();
    if skipped > 0 {
        let text = paint
            .pick((format!("{} skipped (!)", grouped_digits(skipped as u64)), format!("跳过 {skipped} (!)")));
        let width = visible::width(&text) as u16;
        right = right.saturating_sub(width);
        paint.say(right, line.y, width, &text, Role::Warn);
        paint.areas.push(Rect { x: right, width, ..line }, Target::Act(Action::Skipped));
        right = right.saturating_sub(2);
    }
    let told = || app.activity.iter().filter(|activity| worth_telling(activity));
    // What Esc cancels on this screen comes first.
    let is_of_here = |activity: &&Activity| match app.screen {
        Screen::Index => activity.kind == Kind::Index,
        Screen::Lab => matches!(activity.kind, Kind::Battery | Kind::Curve),
        _ => false,
    };
    let activity = told().find(is_of_here).or_else(|| told().next()).map(|activity| tell(app, activity));
    let line = Rect { x: line.x + typing_mark(app, paint, line), ..line };
    let room = right.saturating_sub(line.x + 1);
    match (&app.message, activity) {
        (Some((tone, message)), activity) => {
            let role = if *tone == Tone::Done { Role::Text } else { Role::Warn };
            let used = paint.say(line.x + 1, line.y, room, message, role);
            if let Some(activity) = activity {
                let left = room.saturating_sub(used + 3);
                paint.say(line.x + 1 + used + 3, line.y, left, &activity, Role::Dim);
            }
        }
        (None, Some(activity)) => {
            paint.say(line.x + 1, line.y, room, &activity, Role::Text);
        }
        (None, None) => {
            paint.say(line.x + 1, line.y, room, &standing(app), Role::Dim);
        }
    }
}

/// Says into which text the keys go; answers the columns used.
fn typing_mark(app: &App, paint: &mut Paint<'_>, line: Rect) -> u16 {
    let name = match app.typed_into() {
        Some(Pane::TextA) => "A",
        Some(_) => "B",
        None => return 0,
    };
    let said = paint.pick((format!("typing in {name}"), format!("正在输入 {name}")));
    paint.say(line.x + 1, line.y, line.width, &said, Role::Mark) + 2
}

/// Shorter work than this is over before it is read.
fn worth_telling(activity: &Activity) -> bool {
    matches!(activity.kind, Kind::Load) || activity.elapsed.as_millis() >= 150
}

fn tell(app: &App, activity: &Activity) -> String {
    let lang = app.lang;
    // A comparison goes group by group; only here is it known how many pairs all of them have.
    let total = activity.total;
    let share = (total > 0).then(|| (activity.done as f64 / total as f64).min(1.0));
    let bar = share.map_or(String::new(), |share| {
        let full = (share * 12.0) as usize;
        format!(" {}{} {:>3.0} %", "█".repeat(full), "░".repeat(12 - full), share * 100.0)
    });
    let what = lang.pick(match activity.kind {
        Kind::Load => ("reading and hashing", "读取并计算"),
        Kind::Hash => ("hashing", "计算签名"),
        Kind::Tree => ("building the dendrogram", "构建树"),
        Kind::Spread => ("measuring all pairs", "测量所有文档对"),
        Kind::Leaders => ("seeking leaders", "寻找首领"),
        Kind::Rows => ("filtering and sorting", "筛选与排序"),
        Kind::Risk => ("seeking documents too short", "测量哪些文档过短"),
        Kind::Cells => ("drawing the heatmap", "绘制热图"),
        Kind::Closest => ("seeking the closest pair", "寻找最近的一对"),
        Kind::Trace => ("tracing the document", "追踪文档"),
        Kind::Preview => ("signing the document", "计算文档签名"),
        Kind::Second if app.beside.hashed.is_none() => ("hashing under recipe B", "按配方 B 计算签名"),
        Kind::Second => ("building the dendrogram of recipe B", "构建配方 B 的树"),
        Kind::Contrast => ("comparing what both recipes see", "对比两个配方所见"),
        Kind::SecondTrace => ("tracing under recipe B", "按配方 B 追踪文档"),
        Kind::Index => ("building", "构建"),
        Kind::LookUp => ("looking the document up", "查找文档"),
        Kind::Lab => ("tracing both texts", "追踪两个文本"),
        Kind::Battery => ("trying edits", "试各种编辑"),
        Kind::Edit => ("editing", "编辑"),
        Kind::Curve => ("measuring the length curve", "测量长度曲线"),
        Kind::Export => ("exporting", "导出"),
    });
    let what = match (activity.kind, app.index.next_to_build()) {
        (Kind::Index, Some(line)) => {
            let (built, all) = (app.index.built_count() + 1, app.index.to_build());
            format!("{what} {} ({built}/{all})", app.index.lines[line].strategy)
        }
        (Kind::Index, None) => lang.pick(("planning", "规划")).to_owned(),
        _ => what.to_owned(),
    };
    let documents = match activity.kind {
        Kind::Load => app.model.corpus.len() as u64,
        Kind::Hash => activity.done,
        _ => 0,
    };
    let seconds = activity.elapsed.as_secs_f64();
    let rate = match documents {
        0 => String::new(),
        _ if seconds < 0.2 || (documents as f64) < seconds => String::new(),
        _ => {
            let rate = grouped_digits((documents as f64 / seconds) as u64);
            lang.pick((format!(" · {rate} documents/s"), format!(" · 每秒 {rate} 篇")))
        }
    };
    let esc = match activity.kind {
        Kind::Load
        | Kind::Hash
        | Kind::Tree
        | Kind::Spread
        | Kind::Leaders
        | Kind::Risk
        | Kind::Second
        | Kind::Index
        | Kind::Battery
        | Kind::Curve
        | Kind::Contrast => lang.pick((" · Esc cancels", " · Esc 取消")),
        _ => "",
    };
    let extent = app.extent().filter(|_| activity.kind == Kind::Tree);
    let what = extent.unwrap_or(what);
    format!("{what}{bar}{rate}{esc}")
}

/// How things stand when nothing happens.
fn standing(app: &App) -> String {
    let lang = app.lang;
    if app.screen == Screen::Lab {
        return screens::lab::standing(app);
    }
    match app.model.stage {
        Stage::Cancelled(step) => {
            let what = lang.pick(match step {
                Step::Hash => ("signatures", "签名"),
                Step::Tree => ("groups", "分组"),
                Step::Spread => ("diameters and histogram", "直径与直方图"),
            });
            lang.pick((
                format!("{what}: cancelled; r starts again"),
                format!("{what}：已取消；按 r 重新开始"),
            ))
        }
        Stage::Ready => {
            let empty = app.model.empty_documents();
            let exact = app.extent();
            let exact = exact.as_deref().unwrap_or(lang.pick(("exact for every k", "对每个 k 都精确")));
            let (dead, bits) = (app.model.shares.dead().count_ones(), app.model.recipe.bits);
            let alive = u32::from(bits.get()) - dead;
            let exact = match dead {
                0 => exact.to_owned(),
                _ => lang.pick((
                    format!("{exact} · effective bits: {alive} of {bits}"),
                    format!("{exact} · 有效位：{bits} 位中 {alive} 位"),
                )),
            };
            match empty {
                0 => exact,
                _ => lang.pick((
                    format!("{exact} · {} in no group", counted(empty, "empty document", "empty documents")),
                    format!("{exact} · {empty} 篇空文档不入组"),
                )),
            }
        }
        _ => String::new(),
    }
}
