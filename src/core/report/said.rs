//! What people said of the pairs, and how far they agree.

use super::Done;
use super::page::{Section, heads, number, table, with_interval};
use crate::decide::clean::Stratum;
use crate::display::Lang;
use maud::html;

/// Empty if there are no answers.
pub(super) fn section(done: &Done<'_>, lang: Lang) -> Option<Section> {
    let (sample, agreement) = (done.sample, done.agreement);
    let is_said = |stratum: &Stratum| stratum.drawn.total() + stratum.chosen.total() > 0;
    if !sample.strata.iter().any(is_said) && agreement.is_empty() {
        return None;
    }
    let names = [("kinds", "类别"), ("texts", "文本"), ("drawn and read", "抽取并已判"), ("right", "正确")];
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
            th scope="row" { (lang.pick(("all that goes", "全部去除"))) }
            td.number { (number(done.gone())) }
            td.number { (number(sample.answers().total())) }
            td.number { (with_interval(sample.right())) }
        }
    };
    let body = html! {
        (table(lang.pick(("Of what goes, right by those who read it", "去除的文本中经人判定正确者")), &heads, &rows))
        p.note { (lang.pick((
            "Texts that are the same, or fold the same, count as right and are not asked about. Intervals are of 95 %.",
            "相同或归一化后相同的文本计为正确，不予抽取。区间为 95 %。",
        ))) }
        @if !agreement.is_empty() { ul.reasons { @for agreement in agreement { li { (agreement.to_string()) } } } }
    };
    Some(Section {
        id: "said", heading: lang.pick(("What people said", "人工判定")), is_large: false, body
    })
}
