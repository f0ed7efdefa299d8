//! Compares all decisions with a direct implementation of their definition.

use super::*;
use crate::alignment::{Difference, Key, Tokens, collapse_key, differences};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The definition's result for one text because of another.
#[derive(Debug, Clone)]
struct Said {
    similarity: f64,
    kinds: BTreeSet<Kind>,
    lost: f64,
    /// Why it must stay.
    holds: Option<Kind>,
}

/// The default rules by their definition. Texts have fewer than 100 words and no Han characters. So no pair is an edited long
/// text, and no word is a variant.
struct Definition<'w> {
    world: &'w World<'w>,
    /// The documents of each distinct text, the heaviest first.
    texts: Vec<Vec<u32>>,
    /// The pairs of texts that are aligned, the earlier one first.
    pairs: BTreeMap<(usize, usize), f64>,
    is_loose: Vec<bool>,
    /// Whether words matter, by band of length.
    parts_band: [bool; 2],
    recurring: BTreeMap<Key, usize>,
}

fn is_open(kind: Kind) -> bool {
    use Kind::{Form, Less, More, Order, Rewritten, TextLess, TextMore, Word};
    [Word, More, Less, TextMore, TextLess, Rewritten, Order, Form].contains(&kind)
}

impl<'w> Definition<'w> {
    fn new(world: &'w World<'w>) -> Self {
        let mut equal: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for (document, text) in (0..).zip(&world.texts) {
            equal.entry(collapse_key(text)).or_default().push(document);
        }
        let mut texts: Vec<Vec<u32>> = equal.into_values().collect();
        texts.sort_by_key(|documents| {
            let text = world.texts[documents[0] as usize];
            let shingles = world.weights.shingles().set(text).len();
            (Reverse(world.weights.weigh(text).parts()), Reverse(shingles), documents[0])
        });
        let weighed: Vec<_> =
            texts.iter().map(|documents| world.weights.weigh(world.texts[documents[0] as usize])).collect();
        let mut alike: Vec<(usize, usize, f64)> = Vec::new();
        for later in 0..texts.len() {
            for earlier in 0..later {
                let similarity = weighed[earlier].jaccard(&weighed[later]);
                if similarity >= 0.05 {
                    alike.push((earlier, later, similarity));
                }
            }
        }
        // A pair is aligned if one text is among the twelve most similar to the other.
        alike.sort_by(|a, b| b.2.total_cmp(&a.2).then((a.0, a.1).cmp(&(b.0, b.1))));
        let mut taken = vec![0; texts.len()];
        let mut pairs = BTreeMap::new();
        for &(earlier, later, similarity) in &alike {
            if taken[earlier] < 12 || taken[later] < 12 {
                pairs.insert((earlier, later), similarity);
            }
            taken[earlier] += 1;
            taken[later] += 1;
        }
        let is_loose = loose(texts.len(), &alike);
        let mut definition =
            Self { world, texts, pairs, is_loose, parts_band: [false; 2], recurring: BTreeMap::new() };
        definition.ask_the_corpus();
        definition
    }

