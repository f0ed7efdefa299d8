//! Progress and notes on standard error.

use indicatif::{ProgressBar, ProgressStyle};
use simscope_core::analysis::{Phase, Watched};
use simscope_core::display::{Phrase, grouped_digits, lang, say};
use simscope_core::progress::Progress;
use simscope_core::visible;
use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Whether only errors are said.
static IS_QUIET: AtomicBool = AtomicBool::new(false);
/// Whether details are said.
static IS_VERBOSE: AtomicBool = AtomicBool::new(false);

/// How much is said from now on.
pub(super) fn say_much(is_quiet: bool, is_verbose: bool) {
    IS_QUIET.store(is_quiet, Ordering::Relaxed);
    IS_VERBOSE.store(is_verbose, Ordering::Relaxed);
}

/// Prints one line on standard error if details were asked for.
pub(super) fn detail(what: impl FnOnce() -> String) {
    if IS_VERBOSE.load(Ordering::Relaxed) {
        tell(&what());
    }
}

/// Prints one line on standard error, unless only errors are said; a closed standard error is ignored.
pub(super) fn note(what: &str) {
    if !IS_QUIET.load(Ordering::Relaxed) {
        tell(what);
    }
}

/// Prints an error on one line of standard error.
pub(super) fn tell(what: &str) {
    let _ = writeln!(io::stderr(), "simscope: {}", visible::line(&bounded(what)));
}

/// Characters of a message that are kept at its two ends, of which the last says what to do.
const BEGIN: usize = 1200;
const END: usize = 400;

/// A message of bounded length. Names, ids and values in it come from files and may have any length.
fn bounded(what: &str) -> Cow<'_, str> {
    let place = |mut offsets: std::str::CharIndices<'_>, at| offsets.nth(at).map(|(offset, _)| offset);
    let (Some(begin), Some(_)) = (place(what.char_indices(), BEGIN), place(what.char_indices(), BEGIN + END))
    else {
        return what.into();
    };
    let end = what.char_indices().rev().nth(END - 1).map_or(what.len(), |(offset, _)| offset);
    format!("{} … {}", &what[..begin], &what[end..]).into()
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
        let is_quiet = has_no_progress || IS_QUIET.load(Ordering::Relaxed);
        Self { is_shown: !is_quiet && io::stderr().is_terminal() }
    }

    /// Shows no bar if `is_disturbing`: rows are being printed on the same terminal.
    pub(super) fn unless(self, is_disturbing: bool) -> Self {
        Self { is_shown: self.is_shown && !is_disturbing }
    }

    /// Runs a computation while another thread draws its progress; `unit` is what it counts.
    pub(super) fn during<T>(
        self,
        doing: (&str, &str),
        unit: Unit,
        compute: impl FnOnce(&Progress) -> T,
    ) -> T {
        let (mut compute, mut result) = (Some(compute), None);
        self.watch(lang().pick(doing), unit, &mut |progress| {
            result = compute.take().map(|compute| compute(progress))
        });
        result.expect("it was computed")
    }

    fn watch(self, doing: &str, unit: Unit, compute: &mut dyn FnMut(&Progress)) {
        let (progress, begun) = (Progress::new(), Instant::now());
        if self.is_shown {
            let shown = &progress;
            let (done, is_done) = mpsc::channel::<()>();
            thread::scope(|scope| {
                scope.spawn(move || draw(shown, doing, unit, &is_done));
                compute(&progress);
                drop(done);
            });
        } else {
            compute(&progress);
        }
        detail(|| {
            let (amount, of) = (grouped_digits(progress.done()), lang().pick(unit.name()));
            let seconds = begun.elapsed().as_secs_f64();
            say!("{doing}: {amount} {of} in {seconds:.2} s", "{doing}：{amount} {of}，{seconds:.2} 秒")
        });
    }
}

impl Watched for Watch {
    fn during<T>(&self, phase: Phase, compute: impl FnOnce(&Progress) -> T) -> T {
        let (doing, unit) = match phase {
            Phase::CountingTerms => (("counting terms", "统计词项"), Unit::Documents),
            Phase::Signing => (("signing", "计算签名"), Unit::Documents),
            Phase::Searching => (("searching", "搜索"), Unit::Signatures),
            Phase::Comparing => (("comparing", "比较"), Unit::Pairs),
            Phase::Measuring => (("measuring", "度量"), Unit::Pairs),
            Phase::Weighing => (("weighing", "计算权重"), Unit::Documents),
            Phase::Confirming => (("comparing the texts", "比较文本"), Unit::Documents),
            Phase::Cleaning => (("comparing texts", "比较文本"), Unit::Documents),
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

impl Unit {
    fn name(self) -> Phrase {
        match self {
            Unit::Bytes => ("bytes", "字节"),
            Unit::Documents => ("documents", "篇文档"),
            Unit::Edits => ("edits", "处改动"),
            Unit::Lengths => ("lengths", "个长度"),
            Unit::Pairs => ("pairs", "对文档"),
            Unit::Signatures => ("signatures", "个签名"),
            Unit::Rows => ("rows", "行"),
        }
    }
}

fn draw(progress: &Progress, doing: &str, unit: Unit, is_done: &mpsc::Receiver<()>) {
    if is_done.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = ProgressBar::no_length().with_message(doing.to_owned());
    let amount = match unit {
        Unit::Bytes => "{bytes}/{total_bytes}".to_owned(),
        _ => format!("{{human_pos}}/{{human_len}} {}", lang().pick(unit.name())),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_is_named_in_both_languages() {
        for unit in [
            Unit::Bytes,
            Unit::Documents,
            Unit::Edits,
            Unit::Lengths,
            Unit::Pairs,
            Unit::Signatures,
            Unit::Rows,
        ] {
            let (english, chinese) = unit.name();
            assert!(english.is_ascii() && !chinese.is_ascii(), "{unit:?}");
        }
    }

    #[test]
    fn a_message_is_cut_in_its_middle_where_it_is_too_long() {
        assert_eq!(bounded("short"), "short");
        let just = "字".repeat(BEGIN + END);
        assert_eq!(bounded(&just), just);
        let long = format!("first{}last", "字".repeat(4_000_000));
        let found = bounded(&long);
        assert!(found.starts_with("first字") && found.contains("字 … 字") && found.ends_with("字last"));
        assert_eq!(found.chars().count(), BEGIN + END + 3);
    }
}
