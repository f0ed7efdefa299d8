//! Runs the program in a pseudo terminal: writes keys, and reads what a terminal would show.

#![allow(dead_code, reason = "each test file uses its part")]

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use std::ffi::OsString;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Far longer than anything takes; nothing waits so long unless it fails.
const PATIENCE: Duration = Duration::from_secs(30);

pub const BINARY: &str = env!("CARGO_BIN_EXE_simscope");

/// One at a time, so that no program inherits the terminal of another.
static OPENING: Mutex<()> = Mutex::new(());

/// What is to be run, and in what.
pub struct Setup {
    program: OsString,
    arguments: Vec<OsString>,
    environment: Vec<(String, String)>,
    size: (u16, u16),
    folder: Option<PathBuf>,
    answer: Answer,
}

/// The terminal's reply to the query of its colours, in pieces of this many bytes.
#[derive(Clone, Copy)]
struct Answer {
    text: &'static str,
    delay: Duration,
    piece: usize,
    pause: Duration,
}

/// A terminal without colours replies only with its type.
const PLAIN: Answer =
    Answer { text: "\x1b[?62c", delay: Duration::ZERO, piece: usize::MAX, pause: Duration::ZERO };

/// The explorer with these arguments, in a terminal of 120 × 36.
pub fn simscope<A: Into<OsString>>(arguments: impl IntoIterator<Item = A>) -> Setup {
    Setup {
        program: BINARY.into(),
        arguments: arguments.into_iter().map(Into::into).collect(),
        environment: Vec::new(),
        size: (120, 36),
        folder: None,
        answer: PLAIN,
    }
}

/// A script of the shell, which finds the program as `$SIMSCOPE`.
pub fn shell(script: &str) -> Setup {
    let mut setup = simscope(["-c", script]);
    setup.program = "sh".into();
    setup.env("SIMSCOPE", BINARY)
}

impl Setup {
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    /// The terminal replies to the query of its colours with this text, after this delay, in pieces of this many bytes.
    pub fn answering(mut self, text: &'static str, delay: u64, piece: usize, pause: u64) -> Self {
        let (delay, pause) = (Duration::from_millis(delay), Duration::from_millis(pause));
        self.answer = Answer { text, delay, piece, pause };
        self
    }

    pub fn within(mut self, folder: &Path) -> Self {
        self.folder = Some(folder.to_owned());
        self
    }

    /// Runs it.
    pub fn open(self) -> Terminal {
        let mut command = CommandBuilder::new(&self.program);
        command.args(&self.arguments);
        command.cwd(self.folder.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into()));
        command.env_clear();
        // The tests do not use the settings of the user who runs them.
        command.env("SIMSCOPE_CONFIG", "");
        for name in ["PATH", "HOME"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        // Nor do they read or write what the explorer keeps for that user: it has been opened before, elsewhere.
        let state = Path::new(env!("CARGO_TARGET_TMPDIR")).join("state");
        std::fs::create_dir_all(state.join("simscope")).unwrap();
        command.env("XDG_STATE_HOME", state);
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "en_US.UTF-8")]
        {
            command.env(name, value);
        }
        for (name, value) in &self.environment {
            command.env(name, value);
        }

        let _one_at_a_time = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = native_pty_system().openpty(pty_size(self.size)).unwrap();
        let modes_before = modes(&*pair.master);
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);

        let seen = Arc::new(Seen {
            state: Mutex::new(State {
                parser: vt100::Parser::new(cells(self.size.1), cells(self.size.0), 0),
                raw: Vec::new(),
            }),
            news: Condvar::new(),
            is_closing: AtomicBool::new(false),
        });
        let mut from = pair.master.try_clone_reader().unwrap();
        let writer = Arc::new(Mutex::new(Some(pair.master.take_writer().unwrap())));
        let taken = Arc::clone(&seen);
        let (answer, answering) = (self.answer, Arc::clone(&writer));
        let mut is_asked = false;
        let reader = thread::spawn(move || {
            let mut chunk = [0; 1 << 16];
            while let Ok(length @ 1..) = from.read(&mut chunk) {
                let mut state = taken.lock();
                state.raw.extend_from_slice(&chunk[..length]);
                state.parser.process(&chunk[..length]);
                let asks = !is_asked && find(&state.raw, b"\x1b[c").is_some();
                drop(state);
                taken.news.notify_all();
                if asks {
                    is_asked = true;
                    let answering = Arc::clone(&answering);
                    thread::spawn(move || {
                        thread::sleep(answer.delay);
                        for piece in answer.text.as_bytes().chunks(answer.piece) {
                            write(&answering, piece);
                            thread::sleep(answer.pause);
                        }
                    });
                }
                if taken.is_closing.load(Ordering::SeqCst) {
                    return;
                }
            }
        });
        Terminal {
            seen,
            child,
            master: Some(pair.master),
            writer,
            reader: Some(reader),
            modes_before,
            status: None,
        }
    }
}

