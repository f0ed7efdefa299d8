//! Why something is as it is shown: one plain sentence with the numbers that decide it.

mod bits;

use super::{Grouping, Shared};
use crate::surface::{Lang, counted, grouped_digits};
use simscope_core::{hamming, visible};

/// At most that many bits are named; of more only the number is given.
const BITS: usize = 6;
/// The same of terms.
const TERMS: usize = 3;

impl Shared {
    /// Why a document is in its group, or in none.
    pub fn why_document(&self, document: u32) -> String {
        let (lang, k, id) = (self.lang, self.k, self.named(document, true));
        if self.model.features.get(document as usize) == Some(&0) {
            return lang.pick(both!(
                "{id} has no features under this recipe, so it is in no group.",
                "{id} 在此配方下没有特征，因此不在任何组中。"
            ));
        }
        let Some((nearest, d)) = self.model.nearest(document) else {
            return lang
                .pick(both!("The nearest neighbour of {id} is not known yet.", "{id} 的最近邻还在计算。"));
        };
        let other = self.named(nearest, false);
        let group = self.groups.as_ref().and_then(|groups| {
            let number = groups.number_of(document)?;
            Some((number, groups.members(number).len()))
        });
        match (group, self.made.by) {
            (Some((number, size)), _) => lang.pick(both!(
                "{id} is in group #{number} of {size} documents: its nearest neighbour {other} is at distance {d}, and k is {k}.",
                "{id} 在第 {number} 组（{size} 篇）：最近邻 {other} 距离为 {d}，而 k 为 {k}。"
            )),
            (None, Some(Grouping::Verified)) if d <= k => lang.pick(both!(
                "{id} is alone: its nearest neighbour {other} is at distance {d}, but none within k = {k} shares enough word pairs with it.",
                "{id} 不属于任何组：最近邻 {other} 距离为 {d}，但 k = {k} 以内没有一篇与它重合足够多的相邻词对。"
            )),
            (None, Some(Grouping::Leaders)) if d <= k => lang.pick(both!(
                "{id} is alone: its nearest neighbour {other} is at distance {d}, but no leader before it is within k = {k}.",
                "{id} 不属于任何组：最近邻 {other} 距离为 {d}，但在它之前没有相距 k = {k} 以内的代表。"
            )),
            (None, _) => lang.pick(both!(
                "{id} is alone: even its nearest neighbour {other} is at distance {d}, more than k = {k}.",
                "{id} 不属于任何组：最近邻 {other} 也相距 {d}，大于 k = {k}。"
            )),
        }
    }

    /// Why two documents are a pair, or not.
    pub fn why_pair(&self, a: u32, b: u32) -> String {
        let (lang, k) = (self.lang, self.k);
        let (id_a, id_b) = (self.named(a, true), self.named(b, false));
        let [sign_a, sign_b] = [a, b].map(|document| self.model.signatures.try_get(document as usize));
        let Some((sign_a, sign_b)) = sign_a.zip(sign_b) else {
            return lang.pick(("The pair has no signatures yet.", "该对尚无签名。")).to_owned();
        };
        let (flipped, d) = (sign_a ^ sign_b, hamming::distance(sign_a, sign_b));
        let (bits, differ) = (bits(flipped, lang), counted(d.into(), "bit differs", "bits differ"));
        let because = self.because(a, b).filter(|_| d > 0).unwrap_or_default();
        match d {
            0 => lang.pick(both!(
                "{id_a} and {id_b} are a pair at every k: their signatures are the same.",
                "{id_a} 与 {id_b} 签名相同，任何 k 都是一对。"
            )),
            _ if d <= k => lang.pick(both!(
                "{id_a} and {id_b} are a pair: only {differ} ({bits}), within k = {k}{because}.",
                "{id_a} 与 {id_b} 是一对：只有 {d} 位不同（{bits}），在 k = {k} 以内{because}。"
            )),
            _ => match self.group_of_both(a, b) {
                Some(number) => lang.pick(both!(
                    "{id_a} and {id_b} are no pair: {differ} ({bits}), more than k = {k}; documents between them put both into group #{number}.",
                    "{id_a} 与 {id_b} 不是一对：有 {d} 位不同（{bits}），大于 k = {k}；靠中间的文档同在第 {number} 组。"
                )),
                None => lang.pick(both!(
                    "{id_a} and {id_b} are no pair: {differ} ({bits}), more than k = {k}{because}.",
                    "{id_a} 与 {id_b} 不是一对：有 {d} 位不同（{bits}），大于 k = {k}{because}。"
                )),
            },
        }
    }

    /// The group that has both, at this k.
    fn group_of_both(&self, a: u32, b: u32) -> Option<usize> {
        let groups = self.groups.as_ref().filter(|_| self.groups_are_current())?;
        groups.number_of(a).filter(|&number| groups.number_of(b) == Some(number))
    }

