//! The path of somebody who has never seen the program nor the corpus: look, choose k, check, clean, write.

use crate::support::made::Made;
use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::tui::action::Screen;
use simscope::tui::shared::Start;

fn open(made: &Made, size: (u16, u16)) -> Rig {
    Rig::open(Start { sources: vec![Source::Path(made.file.clone())], ..start() }, size.0, size.1)
}

/// Presses keys one after the other, each of which stands in the last two lines before. Returns how many.
fn walk(rig: &mut Rig, keys: &[&str]) -> usize {
    for key in keys {
        let text = rig.text();
        let lines: Vec<&str> = text.lines().collect();
        let foot = lines[lines.len() - 2..].join(" ");
        let written = match *key {
            "enter" => "Enter",
            "space" => "Space",
            key => key,
        };
        let is_there = foot.split([' ', ',', ':']).any(|word| word == written);
        assert!(is_there, "{key} is not in: {foot}\n{text}");
        rig.press(key);
    }
    keys.len()
}

const SIZES: [(u16, u16); 2] = [(120, 36), (80, 24)];

#[test]
fn the_first_insight_takes_two_keys_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let made = Made::new(folder.path(), 1);
    for size in SIZES {
        let mut rig = open(&made, size);
        assert!(walk(&mut rig, &["3"]) <= 2);
        // How many pairs this k finds, and how many of them the texts confirm, in a sentence.
        assert!(rig.text().contains("confirmed"), "{}", rig.text());
    }
}

#[test]
fn a_clean_file_with_its_warnings_read_takes_fifteen_keys_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let made = Made::new(folder.path(), 2);
    let mut rig = open(&made, (80, 24));
    let mut keys = walk(&mut rig, &["6"]);
    assert_eq!(rig.app.shared.screen, Screen::Clean);
    // A pair that is doubtful is read and said to be one or none, twice.
    keys += walk(&mut rig, &["y", "n"]);
    keys += walk(&mut rig, &["w"]);
    assert!(rig.text().contains("most would be lost"), "what will be lost is on one page: {}", rig.text());
    rig.press("enter");
    keys += 1;
    if rig.app.overlay.is_some() {
        assert!(rig.text().contains("yes"), "{}", rig.text());
        rig.press("yes").press("enter");
        keys += 4;
    }
    assert!(keys <= 15, "{keys}");
    assert!(folder.path().join("notices.unique.jsonl").exists(), "{}", rig.text());
    let (right, gone) = made.right(&folder.path().join("notices.unique.dropped.tsv"));
    println!("a clean file: {keys} keys; {right} of {gone} right");
    assert!(gone > 90 && right * 10 >= gone * 9, "{right} of {gone}");
}

#[test]
fn a_k_with_its_sentence_and_a_report_takes_fifteen_keys_at_most() {
    let folder = tempfile::tempdir().unwrap();
    let made = Made::new(folder.path(), 3);
    for size in SIZES {
        let mut rig = open(&made, size);
        let keys = walk(&mut rig, &["3", "@", "w"]) + 1;
        let said = rig.text();
        let k = rig.app.shared.k;
        assert!(k > 3 && said.contains(&format!("k = {k}")), "{said}");
        rig.press("enter");
        let report = folder.path().join("report.html");
        let page = std::fs::read_to_string(&report).unwrap();
        assert!(page.contains(&format!("k = {k} finds ")), "{page}");
        std::fs::remove_file(report).unwrap();
        println!("a defended k: {keys} keys");
        assert!(keys <= 15);
    }
}
