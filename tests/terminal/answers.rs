//! Replies of the terminal, in time, late and in pieces; and the sequences that it receives.

use crate::command::program;
use crate::pty::{Terminal, find, simscope};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::{Duration, Instant};

/// A reply with black on white and the type of the terminal.
const LIGHT: &str = "\x1b]10;rgb:0000/0000/0000\x1b\\\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?62;22c";

/// The colour of keys on a light ground.
const LIGHT_KEY: &[u8] = b"38;2;0;95;160";

#[test]
fn an_answer_changes_the_colours_whenever_it_comes_and_is_not_typed() {
    let runs = [
        (50, usize::MAX, 0),
        (1_000, usize::MAX, 0),
        (200, 1, 5),
        (3_000, usize::MAX, 0),
        (3_000, 1, 5),
        (3_000, 9, 100),
        (1_500, 5, 100),
    ];
    let opened = runs.map(|(delay, piece, pause)| {
        let terminal = simscope::<&str>([]).answering(LIGHT, delay, piece, pause).open();
        let pieces = LIGHT.len().div_ceil(piece) as u64;
        (terminal, Instant::now() + Duration::from_millis(delay + pause * pieces + 500), (delay, piece))
    });
    for (mut terminal, answered, of) in opened {
        terminal.ready();
        std::thread::sleep(answered.saturating_duration_since(Instant::now()));
        let until = Instant::now() + Duration::from_secs(30);
        while find(&terminal.raw(), LIGHT_KEY).is_none() {
            assert!(Instant::now() < until, "{of:?}: the colours are those of a dark ground");
            std::thread::sleep(Duration::from_millis(20));
        }
        let shown = terminal.press("]", "k 3 → 4: 16 → 18 groups");
        assert!(
            shown.has("[1 Corpus]") && !shown.has("Commands") && !shown.has("filter:"),
            "{of:?}\n{shown}"
        );
        terminal.send("q");
        assert_eq!(terminal.end().0, 0, "{of:?}");
    }
}

#[test]
fn what_is_split_behind_esc_is_what_it_was() {
    // So long that a busy machine types no Esc alone.
    let mut terminal = simscope::<&str>([]).env("SIMSCOPE_ESCAPE", "1000").open();
    terminal.ready();
    // The first of the closest pair is selected: what is waited for is not there before the key.
    terminal.see("Selected: wire-en/bridge-2");
    // Down, the wheel, and a reply of kitty: each of them typed is another key.
    for (rest, sees) in
        [("[B", "Selected: wire-en/bridge-3"), ("OB", "Selected: wire-en/bridge-4"), ("[<65;9;9M", "")]
    {
        terminal.send("\u{1b}");
        std::thread::sleep(Duration::from_millis(5));
        terminal.press(rest, sees);
    }
    for reply in ["_Gi=31;OK\u{1b}\\", "^q\u{1b}\\", "Xq\u{7}"] {
        terminal.send("\u{1b}");
        std::thread::sleep(Duration::from_millis(5));
        terminal.send(reply);
    }
    let shown = terminal.press("]", "k 3 → 4: 16 → 18 groups");
    assert!(shown.has("[1 Corpus]"), "{shown}");
}

#[test]
fn a_paste_without_its_end_ends_and_ctrl_c_is_heard_within_it() {
    let mut terminal = simscope::<&str>([]).open();
    terminal.ready();
    terminal.press("/", "filter:");
    terminal.press("\u{1b}[200~bridge", "bridge");
    terminal.press("s", "bridges");
    terminal.send("\u{1b}[200~more");
    std::thread::sleep(Duration::from_millis(100));
    terminal.send("\u{3}");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn nothing_is_asked_where_the_answer_is_not_needed() {
    let asks = |arguments: &[&str], name: &str, value: &str| {
        let mut terminal = simscope(arguments).env(name, value).open();
        terminal.ready();
        find(&terminal.raw(), b"\x1b]11;?").is_some()
    };
    assert!(asks(&[], "A", ""));
    assert!(!asks(&["--theme", "light"], "A", ""));
    assert!(!asks(&[], "SIMSCOPE_THEME", "dark"));
    assert!(!asks(&[], "NO_COLOR", "1"));
    assert!(!asks(&["--color", "none"], "A", ""));
    assert!(!asks(&[], "TERM", "screen"));
}

#[test]
fn the_mouse_is_asked_for_clicks_and_drags_alone_and_can_be_left() {
    let mut terminal = simscope::<&str>([]).open();
    terminal.ready();
    let raw = terminal.raw();
    let has = |raw: &[u8], mode: &str| find(raw, format!("\x1b[?{mode}").as_bytes()).is_some();
    assert!(has(&raw, "1002h") && has(&raw, "1006h") && !has(&raw, "1003h"));
    terminal.forget_raw();
    terminal.send(":use the mouse");
    terminal.see("use the mouse");
    terminal.press("\r", "the mouse is left to the terminal");
    assert!(has(&terminal.raw(), "1002l"));
    let mut without = simscope::<&str>([]).env("SIMSCOPE_MOUSE", "off").open();
    without.ready();
    assert!(!has(&without.raw(), "1002h"));
    let output =
        program(crate::pty::BINARY).args(["config"]).env("SIMSCOPE_MOUSE", "maybe").output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("SIMSCOPE_MOUSE") && told.contains("on or off"), "{told}");
}

