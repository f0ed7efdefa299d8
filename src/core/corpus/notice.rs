//! What should be known of a reading although nothing was lost, described in one line.

use crate::display::{Lang, both, display_by_say, grouped_digits, lang};
use crate::visible;

/// Something that was decided while reading, and the option that decides otherwise. `Display` is one line, safe to show, in
/// the language of messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// An encoding was guessed.
    Guessed(Guessed),
    /// A folder holds files of records and others.
    Mixed(Mixed),
    /// Text files were read, by lines or as one document each.
    Texts(Texts),
    /// Ids of some documents were taken by documents of earlier files.
    Renamed(Renamed),
}

/// An encoding that neither a byte order mark nor an option names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guessed {
    /// Its WHATWG name.
    pub encoding: &'static str,
    /// How many files have it.
    pub files: u64,
    /// The first of them, as given or relative to its folder (not yet made visible).
    pub first: String,
}

/// A folder with files of records and others, of which either the records are read, or each file as one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mixed {
    /// The folder, as given (not yet made visible).
    pub folder: String,
    /// Whether the records are read.
    pub are_records: bool,
    /// How many files are records by their names, and how many are not.
    pub files: (u64, u64),
    /// The first of those that are not what they are taken for, relative to the folder (not yet made visible).
    pub first: String,
}

/// Sources that are text files, of which no option says what they are read as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texts {
    /// The first, as given (not yet made visible).
    pub first: String,
    /// How many.
    pub files: u64,
    /// Whether each line is one document; else each file is.
    pub are_lines: bool,
}

/// Documents with the name of their file before their id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    /// How many.
    pub documents: u64,
    /// The id of the first, with the name of the file before it (not yet made visible).
    pub first: String,
}

impl Notice {
    /// In a language.
    pub fn say(&self, lang: Lang) -> String {
        match self {
            Self::Guessed(Guessed { encoding, files, first }) => {
                let first = named(first, *files, lang);
                lang.pick(both!(
                    "{first}: read as {encoding}, guessed from the bytes; --encoding names another",
                    "{first}：由字节猜测为 {encoding} 编码；可用 --encoding 另行指定"
                ))
            }
            Self::Texts(Texts { first, files, are_lines }) => {
                let first = named(first, *files, lang);
                match are_lines {
                    true => lang.pick(both!(
                        "{first}: each line is one document; --input dir reads the file as one",
                        "{first}：每行读作一篇文档；--input dir 把整个文件读作一篇"
                    )),
                    false => lang.pick(both!(
                        "{first}: one document a file; --input lines reads each line as one",
                        "{first}：每个文件读作一篇文档；--input lines 把每行读作一篇"
                    )),
                }
            }
            Self::Mixed(Mixed { folder, are_records, files: (records, others), first }) => {
                let (folder, first) = (visible::line(folder), visible::line(first));
                match are_records {
                    true => lang.pick(both!(
                        "{folder}: only the files of records are read, {records} by their names; {others} other (first: \
                             {first}) left out; --input dir reads each file as one document",
                        "{folder}：只读取按名称为记录文件的 {records} 个文件；略去其余 {others} 个（第一个：{first}）；--input dir \
                             把每个文件读作一篇文档"
                    )),
                    false => lang.pick(both!(
                        "{folder}: each file is one document, also the {records} that are records by their names (first: \
                             {first}); --input records reads those alone",
                        "{folder}：每个文件读作一篇文档，按名称为记录文件的 {records} 个也是如此（第一个：{first}）；--input records \
                             只读取记录文件"
                    )),
                }
            }
            Self::Renamed(Renamed { documents, first }) => {
                let (documents, first) = (grouped_digits(*documents), visible::line(first));
                lang.pick(both!(
                    "the name of the file stands before the ids of {documents} documents, as earlier files have these ids \
                         (first: {first}); --ids as-is leaves them, --ids by-file names the file in all",
                    "{documents} 篇文档的编号在前面的文件中已有，因此编号前加上文件名（第一个：{first}）；--ids as-is \
                         不加，--ids by-file 全部加"
                ))
            }
        }
    }
}

/// Some files by the name of the first.
fn named(first: &str, files: u64, lang: Lang) -> String {
    let first = visible::line(first);
    match files {
        0 | 1 => first.into_owned(),
        files => lang.pick((format!("{first} and {} more", files - 1), format!("{first} 等 {files} 个文件"))),
    }
}

display_by_say!(lang(); Notice);
