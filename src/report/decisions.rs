//! Which documents stay, as a section of the page.

use super::page::{Head, Section, number, shown, table};
use crate::display::{Lang, grouped_digits};
use maud::{Markup, html};

/// What was decided of a corpus.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decisions {
    /// The rule that chooses the document of a group that stays, as it is written on the command line.
    pub rule: String,
    /// Documents that stay.
    pub kept: usize,
    /// Documents that go.
    pub dropped: usize,
    /// Groups that were decided by hand, the largest first; all of them are on the page.
    pub by_hand: Vec<Decided>,
}

/// A group that was decided by hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    /// Number of the group.
    pub group: usize,
    /// Its documents.
    pub size: usize,
    /// Id of the document that stays.
    pub kept: String,
    /// Documents of it that go.
    pub dropped: usize,
    /// What was done, in the language of the page: accepted, split, members excluded.
    pub what: String,
}

pub(super) fn section(decisions: &Decisions, lang: Lang) -> Section {
    let names =
        [("group", "组"), ("documents", "文档"), ("go", "去除"), ("stays", "保留"), ("decision", "决定")];
    let heads: Vec<Head<'_>> = (names.into_iter().enumerate())
        .map(|(at, name)| Head { text: lang.pick(name), is_number: at < 3 })
        .collect();
    let body = html! {
        p { (about(decisions, lang)) }
        @if !decisions.by_hand.is_empty() {
            (table(
                lang.pick(("Groups decided by hand", "手工决定的组")),
                &heads,
                &html! { @for decided in &decisions.by_hand { (row(decided)) } },
            ))
        }
    };
    Section { id: "decisions", heading: lang.pick(("Decisions", "决定")), is_large: false, body }
}

fn about(decisions: &Decisions, lang: Lang) -> String {
    let Decisions { rule, kept, dropped, by_hand } = decisions;
    let (rule, kept, dropped, hand) =
        (shown(rule), grouped_digits(*kept), grouped_digits(*dropped), grouped_digits(by_hand.len()));
    lang.pick((
        format!("{kept} documents stay and {dropped} go. Of each group, the rule is to keep: {rule}. {hand} groups were decided by hand."),
        format!("保留 {kept} 篇，去除 {dropped} 篇。每组的保留规则：{rule}。手工决定了 {hand} 组。"),
    ))
}

fn row(decided: &Decided) -> Markup {
    html! {
        tr {
            th.number scope="row" { (decided.group) }
            td.number { (number(decided.size)) }
            td.number { (number(decided.dropped)) }
            td { bdi.id { (shown(&decided.kept)) } }
            td { (shown(&decided.what)) }
        }
    }
}
