//! What every screen follows: the corpus and what is known of it, the selection, k and its groups, the recipe, undo, and
//! the status line. Nothing here draws or waits.

pub mod cleaning;
pub mod deciding;
pub mod extent;
pub mod grouping;
pub mod judging;
pub mod kept;
pub mod known;
pub mod model;
pub mod moved;
mod naming;
pub mod opened;
pub mod parts;
pub mod passages;
mod past;
mod picked;
mod recipes;
mod reporting;
pub mod reports;
mod running;
pub mod selection;
pub mod spark_output;
pub mod why;
pub mod work;

use crate::action::{Action, Pane, Screen, Towards};
use crate::jobs::{Activity, Job, Work};
use crate::surface::keymap::Keymap;
use crate::surface::program::Handed;
use crate::surface::{Areas, Lang, Phrase, Target, Theme};
use crate::widgets::list::List;
use deciding::Deciding;
pub use grouping::Grouping;
use judging::Judging;
use kept::Kept;
use model::Model;
pub use model::Stage;
use moved::Moved;
use naming::Sentence;
use past::Past;
pub use reporting::Written;
use running::Started;
pub use running::{Apply, found, found_for_all};
use selection::{Mark, Place};
use simscope_core::corpus::{self, ReadOptions, Source};
use simscope_core::groups::{Effort, GroupSpread, Groups};
use simscope_core::judgements;
use simscope_core::lessons::Lesson;
use simscope_core::recipe::Recipe;
pub use simscope_core::settings::Opening;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

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
    /// The first τ, in hundredths.
    pub tau_hundredths: u8,
    /// Whether the mouse is captured.
    pub has_mouse: bool,
    /// Light or dark, colours, ASCII.
    pub theme: Theme,
    /// Pixels of a cell, where the terminal shows them.
    pub pixels: Option<(u16, u16)>,
    pub lang: Lang,
    /// Where decisions are kept, instead of beside the corpus.
    pub decisions: Option<PathBuf>,
    /// Where judgements are kept, instead of beside the corpus.
    pub judgements: Option<PathBuf>,
    /// How far the groups of a large corpus are built unasked.
    pub effort: Effort,
    /// A lesson to begin with.
    pub lesson: Option<Arc<Lesson>>,
    /// What was open before the lesson, or before texts that were typed.
    pub before: Option<Box<Start>>,
    /// Jobs have larger numbers than this.
    pub first_ticket: u64,
    /// How it opens.
    pub opening: Opening,
}

/// What the main loop has to do.
#[derive(Debug)]
pub enum Effect {
    /// Start a job under this ticket.
    Start(u64, Job),
    /// Cancel the jobs of a kind.
    Cancel(&'static Work),
    /// Copy a text; `what` names it for the status line.
    Copy {
        text: String,
        what: String,
    },
    /// Save the screen as it looks, to the file that this line names.
    Picture(PathBuf),
    /// Open another corpus in place of this one.
    Reopen(Box<Start>),
    /// Show a document in another program.
    Hand(Handed),
    /// Draw everything anew, whatever the terminal shows.
    Repaint,
    /// Take the mouse, or leave it to the terminal.
    TakeMouse(bool),
    /// Stop the process as Ctrl-Z does.
    Suspend,
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

/// One line that the user is asked to type. The answer goes to where [`Question::of`] belongs.
#[derive(Debug)]
pub struct Question {
    /// The action that asked.
    pub of: Action,
    pub label: Phrase,
    /// What may be typed, and what the keys do.
    pub note: (String, String),
    /// What the line begins with.
    pub text: String,
    /// What Esc brings back, where the screen follows the line as it is typed.
    pub before: String,
}

impl Question {
    /// One whose line is empty at first: a number is more often replaced than changed.
    pub fn new(of: impl Into<Action>, label: Phrase, note: (String, String)) -> Self {
        Self { of: of.into(), label, note, text: String::new(), before: String::new() }
    }
}

/// A screen's own state beside what all share, as its view reads them.
pub struct Scene<'a, S> {
    pub own: &'a S,
    pub shared: &'a Shared,
}

impl<S> Clone for Scene<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Scene<'_, S> {}

/// What all share is named without a detour: `scene.model`.
impl<S> Deref for Scene<'_, S> {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        self.shared
    }
}

