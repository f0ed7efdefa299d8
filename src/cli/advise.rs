//! `simscope advise`: which k, and why.

use super::arguments::AdviseArguments;
use super::failure::Failure;
use super::material::{Material, begin, finished, read_texts, refuse_signatures};
use super::recipe_choice::recipe_of;
use super::watch::{Unit, note};
use crate::analysis::{self, Measured};
use crate::evidence::{Advice, Background, Basis, Curve, Sampled, Sampling, Subject, Targets};
use crate::export::{Advised, Cell, Column, write_curves};
use crate::groups::{Dendrogram, Effort};
use crate::recipe::{Recipe, named};

pub(super) fn run(arguments: &AdviseArguments) -> Result<(), Failure> {
    if arguments.are_recipes {
        return recipes(arguments);
    }
    let material = Material::load(&arguments.input)?;
    let grown = Grown::of(&material, arguments);
    let targets = Targets { precision: arguments.min_precision, recall: arguments.min_recall };
    let (curves, advices, how) = match (material.corpus(), arguments.are_labels) {
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
            let curves = grown.by_labels(&material)?;
            let advices = curves.iter().map(|curve| Advice::of(curve, Basis::Labels, targets)).collect();
            (
                curves,
                advices,
                "A pair is right if both documents have the same label; all labelled pairs are counted."
                    .to_owned(),
            )
        }
        (None, false) => {
            note("no texts to compare: the advice is what the shape of the histogram says");
            let curve = Background::fit(grown.measured.spread.pairs(), material.bits)
                .map(|background| background.curve(grown.measured.spread.pairs()));
            let mut advices: Vec<Advice> =
                curve.iter().map(|curve| Advice::of(curve, Basis::Background, targets)).collect();
            advices.push(Advice::of_groups_without_texts());
            (
                curve.into_iter().collect(),
                advices,
                "A pair is right if the bulk of unrelated pairs does not explain it.".to_owned(),
            )
        }
    };
    arguments.output.write(material.recipes(), |format, out| match arguments.is_curve {
        true => write_curves(&curves, format, material.recipes(), out),
        false => Advised { advices: &advices, how: &how }.write(format, material.recipes(), out),
    })
}

fn how(arguments: &AdviseArguments, sampled: &Sampled) -> String {
    format!(
        "A pair is right if the Jaccard index of its {} is at least {}. {} pairs were compared exactly, and {} documents with \
         all others (seed {}).",
        arguments.shingles,
        arguments.tau,
        sampled.compared(),
        sampled.rows.len(),
        arguments.seed
    )
}

/// The tree of the documents, and what is measured on it.
struct Grown {
    documents: Vec<u32>,
    tree: Dendrogram,
    measured: Measured,
}

impl Grown {
    fn of(material: &Material, arguments: &AdviseArguments) -> Self {
        let documents = material.documents(&arguments.empty);
        let tree = material.tree_as_far(&documents, &Effort::DEFAULT);
        let texts = (material.corpus(), &documents[..]);
        let bits = material.bits.get();
        let measured = finished(analysis::measure(&tree, &material.signatures, texts, bits, &material.watch));
        Self { documents, tree, measured }
    }

    fn sample(
        &self,
        material: &Material,
        corpus: &crate::corpus::Corpus,
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
            pairs: arguments.sample as usize,
            seed: arguments.seed,
            ..Sampling::default()
        };
        let compare = |progress: &_| finished(Sampled::gather(&subject, sampling, progress));
        material.watch.during("comparing exactly", Unit::Pairs, compare)
    }

    fn largest(&self) -> Vec<usize> {
        self.measured.sweep.iter().map(|row| row.largest).collect()
    }

    fn by_labels(&self, material: &Material) -> Result<Vec<Curve>, Failure> {
        let labelled = self.measured.labelled.as_ref().ok_or_else(|| {
            Failure::Failed(format!(
                "{}: no document has a label; --label-field names its field, and without --labels texts are compared",
                material.name
            ))
        })?;
        Ok(vec![labelled.curve()])
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
        "advise --recipes: signatures have one recipe already; give the texts",
    )?;
    let (_, watch) = begin(&arguments.input)?;
    let recipes: Vec<Recipe> = match arguments.only.is_empty() {
        true => named().iter().map(|named| named.recipe).collect(),
        false => arguments.only.iter().map(|asked| recipe_of(asked)).collect::<Result<_, _>>()?,
    };
    let corpus = read_texts(&arguments.input, watch)?;
    let mut tried: Vec<(String, Advice, Curve)> = Vec::new();
    for recipe in recipes {
        let material = Material::sign(corpus.clone(), recipe, watch);
        let grown = Grown::of(&material, arguments);
        let sampled = grown.sample(&material, &corpus, &recipe, arguments);
        let [pairs, _] = sampled.advise(arguments.tau, Targets::default(), &[]);
        let [curve, _] = sampled.curves(arguments.tau);
        tried.push((recipe.name.map_or_else(|| recipe.to_string(), str::to_owned), pairs, curve));
    }
    let all =
        tried.iter().filter_map(|(_, _, curve)| curve.rows.last()).map(|row| row.right).fold(0.0, f64::max);
    let mut ranked: Vec<(String, Advice, f64, Option<f64>)> = (tried.into_iter())
        .map(|(name, advice, curve)| {
            let at = curve.best_against(all);
            let (f1, recall) = at.map_or((0.0, None), |(row, f1)| (f1, Some(row.right / all)));
            (name, advice, f1, recall)
        })
        .collect();
    ranked.sort_by(|a, b| b.2.total_cmp(&a.2));
    arguments.output.rows(&RECIPES, &[], |rows| {
        for (name, advice, f1, recall) in &ranked {
            let precision = advice.at.and_then(|at| at.precision).map(|precision| precision.share);
            rows.write(&[
                name.as_str().into(),
                advice.at.map(|at| at.k).into(),
                precision.into(),
                (*recall).into(),
                Cell::Number(*f1),
                advice.verdict.name().into(),
            ])?;
        }
        Ok(())
    })
}
