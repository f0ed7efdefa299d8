//! What a page sets: screen, document, recipe, k, the pane and the bit.

use super::Classroom;
use crate::action::{Action, Screen, steps};
use crate::shared::{Grouping, Shared, Stage};
use crate::surface::action::pair::View;
use crate::surface::action::{anatomy, corpus, index, pair, threshold};
use simscope_core::lessons::SCREENS;

/// The screen of that name.
fn screen_named(name: &str) -> Option<Screen> {
    // Step by step is a view of Anatomy.
    let name = if name == "steps" { "anatomy" } else { name };
    Screen::ALL.into_iter().find(|screen| screen.name().0.eq_ignore_ascii_case(name))
}

impl Classroom {
    /// Sets screen, document, k and bit as the page has them, once the documents are there.
    pub fn set(&mut self, shared: &mut Shared) {
        // Beside a text of one's own the lesson waits.
        let is_typed = !shared.start.opening.typed.is_empty();
        self.is_to_be_set |= is_typed;
        if !self.is_to_be_set || is_typed || shared.model.stage == Stage::Reading {
            return;
        }
        let Some(page) = self.current().cloned() else { return };
        self.is_to_be_set = false;
        let corpus = shared.model.corpus.clone();
        let document = |id: &Option<String>| {
            let found = corpus.iter().position(|document| Some(document.id) == id.as_deref());
            found.and_then(|at| u32::try_from(at).ok())
        };
        let beside = document(&page.beside);
        if let Some(document) = document(&page.select) {
            shared.select_document(document);
            shared.other = beside.or(shared.other);
        }
        // However one came here, recipe, k and the panes are those of the page.
        let Some(lesson) = self.lesson.clone() else { return };
        let before = lesson.pages.iter().take(self.progress.page + 1);
        let k = before.filter_map(|page| page.k).next_back().unwrap_or(lesson.k);
        if shared.recipe != lesson.recipe {
            shared.asked.then.push(Action::SetRecipe(lesson.recipe));
        }
        if shared.grouping == Grouping::Leaders {
            shared.asked.then.push(Action::ToggleGrouping);
        }
        shared.asked.then.push(Action::SetK(k));
        let table = lesson.pages.iter().position(|page| page.pane.as_deref() == Some("table"));
        shared.judging.hides_advice = table.is_some_and(|table| self.progress.page < table);
        let Some(name) = page.screen.map(|at| SCREENS[at]) else { return };
        let Some(screen) = screen_named(name) else { return };
        shared.asked.then.push(Action::Go(screen));
        let pane = page.pane.as_deref().unwrap_or_default();
        shared.asked.then.extend(match screen {
            _ if name == "steps" => vec![steps::Act::Play.into()],
            Screen::Corpus => vec![Action::Focus(corpus::Pane::Documents.into())],
            Screen::Anatomy => vec![Action::Focus(match pane {
                "bit" => anatomy::Pane::Bit.into(),
                "sums" => anatomy::Pane::Sums.into(),
                _ if page.bit.is_some() => anatomy::Pane::Sums.into(),
                _ => anatomy::Pane::Features.into(),
            })],
            Screen::Pair => {
                let view = View::ALL.into_iter().find(|view| view.key_name() == pane);
                let focus = match view {
                    Some(_) => pair::Pane::List,
                    None if pane == "bits" || page.bit.is_some() => pair::Pane::Bits,
                    None => pair::Pane::TextB,
                };
                let shown = pair::Act::SetView(view.unwrap_or_default());
                vec![shown.into(), Action::Focus(focus.into())]
            }
            Screen::Threshold => {
                let focus = match pane {
                    "groups" => threshold::Pane::Groups,
                    "members" => threshold::Pane::Members,
                    _ => threshold::Pane::Sweep,
                };
                let groups = threshold::Act::Show(threshold::Below::Groups);
                vec![groups.into(), Action::Focus(focus.into())]
            }
            Screen::Index => vec![Action::Focus(match pane {
                "blocks" => index::Pane::Blocks.into(),
                "found" => index::Pane::Found.into(),
                _ => index::Pane::Strategies.into(),
            })],
            _ => Vec::new(),
        });
        shared.asked.then.extend(page.bit.map(Action::SetBit));
    }
}
