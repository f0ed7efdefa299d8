//! Decides texts one by one: each against the texts before it that stay.

use super::aligned::{Aligned, NO_KEY, Pair, Spot, mark_renamed};
use super::comparison::{Comparison, Distinct, NONE};
use super::judge::{Judge, Judged};
use super::rules::{Cleaned, Cover, Kinds, Rules, Said, Verdict, Why};
use super::template;
use crate::alignment::{Kind, Tokens};
use crate::measures::Weights;
use crate::recipe::Ignored;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use xxhash_rust::xxh3::xxh3_64;

/// Decides which of the compared texts may go.
#[derive(Clone, Copy)]
pub struct Cleaner<'a> {
    /// The result of the comparison.
    pub comparison: &'a Comparison,
    /// All texts, by document, as they were compared.
    pub texts: &'a [&'a str],
    /// All texts unchanged. Whether two are the same bytes, and what must agree, is tested on these.
    pub raw: &'a [&'a str],
    /// The weights of their shingles.
    pub weights: &'a Weights,
    /// The rules for a text that goes.
    pub rules: &'a Rules,
    /// All documents, in the order in which they stay. `None` for the usual order: first documents that always stay, then the
    /// heaviest first; of equal weight those with more shingles, then the order of the corpus.
    pub order: Option<&'a [u32]>,
    /// Documents that always stay.
    pub stays: &'a (dyn Fn(u32) -> bool + Sync),
    /// Documents that cover no other.
    pub covers_none: &'a (dyn Fn(u32) -> bool + Sync),
    /// Judgements of pairs. They take precedence over the texts, and apply to equal texts as well.
    pub said: &'a Said,
    /// The similarity of two documents; `None` for the weighted Jaccard index.
    pub measure: Option<&'a (dyn Fn(u32, u32) -> f64 + Sync)>,
}

