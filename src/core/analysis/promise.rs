//! A promise over a corpus: candidates, answers, what is asked next, and what goes. Commands, explorer and Python use this module.

mod distances;
mod drawing;
mod said;

pub use distances::PairAnswers;
pub use drawing::{draws_beside, measure_for, read_draws};

use super::{Compared, Deciding, Watched};
use crate::decide::clean::Cleaned;
use crate::decide::promise::{BUDGET, Candidate, Draws, Order, PILOT, Right, State, again, learn, worth};
use crate::display::{counted, grouped_digits, say};
use crate::judgements::{Judgements, KnownJudgements, Verdict};
use drawing::DrawnFrom;
use rustc_hash::FxHashMap;
use said::histories;
use std::sync::Arc;

/// How many pairs are asked twice.
const TWICE: usize = 10;

/// A draw of candidates, with the answers about them.
#[derive(Debug)]
pub struct Promise {
    right: Right,
    seed: u64,
    /// Which draw from these judgements it is, from 1.
    number: usize,
    drawn_from: Arc<DrawnFrom>,
    /// By candidate: right, wrong or unsure, or not answered.
    answers: Vec<Option<bool>>,
    /// The answered candidates, the one answered last at the end.
    answered: Vec<u32>,
    /// Of the candidates that somebody answered twice, whether with the same answer.
    twice: FxHashMap<u32, bool>,
    /// The candidates of the pilot that have no answer.
    waiting: Vec<u32>,
    /// The order, once the pilot is answered.
    order: Option<Order>,
    state: State,
    /// The candidates that go; none if nothing is promised.
    goes: Vec<u32>,
    /// How many more texts may go after twenty more answers.
    gains: [usize; 2],
}

impl Compared {
    /// Opens a draw, or makes it and adds it to `draws`, with these judgements. What they said before the draw holds, and so do the
    /// rules; the judgements of `deciding` are not used. `earlier` is the same draw before the last judgements, if that is at hand.
    /// `None` when cancelled.
    ///
    /// # Errors
    /// If the draws are of another corpus, or the draw is of other candidates; one line.
    pub fn promise(
        &self,
        deciding: &Deciding<'_>,
        judgements: &Judgements,
        drawn: (Right, u64),
        known: (&mut Draws, Option<&Promise>),
        watch: &impl Watched,
    ) -> Result<Option<Promise>, String> {
        let ((right, seed), (draws, earlier)) = (drawn, known);
        let known = (&mut *draws, earlier.map(|promise| &promise.drawn_from));
        let drawn = self.drawn_from(deciding, judgements, (right, seed), known, watch)?;
        let Some((at, drawn_from)) = drawn else { return Ok(None) };
        let candidates = &drawn_from.candidates;
        let draw = &mut draws.draw[at];
        let histories = histories(judgements, self.all(), |pair| self.comparison.texts_of(pair));
        let mut now: FxHashMap<[u32; 2], bool> = FxHashMap::default();
        for ((a, b), judgement) in KnownJudgements::new(judgements, self.all()).iter() {
            // Of copies, one no counts for all.
            *now.entry(self.comparison.texts_of([a, b])).or_insert(true) &=
                judgement.verdict == Some(Verdict::Yes);
        }
        let of = |one: &Candidate| self.comparison.texts_of(one.documents);
        let answers: Vec<Option<bool>> = candidates.iter().map(|one| now.get(&of(one)).copied()).collect();
        let history = |one: u32| histories.get(&of(&candidates[one as usize]));
        let first = |one: u32| history(one).and_then(|said| said.first);
        let mut answered: Vec<u32> =
            (0..answers.len() as u32).filter(|&one| answers[one as usize].is_some()).collect();
        answered.sort_by_key(|&one| history(one).map_or(0, |said| said.at));
        let is_same = |&one: &u32| Some((one, history(one)?.is_same?));
        let twice = answered.iter().filter_map(is_same).collect();
        let waiting: Vec<u32> = match draw.coefficients {
            None => draw.pilot.iter().copied().filter(|&one| first(one).is_none()).collect(),
            Some(_) => Vec::new(),
        };
        let order = waiting.is_empty().then(|| {
            let learned = draw.coefficients.unwrap_or_else(|| {
                let answer = |&one: &u32| (&candidates[one as usize], first(one) == Some(true));
                learn(draw.pilot.iter().map(answer))
            });
            let order = Order::new(candidates, (right, seed), &draw.pilot, &learned);
            (draw.coefficients, draw.sizes) = (Some(learned), Some(order.starts()));
            order
        });
        let state = State { accepted: 0, next: None };
        let (number, goes, gains) = (at + 1, Vec::new(), [0; 2]);
        let mut promise = Promise {
            right,
            seed,
            number,
            drawn_from,
            answers,
            answered,
            twice,
            waiting,
            order,
            state,
            goes,
            gains,
        };
        if let Some(order) = &promise.order {
            let left = promise.left(PILOT);
            promise.state = order.readings().state(&promise.answers, left);
            promise.goes = order.goes(promise.state.accepted, &promise.answers);
            if promise.state.next.is_some() && promise.holds() {
                promise.gains = order.forecast(promise.candidates(), &promise.answers, left);
            }
        }
        Ok(Some(promise))
    }

