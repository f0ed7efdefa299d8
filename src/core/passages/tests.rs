use super::*;
use crate::random::Random;
use std::collections::BTreeSet;
use std::convert::Infallible;

fn found(texts: &[String], own: usize, given: &[String], definition: Definition) -> Vec<Passage> {
    let [texts, given] = [texts, given].map(|all| all.iter().map(String::as_str).collect::<Vec<&str>>());
    let passages = Passages::of((&texts, own), &given, definition, &Progress::new()).unwrap();
    let mut found = Vec::new();
    let done = passages.each(&Progress::new(), |passage| {
        found.push(passage);
        Ok::<(), Infallible>(())
    });
    assert_eq!(done, Ok(Some(())));
    found
}

/// The definition, by trying everything.
struct Trying {
    texts: Vec<Vec<u64>>,
    own: usize,
    given: Vec<Vec<u64>>,
    definition: Definition,
}

impl Trying {
    fn new(texts: &[String], own: usize, given: &[String], definition: Definition) -> Self {
        let cut = |texts: &[String]| -> Vec<Vec<u64>> {
            texts.iter().map(|text| words(text).into_iter().map(|(word, _)| word).collect()).collect()
        };
        Self { texts: cut(texts), own, given: cut(given), definition }
    }

    /// The first text of the same side with the same words.
    fn first(&self, text: usize) -> usize {
        let is_alone = self.own < self.texts.len() && text < self.own;
        let from = if text < self.own { 0 } else { self.own };
        let is_same = |other: &usize| self.texts[*other] == self.texts[text];
        if is_alone { text } else { (from..text).find(is_same).unwrap_or(text) }
    }

    fn is_common(&self, gram: &[u64]) -> bool {
        let times = |text: &Vec<u64>| text.windows(gram.len()).filter(|other| *other == gram).count() as u32;
        let firsts: Vec<usize> = (0..self.texts.len())
            .filter(|&text| self.first(text) == text && self.texts[text].len() >= gram.len())
            .collect();
        let most = self.definition.most.unwrap_or((firsts.len() / 10).clamp(20, 100) as u32);
        let counts: Vec<u32> = firsts.iter().map(|&text| times(&self.texts[text])).collect();
        counts.iter().filter(|count| **count > 0).count() as u32 > most
            || counts.iter().any(|count| *count > most)
            || self.given.iter().any(|text| times(text) > 0)
    }

    fn all(&self) -> Vec<Passage> {
        let among = self.own == self.texts.len();
        let mut all = Vec::new();
        for a in 0..self.own {
            for b in if among { a + 1 } else { self.own }..self.texts.len() {
                let are_first = self.first(a) == a && self.first(b) == b;
                if are_first || (among && self.first(b) == a) {
                    all.extend(self.between(a, b));
                }
            }
        }
        all
    }

