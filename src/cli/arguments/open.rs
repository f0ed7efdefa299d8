//! The arguments of a call without a command, which opens the explorer.

use super::advise::tau;
use super::{ClassroomArguments, InputArguments, Threshold};
use crate::cli::choices::{COLOURS, COLUMNS, Colours, SCREENS, SHADES, one_of};
use crate::display::Depth;
use clap::Args;
use std::path::PathBuf;

/// How the explorer looks.
#[derive(Debug, Clone, Copy, Args)]
pub(in crate::cli) struct LookArguments {
    /// Leave the mouse to the terminal
    #[arg(long = "no-mouse", help_heading = "Explorer")]
    pub(in crate::cli) has_no_mouse: bool,
    /// Draw with ASCII characters only
    #[arg(long = "ascii", help_heading = "Explorer")]
    pub(in crate::cli) is_ascii: bool,
    /// Colours for a dark or a light background
    #[arg(long = "theme", value_parser = one_of(SHADES), value_name = "SHADE", help_heading = "Explorer")]
    pub(in crate::cli) is_dark: Option<bool>,
    /// How many colours to use, instead of detecting it
    #[arg(long, visible_alias = "color", value_parser = one_of(COLOURS), value_name = "COLOURS", help_heading = "Explorer")]
    pub(in crate::cli) colour: Option<Colours>,
}

/// Options of a call without a command.
#[derive(Debug, Args)]
pub(in crate::cli) struct OpenArguments {
    #[command(flatten)]
    pub(in crate::cli) input: InputArguments,
    #[command(flatten)]
    pub(in crate::cli) k: Threshold,
    /// Whether the command line has -k.
    #[arg(skip)]
    pub(in crate::cli) is_k_given: bool,
    /// Least share of their word pairs that the texts of a right pair have in common
    #[arg(long, value_name = "τ", default_value_t = 0.3, value_parser = tau, help_heading = "Explorer")]
    pub(in crate::cli) tau: f64,
    /// Read decisions about groups from FILE, and keep them there [default: NAME.decisions.toml beside the PATH]
    #[arg(long, value_name = "FILE", help_heading = "Explorer")]
    pub(in crate::cli) decisions: Option<PathBuf>,
    /// Keep judgements of pairs in FILE [default: NAME.judgements.tsv beside the PATH]
    #[arg(long, value_name = "FILE", help_heading = "Explorer")]
    pub(in crate::cli) judgements: Option<PathBuf>,
    /// Open on this screen: its number or its name
    #[arg(long, value_parser = one_of(SCREENS), value_name = "SCREEN", help_heading = "Explorer")]
    pub(in crate::cli) screen: Option<u8>,
    /// Open with this filter of the documents, or of the groups with --screen 3; see docs/FILTER.md
    #[arg(long, value_name = "FILTER", allow_hyphen_values = true, help_heading = "Explorer")]
    pub(in crate::cli) filter: Option<String>,
    /// Columns of the table of documents, with commas between them
    #[arg(long, value_parser = one_of(COLUMNS), value_name = "COLUMN", value_delimiter = ',', help_heading = "Explorer")]
    pub(in crate::cli) columns: Vec<&'static str>,
    /// Open the lab with this text; with --screen anatomy and without a PATH, take it apart there
    #[arg(long, value_name = "TEXT", help_heading = "Explorer")]
    pub(in crate::cli) text: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) classroom: ClassroomArguments,
    #[command(flatten)]
    pub(in crate::cli) look: LookArguments,
    /// Print the sweep instead of opening the explorer
    #[arg(long = "plain", help_heading = "Explorer")]
    pub(in crate::cli) is_plain: bool,
}

impl LookArguments {
    /// The colours asked for; `None` to find out.
    pub(in crate::cli) fn depth(&self) -> Option<Depth> {
        self.colour.and_then(|colours| colours.0)
    }
}
