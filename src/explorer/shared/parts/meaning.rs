//! What the parts of a recipe mean, in words.

use super::Part;
use crate::surface::{Lang, Phrase};
use simscope_core::recipe::{
    CppJieba as Version, FeatureHash, Normalize, Recipe, Separators, Sketch, TieRule, Tokenizer, Top, Units,
    Weighting, Widths,
};

/// The widths that the recipe can have.
pub fn widths(recipe: &Recipe, lang: Lang) -> String {
    match (recipe.widths(), lang) {
        (Widths::UpTo(widest), Lang::Zh) => format!("1 到 {widest}"),
        (Widths::These(widths), Lang::Zh) => {
            widths.iter().map(u8::to_string).collect::<Vec<_>>().join(" 或 ")
        }
        (widths, Lang::En) => widths.to_string(),
    }
}

/// What the present value of a part means.
pub fn meaning(recipe: &Recipe, part: Part, lang: Lang) -> String {
    if part == Part::Bits {
        let widths = widths(recipe, lang);
        return lang.pick(match recipe.widths() {
            Widths::These(_) => both!("{widths}: those of the program", "{widths}：该程序支持的位数"),
            Widths::UpTo(_) => {
                both!("{widths}; 64 for work, 6 to 16 for a lesson", "{widths}；实用 64，教学 6 到 16")
            }
        });
    }
    lang.pick(phrase(recipe, part)).to_owned()
}

fn phrase(recipe: &Recipe, part: Part) -> Phrase {
    match part {
        Part::Tokenizer => of_tokenizer(recipe.tokenizer),
        Part::Window => match recipe.tokenizer.window() {
            Some(_) => (
                "1 to 32; longer windows keep more order, and an edit flips more bits",
                "1 到 32；越长越反映次序，一处改动翻转的位也越多",
            ),
            None => ("only windows and shingles have one", "仅窗口与词片有"),
        },
        Part::Weighting => match recipe.weighting {
            Weighting::Uniform => ("1 for each distinct term", "每个不同词项记 1"),
            Weighting::Tf => ("1 for each occurrence", "每次出现记 1"),
            Weighting::TfIdf => ("occurrences × ln((1+N)/(1+df)) + 1", "次数 × ln((1+N)/(1+df)) + 1"),
            Weighting::Keywords(_) => ("jieba's TF-IDF, only the heaviest", "jieba 的 TF-IDF，仅权重最高的"),
            Weighting::CppKeywords(_) => {
                ("the same, ties as cppjieba orders them", "同上，同重时按 cppjieba 的次序")
            }
            Weighting::FirstTags(_) => ("the same, ties by first occurrence", "同上，同权时先出现者在前"),
            Weighting::Tags(_) => ("jieba's TF-IDF × 20, whole numbers", "jieba 的 TF-IDF × 20，取整"),
            Weighting::Given => ("occurrences × the weight in the row", "次数 × 行中给出的权重"),
        },
        Part::Top => match recipe.weighting {
            Weighting::Uniform | Weighting::Tf | Weighting::TfIdf | Weighting::Given => {
                ("only keywords and tags have one", "仅 keywords 与 tags 有")
            }
            Weighting::Keywords(Top::Auto) | Weighting::CppKeywords(Top::Auto) => {
                ("one for each 120 bytes, 5 to 200", "每 120 字节一个，5 到 200")
            }
            _ => ("how many of the heaviest terms count", "计入多少个最重的词项"),
        },
        Part::Hash => of_hash(recipe.hash),
        Part::Bits => ("", ""),
        Part::Normalize => of_form(recipe.normalize),
        Part::Sketch => match recipe.sketch {
            Sketch::SimHash => ("the sign of each sum", "取每个累加值的正负"),
            Sketch::MinHash => {
                ("the lowest bit of each smallest value; no weights", "取每个最小值的最低位；不计权重")
            }
        },
        Part::Tie => match recipe.tie {
            TieRule::Zero => ("a sum of 0 gives bit 0, as in the paper", "累加值为 0 时该位为 0（论文规则）"),
            TieRule::One => ("a sum of 0 gives bit 1", "累加值为 0 时该位为 1"),
            TieRule::Inverted => ("a 0 in a hash adds, a 1 subtracts", "哈希位为 0 时加，为 1 时减"),
        },
    }
}

