//! Folders of shards: which files of a folder are records by their names, and so what the folder is read as.

use super::Input;
use super::foreign::saved_dataset;
use super::format::Format;
use super::notice::Mixed;
use super::parts::{is_hidden, is_part};
use super::walk::Step;

/// What the files of a folder are read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// Each file is a document.
    Documents,
    /// Each file holds records, of one format.
    Records,
    /// An engine wrote it: each file that is not hidden holds records.
    Parts,
    /// The files whose names say so hold records; the others are not read.
    Shards,
}

/// What a name says of a file in a folder of shards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ByName {
    Records,
    /// Something about the records: it is passed over.
    About,
    Other,
}

impl ByName {
    pub(super) fn of(path: &str) -> Self {
        const ABOUT: [&str; 3] = ["dataset_info.json", "dataset_infos.json", "dataset_dict.json"];
        const TITLES: [&str; 4] = ["README", "LICENSE", "LICENCE", "CITATION"];
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        if is_hidden(path)
            || ABOUT.contains(&name)
            || TITLES.iter().any(|title| stem.eq_ignore_ascii_case(title))
        {
            return Self::About;
        }
        match Format::of_name(name) {
            _ if is_part(name) => Self::Records,
            Some(Format::Lines) | None => Self::Other,
            Some(_) => Self::Records,
        }
    }
}

/// What these files of a folder that no engine wrote are read as, and what is to be said of it. Where the input is not
/// named, records are read if there are more files of them than others.
///
/// # Errors
/// A folder that is not read, and what to do with it.
pub(super) fn holds(files: &[Step], input: Input, folder: &str) -> Result<(Holds, Option<Mixed>), String> {
    if input == Input::Dir {
        return Ok((Holds::Documents, None));
    }
    let names =
        || files.iter().filter_map(|step| if let Step::File(file) = step { Some(&*file.name) } else { None });
    if is_saved_dataset(&names) {
        return Err(saved_dataset());
    }
    match input {
        Input::Auto => {}
        Input::Records => return Ok((Holds::Shards, None)),
        _ => return Ok((Holds::Records, None)),
    }
    let of = |kind: ByName| names().filter(move |name| ByName::of(name) == kind);
    let files = (of(ByName::Records).count() as u64, of(ByName::Other).count() as u64);
    let are_records = files.0 > files.1;
    let first = of(if are_records { ByName::Other } else { ByName::Records }).next();
    let mixed = first.filter(|_| files.0 > 0 && files.1 > 0).map(|first| Mixed {
        folder: folder.to_owned(),
        are_records,
        files,
        first: first.to_owned(),
    });
    Ok((if are_records { Holds::Shards } else { Holds::Documents }, mixed))
}

/// Whether Hugging Face's library wrote Arrow files here or in a folder below.
fn is_saved_dataset<'n, N: Iterator<Item = &'n str>>(names: &impl Fn() -> N) -> bool {
    let folder = |name: &'n str| name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_about = |name: &str| name.ends_with("dataset_info.json") || name.ends_with("state.json");
    let Some(arrow) = names().find(|name| name.ends_with(".arrow")) else { return false };
    names().any(|name| is_about(name) && folder(name) == folder(arrow))
}

#[cfg(test)]
mod tests {
    use super::super::walk::FolderFile;
    use super::*;

    fn held(names: &[&str], input: Input) -> Result<(Holds, Option<Mixed>), String> {
        let file =
            |name: &&str| Step::File(FolderFile { path: name.into(), name: (*name).to_owned(), size: 0 });
        holds(&names.iter().map(file).collect::<Vec<_>>(), input, "in")
    }

    #[test]
    fn a_folder_of_records_by_their_names_is_read_as_records() {
        for names in [
            &["0000.jsonl", "0001.jsonl"][..],
            &["data/train-00000-of-00002.parquet", "README.md", ".gitattributes", "dataset_infos.json"],
            &["part.0.parquet", "part.1.parquet"],
            &["data_0.parquet", "_metadata", "_common_metadata"],
            &["000000000000.parquet"],
            &["a.json.gz", "b.ndjson.zst", "c.csv", "d.TSV", "e.jsonl.xz", "f.warc.wet.gz"],
            &["x/part-00000", "x/_SUCCESS", ".cache/a.lock"],
        ] {
            assert_eq!(held(names, Input::Auto), Ok((Holds::Shards, None)), "{names:?}");
        }
        for names in [&[][..], &["a.txt", "README.md"], &["_a.jsonl"], &["README.md", "LICENSE"]] {
            assert_eq!(held(names, Input::Auto), Ok((Holds::Documents, None)), "{names:?}");
        }
    }

    #[test]
    fn a_mixed_folder_is_read_as_what_most_of_its_files_are() {
        let mixed = |are_records, files, first: &str| {
            Some(Mixed { folder: "in".to_owned(), are_records, files, first: first.to_owned() })
        };
        let records = ["notes.txt", "a.jsonl", "b.jsonl"];
        assert_eq!(held(&records, Input::Auto), Ok((Holds::Shards, mixed(true, (2, 1), "notes.txt"))));
        assert_eq!(held(&records[..2], Input::Auto), Ok((Holds::Documents, mixed(false, (1, 1), "a.jsonl"))));
        for (input, expected) in
            [(Input::Dir, Holds::Documents), (Input::Records, Holds::Shards), (Input::Jsonl, Holds::Records)]
        {
            assert_eq!(held(&records, input), Ok((expected, None)), "{input:?}");
        }
    }

    #[test]
    fn a_dataset_saved_in_arrow_files_is_refused() {
        let files = [
            "dataset_dict.json",
            "train/data-00000-of-00001.arrow",
            "train/dataset_info.json",
            "train/state.json",
        ];
        for input in [Input::Auto, Input::Jsonl, Input::Records] {
            assert!(held(&files, input).unwrap_err().contains(".to_parquet('train.parquet')"));
        }
        assert_eq!(held(&files, Input::Dir), Ok((Holds::Documents, None)));
        assert_eq!(held(&["a.arrow", "x/state.json"], Input::Auto).unwrap().0, Holds::Documents);
    }
}
