//! The explorer end to end: the real program in a pseudo terminal, keys and mouse in, the screen out.

use crate::command::program;
use crate::pty::{BINARY, HOSTILE, Shown, Terminal, assert_harmless, find, shell, simscope};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// The first column of the slider's track.
const FIRST: u16 = 22;
const SLIDER: u16 = 1;
const FIGURES: u16 = 2;

const UP: u8 = 64;
const DOWN: u8 = 65;
const LEFT: u8 = 0;
const DRAG: u8 = 32;

/// The explorer on the built-in sample, with everything computed.
fn sample() -> Terminal {
    let mut terminal = simscope::<&str>([]).open();
    terminal.ready();
    terminal
}

fn k_is(shown: &Shown, k: u8) -> bool {
    shown.row(SLIDER).contains(&format!("k = {k} "))
}

fn track(shown: &Shown) -> Vec<u16> {
    let end = shown.columns_of(SLIDER, &["…"])[0];
    (FIRST..=end).collect()
}

fn handle(shown: &Shown) -> u16 {
    shown.columns_of(SLIDER, &["◆"])[0]
}

/// What a command prints.
fn printed(arguments: &[&str], folder: &Path) -> String {
    let output = program(BINARY).args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// English texts without labels: three that are alike, two that are equal, and one alone.
fn english() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let ferry = "the ferry to the northern island leaves the old harbour at seven every morning and comes back \
                 in the evening with the mail, the milk and whoever has business in town";
    let lines = [
        ("ferry-1", ferry.to_owned()),
        ("ferry-2", ferry.replace("seven", "eight")),
        ("ferry-3", ferry.replace("evening", "afternoon")),
        ("note-1", "the meeting is moved to thursday".to_owned()),
        ("note-2", "The meeting is moved to Thursday!".to_owned()),
        ("alone", "nobody has seen the lighthouse keeper since the storm".to_owned()),
    ];
    let lines = lines.map(|(id, text)| serde_json::json!({"id": id, "text": text}).to_string());
    let path = folder.path().join("english.jsonl");
    fs::write(&path, lines.join("\n")).unwrap();
    (folder, path)
}

/// Goes through every screen and every overlay, and back to the first screen.
fn tour(terminal: &mut Terminal) -> Vec<Shown> {
    let mut seen = Vec::new();
    for screen in ["1 Corpus", "2 Anatomy", "3 Threshold", "4 Matrix"] {
        seen.push(terminal.press(&screen[..1], &format!("[{screen}]")));
        seen.push(terminal.wait("nothing under way", |shown| {
            !["tracing", "drawing", "measured…"].iter().any(|word| shown.has(word))
        }));
    }
    for key in ["z", "vb", "Z"] {
        terminal.send(key);
    }
    for (key, title) in [
        ("?", "Help "),
        (":", "Commands "),
        ("rr", "Recipe "),
        ("=", "Enter sets"),
        ("/", "Enter keeps"),
        ("x", "export to:"),
    ] {
        seen.push(terminal.press(key, title));
        terminal.send("\x1b");
        terminal.wait("the overlay closed", |shown| !shown.has(title));
    }
    terminal.send("3vlvm");
    terminal.see("mark A at k = ");
    terminal.send("]");
    seen.push(terminal.wait("the next k", |shown| shown.status().contains(" groups, ")));
    terminal.send("vw");
    seen.push(terminal.see("around leaders"));
    terminal.send("2vb");
    seen.push(terminal.see("[2 Anatomy]"));
    for (screen, whole) in [("5 Pair", "[5 Pair]"), ("6 Clean", "[6 Clean]")] {
        terminal.press(&screen[..1], &format!("[{screen}]"));
        seen.push(terminal.see(whole));
    }
    terminal.send("1");
    seen.push(terminal.see("[1 Corpus]"));
    seen
}

/// Parameters of every SGR sequence.
fn sgr(raw: &[u8]) -> Vec<Vec<u16>> {
    let text = String::from_utf8_lossy(raw);
    let sequences = text.split("\x1b[").skip(1).filter_map(|rest| {
        let end = rest.find(|c: char| !matches!(c, '0'..='9' | ';' | ':'))?;
        rest[end..].starts_with('m').then(|| {
            let parameters = rest[..end].split([';', ':']);
            parameters.map(|number| number.parse().unwrap_or(0)).collect()
        })
    });
    sequences.collect()
}

