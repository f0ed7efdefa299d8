//! The index: the structures of all strategies at k, and the selected document looked up in them.

use super::keys::{Act, Pane};
use super::news::{self, Answer, Built, IndexKey, Line, Searched};
use super::work::{self, INDEX, LOOK_UP, Plans, Question};
use crate::action::Screen;
use crate::listing::Listing;
use crate::shared::{Shared, Stage, found};
use crate::surface::short_bytes;
use crate::wanted::{Fate, Wanted};
use crate::widgets::list::List;
use simscope_core::recipe::Recipe;
use simscope_core::search::{Design, Hit};
use std::sync::Arc;

/// State of the index screen.
#[derive(Debug)]
pub struct State {
    pub focus: Pane,
    /// The selected strategy.
    pub strategies: List,
    /// The selected table of it.
    pub tables: List,
    /// The neighbours.
    pub found: Listing,
    /// The strategies at k, once they were asked for.
    pub lines: Vec<Line>,
    /// By line, what is built; some may be missing.
    pub built: Vec<Option<Arc<Built>>>,
    /// What is known of the document looked up last; of an older k or document for a moment.
    pub answer: Wanted<LookUp, Answer>,
    /// The structures as a whole; the key of `lines` and `built`.
    pub(super) structures: Wanted<IndexKey, ()>,
    key: Option<IndexKey>,
    pub(super) searched: Option<(Recipe, Arc<Searched>)>,
}

/// What a look-up is to find out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LookUp {
    key: IndexKey,
    document: u32,
    line: usize,
    built: usize,
}

/// The strategy that is selected first: blocks, the plainest that has tables.
const FIRST_LINE: usize = 2;

impl Default for State {
    fn default() -> Self {
        Self {
            focus: Pane::default(),
            strategies: List { selected: FIRST_LINE, offset: 0 },
            tables: List::default(),
            found: Listing::by("distance", false),
            lines: Vec::new(),
            built: Vec::new(),
            answer: Wanted::default(),
            structures: Wanted::default(),
            key: None,
            searched: None,
        }
    }
}

impl State {
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

    /// What is known of the document looked up last.
    pub fn answer(&self) -> Option<&Answer> {
        self.answer.latest()
    }

    /// The selected neighbour of that document.
    pub(super) fn hit(&self) -> Option<Hit> {
        self.answer()?.hits.get(self.found.selected()?).copied()
    }

    /// The document that was looked up, and the selected neighbour, or where there is none the nearest document.
    pub fn shown_pair(&self, shared: &Shared) -> Option<(u32, u32)> {
        let document = self.answer()?.document;
        let nearest = || shared.model.nearest(document).map(|(other, _)| other);
        Some((document, self.hit().map(|hit| hit.index).or_else(nearest)?))
    }

