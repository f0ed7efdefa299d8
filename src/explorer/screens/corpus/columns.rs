//! The columns of the table: the cells of each, and its order.

use super::Scene;
use super::keys::Act;
use crate::shared::passages::Found;
use crate::surface::{Paint, Rect, Role, grouped_digits};
use crate::widgets::hits;
use crate::widgets::table::{self, Column, Order, list};
use simscope_core::analysis::Analysed;
use simscope_core::corpus::Document;
use simscope_core::display::percent_text;
use simscope_core::groups::Groups;
use simscope_core::{simhash, visible};

// The table of documents.
list!(pub Documents of Row<'a>, in Scene<'a>, Act::Sort);

/// A document.
pub struct Row<'a> {
    pub at: u32,
    /// Signatures and features may be fewer than documents.
    pub of: &'a Analysed,
    pub groups: Option<&'a Groups>,
    pub shares: Option<&'a Found>,
    /// It is known to be too short for k.
    pub is_short: bool,
}

impl<'a> Row<'a> {
    fn document(&self) -> Document<'a> {
        self.of.corpus.get(self.at as usize)
    }

    fn features(&self) -> Option<u32> {
        self.of.features.get(self.at as usize).copied()
    }

    fn signature(&self) -> Option<u128> {
        self.of.signatures.try_get(self.at as usize)
    }

    /// Ascending: first those of which most is in others.
    fn in_others(&self) -> u128 {
        let share = |found: &Found| found.passages.share(self.at, found.shares.words(self.at));
        let share = self.shares.map_or(0.0, share);
        u128::from(u64::MAX - (share * 1e9) as u64)
    }

    fn group(&self) -> Option<usize> {
        self.groups?.number_of(self.at)
    }
}

type Of = Column<Documents>;

/// In the order of the key that sorts; equal documents stand in the order of the input.
pub const COLUMNS: [Of; 9] = [
    Of::blank(INPUT, 8).by(Order::Found),
    Of::drawn(("id", "编号"), 0, |scene, row, paint, Rect { x, y, width, .. }| {
        hits::name(paint, (x, y), width, row.document().id, scene.own.filter.filter(), Role::Text);
    })
    .by(Order::Texts(|row| [row.document().id, ""])),
    // What is left, but never less.
    Of::drawn(("text", "文本"), 8, |scene, row, paint, Rect { x, y, width, .. }| {
        hits::say(paint, (x, y), width, row.document().text, scene.own.filter.filter());
    })
    .by(Order::Texts(|row| [row.document().text, ""])),
    Of::number(("chars", "字符"), 10, 0, |scene, row| match scene.lacks_texts() {
        true => ("·".to_owned(), Role::Dim),
        false => (grouped_digits(row.document().text.chars().count()), Role::Dim),
    })
    .by(Order::Number(|row| row.document().text.chars().count() as u128)),
    Of::number(("features", "特征"), 8, 0, |scene, row| match row.features() {
        _ if !scene.knows_recipe() => ("·".to_owned(), Role::Dim),
        Some(0) => (scene.lang.pick(("empty", "空")).to_owned(), Role::Warn),
        Some(features) if row.is_short => (format!("! {}", grouped_digits(features)), Role::Warn),
        Some(features) => (grouped_digits(features), Role::Dim),
        None => table::dots(),
    })
    .by(Order::Number(|row| row.features().map_or(u128::MAX, u128::from))),
    Of::text_of(("signature", "签名"), 9, |scene, row| {
        let hex = |signature| simhash::hex(signature, scene.model.recipe.bits);
        (row.signature().map_or_else(|| "…".to_owned(), hex), Role::Text)
    })
    .by(Order::Number(|row| row.signature().unwrap_or(u128::MAX))),
    Of::drawn(("nearest", "最近邻"), 8, nearest).by(Order::Number(|row| {
        row.of.tree.as_ref().and_then(|tree| tree.nearest_distance(row.at)).map_or(u128::MAX, u128::from)
    })),
    Of::text_of(("group", "组"), 11, |scene, row| match (&scene.shared.groups, row.group()) {
        (None, _) => (String::new(), Role::Text),
        (Some(groups), Some(number)) => (format!("#{number} ×{}", groups.run(number).len), Role::Within),
        _ => ("·".to_owned(), Role::Dim),
    })
    .by(Order::Number(|row| row.group().map_or(u128::MAX, |number| number as u128))),
    Of::number(IN_OTHERS, 11, 0, |scene, row| match scene.shared.passages() {
        None => ("…".to_owned(), Role::Dim),
        Some(found) => match found.shares.words(row.at) {
            0 => ("·".to_owned(), Role::Dim),
            words => (percent_text(found.passages.share(row.at, words)), Role::Text),
        },
    })
    .by(Order::Number(|row| row.in_others())),
];

