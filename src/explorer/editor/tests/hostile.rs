//! Any text and any keys, and the limits.

use super::*;
use proptest::prelude::*;

/// Texts that come apart in unpleasant ways.
pub const HOSTILE: &str = "(\\PC|[a床\u{301}\u{200d}👩👍\u{1F3FD}\u{1F1E9}\u{FF9E}\u{202e}\u{1b}\t\r\u{F0000}\u{33480}\u{1100}\u{1161}\u{11A8}\u{915}\u{94D}\u{937}\u{D4E}\u{17D8}\u{20}\n]){0,40}";

#[test]
fn what_is_too_much_is_refused_and_changes_nothing() {
    let long = "x".repeat(MAX_TEXT);
    let lines = "\n".repeat(MAX_LINES - 1);
    assert_eq!(Editor::new(&format!("{long}x")).err(), Some(TooMuch::Bytes(MAX_TEXT + 1)));
    assert_eq!(Editor::new(&format!("{lines}\n")).err(), Some(TooMuch::Lines(MAX_LINES + 1)));
    let mut editor = editor(&lines);
    assert_eq!(press(&mut editor, KeyCode::Enter), Typed::Refused(TooMuch::Lines(MAX_LINES + 1)));
    assert_eq!(editor.paste(&long), Typed::Refused(TooMuch::Bytes(MAX_TEXT + MAX_LINES - 1)));
    assert_eq!(editor.replace_all(&format!("{long}x")), Err(TooMuch::Bytes(MAX_TEXT + 1)));
    assert_eq!(editor.text(), lines);
    // What is selected makes room.
    ctrl(&mut editor, 'a');
    assert_eq!(editor.paste(&long), Typed::Changed);
    assert_eq!(press(&mut editor, KeyCode::Char('y')), Typed::Refused(TooMuch::Bytes(MAX_TEXT + 1)));
}

#[test]
fn within_the_limits_nothing_overflows_at_the_far_end() {
    let ends = |text: &str| {
        let mut editor = editor(text);
        let end = key(KeyCode::End, KeyModifiers::CONTROL);
        for columns in [25, 38, 200] {
            editor.press(key(KeyCode::Home, KeyModifiers::CONTROL));
            draw(&mut editor, columns, 7);
            editor.press(end);
            let last: String = text.chars().rev().take(3).collect::<Vec<_>>().into_iter().rev().collect();
            let (buffer, position) = draw(&mut editor, columns, 7);
            let position = position.expect("the cursor is on the screen");
            let shown = rows(&buffer)[..=usize::from(position.y)].concat();
            assert!(last.trim().is_empty() || shown.contains(last.trim()), "{shown:?}");
            // Far into the line the mouse still finds its place.
            if position.y > 3 && last.trim().len() > 2 {
                editor.click(6, position.y - 2);
                assert_eq!(cursor(&mut editor, columns, 7), (6, position.y - 2));
                editor.drag_to(10, position.y - 2);
                assert_eq!(editor.selected().map(|text| visible::width(&text)), Some(4));
            }
        }
        assert_eq!(editor.text(), text);
    };
    ends(&"abcdefghi ".repeat(MAX_TEXT / 10));
    ends(&"床前明月光".repeat(MAX_TEXT / 15));
    ends(&"\n".repeat(MAX_LINES - 1));
    let line = "x".repeat(MAX_TEXT - MAX_LINES);
    ends(&format!("{}{line}", "\n".repeat(MAX_LINES - 1)));
    ends(&"aaaaaaaaaaaaaaa \n".repeat(WRAPPED_AT_WORDS / 17));
}

