//! `simscope frames`.

use super::{InputArguments, OutputArguments};
use crate::choices::a_file;
use clap::Args;
use std::path::PathBuf;

/// Options of `frames`.
#[derive(Debug, Args)]
pub(crate) struct FramesArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
    /// The share of the distinct texts that have a frame [default: more than 100 texts; of few texts a tenth or half of them]
    #[arg(long, value_name = "SHARE", value_parser = super::advise::share)]
    pub(crate) share: Option<f64>,
    /// Write the recipe with these frames, so that no signature has them: ignore-frames and frames
    #[arg(long = "write-recipe", value_name = "FILE.toml", value_parser = a_file(), requires = "share", help_heading = "Output")]
    pub(crate) recipe_out: Option<PathBuf>,
}
