//! The index: the structures of all strategies at k, and the selected document looked up in them.

mod leaving;
mod moves;

use super::App;
use crate::recipe::Recipe;
use crate::search::{Design, Plan};
use crate::tui::action::{Pane, Screen};
use crate::tui::indexes::{self, Answer, Built, IndexKey, Line, Searched};
use crate::tui::jobs::{Job, Kind, Plans, Question};
use crate::tui::lang::short_bytes;
use crate::tui::list::List;
use crate::tui::model::Stage;
use std::sync::Arc;

/// State of the index screen.
#[derive(Debug)]
pub struct IndexState {
    /// The selected strategy.
    pub strategies: List,
    /// The selected table of it.
    pub tables: List,
    /// The selected neighbour.
    pub found: List,
    /// The number of signatures that the planner plans for.
    pub size: f64,
    /// The strategies at k, once they were asked for.
    pub lines: Vec<Line>,
    /// By line, what is built; some may be missing.
    pub built: Vec<Option<Arc<Built>>>,
    /// What the planner says of this corpus at k.
    pub plan: Option<Arc<Plan>>,
    /// What is known of the document looked up last; of an older k or document for a moment.
    pub answer: Option<Answer>,
    /// The user cancelled the building.
    pub is_cancelled: bool,
    /// What `lines` and `built` are of.
    key: Option<IndexKey>,
    searched: Option<(Recipe, Arc<Searched>)>,
    is_asked: bool,
    asked: Option<Wanted>,
    before_planner: Option<Pane>,
}

/// What a look-up is to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Wanted {
    key: IndexKey,
    document: u32,
    line: usize,
    built: usize,
}

/// The strategy that is selected first: blocks, the plainest that has tables.
const FIRST_LINE: usize = 2;

/// The size that the planner begins with.
const FIRST_SIZE: f64 = 8e9;

impl Default for IndexState {
    fn default() -> Self {
        Self {
            strategies: List { selected: FIRST_LINE, offset: 0 },
            tables: List::default(),
            found: List::default(),
            size: FIRST_SIZE,
            lines: Vec::new(),
            built: Vec::new(),
            plan: None,
            answer: None,
            is_cancelled: false,
            key: None,
            searched: None,
            is_asked: false,
            asked: None,
            before_planner: None,
        }
    }
}

impl IndexState {
    /// The selected strategy.
    pub fn line(&self) -> Option<&Line> {
        self.lines.get(self.strategies.selected)
    }

    /// The design of the selected strategy, if it can work.
    pub fn design(&self) -> Option<&Design> {
        self.line()?.design.as_ref().ok()
    }

    /// Lines that have a structure, or will have one.
    pub fn to_build(&self) -> usize {
        self.lines.iter().filter_map(Line::to_build).count()
    }

    /// The line that is built now, or would be next.
    pub fn next_to_build(&self) -> Option<usize> {
        let lines = self.lines.iter().zip(&self.built);
        lines
            .enumerate()
            .find_map(|(at, (line, built))| (built.is_none() && line.refused().is_none()).then_some(at))
    }

    /// Structures that are there.
    pub fn built_count(&self) -> usize {
        self.built.iter().flatten().count()
    }

    /// Bytes that all structures hold, beside the signatures.
    pub fn bytes(&self) -> u64 {
        self.built.iter().flatten().map(|built| built.neighbours.bytes()).sum()
    }

    /// The structures are of another recipe, corpus or k: they are let go, and built again when they are looked at.
    fn forget(&mut self) {
        (self.key, self.is_asked, self.asked, self.is_cancelled) = (None, false, None, false);
        self.built.clear();
        self.plan = None;
        self.lines.clear();
    }
}

impl App {
    /// What the structures have to be of.
    pub fn index_key(&self) -> IndexKey {
        let documents = self.model.corpus.len();
        IndexKey { recipe: self.model.recipe, documents, k: self.k }
    }

    /// Whether the answer shown is about the selected document at k, rather than what was before.
    pub fn answer_is_current(&self) -> bool {
        let answer = self.index.answer.as_ref();
        answer.is_some_and(|answer| {
            answer.key == self.index_key() && Some(answer.document) == self.selected_document()
        })
    }

    /// Starts what the screen lacks: the structures at k, then the look-up of the selected document.
    pub(super) fn demand_index(&mut self) {
        let key = self.index_key();
        if self.index.key.is_some_and(|of| of != key) {
            // They may hold hundreds of megabytes.
            self.index.forget();
            self.abandon_index();
        }
        let is_hashed = self.model.is_hashed()
            && !matches!(self.model.stage, Stage::Reading | Stage::Hashing)
            && self.k <= key.recipe.bits.get();
        if self.screen != Screen::Index || !is_hashed {
            return;
        }
        if self.index.key.is_none() {
            self.index.lines = indexes::lines(key.recipe.bits, key.k, self.model.documents.len());
            self.index.built = vec![None; self.index.lines.len()];
            self.index.key = Some(key);
        }
        if !self.index.is_cancelled && !self.index.is_asked {
            self.index.is_asked = true;
            self.build_index(key);
        }
        self.demand_answer(key);
    }

