//! The table of the differences of a corpus, and the questions to its owner.

use super::aligned::{NO_KEY, Pair};
use super::comparison::Comparison;
use super::greedy::Cleaner;
use super::matters::{Subject, WORDS};
use super::rules::{Cleaned, Cover, Kinds, Rules, Verdict, Why};
use super::testimony::Recurring;
use crate::alignment::{Key, Kind};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// A row of the table: a kind of difference, or below it a recurring difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// What differs.
    pub subject: Subject,
    /// Whether it is a recurring difference below the row of its kind.
    pub is_below: bool,
    /// The number of pairs with this difference.
    pub pairs: usize,
    /// The number of documents that wait because of it: held ones, without those of which somebody said that they stay.
    pub held: usize,
    /// The number of documents that go although they have it.
    pub gone: usize,
    /// Whether it matters.
    pub matters: bool,
    /// Why it matters or not; `None` for the default.
    pub why: Option<Why>,
    /// For an identifier, the number of texts that have one.
    pub identifier: Option<u32>,
    /// An example: a document that is held because of it, else one that goes with it, and the document that stays.
    pub example: Option<(u32, u32)>,
}

/// A question to the owner whose answer decides about many texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// The difference that may not matter.
    pub subject: Subject,
    /// How many more texts go if neither this nor the subjects of the questions before it matter.
    pub lets: usize,
    /// How many more texts go if only this does not matter.
    pub alone: usize,
    /// For an identifier, the number of texts that have one.
    pub identifier: Option<u32>,
    /// The number of pairs with this difference.
    pub pairs: usize,
    /// Whether most of the texts that it holds are held by loose groups, or by the share of these among texts of their length.
    pub is_of_messages: bool,
    /// What differs in two of the texts that wait for it.
    pub examples: Vec<String>,
}

/// The questions to the owner.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Questions {
    /// At most three questions.
    pub asked: Vec<Question>,
    /// How many texts are held because of differences.
    pub held: usize,
}

/// The most recurring differences below a kind, and the fewest pairs of one.
const BELOW: usize = 5;
const FEWEST: u32 = 3;
/// The most questions. Each must let at least `MANY` texts go, or more than one for every `SHARE` that already go.
const ASKED: usize = 3;
const MANY: usize = 20;
const SHARE: usize = 10;
/// A pair of numbers that recurs in this many pairs has a question of its own.
const EDITION: u32 = 20;

/// The subject of the row of a kind. *More* and *less* share a row, because the direction depends on which text stays.
fn row_of(kind: Kind) -> Subject {
    match kind {
        Kind::More | Kind::Less => Subject::Kinds(vec![Kind::More, Kind::Less]),
        Kind::TextMore | Kind::TextLess => Subject::Kinds(vec![Kind::TextMore, Kind::TextLess]),
        kind => Subject::kind(kind),
    }
}