    /// The verdicts if what is promised goes, and of equal texts all but one.
    pub fn promised(&self, deciding: &Deciding<'_>, promise: &Promise) -> Cleaned {
        self.said_alone(deciding, deciding.said, |cleaner| cleaner.promised(promise.goes()))
    }
}

impl Promise {
    /// How many answers there are, and how many of them are no yes.
    pub fn counts(&self) -> [usize; 2] {
        let count = |is_right| self.answers.iter().filter(|answer| **answer == Some(is_right)).count();
        [count(true) + count(false), count(false)]
    }

    /// The candidates.
    pub fn candidates(&self) -> &[Candidate] {
        &self.drawn_from.candidates
    }

    /// The document that would stay for one that would go.
    pub fn stays(&self, document: u32) -> Option<u32> {
        self.drawn_from.stays.get(&document).copied()
    }

    /// The documents that would go of the answered pairs, that of the pair answered last at the end.
    pub fn answered(&self) -> Vec<u32> {
        self.answered.iter().map(|&one| self.candidates()[one as usize].documents[0]).collect()
    }

    /// The documents that would go of the pairs that are to be asked a second time: ten at random, once more answers add nothing.
    pub fn again(&self) -> Vec<u32> {
        let is_asked = self.is_done() && self.holds();
        let more = TWICE.saturating_sub(self.twice.len()) * usize::from(is_asked);
        let once = self.answered.iter().copied().filter(|one| !self.twice.contains_key(one)).collect();
        let again = again(self.candidates(), once, self.seed, more);
        again.into_iter().map(|one| self.candidates()[one as usize].documents[0]).collect()
    }

    /// How many pairs somebody answered twice, and how often with the same answer, in a sentence.
    pub fn agreement(&self) -> Option<String> {
        let (both, same) = (self.twice.len(), self.twice.values().filter(|is_same| **is_same).count());
        (both > 0).then(|| {
            say!(
                "Of {both} pairs that were asked twice, {same} had the same answer both times.",
                "重复判定的 {both} 对中，有 {same} 对两次答案一致。"
            )
        })
    }

    /// The share that is promised.
    pub fn right(&self) -> Right {
        self.right
    }

    /// How many more answers may be asked for, at least so many.
    fn left(&self, least: usize) -> usize {
        BUDGET.saturating_sub(self.counts()[0]).max(least)
    }

    /// The candidates that go; none if nothing is promised.
    pub fn goes(&self) -> impl Iterator<Item = &Candidate> {
        self.goes.iter().map(|&one| &self.candidates()[one as usize])
    }

    /// Whether anything is promised.
    pub fn holds(&self) -> bool {
        !self.goes.is_empty()
    }

