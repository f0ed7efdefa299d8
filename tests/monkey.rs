//! Any keys, mouse, pastes and sizes in any order: every frame is whole, and nothing panics.
//!
//! `SIMSCOPE_EVENTS=100000 SIMSCOPE_SEED=7 cargo test --test monkey -- --nocapture` for a long run.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test fails by panicking, and says how far it came"
)]

#[path = "support/mod.rs"]
mod support;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::corpus::Source;
use simscope::random::Random;
use simscope::tui::action::Action;
use simscope::tui::shared::Start;
use simscope::tui::surface::Target;
use simscope::tui::surface::mouse::Mouse;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;
use support::frames::{halves, outside};
use support::made::Made;
use support::pair::FEW;
use support::{Rig, chinese, start};

/// What is pasted, and some of it typed: control characters, marks, wide and joined characters, both directions.
const HOSTILE: &str = "\u{1b}[2J\u{1b}]0;x\u{7}\t\r\n\0\u{7f}\u{9b}1m\u{202e}gnp\u{200d}\u{feff}e\u{301}\u{301}床前明月光👩‍👩‍👧‍👦ﷺ\u{10ffff}a b";

#[derive(Debug)]
enum Event {
    Key(KeyEvent),
    Mouse(MouseEvent),
    Paste(String),
    Resize(u16, u16),
    /// The jobs come to their ends.
    Settle,
}

const KEYS: [KeyCode; 18] = [
    KeyCode::Enter,
    KeyCode::Enter,
    KeyCode::Esc,
    KeyCode::Esc,
    KeyCode::Tab,
    KeyCode::BackTab,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::Down,
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Backspace,
    KeyCode::Delete,
    KeyCode::Insert,
];

const MOUSE: [MouseEventKind; 8] = [
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Left),
    MouseEventKind::Up(MouseButton::Left),
    MouseEventKind::Drag(MouseButton::Left),
    MouseEventKind::Down(MouseButton::Right),
    MouseEventKind::Moved,
    MouseEventKind::ScrollDown,
    MouseEventKind::ScrollUp,
];

fn event(random: &mut Random) -> Event {
    let strange: Vec<char> = HOSTILE.chars().collect();
    match random.below(100) {
        0..45 => {
            let letter = char::from(33 + random.below(94) as u8);
            let modifiers =
                if letter.is_ascii_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
            Event::Key(KeyEvent::new(KeyCode::Char(letter), modifiers))
        }
        45..65 => Event::Key(KeyEvent::new(*random.pick(&KEYS).unwrap(), KeyModifiers::NONE)),
        65..70 => {
            let letter = char::from(b'a' + random.below(26) as u8);
            Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
        }
        70..74 => {
            Event::Key(KeyEvent::new(KeyCode::Char(*random.pick(&strange).unwrap()), KeyModifiers::NONE))
        }
        74..90 => Event::Mouse(MouseEvent {
            kind: *random.pick(&MOUSE).unwrap(),
            column: random.below(230) as u16,
            row: random.below(70) as u16,
            modifiers: KeyModifiers::NONE,
        }),
        90..92 => {
            let from = random.below(strange.len());
            Event::Paste(strange[from..from + random.below(strange.len() - from + 1)].iter().collect())
        }
        92..96 => {
            let sizes = [(60, 16), (80, 24), (120, 36), (200, 60)];
            let (width, height) = *random.pick(&sizes).unwrap();
            match random.below(3) {
                0 => Event::Resize(1 + random.below(240) as u16, 1 + random.below(80) as u16),
                _ => Event::Resize(width, height),
            }
        }
        _ => Event::Settle,
    }
}

fn happen(rig: &mut Rig, mouse: &mut Mouse, event: &Event) {
    match event {
        Event::Key(key) => rig.app.press(*key),
        Event::Mouse(event) => {
            if let Some(action) = mouse.action(&rig.app.shared.drawn.areas, *event, Instant::now()) {
                rig.app.update(action);
            }
        }
        Event::Paste(text) => rig.app.paste(text),
        Event::Resize(width, height) => rig.resize_unsettled(*width, *height),
        Event::Settle => rig.settle(),
    }
    rig.go_on();
    let faults = [halves(rig.buffer()), outside(rig.buffer(), &rig.app.shared.drawn.areas)].concat();
    assert!(faults.is_empty(), "{faults:?}\n{}", rig.text());
}

