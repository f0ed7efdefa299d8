//! `simscope advise --recipes`: which recipe, and how much of that is luck of the hash.

use super::{counts_none, labelled, yardstick};
use crate::arguments::AdviseArguments;
use crate::failure::Failure;
use crate::material::{Material, begin, finished, read_texts, refuse_signatures};
use crate::recipe_choice::recipe_with;
use crate::signals;
use crate::watch::{Unit, Watch, note};
use simscope_core::analysis::{Analysed, Reach};
use simscope_core::corpus::Corpus;
use simscope_core::display::{grouped_digits, lang, say};
use simscope_core::evidence::{
    Advice, Basis, Confirmed, Curve, PairLabels, Predicted, Purpose, Targets, Verdict,
};
use simscope_core::export::{Cell, Column, RecipeObject};
use simscope_core::hamming::pairs_of;
use simscope_core::measures::{Bands, PERMUTATIONS};
use simscope_core::recipe::{Bits, Recipe, Sketch, TablePaths, named};
use simscope_core::simhash::Bags;
use std::collections::HashMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

const COLUMNS: [Column; 13] = [
    Column::text("recipe"),
    Column::count("k").optional(),
    Column::number("precision").optional(),
    Column::number("recall").optional(),
    Column::number("f1"),
    Column::number("mean").optional(),
    Column::number("lowest").optional(),
    Column::number("highest").optional(),
    Column::text("equal"),
    Column::text("verdict"),
    Column::text("basis"),
    Column::count("candidates").optional(),
    Column::whole("bytes"),
];

/// Other seeds of its hash under which a recipe is tried.
const OTHER_SEEDS: RangeInclusive<u64> = 1..=4;

/// Up to this many documents.
const MOST_DOCUMENTS: usize = 100_000;

/// A recipe at its best k, and its best F1 under its own hash and each other seed; or MinHash with bands.
struct Ranked {
    name: String,
    recipe: Option<Recipe>,
    /// Of a document.
    bytes: usize,
    verdict: Verdict,
    basis: Basis,
    at: Option<Predicted>,
    /// Of all near-duplicates, also of those that it has no features of.
    recall: Option<f64>,
    scores: Vec<f64>,
}

