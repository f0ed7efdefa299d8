//! Pair in a pseudo terminal: what is typed, pasted and clicked, and where the cursor stands for an input method.

use crate::command::program;
use crate::pty::{BINARY, HOSTILE, Shown, Terminal, assert_harmless, simscope};

const POEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/zh_tang_two_editions.jsonl");
/// The first line of text, and the first columns of A and of B, at 120 × 36.
const FIRST_LINE: u16 = 4;
const B: u16 = 61;

/// A document and a copy of it, with everything computed.
fn lab(corpus: &str) -> Terminal {
    let mut terminal = simscope([corpus, "--lang", "en"]).open();
    terminal.ready();
    terminal.press("vy", "[5 Pair]");
    terminal.see("B is a copy of A");
    terminal
}

/// The same, with the keys in an empty B.
fn empty_b(corpus: &str) -> Terminal {
    let mut terminal = lab(corpus);
    terminal.press("i", "typing in B");
    terminal.send("\x01\x7f");
    terminal.wait("B is empty", |shown| column(shown, FIRST_LINE, B).is_empty());
    terminal
}

fn paste(text: &str) -> String {
    format!("\x1b[200~{text}\x1b[201~")
}

/// The content of a line of the right text.
fn column(shown: &Shown, row: u16, from: u16) -> String {
    let columns = from..shown.size().0 - 1;
    let cells = columns.filter_map(|column| shown.0.cell(row, column));
    cells.map(vt100::Cell::contents).collect::<String>().trim_end().to_owned()
}

/// The signature beside the bits of B.
fn signature_of_b(shown: &Shown) -> Option<String> {
    let is_signature = |word: &&str| word.len() == 16 && word.chars().all(|c| c.is_ascii_hexdigit());
    let bits = (0..shown.size().1).map(|row| shown.row(row)).find(|row| row.starts_with(" B   "))?;
    bits.split_whitespace().find(is_signature).map(str::to_owned)
}

/// What the command says of a text.
fn signed(text: &str) -> String {
    let output = program(BINARY).args(["explain", "--format", "jsonl", "--text", text]).output().unwrap();
    assert!(output.status.success());
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    object["signature"].as_str().unwrap().trim_start_matches("0x").to_owned()
}

#[test]
fn every_character_typed_is_hashed_and_the_cursor_stands_behind_it() {
    let mut terminal = empty_b(POEMS);
    let mut typed = String::new();
    for c in "春眠 ok不覺曉".chars() {
        typed.push(c);
        terminal.send(&c.to_string());
        let expected = signed(&typed);
        let shown = terminal.wait(&typed, |shown| {
            column(shown, FIRST_LINE, B) == typed.trim_end()
                && signature_of_b(shown).as_ref() == Some(&expected)
        });
        let columns: u16 = typed.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
        assert_eq!(shown.0.cursor_position(), (FIRST_LINE, B + columns), "{shown}");
        assert!(!shown.0.hide_cursor(), "{shown}");
    }
    terminal.send("\x1b");
    terminal.wait("the cursor is gone", |shown| shown.0.hide_cursor());
}

#[test]
fn in_a_prompt_too_the_cursor_stands_behind_what_is_typed() {
    let mut terminal = simscope([POEMS, "--lang", "en"]).open();
    terminal.ready();
    for (key, name) in [("/", "filter: "), (":", "Commands")] {
        let shown = terminal.press(key, name);
        assert!(!shown.0.hide_cursor(), "{shown}");
        let (row, first) = shown.0.cursor_position();
        for (typed, columns) in [("春眠", 4), ("cafe\u{301}", 8), ("👩\u{200d}👧", 13)] {
            terminal.send(typed);
            terminal.wait(typed, |shown| shown.0.cursor_position() == (row, first + columns));
        }
        terminal.send("\x1b");
        terminal.wait("the cursor is gone", |shown| shown.0.hide_cursor());
    }
}

#[test]
fn ctrl_z_in_a_text_takes_back_a_word_and_does_not_stop_the_program() {
    let mut terminal = empty_b(POEMS);
    let text = |terminal: &mut Terminal, expected: &str| {
        terminal.wait(expected, |shown| column(shown, FIRST_LINE, B) == expected)
    };
    terminal.send("the bridge");
    text(&mut terminal, "the bridge");
    terminal.send("\x1a");
    text(&mut terminal, "the");
    terminal.send("\x1a");
    text(&mut terminal, "");
    terminal.send("\x19\x19");
    text(&mut terminal, "the bridge");
    terminal.send("\x1b");
    terminal.wait("the cursor is gone", |shown| shown.0.hide_cursor());
    // Outside of the texts u takes back k, and q leaves, once that was asked.
    terminal.press("q", "[1 Corpus]");
    terminal.press("q", "leave? ");
    terminal.send("y");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();
}

