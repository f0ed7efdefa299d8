//! The arguments of a call without a command, which opens the explorer.

use super::advise::tau;
use super::{ClassroomArguments, InputArguments, Threshold};
use crate::choices::{COLOURS, COLUMNS, Colours, SCREENS, THEMES, one_of};
use clap::Args;
use simscope_core::display::Depth;
use simscope_core::measures::Condition;
use simscope_core::settings::{Opening, Settings};
use std::path::PathBuf;

/// How much the texts of a confirmed pair share at least, where nothing is said.
const DEFAULT_TAU: f64 = Condition::DEFAULT.at_least;

/// The number of the screen on which typed texts are shown first.
const PAIR: u8 = 5;

/// How the explorer looks.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct LookArguments {
    /// Leave the mouse to the terminal
    #[arg(long = "no-mouse", help_heading = "Explorer")]
    pub(crate) has_no_mouse: bool,
    /// Draw with ASCII characters only, also where a terminal draws signs of ambiguous width two columns wide
    #[arg(long = "ascii", help_heading = "Explorer")]
    pub(crate) is_ascii: bool,
    /// Colours, by name; the last three bring their own background
    #[arg(long, value_parser = one_of(THEMES), value_name = "THEME", help_heading = "Explorer")]
    pub(crate) theme: Option<&'static str>,
    /// Colours: auto, always or never; for the explorer also how many
    #[arg(
        long = "color",
        visible_alias = "colour",
        global = true,
        value_parser = one_of(COLOURS),
        value_name = "WHEN",
        hide_possible_values = true,
        help_heading = "General"
    )]
    pub(crate) colour: Option<Colours>,
}

/// Options of a call without a command.
#[derive(Debug, Args)]
pub(crate) struct OpenArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    /// Whether the command line has -k.
    #[arg(skip)]
    pub(crate) is_k_given: bool,
    /// Least share of their word pairs that the texts of a confirmed pair have in common
    #[arg(long, value_name = "τ", default_value_t = DEFAULT_TAU, value_parser = tau, help_heading = "Explorer")]
    pub(crate) tau: f64,
    /// Read decisions about groups from FILE, and keep them there [default: NAME.decisions.toml beside the PATH]
    #[arg(long, value_name = "FILE", help_heading = "Explorer")]
    pub(crate) decisions: Option<PathBuf>,
    /// Keep judgements of pairs in FILE [default: NAME.judgements.tsv beside the PATH]
    #[arg(long, value_name = "FILE", help_heading = "Explorer")]
    pub(crate) judgements: Option<PathBuf>,
    /// Open on this screen: its number or its name
    #[arg(long, value_parser = one_of(SCREENS), value_name = "SCREEN", help_heading = "Explorer")]
    pub(crate) screen: Option<u8>,
    /// Begin afresh, however the corpus was left; -k, --tau, --screen, --filter and --text do so too
    #[arg(long = "fresh", help_heading = "Explorer")]
    pub(crate) is_fresh: bool,
    /// Open with this filter of the documents, or of the groups with --screen 3; see docs/COMMANDS.md
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true, help_heading = "Explorer")]
    pub(crate) filter: Option<String>,
    /// Columns of the table of documents, with commas between them
    #[arg(long, value_parser = one_of(COLUMNS), value_name = "COLUMN", value_delimiter = ',', help_heading = "Explorer")]
    pub(crate) columns: Vec<&'static str>,
    /// Open the screen Pair with this text and a copy of it to edit; given twice, with both texts. Without a PATH these texts are
    /// the documents
    #[arg(id = "text", long = "text", value_name = "TEXT", help_heading = "Explorer")]
    pub(crate) texts: Vec<String>,
    #[command(flatten)]
    pub(crate) classroom: ClassroomArguments,
    #[command(flatten)]
    pub(crate) look: LookArguments,
    /// Print the sweep instead of opening the explorer, or with --screen what that screen shows
    #[arg(long = "plain", help_heading = "Explorer")]
    pub(crate) is_plain: bool,
}

impl OpenArguments {
    /// How the explorer opens: on that screen where none is asked for, with the texts as its documents or on Pair.
    pub(crate) fn opening(self, first_screen: Option<u8>, is_typed: bool, settings: Settings) -> Opening {
        // Whoever says how it opens, means it.
        let says_how = self.is_k_given
            || self.screen.is_some()
            || self.filter.is_some()
            || self.tau != DEFAULT_TAU
            || !(is_typed || self.texts.is_empty());
        // Of one text Pair has a copy to edit.
        let (texts, typed) = match (is_typed, self.texts.len()) {
            (true, 1) => (self.texts.clone(), self.texts),
            (true, _) => (Vec::new(), self.texts),
            (false, _) => (self.texts, Vec::new()),
        };
        Opening {
            is_fresh: self.is_fresh || says_how,
            settings,
            screen: self.screen.or(first_screen).or((!typed.is_empty()).then_some(PAIR)),
            filter: self.filter.unwrap_or_default(),
            columns: self.columns,
            texts,
            typed,
            ..Opening::default()
        }
    }
}

impl LookArguments {
    /// The colours asked for; `None` to find out.
    pub(crate) fn depth(&self) -> Option<Depth> {
        match self.colour? {
            Colours::Auto => None,
            Colours::Always => Some(match Depth::from_environment() {
                Depth::Mono => Depth::Ansi16,
                depth => depth,
            }),
            Colours::These(depth) => Some(depth),
        }
    }
}
