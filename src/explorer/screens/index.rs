//! Index, behind Threshold: the blocks of a document, what each strategy finds with them, and how it would be searched here.

mod blocks;
mod found;
mod strategies;

use crate::action::{Action, Pane, Screen};
use crate::command_line::Words;
use crate::jobs::Work;
use crate::room::{Export, Foot, Moving, PaneOf, Panes, Room, by_panes, panes};
use crate::shared::model::Generation;
use crate::shared::{Shared, Stage};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::index as keys;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::wanted::Wanted;
use crate::widgets::hits::{beginning, step_keys};
use crate::widgets::list::List;
use crate::widgets::table::{self, inset};
use blocks::Blocks;
use found::Found;
use keys::Pane as Own;
use simscope_core::export::{self, Described, write_table};
use simscope_core::search::{Hit, LookedUp, Plan, Purpose, Tried, look_up, plan};
use strategies::Strategies;

type Scene<'a> = crate::shared::Scene<'a, State>;

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
#[derive(Debug, Default)]
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

impl State {
    /// As it opens: the first strategy compares everything, the second is the first that has tables.
    pub fn new() -> Self {
        Self { strategies: List { selected: 1, offset: 0 }, ..Self::default() }
    }

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

    panes!(Index: Strategies, Blocks, Found);

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Cancel => shared.stop_all([LOOK_UP, PLAN]),
            Action::Resume => self.answer.retry(),
            Action::Out => {
                shared.back();
                true
            }
            _ => false,
        }
    }
}

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if scene.selected_document().is_none() {
            return paint.hollow(area, scene.no_document());
        }
        head(scene, paint, Rect { height: 1, ..area });
        let area = inset(area, 0, 1);
        if area.height < 16 {
            return scene.own.pane(scene.own.focus).view(scene, paint, area);
        }
        let is_wide = area.width >= WIDE;
        let least = if is_wide { 11 } else { 8 };
        let [high, low] = table::split(area, lines_of_blocks(scene).min(area.height - 10).max(least));
        if is_wide {
            let [left, right] = table::beside(high, high.width - STRATEGIES);
            Blocks.view(scene, paint, left);
            Strategies.view(scene, paint, right);
            return Found.view(scene, paint, low);
        }
        Blocks.view(scene, paint, high);
        let [left, right] = table::beside(low, low.width - (low.width * 6 / 10).min(STRATEGIES));
        Found.view(scene, paint, left);
        Strategies.view(scene, paint, right);
    }
}

impl Room for State {
    by_panes!(Index);

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

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.other.filter(|_| self.focus == Own::Found)
    }

    fn export(&self, shared: &Shared) -> Export {
        const AWAITED: Phrase = ("the document is still being looked up", "文档仍在查找中");
        let sheet = self.answered(shared).ok_or(AWAITED).map(|answer| sheet(shared, answer));
        Export::named("simscope-strategies.tsv", sheet, Ok(Words::of(["pairs"]).k(shared)))
    }

    fn foot(&self, _shared: &Shared) -> Foot {
        Foot { work: &[LOOK_UP, PLAN], ..Foot::default() }
    }
}

/// Columns that the strategies need.
const STRATEGIES: u16 = 76;
/// From this width on, the strategies stand beside the blocks.
const WIDE: u16 = 180;

/// Lines in which all tables of the selected strategy have room: borders, letters, the query, and one for each table.
fn lines_of_blocks(scene: Scene<'_>) -> u16 {
    let tables = scene.own.tried(scene.shared).map_or(0, |tried| tried.looks.len());
    4 + u16::try_from(tables).unwrap_or(u16::MAX - 4)
}

/// Which document is looked up, and how its text begins.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let shown = scene.document(scene.selected);
    let mut x = step_keys(paint, line);
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    x += paint.say(x, line.y, room(x), paint.pick(("query ", "查询 ")), Role::Dim);
    x += paint.name(x, line.y, line.width / 3, shown.id, Role::Title) + 2;
    paint.say(x, line.y, room(x), &beginning(shown.text, line.width), Role::Dim);
}

/// Why there is nothing to show yet.
fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        Stage::Reading => ("the search waits until the corpus is read", "读完语料后查找"),
        Stage::Hashing => ("the search waits for the signatures", "等待签名"),
        Stage::Cancelled(_) if !scene.model.is_hashed() => {
            ("there are no signatures: ‹resume› computes them", "没有签名：按 ‹resume› 计算")
        }
        _ if scene.model.features.get(scene.selected as usize) == Some(&0) => {
            ("this document is empty: it is left out of the search", "该文档为空：不参与查找")
        }
        _ if scene.own.answer.is_ended() => {
            ("cancelled; ‹resume› looks the document up", "已取消；按 ‹resume› 查找")
        }
        _ => ("looking up…", "正在查找…"),
    }
}

/// What every strategy did for the document, as a file.
fn sheet(shared: &Shared, answer: &LookedUp) -> Box<dyn Sheet> {
    let (k, id) = (shared.k, shared.document(shared.selected).id.to_owned());
    let usable = answer.tried.iter().filter(|tried| tried.design.is_ok());
    let row = |tried: &Tried| {
        (
            tried.strategy.to_string(),
            [tried.looks.len() as u64, tried.brought_up(), tried.compared as u64, tried.found as u64],
        )
    };
    let rows: Vec<(String, [u64; 4])> = usable.map(row).collect();
    of_rows(move |format, recipes, out| {
        use export::Column;
        let columns: [Described<'_, '_, (String, [u64; 4])>; 7] = [
            (Column::text("id"), &|_| id.as_str().into()),
            (Column::count("k"), &|_| k.into()),
            (Column::text("strategy"), &|row| row.0.as_str().into()),
            (Column::whole("tables"), &|row| row.1[0].into()),
            (Column::whole("candidates"), &|row| row.1[1].into()),
            (Column::whole("distances"), &|row| row.1[2].into()),
            (Column::whole("neighbours"), &|row| row.1[3].into()),
        ];
        write_table(&columns, &rows, format, recipes, out)
    })
}