/// How groups were made; another way than is asked for while those are sought.
#[derive(Debug, Clone, Default)]
pub struct Made {
    pub by: Option<Grouping>,
    /// τ when they were made, in hundredths.
    pub tau_hundredths: u8,
    /// Spread of each leaders' group, by number − 1.
    pub leader_spread: Option<Vec<GroupSpread>>,
    /// What the last move of k brought about, where the groups are those of the tree.
    moved: Option<Moved>,
    /// Moves of k so far.
    moves: u32,
    /// What the last move changed has been lit long enough.
    is_unlit: bool,
}

/// What the main loop and the last frame say.
#[derive(Debug, Default)]
pub struct Drawn {
    /// How the running jobs stand.
    pub activity: Vec<Activity>,
    /// Where the last frame drew what.
    pub areas: Areas,
    /// An overlay lies over the screen.
    pub is_covered: bool,
}

/// What is to be done next.
#[derive(Debug, Default)]
pub struct Asked {
    /// Actions that follow the one that is being carried out.
    pub then: Vec<Action>,
    /// What the user is to be asked.
    pub question: Option<Question>,
    /// Nothing is selected yet: once groups are known, a close pair will be.
    pub first_pair: bool,
    /// What the main loop has to do, in order.
    pub(crate) effects: Vec<Effect>,
}

/// Places that were left, the last one last.
#[derive(Debug, Default)]
struct Trail {
    back: Vec<Place>,
    /// Those that were gone back from.
    ahead: Vec<Place>,
}

/// What every screen follows.
pub struct Shared {
    /// What the explorer was opened with.
    pub start: Start,
    pub lang: Lang,
    pub theme: Theme,
    pub keymap: Keymap,
    /// What is known of the corpus.
    pub model: Model,
    /// The recipe asked for; that of the model follows when the corpus is hashed.
    pub recipe: Recipe,
    /// The threshold.
    pub k: u8,
    /// How much the texts of a confirmed pair share at least, in hundredths.
    pub tau_hundredths: u8,
    /// How groups are made.
    pub grouping: Grouping,
    /// The groups; those of another k for a moment, while leaders are sought.
    pub groups: Option<Arc<Groups>>,
    /// How [`Shared::groups`] were made.
    pub made: Made,
    /// The partitions kept for comparison; the first is A.
    pub marks: Arc<[Mark]>,
    /// Filters that were kept, the newest last.
    pub filters: Vec<String>,
    /// The selected document.
    pub selected: u32,
    /// The other document of the selected pair.
    pub other: Option<u32>,
    /// The documents that are listed, in their order; `None` when they are all in the order of the input.
    pub rows: Option<Arc<Vec<u32>>>,
    /// The selected row of them.
    pub list: List,
    /// The screen shown.
    pub screen: Screen,
    /// It was opened from another, to which `q` goes back.
    pub is_opened: bool,
    /// The message of the status line.
    pub message: Option<(Tone, String)>,
    /// The recipe beside that of the corpus; `None` until one is chosen.
    pub second: Option<Recipe>,
    /// What was decided about groups.
    pub deciding: Deciding,
    /// What was judged of pairs.
    pub judging: Judging,
    pub drawn: Drawn,
    pub asked: Asked,
    /// What several screens need of documents and recipes.
    pub kept: Kept,
    trail: Trail,
    past: Past,
    started: Started,
}

