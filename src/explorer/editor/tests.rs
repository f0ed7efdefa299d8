pub(super) mod hostile;
mod model;

use super::*;
use crate::surface::{Depth, Lang, Paint, Role, Theme};
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Position;
use simscope_core::visible;

fn editor(text: &str) -> Editor {
    Editor::new(text).expect("a text within the limits")
}

fn key(code: KeyCode, modifiers: KeyModifiers) -> KeyEvent {
    KeyEvent::new(code, modifiers)
}

fn press(editor: &mut Editor, code: KeyCode) -> Typed {
    editor.press(key(code, KeyModifiers::NONE))
}

fn ctrl(editor: &mut Editor, c: char) -> Typed {
    editor.press(key(KeyCode::Char(c), KeyModifiers::CONTROL))
}

fn type_in(editor: &mut Editor, text: &str) {
    for c in text.chars() {
        assert_eq!(press(editor, KeyCode::Char(c)), Typed::Changed);
    }
}

/// Draws with one column to spare for the cursor.
fn draw(editor: &mut Editor, columns: u16, rows: u16) -> (Buffer, Option<Position>) {
    let area = Rect::new(0, 0, columns + 1, rows);
    let mut buffer = Buffer::empty(area);
    let theme = Theme::of(Depth::True, true, false);
    let mut paint = Paint::on(&mut buffer, theme, Lang::En);
    editor.view(&mut paint, area, true);
    let cursor = paint.areas.cursor;
    editor.drawn(area);
    (buffer, cursor)
}

fn rows(buffer: &Buffer) -> Vec<String> {
    let row = |y| {
        let (mut row, mut x) = (String::new(), 0);
        while x < buffer.area.width {
            let cell = &buffer[(x, y)];
            row.push_str(cell.symbol());
            x += cell.symbol().cell_width().max(1);
        }
        row.trim_end().to_owned()
    };
    (0..buffer.area.height).map(row).collect()
}

fn cursor(editor: &mut Editor, columns: u16, rows: u16) -> (u16, u16) {
    let position = draw(editor, columns, rows).1.expect("the cursor is on the screen");
    (position.x, position.y)
}

#[test]
fn what_is_typed_is_the_text() {
    let mut editor = editor("");
    assert!(editor.is_empty());
    type_in(&mut editor, "春眠abc");
    assert_eq!(press(&mut editor, KeyCode::Enter), Typed::Changed);
    type_in(&mut editor, "x");
    assert_eq!((editor.text().as_str(), editor.len()), ("春眠abc\nx", 11));
    press(&mut editor, KeyCode::Backspace);
    press(&mut editor, KeyCode::Backspace);
    press(&mut editor, KeyCode::Home);
    press(&mut editor, KeyCode::Delete);
    assert_eq!(editor.text(), "眠abc");
}

#[test]
fn a_cluster_is_passed_and_deleted_as_one() {
    let mut editor = editor("e\u{301}👍\u{1F3FD}x");
    press(&mut editor, KeyCode::Right);
    press(&mut editor, KeyCode::Right);
    assert_eq!(cursor(&mut editor, 20, 2), (3, 0));
    press(&mut editor, KeyCode::Backspace);
    assert_eq!(editor.text(), "e\u{301}x");
    press(&mut editor, KeyCode::Left);
    press(&mut editor, KeyCode::Delete);
    assert_eq!(editor.text(), "x");
}

#[test]
fn a_mark_typed_behind_a_letter_joins_it_and_can_be_undone() {
    let mut editor = editor("");
    type_in(&mut editor, "ne");
    press(&mut editor, KeyCode::End);
    type_in(&mut editor, "\u{301}");
    assert_eq!(rows(&draw(&mut editor, 20, 1).0), ["ne\u{301}"]);
    assert_eq!(cursor(&mut editor, 20, 1), (2, 0));
    ctrl(&mut editor, 'z');
    assert_eq!(editor.text(), "ne");
    ctrl(&mut editor, 'y');
    assert_eq!(editor.text(), "ne\u{301}");
    press(&mut editor, KeyCode::Home);
    type_in(&mut editor, "\u{301}");
    assert_eq!(rows(&draw(&mut editor, 20, 1).0), ["◌\u{301}ne\u{301}"]);
}

