//! What a class takes home: the way to a signature as one page with its steps, and worksheets to be filled in by hand.
//!
//! Both are HTML files that load nothing. The steps are those of [`simhash::steps`](crate::simhash::steps), with the same
//! sentences; they can be read without scripts as a sequence of figures. Texts pass through [`crate::visible`] first.

mod figures;
mod grid;
mod paper;
mod walk;
mod worksheet;

pub use walk::walkthrough;
pub use worksheet::{Exercise, MOST_BITS, MOST_DOCUMENTS, MOST_FEATURES, NoSheet, Worksheet};
