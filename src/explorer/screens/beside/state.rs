//! A second recipe beside that of the corpus: its signatures and groups, and the pairs that only one sees.

use super::keys::{Act, Pane};
use super::news::{ContrastKey, Contrasted};
use super::work::{self, CONTRAST, SECOND, TRACE};
use crate::action::{Action, Screen};
use crate::listing::Listing;
use crate::shared::findings::Hashed;
use crate::shared::parts::{cycle, full_recipe};
use crate::shared::{Shared, Stage};
use crate::wanted::Wanted;
use simscope_core::groups::{Dendrogram, Groups};
use simscope_core::recipe::Recipe;
use simscope_core::simhash::{self, Trace};
use std::sync::Arc;

/// The second recipe, and what is known of the corpus under it.
#[derive(Debug)]
pub struct State {
    pub focus: Pane,
    /// What is known under it, by the recipe and the number of documents.
    pub(super) second: Wanted<(Recipe, usize), Second>,
    /// The groups under both at one k.
    pub groups: Option<(ContrastKey, Groups, Groups)>,
    /// What each sees that the other does not.
    pub(super) contrast: Wanted<ContrastKey, Arc<Contrasted>>,
    /// The anatomy of a document under the second recipe.
    pub(super) trace: Wanted<(u32, Recipe), Arc<Trace>>,
    /// Which pairs are listed.
    pub listed: Listed,
    /// Those of both sides; in a filter `d` is the smaller distance.
    pub pairs: Listing,
    /// First feature shown of each side.
    pub scroll: [usize; 2],
}

impl Default for State {
    fn default() -> Self {
        Self {
            focus: Pane::default(),
            second: Wanted::default(),
            groups: None,
            contrast: Wanted::default(),
            trace: Wanted::default(),
            listed: Listed::default(),
            pairs: Listing::by("seen by", false),
            scroll: [0, 0],
        }
    }
}

/// The corpus under the second recipe.
#[derive(Debug)]
pub(super) struct Second {
    pub hashed: Hashed,
    /// All its partitions, once built.
    pub tree: Option<Arc<Dendrogram>>,
}

/// Which of the pairs that only one recipe sees are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Listed {
    /// Those of both sides, A's first.
    #[default]
    Both,
    /// Those that only the corpus's recipe sees.
    OnlyA,
    /// Those that only the second sees.
    OnlyB,
}

