//! Everything that a key, the mouse or the palette can ask for.

pub use crate::analysis::Order;
use crate::recipe::Recipe;
use crate::tui::app::LabView;

/// The screens, in the order of their keys.
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
    /// Two texts to edit, and how edits move a signature.
    Lab,
    /// How all neighbours of a document are found without comparing everything, and what that costs.
    Index,
    /// One document, and the corpus, under two recipes; reached from the anatomy.
    Beside,
}

impl Screen {
    /// All of them: those with a number, then the one behind the anatomy.
    pub const ALL: [Screen; 7] = [
        Screen::Corpus,
        Screen::Anatomy,
        Screen::Threshold,
        Screen::Matrix,
        Screen::Lab,
        Screen::Index,
        Screen::Beside,
    ];

    /// Those that have a number and a tab, in their order.
    pub const NUMBERED: [Screen; 6] =
        [Screen::Corpus, Screen::Anatomy, Screen::Threshold, Screen::Matrix, Screen::Lab, Screen::Index];

    /// Its number, which is its key, if it has one.
    pub fn number(self) -> Option<u8> {
        match self {
            Screen::Corpus => Some(1),
            Screen::Anatomy => Some(2),
            Screen::Threshold => Some(3),
            Screen::Matrix => Some(4),
            Screen::Lab => Some(6),
            Screen::Index => Some(7),
            Screen::Beside => None,
        }
    }

    /// The panes of the screen, in the order of Tab.
    pub fn panes(self) -> &'static [Pane] {
        match self {
            Screen::Corpus => &[Pane::Documents, Pane::Selected],
            Screen::Anatomy => &[Pane::Features, Pane::Sums, Pane::Bit, Pane::Text],
            Screen::Threshold => &[Pane::Groups, Pane::Members, Pane::Histogram, Pane::Sweep],
            Screen::Matrix => &[Pane::Heat, Pane::Pair],
            Screen::Lab => &[Pane::TextA, Pane::TextB, Pane::Effects, Pane::Curve],
            Screen::Index => &[Pane::Strategies, Pane::Blocks, Pane::Found, Pane::Planner],
            Screen::Beside => &[Pane::Differing, Pane::SideA, Pane::SideB],
        }
    }
}

/// A part of a screen that can have the keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pane {
    /// Corpus: the table.
    Documents,
    /// Corpus: the selected document and its nearest neighbour.
    Selected,
    /// Anatomy: features and their hashes.
    Features,
    /// Anatomy: per-bit sums and signature.
    Sums,
    /// Anatomy: what pushes the bit under the cursor.
    Bit,
    /// Anatomy: the text.
    Text,
    /// Threshold: pairs by distance.
    Histogram,
    /// Threshold: one row for every k.
    Sweep,
    /// Threshold: the groups at k.
    Groups,
    /// Threshold: the members of the selected group.
    Members,
    /// Matrix: the heatmap.
    Heat,
    /// Matrix: the pair under the cursor.
    Pair,
    /// Lab: the editor of A.
    TextA,
    /// Lab: the editor of B.
    TextB,
    /// Lab: what edits do, features, bits, or what differs.
    Effects,
    /// Lab: how far an edit moves a text, by its length.
    Curve,
    /// Index: what each strategy costs.
    Strategies,
    /// Index: the blocks, and the tables of the selected strategy.
    Blocks,
    /// Index: the neighbours of the document.
    Found,
    /// Index: what the strategies would cost at another size.
    Planner,
    /// Beside: the pairs that only one recipe sees.
    Differing,
    /// Beside: the document under the recipe of the corpus.
    SideA,
    /// Beside: the document under the second recipe.
    SideB,
    /// The list of an overlay.
    Overlay,
    /// Recipe panel: the parts of a recipe.
    Parts,
}

/// A column of the corpus table that can be sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Column {
    /// The order of the input.
    Input,
    /// Id.
    Id,
    /// Start of the text.
    Text,
    /// Characters.
    Length,
    /// Distinct features.
    Features,
    /// The signature as a number.
    Signature,
    /// Distance to the nearest neighbour.
    Nearest,
    /// Group at k: largest groups first, then single documents.
    Group,
}

impl Column {
    /// All of them, in the order of the `s` key.
    pub const ALL: [Column; 8] = [
        Column::Input,
        Column::Id,
        Column::Text,
        Column::Length,
        Column::Features,
        Column::Signature,
        Column::Nearest,
        Column::Group,
    ];
}

/// A direction of the arrows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Towards {
    /// Left.
    Left,
    /// Right.
    Right,
    /// Up.
    Up,
    /// Down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// The first.
    First,
    /// The last.
    Last,
}

impl Towards {
    /// How many lines down that scrolls, with so many lines to a page; to either end is as far as can be.
    pub fn lines(self, page: isize) -> isize {
        match self {
            Towards::Up => -1,
            Towards::Down => 1,
            Towards::PageUp => -page,
            Towards::PageDown => page,
            Towards::First => isize::MIN,
            _ => isize::MAX,
        }
    }
}