    /// Whether the user cancelled the building, or it failed.
    pub fn is_cancelled(&self) -> bool {
        self.structures.is_ended()
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Sort(asked) => self.sort(shared, asked),
        }
    }

    pub(super) fn take_built(&mut self, key: IndexKey, line: usize, built: Built) {
        if self.key == Some(key) {
            self.built[line] = Some(Arc::new(built));
        }
    }

    /// What the structures have to be of.
    pub fn index_key(&self, shared: &Shared) -> IndexKey {
        let documents = shared.model.corpus.len();
        IndexKey { recipe: shared.model.recipe, documents, k: shared.k }
    }

    /// Whether the answer shown is about the selected document at k, rather than what was before.
    pub fn answer_is_current(&self, shared: &Shared) -> bool {
        self.answer().is_some_and(|answer| {
            answer.key == self.index_key(shared) && Some(answer.document) == shared.selected_document()
        })
    }

    /// Structures of another recipe, corpus or k are let go: they may hold hundreds of megabytes.
    pub(super) fn follow_key(&mut self, shared: &mut Shared) {
        let key = self.index_key(shared);
        if self.key.is_some_and(|of| of != key) {
            self.let_go(shared);
        }
        let is_hashed = shared.model.is_hashed()
            && !matches!(shared.model.stage, Stage::Reading | Stage::Hashing)
            && shared.k <= key.recipe.bits.get();
        if shared.screen == Screen::Index && is_hashed && self.key.is_none() {
            self.lines = news::lines(key.recipe.bits, key.k, shared.model.documents.len());
            self.built = vec![None; self.lines.len()];
            self.key = Some(key);
        }
    }

    fn let_go(&mut self, shared: &mut Shared) {
        self.key = None;
        self.structures.forget();
        self.built.clear();
        self.lines.clear();
        shared.stop_all([INDEX, LOOK_UP]);
    }

    /// Starts what the screen lacks: the structures at k, then the look-up of the selected document.
    pub(super) fn want_structures(&mut self, shared: &mut Shared) {
        let key = self.index_key(shared);
        if self.key != Some(key) {
            return;
        }
        if let Some(fate) = self.structures.ask(key) {
            self.build(shared, key, fate);
        }
        self.want_answer(shared, key);
    }

    fn build(&self, shared: &mut Shared, key: IndexKey, fate: Fate) {
        let missing = self.lines.iter().zip(&self.built).enumerate();
        let designs = missing
            .filter(|(_, (_, built))| built.is_none())
            .filter_map(|(at, (line, _))| Some((at, line.to_build()?.clone())))
            .collect();
        let searched = self.searched.as_ref().filter(|(recipe, searched)| {
            *recipe == key.recipe && Arc::ptr_eq(&searched.documents, &shared.model.documents)
        });
        let plans = Plans {
            key,
            signatures: shared.model.signatures.clone(),
            documents: shared.model.documents.clone(),
            searched: searched.map(|(_, searched)| searched.clone()),
            designs,
        };
        shared.begin_for(fate, INDEX, move |progress, tell| work::build(plans, progress, tell));
    }

    /// The signatures that are searched, if they are those of the corpus as it is now.
    pub fn searched(&self, shared: &Shared) -> Option<&Arc<Searched>> {
        let (recipe, searched) = self.searched.as_ref()?;
        let is_current =
            *recipe == shared.model.recipe && Arc::ptr_eq(&searched.documents, &shared.model.documents);
        is_current.then_some(searched)
    }

    fn want_answer(&mut self, shared: &mut Shared, key: IndexKey) {
        let Some((searched, document)) = self.searched(shared).cloned().zip(shared.selected_document())
        else {
            return;
        };
        let line = self.strategies.selected;
        let wanted = LookUp { key, document, line, built: self.built_count() };
        let asked = self.answer.asked().copied();
        if asked == Some(wanted) || searched.place_of(document).is_none() {
            return;
        }
        let is_same = asked.is_some_and(|asked| asked.key == key && asked.document == document);
        if is_same && shared.runs(LOOK_UP) {
            // It finishes first: while structures are being built, a newer look-up would overtake every older one.
            return;
        }
        let known = self.answer().filter(|answer| answer.key == key && answer.document == document).cloned();
        let looked_at = self.design().map(|design| (line, design.clone()));
        let structures = self.built.clone();
        let fate = self.answer.ask_anew(wanted);
        let question = Question { key, document, searched, known, looked_at, structures };
        shared.begin_for(fate, LOOK_UP, move |progress, _| {
            let answer = work::answer(question, progress)?;
            Some(found(move |own: &mut Self, shared| own.take_answer(shared, answer)))
        });
    }

    fn take_answer(&mut self, shared: &Shared, answer: Answer) {
        let before = self.answer().map(|before| (before.key, before.document));
        let (is_same, now) =
            (before.is_some_and(|(_, of)| of == answer.document), (answer.key, answer.document));
        if !is_same {
            self.found.list = List::default();
        }
        let selected = self.hit().filter(|_| is_same).map(|hit| hit.index);
        if let Some(&asked) = self.answer.asked() {
            self.answer.put(asked, answer);
        }
        self.arrange(shared, selected);
        if before != Some(now) {
            self.show_table_of_neighbour(shared);
        }
    }

    /// All structures are there: says what they hold.
    pub(super) fn all_built(&mut self, shared: &mut Shared, key: IndexKey) {
        self.structures.put(key, ());
        let (built, bytes) = (self.built_count(), short_bytes(self.bytes() as f64));
        let k = shared.k;
        if shared.screen == Screen::Index && shared.message.is_none() {
            shared.say((
                format!("{built} strategies ready for k = {k}: together they hold {bytes}"),
                format!("k = {k} 的 {built} 种策略已就绪：共占 {bytes}"),
            ));
        }
    }

    /// Cancels the building; returns whether there was any.
    pub(super) fn cancel_building(&self, shared: &mut Shared) -> bool {
        if !shared.stop(INDEX) {
            return false;
        }
        shared.say((
            "indexes cancelled: what is built stays; ‹resume› builds the rest",
            "已取消构建索引：已建的保留；按 ‹resume› 继续",
        ));
        true
    }
}
