//! How the explorer opens, opens another corpus, and reads one again.

use crate::support::{Rig, sample, start};
use simscope::corpus::{ReadOptions, Source};
use simscope::hamming::distance;
use simscope::settings::Settings;
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::{Opening, Start};
use simscope::tui::surface::program::Program;
use std::fs;
use std::path::Path;

fn open(opening: Opening) -> Rig {
    Rig::open(Start { opening, ..start() }, 120, 36)
}

#[test]
fn it_opens_on_the_screen_with_the_filter_and_the_columns_asked_for() {
    let columns = vec!["id", "chars", "group"];
    let rig = open(Opening { filter: "ferry".to_owned(), columns, ..Opening::default() });
    let text = rig.text();
    let heads = text.lines().find(|line| line.contains("chars")).unwrap();
    assert!(heads.contains("id") && heads.contains("group") && !heads.contains("signature"), "{text}");
    assert!(text.contains("· ferry"), "{text}");
    let rig = open(Opening {
        screen: Screen::Threshold.number(),
        filter: "size>3".to_owned(),
        ..Opening::default()
    });
    assert_eq!(rig.app.shared.screen, Screen::Threshold);
    assert!(rig.text().contains("size>3"), "{}", rig.text());
    // Too many columns for the terminal: those at the end are left out, and nothing is drawn over the frame.
    let all = ["id", "text", "chars", "features", "signature", "nearest", "group"];
    for (width, height) in [(200, 60), (120, 36), (80, 24), (60, 16), (20, 8)] {
        let opening = Opening { columns: all.to_vec(), ..Opening::default() };
        Rig::open(Start { opening, ..start() }, width, height);
    }
}

#[test]
fn a_corpus_opens_on_the_closest_two_unlike_members_of_its_largest_group() {
    let ids = |rig: &Rig| {
        let shared = &rig.app.shared;
        [shared.selected, shared.pair_partner().unwrap()].map(|document| shared.shown_id(document))
    };
    for name in ["en_licenses.jsonl", "en_sermon_kjv_asv.jsonl", "zh_tldr.jsonl"] {
        let start = || Start { sources: vec![sample(name)], ..start() };
        let rig = Rig::first_seen(start(), 120, 36);
        let (groups, model) = (rig.app.shared.groups.clone().unwrap(), &rig.app.shared.model);
        let apart =
            |a: u32, b: u32| distance(model.signatures.get(a as usize), model.signatures.get(b as usize));
        let closest_of = |mut members: Vec<u32>| {
            members.sort_unstable();
            let pairs = members.iter().flat_map(|&a| members.iter().map(move |&b| (a, b)));
            let unlike = pairs.filter(|&(a, b)| a < b && apart(a, b) > 0);
            unlike.min_by_key(|&(a, b)| (apart(a, b), a, b))
        };
        let all = std::iter::once(groups.order().to_vec());
        let mut parts = (1..=groups.count()).map(|number| groups.members(number).to_vec()).chain(all);
        let closest = parts.find_map(closest_of).unwrap();
        assert_eq!((rig.app.shared.selected, rig.app.shared.other), (closest.0, Some(closest.1)), "{name}");
        assert_eq!(rig.app.shared.list.selected, closest.0 as usize);
        // Another place, the same pair; and what another k or another recipe finds moves nothing.
        let mut rig = Rig::first_seen(start(), 120, 36);
        let pair = ids(&rig);
        for keys in ["5", "4", "3", "2", "+ + +", "r tab"] {
            assert_eq!(ids(rig.press(keys)), pair, "{name} after {keys}");
        }
    }
    // Where no two unlike texts are in a group, the nearest of all.
    let rig = Rig::first_seen(Start { k: 0, ..start() }, 120, 36);
    let shared = &rig.app.shared;
    let d = distance(
        shared.model.signatures.get(shared.selected as usize),
        shared.model.signatures.get(shared.other.unwrap() as usize),
    );
    assert_eq!(
        Some(d),
        shared.model.tree.as_ref().unwrap().gap().iter().copied().filter(|&gap| gap > 0).min()
    );
}

#[test]
fn whoever_has_selected_something_keeps_it() {
    for keys in ["down", "down up", "n N"] {
        let mut rig = Rig::open_unsettled(start(), 120, 36);
        while rig.app.shared.row_count() == 0 {
            rig.step();
        }
        rig.press(keys);
        assert_eq!((rig.app.shared.selected > 0, rig.app.shared.other), (keys == "down", None), "{keys}");
    }
    let opening = Opening { filter: "ferry".to_owned(), ..Opening::default() };
    let rig = Rig::first_seen(Start { opening, ..start() }, 120, 36);
    assert!(rig.app.shared.shown_id(rig.app.shared.selected).contains("ferry"));
}

