//! The arguments of `simscope index`.

use super::{
    EmptyDocuments, InputArguments, Language, OutputArguments, RecipeArguments, TextArguments, threshold,
};
use crate::choices::a_file;
use clap::{Args, Subcommand};
use simscope_core::display::lang;
use simscope_core::search::Strategy;
use std::path::PathBuf;

/// Of `--memory`: an index of any size is built in it.
const BUILDING: &str = "Memory for building, as 512M or 4G [default: 1G]";

#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Build an index of documents.
    #[command(
        after_help = include_str!("../help/index-build.txt").trim_ascii_end(),
        mut_arg("memory", |memory| memory.help(BUILDING))
    )]
    Build(IndexBuildArguments),
    /// Print the documents of an index that are within k of a text, a signature or documents.
    #[command(
        after_help = include_str!("../help/index-query.txt").trim_ascii_end(),
        mut_arg("paths", |paths| paths
            .value_name("TEXT|PATH")
            .help("Texts to look up, or files and folders of documents; `-` is standard input")),
        mut_arg("memory", |memory| memory.hide(true))
    )]
    Query(IndexQueryArguments),
    /// Describe an index: documents, recipe, tables, bytes.
    #[command(after_help = include_str!("../help/index-info.txt").trim_ascii_end())]
    Info(IndexInfoArguments),
    /// Add documents to an index.
    #[command(
        after_help = include_str!("../help/index-add.txt").trim_ascii_end(),
        mut_arg("paths", |paths| paths.required(true).help("Files and folders; `-` is standard input")),
        mut_arg("memory", |memory| memory.help(BUILDING))
    )]
    Add(IndexAddArguments),
}

#[derive(Debug, Args)]
pub(crate) struct IndexBuildArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    /// Where to write the index
    #[arg(short, long, value_name = "FILE.simx", value_parser = a_file())]
    pub(crate) output: PathBuf,
    /// Replace FILE.simx if it exists; what is read as input is never replaced
    #[arg(long = "force")]
    pub(crate) is_forced: bool,
    /// Largest distance, 0 to 128, for which a query need not compare everything
    #[arg(short, long, value_name = "K", default_value_t = 3, value_parser = threshold)]
    pub(crate) k: u8,
    /// blocks, tables:M, nested or scan [default: blocks]
    #[arg(long, value_name = "STRATEGY", value_parser = strategy)]
    pub(crate) strategy: Option<Strategy>,
}

#[derive(Debug, Args)]
pub(crate) struct IndexQueryArguments {
    /// The index
    #[arg(value_name = "FILE.simx")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) texts: TextArguments,
    /// Look up this text, even if a file has this name
    #[arg(long, value_name = "TEXT")]
    pub(crate) text: Vec<String>,
    /// Look up this signature, in hexadecimal
    #[arg(long, value_name = "HEX")]
    pub(crate) signature: Vec<String>,
    /// Look up this document of the index; itself is found too
    #[arg(long, value_name = "ID")]
    pub(crate) id: Vec<String>,
    /// Largest distance, 0 to 128 [default: the k of the index]
    #[arg(short, long, value_name = "K", value_parser = threshold)]
    pub(crate) k: Option<u8>,
    /// Report the numbers of probes, candidates and distances on standard error
    #[arg(long = "counters")]
    pub(crate) has_counters: bool,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) recipe: RecipeArguments,
}

#[derive(Debug, Args)]
pub(crate) struct IndexInfoArguments {
    /// The index
    #[arg(value_name = "FILE.simx")]
    pub(crate) file: PathBuf,
    /// Read the whole file and compare all checksums
    #[arg(long = "verify")]
    pub(crate) is_verified: bool,
    /// Show no progress
    #[arg(long = "no-progress", help_heading = "General")]
    pub(crate) has_no_progress: bool,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    #[command(flatten)]
    pub(crate) language: Language,
}

#[derive(Debug, Args)]
pub(crate) struct IndexAddArguments {
    /// The index
    #[arg(value_name = "FILE.simx")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) empty: EmptyDocuments,
}

fn strategy(value: &str) -> Result<Strategy, &'static str> {
    value.parse().map_err(|_| {
        lang().pick((
            "use blocks, tables:M, nested or scan (M blocks, more than k)",
            "请用 blocks、tables:M、nested 或 scan（M 块，须大于 k）",
        ))
    })
}
