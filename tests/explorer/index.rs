//! The index screen: strategies, blocks and candidates.

use crate::support;
use crate::support::{Rig, sample, start, with_bits};
use simscope::hamming::distance;
use simscope::progress::Progress;
use simscope::search::{Design, Neighbours, Strategy};
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::index::keys::Pane as Own;
use simscope::tui::shared::Start;
use simscope::tui::surface::theme::{Depth, Theme};

fn index(start: Start, width: u16, height: u16) -> Rig {
    let mut rig = Rig::open(start, width, height);
    rig.act(Action::Go(Screen::Index));
    assert_eq!(rig.app.shared.screen, Screen::Index);
    assert!(rig.app.screens.index.answered(&rig.app.shared).is_some());
    rig
}

/// To the strategy in a row.
fn choose(rig: &mut Rig, row: usize) {
    rig.act(Action::SelectRow(Pane::Index(Own::Strategies), row));
}

#[test]
fn the_tables_of_a_strategy() {
    let mut rig = index(start(), 120, 36);
    choose(&mut rig, 3);
    insta::assert_snapshot!("tables_en_120x36", rig.styled());
}

#[test]
fn every_strategy_finds_the_same_neighbours_whatever_the_document_and_k() {
    let mut rig = index(start(), 120, 36);
    for k in [3, 0, 7, 16, 40, 64] {
        rig.act(Action::SetK(k));
        for _ in 0..5 {
            rig.press("n");
            let app = &rig.app;
            let answer = app.screens.index.answered(&app.shared).unwrap();
            let signatures = &app.shared.model.signatures;
            assert_eq!(answer.signature, signatures.get(app.shared.selected as usize));
            let all = (0..signatures.len() as u32).filter(|&other| {
                other != app.shared.selected
                    && distance(signatures.get(other as usize), answer.signature) <= k
            });
            let all: Vec<u32> = all.collect();
            for tried in answer.tried.iter().filter(|tried| tried.design.is_ok()) {
                let mut found: Vec<u32> =
                    tried.candidates[..tried.found].iter().map(|hit| hit.index).collect();
                found.sort_unstable();
                assert_eq!(found, all, "{} at {k}", tried.strategy);
            }
            assert!(rig.text().contains(&format!("all find {} ✓", all.len())), "{}", rig.text());
        }
    }
}

#[test]
fn what_is_counted_is_what_a_search_with_such_tables_costs() {
    let mut rig = index(start(), 120, 36);
    for k in [3, 6] {
        rig.act(Action::SetK(k));
        let shared = &rig.app.shared;
        let answer = rig.app.screens.index.answered(shared).unwrap();
        for tried in &answer.tried {
            let design = Design::new(tried.strategy, shared.model.recipe.bits, k).unwrap();
            let signatures = shared.model.signatures.clone();
            let search = Neighbours::build(signatures, design, &Progress::new()).unwrap();
            let mut hits = Vec::new();
            let counters = search.within(answer.signature, k, &mut hits);
            // Each table brings up the document itself, too.
            let itself = tried.looks.len().max(1) as u64;
            assert_eq!(hits.len(), tried.found + 1, "{}", tried.strategy);
            assert_eq!(tried.brought_up() + itself, counters.candidates, "{}", tried.strategy);
            if tried.strategy != Strategy::Scan {
                assert_eq!(tried.looks.len() as u64, counters.probes);
                assert_eq!(tried.looks.iter().map(|look| look.new).sum::<u64>(), tried.found as u64);
            }
        }
    }
}

#[test]
fn a_candidate_is_found_by_the_table_that_is_shown_and_has_its_blocks_whole() {
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(6));
    choose(&mut rig, 3);
    rig.act(Action::Focus(Pane::Index(Own::Found))).press("home");
    let rows = rig.app.screens.index.tried(&rig.app.shared).unwrap().candidates.len();
    assert!(rows > 1);
    for _ in 0..rows {
        let (own, shared) = (&rig.app.screens.index, &rig.app.shared);
        let (hit, answer) = (own.hit(shared).unwrap(), own.answered(shared).unwrap());
        let flips = answer.signature ^ shared.model.signatures.get(hit.index as usize);
        let design = own.tried(shared).unwrap().design.as_ref().unwrap();
        assert!(design.is_first(own.tables.selected, flips), "{hit:?}");
        assert_eq!(shared.other, Some(hit.index));
        assert!(rig.text().contains(&format!("holes: {} bit", hit.distance)), "{}", rig.text());
        rig.press("down");
    }
}

#[test]
fn a_k_at_which_no_block_stays_whole_says_why() {
    let mut rig = index(start(), 120, 36);
    rig.press("]");
    let tried = &rig.app.screens.index.answered(&rig.app.shared).unwrap().tried;
    assert!(tried.iter().any(|tried| tried.strategy == Strategy::Tables { blocks: 7 }));
    rig.act(Action::SetK(64));
    assert!(rig.text().contains("too few"), "{}", rig.text());
    assert!(rig.text().contains("plan: scan"), "{}", rig.text());
}

