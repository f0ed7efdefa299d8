//! Options with a fixed list of values: spelling, description and value.

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use simscope_core::analysis::Order;
use simscope_core::corpus::{IdNames, Input, SignatureFormat};
use simscope_core::display::{Depth, Lang, lang, say};
use simscope_core::hamming::Show;
use simscope_core::handout::Solution;
use simscope_core::handover::{Compression, Unreadable};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

type Choices<T> = &'static [(&'static str, &'static str, T)];

/// Parses one of these words.
pub(super) fn one_of<T: Clone + Send + Sync>(choices: Choices<T>) -> impl TypedValueParser<Value = T> {
    let words = choices.iter().map(|&(word, help, _)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(words).try_map(|word| {
        let chosen = choices.iter().find(|choice| choice.0 == word);
        chosen.map(|choice| choice.2.clone()).ok_or(lang().pick(("not one of the values", "不是可用的值")))
    })
}

/// Parses the name of a file that is written and cannot be standard output.
pub(super) fn a_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_stdout = path == Path::new("-");
        let what = ("this cannot go to standard output; name a file", "此内容不能写到标准输出；请指定文件");
        if is_stdout { Err(lang().pick(what)) } else { Ok(path) }
    })
}

/// The parser of a file of rows: what is written is not compressed.
pub(super) fn plain_file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
        if !["gz", "zst", "bz2", "xz", "zip"].contains(&ending.as_str()) {
            return Ok(path);
        }
        Err(say!("this is not written compressed; leave out .{ending}", "此内容不压缩写出；请去掉 .{ending}"))
    })
}

/// What the sources hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InputKind {
    /// Documents.
    Texts(Input),
    /// Signatures of documents.
    Signatures,
}

/// The values of `--compression`.
pub(super) const COMPRESSIONS: Choices<Compression> = &[
    ("none", "Plain", Compression::None),
    ("gzip", "As .gz", Compression::Gzip),
    ("zstd", "As .zst", Compression::Zstd),
];

/// The values of `--unreadable`.
pub(super) const UNREADABLE: Choices<Unreadable> = &[
    ("keep", "They are written unchanged", Unreadable::Keep),
    ("drop", "They are left out", Unreadable::Drop),
];

/// What becomes of records that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnreadableRows {
    /// They have no row.
    Skip,
    /// They have a row without a signature, with the reason.
    Row,
}

/// The values of `--unreadable` of `sign`.
pub(super) const UNREADABLE_ROWS: Choices<UnreadableRows> = &[
    ("skip", "They have no row", UnreadableRows::Skip),
    ("row", "They have a row without a signature, with the reason", UnreadableRows::Row),
];

/// The values of `--input-kind` of `spark`.
pub(super) const SPARK_INPUTS: Choices<&str> = &[
    ("auto", "Parquet by its first bytes, else JSONL", "auto"),
    ("jsonl", "Each line is a JSON object", "jsonl"),
    ("parquet", "Each row is a document", "parquet"),
    ("signatures", "Parquet with id and signature", "signatures"),
];

/// The values of `--through` of `spark`.
pub(super) const SPARK_WAYS: Choices<&str> = &[
    ("auto", "arrow where the executors can, else transform", "auto"),
    ("arrow", "A Parquet file for each partition, filled by Python with pyarrow and pandas", "arrow"),
    ("transform", "Lines through SQL's TRANSFORM, without Python", "transform"),
];

/// The values of `--input`.
pub(super) const INPUTS: Choices<InputKind> = &[
    ("auto", "By name, then content", InputKind::Texts(Input::Auto)),
    ("records", "Of a folder the files that are records by their names", InputKind::Texts(Input::Records)),
    ("dir", "Each file of a folder is a document", InputKind::Texts(Input::Dir)),
    ("lines", "Each line is a document", InputKind::Texts(Input::Lines)),
    ("jsonl", "Each line is a JSON object", InputKind::Texts(Input::Jsonl)),
    ("csv", "Comma-separated, with a header", InputKind::Texts(Input::Csv)),
    ("tsv", "Tab-separated, with a header", InputKind::Texts(Input::Tsv)),
    ("parquet", "Each row of a Parquet file is a document", InputKind::Texts(Input::Parquet)),
    ("signatures", "TSV, CSV, JSONL or Parquet with id and signature; or an index", InputKind::Signatures),
];

