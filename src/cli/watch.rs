//! Progress and notes on standard error.

use crate::analysis::{Phase, Watched};
use crate::progress::Progress;
use crate::visible;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Prints one line on standard error; a closed standard error is ignored.
pub(super) fn note(what: &str) {
    let _ = writeln!(io::stderr(), "simscope: {}", visible::line(what));
}

/// Progress bars on standard error, if it is a terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Watch {
    is_shown: bool,
}

/// Shorter computations show no bar.
const PATIENCE: Duration = Duration::from_millis(400);
const BETWEEN: Duration = Duration::from_millis(100);

impl Watch {
    pub(super) fn new(has_no_progress: bool) -> Self {
        Self { is_shown: !has_no_progress && io::stderr().is_terminal() }
    }

    /// Shows no bar if `is_disturbing`: rows are being printed on the same terminal.
    pub(super) fn unless(self, is_disturbing: bool) -> Self {
        Self { is_shown: self.is_shown && !is_disturbing }
    }

    /// Runs a computation while another thread draws its progress; `unit` is what it counts.
    pub(super) fn during<T>(self, doing: &str, unit: Unit, compute: impl FnOnce(&Progress) -> T) -> T {
        let progress = Progress::new();
        if !self.is_shown {
            return compute(&progress);
        }
        let shown = &progress;
        let (done, is_done) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || draw(shown, doing, unit, &is_done));
            let result = compute(&progress);
            drop(done);
            result
        })
    }
}

impl Watched for Watch {
    fn during<T>(&self, phase: Phase, compute: impl FnOnce(&Progress) -> T) -> T {
        let (doing, unit) = match phase {
            Phase::CountingTerms => ("counting terms", Unit::Documents),
            Phase::Signing => ("signing", Unit::Documents),
            Phase::Searching => ("searching", Unit::Signatures),
            Phase::Comparing => ("comparing", Unit::Pairs),
            Phase::Measuring => ("measuring", Unit::Pairs),
        };
        Watch::during(*self, doing, unit, compute)
    }
}

/// What a computation counts.
#[derive(Debug, Clone, Copy)]
pub(super) enum Unit {
    Bytes,
    Documents,
    Edits,
    /// Numbers of features at which a curve is measured.
    Lengths,
    Pairs,
    Rows,
    /// Signatures that were put into a table, or looked up.
    Signatures,
}

fn draw(progress: &Progress, doing: &str, unit: Unit, is_done: &mpsc::Receiver<()>) {
    if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::no_length().with_message(doing.to_owned());
    let amount = match unit {
        Unit::Bytes => "{bytes}/{total_bytes}",
        Unit::Documents => "{human_pos}/{human_len} documents",
        Unit::Edits => "{human_pos}/{human_len} edits",
        Unit::Lengths => "{human_pos}/{human_len} lengths",
        Unit::Pairs => "{human_pos}/{human_len} pairs",
        Unit::Signatures => "{human_pos}/{human_len} signatures",
        Unit::Rows => "{human_pos}/{human_len} rows",
    };
    let template = format!("{{msg}} {{bar:30}} {amount} {{eta}}");
    // If the template does not parse, the bar keeps its default look.
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    while is_done.recv_timeout(BETWEEN) == Err(RecvTimeoutError::Timeout) {
        if progress.total() > 0 {
            bar.set_length(progress.total());
        }
        bar.set_position(progress.done());
    }
    bar.finish_and_clear();
}
