//! Which document of a group stays, and what becomes of the others.
//!
//! A document is dropped only against a kept one that is within k of it (and confirmed, where pairs are verified). In each
//! group the documents come in the order of a rule ([`Keep`]): those chosen by hand first, then the rule's first choice.
//! Each document that no kept one covers is kept, too. So a chain keeps several of its documents, and of a group whose
//! diameter is at most k one stays. [`Decisions`] change this group by group: chosen and excluded documents, splits, and
//! groups that are left as they are.

mod choice;
pub mod clean;
mod cover;
mod decisions;
mod file;
mod keep;
mod preview;
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