#[test]
fn a_text_opens_beside_a_copy_and_two_texts_as_a_pair() {
    let two = ["my own sentence".to_owned(), "my other sentence".to_owned()];
    let mut rig = open(Opening { texts: two.to_vec(), ..Opening::default() });
    assert_eq!(
        (rig.app.shared.screen, rig.app.screens.pair.texts()),
        (Screen::Pair, ["my own sentence", "my other sentence"])
    );
    assert!(rig.text().contains("+ other"), "{}", rig.text());
    // They can be edited as any pair can, and a document that is selected does not take their place.
    rig.press("i").press("ctrl-a").press("xyz esc n 1 down 5");
    assert_eq!(rig.app.screens.pair.texts(), ["my own sentence", "xyz"]);
    let rig = open(Opening { texts: two[..1].to_vec(), ..Opening::default() });
    assert_eq!(rig.app.shared.screen, Screen::Pair);
    assert_eq!(rig.text().matches("my own sentence").count(), 2, "in A and in B\n{}", rig.text());
    assert!(rig.text().contains("3 features"), "{}", rig.text());
}

#[test]
fn texts_without_a_path_are_the_documents_of_every_place() {
    let typed = ["my own sentence".to_owned(), "my other sentence".to_owned()].to_vec();
    let screen = Screen::Pair.number();
    let opening = Opening { typed: typed.clone(), screen, ..Opening::default() };
    let sources = Vec::new();
    let mut rig = Rig::open(Start { opening, sources, ..start() }, 80, 24);
    assert_eq!(rig.app.screens.pair.texts(), ["my own sentence", "my other sentence"]);
    // Steps and anatomy are of these texts, and nothing else stands behind them.
    rig.press("enter");
    assert_eq!((rig.app.shared.screen, rig.app.shared.selected), (Screen::Anatomy, 1));
    assert!(rig.press("space").text().contains("my other sentence"), "{}", rig.text());
    assert!(rig.press("esc N").text().contains("text 1"), "{}", rig.text());
    assert_eq!(rig.app.shared.model.corpus.len(), 2);
    // Of one text there is a copy to edit, and it is the one document.
    let opening =
        Opening { typed: typed[..1].to_vec(), texts: typed[..1].to_vec(), screen, ..Opening::default() };
    let mut rig = Rig::open(Start { opening, sources: Vec::new(), ..start() }, 80, 24);
    assert_eq!(rig.app.screens.pair.texts(), ["my own sentence"; 2]);
    rig.press("i end").press("s").press("esc 2");
    assert!(rig.text().contains("text 1") && rig.app.shared.model.corpus.len() == 1, "{}", rig.text());
}

fn corpus(path: &Path, texts: &[&str]) {
    let line = |(i, text): (usize, &&str)| format!("{{\"id\":\"d{i}\",\"text\":\"{text}\"}}\n");
    fs::write(path, texts.iter().enumerate().map(line).collect::<String>()).unwrap();
}

#[test]
fn reading_again_keeps_where_one_was() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    corpus(&path, &["one two three", "one two three four", "five six"]);
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path.clone())], ..start() }, 120, 36);
    rig.act(Action::SetK(9)).press("down down 2");
    assert_eq!(rig.app.shared.selected, 2);
    corpus(&path, &["one two three", "one two three four", "a new text", "and another"]);
    rig.act(Action::ReadAgain);
    let shared = &rig.app.shared;
    assert_eq!((shared.model.corpus.len(), shared.k, shared.screen), (4, 9, Screen::Anatomy));
    assert_eq!(shared.model.corpus.get(shared.selected as usize).id, "d2");
    assert!(rig.text().contains("a new text"), "{}", rig.text());
}

#[test]
fn another_corpus_takes_the_place_of_one_that_is_still_read() {
    let sermon = sample("en_sermon_kjv_asv.jsonl");
    let mut rig = Rig::open_unsettled(Start { sources: vec![sermon], ..start() }, 120, 36);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.jsonl");
    corpus(&path, &["one two three", "four five six"]);
    rig.press_unsettled("‹ask-open›");
    rig.press_unsettled(path.to_str().unwrap()).press_unsettled("enter");
    rig.settle();
    assert_eq!(rig.app.shared.model.corpus.len(), 2, "reports about the corpus before are passed over");
    assert!(rig.text().contains("small.jsonl 2"), "{}", rig.text());
    // An answer without a path opens nothing.
    rig.press("ctrl-p enter");
    assert_eq!(rig.app.shared.model.corpus.len(), 2);
    // What does not exist is not opened: what was there before is still there, and works.
    rig.press("‹ask-open›").press("/no/such.jsonl").press("enter");
    assert!(!rig.has_quit && rig.message().contains("/no/such.jsonl: no such file"), "{}", rig.message());
    assert_eq!(rig.app.shared.model.corpus.len(), 2);
    rig.press("]");
    assert!(rig.app.shared.k == 4 && rig.message().starts_with("k 3 → 4: 0 → 0 groups"), "{}", rig.text());
}

