//! Every sentence about a weak spot of a recipe, computed.

use simscope::corpus::Corpus;
use simscope::recipe::{Defect, FeatureHash, Recipe, Tokenizer, Top, Units, Weighting, named};
use simscope::simhash::{Feature, trace};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn signature(recipe: &Recipe, text: &str) -> u128 {
    trace(recipe, None, text).signature
}

fn features(recipe: &Recipe, text: &str) -> Vec<Feature> {
    trace(recipe, None, text).features
}

/// The texts of a shipped sample.
fn sample(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    let text_of = |line: &str| {
        serde_json::from_str::<serde_json::Value>(line).unwrap()["text"].as_str().unwrap().to_owned()
    };
    fs::read_to_string(path).unwrap().lines().map(text_of).collect()
}

/// Different words that no table knows, of five letters.
fn words(count: usize) -> Vec<String> {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    (0..count)
        .map(|n| ["qx", "zj"].concat() + &String::from_iter([letter(n / 676), letter(n / 26), letter(n)]))
        .collect()
}

/// Computes what the sentence of `defect` claims of `recipe`.
fn check(defect: Defect, recipe: &Recipe) {
    let what = format!("{recipe}: {}", defect.text().0);
    match defect {
        Defect::TopBitNeverSet => {
            let is_set = |word: &String| recipe.hash.of_64(word) >> 63 == 1;
            assert!(!words(5_000).iter().any(is_set) && !is_set(&"中文".repeat(40)), "{what}");
        }
        Defect::FirstByteOnly => {
            let hash = |word| recipe.hash.of_64(word);
            assert_eq!(hash("storm"), hash("spend"), "{what}");
            assert_ne!(hash("storm"), hash("storms"), "{what}");
            assert_ne!(hash("storm"), hash("atorm"), "{what}");
        }
        Defect::ShortTermsLeaveHighBits => short_terms_leave_high_bits(recipe.hash, &what),
        Defect::AsciiLeavesHighBits => {
            let highest = ('!'..='~').map(|c| recipe.hash.of_128(c.encode_utf8(&mut [0; 4]))).max().unwrap();
            assert_eq!(highest.ilog2(), 33, "{what}");
        }
        Defect::HighHalfEmpty => {
            let texts = ["en_tldr.jsonl", "en_rustbook_editions.jsonl", "en_sermon_kjv_asv.jsonl"]
                .map(sample)
                .concat();
            let ones: u32 = texts.iter().map(|text| (signature(recipe, text) >> 64).count_ones()).sum();
            let share = f64::from(ones) / (64 * texts.len()) as f64;
            assert!((0.04..0.06).contains(&share), "{what}: {share}");
        }
        Defect::ChineseIsOneTerm => chinese_is_one_term(recipe, &what),
        Defect::ChineseIsOneWord => {
            assert!(features(recipe, "研究生命的起源，北京大学生爱中国。").is_empty(), "{what}");
        }
        Defect::ChineseCutAtPunctuation => {
            let text = "研究生命的起源，北京大学生；爱中国。我们的大学：在长春市";
            let terms: Vec<String> = features(recipe, text).into_iter().map(|feature| feature.term).collect();
            let expected = [
                "研究生命的起源 北京大学生 爱中国",
                "北京大学生 爱中国 我们的大学",
                "爱中国 我们的大学 在长春市",
            ];
            assert_eq!(terms, expected, "{what}");
        }
        Defect::AsciiSeparatorsOnly => {
            assert_eq!(features(recipe, "北京，大学\u{3000}中国\u{a0}研究。生命").len(), 1, "{what}");
        }
        Defect::MostEditsUnseen => most_edits_unseen(recipe, &what),
        Defect::WeightsCutToZero => {
            let all_zero = |text: String| features(recipe, &text).iter().all(|feature| feature.weight == 0.0);
            assert!(all_zero(words(279).join(" ")), "{what}");
            // The rarest words of the table have the largest weights.
            let known = |n: usize| {
                ["劳动防护"].map(str::to_owned).into_iter().chain(words(n - 1)).collect::<Vec<_>>()
            };
            assert!(all_zero(known(279).join(" ")) && !all_zero(known(278).join(" ")), "{what}");
        }
        Defect::TiesGiveOne => {
            let two = features(recipe, "storm bridge");
            assert_eq!(two.len(), 2, "{what}");
            let either = (two[0].hash | two[1].hash) & recipe.bits.mask();
            assert_eq!(signature(recipe, "storm bridge"), either, "{what}");
        }
        Defect::ShortTextsEmpty(least) => {
            let text = |count| words(count).join(" ");
            assert!(features(recipe, &text(usize::from(least) - 1)).is_empty(), "{what}");
            assert!(!features(recipe, &text(usize::from(least))).is_empty(), "{what}");
        }
        Defect::OneWordChangesMany(n) => {
            let mut text = words(40);
            let terms = |text: &[String]| -> BTreeSet<String> {
                features(recipe, &text.join(" ")).into_iter().map(|feature| feature.term).collect()
            };
            let before = terms(&text);
            text[20] = "changed".to_owned();
            assert_eq!(before.difference(&terms(&text)).count(), usize::from(n), "{what}");
        }
        Defect::HighBitsNeverSet
        | Defect::LinearHash
        | Defect::LastByteUnmixed
        | Defect::ShortWordsDropped
        | Defect::FirstWindowMissing(_)
        | Defect::AsciiWordsOnly => {} // each has a test of its own below
    }
}

