//! What every k does, by the pairs that people judged, in any format.

use super::{Cell, Column, Described, Format, write_table};
use crate::evidence::{Judged, Predicted, Share, Targets};
use crate::recipe::Recipe;
use std::io::{self, Write};

/// Writes a row for every k up to the largest judged distance, as `judge` and the explorer write it. The column `meets` says of
/// each k whether it reaches the targets, and is empty where nothing is asked for.
///
/// # Errors
/// Those of `out`.
pub fn write_judged(
    judged: &Judged,
    targets: Targets,
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let curve = judged.curve();
    let bound = |share: Option<Share>, of: fn(Share) -> f64| Cell::from(share.map(of));
    let meets = |row: &Predicted| targets.is_met(row).map(|is_met| if is_met { "yes" } else { "no" });
    let columns: [Described<'_, '_, Predicted>; 10] = [
        (Column::count("k"), &|row| row.k.into()),
        (Column::whole("pairs"), &|row| row.pairs.into()),
        (Column::whole("judged"), &|row| judged.within(row.k).into()),
        (Column::number("precision").optional(), &|row| bound(row.precision, |share| share.share)),
        (Column::number("precision_low").optional(), &|row| bound(row.precision, |share| share.low)),
        (Column::number("precision_high").optional(), &|row| bound(row.precision, |share| share.high)),
        (Column::number("recall").optional(), &|row| bound(row.recall, |share| share.share)),
        (Column::number("recall_low").optional(), &|row| bound(row.recall, |share| share.low)),
        (Column::number("recall_high").optional(), &|row| bound(row.recall, |share| share.high)),
        (Column::text("meets").optional(), &|row| meets(row).into()),
    ];
    write_table(&columns, &curve.rows, format, recipes, out)
}
