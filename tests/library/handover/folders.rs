//! Folders, several sources, and what is refused.

use super::{copy, copying, read, source};
use simscope::corpus::{Input, ReadOptions, Source};
use simscope::handover::{Copying, Fate, Target, Unreadable};
use simscope::progress::Progress;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All files below a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = flate2::read::GzEncoder::new(bytes, flate2::Compression::fast());
    let mut packed = Vec::new();
    std::io::Read::read_to_end(&mut plain, &mut packed).unwrap();
    packed
}

fn gunzip(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(bytes), &mut plain).unwrap();
    plain
}

#[cfg(unix)]
#[test]
fn a_folder_is_copied_without_the_files_that_are_dropped() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let at = tempfile::tempdir().unwrap();
    for (name, bytes) in
        [("in/a.txt", &b"one"[..]), ("in/b/c.txt", b"two"), ("in/b/d.bin", &[0; 9]), ("in/e.txt", b"three")]
    {
        source(at.path(), name, bytes);
    }
    source(at.path(), "in/f.txt.gz", gzip(b"four"));
    symlink("a.txt", at.path().join("in/link")).unwrap();
    symlink("..", at.path().join("in/b/up")).unwrap();
    fs::set_permissions(at.path().join("in/a.txt"), fs::Permissions::from_mode(0o640)).unwrap();
    let sources = [Source::Path(at.path().join("in"))];
    let options = ReadOptions::default();
    let out = at.path().join("out");
    let whole = copying(&sources, &options, Target::Folder(out.clone()));
    let written = copy(&whole, &|text| text != "two").unwrap();
    assert_eq!(files(&out).keys().collect::<Vec<_>>(), ["a.txt", "b/d.bin", "e.txt", "f.txt.gz", "link"]);
    assert_eq!(files(&out)["f.txt.gz"], fs::read(at.path().join("in/f.txt.gz")).unwrap());
    assert_eq!(fs::metadata(out.join("a.txt")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(
        (written.records_read, written.records_kept, written.unreadable, written.no_files),
        (6, 5, 1, 1)
    );
    let exists = copy(&whole, &|_| true).unwrap_err().to_string();
    assert!(exists.ends_with("out: exists; --force replaces it, or choose another name"), "{exists}");
    let forced = Copying { is_forced: true, unreadable: Unreadable::Drop, ..whole };
    copy(&forced, &|text| text != "one").unwrap();
    assert_eq!(files(&out).keys().collect::<Vec<_>>(), ["b/c.txt", "e.txt", "f.txt.gz"]);

    let list = at.path().join("list");
    copy(&copying(&sources, &options, Target::List(list.clone())), &|text| text != "two").unwrap();
    let kept = ["a.txt", "b/d.bin", "e.txt", "f.txt.gz", "link"];
    let kept = kept.map(|name| format!("{}\n", at.path().join("in").join(name).display()));
    assert_eq!(fs::read_to_string(list).unwrap(), kept.concat());
    let names = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut left: Vec<String> = fs::read_dir(at.path()).unwrap().map(|entry| names(entry.unwrap())).collect();
    left.sort();
    assert_eq!(left, ["in", "list", "out"], "nothing temporary is left");
}

#[test]
fn files_of_records_keep_their_names_and_compression_in_a_folder() {
    let at = tempfile::tempdir().unwrap();
    let line = |text: &str| format!("{{\"text\":\"{text}\"}}\n");
    source(at.path(), "in/x/a.jsonl", line("one") + &line("two"));
    source(at.path(), "in/b.jsonl.gz", gzip((line("three") + &line("two")).as_bytes()));
    source(at.path(), "in/empty.jsonl", "");
    let csv = source(at.path(), "other/x/a.csv", "text,id\ntwo,1\nfour,2\n");
    let same = source(at.path(), "third/x/a.csv", "id,text\n");
    let options = ReadOptions { input: Input::Jsonl, ..ReadOptions::default() };
    let folder = Source::Path(at.path().join("in"));
    let out = at.path().join("out");
    let is_kept = |text: &str| text != "two";
    let sources = std::slice::from_ref(&folder);
    copy(&copying(sources, &options, Target::Folder(out.clone())), &is_kept).unwrap();
    let found = files(&out);
    assert_eq!(found.keys().collect::<Vec<_>>(), ["b.jsonl.gz", "empty.jsonl", "x/a.jsonl"]);
    assert_eq!(gunzip(&found["b.jsonl.gz"]), line("three").as_bytes());
    assert_eq!(found["x/a.jsonl"], line("one").as_bytes());

    let options = ReadOptions::default();
    let sources = [csv, same, source(at.path(), "b.txt", "two\nfive")];
    let out = at.path().join("several");
    copy(&copying(&sources, &options, Target::Folder(out.clone())), &is_kept).unwrap();
    let found = files(&out);
    let inside = |name: &str| at.path().strip_prefix("/").unwrap().join(name).to_str().unwrap().to_owned();
    assert_eq!(found.len(), 3);
    assert_eq!(found[&inside("other/x/a.csv")], b"text,id\nfour,2\n");
    assert_eq!(found[&inside("third/x/a.csv")], b"id,text\n");
    assert_eq!(found["b.txt"], b"five");
}

#[test]
fn what_cannot_be_written_is_refused_before_anything_is_read() {
    let at = tempfile::tempdir().unwrap();
    let path = |name: &str| at.path().join(name);
    let file = [source(at.path(), "in/a.jsonl", "{\"text\":\"x\"}\n")];
    let folder = [Source::Path(path("in"))];
    fs::write(path("old"), "x").unwrap();
    fs::create_dir_all(path("full/inside")).unwrap();
    fs::create_dir(path("empty")).unwrap();
    fs::hard_link(path("in/a.jsonl"), path("hard")).unwrap();
    let options = ReadOptions::default();
    let refusal = |sources: &[Source], target: Target, is_forced: bool, companions: &[std::path::PathBuf]| {
        let copying = Copying { is_forced, companions, ..copying(sources, &options, target) };
        copying.check().err().map(|error| error.to_string().replace(&format!("{}/", at.path().display()), ""))
    };
    let to_file = |name: &str, is_forced| refusal(&file, Target::File(path(name)), is_forced, &[]);
    let to_folder = |name: &str, is_forced| refusal(&folder, Target::Folder(path(name)), is_forced, &[]);
    let starts = |found: Option<String>, start: &str| {
        assert!(found.as_deref().is_some_and(|found| found.starts_with(start)), "{found:?}")
    };
    assert_eq!(to_file("new", false), None);
    starts(to_file("old", false), "old: exists");
    assert_eq!(to_file("old", true), None);
    starts(to_file("in/a.jsonl", true), "in/a.jsonl: is read as input");
    starts(to_file("hard", true), "hard: is read as input");
    starts(to_file("empty", true), "empty: is a folder; name a file");
    starts(refusal(&file, Target::File(path("new")), false, &[path("old")]), "old: exists");
    starts(refusal(&folder, Target::File(path("new")), false, &[]), "new: one file cannot hold");
    starts(
        refusal(&folder, Target::File(path("new")), false, &[path("in/new.tsv")]),
        "new: one file cannot hold",
    );
    source(at.path(), "texts/a.txt", "x");
    let texts = [Source::Path(path("texts"))];
    starts(refusal(&texts, Target::List(path("texts/list")), false, &[]), "texts/list: lies in");
    starts(refusal(&folder, Target::List(path("list")), false, &[]), "list: a list of paths needs a folder");
    starts(refusal(&file, Target::List(path("list")), false, &[]), "list: a list of paths needs a folder");
    assert_eq!((to_folder("new", false), to_folder("empty", false)), (None, None));
    starts(to_folder("full", false), "full: exists");
    assert_eq!(to_folder("full", true), None);
    starts(to_folder("old", true), "old: is a file; name a folder");
    starts(to_folder("in/out", false), "in/out: lies in");
    starts(to_folder("in", true), "in: lies in");
    starts(to_folder("", true), ": holds in, and is never replaced");
    starts(refusal(&folder, Target::Folder(path("new")), false, &[path("in/d.tsv")]), "in/d.tsv: lies in");
}

#[test]
fn sources_that_change_meanwhile_are_noticed_and_nothing_is_written() {
    let at = tempfile::tempdir().unwrap();
    let options = ReadOptions::default();
    let file = source(at.path(), "in/a.txt", "one\ntwo\n");
    let folder = Source::Path(at.path().join("in"));
    let out = at.path().join("out");
    for (sources, target) in [([file], Target::File(out.clone())), ([folder], Target::Folder(out.clone()))] {
        let change: [&dyn Fn(); 2] =
            [&|| fs::write(at.path().join("in/a.txt"), "one\ntwo\nthree\n").unwrap(), &|| {
                fs::write(at.path().join("in/a.txt"), "one").unwrap()
            }];
        for (moment, change) in change.iter().enumerate() {
            fs::write(at.path().join("in/a.txt"), "one\ntwo\n").unwrap();
            let copying = copying(&sources, &options, target.clone());
            let checked = copying.check().unwrap();
            let corpus = read(&sources, &options);
            if moment == 0 {
                change();
            }
            let mut fate = |_| {
                change();
                Fate::Keep
            };
            let error = checked.copy(&corpus.places(), &mut fate, &Progress::new()).unwrap_err().to_string();
            assert!(error.contains("was changed while simscope worked on it"), "{error}");
            assert!(!out.exists());
        }
    }
    assert_eq!(fs::read_dir(at.path()).unwrap().count(), 1, "nothing temporary is left");
}

#[test]
fn a_cancelled_copy_leaves_nothing() {
    let at = tempfile::tempdir().unwrap();
    let sources = [source(at.path(), "a.txt", "one\ntwo\n".repeat(400_000))];
    let options = ReadOptions::default();
    let copying = copying(&sources, &options, Target::File(at.path().join("out")));
    let checked = copying.check().unwrap();
    let places = read(&sources, &options).places();
    let progress = Progress::new();
    let mut asked = 0;
    let mut fate = |_| {
        asked += 1;
        progress.cancel();
        Fate::Keep
    };
    let error = checked.copy(&places, &mut fate, &progress).unwrap_err().to_string();
    assert_eq!(error, "cancelled; nothing was written");
    assert!(asked < 800_000);
    assert_eq!(fs::read_dir(at.path()).unwrap().count(), 1);
}
