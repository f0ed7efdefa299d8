//! Compares texts once: finds equal texts, similar pairs, and the differences of these.

use super::aligned::{Aligned, NO_KEY, Pair, Spot, between, mark_renamed};
use super::alike::{ALIKE, Groups, nearest};
use super::cuts::{Cuts, KEPT, measure_texts};
use super::neighbours::{Edge, Neighbours};
use super::testimony::{Testimony, mark_siblings};
use super::vocabulary::Words;
use crate::alignment::{Key, Tokens, collapse_key, describe};
use crate::measures::Weights;
use crate::progress::Progress;
use crate::recipe::Normalize;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use xxhash_rust::xxh3::xxh3_128;

/// Whether two documents are near enough to be compared.
pub type Near<'a> = &'a (dyn Fn(u32, u32) -> bool + Sync);

/// The texts to compare, and the options.
#[derive(Clone, Copy)]
pub struct Comparing<'a> {
    /// All texts, by document.
    pub texts: &'a [&'a str],
    /// The weights of their shingles.
    pub weights: &'a Weights,
    /// The least similarity of a pair that is aligned, 0 to 1.
    pub least: f64,
    /// How many documents may go; those behind them stay.
    pub documents: u32,
    /// Whether only the documents behind them cover others.
    pub is_by_others_alone: bool,
    /// Whether blank texts are also compared.
    pub takes_blank: bool,
    /// The pairs that are compared; `None` for all.
    pub near: Option<Near<'a>>,
    /// The similarity of two documents; `None` for the weighted Jaccard index.
    pub measure: Option<&'a (dyn Fn(u32, u32) -> f64 + Sync)>,
    /// Word counts of a larger corpus, if these texts are part of one.
    pub words: Option<&'a Words>,
}

/// Distinct texts, the similar pairs of these, and statistics of their differences.
///
/// A pair is aligned if one of its texts is among the 12 most similar to the other. Takes about 50 bytes for each place where the
/// texts of a pair differ, and 100 for each text.
#[derive(Debug, Clone)]
pub struct Comparison {
    /// Distinct texts, the heaviest first.
    pub(super) texts: Vec<Distinct>,
    /// By document, the number of its distinct text; [`NONE`] for a blank text that is not compared.
    pub(super) of: Vec<u32>,
    /// The documents of each distinct text, one after the other, ascending.
    pub(super) members: Vec<u32>,
    pub(super) pairs: Vec<Pair>,
    pub(super) spots: Vec<Spot>,
    /// The pairs of each text: first those whose other text has most of its weight.
    pub(super) pairs_of: Vec<u32>,
    pub(super) keys: Vec<Key>,
    pub(super) testimony: Testimony,
    pub(super) words: Words,
}

/// A text that one or more documents have.
#[derive(Debug, Clone, Default)]
pub(super) struct Distinct {
    /// The start of its documents in [`Comparison::members`], and of its pairs in [`Comparison::pairs_of`].
    pub members: u32,
    pub pairs: u32,
    /// The number of its words, and their weight; 0 if it is in no pair.
    pub words: u32,
    pub weight: f32,
}

/// The number of no distinct text.
pub(super) const NONE: u32 = u32::MAX;
/// How many of the most similar texts are aligned with each text.
const NEAREST: usize = 12;
/// How many candidates are measured for each text, if another measure than the weights compares.
const TRIED: usize = 2 * NEAREST;

