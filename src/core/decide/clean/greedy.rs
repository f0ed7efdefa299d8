//! Texts in the order of a rule, each against those that stay before it.

use super::kept::Kept;
use super::rules::{Cleaned, Cover, Rules, Said, Verdict};
use super::slots;
use crate::alignment::{Kind, are_folded_alike, folded};
use crate::measures::{Shingles, Weights};
use crate::progress::Progress;
use crate::recipe::{each_word, lower_case};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use xxhash_rust::xxh3::xxh3_64;

/// Whether two documents are near enough to be compared: the one that may go, and the one that stays.
pub type Near<'a> = &'a (dyn Fn(u32, u32) -> bool + Sync);

/// Decides what may go.
#[derive(Clone, Copy)]
pub struct Cleaner<'a> {
    /// All texts, by document.
    pub texts: &'a [&'a str],
    /// What their shingles weigh.
    pub weights: &'a Weights,
    /// What is asked of a text that goes.
    pub rules: Rules,
    /// The documents in the order in which they stay, all of them; `None` for those that stay whatever covers them, then the
    /// heaviest first: equal ones with more shingles first, then in the order of the corpus.
    pub order: Option<&'a [u32]>,
    /// Documents that stay whatever covers them.
    pub stays: &'a (dyn Fn(u32) -> bool + Sync),
    /// Documents that cover none.
    pub covers_none: &'a (dyn Fn(u32) -> bool + Sync),
    /// What people said of pairs; it goes before what the texts say.
    pub said: &'a Said,
    /// The pairs that are compared; `None` for all.
    pub near: Option<Near<'a>>,
    /// The value of a document that may go and one that stays, and whether that confirms them; `None` for the weighted Jaccard
    /// index.
    pub measure: Option<&'a (dyn Fn(u32, u32) -> (f64, bool) + Sync)>,
}

/// What is known of each text at once.
struct Known {
    stays: bool,
    /// Hashes of the folded text and of its words in order; `None` without words.
    folded: u64,
    words: Option<u64>,
}

/// Shingles with weight that a text has at least to go as one that is similar: of fewer, two or three in common confirm it,
/// whatever else it says.
const FEWEST: usize = 8;
/// Texts between two looks at the progress.
const CHUNK: usize = 4096;

impl Cleaner<'_> {
    /// Decides about all texts. The result does not depend on the number of threads. `None` when cancelled. Advances by
    /// documents, twice.
    pub fn run(&self, progress: &Progress) -> Option<Cleaned> {
        progress.expect(2 * self.texts.len() as u64);
        let known: Vec<Known> = (0..self.texts.len() as u32)
            .into_par_iter()
            .with_max_len(256)
            .filter(|_| !progress.is_cancelled())
            .map(|document| {
                progress.advance(1);
                self.known(document)
            })
            .collect();
        if progress.is_cancelled() {
            return None;
        }
        let mut heaviest = Vec::new();
        let order = self.order.unwrap_or_else(|| {
            heaviest = (0..self.texts.len() as u32).collect();
            heaviest.par_sort_unstable_by_key(|&document| {
                let (stays, texts) = (known[document as usize].stays, self.weights.texts());
                let (whole, shared) = (texts.whole(document), texts.shared(document).len() as u32);
                (!stays, Reverse(whole.total), Reverse(shared + whole.alone), document)
            });
            &heaviest
        });
        let mut run = Run {
            cleaner: self,
            known: &known,
            kept: Kept::new(self.weights.texts()),
            folded: FxHashMap::default(),
            words: FxHashMap::default(),
            found: Vec::new(),
            is_kept: vec![false; self.texts.len()],
            said: Vec::new(),
        };
        let mut verdicts = vec![Verdict::Stays; self.texts.len()];
        for chunk in order.chunks(CHUNK) {
            for &document in chunk {
                verdicts[document as usize] = run.decide(document);
            }
            if progress.is_cancelled() {
                return None;
            }
            progress.advance(chunk.len() as u64);
        }
        let said = run.said;
        let mut cleaned = Cleaned { verdicts, templates: 0, frames: self.weights.in_frames() };
        if !self.rules.allowed.has(Kind::Template) {
            let fold = |document: u32| known[document as usize].folded;
            let may_go = |kind: Kind, by: u32| {
                kind.is_equal() && self.rules.allowed.has(kind) && !(self.covers_none)(by)
            };
            slots::hold(&mut cleaned, self.texts, self.weights.shingles(), order, &fold, &may_go);
        }
        for (document, cover) in said {
            if cleaned.is_kept(cover.by as usize) {
                cleaned.verdicts[document as usize] = Verdict::Goes(cover);
            }
        }
        Some(cleaned)
    }

    fn known(&self, document: u32) -> Known {
        let text = self.texts[document as usize];
        let whole = self.weights.texts().whole(document);
        let words = match self.weights.shingles() {
            Shingles::Words(_) => (whole.shingles > 0).then_some(whole.sequence),
            Shingles::Chars(_) => {
                let mut words = String::new();
                each_word(text, |word| words.extend([&*lower_case(word), " "]));
                (!words.is_empty()).then(|| xxh3_64(words.as_bytes()))
            }
        };
        Known { stays: (self.stays)(document), folded: xxh3_64(folded(text).as_bytes()), words }
    }
}

struct Run<'a> {
    cleaner: &'a Cleaner<'a>,
    known: &'a [Known],
    kept: Kept<'a>,
    /// The first text that stays with these words, or this folded text.
    folded: FxHashMap<u64, u32>,
    words: FxHashMap<u64, u32>,
    found: Vec<(u32, u64)>,
    /// The texts that stay so far and may cover others.
    is_kept: Vec<bool>,
    /// The texts that go because somebody said so.
    said: Vec<(u32, Cover)>,
}

