use super::*;
use crate::recipe::{Tokenizer, Weighting, named};
use crate::simhash::{Signer, trace};
use proptest::prelude::*;
use std::collections::BTreeMap;

const ENGLISH: &str = "The storm closed the river bridge, and the night train to the city.";
const CHINESE: &str = "暴风雨关闭了河上的大桥，开往城市的夜间列车停运。";

fn vocabulary() -> Vec<String> {
    ["the", "coast", "Night", "harbour", "海岸", "城市", ""].map(str::to_owned).to_vec()
}

/// Applies an edit of `edits` words under the default recipe.
fn apply(edit: &Edit, text: &str, edits: u16, seed: u64) -> Result<Edited, Moot> {
    let (recipe, vocabulary) = (Recipe::default(), vocabulary());
    let bench = Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary, seed, edits };
    edit.apply_watched(text, &bench, &Progress::new()).unwrap()
}

/// All results of an edit on a text over many seeds, with their details.
fn outcomes(edit: Edit, text: &str) -> Vec<(String, String)> {
    let outcome = |seed| apply(&edit, text, 1, seed).unwrap();
    let mut all: Vec<_> = (0..60).map(outcome).map(|edited| (edited.text, edited.detail)).collect();
    all.sort();
    all.dedup();
    all
}

/// Checks an edit without random choices.
fn check(edit: Edit, text: &str, expected: Result<&str, Moot>) {
    let edited = apply(&edit, text, 1, 1).map(|edited| edited.text);
    assert_eq!(edited, expected.map(str::to_owned), "{edit} of {text:?}");
}

/// Checks all results of a random edit.
fn check_random(edit: Edit, text: &str, expected: &[(&str, &str)]) {
    let expected: Vec<_> =
        expected.iter().map(|(text, detail)| (text.to_string(), detail.to_string())).collect();
    assert_eq!(outcomes(edit.clone(), text), expected, "{edit} of {text:?}");
}

fn run(text: &str, own: &[Own], bench: Bench<'_>) -> Battery {
    let mut handed = Vec::new();
    let progress = Progress::new();
    let battery = Battery::run(text, own, bench, &progress, &mut |trial| handed.push(trial.clone())).unwrap();
    assert_eq!(handed, battery.trials);
    assert_eq!((progress.done(), progress.total()), (handed.len() as u64, handed.len() as u64));
    battery
}

#[test]
fn words_are_dropped_replaced_swapped_and_duplicated() {
    check_random(Edit::DropWords, "a bc, d", &[("a bc,", "d"), ("a, d", "bc"), ("bc, d", "a")]);
    check_random(Edit::DuplicateWords, "a bc", &[("a a bc", "a"), ("a bc bc", "bc")]);
    check_random(
        Edit::DuplicateWords,
        "我们爱北京",
        &[("我们我们爱北京", "我们"), ("我们爱北京北京", "北京"), ("我们爱爱北京", "爱")],
    );
    check_random(Edit::SwapWords, "a bc, d", &[("a d, bc", "bc ↔ d"), ("bc a, d", "a ↔ bc")]);
    check_random(Edit::SwapWords, "我们爱北京", &[("我们北京爱", "爱 ↔ 北京"), ("爱我们北京", "我们 ↔ 爱")]);
    check_random(
        Edit::ReplaceWords,
        "The night",
        &[
            ("The coast", "night → coast"),
            ("The harbour", "night → harbour"),
            ("coast night", "The → coast"),
            ("harbour night", "The → harbour"),
        ],
    );
    check_random(Edit::ReplaceWords, "城市", &[("海岸", "城市 → 海岸")]);
}

#[test]
fn a_word_takes_one_of_another_script_where_there_is_no_other() {
    check_random(
        Edit::ReplaceWords,
        "海岸城市",
        &[
            ("Night城市", "海岸 → Night"),
            ("coast城市", "海岸 → coast"),
            ("harbour城市", "海岸 → harbour"),
            ("the城市", "海岸 → the"),
            ("海岸Night", "城市 → Night"),
            ("海岸coast", "城市 → coast"),
            ("海岸harbour", "城市 → harbour"),
            ("海岸the", "城市 → the"),
        ],
    );
}

