//! What a sample of the texts says against the way in which they are cut.

use crate::corpus::{Batch, Corpus};
use crate::display::{Lang, both, lang};
use crate::recipe::{Recipe, Tokenizer, is_han};
use crate::visible::start_of;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use unicode_segmentation::UnicodeSegmentation;

/// Something to be said of a corpus under a recipe. `Display` is one line in the language of messages, [`say`](Self::say) in
/// any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Noticed {
    /// Most features are single letters of one script, which all its texts share.
    SingleLetters {
        /// The script, in English and Chinese.
        script: (&'static str, &'static str),
        /// The tokenizer that cuts such texts into more.
        better: Tokenizer,
    },
    /// Most texts have no spaces, so that each is a single feature.
    OneFeature {
        /// How many of the sample.
        documents: usize,
        /// The size of the sample.
        of: usize,
    },
    /// Texts are HTML, and their tags features.
    Html {
        /// How many of the sample.
        documents: usize,
        /// The size of the sample.
        of: usize,
    },
}

/// Documents of a sample, and bytes that are read of each.
const SAMPLE: usize = 64;
const BYTES: usize = 4 << 10;
/// Fewer features decide nothing.
const FEWEST: usize = 200;

impl Noticed {
    /// What there is to say of a corpus; reads documents from all over it.
    pub fn of_corpus(corpus: &Corpus, recipe: &Recipe) -> Vec<Self> {
        let step = corpus.len().div_ceil(SAMPLE).max(1);
        Self::of((0..corpus.len()).step_by(step).map(|document| corpus.get(document).text), recipe)
    }

    /// The same of the first documents of a batch.
    pub fn of_batch(batch: &Batch, recipe: &Recipe) -> Vec<Self> {
        Self::of(batch.iter().take(SAMPLE).map(|document| document.text), recipe)
    }

    fn of<'t>(texts: impl Iterator<Item = &'t str>, recipe: &Recipe) -> Vec<Self> {
        let starts: Vec<&str> = texts.map(|text| start_of(text, BYTES)).collect();
        let is_html = |text: &&&str| {
            let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            let is_tag =
                |tag: &str| start.get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag));
            let are_ignored = || recipe.ignored(text).into_iter().any(|place| text[place].starts_with('<'));
            (is_tag("<!doctype html") || is_tag("<html")) && !are_ignored()
        };
        let documents = starts.iter().filter(is_html).count();
        let html = (documents > 0).then_some(Self::Html { documents, of: starts.len() });
        single_letters(&starts, recipe).into_iter().chain(one_feature(&starts, recipe)).chain(html).collect()
    }
}

/// Whether more than half of the texts are one word that is longer than those of any language.
fn one_feature(texts: &[&str], recipe: &Recipe) -> Option<Noticed> {
    const LONGEST: usize = 60;
    let mut cutter = recipe.cutter();
    let mut is_one = |text: &&&str| {
        let mut terms = 0;
        let is_long = text.len() > LONGEST && !text.trim().contains(char::is_whitespace);
        if is_long {
            cutter.each(text, |_, _| terms += 1);
        }
        terms == 1
    };
    let documents = texts.iter().filter(|text| is_one(text)).count();
    (documents * 2 > texts.len()).then_some(Noticed::OneFeature { documents, of: texts.len() })
}

/// Whether more than half of the features are single letters of one script.
fn single_letters(texts: &[&str], recipe: &Recipe) -> Option<Noticed> {
    if recipe.tokenizer == Tokenizer::Rows {
        return None;
    }
    let (mut cutter, mut features) = (recipe.cutter(), 0);
    let mut letters: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for text in texts {
        let mut terms = HashSet::new();
        cutter.each(text, |term, _| {
            if !terms.contains(term) {
                terms.insert(term.to_owned());
            }
        });
        features += terms.len();
        for term in terms {
            let mut clusters = term.graphemes(true);
            let first = clusters.next().and_then(|cluster| cluster.chars().next());
            if let Some(script) = first.filter(|_| clusters.next().is_none()).and_then(script) {
                *letters.entry(script).or_default() += 1;
            }
        }
    }
    let (&script, &most) = letters.iter().max_by_key(|&(_, &count)| count)?;
    let better = match recipe.tokenizer {
        Tokenizer::Words(_) => Tokenizer::Words(3),
        Tokenizer::UnicodeWords(_) => Tokenizer::UnicodeWords(3),
        _ => Tokenizer::Chars(3),
    };
    (features >= FEWEST && most * 2 > features && recipe.tokenizer != better)
        .then_some(Noticed::SingleLetters { script, better })
}

