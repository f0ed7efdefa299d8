//! What the judgements say of every k.

use super::Scene;
use crate::screens::judge::keys::Pane;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::list::List;
use crate::widgets::table::{self, Column};
use ratatui::layout::Rect;
use simscope_core::evidence::{Predicted, Share};

type JudgedColumn = Column<fn(Scene<'_>, &Predicted) -> String>;

/// Columns of a share with its interval.
const SHARE: u16 = 16;

const COLUMNS: [JudgedColumn; 6] = [
    Column::number(|_, row| row.k.to_string(), ("k", "k"), 3, 0),
    Column::number(|_, row| grouped_digits(row.pairs), ("pairs", "对"), 13, 3),
    Column::number(|scene, row| answers(scene, row.k), ("yes/no at k", "k 处 是/否"), 11, 2),
    Column::number(|scene, row| within(scene, row.k), ("judged", "已判"), 7, 0),
    Column::number(|_, row| share(row.precision), ("precision", "精确率"), SHARE, 0),
    Column::number(recall, ("recall", "召回率"), SHARE, 1),
];

fn share(share: Option<Share>) -> String {
    share.map_or("·".into(), |share| share.to_string())
}

/// At the largest judged distance it would be 1, whatever was judged: nothing is known beyond.
fn recall(scene: Scene<'_>, row: &Predicted) -> String {
    let largest = scene.estimate().and_then(|estimate| estimate.judged.largest());
    share(row.recall.filter(|_| largest.is_some_and(|largest| row.k < largest)))
}

fn answers(scene: Scene<'_>, k: u8) -> String {
    let answers = scene.estimate().map(|estimate| estimate.judged.answers(k)).unwrap_or_default();
    format!("{}/{}", answers.yes, answers.no)
}

fn within(scene: Scene<'_>, k: u8) -> String {
    grouped_digits(scene.estimate().map_or(0, |estimate| estimate.judged.within(k)))
}

pub(super) fn table(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("By your judgements, 95 % intervals", "按您的判定，95 % 区间"));
    let foot = paint.pick((
        "recall: of the right pairs within the largest judged distance",
        "召回率：相对于已判最大距离之内的符合定义的文档对",
    ));
    let has_keys = scene.own.focus == Pane::Table;
    let inner = paint.panel(area, Pane::Table, has_keys, title, foot);
    if inner.height < 2 {
        return;
    }
    let columns = table::fitting(&COLUMNS, inner.width.saturating_sub(2));
    table::heads(paint, table::inset(inner, 1, 0), &columns);
    let body = table::inset(inner, 0, 1);
    let rows = scene.estimate().map_or(&[][..], |estimate| &estimate.curve.rows);
    if rows.is_empty() {
        const NONE: Phrase = ("no pair is judged yet", "尚未判定任何文档对");
        paint.hollow(body, NONE);
        return;
    }
    let k = usize::from(scene.k);
    let list = List { selected: k, offset: k.saturating_sub(usize::from(body.height) / 2) };
    let marked = Some(k).filter(|&k| k < rows.len());
    table::marked_rows(paint, body, Pane::Table, (list, rows.len()), marked, |paint, line, at| {
        table::cells(paint, table::inset(line, 1, 0), &columns, |column| {
            ((column.what)(scene, &rows[at]), Role::Text)
        });
    });
}
