//! What each strategy did for the document: look-ups, candidates, neighbours, time and memory.

use super::{Scene, answer, awaited, refusal};
use crate::screens::index::State;
use crate::screens::index::keys::Pane;
use crate::screens::index::news::{Answer, Built, Measured};
use crate::sheet::{Sheet, of_rows};
use crate::surface::{Paint, Role, count_in, grouped_digits, short_bytes, short_count, short_time};
use crate::widgets::table::{self, Column, Lines, Sort, dash, dots, inset, list};
use ratatui::layout::Rect;
use simscope_core::export::{Described, write_table};
use std::sync::Arc;

// The list of strategies.
list!(Strategies of &'a Did, in Scene<'a>);

/// A strategy, and what it did for the document.
pub struct Did {
    pub strategy: String,
    pub tables: u64,
    pub measured: Option<Measured>,
    built: Option<Arc<Built>>,
}

impl Did {
    /// All strategies at k, and what is known of the document.
    pub fn all(own: &State, k: u8, answer: Option<&Answer>) -> Vec<Self> {
        let lines = own.lines.iter().zip(&own.built).enumerate().map(|(at, (line, built))| Self {
            strategy: line.strategy.to_string(),
            tables: line.strategy.tables(k),
            measured: answer.and_then(|answer| answer.measured.get(at).copied().flatten()),
            built: built.clone(),
        });
        lines.collect()
    }

    /// Probes, candidates, distances, neighbours and bytes, as far as they are known.
    pub fn counts(&self) -> [Option<u64>; 5] {
        let of = |of: fn(Measured) -> u64| self.measured.map(of);
        let bytes = self.built.as_ref().map(|built| built.neighbours.bytes());
        let [probes, found] = [of(|it| it.counters.probes), of(|it| it.found)];
        [probes, of(|it| it.counters.candidates), of(|it| it.counters.distances), found, bytes]
    }

    fn count(&self, at: usize, columns: u16) -> (String, Role) {
        let count = |count| (count_in(count as f64, columns), Role::Text);
        self.counts()[at].map_or_else(dots, count)
    }
}

const COLUMNS: [Column<Strategies>; 7] = [
    Column::number(("tables", "表"), 6, 1, |_, row| match row.tables {
        0 => dash(),
        tables => (grouped_digits(tables), Role::Text),
    }),
    Column::number(("probes", "查找"), 7, 2, |_, row| match row.counts()[0] {
        Some(0) => dash(),
        _ => row.count(0, 7),
    }),
    Column::number(("cand.", "候选"), 7, 0, |_, row| row.count(1, 7)),
    Column::number(("distances", "距离"), 9, 3, |_, row| row.count(2, 9)),
    Column::number(("found", "找到"), 6, 0, |scene, row| match (row.counts()[3], answer(scene)) {
        (Some(found), Some(answer)) if found == answer.hits.len() as u64 => (row.count(3, 6).0, Role::Within),
        (Some(_), _) => (row.count(3, 6).0, Role::Warn),
        (None, _) => dots(),
    }),
    Column::number(("time", "时间"), 7, 0, |scene, row| {
        let Some(Measured { elapsed, .. }) = row.measured else { return dots() };
        let all = answer(scene).into_iter().flat_map(|answer| answer.measured.iter().flatten());
        let is_fastest = all.map(|measured| measured.elapsed).min() == Some(elapsed);
        (short_time(elapsed), if is_fastest { Role::Accent } else { Role::Text })
    }),
    Column::number(("holds", "占用"), 7, 0, |_, row| match row.counts()[4] {
        Some(bytes) => (short_bytes(bytes as f64), Role::Text),
        None => dash(),
    }),
];

/// What each strategy did for one document, as a file.
pub fn strategies_sheet(id: String, k: u8, rows: Vec<Did>) -> Box<dyn Sheet> {
    use simscope_core::export::Column;
    of_rows(move |format, recipes, out| {
        let columns: [Described<'_, '_, Did>; 11] = [
            (Column::text("id"), &|_| id.as_str().into()),
            (Column::count("k"), &|_| k.into()),
            (Column::text("strategy"), &|row| row.strategy.as_str().into()),
            (Column::whole("tables"), &|row| row.tables.into()),
            (Column::whole("probes").optional(), &|row| row.counts()[0].into()),
            (Column::whole("candidates").optional(), &|row| row.counts()[1].into()),
            (Column::whole("distances").optional(), &|row| row.counts()[2].into()),
            (Column::whole("neighbours").optional(), &|row| row.counts()[3].into()),
            (Column::number("microseconds").optional(), &|row| {
                row.measured.map(|measured| measured.elapsed.as_secs_f64() * 1e6).into()
            }),
            (Column::whole("bytes").optional(), &|row| row.counts()[4].into()),
            (Column::number("mean_candidates").optional(), &|row| {
                row.built.as_ref().and_then(|built| built.mean_candidates()).into()
            }),
        ];
        write_table(&columns, &rows, format, recipes, out)
    })
}

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
    let did = &Did::all(scene.own, scene.k, answer(scene))[at];
    let refused = scene.own.lines[at].refused();
    let role = if refused.is_none() { Role::Text } else { Role::Dim };
    paint.say(row.x + 2, row.y, NAME - 2, &did.strategy, role);
    let phrase = match refused {
        Some(refused) => refusal(refused, paint.lang),
        None if did.built.is_some() => {
            return table::cells(paint, inset(row, NAME + 1, 0), columns, scene, &did);
        }
        None => paint.keyed(match scene.own.next_to_build() {
            _ if scene.own.is_cancelled() => ("cancelled; ‹resume› builds it", "已取消；按 ‹resume› 构建"),
            Some(next) if next == at => ("building…", "正在构建…"),
            _ => ("in line", "等待构建"),
        }),
    };
    paint.say(row.x + NAME + 1, row.y, row.width.saturating_sub(NAME + 2), &phrase, Role::Dim);
}
