//! The state of the explorer, and how an action changes it. Nothing here draws or waits.

mod beside;
mod cancelling;
mod extent;
mod grouping;
mod heat;
mod index;
mod lab;
mod listing;
mod moves;
mod previews;
mod recipes;
mod reports;
mod risk;
mod sharing;
mod toggles;

use crate::corpus::{self, ReadOptions, Source};
use crate::groups::{Effort, GroupSpread, Groups};
use crate::recipe::Recipe;
use crate::simhash::Signed;
use crate::tui::action::{Action, Column, Grouping, Pane, Screen};
use crate::tui::areas::Areas;
use crate::tui::jobs::{Activity, Job, Kind};
use crate::tui::keymap::{BINDINGS, Key, Keymap, KeymapError};
use crate::tui::lang::{Lang, Said};
use crate::tui::list::List;
use crate::tui::model::Model;
use crate::tui::overlays::Overlay;
use crate::tui::theme::Theme;
use ratatui::crossterm::event::{KeyEvent, KeyEventKind};
use std::collections::HashMap;

pub use beside::{Beside, Listed};
pub use heat::{Geometry, HeatState, Shown};
pub use index::IndexState;
pub use lab::{EffectRow, LabState, LabView, LengthRow, Origin, Side};
pub use listing::Listing;
pub use previews::Preview;
pub use risk::{Risk, RiskShare, TooShort};

/// What the explorer is opened with.
#[derive(Debug, Clone)]
pub struct Start {
    /// Where the documents come from.
    pub sources: Vec<Source>,
    /// How to read them.
    pub options: ReadOptions,
    /// The first recipe.
    pub recipe: Recipe,
    /// The first threshold.
    pub k: u8,
    /// Whether the mouse is captured.
    pub has_mouse: bool,
    /// Light or dark, colours, ASCII.
    pub theme: Theme,
    /// The language.
    pub lang: Lang,
    /// How far the groups of a large corpus are built unasked.
    pub effort: Effort,
}

/// What the main loop has to do for the app.
#[derive(Debug)]
pub enum Effect {
    /// Start a job under this ticket.
    Start(u64, Box<Job>),
    /// Cancel the jobs of a kind.
    Cancel(Kind),
    /// Copy a text; `what` names it for the status line.
    Copy {
        /// The text.
        text: String,
        /// Its name.
        what: String,
    },
    /// Stop the process as Ctrl-Z does.
    Suspend,
    /// Leave.
    Quit,
}

/// How a message of the status line is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Something cannot be done, or needs attention.
    Warning,
}

/// A partition kept for comparison.
#[derive(Debug, Clone)]
pub struct Mark {
    /// The partition, with its k.
    pub groups: Groups,
    /// How it was made.
    pub grouping: Grouping,
}

/// State of the anatomy screen.
#[derive(Debug, Clone, Default)]
pub struct Anatomy {
    /// Bit under the cursor, 0 = least significant.
    pub bit: u8,
    /// The selected feature, in the order shown.
    pub features: List,
    /// Heaviest first instead of in order of first occurrence.
    pub is_by_weight: bool,
    /// 8 × 8 (or however many lines of eight) instead of one line.
    pub is_square: bool,
    /// First line of the list of pushes shown.
    pub bit_scroll: usize,
    /// First line of the text shown.
    pub text_scroll: usize,
}

/// State of the threshold screen.
#[derive(Debug, Clone, Default)]
pub struct Threshold {
    /// The selected group, from 0.
    pub groups: List,
    /// The selected member.
    pub members: List,
    /// The histogram's bars are logarithmic.
    pub is_log: bool,
}

/// A screen and a document, to go back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Place {
    screen: Screen,
    selected: u32,
}

/// What undo brings back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Setting {
    k: u8,
    recipe: Recipe,
}

