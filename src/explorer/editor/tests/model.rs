//! The editor against a plain model of it, which looks for clusters from the start of the text every time.

use super::hostile::HOSTILE;
use super::*;
use crate::editor::clusters::clusters;
use proptest::prelude::*;
use std::collections::HashMap;

#[derive(Debug, Clone)]
enum Doing {
    Type(char),
    Paste(String),
    Move(KeyCode, KeyModifiers),
    Delete(KeyCode),
    Undo(char),
    Click(u16, u16),
}

fn doing() -> impl Strategy<Value = Doing> {
    let chars = prop::sample::select(
        "a .\n床é\u{301}\u{200d}👩\u{1F3FD}\u{1F1E9}\u{FF9E}\u{1161}\u{202e}".chars().collect::<Vec<_>>(),
    );
    let keys = [
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageDown,
    ];
    let modifiers = [KeyModifiers::NONE, KeyModifiers::SHIFT, KeyModifiers::CONTROL];
    prop_oneof![
        4 => chars.prop_map(Doing::Type),
        1 => HOSTILE.prop_map(Doing::Paste),
        4 => (prop::sample::select(keys.to_vec()), prop::sample::select(modifiers.to_vec())).prop_map(|(key, with)| Doing::Move(key, with)),
        3 => prop::sample::select(vec![KeyCode::Backspace, KeyCode::Delete]).prop_map(Doing::Delete),
        2 => prop::sample::select(vec!['z', 'z', 'y']).prop_map(Doing::Undo),
        1 => (0_u16..14, 0_u16..4).prop_map(|(x, y)| Doing::Click(x, y)),
    ]
}

/// The boundaries of a text, in order.
fn boundaries(text: &str) -> Vec<usize> {
    let mut all = vec![];
    let mut start = 0;
    for line in text.split('\n') {
        all.push(start);
        all.extend(clusters(text, start, start + line.len()).map(|cluster| cluster.end));
        start += line.len() + 1;
    }
    all
}

/// What the text becomes, and the cursor, by a change that needs no rows and no past.
fn changed(editor: &Editor, one: &Doing) -> Option<(String, usize)> {
    let selection = editor.selection();
    let all = boundaries(&editor.text);
    let (gone, with) = match one {
        Doing::Type(c) => (selection, c.to_string()),
        Doing::Paste(text) if text.is_empty() => return None,
        Doing::Paste(text) => (selection, text.replace("\r\n", "\n").replace('\r', "\n")),
        Doing::Delete(_) if !selection.is_empty() => (selection, String::new()),
        Doing::Delete(key) => {
            let at = all.binary_search(&editor.cursor).expect("the cursor is on a boundary");
            let other = if *key == KeyCode::Backspace { at.checked_sub(1)? } else { at + 1 };
            let other = *all.get(other)?;
            (other.min(editor.cursor)..other.max(editor.cursor), String::new())
        }
        _ => return None,
    };
    let with = if editor.is_line { with.replace('\n', " ") } else { with };
    let text = [&editor.text[..gone.start], &with, &editor.text[gone.end..]].concat();
    let cursor = boundaries(&text).into_iter().find(|&at| at >= gone.start + with.len());
    Some((text, cursor.expect("the end is a boundary")))
}

fn do_it(editor: &mut Editor, one: &Doing) {
    match one {
        Doing::Type(c) => drop(press(editor, KeyCode::Char(*c))),
        Doing::Paste(text) => drop(editor.paste(text)),
        Doing::Move(code, modifiers) => drop(editor.press(key(*code, *modifiers))),
        Doing::Delete(code) => drop(press(editor, *code)),
        // In a line those keys are those of a shell.
        Doing::Undo('z') => drop(editor.undo()),
        Doing::Undo(_) => drop(editor.redo()),
        Doing::Click(x, y) => editor.click(*x, *y),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn text_and_cursor_are_those_of_the_model(
        text in HOSTILE, is_line: bool, done in prop::collection::vec(doing(), 0..40),
    ) {
        let mut editor = if is_line { Editor::line(&text) } else { editor(&text) };
        let mut texts = HashMap::from([(0, editor.text())]);
        for one in &done {
            draw(&mut editor, 12, 3);
            let expected = changed(&editor, one);
            let before = editor.text();
            do_it(&mut editor, one);
            if let Some((text, cursor)) = expected {
                prop_assert_eq!((editor.as_str(), editor.cursor), (text.as_str(), cursor));
                texts.insert(editor.depth(), text);
            } else if let Doing::Undo(_) = one {
                prop_assert_eq!(editor.as_str(), &texts[&editor.depth()]);
            } else {
                prop_assert_eq!(editor.as_str(), before.as_str());
            }
            let all = boundaries(editor.as_str());
            prop_assert!(all.binary_search(&editor.cursor).is_ok(), "{:?} in {:?}", editor.cursor, editor.text);
            prop_assert!(editor.anchor.is_none_or(|anchor| all.binary_search(&anchor).is_ok()));
        }
    }

    #[test]
    fn the_column_of_the_cursor_is_the_width_before_it(
        text in "([a-z .床前é👩👍\u{200d}\u{202e}\t]|e\u{301}|👍\u{1F3FD}|\u{1F1E9}\u{1F1EA}|\u{915}\u{94D}){0,60}", lefts in 0_usize..60,
    ) {
        let mut line = Editor::line(&text);
        for _ in 0..lefts {
            press(&mut line, KeyCode::Left);
        }
        let before = visible::width(&line.text[..line.cursor]);
        prop_assert_eq!(line.place(&line.rows), (0, before));
        let (buffer, cursor) = draw(&mut line, 19, 1);
        let x = usize::from(cursor.expect("the cursor is on the screen").x);
        prop_assert_eq!(x + line.scrolled, before);
        if line.scrolled == 0 {
            let shown = &rows(&buffer)[0];
            prop_assert!(shown.starts_with(visible::line(&line.text[..line.cursor]).trim_end()), "{:?}", shown);
        }
    }
}
