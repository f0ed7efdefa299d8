//! `simscope advise --recipes`: which recipe, and how much of that is luck of the hash.

use super::{counts_none, labelled};
use crate::arguments::AdviseArguments;
use crate::failure::Failure;
use crate::material::{
    Material, begin, finished, read_texts, refuse_signatures, tell_left_out, tell_noticed,
};
use crate::recipe_choice::recipe_with;
use crate::signals;
use crate::watch::{Watch, note};
use simscope_core::analysis::ranking::{IsRight, Ranked, Ranking, Tried, by_texts, confirmed, sort, tried};
use simscope_core::analysis::{Analysed, Noticed};
use simscope_core::corpus::Corpus;
use simscope_core::display::{grouped_digits, lang, say};
use simscope_core::evidence::{Advice, Basis, PairLabels, Targets};
use simscope_core::export::{Cell, Column, RecipeObject};
use simscope_core::hamming::pairs_of;
use simscope_core::recipe::{Bits, Recipe, Sketch, TablePaths, named};
use std::collections::HashMap;

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
    tell_noticed(&Noticed::of_corpus(&corpus, &own));
    let ranking = Ranking {
        corpus: &corpus,
        own,
        recipes: &recipes,
        takes_empty: arguments.empty.are_kept,
        has_variants: arguments.only.is_empty(),
        names_widths: !arguments.widths.is_empty() || arguments.input.recipe.bits.is_some(),
    };
    let grown = grow(&ranking, watch);
    tell_left_out((corpus.len() - grown[0][0].documents.len()) as u64);
    let all: Vec<Analysed> = grown.iter().flatten().cloned().collect();
    let first = || Material::sign(corpus.clone(), recipes[0], watch);
    let known = if arguments.labels.file.is_some() { arguments.labels.read(&first(), true)? } else { None };
    let (tried, truth) = match arguments.are_labels || known.is_some() {
        true => by_labels(known.as_ref(), &all)?,
        false => {
            let (condition, work) =
                (arguments.confirm.condition(), arguments.confirm.work().ok_or_else(counts_none)?);
            let counted = finished(confirmed(&all, (condition, work), &watch));
            counted.first().inspect(|confirmed| arguments.confirm.tell_sampled(confirmed));
            tried(&counted, condition.hundredths().unwrap_or(0))
        }
    };
    let mut ranked = ranking.rank(&grown, tried, truth);
    let (done, of) = (grown.len(), recipes.len());
    let has_room = ranking.has_room() && !ranked.is_empty();
    if arguments.are_recipes && arguments.only.is_empty() && done == of && has_room {
        let right = is_right(arguments, known.as_ref(), &corpus, watch);
        ranked.extend(finished(ranking.bands(&all[0], (right, truth, ranked[0].basis), &watch)));
    }
    sort(&mut ranked);
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

/// The corpus under each recipe, until somebody interrupts.
fn grow(ranking: &Ranking<'_>, watch: Watch) -> Vec<Vec<Analysed>> {
    if !ranking.has_room() {
        let most = grouped_digits(Ranking::MOST_DOCUMENTS);
        note(&say!(
            "more than {most} documents: each recipe is tried with its own hash only, not with other seeds of it, and MinHash with bands \
             is left out",
            "文档多于 {most} 篇：每个配方只用其自身的哈希，不换种子，也不比较 MinHash LSH"
        ));
    }
    signals::be_patient(true);
    let recipes = ranking.recipes.len();
    if cfg!(unix) && recipes > 1 {
        note(&say!(
            "{recipes} recipes are tried; Ctrl-C ends that early and ranks those that were tried",
            "将试 {recipes} 个配方；按 Ctrl-C 可提前结束，只比较已试过的"
        ));
    }
    let goes_on = |at: usize| {
        let goes_on = at == 0 || !signals::is_asked();
        if !goes_on {
            note(lang().pick((
                "interrupted: comparing the texts for the recipes that were tried; Ctrl-C again ends at once",
                "已中断：正为试过的配方比对文本；再按 Ctrl-C 立即结束",
            )));
        }
        goes_on
    };
    let grown = finished(ranking.grow(goes_on, &watch));
    signals::be_patient(false);
    grown
}

/// Whether a pair is right: by labelled pairs, or by the labels of documents if they are asked for, or else by the texts.
fn is_right<'c>(
    arguments: &AdviseArguments,
    known: Option<&PairLabels>,
    corpus: &'c Corpus,
    watch: Watch,
) -> IsRight<'c> {
    if let Some(known) = known {
        let pairs = known.pairs().iter().map(|&(a, b, is_same)| ((a.min(b), a.max(b)), is_same));
        let known: HashMap<(u32, u32), bool> = pairs.collect();
        return Box::new(move |a, b| known.get(&(a.min(b), a.max(b))).copied());
    }
    if arguments.are_labels {
        let label = |document: u32| corpus.get(document as usize).label;
        return Box::new(move |a, b| Some(label(a)? == label(b)?));
    }
    // The pairs were counted before by the same measure.
    by_texts(corpus, arguments.confirm.condition(), &watch).expect("it can be joined")
}

fn write(arguments: &AdviseArguments, ranked: &[Ranked]) -> Result<(), Failure> {
    arguments.output.rows(&COLUMNS, &[], |rows| {
        for one in ranked {
            let [mean, low, high] =
                [one.mean(), one.lowest(), one.highest()].map(|f1| (one.scores.len() > 1).then_some(f1));
            let is_equal = one.is_equal(&ranked[0]);
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
        recipes = Ranking::usual(own, &widths, recipes);
    }
    Ok(recipes)
}

/// By the labels of documents, or of pairs.
fn by_labels(known: Option<&PairLabels>, each: &[Analysed]) -> Result<(Tried, f64), Failure> {
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
