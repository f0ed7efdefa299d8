//! What Enter opens.

use super::keys::{Pane, View};
use super::rows::Row;
use super::state::{Origin, State};
use crate::action::Screen;
use crate::shared::Shared;
use crate::surface::Phrase;
use crate::surface::key::SILENT;
use simscope_core::visible;

impl State {
    /// Opens what is selected: the document of a text, or a row of the list.
    pub(super) fn open_selected(&mut self, shared: &mut Shared) {
        match self.focus {
            Pane::TextA | Pane::Bits => self.open_document(shared, self.a.document(), self.b.document()),
            Pane::TextB => self.open_document(shared, self.b.document(), self.a.document()),
            Pane::List => self.open_row(shared),
        }
    }

    /// To the anatomy of a document of the pair. A text that is none is edited.
    fn open_document(&mut self, shared: &mut Shared, document: Option<u32>, other: Option<u32>) {
        let Some(document) = document else { return self.type_text(shared) };
        shared.go(Screen::Anatomy);
        shared.point_to(document, other);
    }

    fn open_row(&mut self, shared: &mut Shared) {
        if self.view == View::Lengths {
            return self.toggle_curve(shared);
        }
        match self.row(shared, self.list().selected) {
            Some(Row::Edit(edit, _)) => self.make_edit(shared, edit),
            Some(Row::Without(feature, _)) => {
                let (term, spans) = (feature.term.clone(), feature.spans.clone());
                self.leave_out(shared, &term, &spans);
            }
            Some(Row::Under(under)) => {
                let recipe = under.recipe;
                shared.set_recipe(recipe);
            }
            Some(Row::Near(near)) => self.put_in_a(shared, near.document),
            Some(Row::Text(row, _)) => self.put_several(shared, row),
            Some(Row::Link(..)) => self.open_link(shared),
            Some(Row::Difference(_) | Row::Feature(..) | Row::Measure(_) | Row::Length(_)) => shared.warn((
                "nothing to open here; ‹pair.show-next› shows another list",
                "此处没有可打开的内容；按 ‹pair.show-next› 换列表",
            )),
            None => shared.edge(0),
        }
    }

    /// What opening does in the pane that has the keys, in a word; nothing where it does nothing.
    pub(super) fn hint_of_open(&self) -> Phrase {
        match (self.focus, self.view) {
            (Pane::TextB, _) if self.b.document().is_none() => SILENT,
            (Pane::TextA | Pane::Bits, _) if self.a.document().is_none() => SILENT,
            (Pane::TextA | Pane::TextB | Pane::Bits, _) => ("anatomy", "解剖"),
            (Pane::List, View::Edits | View::Influence) => ("put into B", "放入 B"),
            (Pane::List, View::Lengths) => ("plot/table", "图/表"),
            (Pane::List, View::Nearest) => ("put into A", "放入 A"),
            (Pane::List, View::Chain) => ("show link", "显示该对"),
            (Pane::List, View::Recipes) => ("use", "采用"),
            (Pane::List, View::Texts) => ("put into A, B", "放入 A、B"),
            (Pane::List, View::Differences | View::Features | View::Measures) => SILENT,
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
