//! The explorer under signals, in terminals that are no use, and of sizes that do not exist: the terminal is given back
//! whatever ends the program.

use crate::pty::{BINARY, Terminal, shell, simscope};
use portable_pty::{CommandBuilder, PtySize, native_pty_system};
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

fn sample() -> Terminal {
    let mut terminal = simscope::<&str>([]).open();
    terminal.ready();
    terminal
}

/// Asserts that the terminal is as before, its modes too.
#[track_caller]
fn assert_given_back(terminal: &Terminal) {
    terminal.assert_restored();
    assert!(terminal.has_the_modes_of_before());
}

/// A number of `/proc/PID/status`: kibibytes of `VmRSS`.
fn resident(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[test]
fn a_signal_that_asks_to_leave_is_in_the_exit_code() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("TERM", 15)] {
        let mut terminal = sample();
        terminal.signal(signal);
        assert_eq!(terminal.end().0, 128 + number, "{signal}");
        assert_given_back(&terminal);
    }
}

#[test]
fn every_other_signal_that_ends_it_gives_the_terminal_back() {
    let signals =
        "QUIT ILL TRAP ABRT BUS FPE USR1 SEGV USR2 ALRM STKFLT XCPU XFSZ VTALRM PROF IO PWR SYS 34 64";
    for signal in signals.split(' ') {
        let mut terminal = sample();
        terminal.signal(signal);
        let (name, shown) = terminal.end_by_signal();
        assert_given_back(&terminal);
        let says = shown.has("simscope: stopped: ");
        assert_eq!(says, ["ABRT", "BUS", "SEGV", "XCPU", "XFSZ"].contains(&signal), "{name}\n{shown}");
    }
}

#[test]
fn a_signal_gives_the_terminal_back_from_the_first_moment() {
    for (signal, code) in [("TERM", Some(143)), ("HUP", Some(129)), ("INT", Some(130)), ("QUIT", None)] {
        // The terminal never says which colours it has.
        let mut terminal = simscope::<&str>([]).answering("", 0, 1, 0).open();
        let until = Instant::now() + Duration::from_secs(20);
        while terminal.has_the_modes_of_before() {
            assert!(Instant::now() < until, "it never takes the terminal");
        }
        terminal.signal(signal);
        match code {
            Some(code) => assert_eq!(terminal.end().0, code, "{signal}"),
            None => drop(terminal.end_by_signal()),
        }
        assert_given_back(&terminal);
    }
}

#[test]
fn a_terminal_that_does_not_answer_is_drawn_on_at_once() {
    let mut terminal = simscope::<&str>([]).answering("", 0, 1, 0).open();
    terminal.ready();
    terminal.forget_raw();
    terminal.press("]", "k 3 → 4: 16 → 18 groups");
}

#[test]
fn a_path_that_is_not_there_is_said_before_the_terminal_is_touched() {
    let mut terminal = simscope(["no/such.jsonl"]).open();
    let (code, shown) = terminal.end();
    assert!(code == 1 && shown.has("no/such.jsonl: no such file or folder; check the path"), "{shown}");
    assert!(!terminal.raw().contains(&0x1b), "{shown}");
}

#[test]
fn a_shell_sees_128_and_the_signal() {
    let mut terminal = shell("\"$SIMSCOPE\"; echo left with $?").open();
    terminal.ready();
    let child = Command::new("pgrep").args(["-P", &terminal.pid().to_string()]).output().unwrap();
    let child = String::from_utf8(child.stdout).unwrap();
    assert!(Command::new("kill").args(["-QUIT", child.trim()]).status().unwrap().success());
    terminal.see("left with 131");
    terminal.end();
    assert_given_back(&terminal);
}

