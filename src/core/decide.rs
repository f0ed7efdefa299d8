//! Decides which document of a group stays, and what happens to the others.
//!
//! A document is dropped only against a kept one that is within k of it (and confirmed, where pairs are verified). In each group
//! the documents come in the order of a rule ([`Keep`]): those chosen by hand first, then the rule's first choice. A document
//! that no kept one covers is also kept. So a chain keeps several of its documents, and a group whose diameter is at most k keeps
//! one. [`Decisions`] change this: chosen documents stay, and excluded ones are taken out of their group.

mod choice;
pub mod clean;
mod cover;
mod decisions;
mod file;
mod keep;
mod preview;
pub mod promise;
#[cfg(test)]
mod tests;
mod values;

pub use choice::{Against, Decider};
pub use cover::Confirms;
pub use decisions::Decisions;
pub use file::{BadDecisions, LARGEST_FILE, Setting, Unfit, read, write};
pub use keep::{BadKeep, Keep};
pub use preview::Part;
pub use values::{BadValues, Preference};
