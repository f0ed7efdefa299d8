//! `simscope passages`, the gate for passages of `check`, and texts that were given.

use crate::command::{simscope, stdout, text};
use crate::folder::Folder;
use serde_json::{Value, json};

const TASK: &str = "Describe in your own words what a river does to the land through which it flows, and say how you know it.";
const TAKEN: &str = "The water carries sand and stones down from the hills, and where the slope ends it lets them fall in wide fans.";

/// Five essays, an assignment, and a web page that one of them took a sentence from.
fn essays() -> (Folder, String, String, String) {
    let folder = Folder::new();
    let own = |name: &str| (0..40).map(|at| format!("{name}{at} ")).collect::<String>();
    let line = |id: &str, parts: &[&str]| format!("{}\n", json!({ "id": id, "text": parts.join(" ") }));
    let mut lines = String::new();
    for name in ["ann", "bob", "cleo", "dan"] {
        lines += &line(name, &[TASK, &own(name)]);
    }
    lines += &line("eve", &[TASK, &own("eve"), &TAKEN.to_uppercase().replace("FROM THE", "much")]);
    let essays = folder.file("essays.jsonl", &lines);
    let web =
        folder.file("web.jsonl", line("page", &[&own("page"), TAKEN]) + &line("other", &[&own("other")]));
    let task = folder.file("task.txt", TASK.replace(", and", ",\nand"));
    (folder, essays, web, task)
}

fn rows(arguments: &[&str]) -> Vec<Value> {
    let printed = stdout(&[arguments, &["--format", "jsonl"]].concat());
    printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_one_took_is_found_to_the_word_and_what_all_were_given_is_not() {
    let (folder, essays, web, task) = essays();
    assert_eq!(rows(&["passages", &essays]).len(), 10, "all five have the assignment");
    assert_eq!(rows(&["passages", &essays, "--given", &task]), [] as [Value; 0]);
    let found = rows(&["passages", &essays, "--given", &task, "--against", &web, "--offsets"]);
    assert_eq!(found.len(), 1, "{found:?}");
    let row = &found[0];
    // The assignment has 22 words; “from the” became one other word.
    let expected = [("from_a", 62), ("to_a", 83), ("from_b", 40), ("to_b", 62), ("words", 20)];
    for (name, value) in expected {
        assert_eq!(row[name], value, "{name} of {row}");
    }
    let (a, b) = (rows(&["passages", &essays, "--against", &web, "--given", &task]), &row["start_char_b"]);
    assert_eq!((a[0]["id_a"].as_str(), a[0]["id_b"].as_str()), (Some("eve"), Some("page")));
    let page: Value =
        serde_json::from_str(std::fs::read_to_string(&web).unwrap().lines().next().unwrap()).unwrap();
    let at = |name: &str| row[name].as_u64().unwrap() as usize;
    assert_eq!(
        &page["text"].as_str().unwrap()[at("start_byte_b")..at("end_byte_b")],
        TAKEN.trim_end_matches('.')
    );
    assert_eq!(b, &row["start_byte_b"]);
    let shares = rows(&["passages", &essays, "--against", &web, "--given", &task, "--by-document"]);
    assert_eq!(shares[4]["sources"], json!(["page"]));
    assert_eq!((&shares[4]["in_others"], &shares[4]["own"]), (&json!(20), &json!(63)));
    assert_eq!((&shares[0]["in_others"], &shares[0]["sources"]), (&json!(0), &json!([])));
    for format in ["tsv", "csv", "table"] {
        assert!(stdout(&["passages", &essays, "--against", &web, "--format", format]).contains("eve"));
    }
    drop(folder);
}

#[test]
fn a_sheet_has_each_text_once_with_its_passages_and_hostile_texts_are_inert() {
    let (folder, essays, web, task) = essays();
    let sheet = folder.path("sheet.html");
    stdout(&["passages", &essays, "--against", &web, "--given", &task, "-o", &sheet]);
    let page = std::fs::read_to_string(&sheet).unwrap();
    assert!(
        page.contains("eve") && page.contains("<mark class=\"colour-0\">") && page.contains("task.txt"),
        "{page}"
    );
    assert_eq!(page.matches("<h2>").count(), 1);
    assert!(
        !page.contains("<script") && !page.contains("http://") && !page.contains("<link rel=\"stylesheet")
    );
    let hostile = format!("<script>alert(1)</script> \u{202e}\u{1b}[31m {TAKEN} <img src=x onerror=y>");
    let lines = [("<b>", &hostile), ("x", &hostile)]
        .map(|(id, text)| format!("{}\n", json!({ "id": id, "text": text })));
    let hostile = folder.file("hostile.jsonl", lines.concat());
    stdout(&["passages", &hostile, "-o", &sheet, "--force", "--lang", "zh"]);
    let page = std::fs::read_to_string(&sheet).unwrap();
    assert!(
        page.contains("script&gt;alert(1)") && page.contains("lang=\"zh-Hans\"") && page.contains("个词"),
        "{page}"
    );
    assert!(
        !page.contains("<script")
            && !page.contains("<img")
            && !page.contains('\u{202e}')
            && !page.contains("<b>")
    );
    let refused = simscope(&["passages", &hostile, "-o", &hostile, "--force"]).output().unwrap();
    assert!(text(&refused.stderr).contains("is read as input"), "{}", text(&refused.stderr));
}

#[test]
fn the_gate_says_file_line_item_and_passage_and_exits_with_3() {
    let (_folder, essays, web, task) = essays();
    let check = |more: &[&str]| {
        let arguments =
            [&["check", &web, "--against", &essays, "--given", &task, "--passages"], more].concat();
        let ran = simscope(&arguments).output().unwrap();
        (ran.status.code(), text(&ran.stdout), text(&ran.stderr))
    };
    let (code, out, told) = check(&[]);
    assert_eq!(code, Some(3), "{told}");
    assert!(out.contains("web.jsonl:1: passage of 20 words: "), "{out}");
    assert!(out.contains("essays.jsonl:5: eve: The water carries"), "{out}");
    assert!(told.contains("1 passage of 13 words or more: 1 of 2 documents"), "{told}");
    assert_eq!(check(&["21"]).0, Some(0));
    let row: Value = serde_json::from_str(&check(&["13", "--format", "jsonl"]).1).unwrap();
    assert_eq!((&row["known_id"], &row["line"], &row["words"]), (&json!("eve"), &json!(1), &json!(20)));
    let sarif: Value = serde_json::from_str(&check(&["13", "--format", "sarif"]).1).unwrap();
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "passage");
}

