//! What kind of texts a corpus has, as far as it matters for finding near-duplicates.

use super::advice::{Advice, Reason, Verdict};
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

/// A corpus in which each text means something else, as in a list of messages: of the similar pairs of most lengths many are in groups
/// whose members are not all alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Catalogue {
    /// The least number of words of the texts that this is seen in, and the first number that is too large.
    pub words: (Option<u32>, Option<u32>),
    /// The share of their similar pairs that are in such groups, 0 to 1.
    pub share: f64,
}

impl Catalogue {
    /// In words, without a verb before or a stop behind.
    pub fn seen(&self, lang: Lang) -> String {
        let share = percent_text(self.share);
        let length = lang.pick(match self.words {
            (None, Some(end)) => both!("below {end} words", "{end} 词以下"),
            (Some(start), Some(end)) => both!("from {start} to {} words", "{start} 至 {} 词", end - 1),
            (Some(start), None) => both!("from {start} words on", "{start} 词以上"),
            (None, None) => both!("everywhere", "处处"),
        });
        lang.pick(both!(
            "{length}, {share} of the similar pairs are in groups whose members are not all alike, as in a list of messages",
            "{length}的相似对有 {share} 位于并非两两相似的组中，如同消息目录"
        ))
    }
}

impl Advice {
    /// Says that each text means something else: then a k that agrees with the share of the texts is no good by that, and neither is
    /// comparing them by it.
    pub fn of_catalogue(&mut self, seen: Catalogue) {
        if matches!(self.verdict, Verdict::Yes | Verdict::Weak) {
            self.verdict = Verdict::Depends;
        }
        self.reasons.retain(|reason| !matches!(reason, Reason::Alone(_) | Reason::Compare { .. }));
        self.reasons.insert(1.min(self.reasons.len()), Reason::Catalogue(seen));
    }

    /// What was seen of that.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.reasons.iter().find_map(|reason| match reason {
            Reason::Catalogue(seen) => Some(seen),
            _ => None,
        })
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

    #[test]
    fn in_a_catalogue_no_k_is_good_by_what_texts_share() {
        use crate::evidence::confirmed::tests::made;
        let right: &[f64] = &[1.0; 40];
        let confirmed = made(&[right, &[0.0; 2]], &[right, &[0.0; 2]]);
        let [mut advice, _] = confirmed.advise(30, Default::default(), &[]);
        let says = |advice: &Advice, what: &str| {
            advice.reasons.iter().any(|reason| reason.text(Lang::En).contains(what))
        };
        assert!(advice.verdict == Verdict::Yes && says(&advice, "alone is good enough"));
        let seen = Catalogue { words: (Some(25), Some(100)), share: 0.4 };
        advice.of_catalogue(seen);
        assert_eq!((advice.verdict, advice.catalogue()), (Verdict::Depends, Some(&seen)));
        assert!(says(&advice, "from 25 to 99 words, 40 % of the similar pairs") && !says(&advice, "alone"));
    }
}
