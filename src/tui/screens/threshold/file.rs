//! What of the screen Threshold leaves the explorer.

use crate::corpus::Corpus;
use crate::evidence::LabelledPairs;
use crate::export::{Cell, Format, Rows};
use crate::tui::shared::findings::SweepLine;
use crate::tui::sheet::Sheet;
use std::io::{self, Write};

/// The documents in groups.
#[derive(Debug)]
pub struct Groups {
    pub corpus: Corpus,
    pub groups: crate::groups::Groups,
}

impl Sheet for Groups {
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { corpus, groups } = self;
        let mut out = Rows::new(format, &["id", "group", "size", "representative"], out)?;
        for number in 1..=groups.count() {
            let members = groups.members(number);
            let representative = corpus.get(members[0] as usize).id;
            for &member in members {
                out.write(&[
                    Cell::Text(corpus.get(member as usize).id),
                    Cell::Count(number as u64),
                    Cell::Count(members.len() as u64),
                    Cell::Text(representative),
                ])?;
            }
        }
        out.finish()
    }
}

/// One row for every k.
#[derive(Debug)]
pub struct Sweep {
    pub lines: Vec<SweepLine>,
    /// Where the corpus has labels.
    pub labelled: Option<Box<LabelledPairs>>,
}

impl Sheet for Sweep {
    fn rows(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let Self { lines, labelled } = self;
        let all = ["k", "pairs", "groups", "grouped", "largest", "chains", "precision", "recall", "f1"];
        let columns = if labelled.is_some() { &all[..] } else { &all[..6] };
        let mut out = Rows::new(format, columns, out)?;
        for line in lines {
            let mut cells = vec![
                Cell::Count(u64::from(line.k)),
                line.pairs.map_or(Cell::Nothing, Cell::Count),
                Cell::Count(line.groups as u64),
                Cell::Count(line.grouped as u64),
                Cell::Count(line.largest as u64),
                line.chains.map_or(Cell::Nothing, |chains| Cell::Count(chains as u64)),
            ];
            if let Some(labelled) = labelled {
                let agreement = labelled.at(line.k);
                cells.extend([agreement.precision, agreement.recall, agreement.f1].map(Cell::from));
            }
            out.write(&cells)?;
        }
        out.finish()
    }
}
