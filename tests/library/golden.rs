//! Signatures written down, so that they never change unnoticed: saved exports and citations rest on them.
//! Each is also computed here a second time, from terms written down by hand and a plain loop over bits.

use simscope::recipe::{Recipe, Tokenizer, Weighting};
use simscope::simhash::{Signer, hex};

struct Golden {
    text: &'static str,
    tokenizer: &'static str,
    weighting: &'static str,
    bits: &'static str,
    /// The terms, joined by `|`.
    terms: &'static str,
    signature: &'static str,
}

const fn golden(
    text: &'static str,
    [tokenizer, weighting, bits]: [&'static str; 3],
    terms: &'static str,
    signature: &'static str,
) -> Golden {
    Golden { text, tokenizer, weighting, bits, terms, signature }
}

const TEXT: &str = "The cat sat on the mat. The DOG didn't!";
const TEXT_ZH: &str = "我来到北京清华大学，用iPhone 15上网。";

#[rustfmt::skip]
const GOLDEN: &[Golden] = &[
    golden("", ["words", "tf", "64"], "", "0000000000000000"),
    golden("a", ["whitespace", "tf", "64"], "a", "e6c632b61e964e1f"),
    golden(TEXT, ["words", "tf", "64"], "the|cat|sat|on|the|mat|the|dog|didn't", "cb148b631cf7347d"),
    golden(TEXT, ["words", "uniform", "64"], "the|cat|sat|on|mat|dog|didn't", "c85c8bc3919f366f"),
    golden(TEXT, ["words", "tf-idf", "64"], "the|cat|sat|on|the|mat|the|dog|didn't", "cb148b631cf7347d"),
    golden(TEXT, ["whitespace", "tf", "64"], "The|cat|sat|on|the|mat.|The|DOG|didn't!", "939697811d31346f"),
    golden(TEXT, ["words", "tf", "16"], "the|cat|sat|on|the|mat|the|dog|didn't", "347d"),
    golden(TEXT, ["shingles:3", "tf", "64"],
        "the cat sat|cat sat on|sat on the|on the mat|the mat the|mat the dog|the dog didn't", "7ca420445ff29f5e"),
    golden("a", ["whitespace", "tf", "128"], "a", "a96faf705af16834e6c632b61e964e1f"),
    golden(TEXT, ["words", "tf", "128"], "the|cat|sat|on|the|mat|the|dog|didn't", "59c5a9449abdb6a3cb1083c319f7347f"),
    golden(TEXT, ["words", "uniform", "128"], "the|cat|sat|on|mat|dog|didn't", "59c7ac6cf8793206c05c8fc2919634ef"),
    golden(TEXT, ["words", "tf-idf", "128"], "the|cat|sat|on|the|mat|the|dog|didn't", "59c5a9449abdb6a3cb1083c319f7347f"),
    golden(TEXT, ["words", "tf", "65"], "the|cat|sat|on|the|mat|the|dog|didn't", "1cb1083c319f7347f"),
    golden("Ab  c\n", ["chars:3", "tf", "64"], "ab |b c", "d002400026b1242c"),
    golden(TEXT_ZH, ["words", "uniform", "64"], "我|来到|北京|清华大学|用|iphone|15|上网", "11e4112a60110484"),
    golden(TEXT_ZH, ["words", "tf", "64"], "我|来到|北京|清华大学|用|iphone|15|上网", "11e4112a60110484"),
    golden(TEXT_ZH, ["jieba", "tf", "64"], "我|来到|北京|清华大学|，|用|iPhone|15|上网|。", "60e0232a311944d4"),
    golden(TEXT_ZH, ["chars:2", "uniform", "7"],
        "我来|来到|到北|北京|京清|清华|华大|大学|学，|，用|用i|ip|ph|ho|on|ne|e | 1|15|5上|上网|网。", "0e"),
];

#[test]
fn signatures_are_those_written_down() {
    for golden in GOLDEN {
        let recipe = Recipe {
            tokenizer: golden.tokenizer.parse::<Tokenizer>().unwrap(),
            weighting: golden.weighting.parse::<Weighting>().unwrap(),
            bits: golden.bits.parse().unwrap(),
            ..Recipe::default()
        };
        let signed = Signer::new(&recipe, None).sign(golden.text);
        let shown = hex(signed.signature, recipe.bits);
        let what = format!("{recipe} of {:?}", golden.text);
        let plain = plain(golden.terms, recipe.bits.get() > 64) & recipe.bits.mask();
        assert_eq!(shown, hex(plain, recipe.bits), "plain loop, {what}");
        assert_eq!(shown, golden.signature, "{what}");
    }
}

#[test]
fn the_default_recipe_signs_as_written_down() {
    let recipe = Recipe::default();
    assert_eq!(recipe.to_string(), "words:3 · uniform · xxh3 · 64 bits · tie zero · normalize nfc");
    let mut signer = Signer::new(&recipe, None);
    for (text, signature) in [(TEXT, "c85c8bc3919f366f"), (TEXT_ZH, "11e4112a60110484")] {
        assert_eq!(hex(signer.sign(text).signature, recipe.bits), signature, "{text:?}");
    }
}

/// The definition with weights of 1, an occurrence each.
fn plain(terms: &str, is_wide: bool) -> u128 {
    let mut sums = [0i64; 128];
    for term in terms.split('|').filter(|term| !term.is_empty()) {
        let hash = match is_wide {
            true => xxhash_rust::xxh3::xxh3_128(term.as_bytes()),
            false => xxhash_rust::xxh3::xxh3_64(term.as_bytes()).into(),
        };
        for (i, sum) in sums.iter_mut().enumerate() {
            *sum += if hash >> i & 1 == 1 { 1 } else { -1 };
        }
    }
    (0..128).filter(|&i| sums[i] > 0).map(|i| 1 << i).sum()
}
