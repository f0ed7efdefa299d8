//! Known defects of recipes.

use super::{FeatureHash, Recipe, Separators, Sketch, TieRule, Tokenizer, Units, Weighting};
use crate::display::both;

/// A defect of a recipe. `hamming::ones` measures its effect on a corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Defect {
    /// go-demo never sets bit 63.
    TopBitNeverSet,
    /// go-demo's hash depends on the first byte and the length alone.
    FirstByteOnly,
    /// cpython over characters leaves the high bits of short terms at 0.
    ShortTermsLeaveHighBits,
    /// cpython over bytes leaves the high bits of ASCII characters at 0.
    AsciiLeavesHighBits,
    /// cpython at more than 64 bits.
    HighHalfEmpty,
    /// Chinese text without spaces is one term.
    ChineseIsOneTerm,
    /// Chinese text without spaces is one word, which is too few for a window.
    ChineseIsOneWord,
    /// Chinese text is cut at punctuation only.
    ChineseCutAtPunctuation,
    /// ASCII separators leave Chinese punctuation, or all of Unicode's white space, inside terms.
    AsciiSeparatorsOnly,
    /// Only the heaviest keywords count, so most edits change nothing.
    MostEditsUnseen,
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
    /// Whether it is of single bits of a hash, of which minima are never made: a value depends on the whole hash.
    pub(super) fn is_of_single_bits(self) -> bool {
        matches!(
            self,
            Self::TopBitNeverSet
                | Self::ShortTermsLeaveHighBits
                | Self::AsciiLeavesHighBits
                | Self::HighHalfEmpty
                | Self::HighBitsNeverSet
                | Self::LinearHash
                | Self::LastByteUnmixed
        )
    }

    /// An explanation in one sentence, in English and Chinese. tests/library/weak_spots.rs computes what each claims.
    pub fn text(self) -> (String, String) {
        match self {
            Self::TopBitNeverSet => fixed("this hash never sets bit 63", "此哈希从不设置第 63 位"),
            Self::FirstByteOnly => fixed(
                "the hash sees only the first byte and the length: words that share both are one",
                "哈希只看首字节和长度：两者相同的词无法区分",
            ),
            Self::ShortTermsLeaveHighBits => fixed(
                "one character up to U+FFFF leaves bits 43 and up at 0; two such Han characters never set bit 63",
                "U+FFFF 以内的单字符词，第 43 位及以上全为 0；两个这样的汉字从不设置第 63 位",
            ),
            Self::AsciiLeavesHighBits => fixed(
                "one ASCII character leaves bits 34 and up at 0",
                "单个 ASCII 字符的词，第 34 位及以上全为 0",
            ),
            Self::HighHalfEmpty => fixed(
                "English texts set about 1 in 20 bits of the high half: 128 bits tell little more than 64",
                "英文文本的高 64 位约每 20 位只有 1 位为 1：128 位比 64 位多不了多少信息",
            ),
            Self::ChineseIsOneTerm => fixed(
                "Chinese without spaces is one term: one changed character leaves no feature in common",
                "不带空格的中文是一个词：改一个字后两文本没有共同特征",
            ),
            Self::ChineseIsOneWord => fixed(
                "Chinese without spaces is one word: such a text has no features",
                "不带空格的中文是一个词：这样的文本没有特征",
            ),
            Self::ChineseCutAtPunctuation => {
                fixed("Chinese between punctuation marks is one word", "标点之间的中文是一个词")
            }
            Self::AsciiSeparatorsOnly => fixed(
                "only ASCII characters separate: other white space and punctuation stay inside terms",
                "只按 ASCII 字符切分：其他空白和标点留在词内",
            ),
            Self::MostEditsUnseen => fixed(
                "only the heaviest keywords count: an edit outside them gives distance 0",
                "只计最重的关键词：其外的修改距离为 0",
            ),
            Self::WeightsCutToZero => fixed(
                "weights are cut to whole numbers: in a text of 279 different words all are 0",
                "权重取整：文本有 279 个互不相同的词时全部为 0",
            ),
            Self::TiesGiveOne => fixed(
                "a sum of 0 gives 1: two words of equal weight give 1 wherever either has 1",
                "累加值为 0 时取 1：两个等权的词，只要其一为 1 的位就为 1",
            ),
            Self::ShortTextsEmpty(least) => both!(
                "texts of fewer than {least} words have no features: all their signatures are equal",
                "少于 {least} 个词的文本没有特征：签名全都相同"
            ),
            Self::OneWordChangesMany(n) => both!(
                "one changed word changes {n} features: short texts move far",
                "改一个词变动 {n} 个特征：短文本移动很大"
            ),
            Self::HighBitsNeverSet => fixed(
                "the hash has 32 bits: no term sets the bits from 32 up",
                "哈希只有 32 位：第 32 位及以上从不置 1",
            ),
            Self::LinearHash => fixed(
                "a CRC is linear: the same change to two words of one length flips the same bits",
                "CRC 是线性的：等长的两个词作同样改动，翻转的位也相同",
            ),
            Self::LastByteUnmixed => fixed(
                "the last byte is not mixed: words that differ in it alone differ in the low 8 bits alone",
                "末字节未经混合：只有末字节不同的词，哈希只在低 8 位不同",
            ),
            Self::ShortWordsDropped => fixed(
                "words of fewer than 4 bytes are dropped, the others joined without a space",
                "不足 4 字节的词被丢弃，其余的词直接相连，不加空格",
            ),
            Self::FirstWindowMissing(n) => both!(
                "the first window is left out: texts of exactly {n} characters have no features",
                "漏掉第一个窗口：恰好 {n} 个字符的文本没有特征"
            ),
            Self::AsciiWordsOnly => fixed(
                "only ASCII makes words: a Chinese text has no features, and letters like é part words",
                "只有 ASCII 字符成词：纯中文文本没有特征，é 等字母会把单词拆开",
            ),
        }
    }
}