    fn text(&self, text: usize) -> &'w str {
        self.world.texts[self.texts[text][0] as usize]
    }

    fn words(&self, text: usize) -> usize {
        Tokens::new(self.text(text)).words()
    }

    /// The differences if the first goes, aligned in the order of the texts.
    fn differences(&self, gone: usize, kept: usize) -> Vec<Difference> {
        let [gone, kept] = [gone, kept].map(|text| Tokens::new(self.text(text)));
        match gone.text() <= kept.text() {
            true => differences(&gone, &kept, &self.world.comparison.words),
            false => {
                let found = differences(&kept, &gone, &self.world.comparison.words);
                found.into_iter().map(Difference::turned).collect()
            }
        }
    }

    fn ask_the_corpus(&mut self) {
        let (mut bands, mut times): ([[usize; 2]; 2], BTreeMap<Key, usize>) = ([[0; 2]; 2], BTreeMap::new());
        for &(earlier, later) in self.pairs.keys() {
            let band = usize::from(self.words(later) >= 25);
            bands[band][0] += 1;
            bands[band][1] += usize::from(self.is_loose[later]);
            let found = self.differences(later, earlier);
            let open = found.into_iter().filter(|difference| is_open(difference.kind));
            let keys: BTreeSet<Key> = open.filter_map(|difference| difference.key).collect();
            keys.into_iter().for_each(|key| *times.entry(key).or_default() += 1);
        }
        let all = [bands[0][0] + bands[1][0], bands[0][1] + bands[1][1]];
        self.parts_band = bands
            .map(|of| if of[0] < 100 { all } else { of })
            .map(|[pairs, loose]| 100 * loose >= 15 * pairs && pairs > 0);
        let least = 20.0_f64.max(0.002 * self.pairs.len() as f64);
        times.retain(|_, times| *times as f64 >= least);
        self.recurring = times;
    }

    /// Whether a difference of words matters, by itself or by the statistics of the corpus.
    fn matters(&self, difference: &Difference, gone: usize, renamed: &BTreeSet<Key>) -> bool {
        let key = difference.key.as_ref();
        let words = self.words(gone);
        let is_parted = || {
            key.is_some_and(|key| self.recurring.contains_key(key))
                || self.is_loose[gone]
                || self.parts_band[usize::from(words >= 25)]
        };
        difference.kind.matters()
            || difference.kind == Kind::Order && words < 25
            || key.is_some_and(|key| renamed.contains(key))
            || is_open(difference.kind) && is_parted()
    }

    fn say(&self, gone: usize, kept: usize, similarity: f64) -> Said {
        let found = self.differences(gone, kept);
        let mut times: BTreeMap<Key, usize> = BTreeMap::new();
        for one in found.iter().filter(|one| matches!(one.kind, Kind::Word | Kind::Name)) {
            one.key.iter().for_each(|key| *times.entry(key.clone()).or_default() += 1);
        }
        let renamed: BTreeSet<Key> = times.into_iter().filter(|(_, n)| *n >= 3).map(|(key, _)| key).collect();
        let first = found.iter().find(|one| self.matters(one, gone, &renamed));
        let is_short = self.words(gone) < 25;
        let is_passage = |one: &Difference| matches!(one.kind, Kind::Rewritten | Kind::TextLess);
        let counts = |one: &&Difference| match one.kind {
            Kind::Word | Kind::More | Kind::Less => true,
            _ => is_short && is_passage(one),
        };
        let [of_gone, of_kept] = [gone, kept].map(|text| Tokens::new(self.text(text)));
        let words = |tokens: &Tokens<'_>, range: &std::ops::Range<u32>| -> Vec<u64> {
            let tokens = &tokens.all()[range.start as usize..range.end as usize];
            tokens.iter().filter(|token| !token.is_mark()).map(|token| token.hash).collect()
        };
        // A difference that is repeated is one.
        let sides = |one: &Difference| (words(&of_gone, &one.hunk.a), words(&of_kept, &one.hunk.b));
        let few = found.iter().filter(counts).map(sides).collect::<BTreeSet<_>>().len();
        let is_edit = !is_short && found.iter().any(|one| is_passage(one) || one.kind == Kind::TextMore);
        let (lost, passage) = self.lost(gone, kept, &found);
        let limit = if is_short { 0.3 } else { 0.2 };
        let is_long = is_short && found.iter().any(is_passage) && lost > limit;
        let holds = match first {
            Some(first) => Some(first.kind),
            None if (1..=2).contains(&few) && !is_edit && !is_long => Some(Kind::OneOrTwoWords),
            None if lost > limit || passage >= 16 => Some(Kind::Lost),
            None => None,
        };
        Said { similarity, kinds: found.iter().map(|one| one.kind).collect(), lost, holds }
    }

    /// The larger of two shares that are lost: of the words, and of their weight without words that the other side has.
    fn lost(&self, gone: usize, kept: usize, found: &[Difference]) -> (f64, usize) {
        let [gone, kept] = [gone, kept].map(|text| Tokens::new(self.text(text)));
        let weigh = |word: u64| self.world.comparison.words.weight(word);
        let (mut words, mut weight, mut passage) = (0, 0.0, 0);
        for one in found.iter().filter(|one| one.kind.costs()) {
            let of = |tokens: &Tokens<'_>, range: &std::ops::Range<u32>| -> Vec<u64> {
                let tokens = &tokens.all()[range.start as usize..range.end as usize];
                tokens.iter().filter(|token| !token.is_mark()).map(|token| token.hash).collect()
            };
            let (own, mut other) = (of(&gone, &one.hunk.a), of(&kept, &one.hunk.b));
            words += own.len();
            if matches!(one.kind, Kind::TextLess | Kind::Rewritten) {
                passage = passage.max(own.len());
            }
            for word in own {
                match other.iter().position(|known| *known == word) {
                    Some(at) => drop(other.swap_remove(at)),
                    None => weight += weigh(word),
                }
            }
        }
        let all: f64 = gone.word_hashes().map(|(word, _)| weigh(word)).sum();
        let share = words as f64 / gone.words().max(1) as f64;
        (share.max(if all > 0.0 { weight / all } else { 0.0 }).min(1.0), passage)
    }
}

