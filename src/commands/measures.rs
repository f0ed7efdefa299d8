//! `simscope measures`: how well SimHash and exact measures tell near-duplicates.

use super::arguments::{LabelArguments, MeasuresArguments, OutputArguments};
use super::failure::Failure;
use super::judged::known;
use super::labels::among;
use super::material::{Material, finished, refuse_signatures, texts_of, weights};
use super::watch::{Unit, Watch, note};
use rayon::prelude::*;
use simscope_core::analysis::{self, Analysed, as_read};
use simscope_core::corpus::Corpus;
use simscope_core::display::{lang, percent_text, say};
use simscope_core::evidence::{Curve, PairLabels, Predicted, Truth};
use simscope_core::export::{Cell, Column};
use simscope_core::hamming::distance;
use simscope_core::measures::{
    Bands, Condition, Join, Measure, Measurer, PERMUTATIONS, Prepared, Verifier, minima,
};
use simscope_core::progress::Progress;
use simscope_core::random::Random;
use simscope_core::recipe::{DocumentFrequencies, Recipe, Tokenizer, Weighting};
use simscope_core::simhash::{Signer, trace};
use std::path::Path;
use std::time::Instant;

const COLUMNS: [Column; 7] = [
    Column::text("measure"),
    Column::number("threshold"),
    Column::number("precision").optional(),
    Column::number("recall").optional(),
    Column::number("f1").optional(),
    Column::number("seconds"),
    Column::whole("bytes"),
];

/// Documents of which all pairs are measured at most, unless more are asked for: 20 million pairs.
const MOST_DOCUMENTS: usize = 6325;

/// Products of the lengths of two texts, in bytes, summed over the pairs, up to which `edit` takes some ten
/// seconds on one core.
const QUICK: f64 = 1e11;

/// What says which pairs are near-duplicates, and of how many documents.
#[derive(Clone, Copy)]
pub(super) struct ByWhat<'a> {
    pub(super) labels: &'a LabelArguments,
    pub(super) judgements: Option<&'a Path>,
    pub(super) truth: Option<Condition>,
    pub(super) sample: (Option<u32>, u64),
}

/// The texts, and what measures need to know of them.
struct Bench<'c> {
    corpus: &'c Corpus,
    recipe: &'c Recipe,
    frequencies: Option<&'c DocumentFrequencies>,
    truth: &'c Truth,
    watch: Watch,
}

pub(super) fn run(arguments: &MeasuresArguments) -> Result<(), Failure> {
    let what = (
        "measures: a signature file has no texts to measure; give the texts that it was made from",
        "measures：签名文件没有文本可度量；请给出生成它的文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let by = ByWhat {
        labels: &arguments.labels,
        judgements: arguments.judgements.as_deref(),
        truth: arguments.truth,
        sample: (arguments.draw, arguments.seed),
    };
    let truth = truth("measures", by, &material, &documents)?;
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    let Analysed { corpus, recipe, frequencies, .. } = &*material;
    let bench = Bench { corpus, recipe, frequencies: frequencies.as_deref(), truth: &truth, watch };
    // Each row is printed as soon as it is measured, so that an interrupted run still shows results.
    arguments.output.rows(&COLUMNS, material.recipes(), |rows| {
        for recipe in [*recipe, recipe.with_other_sketch()] {
            let name = recipe.sketch.to_string();
            for row in bench.signatures(&recipe, &name, arguments.has_every_k) {
                rows.write(&row)?;
            }
        }
        rows.write(&bench.bands(&mut String::new()))?;
        for measure in bench.chosen(&arguments.measures) {
            rows.write(&bench.row(measure, &measure.to_string()))?;
        }
        Ok(())
    })
}

