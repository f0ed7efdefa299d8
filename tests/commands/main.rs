//! The commands, end to end: the binary, its output, its errors, its exit codes, and the files that it writes.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../process/command.rs"]
mod command;
#[cfg(feature = "parquet")]
#[path = "../process/made.rs"]
mod made;

mod advise;
mod all;
mod batch;
mod callers;
mod cases;
mod clean;
mod command_line;
mod dedup;
mod differences;
#[cfg(feature = "parquet")]
mod engines;
mod fields;
mod filter;
mod folder;
mod frames;
mod handout;
mod index;
mod inputs;
mod judge;
mod kinds;
mod labels;
mod language;
mod languages;
#[cfg(unix)]
mod limits;
mod meant;
#[cfg(feature = "parquet")]
mod messy;
#[cfg(unix)]
mod moments;
#[cfg(unix)]
mod overwrite;
#[cfg(feature = "parquet")]
mod parquet;
mod passages;
mod promise;
mod recipes;
mod report;
mod search;
mod sensitivity;
mod settings;
mod shown;
#[cfg(feature = "parquet")]
mod signatures;
#[cfg(unix)]
mod spark;
#[cfg(target_os = "linux")]
mod streams;
mod tickets;
#[cfg(target_os = "linux")]
mod writers;
