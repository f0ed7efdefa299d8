//! `simscope dedup`.

use super::{EmptyDocuments, InputArguments, Threshold, VerifyArguments};
use crate::choices::{COMPRESSIONS, UNREADABLE, a_file, one_of};
use clap::Args;
use simscope_core::decide::Keep;
use simscope_core::export::Format;
use simscope_core::handover::{Compression, Unreadable};
use std::path::PathBuf;

pub(crate) const AFTER_HELP: &str = "\
Writes the records of the documents that stay, byte for byte, in the format of the input: JSONL, a JSON array, CSV, TSV, \
lines, Parquet, and folders file by file. Beside them, in NAME.dropped.tsv: id kept distance value k recipe group rule, a \
row for each dropped document with the kept one that covers it. A document is dropped only against a kept one within k (and \
confirmed, with --verify), so a chain keeps several of its documents. Nothing that exists is replaced without --force, and \
an input never.

Rules of --keep: first, longest, shortest (characters of the text), most-central (least sum of distances), newest:FIELD, \
oldest:FIELD (dates such as 2024-05-31 or RFC 3339, or numbers), best:FIELD (numbers). Equal ones keep the order of the \
corpus. A document without a value comes last.

Memory grows with the signatures, not with the texts, except with --verify or a tf-idf recipe.

Examples:
  simscope dedup titles.jsonl -k 3 -o unique.jsonl
  simscope dedup titles.jsonl.gz -k 9 --verify 'jaccard>=0.5' --keep longest -o unique.jsonl.gz
  simscope dedup pages/ -k 3 --keep newest:date -o unique/
  simscope dedup titles.jsonl -k 3 --dry-run";

/// Options of `dedup`.
#[derive(Debug, Args)]
pub(crate) struct DedupArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) k: Threshold,
    /// Which document of a group stays [default: first, or the rule of --decisions]
    #[arg(long, value_name = "RULE")]
    pub(crate) keep: Option<Keep>,
    /// Form groups around leaders, which come in the order of the rule
    #[arg(long = "leaders", conflicts_with = "condition")]
    pub(crate) is_around_leaders: bool,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    /// Decisions about groups, as the explorer writes them
    #[arg(long, value_name = "FILE")]
    pub(crate) decisions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    /// Records that cannot be read
    #[arg(long, value_parser = one_of(UNREADABLE), value_name = "WHAT", default_value = "keep")]
    pub(crate) unreadable: Unreadable,
    /// Where the kept records go: a file; a folder for folders and several PATHs; - is standard output
    #[arg(
        short,
        long,
        value_name = "FILE|DIR",
        help_heading = "Output",
        required_unless_present = "is_dry_run"
    )]
    pub(crate) output: Option<PathBuf>,
    /// Write the paths of the kept files, one a line, instead of copying them
    #[arg(long = "list", help_heading = "Output", requires = "output")]
    pub(crate) is_list: bool,
    /// Where the rows of what was dropped go [default: NAME.dropped.tsv beside FILE or DIR]
    #[arg(long, value_name = "FILE", value_parser = a_file(), help_heading = "Output")]
    pub(crate) dropped: Option<PathBuf>,
    /// Also write the report of this corpus, k and these decisions, as `simscope report` does
    #[arg(long, value_name = "FILE.html", help_heading = "Output", conflicts_with = "is_dry_run")]
    pub(crate) report: Option<PathBuf>,
    /// none, gzip or zstd [default: by the ending of FILE; in a folder like the input]
    #[arg(long, value_parser = one_of(COMPRESSIONS), value_name = "KIND", help_heading = "Output")]
    pub(crate) compression: Option<Compression>,
    /// Replace what exists
    #[arg(long = "force", help_heading = "Output")]
    pub(crate) is_forced: bool,
    /// Write nothing; print what would stay and go, in all and of each label and file
    #[arg(long = "dry-run", help_heading = "Output")]
    pub(crate) is_dry_run: bool,
    /// The format of what --dry-run prints: table, tsv, csv or jsonl
    #[arg(long, value_name = "FORMAT", help_heading = "Output", requires = "is_dry_run")]
    pub(crate) format: Option<Format>,
}
