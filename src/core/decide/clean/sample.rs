//! Draws the texts that should be read, and estimates from judgements how many of all that go are right.

use super::refused::Refused;
use super::rules::{Cleaned, Cover};
use crate::alignment::Kind;
use crate::evidence::{Selection, Share, Z95, score};
use crate::judgements::{Judgement, KnownJudgements, Verdict};
use crate::measures::Condition;
use crate::random::Random;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A stratum has at least one in this number of the texts that are asked about.
const STRATA: u64 = 6;

/// The name under which pairs are drawn: the condition, and k if signatures find the pairs. Pairs that were drawn under another
/// name are no sample of these.
pub fn drawn_under(condition: Condition, k: Option<u8>) -> String {
    k.map_or_else(|| format!("texts:{condition}"), |k| format!("texts:{condition} k={k}"))
}

/// Counts of answers about pairs, without those that are unsure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answers {
    /// The text may go.
    pub yes: u64,
    /// It may not.
    pub no: u64,
}

impl Answers {
    /// The number of answers.
    pub fn total(self) -> u64 {
        self.yes + self.no
    }

    fn add(&mut self, is_right: bool) {
        *(if is_right { &mut self.yes } else { &mut self.no }) += 1;
    }
}

/// A stratum of the sample: texts that go, of neighbouring kinds.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stratum {
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The number of texts, including those that were judged wrong and stay since then.
    pub texts: u64,
    /// The answers about texts that were drawn.
    pub drawn: Answers,
    /// The answers about texts that were chosen. They say nothing about other texts.
    pub chosen: Answers,
    /// The texts without a judgement, in the order in which they are drawn.
    unread: Vec<u32>,
}

impl Stratum {
    /// The texts of which the drawn ones are a sample.
    fn rest(&self) -> f64 {
        self.texts.saturating_sub(self.chosen.total()).max(self.drawn.total()) as f64
    }

    fn take(&mut self, other: Self) {
        self.kinds.extend(other.kinds);
        self.texts += other.texts;
        for (own, of) in [(&mut self.drawn, other.drawn), (&mut self.chosen, other.chosen)] {
            (own.yes, own.no) = (own.yes + of.yes, own.no + of.no);
        }
        self.unread.extend(other.unread);
    }
}

pub(super) fn is_drawn(judgement: &Judgement, under: &str) -> bool {
    judgement.selection == Selection::Drawn && judgement.recipe == under
}

/// A stratified sample of the texts that go, with the answers about it.
///
/// Texts that are the same, or fold the same, as one that stays or as another that goes are counted apart and never asked about. Of the others each stratum is sampled by
/// itself, so the share of right ones is Σ of texts × yes ÷ drawn (W. G. Cochran, "Sampling techniques", 1977, chapter 5). Its 95
/// % interval is Wilson's for as large a sample as would have the same variance (Korn and Graubard, Survey Methodology 24, 1998),
/// the variance from (yes + 1) ÷ (drawn + 2) and smaller where much of a stratum is read. In a stratum without a drawn text, the
/// share of right ones may be anything from 0 to 1.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Sample {
    /// Texts that are the same as one that stays or as another that goes, or fold the same.
    pub equal: u64,
    /// The others.
    pub strata: Vec<Stratum>,
    /// The drawn texts among these that were judged wrong and stay since then.
    refused: u64,
    /// Those that go and were read.
    read: Vec<u32>,
}

