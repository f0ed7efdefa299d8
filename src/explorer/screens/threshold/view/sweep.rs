//! What every k gives, in counts.

use super::{Scene, pending};
use crate::action::Action;
use crate::surface::{Paint, Role, Target, count_in};
use crate::widgets::table::{self, Column, Sort, dots, inset, list};
use ratatui::layout::Rect;
use simscope_core::groups::SweepRow;
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
