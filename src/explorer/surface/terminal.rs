//! The terminal, taken and always given back: after an error, a panic, a signal, and Ctrl-Z.

use super::pixels;
use super::restore::{gave_back, prepare, took};
use super::sixteen::Sixteen;
use ratatui::backend::{Backend, ClearType, CrosstermBackend};
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste};
use ratatui::crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{Command, cursor, execute, queue, style};
use ratatui::layout::{Position, Rect};
use ratatui::{TerminalOptions, Viewport};
use simscope_core::corpus::is_guarded;
use simscope_core::crash;
use simscope_core::display::has_old_font;
use std::io::{self, BufWriter, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::Once;
use std::{fmt, thread};

type Out = BufWriter<Sixteen<Stdout>>;

/// The largest area that is drawn, in cells; a larger terminal is used in part. A window of such a size has never been
/// seen, but a size can be set to anything, and every cell takes memory.
const MOST: (u16, u16) = (1_024, 512);

/// The alternate screen in raw mode; dropping it restores the terminal.
pub struct Terminal {
    /// Its own drop only shows the cursor, as [`restore`] does, but panics when the terminal is gone.
    terminal: ManuallyDrop<ratatui::Terminal<CrosstermBackend<Out>>>,
    has_mouse: bool,
    /// What the window is called.
    title: String,
    /// It stopped itself, and has taken the terminal again: the signal that continued it is still to come.
    is_continued: bool,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When the terminal cannot be put into raw mode.
    pub fn take(has_mouse: bool, has_only_sixteen: bool) -> io::Result<Self> {
        restore_on_panic();
        prepare();
        // NO_COLOR would make the backend drop bold and reverse too; the theme drops the colours itself.
        style::force_color_output(true);
        enter(has_mouse)?;
        let out = BufWriter::with_capacity(1 << 16, Sixteen::new(io::stdout(), has_only_sixteen));
        let options = TerminalOptions { viewport: Viewport::Fixed(area().inspect_err(|_| restore())?) };
        let backend = CrosstermBackend::new(out);
        let terminal = ratatui::Terminal::with_options(backend, options).inspect_err(|_| restore())?;
        let terminal = ManuallyDrop::new(terminal);
        Ok(Self { terminal, has_mouse, title: String::new(), is_continued: false })
    }

    /// Draws one frame, which the terminal shows at once. `view` returns where the cursor is to be while it is hidden, and what changes
    /// the picture of pixels.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(
        &mut self,
        view: impl FnOnce(&mut ratatui::Frame<'_>) -> (Option<Position>, String),
    ) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        let area = area()?;
        if area != self.terminal.get_frame().area() {
            self.clear(area)?;
        }
        crash::note_terminal(area.width, area.height);
        let (mut place, mut pixels) = (None, String::new());
        self.terminal.draw(|frame| (place, pixels) = view(frame))?;
        queue!(self.terminal.backend_mut(), style::Print(pixels))?;
        if let Some(Position { x, y }) = place {
            queue!(self.terminal.backend_mut(), cursor::MoveTo(x, y))?;
        }
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Calls the window so; the title before comes back at the end. The Linux console and a VT100 have none.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn call_it(&mut self, title: &str) -> io::Result<()> {
        if self.title == title || !has_title() {
            return Ok(());
        }
        title.clone_into(&mut self.title);
        execute!(self.terminal.backend_mut(), terminal::SetTitle(title))
    }

    /// What is drawn on: the terminal, up to a bound.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn area(&self) -> io::Result<Rect> {
        area()
    }

    /// The next frame is drawn whole, in this area. Unlike ratatui's `clear` it does not ask the terminal where the
    /// cursor is: the thread that reads the keys would never let the answer through.
    fn clear(&mut self, area: Rect) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), style::Print(pixels::change(None)))?;
        self.terminal.backend_mut().clear_region(ClearType::All)?;
        self.terminal.resize(area)
    }

    /// The next frame is drawn whole, whatever the terminal shows.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn repaint(&mut self) -> io::Result<()> {
        self.clear(area()?)
    }

    /// Writes a sequence that asks the terminal for something.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn ask(&mut self, sequence: &str) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), style::Print(sequence))
    }

    /// Takes the mouse, or leaves it to the terminal.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn take_mouse(&mut self, has_mouse: bool) -> io::Result<()> {
        self.has_mouse = has_mouse;
        match has_mouse {
            true => execute!(io::stdout(), TakeMouse),
            false => execute!(io::stdout(), DisableMouseCapture),
        }
    }

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes it again when continued.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.is_continued = cfg!(unix);
        self.take_again()
    }

    /// The process was continued: the terminal is taken again, unless [`Terminal::suspend`] has done so. To do it twice
    /// would give the terminal back for a moment, in the middle of the keys that are typed.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn continued(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_continued) { Ok(()) } else { self.take_again() }
    }

    /// Gives the terminal to another program, until [`Terminal::take_again`].
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn lend(&mut self) -> io::Result<()> {
        restore();
        io::stdout().flush()
    }

    /// Takes the terminal again after the process was stopped and continued, by whomever; what is on it may be a
    /// shell's.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn take_again(&mut self) -> io::Result<()> {
        // Raw mode is entered only by who is not in it.
        disable_raw_mode()?;
        enter(self.has_mouse)?;
        self.title.clear();
        self.repaint()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