/// Whether an SGR sequence sets a colour, rather than going back to the terminal's own.
fn sets_colour(parameters: &[u16]) -> bool {
    let is_colour = |&p: &u16| matches!(p, 30..=38 | 40..=48 | 58 | 90..=97 | 100..=107);
    parameters.iter().any(is_colour)
}

#[test]
fn without_arguments_it_opens_the_built_in_sample() {
    let mut terminal = simscope::<&str>([]).open();
    let shown = terminal.ready();
    let title = shown.row(0);
    for part in
        ["simscope", "built-in sample 88 documents", "[1 Corpus]", "2 Anatomy", "3 Threshold", "4 Matrix"]
    {
        assert!(title.contains(part), "{part}\n{shown}");
    }
    assert!(k_is(&shown, 3), "{shown}");
    assert!(track(&shown).len() > 3 * 18, "three columns for every k that matters\n{shown}");
    assert!(shown.row(FIGURES).contains("16 groups  42 of 88 grouped"), "{shown}");
    assert!(shown.status().contains("✓ all pairs compared"), "{shown}");
    assert!(shown.has("wire-en/bridge-1"), "{shown}");
    assert!(shown.0.alternate_screen() && shown.0.hide_cursor());
}

#[test]
fn it_opens_in_a_terminal_of_any_size() {
    for (columns, rows) in [(80, 24), (60, 16), (300, 100)] {
        let mut terminal = simscope::<&str>([]).size(columns, rows).open();
        let shown = terminal.ready();
        // Where not all names fit, the others than the one that is shown are numbers.
        let tabs = if columns < 80 { "[1 Corpus] 2  3  4  5  6" } else { "4 Matrix" };
        assert!(shown.row(0).contains(tabs), "{shown}");
        assert!(shown.row(rows - 1).contains("q quit"), "{shown}");
        tour(&mut terminal);
    }
    let mut terminal = simscope::<&str>([]).size(59, 16).open();
    terminal.see("here: 59 × 16");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
}

#[test]
fn the_keys_1_to_4_switch_screens_and_each_shows_its_panes() {
    let mut terminal = sample();
    let screens: [(&str, &str, &[&str]); 4] = [
        ("2", "[2 Anatomy]", &["Features 1", "Sums → signature", "Bit 63", "Text"]),
        (
            "3",
            "[3 Threshold]",
            &["Pairs by distance", "confirmed  missed largest", "Tree: 16 groups", "Group 1: 6 documents"],
        ),
        ("4", "[4 Matrix]", &["88 documents by group", "Pair under the cursor"]),
        ("1", "[1 Corpus]", &["Documents 88", "Selected: wire-en/bridge-2", "Nearest, d = 2"]),
    ];
    for (key, tab, panes) in screens {
        terminal.send(key);
        let shown = terminal.wait(tab, |shown| shown.has(tab) && panes.iter().all(|pane| shown.has(pane)));
        let others = screens.iter().filter(|(_, other, _)| *other != tab);
        for pane in others.flat_map(|(_, _, panes)| *panes).filter(|pane| **pane != "Text") {
            assert!(!shown.has(pane), "{pane} on {tab}\n{shown}");
        }
    }
}

#[test]
fn a_bracket_moves_k_with_its_figures_and_u_takes_it_back() {
    let mut terminal = sample();
    let before = terminal.ready();
    let shown = terminal.press("]", "k 3 → 4: 16 → 18 groups, 42 → 47 grouped documents");
    assert!(k_is(&shown, 4), "{shown}");
    assert!(handle(&shown) > handle(&before), "{shown}");
    // The figures are those of the command.
    let sweep = printed(&["sweep", "--sample", "--format", "jsonl"], Path::new(env!("CARGO_MANIFEST_DIR")));
    let line: serde_json::Value = serde_json::from_str(sweep.lines().nth(4).unwrap()).unwrap();
    assert_eq!(line["k"], 4);
    let figures = format!(
        "{} groups  {} of 88 grouped  largest {}  {} chains",
        line["groups"], line["grouped"], line["largest"], line["chains"]
    );
    assert!(shown.row(FIGURES).contains(&figures), "{figures}\n{shown}");

    let shown = terminal.press("u", "undone: k 4 → 3: 18 → 16 groups");
    assert!(k_is(&shown, 3), "{shown}");
    assert_eq!(shown.row(FIGURES), before.row(FIGURES));
    assert_eq!(handle(&shown), handle(&before));
    terminal.press("u", "nothing to undo");
}

