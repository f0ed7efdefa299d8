//! Screen 3, Threshold: what this k does, how many pairs lie at which distance, what joins there, what every k would give, and the
//! groups at this one, the pairs that it decides about, or what two recipes see.

mod border;
mod drawn;
mod evidence;
mod groups;
mod members;
mod pair;
mod recipes;
mod said;
mod second;
mod state;
mod sweep;
mod table;
mod tree;

use crate::action::{Action, Pane};
use crate::filtering::Standing;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes};
use crate::shared::{Shared, Stage};
pub use crate::surface::action::threshold as keys;
use crate::surface::key::SILENT;
use crate::surface::{Axis, Paint, Phrase, Rect, Role, Target};
use crate::widgets::chart::BEFORE;
use crate::widgets::table::{beside, inset, split};
use border::Border;
use groups::Groups;
use keys::{Act, Below, Pane as Own};
use members::Members;
use pair::Pair;
use recipes::Recipes;
use simscope_core::judgements::Verdict;
use simscope_core::visible;
pub use state::State;
use sweep::Sweep;
pub use tree::picture_width;
use tree::{BESIDE, Tree};

type Scene<'a> = crate::shared::Scene<'a, State>;

impl State {
    fn shown(&self) -> (&'static [Pane], Own) {
        macro_rules! of {
            ($($pane:ident),+) => { &[$(Pane::Threshold(Own::$pane)),+] };
        }
        let all: &[Pane] = match self.below {
            Below::Groups if self.is_list => of!(Groups, Members, Sweep),
            Below::Groups if self.is_beside => of!(Tree, Sweep, Groups, Members),
            Below::Groups => of!(Tree, Sweep, Members),
            Below::Border => of!(Border, Pair, Sweep),
            Below::Recipes => of!(Recipes, Pair, Sweep),
        };
        (all, self.focus)
    }

    fn focus_on(&mut self, pane: Own) {
        self.focus = pane;
        // A pane that was hidden brings its view.
        match pane {
            Own::Recipes => self.below = Below::Recipes,
            Own::Pair if self.below == Below::Recipes => {}
            Own::Border | Own::Pair => self.below = Below::Border,
            // Beside the tree the groups do not take its place.
            Own::Groups if self.is_beside && self.below == Below::Groups => {}
            Own::Tree | Own::Groups => (self.below, self.is_list) = (Below::Groups, pane == Own::Groups),
            Own::Members => self.below = Below::Groups,
            Own::Sweep => {}
        }
    }

    fn pane(&self, pane: Own) -> &'static dyn PaneOf<Self> {
        match pane {
            Own::Tree => &Tree,
            Own::Groups => &Groups,
            Own::Members => &Members,
            Own::Border => &Border,
            Own::Pair => &Pair,
            Own::Recipes => &Recipes,
            Own::Sweep => &Sweep,
        }
    }

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Cancel => {
                self.cancel_recipes(shared)
                    || self.cancel_evidence(shared)
                    || shared.clear_filter(self.line())
            }
            Action::Resume => {
                self.evidence.confirmed.retry() | self.border.drawn.retry() | self.recipes.retry()
            }
            // Esc goes back to what the place opens with.
            Action::Out if self.below != Below::Groups => {
                self.show(shared, Below::Groups);
                true
            }
            Action::Out if self.is_list || self.focus != Own::Tree => {
                (self.is_list, self.focus) = (false, Own::Tree);
                true
            }
            Action::Undo if self.below == Below::Border && shared.has_judged_last() => self.unjudge(shared),
            Action::StepDocument(by) => self.step_listed(shared, by),
            Action::Tick => {
                shared.unlight();
                true
            }
            _ => false,
        }
    }
}

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let [top, rest] = split(area, said::HEIGHT);
        said::said(scene, paint, top);
        let is_low = rest.height < LOW;
        let high = if is_low { 5 } else { (rest.height * 3 / 10).clamp(6, TALLEST) };
        // Where lines are few, the bars give way to what is below them.
        let [high, low] = split(rest, if is_low && self.focus != Own::Sweep { 0 } else { high });
        let [bars, right] = beside(high, picture_width(area.width));
        if bars.height > 0 {
            sweep::histogram(scene, paint, bars);
        }
        self.lower(scene, paint, (rest, low), right);
    }
}

impl Room for State {
    by_panes!(Threshold);

