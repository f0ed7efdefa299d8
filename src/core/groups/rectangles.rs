//! All pairs of leaves, cut into rectangles of about the same work.

use super::partition::Run;
use std::ops::Range;

/// Pairs to visit: one leaf of `left`, one of `right`, all charged to `position`.
#[derive(Debug, Clone)]
pub(super) struct Rectangle {
    pub left: Range<u32>,
    pub right: Range<u32>,
    pub position: u32,
}

/// All pairs of leaves of a run as rectangles, none larger than a few milliseconds of work.
///
/// A run is split at its largest gap, where its two halves merge, and so on. Of equal gaps, which are common in
/// single linkage, the one nearest to the middle is taken: with even sides the signatures of both stay in the
/// cache.
pub(super) fn pieces(gap: &[u8], run: Run) -> Vec<Rectangle> {
    const SIDE: usize = 8192;
    let mut pieces = Vec::new();
    let mut runs = Vec::new();
    let mut next = Some(run.start..run.start + run.len);
    while let Some(run) = next.take().or_else(|| runs.pop()) {
        if run.len() < 2 {
            continue;
        }
        let position = split(gap, &run);
        let (left, right) = (run.start..position, position..run.end);
        for a in left.clone().step_by(SIDE) {
            for b in right.clone().step_by(SIDE) {
                let left = a..left.end.min(a + SIDE as u32);
                let right = b..right.end.min(b + SIDE as u32);
                pieces.push(Rectangle { left, right, position });
            }
        }
        runs.extend([left, right]);
    }
    pieces
}

/// Cuts the pieces into portions of about the same work: single linkage makes few large pieces and many of one
/// pair.
pub(super) fn portions(pieces: &[Rectangle]) -> Vec<&[Rectangle]> {
    /// A few milliseconds, in pairs.
    const ENOUGH: u64 = 1 << 26;
    /// Fixed cost of a piece, in pairs.
    const PIECE: u64 = 1 << 10;
    let mut portions = Vec::new();
    let (mut start, mut work) = (0, 0);
    for (i, piece) in pieces.iter().enumerate() {
        work += PIECE + piece.left.len() as u64 * piece.right.len() as u64;
        if work >= ENOUGH || i + 1 == pieces.len() {
            portions.push(&pieces[start..=i]);
            (start, work) = (i + 1, 0);
        }
    }
    portions
}

/// The position after the first with the largest gap, nearest to the middle.
fn split(gap: &[u8], run: &Range<u32>) -> u32 {
    let inside = &gap[run.start as usize + 1..run.end as usize];
    let largest = inside.iter().copied().max().unwrap_or(0);
    let (before, after) = inside.split_at(inside.len() / 2);
    let up = after.iter().position(|&gap| gap == largest);
    let down = before.iter().rev().position(|&gap| gap == largest);
    let at = match (down, up) {
        (Some(down), Some(up)) if down < up => before.len() - 1 - down,
        (Some(down), None) => before.len() - 1 - down,
        (_, up) => before.len() + up.unwrap_or(0),
    };
    run.start + 1 + at as u32
}
