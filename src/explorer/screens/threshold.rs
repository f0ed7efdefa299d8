//! Screen 3, Threshold: what this k does, how many pairs lie at which distance, what every k would give, and the groups at
//! this one, the pairs at a distance, or what two recipes see.

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

use crate::action::{Action, Pane};
use crate::filtering::Standing;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes};
use crate::shared::{Shared, Stage};
pub use crate::surface::action::threshold as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase, Rect, Role, Target};
use crate::widgets::table::{beside, split};
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

type Scene<'a> = crate::shared::Scene<'a, State>;

impl State {
    fn shown(&self) -> (&'static [Pane], Own) {
        macro_rules! of {
            ($($pane:ident),+) => { &[$(Pane::Threshold(Own::$pane)),+] };
        }
        let all = match self.below {
            Below::Groups => of!(Groups, Members, Sweep),
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
            _ => {}
        }
    }

    fn pane(&self, pane: Own) -> &'static dyn PaneOf<Self> {
        match pane {
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
                    || self.leave_distance(shared)
                    || shared.clear_filter(self.line())
            }
            Action::Resume => {
                self.evidence.confirmed.retry() | self.border.drawn.retry() | self.recipes.retry()
            }
            Action::StepDocument(by) => self.step_listed(shared, by),
            _ => false,
        }
    }
}

impl Room for State {
    by_panes!(Threshold);

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        let scene = Scene { own: self, shared };
        let most = if area.width < 70 { 4 } else { 3 };
        let said = said::height(scene, area.width, most);
        let [top, rest] = split(area, said + u16::from(area.height >= 28));
        said::said(scene, paint, Rect { height: said, ..top });
        match self.focus {
            Own::Sweep if area.height < LOW => Sweep.view(scene, paint, rest),
            _ if area.height < LOW => below(scene, paint, rest),
            _ => {
                let [high, low] = split(rest, (rest.height * 2 / 5).clamp(8, TALLEST));
                Sweep.view(scene, paint, high);
                below(scene, paint, low);
            }
        }
    }

    fn follow(&mut self, shared: &mut Shared) {
        if std::mem::replace(&mut self.k, shared.k) != shared.k {
            self.k_rows.select(shared.k.into());
        }
        self.follow_evidence(shared);
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
        let here = match self.below {
            Below::Border => vec![(PAIRS, SILENT)],
            _ => vec![(YES, SILENT), (NO, SILENT)],
        };
        let always = [
            (ADVISED, ("advised k", "建议的 k")),
            (Action::Mark, ("mark", "标记")),
            (Action::ToggleGrouping, ("around leaders", "按代表")),
            (Action::AskReport, ("report", "报告")),
        ];
        let scene = Scene { own: self, shared };
        let mut foot = Foot {
            standing: evidence::standing(scene),
            work: &[evidence::SAMPLE],
            first: &[YES, NO, PAIRS, ADVISED, Action::AskReport],
            hints: always.into_iter().chain(here).collect(),
            sorts: self.sorts(),
            ..Foot::default()
        };
        self.pane(self.focus).foot(scene, &mut foot);
        foot
    }
}

/// Fewer lines show the bars or the view, not both.
const LOW: u16 = 16;
/// Lines of the histogram that are enough.
const TALLEST: u16 = 20;

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
    scene.own.pane(scene.own.below.pane()).view(scene, paint, left);
    selected.view(scene, paint, right);
}

/// The views by their names, on the line over the first pane: the one that is shown says more. What is below the line.
fn tabs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pane: Own, shown: &str) -> Option<Rect> {
    let inner = paint.section(area, pane, "");
    let names = [
        (Below::Groups, ("Groups", "组")),
        (Below::Border, ("Pairs", "文档对")),
        (Below::Recipes, ("Recipes", "配方")),
    ];
    // The names of those behind it are short, and keep their room.
    let behind = names.iter().skip_while(|(below, _)| *below != scene.own.below).skip(1);
    let kept: usize = behind.map(|(_, name)| visible::width(paint.pick(*name)) + 2).sum();
    let mut x = area.x + 1;
    for (below, name) in names {
        let is_shown = below == scene.own.below;
        let sign = if is_shown && paint.focus == Some(pane.into()) { "▸ " } else { "" };
        let text = if is_shown { format!(" {sign}{shown} ") } else { format!(" {} ", paint.pick(name)) };
        let room = area.right().saturating_sub(x);
        let room = if is_shown { room.saturating_sub(kept as u16) } else { room };
        let role = if is_shown { Role::Title } else { Role::Dim };
        let width = paint.say(x, area.y, room, &text, role);
        paint.areas.push(Rect { x, width, height: 1, ..area }, Target::Act(Act::Show(below).into()));
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
