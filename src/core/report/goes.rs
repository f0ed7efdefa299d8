//! Sections of the report: what goes and is held by kind, the drops that lose most, and what each label and file loses.

use super::page::{Head, Section, heads, number, percent, shown, table};
use super::{Done, Page, excerpt};
use crate::alignment::Kind;
use crate::decide::Part;
use crate::decide::clean::{Cover, noun};
use crate::display::{Lang, both, grouped_digits};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The number of pairs that are shown of each kind.
const EXAMPLES: usize = 2;
/// The number of drops that are shown with their texts.
const WORST: usize = 12;
/// The most labels and files on the page.
const PARTS: usize = 8;

pub(super) fn kinds(done: &Done<'_>, page: &Page<'_>) -> Section {
    let lang = page.lang;
    let (gone, held) = (done.cleaned.gone(), done.cleaned.held());
    let mut examples: BTreeMap<(bool, Kind), Vec<(u32, &Cover)>> = BTreeMap::new();
    for (is_held, (document, cover)) in gone.map(|one| (false, one)).chain(held.map(|one| (true, one))) {
        let found = examples.entry((is_held, cover.kind)).or_default();
        if cover.kind != Kind::Same && found.len() < EXAMPLES {
            found.push((document, cover));
        }
    }
    examples.retain(|_, found| !found.is_empty());
    let body = html! {
        @if done.gone() == 0 && examples.is_empty() {
            p { (lang.pick(("No two texts are alike.", "没有相似的文本。"))) }
        } @else {
            @if done.rows.is_empty() { (by_kind(done, lang)) } @else { (rows(done, lang)) }
            p.note { (lang.pick((
                "What is held stays: a difference matters, or too much would be lost. Two examples of each:",
                "暂留者仍保留：存在要紧的差异，或会丢失过多。各举两例：",
            ))) }
            ol.members {
                @for ((_, kind), found) in &examples {
                    @for &example in found {
                        (pair(done, example, lang.pick(noun(*kind)), lang))
                    }
                }
            }
        }
        (parts(done, lang))
        @if let Some(dedup) = page.dedup {
            h3 { (lang.pick(("The command that writes the documents that stay", "写出保留文档的命令"))) }
            pre.scroll tabindex="0" { code { (dedup) } }
        }
    };
    Section { id: "kinds", heading: lang.pick(("What differs", "有何差异")), is_large: false, body }
}

/// The table of the differences of the corpus, each with the number of texts that go and are held.
fn rows(done: &Done<'_>, lang: Lang) -> Markup {
    let names = [
        ("difference", "差异"),
        ("pairs", "文档对"),
        ("go", "去除"),
        ("held", "暂留"),
        ("matters", "要紧"),
        ("why", "原因"),
    ];
    let caption = lang.pick(("What differs between texts that are alike", "相似文本之间的差异"));
    table(
        caption,
        &heads(&names, 1..4, lang),
        &html! {
            @for row in done.rows {
                tr {
                    th scope="row" { @if row.is_below { "– " } (row.subject.say(lang)) }
                    td.number { (number(row.pairs)) }
                    td.number { (number(row.gone)) }
                    td.number { (number(row.held)) }
                    td { (lang.pick(if row.matters { ("yes", "是") } else { ("no", "否") })) }
                    td { (row.say_why(lang)) }
                }
            }
        },
    )
}

/// What goes by kind, where a distance decided.
fn by_kind(done: &Done<'_>, lang: Lang) -> Markup {
    let kinds = done.cleaned.by_kind();
    let heads = heads(&[("kind", "类别"), ("go", "去除"), ("what it means", "含义")], 1..2, lang);
    table(
        lang.pick(("What goes, by kind of difference", "按差异种类的去除")),
        &heads,
        &html! {
            @for (kind, found) in &kinds {
                tr {
                    th scope="row" { (kind.to_string()) }
                    td.number { (number(found.len())) }
                    td { (kind.say(lang)) }
                }
            }
        },
    )
}