impl Comparing<'_> {
    /// Compares the texts. The result does not depend on the number of threads. `None` when cancelled. Advances by documents, four
    /// times.
    pub fn run(&self, progress: &Progress) -> Option<Comparison> {
        let all = self.texts.len() as u64;
        progress.expect(4 * all);
        let Classes { of, members, starts } = self.classes(progress)?;
        let firsts: Vec<u32> = starts.windows(2).map(|range| members[range[0] as usize]).collect();
        let texts: Vec<&str> = firsts.iter().map(|&document| self.text(document)).collect();
        let graph = self.graph((&firsts, &of, &members), progress)?;
        let (words, cuts) = self.cut(&texts, &graph.pairs, progress)?;
        let mut comparison = Comparison {
            texts: starts.iter().map(|&members| Distinct { members, ..Distinct::default() }).collect(),
            of,
            members,
            pairs: Vec::new(),
            spots: Vec::new(),
            pairs_of: Vec::new(),
            keys: Vec::new(),
            testimony: Testimony::default(),
            words,
        };
        self.align(&mut comparison, (&firsts, &cuts, graph.pairs), progress)?;
        drop(cuts);
        comparison.testimony = Testimony::of(&comparison, &graph.groups, &texts, progress)?;
        Some(comparison)
    }

    fn text(&self, document: u32) -> &str {
        self.texts[document as usize]
    }

    /// Collapses equal texts. The heaviest comes first; of two with the same weight the one with more shingles, then the first.
    fn classes(&self, progress: &Progress) -> Option<Classes> {
        let key = |document: u32| {
            let text = self.text(document);
            progress.advance(1);
            let is_compared = self.takes_blank || !is_blank(text);
            (is_compared && !progress.is_cancelled()).then(|| xxh3_128(collapse_key(text).as_bytes()))
        };
        let all = 0..self.texts.len() as u32;
        let keys: Vec<Option<u128>> = all.clone().into_par_iter().with_max_len(256).map(key).collect();
        if progress.is_cancelled() {
            return None;
        }
        let mut numbers: FxHashMap<u128, u32> = FxHashMap::default();
        let mut documents: Vec<Vec<u32>> = Vec::new();
        for (document, key) in all.zip(keys) {
            match key.map(|key| numbers.entry(key)) {
                None => {}
                Some(Entry::Occupied(number)) => documents[*number.get() as usize].push(document),
                Some(Entry::Vacant(new)) => {
                    new.insert(documents.len() as u32);
                    documents.push(vec![document]);
                }
            }
        }
        let whole = |document: u32| self.weights.texts().whole(document);
        documents.par_sort_by_key(|documents| {
            let whole = whole(documents[0]);
            (Reverse(whole.total), Reverse(whole.shingles), documents[0])
        });
        let (mut of, mut starts) = (vec![NONE; self.texts.len()], vec![0]);
        let mut members = Vec::with_capacity(self.texts.len());
        for (number, documents) in (0..).zip(documents) {
            documents.iter().for_each(|&document| of[document as usize] = number);
            members.extend(documents);
            starts.push(members.len() as u32);
        }
        Some(Classes { of, members, starts })
    }

    /// Finds the pairs of similar texts, and their groups.
    fn graph(&self, (firsts, of, members): (&[u32], &[u32], &[u32]), progress: &Progress) -> Option<Graph> {
        // Where a distance decides, no pairs are searched.
        if self.least > 1.0 {
            let groups = Groups { is_loose: vec![false; firsts.len()], ..Groups::default() };
            return Some(Graph { pairs: Vec::new(), groups });
        }
        // A text is of the other corpus if any of its documents is.
        let mut others = vec![false; firsts.len()];
        for &document in members.iter().filter(|&&document| document >= self.documents) {
            others[of[document as usize] as usize] = true;
        }
        let is_other = |document: u32| others[of[document as usize] as usize];
        let is_wanted = |a: u32, b: u32| {
            !(self.is_by_others_alone && is_other(a) && is_other(b))
                && self.near.is_none_or(|near| near(a, b))
        };
        let neighbours = Neighbours::new(self.weights.texts(), firsts);
        let least = if self.measure.is_some() { 0.0 } else { self.least.min(ALIKE) };
        let mut edges = neighbours.edges(least, &is_wanted, progress)?;
        let groups =
            Groups::new(firsts, &edges, &|text| self.is_by_others_alone && is_other(firsts[text as usize]));
        edges.extend(
            self.same_words(firsts)
                .filter(|edge| is_wanted(firsts[edge.later as usize], firsts[edge.earlier as usize])),
        );
        if self.is_by_others_alone {
            edges.retain(|edge| {
                is_other(firsts[edge.later as usize]) || is_other(firsts[edge.earlier as usize])
            });
        }
        let edges = match self.measure {
            None => {
                edges.retain(|edge| edge.similarity >= self.least);
                edges
            }
            Some(measure) => {
                let tried = nearest(edges, TRIED, firsts.len());
                let measured = tried.into_par_iter().with_max_len(16).map(|edge| {
                    let [later, earlier] = [edge.later, edge.earlier].map(|one| firsts[one as usize]);
                    Edge { similarity: measure(later, earlier), ..edge }
                });
                measured.filter(|edge| edge.similarity >= self.least).collect()
            }
        };
        Some(Graph { pairs: nearest(edges, NEAREST, firsts.len()), groups })
    }

    /// Pairs of texts with the same words in the same order: the first such text with each of the others.
    fn same_words(&self, firsts: &[u32]) -> impl Iterator<Item = Edge> {
        let mut first: FxHashMap<u64, u32> = FxHashMap::default();
        let mut edges = Vec::new();
        for (later, &document) in (0..).zip(firsts) {
            let whole = self.weights.texts().whole(document);
            if whole.shingles > 0 {
                match first.entry(whole.sequence) {
                    Entry::Occupied(earlier) => {
                        let earlier = *earlier.get();
                        edges.push(Edge { later, earlier, similarity: 1.0, weighted: 1.0 });
                    }
                    Entry::Vacant(new) => drop(new.insert(later)),
                }
            }
        }
        edges.into_iter()
    }

    /// Cuts all distinct texts into tokens and counts their words. The tokens of texts in pairs are kept, up to [`KEPT`] bytes of
    /// text.
    fn cut<'t>(&self, texts: &[&'t str], pairs: &[Edge], progress: &Progress) -> Option<(Words, Cuts<'t>)> {
        let mut paired = vec![false; texts.len()];
        pairs
            .iter()
            .flat_map(|pair| [pair.later, pair.earlier])
            .for_each(|text| paired[text as usize] = true);
        let mut left = KEPT;
        let is_kept: Vec<bool> = (texts.iter().zip(&paired))
            .map(|(text, &is_paired)| {
                let is_kept = is_paired && text.len() <= left;
                left -= if is_kept { text.len() } else { 0 };
                is_kept
            })
            .collect();
        let mut words = Words::default();
        let cuts = words.count(texts, &is_kept, progress)?;
        Some((self.words.cloned().unwrap_or(words), Cuts { texts: texts.to_vec(), cuts }))
    }

    /// Aligns the pairs.
    fn align(
        &self,
        comparison: &mut Comparison,
        (firsts, cuts, edges): (&[u32], &Cuts<'_>, Vec<Edge>),
        progress: &Progress,
    ) -> Option<()> {
        let runs: Vec<&[Edge]> = edges.chunk_by(|one, next| one.later == next.later).collect();
        let share = firsts.len() as u64 / runs.len().max(1) as u64;
        let total = |text: u32| self.weights.texts().whole(firsts[text as usize]).total as f64;
        let aligned: Vec<Vec<Aligned>> = (runs.par_iter().with_max_len(16))
            .map(|run| {
                if progress.is_cancelled() {
                    return Vec::new();
                }
                // The later text is cut once for all its pairs.
                let later = cuts.of(run[0].later);
                let aligned =
                    run.iter().map(|edge| Aligned::of(&later, &cuts.of(edge.earlier), &comparison.words));
                let aligned = aligned.collect();
                progress.advance(share);
                aligned
            })
            .collect();
        if progress.is_cancelled() {
            return None;
        }
        let mut known: FxHashMap<Key, u32> = FxHashMap::default();
        for (edge, aligned) in edges.iter().zip(aligned.into_iter().flatten()) {
            let from = comparison.spots.len() as u32;
            for (spot, keys) in aligned.spots {
                let numbers = keys.map(|key| {
                    key.map_or(NO_KEY, |key| {
                        let new = known.len() as u32;
                        *known.entry(key).or_insert(new)
                    })
                });
                comparison.spots.push(spot.numbered(numbers));
            }
            mark_renamed(&mut comparison.spots[from as usize..]);
            let [later, earlier] = [total(edge.later), total(edge.earlier)];
            let shared = edge.weighted / (1.0 + edge.weighted) * (later + earlier);
            let equal = |own: f64| if own == 0.0 { 1.0 } else { (shared / own).min(1.0) as f32 };
            comparison.pairs.push(Pair {
                sides: [edge.later, edge.earlier],
                similarity: edge.similarity,
                equal: [equal(later), equal(earlier)],
                spots: from..comparison.spots.len() as u32,
                light: aligned.light,
                kinds: aligned.kinds,
                is_parted: false,
            });
        }
        let mut keys: Vec<(u32, Key)> = known.into_iter().map(|(key, number)| (number, key)).collect();
        keys.sort_unstable_by_key(|(number, _)| *number);
        comparison.keys = keys.into_iter().map(|(_, key)| key).collect();
        comparison.link();
        measure_texts(comparison, cuts);
        mark_siblings(comparison);
        Some(())
    }
}

