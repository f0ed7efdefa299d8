//! Index, behind Threshold: the blocks of a document, what each strategy finds with them, and how it would be searched here.

mod blocks;
mod view;

use crate::action::{Action, Pane, Screen};
use crate::command_line::Words;
use crate::jobs::Work;
use crate::room::{self, Export, Foot, Moving, Panes, Room, panes, selected};
use crate::shared::model::Generation;
use crate::shared::{Scene, Shared};
pub use crate::surface::action::index as keys;
use crate::surface::{Paint, Phrase, counted, grouped_digits};
use crate::wanted::Wanted;
use crate::widgets::list::List;
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::search::{Hit, LookedUp, Plan, Purpose, Tried, look_up, plan};

/// One document looked up by every strategy.
const LOOK_UP: &Work = &Work::new("LookUp", ("looking the document up", "查找文档")).cancellable();
/// How the corpus would be searched.
const PLAN: &Work = &Work::new("Plan", ("planning the search", "规划查找")).cancellable();

/// What is searched, and at which k.
#[derive(Debug, Clone, PartialEq)]
pub struct Searched {
    generation: Generation,
    k: u8,
}

/// The document that is looked up, and among which.
#[derive(Debug, Clone, PartialEq)]
struct Sought {
    among: Searched,
    document: u32,
}

/// State of the index screen.
#[derive(Debug)]
pub struct State {
    pub focus: Own,
    /// The selected strategy, table of it, and candidate.
    pub strategies: List,
    pub tables: List,
    pub found: List,
    plan: Wanted<Searched, Plan>,
    /// Of an older document for a moment.
    answer: Wanted<Sought, LookedUp>,
    /// Whose candidates `found` selects from.
    followed: Option<Sought>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            focus: Own::default(),
            // Blocks, the plainest that has tables.
            strategies: List { selected: 1, offset: 0 },
            tables: List::default(),
            found: List::default(),
            plan: Wanted::default(),
            answer: Wanted::default(),
            followed: None,
        }
    }
}

impl State {
    pub fn act(&mut self, _shared: &mut Shared, act: keys::Act) {
        match act {}
    }

    fn searched(&self, shared: &Shared) -> Searched {
        Searched { generation: shared.model.generation(), k: shared.k }
    }

    /// What every strategy finds of the selected document, once it is known.
    pub fn answered(&self, shared: &Shared) -> Option<&LookedUp> {
        self.answer.get(&Sought { among: self.searched(shared), document: shared.selected_document()? })
    }

    /// How a search program would be set up here.
    fn plan(&self, shared: &Shared) -> Option<&Plan> {
        self.plan.get(&self.searched(shared))
    }

    /// What the selected strategy finds.
    pub fn tried(&self, shared: &Shared) -> Option<&Tried> {
        self.answered(shared)?.tried.get(self.strategies.selected)
    }

    /// The selected candidate.
    pub fn hit(&self, shared: &Shared) -> Option<Hit> {
        self.tried(shared)?.candidates.get(self.found.selected).copied()
    }

    /// The document whose flips are marked: the selected candidate, or where there is none the nearest document.
    fn other(&self, shared: &Shared) -> Option<Hit> {
        let nearest = || shared.model.nearest(shared.selected_document()?);
        self.hit(shared).or_else(|| nearest().map(|(index, distance)| Hit { index, distance }))
    }

    fn rows(&self, shared: &Shared, pane: Own) -> usize {
        let tried = self.tried(shared);
        match pane {
            Own::Strategies => self.answered(shared).map_or(0, |answer| answer.tried.len()),
            Own::Blocks => tried.map_or(0, |tried| tried.looks.len()),
            Own::Found => tried.map_or(0, |tried| tried.candidates.len()),
        }
    }

    /// What is selected follows the chosen row.
    fn take_row(&mut self, shared: &mut Shared, pane: Own, has_moved: bool) {
        if pane == Own::Strategies && has_moved {
            self.found = List::default();
        }
        if pane != Own::Blocks {
            self.show_table(shared);
        }
        if pane == Own::Found {
            // The pair of the other screens is that of the document and this candidate.
            shared.other = self.hit(shared).map(|hit| hit.index).or(shared.other);
        }
    }

    /// The first table that finds the selected candidate becomes the selected one.
    fn show_table(&mut self, shared: &Shared) {
        let table = self.hit(shared).and_then(|hit| self.table_of(shared, hit));
        self.tables = List { selected: table.unwrap_or(0), offset: 0 };
    }

    /// The first table of the selected strategy that brings a document up.
    pub fn table_of(&self, shared: &Shared, hit: Hit) -> Option<usize> {
        let (answer, tried) = (self.answered(shared)?, self.tried(shared)?);
        let difference = answer.signature ^ shared.model.signatures.try_get(hit.index as usize)?;
        tried.design.as_ref().ok()?.layouts().iter().position(|layout| layout.agrees(difference))
    }

    /// To the candidate, which is looked up in its turn, or on to the next pane.
    fn open(&mut self, shared: &mut Shared) {
        match (self.focus, self.hit(shared)) {
            (Own::Strategies, _) => self.focus = Own::Blocks,
            (Own::Blocks, _) => self.focus = Own::Found,
            (Own::Found, Some(hit)) => {
                let from = shared.selected;
                shared.note_place();
                shared.point_to(hit.index, Some(from));
                shared.select_document(hit.index);
            }
            (Own::Found, None) => shared.warn((
                "no candidate: ‹go-nearest› goes to the nearest document",
                "没有候选：按 ‹go-nearest› 到最近的文档",
            )),
        }
    }
}

