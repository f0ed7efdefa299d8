//! What may go because of its text, and what must stay.
//!
//! Texts are [compared](Comparing) once: equal ones are one, those that are alike are aligned, and the corpus is asked which differences
//! part its texts. A [`Cleaner`] decides then, by [`Rules`]: texts come in an order, the heaviest first unless another one is given, and
//! a text goes only if one that stays covers it itself: the two are alike enough, no difference between them matters, and little is
//! lost. So there are no chains. A text that one would cover but for such a reason is held: it stays, and is listed with it.

mod alarms;
mod aligned;
mod alike;
mod comparison;
mod cuts;
mod greedy;
mod judge;
mod matters;
mod neighbours;
mod phrases;
mod rules;
mod sample;
mod table;
mod template;
mod testimony;
#[cfg(test)]
mod tests;
mod told;
mod vocabulary;

pub use alarms::{Alarm, Facts, PartName, Parts, alarms};
pub use comparison::{Comparing, Comparison, Near, is_blank};
pub use greedy::Cleaner;
pub use matters::{Matters, Subject, SubjectError};
pub use phrases::noun;
pub use rules::{Cleaned, Cover, Kinds, Rules, Said, Verdict, Why};
pub use sample::{Answers, Sample, Stratum, drawn_under};
pub use table::{Question, Questions, Row, rows};
pub use vocabulary::Words;
