//! The program: parse, dispatch, exit code. `main` runs it, and so does the module for Python.

use crate::cli::{self, Outcome};
use crate::{corpus, crash, temporary};
use std::ffi::OsString;

/// Runs the program with this command line, of which the first word is its name. Returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // A panic that is caught becomes the error of a file and is reported there.
    crash::watch(corpus::is_guarded);
    crate::provide_sample();
    if let Some((columns, rows)) = terminal_size::terminal_size() {
        crash::note_terminal(columns.0, rows.0);
    }
    let explorer = match cli::run(arguments, check_keys) {
        Outcome::Exit(code) => return code,
        Outcome::Open(explorer) => *explorer,
    };
    cli::Allocator::hand_over();
    let ended = open(explorer);
    temporary::remove_all();
    match ended {
        Ok(None) => 0,
        // As a shell reports a process that a signal ended.
        Ok(Some(signal)) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
        Err(error) => cli::fail(&error),
    }
}

#[cfg(feature = "explorer")]
use explorer::{check_keys, open};

/// A build without the explorer runs every command, and says why it cannot open the explorer.
#[cfg(not(feature = "explorer"))]
fn open(_: cli::Explorer) -> Result<Option<i32>, std::io::Error> {
    let what = crate::display::lang().pick((
        "this simscope was built without the explorer (the feature `explorer`): name a command, or use --plain",
        "此版 simscope 未含浏览界面（特性 `explorer`）：请写命令，或用 --plain",
    ));
    Err(std::io::Error::other(what))
}

/// Without the explorer its keys cannot be checked.
#[cfg(not(feature = "explorer"))]
fn check_keys(_: &crate::settings::Settings) -> Result<(), String> {
    Ok(())
}

#[cfg(feature = "explorer")]
mod explorer {
    use crate::cli::Explorer;
    use crate::display::{Depth, Lang, ground_is_dark, has_old_font};
    use crate::groups::Effort;
    use crate::settings::{Opening, Setting, Settings, state_folder};
    use crate::tui::screens;
    use crate::tui::shared::Start;
    use crate::tui::surface::theme::{self, Theme};
    use crate::tui::widgets::plot;
    use crate::tui::{self, ExplorerError};
    use std::sync::Arc;

    /// Says what is wrong with the keys of the settings.
    pub(super) fn check_keys(settings: &Settings) -> Result<(), String> {
        screens::keymap(settings).map(drop).map_err(|error| error.to_string())?;
        theme::chosen(settings).map(drop)
    }

    /// Options that are not given are taken from the environment. Returns the signal that ended it, if one did.
    pub(super) fn open(explorer: Explorer) -> Result<Option<i32>, ExplorerError> {
        let is_plain = explorer.is_plain;
        if !explorer.opening.settings.is_on(Setting::Braille).unwrap_or_else(|| !has_old_font()) {
            plot::draw_half_blocks();
        }
        theme::choose(theme::chosen(&explorer.opening.settings).unwrap_or_default());
        let depth = explorer.depth.unwrap_or_else(Depth::from_environment);
        // Without colours the background makes no difference.
        let asks = depth != Depth::Mono && explorer.theme.is_none();
        let start = Start {
            sources: explorer.sources,
            options: explorer.options,
            recipe: explorer.recipe,
            k: explorer.k,
            tau_hundredths: (explorer.tau * 100.0).round() as u8,
            has_mouse: explorer.has_mouse,
            theme: match (Theme::of(depth, ground_is_dark(), explorer.is_ascii), explorer.theme) {
                (theme, Some(name)) => theme.called(name),
                (theme, None) => theme,
            },
            pixels: None,
            lang: explorer.lang.unwrap_or_else(Lang::from_environment),
            decisions: explorer.decisions,
            judgements: explorer.judgements,
            effort: Effort::DEFAULT,
            lesson: explorer.lesson.map(Arc::new),
            before: None,
            first_ticket: 0,
            opening: Opening {
                state: state_folder().filter(|_| Settings::file().is_some() && !is_plain),
                ..explorer.opening
            },
        };
        if is_plain { tui::plain::write(start).map(|()| None) } else { tui::run(start, asks) }
    }
}