#[test]
fn letters_are_mistyped_in_words() {
    check_random(Edit::SwapLetters, "to 中文", &[("ot 中文", "to → ot")]);
    check_random(Edit::DropLetters, "to a", &[("o a", "to → o"), ("t a", "to → t")]);
    check_random(Edit::DoubleLetters, "to a", &[("too a", "to → too"), ("tto a", "to → tto")]);
}

#[test]
fn case_and_punctuation_change_throughout() {
    check(Edit::UpperCase, "Straße, ok!", Ok("STRASSE, OK!"));
    check(Edit::LowerCase, "ΟΔΟΣ OK", Ok("οδος ok"));
    check(Edit::UpperCase, "OK 1", Err(Moot::AlreadySo));
    check(Edit::LowerCase, "中文 1", Err(Moot::NoLetter));
    check(Edit::NoPunctuation, "Don't! “So”; (a-b)…", Ok("Dont So ab"));
    check(Edit::NoPunctuation, "你好，世界。", Ok("你好世界"));
    check(Edit::NoPunctuation, "so 1+1", Err(Moot::NoPunctuation));
    check_random(Edit::AddCommas, "a bc, d e.", &[("a bc, d, e.", "d,"), ("a, bc, d e.", "a,")]);
    check_random(Edit::AddCommas, "我们爱，", &[("我们，爱，", "我们，")]);
    check(Edit::AddCommas, "a. b", Err(Moot::AlreadySo));
    check(Edit::AddCommas, "a", Err(Moot::OneWord));
}

#[test]
fn widths_are_those_of_the_unicode_block() {
    check(Edit::FullWidth, "a~ 中!", Ok("ａ～\u{3000}中！"));
    check(Edit::HalfWidth, "ａ～\u{3000}中！", Ok("a~ 中!"));
    check(Edit::FullWidth, "中\n", Err(Moot::AlreadySo));
    check(Edit::HalfWidth, "abc", Err(Moot::AlreadySo));
}

#[test]
fn scripts_are_converted_by_phrases() {
    for (simplified, traditional) in [
        ("头发", "頭髮"),
        ("发展", "發展"),
        ("后来", "後來"),
        ("理发店", "理髮店"),
        ("干燥的干部", "乾燥的幹部"),
    ] {
        check(Edit::Traditional, simplified, Ok(traditional));
        check(Edit::Simplified, traditional, Ok(simplified));
        check(Edit::Simplified, simplified, Err(Moot::AlreadySo));
        check(Edit::Traditional, traditional, Err(Moot::AlreadySo));
    }
    check(Edit::Traditional, "皇后", Err(Moot::AlreadySo));
    check(Edit::Simplified, "abc", Err(Moot::NoHan));
    check(Edit::Traditional, "Rust 开发\u{0} 🧑\u{200d}🚀", Ok("Rust 開發\u{0} 🧑\u{200d}🚀"));
}

#[test]
fn normal_forms_are_those_of_unicode() {
    check(Edit::Nfd, "é", Ok("e\u{301}"));
    check(Edit::Nfc, "e\u{301}", Ok("é"));
    check(Edit::Nfd, "각", Ok("\u{1100}\u{1161}\u{11a8}"));
    check(Edit::Nfc, "é", Err(Moot::AlreadySo));
    check(Edit::Nfd, "abc", Err(Moot::AlreadySo));
    check(Edit::Nfd, "中文", Err(Moot::AlreadySo));
}