/// The explorer.
pub struct App {
    /// What it was opened with.
    pub start: Start,
    /// Language.
    pub lang: Lang,
    /// Theme.
    pub theme: Theme,
    keymap: Keymap,
    /// What is known of the corpus.
    pub model: Model,
    /// The recipe asked for; [`Model::recipe`] follows when the corpus is hashed.
    pub recipe: Recipe,
    /// The threshold.
    pub k: u8,
    /// How groups are made.
    pub grouping: Grouping,
    /// The groups; those of another k for a moment, while leaders are sought.
    pub groups: Option<Groups>,
    /// How [`App::groups`] were made; another way than [`App::grouping`] while those are sought.
    pub grouped_by: Option<Grouping>,
    /// Spread of each leaders' group, by number − 1.
    pub leader_spread: Option<Vec<GroupSpread>>,
    /// The partition kept for comparison.
    pub mark: Option<Mark>,
    /// The selected document.
    pub selected: u32,
    /// The other document of the selected pair.
    pub other: Option<u32>,
    /// The screen shown.
    pub screen: Screen,
    focus: HashMap<Screen, Pane>,
    /// What lies over the screen.
    pub overlay: Option<Overlay>,
    /// The corpus table.
    pub listing: Listing,
    /// Which documents are too short for k.
    pub risk: Risk,
    /// Anatomy.
    pub anatomy: Anatomy,
    /// Threshold.
    pub threshold: Threshold,
    /// Matrix.
    pub heat: HeatState,
    /// The second recipe.
    pub beside: Beside,
    /// The strategies of searching.
    pub index: IndexState,
    /// The lab.
    pub lab: LabState,
    previews: Vec<(u32, Recipe, Signed)>,
    /// What the file being exported lacks.
    lacks: Option<Said>,
    /// The message of the status line.
    pub message: Option<(Tone, String)>,
    /// How the running jobs stand; set by the main loop.
    pub activity: Vec<Activity>,
    /// Where the last frame drew what.
    pub areas: Areas,
    history: Vec<Place>,
    undo: Vec<Setting>,
    is_dragging: bool,
    tickets: HashMap<Kind, u64>,
    last_ticket: u64,
    wanted_trace: Option<u32>,
    effects: Vec<Effect>,
    failure: Option<corpus::CorpusError>,
}

impl App {
    /// A new explorer, which begins by asking for the corpus to be loaded.
    ///
    /// # Errors
    /// When the table of keys contradicts itself.
    pub fn new(start: Start) -> Result<Self, KeymapError> {
        let mut app = Self {
            lang: start.lang,
            theme: start.theme,
            keymap: Keymap::load(BINDINGS)?,
            model: Model::new(corpus::name_of(&start.sources), start.recipe, start.effort.seconds),
            recipe: start.recipe,
            k: start.k.min(start.recipe.bits.get()),
            grouping: Grouping::default(),
            groups: None,
            grouped_by: None,
            leader_spread: None,
            mark: None,
            selected: 0,
            other: None,
            screen: Screen::Corpus,
            focus: HashMap::new(),
            overlay: None,
            listing: Listing {
                rows: None,
                list: List::default(),
                filter: String::new(),
                is_only_short: false,
                sort: Column::Input,
                is_reversed: false,
                text_scroll: 0,
                is_stale: false,
            },
            risk: Risk::default(),
            anatomy: Anatomy { bit: start.recipe.bits.get() - 1, ..Anatomy::default() },
            threshold: Threshold::default(),
            heat: HeatState::default(),
            beside: Beside::default(),
            index: IndexState::default(),
            lab: LabState::default(),
            previews: Vec::new(),
            lacks: None,
            message: None,
            activity: Vec::new(),
            areas: Areas::default(),
            history: Vec::new(),
            undo: Vec::new(),
            is_dragging: false,
            tickets: HashMap::new(),
            last_ticket: 0,
            wanted_trace: None,
            effects: Vec::new(),
            failure: None,
            start,
        };
        let Start { sources, options, recipe, .. } = app.start.clone();
        app.begin(Job::Load { sources, options, recipe });
        Ok(app)
    }

    /// What the main loop has to do, in order.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Why the program left, if reading failed.
    pub fn take_failure(&mut self) -> Option<corpus::CorpusError> {
        self.failure.take()
    }

    /// A key was pressed.
    pub fn press(&mut self, event: KeyEvent) {
        if event.kind == KeyEventKind::Release {
            return;
        }
        if self.overlay.is_some() && self.press_overlay(event) {
            return;
        }
        if self.press_text(event) {
            return;
        }
        match self.keymap.action(self.screen, Key::from(event)) {
            Some(action) => self.update(action),
            None => self.warn(("no such key here; ? lists the keys", "此处没有这个按键；按 ? 查看按键")),
        }
    }

