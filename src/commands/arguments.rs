//! What can be written on the command line.

mod advise;
mod batch;
mod check;
mod dedup;
mod explain;
mod hash;
pub(super) mod index;
mod input;
mod judge;
mod lesson;
mod made;
mod measures;
mod open;
mod pairs;
mod program;
mod report;
mod sensitivity;
mod several;
mod spark;
mod worksheet;

pub(super) use advise::{AdviseArguments, BorderArguments};
pub(super) use batch::{BatchArguments, Side};
pub(super) use check::{CheckArguments, CheckFormat};
pub(super) use dedup::{Candidates, DecideArguments, DedupArguments};
pub(super) use explain::{ExplainArguments, PAGE, is_page};
pub(super) use hash::{FrequenciesArguments, HashArguments};
pub(super) use input::{InputArguments, ReadingArguments, RecipeArguments, TextArguments, sources_of};
pub(super) use judge::JudgeArguments;
pub(super) use lesson::{LessonArguments, LessonsArguments};
pub(super) use made::{ClassroomArguments, MadeArguments};
pub(super) use measures::MeasuresArguments;
pub(super) use open::{DEFAULT_TAU, OpenArguments};
pub(super) use pairs::{GroupsArguments, PairsArguments};
pub(super) use program::{CompletionsArguments, ConfigArguments, Language, ManArguments};
pub(super) use report::ReportArguments;
pub(super) use sensitivity::SensitivityArguments;
pub(super) use several::{
    AskedRecipe, Choice, ConfirmArguments, FilterArguments, LabelArguments, StrategyArguments,
    VerifyArguments,
};
pub(super) use spark::SparkArguments;
pub(super) use worksheet::WorksheetArguments;