/// What is taken for the truth, over which pairs; says how many these are.
fn truth(command: &str, by: ByWhat<'_>, material: &Material, documents: &[u32]) -> Result<Truth, Failure> {
    let truth = taken(by, material, documents)?;
    note(&say!(
        "{} documents, {} pairs, of which {} are near-duplicates",
        "{} 篇文档，{} 个文档对，其中 {} 对近似重复",
        truth.documents().len(),
        truth.pairs(),
        truth.positive()
    ));
    if truth.positive() == 0 || truth.positive() == truth.pairs() {
        let what = if truth.positive() == 0 {
            lang().pick(("no pair is", "没有文档对是"))
        } else {
            lang().pick(("every pair is", "每一对都是"))
        };
        return Err(Failure::Failed(say!(
            "{command}: {what} a near-duplicate, so no threshold is best; pairs of both kinds are needed",
            "{command}：{what}近似重复，因此没有最佳阈值；两类文档对都要有"
        )));
    }
    Ok(truth)
}

fn taken(by: ByWhat<'_>, material: &Material, documents: &[u32]) -> Result<Truth, Failure> {
    let Analysed { corpus, recipe, frequencies, .. } = &**material;
    let judged = by.judgements.map(|path| known(path, corpus)).transpose()?;
    let judged = judged.map(|known| PairLabels::known(known.said()));
    if let Some(known) = by.labels.read(material, true)?.or(judged) {
        return Ok(Truth::of_pairs(&among(&known, material, documents)));
    }
    if let Some(condition) = by.truth {
        let weights =
            weights(texts_of(&as_read(corpus, &material.recipe)), condition.measure, material.watch);
        let verifier = Verifier::new(condition, corpus, recipe, frequencies.as_deref());
        let verifier = verifier.weighing(weights.as_ref());
        let sampled = sample(by.sample, documents);
        let are_same = |a, b| condition.holds(verifier.value(a, b));
        return Ok(material.watch.during(
            ("finding near-duplicates", "查找近似重复"),
            Unit::Pairs,
            |progress| finished(Truth::of_all(&sampled, are_same, progress)),
        ));
    }
    let label = |document: u32| corpus.get(document as usize).label;
    let labelled: Vec<u32> =
        documents.iter().copied().filter(|&document| label(document).is_some()).collect();
    if labelled.is_empty() {
        return Err(Failure::Usage(say!(
            "{}: no document has a label; --label-field names its field, --pairs a file of labelled pairs, and --truth a \
             measure to be taken for the truth",
            "{}：没有文档有标签；--label-field 指定标签字段，--pairs 指定有标签文档对的文件，--truth 指定用作真值的度量",
            corpus.name()
        )));
    }
    let are_same = |a, b| label(a) == label(b);
    Ok(finished(Truth::of_all(&sample(by.sample, &labelled), are_same, &Progress::new())))
}

/// The documents, or some of them if their pairs are too many; says so.
fn sample((draw, seed): (Option<u32>, u64), documents: &[u32]) -> Vec<u32> {
    let n = draw.map_or(MOST_DOCUMENTS, |n| n as usize);
    if n >= documents.len() {
        return documents.to_vec();
    }
    note(&say!(
        "sampled, n = {n}: all pairs of {n} of the {} documents, drawn at random (--seed {seed}); --draw N draws more or \
         fewer",
        "抽样 n = {n}：取 {} 篇文档中随机的 {n} 篇（--seed {seed}）的所有文档对；--draw N 可多取或少取",
        documents.len()
    ));
    Random::of(&[seed]).choose(n, documents.len()).into_iter().map(|at| documents[at]).collect()
}

