//! What a large terminal is used for.

#![cfg(feature = "explorer")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]

mod support;

use ratatui::layout::Rect;
use ratatui::style::Modifier;
use simscope::corpus::Source;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::threshold;
use simscope::tui::shared::Start;
use support::frames::panels;
use support::lab::FEW;
use support::{Rig, start, with_bits};

/// The most columns side by side in which no row of a panel has anything.
fn vacant(rig: &Rig, panel: Rect) -> usize {
    let is_blank = |x: u16| (panel.y + 1..panel.bottom() - 1).all(|y| rig.buffer()[(x, y)].symbol() == " ");
    let (mut now, mut most) = (0, 0);
    for x in panel.x + 1..panel.right() - 1 {
        now = if is_blank(x) { now + 1 } else { 0 };
        most = most.max(now);
    }
    most
}

#[test]
fn no_pane_keeps_a_hundred_empty_columns() {
    for bits in [64, 8] {
        let mut rig = Rig::open(with_bits(bits), 200, 60);
        rig.app.screens.lab.experiment = FEW;
        for screen in Screen::ALL {
            rig.act(Action::Go(screen));
            // A text that stands alone is as wide as its lines.
            let most = if matches!(screen, Screen::Steps | Screen::Judge) { 100 } else { 80 };
            for _ in 0..if screen == Screen::Threshold { 4 } else { 1 } {
                for panel in panels(rig.buffer()).0 {
                    let columns = vacant(&rig, panel);
                    assert!(
                        columns < most,
                        "{columns} at {panel} of {screen:?}, {bits} bits\n{}",
                        rig.text()
                    );
                }
                if screen == Screen::Threshold {
                    rig.act(Action::Threshold(threshold::keys::Act::NextView));
                }
            }
        }
    }
}

#[test]
fn below_the_members_of_a_group_stand_the_texts_that_differ() {
    let mut rig = Rig::open(start(), 200, 60);
    for keys in ["3", "o o o home"] {
        let text = rig.press(keys).text();
        // Word by word the first two reports of the bridge differ in this.
        assert!(text.contains("opened") && text.contains("finished"), "{text}");
    }
    assert!(!rig.resize(120, 36).text().contains("finished"));
}

#[test]
fn texts_that_have_room_are_shown_whole_and_folded_on_demand() {
    let mut rig = Rig::open(start(), 200, 60);
    assert!(!rig.press("5").text().contains("characters equal"), "{}", rig.text());
    assert!(rig.press("z").text().contains("characters equal"), "{}", rig.text());
    assert!(!rig.press("z").text().contains("characters equal"), "{}", rig.text());
    let mut rig = Rig::open(start(), 120, 36);
    assert!(rig.press("5").text().contains("characters equal"), "{}", rig.text());
}

#[test]
fn the_texts_of_a_pair_are_scrolled_no_further_than_they_are_seen() {
    let mut rig = Rig::open(start(), 80, 24);
    rig.press("5 end").resize(200, 60);
    assert!(rig.text().contains("The old railway bridge"), "{}", rig.text());
}

#[test]
fn short_ids_leave_their_room_to_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("titles.txt");
    let title = "A headline that says in some sixty characters what happened";
    std::fs::write(&path, format!("{title}\n").repeat(3)).unwrap();
    let rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    let row = rig.text().lines().find(|line| line.contains("A headline")).unwrap().to_owned();
    assert!(row.contains("that says in some sixty"), "{row}");
}

#[test]
fn there_are_as_many_marks_as_the_legend_says() {
    let mut rig = Rig::open(start(), 120, 36);
    rig.press("2 tab");
    for _ in 0..8 {
        let text = rig.press("n").text();
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.contains("│   bits ")).unwrap();
        let legend =
            lines.iter().find(|line| line.contains("flips: ~") || line.contains(" removing one")).unwrap();
        let marks: String = lines[at + 1].chars().take(76).collect();
        let numbers: Vec<usize> =
            legend.split('(').skip(1).map(|part| part.split(')').next().unwrap().parse().unwrap()).collect();
        let [removing, replacing, ties] = ["~", ":", "="].map(|mark| marks.matches(mark).count());
        // Removing one feature flips a tie, too.
        assert_eq!(numbers, [removing + ties, replacing, ties], "{text}");
        assert_eq!(legend.contains("~ or ="), ties > 0, "{text}");
    }
}

#[test]
fn the_bits_that_differ_from_the_document_before_are_underlined() {
    let mut rig = Rig::open(start(), 120, 36);
    assert!(!rig.press("2").text().contains("other than before"), "{}", rig.text());
    let text = rig.press("n").text();
    // The first two reports of the bridge are at distance 3.
    assert!(text.contains("3 bits other than before"), "{text}");
    let row = text.lines().position(|line| line.contains("│   bits ")).unwrap() as u16;
    let is_other = |x: &u16| rig.buffer()[(*x, row)].modifier.contains(Modifier::UNDERLINED);
    assert_eq!((0..120).filter(is_other).count(), 3);
}