/// The values of `--signature-format`.
pub(super) const SIGNATURE_FORMATS: Choices<SignatureFormat> = &[
    ("auto", "What all of them can be; an error if that is several", SignatureFormat::Auto),
    ("hex", "Hexadecimal, with or without 0x, \\x and leading zeros", SignatureFormat::Hex),
    ("decimal", "Unsigned, as ClickHouse has it", SignatureFormat::Decimal),
    ("signed", "Signed, as BIGINT has it", SignatureFormat::Signed),
    ("bits", "Zeros and ones, the highest bit first", SignatureFormat::Bits),
    ("base64", "The bytes, the highest first", SignatureFormat::Base64),
];

impl InputKind {
    /// How the bytes are to be understood; signature files have the format that their name or content says.
    pub(super) fn input(self) -> Input {
        match self {
            Self::Texts(input) => input,
            Self::Signatures => Input::Auto,
        }
    }
}

/// The values of `--ids`.
pub(super) const ID_NAMES: Choices<IdNames> = &[
    ("auto", "Only before an id that an earlier file has", IdNames::Auto),
    ("as-is", "Never", IdNames::AsIs),
    ("by-file", "Always", IdNames::ByFile),
];

/// The values of `--order`.
pub(super) const ORDERS: Choices<Order> = &[
    ("group", "Near-duplicates side by side", Order::Group),
    ("input", "As they were read", Order::Input),
    ("signature", "By signature, as a number", Order::Signature),
];

/// The values of `--show`.
pub(super) const SHOWN: Choices<Show> = &[
    ("nearest", "The smallest distance", Show::Nearest),
    ("mean", "The mean distance", Show::Mean),
    ("share", "The share of its pairs within k", Show::Share),
];

/// The values of `--screen`: numbers of screens, or their names.
pub(super) const SCREENS: Choices<u8> = &[
    ("corpus", "All documents", 1),
    ("anatomy", "One document, from features to signature", 2),
    ("threshold", "Choosing k", 3),
    ("matrix", "All pairs as a heatmap", 4),
    ("pair", "Two texts, what differs, and edits of them", 5),
    ("compare", "Pair", 5),
    ("lab", "Pair", 5),
    ("clean", "What may go, and what must stay", 6),
    ("1", "Corpus", 1),
    ("2", "Anatomy", 2),
    ("3", "Threshold", 3),
    ("4", "Matrix", 4),
    ("5", "Pair", 5),
    ("6", "Clean", 6),
];

/// The values of `--columns`.
pub(super) const COLUMNS: Choices<&str> = &[
    ("id", "The id", "id"),
    ("text", "Start of the text", "text"),
    ("chars", "Characters", "chars"),
    ("features", "Distinct features", "features"),
    ("signature", "The signature", "signature"),
    ("nearest", "The nearest neighbour and its distance", "nearest"),
    ("group", "The group at k", "group"),
];

/// The values of `--theme`.
pub(super) const THEMES: Choices<&str> = &[
    ("dark", "For a dark terminal", "dark"),
    ("light", "For a light terminal", "light"),
    ("contrast", "White on black", "contrast"),
    ("soft", "Soft, on dark grey", "soft"),
    ("paper", "Dark on the colour of paper", "paper"),
];

/// How many colours to use.
#[derive(Debug, Clone, Copy)]
pub(super) enum Colours {
    /// What the environment says.
    Auto,
    /// Some at least.
    Always,
    These(Depth),
}

/// The values of `--colour`.
pub(super) const COLOURS: Choices<Colours> = &[
    ("auto", "What the terminal says", Colours::Auto),
    ("always", "Colours, whatever the environment says", Colours::Always),
    ("never", "No colours", Colours::These(Depth::Mono)),
    ("16", "Sixteen colours", Colours::These(Depth::Ansi16)),
    ("256", "256 colours", Colours::These(Depth::Ansi256)),
    ("truecolor", "24 bits", Colours::These(Depth::True)),
    ("none", "No colours", Colours::These(Depth::Mono)),
];

/// The values of `--solution`.
pub(super) const SOLUTIONS: Choices<Solution> = &[
    ("behind", "On pages behind the exercises", Solution::Behind),
    ("no", "The exercises alone", Solution::No),
    ("only", "The solutions alone", Solution::Only),
];

/// The values of `--lang`.
pub(super) const LANGUAGES: Choices<Lang> = &[("en", "English", Lang::En), ("zh", "Chinese", Lang::Zh)];
