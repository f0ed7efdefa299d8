//! Ranks recipes: each at its best k against all near-duplicates, under its own hash and under other seeds of it, beside MinHash with
//! bands.

mod yardstick;

pub use yardstick::{IsRight, by_texts};

use super::{Analysed, Phase, Reach, Watched};
use crate::corpus::Corpus;
use crate::evidence::{Advice, Basis, Confirmed, Curve, Predicted, Purpose, Targets, Verdict};
use crate::groups::Effort;
use crate::measures::{Bands, Condition, PERMUTATIONS};
use crate::recipe::{Bits, Recipe, named};
use crate::simhash::Bags;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// Other seeds of its hash under which a recipe is tried.
const OTHER_SEEDS: RangeInclusive<u64> = 1..=4;

/// A recipe at its best k, and its best F1 under its own hash and each other seed; or MinHash with bands.
#[derive(Debug, Clone)]
pub struct Ranked {
    /// Its name, or that of the asked one and what differs from it.
    pub name: String,
    /// `None` of MinHash with bands.
    pub recipe: Option<Recipe>,
    /// Of a document.
    pub bytes: usize,
    /// What can be said for its k.
    pub verdict: Verdict,
    /// What it rests on.
    pub basis: Basis,
    /// What the best k does.
    pub at: Option<Predicted>,
    /// Of all near-duplicates, also of those that it has no features of.
    pub recall: Option<f64>,
    /// The best F1, first under its own hash.
    pub scores: Vec<f64>,
}

impl Ranked {
    /// From the advice and the curve under its own hash and under each other seed. At its best k against all these pairs, which need not
    /// be the one that it has by itself.
    pub fn of(
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

    /// The mean of its scores.
    pub fn mean(&self) -> f64 {
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }

    /// The lowest of its scores.
    pub fn lowest(&self) -> f64 {
        self.scores.iter().copied().fold(1.0, f64::min)
    }

    /// The highest of its scores.
    pub fn highest(&self) -> f64 {
        self.scores.iter().copied().fold(0.0, f64::max)
    }

    /// Whether the luck of the hash can bring it level with the first of a ranking.
    pub fn is_equal(&self, first: &Self) -> bool {
        let lowest = first.lowest();
        self.highest() >= lowest && lowest > 0.0
    }
}

/// What is ranked.
#[derive(Debug, Clone, Copy)]
pub struct Ranking<'a> {
    /// The texts.
    pub corpus: &'a Corpus,
    /// The asked recipe.
    pub own: Recipe,
    /// All recipes, the asked one first.
    pub recipes: &'a [Recipe],
    /// Documents without features are compared, too.
    pub takes_empty: bool,
    /// Recipes that have a name are not the only ones.
    pub has_variants: bool,
    /// Names say how wide a signature is.
    pub names_widths: bool,
}

