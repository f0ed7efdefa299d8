//! A second recipe beside that of the corpus: its signatures and groups, and the pairs that only one of the two sees.

use super::keys::Below;
use super::pair::Row;
use super::recipes::COLUMNS;
use super::state::State;
use crate::action::Screen;
use crate::jobs::{Found, Tell, Work};
use crate::listing::Listing;
use crate::shared::{Shared, Stage, found, work};
use crate::surface::Phrase;
use crate::wanted::Wanted;
use simscope_core::analysis::{Analysed, Reach};
use simscope_core::contrast::{Contrasted, SeenPair, Side};
use simscope_core::corpus::Corpus;
use simscope_core::groups::{Dendrogram, Effort};
use simscope_core::hamming::BitShares;
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use std::sync::Arc;

/// Signatures and tree under the second recipe.
const SECOND: &Work =
    &Work::new("Second", ("computing the groups of recipe B", "计算配方 B 的分组")).cancellable().of_texts();
/// What two recipes see that the other does not.
const CONTRAST: &Work =
    &Work::new("Contrast", ("comparing what both recipes see", "对比两个配方所见")).cancellable();

/// Pairs of each side that a comparison keeps.
pub const PAIRS_KEPT: usize = 10_000;

/// What a comparison is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContrastKey {
    /// The recipe of the corpus.
    a: Recipe,
    /// The second one.
    b: Recipe,
    /// The threshold of both.
    k: u8,
    /// Documents in the corpus.
    documents: usize,
}

/// Which signatures a second recipe gives.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SecondKey {
    recipe: Recipe,
    documents: usize,
}

/// The corpus under the second recipe; its tree comes later.
#[derive(Debug)]
pub struct Second {
    analysed: Analysed,
    /// How often each bit is 1.
    pub shares: BitShares,
}

/// Which of the pairs that only one recipe sees are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Listed {
    /// Those of both sides, A's first.
    #[default]
    Both,
    OnlyA,
    OnlyB,
}

/// What is known of the corpus under the second recipe.
#[derive(Debug)]
pub struct Beside {
    second: Wanted<SecondKey, Second>,
    contrast: Wanted<ContrastKey, Arc<Contrasted>>,
    pub listed: Listed,
    /// Those of both sides; in a filter `d` is the smaller distance.
    pub pairs: Listing,
}

impl Default for Beside {
    fn default() -> Self {
        Self {
            second: Wanted::default(),
            contrast: Wanted::default(),
            listed: Listed::default(),
            pairs: Listing::by("seen by", false),
        }
    }
}

impl Beside {
    /// The corpus under the second recipe, once it is signed.
    pub fn second(&self) -> Option<&Second> {
        self.second.latest()
    }

    fn tree(&self) -> Option<&Arc<Dendrogram>> {
        self.second()?.analysed.tree.as_ref()
    }

    /// What each recipe sees that the other does not; perhaps of what was before.
    pub fn found(&self) -> Option<&Arc<Contrasted>> {
        self.contrast.latest()
    }

    fn sides(&self) -> [&[SeenPair]; 2] {
        let Some(found) = self.found() else { return [&[], &[]] };
        match self.listed {
            Listed::Both => [&found.only_a, &found.only_b],
            Listed::OnlyA => [&found.only_a, &[]],
            Listed::OnlyB => [&[], &found.only_b],
        }
    }

    /// The pair in a row.
    pub fn pair(&self, row: usize) -> Option<SeenPair> {
        self.sides().into_iter().flatten().nth(self.pairs.place_in(row)?).copied()
    }

    /// The selected pair.
    pub fn selected(&self) -> Option<SeenPair> {
        self.pair(self.pairs.list.selected)
    }

