//! What can be written behind `simscope spark`.

use super::{EmptyDocuments, RecipeArguments, RuleArguments, Threshold};
use crate::choices::{LANGUAGES, SPARK_INPUTS, SPARK_WAYS, one_of};
use clap::Args;
use simscope_core::display::Lang;
use simscope_core::measures::Condition;
use std::path::PathBuf;

/// Options of `spark`.
#[derive(Debug, Args)]
pub(crate) struct SparkArguments {
    /// The records: a file or a folder, JSONL or Parquet
    #[arg(long, value_name = "PATH", required_unless_present = "is_printed")]
    pub(crate) input: Option<String>,
    /// The folder for what is found, which must not exist yet
    #[arg(long, value_name = "OUTPUT", required_unless_present = "is_printed")]
    pub(crate) output: Option<String>,
    /// What the input holds [auto: Parquet by its first bytes, else JSONL]
    #[arg(
        long,
        value_parser = one_of(SPARK_INPUTS),
        value_name = "KIND",
        default_value = "auto",
        hide_default_value = true,
        help_heading = "Input"
    )]
    pub(crate) input_kind: &'static str,
    /// Column of the text
    #[arg(long, value_name = "NAME", default_value = "text", help_heading = "Input")]
    pub(crate) text_field: String,
    /// Column of the id
    #[arg(long, value_name = "NAME", default_value = "id", help_heading = "Input")]
    pub(crate) id_field: String,
    #[command(flatten)]
    pub(crate) k: Threshold,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    /// Also find the groups
    #[arg(long = "groups")]
    pub(crate) has_groups: bool,
    /// Find the groups around leaders
    #[arg(long = "leaders")]
    pub(crate) is_around_leaders: bool,
    /// Also write every pair of documents; equal signatures make very many of them
    #[arg(long = "document-pairs")]
    pub(crate) has_document_pairs: bool,
    /// Also write the records that stay: a record is dropped if it is within k of one that is kept and comes before it
    #[arg(long = "dedup", conflicts_with_all = ["against"])]
    pub(crate) has_dedup: bool,
    /// Only compare the records with those of an older run: its OUTPUT, or any Parquet of id and signature
    #[arg(long, value_name = "OLD", conflicts_with_all = ["has_groups", "is_around_leaders", "has_document_pairs"])]
    pub(crate) against: Option<String>,
    /// Also write what stays, goes and is held as `dedup --candidates k=K` decides: the pairs within k are candidates, and the texts
    /// decide
    #[arg(
        long = "clean",
        conflicts_with_all = ["against", "has_dedup", "has_groups", "is_around_leaders", "has_document_pairs", "are_kept"],
        help_heading = "Clean"
    )]
    pub(crate) is_clean: bool,
    /// What confirms a pair [default: weighted:words:2>=0.3]
    #[arg(long, value_name = "MEASURE>=VALUE", requires = "is_clean", help_heading = "Clean")]
    pub(crate) confirm: Option<Condition>,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,
    /// Write although an alarm is open
    #[arg(long = "yes", requires = "is_clean", help_heading = "Clean")]
    pub(crate) is_sure: bool,
    #[command(flatten)]
    pub(crate) recipe: RecipeArguments,
    /// Where Spark runs: local[*], spark://HOST:PORT, yarn or k8s://… [default: that of spark-submit]
    #[arg(long, value_name = "URL", help_heading = "Spark")]
    pub(crate) master: Option<String>,
    /// A setting of Spark; may be given several times
    #[arg(long = "conf", value_name = "K=V", help_heading = "Spark")]
    pub(crate) settings: Vec<String>,
    /// A simscope of the same version for the executors, if their system differs from this one [default: this one]
    #[arg(long, value_name = "FILE", help_heading = "Spark")]
    pub(crate) program: Option<PathBuf>,
    /// Up to this many pairs of distinct signatures the driver joins the groups; beyond it the executors do, in rounds
    #[arg(long, value_name = "N", default_value_t = 2_000_000, help_heading = "Spark")]
    pub(crate) driver_pairs: u64,
    /// How texts and signatures reach simscope on the executors [auto: arrow where the executors can, else transform]
    #[arg(
        long,
        value_parser = one_of(SPARK_WAYS),
        value_name = "WAY",
        default_value = "auto",
        hide_default_value = true,
        help_heading = "Spark"
    )]
    pub(crate) through: &'static str,
    /// Print the job, one Python file, instead of running it
    #[arg(long = "print-job", help_heading = "Spark")]
    pub(crate) is_printed: bool,
    /// Language of screens, messages and report
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    pub(crate) lang: Option<Lang>,
    /// Show no progress
    #[arg(long = "no-progress", help_heading = "General")]
    pub(crate) has_no_progress: bool,
}
