//! What every k would do, as a table.

use super::Report;
use super::known::Known;
use super::page::{Head, Section, number, table, with_interval};
use crate::display::{Lang, grouped_digits};
use crate::groups::SweepRow;
use maud::{Markup, html};

/// Rows beyond the k of the page and the advised ones.
const BEYOND: u8 = 8;

pub(super) fn section(report: &Report<'_>, lang: Lang) -> Section {
    let rows = report.subject.sweep;
    let last = last(report, rows);
    let names: [(&str, &str); 6] = [
        ("k", "k"),
        ("pairs", "文档对"),
        ("groups", "组"),
        ("in groups", "入组"),
        ("largest", "最大组"),
        ("chains", "链"),
    ];
    let mut names: Vec<String> = names.into_iter().map(|name| lang.pick(name).to_owned()).collect();
    names.extend(report.known.iter().flat_map(|known| heads(known, report.known.len() > 1, lang)));
    let heads: Vec<Head<'_>> = names.iter().map(|text| Head { text, is_number: true }).collect();
    let body = html! {
        p.note { (about(report, lang)) }
        (table(
            lang.pick(("Pairs and groups at every k", "各 k 的文档对与分组")),
            &heads,
            &html! { @for row in rows.iter().take_while(|row| row.k <= last) { (of_k(report, row, lang)) } },
        ))
        @if let Some(end) = rows.last().filter(|row| row.k > last) { p.note { (rest(last, end, lang)) } }
    };
    Section { id: "sweep", heading: lang.pick(("Every k", "各个 k")), is_large: false, body }
}

/// The columns of what is known by one source.
fn heads(known: &Known<'_>, are_several: bool, lang: Lang) -> Vec<String> {
    let by =
        if are_several { format!("{}{}", lang.pick((", ", "，")), known.name(lang)) } else { String::new() };
    let judged = known.judged(0).map(|_| lang.pick(("judged", "已判定")).to_owned());
    let shares = [("precision", "精确率"), ("recall", "召回率")].map(|name| lang.pick(name).to_owned() + &by);
    judged.into_iter().chain(shares).collect()
}

/// The last k of the table: a few beyond those that matter.
fn last(report: &Report<'_>, rows: &[SweepRow]) -> u8 {
    let advised = report.advices.iter().filter_map(|advice| Some(advice.range?.1.max(advice.at?.k)));
    let matters = advised.fold(report.k(), u8::max).saturating_add(BEYOND);
    let all = report.subject.documents.len();
    let in_one = rows.iter().find(|row| row.largest == all).map_or(u8::MAX, |row| row.k);
    matters.min(in_one.max(report.k()))
}

fn about(report: &Report<'_>, lang: Lang) -> String {
    let mut about = lang
        .pick((
            "A chain is a group that is held together only through others: two of its members are farther apart than k.",
            "链是仅靠中间文档相连的组：其中有两篇的距离大于 k。",
        ))
        .to_owned();
    let by: Vec<&str> = report.known.iter().map(|known| known.name(lang)).collect();
    if !by.is_empty() {
        let by = by.join(lang.pick((" and ", "与")));
        about += &lang.pick((
            format!(" Precision and recall are of pairs, {by}, with 95 % intervals where they have any."),
            format!("精确率与召回率按文档对计，{by}，有区间者附 95 % 区间。"),
        ));
    }
    about
}

fn of_k(report: &Report<'_>, row: &SweepRow, lang: Lang) -> Markup {
    let is_here = row.k == report.k();
    let dash = || html! { "–" };
    html! {
        tr.here[is_here] {
            th.number scope="row" {
                @if is_here { span aria-hidden="true" { "▸ " } span.unseen { (lang.pick(("this page: ", "本页："))) } }
                (row.k)
            }
            td.number { (row.pairs.map_or_else(dash, number)) }
            td.number { (number(row.groups)) }
            td.number { (number(row.grouped)) }
            td.number { (number(row.largest)) }
            td.number { (row.chains.map_or_else(dash, number)) }
            @for known in &report.known {
                @let at = known.curve.at(row.k);
                @if let Some(judged) = known.judged(row.k) { td.number { (number(judged)) } }
                td.number { (at.and_then(|at| at.precision).map_or_else(dash, with_interval)) }
                td.number { (at.and_then(|at| at.recall).map_or_else(dash, with_interval)) }
            }
        }
    }
}

fn rest(last: u8, end: &SweepRow, lang: Lang) -> String {
    let (largest, k) = (grouped_digits(end.largest), end.k);
    lang.pick((
        format!(
            "The rows beyond k = {last} are left out; at k = {k} the largest group has {largest} documents."
        ),
        format!("k = {last} 以后的行从略；k = {k} 时最大组有 {largest} 篇。"),
    ))
}