impl Room for State {
    panes!(Index: Strategies, Blocks, Found);

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => self.open(shared),
            Action::Chosen(Pane::Index(pane), has_moved) => self.take_row(shared, pane, has_moved),
            Action::Cancel => return shared.stop_all([LOOK_UP, PLAN]),
            Action::Resume => return self.answer.retry(),
            Action::Out => shared.back(),
            _ => return false,
        }
        true
    }

    fn want(&mut self, shared: &mut Shared) {
        let bits = shared.model.recipe.bits;
        let is_wanted = shared.screen == Screen::Index && shared.can_be_grouped() && shared.k <= bits.get();
        let Some(document) = shared.selected_document().filter(|_| is_wanted) else { return };
        let (searched, k) = (self.searched(shared), shared.k);
        let [signatures, all] = [shared.model.signatures.clone(), shared.model.signatures.clone()];
        let sought = Sought { among: searched.clone(), document };
        if self.answered(shared).is_some() && self.followed.as_ref() != Some(&sought) {
            self.followed = Some(sought.clone());
            self.found = List::default();
            self.show_table(shared);
        }
        shared.want(&mut self.plan, PLAN, searched, move |_| Some(plan(&all, bits, k, Purpose::Queries)));
        let documents = shared.model.documents.clone();
        if documents.binary_search(&document).is_ok() {
            shared.want(&mut self.answer, LOOK_UP, sought, move |progress| {
                look_up(&signatures, &documents, document, (bits, k), progress)
            });
        }
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Index(pane) = pane else { return None };
        let rows = self.rows(shared, pane);
        let list = match pane {
            Own::Strategies => &mut self.strategies,
            Own::Blocks => &mut self.tables,
            Own::Found => &mut self.found,
        };
        Some(Moving::Rows(list, rows))
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.other.filter(|_| self.focus == Own::Found)
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let hit = self.hit(shared).filter(|_| self.focus == Own::Found);
        let pair = hit.and_then(|hit| shared.tabbed((shared.selected_document()?, hit.index)));
        pair.map_or_else(|| room::copy_document(shared), Ok)
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        let document = selected(shared)?;
        Ok(match (self.focus, self.hit(shared), self.tried(shared)) {
            (Own::Found, Some(hit), _) => shared.why_pair(document, hit.index),
            (Own::Strategies | Own::Blocks, _, Some(tried)) => why(tried, shared),
            _ => shared.why_document(document),
        })
    }

    fn export(&self, shared: &Shared) -> Export {
        const AWAITED: Phrase = ("the document is still being looked up", "文档仍在查找中");
        let sheet = self.answered(shared).ok_or(AWAITED).map(|answer| view::sheet(shared, answer));
        Export::named("simscope-strategies.tsv", sheet, Ok(Words::of(["pairs"]).k(shared)))
    }

    fn foot(&self, _shared: &Shared) -> Foot {
        Foot { work: &[LOOK_UP, PLAN], ..Foot::default() }
    }
}

/// Why the strategy misses nothing, and what that took for this document.
fn why(tried: &Tried, shared: &Shared) -> String {
    let (lang, k, strategy) = (shared.lang, shared.k, tried.strategy);
    let [looks, found] = [tried.looks.len(), tried.found].map(grouped_digits);
    let candidates = counted(tried.compared, "candidate", "candidates");
    let compared = grouped_digits(tried.compared);
    let Ok(design) = &tried.design else {
        let why = view::refusal(shared, tried);
        return lang.pick(both!("{strategy} cannot be used here: {why}.", "此处不能用 {strategy}：{why}。"));
    };
    lang.pick(match design.cut() {
        None => both!(
            "scan misses nothing, because it compares all {compared} other signatures; {found} are within k = {k}.",
            "scan 不会遗漏，因为它比较其余全部 {compared} 个签名；{found} 个在 k = {k} 以内。"
        ),
        Some(cut) => {
            let (blocks, rest) = (cut.blocks(), cut.blocks().saturating_sub(k));
            both!(
                "{strategy} misses nothing, because {k} flips leave at least {rest} of {blocks} blocks whole; {looks} look-ups bring up {candidates}, and {found} are within k = {k}.",
                "{strategy} 不会遗漏，因为 {k} 处翻转后 {blocks} 块中至少有 {rest} 块完好；{looks} 次查找得 {compared} 个候选，其中 {found} 个是近邻。"
            )
        }
    })
}

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::Strategies => &[(
            "What each way to find the neighbours needs for this document: tables, documents brought up and compared, memory.",
            "每种查找方法对该文档的代价：表、查得与比较的文档数、内存。",
        )],
        Own::Blocks => &[
            (
                "The signature cut into blocks. k flips change at most k of k + 1 blocks, so at least one stays equal,",
                "签名切成若干块。k 位翻转最多改变 k + 1 块中的 k 块，至少一块不变，",
            ),
            ("and the table that leads with it finds the neighbour.", "以该块开头的表就能找到近邻。"),
        ],
        Own::Found => &[(
            "The candidates of the strategy: blocks that stayed whole are letters, numbers count the flips in the others.",
            "该策略的候选：完好的块显示为字母，其余各块显示翻转数。",
        )],
    }
}
