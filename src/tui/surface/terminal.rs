//! The terminal, taken and always given back: after an error, a panic, a signal, and Ctrl-Z.

use crate::corpus::is_guarded;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
    disable_raw_mode, enable_raw_mode,
};
use ratatui::crossterm::{clipboard::CopyToClipboard, cursor, execute, style};
use ratatui::layout::Rect;
use std::io::{self, BufWriter, Stdout, Write};
use std::mem::ManuallyDrop;
use std::sync::Once;

type Out = BufWriter<Stdout>;

/// The alternate screen in raw mode; dropping it restores the terminal.
pub struct Terminal {
    /// Its own drop only shows the cursor, as [`restore`] does, but panics when the terminal is gone.
    terminal: ManuallyDrop<ratatui::Terminal<CrosstermBackend<Out>>>,
    has_mouse: bool,
}

impl Terminal {
    /// Takes the terminal.
    ///
    /// # Errors
    /// When the terminal cannot be put into raw mode.
    pub fn take(has_mouse: bool) -> io::Result<Self> {
        restore_on_panic();
        // NO_COLOR would make the backend drop bold and reverse too; the theme drops the colours itself.
        style::force_color_output(true);
        enter(has_mouse)?;
        let out = BufWriter::with_capacity(1 << 16, io::stdout());
        let terminal = ratatui::Terminal::new(CrosstermBackend::new(out)).inspect_err(|_| restore())?;
        Ok(Self { terminal: ManuallyDrop::new(terminal), has_mouse })
    }

    /// Draws one frame, which the terminal shows at once.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn draw(&mut self, view: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(view)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// What is drawn on.
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn area(&self) -> io::Result<Rect> {
        Ok(self.terminal.size()?.into())
    }

    /// Hands text to the terminal's own clipboard (OSC 52).
    ///
    /// # Errors
    /// When the terminal is gone.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        execute!(self.terminal.backend_mut(), CopyToClipboard::to_clipboard_from(text))
    }

    /// Gives the terminal back, stops the process as Ctrl-Z does, and takes it again when continued.
    ///
    /// # Errors
    /// When the terminal cannot be taken again.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        enter(self.has_mouse)?;
        // Draws everything again, as `clear` would; but that asks the terminal where the cursor is, and the
        // thread that reads the keys would never let the answer through.
        let area = self.area()?;
        self.terminal.resize(area)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

fn enter(has_mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    let mut out = io::stdout();
    execute!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide).inspect_err(|_| restore())?;
    if has_mouse {
        execute!(out, EnableMouseCapture).inspect_err(|_| restore())?;
    }
    Ok(())
}

/// Leaves everything that [`enter`] may have entered. Errors are of no use here: the terminal may be gone.
fn restore() {
    let mut out = io::stdout();
    let _ = execute!(
        out,
        EndSynchronizedUpdate,
        DisableMouseCapture,
        DisableBracketedPaste,
        LeaveAlternateScreen,
        cursor::Show
    );
    let _ = disable_raw_mode();
    let _ = out.flush();
}

fn restore_on_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            // What is caught on its way does not end the explorer.
            if !is_guarded() {
                restore();
                before(info);
            }
        }));
    });
}
