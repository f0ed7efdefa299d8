//! The commands: the command line in, results on standard output.
//!
//! One file a command. Results go to standard output or to the file of `-o`; what must be reported about them (a
//! note, a skip, an error, progress) goes to standard error. This module does not know the explorer: a call
//! without a command comes back as [`Outcome::Open`], and `main` opens it.

#![allow(missing_docs, reason = "no part of the public API")]

mod advise;
mod allocation;
mod arguments;
mod batch;
mod bits;
mod border;
mod check;
mod chinese;
mod choices;
mod closed;
mod colours;
mod compare;
mod completions;
mod decided;
mod dedup;
mod diff_recipes;
mod differences;
mod doctor;
mod explain;
mod failure;
mod feed;
mod filter;
mod frames;
mod frequencies;
mod given;
mod groups;
mod hash;
mod heatmap;
mod help;
mod index;
mod judge;
mod judged;
mod labels;
mod language;
mod lesson;
mod man;
mod material;
mod measures;
mod memory;
mod misread;
mod output;
mod pairs;
mod passages;
mod promise;
mod protect;
mod recipe_choice;
mod recipes;
mod repeated;
mod report;
mod rules;
mod sensitivity;
mod settled;
mod signals;
mod signed;
mod skips;
mod spark;
mod strategy_choice;
mod sweep;
mod verify;
mod watch;
mod weighed;
mod worksheet;

pub use allocation::Allocator;
use arguments::{Arguments, Command, LessonArguments, OpenArguments};
use failure::Failure;
use language::pick;
use misread::{failure_of, in_order, refuse_misplaced_command, shown_names};
pub use recipe_choice::recipe;
use simscope_core::analysis::recipe_of;
use simscope_core::corpus::{ReadOptions, Source, SparkOutput};
use simscope_core::display::{Depth, Lang, is_dumb, lang, locale_has_unicode, say};
use simscope_core::lessons::{HandMade, Lesson};
use simscope_core::recipe::Recipe;
use simscope_core::settings::{Opening, Setting, Settings};
use simscope_core::visible;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;
use terminal_size::terminal_size_of;
use watch::note;

/// The number of the screen on which features made by hand are shown first.
const ANATOMY: u8 = 2;
/// The number of the screen of the sweep.
const THRESHOLD: u8 = 3;

/// What is left to do after the command line was parsed.
#[derive(Debug)]
pub enum Outcome {
    /// Nothing: a command has run, with this exit code.
    Exit(u8),
    /// Open the explorer; there is a terminal for it.
    Open(Box<Explorer>),
}

/// What the explorer is to be opened with.
#[derive(Debug, Clone)]
pub struct Explorer {
    /// Where the documents come from.
    pub sources: Vec<Source>,
    /// How to read them.
    pub options: ReadOptions,
    /// Where decisions are kept, if that was said.
    pub decisions: Option<PathBuf>,
    /// Where judgements are kept, if that was said.
    pub judgements: Option<PathBuf>,
    /// The first recipe.
    pub recipe: Recipe,
    /// The first threshold.
    pub k: u8,
    /// Whether the screen is written to standard output, instead of the explorer being opened.
    pub is_plain: bool,
    /// Whether the mouse may be captured.
    pub has_mouse: bool,
    /// Whether only ASCII may be drawn.
    pub is_ascii: bool,
    /// The name of the colours; `None` to find out whether the background is dark.
    pub theme: Option<&'static str>,
    /// How many colours; `None` to find out.
    pub depth: Option<Depth>,
    /// The language of the screens; `None` to find out.
    pub lang: Option<Lang>,
    /// The first τ, 0.05 to 1.
    pub tau: f64,
    /// A lesson to begin with.
    pub lesson: Option<Lesson>,
    /// How it opens.
    pub opening: Opening,
}

/// Says what is wrong with the keys of the settings, which the explorer knows.
pub type CheckKeys = fn(&Settings) -> Result<(), String>;

/// Reads the command line and the settings, and runs the command, if there is one.
pub fn run(arguments: impl IntoIterator<Item = OsString>, check_keys: CheckKeys) -> Outcome {
    let mut words: Vec<OsString> = arguments.into_iter().collect();
    language::choose(&words);
    colours::choose(&mut words);
    let words = in_order(words);
    let result = settled(&words, check_keys)
        .and_then(|(arguments, settings)| dispatch(arguments, settings, &words, check_keys));
    result.unwrap_or_else(|failure| Outcome::Exit(failure.tell()))
}

