//! The library: its signatures, files, advice and parsers against definitions, kept inputs and other programs.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; some print figures"
)]

#[cfg(feature = "chinese")]
mod advice;
mod crash;
mod fuzz;
#[cfg(feature = "chinese")]
mod golden;
mod handover;
mod index;
mod judgements;
#[path = "../process/made.rs"]
#[cfg(all(feature = "chinese", feature = "parquet"))]
mod made;
#[cfg(all(feature = "chinese", feature = "parquet"))]
mod messy;
mod planted;
#[cfg(feature = "chinese")]
mod sample;
#[cfg(feature = "chinese")]
mod vectors;
#[cfg(feature = "chinese")]
mod weak_spots;
