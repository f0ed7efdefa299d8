//! A promise over a corpus: candidates, answers, what is asked next, and what goes. Commands, explorer and Python use this module.

use super::{Compared, Deciding, Phase, Watched};
use crate::corpus::{Corpus, Found, Lookup, text_hash};
use crate::decide::clean::{Cleaned, Said};
use crate::decide::promise::{
    BUDGET, Candidate, Draw, Draws, Order, PILOT, Right, State, fingerprint, learn, pilot,
};
use crate::display::{counted, grouped_digits, say};
use crate::judgements::{Judgements, KnownJudgements, Verdict};
use crate::measures::{Condition, Measure, Shingles};
use crate::recipe::each_word;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

/// A draw of candidates, with the answers about them.
#[derive(Debug)]
pub struct Promise {
    right: Right,
    /// Which draw from these judgements it is, from 1.
    number: usize,
    candidates: Vec<Candidate>,
    /// By candidate: right, wrong or unsure, or not answered.
    answers: Vec<Option<bool>>,
    /// The candidates of the pilot that have no answer.
    waiting: Vec<u32>,
    /// The order, once the pilot is answered.
    order: Option<Order>,
    state: State,
}

/// The measure by which candidates are found unless another one is named: short texts in the Latin script, records among them, by
/// trigrams of characters.
pub fn measure_for(corpus: &Corpus) -> Measure {
    const LOOKED_AT: usize = 2000;
    const SHORT: usize = 40;
    let (mut lengths, mut latin, mut letters) = (Vec::new(), 0, 0);
    for document in corpus.iter().step_by(corpus.len().div_ceil(LOOKED_AT).max(1)) {
        let mut words = 0;
        each_word(document.text, |_| words += 1);
        lengths.push(words);
        letters += document.text.chars().filter(|c| c.is_alphabetic()).count();
        latin += document.text.chars().filter(|c| c.is_alphabetic() && *c < '\u{250}').count();
    }
    lengths.sort_unstable();
    let is_short = lengths.get(lengths.len() / 2).is_some_and(|&words| words < SHORT);
    match is_short && 2 * latin > letters {
        true => Measure::Jaccard(Shingles::Chars(3)),
        false => Condition::DEFAULT.measure,
    }
}

impl Compared {
    /// Opens a draw, or makes it and adds it to `draws`, with these judgements. What they said before the draw holds, and so do the
    /// rules; the judgements of `deciding` are not used. `None` when cancelled.
    ///
    /// # Errors
    /// If the draws are of another corpus, or the draw is of other candidates; one line.
    pub fn promise(
        &self,
        deciding: &Deciding<'_>,
        judgements: &Judgements,
        (right, seed): (Right, u64),
        draws: &mut Draws,
        watch: &impl Watched,
    ) -> Result<Option<Promise>, String> {
        let all = &judgements.lines;
        let found = draws.find(right, seed);
        let before = found.map_or(all.len(), |at| draws.draw[at].judgements.min(all.len()));
        let known = |lines: usize| {
            KnownJudgements::new(&Judgements { lines: all[..lines].to_vec(), bad: Vec::new() }, self.all())
        };
        let texts: Vec<u8> = self.all().iter().flat_map(|one| text_hash(one.text).to_le_bytes()).collect();
        let corpus = format!("{:016x}", xxh3_64(&texts));
        if draws.draw.iter().any(|draw| draw.corpus != corpus) {
            return Err(say!(
                "these judgements were drawn from another corpus: give that one, or another file with --judgements FILE",
                "这些判定抽自另一语料：请给出该语料，或用 --judgements FILE 另选文件"
            ));
        }
        let said: Said = known(before).said().filter(|(_, is_right)| !is_right).collect();
        let measure = self.condition().measure;
        let candidates = self.said_alone(deciding, &said, |cleaner| {
            watch.during(Phase::Confirming, |progress| cleaner.star(measure, progress))
        });
        let Some(candidates) = candidates else { return Ok(None) };
        let at = found.unwrap_or(draws.draw.len());
        let new = Draw {
            right: right.share(),
            seed,
            measure: measure.to_string(),
            floor: deciding.rules.cut,
            corpus,
            candidates: format!("{:016x}", fingerprint(&candidates)),
            judgements: before,
            pilot: pilot(&candidates, seed),
            coefficients: None,
            sizes: None,
        };
        keep(draws, found, new)?;
        let draw = &mut draws.draw[at];
        let first = self.first_answers(judgements);
        let mut now: FxHashMap<[u32; 2], bool> = FxHashMap::default();
        for ((a, b), judgement) in known(all.len()).iter() {
            // Of copies, one no counts for all.
            *now.entry(self.comparison.texts_of([a, b])).or_insert(true) &=
                judgement.verdict == Some(Verdict::Yes);
        }
        let of = |one: &Candidate| self.comparison.texts_of(one.documents);
        let answers: Vec<Option<bool>> = candidates.iter().map(|one| now.get(&of(one)).copied()).collect();
        let first = |one: u32| first.get(&of(&candidates[one as usize])).copied();
        let waiting: Vec<u32> = match draw.coefficients {
            None => draw.pilot.iter().copied().filter(|&one| first(one).is_none()).collect(),
            Some(_) => Vec::new(),
        };
        let order = waiting.is_empty().then(|| {
            let learned = draw.coefficients.unwrap_or_else(|| {
                let answer = |&one: &u32| (&candidates[one as usize], first(one) == Some(true));
                learn(draw.pilot.iter().map(answer))
            });
            let order = Order::new(&candidates, (right, seed), &draw.pilot, &learned);
            (draw.coefficients, draw.sizes) = (Some(learned), Some(order.starts()));
            order
        });
        let state = State { accepted: 0, next: None };
        let mut promise = Promise { right, number: at + 1, order, state, waiting, answers, candidates };
        if let Some(order) = &promise.order {
            promise.state = order.readings().state(&promise.answers, promise.left(PILOT));
        }
        Ok(Some(promise))
    }

