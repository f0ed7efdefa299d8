//! What every k would do, in any format.

use super::{Cell, Column, Described, Format, write_table};
use crate::evidence::{Agreement, GroupedPairs, Intervals, LabelledPairs, Predicted};
use crate::groups::SweepRow;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The sweep, as `sweep` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct Sweep<'a> {
    /// A row for each k.
    pub rows: &'a [SweepRow],
    /// For the columns from `precision` on; `None` for a corpus without labels.
    pub labelled: Option<Labelled<'a>>,
    /// What the texts say of every k, for the columns from `confirmed` on.
    pub confirmed: Option<&'a [Predicted]>,
}

/// What labels say of every k.
#[derive(Debug, Clone, Copy)]
pub struct Labelled<'a> {
    /// Of the pairs.
    pub pairs: &'a LabelledPairs,
    /// Of the groups; for labels of documents also the column `ari`.
    pub groups: &'a GroupedPairs,
    /// Intervals by k, where labels are of pairs: these are a sample of all pairs.
    pub intervals: &'a [Intervals],
}

impl Labelled<'_> {
    fn pairs(&self, k: u8) -> Agreement {
        self.pairs.at(k)
    }

    fn groups(&self, k: u8) -> Agreement {
        self.groups.at(k)
    }

    fn intervals(&self, k: u8) -> Intervals {
        self.intervals.get(usize::from(k)).copied().unwrap_or_default()
    }
}

impl Sweep<'_> {
    /// Writes a row for each k.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let of_labels = |row: &SweepRow, of: fn(&Labelled<'_>, u8) -> Option<f64>| {
            Cell::from(self.labelled.and_then(|labelled| of(&labelled, row.k)))
        };
        let at = |row: &SweepRow| self.confirmed.and_then(|texts| texts.get(usize::from(row.k)));
        let whole = |count: f64| count.round() as u64;
        let number = |name| Column::number(name).optional();
        let plain: [Described<'_, '_, SweepRow>; 6] = [
            (Column::count("k"), &|row| row.k.into()),
            (Column::whole("pairs").optional(), &|row| row.pairs.into()),
            (Column::count("groups"), &|row| row.groups.into()),
            (Column::count("grouped"), &|row| row.grouped.into()),
            (Column::count("largest"), &|row| row.largest.into()),
            (Column::count("chains").optional(), &|row| row.chains.into()),
        ];
        let of_both: [Described<'_, '_, SweepRow>; 6] = [
            (number("precision"), &|row| of_labels(row, |labels, k| labels.pairs(k).precision)),
            (number("recall"), &|row| of_labels(row, |labels, k| labels.pairs(k).recall)),
            (number("f1"), &|row| of_labels(row, |labels, k| labels.pairs(k).f1)),
            (number("group_precision"), &|row| of_labels(row, |labels, k| labels.groups(k).precision)),
            (number("group_recall"), &|row| of_labels(row, |labels, k| labels.groups(k).recall)),
            (number("group_f1"), &|row| of_labels(row, |labels, k| labels.groups(k).f1)),
        ];
        let of_documents: [Described<'_, '_, SweepRow>; 1] =
            [(number("ari"), &|row| of_labels(row, |labels, k| labels.groups.rand_index(k)))];
        let of_intervals: [Described<'_, '_, SweepRow>; 4] = [
            (number("precision_low"), &|row| {
                of_labels(row, |labels, k| Some(labels.intervals(k).precision?.0))
            }),
            (number("precision_high"), &|row| {
                of_labels(row, |labels, k| Some(labels.intervals(k).precision?.1))
            }),
            (number("recall_low"), &|row| of_labels(row, |labels, k| Some(labels.intervals(k).recall?.0))),
            (number("recall_high"), &|row| of_labels(row, |labels, k| Some(labels.intervals(k).recall?.1))),
        ];
        let of_texts: [Described<'_, '_, SweepRow>; 6] = [
            (Column::whole("confirmed").optional(), &|row| at(row).map(|at| whole(at.right)).into()),
            (Column::whole("missed").optional(), &|row| at(row).map(|at| whole(at.missed)).into()),
            (number("confirmed_precision"), &|row| at(row).and_then(|at| Some(at.precision?.share)).into()),
            (number("confirmed_recall"), &|row| at(row).and_then(|at| Some(at.recall?.share)).into()),
            (number("confirmed_f1"), &|row| at(row).and_then(|at| at.f1).into()),
            (Column::text("basis").optional(), &|row| at(row).map(|at| at.basis.name()).into()),
        ];
        let mut columns = plain.to_vec();
        if let Some(labelled) = self.labelled {
            columns.extend(of_both);
            if labelled.groups.is_of_documents() {
                columns.extend(of_documents);
            }
            if !labelled.intervals.is_empty() {
                columns.extend(of_intervals);
            }
        }
        if self.confirmed.is_some() {
            columns.extend(of_texts);
        }
        write_table(&columns, self.rows, format, recipes, out)
    }
}