    fn between(&self, a: usize, b: usize) -> Vec<Passage> {
        let Definition { words, run, gap, .. } = self.definition;
        let (m, gap, texts) = (run as usize, gap as i64, [&self.texts[a], &self.texts[b]]);
        let counts = |i: usize, j: usize| {
            let grams = (texts[0].get(i..i + m), texts[1].get(j..j + m));
            matches!(grams, (Some(a), Some(b)) if a == b && !self.is_common(a))
        };
        // Runs as the pairs of places where their grams begin.
        let mut runs: Vec<Vec<(usize, usize)>> = Vec::new();
        for (i, j) in (0..texts[0].len()).flat_map(|i| (0..texts[1].len()).map(move |j| (i, j))) {
            let begins = i == 0 || j == 0 || texts[0][i - 1] != texts[1][j - 1];
            if begins && texts[0][i] == texts[1][j] {
                let length = texts[0][i..].iter().zip(&texts[1][j..]).take_while(|(a, b)| a == b).count();
                let grams = (0..length).map(|at| (i + at, j + at));
                let within = grams.filter(|&(x, y)| x + m <= i + length && counts(x, y));
                runs.push(within.collect());
            }
        }
        runs.retain(|run| !run.is_empty());
        let ends = |run: &[(usize, usize)]| {
            let ((a, b), (x, y)) = (run[0], run[run.len() - 1]);
            [(a as i64, (x + m) as i64), (b as i64, (y + m) as i64)]
        };
        let follows = |x: &[(usize, usize)], y: &[(usize, usize)]| {
            ends(x).iter().zip(ends(y)).all(|(x, y)| y.0 > x.0 && y.1 > x.1 && (y.0 - x.1).abs() <= gap)
        };
        let mut parts: Vec<Vec<usize>> = (0..runs.len()).map(|run| vec![run]).collect();
        while let Some((x, y)) =
            (0..parts.len()).flat_map(|x| (0..parts.len()).map(move |y| (x, y))).find(|&(x, y)| {
                x != y
                    && parts[x]
                        .iter()
                        .any(|&one| parts[y].iter().any(|&other| follows(&runs[one], &runs[other])))
            })
        {
            let other = parts[y].clone();
            parts[x].extend(other);
            parts.remove(y);
        }
        let covered = |part: &Vec<usize>, side: usize| -> BTreeSet<usize> {
            let grams = part.iter().flat_map(|&run| &runs[run]);
            grams.flat_map(|&(a, b)| [a, b][side]..[a, b][side] + m).collect()
        };
        let sides: Vec<[BTreeSet<usize>; 2]> =
            parts.iter().map(|part| [covered(part, 0), covered(part, 1)]).collect();
        let mut sides: Vec<_> =
            sides.into_iter().filter(|sides| sides.iter().all(|side| side.len() >= words as usize)).collect();
        let hull = |side: &BTreeSet<usize>| (*side.first().unwrap(), *side.last().unwrap());
        let hulls: Vec<_> = sides.iter().map(|sides| [hull(&sides[0]), hull(&sides[1])]).collect();
        let within = |own: &[(usize, usize); 2], other: &[(usize, usize); 2]| {
            own.iter().zip(other).all(|(own, other)| other.0 <= own.0 && own.1 <= other.1)
        };
        let mut seen = BTreeSet::new();
        sides.retain(|sides| {
            let own = [hull(&sides[0]), hull(&sides[1])];
            !hulls.iter().any(|other| *other != own && within(&own, other)) && seen.insert(own)
        });
        let stretched = |side: BTreeSet<usize>| {
            let mut stretches: Vec<Range<u32>> = Vec::new();
            for word in side.into_iter().map(|word| word as u32) {
                match stretches.last_mut() {
                    Some(last) if last.end == word => last.end += 1,
                    _ => stretches.push(word..word + 1),
                }
            }
            stretches
        };
        let texts = [a as u32, b as u32];
        let mut all: Vec<Passage> =
            sides.into_iter().map(|sides| Passage { texts, matched: sides.map(stretched) }).collect();
        all.sort_by_key(|one| (one.reach(0).start, one.reach(1).start));
        all
    }
}

/// What passages are compared by: which of equal reach is listed is not said.
fn seen(passages: &[Passage]) -> Vec<([u32; 2], [Range<u32>; 2])> {
    let mut seen: Vec<_> = passages.iter().map(|one| (one.texts, [one.reach(0), one.reach(1)])).collect();
    seen.sort_by_key(|(texts, reach)| (*texts, reach[0].start, reach[1].start, reach[0].end, reach[1].end));
    seen
}

/// Random words of a language, and what stands between them.
#[derive(Clone, Copy)]
enum Of {
    English,
    Chinese,
    Code,
}

impl Of {
    const ALL: [Self; 3] = [Self::English, Self::Chinese, Self::Code];

    fn word(self, number: usize) -> String {
        match self {
            Self::English => format!("W{number}rd"),
            Self::Chinese => char::from_u32(0x4e00 + number as u32 % 20_000).unwrap().to_string(),
            Self::Code => format!("fn_{number}"),
        }
    }

    fn text(self, words: &[usize], random: &mut Random) -> String {
        let between: &[&str] = match self {
            Self::English => &[" ", ", ", "; "],
            Self::Chinese => &["", "，", ""],
            Self::Code => &["(", " + ", ");\n"],
        };
        words.iter().map(|&word| self.word(word) + between[random.below(3)]).collect()
    }
}

