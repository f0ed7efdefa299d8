//! One grid: both signatures, their sums, and what flips.

use super::Scene;
use crate::screens::compare::keys::Pane;
use crate::screens::compare::news::Weighed;
use crate::surface::{Paint, Role};
use crate::widgets::bits::{self, GridRow, Pair, sum_text};
use crate::widgets::document::term_text;
use ratatui::layout::Rect;
use simscope_core::recipe::TieRule;
use simscope_core::sensitivity::Change;
use simscope_core::simhash;
use simscope_core::visible;

/// What a line of bits shows, the fullest first.
const FORMS: [&[GridRow]; 4] = [
    &[
        GridRow::Numbers,
        GridRow::Digits(0),
        GridRow::Sums(0),
        GridRow::Digits(1),
        GridRow::Sums(1),
        GridRow::Marks,
    ],
    &[GridRow::Numbers, GridRow::Digits(0), GridRow::Digits(1), GridRow::Marks],
    &[GridRow::Digits(0), GridRow::Digits(1), GridRow::Marks],
    &[GridRow::Marks],
];

/// Columns of "and 123 more".
const REST: usize = 12;
/// Columns left of the bits.
const LABEL: u16 = 4;
/// The frame, and the line about the selected bit.
const AROUND: u16 = 3;

/// How many bits a line has, and what the whole takes.
pub(super) struct Grid {
    columns: u8,
    pub height: u16,
}

impl Grid {
    pub fn of(scene: Scene<'_>, area: Rect) -> Self {
        let bits = scene.model.recipe.bits.get();
        let room = area.width.saturating_sub(LABEL + 4);
        let fits = |columns: u8| u16::from(columns) + u16::from(columns.saturating_sub(1)) / 8 <= room;
        let columns = [64, 48, 32, 24, 16].map(|columns| bits.min(columns));
        let columns = columns.into_iter().find(|&columns| fits(columns)).unwrap_or(8.min(bits)).max(1);
        // With all that stands on the screen besides; sums give way first.
        let grid = |form: usize| AROUND + FORMS[form].len() as u16 * u16::from(bits.div_ceil(columns));
        let height = if area.height >= grid(0) + super::LISTS + super::CHAIN + 6 { grid(0) } else { grid(1) };
        Self { columns, height }
    }

    pub fn draw(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let title = paint.pick(("One grid: bits, sums, what flips", "一张网格：位、累加值与翻转"));
        let foot = match area.width {
            90.. => paint.keyed((
                "← → bit · ‹compare.step-flip-plus› next flip · flips: ~ removing one feature, : replacing one",
                "← → 选位 · ‹compare.step-flip-plus› 下一翻转位 · 翻转：~ 去掉一个特征，: 替换一个特征",
            )),
            _ => paint.keyed(("← → bit · ‹compare.step-flip-plus› next flip", "← → 选位 · ‹compare.step-flip-plus› 下一翻转位")),
        };
        let Some(inner) = paint.panel_of(area, Pane::Bits, 1, title, &foot) else { return };
        let Some(weighed) = scene.own.weighed(scene.shared) else {
            if scene.lacks_texts() {
                return without_sums(scene, paint, inner);
            }
            paint.hollow(inner, ("tracing both documents…", "正在追踪两篇文档…"));
            return;
        };
        let bits = scene.model.recipe.bits.get();
        let bands = u16::from(bits.div_ceil(self.columns));
        let room = inner.height.saturating_sub(1);
        let form = FORMS.into_iter().find(|rows| rows.len() as u16 * bands <= room);
        let rows = form.unwrap_or(FORMS[FORMS.len() - 1]);
        let [a, b] = &weighed.traces;
        let pair = Pair {
            signatures: [a.signature, b.signature],
            sums: [&a.sums, &b.sums],
            bits,
            columns: self.columns,
            fragile: weighed.fragile,
            cursor: scene.own.bit,
        };
        let place = Rect {
            x: inner.x + LABEL,
            width: inner.width.saturating_sub(LABEL + 1),
            height: (rows.len() as u16 * bands).min(room),
            ..inner
        };
        bits::grid(paint, place, &pair, rows);
        labels(paint, Rect { x: inner.x + 1, ..place }, rows);
        self.values(scene, paint, place, weighed, rows);
        let line = Rect { x: inner.x + 1, y: place.bottom(), width: inner.width - 2, height: 1 };
        if line.y < inner.bottom() {
            selected(scene, paint, line, weighed);
        }
    }

    /// The signatures as hex digits and the distance, at the right, where there is room.
    fn values(
        &self,
        scene: Scene<'_>,
        paint: &mut Paint<'_>,
        place: Rect,
        weighed: &Weighed,
        rows: &[GridRow],
    ) {
        let x = place.x + u16::from(self.columns) + u16::from(self.columns.saturating_sub(1)) / 8 + 2;
        let room = place.right().saturating_sub(x);
        let bits = scene.model.recipe.bits;
        if usize::from(room) < bits.hex_digits().max(12) {
            return;
        }
        for (y, row) in (place.y..place.bottom()).zip(rows) {
            match row {
                GridRow::Digits(side) => {
                    let hex = simhash::hex(weighed.traces[*side].signature, bits);
                    paint.say(x, y, room, &hex, Role::Accent);
                }
                GridRow::Marks => {
                    let d = weighed.difference.distance();
                    let text = paint.pick((format!("distance {d}"), format!("距离 {d}")));
                    paint.say(x, y, room, &text, if d <= scene.k { Role::Within } else { Role::Warn });
                }
                GridRow::Numbers | GridRow::Sums(_) => {}
            }
        }
    }
}

