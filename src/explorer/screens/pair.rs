//! Screen 5, Pair: two texts, what differs between them, why they are as far apart as they are, and how edits move them.

mod bits;
mod file;
pub mod list;
mod moves;
mod results;
mod side;
mod state;
mod texts;
mod typing;
pub mod work;

use crate::action::{Action, Pane, Screen};
use crate::filtering::Standing;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes};
use crate::shared::kept::CURVE;
use crate::shared::{Shared, Stage};
pub use crate::surface::action::pair as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase, Rect, Role, Theme};
use bits::{Bits, Grid};
use keys::{Act, Pane as Own};
use list::List;
pub use list::lengths::LengthRow;
pub use list::measures::WORDS;
pub use side::Side;
pub use state::{Origin, State};
use texts::Text;

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let grid = Grid::of(scene, area);
        let rest = area.height.saturating_sub(grid.height);
        if rest >= TEXTS + LIST {
            // What short texts leave goes to the lists, and what these do not need to the texts.
            let most = (rest / 2).max(rest.saturating_sub(list::beside::height(scene, area.width)));
            let high = texts::height(scene, area.width).clamp(TEXTS, most.max(TEXTS));
            // Where there is little room, a list that has the keys gets more of it.
            let high = if area.height < 24 && scene.own.focus == Own::List { TEXTS } else { high };
            let [high, middle, low] = parts(area, [high, grid.height, rest - high]);
            texts::texts(scene, paint, high);
            Bits.view(scene, paint, middle);
            return list::beside::lists(scene, paint, low);
        }
        // The bits below the texts or the list, whichever has the keys.
        let height = if area.height > grid.least + TEXTS { grid.least } else { 0 };
        let [high, low] = parts(area, [area.height - height, height]);
        match scene.own.focus {
            Own::TextA | Own::TextB => texts::texts(scene, paint, high),
            Own::List => List.view(scene, paint, high),
            Own::Bits => return Bits.view(scene, paint, area),
        }
        Bits.view(scene, paint, low);
    }
}

impl Room for State {
    by_panes!(Pair);

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_selected(shared);
        if shared.screen == Screen::Pair {
            self.follow_length(shared);
            self.follow_filter(shared);
        }
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Pair {
            self.note_drawn(shared);
            self.want_all(shared);
        }
    }

    fn typed(&mut self, shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        const NO_TEXT: Phrase = (
            "‹pair.type› edits a text, to paste into; several lines can be pasted into a list",
            "按 ‹pair.type› 编辑文本后再粘贴；多行文本可粘贴到列表",
        );
        match entered {
            Entered::Key(event) => Ok(self.press_text(shared, event)),
            Entered::Pasted(text) if !self.paste_text(shared, text) => Err(NO_TEXT),
            Entered::Pasted(_) => Ok(true),
            Entered::Answer(Action::Pair(Act::AskEdit), line) => {
                self.answer_edit(shared, line).map(|()| true)
            }
            Entered::Answer(Action::Pair(Act::AskB), line) => self.answer_b(shared, line).map(|()| true),
            Entered::Answer(_, line) => self.answer_seed(shared, line).map(|()| true),
            Entered::Filter(_) => entered.as_filter(Some(&mut self.shown.filter)),
        }
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        Some(self.filter_stands(shared))
    }

    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        self.documents().map(|(_, b)| b)
    }

    fn export(&self, shared: &Shared) -> Export {
        let own = self.pane(self.focus).export(Scene { own: self, shared });
        own.unwrap_or_else(|| self.compared_file(shared))
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let scene = Scene { own: self, shared };
        let name = self.typed_into(shared).map(|pane| if pane == Own::TextA { "A" } else { "B" });
        let mut foot = Foot {
            standing: Some(standing(scene)),
            typed_into: name.map(|name| (name, &TYPING[..])),
            work: &[work::BATTERY, CURVE],
            hints: vec![(Action::ToLab, if self.is_touched() { ("load anew", "重新载入") } else { SILENT })],
            sorts: self.view.list().sorts(self),
            ..Foot::default()
        };
        self.pane(self.focus).foot(scene, &mut foot);
        foot
    }
}

impl State {
    fn shown(&self) -> (&'static [Pane], Own) {
        (
            &[Pane::Pair(Own::TextA), Pane::Pair(Own::TextB), Pane::Pair(Own::Bits), Pane::Pair(Own::List)],
            self.focus,
        )
    }

    fn focus_on(&mut self, pane: Own) {
        self.focus = pane;
        // From text to text one goes on typing.
        self.is_typing &= self.side(pane).is_some_and(|side| side.too_long().is_none());
    }

