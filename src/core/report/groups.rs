//! The largest groups, with the differences of their members.

use super::excerpt::{self, Piece};
use super::page::{Section, number, shown};
use super::{Report, Subject};
use crate::corpus::text_hash;
use crate::decide::{Fate, Outcome};
use crate::display::{Lang, grouped_digits};
use crate::groups::{GroupSpread, Groups};
use crate::hamming::distance;
use crate::progress::Progress;
use maud::{Markup, html};
use std::collections::HashMap;

/// A group as the page shows it.
pub(super) struct Shown {
    number: usize,
    size: usize,
    spread: Option<GroupSpread>,
    /// Number of different texts; `None` without texts.
    texts: Option<usize>,
    representative: Member,
    others: Vec<Member>,
    /// Members that are left out between the nearest and the farthest.
    left_out: usize,
}

/// A member, and those with the same text.
struct Member {
    document: u32,
    id: String,
    distance: u8,
    copies: usize,
    /// What becomes of it, where that was decided.
    fate: Option<Goes>,
    /// Its text, or its differences from the representative.
    text: Vec<Piece>,
}

/// Whether a member stays, or against what it goes.
enum Goes {
    Stays,
    /// Against the document of this id, at this distance.
    Against(String, u8),
}

/// Groups on the page.
const GROUPS: usize = 16;
/// Members beside the representative: the nearest, and the farthest.
const NEAREST: usize = 4;
const FARTHEST: usize = 3;

/// The largest groups. `None` when cancelled.
pub(super) fn largest(
    subject: &Subject<'_>,
    (groups, outcome): (&Groups, Option<&Outcome>),
    progress: &Progress,
) -> Option<Vec<Shown>> {
    (1..=groups.count().min(GROUPS))
        .map(|number| (!progress.is_cancelled()).then(|| shown_of(subject, (groups, outcome), number)))
        .collect()
}

fn shown_of(subject: &Subject<'_>, (groups, outcome): (&Groups, Option<&Outcome>), number: usize) -> Shown {
    let members = groups.members(number);
    let first = members[0];
    let (mut distinct, size) = (distinct(subject, members), members.len());
    let texts = subject.texts.is_some().then_some(distinct.len());
    let mut representative = distinct.remove(0);
    if let Some(texts) = subject.texts {
        representative.text = excerpt::opening(texts.corpus.get(first as usize).text);
    }
    distinct.sort_by_key(|member| (member.distance, member.document));
    let left_out = distinct.len().saturating_sub(NEAREST + FARTHEST);
    if left_out > 0 {
        distinct.drain(NEAREST..NEAREST + left_out);
    }
    if let Some(texts) = subject.texts {
        let text = |document: u32| texts.corpus.get(document as usize).text;
        for member in &mut distinct {
            member.text = excerpt::differences(text(first), text(member.document));
        }
    }
    for member in distinct.iter_mut().chain([&mut representative]) {
        member.id = shown((subject.id)(member.document));
        member.fate = outcome.map(|outcome| match outcome.fates[member.document as usize] {
            Fate::Dropped { kept, distance } => Goes::Against(shown((subject.id)(kept)), distance),
            _ => Goes::Stays,
        });
    }
    let spread = subject.spread_of(groups, number);
    Shown { number, size, spread, texts, representative, others: distinct, left_out }
}

/// The members with different texts in their order, each with the number of its copies; without texts all members.
fn distinct(subject: &Subject<'_>, members: &[u32]) -> Vec<Member> {
    let signature = |document: u32| subject.signatures.get(document as usize);
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut distinct: Vec<Member> = Vec::new();
    for &document in members {
        if let Some(texts) = subject.texts {
            let hash = text_hash(texts.corpus.get(document as usize).text);
            let place = *places.entry(hash).or_insert(distinct.len());
            if let Some(member) = distinct.get_mut(place) {
                member.copies += 1;
                continue;
            }
        }
        let distance = distance(signature(members[0]), signature(document));
        distinct.push(Member {
            document,
            id: String::new(),
            distance,
            copies: 0,
            fate: None,
            text: Vec::new(),
        });
    }
    distinct
}

