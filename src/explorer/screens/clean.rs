//! Place 6: what may go and what must stay, reviewed pair by pair, and written.

mod rows;
mod state;
mod view;
mod writing;

use crate::action::{Action, Pane, Towards};
use crate::command_line::Words;
use crate::jobs::Work;
use crate::room::{Entered, Export, Foot, Moving, Panes, Room, copy_document, old_panes};
use crate::shared::cleaning::CLEAN;
use crate::shared::{Scene, Shared};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::clean as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::decide::Keep;
use simscope_core::export::{Gone, write_held};
pub use state::State;

impl Room for State {
    old_panes!(Clean: Kinds, Pair);

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_clean(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_pair(shared);
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let rows = self.kinds(shared).len();
        (pane == Pane::Clean(Own::Kinds)).then_some(Moving::Rows(&mut self.rows, rows))
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.shown {
                Some(_) => shared.asked.then.push(Action::ToCompare),
                None => shared.warn(self.why_no_pair(shared)),
            },
            Action::Chosen(pane, true) if pane == Own::Kinds.into() => self.show_kind(shared),
            Action::Cancel => return self.close_page() || shared.stop(CLEAN),
            Action::Resume => {
                let (cleans, saves) = (shared.retry_clean(), shared.retry_judgements());
                // Whoever cannot save now is not kept from the next pair.
                if saves && !cleans {
                    self.step(shared, 1);
                }
                return cleans || saves;
            }
            Action::Undo => return self.take_back(shared),
            Action::Move(towards)
                if self.focus == Own::Pair && !matches!(towards, Towards::Left | Towards::Right) =>
            {
                self.scroll_texts(shared, towards.lines(8));
            }
            // k decides nothing here.
            Action::Move(Towards::Left) => self.step(shared, -1),
            Action::Move(Towards::Right) => self.step(shared, 1),
            Action::Scroll(Pane::Clean(Own::Pair), by) => self.scroll_texts(shared, by.into()),
            _ => return false,
        }
        true
    }

    fn typed(&mut self, shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        match entered {
            Entered::Answer(_, line) => self.write(shared, line).map(|()| true),
            _ => entered.nowhere(),
        }
    }

    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        self.shown.map(|(_, by)| by)
    }

    fn foot(&self, shared: &Shared) -> Foot {
        const WORK: &[&Work] = &[CLEAN];
        let hints = vec![(Action::Open, ("pair", "文本对")), (Action::ToLab, SILENT)];
        let standing = Some(view::standing(Scene { own: self, shared }));
        Foot { standing, work: WORK, hints, ..Foot::default() }
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let Some((document, by)) = self.shown else { return copy_document(shared) };
        let id = |document: u32| shared.document(document).id;
        Ok((format!("{}\t{}", id(document), id(by)), ("what goes and what stays", "去除与保留的编号")))
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        view::why(Scene { own: self, shared })
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named("simscope-cleaned.tsv", self.file(shared), Ok(command(shared)))
    }
}

impl State {
    /// What goes and what is held, as a table.
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let clean = shared.clean().cloned().ok_or_else(|| self.why_no_pair(shared))?;
        let corpus = shared.model.corpus.clone();
        Ok(of_rows(move |format, _, out| {
            let id = |document: u32| corpus.get(document as usize).id;
            write_held(&mut clean.cleaned.gone().chain(clean.cleaned.held()), &id, format, out)
        }))
    }
}

fn command(shared: &Shared) -> Words {
    let mut words = Words::of(["dedup", "--dry-run"]).confirm(shared);
    let decisions = &shared.deciding.decisions;
    if let Some(file) = shared.deciding.file.as_ref().filter(|_| decisions.has_any_by_hand()) {
        words = words.and("--decisions", file);
    } else if decisions.keep != Keep::First {
        words = words.and("--keep", decisions.keep.to_string());
    }
    match shared.judging.file.as_ref().filter(|file| file.exists()) {
        Some(file) => words.and("--judgements", file),
        None => words,
    }
}

/// The rows of what goes.
fn gone(clean: &simscope_core::analysis::Clean) -> Vec<Gone> {
    let of = |(document, cover): (u32, &simscope_core::decide::clean::Cover)| Gone {
        document,
        kept: cover.by,
        kind: cover.kind,
        similarity: Some(cover.similarity),
        equal: Some(cover.equal),
        not_in_kept: Some(clean.reviewed.lost[document as usize]),
        distance: None,
    };
    clean.cleaned.gone().map(of).collect()
}

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::Kinds => &[
            (
                "The kinds of difference between a text and the one that would stay for it. What goes follows from the texts, not \
                 from k.",
                "文本与其保留文本之间差异的种类。去留取决于文本，而不是 k。",
            ),
            (
                "Confirmed: the two share at least τ of their word pairs, weighted. A text goes only if enough of it is in one \
                 that stays.",
                "确认：两者加权后的相邻字词对重合达 τ。只有当文本有足够内容存在于某篇保留的文本中时才去除。",
            ),
            (
                "Held: the texts are alike, but differ in something that must not be lost, such as a number. They stay.",
                "暂留：文本相似，但差异不可丢失（例如数字）。这些文本保留。",
            ),
        ],
        Own::Pair => &[(
            "The text that goes and the one that stays. What differs is marked: decide whether anything is lost.",
            "将去除的文本与保留的文本。不同之处已标出：请判断是否会丢失内容。",
        )],
    }
}
