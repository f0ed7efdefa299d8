//! What people said of the pairs, and how far they agree.

use super::Done;
use super::page::{Section, heads, number, table, with_interval};
use crate::decide::clean::{Sample, Stratum};
use crate::display::{Lang, both, grouped_digits};
use maud::{Markup, html};

/// Empty if there are no answers.
pub(super) fn section(done: &Done<'_>, lang: Lang) -> Option<Section> {
    let (sample, agreement) = (done.sample, done.agreement);
    let is_said = |stratum: &Stratum| stratum.drawn.total() + stratum.chosen.total() > 0;
    // By a promise it is said with what is promised.
    let has_sample = done.promise.is_none() && sample.strata.iter().any(is_said);
    if !has_sample && agreement.is_empty() {
        return None;
    }
    let body = html! {
        @if has_sample { (table_of(sample, lang)) }
        @if !agreement.is_empty() { ul.reasons { @for agreement in agreement { li { (agreement.to_string()) } } } }
    };
    Some(Section {
        id: "said", heading: lang.pick(("What people said", "人工判定")), is_large: false, body
    })
}

fn table_of(sample: &Sample, lang: Lang) -> Markup {
    let names = [("kinds", "类别"), ("texts", "文本"), ("drawn and read", "抽取并已判"), ("right", "正确")];
    let equal = grouped_digits(sample.equal);
    let heads = heads(&names, 1..4, lang);
    let kinds =
        |stratum: &Stratum| stratum.kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let rows = html! {
        @for stratum in &sample.strata {
            tr {
                th scope="row" { (kinds(stratum)) }
                td.number { (number(stratum.texts)) }
                td.number { (number(stratum.drawn.total())) }
                td.number { (with_interval(stratum.right())) }
            }
        }
        tr.here {
            th scope="row" { (lang.pick(("all of these", "合计"))) }
            td.number { (number(sample.texts())) }
            td.number { (number(sample.answers().total())) }
            td.number { (with_interval(sample.right())) }
        }
    };
    html! {
        (table(lang.pick(("Of what goes and is not identical, right by those who read it", "去除且不完全相同的文本中经人判定正确者")), &heads, &rows))
        p.note { (lang.pick((
            "Refused texts are counted although they stay. Intervals are of 95 %.",
            "被否决的文本虽已保留，仍计入。区间为 95 %。",
        ))) }
        p.note { (lang.pick(both!(
            "{equal} more that go are the same as another or as one that stays, or fold the same; they are not asked about.",
            "另有 {equal} 篇去除的文本与另一篇或保留的某篇相同（或归一化后相同），不予抽取。"
        ))) }
    }
}
