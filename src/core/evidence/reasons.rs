//! The sentences of the advice.

use super::advice::{Reason, Verdict};
use super::curve::Purpose;
use super::wider::Wider;
use crate::display::{Lang, both, counted, grouped_digits, percent_text};
use crate::measures::Condition;

impl Purpose {
    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pairs => "pairs",
            Self::Groups => "groups",
        }
    }
}

impl Verdict {
    /// In a few words.
    pub fn text(self, lang: Lang) -> &'static str {
        lang.pick(match self {
            Self::None => ("none: hardly any near-duplicates", "无：几乎没有近似重复"),
            Self::No => ("no: no k separates", "差：没有 k 能区分"),
            Self::Depends => ("depends: on what a duplicate is", "无法判定：取决于怎样才算重复"),
            Self::Weak => ("weak: this k alone misses or errs", "弱：单用此 k 有漏判或误判"),
            Self::Yes => ("yes: this k separates", "好：此 k 能区分"),
        })
    }
}

impl Wider {
    /// What more bits would find, and what they cost.
    pub fn text(&self, lang: Lang) -> String {
        let [found, narrow] = [self.recall, self.narrow].map(percent_text);
        let (bits, bytes) = (self.bits, self.bits.div_ceil(8));
        lang.pick(both!("{bits} bits would find {found} instead of {narrow} at no less a share of confirmed pairs; a signature then takes \
                 {bytes} bytes", "{bits} 位可找到 {found}，而不是 {narrow}，且其中确认的比例不降；每个签名则占 {bytes} 字节"))
    }
}

impl Reason {
    /// One sentence with its numbers.
    pub fn text(&self, lang: Lang) -> String {
        let found = self.of_pairs(lang).or_else(|| self.of_doubts(lang)).or_else(|| self.of_ks(lang));
        found.unwrap_or_default()
    }

    /// What the pairs that were compared say.
    fn of_pairs(&self, lang: Lang) -> Option<String> {
        Some(match self {
            Self::AtK { purpose, at, all } => {
                let made = lang.pick(match purpose {
                    Purpose::Pairs => ("pairs within it", "个文档对"),
                    Purpose::Groups => ("pairs that share a group", "个同组文档对"),
                });
                let (k, pairs, all) = (at.k, grouped_digits(at.pairs), grouped_digits(all.round() as u64));
                let [confirmed, found] = [at.precision, at.recall]
                    .map(|share| percent_text(share.map_or(0.0, |share| share.share)));
                lang.pick(both!("k = {k}: {confirmed} of the {pairs} {made} are confirmed, and these are {found} of all {all}", "k = {k}：{pairs} {made}中 {confirmed} 得到确认，占全部 {all} 对的 {found}"))
            }
            Self::Alone(k) => lang.pick(both!("k = {k} alone is good enough", "单用 k = {k} 即可")),
            Self::Compare { all, bits, condition } => {
                let all = grouped_digits(all.round() as u64);
                lang.pick(both!("compare the texts instead of choosing a k: pairs -k {bits} --confirm '{condition}' finds all {all} of them", "不必选 k，直接比较文本：pairs -k {bits} --confirm '{condition}' 可找到全部 {all} 对"))
            }
            Self::Catalogue(seen) => {
                let seen = seen.seen(lang);
                lang.pick(both!(
                    "each text may mean something else here ({seen}): that two share much does not say that one may go. dedup decides by what differs, and judge shows pairs to be read",
                    "这里的文本可能各有所指（{seen}）：重合再多也不说明哪篇可以去除。dedup 按差异决定，judge 列出待判定的文档对"
                ))
            }
            Self::Radius(radii) => {
                let each = radii.iter().map(|radius| {
                    let (k, found, pairs) =
                        (radius.k, percent_text(radius.recall), grouped_digits(radius.pairs));
                    lang.pick(both!(
                        "k = {k} finds {found}: {pairs} comparisons",
                        "k = {k} 找到 {found}：比较 {pairs} 对"
                    ))
                });
                let each: Vec<String> = each.collect();
                lang.pick((
                    format!(
                        "where only signatures are at hand, search first and compare later: {}",
                        each.join("; ")
                    ),
                    format!("只有签名时，先查找后比较：{}", each.join("；")),
                ))
            }
            Self::Kind(kind) => kind.text(lang),
            _ => return None,
        })
    }

