//! Screen 5: two texts, one grid of bits, and one list below.

use super::bits::{Bits, Grid};
use super::keys::Pane;
use super::list::List;
use super::list::measures::WORDS;
use super::texts;
use crate::room::PaneOf;
use crate::shared::Stage;
use crate::surface::{Paint, Phrase, Rect, Role, Theme};

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Lines of the texts, and of the list, below which there is no room for both.
const TEXTS: u16 = 4;
const LIST: u16 = 5;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let grid = Grid::of(scene, area);
    let rest = area.height.saturating_sub(grid.height);
    if rest >= TEXTS + LIST {
        // What short texts leave goes to the list; a list has at least as much as the texts.
        let high = texts::height(scene, area.width).clamp(TEXTS, (rest / 2).max(TEXTS));
        // Where there is little room, a list that has the keys gets more of it.
        let high = if area.height < 24 && scene.own.focus == Pane::List { TEXTS } else { high };
        let [high, middle, low] = parts(area, [high, grid.height, rest - high]);
        texts::texts(scene, paint, high);
        Bits.view(scene, paint, middle);
        return List.view(scene, paint, low);
    }
    // The bits below the texts or the list, whichever has the keys.
    let height = if area.height > grid.least + TEXTS { grid.least } else { 0 };
    let [high, low] = parts(area, [area.height - height, height]);
    match scene.own.focus {
        Pane::TextA | Pane::TextB => texts::texts(scene, paint, high),
        Pane::List => List.view(scene, paint, high),
        Pane::Bits => return Bits.view(scene, paint, area),
    }
    Bits.view(scene, paint, low);
}

/// An area in parts of these heights, one below the other.
fn parts<const N: usize>(area: Rect, heights: [u16; N]) -> [Rect; N] {
    let mut y = area.y;
    heights.map(|height| {
        let part = Rect { y, height, ..area };
        y += height;
        part
    })
}

/// The sign of "at most"; ASCII has no single character for it.
pub(super) fn at_most(theme: Theme) -> &'static str {
    if theme.is_ascii { "<=" } else { "≤" }
}

/// How a change of a weight is marked.
pub(super) fn sign(before: f64, after: f64) -> (&'static str, Role) {
    match (before == 0.0, after == 0.0) {
        (true, _) => ("+", Role::One),
        (_, true) => ("−", Role::Zero),
        _ => ("~", Role::Tie),
    }
}

/// Why nothing is known of the texts yet.
pub(super) fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        _ if scene.lacks_texts() => scene.why_untraced(("", "")),
        Stage::Reading | Stage::Hashing if scene.own.hashed_by(scene.shared).is_none() => {
            ("tf-idf waits until the corpus is read and counted", "tf-idf 须先读完并统计语料")
        }
        Stage::Cancelled(_) if !scene.model.is_hashed() => (
            "tf-idf has no document frequencies: ‹resume› counts them",
            "tf-idf 没有文档频率：按 ‹resume› 统计",
        ),
        _ => ("tracing…", "追踪中…"),
    }
}

/// What the texts have in common, and in what way they differ.
pub fn standing(scene: Scene<'_>) -> String {
    let (own, lang) = (scene.own, scene.lang);
    let now = own.measures(scene.shared);
    let measures =
        now.or(own.measuring.taken.latest()).filter(|_| own.texts().iter().any(|text| !text.is_empty()));
    let share = measures.and_then(|measures| measures.values.iter().find(|(of, _)| *of == WORDS));
    let Some((_, share)) = share else {
        return scene.keyed((
            "‹pair.type› edits a text, ‹to-lab› takes a copy of the selected document",
            "按 ‹pair.type› 编辑文本，按 ‹to-lab› 取所选文档的副本",
        ));
    };
    let share = simscope_core::display::percent_text(*share);
    let words =
        lang.pick(both!("both texts have {share} of all their words", "两文本共有的词占全部的 {share}"));
    // Of the texts as they were before.
    let words = if now.is_some() { words } else { format!("… {words}") };
    match measures.and_then(|measures| measures.kind) {
        Some(kind) => {
            let kind = kind.say(lang);
            lang.pick(both!("{words} · kind: {kind}", "{words} · 类别：{kind}"))
        }
        None => words,
    }
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
