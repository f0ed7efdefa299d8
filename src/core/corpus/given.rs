//! Texts that were given to those who wrote a corpus.

use super::format::Format;
use super::inputs::place_of;
use super::{Input, ReadOptions, Source};

impl ReadOptions {
    /// To read a source of given texts: one that holds no records is one text, whatever its lines.
    #[must_use]
    pub fn for_given(&self, source: &Source) -> Self {
        let is_records = Format::of_name(&place_of(source)).is_some_and(|format| format != Format::Lines);
        Self { input: if is_records { Input::Auto } else { Input::Dir }, ..self.clone() }
    }
}
