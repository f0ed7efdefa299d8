//! `simscope sign`: the signature of every document.

use super::arguments::HashArguments;
use super::choices::UnreadableRows;
use super::failure::Failure;
use super::material::{Material, begin, tell_noticed};
use super::output::{Held, Stopped, stoppable};
use super::recipe_choice::{Beside, recipe_beside};
use super::repeated::PassingIds;
use super::skips::Skips;
use super::watch::{Unit, Watch, note};
use simscope_core::analysis::{self, Arrival, Noticed};
use simscope_core::corpus::{SignatureFormat, Skipped, Source};
use simscope_core::display::{Lang, say};
use simscope_core::export::{Cell, Column, Documents, Format, Rows};
use simscope_core::recipe::{DocumentFrequencies, Recipe, Weighting};
use simscope_core::simhash::Signed;
use std::io::{self, Write};
use std::mem;
use std::path::Path;

pub(super) fn run(arguments: &HashArguments) -> Result<(), Failure> {
    let filter = arguments.filter.read()?;
    let (recipe, watch) = begin(&arguments.input)?;
    let format = arguments.format()?;
    let frequencies = frequencies(arguments, &recipe)?;
    let needs_all =
        arguments.input.is_signatures() || recipe.weighting == Weighting::TfIdf && frequencies.is_none();
    if filter.is_none() && !needs_all {
        return stream(arguments, (&recipe, frequencies.as_ref()), watch);
    }
    if arguments.unreadable == UnreadableRows::Row {
        return Err(Failure::Usage(say!(
            "--unreadable row: leave out --filter and --input signatures, and give tf-idf a file of --frequencies",
            "--unreadable row：请去掉 --filter 和 --input signatures；tf-idf 须另给 --frequencies"
        )));
    }
    let material = Material::load(&arguments.input)?;
    let chosen = filter.map(|filter| filter.documents(&material)).transpose()?;
    let documents = Documents {
        id: &|document| material.id(document as usize),
        bits: material.recipe.bits,
        signatures: &material.signatures,
        features: &material.features,
        documents: chosen.as_deref(),
        surroundings: None,
        format,
    };
    arguments.output.write(material.recipes(), |format, out| documents.write(format, material.recipes(), out))
}

impl HashArguments {
    /// How signatures are written. Where they are read, `--signature-format` says how they are read.
    fn format(&self) -> Result<SignatureFormat, Failure> {
        let asked = match self.input.signature_format {
            _ if self.is_signed => SignatureFormat::Signed,
            _ if self.input.is_signatures() => SignatureFormat::Auto,
            asked => asked,
        };
        let is_stored =
            matches!(asked, SignatureFormat::Auto | SignatureFormat::Decimal | SignatureFormat::Signed);
        if self.output.format() == Format::Parquet && !is_stored {
            return Err(Failure::Usage(say!(
                "--signature-format: Parquet stores signatures as integers, or as bytes above 64 bits; leave it out, or give decimal or signed",
                "--signature-format：Parquet 以整数存储签名，超过 64 位时为字节；请去掉此选项，或用 decimal、signed"
            )));
        }
        Ok(asked)
    }
}

/// Those of `--frequencies`, if it was given.
fn frequencies(arguments: &HashArguments, recipe: &Recipe) -> Result<Option<DocumentFrequencies>, Failure> {
    let Some(path) = &arguments.frequencies else { return Ok(None) };
    if arguments.input.is_signatures() || recipe.weighting != Weighting::TfIdf {
        return Err(Failure::Usage(say!(
            "--frequencies: only the weighting tf-idf uses document frequencies; add --weighting tf-idf",
            "--frequencies：只有加权方式 tf-idf 使用文档频率；请加 --weighting tf-idf"
        )));
    }
    check_counted_alike(path, recipe)?;
    DocumentFrequencies::read(path).map(Some).map_err(|error| Failure::Failed(error.to_string()))
}

/// Fails if the recipe beside the frequencies cuts texts in another way: its terms are others.
fn check_counted_alike(path: &Path, recipe: &Recipe) -> Result<(), Failure> {
    let Some(Beside { name, recipe: counted, .. }) = recipe_beside(path)? else {
        note(&say!(
            "--frequencies {}: no recipe stands beside it; it must have been counted with this one",
            "--frequencies {}：旁边没有配方文件；须确为以当前配方统计",
            path.display()
        ));
        return Ok(());
    };
    let terms = |of: &Recipe| Recipe {
        tokenizer: of.tokenizer,
        normalize: of.normalize,
        ignore: of.ignore,
        ignore_frames: of.ignore_frames,
        ..*recipe
    };
    if terms(&counted) == *recipe {
        return Ok(());
    }
    let (theirs, ours) = (terms(&counted), recipe);
    Err(Failure::Failed(say!(
        "--frequencies: the terms were counted by {theirs} ({name}), and this recipe is {ours}; count again with the same tokenizer, --normalize and --ignore",
        "--frequencies：词项是按 {theirs}（{name}）统计的，而当前配方是 {ours}；请用相同的分词方式、--normalize 和 --ignore 重新统计"
    )))
}

