//! Screen 5, Pair: two texts, what differs between them, why they are as far apart as they are, and how edits move them.

mod bits;
mod file;
pub mod list;
mod moves;
mod results;
mod second;
mod side;
mod state;
mod texts;
mod typing;
mod view;
mod within;
pub mod work;

use crate::action::{Action, Pane, Screen};
use crate::filtering::Standing;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes};
use crate::shared::kept::CURVE;
use crate::shared::{Scene, Shared};
pub use crate::surface::action::pair as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase, Rect};
use bits::Bits;
use keys::{Act, Pane as Own};
use list::List;
pub use list::lengths::LengthRow;
pub use list::measures::WORDS;
pub use side::Side;
pub use state::{Origin, State};
use texts::Text;

impl Room for State {
    by_panes!(Pair);

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        view::view(Scene { own: self, shared }, paint, area);
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

    fn export(&self, shared: &Shared) -> Export {
        let own = self.pane(self.focus).export(Scene { own: self, shared });
        own.unwrap_or_else(|| self.compared_file(shared))
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let scene = Scene { own: self, shared };
        let name = self.typed_into(shared).map(|pane| if pane == Own::TextA { "A" } else { "B" });
        let mut foot = Foot {
            standing: Some(view::standing(scene)),
            typed_into: name.map(|name| (name, &view::TYPING[..])),
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
