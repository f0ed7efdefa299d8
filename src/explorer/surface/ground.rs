//! Whether the terminal is dark, as it says itself.

use simscope_core::display;
use std::io::{self, IsTerminal};

/// Asks for the colours (OSC 10 and 11), before the explorer takes the terminal. `None` where no reply comes in time.
pub fn is_dark() -> Option<bool> {
    let term = std::env::var("TERM").unwrap_or_default();
    // GNU screen hands the question on and replies in another order; Eterm sends nothing.
    let is_mute = display::is_dumb() || term == "screen" || term.starts_with("screen.") || term == "Eterm";
    if is_mute || !io::stdout().is_terminal() { None } else { asked() }
}

#[cfg(not(unix))]
fn asked() -> Option<bool> {
    use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
    theme_mode(QueryOptions::default()).ok().map(|mode| mode == ThemeMode::Dark)
}

#[cfg(unix)]
use by_tty::asked;

#[cfg(unix)]
mod by_tty {
    use crate::surface::answers::{self, Reading};
    use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::io::{read, write};
    use rustix::termios::isatty;
    use std::fs::File;
    use std::os::fd::OwnedFd;
    use std::time::{Duration, Instant};

    /// Text, ground, and what the terminal is (DA1). Every terminal replies to the last, and in turn: once that is there,
    /// nothing more comes.
    const QUESTION: &[u8] = b"\x1b]10;?\x07\x1b]11;?\x07\x1b[c";
    /// How long to wait for it: a slow line over a satellite and back.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// Ctrl-C, which is a byte like any other in raw mode.
    const INTERRUPT: u8 = 3;

    pub(super) fn asked() -> Option<bool> {
        let stdin = rustix::stdio::stdin();
        let tty: OwnedFd = match isatty(stdin) {
            true => rustix::io::fcntl_dupfd_cloexec(stdin, 3).ok()?,
            false => File::options().read(true).write(true).open("/dev/tty").ok()?.into(),
        };
        enable_raw_mode().ok()?;
        let answer = answer(&tty);
        let _ = disable_raw_mode();
        let bytes = answer?;
        if bytes.contains(&INTERRUPT) {
            std::process::exit(128 + libc::SIGINT);
        }
        let reading = Reading::of(&bytes);
        if !reading.is_complete() {
            answers::expect_the_rest(reading.within);
        }
        reading.is_dark()
    }

    /// What is read until the terminal has said what it is.
    fn answer(tty: &OwnedFd) -> Option<Vec<u8>> {
        let until = Instant::now() + PATIENCE;
        write(tty, QUESTION).ok()?;
        let (mut bytes, mut chunk) = (Vec::new(), [0; 256]);
        while !bytes.contains(&INTERRUPT) && !Reading::of(&bytes).is_complete() {
            let left = until.saturating_duration_since(Instant::now());
            let left = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: i64::from(left.subsec_nanos()) };
            match poll(&mut [PollFd::new(tty, PollFlags::IN)], Some(&left)) {
                Ok(0) => break,
                Ok(_) => match read(tty, &mut chunk) {
                    Ok(0) | Err(_) => break,
                    Ok(length) => bytes.extend_from_slice(&chunk[..length]),
                },
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => break,
            }
        }
        Some(bytes)
    }
}
