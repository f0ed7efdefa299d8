//! What every k gives, in counts.

use super::{Scene, pending};
use crate::action::Action;
use crate::screens::threshold::keys::{Act, Pane};
use crate::surface::{Paint, Role, Target, count_in};
use crate::widgets::chart::{self, Bars, LABEL};
use crate::widgets::table::{self, Column, Sort, dots, inset, list};
use ratatui::layout::Rect;
use simscope_core::display::percent_text;
use simscope_core::groups::SweepRow;
use simscope_core::visible;
use std::collections::BTreeSet;

// A row for each k.
list!(pub Sweep of &'a SweepRow, in Scene<'a>);

/// The narrowest table keeps what decides: pairs, confirmed, missed.
const SWEEP: [Column<Sweep>; 6] = [
    Column::number(("k", "k"), 3, 0, |_, row| (row.k.to_string(), Role::Text)),
    Column::number(("pairs", "对"), 7, 0, |_, row| {
        row.pairs.map_or_else(dots, |pairs| (count_in(pairs as f64, 7), Role::Text))
    }),
    Column::number(("confirmed", "确认"), 9, 0, |scene, row| {
        counted(scene, row.k, 9, |at| at.right, Role::Within)
    }),
    Column::number(("missed", "漏掉"), 6, 0, |scene, row| {
        counted(scene, row.k, 6, |at| at.missed, Role::Text)
    }),
    Column::number(("groups", "组"), 6, 2, |_, row| (count_in(row.groups as f64, 6), Role::Text)),
    Column::number(("largest", "最大组"), 7, 1, |_, row| (count_in(row.largest as f64, 7), Role::Text)),
];

/// What the texts say of a k, once they are compared.
fn counted(
    scene: Scene<'_>,
    k: u8,
    width: u16,
    of: fn(&simscope_core::evidence::Predicted) -> f64,
    role: Role,
) -> (String, Role) {
    let at = scene.own.counted(scene.shared).and_then(|judged| judged.at.get(usize::from(k)));
    at.map_or_else(dots, |at| (count_in(of(at).round(), width), role))
}

/// Columns left of the numbers: which k is in force, which is advised.
const SIGNS: u16 = 2;

/// The columns that fit into `width`.
pub(super) fn sweep_columns(width: u16) -> Vec<Column<Sweep>> {
    table::fitting(&SWEEP, (width.saturating_add(1)).saturating_sub(SIGNS))
}

/// Terminal columns of the whole table with these columns.
pub(super) fn width(columns: &[Column<Sweep>]) -> u16 {
    // Behind the last column there is no gap.
    (SIGNS + table::taken(columns)).saturating_sub(1)
}

pub(super) fn sweep(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, columns: &[Column<Sweep>]) {
    table::heads(paint, inset(area, SIGNS, 0), columns, Sort::default());
    let body = inset(area, 0, 1);
    let sweep = &scene.shared.model.sweep;
    if sweep.is_empty() {
        return paint.hollow(body, pending(scene, ("known when all groups are", "分组完成后可知")));
    }
    let signs: Vec<(&str, u8)> =
        scene.own.landmarks(scene.shared).into_iter().chain(scene.mark_places()).collect();
    let pinned: Vec<u8> = scene.own.landmarks(scene.shared).into_iter().map(|(_, k)| k).collect();
    let at = scene.own.k_rows.selected.min(sweep.len() - 1) as u8;
    let pinned = [&pinned[..], &[scene.k]].concat();
    let rows = rows(body.height.into(), sweep.len(), at, &pinned);
    for (y, k) in (body.y..body.bottom()).zip(rows) {
        let line = Rect { y, height: 1, ..body };
        let Some(row) = k.and_then(|k| sweep.get(usize::from(k))) else {
            paint.right(line.x + SIGNS, y, 3, "…", Role::Dim);
            continue;
        };
        table::cells(paint, inset(line, SIGNS, 0), columns, scene, &row);
        if let Some(&(sign, _)) = signs.iter().find(|(_, k)| *k == row.k) {
            paint.say(line.x + 1, y, 1, sign, Role::Mark);
        }
        if row.k == scene.k {
            paint.say(line.x, y, 1, "=", Role::Accent);
        }
        if row.k == at {
            paint.select(line);
        }
        paint.areas.push(line, Target::Act(Action::SetK(row.k)));
    }
}

/// Which k's have a row: those around k, and those that are pinned; a gap stands for what is between.
fn rows(height: usize, all: usize, k: u8, pinned: &[u8]) -> Vec<Option<u8>> {
    let around = |size: usize| {
        let first = usize::from(k).saturating_sub(size / 2).min(all.saturating_sub(size));
        let ks: BTreeSet<usize> =
            (first..all.min(first + size)).chain(pinned.iter().map(|&k| k.into())).collect();
        let mut rows = Vec::new();
        let mut next = ks.first().copied().unwrap_or(0);
        for k in ks {
            rows.extend((k > next).then_some(None));
            rows.push(Some(k as u8));
            next = k + 1;
        }
        rows
    };
    (1..=height).rev().map(around).find(|rows| rows.len() <= height).unwrap_or_default()
}