#[test]
fn han_characters_are_dropped_inserted_and_swapped() {
    check_random(Edit::DropHan, "我爱北京", &[("我爱京", "北京 → 京"), ("我爱北", "北京 → 北")]);
    check_random(
        Edit::InsertHan,
        "我爱北京",
        &[("我爱北了京", "北京 → 北了京"), ("我爱北的京", "北京 → 北的京")],
    );
    // Pairs do not depend on line breaks.
    check_random(
        Edit::SwapHan,
        "天地人，日月星",
        &[
            ("地天人，日月星", "天地 → 地天"),
            ("天人地，日月星", "地人 → 人地"),
            ("天地人，日星月", "月星 → 星月"),
            ("天地人，月日星", "日月 → 月日"),
        ],
    );
    check_random(Edit::SwapHan, "我爱北a京", &[("我北爱a京", "爱北 → 北爱"), ("爱我北a京", "我爱 → 爱我")]);
    for edit in [Edit::DropHan, Edit::InsertHan, Edit::SwapHan] {
        check(edit, ENGLISH, Err(Moot::NoHan));
    }
    check(Edit::DropHan, "我，爱", Err(Moot::ShortHanWords));
    check(Edit::SwapHan, "我，爱爱", Err(Moot::HanAlike));
}

#[test]
fn what_is_put_around_a_text_is_in_its_language() {
    check(Edit::AppendSentence, "A storm.", Ok("A storm. More details are expected later this week."));
    check(Edit::AppendSentence, "大桥关闭。", Ok("大桥关闭。更多详情将于近日公布。"));
    check(Edit::AppendSentence, "ok\n", Ok("ok\nMore details are expected later this week."));
    let around = |text| apply(&Edit::Boilerplate, text, 1, 1).unwrap().text;
    assert!(around(ENGLISH).starts_with("Home | ") && around(ENGLISH).contains(&format!("\n{ENGLISH}\n")));
    assert!(around(CHINESE).starts_with("首页 | ") && around(CHINESE).contains(&format!("\n{CHINESE}\n")));
    check(Edit::Twice, "a b", Ok("a b\na b"));
    for edit in [Edit::AppendSentence, Edit::Boilerplate, Edit::Twice] {
        check(edit, " \n", Err(Moot::NoText));
    }
}

#[test]
fn what_has_no_place_in_a_text_says_why() {
    for edit in
        [Edit::DropWords, Edit::ReplaceWords, Edit::SwapWords, Edit::DuplicateWords, Edit::DropHeaviest]
    {
        check(edit, "… !", Err(Moot::NoWord));
    }
    check(Edit::SwapWords, "the", Err(Moot::OneWord));
    check(Edit::SwapWords, "the the the", Err(Moot::OneWord));
    let everything = "the coast night harbour 海岸 城市";
    check(Edit::ReplaceWords, everything, Err(Moot::NoOtherWord));
    let nothing = Edit::Own(Own { old: "a".to_owned(), new: "a".to_owned() });
    check(nothing, "a", Err(Moot::AlreadySo));
}

#[test]
fn as_many_words_are_edited_as_asked_or_all_there_are() {
    let text = "one two three four five six seven eight nine ten";
    let left = |edits| apply(&Edit::DropWords, text, edits, 1).unwrap().text.split(' ').count();
    assert_eq!([0, 1, 3, 9].map(left), [9, 9, 7, 1]);
    assert_eq!(apply(&Edit::DropWords, text, u16::MAX, 1).unwrap().text, "");
    let doubled = apply(&Edit::DuplicateWords, text, 4, 1).unwrap();
    assert_eq!(doubled.text.split(' ').count(), 14);
    assert!(doubled.detail.ends_with(" · …"), "{}", doubled.detail);
    // Every word is half of one of five pairs.
    let with_commas = apply(&Edit::AddCommas, text, 3, 1).unwrap();
    let details: Vec<&str> = with_commas.detail.split(" · ").collect();
    assert!(details.len() == 3 && details.iter().all(|detail| detail.ends_with(',')), "{details:?}");
    let swapped = apply(&Edit::SwapWords, text, u16::MAX, 1).unwrap().text;
    let moved = swapped.split(' ').zip(text.split(' ')).filter(|(after, before)| after != before).count();
    assert!(moved >= 8 && moved % 2 == 0, "{swapped}");
    let replaced = apply(&Edit::ReplaceWords, text, 2, 1).unwrap().text;
    assert_eq!(replaced.split(' ').filter(|word| !text.contains(word)).count(), 2, "{replaced}");
}

