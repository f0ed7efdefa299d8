//! Malicious files: correct checksums over wrong content.

use super::format::{Header, PAGE};
use super::{Builder, Index, IndexError, Origin, Settings};
use crate::progress::Progress;
use crate::recipe::Bits;
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
