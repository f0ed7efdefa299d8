//! `simscope advise`: which k, and why.

mod promised;
mod ranking;

use super::arguments::{AdviseArguments, ConfirmArguments};
use super::failure::Failure;
use super::judged::read;
use super::labels::by_pairs;
use super::language::pick;
use super::material::{Material, finished, refuse_signatures};
use super::measures::{ByWhat, rank};
use super::verify::needs_texts;
use super::watch::Watch;
use simscope_core::analysis::{Analysed, Reach, as_read, weigh};
use simscope_core::display::{lang, percent_text, say};
use simscope_core::evidence::{
    Advice, Basis, Confirmed, Curve, Labelled, PairLabels, Purpose, Targets, judged_of_confirmed,
};
use simscope_core::export::{Advised, write_curves};
use simscope_core::judgements::{KnownJudgements, file_beside};
use std::path::PathBuf;

pub(super) fn run(arguments: &AdviseArguments) -> Result<(), Failure> {
    if arguments.are_recipes || !arguments.widths.is_empty() {
        return ranking::run(arguments);
    }
    if let Some(right) = arguments.right {
        return promised::run(arguments, right);
    }
    if arguments.are_measures {
        return measures(arguments);
    }
    let material = Material::load(&arguments.input)?;
    let grown = material.grown(&arguments.empty, Reach::Farthest);
    let targets = Targets { precision: arguments.min_precision, recall: arguments.min_recall };
    let known = arguments.labels.read(&material, true)?;
    let is_labelled = arguments.are_labels || known.is_some();
    let judged = judged(arguments, &grown, material.watch)?;
    let (curves, advices, how) = match (material.texts(), is_labelled) {
        (Some(_), false) => {
            let (confirmed, advices) = by_texts(&grown, &arguments.confirm, targets, material.watch)?;
            let hundredths = arguments.confirm.condition().hundredths().unwrap_or(0);
            let how = [Some(how(&arguments.confirm, &confirmed)), judged].into_iter().flatten();
            (confirmed.curves(hundredths).to_vec(), advices.to_vec(), how.collect::<Vec<_>>().join(" "))
        }
        (_, true) => {
            let labelled = labelled(&grown, known.as_ref())?;
            let curves = vec![labelled.pairs, labelled.groups];
            let made = |purpose: Purpose, k: u8| match (purpose, grown.tree.as_deref()) {
                (Purpose::Groups, Some(tree)) => tree.pairs_in_groups(k),
                _ => grown.sweep.get(usize::from(k)).and_then(|row| row.pairs).unwrap_or(0),
            };
            let of = |curve: &Curve| {
                let advice = Advice::of(curve, Basis::Labels, targets);
                if known.is_some() { advice.covering(|k| made(curve.purpose, k)) } else { advice }
            };
            let advices = curves.iter().map(of).collect();
            let how = match known {
                Some(_) => pick((
                    "A pair counts as confirmed if it is labelled 1. Only labelled pairs are counted, so the precision is that of the \
                     corpus only if as large a part of its other pairs is labelled.",
                    "标签为 1 的文档对算作确认。只计有标签的文档对，因此只有其余文档对以同样比例有标签时，这才是语料的精确率。",
                )),
                None => pick((
                    "A pair counts as confirmed if both documents have the same label; all labelled pairs are counted.",
                    "两篇文档标签相同的文档对算作确认；计入所有有标签的文档对。",
                )),
            };
            (curves, advices, how.to_owned())
        }
        (None, false) => {
            return Err(Failure::Usage(say!(
                "advise: signatures have no texts to compare; give the texts that they were made from, or labelled pairs with --pairs FILE; \
                 sweep prints what each k does",
                "advise：签名没有可比较的文本；请给出生成它的文本，或用 --pairs FILE 给出有标签的文档对；sweep 列出各 k 的结果"
            )));
        }
    };
    arguments.output.write(material.recipes(), |format, out| match arguments.is_curve {
        true => write_curves(&curves, format, material.recipes(), out),
        false => Advised { advices: &advices, how: &how }.write(format, material.recipes(), out),
    })
}

