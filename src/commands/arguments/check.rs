//! `simscope check`.

use super::{DefinitionArguments, RuleArguments, TextArguments, threshold};
use crate::choices::one_of;
use clap::Args;
use simscope_core::decide::clean::Kinds;
use std::path::PathBuf;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckFormat {
    /// A line each.
    Text,
    /// A JSON object each.
    Jsonl,
    /// SARIF 2.1.0.
    Sarif,
}

const FORMATS: &[(&str, &str, CheckFormat)] = &[
    ("text", "A line each", CheckFormat::Text),
    ("jsonl", "A JSON object each", CheckFormat::Jsonl),
    ("sarif", "SARIF 2.1.0, for editors and CI", CheckFormat::Sarif),
];

/// Options of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) input: TextArguments,
    /// Files and folders of the known documents, or an index of them (FILE.simx)
    #[arg(long, value_name = "PATH", required = true)]
    pub(crate) against: Vec<PathBuf>,
    /// List the documents that are new instead; the exit code is 0
    #[arg(long = "new", conflicts_with_all = ["baseline", "ignored", "passages"])]
    pub(crate) is_new: bool,
    /// Largest distance to a signature of an index, 0 to 128 [default: the k of the index]
    #[arg(short, value_name = "K", value_parser = threshold)]
    pub(crate) k: Option<u8>,
    /// Findings that are known and not reported
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write all findings to the file of --baseline
    #[arg(long = "write-baseline", requires = "baseline")]
    pub(crate) is_baseline_written: bool,
    /// Kinds of difference that are not reported, with commas
    #[arg(long = "ignore-kinds", value_name = "KINDS")]
    pub(crate) ignored: Vec<Kinds>,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    /// Instead of whole texts, look for passages that both have: of at least N words
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "13", value_parser = clap::value_parser!(u32).range(1..), conflicts_with_all = ["RuleArguments", "baseline", "ignored"], help_heading = "Passage")]
    pub(crate) passages: Option<u32>,
    #[command(flatten)]
    pub(crate) definition: DefinitionArguments,
    /// Files and folders of what was given to all, as an assignment, a template or a licence: what stands in them weighs nothing
    /// where texts are compared; signatures stay as they are
    #[arg(long, value_name = "PATH", help_heading = "Given")]
    pub(crate) given: Vec<PathBuf>,
    /// text, jsonl or sarif
    #[arg(long, value_parser = one_of(FORMATS), value_name = "FORMAT", default_value = "text", help_heading = "Output")]
    format: CheckFormat,
    /// The same as --format jsonl
    #[arg(long = "json", conflicts_with = "format", help_heading = "Output")]
    is_json: bool,
}

impl CheckArguments {
    /// How findings are printed.
    pub(crate) fn format(&self) -> CheckFormat {
        if self.is_json { CheckFormat::Jsonl } else { self.format }
    }
}
