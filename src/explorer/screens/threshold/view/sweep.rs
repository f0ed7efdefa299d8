//! What every k would give. The rows stay; only the marked one moves with k.

use super::{Scene, pending};
use crate::screens::threshold::keys::Pane;
use crate::shared::Grouping;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::list::List;
use crate::widgets::table::{self, Column, Lines, Sort, list};
use ratatui::layout::Rect;
use simscope_core::display::hundredths;
use simscope_core::evidence::{Agreement, Predicted, Purpose, Share};
use simscope_core::groups::SweepRow;
use simscope_core::visible;

// The sweep, a row for each k.
list!(pub Sweep of &'a SweepRow, in Scene<'a>);

type SweepColumn = Column<Sweep>;

fn count_or_dots(count: Option<u64>) -> String {
    count.map_or("…".into(), grouped_digits)
}

const SWEEP: [SweepColumn; 6] = [
    Column::plain(("k", "k"), 3, 0, |_, line| line.k.to_string()),
    Column::plain(("pairs", "对"), 8, 0, |_, line| count_or_dots(line.pairs)),
    Column::plain(("groups", "组"), 7, 4, |_, line| grouped_digits(line.groups)),
    Column::plain(("grouped", "入组"), 7, 8, |_, line| grouped_digits(line.grouped)),
    Column::plain(("largest", "最大"), 7, 6, |_, line| grouped_digits(line.largest)),
    Column::number(("chains", "链"), 6, 7, |_, line| {
        let role = if line.chains.is_some_and(|chains| chains > 0) { Role::Warn } else { Role::Text };
        (count_or_dots(line.chains.map(|n| n as u64)), role)
    }),
];

fn agreement(scene: Scene<'_>, line: &SweepRow, pick: fn(&Agreement) -> Option<f64>) -> String {
    let Some(labelled) = &scene.model.labelled else { return "…".into() };
    pick(&labelled.at(line.k)).map_or("·".into(), hundredths)
}

/// A share as it is predicted for pairs, or for groups.
fn predicted(
    scene: Scene<'_>,
    line: &SweepRow,
    of: Purpose,
    pick: fn(&Predicted) -> Option<Share>,
) -> String {
    let Some(curve) = scene.own.curve(scene.shared, of) else { return "…".into() };
    curve.at(line.k).and_then(pick).map_or("·".into(), |share| hundredths(share.share))
}

/// Half its interval, in hundredths like the share, and never less than one.
fn predicted_error(scene: Scene<'_>, line: &SweepRow, pick: fn(&Predicted) -> Option<Share>) -> String {
    let share = scene.own.predicted(scene.shared, Purpose::Pairs, line.k).and_then(pick);
    let share = share.filter(|share| share.low < share.high);
    share.map_or(String::new(), |share| format!("±.{:02.0}", ((share.high - share.low) * 50.0).max(1.0)))
}

/// Pairs that are confirmed.
const CONFIRMED: SweepColumn = Column::plain(("confirmed", "确认"), 10, 0, |scene, line| {
    let row = scene.own.predicted(scene.shared, Purpose::Pairs, line.k);
    row.map_or("·".into(), |row| grouped_digits(row.right.round() as u64))
});

/// As of the pairs that were compared exactly. `g·` is of the pairs that share a group, the others of pairs within k.
const PREDICTED: [SweepColumn; 7] = [
    Column::plain(PRECISION, 4, 0, |scene, line| predicted(scene, line, Purpose::Pairs, |it| it.precision)),
    Column::plain(("±", "±"), 4, 5, |scene, line| predicted_error(scene, line, |row| row.precision)),
    Column::plain(RECALL, 4, 2, |scene, line| predicted(scene, line, Purpose::Pairs, |row| row.recall)),
    Column::plain(("±", "±"), 4, 10, |scene, line| predicted_error(scene, line, |row| row.recall)),
    Column::plain(F1, 4, 3, |scene, line| {
        let row = scene.own.predicted(scene.shared, Purpose::Pairs, line.k);
        row.and_then(|row| row.f1).map_or("·".into(), hundredths)
    }),
    Column::plain(("g·prec", "组精确"), 6, 9, |scene, line| {
        predicted(scene, line, Purpose::Groups, |row| row.precision)
    }),
    Column::plain(("g·rec", "组召回"), 6, 9, |scene, line| {
        predicted(scene, line, Purpose::Groups, |row| row.recall)
    }),
];

