//! The word whose removal flips most bits, by trying.

use super::original::{Original, each_word};
use super::words::without;
use super::{Bench, Edited, Moot, detail};
use crate::progress::Progress;
use crate::random::Random;
use crate::sensitivity::Influence;
use crate::simhash::{Signer, trace};
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

/// Words tried at most.
const MOST_WORDS: usize = 256;
/// Words tried at least, for a text of any length.
const FEWEST_WORDS: usize = 16;
/// Bytes hashed at most, unless the fewest words need more.
const MOST_BYTES: usize = 48 << 20;

/// A word regardless of case.
struct Form {
    /// In lower case.
    word: String,
    places: Vec<Range<usize>>,
}

/// Drops all occurrences of the heaviest word; `None` when cancelled.
pub(super) fn drop(
    original: &Original<'_>,
    bench: &Bench<'_>,
    random: &mut Random,
    progress: &Progress,
) -> Option<Result<Edited, Moot>> {
    let forms = forms(original.text);
    let tried = candidates(original, &forms, limit(original.text.len()), bench, random);
    let signer = || Signer::new(bench.recipe, bench.frequencies);
    let before = signer().sign(original.text).signature;
    let distances = tried.par_iter().map_init(signer, |signer, &form| {
        let left = || without(original.text, forms[form].places.iter().cloned());
        (!progress.is_cancelled()).then(|| (before ^ signer.sign(&left()).signature).count_ones())
    });
    let distances: Vec<u32> = distances.collect::<Option<_>>()?;
    // `max_by_key` returns the last of equal ones, hence `rev`.
    let heaviest = tried.iter().zip(distances).rev().max_by_key(|(_, distance)| *distance);
    Some(heaviest.ok_or(Moot::NoWord).map(|(&form, _)| {
        let places = &forms[form].places;
        let of = match tried.len() < forms.len() {
            // Before the word, so that it survives when a long detail is cut; digits only, so in no language.
            true => format!("{}/{} · ", tried.len(), forms.len()),
            false => String::new(),
        };
        let word = detail::cut(original.at(&places[0]), 18);
        let times = if places.len() > 1 { format!(" ×{}", places.len()) } else { String::new() };
        let text = without(original.text, places.iter().cloned());
        Edited { text, detail: format!("{of}{word}{times}") }
    }))
}

/// The distinct words of a text, in the order of first occurrence.
fn forms(text: &str) -> Vec<Form> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut forms: Vec<Form> = Vec::new();
    each_word(text, |word, place| match numbers.get(word) {
        Some(&form) => forms[form].places.push(place),
        None => {
            numbers.insert(word.to_owned(), forms.len());
            forms.push(Form { word: word.to_owned(), places: vec![place] });
        }
    });
    forms
}

/// How many words of a text of this many bytes are tried.
fn limit(bytes: usize) -> usize {
    (MOST_BYTES / bytes.max(1)).clamp(FEWEST_WORDS, MOST_WORDS)
}

/// The forms to try, ascending. If there are more than `most`: first those that are features, in descending
/// order of the bits that flip without them; then the more frequent; among equal ones a random choice.
fn candidates(
    original: &Original<'_>,
    forms: &[Form],
    most: usize,
    bench: &Bench<'_>,
    random: &mut Random,
) -> Vec<usize> {
    let mut tried: Vec<usize> = (0..forms.len()).collect();
    if forms.len() > most {
        let flips = flips_without_words(original, bench);
        let rank = |form: &Form| (flips.get(&form.word), form.places.len(), random.draw());
        let ranks: Vec<_> = forms.iter().map(rank).collect();
        tried.sort_unstable_by_key(|&form| Reverse(ranks[form]));
        tried.truncate(most);
        tried.sort_unstable();
    }
    tried
}

