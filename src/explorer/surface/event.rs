//! One channel carries input, signals, and what the jobs report.

use super::answers::Sieve;
#[cfg(unix)]
use super::restore;
use crossbeam_channel::{Receiver, Sender, unbounded};
use ratatui::crossterm::event::{self, Event as Input};
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

/// The channel, with the threads that read the terminal and the signals.
///
/// # Errors
/// When the signals cannot be watched.
pub fn channel<R: Send + 'static>() -> io::Result<Ends<R>> {
    let (sender, receiver) = unbounded();
    watch_signals(sender.clone())?;
    let input = sender.clone();
    thread::Builder::new().name("input".into()).spawn(move || {
        let mut sieve = Sieve::new(Instant::now());
        loop {
            if IS_AWAY.load(Ordering::SeqCst) {
                IS_RESTING.store(true, Ordering::SeqCst);
                thread::sleep(BLINK);
                continue;
            }
            IS_RESTING.store(false, Ordering::SeqCst);
            let heartbeat = if sieve.is_waiting() { 4 * BLINK } else { HEARTBEAT };
            let news = match event::poll(heartbeat) {
                Ok(true) => event::read().map(Some),
                // A terminal that is gone is not always reported; it is no terminal any more.
                Ok(false) if !io::stdout().is_terminal() => Err(io::ErrorKind::NotConnected.into()),
                Ok(false) => Ok(None),
                Err(error) => Err(error),
            };
            let news = match news {
                Ok(Some(news)) => sieve.pass(news, Instant::now()),
                Ok(None) => sieve.let_go(Instant::now()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => {
                    let _ = input.send(Event::Lost);
                    return;
                }
            };
            if news.into_iter().any(|news| input.send(Event::Input(news)).is_err()) {
                return;
            }
        }
    })?;
    Ok((sender, receiver))
}

/// A second request to leave ends the program at once, except SIGHUP: a window that closes may send it more than once.
#[cfg(unix)]
fn watch_signals<R: Send + 'static>(sender: Sender<Event<R>>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGCONT])?;
    thread::Builder::new().name("signals".into()).spawn(move || {
        let mut asked = None;
        for signal in signals.forever() {
            let news = match signal {
                SIGTSTP if IS_AWAY.load(Ordering::SeqCst) => {
                    let _ = signal_hook::low_level::emulate_default_handler(SIGTSTP);
                    continue;
                }
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
