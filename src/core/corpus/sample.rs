//! The built-in sample, which the program opens when no PATH is given.

use std::sync::OnceLock;

static PROVIDED: OnceLock<&str> = OnceLock::new();

/// Gives the library the text of [`Source::Builtin`](super::Source::Builtin), as JSONL. Only the first call counts.
pub fn provide_sample(jsonl: &'static str) {
    PROVIDED.get_or_init(|| jsonl);
}

/// The sample, if one was provided. In tests of this crate it is the one of the program: 88 documents;
/// `samples/README.md` says what is in them and where they come from.
pub(super) fn sample() -> Option<&'static str> {
    #[cfg(test)]
    provide_sample(include_str!("../../../samples/builtin.jsonl"));
    PROVIDED.get().copied()
}
