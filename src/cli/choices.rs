//! The values of options that have a fixed list of them.

use crate::corpus::Input;
use clap::ValueEnum;

/// What the sources hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum InputKind {
    /// By name, then content
    Auto,
    /// Each file of a folder is a document
    Dir,
    /// Each line is a document
    Lines,
    /// Each line is a JSON object
    Jsonl,
    /// Comma-separated, with a header
    Csv,
    /// Tab-separated, with a header
    Tsv,
    /// Each row of a Parquet file is a document
    Parquet,
    /// TSV, CSV, JSONL or Parquet with id and signature
    Signatures,
}

impl InputKind {
    /// How the bytes are to be understood; signature files have the format that their name or content says.
    pub(super) fn input(self) -> Input {
        match self {
            Self::Auto | Self::Signatures => Input::Auto,
            Self::Dir => Input::Dir,
            Self::Lines => Input::Lines,
            Self::Jsonl => Input::Jsonl,
            Self::Csv => Input::Csv,
            Self::Tsv => Input::Tsv,
            Self::Parquet => Input::Parquet,
        }
    }
}

/// Order of the documents in a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Order {
    /// Near-duplicates side by side
    Group,
    /// As they were read
    Input,
    /// By signature, as a number
    Signature,
}

impl Order {
    pub(super) fn name(self) -> &'static str {
        match self {
            Order::Group => "group",
            Order::Input => "input",
            Order::Signature => "signature",
        }
    }
}

/// Colours for which background.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shade {
    /// Light on dark
    Dark,
    /// Dark on light
    Light,
}

/// How many colours a terminal is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colours {
    /// None: bold and reverse only.
    None,
    /// The sixteen of ANSI.
    Ansi16,
    /// The 256 of xterm.
    Ansi256,
    /// 24 bits.
    True,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ColourChoice {
    /// What the terminal says
    Auto,
    /// Sixteen colours
    #[value(name = "16")]
    Ansi16,
    /// 256 colours
    #[value(name = "256")]
    Ansi256,
    /// 24 bits
    Truecolor,
    /// No colours
    None,
}

/// A language of the screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// Chinese
    Zh,
}
