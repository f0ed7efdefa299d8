//! Known defects of recipes.

use super::{FeatureHash, Recipe, Separators, TieRule, Tokenizer, Weighting};

/// A defect of a recipe. `hamming::ones` measures its effect on a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// go-demo never sets bit 63.
    TopBitNeverSet,
    /// go-demo's hash depends on the first byte and the length alone.
    FirstByteOnly,
    /// cpython leaves the high bits of short terms at 0.
    ShortTermsLeaveHighBits,
    /// cpython at more than 64 bits.
    HighHalfEmpty,
    /// Chinese text without spaces is one term.
    ChineseIsOneTerm,
    /// ASCII separators leave Chinese punctuation, or all of Unicode's white space, inside terms.
    AsciiSeparatorsOnly,
    /// Only the heaviest keywords count, so most edits change nothing.
    MostEditsUnseen,
    /// cppjieba drops stop words, and there is no table of them.
    NoStopWords,
    /// Weights are truncated to integers, possibly to 0.
    WeightsCutToZero,
    /// A sum of 0 gives 1.
    TiesGiveOne,
    /// Texts of fewer than this many pieces have no features.
    ShortTextsEmpty(u8),
    /// Windows of this many words: one changed word changes as many features.
    OneWordChangesMany(u8),
    /// crc32c has 32 bits, in a signature of more.
    HighBitsNeverSet,
    /// A CRC is linear: the same change flips the same bits of the hash of every word of that length.
    LinearHash,
    /// FNV-1 takes the last byte in without mixing it.
    LastByteUnmixed,
    /// ClickHouse drops words of fewer than four bytes, and joins the others without a space.
    ShortWordsDropped,
    /// ClickHouse leaves out the first window: texts of exactly this many characters have no features.
    FirstWindowMissing(u8),
    /// Only ASCII letters, digits, underscores and apostrophes make words.
    AsciiWordsOnly,
}

impl Defect {
    /// An explanation in one sentence, in English and Chinese.
    pub fn text(self) -> (String, String) {
        let fixed = |en: &str, zh: &str| (en.to_owned(), zh.to_owned());
        match self {
            Self::TopBitNeverSet => fixed("this hash never sets bit 63", "此散列从不设置第 63 位"),
            Self::FirstByteOnly => fixed(
                "the hash sees only the first byte and the length: words that share both are one",
                "散列只看首字节和长度：两者相同的词无法区分",
            ),
            Self::ShortTermsLeaveHighBits => fixed(
                "one-character terms leave bits 42 and up at 0; two Han characters never set bit 63",
                "单字符词的第 42 位以上全为 0；两个汉字的词从不设置第 63 位",
            ),
            Self::HighHalfEmpty => fixed(
                "English words leave nearly the whole high half 0: 128 bits buy nothing",
                "英文词的高半部分几乎全为 0：128 位没有好处",
            ),
            Self::ChineseIsOneTerm => fixed(
                "Chinese without spaces is one term: one changed character moves about half the bits",
                "不带空格的中文是一个词：改一个字约变动一半的位",
            ),
            Self::AsciiSeparatorsOnly => fixed(
                "only ASCII characters separate: other white space and punctuation stay inside terms",
                "只按 ASCII 字符切分：其他空白和标点留在词内",
            ),
            Self::MostEditsUnseen => fixed(
                "only the heaviest keywords count: an edit outside them gives distance 0",
                "只计最重的关键词：其外的修改距离为 0",
            ),
            Self::NoStopWords => fixed(
                "no stop words are embedded: for what the program answers, give its table with --stop-words",
                "未内置停用词：要与原程序一致，请用 --stop-words 给出其词表",
            ),
            Self::WeightsCutToZero => fixed(
                "weights are cut to whole numbers: with some 240 distinct rare words all are 0",
                "权重取整：约 240 个不同的罕见词时全部为 0",
            ),
            Self::TiesGiveOne => fixed(
                "a sum of 0 gives 1: the signature of two words of equal weight has 1 at half its bits or more",
                "和为 0 时取 1：两个等权词的签名至少一半的位为 1",
            ),
            Self::ShortTextsEmpty(least) => (
                format!("texts of fewer than {least} words have no features: all their signatures are equal"),
                format!("少于 {least} 个词的文本没有特征：签名全都相同"),
            ),
            Self::OneWordChangesMany(n) => (
                format!("one changed word changes {n} features: short texts move far"),
                format!("改一个词变动 {n} 个特征：短文本移动很大"),
            ),
            Self::HighBitsNeverSet => fixed(
                "the hash has 32 bits: no term sets the bits from 32 up",
                "散列只有 32 位：第 32 位及以上从不置 1",
            ),
            Self::LinearHash => fixed(
                "a CRC is linear: the same change to two words of one length flips the same bits",
                "CRC 是线性的：等长的两个词作同样改动，翻转的位也相同",
            ),
            Self::LastByteUnmixed => fixed(
                "the last byte is not mixed: words that differ in it alone differ in the low 8 bits alone",
                "末字节未经混合：只有末字节不同的词，散列只在低 8 位不同",
            ),
            Self::ShortWordsDropped => fixed(
                "words of fewer than 4 bytes are dropped, the others joined without a space",
                "不足 4 字节的词被丢弃，其余的词直接相连，不加空格",
            ),
            Self::FirstWindowMissing(n) => (
                format!("the first window is left out: texts of exactly {n} characters have no features"),
                format!("漏掉第一个窗口：恰好 {n} 个字符的文本没有特征"),
            ),
            Self::AsciiWordsOnly => fixed(
                "only ASCII makes words: a Chinese text has no features, and letters like é part words",
                "只有 ASCII 字符成词：纯中文文本没有特征，é 等字母会把单词拆开",
            ),
        }
    }
}

