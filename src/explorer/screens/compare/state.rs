//! The pair, and what is known of it.

use super::keys::Pane;
use super::news::{ChainKey, Joined, Measures, NearKey, PairKey, SecondKey, Weighed};
use super::work::{self, CHAIN, NEAR, PAIR, SECOND};
use crate::action::Screen;
use crate::listing::Listing;
use crate::shared::alignments::ALIGN;
use crate::shared::{Shared, found};
use crate::wanted::Wanted;
use crate::widgets::list::List;
use crate::widgets::marked::Top;
use simscope_core::hamming;
use simscope_core::measures::Measure;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::Signer;

/// State of the screen Compare.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    /// The pane below the texts that had the keys last, for terminals with room for one.
    pub low: Option<Pane>,
    /// What is equal in both texts is shown.
    pub is_unfolded: Option<bool>,
    /// First row of the texts in view.
    pub top: Top,
    /// The difference of the texts that was gone to.
    pub difference: Option<usize>,
    /// The bit cursor.
    pub bit: u8,
    /// First row of features and of measures in view.
    pub scroll: [usize; 2],
    /// The features of all three lists.
    pub features: Listing,
    /// The selected link.
    pub links: List,
    /// The pair that the places above are of.
    pair: Option<(u32, u32)>,
    pub(super) weighed: Wanted<PairKey, Weighed>,
    pub(super) measured: Wanted<PairKey, Measures>,
    joined: Wanted<ChainKey, Joined>,
    pub(super) near: Wanted<NearKey, Vec<(u32, u8)>>,
    second: Wanted<SecondKey, [u128; 2]>,
}

/// The signatures of a pair under a second recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Under {
    Known(u8),
    Awaited,
    /// tf-idf takes the whole corpus.
    NotAlone,
}

impl State {
    /// With the bit cursor there.
    pub fn at_bit(bit: u8) -> Self {
        Self { bit, features: Listing::by("weight", true), ..Self::default() }
    }

    pub(super) fn take_weighed(&mut self, key: PairKey, weighed: Weighed) {
        self.weighed.put(key, weighed);
        self.arrange_features();
    }

    /// The pair: the selected document and the other one.
    pub fn pair(&self, shared: &Shared) -> Option<(u32, u32)> {
        shared.selected_document().zip(shared.pair_partner())
    }

    fn pair_key(&self, shared: &Shared) -> Option<PairKey> {
        let (a, b) = self.pair(shared)?;
        let is_known = shared.model.is_hashed();
        let Shared { model, .. } = shared;
        is_known.then_some(PairKey { a, b, recipe: model.recipe, generation: model.generation() })
    }

    /// What the features of the pair say.
    pub fn weighed(&self, shared: &Shared) -> Option<&Weighed> {
        self.weighed.get(&self.pair_key(shared)?)
    }

    /// The same, with what it follows from.
    pub(super) fn weighed_by(&self, shared: &Shared) -> Option<(PairKey, &Weighed)> {
        let key = self.pair_key(shared)?;
        let weighed = self.weighed.get(&key)?;
        Some((key, weighed))
    }

    /// A measure of the pair, once it is taken.
    pub fn measured(&self, shared: &Shared, measure: Measure) -> Option<f64> {
        let measures = self.measured.get(&self.pair_key(shared)?)?;
        measures.values.iter().find(|(of, _)| *of == measure).map(|&(_, value)| value)
    }

    /// Whether no measure is still to come.
    pub fn is_measured(&self, shared: &Shared) -> bool {
        let key = self.pair_key(shared);
        key.and_then(|key| self.measured.get(&key)).is_some_and(|measures| measures.is_whole)
    }

    fn chain_key(&self, shared: &Shared) -> Option<ChainKey> {
        let pair = self.pair(shared)?;
        let of = shared.model.linked();
        let is_known = shared.model.is_hashed() && shared.model.tree.is_some() && !shared.is_beyond();
        is_known.then_some(ChainKey { pair, k: shared.k, of })
    }

    /// How the pair comes to share a group.
    pub fn joined(&self, shared: &Shared) -> Option<&Joined> {
        self.joined.get(&self.chain_key(shared)?)
    }

    /// The documents of the chain, from A to B.
    pub fn chain(&self, shared: &Shared) -> Vec<u32> {
        match (self.joined(shared), self.pair(shared)) {
            (Some(Joined::Through(links)), _) => links.clone(),
            (Some(Joined::Directly), Some((a, b))) => vec![a, b],
            _ => Vec::new(),
        }
    }

