//! What was judged of pairs: the file that keeps it, and what is not on disk yet.

use super::deciding::{Kept, shown_name};
use super::{Shared, Tone, found_for_all};
use crate::action::Action;
use crate::jobs::Work;
use crate::surface::{Phrase, counted};
use simscope_core::corpus::text_hash;
use simscope_core::evidence::Selection;
use simscope_core::hamming;
use simscope_core::judgements::{self, Judgement, KnownJudgements, Named, Verdict};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Reading or adding to the judgements.
pub const JUDGEMENTS: &Work =
    &Work::new("Judgements", ("keeping the judgements", "保存判定")).finished_first().of_texts();

/// Reading what others have judged meanwhile.
const LOOK: &Work = &Work::new("Look", ("reading the judgements of others", "读取他人的判定")).of_texts();

/// Two documents, the smaller number first.
pub type Pair = (u32, u32);

/// How a pair came to be judged.
#[derive(Debug)]
pub struct How {
    pub selection: Selection,
    /// Under which recipe, or by which condition, it was drawn.
    pub under: String,
    pub note: String,
}

/// The judgements over the corpus.
#[derive(Debug, Default)]
pub struct Judging {
    /// Where they are kept.
    pub file: Option<PathBuf>,
    pub kept: Kept,
    pub known: Arc<KnownJudgements>,
    /// What the texts say of each k is not shown: a lesson comes to it later.
    pub hides_advice: bool,
    /// Bytes of the file of which all judgements are known.
    seen: Arc<AtomicU64>,
    /// Lines of the file that are no judgements.
    pub bad_lines: usize,
    /// Judgements that are not on disk yet, the oldest first.
    unsaved: Vec<Judgement>,
    /// How many of them a job is writing.
    in_flight: usize,
    /// What was judged since the start, with what was said before and how many changes could be undone then; the newest last.
    done: Vec<(Pair, Option<Judgement>, usize)>,
}

impl Judging {
    pub fn new(file: Option<PathBuf>) -> Self {
        let kept = if file.is_some() { Kept::Unread } else { Kept::Nowhere };
        Self { file, kept, ..Self::default() }
    }

    /// The name of the file, safe to show.
    pub fn file_name(&self) -> Option<String> {
        shown_name(self.file.as_deref())
    }

    /// Whether any pair was judged since the start.
    pub fn has_judged(&self) -> bool {
        !self.done.is_empty()
    }

    /// How many judgements are not on disk.
    pub fn unsaved(&self) -> usize {
        self.unsaved.len()
    }
}

