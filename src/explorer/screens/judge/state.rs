//! The pair to be judged, and the queue that the next comes from.

use super::keys::{Act, Pane};
use super::work::{self, QUEUE};
use crate::action::{Action, Screen};
use crate::shared::deciding::Kept;
use crate::shared::judging::Pair;
use crate::shared::model::{Generation, Linked};
use crate::shared::{Question, Shared};
use crate::surface::Phrase;
use crate::wanted::Wanted;
use crate::widgets::marked::{Marked, Sheet, Top, folded};
use simscope_core::evidence::{Aim, Selection};
use simscope_core::judgements::Verdict;

/// What the queue was drawn from, and up to which distance.
#[derive(Debug, Clone, PartialEq)]
pub struct QueueKey {
    of: Linked,
    up_to: u8,
}

/// How many distances beyond k are judged, so that the recall is known there too.
const BEYOND: u8 = 2;

/// State of the screen Judge.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    /// The pair that is shown, and how it was found.
    pub current: Option<(Pair, Selection)>,
    /// The signatures under which it was found.
    generation: Option<Generation>,
    /// The remark on it.
    pub note: String,
    /// What is equal in both texts is shown.
    pub is_unfolded: Option<bool>,
    /// First row of the texts in view.
    pub top: Top,
    pub(super) queue: Wanted<QueueKey, Vec<Vec<Pair>>>,
    /// Pairs that were passed over.
    skipped: Vec<Pair>,
}

