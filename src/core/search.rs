//! Pairs and neighbours within k, without comparing everything.
//!
//! A [`Strategy`] is a way of searching; [`plan`] picks one from the number of signatures, k and the data, and says
//! why. [`Neighbours`] holds signatures in the form that a strategy needs and runs queries;
//! [`each_pair_within`] finds all pairs; a [`Mapper`] finds those between a small set and a stream. All strategies find the same, and all count what it cost
//! ([`Counters`]).

mod batch;
mod combinations;
mod compressed;
mod counters;
mod design;
mod distinct;
mod join;
mod layout;
mod look_up;
mod nearest;
mod neighbours;
mod pairs;
mod parts;
mod planner;
mod sample;
mod squeezed;
mod strategy;
mod table;
mod tables;
#[cfg(test)]
mod tests;

pub use batch::{Mapper, Match};
pub use compressed::{Compressed, LookUp};
pub use counters::{Counters, Hit};
pub use design::Design;
pub(crate) use distinct::Distinct;
pub use layout::{Cut, Layout};
pub use look_up::{Look, LookedUp, Tried, look_up};
pub use nearest::nearest;
pub use neighbours::{Neighbours, scan};
pub(crate) use pairs::each_word_pair;
pub use pairs::{each_pair_within, map_pairs_within};
pub(crate) use parts::{count_starts, put_in_order};

pub use planner::{Estimate, Plan, Purpose, Reason, Skew, plan};
pub use strategy::{MOST_TABLES, Strategy, Unfit, UnknownStrategy, ball, binomial};
pub use table::{Table, alike, directory, directory_bits};
pub(crate) use tables::{Bucket, look};
