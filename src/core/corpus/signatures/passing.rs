//! Records of a file of signatures → signatures, once the notation of their texts is settled.

use std::borrow::Cow;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::form::{Form, Written, id_of, number_of_bits, written};
use super::notation::{Column, SignatureFormat};
use super::shape::is_no_name;
use super::{SignatureRecord, Taking};
use crate::corpus::record::{At, Chosen, Receiver, Record, Slot, Value, Wanted, scalar};
use crate::corpus::stand_ins::StandIns;
use crate::corpus::{CorpusError, SkipReason, Spot, Stop};
use crate::display::say;
use crate::progress::Progress;

/// Passes records on to the caller of [`each_signature`].
pub(super) struct Passing<'w> {
    wanted: &'w Wanted,
    place: String,
    /// Of every signature, where the records do not say it; they have their numbers of features instead.
    bits: Option<usize>,
    asked: SignatureFormat,
    /// How the first signature is stored; `Some(None)` as text.
    pub(super) form: Option<Option<Form>>,
    /// Of the first signature.
    width: Option<u8>,
    notation: Column,
    /// Texts whose notation is not settled.
    waiting: Vec<Waiting>,
    waiting_bytes: usize,
    /// The columns of lines without a header.
    columns: Option<Chosen<usize>>,
    stand_ins: StandIns,
    on: Taking<'w>,
    progress: &'w Progress,
    /// Bytes read from storage, and how many of them `progress` has been given.
    done: Rc<Cell<u64>>,
    reported: u64,
}

/// A record with a signature as text.
struct Waiting {
    spot: Spot,
    id: String,
    text: String,
    bits: Option<usize>,
    features: Option<u32>,
}

/// Texts that are looked at before their notation is settled, and the bytes of those that leave it open.
const LOOKED_AT: usize = 4096;
const LEFT_OPEN: usize = 256 << 20;

impl<'w> Passing<'w> {
    pub(super) fn new(
        wanted: &'w Wanted,
        place: String,
        (asked, bits): (SignatureFormat, Option<usize>),
        progress: &'w Progress,
        on: Taking<'w>,
    ) -> Self {
        Self {
            wanted,
            place,
            bits,
            asked,
            form: None,
            width: None,
            notation: Column::new(asked),
            waiting: Vec::new(),
            waiting_bytes: 0,
            columns: None,
            stand_ins: StandIns::default(),
            on,
            progress,
            done: Rc::default(),
            reported: 0,
        }
    }

    pub(super) fn error(&self, spot: Option<Spot>, what: String) -> CorpusError {
        CorpusError::BadSignature { place: self.place.clone(), spot, what }
    }

    /// Fails if signatures are stored in several ways.
    fn check_form(&mut self, form: Option<Form>) -> Result<(), String> {
        let first = *self.form.get_or_insert(form);
        if first == form {
            return Ok(());
        }
        let describe = |form: Option<Form>| form.map_or_else(|| say!("a text", "文本"), Form::describe);
        Err(say!(
            "{} where the first signature has {}",
            "{}，而第一个签名为 {}",
            describe(form),
            describe(first)
        ))
    }

    /// Passes on a signature of the width of the first.
    fn pass(
        &mut self,
        spot: Spot,
        id: &str,
        (signature, bits): (u128, u8),
        features: Option<u32>,
    ) -> Result<(), Stop> {
        let first = *self.width.get_or_insert(bits);
        if first != bits {
            let what = say!(
                "{bits} bits where the first signature has {first}",
                "{bits} 位，而第一个签名为 {first} 位"
            );
            return Err(Stop::Failed(self.error(Some(spot), what)));
        }
        match (self.on)(SignatureRecord { id, signature, bits }, features) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Asked),
        }
    }

    /// Takes a text, whose notation may not be known yet.
    fn take(&mut self, next: Waiting, is_number: bool) -> Result<(), Stop> {
        let taken = self.notation.take(&next.text, is_number, next.bits);
        taken.map_err(|what| self.error(Some(next.spot), what))?;
        if self.notation.is_settled() {
            return self.pass_text(&next);
        }
        self.waiting_bytes += next.id.len() + next.text.len() + size_of::<Waiting>();
        self.waiting.push(next);
        match self.waiting.len().is_multiple_of(LOOKED_AT)
            && (self.notation.settle().is_ok() || self.waiting_bytes > LEFT_OPEN)
        {
            true => self.settle(),
            false => Ok(()),
        }
    }

    /// Settles the notation, and passes on what waits for it.
    pub(super) fn settle(&mut self) -> Result<(), Stop> {
        let waiting = std::mem::take(&mut self.waiting);
        if !waiting.is_empty() {
            self.notation.settle().map_err(|what| self.error(None, what))?;
        }
        waiting.iter().try_for_each(|one| self.pass_text(one))
    }

    fn pass_text(&mut self, one: &Waiting) -> Result<(), Stop> {
        let read = self.notation.read(&one.text, one.bits);
        let read = read.map_err(|what| self.error(Some(one.spot), what))?;
        self.pass(one.spot, &one.id, read, one.features)
    }

    pub(super) fn report(&mut self) -> Result<(), Stop> {
        self.progress.advance(self.done.get() - self.reported);
        self.reported = self.done.get();
        if self.progress.is_cancelled() { Err(Stop::Asked) } else { Ok(()) }
    }
}

