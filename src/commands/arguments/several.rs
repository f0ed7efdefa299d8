//! What several commands are asked in the same words.

use clap::Args;
use simscope_core::display::lang;
use simscope_core::measures::{Condition, Join};
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

/// Whether candidates are confirmed by their texts.
#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    /// Keep only the pairs within k whose texts confirm it, such as 'weighted:words:2>=0.3' or 'jaccard:words:2>=0.5' (short:
    /// 'jaccard>=0.5'); any measure of docs/MEASURES.md
    #[arg(long = "confirm", alias = "verify", value_name = "MEASURE>=VALUE", help_heading = "Search")]
    pub(crate) condition: Option<Condition>,
}

/// What confirms a pair where all confirmed pairs are counted.
#[derive(Debug, Args)]
pub(crate) struct ConfirmArguments {
    /// What confirms a pair: weighted or jaccard of words:W or chars:W, and at least how much, in hundredths [default:
    /// weighted:words:2>=0.3]
    #[arg(long = "confirm", alias = "verify", value_name = "MEASURE>=VALUE", value_parser = countable)]
    pub(crate) condition: Option<Condition>,
    /// Work that counting confirmed pairs may take, in seconds of one processor; what would take longer is estimated from a part
    /// of the documents, and 0 counts none
    #[arg(long = "exact", value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub(crate) seconds: f64,
}

fn seconds(value: &str) -> Result<f64, &'static str> {
    let seconds = value.parse().ok().filter(|seconds: &f64| (0.0..=1e6).contains(seconds));
    seconds.ok_or(lang().pick(("use a number of seconds, 0 or more", "请用不小于 0 的秒数")))
}

/// The least τ, in hundredths.
const LEAST_TAU: u8 = 5;

/// A condition by which pairs can be counted.
pub(crate) fn countable(value: &str) -> Result<Condition, String> {
    let condition: Condition = value.parse().map_err(|error| format!("{error}"))?;
    let is_fitting = condition.hundredths().is_some_and(|hundredths| hundredths >= LEAST_TAU);
    if is_fitting && Join::can(condition.measure) {
        return Ok(condition);
    }
    let what = lang().pick((
        "all confirmed pairs can be counted for weighted and jaccard only, from 0.05 to 1 in steps of 0.01, such as \
         'jaccard:words:2>=0.6'",
        "只有 weighted 和 jaccard 可计入全部确认的文档对，值为 0.05 到 1，步长 0.01，如 'jaccard:words:2>=0.6'",
    ));
    Err(what.to_owned())
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
    /// Say on standard error what the search cost, or that texts were joined instead, which -k as large as the width and --confirm do
    #[arg(long = "counters", help_heading = "Search")]
    pub(crate) has_counters: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Choice {
    Auto,
    Asked(Strategy),
}

impl Choice {
    /// Whether nothing was asked for.
    pub(crate) fn is_auto(self) -> bool {
        matches!(self, Self::Auto)
    }
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