impl Recipe {
    /// The defects of its parts.
    pub fn defects(&self) -> Vec<Defect> {
        let mut defects = Vec::new();
        match self.hash {
            FeatureHash::GoDemo => {
                if self.bits.get() > 63 {
                    defects.push(Defect::TopBitNeverSet);
                }
                defects.push(Defect::FirstByteOnly);
            }
            FeatureHash::Cpython(_) => {
                if self.bits.get() > 64 {
                    defects.push(Defect::HighHalfEmpty);
                }
                if self.bits.get() > 42 {
                    defects.push(Defect::ShortTermsLeaveHighBits);
                }
            }
            FeatureHash::Crc32
            | FeatureHash::Crc32C
            | FeatureHash::Fnv1
            | FeatureHash::MurmurMirrored
            | FeatureHash::Xxh3 { .. }
            | FeatureHash::Sip { .. }
            | FeatureHash::Md5Head
            | FeatureHash::Md5Tail
            | FeatureHash::Jenkins => {}
        }
        match self.tokenizer {
            Tokenizer::Whitespace | Tokenizer::Split(Separators::Python) => {
                defects.push(Defect::ChineseIsOneTerm);
            }
            Tokenizer::Split(_) => defects.extend([Defect::ChineseIsOneTerm, Defect::AsciiSeparatorsOnly]),
            Tokenizer::SplitShingles(n) => {
                defects.extend([Defect::ChineseIsOneTerm, Defect::ShortTextsEmpty(n)]);
            }
            Tokenizer::WordShingles { least, .. } => {
                defects.extend([Defect::ChineseIsOneTerm, Defect::ShortTextsEmpty(least)]);
            }
            Tokenizer::AsciiWords
            | Tokenizer::LongWords(_)
            | Tokenizer::LaterChars(_)
            | Tokenizer::Words
            | Tokenizer::UnicodeWords
            | Tokenizer::Jieba
            | Tokenizer::Chars(_)
            | Tokenizer::Shingles(_)
            | Tokenizer::WordChars(_)
            | Tokenizer::JiebaTags
            | Tokenizer::CppJieba => {}
        }
        self.add_hash_and_term_defects(&mut defects);
        match self.tokenizer {
            Tokenizer::SplitShingles(n)
            | Tokenizer::Shingles(n)
            | Tokenizer::WordShingles { n, .. }
            | Tokenizer::LongWords(n)
                if n > 1 =>
            {
                defects.push(Defect::OneWordChangesMany(n));
            }
            _ => {}
        }
        if self.tokenizer == Tokenizer::CppJieba && self.tables.names().stop_words.is_none() {
            defects.push(Defect::NoStopWords);
        }
        match self.weighting {
            Weighting::Keywords(_) | Weighting::CppKeywords(_) => defects.push(Defect::MostEditsUnseen),
            Weighting::Tags(_) => defects.extend([Defect::MostEditsUnseen, Defect::WeightsCutToZero]),
            Weighting::Uniform | Weighting::Tf | Weighting::TfIdf => {}
        }
        if self.tie == TieRule::One {
            defects.push(Defect::TiesGiveOne);
        }
        // A text without words has no features under any rule; a window of one word is no window.
        defects.retain(|defect| !matches!(defect, Defect::ShortTextsEmpty(0 | 1)));
        defects
    }

