//! What a class takes home: a page that shows how signatures come about, and worksheets to be filled in by hand.
//!
//! Both are HTML files that load nothing.

mod page;
mod paper;
mod worksheet;

pub use page::page;
pub use worksheet::{Exercise, MOST_BITS, MOST_DOCUMENTS, MOST_FEATURES, NoSheet, Solution, Worksheet};
