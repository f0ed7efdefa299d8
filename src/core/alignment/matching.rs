//! The search for equal elements of two lists.

use crate::progress::Progress;
use rustc_hash::{FxHashMap, FxHashSet};
use similar::algorithms::{Compact, DiffHook, myers};
use std::convert::Infallible;
use std::hash::Hash;
use std::time::Instant;

/// How long a search may go on; without a deadline, as long as the bounds of the search allow.
pub(super) struct Search<'p> {
    pub deadline: Option<Instant>,
    pub progress: &'p Progress,
}

/// The same elements in two lists: the first index in each, and their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Match {
    pub a: usize,
    pub b: usize,
    pub len: usize,
}

impl Search<'_> {
    /// What two lists have in common, ascending in both: as much as possible, unless too much differs or the time is up. `None` if
    /// cancelled.
    pub fn matches<T: Hash + Eq>(&self, a: &[T], b: &[T]) -> Option<Vec<Match>> {
        if let Some(matches) = self.exact(a, b) {
            return Some(matches);
        }
        let mut hook = Watched { inner: Compact::new(Matches(Vec::new()), a, b), progress: self.progress };
        myers::diff_deadline(&mut hook, a, 0..a.len(), b, 0..b.len(), self.deadline).ok()?;
        Some(hook.inner.into_inner().0)
    }

    /// A longest common subsequence. `None` if too much differs, the time is up, or the search is cancelled.
    pub fn exact<T: Hash + Eq>(&self, a: &[T], b: &[T]) -> Option<Vec<Match>> {
        if self.progress.is_cancelled() || self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return None;
        }
        // Numbers instead of hashes: equal means equal.
        let mut numbers: FxHashMap<&T, u64> = FxHashMap::default();
        let [of_a, of_b] = [a, b].map(|list| -> Vec<u64> {
            let number = |element| {
                let next = numbers.len() as u64;
                *numbers.entry(element).or_insert(next)
            };
            list.iter().map(number).collect()
        });
        let mut matches: Vec<Match> = Vec::new();
        for (a, b) in longest(&of_a, &of_b)? {
            match matches.last_mut() {
                Some(last) if (last.a + last.len, last.b + last.len) == (a, b) => last.len += 1,
                _ => matches.push(Match { a, b, len: 1 }),
            }
        }
        Some(matches)
    }
}

struct Cancelled;

/// Passes on what the search finds, unless it was cancelled.
struct Watched<'p, D> {
    inner: D,
    progress: &'p Progress,
}

impl<D: DiffHook<Error = Infallible>> Watched<'_, D> {
    fn unless_cancelled(
        &mut self,
        pass: impl FnOnce(&mut D) -> Result<(), Infallible>,
    ) -> Result<(), Cancelled> {
        if self.progress.is_cancelled() {
            return Err(Cancelled);
        }
        pass(&mut self.inner).map_err(|never| match never {})
    }
}

impl<D: DiffHook<Error = Infallible>> DiffHook for Watched<'_, D> {
    type Error = Cancelled;

    fn equal(&mut self, a: usize, b: usize, len: usize) -> Result<(), Cancelled> {
        self.unless_cancelled(|inner| inner.equal(a, b, len))
    }

    fn delete(&mut self, a: usize, len: usize, b: usize) -> Result<(), Cancelled> {
        self.unless_cancelled(|inner| inner.delete(a, len, b))
    }

    fn insert(&mut self, a: usize, b: usize, len: usize) -> Result<(), Cancelled> {
        self.unless_cancelled(|inner| inner.insert(a, b, len))
    }

    fn finish(&mut self) -> Result<(), Cancelled> {
        self.unless_cancelled(D::finish)
    }
}

/// Keeps only what is equal; the rest stands between.
struct Matches(Vec<Match>);

impl DiffHook for Matches {
    type Error = Infallible;

    fn equal(&mut self, a: usize, b: usize, len: usize) -> Result<(), Infallible> {
        self.0.push(Match { a, b, len });
        Ok(())
    }
}

/// The most cells that the search for a longest common subsequence visits. All are kept, which takes 16 MB.
const MOST_CELLS: usize = 4_000_000;

/// The places of a longest common subsequence in both lists, ascending. `None` if more than about 2,800 elements differ.
pub(super) fn longest(a: &[u64], b: &[u64]) -> Option<Vec<(usize, usize)>> {
    if a.is_empty() || b.is_empty() {
        return Some(Vec::new());
    }
    // An element that only one list has is in no common subsequence. Leaving these out shortens lists that have little in common.
    let places = |of: &[u64], other: &[u64]| -> Vec<usize> {
        let other: FxHashSet<u64> = other.iter().copied().collect();
        (0..of.len()).filter(|&at| other.contains(&of[at])).collect()
    };
    let (in_a, in_b) = (places(a, b), places(b, a));
    let common = |of: &[u64], places: &[usize]| places.iter().map(|&at| of[at]).collect::<Vec<u64>>();
    let found = myers(&common(a, &in_a), &common(b, &in_b))?;
    Some(found.into_iter().map(|(x, y)| (in_a[x], in_b[y])).collect())
}

/// Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986), figure 2. The furthest points of
/// every round are kept.
fn myers(a: &[u64], b: &[u64]) -> Option<Vec<(usize, usize)>> {
    let (n, m) = (a.len() as isize, b.len() as isize);
    // Round d holds the diagonals -d, -d + 2, …, d, and begins at d (d + 1) / 2.
    let mut furthest: Vec<u32> = Vec::with_capacity(64);
    let first = |d: isize| (d * (d + 1) / 2) as usize;
    for d in 0..=n + m {
        if furthest.len() + d as usize >= MOST_CELLS {
            return None;
        }
        for at in 0..=d {
            let (k, last) = (2 * at - d, first(d - 1));
            let x = match d {
                0 => 0,
                // A step from above skips a token of b, one from the left a token of a.
                _ if at == 0 => furthest[last] as isize,
                _ if at == d => furthest[last + at as usize - 1] as isize + 1,
                _ => {
                    let (left, above) = (furthest[last + at as usize - 1], furthest[last + at as usize]);
                    if left < above { above as isize } else { left as isize + 1 }
                }
            };
            let y = x - k;
            let run = match x <= n && y <= m && x >= 0 && y >= 0 {
                true => a[x as usize..].iter().zip(&b[y as usize..]).take_while(|(a, b)| a == b).count(),
                false => 0,
            };
            let x = x + run as isize;
            furthest.push(x as u32);
            if x >= n && x - k >= m {
                return Some(traced(&furthest, d, (n, m)));
            }
        }
    }
    Some(Vec::new())
}

/// Follows the path back through the rounds and collects the matches.
fn traced(furthest: &[u32], rounds: isize, (mut x, mut y): (isize, isize)) -> Vec<(usize, usize)> {
    let mut matches = Vec::new();
    for d in (0..=rounds).rev() {
        let k = x - y;
        let at = ((k + d) / 2) as usize;
        let from = (d > 0).then(|| {
            let last = ((d - 1) * d / 2) as usize;
            let is_below = at == 0 || at < d as usize && furthest[last + at - 1] < furthest[last + at];
            let px = furthest[last + at - usize::from(!is_below)] as isize;
            let pk = if is_below { k + 1 } else { k - 1 };
            (px, px - pk)
        });
        let (px, py) = from.unwrap_or((0, 0));
        while x > px && y > py {
            (x, y) = (x - 1, y - 1);
            matches.push((x as usize, y as usize));
        }
        (x, y) = (px, py);
    }
    matches.reverse();
    matches
}