/// The arguments, with the settings as their defaults; and the settings.
fn settled(words: &[OsString], check_keys: CheckKeys) -> Result<(Arguments, Settings), Failure> {
    let parse = |program: clap::Command| {
        let found = program.color(colours::of_help()).try_get_matches_from(words);
        found.and_then(|found| settled::parsed(&found)).map_err(|error| failure_of(error, words))
    };
    // Help, and mistakes of the line, do not hang on the settings.
    let arguments = parse(help::program())?;
    refuse_misplaced_command(&arguments, words)?;
    let reads_none = matches!(arguments.command, Some(Command::Man(_) | Command::Completions(_)));
    if reads_none || arguments.is_help_for_all {
        return Ok((arguments, Settings::default()));
    }
    let settings = settled::load(words)?;
    check_keys(&settings).map_err(Failure::Usage)?;
    Ok((parse(settled::settle(help::program(), &settings))?, settings))
}

/// Prints on one line of standard error why the explorer stopped; returns the exit code.
pub fn fail(error: &dyn std::error::Error) -> u8 {
    Failure::Failed(error.to_string()).tell()
}

/// Runs the command of these arguments, which stand in the command line as these words.
fn dispatch(
    arguments: Arguments,
    settings: Settings,
    words: &[OsString],
    check_keys: CheckKeys,
) -> Result<Outcome, Failure> {
    if arguments.is_help_for_all {
        return Err(help::everything());
    }
    watch::say_much(arguments.is_quiet, arguments.is_verbose);
    watch::detail(|| {
        let file = settings.file.as_ref().map_or(pick(("none", "无")).into(), |file| visible::path(file));
        say!("settings: {file}", "设置文件：{file}")
    });
    protect::check(words)?;
    let Some(command) = arguments.command else { return open(arguments.open, settings) };
    signals::watch();
    match command {
        Command::Hash(arguments) => hash::run(&arguments),
        Command::Frequencies(arguments) => frequencies::run(&arguments),
        Command::Frames(arguments) => frames::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Pairs(arguments) => pairs::run(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Groups(arguments) => groups::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Dedup(arguments) => dedup::run(&arguments, words),
        Command::Passages(arguments) => passages::run(&arguments),
        Command::Sweep(arguments) => sweep::run(&arguments),
        Command::Bits(arguments) => bits::run(&arguments),
        Command::Compare(arguments) => compare::run(&compare::in_order(arguments)),
        Command::Lesson(arguments) => return lesson(&arguments, check_keys),
        Command::Worksheet(arguments) => worksheet::run(&arguments),
        Command::Recipes(arguments) => recipes::run(&arguments),
        Command::Doctor(arguments) => doctor::run(&arguments),
        Command::DiffRecipes(arguments) => diff_recipes::run(&arguments),
        Command::Advise(arguments) => advise::run(&arguments),
        Command::Border(arguments) => border::run(&arguments),
        Command::Differences(arguments) => differences::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Measures(arguments) => measures::run(&arguments),
        Command::Sensitivity(arguments) => sensitivity::run(&arguments),
        Command::Heatmap(arguments) => heatmap::run(&arguments),
        Command::Report(arguments) => report::run(&arguments, words),
        Command::Index { command } => index::run(&command),
        Command::Spark(arguments) => spark::run(&arguments),
        Command::Config(arguments) => settled::run(&arguments, &settings),
        Command::Completions(arguments) => completions::run(&arguments),
        Command::Man(arguments) => man::run(&arguments),
    }?;
    Ok(Outcome::Exit(0))
}

/// A call without a command. Without a terminal it prints the sweep, the shortest summary of a corpus.
fn open(mut arguments: OpenArguments, settings: Settings) -> Result<Outcome, Failure> {
    let is_unnamed = !arguments.input.are_named();
    // Without input on a terminal the built-in sample is shown.
    arguments.input.texts.is_sample |= is_unnamed && io::stdin().is_terminal();
    filter::check(arguments.filter.as_deref().unwrap_or_default())?;
    let lesson = arguments.classroom.lesson.as_deref().map(lesson::find).transpose()?;
    let made = arguments.classroom.made.read()?;
    let output = signed::spark_output(&arguments)?;
    let why = cannot_be_drawn_on();
    // Threshold is the sweep.
    let reads_a_screen = arguments.is_plain && arguments.screen.is_some_and(|screen| screen != THRESHOLD);
    if !reads_a_screen && (arguments.is_plain || why.is_some()) {
        print(&arguments, why, lesson, made, output)?;
        return Ok(Outcome::Exit(0));
    }
    let output = match output {
        None if arguments.input.is_signatures() => Some(signed::signatures(&arguments)?),
        output => output,
    };
    arguments.input.threads.apply()?;
    let k = match &output {
        Some(output) if !arguments.is_k_given => output.k(),
        _ => arguments.k.k,
    };
    let (sources, recipe, first_screen) = match (&lesson, made, output) {
        (Some(lesson), ..) => (vec![lesson.source.clone()], lesson.recipe, None),
        (None, Some((made, name)), _) => (vec![made.source(&name)], made.recipe, Some(ANATOMY)),
        (None, None, Some(output)) => {
            let recipe = recipe_of(&output)?;
            (vec![Source::SparkOutput(Arc::new(output))], recipe, None)
        }
        (None, None, None) => (arguments.input.sources()?, arguments.input.recipe.recipe()?, None),
    };
    // Texts alone are a corpus of their own; what comes through a pipe is one, too.
    let is_alone = is_unnamed && (arguments.screen == Some(ANATOMY) || io::stdin().is_terminal());
    let is_typed = is_alone && lesson.is_none() && !arguments.texts.is_empty();
    if arguments.texts.len() > 2 && !is_typed {
        return Err(Failure::Usage(say!(
            "--text is given more than twice: a pair has two texts",
            "--text 给出了两次以上：一对只有两个文本"
        )));
    }
    Ok(Outcome::Open(Box::new(Explorer {
        sources: if is_typed { Vec::new() } else { sources },
        options: arguments.input.read_options(),
        recipe,
        k: lesson.as_ref().map_or(k, |lesson| lesson.k),
        tau: arguments.tau,
        decisions: arguments.decisions.clone(),
        judgements: arguments.judgements.clone(),
        is_plain: reads_a_screen,
        has_mouse: !arguments.look.has_no_mouse && settings.is_on(Setting::Mouse) != Some(false),
        is_ascii: arguments.look.is_ascii
            || settings.is_on(Setting::Ascii).unwrap_or_else(|| !locale_has_unicode()),
        theme: arguments.look.theme,
        depth: arguments.look.depth(),
        lang: arguments.input.lang,
        lesson,
        opening: arguments.opening(first_screen, is_typed, settings),
    })))
}

/// What is printed instead of the explorer: the pages of a lesson, or the sweep. `why` it cannot be opened, if it cannot.
fn print(
    arguments: &OpenArguments,
    why: Option<&str>,
    lesson: Option<Lesson>,
    made: Option<(HandMade, String)>,
    output: Option<SparkOutput>,
) -> Result<(), Failure> {
    if let Some(lesson) = lesson {
        return lesson::print(&lesson, false);
    }
    if !arguments.texts.is_empty() {
        return Err(Failure::Usage(say!(
            "--text TEXT is shown by the explorer, which needs a terminal; `simscope explain --text TEXT` prints its signature",
            "--text TEXT 由浏览界面显示，需要终端；`simscope explain --text TEXT` 可输出其签名"
        )));
    }
    if let Some(why) = why.filter(|_| !arguments.is_plain) {
        let commands = shown_names().join(pick((", ", "、")));
        note(&say!(
            "{why}, so this is the sweep instead of the explorer; the commands are {commands}",
            "{why}，因此改为输出各 k 的统计；可用命令：{commands}"
        ));
    }
    match (made, output) {
        (Some((made, name)), _) => sweep::plain_made(&made, &name),
        (None, Some(output)) => sweep::plain_output(output, &arguments.input),
        (None, None) => sweep::plain(&arguments.input),
    }
}

/// Which lessons there are; or a lesson in the explorer, with the settings of a call without a command; without a terminal, or if asked for, on
/// standard output.
fn lesson(arguments: &LessonArguments, check_keys: CheckKeys) -> Result<Outcome, Failure> {
    let Some(asked) = &arguments.lesson else {
        lesson::list(&arguments.output)?;
        return Ok(Outcome::Exit(0));
    };
    if arguments.is_check {
        lesson::check(&lesson::find(asked)?)?;
        return Ok(Outcome::Exit(0));
    }
    if arguments.is_printed || arguments.has_answers || cannot_be_drawn_on().is_some() {
        lesson::print(&lesson::find(asked)?, arguments.has_answers)?;
        return Ok(Outcome::Exit(0));
    }
    let mut words: Vec<OsString> = vec!["simscope".into(), "--lesson".into(), asked.into()];
    if arguments.lang.is_some() {
        words.extend(["--lang".into(), lang().pick(("en", "zh")).into()]);
    }
    let (asked, settings) = settled(&words, check_keys)?;
    open(OpenArguments { look: arguments.look, ..asked.open }, settings)
}

/// Why the explorer cannot be shown where standard output goes.
fn cannot_be_drawn_on() -> Option<&'static str> {
    if !io::stdout().is_terminal() {
        Some(pick(("standard output is no terminal", "标准输出不是终端")))
    } else if is_dumb() {
        Some(pick(("the terminal only takes lines (TERM)", "终端只能逐行输出（TERM）")))
    } else if terminal_size_of(io::stdout()).is_none() {
        Some(pick(("the terminal does not say how large it is", "终端不报告大小")))
    } else {
        None
    }
}