    pub(super) fn near_key(&self, shared: &Shared) -> Option<NearKey> {
        let document = shared.selected_document()?;
        let generation = shared.model.generation();
        shared.model.is_hashed().then_some(NearKey { document, k: shared.k, generation })
    }

    /// The distance of the pair under a recipe that is not that of the corpus.
    pub fn under(&self, shared: &Shared, recipe: Recipe) -> Under {
        if recipe.weighting == Weighting::TfIdf {
            return Under::NotAlone;
        }
        let key = self.pair(shared).map(|pair| SecondKey { pair, recipe });
        match key.and_then(|key| self.second.get(&key)) {
            Some(&[a, b]) => Under::Known(hamming::distance(a, b)),
            None => Under::Awaited,
        }
    }

    /// Another pair begins at its start.
    pub(super) fn follow_pair(&mut self, shared: &Shared) {
        let pair = self.pair(shared);
        if self.pair != pair {
            self.pair = pair;
            (self.top, self.difference, self.scroll) = (Top::default(), None, [0, 0]);
            self.links = List::default();
        }
        self.bit = self.bit.min(shared.model.recipe.bits.get() - 1);
    }

    /// Starts the work for what the screen lacks.
    pub(super) fn want_pair(&mut self, shared: &mut Shared) {
        let Some((a, b)) = self.pair(shared).filter(|_| shared.screen == Screen::Compare) else { return };
        shared.want_alignment(a, b);
        shared.want_traces([a, b]);
        self.want_measures(shared);
        self.want_chain(shared);
        self.want_near(shared);
        self.want_second(shared, (a, b));
    }

    fn want_measures(&mut self, shared: &mut Shared) {
        let Some(key) = self.pair_key(shared).filter(|key| self.weighed.is_missing(key)) else { return };
        let traces = [key.a, key.b].map(|document| shared.model.trace(document).cloned());
        let [Some(a), Some(b)] = traces else { return };
        let fate = self.weighed.ask_anew(key.clone());
        self.measured.forget();
        let corpus = shared.model.corpus.clone();
        shared
            .begin_for(fate, PAIR, move |progress, tell| work::measure(key, [a, b], &corpus, progress, tell));
    }

    fn want_chain(&mut self, shared: &mut Shared) {
        let Some((key, tree)) = self.chain_key(shared).zip(shared.model.tree.clone()) else { return };
        let Some(fate) = self.joined.ask(key.clone()) else { return };
        let signatures = shared.model.signatures.clone();
        shared.begin_for(fate, CHAIN, move |progress, _| {
            let joined = work::join(&key, &signatures, &tree, progress)?;
            Some(found(move |own: &mut Self, _| {
                own.joined.put(key, joined);
                own.links = List::default();
            }))
        });
    }

    fn want_near(&mut self, shared: &mut Shared) {
        let Some(key) = self.near_key(shared) else { return };
        let (signatures, features) = (shared.model.signatures.clone(), shared.model.features.clone());
        shared
            .want(&mut self.near, NEAR, key.clone(), move |_| Some(work::near(&key, &signatures, &features)));
    }

    fn want_second(&mut self, shared: &mut Shared, pair: (u32, u32)) {
        let Some(recipe) = shared.second.filter(|recipe| recipe.weighting != Weighting::TfIdf) else {
            return;
        };
        let corpus = shared.model.corpus.clone();
        shared.want(&mut self.second, SECOND, SecondKey { pair, recipe }, move |_| {
            let mut signer = Signer::new(&recipe, None);
            Some([pair.0, pair.1].map(|at| signer.sign(corpus.get(at as usize).text).signature))
        });
    }

    /// Cancels the work on the pair. Returns whether there was any.
    pub(super) fn cancel_work(&self, shared: &mut Shared) -> bool {
        let was_any = shared.stop_all([ALIGN, PAIR, CHAIN]);
        if was_any {
            shared
                .say(("comparison cancelled; ‹resume› starts it again", "已取消对比；按 ‹resume› 重新开始"));
        }
        was_any
    }

    /// Starts again what was cancelled. Returns whether there was anything.
    pub(super) fn retry(&mut self, shared: &mut Shared) -> bool {
        shared.kept.alignments.retry() | self.weighed.retry() | self.joined.retry()
    }

    /// Whether the chain was cancelled.
    pub fn is_chain_cancelled(&self, shared: &Shared) -> bool {
        self.chain_key(shared).is_some_and(|key| self.joined.is_ended_at(&key))
    }
}