#[test]
fn a_drag_keeps_hold_outside_the_row_and_is_one_step_of_undo() {
    let mut terminal = sample();
    let shown = terminal.ready();
    let track = track(&shown);
    let (first, last) = (track[0], track[track.len() - 1]);
    // Once from the handle itself, once from elsewhere on the track.
    for start in [handle(&shown), first + (last - first) / 4] {
        terminal.mouse(LEFT, (start, SLIDER), true);
        terminal.mouse(DRAG, (first + (last - first) / 2, SLIDER), true);
        let shown = terminal.wait("k = 9", |shown| k_is(shown, 9));
        assert!(handle(&shown).abs_diff(first + (last - first) / 2) <= 1, "{shown}");
        terminal.mouse(DRAG, (119, 20), true);
        terminal.wait("k = 18", |shown| k_is(shown, 18));
        terminal.mouse(DRAG, (0, 35), true);
        terminal.wait("k = 0", |shown| k_is(shown, 0));
        terminal.mouse(DRAG, (last, 0), true);
        terminal.wait("k = 18", |shown| k_is(shown, 18));
        terminal.mouse(LEFT, (last, 9), false);
        // Let go, it no longer follows.
        terminal.mouse(DRAG, (first, SLIDER), true);
        let shown = terminal.press("u", "undone: k 18 → 3");
        assert!(k_is(&shown, 3), "{shown}");
        terminal.press("u", "nothing to undo");
    }
}

#[test]
fn the_wheel_over_the_slider_moves_k() {
    let mut terminal = sample();
    let at = (track(&terminal.ready())[40], SLIDER);
    terminal.mouse(UP, at, true);
    terminal.mouse(UP, at, true);
    terminal.wait("k = 5", |shown| k_is(shown, 5));
    terminal.mouse(DOWN, at, true);
    terminal.wait("k = 4", |shown| k_is(shown, 4));
    for _ in 0..5 {
        terminal.mouse(DOWN, at, true);
    }
    let shown = terminal.see("k is 0 already");
    assert!(k_is(&shown, 0), "{shown}");
}

#[test]
fn clicks_reach_tabs_rows_and_column_heads() {
    let mut terminal = sample();
    terminal.mouse(LEFT, (20, 8), true);
    terminal.mouse(LEFT, (20, 8), false);
    terminal.see("Selected: wire-en/bridge-4");
    // A second click on the same row opens it.
    terminal.mouse(LEFT, (20, 9), true);
    terminal.mouse(LEFT, (20, 9), false);
    terminal.mouse(LEFT, (20, 9), true);
    terminal.mouse(LEFT, (20, 9), false);
    terminal.see("[2 Anatomy]");
    terminal.see("document 5 wire-en/bridge-5");
    terminal.mouse(LEFT, (84, 0), true);
    terminal.see("[3 Threshold]");
}

fn from_base64(text: &[u8]) -> Vec<u8> {
    const SIGNS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0, 0u32);
    for sign in text.iter().filter(|&&sign| sign != b'=') {
        let value = SIGNS.iter().position(|s| s == sign).unwrap();
        held = (held << 6) | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
        }
    }
    bytes
}

#[test]
fn y_copies_the_text_through_the_terminal() {
    let mut terminal = sample();
    assert_eq!(find(&terminal.raw(), b"\x1b]52"), None);
    terminal.send("gjj");
    terminal.see("Selected: wire-en/bridge-3");
    terminal.press("y", "copied the text through the terminal (OSC 52)");
    let raw = terminal.raw();
    let start = find(&raw, b"\x1b]52;c;").unwrap() + b"\x1b]52;c;".len();
    let length = raw[start..].iter().position(|byte| *byte < b' ').unwrap();
    let copied = from_base64(&raw[start..start + length]);
    let copied = String::from_utf8(copied).unwrap();
    let rig = crate::support::Rig::builtin();
    assert_eq!(copied, rig.app.shared.model.corpus.get(2).text);
}

