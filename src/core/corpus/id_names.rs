//! When the name of its file comes before the id of a record.

use rustc_hash::FxHashSet;
use xxhash_rust::xxh3::xxh3_64;

use super::notice::Renamed;

/// Where there are several files of records: whether the name of the file comes before the id that a record has. A record
/// without an id has its number, and there the name always comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum IdNames {
    /// Only before an id that a record of an earlier file has: whatever comes later, an id that was handed out stays. The
    /// names are the same however often the same files are read.
    #[default]
    Auto,
    /// Never.
    AsIs,
    /// Always.
    ByFile,
}

/// Ids that are remembered. Beyond, every id of the further files has the name of its file.
const MOST: usize = 1 << 25;

/// The ids of the files that were read.
#[derive(Debug)]
pub(super) struct KnownIds {
    names: IdNames,
    most: usize,
    /// Hashes: that two ids have one puts a name where none were needed, no more.
    earlier: FxHashSet<u64>,
    /// Of the file that is being read.
    current: Vec<u64>,
    is_full: bool,
    /// Whether the table was full before this file.
    names_all: bool,
    renamed: Option<Renamed>,
}

impl KnownIds {
    /// Bytes that remembering takes for each id: a slot in a table that is half full, and one in a list.
    pub(super) const EACH: u64 = 28;

    pub(super) fn new(names: IdNames) -> Self {
        Self {
            names,
            most: MOST,
            earlier: FxHashSet::default(),
            current: Vec::new(),
            is_full: false,
            names_all: false,
            renamed: None,
        }
    }

    pub(super) fn begin_file(&mut self) {
        self.earlier.extend(self.current.drain(..));
        self.names_all = self.is_full;
    }

    /// The id under which a record of the current file goes; `name` is what the file's begins with.
    pub(super) fn named(&mut self, name: &str, id: &str) -> Option<String> {
        match self.names {
            IdNames::AsIs => None,
            IdNames::ByFile => Some(format!("{name}{id}")),
            IdNames::Auto => {
                let hash = xxh3_64(id.as_bytes());
                if !self.names_all && !self.earlier.contains(&hash) {
                    if !self.is_full {
                        self.current.push(hash);
                    }
                    self.is_full |= self.earlier.len() + self.current.len() >= self.most;
                    return None;
                }
                let named = format!("{name}{id}");
                let first = || Renamed { documents: 0, first: named.clone() };
                self.renamed.get_or_insert_with(first).documents += 1;
                Some(named)
            }
        }
    }

    /// What was renamed for want of another id.
    pub(super) fn renamed(&mut self) -> Option<Renamed> {
        self.renamed.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids of these files, one after the other.
    fn named(mut known: KnownIds, files: &[&[&str]]) -> (Vec<String>, Option<Renamed>) {
        let mut all = Vec::new();
        for (file, ids) in files.iter().enumerate() {
            known.begin_file();
            let name = format!("{file}:");
            all.extend(ids.iter().map(|&id| known.named(&name, id).unwrap_or_else(|| id.to_owned())));
        }
        (all, known.renamed())
    }

    #[test]
    fn the_name_of_a_file_stands_where_an_earlier_file_has_the_id() {
        let files = [&["a", "b", "b"][..], &["c", "a"], &[], &["b", "b", "c", "d"]];
        let (ids, renamed) = named(KnownIds::new(IdNames::Auto), &files);
        assert_eq!(ids, ["a", "b", "b", "c", "1:a", "3:b", "3:b", "3:c", "d"]);
        assert_eq!(renamed, Some(Renamed { documents: 4, first: "1:a".to_owned() }));
        let (ids, renamed) = named(KnownIds::new(IdNames::ByFile), &files[..2]);
        assert_eq!((ids.concat(), renamed), ("0:a0:b0:b1:c1:a".to_owned(), None));
        assert_eq!(named(KnownIds::new(IdNames::AsIs), &files).0.concat(), "abbcabbcd");
    }

    #[test]
    fn beyond_what_is_remembered_every_further_file_is_named() {
        let known = || KnownIds { most: 3, ..KnownIds::new(IdNames::Auto) };
        let (ids, renamed) = named(known(), &[&["a"], &["b", "c", "d", "a", "e"], &["d"], &["x"]]);
        assert_eq!(ids, ["a", "b", "c", "d", "1:a", "e", "2:d", "3:x"]);
        assert_eq!(renamed.map(|renamed| renamed.documents), Some(3));
        assert_eq!(named(known(), &[&["a", "b", "c"], &["d"]]).0, ["a", "b", "c", "1:d"]);
    }
}
