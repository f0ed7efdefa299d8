//! The jobs of the index: building the structures of all strategies, and looking one document up in all of them.

use super::news::{Answer, Built, IndexKey, Look, Measured, Sampled, Searched, own_candidates};
use super::state::State;
use crate::jobs::{Found, Tell, Work};
use crate::shared::found;
use simscope_core::hamming::{Signature, Signatures, distance_of};
use simscope_core::progress::Progress;
use simscope_core::search::{Counters, Design, Hit, Neighbours, scan};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The structures of all strategies at one k.
pub(super) const INDEX: &Work = &Work::new("Index", ("building", "构建")).cancellable();
/// One document looked up in all of them.
pub(super) const LOOK_UP: &Work = &Work::new("LookUp", ("looking the document up", "查找文档"));

/// What is to be built.
#[derive(Debug)]
pub struct Plans {
    /// Of what.
    pub key: IndexKey,
    /// The signatures of the corpus.
    pub signatures: Arc<Signatures>,
    /// The documents that have features.
    pub documents: Arc<Vec<u32>>,
    /// Kept from the job before, while recipe and corpus are the same.
    pub searched: Option<Arc<Searched>>,
    /// The designs to be built, with their lines.
    pub designs: Vec<(usize, Design)>,
}

/// Builds one structure after the other, and tells of each as soon as it is there.
pub fn build(plans: Plans, progress: &Progress, tell: Tell<'_>) -> Option<Found> {
    let key = plans.key;
    let searched = plans.searched.unwrap_or_else(|| {
        let is_whole = plans.documents.len() == plans.signatures.len();
        let signatures = match is_whole {
            true => plans.signatures,
            false => Arc::new(plans.signatures.select(&plans.documents)),
        };
        Arc::new(Searched { signatures, documents: plans.documents })
    });
    let of = (key.recipe, searched.clone());
    tell(found(move |own: &mut State, _| own.searched = Some(of)));
    for (line, design) in plans.designs {
        progress.restart();
        let since = Instant::now();
        let neighbours = Neighbours::build(searched.signatures.clone(), design, progress)?;
        let elapsed = since.elapsed();
        let sampled = sample(&neighbours, key.k, progress)?;
        let built = Built { neighbours, elapsed, sampled };
        tell(found(move |own: &mut State, _| own.take_built(key, line, built)));
    }
    Some(found(move |own: &mut State, shared| own.all_built(shared, key)))
}

/// Documents that are looked up, at most, to learn what a strategy costs on average,
const SAMPLE: usize = 200;
/// and fewer where a look-up is so dear that these would bring up more candidates together.
const CANDIDATES: u64 = 200_000_000;

fn sample(neighbours: &Neighbours, k: u8, progress: &Progress) -> Option<Sampled> {
    let signatures = neighbours.signatures();
    let wanted = SAMPLE.min(signatures.len());
    let (mut sampled, mut hits) = (Sampled::default(), Vec::new());
    for i in 0..wanted {
        if progress.is_cancelled() {
            return None;
        }
        if sampled.counters.candidates > CANDIDATES {
            break;
        }
        hits.clear();
        // A stride that is no divisor keeps the sample from favouring the start when it is cut short.
        let place = (i * 61 % wanted) * signatures.len() / wanted;
        let counters = neighbours.within(signatures.get(place), k, &mut hits);
        sampled.hits += hits_of(neighbours, place, counters, &hits);
        sampled.counters += counters;
        sampled.queries += 1;
    }
    Some(sampled)
}

/// How many of the candidates are within k, counted as often as they were brought up.
fn hits_of(neighbours: &Neighbours, place: usize, counters: Counters, hits: &[Hit]) -> u64 {
    let (signatures, layouts) = (neighbours.signatures(), neighbours.design().layouts());
    let others = || hits.iter().filter(|hit| hit.index as usize != place);
    if layouts.is_empty() {
        // A set brings up equal signatures once.
        return (others().count() as u64).min(counters.candidates.saturating_sub(1));
    }
    let query = signatures.get(place);
    let tables = |hit: &Hit| {
        let difference = query ^ signatures.get(hit.index as usize);
        layouts.iter().filter(|layout| layout.agrees(difference)).count() as u64
    };
    // Compressed tables bring up equal signatures once.
    let others: u64 = others().map(tables).sum();
    others.min(counters.candidates.saturating_sub(own_candidates(neighbours.design())))
}

