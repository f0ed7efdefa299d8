//! Frames: the longest stretches of words that much of a corpus shares.

use super::{Shingles, Weights};
use crate::progress::Progress;
use crate::recipe::placed_words;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// The fewest words of a frame: fewer are a phrase, as many texts have.
pub const FEWEST: usize = 5;

/// A stretch of words that many texts share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// As the first text has it.
    pub text: String,
    /// How many words it has.
    pub words: usize,
    /// The distinct texts that have it.
    pub texts: usize,
}

impl Weights {
    /// The stretches of [`FEWEST`] words or more that at least `least` of the distinct texts share, and of which no longer one
    /// around the same place is shared by as many; first those that make up most. `least` is at least [`frame`](Self::frame), so
    /// what is listed weighs nothing where texts are compared. The time grows with the words in frames and with the length of
    /// the frames; texts that have the same of them count once. `None` when cancelled.
    pub fn frames(&self, texts: &[&str], least: usize, progress: &Progress) -> Option<Vec<Frame>> {
        let (classes, words) = self.in_runs(texts, progress)?;
        let longest = longest(&words, &classes, least.max(self.frame()), progress)?;
        let mut frames: FxHashMap<Vec<u32>, Frame> = FxHashMap::default();
        for (at, &(length, holders)) in longest.iter().enumerate() {
            let is_inside = at > 0 && longest[at - 1].0 == length + 1;
            if length >= FEWEST && !is_inside {
                let stretch = &words[at..at + length];
                let place = stretch[0].place.start..stretch[length - 1].place.end;
                let text = || texts[classes[stretch[0].class as usize].first][place].to_owned();
                let key = stretch.iter().map(|word| word.number).collect();
                frames.entry(key).or_insert_with(|| Frame { text: text(), words: length, texts: holders });
            }
        }
        let mut frames: Vec<Frame> = frames.into_values().collect();
        frames.sort_unstable_by(|a, b| {
            (b.words * b.texts).cmp(&(a.words * a.texts)).then_with(|| a.text.cmp(&b.text))
        });
        Some(frames)
    }

    /// The words that are in frames, run by run and an [`END`] behind each, of the distinct texts; of those that have the same
    /// such words only once.
    fn in_runs(&self, texts: &[&str], progress: &Progress) -> Option<(Vec<Class>, Vec<Word>)> {
        progress.restart();
        progress.expect(texts.len() as u64);
        let cut = texts.par_iter().with_max_len(256).map(|text| {
            progress.advance(1);
            let (sequence, words) = self.runs(text);
            let hashes: Vec<u64> = words.iter().map(|word| word.0).collect();
            (!progress.is_cancelled()).then_some((sequence, super::sets::sequence(&hashes), words.is_empty()))
        });
        let (mut seen, mut known, mut numbers) =
            (FxHashSet::default(), FxHashMap::default(), FxHashMap::from_iter([(END, 0)]));
        let (mut classes, mut words) = (Vec::<Class>::new(), Vec::new());
        for (first, (sequence, hash, has_none)) in cut.collect::<Option<Vec<_>>>()?.into_iter().enumerate() {
            if has_none || !seen.insert(sequence) {
                continue;
            }
            let class = *known.entry(hash).or_insert(classes.len());
            if class == classes.len() {
                classes.push(Class { first, texts: 0 });
                for (hash, place) in self.runs(texts[first]).1 {
                    let next = numbers.len() as u32;
                    words.push(Word {
                        number: *numbers.entry(hash).or_insert(next),
                        place,
                        class: class as u32,
                    });
                }
            }
            classes[class].texts += 1;
        }
        Some((classes, words))
    }

    /// A hash of all words of a text in their order, and the words in frames: their hashes and places.
    fn runs(&self, text: &str) -> (u64, Vec<(u64, Range<usize>)>) {
        let Shingles::Words(_) = self.shingles() else { return (0, Vec::new()) };
        let (words, shingles) = (placed_words(text), self.shingles().sequence(text));
        let (mut at, mut runs) = (0, Vec::new());
        let is_in_frame: Vec<bool> = shingles.iter().map(|&shingle| self.is_in_frame(shingle)).collect();
        for run in is_in_frame.chunk_by(|a, b| a == b) {
            // A shingle is the words from its place on.
            let words = &words[at..at + run.len() + words.len() - shingles.len()];
            if run[0] && words.len() >= FEWEST {
                runs.extend_from_slice(words);
                runs.push((END, 0..0));
            }
            at += run.len();
        }
        (super::sets::sequence(&shingles), runs)
    }
}