pub(super) fn histogram(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    legend(scene, paint, Rect { height: 1, ..area });
    let area = inset(area, 0, 1);
    let Some(spread) = &scene.model.spread else {
        return paint
            .hollow(area, pending(scene, ("known when all pairs are measured", "测量所有文档对后可知")));
    };
    let bits = scene.model.recipe.bits.get();
    let counts = spread.pairs().counts();
    let counts = &counts[..counts.len().min(usize::from(bits) + 1)];
    let confirmed = scene.own.counted(scene.shared).map(|judged| judged.by_distance());
    let marks: Vec<(&str, u8)> =
        scene.mark_places().into_iter().chain(scene.own.landmarks(scene.shared)).collect();
    let is_log = scene.own.is_log(scene.shared);
    let bars = Bars { counts, confirmed: confirmed.as_deref(), bits, k: scene.k, marks: &marks, is_log };
    let cut = chart::histogram(paint, area, bars);
    // A click on a bar shows its pairs.
    let plane = Rect { x: area.x + LABEL, width: area.width.saturating_sub(LABEL), ..area };
    paint.areas.push(plane, Target::Plane(Pane::Sweep.into()));
    let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d)));
    let first = cut.and_then(|cut| counts.iter().position(|&count| count > cut));
    if let Some((d, first)) = peak.zip(first) {
        // How high the bars would be, before the first that is cut.
        let count = count_in(counts[d] as f64, 7);
        let note = paint.pick(both!("highest: {count} at d = {d} ", "最高：d = {d} 处 {count} 对 "));
        let cell = chart::Scale::of(area.width, counts, bits).cell;
        let room = (first as u16 * cell).saturating_sub(cell);
        if visible::width(&note) <= room.into() {
            paint.right(area.x + LABEL, area.y, room + cell, &note, Role::Dim);
        }
    }
}

/// What the tones of the bars mean, and what has the keys.
fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let has_keys = paint.focus == Some(Pane::Sweep.into());
    let sign = if has_keys { "▸ " } else { "  " };
    if has_keys {
        paint.areas.note_focus(line);
    }
    let log = if scene.own.is_log(scene.shared) { paint.pick(("log  ", "对数  ")) } else { "" };
    let title = paint.pick(("Pairs by distance", "各距离的文档对"));
    let title = if line.width < 54 { format!("{sign}{log}") } else { format!("{sign}{title}  {log}") };
    let mut x = line.x + paint.say(line.x, line.y, line.width, &title, Role::Title);
    let room = |x: u16| line.right().saturating_sub(x);
    if scene.own.counted(scene.shared).is_none() {
        let said = match scene.own.judged(scene.shared) {
            Some(judged) => {
                let done = percent_text(judged.done);
                paint.pick(both!("comparing the texts: {done}", "正在比较文本：{done}"))
            }
            None => paint.keyed(scene.own.why_no_evidence(scene.shared)),
        };
        paint.say(x, line.y, room(x), &said, Role::Dim);
        return;
    }
    let (tau, key) = (scene.tau(), scene.key(Act::StepTau(1)));
    let texts = [
        paint.pick(both!(
            "confirmed: {tau:.2} or more of the word pairs agree ({key} changes it)",
            "确认：相邻字词对重合 {tau:.2} 以上（{key} 调整）"
        )),
        paint.pick(both!("confirmed: {tau:.2} or more agree ({key})", "确认：重合 ≥ {tau:.2}（{key}）")),
        paint.pick(both!("confirmed ≥ {tau:.2} ({key})", "确认 ≥ {tau:.2}（{key}）")),
    ];
    let other = paint.pick(("not", "未确认"));
    let fits =
        |text: &&String| visible::width(&paint.shown(text)) + visible::width(other) + 8 <= room(x).into();
    let text = texts.iter().find(fits).unwrap_or(&texts[2]).clone();
    x += paint.say(x, line.y, room(x), "▇ ", Role::Within);
    let width = room(x).min(visible::width(&text) as u16 + 2);
    paint.areas.push(Rect { x, width, ..line }, Target::Act(Act::StepTau(1).into()));
    x += paint.say(x, line.y, room(x), &text, Role::Text) + 2;
    x += paint.say(x, line.y, room(x), "░ ", Role::Beyond);
    paint.say(x, line.y, room(x), other, Role::Text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_k_in_force_and_what_is_pinned_always_have_a_row() {
        for (k, pinned, expected) in [
            (3, vec![7, 20], "0 1 2 3 4 5 6 7 … 20"),
            (12, vec![7, 20], "7 … 9 10 11 12 13 14 … 20"),
            (40, vec![], "35 36 37 38 39 40 41 42 43 44"),
            (64, vec![3], "3 … 57 58 59 60 61 62 63 64"),
        ] {
            let rows = rows(10, 65, k, &pinned);
            let said: Vec<String> =
                rows.iter().map(|row| row.map_or("…".to_owned(), |k| k.to_string())).collect();
            assert_eq!(said.join(" "), expected);
        }
    }
}
