//! What can be written on the command line.

mod advise;
mod batch;
mod check;
mod dedup;
mod differences;
mod explain;
mod frames;
mod hash;
pub(super) mod index;
mod input;
mod judge;
mod lesson;
mod made;
mod measures;
mod open;
mod output;
mod pairs;
mod passages;
mod program;
mod report;
mod sensitivity;
mod several;
mod spark;
mod worksheet;

pub(super) use advise::{AdviseArguments, BorderArguments};
pub(super) use batch::{BatchArguments, Side};
pub(super) use check::{CheckArguments, CheckFormat};
pub(super) use dedup::{Candidates, DecideArguments, DedupArguments, RuleArguments};
pub(super) use differences::DifferencesArguments;
pub(super) use explain::{ExplainArguments, PAGE, is_page};
pub(super) use frames::FramesArguments;
pub(super) use hash::{FrequenciesArguments, HashArguments};
pub(super) use input::{InputArguments, ReadingArguments, RecipeArguments, TextArguments, sources_of};
pub(super) use judge::JudgeArguments;
pub(super) use lesson::LessonArguments;
pub(super) use made::{ClassroomArguments, MadeArguments};
pub(super) use measures::MeasuresArguments;
pub(super) use open::OpenArguments;
pub(super) use output::{OutputArguments, TableArguments};
pub(super) use pairs::{GroupsArguments, PairsArguments};
pub(super) use passages::{DefinitionArguments, PassagesArguments};
pub(super) use program::{CompletionsArguments, ConfigArguments, Language, ManArguments};
pub(super) use report::ReportArguments;
pub(super) use sensitivity::SensitivityArguments;
pub(super) use several::{
    AskedRecipe, Choice, ConfirmArguments, FilterArguments, LabelArguments, StrategyArguments,
    VerifyArguments, countable,
};
pub(super) use spark::SparkArguments;
pub(super) use worksheet::WorksheetArguments;

use super::choices::{ORDERS, SHOWN, one_of};
use clap::{Arg, ArgAction, Args, Parser, Subcommand};
use index::IndexCommand;
use simscope_core::analysis::Order;
use simscope_core::display::lang;
use simscope_core::hamming::Show;
use simscope_core::measures::Measure;
use simscope_core::recipe::Bits;
use std::path::PathBuf;

