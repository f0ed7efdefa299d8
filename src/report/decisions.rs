//! Which documents stay, and what people decided about groups.

use super::page::{Head, Section, number, percent, shown, table};
use super::{Report, Subject};
use crate::corpus::text_hash;
use crate::decide::{Decider, Decisions, GroupDecision, Outcome, Preference};
use crate::display::{Lang, grouped_digits};
use crate::groups::Groups;
use crate::progress::Progress;
use maud::{Markup, html};

/// The rule and what was decided by hand.
#[derive(Clone, Copy)]
pub struct Decided<'a> {
    /// What was decided, the rule included.
    pub decisions: &'a Decisions,
    /// The order of that rule.
    pub preference: &'a Preference,
}

/// What becomes of the documents.
pub(super) struct Found {
    pub(super) outcome: Outcome,
    /// The groups that something was decided about.
    by_hand: Vec<ByHand>,
    /// How many there are, beside those that are shown.
    more: usize,
}

/// A group that something was decided about.
struct ByHand {
    number: usize,
    size: usize,
    dropped: usize,
    decision: GroupDecision,
    /// The first documents that stay.
    kept: Vec<String>,
}

/// Groups on the page.
const GROUPS: usize = 40;
/// Documents named of each.
const KEPT: usize = 3;

/// Applies the decisions. `None` when cancelled.
pub(super) fn apply(
    subject: &Subject<'_>,
    decided: Decided<'_>,
    groups: &Groups,
    progress: &Progress,
) -> Option<Found> {
    let corpus = subject.texts.map(|texts| texts.corpus);
    // Without texts nothing can have been decided by hand: decisions name documents by their texts.
    let named = |document: u32| {
        let document = corpus.map(|corpus| corpus.get(document as usize));
        document.map_or(("", 0), |document| (document.id, text_hash(document.text)))
    };
    let decider = Decider {
        signatures: subject.signatures,
        bits: subject.bits,
        k: groups.k(),
        preference: decided.preference,
        decisions: decided.decisions,
        named: &named,
        confirms: None,
    };
    progress.restart();
    let outcome = decider.all(groups, progress)?;
    let (mut by_hand, mut more) = (Vec::new(), 0);
    if decided.decisions.has_any_by_hand() {
        for number in 1..=groups.count() {
            let members = groups.members(number);
            match decider.decision(members) {
                Some(_) if by_hand.len() == GROUPS => more += 1,
                Some(decision) => by_hand.push(of_group(subject, &outcome, (number, members), decision)),
                None => {}
            }
        }
    }
    Some(Found { outcome, by_hand, more })
}

fn of_group(
    subject: &Subject<'_>,
    outcome: &Outcome,
    (number, members): (usize, &[u32]),
    decision: GroupDecision,
) -> ByHand {
    let kept = || members.iter().filter(|&&member| outcome.is_kept(member as usize));
    ByHand {
        number,
        size: members.len(),
        dropped: members.len() - kept().count(),
        decision,
        kept: kept().take(KEPT).map(|&member| shown((subject.id)(member))).collect(),
    }
}

/// Nothing where no rule was given.
pub(super) fn section(report: &Report<'_>, lang: Lang) -> Option<Section> {
    let (found, decided) = (report.decided.as_ref()?, report.subject.decided?);
    let names =
        [("group", "组"), ("documents", "文档"), ("go", "去除"), ("decision", "决定"), ("stay", "保留")];
    let heads: Vec<Head<'_>> = (names.into_iter().enumerate())
        .map(|(at, name)| Head { text: lang.pick(name), is_number: at < 3 })
        .collect();
    let more = grouped_digits(found.more);
    let body = html! {
        p { (about(report, found, decided.decisions, lang)) }
        @if !found.by_hand.is_empty() {
            (table(
                lang.pick(("Groups decided by hand", "手工决定的组")),
                &heads,
                &html! { @for group in &found.by_hand { (row(group, lang)) } },
            ))
        }
        @if found.more > 0 {
            p.note { (lang.pick((format!("{more} more groups were decided by hand."), format!("另有 {more} 组由手工决定。")))) }
        }
    };
    Some(Section {
        id: "decisions",
        heading: lang.pick(("What stays and what goes", "去留")),
        is_large: false,
        body,
    })
}

fn about(report: &Report<'_>, found: &Found, decisions: &Decisions, lang: Lang) -> String {
    let totals = found.outcome.totals;
    let all = report.subject.signatures.len();
    let share = percent(totals.dropped as f64 / all.max(1) as f64);
    let [dropped, equal, excluded, chosen, kept] =
        [totals.dropped, totals.equal, totals.excluded, decisions.chosen.len(), all - totals.dropped]
            .map(grouped_digits);
    let rule = shown(&decisions.keep.to_string());
    let mut about = lang.pick((
        format!(
            "{kept} documents stay and {dropped} go ({share}), of which {equal} have the signature of the one that is kept. The \
             rule is “{rule}”. A document goes only if one that stays is within k of it, so a chain keeps several."
        ),
        format!(
            "保留 {kept} 篇，去除 {dropped} 篇（{share}），其中 {equal} 篇与保留者签名相同。规则为“{rule}”。只有与某篇保留文档距离不超过 \
             k 的文档才会去除，故链会保留多篇。"
        ),
    ));
    if decisions.has_any_by_hand() {
        let [accepted, left, later, split] =
            [totals.accepted, totals.left, totals.later, totals.split].map(grouped_digits);
        about += &lang.pick((
            format!(
                " By hand, {chosen} documents were chosen to stay, {excluded} were excluded from their group, {accepted} groups were \
                 accepted, {split} split, {left} left as they are, and {later} put off."
            ),
            format!(
                "手工选留 {chosen} 篇，移出所在组 {excluded} 篇；接受 {accepted} 组，拆分 {split} 组，保持原样 {left} 组，暂缓 {later} 组。"
            ),
        ));
    }
    about
}

fn row(group: &ByHand, lang: Lang) -> Markup {
    let state = group.decision.state.map(|state| match state {
        crate::decide::State::Accepted => lang.pick(("accepted", "接受")).to_owned(),
        crate::decide::State::Left => lang.pick(("left as it is", "保持原样")).to_owned(),
        crate::decide::State::Later => lang.pick(("put off", "暂缓")).to_owned(),
    });
    let split =
        group.decision.split.map(|split| lang.pick((format!("split ({split})"), format!("拆分（{split}）"))));
    let what: Vec<String> = state.into_iter().chain(split).collect();
    let more = (group.size - group.dropped).saturating_sub(group.kept.len());
    html! {
        tr {
            th.number scope="row" { (group.number) }
            td.number { (number(group.size)) }
            td.number { (number(group.dropped)) }
            td { (what.join(lang.pick((", ", "，")))) }
            td {
                @for (at, id) in group.kept.iter().enumerate() { @if at > 0 { ", " } bdi.id { (id) } }
                @if more > 0 { " " span.fact { (lang.pick((format!("and {more} more"), format!("等，另 {more} 篇")))) } }
            }
        }
    }
}
