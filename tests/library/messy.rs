//! Messy corpora that are made up: what is read is what was written, and each result is what comparing everything gives.
//! `SIMSCOPE_MESSY=5000` makes as many.

use crate::made::{Kind, Made, Random, made, seeds};
use flate2::read::MultiGzDecoder;
use simscope::corpus::{self, Corpus, Event, ReadOptions, Source};
use simscope::groups::{Connected, Dendrogram, Spread, sweep};
use simscope::hamming::{Signatures, distance};
use simscope::handover::{Copying, Fate, Target, Unreadable};
use simscope::index::{Builder, Index, Origin, Settings};
use simscope::progress::Progress;
use simscope::recipe::Recipe;
use simscope::search::{Purpose, each_pair_within, plan};
use simscope::simhash::{Signer, sign_corpus};
use std::convert::Infallible;
use std::fs;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;

#[test]
fn what_is_made_of_messy_corpora_is_what_comparing_everything_gives() {
    for seed in seeds(300) {
        let folder = tempfile::tempdir().unwrap();
        let made = made(seed, folder.path());
        let at = format!("seed {seed}, {made:?}");
        let corpus = read(&made, &at);
        let recipe = Recipe::default();
        let signatures = sign(&corpus, &recipe, &at);
        let words: Vec<u128> = signatures.iter().collect();
        let documents: Vec<u32> = (0..words.len() as u32).collect();
        let k = Random(!seed).below(24) as u8;
        let mut near = Vec::new();
        for (i, &a) in words.iter().enumerate() {
            let later =
                words.iter().enumerate().skip(i + 1).map(|(j, &b)| (i as u32, j as u32, distance(a, b)));
            near.extend(later.filter(|&(_, _, distance)| distance <= k));
        }
        let mut found = Vec::new();
        let design = plan(&signatures, recipe.bits, k, Purpose::AllPairs { threads: 2 });
        let each = each_pair_within(&signatures, design.design(), &Progress::new(), |pair| {
            found.push(pair);
            Ok::<(), Infallible>(())
        });
        assert!(each.is_ok(), "{at}");
        found.sort_unstable();
        assert_eq!(found, near, "pairs, {at}");
        groups(&signatures, &documents, (k, &near), &at);
        index(folder.path(), &corpus, (&words, k), &recipe, &at);
        hand_over(&made, &corpus, folder.path(), &at);
    }
}

fn options(made: &Made) -> ReadOptions {
    ReadOptions { encoding: made.encoding.map(str::to_owned), ..ReadOptions::default() }
}

fn read_path(path: &Path, options: &ReadOptions) -> (Corpus, usize) {
    let (mut corpus, mut skipped) = (Corpus::new("made"), 0);
    let result = corpus::read(&[Source::Path(path.to_owned())], options, &mut |event| {
        match event {
            Event::Batch(batch) => corpus.push(batch),
            Event::Skipped(_) => skipped += 1,
            _ => {}
        }
        ControlFlow::Continue(())
    });
    assert!(result.is_ok() || corpus.is_empty(), "{path:?}: {result:?}");
    (corpus, skipped)
}

fn read(made: &Made, at: &str) -> Corpus {
    let (corpus, skipped) = read_path(&made.path, &options(made));
    let found = (0..corpus.len()).map(|document| corpus.get(document));
    let found: Vec<_> = found.map(|document| (document.id.to_owned(), document.text.to_owned())).collect();
    assert_eq!(found, made.documents, "{at}");
    assert_eq!(skipped, made.broken, "skipped, {at}");
    corpus
}

fn sign(corpus: &Corpus, recipe: &Recipe, at: &str) -> Signatures {
    let mut signatures = Signatures::new(recipe.bits);
    let mut signer = Signer::new(recipe, None);
    let signed = sign_corpus(corpus, recipe, None, &Progress::new()).unwrap();
    for (document, signed) in signed.iter().enumerate() {
        assert_eq!(*signed, signer.sign(corpus.get(document).text), "document {document}, {at}");
        signatures.push(signed.signature);
    }
    signatures
}

/// Groups are connected components, and a row of the sweep counts them.
fn groups(signatures: &Signatures, documents: &[u32], (k, near): (u8, &[(u32, u32, u8)]), at: &str) {
    let tree = Dendrogram::build(signatures, documents, &Progress::new()).unwrap();
    let spread = Spread::measure(&tree, signatures, &Progress::new()).unwrap();
    let cut = tree.cut(k);
    let mut connected = Connected::new(documents.len());
    near.iter().for_each(|&(a, b, _)| connected.join(a, b));
    let expected = connected.groups(k);
    assert_eq!(
        (cut.count(), cut.grouped(), cut.largest()),
        (expected.count(), expected.grouped(), expected.largest())
    );
    let number = |document: u32| (cut.number_of(document), expected.number_of(document));
    for &document in documents {
        let (own, other) = number(document);
        assert_eq!(own.is_some(), other.is_some(), "{document}, {at}");
        let is_together = documents.iter().map(|&one| (number(one).0 == own, number(one).1 == other));
        assert!(is_together.clone().all(|(a, b)| a == b), "groups, {document}, {at}");
    }
    let rows = sweep(&tree, Some(&spread), 64);
    let row = &rows[usize::from(k)];
    assert_eq!(row.pairs, Some(near.len() as u64), "sweep, {at}");
    assert_eq!((row.groups, row.grouped), (expected.count(), expected.grouped()), "sweep, {at}");
}

