//! A terminal that plays kitty: what it is asked, and the pictures that it is sent.

use crate::pty::{Setup, Terminal, find, simscope};
use base64::prelude::{BASE64_STANDARD, Engine};
use std::fs;
use std::time::{Duration, Instant};

/// It shows pixels, has no colours to tell, and says what it is.
const KITTY: &str = "\x1b_Gi=31;OK\x1b\\\x1b[?62;c";

fn kitty(setup: Setup) -> Setup {
    setup.env("TERM", "xterm-kitty").answering(KITTY, 100, 3, 2)
}

/// The commands of the protocol in their order: their keys, and what the chunks of a picture hold together.
fn commands(raw: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(raw);
    let mut all: Vec<(String, String)> = Vec::new();
    for command in text.split("\x1b_G").skip(1) {
        let command = command.split_once("\x1b\\").expect("a command without an end").0;
        let (keys, chunk) = command.split_once(';').unwrap_or((command, ""));
        assert!(chunk.len() <= 4096);
        match all.last_mut() {
            Some((before, chunks)) if before.contains("a=T") && !keys.contains("a=") => {
                assert!(before.contains("m=1"));
                chunks.push_str(chunk);
            }
            _ => all.push((keys.to_owned(), chunk.to_owned())),
        }
    }
    all
}

fn key(keys: &str, name: &str) -> usize {
    let value = keys.split(',').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
    value.unwrap_or_else(|| panic!("{name} in {keys}")).parse().unwrap()
}

/// Width, height, and the pixels with red, green, blue and opacity.
fn decoded(png: &str) -> (usize, usize, Vec<[u8; 4]>) {
    let png = BASE64_STANDARD.decode(png).unwrap();
    let mut decoder = png::Decoder::new(std::io::Cursor::new(png));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    let pixels = bytes.chunks(4).map(|pixel| pixel.try_into().unwrap()).collect();
    (info.width as usize, info.height as usize, pixels)
}

