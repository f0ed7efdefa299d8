use super::*;
use crate::corpus::{Corpus, Event, ReadOptions, Source, read};
use crate::progress::Progress;
use crate::recipe::{FeatureHash, Tokenizer, WINDOW, Weighting, each_word};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;

fn recipe() -> Recipe {
    Recipe { tokenizer: Tokenizer::UnicodeWords(1), weighting: Weighting::Tf, ..Recipe::default() }
}

fn value(measure: Measure, a: &str, b: &str) -> f64 {
    let recipe = recipe();
    let weights = measure.weights([a, b], &Progress::new()).unwrap();
    let measurer = Measurer::new(measure, &recipe, None).weighing(weights.as_ref());
    measurer.value(&measurer.prepare(a), &measurer.prepare(b))
}

#[track_caller]
fn check(name: &str, a: &str, b: &str, expected: f64) {
    let measure: Measure = name.parse().unwrap();
    assert_eq!(value(measure, a, b), expected, "{name} of {a:?} and {b:?}");
    assert_eq!(value(measure, b, a), expected, "{name} of {b:?} and {a:?}");
}

/// One of each, with small numbers.
const ALL: [&str; 13] = [
    "jaccard:words:1",
    "jaccard:words:3",
    "jaccard:chars:2",
    "containment:words:2",
    "containment:chars:1",
    "weighted:words:2",
    "weighted:chars:3",
    "cosine",
    "edit",
    "sentences:1",
    "sentences:3",
    "shared-sentences:2",
    "equal",
];

#[test]
fn shingles_of_words_in_english() {
    // a rose, rose is, is a | a rose, rose is, is red
    check("jaccard:words:2", "A rose is a rose.", "a ROSE, is red", 2.0 / 4.0);
    check("containment:words:2", "A rose is a rose.", "a ROSE, is red", 2.0 / 3.0);
    check("jaccard:words:1", "a b c d", "c d e", 2.0 / 5.0);
    check("containment:words:1", "a b c d", "c d e", 2.0 / 3.0);
    // The smaller text lies within the larger.
    check("containment:words:2", "one two three four five", "two three four", 1.0);
    check("jaccard:words:2", "one two three four five", "two three four", 2.0 / 4.0);
    // Fewer words than the window are one shingle, which a longer text does not have.
    check("jaccard:words:3", "to be", "TO be!", 1.0);
    check("jaccard:words:3", "to be", "to be or", 0.0);
    // Words never run together: "a bc" and "ab c" share nothing.
    check("jaccard:words:2", "a bc", "ab c", 0.0);
}

#[test]
fn shingles_of_words_in_chinese_and_among_emoji() {
    // 床前, 前明, 明月, 月光 | 床前, 前看, 看月, 月光
    check("jaccard:words:2", "床前明月光", "床前看月光", 2.0 / 6.0);
    check("containment:words:2", "床前，明月光。", "明月光", 1.0);
    // iphone, 手, 机 | iphone, 手
    check("jaccard:words:1", "iPhone手机", "iphone手", 2.0 / 3.0);
    // Emoji are no words, but characters.
    check("jaccard:words:1", "😀 yes", "🎉 YES", 1.0);
    check("jaccard:chars:1", "😀y", "🎉Y", 1.0 / 3.0);
    check("jaccard:words:1", "😀", "🎉", 1.0);
}

#[test]
fn words_are_runs_of_letters_and_digits() {
    let words = |text: &'static str| {
        let mut words = Vec::new();
        each_word(text, |word| words.push(word));
        words
    };
    assert_eq!(words("Don't stop_me, 3.14 été!"), ["Don", "t", "stop", "me", "3", "14", "été"]);
    assert_eq!(words("用iPhone15手机 カタカナ😀x"), ["用", "iPhone15", "手", "机", "カタカナ", "x"]);
    assert_eq!(words(" …!"), [""; 0]);
}