#[test]
fn any_events_in_any_order_give_whole_frames() {
    let number =
        |name: &str, default: u64| std::env::var(name).map_or(default, |value| value.parse().unwrap());
    let (events, seed) = (number("SIMSCOPE_EVENTS", 2_000), number("SIMSCOPE_SEED", 1));
    // What the keys ask to be written goes there.
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    // Judgements and decisions are kept beside a corpus.
    let poems = folder.path().join("poems.jsonl");
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/zh_tang_two_editions.jsonl"), &poems)
        .unwrap();
    let chinese = Start { sources: vec![Source::Path(poems)], ..chinese() };
    let mut random = Random::of(&[seed]);
    for start in [start(), chinese] {
        let mut rig = Rig::open(start, 120, 36);
        rig.app.screens.pair.experiment = FEW;
        let (mut mouse, mut last) = (Mouse::default(), VecDeque::new());
        for number in 0..events / 2 {
            let event = event(&mut random);
            let result = catch_unwind(AssertUnwindSafe(|| happen(&mut rig, &mut mouse, &event)));
            last.push_back(event);
            assert!(result.is_ok(), "seed {seed}, event {number}, the last of {last:#?}");
            if last.len() > 30 {
                last.pop_front();
            }
        }
        rig.settle();
    }
    println!("{events} events, seed {seed}");
}

/// The actions of clicks on the last lines.
fn offered(rig: &Rig) -> Vec<Action> {
    let area = rig.buffer().area;
    let mut offered = Vec::new();
    for y in area.height.saturating_sub(3)..area.height {
        for x in 0..area.width {
            if let Some((_, Target::Act(action))) = rig.app.shared.drawn.areas.at(x, y)
                && !offered.contains(&action)
            {
                offered.push(action);
            }
        }
    }
    offered
}

#[test]
fn what_the_foot_offers_never_writes_a_file_of_which_a_tenth_is_wrong_without_a_yes() {
    let folder = tempfile::tempdir().unwrap();
    std::env::set_current_dir(folder.path()).unwrap();
    let walks: u64 = std::env::var("SIMSCOPE_WALKS").map_or(24, |value| value.parse().unwrap());
    let (mut written, mut yes_wanted) = (0, 0);
    for seed in 0..walks {
        let mut random = Random::of(&[seed]);
        let own = folder.path().join(seed.to_string());
        std::fs::create_dir(&own).unwrap();
        let made = Made::new(&own, seed % 4);
        let mut rig = Rig::open(Start { sources: vec![Source::Path(made.file.clone())], ..start() }, 120, 36);
        // The next step of the status line; then what the foot says.
        rig.press(["6", "3 6", "5 6"][seed as usize % 3]);
        for _ in 0..24 {
            if rig.has_quit {
                break;
            }
            let text = rig.text();
            if rig.app.overlay.is_some() {
                yes_wanted += usize::from(text.contains("type yes"));
                // Without typing, a prompt is accepted unchanged, or left.
                rig.press(if random.below(3) > 0 { "enter" } else { "esc" });
                rig.press("esc");
                continue;
            }
            let offered: Vec<Action> = offered(&rig)
                .into_iter()
                .filter(|action| !matches!(action, Action::Quit | Action::Leave | Action::SetRecipe(_)))
                .collect();
            if let Some(action) = random.pick(&offered) {
                rig.act(*action);
            }
            let dropped = own.join("notices.unique.dropped.tsv");
            if dropped.exists() {
                let (right, gone) = made.right(&dropped);
                assert!(right * 10 >= gone * 9, "seed {seed}: {right} of {gone} are right");
                written += 1;
                for entry in std::fs::read_dir(&own).unwrap() {
                    let path = entry.unwrap().path();
                    if path.to_string_lossy().contains(".unique.") {
                        std::fs::remove_file(path).unwrap();
                    }
                }
            }
        }
    }
    println!("{walks} walks: {written} files written, a yes was wanted {yes_wanted} times");
    assert!(written > 0, "no walk has written a file");
}
