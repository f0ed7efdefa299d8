//! How edits move a signature, in any format.

mod sections;

use super::explained::Number;
use super::{Cell, Column, Format, Rows, json_line};
use crate::display::{Lang, both};
use crate::recipe::Recipe;
use crate::sensitivity::{Battery, Curve, Influence, Margins, Moved, Point, Trial};
use crate::simhash::Trace;
use serde::Serialize;
use std::io::{self, Write};

/// What is known of how edits move one text, as `sensitivity` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct Sensitivity<'a> {
    /// Its id; `None` for a text that is not in the corpus.
    pub id: Option<&'a str>,
    /// The recipe.
    pub recipe: Recipe,
    /// How the signature came about.
    pub trace: &'a Trace,
    /// Number of distinct terms, the position on the curve: the number of features, unless the weighting keeps
    /// only the heaviest (see [`Point::features`]).
    pub features: u32,
    /// Largest distance of two near-duplicates.
    pub k: u8,
    /// Words, or characters, that an edit changes; the same in battery and curve.
    pub edits: u16,
    /// Seed of battery and curve.
    pub seed: u64,
    /// Influence of each feature.
    pub influence: &'a Influence,
    /// Margin of each bit.
    pub margins: &'a Margins,
    /// Results of the edits; `None` if they were not tried.
    pub battery: Option<&'a Battery>,
    /// How far edits move texts of any length; `None` if not measured.
    pub curve: Option<&'a Curve>,
    /// Name of the corpus that the curve was measured on.
    pub corpus: &'a str,
}

/// The columns of TSV, CSV and Parquet. All kinds of rows share them, and each kind fills some.
const COLUMNS: [Column; 13] = [
    Column::text("kind"),
    Column::text("term").optional(),
    Column::text("edit").optional(),
    Column::count("bit").optional(),
    Column::count("features").optional(),
    Column::number("sum").optional(),
    Column::number("margin").optional(),
    Column::count("distance").optional(),
    Column::number("mean").optional(),
    Column::count("p10").optional(),
    Column::count("p90").optional(),
    Column::number("theory").optional(),
    Column::number("within_k").optional(),
];

/// One row; the fields are the keys of its JSON object.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Row<'a> {
    /// The distance when a feature is left out.
    Influence { term: &'a str, distance: u8 },
    /// A sum and its margin.
    Bit { bit: u8, sum: Number, margin: Option<Number> },
    /// An edit and its distance; `None` if the edit does not apply.
    Edit { edit: String, distance: Option<u8>, within_k: Option<bool> },
    /// Distances of texts of one length; `within_k` is the share of texts that stay within k.
    Length { features: u32, mean: Number, p10: u8, p90: u8, within_k: Number, theory: Number },
}

impl<'a> Sensitivity<'a> {
    /// Writes everything: JSON has one object a row; TSV, CSV and Parquet have one table for all kinds of rows;
    /// a table has sections, of which long ones are shortened and say so.
    ///
    /// In that table `within_k` is 1 or 0 for an edit, and a share for a length.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Jsonl => self.rows().try_for_each(|row| json_line(&row, out)),
            Format::Table => self.write_sections(out),
            Format::Tsv | Format::Escaped | Format::Csv | Format::Spreadsheet | Format::Parquet => {
                let mut rows = Rows::new(format, &COLUMNS, &[self.recipe], out)?;
                self.rows().try_for_each(|row| rows.write(&row.cells()))?;
                rows.finish()
            }
        }
    }

    /// Provenance lines (corpus, k, seed) that the rows do not carry.
    pub fn about(&self) -> Vec<String> {
        let Self { id, k, edits, seed, corpus, .. } = self;
        let text = id.map_or_else(|| "a text of its own".to_owned(), |id| format!("document {id}"));
        let texts = self
            .curve
            .map_or_else(String::new, |curve| format!(", {} texts of each length", curve.experiment.texts));
        vec![
            format!("sensitivity of {text}, corpus {corpus}"),
            format!("k = {k}, words changed in each edit: {edits}, seed {seed}{texts}"),
        ]
    }

    fn rows(&self) -> impl Iterator<Item = Row<'a>> {
        let Self { trace, k, .. } = *self;
        let influence = self.influence.heaviest_first().into_iter().map(|left| Row::Influence {
            term: &trace.features[left.feature].term,
            distance: left.distance(),
        });
        let bits = self.margins.bits.iter().map(|margin| Row::Bit {
            bit: margin.bit,
            sum: Number(margin.sum),
            margin: margin.margin.map(Number),
        });
        let trials = self.battery.map_or(&[][..], |battery| &battery.trials);
        let edits = trials.iter().map(move |trial| Row::of_edit(trial, k));
        let points = self.curve.map_or(&[][..], |curve| &curve.points);
        let lengths = points.iter().map(move |point| Row::of_length(point, k));
        influence.chain(bits).chain(edits).chain(lengths)
    }
}