#[test]
fn names_and_random_choices_are_of_one_edit_each() {
    let names: std::collections::HashSet<_> = Edit::all().map(Edit::to_string).collect();
    assert_eq!(names.len(), Edit::all().len());
    let mut numbers: Vec<_> = Edit::all().map(Edit::number).filter(|&number| number > 0).collect();
    numbers.sort_unstable();
    assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
}

#[test]
fn edits_of_a_user_do_not_change_the_others() {
    let (recipe, vocabulary) = (Recipe::default(), vocabulary());
    let bench = Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary, seed: 7, edits: 2 };
    let own: Vec<Own> = ["city=>coast", "=>, today"].map(|own| own.parse().unwrap()).to_vec();
    let (without, with) = (run(ENGLISH, &[], bench), run(ENGLISH, &own, bench));
    let (common, added) = with.trials.split_at(without.trials.len());
    assert_eq!(common, without.trials);
    assert_eq!(
        added.iter().map(|trial| trial.edit.to_string()).collect::<Vec<_>>(),
        ["city=>coast", "=>, today"]
    );
    assert_eq!(common.iter().map(|trial| &trial.edit).collect::<Vec<_>>(), Edit::all().collect::<Vec<_>>());
}

#[test]
fn an_edit_that_changes_no_feature_is_told_from_one_that_flips_no_bit() {
    let check = |recipe: &Recipe, text: &str, own: &str, is_unseen| {
        let bench = Bench { recipe, frequencies: None, vocabulary: &[], seed: 1, edits: 1 };
        let trial = run(text, &[own.parse().unwrap()], bench).trials.pop().unwrap();
        let moved = trial.outcome.unwrap();
        assert_eq!((moved.distance(), moved.is_unseen), (0, is_unseen), "{own} of {text:?}");
    };
    let tf = Recipe { weighting: Weighting::Tf, ..Recipe::default() };
    check(&Recipe::default(), "to be", "to be=>be to", true);
    check(&Recipe::default(), "to be", "to=>to TO", true);
    check(&Recipe::default(), "…", "…=>!", true);
    // As many features, of other weights; one feature more.
    let weighty = "storm ".repeat(9) + "the";
    check(&tf, &weighty, "=> the", false);
    check(&tf, &weighty, "=> bridge", false);
}

#[test]
fn the_seed_names_the_choices() {
    let (recipe, vocabulary) = (Recipe::default(), vocabulary());
    let bench = |seed| Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary, seed, edits: 1 };
    for text in [ENGLISH, CHINESE] {
        assert_eq!(run(text, &[], bench(1)), run(text, &[], bench(1)));
        assert_ne!(run(text, &[], bench(1)), run(text, &[], bench(2)));
    }
    // The result of a seed must never change, because it may have been published.
    let details =
        run(ENGLISH, &[], bench(1)).trials.into_iter().filter_map(|trial| Some(trial.outcome.ok()?.detail));
    insta::assert_snapshot!(details.filter(|detail| !detail.is_empty()).collect::<Vec<_>>().join("; "), @"train; the → coast; river ↔ bridge; city; river → rvier; the → te; the → thhe; the,; More details are expected later this we…; Home | News | About us | Contact; bridge");
}

#[test]
fn one_thread_gives_what_many_give() {
    let (recipe, vocabulary) = (Recipe::default(), vocabulary());
    let bench = Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary, seed: 1, edits: 1 };
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let run = |threads| {
        let run = || Battery::run(ENGLISH, &[], bench, &Progress::new(), &mut |_| ());
        // `install` needs a `Send` closure, which a callback is not.
        pool(threads).install(run)
    };
    assert_eq!(run(1), run(4));
}

#[test]
fn a_cancelled_battery_returns_nothing() {
    let (recipe, progress) = (Recipe::default(), Progress::new());
    let bench = Bench { recipe: &recipe, frequencies: None, vocabulary: &[], seed: 1, edits: 1 };
    let mut handed = 0;
    let mut stop = |_: &Trial| {
        handed += 1;
        progress.cancel();
    };
    assert_eq!(Battery::run(ENGLISH, &[], bench, &progress, &mut stop), None);
    assert!(handed > 0 && handed < Edit::all().len());
}

