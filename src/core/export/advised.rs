//! Which k, and why, in any format.

use super::explained::padded;
use super::{Cell, Column, Described, Format, write_table};
use crate::display::{Lang, both, grouped_digits, lang};
use crate::evidence::{Advice, Curve, Predicted, Purpose, Share};
use crate::recipe::Recipe;
use std::io::{self, Write};

/// Advice for pairs and for groups, as `advise` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct Advised<'a> {
    /// One for each purpose.
    pub advices: &'a [Advice],
    /// How pairs were judged, for the table: a sentence.
    pub how: &'a str,
}

/// An advice with its texts.
struct Row<'a> {
    advice: &'a Advice,
    confirm: Option<String>,
    reasons: Vec<String>,
    /// All of them.
    why: String,
}

impl<'a> Row<'a> {
    fn of(advice: &'a Advice) -> Self {
        let reasons: Vec<String> = advice.reasons.iter().map(|reason| reason.text(Lang::En)).collect();
        let confirm = advice.confirm.map(|condition| condition.to_string());
        Self { advice, confirm, why: reasons.join("; "), reasons }
    }

    fn at(&self, of: fn(&Predicted) -> Option<f64>) -> Cell<'static> {
        self.advice.at.as_ref().and_then(of).into()
    }
}

impl Advised<'_> {
    /// Writes a row for each purpose; in a table for reading, side by side. The reasons are a list in JSON, and one text
    /// elsewhere.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        if format.is_table() {
            return self.write_table(out);
        }
        let rows: Vec<Row<'_>> = self.advices.iter().map(Row::of).collect();
        let columns: [Described<'_, '_, Row<'_>>; 17] = [
            (Column::text("for"), &|row| row.advice.purpose.name().into()),
            (Column::count("k").optional(), &|row| row.advice.at.map(|at| at.k).into()),
            (Column::count("k_low").optional(), &|row| row.advice.range.map(|range| range.0).into()),
            (Column::count("k_high").optional(), &|row| row.advice.range.map(|range| range.1).into()),
            (Column::text("verdict"), &|row| row.advice.verdict.name().into()),
            (Column::number("precision").optional(), &|row| row.at(|at| Some(at.precision?.share))),
            (Column::number("precision_low").optional(), &|row| row.at(|at| Some(at.precision?.low))),
            (Column::number("precision_high").optional(), &|row| row.at(|at| Some(at.precision?.high))),
            (Column::number("recall").optional(), &|row| row.at(|at| Some(at.recall?.share))),
            (Column::number("recall_low").optional(), &|row| row.at(|at| Some(at.recall?.low))),
            (Column::number("recall_high").optional(), &|row| row.at(|at| Some(at.recall?.high))),
            (Column::whole("pairs").optional(), &|row| row.advice.at.map(|at| at.pairs).into()),
            (Column::number("expected_false_pairs").optional(), &|row| {
                row.at(|at| Some((at.pairs as f64 - at.right).max(0.0)))
            }),
            (Column::number("f1").optional(), &|row| row.at(|at| at.f1)),
            (Column::text("confirm").optional(), &|row| row.confirm.as_deref().into()),
            (Column::text("basis"), &|row| row.advice.basis.name().into()),
            (Column::text("reasons"), &|row| Cell::List(&row.why, &row.reasons)),
        ];
        write_table(&columns, &rows, format, recipes, out)
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let row = |out: &mut dyn Write, head: &str, of: &dyn Fn(&Advice) -> String| -> io::Result<()> {
            let cells: Vec<String> = self.advices.iter().map(of).collect();
            let line = cells.iter().fold(padded(head, 10), |line, cell| line + &padded(cell, 36));
            writeln!(out, "{}", line.trim_end())
        };
        let lang = lang();
        let purpose = |advice: &Advice| match advice.purpose {
            Purpose::Pairs => lang.pick(("pairs", "文档对")),
            Purpose::Groups => lang.pick(("groups", "分组")),
        };
        row(out, "", &|advice| lang.pick(("for ", "按")).to_owned() + purpose(advice))?;
        let range = |advice: &Advice| match advice.range {
            Some((low, high)) if low < high => format!("   ({low}–{high})"),
            _ => String::new(),
        };
        let of = |advice: &Advice, text: &dyn Fn(&Predicted) -> String| {
            advice.at.as_ref().map_or_else(|| "–".to_owned(), text)
        };
        row(out, "k", &|advice| of(advice, &|at| format!("{}{}", at.k, range(advice))))?;
        row(out, lang.pick(("verdict", "结论")), &|advice| advice.verdict.text(lang).to_owned())?;
        let share = |share: Option<Share>| match share {
            Some(Share { share, low, high }) if low < high => {
                format!("{:.1} %   ({:.1}–{:.1})", share * 100.0, low * 100.0, high * 100.0)
            }
            Some(share) => format!("{:.1} %", share.share * 100.0),
            None => lang.pick(("not measured", "未测")).to_owned(),
        };
        row(out, lang.pick(("confirmed", "确认")), &|advice| of(advice, &|at| share(at.precision)))?;
        row(out, lang.pick(("found", "找到")), &|advice| of(advice, &|at| share(at.recall)))?;
        row(out, lang.pick(("others", "其余")), &|advice| {
            of(advice, &|at| {
                let wrong = grouped_digits((at.pairs as f64 - at.right).max(0.0).round() as u64);
                let pairs = grouped_digits(at.pairs);
                lang.pick(both!("{wrong} of {pairs} pairs", "{pairs} 对中 {wrong} 对"))
            })
        })?;
        row(out, "F1", &|advice| of(advice, &|at| at.f1.map_or("–".to_owned(), |f1| format!("{f1:.2}"))))?;
        writeln!(out, "\n{}", self.how)?;
        for advice in self.advices.iter().filter(|advice| !advice.reasons.is_empty()) {
            let heading = lang.pick(both!("For {}:", "按{}：", purpose(advice)));
            writeln!(out, "\n{heading}")?;
            for reason in &advice.reasons {
                writeln!(out, "· {}", reason.text(lang))?;
            }
        }
        Ok(())
    }
}