#[test]
fn resizing_never_breaks_a_screen_and_below_60_by_16_it_says_so() {
    let mut terminal = sample();
    for screen in ["[1 Corpus]", "[2 Anatomy]", "[3 Threshold]", "[4 Matrix]", "[5 Pair]", "[6 Clean]"] {
        terminal.press(&screen[1..2], screen);
        for (columns, rows) in [(80, 24), (60, 16)] {
            terminal.resize(columns, rows);
            let shown = terminal.wait("the whole screen", |shown| {
                shown.row(0).contains(screen) && shown.row(rows - 1).contains("q quit")
            });
            // On Clean the slider is the cut.
            let value = if screen.contains("Clean") { "0.30" } else { "k = 3" };
            assert!(shown.row(SLIDER).contains(value), "{shown}");
        }
        terminal.resize(40, 10);
        let shown = terminal.see("simscope needs 60 × 16");
        assert!(shown.has("here: 40 × 10") && shown.has("enlarge, or q to quit"), "{shown}");
        assert!(!shown.has("Corpus"), "{shown}");
        terminal.resize(10, 3);
        terminal.wait("the start of the message", |shown| shown.row(0).starts_with("simscope"));
        terminal.resize(1, 1);
        terminal.wait("one cell", |shown| !shown.row(0).is_empty());
        terminal.resize(120, 36);
        terminal.wait("the whole screen again", |shown| {
            shown.row(0).contains(screen) && shown.row(35).contains("q quit")
        });
    }
}

#[test]
fn resizing_never_breaks_an_overlay() {
    let mut terminal = sample();
    for (key, title) in [
        ("?", "Help "),
        (":", "Commands "),
        ("rr", "Recipe "),
        ("=", "Enter sets"),
        ("/", "Enter keeps"),
        ("x", "export to:"),
    ] {
        terminal.press(key, title);
        for (columns, rows) in [(60, 16), (10, 3), (200, 60), (120, 36)] {
            terminal.resize(columns, rows);
            terminal.wait("a frame", |shown| {
                shown.has(title) || (columns == 10 && shown.row(0).starts_with("simscope"))
            });
        }
        terminal.send("\x1b");
        terminal.wait("the overlay closed", |shown| !shown.has(title) && shown.has("q quit"));
    }
}

#[test]
fn a_recipe_found_by_its_name_is_used_and_named_in_the_header() {
    let mut terminal = sample();
    terminal.press("rr", "Recipe ");
    terminal.press("/java", "the Java class of many articles");
    terminal.send("\r");
    let shown = terminal.wait("the recipe", |shown| {
        !shown.has("Recipe ")
            && shown.row(FIGURES).contains("  java · ")
            && shown.status().contains("recipe: java")
    });
    assert!(shown.row(FIGURES).contains(" groups") || shown.row(FIGURES).contains("not known"), "{shown}");
    terminal.send("2rs");
    terminal.press("text-dedup", "ChenghaoMou");
    terminal.send("\r");
    let shown = terminal.see("Recipes: ");
    assert!(shown.row(0).contains("[3 Threshold]"), "{shown}");
    terminal.send("\x0f");
    terminal.see("[2 Anatomy]");
}

#[test]
fn q_leaves_with_0_and_restores_the_terminal() {
    let mut terminal = sample();
    assert!(!terminal.has_the_modes_of_before());
    terminal.send("q");
    let (code, shown) = terminal.end();
    assert_eq!(code, 0);
    terminal.assert_restored();
    assert_eq!(shown.0.contents().trim(), "", "nothing is left behind");
    let raw = terminal.raw();
    let tail = String::from_utf8_lossy(&raw[raw.len() - 120..]).into_owned();
    for mode in ["?1000l", "?1002l", "?1003l", "?1006l", "?1049l", "?2004l", "?25h"] {
        assert!(tail.contains(&format!("\x1b[{mode}")), "{mode}: {tail:?}");
    }
}

#[test]
fn ctrl_c_leaves_and_restores_the_terminal() {
    let mut terminal = sample();
    terminal.send("/harb");
    terminal.see("filter: harb");
    terminal.send("\x03");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();
}