#[test]
fn reading_again_what_is_cut_keeps_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.json");
    let whole = r#"[{"id": "x", "text": "one two three"}, {"id": "y", "text": "one two four"}]"#;
    fs::write(&path, whole).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path.clone())], ..start() }, 120, 36);
    fs::write(&path, &whole[..whole.len() - 20]).unwrap();
    rig.act(Action::ReadAgain);
    assert_eq!(rig.app.shared.model.corpus.len(), 2);
    assert!(rig.message().contains("the corpus before stays"), "{}", rig.message());
    // What was cut before is no news, and is read.
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    rig.act(Action::ReadAgain);
    assert!(rig.message().starts_with("reading again"), "{}", rig.message());
    assert_eq!(rig.app.shared.model.corpus.len(), 1);
}

#[test]
fn reading_again_what_is_gone_cut_or_without_its_field_keeps_everything() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.csv");
    let whole = "id,text\nx,one two three\ny,one two four\nz,five six\n";
    fs::write(&path, whole).unwrap();
    let options = ReadOptions { text_field: Some("text".to_owned()), ..ReadOptions::default() };
    let sources = vec![Source::Path(path.clone())];
    let mut rig = Rig::open(Start { sources, options, ..start() }, 120, 36);
    rig.act(Action::SetK(9)).press("down down v m ‹sort-next›");
    rig.press("‹to-lab› i").app.paste("typed by hand");
    rig.settle();
    rig.press("esc 1");
    let kept = |rig: &Rig| {
        let shared = &rig.app.shared;
        assert!(!rig.has_quit && rig.message().contains("the corpus before stays"), "{}", rig.text());
        assert_eq!((shared.model.corpus.len(), shared.k, shared.marks.len()), (3, 9, 1));
        assert_eq!(shared.model.corpus.get(shared.selected as usize).id, "z");
        assert!(rig.app.screens.pair.b.editor.text().contains("typed by hand"));
    };
    for (content, why) in [
        (None, "no such file"),
        (Some("id,body\nx,one two three\n"), "text"),
        (Some("id,text\n"), "no document"),
        (Some("id,text\nx,one two three\ny,\"one two"), "quote"),
    ] {
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        rig.act(Action::ReadAgain);
        assert!(rig.message().contains(why), "{content:?}: {}", rig.message());
        kept(&rig);
        // Undo still restores the state before, and another k has its groups.
        rig.press("u");
        assert_eq!(rig.app.shared.marks.len(), 0);
        rig.press("ctrl-r [");
        assert!(
            rig.app.shared.k == 8 && rig.message().starts_with("k 9 → 8: 0 → 0 groups"),
            "{}",
            rig.text()
        );
        rig.press("u");
    }
    fs::write(&path, whole).unwrap();
    rig.act(Action::ReadAgain);
    assert!(rig.message().starts_with("reading again"), "{}", rig.message());
    assert!(!rig.app.screens.pair.is_touched());
}

#[test]
fn standard_input_is_not_read_twice() {
    let mut rig = Rig::open_unsettled(Start { sources: vec![Source::Stdin], ..start() }, 120, 36);
    rig.app.update(Action::ReadAgain);
    assert!(rig.message().contains("cannot be read a second time"), "{}", rig.message());
}

#[test]
fn a_document_is_handed_with_the_file_that_it_is_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.jsonl");
    corpus(&path, &["one", "two \\u001b[31m"]);
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path.clone())], ..start() }, 120, 36);
    rig.press("down ‹editor› ‹pager›");
    let [editor, pager] = &rig.handed[..] else { panic!("{:?}", rig.handed) };
    assert_eq!((editor.program, pager.program), (Program::Editor, Program::Pager));
    assert_eq!(editor.text, "two \u{1b}[31m");
    let origin = editor.origin.as_ref().unwrap();
    assert_eq!((&origin.0, origin.2), (&path, 1));
}

#[test]
fn help_the_foot_and_the_palette_show_the_keys_of_the_settings() {
    let toml = "[keys]\nquit = \"f10\"\nsort = \"ctrl-g\"\n";
    let settings = Settings::from_toml(Path::new("config.toml"), toml).unwrap();
    let mut rig = open(Opening { settings, ..Opening::default() });
    assert!(rig.text().contains("Ctrl-G sort") && rig.text().contains("F10 quit"), "{}", rig.text());
    rig.press("? sort");
    assert!(rig.text().contains("Ctrl-G  "), "{}", rig.text());
    rig.press("esc esc : sort the list");
    assert!(rig.text().contains("Ctrl-G"), "{}", rig.text());
    rig.press("esc q");
    assert!(!rig.has_quit && rig.message().contains("no such key"), "{}", rig.message());
    rig.press("ctrl-g");
    assert!(rig.text().contains("f features"), "{}", rig.text());
    rig.press("f");
    assert!(rig.message().contains("sorted by features"), "{}", rig.message());
}
