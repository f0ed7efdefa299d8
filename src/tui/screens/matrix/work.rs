//! What the jobs of the screen Matrix do.

use super::keys::Order;
use super::news::{Arranged, CellsKey, Landing, News, Shown};
use crate::analysis;
use crate::groups::Dendrogram;
use crate::hamming::{self, Jump, Signatures};
use crate::progress::Progress;
use crate::recipe::Bits;
use crate::tui::jobs::{Outcome, Tell};
use std::ops::Range;
use std::sync::Arc;

/// The cells of a window; the shares within k, which take longer, follow what is known at once.
pub(super) fn draw(
    arranged: Arc<Arranged>,
    key: CellsKey,
    bits: Bits,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Outcome> {
    let (signatures, window) = (&arranged.signatures, key.window.clone());
    let cells = hamming::cells(signatures, &window, progress)?;
    progress.restart();
    let means = hamming::means(signatures, &window, progress)?;
    let shown = Shown { arranged: arranged.clone(), window: window.clone(), cells, means, shares: None };
    let drawn = Outcome::Matrix(News::Cells(key.clone(), shown));
    if window.step.is_one() {
        return Some(drawn);
    }
    tell(drawn);
    progress.restart();
    let shares = hamming::shares(signatures, &window, 0..=bits.get(), progress)?;
    Some(Outcome::Matrix(News::Shares(key, shares)))
}

/// The closest pair of a cell.
pub(super) fn closest(
    arranged: &Arranged,
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<News> {
    let at = (rows.start, columns.start);
    let (row, column, _) =
        hamming::closest(&arranged.signatures, rows, columns, progress)?.unwrap_or((at.0, at.1, 0));
    Some(News::Closest { pair: (arranged.documents[row], arranged.documents[column]), at })
}

/// The next dot with a pair within k. A tree that knows all groups at k tells which documents have no neighbour.
pub(super) fn jump(
    arranged: Arc<Arranged>,
    jump: Jump,
    tree: Option<&Dendrogram>,
    progress: &Progress,
) -> Option<News> {
    let Jump { step, k, is_back, .. } = jump;
    let tree = tree.filter(|tree| k <= tree.exact_up_to());
    let is_of_tree = |document: &u32| tree.is_some_and(|tree| tree.position(*document).is_some());
    // Documents outside the tree, without features, may be near to any.
    let tree = tree.filter(|_| arranged.documents.iter().all(is_of_tree));
    let can_have = |place: usize| {
        tree.is_none_or(|tree| {
            tree.nearest_distance(arranged.documents[place]).is_some_and(|distance| distance <= k)
        })
    };
    let dot = hamming::next_near(&arranged.signatures, &jump, can_have, progress)?;
    let span = |cell: usize| step.span(cell, arranged.documents.len());
    let pair = match dot {
        Some((row, column)) => hamming::closest(&arranged.signatures, span(row), span(column), progress)?,
        None => None,
    };
    Some(News::Jump(Landing { arranged: arranged.clone(), k, is_back, pair }))
}

/// The documents in the order of the key: all of them, or the members of one group.
pub(super) fn arrange(
    key: &CellsKey,
    members: Option<Vec<u32>>,
    tree: Option<&Dendrogram>,
    source: Arc<Signatures>,
) -> Arranged {
    let CellsKey { order, scope, .. } = *key;
    let documents = match members {
        // They come in the order by group.
        Some(members) if order == Order::Group => members.into(),
        Some(mut members) => {
            members.sort_unstable();
            analysis::arrange(order, members, None, &source)
        }
        None => analysis::arrange(order, (0..source.len() as u32).collect(), tree, &source),
    };
    let signatures = source.select(&documents);
    Arranged { order, scope, documents, signatures, source }
}
