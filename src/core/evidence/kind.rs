//! What kind of texts a corpus has, as far as it matters for finding near-duplicates.

use crate::display::{Lang, percent_text};
use crate::measures::{Weights, each_word};

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
    /// Share of the shingles that weigh nothing, since much of the corpus has them.
    pub framed: f64,
}

impl Kind {
    /// Of these texts; the weights are those of the corpus.
    pub fn of(texts: &[&str], weights: &Weights) -> Self {
        let step = texts.len().div_ceil(LOOKED_AT).max(1);
        let (mut lengths, mut digits, mut shingles, mut framed) = (Vec::new(), 0, 0, 0);
        for text in texts.iter().step_by(step) {
            let mut words = 0;
            each_word(text, |word| {
                words += 1;
                digits += usize::from(word.chars().any(char::is_numeric));
            });
            lengths.push(words);
            let set = weights.shingles().set(text).len();
            shingles += set;
            framed += set - weights.weigh(text).len();
        }
        lengths.sort_unstable();
        let share = |part: usize, all: usize| part as f64 / all.max(1) as f64;
        let words = lengths.get(lengths.len() / 2).copied().unwrap_or(0);
        Self { words, digits: share(digits, lengths.iter().sum()), framed: share(framed, shingles) }
    }

    /// A sentence: what was seen, and what follows.
    pub fn text(&self, lang: Lang) -> String {
        let Self { words, digits, framed } = *self;
        let [of_digits, of_frames] = [digits, framed].map(percent_text);
        let seen = lang.pick((
            format!("the median text has {words} words, {of_digits} of the words have digits, {of_frames} of the text is in frames"),
            format!("文本长度中位数 {words} 词，{of_digits} 的词含数字，{of_frames} 的文本属于框架"),
        ));
        let mut follows: Vec<&str> = Vec::new();
        if words < SHORT {
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
        if framed >= FRAMED {
            follows.push(lang.pick((
                "texts made from templates lie near each other, whatever they say: let the texts decide, not k",
                "模板生成的文本内容不同也很近：应由文本而非 k 决定",
            )));
        }
        let joint = lang.pick(("; ", "；"));
        std::iter::once(seen.as_str()).chain(follows).collect::<Vec<_>>().join(joint)
    }
}
