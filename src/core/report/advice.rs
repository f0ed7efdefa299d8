//! Which k, and why: for pairs and for groups.

use super::Report;
use super::page::{Head, Section, not_known, percent, table, with_interval};
use crate::display::{Lang, grouped_digits};
use crate::evidence::{Advice, Basis, Predicted, Purpose, Share};
use maud::{Markup, html};

pub(super) fn section(report: &Report<'_>, lang: Lang) -> Section {
    let names: [(&str, &str); 6] = [
        ("for", "用途"),
        ("k", "k"),
        ("verdict", "结论"),
        ("confirmed", "确认"),
        ("found", "找到"),
        ("false pairs", "误报"),
    ];
    let guessed = ("guessed", "推测");
    let names =
        names.map(|name| if name.0 == "confirmed" && report.compared.is_none() { guessed } else { name });
    let heads = names.map(|name| Head { text: lang.pick(name), is_number: false });
    let rows = html! { @for advice in &report.advices { (row(advice, lang)) } };
    let caption = lang.pick(("The advised k", "建议的 k"));
    let body = html! {
        (table(caption, &heads, &rows))
        p.note { (how(report, lang)) }
        @if let Some(few) = few_groups(report, lang) { p.note { (few) } }
        @for advice in &report.advices {
            @if !advice.reasons.is_empty() {
                h3 { (reasons_for(advice.purpose, lang)) }
                ul.reasons { @for reason in &advice.reasons { li { (sentence(&reason.text(lang), lang)) } } }
            }
        }
    };
    Section {
        id: "advice",
        heading: lang.pick(("Which k, and why", "取哪个 k，为何")),
        is_large: false,
        body,
    }
}

fn row(advice: &Advice, lang: Lang) -> Markup {
    let purpose = lang.pick(match advice.purpose {
        Purpose::Pairs => ("pairs", "文档对"),
        Purpose::Groups => ("groups", "分组"),
    });
    let of = |what: &dyn Fn(&Predicted) -> Markup| advice.at.as_ref().map_or_else(|| html! { "–" }, what);
    let has_interval = advice.basis != Basis::Background;
    let share = |share: Option<Share>| match share {
        Some(share) if has_interval => with_interval(share),
        Some(share) => with_interval(Share::exact(share.share)),
        None => html! { (not_known(lang)) },
    };
    let range = match advice.range {
        Some((low, high)) if low < high => format!(" ({low}–{high})"),
        _ => String::new(),
    };
    let wrong = |at: &Predicted| {
        let wrong = grouped_digits((at.pairs as f64 - at.right).max(0.0).round() as u64);
        let pairs = grouped_digits(at.pairs);
        let said = lang.pick((format!("about {wrong} of {pairs}"), format!("{pairs} 对中约 {wrong} 对")));
        html! { span.digits { (said) } }
    };
    html! {
        tr {
            th scope="row" { (purpose) }
            td { (of(&|at| html! { span.digits { (at.k) (range) } })) }
            td.wide { (advice.verdict_text(lang)) }
            td { (of(&|at| share(at.precision))) }
            td { (of(&|at| share(at.recall))) }
            td { (of(&wrong)) }
        }
    }
}

/// Where two groups have most of the pairs that share a group, what is said of groups is said of these two.
fn few_groups(report: &Report<'_>, lang: Lang) -> Option<String> {
    const FEW: usize = 2;
    let groups = &report.groups;
    if groups.count() <= FEW {
        return None;
    }
    let pairs =
        |number: usize| (groups.members(number).len() as u64).pow(2) - groups.members(number).len() as u64;
    let all: u64 = (1..=groups.count()).map(pairs).sum();
    let few: u64 = (1..=FEW).map(pairs).sum();
    let (share, k) = (few as f64 / all.max(1) as f64, report.k());
    (share >= 0.5).then(|| {
        let share = percent(share);
        lang.pick((
            format!(
                "At k = {k} the two largest groups have {share} of all pairs that share a group, so what is said of groups \
                 is mostly said of these two."
            ),
            format!("k = {k} 时，最大的两组占全部同组文档对的 {share}，故按分组所说的主要是这两组的情形。"),
        ))
    })
}

fn reasons_for(purpose: Purpose, lang: Lang) -> &'static str {
    lang.pick(match purpose {
        Purpose::Pairs => ("Reasons, for pairs", "理由：按文档对"),
        Purpose::Groups => ("Reasons, for groups", "理由：按分组"),
    })
}

/// A reason as a sentence.
fn sentence(reason: &str, lang: Lang) -> String {
    let mut letters = reason.chars();
    let first = letters.next().into_iter();
    // A symbol (k = 3) stays as it is.
    let first: String = match letters.as_str().starts_with(char::is_alphabetic) {
        true => first.flat_map(char::to_uppercase).collect(),
        false => first.collect(),
    };
    format!("{first}{}{}", letters.as_str(), lang.pick((".", "。")))
}

/// What decides whether a pair is right.
fn how(report: &Report<'_>, lang: Lang) -> String {
    let Some(compared) = report.compared else {
        return lang
            .pick((
                "Here the pairs that the bulk of unrelated ones does not explain are guessed to be near-duplicates. This is a guess about the shape of \
                 the histogram, without intervals.",
                "此处把无关文档对的主峰解释不了的文档对作为推测。这只是对直方图形状的推测，没有区间。",
            ))
            .to_owned();
    };
    let condition = report.settings.condition;
    let done = match compared < 1.0 {
        true => {
            let share = percent(compared);
            lang.pick((
                format!("{share} of the documents, drawn at random, were compared with all others"),
                format!("随机抽取 {share} 的文档与全部文档比较"),
            ))
        }
        false => lang.pick(("All pairs were counted", "已计入全部文档对")).to_owned(),
    };
    lang.pick((
        format!(
            "Here a pair is confirmed if its texts fulfil {condition}. {done}. For pairs, “confirmed” is the share of the pairs within k \
             that are confirmed (precision), and “found” the share of all confirmed pairs that are within k (recall). For groups, the \
             same is said of all pairs that share a group at k: these include pairs that are farther apart than k, and large \
             groups have most of them.",
        ),
        format!(
            "此处文本满足 {condition} 的文档对得到“确认”。{done}。按文档对，“确认”是距离不超过 k 的文档对中得到确认的比例（精确率），“找到”是全部\
             确认的文档对中距离不超过 k 的比例（召回率）。按分组，以上两项针对 k 下同组的全部文档对：其中有距离大于 k 的，且大组占去多数。",
        ),
    ))
}
