//! `simscope advise`: which k, and why.

use super::arguments::{AdviseArguments, ConfirmArguments, EmptyDocuments};
use super::failure::Failure;
use super::labels::among;
use super::language::pick;
use super::material::{Material, begin, finished, read_texts, refuse_signatures};
use super::recipe_choice::recipe_of;
use super::watch::{Watch, note};
use simscope_core::analysis::{self, Measured};
use simscope_core::corpus::Corpus;
use simscope_core::display::{lang, percent_text, say};
use simscope_core::evidence::{
    Advice, Background, Basis, Confirmed, Curve, Labelled, PairLabels, Predicted, Purpose, Subject, Targets,
    Verdict,
};
use simscope_core::export::{Advised, Cell, Column, RecipeObject, write_curves};
use simscope_core::groups::{Dendrogram, Effort};
use simscope_core::hamming::pairs_of;
use simscope_core::recipe::{Recipe, named};
use std::collections::HashMap;

pub(super) fn run(arguments: &AdviseArguments) -> Result<(), Failure> {
    if arguments.are_recipes {
        return recipes(arguments);
    }
    let material = Material::load(&arguments.input)?;
    let grown = Grown::of(&material, &arguments.empty, 0);
    let targets = Targets { precision: arguments.min_precision, recall: arguments.min_recall };
    let known = arguments.labels.read(&material)?;
    let is_labelled = arguments.are_labels || known.is_some();
    let (curves, advices, how) = match (material.corpus(), is_labelled) {
        (Some(_), false) => {
            let hundredths = arguments.confirm.condition().hundredths().unwrap_or(0);
            let confirmed = grown.confirmed(&material, &arguments.confirm)?;
            let advices = confirmed.advise(hundredths, targets, &grown.largest()).to_vec();
            (confirmed.curves(hundredths).to_vec(), advices, how(&arguments.confirm, &confirmed))
        }
        (_, true) => {
            let labelled = grown.by_labels(&material, known.as_ref())?;
            let curves = vec![labelled.pairs, labelled.groups];
            let advices = curves.iter().map(|curve| Advice::of(curve, Basis::Labels, targets)).collect();
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
            arguments.confirm.needs_texts(&material)?;
            note(pick((
                "no texts to compare: the advice is what the shape of the histogram says",
                "没有可比较的文本：建议只依据直方图的形状",
            )));
            let curve = Background::fit(grown.measured.spread.pairs(), material.bits)
                .map(|background| background.curve(grown.measured.spread.pairs()));
            let advices = Advice::without_texts(curve.as_ref(), targets).to_vec();
            (
                curve.into_iter().collect(),
                advices,
                say!(
                    "Without texts this is a guess: at each distance, the pairs beyond what unrelated documents would give there.",
                    "没有文本，只能推测：某距离上超出无关文档所能产生数量的那部分文档对。"
                ),
            )
        }
    };
    arguments.output.write(material.recipes(), |format, out| match arguments.is_curve {
        true => write_curves(&curves, format, material.recipes(), out),
        false => Advised { advices: &advices, how: &how }.write(format, material.recipes(), out),
    })
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

/// The tree of the documents, and what is measured on it.
pub(super) struct Grown {
    pub(super) documents: Vec<u32>,
    pub(super) tree: Dendrogram,
    pub(super) measured: Measured,
}

impl Grown {
    /// Exact up to k at least, and otherwise as far as the effort allows.
    pub(super) fn of(material: &Material, empty: &EmptyDocuments, k: u8) -> Self {
        let documents = material.documents(empty);
        let mut tree = material.tree_as_far(&documents, &Effort::DEFAULT);
        if tree.exact_up_to() < k.min(material.bits.get()) {
            tree = material.tree_at(&documents, k, &Effort::DEFAULT);
        }
        let (corpus, bits) = (material.corpus(), material.bits.get());
        let measured =
            finished(analysis::measure(&tree, &material.signatures, corpus, bits, &material.watch));
        Self { documents, tree, measured }
    }

    /// Counts the confirmed pairs, also for lower τ than the one asked for, if there is work left for these.
    fn confirmed(&self, material: &Material, confirm: &ConfirmArguments) -> Result<Confirmed, Failure> {
        let grown = (&self.documents[..], &self.tree, &self.measured.spread);
        confirm.count(material, grown, Confirmed::LEAST)?.ok_or_else(counts_none)
    }

    pub(super) fn largest(&self) -> Vec<usize> {
        self.measured.sweep.iter().map(|row| row.largest).collect()
    }

    /// By labels of pairs or else of documents.
    fn by_labels(&self, material: &Material, known: Option<&PairLabels>) -> Result<Labelled, Failure> {
        if let Some(known) = known {
            let known = among(known, material, &self.documents);
            return Ok(Labelled::of_pairs(&known, &material.signatures, &self.tree, material.bits.get()));
        }
        let Some(corpus) = material.corpus() else {
            return Err(Failure::Usage(say!(
                "--labels: signatures have no labels; give the texts, or labelled pairs with --pairs FILE",
                "--labels：签名没有标签；请给出文本，或用 --pairs FILE 给出有标签的文档对"
            )));
        };
        let has_label = |&document: &u32| corpus.get(document as usize).label.is_some();
        self.measured.labelled.clone().ok_or_else(|| {
            Failure::Failed(match self.documents.iter().any(has_label) {
                true => say!(
                    "{}: there are too many labelled pairs to count",
                    "{}：有标签的文档对太多，无法计数",
                    material.name
                ),
                false => say!(
                    "{}: no document has a label; --label-field names its field, and without --labels texts are compared",
                    "{}：没有文档有标签；--label-field 指定标签字段，不用 --labels 则比较文本",
                    material.name
                ),
            })
        })
    }
}

fn counts_none() -> Failure {
    Failure::Usage(say!(
        "advise --exact 0: advice rests on the texts; allow some seconds, or give signatures",
        "advise --exact 0：建议以文本为依据；请给出秒数，或改用签名"
    ))
}

const RECIPES: [Column; 7] = [
    Column::text("recipe"),
    Column::count("k").optional(),
    Column::number("precision").optional(),
    Column::number("recall").optional(),
    Column::number("f1"),
    Column::text("verdict"),
    Column::text("basis"),
];

/// Every recipe at its best k, measured against all near-duplicates: confirmed pairs, or labelled ones.
fn recipes(arguments: &AdviseArguments) -> Result<(), Failure> {
    refuse_signatures(
        &arguments.input,
        lang().pick((
            "advise --recipes: signatures have one recipe already; give the texts",
            "advise --recipes：签名的配方已定；请给出文本",
        )),
    )?;
    let (asked, watch) = begin(&arguments.input)?;
    let recipes: Vec<Recipe> = match arguments.only.is_empty() {
        true => with_both_sketches(asked),
        false => arguments.only.iter().map(|asked| recipe_of(asked)).collect::<Result<_, _>>()?,
    };
    let corpus = read_texts(&arguments.input, watch)?;
    let signed: Vec<(Material, Grown)> = (recipes.into_iter())
        .map(|recipe| {
            let material = Material::sign(corpus.clone(), recipe, watch);
            let grown = Grown::of(&material, &arguments.empty, 0);
            (material, grown)
        })
        .collect();
    let (tried, all) = match arguments.are_labels || arguments.labels.file.is_some() {
        true => by_labels(arguments, &corpus, &signed)?,
        false => by_texts(arguments, &corpus, &signed, watch)?,
    };
    // Each at its best k against all of these, which need not be the one that it has by itself.
    let mut ranked: Vec<(Recipe, Verdict, Option<Predicted>)> = (signed.iter().zip(&tried))
        .map(|((material, _), (advice, curve))| {
            let at = curve.best_against(all).filter(|_| advice.verdict != Verdict::None);
            let at = at.map(|(row, f1)| Predicted { f1: Some(f1), ..*row });
            let depends = advice.verdict == Verdict::Depends;
            let recipe = material.recipes().first().copied().unwrap_or_default();
            (recipe, at.map_or(advice.verdict, |at| Verdict::of(&at, depends)), at)
        })
        .collect();
    let basis = tried.first().map_or(Basis::Labels, |(advice, _)| advice.basis);
    let f1 = |at: Option<Predicted>| at.and_then(|at| at.f1).unwrap_or(0.0);
    ranked.sort_by(|a, b| f1(b.2).total_cmp(&f1(a.2)));
    arguments.output.rows(&RECIPES, &[], |rows| {
        for (recipe, verdict, at) in &ranked {
            let name = recipe.name.map_or_else(|| recipe.to_string(), str::to_owned);
            rows.write(&[
                Cell::Recipe(&name, &RecipeObject::from(recipe)),
                at.map(|at| at.k).into(),
                at.and_then(|at| at.precision).map(|precision| precision.share).into(),
                at.map(|at| at.right / all).into(),
                Cell::Number(f1(*at)),
                verdict.name().into(),
                at.map_or(basis, |at| at.basis).name().into(),
            ])?;
        }
        Ok(())
    })
}

/// The recipes that have a name, and that of the options with both sketches.
fn with_both_sketches(asked: Recipe) -> Vec<Recipe> {
    let mut recipes: Vec<Recipe> = named().iter().map(|named| named.recipe).collect();
    for recipe in [asked, asked.with_minima()] {
        if !recipes.iter().any(|known| known.has_parts_of(&recipe)) {
            recipes.push(recipe);
        }
    }
    recipes
}

/// The advice of each recipe and its curve, and how many near-duplicates there are in all.
type Tried = (Vec<(Advice, Curve)>, f64);

/// By the texts, which are compared once: they are the same under every recipe, but what has no features differs.
fn by_texts(
    arguments: &AdviseArguments,
    corpus: &Corpus,
    signed: &[(Material, Grown)],
    watch: Watch,
) -> Result<Tried, Failure> {
    let hundredths = arguments.confirm.condition().hundredths().unwrap_or(0);
    let work = arguments.confirm.work().ok_or_else(counts_none)?;
    let subjects: Vec<Subject<'_>> = (signed.iter())
        .map(|(material, grown)| Subject {
            corpus,
            recipe: &material.recipes()[0],
            signatures: &material.signatures,
            documents: &grown.documents,
            tree: &grown.tree,
            spread: &grown.measured.spread,
        })
        .collect();
    let counted = arguments.confirm.count_each(&subjects, Confirmed::LEAST, work, watch);
    let all = counted.iter().map(|confirmed| confirmed.all(hundredths)).fold(0.0, f64::max);
    let tried = counted.iter().map(|confirmed| {
        let [pairs, _] = confirmed.advise(hundredths, Targets::default(), &[]);
        (pairs, confirmed.curve(Purpose::Pairs, hundredths))
    });
    Ok((tried.collect(), all))
}

/// By the labels of documents, or of pairs.
fn by_labels(
    arguments: &AdviseArguments,
    corpus: &Corpus,
    signed: &[(Material, Grown)],
) -> Result<Tried, Failure> {
    let known = signed.first().map_or(Ok(None), |(material, _)| arguments.labels.read(material))?;
    let all = match &known {
        Some(known) => known.positive() as u64,
        None => same_label(corpus),
    };
    let tried = signed.iter().map(|(material, grown)| {
        let curve = grown.by_labels(material, known.as_ref())?.pairs;
        Ok((Advice::of(&curve, Basis::Labels, Targets::default()), curve))
    });
    Ok((tried.collect::<Result<_, Failure>>()?, all as f64))
}

/// Pairs of documents with the same label.
fn same_label(corpus: &Corpus) -> u64 {
    let mut documents: HashMap<&str, usize> = HashMap::new();
    for label in corpus.iter().filter_map(|document| document.label) {
        *documents.entry(label).or_default() += 1;
    }
    documents.into_values().map(pairs_of).sum()
}
