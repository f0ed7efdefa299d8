//! The pages of the repository: which there are, how many, and how long they may be.

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// English pages of docs, docs/dev included; README.md beside them does not count.
const MOST_PAGES: usize = 18;
/// Words of these pages and of README.md.
const MOST_WORDS: usize = 32_000;
const MOST_WORDS_OF_A_PAGE: usize = 3_200;
/// Folders whose README.md is tested as the pages of docs are, and counts nowhere.
const BESIDE: [&str; 5] = ["benches", "samples", "samples/lessons", "tests", "tests/peers"];

fn pages_of(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(ROOT).join(folder)).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

/// The pages of docs and docs/dev.
fn pages_of_docs() -> Vec<PathBuf> {
    [pages_of("docs"), pages_of("docs/dev")].concat()
}

fn readme() -> PathBuf {
    Path::new(ROOT).join("README.md")
}

/// All pages whose examples and links are tested.
#[cfg_attr(
    not(all(feature = "parquet", unix)),
    expect(dead_code, reason = "examples need a shell and all formats")
)]
pub fn all() -> Vec<PathBuf> {
    let beside = BESIDE.iter().map(|folder| Path::new(ROOT).join(folder).join("README.md"));
    let mut pages: Vec<PathBuf> = pages_of_docs().into_iter().chain([readme()]).chain(beside).collect();
    pages.sort();
    pages
}

fn is_english(page: &Path) -> bool {
    !page.to_str().unwrap().ends_with(".zh.md")
}

/// As `wc -w` counts: the bars of tables and the examples are words, too.
fn words(page: &Path) -> usize {
    fs::read_to_string(page).unwrap().split_whitespace().count()
}

#[test]
fn there_are_few_pages_and_none_is_long() {
    let pages: Vec<PathBuf> = pages_of_docs().into_iter().filter(|page| is_english(page)).collect();
    let mut counts: Vec<(usize, PathBuf)> = pages.iter().map(|page| (words(page), page.clone())).collect();
    counts.push((words(&readme()), readme()));
    counts.sort();
    let shown = |(words, page): &(usize, PathBuf)| {
        format!("{words:6}  {}\n", page.strip_prefix(ROOT).unwrap().display())
    };
    let all: usize = counts.iter().map(|(words, _)| words).sum();
    let table: String = counts.iter().map(shown).collect();
    println!("{table}{all:6}  words, {} pages and README.md", pages.len());
    assert!(pages.len() <= MOST_PAGES, "{} pages: merge two, or put it beside what it is about", pages.len());
    let long: String = counts.iter().filter(|(words, _)| *words > MOST_WORDS_OF_A_PAGE).map(shown).collect();
    assert!(long.is_empty(), "shorten what is said twice:\n{long}");
    assert!(all <= MOST_WORDS, "{all} words: shorten what is said twice\n{table}");
}

#[test]
fn a_chinese_page_has_an_english_one() {
    for page in pages_of_docs().iter().filter(|page| !is_english(page)) {
        let english = page.to_str().unwrap().replace(".zh.md", ".md");
        assert!(Path::new(&english).exists() || page.ends_with("README.zh.md"), "{}", page.display());
    }
}

/// The files below a folder, but snapshots.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        match path.is_dir() {
            true if !path.ends_with("snapshots") => files_below(&path, found),
            true => {}
            false => found.push(path),
        }
    }
}

#[test]
fn every_page_that_help_messages_and_comments_name_is_there() {
    let name = Regex::new(r"\b(?:docs|benches|samples|tests)/[A-Za-z/-]*[A-Z]+(?:\.zh)?\.md\b").unwrap();
    let mut files = Vec::new();
    ["src", "tests", "benches"]
        .iter()
        .for_each(|folder| files_below(&Path::new(ROOT).join(folder), &mut files));
    let (mut named, mut gone) = (0, Vec::new());
    for (file, text) in files.iter().filter_map(|file| Some((file, fs::read_to_string(file).ok()?))) {
        for page in name.find_iter(&text).map(|found| found.as_str()) {
            named += 1;
            if !Path::new(ROOT).join(page).exists() {
                gone.push(format!("{}: {page}", file.display()));
            }
        }
    }
    assert!(named > 30, "only {named} names were found");
    assert!(gone.is_empty(), "{}", gone.join("\n"));
}