#[test]
fn what_a_terminal_could_obey_is_shown_by_its_stand_in() {
    let mut editor = editor("\u{1b}[2J\tuser\u{202e}txt\r");
    let (buffer, _) = draw(&mut editor, 30, 2);
    assert_eq!(rows(&buffer)[0], "␛[2J␉user⇠txt␍");
    let theme = Theme::of(Depth::True, true, false);
    assert_eq!(buffer[(0, 0)].fg, theme.style(Role::Warn).fg.expect("a colour"));
    assert_eq!(editor.text(), "\u{1b}[2J\tuser\u{202e}txt\r");
}

#[test]
fn lines_are_wrapped_and_the_cursor_follows() {
    let mut editor = editor("one two three four\n床前明月光疑是地上霜");
    let (buffer, position) = draw(&mut editor, 11, 5);
    assert_eq!(rows(&buffer), ["one two", "three four", "床前明月光", "疑是地上霜", ""]);
    assert_eq!(position, Some(Position::new(0, 0)));
    press(&mut editor, KeyCode::Down);
    assert_eq!(cursor(&mut editor, 11, 5), (0, 1));
    press(&mut editor, KeyCode::Down);
    for _ in 0..5 {
        press(&mut editor, KeyCode::Right);
    }
    assert_eq!(cursor(&mut editor, 11, 5), (0, 3));
    press(&mut editor, KeyCode::End);
    assert_eq!(cursor(&mut editor, 11, 5), (10, 3));
    press(&mut editor, KeyCode::Left);
    assert_eq!(cursor(&mut editor, 11, 5), (8, 3));
}

#[test]
fn the_cursor_behind_a_full_row_has_a_column_of_its_own() {
    let mut editor = editor("abcdefghij");
    press(&mut editor, KeyCode::End);
    assert_eq!(cursor(&mut editor, 10, 2), (10, 0));
    type_in(&mut editor, "k");
    assert_eq!(cursor(&mut editor, 10, 2), (1, 1));
}

#[test]
fn without_the_keys_there_is_no_cursor_and_no_room_is_reported() {
    let mut buffer = Buffer::empty(Rect::new(0, 0, 30, 3));
    let theme = Theme::of(Depth::True, true, false);
    let mut paint = Paint::on(&mut buffer, theme, Lang::En);
    let editor = editor("abc");
    editor.view(&mut paint, Rect::new(0, 0, 30, 3), false);
    for size in 0..11 {
        for area in [Rect::new(0, 0, size, 3), Rect::new(0, 0, 30, 0), Rect::new(29, 2, size, size)] {
            editor.view(&mut paint, area, true);
        }
    }
    assert_eq!(paint.areas.cursor, None);
    assert!(rows(paint.buffer).iter().any(|row| row.contains("too narrow")));
}

#[test]
fn what_is_selected_is_seen_and_copied() {
    let selected = |editor: &mut Editor| -> String {
        let ground = Theme::of(Depth::True, true, false).style(Role::Selected).bg;
        let (buffer, _) = draw(editor, 30, 3);
        buffer.content.iter().filter(|cell| Some(cell.bg) == ground).map(|cell| cell.symbol()).collect()
    };
    let mut editor = editor("ab\u{200b}cd");
    assert_eq!(ctrl(&mut editor, 'c'), Typed::Nothing(Why::NothingSelected));
    press(&mut editor, KeyCode::Right);
    for _ in 0..2 {
        assert_eq!(editor.press(key(KeyCode::Right, KeyModifiers::SHIFT)), Typed::Moved);
    }
    assert_eq!(selected(&mut editor), "b␢");
    assert_eq!(ctrl(&mut editor, 'c'), Typed::Copy("b\u{200b}".into()));
    // Backwards, the character under the cursor is selected too.
    press(&mut editor, KeyCode::End);
    editor.press(key(KeyCode::Left, KeyModifiers::SHIFT));
    editor.press(key(KeyCode::Left, KeyModifiers::SHIFT));
    assert_eq!(selected(&mut editor), "cd");
    assert_eq!(ctrl(&mut editor, 'x'), Typed::Cut("cd".into()));
    assert_eq!(editor.text(), "ab\u{200b}");
    assert_eq!(ctrl(&mut editor, 'v'), Typed::Changed);
    assert_eq!(editor.text(), "ab\u{200b}cd");
    assert_eq!(ctrl(&mut editor, 'a'), Typed::Moved);
    assert_eq!(editor.selected(), Some("ab\u{200b}cd".into()));
    type_in(&mut editor, "z");
    assert_eq!(editor.text(), "z");
    ctrl(&mut editor, 'z');
    assert_eq!(editor.text(), "ab\u{200b}cd");
}

