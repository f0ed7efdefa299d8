//! One channel carries input, signals, and what the jobs report.

#[cfg(unix)]
use super::input::{Read, Reader};
#[cfg(unix)]
use super::restore;
use crossbeam_channel::{Receiver, Sender, unbounded};
use ratatui::crossterm::event::Event as Input;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often the reader looks whether the terminal is still there.
const HEARTBEAT: Duration = Duration::from_millis(250);

/// What the main loop wakes for; `R` is the report of a job.
#[derive(Debug)]
pub enum Event<R> {
    /// A key, the mouse, a paste or a resize.
    Input(Input),
    /// The terminal says that its ground is dark, or that it is not.
    IsDark(bool),
    /// The terminal says that it shows pixels.
    HasPixels,
    /// A job has news.
    Job(Box<R>),
    /// The system asks to leave, by this signal.
    Terminate(i32),
    /// The system asks to stop until continued.
    Suspend,
    /// The process was stopped, and is continued.
    Continued,
    /// The terminal can no longer be read.
    Lost,
}

/// Another program has the terminal.
static IS_AWAY: AtomicBool = AtomicBool::new(false);
/// No key is being waited for.
static IS_RESTING: AtomicBool = AtomicBool::new(false);
const BLINK: Duration = Duration::from_millis(5);

/// While it lives no key is read, and of the signals only those that end the process count: the others are for the
/// program that has the terminal.
#[derive(Debug)]
pub struct Rest(());

impl Rest {
    /// Begins when the reader of the keys rests.
    pub fn begin() -> Self {
        IS_AWAY.store(true, Ordering::SeqCst);
        let until = Instant::now() + 4 * HEARTBEAT;
        while !IS_RESTING.load(Ordering::SeqCst) && Instant::now() < until {
            thread::sleep(BLINK);
        }
        Self(())
    }
}

impl Drop for Rest {
    fn drop(&mut self) {
        IS_AWAY.store(false, Ordering::SeqCst);
    }
}

/// Both ends of the channel.
pub type Ends<R> = (Sender<Event<R>>, Receiver<Event<R>>);

/// The channel, with the threads that read the terminal and the signals. What follows an Esc within `escape` belongs to it;
/// `asks`: the terminal is asked for its colours or for pixels.
///
/// # Errors
/// When the signals cannot be watched, or the terminal cannot be read.
pub fn channel<R: Send + 'static>(escape: Duration, asks: bool) -> io::Result<Ends<R>> {
    let (sender, receiver) = unbounded();
    watch_signals(sender.clone())?;
    let input = sender.clone();
    let mut keyboard = Keyboard::open(escape, asks)?;
    thread::Builder::new().name("input".into()).spawn(move || {
        loop {
            if IS_AWAY.load(Ordering::SeqCst) {
                IS_RESTING.store(true, Ordering::SeqCst);
                thread::sleep(BLINK);
                continue;
            }
            IS_RESTING.store(false, Ordering::SeqCst);
            let news = match keyboard.read() {
                // A terminal that is gone is not always reported; it is no terminal any more.
                Ok(news) if news.is_empty() && !io::stdout().is_terminal() => vec![Event::Lost],
                Ok(news) => news,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => vec![Event::Lost],
            };
            for news in news {
                let is_lost = matches!(news, Event::Lost);
                if input.send(news).is_err() || is_lost {
                    return;
                }
            }
        }
    })?;
    Ok((sender, receiver))
}

/// Where the keys come from.
#[cfg(unix)]
struct Keyboard {
    tty: std::os::fd::OwnedFd,
    reader: Reader,
}

#[cfg(unix)]
impl Keyboard {
    fn open(escape: Duration, asks: bool) -> io::Result<Self> {
        let tty = restore::tty().ok_or(io::ErrorKind::NotConnected)?;
        Ok(Self { tty, reader: Reader::new(escape, asks, Instant::now()) })
    }

    /// What has come; nothing after a heartbeat without anything.
    fn read<R>(&mut self) -> io::Result<Vec<Event<R>>> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let patience = self.reader.left(Instant::now()).map_or(HEARTBEAT, |left| left.min(HEARTBEAT));
        let patience = Timespec { tv_sec: 0, tv_nsec: patience.subsec_nanos().into() };
        let mut bytes = [0; 1 << 12];
        let news = match poll(&mut [PollFd::new(&self.tty, PollFlags::IN)], Some(&patience))? {
            0 => self.reader.let_go(Instant::now()),
            _ => match rustix::io::read(&self.tty, &mut bytes) {
                Ok(0) => return Err(io::ErrorKind::NotConnected.into()),
                Ok(length) => self.reader.take(&bytes[..length], Instant::now()),
                Err(rustix::io::Errno::AGAIN) => Vec::new(),
                Err(error) => return Err(error.into()),
            },
        };
        let of_read = |news| match news {
            Read::Input(input) => Event::Input(input),
            Read::IsDark(is_dark) => Event::IsDark(is_dark),
            Read::HasPixels => Event::HasPixels,
        };
        Ok(news.into_iter().map(of_read).collect())
    }
}

/// Where the keys come from.
#[cfg(not(unix))]
struct Keyboard;

#[cfg(not(unix))]
impl Keyboard {
    fn open(_: Duration, _: bool) -> io::Result<Self> {
        Ok(Self)
    }

    fn read<R>(&mut self) -> io::Result<Vec<Event<R>>> {
        use ratatui::crossterm::event::{poll, read};
        Ok(if poll(HEARTBEAT)? { vec![Event::Input(read()?)] } else { Vec::new() })
    }
}

/// A second request to leave ends the program at once, except SIGHUP: a window that closes may send it more than once.
#[cfg(unix)]
fn watch_signals<R: Send + 'static>(sender: Sender<Event<R>>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    let all = [SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT, SIGWINCH];
    let mut signals = signal_hook::iterator::Signals::new(all)?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        let mut asked = None;
        for signal in signals.forever() {
            let news = match signal {
                SIGTSTP if IS_AWAY.load(Ordering::SeqCst) => {
                    let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
                    continue;
                }
                // The size is asked for with every frame.
                SIGWINCH => Event::Input(Input::Resize(0, 0)),
                SIGINT | SIGCONT if IS_AWAY.load(Ordering::SeqCst) => continue,
                SIGTSTP => Event::Suspend,
                SIGCONT => Event::Continued,
                _ if signal != SIGHUP && asked.replace(signal) == Some(signal) => {
                    restore::at_once(b"");
                    simscope_core::temporary::remove_all();
                    std::process::exit(128 + signal);
                }
                _ => Event::Terminate(signal),
            };
            if sender.send(news).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals<R>(_: Sender<Event<R>>) -> io::Result<()> {
    Ok(())
}
