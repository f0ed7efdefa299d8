//! The last pane: one of the lists about the two texts. What a list is, [`Listed`] says; each is a file of its own.

pub(super) mod beside;
pub mod chain;
mod differences;
pub mod edits;
mod features;
mod figures;
mod filter;
pub(super) mod influence;
pub mod lengths;
pub mod measures;
mod nearest;
pub mod passages;
mod recipes;
pub mod several;

use super::keys::{Act, Pane as Own, View};
use super::state::State;
use super::work::Compared;
use super::{Scene, awaited};
use crate::action::{Action, Towards};
use crate::filtering::{Count, counted};
use crate::listing::Sorts;
use crate::room::{Export, Foot, Moving, PaneOf};
use crate::shared::Shared;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase, Rect, Role, Target};
use crate::widgets::list::List as Selection;
use crate::widgets::table::{self, Lines, inset};
pub use filter::ListedOf;
use simscope_core::visible;

/// What is copied, and its name.
pub(super) type Copied = Result<(String, Phrase), Phrase>;

/// A list, whole. Rows are named by their places among all, whether they pass the filter or not.
pub(super) trait Listed {
    /// How many there are.
    fn rows(&self, scene: Scene<'_>) -> usize;

    /// What a filter looks into.
    fn text(&self, scene: Scene<'_>, row: usize) -> String;

    /// Draws the part above the rows; returns the number of its lines.
    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16;

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize);

    /// Draws all of it.
    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        table(self, scene, paint, area);
    }

    /// Whether it is about texts as they were before.
    fn is_stale(&self, _scene: Scene<'_>) -> bool {
        false
    }

    /// Why it is empty, where the texts are compared.
    fn nothing(&self, _scene: Scene<'_>) -> Phrase {
        ("A has no features", "A 没有特征")
    }

    /// Draws an empty list.
    fn hollow(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let is_compared = scene.own.compared().is_some();
        paint.hollow(area, if is_compared { self.nothing(scene) } else { awaited(scene) });
    }

    /// What the line above it says at the right: how far the work is, or what Enter does.
    fn foot(&self, _scene: Scene<'_>) -> String {
        String::new()
    }

    /// Starts the work for it.
    fn want(&self, _own: &mut State, _shared: &mut Shared) {}

    /// The row that is meant where none is listed.
    fn unlisted(&self, _scene: Scene<'_>) -> Option<usize> {
        None
    }

    /// What follows from a chosen row.
    fn choose(&self, _own: &mut State, _shared: &mut Shared, _row: usize) {}

    /// Moves in a way of its own: left and right are bits. Returns whether it did.
    fn step(&self, own: &mut State, shared: &mut Shared, towards: Towards) -> bool {
        own.step_bit(shared, towards)
    }

    fn open(&self, _own: &mut State, shared: &mut Shared, _row: usize) {
        shared.warn((
            "nothing to open here; ‹pair.show-next› shows another list",
            "此处没有可打开的内容；按 ‹pair.show-next› 换列表",
        ));
    }

    /// What that does, in a word.
    fn opens(&self) -> Phrase {
        SILENT
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied;

    /// Why the row is as it is; `None` where that is why the two texts are.
    fn why(&self, _scene: Scene<'_>, _compared: &Compared, _row: usize) -> Option<String> {
        None
    }

    /// What it shows, as a file, where that is no comparison of the texts.
    fn export(&self, _scene: Scene<'_>) -> Option<Export> {
        None
    }

    /// Its two orders, where it has two, with what is said of them.
    fn orders(&self) -> Option<[(Phrase, Phrase); 2]> {
        None
    }

    /// By what it is sorted.
    fn sorts(&self, own: &State) -> Sorts {
        let Some(orders) = self.orders() else { return Sorts::default() };
        let by = orders[usize::from(own.is_list_reordered())].0.0;
        Sorts::new(orders.map(|(what, _)| (what, Act::Sort(what.0).into())).into(), by)
    }

    /// Sorts it: by what is asked for, or in its other order.
    fn sort(&self, own: &mut State, shared: &mut Shared, asked: &'static str) {
        let Some(orders) = self.orders() else {
            return shared.warn(("this list has one order", "此列表只有一种次序"));
        };
        let is_other = &mut own.is_reordered[own.view as usize];
        *is_other = orders.iter().position(|(what, _)| what.0 == asked).map_or(!*is_other, |at| at == 1);
        shared.say(orders[usize::from(*is_other)].1);
    }
}

impl View {
    pub(super) fn list(self) -> &'static dyn Listed {
        match self {
            View::Differences => &differences::Differences,
            View::Passages => &passages::Passages,
            View::Features => &features::Features,
            View::Edits => &edits::Edits,
            View::Lengths => &lengths::Lengths,
            View::Influence => &influence::Influence,
            View::Measures => &measures::Measures,
            View::Nearest => &nearest::Nearest,
            View::Chain => &chain::Chain,
            View::Recipes => &recipes::Recipes,
            View::Texts => &several::Texts,
        }
    }
}