impl Ranking<'_> {
    /// Up to this many documents, recipes are tried with other seeds, and MinHash with bands beside them.
    pub const MOST_DOCUMENTS: usize = 100_000;

    /// The recipes that have a name and the variants of one at these widths, that one first. Those of other programs come last: they are
    /// worth less to a user who does not wait for the end.
    pub fn usual(own: Recipe, widths: &[Bits], mut named: Vec<Recipe>) -> Vec<Recipe> {
        let is_known = |recipe: &Recipe| named.iter().any(|known: &Recipe| known.has_parts_of(recipe));
        let variants: Vec<Recipe> = own.variants(widths).into_iter().filter(|one| !is_known(one)).collect();
        named.splice(0..0, variants);
        named.sort_by_key(|recipe| !recipe.has_parts_of(&own));
        named
    }

    /// The ranking of the variants of a recipe, and of the recipes that have a name if asked for, by how much the texts share; best first.
    /// `None` when cancelled, and for a condition that cannot be counted.
    pub fn by_texts(
        corpus: &Corpus,
        (own, takes_named): (Recipe, bool),
        (condition, work): (Condition, u64),
        watch: &impl Watched,
    ) -> Option<Vec<Ranked>> {
        let named = named().iter().filter(|_| takes_named).map(|named| named.recipe).collect();
        let recipes = Self::usual(own, &[own.bits, Bits::MAX], named);
        let ranking = Ranking {
            corpus,
            own,
            recipes: &recipes,
            takes_empty: false,
            has_variants: true,
            names_widths: false,
        };
        let grown = ranking.grow(|_| true, watch)?;
        let all: Vec<Analysed> = grown.iter().flatten().cloned().collect();
        let counted = confirmed(&all, (condition, work), watch)?;
        let (tried, truth) = tried(&counted, condition.hundredths()?);
        let mut ranked = ranking.rank(&grown, tried, truth);
        if ranking.has_room() && !ranked.is_empty() {
            let right = by_texts(corpus, condition, watch)?;
            ranked.extend(ranking.bands(&all[0], (right, truth, ranked[0].basis), watch)?);
        }
        sort(&mut ranked);
        Some(ranked)
    }

    /// Whether there are few enough documents for other seeds and for bands.
    pub fn has_room(&self) -> bool {
        self.corpus.len() <= Self::MOST_DOCUMENTS
    }

    /// The corpus under each recipe: under its own hash, and then under other seeds of it, where it has them. Ends early before a recipe of
    /// which `goes_on` says no. `None` when cancelled.
    pub fn grow(
        &self,
        mut goes_on: impl FnMut(usize) -> bool,
        watch: &impl Watched,
    ) -> Option<Vec<Vec<Analysed>>> {
        let mut bags: Option<(Recipe, Bags)> = None;
        let (mut grown, corpus) = (Vec::new(), self.corpus);
        for (at, recipe) in self.recipes.iter().enumerate() {
            if !goes_on(at) {
                break;
            }
            let mut signed = Analysed::sign(corpus.clone(), *recipe, watch)?;
            if self.takes_empty {
                signed.documents = std::sync::Arc::new((0..corpus.len() as u32).collect());
            }
            if !self.has_room() {
                let linked = signed.link((Reach::Farthest, &Effort::DEFAULT), watch)?;
                grown.push(vec![linked.measure(watch)?]);
                continue;
            }
            let mut each = vec![signed.count(watch)?];
            if recipe.has_seeds() {
                bags.take_if(|(cut, _)| !cut.cuts_as(recipe));
                if bags.is_none() {
                    let cut = |progress: &_| Bags::of(corpus, recipe, progress);
                    bags = Some((*recipe, watch.during(Phase::Signing, cut)?));
                }
                for seed in
                    bags.iter().flat_map(|bags| OTHER_SEEDS.map(move |seed| bags.1.sign(recipe, seed)))
                {
                    let signed = Analysed::signed(corpus.clone(), *recipe, (&seed, None));
                    each.push(Analysed { documents: each[0].documents.clone(), ..signed }.count(watch)?);
                }
            }
            grown.push(each);
        }
        Some(grown)
    }

    /// Each recipe that was tried, with what was found under each of its seeds. `truth` is the number of all right pairs.
    pub fn rank(&self, grown: &[Vec<Analysed>], tried: Tried, truth: f64) -> Vec<Ranked> {
        let mut tried = tried.into_iter();
        let one = |(recipe, seeds): (&Recipe, &Vec<Analysed>)| {
            Ranked::of((*recipe, self.name(recipe)), &mut tried.by_ref().take(seeds.len()), truth)
        };
        self.recipes.iter().zip(grown).filter_map(one).collect()
    }

    /// MinHash with bands over the features of the asked recipe. `None` when cancelled.
    pub fn bands(
        &self,
        signed: &Analysed,
        right: (IsRight<'_>, f64, Basis),
        watch: &impl Watched,
    ) -> Option<Vec<Ranked>> {
        let bands = yardstick::bands(&self.own, signed, right, watch)?;
        Some(bands.into_iter().map(|(bands, at)| Ranked::by_bands(bands, at)).collect())
    }

    /// How a row names its recipe: by its name, or by that of the asked one and what differs from it.
    fn name(&self, recipe: &Recipe) -> String {
        let own = &self.own;
        let known = recipe.name.map(str::to_owned).or_else(|| own.label().filter(|_| self.has_variants));
        let Some(mut name) = known else { return recipe.to_string() };
        if recipe.name.is_none() {
            let parts: [(bool, &dyn Display); 3] = [
                (recipe.tokenizer != own.tokenizer, &recipe.tokenizer),
                (recipe.weighting != own.weighting, &recipe.weighting),
                (recipe.sketch != own.sketch, &recipe.sketch),
            ];
            parts.iter().filter(|(differs, _)| *differs).for_each(|(_, part)| name += &format!(" · {part}"));
        }
        if self.names_widths || recipe.name.is_none() && recipe.bits != own.bits {
            name += &format!(" · {} bits", recipe.bits);
        }
        name
    }
}

/// The best first.
pub fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
}

/// The advice of each recipe and its curve.
pub type Tried = Vec<(Advice, Curve)>;

/// The pairs that the texts confirm, which are compared once: they are the same under every recipe, but what has no features differs.
/// `None` when cancelled, and for a condition that cannot be counted.
pub fn confirmed(
    each: &[Analysed],
    (condition, work): (Condition, u64),
    watch: &impl Watched,
) -> Option<Vec<Confirmed>> {
    let subjects: Vec<_> = each.iter().filter_map(Analysed::subject).collect();
    let asked = condition.hundredths()?;
    let counted = (condition.measure, [asked, Confirmed::LEAST.min(asked)]);
    watch
        .during(Phase::Confirming, |progress| Confirmed::count_each(&subjects, counted, Some(work), progress))
}

/// What these say of each recipe, and how many near-duplicates there are in all.
pub fn tried(counted: &[Confirmed], hundredths: u8) -> (Tried, f64) {
    let all = counted.iter().map(|confirmed| confirmed.all(hundredths)).fold(0.0, f64::max);
    let tried = counted.iter().map(|confirmed| {
        let [pairs, _] = confirmed.advise(hundredths, Targets::default(), &[]);
        (pairs, confirmed.curve(Purpose::Pairs, hundredths))
    });
    (tried.collect(), all)
}
