//! Screen 6, Lab: two texts to edit, what differs between them, and how far edits move a text of that length.

mod about;
mod begun;
mod file;
mod heat;
mod lengths;
mod lists;
mod marks;
mod near;
pub mod news;
mod opening;
mod results;
mod rows;
pub mod several;
mod sheet;
mod side;
mod state;
mod together;
mod typing;
mod under;
mod view;
mod why;
pub mod work;

use crate::action::{Action, Pane, Screen, Towards};
use crate::filtering::{Line, Standing};
use crate::room::{Export, Foot, Hint, Moving, Room};
use crate::shared::curves::CURVE;
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
pub use crate::surface::action::lab as keys;
use crate::surface::{Paint, Phrase};
use keys::{Act, Pane as Own};
pub use lengths::LengthRow;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};
pub use rows::EffectRow;
pub use side::Side;
pub use state::{Origin, State};

impl Room for State {
    fn panes(&self) -> &'static [Pane] {
        &[Pane::Lab(Own::TextA), Pane::Lab(Own::TextB), Pane::Lab(Own::Effects), Pane::Lab(Own::Curve)]
    }

    fn focus(&self) -> Pane {
        self.pane().into()
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Lab(pane) = pane {
            self.focus = Some(pane);
            // From text to text one goes on typing.
            self.is_typing &= self.side(pane).is_some();
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area)
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_selected(shared);
        self.follow_length(shared);
        self.follow_filter(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Lab {
            self.note_drawn(shared);
            self.want_all(shared);
        }
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        match pane {
            Pane::Lab(Own::Effects) => {
                let rows = self.effect_rows(shared);
                Some(Moving::Rows(&mut self.lists[self.view as usize], rows))
            }
            Pane::Lab(Own::Curve) if self.is_table => {
                let rows = self.length_rows(shared).len();
                Some(Moving::Rows(&mut self.lengths, rows))
            }
            _ => None,
        }
    }

    fn row_chosen(&mut self, shared: &mut Shared, pane: Pane, _has_moved: bool) {
        if pane == Own::Curve.into() {
            self.keep_length(shared);
        }
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => self.open_in(shared, self.pane()),
            Action::Cancel => return self.cancel_work(shared) || shared.clear_filter(&mut self.shown.filter),
            Action::Resume => return self.resume_work(shared),
            Action::Move(towards) => match (self.pane(), towards) {
                (Own::Effects, Towards::Left | Towards::Right) => return self.step_column(shared, towards),
                (_, Towards::Left | Towards::Right) => return false,
                (pane @ (Own::TextA | Own::TextB), _) => {
                    let page = shared.lines_of(pane).saturating_sub(2).max(1) as isize;
                    self.scroll_text(pane, towards.lines(page));
                }
                (Own::Curve, _) if !self.is_table => {
                    shared.warn((
                        "‹lab.toggle-curve› shows the lengths as a table",
                        "按 ‹lab.toggle-curve› 以表格查看各长度",
                    ));
                    self.keep_length(shared);
                }
                _ => return false,
            },
            Action::Scroll(Pane::Lab(text @ (Own::TextA | Own::TextB)), by) => {
                self.scroll_text(text, by.into())
            }
            Action::Point(Pane::Lab(pane), pointer) => self.point_at_text(pane, pointer),
            Action::SetBit(bit) => self.show_bit(bit),
            _ => return false,
        }
        true
    }

    fn press(&mut self, shared: &mut Shared, event: KeyEvent) -> bool {
        self.press_text(shared, event)
    }

    fn paste(&mut self, shared: &mut Shared, text: &str) -> Result<(), Phrase> {
        self.paste_text(shared, text).then_some(()).ok_or((
            "nothing to paste into: Tab to a text, or paste several lines into the lists",
            "此处不能粘贴：请先按 Tab 到文本，或在列表处粘贴多行",
        ))
    }

    fn answer(&mut self, shared: &mut Shared, of: Action, line: &str) -> Result<(), Phrase> {
        match of {
            Action::Lab(Act::AskEdit) => self.answer_edit(shared, line),
            _ => self.answer_seed(shared, line),
        }
    }

    fn filter(&mut self) -> Option<(Phrase, &mut Line)> {
        Some((("filter the list: ", "筛选列表："), &mut self.shown.filter))
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        Some(self.filter_stands(shared))
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        self.row(shared)
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        self.why_shown(shared)
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![about::about(self.pane())]
    }

    fn export(&self, shared: &Shared) -> Export {
        let is_plot = self.pane() == Own::Curve && !self.is_table;
        Export {
            endings: (
                ".tsv .csv .jsonl .parquet .txt · length curve: .svg · screen: .html .text",
                ".tsv .csv .jsonl .parquet .txt · 长度曲线：.svg · 屏幕：.html .text",
            ),
            draws_svg: true,
            ..Export::named(
                if is_plot { "simscope-lengths.svg" } else { "simscope-sensitivity.tsv" },
                self.file(shared),
            )
        }
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let name = State::typed_into(self, shared).map(|pane| if pane == Own::TextA { "A" } else { "B" });
        Foot {
            standing: Some(view::standing(Scene { own: self, shared })),
            typed_into: name.map(|name| (name, &view::TYPING[..])),
            work: &[work::BATTERY, CURVE],
        }
    }

    fn hint(&self, action: Action) -> Hint {
        let phrase = match action {
            Action::ToLab => Some(("load anew", "重新载入")),
            Action::Open => Some(self.hint_of_open()),
            _ => None,
        };
        Hint { phrase, comes_first: false }
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        self.sheet(shared)
    }
}