/// How much of a text is in others. Looked for only where it is asked for.
pub const IN_OTHERS: (&str, &str) = ("in others", "见于他文");

/// The order of the input, which is no column to be shown.
pub const INPUT: (&str, &str) = ("input", "输入次序");

fn nearest(scene: Scene<'_>, row: &Row<'_>, paint: &mut Paint<'_>, Rect { x, y, width, .. }: Rect) {
    if scene.model.tree.is_none() {
        paint.say(x, y, width, "…", Role::Dim);
        return;
    }
    let Some((neighbour, distance)) = scene.model.nearest(row.at) else {
        // Of a tree that is not whole only this much is known.
        let none = scene.exact_end().map_or("·".to_owned(), |end| format!(">{end:>2}"));
        paint.say(x, y, width, &none, Role::Dim);
        return;
    };
    // The tick is the second cue besides the colour.
    let (tick, role) = if distance <= scene.k { ('✓', Role::Within) } else { (' ', Role::Beyond) };
    let used = paint.say(x, y, width, &format!("{distance:>2} {tick}"), role);
    let id = scene.document(neighbour).id;
    if width > used + 4 || visible::width(id) < usize::from(width.saturating_sub(used)) {
        paint.name(x + used + 1, y, width - used - 1, id, Role::Dim);
    }
}

/// The columns that have room; the longest id has that many. How much of a text is in others is shown where it was asked for.
pub(super) fn lay_out(inner: Rect, digits: u16, longest: u16, has_passages: bool) -> Vec<Column<Documents>> {
    let [_, id, text, length, features, signature, near, group, in_others] = COLUMNS;
    // More digits than this take their room from columns that matter less.
    let is_wide = digits > 16;
    let signature = signature.wide(digits.max(9));
    let nearest = |width: u16| near.wide(width.min(longest + 6).max(8));
    let mut fixed = match inner.width {
        110..=149 if is_wide => vec![features, signature, nearest(12), group],
        110.. => vec![length.wide(9), features, signature, nearest(20), group],
        // The text needs the room; the selected document has its signature below.
        76..=109 => vec![features, nearest(8), group],
        _ => vec![features, nearest(8), group.wide(9)],
    };
    if has_passages {
        fixed.insert(0, in_others);
    }
    let id = id.wide((inner.width / 6).clamp(10, 24).min(longest).max(4));
    let room = inner.width.saturating_sub(2 + id.width + 1 + table::taken(&fixed) + 1);
    [vec![id, text.wide(room)], fixed].concat()
}

/// These columns, as many of them as there is room for; a signature has that many digits.
pub(super) fn chosen(inner: Rect, digits: u16, wanted: &[&str]) -> Vec<Column<Documents>> {
    let mut columns: Vec<Column<Documents>> = Vec::new();
    for name in wanted {
        let Some(column) = COLUMNS.iter().find(|column| column.what.0 == *name && column.what != INPUT)
        else {
            continue;
        };
        let width = match column.what.0 {
            "id" => (inner.width / 6).clamp(10, 24),
            "signature" => digits.max(9),
            "nearest" if inner.width >= 110 => 20,
            _ => column.width,
        };
        if table::taken(&columns) + width + 3 > inner.width {
            break;
        }
        columns.push(column.wide(width));
    }
    let rest = inner.width.saturating_sub(3 + table::taken(&columns));
    if let Some(text) = columns.iter_mut().find(|column| column.what.0 == "text") {
        text.width += rest;
    }
    columns
}
