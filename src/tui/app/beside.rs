//! A second recipe beside that of the corpus: its signatures and groups, and the pairs that only one sees.

use super::App;
use crate::contrast::SeenPair;
use crate::groups::{Dendrogram, Groups};
use crate::recipe::Recipe;
use crate::simhash::Trace;
use crate::tui::action::{Action, Pane, Screen};
use crate::tui::findings::{ContrastKey, Contrasted, Hashed};
use crate::tui::jobs::{Job, Kind};
use crate::tui::list::List;
use crate::tui::model::Stage;
use std::sync::Arc;

/// The second recipe, and what is known of the corpus under it.
#[derive(Debug, Default)]
pub struct Beside {
    /// The recipe; `None` until one is chosen.
    pub recipe: Option<Recipe>,
    /// The signatures under it.
    pub hashed: Option<Hashed>,
    /// All its partitions.
    pub tree: Option<Arc<Dendrogram>>,
    /// The groups under both at one k.
    pub groups: Option<(ContrastKey, Groups, Groups)>,
    /// What each sees that the other does not.
    pub found: Option<Arc<Contrasted>>,
    /// Which pairs are listed.
    pub listed: Listed,
    /// The selected pair.
    pub list: List,
    /// First feature shown of each side.
    pub scroll: [usize; 2],
    /// The user cancelled the work on it.
    pub is_cancelled: bool,
    trace: Option<(u32, Recipe, Arc<Trace>)>,
    asked: Option<(Recipe, usize)>,
    asked_contrast: Option<ContrastKey>,
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

impl Beside {
    fn pairs(&self) -> (&[SeenPair], &[SeenPair]) {
        let Some(found) = &self.found else { return (&[], &[]) };
        match self.listed {
            Listed::Both => (&found.only_a, &found.only_b),
            Listed::OnlyA => (&found.only_a, &[]),
            Listed::OnlyB => (&[], &found.only_b),
        }
    }

    /// Pairs listed.
    pub fn pair_count(&self) -> usize {
        let (a, b) = self.pairs();
        a.len() + b.len()
    }

    /// The pair in a row.
    pub fn pair(&self, row: usize) -> Option<SeenPair> {
        let (a, b) = self.pairs();
        a.get(row).or_else(|| b.get(row - a.len())).copied()
    }

    /// The anatomy of a document under the second recipe, if it is at hand.
    pub fn trace(&self, document: u32) -> Option<&Arc<Trace>> {
        let recipe = self.recipe?;
        let (of, by, trace) = self.trace.as_ref()?;
        (*of == document && by.has_parts_of(&recipe)).then_some(trace)
    }

    pub(super) fn keep_trace(&mut self, document: u32, recipe: Recipe, trace: Arc<Trace>) {
        self.trace = Some((document, recipe, trace));
    }

    fn forget(&mut self) {
        (self.hashed, self.tree, self.groups, self.found) = (None, None, None, None);
        (self.asked, self.asked_contrast) = (None, None);
        self.list = List::default();
    }
}

impl App {
    /// Chooses the second recipe, and shows it beside the first.
    pub(super) fn set_beside(&mut self, recipe: Recipe) {
        if self.beside.recipe.is_some_and(|now| now.has_parts_of(&recipe)) {
            self.warn(("this is the second recipe already", "已是第二配方"));
        } else {
            for kind in [Kind::Second, Kind::Contrast] {
                if self.runs(kind) {
                    self.abandon(kind);
                }
            }
            self.beside.forget();
            self.beside.is_cancelled = false;
            self.beside.recipe = Some(recipe);
            self.beside.scroll = [0, 0];
            self.say(format!("{}{recipe}", self.lang.pick(("recipe B: ", "配方 B："))));
        }
        self.go(Screen::Beside);
    }

