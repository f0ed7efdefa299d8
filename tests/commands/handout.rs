//! Handouts: the way to a signature as a page, and worksheets, as a browser reads them.

use crate::command;
use crate::command::{LICENCES, simscope, succeed, text};
use scraper::{ElementRef, Html, Selector};
use serde_json::Value;
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

/// A number as the page shows it.
fn number(shown: &str) -> f64 {
    shown.replace('−', "-").parse().unwrap_or_else(|_| panic!("{shown}"))
}

/// A line of a figure, bit 0 first.
fn line(figure: ElementRef<'_>, name: &str) -> Vec<String> {
    let rows = within(figure, "tr");
    let of_name = rows
        .iter()
        .filter(|row| within(**row, "th[scope=row]").first().is_some_and(|head| words(*head) == name));
    let mut cells: Vec<String> = of_name.flat_map(|row| within(*row, "td")).map(words).collect();
    cells.reverse();
    cells
}

#[test]
fn the_numbers_of_the_steps_are_those_of_the_trace() {
    for arguments in [
        &["--features", FIGURE][..],
        &["--features", "samples/lessons/classic-sums.toml"],
        &["--text", "to be or not to be", "--bits", "8", "--weighting", "tf"],
        &["--text", "明月几时有 把酒问青天", "--bits", "64"],
        &["--text", "a b c d a", "--bits", "128", "--hash", "md5", "--tie", "inverted"],
        &["--text", "a b c", "--bits", "16", "--tie", "one"],
    ] {
        let page = check(&page(&[&["explain"], arguments].concat()), "en");
        let of = explained(arguments);
        let features = of["features"].as_array().unwrap();
        let adding: Vec<_> =
            all(&page, ".figure").into_iter().filter(|figure| !line(*figure, "push").is_empty()).collect();
        assert_eq!(adding.len(), features.len());
        let sums: Vec<f64> = of["sums"].as_array().unwrap().iter().map(|sum| sum.as_f64().unwrap()).collect();
        let mut before = vec![0.0; sums.len()];
        for (figure, feature) in adding.iter().zip(features) {
            let hash = u128::from_str_radix(feature["hash"].as_str().unwrap(), 16).unwrap();
            let shown: Vec<f64> = line(*figure, "before").iter().map(|sum| number(sum)).collect();
            assert_eq!(shown, before);
            let pushes: Vec<f64> = line(*figure, "push").iter().map(|push| number(push)).collect();
            let digits = line(*figure, "hash");
            for (bit, sum) in before.iter_mut().enumerate() {
                let is_one = hash >> bit & 1 == 1;
                assert_eq!(digits[bit], if is_one { "1" } else { "0" });
                let adds = is_one != arguments.contains(&"inverted");
                let weight = feature["weight"].as_f64().unwrap();
                assert_eq!(pushes[bit], if adds { weight } else { -weight });
                *sum += pushes[bit];
            }
            let after: Vec<f64> = line(*figure, "after").iter().map(|sum| number(sum)).collect();
            assert_eq!(after, before);
            assert_eq!(within(*figure, ".ticks li").len(), sums.len(), "a sentence a bit");
        }
        assert_eq!(before, sums);
        let signs = all(&page, ".figure")
            .into_iter()
            .map(|figure| line(figure, "signature"))
            .find(|line| !line.is_empty());
        let signature = signs
            .unwrap()
            .iter()
            .rev()
            .fold(0_u128, |value, digit| value << 1 | digit.parse::<u128>().unwrap());
        let hex = of["signature"].as_str().unwrap();
        assert_eq!(signature, u128::from_str_radix(hex, 16).unwrap());
        assert_eq!(words(all(&page, ".hex strong")[0]), hex);
    }
}