#[test]
fn shingles_of_characters() {
    // abc, bcd | abc, bce
    check("jaccard:chars:3", "ABCD", " abce\n", 1.0 / 3.0);
    // "a b" after folding, on both sides
    check("jaccard:chars:3", "a \t\u{3000} B", "A b", 1.0);
    // 床前明, 前明月, 明月光 | 床前明, 前明月
    check("containment:chars:3", "床前明月光", "床前明月", 1.0);
    check("jaccard:chars:3", "床前明月光", "床前明月", 2.0 / 3.0);
}

#[test]
fn the_cosine_is_that_of_the_recipe() {
    // (2·1 + 1·1) / √(5·2)
    let expected = 3.0 / 10.0_f64.sqrt();
    check("cosine", "a a b", "a b", expected);
    check("cosine", "床 床 前", "前", 1.0 / 5.0_f64.sqrt());
}

#[test]
fn the_edit_distance_counts_characters() {
    check("edit", "kitten", "sitting", 4.0 / 7.0);
    check("edit", "床前明月光", "床前看月光", 4.0 / 5.0);
    check("edit", "a😀", "a🎉", 0.5);
    check("edit", "a", "A", 0.0);
    check("edit", "", "abc", 0.0);
    // 200 characters and 20 more at the end, 10 of the first replaced
    let long = "0123456789".repeat(20);
    check("edit", &long, &format!("{}{}", long.replacen("01234", "abcde", 2), "x".repeat(20)), 190.0 / 220.0);
}

#[test]
fn the_longest_sentences_are_compared() {
    assert_eq!(sentences::longest("Yes. It is late! Go?\nIt is late; 好。", 2), ["It is late", "Yes"]);
    // As long as each other: the one whose characters come first.
    assert_eq!(sentences::longest("bb. aa. cc", 2), ["aa", "bb"]);
    check("sentences:1", "短。今天的会议改到星期四！", "今天的会议改到星期四。真的？", 1.0);
    check("sentences:2", "短。今天的会议改到星期四！", "今天的会议改到星期四。真的？", 0.0);
    check("shared-sentences:2", "短。今天的会议改到星期四！", "今天的会议改到星期四。真的？", 0.5);
    // One of two against one: of the larger number.
    check("shared-sentences:2", "abc. def", "abc", 0.5);
    check("sentences:2", "abc. def", "def!\r\n abc", 1.0);
    check("sentences:32", "Abc.", "abc.", 0.0);
}

#[test]
fn equal_is_to_the_byte() {
    check("equal", "abc", "abc", 1.0);
    check("equal", "abc", "abc ", 0.0);
    check("equal", "\u{e9}", "e\u{301}", 0.0);
}

#[test]
fn two_texts_with_nothing_to_compare_are_alike_and_one_is_like_no_other() {
    for name in ALL {
        check(name, "", "", 1.0);
        check(name, "", "word", 0.0);
        check(name, "word", "word", 1.0);
    }
    for name in ["jaccard:words:2", "containment:words:2", "weighted:words:2", "cosine"] {
        check(name, "…", "!!", 1.0);
        check(name, "…", "a b c", 0.0);
    }
    check("jaccard:words:2", "one", "one", 1.0);
    check("jaccard:words:2", "one", "two", 0.0);
}

#[test]
#[should_panic = "prepared for edit and equal"]
fn what_was_prepared_for_another_measure_is_refused() {
    let recipe = recipe();
    let [edit, equal] = [Measure::Edit, Measure::Equal].map(|measure| Measurer::new(measure, &recipe, None));
    edit.value(&edit.prepare("a"), &equal.prepare("a"));
}