impl Sample {
    /// Makes the sample of what goes, with the judgements of pairs that were drawn `under` this name. The same seed gives the
    /// same order. `text` is the number of the distinct text of a document.
    pub fn of(
        cleaned: &Cleaned,
        refused: &[Refused],
        (known, under): (&KnownJudgements, &str),
        seed: u64,
        text: impl Fn(u32) -> u32,
    ) -> Self {
        let mut sample = Self::default();
        let mut kinds: BTreeMap<Kind, Stratum> = BTreeMap::new();
        let said = |verdict: Option<Verdict>| verdict.and_then(Verdict::is_right);
        let pair = |document: u32, cover: &Cover| [text(document), text(cover.by)];
        let judged = |(document, cover): (u32, &Cover)| {
            Some((pair(document, cover), known.get((document, cover.by))?))
        };
        // What was said of one copy was said of all.
        let judged: FxHashMap<[u32; 2], &Judgement> = cleaned.gone().filter_map(judged).collect();
        let mut seen: FxHashSet<[u32; 2]> = FxHashSet::default();
        for (document, cover) in cleaned.gone() {
            if cover.kind.is_equal() || !seen.insert(pair(document, cover)) {
                sample.equal += 1;
                continue;
            }
            let stratum = kinds.entry(cover.kind).or_default();
            stratum.texts += 1;
            let judgement = judged.get(&pair(document, cover)).copied();
            match judgement {
                None => stratum.unread.push(document),
                Some(_) => sample.read.push(document),
            }
            if let Some((judgement, is_right)) = judgement.and_then(|one| Some((one, said(one.verdict)?))) {
                (if is_drawn(judgement, under) { &mut stratum.drawn } else { &mut stratum.chosen })
                    .add(is_right);
            }
        }
        // A drawn text that was judged wrong stays since then, but still counts in the stratum of its kind.
        for refused in refused.iter().filter(|refused| refused.is_drawn) {
            let stratum = kinds.entry(refused.cover.kind).or_default();
            stratum.texts += 1;
            stratum.drawn.no += 1;
            sample.refused += 1;
        }
        sample.divide(kinds);
        // By document, so the order stays the same if other documents go or come.
        for stratum in &mut sample.strata {
            stratum.unread.sort_by_cached_key(|&document| Random::of(&[seed, document.into()]).draw());
        }
        sample
    }

    /// Joins neighbouring kinds until each stratum is large enough.
    fn divide(&mut self, kinds: BTreeMap<Kind, Stratum>) {
        let all: u64 = kinds.values().map(|stratum| stratum.texts).sum();
        let mut open = Stratum::default();
        for (kind, stratum) in kinds {
            open.take(Stratum { kinds: vec![kind], ..stratum });
            if STRATA * open.texts >= all {
                self.strata.push(std::mem::take(&mut open));
            }
        }
        match self.strata.last_mut() {
            Some(last) if open.texts > 0 => last.take(open),
            _ if open.texts > 0 => self.strata.push(open),
            _ => {}
        }
    }

    /// The next `n` texts to read, or all if there are fewer. Each is chosen as if the texts before it already had their expected
    /// answers.
    ///
    /// The share of right texts in a stratum is modelled as Beta(yes + 1, no + 1). An answer is expected to lower its variance by
    /// the factor 1 ÷ (read + 3), weighted by the square of the size of the stratum in the whole (J. Neyman, "On the two
    /// different aspects of the representative method", 1934, one draw at a time). Strata without a drawn text come first.
    pub fn plan(&self, n: usize) -> Vec<u32> {
        let mut drawn: Vec<(f64, f64, usize)> = self
            .strata
            .iter()
            .map(|stratum| (stratum.drawn.yes as f64, stratum.drawn.no as f64, 0))
            .collect();
        let mut planned = Vec::new();
        while planned.len() < n {
            let gain = |at: usize| {
                let (rest, (yes, no, _)) = (self.strata[at].rest(), drawn[at]);
                let (a, b) = (yes + 1.0, no + 1.0);
                let variance = a * b / ((a + b).powi(2) * (a + b + 1.0));
                let left = (1.0 - (yes + no) / rest).max(0.0);
                (yes + no == 0.0, rest * rest * left * variance / (a + b + 1.0))
            };
            let open = (0..self.strata.len()).filter(|&at| drawn[at].2 < self.strata[at].unread.len());
            let widest = open.map(|at| (gain(at), at)).reduce(|best, next| {
                if next.0.partial_cmp(&best.0).is_some_and(|order| order.is_gt()) { next } else { best }
            });
            let Some((_, at)) = widest else { break };
            let (yes, no, taken) = drawn[at];
            let share = (yes + 1.0) / (yes + no + 2.0);
            planned.push(self.strata[at].unread[taken]);
            drawn[at] = (yes + share, no + 1.0 - share, taken + 1);
        }
        planned
    }

