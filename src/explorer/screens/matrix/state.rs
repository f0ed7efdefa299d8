//! The heatmap: what part of the n × n pairs is shown, at which scale, and where the cursor stands.

use super::keys::{Act, Order, Pane};
use super::part::Part;
use super::work::{self, CELLS, CLOSEST, CellsKey, Drawn, JUMP, Scope, Shown};
use super::zoom::{Geometry, Shape, Zoom};
use crate::action::Screen;
use crate::shared::model::Linked;
use crate::shared::parts::cycle;
use crate::shared::{Shared, Stage, found};
use crate::surface::{Rect, Target};
use crate::wanted::Wanted;
use simscope_core::hamming::{Show, Window};
use std::ops::Range;
use std::sync::Arc;

/// State of the matrix screen. A *dot* is the smallest square that is drawn: half a terminal cell, or two side
/// by side where glyphs are used.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Pane,
    /// Order of rows and columns.
    pub order: Order,
    /// How large a document is; `None` fits everything in.
    pub zoom: Option<Zoom>,
    /// First row and column shown, as places in the order.
    pub origin: (usize, usize),
    /// How far it was dragged beyond: lines and columns of the terminal, in parts that do not make a document yet.
    pub(super) dragged: (isize, isize),
    /// Row and column of the cursor, as places in the order.
    pub cursor: (usize, usize),
    /// Which number of its pairs a dot shows, once it was chosen.
    pub chosen: Option<Show>,
    pub part: Part,
    /// Dots without a pair within k are dimmed.
    pub is_dimmed: bool,
    /// Glyphs instead of half blocks.
    pub is_glyphs: bool,
    cells: Wanted<CellsKey, Arc<Shown>>,
    /// The newest cells that are no sketch: what stays in view when the window moves is taken from them.
    settled: Option<Arc<Shown>>,
    /// What the rest is of.
    of: Option<Linked>,
    pub(super) scope: Scope,
    /// The pair that the cursor stands on.
    pair: (u32, Option<u32>),
    is_shown: bool,
    /// The cell whose closest pair was asked for.
    pub(super) sought: Option<(Range<usize>, Range<usize>)>,
}

/// With more documents a pixel, too, shows a share of its pairs, which takes memory for each dot.
const MOST: usize = 10_000;

impl State {
    /// Documents along each axis.
    pub fn heat_len(&self, shared: &Shared) -> usize {
        match (self.numbers(shared), shared.groups.as_ref()) {
            (Some(numbers), Some(groups)) => numbers.map(|number| groups.run(number).len as usize).sum(),
            (Some(_), None) => 0,
            (None, _) => self.all(shared),
        }
    }

    /// Documents that the order has.
    pub(super) fn all(&self, shared: &Shared) -> usize {
        match (self.order, &shared.model.tree) {
            (Order::Group, Some(tree)) => tree.order().len(),
            (Order::Group, None) => 0,
            _ => shared.model.signatures.len(),
        }
    }

    /// How the heatmap lies in `area`; `None` when there is nothing to show.
    pub fn heat_geometry(&self, shared: &Shared, area: Rect) -> Option<Geometry> {
        let len = self.heat_len(shared);
        let is_growing = matches!(shared.model.stage, Stage::Reading | Stage::Hashing);
        if len == 0 || area.is_empty() || is_growing || !shared.model.is_hashed() {
            return None;
        }
        let shape = self.shape(shared);
        let (wide, high) = shape.dots(area);
        let Zoom { step, magnify } = self.zoom.unwrap_or_else(|| Zoom::fitting(len, wide.min(high)));
        let span = |origin: usize, dots: usize| {
            let cells = magnify.cell(dots).max(1);
            // A window begins with a whole cell, so that a cell keeps its pairs while the map is panned.
            let begun = step.cell(origin) + usize::from(step.first(step.cell(origin)) < origin);
            let first = begun.min(step.cells(len).saturating_sub(cells));
            step.first(first)..step.first(first + cells).min(len)
        };
        let window = Window { rows: span(self.origin.0, high), columns: span(self.origin.1, wide), step };
        Some(Geometry { magnify, shape, window })
    }

