//! What every screen and every pane can do. A screen is its panes, what they share, and how they are laid out; a pane is one
//! type with its view, movement and keys, and what is opened, copied, explained and written from it.

use crate::action::{Action, Pane, Towards};
use crate::command_line::Words;
use crate::filtering::{Line, Standing};
use crate::jobs::Work;
use crate::listing::Sorts;
use crate::shared::parts::cycle;
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
use crate::surface::key::Binding;
use crate::surface::{Paint, Phrase, Rect};
use crate::widgets::list::List;
use ratatui::crossterm::event::KeyEvent;
use std::time::Duration;

/// What moves in a pane.
pub enum Moving<'a> {
    /// The selection, and the number of rows.
    Rows(&'a mut List, usize),
    /// The first line shown, up to a last one.
    Lines(&'a mut usize, usize),
}

impl<'a> Moving<'a> {
    /// The selection of a list with this number of rows.
    pub fn rows(count: usize, list: &'a mut List) -> Option<Self> {
        Some(Self::Rows(list, count))
    }
}

/// Why nothing can be pasted where there is no text.
pub const NO_PASTE: Phrase = (
    "nothing to paste into: ‹ask-filter› filters, ‹palette› searches commands",
    "此处不能粘贴：‹ask-filter› 筛选，‹palette› 搜索命令",
);

/// The panes of a screen, in the order of Tab, and the one that has the keys.
pub struct Panes {
    pub all: &'static [Pane],
    pub focus: Pane,
}

/// What is typed into a screen.
#[derive(Debug, Clone, Copy)]
pub enum Entered<'a> {
    /// A key, before the keymap has it.
    Key(KeyEvent),
    Pasted(&'a str),
    /// The answer to a question of the screen.
    Answer(Action, &'a str),
    /// The line of its filter.
    Filter(&'a str),
}

impl Entered<'_> {
    /// What a screen makes of it that has nothing to type into.
    ///
    /// # Errors
    /// Nothing can be pasted.
    pub fn nowhere(self) -> Result<bool, Phrase> {
        if let Entered::Pasted(_) = self { Err(NO_PASTE) } else { Ok(false) }
    }

    /// What a screen makes of it that has only a filter.
    ///
    /// # Errors
    /// Nothing can be pasted.
    pub fn as_filter(self, filter: Option<&mut Line>) -> Result<bool, Phrase> {
        let Entered::Filter(line) = self else { return self.nowhere() };
        if let Some(filter) = filter {
            filter.set(line);
        }
        Ok(true)
    }
}

/// What the last lines say while a screen is shown, and what is done there.
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
    /// Keys that are named before others: what the view that is shown is for.
    pub first: &'static [Action],
    /// What a key does here, in a word, where that is something of its own; an empty one is not shown.
    pub hints: Vec<(Action, Phrase)>,
    /// By what the list that has the keys is sorted.
    pub sorts: Sorts,
    /// The screen is shown alone, with nothing around it but the last line.
    pub is_bare: bool,
    /// The time between two steps, where it plays by itself.
    pub beat: Option<Duration>,
}

impl Foot {
    /// The word for a key.
    pub fn hint_of(&self, binding: &Binding<Action>) -> Phrase {
        let own = self.hints.iter().find(|(action, _)| *action == binding.action);
        own.map_or(binding.hint, |(_, phrase)| *phrase)
    }
}

/// What the screen shows, as a file, and by which command.
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
    /// The command that prints the same, with what is its own; or why none does.
    pub command: Result<Words, Phrase>,
}

impl Export {
    /// A table, under that name at first.
    pub fn named(
        name: &'static str,
        sheet: Result<Box<dyn Sheet>, Phrase>,
        command: Result<Words, Phrase>,
    ) -> Self {
        let endings = (
            ".tsv .csv .jsonl .parquet .txt · the screen: .svg .html .text",
            ".tsv .csv .jsonl .parquet .txt · 屏幕：.svg .html .text",
        );
        Self { name, endings, draws_svg: false, has_second: false, sheet, command }
    }
}

