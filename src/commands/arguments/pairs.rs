//! What can be written behind `simscope pairs` and `simscope groups`.

use super::{
    EmptyDocuments, FilterArguments, InputArguments, OutputArguments, StrategyArguments, Threshold,
    VerifyArguments,
};
use clap::Args;
use simscope_core::alignment::Kind;
use simscope_core::decide::clean::Kinds;
use simscope_core::display::say;

/// Kinds that two texts have by themselves.
fn kinds_of_pairs(names: &str) -> Result<Kinds, String> {
    let kinds: Kinds = names.parse().map_err(|error| format!("{error}"))?;
    let of_documents = [Kind::Lost, Kind::Template, Kind::MustAgree, Kind::OneOrTwoWords];
    match of_documents.into_iter().find(|kind| kinds.has(*kind)) {
        None => Ok(kinds),
        Some(kind) => Err(say!(
            "{kind} is said of documents, not of a pair: use --filter kind:{kind}",
            "{kind} 针对文档而非文档对：请用 --filter kind:{kind}"
        )),
    }
}

/// Options of `pairs`.
#[derive(Debug, Args)]
pub(crate) struct PairsArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) search: StrategyArguments,
    /// Only the pairs whose first equal block, of k + 1, is I (0 has the highest bits): what is left to find where
    /// signatures were spread over machines by the value of that block
    #[arg(long, value_name = "I", help_heading = "Search", conflicts_with_all = ["strategy", "is_plan"])]
    pub(crate) only_block: Option<u8>,
    /// Only the pairs that differ in one of these ways, with commas, and the column kind: same, fold, marks, number, negation, word
    /// and so on, or unconfirmed; docs/CLEAN.md says what they mean
    #[arg(long = "kind", value_name = "KINDS", value_parser = kinds_of_pairs)]
    pub(crate) kinds: Option<Kinds>,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

/// Options of `groups`.
#[derive(Debug, Args)]
pub(crate) struct GroupsArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    /// Group around leaders instead of by connection: each document joins the first leader within k, which need not
    /// be the nearest, or becomes one
    #[arg(long = "leaders", conflicts_with = "condition")]
    pub(crate) is_around_leaders: bool,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    /// Also print the documents that are in no group, with an empty group and size 1
    #[arg(long = "all")]
    pub(crate) is_all: bool,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}
