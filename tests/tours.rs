//! The tours in docs/ are walked: what each step shows in quotes stands on the screen after the keys of the step.
//!
//! A tour is in a page of docs. `<!-- open: samples/a.jsonl -k 9 -->` opens the explorer at 120 × 36 (`b.jsonl=samples/a.jsonl` a
//! copy of that name in a new folder, `builtin` the sample). `<!-- keys: 3 o -->` presses keys. Each *text in italics*, in Chinese each 「text in
//! corner brackets」, before the comment must be on a frame drawn after one of them, blanks apart.

#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

#[path = "support/mod.rs"]
mod support;

use regex::Regex;
use simscope::corpus::Source;
use simscope::recipe::{Bits, Recipe};
use simscope::tui::shared::Start;
use simscope::tui::surface::lang::Lang;
use std::fs;
use std::path::Path;
use support::{Rig, start};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What the explorer is opened with.
fn opened(words: &str) -> Start {
    let mut start = start();
    let mut words = words.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "builtin" => start.sources = vec![Source::Builtin],
            "-k" => start.k = words.next().unwrap().parse().unwrap(),
            "--bits" => {
                let bits = Bits::new(words.next().unwrap().parse().unwrap()).unwrap();
                start.recipe = Recipe { bits, ..Recipe::default() };
            }
            "zh" => start.lang = Lang::Zh,
            _ => {
                let (copy, path) = word.split_once('=').unwrap_or(("", word));
                let mut path = Path::new(ROOT).join(path);
                if !copy.is_empty() {
                    fs::copy(path, copy).unwrap();
                    path = copy.into();
                }
                start.sources = vec![Source::Path(path)];
            }
        }
    }
    start
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Walks a tour; returns what was not seen, step by step, and how much was.
fn walked(page: &Path) -> (Vec<String>, usize) {
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let text = fs::read_to_string(page).unwrap();
    let comment = Regex::new(r"<!-- (open|keys): (.*?) -->").unwrap();
    let quote = Regex::new(r"(?s)\*([^*]+)\*|「([^」]+)」").unwrap();
    let bold = Regex::new(r"\*\*[^*]*\*\*|`[^`]*`").unwrap();
    let (mut rig, mut from, mut faults, mut seen): (Option<Rig>, _, _, _) = (None, 0, Vec::new(), 0);
    for found in comment.captures_iter(&text) {
        let step = bold.replace_all(&text[from..found.get(0).unwrap().start()], "");
        from = found.get(0).unwrap().end();
        if &found[1] == "open" {
            rig = Some(Rig::first_seen(opened(&found[2]), 120, 36));
            continue;
        }
        let rig = rig.as_mut().unwrap();
        let mut frames = String::new();
        for key in found[2].split(' ') {
            frames += &without_blanks(&rig.press(key).text());
        }
        for quoted in quote.captures_iter(&step) {
            let quoted = quoted.get(1).or(quoted.get(2)).unwrap().as_str();
            seen += 1;
            if !frames.contains(&without_blanks(quoted)) {
                let line = text[..found.get(0).unwrap().start()].lines().count();
                faults.push(format!(
                    "{}, line {line}: {quoted:?} is not shown\n{}",
                    page.display(),
                    rig.text()
                ));
            }
        }
    }
    (faults, seen)
}

fn check(end: &str, quotes: usize) {
    let mut faults = Vec::new();
    for name in ["TOUR-ANALYST", "TEACH", "SHORT-TEXTS"] {
        let (wrong, seen) = walked(&Path::new(ROOT).join(format!("docs/{name}{end}")));
        assert!(seen >= quotes, "{name}{end} quotes the screen {seen} times only");
        faults.extend(wrong);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// One test, as the tours write into the folder in which the explorer runs.
#[test]
fn the_tours_show_what_they_say_in_both_languages() {
    check(".md", 15);
    check(".zh.md", 15);
}