#[test]
fn a_terminal_that_is_closed_ends_it_without_a_panic() {
    let mut terminal = sample();
    terminal.close("]");
    let (code, _) = terminal.end();
    // By the end of its input, or by SIGHUP, whichever comes first.
    assert!(code <= 1 || code == 128 + 1, "{code}");
}

/// The state of a process by the kernel: `S` asleep, `T` stopped.
#[cfg(target_os = "linux")]
fn state(pid: u32) -> char {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let after_name = &stat[stat.rfind(')').unwrap() + 2..];
    after_name.chars().next().unwrap()
}

#[cfg(target_os = "linux")]
fn wait_until_stopped(pid: u32) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while state(pid) != 'T' {
        assert!(std::time::Instant::now() < until, "{pid} is not stopped");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_z_stops_with_the_terminal_restored_and_continuing_draws_again() {
    let mut terminal = sample();
    for round in 0..3u8 {
        if round == 1 {
            terminal.signal("TSTP");
        } else {
            terminal.send("\x1a");
        }
        wait_until_stopped(terminal.pid());
        terminal.wait("the shell's screen", |shown| !shown.0.alternate_screen());
        terminal.assert_restored();
        if round == 2 {
            terminal.set_size(100, 30);
        }
        terminal.signal("CONT");
        let shown = terminal.wait("the explorer again", |shown| {
            shown.0.alternate_screen() && shown.row(shown.size().1 - 1).contains("q quit")
        });
        assert!(shown.0.hide_cursor() && shown.0.bracketed_paste(), "{shown}");
        assert_ne!(shown.0.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert!(!terminal.has_the_modes_of_before());
        terminal.send("]");
        terminal.wait("the next k", |shown| k_is(shown, 4 + round));
    }
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();
}

#[test]
fn a_shell_can_stop_it_and_bring_it_back() {
    for start in ["\"$SIMSCOPE\"", "printf 'one\\ntwo\\none\\n' | \"$SIMSCOPE\" - --input lines"] {
        let script = format!("set -m; {start}; echo stopped; read line; fg; echo left with $?");
        let mut terminal = shell(&script).open();
        terminal.ready();
        terminal.send("]\x1a");
        terminal.wait("the shell", |shown| {
            !shown.0.alternate_screen() && (0..36).any(|row| shown.row(row) == "stopped")
        });
        terminal.assert_restored();
        terminal.send("\r");
        terminal.wait("the explorer again", |shown| shown.0.alternate_screen() && k_is(shown, 4));
        terminal.send("]");
        terminal.wait("the next k", |shown| k_is(shown, 5));
        terminal.send("q");
        let (_, shown) = terminal.end();
        assert!(shown.has("left with 0"), "{shown}");
        terminal.assert_restored();
    }
}

#[test]
fn no_mouse_leaves_the_mouse_to_the_terminal() {
    let mut terminal = simscope(["--no-mouse"]).open();
    terminal.ready();
    tour(&mut terminal);
    terminal.send("q");
    terminal.end();
    let raw = terminal.raw();
    for mode in ["9", "1000", "1002", "1003", "1005", "1006", "1015", "1016"] {
        assert_eq!(find(&raw, format!("\x1b[?{mode}h").as_bytes()), None, "{mode}");
    }
}

#[test]
fn no_color_leaves_bold_and_reverse_but_no_colour() {
    let mut terminal = simscope::<&str>([]).env("NO_COLOR", "1").open();
    terminal.ready();
    tour(&mut terminal);
    let all = sgr(&terminal.raw());
    let coloured: Vec<_> = all.iter().filter(|parameters| sets_colour(parameters)).collect();
    assert!(coloured.is_empty(), "{coloured:?}");
    assert!(all.iter().flatten().any(|p| *p == 1), "bold");
    assert!(all.iter().flatten().any(|p| *p == 7), "reverse");
}

#[test]
fn the_option_color_says_how_many_colours_there_are() {
    let colours = |choice: &str| {
        let mut terminal = simscope(["--color", choice]).open();
        terminal.ready();
        tour(&mut terminal);
        let all = sgr(&terminal.raw());
        all.into_iter().filter(|parameters| sets_colour(parameters)).collect::<Vec<_>>()
    };
    let indices = |all: &[Vec<u16>]| -> Vec<u16> {
        let windows = all.iter().flat_map(|parameters| parameters.windows(3));
        windows.filter(|w| matches!(w[0], 38 | 48) && w[1] == 5).map(|w| w[2]).collect()
    };
    let has_true_colour = |all: &[Vec<u16>]| {
        let mut windows = all.iter().flat_map(|parameters| parameters.windows(2));
        windows.any(|w| matches!(w[0], 38 | 48) && w[1] == 2)
    };
    let all = colours("256");
    assert!(!has_true_colour(&all) && indices(&all).iter().any(|&index| index >= 16));
    let all = colours("16");
    assert!(!has_true_colour(&all) && !all.is_empty());
    assert!(indices(&all).iter().all(|&index| index < 16), "{all:?}");
    assert!(has_true_colour(&colours("truecolor")));
    assert!(colours("none").is_empty());
}

#[test]
fn ascii_draws_nothing_but_ascii() {
    let (folder, path) = english();
    // Texts at many distances from one another, so that the histogram has bars of every height.
    let words = ["river", "bridge", "harbour", "meeting", "storm", "milk", "keeper", "island", "mail"];
    let texts: Vec<String> = (0..120usize)
        .map(|i| (0..9).map(|j| words[(i * (j + 1) + i / 7) % words.len()]).collect::<Vec<_>>().join(" "))
        .collect();
    let many = folder.path().join("many.txt");
    fs::write(&many, texts.join("\n")).unwrap();
    let mut strange = std::collections::BTreeSet::new();
    for (path, input) in [(path, "auto"), (many, "lines")] {
        let mut terminal = simscope([path.to_str().unwrap(), "--ascii", "--input", input]).open();
        terminal.ready();
        let mut seen = tour(&mut terminal);
        terminal.resize(40, 10);
        seen.push(terminal.see("simscope needs 60 x 16"));
        let symbols = seen.iter().flat_map(Shown::all_symbols);
        strange.extend(symbols.filter(|symbol| !symbol.is_ascii()));
    }
    assert!(strange.is_empty(), "{strange:?}");
}

#[test]
fn what_files_say_and_are_called_never_reaches_the_terminal_raw() {
    let folder = tempfile::tempdir().unwrap();
    let file_name = format!("{}.jsonl", HOSTILE.replace('/', "_"));
    let path = folder.path().join(&file_name);
    let object = serde_json::json!({"id": format!("id {HOSTILE}"), "text": format!("text {HOSTILE}"), "label": HOSTILE});
    let other = serde_json::json!({"id": "plain", "text": format!("text {HOSTILE} too"), "label": HOSTILE});
    fs::write(&path, format!("{object}\nnot an object {HOSTILE}\n{other}\n")).unwrap();

    for arguments in [vec![file_name.as_str()], vec![".", "--input", "dir"]] {
        let mut terminal = simscope(arguments).within(folder.path()).open();
        terminal.ready();
        tour(&mut terminal);
        if terminal.ready().has("skipped (:skipped)") {
            terminal.press(":skipped\r", "any other key closes");
            terminal.send("\x1b");
        }
        terminal.send("2");
        terminal.see("␛]52;c;cHduZWQ=␇");
        terminal.send("q");
        assert_eq!(terminal.end().0, 0);
        assert_harmless(&terminal.raw());
    }
    // Nor does an error, or what is typed or pasted.
    let mut terminal = simscope([format!("missing {file_name}")]).within(folder.path()).open();
    assert_eq!(terminal.end().0, 1);
    assert_harmless(&terminal.raw());
    let mut terminal = sample();
    terminal.send("/");
    terminal.see("filter:");
    terminal.send("\x1b[200~a\u{202e}b\u{9b}c\x07\x1b[201~");
    terminal.see("filter: a");
    terminal.send("\r");
    terminal.see("[1 Corpus]");
    assert_harmless(&terminal.raw());
}

#[test]
fn a_missing_file_is_one_line_and_exit_code_1() {
    let folder = tempfile::tempdir().unwrap();
    let mut terminal = simscope(["MISSING.jsonl"]).within(folder.path()).open();
    let (code, shown) = terminal.end();
    assert_eq!(code, 1);
    terminal.assert_restored();
    let text = shown.0.contents();
    assert!(text.starts_with("simscope: ") && text.contains("MISSING.jsonl"), "{shown}");
    assert_eq!(text.trim_end().lines().count(), 1, "{shown}");
}

#[test]
fn without_a_terminal_it_prints_the_sweep_and_no_escapes() {
    let output = program(BINARY).arg("--sample").stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("k\tpairs\tgroups\tgrouped\tlargest\tchains"), "{text}");
    assert_eq!(text.lines().count(), 1 + 65);
    assert!(!text.contains('\x1b') && !output.stderr.contains(&0x1b));
}

#[test]
fn on_a_terminal_the_sweep_ends_4_beyond_the_search_radius_and_elsewhere_it_is_whole() {
    let (folder, _) = english();
    let arguments = ["sweep", "english.jsonl"];
    let whole = printed(&arguments, folder.path());
    assert_eq!(whole.lines().count(), 1 + 65);
    let missed = |line: &&str| line.split('\t').nth(7).unwrap() != "0";
    let radius = whole.lines().skip(1).take_while(missed).count();
    let (code, shown) = simscope(arguments).within(folder.path()).open().end();
    assert_eq!(code, 0);
    let text = shown.0.contents();
    let rows = text.lines().filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
    let last = radius + 4;
    assert_eq!(rows.count(), last + 1, "{shown}");
    assert!(text.contains(&format!("k = 0 to {last} of 64 are shown")), "{shown}");
    let all = ["sweep", "english.jsonl", "--all"];
    let (_, shown) = simscope(all).within(folder.path()).size(120, 80).open().end();
    assert!(shown.0.contents().contains("\n 64 ") && !shown.0.contents().contains("are shown"), "{shown}");
    let all = ["sweep", "english.jsonl", "--exact-up-to", "16"];
    let (_, shown) = simscope(all).within(folder.path()).open().end();
    assert!(shown.0.contents().contains("\n 16 ") && !shown.0.contents().contains("are shown"), "{shown}");
}

#[test]
fn a_command_reads_no_corpus_from_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["hash", "sweep", "judge", "index"] {
        let arguments = if command == "index" { &["index", "build", "-o", "x.simx"][..] } else { &[command] };
        let mut terminal = simscope(arguments).within(folder.path()).open();
        let (code, shown) = terminal.end();
        assert_eq!(code, 2, "{shown}");
        assert!(shown.0.contents().contains("--sample for the built-in sample"), "{shown}");
    }
}