    /// All texts that are asked about: first those that were read, then the others in the order in which they are drawn.
    pub fn order(&self) -> Vec<u32> {
        let left = self.strata.iter().map(|stratum| stratum.unread.len()).sum();
        self.read.iter().copied().chain(self.plan(left)).collect()
    }

    /// The answers about texts that were drawn.
    pub fn answers(&self) -> Answers {
        let add = |sum: Answers, stratum: &Stratum| Answers {
            yes: sum.yes + stratum.drawn.yes,
            no: sum.no + stratum.drawn.no,
        };
        self.strata.iter().fold(Answers::default(), add)
    }

    /// The number of texts that are asked about.
    pub fn texts(&self) -> u64 {
        self.strata.iter().map(|stratum| stratum.texts).sum()
    }

    /// The share of right ones of these, 0 to 1: of all that the rules let go, also of those that were judged wrong since.
    pub fn right(&self) -> Share {
        right(&self.strata)
    }

    /// The share of right ones of those that still go.
    pub fn right_of_going(&self) -> Share {
        let (right, all) = (self.right(), self.texts() as f64);
        let going = all - self.refused as f64;
        let of = |share: f64| if going > 0.0 { (share * all / going).min(1.0) } else { 1.0 };
        Share { share: of(right.share), low: of(right.low), high: of(right.high) }
    }
}

impl Stratum {
    /// The share of right texts in the stratum, 0 to 1.
    pub fn right(&self) -> Share {
        right(std::slice::from_ref(self))
    }
}