    /// The features that only one of two documents has, where both are traced and there are any.
    fn because(&self, a: u32, b: u32) -> Option<String> {
        let (lang, of_a, of_b) = (self.lang, self.model.trace(a)?, self.model.trace(b)?);
        let [first, second] = [(of_a, of_b), (of_b, of_a)].map(|(one, other)| {
            let others: std::collections::HashSet<&str> =
                other.features.iter().map(|feature| feature.term.as_str()).collect();
            let only = one.features.iter().filter(|feature| !others.contains(feature.term.as_str()));
            let terms = named(only.map(|feature| quoted(&feature.term)), TERMS, lang);
            Some(terms).filter(|terms| !terms.is_empty())
        });
        Some(lang.pick(match (first, second) {
            (Some(first), Some(second)) => both!(
                "; only the first has {first}, only the second {second}",
                "；仅前者有{first}，仅后者有{second}"
            ),
            (Some(first), None) => both!("; only the first has {first}", "；仅前者有{first}"),
            (None, Some(second)) => both!("; only the second has {second}", "；仅后者有{second}"),
            (None, None) => return None,
        }))
    }

    /// Why a group is one, and whether it is a chain.
    pub fn why_group(&self, number: usize) -> String {
        let (lang, k) = (self.lang, self.k);
        let Some(groups) = self.groups.as_ref().filter(|groups| number >= 1 && number <= groups.count())
        else {
            return self.why_k();
        };
        let (members, run) = (groups.members(number), groups.run(number));
        let (size, first) = (grouped_digits(members.len()), self.named(members[0], false));
        let joined = match self.made.by {
            Some(Grouping::Leaders) => lang.pick(both!(
                "each within k = {k} of the leader {first}",
                "每篇与代表 {first} 的距离都在 k = {k} 以内"
            )),
            Some(Grouping::Verified) => lang.pick(both!(
                "each within k = {k} of another one that shares enough word pairs",
                "每篇都与组内另一篇相距 k = {k} 以内且相邻字词对重合足够"
            )),
            _ => lang.pick(both!("joined by steps of at most k = {k} bits", "由不超过 k = {k} 位的步连成")),
        };
        let spread = match self.group_spread(number, run).map(|spread| spread.diameter) {
            None => String::new(),
            Some(diameter) if diameter > k => lang.pick(both!(
                "; the farthest two are {diameter} apart, more than k, so it is a chain",
                "；最远的两篇相距 {diameter}，大于 k，因此是链"
            )),
            Some(diameter) => lang.pick(both!(
                "; even the farthest two are only {diameter} apart, so it is no chain",
                "；最远的两篇也只相距 {diameter}，不是链"
            )),
        };
        lang.pick(both!(
            "Group #{number} has {size} documents, {joined}{spread}.",
            "第 {number} 组有 {size} 篇，{joined}{spread}。"
        ))
    }

    /// What this k does.
    pub fn why_k(&self) -> String {
        let (lang, k, bits) = (self.lang, self.k, self.model.recipe.bits);
        let Some(row) = self.model.sweep.get(usize::from(k)) else {
            return lang.pick(both!(
                "k = {k}: the groups at this k are not known yet.",
                "k = {k}：此 k 的分组还在计算。"
            ));
        };
        let documents = grouped_digits(self.model.documents.len());
        let (grouped, groups) = (grouped_digits(row.grouped), grouped_digits(row.groups));
        let (en_pairs, zh_pairs) = match row.pairs {
            Some(pairs) => {
                (counted(pairs as usize, "pair", "pairs"), format!("有 {} 对", grouped_digits(pairs)))
            }
            None => both!("the pairs", "文档对"),
        };
        let chains = match row.chains.filter(|&chains| chains > 0) {
            None => String::new(),
            Some(chains) => {
                let chains = grouped_digits(chains);
                lang.pick(both!(", {chains} of them chains", "，其中 {chains} 组是链"))
            }
        };
        let en_groups = counted(row.groups, "group", "groups");
        lang.pick(both!(
            "At k = {k}, {en_pairs} with at most {k} of {bits} bits different put {grouped} of {documents} documents into {en_groups}{chains}.",
            "k = {k} 时，{bits} 位中至多 {k} 位不同的{zh_pairs}，把 {documents} 篇中的 {grouped} 篇分入 {groups} 组{chains}。"
        ))
    }
}

/// A term in quotation marks.
pub fn quoted(term: &str) -> String {
    format!("“{}”", visible::line(term))
}

/// The numbers of the bits of a mask, the most significant first.
pub fn bits(mask: u128, lang: Lang) -> String {
    named((0..128).rev().filter(|bit| mask >> bit & 1 == 1).map(|bit| bit.to_string()), BITS, lang)
}

/// The first few, and how many more.
fn named(all: impl Iterator<Item = String>, most: usize, lang: Lang) -> String {
    let all: Vec<String> = all.collect();
    let mut text = all[..all.len().min(most)].join(lang.pick((", ", "、")));
    if all.len() > most {
        let rest = all.len() - most;
        text += &lang.pick(both!(" and {rest} more", "，另有 {rest} 项"));
    }
    text
}
