//! The heads and first columns of tables for reading, in the language of messages. Keys of JSON and columns of other formats are
//! English.

use crate::display::{Lang, lang};

/// Names and what they are called in Chinese, with a tab between; the others are symbols, or are read as they are.
const NAMES: &str = include_str!("heads.tsv");

/// What a column or a row is called in a table.
pub(super) fn shown(name: &str) -> &str {
    let mut names = NAMES.lines().filter_map(|line| line.split_once('\t')).filter(|_| lang() == Lang::Zh);
    names.find(|(english, _)| *english == name).map_or(name, |(_, chinese)| chinese)
}