/// Waits for this number of commands, and returns them.
#[track_caller]
fn wait(terminal: &Terminal, number: usize) -> Vec<(String, String)> {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        let raw = terminal.raw();
        // Whole frames.
        let ends = |mark: &[u8]| raw.windows(mark.len()).rposition(|bytes| bytes == mark);
        if ends(b"\x1b[?2026l") > ends(b"\x1b[?2026h") {
            let all = commands(&raw);
            if all.len() >= number {
                return all;
            }
        }
        assert!(Instant::now() < until, "{} of {number} commands", commands(&raw).len());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_matrix_is_a_picture_of_the_distances_that_is_sent_once_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.jsonl");
    let family = |name: &str| (0..20).map(|word| format!("{name}{word} ")).collect::<String>();
    let texts = [vec![family("a"); 3], vec![family("b"); 4]].concat();
    let lines =
        texts.iter().enumerate().map(|(id, text)| format!("{{\"id\":\"d{id}\",\"text\":\"{text}\"}}"));
    fs::write(&path, lines.collect::<Vec<_>>().join("\n")).unwrap();
    for size in [(80, 24), (120, 36), (200, 50)] {
        let mut terminal = kitty(simscope([path.as_os_str()])).size(size.0, size.1).open();
        terminal.ready();
        terminal.send("4");
        // The question, and the picture.
        let all = wait(&terminal, 2);
        assert!(all[0].0.contains("a=q") && all[1].0.starts_with("a=T,U=1,f=100,"), "{:?}", all[1].0);
        let (columns, rows, id) = (key(&all[1].0, "c"), key(&all[1].0, "r"), key(&all[1].0, "i"));
        let (width, height, pixels) = decoded(&all[1].1);
        assert_eq!((width, height), (9 * columns, 18 * rows));
        let side = width.min(height);
        for (row, column) in (0..7).flat_map(|row| (0..7).map(move |column| (row, column))) {
            let middle = |at: usize| (2 * at + 1) * side / 14;
            let [r, g, b, opacity] = pixels[middle(row) * width + middle(column)];
            let is_near = (row < 3) == (column < 3);
            assert_eq!(opacity, 255);
            assert_eq!([r, g, b] == [255; 3], is_near && row != column, "{row} {column}: {r} {g} {b}");
            assert_eq!([r, g, b] == [128; 3], row == column, "{row} {column}: {r} {g} {b}");
        }
        // Its signs name it, and those that an overlay covers are gone.
        let signs = |terminal: &Terminal| format!("{}", terminal.shown()).matches('\u{10eeee}').count();
        let seen = signs(&terminal);
        assert!(seen + 1 >= columns * rows, "{seen} {columns} {rows}");
        let colour = format!("38;2;{};{};{}", id >> 16, id >> 8 & 255, id & 255);
        assert!(find(&terminal.raw(), colour.as_bytes()).is_some());
        terminal.press("?", "Esc");
        assert!(signs(&terminal) < seen);
        terminal.send("\u{1b}");
        terminal.wait("the matrix again", |shown| format!("{shown}").matches('\u{10eeee}').count() == seen);
        // Nothing of the picture has changed by now, nor by a cursor that moves.
        terminal.send("j");
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(commands(&terminal.raw()).len(), 2);
        // Another k is another picture; the one before is deleted.
        terminal.send("=64\r");
        let all = wait(&terminal, 4);
        assert!(all[2].0.contains("a=T") && all[3].0 == format!("a=d,d=I,i={id},q=2"), "{:?}", &all[3]);
        let (_, _, pixels) = decoded(&all[2].1);
        assert_eq!(pixels[side / 14 * width + side / 14 * 11], [255; 4]);
        // Another place has none.
        let id = key(&all[2].0, "i");
        terminal.press("1", "[1 Corpus]");
        assert_eq!(wait(&terminal, 5)[4].0, format!("a=d,d=I,i={id},q=2"));
        assert_eq!(signs(&terminal), 0);
        // Signs instead of colours are no pixels; who leaves leaves no picture behind.
        terminal.send("4");
        assert!(wait(&terminal, 6)[5].0.contains("a=T"));
        terminal.send("q");
        assert_eq!(terminal.end().0, 0);
        let all = commands(&terminal.raw());
        assert_eq!((all.len(), &*all[6].0), (7, &*format!("a=d,d=I,i={id},q=2")));
    }
}

#[test]
fn only_a_terminal_that_can_is_asked_and_only_one_that_says_so_is_sent_pictures() {
    let asked = |name: &str, value: &str, answer: &'static str, is_drawn: bool| {
        let setup = simscope::<&str>([]).env("TERM", "xterm-kitty").env(name, value);
        let mut terminal = setup.answering(answer, 0, usize::MAX, 0).open();
        terminal.ready();
        terminal.send("4");
        // Its legend, or that of half blocks, comes with the map.
        terminal.wait("the map", |shown| shown.has("mean d") || shown.has("\\=itself"));
        // The picture may come a frame later.
        let all = if is_drawn { wait(&terminal, 2) } else { commands(&terminal.raw()) };
        all.iter().map(|(keys, _)| keys.contains("a=T")).collect::<Vec<_>>()
    };
    // The question, and the picture.
    assert_eq!(asked("A", "", KITTY, true), [false, true]);
    assert_eq!(asked("SIMSCOPE_THEME", "light", KITTY, true), [false, true]);
    assert_eq!(asked("A", "", "\x1b[?62;c", false), [false]);
    for (name, value) in [
        ("SIMSCOPE_PIXELS", "off"),
        ("TMUX", "1"),
        ("STY", "1"),
        ("TERM", "xterm-256color"),
        ("NO_COLOR", "1"),
    ] {
        assert!(asked(name, value, KITTY, false).is_empty(), "{name}");
    }
}
