//! The signature index: what it finds, what it refuses, and that damage never gives a wrong result.

use proptest::prelude::*;
use simscope::hamming::distance;
use simscope::index::{Builder, Built, Index, IndexError, Origin, Settings};
use simscope::progress::Progress;
use simscope::recipe::{Bits, Recipe, Weighting};
use simscope::search::Strategy;
use std::fs;
use std::path::{Path, PathBuf};

/// Ids and signatures.
type Documents = Vec<(String, u128)>;

const GIVEN: Settings =
    Settings { origin: Origin::Signatures(Bits::DEFAULT), k: 3, strategy: None, memory: 64 << 20 };

fn build(path: &Path, settings: &Settings, documents: &[(String, u128)]) -> Result<Built, IndexError> {
    let mut builder = Builder::new(path, settings)?;
    documents.iter().try_for_each(|(id, signature)| builder.push(id, *signature))?;
    builder.finish(&Progress::new())
}

fn add(path: &Path, documents: &[(String, u128)]) -> Result<Built, IndexError> {
    let mut builder = Builder::add_to(&Index::open(path)?, GIVEN.memory, &Progress::new())?;
    documents.iter().try_for_each(|(id, signature)| builder.push(id, *signature))?;
    builder.finish(&Progress::new())
}

/// Signatures in clusters, of any width.
fn clustered(count: usize, bits: Bits) -> Documents {
    let mut state = 1_u128;
    let mut next = move || {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
        state ^ state >> 64
    };
    let center = |i: usize| (i as u128 / 7).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) ^ 77;
    let flips =
        |i: usize, random: u128| (0..i % 5).fold(0, |mask, j| mask | 1_u128 << (random >> (7 * j) & 127));
    (0..count).map(|i| (format!("id {i}"), (center(i) ^ flips(i, next())) & bits.mask())).collect()
}

/// Id and distance, nearest first.
fn query_index(index: &Index, query: u128, k: u8) -> Result<Vec<(u8, String)>, IndexError> {
    let mut hits = Vec::new();
    index.within(query, k, &mut hits)?;
    let mut found = hits
        .iter()
        .map(|hit| Ok((hit.distance, index.id(hit.index)?.to_owned())))
        .collect::<Result<Vec<_>, IndexError>>()?;
    found.sort();
    Ok(found)
}

fn expected(documents: &[(String, u128)], query: u128, k: u8) -> Vec<(u8, String)> {
    let all = documents.iter().map(|(id, signature)| (distance(*signature, query), id.clone()));
    let mut within: Vec<_> = all.filter(|(distance, _)| *distance <= k).collect();
    within.sort();
    within
}

fn check_queries(path: &Path, documents: &[(String, u128)], ks: &[u8]) {
    let index = Index::open(path).unwrap();
    assert_eq!(index.len(), documents.len() as u64);
    let step = documents.len() / 40 + 1;
    for (position, (id, signature)) in documents.iter().enumerate().step_by(step) {
        assert_eq!(index.id(position as u32).unwrap(), id);
        assert_eq!(index.signature(position as u32).unwrap(), *signature);
        for &k in ks {
            let query = (signature ^ 5) & index.bits().mask();
            assert_eq!(query_index(&index, query, k).unwrap(), expected(documents, query, k), "k = {k}");
        }
    }
    index.verify(&Progress::new()).unwrap();
}

fn temporary() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.simx");
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn every_strategy_and_width_finds_what_a_scan_finds() {
    let (folder, path) = temporary();
    for bits in [9, 33, 64, 65, 128] {
        let bits = Bits::new(bits).unwrap();
        let documents = clustered(3000, bits);
        for (strategy, k) in [
            (None, 3),
            (None, 0),
            (Some(Strategy::Scan), 3),
            (Some(Strategy::Tables { blocks: 6 }), 3),
            (Some(Strategy::Nested), 1),
        ] {
            let settings = Settings { origin: Origin::Signatures(bits), k, strategy, ..GIVEN };
            build(&path, &settings, &documents).unwrap();
            check_queries(&path, &documents, &[0, k, k + 2]);
        }
    }
    assert_eq!(names(folder.path()), ["x.simx"]);
}

