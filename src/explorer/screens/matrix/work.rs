//! What the jobs of the screen Matrix do.

use super::keys::Order;
use super::part::Part;
use crate::jobs::Work;
use crate::shared::model::Linked;
use crate::wanted::Same;
use simscope_core::analysis;
use simscope_core::export::heatmap::{self, Scale};
use simscope_core::groups::{Dendrogram, Groups};
use simscope_core::hamming::{self, Cells, Jump, Shares, Show, Signatures, Window};
use simscope_core::progress::Progress;
use simscope_core::recipe::Bits;
use std::ops::Range;
use std::sync::Arc;

/// Heatmap cells.
pub const CELLS: &Work = &Work::new("Cells", ("drawing the heatmap", "绘制热图")).cancellable();
/// The closest pair of one heatmap cell.
pub(super) const CLOSEST: &Work = &Work::new("Closest", ("finding the closest pair", "寻找最近的一对"));
/// The next dot of the heatmap with a pair within k.
pub(super) const JUMP: &Work =
    &Work::new("Jump", ("looking for the next dot within k", "寻找下一个 k 内的点")).cancellable();

/// What is known of the cells of a window.
pub(super) enum Drawn {
    Cells(Arc<Shown>),
    /// Their shares within each k, which take longer.
    Shares(Shares),
}

/// The cells of a window. Where they take long, a sketch of them comes first; the shares within k, which take longer, come
/// last, if they are asked for with the bits of the signatures. Cells of `settled` are taken from there.
pub(super) fn draw(
    arranged: Arc<Arranged>,
    settled: Option<&Shown>,
    (window, bits): (&Window, Option<Bits>),
    progress: &Progress,
    tell: &dyn Fn(Drawn),
) -> Option<Drawn> {
    let signatures = &arranged.signatures;
    let settled = settled.filter(|settled| Arc::ptr_eq(&settled.arranged, &arranged));
    let known = settled.map(|settled| (&settled.window, &settled.cells));
    let means = hamming::means(signatures, window, progress)?;
    let shown = |cells, is_sketch| {
        let (arranged, window, means) = (arranged.clone(), window.clone(), means.clone());
        Drawn::Cells(Arc::new(Shown { arranged, window, cells, is_sketch, means, shares: None }))
    };
    let thin = hamming::thin_enough(signatures.len(), window, known);
    if thin > 1 {
        progress.restart();
        tell(shown(hamming::sketch(signatures, window, known, thin, progress)?, true));
    }
    progress.restart();
    let drawn = shown(hamming::cells(signatures, window, known, progress)?, false);
    let Some(bits) = bits.filter(|_| !window.step.is_one()) else { return Some(drawn) };
    tell(drawn);
    progress.restart();
    let known = settled.and_then(|settled| Some((&settled.window, settled.shares.as_ref()?)));
    Some(Drawn::Shares(hamming::shares(signatures, window, 0..=bits.get(), known, progress)?))
}

/// The closest pair of a cell, as documents of its row and its column.
pub(super) fn closest(
    arranged: &Arranged,
    rows: Range<usize>,
    columns: Range<usize>,
    progress: &Progress,
) -> Option<(u32, u32)> {
    let (row, column) = (rows.start, columns.start);
    let closest = hamming::closest(&arranged.signatures, rows, columns, progress)?;
    let (row, column, _) = closest.unwrap_or((row, column, 0));
    Some((arranged.documents[row], arranged.documents[column]))
}

/// Places of a pair in the order, and its distance.
pub(super) type Placed = (usize, usize, u8);

