//! Why something is as it is shown: a few plain sentences with the numbers that decide it.

use super::{Grouping, Shared};
use crate::hamming;
use crate::recipe::TieRule;
use crate::sensitivity::{Change, Difference};
use crate::simhash::Trace;
use crate::tui::surface::{Lang, counted, grouped_digits};
use crate::tui::widgets::bits::{sum_text, weight_text};
use crate::visible;

/// At most that many bits or terms are named; of more only the number is given.
const NAMED: usize = 6;

impl Shared {
    /// Why a document is in its group, or in none.
    pub fn why_document(&self, document: u32) -> String {
        let (lang, k, id) = (self.lang, self.k, self.named(document, true));
        if self.model.features.get(document as usize) == Some(&0) {
            return lang.pick((
                format!("{id} has no features under this recipe, so it is in no group."),
                format!("{id} 在此配方下没有特征，因此不在任何组中。"),
            ));
        }
        let Some((nearest, d)) = self.model.nearest(document) else {
            return lang.pick((
                format!("The nearest neighbour of {id} is not known yet."),
                format!("{id} 的最近邻还在计算。"),
            ));
        };
        let other = self.named(nearest, false);
        let group = self.groups.as_ref().and_then(|groups| {
            let number = groups.number_of(document)?;
            Some((number, groups.members(number).len()))
        });
        match group {
            Some((number, size)) => lang.pick((
                format!("{id} is in group #{number} of {size} documents: its nearest neighbour {other} is at distance {d}, and k is {k}."),
                format!("{id} 在第 {number} 组（{size} 篇）：最近邻 {other} 距离为 {d}，而 k 为 {k}。"),
            )),
            None => lang.pick((
                format!("{id} is alone at k = {k}: even its nearest neighbour {other} is at distance {d}. The two share a group from k = {d} on."),
                format!("k = {k} 时 {id} 独立：最近邻 {other} 也相距 {d}。k 到 {d} 时两者同组。"),
            )),
        }
    }

    /// Why two documents are a pair, or not, and whether they share a group.
    pub fn why_pair(&self, a: u32, b: u32) -> String {
        let (lang, k) = (self.lang, self.k);
        let (id_a, id_b) = (self.named(a, true), self.named(b, false));
        let [sign_a, sign_b] = [a, b].map(|document| self.model.signatures.try_get(document as usize));
        let Some((sign_a, sign_b)) = sign_a.zip(sign_b) else {
            return lang.pick(("The pair has no signatures yet.", "该对尚无签名。")).to_owned();
        };
        let (flipped, d) = (sign_a ^ sign_b, hamming::distance(sign_a, sign_b));
        let bits =
            named((0..128).rev().filter(|bit| flipped >> bit & 1 == 1).map(|bit| bit.to_string()), lang);
        let mut text = match d {
            0 => lang.pick((
                format!("{id_a} and {id_b} have the same signature: distance 0, within any k."),
                format!("{id_a} 与 {id_b} 签名相同：距离 0，任何 k 都是一对。"),
            )),
            _ if d <= k => lang.pick((
                format!(
                    "{id_a} and {id_b} differ in {} ({bits}): distance {d} ≤ k = {k}, so they are a pair.",
                    counted(d.into(), "bit", "bits")
                ),
                format!("{id_a} 与 {id_b} 有 {d} 位不同（{bits}）：距离 {d} ≤ k = {k}，是一对。"),
            )),
            _ => lang.pick((
                format!(
                    "{id_a} and {id_b} differ in {} ({bits}): distance {d} > k = {k}, so they are no pair.",
                    counted(d.into(), "bit", "bits")
                ),
                format!("{id_a} 与 {id_b} 有 {d} 位不同（{bits}）：距离 {d} > k = {k}，不是一对。"),
            )),
        };
        if let Some([only_a, only_b]) = self.only(a, b) {
            text += &lang.pick((
                format!(" Features of the first only: {only_a}. Of the second only: {only_b}."),
                format!("仅前者有的特征：{only_a}。仅后者有的特征：{only_b}。"),
            ));
        }
        if d > k
            && self.groups_are_current()
            && let Some(groups) = &self.groups
        {
            let numbers = [a, b].map(|document| groups.number_of(document));
            text += &match numbers {
                [Some(one), Some(other)] if one == other => lang.pick((
                    format!(
                        " They still share group #{one}, through documents between them (5 shows the chain)."
                    ),
                    format!("两者仍同在第 {one} 组，靠中间的文档相连（按 5 看链）。"),
                )),
                _ => lang.pick((" They share no group.".to_owned(), "两者不同组。".to_owned())),
            };
        }
        text
    }

