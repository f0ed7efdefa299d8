//! The moving picture of the README is made of frames of the real program on the built-in sample.

#![cfg(all(feature = "commands", feature = "explorer"))]
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod support;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::tui::action::{Action, Screen};
use support::moving::Moving;
use support::{Rig, start};

/// What is pressed, what the line below says of it, and for how long it is shown, in milliseconds.
const BEFORE: [(&str, &str, u32); 24] = [
    ("1", "1: the documents", 2600),
    ("3", "3: how many pairs there are at each distance, and the groups at k = 3", 3000),
    ("m", "m: keep these groups as mark A, to compare", 1600),
    ("]", "]: k + 1", 900),
    ("]", "]: k + 1", 700),
    ("]", "]: k + 1, groups merge", 700),
    ("]", "]: k + 1, groups merge", 1600),
    ("down", "↓: the next group", 700),
    ("down", "↓: the next group", 1400),
    ("v", "v: the k that is advised", 2600),
    ("o", "o: the pairs that k decides about", 2600),
    ("4", "4: the distances of all pairs", 2800),
    ("p", "p: the pair within k before", 1000),
    ("p", "p: the pair within k before", 1000),
    ("z", "z: dim the dots without a pair within k", 2200),
    ("1", "1: the documents", 500),
    ("home", "Home: the first", 500),
    ("2", "2: how its signature comes about", 2600),
    ("tab", "Tab: to the sums", 1000),
    ("right", "→: the next bit, and what pushes it up and down", 700),
    ("right", "→: the next bit", 700),
    ("right", "→: the next bit", 700),
    ("right", "→: the next bit", 1400),
    ("1", "1: the documents", 600),
];

#[test]
fn the_moving_picture_is_made_of_frames_of_the_program() {
    let mut rig = Rig::open(start(), 112, 34);
    let mut moving = Moving::new();
    let keep = |rig: &mut Rig, moving: &mut Moving, keys: &str, milliseconds| {
        rig.settle();
        moving.add(rig.buffer(), keys, milliseconds);
    };
    for (key, keys, milliseconds) in BEFORE {
        rig.press(key);
        keep(&mut rig, &mut moving, keys, milliseconds);
        if keys.ends_with("merge") {
            moving.still_here();
        }
    }
    rig.press("/ note-en/1 enter").act(Action::Go(Screen::Lab));
    keep(&mut rig, &mut moving, "6: a short text, and a copy of it to edit", 2000);
    rig.press("e");
    keep(&mut rig, &mut moving, "e: type", 500);
    for typed in ["backspace", "backspace", "a", "m"] {
        let code = match typed {
            "backspace" => KeyCode::Backspace,
            letter => KeyCode::Char(letter.chars().next().unwrap()),
        };
        rig.app.press(KeyEvent::new(code, KeyModifiers::NONE));
        keep(&mut rig, &mut moving, &format!("{typed}: every keystroke signs the text again"), 900);
    }
    rig.press("esc");
    keep(&mut rig, &mut moving, "Esc: one word is another now, and so many bits flipped", 3500);

    let made = moving.svg();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/pictures/moving.svg");
    if std::env::var_os("SIMSCOPE_UPDATE_DOCS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    assert!(made.len() < 600_000, "{} bytes are too much for a page", made.len());
    assert!(!made.contains("<script"), "a page that shows a picture runs no script");
    assert!(
        std::fs::read_to_string(path).unwrap() == made,
        "{path} is out of date: run the tests with SIMSCOPE_UPDATE_DOCS=1"
    );
}