impl State {
    /// Opens the screen, with this pair or else the next of the queue.
    pub fn open(&mut self, shared: &mut Shared, chosen: Option<Pair>) {
        shared.go(Screen::Judge);
        self.skipped.clear();
        match chosen {
            Some((a, b)) => self.show(shared, Some(((a.min(b), a.max(b)), Selection::Chosen))),
            None => self.next(shared),
        }
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Judge(verdict) => self.judge(shared, verdict),
            Act::Note => self.ask_note(shared),
            Act::TakeBack => self.take_back(shared),
            Act::Skip => self.skip(shared),
            Act::ToggleFold => self.toggle_fold(shared),
        }
    }

    /// The next pair of the queue is shown as soon as there is one.
    pub(super) fn follow_queue(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Judge && self.current.is_none() && self.upcoming(shared).is_some() {
            self.next(shared);
        }
    }

    fn queue_key(shared: &Shared) -> QueueKey {
        let up_to = shared.k.saturating_add(BEYOND).min(shared.model.recipe.bits.get());
        QueueKey { of: shared.model.linked(), up_to }
    }

    /// Draws the queue, and aligns the texts of the pair.
    pub(super) fn want_queue(&mut self, shared: &mut Shared) {
        if shared.screen != Screen::Judge || !shared.model.is_hashed() {
            return;
        }
        if let Some(((a, b), _)) = self.current {
            shared.want_alignment(a, b);
        }
        let key = Self::queue_key(shared);
        let model = &shared.model;
        if model.measured().is_none() {
            return;
        }
        let (analysed, up_to) = (model.analysed.clone(), key.up_to);
        shared.want(&mut self.queue, QUEUE, key, move |progress| work::draw(&analysed, up_to, progress));
    }

    /// The distance where the next answer narrows the estimates most, and the next pair there.
    fn upcoming(&self, shared: &Shared) -> Option<Pair> {
        // Before they are read, a pair that was judged in an earlier session would seem to be new.
        if shared.judging.kept == Kept::Unread {
            return None;
        }
        let key = Self::queue_key(shared);
        let queue = self.queue.get(&key)?;
        let known = &shared.judging.known;
        let is_new = |pair: &&Pair| known.get(**pair).is_none() && !self.skipped.contains(pair);
        let at = |distance: u8| queue.get(usize::from(distance))?.iter().find(is_new).copied();
        at(shared
            .estimate()?
            .judged
            .next(Aim { k: shared.k, up_to: key.up_to }, |distance| at(distance).is_some())?)
    }

    fn next(&mut self, shared: &mut Shared) {
        shared.follow_judgements();
        let next = self.upcoming(shared);
        self.show(shared, next.map(|pair| (pair, Selection::Drawn)));
    }

    /// Shows a pair, which becomes the selected one everywhere.
    fn show(&mut self, shared: &mut Shared, current: Option<(Pair, Selection)>) {
        self.current = current;
        self.generation = Some(shared.model.generation());
        self.top = Top::default();
        self.note.clear();
        if let Some((pair, _)) = current {
            if let Some(known) = shared.judging.known.get(pair) {
                self.note.clone_from(&known.note);
            }
            shared.point_to(pair.0, Some(pair.1));
        }
    }

    fn judge(&mut self, shared: &mut Shared, verdict: Verdict) {
        let Some((pair, selection)) = self.current else {
            return shared.warn(self.why_no_pair(shared));
        };
        if shared.distance(pair).is_none() {
            return shared.warn(("the pair has no signatures yet", "该对尚无签名"));
        }
        // Under another recipe it is no sample of the pairs at its distance.
        let is_sample = self.generation == Some(shared.model.generation());
        let selection = if is_sample { selection } else { Selection::Chosen };
        shared.judge(pair, verdict, std::mem::take(&mut self.note), selection);
        self.next(shared);
    }

    fn take_back(&mut self, shared: &mut Shared) {
        match shared.unjudge() {
            Some((pair, judgement)) => {
                self.show(shared, Some((pair, judgement.selection)));
                self.note = judgement.note;
                shared.say(("taken back: judge this pair again", "已撤回：请重新判定此对"));
            }
            None => shared.warn((
                "nothing was judged since the start: nothing to take back",
                "本次尚未判定：没有可撤回的内容",
            )),
        }
    }

    fn skip(&mut self, shared: &mut Shared) {
        if let Some((pair, _)) = self.current {
            self.skipped.push(pair);
        }
        self.next(shared);
    }

    fn ask_note(&self, shared: &mut Shared) {
        if self.current.is_none() {
            return shared.warn(self.why_no_pair(shared));
        }
        let note = ("Enter keeps it with the next judgement".to_owned(), "回车后随下一次判定保存".to_owned());
        let question = Question::new(Act::Note, ("note: ", "备注："), note);
        shared.asked.question = Some(Question { text: self.note.clone(), ..question });
    }

    pub(super) fn answer_note(&mut self, line: &str) {
        self.note = line.trim().to_owned();
    }

    /// Why no pair is shown.
    pub fn why_no_pair(&self, shared: &Shared) -> Phrase {
        if shared.judging.kept == Kept::Unread {
            return ("reading the judgements", "正在读取判定");
        }
        let key = Self::queue_key(shared);
        match self.queue.get(&key) {
            Some(pairs) if pairs.iter().all(Vec::is_empty) => {
                ("no pair is within k + 2: a larger k has more", "k + 2 之内没有文档对：请增大 k")
            }
            Some(_) => (
                "all pairs of the queue are judged or skipped: ‹judge.skip› begins with the skipped again",
                "队列中的文档对都已判定或跳过：按 ‹judge.skip› 重看跳过的",
            ),
            None if self.queue.is_ended_at(&key) => {
                ("drawing was cancelled; ‹resume› starts it", "抽取已取消；按 ‹resume› 开始")
            }
            None if shared.model.spread.is_none() => {
                ("pairs can be drawn when all distances are counted", "统计所有距离后可抽取文档对")
            }
            None => ("drawing pairs", "正在抽取文档对"),
        }
    }

    /// Scrolls both texts.
    pub(super) fn scroll_texts(&mut self, shared: &Shared, by: isize) {
        let Some(((a, b), _)) = self.current else { return };
        let (Some(marked), Some(area)) = (shared.aligned(a, b), shared.area_of(Pane::Texts)) else { return };
        let layout = super::view::Layout::of(area);
        self.top = self.sheet(shared, marked, (a, b), &layout).moved(self.top, by, layout.rows());
    }

    /// Both texts of a pair, as they are laid out.
    pub(super) fn sheet<'t>(
        &self,
        shared: &'t Shared,
        marked: &'t Marked,
        (a, b): Pair,
        layout: &super::view::Layout,
    ) -> Sheet<'t> {
        let texts = [a, b].map(|document| shared.document(document).text);
        marked.sheet(texts, layout.columns(), layout.rows(), self.is_unfolded)
    }

    /// Folds what is equal, or shows it.
    fn toggle_fold(&mut self, shared: &mut Shared) {
        let Some((pair, _)) = self.current else { return };
        let (Some(marked), Some(area)) = (shared.aligned(pair.0, pair.1), shared.area_of(Pane::Texts)) else {
            return;
        };
        let layout = super::view::Layout::of(area);
        let was_folded = self.sheet(shared, marked, pair, &layout).is_folded();
        self.is_unfolded = Some(was_folded);
        self.top = Top::default();
        let can_fold = was_folded || self.sheet(shared, marked, pair, &layout).is_folded();
        shared.say(folded(was_folded, can_fold));
    }

    /// The action that asks for a note.
    pub(super) fn is_note(of: Action) -> bool {
        of == Action::Judge(Act::Note)
    }
}

/// What a verdict is called.
pub fn name(verdict: Verdict) -> Phrase {
    match verdict {
        Verdict::Yes => ("near-duplicates", "近似重复"),
        Verdict::No => ("no near-duplicates", "非近似重复"),
        Verdict::Unsure => ("unsure", "不确定"),
    }
}
