//! The sentences of the advice.

use super::advice::{Reason, Verdict};
use super::curve::Purpose;
use crate::display::{Lang, grouped_digits, percent_text};

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
            Self::None => ("none: no near-duplicates to speak of", "无：几乎没有近似重复"),
            Self::No => ("no: no k separates", "差：没有 k 能区分"),
            Self::Depends => ("depends: on what counts as a duplicate", "不定：看怎样才算重复"),
            Self::Weak => ("weak: this k misses or errs much", "弱：此 k 漏判或误判较多"),
            Self::Yes => ("yes: this k separates", "好：此 k 能区分"),
        })
    }
}

impl Reason {
    /// One sentence with its numbers.
    pub fn text(&self, lang: Lang) -> String {
        let found = self.of_pairs(lang).or_else(|| self.of_ks(lang)).or_else(|| self.of_want(lang));
        found.unwrap_or_default()
    }

    /// What the pairs that were compared say.
    fn of_pairs(&self, lang: Lang) -> Option<String> {
        Some(match self {
            Self::FewRight { hits } => lang.pick((
                format!("only {hits} of the pairs that were compared are right: there is nothing to choose a k for"),
                format!("比较过的文档对中只有 {hits} 对符合定义：没有选择 k 的依据"),
            )),
            Self::NearButWrong { wrong } => lang.pick((
                format!("{wrong} of the pairs that were compared lie very near each other, and share too little to be right"),
                format!("比较过的文档对中有 {wrong} 对距离很近，但重合太少，不符合定义"),
            )),
            Self::NothingSeparates { f1 } => lang.pick((
                format!("the best F1 of any k is {f1:.2}: right pairs lie among the wrong ones"),
                format!("各 k 的最佳 F1 仅为 {f1:.2}：符合与不符合定义的文档对混在一起"),
            )),
            Self::DependsOnTau { purpose, k, low: (low_tau, low), high: (high_tau, high) } => {
                let (low, high) = (percent_text(*low), percent_text(*high));
                let of = lang.pick(match purpose {
                    Purpose::Pairs => ("of the pairs", "的文档对"),
                    Purpose::Groups => ("of the pairs that share a group", "的同组文档对"),
                });
                lang.pick((
                    format!("at k = {k}, {low} {of} share {low_tau} of their word pairs, but only {high} share {high_tau}"),
                    format!("k = {k} 时，{low} {of}相邻字词对重合度达 {low_tau}，但达 {high_tau} 的只有 {high}"),
                ))
            }
            Self::Drawn { distance, hits, of } => lang.pick((
                format!("{hits} of {of} pairs drawn at d = {distance} are right"),
                format!("距离 {distance} 处抽取的 {of} 对中有 {hits} 对符合定义"),
            )),
            Self::RecallNotMeasured { rows } => lang.pick((
                format!(
                    "recall is not measured: {rows} documents were compared with all others, and too few right pairs \
                     came up"
                ),
                format!("未测出召回率：抽取 {rows} 篇与全部文档比较，遇到的符合定义的文档对太少"),
            )),
            Self::CountedTo(k) => lang.pick((
                format!("distances are counted up to {k} only, so no larger k was looked at"),
                format!("距离只统计到 {k}，未考察更大的 k"),
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
                    .map(|(tau, k)| lang.pick((format!("τ = {tau}: k = {k}"), format!("τ = {tau}：k = {k}"))))
                    .collect();
                lang.pick((
                    format!("with another idea of a duplicate: {}", list.join("; ")),
                    format!("若对“重复”另有定义：{}", list.join("；")),
                ))
            }
            Self::LargestGroup { k, largest, right } => {
                let (largest, right) = (grouped_digits(*largest), percent_text(*right));
                lang.pick((
                    format!(
                        "at k = {k}, the best for pairs, the largest group has {largest} members, and {right} of all pairs \
                         that share a group are right"
                    ),
                    format!("若取文档对的最佳 k = {k}，最大组有 {largest} 篇，同组文档对中 {right} 符合定义"),
                ))
            }
            Self::Three { found } => lang.pick((
                format!("k = 3, as for web pages, would find {}", percent_text(*found)),
                format!("若如网页去重取 k = 3，只能找到 {}", percent_text(*found)),
            )),
            Self::FindThenVerify { k, found, pairs } => {
                let (found, pairs) = (percent_text(*found), grouped_digits(*pairs));
                lang.pick((
                    format!(
                        "to have both, find at k = {k} and then verify by the exact measure: finds {found}, after \
                         comparing {pairs} pairs"
                    ),
                    format!("若要两全：先以 k = {k} 查找，再用精确度量核实：可找到 {found}，需核实 {pairs} 对"),
                ))
            }
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
                    true => (format!("chosen for {asked}{certain}"), format!("按 {asked} 选取{certain}")),
                    false => (
                        format!("no k has {asked}{certain}; this is the k of the best F1"),
                        format!("没有 k 达到 {asked}{certain}；此为 F1 最佳的 k"),
                    ),
                })
            }
            _ => return None,
        })
    }

    /// What there is not.
    fn of_want(&self, lang: Lang) -> Option<String> {
        Some(match self {
            Self::NoTexts => lang.pick((
                "there are no texts to compare: this is what the shape of the histogram says, without intervals; for groups \
                 it says nothing"
                    .to_owned(),
                "没有文本可供比较：此处仅据直方图形状推断，无置信区间；对分组无法推断".to_owned(),
            )),
            Self::NoBulk => lang.pick((
                "there are no texts to compare, and the histogram has no bulk of unrelated pairs to tell near ones from"
                    .to_owned(),
                "没有文本可供比较，直方图中也没有可作对照的无关文档对".to_owned(),
            )),
            Self::NoPairs => {
                lang.pick(("there are no two documents to compare".to_owned(), "不足两篇文档，无从比较".to_owned()))
            }
            Self::NoneRight => lang.pick((
                "no labelled pair is right: there is nothing to choose a k for".to_owned(),
                "标注的文档对没有一对符合定义：没有选择 k 的依据".to_owned(),
            )),
            Self::AllRight => lang.pick((
                "every labelled pair is right, so precision is 1 at every k: there is nothing to choose a k for".to_owned(),
                "标注的文档对全部符合定义，任何 k 的精确率都是 1：没有选择 k 的依据".to_owned(),
            )),
            _ => return None,
        })
    }
}
