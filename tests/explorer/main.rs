//! The explorer without a terminal: keys, actions and clicks in, frames and files out.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that cannot go on has failed; some print figures"
)]

#[path = "../process/command.rs"]
mod command;
#[path = "../support/mod.rs"]
mod support;

mod all;
mod clean;
mod compare;
mod evidence;
mod extent;
mod filter;
mod filter_lists;
mod frames;
mod hand;
mod index;
mod keys;
mod lab;
mod lab_and_command;
mod lab_beside;
mod lab_texts;
mod lab_words;
mod lessons;
mod matrix;
mod open;
mod picture;
mod recipes;
mod risk;
mod room;
mod sort;
mod steps;
mod visible_width;
mod why;
