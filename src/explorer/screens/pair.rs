//! Screen 5, Pair: two texts, what differs between them, why they are as far apart as they are, and how edits move them.

mod chain;
mod features;
mod file;
mod lengths;
mod lists;
mod measuring;
mod moves;
mod near;
mod results;
pub mod several;
mod side;
mod state;
mod typing;
mod view;
mod why;
pub mod work;

use crate::action::{Action, Pane, Screen};
use crate::filtering::Standing;
use crate::room::{Entered, Export, Foot, Moving, Panes, Room};
use crate::shared::kept::CURVE;
use crate::shared::{Scene, Shared};
pub use crate::surface::action::pair as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase};
use keys::{Act, Pane as Own, View};
pub use lengths::LengthRow;
pub use lists::Row;
pub use measuring::WORDS;
use ratatui::layout::{Position, Rect};
pub use side::Side;
pub use state::{Origin, State};

impl Room for State {
    fn panes(&self) -> Panes {
        const ALL: &[Pane] =
            &[Pane::Pair(Own::TextA), Pane::Pair(Own::TextB), Pane::Pair(Own::Bits), Pane::Pair(Own::List)];
        Panes { all: ALL, focus: self.focus.into() }
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Pair(pane) = pane {
            self.focus = pane;
            // From text to text one goes on typing.
            self.is_typing &= self.side(pane).is_some_and(|side| side.too_long().is_none());
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area)
    }

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

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let rows = self.rows(shared);
        (pane == Own::List.into()).then(|| Moving::Rows(&mut self.lists[self.view as usize], rows))
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => self.open_selected(shared),
            Action::Chosen(..) => self.take_row(shared),
            Action::Cancel => return self.cancel_work(shared) || shared.clear_filter(&mut self.shown.filter),
            Action::Resume => return self.resume_work(shared),
            Action::Out | Action::ToCompare => shared.back(),
            Action::ToLab => self.open_copy(shared, None),
            Action::Move(towards) => return self.move_in_pane(shared, towards),
            Action::Scroll(Pane::Pair(Own::TextA | Own::TextB), by) => self.scroll_texts(shared, by.into()),
            Action::Point(Pane::Pair(pane), pointer) => self.point_at_text(pane, pointer),
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

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        self.pointed_at(shared)
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        self.why_shown(shared)
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![about(self.focus)]
    }

    fn export(&self, shared: &Shared) -> Export {
        let name = if self.is_of_edits() { "simscope-sensitivity.tsv" } else { "simscope-compared.jsonl" };
        Export::named(name, self.sheet(shared), Ok(self.command(shared)))
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let name = self.typed_into(shared).map(|pane| if pane == Own::TextA { "A" } else { "B" });
        Foot {
            standing: Some(view::standing(Scene { own: self, shared })),
            typed_into: name.map(|name| (name, &view::TYPING[..])),
            work: &[work::BATTERY, CURVE],
            hints: vec![
                (Action::ToLab, if self.is_touched() { ("load anew", "重新载入") } else { SILENT }),
                (Action::Open, self.hint_of_open()),
            ],
            sorts: self.sorts_of_list(),
            ..Foot::default()
        }
    }
}

impl State {
    /// What is shown follows the selected row.
    fn take_row(&mut self, shared: &mut Shared) {
        match self.view {
            View::Lengths => self.keep_length(shared),
            View::Differences => {
                let place = self.place_in(self.list().selected);
                if let Some(at) = place.filter(|_| self.rows(shared) > 0) {
                    self.go_to_difference(shared, at);
                }
            }
            _ => {}
        }
    }
}

const TEXT: &[Phrase] = &[
    (
        "A and B side by side. What differs is marked; what is equal is folded (‹pair.toggle-fold› unfolds).",
        "A 与 B 并排。不同之处已标出；相同部分折叠（‹pair.toggle-fold› 展开）。",
    ),
    (
        "‹pair.type› edits B, or A where that has the keys; after every key the signature is computed again.",
        "‹pair.type› 编辑 B（选中 A 时编辑 A）；每按一键都立即重新计算签名。",
    ),
];

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::TextA | Own::TextB => TEXT,
        Own::Bits => &[
            (
                "Both signatures with their sums Σ, bit below bit. The last line compares the bits: ▲ where they differ.",
                "两个签名及其各位的累加值 Σ，逐位对齐。末行逐位比较：▲ 处不同。",
            ),
            (
                "fragile: a feature of A or B flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：A 或 B 的一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
        ],
        Own::List => &[
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
        ],
    }
}