/// The measures asked for, each once, or the default ones; those leave out what would take long, and say so.
pub(super) fn chosen(
    asked: &[Measure],
    is_quick: impl FnOnce() -> bool,
    left_out: impl FnOnce() -> String,
) -> Vec<Measure> {
    let mut measures: Vec<Measure> = Vec::new();
    if asked.is_empty() {
        measures.extend(Measure::DEFAULTS);
        if !is_quick() {
            note(&left_out());
            measures.retain(|measure| *measure != Measure::Edit);
        }
    }
    for &measure in asked {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}

impl<'c> Bench<'c> {
    fn texts(&self) -> impl IndexedParallelIterator<Item = &'c str> {
        let corpus = self.corpus;
        self.truth.documents().par_iter().map(move |&document| corpus.get(document as usize).text)
    }

    /// Those asked for, or the default ones.
    fn chosen(&self, asked: &[Measure]) -> Vec<Measure> {
        let is_quick = || {
            let (texts, bytes) =
                (self.texts().len() as f64, self.texts().map(str::len).sum::<usize>() as f64);
            self.truth.pairs() as f64 * (bytes / texts).powi(2) <= QUICK
        };
        chosen(asked, is_quick, || {
            say!(
                "edit left out, because the texts are long; --measure edit computes it",
                "文本较长，略去 edit；如需计算，加 --measure edit",
            )
        })
    }

    /// Signatures at the best k, or at every k.
    fn signatures<'n>(&self, recipe: &Recipe, name: &'n str, has_every_k: bool) -> Vec<[Cell<'n>; 7]> {
        let started = Instant::now();
        let signer = || Signer::new(recipe, self.frequencies);
        let signatures: Vec<u128> =
            self.texts().map_init(signer, |signer, text| signer.sign(text).signature).collect();
        let apart = |a: usize, b: usize| distance(signatures[a], signatures[b]);
        // Its own progress cannot be cancelled.
        let curve = finished(self.truth.by_distance(apart, &Progress::new()));
        let seconds = started.elapsed().as_secs_f64();
        let bits = recipe.bits.get();
        let bytes = signatures.len() as u64 * u64::from(bits.div_ceil(8));
        let rows = match has_every_k {
            true => &curve.rows[..=usize::from(bits)],
            false => curve.best_row().map(std::slice::from_ref).unwrap_or_default(),
        };
        rows.iter().map(|at| cells(name, at.k.into(), at, (seconds, bytes))).collect()
    }

    /// MinHash with the bands of the best of nine Jaccard indices: the pairs that meet, and the name with b and r.
    fn bands<'n>(&self, name: &'n mut String) -> [Cell<'n>; 7] {
        let started = Instant::now();
        let hashes = |text| -> Vec<u64> {
            trace(self.recipe, None, text).features.iter().map(|feature| feature.hash_64).collect()
        };
        let minima: Vec<Vec<u64>> = self.texts().map(|text| minima(&hashes(text))).collect();
        let tried = (1..=9).map(|tenths| {
            let (jaccard, bands) = (f64::from(tenths) / 10.0, Bands::around(f64::from(tenths) / 10.0));
            let apart = |a: usize, b: usize| u8::from(!bands.meet(&minima[a], &minima[b]));
            (jaccard, bands, finished(self.truth.by_distance(apart, &Progress::new())).rows[0])
        });
        let f1 = |row: &Predicted| row.f1.unwrap_or(0.0);
        let best = tried.reduce(|best, next| if f1(&next.2) > f1(&best.2) { next } else { best });
        let (jaccard, bands, at) = best.expect("nine were tried");
        *name = bands.to_string();
        let bytes = (minima.len() * PERMUTATIONS * size_of::<u64>()) as u64;
        cells(name, jaccard.into(), &at, (started.elapsed().as_secs_f64(), bytes))
    }

    /// What every threshold of a measure does, and the bytes that it keeps of the texts.
    fn curve(&self, measure: Measure, name: &str) -> (Curve, u64) {
        let weights = weights(texts_of(self.corpus), measure, self.watch);
        let measurer = Measurer::new(measure, self.recipe, self.frequencies).weighing(weights.as_ref());
        let prepared: Vec<Prepared<'_>> = self.texts().map(|text| measurer.prepare(text)).collect();
        let curve = self.watch.during((name, name), Unit::Pairs, |progress| {
            finished(self.truth.by_value(|a, b| measurer.value(&prepared[a], &prepared[b]), progress))
        });
        (curve, prepared.iter().map(Prepared::bytes).sum::<usize>() as u64)
    }

    /// A measure at its best threshold.
    fn row<'n>(&self, measure: Measure, name: &'n str) -> [Cell<'n>; 7] {
        let started = Instant::now();
        let (curve, bytes) = self.curve(measure, name);
        let seconds = started.elapsed().as_secs_f64();
        let at = curve.best_row().unwrap_or(&curve.rows[0]);
        cells(name, value_of(at).into(), at, (seconds, bytes))
    }
}

