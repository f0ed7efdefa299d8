use super::request::answer;
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

fn ask(request: &Value) -> Value {
    serde_json::from_slice(&answer(&serde_json::to_vec(request).unwrap())).unwrap()
}

#[test]
fn a_pair_says_which_words_changed_and_which_sums_crossed() {
    let texts = ["The market opens on Thursday", "The market opens on Friday"];
    let pair = ask(&json!({"ask": "pair", "recipe": "bits=8 hash=md5:tail", "texts": texts}));
    assert_eq!(pair["distance"], json!(pair["flipped"].as_array().unwrap().len()));
    let terms: Vec<&str> =
        pair["changes"].as_array().unwrap().iter().map(|one| one["term"].as_str().unwrap()).collect();
    assert_eq!(terms, ["thursday", "friday"]);
    let (a, b) = (&pair["texts"][0]["signature"], &pair["texts"][1]["signature"]);
    let differing =
        a.as_str().unwrap().bytes().zip(b.as_str().unwrap().bytes()).filter(|(a, b)| a != b).count();
    assert_eq!(pair["distance"], json!(differing));
}

/// An arrow that has turned past a line is on its other side.
#[test]
fn the_lines_that_an_arrow_has_passed_are_the_bits_that_differ() {
    let texts = ["tea with milk and honey", "a red bicycle for sale"];
    let plane = ask(&json!({"ask": "plane", "recipe": "default", "texts": texts}));
    assert_eq!(plane["angle"], json!(90.0));
    let rows = |text: &str, weight: f64| {
        text.split(' ').map(|word| format!("{word} ×{weight}\n")).collect::<String>()
    };
    for degrees in [20.0_f64, 44.0, 70.0] {
        let (x, y) = (degrees.to_radians().cos(), degrees.to_radians().sin());
        let turned = rows(texts[0], x) + &rows(texts[1], y);
        let recipe = "tokenizer=rows weighting=given hash=given";
        let pair = ask(&json!({"ask": "pair", "recipe": recipe, "texts": [rows(texts[0], 1.0), turned]}));
        let lines = plane["lines"].as_array().unwrap().iter().map(|line| line.as_f64().unwrap());
        let passed: Vec<usize> =
            lines.enumerate().filter(|(_, line)| *line < degrees).map(|(bit, _)| bit).collect();
        assert_eq!(pair["flipped"], json!(passed), "{degrees}");
    }
}

