//! What holds in every frame: all screens, panes, sizes, languages, widths of signatures and themes.

use crate::support::frames::{coloured, crooked, halves, missing, not_ascii, outside, panels, targets};
use crate::support::pair::FEW;
use crate::support::{DARK, Rig, chinese, numbered, start, with_bits};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use simscope::corpus::Source;
use simscope::recipe::Recipe;
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::frame::SMALLEST;
use simscope::tui::screens::{corpus, threshold};
use simscope::tui::shared::Start;
use simscope::tui::surface::areas::{Areas, Target};
use simscope::tui::surface::theme::{Depth, Theme};
use simscope::visible;
use std::collections::BTreeMap;

const SIZES: [(u16, u16); 5] = [(60, 16), (80, 24), (100, 30), (120, 36), (200, 60)];

/// All colours on a light ground, sixteen, and none.
const THEMES: [Theme; 3] = [
    Theme::of(Depth::True, false, false),
    Theme::of(Depth::Ansi16, true, false),
    Theme::of(Depth::Mono, true, false),
];

/// A corpus, opened once and ready on every screen.
fn rig(start: Start) -> Rig {
    let mut rig = Rig::open(start, 120, 36);
    rig.app.screens.pair.experiment = FEW;
    rig.act(Action::SetBeside(Recipe::named("java").unwrap()));
    rig
}

/// Shows every pane of every screen at every size.
fn every_pane(rig: &mut Rig, mut look: impl FnMut(&mut Rig, &str)) {
    for (width, height) in SIZES {
        rig.resize(width, height);
        for screen in Screen::ALL {
            rig.act(Action::Go(screen));
            // Threshold has three views of its lower half, each with its panes.
            for _ in 0..if screen == Screen::Threshold { 3 } else { 1 } {
                for pane in rig.room().panes().all {
                    rig.act(Action::Focus(*pane));
                    rig.app.shared.message = None;
                    rig.draw();
                    look(rig, &format!("{pane:?} at {width} × {height}"));
                }
                if screen == Screen::Threshold {
                    rig.act(Action::Threshold(threshold::keys::Act::NextView));
                }
            }
        }
    }
}

/// What is wrong with a frame without an overlay.
fn faults(rig: &Rig) -> Vec<String> {
    let (buffer, areas) = (rig.buffer(), &rig.app.shared.drawn.areas);
    let mono = if rig.app.shared.theme.depth == Depth::Mono { coloured(buffer) } else { Vec::new() };
    let surround = missing(buffer, areas, rig.app.shared.screen);
    [panels(buffer).1, halves(buffer), outside(buffer, areas), crooked(buffer, areas), surround, mono]
        .concat()
}

fn every_frame_is_whole(start: Start) {
    let mut found = BTreeMap::new();
    for bits in [64, 8, 128] {
        let mut rig = rig(Start { recipe: with_bits(bits).recipe, ..start.clone() });
        every_pane(&mut rig, |rig, at| {
            // Themes change colours and no places.
            let themes = if bits == 64 { &THEMES[..] } else { &[] };
            for &theme in [DARK].iter().chain(themes) {
                rig.app.shared.theme = theme;
                rig.draw();
                for fault in faults(rig) {
                    found.entry(fault).or_insert_with(|| format!("{at}, {bits} bits\n{}", rig.text()));
                }
            }
            rig.app.shared.theme = DARK;
        });
    }
    assert!(found.is_empty(), "{:#?}\n{}", found.keys(), found.values().cloned().collect::<String>());
}

#[test]
fn every_frame_is_whole_in_english() {
    every_frame_is_whole(start());
}

#[test]
fn every_frame_is_whole_in_chinese() {
    every_frame_is_whole(chinese());
}

