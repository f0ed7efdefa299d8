//! Reads and writes decisions as a file (TOML), and checks which of them still fit a corpus.

use super::clean::{Rules, Subject};
use super::{Decisions, Keep};
use crate::alignment::{Key, Kind};
use crate::corpus::{Corpus, Found, Lookup, text_hash};
use crate::display::say;
use crate::files::toml_fault;
use crate::visible;
use serde::{Deserialize, Serialize};

/// The setting in which decisions were made. Another setting is no error, but is reported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setting {
    /// Name of the corpus.
    pub corpus: String,
    /// The number of its documents.
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
    /// It is not TOML of this form.
    #[error("{}", visible::line(.0))]
    Form(String),
    /// It was written by a later version.
    #[error("{}", say!("version {} of the format, which this version of simscope does not know; use a newer one", "格式版本 {}，此版 simscope 不支持；请用更新的版本", .0))]
    Version(u32),
}

/// A decision that no longer fits the corpus. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// No document has this id.
    #[error("{}", say!("there is no document {} any more", "已没有文档 {}", shown(.0)))]
    Missing(String),
    /// The document has another text now.
    #[error("{}", say!("the text of document {} has changed", "文档 {} 的文本已改变", shown(.0)))]
    Changed(String),
    /// The file has decisions about this many groups, which are no longer supported.
    #[error("{}", say!("it decides about {} groups, and only documents are decided about", "其中有 {} 组的决定，而现在只对文档作决定", .0))]
    Groups(usize),
}

fn shown(id: &str) -> String {
    format!("\"{}\"", visible::line(id))
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default = "current")]
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keep: Option<String>,
    /// The kinds that let texts go, in version 1.
    #[serde(default, skip_serializing)]
    go: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cut: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    passage: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    must_agree: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    setting: Option<Setting>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    difference: Vec<Said>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    chosen: Vec<Named>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<Named>,
    /// Decisions about groups, which are no longer supported.
    #[serde(default, skip_serializing)]
    group: Vec<toml::Value>,
}

fn current() -> u32 {
    VERSION
}

/// An answer about a class of differences, or about a recurring one.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    between: Option<[String; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    more: Option<String>,
    matters: bool,
}

impl Said {
    fn new(subject: &Subject, matters: bool) -> Self {
        let said = Self { matters, ..Self::default() };
        let number = || Some(Kind::Number.name().to_owned());
        match subject {
            Subject::Kinds(_) => Self { class: Some(subject.to_string()), ..said },
            Subject::Key(Key::NumberAfter(word)) => {
                Self { class: number(), after: Some(word.clone()), ..said }
            }
            Subject::Key(Key::NumberBefore(word)) => {
                Self { class: number(), before: Some(word.clone()), ..said }
            }
            Subject::Key(Key::Between(words)) => Self { between: Some(words.clone()), ..said },
            Subject::Key(Key::More(words)) => Self { more: Some(words.clone()), ..said },
            Subject::Key(Key::NumberMore) => Self { class: Some(subject.to_string()), ..said },
        }
    }

    fn subjects(&self) -> Result<Vec<Subject>, BadDecisions> {
        let bad = |why: String| BadDecisions::Form(say!("difference: {why}", "difference：{why}"));
        let named = |name: &str| name.parse::<Subject>().map_err(|error| bad(error.to_string()));
        let Self { class, after, before, between, more, .. } = self;
        match (class.as_deref(), after, before, between, more) {
            (Some("number" | "numbers") | None, Some(word), None, None, None) => {
                Ok(vec![Subject::Key(Key::number_after(word))])
            }
            (Some("number" | "numbers") | None, None, Some(word), None, None) => {
                Ok(vec![Subject::Key(Key::number_before(word))])
            }
            (_, None, None, Some([a, b]), None) => Ok(vec![Subject::Key(Key::between(a, b))]),
            (_, None, None, None, Some(words)) => Ok(vec![Subject::Key(Key::more(words))]),
            (Some(class), None, None, None, None) => match named(class) {
                Ok(subject) => Ok(vec![subject]),
                Err(error) if !class.contains(',') => Err(error),
                Err(_) => class.split(',').map(named).collect(),
            },
            _ => Err(bad(say!(
                "name a class, or one of after, before, between and more",
                "请给出 class，或 after、before、between、more 之一"
            ))),
        }
    }
}

