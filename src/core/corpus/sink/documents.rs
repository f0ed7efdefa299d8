//! Records of one stream → documents, each under its id or its number.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use encoding_rs::Encoding;

use super::Sink;
use crate::corpus::record::{At, Receiver, Record, Slot, Value, Wanted, id_text, scalar};
use crate::corpus::skip::kind;
use crate::corpus::stand_ins::StandIns;
use crate::corpus::{CorpusError, Document, SkipReason, Skipped, Spot, Stop};
use crate::display::say;

/// How a stream is called: in messages, and in its ids.
#[derive(Debug, Clone, Default)]
pub(in crate::corpus) struct Naming {
    pub(in crate::corpus) name: String,
    /// The prefix of a generated id, and of an id that another file also has: empty, or with its separator.
    pub(in crate::corpus) prefix: String,
    /// Whether it is a file of a folder that might be meant as a document, since no option says what it is.
    pub(in crate::corpus) may_be_documents: bool,
}

/// Records of one stream → documents.
pub(in crate::corpus) struct Documents<'s, 'e> {
    pub(in crate::corpus) sink: &'s mut Sink<'e>,
    pub(in crate::corpus) place: &'s Naming,
    pub(in crate::corpus) wanted: &'s Wanted,
    stand_ins: StandIns,
}

impl<'s, 'e> Documents<'s, 'e> {
    pub(in crate::corpus) fn new(sink: &'s mut Sink<'e>, place: &'s Naming, wanted: &'s Wanted) -> Self {
        Self { sink, place, wanted, stand_ins: StandIns::default() }
    }

    /// Stores a document under its id, or under its line or row number if it has none.
    fn document(&mut self, at: At, id: Option<&str>, text: &str, label: Option<&str>) -> Result<(), Stop> {
        let label = label.or_else(|| self.wanted.of_path(Slot::Extra));
        let prefix = &self.place.prefix;
        let id = match id.or_else(|| self.wanted.of_path(Slot::Id)).filter(|id| !id.is_empty()) {
            Some(id) => {
                let named = self.sink.known_ids.as_mut().and_then(|known| known.named(prefix, id));
                // A generated id has the name of the file before it if this id has one, else neither has.
                match named.is_some() || prefix.is_empty() {
                    true => self.stand_ins.take(id).map_err(|what| self.refused(at, what))?,
                    false => self.stand_ins.expect_ids(),
                }
                named.map_or(Cow::Borrowed(id), Cow::Owned)
            }
            None => {
                let name = self.stand_ins.name(at.spot.number()).map_err(|what| self.refused(at, what))?;
                Cow::Owned(format!("{prefix}{name}"))
            }
        };
        let id = id.as_ref();
        self.sink.document(at.ordinal, Document { id, text, label }).map_err(|stop| match stop {
            Stop::Full(skipped) => Stop::Full(Skipped { spot: Some(at.spot), ..skipped }),
            other => other,
        })
    }

    /// What comes has no fields, so that none can be as the user named it.
    pub(in crate::corpus) fn without_fields(&mut self) -> Result<(), Stop> {
        let named = self.wanted.named;
        let slot = match self.wanted.needs_field {
            true => Some(Slot::Main),
            false => [(named.main, Slot::Main), (named.id, Slot::Id), (named.extra, Slot::Extra)]
                .into_iter()
                .find_map(|(is_named, slot)| {
                    (is_named && self.wanted.of_path(slot).is_none()).then_some(slot)
                }),
        };
        let Some(slot) = slot else {
            self.sink.fields.is_there |= named.main || named.id || named.extra;
            self.sink.label.is_there |= named.extra;
            return Ok(());
        };
        let error = self.lacking(self.wanted.field(slot), Vec::new());
        if self.wanted.needs_field { Err(Stop::Failed(error)) } else { self.sink.lacks(Slot::Main, error) }
    }

    fn refused(&self, at: At, what: String) -> Stop {
        Stop::Failed(CorpusError::Refused { place: self.place.name.clone(), spot: Some(at.spot), what })
    }

