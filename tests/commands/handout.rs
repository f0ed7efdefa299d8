//! Handouts: the page for the browser with a text filled in, and worksheets, as a browser reads them.

use crate::command;
use crate::command::{LICENCES, simscope, succeed, text};
use scraper::{ElementRef, Html, Selector};
use serde_json::{Value, json};
use simscope::lessons::parse_recipe;
use simscope::recipe::Recipe;
use simscope::simhash::{hex, trace};
use std::collections::BTreeSet;
use std::fs;

const FIGURE: &str = "samples/lessons/three-words.toml";

#[test]
fn the_solution_of_decimal_weights_is_that_of_the_hand() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("f.toml");
    let rows = [("0.1", "1100"), ("0.2", "1010"), ("0.3", "0011")];
    let features: Vec<String> = (rows.iter().enumerate())
        .map(|(at, (weight, hash))| format!("{{ term = \"t{at}\", weight = {weight}, hash = \"{hash}\" }}"))
        .collect();
    let text = format!("bits = 4\n[[documents]]\nid = \"a\"\nfeatures = [{}]\n", features.join(", "));
    fs::write(&file, text).unwrap();
    let html = page(&["worksheet", file.to_str().unwrap()]);
    let solved = check(&html, "en");
    let tables = all(&solved, "table");
    let rows = within(tables[tables.len() - 1], "tbody.result tr");
    let cells = |row: usize| within(rows[row], "td").into_iter().map(words).collect::<Vec<_>>();
    assert_eq!(cells(0), ["0", "−0.40", "+0.40", "0"]);
    assert_eq!(cells(1), ["0", "0", "1", "0"]);
    assert!(!html.contains("rounded to hundredths"));
}

#[test]
fn only_rounded_weights_are_said_to_be_rounded() {
    for (weight, is_rounded) in [("1.1", false), ("0.07", false), ("0.125", true), ("0.001", false)] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("f.toml");
        let text = format!(
            "bits = 4\n[[documents]]\nid = \"a\"\nfeatures = [{{ term = \"t\", weight = {weight} }}]\n"
        );
        fs::write(&file, text).unwrap();
        let html = page(&["worksheet", file.to_str().unwrap()]);
        assert_eq!(html.contains("rounded to hundredths"), is_rounded, "{weight}");
    }
}

/// The page that these arguments write.
fn page(arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("page.html");
    succeed(&[arguments, &["-o", path.to_str().unwrap()]].concat());
    let beside: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(beside, ["page.html"], "nothing beside it");
    fs::read_to_string(path).unwrap()
}

fn all<'p>(page: &'p Html, selector: &str) -> Vec<ElementRef<'p>> {
    page.select(&Selector::parse(selector).unwrap()).collect()
}

fn within<'p>(element: ElementRef<'p>, selector: &str) -> Vec<ElementRef<'p>> {
    element.select(&Selector::parse(selector).unwrap()).collect()
}

fn words(element: ElementRef<'_>) -> String {
    element.text().collect()
}

