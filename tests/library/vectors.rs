//! The reference recipes against what the programs themselves answered (tests/vectors/README.md).

use serde::Deserialize;
use simscope::recipe::{Recipe, Tokenizer};
use simscope::simhash::{Signer, Trace, hex, trace};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

#[derive(Deserialize)]
struct Text {
    id: String,
    text: String,
}

#[derive(Deserialize)]
struct Answer {
    id: String,
    bits: u8,
    signature: String,
    features: Option<Vec<Feature>>,
    sums: Option<Vec<f64>>,
    ambiguous: Option<String>,
}

#[derive(Deserialize)]
struct Feature {
    term: String,
    weight: f64,
    hash: String,
}

/// Every file of results of a program, the recipe for it, and the lines in it that are ambiguous.
const ANSWERS: [(&str, &str, &[&str]); 18] = [
    ("java-64", "java", &[]),
    ("java-128", "java", &[]),
    ("python-64", "python", &[]),
    ("python-128", "python", &[]),
    ("python2-128", "python2", &[]),
    ("go-demo-64", "go-demo", &[]),
    ("keywords20-64", "keywords20", &[]),
    ("yanyiwu-top5-64", "yanyiwu:5", &["en_pride", "en_pride_1word", "zh_dao"]),
    ("yanyiwu-auto-64", "yanyiwu:auto", &AUTO_AMBIGUOUS),
    ("1e0ng-64", "1e0ng", &[]),
    ("1e0ng-128", "1e0ng", &[]),
    ("seomoz-window1-64", "seomoz:1", &[]),
    ("seomoz-window4-64", "seomoz:4", &[]),
    ("simhash-rs-64", "simhash-rs", &[]),
    ("gaoya-64", "gaoya", &[]),
    ("gaoya-128", "gaoya", &[]),
    ("text-dedup-64", "text-dedup", &[]),
    ("text-dedup-128", "text-dedup", &[]),
];

/// The same for the programs that were given the texts of kinds.jsonl as well.
const ANSWERS_WITH_KINDS: [(&str, &str, &[&str]); 7] = [
    ("ch-words-window1-64", "ch-words:1", &[]),
    ("ch-words-window3-64", "ch-words", &[]),
    ("ch-chars-window3-64", "ch-chars:3", &[]),
    ("ch-chars-window5-64", "ch-chars:5", &[]),
    ("mfonda-64", "mfonda", &[]),
    ("hutool-64", "hutool", &[]),
    ("npm-simhash-32", "npm-simhash", &[]),
];

const AUTO_AMBIGUOUS: [&str; 8] = [
    "en_getty",
    "en_getty_1word",
    "en_getty_lower",
    "en_getty_nopunct",
    "en_getty_shuffled",
    "en_pride",
    "en_pride_1word",
    "zh_dao",
];

fn lines<T: for<'de> Deserialize<'de>>(name: &str) -> Vec<T> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors").join(name);
    let content = std::fs::read_to_string(path).unwrap();
    content.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Weight and hash of every term; a program that lists each occurrence gives each its own weight.
fn by_term<'a>(features: impl Iterator<Item = (&'a str, f64, String)>) -> BTreeMap<&'a str, (f64, String)> {
    let mut terms = BTreeMap::new();
    for (term, weight, hash) in features {
        let (sum, known) = terms.entry(term).or_insert((0.0, hash.clone()));
        assert_eq!(*known, hash, "one hash for {term:?}");
        *sum += weight;
    }
    terms
}

fn check_features(answer: &Answer, recipe: &Recipe, trace: &Trace, what: &str) {
    if let Some(features) = &answer.features {
        let theirs = by_term(features.iter().map(|f| (f.term.as_str(), f.weight, f.hash.clone())));
        let ours = trace.features.iter().map(|f| (f.term.as_str(), f.weight, hex(f.hash, recipe.bits)));
        assert_eq!(by_term(ours), theirs, "features of {what}");
    }
    if let Some(sums) = &answer.sums {
        assert_eq!(&trace.sums, sums, "sums of {what}");
    }
}

fn texts(files: &[&str]) -> HashMap<String, String> {
    files.iter().flat_map(|file| lines::<Text>(file)).map(|text| (text.id, text.text)).collect()
}

