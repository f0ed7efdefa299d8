//! The index screen: strategies, blocks and neighbours.

use crate::support;
use crate::support::{Rig, chinese, sample, start, with_bits};
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::hamming::distance;
use simscope::search::Strategy;
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::index;
use simscope::tui::shared::Start;
use simscope::tui::surface::mouse::Mouse;
use simscope::tui::surface::theme::{Depth, Theme};

fn index(start: Start, width: u16, height: u16) -> Rig {
    let mut rig = Rig::open(start, width, height);
    rig.act(Action::Go(Screen::Index));
    assert_eq!(rig.app.shared.screen, Screen::Index);
    assert!(rig.app.screens.index.answer_is_current(&rig.app.shared));
    rig
}

/// To the strategy in a row.
fn choose(rig: &mut Rig, row: usize) {
    rig.act(Action::SelectRow(Pane::Index(index::keys::Pane::Strategies), row));
}

#[test]
fn the_tables_of_a_strategy() {
    for (name, start, width, height) in
        [("en", start(), 120, 36), ("zh", chinese(), 120, 36), ("en", start(), 60, 16)]
    {
        let mut rig = index(start, width, height);
        choose(&mut rig, 4);
        if (name, width) == ("en", 120) {
            insta::assert_snapshot!("tables_en_120x36", rig.styled());
        }
        choose(&mut rig, 1);
        rig.press("tab");
        if (name, width) == ("en", 120) {
            insta::assert_snapshot!("combinations_en_120x36", rig.text());
        }
    }
}

#[test]
fn every_strategy_finds_the_same_neighbours_whatever_the_document_and_k() {
    let mut rig = index(start(), 120, 36);
    for k in [3, 0, 7, 16, 40, 64] {
        rig.act(Action::SetK(k));
        for _ in 0..5 {
            rig.press("n");
            let app = &rig.app;
            let answer = app.screens.index.answer().unwrap();
            assert_eq!((answer.key.k, answer.document), (k, app.shared.selected));
            let signatures = &app.shared.model.signatures;
            let all = (0..signatures.len() as u32).filter(|&other| {
                other != app.shared.selected
                    && distance(signatures.get(other as usize), answer.signature) <= k
            });
            let mut found: Vec<u32> = answer.hits.iter().map(|hit| hit.index).collect();
            found.sort_unstable();
            assert_eq!(found, all.collect::<Vec<_>>());
            for (line, measured) in app.screens.index.lines.iter().zip(&answer.measured) {
                assert_eq!(measured.is_some(), line.refused().is_none(), "{} at {k}", line.strategy);
                assert!(measured.is_none_or(|measured| measured.found == found.len() as u64));
            }
            assert!(rig.text().contains(&format!("all find {} ✓", found.len())), "{}", rig.text());
        }
    }
}

#[test]
fn the_tables_one_by_one_bring_up_what_the_strategy_counts() {
    let mut rig = index(start(), 120, 36);
    for k in [3, 6] {
        rig.act(Action::SetK(k));
        for row in 0..7 {
            choose(&mut rig, row);
            let answer = rig.app.screens.index.answer().cloned().unwrap();
            let Some(looks) = &answer.looks[row] else { panic!("row {row}") };
            let measured = answer.measured[row].unwrap();
            // Compressed tables have equal signatures once, and look up which these are.
            let is_plain = !matches!(rig.app.screens.index.lines[row].strategy, Strategy::Compressed { .. });
            if !looks.is_empty() {
                assert_eq!(looks.iter().map(|look| look.new).sum::<u64>(), measured.found);
            }
            if !looks.is_empty() && is_plain {
                let candidates: u64 = looks.iter().map(|look| look.candidates).sum();
                assert_eq!(candidates, measured.counters.candidates);
                assert_eq!(looks.len() as u64, measured.counters.probes);
            }
        }
    }
}