type Writer = Arc<Mutex<Option<Box<dyn Write + Send>>>>;

fn write(writer: &Writer, bytes: &[u8]) {
    if let Some(writer) = writer.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
        let _ = writer.write_all(bytes).and_then(|()| writer.flush());
    }
}

fn cells(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).unwrap()
}

fn pty_size((cols, rows): (u16, u16)) -> PtySize {
    PtySize { rows, cols, pixel_width: cols.saturating_mul(9), pixel_height: rows.saturating_mul(18) }
}

/// What `stty -a` would say of echo, line editing and the like.
fn modes(master: &dyn MasterPty) -> String {
    let modes = master.get_termios().unwrap();
    format!("{:?} {:?} {:?}", modes.input_flags, modes.output_flags, modes.local_flags)
}

struct State {
    parser: vt100::Parser,
    raw: Vec<u8>,
}

impl State {
    /// Between the marks of a synchronized update a terminal shows the frame before.
    fn is_within_a_frame(&self) -> bool {
        let last = |mark: &[u8]| self.raw.windows(mark.len()).rposition(|bytes| bytes == mark);
        last(b"\x1b[?2026h") > last(b"\x1b[?2026l")
    }
}

struct Seen {
    state: Mutex<State>,
    news: Condvar,
    /// The terminal is closed after the next output.
    is_closing: AtomicBool,
}

