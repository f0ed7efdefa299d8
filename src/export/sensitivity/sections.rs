//! The sections of `sensitivity` on a terminal.

use super::{Number, Sensitivity, counted, name, texts_of};
use crate::export::{Cell, Column, Format, Rows};
use crate::recipe::Recipe;
use crate::sensitivity::{Curve, Margin, Moved, SURVIVED, Survival, percent};
use crate::simhash::hex;
use crate::visible;
use std::io::{self, Write};

/// Features shown at most.
const MOST_FEATURES: usize = 20;
/// Bits shown at most.
const MOST_BITS: usize = 16;
/// Bits a line.
const BITS_A_LINE: usize = 8;
/// Columns of a term or an edit, so that a row fits a terminal of 80.
const WIDEST: usize = 56;
/// Suffix of an edit that the recipe does not see, in ASCII.
const UNSEEN: &str = " (features unchanged)";

impl Sensitivity<'_> {
    pub(super) fn write_sections(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_head(out)?;
        self.write_influence(out)?;
        self.write_edits(out)?;
        self.write_bits(out)?;
        self.write_lengths(out)?;
        out.flush()
    }

    fn write_head(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { recipe, trace, k, edits, seed, .. } = *self;
        if let Some(id) = self.id {
            writeln!(out, "id         {}", visible::line(id))?;
        }
        writeln!(out, "corpus     {}", visible::fit(self.corpus, WIDEST))?;
        writeln!(out, "recipe     {recipe}")?;
        writeln!(out, "signature  {}", hex(trace.signature, recipe.bits))?;
        match trace.features.len() {
            kept if self.features as usize > kept => {
                writeln!(out, "features   {kept} of {} terms", self.features)?
            }
            kept => writeln!(out, "features   {kept}")?,
        }
        writeln!(out, "k          {k} of {} bits", recipe.bits)?;
        writeln!(out, "edits      {} each, seed {seed}\n", words(edits))?;
        match self.influence.heaviest() {
            None => writeln!(out, "No features: every sum is 0, and nothing can be left out.\n"),
            Some(left) if left.flipped == 0 => writeln!(out, "No feature left out alone flips a bit.\n"),
            Some(left) => writeln!(
                out,
                "\"{}\" flips most bits: without it {} of {} differ.\n",
                visible::fit(&trace.features[left.feature].term, WIDEST),
                left.distance(),
                recipe.bits
            ),
        }
    }

    fn write_influence(&self, out: &mut dyn Write) -> io::Result<()> {
        let order = self.influence.heaviest_first();
        if order.is_empty() {
            return Ok(());
        }
        let mut rows =
            Rows::new(Format::Table, &["left out", "distance", "within_k"].map(Column::text), &[], out)?;
        for left in order.iter().take(MOST_FEATURES) {
            let term = visible::fit(&self.trace.features[left.feature].term, WIDEST);
            let distance = left.distance();
            rows.write(&[term.as_ref().into(), distance.into(), yes(left.is_within(self.k))])?;
        }
        rows.finish()?;
        if let Some(next) = order.get(MOST_FEATURES) {
            let more = order.len() - MOST_FEATURES;
            let most = match next.distance() {
                0 => "no bit".to_owned(),
                1 => "1 bit at most".to_owned(),
                n => format!("{n} bits at most"),
            };
            writeln!(out, " {more} more flip {most}; jsonl and tsv have all.")?;
        }
        writeln!(out)
    }

    fn write_edits(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(battery) = self.battery else { return Ok(()) };
        let mut rows =
            Rows::new(Format::Table, &["edit", "distance", "within_k"].map(Column::text), &[], out)?;
        for trial in &battery.trials {
            let moved = trial.outcome.as_ref().ok();
            let note = if moved.is_some_and(|moved| moved.is_unseen) { UNSEEN } else { "" };
            let name = format!("{}{note}", visible::fit(&name(trial), WIDEST - note.len()));
            rows.write(&[
                name.as_str().into(),
                moved.map(Moved::distance).into(),
                moved.map(|moved| yes(moved.is_within(self.k))).into(),
            ])?;
        }
        rows.finish()?;
        writeln!(out)
    }

    fn write_bits(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(unit) = self.margins.median_weight.filter(|&unit| unit > 0.0) else {
            return Ok(());
        };
        let mut bits: Vec<(&Margin, f64)> =
            self.margins.bits.iter().filter_map(|bit| Some((bit, bit.margin?))).collect();
        bits.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        let unit = match Number(unit).cell() {
            Cell::Integer(unit) => unit.to_string(),
            _ => format!("{unit:.4}"),
        };
        writeln!(
            out,
            "fragile    {} of {} bits flip (*) when some single feature is left out",
            self.influence.fragile.removing.count_ones(),
            self.recipe.bits
        )?;
        let shown = bits.len().min(MOST_BITS);
        writeln!(out, "margins    |sum| / median weight ({unit}) of the {shown} weakest bits:")?;
        for line in bits[..shown].chunks(BITS_A_LINE) {
            let cells = line.iter().map(|(bit, margin)| {
                let mark = if self.influence.fragile.removing >> bit.bit & 1 == 1 { '*' } else { ' ' };
                format!(" {:>3}{mark}{:<5}", bit.bit, short(*margin))
            });
            writeln!(out, "{}", cells.collect::<String>().trim_end())?;
        }
        writeln!(out)
    }

    fn write_lengths(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(curve) = self.curve else { return Ok(()) };
        if curve.points.is_empty() {
            return writeln!(out, "lengths    none: the corpus has too few passages with words");
        }
        let (words, texts) = (words(curve.experiment.edits), texts_of(curve));
        writeln!(out, "lengths    {words} replaced in {texts} texts of each length from the corpus")?;
        let columns = ["features", "mean", "p10", "p90", "within_k", "theory"].map(Column::text);
        let mut rows = Rows::new(Format::Table, &columns, &[], out)?;
        for point in &curve.points {
            rows.write(&[
                point.features.into(),
                Cell::Number(point.mean()),
                point.quantile(0.1).into(),
                point.quantile(0.9).into(),
                Cell::Number(point.within(self.k)),
                Cell::Number(point.theory()),
            ])?;
        }
        rows.finish()?;
        match survival(curve, self.features, self.k, &self.recipe) {
            Some(sentence) => writeln!(out, "\n{sentence}"),
            None => writeln!(out, "\nA text without features is not among these lengths."),
        }
    }
}

