//! A corpus that is opened again continues where it was left.

use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::{Opening, Start};
use std::path::{Path, PathBuf};

/// A corpus of its own, and the folder in which is kept how it is left.
fn made() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("poems.jsonl");
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/zh_tang_two_editions.jsonl");
    std::fs::copy(sample, &corpus).unwrap();
    let state = folder.path().join("state");
    (folder, corpus, state)
}

fn open(corpus: &Path, state: &Path, is_fresh: bool) -> Rig {
    let opening = Opening { state: Some(state.to_owned()), is_fresh, ..Opening::default() };
    Rig::open(Start { sources: vec![Source::Path(corpus.to_owned())], opening, ..start() }, 120, 36)
}

fn leave(corpus: &Path, state: &Path) {
    let mut rig = open(corpus, state, false);
    rig.act(Action::SetK(7)).press("v m").act(Action::SetK(11)).press("v m").act(Action::SetK(5));
    rig.press("/ 月 enter 3").act(Action::Threshold(simscope::tui::action::threshold::Act::StepTau(1)));
    rig.app.keep_left();
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = folder.read_dir().into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn place_k_tau_filter_and_marks_are_as_they_were_left() {
    let (folder, corpus, state) = made();
    leave(&corpus, &state);
    let before = files(folder.path());
    let rig = open(&corpus, &state, false);
    assert!(rig.message().starts_with("as you left it, k = 5"), "{}", rig.message());
    let shared = &rig.app.shared;
    assert_eq!((shared.screen, shared.k), (Screen::Threshold, 5));
    assert!(shared.tau_hundredths > 30);
    assert_eq!(rig.app.screens.corpus.filter.text(), "月");
    assert_eq!(shared.mark_places(), [("A", 7), ("B", 11)]);
    let tree = shared.model.tree.as_ref().unwrap();
    assert_eq!(shared.marks[0].groups.count(), tree.cut(7).count());
    // Opening alone writes nothing, and what is kept has no text of the corpus and lies in the folder of the state.
    assert_eq!(files(folder.path()), before);
    let [kept] = &files(&state)[..] else { panic!("one file: {:?}", files(&state)) };
    let kept = std::fs::read_to_string(kept).unwrap();
    let has_text = shared.model.corpus.iter().any(|document| kept.contains(document.text));
    assert!(!has_text && kept.lines().count() < 10, "{kept}");
}

#[test]
fn a_corpus_that_has_changed_begins_afresh_and_says_so() {
    let (_folder, corpus, state) = made();
    leave(&corpus, &state);
    let mut text = std::fs::read_to_string(&corpus).unwrap();
    text += "{\"id\": \"new\", \"text\": \"一篇新的文本\"}\n";
    std::fs::write(&corpus, text).unwrap();
    let rig = open(&corpus, &state, false);
    assert!(rig.message().contains("has changed since it was left"), "{}", rig.message());
    assert_eq!((rig.app.shared.screen, rig.app.shared.k), (Screen::Corpus, 3));
    assert!(rig.app.screens.corpus.filter.is_empty() && rig.app.shared.marks.is_empty());
}

#[test]
fn it_begins_afresh_where_that_is_asked_and_what_is_kept_cannot_be_read() {
    let (_folder, corpus, state) = made();
    leave(&corpus, &state);
    assert_eq!(open(&corpus, &state, true).app.shared.screen, Screen::Corpus);
    let [kept] = &files(&state)[..] else { panic!("one file") };
    for broken in ["", "simscope left 1\nplace", "\0\u{1}", "simscope left 9\nk\t300\n"] {
        std::fs::write(kept, broken).unwrap();
        let rig = open(&corpus, &state, false);
        assert_eq!((rig.app.shared.screen, rig.app.shared.k), (Screen::Corpus, 3), "{broken:?}");
    }
}

#[test]
fn the_sample_always_begins_afresh_and_nothing_of_it_is_kept() {
    let state = tempfile::tempdir().unwrap();
    let opening = || Opening { state: Some(state.path().to_owned()), ..Opening::default() };
    let mut rig = Rig::open(Start { opening: opening(), ..start() }, 120, 36);
    rig.act(Action::SetK(9)).press("4");
    rig.app.keep_left();
    assert_eq!(files(state.path()), [] as [PathBuf; 0]);
    let rig = Rig::open(Start { opening: opening(), ..start() }, 120, 36);
    assert_eq!((rig.app.shared.screen, rig.app.shared.k), (Screen::Corpus, 3));
}

#[test]
fn without_a_folder_nothing_is_kept() {
    let (folder, corpus, _) = made();
    let before = files(folder.path());
    let mut rig = Rig::open(Start { sources: vec![Source::Path(corpus)], ..start() }, 120, 36);
    rig.press("3 + +");
    rig.app.keep_left();
    assert_eq!(files(folder.path()), before);
}

#[test]
fn the_first_time_one_line_says_where_help_is_and_any_key_hides_it() {
    let (_folder, corpus, state) = made();
    let mut rig = open(&corpus, &state, false);
    let new = "new here? ? explains what you see, L L has lessons; any key hides this line";
    assert!(rig.text().contains(new), "{}", rig.text());
    // The message in its place is read first.
    rig.app.shared.warn(("read as GB18030", "read as GB18030"));
    rig.press("down");
    assert!(rig.text().contains(new), "{}", rig.text());
    rig.press("down");
    assert!(!rig.text().contains("new here?"), "{}", rig.text());
    assert!(!open(&corpus, &state, false).text().contains("new here?"));
}