/// The drops that lose the most text; `None` if nothing is lost.
pub(super) fn worst(done: &Done<'_>, lang: Lang) -> Option<Section> {
    let lost = |document: u32| done.lost[document as usize];
    let mut gone: Vec<(u32, &Cover)> =
        done.cleaned.gone().filter(|&(document, _)| lost(document) > 0.0).collect();
    gone.sort_by(|(a, _), (b, _)| lost(*b).total_cmp(&lost(*a)).then(a.cmp(b)));
    let all = grouped_digits(gone.len());
    let have = if gone.len() == 1 { "has" } else { "have" };
    gone.truncate(WORST);
    let body = html! {
        p.note { (lang.pick(both!(
            "{all} of the texts that go {have} something that is not in the text that stays; first comes the largest loss. Struck out is \
                 what only the text that goes has, underlined what only the other has.",
            "去除的文本中有 {all} 篇含有保留文本没有的内容；损失比例最大者在先。删除线表示仅去除的文本有，下划线表示仅另一篇有。"
        ))) }
        ol.members {
            @for &(document, cover) in &gone {
                (pair(done, (document, cover), &lang.pick(both!(
                    "{} of it is lost",
                    "其中 {} 会丢失",
                     percent(lost(document))
                )), lang))
            }
        }
    };
    let heading = lang.pick(("The worst cases", "最坏的情形"));
    (!gone.is_empty()).then_some(Section { id: "worst", heading, is_large: true, body })
}

/// A text that goes or is held, against the one that stays, with their differences.
fn pair(done: &Done<'_>, (document, cover): (u32, &Cover), why: &str, lang: Lang) -> Markup {
    let is_kept = done.cleaned.is_kept(document as usize);
    let differences = excerpt::differences(done.text(document), done.text(cover.by));
    html! {
        li {
            p.member {
                bdi.id { (done.id(document)) } " "
                @if is_kept { span.stays { (lang.pick(("is held", "暂留"))) } } @else { span.goes { (lang.pick(("goes", "去除"))) } }
                " " span.fact { (lang.pick(("against ", "，对照 "))) bdi.id { (done.id(cover.by)) } " · " (why) }
            }
            (excerpt::markup(&differences, lang))
        }
    }
}

/// What goes of each label and each file, where there are several.
fn parts(done: &Done<'_>, lang: Lang) -> Markup {
    let (all, n) = (done.all, done.documents);
    let is_dropped = |document: usize| !done.cleaned.is_kept(document);
    let bytes = |document: usize| all.get(document).text.len() as u64;
    let label = |document: usize| all.get(document).label.unwrap_or_default();
    let file = |document: usize| all.file_name(all.place(document).file).unwrap_or_default();
    html! {
        (part(Part::divide(n, is_dropped, label, bytes), (lang.pick(("By label", "按标签")), lang.pick(("label", "标签"))), lang))
        (part(Part::divide(n, is_dropped, file, bytes), (lang.pick(("By file", "按文件")), lang.pick(("file", "文件"))), lang))
    }
}

fn part(mut parts: Vec<Part>, (caption, name): (&str, &str), lang: Lang) -> Markup {
    if parts.len() < 2 {
        return html! {};
    }
    let more = parts.len().saturating_sub(PARTS);
    parts.truncate(PARTS);
    let text = |text: (&'static str, &'static str)| Head { text: lang.pick(text), is_number: true };
    let heads = [
        Head { text: name, is_number: false },
        text(("documents", "文档")),
        text(("go", "去除")),
        text(("share", "比例")),
        text(("bytes that go", "去除的字节")),
    ];
    let none = lang.pick(("(none)", "（无）"));
    html! {
        (table(caption, &heads, &html! {
            @for part in &parts {
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
            p.note { (lang.pick(both!("{more} smaller ones are left out.", "较小的 {more} 项从略。"))) }
        }
    }
}
