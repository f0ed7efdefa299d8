//! The pair that is shown, and what is said of it.

use super::answer::IfKey;
use super::keys::{Act, Pane};
use super::lines::{Line, Source};
use super::promised::{self, FIXED};
use crate::action::Screen;
use crate::shared::Shared;
use crate::shared::deciding::Kept;
use crate::shared::judging::{How, Pair};
use crate::shared::work::condition;
use crate::surface::{Phrase, grouped_digits};
use crate::wanted::{Same, Wanted};
use crate::widgets::list::List;
use crate::widgets::marked::Top;
use simscope_core::analysis::{Asked, Clean};
use simscope_core::decide::clean::{Subject, drawn_under};
use simscope_core::evidence::Selection;
use simscope_core::judgements::Verdict;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Something that `undo` takes back.
#[derive(Debug)]
pub(super) enum Done {
    Judged(Pair),
    /// A decision, or the cut, while this pair was shown.
    Decided(Option<Pair>),
}

/// What the pairs that are read follow from.
#[derive(Debug, PartialEq)]
pub(super) struct QueueKey {
    clean: Same<Clean>,
    source: Source,
    line: Option<Line>,
}

/// State of the place Clean.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    /// The selected row of the table, and what it is.
    pub rows: List,
    pub(super) line: Option<Line>,
    /// The selected pair of those that are read.
    pub pairs: List,
    /// Where there is no room for both, the pairs stand in place of the table.
    pub(super) is_listed: bool,
    /// The document that goes or is held, and the one that stays.
    pub shown: Option<Pair>,
    pub source: Source,
    pub(super) queue: Option<(QueueKey, Vec<u32>)>,
    /// What would become of all if the selected difference were the other way.
    pub(super) otherwise: Wanted<IfKey, Arc<Clean>>,
    /// What was said of a difference, and how many went and waited before.
    pub(super) flipped: Option<(Subject, Option<bool>, [usize; 2])>,
    /// What was said first of a difference: then the opposite, then nothing.
    pub(super) first_said: BTreeMap<Subject, bool>,
    /// What will be written is shown in place of the pair.
    pub is_page: bool,
    /// The name that was typed, while an alarm asks for a yes.
    pub(super) name: Option<String>,
    pub is_unfolded: Option<bool>,
    /// First row of the texts in view, once they are scrolled; before, it is where they begin to differ.
    pub top: Option<Top>,
    /// A pair that is shown again as soon as it is one.
    pub(super) wanted: Option<Pair>,
    /// What was judged last, until something else is done.
    pub(super) judged: Option<(Pair, Verdict)>,
    pub(super) done: Vec<Done>,
}

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        if shared.refuses_without_texts() {
            return;
        }
        if act != Act::AskWrite {
            self.close_page();
        }
        self.judged = None;
        let waits = !matches!(act, Act::AskWrite | Act::Promise | Act::ToggleFold | Act::StepTau(_));
        if waits && shared.clean_lately().is_none() {
            return shared.warn(self.why_no_pair(shared));
        }
        let is_fixed = matches!(act, Act::Flip | Act::Swap | Act::Apart | Act::Shuffle | Act::StepTau(_));
        if is_fixed && shared.deciding.asked.is_some() {
            return shared.warn(FIXED);
        }
        match act {
            Act::Judge(verdict) => self.judge(shared, verdict),
            Act::Step(by) => self.step(shared, by),
            Act::Promise => self.ask_promise(shared),
            Act::Shuffle => self.shuffle(shared),
            Act::Flip => self.flip(shared),
            Act::Swap => self.swap(shared),
            Act::Apart => self.take_apart(shared),
            Act::AskWrite => self.ask_write(shared),
            Act::ToggleFold => self.toggle_fold(shared),
            Act::StepTau(by) => self.step_cut(shared, -by),
        }
    }

    pub(super) fn read_from(&mut self, shared: &mut Shared, source: Source) {
        self.source = source;
        self.show(shared, None);
        self.follow_queue(shared);
        self.step(shared, 0);
    }

    /// The texts are compared as long as the place is shown; what is shown follows.
    pub(super) fn follow_clean(&mut self, shared: &mut Shared) {
        if shared.screen != Screen::Clean {
            return;
        }
        self.say_flipped(shared);
        let lines = self.lines(shared);
        if self.line.is_none() && !lines.is_empty() {
            self.select(shared, Self::first_to_read(shared, &lines));
        }
        // Another row may have come before the selected one; what is drawn or at the cut has a row of its own.
        let is = |of: fn(&Line, &Line) -> bool| {
            let own = self.line.as_ref()?;
            lines.iter().position(|line| of(line, own))
        };
        let mut at = is(|one, own| one == own).or_else(|| is(Line::is_about));
        if self.source != Source::Row
            && let Some((clean, (document, _))) = shared.clean_lately().zip(self.shown)
            && let Some(cover) = clean.cover(document)
        {
            at = lines.iter().position(|line| line.is_of(cover.kind)).or(at);
        }
        // What was said last is not in the rows yet, or no longer. A promise has no rows, and leaves the selected one.
        if !lines.is_empty() && (at.is_some() || shared.clean().is_some()) {
            let last = lines.len().saturating_sub(1);
            self.rows.select(at.unwrap_or(self.rows.selected).min(last));
            self.line = lines.get(self.rows.selected).cloned();
        }
        self.follow_queue(shared);
        let is_pair = |&(document, by): &Pair| kept_for(shared, document) == Some(by);
        if let Some(pair) = self.wanted.filter(is_pair) {
            self.wanted = None;
            return self.show(shared, Some(pair.0));
        }
        let is_read = |&(document, _): &Pair| self.queue().contains(&document);
        if !self.shown.as_ref().is_some_and(|pair| is_pair(pair) && is_read(pair)) {
            self.shown = None;
            self.step(shared, 0);
        }
    }

    /// The row that is read first: what is asked, then what is held, then what goes with some difference.
    fn first_to_read(shared: &Shared, lines: &[Line]) -> usize {
        let Some(clean) = shared.clean_lately() else { return 0 };
        let of = |question| lines.iter().position(|line| line.question(clean) == Some(question));
        let asked = clean.questions.asked.iter().find_map(of);
        let has = |is_meant: &dyn Fn(usize) -> bool| {
            lines.iter().position(|line| line.row(clean).is_some_and(|row| is_meant(row.held)))
        };
        let differs = || {
            lines.iter().rposition(|line| line.row(clean).is_some_and(|row| row.gone > 0 && !line.is_equal()))
        };
        asked.or_else(|| has(&|held| held > 0)).or_else(differs).unwrap_or(0)
    }

    fn select(&mut self, shared: &Shared, at: usize) {
        self.rows.select(at);
        self.line = self.lines(shared).get(at).cloned();
    }

    /// The first pair of the selected row.
    pub(super) fn show_row(&mut self, shared: &mut Shared) {
        self.select(shared, self.rows.selected);
        self.pairs = List::default();
        self.read_from(shared, Source::Row);
    }

    /// The pairs that are read follow.
    fn follow_queue(&mut self, shared: &Shared) {
        let Some(clean) = shared.clean_lately() else { return };
        let line = self.line.clone().filter(|_| self.source == Source::Row);
        let key = QueueKey { clean: Same::of(clean), source: self.source, line };
        if self.queue.as_ref().is_some_and(|(of, _)| *of == key) {
            return;
        }
        let queue = match (&self.line, self.source) {
            _ if clean.promised.is_some() => {
                // What was answered gives way to the next pair.
                let shown = self.shown.filter(|pair| self.judged.is_none_or(|(judged, _)| judged != *pair));
                self.shown = shown;
                let promised = clean.promised.iter();
                promised
                    .flat_map(|promised| promised::queue(promised, shown.map(|(document, _)| document)))
                    .collect()
            }
            (_, Source::Drawn) => clean.reviewed.sample.order(),
            (_, Source::Cut) => {
                let mut all = clean.doubtful(&|(_, cover)| !cover.kind.is_equal());
                let alike = |&document: &u32| clean.cover(document).map_or(0.0, |cover| cover.similarity);
                all.sort_by(|a, b| alike(a).total_cmp(&alike(b)));
                all
            }
            (Some(line), Source::Row) => line.documents(shared, clean),
            (None, Source::Row) => Vec::new(),
        };
        self.queue = Some((key, queue));
        if self.source == Source::Cut {
            self.shown = None;
        }
    }

    /// The documents that are read, in their order.
    pub(super) fn queue(&self) -> &[u32] {
        self.queue.as_ref().map_or(&[], |(_, queue)| queue)
    }

    fn is_judged(shared: &Shared, document: u32) -> bool {
        kept_for(shared, document).is_some_and(|by| shared.judging.known.get((document, by)).is_some())
    }

    /// To the next pair of those that are read that nobody has judged, or the one before; 0 stays where there is a pair.
    pub(super) fn step(&mut self, shared: &mut Shared, by: i8) {
        let queue = self.queue();
        let at = self.shown.and_then(|(shown, _)| queue.iter().position(|&document| document == shown));
        let unread_from = |from: usize| {
            let is_new = |&at: &usize| !Self::is_judged(shared, queue[at]);
            // Nobody is asked again for a promise before that is meant.
            let is_any = shared.promised().is_none_or(|(promise, _)| !promise.again().is_empty());
            (from..queue.len()).find(is_new).or(Some(from).filter(|&at| at < queue.len() && is_any))
        };
        let next = match (at, by) {
            (Some(at), ..=-1) => at.checked_sub(1),
            (Some(at), 0) => Some(at),
            (Some(at), _) => unread_from(at + 1),
            (None, _) => unread_from(0),
        };
        match next.map(|at| queue[at]) {
            Some(document) => self.show(shared, Some(document)),
            None if by > 0 && self.source == Source::Row && self.next_row(shared) => {}
            None if at.is_some() => shared.say(match by {
                ..=-1 => ("the first of these pairs", "已是第一对"),
                _ => ("this was the last pair", "这是最后一对"),
            }),
            None => self.show(shared, None),
        }
    }

    /// To the next row that has something to read. Returns whether there is one.
    fn next_row(&mut self, shared: &mut Shared) -> bool {
        let (lines, now) = (self.lines(shared), self.rows.selected);
        let Some(clean) = shared.clean_lately() else { return false };
        let is_new = |at: &usize| {
            !lines[*at].is_equal()
                && lines[*at]
                    .documents(shared, clean)
                    .iter()
                    .any(|&document| !Self::is_judged(shared, document))
        };
        let Some(next) = (now + 1..lines.len()).chain(0..now.min(lines.len())).find(is_new) else {
            return false;
        };
        self.rows.select(next);
        self.show_row(shared);
        true
    }

    /// Shows a document and what covers it; it becomes the selected one everywhere.
    pub(super) fn show(&mut self, shared: &mut Shared, document: Option<u32>) {
        let shown = document.and_then(|document| Some((document, kept_for(shared, document)?)));
        if self.shown != shown {
            self.top = None;
        }
        self.shown = shown;
        if let Some((document, by)) = shown {
            let at = self.queue().iter().position(|&one| one == document);
            self.pairs.select(at.unwrap_or(self.pairs.selected));
            shared.point_to(document, Some(by));
        }
    }

    fn judge(&mut self, shared: &mut Shared, verdict: Verdict) {
        let Some(pair) = self.shown else { return shared.warn(self.why_no_pair(shared)) };
        let selection = if self.source == Source::Drawn { Selection::Drawn } else { Selection::Chosen };
        let under = match &shared.deciding.asked {
            // What is asked for a promise is no sample of what goes.
            Some(Asked { draw: (right, _), .. }) => format!("--right {right}"),
            // Pairs drawn under another τ are no sample of these.
            None => drawn_under(condition(shared.tau()), None),
        };
        let how = How { selection, under, note: String::new() };
        shared.judge(pair, verdict, how);
        self.done.push(Done::Judged(pair));
        // What was judged is said; that there is no other pair, too.
        shared.message = None;
        self.step(shared, 1);
        if shared.deciding.asked.is_some() {
            shared.message = None;
            // The next pairs may not be drawn yet.
            self.shown = self.shown.filter(|shown| *shown != pair);
        }
        self.judged = Some((pair, verdict));
    }

    /// Takes back what was said last here. Returns whether that was a judgement.
    pub(super) fn take_back(&mut self, shared: &mut Shared) -> bool {
        self.judged = None;
        match self.done.pop() {
            Some(Done::Judged(pair)) => {
                if shared.unjudge().is_some() {
                    self.wanted = Some(pair);
                }
                true
            }
            Some(Done::Decided(pair)) => {
                (self.wanted, self.flipped) = (pair, None);
                false
            }
            None => false,
        }
    }

    fn shuffle(&mut self, shared: &mut Shared) {
        let source = if self.source == Source::Drawn { Source::Row } else { Source::Drawn };
        self.read_from(shared, source);
        shared.say(match source {
            Source::Drawn => (
                "pairs of all kinds that go, taken at random: the estimate is of these",
                "从将去除的各类中随机抽取：估计以此为据",
            ),
            _ => ("the most doubtful pairs of this row first", "此行按可疑程度排序"),
        });
    }

    fn swap(&mut self, shared: &mut Shared) {
        let Some((document, by)) = self.shown else { return shared.warn(self.why_no_pair(shared)) };
        shared.decide(|decisions| {
            decisions.chosen.remove(&by);
            decisions.excluded.remove(&document);
            decisions.chosen.insert(document);
        });
        self.done.push(Done::Decided(self.shown));
        let [document, by] = [document, by].map(|one| shared.shown_id(one));
        shared.say(both!(
            "{document} stays; {by} goes only if enough of it is in one that stays",
            "保留 {document}；{by} 仅在其足够内容存在于保留的文本中时才去除"
        ));
    }

    fn take_apart(&mut self, shared: &mut Shared) {
        let Some((document, by)) = self.shown else { return shared.warn(self.why_no_pair(shared)) };
        let Some(clean) = shared.clean_lately().cloned() else { return };
        let covered = clean.cleaned.gone().filter(|(_, cover)| cover.by == by).map(|(one, _)| one);
        let group: BTreeSet<u32> = covered.chain([by, document]).collect();
        let size = grouped_digits(group.len());
        shared.decide(|decisions| decisions.excluded.extend(group));
        self.done.push(Done::Decided(self.shown));
        shared.say(both!("all {size} texts of the group stay", "该组 {size} 篇全部保留"));
    }

    /// Why no pair is shown.
    pub(super) fn why_no_pair(&self, shared: &Shared) -> Phrase {
        if shared.is_clean_ended() {
            return ("comparing was cancelled; ‹resume› starts it again", "已取消比对；按 ‹resume› 重新开始");
        }
        if shared.judging.kept == Kept::Unread || shared.deciding.kept == Kept::Unread {
            return ("reading what was decided before", "正在读取此前的决定");
        }
        match shared.clean() {
            None if !shared.can_clean() => {
                ("the texts are compared once the corpus is read", "语料读完后开始比对文本")
            }
            None if shared.promised().is_some() => ("the next pairs are being drawn", "正在抽取后面的文本对"),
            None => ("the texts are still compared: try again then", "仍在比对文本：请在完成后再试"),
            Some(clean) if clean.promised.is_some() => ("no pair is left to be asked", "没有可判定的文本对"),
            Some(clean) if clean.rows.is_empty() => {
                ("no two texts are alike: nothing goes", "没有相似的文本：无需去除")
            }
            Some(_) => ("none of its pairs goes or waits", "此行没有去除或暂留的文本对"),
        }
    }

    /// Closes the page of what will be written. Returns whether it was open.
    pub fn close_page(&mut self) -> bool {
        self.name = None;
        std::mem::take(&mut self.is_page)
    }
}

/// The document that stays for another.
fn kept_for(shared: &Shared, document: u32) -> Option<u32> {
    let clean = shared.clean_lately()?;
    match &clean.promised {
        Some((promise, _)) => promise.stays(document),
        None => Some(clean.cover(document)?.by),
    }
}