#[test]
fn the_selection_reaches_over_lines() {
    let mut editor = editor("one\ntwo\nthree");
    editor.press(key(KeyCode::Down, KeyModifiers::SHIFT));
    editor.press(key(KeyCode::End, KeyModifiers::SHIFT));
    assert_eq!(editor.selected(), Some("one\ntwo".into()));
    press(&mut editor, KeyCode::Delete);
    assert_eq!(editor.text(), "\nthree");
}

#[test]
fn replacing_everything_is_one_step_back() {
    let mut editor = editor("first\ntext");
    for text in ["second", "", "\n", "third"] {
        editor.replace_all(text).expect("short");
        assert_eq!(editor.text(), text);
    }
    for text in ["\n", "", "second", "first\ntext"] {
        assert_eq!(ctrl(&mut editor, 'z'), Typed::Undone);
        assert_eq!(editor.text(), text);
    }
    assert_eq!(ctrl(&mut editor, 'z'), Typed::Nothing(Why::NothingToUndo));
    for text in ["second", "", "\n", "third"] {
        assert_eq!(ctrl(&mut editor, 'y'), Typed::Redone);
        assert_eq!(editor.text(), text);
    }
    assert_eq!(ctrl(&mut editor, 'y'), Typed::Nothing(Why::NothingToRedo));
}

#[test]
fn what_was_typed_of_a_word_is_one_step_back() {
    let mut editor = editor("the ");
    press(&mut editor, KeyCode::End);
    type_in(&mut editor, "river bridge");
    press(&mut editor, KeyCode::Backspace);
    type_in(&mut editor, "d");
    press(&mut editor, KeyCode::Left);
    press(&mut editor, KeyCode::Right);
    type_in(&mut editor, "e");
    press(&mut editor, KeyCode::Enter);
    type_in(&mut editor, "x");
    let steps = [
        "the river bridgde\n",
        "the river bridgde",
        "the river bridgd",
        "the river bridg",
        "the river bridge",
        "the river ",
        "the ",
    ];
    for text in steps {
        assert_eq!(ctrl(&mut editor, 'z'), Typed::Undone);
        assert_eq!(editor.text(), text);
    }
    assert_eq!(ctrl(&mut editor, 'z'), Typed::Nothing(Why::NothingToUndo));
    for text in steps.into_iter().rev().skip(1) {
        assert_eq!(ctrl(&mut editor, 'y'), Typed::Redone);
        assert_eq!(editor.text(), text);
    }
    press(&mut editor, KeyCode::End);
    type_in(&mut editor, &"春".repeat(30));
    ctrl(&mut editor, 'z');
    assert_eq!(editor.text(), format!("the river bridgde\n{}", "春".repeat(20)));
}

#[test]
fn pasted_line_ends_become_line_feeds_and_all_else_stays() {
    let mut editor = editor("");
    assert_eq!(editor.paste("a\rb\r\nc\nd\u{1b}[0m\u{202e}"), Typed::Changed);
    assert_eq!(editor.text(), "a\nb\nc\nd\u{1b}[0m\u{202e}");
    ctrl(&mut editor, 'z');
    assert_eq!(editor.text(), "");
    assert!(matches!(editor.paste(""), Typed::Nothing(_)));
}

#[test]
fn other_combinations_type_nothing() {
    let mut editor = editor("text");
    for c in "bdefgijklmnopqrstuw1[".chars() {
        assert_eq!(ctrl(&mut editor, c), Typed::Nothing(Why::NoSuchKey), "{c}");
        assert_eq!(
            editor.press(key(KeyCode::Char(c), KeyModifiers::ALT)),
            Typed::Nothing(Why::NoSuchKey),
            "{c}"
        );
    }
    for code in [KeyCode::F(5), KeyCode::Insert, KeyCode::Esc, KeyCode::Tab, KeyCode::BackTab] {
        assert_eq!(press(&mut editor, code), Typed::Nothing(Why::NoSuchKey));
    }
    assert_eq!(press(&mut editor, KeyCode::Backspace), Typed::Nothing(Why::AtTheEnd));
    assert_eq!(editor.text(), "text");
}