#[test]
fn a_neighbour_has_its_whole_blocks_in_the_table_that_finds_it() {
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(8));
    let answer = rig.app.screens.index.answer().cloned().unwrap();
    assert!(!answer.hits.is_empty());
    let design = rig.app.screens.index.design().unwrap();
    let cut = design.cut().unwrap();
    for hit in answer.hits.iter() {
        let difference = answer.signature ^ rig.app.shared.model.signatures.get(hit.index as usize);
        let whole = (0..cut.blocks()).filter(|&block| cut.range(block).all(|bit| difference >> bit & 1 == 0));
        assert!(whole.count() >= 1);
        assert!(design.layouts().iter().any(|layout| layout.agrees(difference)));
    }
}

#[test]
fn k_moves_the_numbers_and_lets_the_old_structures_go() {
    let mut rig = index(start(), 120, 36);
    let before: Vec<u64> = bytes(&rig);
    rig.press("]");
    assert!(rig.app.screens.index.lines.iter().any(|line| line.strategy == Strategy::Tables { blocks: 7 }));
    assert_ne!(before, bytes(&rig));
    // On another screen nothing is built; what is of an older k is let go.
    rig.press("1 ]");
    assert_eq!(rig.app.screens.index.built_count(), 0);
    rig.act(Action::Go(Screen::Index));
    assert_eq!(rig.app.screens.index.built_count(), 7);
    // A k that leaves nothing but comparing says why.
    rig.act(Action::SetK(64));
    assert!(rig.text().contains("too few"), "{}", rig.text());
    rig.press("down down");
    assert!(rig.text().contains("use scan"), "{}", rig.text());
}

fn bytes(rig: &Rig) -> Vec<u64> {
    rig.app.screens.index.built.iter().flatten().map(|built| built.neighbours.bytes()).collect()
}

#[test]
fn the_query_follows_the_document_and_enter_goes_to_a_neighbour() {
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(6));
    let answer = rig.app.screens.index.answer().cloned().unwrap();
    rig.act(Action::Focus(Pane::Index(index::keys::Pane::Found))).press("enter");
    assert_eq!(rig.app.shared.selected, answer.hits[0].index);
    assert!(rig.message().contains("now looking up"), "{}", rig.message());
    assert_eq!(rig.app.screens.index.answer().unwrap().document, rig.app.shared.selected);
    rig.press("ctrl-o");
    assert_eq!(rig.app.shared.selected, answer.document);
    rig.press("n");
    assert!(rig.app.screens.index.answer_is_current(&rig.app.shared));
    // Without a neighbour the nearest document is shown, and the key says why it cannot act.
    rig.act(Action::SetK(0));
    while !rig.app.screens.index.answer().unwrap().hits.is_empty() {
        rig.press("n");
    }
    assert!(rig.text().contains("none within k = 0"), "{}", rig.text());
    rig.press("enter");
    assert!(rig.message().contains("goes to the nearest"), "{}", rig.message());
}

#[test]
fn a_click_selects_a_strategy_and_a_table() {
    let mut rig = index(start(), 120, 36);
    let (mut mouse, now) = (Mouse::default(), std::time::Instant::now());
    let mut click = |rig: &mut Rig, what: &str| {
        let text = rig.text();
        let found = text.lines().enumerate().find(|(_, line)| line.contains(what));
        let (y, line) = found.unwrap_or_else(|| panic!("{what}\n{text}"));
        let column = line[..line.find(what).unwrap()].chars().count() as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column, row: y as u16, modifiers: KeyModifiers::NONE };
        let action = mouse.action(&rig.app.shared.drawn.areas, event, now).unwrap();
        rig.act(action);
    };
    click(&mut rig, "  nested");
    assert_eq!(rig.app.screens.index.line().unwrap().strategy, Strategy::Nested);
    assert!(rig.text().contains("4 × 4 = 16 tables"), "{}", rig.text());
    click(&mut rig, "  3  11");
    assert_eq!(
        (rig.app.pane(), rig.app.screens.index.tables.selected),
        (Pane::Index(index::keys::Pane::Blocks), 2)
    );
    rig.press("enter");
    assert!(
        rig.message().contains("before the others")
            || rig.app.pane() == Pane::Index(index::keys::Pane::Found)
    );
}