#[test]
fn the_screens_can_be_chinese() {
    let mut by_option = simscope(["--lang", "zh"]).open();
    let mut by_locale = simscope::<&str>([]).env("LANG", "zh_CN.UTF-8").open();
    for terminal in [&mut by_option, &mut by_locale] {
        let shown = terminal.see("✓ 已比较全部文档对");
        let title = shown.row(0);
        for part in ["[1 语料]", "2 解剖", "3 阈值", "4 矩阵", "88 篇文档"] {
            assert!(title.contains(part), "{part}\n{shown}");
        }
        assert!(shown.row(35).contains("q 退出"), "{shown}");
    }
}

#[test]
fn a_typed_filter_keeps_the_rows_that_hold_it_and_esc_clears_it() {
    let mut terminal = sample();
    terminal.press("/", "filter:");
    terminal.send("harbour fair");
    terminal.see("filter: harbour fair");
    terminal.send("\r");
    let shown =
        terminal.wait("fewer rows", |shown| shown.has("Documents 4 of 88") && !shown.has("Enter keeps"));
    assert!(shown.has("Selected: press-en/"), "{shown}");
    assert!(!shown.row(5).contains("wire-en"), "{shown}");
    terminal.press("\x1b", "filter cleared");
    terminal.see("Documents 88");
    // Esc while typing brings back the rows of before.
    terminal.press("/", "filter:");
    terminal.send("ferry");
    terminal.see("of 88");
    terminal.send("\x1b");
    terminal.see("Documents 88");
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let mut terminal = sample();
    terminal.press(":", "Commands");
    terminal.send("place matrix");
    terminal.wait("the best match", |shown| shown.has("▸ place: Matrix"));
    terminal.send("\r");
    let shown = terminal.see("[4 Matrix]");
    assert!(!shown.has("Commands"), "{shown}");
    terminal.press(":", "Commands");
    terminal.press("zzzzqqqq", "nothing matches");
    terminal.send("\r");
    terminal.see("no such command");
}