#[test]
fn a_megabyte_of_marks_on_one_letter_is_taken_at_once() {
    let text = format!("a{}", "\u{301}".repeat((MAX_TEXT - 1) / 2));
    let start = std::time::Instant::now();
    let mut editor = editor(&text);
    assert_eq!(editor.text(), text);
    let (buffer, _) = draw(&mut editor, 40, 5);
    assert!(buffer.content().iter().all(|cell| cell.symbol().len() < 100));
    press(&mut editor, KeyCode::Delete);
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn an_editor_that_was_never_drawn_takes_keys_and_the_mouse() {
    for text in ["", "one", "one\ntwo 床前 three\n"] {
        let mut editor = editor(text);
        editor.click(3, 3);
        editor.drag_to(9, 1);
        editor.scroll(3);
        editor.scroll(-3);
        for code in [KeyCode::PageDown, KeyCode::Down, KeyCode::Up, KeyCode::PageUp, KeyCode::End] {
            press(&mut editor, code);
        }
        assert_eq!(editor.text(), text);
    }
}

#[test]
fn the_past_is_bounded() {
    let mut editor = editor("");
    let text = "x".repeat(MAX_TEXT);
    for _ in 0..40 {
        editor.replace_all(&text).expect("within the limit");
        editor.replace_all("").expect("nothing");
        assert!(editor.past.bytes <= past::MOST_BYTES + MAX_TEXT);
    }
    for _ in 0..past::MOST_EDITS + 200 {
        press(&mut editor, KeyCode::Char('a'));
    }
    let kept = editor.past.edits;
    assert!((past::MOST_EDITS - 20..=past::MOST_EDITS).contains(&kept), "{kept}");
    while ctrl(&mut editor, 'z') == Typed::Undone {}
    assert_eq!(editor.text().len(), past::MOST_EDITS + 200 - kept);
}

/// A key, a paste or a use of the mouse.
fn doing() -> impl Strategy<Value = (u8, String)> {
    (any::<u8>(), HOSTILE)
}

fn do_it(editor: &mut Editor, (what, text): &(u8, String)) {
    let shift = if what & 64 == 0 { KeyModifiers::NONE } else { KeyModifiers::SHIFT };
    let ctrl = if what & 128 == 0 { KeyModifiers::NONE } else { KeyModifiers::CONTROL };
    let code = match what % 20 {
        0 => KeyCode::Left,
        1 => KeyCode::Right,
        2 => KeyCode::Up,
        3 => KeyCode::Down,
        4 => KeyCode::Home,
        5 => KeyCode::End,
        6 => KeyCode::Backspace,
        7 => KeyCode::Delete,
        8 => KeyCode::Enter,
        9 => KeyCode::PageDown,
        10 => return drop(editor.press(key(KeyCode::Char('z'), KeyModifiers::CONTROL))),
        11 => return drop(editor.press(key(KeyCode::Char('y'), KeyModifiers::CONTROL))),
        12 => return drop(editor.press(key(KeyCode::Char('x'), KeyModifiers::CONTROL))),
        13 => return drop(editor.press(key(KeyCode::Char('v'), KeyModifiers::CONTROL))),
        14 => return editor.click(u16::from(what % 23), u16::from(what % 5)),
        15 => return editor.drag_to(u16::from(what % 23), u16::from(what % 5)),
        16 => return editor.scroll(i16::from(*what) - 128),
        17 => return editor.replace_all(text).expect("short"),
        18 => KeyCode::Char(text.chars().next().unwrap_or('a')),
        _ => return drop(editor.paste(text)),
    };
    editor.press(key(code, shift | ctrl));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_text_comes_back_as_it_was(text in any::<String>(), hostile in HOSTILE) {
        for text in [text, hostile] {
            prop_assert_eq!(editor(&text).text(), text);
        }
    }

    #[test]
    fn nothing_unsafe_is_drawn_and_no_cell_overlaps_another(
        text in any::<String>(),
        done in prop::collection::vec(doing(), 0..24),
        columns in 10_u16..40,
    ) {
        let mut editor = editor(&text);
        for one in &done {
            let (buffer, position) = draw(&mut editor, columns, 5);
            prop_assert!(position.is_some());
            for y in 0..5 {
                let mut x = 0;
                while x <= columns {
                    let symbol = buffer[(x, y)].symbol();
                    prop_assert!(symbol.chars().all(|c| visible::stand_in(c).is_none()), "{:?}", symbol);
                    x += symbol.cell_width().max(1);
                }
                prop_assert_eq!(x, columns + 1);
            }
            do_it(&mut editor, one);
            prop_assert_eq!(editor.len(), editor.text().len());
        }
    }

    #[test]
    fn everything_undone_is_the_text_of_the_beginning(
        text in HOSTILE,
        done in prop::collection::vec(doing(), 0..24),
    ) {
        let mut editor = editor(&text);
        draw(&mut editor, 12, 4);
        done.iter().for_each(|one| do_it(&mut editor, one));
        let end = editor.text();
        let mut steps = 0;
        while ctrl(&mut editor, 'z') == Typed::Undone {
            steps += 1;
        }
        prop_assert_eq!(editor.text(), text);
        // What had been undone before comes back behind.
        for _ in 0..steps {
            prop_assert_eq!(ctrl(&mut editor, 'y'), Typed::Redone);
        }
        prop_assert_eq!(editor.text(), end);
    }
}
