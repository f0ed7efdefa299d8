//! The values of a field that is neither text nor label, from a second reading.

use super::{Arrival, read};
use crate::corpus::{Corpus, CorpusError, ReadOptions, Source};
use crate::decide::{BadValues, Keep, Preference};
use crate::progress::Progress;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// The value of a field for each document of a corpus that was read from these sources with these options; `None` for a
/// document without it, or where it is neither text nor number. Advances by bytes.
///
/// # Errors
/// Those of [`read`]; above all, if no record has the field.
pub fn field_values(
    (sources, options): (&[Source], &ReadOptions),
    field: &str,
    corpus: &Corpus,
    progress: &Progress,
) -> Result<Vec<Option<String>>, CorpusError> {
    let options = ReadOptions {
        text_field: Some(field.to_owned()),
        takes_numbers: true,
        needs_field: true,
        strict: false,
        memory: None,
        ..options.clone()
    };
    let (mut values, mut at) = (vec![None; corpus.len()], 0);
    let result = read(sources, &options, progress, &mut |arrival| {
        let Arrival::Batch(batch) = arrival else { return ControlFlow::Continue(()) };
        for (index, document) in batch.iter().enumerate() {
            // Both readings are in the order of the records; each may have skipped others.
            let place = batch.places().get(index);
            while at < corpus.len() && corpus.place(at) < place {
                at += 1;
            }
            if at < corpus.len() && corpus.place(at) == place {
                values[at] = Some(document.text.to_owned());
            }
        }
        // Of the corpus perhaps not all was read.
        if at < corpus.len() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    match result {
        Ok(_) => Ok(values),
        Err(CorpusError::NoField { field, place, found, .. }) => Err(CorpusError::NoField {
            field,
            option: ("another field for --keep", "请为 --keep 另选字段"),
            place,
            found,
        }),
        // The records were read before, so what is skipped now has another kind of value.
        Err(CorpusError::NothingRead { .. }) => Ok(values),
        Err(error) => Err(error),
    }
}

/// Why a rule gives no order.
#[derive(Debug, thiserror::Error)]
pub enum Unordered {
    /// The values cannot be read.
    #[error(transparent)]
    Unread(#[from] CorpusError),
    /// They cannot be compared.
    #[error(transparent)]
    Values(#[from] BadValues),
}

/// The order that a rule gives the documents of a corpus, which was read in that way: the values of a field are read again.
///
/// # Errors
/// See [`Unordered`].
pub fn preference(
    keep: &Keep,
    reading: (&[Source], &ReadOptions),
    corpus: &Corpus,
    progress: &Progress,
) -> Result<Preference, Unordered> {
    let Some(field) = keep.field() else {
        let length = |document: usize| corpus.get(document).text.chars().count() as u32;
        let lengths: Vec<u32> = (0..corpus.len()).into_par_iter().map(length).collect();
        return Ok(Preference::of_texts(keep.clone(), &lengths));
    };
    let values = field_values(reading, field, corpus, progress)?;
    let id = |document: usize| corpus.get(document).id.to_owned();
    Ok(Preference::of_values(keep.clone(), values.iter().map(Option::as_deref), &id)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Input;

    #[test]
    fn values_are_joined_to_their_documents() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("c.jsonl");
        let lines = r#"{"id":"a","text":"one","date":"2024-01-01"}

{"id":"b","date":"2024-01-02"}
{"id":"c","text":"three"}
{"id":"d","text":"four","date":{"no":1}}
not json
{"id":"e","text":"five","date":7}
"#;
        std::fs::write(&path, lines).unwrap();
        let (sources, options, progress) = ([Source::Path(path)], ReadOptions::default(), Progress::new());
        let mut corpus = Corpus::default();
        read(&sources, &options, &progress, &mut |arrival| {
            if let Arrival::Batch(batch) = arrival {
                corpus.push(batch);
            }
            ControlFlow::Continue(())
        })
        .unwrap();
        let values = |field| field_values((&sources, &options), field, &corpus, &progress);
        let expected = [Some("2024-01-01"), None, None, Some("7")];
        let found = values("date").unwrap();
        assert_eq!(found.iter().map(Option::as_deref).collect::<Vec<_>>(), expected);
        let without_fields = [
            ReadOptions { input: Input::Lines, ..ReadOptions::default() },
            ReadOptions { input: Input::Dir, ..ReadOptions::default() },
        ];
        for options in without_fields {
            let result = field_values((&sources, &options), "date", &corpus, &progress);
            let error = result.unwrap_err().to_string();
            assert!(error.contains("no record has a field `date`; its fields are none"), "{error}");
        }
        let told = values("dote").unwrap_err().to_string();
        assert!(told.contains("no record has a field `dote`") && told.contains("--keep"), "{told}");
    }
}