#[test]
fn every_program_is_reproduced_bit_for_bit() {
    check_answers(&ANSWERS, &texts(&["texts.jsonl"]));
    check_answers(&ANSWERS_WITH_KINDS, &texts(&["texts.jsonl", "kinds.jsonl"]));
}

fn check_answers(files: &[(&str, &str, &[&str])], texts: &HashMap<String, String>) {
    for &(file, name, ambiguous) in files {
        let base = Recipe::named(name).unwrap();
        let answers = lines::<Answer>(&format!("{file}.jsonl"));
        assert_eq!(answers.len(), texts.len(), "{file} has a line for every text");
        let mut skipped = Vec::new();
        for answer in answers {
            if answer.ambiguous.is_some() {
                skipped.push(answer.id);
                continue;
            }
            let recipe = Recipe { bits: answer.bits.to_string().parse().unwrap(), ..base };
            assert!(recipe.widths().allow(recipe.bits), "{name} has {} bits", recipe.bits);
            let text = &texts[&answer.id];
            let what = format!("{file}, {}", answer.id);
            let signed = Signer::new(&recipe, None).sign(text);
            assert_eq!(hex(signed.signature, recipe.bits), answer.signature, "signature of {what}");
            let trace = trace(&recipe, None, text);
            assert_eq!(trace.signature, signed.signature, "{what}: the trace ends in the signature");
            let named = trace.features.iter().filter(|feature| !feature.term.is_empty()).count();
            assert_eq!(named, signed.features as usize, "{what}");
            check_features(&answer, &recipe, &trace, &what);
        }
        assert_eq!(
            skipped, ambiguous,
            "the program itself answers these lines of {file} differently elsewhere"
        );
    }
}

/// What projects print in their own documents and tests.
#[test]
fn published_values_hold() {
    let check = |recipe: Recipe, text: &str, expected: u64| {
        assert_eq!(
            Signer::new(&recipe, None).sign(text).signature,
            u128::from(expected),
            "{recipe} of {text:?}"
        );
    };
    // README of yanyiwu/simhash.
    let yanyiwu = "我是蓝翔技工拖拉机学院手扶拖拉机专业的。不用多久，我就会升职加薪，当上总经理，出任CEO，走上人生巅峰。";
    check(Recipe::named("yanyiwu").unwrap(), yanyiwu, 17831459094038722629);
    // Unit tests of crate simhash 0.3.0, with its feature hasher-sip.
    let simhash_rs = Recipe::named("simhash-rs").unwrap();
    check(simhash_rs, "The cat sat on the mat", 2595200813813010837);
    check(simhash_rs, "The cat sat under the mat", 2595269945604666783);
    check(simhash_rs, "Why the lucky stiff", 1155526875459215761);
    // Unit tests of simhash 2.1.2 on PyPI: the two given features, without its tokenizer.
    let features = Recipe { name: None, tokenizer: Tokenizer::Whitespace, ..Recipe::named("1e0ng").unwrap() };
    check(features, "aaa bbb", 57087923692560392);
}

/// What yanyiwu/simhash printed, compiled with each version of cppjieba and with that version's own tables.
#[cfg(feature = "chinese")]
#[test]
fn the_versions_of_cppjieba_differ_as_the_programs_do() {
    let answers = [
        ("版本 1.2.3", 0x849ad5f5fe2ad779, 0x805bb61b0467d018),
        ("型号 92K75S 和 15.", 0x0195723ef06bce3f, 0x4b6d2de732b83248),
        ("云计算改变了企业的运作方式", 0x0d91ff357e89c398, 0x0d91ff357e89c398),
        ("买了三部手机，听习总书记讲区块链，韩玉鉴赏，蓝翔技校", 0xfc0342bbcbef7814, 0x3ba7163acb07f875),
        (
            "这是C语言和IP地址，A股v2.0-rc1 3.14.15 x86_64 5G3.14 abc1.2",
            0xe1950e6f50fdeaa3,
            0x81bd8c5671bfe807,
        ),
        ("我们没有 the This 一些 研究生命起源", 0x9b1861a1eb3f6be7, 0x9b1861a1eb3f6be7),
        ("３．１４Ａ股 𠀀𠀁北京 ｖ１．２", 0xbe96162a8f1bef1e, 0xbe96162a8f1bef1e),
    ];
    let newer = Recipe::named("yanyiwu").unwrap();
    let older = Recipe { tokenizer: "cppjieba:5.4".parse().unwrap(), ..newer };
    for (text, of_newer, of_older) in answers {
        for (recipe, expected) in [(newer, of_newer), (older, of_older)] {
            let signature = Signer::new(&recipe, None).sign(text).signature;
            assert_eq!(signature, expected, "{recipe} of {text}");
        }
    }
}