/// What must hold of every page.
fn check(html: &str, lang: &str) -> Html {
    let page = Html::parse_document(html);
    assert!(page.errors.is_empty(), "a browser would mend: {:?}", page.errors);
    assert_eq!(all(&page, "html")[0].attr("lang"), Some(lang));
    let ids: Vec<&str> = all(&page, "[id]").iter().filter_map(|element| element.attr("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids are unique: {ids:?}");
    for (attribute, prefix) in [("href", "#"), ("aria-labelledby", "")] {
        for element in all(&page, &format!("body [{attribute}]")) {
            let target = element.attr(attribute).unwrap();
            assert!(ids.contains(&target.strip_prefix(prefix).unwrap()), "{target}");
        }
    }
    for table in all(&page, "table") {
        assert_eq!(within(table, "caption").len(), 1);
        assert_eq!(within(table, "th").len(), within(table, "th[scope]").len(), "every head says of what");
    }
    for tag in [
        "iframe",
        "object",
        "embed",
        "base",
        "form",
        "img",
        "script[src]",
        "link[rel=stylesheet]",
        "meta[http-equiv=refresh]",
    ] {
        assert!(all(&page, tag).is_empty(), "{tag}");
    }
    for element in all(&page, "*") {
        for (name, value) in element.value().attrs() {
            let is_address =
                ["src", "href", "srcset", "data", "action", "poster", "xlink:href"].contains(&name);
            assert!(!is_address || value.starts_with('#') || value.starts_with("data:"), "{name}={value}");
            assert!(!name.starts_with("on") && name != "style", "{name}={value}");
        }
    }
    let style = words(all(&page, "style")[0]);
    assert!(!style.contains("url(") && !style.contains("@import"), "{style}");
    let policy = all(&page, "meta[http-equiv='Content-Security-Policy']")[0].attr("content").unwrap();
    assert!(policy.starts_with("default-src 'none'"), "{policy}");
    page
}

/// The JSON of the same signature.
fn explained(arguments: &[&str]) -> Value {
    let printed = command::stdout(&[&["explain"], arguments, &["--format", "jsonl"]].concat());
    serde_json::from_str(&printed).unwrap()
}

/// What the program put into the page for the browser.
fn filled(page: &Html) -> Value {
    serde_json::from_str(&words(all(page, "#filled")[0])).unwrap()
}

/// The recipe of a page, as the page reads it: without the dictionary of Chinese.
fn recipe_of(filled: &Value) -> Recipe {
    let line = filled["recipe"].as_str().unwrap().replace("default", "tokenizer=unicode-words:3");
    parse_recipe(&format!("{line} bits={}", filled["bits"])).unwrap()
}

#[test]
fn the_page_computes_the_signature_that_the_program_computed() {
    let corpus = tempfile::tempdir().unwrap();
    let lines = corpus.path().join("lines.txt");
    fs::write(&lines, "a rare word\na word\na word again\n").unwrap();
    let lines = lines.to_str().unwrap();
    for (arguments, is_cut) in [
        (&["--features", FIGURE][..], false),
        (&["--features", "samples/lessons/classic-sums.toml"], false),
        (&["--text", "to be or not to be", "--bits", "8", "--weighting", "tf"], false),
        (&["--text", "to be", "--recipe", "java"], false),
        (&["--text", "明月几时有 把酒问青天", "--bits", "64"], true),
        (&["--text", "明月几时有 把酒问青天", "--tokenizer", "chars:3"], false),
        (&["--text", "a b c d a", "--bits", "128", "--hash", "md5", "--tie", "inverted"], false),
        (&["--text", "a b c", "--bits", "16", "--tie", "one"], false),
        (&["--text", "a 1 b", "--ignore", "[0-9]"], true),
        (&["--id", "1", "--weighting", "tf-idf", lines], true),
    ] {
        let page = check(&page(&[&["explain"], arguments].concat()), "en");
        let (filled, of) = (filled(&page), explained(arguments));
        assert_eq!(filled["original"].is_array(), is_cut, "{arguments:?}: {filled}");
        let own = trace(&recipe_of(&filled), None, filled["text"].as_str().unwrap());
        let sums: Vec<f64> = of["sums"].as_array().unwrap().iter().map(|sum| sum.as_f64().unwrap()).collect();
        assert_eq!(own.sums, sums, "{arguments:?}");
        assert_eq!(json!(hex(own.signature, recipe_of(&filled).bits)), of["signature"], "{arguments:?}");
        let features: Vec<Value> = (own.features.iter())
            .map(|one| json!([one.term, one.weight, hex(one.hash, recipe_of(&filled).bits)]))
            .collect();
        let theirs: Vec<Value> = (of["features"].as_array().unwrap().iter())
            .map(|one| json!([one["term"], one["weight"].as_f64(), one["hash"]]))
            .collect();
        assert_eq!(features, theirs, "{arguments:?}");
    }
}

#[test]
fn the_page_speaks_the_language_of_the_program_and_is_the_same_again() {
    for (lang, tag) in [("en", "en"), ("zh", "zh-Hans")] {
        let html = page(&["explain", "--features", FIGURE, "--lang", lang]);
        assert_eq!(filled(&check(&html, tag))["lang"], json!(lang));
        assert_eq!(html, page(&["explain", "--features", FIGURE, "--lang", lang]), "the same page again");
    }
}

#[test]
fn the_policy_lets_this_script_run_and_no_other() {
    use base64::Engine;
    use sha2::Digest;
    let page = check(&page(&["explain", "--text", "a", "--bits", "4"]), "en");
    let scripts = all(&page, "script:not([type])");
    assert_eq!((scripts.len(), all(&page, "script").len()), (1, 3), "the others are data");
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(words(scripts[0])));
    let policy = all(&page, "meta[http-equiv='Content-Security-Policy']")[0].attr("content").unwrap();
    assert!(policy.ends_with(&format!("; script-src 'wasm-unsafe-eval' 'sha256-{hash}'")), "{policy}");
}

