//! New documents beside an index of the known ones, and those that are new.

use super::super::arguments::{CheckArguments, CheckFormat};
use super::super::failure::Failure;
use super::super::output::print;
use super::super::watch::{Unit, Watch};
use super::{Finding, How, place, written};
use rayon::prelude::*;
use serde_json::json;
use simscope_core::corpus::Corpus;
use simscope_core::display::say;
use simscope_core::index::{Index, IndexError};
use simscope_core::simhash::Signer;
use simscope_core::visible;
use std::collections::BTreeSet;

/// What of the documents is within k of one of an index, but for what was found before.
pub(super) fn of_index<'c>(
    new: &'c Corpus,
    index: &'c Index,
    (arguments, watch): (&CheckArguments, Watch),
    before: &[Finding<'c>],
) -> Result<Vec<Finding<'c>>, Failure> {
    let Some(recipe) = index.recipe()? else {
        return Err(Failure::Failed(say!(
            "{}: the index was built from signatures and has no recipe for texts; build it from the texts",
            "{}：索引由签名建成，没有用于文本的配方；请由文本建立",
            visible::path(index.path())
        )));
    };
    let k = arguments.k.unwrap_or(index.k());
    // What is held differs in something that matters; the index may have it as it is.
    let found = before.iter().filter(|finding| !finding.is_held);
    let known: BTreeSet<usize> = found.map(|finding| finding.document).collect();
    let look_up = |signer: &mut Signer<'_>, document: usize| {
        let (id, text) = (new.get(document).id, new.get(document).text);
        let signed = signer.sign(text);
        if signed.features == 0 || known.contains(&document) {
            return Ok(None);
        }
        let mut hits = Vec::new();
        index.within(signed.signature, k, &mut hits)?;
        let Some(hit) = hits.into_iter().min_by_key(|hit| (hit.distance, hit.index)) else { return Ok(None) };
        let at = (index.path().to_string_lossy().into_owned(), None);
        Ok(Some(Finding {
            document,
            ids: [id, index.id(hit.index)?],
            text,
            places: [place(new, document, &arguments.input.paths), at],
            differences: String::new(),
            how: How::Distance(hit.distance),
            is_held: false,
        }))
    };
    let found: Result<Vec<Option<Finding<'c>>>, IndexError> =
        watch.during(("looking up", "查找"), Unit::Documents, |progress| {
            progress.expect(new.len() as u64);
            let documents = (0..new.len()).into_par_iter().inspect(|_| progress.advance(1));
            documents.map_init(|| Signer::new(&recipe, None), look_up).collect()
        });
    Ok(found?.into_iter().flatten().collect())
}

/// Prints the documents that were not found.
pub(super) fn print_new(
    new: &Corpus,
    found: &[Finding<'_>],
    arguments: &CheckArguments,
) -> Result<(), Failure> {
    let known: BTreeSet<usize> =
        found.iter().filter(|finding| !finding.is_held).map(|finding| finding.document).collect();
    let is_new = |document: &usize| !known.contains(document);
    print(|out| {
        for document in (0..new.len()).filter(is_new) {
            let (id, place) = (new.get(document).id, place(new, document, &arguments.input.paths));
            match arguments.format() {
                CheckFormat::Jsonl => {
                    writeln!(out, "{}", json!({ "file": place.0, "line": place.1, "id": id }))?
                }
                _ => writeln!(out, "{}: {}", written(&place), visible::line(id))?,
            }
        }
        Ok(())
    })
}
