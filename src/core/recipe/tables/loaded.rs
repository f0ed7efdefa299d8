//! The tables of a build with jieba.

use super::dictionary::{self, Dictionary};
use super::idf::Idf;
use super::segmenter::Segmenter;
use super::{TableError, TableFile, TableFiles, TableNames, embedded, lines};
use crate::display::lang;
use crate::recipe::CppJieba;
use rustc_hash::FxHashSet;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// jieba's word tables: the embedded ones, or others in the original file formats.
///
/// A handle to tables that live as long as the process. Two are equal if they come from the same
/// [`parse`](Self::parse), or both are [`EMBEDDED`](Self::EMBEDDED).
///
/// Embedded are the dictionary and the inverse document frequencies of Python jieba (0.42.1), what cppjieba's
/// have besides or lack, and the stop words of both programs.
#[derive(Clone, Copy)]
pub struct Tables(&'static Loaded);

/// What the files hold, and what was made of it so far. [`EMBEDDED`] has what no file gives.
struct Loaded {
    names: TableNames,
    /// As [`dictionary::parse`] returns it.
    dict: Option<Box<str>>,
    segmenter: OnceLock<Segmenter>,
    python: OnceLock<Dictionary>,
    /// By [`CppJieba`].
    cppjieba: [OnceLock<Dictionary>; 2],
    idf: OnceLock<Idf>,
    stop_words: OnceLock<StopWords>,
}

type StopWords = FxHashSet<Box<str>>;

static EMBEDDED: Loaded = Loaded {
    names: TableNames::NONE,
    dict: None,
    segmenter: OnceLock::new(),
    python: OnceLock::new(),
    cppjieba: [const { OnceLock::new() }; 2],
    idf: OnceLock::new(),
    stop_words: OnceLock::new(),
};

impl Tables {
    /// The embedded tables, loaded on first use.
    pub const EMBEDDED: Self = Self(&EMBEDDED);

    /// Parses the files; missing ones are replaced by the embedded tables. The tables are never freed.
    pub fn parse(files: &TableFiles<'_>) -> Result<Self, TableError> {
        let TableFiles { dict, idf, stop_words } = files;
        if dict.is_none() && idf.is_none() && stop_words.is_none() {
            return Ok(Self::EMBEDDED);
        }
        let name = |file: &Option<TableFile<'_>>| file.map(|file| &*Box::leak(Box::<str>::from(file.name)));
        let loaded = Loaded {
            names: TableNames { dict: name(dict), idf: name(idf), stop_words: name(stop_words) },
            dict: dict.as_ref().map(dictionary::parse).transpose()?,
            segmenter: OnceLock::new(),
            python: OnceLock::new(),
            cppjieba: Default::default(),
            idf: idf.as_ref().map(Idf::parse).transpose()?.map(OnceLock::from).unwrap_or_default(),
            stop_words: (stop_words.as_ref().map(parse_stop_words).transpose()?)
                .map(OnceLock::from)
                .unwrap_or_default(),
        };
        Ok(Self(Box::leak(Box::new(loaded))))
    }

    /// The names of the files, for headers and exports.
    pub fn names(self) -> TableNames {
        self.0.names
    }

    /// jieba-rs with the dictionary.
    #[inline]
    pub(in crate::recipe) fn segmenter(self) -> &'static Segmenter {
        let Loaded { dict, segmenter, .. } = self.given(self.0.dict.is_some());
        segmenter.get_or_init(|| {
            dict.as_ref().map_or_else(Segmenter::embedded, |lines| Segmenter::of_lines(lines))
        })
    }

    /// The dictionary with Python jieba's scores.
    pub(in crate::recipe) fn python(self) -> &'static Dictionary {
        let Loaded { dict, python, .. } = self.given(self.0.dict.is_some());
        python.get_or_init(|| match dict {
            Some(lines) => Dictionary::of_python(dictionary::words(lines)),
            None => Dictionary::of_python(embedded::dictionary().chain([embedded::SECOND_LINE])),
        })
    }

    /// The dictionary with cppjieba's scores, and with its user words.
    pub(in crate::recipe) fn cppjieba(self, version: CppJieba) -> &'static Dictionary {
        let Loaded { dict, cppjieba, .. } = self.given(self.0.dict.is_some());
        let user_words = embedded::user_words(version);
        cppjieba[version as usize].get_or_init(|| match dict {
            Some(lines) => Dictionary::of_cppjieba(dictionary::words(lines), user_words),
            None => Dictionary::of_cppjieba(embedded::cppjieba_dictionary(version), user_words),
        })
    }

    /// The inverse document frequency of a word, if it is in the table.
    pub fn idf(self, word: &str) -> Option<f64> {
        self.idf_table().get(word)
    }

    /// Python jieba's value for words without one: the median.
    pub fn idf_median(self) -> f64 {
        self.idf_table().median
    }

    /// The mean of the table.
    pub fn idf_mean(self) -> f64 {
        self.idf_table().mean
    }

    /// cppjieba's value for words without one: the mean of its own table, or of that from a file.
    pub fn cppjieba_idf_mean(self) -> f64 {
        match self.0.names.idf {
            Some(_) => self.idf_mean(),
            None => embedded::CPPJIEBA_IDF_MEAN,
        }
    }

    /// Whether cppjieba's keyword extraction drops the word.
    pub(in crate::recipe) fn is_cppjieba_stop_word(self, word: &str) -> bool {
        let Loaded { stop_words, .. } = self.given(self.0.names.stop_words.is_some());
        stop_words.get_or_init(embedded::cppjieba_stop_words).contains(word)
    }

    /// Whether Python jieba's keyword extraction drops the word, which must be lower-cased: the built-in
    /// English stop words and those of the file.
    pub(in crate::recipe) fn is_tag_stop_word(self, lower_cased: &str) -> bool {
        TAG_STOP_WORDS.contains(&lower_cased)
            || self.0.names.stop_words.is_some() && self.is_cppjieba_stop_word(lower_cased)
    }

    fn idf_table(self) -> &'static Idf {
        self.given(self.0.names.idf.is_some()).idf.get_or_init(Idf::embedded)
    }

    /// Its own tables, or the embedded ones.
    fn given(self, has_file: bool) -> &'static Loaded {
        if has_file { self.0 } else { &EMBEDDED }
    }
}

