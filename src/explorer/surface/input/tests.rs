//! What comes in pieces is put together, and what has no end is let go.

use super::*;

const REPLIES: &str = "\u{1b}]10;rgb:0000/0000/0000\u{1b}\\\u{1b}]11;rgb:ffff/ffff/ffff\u{7}\u{1b}[?62;22c";
const ESCAPE: Duration = Duration::from_millis(50);

/// What is read of pieces with a pause between them.
fn read(pieces: &[&str], pause: u64, asks: bool) -> Vec<Read> {
    let mut now = Instant::now();
    let mut reader = Reader::new(ESCAPE, asks, now);
    let mut all = Vec::new();
    for piece in pieces {
        all.extend(reader.take(piece.as_bytes(), now));
        now += Duration::from_millis(pause);
        all.extend(reader.let_go(now));
    }
    all.extend(reader.let_go(now + PAUSE));
    assert_eq!(reader.left(now), None, "{pieces:?}");
    all
}

fn is_typed(pieces: &[&str], pause: u64, events: impl IntoIterator<Item = Event>) {
    let events: Vec<Read> = events.into_iter().map(Read::Input).collect();
    assert_eq!(read(pieces, pause, false), events, "{pieces:?}");
}

fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Event {
    Event::Key(KeyEvent::new(code, modifiers))
}

#[test]
fn a_sequence_is_one_key_wherever_it_is_cut() {
    use KeyCode::{BackTab, Char, Delete, Down, F, PageUp, Tab};
    const NONE: KeyModifiers = KeyModifiers::NONE;
    let at = |kind, column, row| Event::Mouse(MouseEvent { kind, column, row, modifiers: NONE });
    for (sequence, event) in [
        ("\u{1b}[B", pressed(Down, NONE)),
        ("\u{1b}OB", pressed(Down, NONE)),
        ("\u{1b}[1;6B", pressed(Down, KeyModifiers::SHIFT | KeyModifiers::CONTROL)),
        ("\u{1b}[3~", pressed(Delete, NONE)),
        ("\u{1b}[5;3~", pressed(PageUp, KeyModifiers::ALT)),
        ("\u{1b}[24~", pressed(F(12), NONE)),
        ("\u{1b}[[C", pressed(F(3), NONE)),
        ("\u{1b}OS", pressed(F(4), NONE)),
        ("\u{1b}[Z", pressed(BackTab, KeyModifiers::SHIFT)),
        ("\u{1b}[9;2u", pressed(BackTab, KeyModifiers::SHIFT)),
        ("\u{1b}[9;5u", pressed(Tab, KeyModifiers::CONTROL)),
        ("\u{1b}x", pressed(Char('x'), KeyModifiers::ALT)),
        ("\u{1b}é", pressed(Char('é'), KeyModifiers::ALT)),
        ("\u{1b}[<65;9;4M", at(MouseEventKind::ScrollDown, 8, 3)),
        ("\u{1b}[<0;9;4m", at(MouseEventKind::Up(MouseButton::Left), 8, 3)),
        ("\u{1b}[<34;1;1M", at(MouseEventKind::Drag(MouseButton::Right), 0, 0)),
        ("\u{1b}[M !!", at(MouseEventKind::Down(MouseButton::Left), 0, 0)),
        ("\u{1b}[200~a\u{1b}[A\r\u{3}b\u{1b}[201~", Event::Paste("a\u{1b}[A\r\u{3}b".into())),
    ] {
        for cut in (0..=sequence.len()).filter(|&cut| sequence.is_char_boundary(cut)) {
            if !sequence[..cut].ends_with('\u{3}') {
                is_typed(&[&sequence[..cut], &sequence[cut..]], 5, [event.clone()]);
            }
        }
    }
}

#[test]
fn what_was_typed_in_time_and_read_late_is_one_key() {
    let now = Instant::now();
    let mut reader = Reader::new(ESCAPE, false, now);
    assert_eq!(reader.take(b"\x1b", now), []);
    let down = Read::Input(pressed(KeyCode::Down, KeyModifiers::NONE));
    assert_eq!(reader.take(b"OB", now + 9 * ESCAPE), [down]);
}