#[test]
fn without_scripts_everything_is_there_in_both_languages() {
    for (lang, tag, first, sentence) in [
        ("en", "en", "text", "Bit 1 of “second” is 0: subtract its weight 3, +5 becomes +2."),
        ("zh", "zh-Hans", "文本", "“second”的第 1 位是 0：减权重 3，累加值由 +5 变为 +2。"),
    ] {
        let html = page(&["explain", "--features", FIGURE, "--lang", lang]);
        let page = check(&html, tag);
        let figures = all(&page, "main > .figure");
        // Text, features, weights, hashes, three features, sums, signs, signature.
        assert_eq!(figures.len(), 10);
        assert_eq!(words(within(figures[0], "h2")[0]), first);
        assert!(figures.iter().all(|figure| words(within(*figure, ".told")[0]).ends_with(['.', '。'])));
        assert!(all(&page, ".ticks li").into_iter().map(words).any(|told| told == sentence), "{sentence}");
        assert!(all(&page, ".controls")[0].attr("hidden").is_some(), "buttons come with the script");
        assert_eq!(all(&page, "nav a").len(), 8);
        assert_eq!(
            html,
            self::page(&["explain", "--features", FIGURE, "--lang", lang]),
            "the same page again"
        );
    }
}

#[test]
fn the_policy_lets_this_script_run_and_no_other() {
    use base64::Engine;
    use sha2::Digest;
    let page = check(&page(&["explain", "--text", "a", "--bits", "4"]), "en");
    let scripts = all(&page, "script");
    assert_eq!(scripts.len(), 1);
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(words(scripts[0])));
    let policy = all(&page, "meta[http-equiv='Content-Security-Policy']")[0].attr("content").unwrap();
    assert!(
        policy.ends_with(&format!("; script-src 'sha256-{hash}'")),
        "src/core/handout/walk.rs: sha256 is {hash}"
    );
}

#[test]
fn a_long_text_has_figures_for_its_first_features_and_says_so() {
    let long: String = (0..3000).map(|word| format!("w{word}\n")).collect();
    let html = page(&["explain", "--text", &long]);
    assert!(html.len() < 2_000_000, "{}", html.len());
    let page = check(&html, "en");
    let figures = all(&page, ".figure");
    assert_eq!(figures.len(), 4 + 24 + 1 + 3);
    let rest = figures[28];
    assert!(words(rest).contains("The other 2,976 features are added in the same way"), "{}", words(rest));
    let sums = explained(&["--text", &long])["sums"].clone();
    let shown: Vec<f64> = line(rest, "after").iter().map(|sum| number(sum)).collect();
    let sums: Vec<f64> = sums.as_array().unwrap().iter().map(|sum| sum.as_f64().unwrap()).collect();
    assert_eq!(shown, sums);
    let notes: Vec<String> = all(&page, ".note").into_iter().map(words).collect();
    assert_eq!(notes[0], "… and 2,970 more lines, which are not shown.");
    assert_eq!(notes[1..], ["… and 2,940 more features, which are not shown."; 3]);
}

#[test]
fn hostile_texts_stay_text_and_an_empty_one_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("h.jsonl");
    let line = r#"{"id":"<script>alert(1)</script>","text":"</script><img src=x onerror=alert(1)> \u001b[31m \u202e mirrored \"quoted\" &amp;"}"#;
    fs::write(&path, line).unwrap();
    for tokenizer in ["words", "whitespace", "chars:3"] {
        let html = page(&["explain", path.to_str().unwrap(), "--tokenizer", tokenizer]);
        let page = check(&html, "en");
        assert_eq!(all(&page, "script").len(), 1);
        assert!(words(all(&page, "h1")[0]).contains("<script>alert(1)</script>"));
        assert!(
            words(all(&page, "blockquote")[0])
                .contains("</script><img src=x onerror=alert(1)> ␛[31m ⇠ mirrored")
        );
        assert!(!html.contains(['\u{1b}', '\u{202e}']), "no control reaches the page");
    }
    for nothing in ["", "\n\n", "  "] {
        let page = check(&page(&["explain", "--text", nothing, "--bits", "8"]), "en");
        assert_eq!(all(&page, ".figure").len(), 4, "text, sums, signs, signature");
    }
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