impl Seen {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A terminal with a program in it. Dropping it ends the program.
pub struct Terminal {
    seen: Arc<Seen>,
    child: Box<dyn Child + Send + Sync>,
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Writer,
    reader: Option<JoinHandle<()>>,
    modes_before: String,
    status: Option<ExitStatus>,
}

impl Terminal {
    /// Waits until the terminal shows what `is_so` accepts, and returns that.
    #[track_caller]
    pub fn wait(&mut self, what: &str, is_so: impl Fn(&Shown) -> bool) -> Shown {
        let until = Instant::now() + PATIENCE;
        let seen = Arc::clone(&self.seen);
        let mut state = seen.lock();
        loop {
            if !state.is_within_a_frame() {
                let shown = Shown(state.parser.screen().clone());
                if is_so(&shown) {
                    return shown;
                }
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero()
                || (self.has_ended() && self.reader.as_ref().is_none_or(JoinHandle::is_finished))
            {
                let shown = Shown(state.parser.screen().clone());
                let status = &self.status;
                drop(state);
                panic!("not seen: {what}; ended: {status:?}; the terminal shows:\n{shown}");
            }
            let pause = left.min(Duration::from_millis(50));
            state = seen.news.wait_timeout(state, pause).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Waits until a text is shown.
    #[track_caller]
    pub fn see(&mut self, text: &str) -> Shown {
        self.wait(text, |shown| shown.has(text))
    }

    /// Waits until everything about the corpus is known.
    #[track_caller]
    pub fn ready(&mut self) -> Shown {
        self.wait("everything known", |shown| {
            ["✓ all pairs", "+ all pairs", "next: "].iter().any(|said| shown.has(said))
        })
    }

    /// Types.
    pub fn send(&mut self, keys: &str) {
        write(&self.writer, keys.as_bytes());
    }

    /// Types, and waits until a text is shown.
    #[track_caller]
    pub fn press(&mut self, keys: &str, expected: &str) -> Shown {
        self.send(keys);
        self.see(expected)
    }

    /// A mouse event as xterm reports it (SGR); column and row count from 0.
    pub fn mouse(&mut self, button: u8, (column, row): (u16, u16), is_pressed: bool) {
        let last = if is_pressed { 'M' } else { 'm' };
        self.send(&format!("\x1b[<{button};{};{}{last}", column + 1, row + 1));
    }

    /// Resizes the terminal, and waits for the explorer to draw a whole frame in it.
    #[track_caller]
    pub fn resize(&mut self, columns: u16, rows: u16) {
        let drawn = self.raw().len();
        self.set_size(columns, rows);
        let until = Instant::now() + PATIENCE;
        loop {
            let raw = self.raw();
            let end = |cleared| find(&raw[drawn + cleared..], b"\x1b[?2026l");
            if find(&raw[drawn..], b"\x1b[2J").and_then(end).is_some() {
                return;
            }
            assert!(Instant::now() < until, "no frame after a resize to {columns} × {rows}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Resizes the terminal.
    pub fn set_size(&mut self, columns: u16, rows: u16) {
        let mut state = self.seen.lock();
        state.parser.set_size(cells(rows), cells(columns));
        self.master.as_ref().unwrap().resize(pty_size((columns, rows))).unwrap();
    }

    /// What the terminal shows now.
    pub fn shown(&self) -> Shown {
        Shown(self.seen.lock().parser.screen().clone())
    }

    /// Tells the program a size that the terminal does not have.
    pub fn claim_size(&mut self, columns: u16, rows: u16) {
        self.master.as_ref().unwrap().resize(pty_size((columns, rows))).unwrap();
    }

    /// Output of another program to the terminal.
    pub fn scribble(&mut self, bytes: &[u8]) {
        self.seen.lock().parser.process(bytes);
    }

    /// Every byte that the terminal was sent so far.
    pub fn raw(&self) -> Vec<u8> {
        self.seen.lock().raw.clone()
    }

    pub fn raw_len(&self) -> usize {
        self.seen.lock().raw.len()
    }

    /// The bytes from the given one on.
    pub fn raw_from(&self, start: usize) -> Vec<u8> {
        self.seen.lock().raw[start..].to_vec()
    }

    /// Forgets what was sent so far; the screen stays.
    pub fn forget_raw(&mut self) {
        self.seen.lock().raw.clear();
    }

    pub fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    /// Sends a signal by its name: `TERM`.
    pub fn signal(&self, name: &str) {
        // The shell's own `kill` does not know all of them.
        let status =
            Command::new("/bin/kill").args([&format!("-{name}"), &self.pid().to_string()]).status().unwrap();
        assert!(status.success(), "kill -{name}");
    }

    /// Whether raw mode has been left, or was never entered.
    pub fn has_the_modes_of_before(&self) -> bool {
        modes(&**self.master.as_ref().unwrap()) == self.modes_before
    }

    /// Closes the terminal, as a window is closed. `keys` must make the program draw once more.
    pub fn close(&mut self, keys: &str) {
        self.seen.is_closing.store(true, Ordering::SeqCst);
        self.send(keys);
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        *self.writer.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.master = None;
    }

    fn has_ended(&mut self) -> bool {
        if self.status.is_none() {
            self.status = self.child.try_wait().ok().flatten();
        }
        self.status.is_some()
    }

    /// Waits for the program to end, and returns its exit code and what it leaves on the screen.
    #[track_caller]
    pub fn end(&mut self) -> (u32, Shown) {
        let (status, shown) = self.ended();
        assert_eq!(status.signal(), None, "the program was killed");
        (status.exit_code(), shown)
    }

    /// Waits for the program to be ended by a signal, and returns its name and what is left on the screen.
    #[track_caller]
    pub fn end_by_signal(&mut self) -> (String, Shown) {
        let (status, shown) = self.ended();
        (status.signal().expect("no signal ended it").to_owned(), shown)
    }

    #[track_caller]
    fn ended(&mut self) -> (ExitStatus, Shown) {
        let until = Instant::now() + PATIENCE;
        while !self.has_ended() {
            let shown = Shown(self.seen.lock().parser.screen().clone());
            assert!(Instant::now() < until, "the program does not end; the terminal shows:\n{shown}");
            thread::sleep(Duration::from_millis(10));
        }
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        (self.status.clone().unwrap(), Shown(self.seen.lock().parser.screen().clone()))
    }

    /// Kills it (SIGKILL), and returns every whole frame that the terminal was sent, in order. What is left of a frame that
    /// was cut off no terminal shows.
    pub fn kill(&mut self) -> Vec<Shown> {
        // `Child::kill` would send SIGHUP first, and wait.
        self.signal("KILL");
        self.status = Some(self.child.wait().unwrap());
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
        const END: &[u8] = b"\x1b[?2026l";
        let state = self.seen.lock();
        let (rows, columns) = state.parser.screen().size();
        let (mut parser, mut rest, mut frames) =
            (vt100::Parser::new(rows, columns, 0), &state.raw[..], Vec::new());
        while let Some(end) = find(rest, END) {
            let (frame, after) = rest.split_at(end + END.len());
            parser.process(frame);
            frames.push(Shown(parser.screen().clone()));
            rest = after;
        }
        frames
    }

    /// Asserts that nothing of the explorer is left in the terminal.
    #[track_caller]
    pub fn assert_restored(&self) {
        let shown = Shown(self.seen.lock().parser.screen().clone());
        let screen = &shown.0;
        assert!(!screen.alternate_screen(), "alternate screen\n{shown}");
        assert!(!screen.hide_cursor(), "no cursor\n{shown}");
        assert!(!screen.bracketed_paste(), "bracketed paste\n{shown}");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        assert_eq!(screen.mouse_protocol_encoding(), vt100::MouseProtocolEncoding::Default);
        assert!(!self.seen.lock().is_within_a_frame(), "synchronized update");
        assert!(self.has_the_modes_of_before(), "raw mode");
        let raw = self.raw();
        let last = |mode: &str, end: char| last_of(&raw, format!("\x1b[?{mode}{end}").as_bytes());
        // A mode that the emulator does not know cannot be left on either.
        for mode in ["1000", "1002", "1003", "1006", "1015", "1049", "2004"] {
            let (on, off) = (last(mode, 'h'), last(mode, 'l'));
            assert!(on.is_none() || on < off, "mode {mode} is left on");
        }
    }
}

/// What must not reach a terminal: a copy, a title, a sequence of two lengths, C1, a turned direction, a bell.
pub const HOSTILE: &str =
    "\x1b]52;c;cHduZWQ=\x07 \x1b]0;pwned\x1b\\ \x1b[2J \u{9b}31;44m \u{202e}txet\u{2066} \r\n\x08 end";

/// Asserts that none of that was sent to the terminal.
#[track_caller]
pub fn assert_harmless(raw: &[u8]) {
    let text = String::from_utf8(raw.to_vec()).unwrap();
    // The program's own questions for the colours of the terminal, before it takes it, and its name.
    let mut text = text.replacen("\x1b]10;?\x07\x1b]11;?\x07", "", 1);
    while let Some((before, named)) = text.split_once("\x1b]0;simscope · ") {
        let end = named.find(char::is_control).unwrap_or(named.len());
        text = format!("{before}{}", named[end..].strip_prefix('\x07').expect("the end of the title"));
    }
    for (part, what) in [
        ("\x1b]", "an operating system command"),
        ("\x1b[2J", "a sequence that clears"),
        ("\x07", "a bell"),
        ("\x08", "a backspace"),
        ("\u{9b}", "a C1 introducer"),
        ("\u{202e}", "an override"),
        ("\u{2066}", "an isolate"),
    ] {
        assert!(!text.contains(part), "{what} in {:?}", text.escape_debug().to_string());
    }
}

/// Where a part begins first.
pub fn find(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|window| window == part)
}

fn last_of(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).rposition(|window| window == part)
}

impl Drop for Terminal {
    fn drop(&mut self) {
        if !self.has_ended() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        // The reader ends when the last process lets go of the terminal; it is not worth waiting for.
    }
}

/// What the terminal shows at one moment.
pub struct Shown(pub vt100::Screen);

impl Shown {
    pub fn size(&self) -> (u16, u16) {
        let (rows, columns) = self.0.size();
        (columns.get(), rows.get())
    }

    pub fn row(&self, row: u16) -> String {
        let columns = self.size().0;
        self.0.rows(0, columns).nth(row.into()).unwrap_or_default()
    }

    /// The last row but one.
    pub fn status(&self) -> String {
        self.row(self.size().1 - 2)
    }

    pub fn has(&self, text: &str) -> bool {
        (0..self.size().1).any(|row| self.row(row).contains(text))
    }

    /// Symbols of a row with their columns.
    fn symbols(&self, row: u16) -> Vec<(u16, String)> {
        let columns = 0..self.size().0;
        columns.filter_map(|column| Some((column, self.0.cell(row, column)?.contents().to_owned()))).collect()
    }

    /// Columns of a row in which one of these symbols stands.
    pub fn columns_of(&self, row: u16, symbols: &[&str]) -> Vec<u16> {
        let all = self.symbols(row).into_iter();
        all.filter(|(_, symbol)| symbols.contains(&symbol.as_str())).map(|(column, _)| column).collect()
    }

    /// Everything that is shown, symbol by symbol.
    pub fn all_symbols(&self) -> impl Iterator<Item = String> {
        (0..self.size().1).flat_map(|row| self.symbols(row)).map(|(_, symbol)| symbol)
    }
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..self.size().1 {
            writeln!(f, "{:3} {}", row, self.row(row))?;
        }
        Ok(())
    }
}
