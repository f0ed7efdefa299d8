//! The pages of a worksheet: first with empty cells, then with what belongs into them.

use super::worksheet::{Exercise, Solution, Worksheet};
use crate::display::{Lang, sum_text, weight_text};
use crate::recipe::TieRule;
use crate::report::frame::{Frame, Ground};
use crate::simhash::{Feature, hex};
use crate::visible;
use maud::{Markup, html};

/// Up to this number of features, or bits, cells are large.
const LARGE: (usize, u8) = (6, 8);
/// Columns of a term.
const TERM: usize = 40;

pub(super) fn write(sheet: &Worksheet, solution: Solution, lang: Lang) -> String {
    let solved: &[bool] = match solution {
        Solution::Behind => &[false, true],
        Solution::No => &[false],
        Solution::Only => &[true],
    };
    let title = lang.pick(("SimHash by hand", "手算 SimHash"));
    let body = html! {
        main {
            @for &is_solved in solved {
                @for exercise in &sheet.exercises { (page(sheet, exercise, is_solved, lang)) }
                @if sheet.exercises.len() > 1 { (distances(sheet, is_solved, lang)) }
            }
        }
    };
    let styles = [include_str!("paper.css")];
    Frame { lang, title, ground: Ground::Paper, styles: &styles }.around(&body)
}

/// A term, safe to show and not too long.
fn term(feature: &Feature) -> String {
    visible::fit(&visible::line(&feature.term), TERM).into_owned()
}

/// The name of a sheet, and lines for who fills it in.
fn head(name: &str, is_solved: bool, lang: Lang) -> Markup {
    html! {
        header {
            h1 {
                (lang.pick(("SimHash by hand", "手算 SimHash"))) " · " bdi { (name) }
                @if is_solved { " · " em { (lang.pick(("solution", "答案"))) } }
            }
            @if !is_solved {
                p.who {
                    span.name { (lang.pick(("Name", "姓名"))) } span.date { (lang.pick(("Date", "日期"))) }
                }
            }
        }
    }
}

fn page(sheet: &Worksheet, exercise: &Exercise, is_solved: bool, lang: Lang) -> Markup {
    let name = id(exercise);
    html! {
        section.page {
            (head(&name, is_solved, lang))
            p.rule { (rule(sheet.recipe.tie, lang)) }
            @if let Some(text) = &exercise.text { p.text { "“" bdi { (visible::fit(&visible::line(text), 200)) } "”" } }
            (table(sheet, exercise, is_solved, lang))
            @if has_rounded(exercise) {
                p.note { (lang.pick(("Weights and sums are rounded to hundredths.", "权重与累加值均四舍五入到百分位。"))) }
            }
            (answer(sheet, exercise, is_solved, lang))
        }
    }
}

fn id(exercise: &Exercise) -> String {
    visible::fit(&visible::line(&exercise.id), 40).into_owned()
}

/// What is to be done, in one sentence.
fn rule(tie: TieRule, lang: Lang) -> &'static str {
    lang.pick(match tie {
        TieRule::Zero => (
            "Below each 1 of a hash write the weight with a plus, below each 0 with a minus; add up each column; a sum above 0 \
             becomes 1, any other sum becomes 0.",
            "在哈希的每个 1 下面写 +权重，每个 0 下面写 −权重；逐列相加；累加值大于 0 得 1，否则得 0。",
        ),
        TieRule::One => (
            "Below each 1 of a hash write the weight with a plus, below each 0 with a minus; add up each column; a sum below 0 \
             becomes 0, any other sum becomes 1.",
            "在哈希的每个 1 下面写 +权重，每个 0 下面写 −权重；逐列相加；累加值小于 0 得 0，否则得 1。",
        ),
        TieRule::Inverted => (
            "Below each 1 of a hash write the weight with a minus, below each 0 with a plus; add up each column; a sum above 0 \
             becomes 1, any other sum becomes 0.",
            "在哈希的每个 1 下面写 −权重，每个 0 下面写 +权重；逐列相加；累加值大于 0 得 1，否则得 0。",
        ),
    })
}

fn has_rounded(exercise: &Exercise) -> bool {
    exercise.trace.features.iter().any(|feature| weight_text(feature.weight).parse() != Ok(feature.weight))
}

/// Bits from the most significant one down.
fn down(sheet: &Worksheet) -> impl Iterator<Item = usize> {
    (0..usize::from(sheet.recipe.bits.get())).rev()
}