/// A pane of the screen `S`, whole: what it shows, what moves in it and what its keys do, and what is copied, explained and
/// written while it has the keys.
pub trait PaneOf<S> {
    /// What it shows, and the words that it uses; then the same of those beside it.
    fn about(&self) -> Vec<&'static [Phrase]>;

    fn view(&self, scene: Scene<'_, S>, paint: &mut Paint<'_>, area: Rect);

    /// What moves in it; `None` where nothing does, or in a way of its own.
    fn moving<'a>(&self, _own: &'a mut S, _shared: &'a mut Shared) -> Option<Moving<'a>> {
        None
    }

    /// Does what an action means in it: opening what is selected, what follows from a chosen row, the pointer, and moving or
    /// scrolling where that is not what [`PaneOf::moving`] says. Returns whether it did anything.
    fn act(&self, _own: &mut S, _shared: &mut Shared, _action: Action) -> bool {
        false
    }

    /// What the keys point at, as text, and its name.
    ///
    /// # Errors
    /// Why there is nothing to copy.
    fn copy(&self, scene: Scene<'_, S>) -> Result<(String, Phrase), Phrase> {
        copy_document(scene.shared)
    }

    /// Why what the keys point at is as it is: a few plain sentences.
    ///
    /// # Errors
    /// Why that cannot be said.
    fn why(&self, scene: Scene<'_, S>) -> Result<String, Phrase> {
        selected(scene.shared).map(|document| scene.why_document(document))
    }

    /// What it shows, as a file, where that is another than the screen's.
    fn export(&self, _scene: Scene<'_, S>) -> Option<Export> {
        None
    }

    /// What the last line says while it has the keys, beside what the screen says.
    fn foot(&self, _scene: Scene<'_, S>, _foot: &mut Foot) {}
}

/// What a screen leaves to its panes. Of its `State`, `shown` returns the panes in the order of Tab and the one that has the
/// keys, `focus_on` gives them to another, `pane` returns the type of a pane, `lay_out` draws all of them, and `everywhere` does what an action means
/// whichever pane has the keys.
macro_rules! by_panes {
    ($screen:ident) => {
        fn panes(&self) -> Panes {
            let (all, focus) = self.shown();
            Panes { all, focus: focus.into() }
        }

        fn set_focus(&mut self, pane: Pane) {
            if let Pane::$screen(pane) = pane {
                self.focus_on(pane);
            }
        }

        fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
            match paint.is_alone {
                true => self.pane(self.shown().1).view(Scene { own: self, shared }, paint, area),
                false => self.lay_out(Scene { own: self, shared }, paint, area),
            }
        }

        fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
            let Pane::$screen(pane) = pane else { return None };
            self.pane(pane).moving(self, shared)
        }

        fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
            let pane = match action {
                Action::Chosen(pane, _) | Action::Scroll(pane, _) | Action::Point(pane, _) => pane,
                _ => self.shown().1.into(),
            };
            // What is over an overlay, or was begun on another screen, is no pane's here.
            let of_pane = if let Pane::$screen(pane) = pane { Some(self.pane(pane)) } else { None };
            self.everywhere(shared, action) || of_pane.is_some_and(|pane| pane.act(self, shared, action))
        }

        fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
            self.pane(self.shown().1).copy(Scene { own: self, shared })
        }

        fn why(&self, shared: &Shared) -> Result<String, Phrase> {
            self.pane(self.shown().1).why(Scene { own: self, shared })
        }

        fn about(&self) -> Vec<&'static [Phrase]> {
            self.pane(self.shown().1).about()
        }
    };
}
pub(crate) use by_panes;

