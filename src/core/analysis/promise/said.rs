//! What people said of the candidates of a draw.

use crate::corpus::{Corpus, Found, Lookup};
use crate::judgements::{Judgements, Verdict};
use rustc_hash::FxHashMap;

/// What people said of two texts, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct History {
    /// The first answer, whatever was taken back.
    pub(super) first: Option<bool>,
    /// The last answer of somebody, and who gave it.
    last: Option<(String, bool)>,
    /// Whether somebody who answered twice gave the same answer.
    pub(super) is_same: Option<bool>,
    /// The number of the last line.
    pub(super) at: usize,
}

/// What was said of the pairs of a corpus, each under a key.
pub(super) fn histories(
    judgements: &Judgements,
    corpus: &Corpus,
    key: impl Fn([u32; 2]) -> [u32; 2],
) -> FxHashMap<[u32; 2], History> {
    let lookup = Lookup::new(corpus);
    let mut histories: FxHashMap<[u32; 2], History> = FxHashMap::default();
    for (at, line) in judgements.lines.iter().enumerate() {
        let found = line.pair.each_ref().map(|one| lookup.find(&one.id, one.hash));
        let [Found::Same(a), Found::Same(b)] = found else { continue };
        let history = histories.entry(key([a, b])).or_default();
        let said = line.verdict.map(|verdict| verdict == Verdict::Yes);
        history.at = at;
        history.first = history.first.or(said);
        history.is_same = match (&history.last, said) {
            (Some((who, before)), Some(said)) if *who == line.who => Some(*before == said),
            _ => None,
        };
        history.last = said.map(|said| (line.who.clone(), said));
    }
    histories
}
