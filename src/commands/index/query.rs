//! `simscope index query`: what is within k of a text, a signature or documents.

use super::build::refuse_other_width;
use crate::arguments::index::IndexQueryArguments;
use crate::failure::Failure;
use crate::feed::{Named, each_signature, each_text};
use crate::material::tell_left_out;
use crate::output::{Stopped, stoppable};
use crate::watch::{Watch, note};
use rayon::prelude::*;
use simscope_core::corpus::Source;
use simscope_core::display::say;
use simscope_core::export::{Rows, pair_columns};
use simscope_core::index::{Index, IndexError};
use simscope_core::recipe::{Bits, Recipe};
use simscope_core::search::{Counters, Hit};
use simscope_core::simhash::{Signer, hex};
use simscope_core::visible;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) fn run(arguments: &IndexQueryArguments) -> Result<(), Failure> {
    arguments.texts.threads.apply()?;
    let index = Index::open(&arguments.file)?;
    let asked = Asked::of(arguments, &index)?;
    let k = arguments.k.unwrap_or(index.k());
    if k > index.k() && index.is_scan_at(k) {
        note(&say!(
            "{}: built for k = {}, so at k = {k} every signature is compared (scan)",
            "{}：为 k = {} 而建，因此 k = {k} 时逐个比较签名（scan）",
            visible::path(&arguments.file),
            index.k()
        ));
    }
    let recipe = asked.recipe(arguments, &index)?;
    let (mut total, mut queries, columns) = (Counters::default(), 0, pair_columns(["query", "id"]));
    stoppable(|stop| {
        arguments.output.rows(&columns, recipe.as_slice(), |rows| {
            let (total, queries) = (&mut total, &mut queries);
            let mut run = QueryRun { index: &index, k, rows, broken: None, total, queries };
            let result = run.all(&asked, recipe.as_ref(), arguments);
            result.map_err(|error| stop(run.broken.map_or(Stopped::Failed(error), Stopped::Output)))
        })
    })?;
    if arguments.has_counters {
        let Counters { probes, candidates, distances } = total;
        note(&say!(
            "{queries} queries: {probes} probes, {candidates} candidates, {distances} distances",
            "查询 {queries} 次：查找 {probes} 次，候选 {candidates} 个，求距离 {distances} 次"
        ));
    }
    Ok(())
}

/// Whether the text looks like a file name that was meant as a PATH: one word with a dot or a slash inside.
fn looks_like_a_path(text: &str) -> bool {
    !text.contains(char::is_whitespace) && text.trim_matches(['.', '/']).contains(['.', '/'])
}

/// The queries: texts first, then signatures, then documents of the index, then those of files.
struct Asked {
    texts: Vec<String>,
    signatures: Vec<u128>,
    /// Documents of the index, with their signatures.
    stored: Vec<(String, u128)>,
    sources: Vec<Source>,
}

impl Asked {
    fn of(arguments: &IndexQueryArguments, index: &Index) -> Result<Self, Failure> {
        let mut asked = Self {
            texts: arguments.text.clone(),
            signatures: Vec::new(),
            stored: Vec::new(),
            sources: Vec::new(),
        };
        for path in &arguments.texts.paths {
            match path.to_str() {
                Some("-") => asked.sources.push(Source::Stdin),
                Some(text) if !path.exists() => {
                    if looks_like_a_path(text) {
                        note(&say!(
                            "{text}: no such file, so it is looked up as a text",
                            "{text}：没有这个文件，因此作为文本查询"
                        ));
                    }
                    asked.texts.push(text.to_owned());
                }
                _ => asked.sources.push(Source::Path(path.clone())),
            }
        }
        for digits in &arguments.signature {
            asked.signatures.push(signature(digits, index.bits())?);
        }
        for id in &arguments.id {
            let document = find(index, id)?;
            asked.stored.push((id.clone(), index.signature(document)?));
        }
        if asked.texts.is_empty()
            && asked.signatures.is_empty()
            && asked.stored.is_empty()
            && asked.sources.is_empty()
        {
            return Err(Failure::Usage(say!(
                "there is nothing to look up: give a TEXT, a PATH of documents, --id ID, or --signature HEX",
                "没有可查询的：请给出 TEXT、文档的 PATH、--id ID 或 --signature HEX"
            )));
        }
        Ok(asked)
    }

    /// The recipe to sign queries with; `None` if nothing is signed.
    fn recipe(&self, arguments: &IndexQueryArguments, index: &Index) -> Result<Option<Recipe>, Failure> {
        let reads_texts = !self.sources.is_empty() && !arguments.texts.is_signatures();
        let given = if arguments.recipe.are_given() { Some(arguments.recipe.recipe()?) } else { None };
        if self.texts.is_empty() && !reads_texts && given.is_none() {
            return Ok(None);
        }
        let of_index = if reads_texts { index.recipe()? } else { index.recipe_for(&self.texts.concat())? };
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
            (None, None) => Err(Failure::Failed(say!(
                "{}: the index was built from signatures and has no recipe for texts: use --signature HEX, or name \
                 the recipe that made them (--recipe)",
                "{}：索引由签名建成，没有用于文本的配方：请用 --signature HEX，或用 --recipe 指定生成签名的配方",
                visible::path(&arguments.file)
            ))),
        }
    }
}

