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
mod command_line;
mod evidence;
mod extent;
mod filter;
mod filter_lists;
mod frames;
mod going_on;
mod hand;
mod index;
mod keymap;
mod keys;
mod lesson_parts;
mod lessons;
mod matrix;
mod open;
mod pair;
mod pair_and_command;
mod pair_beside;
mod pair_edits;
mod pair_texts;
mod pair_words;
mod passages;
mod path;
mod picture;
mod pool;
mod promise;
mod recipes;
mod risk;
mod room;
mod sort;
mod steps;
mod tree;
mod visible_width;
mod why;
