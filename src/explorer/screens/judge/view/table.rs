//! What the judgements say of every k.

use super::Scene;
use crate::screens::judge::keys::Pane;
use crate::surface::{Paint, Phrase, grouped_digits};
use crate::widgets::list::List;
use crate::widgets::table::{self, Column, Lines, Sort, list};
use ratatui::layout::Rect;
use simscope_core::evidence::{Predicted, Share};

// What is judged, a row for each k.
list!(Judged of &'a Predicted, in Scene<'a>);

/// Columns of a share with its interval.
const SHARE: u16 = 16;

const COLUMNS: [Column<Judged>; 6] = [
    Column::plain(("k", "k"), 3, 0, |_, row| row.k.to_string()),
    Column::plain(("pairs", "对"), 13, 3, |_, row| grouped_digits(row.pairs)),
    Column::plain(("yes/no at k", "k 处 是/否"), 11, 2, |scene, row| {
        let answers = scene.estimate().map(|estimate| estimate.judged.answers(row.k)).unwrap_or_default();
        format!("{}/{}", answers.yes, answers.no)
    }),
    Column::plain(("judged", "已判"), 7, 0, |scene, row| {
        grouped_digits(scene.estimate().map_or(0, |estimate| estimate.judged.within(row.k)))
    }),
    Column::plain(("precision", "精确率"), SHARE, 0, |_, row| share(row.precision)),
    // At the largest judged distance it would be 1, whatever was judged: nothing is known beyond.
    Column::plain(("recall", "召回率"), SHARE, 1, |scene, row| {
        let largest = scene.estimate().and_then(|estimate| estimate.judged.largest());
        share(row.recall.filter(|_| largest.is_some_and(|largest| row.k < largest)))
    }),
];

fn share(share: Option<Share>) -> String {
    share.map_or("·".into(), |share| share.to_string())
}

pub(super) fn table(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("By your judgements, 95 % intervals", "按您的判定，95 % 区间"));
    let foot = paint.pick((
        "recall: of the right pairs within the largest judged distance",
        "召回率：相对于已判最大距离之内的符合定义的文档对",
    ));
    let Some(inner) = paint.panel_of(area, Pane::Table, 2, title, foot) else { return };
    let columns = table::fitting(&COLUMNS, inner.width.saturating_sub(2));
    table::heads(paint, table::inset(inner, 1, 0), &columns, Sort::default());
    let body = table::inset(inner, 0, 1);
    let rows = scene.estimate().map_or(&[][..], |estimate| &estimate.curve.rows);
    if rows.is_empty() {
        const NONE: Phrase = ("no pair is judged yet", "尚未判定任何文档对");
        return paint.hollow(body, NONE);
    }
    let k = usize::from(scene.k);
    let list = List { selected: k, offset: k.saturating_sub(usize::from(body.height) / 2) };
    table::rows(paint, body, Pane::Table, Lines::of(list, rows.len(), true), |paint, line, at| {
        table::cells(paint, table::inset(line, 1, 0), &columns, scene, &&rows[at]);
    });
}
