//! `simscope completions`: a script by which a shell completes the words of a command line.
//!
//! The script has all names at the time it is written: commands, options, recipes, lessons, strategies and formats. It never
//! calls the program.

use super::arguments::{Arguments, CompletionsArguments, PAGE};
use super::failure::Failure;
use super::help;
use super::language::pick;
use super::output::print;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, Command, CommandFactory};
use clap_complete::generate;
use simscope_core::display::lang;
use simscope_core::export::Format;
use simscope_core::lessons::built_in;
use simscope_core::recipe::named;
use simscope_core::visible;

/// The rules by which a document of a group stays; those that end in a colon want a field.
const KEPT: &[&str] = &["first", "longest", "shortest", "most-central", "newest:", "oldest:", "best:"];
/// What `--strategy` takes; what ends in a colon wants a number.
const STRATEGIES: &[&str] = &["auto", "scan", "combinations", "blocks", "tables:", "nested", "compressed:"];
/// What an index can be built for.
const INDEXED: &[&str] = &["blocks", "tables:", "nested", "scan"];

pub(super) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut with_names(help::described()), "simscope", &mut script);
    print(|out| out.write_all(&script))
}

/// The command line with lists of names for values that the program would parse. The program also takes files there, but a script
/// for a shell can complete only one of the two.
fn with_names(command: Command) -> Command {
    let name = command.get_name().to_owned();
    let command = command.mut_subcommands(with_names);
    command.mut_args(|arg| match (name.as_str(), arg.get_id().as_str()) {
        (_, "recipe" | "only") | ("diff-recipes", "a" | "b") => offer(arg, recipes()),
        ("build", "strategy") => offer(arg, plain(INDEXED)),
        (_, "strategy") => offer(arg, plain(STRATEGIES)),
        ("explain", "format") => offer(arg, [formats(), plain(&[PAGE])].concat()),
        (_, "format") => offer(arg, formats()),
        ("lesson", "lesson") => offer(arg, lessons()),
        ("man", "command") => offer(arg, commands()),
        (_, "keep") => offer(arg, plain(KEPT)),
        _ => arg,
    })
}

/// Defaults are values of the parser that is taken away here.
fn offer(arg: Arg, names: Vec<PossibleValue>) -> Arg {
    let no_default: [&str; 0] = [];
    arg.default_values(no_default).value_parser(PossibleValuesParser::new(names))
}

fn plain(names: &'static [&'static str]) -> Vec<PossibleValue> {
    names.iter().map(PossibleValue::new).collect()
}

fn formats() -> Vec<PossibleValue> {
    Format::ALL.map(|format| PossibleValue::new(format.name())).to_vec()
}

fn recipes() -> Vec<PossibleValue> {
    named().iter().map(|named| PossibleValue::new(named.name).help(pick(named.summary))).collect()
}

fn lessons() -> Vec<PossibleValue> {
    let lessons = built_in().unwrap_or_default().into_iter();
    lessons
        .map(|lesson| {
            let title = visible::line(lesson.title.of(lang())).into_owned();
            PossibleValue::new(lasting(&lesson.id)).help(title)
        })
        .collect()
}

fn commands() -> Vec<PossibleValue> {
    let program = Arguments::command();
    let names = program.get_subcommands().map(|command| lasting(command.get_name()));
    names.map(PossibleValue::new).collect()
}

/// clap wants names that last as long as the program, which ends when the script is written.
fn lasting(name: &str) -> &'static str {
    name.to_owned().leak()
}
