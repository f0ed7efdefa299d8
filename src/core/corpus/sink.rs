//! Collects what was read: documents into batches, skips into counts, bytes into progress.

use crate::display::say;
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use encoding_rs::Encoding;

use super::batch::Filling;
use super::memory::Meter;
use super::places::Place;
use super::record::{At, Receiver, Record, Value, Wanted, scalar};
use super::skip::kind;
use super::{CorpusError, Document, Event, Guessed, ReadOptions, SkipReason, Skipped, Spot, Stop};

/// The first batch is sent after this many documents or this time, so that something shows early.
const FIRST_DOCUMENTS: usize = 256;
const FIRST_TIME: Duration = Duration::from_millis(50);
/// A later batch is sent after this time even if it is not full.
const LATER_TIME: Duration = Duration::from_millis(500);
/// Documents from one look at the clock to the next.
const TO_THE_CLOCK: u64 = 16;
/// Progress is reported in steps of about this many bytes.
const STEP: u64 = 128 << 10;

/// Where the documents of one read go.
pub(super) struct Sink<'e> {
    on: &'e mut dyn FnMut(Event) -> ControlFlow<()>,
    is_strict: bool,
    filling: Filling,
    meter: Meter,
    /// Number of the file being read, from 1, and its name if it holds several documents.
    file: u32,
    name: Option<Arc<str>>,
    is_first: bool,
    since: Instant,
    /// Bytes read from storage; shared with the readers, which count them.
    done: Rc<Cell<u64>>,
    reported: u64,
    total: u64,
    documents: u64,
    skipped: u64,
    first_skip: Option<Skipped>,
    guessed: Vec<Guessed>,
}

impl<'e> Sink<'e> {
    pub(super) fn new(on: &'e mut dyn FnMut(Event) -> ControlFlow<()>, options: &ReadOptions) -> Self {
        Self {
            on,
            is_strict: options.strict,
            filling: Filling::default(),
            meter: Meter::new(options.memory),
            file: 0,
            name: None,
            is_first: true,
            since: Instant::now(),
            done: Rc::default(),
            reported: 0,
            total: 0,
            documents: 0,
            skipped: 0,
            first_skip: None,
            guessed: Vec::new(),
        }
    }

    /// The counter of bytes read from storage.
    pub(super) fn counter(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.done)
    }

    pub(super) fn expect(&mut self, total: u64) -> Result<(), Stop> {
        self.total = total;
        self.report_bytes()
    }

    /// What follows comes from the next file. `name`: if it may hold several documents.
    pub(super) fn begin_file(&mut self, name: Option<&str>) {
        self.file += 1;
        self.name = name.map(Arc::from);
    }

    /// Takes the document of that record of the file.
    pub(super) fn document(&mut self, record: u64, document: Document<'_>) -> Result<(), Stop> {
        let place = Place { file: self.file - 1, record };
        if let Err(reason) = self.meter.takes(&document, place) {
            let place = self.name.as_deref().unwrap_or(document.id).to_owned();
            return Err(Stop::Full(Skipped { place, spot: None, reason }));
        }
        if self.filling.has_no_room_for(document.text) {
            self.flush()?;
        }
        self.filling.push(document, place, self.name.as_ref());
        self.documents += 1;
        let is_early = self.is_first && self.filling.len() >= FIRST_DOCUMENTS;
        let is_due = self.documents.is_multiple_of(TO_THE_CLOCK) && self.is_due();
        if is_early || self.filling.is_full() || is_due { self.flush() } else { Ok(()) }
    }

    fn is_due(&self) -> bool {
        self.since.elapsed() >= if self.is_first { FIRST_TIME } else { LATER_TIME }
    }

    pub(super) fn skip(&mut self, place: &str, spot: Option<Spot>, reason: SkipReason) -> Result<(), Stop> {
        self.leave_out(Skipped { place: place.to_owned(), spot, reason })
    }

    /// Reports something that is not loaded.
    pub(super) fn leave_out(&mut self, skipped: Skipped) -> Result<(), Stop> {
        if self.is_strict {
            return Err(Stop::Failed(CorpusError::Strict(skipped)));
        }
        self.skipped += 1;
        self.first_skip.get_or_insert_with(|| skipped.clone());
        self.send(Event::Skipped(skipped))
    }

    /// The encoding of a file was guessed.
    pub(super) fn guessed(&mut self, place: &str, encoding: &'static Encoding) {
        match self.guessed.iter_mut().find(|guessed| guessed.encoding == encoding.name()) {
            Some(guessed) => guessed.files += 1,
            None => {
                let first = place.to_owned();
                self.guessed.push(Guessed { encoding: encoding.name(), files: 1, first });
            }
        }
    }

    /// Reports progress if there is some, and checks whether to go on.
    pub(super) fn turn(&mut self) -> Result<(), Stop> {
        if self.done.get() >= self.reported + STEP { self.report_bytes() } else { Ok(()) }
    }

    /// Sends the current batch before a slow pipe is waited for.
    pub(super) fn before_wait(&mut self) -> Result<(), Stop> {
        if self.is_first || self.is_due() {
            self.flush()?;
        }
        self.turn()
    }

    /// Checks whether to go on, even if nothing was read.
    pub(super) fn report_bytes(&mut self) -> Result<(), Stop> {
        self.reported = self.done.get();
        // A file may have grown since its size was determined.
        let total = if self.total == 0 { 0 } else { self.total.max(self.reported) };
        self.send(Event::Bytes { done: self.reported, total })
    }

    /// Sends what is left.
    pub(super) fn finish(mut self) -> Result<(), Stop> {
        self.flush()?;
        self.report_bytes()?;
        for guessed in std::mem::take(&mut self.guessed) {
            self.send(Event::Guessed(guessed))?;
        }
        match self.first_skip {
            Some(first) if self.documents == 0 => {
                Err(Stop::Failed(CorpusError::NothingRead { first, others: self.skipped - 1 }))
            }
            _ => Ok(()),
        }
    }

    fn flush(&mut self) -> Result<(), Stop> {
        self.since = Instant::now();
        if self.filling.len() == 0 {
            return Ok(());
        }
        self.is_first = false;
        let batch = Arc::new(self.filling.take());
        self.send(Event::Batch(batch))
    }

    fn send(&mut self, event: Event) -> Result<(), Stop> {
        match (self.on)(event) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }
}

