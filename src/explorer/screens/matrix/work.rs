//! What the jobs of the screen Matrix do.

use super::keys::Order;
use super::news::{Arranged, CellsKey, Landing, News, Shown};
use crate::jobs::{Outcome, Tell};
use simscope_core::analysis;
use simscope_core::groups::Dendrogram;
use simscope_core::hamming::{self, Jump, Signatures};
use simscope_core::progress::Progress;
use simscope_core::recipe::Bits;
use std::ops::Range;
use std::sync::Arc;

/// The cells of a window. Where they take long, a sketch of them comes first; the shares within k, which take longer, come
/// last. Cells of `settled` are taken from there.
pub(super) fn draw(
    arranged: Arc<Arranged>,
    settled: Option<&Shown>,
    (key, bits): (CellsKey, Bits),
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Outcome> {
    let (signatures, window) = (&arranged.signatures, &key.window);
    let settled = settled.filter(|settled| Arc::ptr_eq(&settled.arranged, &arranged));
    let known = settled.map(|settled| (&settled.window, &settled.cells));
    let means = hamming::means(signatures, window, progress)?;
    let shown = |cells, is_sketch| {
        let (arranged, window, means) = (arranged.clone(), window.clone(), means.clone());
        let shown = Shown { arranged, window, cells, is_sketch, means, shares: None };
        Outcome::Matrix(News::Cells(key.clone(), Arc::new(shown)))
    };
    let thin = hamming::thin_enough(signatures.len(), window, known);
    if thin > 1 {
        progress.restart();
        tell(shown(hamming::sketch(signatures, window, known, thin, progress)?, true));
    }
    progress.restart();
    let drawn = shown(hamming::cells(signatures, window, known, progress)?, false);
    if window.step.is_one() {
        return Some(drawn);
    }
    tell(drawn);
    progress.restart();
    let known = settled.and_then(|settled| Some((&settled.window, settled.shares.as_ref()?)));
    let shares = hamming::shares(signatures, window, 0..=bits.get(), known, progress)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use simscope_core::hamming::{Step, Window};
    use simscope_core::random::Random;
    use std::sync::Mutex;

    /// What the screen is given, piece after piece, and the shares of the end.
    fn drawn(
        arranged: &Arc<Arranged>,
        settled: Option<&Shown>,
        window: Window,
    ) -> (Vec<Arc<Shown>>, Outcome) {
        let key = CellsKey { order: Order::Input, scope: None, window, of: (0, 0) };
        let pieces = Mutex::new(Vec::new());
        let tell = |outcome| match outcome {
            Outcome::Matrix(News::Cells(_, shown)) => pieces.lock().unwrap().push(shown),
            other => panic!("{other:?}"),
        };
        let end = draw(arranged.clone(), settled, (key, Bits::DEFAULT), &Progress::new(), &tell).unwrap();
        (pieces.into_inner().unwrap(), end)
    }

    #[test]
    fn many_pairs_are_sketched_first_and_what_stays_in_view_is_not_compared_again() {
        let mut random = Random::of(&[3]);
        let len = 20_000;
        let signatures = Signatures::from((0..len).map(|_| random.draw()).collect::<Vec<u64>>());
        let documents: Arc<[u32]> = (0..len as u32).collect();
        let source = Arc::new(signatures.clone());
        let arranged = Arc::new(Arranged { order: Order::Input, scope: None, documents, signatures, source });
        let step = Step::fitting(len, 20);
        let window = |rows: Range<usize>| Window {
            rows: step.first(rows.start)..step.first(rows.end),
            columns: 0..len,
            step,
        };
        let exact = |window: &Window| hamming::cells(&arranged.signatures, window, None, &Progress::new());
        let (pieces, end) = drawn(&arranged, None, window(0..19));
        assert_eq!(pieces.iter().map(|shown| shown.is_sketch).collect::<Vec<_>>(), [true, false]);
        let [sketch, whole] = &pieces[..] else { unreachable!() };
        assert_eq!(Some(&whole.cells), exact(&window(0..19)).as_ref());
        assert!(sketch.cells.minima.iter().zip(&whole.cells.minima).all(|(rough, exact)| rough >= exact));
        let Outcome::Matrix(News::Shares(_, shares)) = end else { panic!("{end:?}") };
        let settled = Shown { shares: Some(shares), ..Shown::clone(whole) };
        let (pieces, end) = drawn(&arranged, Some(&settled), window(1..20));
        assert_eq!(pieces.iter().map(|shown| shown.is_sketch).collect::<Vec<_>>(), [false]);
        assert_eq!(Some(&pieces[0].cells), exact(&window(1..20)).as_ref());
        let Outcome::Matrix(News::Shares(_, shares)) = end else { panic!("{end:?}") };
        let plain =
            hamming::shares(&arranged.signatures, &window(1..20), 0..=64, None, &Progress::new()).unwrap();
        let same = |(one, other): (&f32, &f32)| one.to_bits() == other.to_bits();
        assert!(shares.values().iter().zip(plain.values()).all(same));
    }
}
