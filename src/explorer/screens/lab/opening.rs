//! What Enter opens on the lab.

use super::keys::{Pane, View};
use super::rows::EffectRow;
use super::state::{Origin, State};
use crate::shared::Shared;
use crate::surface::Phrase;
use crate::surface::key::SILENT;
use simscope_core::visible;

impl State {
    /// Opens what is selected on the lab.
    pub(super) fn open_in(&mut self, shared: &mut Shared, pane: Pane) {
        match pane {
            Pane::TextA | Pane::TextB => self.type_text(shared),
            Pane::Curve => self.toggle_curve(shared),
            _ => match self.effect_row(shared, self.list().selected) {
                Some(EffectRow::Edit(edit, _)) => self.make_edit(shared, edit),
                Some(EffectRow::Feature(feature, _)) => {
                    let (term, spans) = (feature.term.clone(), feature.spans.clone());
                    self.leave_out(shared, &term, &spans);
                }
                Some(EffectRow::Under(under)) => {
                    let recipe = under.recipe;
                    shared.set_recipe(recipe);
                }
                Some(EffectRow::Near(near)) => self.put_in_a(shared, near.document),
                Some(EffectRow::Text(row, _)) => self.put_several(shared, row),
                Some(EffectRow::Bit(_) | EffectRow::Change(_) | EffectRow::Crossing(_)) => shared.warn((
                    "nothing to open here; ‹lab.next-view› shows another list",
                    "此处没有可打开的内容；按 ‹lab.next-view› 换列表",
                )),
                None => shared.edge(0),
            },
        }
    }

    /// What opening does in the pane that has the keys, in a word; nothing where it does nothing.
    pub(super) fn hint_of_open(&self) -> Phrase {
        match (self.pane(), self.view) {
            (Pane::TextA | Pane::TextB, _) => ("type", "输入"),
            (Pane::Curve, _) => ("plot/table", "图/表"),
            (Pane::Effects, View::Edits | View::Influence) => ("put into B", "放入 B"),
            (Pane::Effects, View::Recipes) => ("use", "采用"),
            (Pane::Effects, View::Near) => ("put into A", "放入 A"),
            (Pane::Effects, View::Texts) => ("put into A, B", "放入 A、B"),
            (Pane::Effects, View::Bits | View::Changes) => SILENT,
        }
    }

    /// B becomes A without the places of a feature.
    fn leave_out(&mut self, shared: &mut Shared, term: &str, spans: &[std::ops::Range<usize>]) {
        if !self.a_is_current(shared) {
            return shared.warn(("A is still being traced", "A 仍在追踪中"));
        }
        let text = self.a.text();
        let mut rest = String::with_capacity(text.len());
        let mut done = 0;
        // Terms may overlap, as shingles do.
        for span in spans {
            rest.push_str(&text[done.min(span.start)..span.start]);
            done = done.max(span.end);
        }
        rest.push_str(&text[done..]);
        let origin = Origin::Without(term.to_owned());
        let term = visible::line(term);
        let name = shared.lang.pick((format!("{term} left out"), format!("去掉 {term}")));
        self.put_in_b(shared, &rest, origin, &name);
    }
}
