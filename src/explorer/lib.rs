//! The explorer: `terminal event → keymap | mouse → Action → App::update → jobs`, or the event is typed into a text; and
//! `view(&App, frame) → areas`, which the mouse reads for the next click.

#![allow(missing_docs, reason = "no part of the public API")]

#[macro_use(both)]
extern crate simscope_core;

pub mod app;
pub mod beat;
pub mod classroom;
pub mod command_line;
pub mod editor;
pub mod filtering;
pub mod frame;
pub mod jobs;
pub mod left;
pub mod listing;
pub mod overlays;
pub mod plain;
pub mod room;
pub mod screens;
pub mod shared;
pub mod sheet;
pub mod surface;
pub mod wanted;
pub mod widgets;

pub use surface::action;

use app::App;
use beat::Beat;
use crossbeam_channel::{Receiver, RecvTimeoutError};
use jobs::{Jobs, Report};
use ratatui::crossterm::event::{Event as Input, MouseButton, MouseEvent, MouseEventKind};
use shared::{Effect, Start};
use simscope_core::corpus::{CorpusError, Source};
use simscope_core::crash::NO_THREAD;
use simscope_core::display::{lang, refused, say};
use std::io::{self, IsTerminal, Write as _};
use std::time::{Duration, Instant};
use surface::clipboard::{self, Clipboard, Route};
use surface::event::{self, Event};
use surface::mouse::Mouse;
use surface::terminal::Terminal;
use surface::{Depth, areas, ground, keymap, pixels, program};

