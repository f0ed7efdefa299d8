//! What the jobs of the screen Lab find.

use crate::recipe::Recipe;
use crate::sensitivity::{Difference, Edit, Edited, Influence, Left, Margins, Moot, Trial, length};
use crate::simhash::Trace;
use crate::tui::widgets::marked::Marked;
use std::sync::Arc;

#[derive(Debug)]
pub enum News {
    /// What the two texts are, and what differs.
    Compared(Compared),
    /// What differs between the texts, by the last change of each.
    Marked((u64, u64), Box<Marked>),
    /// Words that edits put in the place of others, drawn by that seed.
    Vocabulary(u64, Arc<Vec<String>>),
    /// What one edit did.
    Tried(BatteryKey, Box<Trial>),
    /// All edits were tried.
    BatteryDone(BatteryKey),
    /// A text, edited.
    Made(Box<Made>),
}

/// What two texts are looked at under. A text is named by the number of its last change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextsKey {
    /// The last change of A.
    pub a: u64,
    /// The last change of B.
    pub b: u64,
    /// The recipe.
    pub hashed: HashedBy,
}

/// A recipe with what it takes from the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HashedBy {
    /// The recipe.
    pub recipe: Recipe,
    /// Document frequencies are known; they are those of the whole corpus.
    pub has_frequencies: bool,
}

/// What A is made of, and what holds it up.
#[derive(Debug)]
pub struct Traced {
    /// Features, sums, signature.
    pub trace: Trace,
    /// The distinct terms of the text, by which it is found on the curve.
    pub length: u32,
    /// What leaving out each feature does.
    pub influence: Influence,
    /// The same, the one that flips most bits first.
    pub left: Vec<Left>,
    /// How near each bit is to flipping.
    pub margins: Margins,
    /// The bits from that with the smallest |sum| on.
    pub weakest: Vec<u8>,
}

impl Traced {
    /// Of a text, whose trace under that recipe is known.
    pub fn of(text: &str, trace: Trace, recipe: &Recipe) -> Self {
        let influence = Influence::of(&trace, recipe);
        let mut weakest: Vec<u8> = (0..recipe.bits.get()).collect();
        let size = |bit: u8| trace.sums[usize::from(bit)].abs();
        weakest.sort_by(|&x, &y| size(x).total_cmp(&size(y)).then(y.cmp(&x)));
        Self {
            length: match recipe.keeps_all_terms() {
                true => trace.features.len() as u32,
                false => length(text, recipe),
            },
            left: influence.heaviest_first(),
            influence,
            margins: Margins::of(&trace),
            weakest,
            trace,
        }
    }
}

/// Both texts, and what differs between them.
#[derive(Debug, Clone)]
pub struct Compared {
    /// What it is about.
    pub key: TextsKey,
    /// A.
    pub a: Arc<Traced>,
    /// B.
    pub b: Arc<Trace>,
    /// Characters of both.
    pub chars: (usize, usize),
    /// From A to B.
    pub difference: Arc<Difference>,
}

/// What a battery is tried under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatteryKey {
    /// The last change of A.
    pub a: u64,
    /// The recipe.
    pub hashed: HashedBy,
    /// The last change of the user's own edits.
    pub own: u64,
    /// Words, or characters, that an edit changes.
    pub edits: u16,
    /// What random choices follow from.
    pub seed: u64,
}

/// The trials so far.
#[derive(Debug, Clone)]
pub struct Tried {
    /// In the order of the battery.
    pub trials: Vec<Trial>,
    /// None is left.
    pub is_whole: bool,
}

/// An edit that was made for B.
#[derive(Debug)]
pub struct Made {
    /// The edit.
    pub edit: Edit,
    /// The last change of the A that it was made of.
    pub a: u64,
    /// The text, or why there is none.
    pub text: Result<Edited, Moot>,
}