    /// The defects of the hashes and tokenizers of ClickHouse, mfonda/simhash and npm's simhash.
    fn add_hash_and_term_defects(&self, defects: &mut Vec<Defect>) {
        match self.hash {
            FeatureHash::Crc32C if self.bits.get() > 32 => {
                defects.extend([Defect::HighBitsNeverSet, Defect::LinearHash]);
            }
            FeatureHash::Crc32 | FeatureHash::Crc32C => defects.push(Defect::LinearHash),
            FeatureHash::Fnv1 => defects.push(Defect::LastByteUnmixed),
            _ => {}
        }
        match self.tokenizer {
            Tokenizer::AsciiWords => defects.push(Defect::AsciiWordsOnly),
            Tokenizer::LongWords(_) => defects.extend([
                Defect::ChineseIsOneTerm,
                Defect::AsciiSeparatorsOnly,
                Defect::ShortWordsDropped,
            ]),
            Tokenizer::LaterChars(n) => defects.push(Defect::FirstWindowMissing(n)),
            _ => {}
        }
    }
}

#[cfg(test)]
#[cfg(feature = "chinese")]
mod tests {
    use super::*;

    #[test]
    fn the_weak_spots_of_the_known_programs_are_named() {
        let defects = |name: &str| Recipe::named(name).unwrap().defects();
        assert_eq!(defects("default"), []);
        assert!(defects("go-demo").contains(&Defect::TopBitNeverSet));
        assert!(defects("python").contains(&Defect::HighHalfEmpty));
        assert!(!defects("java").contains(&Defect::HighHalfEmpty));
        assert!(defects("keywords20").contains(&Defect::WeightsCutToZero));
        assert!(defects("text-dedup").contains(&Defect::ShortTextsEmpty(5)));
        assert!(defects("yanyiwu").contains(&Defect::MostEditsUnseen));
        assert!(defects("ch-words:1").contains(&Defect::ShortWordsDropped));
        assert!(!defects("ch-words:1").contains(&Defect::OneWordChangesMany(1)));
        assert!(defects("ch-words").contains(&Defect::OneWordChangesMany(3)));
        assert!(defects("ch-chars:5").contains(&Defect::FirstWindowMissing(5)));
        assert!(defects("ch-chars").contains(&Defect::HighBitsNeverSet));
        assert!(!defects("npm-simhash").contains(&Defect::HighBitsNeverSet));
        assert!(defects("npm-simhash").contains(&Defect::LinearHash));
        assert!(defects("mfonda").contains(&Defect::AsciiWordsOnly));
        assert_eq!(defects("hutool"), [Defect::ChineseIsOneTerm, Defect::AsciiSeparatorsOnly]);
    }
}