/// The script of a letter; none for Han, of which a character is often a word and says as much as one.
fn script(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        _ if !c.is_alphabetic() || is_han(c) => return None,
        '\0'..='\u{24f}' => ("Latin", "拉丁"),
        '\u{370}'..='\u{3ff}' => ("Greek", "希腊"),
        '\u{400}'..='\u{52f}' => ("Cyrillic", "西里尔"),
        '\u{590}'..='\u{5ff}' => ("Hebrew", "希伯来"),
        '\u{600}'..='\u{77f}' | '\u{fb50}'..='\u{feff}' => ("Arabic", "阿拉伯"),
        '\u{900}'..='\u{97f}' => ("Devanagari", "天城"),
        '\u{e00}'..='\u{e7f}' => ("Thai", "泰文"),
        '\u{e80}'..='\u{eff}' => ("Lao", "老挝文"),
        '\u{1000}'..='\u{109f}' => ("Burmese", "缅文"),
        '\u{1780}'..='\u{17ff}' => ("Khmer", "高棉文"),
        '\u{3041}'..='\u{30ff}' => ("kana", "假名"),
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7ff}' => ("Hangul", "谚文"),
        _ => return None,
    })
}

impl Noticed {
    /// The same in that language.
    pub fn say(self, lang: Lang) -> String {
        lang.pick(match self {
            Self::SingleLetters { script: (en, zh), better } => both!("most features are single letters ({en}), which unrelated texts share: their distances are small; \
                     --tokenizer {better} cuts windows", "大多数特征是单个字母（{zh}），无关的文本也共有这些特征，距离因而偏小；--tokenizer {better} 可切成窗口"),
            Self::OneFeature { documents, of } => both!("{documents} of {of} sampled documents have no spaces and are one feature each, as proteins are: \
                     give --tokenizer chars:5 and --confirm 'weighted:chars:5>=0.3'", "抽样的 {of} 篇文档中有 {documents} 篇没有空格，整篇只是一个特征，如蛋白质序列：请用 --tokenizer chars:5 \
                     和 --confirm 'weighted:chars:5>=0.3'"),
            Self::Html { documents, of } => both!("{documents} of {of} sampled documents are HTML, read as it is: tags are features, too; \
                     --ignore '<[^>]*>' removes them", "抽样的 {of} 篇文档中有 {documents} 篇是 HTML，按原样读取：标签也是特征；--ignore '<[^>]*>' 可去除"),
        })
    }
}

impl fmt::Display for Noticed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(lang()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noticed(text: &str, recipe: &Recipe) -> Vec<Noticed> {
        Noticed::of(std::iter::repeat_n(text, 60), recipe)
    }

    #[test]
    fn single_letters_are_noticed_and_windows_are_not() {
        let plain = Recipe { tokenizer: Tokenizer::UnicodeWords(1), ..Recipe::default() };
        let wide = Recipe { tokenizer: Tokenizer::UnicodeWords(3), ..plain };
        let thai = "การสมัครสมาชิกของคุณสิ้นสุดลงแล้ว";
        let found = noticed(thai, &plain);
        assert_eq!(found, [Noticed::SingleLetters { script: ("Thai", "泰文"), better: wide.tokenizer }]);
        assert!(found[0].to_string().ends_with("--tokenizer unicode-words:3 cuts windows"));
        assert_eq!(noticed(thai, &wide), []);
        assert_eq!(noticed("a plain text with several words", &plain), []);
        assert_eq!(noticed("床前明月光疑是地上霜", &plain), []);
        let letters = Recipe { tokenizer: Tokenizer::Chars(1), ..plain };
        assert!(noticed("привет всем", &letters)[0].to_string().contains("(Cyrillic)"));
    }

    #[test]
    fn texts_without_spaces_are_noticed_unless_they_are_cut_into_windows() {
        let protein = "IWVFNYSWDYASKVIHSVVSPFIFTPADGWCLAKSYPQPWRFNECFSHKQLQTPWNVWQWIMAKYGMVWWEHWKLEDSS";
        let recipe = Recipe { tokenizer: Tokenizer::UnicodeWords(1), ..Recipe::default() };
        assert_eq!(noticed(protein, &recipe), [Noticed::OneFeature { documents: 60, of: 60 }]);
        assert_eq!(noticed(protein, &Recipe { tokenizer: Tokenizer::Chars(5), ..recipe }), []);
        assert_eq!(noticed("Donaudampfschifffahrtsgesellschaft", &recipe), []);
        assert_eq!(noticed(&format!("two {protein}"), &recipe), []);
    }

    #[test]
    fn html_is_noticed_unless_its_tags_are_ignored() {
        let recipe = Recipe { tokenizer: Tokenizer::Whitespace, ..Recipe::default() };
        let html = "\n<!DOCTYPE html><html><body>some text</body></html>";
        assert_eq!(noticed(html, &recipe), [Noticed::Html { documents: 60, of: 60 }]);
        assert_eq!(noticed("a <b>bold</b> word of <html>", &recipe), []);
        let ignored = Recipe { ignore: Some("<[^>]*>".parse().unwrap()), ..recipe };
        assert_eq!(noticed(html, &ignored), []);
    }
}
