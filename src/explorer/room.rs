//! What every screen can do. A screen is a room: its folder holds its state, keys, view, work and files.

use crate::action::{Action, Pane, Towards};
use crate::filtering::{Line, Standing};
use crate::jobs::{Found, Work};
use crate::listing::Sorts;
use crate::shared::{Apply, Shared};
use crate::sheet::Sheet;
use crate::surface::{Paint, Phrase};
use crate::widgets::list::List;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};
use std::time::Duration;

/// What moves in a pane.
pub enum Moving<'a> {
    /// The selection, and the number of rows.
    Rows(&'a mut List, usize),
    /// The first line shown, up to a last one.
    Lines(&'a mut usize, usize),
}

/// Why nothing can be pasted where there is no text.
pub const NO_PASTE: Phrase = (
    "nothing to paste into: ‹ask-filter› filters, ‹palette› searches commands",
    "此处不能粘贴：‹ask-filter› 筛选，‹palette› 搜索命令",
);

/// What the last lines say while a screen is shown.
#[derive(Debug, Default)]
pub struct Foot {
    /// How things stand when nothing happens, where that is the screen's own.
    pub standing: Option<String>,
    /// The text that the keys go into, if they do, and what they do there.
    pub typed_into: Option<(&'static str, &'static [(&'static str, Phrase)])>,
    /// The work that Esc cancels here.
    pub work: &'static [&'static Work],
    /// What a job of the screen is doing, where its kind does not say it all.
    pub doing: Option<(&'static Work, Phrase)>,
}

/// How a key is named at the foot.
#[derive(Debug, Default)]
pub struct Hint {
    /// What it does here, in a word, where that is something of its own; an empty one is not shown.
    pub phrase: Option<Phrase>,
    /// It is named before others: what the view that is shown is for.
    pub comes_first: bool,
}

/// How a screen plays by itself.
#[derive(Debug, Default)]
pub struct Playing {
    /// It is shown alone, with nothing around it but the last line.
    pub is_bare: bool,
    /// The time between two steps; nothing runs without it.
    pub beat: Option<Duration>,
}

/// What the screen shows, as a file.
pub struct Export {
    /// What the prompt begins with.
    pub name: &'static str,
    pub endings: Phrase,
    /// An SVG is a drawing of the screen's own, and not the screen as it looks.
    pub draws_svg: bool,
    /// It is made with the recipe beside that of the corpus, too.
    pub has_second: bool,
    /// Ready to be written, or why there is nothing to write yet.
    pub sheet: Result<Box<dyn Sheet>, Phrase>,
}

impl Export {
    /// A table, under that name at first.
    pub fn named(name: &'static str, sheet: Result<Box<dyn Sheet>, Phrase>) -> Self {
        let endings = (
            ".tsv .csv .jsonl .parquet .txt · the screen: .svg .html .text",
            ".tsv .csv .jsonl .parquet .txt · 屏幕：.svg .html .text",
        );
        Self { name, endings, draws_svg: false, has_second: false, sheet }
    }
}

/// What screens do alike whose panes are always the same, in the order of Tab: which of them has the keys, what they look like
/// and what they show.
macro_rules! panes {
    ($screen:ident: $($pane:ident),+) => {
        fn panes(&self) -> &'static [Pane] {
            &[$(Pane::$screen(Own::$pane)),+]
        }

        fn focus(&self) -> Pane {
            self.focus.into()
        }

        fn set_focus(&mut self, pane: Pane) {
            if let Pane::$screen(pane) = pane {
                self.focus = pane;
            }
        }

        fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
            view::view(Scene { own: self, shared }, paint, area);
            None
        }

        fn about(&self) -> Vec<&'static [Phrase]> {
            vec![about::about(self.focus)]
        }
    };
}
pub(crate) use panes;

/// A screen, as the explorer drives it. Panes are the screen's own; those of another screen are ignored.
pub trait Room: 'static {
    /// Its panes, in the order of Tab.
    fn panes(&self) -> &'static [Pane];

    /// The pane that has the keys.
    fn focus(&self) -> Pane;

    fn set_focus(&mut self, pane: Pane);

    /// Draws the screen. Returns where the terminal's cursor belongs, if it is shown.
    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position>;

    fn playing(&self) -> Playing {
        Playing::default()
    }

    /// Something that all screens share may have changed: what hangs on it follows. Called after every action, report, key
    /// and paste, also while the screen is not shown.
    fn follow(&mut self, _shared: &mut Shared) {}

    /// Starts the work for what the screen lacks. Called after every frame; Pair does the same for each letter typed.
    fn want(&mut self, _shared: &mut Shared) {}

    /// What moves in a pane; `None` where nothing does, or in a way of its own.
    fn moving<'a>(&'a mut self, _shared: &'a mut Shared, _pane: Pane) -> Option<Moving<'a>> {
        None
    }

    /// A row of a pane was chosen; by the arrows perhaps the one that was selected already.
    fn row_chosen(&mut self, _shared: &mut Shared, _pane: Pane, _has_moved: bool) {}

    /// Does something that holds everywhere in a way of the screen's own: opening what is selected, moving and scrolling where
    /// that is not what [`Room::moving`] says, cancelling its work or clearing its filter. Returns whether it did anything.
    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool;

    /// Offers a key before the keymap. Returns whether a text took it.
    fn press(&mut self, _shared: &mut Shared, _event: KeyEvent) -> bool {
        false
    }

    /// Offers pasted text.
    ///
    /// # Errors
    /// Why nothing can be pasted here.
    fn paste(&mut self, _shared: &mut Shared, _text: &str) -> Result<(), Phrase> {
        Err(NO_PASTE)
    }

    /// Takes the answer to a question of the screen.
    ///
    /// # Errors
    /// What is wrong with it; the question stays.
    fn answer(&mut self, _shared: &mut Shared, _of: Action, _line: &str) -> Result<(), Phrase> {
        Ok(())
    }

    /// The line of the filter, if the screen has one of its own; `/` elsewhere filters the documents.
    fn filter(&mut self) -> Option<(Phrase, &mut Line)> {
        None
    }

    /// How that filter stands.
    fn filter_standing(&self, _shared: &Shared) -> Option<Standing<'_>> {
        None
    }

    /// Takes something that a job found, unless it is for another state: then it is handed back.
    fn take(&mut self, shared: &mut Shared, found: Found) -> Result<(), Found> {
        found.downcast::<Apply<Self>>().map(|apply| apply(self, shared))
    }

    /// Selects what the marked row stands for, where the selected document is another. Returns the second document of the pair
    /// that is selected here, if it is a pair.
    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        None
    }

    /// What the keys point at, as text, and its name.
    ///
    /// # Errors
    /// Why there is nothing to copy.
    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase>;

    /// Why what the keys point at is as it is: a few plain sentences.
    ///
    /// # Errors
    /// Why that cannot be said.
    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        selected(shared).map(|document| shared.why_document(document))
    }

    /// What the pane that has the keys shows, and the words that it uses; then the same of those beside it.
    fn about(&self) -> Vec<&'static [Phrase]>;

    fn export(&self, shared: &Shared) -> Export;

    /// By what the list that has the keys is sorted.
    fn sorts(&self) -> Sorts {
        Sorts::default()
    }

    fn foot(&self, _shared: &Shared) -> Foot {
        Foot::default()
    }

    fn hint(&self, _action: Action) -> Hint {
        Hint::default()
    }
}