/// A request to [`crate::tui::app::App::update`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Action {
    /// Leave the program.
    Quit,
    /// Stop the process until it is continued by the shell.
    Suspend,
    /// Go to a screen.
    Go(Screen),
    /// The keys go to the next pane.
    NextPane,
    /// The keys go to the pane before.
    PreviousPane,
    /// The keys go to this pane.
    Focus(Pane),
    /// Move within the pane.
    Move(Towards),
    /// Open what is selected.
    Open,
    /// Close the overlay, clear the filter, or cancel the running work.
    Cancel,
    /// k by so much.
    StepK(i8),
    /// To the next k, up (1) or down (−1), at which a group changes.
    NextChange(i8),
    /// k to this value.
    SetK(u8),
    /// k to this value, as one gesture with the drags before it.
    DragK(u8),
    /// The mouse let go.
    Drop,
    /// Ask for a k.
    AskK,
    /// Keep the partition at k as mark A, or forget it.
    Mark,
    /// Group by connection or around leaders.
    ToggleGrouping,
    /// The list of keys.
    Help,
    /// The command palette.
    Palette,
    /// Ask for a filter.
    AskFilter,
    /// Take back the last change of k or recipe.
    Undo,
    /// To the screen and the document before.
    Back,
    /// Copy what is selected.
    Copy,
    /// Write what the screen shows to a file.
    Export,
    /// The next tokenizer.
    NextTokenizer,
    /// The next weighting.
    NextWeighting,
    /// The other tie rule.
    ToggleTie,
    /// The recipe panel.
    RecipePanel,
    /// Use this recipe.
    SetRecipe(Recipe),
    /// To the two recipes side by side, or back.
    ToggleBeside,
    /// Choose the second recipe.
    ChooseBeside,
    /// The second recipe and that of the corpus change places.
    SwapRecipes,
    /// Which pairs that only one recipe sees are listed.
    NextListed,
    /// Show this recipe beside that of the corpus.
    SetBeside(Recipe),
    /// The list of what was skipped.
    Skipped,
    /// Light or dark.
    ToggleTheme,
    /// English or Chinese.
    ToggleLang,
    /// Start again what was cancelled.
    Resume,
    /// Sort by the next column.
    NextSort,
    /// Sort by this column; again to reverse.
    SortBy(Column),
    /// Reverse the order.
    ReverseSort,
    /// Only the documents that are too short for k, or all again.
    ToggleOnlyShort,
    /// The document this many rows further on.
    StepDocument(i8),
    /// To the nearest neighbour of the selected document.
    GoNearest,
    /// 64 × 1 or 8 × 8.
    ToggleBitView,
    /// Sort features by weight or by place.
    ToggleFeatureOrder,
    /// The bit cursor to this bit.
    SetBit(u8),
    /// To the lab with the selected document, or the pair.
    ToLab,
    /// The keys go into a text.
    Type,
    /// The next list of the lab.
    NextView,
    /// This list of the lab.
    SetView(LabView),
    /// The other order of a list of the lab.
    ToggleLabOrder,
    /// Ask for an edit of the user's own.
    AskEdit,
    /// Forget an edit of the user's own.
    ForgetEdit,
    /// One word more (1) or fewer (−1) an edit.
    StepEdits(i8),
    /// Ask for the seed of the edits.
    AskSeed,
    /// The length curve as a plot or as a table.
    ToggleCurve,
    /// The cursor of an editor to this place of its text.
    ClickText {
        /// The editor.
        pane: Pane,
        /// Columns from its left.
        x: u16,
        /// Lines from its top.
        y: u16,
    },
    /// The selection of an editor up to this place.
    DragText {
        /// The editor.
        pane: Pane,
        /// Columns from its left; outside where the mouse has left it.
        x: i16,
        /// Lines from its top.
        y: i16,
    },
    /// The next larger (1) or smaller (−1) size of the planner.
    StepSize(i8),
    /// Ask for a size of the planner.
    AskSize,
    /// The keys go to the planner, or back from it.
    TogglePlanner,
    /// Linear or logarithmic bars.
    ToggleLog,
    /// To the valley of the histogram.
    GoValley,
    /// Zoom in (1) or out (−1).
    Zoom(i8),
    /// The next order of the heatmap.
    NextOrder,
    /// Dim the cells beyond k.
    ToggleDim,
    /// Half blocks or glyphs.
    ToggleGlyphs,
    /// Select this row of a list.
    SelectRow(Pane, usize),
    /// Select this row and open it.
    OpenRow(Pane, usize),
    /// Scroll a pane by so many lines.
    Scroll(Pane, i16),
    /// The heatmap cursor to this place of the heatmap's area.
    PointAt {
        /// Columns from its left.
        x: u16,
        /// Half rows from its top.
        y: u16,
    },
    /// Zoom around this place.
    ZoomAt {
        /// Columns from its left.
        x: u16,
        /// Half rows from its top.
        y: u16,
        /// In (1) or out (−1).
        by: i8,
    },
    /// Move the heatmap by so many cells.
    Pan {
        /// Columns.
        x: i16,
        /// Half rows.
        y: i16,
    },
}

/// How documents within k make a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Grouping {
    /// Connected by steps of at most k.
    #[default]
    Connection,
    /// Within k of the group's leader; first come, first kept.
    Leaders,
}