/// Every recipe at its best k, measured against all near-duplicates: confirmed pairs, or labelled ones.
pub(super) fn run(arguments: &AdviseArguments) -> Result<(), Failure> {
    let what = (
        "advise --recipes: signatures have one recipe already; give the texts",
        "advise --recipes：签名的配方已定；请给出文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let (own, watch) = begin(&arguments.input)?;
    let recipes = asked(arguments, own)?;
    let corpus = read_texts(&arguments.input, watch)?;
    let grown = grown(arguments, &corpus, &recipes, watch);
    let all: Vec<Analysed> = grown.iter().flatten().cloned().collect();
    let first = || Material::sign(corpus.clone(), recipes[0], watch);
    let known = if arguments.labels.file.is_some() { arguments.labels.read(&first(), true)? } else { None };
    let (tried, truth) = match arguments.are_labels || known.is_some() {
        true => by_labels(known.as_ref(), &all)?,
        false => by_texts(arguments, &all, watch)?,
    };
    let mut tried = tried.into_iter();
    let mut ranked: Vec<Ranked> = (recipes.iter().zip(&grown))
        .filter_map(|(&recipe, seeds)| {
            Ranked::of((recipe, name(arguments, &own, &recipe)), &mut tried.by_ref().take(seeds.len()), truth)
        })
        .collect();
    let (done, of) = (grown.len(), recipes.len());
    let has_room = corpus.len() <= MOST_DOCUMENTS && !ranked.is_empty();
    if arguments.are_recipes && arguments.only.is_empty() && done == of && has_room {
        let right = yardstick::right(arguments, known.as_ref(), &corpus, watch);
        let bands = yardstick::bands(&own, &all[0], (right, truth, ranked[0].basis), watch);
        ranked.extend(bands.into_iter().map(|(bands, at)| Ranked::by_bands(bands, at)));
    }
    ranked.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    tell_sketch(&own, &ranked);
    write(arguments, &ranked)?;
    match done == of {
        true => Ok(()),
        false => Err(Failure::Failed(say!(
            "interrupted: {done} of {of} recipes were tried, and only these are ranked",
            "已中断：{of} 个配方试了 {done} 个，只比较了这些"
        ))),
    }
}

/// The corpus under each recipe: under its own hash, and then under other seeds of it, where it has them.
fn grown(asked: &AdviseArguments, corpus: &Corpus, recipes: &[Recipe], watch: Watch) -> Vec<Vec<Analysed>> {
    let has_seeds = corpus.len() <= MOST_DOCUMENTS;
    if !has_seeds {
        let most = grouped_digits(MOST_DOCUMENTS);
        note(&say!(
            "more than {most} documents: each recipe is tried with its own hash only, not with other seeds of it, and MinHash with bands \
             is left out",
            "文档多于 {most} 篇：每个配方只用其自身的哈希，不换种子，也不比较 MinHash LSH"
        ));
    }
    let mut bags: Option<(Recipe, Bags)> = None;
    let mut under = |recipe: &Recipe| {
        let material = Material::sign(corpus.clone(), *recipe, watch);
        let mut each = if has_seeds {
            let documents = material.documents(&asked.empty);
            vec![finished(Analysed { documents, ..material.clone() }.count(&watch))]
        } else {
            vec![material.grown(&asked.empty, Reach::Farthest)]
        };
        if has_seeds && recipe.has_seeds() {
            bags.take_if(|(cut, _)| !cut.cuts_as(recipe));
            let (_, bags) = bags.get_or_insert_with(|| {
                let cut = |progress: &_| finished(Bags::of(corpus, recipe, progress));
                (*recipe, watch.during(("cutting", "切分文本"), Unit::Documents, cut))
            });
            for seed in OTHER_SEEDS {
                let signed = Analysed::signed(corpus.clone(), *recipe, (&bags.sign(recipe, seed), None));
                let signed = Analysed { documents: each[0].documents.clone(), ..signed };
                each.push(finished(signed.count(&watch)));
            }
        }
        each
    };
    signals::be_patient(true);
    if cfg!(unix) && recipes.len() > 1 {
        note(&say!(
            "{} recipes are tried; Ctrl-C ends that early and ranks those that were tried",
            "将试 {} 个配方；按 Ctrl-C 可提前结束，只比较已试过的",
            recipes.len()
        ));
    }
    let grown = recipes.iter().enumerate().map_while(|(at, recipe)| {
        let goes_on = at == 0 || !signals::is_asked();
        if !goes_on {
            note(lang().pick((
                "interrupted: comparing the texts for the recipes that were tried; Ctrl-C again ends at once",
                "已中断：正为试过的配方比对文本；再按 Ctrl-C 立即结束",
            )));
        }
        goes_on.then(|| under(recipe))
    });
    let grown = grown.collect();
    signals::be_patient(false);
    grown
}

impl Ranked {
    /// From the advice and the curve under its own hash and under each other seed. At its best k against all these pairs, which need not
    /// be the one that it has by itself.
    fn of(
        (recipe, name): (Recipe, String),
        tried: &mut dyn Iterator<Item = (Advice, Curve)>,
        truth: f64,
    ) -> Option<Self> {
        let best = |(advice, curve): &(Advice, Curve)| {
            let at = curve.best_against(truth).filter(|_| advice.verdict != Verdict::None);
            at.map(|(row, f1)| Predicted { f1: Some(f1), ..*row })
        };
        let own = tried.next()?;
        let at = best(&own);
        let (verdict, depends) = (own.0.verdict, own.0.verdict == Verdict::Depends);
        let f1 = |at: Option<Predicted>| at.and_then(|at| at.f1).unwrap_or(0.0);
        Some(Self {
            name,
            recipe: Some(recipe),
            bytes: usize::from(recipe.bits.get().div_ceil(8)),
            verdict: at.map_or(verdict, |at| Verdict::of(&at, depends)),
            basis: at.map_or(own.0.basis, |at| at.basis),
            at,
            recall: at.map(|at| at.right / truth),
            scores: std::iter::once(f1(at)).chain(tried.map(|other| f1(best(&other)))).collect(),
        })
    }

    fn by_bands(bands: Bands, at: Predicted) -> Self {
        Self {
            name: bands.to_string(),
            recipe: None,
            bytes: PERMUTATIONS * size_of::<u64>(),
            verdict: Verdict::of(&at, false),
            basis: at.basis,
            at: Some(at),
            recall: at.recall.map(|recall| recall.share),
            scores: at.f1.into_iter().collect(),
        }
    }

    fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }

    fn lowest(&self) -> f64 {
        self.scores.iter().copied().fold(1.0, f64::min)
    }

    fn highest(&self) -> f64 {
        self.scores.iter().copied().fold(0.0, f64::max)
    }
}

