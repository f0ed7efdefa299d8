//! Why a bit is what it is, what a feature does to the bits, and why two texts differ in some.

use super::{TERMS, bits, named, quoted};
use crate::shared::Shared;
use crate::surface::counted;
use crate::widgets::bits::{sum_text, weight_text};
use simscope_core::recipe::{Sketch, TieRule};
use simscope_core::sensitivity::{Change, Difference};
use simscope_core::simhash::Trace;

impl Shared {
    /// Why a bit of a signature is what it is.
    pub fn why_bit(&self, trace: &Trace, bit: u8) -> String {
        let (lang, tie) = (self.lang, self.model.recipe.tie);
        let (sum, value) = (trace.sums[usize::from(bit)], trace.signature >> bit & 1);
        if trace.features.is_empty() {
            return lang.pick(both!(
                "Bit {bit} is {value}: without features every sum is 0, and the tie rule '{tie}' makes a 0 a {value}.",
                "第 {bit} 位为 {value}：没有特征，各位的累加值都是 0，按平票规则 {tie} 取 {value}。"
            ));
        }
        if let Some(minimum) = self.minimum(trace, bit) {
            let flips = match trace.fragile_bits(&self.model.recipe) >> bit & 1 == 1 {
                true => lang.pick(("without it the bit would flip", "去掉它，这一位就会翻转")),
                false => lang.pick(("without it the bit would be the same", "去掉它，这一位不变")),
            };
            return lang.pick(both!(
                "Bit {bit} is {value}: {minimum}; {flips}.",
                "第 {bit} 位为 {value}：{minimum}；{flips}。"
            ));
        }
        let is_tie = if sum == 0.0 {
            lang.pick(both!(
                " (a tie, which the rule '{tie}' makes {value})",
                "（平票，按规则“{tie}”取 {value}）"
            ))
        } else {
            String::new()
        };
        let (pushes, flips) = (self.pushes(trace, bit), self.flips(trace, bit));
        lang.pick(both!(
            "Bit {bit} is {value}: {pushes}{is_tie}; {flips}.",
            "第 {bit} 位为 {value}：{pushes}{is_tie}；{flips}。"
        ))
    }

    /// Which feature decides a bit by the smallest value; `None` if sums decide.
    pub fn minimum(&self, trace: &Trace, bit: u8) -> Option<String> {
        if self.model.recipe.sketch != Sketch::MinHash {
            return None;
        }
        let (term, is_odd) = (quoted(&trace.holder(bit)?.term), trace.signature >> bit & 1 == 1);
        let count = trace.features.len();
        let parity = self.lang.pick(if is_odd { ("odd", "奇数") } else { ("even", "偶数") });
        Some(self.lang.pick(both!(
            "{term} has the smallest value {bit} of all {count}, and it is {parity}",
            "{count} 个特征中，以{term}的第 {bit} 个值为最小，是{parity}"
        )))
    }

    /// How many features push a bit up and down, the stronger side first; by how much, where they do not weigh 1.
    fn pushes(&self, trace: &Trace, bit: u8) -> String {
        let (lang, tie) = (self.lang, self.model.recipe.tie);
        let side = |is_up: bool| {
            let pushes = trace.features.iter().map(|feature| feature.push(bit.into(), tie));
            let pushes: Vec<f64> =
                pushes.filter(|push| push.is_sign_positive() == is_up).map(f64::abs).collect();
            let (count, weight): (usize, f64) = (pushes.len(), pushes.iter().sum());
            let by = if weight == count as f64 {
                String::new()
            } else {
                let weight = weight_text(weight);
                lang.pick(both!(" by {weight}", "（共 {weight}）"))
            };
            (count, weight, by, is_up)
        };
        let mut sides = [side(true), side(false)];
        sides.sort_by(|one, other| other.1.total_cmp(&one.1));
        let way = |is_up: bool| lang.pick(if is_up { ("up", "推高") } else { ("down", "压低") });
        let [(count, _, by, is_up), (less, _, less_by, is_less_up)] = &sides;
        let (way, less_way) = (way(*is_up), way(*is_less_up));
        let push = counted(*count, "feature pushes", "features push");
        lang.pick(match less {
            0 => both!("{push} it {way}{by}, none {less_way}", "{count} 个特征{way}{by}，没有{less_way}的"),
            _ => both!(
                "{push} it {way}{by}, {less} {less_way}{less_by}",
                "{count} 个特征{way}{by}，{less} 个{less_way}{less_by}"
            ),
        })
    }