/// An interactive terminal explorer for SimHash near-duplicates.
///
/// Without a command, simscope opens the explorer on the PATHs. What it shows is also
/// available as commands, so that results can be scripted, compared and cited.
#[derive(Debug, Parser)]
#[command(name = "simscope", version, max_term_width = 100, args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) open: OpenArguments,
    /// Print help with every option of the explorer
    #[arg(long = "help-all")]
    pub(super) is_help_for_all: bool,
    /// Say only errors on standard error: no notes, no progress
    #[arg(short = 'q', long = "quiet", global = true, help_heading = "General")]
    pub(super) is_quiet: bool,
    /// Also say on standard error what is in force, and how long each step takes
    #[arg(
        short = 'v',
        long = "verbose",
        global = true,
        conflicts_with = "is_quiet",
        help_heading = "General"
    )]
    pub(super) is_verbose: bool,
    /// Do not read the settings file
    #[arg(long = "no-config", global = true, help_heading = "General")]
    pub(super) has_no_config: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the signature of every document.
    #[command(name = "sign", visible_alias = "hash", after_help = include_str!("help/hash.txt").trim_ascii_end())]
    Hash(HashArguments),
    /// Count in how many documents each term is, for tf-idf.
    #[command(after_help = include_str!("help/frequencies.txt").trim_ascii_end())]
    Frequencies(FrequenciesArguments),
    /// Show the longest stretches of text that much of a corpus shares.
    #[command(after_help = include_str!("help/frames.txt").trim_ascii_end())]
    Frames(FramesArguments),
    /// Show how the signature of one document comes about.
    #[command(after_help = include_str!("help/explain.txt").trim_ascii_end())]
    Explain(ExplainArguments),
    /// Print every pair of documents within distance k.
    #[command(
        after_help = include_str!("help/pairs.txt").trim_ascii_end(),
        arg = view("border", "The pairs that k decides about instead, with what differs")
    )]
    Pairs(PairsArguments),
    /// List the lessons; take one in the explorer, or print it.
    #[command(
        visible_alias = "lessons",
        after_help = include_str!("help/lesson.txt").trim_ascii_end(),
        arg = view("worksheet", "A sheet to be computed by hand instead")
    )]
    Lesson(LessonArguments),
    /// Write signatures to be computed by hand, with the solution.
    #[command(
        hide = true,
        override_usage = "simscope lesson --worksheet [OPTIONS] --output <FILE> [FILE]",
        after_help = include_str!("help/worksheet.txt").trim_ascii_end()
    )]
    Worksheet(WorksheetArguments),
    /// Print the recipes that have a name, or one as TOML.
    #[command(after_help = include_str!("help/recipes.txt").trim_ascii_end())]
    Recipes(RecipesArguments),
    /// Say what is wrong with signatures that were computed elsewhere.
    #[command(after_help = include_str!("help/doctor.txt").trim_ascii_end())]
    Doctor(DoctorArguments),
    /// Show what one recipe sees in a corpus that another does not.
    #[command(after_help = include_str!("help/diff-recipes.txt").trim_ascii_end())]
    DiffRecipes(DiffRecipesArguments),
    /// Compare SimHash with exact measures on labelled texts.
    #[command(after_help = include_str!("help/measures.txt").trim_ascii_end())]
    Measures(MeasuresArguments),
    /// Print the distance of signatures that are typed.
    #[command(
        hide = true,
        override_usage = "simscope compare --signatures [OPTIONS] <SIGNATURE>...",
        after_help = include_str!("help/bits.txt").trim_ascii_end()
    )]
    Bits(BitsArguments),
    /// Show two documents side by side: bits, distance, features.
    #[command(
        after_help = include_str!("help/compare.txt").trim_ascii_end(),
        arg = view("signatures", "Signatures that are typed instead")
    )]
    Compare(CompareArguments),
    /// Print the near-duplicates of new documents in old ones.
    #[command(name = "neighbours", visible_alias = "batch", after_help = include_str!("help/batch.txt").trim_ascii_end())]
    Batch(BatchArguments),
    /// Print the groups at distance k.
    #[command(after_help = include_str!("help/groups.txt").trim_ascii_end())]
    Groups(GroupsArguments),
    /// Write the records of a corpus without its near-duplicates.
    #[command(name = "clean", visible_alias = "dedup", after_help = include_str!("help/dedup.txt").trim_ascii_end())]
    Dedup(DedupArguments),
    /// Say which new documents are in a corpus already.
    #[command(after_help = include_str!("help/check.txt").trim_ascii_end())]
    Check(CheckArguments),
    /// Print which parts of a text stand in which other.
    #[command(after_help = include_str!("help/passages.txt").trim_ascii_end())]
    Passages(PassagesArguments),
    /// Print the numbers of pairs and groups at every k.
    #[command(after_help = include_str!("help/sweep.txt").trim_ascii_end())]
    Sweep(SweepArguments),
    /// Say which k fits, how good it is, and why.
    #[command(after_help = include_str!("help/advise.txt").trim_ascii_end())]
    Advise(AdviseArguments),
    /// Show the pairs that k decides about, with what differs.
    #[command(
        hide = true,
        override_usage = "simscope pairs --border [OPTIONS] [PATH]...",
        after_help = include_str!("help/border.txt").trim_ascii_end()
    )]
    Border(BorderArguments),
    /// List what differs between alike texts, and whether it matters.
    #[command(after_help = include_str!("help/differences.txt").trim_ascii_end())]
    Differences(DifferencesArguments),
    /// Say how much of what goes is right, by pairs that people judged.
    #[command(after_help = include_str!("help/judge.txt").trim_ascii_end())]
    Judge(JudgeArguments),
    /// Show how edits move a signature, and which k that needs.
    #[command(after_help = include_str!("help/sensitivity.txt").trim_ascii_end())]
    Sensitivity(SensitivityArguments),
    /// Draw the distances of all pairs as a PNG or SVG.
    #[command(after_help = include_str!("help/heatmap.txt").trim_ascii_end())]
    Heatmap(HeatmapArguments),
    /// Write one HTML page for others: what goes and why, or why this k.
    #[command(
        after_help = include_str!("help/report.txt").trim_ascii_end(),
        mut_arg("k", |k| k.help("The page is about this k: what it finds, and why this one"))
    )]
    Report(ReportArguments),
    /// Build, query and extend a signature index on disk.
    #[command(after_help = include_str!("help/index.txt").trim_ascii_end())]
    Index {
        #[command(subcommand)]
        command: IndexCommand,
    },
    /// Find near-duplicates on a cluster, as one job of Apache Spark.
    #[command(after_help = include_str!("help/spark.txt").trim_ascii_end())]
    Spark(SparkArguments),
    /// Print the settings in force, and where each comes from.
    #[command(after_help = include_str!("help/config.txt").trim_ascii_end())]
    Config(ConfigArguments),
    /// Print a script that completes commands in a shell.
    #[command(after_help = include_str!("help/completions.txt").trim_ascii_end())]
    Completions(CompletionsArguments),
    /// Print a manual page, or write them all.
    #[command(after_help = include_str!("help/man.txt").trim_ascii_end())]
    Man(ManArguments),
}

/// The option by which a command is another one, which [`in_order`](super::misread::in_order) puts in its place.
fn view(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).help(help).action(ArgAction::SetTrue)
}