#[test]
fn what_was_given_weighs_nothing_where_texts_are_compared_and_signatures_stay() {
    let (folder, essays, _, task) = essays();
    let lines = std::fs::read_to_string(&essays).unwrap();
    // Two short answers below a long assignment: alike only by what both were given.
    let short = lines.lines().take(2).map(|line| {
        let one: Value = serde_json::from_str(line).unwrap();
        let text: Vec<&str> = one["text"].as_str().unwrap().split(' ').take(26).collect();
        format!("{}\n", json!({ "id": one["id"], "text": text.join(" ") }))
    });
    let short = folder.file("short.jsonl", short.collect::<String>());
    let confirmed = |more: &[&str]| {
        rows(&[&["pairs", &short, "-k", "64", "--confirm", "jaccard>=0.5"], more].concat()).len()
    };
    assert_eq!((confirmed(&[]), confirmed(&["--given", &task])), (1, 0));
    let gone = |more: &[&str]| {
        let out = folder.path("out.jsonl");
        let ran =
            simscope(&[&["dedup", &short, "-o", &out, "--force", "--yes"], more].concat()).output().unwrap();
        (text(&ran.stderr), std::fs::read_to_string(&out).unwrap_or_default().lines().count())
    };
    assert_eq!(gone(&["--given", &task]).1, 2, "{:?}", gone(&["--given", &task]));
    let frames = |more: &[&str]| rows(&[&["frames", &essays], more].concat()).len();
    assert_eq!((frames(&[]), frames(&["--given", &task])), (1, 0));
    assert_eq!(rows(&["hash", &essays]), rows(&["hash", &essays, "--given", &task]));
    let refused = |arguments: &[&str]| {
        let ran = simscope(arguments).output().unwrap();
        (ran.status.code(), text(&ran.stderr))
    };
    let blank = folder.file("blank.txt", "one two");
    let (code, told) = refused(&["frames", &essays, "--given", &blank]);
    assert!(code == Some(2) && told.contains("at least four words"), "{told}");
    let (code, told) = refused(&["passages", &essays, "--given", &folder.path("no.txt")]);
    assert!(code == Some(1) && told.contains("no such file"), "{told}");
    // By what it holds, whatever its name is.
    let index = folder.path("index.of.essays");
    let built = simscope(&["index", "build", &essays, "-o", &index]).output().unwrap();
    assert!(built.status.success(), "{}", text(&built.stderr));
    let (code, told) = refused(&["passages", &essays, "--against", &index]);
    assert!(code == Some(2) && told.contains("an index has signatures"), "{told}");
}
