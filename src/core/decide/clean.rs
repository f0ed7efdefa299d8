//! What may go because of its text, and what must stay.
//!
//! Texts come in the order of a rule, the heaviest first unless another rule is given. A text goes only if one that stays
//! *covers* it itself: the two are confirmed, and enough of the weight of the text that goes is in the one that stays. So
//! there are no chains. What differs in a way that must not be lost is held: it stays, and is listed with the text that would
//! cover it.

mod alarms;
mod greedy;
mod kept;
mod lost;
mod rules;
mod sample;
mod slots;
#[cfg(test)]
mod tests;
mod told;

pub use alarms::{Alarm, Facts, PartName, Parts, alarms};
pub use greedy::{Cleaner, Near};
pub use lost::not_in_kept;
pub use rules::{Cleaned, Cover, Kinds, Rules, Said, Verdict};
pub use sample::{Answers, Sample, Stratum, drawn_under};
