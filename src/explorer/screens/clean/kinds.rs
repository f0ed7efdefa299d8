//! The kinds of difference, and what becomes of the texts of each.

use super::keys::{Act, Pane as Own};
use super::pair::Pair;
use super::{Scene, State};
use crate::action::Action;
use crate::room::{Moving, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::table::{self, Column, Lines, Sort, inset, list, split};
use ratatui::layout::Rect;
use simscope_core::alignment::Kind;
use simscope_core::analysis::Clean;
use simscope_core::visible;
use std::mem::discriminant;

pub(super) struct Kinds;

impl PaneOf<State> for Kinds {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "The kinds of difference between a text and the one that would stay for it. What goes follows from the texts, not \
                 from k.",
                "文本与其保留文本之间差异的种类。去留取决于文本，而不是 k。",
            ),
            (
                "Confirmed: the two share at least τ of their word pairs, weighted. A text goes only if enough of it is in one \
                 that stays.",
                "确认：两者加权后的相邻字词对重合达 τ。只有当文本有足够内容存在于某篇保留的文本中时才去除。",
            ),
            (
                "Held: the texts are alike, but differ in something that must not be lost, such as a number. They stay.",
                "暂留：文本相似，但差异不可丢失（例如数字）。这些文本保留。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let title = paint.pick(("What goes, what is held", "去除与暂留"));
        let rows = scene.own.kinds(scene.shared);
        // The frame, the heads, and the hint.
        let height = (rows.len() as u16).min(area.height.saturating_sub(4));
        let first = scene.own.rows.first(height.into(), rows.len());
        let foot = match rows.len().saturating_sub(first + usize::from(height)) {
            0 => format!("τ {:.2}", scene.tau()),
            more => paint.pick(both!("▾ {more} more · τ {:.2}", "▾ 另 {more} 行 · τ {:.2}", scene.tau())),
        };
        let Some(inner) = paint.panel_of(area, Own::Kinds, 3, title, &foot) else { return };
        if rows.is_empty() {
            return paint.hollow(inner, scene.own.why_no_pair(scene.shared));
        }
        table::heads(paint, inset(inner, 2, 0), &COLUMNS, Sort::by("place"));
        let inner = inset(inner, 0, 1);
        let [list, below] = split(inner, height);
        let below = hint(scene, paint, below, &rows);
        table::rows(
            paint,
            list,
            Own::Kinds,
            Lines::of(scene.own.rows, rows.len(), false),
            |paint, line, at| {
                table::cells(paint, inset(line, 2, 0), &COLUMNS, scene, &rows[at]);
            },
        );
        if let Some(clean) = scene.clean_lately().filter(|clean| !clean.parts.is_empty()) {
            parts(paint, inset(below, 0, 1), clean);
        }
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        let rows = own.kinds(shared).len();
        Some(Moving::Rows(&mut own.rows, rows))
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let is_moved = matches!(action, Action::Chosen(_, true));
        if is_moved {
            own.show_kind(shared);
        }
        is_moved
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Pair.copy(scene)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        Pair.why(scene)
    }
}

// The kinds.
list!(Rows of Row, in Scene<'a>);

const COLUMNS: [Column<Rows>; 3] = [
    Column::text_of(("kind", "差异"), 20, |scene, row| {
        (scene.lang.pick(name(row.kind)).to_owned(), row.role())
    }),
    Column::number(("texts", "篇数"), 9, 0, |_, row| (grouped_digits(row.texts), row.role())),
    Column::<Rows>::text_of(("fate", "去留"), 4, |scene, row| match row.goes {
        true => (scene.lang.pick(("go", "去除")).to_owned(), Role::Within),
        false => (scene.lang.pick(("held", "暂留")).to_owned(), Role::Dim),
    })
    .headed(("", "")),
];

/// Where a key decides about more than the selected row, how many texts that are. Returns what is below.
fn hint(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, rows: &[Row]) -> Rect {
    let Some(&row) = rows.get(scene.own.rows.selected) else { return area };
    let ((en, zh), texts) = ruled(rows, row);
    if texts == row.texts {
        return area;
    }
    let (key, texts) = (scene.key(Act::Allow(!row.goes)), grouped_digits(texts));
    let said = paint.pick(both!("{key}: all {texts} {en} texts", "{key}：全部 {texts} 篇{zh}文本"));
    paint.say(area.x + 2, area.y, area.width.saturating_sub(2), &said, Role::Dim);
    inset(area, 0, 1)
}

/// What the labels, or the files, lose.
fn parts(paint: &mut Paint<'_>, area: Rect, clean: &Clean) {
    if area.height < 2 {
        return;
    }
    let draw = |paint: &mut Paint<'_>, y: u16, [name, all, gone]: [&str; 3], role: Role| {
        paint.say(area.x + 1, y, 18, &visible::fit(name, 18), role);
        paint.right(area.x + 20, y, 8, all, role);
        paint.right(area.x + 29, y, 7, gone, role);
    };
    let head = [("by part", "各部分"), ("before", "原有"), ("go", "去除")].map(|phrase| paint.pick(phrase));
    draw(paint, area.y, head, Role::Title);
    for (y, (name, all, gone)) in (area.y + 1..area.bottom()).zip(&clean.parts) {
        let name = match name.is_empty() {
            true => paint.pick(("(none)", "（无）")).to_owned(),
            false => visible::line(name).into_owned(),
        };
        // A part that goes whole is worth a look.
        let role = if gone == all { Role::Warn } else { Role::Text };
        draw(paint, y, [&name, &grouped_digits(*all), &grouped_digits(*gone)], role);
    }
}

