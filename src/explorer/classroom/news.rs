//! What the jobs of a lesson find.

use crate::surface::Lang;
use simscope_core::lessons::{Grade, Shown};

/// What a page follows from: its place in the lesson, and the language.
pub type PageKey = (usize, Lang);

#[derive(Debug)]
pub enum News {
    /// A page with its numbers, or why there is none.
    Shown(PageKey, Result<Shown, String>),
    /// An answer on this page, graded.
    Graded(PageKey, Result<Grade, String>),
}
