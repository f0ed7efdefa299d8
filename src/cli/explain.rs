//! `simscope explain`: how one signature comes about.

use super::arguments::ExplainArguments;
use super::failure::Failure;
use super::material::{frequencies, read_texts};
use super::watch::Watch;
use crate::corpus::{Corpus, Document};
use crate::export::Explained;
use crate::simhash::trace;
use crate::visible;

pub(super) fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    if arguments.input.is_signatures() {
        let what = "explain: a signature file has no texts to explain; give the texts that it was made from";
        return Err(Failure::Usage(what.to_owned()));
    }
    let recipe = arguments.input.recipe.recipe()?;
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    // A text alone needs no corpus; with a PATH, its document frequencies count.
    let corpus = match arguments.text.is_some() && arguments.input.paths.is_empty() {
        true => Corpus::default(),
        false => read_texts(&arguments.input, watch)?,
    };
    let (id, text) = match &arguments.text {
        Some(text) => (None, text.as_str()),
        None => {
            let document = choose("explain", &corpus, arguments.id.as_deref())?;
            (Some(document.id), document.text)
        }
    };
    let frequencies = frequencies(&corpus, &recipe, watch);
    let trace = trace(&recipe, frequencies.as_ref(), text);
    let explained = Explained { id, recipe, trace: &trace };
    arguments.output.write(&[recipe], |format, out| explained.write(format, out))
}

/// The document with that id; without an id, the only one.
pub(super) fn choose<'c>(
    command: &str,
    corpus: &'c Corpus,
    id: Option<&str>,
) -> Result<Document<'c>, Failure> {
    let Some(id) = id else {
        return match corpus.len() {
            0 => Err(Failure::Failed(format!("{}: there is no document; give --text TEXT", corpus.name()))),
            1 => Ok(corpus.get(0)),
            n => {
                let some: Vec<_> =
                    corpus.iter().take(3).map(|document| visible::fit(document.id, 30)).collect();
                let what = format!(
                    "{command}: which of {n} documents ({} …)? Choose with --id ID, or give --text TEXT",
                    some.join(", ")
                );
                Err(Failure::Usage(what))
            }
        };
    };
    corpus.iter().find(|document| document.id == id).ok_or_else(|| {
        let what =
            format!("--id {id}: {} has no such document; `simscope hash` lists the ids", corpus.name());
        Failure::Failed(what)
    })
}
