//! All actions of keys, mouse and palette. The actions of a screen are one variant, defined in a file with its panes and its
//! keys.

pub mod anatomy;
pub mod classroom;
pub mod clean;
pub mod corpus;
pub mod index;
pub mod matrix;
pub mod pair;
pub mod steps;
pub mod threshold;

use crate::surface::Phrase;
use simscope_core::recipe::Recipe;

/// The screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Screen {
    /// All documents.
    Corpus,
    /// One document, from features to signature.
    Anatomy,
    /// Choosing k.
    Threshold,
    /// All pairs as a heatmap.
    Matrix,
    /// Two texts: what differs, why they are as far apart as they are, and how edits move a signature.
    Pair,
    /// How all neighbours of a document are found without comparing everything, and what that costs.
    Index,
    /// What may go and what must stay: reviewed, decided and written.
    Clean,
}

impl Screen {
    /// All of them, those with a number in its order.
    pub const ALL: [Screen; 7] = [
        Screen::Corpus,
        Screen::Anatomy,
        Screen::Threshold,
        Screen::Matrix,
        Screen::Pair,
        Screen::Clean,
        Screen::Index,
    ];

    /// Its name in the settings; its key, if it has a number; what it is called, and in the palette.
    #[rustfmt::skip]
    pub const fn about(self) -> (&'static str, &'static [&'static str], Phrase, Phrase) {
        match self {
            Screen::Corpus => ("corpus", &["1"], ("Corpus", "语料"), ("Corpus", "语料")),
            Screen::Anatomy => ("anatomy", &["2"], ("Anatomy", "解剖"), ("Anatomy", "解剖")),
            Screen::Threshold => ("threshold", &["3"], ("Threshold", "阈值"), ("Threshold", "阈值")),
            Screen::Matrix => ("matrix", &["4"], ("Matrix", "矩阵"), ("Matrix", "矩阵")),
            Screen::Pair => ("pair", &["5"], ("Pair", "文档对"), ("Pair, with the selected pair", "文档对，显示所选的一对")),
            Screen::Clean => ("clean", &["6"], ("Clean", "清理"), ("Clean", "清理")),
            Screen::Index => ("index", &[], ("Index", "索引"), ("Index, how neighbours are found without comparing everything", "索引，不逐一比较如何找到近邻")),
        }
    }

    /// The number on its tab, which is its key; `None` without a tab.
    pub fn number(self) -> Option<u8> {
        self.about().1.first()?.parse().ok()
    }

    /// The screen behind whose tab it lies; that of a screen with a tab is its own.
    pub const fn tab(self) -> Self {
        match self {
            Screen::Index => Screen::Threshold,
            _ => self,
        }
    }

    pub const fn name(self) -> Phrase {
        self.about().2
    }
}

/// A part of a screen that can have the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    Corpus(corpus::Pane),
    Anatomy(anatomy::Pane),
    Threshold(threshold::Pane),
    Matrix(matrix::Pane),
    Pair(pair::Pane),
    Index(index::Pane),
    Clean(clean::Pane),
    /// The list of an overlay.
    Overlay,
    /// Recipe panel: the parts of a recipe.
    Parts,
    /// The page of a lesson.
    Lesson,
}

macro_rules! of_screens {
    ($($screen:ident $folder:ident),*) => { $(
        impl From<$folder::Pane> for Pane {
            fn from(pane: $folder::Pane) -> Self {
                Pane::$screen(pane)
            }
        }
        impl From<$folder::Act> for Action {
            fn from(act: $folder::Act) -> Self {
                Action::$screen(act)
            }
        }
    )* };
}
of_screens!(Corpus corpus, Anatomy anatomy, Threshold threshold, Matrix matrix, Pair pair, Index index, Clean clean);

impl From<steps::Act> for Action {
    fn from(act: steps::Act) -> Self {
        Action::Anatomy(anatomy::Act::Steps(act))
    }
}

impl From<classroom::Act> for Action {
    fn from(act: classroom::Act) -> Self {
        Action::Classroom(act)
    }
}

/// A direction of the arrows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Towards {
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    HalfUp,
    HalfDown,
    First,
    Last,
}

impl Towards {
    /// Whether it goes up, or left.
    pub fn is_back(self) -> bool {
        use Towards::*;
        matches!(self, Up | PageUp | HalfUp | First | Left)
    }

    /// How many lines down that scrolls, at `page` lines a page; to either end is as far as can be.
    pub fn lines(self, page: isize) -> isize {
        match self {
            Towards::Up => -1,
            Towards::Down => 1,
            Towards::PageUp => -page,
            Towards::PageDown => page,
            Towards::HalfUp => -(page / 2).max(1),
            Towards::HalfDown => (page / 2).max(1),
            Towards::First => isize::MIN,
            _ => isize::MAX,
        }
    }
}

/// A part of a recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// How text is cut.
    Tokenizer,
    /// The n of its windows.
    Window,
    /// How much a term weighs.
    Weighting,
    /// How many keywords are kept.
    Top,
    /// How a term becomes bits.
    Hash,
    /// Width of the signature.
    Bits,
    /// What a sum of 0 becomes.
    Tie,
    Sketch,
    /// The normalization of the text.
    Normalize,
}