/// A document: its id, and the XXH3-64 of its text.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    id: String,
    text: String,
}

const VERSION: u32 = 2;

/// The largest size of a file of decisions, in bytes.
pub const LARGEST_FILE: u64 = 256 << 20;

const HEAD: &str = "\
# Decisions about near-duplicates, made with simscope. `simscope clean --decisions FILE` uses them again.
# difference: whether a class of differences matters, or one that recurs. cut, loss, passage, must_agree: as the options of dedup.
# chosen: documents that stay, whatever the rule says. excluded: documents that are taken out of their group, and stay.
# text is a hash (XXH3-64): a decision about a text that has changed is not used.

";

/// Writes the decisions as a file.
pub fn write(decisions: &Decisions, setting: &Setting, corpus: &Corpus) -> String {
    let named = |document: &u32| {
        let document = corpus.get(*document as usize);
        Named { id: document.id.to_owned(), text: hex(text_hash(document.text)) }
    };
    let Rules { cut, loss, passage, matters, must_agree } = &decisions.rules;
    let usual = Rules::default();
    let written = Written {
        version: VERSION,
        keep: Some(decisions.keep.to_string()),
        go: None,
        cut: Some(*cut).filter(|cut| *cut != usual.cut),
        loss: *loss,
        passage: Some(*passage).filter(|passage| *passage != usual.passage),
        must_agree: must_agree.iter().map(ToString::to_string).collect(),
        difference: matters.iter().map(|(subject, matters)| Said::new(&subject, matters)).collect(),
        setting: Some(setting.clone()),
        chosen: decisions.chosen.iter().map(named).collect(),
        excluded: decisions.excluded.iter().map(named).collect(),
        group: Vec::new(),
    };
    // TOML can write all of it: strings, numbers and lists.
    let body = toml::to_string(&written).unwrap_or_default();
    format!("{HEAD}{body}")
}

/// Reads decisions over a corpus. Those that no longer fit are left out and returned.
///
/// # Errors
/// If the text is not such a file; the message names line and column.
pub fn read(
    text: &str,
    lookup: &Lookup<'_>,
) -> Result<(Decisions, Option<Setting>, Vec<Unfit>), BadDecisions> {
    let written: Written =
        toml::from_str(text).map_err(|error| BadDecisions::Form(in_one_line(&error, text)))?;
    if written.version == 0 || written.version > VERSION {
        return Err(BadDecisions::Version(written.version));
    }
    let keep: Option<Result<Keep, _>> = written.keep.as_deref().map(str::parse);
    let keep =
        keep.transpose().map_err(|error| BadDecisions::Form(say!("keep: {error}", "keep：{error}")))?;
    let (mut decisions, mut unfit) = (Decisions::by(keep.unwrap_or_default()), Vec::new());
    let rules = &mut decisions.rules;
    rules.cut = share("cut", written.cut)?.unwrap_or(rules.cut);
    rules.loss = share("loss", written.loss)?;
    rules.passage = written.passage.unwrap_or(rules.passage);
    if let Some(kinds) = written.go {
        let said = rules.matters.say_gone(&kinds);
        said.map_err(|error| BadDecisions::Form(say!("go: {error}", "go：{error}")))?;
    }
    for said in &written.difference {
        said.subjects()?.iter().for_each(|subject| rules.matters.say(subject, said.matters));
    }
    for pattern in &written.must_agree {
        let pattern = pattern.parse();
        rules.must_agree.push(
            pattern
                .map_err(|error| BadDecisions::Form(say!("must_agree: {error}", "must_agree：{error}")))?,
        );
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

/// Checks that a value is a share, 0 to 1.
fn share(name: &str, value: Option<f64>) -> Result<Option<f64>, BadDecisions> {
    match value {
        Some(value) if !(0.0..=1.0).contains(&value) => Err(BadDecisions::Form(say!(
            "{name}: {value} is no share: use a number from 0 to 1",
            "{name}：{value} 不是份额：请用 0 到 1 的数"
        ))),
        value => Ok(value),
    }
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

/// The error with line and column, without the text of the file.
fn in_one_line(error: &toml::de::Error, text: &str) -> String {
    let what = toml_fault(error);
    let Some(span) = error.span() else { return what };
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    say!("line {line}, column {column}: {what}", "第 {line} 行第 {column} 列：{what}")
}
