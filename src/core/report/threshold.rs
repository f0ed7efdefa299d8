//! The page about one k: what it finds, why this k, and what its neighbours and more bits would do. It says nothing of what a
//! clean corpus would lose.

use super::page::{self, Leaf, Section, heads, number, percent, shown, table, with_interval};
use super::{Page, excerpt, made};
use crate::analysis::ranking::Ranked;
use crate::display::{Lang, Phrase, both, counted, grouped_digits};
use crate::evidence::{Advice, Curve, Predicted, Radius, judged_of_confirmed};
use crate::export::BorderPair;
use crate::groups::SweepRow;
use crate::measures::Condition;
use crate::recipe::Recipe;
use maud::{Markup, html};

/// The input of the page about one k.
#[derive(Debug, Clone, Copy)]
pub(super) struct AtThreshold<'a> {
    /// Name of the corpus.
    pub(super) name: &'a str,
    /// The number of documents that are compared.
    pub(super) documents: usize,
    /// How signatures are made.
    pub(super) recipe: &'a Recipe,
    /// The threshold.
    pub(super) k: u8,
    /// How much the texts of a right pair share.
    pub(super) condition: Condition,
    /// The groups at every k.
    pub(super) sweep: &'a [SweepRow],
    /// The pairs at every k, with those that share enough.
    pub(super) shared: &'a Curve,
    /// How much the judged pairs share, and whether they were judged right.
    pub(super) judged: &'a [(f64, bool)],
    /// The same by the labels of the corpus.
    pub(super) labelled: Option<&'a Curve>,
    /// The judged pairs at every k, with those that were judged right.
    pub(super) answered: Option<&'a Curve>,
    /// The k that is advised, and the reasons.
    pub(super) advice: &'a Advice,
    /// How far to search if the texts are compared afterwards.
    pub(super) radii: &'a [Radius],
    /// All recipes at their best k, the best first; `None` if they are not ranked.
    pub(super) ranked: Option<&'a [Ranked]>,
    /// Pairs at k and at k + 1.
    pub(super) border: &'a [BorderPair<'a>],
}

