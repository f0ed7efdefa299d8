//! Files that never end, are no files, or are larger than memory: an error at once, or a corpus that stops in time.

use crate::command::{SERMON, program, simscope, text};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

/// Longer than any of these calls takes in a debug build on a busy machine.
const LONG: Duration = Duration::from_secs(60);

fn run(arguments: &[&str]) -> Output {
    let output = simscope(arguments).timeout(LONG).output().unwrap();
    assert!(output.status.code().is_some(), "{arguments:?} was still running after {LONG:?}");
    output
}

/// A call that must fail with one line; the line.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
    assert!(output.stdout.is_empty(), "{arguments:?}: something was printed");
    assert_eq!(told.lines().count(), 1, "{arguments:?}: {told}");
    told
}

/// What no table is, under names that end in `ending`.
struct Odd {
    folder: tempfile::TempDir,
    paths: Vec<PathBuf>,
}

impl Odd {
    fn new(ending: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(format!("{name}.{ending}"));
        let fifo = at("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        fs::create_dir(at("folder")).unwrap();
        fs::File::create(at("sparse")).unwrap().set_len(3 << 30).unwrap();
        symlink(at("loop"), at("loop")).unwrap();
        let mut paths = vec![fifo, at("folder"), at("sparse"), at("loop"), at("missing")];
        let kernels = ["/dev/zero", "/dev/urandom", "/proc/kmsg", "/proc/self/mem", "/proc/self/pagemap"];
        for (number, kernel) in kernels.iter().filter(|path| Path::new(path).exists()).enumerate() {
            symlink(kernel, at(&format!("kernel{number}"))).unwrap();
            paths.push(at(&format!("kernel{number}")));
        }
        Self { folder, paths }
    }

    fn each(&self) -> impl Iterator<Item = &str> {
        self.paths.iter().map(|path| path.to_str().unwrap())
    }
}

#[test]
fn tables_recipes_and_all_other_files_are_regular_ones_of_a_sensible_size() {
    let odd = Odd::new("toml");
    let jieba: &[&str] = &["hash", SERMON, "--tokenizer", "jieba-tags", "--weighting", "tags:20"];
    let kept = odd.folder.path().join("kept.jsonl");
    for (option, before) in [
        ("--recipe", &["hash", SERMON][..]),
        ("--jieba-dict", jieba),
        ("--jieba-idf", jieba),
        ("--stop-words", jieba),
        ("--read", &["judge", SERMON]),
        ("--decisions", &["dedup", "--yes", SERMON, "-k", "3", "-o", kept.to_str().unwrap()]),
        ("--pairs", &["sweep", SERMON]),
    ] {
        for path in odd.each() {
            let told = refused(&[before, &[option, path]].concat());
            assert!(told.contains(odd.folder.path().to_str().unwrap()), "{option} {path}: {told}");
        }
    }
}

#[test]
fn a_judgement_file_is_a_regular_one() {
    let odd = Odd::new("tsv");
    for path in odd.each().filter(|path| !path.ends_with("missing.tsv")) {
        refused(&["judge", SERMON, "--judgements", path]);
    }
}

#[test]
fn an_index_is_a_regular_file() {
    for path in Odd::new("simx").each() {
        refused(&["index", "query", path, "--text", "a"]);
    }
}

#[test]
fn documents_come_from_files_and_pipes_but_no_device_and_nothing_of_the_kernel() {
    let odd = Odd::new("txt");
    for path in odd.each().filter(|path| !path.ends_with("folder.txt")) {
        for kind in ["auto", "dir", "jsonl"] {
            let output = run(&["hash", path, "--input", kind]);
            // The sparse file is one line that is too large: a skip, and nothing else was read.
            assert_eq!(output.status.code(), Some(1), "{path}: {}", text(&output.stderr));
        }
    }
    fs::write(odd.folder.path().join("a.txt"), "one text").unwrap();
    let output = run(&["hash", odd.folder.path().to_str().unwrap()]);
    assert_eq!(text(&output.stdout).lines().count(), 2, "the one file of the folder");
}

#[cfg(target_os = "linux")]
#[test]
fn the_folders_of_the_kernel_are_no_corpus() {
    let told = refused(&["hash", "/proc/self/fdinfo", "/proc/self/mem"]);
    assert!(told.contains("not a regular file"), "{told}");
}

#[test]
fn what_the_shell_opens_is_read() {
    let shell = |script: &str| text(&program("bash").args(["-c", script]).output().unwrap().stdout);
    let expected = shell("printf 'one\\ntwo\\n' | \"$BIN\" hash -");
    assert_eq!(expected.lines().count(), 3);
    for script in [
        "\"$BIN\" hash <(printf 'one\\ntwo\\n')",
        "printf 'one\\ntwo\\n' | \"$BIN\" hash /dev/stdin",
        "\"$BIN\" hash - <<< $'one\\ntwo'",
        "\"$BIN\" hash /dev/stdin <<< $'one\\ntwo'",
        "\"$BIN\" hash /dev/fd/7 7<<< $'one\\ntwo'",
    ] {
        assert_eq!(shell(script), expected, "{script}");
    }
}

#[test]
fn a_recipe_may_name_any_file_but_no_error_tells_what_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("recipes")).unwrap();
    fs::write(at("secret"), "root:x:0:0:TOP SECRET\n").unwrap();
    let recipe = at("recipes/r.toml");
    for (key, parts) in [
        ("jieba-dict", "tokenizer = \"jieba\""),
        ("jieba-idf", "tokenizer = \"jieba-tags\"\nweighting = \"tags:20\""),
    ] {
        for named in ["../secret".to_owned(), at("secret").to_str().unwrap().to_owned()] {
            fs::write(&recipe, format!("{parts}\n{key} = \"{named}\"\n")).unwrap();
            let told = refused(&["hash", SERMON, "--recipe", recipe.to_str().unwrap()]);
            assert!(told.contains("secret\", line 1: expected a word"), "{told}");
            assert!(!told.contains("root") && !told.contains("TOP SECRET"), "{told}");
        }
        fs::write(&recipe, format!("{parts}\n{key} = \"none.txt\"\n")).unwrap();
        let told = refused(&["hash", SERMON, "--recipe", recipe.to_str().unwrap()]);
        assert!(told.contains(at("recipes/none.txt").to_str().unwrap()), "{told}");
    }
    let long = "x".repeat(100_000);
    for wrong in
        [format!("{long} = 1"), format!("tokenizer = \"{long}\""), long.clone(), format!("a = {long}")]
    {
        fs::write(&recipe, wrong).unwrap();
        let told = refused(&["hash", SERMON, "--recipe", recipe.to_str().unwrap()]);
        assert!(told.len() < 600, "{} bytes: {}", told.len(), &told[..200]);
    }
}