    /// The features that only one of two documents has, each side in words, where both are traced.
    fn only(&self, a: u32, b: u32) -> Option<[String; 2]> {
        let (of_a, of_b) = (self.model.trace(a)?, self.model.trace(b)?);
        let none = self.lang.pick(("none", "无"));
        Some([(of_a, of_b), (of_b, of_a)].map(|(one, other)| {
            let others: std::collections::HashSet<&str> =
                other.features.iter().map(|feature| feature.term.as_str()).collect();
            let only = one.features.iter().filter(|feature| !others.contains(feature.term.as_str()));
            let terms = named(only.map(|feature| visible::line(&feature.term).into_owned()), self.lang);
            if terms.is_empty() { none.to_owned() } else { terms }
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
        let mut text = match self.grouped_by {
            Some(Grouping::Leaders) => lang.pick((
                format!("Group #{number} has {size} documents: each is within k = {k} of the leader {first}."),
                format!("第 {number} 组有 {size} 篇：每篇与代表 {first} 的距离都在 k = {k} 以内。"),
            )),
            Some(Grouping::Verified) => lang.pick((
                format!("Group #{number} has {size} documents: each is within k = {k} of another one with which it shares enough word pairs."),
                format!("第 {number} 组有 {size} 篇：每篇都与组内另一篇距离在 k = {k} 以内，且相邻词对重合足够。"),
            )),
            _ => lang.pick((
                format!("Group #{number} has {size} documents: from each one a path of steps of at most k = {k} bits leads to every other one."),
                format!("第 {number} 组有 {size} 篇：任意两篇之间都有一条每步不超过 k = {k} 位的路径。"),
            )),
        };
        let Some(spread) = self.group_spread(number, run) else { return text };
        let (diameter, minimum) = (spread.diameter, spread.minimum);
        text += &match diameter > k {
            true => lang.pick((
                format!(" The nearest two are {minimum} apart, the farthest two {diameter}. That is more than k = {k}, so it is a chain: documents between them hold its ends together."),
                format!("最近的两篇相距 {minimum}，最远的 {diameter}，大于 k = {k}，因此是链：两端靠中间的文档相连。"),
            )),
            false => lang.pick((
                format!(" The nearest two are {minimum} apart, the farthest two {diameter}: all pairs are within k, so it is no chain."),
                format!("最近的两篇相距 {minimum}，最远的 {diameter}：所有对都在 k 以内，不是链。"),
            )),
        };
        text
    }

    /// What this k does.
    pub fn why_k(&self) -> String {
        let (lang, k) = (self.lang, self.k);
        let Some(row) = self.model.sweep.get(usize::from(k)) else {
            return lang.pick((
                format!("k = {k}: the groups at this k are not known yet."),
                format!("k = {k}：此 k 的分组还在计算。"),
            ));
        };
        let documents = grouped_digits(self.model.documents.len());
        let (groups, grouped, largest) =
            (row.groups, grouped_digits(row.grouped), grouped_digits(row.largest));
        let mut text = match row.pairs {
            Some(pairs) => lang.pick((
                format!(
                    "k = {k}: two documents are a pair if at most {k} of their {} bits differ. {} are.",
                    self.model.recipe.bits,
                    counted(pairs as usize, "pair", "pairs")
                ),
                format!(
                    "k = {k}：{} 位中至多 {k} 位不同即为一对，共 {} 对。",
                    self.model.recipe.bits,
                    grouped_digits(pairs)
                ),
            )),
            None => lang.pick((
                format!(
                    "k = {k}: two documents are a pair if at most {k} of their {} bits differ.",
                    self.model.recipe.bits
                ),
                format!("k = {k}：{} 位中至多 {k} 位不同即为一对。", self.model.recipe.bits),
            )),
        };
        text += &lang.pick((
            format!(
                " They put {grouped} of {documents} documents into {}; the largest has {largest}.",
                counted(groups, "group", "groups")
            ),
            format!("{documents} 篇中有 {grouped} 篇分入 {groups} 组，最大的组有 {largest} 篇。"),
        ));
        if let Some(chains) = row.chains.filter(|&chains| chains > 0) {
            let are = if chains == 1 {
                "1 group is a chain".to_owned()
            } else {
                format!("{} groups are chains", grouped_digits(chains))
            };
            text += &lang.pick((
                format!(" {are}: the farthest documents differ in more than {k} bits."),
                format!("其中 {chains} 组是链：组内最远的两篇相差超过 {k} 位。"),
            ));
        }
        text
    }

    /// Why a bit of a signature is what it is.
    pub fn why_bit(&self, trace: &Trace, bit: u8) -> String {
        let (lang, recipe) = (self.lang, &self.model.recipe);
        let at = usize::from(bit);
        let (sum, value) = (trace.sums[at], trace.signature >> bit & 1);
        if trace.features.is_empty() {
            return lang.pick((
                format!("Bit {bit} is {value}: without features every sum is 0, and the tie rule '{}' makes a 0 a {value}.", recipe.tie),
                format!("第 {bit} 位为 {value}：没有特征，各位的累加值都是 0，按平票规则“{}”取 {value}。", recipe.tie),
            ));
        }
        let push = |up: bool| {
            let pushes = trace.features.iter().map(move |feature| feature.push(at, recipe.tie));
            let pushes = pushes.filter(move |push| push.is_sign_positive() == up);
            (pushes.clone().count(), weight_text(pushes.map(f64::abs).sum()))
        };
        let ((up, up_by), (down, down_by)) = (push(true), push(false));
        let features = |count: usize| counted(count, "feature pushes", "features push");
        let mut text = lang.pick((
            format!(
                "Bit {bit} is {value}: {} it up by {up_by}, {} it down by {down_by}, so its sum is {}.",
                features(up),
                features(down),
                sum_text(sum)
            ),
            format!(
                "第 {bit} 位为 {value}：{up} 个特征共向上推 {up_by}，{down} 个共向下推 {down_by}，累加值为 {}。",
                sum_text(sum)
            ),
        ));
        if sum == 0.0 {
            text += &lang.pick((
                format!(" That is a tie, and the tie rule '{}' makes it {value}.", recipe.tie),
                format!("这是平票，按平票规则“{}”取 {value}。", recipe.tie),
            ));
        }
        let flips = trace.flips_without(recipe).into_iter().zip(&trace.features);
        let flipping = flips.filter(|(flips, _)| flips >> bit & 1 == 1);
        let terms = named(flipping.map(|(_, feature)| format!("“{}”", visible::line(&feature.term))), lang);
        text += &match (terms.is_empty(), trace.fragile(recipe).by_removing(bit)) {
            (false, _) => lang.pick((
                format!(" It would flip without one of these features: {terms}."),
                format!("去掉下列任一特征就会翻转：{terms}。"),
            )),
            (true, Some(_)) => lang.pick((
                " No single feature flips it by going; with another one in its place, some would.".to_owned(),
                "去掉任何一个特征都不会翻转；若换成另一个特征，则有的会。".to_owned(),
            )),
            (true, None) => lang.pick((
                " It holds: neither removing nor replacing one feature flips it.".to_owned(),
                "它是稳固的：去掉或替换任何一个特征都不会翻转。".to_owned(),
            )),
        };
        let may_tie = sum != 0.0 && trace.features.iter().any(|feature| sum == feature.push(at, recipe.tie));
        if may_tie && (!terms.is_empty() || trace.fragile(recipe).by_removing(bit).is_some()) {
            let of_tie = u8::from(recipe.tie == TieRule::One);
            text += &lang.pick((
                format!(
                    " If the sum becomes exactly 0 without it, the rule '{}' makes the bit {of_tie}.",
                    recipe.tie
                ),
                format!("去掉后累加值恰为 0 的是平票，按规则“{}”取 {of_tie}。", recipe.tie),
            ));
        }
        text
    }

    /// What a feature does to a signature.
    pub fn why_feature(&self, trace: &Trace, at: usize) -> String {
        let (lang, recipe, feature) = (self.lang, &self.model.recipe, &trace.features[at]);
        let (term, weight) = (visible::line(&feature.term), weight_text(feature.weight));
        let flips = trace.flips_without(recipe)[at].count_ones();
        let bits = recipe.bits.get();
        let up =
            (0..usize::from(bits)).filter(|&bit| feature.push(bit, recipe.tie).is_sign_positive()).count();
        let down = usize::from(bits) - up;
        let count = feature.count;
        lang.pick((
            format!(
                "“{term}” occurs {} and weighs {weight} under the weighting '{}'. Its hash adds {weight} to {up} sums and takes {weight} from the other {down}. Without it {} of the signature would flip.",
                counted(count as usize, "time", "times"), recipe.weighting, counted(flips as usize, "bit", "bits"),
            ),
            format!(
                "“{term}”出现 {count} 次，按加权方式“{}”计为 {weight}。其哈希使 {up} 位的累加值加 {weight}，其余 {down} 位减 {weight}。去掉它，签名会翻转 {flips} 位。",
                recipe.weighting,
            ),
        ))
    }
}

impl Shared {
    /// Why an edited text B is as far from the first one, A, as it is.
    pub fn why_edited(&self, [a, b]: [&Trace; 2], difference: &Difference) -> String {
        let (lang, k, d) = (self.lang, self.k, difference.distance());
        let without = match (a.features.is_empty(), b.features.is_empty()) {
            (true, true) => Some(("A and B have", "A 与 B ")),
            (true, false) => Some(("A has", "A ")),
            (false, true) => Some(("B has", "B ")),
            (false, false) => None,
        };
        if let Some(without) = without {
            let (en, zh) = (without.0, without.1.trim_end());
            let bits = counted(d.into(), "bit", "bits");
            return lang.pick((
                format!("{en} no features: the tie rule '{}' gives each bit, and such a text is in no group at any k. The signatures differ in {bits}, which says nothing.", self.model.recipe.tie),
                format!("{zh} 没有特征：每一位都由平票规则“{}”决定，任何 k 都不入组。签名有 {d} 位不同，但不说明什么。", self.model.recipe.tie),
            ));
        }
        if difference.changes.is_empty() {
            return lang.pick((
                "A and B have the same features, so they have the same signature.".to_owned(),
                "A 与 B 特征相同，因此签名相同。".to_owned(),
            ));
        }
        let moved = a.sums.iter().zip(&b.sums).filter(|(a, b)| a != b).count();
        let (bits, verb) = (counted(d.into(), "bit", "bits"), if d == 1 { "differs" } else { "differ" });
        let verdict = match d <= k {
            true => lang.pick((format!("within k = {k}"), format!("在 k = {k} 以内"))),
            false => lang.pick((format!("beyond k = {k}"), format!("超出 k = {k}"))),
        };
        self.told_changes(difference)
            + &lang.pick((
                format!(
                    " That moved {moved} of {} sums, and {d} of them changed what their bit is, so {bits} of the signature {verb}: {verdict}.",
                    a.sums.len()
                ),
                format!(
                    "{} 位的累加值中有 {moved} 位因此改变，其中 {d} 位的取值改变，因此签名有 {d} 位不同：{verdict}。",
                    a.sums.len()
                ),
            ))
    }

    /// Which features B lost, gained and weighs otherwise; what there is none of is left out.
    fn told_changes(&self, difference: &Difference) -> String {
        let lang = self.lang;
        let term = |change: &Change| format!("“{}”", visible::line(&change.term));
        let changes = || difference.changes.iter();
        let lost = named(changes().filter(|change| change.after == 0.0).map(term), lang);
        let gained = named(changes().filter(|change| change.before == 0.0).map(term), lang);
        let other = changes().filter(|change| change.before != 0.0 && change.after != 0.0).count();
        let mut told = Vec::new();
        if !lost.is_empty() {
            told.push(
                lang.pick((format!("B lost these features: {lost}."), format!("B 失去的特征：{lost}"))),
            );
        }
        if !gained.is_empty() {
            told.push(
                lang.pick((format!("B gained these features: {gained}."), format!("B 新增的特征：{gained}"))),
            );
        }
        if other > 0 {
            let en = counted(other, "feature", "features");
            told.push(lang.pick((format!("{en} changed weight."), format!("{other} 个特征权重改变"))));
        }
        told.join(lang.pick((" ", "；"))) + lang.pick(("", "。"))
    }
}

/// The first few, and how many more.
fn named(all: impl Iterator<Item = String>, lang: Lang) -> String {
    let all: Vec<String> = all.collect();
    let mut text = all[..all.len().min(NAMED)].join(lang.pick((", ", "、")));
    if all.len() > NAMED {
        let rest = all.len() - NAMED;
        text += &lang.pick((format!(" and {rest} more"), format!("，另有 {rest} 项")));
    }
    text
}