impl Receiver for Passing<'_> {
    fn wanted(&self) -> &Wanted {
        self.wanted
    }

    fn record(&mut self, At { spot, .. }: At, record: Record<'_>) -> Result<(), Stop> {
        let id = id_of(spot, record.id, self.wanted.field(Slot::Id)).and_then(|id| match id {
            Some(id) => self.stand_ins.take(&id).map(|()| id),
            None => self.stand_ins.name(spot.number()).map(Cow::Owned),
        });
        let id = id.map_err(|what| self.error(Some(spot), what))?;
        let (bits, features) = match self.bits {
            Some(_) => (Ok(self.bits), scalar(record.extra).and_then(|features| features.parse().ok())),
            None => (number_of_bits(record.extra), None),
        };
        let bits = bits.map_err(|what| self.error(Some(spot), what))?;
        let written = written(record.main.as_ref(), bits, self.asked);
        match written.map_err(|what| self.error(Some(spot), what))? {
            Written::Stored(value, form) => {
                let read = self.check_form(Some(form)).and_then(|()| fitting(value, form, bits));
                self.pass(spot, &id, read.map_err(|what| self.error(Some(spot), what))?, features)
            }
            Written::Text(text, is_number) => {
                self.check_form(None).map_err(|what| self.error(Some(spot), what))?;
                let (id, text) = (id.into_owned(), text.into_owned());
                self.take(Waiting { spot, id, text, bits, features }, is_number)
            }
        }
    }

    fn without_header(&self, cells: &[&str]) -> Option<Chosen<usize>> {
        let is_named = self.wanted.named.id || self.wanted.named.main;
        let has_bits = || cells[2].parse().is_ok_and(|bits: u8| (1..=128).contains(&bits));
        let (main, id, extra) = match cells.len() {
            1 => (0, None, None),
            2 => (1, Some(0), None),
            3..=5 if has_bits() => (1, Some(0), Some(2)),
            _ => return None,
        };
        let is_record = !is_named && is_no_name(cells[main], self.asked);
        is_record.then_some(Chosen { main: vec![main], id, extra })
    }

    fn line(&mut self, number: u64, line: &str) -> Result<(), Stop> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let cells: Vec<&str> = line.split(['\t', ',', ';']).map(str::trim).collect();
        if self.columns.is_none() {
            let column = |name: &str| cells.iter().position(|known| *known == name);
            let header = Chosen::of(self.wanted, &column);
            let is_header = !header.main.is_empty();
            self.columns = if is_header { Some(header) } else { self.without_header(&cells) };
            if self.columns.as_ref().is_some_and(|columns| columns.id.is_some()) {
                self.stand_ins.expect_ids();
            }
            if is_header {
                return Ok(());
            }
        }
        let Some(columns) = &self.columns else {
            let what = say!(
                "no header with `id` and `signature`; without one, a line is a signature, or an id, a tab and a signature",
                "表头没有 `id` 和 `signature`；没有表头时，每行为一个签名，或编号、制表符和签名"
            );
            return Err(Stop::Failed(self.error(Some(Spot::Line(number)), what)));
        };
        let cell = |column: Option<usize>| Some(Value::Text(Cow::Borrowed(*cells.get(column?)?)));
        let main = cell(columns.main.first().copied());
        let record = Record { main, id: cell(columns.id), extra: cell(columns.extra) };
        self.record(At::line(number), record)
    }

    fn broken(&mut self, spot: Option<Spot>, reason: SkipReason) -> Result<(), Stop> {
        Err(Stop::Failed(self.error(spot, reason.to_string())))
    }

    fn turn(&mut self) -> Result<(), Stop> {
        if self.done.get() > self.reported + STEP { self.report() } else { Ok(()) }
    }

    fn before_wait(&mut self) -> Result<(), Stop> {
        self.turn()
    }

    fn counter(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.done)
    }

    fn expect_ids(&mut self) {
        self.stand_ins.expect_ids();
    }

    fn no_field(&mut self, field: &str, found: Vec<String>) -> Stop {
        let option = match self.wanted.is_main(field) {
            true => ("with --signature-field", "请用 --signature-field 指定"),
            false => ("with --id-field", "请用 --id-field 指定"),
        };
        let (place, field) = (self.place.clone(), field.to_owned());
        Stop::Failed(CorpusError::NoField { field, option, place, found })
    }
}

/// A signature that is no text, and its width.
fn fitting(value: u128, form: Form, bits: Option<usize>) -> Result<(u128, u8), String> {
    let most = form.bits();
    let bits = bits.unwrap_or(most);
    if !(1..=most).contains(&bits) {
        return Err(say!("`bits` is {bits}, not 1 to {most}", "`bits` 的值为 {bits}，不在 1 到 {most} 之间"));
    }
    if bits < 128 && value >> bits != 0 {
        return Err(say!("the signature has more than its {bits} bits", "签名超过 {bits} 位"));
    }
    Ok((value, bits as u8))
}

/// Progress is reported in steps of this many bytes.
const STEP: u64 = 128 << 10;