    /// Why no k is good, or how far that is known.
    fn of_doubts(&self, lang: Lang) -> Option<String> {
        Some(match self {
            Self::FewConfirmed { all: 0.0 } => {
                let what = ("no pair is confirmed: nothing to choose a k for", "没有文档对得到确认：无从选择 k");
                lang.pick(what).to_owned()
            }
            Self::FewConfirmed { all } => {
                let pairs = if *all == 1.0 { "pair is" } else { "pairs are" };
                let all = grouped_digits(all.round() as u64);
                lang.pick(both!("only {all} {pairs} confirmed: there is nothing to choose a k for", "只有 {all} 对得到确认：没有选择 k 的依据"))
            }
            Self::NearButWrong { wrong } => {
                let wrong = grouped_digits(*wrong);
                lang.pick(both!("{wrong} pairs lie very near each other, and share too little to be confirmed", "有 {wrong} 对距离很近，但重合太少，未得到确认"))
            }
            Self::NothingSeparates { f1 } => lang.pick(both!("the best F1 of any k is {f1:.2}: confirmed pairs lie among the others", "各 k 的最佳 F1 仅为 {f1:.2}：确认与未确认的文档对混在一起")),
            Self::DependsOnTau { purpose, k, low: (low_tau, low), high: (high_tau, high) } => {
                let (low, high) = (percent_text(*low), percent_text(*high));
                let of = lang.pick(match purpose {
                    Purpose::Pairs => ("of the pairs", "的文档对"),
                    Purpose::Groups => ("of the pairs that share a group", "的同组文档对"),
                });
                lang.pick(both!("at k = {k}, {low} {of} are confirmed at τ = {low_tau}, but {high} at τ = {high_tau}", "k = {k} 时，τ = {low_tau} 则确认 {low} {of}，τ = {high_tau} 则为 {high}"))
            }
            Self::CountedTo(k) => lang.pick(both!("distances are counted up to {k} only, so no larger k was looked at", "距离只统计到 {k}，未考察更大的 k")),
            Self::Covered { k, labelled, pairs } => {
                let [labelled, pairs] = [*labelled, *pairs].map(grouped_digits);
                lang.pick(both!("{labelled} of the {pairs} pairs that k = {k} makes are labelled (a k is called good from a tenth on), and nothing is known of the others: border -k {k} --draw 50 draws more to label", "k = {k} 的 {pairs} 个文档对中只有 {labelled} 对有标签（至少十分之一有标签才可判为好），其余未知：border -k {k} --draw 50 可抽取更多以供标注"))
            }
            Self::NoPairs => {
                lang.pick(("there are no two documents to compare".to_owned(), "不足两篇文档，无从比较".to_owned()))
            }
            Self::NoneRight => lang.pick((
                "no labelled pair is a near-duplicate: there is nothing to choose a k for".to_owned(),
                "标注的文档对没有一对是近似重复：没有选择 k 的依据".to_owned(),
            )),
            Self::AllRight => lang.pick((
                "every labelled pair is a near-duplicate, so precision is 1 at every k: there is nothing to choose a k for".to_owned(),
                "标注的文档对全部是近似重复，任何 k 的精确率都是 1：没有选择 k 的依据".to_owned(),
            )),
            _ => return None,
        })
    }

    /// What k would do, or another one.
    fn of_ks(&self, lang: Lang) -> Option<String> {
        Some(match self {
            Self::OtherTau(others) => {
                let list: Vec<String> = others
                    .iter()
                    .map(|(tau, k)| lang.pick(both!("τ = {tau}: k = {k}", "τ = {tau}：k = {k}")))
                    .collect();
                lang.pick((
                    format!("with another idea of a duplicate: {}", list.join("; ")),
                    format!("若对“重复”另有定义：{}", list.join("；")),
                ))
            }
            Self::LargestGroup { k, largest, right } => {
                let (largest, right) = (grouped_digits(*largest), percent_text(*right));
                lang.pick(both!("at k = {k}, the best for pairs, the largest group has {largest} members, and {right} of all pairs \
                         that share a group are confirmed", "若取文档对的最佳 k = {k}，最大组有 {largest} 篇，同组文档对中 {right} 得到确认"))
            }
            Self::Three { found } => lang.pick(both!(
                "k = 3, as for web pages, would find {}",
                "若如网页去重取 k = 3，只能找到 {}",
                percent_text(*found)
            )),
            Self::Wider(wider) => wider.text(lang),
            Self::Target { targets, is_met, has_interval } => {
                let asked = |name: &str, least: Option<f64>| least.map(|least| format!("{name} ≥ {least}"));
                let names = lang.pick((["precision", "recall"], ["精确率", "召回率"]));
                let asked: Vec<String> =
                    [asked(names[0], targets.precision), asked(names[1], targets.recall)]
                        .into_iter()
                        .flatten()
                        .collect();
                let asked = asked.join(lang.pick((" and ", "且")));
                let certain = match has_interval {
                    true => lang.pick((" with 95 % confidence", "（95 % 置信）")),
                    false => "",
                };
                lang.pick(match is_met {
                    true => both!("chosen for {asked}{certain}", "按 {asked} 选取{certain}"),
                    false => both!(
                        "no k has {asked}{certain}; this is the k of the best F1",
                        "没有 k 达到 {asked}{certain}；此为 F1 最佳的 k"
                    ),
                })
            }
            _ => return None,
        })
    }
}

/// Of judged pairs, by their values and whether they are right: how many fulfil the condition, and how many of these were judged right.
/// `None` if none does.
pub fn confirmed_and_right(judged: &[(f64, bool)], condition: Condition) -> Option<[usize; 2]> {
    let confirmed = || judged.iter().filter(|(value, _)| condition.holds(*value));
    let right = confirmed().filter(|(_, is_right)| *is_right).count();
    Some([confirmed().count(), right]).filter(|[pairs, _]| *pairs > 0)
}

/// These counts in a sentence: the precision of the condition on the judged pairs.
pub fn judged_of_confirmed(judged: &[(f64, bool)], condition: Condition, lang: Lang) -> Option<String> {
    let [pairs, right] = confirmed_and_right(judged, condition)?;
    let judged = counted(pairs, "pair that you judged fulfils", "pairs that you judged fulfil");
    Some(lang.pick(both!(
        "{judged} {condition}; you judged {right} of them right.",
        "您判定过的文档对中有 {pairs} 对满足 {condition}，其中 {right} 对判为正确。"
    )))
}