/// The texts in loose groups: three or more, with fewer than half of the possible pairs at a similarity of 0.3.
fn loose(texts: usize, alike: &[(usize, usize, f64)]) -> Vec<bool> {
    let alike: Vec<(usize, usize)> =
        alike.iter().filter(|pair| pair.2 >= 0.3).map(|pair| (pair.0, pair.1)).collect();
    let mut group: Vec<usize> = (0..texts).collect();
    loop {
        let before = group.clone();
        for &(a, b) in &alike {
            let least = group[a].min(group[b]);
            (group[a], group[b]) = (least, least);
        }
        if group == before {
            break;
        }
    }
    let is_loose = |of: usize| {
        let members = group.iter().filter(|other| **other == of).count();
        let edges = alike.iter().filter(|(a, _)| group[*a] == of).count();
        members >= 3 && 2 * edges < members * (members - 1) / 2
    };
    group.iter().map(|&of| is_loose(of)).collect()
}

/// The default rules, without templates.
fn plain() -> Rules {
    rules(&["=template"])
}

#[test]
fn what_goes_is_covered_by_one_that_stays_and_nothing_that_could_go_stays() {
    let mut random = Random::of(&[1, 44]);
    let (mut kinds, mut went) = (BTreeMap::<Kind, usize>::new(), 0);
    for round in 0..50 {
        let texts = letters::versions(&mut random, 5 + 4 * round);
        let world = World::new(&texts);
        let definition = Definition::new(&world);
        let mut order: Vec<u32> = (0..texts.len() as u32).collect();
        random.shuffle(&mut order);
        let order = (round % 2 == 1).then_some(&order[..]);
        let cleaned = world.with(&plain(), (order, &[]), |cleaner| cleaner.run());
        let places: HashMap<u32, usize> = match order {
            Some(order) => order.iter().copied().zip(0..).collect(),
            None => definition.texts.iter().flatten().copied().zip(0..).collect(),
        };
        let numbers = 0..definition.texts.len();
        let first = |text: usize| *definition.texts[text].iter().min_by_key(|one| places[one]).unwrap();
        let number: HashMap<u32, usize> = numbers
            .clone()
            .flat_map(|text| definition.texts[text].iter().map(move |&one| (one, text)))
            .collect();
        let mut sorted: Vec<usize> = numbers.collect();
        sorted.sort_by_key(|&text| places[&first(text)]);
        let mut stays: BTreeSet<usize> = BTreeSet::new();
        for text in sorted {
            let own = first(text);
            // All candidates that stay and are similar enough.
            let said: Vec<(usize, Said)> = definition
                .pairs
                .iter()
                .filter_map(|(&(a, b), &similarity)| {
                    Some((
                        if a == text {
                            b
                        } else if b == text {
                            a
                        } else {
                            return None;
                        },
                        similarity,
                    ))
                })
                .filter(|(other, similarity)| stays.contains(other) && *similarity >= 0.3)
                .map(|(other, similarity)| (other, definition.say(text, other, similarity)))
                .collect();
            let may_go = said.iter().any(|(_, said)| said.holds.is_none());
            let shown = || format!("round {round}: {:?} because of {said:#?}", texts[own as usize]);
            let verdict = &cleaned.verdicts[own as usize];
            match verdict {
                Verdict::Stays => assert!(said.is_empty(), "{}", shown()),
                Verdict::Goes(_) => assert!(may_go, "{}", shown()),
                Verdict::Held(_) => assert!(!may_go && !said.is_empty(), "{verdict:?}: {}", shown()),
            }
            if let Some(cover) = verdict.gone().or(verdict.held()) {
                let found = said.iter().find(|(by, _)| *by == number[&cover.by]);
                let (_, said) = found
                    .unwrap_or_else(|| panic!("{:?}: {verdict:?}: {}", texts[cover.by as usize], shown()));
                assert_eq!(verdict.gone().is_some(), said.holds.is_none(), "{verdict:?}: {}", shown());
                assert!((cover.similarity - said.similarity).abs() < 1e-9, "{verdict:?}: {}", shown());
                assert!((cover.lost - said.lost).abs() < 1e-5, "{verdict:?}: {}", shown());
                assert!(cover.kinds.iter().eq(said.kinds.iter().copied()), "{verdict:?}: {}", shown());
                let leads = said.holds.or(said.kinds.last().copied()).unwrap_or(Kind::Fold);
                assert_eq!(cover.kind, leads, "{verdict:?}: {}", shown());
                *kinds.entry(leads).or_default() += 1;
            }
            if !may_go {
                stays.insert(text);
            }
            went += usize::from(may_go);
            // Equal texts go with the first of them, or because of it.
            for &document in definition.texts[text].iter().filter(|&&one| one != own) {
                let cover = cleaned.verdicts[document as usize].gone().unwrap();
                let is_same = texts[document as usize] == texts[cover.by as usize];
                assert!(
                    may_go || cover.by == own && cover.kind == if is_same { Kind::Same } else { Kind::Fold }
                );
                assert!(cleaned.is_kept(cover.by as usize));
            }
        }
    }
    let held = [Kind::Number, Kind::Negation, Kind::OneOrTwoWords, Kind::Lost];
    assert!(held.iter().all(|kind| kinds.contains_key(kind)) && went > 100, "{went} {kinds:?}");
}