/// What the same script gives with Python jieba 0.42.1 as it is; of the other texts what `keywords20` gives.
#[cfg(feature = "chinese")]
#[test]
fn without_its_patch_the_script_cuts_equal_weights_by_first_occurrence() {
    let of_order: HashMap<&str, u128> = HashMap::from([
        ("en_getty", 0x083536a5a9a900ce),
        ("en_getty_1word", 0x083536a5a9a900ce),
        ("en_getty_lower", 0x083536a5a9a900ce),
        ("en_getty_nopunct", 0x2c353825a9a982cf),
        ("en_getty_shuffled", 0x04353ca5888902ce),
        ("en_pride", 0x20b5c8a8784d4947),
        ("en_pride_1word", 0x20b7c8a8784d495e),
    ]);
    let [patched, unpatched] = ["keywords20", "keywords20-raw"].map(|name| Recipe::named(name).unwrap());
    let texts = lines::<Text>("texts.jsonl");
    assert!(of_order.keys().all(|id| texts.iter().any(|text| text.id == *id)));
    for Text { id, text, .. } in texts {
        let [of_patched, found] =
            [patched, unpatched].map(|recipe| Signer::new(&recipe, None).sign(&text).signature);
        assert_eq!(found, of_order.get(id.as_str()).copied().unwrap_or(of_patched), "{id}");
    }
}

#[derive(Deserialize)]
struct KindAnswer {
    recipe: String,
    bits: u8,
    id: String,
    signature: String,
    /// In place of the recipe's own.
    tokenizer: Option<String>,
}

/// The first eleven programs on versions, model numbers, points, mixed widths, astral Han and the like.
#[test]
fn odd_kinds_of_text_are_signed_as_the_programs_do() {
    let texts: HashMap<String, String> =
        lines::<Text>("kinds.jsonl").into_iter().map(|text| (text.id, text.text)).collect();
    let answers = lines::<KindAnswer>("kinds-answers.jsonl");
    assert_eq!(answers.len(), 20 * texts.len());
    for KindAnswer { recipe: name, bits, id, signature, tokenizer } in answers {
        let named = Recipe::named(&name).unwrap();
        let tokenizer = tokenizer.map_or(named.tokenizer, |tokenizer| tokenizer.parse().unwrap());
        let recipe = Recipe { bits: bits.to_string().parse().unwrap(), tokenizer, ..named };
        let signed = Signer::new(&recipe, None).sign(&texts[&id]);
        assert_eq!(hex(signed.signature, recipe.bits), signature, "{recipe} of {id}");
    }
}

#[derive(Deserialize)]
struct MinimaAnswer {
    id: String,
    features: u32,
    /// By their widths.
    signatures: BTreeMap<u8, String>,
}

/// What tests/peers/minhash1.py computed from the definition.
#[test]
fn minima_are_those_of_their_definition() {
    let texts = texts(&["texts.jsonl", "kinds.jsonl"]);
    let answers = lines::<MinimaAnswer>("minhash1.jsonl");
    assert_eq!(answers.len(), texts.len());
    for MinimaAnswer { id, features, signatures } in answers {
        assert!(signatures.keys().eq(&[32, 64, 96, 128]), "{id}");
        for (bits, expected) in signatures {
            let toml = format!(
                "tokenizer = \"split:python\"\nhash = \"md5:head\"\nsketch = \"minhash1\"\nbits = {bits}"
            );
            let recipe = Recipe::from_toml("minhash1.toml", &toml).unwrap().recipe;
            let signed = Signer::new(&recipe, None).sign(&texts[&id]);
            assert_eq!(hex(signed.signature, recipe.bits), expected, "{recipe} of {id}");
            assert_eq!(signed.features, features, "{id}");
            assert_eq!(trace(&recipe, None, &texts[&id]).signature, signed.signature, "{id}");
        }
    }
}