use super::choices::{ORDERS, SHOWN, one_of, plain_file};
use clap::{Args, Parser, Subcommand};
use index::IndexCommand;
use simscope_core::analysis::Order;
use simscope_core::display::lang;
use simscope_core::export::Format;
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
    /// Do not read the settings file
    #[arg(long = "no-config", global = true, help_heading = "General")]
    pub(super) has_no_config: bool,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Print the signature of every document.
    #[command(after_help = hash::HASH_HELP)]
    Hash(HashArguments),
    /// Count in how many documents each term is, for tf-idf.
    #[command(after_help = hash::FREQUENCIES_HELP)]
    Frequencies(FrequenciesArguments),
    /// Show how the signature of one document comes about.
    #[command(after_help = explain::EXPLAIN_HELP)]
    Explain(ExplainArguments),
    /// Print every pair of documents within distance k.
    #[command(
        after_help = "Columns: id_a id_b distance, and with --confirm: measure value; each pair once, exact duplicates \
        included. All strategies print the same. With --plan: strategy blocks tables lead_bits probes candidates uniform_candidates bytes seconds chosen. With --plan-for: strategy tables lead_bits probes candidates bytes bytes_compressed.\n\n\
        Examples:\n  simscope pairs -k 3 titles.jsonl\n  simscope pairs -k 9 titles.jsonl --confirm 'jaccard>=0.5'\n  \
        simscope pairs -k 3 titles.jsonl --plan\n  simscope pairs -k 0 docs/ --format csv -o same.csv"
    )]
    Pairs(PairsArguments),
    /// Take a lesson in the explorer, or print it.
    #[command(
        after_help = "A lesson is pages over the screens of the explorer, with things to try and questions that are graded. \
        Every number is computed when its page is shown. How to write one: samples/lessons/README.md.\n\n\
        Examples:\n  simscope lesson words\n  simscope lesson 2 --print --answers\n  simscope lesson mine.toml --check"
    )]
    Lesson(LessonArguments),
    /// Print which lessons there are.
    #[command(after_help = "Columns: id minutes pages title.")]
    Lessons(LessonsArguments),
    /// Write signatures to be computed by hand, with the solution.
    #[command(after_help = worksheet::WORKSHEET_HELP)]
    Worksheet(WorksheetArguments),
    /// Print the recipes that have a name, or one as TOML.
    #[command(
        after_help = "A recipe is everything between text and signature. Its TOML can be changed, saved and given \
        to --recipe FILE.toml; keys: name, tokenizer, weighting, hash, bits, tie, normalize, ignore, \
        jieba-dict, jieba-idf, stop-words.\n\nExamples:\n  simscope recipes\n  simscope recipes java > mine.toml"
    )]
    Recipes(RecipesArguments),
    /// Say what is wrong with signatures that were computed elsewhere.
    #[command(
        after_help = "Columns: what value chance finding. Dead bits are the same in all signatures; equal and opposite bits follow \
        another one; effective bits are as many independent ones as would spread the distances so; collisions are pairs of equal \
        signatures. Chance is what random signatures of this width have. With --texts: the named recipes that are most like \
        the signatures, by id. With --each-bit: bit share dead equals opposes, a row for each bit.\n\n\
        Examples:\n  simscope doctor signatures.tsv\n  simscope doctor hashes.csv --signature-format decimal --each-bit\n  \
        simscope doctor hashes.csv --texts corpus.jsonl"
    )]
    Doctor(DoctorArguments),
    /// Show what one recipe sees in a corpus that another does not.
    #[command(
        after_help = "A and B are names (see `simscope recipes`) or files that end in .toml. Columns: what same \
        differ only_a only_b, for signatures, pairs within k, groups, documents that are in a group or not, and \
        documents whose group has the same members or not. With --pairs: id_a id_b distance_a distance_b seen_by, the pairs that only one puts \
        within its k. With --documents: id group_a size_a group_b size_b, the documents whose group differs.\n\n\
        Examples:\n  simscope diff-recipes default java titles.jsonl -k 3\n  \
        simscope diff-recipes default mine.toml titles.jsonl -k 3 --pairs"
    )]
    DiffRecipes(DiffRecipesArguments),
    /// Compare SimHash with exact measures on labelled texts.
    #[command(after_help = measures::AFTER_HELP)]
    Measures(MeasuresArguments),
    /// Show two documents side by side: bits, distance, features.
    #[command(
        after_help = "A and B are ids of documents of the PATHs, or texts with --texts. A table shows both \
        signatures, their XOR, the distance, the similarity 1 − d/f and the estimated cosine, exact measures of the texts, \
        and the terms of both and of only one; jsonl is one object with all that. tsv, csv and parquet have \
        the terms: term weight_a weight_b; with --measure the measures instead: measure value.\n\n\
        Every measure is from 0 to 1, see docs/MEASURES.md. Unless --measure chooses: cosine, jaccard:words:2, \
        jaccard:chars:5, containment:words:2, edit, equal.\n\nExamples:\n  simscope compare 17 23 titles.jsonl\n  \
        simscope compare --texts 'to be or not to be' 'to be and not to be'\n  \
        simscope compare 17 23 titles.jsonl --measure jaccard:words:3 --measure edit --format tsv"
    )]
    Compare(CompareArguments),
    /// Print the near-duplicates of new documents in old ones.
    #[command(after_help = batch::AFTER_HELP)]
    Batch(BatchArguments),
    /// Print the groups at distance k.
    #[command(
        after_help = "Columns: id group size representative, group by group, the largest first, equal sizes by \
        their first documents; members in the order of the corpus. The representative is the first of them. Documents \
        without a near-duplicate are left out; --all adds them at the end, with an empty group. With --confirm, groups \
        are connected by the pairs that the texts confirm.\n\n\
        Examples:\n  simscope groups -k 3 titles.jsonl\n  simscope groups -k 3 --leaders titles.jsonl\n  \
        simscope groups -k 6 --filter 'size>5 -chain' titles.jsonl"
    )]
    Groups(GroupsArguments),
    /// Write the records of a corpus without its near-duplicates.
    #[command(after_help = dedup::AFTER_HELP)]
    Dedup(DedupArguments),
    /// Say which new documents are in a corpus already.
    #[command(after_help = check::AFTER_HELP)]
    Check(CheckArguments),
    /// Print the numbers of pairs and groups at every k.
    #[command(
        after_help = "Columns: k pairs groups grouped largest chains; a chain is a group whose diameter exceeds k. With \
        labels precision recall f1, over pairs of labelled documents; group_precision group_recall group_f1, over those that \
        share a group; ari, the adjusted Rand index of groups and labels; and precision_low precision_high recall_low \
        recall_high, 95 % intervals. With --pairs, over the labelled pairs alone, and without ari; docs/FORMATS.md has \
        the details. With texts: confirmed and missed, the pairs whose texts share enough (--confirm), within k and \
        beyond; confirmed_precision confirmed_recall confirmed_f1, from these counts; and basis, exact or sampled. For \
        very many documents the rows end at the largest k that takes about a minute; \
        standard error says which.\n\n\
        Examples:\n  simscope sweep titles.jsonl --label-field topic\n  simscope sweep titles.jsonl --pairs judged.tsv\n  \
        simscope sweep titles.jsonl --confirm 'jaccard>=0.5'"
    )]
    Sweep(SweepArguments),
    /// Say which k fits, how good it is, and why.
    #[command(after_help = advise::ADVISE_HELP)]
    Advise(AdviseArguments),
    /// Show the pairs that k decides about, with what differs.
    #[command(after_help = advise::BORDER_HELP)]
    Border(BorderArguments),
    /// Say how good each k is, by pairs that people judged.
    #[command(after_help = judge::AFTER_HELP)]
    Judge(JudgeArguments),
    /// Show how edits move a signature, and which k that needs.
    #[command(after_help = sensitivity::AFTER_HELP)]
    Sensitivity(SensitivityArguments),
    /// Draw the distances of all pairs as a PNG or SVG.
    #[command(
        after_help = "Each cell is the smallest distance of its pairs: bright for 0, dark for half of the bits \
        and more, grey for a document and itself. SVG has a legend.\n\n\
        Example:\n  simscope heatmap titles.jsonl -k 3 -o titles.svg"
    )]
    Heatmap(HeatmapArguments),
    /// Write one HTML page: what k does, how good it is, and why.
    #[command(after_help = report::REPORT_HELP)]
    Report(ReportArguments),
    /// Build, query and extend a signature index on disk.
    #[command(
        after_help = "An index holds ids, signatures and the recipe; `simscope index COMMAND --help` describes each. \
        The format is described in docs/FORMATS.md.\n\n\
        Examples:\n  simscope index build titles.jsonl -o titles.simx\n  \
        simscope index query titles.simx 'to be or not to be'\n  simscope index add titles.simx more.jsonl"
    )]
    Index {
        #[command(subcommand)]
        command: IndexCommand,
    },
    /// Find near-duplicates on a cluster, as one job of Apache Spark.
    #[command(after_help = spark::AFTER_HELP)]
    Spark(SparkArguments),
    /// Print the settings in force, and where each comes from.
    #[command(
        after_help = "Columns: setting value from. An option stands above the environment, the environment above the file, the \
        file above the default. docs/SETTINGS.md has all settings and the names of the actions in [keys].\n\n\
        Examples:\n  simscope config\n  simscope config -k 5\n  SIMSCOPE_CONFIG=other.toml simscope config"
    )]
    Config(ConfigArguments),
    /// Print a script that completes commands in a shell.
    #[command(
        after_help = "The shell asks simscope itself what a word could become: commands, options, recipes, strategies, \
        formats, files, and the ids of an index.\n\n\
        Examples:\n  simscope completions bash > ~/.local/share/bash-completion/completions/simscope\n  \
        simscope completions zsh > ~/.zfunc/_simscope\n  \
        simscope completions fish > ~/.config/fish/completions/simscope.fish"
    )]
    Completions(CompletionsArguments),
    /// Print a manual page, or write them all.
    #[command(
        after_help = "Pages are in roff, as `man` reads them: simscope.1, simscope-groups.1, simscope-index-build.1, …\n\n\
        Examples:\n  simscope man | man -l -\n  simscope man groups | man -l -\n  \
        simscope man --out ~/.local/share/man/man1"
    )]
    Man(ManArguments),
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
pub(super) struct CompareArguments {
    /// The first document's id (or text)
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

#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// table, tsv, tsv-escaped (texts escaped as in JSON), csv, spreadsheet (csv in which no text can be a formula),
    /// jsonl or parquet [default: by the ending of FILE; table on a terminal, tsv elsewhere]
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(super) format: Option<Format>,
    /// Write to FILE, whole or not at all
    #[arg(short, long, value_name = "FILE", value_parser = plain_file(), help_heading = "Output")]
    pub(super) output: Option<PathBuf>,
    /// Leave out the header row of tsv and csv
    #[arg(long = "no-header", help_heading = "Output")]
    pub(super) has_no_header: bool,
    /// Replace FILE if it exists; what is read as input is never replaced
    #[arg(long = "force", help_heading = "Output")]
    pub(super) is_forced: bool,
}