/// The texts of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub kind: Kind,
    pub texts: usize,
    /// They go; else they are held.
    pub goes: bool,
}

impl Row {
    fn role(self) -> Role {
        if self.goes { Role::Text } else { Role::Dim }
    }

    /// Its documents, in their order.
    pub fn documents(self, clean: &Clean) -> impl Iterator<Item = u32> {
        let of_kind = clean.kinds.get(&self.kind).into_iter().flatten().copied();
        of_kind.filter(move |&document| clean.cleaned.is_kept(document as usize) != self.goes)
    }
}

/// The place of a kind in the list: what is most alike first.
fn place(kind: Kind) -> u8 {
    match kind {
        Kind::Same => 0,
        Kind::Fold => 1,
        Kind::Insert => 2,
        Kind::Word => 3,
        Kind::Similar(tenths) => 14 - tenths,
        Kind::Symbols => 15,
        Kind::Numbers => 16,
        Kind::Negation => 17,
        Kind::Template => 18,
        Kind::Partial => 19,
        Kind::Unconfirmed => 20,
    }
}

macro_rules! similar {
    ($($value:literal)+) => { [$((concat!("similar ", $value), concat!("相似 ", $value))),+] };
}

/// By tenths.
const SIMILAR: [Phrase; 11] = similar!("0" "0.1" "0.2" "0.3" "0.4" "0.5" "0.6" "0.7" "0.8" "0.9" "1");

/// What a kind is called where there is room for a few words.
pub fn name(kind: Kind) -> Phrase {
    match kind {
        Kind::Same => ("same text", "相同文本"),
        Kind::Fold => ("case, width, space", "大小写、宽度、空白"),
        Kind::Symbols => ("other signs", "符号不同"),
        Kind::Numbers => ("numbers", "数字不同"),
        Kind::Negation => ("negation", "一方否定"),
        Kind::Word => ("one or two words", "一两个词"),
        Kind::Insert => ("all is in the other", "全部包含于另一篇"),
        Kind::Similar(tenths) => SIMILAR[usize::from(tenths.min(10))],
        Kind::Partial => ("partly new", "部分为新内容"),
        Kind::Template => ("template", "同一模板"),
        Kind::Unconfirmed => ("not confirmed", "未确认"),
    }
}

/// What a decision about the kind of a row is about: a rule knows no tenths, so that all similar texts go or stay together.
pub fn ruled(rows: &[Row], row: Row) -> (Phrase, usize) {
    let is_meant =
        |other: &&Row| other.goes == row.goes && discriminant(&other.kind) == discriminant(&row.kind);
    let texts = rows.iter().filter(is_meant).map(|row| row.texts).sum();
    let is_similar = matches!(row.kind, Kind::Similar(_));
    (if is_similar { ("similar", "相似") } else { name(row.kind) }, texts)
}

impl State {
    /// The rows: first what goes, then what is held.
    pub fn kinds(&self, shared: &Shared) -> Vec<Row> {
        let mut rows = Vec::new();
        let Some(clean) = shared.clean_lately() else { return rows };
        for (&kind, documents) in &clean.kinds {
            let gone =
                documents.iter().filter(|&&document| !clean.cleaned.is_kept(document as usize)).count();
            for (goes, texts) in [(true, gone), (false, documents.len() - gone)] {
                if texts > 0 {
                    rows.push(Row { kind, texts, goes });
                }
            }
        }
        rows.sort_by_key(|row| (!row.goes, place(row.kind)));
        rows
    }
}