    fn pane(&self, pane: Own) -> &'static dyn PaneOf<Self> {
        match pane {
            Own::TextA => &Text::A,
            Own::TextB => &Text::B,
            Own::Bits => &Bits,
            Own::List => &List,
        }
    }

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Cancel => return self.cancel_work(shared) || shared.clear_filter(&mut self.shown.filter),
            Action::Resume => return self.resume_work(shared),
            Action::Out | Action::ToCompare => shared.back(),
            Action::ToLab => self.open_copy(shared, None),
            Action::StepHit(by) => return self.step_passage(shared, by.into()),
            Action::SetBit(bit) => (self.bit, self.focus) = (bit, Own::Bits),
            // What is edited is no document: nothing is done with the one that it came from.
            Action::StepDocument(_) if self.is_touched() => return self.refuses_edited(shared),
            Action::StepDocument(by) if !self.is_copy && self.documents().is_some() => {
                self.step_pair(shared, by)
            }
            Action::GoNearest if !self.refuses_edited(shared) => self.take_nearest(shared),
            Action::GoNearest => {}
            Action::Editor | Action::Pager => return self.refuses_edited(shared),
            _ => return false,
        }
        true
    }
}

type Scene<'a> = crate::shared::Scene<'a, State>;

/// Lines of the texts, and of the list, below which there is no room for both.
const TEXTS: u16 = 4;
const LIST: u16 = 5;

/// An area in parts of these heights, one below the other.
fn parts<const N: usize>(area: Rect, heights: [u16; N]) -> [Rect; N] {
    let mut y = area.y;
    heights.map(|height| {
        let part = Rect { y, height, ..area };
        y += height;
        part
    })
}

/// The sign of "at most"; ASCII has no single character for it.
fn at_most(theme: Theme) -> &'static str {
    if theme.is_ascii { "<=" } else { "≤" }
}

/// How a change of a weight is marked.
fn sign(before: f64, after: f64) -> (&'static str, Role) {
    match (before == 0.0, after == 0.0) {
        (true, _) => ("+", Role::One),
        (_, true) => ("−", Role::Zero),
        _ => ("~", Role::Tie),
    }
}

/// Why nothing is known of the texts yet.
fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        _ if scene.lacks_texts() => scene.why_untraced(("", "")),
        Stage::Reading | Stage::Hashing if scene.own.hashed_by(scene.shared).is_none() => {
            ("tf-idf waits until the corpus is read and counted", "tf-idf 须先读完并统计语料")
        }
        Stage::Cancelled(_) if !scene.model.is_hashed() => (
            "tf-idf has no document frequencies: ‹resume› counts them",
            "tf-idf 没有文档频率：按 ‹resume› 统计",
        ),
        _ => ("tracing…", "追踪中…"),
    }
}

/// What the texts have in common, and in what way they differ.
pub fn standing(scene: Scene<'_>) -> String {
    let (own, lang) = (scene.own, scene.lang);
    let now = own.measures(scene.shared);
    let measures =
        now.or(own.measuring.taken.latest()).filter(|_| own.texts().iter().any(|text| !text.is_empty()));
    let share = measures.and_then(|measures| measures.values.iter().find(|(of, _)| *of == WORDS));
    let Some((_, share)) = share else {
        return scene.keyed((
            "‹pair.type› edits a text, ‹to-lab› takes a copy of the selected document",
            "按 ‹pair.type› 编辑文本，按 ‹to-lab› 取所选文档的副本",
        ));
    };
    let share = simscope_core::display::percent_text(*share);
    let words =
        lang.pick(both!("both texts have {share} of all their words", "两文本共有的词占全部的 {share}"));
    // Of the texts as they were before.
    let words = if now.is_some() { words } else { format!("… {words}") };
    match measures.and_then(|measures| measures.kind) {
        Some(kind) => {
            let kind = kind.say(lang);
            lang.pick(both!("{words} · kind: {kind}", "{words} · 类别：{kind}"))
        }
        None => words,
    }
}

/// The keys of a text, at the foot while it is typed into.
pub const TYPING: [(&str, Phrase); 8] = [
    ("Esc", ("leave", "离开")),
    ("Tab", ("next pane", "下一窗格")),
    ("Ctrl-Z", ("undo", "撤销")),
    ("Ctrl-Y", ("redo", "重做")),
    ("Ctrl-A", ("all", "全选")),
    ("Ctrl-C", ("copy", "复制")),
    ("Ctrl-X", ("cut", "剪切")),
    ("Ctrl-V", ("paste", "粘贴")),
];