/// To the next pane of a screen (1) or the previous one (−1).
pub fn step_pane(room: &mut dyn Room, by: i8) {
    let panes = room.panes();
    let at = panes.iter().position(|&pane| pane == room.focus()).unwrap_or(0) as isize;
    room.set_focus(panes[(at + isize::from(by)).rem_euclid(panes.len() as isize) as usize]);
}

/// Moves in the pane that has the keys: what [`Room::moving`] says.
pub fn step(room: &mut dyn Room, shared: &mut Shared, towards: Towards) {
    if let Towards::Left | Towards::Right = towards {
        return shared.warn((
            "nothing is beside it; ‹step-k-minus› and ‹step-k-plus› change k",
            "左右没有内容；‹step-k-minus› 与 ‹step-k-plus› 改变 k",
        ));
    }
    let pane = room.focus();
    let height = shared.lines_of(pane);
    match room.moving(shared, pane) {
        Some(Moving::Rows(list, rows)) => {
            let has_moved = list.step(towards, height, rows);
            if !has_moved {
                shared.edge_towards(rows, towards);
            }
            room.row_chosen(shared, pane, has_moved);
        }
        Some(Moving::Lines(first, last)) => {
            let by = towards.lines(height.max(2) as isize - 1);
            *first = first.saturating_add_signed(by).min(last);
        }
        None => {}
    }
}

/// Scrolls what [`Room::moving`] says.
pub fn scroll(room: &mut dyn Room, shared: &mut Shared, pane: Pane, by: isize) {
    let height = shared.lines_of(pane);
    match room.moving(shared, pane) {
        Some(Moving::Rows(list, rows)) => {
            list.scroll(by, height, rows);
            room.row_chosen(shared, pane, true);
        }
        Some(Moving::Lines(first, last)) => *first = first.saturating_add_signed(by).min(last),
        None => {}
    }
}

/// Selects a row of a pane.
pub fn select(room: &mut dyn Room, shared: &mut Shared, pane: Pane, row: usize) {
    match room.moving(shared, pane) {
        Some(Moving::Rows(list, _)) => {
            list.select(row);
            room.row_chosen(shared, pane, true);
        }
        Some(Moving::Lines(..)) | None => {}
    }
}

/// What is copied where nothing more special is selected: id and signature of the selected document.
///
/// # Errors
/// Where no document is selected.
pub fn copy_document(shared: &Shared) -> Result<(String, Phrase), Phrase> {
    let document = selected(shared)?;
    let id = shared.document(document).id;
    let signature = shared.model.signatures.try_get(document as usize);
    Ok(match signature.map(|signature| simscope_core::simhash::hex(signature, shared.model.recipe.bits)) {
        Some(signature) => (format!("{id}\t{signature}"), ("id and signature", "编号与签名")),
        None => (id.to_owned(), ("the id", "编号")),
    })
}

/// The selected document.
///
/// # Errors
/// Where there is none to copy from.
pub fn selected(shared: &Shared) -> Result<u32, Phrase> {
    shared
        .selected_document()
        .ok_or(("no document is selected: nothing to copy", "未选择文档：没有可复制的内容"))
}