#[derive(Debug, Args)]
pub(super) struct RecipesArguments {
    /// A name or a FILE.toml, to be printed as TOML
    #[arg(value_name = "RECIPE")]
    pub(super) recipe: Option<String>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) language: Language,
}

#[derive(Debug, Args)]
pub(super) struct DoctorArguments {
    #[command(flatten)]
    pub(super) input: TextArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    /// Files or folders of the texts, whose ids are those of the signatures
    #[arg(long, value_name = "PATH")]
    pub(super) texts: Vec<PathBuf>,
    /// A row for each bit
    #[arg(long = "each-bit", conflicts_with = "texts")]
    pub(super) has_every_bit: bool,
}

#[derive(Debug, Args)]
pub(super) struct DiffRecipesArguments {
    /// The first recipe: NAME or FILE.toml
    #[arg(value_name = "A")]
    pub(super) a: String,
    /// The second
    #[arg(value_name = "B")]
    pub(super) b: String,
    #[command(flatten)]
    pub(super) input: TextArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) k: Threshold,
    /// The k of B, if different
    #[arg(long, value_name = "K", value_parser = threshold)]
    pub(super) k_b: Option<u8>,
    /// List the pairs that only one recipe sees
    #[arg(long = "pairs", conflicts_with = "is_documents")]
    pub(super) is_pairs: bool,
    /// List the documents whose group differs
    #[arg(long = "documents")]
    pub(super) is_documents: bool,
    #[command(flatten)]
    pub(super) empty: EmptyDocuments,
}

#[derive(Debug, Args)]
pub(super) struct BitsArguments {
    /// Signatures, all of the same width
    #[arg(value_name = "SIGNATURE", required = true)]
    pub(super) signatures: Vec<String>,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) language: Language,
}

#[derive(Debug, Args)]
pub(super) struct CompareArguments {
    /// The first document's id (or text); FILE A B is read as A B FILE
    #[arg(value_name = "A")]
    pub(super) a: String,
    /// The second
    #[arg(value_name = "B")]
    pub(super) b: String,
    /// A and B are texts themselves
    #[arg(long = "texts")]
    pub(super) are_texts: bool,
    /// Measure this instead: jaccard:words:W, jaccard:chars:W, containment:words:W, containment:chars:W, weighted:words:W (by the
    /// word pairs that few texts of the corpus share; also weighted:chars:W), cosine, edit,
    /// sentences:N, shared-sentences:N or equal; may be given several times
    #[arg(long = "measure", value_name = "MEASURE")]
    pub(super) measures: Vec<Measure>,
    #[command(flatten)]
    pub(super) input: InputArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
}

#[derive(Debug, Args)]
pub(super) struct SweepArguments {
    #[command(flatten)]
    pub(super) input: InputArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    /// The largest k, however long it takes [default: all k, or as many as a minute allows]
    #[arg(long, value_name = "K", value_parser = threshold)]
    pub(super) exact_up_to: Option<u8>,
    /// Every k, also on a terminal
    #[arg(long = "all")]
    pub(super) is_all: bool,
    #[command(flatten)]
    pub(super) labels: LabelArguments,
    #[command(flatten)]
    pub(super) confirm: ConfirmArguments,
    #[command(flatten)]
    pub(super) empty: EmptyDocuments,
}

#[derive(Debug, Args)]
pub(super) struct HeatmapArguments {
    #[command(flatten)]
    pub(super) input: InputArguments,
    #[command(flatten)]
    pub(super) empty: EmptyDocuments,
    /// Where to write the picture: FILE.png or FILE.svg
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    pub(super) is_forced: bool,
    /// Order of the documents
    #[arg(long, value_parser = one_of(ORDERS), value_name = "ORDER", default_value = "group")]
    pub(super) order: Order,
    /// What a cell shows of its pairs
    #[arg(long, value_parser = one_of(SHOWN), value_name = "WHAT", default_value = "nearest")]
    pub(super) show: Show,
    /// Longest side of the matrix in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1024, value_parser = clap::value_parser!(u16).range(16..=16384))]
    pub(super) size: u16,
    #[command(flatten)]
    pub(super) k: Threshold,
}

#[derive(Debug, Args)]
pub(super) struct Threshold {
    /// Largest distance of near-duplicates, 0 to 128
    #[arg(short, value_name = "K", default_value_t = 3, value_parser = threshold)]
    pub(super) k: u8,
}

pub(super) fn threshold(value: &str) -> Result<u8, &'static str> {
    let k = value.parse().ok().filter(|k| *k <= Bits::MAX.get());
    k.ok_or(lang().pick(("use a whole number from 0 to 128", "请用 0 到 128 的整数")))
}

#[derive(Debug, Args)]
pub(super) struct EmptyDocuments {
    /// Keep documents without features; all have the same signature
    #[arg(long = "with-empty")]
    pub(super) are_kept: bool,
}