#[test]
fn hostile_texts_stay_text_and_an_empty_one_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h.jsonl");
    let line = r#"{"id":"<script>alert(1)</script>","text":"</script><img src=x onerror=alert(1)> \u001b[31m \u202e mirrored \"quoted\" &amp; <!--"}"#;
    fs::write(&path, line).unwrap();
    let given: Value = serde_json::from_str(line).unwrap();
    for tokenizer in ["words", "whitespace", "chars:3"] {
        let html = page(&["explain", path.to_str().unwrap(), "--tokenizer", tokenizer]);
        let page = check(&html, "en");
        assert_eq!(all(&page, "script").len(), 3);
        let filled = filled(&page);
        assert_eq!((&filled["id"], &filled["text"]), (&given["id"], &given["text"]));
        assert!(!html.contains(['\u{1b}', '\u{202e}']), "no control reaches the page");
    }
    for nothing in ["", "\n\n", "  "] {
        let page = check(&page(&["explain", "--text", nothing, "--bits", "8"]), "en");
        assert_eq!(filled(&page)["text"], json!(nothing));
    }
    let long: String = (0..3000).map(|word| format!("w{word}\n")).collect();
    assert_eq!(filled(&check(&page(&["explain", "--text", &long]), "en"))["text"], json!(long));
}

#[test]
fn only_explain_knows_pages() {
    let html = command::stdout(&["explain", "--text", "a b", "--format", "html"]);
    check(&html, "en");
    for words in [&["hash", LICENCES, "--format", "html"][..], &["explain", "--text", "a", "--format", "htm"]]
    {
        let output = simscope(words).output().unwrap();
        let told = text(&output.stderr);
        assert!(
            output.status.code() == Some(2) && told.contains("is not a format: use table, tsv"),
            "{told}"
        );
        assert_eq!(told.contains("parquet or html"), words[0] == "explain", "{told}");
    }
    // A format that is asked for stands above the name.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.html");
    succeed(&["explain", "--text", "a b", "--format", "tsv", "-o", path.to_str().unwrap()]);
    assert!(fs::read_to_string(path).unwrap().starts_with("term\t"));
}

/// The cells of the tables on a page of a worksheet.
fn cells(page: ElementRef<'_>) -> Vec<String> {
    within(page, "td.to-fill").into_iter().map(words).collect()
}

#[test]
fn a_worksheet_has_empty_cells_and_then_the_solution() {
    for (lang, tag, solution) in [("en", "en", "solution"), ("zh", "zh-Hans", "答案")] {
        let page = check(&page(&["worksheet", FIGURE, "--lang", lang]), tag);
        assert!(all(&page, "script").is_empty());
        let pages = all(&page, ".page");
        assert_eq!(pages.len(), 2);
        // A push for each feature and bit, a sum and a digit for each bit.
        assert_eq!(cells(pages[0]), vec![""; 6 * (3 + 2)]);
        assert_eq!(cells(pages[1]).len(), 6 * (3 + 2));
        let solved = cells(pages[1]);
        assert_eq!(solved[..6], ["−5", "+5", "−5", "+5", "+5", "+5"]);
        assert_eq!(solved[18..24], ["−7", "+1", "−9", "+9", "+3", "+9"]);
        assert_eq!(solved[24..].concat(), "010111");
        let given = |page: ElementRef<'_>| {
            within(page, ".hash td:not(.weight)").into_iter().map(words).collect::<String>()
        };
        assert_eq!(
            (given(pages[0]), given(pages[1])),
            ("010111000101100111".into(), "010111000101100111".into())
        );
        assert!(!words(pages[0]).contains(solution) && words(pages[1]).contains(solution));
        assert_eq!((within(pages[0], ".who").len(), within(pages[1], ".who").len()), (1, 0));
        assert!(
            !words(pages[0]).contains("17 in hex")
                && words(within(pages[1], ".answer strong")[0]) == "010111"
        );
    }
}

#[test]
fn several_documents_have_their_distances() {
    let distances = "samples/lessons/distances.toml";
    let named = page(&["worksheet", "--features", distances]);
    assert_eq!(named, page(&["worksheet", distances]));
    let page = check(&named, "en");
    let pages = all(&page, ".page");
    assert_eq!(pages.len(), 10, "four sheets and their distances, empty and solved");
    assert!(within(pages[4], "td").into_iter().all(|cell| ["", "distance"].contains(&words(cell).as_str())));
    let counted: Vec<String> = within(pages[9], ".count strong").into_iter().map(words).collect();
    // Two of them are the pairs of the articles, both at distance 3.
    assert_eq!(counted, ["3", "3", "6", "2", "3", "3"]);
    let marks = within(pages[9], "td.to-fill").into_iter().filter(|cell| words(*cell) == "×").count();
    assert_eq!(marks, 3 + 3 + 6 + 2 + 3 + 3);
}

