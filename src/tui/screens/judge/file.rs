//! What of the screen Judge leaves the explorer.

use crate::evidence::{Judged, Targets};
use crate::export::write_judged;
use crate::tui::sheet::{Sheet, of_rows};

/// What the judgements say of every k.
pub(super) fn judged(judged: Judged) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| write_judged(&judged, Targets::default(), format, recipes, out))
}