impl Comparison {
    /// Sorts the pairs of each text into the order in which they are tried.
    fn link(&mut self) {
        let mut lists: Vec<(u32, f32, f64, u32, u32)> = Vec::with_capacity(2 * self.pairs.len());
        for (at, pair) in (0..).zip(&self.pairs) {
            for side in 0..2 {
                lists.push((pair.sides[side], pair.equal[side], pair.similarity, pair.sides[1 - side], at));
            }
        }
        lists.par_sort_unstable_by_key(|&(text, equal, similarity, other, _)| {
            (text, Reverse(equal.to_bits()), Reverse(similarity.to_bits()), other)
        });
        let mut at = 0;
        for text in 0..self.texts.len() as u32 {
            self.texts[text as usize].pairs = at as u32;
            at += lists[at..].iter().take_while(|entry| entry.0 == text).count();
        }
        self.pairs_of = lists.into_iter().map(|entry| entry.4).collect();
    }

    /// How many distinct texts there are.
    pub fn distinct(&self) -> usize {
        self.texts.len() - 1
    }

    /// The distinct texts of two documents, the smaller number first.
    pub fn texts_of(&self, documents: [u32; 2]) -> [u32; 2] {
        let [a, b] = documents.map(|document| self.of[document as usize]);
        [a.min(b), a.max(b)]
    }