/// One word a line, kept as it is.
fn parse_stop_words(file: &TableFile<'_>) -> Result<StopWords, TableError> {
    // cppjieba's own table contains a tab as a word.
    let is_odd = |c: char| c.is_control() && c != '\t';
    let word = |(number, line): (usize, &str)| match line.chars().any(is_odd) {
        true => Err(lines::malformed(
            file,
            number,
            lang().pick(("one word, without control characters", "一个不含控制字符的词")),
        )),
        false => Ok(line.into()),
    };
    let words: StopWords = lines::lines(file)?.map(word).collect::<Result<_, _>>()?;
    match words.iter().all(|word| word.trim().is_empty()) {
        true => Err(TableError::Empty { name: file.name.to_owned() }),
        false => Ok(words),
    }
}

/// `STOP_WORDS` of Python jieba 0.42.1, `jieba/analyse/tfidf.py`.
const TAG_STOP_WORDS: [&str; 31] = [
    "the", "of", "is", "and", "to", "in", "that", "we", "for", "an", "are", "by", "be", "as", "on", "with",
    "can", "if", "from", "which", "you", "it", "this", "then", "at", "have", "all", "not", "one", "has",
    "or",
];

impl Default for Tables {
    fn default() -> Self {
        Self::EMBEDDED
    }
}