/// The pane of the list that is shown.
pub(super) struct List;

impl PaneOf<State> for List {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "‹pair.show-next› changes the list: where the texts differ, the features of both, what typical edits of A do,",
                "‹pair.show-next› 切换列表：差异、两者的特征、常见编辑对 A 的影响、",
            ),
            (
                "how far an edit moves a text of that length, what A loses without a feature, exact measures, what is nearest",
                "编辑使该长度的文本移动多远、去掉一个特征的影响、精确度量、",
            ),
            (
                "to B, how two documents come to share a group, d under every recipe, the distances of several texts.",
                "离 B 最近的文档、两篇如何同组、每个配方下的 d、多个文本之间的距离。",
            ),
            ("influence: the bits that flip without the feature.", "影响：去掉该特征会翻转的位。"),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let inner = paint.section(area, Own::List, "");
        let foot = foot(scene);
        // Of a filter, and of several texts, all is said.
        let is_needed = scene.own.view == View::Texts || !scene.own.shown.filter.is_empty();
        let needed = if is_needed { visible::width(&foot) as u16 + 4 } else { 0 };
        let used = tabs(scene, paint, area, needed);
        let room = usize::from(area.width.saturating_sub(used + 4));
        let foot = paint.whole_parts(&foot, room).to_owned();
        if visible::width(&foot) <= room && !foot.is_empty() {
            paint.right(area.x, area.y, area.width - 1, &format!(" {foot} "), Role::Dim);
        }
        if !inner.is_empty() {
            scene.own.view.list().view(scene, paint, inner);
        }
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.rows(shared), &mut own.lists[own.view as usize])
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let list = own.view.list();
        match (action, own.selected_place(shared)) {
            (Action::Open, Some(row)) => list.open(own, shared, row),
            (Action::Open, None) => shared.edge(0),
            (Action::Chosen(..), Some(row)) => list.choose(own, shared, row),
            (Action::Move(towards), _) => return list.step(own, shared, towards),
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Copied {
        const NOTHING: Phrase = ("nothing is selected: nothing to copy", "未选择任何行：没有可复制的内容");
        scene.own.view.list().copy(scene, scene.own.selected_place(scene.shared).ok_or(NOTHING)?)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let why = || {
            let row = scene.own.selected_place(scene.shared)?;
            scene.own.view.list().why(scene, scene.own.compared()?, row)
        };
        why().filter(|_| !scene.lacks_texts()).map_or_else(|| scene.own.why_texts(scene.shared), Ok)
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        scene.own.view.list().export(scene)
    }

    fn foot(&self, scene: Scene<'_>, foot: &mut Foot) {
        foot.hints.push((Action::Open, scene.own.view.list().opens()));
    }
}

/// Draws a list with its head and its rows.
fn table<L: Listed + ?Sized>(list: &L, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let lines = list.head(scene, paint, area);
    rows(scene, paint, inset(area, 0, lines));
    if list.is_stale(scene) {
        paint.buffer.set_style(area.intersection(paint.buffer.area), paint.style(Role::Dim));
    }
}