    fn lacking(&self, field: &str, found: Vec<String>) -> CorpusError {
        let (is_main, is_label) = (self.wanted.is_main(field), self.wanted.field(Slot::Extra) == field);
        let are_signatures = is_main && found.iter().any(|name| name == "signature");
        let option = match (is_main, are_signatures) {
            (true, true) => (
                "with --text-field, or read the signatures with --input signatures",
                "请用 --text-field 指定，或用 --input signatures 读取签名",
            ),
            (true, false) if self.place.may_be_documents => (
                "with --text-field, or read each file as one document with --input dir",
                "请用 --text-field 指定，或用 --input dir 把每个文件读作一篇文档",
            ),
            (true, false) => ("with --text-field", "请用 --text-field 指定"),
            (false, _) if is_label => ("with --label-field", "请用 --label-field 指定"),
            (false, _) => ("with --id-field", "请用 --id-field 指定"),
        };
        CorpusError::NoField { field: field.to_owned(), option, place: self.place.name.clone(), found }
    }
}

impl Receiver for Documents<'_, '_> {
    fn wanted(&self) -> &Wanted {
        self.wanted
    }

    fn record(&mut self, at: At, record: Record<'_>) -> Result<(), Stop> {
        let field = || self.wanted.field(Slot::Main).to_owned();
        let not_text = |what: &'static str| {
            let kind = kind(what);
            SkipReason::Malformed(say!("`{}` is {kind}, not text", "`{}` 的值为{kind}，不是文本", field()))
        };
        let text = match record.main {
            Some(Value::Text(text)) => Ok(text),
            Some(Value::Texts(text)) => Ok(Cow::Owned(text)),
            Some(Value::Blob(bytes)) => {
                str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| SkipReason::Undecodable)
            }
            Some(Value::Number(number)) if self.wanted.takes_numbers => Ok(Cow::Owned(number)),
            Some(Value::Integer(number)) if self.wanted.takes_numbers => Ok(Cow::Owned(number.to_string())),
            Some(Value::Number(_) | Value::Integer(_) | Value::Word(..)) => Err(not_text("a number")),
            Some(Value::Bytes(_)) => Err(not_text("bytes of one length")),
            Some(Value::Truth(_)) => Err(not_text("true or false")),
            Some(Value::Other(what)) => Err(not_text(what)),
            None => match self.wanted.of_path(Slot::Main) {
                Some(text) => Ok(Cow::Borrowed(text)),
                None => Err(SkipReason::NoField(field())),
            },
        };
        let id = match record.id.map_or(Ok(None), id_text) {
            Err(what) if self.wanted.named.id => {
                let (field, kind) = (self.wanted.field(Slot::Id), kind(what));
                return Err(self.refused(
                    at,
                    say!(
                        "`{field}` is {kind}, which is no id; choose another field with --id-field, or leave that out",
                        "`{field}` 的值为{kind}，不能作为编号；请用 --id-field 另选字段，或去掉该选项"
                    ),
                ));
            }
            id => id.ok().flatten(),
        };
        let label = scalar(record.extra);
        match text {
            Ok(text) => self.document(at, id.as_deref(), &text, label.as_deref()),
            Err(reason) => self.broken(Some(at.spot), reason),
        }
    }

    fn line(&mut self, number: u64, text: &str) -> Result<(), Stop> {
        if let (true, Some(text)) = (self.wanted.needs_field, self.wanted.of_path(Slot::Main)) {
            return self.document(At::line(number), None, text, None);
        }
        self.without_fields()?;
        self.document(At::line(number), None, text, None)
    }

    fn broken(&mut self, spot: Option<Spot>, reason: SkipReason) -> Result<(), Stop> {
        self.sink.skip(&self.place.name, spot, reason)
    }

    fn turn(&mut self) -> Result<(), Stop> {
        self.sink.turn()
    }

    fn before_wait(&mut self) -> Result<(), Stop> {
        self.sink.before_wait()
    }

    fn guessed(&mut self, encoding: &'static Encoding) {
        self.sink.guessed(&self.place.name, encoding);
    }

    fn counter(&self) -> Rc<Cell<u64>> {
        self.sink.counter()
    }

    fn no_field(&mut self, field: &str, found: Vec<String>) -> Stop {
        Stop::Failed(self.lacking(field, found))
    }

    fn has_label(&mut self, is_there: bool, found: &dyn Fn() -> Vec<String>) -> Result<(), Stop> {
        self.sink.fields.is_there = true;
        self.sink.label.is_there |= is_there;
        if is_there {
            return Ok(());
        }
        let error = self.lacking(self.wanted.field(Slot::Extra), found());
        self.sink.lacks(Slot::Extra, error)
    }

    fn expect_ids(&mut self) {
        self.stand_ins.expect_ids();
    }
}
