//! What was not loaded, described in one line.

use super::memory::shown_bytes;
use crate::display::{Lang, both, display_by_say, lang};
use crate::visible;

/// Something that was not loaded, and why. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The file, as given or relative to its folder (not yet made visible).
    pub place: String,
    /// Its position in the file, if a single record was skipped.
    pub spot: Option<Spot>,
    /// Why.
    pub reason: SkipReason,
}

/// What a value is that is not the text wanted, in the language of messages.
pub(super) fn kind(what: &'static str) -> &'static str {
    let chinese = match what {
        "null" => "null",
        "a number" => "数",
        "true or false" => "真假值",
        "an array" => "数组",
        "a list" => "列表",
        "an object" => "对象",
        "a list or a struct" => "列表或结构",
        "a decimal number" => "十进制小数",
        "a floating-point number" => "浮点数",
        "a time" => "时间",
        "a date or a time" => "日期或时间",
        "bytes of one length" => "定长字节",
        "bytes that are no UTF-8" => "非 UTF-8 字节",
        other => other,
    };
    lang().pick((what, chinese))
}

/// Where a record stands in its file. `Display` is `line 3` or `row 3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A line, from 1; the element in a JSON array.
    Line(u64),
    /// A row of a Parquet file, from 1.
    Row(u64),
}

impl Spot {
    /// The number of the line or row.
    pub fn number(self) -> u64 {
        match self {
            Self::Line(number) | Self::Row(number) => number,
        }
    }

    /// In a language.
    pub fn say(self, lang: Lang) -> String {
        match self {
            Self::Line(number) => lang.pick(both!("line {number}", "第 {number} 行")),
            Self::Row(number) => lang.pick(both!("row {number}", "第 {number} 条记录")),
        }
    }
}

/// Why something was skipped. `Display` says it in one short English phrase, [`SkipReason::say`] in either language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SkipReason {
    /// NUL or mostly control bytes.
    Binary,
    /// The bytes are not text in the named (or any likely) encoding.
    Undecodable,
    /// Not a regular file: a socket, a pipe, a device.
    NotAFile,
    /// A link to a folder above it, or to itself.
    Loop,
    /// A link to a folder, which is not followed.
    LinkToFolder,
    /// A link to a file outside of the folder that is read, which is not followed.
    LinkOutside,
    /// The operating system refused.
    Unreadable(String),
    /// A record that cannot be parsed; the text says what is wrong.
    Malformed(String),
    /// The rest of a file, which is damaged, cut off, or written in a way that is not read; the text says what is wrong.
    Damaged(String),
    /// The record has no such field.
    NoField(String),
    /// A file of a kind that is not read; the text says which, and what to do.
    Foreign(String),
    /// Larger than a document may be; at least this many bytes.
    TooLarge(u64),
    /// Reading stopped here: the documents before it take the memory that may be used, in bytes.
    Memory(u64),
}

impl SkipReason {
    /// Whether nothing after it was read.
    pub fn ends_reading(&self) -> bool {
        matches!(self, Self::Memory(_))
    }

    /// One short phrase in a language; what the system or a parser said stays as it was.
    pub fn say(&self, lang: Lang) -> String {
        let both = |en: &str, zh: &str| lang.pick((en, zh)).to_owned();
        match self {
            Self::Binary => both("binary, not text", "二进制文件，不是文本"),
            Self::Undecodable => both("not text in a known encoding", "无法按任何已知的编码解码"),
            Self::NotAFile => both("not a regular file", "不是普通文件"),
            Self::Loop => both("a link that leads back to itself", "链接指回自身"),
            Self::LinkToFolder => {
                both("a link to a folder; --follow follows it", "指向文件夹的链接；--follow 可跟随")
            }
            Self::LinkOutside => {
                both("a link out of the folder; --follow follows it", "指向文件夹之外的链接；--follow 可跟随")
            }
            Self::Unreadable(what) => {
                let what = visible::line(what);
                lang.pick((what.to_string(), format!("无法读取：{what}")))
            }
            Self::Foreign(what) => visible::line(what).into_owned(),
            Self::Malformed(what) => {
                let what = visible::line(what);
                lang.pick((what.to_string(), format!("格式有误：{what}")))
            }
            Self::Damaged(what) => {
                let what = visible::line(what);
                lang.pick(both!(
                    "{what}; nothing from here to the end of the file was read",
                    "{what}；从此处到文件末尾均未读取"
                ))
            }
            Self::NoField(field) => {
                let field = visible::line(field);
                lang.pick(both!("no field `{field}`", "没有字段 `{field}`"))
            }
            Self::TooLarge(size) => {
                let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
                let (size, most) = (mebibytes(*size), mebibytes(super::MAX_DOCUMENT as u64));
                lang.pick(both!("{size} MiB, more than {most}", "{size} MiB，超过 {most} MiB"))
            }
            Self::Memory(bytes) => {
                let bytes = shown_bytes(*bytes);
                lang.pick(both!(
                    "reading stopped here, at the limit of {bytes} of memory; --memory SIZE allows more",
                    "已到内存上限 {bytes}，读取到此为止；--memory SIZE 可放宽"
                ))
            }
        }
    }
}

impl Skipped {
    /// What and why, in a language.
    pub fn say(&self, lang: Lang) -> String {
        let (place, reason) = (visible::line(&self.place), self.reason.say(lang));
        let (comma, colon) = lang.pick(((", ", ": "), ("，", "：")));
        match self.spot {
            Some(spot) => format!("{place}{comma}{}{colon}{reason}", spot.say(lang)),
            None => format!("{place}{colon}{reason}"),
        }
    }
}

display_by_say!(Lang::En; Spot, Skipped, SkipReason);
