//! Two documents side by side, in any format.

use super::explained::{Number, padded};
use super::{Cell, Column, Format, RecipeObject, Rows, Selection, json_line};
use crate::alignment::Alike;
use crate::display::{lang, say};
use crate::measures::Measure;
use crate::recipe::Recipe;
use crate::simhash::{Feature, Trace, hex};
use crate::{hamming, visible};
use serde::{Serialize, Serializer};
use std::collections::HashMap;
use std::f64::consts::PI;
use std::io::{self, Write};

/// Two documents under one recipe, as `compare` writes them.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// Their ids; `None` for texts that are not in the corpus.
    pub ids: [Option<&'a str>; 2],
    /// The recipe.
    pub recipe: Recipe,
    /// How the signatures came about.
    pub traces: [&'a Trace; 2],
    /// Why the texts look equal, if they do and are not.
    pub alike: Option<Alike>,
    /// What was measured of the texts themselves.
    pub measures: &'a [(Measure, f64)],
}

/// The keys of the JSON object, in their order.
#[derive(Serialize)]
struct Object<'a> {
    id_a: Option<&'a str>,
    id_b: Option<&'a str>,
    recipe: RecipeObject,
    bits: u8,
    signature_a: String,
    signature_b: String,
    xor: String,
    distance: u8,
    similarity: f64,
    cosine_estimate: f64,
    /// As `equal after NFC`; missing where the texts are equal, or differ in what can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    alike: Option<String>,
    #[serde(serialize_with = "by_name")]
    measures: &'a [(Measure, f64)],
    features: Vec<Shared<'a>>,
}

/// One object with a key for each measure.
fn by_name<S: Serializer>(measures: &[(Measure, f64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(measures.iter().map(|(measure, value)| (measure.to_string(), value)))
}

/// One term; the weight is `None` for the document that lacks it.
#[derive(Serialize, Clone, Copy)]
struct Shared<'a> {
    term: &'a str,
    weight_a: Option<Number>,
    weight_b: Option<Number>,
}

impl<'a> Compared<'a> {
    /// Writes all of it as JSON (one object) or as a table; TSV, CSV and Parquet hold the features.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        match format {
            Format::Jsonl => {
                Selection::refuse_columns()?;
                json_line(&self.object(), out)
            }
            Format::Table(_) => self.write_sections(format, out),
            _ => self.write_features(&self.features(), format, out),
        }
    }

    /// Writes the measures: rows in any format but JSON and a table, which hold all there is.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write_measures(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        if matches!(format, Format::Jsonl | Format::Table(_)) {
            return self.write(format, out);
        }
        let columns = [Column::text("measure"), Column::number("value")];
        let mut rows = Rows::new(format, &columns, &[self.recipe], out)?;
        for (measure, value) in self.measures {
            rows.write(&[measure.to_string().as_str().into(), (*value).into()])?;
        }
        rows.finish()
    }

    fn object(&self) -> Object<'a> {
        let [a, b] = self.traces.map(|trace| trace.signature);
        let bits = self.recipe.bits;
        let distance = hamming::distance(a, b);
        let share = f64::from(distance) / f64::from(bits.get());
        Object {
            id_a: self.ids[0],
            id_b: self.ids[1],
            recipe: RecipeObject::from(&self.recipe),
            bits: bits.get(),
            signature_a: hex(a, bits),
            signature_b: hex(b, bits),
            xor: hex(a ^ b, bits),
            distance,
            similarity: 1.0 - share,
            // The estimated cosine: the angle θ is π times the share of differing bits (Charikar 2002).
            cosine_estimate: (PI * share).cos(),
            alike: self.alike.map(|alike| alike.to_string()),
            measures: self.measures,
            features: self.features(),
        }
    }

    /// The shared terms, then those of the first document only, then those of the second only; each in its
    /// document's order.
    fn features(&self) -> Vec<Shared<'a>> {
        let [a, b] = self.traces;
        fn weights(trace: &Trace) -> HashMap<&str, f64> {
            trace.features.iter().map(|feature| (feature.term.as_str(), feature.weight)).collect()
        }
        let (in_a, in_b) = (weights(a), weights(b));
        let of = |feature: &'a Feature| Shared {
            term: &feature.term,
            weight_a: in_a.get(feature.term.as_str()).copied().map(Number),
            weight_b: in_b.get(feature.term.as_str()).copied().map(Number),
        };
        let (mut shared, only_a): (Vec<_>, Vec<_>) =
            a.features.iter().map(of).partition(|term| term.weight_b.is_some());
        let only_b = b.features.iter().map(of).filter(|term| term.weight_a.is_none());
        shared.extend(only_a);
        shared.extend(only_b);
        shared
    }

    fn write_sections(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let object = self.object();
        let id = |id: Option<&str>| id.map_or(String::new(), |id| format!("  {}", visible::line(id)));
        let head = |en, zh| padded(lang().pick((en, zh)), 12);
        writeln!(out, "{}{}", head("recipe", "配方"), self.recipe)?;
        writeln!(out, "{}{}{}", head("signatures", "签名"), object.signature_a, id(object.id_a))?;
        writeln!(out, "            {}{}", object.signature_b, id(object.id_b))?;
        writeln!(out, "{}{}", head("xor", "异或"), object.xor)?;
        let (distance, bits) = (object.distance, object.bits);
        let of = say!("{distance} of {bits} bits", "{distance} 位，共 {bits} 位");
        writeln!(out, "{}{of}", head("distance", "距离"))?;
        if let Some(alike) = self.alike {
            writeln!(out, "{}{}", head("texts", "文本"), alike.say(lang()))?;
        }
        writeln!(out, "{}{:.4} (1 − d/f)", head("similarity", "相似度"), object.similarity)?;
        let cosine = object.cosine_estimate;
        let estimate = say!("{cosine:.4} (estimate, cos πd/f)", "{cosine:.4}（估计值，cos πd/f）");
        writeln!(out, "{}{estimate}\n", head("cosine", "余弦"))?;
        for (measure, value) in self.measures {
            writeln!(out, "{measure:<20}  {value:.4}")?;
        }
        if !self.measures.is_empty() {
            writeln!(out)?;
        }
        self.write_features(&object.features, format, out)
    }

    fn write_features(&self, features: &[Shared<'_>], format: Format, out: &mut dyn Write) -> io::Result<()> {
        let mut columns = vec![
            Column::text("term"),
            Column::number("weight_a").optional(),
            Column::number("weight_b").optional(),
        ];
        // A table for reading has it above.
        let has_distance = !format.is_table();
        columns.extend(has_distance.then_some(Column::count("distance")));
        let [a, b] = self.traces.map(|trace| trace.signature);
        let distance = hamming::distance(a, b);
        let mut rows = Rows::new(format, &columns, &[self.recipe], out)?;
        for shared in features {
            let [a, b] =
                [shared.weight_a, shared.weight_b].map(|weight| Cell::from(weight.map(Number::cell)));
            let mut cells = vec![shared.term.into(), a, b];
            cells.extend(has_distance.then_some(Cell::from(distance)));
            rows.write(&cells)?;
        }
        rows.finish()
    }
}