#[test]
fn names_are_read_back() {
    for name in ALL.into_iter().chain(["jaccard:words:32", "containment:chars:32", "sentences:32"]) {
        assert_eq!(name.parse::<Measure>().unwrap().to_string(), name);
    }
    assert_eq!("jaccard".parse(), Ok(Measure::Jaccard(Shingles::Words(2))));
    assert_eq!(format!("{:>7}|", Measure::Edit), "   edit|");
    let bad = [
        "",
        "Jaccard",
        "Jaccard:words:2",
        "jaccard:words",
        "jaccard:words:0",
        "jaccard:words:33",
        "jaccard:words:+2",
        "jaccard:words:",
        "jaccard:lines:2",
        "jaccard:words:2:3",
        "edit:2",
        "sentences",
        "sentences:0",
        "sentences:300",
        "minhash:64",
        "equal ",
    ];
    for name in bad {
        let told = name.parse::<Measure>().unwrap_err().to_string();
        assert!(told.starts_with(&format!("{name:?} is not a measure: use jaccard:words:W, ")), "{told}");
        assert!(told.contains(&format!("from {} to {}", WINDOW.start(), WINDOW.end())), "{told}");
    }
}

/// The distance by the whole table.
fn levenshtein(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, of_a) in a.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, of_b) in b.iter().enumerate() {
            let least = (corner + usize::from(of_a != of_b)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], least);
        }
    }
    row[b.len()]
}

/// The shingles themselves, by plain means.
fn naive(shingles: Shingles, text: &str) -> BTreeSet<String> {
    let (parts, w, separator): (Vec<String>, u8, &str) = match shingles {
        Shingles::Words(w) => {
            let mut parts = Vec::new();
            each_word(text, |word| parts.push(word.to_lowercase()));
            (parts, w, " ")
        }
        Shingles::Chars(w) => {
            let folded = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let lower = folded.chars().flat_map(char::to_lowercase);
            (lower.map(String::from).collect(), w, "")
        }
    };
    match parts.len() {
        0 => BTreeSet::new(),
        n => parts.windows(usize::from(w).min(n)).map(|window| window.join(separator)).collect(),
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-cA-C .!]{0,30}", "[床前明月光。aB1 \u{3000}\n😀é-]{0,20}", any::<String>()]
}

/// A text, and what an edit in its midst makes of it, or another text.
fn any_pair() -> impl Strategy<Value = (String, String)> {
    let edited = (any_text(), any_text(), any_text(), any_text())
        .prop_map(|(a, old, new, b)| (format!("{a}{old}{b}"), format!("{a}{new}{b}")));
    prop_oneof![edited, (any_text(), any_text())]
}