#[test]
fn ctrl_moves_and_deletes_by_words() {
    let with = |code| key(code, KeyModifiers::CONTROL);
    let mut editor = editor("one two three");
    editor.press(with(KeyCode::Right));
    assert_eq!(cursor(&mut editor, 20, 1), (4, 0));
    editor.press(with(KeyCode::Delete));
    assert_eq!(editor.text(), "one  three");
    editor.press(with(KeyCode::End));
    editor.press(with(KeyCode::Backspace));
    assert_eq!(editor.text(), "one  ");
    editor.press(with(KeyCode::Home));
    assert_eq!(cursor(&mut editor, 20, 1), (0, 0));
    editor.replace_all("床前明月\nthe cafe\u{301}").expect("short");
    editor.press(with(KeyCode::Delete));
    assert_eq!(editor.text(), "前明月\nthe cafe\u{301}");
    editor.press(with(KeyCode::End));
    editor.press(key(KeyCode::Left, KeyModifiers::CONTROL | KeyModifiers::SHIFT));
    assert_eq!(editor.selected(), Some("cafe\u{301}".into()));
    press(&mut editor, KeyCode::Home);
    editor.press(with(KeyCode::Backspace));
    assert_eq!(editor.text(), "前明月the cafe\u{301}");
    ctrl(&mut editor, 'z');
    assert_eq!(editor.text(), "前明月\nthe cafe\u{301}");
}

#[test]
fn a_click_puts_the_cursor_and_a_drag_selects() {
    let mut editor = editor("one two\n床前明月");
    draw(&mut editor, 20, 5);
    editor.click(3, 1);
    assert_eq!(cursor(&mut editor, 20, 5), (2, 1));
    editor.drag_to(7, 1);
    assert_eq!(editor.selected(), Some("前明".into()));
    editor.drag_to(4, 0);
    assert_eq!(editor.selected(), Some("two\n床".into()));
    editor.click(30, 30);
    assert_eq!((cursor(&mut editor, 20, 5), editor.selected()), ((8, 1), None));
}

#[test]
fn the_wheel_stops_at_the_ends() {
    let text: Vec<String> = (0..20).map(|row| row.to_string()).collect();
    let mut editor = editor(&text.join("\n"));
    let first = |editor: &mut Editor| rows(&draw(editor, 20, 5).0)[0].clone();
    assert_eq!(first(&mut editor), "0");
    editor.scroll(3);
    assert_eq!(first(&mut editor), "3");
    editor.scroll(100);
    assert_eq!(first(&mut editor), "15");
    editor.scroll(-100);
    assert_eq!(first(&mut editor), "0");
    editor.press(key(KeyCode::Home, KeyModifiers::CONTROL));
    press(&mut editor, KeyCode::PageDown);
    assert_eq!(cursor(&mut editor, 20, 5), (0, 4));
    press(&mut editor, KeyCode::PageDown);
    assert_eq!(first(&mut editor), "4");
}

#[test]
fn no_row_is_hidden_above_while_there_is_room_below() {
    let mut editor = editor("");
    let top = |editor: &mut Editor| rows(&draw(editor, 20, 3).0)[0].clone();
    top(&mut editor);
    editor.paste("1\n2\n3\n4\n5\n6");
    assert_eq!(top(&mut editor), "4");
    for first in ["4", "4", "3", "3", "2", "2", "1", "1"] {
        // Two keys for each line: its text and its end.
        assert_eq!(top(&mut editor), first);
        press(&mut editor, KeyCode::Backspace);
    }
    ctrl(&mut editor, 'a');
    editor.paste("a\nb\nc\nd\ne\nf\ng\nh");
    assert_eq!(top(&mut editor), "f");
    ctrl(&mut editor, 'a');
    editor.paste("x\ny");
    assert_eq!(rows(&draw(&mut editor, 20, 3).0), ["x", "y", ""]);
    // A higher screen shows more.
    editor.paste("\nz\nw");
    assert_eq!(top(&mut editor), "y");
    assert_eq!(rows(&draw(&mut editor, 20, 10).0)[..4], ["x", "y", "z", "w"]);
}

#[test]
fn a_text_that_is_scrolled_along_keeps_its_cursor() {
    let text: String = (0..60).map(|number| format!("line {number}\n")).collect();
    let mut editor = editor(&text);
    draw(&mut editor, 20, 10);
    let forty = text.find("line 40").expect("a line of the text");
    editor.show_away(forty, 0);
    assert_eq!(draw(&mut editor, 20, 10).1, None, "the cursor is not in view");
    assert_eq!(editor.first_shown(), forty);
    type_in(&mut editor, "x");
    assert!(editor.text().starts_with("xline 0"));
    assert!(draw(&mut editor, 20, 10).1.is_some());
    assert_eq!(editor.first_shown(), 0);
}