/// What the mouse does on a pane that is one plane, not rows; places count columns and lines from its top left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pointer {
    /// The button went down.
    Press { x: u16, y: u16 },
    /// It is held and moved to (x, y), outside where the mouse has left the pane, by (dx, dy) since the last event.
    Drag { x: i16, y: i16, dx: i16, dy: i16 },
    /// The wheel, up (−1) or down (1).
    Wheel { x: u16, y: u16, by: i8 },
}

/// A request to [`crate::app::App::update`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    Corpus(corpus::Act),
    Anatomy(anatomy::Act),
    Threshold(threshold::Act),
    Matrix(matrix::Act),
    Pair(pair::Act),
    Index(index::Act),
    Clean(clean::Act),
    /// A lesson.
    Classroom(classroom::Act),

    /// Out of what was opened from elsewhere; at the top leave.
    Quit,
    /// Leave the program; ask first if something would be lost.
    Leave,
    /// Leave it, whatever is lost.
    QuitAnyway,
    /// Draw everything anew.
    Repaint,
    /// Stop the process until the shell continues it.
    Suspend,
    Go(Screen),
    /// To the next (1) or the previous (−1) screen that has a number.
    StepScreen(i8),
    /// To the screen and the document before.
    Back,
    /// Forward to where Back came from.
    Forward,
    /// The keys go this many panes further.
    StepPane(i8),
    Focus(Pane),
    /// The pane that has the keys alone, or all again.
    ToggleAlone,
    /// Move within the pane.
    Move(Towards),
    /// Open what is selected.
    Open,
    /// Close the overlay, clear the filter, or cancel the running work.
    Cancel,
    /// Out of the screen: Esc, where nothing is to be cancelled.
    Out,
    /// Start again what was cancelled.
    Resume,
    /// To the next (1) or the previous (−1) hit of a filter.
    StepHit(i8),
    /// One step, as a screen plays by itself.
    Tick,
    /// Select this row of a list.
    SelectRow(Pane, usize),
    /// A row of a pane was chosen; by the arrows perhaps the one that was selected already, and then it has not moved.
    Chosen(Pane, bool),
    /// Select this row and open it.
    OpenRow(Pane, usize),
    /// Scroll a pane by this many lines.
    Scroll(Pane, i16),
    Point(Pane, Pointer),
    /// The bit cursor to this bit.
    SetBit(u8),
    /// The mouse let go.
    Drop,

    /// k by so much.
    StepK(i8),
    /// To the next k, up (1) or down (−1), at which a group changes.
    NextChange(i8),
    SetK(u8),
    /// k to this value, as one gesture with the drags before it.
    DragK(u8),
    AskK,
    /// Ask for another corpus.
    AskOpen,
    /// Read the corpus again.
    ReadAgain,
    /// Show the document in the editor of the user.
    Editor,
    /// Show it in the pager of the user.
    Pager,
    /// Ask for the file of the report.
    AskReport,
    /// Keep the partition at k under the next letter, or forget it.
    Mark,
    /// Group documents that are within k of another, or around leaders.
    ToggleGrouping,
    /// Take back the last change of k, recipe, marks or decisions.
    Undo,
    /// Do again what was undone.
    Redo,

    /// Moves this part of the recipe by a number of values.
    StepPart(Part, i8),
    RecipePanel,
    SetRecipe(Recipe),
    /// To the two recipes side by side; chooses the second where there is none.
    ShowBeside,
    /// Choose the second recipe.
    ChooseBeside,
    /// Show this recipe beside that of the corpus.
    SetBeside(Recipe),

    /// The document this many rows further on.
    StepDocument(i8),
    /// To the nearest neighbour of the selected document.
    GoNearest,
    /// To the selected pair, and from there back.
    ToCompare,
    /// To the pair, or to the selected document and a copy of it to be edited; there, that anew.
    ToLab,
    AskFilter,
    /// Pick what is selected, for copy, export and filter.
    Pick,
    /// Pick all that is listed, or nothing.
    PickAll,
    /// Copy what is selected.
    Copy,
    /// The command line that prints what the screen shows; copies it.
    ShowCommand,
    /// Write what the screen shows to a file.
    Export,
    /// A line at the foot: by which column the list is sorted.
    SortMenu,
    /// Sort by the next column.
    NextSort,
    ReverseSort,
    /// A line at the foot: what the second key does after this one.
    After(char),
    /// What can be done with what is selected: at a column and a line, where it was clicked.
    Menu(Option<(u16, u16)>),
    /// Why what is selected is as it is.
    Why,
    /// The list of keys.
    Help,
    /// The command palette.
    Palette,
    /// The list of what was skipped.
    Skipped,
    /// Light or dark.
    ToggleTheme,
    /// The colours of this name.
    SetTheme(&'static str),
    /// The mouse here, or left to the terminal.
    ToggleMouse,
    /// English or Chinese.
    ToggleLang,
}

impl Action {
    /// Whether it moves k in a way that has no meaning for another slider.
    pub fn is_of_k_alone(self) -> bool {
        matches!(self, Self::NextChange(_) | Self::AskK | Self::Threshold(threshold::Act::GoAdvised))
    }
}
