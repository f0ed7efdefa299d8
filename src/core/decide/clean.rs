//! Decides by their texts which documents may go and which must stay.
//!
//! Texts are [compared](Comparing) once: equal texts are collapsed, similar ones are aligned, and statistics of the corpus show
//! which differences distinguish its texts. Then a [`Cleaner`] decides by [`Rules`]. Texts come in an order, the heaviest first
//! unless another one is given. A text goes only if one text that stays covers it: the two are similar enough, no difference
//! between them matters, and little is lost. So there are no chains. A text that is similar to one that stays, but fails one of
//! these tests, is held: it stays, and is listed with that text.

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
mod refused;
mod rules;
mod sample;
mod star;
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
pub use refused::Refused;
pub use rules::{Cleaned, Cover, Kinds, Rules, Said, Verdict, Why};
pub use sample::{Answers, Sample, Stratum, drawn_under};
pub use table::{Question, Questions, Row, rows};
pub use vocabulary::Words;
