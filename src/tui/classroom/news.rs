//! What the jobs of a lesson find.

use super::PageKey;
use crate::lessons::{Grade, Shown};

#[derive(Debug)]
pub enum News {
    /// A page with its numbers, or why there is none.
    Shown(PageKey, Result<Shown, String>),
    /// An answer on this page, graded.
    Graded(usize, Result<Grade, String>),
}