    /// The pairs that should be answered next, at most so many: a document that would go and one that would stay. The pilot comes
    /// alone, since its answers choose the others; these are asked as if all answers before were a yes.
    pub fn draw(&self, pairs: usize) -> Vec<[u32; 2]> {
        let mut drawn: Vec<u32> = self.waiting.iter().copied().take(pairs).collect();
        if let Some(order) = &self.order {
            let (mut answers, mut readings, left) =
                (self.answers.clone(), order.readings(), self.left(pairs));
            while drawn.len() < pairs
                && let Some(next) = readings.state(&answers, left - drawn.len()).next
            {
                answers[next.candidate as usize] = Some(true);
                drawn.push(next.candidate);
            }
        }
        drawn.into_iter().map(|one| self.candidates()[one as usize].documents).collect()
    }

    /// Whether more answers would add nothing.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty() && self.state.next.is_none()
    }

    /// How far it has come, in one line.
    pub fn progress(&self) -> String {
        let [answered, wrong] = self.counts();
        let answers = counted(answered, "answer", "answers");
        let so_far = match wrong {
            0 => say!("{answers}", "已答 {answered} 对"),
            _ => say!("{answers}, {wrong} no", "已答 {answered} 对，其中 {wrong} 对为否"),
        };
        let Some(order) = self.order.as_ref().filter(|_| !self.candidates().is_empty()) else {
            return match self.waiting.len() {
                0 => say!("No text is similar enough to another to be asked about", "没有文本相似到需要判定"),
                more => say!(
                    "{so_far} · no promise yet · {more} more choose the order",
                    "{so_far} · 尚无保证 · 再答 {more} 对即可排定顺序"
                ),
            };
        };
        let (gone, percent) = (grouped_digits(self.goes.len()), self.right.percent());
        let may = say!(
            "{so_far} · {gone} may go, at least {percent} % right",
            "{so_far} · 可去除 {gone} 篇，至少 {percent} % 正确"
        );
        match (self.state.next, self.holds()) {
            (None, true) => say!("{may} · more answers will add nothing", "{may} · 再答也不会增加"),
            (None, false) => say!(
                "Nothing can be promised: {wrong} of the first {answered} are wrong",
                "无法给出保证：前 {answered} 对中有 {wrong} 对是错的"
            ),
            (Some(next), false) => {
                let (need, then) = (next.need, grouped_digits(order.goes(next.size, &self.answers).len()));
                say!(
                    "{so_far} · no promise yet · if the next {need} are yes, {then} may go",
                    "{so_far} · 尚无保证 · 若接下来 {need} 对都为是，可去除 {then} 篇"
                )
            }
            (Some(_), true) => {
                let [low, high] = self.gains.map(grouped_digits);
                let gain = if low == high { low } else { say!("{low} to {high}", "{low} 至 {high}") };
                say!(
                    "{may} · {PILOT} more may add {gain}, or nothing",
                    "{may} · 再答 {PILOT} 对，可能增加 {gain} 篇，也可能不增"
                )
            }
        }
    }

    /// What is promised, and what is not. `dropped` are all documents that go.
    pub fn say(&self, dropped: usize) -> [String; 2] {
        let (gone, percent) = (self.goes.len(), self.right.percent());
        let equal = match dropped.saturating_sub(gone) {
            0 => String::new(),
            n => {
                let equal = grouped_digits(n);
                say!(
                    " A further {equal} are identical to one of these or to a text that stays, and not counted.",
                    "另有 {equal} 篇与其中某篇或保留的文本相同，不计在内。"
                )
            }
        };
        let gone = grouped_digits(gone);
        let read = self.right.with_oversights();
        [
            say!(
                "At least {percent} % of these {gone} texts may go, by your own answers; at most one draw in twenty misleads.{equal}",
                "依您的判断，这 {gone} 篇近似重复里至少有 {percent} % 确实该去除；这一保证因抽样失准而落空的可能不超过 5 %。{equal}"
            ),
            say!(
                "Nothing is promised about one text, missed duplicates, or other corpora. If you overlook one wrong pair in five, read {read}.",
                "不保证某一篇一定去得对，也不保证重复已找全，更不适用于别的语料；错的每五对若看漏一对，只能当 {read} % 看。"
            ),
        ]
    }

    /// What several draws from the same judgements are worth together.
    pub fn repeated(&self) -> Option<String> {
        worth(self.number)
    }
}
