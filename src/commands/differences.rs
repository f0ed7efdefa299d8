//! `simscope differences`: what differs between the texts of a corpus that are alike, how often, and whether it matters.

use super::arguments::DifferencesArguments;
use super::decided::{Decided, Judging, decided};
use super::dedup::printing::tell_questions;
use super::failure::Failure;
use super::material::{begin, refuse_signatures};
use simscope_core::display::{lang, say};
use simscope_core::export::Column;

const TABLE: [Column; 10] = [
    Column::text("class"),
    Column::text("difference").optional(),
    Column::whole("pairs"),
    Column::whole("waits"),
    Column::whole("goes"),
    Column::text("matters"),
    Column::text("why"),
    Column::text("id").optional(),
    Column::text("kept").optional(),
    Column::text("example").optional(),
];

pub(super) fn run(arguments: &DifferencesArguments) -> Result<(), Failure> {
    let DifferencesArguments { decide, judgements, output } = arguments;
    let what = (
        "--input signatures: differences are those of texts; give the texts themselves",
        "--input signatures：差异取自文本；请给出文本本身",
    );
    refuse_signatures(&decide.input, what)?;
    if decide.k.is_some() {
        return Err(Failure::Usage(say!(
            "-k: with it a distance decides, not differences; leave it out",
            "-k：由距离决定，而非由差异决定；请去掉"
        )));
    }
    if decide.keeps_none {
        return Err(Failure::Usage(say!(
            "--keep-none: differences are counted of texts of which one stays; leave it out",
            "--keep-none：差异按保留其一来统计；请去掉"
        )));
    }
    let judging = Judging { known: judgements.as_deref(), seed: 1, right: None, is_signed: false };
    let decided = decided(decide, &decide.input.sources()?, begin(&decide.input)?, judging)?;
    let Decided { chosen, .. } = &decided;
    output.rows(&TABLE, &[], |rows| {
        let mut class = String::new();
        for row in &chosen.rows {
            if !row.is_below {
                class = row.subject.to_string();
            }
            let key = row.is_below.then(|| row.subject.to_string());
            let (matters, why) = (rows.word(if row.matters { "yes" } else { "no" }), row.say_why(lang()));
            let id = |document: u32| chosen.all().get(document as usize).id;
            let example = row.example.map(|(gone, by)| chosen.compared.differences(gone, by));
            rows.write(&[
                class.as_str().into(),
                key.as_deref().into(),
                row.pairs.into(),
                row.held.into(),
                row.gone.into(),
                matters.into(),
                why.as_str().into(),
                row.example.map(|pair| id(pair.0)).into(),
                row.example.map(|pair| id(pair.1)).into(),
                example.as_deref().into(),
            ])?;
        }
        Ok(())
    })?;
    tell_questions(chosen, false);
    Ok(())
}
