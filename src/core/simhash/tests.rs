//! The signer against the definition.

use super::*;
use crate::corpus::{Corpus, Document};
use crate::progress::Progress;
use crate::recipe::{CppJieba, FeatureHash, HAS_JIEBA, Separators, Tokenizer, Top, Units};
use proptest::prelude::*;

pub(super) fn any_recipe() -> impl Strategy<Value = Recipe> {
    let tokenizer = prop_oneof![
        (1u8..4).prop_map(Tokenizer::Words),
        (1u8..4).prop_map(Tokenizer::UnicodeWords),
        Just(Tokenizer::Jieba),
        Just(Tokenizer::Whitespace),
        (1u8..=5).prop_map(Tokenizer::Chars),
        (1u8..=4).prop_map(Tokenizer::Shingles),
        Just(Tokenizer::Split(Separators::Space)),
        Just(Tokenizer::Split(Separators::Python)),
        Just(Tokenizer::Split(Separators::Punctuation)),
        (1u8..=4).prop_map(Tokenizer::SplitShingles),
        (1u8..=4).prop_map(Tokenizer::WordChars),
        (1u8..=4, 0u8..=6).prop_map(|(n, least)| Tokenizer::WordShingles { n, least }),
        Just(Tokenizer::JiebaTags),
        Just(Tokenizer::CppJieba(CppJieba::V5_6)),
        Just(Tokenizer::CppJieba(CppJieba::V5_4)),
        Just(Tokenizer::AsciiWords),
        (1u8..=4).prop_map(Tokenizer::LongWords),
        (1u8..=4).prop_map(Tokenizer::LaterChars),
        Just(Tokenizer::Rows),
    ];
    let weighting = prop_oneof![
        Just(Weighting::Uniform),
        Just(Weighting::Tf),
        Just(Weighting::TfIdf),
        (1u16..=9).prop_map(|n| Weighting::Keywords(Top::Count(n))),
        (1u16..=9).prop_map(|n| Weighting::CppKeywords(Top::Count(n))),
        Just(Weighting::CppKeywords(Top::Auto)),
        Just(Weighting::Keywords(Top::Auto)),
        (1u16..=9).prop_map(Weighting::Tags),
        (1u16..=9).prop_map(Weighting::FirstTags),
        Just(Weighting::Given),
    ];
    let hash = prop::sample::select(vec![
        FeatureHash::DEFAULT,
        FeatureHash::Sip { k0: 5, k1: 6 },
        FeatureHash::Xxh3 { seed: 42 },
        FeatureHash::Md5Head,
        FeatureHash::Md5Tail,
        FeatureHash::Jenkins,
        FeatureHash::Cpython(Units::Utf16),
        FeatureHash::GoDemo,
        FeatureHash::Fnv1,
        FeatureHash::Crc32,
        FeatureHash::Crc32C,
        FeatureHash::MurmurMirrored,
        FeatureHash::Given,
    ]);
    let tie = prop::sample::select(vec![TieRule::Zero, TieRule::One, TieRule::Inverted]);
    let recipe =
        (tokenizer, weighting, hash, 1u8..=128, tie).prop_map(|(tokenizer, weighting, hash, bits, tie)| {
            Recipe { tokenizer, weighting, hash, bits: Bits::new(bits).unwrap(), tie, ..Recipe::default() }
        });
    recipe.prop_filter("not built in", |recipe| HAS_JIEBA || !recipe.needs_chinese())
}

pub(super) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-dA-D ,.'é中文我们的是在不了 \n，。]{0,200}",
        "([a-c]{1,2} ){0,100}",
        "\\PC{0,80}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_trace_ends_in_the_signature(recipe in any_recipe(), texts in prop::collection::vec(any_text(), 1..4)) {
        let mut frequencies = DocumentFrequencies::default();
        texts.iter().for_each(|text| frequencies.add(recipe.tokenizer, text));
        for frequencies in [Some(&frequencies), None] {
            let mut signer = Signer::new(&recipe, frequencies);
            for text in &texts {
                let trace = trace(&recipe, frequencies, text);
                let signed = signer.sign(text);
                prop_assert_eq!(trace.signature, signed.signature);
                let named = trace.features.iter().filter(|feature| !feature.term.is_empty()).count();
                prop_assert_eq!(named, signed.features as usize);
                prop_assert_eq!(trace.signature & !recipe.bits.mask(), 0);
                prop_assert_eq!(trace.sums.len(), usize::from(recipe.bits.get()));
                for feature in &trace.features {
                    prop_assert_eq!(feature.spans.len(), feature.count as usize);
                    let may_be_none = matches!(recipe.weighting, Weighting::Tags(_) | Weighting::FirstTags(_));
                    prop_assert!(feature.weight > 0.0 || may_be_none && feature.weight == 0.0);
                }
            }
        }
    }
}

#[test]
fn an_empty_document_has_no_features_and_the_tie_rules_signature() {
    for bits in [1, 8, 63, 64, 65, 128] {
        let weightings = [Weighting::Uniform, Weighting::Tf, Weighting::TfIdf, Weighting::Tags(20)];
        for weighting in weightings.into_iter().filter(|weighting| HAS_JIEBA || !weighting.uses_idf_table()) {
            let bits = Bits::new(bits).unwrap();
            let recipe = Recipe { bits, weighting, ..Recipe::default() };
            let zero = Signer::new(&recipe, None).sign(" \n");
            assert_eq!(zero, Signed { signature: 0, features: 0 });
            let recipe = Recipe { tie: TieRule::One, ..recipe };
            let one = Signer::new(&recipe, None).sign("");
            assert_eq!(one, Signed { signature: bits.mask(), features: 0 });
            let recipe = Recipe { tie: TieRule::Inverted, ..recipe };
            assert_eq!(Signer::new(&recipe, None).sign(""), zero);
        }
    }
}

#[test]
fn a_single_feature_is_its_hash() {
    let recipe = Recipe::default();
    let hash = FeatureHash::DEFAULT;
    assert_eq!(Signer::new(&recipe, None).sign("Word").signature, u128::from(hash.of_64("word")));
    let recipe = Recipe { bits: Bits::MAX, ..recipe };
    assert_eq!(Signer::new(&recipe, None).sign("Word").signature, hash.of_128("word"));
}

#[test]
fn texts_are_signed_alike_wherever_they_are_in_memory() {
    let recipe = Recipe::default();
    // More than one batch holds.
    let texts: Vec<String> =
        (0..70_000).map(|n| if n % 9 == 0 { String::new() } else { format!("text {n}") }).collect();
    let document = |text| Document { id: "", text, label: None };
    let corpus = Corpus::of("made up", texts.iter().map(|text| document(text)));
    assert!(corpus.batches().len() > 1);
    assert!(corpus.iter().map(|document| document.text).eq(&texts));
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let mut signer = Signer::new(&recipe, None);
    let expected: Vec<Signed> = texts.iter().map(|text| signer.sign(text)).collect();
    let progress = Progress::new();
    assert_eq!(sign_texts(&texts, &recipe, None, &progress).as_ref(), Some(&expected));
    assert_eq!(progress.done(), texts.len() as u64);
    assert_eq!(sign_corpus(&corpus, &recipe, None, &Progress::new()), Some(expected));
    progress.cancel();
    assert_eq!(sign_texts(&texts, &recipe, None, &progress), None);
}
