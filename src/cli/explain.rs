//! `simscope explain`: how one signature comes about.

use super::arguments::ExplainArguments;
use super::failure::Failure;
use super::material::{frequencies, read_texts};
use super::watch::Watch;
use crate::corpus::Corpus;
use crate::export::{Cell, Format, Rows, json_line};
use crate::recipe::Recipe;
use crate::simhash::{Trace, hex, trace};
use crate::visible;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

pub(super) fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    if arguments.input.is_signatures() {
        let what = "explain: a signature file has no texts to explain; give the texts that it was made from";
        return Err(Failure::Usage(what.to_owned()));
    }
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    // A text alone needs no corpus; with a PATH, its document frequencies count.
    let corpus = match arguments.text.is_some() && arguments.input.paths.is_empty() {
        true => Corpus::default(),
        false => read_texts(&arguments.input, watch)?,
    };
    let recipe = arguments.input.recipe.recipe();
    let (id, text) = match &arguments.text {
        Some(text) => (None, text.as_str()),
        None => {
            let document = choose(&corpus, arguments.id.as_deref())?;
            (Some(document.id), document.text)
        }
    };
    let frequencies = frequencies(&corpus, &recipe, watch);
    let explained = Explained { id, recipe, trace: trace(&recipe, frequencies.as_ref(), text) };
    let format = arguments.output.format();
    arguments.output.write(|out| match format {
        Format::Jsonl => json_line(&explained.object(), out),
        Format::Table => explained.write_sections(out),
        Format::Tsv | Format::Csv => explained.write_features(format, out),
    })
}

/// The document with that id; without an id, the only one.
fn choose<'c>(corpus: &'c Corpus, id: Option<&str>) -> Result<crate::corpus::Document<'c>, Failure> {
    let Some(id) = id else {
        return match corpus.len() {
            1 => Ok(corpus.get(0)),
            n => {
                let some: Vec<_> =
                    corpus.iter().take(3).map(|document| visible::fit(document.id, 30)).collect();
                let some =
                    if some.is_empty() { String::new() } else { format!(" ({} …)", some.join(", ")) };
                let what = format!(
                    "explain: which of {n} documents{some}? Choose with --id ID, or give --text TEXT"
                );
                Err(Failure::Usage(what))
            }
        };
    };
    corpus.iter().find(|document| document.id == id).ok_or_else(|| {
        let what =
            format!("--id {id}: {} has no such document; `simscope hash` lists the ids", corpus.name());
        Failure::Failed(what)
    })
}

struct Explained<'a> {
    id: Option<&'a str>,
    recipe: Recipe,
    trace: Trace,
}

/// The keys of the JSON object, in their order.
#[derive(Serialize)]
struct Object<'a> {
    id: Option<&'a str>,
    recipe: String,
    tie: String,
    features: Vec<FeatureObject<'a>>,
    sums: Vec<Number>,
    signature: String,
}

#[derive(Serialize)]
struct FeatureObject<'a> {
    term: &'a str,
    count: u32,
    weight: Number,
    hash: String,
}

/// A number that is written as an integer when it is one.
#[derive(Clone, Copy)]
struct Number(f64);

impl Number {
    fn cell(self) -> Cell<'static> {
        /// Up to here every integer is an f64.
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
    fn hex(&self, bits: u64) -> String {
        hex(bits, self.recipe.bits)
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
            recipe: self.recipe.to_string(),
            tie: self.recipe.tie.to_string(),
            features: features.collect(),
            sums: self.trace.sums.iter().copied().map(Number).collect(),
            signature: self.hex(self.trace.signature),
        }
    }

    fn write_sections(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(id) = self.id {
            writeln!(out, "id         {}", visible::line(id))?;
        }
        writeln!(out, "recipe     {}", self.recipe)?;
        writeln!(out, "tie        a sum of 0 becomes {}", self.recipe.tie)?;
        writeln!(out, "signature  {}\n", self.hex(self.trace.signature))?;
        self.write_features(Format::Table, out)?;
        writeln!(out)?;
        let mut rows = Rows::new(Format::Table, &["bit", "sum", "signature"], out)?;
        for (bit, &sum) in self.trace.sums.iter().enumerate() {
            rows.write(&[bit.into(), Number(sum).cell(), (self.trace.signature >> bit & 1).into()])?;
        }
        rows.finish()
    }

    fn write_features(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        let mut rows = Rows::new(format, &["term", "count", "weight", "hash"], out)?;
        for feature in &self.trace.features {
            let hash = self.hex(feature.hash);
            let weight = Number(feature.weight).cell();
            let count = u64::from(feature.count);
            rows.write(&[feature.term.as_str().into(), count.into(), weight, hash.as_str().into()])?;
        }
        rows.finish()
    }
}
