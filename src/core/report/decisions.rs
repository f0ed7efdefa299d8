//! Which documents stay, and what people decided about groups.

use super::page::{Head, Section, number, percent, shown, table};
use super::{How, Page, Report, Settings, Subject, Texts};
use crate::corpus::text_hash;
use crate::decide::{Decider, Decisions, Fate, GroupDecision, Outcome, Part, Preference, State};
use crate::display::{Lang, grouped_digits};
use crate::groups::Groups;
use crate::measures::Measurer;
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
    /// How many of those that go are confirmed together with the one that they go against.
    pub(super) right: Option<usize>,
    /// The groups that something was decided about.
    by_hand: Vec<ByHand>,
    /// How many there are, beside those that are shown.
    more: usize,
    /// Groups of the decisions that are no longer there, at this k.
    unmet: usize,
    /// The whole corpus, where there are texts.
    whole: Option<Part>,
    /// Its largest labels and files, where there are several, and how many there are.
    labels: (Vec<Part>, usize),
    files: (Vec<Part>, usize),
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
/// Labels and files on the page.
const PARTS: usize = 8;
/// Documents named of each.
const KEPT: usize = 3;

/// Applies the decisions. `None` when cancelled.
pub(super) fn apply(
    subject: &Subject<'_>,
    decided: Decided<'_>,
    (groups, settings): (&Groups, &Settings),
    progress: &Progress,
) -> Option<Found> {
    let corpus = subject.texts.map(|texts| texts.corpus);
    // Without texts nothing can have been decided by hand: decisions name documents by their texts.
    let named = |document: u32| {
        let document = corpus.map(|corpus| corpus.get(document as usize));
        document.map_or(("", 0), |document| (document.id, text_hash(document.text)))
    };
    let confirms = subject.grouped.and_then(|grouped| match grouped.how {
        How::Verified { confirms, .. } => Some(confirms),
        How::Leaders => None,
    });
    let decider = Decider {
        signatures: subject.signatures,
        bits: subject.bits,
        k: groups.k(),
        preference: decided.preference,
        decisions: decided.decisions,
        named: &named,
        confirms,
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
    let unmet = decider.unmet(groups).len();
    let right = match subject.texts {
        Some(texts) => Some(right(texts, &outcome, settings, progress)?),
        None => None,
    };
    let (labels, files) = ((Vec::new(), 0), (Vec::new(), 0));
    let mut found = Found { outcome, right, by_hand, more, unmet, whole: None, labels, files };
    if let Some(corpus) = corpus {
        let bytes = |document: usize| corpus.get(document).text.len() as u64;
        let label = |document: usize| corpus.get(document).label.unwrap_or_default();
        let file = |document: usize| corpus.file_name(corpus.place(document).file).unwrap_or_default();
        let several = |mut parts: Vec<Part>| {
            let all = parts.len();
            parts.truncate(if all > 1 { PARTS } else { 0 });
            (parts, all)
        };
        found.whole = Some(found.outcome.whole(bytes));
        found.labels = several(found.outcome.parts(label, bytes));
        found.files = several(found.outcome.parts(file, bytes));
    }
    Some(found)
}

/// How many of the documents that go are confirmed. `None` when cancelled.
fn right(texts: Texts<'_>, outcome: &Outcome, settings: &Settings, progress: &Progress) -> Option<usize> {
    let against = |(fate, document): (&Fate, u32)| match *fate {
        Fate::Dropped { kept, .. } => Some((kept, document)),
        _ => None,
    };
    let pairs: Vec<(u32, u32)> = outcome.fates.iter().zip(0..).filter_map(against).collect();
    let (condition, all) = (settings.condition, texts.corpus.iter().map(|document| document.text));
    let weights = condition.measure.weights(all, progress)?;
    let measurer = Measurer::new(condition.measure, texts.recipe, None).weighing(weights.as_ref());
    let values = measurer.values(texts.corpus, &pairs, progress)?;
    Some(values.into_iter().filter(|&value| condition.holds(value)).count())
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
pub(super) fn section(report: &Report<'_>, page: &Page<'_>) -> Option<Section> {
    let lang = page.lang;
    let (found, decided) = (report.decided.as_ref()?, report.subject.decided?);
    let names =
        [("group", "组"), ("documents", "文档"), ("go", "去除"), ("decision", "决定"), ("stay", "保留")];
    let heads: Vec<Head<'_>> = (names.into_iter().enumerate())
        .map(|(at, name)| Head { text: lang.pick(name), is_number: at < 3 })
        .collect();
    let more = grouped_digits(found.more);
    let body = html! {
        p { (about(report, found, decided.decisions, lang)) }
        (parts(&found.labels, (lang.pick(("By label", "按标签")), lang.pick(("label", "标签"))), lang))
        (parts(&found.files, (lang.pick(("By file", "按文件")), lang.pick(("file", "文件"))), lang))
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
        @if found.unmet > 0 { p.note { (unmet(found.unmet, lang)) } }
        @if let Some(dedup) = page.dedup {
            h3 { (lang.pick(("The command that writes the documents that stay", "写出保留文档的命令"))) }
            pre.scroll tabindex="0" { code { (dedup) } }
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
    let documents = report.subject.signatures.len();
    let share = percent(totals.dropped as f64 / documents.max(1) as f64);
    let [dropped, equal, excluded, chosen, kept] =
        [totals.dropped, totals.equal, totals.excluded, decisions.chosen.len(), documents - totals.dropped]
            .map(grouped_digits);
    let all = grouped_digits(documents);
    let rule = shown(&decisions.keep.to_string());
    let mut about = lang.pick((
        format!(
            "{kept} of {all} documents stay and {dropped} go ({share}), of which {equal} have the signature of the one that is kept. The \
             rule is “{rule}”. A document goes only if one that stays is within k of it, so a chain keeps several."
        ),
        format!(
            "保留 {kept} 篇，去除 {dropped} 篇（{share}），其中 {equal} 篇与保留者签名相同。规则：{rule}。只有与某篇保留文档距离不超过 \
             k 的文档才会去除，故链会保留多篇。"
        ),
    ));
    if let Some(whole) = &found.whole {
        let [bytes, dropped] = [whole.bytes, whole.dropped_bytes].map(grouped_digits);
        about += &lang.pick((
            format!(" Of {bytes} bytes of text {dropped} go."),
            format!("文本共 {bytes} 字节，去除 {dropped} 字节。"),
        ));
    }
    if decisions.has_any_by_hand() {
        let [accepted, left, later, split] =
            [totals.accepted, totals.left, totals.later, totals.split].map(grouped_digits);
        about += &lang.pick((
            format!(
                " By hand: {chosen} chosen to stay, {excluded} excluded from their group; of groups {accepted} accepted, \
                 {split} split, {left} left as they are, {later} put off."
            ),
            format!(
                "手工选留 {chosen} 篇，移出所在组 {excluded} 篇；接受 {accepted} 组，拆分 {split} 组，保持原样 {left} 组，暂缓 {later} 组。"
            ),
        ));
    }
    about
}

fn unmet(groups: usize, lang: Lang) -> String {
    let n = grouped_digits(groups);
    let about = if groups == 1 { "1 group".to_owned() } else { format!("{n} groups") };
    lang.pick((
        format!(
            "Decisions about {about} are not used: on this page there is no group of exactly those members."
        ),
        format!("关于 {n} 组的决定未采用：本页没有成员完全相同的组。"),
    ))
}

/// What goes of each label or file; nothing where there is only one.
fn parts((parts, all): &(Vec<Part>, usize), (caption, name): (&str, &str), lang: Lang) -> Markup {
    let text = |text: (&'static str, &'static str)| Head { text: lang.pick(text), is_number: true };
    let heads = [
        Head { text: name, is_number: false },
        text(("documents", "文档")),
        text(("go", "去除")),
        text(("share", "比例")),
        text(("bytes that go", "去除的字节")),
    ];
    let none = lang.pick(("(none)", "（无）"));
    let more = all.saturating_sub(parts.len());
    html! {
        @if !parts.is_empty() {
            (table(caption, &heads, &html! {
                @for part in parts {
                    tr {
                        th scope="row" { bdi { @if part.name.is_empty() { (none) } @else { (shown(&part.name)) } } }
                        td.number { (number(part.documents)) }
                        td.number { (number(part.dropped)) }
                        td.number { (percent(part.dropped as f64 / part.documents.max(1) as f64)) }
                        td.number { (number(part.dropped_bytes)) }
                    }
                }
            }))
            @if more > 0 {
                p.note { (lang.pick((format!("{more} smaller ones are left out."), format!("较小的 {more} 项从略。")))) }
            }
        }
    }
}

fn row(group: &ByHand, lang: Lang) -> Markup {
    let state = group.decision.state.map(|state| match state {
        State::Accepted => lang.pick(("accepted", "接受")).to_owned(),
        State::Left => lang.pick(("left as it is", "保持原样")).to_owned(),
        State::Later => lang.pick(("put off", "暂缓")).to_owned(),
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