fn write(arguments: &AdviseArguments, ranked: &[Ranked]) -> Result<(), Failure> {
    let lowest = ranked.first().map_or(0.0, Ranked::lowest);
    arguments.output.rows(&COLUMNS, &[], |rows| {
        for one in ranked {
            let [mean, low, high] =
                [one.mean(), one.lowest(), one.highest()].map(|f1| (one.scores.len() > 1).then_some(f1));
            // What the luck of the hash can turn round is equal.
            let is_equal = one.highest() >= lowest && lowest > 0.0;
            let object = one.recipe.as_ref().map(RecipeObject::from);
            rows.write(&[
                object.as_ref().map_or(Cell::Text(&one.name), |object| Cell::Recipe(&one.name, object)),
                one.at.filter(|_| object.is_some()).map(|at| at.k).into(),
                one.at.and_then(|at| at.precision).map(|precision| precision.share).into(),
                one.recall.into(),
                Cell::Number(one.scores[0]),
                mean.into(),
                low.into(),
                high.into(),
                (if is_equal { "yes" } else { "no" }).into(),
                one.verdict.name().into(),
                one.basis.name().into(),
                one.at.map(|at| at.pairs).into(),
                one.bytes.into(),
            ])?;
        }
        Ok(())
    })
}

/// Says that minima do better with the features of the asked recipe than sums do, where they do by more than luck.
fn tell_sketch(own: &Recipe, ranked: &[Ranked]) {
    let find =
        |recipe: Recipe| ranked.iter().find(|one| one.recipe.is_some_and(|one| one.has_parts_of(&recipe)));
    let (Some(sums), Some(minima)) = (find(*own), find(own.with_minima())) else { return };
    if own.sketch == Sketch::SimHash && minima.lowest() > sums.highest() {
        let [of_minima, of_sums] = [minima, sums].map(|one| format!("{:.3}", one.mean()));
        note(&say!(
            "minhash1 does better with these features than SimHash: mean F1 {of_minima} against {of_sums}, and its worst seed is better \
             than the best of SimHash",
            "这些特征用 minhash1 比用 SimHash 更好：平均 F1 为 {of_minima} 对 {of_sums}，其最差的种子也好于 SimHash 最好的种子"
        ));
    }
}

/// How a row names its recipe: by its name, or by that of the asked one and what differs from it.
fn name(arguments: &AdviseArguments, own: &Recipe, recipe: &Recipe) -> String {
    let known = recipe.name.map(str::to_owned).or_else(|| own.label().filter(|_| arguments.only.is_empty()));
    let Some(mut name) = known else { return recipe.to_string() };
    if recipe.name.is_none() {
        let parts: [(bool, &dyn Display); 3] = [
            (recipe.tokenizer != own.tokenizer, &recipe.tokenizer),
            (recipe.weighting != own.weighting, &recipe.weighting),
            (recipe.sketch != own.sketch, &recipe.sketch),
        ];
        parts.iter().filter(|(differs, _)| *differs).for_each(|(_, part)| name += &format!(" · {part}"));
    }
    if has_widths(arguments) || recipe.name.is_none() && recipe.bits != own.bits {
        name += &format!(" · {} bits", recipe.bits);
    }
    name
}