#[test]
fn the_query_follows_the_document_and_enter_goes_to_a_candidate() {
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(6));
    let (from, hit) = (rig.app.shared.selected, rig.app.screens.index.hit(&rig.app.shared).unwrap());
    rig.act(Action::Focus(Pane::Index(Own::Found))).press("enter");
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (hit.index, Some(from)));
    rig.press("ctrl-o");
    assert_eq!(rig.app.shared.selected, from);
    // Without a candidate the nearest document is named, and the key says why it cannot act.
    rig.act(Action::SetK(0));
    while rig.app.screens.index.hit(&rig.app.shared).is_some() {
        rig.press("n");
    }
    assert!(rig.text().contains("no candidates; the nearest"), "{}", rig.text());
    rig.press("enter");
    assert!(rig.message().contains("v n goes to the nearest"), "{}", rig.message());
}

#[test]
fn escape_cancels_the_search_and_resume_takes_it_up_again() {
    let mut rig = Rig::builtin();
    rig.app.update(Action::Go(Screen::Index));
    rig.draw();
    rig.press_unsettled("esc");
    rig.settle();
    assert!(rig.app.screens.index.answered(&rig.app.shared).is_none());
    assert!(rig.text().contains("looks the document up"), "{}", rig.text());
    rig.act(Action::Resume);
    assert!(rig.app.screens.index.answered(&rig.app.shared).is_some());
    rig.press("esc");
    assert_ne!(rig.app.shared.screen, Screen::Index, "where nothing is to cancel it goes back");
}

#[test]
fn a_newer_k_overtakes_the_older() {
    let mut rig = index(start(), 120, 36);
    for _ in 0..8 {
        rig.press_unsettled("]");
        rig.draw();
    }
    rig.settle();
    let tried = rig.app.screens.index.tried(&rig.app.shared).unwrap();
    assert_eq!(tried.design.as_ref().unwrap().k(), 11);
}

#[test]
fn what_is_exported_and_copied_is_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(6));
    let path = folder.path().join(rig.room().export(&rig.app.shared).name);
    rig.export(&path).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.starts_with("id\tk\tstrategy\ttables\tcandidates"), "{written}");
    for (line, tried) in
        written.lines().skip(1).zip(&rig.app.screens.index.answered(&rig.app.shared).unwrap().tried)
    {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!(
            cells[2..],
            [
                tried.strategy.to_string(),
                tried.looks.len().to_string(),
                tried.brought_up().to_string(),
                tried.compared.to_string(),
                tried.found.to_string()
            ]
        );
    }
    rig.act(Action::Focus(Pane::Index(Own::Found))).press("y");
    let hit = rig.app.screens.index.hit(&rig.app.shared).unwrap();
    let id = rig.app.shared.document(hit.index).id;
    assert!(rig.copied.pop().unwrap().ends_with(&format!("\t{id}\t{}", hit.distance)));
}

#[test]
fn no_size_no_theme_and_no_width_panics() {
    let themes = [support::DARK, Theme::of(Depth::Mono, true, true), Theme::of(Depth::Ansi16, false, false)];
    for (theme, bits) in themes.into_iter().zip([64, 1, 128]) {
        let sources = vec![sample("en_sermon_kjv_asv.jsonl")];
        let mut rig = index(Start { theme, k: 1, sources, ..with_bits(bits) }, 120, 36);
        for (width, height) in [
            (1, 1),
            (2, 40),
            (10, 3),
            (59, 16),
            (60, 16),
            (61, 20),
            (99, 45),
            (100, 45),
            (300, 16),
            (60, 100),
        ] {
            rig.resize(width, height);
            for row in [0, 1, 3, 4] {
                choose(&mut rig, row);
                rig.press("tab down end enter tab pgdn tab + - P ] pgup { x esc :");
                rig.press("esc home");
            }
            rig.act(Action::SetK(1));
            for cell in rig.buffer().content() {
                assert!(!theme.is_ascii || cell.symbol().is_ascii(), "{:?}", cell.symbol());
            }
        }
    }
}

#[test]
fn an_empty_document_is_not_looked_up_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    let lines = ["", "a b c d", "a b c d", "e f g h"]
        .iter()
        .enumerate()
        .map(|(i, text)| format!("{{\"id\":\"{i}\",\"text\":\"{text}\"}}\n"));
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let start = Start { sources: vec![simscope::corpus::Source::Path(path)], ..start() };
    let mut rig = Rig::open(start, 120, 36);
    rig.act(Action::Go(Screen::Index));
    assert!(rig.text().contains("this document is empty"), "{}", rig.text());
    rig.press("n");
    let tried = &rig.app.screens.index.answered(&rig.app.shared).unwrap().tried;
    assert_eq!((tried[0].compared, tried[0].found), (2, 1), "neither itself nor the empty one");
}