/// How many bits flip without each feature that is a word, by its lower case; for words that differ in case
/// only, without one of them. Computed from the sums, which is quick, but not exactly the result of removing
/// the word from the text.
fn flips_without_words(original: &Original<'_>, bench: &Bench<'_>) -> HashMap<String, u8> {
    let mut flips = HashMap::new();
    // Some windows look like words by chance.
    if bench.recipe.tokenizer.window().is_some() {
        return flips;
    }
    let trace = trace(bench.recipe, bench.frequencies, original.text);
    for left in Influence::of(&trace, bench.recipe).left {
        let most: &mut u8 = flips.entry(trace.features[left.feature].term.to_lowercase()).or_default();
        *most = left.distance().max(*most);
    }
    flips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recipe::{Recipe, Tokenizer, Weighting};
    use proptest::prelude::*;

    fn bench(recipe: &Recipe) -> Bench<'_> {
        Bench { recipe, frequencies: None, vocabulary: &[], seed: 1, edits: 1 }
    }

    fn heaviest(text: &str, recipe: &Recipe) -> Result<Edited, Moot> {
        drop(&Original::new(text), &bench(recipe), &mut Random::of(&[1]), &Progress::new()).unwrap()
    }

    #[test]
    fn all_occurrences_go() {
        let recipe =
            Recipe { tokenizer: Tokenizer::Whitespace, weighting: Weighting::Tf, ..Recipe::default() };
        let edited = heaviest("The city, the city and the THE storm", &recipe).unwrap();
        assert_eq!((edited.text.as_str(), edited.detail.as_str()), ("city, city and storm", "The ×4"));
        assert_eq!(heaviest("…", &recipe), Err(Moot::NoWord));
        assert_eq!(heaviest("", &recipe), Err(Moot::NoWord));
    }

    #[test]
    fn of_many_words_that_are_no_features_the_frequent_ones_are_tried_and_others_by_the_seed() {
        let text: String = (0..1000).map(|word| format!("w{word} ")).collect::<String>() + "w900 w901";
        let (forms, original) = (forms(&text), Original::new(&text));
        let recipe = Recipe { tokenizer: Tokenizer::Shingles(3), ..Recipe::default() };
        let tried =
            |n, seed| candidates(&original, &forms[..n], 40, &bench(&recipe), &mut Random::of(&[seed]));
        assert!(tried(1000, 1).len() == 40 && tried(1000, 1).is_sorted_by(|a, b| a < b));
        assert!(tried(1000, 1).contains(&900) && tried(1000, 1).contains(&901));
        assert_eq!(tried(1000, 1), tried(1000, 1));
        assert_ne!(tried(1000, 1), tried(1000, 2));
        assert_eq!(tried(40, 1), (0..40).collect::<Vec<_>>());
    }

    #[test]
    fn of_many_words_those_are_tried_that_move_the_sums_most() {
        let text: String = (0..600).map(|word| format!("w{word}x ").repeat(1 + word * word % 7)).collect();
        for weighting in [Weighting::Uniform, Weighting::Tf] {
            let recipe = Recipe { weighting, ..Recipe::default() };
            let trace = trace(&recipe, None, &text);
            let word = &trace.features[Influence::of(&trace, &recipe).heaviest().unwrap().feature];
            let times = if word.count > 1 { format!(" ×{}", word.count) } else { String::new() };
            let edited = heaviest(&text, &recipe).unwrap();
            assert_eq!(edited.detail, format!("256/600 · {}{times}", word.term), "{recipe}");
        }
    }

    #[cfg(feature = "chinese")]
    #[test]
    fn keywords_are_tried_of_any_number_of_words() {
        use crate::recipe::named;
        let yanyiwu = named().iter().find(|named| named.name == "yanyiwu").unwrap().recipe;
        let text: String = (0..1500).map(|word| format!("w{word}x ")).collect();
        let edited = heaviest(&text, &yanyiwu).unwrap();
        assert_eq!(edited.detail, "256/1500 · w1002x");
        let mut signer = Signer::new(&yanyiwu, None);
        let mut moved =
            |other: &str| (signer.sign(&text).signature ^ signer.sign(other).signature).count_ones();
        let most = (0..1500).step_by(7).map(|word| moved(&text.replace(&format!("w{word}x "), ""))).max();
        assert!(most <= Some(moved(&edited.text)) && moved(&edited.text) >= 18);
    }

    #[test]
    fn a_long_text_has_fewer_words_tried() {
        assert_eq!([0, 1000, 1 << 20, 1 << 30].map(limit), [256, 256, 48, 16]);
    }

    #[test]
    fn the_search_can_be_cancelled() {
        let (recipe, progress) = (Recipe::default(), Progress::new());
        progress.cancel();
        let original = Original::new("the storm closed the bridge");
        assert_eq!(drop(&original, &bench(&recipe), &mut Random::of(&[1]), &progress), None);
    }

    proptest! {
        #[test]
        fn it_is_that_of_brute_force(
            words in prop::collection::vec("[a-eA-C]{1,2}|[中文字]{1,2}", 1..30),
            tokenizer in prop::sample::select(vec![Recipe::DEFAULT.tokenizer, Tokenizer::Chars(3), Tokenizer::WordChars(2)]),
            weighting in prop::sample::select(vec![Weighting::Uniform, Weighting::Tf]),
        ) {
            let text = words.join(" ");
            let recipe = Recipe { tokenizer, weighting, ..Recipe::default() };
            let mut forms: Vec<String> = Vec::new();
            each_word(&text, |word, _| if !forms.contains(&word.to_owned()) { forms.push(word.to_owned()) });
            let mut signer = Signer::new(&recipe, None);
            let mut distance = |other: &str| (signer.sign(&text).signature ^ signer.sign(other).signature).count_ones();
            let mut best: Option<(String, u32)> = None;
            for form in forms {
                let mut places = Vec::new();
                each_word(&text, |word, place| if word == form { places.push(place) });
                let left = without(&text, places);
                let moved = distance(&left);
                if best.as_ref().is_none_or(|(_, most)| moved > *most) {
                    best = Some((left, moved));
                }
            }
            prop_assert_eq!(heaviest(&text, &recipe).unwrap().text, best.unwrap().0);
        }
    }
}