/// The length of a file; 0 without one.
fn length(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

impl Shared {
    /// Whether what the user has said is being written: it must be on disk before the program ends.
    pub fn is_keeping(&self) -> bool {
        // What is judged while the file is still read is written behind it.
        let waits = self.judging.kept == Kept::Unread && self.judging.unsaved() > 0;
        waits || [&self.judging.kept, &self.deciding.kept].contains(&&Kept::Saving)
    }

    /// The distance of a pair, if both have signatures.
    pub fn distance(&self, (a, b): Pair) -> Option<u8> {
        let of = |document: u32| self.model.signatures.try_get(document as usize);
        Some(hamming::distance(of(a)?, of(b)?))
    }

    /// The ids of a pair and its distance, to be copied.
    pub fn tabbed(&self, pair: Pair) -> Option<(String, Phrase)> {
        let [a, b] = [pair.0, pair.1].map(|document| self.document(document).id);
        Some((format!("{a}\t{b}\t{}", self.distance(pair)?), ("the pair and its distance", "文档对与距离")))
    }

    /// Judges a pair, and has that written. Nothing happens to a pair without a distance.
    pub fn judge(&mut self, (a, b): Pair, verdict: Verdict, how: How) {
        let pair = (a.min(b), a.max(b));
        let Some(distance) = self.distance(pair) else { return };
        let named = |document: u32| {
            let document = self.document(document);
            Named { id: document.id.to_owned(), hash: text_hash(document.text) }
        };
        let judgement = Judgement {
            pair: [named(pair.0), named(pair.1)],
            distance,
            verdict: Some(verdict),
            note: how.note,
            time: judgements::now(),
            recipe: how.under,
            who: judgements::who(),
            selection: how.selection,
        };
        self.judging.done.push((pair, self.judging.known.get(pair).cloned(), self.past.undo.len()));
        self.take_judgement(pair, judgement);
    }

    /// Whether nothing else that can be undone came after the last judgement.
    pub fn has_judged_last(&self) -> bool {
        self.judging.done.last().is_some_and(|(.., changes)| *changes == self.past.undo.len())
    }

    /// Takes back the last judgement of this session: what was said before holds again. Returns its pair.
    pub fn unjudge(&mut self) -> Option<Pair> {
        let (pair, before, _) = self.judging.done.pop()?;
        let last = self.judging.known.get(pair)?.clone();
        let restored = before.unwrap_or(Judgement { verdict: None, ..last });
        self.take_judgement(pair, Judgement { time: judgements::now(), ..restored });
        self.say(("taken back: decide about this pair again", "已撤回：请重新判定此对"));
        Some(pair)
    }

    fn take_judgement(&mut self, pair: Pair, judgement: Judgement) {
        Arc::make_mut(&mut self.judging.known).put(pair, judgement.clone());
        if self.judging.file.is_some() {
            self.judging.unsaved.push(judgement);
            self.save_judgements();
        }
    }

    /// Writes what is not on disk, unless that is going on, or the file was refused.
    fn save_judgements(&mut self) {
        let judging = &mut self.judging;
        let is_open = matches!(judging.kept, Kept::Saved | Kept::Saving);
        if !is_open || judging.in_flight > 0 || judging.unsaved.is_empty() {
            return;
        }
        let Some(path) = judging.file.clone() else { return };
        let (lines, seen) = (judging.unsaved.clone(), judging.seen.clone());
        (judging.in_flight, judging.kept) = (lines.len(), Kept::Saving);
        self.begin(JUDGEMENTS, move |_, _| {
            let result = judgements::append(&path, &lines).map_err(|error| error.to_string());
            let result = result.map(|[before, after]| {
                // What others have written in between is still to be read.
                let _ = seen.compare_exchange(before, after, Relaxed, Relaxed);
            });
            Some(found_for_all(move |shared| shared.take_written(result)))
        });
    }

    /// Tries to write again what was not. Returns whether there was anything.
    pub fn retry_judgements(&mut self) -> bool {
        let has_unsaved = matches!(self.judging.kept, Kept::Refused(_)) && self.judging.unsaved() > 0;
        if has_unsaved {
            self.judging.kept = Kept::Saved;
            self.save_judgements();
        }
        has_unsaved
    }

    /// Reads the judgements, once the corpus is there.
    pub(super) fn read_judgements(&mut self) {
        let Some(path) = self.judging.file.clone().filter(|_| self.judging.kept == Kept::Unread) else {
            return;
        };
        let (corpus, seen) = (self.model.corpus.clone(), self.judging.seen.clone());
        self.begin(JUDGEMENTS, move |_, _| {
            seen.store(length(&path), Relaxed);
            let read = judgements::read(&path).map_err(|error| error.to_string());
            let read = read.map(|read| (KnownJudgements::new(&read, &corpus), read.bad.len()));
            Some(found_for_all(move |shared| shared.take_judgements(read)))
        });
    }

    /// Looks at the file again, and reads it if others have written there: before anything is decided or written. While what was said
    /// here is not on disk, that comes first.
    pub fn look_again(&mut self) {
        let judging = &self.judging;
        let Some(path) = judging.file.clone().filter(|_| judging.kept == Kept::Saved) else { return };
        let (known, seen, corpus) = (judging.known.clone(), judging.seen.clone(), self.model.corpus.clone());
        self.begin(LOOK, move |_, _| {
            let length = length(&path);
            if length == seen.load(Relaxed) {
                return None;
            }
            let read = judgements::read(&path).map_err(|error| error.to_string());
            let read = read.map(|read| KnownJudgements::new(&read, &corpus));
            Some(found_for_all(move |shared| shared.take_others(&known, read, length)))
        });
    }

    /// What the file says by now of its first bytes, when these were known.
    fn take_others(
        &mut self,
        before: &Arc<KnownJudgements>,
        read: Result<KnownJudgements, String>,
        length: u64,
    ) {
        let judging = &mut self.judging;
        match read {
            // A pair was judged here meanwhile. Once that is on disk, the file is read again.
            Ok(_) if !Arc::ptr_eq(before, &judging.known) => self.look_again(),
            Ok(read) => {
                judging.seen.store(length, Relaxed);
                let said = |known: &KnownJudgements, pair| {
                    known.get(pair).map(|said| (said.verdict, said.who.clone(), said.selection))
                };
                let all: BTreeSet<Pair> = read.iter().chain(before.iter()).map(|(pair, _)| pair).collect();
                let n = all.into_iter().filter(|&pair| said(&read, pair) != said(before, pair)).count();
                if n > 0 {
                    judging.known = Arc::new(read);
                    let answers = counted(n, "answer of others was", "answers of others were");
                    // A warning stays.
                    if !matches!(self.message, Some((Tone::Warning, _))) {
                        self.say(both!("{answers} read", "已读入他人的 {n} 条判定"));
                    }
                }
            }
            Err(why) => self.warn_of(why),
        }
    }

    /// Whether others have written to the file since it was read; a job asks.
    pub fn others(&self) -> impl Fn() -> bool + Send + 'static {
        let (file, seen) = (self.judging.file.clone(), self.judging.seen.clone());
        let is_read = !matches!(self.judging.kept, Kept::Refused(_));
        move || is_read && file.as_deref().is_some_and(|file| length(file) != seen.load(Relaxed))
    }

    /// The judgements of before and how many lines are none, or why they cannot be read.
    fn take_judgements(&mut self, read: Result<(KnownJudgements, usize), String>) {
        match read {
            Ok((mut known, bad_lines)) => {
                self.judging.kept = Kept::Saved;
                self.judging.bad_lines = bad_lines;
                // What was judged while the file was read.
                self.judging.known.iter().for_each(|(pair, judgement)| known.put(pair, judgement.clone()));
                self.judging.known = Arc::new(known);
                let changed = self.judging.known.changed;
                if bad_lines > 0 || changed > 0 {
                    let name = self.judging.file_name().unwrap_or_default();
                    self.warn(both!(
                        "{name}: left out {changed} pairs (text changed), {bad_lines} unreadable lines",
                        "{name}：略去 {changed} 对（文本已变）、{bad_lines} 行（无法解读）"
                    ));
                }
                self.save_judgements();
            }
            Err(why) => {
                self.warn(both!(
                    "{why}; it is left as it is, and judgements are not saved",
                    "{why}；该文件保持原样，判定不会保存"
                ));
                self.judging.kept = Kept::Refused(why);
            }
        }
    }

    fn take_written(&mut self, result: Result<(), String>) {
        let written = std::mem::take(&mut self.judging.in_flight);
        match result {
            Ok(()) => {
                self.judging.unsaved.drain(..written);
                self.judging.kept = Kept::Saved;
                self.save_judgements();
                self.look_again();
            }
            Err(why) => {
                let (n, again) = (self.judging.unsaved(), self.key(Action::Resume));
                let unsaved = counted(n, "judgement", "judgements");
                self.warn(both!(
                    "NOT SAVED, {again} tries again: {unsaved}: {why}",
                    "未保存，按 {again} 重试：{n} 条判定：{why}"
                ));
                self.judging.kept = Kept::Refused(why);
            }
        }
    }

    pub(super) fn fail_judgements(&mut self) {
        self.judging.in_flight = 0;
        self.judging.kept =
            Kept::Refused(self.lang.pick(("writing failed unexpectedly", "写入时意外出错")).to_owned());
    }
}