impl State {
    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Leave => shared.leave_for(Screen::Anatomy),
            Act::Choose => shared.asked.then.push(Action::ChooseBeside),
            Act::Swap => self.swap(shared),
            Act::NextListed => self.next_listed(shared),
            Act::Sort(asked) => self.sort(shared, asked),
        }
    }

    /// The signatures under the second recipe.
    pub fn hashed(&self) -> Option<&Hashed> {
        self.second.latest().map(|second| &second.hashed)
    }

    /// The dendrogram under the second recipe.
    pub fn tree(&self) -> Option<&Arc<Dendrogram>> {
        self.second.latest()?.tree.as_ref()
    }

    /// What each recipe sees that the other does not; perhaps of what was before.
    pub fn found(&self) -> Option<&Arc<Contrasted>> {
        self.contrast.latest()
    }

    /// The anatomy of a document under the second recipe, if it is at hand.
    pub fn trace(&self, document: u32, recipe: &Recipe) -> Option<&Arc<Trace>> {
        let (of, by) = self.trace.key()?;
        let is_it = *of == document && by.has_parts_of(recipe);
        self.trace.latest().filter(|_| is_it)
    }

    /// Chooses the second recipe, and shows it beside the first.
    pub fn set(&mut self, shared: &mut Shared, recipe: Recipe) {
        if shared.second.is_some_and(|now| now.has_parts_of(&recipe)) {
            shared.warn(("this is the second recipe already", "已是第二配方"));
        } else {
            self.begin_anew(shared);
            shared.second = Some(recipe);
            self.scroll = [0, 0];
            let full = full_recipe(recipe, shared.lang);
            shared.say_of(format!("{}{full}", shared.lang.pick(("recipe B: ", "配方 B："))));
        }
        shared.go(Screen::Beside);
    }

    fn begin_anew(&mut self, shared: &mut Shared) {
        shared.stop_all([SECOND, CONTRAST]);
        self.second.forget();
        self.contrast.forget();
        self.groups = None;
        self.arrange(shared, None);
    }

    /// The second recipe becomes that of the corpus, and the other way round.
    fn swap(&mut self, shared: &mut Shared) {
        let Some(second) = shared.second else {
            return shared.warn((
                "no second recipe: ‹beside.choose› chooses one",
                "没有第二配方：按 ‹beside.choose› 选择",
            ));
        };
        if second.has_parts_of(&shared.recipe) {
            return shared.warn(("both recipes are the same", "两个配方相同"));
        }
        let first = shared.recipe;
        shared.set_recipe(second);
        self.set(shared, first);
        shared.say_of(format!("A: {second}"));
    }

    /// What the comparison has to be of.
    pub fn contrast_key(&self, shared: &Shared) -> Option<ContrastKey> {
        let b = shared.second?;
        let documents = shared.model.corpus.len();
        Some(ContrastKey { a: shared.model.recipe, b, k: shared.k, documents })
    }

    /// Whether the pairs listed are those of both recipes at k, rather than of what was before.
    pub fn contrast_is_current(&self, shared: &Shared) -> bool {
        self.contrast.key() == self.contrast_key(shared).as_ref()
    }

    /// Whether the user cancelled the work on it, or it failed.
    pub fn is_cancelled(&self, shared: &Shared) -> bool {
        let key = self.contrast_key(shared);
        self.second.is_ended() || key.is_some_and(|key| self.contrast.is_ended_at(&key))
    }

    /// Starts what the two sides lack.
    pub(super) fn want_sides(&mut self, shared: &mut Shared) {
        let Some(recipe) = shared.second else { return };
        if shared.model.stage == Stage::Reading || !shared.model.is_hashed() {
            return;
        }
        let key = (recipe, shared.model.corpus.len());
        if self.second.is_missing(&key) {
            self.begin_anew(shared);
            let fate = self.second.ask_anew(key);
            let (corpus, effort) = (shared.model.corpus.clone(), shared.start.effort);
            shared.begin_for(fate, SECOND, move |progress, tell| {
                work::second(&corpus, recipe, &effort, progress, tell)
            });
        }
        self.want_trace(shared, recipe);
        self.want_contrast(shared);
    }

    fn want_contrast(&mut self, shared: &mut Shared) {
        let Some(key) = self.contrast_key(shared) else { return };
        // Groups of a smaller k would be compared as those of k.
        if self.is_beyond_either(shared) {
            return;
        }
        let (Some(tree_a), Some(hashed), Some(tree_b)) = (&shared.model.tree, self.hashed(), self.tree())
        else {
            return;
        };
        let a = (shared.model.signatures.clone(), tree_a.clone());
        let b = (hashed.signatures.clone(), tree_b.clone());
        let Some(fate) = self.contrast.ask(key) else { return };
        shared.begin_for(fate, CONTRAST, move |progress, tell| work::compare(key, &a, &b, progress, tell));
    }

    /// Whether k is beyond what is exact under one of the two recipes.
    pub fn is_beyond_either(&self, shared: &Shared) -> bool {
        let ends = [shared.model.tree.as_ref(), self.tree()].map(|tree| tree.map(|tree| tree.exact_up_to()));
        let bits = [Some(shared.model.recipe.bits), shared.second.map(|recipe| recipe.bits)];
        (ends.into_iter().zip(bits))
            .any(|(end, bits)| end.zip(bits).is_some_and(|(end, bits)| shared.k.min(bits.get()) > end))
    }

    fn want_trace(&mut self, shared: &mut Shared, recipe: Recipe) {
        let Some(document) = shared.selected_document() else { return };
        // Under tf-idf the weights need the whole corpus.
        let Some(hashed) = self.hashed() else { return };
        if shared.runs(TRACE) || self.trace(document, &recipe).is_some() {
            return;
        }
        let (frequencies, corpus) = (hashed.frequencies.clone(), shared.model.corpus.clone());
        shared.want(&mut self.trace, TRACE, (document, recipe), move |_| {
            let text = corpus.get(document as usize).text;
            Some(Arc::new(simhash::trace(&recipe, frequencies.as_deref(), text)))
        });
    }

    pub(super) fn take_contrast(&mut self, shared: &Shared, found: Contrasted) {
        let before = self.selected();
        self.contrast.put(found.key, Arc::new(found));
        self.arrange(shared, before);
    }

    /// Cancels the work on the second recipe. Returns whether there was any.
    pub(super) fn cancel_work(&self, shared: &mut Shared) -> bool {
        let has_run = shared.stop_all([SECOND, CONTRAST]);
        if has_run {
            shared
                .say(("comparison cancelled; ‹resume› starts it again", "已取消对比；按 ‹resume› 重新开始"));
        }
        has_run
    }

    /// The next kind of pairs in the list.
    pub(super) fn next_listed(&mut self, shared: &mut Shared) {
        self.listed = cycle(&[Listed::Both, Listed::OnlyA, Listed::OnlyB], |now| *now == self.listed, 1);
        self.arrange(shared, None);
        shared.say(match self.listed {
            Listed::Both => ("pairs that only A or only B sees", "只有 A 或只有 B 看到的文档对"),
            Listed::OnlyA => ("pairs that only A sees", "只有 A 看到的文档对"),
            Listed::OnlyB => ("pairs that only B sees", "只有 B 看到的文档对"),
        });
    }

    /// The first document of the selected pair becomes the selected one, the other its partner.
    pub(super) fn select_seen_pair(&mut self, shared: &mut Shared) {
        if let Some(pair) = self.selected() {
            self.show_of_pair(shared, pair.documents.0, pair.documents.1);
        }
    }

    /// To the documents of the selected pair, one after the other.
    pub(super) fn open_seen_pair(&mut self, shared: &mut Shared) {
        let Some(pair) = self.selected() else {
            return shared.warn(("no pair is listed", "没有列出文档对"));
        };
        let (first, second) = pair.documents;
        let (document, other) = if shared.selected == first { (second, first) } else { (first, second) };
        shared.note_place();
        self.show_of_pair(shared, document, other);
        let id = shared.document(document).id.to_owned();
        let anatomy = shared.key(Action::Go(Screen::Anatomy));
        shared.say((
            format!("{id}; Enter goes to the other of the pair, {anatomy} to its anatomy"),
            format!("{id}；Enter 到该对的另一篇，{anatomy} 到解剖屏"),
        ));
    }

    fn show_of_pair(&mut self, shared: &mut Shared, document: u32, other: u32) {
        shared.point_to(document, Some(other));
        shared.select_document(document);
        self.scroll = [0, 0];
    }
}