fn right(strata: &[Stratum]) -> Share {
    let sum = |of: &dyn Fn(&Stratum) -> f64| strata.iter().map(of).sum::<f64>();
    let all = sum(&|stratum| stratum.texts as f64);
    if all == 0.0 {
        return Share::exact(1.0);
    }
    let (yes, no) = (
        sum(&|stratum| (stratum.drawn.yes + stratum.chosen.yes) as f64),
        sum(&|stratum| (stratum.drawn.no + stratum.chosen.no) as f64),
    );
    let certain = sum(&|stratum| stratum.chosen.yes as f64);
    let is_drawn = |stratum: &&Stratum| stratum.drawn.total() > 0;
    let known: f64 = strata.iter().filter(is_drawn).map(Stratum::rest).sum();
    let unknown = sum(&Stratum::rest) - known;
    if known == 0.0 {
        let share = if unknown == 0.0 { certain / all } else { (certain + unknown) / all };
        return Share { share, low: certain / all, high: (certain + unknown) / all };
    }
    let (mut share, mut smooth, mut variance) = (0.0, 0.0, 0.0);
    for stratum in strata.iter().filter(is_drawn) {
        let (weight, n) = (stratum.rest() / known, stratum.drawn.total() as f64);
        share += weight * stratum.drawn.yes as f64 / n;
        let likely = (stratum.drawn.yes as f64 + 1.0) / (n + 2.0);
        smooth += weight * likely;
        let left = (stratum.rest() - n) / (stratum.rest() - 1.0).max(1.0);
        variance += weight * weight * likely * (1.0 - likely) / n * (n + 1.0) / n * left;
    }
    let (low, high) = match variance > 0.0 {
        true => score(share, smooth * (1.0 - smooth) / variance, Z95),
        false => (share, share),
    };
    // Texts that were read are certain.
    let of_all = |right: f64| {
        let share = (right / all).min(1.0 - no / all).max(yes / all);
        // The weights of the strata add up to one except for rounding.
        if share > 1.0 - 1e-9 { 1.0 } else { share }
    };
    Share {
        share: of_all(certain + (known + unknown) * share),
        low: of_all(certain + known * low),
        high: of_all(certain + known * high + unknown),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes strata with these numbers of texts and of right ones; the right ones come first.
    fn made(strata: &[(u64, u64)]) -> (Sample, Vec<bool>) {
        let (mut sample, mut right) = (Sample::default(), Vec::new());
        for &(texts, of_them) in strata {
            let first = right.len() as u32;
            right.extend((0..texts).map(|at| at < of_them));
            let unread = (first..right.len() as u32).collect();
            sample.strata.push(Stratum { kinds: vec![Kind::Word], texts, unread, ..Stratum::default() });
        }
        (sample, right)
    }

    fn answer(sample: &mut Sample, n: usize, right: &[bool], random: &mut Random) {
        sample.strata.iter_mut().for_each(|stratum| random.shuffle(&mut stratum.unread));
        for document in sample.plan(n) {
            let stratum =
                sample.strata.iter_mut().find(|stratum| stratum.unread.contains(&document)).unwrap();
            stratum.unread.retain(|&one| one != document);
            stratum.drawn.add(right[document as usize]);
        }
    }

    #[test]
    fn the_interval_holds_what_is_right_about_as_often_as_it_says() {
        let mut random = Random::of(&[7, 44]);
        for (strata, n) in [
            (&[(200, 190), (150, 120), (100, 60)][..], 20),
            (&[(300, 297), (60, 54), (60, 48), (80, 40)], 20),
            (&[(500, 480)], 20),
            (&[(80, 40), (80, 72), (40, 2)], 60),
        ] {
            let (sample, right) = made(strata);
            let truth = right.iter().filter(|right| **right).count() as f64 / right.len() as f64;
            let rounds = 1000;
            let mut held = 0;
            for _ in 0..rounds {
                let mut sample = sample.clone();
                answer(&mut sample, n, &right, &mut random);
                let found = sample.right();
                assert!(found.low <= found.share && found.share <= found.high, "{found:?}");
                held += usize::from(found.low <= truth && truth <= found.high);
            }
            assert!(held >= 920, "{strata:?}: {held} of {rounds}");
        }
    }

    #[test]
    fn all_that_is_read_is_known() {
        let (mut sample, right) = made(&[(10, 7), (5, 5)]);
        assert_eq!(sample.right(), Share { share: 1.0, low: 0.0, high: 1.0 });
        answer(&mut sample, 15, &right, &mut Random::of(&[1]));
        let found = sample.right();
        assert!(
            (found.share - 12.0 / 15.0).abs() < 1e-12
                && found.low == found.share
                && found.high == found.share
        );
        assert!(sample.plan(3).is_empty());
        assert_eq!(Sample::default().right(), Share::exact(1.0));
    }

    #[test]
    fn what_is_refused_does_not_go() {
        for (right, share) in [(30, 0.75), (0, 0.0)] {
            let (mut sample, is_right) = made(&[(40, right)]);
            answer(&mut sample, 40, &is_right, &mut Random::of(&[3]));
            sample.refused = 40 - right;
            assert_eq!((sample.right().share, sample.right_of_going()), (share, Share::exact(1.0)));
        }
    }

    #[test]
    fn large_and_doubtful_parts_are_drawn_most() {
        let (mut sample, right) = made(&[(400, 400), (400, 200), (100, 90)]);
        answer(&mut sample, 40, &right, &mut Random::of(&[2]));
        let again = |sample: &Sample, stratum: usize| {
            sample.plan(20).iter().filter(|document| sample.strata[stratum].unread.contains(document)).count()
        };
        let counts = [0, 1, 2].map(|stratum| again(&sample, stratum));
        assert!(counts[1] > counts[0] && counts[1] > counts[2], "{counts:?}");
    }
}