    /// Which single feature would flip a bit.
    fn flips(&self, trace: &Trace, bit: u8) -> String {
        let (lang, recipe) = (self.lang, &self.model.recipe);
        let flips = trace.flips_without(recipe).into_iter().zip(&trace.features);
        let flipping: Vec<_> = flips.filter(|(flips, _)| flips >> bit & 1 == 1).map(|(_, one)| one).collect();
        let terms = named(flipping.iter().map(|feature| quoted(&feature.term)), TERMS, lang);
        let sum = trace.sums[usize::from(bit)];
        let leaves_tie = flipping.iter().any(|feature| sum == feature.push(bit.into(), recipe.tie));
        let tie = match sum != 0.0 && leaves_tie {
            false => String::new(),
            true => {
                let of_tie = u8::from(recipe.tie == TieRule::One);
                lang.pick(both!(
                    " (a sum of 0 is {of_tie} by the rule '{}')",
                    "（累加值为 0 时按规则“{}”取 {of_tie}）",
                    recipe.tie
                ))
            }
        };
        lang.pick(match (flipping.len(), trace.fragile(recipe).by_removing(bit)) {
            (1, _) => both!("without {terms} it would flip{tie}", "去掉{terms}就会翻转{tie}"),
            (2.., _) => {
                both!("without any one of {terms} it would flip{tie}", "去掉{terms}中任一个就会翻转{tie}")
            }
            (0, Some(_)) => both!(
                "removing a feature does not flip it, but replacing one can",
                "去掉任何一个特征都不会翻转，换成另一个则可能"
            ),
            (0, None) => {
                both!("it holds: no single feature can flip it", "它是稳固的：任何单个特征都翻转不了")
            }
        })
    }

    /// Why a bit is the same in two texts, A and B, or why not.
    pub fn why_bit_of_two(&self, [a, b]: [&Trace; 2], bit: u8) -> String {
        let (lang, recipe, at) = (self.lang, &self.model.recipe, usize::from(bit));
        let value = |trace: &Trace| trace.signature >> bit & 1;
        let [sum_a, sum_b] = [a, b].map(|trace| sum_text(trace.sums[at]));
        if value(a) == value(b) {
            let value = value(a);
            let flips = |trace: &Trace| trace.fragile(recipe).by_removing(bit) == Some(true);
            let flips = lang.pick(match (flips(a), flips(b)) {
                (true, true) => ("in either, removing one feature flips it", "两者去掉一个特征都会翻转"),
                (true, false) => ("in A, removing one feature flips it", "A 去掉一个特征就会翻转"),
                (false, true) => ("in B, removing one feature flips it", "B 去掉一个特征就会翻转"),
                (false, false) => ("in neither, removing one feature flips it", "两者去掉一个特征都不会翻转"),
            });
            return lang.pick(both!(
                "Bit {bit} is {value} in both, with the sums {sum_a} and {sum_b}; {flips}.",
                "第 {bit} 位两者均为 {value}，累加值为 {sum_a} 与 {sum_b}；{flips}。"
            ));
        }
        let most = moved_most(a, b, at, recipe.tie).map_or(String::new(), |(term, by)| {
            let (term, by) = (quoted(term), sum_text(by));
            lang.pick(both!(", moved most by {term} ({by})", "；影响最大的是{term}（{by}）"))
        });
        let (value_a, value_b) = (value(a), value(b));
        lang.pick(both!(
            "Bit {bit} is {value_a} in A and {value_b} in B: its sum is {sum_a} in A and {sum_b} in B{most}.",
            "第 {bit} 位在 A 中为 {value_a}，在 B 中为 {value_b}：累加值在 A 中为 {sum_a}，在 B 中为 {sum_b}{most}。"
        ))
    }

    /// What a feature does to a signature.
    pub fn why_feature(&self, trace: &Trace, at: usize) -> String {
        let (lang, recipe, feature) = (self.lang, &self.model.recipe, &trace.features[at]);
        let (term, weight, count) = (quoted(&feature.term), weight_text(feature.weight), feature.count);
        let flips = trace.flips_without(recipe)[at];
        let (times, weighting) = (counted(count as usize, "time", "times"), recipe.weighting);
        let flip = match flips {
            0 => lang.pick(both!("without it no bit would flip", "去掉它不会翻转任何一位")),
            _ => {
                let (flipped, numbers) = (flips.count_ones(), bits(flips, lang));
                let bits = counted(flipped as usize, "bit", "bits");
                lang.pick(both!(
                    "without it {bits} would flip ({numbers})",
                    "去掉它会翻转 {flipped} 位（{numbers}）"
                ))
            }
        };
        lang.pick(both!(
            "{term} weighs {weight} ({times}, weighting '{weighting}'); {flip}.",
            "{term}的权重为 {weight}（出现 {count} 次，加权方式“{weighting}”）；{flip}。"
        ))
    }