impl Cleaner<'_> {
    /// Decides about all texts.
    pub fn run(&self) -> Cleaned {
        let mut run = Run::new(self);
        self.in_order().into_iter().for_each(|text| run.decide(text));
        let templates = if run.judge.said(Kind::Template) != Some(false) { run.hold_templates() } else { 0 };
        Cleaned { templates, order: self.order.map(<[u32]>::to_vec), ..run.cleaned() }
    }

    /// The same without what was refused; `None` if nothing was.
    pub fn before_refusals(&self) -> Option<Cleaned> {
        self.said.without_refusals().map(|said| Cleaner { said: &said, ..*self }.run())
    }

    /// Judges two documents of which the first goes, whether or not they were compared.
    pub fn cover(&self, gone: u32, by: u32) -> Cover {
        let judge = Judge::new(self.comparison, self.rules);
        cover_of((gone, by), &self.between(&judge, gone, by))
    }

    fn between(&self, judge: &Judge<'_>, gone: u32, by: u32) -> (Judged, f64) {
        let [text, other] = [gone, by].map(|document| self.comparison.of[document as usize]);
        if text == other {
            let judged = Judged {
                kind: self.equal_kind(gone, by),
                kinds: Kinds::NONE,
                lost: 0.0,
                why: None,
                key: NO_KEY,
            };
            return (judged, 1.0);
        }
        if text != NONE && other != NONE {
            let found = self.comparison.pairs_of(text).find(|(pair, side)| pair.sides[1 - side] == other);
            if let Some((pair, side)) = found {
                return (judge.judge(pair, side), pair.similarity);
            }
        }
        let [tokens, others] = [gone, by].map(|document| Tokens::new(self.texts[document as usize]));
        let aligned = Aligned::of(&tokens, &others, &self.comparison.words);
        let weighed = [gone, by].map(|document| self.weights.weigh(self.texts[document as usize]));
        let similarity = match self.measure {
            Some(measure) => measure(gone, by),
            None => weighed[0].jaccard(&weighed[1]),
        };
        let number =
            |key| self.comparison.keys.iter().position(|known| *known == key).map_or(NO_KEY, |at| at as u32);
        let mut spots: Vec<Spot> = aligned
            .spots
            .into_iter()
            .map(|(spot, keys)| spot.numbered(keys.map(|key| key.map_or(NO_KEY, number))))
            .collect();
        mark_renamed(&mut spots);
        // A text that was not compared has no number and takes that of the sentinel.
        let sentinel = self.comparison.texts.len() as u32 - 1;
        let side = if text == NONE { sentinel } else { text };
        let pair = Pair {
            sides: [side, if other == NONE { sentinel } else { other }],
            similarity,
            equal: [0.0; 2],
            spots: 0..0,
            light: aligned.light,
            kinds: aligned.kinds,
            is_parted: false,
        };
        let judged = judge.judge_spots(&pair, &spots, (0, &Distinct::of(&tokens, &self.comparison.words)));
        (judged, similarity)
    }

    fn equal_kind(&self, a: u32, b: u32) -> Kind {
        if self.raw[a as usize] == self.raw[b as usize] { Kind::Same } else { Kind::Fold }
    }

    /// By document, a hash of what must agree; empty if no pattern is given.
    fn agreements(&self) -> Vec<u64> {
        if self.rules.must_agree.is_empty() {
            return Vec::new();
        }
        let texts = self.raw.par_iter().with_max_len(256);
        texts.map(|text| agreement(&self.rules.must_agree, text)).collect()
    }

    /// The judgements of pairs of different texts, by text.
    fn said_of_texts(&self) -> FxHashMap<u32, Vec<(u32, u32, bool)>> {
        let mut of: FxHashMap<u32, Vec<(u32, u32, bool)>> = FxHashMap::default();
        for (document, others) in self.said.iter() {
            for &(other, may_go) in others {
                let [text, by] = [document, other].map(|one| self.comparison.of[one as usize]);
                if text != by && text != NONE && by != NONE {
                    of.entry(text).or_default().push((by, other, may_go));
                }
            }
        }
        of.values_mut().for_each(|said| said.sort_unstable());
        of
    }

    fn places(&self) -> Vec<u32> {
        let Some(order) = self.order else { return Vec::new() };
        let mut places = vec![0; self.texts.len()];
        (0..).zip(order).for_each(|(place, &document)| places[document as usize] = place);
        places
    }

    /// The texts in their order.
    pub(super) fn in_order(&self) -> Vec<u32> {
        let texts = self.comparison.distinct();
        if let Some(order) = self.order {
            let mut is_seen = vec![false; texts];
            let of = order.iter().map(|&document| self.comparison.of[document as usize]);
            let first = |text: &u32| *text != NONE && !std::mem::replace(&mut is_seen[*text as usize], true);
            return of.filter(first).collect();
        }
        let stays =
            |text: &u32| self.comparison.members(*text).iter().any(|&document| (self.stays)(document));
        let (mut order, others): (Vec<u32>, Vec<u32>) = (0..texts as u32).partition(stays);
        order.extend(others);
        order
    }

    /// The document that covers others for its text: the first that always stays, else the first in the order of the rule.
    pub(super) fn leader(&self, text: u32, places: &[u32]) -> Option<u32> {
        let members = self.comparison.members(text).iter().copied();
        let covering = members.filter(|&document| !(self.covers_none)(document));
        covering.min_by_key(|document| {
            (!(self.stays)(*document), places.get(*document as usize).copied().unwrap_or(0), *document)
        })
    }
}

/// A hash of all matches of the patterns in a text.
fn agreement(patterns: &[Ignored], text: &str) -> u64 {
    let mut all = String::new();
    for pattern in patterns {
        for place in pattern.places(text) {
            all.extend(text[place].split_whitespace().flat_map(|word| [word, " "]));
            all.push('\n');
        }
        all.push('\u{1}');
    }
    xxh3_64(all.as_bytes())
}

fn cover_of((_, by): (u32, u32), (judged, similarity): &(Judged, f64)) -> Cover {
    let Judged { kind, kinds, lost, why, key } = *judged;
    Cover { by, kind, kinds, similarity: *similarity, lost, why, key: (key != NO_KEY).then_some(key) }
}

