//! Pairs and neighbours within k, without comparing everything.
//!
//! A [`Strategy`] is a way of searching; [`plan`] picks one from the number of signatures, k and the data, and says
//! why. [`Neighbours`] holds signatures in the form that a strategy needs and answers queries;
//! [`each_pair_within`] finds all pairs. All strategies find the same, and all count what it cost
//! ([`Counters`]).

mod compressed;
mod layout;
mod strategy;

pub use compressed::{Compressed, Compression, Damaged, LookUp, Parts, expected_bits, information_bits};
pub use layout::{Cut, Layout};
pub use strategy::{MOST_TABLES, Strategy, Unfit, UnknownStrategy, ball, binomial};
