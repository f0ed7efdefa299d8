//! Decisions as a readable file (TOML), and what of it still fits a corpus.

use super::clean::Kinds;
use super::{Decisions, Keep};
use crate::corpus::{Corpus, Found, Lookup, text_hash};
use crate::display::say;
use crate::files::toml_fault;
use crate::visible;
use serde::{Deserialize, Serialize};

/// Under which circumstances decisions were made; another setting is no error, but worth a word.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Name of the corpus.
    pub corpus: String,
    /// Its documents.
    pub documents: usize,
    /// The recipe, in one line.
    pub recipe: String,
    /// The threshold.
    pub k: u8,
    /// How groups were formed: `connected`, `leaders`, or the condition that verified pairs.
    pub grouping: String,
}

/// Why a file holds no decisions. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadDecisions {
    /// It is no TOML of this form.
    #[error("{}", visible::line(.0))]
    Form(String),
    /// It was written by a later version.
    #[error("{}", say!("version {} of the format, which this version of simscope does not know; use a newer one", "格式版本 {}，此版 simscope 不支持；请用更新的版本", .0))]
    Version(u32),
}

/// What of a file no longer fits the corpus, in the order of the file. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// No document has this id.
    #[error("{}", say!("there is no document {} any more", "已没有文档 {}", shown(.0)))]
    Missing(String),
    /// The document has another text now.
    #[error("{}", say!("the text of document {} has changed", "文档 {} 的文本已改变", shown(.0)))]
    Changed(String),
    /// So many groups were decided about, which nothing is any more.
    #[error("{}", say!("it decides about {} groups, and only documents are decided about", "其中有 {} 组的决定，而现在只对文档作决定", .0))]
    Groups(usize),
}

fn shown(id: &str) -> String {
    format!("\"{}\"", visible::line(id))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    version: u32,
    keep: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    go: Option<String>,
    setting: Setting,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chosen: Vec<Named>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<Named>,
    /// Decisions about groups, which are not made any more.
    #[serde(default, skip_serializing)]
    group: Vec<toml::Value>,
}

/// A document: its id, and the XXH3-64 of its text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    id: String,
    text: String,
}

const VERSION: u32 = 1;

/// No file of decisions is larger, in bytes.
pub const LARGEST_FILE: u64 = 256 << 20;

const HEAD: &str = "\
# Decisions about near-duplicates, made with simscope. `simscope dedup --decisions FILE` uses them again.
# go: the kinds of difference with which texts go, where the texts decide (without -k).
# chosen: documents that stay, whatever the rule says. excluded: documents that are taken out of their group, and stay.
# text is a hash (XXH3-64): a decision about a text that has changed is not used.

";

/// The decisions as a file.
pub fn write(decisions: &Decisions, setting: &Setting, corpus: &Corpus) -> String {
    let named = |document: &u32| {
        let document = corpus.get(*document as usize);
        Named { id: document.id.to_owned(), text: hex(text_hash(document.text)) }
    };
    let written = Written {
        version: VERSION,
        keep: decisions.keep.to_string(),
        go: (decisions.allowed != Kinds::default()).then(|| decisions.allowed.to_string()),
        setting: setting.clone(),
        chosen: decisions.chosen.iter().map(named).collect(),
        excluded: decisions.excluded.iter().map(named).collect(),
        group: Vec::new(),
    };
    // All of it is strings, numbers and lists, which TOML can write.
    let body = toml::to_string(&written).unwrap_or_default();
    format!("{HEAD}{body}")
}

/// Reads decisions over a corpus, and says what no longer fits; that is left out.
///
/// # Errors
/// If the text is not such a file; the message names line and column.
pub fn read(text: &str, lookup: &Lookup<'_>) -> Result<(Decisions, Setting, Vec<Unfit>), BadDecisions> {
    let written: Written =
        toml::from_str(text).map_err(|error| BadDecisions::Form(in_one_line(&error, text)))?;
    if written.version != VERSION {
        return Err(BadDecisions::Version(written.version));
    }
    let keep: Keep =
        written.keep.parse().map_err(|error| BadDecisions::Form(say!("keep: {error}", "keep：{error}")))?;
    let (mut decisions, mut unfit) = (Decisions::by(keep), Vec::new());
    if let Some(kinds) = written.go {
        decisions.allowed =
            kinds.parse().map_err(|error| BadDecisions::Form(say!("go: {error}", "go：{error}")))?;
    }
    let mut find = |id: String, text: &str| -> Result<Option<u32>, BadDecisions> {
        match lookup.find(&id, number(text)?) {
            Found::Same(document) => return Ok(Some(document)),
            Found::Changed => unfit.push(Unfit::Changed(id)),
            Found::Missing => unfit.push(Unfit::Missing(id)),
        }
        Ok(None)
    };
    for Named { id, text } in written.chosen {
        decisions.chosen.extend(find(id, &text)?);
    }
    for Named { id, text } in written.excluded {
        decisions.excluded.extend(find(id, &text)?);
    }
    if !written.group.is_empty() {
        unfit.push(Unfit::Groups(written.group.len()));
    }
    Ok((decisions, written.setting, unfit))
}

fn hex(number: u64) -> String {
    format!("{number:016x}")
}

fn number(hex: &str) -> Result<u64, BadDecisions> {
    let number = (hex.len() == 16).then(|| u64::from_str_radix(hex, 16).ok()).flatten();
    number.ok_or_else(|| {
        BadDecisions::Form(say!(
            "{:?} is no hash: it has 16 hexadecimal digits",
            "{:?} 不是哈希值：须为 16 位十六进制数字",
            visible::fit(hex, 40)
        ))
    })
}

/// Line, column and what is wrong; without the text of the file.
fn in_one_line(error: &toml::de::Error, text: &str) -> String {
    let what = toml_fault(error);
    let Some(span) = error.span() else { return what };
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    say!("line {line}, column {column}: {what}", "第 {line} 行第 {column} 列：{what}")
}
