//! Gives the terminal back when a signal ends the process on the spot: an abort, a failed allocation, a stack that
//! overflows, SIGQUIT, a limit of the system.
//!
//! A handler runs in the middle of anything, so it must not allocate, lock or panic (POSIX: async-signal-safe). It
//! reads two statics, sets the modes of the terminal and writes bytes that were made before.

#[cfg(unix)]
pub use by_handler::{at_once, gave_back, prepare, took, tty};

/// Elsewhere no signal ends the process this way.
#[cfg(not(unix))]
pub fn prepare() {}
/// Nothing is watched.
#[cfg(not(unix))]
pub fn took() {}
/// Nothing is watched.
#[cfg(not(unix))]
pub fn gave_back() {}

#[cfg(unix)]
mod by_handler {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    use rustix::termios::{OptionalActions, Termios, isatty, tcgetattr, tcsetattr, ttyname};
    use std::ffi::OsStr;
    use std::fs::File;
    use std::mem;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;
    use std::ptr;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Ends what is half written, then undoes all that the explorer switches on.
    pub(super) const LEAVE: &[u8] =
        b"\x18\x1b[m\x1b[23;0t\x1b[?2026l\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l\
                                      \x1b[?2004l\x1b[?1049l\x1b[?25h";

    /// The terminal before it was taken.
    struct Before {
        tty: OwnedFd,
        modes: Termios,
    }

    static BEFORE: OnceLock<Before> = OnceLock::new();
    static IS_TAKEN: AtomicBool = AtomicBool::new(false);

    /// Notes the modes of the terminal and watches every signal that would end the process. Called before the
    /// terminal is taken for the first time; later calls do nothing.
    pub fn prepare() {
        let Some(before) = before() else { return };
        if BEFORE.set(before).is_ok() {
            watch();
        }
    }

    /// The terminal is taken from now on.
    pub fn took() {
        IS_TAKEN.store(true, Ordering::SeqCst);
    }

    /// The terminal is as it was.
    pub fn gave_back() {
        IS_TAKEN.store(false, Ordering::SeqCst);
    }

    fn before() -> Option<Before> {
        let tty = tty()?;
        Some(Before { modes: tcgetattr(&tty).ok()?, tty })
    }

    /// The terminal, to read the keys from. Standard input may be the corpus.
    pub fn tty() -> Option<OwnedFd> {
        let stdin = rustix::stdio::stdin();
        if isatty(stdin) {
            return rustix::io::fcntl_dupfd_cloexec(stdin, 3).ok();
        }
        // By its own name: macOS cannot wait for `/dev/tty`.
        let name = ttyname(rustix::stdio::stdout(), Vec::new()).ok()?;
        let open = |path: &Path| File::options().read(true).write(true).open(path).ok();
        let own = open(Path::new(OsStr::from_bytes(name.as_bytes())));
        own.or_else(|| open(Path::new("/dev/tty"))).map(OwnedFd::from)
    }

    /// Signals that do not end a process, or end it through the main loop.
    const LEFT: [i32; 11] = [
        libc::SIGHUP,
        libc::SIGINT,
        libc::SIGTERM,
        libc::SIGCHLD,
        libc::SIGCONT,
        libc::SIGURG,
        libc::SIGWINCH,
        libc::SIGTSTP,
        libc::SIGTTIN,
        libc::SIGTTOU,
        libc::SIGPIPE,
    ];

    fn watch() {
        /// Signals of all systems that Rust knows, real-time signals among them.
        const LAST: i32 = 64;
        for signal in (1..=LAST).filter(|signal| !LEFT.contains(signal)) {
            // SAFETY: both structures are plain data and live through the calls; `ended` only does what a handler may.
            // A signal that does not exist or cannot be caught is refused, and stays as it is.
            unsafe {
                let mut old: libc::sigaction = mem::zeroed();
                if libc::sigaction(signal, ptr::null(), &mut old) != 0 || old.sa_sigaction == libc::SIG_IGN {
                    continue;
                }
                let mut new: libc::sigaction = mem::zeroed();
                new.sa_sigaction = ended as extern "C" fn(i32) as usize;
                // On the thread's spare stack, as its own may be full; only once, then the system's own action.
                new.sa_flags = libc::SA_ONSTACK | libc::SA_RESETHAND | libc::SA_NODEFER;
                libc::sigemptyset(&mut new.sa_mask);
                libc::sigaction(signal, &new, ptr::null_mut());
            }
        }
    }

    /// The handler. The signal then ends the process as if it had not been caught.
    extern "C" fn ended(signal: i32) {
        at_once(why(signal));
        // SAFETY: no memory is involved.
        unsafe { libc::raise(signal) };
    }

    /// Gives the terminal back if it is taken, without waiting for anybody, and leaves a line on it.
    pub fn at_once(line: &[u8]) {
        if IS_TAKEN.swap(false, Ordering::SeqCst)
            && let Some(Before { tty, modes }) = BEFORE.get()
        {
            let _ = tcsetattr(tty, OptionalActions::Now, modes);
            // A terminal that takes nothing must not keep the process.
            let soon = Timespec { tv_sec: 0, tv_nsec: 200_000_000 };
            if poll(&mut [PollFd::new(tty, PollFlags::OUT)], Some(&soon)).is_ok_and(|ready| ready > 0) {
                let _ = rustix::io::write(tty, LEAVE);
                let _ = rustix::io::write(tty, line);
            }
        }
    }

    /// What the system does not say itself.
    fn why(signal: i32) -> &'static [u8] {
        match signal {
            libc::SIGABRT => b"simscope: stopped: out of memory, or an error of the program itself\n",
            libc::SIGBUS => b"simscope: stopped: a file became shorter while it was read\n",
            libc::SIGSEGV => b"simscope: stopped: an error of the program itself, perhaps a stack overflow\n",
            libc::SIGXCPU => b"simscope: stopped: the limit of processor time was reached\n",
            libc::SIGXFSZ => b"simscope: stopped: the limit of the size of a file was reached\n",
            _ => b"",
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::by_handler::LEAVE;
    use ratatui::crossterm::Command;
    use ratatui::crossterm::cursor::Show;
    use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture};
    use ratatui::crossterm::terminal::{EndSynchronizedUpdate, LeaveAlternateScreen};

    #[test]
    fn a_handler_writes_what_leaving_writes() {
        let mut left = String::from("\u{18}\u{1b}[m\u{1b}[23;0t");
        EndSynchronizedUpdate.write_ansi(&mut left).unwrap();
        DisableMouseCapture.write_ansi(&mut left).unwrap();
        DisableBracketedPaste.write_ansi(&mut left).unwrap();
        LeaveAlternateScreen.write_ansi(&mut left).unwrap();
        Show.write_ansi(&mut left).unwrap();
        assert_eq!(String::from_utf8_lossy(LEAVE), left);
    }
}