pub(super) fn section(report: &Report<'_>, lang: Lang) -> Section {
    let (all, shown) = (grouped_digits(report.groups.count()), report.largest.len());
    let how = match report.subject.texts {
        Some(_) => lang.pick((
            "The first text of a group is shown from its beginning. Of the others there is what differs from it: struck out what \
             only the first has, underlined what only the other has.",
            "每组先列首篇文本的开头，其余各篇只列与之不同之处：删除线表示仅首篇有，下划线表示仅该篇有。",
        )),
        None => lang.pick(("There are signatures only, so no texts are shown.", "只有签名，故不列文本。")),
    };
    let count = lang.pick((
        format!("The {shown} largest of {all} groups at k = {}. ", report.k()),
        format!("k = {} 时共 {all} 组，下列最大的 {shown} 组。", report.k()),
    ));
    let body = html! {
        @if report.largest.is_empty() {
            p { (lang.pick(("No two documents are within k.", "没有距离不超过 k 的文档。"))) }
        } @else {
            p.note { (count) (how) }
            @for group in &report.largest { (article(group, report, lang)) }
        }
    };
    Section { id: "groups", heading: lang.pick(("Largest groups", "最大的组")), is_large: true, body }
}

fn article(group: &Shown, report: &Report<'_>, lang: Lang) -> Markup {
    let id = format!("group-{}", group.number);
    html! {
        article.group aria-labelledby=(id) {
            h3 id=(id) {
                (lang.pick((format!("Group {}", group.number), format!("第 {} 组", group.number)))) " "
                small { (facts(group, report, lang)) }
            }
            ol.members {
                li {
                    p.member { bdi.id { (group.representative.id) } " " (copies(&group.representative, lang)) (fate(&group.representative, lang)) }
                    @if !group.representative.text.is_empty() { (excerpt::markup(&group.representative.text, lang)) }
                }
                @for (at, member) in group.others.iter().enumerate() {
                    @if at == NEAREST && group.left_out > 0 { (left_out(group, lang)) }
                    (item(member, lang))
                }
            }
        }
    }
}

fn facts(group: &Shown, report: &Report<'_>, lang: Lang) -> Markup {
    let size = grouped_digits(group.size);
    let mut facts = vec![lang.pick((format!("{size} documents"), format!("{size} 篇")))];
    facts.extend(group.texts.map(|texts| {
        let n = grouped_digits(texts);
        match texts {
            1 => lang.pick(("all with the same text".to_owned(), "文本全同".to_owned())),
            _ => lang.pick((format!("{n} different texts"), format!("{n} 种文本"))),
        }
    }));
    facts.extend(group.spread.map(|spread| {
        lang.pick((format!("diameter {}", spread.diameter), format!("直径 {}", spread.diameter)))
    }));
    let is_chain = group.spread.is_some_and(|spread| spread.diameter > report.k());
    html! {
        (facts.join(" · "))
        @if is_chain { " " span.badge { (lang.pick(("chain", "链"))) } }
    }
}

fn copies(member: &Member, lang: Lang) -> Markup {
    let n = grouped_digits(member.copies);
    html! {
        @match member.copies {
            0 => {},
            1 => span.fact { (lang.pick(("and 1 more with the same text", "另有 1 篇文本相同"))) },
            _ => span.fact { (lang.pick((format!("and {n} more with the same text"), format!("另有 {n} 篇文本相同")))) },
        }
    }
}

/// Whether it stays, or against what it goes: the distance to that document is the one that k is about.
fn fate(member: &Member, lang: Lang) -> Markup {
    html! {
        @match &member.fate {
            Some(Goes::Stays) => { " " span.stays { (lang.pick(("stays", "保留"))) } },
            Some(Goes::Against(kept, distance)) => {
                " " span.goes { (lang.pick(("goes", "去除"))) } " "
                span.fact { (lang.pick(("distance", "距离"))) " " (number(*distance)) (lang.pick((" from ", "，对照 "))) bdi.id { (kept) } }
            },
            None => {},
        }
    }
}

fn item(member: &Member, lang: Lang) -> Markup {
    let is_marked = member.text.iter().any(|piece| matches!(piece, Piece::Gone(_) | Piece::New(_)));
    html! {
        li {
            p.member {
                bdi.id { (member.id) } " "
                span.fact { (lang.pick(("distance ", "与首篇距离 "))) (number(member.distance)) (lang.pick((" from the first", ""))) }
                " " (copies(member, lang)) (fate(member, lang))
            }
            @if !member.text.is_empty() {
                (excerpt::markup(&member.text, lang))
                @if !is_marked {
                    p.fact { (lang.pick(("In what is shown, only white space differs.", "所列部分仅空白不同。"))) }
                }
            }
        }
    }
}

fn left_out(group: &Shown, lang: Lang) -> Markup {
    let n = grouped_digits(group.left_out);
    html! {
        li.cut { (lang.pick((format!("… {n} more between the nearest and the farthest …"), format!("…… 最近与最远之间另有 {n} 篇 ……")))) }
    }
}