/// Which measure, by labels or answers.
fn measures(arguments: &AdviseArguments) -> Result<(), Failure> {
    let what = (
        "advise --measures: signatures have no texts to measure; give the texts",
        "advise --measures：签名没有文本可度量；请给出文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let material = Material::load(&arguments.input)?;
    let has_labels = arguments.labels.file.is_some() || material.corpus.iter().any(|one| one.label.is_some());
    let judgements = match &arguments.judgements {
        Some(named) => Some(named.clone()),
        None if has_labels => None,
        None => Some(answers(arguments)?.filter(|path| path.exists()).ok_or_else(|| {
            Failure::Failed(say!(
                "advise --measures: there are no labels and no answers to rank by: name labels with --label-field or --pairs, or answer \
                 pairs first: simscope judge … --draw 50 -o FILE",
                "advise --measures：没有标签也没有判定，无从比较：请用 --label-field 或 --pairs 指定标签，或先判定一些文档对：simscope judge … --draw 50 -o FILE"
            ))
        })?),
    };
    let by = ByWhat {
        labels: &arguments.labels,
        judgements: judgements.as_deref(),
        truth: None,
        sample: (None, arguments.seed),
    };
    let documents = material.documents(&arguments.empty);
    rank(&material, (by, arguments.confirm.condition()), &documents, &arguments.output)
}

/// The file of answers that is named, or that would stand beside the corpus.
fn answers(arguments: &AdviseArguments) -> Result<Option<PathBuf>, Failure> {
    if let Some(named) = &arguments.judgements {
        return Ok(Some(named.clone()));
    }
    match arguments.input.is_signatures() {
        true => Ok(None),
        false => Ok(file_beside(&arguments.input.sources()?)),
    }
}

/// What the answers say of the pairs that the texts confirm.
fn judged(arguments: &AdviseArguments, grown: &Analysed, watch: Watch) -> Result<Option<String>, Failure> {
    let Some((path, corpus)) = answers(arguments)?.filter(|path| path.exists()).zip(grown.texts()) else {
        return Ok(None);
    };
    let condition = arguments.confirm.condition();
    let judged = KnownJudgements::new(&read(&path)?, corpus);
    if judged.said().next().is_none() {
        return Ok(None);
    }
    let read = as_read(corpus, &grown.recipe);
    let texts: Vec<&str> = read.iter().map(|document| document.text).collect();
    let weights = finished(weigh(condition, &texts, &watch));
    let values = grown.judged_values((condition.measure, &weights), &judged, &watch);
    Ok(judged_of_confirmed(&finished(values), condition, lang()))
}

/// The pairs that the texts confirm, and the advice for pairs and groups.
fn by_texts(
    grown: &Analysed,
    confirm: &ConfirmArguments,
    targets: Targets,
    watch: Watch,
) -> Result<(Confirmed, [Advice; 2]), Failure> {
    needs_texts(confirm.condition, grown)?;
    let work = confirm.work().ok_or_else(counts_none)?;
    let found = finished(grown.advise((confirm.condition(), targets), work, &watch));
    confirm.tell_sampled(&found.0);
    Ok(found)
}

fn how(confirm: &ConfirmArguments, confirmed: &Confirmed) -> String {
    let (condition, share) = (confirm.condition(), percent_text(confirmed.share_done()));
    match confirmed.is_exact() {
        true => say!(
            "A pair is confirmed if its texts fulfil {condition}; all pairs were counted.",
            "文本满足 {condition} 的文档对得到确认；已计入全部文档对。"
        ),
        false => say!(
            "A pair is confirmed if its texts fulfil {condition}; {share} of the documents were compared with all others.",
            "文本满足 {condition} 的文档对得到确认；{share} 的文档与全部文档比较过。"
        ),
    }
}

/// By labels of pairs or else of documents.
fn labelled(grown: &Analysed, known: Option<&PairLabels>) -> Result<Labelled, Failure> {
    let found = known.map_or_else(|| grown.by_labels(), |known| by_pairs(known, grown));
    found.ok_or_else(|| {
        let name = grown.corpus.name();
        let has_label = |&document: &u32| grown.corpus.get(document as usize).label.is_some();
        match grown.texts().map(|_| grown.documents.iter().any(has_label)) {
            None => Failure::Usage(say!(
                "--labels: signatures have no labels; give the texts, or labelled pairs with --pairs FILE",
                "--labels：签名没有标签；请给出文本，或用 --pairs FILE 给出有标签的文档对"
            )),
            Some(true) => Failure::Failed(say!(
                "{name}: there are too many labelled pairs to count",
                "{name}：有标签的文档对太多，无法计数"
            )),
            Some(false) => Failure::Failed(say!(
                "{name}: no document has a label; --label-field names its field, and without --labels texts are compared",
                "{name}：没有文档有标签；--label-field 指定标签字段，不用 --labels 则比较文本"
            )),
        }
    })
}

fn counts_none() -> Failure {
    Failure::Usage(say!(
        "advise --exact 0: advice rests on the texts; allow some seconds, or give signatures",
        "advise --exact 0：建议以文本为依据；请给出秒数，或改用签名"
    ))
}
