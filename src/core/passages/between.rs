//! The passages of two texts, from the grams that both have.

use super::grams::{ALONE, Match};
use super::{Definition, count};
use std::ops::Range;

/// A stretch that is equal in both texts, from its first gram that counts to its last.
struct Run<'m> {
    sides: [Range<u32>; 2],
    matches: &'m [Match],
}

/// The words that count of each passage, in both texts, in the order of the first. `matches` are sorted.
pub(super) fn passages(
    grams: [&[u32]; 2],
    matches: &[Match],
    definition: &Definition,
) -> Vec<[Vec<Range<u32>>; 2]> {
    if (matches.len() as u64) * u64::from(definition.run) < definition.words.into() {
        return Vec::new();
    }
    let mut runs: Vec<Run<'_>> = runs(grams, matches, definition.run).collect();
    runs.sort_unstable_by_key(|run| (run.sides[0].start, run.sides[1].start));
    let mut found = Vec::new();
    for together in together(&runs, definition.gap) {
        let matched = [0, 1].map(|side| {
            let matches = together.iter().flat_map(|&run| runs[run].matches);
            let mut at: Vec<u32> = matches.map(|one| place(one, side)).collect();
            at.sort_unstable();
            stretches(&at, definition.run)
        });
        if matched.iter().all(|matched| count(matched) >= definition.words) {
            found.push(matched);
        }
    }
    without_contained(found)
}

/// Where the match begins in one of the texts.
fn place(one: &Match, side: usize) -> u32 {
    if side == 0 { one.at } else { (i64::from(one.at) + i64::from(one.shift)) as u32 }
}

/// Matches that follow each other with nothing else between them are one run.
fn runs<'m>(grams: [&[u32]; 2], matches: &'m [Match], run: u32) -> impl Iterator<Item = Run<'m>> {
    let is_one = move |before: &Match, next: &Match| {
        before.shift == next.shift
            && (before.at + 1..next.at).all(|at| {
                let there = (i64::from(at) + i64::from(before.shift)) as usize;
                grams[0][at as usize] == grams[1][there] && grams[1][there] != ALONE
            })
    };
    matches.chunk_by(is_one).map(move |matches| Run {
        sides: [0, 1].map(|side| place(&matches[0], side)..place(&matches[matches.len() - 1], side) + run),
        matches,
    })
}

/// Which runs belong together. They are sorted.
fn together(runs: &[Run<'_>], gap: u32) -> Vec<Vec<usize>> {
    let mut parent: Vec<usize> = (0..runs.len()).collect();
    fn root(parent: &mut [usize], mut run: usize) -> usize {
        while parent[run] != run {
            parent[run] = parent[parent[run]];
            run = parent[run];
        }
        run
    }
    let starts = |run: &Run<'_>| (run.sides[0].start, run.sides[1].start);
    for (at, run) in runs.iter().enumerate() {
        let near = [0, 1].map(|side| {
            let Range { start, end } = run.sides[side];
            (start + 1).max(end.saturating_sub(gap))..=end.saturating_add(gap)
        });
        let mut next = runs.partition_point(|other| other.sides[0].start < *near[0].start());
        // For each beginning in the first text those that begin near enough in the second.
        while let Some(here) =
            runs.get(next).map(|other| other.sides[0].start).filter(|here| near[0].contains(here))
        {
            let first = runs.partition_point(|other| starts(other) < (here, *near[1].start()));
            let others = (first..).take_while(|&other| {
                runs.get(other).is_some_and(|other| {
                    other.sides[0].start == here && near[1].contains(&other.sides[1].start)
                })
            });
            for other in others {
                if [0, 1].iter().all(|&side| runs[other].sides[side].end > run.sides[side].end) {
                    let roots = [at, other].map(|one| root(&mut parent, one));
                    parent[roots[0].max(roots[1])] = roots[0].min(roots[1]);
                }
            }
            next = runs.partition_point(|other| other.sides[0].start <= here);
        }
    }
    let mut together: Vec<Vec<usize>> = vec![Vec::new(); runs.len()];
    (0..runs.len()).for_each(|run| together[root(&mut parent, run)].push(run));
    together.retain(|runs| !runs.is_empty());
    together
}

/// The words of grams that begin at these places, ascending.
fn stretches(at: &[u32], run: u32) -> Vec<Range<u32>> {
    let mut stretches: Vec<Range<u32>> = Vec::new();
    for &at in at {
        match stretches.last_mut() {
            Some(last) if at <= last.end => last.end = at + run,
            _ => stretches.push(at..at + run),
        }
    }
    stretches
}

/// Without those that lie in a larger one in both texts; of equal ones the first stays.
fn without_contained(found: Vec<[Vec<Range<u32>>; 2]>) -> Vec<[Vec<Range<u32>>; 2]> {
    let reach = |matched: &Vec<Range<u32>>| matched[0].start..matched[matched.len() - 1].end;
    let reaches: Vec<[Range<u32>; 2]> =
        found.iter().map(|matched| [reach(&matched[0]), reach(&matched[1])]).collect();
    let is_contained = |own: usize| {
        reaches.iter().enumerate().any(|(other, around)| {
            let is_within = [0, 1].iter().all(|&side| {
                around[side].start <= reaches[own][side].start && reaches[own][side].end <= around[side].end
            });
            other != own && is_within && (*around != reaches[own] || other < own)
        })
    };
    let keep: Vec<bool> = (0..found.len()).map(|own| !is_contained(own)).collect();
    let mut found: Vec<_> =
        found.into_iter().zip(keep).filter(|(_, is_kept)| *is_kept).map(|(matched, _)| matched).collect();
    found.sort_by_key(|matched| (matched[0][0].start, matched[1][0].start));
    found
}