#[test]
fn passages_are_those_of_the_definition_on_texts_of_few_words() {
    let mut random = Random::of(&[64, 1]);
    let mut all = 0;
    for round in 0..60 {
        let of = Of::ALL[round % 3];
        let words = 2 + random.below(30);
        let mut texts: Vec<String> = (0..5 + random.below(4))
            .map(|_| {
                let own: Vec<usize> = (0..random.below(40)).map(|_| random.below(words)).collect();
                of.text(&own, &mut random)
            })
            .collect();
        texts.push(texts[0].clone());
        let given = [of.text(&(0..6).map(|_| random.below(words)).collect::<Vec<_>>(), &mut random)];
        let definition = Definition {
            words: 1 + random.below(14) as u32,
            run: 1 + random.below(4) as u32,
            gap: random.below(9) as u32,
            most: [None, Some(2), Some(6)][random.below(3)],
        };
        let own = [texts.len(), 3][random.below(2)];
        let given = if round % 2 == 0 { &given[..] } else { &[] };
        let found = found(&texts, own, given, definition);
        let expected = Trying::new(&texts, own, given, definition).all();
        assert_eq!(seen(&found), seen(&expected), "{round}: {definition:?}, {own} of {texts:?}");
        let words = |all: &[Passage]| all.iter().map(Passage::words).sum::<u32>();
        assert!(found.iter().all(|one| one.words() >= definition.words));
        assert!(found != expected || words(&found) == words(&expected));
        all += found.len();
    }
    assert!(all > 300, "{all}");
}

#[test]
fn a_planted_span_is_found_to_the_word_and_with_edits_as_defined() {
    let mut random = Random::of(&[64, 2]);
    for round in 0..21 {
        let of = Of::ALL[round % 3];
        let mut next = 0;
        let mut fresh = |n: usize| -> Vec<usize> {
            next += n;
            (next - n..next).collect()
        };
        let span = fresh(8 + random.below(193));
        let percent = [0, 0, 5, 10, 20][random.below(5)];
        let edited: Vec<usize> = (span.iter())
            .flat_map(|&word| match (random.below(100) < percent, random.below(3)) {
                (false, _) => vec![word],
                (true, 0) => Vec::new(),
                (true, 1) => fresh(1),
                (true, _) => vec![word, fresh(1)[0]],
            })
            .collect();
        let [before, after, other, behind] = [20, 30, 25, 35].map(|most| fresh(1 + random.below(most)));
        let a = [&before[..], &span, &after].concat();
        let b = [&other[..], &edited, &behind].concat();
        let texts =
            vec![of.text(&a, &mut random), of.text(&fresh(40), &mut random), of.text(&b, &mut random)];
        let found = found(&texts, 1, &[], Definition::DEFAULT);
        assert_eq!(found, Trying::new(&texts, 1, &[], Definition::DEFAULT).all());
        if percent > 0 || span.len() < 12 {
            continue;
        }
        let expected = [before.len(), other.len()].map(|from| from as u32..(from + span.len()) as u32);
        assert_eq!(seen(&found), [([0, 2], expected.clone())]);
        // The places are those of the words in the text as it is.
        let place = place(&words(&texts[0]), &expected[0]);
        let [first, last] = [span[0], span[span.len() - 1]].map(|word| of.word(word));
        assert!(texts[0][place.clone()].starts_with(&first) && texts[0][place].ends_with(&last));
    }
}

#[test]
fn what_was_given_begins_no_passage_but_what_is_copied_around_it_does() {
    let words = |from: usize, n: usize| {
        Of::English.text(&(from..from + n).collect::<Vec<_>>(), &mut Random::of(&[1]))
    };
    let task = words(0, 40);
    let texts: Vec<String> = (1..6).map(|own| task.clone() + &words(1000 * own, 30)).collect();
    assert_eq!(found(&texts, 5, &[], Definition::DEFAULT).len(), 10);
    assert_eq!(found(&texts, 5, std::slice::from_ref(&task), Definition::DEFAULT), []);
    let mut copied = texts.clone();
    copied[4] = words(9000, 7) + &task + &words(1000, 20);
    let found = found(&copied, 5, &[task], Definition::DEFAULT);
    // Three words of the task are in grams with what is not given.
    assert_eq!(seen(&found), [([0, 4], [37..60, 44..67])]);
}