    /// What a feature that A and B have not alike did to the bits that differ.
    pub fn why_change(&self, [a, b]: [&Trace; 2], change: &Change, difference: &Difference) -> String {
        let (lang, tie) = (self.lang, self.model.recipe.tie);
        let (term, before, after) =
            (quoted(&change.term), weight_text(change.before), weight_text(change.after));
        let has = lang.pick(match (change.before == 0.0, change.after == 0.0) {
            (true, _) => both!("Only B has {term} (weight {after})", "仅 B 有{term}（权重 {after}）"),
            (_, true) => both!("Only A has {term} (weight {before})", "仅 A 有{term}（权重 {before}）"),
            _ => both!(
                "{term} weighs {before} in A and {after} in B",
                "{term}在 A 中权重为 {before}，在 B 中为 {after}"
            ),
        });
        let push = |trace: &Trace, bit: u8| {
            let feature = trace.features.iter().find(|feature| feature.term == change.term);
            feature.map_or(0.0, |feature| feature.push(bit.into(), tie))
        };
        let towards = difference.crossings.iter().filter(|crossing| {
            let moved = push(b, crossing.bit) - push(a, crossing.bit);
            moved * (crossing.after - crossing.before) > 0.0
        });
        let (towards, d) = (towards.count(), difference.distance());
        let bits = counted(d.into(), "bit", "bits");
        lang.pick(match d {
            0 => both!("{has}, but no bit differs.", "{has}，但没有一位不同。"),
            _ => both!(
                "{has}: that pushed {towards} of the {bits} that differ to the other side.",
                "{has}：在不同的 {d} 位中，它把 {towards} 位推向了另一侧。"
            ),
        })
    }

    /// Why an edited text B is as far from the first one, A, as it is.
    pub fn why_edited(&self, [a, b]: [&Trace; 2], difference: &Difference) -> String {
        let (lang, k, d) = (self.lang, self.k, difference.distance());
        let without = match (a.features.is_empty(), b.features.is_empty()) {
            (true, true) => Some(("A and B have", "A 与 B")),
            (true, false) => Some(("A has", "A")),
            (false, true) => Some(("B has", "B")),
            (false, false) => None,
        };
        if let Some((en, zh)) = without {
            let tie = self.model.recipe.tie;
            return lang.pick(both!(
                "{en} no features: the tie rule '{tie}' gives each bit, and such a text is in no group at any k.",
                "{zh} 没有特征：每一位都由平票规则 {tie} 决定，任何 k 都不入组。"
            ));
        }
        if difference.changes.is_empty() {
            return lang.pick(both!(
                "A and B have the same features, so they have the same signature.",
                "A 与 B 特征相同，因此签名相同。"
            ));
        }
        let moved = a.sums.iter().zip(&b.sums).filter(|(a, b)| a != b).count();
        let (all, flipped) = (a.sums.len(), counted(d.into(), "bit", "bits"));
        let numbers = if d == 0 {
            String::new()
        } else {
            let numbers = bits(difference.flipped, lang);
            lang.pick(both!(" ({numbers})", "（{numbers}）"))
        };
        let verdict = lang.pick(match d <= k {
            true => both!("within k = {k}", "在 k = {k} 以内"),
            false => both!("more than k = {k}", "超过 k = {k}"),
        });
        let changes = self.changes(difference);
        lang.pick(both!(
            "{changes}, which moves {moved} of {all} sums and flips {flipped}{numbers}, {verdict}.",
            "{changes}，使 {all} 位中 {moved} 位的累加值改变、{d} 位翻转{numbers}，{verdict}。"
        ))
    }

    /// Which features only A has, and only B, or how many weigh otherwise.
    fn changes(&self, difference: &Difference) -> String {
        let lang = self.lang;
        let terms = |is_one: fn(&Change) -> bool| {
            let changes = difference.changes.iter().filter(|change| is_one(change));
            named(changes.map(|change| quoted(&change.term)), TERMS, lang)
        };
        let (lost, gained) = (terms(|change| change.after == 0.0), terms(|change| change.before == 0.0));
        let other =
            difference.changes.iter().filter(|change| change.before != 0.0 && change.after != 0.0).count();
        lang.pick(match (lost.is_empty(), gained.is_empty()) {
            (false, false) => both!("Only A has {lost}, only B {gained}", "仅 A 有{lost}，仅 B 有{gained}"),
            (false, true) => both!("Only A has {lost}", "仅 A 有{lost}"),
            (true, false) => both!("Only B has {gained}", "仅 B 有{gained}"),
            (true, true) => {
                let features = counted(other, "feature weighs", "features weigh");
                both!("{features} more or less in B", "B 中有 {other} 个特征权重不同")
            }
        })
    }
}

/// The feature that moved a sum most from A to B, in the direction in which it went, and by how much.
fn moved_most<'a>(a: &'a Trace, b: &'a Trace, at: usize, tie: TieRule) -> Option<(&'a str, f64)> {
    let mut moves: std::collections::HashMap<&str, f64> = std::collections::HashMap::new();
    for (trace, sign) in [(a, -1.0), (b, 1.0)] {
        for feature in &trace.features {
            *moves.entry(&feature.term).or_default() += sign * feature.push(at, tie);
        }
    }
    let way = (b.sums[at] - a.sums[at]).signum();
    // Of equal ones the first by its letters, so that the sentence does not change from one time to the next.
    moves
        .into_iter()
        .filter(|(_, by)| by * way > 0.0)
        .min_by(|one, other| (other.1 * way).total_cmp(&(one.1 * way)).then_with(|| one.0.cmp(other.0)))
}
