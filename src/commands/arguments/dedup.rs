//! `simscope clean`.

use super::{EmptyDocuments, InputArguments, TableArguments, VerifyArguments, threshold};
use crate::choices::{COMPRESSIONS, UNREADABLE, a_file, one_of};
use clap::Args;
use simscope_core::decide::Keep;
use simscope_core::decide::clean::Subject;
use simscope_core::decide::promise::Right;
use simscope_core::display::lang;
use simscope_core::export::Format;
use simscope_core::handover::{Compression, Unreadable};
use std::path::PathBuf;
use std::str::FromStr;

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

/// What is asked of a text that goes because of another.
#[derive(Debug, Args)]
pub(crate) struct RuleArguments {
    /// A difference that does not matter: a class (numbers), or one as `differences` lists it
    #[arg(long = "same-if", value_name = "DIFFERENCE", help_heading = "Differences")]
    pub(crate) same_if: Vec<Subject>,
    /// A difference that matters
    #[arg(long, value_name = "DIFFERENCE", help_heading = "Differences")]
    pub(crate) matters: Vec<Subject>,
    /// What matches must be the same in both texts; a file has one expression a line
    #[arg(long = "must-agree", value_name = "REGEX|FILE", help_heading = "Differences")]
    pub(crate) must_agree: Vec<String>,
    /// The least similarity of a text that goes [default: 0.3]
    #[arg(long, value_name = "VALUE", value_parser = super::advise::share, help_heading = "Differences")]
    pub(crate) cut: Option<f64>,
    /// The largest share of a text that may be lost with it [default: 0.3 below 25 words, 0.2 below 100, 0.1 from there on]
    #[arg(long, value_name = "SHARE", value_parser = super::advise::share, help_heading = "Differences")]
    pub(crate) loss: Option<f64>,
    /// The fewest words in a row that may not be lost; 0 for any number [default: 16]
    #[arg(long, value_name = "WORDS", help_heading = "Differences")]
    pub(crate) passage: Option<u32>,
    // As earlier versions have it: kinds that go, and kinds that stay.
    #[arg(long, value_name = "KINDS", hide = true)]
    pub(crate) allow: Vec<String>,
    #[arg(long, value_name = "KINDS", hide = true)]
    pub(crate) hold: Vec<String>,
}

impl RuleArguments {
    /// The first option that is given, by its name.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--same-if", !self.same_if.is_empty()),
            ("--matters", !self.matters.is_empty()),
            ("--must-agree", !self.must_agree.is_empty()),
            ("--cut", self.cut.is_some()),
            ("--loss", self.loss.is_some()),
            ("--passage", self.passage.is_some()),
            ("--allow", !self.allow.is_empty()),
            ("--hold", !self.hold.is_empty()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
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
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
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
    // For the job of `simscope spark`, which gives only some of the texts: in how many of all each shingle is,
    #[arg(long, hide = true, conflicts_with = "k")]
    pub(crate) counted: Option<PathBuf>,
    // in how many of all each word is, and how often it is capitalised,
    #[arg(long, hide = true, requires = "counted")]
    pub(crate) words: Option<PathBuf>,
    // and the share of all text that is in frames.
    #[arg(long, hide = true, requires = "counted")]
    pub(crate) frames: Option<f64>,
}

/// What a promise cannot be made with: it decides itself how many texts go.
pub(crate) const NOT_PROMISED: [&str; 8] =
    ["k", "candidates", "loss", "passage", "against", "keeps_none", "counted", "is_around_leaders"];

/// A promise by the answers in the file of judgements.
#[derive(Debug, Args)]
pub(crate) struct PromiseArguments {
    /// Let the most texts go of which, by your answers to drawn pairs, at least this share is right: 0.9 or 0.95
    #[arg(long, value_name = "SHARE", requires = "judgements", conflicts_with_all = NOT_PROMISED)]
    pub(crate) right: Option<Right>,
    /// Seed of the draw that --right reads
    #[arg(long, value_name = "SEED", default_value_t = 1, requires = "right")]
    pub(crate) seed: u64,
}

/// Options of `clean`.
#[derive(Debug, Args)]
pub(crate) struct DedupArguments {
    #[command(flatten)]
    pub(crate) decide: DecideArguments,
    /// Write although an alarm is open
    #[arg(long = "yes")]
    pub(crate) is_sure: bool,
    #[command(flatten)]
    pub(crate) promise: PromiseArguments,
    /// What was judged of pairs, as the explorer writes it: a yes lets one of the two go, a no keeps both
    #[arg(long, value_name = "FILE", conflicts_with = "k")]
    pub(crate) judgements: Option<PathBuf>,
    /// Records that cannot be read
    #[arg(long, value_parser = one_of(UNREADABLE), value_name = "WHAT", default_value = "keep")]
    pub(crate) unreadable: Unreadable,
    /// Where the kept records go: a file; a folder for folders and where DIR exists or ends in /; - is standard output
    #[arg(short, long, value_name = "FILE|DIR", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// Write the paths of the kept files, one a line, instead of copying them
    #[arg(long = "list", help_heading = "Output", requires = "output")]
    pub(crate) is_list: bool,
    /// Write a folder with a file for each PATH, instead of one file
    #[arg(long = "split", help_heading = "Output", requires = "output", conflicts_with = "is_list")]
    pub(crate) is_split: bool,
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
    format: Option<Format>,
    /// The same as --format jsonl
    #[arg(long = "json", conflicts_with = "format", help_heading = "Output")]
    is_json: bool,
    #[command(flatten)]
    pub(crate) table: TableArguments,
}

impl DedupArguments {
    /// The format of the table that is printed, if one is asked for.
    pub(crate) fn format(&self) -> Option<Format> {
        self.format.or(self.is_json.then_some(Format::Jsonl))
    }
}