impl Run<'_> {
    fn decide(&mut self, document: u32) -> Verdict {
        let verdict = if self.known[document as usize].stays || self.is_said_to_stay(document) {
            Verdict::Stays
        } else if let Some(cover) = self.said_to_go(document) {
            self.said.push((document, cover));
            return Verdict::Goes(cover);
        } else {
            match self.cover(document) {
                None => Verdict::Stays,
                Some(cover) if self.cleaner.rules.allowed.has(cover.kind) => return Verdict::Goes(cover),
                Some(cover) => Verdict::Held(cover),
            }
        };
        if !(self.cleaner.covers_none)(document) {
            let known = &self.known[document as usize];
            self.is_kept[document as usize] = true;
            self.folded.entry(known.folded).or_insert(document);
            // Of texts with the same words the first stands for all.
            let is_first =
                known.words.is_none_or(|words| *self.words.entry(words).or_insert(document) == document);
            if is_first {
                self.kept.add(document);
            }
        }
        verdict
    }

    /// Whether somebody said that it may not go because of some text, and of none that it may.
    fn is_said_to_stay(&self, document: u32) -> bool {
        let said = self.cleaner.said.of(document);
        !said.is_empty() && said.iter().all(|&(_, may_go)| !may_go)
    }

    /// The text that stays, where somebody said that this one may go because of it.
    fn said_to_go(&self, document: u32) -> Option<Cover> {
        let Cleaner { texts, weights, rules, said, .. } = *self.cleaner;
        let mut said = said.of(document).iter();
        let &(by, _) = said.find(|&&(by, may_go)| may_go && self.is_kept[by as usize])?;
        Cover::of(&[(document, by)], (texts, weights), None, &|value| value >= rules.least).pop()
    }

    /// The text that stays and covers this one best.
    fn cover(&mut self, document: u32) -> Option<Cover> {
        let known = &self.known[document as usize];
        let said = self.cleaner.said.of(document);
        let is_apart = |by: u32| said.iter().any(|&(other, may_go)| other == by && !may_go);
        let same = self.folded.get(&known.folded).or_else(|| self.words.get(&known.words?));
        // Hashes can be made to meet; only the texts decide.
        if let Some(&by) =
            same.filter(|&&by| !is_apart(by) && has_same_words(self.text(document), self.text(by)))
        {
            let kind = Kind::of(self.text(document), self.text(by), Some(1.0));
            return Some(Cover { by, kind, similarity: 1.0, equal: 1.0 });
        }
        let least = if self.cleaner.measure.is_some() { 0.0 } else { self.cleaner.rules.least };
        self.kept.sharing(document, least, &mut self.found);
        let total = |document: u32| self.cleaner.weights.texts().whole(document).total;
        let near = |by: u32| self.cleaner.near.is_none_or(|near| near(document, by));
        let mut found: Vec<Cover> = (self.found.iter())
            .filter(|&&(by, _)| near(by) && !is_apart(by))
            .map(|&(by, shared)| {
                let both = total(document) + total(by) - shared;
                let [similarity, equal] = [both, total(document)].map(|of| shared as f64 / of as f64);
                Cover { by, kind: Kind::Unconfirmed, similarity, equal }
            })
            // Most share next to nothing.
            .filter(|cover| self.cleaner.measure.is_some() || cover.similarity >= self.cleaner.rules.least)
            .collect();
        found.sort_by(|a, b| {
            b.equal.total_cmp(&a.equal).then(b.similarity.total_cmp(&a.similarity)).then(a.by.cmp(&b.by))
        });
        self.confirmed(document, found)
    }

    /// The first of these that is confirmed, with its kind.
    fn confirmed(&self, document: u32, found: Vec<Cover>) -> Option<Cover> {
        let Rules { least, loss, .. } = self.cleaner.rules;
        let is_enough = |cover: &Cover| cover.equal >= 1.0 - loss;
        let enough = found.iter().filter(|cover| is_enough(cover)).count();
        // Another measure costs more than this one: of those that lose too much only the best is tried.
        let tried = if self.cleaner.measure.is_some() { enough.max(1) } else { found.len() };
        found.into_iter().take(tried).find_map(|mut cover| {
            let is_confirmed = match self.cleaner.measure {
                None => cover.similarity >= least,
                Some(measure) => {
                    let (value, is_confirmed) = measure(document, cover.by);
                    cover.similarity = value;
                    is_confirmed
                }
            };
            let kind = |cover: &Cover| match is_enough(cover) {
                true => match Kind::of(self.text(document), self.text(cover.by), Some(cover.similarity)) {
                    Kind::Similar(_) if self.says_little(document) => Kind::Partial,
                    kind => kind,
                },
                false => Kind::Partial,
            };
            is_confirmed.then(|| Cover { kind: kind(&cover), ..cover })
        })
    }

    /// Whether next to nothing of a text weighs anything, where weights confirm.
    fn says_little(&self, document: u32) -> bool {
        let texts = self.cleaner.weights.texts();
        let weighing = texts.shared(document).len() + texts.whole(document).alone as usize;
        self.cleaner.measure.is_none() && weighing < FEWEST
    }

    fn text(&self, document: u32) -> &str {
        self.cleaner.texts[document as usize]
    }
}

/// Whether two texts have the same words in the same order, or are the same but for case, width and spaces.
fn has_same_words(a: &str, b: &str) -> bool {
    let words = |text| {
        let mut words = Vec::new();
        each_word(text, |word| words.push(lower_case(word)));
        words
    };
    a == b || words(a) == words(b) || are_folded_alike(a, b)
}
