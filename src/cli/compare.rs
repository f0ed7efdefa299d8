//! `simscope compare`: two documents side by side.

use super::arguments::CompareArguments;
use super::failure::Failure;
use super::material::{begin, frequencies, read_texts, refuse_signatures};
use crate::corpus::Corpus;
use crate::export::Compared;
use crate::simhash::trace;

pub(super) fn run(arguments: &CompareArguments) -> Result<(), Failure> {
    let what = "compare: a signature file has no texts to compare; give the texts that it was made from";
    refuse_signatures(&arguments.input, what)?;
    let (recipe, watch) = begin(&arguments.input)?;
    // Texts alone need no corpus; with a PATH, its document frequencies count.
    let corpus = match arguments.are_texts && arguments.input.paths.is_empty() {
        true => Corpus::default(),
        false => read_texts(&arguments.input, watch)?,
    };
    let chosen = [&arguments.a, &arguments.b].map(|asked| match arguments.are_texts {
        true => Ok((None, asked.as_str())),
        false => corpus.iter().find(|document| document.id == asked.as_str()).map_or_else(
            || {
                let what = format!(
                    "compare {asked}: {} has no such document; `simscope hash` lists the ids, --texts takes texts",
                    corpus.name()
                );
                Err(Failure::Failed(what))
            },
            |document| Ok((Some(document.id), document.text)),
        ),
    });
    let [a, b] = chosen;
    let ((id_a, text_a), (id_b, text_b)) = (a?, b?);
    let frequencies = frequencies(&corpus, &recipe, watch);
    let [a, b] = [text_a, text_b].map(|text| trace(&recipe, frequencies.as_ref(), text));
    let compared = Compared { ids: [id_a, id_b], recipe, traces: [&a, &b] };
    arguments.output.write(&[recipe], |format, out| compared.write(format, out))
}