    fn follow(&mut self, shared: &mut Shared) {
        if std::mem::replace(&mut self.k, shared.k) != shared.k {
            self.k_rows.select(shared.k.into());
        }
        self.is_beside = [Own::Tree, Own::Groups].iter().all(|&pane| shared.area_of(pane).is_some());
        self.follow_evidence(shared);
        self.follow_axis(shared);
        self.follow_border(shared);
        if self.recipes.pairs.is_outdated() {
            self.recipes.arrange(shared, self.recipes.selected());
        }
        self.follow_selected(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_evidence(shared);
        self.want_table(shared);
        self.want_border(shared);
        self.want_recipes(shared);
        self.want_member_texts(shared);
    }

    fn typed(&mut self, _shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        if let (Entered::Filter(_), Own::Tree) = (entered, self.focus) {
            // The list shows the groups that pass.
            self.focus_on(Own::Groups);
        }
        entered.as_filter(Some(self.line()))
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        const PAIRS: Phrase = ("filter the pairs: ", "筛选文档对：");
        Some(match self.below {
            Below::Groups => self.table.standing(shared),
            Below::Border => self.border.pairs.standing(PAIRS, true),
            Below::Recipes => self.recipes.pairs.standing(PAIRS, self.recipes.found().is_some()),
        })
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        let other = self.shown_pair(shared).filter(|pair| pair.0 == shared.selected).map(|pair| pair.1);
        if matches!(self.focus, Own::Groups | Own::Members)
            && !self.members(shared).contains(&shared.selected)
            && let Some(member) = self.member_in(shared, self.member_rows.selected)
        {
            shared.select_document(member);
        }
        other
    }

    fn export(&self, shared: &Shared) -> Export {
        let scene = Scene { own: self, shared };
        self.pane(self.focus).export(scene).unwrap_or_else(|| groups::export(scene))
    }

    fn foot(&self, shared: &Shared) -> Foot {
        const YES: Action = Action::Threshold(Act::Judge(Verdict::Yes));
        const NO: Action = Action::Threshold(Act::Judge(Verdict::No));
        const PAIRS: Action = Action::Threshold(Act::Show(Below::Border));
        const ADVISED: Action = Action::Threshold(Act::GoAdvised);
        // Where no pairs are judged, the key for yes copies.
        let (here, copy) = match self.below {
            Below::Border => (vec![(PAIRS, SILENT)], Action::Copy),
            _ => (vec![(YES, SILENT), (NO, SILENT)], YES),
        };
        let always = [
            (ADVISED, ("advised k", "建议的 k")),
            (Action::Mark, ("mark", "标记")),
            (Action::ToggleGrouping, ("around leaders", "按代表")),
            (Action::AskReport, ("report", "报告")),
        ];
        let scene = Scene { own: self, shared };
        let mut foot = Foot {
            standing: shared.said_of_picked(copy).or_else(|| evidence::standing(scene)),
            work: &[evidence::SAMPLE],
            first: &[YES, NO, PAIRS, ADVISED, Action::AskReport],
            hints: always.into_iter().chain(here).collect(),
            sorts: self.sorts(),
            beat: shared.lit_for(),
            ..Foot::default()
        };
        self.pane(self.focus).foot(scene, &mut foot);
        foot
    }
}

/// Fewer lines show the bars or the view, not both.
const LOW: u16 = 12;
/// Lines of the histogram that are enough.
const TALLEST: u16 = 16;

impl State {
    /// What is below the bars, and beside both.
    fn lower(&self, scene: Scene<'_>, paint: &mut Paint<'_>, (all, low): (Rect, Rect), table: Rect) {
        let is_wide = table.width > 0;
        // The pane that has the keys is shown.
        if !is_wide && self.focus == Own::Sweep {
            return Sweep.view(scene, paint, low);
        }
        let is_list = self.is_list || self.focus == Own::Groups && all.width < BESIDE[1];
        if self.below != Below::Groups || !is_wide && (is_list || self.focus == Own::Members) {
            if is_wide {
                Sweep.view(scene, paint, table);
            }
            return below(scene, paint, low);
        }
        let [left, right] = beside(low, picture_width(all.width));
        if is_wide {
            let right = Rect { y: all.y, height: all.height, ..right };
            self.beside(scene, paint, (right, table.height), all.width);
        }
        match is_list {
            true => Groups.view(scene, paint, left),
            false => Tree.view(scene, paint, left),
        }
    }

