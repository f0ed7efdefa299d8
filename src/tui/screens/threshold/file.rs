//! What of the screen Threshold leaves the explorer.

use crate::corpus::Corpus;
use crate::evidence::LabelledPairs;
use crate::export::{self, Format, Grouped};
use crate::groups::SweepRow;
use crate::recipe::Recipe;
use crate::tui::sheet::Sheet;
use std::io::{self, Write};

/// The documents in groups.
#[derive(Debug)]
pub struct Groups {
    pub corpus: Corpus,
    pub groups: crate::groups::Groups,
}

impl Sheet for Groups {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let id = |document: u32| self.corpus.get(document as usize).id;
        Grouped { id: &id, groups: &self.groups, singles_below: 0 }.write(format, recipes, out)
    }
}

/// One row for every k.
#[derive(Debug)]
pub struct Sweep {
    pub rows: Vec<SweepRow>,
    /// Where the corpus has labels.
    pub labelled: Option<Box<LabelledPairs>>,
}

impl Sheet for Sweep {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        export::Sweep { rows: &self.rows, labelled: self.labelled.as_deref() }.write(format, recipes, out)
    }
}
