//! What several commands are asked in the same words.

use clap::Args;
use simscope_core::measures::Condition;
use simscope_core::search::{Strategy, UnknownStrategy};
use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

/// What is printed of all that was found.
#[derive(Debug, Args)]
pub(crate) struct FilterArguments {
    /// Print only what passes: words, "phrases", /patterns/, label=X, size>5, -chain and more, all of which must hold; see
    /// docs/COMMANDS.md
    #[arg(long = "filter", value_name = "FILTER", allow_hyphen_values = true)]
    pub(crate) line: Option<String>,
    /// Judgements of pairs, for judged: in the filter; a file that the explorer or `judge` wrote
    #[arg(long, value_name = "FILE", requires = "line")]
    pub(crate) judgements: Option<PathBuf>,
}

/// Labels that are not in the corpus.
#[derive(Debug, Args)]
pub(crate) struct LabelArguments {
    /// Pairs labelled 1 (near-duplicates) or 0, instead of the labels of the documents: columns id_a, id_b and label,
    /// as TSV, CSV, JSONL or Parquet
    #[arg(long = "pairs", value_name = "FILE", help_heading = "Labels")]
    pub(crate) file: Option<PathBuf>,
    /// The column of FILE with the label
    #[arg(
        long = "pairs-label",
        value_name = "NAME",
        default_value = "label",
        requires = "file",
        help_heading = "Labels"
    )]
    pub(crate) column: String,
}

/// Whether candidates are verified.
#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Keep only the pairs within k whose texts confirm it, such as 'jaccard:words:2>=0.5' (short: 'jaccard>=0.5'); any
    /// measure of docs/MEASURES.md
    #[arg(long = "verify", value_name = "MEASURE>=VALUE", help_heading = "Search")]
    pub(crate) condition: Option<Condition>,
}

/// How to search.
#[derive(Debug, Args)]
pub(crate) struct StrategyArguments {
    /// How to search: auto, scan, combinations, blocks, tables:M, nested or compressed:M (M blocks); all find the
    /// same
    #[arg(long, value_name = "STRATEGY", default_value = "auto", help_heading = "Search")]
    pub(crate) strategy: Choice,
    /// Print what each strategy would cost here, and which one would be used and why, instead of searching
    #[arg(long = "plan", help_heading = "Search")]
    pub(crate) is_plan: bool,
    /// Say on standard error what the search cost
    #[arg(long = "counters", help_heading = "Search")]
    pub(crate) has_counters: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    Auto,
    Asked(Strategy),
}

impl FromStr for Choice {
    type Err = UnknownStrategy;

    fn from_str(value: &str) -> Result<Self, UnknownStrategy> {
        if value == "auto" { Ok(Self::Auto) } else { value.parse().map(Self::Asked) }
    }
}

/// A recipe by its name or its file, as an option or the settings ask for it.
#[derive(Debug, Clone)]
pub(crate) struct AskedRecipe {
    /// The name, or the path of a file that ends in `.toml`.
    pub(crate) name: String,
    /// Whether the command line asks for it.
    pub(crate) is_option: bool,
}

/// What no word of a command line can begin with marks a recipe of the settings.
const OF_SETTINGS: char = '\0';

impl AskedRecipe {
    /// The default of the option that stands for a recipe of the settings.
    pub(crate) fn of_settings(name: &str) -> String {
        format!("{OF_SETTINGS}{name}")
    }
}

impl FromStr for AskedRecipe {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let of_settings = text.strip_prefix(OF_SETTINGS);
        Ok(Self { name: of_settings.unwrap_or(text).to_owned(), is_option: of_settings.is_none() })
    }
}
