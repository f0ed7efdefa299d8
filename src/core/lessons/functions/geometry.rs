//! Signatures as angles between vectors of features.

use super::{Arguments, Function, number, text};
use crate::display::say;
use crate::lessons::expression::shown;
use crate::recipe::Sketch;
use crate::simhash::{Feature, Trace};

pub(super) const FUNCTIONS: &[Function] = &[
    number("cosine", "A B [RECIPE]", "the cosine of the angle between the features of two documents", cosine),
    number("jaccard", "A B [RECIPE]", "of the features of either document, the share of both", jaccard),
    number("angle", "A B [RECIPE]", "that angle, in degrees", |a| Ok(cosine(a)?.acos().to_degrees())),
    number("estimated-angle", "A B [RECIPE]", "the angle that the distance says: 180 · d ÷ bits", |a| {
        let ([x, y], recipe) = a.pair(2)?;
        Ok(180.0 * f64::from((x ^ y).count_ones()) / f64::from(recipe.bits.get()))
    }),
    number(
        "expected-distance",
        "A B [RECIPE]",
        "the distance to expect: bits · θ ÷ 180; under minhash1 bits · (1 − J) ÷ 2",
        |a| {
            let recipe = a.recipe(2)?;
            let share = match recipe.sketch {
                Sketch::SimHash => cosine(a)?.acos().to_degrees() / 180.0,
                Sketch::MinHash => (1.0 - jaccard(a)?) / 2.0,
            };
            Ok(f64::from(recipe.bits.get()) * share)
        },
    ),
    number(
        "separating",
        "A B TERM TERM",
        "how many bits have a line between two documents that have these two terms only",
        |a| Ok(f64::from(Plane::of(a)?.separating())),
    ),
    text(
        "plane",
        "A B TERM TERM",
        "two documents in the plane of two terms, with the lines of the bits",
        |a| Ok(Plane::of(a)?.drawn()),
    ),
];

fn cosine(arguments: &Arguments<'_>) -> Result<f64, String> {
    let ((a, _), (b, _)) = (arguments.trace(0, 2)?, arguments.trace(1, 2)?);
    a.cosine(&b).ok_or_else(|| say!("a document has no features", "有文档没有特征"))
}

/// Of the features that one of two documents has, the share that both have; 0 without features.
fn jaccard(arguments: &Arguments<'_>) -> Result<f64, String> {
    let ((a, _), (b, _)) = (arguments.trace(0, 2)?, arguments.trace(1, 2)?);
    let is_shared = |feature: &&Feature| b.features.iter().any(|other| other.term == feature.term);
    let shared = a.features.iter().filter(is_shared).count();
    Ok(shared as f64 / (a.features.len() + b.features.len() - shared).max(1) as f64)
}

/// Two documents by the weights of two terms. Each bit is a line through the origin: the sum of the bit is 0 on it.
struct Plane {
    points: [[f64; 2]; 2],
    /// The bits in which the hashes of the terms are equal: their line is x + y = 0. The others have x = y.
    equal: u32,
    unequal: u32,
    /// The signatures of the documents with these terms alone.
    signatures: [u128; 2],
}

impl Plane {
    fn of(arguments: &Arguments<'_>) -> Result<Self, String> {
        let ((a, recipe), (b, _)) = (arguments.trace(0, usize::MAX)?, arguments.trace(1, usize::MAX)?);
        let terms = [arguments.text(2), arguments.text(3)];
        fn feature<'t>(trace: &'t Trace, term: &str) -> Option<&'t Feature> {
            trace.features.iter().find(|feature| feature.term == term)
        }
        let find = |trace: &Trace, term: &str| feature(trace, term).map(|f| (f.weight, f.hash));
        let point =
            |trace: &Trace| [0, 1].map(|at| find(trace, &terms[at]).map_or(0.0, |(weight, _)| weight));
        let hash = |term: &str| {
            let found = find(&a, term).or_else(|| find(&b, term));
            found
                .map(|(_, hash)| hash)
                .ok_or_else(|| say!("neither document has the term {term:?}", "两篇文档都没有词项 {term:?}"))
        };
        let unequal = (hash(&terms[0])? ^ hash(&terms[1])?).count_ones();
        let equal = u32::from(recipe.bits.get()) - unequal;
        let signatures = [&a, &b].map(|trace| {
            let of_terms = terms.iter().filter_map(|term| feature(trace, term)).cloned();
            Trace::settle(&of_terms.collect::<Vec<_>>(), &recipe)
        });
        Ok(Self { points: [point(&a), point(&b)], equal, unequal, signatures })
    }

    /// A document on a line is on the side where the tie rule puts it.
    fn separating(&self) -> u32 {
        (self.signatures[0] ^ self.signatures[1]).count_ones()
    }

    fn drawn(&self) -> String {
        /// Lines up, and columns to the right: a character is twice as high as wide.
        const SIZE: usize = 10;
        let largest = self.points.iter().flatten().fold(1.0_f64, |most, &weight| most.max(weight));
        let mut canvas = vec![vec![' '; 2 * SIZE + 1]; SIZE + 1];
        for (at, line) in canvas.iter_mut().enumerate() {
            line[0] = '|';
            line[2 * (SIZE - at)] = '/';
        }
        canvas[SIZE].fill('-');
        canvas[SIZE][0] = '+';
        for (&[x, y], name) in self.points.iter().zip(['A', 'B']) {
            let place = |weight: f64| (weight / largest * SIZE as f64).round() as usize;
            canvas[SIZE - place(y)][2 * place(x)] = name;
        }
        let [[ax, ay], [bx, by]] = self.points.map(|point| point.map(shown));
        let mut lines: Vec<String> = canvas.into_iter().map(|line| line.into_iter().collect()).collect();
        lines.push(format!("A ({ax}, {ay})  B ({bx}, {by})"));
        lines.push(format!("x = y ×{}    x + y = 0 ×{}", self.unequal, self.equal));
        lines.join("\n")
    }
}
