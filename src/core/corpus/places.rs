//! Where documents come from: which file, and which record of it.

use std::path::Path;
use std::sync::Arc;

/// Where a document stands in the sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file, numbered from 0 in the order in which files are read: a source that is a file, each file of a folder,
    /// standard input. A file without any document counts as well.
    pub file: u32,
    /// The record in the file, from 0, with those that could not be read: the line (JSONL: blank ones count), the
    /// element of a JSON array, the record of a CSV or TSV file after its header, the row of a Parquet file; 0 for
    /// a file that is one document.
    pub record: u64,
}

/// Documents whose records follow one another in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// Index of the first document.
    start: u32,
    first: Place,
}

impl Run {
    fn place(&self, index: u32) -> Place {
        Place { record: self.first.record + u64::from(index - self.start), ..self.first }
    }
}

/// The places of documents, ascending; 24 bytes for each run of records without a gap.
#[derive(Debug, Clone, Default)]
pub struct Places {
    runs: Vec<Run>,
    len: u32,
    /// The files that hold several documents, with their names, ascending.
    names: Vec<(u32, Arc<str>)>,
}

impl Places {
    /// Number of documents.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The place of a document.
    ///
    /// # Panics
    /// When `index` is not below [`Places::len`].
    pub fn get(&self, index: usize) -> Place {
        assert!(index < self.len(), "document {index} of {}", self.len);
        let index = index as u32;
        self.runs[self.runs.partition_point(|run| run.start <= index) - 1].place(index)
    }

    /// The document that was read from there; `None` if the record was skipped.
    pub fn document_at(&self, place: Place) -> Option<usize> {
        let at = self.runs.partition_point(|run| run.first <= place).checked_sub(1)?;
        let end = self.runs.get(at + 1).map_or(self.len, |run| run.start);
        let run = self.runs[at];
        let index = u64::from(run.start) + (place.record - run.first.record.min(place.record));
        (run.first.file == place.file && index < u64::from(end)).then_some(index as usize)
    }

    /// The name of a file of records: as given, or relative to its folder. `None` for a file that is one document,
    /// whose id is its name, and for a file without documents.
    pub fn file_name(&self, file: u32) -> Option<&str> {
        let at = self.names.binary_search_by_key(&file, |&(file, _)| file).ok()?;
        Some(&self.names[at].1)
    }

    /// The last file that has documents.
    pub(super) fn last_file(&self) -> Option<u32> {
        self.runs.last().map(|run| run.first.file)
    }

    /// Adds the next document, and the name of its file if that holds several.
    pub(super) fn push(&mut self, place: Place, name: Option<&Arc<str>>) {
        if self.runs.last().is_none_or(|run| run.place(self.len) != place) {
            self.begin(place);
        }
        self.len += 1;
        if let Some(name) = name {
            self.name(place.file, name);
        }
    }

    /// Adds the places of the documents that follow.
    pub fn extend(&mut self, next: &Places) {
        for run in &next.runs {
            if self.runs.last().is_none_or(|last| last.place(self.len + run.start) != run.first) {
                self.runs.push(Run { start: self.len + run.start, ..*run });
            }
        }
        self.len += next.len;
        next.names.iter().for_each(|(file, name)| self.name(*file, name));
    }

    fn begin(&mut self, first: Place) {
        self.runs.push(Run { start: self.len, first });
    }

    fn name(&mut self, file: u32, name: &Arc<str>) {
        if self.names.last().is_none_or(|&(last, _)| last != file) {
            self.names.push((file, Arc::clone(name)));
        }
    }

    /// Without room for more.
    pub(super) fn packed(mut self) -> Self {
        self.runs.shrink_to_fit();
        self.names.shrink_to_fit();
        self
    }
}

/// The line of a record in its file, from 1; `None` where a record may have several lines, or none.
pub fn line_of(file: &Path, record: u64) -> Option<u64> {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_ascii_lowercase();
    matches!(ending.as_str(), "jsonl" | "ndjson" | "txt").then_some(record + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_by_document_and_documents_by_place() {
        let name = Arc::from("b.jsonl");
        let all = [(0, 0), (0, 1), (0, 3), (2, 0), (3, 0), (3, 2), (3, 3)];
        let place = |(file, record)| Place { file, record };
        for cut in 0..=all.len() {
            let part = |part: &[(u32, u64)]| {
                let mut places = Places::default();
                part.iter().for_each(|&at| places.push(place(at), (at.0 == 3).then_some(&name)));
                places
            };
            let mut places = part(&all[..cut]);
            places.extend(&part(&all[cut..]));
            assert_eq!(places.runs.len(), 5);
            assert_eq!(places.len(), all.len());
            for (index, &at) in all.iter().enumerate() {
                assert_eq!(places.get(index), place(at));
                assert_eq!(places.document_at(place(at)), Some(index));
            }
            for nobody in [(0, 2), (0, 4), (1, 0), (2, 1), (3, 1), (3, 4), (4, 0)] {
                assert_eq!(places.document_at(place(nobody)), None, "{nobody:?}");
            }
            assert_eq!((places.file_name(0), places.file_name(3)), (None, Some("b.jsonl")));
        }
        assert_eq!(Places::default().document_at(place((0, 0))), None);
    }
}