/// The threshold of a measure in a curve.
fn value_of(at: &Predicted) -> f64 {
    f64::from(100 - at.k) / 100.0
}

/// What `advise --measures` ranks: a measure, and the tokens of the cosine where they are not those of the recipe.
const RANKED: [(&str, Option<Tokenizer>); 5] = [
    ("weighted:words:1", None),
    ("weighted:words:2", None),
    ("jaccard:chars:3", None),
    ("cosine", None),
    ("cosine", Some(Tokenizer::Chars(1))),
];

/// A row of `advise --measures`.
struct Ranked {
    name: String,
    condition: Condition,
    at: Predicted,
}

/// Measures, each at its best threshold, the best first, with the condition that confirms pairs; says which is better than that.
pub(super) fn rank(
    material: &Material,
    (by, condition): (ByWhat<'_>, Condition),
    documents: &[u32],
    output: &OutputArguments,
) -> Result<(), Failure> {
    let truth = truth("advise --measures", by, material, documents)?;
    let corpus = &material.corpus;
    let tf_idf = Recipe { weighting: Weighting::TfIdf, ..material.recipe };
    let mut ranked: Vec<Ranked> = Vec::new();
    for (measure, tokenizer) in RANKED {
        let measure: Measure = measure.parse().expect("it is one of the measures");
        let recipe = tf_idf.changed_to(Recipe { tokenizer: tokenizer.unwrap_or(tf_idf.tokenizer), ..tf_idf });
        let frequencies = finished(analysis::frequencies(corpus, &recipe, &material.watch));
        let bench = Bench {
            corpus,
            recipe: &recipe,
            frequencies: frequencies.as_ref(),
            truth: &truth,
            watch: material.watch,
        };
        let name = match measure {
            Measure::Cosine => format!("{measure} · {} · {}", recipe.tokenizer, recipe.weighting),
            _ => measure.to_string(),
        };
        let (curve, _) = bench.curve(measure, &name);
        let at = *curve.best_row().unwrap_or(&curve.rows[0]);
        if measure == condition.measure
            && let Some(at) = condition.hundredths().and_then(|hundredths| curve.at(100 - hundredths))
        {
            ranked.push(Ranked { name: condition.to_string(), condition, at: *at });
        }
        ranked.push(Ranked { name, condition: Condition { measure, at_least: value_of(&at) }, at });
    }
    let f1 = |one: &Ranked| one.at.f1.unwrap_or(0.0);
    ranked.sort_by(|a, b| f1(b).total_cmp(&f1(a)));
    output.rows(&COLUMNS[..5], &[], |rows| {
        ranked.iter().try_for_each(|one| {
            rows.write(&cells(&one.name, value_of(&one.at).into(), &one.at, (0.0, 0))[..5])
        })
    })?;
    let in_use = ranked.iter().find(|one| one.name == condition.to_string());
    if let Some((best, in_use)) = ranked.iter().find(|one| Join::can(one.condition.measure)).zip(in_use)
        && f1(best) > f1(in_use)
    {
        let found = |one: &Ranked| percent_text(one.at.recall.map_or(0.0, |recall| recall.share));
        let ([better, usual], confirm) = ([best, in_use].map(found), best.condition);
        note(&say!(
            "{condition} finds {usual} of the near-duplicates, and {confirm} {better}: --confirm '{confirm}'",
            "{condition} 找到近似重复的 {usual}，{confirm} 找到 {better}：用 --confirm '{confirm}'"
        ));
    }
    Ok(())
}

fn cells<'n>(name: &'n str, limit: Cell<'n>, at: &Predicted, (seconds, bytes): (f64, u64)) -> [Cell<'n>; 7] {
    let [precision, recall] = [at.precision, at.recall].map(|share| share.map(|share| share.share).into());
    [name.into(), limit, precision, recall, at.f1.into(), seconds.into(), bytes.into()]
}