/// The share of texts of this length that stay within k, and the k they need.
fn survival(curve: &Curve, features: u32, k: u8, recipe: &Recipe) -> Option<String> {
    let Survival { within, needed, read_at } = curve.survival(features, k)?;
    let (words, are) = match curve.experiment.edits {
        1 => ("1 word".to_owned(), "is"),
        n => (format!("{n} words"), "are"),
    };
    let measured = match read_at {
        Some(longest) => format!("\n(Read at {longest}, the longest texts measured.)"),
        None => String::new(),
    };
    Some(format!(
        "Texts of {} from this corpus, when {words} of each {are} replaced:\n{} stay within k = {k}; for {} you need k = {needed}.{measured}",
        counted(features, recipe),
        percent(within),
        percent(SURVIVED),
    ))
}

fn words(n: u16) -> String {
    if n == 1 { "1 word".to_owned() } else { format!("{n} words") }
}

fn yes(is_so: bool) -> Cell<'static> {
    Cell::Text(if is_so { "yes" } else { "no" })
}

/// A margin in at most five columns, up to 99999.
fn short(margin: f64) -> String {
    match margin {
        ..10.0 => format!("{margin:.2}"),
        ..100.0 => format!("{margin:.1}"),
        _ => format!("{margin:.0}"),
    }
}