#[test]
fn text_that_more_than_d_texts_have_begins_no_passage() {
    let words =
        |from: usize, n: usize| Of::Code.text(&(from..from + n).collect::<Vec<_>>(), &mut Random::of(&[1]));
    let texts: Vec<String> = (1..=21).map(|own| words(0, 30) + &words(1000 * own, 10)).collect();
    assert_eq!(found(&texts, 21, &[], Definition::DEFAULT), []);
    assert_eq!(found(&texts[1..], 20, &[], Definition::DEFAULT).len(), 190);
    let most = Definition { most: Some(21), ..Definition::DEFAULT };
    assert_eq!(found(&texts, 21, &[], most).len(), 210);
}

#[test]
fn copies_are_compared_with_the_first_alone() {
    let words = |from: usize, n: usize| {
        Of::Chinese.text(&(from..from + n).collect::<Vec<_>>(), &mut Random::of(&[1]))
    };
    let mut texts = vec![words(0, 50); 40];
    texts.push(words(10, 20) + &words(100, 20));
    let found = found(&texts, 41, &[], Definition::DEFAULT);
    let pairs: Vec<[u32; 2]> = found.iter().map(|one| one.texts).collect();
    assert_eq!(pairs, (1..=40).map(|other| [0, other]).collect::<Vec<_>>());
}

#[test]
fn shares_count_words_once_and_name_the_texts() {
    let words = |from: usize, n: usize| {
        Of::English.text(&(from..from + n).collect::<Vec<_>>(), &mut Random::of(&[1]))
    };
    let texts = [words(0, 60), words(0, 20) + &words(100, 9), words(10, 20), words(500, 30)];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let passages = Passages::of((&texts, 4), &[], Definition::DEFAULT, &Progress::new()).unwrap();
    let mut shares = Shares::default();
    let _ = passages.each(&Progress::new(), |passage| {
        shares.add(&passages, &passage);
        Ok::<(), Infallible>(())
    });
    assert_eq!([0, 1, 2, 3].map(|text| shares.words(text)), [30, 20, 20, 0]);
    let source = |text, words| Source { text, words };
    assert_eq!(shares.sources(0), [source(1, 20), source(2, 20)]);
    assert_eq!(shares.sources(2), [source(0, 20)]);
    assert_eq!(passages.between(0, 1), passages.between(1, 0).into_iter().map(turned).collect::<Vec<_>>());
}

fn turned(passage: Passage) -> Passage {
    let (Passage { mut texts, mut matched },) = (passage,);
    texts.reverse();
    matched.reverse();
    Passage { texts, matched }
}

#[test]
fn hostile_texts_end_soon_and_a_cancelled_search_says_so() {
    let repeated =
        ["na ".repeat(5_000), "a b ".repeat(3_000), "x y z x y q ".repeat(2_000), "。".repeat(900)];
    let log = |day: usize| {
        (0..400).map(|at| format!("day {day} user {} has logged in from {at}\n", at % 7)).collect()
    };
    let mut texts: Vec<String> =
        repeated.into_iter().chain([log(1), log(2), String::new(), "\u{202e}\0 …".into()]).collect();
    texts.extend(texts.clone().into_iter().map(|text| text + " end"));
    assert!(found(&texts, texts.len(), &[], Definition::DEFAULT).iter().all(|one| one.words() >= 12));
    let progress = Progress::new();
    progress.cancel();
    assert!(Passages::of((&["a b c d"], 1), &[], Definition::DEFAULT, &progress).is_none());
}

#[test]
fn places_lie_between_characters_and_kana_and_thai_are_cut_into_windows() {
    for text in
        ["e\u{301}tude “naïve’s” ที่กินข้าว らーめんを食べる 👨‍👩‍👧 A\u{3000}İx", "中文\u{fe00}字ABC１２", "\u{301}x"]
    {
        let words = words(text);
        assert!(words.iter().all(|(_, place)| text.get(place.clone()).is_some() && !place.is_empty()));
        assert!(words.is_sorted_by_key(|(_, place)| place.start));
    }
    let hashes = |text| words(text).into_iter().map(|(word, _)| word).collect::<Vec<u64>>();
    assert_eq!(hashes("Café、手机"), hashes("cafe\u{301} 手 机"));
    assert_eq!(words("らーめんを").len(), 3);
}