#[test]
fn no_memory_gives_the_terminal_back() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.txt");
    let lines: String =
        (0..20_000).map(|i| format!("line {i} of a corpus that needs memory {}\n", i * 7)).collect();
    fs::write(&corpus, lines).unwrap();
    // Where it runs out is a matter of luck; what counts is how it ends.
    for megabytes in [90, 130, 170, 190, 210, 230, 250, 300] {
        let script = format!(
            "ulimit -c 0; ulimit -v {}; \"$SIMSCOPE\" --input lines '{}'; echo left with $?",
            megabytes << 10,
            corpus.display()
        );
        let mut terminal = shell(&script).open();
        terminal.wait("an end, or the explorer", |shown| shown.has("left with") || shown.has("[1 Corpus]"));
        terminal.send("q");
        terminal.see("left with");
        terminal.end();
        assert_given_back(&terminal);
    }
}

#[test]
fn asked_twice_it_leaves_even_if_the_terminal_takes_nothing() {
    let size = PtySize { rows: 36, cols: 120, pixel_width: 0, pixel_height: 0 };
    // The output of the explorer is not read, so after a few frames it cannot write any more.
    let pair = native_pty_system().openpty(size).unwrap();
    let mut command = CommandBuilder::new(BINARY);
    command.env("TERM", "xterm-256color");
    // The query of the colours has no reply either.
    command.args(["--theme", "dark"]);
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let kill = |signal: &str| {
        let pid = child.process_id().unwrap().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    };
    for _ in 0..20 {
        pair.master.resize(PtySize { cols: 100, ..size }).unwrap();
        thread::sleep(Duration::from_millis(50));
        pair.master.resize(size).unwrap();
        thread::sleep(Duration::from_millis(50));
    }
    kill("-TERM");
    thread::sleep(Duration::from_millis(300));
    kill("-TERM");
    let until = Instant::now() + Duration::from_secs(20);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < until, "it does not leave");
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.exit_code(), 143);
}

#[test]
fn stopped_by_somebody_else_and_continued_it_draws_everything_again() {
    let mut terminal = sample();
    terminal.signal("STOP");
    thread::sleep(Duration::from_millis(100));
    // A shell takes the terminal back, and leaves its prompt on it.
    terminal.scribble(b"\x1b[?1049l\x1b[?2004l\x1b[?1002l\x1b[?25h\x1b[2J\x1b[H$ fg");
    terminal.signal("CONT");
    let shown = terminal.wait("the explorer again", |shown| {
        shown.0.alternate_screen() && shown.has("✓ all pairs compared") && shown.has("q quit")
    });
    assert!(!shown.has("$ fg") && shown.0.hide_cursor() && shown.0.bracketed_paste(), "{shown}");
    assert!(!terminal.has_the_modes_of_before());
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    assert_given_back(&terminal);
}

#[test]
fn a_terminal_that_only_takes_lines_gets_the_sweep() {
    for (term, size, why) in [
        ("dumb", (80, 24), "the terminal only takes lines"),
        ("xterm", (0, 0), "the terminal does not say how large it is"),
    ] {
        let script = format!("stty cols {} rows {}; TERM={term} \"$SIMSCOPE\"", size.0, size.1);
        let mut terminal = shell(&script).open();
        let (code, shown) = terminal.end();
        assert_eq!(code, 0, "{shown}");
        let raw = String::from_utf8(terminal.raw()).unwrap();
        assert!(raw.contains(why), "{raw}");
        assert!(raw.contains("groups") && !raw.contains("\u{1b}[?1049h"), "{raw}");
    }
}

#[test]
fn a_size_that_no_terminal_has_takes_no_memory() {
    let mut terminal = sample();
    let before = resident(terminal.pid());
    for (columns, rows) in [(65_535, 65_535), (1, 1), (65_535, 1), (1, 65_535), (0, 0)] {
        terminal.claim_size(columns, rows);
        thread::sleep(Duration::from_millis(300));
    }
    let grown = resident(terminal.pid()).saturating_sub(before);
    assert!(grown < 400 << 10, "{grown} KiB more");
    terminal.claim_size(120, 36);
    terminal.send("3");
    terminal.see("[3 Threshold]");
    terminal.send("q");
    assert_eq!(terminal.end().0, 0);
    assert_given_back(&terminal);
}
