//! The explorer end to end: the real program in a pseudo terminal, keys and mouse in, the screen out.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; some print figures"
)]

#[path = "../process/command.rs"]
mod command;
#[path = "../process/pty.rs"]
mod pty;
#[path = "../support/mod.rs"]
mod support;

#[cfg(unix)]
mod all;
#[cfg(unix)]
mod answers;
#[cfg(unix)]
mod classroom;
#[cfg(unix)]
mod judge;
#[cfg(unix)]
mod languages;
#[cfg(target_os = "linux")]
mod long_use;
#[cfg(unix)]
mod pair;
#[cfg(unix)]
mod pixels;
#[cfg(unix)]
mod programs;
#[cfg(target_os = "linux")]
mod signals;
#[cfg(all(feature = "parquet", unix))]
mod spark_output;
mod tables;