pub(super) struct Run<'a> {
    cleaner: &'a Cleaner<'a>,
    judge: Judge<'a>,
    agreements: Vec<u64>,
    /// By document its place in the order of the rule; empty without one.
    pub places: Vec<u32>,
    said: FxHashMap<u32, Vec<(u32, u32, bool)>>,
    /// By text, the document that covers others, or [`NONE`].
    pub leaders: Vec<u32>,
    /// By text, its cover, and whether the text goes because of it.
    pub covers: Vec<Option<(Cover, bool)>>,
    verdicts: Vec<Verdict>,
}

impl<'a> Run<'a> {
    /// Nothing decided yet.
    pub fn new(cleaner: &'a Cleaner<'a>) -> Self {
        let texts = cleaner.comparison.distinct();
        Self {
            cleaner,
            judge: Judge::new(cleaner.comparison, cleaner.rules),
            agreements: cleaner.agreements(),
            places: cleaner.places(),
            said: cleaner.said_of_texts(),
            leaders: vec![NONE; texts],
            verdicts: vec![Verdict::Stays; cleaner.texts.len()],
            covers: vec![None; texts],
        }
    }

    /// The verdicts on all documents.
    pub fn cleaned(mut self) -> Cleaned {
        self.expand();
        let weights = self.cleaner.weights;
        let (frames, framed) = (weights.in_frames(), weights.framed());
        Cleaned { templates: 0, frames, framed, verdicts: self.verdicts, order: None, before: None }
    }

    /// Judges two documents of which the first goes.
    pub fn cover_by(&self, gone: u32, by: u32) -> Cover {
        cover_of((gone, by), &self.cleaner.between(&self.judge, gone, by))
    }

    /// Whether somebody said that one of the two texts may not go because of the other.
    pub fn is_apart_from(&self, text: u32, by: u32) -> bool {
        let said = self.said.get(&text);
        said.is_some_and(|said| said.iter().any(|&(other, _, may_go)| other == by && !may_go))
    }

    /// Whether what must agree does, in some document of the text.
    pub fn agrees(&self, text: u32, by: u32) -> bool {
        self.cleaner.comparison.members(text).iter().any(|&one| self.agree(one, by))
    }

    fn decide(&mut self, text: u32) {
        let cleaner = self.cleaner;
        let members = cleaner.comparison.members(text);
        let is_kept_anyway = members.iter().any(|&one| (cleaner.stays)(one) && !(cleaner.covers_none)(one))
            || self.is_said_to_stay(text);
        let cover = if is_kept_anyway { None } else { self.said_to_go(text).or_else(|| self.cover(text)) };
        if !matches!(cover, Some((_, true))) {
            self.leaders[text as usize] = cleaner.leader(text, &self.places).unwrap_or(NONE);
        }
        self.covers[text as usize] = cover;
    }

    /// Whether all judgements of pairs of this text are a no.
    fn is_said_to_stay(&self, text: u32) -> bool {
        self.said.get(&text).is_some_and(|said| said.iter().all(|&(.., may_go)| !may_go))
    }

    /// The cover by a text that stays, if a judgement of the two is a yes.
    fn said_to_go(&self, text: u32) -> Option<(Cover, bool)> {
        let said = self.said.get(&text)?;
        // A no about one of several equal texts keeps all of them apart.
        let is_free = |by: u32| self.leaders[by as usize] != NONE && !self.is_apart_from(text, by);
        let &(by, ..) = said.iter().find(|&&(by, _, may_go)| may_go && is_free(by))?;
        let (gone, leader) = (self.cleaner.comparison.members(text)[0], self.leaders[by as usize]);
        Some((Cover { why: None, ..self.cover_by(gone, leader) }, true))
    }

    /// The first cover by which the text may go. If there is none, the first by which it is held.
    fn cover(&self, text: u32) -> Option<(Cover, bool)> {
        let mut held = None;
        for (pair, side) in self.cleaner.comparison.pairs_of(text) {
            let by = pair.sides[1 - side];
            let leader = self.leaders[by as usize];
            if leader == NONE || pair.similarity < self.cleaner.rules.cut || self.is_apart_from(text, by) {
                continue;
            }
            let mut judged = self.judge.judge(pair, side);
            if !self.agrees(text, leader) {
                (judged.kind, judged.why) = (Kind::MustAgree, Some(Why::MustAgree));
            }
            let cover = cover_of((text, leader), &(judged, pair.similarity));
            if cover.why.is_none() {
                return Some((cover, true));
            }
            held.get_or_insert((cover, false));
        }
        held
    }