fn of_hash(hash: FeatureHash) -> Phrase {
    use FeatureHash::*;
    match hash {
        Xxh3 { .. } => ("XXH3 of the UTF-8 bytes", "UTF-8 字节的 XXH3"),
        Sip { .. } => ("SipHash-2-4, as Rust hashes a string", "SipHash-2-4，与 Rust 的字符串哈希一致"),
        Md5Head => ("the first bytes of MD5", "MD5 的头部字节"),
        Md5Tail => ("the last bytes of MD5", "MD5 的尾部字节"),
        Jenkins => ("lookup3 by Bob Jenkins; at most 64 bits", "Bob Jenkins 的 lookup3；至多 64 位"),
        Cpython(Units::CodePoints) => {
            ("CPython's old hash of code points: weak", "对码点的 CPython 旧哈希：弱")
        }
        Cpython(Units::Utf16) => {
            ("CPython's old hash of UTF-16 units: weak", "对 UTF-16 单元的 CPython 旧哈希：弱")
        }
        Cpython(Units::Bytes) => ("CPython's old hash of bytes: weak", "对字节的 CPython 旧哈希：弱"),
        GoDemo => ("sees the first byte and the length only", "只看首字节和长度"),
        Fnv1 => ("FNV-1 of the UTF-8 bytes; 64 bits", "UTF-8 字节的 FNV-1；64 位"),
        Crc32 => ("CRC-32, as in zlib; 32 bits", "CRC-32，与 zlib 一致；32 位"),
        Crc32C => ("CRC-32C, as ClickHouse takes it; 32 bits", "CRC-32C，与 ClickHouse 一致；32 位"),
        MurmurMirrored => ("half of MurmurHash3, bits in reverse order", "MurmurHash3 的一半，位序颠倒"),
        Given => ("the binary digits in the row", "行中给出的二进制位"),
    }
}

fn of_form(form: Normalize) -> Phrase {
    match form {
        Normalize::None => ("the text as it was read", "文本按原样"),
        Normalize::Nfc => ("letter and mark are one character (NFC)", "字母与附加符号合为一个字符（NFC）"),
        Normalize::Nfkc => ("also full width and ligatures (NFKC)", "另将全角、连字等化为普通字符（NFKC）"),
        Normalize::Loose => ("also invisible characters, quotes, dashes", "另去不可见字符，统一引号和破折号"),
    }
}

fn of_tokenizer(tokenizer: Tokenizer) -> Phrase {
    use Tokenizer::*;
    match tokenizer {
        Words(1) => ("Unicode words, lower case; Chinese by jieba", "Unicode 词，小写；中文由 jieba 切分"),
        Words(_) => (
            "Unicode words; Chinese by jieba, Thai in windows",
            "Unicode 词；中文由 jieba 切分，泰文等取窗口",
        ),
        UnicodeWords(_) => ("Unicode words, lower case; Chinese by character", "Unicode 词，小写；中文逐字"),
        Jieba => ("everything cut by jieba", "全部由 jieba 切分"),
        Whitespace => ("split on white space; case kept", "按空白切分；保留大小写"),
        Chars(_) => ("windows of n characters, in lower case", "n 个字符的窗口，小写"),
        Shingles(_) => ("windows of n words", "n 个词的窗口"),
        Split(Separators::Java) => {
            ("split as Java's StringTokenizer does", "与 Java 的 StringTokenizer 一致")
        }
        Split(Separators::Python) => ("split as Python 3 does", "与 Python 3 的 split 一致"),
        Split(Separators::Python2) => ("split as Python 2 does", "与 Python 2 的 split 一致"),
        Split(Separators::Space) => {
            ("split at every single space; empty terms stay", "按每个空格切分；保留空词")
        }
        Split(Separators::Punctuation) => ("split at ASCII punctuation and space", "按 ASCII 标点和空白切分"),
        SplitShingles(_) => ("n words joined; none if fewer", "n 个词相连；不足则无"),
        WordChars(_) => ("n characters of the letters and digits alone", "仅字母数字，n 个字符的窗口"),
        WordShingles { .. } => ("n words joined; few words give none", "n 个词相连；词太少则无"),
        JiebaTags => ("words as Python jieba picks keywords from", "与 Python jieba 取关键词的词一致"),
        CppJieba(Version::V5_6) => ("words as cppjieba picks keywords from", "与 cppjieba 取关键词的词一致"),
        CppJieba(Version::V5_4) => {
            ("the same before 5.6.3: 1.2.3 is one word", "同上，5.6.3 之前：1.2.3 是一个词")
        }
        AsciiWords => ("ASCII words and addresses, in lower case", "ASCII 单词和网址，小写"),
        LongWords(_) => ("n words of at least 4 bytes joined", "至少 4 字节的词，n 个相连"),
        LaterChars(_) => ("windows of n characters but the first", "n 个字符的窗口，漏掉第一个"),
        Rows => ("features made by hand: term ×weight #bits", "手工特征：词项 ×权重 #二进制位"),
    }
}
