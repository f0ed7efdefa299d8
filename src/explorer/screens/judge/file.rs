//! What of the screen Judge leaves the explorer.

use crate::sheet::{Sheet, of_rows};
use simscope_core::evidence::{Judged, Targets};
use simscope_core::export::write_judged;

/// What the judgements say of every k.
pub(super) fn judged(judged: Judged) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| write_judged(&judged, Targets::default(), format, recipes, out))
}
