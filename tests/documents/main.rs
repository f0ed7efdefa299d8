//! What the documents say: their examples and pictures are made anew and compared, the rules of the house are read off the source.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; some print figures"
)]

#[path = "../support/mod.rs"]
mod support;

mod architecture;
#[cfg(all(feature = "parquet", unix))]
mod examples;
mod moving_picture;
mod page;
mod pages;