/// This many documents, one a line, as zstd: a few kilobytes.
fn bomb(folder: &tempfile::TempDir, lines: usize) -> String {
    let path = folder.path().join("bomb.txt.zst");
    fs::write(&path, zstd::encode_all("a\n".repeat(lines).as_bytes(), 3).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The line at which reading stopped, as standard error says it.
fn end(told: &str) -> usize {
    assert!(
        told.contains("reading stopped here, at the limit of 4.0 MiB of memory; --memory SIZE"),
        "{told}"
    );
    let (_, rest) = told.split_once("bomb.txt.zst, line ").unwrap();
    rest.split_once(':').unwrap().0.parse().unwrap()
}

#[test]
fn what_is_loaded_stays_below_the_limit_and_is_used() {
    let folder = tempfile::tempdir().unwrap();
    let bomb = bomb(&folder, 1_000_000);
    let groups = ["groups", "-k", "3", &bomb, "--memory"];
    let output = run(&[&groups[..], &["4M"]].concat());
    assert!(output.status.success());
    let loaded = end(&text(&output.stderr)) - 1;
    assert!((10_000..100_000).contains(&loaded), "{loaded}");
    assert_eq!(text(&output.stdout).lines().count(), loaded + 1);
    let output = run(&[&groups[..], &["4M", "--strict"]].concat());
    assert_eq!(output.status.code(), Some(1), "with --strict what is left out is an error");
    end(&text(&output.stderr));
    let all = run(&[&groups[..], &["1G"]].concat());
    assert_eq!(text(&all.stdout).lines().count(), 1_000_001, "all of it where there is room");
    let streamed = run(&["hash", &bomb, "--memory", "4M"]);
    assert_eq!(text(&streamed.stdout).lines().count(), 1_000_001, "what streams past is not loaded");
}

#[test]
fn what_never_ends_is_read_until_the_memory_is_full() {
    let script = "yes | \"$BIN\" groups -k 3 - --memory 4M 2>/dev/null | tail -n +2 | wc -l";
    let output = program("bash").args(["-c", script]).output().unwrap();
    let groups: usize = text(&output.stdout).trim().parse().unwrap();
    assert!((10_000..100_000).contains(&groups), "{groups}");
}

#[test]
fn a_part_of_a_corpus_is_not_handed_over_and_not_joined() {
    let folder = tempfile::tempdir().unwrap();
    let bomb = bomb(&folder, 200_000);
    let kept = folder.path().join("kept.txt");
    let told = refused(&[
        "dedup",
        "--yes",
        "--input",
        "lines",
        &bomb,
        "-k",
        "3",
        "-o",
        kept.to_str().unwrap(),
        "--memory",
        "4M",
    ]);
    end(&told);
    assert!(!kept.exists());
    let told = refused(&[
        "batch",
        "--input",
        "lines",
        "--against-input",
        "jsonl",
        "--new",
        &bomb,
        "--against",
        SERMON,
        "--memory",
        "4M",
    ]);
    assert!(told.contains("--new") && told.contains("--memory SIZE allows more"), "{told}");
}

#[test]
fn signatures_are_counted_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bomb.tsv");
    let rows: String = (0..200_000).map(|id| format!("{id}\t0123456789abcdef\n")).collect();
    fs::write(&path, format!("id\tsignature\n{rows}")).unwrap();
    let path = path.to_str().unwrap();
    let output = run(&["hash", "--input", "signatures", path, "--memory", "4M"]);
    let loaded = text(&output.stdout).lines().count() - 1;
    assert!((10_000..100_000).contains(&loaded), "{loaded}");
    assert!(text(&output.stderr).contains("reading stopped here"));
}

#[test]
fn what_streams_needs_no_memory_for_its_documents() {
    let folder = tempfile::tempdir().unwrap();
    let bomb = bomb(&folder, 200_000);
    let index = folder.path().join("i.simx");
    let output = run(&["index", "build", &bomb, "-o", index.to_str().unwrap(), "--memory", "1M"]);
    assert!(text(&output.stderr).contains("200,000 documents"), "{}", text(&output.stderr));
    let output = run(&["batch", "--new", SERMON, "--against", &bomb, "--memory", "1M"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}
