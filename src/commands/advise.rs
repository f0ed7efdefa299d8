//! `simscope advise`: which k, and why.

use super::arguments::{AdviseArguments, EmptyDocuments};
use super::failure::Failure;
use super::labels::among;
use super::language::pick;
use super::material::{Material, begin, finished, read_texts, refuse_signatures};
use super::recipe_choice::recipe_of;
use super::watch::{Unit, note};
use simscope_core::analysis::{self, Measured};
use simscope_core::display::{grouped_digits, lang, say};
use simscope_core::evidence::{
    Advice, Background, Basis, Curve, GroupedPairs, PairLabels, Predicted, Sampled, Sampling, Subject,
    Targets, Verdict,
};
use simscope_core::export::{Advised, Cell, Column, RecipeObject, write_curves};
use simscope_core::groups::{Dendrogram, Effort};
use simscope_core::recipe::{Recipe, named};

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
        (Some(corpus), false) => {
            let recipe = &material.recipes()[0];
            let sampled = grown.sample(&material, corpus, recipe, arguments);
            let how = how(arguments, &sampled);
            (
                sampled.curves(arguments.tau).to_vec(),
                sampled.advise(arguments.tau, targets, &grown.largest()).to_vec(),
                how,
            )
        }
        (_, true) => {
            let mut curves = grown.by_labels(&material, known.as_ref())?;
            let advices = curves.iter().map(|curve| Advice::of(curve, Basis::Labels, targets)).collect();
            curves.iter_mut().for_each(|curve| curve.rows.truncate(usize::from(material.bits.get()) + 1));
            let how = match known {
                Some(_) => pick((
                    "A pair is right if it is labelled 1. Only labelled pairs are counted, so the precision is that of the \
                     corpus only if as large a part of its other pairs is labelled.",
                    "标签为 1 的文档对算符合定义。只计有标签的文档对，因此只有其余文档对以同样比例有标签时，这才是语料的精确率。",
                )),
                None => pick((
                    "A pair is right if both documents have the same label; all labelled pairs are counted.",
                    "两篇文档标签相同的文档对算符合定义；计入所有有标签的文档对。",
                )),
            };
            (curves, advices, how.to_owned())
        }
        (None, false) => {
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
                pick((
                    "Without texts, the right pairs at a distance are those beyond what unrelated documents would give there.",
                    "没有文本时，某距离上超出无关文档所能产生数量的那部分文档对，算符合定义。",
                ))
                .to_owned(),
            )
        }
    };
    arguments.output.write(material.recipes(), |format, out| match arguments.is_curve {
        true => write_curves(&curves, format, material.recipes(), out),
        false => Advised { advices: &advices, how: &how }.write(format, material.recipes(), out),
    })
}