#[test]
fn the_table_that_finds_the_selected_neighbour_is_shown_and_its_leading_bits_have_no_hole() {
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(6));
    choose(&mut rig, 4);
    let answer = rig.app.screens.index.answer().cloned().unwrap();
    rig.act(Action::Focus(Pane::Index(index::keys::Pane::Found))).press("home");
    for hit in answer.hits.iter() {
        let index = &rig.app.screens.index;
        let flips = answer.signature ^ rig.app.shared.model.signatures.get(hit.index as usize);
        assert!(index.design().unwrap().is_first(index.tables.selected, flips), "{hit:?}");
        assert_eq!(rig.app.shared.other, Some(hit.index));
        assert!(rig.text().contains(&format!("holes: {} bit", hit.distance)), "{}", rig.text());
        rig.press("down");
    }
}

#[test]
fn escape_cancels_the_building_and_r_builds_the_rest() {
    let mut rig = Rig::builtin();
    rig.app.update(Action::Go(Screen::Index));
    rig.draw();
    rig.press_unsettled("esc");
    assert!(rig.message().contains("Space builds the rest"), "{}", rig.message());
    rig.settle();
    assert_eq!(rig.app.screens.index.built_count(), 0);
    assert!(rig.text().contains("r builds"), "{}", rig.text());
    rig.press("space");
    assert_eq!(rig.app.screens.index.built_count(), 7);
    assert!(rig.app.screens.index.answer_is_current(&rig.app.shared));
    rig.press("space");
    assert!(rig.message().contains("nothing was cancelled"), "{}", rig.message());
    rig.press("esc");
    assert_ne!(rig.app.shared.screen, Screen::Index, "where nothing is to cancel it goes back");
}

#[test]
fn a_newer_k_overtakes_the_building_of_the_older() {
    let mut rig = index(start(), 120, 36);
    for _ in 0..8 {
        rig.press_unsettled("]");
        rig.draw();
    }
    rig.settle();
    let answer = rig.app.screens.index.answer().unwrap();
    assert_eq!(answer.key.k, 11);
    assert_eq!(rig.app.screens.index.built_count(), rig.app.screens.index.to_build());
    for built in rig.app.screens.index.built.iter().flatten() {
        assert_eq!(built.neighbours.design().k(), 11);
    }
}

#[test]
fn what_is_exported_and_copied_is_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = index(start(), 120, 36);
    rig.act(Action::SetK(6));
    for (pane, head, lines) in [
        (Pane::Index(index::keys::Pane::Strategies), "id\tk\tstrategy\ttables\tprobes", 7),
        (
            Pane::Index(index::keys::Pane::Found),
            "id_a\tid_b\tdistance\ttable",
            rig.app.screens.index.answer().unwrap().hits.len(),
        ),
    ] {
        rig.act(Action::Focus(pane));
        let path = folder.path().join(rig.room().export(&rig.app.shared).name);
        rig.export(&path).unwrap();
        let written = std::fs::read_to_string(&path).unwrap();
        assert!(written.starts_with(head), "{written}");
        assert_eq!(written.lines().count(), 1 + lines, "{written}");
        rig.press("y");
        assert!(rig.copied.pop().unwrap().contains('\t'));
    }
    rig.act(Action::Focus(Pane::Index(index::keys::Pane::Blocks))).press("home y");
    assert_eq!(rig.copied.pop().unwrap(), "63-54\t53-0");
}

#[test]
fn no_size_no_theme_and_no_width_panics() {
    let themes = [
        support::DARK,
        Theme { depth: Depth::Mono, is_dark: true, is_ascii: true },
        Theme { depth: Depth::Ansi16, is_dark: false, is_ascii: false },
    ];
    for (theme, bits) in themes.into_iter().zip([64, 1, 128]) {
        let mut rig = index(
            Start { theme, k: 1, sources: vec![sample("en_sermon_kjv_asv.jsonl")], ..with_bits(bits) },
            120,
            36,
        );
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
            for row in [0, 1, 4, 5] {
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
    assert_eq!(rig.app.screens.index.answer().unwrap().hits.len(), 1);
    assert_eq!(rig.app.screens.index.own_size(&rig.app.shared), 3.0);
}