/// The same of a screen whose panes are always the same; their types are called as they are.
macro_rules! panes {
    ($screen:ident: $($pane:ident),+) => {
        fn shown(&self) -> (&'static [Pane], Own) {
            (&[$(Pane::$screen(Own::$pane)),+], self.focus)
        }

        fn focus_on(&mut self, pane: Own) {
            self.focus = pane;
        }

        fn pane(&self, pane: Own) -> &'static dyn PaneOf<Self> {
            match pane {
                $(Own::$pane => &$pane),+
            }
        }
    };
}
pub(crate) use panes;

/// A screen, as the explorer drives it. Panes are the screen's own; those of another screen are ignored.
pub trait Room: 'static {
    fn panes(&self) -> Panes;

    fn set_focus(&mut self, pane: Pane);

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect);

    /// Something that all screens share may have changed: what hangs on it follows. Called after every action, report, key
    /// and paste, also while the screen is not shown.
    fn follow(&mut self, _shared: &mut Shared) {}

    /// Starts the work for what the screen lacks. Called after every frame; Pair does the same for each letter typed.
    fn want(&mut self, _shared: &mut Shared) {}

    /// What moves in a pane.
    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>>;

    /// Does something that holds everywhere in a way of the screen's own, or of the pane's that it is about: cancelling work,
    /// clearing a filter, and what [`PaneOf::act`] names. Returns whether it did anything.
    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool;

    /// Takes what is typed. Returns whether a text took it.
    ///
    /// # Errors
    /// Why nothing can be pasted here, or what is wrong with an answer; the question stays.
    fn typed(&mut self, _shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        entered.nowhere()
    }

    /// How its filter stands, if it has one of its own; `/` elsewhere filters the documents.
    fn filter_standing(&self, _shared: &Shared) -> Option<Standing<'_>> {
        None
    }

    /// Selects the document of the marked row, if another one is selected. Returns the second document of the pair that is
    /// selected here, if it is a pair.
    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        None
    }

    /// See [`PaneOf::copy`].
    ///
    /// # Errors
    /// Why there is nothing to copy.
    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase>;

    /// See [`PaneOf::why`].
    ///
    /// # Errors
    /// Why that cannot be said.
    fn why(&self, shared: &Shared) -> Result<String, Phrase>;

    /// See [`PaneOf::about`].
    fn about(&self) -> Vec<&'static [Phrase]>;

    fn export(&self, shared: &Shared) -> Export;

    fn foot(&self, _shared: &Shared) -> Foot {
        Foot::default()
    }
}

/// To the next pane of a screen (1) or the previous one (−1).
pub fn step_pane(room: &mut dyn Room, by: i8) {
    let Panes { all, focus } = room.panes();
    room.set_focus(cycle(all, |&pane| pane == focus, by.into()));
}

/// Moves in the pane that has the keys: what [`Room::moving`] says.
pub fn step(room: &mut dyn Room, shared: &mut Shared, towards: Towards) {
    if let Towards::Left | Towards::Right = towards {
        return shared.warn((
            "nothing is beside it; ‹step-k-minus› and ‹step-k-plus› change k",
            "左右没有内容；‹step-k-minus› 与 ‹step-k-plus› 改变 k",
        ));
    }
    let pane = room.panes().focus;
    let height = shared.lines_of(pane);
    match room.moving(shared, pane) {
        Some(Moving::Rows(list, rows)) => {
            let has_moved = list.step(towards, height, rows);
            if !has_moved {
                shared.edge_towards(rows, towards);
            }
            room.own_act(shared, Action::Chosen(pane, has_moved));
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
            room.own_act(shared, Action::Chosen(pane, true));
        }
        Some(Moving::Lines(first, last)) => *first = first.saturating_add_signed(by).min(last),
        None => {}
    }
}

/// Selects a row of a pane; what was clicked stays under the pointer.
pub fn select(room: &mut dyn Room, shared: &mut Shared, pane: Pane, row: usize) {
    let height = shared.lines_of(pane);
    match room.moving(shared, pane) {
        Some(Moving::Rows(list, rows)) => {
            list.offset = list.first(height, rows);
            list.select(row);
            room.own_act(shared, Action::Chosen(pane, true));
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