/// An index returns what a scan returns.
fn index(folder: &Path, corpus: &Corpus, (words, k): (&[u128], u8), recipe: &Recipe, at: &str) {
    let k = k.min(8);
    let path = folder.join("made.simx");
    let settings = Settings { origin: Origin::Texts(*recipe), k, strategy: None, memory: 1 << 24 };
    let mut builder = Builder::new(&path, &settings).unwrap();
    for (document, &word) in words.iter().enumerate() {
        builder.push(corpus.get(document).id, word).unwrap();
    }
    builder.finish(&Progress::new()).unwrap();
    let index = Index::open(&path).unwrap();
    for &query in words {
        let mut hits = Vec::new();
        index.within(query, k, &mut hits).unwrap();
        let mut found: Vec<(u32, u8)> = hits.iter().map(|hit| (hit.index, hit.distance)).collect();
        found.sort_unstable();
        let all = words.iter().enumerate().map(|(document, &word)| (document as u32, distance(query, word)));
        assert_eq!(found, all.filter(|&(_, distance)| distance <= k).collect::<Vec<_>>(), "index, {at}");
    }
}

/// With everything kept the copy has the same bytes; otherwise it holds what is kept, in order, and what is broken.
fn hand_over(made: &Made, corpus: &Corpus, folder: &Path, at: &str) {
    let (sources, options) = ([Source::Path(made.path.clone())], options(made));
    let name = made.path.file_name().unwrap();
    let target = |into: &str| {
        let into = folder.join(into);
        if made.kind == Kind::Folder {
            return (Target::Folder(into.clone()), into);
        }
        fs::create_dir(&into).unwrap();
        (Target::File(into.join(name)), into.join(name))
    };
    let copy = |into: &str, is_kept: &dyn Fn(u32) -> bool| {
        let (target, path) = target(into);
        let copying = Copying {
            sources: &sources,
            options: &options,
            target,
            companions: &[],
            compression: None,
            unreadable: Unreadable::Keep,
            is_forced: false,
        };
        let mut fate = |document: usize| if is_kept(document as u32) { Fate::Keep } else { Fate::Drop };
        let written = copying.check().unwrap().copy(&corpus.places(), &mut fate, &Progress::new());
        assert!(written.is_ok(), "{written:?}, {at}");
        path
    };
    let all = copy("all", &|_| true);
    if made.kind == Kind::Folder {
        for (name, _) in &made.documents {
            assert_eq!(
                fs::read(all.join(name)).unwrap(),
                fs::read(made.path.join(name)).unwrap(),
                "{name}, {at}"
            );
        }
    } else if made.kind == Kind::Parquet {
        // Its pages are written anew.
        let (again, _) = read_path(&all, &options);
        let again = (0..again.len()).map(|document| again.get(document));
        let again: Vec<_> =
            again.map(|document| (document.id.to_owned(), document.text.to_owned())).collect();
        assert_eq!(again, made.documents, "all rows, {at}");
    } else {
        assert_eq!(unpacked(&all), unpacked(&made.path), "all bytes, {at}");
    }
    // A line is called by its number, which changes; so texts are compared.
    for rest in [0, 1] {
        let part = copy(&format!("part {rest}"), &|document| document % 2 == rest);
        let (found, _) = read_path(&part, &options);
        let found: Vec<_> = (0..found.len()).map(|document| found.get(document).text.to_owned()).collect();
        let kept = made.documents.iter().enumerate().filter(|(at, _)| *at as u32 % 2 == rest);
        assert_eq!(found, kept.map(|(_, (_, text))| text.clone()).collect::<Vec<_>>(), "part {rest}, {at}");
    }
}

/// The bytes of a file, without its compression.
fn unpacked(path: &Path) -> Vec<u8> {
    let bytes = fs::read(path).unwrap();
    let mut out = Vec::new();
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("gz") => {
            // Zeros behind the last member are an error to this decoder, after all that was packed.
            let _ = MultiGzDecoder::new(&bytes[..]).read_to_end(&mut out);
            out
        }
        Some("zst") => zstd::decode_all(&bytes[..]).unwrap(),
        _ => bytes,
    }
}