    /// Carries out an action.
    pub fn update(&mut self, action: Action) {
        if action != Action::Drop {
            self.message = None;
        }
        match action {
            Action::Quit => self.effects.push(Effect::Quit),
            Action::Suspend => self.effects.push(Effect::Suspend),
            Action::Go(screen) => self.go(screen),
            Action::NextPane => self.next_pane(1),
            Action::PreviousPane => self.next_pane(-1),
            Action::Focus(pane) => self.set_pane(pane),
            Action::Move(towards) => self.go_towards(towards),
            Action::Open => self.open(),
            Action::Cancel => self.cancel(),
            Action::Back => self.back(),
            Action::StepDocument(by) => self.step_document(by),
            Action::GoNearest => self.go_nearest(),
            Action::SelectRow(pane, row) => self.select_row(pane, row),
            Action::OpenRow(pane @ (Pane::Overlay | Pane::Parts), row) => {
                self.select_overlay_row(pane, row, true);
            }
            Action::OpenRow(pane, row) => {
                self.select_row(pane, row);
                self.open();
            }
            Action::Scroll(pane, by) => self.scroll(pane, isize::from(by)),

            Action::StepK(by) => self.step_k(by),
            Action::NextChange(by) => self.next_change(by),
            Action::SetK(k) => self.set_k(k),
            Action::DragK(k) => self.drag_k(k),
            Action::Drop => self.is_dragging = false,
            Action::Mark => self.toggle_mark(),
            Action::ToggleGrouping => self.toggle_grouping(),
            Action::GoValley => self.go_valley(),
            Action::Undo => self.undo(),

            Action::NextTokenizer => self.next_tokenizer(),
            Action::NextWeighting => self.next_weighting(),
            Action::ToggleTie => self.toggle_tie(),
            Action::SetRecipe(recipe) => self.set_recipe(recipe),
            Action::SetBeside(recipe) => self.set_beside(recipe),
            Action::ToggleBeside => self.toggle_beside(),
            Action::SwapRecipes => self.swap_recipes(),
            Action::NextListed => self.next_listed(),
            Action::Resume => self.resume(),

            Action::NextSort => self.next_sort(),
            Action::SortBy(column) => self.sort_by(column),
            Action::ReverseSort => self.reverse_sort(),
            Action::ToggleOnlyShort => self.toggle_only_short(),

            Action::ToggleBitView => self.toggle_bit_view(),
            Action::ToggleFeatureOrder => self.toggle_feature_order(),
            Action::SetBit(bit) if self.screen == Screen::Lab => self.show_bit(bit),
            Action::SetBit(bit) => self.set_bit(bit),
            Action::ToggleLog => self.toggle_log(),

            Action::Zoom(by) => self.zoom(by),
            Action::ZoomAt { x, y, by } => self.zoom_at(x, y, by),
            Action::PointAt { x, y } => self.point_at(x, y),
            Action::Pan { x, y } => self.pan(x, y),
            Action::NextOrder => self.next_order(),
            Action::ToggleDim => self.toggle_dim(),
            Action::ToggleGlyphs => self.toggle_glyphs(),

            Action::ToLab => self.edit_in_lab(),
            Action::Type => self.type_text(),
            Action::ClickText { .. } | Action::DragText { .. } => self.point_at_text(action),
            Action::NextView => self.next_view(),
            Action::SetView(view) => self.set_view(view),
            Action::ToggleLabOrder => self.toggle_lab_order(),
            Action::ForgetEdit => self.forget_edit(),
            Action::StepEdits(by) => self.step_edits(by),
            Action::ToggleCurve => self.toggle_curve(),

            Action::StepSize(by) => self.step_size(by),
            Action::TogglePlanner => self.toggle_planner(),

            Action::Copy => self.copy(),
            Action::ToggleTheme => self.toggle_theme(),
            Action::ToggleLang => self.lang = if self.lang == Lang::En { Lang::Zh } else { Lang::En },
            Action::AskK
            | Action::AskEdit
            | Action::AskSeed
            | Action::AskFilter
            | Action::AskSize
            | Action::Export
            | Action::Help
            | Action::Palette
            | Action::RecipePanel
            | Action::ChooseBeside
            | Action::Skipped => self.open_overlay(action),
        }
    }

    /// Takes note of where the last frame drew what, and asks for what it lacked.
    pub fn drawn(&mut self, areas: Areas) {
        self.areas = areas;
        self.demand_rows();
        self.demand_risk();
        self.demand_trace();
        self.demand_preview();
        self.demand_beside();
        self.demand_index();
        self.demand_lab();
        self.demand_cells();
    }

    /// The selected document, unless there is none.
    pub fn selected_document(&self) -> Option<u32> {
        ((self.selected as usize) < self.model.corpus.len()).then_some(self.selected)
    }

    /// The pane that has the keys.
    pub fn pane(&self) -> Pane {
        self.focus.get(&self.screen).copied().unwrap_or(self.screen.panes()[0])
    }

    /// Whether the groups shown are those of k, rather than of the k before.
    pub fn groups_are_current(&self) -> bool {
        self.grouped_by == Some(self.grouping)
            && self.groups.as_ref().is_some_and(|groups| groups.k() == self.k)
    }

    /// Whether the signatures shown are those of an older recipe.
    pub fn is_rehashing(&self) -> bool {
        !self.recipe.has_parts_of(&self.model.recipe)
    }

    /// Puts an informing message into the status line.
    pub fn say(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Done, text.into()));
    }

    /// Puts a warning into the status line.
    pub fn warn(&mut self, said: Said) {
        self.message = Some((Tone::Warning, self.lang.pick(said).to_owned()));
    }

    fn begin(&mut self, job: Job) {
        self.last_ticket += 1;
        self.tickets.insert(job.kind(), self.last_ticket);
        self.effects.push(Effect::Start(self.last_ticket, Box::new(job)));
    }

    fn abandon(&mut self, kind: Kind) {
        self.tickets.remove(&kind);
        self.effects.push(Effect::Cancel(kind));
    }

    fn runs(&self, kind: Kind) -> bool {
        self.tickets.contains_key(&kind)
    }
}
