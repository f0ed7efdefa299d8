//! Files that belong to a corpus and stand beside it.

use super::Source;
use super::source::is_open_descriptor;
use std::path::PathBuf;

/// The file with this ending that belongs to a corpus: for the ending `judgements.tsv`, `titles.judgements.tsv` beside
/// `titles.jsonl.gz`, and `docs.judgements.tsv` beside the folder `docs`. `None` where there is no such place: several
/// sources, standard input, a pipe, the built-in sample.
pub fn beside(sources: &[Source], ending: &str) -> Option<PathBuf> {
    let path = match sources {
        [Source::Path(path)] if !is_open_descriptor(path) => path.as_path(),
        [Source::SparkOutput(output)] => output.folder(),
        _ => return None,
    };
    // `.` and `..` have a name only in full.
    let path = if path.file_name().is_some() { path.to_owned() } else { std::fs::canonicalize(path).ok()? };
    let name = path.file_name()?.to_string_lossy().into_owned();
    let stem = match path.is_dir() {
        true => name.as_str(),
        false => {
            let plain = [".gz", ".zst"].iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
            plain.rsplit_once('.').map_or(plain, |(stem, _)| stem)
        }
    };
    let stem = if stem.is_empty() { &name } else { stem };
    Some(path.with_file_name(format!("{stem}.{ending}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_stands_beside_the_corpus() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("docs.d")).unwrap();
        let name = |name: &str| {
            let found = beside(&[Source::Path(folder.path().join(name))], "x.tsv")?;
            Some(found.strip_prefix(folder.path()).ok()?.to_string_lossy().into_owned())
        };
        for (path, expected) in [
            ("corpus.jsonl", "corpus.x.tsv"),
            ("corpus.v2.jsonl.gz", "corpus.v2.x.tsv"),
            ("titles", "titles.x.tsv"),
            ("docs.d", "docs.d.x.tsv"),
            ("docs.d/", "docs.d.x.tsv"),
            (".hidden", ".hidden.x.tsv"),
        ] {
            assert_eq!(name(path).as_deref(), Some(expected), "{path}");
        }
        assert_eq!(beside(&[Source::Stdin], "x"), None);
        assert_eq!(beside(&[Source::Builtin], "x"), None);
        assert_eq!(beside(&[Source::Path("/dev/fd/63".into())], "x"), None);
        let path = Source::Path(folder.path().join("a"));
        assert_eq!(beside(&[path.clone(), path], "x"), None);
    }
}
