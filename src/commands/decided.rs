//! What of a corpus goes and what stays, for `clean`, `judge` and `report`.

mod choosing;
mod deciding;
mod distance;
mod reading;

use super::arguments::{Candidates, DecideArguments};
use super::failure::Failure;
use super::judged;
use super::material::{Material, read_texts_of};
use super::watch::Watch;
pub(super) use choosing::Chosen;
use choosing::{Judged, choose};
use simscope_core::corpus::{Corpus, Document, ReadOptions, Source};
use simscope_core::decide::promise::Right;
use simscope_core::display::{lang, say};
use simscope_core::index::{Index, is_index};
use simscope_core::judgements::KnownJudgements;
use simscope_core::recipe::Recipe;
use simscope_core::simhash::Signer;
use simscope_core::visible;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A corpus, and what was decided about it.
pub(super) struct Decided {
    pub(super) material: Material,
    pub(super) chosen: Chosen,
}

/// What is asked about judgements.
pub(super) struct Judging<'a> {
    /// The file of what was judged, which must be there.
    pub(super) known: Option<&'a Path>,
    /// More is drawn with it.
    pub(super) seed: u64,
    /// The share that is promised, and the file of its judgements, which may be missing.
    pub(super) right: Option<(Right, &'a Path)>,
    /// The documents are signed, though no distance decides.
    pub(super) is_signed: bool,
}

/// Reads and decides.
pub(super) fn decided(
    arguments: &DecideArguments,
    sources: &[Source],
    (recipe, watch): (Recipe, Watch),
    Judging { known, seed, right, is_signed }: Judging<'_>,
) -> Result<Decided, Failure> {
    let options = arguments.input.read_options();
    let is_signed = is_signed || arguments.k.or(arguments.candidates.within()).is_some();
    let material = reading::read((sources, &options), recipe, watch, is_signed)?;
    let against = against(arguments, &options, watch)?;
    let verification = if arguments.k.is_some() { arguments.verify.check(&material)? } else { None };
    let known = match known {
        Some(path) => {
            let shown = || visible::line(&path.to_string_lossy()).into_owned();
            fs::metadata(path).map_err(|error| Failure::Failed(format!("{}: {error}", shown())))?;
            judged::known(path, &material.corpus)?
        }
        None => KnownJudgements::default(),
    };
    let read = (sources, &options);
    let others = (verification.as_ref(), against.as_ref());
    let chosen = choose(arguments, read, &material, others, &Judged { known, seed, right })?;
    Ok(Decided { material, chosen })
}

/// The documents of --against: of an index those of --texts whose ids it has.
fn against(
    arguments: &DecideArguments,
    options: &ReadOptions,
    watch: Watch,
) -> Result<Option<Corpus>, Failure> {
    if arguments.against.is_empty() {
        return Ok(None);
    }
    if arguments.candidates != Candidates::Exact {
        let what =
            ("--against compares texts: leave out --candidates", "--against 比较文本：请去掉 --candidates");
        return Err(Failure::Usage(lang().pick(what).to_owned()));
    }
    let indices: Vec<&PathBuf> = arguments.against.iter().filter(|path| is_index(path)).collect();
    let is_all = indices.len() == arguments.against.len();
    let paths = match (&indices[..], &arguments.texts[..]) {
        ([], []) => &arguments.against,
        ([], _) => {
            return Err(Failure::Usage(say!(
                "--texts is for an index of --against",
                "--texts 只用于 --against 的索引"
            )));
        }
        (_, texts) if is_all && !texts.is_empty() => &arguments.texts,
        ([index, ..], _) => {
            return Err(Failure::Usage(say!(
                "--against {}: an index has no texts; name the files that it was made from with --texts",
                "--against {}：索引没有文本；请用 --texts 指定生成它的文件",
                index.display()
            )));
        }
    };
    let sources: Vec<Source> = paths.iter().map(|path| Source::Path(path.clone())).collect();
    let corpus = read_texts_of(&sources, options, watch)?;
    let (mut ids, mut recipe) = (HashSet::new(), None);
    for path in indices {
        let index = Index::open(path)?;
        recipe = recipe.or(index.recipe()?);
        for document in 0..index.len() as u32 {
            ids.insert(index.id(document)?.to_owned());
        }
    }
    // An index leaves out what has no features.
    let is_empty =
        |text: &str| recipe.is_some_and(|recipe| Signer::new(&recipe, None).sign(text).features == 0);
    let is_other = |document: &Document<'_>| !ids.contains(document.id) && !is_empty(document.text);
    if let Some(other) = corpus.iter().find(|document| !ids.is_empty() && is_other(document)) {
        return Err(Failure::Failed(say!(
            "--texts: document {:?} is not in the index; name only the files that it was made from",
            "--texts：文档 {:?} 不在索引中；请只指定生成它的文件",
            visible::fit(other.id, 40)
        )));
    }
    let found: HashSet<&str> = corpus.iter().map(|document| document.id).collect();
    match ids.iter().find(|id| !found.contains(id.as_str())) {
        None => Ok(Some(corpus)),
        Some(id) => Err(Failure::Failed(say!(
            "--texts: there is no document {:?}, which the index has; name the files that it was made from",
            "--texts：没有索引中的文档 {:?}；请指定生成它的文件",
            visible::fit(id, 40)
        ))),
    }
}