    /// By pair of texts, the first answer about it.
    fn first_answers(&self, judgements: &Judgements) -> FxHashMap<[u32; 2], bool> {
        let lookup = Lookup::new(self.all());
        let mut first = FxHashMap::default();
        for line in &judgements.lines {
            let found = line.pair.each_ref().map(|one| lookup.find(&one.id, one.hash));
            if let (Some(verdict), [Found::Same(a), Found::Same(b)]) = (line.verdict, found) {
                first.entry(self.comparison.texts_of([a, b])).or_insert(verdict == Verdict::Yes);
            }
        }
        first
    }

    /// The verdicts if what is promised goes, and of equal texts all but one.
    pub fn promised(&self, deciding: &Deciding<'_>, promise: &Promise) -> Cleaned {
        self.said_alone(deciding, deciding.said, |cleaner| {
            cleaner.promised(promise.goes().into_iter().map(|one| &promise.candidates[one as usize]))
        })
    }
}

/// Adds a draw, or checks that it is the one that was made before.
fn keep(draws: &mut Draws, found: Option<usize>, new: Draw) -> Result<(), String> {
    match found.map(|at| &draws.draw[at]) {
        None => draws.draw.push(new),
        Some(old) if (&old.measure, old.floor) != (&new.measure, new.floor) => {
            return Err(say!(
                "this draw compares by {}>={}, not by {}>={}: give --confirm '{0}>={1}', or begin another draw with --seed",
                "此次抽样用 {}>={} 比较，而非 {}>={}：请用 --confirm '{0}>={1}'，或用 --seed 另抽一次",
                old.measure,
                old.floor,
                new.measure,
                new.floor
            ));
        }
        Some(old) if old.candidates != new.candidates => {
            return Err(say!(
                "this draw was made with other options, so its pairs were others: give the same ones, or begin another draw with --seed",
                "此次抽样用的是别的选项，文档对与现在不同：请用相同的选项，或用 --seed 另抽一次"
            ));
        }
        Some(_) => {}
    }
    Ok(())
}

impl Promise {
    /// How many answers there are, and how many of them are no yes.
    pub fn counts(&self) -> [usize; 2] {
        let count = |is_right| self.answers.iter().filter(|answer| **answer == Some(is_right)).count();
        [count(true) + count(false), count(false)]
    }

    /// The candidates.
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
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
    pub fn goes(&self) -> Vec<u32> {
        self.order.as_ref().map_or_else(Vec::new, |order| order.goes(self.state.accepted, &self.answers))
    }

    /// Whether anything is promised.
    pub fn holds(&self) -> bool {
        !self.goes().is_empty()
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
        drawn.into_iter().map(|one| self.candidates[one as usize].documents).collect()
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
        let Some(order) = self.order.as_ref().filter(|_| !self.candidates.is_empty()) else {
            return match self.waiting.len() {
                0 => say!("No text is similar enough to another to be asked about", "没有文本相似到需要判定"),
                more => say!(
                    "{so_far} · no promise yet · {more} more choose the order",
                    "{so_far} · 尚无保证 · 再答 {more} 对即可排定顺序"
                ),
            };
        };
        let (gone, percent) = (grouped_digits(self.goes().len()), self.right.percent());
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
                let gains = order.forecast(&self.candidates, &self.answers, self.left(PILOT));
                let [low, high] = gains.map(grouped_digits);
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
        let (gone, percent) = (self.goes().len(), self.right.percent());
        let (equal, gone) = (grouped_digits(dropped.saturating_sub(gone)), grouped_digits(gone));
        let read = self.right.with_oversights();
        [
            say!(
                "At least {percent} % of these {gone} texts may go, by your own answers; at most one draw in twenty misleads. A further {equal} are identical to one of these or to a text that stays, and not counted.",
                "依您的判断，这 {gone} 篇近似重复里至少有 {percent} % 确实该去除；这一保证因抽样失准而落空的可能不超过 5 %。另有 {equal} 篇与其中某篇或保留的文本相同，不计在内。"
            ),
            say!(
                "Nothing is promised about one text, missed duplicates, or other corpora. If you overlook one wrong pair in five, read {read}.",
                "不保证某一篇一定去得对，也不保证重复已找全，更不适用于别的语料；错的每五对若看漏一对，只能当 {read} % 看。"
            ),
        ]
    }

    /// What several draws from the same judgements are worth together.
    pub fn repeated(&self) -> Option<String> {
        let draws = self.number;
        let all = 100_usize.saturating_sub(5 * draws);
        match draws {
            1 => None,
            2 => Some(say!("second draw: both hold in {all} %", "第二次抽样：两次都成立的把握为 {all} %")),
            _ => {
                Some(say!("draw {draws}: all hold in {all} %", "第 {draws} 次抽样：全部成立的把握为 {all} %"))
            }
        }
    }
}
