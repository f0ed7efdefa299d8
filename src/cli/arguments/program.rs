//! The arguments of the commands about the program itself.

use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(in crate::cli) struct ManArguments {
    /// The command [default: the program]
    #[arg(value_name = "COMMAND", conflicts_with = "out")]
    pub(in crate::cli) command: Vec<String>,
    /// Write the page of every command into FOLDER
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(in crate::cli) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, value_name = "SHELL")]
    pub(in crate::cli) shell: clap_complete::Shell,
}