const LABELLED: [SweepColumn; 3] = [
    Column::plain(PRECISION, 4, 0, |scene, line| agreement(scene, line, |a| a.precision)),
    Column::plain(RECALL, 4, 2, |scene, line| agreement(scene, line, |a| a.recall)),
    Column::plain(F1, 4, 3, |scene, line| agreement(scene, line, |a| a.f1)),
];

const PRECISION: Phrase = ("prec", "精确");
const RECALL: Phrase = ("rec", "召回");
const F1: Phrase = ("F1", "F1");

/// Columns of the terminal beside those of the sweep: its frame, and the mark at the right.
pub(super) const FRAME: u16 = 5;

/// The columns that fit into `width`; wider numbers get wider columns.
pub(super) fn sweep_columns(scene: Scene<'_>, width: u16) -> Vec<SweepColumn> {
    let mut columns = SWEEP.to_vec();
    for column in &mut columns {
        let widest = scene.model.sweep.iter().map(|line| column.text(scene, &line).len()).max();
        column.width = column.width.max((widest.unwrap_or(0) as u16).min(14));
    }
    if scene.grouping == Grouping::Verified {
        columns.insert(2, CONFIRMED);
    }
    if scene.model.labelled.is_some() || scene.model.corpus.has_labels() {
        columns.extend(LABELLED);
    } else {
        columns.extend(PREDICTED);
    }
    table::fitting(&columns, width.saturating_sub(FRAME))
}

pub(super) fn sweep(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, columns: &[SweepColumn]) {
    let mut title = paint
        .pick(match scene.grouping {
            Grouping::Connection => ("Every k", "每个 k"),
            Grouping::Leaders | Grouping::Verified => ("Every k, by connection", "每个 k（按连通）"),
        })
        .to_owned();
    let of_pairs = paint.pick((" · prec, rec of pairs", " · 精确、召回按文档对"));
    if visible::width(&title) + visible::width(of_pairs) + 8 <= usize::from(area.width) {
        title += of_pairs;
    }
    let for_groups = scene.own.advised(scene.shared, Purpose::Groups);
    let what = match (&scene.model.labelled, scene.own.judged_lately(scene.shared)) {
        (Some(_), _) => {
            ("★ best F1 by labels · ‹threshold.go-best›", "★ 按标签 F1 最佳 · ‹threshold.go-best›")
        }
        (None, Some(_)) if for_groups.is_some() => (
            "★ best F1 · ‹threshold.go-best› · ☆ for groups · ‹threshold.go-advised›",
            "★ F1 最佳 · ‹threshold.go-best› · ☆ 按分组 · ‹threshold.go-advised›",
        ),
        (None, Some(_)) => {
            ("★ best F1 by the texts · ‹threshold.go-best›", "★ 按文本 F1 最佳 · ‹threshold.go-best›")
        }
        (None, None) => ("click or arrows set k", "点击或方向键设 k"),
    };
    let foot = match scene.exact_end() {
        Some(end) => paint.pick((format!("exact to k = {end}"), format!("准确至 k = {end}"))),
        None => paint.keyed(what),
    };
    let Some(inner) = paint.panel_of(area, Pane::Sweep, 2, &title, &foot) else { return };
    table::heads(paint, table::inset(inner, 1, 0), columns, Sort::default());
    let body = table::inset(inner, 0, 1);
    let rows = scene.model.sweep.len();
    if rows == 0 {
        return paint.hollow(body, pending(scene, ("known when the dendrogram is built", "树建好后可知")));
    }
    let best = scene.own.best_f1(scene.shared);
    let k = usize::from(scene.k);
    let list = List { selected: k, offset: k.saturating_sub(usize::from(body.height) / 2) };
    table::rows(paint, body, Pane::Sweep, Lines::of(list, rows, true), |paint, line, at| {
        let row = &scene.shared.model.sweep[at];
        table::cells(paint, table::inset(line, 1, 0), columns, scene, &row);
        if best.is_some_and(|(k, _)| k == row.k) {
            paint.say(line.right() - 2, line.y, 1, "★", Role::Title);
        } else if for_groups == Some(row.k) {
            paint.say(line.right() - 2, line.y, 1, "☆", Role::Title);
        }
        if let Some(mark) = scene.marks.iter().find(|mark| mark.groups.k() == row.k) {
            paint.say(line.right() - 1, line.y, 1, mark.name, Role::Mark);
        }
    });
}