fn short_terms_leave_high_bits(hash: FeatureHash, what: &str) {
    let of = |word: &str| hash.of_128(word);
    let highest = ('!'..='\u{ffff}').map(|c| of(c.encode_utf8(&mut [0; 4]))).max().unwrap();
    assert_eq!(highest.ilog2(), 42, "{what}");
    let han = || '\u{3400}'..='\u{9fff}';
    let pairs = han().step_by(7).flat_map(|a| han().step_by(101).map(move |b| String::from_iter([a, b])));
    assert!(pairs.map(|pair| of(&pair)).all(|hash| hash >> 63 == 0), "{what}");
    assert_eq!(of("\u{9fff}\u{9fff}") >> 62, 1, "{what}: the largest pair");
    // What the sentence leaves open: characters above U+FFFF reach further.
    let beyond = of("😀").ilog2();
    assert!(
        if hash == FeatureHash::Cpython(Units::CodePoints) { beyond == 43 } else { beyond > 43 },
        "{what}"
    );
}

fn chinese_is_one_term(recipe: &Recipe, what: &str) {
    for text in sample("zh_tang_two_editions.jsonl").iter().take(60) {
        let text: String = text.split_whitespace().collect();
        let terms = |text: &str| -> Vec<String> {
            features(recipe, text).into_iter().map(|feature| feature.term).collect()
        };
        assert_eq!(terms(&text), [&*text], "{what}");
        let edited =
            text.replacen(|c: char| c.is_alphabetic(), if text.starts_with('中') { "国" } else { "中" }, 1);
        assert_ne!(edited, text);
        assert_eq!(terms(&edited), [&*edited], "{what}");
    }
}

/// A word that is not among the keywords is replaced by another that will not be one.
fn most_edits_unseen(recipe: &Recipe, what: &str) {
    let texts = sample("zh_rustbook_editions.jsonl");
    let text = texts.iter().max_by_key(|text| text.len()).unwrap();
    let kept: BTreeSet<String> = features(recipe, text).into_iter().map(|feature| feature.term).collect();
    let light = ["可以", "一个", "这个", "使用"]
        .into_iter()
        .find(|word| text.contains(word) && !kept.contains(*word));
    let light = light.expect("a common word is no keyword");
    let other = if light == "一个" { "可以" } else { "一个" };
    let edited = text.replacen(light, other, 1);
    assert_ne!(*text, edited);
    assert_eq!(signature(recipe, text), signature(recipe, &edited), "{what}");
}

#[test]
fn every_weak_spot_is_as_the_sentence_says() {
    let wide = named().iter().flat_map(|named| {
        let widths = named.widths.iter().filter_map(|&bits| simscope::recipe::Bits::new(bits));
        widths.map(|bits| Recipe { bits, ..named.recipe }).chain([named.recipe])
    });
    let mut seen = BTreeSet::new();
    for recipe in wide {
        for defect in recipe.defects() {
            check(defect, &recipe);
            seen.insert(format!("{defect:?}"));
        }
    }
    assert!(seen.len() >= 15, "{seen:?}");
    let alone = Recipe { tokenizer: Tokenizer::Shingles(3), ..Recipe::default() };
    let keywords = Recipe { weighting: Weighting::Keywords(Top::Count(5)), ..Recipe::default() };
    for recipe in [alone, keywords] {
        recipe.defects().into_iter().for_each(|defect| check(defect, &recipe));
    }
}

#[test]
fn the_chinese_sentences_have_the_numbers_of_the_english_ones() {
    let digits = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_ascii_digit())
            .filter(|number| number.len() > 1)
            .map(str::to_owned)
            .collect()
    };
    for recipe in named().iter().map(|named| named.recipe) {
        for defect in recipe.defects() {
            let (en, zh) = defect.text();
            let (en_numbers, zh_numbers) = (digits(&en), digits(&zh));
            assert!(en_numbers.iter().all(|number| zh_numbers.contains(number)), "{en} / {zh}");
        }
    }
}

