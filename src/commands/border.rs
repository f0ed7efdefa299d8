//! `simscope border`: the pairs that k decides about.

use super::arguments::BorderArguments;
use super::failure::Failure;
use super::filter::tell_of_pairs;
use super::material::{Material, finished, texts_of, weights};
use super::verify::needs_texts;
use super::watch::{Unit, note};
use simscope_core::analysis::{Reach, as_read};
use simscope_core::display::{grouped_digits, say};
use simscope_core::export::{BorderPair, write_border};
use simscope_core::groups::Wanted;
use simscope_core::measures::{Condition, Measurer};

pub(super) fn run(arguments: &BorderArguments) -> Result<(), Failure> {
    let filter = arguments.filter.read()?;
    let material = Material::load(&arguments.input)?;
    needs_texts(arguments.condition, &material)?;
    let mut filter = filter.map(|filter| filter.pairs(&material, arguments.k.k)).transpose()?;
    let bits = material.recipe.bits.get();
    let k = arguments.k.k.min(bits);
    let mut distances = match arguments.distances.is_empty() {
        true => vec![k, k.saturating_add(1)],
        false => arguments.distances.clone(),
    };
    distances.sort_unstable();
    distances.dedup();
    for distance in distances.extract_if(.., |distance| *distance > bits) {
        // At k = the width there is no k + 1.
        if arguments.distances.contains(&distance) {
            note(&say!(
                "d = {distance}: no pair, because signatures have {bits} bits",
                "d = {distance}：没有文档对，因为签名只有 {bits} 位"
            ));
        }
    }
    let farthest = distances.last().copied().unwrap_or(0);
    let grown = material.grown(&arguments.empty, Reach::AtLeast(farthest));
    let (tree, spread) = grown.measured().expect("it is measured");
    let counts = spread.pairs().counts();
    let wanted: Vec<Wanted> = (distances.iter())
        .filter_map(|&distance| {
            let of = *counts.get(usize::from(distance))?;
            Some(Wanted { distance, of, pairs: arguments.draw as usize })
        })
        .collect();
    let column = (&*material.signatures, material.recipe.bits);
    let drawn = material.watch.during(("drawing", "抽取文档对"), Unit::Pairs, |progress| {
        finished(spread.draw(tree, column, &wanted, arguments.seed, progress))
    });
    for wanted in &wanted {
        match wanted.of {
            0 => note(&say!("d = {}: no pair", "d = {}：没有文档对", wanted.distance)),
            of if of > wanted.pairs as u64 => note(&say!(
                "d = {}: {1} of {2} pairs, drawn with seed {3}",
                "d = {}：从 {2} 对中随机抽取 {1} 对（种子 {3}）",
                wanted.distance,
                grouped_digits(wanted.pairs),
                grouped_digits(of),
                arguments.seed
            )),
            _ => {}
        }
    }
    let mut all: Vec<(u8, u64, (u32, u32))> = (wanted.iter().zip(drawn))
        .flat_map(|(wanted, pairs)| pairs.into_iter().map(|pair| (wanted.distance, wanted.of, pair)))
        .collect();
    if let Some(filter) = &mut filter {
        all.retain(|&(distance, _, (a, b))| filter.pass((a, b, distance)));
    }
    tell_of_pairs(filter.as_ref());
    let pairs: Vec<(u32, u32)> = all.iter().map(|&(.., pair)| pair).collect();
    let condition = arguments.condition.unwrap_or(Condition::DEFAULT);
    let values = values(&material, condition, &pairs);
    let text = |document: u32| Some(material.texts()?.get(document as usize).text);
    let shown: Vec<BorderPair<'_>> = (all.iter().enumerate())
        .map(|(at, &(distance, of, (a, b)))| BorderPair {
            distance,
            of,
            ids: [a, b].map(|document| material.id(document as usize)),
            texts: text(a).zip(text(b)).map(|(a, b)| [a, b]),
            value: values.as_ref().map(|values| values[at]),
        })
        .collect();
    arguments.output.write(material.recipes(), |format, out| {
        write_border(&shown, condition.measure, format, material.recipes(), out)
    })
}

/// How much the texts of each pair share, and whether that confirms it; `None` without texts.
fn values(material: &Material, condition: Condition, pairs: &[(u32, u32)]) -> Option<Vec<(f64, bool)>> {
    let corpus = material.texts()?;
    let weights = weights(texts_of(&as_read(corpus, &material.recipe)), condition.measure, material.watch);
    let frequencies = material.frequencies.as_deref();
    let measurer = Measurer::new(condition.measure, &material.recipe, frequencies).weighing(weights.as_ref());
    let compare = |progress: &_| finished(measurer.values(corpus, pairs, progress));
    let values = material.watch.during(("comparing exactly", "精确比较"), Unit::Pairs, compare);
    // Two texts with nothing to compare have the value 1, and are no evidence.
    let is_blank = |document: u32| measurer.prepare(corpus.get(document as usize).text).is_blank();
    let confirms = |(&(a, _), value): (&(u32, u32), f64)| {
        (value, condition.holds(value) && !(value == 1.0 && is_blank(a)))
    };
    Some(pairs.iter().zip(values).map(confirms).collect())
}
