//! How one signature comes about, in any format.

use super::{Cell, Column, Format, RecipeObject, Rows, Selection, json_line};
use crate::corpus::SignatureFormat;
use crate::display::lang;
use crate::recipe::{Recipe, Sketch, TieRule};
use crate::simhash::{Trace, hex};
use crate::visible;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// One document's anatomy, as `explain` and the explorer write it.
#[derive(Debug, Clone, Copy)]
pub struct Explained<'a> {
    /// Its id; `None` for a text that is not in the corpus.
    pub id: Option<&'a str>,
    /// The recipe.
    pub recipe: Recipe,
    /// How the signature came about.
    pub trace: &'a Trace,
}

/// The most bits that a table for reading shows as digits too.
const FEW: u8 = 16;

/// The keys of the JSON object, in their order.
#[derive(Serialize)]
struct Object<'a> {
    id: Option<&'a str>,
    recipe: RecipeObject,
    tie: String,
    features: Vec<FeatureObject<'a>>,
    sums: Vec<Number>,
    /// The term of each bit that has the smallest value there; only under minhash1.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    minimum: Vec<&'a str>,
    signature: String,
}

#[derive(Serialize)]
struct FeatureObject<'a> {
    term: &'a str,
    count: u32,
    weight: Number,
    hash: String,
}

/// A head of a line, filled up with blanks to this number of columns.
pub(super) fn padded(head: &str, columns: usize) -> String {
    format!("{head}{}", " ".repeat(columns.saturating_sub(visible::width(head))))
}

/// A number written as an integer if it is one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Number(pub(super) f64);

impl Number {
    pub(super) fn cell(self) -> Cell<'static> {
        /// Every integer up to this one is an f64.
        const EXACT: f64 = (1_u64 << 53) as f64;
        match self.0.fract() == 0.0 && self.0.abs() <= EXACT {
            true => Cell::Integer(self.0 as i64),
            false => Cell::Number(self.0),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.cell() {
            Cell::Integer(integer) => serializer.serialize_i64(integer),
            _ => serializer.serialize_f64(self.0),
        }
    }
}

impl Explained<'_> {
    /// Writes all of it as JSON (one object) or as a table; TSV, CSV and Parquet hold the features.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        if matches!(format, Format::Jsonl | Format::Table(_)) {
            Selection::refuse_columns()?;
        }
        match format {
            Format::Jsonl => json_line(&self.object(), out),
            Format::Table(_) => self.write_sections(format, out),
            _ => self.write_features(format, out),
        }
    }

    fn hex(&self, bits: u128) -> String {
        hex(bits, self.recipe.bits)
    }

    /// Bits as digits where there are few of them.
    fn digits(&self, value: u128) -> Option<String> {
        let bits = self.recipe.bits.get();
        (bits <= FEW).then(|| format!("{value:0width$b}", width = usize::from(bits)))
    }

    /// The term that has the smallest value of a bit; `None` where sums have no minimum.
    fn minimum(&self, bit: u8) -> Option<&str> {
        let holder = self.trace.holder(bit).filter(|_| self.recipe.sketch == Sketch::MinHash);
        holder.map(|feature| feature.term.as_str())
    }

    fn object(&self) -> Object<'_> {
        let features = self.trace.features.iter().map(|feature| FeatureObject {
            term: &feature.term,
            count: feature.count,
            weight: Number(feature.weight),
            hash: self.hex(feature.hash),
        });
        Object {
            id: self.id,
            recipe: RecipeObject::from(&self.recipe),
            tie: self.recipe.tie.to_string(),
            features: features.collect(),
            sums: self.trace.sums.iter().copied().map(Number).collect(),
            minimum: (0..self.recipe.bits.get()).filter_map(|bit| self.minimum(bit)).collect(),
            signature: self.hex(self.trace.signature),
        }
    }

    fn write_sections(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let head = |en, zh| padded(lang().pick((en, zh)), 11);
        if let Some(id) = self.id {
            writeln!(out, "{}{}", head("id", "编号"), visible::line(id))?;
        }
        writeln!(out, "{}{}", head("recipe", "配方"), self.recipe)?;
        let tie = lang().pick(match self.recipe.tie {
            TieRule::Zero => ("a sum of 0 becomes zero", "累加值为 0 时取 0"),
            TieRule::One => ("a sum of 0 becomes one", "累加值为 0 时取 1"),
            TieRule::Inverted => (
                "a 1 in a hash subtracts and a 0 adds; a sum of 0 becomes zero",
                "哈希位为 1 时减、为 0 时加；累加值为 0 时取 0",
            ),
        });
        match self.recipe.sketch {
            Sketch::SimHash => writeln!(out, "{}{tie}", head("tie", "平票"))?,
            Sketch::MinHash => {
                let rule = ("an odd minimum is 1, an even one 0", "最小值为奇数时取 1，为偶数时取 0");
                writeln!(out, "{}{}", head("minimum", "最小值"), lang().pick(rule))?;
            }
        }
        let digits =
            self.digits(self.trace.signature).map_or_else(String::new, |digits| format!("  {digits}"));
        writeln!(out, "{}{}{digits}\n", head("signature", "签名"), self.hex(self.trace.signature))?;
        self.write_features(format, out)?;
        writeln!(out)?;
        let columns = match self.recipe.sketch {
            Sketch::SimHash => ["bit", "sum", "signature"],
            Sketch::MinHash => ["bit", "minimum", "signature"],
        };
        let mut rows = Rows::new(format, &columns.map(Column::text), &[], out)?;
        // The highest bit first, as a signature is read.
        for (bit, &sum) in self.trace.sums.iter().enumerate().rev() {
            rows.write(&[
                bit.into(),
                self.minimum(bit as u8).map_or(Number(sum).cell(), Cell::from),
                u64::from(self.trace.signature >> bit & 1 == 1).into(),
            ])?;
        }
        rows.finish()
    }

    fn write_features(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let bits = self.recipe.bits;
        let mut columns = vec![
            Column::text("term"),
            Column::count("count"),
            Column::number("weight"),
            Column::signature("hash", bits),
        ];
        // Digits are for reading only.
        let has_digits = format.is_table() && bits.get() <= FEW;
        if has_digits {
            columns.push(Column::text(lang().pick(("bits", "位"))));
        }
        let mut rows = Rows::new(format, &columns, &[self.recipe], out)?;
        for feature in &self.trace.features {
            let digits = self.digits(feature.hash).filter(|_| has_digits);
            let mut cells = vec![
                feature.term.as_str().into(),
                feature.count.into(),
                Number(feature.weight).cell(),
                Cell::Signature(feature.hash, bits, SignatureFormat::Hex),
            ];
            cells.extend(digits.as_deref().map(Cell::from));
            rows.write(&cells)?;
        }
        rows.finish()
    }
}
