//! How edits move a signature, in any format.

mod sections;

use super::explained::Number;
use super::rows::Object;
use super::{Cell, Column, Format, Rows, Selection, json_line};
use crate::display::{Lang, both};
use crate::recipe::Recipe;
use crate::sensitivity::{Battery, Curve, Influence, Margins, Moved, Trial};
use crate::simhash::Trace;
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
    /// only the heaviest (see [`Point::features`](crate::sensitivity::Point::features)).
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

/// One row: cells with the names of their columns, which are the keys of its JSON object.
type Row<'a> = [(&'static str, Cell<'a>)];

impl Sensitivity<'_> {
    /// Writes everything: JSON has one object a row; TSV, CSV and Parquet have one table for all kinds of rows;
    /// a table has sections, of which long ones are shortened and say so.
    ///
    /// In that table `within_k` is 1 or 0 for an edit, and a share for a length.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        if matches!(format, Format::Jsonl | Format::Table(_)) {
            Selection::refuse_columns()?;
        }
        match format {
            Format::Jsonl => {
                let mut left = Selection::in_force().rows.unwrap_or(u64::MAX);
                self.each_row(&mut |row| {
                    let (columns, cells): (Vec<_>, Vec<_>) = row.iter().copied().unzip();
                    let is_wanted = left > 0;
                    left = left.saturating_sub(1);
                    let object = Object { columns: &columns, cells: &cells };
                    if is_wanted { json_line(&object, out) } else { Ok(()) }
                })
            }
            Format::Table(_) => self.write_sections(format, out),
            _ => {
                let mut rows = Rows::new(format, &COLUMNS, &[self.recipe], out)?;
                self.each_row(&mut |row| {
                    let cell = |name| row.iter().find(|(of, _)| *of == name).map(|(_, cell)| *cell);
                    rows.write(&COLUMNS.map(|column| cell(column.name).into()))
                })?;
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

    fn each_row(&self, take: &mut dyn FnMut(&Row<'_>) -> io::Result<()>) -> io::Result<()> {
        for left in self.influence.heaviest_first() {
            let term = self.trace.features[left.feature].term.as_str();
            take(&[
                ("kind", "influence".into()),
                ("term", term.into()),
                ("distance", left.distance().into()),
            ])?;
        }
        for margin in &self.margins.bits {
            take(&[
                ("kind", "bit".into()),
                ("bit", margin.bit.into()),
                ("sum", Number(margin.sum).cell()),
                ("margin", margin.margin.map(|margin| Number(margin).cell()).into()),
            ])?;
        }
        // An edit that does not apply has no distance.
        for trial in self.battery.iter().flat_map(|battery| &battery.trials) {
            let (edit, moved) = (name(trial, Lang::En), trial.outcome.as_ref().ok());
            take(&[
                ("kind", "edit".into()),
                ("edit", edit.as_str().into()),
                ("distance", moved.map(Moved::distance).into()),
                ("within_k", moved.map(|moved| moved.is_within(self.k)).into()),
            ])?;
        }
        for point in self.curve.iter().flat_map(|curve| &curve.points) {
            take(&[
                ("kind", "length".into()),
                ("features", point.features.into()),
                ("mean", Number(point.mean()).cell()),
                ("p10", point.quantile(0.1).into()),
                ("p90", point.quantile(0.9).into()),
                ("within_k", Number(point.within(self.k)).cell()),
                ("theory", Number(point.theory()).cell()),
            ])?;
        }
        Ok(())
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
