//! The widths that `visible` tells are those at which the terminal library lays text out.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};
use simscope::visible::{line, width};

#[test]
fn what_ratatui_lays_out_takes_the_width_that_is_told() {
    for text in [
        "abc",
        "床前明月光",
        "e\u{301}",
        "ｶﾞ",
        "👩\u{200d}👧",
        "❤\u{fe0f}",
        "🇨🇭",
        "한",
        "\u{1112}\u{1161}\u{11ab}",
        "\u{605}1",
        "لا",
    ] {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 1));
        let (end, _) = buffer.set_stringn(0, 0, line(text), 40, Style::new());
        assert_eq!(usize::from(end), width(text), "{text:?}");
    }
}