    /// To the two recipes side by side, or back to the anatomy under one.
    pub(super) fn toggle_beside(&mut self) {
        match (self.screen, self.beside.recipe) {
            (Screen::Beside, _) => self.go(Screen::Anatomy),
            (_, Some(_)) => self.go(Screen::Beside),
            (_, None) => self.open_overlay(Action::ChooseBeside),
        }
    }

    /// The second recipe becomes that of the corpus, and the other way round.
    pub(super) fn swap_recipes(&mut self) {
        let Some(second) = self.beside.recipe else {
            self.warn(("no second recipe: B chooses one", "没有第二配方：按 B 选择"));
            return;
        };
        if second.has_parts_of(&self.recipe) {
            self.warn(("both recipes are the same", "两个配方相同"));
            return;
        }
        let first = self.recipe;
        self.set_recipe(second);
        self.set_beside(first);
        self.say(format!("A: {second}"));
    }

    /// What the comparison has to be of.
    pub fn contrast_key(&self) -> Option<ContrastKey> {
        let b = self.beside.recipe?;
        let documents = self.model.corpus.len();
        Some(ContrastKey { a: self.model.recipe, b, k: self.k, documents })
    }

    /// Whether the pairs listed are those of both recipes at k, rather than of what was before.
    pub fn contrast_is_current(&self) -> bool {
        self.beside.found.as_ref().map(|found| found.key) == self.contrast_key()
    }

    /// Starts what the two sides lack.
    pub(super) fn demand_beside(&mut self) {
        let Some(recipe) = self.beside.recipe.filter(|_| self.screen == Screen::Beside) else { return };
        if self.model.stage == Stage::Reading || !self.model.is_hashed() || self.beside.is_cancelled {
            return;
        }
        let documents = self.model.corpus.len();
        if self.beside.asked != Some((recipe, documents)) {
            self.beside.forget();
            self.beside.asked = Some((recipe, documents));
            let corpus = self.model.corpus.clone();
            self.begin(Job::Second { corpus, recipe, effort: self.start.effort });
        }
        self.demand_second_trace(recipe);
        let Some(key) = self.contrast_key().filter(|key| self.beside.asked_contrast != Some(*key)) else {
            return;
        };
        // Groups of a smaller k would be compared as those of k.
        if self.is_beyond_either() {
            return;
        }
        if let (Some(tree_a), Some(second), Some(tree_b)) =
            (&self.model.tree, &self.beside.hashed, &self.beside.tree)
        {
            let job = Job::Contrast {
                key,
                a: (self.model.signatures.clone(), tree_a.clone()),
                b: (second.signatures.clone(), tree_b.clone()),
            };
            self.beside.asked_contrast = Some(key);
            self.begin(job);
        }
    }

    /// Whether k is beyond what is exact under one of the two recipes.
    pub fn is_beyond_either(&self) -> bool {
        let ends =
            [&self.model.tree, &self.beside.tree].map(|tree| tree.as_ref().map(|tree| tree.exact_up_to()));
        let bits = [Some(self.model.recipe.bits), self.beside.recipe.map(|recipe| recipe.bits)];
        (ends.into_iter().zip(bits))
            .any(|(end, bits)| end.zip(bits).is_some_and(|(end, bits)| self.k.min(bits.get()) > end))
    }

    fn demand_second_trace(&mut self, recipe: Recipe) {
        let Some(document) = self.selected_document() else { return };
        // Under tf-idf the weights need the whole corpus.
        let Some(second) = &self.beside.hashed else { return };
        if self.beside.trace(document).is_none() && !self.runs(Kind::SecondTrace) {
            let frequencies = second.frequencies.clone();
            let corpus = self.model.corpus.clone();
            self.begin(Job::SecondTrace { document, corpus, recipe, frequencies });
        }
    }

    pub(super) fn take_contrast(&mut self, found: Contrasted) {
        let before = self.beside.pair(self.beside.list.selected);
        self.beside.found = Some(Arc::new(found));
        // The same pair stays selected where it still is one.
        let place = before.and_then(|before| {
            let (a, b) = self.beside.pairs();
            a.iter().chain(b).position(|pair| pair.documents == before.documents)
        });
        self.beside.list = List::default();
        self.beside.list.select(place.unwrap_or(0));
    }