    /// What stands beside the tree: the table of every k, the members of the group, and between them, where there is room, the groups.
    fn beside(&self, scene: Scene<'_>, paint: &mut Paint<'_>, (area, least): (Rect, u16), width: u16) {
        (area.top()..area.bottom()).for_each(|y| paint.put(area.x, y, "│", paint.style(Role::Border)));
        let area = inset(area, 1, 0);
        let lines = u16::from(self.axis(scene.shared, picture_width(width)).last) + 3;
        let [table, rest] = split(area, lines.min(area.height * 2 / 5).max(least));
        Sweep.view(scene, paint, table);
        if self.is_list || width < BESIDE[1] {
            return Members.view(scene, paint, rest);
        }
        // The members keep the lines in which their texts are shown, too.
        let members = if rest.height < members::LEAST.1 + 8 { rest.height / 2 } else { members::LEAST.1 };
        let [groups, members] = split(rest, rest.height - members);
        Groups.view(scene, paint, groups);
        Members.view(scene, paint, members);
    }
}

/// The line at k through bars or tree, and the thin one at the k before.
fn line_at(scene: Scene<'_>, paint: &mut Paint<'_>, axis: Axis, area: Rect) {
    let before = scene.moved().map(|moved| (moved.from, BEFORE, Role::Text));
    for (k, symbol, role) in before.into_iter().chain([(scene.k, "┃", Role::Handle)]) {
        let (x, style) = (axis.line(k), paint.style(role));
        for y in (area.top()..area.bottom()).filter(|_| axis.has(k)) {
            match paint.buffer.cell((x, y)).map_or("", |cell| cell.symbol()) {
                " " | "·" | BEFORE => paint.put(x, y, symbol, style),
                "━" if role == Role::Handle => paint.put(x, y, "╋", style),
                _ => {}
            }
        }
    }
}

/// The view that is chosen: its list, and what is selected there beside it.
fn below(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (selected, left): (&dyn PaneOf<State>, u16) = match scene.own.below {
        Below::Groups => (&Members, area.width * 3 / 5),
        Below::Border => (&Pair, (area.width * 2 / 5).clamp(36, 56).min(area.width)),
        Below::Recipes => (&Pair, (area.width * 9 / 20).clamp(38, 66).min(area.width)),
    };
    if area.height < 8 && scene.own.focus == Own::Pair {
        return Pair.view(scene, paint, area);
    }
    let [left, right] = parted(paint, area, left);
    let list = if scene.own.below == Below::Groups { Own::Groups } else { scene.own.below.pane() };
    scene.own.pane(list).view(scene, paint, left);
    selected.view(scene, paint, right);
}

/// Writes the names of the views on the line above the first pane, that of `pane` with more words. A click on it changes between tree
/// and groups. Returns the area below.
fn tabs(paint: &mut Paint<'_>, area: Rect, pane: Own, shown: impl FnOnce(usize) -> String) -> Option<Rect> {
    let inner = paint.section(area, pane, "");
    let names = [
        match pane {
            Own::Tree => (Own::Tree, Act::Focus(Own::Groups), ("Tree", "树")),
            _ => (Own::Groups, Act::Focus(Own::Tree), ("Tree", "树")),
        },
        (Own::Border, Act::Show(Below::Border), ("Pairs", "文档对")),
        (Own::Recipes, Act::Show(Below::Recipes), ("Recipes", "配方")),
    ];
    // The names of those behind it are short, and keep their room.
    let behind = names.iter().skip_while(|(of, ..)| *of != pane).skip(1);
    let kept: usize = behind.map(|(.., name)| visible::width(paint.pick(*name)) + 2).sum();
    let before: usize = names
        .iter()
        .take_while(|(of, ..)| *of != pane)
        .map(|(.., name)| visible::width(paint.pick(*name)) + 2)
        .sum();
    let shown = shown(usize::from(area.width).saturating_sub(kept + before + 5));
    let mut x = area.x + 1;
    for (of, act, name) in names {
        let is_shown = of == pane;
        let sign = if is_shown && paint.focus == Some(pane.into()) { "▸ " } else { "" };
        let text = if is_shown { format!(" {sign}{shown} ") } else { format!(" {} ", paint.pick(name)) };
        let room = area.right().saturating_sub(x);
        let room = if is_shown { room.saturating_sub(kept as u16) } else { room };
        let width = match is_shown {
            true => paint.title(x, area.y, room, &text),
            false => paint.say(x, area.y, room, &text, Role::Dim),
        };
        paint.areas.push(Rect { x, width, height: 1, ..area }, Target::Act(act.into()));
        x += width;
    }
    Some(inner).filter(|inner| inner.height > 1)
}

/// An area in two, with a line between them.
fn parted(paint: &mut Paint<'_>, area: Rect, left: u16) -> [Rect; 2] {
    let [left, right] = beside(area, left.max(1));
    let (x, style) = (left.right() - 1, paint.style(Role::Border));
    (area.top()..area.bottom()).for_each(|y| paint.put(x, y, "│", style));
    [Rect { width: left.width - 1, ..left }, right]
}

/// Why something is not there yet: it will come, or it was cancelled.
fn pending(scene: Scene<'_>, coming: Phrase) -> Phrase {
    match scene.model.stage {
        Stage::Cancelled(_) => ("cancelled; ‹resume› starts it again", "已取消；按 ‹resume› 重新开始"),
        _ => coming,
    }
}