    fn abandon_index(&mut self) {
        for kind in [Kind::Index, Kind::LookUp] {
            if self.runs(kind) {
                self.abandon(kind);
            }
        }
    }

    fn build_index(&mut self, key: IndexKey) {
        let index = &self.index;
        let missing = index.lines.iter().zip(&index.built).enumerate();
        let designs = missing
            .filter(|(_, (_, built))| built.is_none())
            .filter_map(|(at, (line, _))| Some((at, line.to_build()?.clone())))
            .collect();
        let searched = index.searched.as_ref().filter(|(recipe, searched)| {
            *recipe == key.recipe && Arc::ptr_eq(&searched.documents, &self.model.documents)
        });
        self.begin(Job::Index(Box::new(Plans {
            key,
            signatures: self.model.signatures.clone(),
            documents: self.model.documents.clone(),
            searched: searched.map(|(_, searched)| searched.clone()),
            designs,
            is_planned: index.plan.is_some(),
        })));
    }

    /// The signatures that are searched, if they are those of the corpus as it is now.
    pub fn searched(&self) -> Option<&Arc<Searched>> {
        let (recipe, searched) = self.index.searched.as_ref()?;
        let is_current =
            *recipe == self.model.recipe && Arc::ptr_eq(&searched.documents, &self.model.documents);
        is_current.then_some(searched)
    }

    fn demand_answer(&mut self, key: IndexKey) {
        let Some((searched, document)) = self.searched().cloned().zip(self.selected_document()) else {
            return;
        };
        let index = &self.index;
        let line = index.strategies.selected;
        let wanted = Wanted { key, document, line, built: index.built_count() };
        if index.asked == Some(wanted) || searched.place_of(document).is_none() {
            return;
        }
        let is_same = index.asked.is_some_and(|asked| asked.key == key && asked.document == document);
        if is_same && self.runs(Kind::LookUp) {
            // It is let end: while structures are being built, a newer look-up would overtake every older one.
            return;
        }
        let known = index.answer.as_ref();
        let known = known.filter(|answer| answer.key == key && answer.document == document).cloned();
        let looked_at = index.design().map(|design| (line, design.clone()));
        let structures = index.built.clone();
        self.index.asked = Some(wanted);
        self.begin(Job::LookUp(Box::new(Question { key, document, searched, known, looked_at, structures })));
    }

    pub(super) fn take_searched(&mut self, key: IndexKey, searched: Arc<Searched>) {
        self.index.searched = Some((key.recipe, searched));
    }

    pub(super) fn take_built(&mut self, key: IndexKey, line: usize, built: Arc<Built>) {
        if self.index.key == Some(key) {
            self.index.built[line] = Some(built);
        }
    }

    pub(super) fn take_plan(&mut self, key: IndexKey, plan: Plan) {
        if self.index.key == Some(key) {
            self.index.plan = Some(Arc::new(plan));
        }
    }

    pub(super) fn take_answer(&mut self, answer: Answer) {
        let before = self.index.answer.as_ref().map(|before| (before.key, before.document));
        if before.is_none_or(|(_, document)| document != answer.document) {
            self.index.found = List::default();
        }
        let is_other = before != Some((answer.key, answer.document));
        self.index.found.selected = self.index.found.selected.min(answer.hits.len().saturating_sub(1));
        self.index.answer = Some(answer);
        if is_other {
            self.show_table_of_neighbour();
        }
    }

    /// All structures are there: says what they hold.
    pub(super) fn index_is_built(&mut self) {
        let (built, bytes) = (self.index.built_count(), short_bytes(self.index.bytes() as f64));
        let k = self.k;
        if self.screen == Screen::Index && self.message.is_none() {
            self.say(self.lang.pick((
                format!("{built} strategies ready for k = {k}: together they hold {bytes}"),
                format!("k = {k} 的 {built} 种策略已就绪：共占 {bytes}"),
            )));
        }
    }

    /// Cancels the building; answers whether there was any.
    pub(super) fn cancel_index(&mut self) -> bool {
        if self.screen != Screen::Index || !self.runs(Kind::Index) {
            return false;
        }
        self.abandon(Kind::Index);
        self.index.is_cancelled = true;
        self.say(self.lang.pick((
            "indexes cancelled: what is built stays; r builds the rest",
            "已取消构建索引：已建的保留；按 r 继续",
        )));
        true
    }

    /// Builds again what was cancelled; answers whether there was anything.
    pub(super) fn resume_index(&mut self) -> bool {
        if self.screen != Screen::Index || !self.index.is_cancelled {
            return false;
        }
        self.index.is_cancelled = false;
        self.index.is_asked = false;
        true
    }
}
