//! `simscope dedup`.

use super::{EmptyDocuments, InputArguments, VerifyArguments, threshold};
use crate::choices::{COMPRESSIONS, UNREADABLE, a_file, one_of};
use clap::Args;
use simscope_core::decide::Keep;
use simscope_core::decide::clean::Kinds;
use simscope_core::display::lang;
use simscope_core::export::Format;
use simscope_core::handover::{Compression, Unreadable};
use std::path::PathBuf;
use std::str::FromStr;

pub(crate) const AFTER_HELP: &str = "\
Without -k, what goes is decided by the texts: a document goes only if one that stays covers it, confirmed by the texts, with at \
most --loss of what is particular to it lost. What differs in numbers, signs or a negation, or fills in a template, is held: it \
stays, and is listed in NAME.held.tsv. With -k, a document goes against a kept one within k (and confirmed, with --verify), \
as in a pipeline that has only signatures. docs/CLEAN.md explains both.

Kinds of difference: same, fold (case, width, spaces), symbols, numbers, negation, word (one or two), insert (the text that \
stays has all of it), similar, partial (too much would be lost), template, unconfirmed.

Prints a table: part name documents kept dropped dropped_text_bytes example against what; parts are all, label, file, kind, \
alarm and note. An alarm stops: nothing is written, and the exit code is 3, unless --yes is given.

Writes the records of the documents that stay, byte for byte, in the format of the input: JSONL, a JSON array, CSV, TSV, \
lines, Parquet, and folders file by file. Beside them, in NAME.dropped.tsv: id kept kind similarity equal not_in_kept \
distance k recipe group rule. Nothing that exists is replaced without --force, and an input never.

Rules of --keep: first, longest, shortest (characters of the text), most-central (least sum of distances, with -k), \
newest:FIELD, oldest:FIELD (dates such as 2024-05-31 or RFC 3339, or numbers), best:FIELD (numbers). Equal ones keep the \
order of the corpus. A document without a value comes last.

Examples:
  simscope dedup titles.jsonl -o unique.jsonl
  simscope dedup train.jsonl --against test.jsonl -o clean.jsonl
  simscope dedup pages/ --keep newest:date --hold word -o unique/
  simscope dedup titles.jsonl -k 3 --dry-run";

/// How documents are found that may cover others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Candidates {
    /// All pairs that share anything particular.
    Exact,
    /// Those within this distance.
    Within(u8),
}

impl FromStr for Candidates {
    type Err = &'static str;

    fn from_str(value: &str) -> Result<Self, Self::Err> {
        match value.strip_prefix("k=") {
            None if value == "exact" => Ok(Self::Exact),
            None => Err(lang().pick(("use exact or k=K", "请用 exact 或 k=K"))),
            Some(k) => threshold(k).map(Self::Within),
        }
    }
}

impl Candidates {
    /// The distance, if there is one.
    pub(crate) fn within(self) -> Option<u8> {
        if let Self::Within(k) = self { Some(k) } else { None }
    }
}

/// What decides about documents, whatever is made of it.
#[derive(Debug, Args)]
pub(crate) struct DecideArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    /// The distance alone decides: what is within K of a document that stays goes [default: the texts decide]
    #[arg(short, value_name = "K", value_parser = threshold)]
    pub(crate) k: Option<u8>,
    /// How documents are found that may cover others: exact, or k=K, those within K
    #[arg(long, value_name = "HOW", default_value = "exact", conflicts_with = "k")]
    pub(crate) candidates: Candidates,
    /// Kinds of difference that go, too, with commas
    #[arg(long, value_name = "KINDS", conflicts_with = "k")]
    pub(crate) allow: Vec<Kinds>,
    /// Kinds of difference that stay
    #[arg(long, value_name = "KINDS", conflicts_with = "k")]
    pub(crate) hold: Vec<Kinds>,
    /// The largest share of what is particular to a document that may be lost with it
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = super::advise::share, conflicts_with = "k")]
    pub(crate) loss: f64,
    /// Only drop what is in these files or folders, which are read and not changed; an index needs --texts
    #[arg(long, value_name = "PATH", conflicts_with = "k")]
    pub(crate) against: Vec<PathBuf>,
    /// The texts of the index of --against
    #[arg(long, value_name = "PATH", requires = "against")]
    pub(crate) texts: Vec<PathBuf>,
    /// Also drop duplicates within the corpus itself
    #[arg(long = "also-within", requires = "against")]
    pub(crate) is_also_within: bool,
    /// Keep no document of a group of duplicates
    #[arg(long = "keep-none", conflicts_with = "k")]
    pub(crate) keeps_none: bool,
    /// Which document of a group stays [default: the one with the most that is particular to it; with -k first, or the rule of
    /// --decisions]
    #[arg(long, value_name = "RULE")]
    pub(crate) keep: Option<Keep>,
    /// Form groups around leaders, which come in the order of the rule
    #[arg(long = "leaders", conflicts_with = "condition", requires = "k")]
    pub(crate) is_around_leaders: bool,
    #[command(flatten)]
    pub(crate) verify: VerifyArguments,
    /// What was decided by hand, as the explorer writes it
    #[arg(long, value_name = "FILE")]
    pub(crate) decisions: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}

/// Options of `dedup`.
#[derive(Debug, Args)]
pub(crate) struct DedupArguments {
    #[command(flatten)]
    pub(crate) decide: DecideArguments,
    /// Write although an alarm is open
    #[arg(long = "yes")]
    pub(crate) is_sure: bool,
    /// What was judged of pairs, as the explorer writes it: a yes lets one of the two go, a no keeps both
    #[arg(long, value_name = "FILE", conflicts_with = "k")]
    pub(crate) judgements: Option<PathBuf>,
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
    /// Also write the report of what was done, as `simscope report` does
    #[arg(long, value_name = "FILE.html", help_heading = "Output", conflicts_with = "is_dry_run")]
    pub(crate) report: Option<PathBuf>,
    /// none, gzip or zstd [default: by the ending of FILE; in a folder like the input]
    #[arg(long, value_parser = one_of(COMPRESSIONS), value_name = "KIND", help_heading = "Output")]
    pub(crate) compression: Option<Compression>,
    /// Replace what exists
    #[arg(long = "force", help_heading = "Output")]
    pub(crate) is_forced: bool,
    /// Write nothing; only print what would stay and go
    #[arg(long = "dry-run", help_heading = "Output")]
    pub(crate) is_dry_run: bool,
    /// The format of the table that is printed: table, tsv, csv or jsonl
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) format: Option<Format>,
}
