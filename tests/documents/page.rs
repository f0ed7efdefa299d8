//! The page that the program carries, src/core/handout/page.html, is built from the sources of its version.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// What decides what the page shows; `.ci/sources` has the same list.
const SOURCES: [&str; 4] = ["src/web", "src/core/recipe", "src/core/simhash", "src/core/lessons/pages"];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true if path.ends_with("tests") => {}
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// What stands in the head of the page under a name.
fn meta(name: &str) -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("src/core/handout/page.html")).unwrap();
    let (_, content) = page.split_once(&format!("<meta name=\"{name}\" content=\"")).unwrap();
    content.split('"').next().unwrap().to_owned()
}

#[test]
fn the_page_in_the_program_is_of_this_version() {
    assert_eq!(
        meta("generator"),
        concat!("simscope ", env!("CARGO_PKG_VERSION")),
        "run .ci/web carried and commit the page"
    );
}

/// The hash of all sources.
fn sources() -> String {
    let mut found = Vec::new();
    SOURCES.iter().for_each(|folder| files(&Path::new(ROOT).join(folder), &mut found));
    // The order of bytes, as `LC_ALL=C sort` has it.
    found.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    let mut hash = Sha256::new();
    for path in &found {
        hash.update(fs::read(path).unwrap());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(unix)]
#[test]
fn what_passed_is_known_by_the_same_hash() {
    let printed = std::process::Command::new(format!("{ROOT}/.ci/sources")).arg("web").output().unwrap();
    assert_eq!(String::from_utf8(printed.stdout).unwrap().trim_end(), sources());
}

#[test]
#[ignore = "the page is built once for each version, as it is large: .ci/release"]
fn the_page_in_the_program_is_built_from_these_sources() {
    assert_eq!(
        meta("sources"),
        sources(),
        "src/core/handout/page.html is older than its sources: run .ci/web carried (rustup target add \
         wasm32-unknown-unknown) and commit the page"
    );
}

#[test]
fn the_page_in_the_program_is_small() {
    let page = fs::metadata(Path::new(ROOT).join("src/core/handout/page.html")).unwrap();
    assert!(page.len() <= 2_000_000, "{} bytes", page.len());
}