    /// Lists what passes. That pair stays selected where it still is one.
    pub(super) fn arrange(&mut self, shared: &Shared, selected: Option<SeenPair>) {
        let all: Vec<SeenPair> = self.sides().into_iter().flatten().copied().collect();
        let least =
            |pair: &SeenPair| pair.distance_a.into_iter().chain(pair.distance_b).min().unwrap_or(u8::MAX);
        let pairs = all.iter().map(|pair| (pair.documents.0, pair.documents.1, least(pair)));
        self.pairs.pass_pairs(shared, pairs);
        let selected =
            selected.and_then(|selected| all.iter().position(|pair| pair.documents == selected.documents));
        self.pairs.list = Default::default();
        let corpus = &shared.model.corpus;
        self.pairs.order(&COLUMNS, selected, &|place| Row::of(corpus, all[place].documents, all[place]));
    }

    pub(super) fn retry(&mut self) -> bool {
        self.second.retry() | self.contrast.retry()
    }

    fn begin_anew(&mut self, shared: &mut Shared) {
        shared.stop_all([SECOND, CONTRAST]);
        self.second.forget();
        self.contrast.forget();
        self.arrange(shared, None);
    }

    /// What the comparison has to be of.
    fn key(shared: &Shared) -> Option<ContrastKey> {
        let documents = shared.model.corpus.len();
        Some(ContrastKey { a: shared.model.recipe, b: shared.second?, k: shared.k, documents })
    }

    /// Whether the pairs listed are those of both recipes at k, rather than of what was before.
    pub fn is_current(&self, shared: &Shared) -> bool {
        self.contrast.key() == Self::key(shared).as_ref()
    }

    /// Whether k is beyond what is exact under one of the two recipes.
    fn is_beyond_either(&self, shared: &Shared) -> bool {
        let ends = [shared.model.tree.as_ref(), self.tree()].map(|tree| tree.map(|tree| tree.exact_up_to()));
        let bits = [Some(shared.model.recipe.bits), shared.second.map(|recipe| recipe.bits)];
        (ends.into_iter().zip(bits))
            .any(|(end, bits)| end.zip(bits).is_some_and(|(end, bits)| shared.k.min(bits.get()) > end))
    }

    /// What the comparison waits for.
    pub fn awaited(&self, shared: &Shared) -> Phrase {
        let model = &shared.model;
        let is_ended = Self::key(shared).is_some_and(|key| self.contrast.is_ended_at(&key));
        match model.stage {
            _ if is_ended || self.second.is_ended() => {
                ("comparison cancelled: ‹resume› starts it again", "已取消对比：按 ‹resume› 重新开始")
            }
            Stage::Reading => ("the comparison waits until the corpus is read", "读完语料后对比"),
            Stage::Hashing => ("computing the signatures of recipe A…", "正在按配方 A 计算签名…"),
            Stage::Cancelled(_) if model.tree.is_none() => {
                ("recipe A has no groups: ‹resume› finds them", "配方 A 尚无分组：按 ‹resume› 分组")
            }
            _ if self.second().is_none() => {
                ("computing the signatures of recipe B…", "正在按配方 B 计算签名…")
            }
            _ if model.tree.is_none() || self.tree().is_none() => ("finding the groups…", "正在分组…"),
            _ if self.is_beyond_either(shared) => {
                ("groups are not known at this k under both recipes", "两个配方在该 k 的组并非都已知")
            }
            _ => ("comparing the pairs inside the groups…", "正在对比各组内的文档对…"),
        }
    }
}

impl State {
    /// To the view of the two recipes, from anywhere.
    pub fn show_recipes(&mut self, shared: &mut Shared) {
        shared.go(Screen::Threshold);
        self.show(shared, Below::Recipes);
    }

    /// Chooses the second recipe, and shows it beside the first.
    pub fn set_beside(&mut self, shared: &mut Shared, recipe: Recipe) {
        self.show_recipes(shared);
        if shared.second.is_some_and(|now| now.has_parts_of(&recipe)) {
            return shared.warn(("this is the second recipe already", "已是第二配方"));
        }
        self.recipes.begin_anew(shared);
        shared.second = Some(recipe);
        let full = recipe.full(shared.lang);
        shared.say_of(format!("{}{full}", shared.lang.pick(("recipe B: ", "配方 B："))));
    }