    /// How dots are drawn.
    pub fn shape(&self, shared: &Shared) -> Shape {
        match () {
            () if self.is_glyphs || !shared.theme.has_heat() => Shape::Signs,
            () if shared.start.pixels.is_some()
                && self.show() != Show::Share
                && self.heat_len(shared) <= MOST =>
            {
                Shape::Pixels
            }
            () => Shape::Half,
        }
    }

    /// Columns of the terminal that the map takes where it has this many lines: a square of all of it, or of a part.
    pub fn map_width(&self, shared: &Shared, lines: u16) -> u16 {
        let (shape, len) = (self.shape(shared), self.heat_len(shared));
        let high = usize::from(lines) * shape.dots_per_line();
        let dots = match self.zoom {
            None if len > 0 => Zoom::fitting(len, high).dots(len),
            _ => high,
        };
        (dots * shape.columns()).div_ceil(shape.per_column()) as u16
    }

    pub(super) fn drawn_geometry(&self, shared: &Shared) -> Option<Geometry> {
        self.heat_geometry(shared, map_area(shared)?)
    }

    fn cells_key(&self, shared: &Shared, Geometry { window, shape, .. }: Geometry) -> CellsKey {
        let mut of = shared.model.linked();
        of.tree = of.tree.filter(|_| self.order == Order::Group);
        let has_shares = shape != Shape::Pixels;
        CellsKey { order: self.order, scope: self.scope.clone(), window, has_shares, of }
    }

    /// Asks for the cells that the screen lacks, and for the closest pair under the cursor.
    pub(super) fn want_cells(&mut self, shared: &mut Shared) {
        let Some(geometry) = self.drawn_geometry(shared) else { return };
        let key = self.cells_key(shared, geometry);
        if self.cells.is_missing(&key) {
            let known = self.newest().map(|shown| shown.arranged.clone()).filter(|arranged| {
                (arranged.order, &arranged.scope) == (key.order, &key.scope)
                    && Arc::ptr_eq(&arranged.source, &shared.model.signatures)
            });
            let (tree, signatures) = (shared.model.tree.clone(), shared.model.signatures.clone());
            let settled = self.settled.clone();
            let members = self.members(shared);
            let bits = Some(shared.model.recipe.bits).filter(|_| key.has_shares);
            shared.begin_for(self.cells.ask_anew(key.clone()), CELLS, move |progress, tell| {
                let arranged = known
                    .unwrap_or_else(|| Arc::new(work::arrange(&key, members, tree.as_deref(), signatures)));
                let drawn = |drawn| {
                    let key = key.clone();
                    found(move |own: &mut Self, shared| own.take_drawn(shared, key, drawn))
                };
                let tell = |piece| tell(drawn(piece));
                Some(drawn(work::draw(arranged, settled.as_deref(), (&key.window, bits), progress, &tell)?))
            });
        }
        if self.shown_now().is_some() {
            self.want_closest(shared);
        }
    }

    /// The newest cells.
    pub fn newest(&self) -> Option<&Shown> {
        self.cells.latest().map(Arc::as_ref)
    }

    /// The newest cells, if they are of the order and the group that are to be shown.
    pub fn shown_now(&self) -> Option<&Shown> {
        self.newest()
            .filter(|shown| (shown.arranged.order, &shown.arranged.scope) == (self.order, &self.scope))
    }

    /// What the dots of these cells show: the nearest while the shares are counted.
    pub fn show_now(&self, shown: &Shown) -> Show {
        if shown.has(self.show()) { self.show() } else { Show::Nearest }
    }

    /// The chosen view; the mean, under what is within k, until one was chosen.
    pub fn show(&self) -> Show {
        self.chosen.unwrap_or(Show::Mean)
    }