/// Whether the recipes are taken at other widths than their own.
fn has_widths(arguments: &AdviseArguments) -> bool {
    !arguments.widths.is_empty() || arguments.input.recipe.bits.is_some()
}

/// The recipes that are ranked, at each width that is asked for. Of those with a name, one that has no such width is left out.
fn asked(arguments: &AdviseArguments, own: Recipe) -> Result<Vec<Recipe>, Failure> {
    let widths: Vec<Option<u8>> = match &arguments.widths[..] {
        [] => vec![arguments.input.recipe.bits.map(Bits::get)],
        widths => widths.iter().copied().map(Some).collect(),
    };
    let names: Vec<&str> = match &arguments.only[..] {
        [] => named().iter().map(|named| named.name).collect(),
        only => only.iter().map(String::as_str).collect(),
    };
    let (mut recipes, mut left_out) = (Vec::new(), Vec::new());
    for name in names {
        for &width in &widths {
            match recipe_with(name, width) {
                Ok(recipe) => recipes.push(recipe),
                Err(_) if arguments.only.is_empty() => left_out.push(name),
                Err(failure) => return Err(failure),
            }
        }
    }
    left_out.dedup();
    if !left_out.is_empty() {
        let names = left_out.join(", ");
        note(&say!(
            "left out, as they do not have each of these widths: {names}",
            "略去不具备所有这些位数的配方：{names}"
        ));
    }
    if !arguments.are_recipes {
        let at = |bits: Bits| {
            let recipe = own.changed_to(Recipe { bits, ..own });
            let fits = recipe.check(&TablePaths::default());
            fits.map(|()| recipe).map_err(|error| Failure::Usage(error.to_string()))
        };
        return arguments.widths.iter().filter_map(|&width| Bits::new(width)).map(at).collect();
    }
    if arguments.only.is_empty() {
        let widths = match &arguments.widths[..] {
            [] if arguments.input.recipe.bits.is_some() => vec![own.bits],
            [] => vec![own.bits, Bits::MAX],
            widths => widths.iter().filter_map(|&width| Bits::new(width)).collect(),
        };
        // Before those of other programs, which are worth less to a user who does not wait for the end.
        let is_known = |recipe: &Recipe| recipes.iter().any(|known: &Recipe| known.has_parts_of(recipe));
        let variants: Vec<Recipe> = own.variants(&widths).into_iter().filter(|one| !is_known(one)).collect();
        recipes = [variants, recipes].concat();
        recipes.sort_by_key(|recipe| !recipe.has_parts_of(&own));
    }
    Ok(recipes)
}

/// The advice of each recipe and its curve, and how many near-duplicates there are in all.
type Tried = (Vec<(Advice, Curve)>, f64);

/// By the texts, which are compared once: they are the same under every recipe, but what has no features differs.
fn by_texts(arguments: &AdviseArguments, each: &[Analysed], watch: Watch) -> Result<Tried, Failure> {
    let hundredths = arguments.confirm.condition().hundredths().unwrap_or(0);
    let work = arguments.confirm.work().ok_or_else(counts_none)?;
    let subjects: Vec<_> = each.iter().filter_map(Analysed::subject).collect();
    let counted = arguments.confirm.count_each(&subjects, Confirmed::LEAST, work, watch);
    let all = counted.iter().map(|confirmed| confirmed.all(hundredths)).fold(0.0, f64::max);
    let tried = counted.iter().map(|confirmed| {
        let [pairs, _] = confirmed.advise(hundredths, Targets::default(), &[]);
        (pairs, confirmed.curve(Purpose::Pairs, hundredths))
    });
    Ok((tried.collect(), all))
}

/// By the labels of documents, or of pairs.
fn by_labels(known: Option<&PairLabels>, each: &[Analysed]) -> Result<Tried, Failure> {
    let all = match known {
        Some(known) => known.positive() as u64,
        None => each.first().map_or(0, |first| same_label(&first.corpus)),
    };
    let tried = each.iter().map(|grown| {
        let curve = labelled(grown, known)?.pairs;
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