/// How a stream is called: in messages, and in its ids.
#[derive(Debug, Clone, Default)]
pub(super) struct Naming {
    pub(super) name: String,
    /// What a number that stands for an id begins with: empty, or including its separator.
    pub(super) prefix: String,
    /// What an id begins with.
    pub(super) of_ids: String,
}

/// Records of one stream → documents.
pub(super) struct Documents<'s, 'e> {
    pub(super) sink: &'s mut Sink<'e>,
    pub(super) place: &'s Naming,
    pub(super) wanted: &'s Wanted,
}

impl Documents<'_, '_> {
    /// Stores a document under its id, or under its line or row number if it has none.
    fn document(&mut self, at: At, id: Option<&str>, text: &str, label: Option<&str>) -> Result<(), Stop> {
        let number;
        let (prefix, id) = match id.filter(|id| !id.is_empty()) {
            Some(id) => (&self.place.of_ids, id),
            None => {
                number = at.spot.number().to_string();
                (&self.place.prefix, number.as_str())
            }
        };
        let prefixed;
        let id = match prefix.is_empty() {
            true => id,
            false => {
                prefixed = format!("{prefix}{id}");
                &prefixed
            }
        };
        self.sink.document(at.ordinal, Document { id, text, label }).map_err(|stop| match stop {
            Stop::Full(skipped) => Stop::Full(Skipped { spot: Some(at.spot), ..skipped }),
            other => other,
        })
    }
}

impl Receiver for Documents<'_, '_> {
    fn wanted(&self) -> &Wanted {
        self.wanted
    }

    fn record(&mut self, at: At, record: Record<'_>) -> Result<(), Stop> {
        let field = || self.wanted.main.first().cloned().unwrap_or_default();
        let not_text = |what: &'static str| {
            SkipReason::Malformed(say!(
                "`{}` is {}, not text",
                "`{}` 的值为{}，不是文本",
                field(),
                kind(what)
            ))
        };
        let text = match record.main {
            Some(Value::Text(text)) => Ok(text),
            Some(Value::Blob(bytes)) => {
                str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| SkipReason::Undecodable)
            }
            Some(Value::Number(number)) if self.wanted.takes_numbers => Ok(Cow::Owned(number)),
            Some(Value::Integer(number)) if self.wanted.takes_numbers => Ok(Cow::Owned(number.to_string())),
            Some(Value::Number(_) | Value::Integer(_) | Value::Word(..)) => Err(not_text("a number")),
            Some(Value::Bytes(_)) => Err(not_text("bytes of one length")),
            Some(Value::Other(what)) => Err(not_text(what)),
            None => Err(SkipReason::NoField(field())),
        };
        let (id, label) = (scalar(record.id), scalar(record.extra));
        match text {
            Ok(text) => self.document(at, id.as_deref(), &text, label.as_deref()),
            Err(reason) => self.broken(Some(at.spot), reason),
        }
    }

    fn line(&mut self, number: u64, text: &str) -> Result<(), Stop> {
        if self.wanted.needs_field {
            let field = self.wanted.main.first().cloned().unwrap_or_default();
            return Err(self.no_field(&field, Vec::new()));
        }
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
        let is_text = self.wanted.main.iter().any(|main| main == field);
        let are_signatures = is_text && found.iter().any(|name| name == "signature");
        let option = match (is_text, are_signatures) {
            (true, true) => "with --text-field, or read the signatures with --input signatures",
            (true, false) => "with --text-field",
            (false, _) => "with --id-field",
        };
        Stop::Failed(CorpusError::NoField {
            field: field.to_owned(),
            option,
            place: self.place.name.clone(),
            found,
        })
    }
}