#[test]
fn no_reply_is_a_key_wherever_it_is_cut() {
    // Of kitty, of a terminal that was asked for its name, and where the cursor is.
    let others =
        "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}P1+r544e\u{1b}\\\u{1b}^a:b\u{1b}\\\u{1b}Xq\u{7}\u{1b}[24;80R\u{1b}[?1u";
    for cut in 0..others.len() {
        let found = read(&[&others[..cut], &others[cut..]], 40, false);
        assert_eq!(found, [Read::HasPixels], "cut at {cut}");
    }
    for cut in 0..REPLIES.len() {
        let found = read(&[&REPLIES[..cut], &REPLIES[cut..]], 200, true);
        assert_eq!(found, [Read::IsDark(false)], "cut at {cut}");
    }
    for (replies, is_dark) in [
        ("\u{1b}]11;#101010\u{1b}\\", true),
        ("\u{1b}]11;#f0f0f0\u{1b}\\", false),
        ("\u{1b}]10;rgb:ff/ff/ff\u{7}\u{1b}]11;rgb:fe/fe/fe\u{7}", true),
    ] {
        assert_eq!(read(&[replies], 0, true), [Read::IsDark(is_dark)], "{replies:?}");
    }
    assert_eq!(read(&["\u{1b}]11;rgb:zz/0/0\u{7}"], 0, true), []);
}

#[test]
fn what_is_typed_slowly_is_keys() {
    let esc = || pressed(KeyCode::Esc, KeyModifiers::NONE);
    let plain = |c: char| pressed(KeyCode::Char(c), KeyModifiers::NONE);
    let alt = |c: char| pressed(KeyCode::Char(c), KeyModifiers::ALT);
    let keys = ["\u{1b}", "]", "\u{1b}]", "q\u{1b}q", "\u{1b}\u{1b}", "\u{1b}[", "B"];
    let events = [esc(), plain(']'), alt(']'), plain('q'), alt('q'), esc(), esc(), alt('['), plain('B')];
    is_typed(&keys, 60, events.clone());
    // While a reply is to come a little slower.
    assert_eq!(read(&keys, 260, true), events.map(Read::Input));
}

#[test]
fn nothing_that_lacks_its_end_makes_the_explorer_deaf() {
    let interrupt = || pressed(KeyCode::Char('c'), KeyModifiers::CONTROL);
    let plain = |c: char| pressed(KeyCode::Char(c), KeyModifiers::NONE);
    for begun in [
        "\u{1b}[200~pasted",
        "\u{1b}]11;rgb",
        "\u{1b}P1",
        "\u{1b}_G",
        "\u{1b}[1;",
        "\u{1b}O",
        "é\u{1b}",
        "\u{1b}[",
    ] {
        let typed = read(&[begun, "\u{3}", "q"], 5, false);
        assert!(typed.contains(&Read::Input(plain('q'))), "{begun:?}: {typed:?}");
        let is_alt = begun.ends_with('\u{1b}');
        assert!(is_alt || typed.contains(&Read::Input(interrupt())), "{begun:?}: {typed:?}");
    }
    is_typed(&["\u{1b}[200~pasted", "q"], 2_100, [Event::Paste("pasted".into()), plain('q')]);
    is_typed(&["\u{1b}]11;rgb", "1", "q"], 1_100, [plain('q')]);
}

#[test]
fn what_is_no_utf_8_is_skipped() {
    let mut reader = Reader::new(ESCAPE, false, Instant::now());
    for (bytes, keys) in [
        (&b"\xff\xc3(\xe4\xb8"[..], "("),
        (b"\xad\xf0\x9f", "中"),
        (b"\x98\x80k", "😀k"),
        (b"\xe4k\xe4\xb8", "k"),
    ] {
        let typed = keys.chars().map(|c| Read::Input(Event::Key(key(c))));
        assert_eq!(reader.take(bytes, Instant::now()), typed.collect::<Vec<_>>(), "{bytes:?}");
    }
}
