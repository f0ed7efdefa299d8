//! How edits move a signature: the influence of each feature, the margin of each bit, a battery of edits, and
//! how all this depends on the length of a text.
//!
//! | part | result |
//! | --- | --- |
//! | [`Difference`] | what changed between two texts, bit by bit and feature by feature |
//! | [`Influence`] | how far the signature moves when one feature is left out |
//! | [`Margins`] | how much weight separates each bit from flipping |
//! | [`Battery`] | how far typical edits move it |
//! | [`Curve`] | how far an edit moves a text of n features, by measurement and by theory |
//! | [`Survival`] | what k a text of that length needs |
//! | [`Curve::is_too_short`] | which documents one edit moves beyond k, more often than not |
//!
//! Everything random follows from a seed: the same on every machine and for any number of threads.

mod curve;
mod difference;
mod edits;
mod influence;
mod length;
mod margins;
mod passages;
mod stretches;
mod survival;
#[cfg(test)]
mod tests;
mod theory;
mod too_short;
mod traced;

pub use curve::{Curve, Experiment, LENGTHS, Point};
pub use difference::{Change, Crossing, Difference};
pub use edits::{BadEdit, Battery, Bench, Edit, Edited, Moot, Moved, Own, Trial};
pub use influence::{Influence, Left};
pub use length::{length, lengths};
pub use margins::{Margin, Margins};
pub use passages::vocabulary;
pub(crate) use stretches::stretches;
pub use stretches::{Stretch, flips_at};
pub use survival::{SURVIVED, Survival, percent};
pub use theory::{share_of_bits, share_of_minima};
pub use too_short::{Lengths, TooShort};
pub use traced::Traced;