fn columns(recipe: &Recipe, of_signatures: SignatureFormat, has_reasons: bool) -> Vec<Column> {
    let mut columns = Documents::columns(recipe.bits, of_signatures).to_vec();
    if has_reasons {
        columns[1] = columns[1].optional();
        columns.push(Column::text("reason").optional());
    }
    columns
}

/// Writes each row when its document was read, so that the input may be of any length.
fn stream(
    arguments: &HashArguments,
    (recipe, frequencies): (&Recipe, Option<&DocumentFrequencies>),
    watch: Watch,
) -> Result<(), Failure> {
    let (sources, options) = (arguments.input.sources()?, arguments.input.streaming_options());
    let of_signatures = arguments.format()?;
    let has_reasons = arguments.unreadable == UnreadableRows::Row;
    let columns = columns(recipe, of_signatures, has_reasons);
    let (mut skips, mut is_begun) = (Skips::default(), false);
    let mut ids = PassingIds::new("", arguments.input.read_options().memory);
    // Only at the end is it known whether the field exists. Rows of a file may be held back until then, because no reader waits
    // for them.
    let is_held = options.id_field.is_some()
        && sources.iter().all(|source| matches!(source, Source::Path(path) if path.is_file()));
    let watch = watch.unless(arguments.output.is_on_terminal());
    let recipes = std::slice::from_ref(recipe);
    // Without the counts the signatures cannot be made again.
    let about: Vec<String> =
        arguments.frequencies.iter().map(|path| format!("--frequencies {}", path.display())).collect();
    watch.during(("reading", "读取"), Unit::Bytes, |progress| {
        stoppable(|stop| {
            arguments.output.write_about(recipes, &about, |format, out| {
                let mut held = Held::new(out, is_held);
                let mut unused = Some(&mut held as &mut dyn Write);
                // What cannot be read at all has no header either.
                let mut begin = || {
                    let rows =
                        unused.take().map(|out| Rows::new(format, &columns, recipes, out)).transpose()?;
                    let writing = |rows| Writing { rows, recipe, format: of_signatures, has_reasons };
                    Ok::<_, io::Error>(rows.map(writing))
                };
                let (mut writing, mut result) = (None, Ok(()));
                let read = analysis::load(
                    (&sources, &options),
                    recipe,
                    frequencies,
                    progress,
                    &mut |arrival, signed| {
                        let has_rows = has_reasons || matches!(arrival, Arrival::Batch(_));
                        if result.is_ok() && has_rows {
                            result = begin().and_then(|begun| {
                                writing = begun.or_else(|| writing.take());
                                writing.as_mut().map_or(Ok(()), |writing| writing.take(&arrival, &signed))
                            });
                        }
                        if result.is_err() {
                            progress.cancel();
                        }
                        match arrival {
                            Arrival::Batch(batch) => {
                                batch.iter().for_each(|document| ids.push(document.id));
                                if !mem::replace(&mut is_begun, true) {
                                    tell_noticed(&Noticed::of_batch(&batch, recipe));
                                }
                            }
                            Arrival::Skipped(skipped) => skips.add(skipped),
                            Arrival::Noticed(notice) => note(&notice.to_string()),
                        }
                    },
                );
                result?;
                read.map_err(|error| stop(Stopped::Failed(error.into())))?;
                begin()?.or(writing).map_or(Ok(()), |writing| writing.rows.finish())?;
                held.release()
            })
        })
    })?;
    skips.tell();
    ids.tell();
    Ok(())
}

/// Writes rows as documents come.
struct Writing<'a> {
    rows: Rows<'a>,
    recipe: &'a Recipe,
    format: SignatureFormat,
    has_reasons: bool,
}

impl Writing<'_> {
    fn take(&mut self, arrival: &Arrival, signed: &[Signed]) -> io::Result<()> {
        match arrival {
            Arrival::Batch(batch) => {
                for (document, signed) in batch.iter().zip(signed) {
                    self.row(document.id, Some(signed), None)?;
                }
                self.rows.flush()
            }
            Arrival::Skipped(skipped) if self.has_reasons => {
                let Skipped { place, spot, .. } = skipped;
                let id = spot.map_or_else(|| place.clone(), |spot| format!("{place}:{}", spot.number()));
                self.row(&id, None, Some(&skipped.reason.say(Lang::En)))
            }
            _ => Ok(()),
        }
    }

    fn row(&mut self, id: &str, signed: Option<&Signed>, reason: Option<&str>) -> io::Result<()> {
        let bits = self.recipe.bits;
        let cells = [
            id.into(),
            signed.map_or(Cell::Nothing, |signed| Cell::Signature(signed.signature, bits, self.format)),
            bits.get().into(),
            signed.map(|signed| signed.features).into(),
            reason.into(),
        ];
        self.rows.write(&cells[..4 + usize::from(self.has_reasons)])
    }
}
