//! The documents that are too short for k: one edit moves them by more than k, more often than not.

use super::page::{Head, Section, number, percent, shown, table};
use super::{Report, Texts};
use crate::display::{Lang, grouped_digits};
use crate::export::Risk;
use crate::progress::Progress;
use crate::recipe::Weighting;
use crate::sensitivity::{Curve, Experiment, lengths};
use crate::simhash::document_frequencies;
use maud::{Markup, html};

/// How many documents are too short, and some of them.
pub(super) struct Found {
    k: u8,
    documents: usize,
    short: usize,
    is_measured: bool,
    seed: u64,
    /// Id, features and the share of edits that leave it within k: those most at risk.
    worst: Vec<(String, u32, f64)>,
    /// Features, the share within k, and the k that keeps nine of ten edits.
    by_length: Vec<(u32, f64, Option<u8>)>,
}

/// Documents on the page.
const WORST: usize = 8;
/// Numbers of features on the page.
const LENGTHS: [u32; 7] = [5, 10, 20, 50, 100, 200, 500];

impl Found {
    /// `None` when cancelled.
    pub(super) fn of(texts: Texts<'_>, k: u8, progress: &Progress) -> Option<Self> {
        let Texts { corpus, recipe, features } = texts;
        progress.restart();
        let frequencies = match recipe.weighting {
            Weighting::TfIdf => Some(document_frequencies(corpus, recipe, progress)?),
            _ => None,
        };
        let experiment = Experiment::default();
        progress.restart();
        let curve = Curve::measure(corpus, recipe, frequencies.as_ref(), experiment, progress, &mut |_| {})?;
        progress.restart();
        let all_lengths;
        let lengths = match recipe.keeps_all_terms() {
            true => features,
            false => {
                all_lengths = lengths(corpus, recipe, progress)?;
                &all_lengths
            }
        };
        let documents = corpus.iter().zip(lengths).map(|(document, &length)| (document.id, length));
        let mut risk = Risk::of(documents, &curve, k);
        let short = risk.short.len();
        // The order of the corpus among equals: the sort is stable.
        risk.short.sort_by(|a, b| a.within_k.total_cmp(&b.within_k).then(a.features.cmp(&b.features)));
        let worst =
            risk.short.iter().take(WORST).map(|short| (shown(short.id), short.features, short.within_k));
        let longest = curve.points.last().map_or(0, |point| point.features);
        let by_length = LENGTHS
            .into_iter()
            .filter(|&length| length <= longest)
            .filter_map(|length| Some((length, curve.within(length, k)?, curve.k_to_survive(length, 0.9))));
        Some(Self {
            k,
            documents: risk.documents,
            short,
            is_measured: risk.is_measured,
            seed: experiment.seed,
            worst: worst.collect(),
            by_length: by_length.collect(),
        })
    }
}

/// Nothing without texts.
pub(super) fn section(report: &Report<'_>, lang: Lang) -> Option<Section> {
    let found = report.short.as_ref()?;
    let name = |text: (&'static str, &'static str)| Head { text: lang.pick(text), is_number: true };
    let lengths = [
        name(("distinct terms", "不同词项数")),
        name(("stays within k", "仍不超过 k")),
        name(("k for 9 of 10", "90 % 的文本所需 k")),
    ];
    let worst = [
        Head { is_number: false, ..name(("document", "文档")) },
        name(("distinct terms", "不同词项数")),
        name(("stays within k", "仍不超过 k")),
    ];
    let body = html! {
        p { (about(found, lang)) }
        @if !found.by_length.is_empty() {
            (table(
                lang.pick(("What one replaced word does to a text, by its length", "替换一词的影响，按文本长度")),
                &lengths,
                &html! { @for row in &found.by_length { (of_length(*row)) } },
            ))
        }
        @if !found.worst.is_empty() {
            (table(
                lang.pick(("The documents most at risk", "风险最大的文档")),
                &worst,
                &html! { @for (id, features, within) in &found.worst {
                    tr { th scope="row" { bdi.id { (id) } } td.number { (features) } td.number { (percent(*within)) } }
                } },
            ))
        }
    };
    Some(Section { id: "short", heading: lang.pick(("Short texts", "短文本")), is_large: false, body })
}

fn of_length((features, within, k): (u32, f64, Option<u8>)) -> Markup {
    html! {
        tr {
            th.number scope="row" { (features) }
            td.number { (percent(within)) }
            td.number { @match k { Some(k) => (number(k)), None => "–" } }
        }
    }
}

fn about(found: &Found, lang: Lang) -> String {
    if !found.is_measured {
        return lang
            .pick((
                "There are too few passages with words to measure what an edit does.",
                "带词的段落太少，无法测量一次改动的影响。",
            ))
            .to_owned();
    }
    let (short, all, k) = (grouped_digits(found.short), grouped_digits(found.documents), found.k);
    let share = percent(found.short as f64 / found.documents.max(1) as f64);
    let seed = found.seed;
    lang.pick((
        format!(
            "{short} of {all} documents ({share}) are too short for k = {k}: one replaced word moves such a document by more than k, \
             more often than not, so that edited copies of it are missed. Measured on passages of this corpus (seed {seed})."
        ),
        format!(
            "{all} 篇文档中有 {short} 篇（{share}）对 k = {k} 而言过短：替换一词便多半使其移动超过 k，改动过的副本会漏判。以本语料的片段测得（种子 {seed}）。"
        ),
    ))
}
