//! Behind screen 2, Steps: how the signature of a document comes about, one step at a time.

mod about;
mod grid;
mod pace;
mod state;
mod view;

use crate::action::{Action, Pane, Screen};
use crate::room::{Export, Foot, Hint, Playing, Room, selected};
use crate::shared::{Scene, Shared};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::steps as keys;
use crate::surface::{Paint, Phrase};
use keys::{Act, Pane as Own};
use ratatui::layout::{Position, Rect};
use simscope_core::export::Explained;
use simscope_core::simhash::steps::Step;
pub use state::State;

const TRACING: Phrase = ("the document is still being traced", "文档仍在追踪中");

impl Room for State {
    fn panes(&self) -> &'static [Pane] {
        &[Pane::Steps(Own::Grid)]
    }

    fn focus(&self) -> Pane {
        Own::Grid.into()
    }

    fn set_focus(&mut self, _pane: Pane) {}

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area);
        None
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_document(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Steps {
            shared.want_traces(shared.selected_document());
        }
    }

    fn playing(&self) -> Playing {
        Playing { is_bare: self.is_presenting, beat: self.is_playing.then(|| self.pace.period()) }
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => shared.asked.then.push(Action::Why),
            Action::Tick => self.go_on(shared),
            Action::Cancel => return std::mem::take(&mut self.is_presenting),
            Action::Out => {
                let bit = self.steps(shared).and_then(|steps| steps.at(self.at).bit());
                shared.leave_for(Screen::Anatomy);
                shared.asked.then.extend(bit.map(Action::SetBit));
            }
            Action::Move(towards) => self.step(shared, towards),
            Action::Point(_, pointer) => self.point(shared, pointer),
            Action::SetBit(bit) => self.go_to_bit(shared, bit),
            _ => return false,
        }
        true
    }

    fn answer(&mut self, shared: &mut Shared, _of: Action, line: &str) -> Result<(), Phrase> {
        self.answer_step(shared, line)
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let phrase = (
            "Esc leaves · Space plays · arrows step · PgDn a whole feature",
            "Esc 离开 · 空格播放 · 方向键逐步 · PgDn 整个特征",
        );
        Foot { standing: Some(shared.lang.pick(phrase).to_owned()), ..Foot::default() }
    }

    fn hint(&self, action: Action) -> Hint {
        let leaves = self.is_presenting && action == Act::Present.into();
        Hint { phrase: leaves.then_some(("leaves", "退出")), comes_first: false }
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        selected(shared)?;
        let steps = self.steps(shared).ok_or(TRACING)?;
        Ok((steps.sentence(self.at, self.is_whole, shared.lang), ("the sentence", "句子")))
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        let document = selected(shared)?;
        let steps = self.steps(shared).ok_or(TRACING)?;
        Ok(match steps.at(self.at) {
            Step::Feature(at) | Step::Weight(at) | Step::Hash(at) => shared.why_feature(steps.trace(), at),
            Step::Add(addition) => shared.why_bit(steps.trace(), addition.bit),
            Step::Sign { bit, .. } => shared.why_bit(steps.trace(), bit),
            Step::Text | Step::Sums | Step::Signature => shared.why_document(document),
        })
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![about::about()]
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named("simscope-anatomy.jsonl", self.file(shared))
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let document = shared.selected_document().ok_or(("no document is selected", "未选择文档"))?;
        let steps = self.steps(shared).ok_or(TRACING)?;
        let id = shared.document(document).id.to_owned();
        let (recipe, trace) = (*steps.recipe(), steps.trace().clone());
        Ok(of_rows(move |format, _, out| {
            Explained { id: Some(&id), recipe, trace: &trace }.write(format, out)
        }))
    }
}
