use super::*;
use crate::surface::Lang;
use crate::surface::theme::{Depth, Theme};
use crate::widgets::marked::Marked;
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use simscope_core::progress::Progress;
use std::time::Duration;

const DARK: Theme = Theme::of(Depth::True, true, false);

fn marked(a: &str, b: &str) -> Marked {
    Marked::new(a, b, Duration::from_secs(60), &Progress::new()).unwrap()
}

/// What is drawn of one side, line by line.
fn drawn(
    a: &str,
    b: &str,
    side: Side,
    (width, height): (u16, u16),
    top: Top,
    theme: Theme,
) -> (Vec<String>, Buffer) {
    let marked = marked(a, b);
    let area = Rect::new(0, 0, width.max(1), height.max(1));
    let mut buffer = Buffer::empty(area);
    let mut paint = Paint::on(&mut buffer, theme, Lang::En);
    let sheet = Sheet {
        texts: [a, b],
        blocks: marked.blocks(true),
        columns: usize::from(width.max(3)) - 2,
        is_stacked: false,
    };
    sheet.draw(
        &mut paint,
        area,
        top,
        (side, marked.spans(side, 0.0)),
        Over { current: marked.differences.first(), hits: &[] },
    );
    let line = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    let lines = (0..area.height).map(|y| line(y).trim_end().to_owned()).collect();
    (lines, buffer)
}

#[test]
fn both_sides_stay_level_and_what_differs_has_a_sign() {
    let (a, b) = ("one\ntwo\nfour\nlast\n", "one\nfour\nfive words\nlast\n");
    let side = |side| drawn(a, b, side, (14, 6), Top::default(), DARK).0;
    assert_eq!(side(Side::A), [" one", "▌two", " four", "", " last", ""]);
    // The first difference is gone to: B has nothing there but its place.
    assert_eq!(side(Side::B), [" one", "", "▌four", "+five words", " last", ""]);
}

#[test]
fn without_colours_the_mark_is_reversed() {
    let mono = Theme { depth: Depth::Mono, ..DARK };
    for (theme, reversed) in [(DARK, false), (mono, true)] {
        let (_, buffer) = drawn("an old word", "a new word", Side::B, (20, 1), Top::default(), theme);
        let is = |x: u16, modifier| buffer[(x, 0)].modifier.contains(modifier);
        assert!(is(3, Modifier::UNDERLINED) && !is(8, Modifier::UNDERLINED));
        assert_eq!((is(3, Modifier::REVERSED), is(8, Modifier::REVERSED)), (reversed, false));
    }
}

#[test]
fn a_difference_is_found_in_the_row_where_it_begins() {
    let before = "word ".repeat(100);
    let (a, b) = (format!("{before}old end"), format!("{before}new end"));
    let marked = marked(&a, &b);
    for is_folded in [true, false] {
        let sheet =
            Sheet { texts: [&a, &b], blocks: marked.blocks(is_folded), columns: 20, is_stacked: false };
        let top = sheet.row_of(&marked.differences[0]);
        let area = Rect::new(0, 0, 22, 1);
        let mut buffer = Buffer::empty(area);
        let mut paint = Paint::on(&mut buffer, DARK, Lang::En);
        sheet.draw(&mut paint, area, top, (Side::A, marked.spans(Side::A, 0.0)), Over::default());
        let line: String = (0..22).map(|x| buffer[(x, 0)].symbol()).collect();
        assert!(line.starts_with('−') && line.contains("old"), "{line}");
    }
}

/// Words, lines, wide and joined characters, and what is not seen.
const HOSTILE: &str = "(\\PC|one |two |[a床\u{301}\u{200d}👩\u{1F1E9}\u{FF9E}\u{202e}\u{1b}\t\r\u{1100}\u{1161}\u{D4E}\u{17D8}\u{20}\n]){0,60}";

proptest! {
    #[test]
    fn any_two_texts_are_drawn_at_any_size(
        a in HOSTILE, b in HOSTILE, width in 0u16..30, height in 0u16..9, by in -40isize..40,
    ) {
        let marked = marked(&a, &b);
        for is_folded in [true, false] {
            let columns = usize::from(width.max(3)) - 2;
            let sheet = Sheet { texts: [&a, &b], blocks: marked.blocks(is_folded), columns, is_stacked: false };
            let end = sheet.end(height.into());
            let top = sheet.moved(end, by, height.into());
            prop_assert!(top <= end);
            prop_assert_eq!(sheet.moved(Top::default(), isize::from(i16::MAX), height.into()), end);
            for difference in &marked.differences {
                let at = sheet.row_of(difference);
                prop_assert!(at.block < sheet.blocks.len() && at.row < sheet.height(at.block));
            }
        }
        for side in [Side::A, Side::B] {
            let (lines, _) = drawn(&a, &b, side, (width, height), Top::default(), DARK);
            prop_assert!(lines.iter().all(|line| !line.chars().any(char::is_control)));
        }
    }
}