/// Why the explorer could not be shown, or had to leave.
#[derive(Debug, thiserror::Error)]
pub enum ExplorerError {
    /// Standard input or output is not a terminal.
    #[error("{}", lang().pick((
        "no terminal: the explorer needs one; the commands hash, explain, pairs, groups, sweep and heatmap need none, and --plain prints the sweep",
        "没有终端：浏览界面需要终端；命令 hash、explain、pairs、groups、sweep 和 heatmap 不需要，--plain 输出扫描表",
    )))]
    NoTerminal,
    /// A thread cannot be started.
    #[error("{}", lang().pick(NO_THREAD))]
    NoThread,
    /// The terminal refused.
    #[error("{}", say!("the terminal cannot be used: {}", "无法使用终端：{}", refused(.0)))]
    Terminal(#[from] io::Error),
    /// The corpus cannot be read.
    #[error(transparent)]
    Corpus(#[from] CorpusError),
    /// The table of keys contradicts itself.
    #[error(transparent)]
    Keymap(#[from] keymap::KeymapError),
    /// What the user said is not on disk.
    #[error("{}", say!("not saved: {}", "未保存：{}", .0))]
    Unsaved(String),
}

/// While work runs, its progress is drawn this often.
const TICK: Duration = Duration::from_millis(100);

/// What is being written at the end is waited for without a word for so long; and for so long at all if a signal ends the program.
const MOMENTS: Duration = Duration::from_millis(500);
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens the explorer and returns when the user leaves, or with the signal that asked to. `asks`: the terminal is asked whether
/// it is dark.
///
/// # Errors
/// See [`ExplorerError`]. The terminal is restored in every case.
pub fn run(start: Start, asks: bool) -> Result<Option<i32>, ExplorerError> {
    if !io::stdout().is_terminal() || !has_keyboard() {
        return Err(ExplorerError::NoTerminal);
    }
    // Instead of a lesson whose corpus is gone, another corpus is opened.
    if start.lesson.is_none() {
        start.sources.iter().try_for_each(Source::look)?;
    }
    rayon::broadcast(|_| jobs::step_back());
    jobs::apart().map_err(|_| ExplorerError::NoThread)?.install(|| run_apart(start, asks))
}

fn run_apart(start: Start, asks: bool) -> Result<Option<i32>, ExplorerError> {
    let mut app = App::new(start)?;
    let asks = asks && ground::replies();
    #[cfg(not(unix))]
    if let Some(is_dark) = asks.then(ground::is_dark).flatten() {
        app.shared.theme.take_ground(is_dark);
    }
    // From here on a signal ends the loop, which gives the terminal back.
    let asks_pixels = asks_pixels(&app);
    let (sender, receiver) = event::channel(app.shared.start.opening.settings.escape(), asks || asks_pixels)?;
    let mut terminal = Terminal::take(app.shared.start.has_mouse, app.shared.theme.depth == Depth::Ansi16)?;
    ask(&mut terminal, asks, asks_pixels)?;
    // The receiver is gone only when the program is ending.
    let mut jobs = Jobs::new(move |report| drop(sender.send(Event::Job(Box::new(report)))));
    let (mut mouse, mut clipboard) = (Mouse::default(), Clipboard::default());
    let (mut signal, mut beat, mut has_pixels) = (None, Beat::default(), false);
    loop {
        draw(&mut app, &jobs, &mut terminal, has_pixels)?;
        // What `Room::want` asked for after the frame: its jobs run while the loop waits.
        let next = carry_out(&mut app, &mut jobs, &mut terminal, &mut clipboard)?;
        if !go_on(next, &mut app, &mut jobs)? {
            break;
        }
        let tick = jobs.is_busy().then_some(TICK);
        let first = match tick.into_iter().chain(beat.left(app.beat(), Instant::now())).min() {
            Some(timeout) => receiver.recv_timeout(timeout),
            None => receiver.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        let mut news = match first {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        // Everything that has come is taken in before the next frame: a storm of moves costs one frame.
        // Only so long, though, that the frame stays smooth while batches pour in.
        let until = Instant::now() + Duration::from_millis(8);
        while let Some(one) = news {
            match one {
                Event::Input(Input::Key(key)) => app.press(key),
                Event::Input(Input::Paste(text)) => app.paste(&text),
                Event::Input(Input::Mouse(event)) => point(&mut app, &mut mouse, event),
                Event::Input(_) => {}
                Event::IsDark(is_dark) => app.shared.theme.take_ground(is_dark),
                Event::HasPixels => has_pixels = asks_pixels,
                Event::Job(report) => {
                    jobs.note(&report);
                    app.report(*report);
                }
                Event::Suspend => app.update(action::Action::Suspend),
                Event::Continued => terminal.continued()?,
                Event::Terminate(asked) => {
                    signal = Some(asked);
                    app.update(action::Action::QuitAnyway);
                }
                Event::Lost => app.update(action::Action::QuitAnyway),
            }
            news = if Instant::now() < until { receiver.try_recv().ok() } else { None };
        }
        if beat.is_due(app.beat(), Instant::now()) {
            app.tick();
        }
        // What the events asked for: before the next frame, which shows it.
        let next = carry_out(&mut app, &mut jobs, &mut terminal, &mut clipboard)?;
        if !go_on(next, &mut app, &mut jobs)? {
            break;
        }
    }
    drop(terminal);
    app.keep_left();
    let has_asked = signal.is_none();
    keep(&mut app, &mut jobs, &receiver, &mut signal);
    jobs.stop();
    // Who left by a key was asked about what has no file, or what that refuses.
    let unsaved = app.shared.unsaved().filter(|_| app.shared.is_keeping() || !has_asked);
    match (app.take_failure(), unsaved) {
        (Some(failure), _) => Err(failure.into()),
        (None, Some(unsaved)) => Err(ExplorerError::Unsaved(unsaved)),
        (None, None) => Ok(signal),
    }
}

/// Runs the action of a mouse event. The right button selects as the left one does, and shows what can be done there.
fn point(app: &mut App, mouse: &mut Mouse, event: MouseEvent) {
    let Some(action) = mouse.action(&app.shared.drawn.areas, event, Instant::now()) else { return };
    app.update(action);
    if event.kind == MouseEventKind::Down(MouseButton::Right) {
        app.update(action::Action::Menu(Some((event.column, event.row))));
    }
}

/// Standard input may be the corpus; the keys then come from the controlling terminal.
fn has_keyboard() -> bool {
    io::stdin().is_terminal() || (cfg!(unix) && std::fs::File::open("/dev/tty").is_ok())
}

/// Whether the terminal is asked for pixels.
fn asks_pixels(app: &App) -> bool {
    cfg!(unix) && app.shared.theme.has_shades() && pixels::can_be(&app.shared.start.opening.settings)
}

/// Asks the terminal for pixels and for its colours.
fn ask(terminal: &mut Terminal, asks: bool, asks_pixels: bool) -> io::Result<()> {
    if !cfg!(unix) || !(asks || asks_pixels) {
        return Ok(());
    }
    let question = |asks, question| if asks { question } else { "" };
    let pixels = question(asks_pixels, pixels::QUESTION);
    terminal.ask(&[pixels, question(asks, ground::QUESTION), ground::LAST].concat())
}

fn draw(app: &mut App, jobs: &Jobs, terminal: &mut Terminal, has_pixels: bool) -> io::Result<()> {
    app.shared.start.pixels = has_pixels.then(pixels::of_cell).flatten();
    app.shared.drawn.activity = jobs.activity();
    // What comes from below the explorer, such as errors, is in the language of its screens.
    simscope_core::display::speak(app.shared.lang);
    let mut areas = areas::Areas::default();
    terminal.call_it(&frame::title_of_window(app))?;
    terminal.draw(|frame| {
        areas = frame::view(app, frame);
        // Screen readers and magnifiers follow it.
        (areas.place(), pixels::change(areas.pixels.as_ref()))
    })?;
    app.drawn(areas);
    Ok(())
}

/// Waits for what is still being written: another program may have locked its file. Standard error says so. Ctrl-C ends the wait, and a
/// signal that ended the program soon does.
fn keep(app: &mut App, jobs: &mut Jobs, receiver: &Receiver<Event<Report>>, signal: &mut Option<i32>) {
    let (from, mut is_told, is_ended) = (Instant::now(), false, signal.is_some());
    while app.shared.is_keeping() && !(is_ended && from.elapsed() >= PATIENCE) {
        if !is_told && from.elapsed() >= MOMENTS {
            is_told = true;
            let unsaved = app.shared.unsaved().unwrap_or_default();
            let told = say!(
                "simscope: saving waits for another program: {unsaved}; Ctrl-C leaves without it",
                "simscope：等待另一程序以便保存：{unsaved}；按 Ctrl-C 不保存而退出"
            );
            let _ = writeln!(io::stderr(), "{told}");
        }
        match receiver.recv_timeout(TICK) {
            Ok(Event::Job(report)) => {
                jobs.note(&report);
                app.report(*report);
            }
            Ok(Event::Terminate(asked)) => {
                *signal = Some(asked);
                break;
            }
            _ => {}
        }
        for effect in app.take_effects() {
            if let Effect::Start(ticket, job) = effect {
                jobs.start(ticket, job);
            }
        }
    }
}

/// What the main loop does next.
enum Next {
    Frame,
    Open(Box<Start>),
    Leave,
}

/// Opens another corpus, or what was there before a lesson whose corpus could not be read. Returns whether the loop goes on.
fn go_on(next: Next, app: &mut App, jobs: &mut Jobs) -> Result<bool, ExplorerError> {
    match next {
        Next::Frame => Ok(true),
        Next::Open(start) => {
            let start = match start.found() {
                Ok(start) => start,
                Err(why) => {
                    app.shared.warn_of(why.to_string());
                    return Ok(true);
                }
            };
            jobs.stop();
            app.keep_left();
            app.reopen(start)?;
            Ok(true)
        }
        Next::Leave => {
            // Without a corpus before, the failure is why the program leaves.
            let Some(start) = app.instead_of_lesson() else { return Ok(false) };
            let Some(failure) = app.take_failure() else { return Ok(false) };
            jobs.stop();
            app.reopen(start)?;
            app.shared.warn_of(failure.to_string());
            Ok(true)
        }
    }
}

/// Runs the requests of the app.
fn carry_out(
    app: &mut App,
    jobs: &mut Jobs,
    terminal: &mut Terminal,
    clipboard: &mut Clipboard,
) -> io::Result<Next> {
    for effect in app.take_effects() {
        match effect {
            Effect::Start(ticket, job) => jobs.start(ticket, job),
            Effect::Cancel(work) => jobs.cancel(work),
            Effect::Copy { text, what } => {
                let route = clipboard.copy(&text);
                if matches!(route, Route::Screen | Route::Terminal) {
                    terminal.ask(&clipboard::sequence(&text, route))?;
                }
                app.shared.copied(&what, route);
            }
            Effect::Picture(path) => {
                app.shared.export(path, Box::new(frame::still(app, terminal.area()?)), Vec::new());
            }
            Effect::Reopen(start) => return Ok(Next::Open(start)),
            Effect::Hand(handed) => app.shared.handed(program::show(&handed, terminal)?),
            Effect::Repaint => terminal.repaint()?,
            Effect::TakeMouse(has_mouse) => terminal.take_mouse(has_mouse)?,
            Effect::Suspend => terminal.suspend()?,
            Effect::Quit => return Ok(Next::Leave),
        }
    }
    Ok(Next::Frame)
}