/// Clicks, drags and the wheel. Crossterm's own command asks for every movement as well, which nothing here needs.
struct TakeMouse;

impl Command for TakeMouse {
    fn write_ansi(&self, f: &mut impl fmt::Write) -> fmt::Result {
        f.write_str("\u{1b}[?1000h\u{1b}[?1002h\u{1b}[?1006h")
    }

    #[cfg(windows)]
    fn execute_winapi(&self) -> io::Result<()> {
        ratatui::crossterm::event::EnableMouseCapture.execute_winapi()
    }

    #[cfg(windows)]
    fn is_ansi_code_supported(&self) -> bool {
        false
    }
}

/// The title is put on a stack, and taken from it.
const KEEP_TITLE: &str = "\u{1b}[22;0t";
const TITLE_BEFORE: &str = "\u{1b}[23;0t";

fn has_title() -> bool {
    !has_old_font()
}

fn area() -> io::Result<Rect> {
    let (columns, rows) = terminal::size()?;
    Ok(Rect::new(0, 0, columns.min(MOST.0), rows.min(MOST.1)))
}

fn enter(has_mouse: bool) -> io::Result<()> {
    took();
    enable_raw_mode()?;
    let mut out = io::stdout();
    if has_title() {
        execute!(out, style::Print(KEEP_TITLE)).inspect_err(|_| restore())?;
    }
    execute!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide).inspect_err(|_| restore())?;
    if has_mouse {
        execute!(out, TakeMouse).inspect_err(|_| restore())?;
    }
    Ok(())
}

/// Leaves everything that [`enter`] may have entered. Errors are of no use here: the terminal may be gone.
fn restore() {
    let mut out = io::stdout();
    if has_title() {
        let _ = execute!(out, style::Print(TITLE_BEFORE));
    }
    let _ = execute!(
        out,
        style::Print(pixels::change(None)),
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = out.flush();
    gave_back();
}

/// A panic of the thread that draws ends the explorer. Those of jobs are caught and shown within it, so the terminal
/// stays as it is.
fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let (before, drawing) = (std::panic::take_hook(), thread::current().id());
        std::panic::set_hook(Box::new(move |info| {
            if is_guarded() {
                return;
            }
            if thread::current().id() == drawing {
                restore();
                before(info);
            } else {
                // It is caught, and its screen says so; a line would stand in the middle of what is drawn.
                crash::report(info);
            }
        }));
    });
}