impl AtThreshold<'_> {
    /// The whole page.
    pub(super) fn html(&self, page: &Page<'_>) -> String {
        let lang = page.lang;
        let (k, n, name) = (self.k, grouped_digits(self.documents), shown(self.name));
        let why = Section {
            id: "why",
            heading: lang.pick(("Why this k", "为何取此 k")),
            is_large: false,
            body: self.why(lang),
        };
        let curve = Section {
            id: "curve",
            heading: lang.pick(("Every k", "各 k 的结果")),
            is_large: false,
            body: self.curve(lang),
        };
        let recipes = Section {
            id: "recipes",
            heading: lang.pick(("More bits, or another recipe", "更多位数或其他配方")),
            is_large: false,
            body: self.recipes(lang),
        };
        let border = Section {
            id: "border",
            heading: lang.pick(("Pairs at the border", "边界上的文档对")),
            is_large: true,
            body: self.border(lang),
        };
        let leaf = Leaf {
            title: &lang.pick(both!("k = {k} for {name}", "{name} 的 k = {k}")),
            under: html! { (lang.pick(both!("{n} documents", "{n} 篇文档"))) " · " (self.condition.to_string()) },
            answer: self.answer(lang),
            sections: vec![why, curve, recipes, border, made::section(Some(self.recipe), page)],
        };
        page::around(&leaf, lang)
    }

    /// The row of a k, as far as pairs are counted.
    fn at(&self, k: u8) -> Option<&Predicted> {
        self.shared.at(k)
    }

    fn answer(&self, lang: Lang) -> Markup {
        let (k, tau) = (self.k, self.condition.at_least);
        let Some(at) = self.at(k) else { return html! { p.lead { (not_counted(lang)) } } };
        let n = |count: f64| grouped_digits(count.round() as u64);
        let (pairs_en, pairs) = (counted(at.pairs as usize, "pair", "pairs"), grouped_digits(at.pairs));
        let precision = at.precision.map_or_else(|| "–".to_owned(), |share| percent(share.share));
        let (right, missed, all) = (n(at.right), n(at.missed), n(at.right + at.missed));
        let row = self.sweep.iter().find(|row| row.k == k);
        html! {
            p.lead { (lang.pick(both!(
                "k = {k} finds {pairs_en}. The texts of {right} of them ({precision}) share {tau:.2} or more; {missed} of all {all} such pairs are missed.",
                "k = {k} 找到 {pairs} 个文档对，其中 {right} 对（{precision}）的文本重合度不低于 {tau:.2}；全部 {all} 个这样的文档对中漏掉 {missed} 对。"
            ))) }
            p { (self.what_is_a_pair(lang)) }
            @if let Some(worth) = judged_of_confirmed(self.judged, self.condition, lang) { p { (worth) } }
            dl.facts {
                @for (name, value) in [
                    (("precision", "精确率"), at.precision.map(with_interval)),
                    (("recall", "召回率"), at.recall.map(with_interval)),
                    (("groups", "组"), row.map(|row| number(row.groups))),
                    (("documents in groups", "组内文档"), row.map(|row| number(row.grouped))),
                    (("largest group", "最大的组"), row.map(|row| number(row.largest))),
                ] {
                    @if let Some(value) = value { div { dt { (lang.pick(name)) } dd { (value) } } }
                }
            }
        }
    }

    fn what_is_a_pair(&self, lang: Lang) -> String {
        let (k, bits, condition) = (self.k, self.recipe.bits.get(), self.condition);
        lang.pick(both!(
            "Each text has a signature of {bits} bits. The distance of two texts is the number of bits in which their signatures differ, and two \
             texts at a distance of at most {k} are a pair. Documents that pairs connect, directly or through others, are a group. A pair counts as \
             right here if its texts fulfil {condition}: that says how much they share, not that nobody would miss what differs.",
            "每篇文本有一个 {bits} 位的签名。两篇文本的距离是其签名不同的位数；距离不超过 {k} 的两篇是一个文档对。由文档对直接或间接相连的文档为一组。\
             此处把文本满足 {condition} 的文档对计为正确：它说明两篇重合多少，并不说明差异无关紧要。"
        ))
    }

    fn why(&self, lang: Lang) -> Markup {
        let advised = self.advice.at.map(|at| at.k);
        let k = self.k;
        let first = match advised {
            Some(advised) if advised == k => lang.pick(both!(
                "simscope advises this k: no other balances precision and recall better (largest F1).",
                "simscope 建议取此 k：其精确率与召回率的平衡（F1）最好。"
            )),
            Some(advised) => lang.pick(both!(
                "simscope would advise k = {advised}; the reasons below are for that k.",
                "simscope 建议 k = {advised}；以下理由针对该 k。"
            )),
            None => lang
                .pick(("simscope advises no k for this corpus.", "simscope 对此语料不建议任何 k。"))
                .to_owned(),
        };
        let radius = self.radii.last().map(|radius| radius.k).filter(|&radius| radius != k);
        let others = [k.checked_sub(1), k.checked_add(1), radius.filter(|&radius| radius > k + 1)];
        let others = others.into_iter().flatten().filter_map(|other| self.other(other, lang));
        html! {
            p { (first) " " (lang.pick(both!("The verdict: {}.", "结论：{}。", self.advice.verdict.text(lang)))) }
            ul.reasons { @for reason in &self.advice.reasons { li { (reason.text(lang)) } } }
            h3 { (lang.pick(("Another k", "换一个 k"))) }
            ul.reasons { @for other in others { li { (other) } } }
            h3 { (lang.pick(("The cost", "代价"))) }
            p { (self.cost(lang)) }
        }
    }

    /// What another k would find more or less than this one.
    fn other(&self, other: u8, lang: Lang) -> Option<String> {
        let (at, there) = (self.at(self.k)?, self.at(other)?);
        let n = |a: f64, b: f64| grouped_digits((a - b).abs().round() as u64);
        let (pairs, right) = (n(there.pairs as f64, at.pairs as f64), n(there.right, at.right));
        let pairs_en = counted(there.pairs.abs_diff(at.pairs) as usize, "pair", "pairs");
        let f1 = there.f1.map_or_else(|| "–".to_owned(), |f1| format!("{f1:.2}"));
        Some(lang.pick(match other > self.k {
            true => both!(
                "k = {other}: {pairs_en} more, of which {right} share enough (F1 {f1})",
                "k = {other}：多 {pairs} 个文档对，其中 {right} 对重合足够（F1 {f1}）"
            ),
            false => both!(
                "k = {other}: {pairs_en} fewer, of which {right} share enough (F1 {f1})",
                "k = {other}：少 {pairs} 个文档对，其中 {right} 对重合足够（F1 {f1}）"
            ),
        }))
    }

    fn cost(&self, lang: Lang) -> String {
        let bytes = usize::from(self.recipe.bits.get().div_ceil(8));
        let all = grouped_digits(bytes * self.documents);
        let signed = lang.pick(both!(
            "A signature takes {bytes} bytes, and all of them {all}.",
            "每个签名 {bytes} 字节，全部共 {all} 字节。"
        ));
        let radius = self.radii.last().map_or_else(String::new, |radius| {
            let (k, found) = (radius.k, percent(radius.recall));
            let (n, comparisons) =
                (grouped_digits(radius.pairs), counted(radius.pairs as usize, "comparison", "comparisons"));
            lang.pick(both!(
                " To find {found} of the pairs that share enough, search up to k = {k} and compare the texts of what is found: {comparisons}.",
                "要找到重合足够的文档对中的 {found}，请搜索到 k = {k}，再比较所得文本：{n} 次比较。"
            ))
        });
        signed + &radius
    }

    fn curve(&self, lang: Lang) -> Markup {
        let radius = self.radii.last().map_or(0, |radius| radius.k);
        let last = self.k.max(radius).max(self.shared.best.unwrap_or(0)) + 4;
        let more = |curve: Option<&Curve>, names: [Phrase; 3]| {
            if curve.is_some() { names.to_vec() } else { Vec::new() }
        };
        let names = [
            vec![
                ("k", "k"),
                ("pairs", "文档对"),
                ("share enough", "重合足够"),
                ("missed", "漏掉"),
                ("precision", "精确率"),
                ("recall", "召回率"),
                ("F1", "F1"),
            ],
            more(
                self.labelled,
                [
                    ("precision by labels", "按标签的精确率"),
                    ("recall by labels", "按标签的召回率"),
                    ("F1 by labels", "按标签的 F1"),
                ],
            ),
            more(
                self.answered,
                [
                    ("pairs judged", "已判文档对"),
                    ("judged right", "判为正确"),
                    ("precision by answers", "按判定的精确率"),
                ],
            ),
            vec![("groups", "组"), ("documents in groups", "组内文档"), ("largest group", "最大的组")],
        ]
        .concat();
        let share = |share: Option<crate::evidence::Share>| html! { @match share { Some(share) => (with_interval(share)), None => "–" } };
        let f1 = |f1: Option<f64>| f1.map_or_else(|| "–".to_owned(), |f1| format!("{f1:.3}"));
        let rows = html! {
            @for row in self.sweep.iter().take_while(|row| row.k <= last) {
                @if let Some(at) = self.at(row.k) {
                    tr.here[row.k == self.k] {
                        th scope="row" { (row.k) @if Some(row.k) == self.advice.at.map(|at| at.k) { " ●" } @if row.k == radius { " ☆" } }
                        td.number { (number(at.pairs)) }
                        td.number { (number(at.right.round() as u64)) }
                        td.number { (number(at.missed.round() as u64)) }
                        td.number { (share(at.precision)) }
                        td.number { (share(at.recall)) }
                        td.number { (f1(at.f1)) }
                        @if let Some(curve) = self.labelled {
                            @let by = curve.at(row.k);
                            td.number { (share(by.and_then(|by| by.precision))) }
                            td.number { (share(by.and_then(|by| by.recall))) }
                            td.number { (f1(by.and_then(|by| by.f1))) }
                        }
                        @if let Some(curve) = self.answered {
                            @let by = curve.at(row.k);
                            td.number { (number(by.map_or(0, |by| by.pairs))) }
                            td.number { (number(by.map_or(0, |by| by.right.round() as u64))) }
                            td.number { (share(by.and_then(|by| by.precision))) }
                        }
                        td.number { (number(row.groups)) }
                        td.number { (number(row.grouped)) }
                        td.number { (number(row.largest)) }
                    }
                }
            }
        };
        let numbers = 1..names.len();
        html! {
            p.note { (lang.pick((
                "●: the k that simscope advises. ☆: the search radius, if the texts are compared afterwards. The row of this page is marked.",
                "●：simscope 建议的 k。☆：搜索后再比较文本时的搜索半径。本页的 k 已标出。",
            ))) }
            (table(lang.pick(("What every k finds", "各 k 找到的内容")), &heads(&names, numbers, lang), &rows))
        }
    }

    fn recipes(&self, lang: Lang) -> Markup {
        let Some(ranked) = self.ranked else {
            return html! { p.note { (lang.pick((
                "To rank recipes takes minutes for so many documents: report --recipes does it, and advise --recipes prints the table.",
                "文档较多，比较配方需要几分钟：report --recipes 可加入此表，advise --recipes 打印此表。",
            ))) } };
        };
        let names = [
            ("recipe", "配方"),
            ("k", "k"),
            ("precision", "精确率"),
            ("recall", "召回率"),
            ("F1", "F1"),
            ("mean F1", "平均 F1"),
            ("bytes", "字节"),
            ("equal", "相当"),
        ];
        let share = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
        let rows = html! {
            @for one in ranked {
                tr.here[one.recipe.is_some_and(|recipe| recipe.has_parts_of(self.recipe))] {
                    th scope="row" { (shown(&one.name)) }
                    td.number { @if let Some(at) = one.at.filter(|_| one.recipe.is_some()) { (at.k) } @else { "–" } }
                    td.number { (share(one.at.and_then(|at| Some(at.precision?.share)))) }
                    td.number { (share(one.recall)) }
                    td.number { (format!("{:.3}", one.scores[0])) }
                    td.number { (format!("{:.3}", one.mean())) }
                    td.number { (number(one.bytes)) }
                    td { (lang.pick(if one.is_equal(&ranked[0]) { ("yes", "是") } else { ("no", "否") })) }
                }
            }
        };
        html! {
            p.note { (lang.pick((
                "Each recipe at its best k, measured against all pairs that share enough; the recipe of this page is marked. Mean F1: under five seeds of its hash; equal: with a luckier seed it may be as good as the first. Bytes: of one document. advise --recipes ranks the recipes of other programs, too.",
                "每个配方取其最佳 k，以全部重合足够的文档对衡量；本页的配方已标出。平均 F1：哈希取五个种子；相当：换个种子就可能与第一名一样好。字节：每篇文档。advise --recipes 还比较其他程序的配方。",
            ))) }
            (table(lang.pick(("Recipes, the best first", "配方，最好的在先")), &heads(&names, 1..7, lang), &rows))
        }
    }

    fn border(&self, lang: Lang) -> Markup {
        let k = self.k;
        html! {
            p.note { (lang.pick(both!(
                "Drawn by chance from the pairs at distance {k}, which this k takes in, and at {}, which it leaves out. Struck out is what only the first text has, underlined what only the second has.",
                "随机抽自距离为 {k}（此 k 计入）与 {}（此 k 不计入）的文档对。删除线表示仅前一篇有，下划线表示仅后一篇有。",
                 k + 1
            ))) }
            @if self.border.is_empty() { p { (lang.pick(("There are none.", "没有这样的文档对。"))) } }
            ol.members {
                @for pair in self.border {
                    li {
                        p.member {
                            bdi.id { (shown(pair.ids[0])) } " – " bdi.id { (shown(pair.ids[1])) }
                            " " span.fact {
                                (lang.pick(both!("distance {}", "距离 {}", pair.distance)))
                                @if let Some((value, holds)) = pair.value {
                                    " · " (lang.pick(both!("share {value:.2}", "重合度 {value:.2}")))
                                    @if !holds { " · " (lang.pick(("too little", "不足"))) }
                                }
                            }
                        }
                        @if let Some([a, b]) = pair.texts { (excerpt::markup(&excerpt::differences(a, b), lang)) }
                    }
                }
            }
        }
    }
}

fn not_counted(lang: Lang) -> &'static str {
    lang.pick(("The pairs at this k are too many to be counted.", "此 k 的文档对过多，无法计数。"))
}