    /// The cell under the cursor, as rows and columns of the order.
    pub fn cell_at_cursor(&self, shared: &Shared) -> Option<(Range<usize>, Range<usize>)> {
        let step = self.newest()?.window.step;
        let len = self.heat_len(shared);
        if self.cursor.0.max(self.cursor.1) >= len {
            return None;
        }
        let span = |at: usize| step.span(step.cell(at), len);
        Some((span(self.cursor.0), span(self.cursor.1)))
    }

    fn want_closest(&mut self, shared: &mut Shared) {
        let Some(cell) = self.cell_at_cursor(shared) else { return };
        let is_single = cell.0.len() == 1 && cell.1.len() == 1;
        if is_single || self.sought.as_ref() == Some(&cell) {
            return;
        }
        let Some(shown) = self.newest() else { return };
        let (arranged, (rows, columns)) = (shown.arranged.clone(), cell.clone());
        self.sought = Some(cell.clone());
        shared.begin(CLOSEST, move |progress, _| {
            let (row, column) = work::closest(&arranged, rows, columns, progress)?;
            Some(found(move |own: &mut Self, shared| {
                let now = own.cell_at_cursor(shared);
                if now.is_some_and(|now| (now.0.start, now.1.start) == (cell.0.start, cell.1.start)) {
                    own.select_pair(shared, row, column);
                }
            }))
        });
    }

    fn take_drawn(&mut self, shared: &mut Shared, key: CellsKey, drawn: Drawn) {
        match drawn {
            Drawn::Cells(shown) => {
                let before = self.newest().map(|before| &before.arranged);
                let is_new_order = before.is_none_or(|before| !Arc::ptr_eq(before, &shown.arranged));
                if !shown.is_sketch {
                    self.settled = Some(shown.clone());
                }
                self.cells.put(key, shown);
                if is_new_order {
                    self.point_at_pair(shared);
                }
            }
            Drawn::Shares(shares) => {
                if let Some(shown) = self.cells.get_mut(&key) {
                    self.settled = None;
                    Arc::make_mut(shown).shares = Some(shares);
                    self.settled = Some(shown.clone());
                }
            }
        }
    }

    /// The cells, the part shown and the pair follow the corpus and the selection.
    pub(super) fn follow_shared(&mut self, shared: &mut Shared) {
        let of = shared.model.linked();
        let before = self.of.replace(of.clone());
        let is_shown = shared.screen == Screen::Matrix;
        let pair = (shared.selected, shared.other);
        if before.as_ref().is_none_or(|before| before.generation != of.generation) {
            self.part = Part::Largest;
            self.begin_anew(shared);
        } else if self.follow_groups(shared) {
            // What is drawn stays until the documents at this k are.
            self.begin_part(shared);
        } else if before.is_some_and(|before| before.tree != of.tree) && self.order == Order::Group {
            self.cells.forget();
            (self.settled, self.sought) = (None, None);
        }
        if is_shown && (!self.is_shown || self.pair != pair) {
            self.point_at_pair(shared);
            let number = shared.groups.as_ref().and_then(|groups| groups.number_of(shared.selected));
            let is_absent = |shown: Range<usize>| !number.is_some_and(|number| shown.contains(&number));
            if shared.groups.is_some() && self.numbers(shared).is_some_and(is_absent) {
                let all = shared.key(Act::ToggleGroup);
                shared.say(both!(
                    "the selected document is in none of these groups; {all} shows all documents",
                    "所选文档不在这些组中；按 {all} 看全部文档"
                ));
            }
        }
        (self.is_shown, self.pair) = (is_shown, pair);
    }

    /// The signatures, or their order, are other ones now: the whole is shown.
    pub(super) fn begin_anew(&mut self, shared: &mut Shared) {
        self.cells.forget();
        self.begin_part(shared);
    }