#[test]
fn a_question_mark_opens_help_which_is_searched_by_typing() {
    let mut terminal = sample();
    let shown = terminal.press("?", "On every screen");
    assert!(shown.has("k at which a group changes: previous · next"), "{shown}");
    // A letter is no key there.
    terminal.send("q");
    terminal.wait("what has a q", |shown| {
        shown.has("back to where this was opened from") && !shown.has("k at which a group changes")
    });
    terminal.send("\x1b");
    terminal.wait("help closed", |shown| !shown.has("On every screen") && shown.has("q quit"));
    terminal.press("?", "On every screen");
    terminal.send("mouse");
    terminal.see("with Shift held");
    terminal.send("\x1b");
    terminal.wait("help closed", |shown| !shown.has("▸ Help"));
}

#[test]
fn k_can_be_typed() {
    let mut terminal = sample();
    terminal.press("=", "new k (now 3)");
    terminal.send("12\r");
    terminal.wait("k = 12", |shown| k_is(shown, 12) && shown.status().contains("k 3 → 12"));
    terminal.press("=", "new k (now 12)");
    terminal.send("65\r");
    terminal.see("k is a number from 0 to 64");
    terminal.send("\x1b");
    let shown = terminal.wait("the prompt closed", |shown| !shown.has("k is a number"));
    assert!(k_is(&shown, 12), "{shown}");
}