#[test]
fn groups_at_k_are_those_of_the_sweep() {
    let corpus = ask(&json!({"ask": "corpus", "recipe": "default", "lines": null}));
    for k in [0_usize, 3, 12, 40] {
        let groups = ask(&json!({"ask": "cut", "k": k}));
        let groups = groups.as_array().unwrap();
        let grouped: usize = groups.iter().map(|group| group.as_array().unwrap().len()).sum();
        let row = &corpus["sweep"][k];
        assert_eq!((&json!(groups.len()), &json!(grouped)), (&row["groups"], &row["grouped"]), "k = {k}");
    }
    let pairs: u64 = corpus["histogram"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(corpus["sweep"][64]["pairs"], json!(pairs));
}

/// Three flips leave one of four blocks whole, so the search finds the document; four can hit all blocks.
#[test]
fn what_is_within_three_flips_shares_a_block() {
    let own = ask(&json!({"ask": "search", "lesson": "blocks", "query": null, "k": 3}));
    let signature = u64::from_str_radix(own["query"].as_str().unwrap(), 16).unwrap();
    let search = |flips: u64| {
        ask(
            &json!({"ask": "search", "lesson": "blocks", "query": format!("{:016x}", signature ^ flips), "k": 3}),
        )
    };
    let three = search(1 | 1 << 20 | 1 << 40);
    assert_eq!(
        (&three["documents"][0]["is_hit"], &three["documents"][0]["distance"]),
        (&json!(true), &json!(3))
    );
    assert_eq!(three["documents"][0]["equal"], json!([true, false, false, false]));
    let four = search(1 | 1 << 20 | 1 << 40 | 1 << 60);
    assert_eq!(
        (&four["documents"][0]["is_hit"], &four["documents"][0]["distance"]),
        (&json!(false), &json!(4))
    );
}

/// The recipes of programs that the page offers, against what the programs themselves returned (tests/vectors/README.md).
/// The test of the page in a browser reads the same table.
#[test]
fn signatures_are_those_of_the_programs() {
    let read = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
        let lines = std::fs::read_to_string(path).unwrap();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let texts: HashMap<String, String> = (["texts.jsonl", "kinds.jsonl"].iter().flat_map(|file| read(file)))
        .map(|text| (text["id"].as_str().unwrap().to_owned(), text["text"].as_str().unwrap().to_owned()))
        .collect();
    let mut checked = BTreeSet::new();
    for row in include_str!("vectors.tsv").lines().filter(|row| !row.starts_with('#')) {
        let [file, recipe, needs_chinese] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        if needs_chinese == "yes" && !cfg!(feature = "chinese") {
            continue;
        }
        let answers: Vec<Value> =
            read(&format!("{file}.jsonl")).into_iter().filter(|one| one["ambiguous"].is_null()).collect();
        let own: Vec<&String> = answers.iter().map(|one| &texts[one["id"].as_str().unwrap()]).collect();
        let recipe_line = format!("{recipe} bits={}", answers[0]["bits"]);
        let signed = ask(&json!({"ask": "sign", "recipe": recipe_line, "texts": own}));
        for ((answer, text), signature) in
            answers.iter().zip(&own).zip(signed["signatures"].as_array().unwrap())
        {
            assert_eq!(signature, &answer["signature"], "{file}, {}", answer["id"]);
            let traced = ask(&json!({"ask": "trace", "recipe": recipe_line, "text": text}));
            assert_eq!(&traced["hex"], signature, "{file}, {}", answer["id"]);
        }
        checked.insert(recipe.split(':').next().unwrap().to_owned());
    }
    let offered = ask(&json!({"ask": "recipes"}));
    for named in offered.as_array().unwrap() {
        let name = named["name"].as_str().unwrap();
        // The recipe `default` is no program's; keywords20-raw has the vectors of keywords20 in tests/library.
        let is_known = checked.contains(name) || ["default", "keywords20-raw"].contains(&name);
        assert!(is_known || checked.contains(name.split(':').next().unwrap()), "{name} has no vectors");
    }
}

/// The weights that are dragged on the page are rows with the hash of each word.
#[test]
fn rows_with_the_same_weights_and_hashes_have_the_same_signature() {
    for tie in ["zero", "one", "inverted"] {
        let recipe = format!("bits=16 hash=md5:tail tie={tie}");
        let traced =
            ask(&json!({"ask": "trace", "recipe": recipe, "text": "the market opens on Thursday at eight"}));
        let rows: String = (traced["features"].as_array().unwrap().iter())
            .map(|one| format!("{} ×1 #{}\n", one["term"].as_str().unwrap(), one["hash"].as_str().unwrap()))
            .collect();
        let recipe = format!("tokenizer=rows weighting=given hash=given bits=16 tie={tie}");
        let again = ask(&json!({"ask": "trace", "recipe": recipe, "text": rows}));
        assert_eq!((&again["signature"], &again["sums"]), (&traced["signature"], &traced["sums"]), "{tie}");
    }
}

/// The questions that the page asks: they are there, and their answers do not need the dictionary.
#[test]
fn the_questions_of_the_page_are_questions_of_the_lessons() {
    let page = concat!(
        include_str!("page/figures/bits.js"),
        include_str!("page/figures/change.js"),
        include_str!("page/figures/geometry.js"),
        include_str!("page/figures/threshold.js"),
        include_str!("page/figures/search.js")
    );
    let asked: Vec<(&str, usize)> = page
        .split("question(\"")
        .skip(1)
        .map(|rest| {
            let (lesson, rest) = rest.split_once("\", ").unwrap();
            (lesson, rest[..rest.find([',', ')']).unwrap()].parse().unwrap())
        })
        .collect();
    assert!(asked.len() >= 5, "{asked:?}");
    for (lesson, page) in asked {
        for chinese in [false, true] {
            let question =
                ask(&json!({"ask": "question", "lesson": lesson, "page": page, "chinese": chinese}));
            assert!(question["error"].is_null(), "{question}");
            let grade = ask(
                &json!({"ask": "grade", "lesson": lesson, "page": page, "typed": "1", "chinese": chinese}),
            );
            assert!(grade["answer"].as_str().is_some_and(|answer| !answer.is_empty()), "{grade}");
        }
    }
}

#[test]
fn what_cannot_be_answered_is_an_error_in_words() {
    let error = |request: Value| ask(&request)["error"].as_str().map(str::to_owned);
    assert!(error(json!({"ask": "trace", "recipe": "bits=0", "text": ""})).is_some());
    assert!(error(json!({"ask": "nothing"})).is_some());
    assert!(
        error(json!({"ask": "question", "lesson": "words", "page": 99})).unwrap().contains("no question")
    );
}