/// Texts that have the same words in frames: the first, and how many they are.
struct Class {
    first: usize,
    texts: usize,
}

struct Word {
    /// A number that equal words share; 0 for the end of a run.
    number: u32,
    place: Range<usize>,
    class: u32,
}

/// The hash that marks the end of a run.
const END: u64 = 0;

/// For each place how many words from there on at least `least` texts share, and how many texts these are: word by word, where the
/// words before it are shared.
fn longest(
    words: &[Word],
    classes: &[Class],
    least: usize,
    progress: &Progress,
) -> Option<Vec<(usize, usize)>> {
    let mut longest = vec![(0, 0); words.len()];
    // The starts of stretches of one word less, each with its class, in the order of the classes.
    let mut begun: Vec<(usize, u32)> = (0..words.len()).map(|at| (at, 0)).collect();
    for length in 1.. {
        let key = |&(at, before): &(usize, u32)| (before, words[at + length - 1].number);
        begun.retain(|stretch| key(stretch).1 > 0);
        // By stretch its number, the texts that have it, and the last class of these.
        let mut holders: FxHashMap<(u32, u32), (u32, usize, u32)> = FxHashMap::default();
        for stretch in &begun {
            let (class, next) = (words[stretch.0].class, holders.len() as u32);
            let holder = holders.entry(key(stretch)).or_insert((next, 0, u32::MAX));
            if holder.2 != class {
                *holder = (holder.0, holder.1 + classes[class as usize].texts, class);
            }
        }
        let shared = |stretch: (usize, u32)| {
            let (number, texts, _) = holders[&key(&stretch)];
            (texts >= least).then_some((stretch.0, number, texts))
        };
        let next: Vec<(usize, u32, usize)> = begun.iter().copied().filter_map(shared).collect();
        next.iter().for_each(|&(at, _, texts)| longest[at] = (length, texts));
        begun = next.into_iter().map(|(at, number, _)| (at, number)).collect();
        if begun.is_empty() {
            break;
        }
        progress.unless_cancelled()?;
    }
    Some(longest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use std::collections::BTreeMap;

    /// The same by trying all stretches of all texts.
    fn by_trying(texts: &[String], least: usize) -> BTreeMap<String, usize> {
        let words: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
        let is_distinct = |at: &usize| !words[..*at].contains(&words[*at]);
        let distinct: Vec<usize> = (0..words.len()).filter(is_distinct).collect();
        let has = |of: &[&str], stretch: &[&str]| of.windows(stretch.len()).any(|some| some == stretch);
        let count = |stretch: &[&str]| distinct.iter().filter(|&&text| has(&words[text], stretch)).count();
        let mut found = BTreeMap::new();
        for &text in &distinct {
            let of = &words[text];
            let longest = |start: usize| {
                (start + 1..=of.len()).rev().find(|&end| count(&of[start..end]) >= least).unwrap_or(start)
            };
            for start in 0..of.len() {
                let end = longest(start);
                if end - start >= FEWEST && (start == 0 || longest(start - 1) < end) {
                    found.insert(of[start..end].join(" "), count(&of[start..end]));
                }
            }
        }
        found
    }

    #[test]
    fn frames_are_those_that_trying_all_stretches_finds() {
        let mut random = Random::of(&[5, 44]);
        let mut seen = 0;
        for _ in 0..12 {
            let mut words = |n: usize, of: usize| -> String {
                (0..n).map(|_| format!("w{}", random.below(of))).collect::<Vec<_>>().join(" ")
            };
            let parts: Vec<String> = (0..4).map(|at| words(4 + 3 * at, 60)).collect();
            let mut texts: Vec<String> = (0..60)
                .map(|at| {
                    let own = words(1 + at % 3, 4_000);
                    format!("{} {own} {} {}", parts[at % 4], parts[at / 4 % 4], words(at % 2, 3))
                })
                .map(|text| text.trim_end().to_owned())
                .collect();
            texts.push(texts[7].clone());
            let given: Vec<&str> = texts.iter().map(String::as_str).collect();
            let weights = Weights::of(Shingles::Words(2), &given, &Progress::new()).unwrap();
            for least in [weights.frame(), 30] {
                let found = weights.frames(&given, least, &Progress::new()).unwrap();
                let by_text: BTreeMap<String, usize> =
                    found.iter().map(|frame| (frame.text.clone(), frame.texts)).collect();
                assert_eq!(by_text, by_trying(&texts, least.max(weights.frame())));
                assert_eq!(by_text.len(), found.len());
                seen += found.len();
            }
        }
        assert!(seen > 30, "{seen}");
    }
}