#[test]
fn texts_have_worksheets_and_the_rule_is_that_of_the_recipe() {
    let of =
        |more: &[&str]| page(&[&["worksheet", "--text", "to be or not to be", "--bits", "8"], more].concat());
    let rules: BTreeSet<String> = ["zero", "one", "inverted"]
        .into_iter()
        .map(|tie| words(all(&check(&of(&["--tie", tie]), "en"), ".rule")[0]))
        .collect();
    assert_eq!(rules.len(), 3);
    let page = check(&of(&["--weighting", "tf", "--text", "to be <b>and</b> not to be"]), "en");
    assert_eq!(all(&page, ".page").len(), 6);
    assert!(all(&page, "b").is_empty() && words(all(&page, ".text")[1]).contains("<b>and</b>"));
    let hash = command::stdout(&[
        "explain",
        "--text",
        "to be or not to be",
        "--bits",
        "8",
        "--weighting",
        "tf",
        "--format",
        "jsonl",
    ]);
    let of: Value = serde_json::from_str(&hash).unwrap();
    let shown = words(all(&page, ".answer strong")[0]);
    assert_eq!(format!("{:02x}", u8::from_str_radix(&shown, 2).unwrap()), of["signature"].as_str().unwrap());
}

#[test]
fn what_does_not_fit_a_page_is_refused_with_the_limits() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("sheet.html");
    let out = out.to_str().unwrap();
    let refused = |arguments: &[&str], code: i32, part: &str| {
        let output = simscope(&[&["worksheet"], arguments].concat()).output().unwrap();
        let told = text(&output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(code), 1), "{told}");
        assert!(told.contains(part), "{told}");
        assert!(!std::path::Path::new(out).exists());
    };
    refused(&["--text", "a", "-o", out], 1, "64 bits do not fit a page: at most 16");
    refused(
        &["--text", "a b c d e f g h i j k l m", "--bits", "8", "-o", out],
        1,
        "13 features: a sheet has room for 1 to 12",
    );
    refused(&["--text", "", "--bits", "8", "-o", out], 1, "0 features");
    refused(
        &[&["--text", "a"].repeat(5)[..], &["--bits", "8", "-o", out]].concat(),
        1,
        "5 documents: a worksheet has 1 to 4",
    );
    refused(&["--text", "a", "--bits", "8", "-o", "sheet.pdf"], 2, "a name that ends in .html");
    refused(&[FIGURE, "--text", "a", "-o", out], 2, "--text");
    refused(&[FIGURE, "--features", FIGURE, "-o", out], 2, "--features");
    refused(&["--features", FIGURE, "--bits", "8", "-o", out], 2, "--bits");
    refused(&["-o", out], 2, "FILE");
    refused(&["nothing.toml", "-o", out], 1, "nothing.toml");
    refused(&["--text", "a", "--bits", "8", "--weighting", "tf-idf", "-o", out], 2, "no corpus");
    fs::write(out, "mine").unwrap();
    let again =
        |more: &[&str]| simscope(&[&["worksheet", FIGURE, "-o", out], more].concat()).output().unwrap();
    assert!(text(&again(&[]).stderr).contains("exists; --force replaces it"));
    assert_eq!(fs::read_to_string(out).unwrap(), "mine");
    assert!(again(&["--force"]).status.success());
    assert!(fs::read_to_string(out).unwrap().starts_with("<!DOCTYPE html>"));
    let copy = folder.path().join("features.html");
    fs::copy(FIGURE, &copy).unwrap();
    let copy = copy.to_str().unwrap();
    let output = simscope(&["worksheet", copy, "-o", copy, "--force"]).output().unwrap();
    assert!(text(&output.stderr).contains("is read as input"), "{}", text(&output.stderr));
}

#[test]
fn a_worksheet_has_its_solution_behind_it_none_or_nothing_else() {
    for (which, sheets, solutions) in [("behind", 1, 1), ("no", 1, 0), ("only", 0, 1)] {
        let html = Html::parse_document(&page(&["worksheet", FIGURE, "--solution", which]));
        let heads: Vec<String> = all(&html, "section.page h1").into_iter().map(words).collect();
        let solved = heads.iter().filter(|head| head.contains("solution")).count();
        assert_eq!((heads.len() - solved, solved), (sheets, solutions), "{which}: {heads:?}");
        assert_eq!(all(&html, "p.who").len(), sheets, "{which}");
    }
}