    fn begin_part(&mut self, shared: &mut Shared) {
        shared.stop_all([CELLS, CLOSEST, JUMP]);
        self.scope = self.scope_now(shared);
        (self.settled, self.sought, self.zoom, self.origin) = (None, None, None, (0, 0));
    }

    /// Selects the pair under the cursor; the cursor stays where it is.
    pub(super) fn select_pair(&mut self, shared: &mut Shared, document: u32, other: u32) {
        shared.point_to(document, Some(other));
        self.pair = (document, Some(other));
    }

    /// Stops the drawing, or the jump. Returns whether it ran.
    pub fn cancel_cells(&self, shared: &mut Shared) -> bool {
        if shared.stop(JUMP) {
            shared.say(("jump cancelled", "已取消跳转"));
            return true;
        }
        if !shared.stop(CELLS) {
            return false;
        }
        shared.say(("heatmap cancelled; ‹resume› draws it again", "已取消绘制；按 ‹resume› 重新绘制"));
        true
    }

    /// Draws again what was cancelled. Returns whether there was anything.
    pub(super) fn resume_cells(&mut self) -> bool {
        let is_ended = self.cells.is_ended();
        if is_ended {
            self.cells.forget();
        }
        is_ended
    }

    /// The cursor to the selected pair, or to the selected document and its nearest neighbour.
    pub(super) fn point_at_pair(&mut self, shared: &mut Shared) {
        let Some(shown) = self.newest() else { return };
        let place = |document: u32| shown.arranged.documents.iter().position(|&at| at == document);
        let other = shared.pair_partner();
        let Some(row) = place(shared.selected) else {
            // The cursor begins anew, also where an empty document is in no group order.
            self.cursor = (0, 0);
            if self.numbers(shared).is_some() {
                self.sought = self.cell_at_cursor(shared);
            }
            return;
        };
        self.cursor = (row, other.and_then(place).unwrap_or(row));
        self.sought = self.cell_at_cursor(shared);
        self.keep_cursor_in_view(shared);
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        let phrase = match act {
            Act::Zoom(by) => return self.zoom(shared, by),
            Act::NextOrder => {
                self.order =
                    cycle(&[Order::Group, Order::Input, Order::Signature], |now| *now == self.order, 1);
                self.begin_anew(shared);
                match self.order {
                    Order::Group => {
                        ("ordered by group: similar documents side by side", "按组排列：相似文档相邻")
                    }
                    Order::Input => ("ordered as the input", "按输入次序排列"),
                    Order::Signature => ("ordered by the signature as a number", "按签名数值排列"),
                }
            }
            Act::NextShow => {
                let show = cycle(&Show::ALL, |now| *now == self.show(), 1);
                self.chosen = Some(show);
                match show {
                    Show::Nearest => ("a dot is the nearest of its pairs", "每点为其最近一对的距离"),
                    Show::Mean => (
                        "a dot is the mean distance of its pairs; what is within k stands out",
                        "每点为其各对的平均距离；k 以内的文档对突出显示",
                    ),
                    Show::Share => ("a dot is the share of its pairs within k", "每点为其各对在 k 内的占比"),
                }
            }
            Act::ToggleGroup => return self.next_part(shared),
            Act::ToggleDim => {
                self.is_dimmed ^= true;
                match self.is_dimmed {
                    true => ("dots without a pair within k are dimmed", "已淡化没有 k 内文档对的点"),
                    false => ("all dots in full colour", "所有点显示全色"),
                }
            }
            Act::ToggleGlyphs => {
                self.is_glyphs ^= true;
                match self.is_glyphs {
                    true => ("one sign for each class of values", "按数值等级显示字符"),
                    false => ("half blocks in colour", "彩色半块"),
                }
            }
        };
        shared.say(phrase);
    }
}

/// Where the map was drawn, without its edges.
pub(super) fn map_area(shared: &Shared) -> Option<Rect> {
    shared.drawn.areas.find(|target| *target == Target::Plane(Pane::Heat.into()))
}