/// The closest pair of the next dot with a pair within k, if there is such a dot. A tree that has all groups at k shows which
/// documents have no neighbour.
pub(super) fn jump(
    arranged: &Arranged,
    jump: &Jump,
    tree: Option<&Dendrogram>,
    progress: &Progress,
) -> Option<Option<Placed>> {
    let Jump { step, k, .. } = *jump;
    let tree = tree.filter(|tree| k <= tree.exact_up_to());
    let is_of_tree = |document: &u32| tree.is_some_and(|tree| tree.position(*document).is_some());
    // Documents outside the tree, without features, may be near to any.
    let tree = tree.filter(|_| arranged.documents.iter().all(is_of_tree));
    let can_have = |place: usize| {
        tree.is_none_or(|tree| {
            tree.nearest_distance(arranged.documents[place]).is_some_and(|distance| distance <= k)
        })
    };
    let dot = hamming::next_near(&arranged.signatures, jump, can_have, progress)?;
    let span = |cell: usize| step.span(cell, arranged.documents.len());
    match dot {
        Some((row, column)) => hamming::closest(&arranged.signatures, span(row), span(column), progress),
        None => Some(None),
    }
}

/// The documents in the order of the key: all of them, or the members of some groups.
pub(super) fn arrange(
    key: &CellsKey,
    members: Option<Vec<Vec<u32>>>,
    tree: Option<&Dendrogram>,
    source: Arc<Signatures>,
) -> Arranged {
    let (order, scope) = (key.order, key.scope.clone());
    let run = |end: &mut usize, of_group: &Vec<u32>| {
        let start = *end;
        *end += of_group.len();
        Some(start..*end)
    };
    let runs = members.iter().flatten().scan(0, run).collect();
    let documents = match members {
        // They come in the order by group.
        Some(members) if order == Order::Group => members.concat().into(),
        Some(members) => {
            let mut members = members.concat();
            members.sort_unstable();
            analysis::arrange(order, members, None, &source)
        }
        None => analysis::arrange(order, (0..source.len() as u32).collect(), tree, &source),
    };
    let signatures = source.select(&documents);
    Arranged { order, scope, documents, runs, signatures, source }
}

/// The groups that alone are shown: which ones, and of which.
pub type Scope = Option<(Part, Option<Same<Groups>>)>;

/// What cells follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct CellsKey {
    pub order: Order,
    pub scope: Scope,
    /// The part.
    pub window: Window,
    /// Whether the shares are counted, too.
    pub has_shares: bool,
    /// The tree in the order by group only.
    pub of: Linked,
}

/// Computed cells, and what they show.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The order, with its signatures.
    pub arranged: Arc<Arranged>,
    /// The part.
    pub window: Window,
    pub cells: Cells,
    /// Whether the cells are of a sample of their pairs, for as long as all pairs take.
    pub is_sketch: bool,
    /// Mean distances, as [`simscope_core::hamming::means`] gives them.
    pub means: Vec<f32>,
    /// At every k; `None` while they are counted, and where a cell is one pair, of which the distance says all.
    pub shares: Option<Shares>,
}

impl Shown {
    /// Whether this can be shown already.
    pub fn has(&self, show: Show) -> bool {
        show != Show::Share || self.shares.is_some() || self.window.step.is_one()
    }

    /// The computed cell of a row and a column of the order, if it is one of these. Cells of an older window serve until
    /// theirs are there.
    pub fn cell(&self, (row, column): (usize, usize)) -> Option<usize> {
        let (Window { rows, columns, step }, cells) = (&self.window, &self.cells);
        let y = step.cell(row).checked_sub(step.cell(rows.start))?;
        let x = step.cell(column).checked_sub(step.cell(columns.start))?;
        (y < cells.height && x < cells.width).then_some(y * cells.width + x)
    }

    /// The number that a cell shows; NaN where it holds no pair of two documents.
    pub fn value(&self, cell: usize, show: Show, k: u8) -> f32 {
        let nearest = self.cells.nearest(cell);
        match (show, &self.shares) {
            (Show::Nearest, _) => nearest,
            (Show::Mean, _) => self.means[cell],
            (Show::Share, Some(shares)) => shares.at(cell, k),
            (Show::Share, None) if nearest.is_nan() => nearest,
            (Show::Share, None) => f32::from(u8::from(nearest <= f32::from(k))),
        }
    }

    /// How bright the pairs of a cell within k are, up to 1; `None` if there are none. Of many pairs, by their share.
    pub fn within(&self, cell: usize, k: u8) -> Option<f32> {
        let share = self.shares.as_ref().map(|shares| shares.at(cell, k));
        heatmap::tone(self.window.step.most(), (self.cells.minima[cell], k), share)
    }

