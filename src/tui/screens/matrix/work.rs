//! What the jobs of the screen Matrix do.

use super::keys::Order;
use super::news::{Arranged, News};
use crate::analysis;
use crate::groups::Dendrogram;
use crate::hamming::{self, Signatures};
use crate::progress::Progress;
use std::ops::Range;
use std::sync::Arc;

/// The first of the closest pairs of two different documents, row by row.
pub(super) fn closest(
    arranged: &Arranged,
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<News> {
    let at = (rows.start, columns.start);
    let mut best = (u8::MAX, at);
    for row in rows {
        if progress.is_cancelled() {
            return None;
        }
        for column in columns.clone().filter(|&column| column != row) {
            let distance = hamming::distance(arranged.signatures.get(row), arranged.signatures.get(column));
            if distance < best.0 {
                best = (distance, (row, column));
            }
        }
    }
    let (row, column) = best.1;
    Some(News::Closest { pair: (arranged.documents[row], arranged.documents[column]), at })
}

pub(super) fn arrange(order: Order, tree: Option<&Dendrogram>, source: Arc<Signatures>) -> Arranged {
    let documents = analysis::arrange(order, (0..source.len() as u32).collect(), tree, &source);
    let signatures = source.select(&documents);
    Arranged { order, documents, signatures, source }
}
