//! The sentences of `Defect` about ClickHouse, mfonda, hutool and npm's simhash, computed.

#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

use simscope::corpus::Corpus;
use simscope::recipe::{Defect, FeatureHash, Recipe};
use simscope::simhash::{Signed, Signer, trace};

fn recipe(name: &str) -> Recipe {
    Recipe::named(name).unwrap()
}

fn sign(name: &str, text: &str) -> Signed {
    Signer::new(&recipe(name), None).sign(text)
}

fn signature(name: &str, text: &str) -> u128 {
    sign(name, text).signature
}

/// The terms of a text under a recipe that has that defect.
fn terms(name: &str, defect: Defect, text: &str) -> Vec<String> {
    assert!(recipe(name).defects().contains(&defect), "{name}: {defect:?}");
    trace(&recipe(name), None, text).features.into_iter().map(|feature| feature.term).collect()
}

#[test]
fn clickhouse_never_sets_the_bits_from_32_up() {
    for name in ["ch-words", "ch-chars"] {
        assert!(recipe(name).defects().contains(&Defect::HighBitsNeverSet));
        for document in Corpus::builtin().iter() {
            let signed = sign(name, document.text);
            assert!(signed.features > 0 && signed.signature >> 32 == 0, "{name}: {}", document.text);
        }
    }
    // No text is the exception: the program answers with what its hash begins with.
    assert_eq!(signature("ch-chars", ""), u128::from(u64::MAX));
    assert_eq!(signature("ch-words", ""), 0);
}

#[test]
fn a_crc_flips_the_same_bits_for_the_same_change() {
    for (hash, name) in [(FeatureHash::Crc32, "npm-simhash"), (FeatureHash::Crc32C, "ch-words")] {
        assert!(recipe(name).defects().contains(&Defect::LinearHash));
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
    assert!(recipe("mfonda").defects().contains(&Defect::LastByteUnmixed));
    for (a, b) in [("cat", "car"), ("phrase", "phrass"), ("x1", "x2")] {
        let flipped = FeatureHash::Fnv1.of_64(a) ^ FeatureHash::Fnv1.of_64(b);
        assert!(flipped != 0 && flipped >> 8 == 0, "{a}, {b}");
        assert_eq!((signature("mfonda", a) ^ signature("mfonda", b)) >> 8, 0);
    }
    assert!(FeatureHash::Fnv1.of_64("cat") >> 8 != FeatureHash::Fnv1.of_64("cut") >> 8);
}

#[test]
fn clickhouse_drops_short_words_and_joins_the_others() {
    let of = |text| terms("ch-words:2", Defect::ShortWordsDropped, text);
    assert_eq!(of("an old, grey stone; 的 人"), ["greystone"]);
    assert_eq!(of("the cat and the dog"), [""; 0]);
    assert_eq!(signature("ch-words", "the cat and the dog"), 0);
    assert_eq!(signature("ch-words:2", "over view"), signature("ch-words:1", "overview"));
}

#[test]
fn clickhouse_leaves_out_the_first_window() {
    let of = |text| terms("ch-chars", Defect::FirstWindowMissing(3), text);
    assert_eq!(of("abcd"), ["bcd"]);
    for text in ["abc", "xyz", "中文字", "👨‍👩"] {
        assert_eq!((of(text).len(), signature("ch-chars", text)), (0, 0), "{text}");
    }
    assert_eq!(signature("ch-chars", "abcdefgh"), signature("ch-chars", "Xbcdefgh"));
}

#[test]
fn mfonda_sees_ascii_alone() {
    let of = |text| terms("mfonda", Defect::AsciiWordsOnly, text);
    assert_eq!(of("naïve café"), ["na", "ve", "caf"]);
    for text in ["近似重复检测", "日本語のテキスト", "Привет, мир!"] {
        assert_eq!(of(text).len(), 0);
        assert_eq!(signature("mfonda", text), u128::from(u64::MAX), "{text}");
    }
}

#[test]
fn chinese_without_spaces_is_one_term() {
    for name in ["ch-words", "hutool", "npm-simhash"] {
        let defect = Defect::ChineseIsOneTerm;
        assert_eq!(terms(name, defect, "床前明月光，疑是地上霜。"), ["床前明月光，疑是地上霜。"], "{name}");
        let bits = u32::from(recipe(name).bits.get().min(32));
        let bits = if name == "hutool" { 64 } else { bits };
        let texts =
            ["床前明月光，疑是地上霜。", "床前明月色，疑是地上霜。"].map(|text| signature(name, text));
        let distance = (texts[0] ^ texts[1]).count_ones();
        assert!((bits / 4..=3 * bits / 4).contains(&distance), "{name}: {distance} of {bits}");
    }
}