#[test]
fn the_result_does_not_hang_on_threads() {
    let texts = letters::versions(&mut Random::of(&[2, 44]), 1_500);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let world = World::new(&texts);
            let said = [rules(&[]), rules(&["=words", "=one-or-two-words"])];
            said.map(|rules| (world.cleaned(&rules), world.rows(&rules), world.questions(&rules)))
        })
    };
    let one = on(1);
    assert!(one[1].0.gone().count() > 150 && one[0].0.held().count() > 150, "{:?}", outcome(&one[1].0));
    assert!(on(8) == one);
}

/// Leaves out texts that weigh the same as another one.
fn without_ties(mut texts: Vec<String>) -> Vec<String> {
    loop {
        let weights = World::new(&texts).weights;
        let weight = |text: &String| (weights.weigh(text).parts(), weights.shingles().set(text).len());
        let mut seen = BTreeSet::new();
        let left: Vec<String> = texts.iter().filter(|text| seen.insert(weight(text))).cloned().collect();
        if left.len() == texts.len() {
            return left;
        }
        texts = left;
    }
}

#[test]
fn the_order_of_the_rows_changes_nothing_but_ties() {
    let mut random = Random::of(&[3, 44]);
    for round in 0..12 {
        let mut texts = without_ties(letters::versions(&mut random, 160));
        assert!(texts.len() > 60, "{}", texts.len());
        let mut decided = Vec::new();
        for _ in 0..4 {
            let world = World::new(&texts);
            let cleaned = world.cleaned(&Rules::default());
            let said = |(document, cover): (u32, &Cover)| {
                format!("{} because of {}: {cover:?}", texts[document as usize], texts[cover.by as usize])
            };
            let plain = |text: String| text.replace(|c: char| c.is_ascii_digit(), "");
            let mut said: Vec<String> = cleaned.gone().chain(cleaned.held()).map(said).map(plain).collect();
            said.sort();
            decided.push(said);
            random.shuffle(&mut texts);
        }
        for other in &decided {
            let differs = other.iter().zip(&decided[0]).find(|(one, other)| one != other);
            assert_eq!(differs, None, "round {round}");
            assert_eq!(other.len(), decided[0].len());
        }
    }
}

#[test]
fn what_differs_between_two_texts_hangs_on_neither_which_goes_nor_the_other_texts() {
    let texts = letters::versions(&mut Random::of(&[4, 44]), 300);
    let world = World::new(&texts);
    let rules = plain();
    for pair in world.comparison.pairs.iter().take(400) {
        let [a, b] = pair.sides.map(|text| world.comparison.members(text)[0]);
        let [there, back] = [(a, b), (b, a)]
            .map(|(gone, by)| world.with(&rules, (None, &[]), |cleaner| cleaner.cover(gone, by)));
        assert_eq!(there.similarity, back.similarity);
        assert!(
            there.kinds.iter().map(Kind::mirrored).collect::<BTreeSet<_>>() == back.kinds.iter().collect(),
            "{there:?} {back:?}"
        );
    }
    // Compared alone, with the counts of words and shingles of all texts.
    for (document, cover) in world.cleaned(&rules).gone() {
        let pair = [document, cover.by].map(|one| world.texts[one as usize]);
        let weights = world.weights.clone().with(&pair, &Progress::new()).unwrap();
        let alone = World { weights, ..World::with_words(pair.to_vec(), Some(&world.comparison.words)) };
        let found = alone.with(&rules, (None, &[]), |cleaner| cleaner.cover(0, 1));
        assert!((found.lost - cover.lost).abs() < 1e-6, "{found:?} {cover:?}");
        assert_eq!((found.kind, found.kinds), (cover.kind, cover.kinds));
    }
}