fn labels(paint: &mut Paint<'_>, place: Rect, rows: &[GridRow]) {
    for (line, y) in (place.y..place.bottom()).enumerate() {
        let (label, role) = match rows[line % rows.len()] {
            GridRow::Digits(0) => ("A", Role::Title),
            GridRow::Digits(_) => ("B", Role::Title),
            GridRow::Sums(_) => ("Σ", Role::Dim),
            GridRow::Marks => ("⊕", Role::Title),
            GridRow::Numbers => continue,
        };
        paint.say(place.x, y, 1, label, role);
    }
}

/// The sums of the selected bit, and what moved them.
fn selected(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, weighed: &Weighed) {
    let bit = scene.own.bit;
    let [a, b] = [0, 1].map(|side| weighed.traces[side].sums[usize::from(bit)]);
    let is_flipped = weighed.difference.flipped >> bit & 1 == 1;
    let sums = paint.pick((
        format!("bit {bit}: A {}, B {} ", sum_text(a), sum_text(b)),
        format!("第 {bit} 位：A {}，B {} ", sum_text(a), sum_text(b)),
    ));
    let (verdict, role) = match is_flipped {
        true => (paint.pick(("→ flips. ", "→ 翻转。")), Role::Warn),
        false => (paint.pick(("→ the same. ", "→ 相同。")), Role::Within),
    };
    let mut x = line.x;
    x += paint.say(x, line.y, line.right() - x, &sums, Role::Text);
    x += paint.say(x, line.y, line.right() - x, verdict, role);
    let moved = moved(weighed, bit, scene.model.recipe.tie);
    let count = moved.len();
    for (at, (change, push)) in moved.into_iter().enumerate() {
        let term = visible::fit(term_text(&change.term).0, 20);
        let by = sum_text(push);
        let (text, role) = match (change.before == 0.0, change.after == 0.0) {
            (true, _) => {
                (paint.pick((format!("with “{term}” {by}"), format!("新增“{term}” {by}"))), Role::One)
            }
            (_, true) => {
                (paint.pick((format!("without “{term}” {by}"), format!("失去“{term}” {by}"))), Role::Zero)
            }
            _ => {
                let text = (format!("“{term}” weighs otherwise {by}"), format!("“{term}”权重变动 {by}"));
                (paint.pick(text), Role::Tie)
            }
        };
        let rest = if at + 1 < count { ", " } else { "." };
        let text = format!("{text}{}", paint.pick((rest, if rest == "." { "。" } else { "，" })));
        // What does not fit is only counted.
        let room = line.right().saturating_sub(x);
        if visible::width(&paint.shown(&text)) + if at + 1 < count { REST } else { 0 } > usize::from(room) {
            let rest = count - at;
            let text = paint.pick((format!("and {rest} more"), format!("另有 {rest} 项")));
            paint.say(x, line.y, room, &text, Role::Dim);
            return;
        }
        x += paint.say(x, line.y, room, &text, role);
    }
}

/// The features whose weight differs, with what each did to the sum of A to make it that of B; that which moved it most first.
fn moved(weighed: &Weighed, bit: u8, tie: TieRule) -> Vec<(&Change, f64)> {
    let pushes = weighed.difference.changes.iter().zip(&weighed.hashes).map(|(change, hash)| {
        let is_up = (hash >> bit & 1 == 1) != (tie == TieRule::Inverted);
        let more = change.after - change.before;
        (change, if is_up { more } else { -more })
    });
    let mut pushes: Vec<(&Change, f64)> = pushes.collect();
    let [a, b] = [0, 1].map(|side| weighed.traces[side].sums[usize::from(bit)]);
    // Those that moved it the way it went come before those that held it back.
    let along = |(_, by): &(&Change, f64)| if b >= a { *by } else { -by };
    pushes.sort_by(|x, y| along(y).total_cmp(&along(x)));
    pushes
}

/// Both signatures and where they differ, in hexadecimal: without texts there are no sums.
fn without_sums(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let signature = |document: u32| scene.model.signatures.try_get(document as usize);
    let pair = scene.own.pair(scene.shared).and_then(|(a, b)| signature(a).zip(signature(b)));
    let Some((a, b)) = pair else { return };
    for (y, (name, bits)) in (area.y..area.bottom()).zip([("A", a), ("B", b), ("A ⊕ B", a ^ b)]) {
        let used = paint.say(area.x + 1, y, area.width - 1, &visible::fit(name, 8), Role::Dim).max(8);
        let hex = simhash::hex(bits, scene.model.recipe.bits);
        paint.say(area.x + 1 + used, y, area.width.saturating_sub(used + 1), &hex, Role::Text);
    }
}
