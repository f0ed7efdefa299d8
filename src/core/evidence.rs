//! How good every k is: by the texts, by labels, or by judgements.

mod advice;
mod classes;
mod confirmed;
mod curve;
mod intervals;
mod kind;
mod labelled;
mod pair_labels;
mod rand_index;
mod reasons;
mod selection;
mod share;
mod targets;
mod truth;
mod wider;

pub use advice::{Advice, Basis, Reason, Verdict};
pub use confirmed::{Confirmed, Counting, Radius, Subject};
pub use curve::{Curve, Predicted, Purpose};
pub(crate) use intervals::score;
pub use intervals::{Z95, wilson, wilson_of_pairs};
pub use kind::{Catalogue, Kind};
pub use labelled::Labelled;
pub use pair_labels::{PairLabels, Unusable};
pub use reasons::{confirmed_and_right, judged_of_confirmed};
pub use selection::Selection;
pub use share::Share;
pub use targets::Targets;
pub use truth::Truth;
pub use wider::Wider;
