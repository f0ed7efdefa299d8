//! Texts that people or files bring: filters, recipes, what is shown, and what is signed.

use super::{SAMPLE, choice};
use simscope::filter::Filter;
use simscope::recipe::{Recipe, named};
use simscope::simhash::{Signer, trace};
use simscope::visible;

pub fn filters(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match text.parse::<Filter>() {
        Ok(filter) => {
            let again: Filter = filter.to_string().parse().unwrap();
            assert_eq!(again, filter);
            for document in SAMPLE.iter().take(3) {
                for hit in filter.hits(document.text) {
                    assert!(document.text.get(hit).is_some());
                }
            }
        }
        Err(mistake) => assert!(!mistake.to_string().contains(char::is_control), "{mistake:?}"),
    }
}

pub fn recipes(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match Recipe::from_toml("recipe.toml", &text) {
        Ok(file) if file.tables.is_empty() => {
            let again = Recipe::from_toml("recipe.toml", &file.recipe.to_toml()).unwrap();
            assert_eq!(again.recipe.to_toml(), file.recipe.to_toml());
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().contains(char::is_control), "{error}"),
    }
}

pub fn shown(input: &[u8]) {
    let (columns, bytes) = choice(input);
    let text = String::from_utf8_lossy(bytes);
    let line = visible::line(&text);
    assert!(line.chars().all(|c| visible::stand_in(c).is_none() && !c.is_control()), "{line:?}");
    assert!(visible::width(&visible::fit(&text, columns)) <= columns);
    let (mut end, mut shown) = (0, 0);
    for (range, paragraph) in visible::paragraph(&text) {
        assert!(range.start >= end && text.get(range.clone()).is_some());
        assert!(!paragraph.contains(char::is_control));
        (end, shown) = (range.end, shown + 1);
    }
    assert!(end <= text.len() && (shown > 0 || text.is_empty()));
}

/// The signer returns the definition's bits, the same ones twice, and no sum is larger than all weights together.
pub fn signed(input: &[u8]) {
    let (number, bytes) = choice(input);
    let recipe = &named()[number % named().len()].recipe;
    let text = String::from_utf8_lossy(bytes);
    let (traced, again) = (trace(recipe, None, &text), trace(recipe, None, &text));
    assert_eq!(traced.signature, again.signature);
    assert_eq!(Signer::new(recipe, None).sign(&text).signature, traced.signature);
    let weights: f64 = traced.features.iter().map(|feature| feature.weight.abs()).sum();
    for sum in &traced.sums {
        assert!(sum.is_finite() && sum.abs() <= weights * (1.0 + 1e-9), "{sum} of {weights}");
    }
    for span in traced.features.iter().flat_map(|feature| &feature.spans) {
        assert!(text.get(span.clone()).is_some());
    }
}