/// Copies the text under the cursor. Returns what the terminal received, after the message.
fn copied(terminal: &mut Terminal, message: &str) -> Vec<u8> {
    terminal.ready();
    terminal.forget_raw();
    terminal.press("y", message);
    terminal.raw()
}

#[test]
fn a_copy_goes_by_tmux_or_through_gnu_screen_where_one_of_them_is_around() {
    let folder = tempfile::tempdir().unwrap();
    let tmux = folder.path().join("tmux");
    let (taken, asked) = (folder.path().join("taken"), folder.path().join("asked"));
    let script = |status: u8| {
        format!("#!/bin/sh\necho \"$@\" > {}\ncat > {}\nexit {status}\n", asked.display(), taken.display())
    };
    fs::write(&tmux, script(0)).unwrap();
    fs::set_permissions(&tmux, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let within = || simscope::<&str>([]).env("PATH", &path).env("TMUX", "/tmp/tmux-0/default,1,0");

    let raw =
        copied(&mut within().open(), "copied the text to tmux and its terminal; tmux show-buffer shows it");
    assert_eq!(find(&raw, b"\x1b]52"), None);
    assert_eq!(fs::read_to_string(&asked).unwrap(), "load-buffer -w -\n");
    let text = fs::read_to_string(&taken).unwrap();
    assert!(text.starts_with("The old bridge") || text.len() > 40, "{text}");
    // An older tmux has no -w.
    fs::write(&tmux, script(1)).unwrap();
    let raw = copied(&mut within().open(), "copied the text through the terminal (OSC 52)");
    assert!(find(&raw, b"\x1b]52;c;").is_some());

    let mut terminal = simscope::<&str>([]).env("STY", "1.pts-0.host").open();
    let raw = copied(&mut terminal, "copied the text through GNU screen (OSC 52)");
    assert!(find(&raw, b"\x1bP\x1b]52;c;").is_some());
}

#[test]
fn the_cursor_stands_on_the_selected_row_though_it_is_hidden() {
    let mut terminal = simscope::<&str>([]).open();
    terminal.ready();
    for (keys, sees) in [
        ("gjj", "Selected: wire-en/bridge-3"),
        ("3", "[3 Threshold]"),
        ("vg", "▸ Groups 16"),
        ("j", "Group 2"),
        (":", "Commands"),
    ] {
        let shown = terminal.press(keys, sees);
        let (row, column) = shown.0.cursor_position();
        if sees == "Commands" {
            assert!(!shown.0.hide_cursor() && shown.row(row).contains(":"), "{shown}");
            continue;
        }
        assert!(shown.0.hide_cursor());
        assert_eq!(shown.0.cell(row, column).unwrap().contents(), "▸", "{sees}: {row}, {column}\n{shown}");
    }
}

#[test]
fn the_window_is_called_by_the_corpus_until_the_end() {
    let mut terminal = simscope::<&str>([]).open();
    terminal.ready();
    let raw = terminal.raw();
    let (kept, called) = (
        find(&raw, b"\x1b[22;0t").unwrap(),
        find(&raw, "\x1b]0;simscope · built-in sample\x07".as_bytes()).unwrap(),
    );
    assert!(kept < called && find(&raw, b"\x1b[23;0t").is_none());
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    assert!(find(&terminal.raw(), b"\x1b[23;0t").is_some());
}

#[test]
fn old_terminals_get_sixteen_colours_and_other_locales_ascii() {
    for term in ["linux", "vt100"] {
        let mut terminal = simscope::<&str>([]).env("TERM", term).open();
        terminal.ready();
        let raw = terminal.raw();
        assert!(find(&raw, b"38;5;").is_none() && find(&raw, b"38;2;").is_none(), "{term}");
        assert!(find(&raw, b"\x1b]0;").is_none(), "{term}");
        assert!((91..98).any(|colour| find(&raw, format!("[{colour}").as_bytes()).is_some()), "{term}");
    }
    for (name, value, is_ascii) in [
        ("LANG", "C", true),
        ("LC_ALL", "de_DE.ISO-8859-1", true),
        ("LC_CTYPE", "C.UTF-8", false),
        ("SIMSCOPE_ASCII", "on", true),
    ] {
        let mut terminal = simscope::<&str>([]).env(name, value).open();
        let shown = terminal.ready();
        // Texts stay as they are.
        assert_eq!(shown.has("─"), !is_ascii, "{name}={value}\n{shown}");
    }
    let mut terminal = simscope::<&str>([]).env("LANG", "C").env("SIMSCOPE_ASCII", "off").open();
    assert!(terminal.ready().has("─"));
    // A sign that cannot be shown has an ASCII replacement.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.jsonl"), "{\"id\":\"a\",\"text\":\"one\\ntwo\\u202e\\u001b[2J\"}\n")
        .unwrap();
    let mut terminal = simscope(["a.jsonl", "--ascii"]).within(folder.path()).open();
    let shown = terminal.ready();
    assert!(shown.has("one^two^^[2J"), "{shown}");
    assert!(shown.all_symbols().all(|symbol| symbol.is_ascii()), "{shown}");
}

#[test]
fn a_screen_is_read_out_without_a_terminal() {
    let printed = |arguments: &[&str]| {
        let output = program(crate::pty::BINARY).args(arguments).env("LC_ALL", "C.UTF-8").output().unwrap();
        assert!(output.stderr.is_empty(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let corpus = printed(&["--plain", "--screen", "corpus", "--sample"]);
    assert!(corpus.starts_with("simscope · built-in sample\nCorpus, k = 3\n"), "{corpus}");
    assert!(corpus.lines().filter(|line| line.contains("wire-en/bridge")).count() > 2, "{corpus}");
    assert!(corpus.lines().count() > 88 && !corpus.contains(['│', '┌', '\x1b']));
    let clean = printed(&["--plain", "--screen", "6", "-k", "5", "--sample"]);
    assert!(clean.contains("Clean, k = 5") && clean.contains(" is held against "), "{clean}");
    let sweep = printed(&["--plain", "--screen", "3", "--sample"]);
    assert_eq!(sweep, printed(&["--plain", "--sample"]));
}

#[test]
fn roles_have_the_colours_of_the_settings() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let config = file.to_str().unwrap().to_owned();
    fs::write(&file, "[theme]\nground = \"light\"\nkey = \"#0a0b0c\"\nselected = \"#f0e1d2\"\n").unwrap();
    let mut terminal = simscope::<&str>([]).env("SIMSCOPE_CONFIG", &config).open();
    terminal.ready();
    let raw = terminal.raw();
    for colour in ["38;2;10;11;12", "48;2;240;225;210"] {
        assert!(find(&raw, colour.as_bytes()).is_some(), "{colour}");
    }
    assert!(find(&raw, b"\x1b]11;?").is_none(), "the ground is set");
    for (line, told) in [
        ("acent = \"#000000\"", "line 2: theme.acent: there is no such role; there is accent"),
        ("key = \"black\"", "line 2: theme.key: a colour such as"),
        ("key = \"#12345\"", "line 2: theme.key: a colour such as"),
        ("ground = \"grey\"", "line 2: theme: \"grey\" is not allowed"),
    ] {
        fs::write(&file, format!("[theme]\n{line}\n")).unwrap();
        let output =
            program(crate::pty::BINARY).args(["recipes"]).env("SIMSCOPE_CONFIG", &config).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(told), "{line}: {said}");
    }
}