/// The first document of the index with this id.
fn find(index: &Index, id: &str) -> Result<u32, Failure> {
    for document in 0..u32::try_from(index.len()).unwrap_or(u32::MAX) {
        if index.id(document)? == id {
            return Ok(document);
        }
    }
    Err(Failure::Failed(say!(
        "--id {id}: {} has no document with this id",
        "--id {id}：{} 没有此编号的文档",
        visible::path(index.path())
    )))
}

/// Parses a signature of the index's width from hex digits.
fn signature(digits: &str, bits: Bits) -> Result<u128, Failure> {
    let plain = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")).unwrap_or(digits);
    let wrong = |what: String| {
        Err(Failure::Usage(say!("--signature {digits}: {what}", "--signature {digits}：{what}")))
    };
    let wanted = bits.hex_digits();
    if plain.is_empty() || !plain.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return wrong(say!(
            "not a hexadecimal number; use {wanted} digits",
            "不是十六进制数；请用 {wanted} 位十六进制数字"
        ));
    }
    if plain.len() != wanted {
        return wrong(say!(
            "{} digits; signatures of {bits} bits have {wanted}",
            "{} 位数字；{bits} 位的签名有 {wanted} 位十六进制数字",
            plain.len()
        ));
    }
    match u128::from_str_radix(plain, 16) {
        Ok(value) if value & !bits.mask() == 0 => Ok(value),
        _ => wrong(say!("it has more than the {bits} bits of the index", "超过索引的 {bits} 位")),
    }
}

/// Looks up queries and writes the result rows.
struct QueryRun<'a, 'w> {
    index: &'a Index,
    k: u8,
    rows: &'a mut Rows<'w>,
    /// Why the rows could not be written. It is reported instead of the failure that it causes.
    broken: Option<io::Error>,
    total: &'a mut Counters,
    queries: &'a mut u64,
}

impl QueryRun<'_, '_> {
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
            self.write_hits(&named)?;
        }
        let bits = self.index.bits();
        let ids: Vec<String> = asked.signatures.iter().map(|&signature| hex(signature, bits)).collect();
        let named = ids.iter().zip(&asked.signatures);
        let named: Vec<_> = named.map(|(id, &signature)| Named { id, signature }).collect();
        self.write_hits(&named)?;
        let stored = asked.stored.iter().map(|(id, signature)| Named { id, signature: *signature });
        self.write_hits(&stored.collect::<Vec<_>>())?;
        if asked.sources.is_empty() {
            return Ok(());
        }
        let source = (&asked.sources[..], &arguments.texts);
        let watch = Watch::new(arguments.texts.has_no_progress).unless(arguments.output.is_on_terminal());
        match recipe.filter(|_| !arguments.texts.is_signatures()) {
            Some(recipe) => each_text(source, recipe, &arguments.empty, watch, &mut |documents| {
                self.write_hits(documents)
            }),
            None => each_signature(source, watch, &mut |documents, of_files| {
                refuse_other_width(of_files, bits)?;
                self.write_hits(documents)
            }),
        }
    }

    /// Looks up queries in parallel and writes the hits in their order. Hits waiting to be written are bounded
    /// by [`look_up`].
    fn write_hits(&mut self, mut queries: &[Named<'_>]) -> Result<(), Failure> {
        while !queries.is_empty() {
            let found = look_up(self.index, self.k, queries)?;
            let (done, rest) = queries.split_at(found.len());
            queries = rest;
            for (query, (hits, counters)) in done.iter().zip(found) {
                *self.total += counters;
                *self.queries += 1;
                self.write(query, &hits)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, query: &Named<'_>, hits: &[Hit]) -> Result<(), Failure> {
        for hit in hits {
            let id = self.index.id(hit.index)?;
            if let Err(error) = self.rows.write(&[query.id.into(), id.into(), hit.distance.into()]) {
                self.broken = Some(error);
                return Err(Failure::ClosedPipe);
            }
        }
        Ok(())
    }
}

/// After this many hits no further query is started, which bounds memory when every document is near every
/// query.
const MOST_HITS: usize = 1 << 16;

/// The hits of the first queries, nearest first: of all of them, or of those started before [`MOST_HITS`] hits
/// were found, but of at least one. Threads take the queries in order and finish what they started, so the
/// result has no gaps.
fn look_up(index: &Index, k: u8, queries: &[Named<'_>]) -> Result<Vec<(Vec<Hit>, Counters)>, IndexError> {
    let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let take = |_| {
        let mut results = Vec::new();
        while found.load(Ordering::Relaxed) < MOST_HITS {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(query) = queries.get(at) else { break };
            let mut hits = Vec::new();
            let counters = index.within(query.signature, k, &mut hits)?;
            hits.sort_unstable_by_key(|hit: &Hit| (hit.distance, hit.index));
            found.fetch_add(hits.len(), Ordering::Relaxed);
            results.push((at, (hits, counters)));
        }
        Ok(results)
    };
    let threads = rayon::current_num_threads().min(queries.len());
    let of_threads: Result<Vec<Vec<_>>, IndexError> = (0..threads).into_par_iter().map(take).collect();
    let mut results: Vec<_> = of_threads?.into_iter().flatten().collect();
    results.sort_unstable_by_key(|&(at, _)| at);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
