//! The tables that are compiled in (`embedded/README.md` says what they are made of).

use crate::recipe::CppJieba;
use crate::zstandard;
use rustc_hash::FxHashSet;
use std::io::Read;
use std::sync::OnceLock;

/// A line of Python jieba 0.42.1's tables.
#[derive(Debug, Clone, Copy)]
struct Entry {
    word: &'static str,
    /// Its frequency in `dict.txt`; 0 if it is not in it.
    frequency: u32,
    /// The documents that it is in, by `idf.txt`; 0 if it is not in it.
    documents: u32,
}

/// The words of both tables, in the order of their bytes; their frequencies; and the documents that they are in.
fn columns() -> [&'static str; 3] {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| {
        let mut text = String::new();
        zstandard::Decoder::with_buffer(&include_bytes!("embedded/words.zst")[..])
            .and_then(|mut decoder| decoder.read_to_string(&mut text))
            .expect("the embedded tables are whole");
        text
    });
    let ends: Vec<usize> = memchr::memmem::find_iter(text.as_bytes(), "\n\n").collect();
    [&text[..ends[0]], &text[ends[0] + 2..ends[1]], &text[ends[1] + 2..]]
}

/// All words of both tables, in the order of their bytes.
fn entries() -> impl Iterator<Item = Entry> {
    let [words, frequencies, documents] = columns().map(str::lines);
    let number = |digits: &str| digits.parse().expect("a number");
    words.zip(frequencies).zip(documents).map(move |((word, frequency), documents)| Entry {
        word,
        frequency: number(frequency),
        documents: number(documents),
    })
}

/// Python jieba's dictionary: every word once, with its frequency.
pub(super) fn dictionary() -> impl Iterator<Item = (&'static str, u64)> {
    entries().filter(|entry| entry.frequency > 0).map(|entry| (entry.word, entry.frequency.into()))
}

/// The words of the dictionary.
pub(super) const WORDS: usize = 349_045;

/// The sum of their frequencies.
pub(super) const TOTAL: usize = 60_101_964;

/// The words of [`dictionary`] by their first character; none by default.
#[derive(Debug, Default)]
pub(super) struct Blocks(Vec<Block>);

/// The lines of both columns for the words that begin with a character.
#[derive(Debug)]
struct Block {
    first: char,
    words: &'static str,
    frequencies: &'static str,
}

impl Blocks {
    pub(super) fn new() -> Self {
        let [mut words, mut frequencies, _] = columns();
        let mut blocks = Vec::new();
        while let Some(first) = words.chars().next() {
            let mut first_bytes = [0; 4];
            let first_bytes = first.encode_utf8(&mut first_bytes).as_bytes();
            let (mut word_end, mut frequency_end) = (0, 0);
            while words.as_bytes()[word_end..].starts_with(first_bytes) {
                word_end = line_end(words, word_end);
                frequency_end = line_end(frequencies, frequency_end);
            }
            blocks.push(Block {
                first,
                words: &words[..word_end],
                frequencies: &frequencies[..frequency_end],
            });
            (words, frequencies) = (&words[word_end..], &frequencies[frequency_end..]);
        }
        Self(blocks)
    }

    /// The characters that words begin with, ascending.
    pub(super) fn firsts(&self) -> impl Iterator<Item = char> {
        self.0.iter().map(|block| block.first)
    }

    /// The words that begin with `first`, with their frequencies.
    pub(super) fn words(&self, first: char) -> impl Iterator<Item = (&'static str, usize)> {
        let found = self.0.binary_search_by_key(&first, |block| block.first);
        let block = found.ok().map(|at| &self.0[at]);
        let lines = block.into_iter().flat_map(|block| block.words.lines().zip(block.frequencies.lines()));
        lines
            .filter(|(_, frequency)| *frequency != "0")
            .map(|(word, frequency)| (word, frequency.parse().expect("a number")))
    }
}

/// The place after the line that begins at `start`.
fn line_end(column: &str, start: usize) -> usize {
    memchr::memchr(b'\n', &column.as_bytes()[start..]).map_or(column.len(), |length| start + length + 1)
}

/// A second line of Python's `dict.txt`; it counts again in the total.
pub(super) const SECOND_LINE: (&str, u64) = ("B超", 3);

/// The documents that Python's `idf.txt` was counted over.
const DOCUMENTS: f64 = 1_088_899.0;

/// Python jieba's inverse document frequencies: ln([`DOCUMENTS`] / documents), in 12 significant digits.
pub(super) fn idf() -> impl Iterator<Item = (&'static str, f64)> {
    let mut known = Vec::new();
    let mut value = move |documents: u32| {
        let at = documents as usize;
        if known.len() <= at {
            known.resize(at + 1, f64::NAN);
        }
        if known[at].is_nan() {
            let digits = format!("{:.11e}", (DOCUMENTS / f64::from(documents)).ln());
            known[at] = digits.parse().expect("a number");
        }
        known[at]
    };
    entries().filter(|entry| entry.documents > 0).map(move |entry| (entry.word, value(entry.documents)))
}

/// The mean of Python's `idf.txt`, added up in the order of its lines.
pub(super) const IDF_MEAN: f64 = 11.675544101609555;
/// Its median.
pub(super) const IDF_MEDIAN: f64 = 11.9547675029;
/// The mean of cppjieba's `idf.utf8`, which has the same numbers and lacks only words of one character, which
/// cppjieba never looks up.
pub(super) const CPPJIEBA_IDF_MEAN: f64 = 11.739204307083542;

/// Words of Python's dictionary that cppjieba's lacks.
const NOT_IN_CPPJIEBA: &str = "A座 A股 A型 A轮 AA制 AB型 B座 B股 B型 B轮 BB机 BP机 C盘 C座 C语言 CD盒 CD机 CALL机 D盘 D座 \
    D版 E盘 E座 E化 E通 F盘 F座 G盘 H盘 H股 I盘 IC卡 IP卡 IP电话 IP地址 K党 K歌之王 N年 O型 PC机 PH值 SIM卡 U盘 \
    VISA卡 Z盘 Q版 QQ号 RSS订阅 T盘 X光 X光线 X射线 γ射线 T恤衫 T型台 T台 4S店 4s店 江南style 江南Style 1号店 小S 大S \
    阿Q 吉林";

/// cppjieba's dictionary (`jieba.dict.utf8`): blob 9de64c6 of its repository for v5.6.7, 0015948 for v5.4.0.
pub(super) fn cppjieba_dictionary(version: CppJieba) -> impl Iterator<Item = (&'static str, u64)> {
    let mut missing: FxHashSet<&str> = NOT_IN_CPPJIEBA.split(' ').collect();
    let mut added = vec![("张力", 160), ("张华", 140)];
    if version == CppJieba::V5_6 {
        missing.insert("部手机");
        added.push(("习总书记", 4));
    }
    dictionary().filter(move |(word, _)| !missing.contains(word)).chain(added)
}

/// The words of cppjieba's `user.dict.utf8`, some with a frequency.
pub(super) fn user_words(version: CppJieba) -> &'static [(&'static str, Option<u64>)] {
    match version {
        CppJieba::V5_6 => &[("云计算", None), ("蓝翔", None), ("区块链", Some(10))],
        CppJieba::V5_4 => &[("云计算", None), ("韩玉鉴赏", None), ("蓝翔", None), ("区块链", Some(10))],
    }
}

/// The lines of cppjieba's `stop_words.utf8`.
pub(super) fn cppjieba_stop_words() -> FxHashSet<Box<str>> {
    include_str!("embedded/stop_words.utf8").lines().map(Box::from).collect()
}
