//! The built-in sample, opened when no PATH is given.

/// JSONL of 88 documents; `samples/README.md` says what is in it and where it comes from.
pub(super) const BUILTIN: &str = include_str!("../../samples/builtin.jsonl");
