//! Groups around leaders, as web crawlers form them.

use super::partition::{Groups, Run, positions_of};
use crate::hamming::{Kernel, Signature, Signatures, by_width, select};
use crate::progress::Progress;
use rayon::prelude::*;
use std::sync::Arc;

/// Groups around leaders: first come, first kept. Each document joins the first leader within k,
/// or becomes one. The leader is the first member of its group. `None` when cancelled. Advances by documents.
///
/// [`Groups::order`] has the leaders in the order of `documents`, each followed by the documents that joined it.
pub fn leaders(signatures: &Signatures, documents: &[u32], k: u8, progress: &Progress) -> Option<Groups> {
    let joined = by_width!(signatures, |words| follow(words, documents, k, progress))?;
    let mut ends = vec![0_u32; joined.iter().max().map_or(0, |&last| last as usize + 1)];
    for &leader in &joined {
        ends[leader as usize] += 1;
    }
    let mut runs = Vec::new();
    let mut start = 0;
    for end in &mut ends {
        let len = std::mem::replace(end, start);
        if len > 1 {
            runs.push(Run { start, len });
        }
        start += len;
    }
    let mut order = vec![0; documents.len()];
    for (&document, &leader) in documents.iter().zip(&joined) {
        let end = &mut ends[leader as usize];
        order[*end as usize] = document;
        *end += 1;
    }
    let positions = positions_of(&order);
    Some(Groups::new(k, Arc::from(order), positions, runs))
}

/// For each document the rank of its leader among the leaders.
///
/// A block of documents is compared with all earlier leaders on all processors; the documents that found none
/// are then compared in order with the new leaders of the block.
fn follow<S: Signature>(signatures: &[S], documents: &[u32], k: u8, progress: &Progress) -> Option<Vec<u32>> {
    /// Documents of a block; one thread searches the block's own new leaders.
    const BLOCK: usize = 4096;
    /// Documents that search a tile of leaders while the tile stays in the first-level cache.
    const QUERIES: usize = 128;
    let kernel = Kernel::best();
    progress.expect(documents.len() as u64);
    let mut leaders: Vec<S> = Vec::new();
    let mut joined = Vec::with_capacity(documents.len());
    for block in documents.chunks(BLOCK) {
        let queries = select(signatures, block);
        let found: Vec<Option<u32>> = (queries.par_chunks(QUERIES))
            .flat_map_iter(|queries| search(kernel, queries, &leaders, k, progress))
            .collect();
        progress.unless_cancelled()?;
        let old = leaders.len();
        for (query, found) in queries.into_iter().zip(found) {
            let leader = found.or_else(|| {
                let new = kernel.first_within(query, &leaders[old..], k)?;
                Some((old + new) as u32)
            });
            joined.push(leader.unwrap_or_else(|| {
                leaders.push(query);
                leaders.len() as u32 - 1
            }));
        }
        progress.advance(block.len() as u64);
    }
    Some(joined)
}

/// The first leader within k of each query. Meaningless when cancelled.
fn search<S: Signature>(
    kernel: Kernel,
    queries: &[S],
    leaders: &[S],
    k: u8,
    progress: &Progress,
) -> Vec<Option<u32>> {
    const TILE: usize = 2048;
    let mut found = vec![None; queries.len()];
    for (i, tile) in leaders.chunks(TILE).enumerate() {
        if progress.is_cancelled() {
            break;
        }
        for (found, &query) in found.iter_mut().zip(queries).filter(|(found, _)| found.is_none()) {
            *found = kernel.first_within(query, tile, k).map(|at| (i * TILE + at) as u32);
        }
    }
    found
}
