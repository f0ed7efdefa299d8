//! The names of the files in an output folder.

use super::check;
use crate::corpus::{Entry, Source, What};
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

/// Where each file of the sources goes in an output folder.
pub(super) struct Names {
    /// For each source: its folder as it was walked, and its name in the output, which is empty for a single folder.
    sources: Vec<(Option<PathBuf>, PathBuf)>,
}

impl Names {
    pub(super) fn of(sources: &[Source]) -> Self {
        let named = sources.iter().zip(unique(sources)).map(|(source, name)| match folder_of(source) {
            Some(folder) if sources.len() == 1 => (Some(folder), PathBuf::new()),
            folder => (folder, name),
        });
        Self { sources: named.collect() }
    }

    /// The path of a file relative to the output folder.
    pub(super) fn of_entry(&self, entry: &Entry) -> PathBuf {
        let name = &self.sources[entry.source].1;
        self.inside(entry).map_or_else(|| name.clone(), |inside| name.join(inside))
    }

    /// The path of a file relative to the folder that is its source; `None` if it is a source itself.
    pub(super) fn inside<'e>(&self, entry: &'e Entry) -> Option<&'e Path> {
        match (&entry.what, &self.sources[entry.source].0) {
            (What::Document(found) | What::Records(found), Some(folder)) => {
                found.path.strip_prefix(folder).ok()
            }
            _ => None,
        }
    }
}

/// The folder that a source is, with links resolved as they are for walking it.
fn folder_of(source: &Source) -> Option<PathBuf> {
    match source {
        Source::Path(path) if path.is_dir() => Some(path.canonicalize().unwrap_or_else(|_| path.clone())),
        _ => None,
    }
}

/// A name for each source: the last part of its path; where that is another's too, the whole path.
fn unique(sources: &[Source]) -> Vec<PathBuf> {
    let short: Vec<PathBuf> = sources.iter().map(short).collect();
    let mut taken = HashSet::new();
    let names = sources.iter().zip(&short).map(|(source, name)| {
        let is_shared = short.iter().filter(|other| *other == name).count() > 1;
        let wanted = path_of(source).filter(|_| is_shared).map_or_else(|| name.clone(), normal);
        // Paths such as a/x and ../a/x are left with the same name.
        let mut name = wanted.clone();
        for number in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            let stem = wanted.file_name().map(OsString::from).unwrap_or_default();
            let mut numbered = OsString::from(format!("{number}-"));
            numbered.push(stem);
            name = wanted.with_file_name(numbered);
        }
        name
    });
    names.collect()
}

fn path_of(source: &Source) -> Option<&Path> {
    if let Source::Spooled(spooled) = source { path_of(spooled.source()) } else { check::path_of(source) }
}

fn short(source: &Source) -> PathBuf {
    let Some(path) = path_of(source) else {
        return PathBuf::from(if source.is_own() { "sample.jsonl" } else { "stdin" });
    };
    let whole = || path.canonicalize().ok()?.file_name().map(PathBuf::from);
    path.file_name().map(PathBuf::from).or_else(whole).unwrap_or_else(|| PathBuf::from("folder"))
}

/// The parts of a path that are names.
fn normal(path: &Path) -> PathBuf {
    path.components().filter(|part| matches!(part, Component::Normal(_))).collect()
}

/// A name beside that of the corpus: `a.unique.jsonl.gz` for `a.jsonl.gz`, `pages.unique` for a folder, in its folder.
pub fn suggested(sources: &[Source]) -> String {
    let path = match sources {
        [Source::Path(path)] => path,
        [Source::Builtin] => return "sample.unique.jsonl".to_owned(),
        _ => return "simscope.unique".to_owned(),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let name = match name.find('.').filter(|&at| at > 0 && path.is_file()) {
        Some(at) => format!("{}.unique{}", &name[..at], &name[at..]),
        None => format!("{name}.unique"),
    };
    path.with_file_name(name).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_get_names_that_differ() {
        let names = |paths: &[&str]| {
            let sources: Vec<Source> = paths.iter().map(|path| Source::Path(path.into())).collect();
            unique(&sources).iter().map(|name| name.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&["a/x.csv", "b/y.csv"]), ["x.csv", "y.csv"]);
        assert_eq!(names(&["a/x.csv", "/b/x.csv", "y"]), ["a/x.csv", "b/x.csv", "y"]);
        assert_eq!(names(&["a/x", "../a/x", "a/x"]), ["a/x", "a/2-x", "a/3-x"]);
    }
}
