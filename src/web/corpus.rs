//! Many texts: distances, groups, and the search by blocks.

use super::classroom::{lesson, records};
use super::request::value;
use base64::prelude::{BASE64_STANDARD, Engine};
use serde::Serialize;
use serde_json::Value;
use simscope_core::analysis::with_features;
use simscope_core::corpus::{Corpus, Document};
use simscope_core::groups::{Dendrogram, Spread, sweep};
use simscope_core::hamming::{self, Signatures, distance};
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use simscope_core::search::{Cut, Design, Neighbours, Strategy};
use simscope_core::simhash::{self, hex};
use std::sync::{Mutex, PoisonError};

/// The tree of the last corpus.
static TREE: Mutex<Option<Dendrogram>> = Mutex::new(None);

#[derive(Serialize)]
struct Text {
    id: String,
    text: String,
    label: Option<String>,
    features: u32,
    /// Of its nearest neighbour.
    nearest: Option<u32>,
    distance: Option<u8>,
}

#[derive(Serialize)]
struct Row {
    pairs: Option<u64>,
    groups: usize,
    grouped: usize,
    largest: usize,
    chains: Option<usize>,
}

#[derive(Serialize)]
struct Shown {
    bits: u8,
    texts: Vec<Text>,
    /// Pairs by distance, 0 to the number of bits.
    histogram: Vec<u64>,
    /// By k.
    sweep: Vec<Row>,
    /// The texts in the order of the heatmap, and their distances, row by row, in base64.
    order: Vec<u32>,
    cells: String,
}

#[derive(Serialize)]
struct Found {
    id: String,
    signature: String,
    distance: u8,
    /// By block, the first with the most significant bits.
    equal: Vec<bool>,
    is_hit: bool,
}

#[derive(Serialize)]
struct Searched {
    bits: u8,
    query: String,
    /// The lowest bit of each block, and the one after its highest.
    blocks: Vec<[u8; 2]>,
    documents: Vec<Found>,
    candidates: u64,
}

/// The built-in sample.
pub(super) fn sample() -> Corpus {
    records(include_str!("../../samples/builtin.jsonl"))
}

pub(super) fn of(recipe: Recipe, lines: Option<Vec<String>>) -> Result<Value, String> {
    let corpus = match &lines {
        None => sample(),
        Some(lines) => {
            let ids: Vec<String> = (1..=lines.len()).map(|number| number.to_string()).collect();
            let documents = ids.iter().zip(lines);
            Corpus::of("page", documents.map(|(id, text)| Document { id, text, label: None }))
        }
    };
    let progress = Progress::new();
    let signed = simhash::sign_corpus(&corpus, &recipe, None, &progress).ok_or("cancelled")?;
    let mut signatures = Signatures::with_capacity(recipe.bits, signed.len());
    signatures.extend(signed.iter().map(|one| one.signature));
    let features: Vec<u32> = signed.iter().map(|one| one.features).collect();
    let tree = Dendrogram::build(&signatures, &with_features(&features), &progress).ok_or("cancelled")?;
    let spread = Spread::measure(&tree, &signatures, &progress).ok_or("cancelled")?;
    let nearest = |document| tree.nearest(document, &signatures);
    let texts = corpus.iter().zip(0..).map(|(document, at)| Text {
        id: document.id.to_owned(),
        text: document.text.to_owned(),
        label: document.label.map(str::to_owned),
        features: features[at as usize],
        nearest: nearest(at).map(|(other, _)| other),
        distance: nearest(at).map(|(_, distance)| distance),
    });
    let order = tree.order().to_vec();
    let shown = signatures.select(&order);
    let counted = hamming::histogram(&shown, &progress).ok_or("cancelled")?;
    let bits = recipe.bits.get();
    let cells: Vec<u8> =
        shown.iter().flat_map(|a| shown.iter().map(move |b| (a, b))).map(|(a, b)| distance(a, b)).collect();
    let rows = sweep(&tree, Some(&spread), bits).into_iter().map(|row| Row {
        pairs: row.pairs,
        groups: row.groups,
        grouped: row.grouped,
        largest: row.largest,
        chains: row.chains,
    });
    let shown = value(&Shown {
        bits,
        texts: texts.collect(),
        histogram: counted.0[..=usize::from(bits)].to_vec(),
        sweep: rows.collect(),
        order,
        cells: BASE64_STANDARD.encode(cells),
    });
    *TREE.lock().unwrap_or_else(PoisonError::into_inner) = Some(tree);
    shown
}

/// The groups of the last corpus at k, the largest first.
pub(super) fn cut(k: u8) -> Result<Value, String> {
    let tree = TREE.lock().unwrap_or_else(PoisonError::into_inner);
    let groups = tree.as_ref().ok_or("there is no corpus")?.cut(k);
    let members: Vec<&[u32]> = (1..=groups.count()).map(|number| groups.members(number)).collect();
    value(&members)
}

/// Searches the documents of a lesson for those within k of a query, which without one is the first of them.
pub(super) fn search(name: &str, query: Option<&str>, k: u8) -> Result<Value, String> {
    let (lesson, corpus) = lesson(name)?;
    let (recipe, progress) = (lesson.recipe, Progress::new());
    let signed = simhash::sign_corpus(&corpus, &recipe, None, &progress).ok_or("cancelled")?;
    let mut signatures = Signatures::with_capacity(recipe.bits, signed.len());
    signatures.extend(signed.iter().map(|one| one.signature));
    let query = match query {
        None => signed[0].signature,
        Some(digits) => u128::from_str_radix(digits, 16).map_err(|error| error.to_string())?,
    };
    let design = Design::new(Strategy::Blocks, recipe.bits, k).map_err(|error| error.to_string())?;
    let neighbours = Neighbours::build(signatures.into(), design, &progress).ok_or("cancelled")?;
    let mut hits = Vec::new();
    let counters = neighbours.within(query, k, &mut hits);
    let cut = Cut::even(recipe.bits, Strategy::Blocks.blocks(k));
    let blocks: Vec<[u8; 2]> =
        (0..cut.blocks()).map(|block| cut.range(block)).map(|block| [block.start, block.end]).collect();
    let documents = corpus.iter().zip(&signed).zip(0..).map(|((document, signed), at)| {
        let differing = signed.signature ^ query;
        let touched: Vec<u8> = (0..recipe.bits.get())
            .filter(|bit| differing >> bit & 1 == 1)
            .map(|bit| cut.block_of(bit))
            .collect();
        Found {
            id: document.id.to_owned(),
            signature: hex(signed.signature, recipe.bits),
            distance: distance(signed.signature, query),
            equal: (0..cut.blocks()).map(|block| !touched.contains(&block)).collect(),
            is_hit: hits.iter().any(|hit| hit.index == at),
        }
    });
    value(&Searched {
        bits: recipe.bits.get(),
        query: hex(query, recipe.bits),
        blocks,
        documents: documents.collect(),
        candidates: counters.candidates,
    })
}
