//! What the page says first: what k does, and how good that is.

use super::page::{not_known, number, percent, shown, with_interval};
use super::{How, Report};
use crate::display::{Lang, grouped_digits};
use crate::evidence::{Advice, Purpose};
use maud::{Markup, html};

/// Documents, k and recipe in one line.
pub(super) fn under_the_title(report: &Report<'_>, lang: Lang) -> Markup {
    let n = grouped_digits(report.subject.signatures.len());
    let recipe = match report.subject.texts {
        Some(texts) => texts.recipe.to_string(),
        None => lang.pick((
            format!("signatures as given, {} bits", report.subject.bits),
            format!("给定的签名，{} 位", report.subject.bits),
        )),
    };
    let k = report.k();
    html! {
        p.subtitle {
            (lang.pick((format!("{n} documents"), format!("{n} 篇文档")))) " · k = " (k) " · " (recipe)
        }
    }
}

pub(super) fn answer(report: &Report<'_>, lang: Lang) -> Markup {
    let heading = lang.pick(("The answer", "结论"));
    html! {
        section.answer aria-labelledby="answer-heading" {
            h2.unseen id="answer-heading" { (heading) }
            p.lead { (what_it_does(report, lang)) }
            @for quality in report.known.iter().filter_map(|known| known.sentence(report.k(), lang)) { p.lead { (quality) } }
            @if let Some(advised) = advised(report, lang) { p { (advised) } }
            @if let Some(grouping) = grouping(report, lang) { p.note { (grouping) } }
            @if let Some(limit) = limit(report, lang) { p.note { (limit) } }
            dl.facts {
                @for (name, value) in facts(report, lang) { div { dt { (name) } dd { (value) } } }
            }
        }
    }
}

fn share_of(part: usize, whole: usize) -> String {
    percent(part as f64 / whole.max(1) as f64)
}

fn what_it_does(report: &Report<'_>, lang: Lang) -> String {
    let (k, all) = (report.k(), report.subject.signatures.len());
    let (grouped, groups) = (report.groups.grouped(), report.groups.count());
    let n = grouped_digits;
    if groups == 0 {
        return lang.pick((
            format!("At k = {k} no two of {} documents are near-duplicates.", n(all)),
            format!("k = {k} 时，{} 篇文档中没有近似重复。", n(all)),
        ));
    }
    let share = share_of(grouped, all);
    let mut said = lang.pick((
        format!(
            "At k = {k}, {} of {} documents ({share}) fall into {}.",
            n(grouped),
            n(all),
            if groups == 1 { "1 group".to_owned() } else { format!("{} groups", n(groups)) },
        ),
        format!("k = {k} 时，{} 篇文档中有 {} 篇（{share}）分属 {} 个组。", n(all), n(grouped), n(groups)),
    ));
    if let Some(found) = &report.decided {
        let goes = found.outcome.totals.dropped;
        let share = share_of(goes, all);
        said += &lang.pick((
            format!(
                " Removing near-duplicates drops {} of them ({share}), each within k of one that stays.",
                n(goes)
            ),
            format!("去重可去除 {} 篇（{share}），每篇都与某篇保留文档相距不超过 k。", n(goes)),
        ));
        if let Some(right) = found.right.filter(|_| goes > 0) {
            let (share, condition) = (share_of(right, goes), report.settings.condition);
            said += &lang.pick((
                format!(" Of what goes, {share} is confirmed by the text that stays for it ({condition})."),
                format!("去除的文档中 {share} 得到所对照的保留文档确认（{condition}）。"),
            ));
        }
    }
    said
}

/// Which k the advice names, for pairs and for groups.
fn advised(report: &Report<'_>, lang: Lang) -> Option<String> {
    let of = |advice: &Advice| {
        let (at, k) = (advice.at?, report.k());
        let verdict = advice.verdict_text(lang);
        let purpose = lang.pick(match advice.purpose {
            Purpose::Pairs => ("pairs", "文档对"),
            Purpose::Groups => ("groups", "分组"),
        });
        Some(match at.k == k {
            true => lang.pick((
                format!("k = {k} is the advised k for {purpose}: “{verdict}”."),
                format!("k = {k} 正是按{purpose}建议的 k：“{verdict}”。"),
            )),
            false => lang.pick((
                format!("The advised k for {purpose} is {}: “{verdict}”.", at.k),
                format!("按{purpose}建议取 k = {}：“{verdict}”。", at.k),
            )),
        })
    };
    let said: Vec<String> = report.advices.iter().filter_map(of).collect();
    (!said.is_empty()).then(|| said.join(lang.pick((" ", ""))))
}

/// How the groups were formed, where they are not connected by distance alone.
fn grouping(report: &Report<'_>, lang: Lang) -> Option<String> {
    let how = match report.subject.grouped?.how {
        How::Leaders => lang
            .pick((
                "Groups are formed around leaders: documents come in the order of the rule, and each joins the first leader \
                 within k, or becomes one.",
                "按代表分组：文档依规则的顺序逐篇处理，归入 k 以内的第一个代表；没有则自成代表。",
            ))
            .to_owned(),
        How::Verified { condition, .. } => {
            let condition = shown(condition);
            lang.pick((
                format!(
                    "Groups are connected by pairs within k that “{condition}” confirms, and a document goes only if \
                     that holds of it and one that stays."
                ),
                format!("由 k 以内且经“{condition}”确认的文档对连成组；只有与某篇保留文档也满足该条件的文档才会去除。"),
            ))
        }
    };
    let others = lang.pick((
        " Precision, recall, the advice and the sweep are of all pairs within k and the groups that these connect.",
        "精确率、召回率、建议与各 k 的表仍针对 k 以内的全部文档对及其连成的组。",
    ));
    Some(how + others)
}

/// What is not known of the k that was asked for.
fn limit(report: &Report<'_>, lang: Lang) -> Option<String> {
    let (asked, k) = (report.settings.k.min(report.subject.bits.get()), report.k());
    (k < asked).then(|| {
        lang.pick((
            format!(
                "The page is for k = {k}: groups at k = {asked}, which was asked for, were not computed."
            ),
            format!("本页按 k = {k}：所要求的 k = {asked} 的分组未计算。"),
        ))
    })
}

fn facts(report: &Report<'_>, lang: Lang) -> Vec<(String, Markup)> {
    let n = |count: usize| number(count);
    let groups = &report.groups;
    let name = |name: (&'static str, &'static str)| lang.pick(name).to_owned();
    let mut facts = vec![
        (name(("documents", "文档")), n(report.subject.signatures.len())),
        (name(("groups", "组")), n(groups.count())),
        (name(("in groups", "入组")), n(groups.grouped())),
        (name(("largest group", "最大组")), n(groups.largest())),
    ];
    if let Some(chains) = report.chains_in_all() {
        facts.push((name(("chains", "链")), n(chains)));
    }
    if report.left_out() > 0 {
        facts.push((name(("empty, left out", "空文档（未计入）")), n(report.left_out())));
    }
    for known in &report.known {
        let Some(at) = known.curve.at(report.k()) else { continue };
        let by = known.name(lang);
        let share = |share: Option<_>| share.map_or_else(|| html! { (not_known(lang)) }, with_interval);
        facts.push((lang.pick((format!("precision, {by}"), format!("精确率，{by}"))), share(at.precision)));
        facts.push((lang.pick((format!("recall, {by}"), format!("召回率，{by}"))), share(at.recall)));
    }
    facts
}