/// Writes what is predicted for each k, for pairs and then for groups.
///
/// # Errors
/// Those of `out`.
pub fn write_curves(
    curves: &[Curve],
    format: Format,
    recipes: &[Recipe],
    out: &mut dyn Write,
) -> io::Result<()> {
    let rows: Vec<(Purpose, Predicted)> =
        curves.iter().flat_map(|curve| curve.rows.iter().map(|row| (curve.purpose, *row))).collect();
    fn part(share: Option<Share>, of: fn(Share) -> f64) -> Cell<'static> {
        share.map(of).into()
    }
    let columns: [Described<'_, '_, (Purpose, Predicted)>; 12] = [
        (Column::text("for"), &|row| row.0.name().into()),
        (Column::count("k"), &|row| row.1.k.into()),
        (Column::whole("pairs"), &|row| row.1.pairs.into()),
        (Column::number("confirmed"), &|row| row.1.right.into()),
        (Column::number("precision").optional(), &|row| part(row.1.precision, |share| share.share)),
        (Column::number("precision_low").optional(), &|row| part(row.1.precision, |share| share.low)),
        (Column::number("precision_high").optional(), &|row| part(row.1.precision, |share| share.high)),
        (Column::number("recall").optional(), &|row| part(row.1.recall, |share| share.share)),
        (Column::number("recall_low").optional(), &|row| part(row.1.recall, |share| share.low)),
        (Column::number("recall_high").optional(), &|row| part(row.1.recall, |share| share.high)),
        (Column::number("f1").optional(), &|row| row.1.f1.into()),
        (Column::text("basis"), &|row| row.1.basis.name().into()),
    ];
    write_table(&columns, &rows, format, recipes, out)
}