#[test]
fn too_few_bits_for_blocks_are_scanned_and_an_empty_index_is_empty() {
    let (_folder, path) = temporary();
    let bits = Bits::new(3).unwrap();
    let documents = clustered(20, bits);
    build(&path, &Settings { origin: Origin::Signatures(bits), ..GIVEN }, &documents).unwrap();
    assert_eq!(Index::open(&path).unwrap().design().strategy(), Strategy::Scan);
    check_queries(&path, &documents, &[1, 3]);
    build(&path, &GIVEN, &[]).unwrap();
    let index = Index::open(&path).unwrap();
    assert!(
        index.is_empty()
            && query_index(&index, 0, 64).unwrap().is_empty()
            && query_index(&index, 0, 3).unwrap().is_empty()
    );
    assert!(index.id(0).is_err() && index.signature(u32::MAX).is_err());
    add(&path, &documents).unwrap();
    check_queries(&path, &documents, &[3]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn any_set_is_found_as_by_a_scan(
        signatures in prop::collection::vec(any::<u128>(), 0..120), mask: u128, bits in 1_u8..=128, k in 0_u8..6, queried in 0_u8..9,
    ) {
        let (_folder, path) = temporary();
        let bits = Bits::new(bits).unwrap();
        let documents: Documents =
            signatures.iter().map(|signature| (format!("{signature:x}"), signature & mask & bits.mask())).collect();
        build(&path, &Settings { origin: Origin::Signatures(bits), k, ..GIVEN }, &documents).unwrap();
        let index = Index::open(&path).unwrap();
        for query in signatures.iter().take(4).map(|signature| signature & bits.mask()) {
            prop_assert_eq!(query_index(&index, query, queried).unwrap(), expected(&documents, query, queried));
        }
    }
}

#[test]
fn little_memory_and_adding_give_the_same_file_as_building_at_once() {
    let (folder, path) = temporary();
    for bits in [Bits::DEFAULT, Bits::MAX] {
        let documents = clustered(30_000, bits);
        let settings = Settings { origin: Origin::Signatures(bits), ..GIVEN };
        build(&path, &settings, &documents).unwrap();
        let whole = fs::read(&path).unwrap();
        for memory in [1, 100_000, 3 << 20] {
            build(&path, &Settings { memory, ..settings }, &documents).unwrap();
            assert!(fs::read(&path).unwrap() == whole, "{memory} bytes of memory");
        }
        build(&path, &settings, &documents[..17_000]).unwrap();
        let built = add(&path, &documents[17_000..]).unwrap();
        assert!(fs::read(&path).unwrap() == whole, "added");
        assert_eq!((built.documents, built.carried, built.bytes), (30_000, 17_000, whole.len() as u64));
    }
    assert_eq!(names(folder.path()), ["x.simx"], "nothing is left behind");
}

#[test]
fn duplicate_ids_are_kept_and_reported() {
    let (_folder, path) = temporary();
    let of = |ids: &[&str]| -> Documents { ids.iter().map(|&id| (id.to_owned(), 7)).collect() };
    for memory in [1, 1 << 20] {
        let built = build(&path, &Settings { memory, ..GIVEN }, &of(&["a", "b", "a", "c", "a", ""])).unwrap();
        assert_eq!((built.documents, built.duplicates.all, built.duplicates.added), (6, 2, 2));
        assert_eq!(built.duplicates.first, ["a", "a"]);
        let built = add(&path, &of(&["d", "c", "d", ""])).unwrap();
        assert_eq!((built.documents, built.duplicates.all, built.duplicates.added), (10, 5, 3));
        assert_eq!(built.duplicates.first, ["c", "d", ""]);
        let index = Index::open(&path).unwrap();
        assert_eq!(index.info().duplicates, 5);
        assert_eq!(query_index(&index, 7, 0).unwrap().len(), 10);
    }
}

/// The results of many kinds of queries of an index, or the first error.
fn interrogate(path: &Path, documents: &[(String, u128)]) -> Result<(), IndexError> {
    let index = Index::open(path)?;
    assert_eq!(index.recipe_toml()?, "");
    for (_, query) in documents.iter().step_by(97) {
        for k in [0, 3] {
            assert_eq!(query_index(&index, *query, k)?, expected(documents, *query, k), "a wrong answer");
        }
    }
    assert_eq!(
        query_index(&index, documents[0].1, 5)?,
        expected(documents, documents[0].1, 5),
        "a wrong answer"
    );
    Ok(())
}

fn is_clear(error: &IndexError) -> bool {
    let text = error.to_string();
    text.contains("x.simx: ")
        && !text.contains('\n')
        && ["again", "copy", "makes one"].iter().any(|what| text.contains(what))
}

#[test]
fn a_flipped_byte_is_an_error_and_never_a_wrong_answer() {
    let (_folder, path) = temporary();
    let documents = clustered(700, Bits::DEFAULT);
    build(&path, &GIVEN, &documents).unwrap();
    interrogate(&path, &documents).unwrap();
    let bytes = fs::read(&path).unwrap();
    let check = |at: usize, by: u8| {
        let mut damaged = bytes.clone();
        damaged[at] ^= by;
        // A new file: the old one may still be mapped.
        fs::remove_file(&path).unwrap();
        fs::write(&path, damaged).unwrap();
        let found = Index::open(&path).and_then(|index| index.verify(&Progress::new()));
        assert!(found.is_err_and(|error| is_clear(&error)), "byte {at} of {}", bytes.len());
        if let Err(error) = interrogate(&path, &documents) {
            assert!(is_clear(&error), "{error}");
        }
    };
    (0..bytes.len()).step_by(41).for_each(|at| check(at, 1 << (at % 8)));
    // The fields of the header, and every page at both of its ends.
    (0..600).for_each(|at| check(at, 0xff));
    (0..bytes.len()).step_by(4096).for_each(|at| check(at, 0x80));
    (4095..bytes.len()).step_by(4096).for_each(|at| check(at, 1));
    (bytes.len() - 40..bytes.len()).for_each(|at| check(at, 0x10));
}

#[test]
fn a_file_that_is_cut_off_or_has_grown_is_refused() {
    let (_folder, path) = temporary();
    let documents = clustered(3000, Bits::DEFAULT);
    build(&path, &GIVEN, &documents).unwrap();
    let bytes = fs::read(&path).unwrap();
    let odd = [0, 1, 7, 8, 15, 16, 17, 271, 272, 4095, 4097, 10_007, bytes.len() - 9, bytes.len() - 1];
    for length in (0..bytes.len()).step_by(4096).chain(odd) {
        fs::remove_file(&path).unwrap();
        fs::write(&path, &bytes[..length]).unwrap();
        let error = Index::open(&path).unwrap_err();
        assert!(is_clear(&error), "{length} bytes: {error}");
        assert!(add(&path, &documents).is_err());
    }
    fs::write(&path, [&bytes[..], b"x"].concat()).unwrap();
    let error = Index::open(&path).unwrap_err().to_string();
    assert!(
        error.contains(&format!("should have {} bytes and has {}", bytes.len(), bytes.len() + 1)),
        "{error}"
    );
}

#[test]
fn other_files_and_other_versions_are_named() {
    let (folder, path) = temporary();
    let error = |path: &Path| Index::open(path).unwrap_err().to_string();
    assert!(error(&path).contains("x.simx: cannot be opened"), "{}", error(&path));
    assert!(
        error(folder.path()).contains("no index file") || error(folder.path()).contains("cannot be opened")
    );
    fs::write(&path, "id\tsignature\n").unwrap();
    assert!(error(&path).contains("this is no index file"), "{}", error(&path));
    build(&path, &GIVEN, &clustered(9, Bits::DEFAULT)).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[8] = 2;
    fs::write(&path, bytes).unwrap();
    assert!(
        error(&path).contains("an index of version 2, and this simscope reads version 1: build it again")
    );
}

#[test]
fn an_open_index_answers_as_it_was_while_it_is_replaced() {
    let (_folder, path) = temporary();
    let documents = clustered(2000, Bits::DEFAULT);
    build(&path, &GIVEN, &documents).unwrap();
    let index = Index::open(&path).unwrap();
    add(&path, &clustered(2000, Bits::DEFAULT)).unwrap();
    assert_eq!(query_index(&index, documents[5].1, 3).unwrap(), expected(&documents, documents[5].1, 3));
    let error = Builder::add_to(&index, GIVEN.memory, &Progress::new()).unwrap_err();
    assert!(matches!(error, IndexError::Replaced { .. }), "{error}");
}

#[test]
fn one_writer_at_a_time_and_a_dropped_one_leaves_the_old_index() {
    let (folder, path) = temporary();
    let documents = clustered(100, Bits::DEFAULT);
    build(&path, &GIVEN, &documents).unwrap();
    let index = Index::open(&path).unwrap();
    let mut builder = Builder::add_to(&index, 1, &Progress::new()).unwrap();
    builder.push("new", 1).unwrap();
    assert!(matches!(Builder::new(&path, &GIVEN).unwrap_err(), IndexError::Locked { .. }));
    assert!(matches!(add(&path, &documents).unwrap_err(), IndexError::Locked { .. }));
    let progress = Progress::new();
    progress.cancel();
    assert!(matches!(builder.finish(&progress).unwrap_err(), IndexError::Cancelled { .. }));
    check_queries(&path, &documents, &[3]);
    assert_eq!(names(folder.path()), ["x.simx"]);
}

#[test]
fn strategies_that_are_not_in_files_and_tf_idf_are_refused() {
    let (folder, path) = temporary();
    let refused = |settings: Settings| Builder::new(&path, &settings).unwrap_err().to_string();
    for strategy in [Strategy::Combinations, Strategy::Compressed { blocks: 6 }] {
        let error = refused(Settings { strategy: Some(strategy), ..GIVEN });
        assert!(error.contains("not in an index file: use blocks, tables:M, nested or scan"), "{error}");
    }
    assert!(
        refused(Settings { strategy: Some(Strategy::Tables { blocks: 3 }), ..GIVEN }).contains("at least 4")
    );
    let recipe = Recipe { weighting: Weighting::TfIdf, ..Recipe::default() };
    assert!(refused(Settings { origin: Origin::Texts(recipe), ..GIVEN }).contains("depends on the corpus"));
    assert!(names(folder.path()).is_empty());
}

#[cfg(feature = "chinese")]
#[test]
fn the_recipe_comes_back_and_a_changed_table_file_is_noticed() {
    use simscope::recipe::{CppJieba, TableFile, TableFiles, Tables, Tokenizer};
    let (folder, path) = temporary();
    let stop_words = folder.path().join("stop words.txt");
    fs::write(&stop_words, "的\n").unwrap();
    let name = stop_words.to_str().unwrap();
    let file = TableFile { name, bytes: &fs::read(&stop_words).unwrap() };
    let tables = Tables::parse(&TableFiles { stop_words: Some(file), ..TableFiles::default() }).unwrap();
    let recipe =
        Recipe { name: None, tokenizer: Tokenizer::CppJieba(CppJieba::V5_6), tables, ..Recipe::default() };
    build(&path, &Settings { origin: Origin::Texts(recipe), ..GIVEN }, &[]).unwrap();
    let index = Index::open(&path).unwrap();
    let back = index.recipe().unwrap().unwrap();
    index.check_recipe(&back, &recipe).unwrap();
    let error = index.check_recipe(&back, &Recipe::default()).unwrap_err().to_string();
    assert!(error.contains("built with another recipe"), "{error}");
    fs::write(&stop_words, "的\n是\n").unwrap();
    let error = index.recipe().unwrap_err().to_string();
    assert!(error.contains("its table files have changed since"), "{error}");
    fs::remove_file(&stop_words).unwrap();
    let error = index.recipe().unwrap_err().to_string();
    assert!(
        error.contains("stop words.txt: cannot be read")
            && error.contains("the recipe of the index needs this table"),
        "{error}"
    );
}
