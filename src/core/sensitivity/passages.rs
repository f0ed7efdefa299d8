//! Passages of a corpus, cut at given lengths.

use crate::corpus::Corpus;
use crate::random::Random;
use crate::recipe::{Cutter, FeatureHash, Recipe, Tables, Tokenizer};
use crate::visible::start_of;
use std::collections::HashSet;
use std::ops::Range;

/// A corpus as one cyclic text: the first document follows the last.
#[derive(Debug)]
pub(super) struct Shelf<'c> {
    corpus: &'c Corpus,
    /// End of each document in bytes.
    ends: Vec<u64>,
}

/// A stretch of the corpus.
#[derive(Debug)]
pub(super) struct Passage {
    pub(super) text: String,
    /// Byte ranges of its words, independent of the recipe's tokenizer.
    words: Vec<Range<usize>>,
    /// For each length, the number of distinct terms under the recipe and where the text must end to have them;
    /// ascending.
    cuts: Vec<(u32, usize)>,
}

/// Bytes taken at first; doubled until they hold enough features.
const FIRST_BYTES: usize = 2 << 10;
/// Longest passage in bytes: a repetitive log never reaches 500 features.
const MOST_BYTES: usize = 16 << 10;
/// Bytes within which the first word of a passage is drawn; doubled while no word starts there.
const WINDOW: u64 = 256;
/// Largest window in bytes.
const WIDEST_WINDOW: u64 = 2 << 10;
/// Bytes of context on both sides, so that words at the borders are cut as usual.
const AROUND: usize = 64;
/// Longest word in bytes, if a word is taken alone.
const LONGEST_WORD: usize = 256;

impl<'c> Shelf<'c> {
    pub(super) fn new(corpus: &'c Corpus) -> Self {
        let mut all = 0;
        let ends = corpus.iter().map(|document| {
            all += document.text.len() as u64;
            all
        });
        Self { corpus, ends: ends.collect() }
    }

    /// A passage that starts at a random [word](Self::word_at); `None` if no word is found. `lengths` are the
    /// numbers of features to cut at, ascending.
    pub(super) fn draw(&self, random: &mut Random, recipe: &Recipe, lengths: &[u32]) -> Option<Passage> {
        let (document, start) = self.word_at(random)?;
        let all = usize::try_from(*self.ends.last()?).unwrap_or(usize::MAX);
        let mut cutter = recipe.cutter();
        let mut bytes = FIRST_BYTES;
        loop {
            let mut text = self.take(document, start, bytes.min(all));
            let cuts = cuts(&mut cutter, &text, lengths);
            if cuts.len() == lengths.len() || bytes >= MOST_BYTES.min(all) {
                text.truncate(cuts.last()?.1);
                let words = words(recipe, &text);
                return Some(Passage { text, words, cuts });
            }
            bytes *= 2;
        }
    }

    /// The start of a word among those in the few hundred bytes after a random position. It may be the only
    /// word of its document.
    ///
    /// Every stretch of bytes is equally likely, and within it every word, whatever its length and that of its
    /// neighbours. So all words of a corpus are about equally likely, if its stretches have about the same
    /// number of words.
    fn word_at(&self, random: &mut Random) -> Option<(usize, usize)> {
        /// A corpus may be mostly white space and punctuation.
        const ATTEMPTS: usize = 16;
        // Documents without text contain no position.
        let all = self.ends.last().copied().filter(|&all| all > 0)?;
        let windows = || std::iter::successors(Some(WINDOW), |window| Some(2 * window));
        (0..ATTEMPTS).find_map(|_| {
            let place = random.below(usize::try_from(all).unwrap_or(usize::MAX)) as u64;
            windows()
                .take_while(|&window| window <= WIDEST_WINDOW)
                .find_map(|window| random.pick(&self.words_from(place, window.min(all))).copied())
        })
    }

    /// The starts of words in a stretch of the (cyclic) corpus, as document and byte offset.
    fn words_from(&self, place: u64, bytes: u64) -> Vec<(usize, usize)> {
        let mut cutter = Cutter::new(Tokenizer::PLAIN_WORDS, Tables::EMBEDDED);
        let mut words = Vec::new();
        let (mut place, mut left) = (place, bytes as usize);
        while left > 0 {
            let document = self.ends.partition_point(|&end| end <= place);
            let text = self.corpus.get(document).text;
            let begin = self.ends[document] - text.len() as u64;
            let from = (place - begin) as usize;
            let end = text.len().min(from + left);
            let start = start_of(text, from.saturating_sub(AROUND)).len();
            cutter.each(&start_of(text, end + AROUND)[start..], |_, span| {
                let word = start + span.start;
                if (from..end).contains(&word) {
                    words.push((document, word));
                }
            });
            left -= end - from;
            place = if self.ends.last() == Some(&self.ends[document]) { 0 } else { self.ends[document] };
        }
        words
    }

    /// About `bytes` bytes from a position on; documents are joined by line ends.
    fn take(&self, document: usize, start: usize, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes);
        let (mut document, mut start) = (document, start);
        loop {
            let rest = &self.corpus.get(document).text[start..];
            let wanted = bytes.saturating_sub(text.len());
            if rest.len() >= wanted {
                text.push_str(start_of(rest, wanted));
                return text;
            }
            text.push_str(rest);
            text.push('\n');
            document = (document + 1) % self.corpus.len();
            start = 0;
        }
    }
}