impl<'a> Row<'a> {
    fn of_edit(trial: &Trial, k: u8) -> Self {
        let moved = trial.outcome.as_ref().ok();
        Row::Edit {
            edit: name(trial, Lang::En),
            distance: moved.map(Moved::distance),
            within_k: moved.map(|moved| moved.is_within(k)),
        }
    }

    fn of_length(point: &Point, k: u8) -> Self {
        Row::Length {
            features: point.features,
            mean: Number(point.mean()),
            p10: point.quantile(0.1),
            p90: point.quantile(0.9),
            within_k: Number(point.within(k)),
            theory: Number(point.theory()),
        }
    }

    /// In the order of [`COLUMNS`].
    fn cells(&self) -> [Cell<'_>; COLUMNS.len()] {
        let mut cells = [Cell::Nothing; COLUMNS.len()];
        let mut set = |column: &str, cell| {
            if let Some(at) = COLUMNS.iter().position(|known| known.name == column) {
                cells[at] = cell;
            }
        };
        match self {
            Row::Influence { term, distance } => {
                set("kind", "influence".into());
                set("term", (*term).into());
                set("distance", (*distance).into());
            }
            Row::Bit { bit, sum, margin } => {
                set("kind", "bit".into());
                set("bit", (*bit).into());
                set("sum", sum.cell());
                set("margin", margin.map(Number::cell).into());
            }
            Row::Edit { edit, distance, within_k } => {
                set("kind", "edit".into());
                set("edit", edit.as_str().into());
                set("distance", (*distance).into());
                set("within_k", within_k.map(u64::from).into());
            }
            Row::Length { features, mean, p10, p90, within_k, theory } => {
                set("kind", "length".into());
                set("features", (*features).into());
                set("mean", mean.cell());
                set("p10", (*p10).into());
                set("p90", (*p90).into());
                set("within_k", within_k.cell());
                set("theory", theory.cell());
            }
        }
        cells
    }
}

/// How many texts each length was measured on.
pub(super) fn texts_of(curve: &Curve, lang: Lang) -> String {
    match curve.texts() {
        Some((fewest, most)) if fewest < most => lang.pick(both!("{fewest} to {most}", "{fewest} 到 {most}")),
        Some((_, most)) => most.to_string(),
        None => "no".to_owned(),
    }
}

/// A length in words: number of features, or of terms if not all terms are features.
pub(super) fn counted(length: u32, recipe: &Recipe, lang: Lang) -> String {
    let (one, zh) = if recipe.keeps_all_terms() { ("feature", "特征") } else { ("term", "词项") };
    let plural = if length == 1 { "" } else { "s" };
    lang.pick(both!("{length} {one}{plural}", " {length} 个{zh}"))
}

/// The edit with its detail, or with the reason why it does not apply.
fn name(trial: &Trial, lang: Lang) -> String {
    let edit = trial.edit.text(lang);
    match &trial.outcome {
        Ok(moved) if moved.detail.is_empty() => edit,
        Ok(moved) => format!("{edit}{}{}", lang.pick((": ", "：")), moved.detail),
        Err(moot) => lang.pick((format!("{edit} ({moot})"), format!("{edit}（{}）", moot.text().1))),
    }
}

#[cfg(test)]
mod tests;