/// The rows of kinds, each once.
fn rows_of(kinds: impl Iterator<Item = Kind>) -> Vec<Subject> {
    let mut rows: Vec<Subject> = Vec::new();
    for row in kinds.map(row_of) {
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

#[derive(Default)]
struct Count {
    pairs: usize,
    held: usize,
    stay: usize,
    gone: usize,
    why: Option<Why>,
    held_pair: Option<(u32, u32)>,
    gone_pair: Option<(u32, u32)>,
    any: Option<(u32, u32)>,
}

impl Count {
    fn hold(&mut self, why: Option<Why>, pair: (u32, u32)) {
        if why == Some(Why::Said) {
            self.stay += 1;
        } else {
            self.held += 1;
            self.why = self.why.or(why);
        }
        self.held_pair.get_or_insert(pair);
    }

    fn go(&mut self, pair: (u32, u32)) {
        self.gone += 1;
        self.gone_pair.get_or_insert(pair);
    }

    fn row(self, subject: Subject, is_below: bool, (matters, said): (bool, Option<bool>)) -> Row {
        Row {
            subject,
            is_below,
            pairs: self.pairs,
            held: self.held,
            gone: self.gone,
            matters: said.unwrap_or(matters || self.held > 0 && self.gone == 0),
            why: said.map(|_| Why::Said).or(self.why.filter(|why| *why != Why::Default)),
            identifier: None,
            example: self.held_pair.or(self.gone_pair).or(self.any),
        }
    }
}

/// The table of the differences of all pairs from the cut on. One or two words come first, then the kinds from the lightest to
/// the heaviest.
pub fn rows(comparison: &Comparison, rules: &Rules, cleaned: &Cleaned) -> Vec<Row> {
    let mut kinds: FxHashMap<Subject, Count> = FxHashMap::default();
    let mut keys: FxHashMap<u32, (Kind, Count)> = FxHashMap::default();
    for pair in comparison.pairs.iter().filter(|pair| pair.similarity >= rules.cut) {
        count_pair(comparison, pair, &mut kinds, &mut keys);
    }
    for (document, verdict) in (0..).zip(&cleaned.verdicts) {
        let (cover, is_held) = match verdict {
            Verdict::Stays => continue,
            Verdict::Held(cover) => (cover, true),
            Verdict::Goes(cover) => (cover, false),
        };
        let shown = (document, cover.by);
        if is_held {
            kinds.entry(row_of(cover.kind)).or_default().hold(cover.why, shown);
            if let Some((_, count)) = cover.key.and_then(|key| keys.get_mut(&key)) {
                count.hold(cover.why, shown);
            }
        } else {
            let equal = Some(cover.kind).filter(|kind| kind.is_equal());
            rows_of(cover.kinds.iter().chain(equal))
                .into_iter()
                .for_each(|row| kinds.entry(row).or_default().go(shown));
        }
    }
    for (subject, count) in &mut kinds {
        // These kinds are no differences at a place, so their documents are counted.
        let is_whole = |kind: &Kind| {
            kind.is_equal()
                || matches!(
                    kind,
                    Kind::OneOrTwoWords | Kind::Lost | Kind::Template | Kind::MustAgree | Kind::Unconfirmed
                )
        };
        if matches!(subject, Subject::Kinds(kinds) if kinds.iter().all(is_whole)) {
            count.pairs = count.held + count.stay + count.gone;
        }
    }
    let mut below = recurring(comparison, rules, keys);
    let mut kinds: Vec<(Subject, Count)> = kinds.into_iter().collect();
    let place = |subject: &Subject| match subject {
        Subject::Kinds(kinds) => (!kinds.contains(&Kind::OneOrTwoWords), kinds.first().copied()),
        Subject::Key(_) => (true, None),
    };
    kinds.sort_by_key(|(subject, _)| place(subject));
    let mut rows = Vec::new();
    for (subject, count) in kinds {
        let matters = matches!(&subject, Subject::Kinds(kinds) if kinds.iter().any(|kind| kind.matters()));
        let said = rules.matters.of(&subject);
        let keys = below.remove(&subject).unwrap_or_default();
        rows.push(count.row(subject, false, (matters, said)));
        rows.extend(keys);
    }
    rows
}

fn count_pair(
    comparison: &Comparison,
    pair: &Pair,
    kinds: &mut FxHashMap<Subject, Count>,
    keys: &mut FxHashMap<u32, (Kind, Count)>,
) {
    let shown = (comparison.members(pair.sides[0])[0], comparison.members(pair.sides[1])[0]);
    for row in rows_of(Kinds::from_bits(pair.kinds).iter()) {
        let count = kinds.entry(row).or_default();
        count.pairs += 1;
        count.any.get_or_insert(shown);
    }
    let mut seen: Vec<u32> = Vec::new();
    for spot in comparison.spots(pair) {
        for key in [spot.key, spot.numbers] {
            if key == NO_KEY || seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let (_, count) = keys.entry(key).or_insert_with(|| (spot.kind, Count::default()));
            count.pairs += 1;
            count.any.get_or_insert(shown);
        }
    }
}

/// The recurring differences below each kind: answered ones and identifiers first, then those in most pairs.
fn recurring(
    comparison: &Comparison,
    rules: &Rules,
    keys: FxHashMap<u32, (Kind, Count)>,
) -> FxHashMap<Subject, Vec<Row>> {
    let mut below: FxHashMap<Subject, Vec<(u32, Row)>> = FxHashMap::default();
    for (number, (kind, count)) in keys {
        let known = comparison.recurring(number);
        let key = &comparison.keys[number as usize];
        let said = rules.matters.key(key);
        if known.pairs < FEWEST && said.is_none() {
            continue;
        }
        let of_kind = said.or(rules.matters.kind(kind));
        let recurs = known.recurs && rules.matters.kind(Kind::OneOrTwoWords) != Some(false);
        let mut row = count.row(Subject::Key(key.clone()), true, (kind.matters() || recurs, of_kind));
        if recurs && of_kind.is_none() {
            row.why = Some(Why::Recurring(known.pairs));
        }
        row.identifier = known.identifier;
        below.entry(row_of(kind)).or_default().push((number, row));
    }
    let sorted = below.into_iter().map(|(kind, mut rows)| {
        let is_said = |row: &Row| row.why == Some(Why::Said);
        rows.sort_by_key(|(number, row)| {
            (!is_said(row) && row.identifier.is_none(), Reverse(row.pairs), *number)
        });
        rows.truncate(BELOW);
        (kind, rows.into_iter().map(|(_, row)| row).collect())
    });
    sorted.collect()
}

impl Comparison {
    /// The statistics of a recurring difference.
    pub(super) fn recurring(&self, number: u32) -> Recurring {
        self.testimony.keys.get(number as usize).copied().unwrap_or_default()
    }

    /// A recurring difference by its number.
    pub fn key(&self, number: u32) -> Option<&Key> {
        self.keys.get(number as usize)
    }

    /// The answers about recurring differences that no pair has.
    pub fn unknown<'r>(&self, rules: &'r Rules) -> impl Iterator<Item = Subject> + use<'r, '_> {
        rules.matters.iter().map(|(subject, _)| subject).filter(|subject| match subject {
            Subject::Key(key) => !self.keys.contains(key),
            Subject::Kinds(_) => false,
        })
    }
}

/// Whether most of the texts that these kinds hold are held by loose groups, as in a list of messages.
fn of_messages(cleaned: &Cleaned, subject: &Subject) -> bool {
    let Subject::Kinds(kinds) = subject else { return false };
    let held = cleaned.held().filter(|(_, cover)| kinds.contains(&cover.kind));
    let (all, loose) = held.fold((0, 0), |(all, loose), (_, cover)| {
        (all + 1, loose + usize::from(matches!(cover.why, Some(Why::Loose | Why::Band(_)))))
    });
    2 * loose > all
}

impl Cleaner<'_> {
    /// The questions to the owner, in this order: an identifier, a recurring pair of numbers, one or two words, kinds. A question
    /// is asked only if a no lets many texts go.
    pub fn questions(&self, cleaned: &Cleaned) -> Questions {
        let is_of_difference = |cover: &&Cover| {
            !matches!(cover.kind, Kind::Lost | Kind::Template | Kind::MustAgree | Kind::Same | Kind::Fold)
        };
        let held = cleaned.waiting().map(|(_, cover)| cover).filter(is_of_difference).count();
        let mut questions = Questions { asked: Vec::new(), held };
        if held == 0 {
            return questions;
        }
        let gone = cleaned.gone().count();
        let mut answered = self.rules.clone();
        let mut so_far = gone;
        for (subject, identifier, pairs) in self.candidates(cleaned) {
            if questions.asked.len() == ASKED {
                break;
            }
            let lets = |rules: &Rules| Cleaner { rules, ..*self }.run().gone().count();
            let mut rules = answered.clone();
            rules.matters.say(&subject, false);
            let all = lets(&rules);
            let alone = match questions.asked.is_empty() {
                true => all,
                false => {
                    let mut alone = self.rules.clone();
                    alone.matters.say(&subject, false);
                    lets(&alone)
                }
            };
            let alone = alone.saturating_sub(gone);
            let more = all.saturating_sub(so_far);
            let is_much = |lets: usize| lets >= MANY || lets > 0 && SHARE * lets > gone;
            if is_much(more) {
                (answered, so_far) = (rules, all);
                let is_of_messages = of_messages(cleaned, &subject);
                let examples = self.examples(cleaned, &subject);
                questions.asked.push(Question {
                    subject,
                    lets: more,
                    alone,
                    identifier,
                    pairs,
                    is_of_messages,
                    examples,
                });
            }
        }
        questions
    }

    /// The candidates for questions, in this order.
    fn candidates(&self, cleaned: &Cleaned) -> Vec<(Subject, Option<u32>, usize)> {
        let comparison = self.comparison;
        let mut held: FxHashMap<Kind, usize> = FxHashMap::default();
        cleaned.held().for_each(|(_, cover)| *held.entry(cover.kind).or_default() += 1);
        let unsaid = |subject: &Subject| self.rules.matters.of(subject).is_none();
        let of_key = |number: u32| Subject::Key(comparison.keys[number as usize].clone());
        let mut keys: Vec<(u32, Recurring)> = (0..)
            .zip(comparison.testimony.keys.iter().copied())
            .filter(|(number, known)| known.pairs >= FEWEST && unsaid(&of_key(*number)))
            .collect();
        keys.sort_by_key(|(number, known)| (Reverse(known.pairs), *number));
        let identifiers = keys.iter().filter(|(_, known)| known.identifier.is_some());
        let mut found: Vec<(Subject, Option<u32>, usize)> = identifiers
            .map(|(number, known)| (of_key(*number), known.identifier, known.pairs as usize))
            .take(1)
            .collect();
        let is_edition = |number: u32| comparison.keys[number as usize].is_of_numbers();
        let edition = keys.iter().find(|(number, known)| known.pairs >= EDITION && is_edition(*number));
        found.extend(edition.map(|(number, known)| (of_key(*number), None, known.pairs as usize)));
        let few = held.get(&Kind::OneOrTwoWords).copied().unwrap_or(0);
        found.push((Subject::kind(Kind::OneOrTwoWords), None, few));
        let mut kinds: Vec<(Kind, usize)> = held.into_iter().collect();
        kinds.retain(|(kind, _)| {
            !matches!(
                kind,
                Kind::OneOrTwoWords | Kind::Lost | Kind::Template | Kind::MustAgree | Kind::Same | Kind::Fold
            )
        });
        kinds.sort_by_key(|&(kind, held)| (Reverse(held), kind));
        // Of words together only if nothing was said of some of them.
        let are_unsaid = WORDS.iter().all(|&kind| self.rules.matters.kind(kind).is_none());
        let words = |kind: Kind| match kind {
            Kind::Word | Kind::More | Kind::Less if are_unsaid => Subject::words(),
            kind => row_of(kind),
        };
        for (kind, held) in kinds.into_iter().take(2) {
            let subject = words(kind);
            if found.iter().all(|(known, ..)| *known != subject) {
                found.push((subject, None, held));
            }
        }
        found.retain(|(subject, ..)| unsaid(subject));
        found
    }
}
