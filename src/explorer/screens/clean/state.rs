//! The pair that is shown, and what is said of it.

use super::keys::{Act, Pane};
use super::kinds::{Row, ruled};
use crate::action::Screen;
use crate::shared::Shared;
use crate::shared::deciding::Kept;
use crate::shared::judging::{How, Pair};
use crate::shared::work::condition;
use crate::surface::{Phrase, grouped_digits};
use crate::widgets::list::List;
use crate::widgets::marked::Top;
use simscope_core::alignment::Kind;
use simscope_core::decide::clean::drawn_under;
use simscope_core::evidence::Selection;
use simscope_core::judgements::Verdict;
use std::collections::BTreeSet;

/// Something that `undo` takes back.
#[derive(Debug)]
enum Done {
    Judged(Pair),
    /// While this pair was shown.
    Decided(Option<Pair>),
}

/// State of the place Clean.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    /// The selected kind.
    pub rows: List,
    /// The document that goes or is held, and the one that stays.
    pub shown: Option<Pair>,
    /// Pairs come in an order by chance, from all kinds that go.
    pub is_drawn: bool,
    /// What will be written is shown in place of the pair.
    pub is_page: bool,
    /// The name that was typed, while an alarm asks for a yes.
    pub(super) name: Option<String>,
    pub is_unfolded: Option<bool>,
    /// First row of the texts in view, once they are scrolled; before, it is where they begin to differ.
    pub top: Option<Top>,
    /// A kind was selected, by itself or by the user.
    has_begun: bool,
    /// A pair that is shown again as soon as it is one.
    wanted: Option<Pair>,
    done: Vec<Done>,
}

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        if shared.refuses_without_texts() {
            return;
        }
        if act != Act::AskWrite {
            self.close_page();
        }
        match act {
            Act::Judge(verdict) => self.judge(shared, verdict),
            Act::Step(by) => self.step(shared, by),
            Act::Shuffle => self.shuffle(shared),
            Act::Allow(goes) => self.allow(shared, goes),
            Act::Swap => self.swap(shared),
            Act::Apart => self.take_apart(shared),
            Act::AskWrite => self.ask_write(shared),
            Act::ToggleFold => self.toggle_fold(shared),
            Act::StepTau(by) => shared.step_tau(by),
        }
    }

    /// The texts are compared as long as the place is shown; what is shown follows.
    pub(super) fn follow_clean(&mut self, shared: &mut Shared) {
        if shared.screen != Screen::Clean {
            return;
        }
        let kinds = self.kinds(shared);
        if !self.has_begun && !kinds.is_empty() {
            self.has_begun = true;
            // The most doubtful kind that has something to read.
            let order = Self::to_read(shared, &kinds);
            self.rows.select(order.first().copied().unwrap_or(0));
            self.show_kind(shared);
        }
        self.rows.select(self.rows.selected.min(kinds.len().saturating_sub(1)));
        // A kind above may be gone, and a drawn pair is of any kind: the mark is with the pair.
        if let Some(((document, _), clean)) = self.shown.zip(shared.clean_lately())
            && let Some(at) = kinds.iter().position(|row| row.documents(clean).any(|one| one == document))
        {
            self.rows.select(at);
        }
        let is_pair = |&(document, by): &Pair| kept_for(shared, document) == Some(by);
        if let Some(pair) = self.wanted.filter(is_pair) {
            self.wanted = None;
            return self.show(shared, Some(pair.0));
        }
        if !self.shown.as_ref().is_some_and(is_pair) {
            self.step(shared, 0);
        }
    }

    /// The first pair of the selected kind.
    pub(super) fn show_kind(&mut self, shared: &mut Shared) {
        self.is_drawn = false;
        self.show(shared, None);
        self.step(shared, 0);
    }

    /// The documents of the selected row in their order; drawn ones of all kinds that go, in an order by chance.
    pub(super) fn queue(&self, shared: &Shared) -> Vec<u32> {
        let Some(clean) = shared.clean_lately() else { return Vec::new() };
        if self.is_drawn {
            return clean.sample.order();
        }
        self.kinds(shared).get(self.rows.selected).into_iter().flat_map(|row| row.documents(clean)).collect()
    }

    fn is_judged(shared: &Shared, document: u32) -> bool {
        kept_for(shared, document).is_some_and(|by| shared.judging.known.get((document, by)).is_some())
    }

    /// To the next pair of the queue that nobody has read, or the one before; 0 stays where there is a pair.
    pub(super) fn step(&mut self, shared: &mut Shared, by: i8) {
        let queue = self.queue(shared);
        let at = self.shown.and_then(|(shown, _)| queue.iter().position(|&document| document == shown));
        let unread_from = |from: usize| {
            let is_new = |&at: &usize| !Self::is_judged(shared, queue[at]);
            (from..queue.len()).find(is_new).or(Some(from).filter(|&at| at < queue.len()))
        };
        let next = match (at, by) {
            (Some(at), ..=-1) => at.checked_sub(1),
            (Some(at), 0) => Some(at),
            (Some(at), _) => unread_from(at + 1),
            (None, _) => unread_from(0),
        };
        match next.map(|at| queue[at]) {
            Some(document) => self.show(shared, Some(document)),
            None if by > 0 && !self.is_drawn && self.next_kind(shared) => {}
            None if at.is_some() => shared.say(match by {
                ..=-1 => ("the first pair of this kind", "此类的第一对"),
                _ => ("this was the last pair", "这是最后一对"),
            }),
            None => self.show(shared, None),
        }
    }

    /// The kinds of which a pair is not read yet: what goes from the most doubtful on, then what is held.
    fn to_read(shared: &Shared, kinds: &[Row]) -> Vec<usize> {
        let goes = (0..kinds.len()).rev().filter(|&at| kinds[at].goes && !kinds[at].kind.is_equal());
        let order = goes.chain((0..kinds.len()).filter(|&at| !kinds[at].goes));
        let Some(clean) = shared.clean_lately() else { return Vec::new() };
        let is_new = |document: u32| !Self::is_judged(shared, document);
        order.filter(|&at| kinds[at].documents(clean).any(is_new)).collect()
    }

    /// To the next kind that has something to read. Returns whether there is one.
    fn next_kind(&mut self, shared: &mut Shared) -> bool {
        let kinds = self.kinds(shared);
        let next = Self::to_read(shared, &kinds).into_iter().find(|&row| row != self.rows.selected);
        let Some(next) = next else { return false };
        self.rows.select(next);
        self.show_kind(shared);
        true
    }

    /// Shows a document and what covers it; it becomes the selected one everywhere.
    fn show(&mut self, shared: &mut Shared, document: Option<u32>) {
        let shown = document.and_then(|document| Some((document, kept_for(shared, document)?)));
        if self.shown != shown {
            self.top = None;
        }
        self.shown = shown;
        if let Some((document, by)) = shown {
            shared.point_to(document, Some(by));
        }
    }

    fn judge(&mut self, shared: &mut Shared, verdict: Verdict) {
        let Some(pair) = self.shown else { return shared.warn(self.why_no_pair(shared)) };
        let selection = if self.is_drawn { Selection::Drawn } else { Selection::Chosen };
        // Pairs drawn under another τ are no sample of these.
        let under = drawn_under(condition(shared.tau()), None);
        let how = How { selection, under, note: String::new() };
        shared.judge(pair, verdict, how);
        self.done.push(Done::Judged(pair));
        // The next pair says enough; that there is none is said.
        shared.message = None;
        self.step(shared, 1);
    }

    /// Takes back what was said last here. Returns whether that was a judgement.
    pub(super) fn take_back(&mut self, shared: &mut Shared) -> bool {
        match self.done.pop() {
            Some(Done::Judged(pair)) => {
                if shared.unjudge().is_some() {
                    self.wanted = Some(pair);
                    shared.say(("taken back: decide about this pair again", "已撤回：请重新判定此对"));
                }
                true
            }
            Some(Done::Decided(pair)) => {
                self.wanted = pair;
                false
            }
            None => false,
        }
    }

    fn shuffle(&mut self, shared: &mut Shared) {
        self.is_drawn = !self.is_drawn;
        self.show(shared, None);
        self.step(shared, 0);
        shared.say(match self.is_drawn {
            true => (
                "pairs of all kinds that go, taken at random: the estimate is of these",
                "从将去除的各类中随机抽取：估计以此为据",
            ),
            false => ("the most doubtful pairs of this kind first", "此类中最可疑的在先"),
        });
    }

    fn allow(&mut self, shared: &mut Shared, goes: bool) {
        let kinds = self.kinds(shared);
        let Some(&row) = kinds.get(self.rows.selected) else { return shared.warn(self.why_no_pair(shared)) };
        let kind = row.kind;
        if kind == Kind::Unconfirmed {
            return shared.warn((
                "texts that are not confirmed go one by one: ‹clean.judge-yes› lets this one go",
                "未确认的文本只能逐对去除：按 ‹clean.judge-yes› 去除这一篇",
            ));
        }
        if shared.deciding.decisions.allowed.has(kind) == goes {
            return shared.say(match goes {
                true => ("texts of this kind go already", "此类文本已去除"),
                false => ("texts of this kind stay already", "此类文本已保留"),
            });
        }
        shared.decide(|decisions| decisions.allowed.set(kind, goes));
        self.done.push(Done::Decided(self.shown));
        let ((en, zh), texts) = ruled(&kinds, row);
        let texts = grouped_digits(texts);
        shared.say(match goes {
            true => both!("texts of the kind “{en}” go, {texts} so far", "“{zh}”类文本去除，目前 {texts} 篇"),
            false => {
                both!("texts of the kind “{en}” stay, {texts} so far", "“{zh}”类文本保留，目前 {texts} 篇")
            }
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
            None => ("comparing all texts…", "正在比对所有文本…"),
            Some(clean) if clean.kinds.is_empty() => {
                ("no two texts are alike: nothing goes", "没有相似的文本：无需去除")
            }
            Some(_) => ("no pair of this kind is left", "此类已无文本对"),
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
    Some(shared.clean_lately()?.cover(document)?.by)
}