impl Shared {
    /// What is known at the start; the corpus is asked for.
    pub fn new(start: Start, keymap: Keymap) -> Self {
        let lacks_texts = matches!(&start.sources[..], [Source::SparkOutput(output)] if !output.has_texts());
        let beside = |named: &Option<PathBuf>, found: Option<PathBuf>| {
            named.clone().or(found).filter(|_| !lacks_texts)
        };
        let mut shared = Self {
            lang: start.lang,
            theme: start.theme,
            keymap,
            model: Model::new(corpus::name_of(&start.sources), start.recipe, start.effort.seconds),
            recipe: start.recipe,
            k: start.k.min(start.recipe.bits.get()),
            tau_hundredths: start.tau_hundredths,
            grouping: Grouping::default(),
            groups: None,
            made: Made { tau_hundredths: start.tau_hundredths, ..Made::default() },
            marks: Arc::default(),
            filters: Vec::new(),
            selected: 0,
            other: None,
            rows: None,
            list: List::default(),
            screen: Screen::Corpus,
            is_opened: false,
            message: None,
            second: None,
            judging: Judging::new(beside(&start.judgements, judgements::file_beside(&start.sources))),
            deciding: Deciding::new(beside(
                &start.decisions,
                corpus::beside(&start.sources, "decisions.toml"),
            )),
            drawn: Drawn::default(),
            asked: Asked {
                first_pair: start.lesson.is_none()
                    && [&start.opening.typed, &start.opening.texts].iter().all(|texts| texts.is_empty()),
                ..Asked::default()
            },
            kept: Kept::default(),
            trail: Trail::default(),
            past: Past::default(),
            started: Started::after(start.first_ticket),
            start,
        };
        shared.load();
        shared
    }

    /// Asks the main loop for something.
    pub fn ask_for(&mut self, effect: Effect) {
        self.asked.effects.push(effect);
    }

    /// Copies a text, by its name.
    pub fn copy(&mut self, text: String, what: Phrase) {
        let what = self.lang.pick(what).to_owned();
        self.ask_for(Effect::Copy { text, what });
    }

    /// Puts an informing message into the status line.
    pub fn say<T: Sentence>(&mut self, phrase: (T, T)) {
        self.say_of(self.lang.pick(phrase).spelled(self.keys()));
    }

    /// The same with a text that is in the language of the explorer already.
    pub fn say_of(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Done, text.into()));
    }

    /// Puts a warning into the status line.
    pub fn warn<T: Sentence>(&mut self, phrase: (T, T)) {
        self.warn_of(self.lang.pick(phrase).spelled(self.keys()));
    }

    /// The same with a text that is in the language of the explorer already.
    pub fn warn_of(&mut self, text: impl Into<String>) {
        self.message = Some((Tone::Warning, text.into()));
    }

    /// Says by what a list is sorted now.
    pub fn say_sorted<T: AsRef<str>>(&mut self, name: (T, T), is_reversed: bool) {
        let name = self.lang.pick(name);
        let direction =
            self.lang.pick(if is_reversed { ("descending", "降序") } else { ("ascending", "升序") });
        let name = name.as_ref();
        self.say(both!("sorted by {name}, {direction}", "排序：{name}，{direction}"));
    }

    /// Lines of a pane's list in the last frame.
    pub fn lines_of(&self, pane: impl Into<Pane>) -> usize {
        let pane = pane.into();
        let is_rows = |target: &Target| matches!(target, Target::Rows { pane: of, .. } if *of == pane);
        let area = self.drawn.areas.find(is_rows).or_else(|| self.area_of(pane));
        area.map_or(1, |area| usize::from(area.height))
    }

    /// Where a pane was drawn in the last frame.
    pub fn area_of(&self, pane: impl Into<Pane>) -> Option<ratatui::layout::Rect> {
        let pane = pane.into();
        self.drawn.areas.find(|target| *target == Target::Pane(pane))
    }

    /// Warns that a list goes no further down.
    pub fn edge(&mut self, rows: usize) {
        self.edge_towards(rows, Towards::Down);
    }

    /// Warns that a list goes no further that way.
    pub fn edge_towards(&mut self, rows: usize, towards: Towards) {
        self.warn(match (rows, towards.is_back()) {
            (0, _) => ("this list is empty", "列表为空"),
            (_, true) => ("this is the start of the list", "已到列表开头"),
            (_, false) => ("this is the end of the list", "已到列表尽头"),
        });
    }
}