fn digit(value: u128, bit: usize) -> u8 {
    u8::from(value >> bit & 1 == 1)
}

fn table(sheet: &Worksheet, exercise: &Exercise, is_solved: bool, lang: Lang) -> Markup {
    let trace = &exercise.trace;
    let large = trace.features.len() <= LARGE.0;
    let wide = sheet.recipe.bits.get() <= LARGE.1;
    let filled = |text: String| html! { td.to-fill { @if is_solved { (text) } } };
    html! {
        table.large[large].wide[wide] {
            caption { (lang.pick(("The sums of all features, bit by bit", "各位上全部特征的累加值"))) }
            thead {
                tr {
                    th.term scope="col" { (lang.pick(("feature", "特征"))) }
                    th.weight scope="col" { (lang.pick(("weight", "权重"))) }
                    @for bit in down(sheet) { th scope="col" { (lang.pick(("bit ", "位 "))) (bit) } }
                }
            }
            @for feature in &trace.features {
                tbody {
                    tr.hash {
                        th.term rowspan="2" scope="rowgroup" { bdi { (term(feature)) } }
                        td.weight rowspan="2" { (weight_text(feature.weight)) }
                        @for bit in down(sheet) { td { (digit(feature.hash, bit)) } }
                    }
                    tr.push { @for bit in down(sheet) { (filled(sum_text(feature.push(bit, sheet.recipe.tie)))) } }
                }
            }
            tbody.result {
                tr {
                    th scope="row" colspan="2" { (lang.pick(("sum", "累加值"))) }
                    @for bit in down(sheet) { (filled(sum_text(trace.sums[bit]))) }
                }
                tr {
                    th scope="row" colspan="2" { (lang.pick(("signature", "SimHash 签名"))) }
                    @for bit in down(sheet) { (filled(digit(trace.signature, bit).to_string())) }
                }
            }
        }
    }
}

/// The signature, once more in hex.
fn answer(sheet: &Worksheet, exercise: &Exercise, is_solved: bool, lang: Lang) -> Markup {
    let width = usize::from(sheet.recipe.bits.get());
    let signature = exercise.trace.signature;
    html! {
        p.answer {
            (lang.pick(("Signature: ", "SimHash 签名（二进制）：")))
            @if is_solved {
                strong { (format!("{signature:0width$b}")) }
                " = " (hex(signature, sheet.recipe.bits)) (lang.pick((" in hex", "（十六进制）")))
            } @else { span.blank {} }
        }
    }
}

/// How far the signatures are from each other.
fn distances(sheet: &Worksheet, is_solved: bool, lang: Lang) -> Markup {
    html! {
        section.page {
            (head(lang.pick(("distances", "距离")), is_solved, lang))
            p.rule {
                (lang.pick((
                    "Write the two signatures one below the other, mark each column in which they differ, and count the marks: that is \
                     their Hamming distance.",
                    "把两个签名上下对齐写好，标出不同的列，数一数有几个：这就是汉明距离。",
                )))
            }
            @for (a, b) in sheet.pairs() { (pair(sheet, (a, b), is_solved, lang)) }
        }
    }
}

fn pair(sheet: &Worksheet, (a, b): (&Exercise, &Exercise), is_solved: bool, lang: Lang) -> Markup {
    let differing = a.trace.signature ^ b.trace.signature;
    let row = |name: Markup, shown: &dyn Fn(usize) -> String, last: Markup| {
        html! {
            tr {
                th.term scope="row" { (name) }
                @for bit in down(sheet) { td.to-fill { @if is_solved { (shown(bit)) } } }
                (last)
            }
        }
    };
    let own = |exercise: &Exercise, last: Markup| {
        let signature = exercise.trace.signature;
        row(html! { bdi { (id(exercise)) } }, &move |bit| digit(signature, bit).to_string(), last)
    };
    let mark = |bit: usize| if digit(differing, bit) == 1 { "×".to_owned() } else { String::new() };
    let count = html! {
        td.count rowspan="3" {
            (lang.pick(("distance", "距离")))
            @if is_solved { strong { (differing.count_ones()) } }
        }
    };
    html! {
        table.pair.wide[sheet.recipe.bits.get() <= LARGE.1] {
            caption { bdi { (id(a)) } (lang.pick((" and ", " 与 "))) bdi { (id(b)) } }
            tbody {
                (own(a, count)) (own(b, html! {}))
                (row(html! { (lang.pick(("differ", "不同"))) }, &mark, html! {}))
            }
        }
    }
}
