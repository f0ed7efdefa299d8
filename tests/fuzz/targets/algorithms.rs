//! Searching, grouping and deciding on any signatures, against the definitions.

use super::choice;
use simscope::decide::{Against, Decider, Decisions, Keep, Preference};
use simscope::groups::Dendrogram;
use simscope::hamming::{Signatures, distance};
use simscope::progress::Progress;
use simscope::recipe::Bits;
use simscope::search::{Design, Strategy, each_pair_within};

/// Signatures of 8 bytes each; those of one byte share the others, so that many are near.
fn words_of(bytes: &[u8]) -> Vec<u64> {
    let (form, bytes) = choice(bytes);
    if form % 2 == 0 {
        bytes.chunks_exact(8).take(64).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect()
    } else {
        bytes.iter().take(64).map(|&byte| u64::from(byte) * 0x0101_0000_0001).collect()
    }
}

fn all_pairs(words: &[u64], k: u8) -> Vec<(u32, u32, u8)> {
    let mut pairs = Vec::new();
    for (a, &first) in (0_u32..).zip(words) {
        for (b, &second) in (0_u32..).zip(words).skip(a as usize + 1) {
            let distance = distance(first.into(), second.into());
            if distance <= k {
                pairs.push((a, b, distance));
            }
        }
    }
    pairs
}

pub fn searches(input: &[u8]) {
    let (number, bytes) = choice(input);
    let (k, words) = (number as u8 % 13, words_of(bytes));
    let expected = all_pairs(&words, k);
    let column = Signatures::from(words);
    let mut strategies = vec![Strategy::Scan, Strategy::Blocks, Strategy::Nested];
    strategies.extend([1, 2].map(|more| Strategy::Tables { blocks: k + more }));
    strategies.push(Strategy::Compressed { blocks: k + 1 });
    strategies.extend((k <= 3).then_some(Strategy::Combinations));
    for strategy in strategies {
        let Ok(design) = Design::new(strategy, Bits::DEFAULT, k) else { continue };
        let mut found = Vec::new();
        each_pair_within(&column, &design, &Progress::new(), |pair| {
            found.push(pair);
            Ok::<_, ()>(())
        })
        .unwrap();
        assert_eq!(found, expected, "{strategy:?} at k = {k}");
    }
}

/// The members of every group at k, by union-find, each ascending.
fn components(words: &[u64], k: u8) -> Vec<Vec<u32>> {
    let mut parents: Vec<usize> = (0..words.len()).collect();
    fn root(parents: &mut [usize], mut at: usize) -> usize {
        while parents[at] != at {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        at
    }
    for (a, b, _) in all_pairs(words, k) {
        let (a, b) = (root(&mut parents, a as usize), root(&mut parents, b as usize));
        parents[a.max(b)] = a.min(b);
    }
    let mut groups = vec![Vec::new(); words.len()];
    for document in 0..words.len() {
        groups[root(&mut parents, document)].push(document as u32);
    }
    groups.retain(|members| members.len() > 1);
    groups.sort();
    groups
}

fn tree(column: &Signatures) -> Dendrogram {
    let documents: Vec<u32> = (0..column.len() as u32).collect();
    Dendrogram::build(column, &documents, &Progress::new()).unwrap()
}

pub fn trees(input: &[u8]) {
    let words = words_of(input);
    let column = Signatures::from(words.clone());
    let tree = tree(&column);
    for k in 0..=64 {
        let groups = tree.cut(k);
        let mut found: Vec<Vec<u32>> = (1..=groups.count())
            .map(|number| {
                let mut members = groups.members(number).to_vec();
                members.sort_unstable();
                members
            })
            .collect();
        found.sort();
        assert_eq!(found, components(&words, k), "k = {k}");
    }
}

/// Every dropped document is within k of a kept one of its group, and every group keeps one.
pub fn kept(input: &[u8]) {
    let (number, bytes) = choice(input);
    let (k, words) = (number as u8 % 13, words_of(bytes));
    let lengths: Vec<u32> = words.iter().map(|word| word.count_ones()).collect();
    let keep = Keep::PLAIN[number % Keep::PLAIN.len()].clone();
    let preference = Preference::of_texts(keep, &lengths);
    let column = Signatures::from(words.clone());
    let groups = tree(&column).cut(k);
    let decider = Decider {
        signatures: &column,
        bits: Bits::DEFAULT,
        k,
        preference: &preference,
        decisions: &Decisions::default(),
        confirms: None,
    };
    let dropped = decider.all(&groups, &Progress::new()).unwrap();
    for (document, against) in dropped.iter().enumerate() {
        if let Some(Against { kept, distance: told }) = *against {
            assert_eq!(told, distance(words[document].into(), words[kept as usize].into()));
            assert!(told <= k && dropped[kept as usize].is_none());
        }
    }
    for number in 1..=groups.count() {
        assert!(groups.members(number).iter().any(|&member| dropped[member as usize].is_none()));
    }
}
