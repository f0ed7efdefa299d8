//! What kind of texts a corpus has, as far as it matters for finding near-duplicates.

use crate::display::{Lang, both, percent_text};
use crate::measures::{Measure, Shingles};
use crate::recipe::each_word;

/// The most texts that are looked at, spread over the corpus.
const LOOKED_AT: usize = 2000;

/// Texts with fewer words are short.
const SHORT: usize = 10;

/// From this share of words with digits on, few digits make another text.
const DIGITS: f64 = 0.2;

/// From this share of shingles in frames on, texts are made from templates.
const FRAMED: f64 = 0.3;

/// Numbers that say it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Kind {
    /// Words of the median text.
    pub words: usize,
    /// Share of the words that have a digit.
    pub digits: f64,
    /// Share of the shingles that weigh nothing, since much of the corpus has them; `None` of single words, of which common ones are
    /// no frame.
    pub framed: Option<f64>,
    /// Whether pairs are confirmed by single words.
    pub is_by_words: bool,
}

impl Kind {
    /// Of these documents, with the texts of the whole corpus, the measure that confirms, and the share of its shingles that are in frames.
    /// `None` without documents.
    pub(super) fn of(documents: &[u32], texts: &[&str], measure: Measure, framed: f64) -> Option<Self> {
        let (mut lengths, mut digits) = (Vec::new(), 0);
        for &document in documents.iter().step_by(documents.len().div_ceil(LOOKED_AT).max(1)) {
            let mut words = 0;
            each_word(texts[document as usize], |word| {
                words += 1;
                digits += usize::from(word.chars().any(char::is_numeric));
            });
            lengths.push(words);
        }
        lengths.sort_unstable();
        let digits = digits as f64 / lengths.iter().sum::<usize>().max(1) as f64;
        let is_by_words =
            matches!(measure, Measure::Jaccard(by) | Measure::Weighted(by) if by == Shingles::Words(1));
        let framed = (!is_by_words).then_some(framed);
        Some(Self { words: *lengths.get(lengths.len() / 2)?, digits, framed, is_by_words })
    }

    /// A sentence: what was seen, and what follows.
    pub fn text(&self, lang: Lang) -> String {
        let Self { words, digits, framed, is_by_words } = *self;
        let digits_text = percent_text(digits);
        let mut seen = lang.pick(both!(
            "the median text has {words} words, {digits_text} of the words have digits",
            "文本长度中位数 {words} 词，{digits_text} 的词含数字"
        ));
        if let Some(framed) = framed.map(percent_text) {
            seen += &lang.pick(both!(", {framed} of the text is in frames", "，{framed} 的文本属于框架"));
        }
        let mut follows: Vec<&str> = Vec::new();
        if (1..SHORT).contains(&words) && !is_by_words {
            follows.push(lang.pick((
                "short texts: single words confirm better, --confirm 'weighted:words:1>=0.3'",
                "文本短，单个词更适合用来确认：--confirm 'weighted:words:1>=0.3'",
            )));
        }
        if digits >= DIGITS {
            follows.push(lang.pick((
                "many numbers: one digit may make another thing, and hardly moves a signature",
                "数字多：差一个数字可能就是另一回事，而签名几乎不变",
            )));
        }
        if framed.is_some_and(|framed| framed >= FRAMED) {
            follows.push(lang.pick((
                "texts made from templates lie near each other, whatever they say: let the texts decide, not k",
                "模板生成的文本内容不同也很近：应由文本而非 k 决定",
            )));
        }
        let joint = lang.pick(("; ", "；"));
        std::iter::once(seen.as_str()).chain(follows).collect::<Vec<_>>().join(joint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::Join;
    use crate::progress::Progress;

    fn kind(texts: &[&str], measure: &str) -> Option<Kind> {
        let measure = measure.parse().unwrap();
        let framed = Join::of(measure, 30, texts, &Progress::new()).unwrap().frames();
        Kind::of(&(0..texts.len() as u32).collect::<Vec<_>>(), texts, measure, framed)
    }

    #[test]
    fn short_texts_are_told_of_single_words_unless_these_confirm_already() {
        let says = |measure: &str| {
            kind(&["one two three", "four 5"], measure)
                .unwrap()
                .text(Lang::En)
                .contains("weighted:words:1>=0.3")
        };
        assert!(says("weighted:words:2") && says("jaccard:words:2"));
        assert!(!says("weighted:words:1") && !says("jaccard:words:1"));
        assert_eq!(kind(&[], "weighted:words:2"), None);
    }

    #[test]
    fn what_is_seen_does_not_depend_on_the_measure() {
        let texts: Vec<String> = (0..60).map(|n| format!("a frame of words {n} {}", n * n)).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let weighted = kind(&texts, "weighted:words:2").unwrap();
        assert_eq!((weighted.words, weighted.digits, weighted.framed), (6, 2.0 / 6.0, Some(0.6)));
        assert_eq!(kind(&texts, "jaccard:words:2"), Some(weighted));
        assert_eq!(kind(&texts, "weighted:words:1").unwrap().framed, None);
    }
}