fn how(arguments: &AdviseArguments, sampled: &Sampled) -> String {
    let rows = match sampled.rows.is_whole() {
        true => pick(("every document", "每篇文档")).to_owned(),
        false => {
            let rows = grouped_digits(sampled.rows.len());
            pick((format!("{rows} documents"), format!("{rows} 篇文档")))
        }
    };
    let (AdviseArguments { shingles, tau, seed, .. }, compared) =
        (arguments, grouped_digits(sampled.compared()));
    pick((
        format!(
            "A pair is right if the Jaccard index of its {shingles} is at least {tau}. {compared} pairs were compared exactly, and \
             {rows} with all others (seed {seed})."
        ),
        format!(
            "{shingles} 的 Jaccard 指数不低于 {tau} 的文档对符合定义。已精确比较 {compared} 对，{rows}与其余全部比较（种子 {seed}）。"
        ),
    ))
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
        let texts = (material.corpus(), &documents[..]);
        let bits = material.bits.get();
        let measured = finished(analysis::measure(&tree, &material.signatures, texts, bits, &material.watch));
        Self { documents, tree, measured }
    }

    fn sample(
        &self,
        material: &Material,
        corpus: &simscope_core::corpus::Corpus,
        recipe: &Recipe,
        arguments: &AdviseArguments,
    ) -> Sampled {
        let subject = Subject {
            corpus,
            recipe,
            signatures: &material.signatures,
            documents: &self.documents,
            tree: &self.tree,
            spread: &self.measured.spread,
        };
        let sampling = Sampling {
            shingles: arguments.shingles,
            pairs: arguments.draw as usize,
            seed: arguments.seed,
            ..Sampling::default()
        };
        let compare = |progress: &_| finished(Sampled::gather(&subject, sampling, progress));
        material.watch.during("comparing exactly", Unit::Pairs, compare)
    }

    fn largest(&self) -> Vec<usize> {
        self.measured.sweep.iter().map(|row| row.largest).collect()
    }

    /// For pairs and for groups, by labels of pairs or else of documents.
    pub(super) fn by_labels(
        &self,
        material: &Material,
        known: Option<&PairLabels>,
    ) -> Result<Vec<Curve>, Failure> {
        if let Some(known) = known {
            let known = among(known, material, &self.documents);
            return Ok(vec![
                known
                    .by_distance(&material.signatures)
                    .curve()
                    .with_intervals(&known.intervals(&material.signatures, material.bits.get())),
                known.in_groups(&self.tree).curve(),
            ]);
        }
        let Some(corpus) = material.corpus() else {
            return Err(Failure::Usage(say!(
                "--labels: signatures have no labels; give the texts, or labelled pairs with --pairs FILE",
                "--labels：签名没有标签；请给出文本，或用 --pairs FILE 给出有标签的文档对"
            )));
        };
        let groups = GroupedPairs::measure(corpus, &self.tree);
        match (&self.measured.labelled, groups) {
            (Some(pairs), Some(groups)) => Ok(vec![pairs.curve(), groups.curve()]),
            (None, Some(_)) => Err(Failure::Failed(say!(
                "{}: there are too many labelled pairs to count",
                "{}：有标签的文档对太多，无法计数",
                material.name
            ))),
            _ => Err(Failure::Failed(say!(
                "{}: no document has a label; --label-field names its field, and without --labels texts are compared",
                "{}：没有文档有标签；--label-field 指定标签字段，不用 --labels 则比较文本",
                material.name
            ))),
        }
    }
}

const RECIPES: [Column; 6] = [
    Column::text("recipe"),
    Column::count("k").optional(),
    Column::number("precision").optional(),
    Column::number("recall").optional(),
    Column::number("f1"),
    Column::text("verdict"),
];

/// Every recipe at its best k, measured against the right pairs that any of them brings near.
fn recipes(arguments: &AdviseArguments) -> Result<(), Failure> {
    refuse_signatures(
        &arguments.input,
        lang().pick((
            "advise --recipes: signatures have one recipe already; give the texts",
            "advise --recipes：签名的配方已定；请给出文本",
        )),
    )?;
    let (_, watch) = begin(&arguments.input)?;
    let recipes: Vec<Recipe> = match arguments.only.is_empty() {
        true => named().iter().map(|named| named.recipe).collect(),
        false => arguments.only.iter().map(|asked| recipe_of(asked)).collect::<Result<_, _>>()?,
    };
    let corpus = read_texts(&arguments.input, watch)?;
    let mut tried: Vec<(Recipe, Advice, Curve)> = Vec::new();
    for recipe in recipes {
        let material = Material::sign(corpus.clone(), recipe, watch);
        let grown = Grown::of(&material, &arguments.empty, 0);
        let sampled = grown.sample(&material, &corpus, &recipe, arguments);
        let [pairs, _] = sampled.advise(arguments.tau, Targets::default(), &[]);
        let [curve, _] = sampled.curves(arguments.tau);
        tried.push((recipe, pairs, curve));
    }
    let all =
        tried.iter().filter_map(|(_, _, curve)| curve.rows.last()).map(|row| row.right).fold(0.0, f64::max);
    // Each at its best k against all of these, which need not be the one that it has by itself.
    let mut ranked: Vec<(Recipe, Verdict, Option<Predicted>)> = (tried.into_iter())
        .map(|(recipe, advice, curve)| {
            let at = curve.best_against(all).filter(|_| advice.verdict != Verdict::None);
            let at = at.map(|(row, f1)| Predicted { f1: Some(f1), ..*row });
            let depends = advice.verdict == Verdict::Depends;
            (recipe, at.map_or(advice.verdict, |at| Verdict::of(&at, depends)), at)
        })
        .collect();
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
            ])?;
        }
        Ok(())
    })
}
