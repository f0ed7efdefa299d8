//! The page that the program carries, src/core/handout/page.html, is built from the sources that are there.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
/// What decides what the page shows; `.ci/web` has the same list.
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

#[test]
fn the_page_in_the_program_is_built_from_these_sources() {
    let mut found = Vec::new();
    SOURCES.iter().for_each(|folder| files(&Path::new(ROOT).join(folder), &mut found));
    // The order of bytes, as `LC_ALL=C sort` has it.
    found.sort_by(|a, b| a.as_os_str().cmp(b.as_os_str()));
    let mut hash = Sha256::new();
    for path in &found {
        hash.update(fs::read(path).unwrap());
    }
    let sources: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    let page = fs::read_to_string(Path::new(ROOT).join("src/core/handout/page.html")).unwrap();
    let stamp = page.split_once("<meta name=\"sources\" content=\"").unwrap().1.split('"').next().unwrap();
    assert_eq!(
        stamp, sources,
        "src/core/handout/page.html is older than its sources: run .ci/web small (rustup target add wasm32-unknown-unknown) \
         and commit the page"
    );
}

#[test]
fn the_page_in_the_program_is_small() {
    let page = fs::metadata(Path::new(ROOT).join("src/core/handout/page.html")).unwrap();
    assert!(page.len() <= 2_000_000, "{} bytes", page.len());
}