#[test]
fn in_ascii_nothing_else_is_drawn() {
    let theme = Theme::of(Depth::Mono, true, true);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ascii.jsonl");
    let all = std::fs::read_to_string("samples/en_sermon_kjv_asv.jsonl").unwrap();
    let lines = all.lines().filter(|line| line.is_ascii() && !line.contains("\\u"));
    std::fs::write(&path, lines.collect::<Vec<_>>().join("\n")).unwrap();
    let sources = vec![Source::Path(path)];
    for bits in [64, 128] {
        let recipe = with_bits(bits).recipe;
        let mut rig = rig(Start { theme, recipe, sources: sources.clone(), ..start() });
        rig.press("v m ]");
        every_pane(&mut rig, |rig, at| {
            let (other, colours) = (not_ascii(rig.buffer()), coloured(rig.buffer()));
            assert!(other.is_empty() && colours.is_empty(), "{at}: {other:?} {colours:?}");
            let faults = missing(rig.buffer(), &rig.app.shared.drawn.areas, rig.app.shared.screen);
            assert!(faults.is_empty(), "{at}: {faults:?}");
        });
    }
}

#[test]
fn an_overlay_has_a_closed_frame_around_all_that_can_be_clicked() {
    for start in [start(), chinese()] {
        let mut rig = Rig::open(start, 120, 36);
        for (width, height) in SIZES {
            rig.resize(width, height);
            for key in ["?", ":", "r r", "/", "=", "x"] {
                rig.press(key);
                let (buffer, areas) = (rig.buffer(), &rig.app.shared.drawn.areas);
                let whole = panels(buffer).0;
                let holds_all =
                    |panel: &Rect| targets(areas).iter().all(|(area, _)| panel.intersection(*area) == *area);
                let faults = [halves(buffer), outside(buffer, areas)].concat();
                // A prompt is two lines without a frame.
                let is_framed = ["/", "=", "x"].contains(&key) || whole.iter().any(holds_all);
                assert!(is_framed && faults.is_empty(), "{key} {faults:?}\n{}", rig.text());
                rig.press("esc");
                assert!(rig.app.overlay.is_none(), "{key}");
            }
        }
    }
}

#[test]
fn a_terminal_that_is_too_small_says_what_is_needed_as_far_as_it_fits() {
    let mut rig = Rig::builtin();
    let needs = format!("simscope needs {} × {}", SMALLEST.0, SMALLEST.1);
    for screen in Screen::ALL {
        rig.resize(120, 36).act(Action::Go(screen));
        for (width, height) in
            [(1, 1), (10, 3), (2, 40), (21, 1), (23, 2), (59, 15), (59, 16), (60, 15), (300, 4)]
        {
            rig.resize(width, height);
            assert_eq!(rig.text().lines().next(), Some(visible::fit(&needs, width.into()).trim_end()));
            assert!(targets(&rig.app.shared.drawn.areas).is_empty());
        }
    }
}

// Each check finds what it is for: a frame that is whole is damaged by hand.

fn poems() -> Rig {
    let mut rig = Rig::open(chinese(), 120, 36);
    rig.app.shared.message = None;
    rig.draw();
    assert_eq!(faults(&rig), [""; 0]);
    rig
}

/// The first cell with that symbol.
fn find(buffer: &Buffer, wanted: impl Fn(&str) -> bool) -> (u16, u16) {
    let at = buffer.content().iter().position(|cell| wanted(cell.symbol())).unwrap();
    buffer.pos_of(at)
}

#[test]
fn a_lost_corner_and_a_broken_side_are_found() {
    let mut rig = poems();
    rig.press("?");
    let (x, y) = find(rig.buffer(), |cell| cell == "┌");
    for symbol in ["┌", "┐", "└", "┘", "│"] {
        let mut buffer = rig.buffer().clone();
        // Lines stand between panes, too.
        let place = if symbol == "│" { (x, y + 1) } else { find(&buffer, |cell| cell == symbol) };
        buffer[place].set_symbol("x");
        assert!(!panels(&buffer).1.is_empty(), "{symbol}");
    }
}

#[test]
fn half_a_wide_character_is_found() {
    let mut buffer = poems().buffer().clone();
    let (x, y) = find(&buffer, |cell| visible::width(cell) == 2);
    buffer[(x + 1, y)].set_symbol("│");
    assert_eq!(halves(&buffer).len(), 1);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
    buffer[(2, 0)].set_symbol("水");
    assert_eq!(halves(&buffer).len(), 1);
}

