//! Groups that are held together only through others, and how.

use super::page::{Head, Section, number, shown, table};
use super::{Report, Subject};
use crate::display::{Lang, grouped_digits};
use crate::groups::{Chain, Groups, chain};
use crate::hamming::distance;
use crate::progress::Progress;
use maud::{Markup, html};

/// A chain as the page shows it.
pub(super) struct Shown {
    group: usize,
    size: usize,
    diameter: u8,
    /// Distance of its ends.
    ends: u8,
    /// From one end to the other: id, and the distance from the one before.
    links: Vec<(String, u8)>,
    /// Links that are not shown.
    left_out: usize,
}

/// Chains on the page, of the groups that are largest.
const CHAINS: usize = 12;
/// Links shown of a chain.
const LINKS: usize = 6;
/// Pairs compared to find one chain.
const MOST: u64 = 20_000_000;

/// The chains among the largest groups. `None` when cancelled.
pub(super) fn longest(subject: &Subject<'_>, groups: &Groups, progress: &Progress) -> Option<Vec<Shown>> {
    if subject.grouped.is_some() {
        // Around leaders nothing chains, and links of confirmed groups would have to be confirmed, too.
        return Some(Vec::new());
    }
    let spread = |number: usize| subject.spread_of(groups, number);
    let is_chain = |number: &usize| spread(*number).is_some_and(|spread| spread.diameter > groups.k());
    let numbers = (1..=groups.count()).filter(is_chain).take(CHAINS);
    let mut found = Vec::new();
    for number in numbers {
        let members = groups.members(number);
        let diameter = spread(number).map_or(0, |spread| spread.diameter);
        let ends = ends(subject, members);
        let links = match chain(subject.signatures, members, ends, groups.k(), MOST, progress)? {
            Chain::Links(links) => links,
            Chain::Broken | Chain::Unknown => continue,
        };
        found.push(shown_of(subject, (number, members.len(), diameter), &links));
    }
    Some(found)
}

fn apart(subject: &Subject<'_>, a: u32, b: u32) -> u8 {
    distance(subject.signatures.get(a as usize), subject.signatures.get(b as usize))
}

/// Two members far apart: the one farthest from the first, and the one farthest from that.
fn ends(subject: &Subject<'_>, members: &[u32]) -> (u32, u32) {
    let farthest = |from: u32| {
        let far = members.iter().copied().max_by_key(|&to| (apart(subject, from, to), std::cmp::Reverse(to)));
        far.unwrap_or(from)
    };
    let one = farthest(members[0]);
    (one, farthest(one))
}

fn shown_of(subject: &Subject<'_>, (group, size, diameter): (usize, usize, u8), links: &[u32]) -> Shown {
    let (from, to) = (links[0], links[links.len() - 1]);
    let left_out = links.len().saturating_sub(LINKS);
    let places =
        (0..links.len()).filter(|at| left_out == 0 || *at < LINKS / 2 || *at >= links.len() - LINKS / 2);
    let link = |at: usize| {
        let step = at.checked_sub(1).map_or(0, |before| apart(subject, links[before], links[at]));
        (shown((subject.id)(links[at])), step)
    };
    Shown {
        group,
        size,
        diameter,
        ends: apart(subject, from, to),
        links: places.map(link).collect(),
        left_out,
    }
}

/// Nothing without chains.
pub(super) fn section(report: &Report<'_>, lang: Lang) -> Option<Section> {
    if report.chains.is_empty() {
        return None;
    }
    let names =
        [("group", "组"), ("documents", "文档"), ("diameter", "直径"), ("from end to end", "两端之间")];
    let heads: Vec<Head<'_>> = names
        .into_iter()
        .enumerate()
        .map(|(at, name)| Head { text: lang.pick(name), is_number: at < 3 })
        .collect();
    let all = report.chains_in_all();
    let body = html! {
        p.note { (about(report, all, lang)) }
        (table(
            lang.pick(("How chains hold together", "链是怎样连起来的")),
            &heads,
            &html! { @for chain in &report.chains { (row(chain, lang)) } },
        ))
    };
    Some(Section { id: "chains", heading: lang.pick(("Chains", "链")), is_large: false, body })
}

fn about(report: &Report<'_>, all: Option<usize>, lang: Lang) -> String {
    let (shown, k) = (report.chains.len(), report.k());
    let groups = grouped_digits(report.groups.count());
    let count = match all.map(grouped_digits) {
        Some(all) => lang.pick((
            format!("{all} of {groups} groups are chains at k = {k}; these are the {shown} with the most documents."),
            format!("k = {k} 时 {groups} 组中有 {all} 个是链；下列文档最多的 {shown} 个。"),
        )),
        None => lang.pick((
            format!("These are the {shown} chains with the most documents at k = {k}."),
            format!("下列 k = {k} 时文档最多的 {shown} 条链。"),
        )),
    };
    let ends = lang.pick((
        " Their ends are farther apart than k; each link joins two documents within k. Whether the ends are still the same \
         text is worth a look before one of them goes.",
        "链的两端相距大于 k，每相邻两篇相距不超过 k。去重之前，宜先看两端是否仍是同一文本。",
    ));
    count + ends
}

fn row(chain: &Shown, lang: Lang) -> Markup {
    html! {
        tr {
            th.number scope="row" { (chain.group) }
            td.number { (number(chain.size)) }
            td.number { (chain.diameter) }
            td.links {
                @for (at, (id, step)) in chain.links.iter().enumerate() {
                    @if at > 0 { " " span.step { "–" (step) "–" } " " }
                    @if chain.left_out > 0 && at == LINKS / 2 {
                        span.cut { (lang.pick((format!("… {} more …", chain.left_out), format!("…… 另 {} 篇 ……", chain.left_out)))) } " "
                    }
                    bdi.id { (id) }
                }
                @if chain.ends != chain.diameter {
                    " " span.fact { (lang.pick((format!("ends {} apart", chain.ends), format!("两端相距 {}", chain.ends)))) }
                }
            }
        }
    }
}
