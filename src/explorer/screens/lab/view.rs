//! Screen 6: two texts to edit, what differs between them, and how far edits move a text of that length.

mod curve;
mod distance;
mod effects;
mod heat;
mod sentences;
mod texts;

use crate::action::Action;
use crate::screens::lab::keys::Pane;
use crate::shared::Stage;
use crate::surface::{Paint, Phrase, Role, Theme};
use curve::curve;
use distance::Layout;
use effects::effects;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use texts::text;

type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen; returns where the terminal's cursor belongs.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
    let layout = Layout::of(scene, area);
    let middle = layout.height();
    if layout.is_short {
        // One line of panes: the texts, or what has the keys.
        let low = Rect { height: area.height.saturating_sub(middle), ..area };
        let mut cursor = None;
        match scene.own.pane() {
            Pane::Effects => effects(scene, paint, low),
            Pane::Curve => curve(scene, paint, low),
            _ => cursor = both(scene, paint, low),
        }
        layout.draw(scene, paint, Rect { y: low.bottom(), height: middle.min(area.height), ..area });
        return cursor;
    }
    let rest = area.height - middle;
    let high = (rest * 35 / 100).clamp(5, 20);
    let cursor = both(scene, paint, Rect { height: high, ..area });
    layout.draw(scene, paint, Rect { y: area.y + high, height: middle, ..area });
    let low = Rect { y: area.y + high + middle, height: rest - high, ..area };
    // Where there is little room, what has the keys gets more of it.
    let left = match (low.width < 100, scene.own.pane()) {
        (false, _) => low.width * 52 / 100,
        (true, Pane::Effects) => low.width * 60 / 100,
        (true, Pane::Curve) => low.width * 40 / 100,
        _ => low.width.div_ceil(2),
    };
    effects(scene, paint, Rect { width: left, ..low });
    curve(scene, paint, Rect { x: low.x + left, width: low.width - left, ..low });
    cursor
}

/// The texts side by side.
fn both(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
    let left = area.width.div_ceil(2);
    let a = text(scene, paint, Rect { width: left, ..area }, Pane::TextA);
    let b = text(scene, paint, Rect { x: area.x + left, width: area.width - left, ..area }, Pane::TextB);
    a.or(b)
}

/// The sign of "at most"; ASCII has no single character for it.
fn at_most(theme: Theme) -> &'static str {
    if theme.is_ascii { "<=" } else { "≤" }
}

/// The style of a role on a border, whose own colour would shine through.
fn on_border(paint: &Paint<'_>, role: Role) -> Style {
    let style = paint.style(role);
    let dim = if style.add_modifier.contains(Modifier::DIM) { Modifier::empty() } else { Modifier::DIM };
    style.fg(style.fg.unwrap_or(Color::Reset)).remove_modifier(dim)
}

/// Why nothing is known of the texts yet.
fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        Stage::Reading | Stage::Hashing => {
            ("tf-idf waits until the corpus is read and counted", "tf-idf 须先读完并统计语料")
        }
        Stage::Cancelled(_) if !scene.model.is_hashed() => (
            "tf-idf has no document frequencies: ‹resume› counts them",
            "tf-idf 没有文档频率：按 ‹resume› 统计",
        ),
        _ => ("tracing…", "追踪中…"),
    }
}

/// How things stand on the lab when nothing happens.
pub fn standing(scene: Scene<'_>) -> String {
    let typed_into = scene.own.typed_into(scene.shared);
    let phrase = || scene.own.why_not_loaded(scene.shared).or_else(|| effects::selected_row(scene));
    if typed_into.is_none()
        && let Some(phrase) = phrase()
    {
        return phrase;
    }
    let name = if scene.own.pane() == Pane::TextA { "A" } else { "B" };
    let phrase = match (typed_into, scene.own.pane()) {
        (None, Pane::TextA | Pane::TextB) if scene.own.is_touched() => {
            let load = scene.key(Action::ToLab);
            return scene.lang.pick((
                format!("Enter types into {name} · {load} loads the selected document anew"),
                format!("Enter 在 {name} 中输入 · {load} 重新载入所选文档"),
            ));
        }
        (None, Pane::TextA | Pane::TextB) => {
            let (next, last) = (scene.key(Action::StepDocument(1)), scene.key(Action::StepDocument(-1)));
            return scene.lang.pick((
                format!("Enter types into {name} · {next} {last} next document: both texts follow it until you type"),
                format!("Enter 在 {name} 中输入 · {next} {last} 换文档：开始输入前，两个文本一起更换"),
            ));
        }
        (Some(_), _) => ("every key goes into the text · Esc leaves it", "所有按键都进入文本 · Esc 离开"),
        (None, Pane::Curve) => (
            "‹palette› words in an edit · ‹lab.toggle-curve› plot or table · Tab next pane",
            "‹palette› 每次编辑的词数 · ‹lab.toggle-curve› 图或表 · Tab 下一窗格",
        ),
        _ => (
            "Enter: B becomes A, edited · ‹lab.next-view› another list · ‹lab.toggle-order› sort · ‹lab.ask-edit› add your own",
            "Enter：把 B 改成这样 · ‹lab.next-view› 换列表 · ‹lab.toggle-order› 排序 · ‹lab.ask-edit› 自定编辑",
        ),
    };
    scene.keyed(phrase)
}

/// The keys of a text, at the foot while it is typed into.
pub const TYPING: [(&str, Phrase); 8] = [
    ("Esc", ("leave", "离开")),
    ("Tab", ("next pane", "下一窗格")),
    ("Ctrl-Z", ("undo", "撤销")),
    ("Ctrl-Y", ("redo", "重做")),
    ("Ctrl-A", ("all", "全选")),
    ("Ctrl-C", ("copy", "复制")),
    ("Ctrl-X", ("cut", "剪切")),
    ("Ctrl-V", ("paste", "粘贴")),
];