/// 512 random words of a corpus, each about as likely as it is frequent, possibly repeated: replacement words
/// for edits. Fewer if the corpus has hardly any.
pub fn vocabulary(corpus: &Corpus, seed: u64) -> Vec<String> {
    /// Enough that every edit finds a word that is not in the text.
    const WORDS: u64 = 512;
    let shelf = Shelf::new(corpus);
    let words = (0..WORDS).filter_map(|word| {
        let (document, start) = shelf.word_at(&mut Random::of(&[seed, WORDS, word]))?;
        let text = start_of(&corpus.get(document).text[start..], LONGEST_WORD);
        let mut first = None;
        Cutter::new(Tokenizer::PLAIN_WORDS, Tables::EMBEDDED).each(text, |_, span| {
            first.get_or_insert(span);
        });
        first.map(|span| text[span].to_owned())
    });
    words.collect()
}

/// Where the text reaches each of these numbers of distinct terms, as far as it does.
fn cuts(cutter: &mut Cutter, text: &str, lengths: &[u32]) -> Vec<(u32, usize)> {
    let mut terms = HashSet::new();
    let mut cuts = Vec::with_capacity(lengths.len());
    let mut end = 0;
    cutter.each(text, |term, span| {
        end = end.max(span.end);
        if terms.insert(FeatureHash::DEFAULT.of_64(term))
            && lengths.get(cuts.len()).is_some_and(|&length| terms.len() as u32 == length)
        {
            cuts.push((terms.len() as u32, end));
        }
    });
    cuts
}

fn words(recipe: &Recipe, text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    Cutter::new(Tokenizer::PLAIN_WORDS, recipe.tables).each(text, |_, span| words.push(span));
    words
}

impl Passage {
    /// The start of the passage with this many distinct terms, and its words; the last may be cut short.
    pub(super) fn cut(&self, features: u32) -> Option<(&str, Vec<Range<usize>>)> {
        let end = self.cuts.iter().find(|(length, _)| *length == features)?.1;
        let words = self.words.iter().take_while(|word| word.start < end);
        Some((&self.text[..end], words.map(|word| word.start..word.end.min(end)).collect()))
    }

    /// A random word of the passage.
    pub(super) fn word(&self, random: &mut Random) -> Option<&str> {
        random.pick(&self.words).map(|word| &self.text[word.clone()])
    }
}

/// Replaces these words (byte ranges, ascending).
pub(super) fn replace(text: &str, replaced: &[(Range<usize>, impl AsRef<str>)]) -> String {
    let mut edited = String::with_capacity(text.len() + 16);
    let mut done = 0;
    for (place, word) in replaced {
        edited.push_str(&text[done..place.start]);
        edited.push_str(word.as_ref());
        done = place.end;
    }
    edited.push_str(&text[done..]);
    edited
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sensitivity::tests::{lines, sample};
    use crate::simhash::trace;

    /// The number of cuts, and of those with another number of features than stated.
    fn other_lengths(corpus: &Corpus) -> (usize, usize) {
        let (recipe, lengths) = (Recipe::default(), [1, 2, 5, 20, 100]);
        let shelf = Shelf::new(corpus);
        let (mut all, mut other) = (0, 0);
        for seed in 0..40 {
            let passage = shelf.draw(&mut Random::of(&[seed]), &recipe, &lengths).unwrap();
            for length in lengths {
                let (text, words) = passage.cut(length).unwrap();
                assert!(!words.is_empty() && words.iter().all(|word| word.end <= text.len()));
                all += 1;
                other += usize::from(trace(&recipe, None, text).features.len() != length as usize);
            }
        }
        (all, other)
    }

    #[test]
    fn a_cut_has_as_many_features_as_it_says() {
        assert_eq!(other_lengths(&sample("en_sermon_kjv_asv")).1, 0);
        assert_eq!(other_lengths(&sample("en_rustbook_editions")).1, 0);
    }

    #[test]
    fn few_cuts_part_a_chinese_word_otherwise_than_the_longer_text_did() {
        for name in ["zh_tang_two_editions", "zh_rustbook_editions"] {
            let (all, other) = other_lengths(&sample(name));
            assert!(20 * other <= all, "{other} of {all} in {name}");
        }
    }

    #[test]
    fn every_word_of_a_corpus_is_drawn_as_often_as_another() {
        let long = "w".repeat(40);
        // A short word after a long one, and a long one after a short one.
        let corpus = lines(&format!("{long} b\nb {long}\n").repeat(50));
        let words = vocabulary(&corpus, 1);
        let short = words.iter().filter(|word| *word == "b").count();
        // 256 are expected, with a standard deviation of 11.
        assert!(words.len() == 512 && (200..312).contains(&short), "{short} of {}", words.len());
    }

    #[test]
    fn words_are_drawn_of_documents_that_have_one_and_from_the_last_to_the_first() {
        let corpus = lines("\none\n\ntwo\n\n");
        let words = vocabulary(&corpus, 1);
        let count = |word| words.iter().filter(|other| *other == word).count();
        assert!(count("one") > 200 && count("two") > 200 && words.len() == 512, "{words:?}");
        // Longer than the bytes first looked at.
        let long = "w".repeat(900);
        assert_eq!(vocabulary(&lines(&format!("{long}\n{long}\n")), 1).len(), 512);
    }

    #[test]
    fn words_are_replaced_in_their_places() {
        assert_eq!(replace("one two three", &[(0..3, "a"), (8..13, "bcd")]), "a two bcd");
        assert_eq!(replace("", &[] as &[(_, &str)]), "");
    }

    #[test]
    fn an_empty_corpus_and_one_without_words_have_no_passage() {
        let recipe = Recipe::default();
        assert!(Shelf::new(&Corpus::default()).draw(&mut Random::of(&[1]), &recipe, &[1]).is_none());
    }
}
