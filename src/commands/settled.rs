//! The settings in force: what was set takes the place of the defaults of options.

use super::arguments::{Arguments, AskedRecipe, ConfigArguments};
use super::choices::LANGUAGES;
use super::failure::Failure;
use super::language::is_file_ignored;
use super::recipe_choice;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, FromArgMatches};
use simscope_core::display::{
    Depth, Lang, ground_is_dark, has_old_font, is_remote, lang, locale_has_unicode,
};
use simscope_core::export::{Cell, Column};
use simscope_core::settings::{ESCAPE, FILE_VARIABLE, Origin, Setting, Settings, SettingsError, THEMES};
use simscope_core::visible;
use std::ffi::OsString;

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Failure::Usage(error.to_string())
    }
}

/// The arguments that were found, with whether the line itself has -k: settings do not count.
pub(super) fn parsed(found: &ArgMatches) -> Result<Arguments, clap::Error> {
    let mut arguments = Arguments::from_arg_matches(found)?;
    arguments.open.is_k_given = found.value_source("k") == Some(ValueSource::CommandLine);
    Ok(arguments)
}

/// The settings in force for a command line.
pub(super) fn load(words: &[OsString]) -> Result<Settings, Failure> {
    Ok(Settings::load(is_file_ignored(words))?)
}

/// The command line with what was set as the defaults of its options.
pub(super) fn settle(command: Command, settings: &Settings) -> Command {
    let name = command.get_name().to_owned();
    // Settings are about reading and showing; an index has a recipe of its own, and is built in as much memory as asked.
    let below = |below| if name == "index" { only_build(below, settings) } else { settle(below, settings) };
    let command = command.mut_subcommands(below);
    match name.as_str() {
        "config" => command,
        _ => command.mut_args(|arg| with_default(arg, settings, &|_| true)),
    }
}

fn only_build(command: Command, settings: &Settings) -> Command {
    let is_build = command.get_name() == "build";
    let fits = |setting| {
        matches!(setting, Setting::Language | Setting::K) || (is_build && setting == Setting::Recipe)
    };
    command.mut_args(|arg| with_default(arg, settings, &fits))
}

fn with_default(arg: Arg, settings: &Settings, fits: &dyn Fn(Setting) -> bool) -> Arg {
    // The k of a query is that of its index.
    let is_plain = !arg.get_default_values().is_empty();
    let setting = match (arg.get_id().as_str(), arg.get_long()) {
        ("k", _) if is_plain => Setting::K,
        ("tau", _) if is_plain => Setting::Tau,
        ("lang", _) => Setting::Language,
        ("theme", _) => Setting::Theme,
        ("colour", _) => Setting::Colours,
        ("memory", _) => Setting::Memory,
        ("recipe", Some("recipe")) => Setting::Recipe,
        _ => return arg,
    };
    match settings.get(setting).filter(|_| fits(setting)) {
        Some(given) if setting == Setting::Recipe => {
            arg.default_value(kept(AskedRecipe::of_settings(&given.text))).hide_default_value(true)
        }
        Some(given) => arg.default_value(kept(given.text.clone())),
        None => arg,
    }
}

/// A few short texts, which the command line keeps as long as the program runs.
fn kept(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// `simscope config`: every setting, and where it comes from.
pub(super) fn run(arguments: &ConfigArguments, settings: &Settings) -> Result<(), Failure> {
    let columns = ["setting", "value", "from"].map(Column::text);
    let file = settings.file.as_ref().map_or("none".into(), |path| path.to_string_lossy());
    let mut rows = vec![("file".to_owned(), visible::line(&file).into_owned(), of_file(settings))];
    for setting in Setting::ALL {
        let row = match (arguments.option(setting), settings.get(setting)) {
            (Some(value), _) => (value, "option".to_owned()),
            (None, Some(given)) => (given.text.clone(), given.from.to_string()),
            (None, None) => (default_of(setting), of_default(setting)),
        };
        if setting == Setting::Recipe {
            recipe_choice::check(&row.0)?;
        }
        rows.push((setting.to_string(), row.0, row.1));
    }
    for key in &settings.keys {
        rows.push((format!("keys.{}", key.action), key.keys.join(" "), of_key(settings, key.line)));
    }
    let is_read = arguments.output.format().is_table() && lang() == Lang::Zh;
    arguments.output.rows(&columns, &[], |out| {
        rows.iter().try_for_each(|(setting, value, from)| {
            let is_value = setting == Setting::Memory.key() || setting == "file";
            let value = if is_value { out.word(value) } else { value };
            let of_variable = from.strip_prefix("environment (").and_then(|name| name.strip_suffix(')'));
            let from = match of_variable.filter(|_| is_read) {
                Some(name) => &format!("环境变量 {name}"),
                None => out.word(from),
            };
            out.write(&[setting.as_str(), value, from].map(Cell::Text))
        })
    })
}

/// What a default goes by.
fn of_default(setting: Setting) -> String {
    match (setting, Lang::of_locale()) {
        (Setting::Language, Some((name, _))) => format!("environment ({name})"),
        _ => "default".to_owned(),
    }
}

fn of_key(settings: &Settings, line: usize) -> String {
    let file = settings.file.as_ref().map(|path| Origin::File(path.clone(), line));
    file.map_or_else(String::new, |origin| origin.to_string())
}

fn of_file(settings: &Settings) -> String {
    match (&settings.file, std::env::var_os(FILE_VARIABLE)) {
        (_, Some(_)) => format!("environment ({FILE_VARIABLE})"),
        (None, None) => "default: there is no file".to_owned(),
        (Some(_), None) => "default".to_owned(),
    }
}

/// What holds where nothing is set.
fn default_of(setting: Setting) -> String {
    match setting {
        Setting::Language => {
            let lang = Lang::from_environment();
            LANGUAGES.iter().find(|one| one.2 == lang).map_or("", |one| one.0).to_owned()
        }
        Setting::Theme => THEMES[usize::from(!ground_is_dark())].to_owned(),
        Setting::Colours => match Depth::from_environment() {
            Depth::Mono => "none".to_owned(),
            Depth::Ansi16 => "16".to_owned(),
            Depth::Ansi256 => "256".to_owned(),
            Depth::True => "truecolor".to_owned(),
        },
        Setting::Mouse => "on".to_owned(),
        Setting::Braille => if has_old_font() { "off" } else { "on" }.to_owned(),
        Setting::Pixels => "auto".to_owned(),
        Setting::Motion => if is_remote() { "off" } else { "on" }.to_owned(),
        Setting::Escape => ESCAPE.to_string(),
        Setting::Ascii => if locale_has_unicode() { "off" } else { "on" }.to_owned(),
        Setting::Recipe => "default".to_owned(),
        Setting::K => "3".to_owned(),
        Setting::Tau => "0.3".to_owned(),
        Setting::Memory => "half of what is free".to_owned(),
    }
}
