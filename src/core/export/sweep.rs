//! What every k would do, in any format.

use super::{Cell, Column, Described, Format, write_table};
use crate::evidence::{Curve, Labelled, Predicted};
use crate::groups::SweepRow;
use crate::recipe::Recipe;
use std::io::{self, Write};

/// The sweep, as `sweep` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct Sweep<'a> {
    /// A row for each k.
    pub rows: &'a [SweepRow],
    /// For the columns from `precision` on; `None` for a corpus without labels.
    pub labelled: Option<&'a Labelled>,
    /// What the texts say of every k, for the columns from `confirmed` on.
    pub confirmed: Option<&'a [Predicted]>,
}

impl Sweep<'_> {
    /// Writes a row for each k.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        fn precision(at: &Predicted) -> Option<f64> {
            Some(at.precision?.share)
        }
        fn recall(at: &Predicted) -> Option<f64> {
            Some(at.recall?.share)
        }
        let of = |row: &SweepRow, curve: fn(&Labelled) -> &Curve, of: fn(&Predicted) -> Option<f64>| {
            Cell::from(self.labelled.and_then(|labelled| of(curve(labelled).at(row.k)?)))
        };
        let of_pairs = |row: &SweepRow, what| of(row, |labelled| &labelled.pairs, what);
        let of_groups = |row: &SweepRow, what| of(row, |labelled| &labelled.groups, what);
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
            (number("precision"), &|row| of_pairs(row, precision)),
            (number("recall"), &|row| of_pairs(row, recall)),
            (number("f1"), &|row| of_pairs(row, |at| at.f1)),
            (number("group_precision"), &|row| of_groups(row, precision)),
            (number("group_recall"), &|row| of_groups(row, recall)),
            (number("group_f1"), &|row| of_groups(row, |at| at.f1)),
        ];
        let rand_index = |k: u8| self.labelled?.rand_index.as_ref()?.get(usize::from(k)).copied().flatten();
        let of_documents: [Described<'_, '_, SweepRow>; 1] =
            [(number("ari"), &|row| rand_index(row.k).into())];
        let of_intervals: [Described<'_, '_, SweepRow>; 4] = [
            (number("precision_low"), &|row| of_pairs(row, |at| Some(at.precision?.low))),
            (number("precision_high"), &|row| of_pairs(row, |at| Some(at.precision?.high))),
            (number("recall_low"), &|row| of_pairs(row, |at| Some(at.recall?.low))),
            (number("recall_high"), &|row| of_pairs(row, |at| Some(at.recall?.high))),
        ];
        let of_texts: [Described<'_, '_, SweepRow>; 6] = [
            (Column::whole("confirmed").optional(), &|row| at(row).map(|at| whole(at.right)).into()),
            (Column::whole("missed").optional(), &|row| at(row).map(|at| whole(at.missed)).into()),
            (number("confirmed_precision"), &|row| at(row).and_then(precision).into()),
            (number("confirmed_recall"), &|row| at(row).and_then(recall).into()),
            (number("confirmed_f1"), &|row| at(row).and_then(|at| at.f1).into()),
            (Column::text("basis").optional(), &|row| at(row).map(|at| at.basis.name()).into()),
        ];
        let mut columns = plain.to_vec();
        if let Some(labelled) = self.labelled {
            columns.extend(of_both);
            // Labelled pairs are a sample of all pairs, and labelled documents are all there are.
            match labelled.rand_index {
                Some(_) => columns.extend(of_documents),
                None => columns.extend(of_intervals),
            }
        }
        if self.confirmed.is_some() {
            columns.extend(of_texts);
        }
        write_table(&columns, self.rows, format, recipes, out)
    }
}