proptest! {
    #[test]
    fn values_lie_between_0_and_1_in_both_directions((a, b) in any_pair()) {
        for name in ALL {
            let measure: Measure = name.parse().unwrap();
            let of_pair = value(measure, &a, &b);
            prop_assert!((0.0..=1.0).contains(&of_pair), "{name}: {of_pair}");
            prop_assert_eq!(of_pair, value(measure, &b, &a), "{}", name);
            prop_assert_eq!(value(measure, &a, &a), 1.0, "{}", name);
        }
        prop_assert_eq!(value(Measure::Equal, &a, &b) == 1.0, a == b);
        prop_assert_eq!(value(Measure::Edit, &a, &b) == 1.0, a == b);
        for n in 1..4 {
            let (all, share) = (Measure::Sentences(n), Measure::SharedSentences(n));
            prop_assert_eq!(value(all, &a, &b) == 1.0, value(share, &a, &b) == 1.0);
        }
    }

    #[test]
    fn sets_of_hashes_are_sets_of_strings((a, b) in any_pair(), w in 1..7_u8) {
        for shingles in [Shingles::Words(w), Shingles::Chars(w)] {
            let [of_a, of_b] = [&a, &b].map(|text| naive(shingles, text));
            let mut hashes: Vec<u64> = of_a.iter().map(|shingle| FeatureHash::DEFAULT.of_64(shingle)).collect();
            hashes.sort_unstable();
            prop_assert_eq!(shingles.set(&a), hashes);
            let common = of_a.intersection(&of_b).count() as f64;
            let (jaccard, containment) = match (of_a.len(), of_b.len()) {
                (0, 0) => (1.0, 1.0),
                (0, _) | (_, 0) => (0.0, 0.0),
                (n, m) => (common / of_a.union(&of_b).count() as f64, common / n.min(m) as f64),
            };
            prop_assert_eq!(value(Measure::Jaccard(shingles), &a, &b), jaccard);
            prop_assert_eq!(value(Measure::Containment(shingles), &a, &b), containment);
            prop_assert!(jaccard <= containment);
        }
    }

    #[test]
    fn edit_is_by_the_levenshtein_distance((a, b) in any_pair(), times in 1..12_usize) {
        let [a, b] = [a.repeat(times), b.repeat(times)];
        let longer = a.chars().count().max(b.chars().count());
        let expected = match longer {
            0 => 1.0,
            n => (n - levenshtein(&a, &b)) as f64 / n as f64,
        };
        prop_assert_eq!(value(Measure::Edit, &a, &b), expected);
    }

    #[test]
    fn the_cosine_is_that_of_the_traces((a, b) in any_pair()) {
        let recipe = recipe();
        let [of_a, of_b] = [&a, &b].map(|text| trace(&recipe, None, text));
        let both_are_empty = of_a.features.is_empty() && of_b.features.is_empty();
        let expected = of_a.cosine(&of_b).unwrap_or(one_if(both_are_empty));
        prop_assert_eq!(value(Measure::Cosine, &a, &b), expected);
    }

    #[test]
    fn names_of_any_number_are_read_back(n in WINDOW) {
        for measure in [
            Measure::Jaccard(Shingles::Words(n)),
            Measure::Jaccard(Shingles::Chars(n)),
            Measure::Containment(Shingles::Words(n)),
            Measure::Containment(Shingles::Chars(n)),
            Measure::Sentences(n),
            Measure::SharedSentences(n),
        ] {
            prop_assert_eq!(measure.to_string().parse::<Measure>(), Ok(measure));
        }
    }
}

/// A corpus of these texts.
pub(crate) fn corpus(texts: &[&str]) -> Corpus {
    let mut file = tempfile::Builder::new().suffix(".jsonl").tempfile().unwrap();
    for (id, text) in texts.iter().enumerate() {
        writeln!(file, "{}", serde_json::json!({"id": id.to_string(), "text": text})).unwrap();
    }
    let mut corpus = Corpus::new("made up");
    read(&[Source::Path(file.path().to_owned())], &ReadOptions::default(), &mut |event| {
        if let Event::Batch(batch) = event {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    corpus
}

proptest! {
    /// However few bytes a portion has, so that documents are prepared, kept and dropped in any order.
    #[test]
    fn values_of_many_pairs_are_those_of_each_pair(
        texts in prop::collection::vec("[ab,床 .]{0,12}", 1..12),
        pairs in prop::collection::vec((0..12_u32, 0..12_u32), 0..60),
        portion in 0..60_usize,
        name in prop::sample::select(ALL.to_vec()),
    ) {
        // The weights of a pair alone are not those in a corpus.
        prop_assume!(!name.starts_with("weighted"));
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let corpus = corpus(&texts);
        let n = texts.len() as u32;
        let pairs: Vec<(u32, u32)> = pairs.into_iter().map(|(a, b)| (a % n, b % n)).collect();
        let measure: Measure = name.parse().unwrap();
        let recipe = recipe();
        let measurer = Measurer::new(measure, &recipe, None);
        let expected: Vec<f64> =
            pairs.iter().map(|&(a, b)| value(measure, texts[a as usize], texts[b as usize])).collect();
        let progress = Progress::new();
        prop_assert_eq!(measurer.values_by(portion, &corpus, &pairs, &progress), Some(expected.clone()));
        prop_assert_eq!(measurer.values(&corpus, &pairs, &progress), Some(expected));
        progress.cancel();
        prop_assert_eq!(measurer.values(&corpus, &pairs, &progress).is_none(), !pairs.is_empty());
    }
}
