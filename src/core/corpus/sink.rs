//! Collects what was read: documents into batches, skips into counts, bytes into progress.

mod documents;

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use encoding_rs::Encoding;

use super::batch::Filling;
use super::id_names::{IdNames, KnownIds};
use super::memory::Meter;
use super::notice::{Guessed, Notice};
use super::places::Place;
use super::record::Slot;
use super::{CorpusError, Document, Event, ReadOptions, SkipReason, Skipped, Spot, Stop};

pub(super) use documents::{Documents, Naming};

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
    /// Where there are several files of records.
    known_ids: Option<KnownIds>,
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
    /// Whether there is only one file, so that what it lacks all lack.
    pub(super) is_alone: bool,
    fields: Named,
    label: Named,
}

/// Whether anything has what the user named, and the error if nothing has it.
#[derive(Default)]
struct Named {
    is_there: bool,
    error: Option<CorpusError>,
}

impl<'e> Sink<'e> {
    pub(super) fn new(on: &'e mut dyn FnMut(Event) -> ControlFlow<()>, options: &ReadOptions) -> Self {
        Self {
            on,
            is_strict: options.strict,
            filling: Filling::default(),
            meter: Meter::new(options.memory),
            known_ids: None,
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
            is_alone: false,
            fields: Named::default(),
            label: Named::default(),
        }
    }

    /// What is read has not the field that the user named: an error unless something else has it.
    pub(super) fn lacks(&mut self, slot: Slot, error: CorpusError) -> Result<(), Stop> {
        let named = if slot == Slot::Extra { &mut self.label } else { &mut self.fields };
        if self.is_alone {
            return Err(Stop::Failed(error));
        }
        named.error.get_or_insert(error);
        Ok(())
    }

    /// Several files of records follow, whose ids may be the same.
    pub(super) fn remember_ids(&mut self, names: IdNames) {
        if names == IdNames::Auto {
            self.meter.takes_with_each(KnownIds::EACH);
        }
        self.known_ids = Some(KnownIds::new(names));
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
        self.known_ids.iter_mut().for_each(KnownIds::begin_file);
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

    /// Says what should be known.
    pub(super) fn notice(&mut self, notice: Notice) -> Result<(), Stop> {
        self.send(Event::Noticed(notice))
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
            self.notice(Notice::Guessed(guessed))?;
        }
        if let Some(renamed) = self.known_ids.as_mut().and_then(KnownIds::renamed) {
            self.notice(Notice::Renamed(renamed))?;
        }
        for named in [self.fields, self.label] {
            if let Some(error) = named.error.filter(|_| !named.is_there) {
                return Err(Stop::Failed(error));
            }
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
