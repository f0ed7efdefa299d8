//! `simscope index query`: what is within k of a text, a signature or documents.

use super::build::{refuse_other_width, shown};
use super::feed::{Named, each_signature, each_text};
use crate::cli::arguments::index::IndexQueryArguments;
use crate::cli::failure::Failure;
use crate::cli::material::tell_left_out;
use crate::cli::watch::{Watch, note};
use crate::corpus::Source;
use crate::export::Rows;
use crate::index::{Index, IndexError};
use crate::recipe::{Bits, Recipe};
use crate::search::{Counters, Hit};
use crate::simhash::{Signer, hex};
use rayon::prelude::*;
use std::io;

pub(super) fn run(arguments: &IndexQueryArguments) -> Result<(), Failure> {
    arguments.texts.threads.apply()?;
    let index = Index::open(&arguments.file)?;
    let asked = Asked::of(arguments, &index)?;
    let k = arguments.k.unwrap_or(index.k());
    if k > index.k() {
        note(&format!(
            "{}: built for k = {}, so k = {k} works by scan: every signature is compared",
            shown(&arguments.file),
            index.k()
        ));
    }
    let recipe = asked.recipe(arguments, &index)?;
    let (mut failure, mut total, mut queries) = (None, Counters::default(), 0);
    let written = arguments.output.rows(&["query", "id", "distance"], |rows| {
        let (total, queries) = (&mut total, &mut queries);
        let mut answering = Answering { index: &index, k, rows, broken: None, total, queries };
        let answered = answering.all(&asked, recipe.as_ref(), arguments);
        match (answered, answering.broken) {
            (Ok(()), _) => Ok(()),
            (Err(_), Some(broken)) => Err(broken),
            (Err(error), None) => {
                failure = Some(error);
                Err(io::Error::other("the queries could not be answered"))
            }
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    written?;
    if arguments.has_counters {
        let Counters { probes, candidates, distances } = total;
        note(&format!("{queries} queries: {probes} probes, {candidates} candidates, {distances} distances"));
    }
    match &recipe {
        Some(recipe) => arguments.output.carry(std::slice::from_ref(recipe)),
        None => Ok(()),
    }
}

/// What is looked up: texts first, then signatures, then documents.
struct Asked {
    texts: Vec<String>,
    signatures: Vec<u128>,
    sources: Vec<Source>,
}

impl Asked {
    fn of(arguments: &IndexQueryArguments, index: &Index) -> Result<Self, Failure> {
        let mut asked = Self { texts: arguments.text.clone(), signatures: Vec::new(), sources: Vec::new() };
        for path in &arguments.texts.paths {
            match path.to_str() {
                Some("-") => asked.sources.push(Source::Stdin),
                Some(text) if !path.exists() => asked.texts.push(text.to_owned()),
                _ => asked.sources.push(Source::Path(path.clone())),
            }
        }
        for digits in &arguments.signature {
            asked.signatures.push(signature(digits, index.bits())?);
        }
        if asked.texts.is_empty() && asked.signatures.is_empty() && asked.sources.is_empty() {
            let what = "there is nothing to look up: give a TEXT, a PATH of documents, or --signature HEX";
            return Err(Failure::Usage(what.to_owned()));
        }
        Ok(asked)
    }

    /// The recipe to sign with, where something has to be signed.
    fn recipe(&self, arguments: &IndexQueryArguments, index: &Index) -> Result<Option<Recipe>, Failure> {
        let reads_texts = !self.sources.is_empty() && !arguments.texts.is_signatures();
        let given = match arguments.recipe.are_given() {
            true => Some(arguments.recipe.recipe()?),
            false => None,
        };
        if self.texts.is_empty() && !reads_texts && given.is_none() {
            return Ok(None);
        }
        let of_index = match reads_texts {
            true => index.recipe()?,
            false => index.recipe_for(&self.texts.concat())?,
        };
        match (of_index, given) {
            (Some(recipe), Some(given)) => {
                index.check_recipe(&recipe, &given)?;
                Ok(Some(recipe))
            }
            (Some(recipe), None) => Ok(Some(recipe)),
            (None, Some(given)) => {
                refuse_other_width(given.bits, index.bits())?;
                Ok(Some(given))
            }
            (None, None) => Err(Failure::Failed(format!(
                "{}: the index was built from signatures, without a recipe to sign texts with: use --signature HEX, or name \
                 the recipe that made them (--recipe)",
                shown(&arguments.file)
            ))),
        }
    }
}

/// A signature of the width of the index from its hex digits.
fn signature(digits: &str, bits: Bits) -> Result<u128, Failure> {
    let plain = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
    let wrong = |what: String| Err(Failure::Usage(format!("--signature {digits}: {what}")));
    let wanted = bits.hex_digits();
    if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return wrong(format!("not a hexadecimal number; use {wanted} digits"));
    }
    if plain.len() != wanted {
        return wrong(format!("{} digits; signatures of {bits} bits have {wanted}", plain.len()));
    }
    match u128::from_str_radix(plain, 16) {
        Ok(value) if value & !bits.mask() == 0 => Ok(value),
        _ => wrong(format!("it has more than the {bits} bits of the index")),
    }
}

/// Queries on their way to rows.
struct Answering<'a, 'w> {
    index: &'a Index,
    k: u8,
    rows: &'a mut Rows<'w>,
    /// Why the rows could not be written; the failure that then comes back is not the one to tell.
    broken: Option<io::Error>,
    total: &'a mut Counters,
    queries: &'a mut u64,
}

impl Answering<'_, '_> {
    fn all(
        &mut self,
        asked: &Asked,
        recipe: Option<&Recipe>,
        arguments: &IndexQueryArguments,
    ) -> Result<(), Failure> {
        if let Some(recipe) = recipe.filter(|_| !asked.texts.is_empty()) {
            let mut signer = Signer::new(recipe, None);
            let signed: Vec<_> = asked.texts.iter().map(|text| signer.sign(text)).collect();
            let kept = signed.iter().filter(|signed| arguments.empty.are_kept || signed.features > 0);
            let named: Vec<_> =
                kept.map(|signed| Named { id: "text", signature: signed.signature }).collect();
            tell_left_out((asked.texts.len() - named.len()) as u64);
            self.answer(&named)?;
        }
        let bits = self.index.bits();
        for &signature in &asked.signatures {
            self.answer(&[Named { id: &hex(signature, bits), signature }])?;
        }
        if asked.sources.is_empty() {
            return Ok(());
        }
        let source = (&asked.sources[..], &arguments.texts);
        match recipe.filter(|_| !arguments.texts.is_signatures()) {
            Some(recipe) => {
                let watch = Watch::new(arguments.texts.has_no_progress);
                let watch = watch.unless(arguments.output.is_on_terminal());
                each_text(source, recipe, &arguments.empty, watch, &mut |documents| self.answer(documents))
            }
            None => each_signature(source, &mut |document, of_file| {
                refuse_other_width(of_file, bits)?;
                self.answer(&[document])
            }),
        }
    }

    /// Looks up some in parallel, and writes what was found in their order.
    fn answer(&mut self, queries: &[Named<'_>]) -> Result<(), Failure> {
        let look_up = |query: &Named<'_>| {
            let mut hits = Vec::new();
            let counters = self.index.within(query.signature, self.k, &mut hits)?;
            hits.sort_unstable_by_key(|hit: &Hit| (hit.distance, hit.index));
            Ok((hits, counters))
        };
        let answers: Result<Vec<(Vec<Hit>, Counters)>, IndexError> =
            queries.par_iter().with_min_len(16).map(look_up).collect();
        for (query, (hits, counters)) in queries.iter().zip(answers?) {
            *self.total += counters;
            *self.queries += 1;
            for hit in hits {
                let id = self.index.id(hit.index)?;
                if let Err(error) = self.rows.write(&[query.id.into(), id.into(), hit.distance.into()]) {
                    self.broken = Some(error);
                    return Err(Failure::ClosedPipe);
                }
            }
        }
        Ok(())
    }
}