#[test]
fn a_place_outside_the_frame_and_rows_outside_their_pane_are_found() {
    let rig = poems();
    let pane = Pane::Corpus(corpus::keys::Pane::Documents);
    let mut areas = Areas::default();
    areas.push(Rect::new(0, 3, 20, 10), Target::Pane(pane));
    areas.push(Rect::new(1, 5, 18, 8), Target::Rows { pane, first: 0, rows: 9 });
    assert!(outside(rig.buffer(), &areas).is_empty());
    areas.push(Rect::new(1, 5, 18, 9), Target::Rows { pane, first: 0, rows: 9 });
    areas.push(Rect::new(119, 3, 2, 1), Target::Pane(pane));
    assert_eq!(outside(rig.buffer(), &areas).len(), 2);
}

#[test]
fn a_number_one_column_off_is_found() {
    let mut rig = poems();
    rig.act(Action::Go(Screen::Threshold)).press("v g");
    let pane = Pane::Threshold(threshold::keys::Pane::Groups);
    let areas = rig.app.shared.drawn.areas.clone();
    let area = areas.find(|target| matches!(target, Target::Rows { pane: of, .. } if *of == pane)).unwrap();
    let mut buffer = rig.buffer().clone();
    assert!(crooked(&buffer, &areas).is_empty());
    for x in area.left() + 1..area.right() - 1 {
        buffer[(x, area.y + 2)] = rig.buffer()[(x + 1, area.y + 2)].clone();
    }
    assert!(!crooked(&buffer, &areas).is_empty());
}

#[test]
fn a_sign_beyond_ascii_and_a_colour_are_found() {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 3, 1));
    assert!(not_ascii(&buffer).is_empty() && coloured(&buffer).is_empty());
    buffer[(0, 0)].set_symbol("─");
    buffer[(1, 0)].fg = Color::Red;
    buffer[(2, 0)].bg = Color::Indexed(4);
    assert_eq!((not_ascii(&buffer).len(), coloured(&buffer).len()), (1, 2));
}

#[test]
fn a_frame_without_slider_tabs_or_status_is_found() {
    let rig = poems();
    let screen = rig.app.shared.screen;
    assert_eq!(missing(rig.buffer(), &Areas::default(), screen).len(), 9);
    let mut buffer = rig.buffer().clone();
    for x in 0..120 {
        buffer[(x, 34)].set_symbol(" ");
        buffer[(x, 0)].set_symbol(" ");
    }
    assert_eq!(missing(&buffer, &rig.app.shared.drawn.areas, screen).len(), 2);
}

#[test]
fn a_theme_with_a_ground_colours_every_cell_and_the_terminal_does_not_change_it() {
    let theme = Theme::of(Depth::True, true, false);
    let mut rig = Rig::open(Start { theme, ..start() }, 100, 30);
    for (name, ground) in
        [("paper", (0xf6, 0xf0, 0xe2)), ("contrast", (0, 0, 0)), ("soft", (0x23, 0x27, 0x2f))]
    {
        rig.press(&format!("‹theme-{name}›"));
        for screen in numbered() {
            rig.act(Action::Go(screen));
            let cells = &rig.buffer().content;
            assert!(cells.iter().all(|cell| cell.fg != Color::Reset && cell.bg != Color::Reset), "{name}");
            assert!(cells.iter().any(|cell| cell.bg == Color::Rgb(ground.0, ground.1, ground.2)), "{name}");
        }
        rig.app.shared.theme.take_ground(name == "paper");
        assert_eq!(rig.app.shared.theme.is_dark, name != "paper");
    }
    // Back to the ground of the terminal.
    rig.press("‹toggle-theme›");
    assert!(rig.buffer().content.iter().any(|cell| cell.bg == Color::Reset));
    rig.app.shared.theme.take_ground(false);
    assert!(!rig.app.shared.theme.is_dark);
}
