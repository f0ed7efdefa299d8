//! What of the screen Compare leaves the explorer.

use super::news::{PairKey, Weighed};
use crate::sheet::{Sheet, of_rows};
use simscope_core::alignment::Alike;
use simscope_core::corpus::Corpus;
use simscope_core::export::Compared;
use simscope_core::measures::Measure;

/// What `compare A B` prints.
pub fn compared(
    corpus: Corpus,
    key: PairKey,
    weighed: &Weighed,
    measures: Vec<(Measure, f64)>,
) -> Box<dyn Sheet> {
    let traces = weighed.traces.clone();
    of_rows(move |format, _, out| {
        let id = |document: u32| Some(corpus.get(document as usize).id);
        Compared {
            ids: [id(key.a), id(key.b)],
            recipe: key.recipe,
            traces: [&traces[0], &traces[1]],
            alike: Alike::of(corpus.get(key.a as usize).text, corpus.get(key.b as usize).text),
            measures: &measures,
        }
        .write(format, out)
    })
}
