//! Malicious files: correct checksums over wrong content.

use super::format::{Header, PAGE};
use super::{Builder, Index, IndexError, Origin, Settings};
use crate::progress::Progress;
use crate::random::Random;
use crate::recipe::Bits;
use crate::search;
use proptest::prelude::*;
use std::fs;
use std::ops::Range;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

fn example(path: &Path) -> (Vec<u8>, Header) {
    let origin = Origin::Signatures(Bits::DEFAULT);
    let mut builder =
        Builder::new(path, &Settings { origin, k: 3, strategy: None, memory: 1 << 20 }).unwrap();
    for i in 0..300_u64 {
        builder.push(&format!("id {i}"), (i / 3).wrapping_mul(0x9e37_79b9_7f4a_7c15).into()).unwrap();
    }
    builder.finish(&Progress::new()).unwrap();
    let bytes = fs::read(path).unwrap();
    let size = Header::stated_size(bytes.first_chunk().unwrap()) as usize;
    let header = Header::decode(&bytes[..size]).unwrap();
    assert_eq!(header.encode(), bytes[..size]);
    (bytes, header)
}

/// Recomputes all checksums.
fn forge(bytes: &mut [u8], header: &Header) {
    let start = Header::size(header.sections.len());
    let mut header = header.clone();
    let usizes = |range: &Range<u64>| range.start as usize..range.end as usize;
    for (area, list) in [(start..header.sums.start, &header.sums), (header.sums.clone(), &header.roots)] {
        let sums: Vec<u8> =
            bytes[usizes(&area)].chunks(PAGE as usize).flat_map(|page| xxh3_64(page).to_le_bytes()).collect();
        bytes[usizes(list)].copy_from_slice(&sums);
    }
    header.roots_sum = xxh3_64(&bytes[usizes(&header.roots)]);
    bytes[..start as usize].copy_from_slice(&header.encode());
}

/// Calls everything on an index; it must return, with an error or not.
fn ask(path: &Path) -> Result<(), IndexError> {
    let index = Index::open(path)?;
    index.verify(&Progress::new())?;
    let mut hits = Vec::new();
    for i in 0..index.len() as u32 {
        let signature = index.signature(i)?;
        _ = index.id(i);
        for k in [0, 3, 7] {
            hits.clear();
            _ = index.within(signature, k, &mut hits);
            hits.iter().for_each(|hit| _ = index.id(hit.index));
        }
    }
    _ = index.recipe();
    Ok(())
}

#[test]
fn beyond_its_k_an_index_finds_with_flipped_bits_what_a_scan_finds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.simx");
    let mut random = Random::of(&[1]);
    let centers: Vec<u64> = (0..40).map(|_| random.draw()).collect();
    let near = |i: u64, random: &mut Random| {
        (0..i % 14).fold(centers[i as usize % 40], |word, _| word ^ 1 << random.below(64))
    };
    let words: Vec<u64> = (0..2000).map(|i| near(i, &mut random)).collect();
    for (strategy, k) in [
        (search::Strategy::Blocks, 0),
        (search::Strategy::Blocks, 3),
        (search::Strategy::Tables { blocks: 6 }, 3),
        (search::Strategy::Tables { blocks: 4 }, 1),
        (search::Strategy::Nested, 1),
        (search::Strategy::Nested, 3),
    ] {
        let origin = Origin::Signatures(Bits::DEFAULT);
        let settings = Settings { origin, k, strategy: Some(strategy), memory: 1 << 20 };
        let mut builder = Builder::new(&path, &settings).unwrap();
        words.iter().for_each(|&word| builder.push("", word.into()).unwrap());
        builder.finish(&Progress::new()).unwrap();
        let index = Index::open(&path).unwrap();
        let mut looked_up = 0;
        for (&word, queried) in words.iter().step_by(37).zip((k..k + 8).cycle()) {
            let (mut hits, mut scanned) = (Vec::new(), Vec::new());
            let flips = index.design().flips(queried);
            if flips <= 2 && index.look_up(word, queried, &mut hits).unwrap().is_some() {
                index.scan(word, queried, &mut scanned).unwrap();
                hits.sort();
                scanned.sort();
                assert_eq!(hits, scanned, "{strategy:?} of k = {k} at {queried}");
                looked_up += u32::from(flips > 0);
            }
        }
        assert!(looked_up >= 5, "{strategy:?} of k = {k}: {looked_up}");
    }
}

#[test]
fn an_index_of_many_looks_up_where_that_is_less_work_than_a_scan() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.simx");
    let settings =
        Settings { origin: Origin::Signatures(Bits::DEFAULT), k: 3, strategy: None, memory: 1 << 24 };
    let mut builder = Builder::new(&path, &settings).unwrap();
    let mut random = Random::of(&[2]);
    (0..300_000).for_each(|_| builder.push("", random.draw().into()).unwrap());
    builder.finish(&Progress::new()).unwrap();
    let index = Index::open(&path).unwrap();
    assert_eq!([3, 4, 7, 8].map(|k| index.look_ups(k)), [Some(4), Some(68), Some(68), None]);
    let counted = |k| index.within(7, k, &mut Vec::new()).unwrap();
    assert!(counted(7).distances < 3_000, "{:?}", counted(7));
    assert_eq!(counted(8).distances, 300_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn forged_sections_are_survived(at: u64, values in prop::collection::vec(any::<u8>(), 1..64)) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.simx");
        let (mut bytes, header) = example(&path);
        let area = Header::size(header.sections.len())..header.sums.start - 64;
        let at = (area.start + at % (area.end - area.start)) as usize;
        bytes[at..at + values.len()].copy_from_slice(&values);
        forge(&mut bytes, &header);
        fs::write(&path, bytes).unwrap();
        // Only a change in the layouts is sure to be noticed; other forged content may pass.
        _ = ask(&path);
    }

    #[test]
    fn forged_headers_are_survived(
        at in 16_usize..600, value in prop_oneof![any::<u64>(), 0_u64..300, (0_u64..64).prop_map(|bit| u64::MAX << bit)],
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.simx");
        let (mut bytes, header) = example(&path);
        let size = Header::size(header.sections.len()) as usize;
        bytes[at..at + 8].copy_from_slice(&value.to_le_bytes());
        bytes[256..264].fill(0);
        let sum = xxh3_64(&bytes[..size]);
        bytes[256..264].copy_from_slice(&sum.to_le_bytes());
        fs::write(&path, bytes).unwrap();
        _ = ask(&path);
    }
}