/// A document to be looked up.
#[derive(Debug)]
pub struct Question {
    /// Of what.
    pub key: IndexKey,
    /// The document.
    pub document: u32,
    /// What is searched.
    pub searched: Arc<Searched>,
    /// What is known already of this document, under this key.
    pub known: Option<Answer>,
    /// The design whose tables are looked at one by one, with its line.
    pub looked_at: Option<(usize, Design)>,
    /// By line, as far as they are built.
    pub structures: Vec<Option<Arc<Built>>>,
}

/// Looks a document up; `None` when cancelled, or when the document is empty and so not in what is searched.
pub fn answer(question: Question, progress: &Progress) -> Option<Answer> {
    let Question { key, document, searched, known, looked_at, structures } = question;
    let place = searched.place_of(document)?;
    let signature = searched.signatures.get(place);
    let mut answer = known.unwrap_or_else(|| Answer {
        key,
        document,
        signature,
        hits: Arc::new(neighbours_of(&searched, place, key.k)),
        looks: vec![None; structures.len()],
        measured: vec![None; structures.len()],
    });
    if let Some((line, design)) = looked_at
        && answer.looks[line].is_none()
    {
        let looks = match &*searched.signatures {
            Signatures::Narrow(words) => look(words, place, &design, progress)?,
            Signatures::Wide(words) => look(words, place, &design, progress)?,
        };
        answer.looks[line] = Some(Arc::new(looks));
    }
    for (built, measured) in structures.iter().zip(&mut answer.measured) {
        if progress.is_cancelled() {
            return None;
        }
        if let (Some(built), None) = (built, &measured) {
            *measured = Some(measure(&built.neighbours, signature, key.k));
        }
    }
    Some(answer)
}

/// All within k but the document itself, as documents, the nearest first.
fn neighbours_of(searched: &Searched, place: usize, k: u8) -> Vec<Hit> {
    let mut hits = Vec::new();
    match &*searched.signatures {
        Signatures::Narrow(words) => scan(words, words[place], k, &mut hits),
        Signatures::Wide(words) => scan(words, words[place], k, &mut hits),
    };
    hits.retain(|hit| hit.index as usize != place);
    for hit in &mut hits {
        hit.index = searched.documents[hit.index as usize];
    }
    hits.sort_unstable_by_key(|hit| (hit.distance, hit.index));
    hits
}

/// What each table of a design brings up for the signature at `place`.
fn look<S: Signature>(words: &[S], place: usize, design: &Design, progress: &Progress) -> Option<Vec<Look>> {
    let masks: Vec<S> = design.layouts().iter().map(|layout| S::truncated(layout.lead_mask())).collect();
    let mut looks = vec![Look::default(); masks.len()];
    let query = words[place];
    for (at, &word) in words.iter().enumerate() {
        if at % 4096 == 0 && progress.is_cancelled() {
            return None;
        }
        if at == place {
            continue;
        }
        let difference = query ^ word;
        let is_within = distance_of(query, word) <= design.k();
        let mut is_new = is_within;
        for (&mask, look) in masks.iter().zip(&mut looks) {
            if difference & mask == S::default() {
                look.candidates += 1;
                look.within += u64::from(is_within);
                look.new += u64::from(is_new);
                is_new = false;
            }
        }
    }
    Some(looks)
}

/// Runs of a look-up, at most,
const RUNS: usize = 9;
/// and no more once this has passed.
const LONGEST: Duration = Duration::from_millis(8);

fn measure(neighbours: &Neighbours, query: u128, k: u8) -> Measured {
    let (mut times, mut hits, mut counters) = (Vec::new(), Vec::new(), Counters::default());
    let since = Instant::now();
    while times.is_empty() || (times.len() < RUNS && since.elapsed() < LONGEST) {
        hits.clear();
        let start = Instant::now();
        counters = neighbours.within(query, k, &mut hits);
        times.push(start.elapsed());
    }
    times.sort_unstable();
    let own = own_candidates(neighbours.design());
    counters.candidates = counters.candidates.saturating_sub(own);
    counters.distances = counters.distances.saturating_sub(own);
    Measured { counters, found: (hits.len() as u64).saturating_sub(1), elapsed: times[times.len() / 2] }
}