#[test]
fn what_is_pasted_is_hashed_as_it_is_and_never_reaches_the_terminal_raw() {
    let mut terminal = empty_b(POEMS);
    let text = HOSTILE.replace("\r\n", "\n");
    terminal.send(&paste(&HOSTILE.replace("\r\n", "\r")));
    terminal.see("␛]52;c;cHduZWQ=␇");
    let expected = signed(&text);
    terminal.wait("the signature", |shown| signature_of_b(shown).as_ref() == Some(&expected));
    // The lists name words of it.
    terminal.send("\x1b");
    terminal.wait("the cursor is gone", |shown| shown.0.hide_cursor());
    for (keys, view) in [("vf", "[Features]"), ("ve", "[Edits]"), ("vl", "[Lengths]"), ("vi", "[Influence]")]
    {
        terminal.press(keys, view);
    }
    terminal.send("va");
    terminal.send(&paste(HOSTILE));
    terminal.see("edit of A: ␛]52");
    terminal.send("\x1b");
    terminal.wait("the prompt is gone", |shown| !shown.has("edit of A: "));
    terminal.press("q", "[1 Corpus]");
    terminal.press("q", "leave? ");
    terminal.send("y");
    assert_eq!(terminal.end().0, 0);
    assert_harmless(&terminal.raw());
}

#[test]
fn a_megabyte_and_more_is_taken_or_refused_in_words() {
    let mut terminal = empty_b(POEMS);
    terminal.send(&paste(&"one two three ".repeat(80_000)));
    let shown = terminal.see("not taken: the text would have 1,120,000 bytes");
    assert_eq!(column(&shown, FIRST_LINE, B), "", "{shown}");
    terminal.send(&paste(&"one two three ".repeat(70_000)));
    // A feature counts once, however often it comes.
    let short = "one two three one two three ";
    let expected = signed(short);
    terminal.wait("the signature", |shown| signature_of_b(shown).as_ref() == Some(&expected));
    terminal.send("x");
    let expected = signed(&format!("{short}x"));
    terminal.wait("the signature", |shown| signature_of_b(shown).as_ref() == Some(&expected));
}

#[test]
fn a_click_a_drag_and_a_key_change_what_was_selected() {
    let mut terminal = empty_b(POEMS);
    terminal.send("one two");
    terminal.wait("the text", |shown| column(shown, FIRST_LINE, B) == "one two");
    terminal.mouse(0, (B + 4, FIRST_LINE), true);
    terminal.mouse(32, (B + 7, FIRST_LINE), true);
    terminal.mouse(0, (B + 7, FIRST_LINE), false);
    terminal.wait("the selection", |shown| {
        shown.0.cell(FIRST_LINE, B + 4).map(vt100::Cell::bgcolor)
            != shown.0.cell(FIRST_LINE, B).map(vt100::Cell::bgcolor)
    });
    terminal.send("2");
    terminal.wait("the text", |shown| column(shown, FIRST_LINE, B) == "one 2");
}

#[test]
fn texts_and_cursor_stay_where_they_are_seen_when_the_terminal_is_resized() {
    let mut terminal = empty_b(POEMS);
    terminal.send("春眠不覺曉處處聞啼鳥");
    for (columns, rows) in [(80, 24), (60, 16), (200, 60), (120, 36)] {
        terminal.resize(columns, rows);
        let shown = terminal.wait("the text and its cursor", |shown| {
            let (row, column) = shown.0.cursor_position();
            let before = column.checked_sub(2).and_then(|column| shown.0.cell(row, column));
            !shown.0.hide_cursor() && before.is_some_and(|cell| cell.contents() == "鳥")
        });
        assert!(shown.has("春眠不覺曉"), "{shown}");
    }
    terminal.resize(40, 10);
    terminal.see("simscope needs 60 × 16");
    terminal.send("夜");
    terminal.resize(120, 36);
    terminal.wait("what was typed unseen", |shown| column(shown, FIRST_LINE, B).ends_with("鳥夜"));
}