    /// Cancels the work on the second recipe; answers whether there was any.
    pub(super) fn cancel_beside(&mut self) -> bool {
        let running: Vec<Kind> =
            [Kind::Second, Kind::Contrast].into_iter().filter(|&kind| self.runs(kind)).collect();
        if self.screen != Screen::Beside || running.is_empty() {
            return false;
        }
        running.into_iter().for_each(|kind| self.abandon(kind));
        self.beside.is_cancelled = true;
        self.say(self.lang.pick(("comparison cancelled; r starts it again", "已取消对比；按 r 重新开始")));
        true
    }

    /// Starts work on the second recipe again that was cancelled, or that ended without a result; answers whether
    /// there was any.
    pub(super) fn resume_beside(&mut self) -> bool {
        let kinds = [Kind::Second, Kind::Contrast];
        let has_failed = self.beside.recipe.is_some()
            && self.model.tree.is_some()
            && !self.contrast_is_current()
            && !self.is_beyond_either()
            && !kinds.into_iter().any(|kind| self.runs(kind));
        if self.screen != Screen::Beside || !(self.beside.is_cancelled || has_failed) {
            return false;
        }
        self.beside.is_cancelled = false;
        self.beside.asked_contrast = None;
        if self.beside.tree.is_none() {
            self.beside.asked = None;
        }
        true
    }

    /// The next kind of pairs in the list.
    pub(super) fn next_listed(&mut self) {
        self.beside.listed = match self.beside.listed {
            Listed::Both => Listed::OnlyA,
            Listed::OnlyA => Listed::OnlyB,
            Listed::OnlyB => Listed::Both,
        };
        self.beside.list = List::default();
        self.say(self.lang.pick(match self.beside.listed {
            Listed::Both => ("pairs that only A or only B sees", "只有 A 或只有 B 看到的文档对"),
            Listed::OnlyA => ("pairs that only A sees", "只有 A 看到的文档对"),
            Listed::OnlyB => ("pairs that only B sees", "只有 B 看到的文档对"),
        }));
    }

    /// The first document of the selected pair becomes the selected one, the other its partner.
    pub(super) fn select_seen_pair(&mut self) {
        if let Some(pair) = self.beside.pair(self.beside.list.selected) {
            self.show_of_pair(pair.documents.0, pair.documents.1);
        }
    }

    /// To the documents of the selected pair, one after the other.
    pub(super) fn open_seen_pair(&mut self) {
        let Some(pair) = self.beside.pair(self.beside.list.selected) else {
            self.warn(("no pair is listed", "没有列出文档对"));
            return;
        };
        let (first, second) = pair.documents;
        let (document, other) = if self.selected == first { (second, first) } else { (first, second) };
        self.note_place();
        self.show_of_pair(document, other);
        let id = self.model.corpus.get(document as usize).id.to_owned();
        self.say(self.lang.pick((
            format!("{id}; Enter goes to the other of the pair, 2 to its anatomy"),
            format!("{id}；Enter 到该对的另一篇，2 到解剖屏"),
        )));
    }

    fn show_of_pair(&mut self, document: u32, other: u32) {
        self.point_to(document, Some(other));
        self.select_document(document);
        self.beside.scroll = [0, 0];
    }

    /// Scrolls the features of a side.
    pub(super) fn scroll_side(&mut self, pane: Pane, by: isize) {
        let side = usize::from(pane == Pane::SideB);
        let trace = match side {
            0 => self.model.trace(self.selected),
            _ => self.beside.trace(self.selected),
        };
        let last = trace.map_or(0, |trace| trace.features.len().saturating_sub(1));
        let at = &mut self.beside.scroll[side];
        *at = at.saturating_add_signed(by).min(last);
    }
}
