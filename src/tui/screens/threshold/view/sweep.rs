//! What every k would give.

use super::Scene;
use super::pending;
use crate::groups::SweepRow;
use crate::tui::screens::threshold::keys::Pane;
use crate::tui::shared::grouping::Grouping;
use crate::tui::surface::areas::Target;
use crate::tui::surface::lang::grouped_digits;
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use ratatui::layout::Rect;

/// A column of the sweep.
#[derive(Clone, Copy)]
pub(super) struct SweepColumn {
    name: (&'static str, &'static str),
    width: u16,
    text: fn(Scene<'_>, &SweepRow) -> String,
}

fn count_or_dots(count: Option<u64>) -> String {
    count.map_or("…".into(), grouped_digits)
}

const SWEEP: [SweepColumn; 6] = [
    SweepColumn { name: ("k", "k"), width: 3, text: |_, line| line.k.to_string() },
    SweepColumn { name: ("pairs", "对"), width: 8, text: |_, line| count_or_dots(line.pairs) },
    SweepColumn { name: ("groups", "组"), width: 7, text: |_, line| grouped_digits(line.groups as u64) },
    SweepColumn {
        name: ("grouped", "入组"), width: 7, text: |_, line| grouped_digits(line.grouped as u64)
    },
    SweepColumn {
        name: ("largest", "最大"), width: 7, text: |_, line| grouped_digits(line.largest as u64)
    },
    SweepColumn {
        name: ("chains", "链"),
        width: 6,
        text: |_, line| count_or_dots(line.chains.map(|n| n as u64)),
    },
];

fn agreement(
    scene: Scene<'_>,
    line: &SweepRow,
    pick: fn(&crate::evidence::Agreement) -> Option<f64>,
) -> String {
    let Some(labelled) = &scene.model.labelled else {
        return "…".into();
    };
    pick(&labelled.at(line.k)).map_or("·".into(), |share| format!("{share:.2}"))
}

const LABELLED: [SweepColumn; 3] = [
    SweepColumn {
        name: ("prec", "精确"),
        width: 4,
        text: |scene, line| agreement(scene, line, |a| a.precision),
    },
    SweepColumn {
        name: ("rec", "召回"), width: 4, text: |scene, line| agreement(scene, line, |a| a.recall)
    },
    SweepColumn { name: ("F1", "F1"), width: 4, text: |scene, line| agreement(scene, line, |a| a.f1) },
];

/// Columns of the terminal that the sweep with its frame takes.
pub(super) fn taken(columns: &[SweepColumn]) -> u16 {
    columns.iter().map(|column| column.width + 1).sum::<u16>() + 4
}

/// The columns that fit into `width`; wider numbers get wider columns.
pub(super) fn sweep_columns(scene: Scene<'_>, width: u16) -> Vec<SweepColumn> {
    let mut columns = SWEEP.to_vec();
    for column in &mut columns {
        let widest = scene.model.sweep.iter().map(|line| (column.text)(scene, line).len()).max().unwrap_or(0);
        column.width = column.width.max((widest as u16).min(14));
    }
    let has_labels = scene.model.labelled.is_some() || scene.model.corpus.has_labels();
    if has_labels {
        columns.extend(LABELLED);
    }
    // F1 stays before precision and recall, chains before the largest.
    for name in ["prec", "rec", "largest", "grouped"] {
        if taken(&columns) > width {
            columns.retain(|column| column.name.0 != name);
        }
    }
    columns
}

pub(super) fn sweep(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, columns: &[SweepColumn]) {
    let title = paint.pick(match scene.grouping {
        Grouping::Connection => ("Every k", "每个 k"),
        Grouping::Leaders => ("Every k, by connection", "每个 k（按连通）"),
    });
    let foot = paint.pick(("click or arrows set k", "点击或方向键设 k")).to_owned();
    let foot = scene
        .exact_end()
        .map_or(foot, |end| paint.pick((format!("exact to k = {end}"), format!("精确至 k = {end}"))));
    let inner = paint.panel(area, Pane::Sweep, scene.own.focus == Pane::Sweep, title, &foot);
    if inner.height < 2 {
        return;
    }
    let title = paint.style(Role::Title);
    let mut x = inner.x + 1;
    for column in columns {
        paint.right(x, inner.y, column.width, paint.pick(column.name), title);
        x += column.width + 1;
    }
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let rows = scene.model.sweep.len();
    if rows == 0 {
        let said = paint.pick(pending(scene, ("known when the dendrogram is built", "树建好后可知")));
        paint.hollow(body, said);
        return;
    }
    let height = usize::from(body.height);
    let first = usize::from(scene.k).saturating_sub(height / 2).min(rows.saturating_sub(height));
    paint.areas.push(body, Target::Rows { pane: Pane::Sweep.into(), first, rows });
    for (line, row) in scene.model.sweep.iter().skip(first).take(height).enumerate() {
        let y = body.y + line as u16;
        let is_chaining = row.chains.is_some_and(|chains| chains > 0);
        let mut x = body.x + 1;
        for column in columns {
            let role = if column.name.0 == "chains" && is_chaining { Role::Warn } else { Role::Text };
            let style = paint.style(role);
            paint.right(x, y, column.width, &(column.text)(scene, row), style);
            x += column.width + 1;
        }
        if scene.mark.as_ref().is_some_and(|mark| mark.groups.k() == row.k) {
            paint.say(body.right() - 1, y, 1, "A", Role::Mark);
        }
        if row.k == scene.k {
            paint.select(Rect { y, height: 1, ..body });
        }
    }
}