fn fixed(en: &str, zh: &str) -> (String, String) {
    (en.to_owned(), zh.to_owned())
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
            FeatureHash::Cpython(units) => {
                if self.bits.get() > 64 {
                    defects.push(Defect::HighHalfEmpty);
                }
                let (defect, lowest_empty) = match units {
                    Units::Bytes => (Defect::AsciiLeavesHighBits, 34),
                    Units::Utf16 | Units::CodePoints => (Defect::ShortTermsLeaveHighBits, 43),
                };
                if self.bits.get() > lowest_empty {
                    defects.push(defect);
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
            | FeatureHash::Jenkins
            | FeatureHash::Given => {}
        }
        self.add_tokenizer_defects(&mut defects);
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
        match self.weighting {
            Weighting::Keywords(_) | Weighting::CppKeywords(_) => defects.push(Defect::MostEditsUnseen),
            Weighting::Tags(_) | Weighting::FirstTags(_) => {
                defects.extend([Defect::MostEditsUnseen, Defect::WeightsCutToZero])
            }
            Weighting::Uniform | Weighting::Tf | Weighting::TfIdf | Weighting::Given => {}
        }
        if self.tie == TieRule::One {
            defects.push(Defect::TiesGiveOne);
        }
        // A text without words has no features under any rule; a window of one word is no window.
        defects.retain(|defect| !matches!(defect, Defect::ShortTextsEmpty(0 | 1)));
        if self.sketch == Sketch::MinHash {
            defects.retain(|defect| !defect.is_of_single_bits());
        }
        defects
    }

    /// The defects of the tokenizers of the other programs.
    fn add_tokenizer_defects(&self, defects: &mut Vec<Defect>) {
        match self.tokenizer {
            Tokenizer::Whitespace | Tokenizer::Split(Separators::Python) => {
                defects.push(Defect::ChineseIsOneTerm);
            }
            Tokenizer::Split(_) => defects.extend([Defect::ChineseIsOneTerm, Defect::AsciiSeparatorsOnly]),
            Tokenizer::SplitShingles(1) => defects.push(Defect::ChineseIsOneTerm),
            Tokenizer::SplitShingles(n) => {
                defects.extend([Defect::ChineseIsOneWord, Defect::ShortTextsEmpty(n)]);
            }
            Tokenizer::WordShingles { least, .. } => {
                defects.extend([Defect::ChineseCutAtPunctuation, Defect::ShortTextsEmpty(least)]);
            }
            Tokenizer::AsciiWords
            | Tokenizer::LongWords(_)
            | Tokenizer::LaterChars(_)
            | Tokenizer::Words(_)
            | Tokenizer::UnicodeWords(_)
            | Tokenizer::Jieba
            | Tokenizer::Chars(_)
            | Tokenizer::Shingles(_)
            | Tokenizer::WordChars(_)
            | Tokenizer::JiebaTags
            | Tokenizer::CppJieba(_)
            | Tokenizer::Rows => {}
        }
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
