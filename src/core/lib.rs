//! The library of simscope, without its commands and its explorer.
//!
//! Depend on the crate `simscope`, which re-exports all of it and says what each module holds.

pub mod alignment;
pub mod analysis;
pub mod contrast;
pub mod corpus;
pub mod crash;
pub mod decide;
pub mod display;
pub mod evidence;
pub mod export;
pub mod files;
pub mod filter;
pub mod groups;
pub mod hamming;
#[cfg(feature = "report")]
pub mod handout;
pub mod handover;
pub mod index;
pub mod judgements;
pub mod lessons;
pub mod measures;
pub mod passages;
pub mod progress;
pub mod prose;
pub mod random;
pub mod recipe;
#[cfg(feature = "report")]
pub mod report;
pub mod search;
pub mod sensitivity;
pub mod settings;
pub mod simhash;
pub mod temporary;
pub mod visible;
mod zstandard;
