//! What each strategy did for the document: look-ups, candidates, neighbours, time and memory.

use super::{Scene, answer, awaited, refusal};
use crate::screens::index::keys::Pane;
use crate::screens::index::news::{Built, Measured};
use crate::surface::{Paint, Role, count_in, grouped_digits, short_bytes, short_count, short_time};
use crate::widgets::table::{self, Column, Lines, Rows, Sort, dash, dots, inset};
use ratatui::layout::Rect;
use simscope_core::search::Strategy;

/// The list of strategies.
#[derive(Clone, Copy)]
struct Strategies;

/// A strategy whose structure is built, and what it did for the document.
struct Did<'a> {
    strategy: Strategy,
    built: &'a Built,
    measured: Option<Measured>,
}

impl Rows for Strategies {
    type In<'a> = Scene<'a>;
    type Row<'a> = Did<'a>;
}

impl Did<'_> {
    fn counted(&self, of: fn(Measured) -> u64, columns: u16) -> (String, Role) {
        self.measured.map_or_else(dots, |measured| (count_in(of(measured) as f64, columns), Role::Text))
    }
}

const COLUMNS: [Column<Strategies>; 7] = [
    Column::number(("tables", "表"), 6, 1, |scene, row| match row.strategy.tables(scene.k) {
        0 => dash(),
        tables => (grouped_digits(tables), Role::Text),
    }),
    Column::number(("probes", "查找"), 7, 2, |_, row| match row.measured {
        Some(measured) if measured.counters.probes == 0 => dash(),
        _ => row.counted(|measured| measured.counters.probes, 7),
    }),
    Column::number(("cand.", "候选"), 7, 0, |_, row| {
        row.counted(|measured| measured.counters.candidates, 7)
    }),
    Column::number(("distances", "距离"), 9, 3, |_, row| row.counted(|it| it.counters.distances, 9)),
    Column::number(("found", "找到"), 6, 0, |scene, row| {
        let all = answer(scene).map(|answer| answer.hits.len() as u64);
        let is_all = row.measured.map(|measured| measured.found) == all;
        let (text, role) = row.counted(|measured| measured.found, 6);
        (
            text,
            if row.measured.is_none() {
                role
            } else if is_all {
                Role::Within
            } else {
                Role::Warn
            },
        )
    }),
    Column::number(("time", "时间"), 7, 0, |scene, row| {
        let Some(Measured { elapsed, .. }) = row.measured else { return dots() };
        let all = answer(scene).into_iter().flat_map(|answer| answer.measured.iter().flatten());
        let is_fastest = all.map(|measured| measured.elapsed).min() == Some(elapsed);
        (short_time(elapsed), if is_fastest { Role::Accent } else { Role::Text })
    }),
    Column::number(("holds", "占用"), 7, 0, |_, row| {
        (short_bytes(row.built.neighbours.bytes() as f64), Role::Text)
    }),
];

/// Columns of the mark and of the name of a strategy.
pub(super) const NAME: u16 = 15;

pub(super) fn strategies(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(inner) = paint.panel_of(area, Pane::Strategies, 2, &title(scene), &foot(scene, area)) else {
        return;
    };
    let rows = scene.own.lines.len();
    if rows == 0 {
        return paint.hollow(inner, awaited(scene));
    }
    let columns = table::fitting(&COLUMNS, inner.width.saturating_sub(NAME));
    paint.say(inner.x + 2, inner.y, NAME - 2, paint.pick(("strategy", "策略")), Role::Title);
    table::heads(paint, inset(inner, NAME + 1, 0), &columns, Sort::default());
    let lines = Lines::of(scene.own.strategies, rows, false);
    table::rows(paint, inset(inner, 0, 1), Pane::Strategies, lines, |paint, row, at| {
        line(scene, paint, row, at, &columns);
    });
}

/// What all of them find, and what they hold together.
fn title(scene: Scene<'_>) -> String {
    let held = match scene.own.bytes() {
        0 => String::new(),
        bytes => {
            let bytes = short_bytes(bytes as f64);
            scene.lang.pick((format!(" · hold {bytes}"), format!(" · 共占 {bytes}")))
        }
    };
    let found = match answer(scene) {
        Some(answer) if answer.measured.iter().any(Option::is_some) => {
            let found = grouped_digits(answer.hits.len());
            match answer.all_agree() {
                true => scene.lang.pick((format!(": all find {found} ✓"), format!("：都找到 {found} 篇 ✓"))),
                false => scene.lang.pick((": they do not agree!".to_owned(), "：结果不一致！".to_owned())),
            }
        }
        _ => String::new(),
    };
    scene.lang.pick((format!("Strategies{found}{held}"), format!("策略{found}{held}")))
}

/// How the selected one does on average.
fn foot(scene: Scene<'_>, area: Rect) -> String {
    let built = scene.own.built.get(scene.own.strategies.selected).and_then(Option::as_ref);
    match (built, area.width >= 60) {
        (Some(built), true) => {
            let time = short_time(built.elapsed);
            let sampled = built.sampled.queries;
            let mean = built.mean_candidates().map_or("–".into(), short_count);
            scene.lang.pick((
                format!("built in {time} · sampled, n = {sampled}: {mean} cand. on average"),
                format!("构建 {time} · 抽样 n = {sampled}：平均候选 {mean}"),
            ))
        }
        _ => scene.lang.pick(("up/down choose · Enter its tables", "上下选择 · Enter 看表")).to_owned(),
    }
}

fn line(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize, columns: &[Column<Strategies>]) {
    let line = &scene.own.lines[at];
    let (x, y) = (row.x + 2, row.y);
    let refused = line.refused();
    let is_fit = refused.is_none();
    let name = line.strategy.to_string();
    paint.say(x, y, NAME - 2, &name, if is_fit { Role::Text } else { Role::Dim });
    let built = scene.own.built.get(at).and_then(Option::as_ref);
    let rest = Rect { x: row.x + NAME + 1, width: row.width.saturating_sub(NAME + 2), ..row };
    match (refused, built) {
        (Some(refused), _) => {
            let phrase = refusal(refused, paint.lang);
            paint.say(rest.x, y, rest.width, &phrase, Role::Dim);
        }
        (None, None) => {
            let is_next = scene.own.next_to_build() == Some(at);
            let phrase = paint.keyed(match (scene.own.is_cancelled(), is_next) {
                (true, _) => ("cancelled; ‹resume› builds it", "已取消；按 ‹resume› 构建"),
                (false, true) => ("building…", "正在构建…"),
                (false, false) => ("in line", "等待构建"),
            });
            paint.say(rest.x, y, rest.width, &phrase, Role::Dim);
        }
        (None, Some(built)) => {
            let measured = answer(scene).and_then(|answer| answer.measured.get(at).copied().flatten());
            let did = Did { strategy: line.strategy, built, measured };
            table::cells(paint, inset(row, NAME + 1, 0), columns, scene, &did);
        }
    }
}
