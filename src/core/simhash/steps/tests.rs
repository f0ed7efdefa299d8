//! The steps against the trace.

use super::*;
use crate::display::Lang;
use crate::recipe::{Bits, FeatureHash, HAS_JIEBA, TieRule, Tokenizer, Weighting};
use crate::simhash::tests::{any_recipe, any_text};
use crate::simhash::trace;
use proptest::prelude::*;

fn steps_of(recipe: &Recipe, text: &str) -> Steps {
    Steps::of(&Arc::new(trace(recipe, None, text)), recipe)
}

fn signature_of(steps: &Steps) -> u128 {
    let signs = steps.range_of(Stage::Signs).map(|at| steps.at(at));
    signs.fold(0, |signature, step| match step {
        Step::Sign { bit, is_one, .. } => signature | u128::from(is_one) << bit,
        _ => panic!("{step:?}"),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn the_steps_lead_from_nothing_to_the_trace(recipe in any_recipe(), text in any_text()) {
        let steps = steps_of(&recipe, &text);
        let (n, bits) = (steps.trace.features.len(), usize::from(recipe.bits.get()));
        prop_assert_eq!(steps.len(), 1 + 3 * n + n * bits + 1 + bits + 1);
        let mut sums = vec![0.0; bits];
        for at in 0..steps.len() {
            if let Step::Add(addition) = steps.at(at) {
                let Addition { feature, bit, push, before, after, is_one } = addition;
                prop_assert_eq!(at, steps.of_addition(feature, bit));
                prop_assert_eq!(before, sums[usize::from(bit)]);
                prop_assert_eq!(after, before + push);
                prop_assert_eq!(push.abs(), steps.trace.features[feature].weight);
                prop_assert!(push == 0.0 || (push > 0.0) == (is_one != (recipe.tie == TieRule::Inverted)));
                sums[usize::from(bit)] = after;
            }
            // All of them where they are few, else around the rows that are kept.
            if n * bits < 2000 || (at % (bits * EVERY)).min(bits * EVERY - at % (bits * EVERY)) < 2 {
                prop_assert_eq!(&steps.sums_after(at), &sums, "{}", at);
            }
        }
        prop_assert_eq!(&sums, &steps.trace.sums);
        prop_assert_eq!(signature_of(&steps), steps.trace.signature);
        prop_assert_eq!(steps.at(usize::MAX), Step::Signature);
    }

    #[test]
    fn the_larger_steps_come_to_the_same_end(recipe in any_recipe(), text in any_text()) {
        let steps = steps_of(&recipe, &text);
        let (mut at, mut ends) = (0, vec![0]);
        while steps.next_whole(at) != at {
            let next = steps.next_whole(at);
            prop_assert!(next > at && steps.end_of_whole(next) == next);
            at = next;
            ends.push(at);
        }
        prop_assert_eq!(at, steps.len() - 1);
        let n = steps.trace.features.len();
        prop_assert_eq!(ends.len(), if n == 0 { 4 } else { 7 + n });
        for pair in ends.windows(2) {
            prop_assert_eq!(steps.whole_before(pair[1]), pair[0]);
        }
    }

    #[test]
    fn every_step_has_a_sentence_that_shows_nothing_hostile(recipe in any_recipe(), text in any_text()) {
        let steps = steps_of(&recipe, &text);
        for at in (0..steps.len()).step_by(1 + steps.len() / 200) {
            for (is_whole, lang) in [(false, Lang::En), (true, Lang::En), (false, Lang::Zh), (true, Lang::Zh)] {
                let sentence = steps.sentence(at, is_whole, lang);
                prop_assert!(sentence.ends_with(['.', '。']), "{}", sentence);
                prop_assert_eq!(&crate::visible::line(&sentence), &sentence);
            }
        }
    }
}

fn eight(tie: TieRule) -> Recipe {
    Recipe { bits: Bits::new(8).unwrap(), weighting: Weighting::Tf, tie, ..Recipe::default() }
}

#[test]
fn the_sentences_name_term_bit_and_numbers() {
    let steps = steps_of(&eight(TieRule::Zero), "star moon star");
    let told = |at: usize| steps.sentence(at, false, Lang::En);
    let first = steps.first_of(Stage::Adding);
    assert_eq!(told(1), "“star” is feature 1 of 2; it occurs twice.");
    assert_eq!(told(3), "“star” occurs twice: its weight is 2.");
    let (star, moon) = (&steps.trace.features[0], &steps.trace.features[1]);
    let is_one = |feature: &Feature, bit: u8| feature.hash >> bit & 1 == 1;
    // Whatever the hashes are, some bit of each kind is there.
    for bit in 0..8 {
        let expected = match (is_one(star, bit), is_one(moon, bit)) {
            (true, true) => format!("Bit {bit} of “moon” is 1: add its weight 1, +2 becomes +3."),
            (true, false) => format!("Bit {bit} of “moon” is 0: subtract its weight 1, +2 becomes +1."),
            (false, true) => format!("Bit {bit} of “moon” is 1: add its weight 1, −2 becomes −1."),
            (false, false) => format!("Bit {bit} of “moon” is 0: subtract its weight 1, −2 becomes −3."),
        };
        assert_eq!(told(steps.of_addition(1, bit)), expected);
    }
    assert_eq!(steps.at(first), steps.at(steps.of_addition(0, 7)));
    let zh = steps.sentence(steps.of_addition(0, 7), false, Lang::Zh);
    assert!(zh.starts_with("“star”的第 7 位是 ") && zh.contains("权重 2，累加值由 0 变为 "), "{zh}");
}

#[test]
fn a_tie_is_named_with_its_rule_and_inverted_signs_are_said() {
    for (tie, digit) in [(TieRule::Zero, 0), (TieRule::One, 1), (TieRule::Inverted, 0)] {
        let steps = steps_of(&eight(tie), "a b");
        let ties: Vec<u8> = (0..8).rev().filter(|&bit| steps.trace.sums[usize::from(bit)] == 0.0).collect();
        assert!(!ties.is_empty(), "two features of weight 1 tie where their hashes differ");
        let told = steps.sentence(steps.of_sign(ties[0]), false, Lang::En);
        let bit = ties[0];
        let expected =
            format!("Sum {bit} is 0, a tie: the tie rule '{tie}' makes bit {bit} of the signature {digit}.");
        assert_eq!(told, expected);
        let last = steps.sentence(steps.len() - 1, false, Lang::En);
        let listed = ties.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        assert!(last.contains(&format!("decided by the rule '{tie}': bit {listed}.")), "{last}");
        assert!(
            last.contains(&format!("{:08b} = {:02x} in hex", steps.trace.signature, steps.trace.signature))
        );
        let added = steps.sentence(steps.of_addition(0, 0), false, Lang::En);
        assert_eq!(added.contains("signs are inverted"), tie == TieRule::Inverted, "{added}");
    }
}

#[test]
fn the_weights_of_keywords_and_of_tf_idf_name_their_idf() {
    let mut frequencies = crate::recipe::DocumentFrequencies::default();
    let recipe = Recipe { weighting: Weighting::TfIdf, ..Recipe::default() };
    ["moon star", "moon sun", "moon"].iter().for_each(|text| frequencies.add(recipe.tokenizer, text));
    let of = Arc::new(trace(&recipe, Some(&frequencies), "star star"));
    let steps = Steps::of(&of, &recipe);
    let (idf, weight) = (of.features[0].idf.unwrap(), of.features[0].weight);
    let expected = format!("its weight is 2 × {idf:.2} = {weight:.2}.");
    let told = steps.sentence(steps.first_of(Stage::Weights), false, Lang::En);
    assert!(told.ends_with(&expected), "{told} / {expected}");
    let alone = steps_of(&recipe, "star").sentence(steps.first_of(Stage::Weights), false, Lang::En);
    assert_eq!(alone, "“star” occurs once, and without a corpus every idf is 1: its weight is 1.");
    if HAS_JIEBA {
        let recipe = Recipe { weighting: Weighting::Keywords(crate::recipe::Top::Count(2)), ..recipe };
        let steps = steps_of(&recipe, "明月 明月 清风 我们");
        let told = |at| steps.sentence(at, false, Lang::En);
        assert!(told(1).contains("keyword 1 of 2"), "{}", told(1));
        let weight = told(steps.first_of(Stage::Weights));
        assert!(weight.contains("its idf in jieba's table is ") && weight.contains(" = "), "{weight}");
    }
}

#[test]
fn a_text_of_three_thousand_features_has_its_steps_at_once() {
    let text: String = (0..3000).map(|word| format!("w{word} ")).collect();
    let recipe = Recipe::default();
    let of = Arc::new(trace(&recipe, None, &text));
    let steps = Steps::of(&of, &recipe);
    assert_eq!(steps.len(), 1 + 3 * 3000 + 3000 * 64 + 1 + 64 + 1);
    let last = steps.of_addition(2999, 0);
    assert_eq!(steps.sums_after(last), of.sums);
    let Step::Add(addition) = steps.at(last) else { panic!() };
    assert_eq!(addition.after, of.sums[0]);
}

#[test]
fn the_worked_figure_of_the_articles_is_stepped_through() {
    let bits = Bits::new(6).unwrap();
    let (tokenizer, weighting, hash) = (Tokenizer::Rows, Weighting::Given, FeatureHash::Given);
    let recipe = Recipe { bits, tokenizer, weighting, hash, ..Recipe::default() };
    let steps = steps_of(&recipe, "first ×5 #010111\nsecond ×3 #000101\nthird ×1 #100111");
    let whole = |feature: usize| steps.sums_after(steps.of_addition(feature, 0));
    let from_the_left = |sums: Vec<f64>| sums.into_iter().rev().collect::<Vec<_>>();
    assert_eq!(from_the_left(whole(0)), [-5.0, 5.0, -5.0, 5.0, 5.0, 5.0]);
    assert_eq!(from_the_left(whole(2)), [-7.0, 1.0, -9.0, 9.0, 3.0, 9.0]);
    let told = |at: usize| steps.sentence(at, false, Lang::En);
    assert_eq!(told(0), "Each row is a feature, with the weight and the hash that it gives.");
    let weight = told(steps.first_of(Stage::Weights));
    assert_eq!(weight, "“first” occurs once: its weight, as its row has it, is 5.");
    let twice = steps_of(&recipe, "a ×2\na ×2\nb").sentence(3, false, Lang::En);
    assert_eq!(twice, "“a” occurs twice, and its row gives 2: its weight is 2 × 2 = 4.");
    let near = steps_of(&recipe, "a ×2.101\nb ×2.102");
    let told_weights = near.sentence(near.end_of_whole(near.first_of(Stage::Weights)), true, Lang::En);
    assert_eq!(told_weights, "By the weighting 'given' every feature weighs about 2.10.");
    let of_words = Recipe { weighting: Weighting::Uniform, hash: FeatureHash::DEFAULT, ..recipe };
    assert_eq!(steps_of(&of_words, "a").sentence(0, false, Lang::En), "Each row is a feature.");
    let hash = told(steps.first_of(Stage::Hashes));
    assert_eq!(hash, "The hash of “first” is 010111 = 17 in hex: 4 of its 6 bits are 1.");
    assert_eq!(
        told(steps.of_addition(1, 3)),
        "Bit 3 of “second” is 0: subtract its weight 3, −5 becomes −8."
    );
    let last = "Read from bit 5 down to bit 0, this is the signature: 010111 = 17 in hex. No sum was a tie.";
    assert_eq!(told(steps.len() - 1), last);
}