    fn agree(&self, a: u32, b: u32) -> bool {
        self.agreements.is_empty() || self.agreements[a as usize] == self.agreements[b as usize]
    }

    /// Holds texts that fill in the same template as their cover. Returns the number of templates.
    fn hold_templates(&mut self) -> usize {
        let comparison = self.cleaner.comparison;
        let mut groups: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (text, cover) in (0..).zip(&self.covers) {
            if let Some((cover, true)) = cover
                && let of = comparison.of[cover.by as usize]
                && of != NONE
                && !self.is_said(text, of)
            {
                groups.entry(of).or_default().push(text);
            }
        }
        let mut templates = 0;
        for (by, texts) in groups {
            let held = template::filled_in(comparison, (by, &texts), &|spot, side| {
                self.judge.said_of(spot, side) != Some(false)
            });
            templates += usize::from(!held.is_empty());
            for text in held {
                if let Some((cover, goes)) = &mut self.covers[text as usize] {
                    *goes = false;
                    let said = self.judge.said(Kind::Template).map(|_| Why::Said);
                    (cover.kind, cover.why) = (Kind::Template, Some(said.unwrap_or(Why::Template)));
                    self.leaders[text as usize] = self.cleaner.leader(text, &self.places).unwrap_or(NONE);
                }
            }
        }
        templates
    }

    fn is_said(&self, text: u32, by: u32) -> bool {
        self.said.get(&text).is_some_and(|said| said.iter().any(|&(other, _, may_go)| other == by && may_go))
    }

    /// Expands the decisions from texts to their documents.
    fn expand(&mut self) {
        let cleaner = self.cleaner;
        for text in 0..cleaner.comparison.distinct() as u32 {
            let (leader, cover) = (self.leaders[text as usize], self.covers[text as usize]);
            for &document in cleaner.comparison.members(text) {
                if (cleaner.stays)(document) || document == leader && cover.is_none() {
                    continue;
                }
                self.verdicts[document as usize] = match cover {
                    // Equal texts may differ in what must agree.
                    Some((cover, true)) if !self.may_follow(document, (text, cover.by)) => {
                        Verdict::Held(Cover { kind: Kind::MustAgree, why: Some(Why::MustAgree), ..cover })
                    }
                    Some((cover, true)) => Verdict::Goes(cover),
                    Some((cover, false)) if leader == NONE || document == leader => Verdict::Held(cover),
                    _ if leader == NONE || self.is_apart(document, text) => Verdict::Stays,
                    _ => self.equal(document, leader),
                };
            }
        }
    }

    /// Whether a document may go with its text: what must agree does, or somebody said that the text goes.
    fn may_follow(&self, document: u32, (text, by): (u32, u32)) -> bool {
        self.agree(document, by) || self.is_said(text, self.cleaner.comparison.of[by as usize])
    }

    /// Whether all judgements of this document with documents of the same text are a no, and there is one.
    fn is_apart(&self, document: u32, text: u32) -> bool {
        let of = &self.cleaner.comparison.of;
        let mut said =
            self.cleaner.said.of(document).iter().filter(|(other, _)| of[*other as usize] == text).peekable();
        said.peek().is_some() && said.all(|&(_, may_go)| !may_go)
    }

    /// The verdict on a document that has the text of one that stays.
    fn equal(&self, document: u32, leader: u32) -> Verdict {
        let kind = self.cleaner.equal_kind(document, leader);
        let mut cover =
            Cover { by: leader, kind, kinds: Kinds::NONE, similarity: 1.0, lost: 0.0, why: None, key: None };
        if !self.agree(document, leader) {
            (cover.kind, cover.why) = (Kind::MustAgree, Some(Why::MustAgree));
        } else if !self.judge.lets_equal_go(kind) {
            cover.why = Some(Why::Said);
        }
        if cover.why.is_none() { Verdict::Goes(cover) } else { Verdict::Held(cover) }
    }
}
