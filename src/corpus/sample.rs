//! The built-in sample: what the explorer opens when it is given nothing.

/// JSONL of 88 documents; `samples/README.md` says what is in it and where it comes from.
pub(super) const BUILTIN: &str = include_str!("../../samples/builtin.jsonl");