#[test]
fn long_texts_that_are_no_language_are_edited_too() {
    let recipe = Recipe::default();
    let bench = Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary(), seed: 1, edits: 3 };
    for text in [
        "a".repeat(200_000),
        "a ".repeat(100_000),
        format!("a{}b", " ".repeat(200_000)),
        format!("ab{}", "\u{301}\u{323}".repeat(50_000)),
        "发".repeat(60_000),
        "🧑\u{200d}🚀".repeat(20_000),
        "\u{202e}שלום\u{0}\u{1b}[2J ".repeat(10_000),
    ] {
        let battery = run(&text, &[], bench);
        assert!(battery.trials.iter().any(|trial| trial.outcome.is_ok()));
    }
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "[a-cA-C中文字发后的 ,.，。\u{301}\u{200d}\u{202e}\u{0}🧑🚀שלåéאＡ\u{3000}\n-]{0,60}",
        "([a-d]{1,4}|[我爱北京城市发展]{1,4})( ([a-d]{1,4}|[我爱北京城市发展]{1,4})){0,20}",
    ]
}

fn any_recipe() -> impl Strategy<Value = Recipe> {
    let tokenizer = prop::sample::select(vec![
        Tokenizer::Words(1),
        Tokenizer::Jieba,
        Tokenizer::Whitespace,
        Tokenizer::Chars(3),
        Tokenizer::Shingles(2),
    ]);
    let weighting = prop::sample::select(vec![Weighting::Uniform, Weighting::Tf]);
    let plain = (tokenizer, weighting).prop_map(|(tokenizer, weighting)| Recipe {
        tokenizer,
        weighting,
        ..Recipe::default()
    });
    let named: Vec<Recipe> = named().iter().map(|named| named.recipe).collect();
    prop_oneof![plain, prop::sample::select(named)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
    fn every_outcome_is_that_of_rehashing_the_edited_text(
        text in any_text(), recipe in any_recipe(), seed in 0..4_u64, edits in prop::sample::select(vec![1, 2, 7, u16::MAX]),
    ) {
        let vocabulary = vocabulary();
        let bench = Bench { recipe: &recipe, frequencies: None, vocabulary: &vocabulary, seed, edits };
        let own = [Own { old: "a".to_owned(), new: "中\u{301}".to_owned() }, Own { old: String::new(), new: String::new() }];
        let mut signer = Signer::new(&recipe, None);
        let before = signer.sign(&text);
        let weights = |text: &str| -> BTreeMap<String, u64> {
            let features = trace(&recipe, None, text).features;
            features.into_iter().map(|feature| (feature.term, feature.weight.to_bits())).collect()
        };
        for Trial { edit, outcome } in run(&text, &own, bench).trials {
            let edited = edit.apply_watched(&text, &bench, &Progress::new()).unwrap();
            if let Ok(edited) = &edited {
                prop_assert!(edited.text != text, "{edit} changed nothing in {text:?}");
                prop_assert!(edited.detail.chars().count() <= 44);
            }
            let expected = edited.map(|edited| {
                let after = signer.sign(&edited.text);
                let has_features = before.features > 0 && after.features > 0;
                let flipped = before.signature ^ after.signature;
                // Fractional weights added in another order may give a sum of the other sign.
                let is_unseen = flipped == 0 && weights(&text) == weights(&edited.text);
                Moved { detail: edited.detail, flipped, has_features, is_unseen }
            });
            prop_assert_eq!(outcome, expected);
        }
    }

    #[test]
    fn widths_and_forms_come_back(text in any_text()) {
        let full = forms::full(&text).unwrap().text;
        prop_assert_eq!(forms::half(&full).unwrap().text, forms::half(&text).unwrap().text);
        prop_assert!(apply(&Edit::FullWidth, &full, 1, 1).is_err());
        if let Ok(composed) = apply(&Edit::Nfc, &text, 1, 1) {
            prop_assert_eq!(apply(&Edit::Nfc, &composed.text, 1, 1), Err(Moot::AlreadySo));
        }
    }
}