    /// The second recipe becomes that of the corpus, and the other way round.
    pub(super) fn swap(&mut self, shared: &mut Shared) {
        let Some(second) = shared.second else {
            return shared.warn((
                "no second recipe: ‹recipe-beside› chooses one",
                "没有第二配方：按 ‹recipe-beside› 选择",
            ));
        };
        if second.has_parts_of(&shared.recipe) {
            return shared.warn(("both recipes are the same", "两个配方相同"));
        }
        let first = shared.recipe;
        shared.set_recipe(second);
        self.set_beside(shared, first);
        shared.say_of(format!("A: {second}"));
    }

    /// Starts what the second recipe lacks.
    pub(super) fn want_recipes(&mut self, shared: &mut Shared) {
        let is_shown = shared.screen == Screen::Threshold && self.below == Below::Recipes;
        let Some(recipe) = shared.second.filter(|_| is_shown && shared.model.is_hashed()) else { return };
        if shared.model.stage == Stage::Reading {
            return;
        }
        let key = SecondKey { recipe, documents: shared.model.corpus.len() };
        if self.recipes.second.is_missing(&key) {
            self.recipes.begin_anew(shared);
            let fate = self.recipes.second.ask_anew(key);
            let (corpus, effort) = (shared.model.corpus.clone(), shared.start.effort);
            shared.begin_for(fate, SECOND, move |progress, tell| {
                second(&corpus, recipe, &effort, progress, tell)
            });
        }
        self.want_contrast(shared);
        if let Some((a, b)) = self.shown_pair(shared) {
            shared.want_alignment(a, b);
        }
    }

    fn want_contrast(&mut self, shared: &mut Shared) {
        // Groups of a smaller k would be compared as those of k.
        let key = Beside::key(shared).filter(|_| !self.recipes.is_beyond_either(shared));
        let is_linked = shared.model.tree.is_some() && self.recipes.tree().is_some();
        let (Some(key), Some(second), true) = (key, self.recipes.second(), is_linked) else { return };
        let (a, b) = (shared.model.analysed.clone(), second.analysed.clone());
        let Some(fate) = self.recipes.contrast.ask(key) else { return };
        shared.begin_for(fate, CONTRAST, move |progress, _| {
            let contrasted = compare(key.k, &a, &b, progress)?;
            Some(found(move |own: &mut Self, shared| {
                let before = own.recipes.selected();
                own.recipes.contrast.put(key, Arc::new(contrasted));
                own.recipes.arrange(shared, before);
            }))
        });
    }

    /// Cancels the work on the second recipe. Returns whether there was any.
    pub(super) fn cancel_recipes(&self, shared: &mut Shared) -> bool {
        let has_run = shared.stop_all([SECOND, CONTRAST]);
        if has_run {
            shared
                .say(("comparison cancelled; ‹resume› starts it again", "已取消对比；按 ‹resume› 重新开始"));
        }
        has_run
    }
}

/// Signatures and the tree under another recipe, as far as the effort allows; the signatures are reported as soon as they are
/// there.
fn second(
    corpus: &Corpus,
    recipe: Recipe,
    effort: &Effort,
    progress: &Progress,
    tell: Tell<'_>,
) -> Option<Found> {
    let (analysed, shares) = work::hash(corpus, recipe, progress)?;
    let key = SecondKey { recipe, documents: corpus.len() };
    let signed = Second { analysed: analysed.clone(), shares };
    tell(found(move |own: &mut State, _| own.recipes.second.put(key, signed)));
    let linked = analysed.link((Reach::Farthest, effort), progress)?;
    Some(found(move |own: &mut State, _| {
        if let Some(second) = own.recipes.second.latest_mut() {
            second.analysed = linked;
        }
    }))
}

/// Compares two recipes at a k.
fn compare(k: u8, a: &Analysed, b: &Analysed, progress: &Progress) -> Option<Contrasted> {
    let cut = |of: &Analysed| Some(of.tree.as_ref()?.cut(k.min(of.recipe.bits.get())));
    let (groups_a, groups_b) = (cut(a)?, cut(b)?);
    let side_a = Side { signatures: &a.signatures, groups: &groups_a };
    let side_b = Side { signatures: &b.signatures, groups: &groups_b };
    Contrasted::of(side_a, side_b, PAIRS_KEPT, progress)
}
