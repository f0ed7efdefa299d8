//! The single word that flips most bits, by trying.

use super::original::{Original, each_word};
use super::words::without;
use super::{Bench, Edited, Moot, detail};
use crate::progress::Progress;
use crate::sensitivity::random::Random;
use crate::simhash::Signer;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

/// Words tried at most.
const MOST_WORDS: usize = 256;
/// Words tried of a text of any length.
const FEWEST_WORDS: usize = 16;
/// Bytes hashed at most for it, unless those few words need more.
const MOST_BYTES: usize = 64 << 20;

/// Leaves out all occurrences of it; `None` when cancelled.
pub(super) fn drop(
    original: &Original<'_>,
    bench: &Bench<'_>,
    random: &mut Random,
    progress: &Progress,
) -> Option<Result<Edited, Moot>> {
    let forms = forms(original.text);
    let tried = candidates(&forms, limit(original.text.len()), random);
    let signer = || Signer::new(bench.recipe, bench.frequencies);
    let before = signer().sign(original.text).signature;
    let distances = tried.par_iter().map_init(signer, |signer, &form| {
        let left = || without(original.text, forms[form].iter().cloned());
        (!progress.is_cancelled()).then(|| (before ^ signer.sign(&left()).signature).count_ones())
    });
    let distances: Vec<u32> = distances.collect::<Option<_>>()?;
    // Of equal ones the last is answered, so from behind.
    let heaviest = tried.iter().zip(distances).rev().max_by_key(|(_, distance)| *distance);
    Some(heaviest.ok_or(Moot::NoWord).map(|(&form, _)| {
        let places = &forms[form];
        let word = detail::cut(original.at(&places[0]), 32);
        let detail = match places.len() {
            1 => word.into_owned(),
            times => format!("{word} ×{times}"),
        };
        Edited { text: without(original.text, places.iter().cloned()), detail }
    }))
}

/// The places of each different word, upper and lower case alike, by first occurrence.
fn forms(text: &str) -> Vec<Vec<Range<usize>>> {
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut forms: Vec<Vec<Range<usize>>> = Vec::new();
    each_word(text, |word, place| match numbers.get(word) {
        Some(&form) => forms[form].push(place),
        None => {
            numbers.insert(word.to_owned(), forms.len());
            forms.push(vec![place]);
        }
    });
    forms
}

/// How many words of a text of so many bytes are tried.
fn limit(bytes: usize) -> usize {
    (MOST_BYTES / bytes.max(1)).clamp(FEWEST_WORDS, MOST_WORDS)
}

/// The forms to be tried, ascending: the more frequent half of `most`, and others at random.
fn candidates(forms: &[Vec<Range<usize>>], most: usize, random: &mut Random) -> Vec<usize> {
    let mut tried: Vec<usize> = (0..forms.len()).collect();
    if forms.len() > most {
        tried.sort_by_key(|&form| Reverse(forms[form].len()));
        let rest = tried.split_off(most / 2);
        let drawn = random.choose(most - most / 2, rest.len());
        tried.extend(drawn.into_iter().map(|form| rest[form]));
        tried.sort_unstable();
    }
    tried
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
    fn of_many_words_the_frequent_ones_are_tried_and_others_by_the_seed() {
        let text: String = (0..1000).map(|word| format!("w{word} ")).collect::<String>() + "w900 w901";
        let forms = forms(&text);
        let tried = |seed| candidates(&forms, 40, &mut Random::of(&[seed]));
        assert!(tried(1).len() == 40 && tried(1).is_sorted_by(|a, b| a < b));
        assert!(tried(1).contains(&900) && tried(1).contains(&901));
        assert!((0..18).all(|form| tried(1).contains(&form)));
        assert_eq!(tried(1), tried(1));
        assert_ne!(tried(1), tried(2));
        assert_eq!(candidates(&forms[..40], 40, &mut Random::of(&[1])), (0..40).collect::<Vec<_>>());
    }

    #[test]
    fn a_long_text_has_fewer_words_tried() {
        assert_eq!([0, 1000, 1 << 20, 1 << 30].map(limit), [256, 256, 64, 16]);
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
            tokenizer in prop::sample::select(vec![Tokenizer::Words, Tokenizer::Chars(3), Tokenizer::Shingles(2)]),
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