    /// Whether a document is not compared because it is blank.
    pub fn is_left_out(&self, document: u32) -> bool {
        self.of[document as usize] == NONE
    }

    /// The documents of a text.
    pub(super) fn members(&self, text: u32) -> &[u32] {
        let range = [text, text + 1].map(|text| self.texts[text as usize].members as usize);
        &self.members[range[0]..range[1]]
    }

    /// The numbers of the pairs of a text.
    pub(super) fn numbers_of_pairs(&self, text: u32) -> impl Iterator<Item = u32> {
        let range = [text, text + 1].map(|text| self.texts[text as usize].pairs as usize);
        self.pairs_of[range[0]..range[1]].iter().copied()
    }

    /// The pairs of a text, with the side on which it stands.
    pub(super) fn pairs_of(&self, text: u32) -> impl Iterator<Item = (&Pair, usize)> {
        self.numbers_of_pairs(text).map(move |at| {
            let pair = &self.pairs[at as usize];
            (pair, usize::from(pair.sides[1] == text))
        })
    }

    /// Describes the differences of a text that goes and one that stays, both as they were compared.
    pub fn describe(&self, gone: &str, kept: &str) -> String {
        let [gone, kept] = [gone, kept].map(Tokens::new);
        describe(&between(&gone, &kept, &self.words), &gone, &kept)
    }

    /// The differences of the texts of a pair.
    pub(super) fn spots(&self, pair: &Pair) -> &[Spot] {
        &self.spots[pair.spots.start as usize..pair.spots.end as usize]
    }
}

/// Documents with equal texts, collapsed.
struct Classes {
    of: Vec<u32>,
    members: Vec<u32>,
    starts: Vec<u32>,
}

struct Graph {
    pairs: Vec<Edge>,
    groups: Groups,
}

/// Whether a text has only white space and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || Normalize::is_invisible(c))
}