#[test]
fn an_exported_file_is_what_the_command_prints() {
    let (folder, _) = english();
    let mut terminal = simscope(["english.jsonl", "-k", "4"]).within(folder.path()).open();
    terminal.ready();
    terminal.send("3]");
    terminal.wait("k = 5", |shown| k_is(shown, 5) && shown.has("[3 Threshold]"));
    terminal.press("x", "export to: simscope-groups.tsv");
    terminal.send("\r");
    terminal.see("exported to simscope-groups.tsv");
    let exported = fs::read_to_string(folder.path().join("simscope-groups.tsv")).unwrap();
    let groups = printed(&["groups", "-k", "5", "english.jsonl"], folder.path());
    assert_eq!(exported, groups);
    assert!(groups.lines().count() > 2, "{groups}");

    // Nothing is replaced unless that is asked for.
    terminal.press("x", "export to: simscope-groups.tsv");
    terminal.send("\r");
    terminal.see("simscope-groups.tsv exists; end the name with ! to replace it");

    // The histogram and the sweep export the sweep; the name can be changed.
    terminal.send("\t");
    terminal.see("▸ Pairs by distance");
    terminal.press("x", "export to: simscope-sweep.tsv");
    terminal.send("\x7f\x7f\x7fcsv\r");
    terminal.see("exported to simscope-sweep.csv");
    let exported = fs::read_to_string(folder.path().join("simscope-sweep.csv")).unwrap();
    let sweep = printed(&["sweep", "english.jsonl", "--format", "csv"], folder.path());
    assert_eq!(exported, sweep);
}

#[test]
fn a_corpus_from_standard_input_leaves_the_keys_to_the_terminal() {
    let script = "printf '床前明月光\\n疑是地上霜\\n床前明月光\\n' | \"$SIMSCOPE\" - --input lines";
    let mut terminal = shell(script).open();
    let shown = terminal.ready();
    assert!(shown.row(0).contains("3 documents"), "{shown}");
    assert!(shown.has("床前明月光") && shown.has("疑是地上霜"), "{shown}");
    let shown = terminal.press("3]", "[3 Threshold]");
    assert!(shown.has("k = "), "{shown}");
    terminal.wait("k = 4", |shown| k_is(shown, 4));
    terminal.mouse(UP, (40, SLIDER), true);
    terminal.wait("k = 5", |shown| k_is(shown, 5));
    terminal.resize(100, 30);
    terminal.wait("the new size", |shown| shown.row(29).contains("q quit"));
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    terminal.assert_restored();
}