fn named_recipe(name: &str) -> Recipe {
    Recipe::named(name).unwrap()
}

fn signature_by(name: &str, text: &str) -> u128 {
    signature(&named_recipe(name), text)
}

/// The terms of a text under a recipe that has that defect.
fn terms_by(name: &str, defect: Defect, text: &str) -> Vec<String> {
    assert!(named_recipe(name).defects().contains(&defect), "{name}: {defect:?}");
    features(&named_recipe(name), text).into_iter().map(|feature| feature.term).collect()
}

#[test]
fn clickhouse_never_sets_the_bits_from_32_up() {
    simscope::provide_sample();
    for name in ["ch-words", "ch-chars"] {
        assert!(named_recipe(name).defects().contains(&Defect::HighBitsNeverSet));
        for document in Corpus::builtin().iter() {
            assert!(!features(&named_recipe(name), document.text).is_empty());
            assert_eq!(signature_by(name, document.text) >> 32, 0, "{name}: {}", document.text);
        }
    }
    // No text is the exception: the program returns what its hash begins with.
    assert_eq!(signature_by("ch-chars", ""), u128::from(u64::MAX));
    assert_eq!(signature_by("ch-words", ""), 0);
}

#[test]
fn a_crc_flips_the_same_bits_for_the_same_change() {
    for (hash, name) in [(FeatureHash::Crc32, "npm-simhash"), (FeatureHash::Crc32C, "ch-words")] {
        assert!(named_recipe(name).defects().contains(&Defect::LinearHash));
        let flipped = |a: &str, b: &str| hash.of_64(a) ^ hash.of_64(b);
        assert_eq!(flipped("cat", "car"), flipped("but", "bur"));
        assert_eq!(flipped("中国人", "中国队"), flipped("外国人", "外国队"));
        assert_ne!(flipped("cat", "car"), flipped("chat", "chart"));
    }
    for hash in [FeatureHash::MurmurMirrored, FeatureHash::DEFAULT] {
        let flipped = |a: &str, b: &str| hash.of_64(a) ^ hash.of_64(b);
        assert_ne!(flipped("cat", "car"), flipped("but", "bur"), "{hash}");
    }
}

#[test]
fn mfonda_does_not_mix_the_last_byte() {
    assert!(named_recipe("mfonda").defects().contains(&Defect::LastByteUnmixed));
    for (a, b) in [("cat", "car"), ("phrase", "phrass"), ("x1", "x2")] {
        let flipped = FeatureHash::Fnv1.of_64(a) ^ FeatureHash::Fnv1.of_64(b);
        assert!(flipped != 0 && flipped >> 8 == 0, "{a}, {b}");
        assert_eq!((signature_by("mfonda", a) ^ signature_by("mfonda", b)) >> 8, 0);
    }
    assert!(FeatureHash::Fnv1.of_64("cat") >> 8 != FeatureHash::Fnv1.of_64("cut") >> 8);
}

#[test]
fn clickhouse_drops_short_words_and_joins_the_others() {
    let of = |text| terms_by("ch-words:2", Defect::ShortWordsDropped, text);
    assert_eq!(of("an old, grey stone; 的 人"), ["greystone"]);
    assert_eq!(of("the cat and the dog"), [""; 0]);
    assert_eq!(signature_by("ch-words", "the cat and the dog"), 0);
    assert_eq!(signature_by("ch-words:2", "over view"), signature_by("ch-words:1", "overview"));
}

#[test]
fn clickhouse_leaves_out_the_first_window() {
    let of = |text| terms_by("ch-chars", Defect::FirstWindowMissing(3), text);
    assert_eq!(of("abcd"), ["bcd"]);
    for text in ["abc", "xyz", "中文字", "👨‍👩"] {
        assert_eq!((of(text).len(), signature_by("ch-chars", text)), (0, 0), "{text}");
    }
    assert_eq!(signature_by("ch-chars", "abcdefgh"), signature_by("ch-chars", "Xbcdefgh"));
}

#[test]
fn mfonda_sees_ascii_alone() {
    let of = |text| terms_by("mfonda", Defect::AsciiWordsOnly, text);
    assert_eq!(of("naïve café"), ["na", "ve", "caf"]);
    for text in ["近似重复检测", "日本語のテキスト", "Привет, мир!"] {
        assert_eq!(of(text).len(), 0);
        assert_eq!(signature_by("mfonda", text), u128::from(u64::MAX), "{text}");
    }
}
