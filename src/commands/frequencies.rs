//! `simscope frequencies`: in how many documents each term is, for tf-idf over a corpus that is read in parts.

use super::arguments::FrequenciesArguments;
use super::failure::Failure;
use super::material::{begin, refuse_signatures};
use super::skips::Skips;
use super::watch::{Unit, note};
use super::weighed;
use simscope_core::analysis::{self, Arrival};
use simscope_core::export::{Column, Rows};
use simscope_core::recipe::DocumentFrequencies;
use simscope_core::simhash::frequencies_of_batch;

pub(super) fn run(arguments: &FrequenciesArguments) -> Result<(), Failure> {
    let what = (
        "--input signatures: signatures have no terms; give the texts",
        "--input signatures：签名没有词项；请给出文本",
    );
    refuse_signatures(&arguments.input, what)?;
    if let Some(condition) = arguments.confirm {
        return weighed::run(arguments, condition);
    }
    let (recipe, watch) = begin(&arguments.input)?;
    let (sources, options) = (arguments.input.sources()?, arguments.input.streaming_options());
    let (mut all, mut skips) = (DocumentFrequencies::default(), Skips::default());
    watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        let count = |batch: &_| frequencies_of_batch(batch, &recipe);
        analysis::read_with((&sources, &options), progress, &count, &mut |arrival, counted| match arrival {
            Arrival::Batch(_) => all.merge(counted),
            Arrival::Skipped(skipped) => skips.add(skipped),
            Arrival::Noticed(notice) => note(&notice.to_string()),
        })
    })?;
    skips.tell();
    let mut terms: Vec<(u64, u32)> = all.iter().collect();
    terms.sort_unstable();
    let recipes = std::slice::from_ref(&recipe);
    arguments.output.write(recipes, |format, out| {
        let (term, documents) = DocumentFrequencies::COLUMNS;
        let mut rows = Rows::new(format, &[Column::text(term), Column::whole(documents)], recipes, out)?;
        for (term, documents) in terms {
            rows.write(&[format!("{term:016x}").as_str().into(), u64::from(documents).into()])?;
        }
        // At the end, so that a file that was cut is noticed.
        rows.write(&[DocumentFrequencies::ALL.into(), all.documents().into()])?;
        rows.finish()
    })
}