impl PartialEq for Tables {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Tables {}

impl Hash for Tables {
    fn hash<H: Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tables").field(&self.0.names).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::small::{self, DICT, IDF, STOP_WORDS, file};
    use super::*;

    fn dict(bytes: &[u8]) -> TableFiles<'_> {
        TableFiles { dict: Some(TableFile { name: "a\u{1b}.txt", bytes }), ..TableFiles::default() }
    }

    fn idf(bytes: &[u8]) -> TableFiles<'_> {
        TableFiles { idf: Some(TableFile { name: "idf.txt", bytes }), ..TableFiles::default() }
    }

    fn check_error(files: &TableFiles<'_>, message: &str) {
        assert_eq!(Tables::parse(files).expect_err(message).to_string(), message);
    }

    #[test]
    fn errors_name_the_file_and_the_line_and_never_quote_it() {
        let entry =
            "expected a word, its frequency (a whole number) and perhaps a tag, each parted by one space";
        check_error(&dict(b""), r#""a\u{1b}.txt" is empty; it must have at least one line"#);
        check_error(&dict(b"\xef\xbb\xbf"), r#""a\u{1b}.txt" is empty; it must have at least one line"#);
        check_error(&dict(b"a 0\nb 0 n\n"), r#""a\u{1b}.txt" has no word with a number above 0"#);
        check_error(&idf(b"a 0\nb 1e-400\n"), r#""idf.txt" has no word with a number above 0"#);
        let told = |line: u32, what| format!(r#""a\u{{1b}}.txt", line {line}: {what}"#);
        check_error(&dict(b"a 1\n\nb 1\n"), &told(2, entry));
        for line in ["\x1b[2J 1\x07 n", "a  1", "a -1 n", "a 1.5 n", "root:x:0:0:root:/root:/bin/bash"] {
            check_error(&dict(line.as_bytes()), &told(1, entry));
        }
        let word_and_number = "expected a word and a number from 0 to 1000000, parted by one space";
        for line in ["b", "a 1 2", "a NaN", "root:x:0:0:root:/root:/bin/bash"] {
            check_error(&idf(line.as_bytes()), &format!(r#""idf.txt", line 1: {word_and_number}"#));
        }
    }

    #[test]
    fn an_error_says_what_a_file_that_is_not_utf_8_seems_to_be() {
        check_error(&idf(b"a 1\nb\xff 2\n"), r#""idf.txt", line 2: not UTF-8, as the file must be"#);
        let utf16 = b"\xff\xfea\0 \x001\0";
        check_error(
            &idf(utf16),
            r#""idf.txt", line 1: not UTF-8, as the file must be (it seems to be UTF-16)"#,
        );
        let (gbk, _, _) = encoding_rs::GBK.encode("研究生命的起源 1\n北京大学 2\n我们爱中国 3\n");
        let files =
            TableFiles { stop_words: Some(TableFile { name: "s", bytes: &gbk }), ..TableFiles::default() };
        check_error(&files, r#""s", line 1: not UTF-8, as the file must be (it seems to be GBK)"#);
    }

    #[test]
    fn a_mark_crlf_spaces_at_the_ends_and_a_missing_last_line_feed_are_no_errors() {
        let tables = Tables::parse(&idf(b"\xef\xbb\xbfa 1\r\n b 2.5 \r\nc 4")).expect("well-formed");
        assert_eq!(
            ["a", "b", "c", "d"].map(|word| tables.idf(word)),
            [Some(1.0), Some(2.5), Some(4.0), None]
        );
    }

    #[test]
    fn the_last_of_two_lines_counts_for_a_word_and_both_for_the_mean() {
        let tables = Tables::parse(&idf(b"a 1\nb 2\na 9\nc 4\n")).expect("well-formed");
        assert_eq!((tables.idf("a"), tables.idf_median(), tables.idf_mean()), (Some(9.0), 4.0, 4.0));
    }

    #[test]
    fn stop_words_are_lines_as_they_stand() {
        let tables = small::tables(file("stop", STOP_WORDS));
        assert_eq!(
            ["我们", "若果", "若果 ", "the"].map(|word| tables.is_cppjieba_stop_word(word)),
            [true, false, true, false]
        );
        assert!(tables.is_tag_stop_word("的") && tables.is_tag_stop_word("the"));
        let is_cppjieba = |word| Tables::EMBEDDED.is_cppjieba_stop_word(word);
        assert_eq!(["the", "若果", "若果 ", "\t"].map(is_cppjieba), [true, false, true, true]);
        assert_eq!(["the", "若果 "].map(|word| Tables::EMBEDDED.is_tag_stop_word(word)), [true, false]);
        let error = |content: &'static str| {
            let files = TableFiles { stop_words: file("stop", content), ..TableFiles::default() };
            Tables::parse(&files).expect_err("that is no table").to_string()
        };
        assert_eq!(error("\n \n"), "\"stop\" is empty; it must have at least one line");
        assert_eq!(
            error("\t\nthe\na\u{1b}b\n"),
            r#""stop", line 3: expected one word, without control characters"#
        );
    }

    #[test]
    fn tables_are_equal_if_they_are_the_same() {
        let files = TableFiles { dict: file("d", DICT), idf: file("i", IDF), stop_words: None };
        let tables = Tables::parse(&files).expect("well-formed");
        assert_eq!(tables.names(), TableNames { dict: Some("d"), idf: Some("i"), stop_words: None });
        assert_eq!(tables, tables);
        assert_ne!(tables, Tables::parse(&files).expect("well-formed"));
        assert_eq!(Tables::parse(&TableFiles::default()), Ok(Tables::default()));
    }

    #[test]
    fn the_embedded_frequencies_are_python_jiebas() {
        let tables = Tables::EMBEDDED;
        let known = ["劳动防护", "玩花样", "来", "C++", "北京", "我们"].map(|word| tables.idf(word));
        let expected = [
            Some(13.900677652),
            Some(13.2075304714),
            Some(3.19891743084),
            None,
            Some(4.66740230872),
            Some(3.39131796699),
        ];
        assert_eq!(known, expected);
        assert_eq!(["", "\u{10ffff}", "the", "カタカナ", "北京　"].map(|word| tables.idf(word)), [None; 5]);
        assert_eq!(tables.idf_mean(), 11.675544101609555);
        assert_eq!(tables.cppjieba_idf_mean(), 11.739204307083542);
        assert_eq!(tables.idf_median(), 11.9547675029);
    }

    #[test]
    fn the_embedded_tables_given_as_files_are_the_same() {
        let dict: String = embedded::dictionary().map(|(word, n)| format!("{word} {n} x\n")).collect();
        let idf: String = embedded::idf().map(|(word, value)| format!("{word} {value}\n")).collect();
        let file = |name, text: &'static str| Some(TableFile { name, bytes: text.as_bytes() });
        let files =
            TableFiles { dict: file("dict", dict.leak()), idf: file("idf", idf.leak()), stop_words: None };
        let tables = Tables::parse(&files).expect("well-formed");
        assert_eq!((dict_lines(tables), tables.idf_median()), (349_045, Tables::EMBEDDED.idf_median()));
        // Python adds them up in the order of its file, and so differs in the last digits.
        assert!((tables.idf_mean() - Tables::EMBEDDED.idf_mean()).abs() < 1e-9);
        assert_eq!(tables.cppjieba_idf_mean(), tables.idf_mean());
        for (word, value) in embedded::idf().step_by(97) {
            assert_eq!(tables.idf(word), Some(value), "{word}");
            assert_eq!(tables.python().has_word(word), Tables::EMBEDDED.python().has_word(word), "{word}");
        }
    }

    fn dict_lines(tables: Tables) -> usize {
        tables.0.dict.as_ref().map_or(0, |lines| lines.lines().count())
    }
}