    /// Whether cells are too large for a single pair within k to light them.
    pub fn has_tones(&self) -> bool {
        heatmap::has_tones(self.window.step.most())
    }

    /// What the numbers mean.
    pub fn scale(&self, show: Show, bits: u8, k: u8) -> Scale {
        match show {
            Show::Nearest => Scale::nearest(bits, k),
            Show::Mean => Scale::mean(&self.means, bits, k),
            Show::Share => Scale::share(self.window.step.most(), bits, k),
        }
    }
}

/// Documents and their signatures in the order in which the heatmap shows them.
#[derive(Debug)]
pub struct Arranged {
    /// The order asked for.
    pub order: Order,
    pub scope: Scope,
    /// Documents.
    pub documents: Arc<[u32]>,
    /// The groups among them, where they are shown alone and in the order by group.
    pub runs: Vec<Range<usize>>,
    /// Their signatures.
    pub signatures: Signatures,
    /// All signatures, in the order of the input, from which these were taken.
    pub source: Arc<Signatures>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use simscope_core::hamming::Step;
    use simscope_core::random::Random;
    use std::sync::Mutex;

    /// What the screen is given, piece after piece, and the shares of the end.
    fn drawn(arranged: &Arc<Arranged>, settled: Option<&Shown>, window: Window) -> (Vec<Arc<Shown>>, Shares) {
        let pieces = Mutex::new(Vec::new());
        let tell = |drawn| match drawn {
            Drawn::Cells(shown) => pieces.lock().unwrap().push(shown),
            Drawn::Shares(_) => panic!("shares before the end"),
        };
        let end = draw(arranged.clone(), settled, (&window, Some(Bits::DEFAULT)), &Progress::new(), &tell);
        let Some(Drawn::Shares(shares)) = end else { panic!("no shares") };
        (pieces.into_inner().unwrap(), shares)
    }

    #[test]
    fn many_pairs_are_sketched_first_and_what_stays_in_view_is_not_compared_again() {
        let mut random = Random::of(&[3]);
        let len = 20_000;
        let signatures = Signatures::from((0..len).map(|_| random.draw()).collect::<Vec<u64>>());
        let documents: Arc<[u32]> = (0..len as u32).collect();
        let source = Arc::new(signatures.clone());
        let arranged = Arc::new(Arranged {
            order: Order::Input,
            scope: None,
            documents,
            runs: Vec::new(),
            signatures,
            source,
        });
        let step = Step::fitting(len, 20);
        let window = |rows: Range<usize>| Window {
            rows: step.first(rows.start)..step.first(rows.end),
            columns: 0..len,
            step,
        };
        let exact = |window: &Window| hamming::cells(&arranged.signatures, window, None, &Progress::new());
        let (pieces, shares) = drawn(&arranged, None, window(0..19));
        assert_eq!(pieces.iter().map(|shown| shown.is_sketch).collect::<Vec<_>>(), [true, false]);
        let [sketch, whole] = &pieces[..] else { unreachable!() };
        assert_eq!(Some(&whole.cells), exact(&window(0..19)).as_ref());
        assert!(sketch.cells.minima.iter().zip(&whole.cells.minima).all(|(rough, exact)| rough >= exact));
        let settled = Shown { shares: Some(shares), ..Shown::clone(whole) };
        let (pieces, shares) = drawn(&arranged, Some(&settled), window(1..20));
        assert_eq!(pieces.iter().map(|shown| shown.is_sketch).collect::<Vec<_>>(), [false]);
        assert_eq!(Some(&pieces[0].cells), exact(&window(1..20)).as_ref());
        let plain =
            hamming::shares(&arranged.signatures, &window(1..20), 0..=64, None, &Progress::new()).unwrap();
        let same = |(one, other): (&f32, &f32)| one.to_bits() == other.to_bits();
        assert!(shares.values().iter().zip(plain.values()).all(same));
    }
}