fn rows(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect) {
    let (own, rows, list) = (scene.own, scene.own.rows(scene.shared), scene.own.view.list());
    if rows == 0 && !own.shown.filter.is_empty() {
        if let Count::None(why) = own.filter_stands(scene.shared).count {
            paint.hollow_of(body, &why.say(paint.lang));
        }
        return;
    }
    if rows == 0 {
        return list.hollow(scene, paint, body);
    }
    table::rows(paint, body, Own::List, Lines::of(*own.list(), rows, false), |paint, line, at| {
        if let Some(row) = own.place_in(at) {
            list.row(scene, paint, line, row);
        }
    });
}

/// The lists to choose from, in the line above, beside a foot of that width. Returns the columns used.
fn tabs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, foot: u16) -> u16 {
    let (mut x, end) = (area.x + 2, area.right().saturating_sub(1));
    let names = View::ALL.map(|view| paint.pick(view.name()));
    let lang = paint.lang;
    // Where there is no room for all names, those that are not shown are short.
    let tab = |(view, name): (View, &str), letters: usize| {
        let cut: String = lang.pick(view.short()).chars().take(letters).collect();
        match (view == scene.own.view, letters) {
            (true, _) => format!("[{name}]"),
            (false, usize::MAX) => format!(" {name} "),
            (false, _) => format!(" {cut}"),
        }
    };
    let all = || View::ALL.into_iter().zip(names);
    let taken = |letters: usize| all().map(|of| visible::width(&tab(of, letters))).sum::<usize>();
    let room = usize::from(end.saturating_sub(x));
    let fitting = |least: usize, room: usize| {
        let all = [usize::MAX, 9, 7, 6, 5, 4, 3].into_iter();
        all.take_while(|&letters| letters >= least).find(|&letters| taken(letters) <= room)
    };
    // Names give way to the foot as far as they can be read.
    let letters = fitting(4, room.saturating_sub(foot.into())).or(fitting(3, room));
    for (view, name) in all() {
        let is_shown = view == scene.own.view;
        let text = tab((view, name), letters.unwrap_or(2));
        let style = paint.style(if is_shown { Role::Accent } else { Role::Text });
        let used = paint.text(x, area.y, end.saturating_sub(x), &text, style);
        paint
            .areas
            .push(Rect { x, y: area.y, width: used, height: 1 }, Target::Act(Act::SetView(view).into()));
        x += used;
    }
    x - area.x
}

/// What the filter leaves, or what the list says.
fn foot(scene: Scene<'_>) -> String {
    let own = scene.own;
    if own.shown.filter.is_empty() {
        return own.view.list().foot(scene);
    }
    let rows = counted(own.rows(scene.shared), own.all_rows(scene.shared), scene.lang);
    format!("{rows} · {}", own.shown.filter.in_force())
}

impl State {
    /// The list that is shown: its selection.
    pub fn list(&self) -> &Selection {
        &self.lists[self.view as usize]
    }

    /// Whether the list that is shown is in its other order.
    pub fn is_list_reordered(&self) -> bool {
        self.is_reordered[self.view as usize]
    }

    /// The place of the selected row among all, or of the one that is meant where none is listed.
    pub(super) fn selected_place(&self, shared: &Shared) -> Option<usize> {
        let place = self.place_in(self.list().selected).filter(|&place| place < self.all_rows(shared));
        place.or_else(|| self.view.list().unlisted(Scene { own: self, shared }))
    }

    pub(super) fn set_view(&mut self, shared: &mut Shared, view: View) {
        if view != self.view {
            self.drop_filter();
        }
        self.view = view;
        self.focus = Own::List;
        self.clamp_lists(shared);
        shared.say(view.shows());
    }

    /// Another order of the list that is shown, where it has one.
    pub(super) fn sort_list(&mut self, shared: &mut Shared, asked: &'static str) {
        self.lists[self.view as usize] = Selection::default();
        self.view.list().sort(self, shared, asked);
    }
}

/// A list whose head sorts it, where it is clicked.
pub(super) fn sorted_by_head(paint: &mut Paint<'_>, head: Rect) {
    paint.areas.push(head, Target::Act(Act::Sort("").into()));
}
