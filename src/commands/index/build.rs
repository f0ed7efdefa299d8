//! `simscope index build` and `simscope index add`.

use crate::arguments::index::{IndexAddArguments, IndexBuildArguments};
use crate::failure::Failure;
use crate::feed::{Named, each_signature, each_text};
use crate::watch::{Unit, Watch, note};
use simscope_core::display::{counted, grouped_digits, say};
use simscope_core::index::{Builder, Built, Duplicates, Index, Origin, Settings};
use simscope_core::recipe::{Bits, Recipe};
use simscope_core::visible;
use std::path::Path;

pub(super) fn build(arguments: &IndexBuildArguments) -> Result<(), Failure> {
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    let builder = match arguments.input.is_signatures() {
        true => from_signatures(arguments, watch)?,
        false => from_texts(arguments, watch)?,
    };
    finish(builder, &arguments.output, watch)
}

fn begin(arguments: &IndexBuildArguments, origin: Origin) -> Result<Builder, Failure> {
    let IndexBuildArguments { input, output, k, strategy, .. } = arguments;
    let settings = Settings { origin, k: *k, strategy: *strategy, memory: input.memory_to_build() };
    Ok(Builder::new(output, &settings)?.replacing(arguments.is_forced))
}

fn push(builder: &mut Builder, documents: &[Named<'_>]) -> Result<(), Failure> {
    Ok(documents.iter().try_for_each(|document| builder.push(document.id, document.signature))?)
}

fn from_texts(arguments: &IndexBuildArguments, watch: Watch) -> Result<Builder, Failure> {
    let recipe = arguments.input.recipe.recipe()?;
    let mut builder = begin(arguments, Origin::Texts(recipe))?;
    let source = (&arguments.input.sources()?[..], &arguments.input.texts);
    each_text(source, &recipe, &arguments.empty, watch, &mut |documents| push(&mut builder, documents))?;
    Ok(builder)
}

fn from_signatures(arguments: &IndexBuildArguments, watch: Watch) -> Result<Builder, Failure> {
    let mut builder: Option<Builder> = None;
    let source = (&arguments.input.sources()?[..], &arguments.input.texts);
    each_signature(source, watch, &mut |documents, bits| {
        let builder = match &mut builder {
            Some(builder) => builder,
            none => none.insert(begin(arguments, Origin::Signatures(bits))?),
        };
        refuse_other_width(bits, builder.bits())?;
        push(builder, documents)
    })?;
    builder.map_or_else(|| begin(arguments, Origin::Signatures(Bits::DEFAULT)), Ok)
}

pub(super) fn add(arguments: &IndexAddArguments) -> Result<(), Failure> {
    let (input, file) = (&arguments.input, &arguments.file);
    input.threads.apply()?;
    let index = Index::open(file)?;
    let recipe = recipe_of(&index, arguments)?;
    let watch = Watch::new(input.has_no_progress);
    let memory = input.memory_to_build();
    let mut builder = watch.during(("reading the index", "读取索引"), Unit::Documents, |progress| {
        Builder::add_to(&index, memory, progress)
    })?;
    let source = (&input.sources()?[..], &input.texts);
    match recipe {
        Some(recipe) => each_text(source, &recipe, &arguments.empty, watch, &mut |documents| {
            push(&mut builder, documents)
        })?,
        None => each_signature(source, watch, &mut |documents, bits| {
            refuse_other_width(bits, builder.bits())?;
            push(&mut builder, documents)
        })?,
    }
    // Where a mapped file cannot be replaced (Windows), it must not be mapped any more.
    drop(index);
    if builder.len() == builder.carried() {
        note(&say!(
            "{}: nothing to add; the index is unchanged",
            "{}：没有可添加的；索引未变",
            visible::path(file)
        ));
        return Ok(());
    }
    finish(builder, file, watch)
}

/// The recipe to sign with; `None` if signatures are added to an index of signatures.
fn recipe_of(index: &Index, arguments: &IndexAddArguments) -> Result<Option<Recipe>, Failure> {
    let (input, file) = (&arguments.input, &arguments.file);
    match (index.recipe()?, input.is_signatures()) {
        (Some(recipe), false) => {
            if input.recipe.are_given() {
                index.check_recipe(&recipe, &input.recipe.recipe()?)?;
            }
            Ok(Some(recipe))
        }
        (None, true) => Ok(None),
        (Some(recipe), true) => Err(Failure::Failed(say!(
            "{}: the index was built from texts with the recipe {recipe}, and the recipe of a \
             signature file is not known: add texts",
            "{}：索引由文本按配方 {recipe} 建成，而签名文件的配方未知：请添加文本",
            visible::path(file)
        ))),
        (None, false) => Err(Failure::Failed(say!(
            "{}: the index was built from signatures and has no recipe for texts: add signature files \
             (--input signatures)",
            "{}：索引由签名建成，没有用于文本的配方：请添加签名文件（--input signatures）",
            visible::path(file)
        ))),
    }
}

/// Signatures of two widths cannot be compared.
pub(super) fn refuse_other_width(bits: Bits, wanted: Bits) -> Result<(), Failure> {
    if bits == wanted {
        return Ok(());
    }
    Err(Failure::Failed(say!(
        "signatures of {bits} bits for an index of {wanted} bits: use one width",
        "签名为 {bits} 位，索引为 {wanted} 位：请用同一位数"
    )))
}

fn finish(builder: Builder, file: &Path, watch: Watch) -> Result<(), Failure> {
    let tables = builder.design().layouts().len();
    let built = watch.during(("sorting", "排序"), Unit::Rows, |progress| builder.finish(progress))?;
    let Built { documents, carried, bytes, duplicates } = built;
    let (en_all, en_new) = (
        counted(documents as usize, "document", "documents"),
        counted((documents - carried) as usize, "document", "documents"),
    );
    let [new, documents, bytes] = [documents - carried, documents, bytes].map(grouped_digits);
    let what = match carried {
        0 => say!("{en_all}", "{documents} 篇文档"),
        _ => say!("{en_new} added, {documents} in all", "添加 {new} 篇文档，共 {documents} 篇"),
    };
    note(&say!(
        "{}: {what}, {tables} tables, {bytes} bytes",
        "{}：{what}，{tables} 张表，{bytes} 字节",
        visible::path(file)
    ));
    tell_of_duplicates(&duplicates);
    Ok(())
}

fn tell_of_duplicates(duplicates: &Duplicates) {
    let Duplicates { added, first, .. } = duplicates;
    if *added > 0 {
        let named: Vec<String> = first.iter().map(|id| format!("`{}`", visible::line(id))).collect();
        let more = if *added > first.len() as u64 { ", …" } else { "" };
        let documents = counted(*added as usize, "document", "documents");
        let (named, n) = (named.join(", "), grouped_digits(*added));
        note(&say!(
            "kept {documents} with the id of an earlier one: {named}{more}",
            "保留了 {n} 篇编号重复的文档：{named}{more}"
        ));
    }
}
