//! What can be written behind `simscope hash` and `simscope frequencies`.

use super::FilterArguments;
use super::{InputArguments, OutputArguments};
use crate::choices::{UNREADABLE_ROWS, UnreadableRows, one_of};
use clap::Args;
use std::path::PathBuf;

pub(super) const HASH_HELP: &str = "Columns: id signature bits features. The signature is in hexadecimal, or as --signature-format \
says (with --input signatures that is how it is read); in Parquet it is UINT_32 up to 32 bits, UINT_64 up to 64 (INT64 with \
--signed), and FIXED_LEN_BYTE_ARRAY (the highest byte first) above, and the key simscope.recipe holds the recipe. Rows are written while documents are read, except with --filter, and \
under tf-idf without --frequencies. With --unreadable row: a column reason, and for each record that cannot be read a row without a \
signature, whose id is its place.\n\n\
Examples:\n  simscope hash titles.jsonl\n  echo 'to be or not to be' | simscope hash -\n  \
simscope hash a.csv --text-field title --format jsonl -o a.sig.jsonl\n  \
simscope hash titles.jsonl -o titles.parquet\n  \
  simscope hash titles.jsonl --signature-format signed --format csv -o for_postgres.csv\n  simscope hash titles.jsonl --filter 'chars<40 -label=spam'";

pub(super) const FREQUENCIES_HELP: &str = "Columns: term documents. A term stands as its hash of 64 bits (xxh3) in hexadecimal; the last row, *, has the \
number of all documents. Terms depend on the tokenizer, and on nothing else of the recipe. The files of several parts of \
a corpus, one behind the other, are that of the whole.\n\n\
Examples:\n  simscope frequencies old.jsonl -o old.df.tsv\n  \
simscope hash new.jsonl --weighting tf-idf --frequencies old.df.tsv";

#[derive(Debug, Args)]
pub(crate) struct HashArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The same as --signature-format signed: for BIGINT, and INT64 in Parquet
    #[arg(long = "signed", help_heading = "Output")]
    pub(crate) is_signed: bool,
    /// Records that cannot be read
    #[arg(long, value_parser = one_of(UNREADABLE_ROWS), value_name = "WHAT", default_value = "skip")]
    pub(crate) unreadable: UnreadableRows,
    /// Document frequencies for the weighting tf-idf, instead of those of the input: a file of `simscope frequencies`
    #[arg(long, value_name = "FILE", conflicts_with = "line", help_heading = "Recipe")]
    pub(crate) frequencies: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) filter: FilterArguments,
}

#[derive(Debug, Args)]
pub(crate) struct FrequenciesArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
