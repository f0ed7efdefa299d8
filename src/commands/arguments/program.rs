//! The arguments of the commands about the program itself.

use super::advise::tau;
use super::{OutputArguments, threshold};
use crate::choices::{COLOURS, LANGUAGES, THEMES, one_of};
use clap::Args;
use clap::builder::PossibleValuesParser;
use simscope_core::display::Lang;
use simscope_core::settings::{Setting, size};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub(crate) command: Vec<String>,
    /// Write the page of every command into FOLDER
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Replace pages that exist
    #[arg(long = "force", requires = "out")]
    pub(crate) is_forced: bool,
    #[command(flatten)]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
    #[command(flatten)]
    pub(crate) language: Language,
}

/// The language, for a command that has no other option of the input; [`crate`] takes it from the words of the line.
#[derive(Debug, Args)]
pub(crate) struct Language {
    /// Language of messages and of tables for reading
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    lang: Option<Lang>,
}

/// The options that stand above the settings, and nothing else of what they are options of.
#[derive(Debug, Args)]
pub(crate) struct ConfigArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// Language of the screens and of messages
    #[arg(long, value_parser = PossibleValuesParser::new(LANGUAGES.iter().map(|one| one.0)), value_name = "LANG", help_heading = "Settings")]
    lang: Option<String>,
    /// Colours, by name; the last three bring their own background
    #[arg(long, value_parser = PossibleValuesParser::new(THEMES.iter().map(|one| one.0)), value_name = "THEME", help_heading = "Settings")]
    theme: Option<String>,
    /// How many colours to use
    #[arg(long = "color", visible_alias = "colour", value_parser = PossibleValuesParser::new(COLOURS.iter().map(|one| one.0)), value_name = "COLOURS", help_heading = "Settings")]
    colour: Option<String>,
    /// A recipe by NAME or a FILE.toml
    #[arg(long, value_name = "NAME|FILE", help_heading = "Settings")]
    recipe: Option<String>,
    /// Largest distance of near-duplicates, 0 to 128
    #[arg(short, value_name = "K", value_parser = threshold, help_heading = "Settings")]
    k: Option<u8>,
    /// Least share that the texts of a confirmed pair have in common
    #[arg(long, value_name = "τ", value_parser = tau, help_heading = "Settings")]
    tau: Option<f64>,
    /// Memory for what is loaded, as 512M or 4G
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Settings")]
    memory: Option<u64>,
}

impl ConfigArguments {
    /// What an option says of a setting.
    pub(crate) fn option(&self, setting: Setting) -> Option<String> {
        match setting {
            Setting::Language => self.lang.clone(),
            Setting::Theme => self.theme.clone(),
            Setting::Colours => self.colour.clone(),
            Setting::Recipe => self.recipe.clone(),
            Setting::K => self.k.map(|k| k.to_string()),
            Setting::Tau => self.tau.map(|tau| tau.to_string()),
            // The explorer's own: this command has no option for them.
            Setting::Mouse
            | Setting::Ascii
            | Setting::Braille
            | Setting::Pixels
            | Setting::Motion
            | Setting::Escape => None,
            Setting::Memory => self.memory.map(|bytes| bytes.to_string()),
        }
    }
}
