//! The page around the sections, and the pieces that they are made of.

use super::frame::{BASE, Frame, Ground, made_by};
use super::{Done, Found, Page, answer, goes, made, said};
use crate::display::{Lang, Phrase, both, grouped_digits};
use crate::evidence::Share;
use crate::visible;
use maud::{Markup, html};
use std::ops::Range;

/// A part of the page with a heading.
pub(super) struct Section {
    pub(super) id: &'static str,
    pub(super) heading: &'static str,
    /// It begins a sheet of its own in print.
    pub(super) is_large: bool,
    pub(super) body: Markup,
}

pub(super) fn write(done: &Done<'_>, page: &Page<'_>) -> String {
    let lang = page.lang;
    let mut sections = vec![goes::kinds(done, page)];
    sections.extend(goes::worst(done, lang));
    sections.extend(said::section(done, lang));
    sections.push(made::section(
        Some(done.recipe).filter(|recipe| done.found != Found::Exactly || recipe.given.is_some()),
        page,
    ));
    let name = shown(done.name);
    let leaf = Leaf {
        title: &lang.pick(both!("Near-duplicates in {name}", "{name} 中的近似重复")),
        under: answer::under_the_title(done, lang),
        answer: answer::answer(done, lang),
        sections,
    };
    around(&leaf, lang)
}

/// What stands on a page.
pub(super) struct Leaf<'a> {
    pub(super) title: &'a str,
    pub(super) under: Markup,
    pub(super) answer: Markup,
    pub(super) sections: Vec<Section>,
}

/// The whole page.
pub(super) fn around(leaf: &Leaf<'_>, lang: Lang) -> String {
    let Leaf { title, under, answer, sections } = leaf;
    let body = html! {
        a.skip href="#main" { (lang.pick(("Skip to the content", "跳到正文"))) }
        header { h1 { (title) } p.subtitle { (under) } }
        main id="main" {
            section.answer aria-labelledby="answer-heading" {
                h2.unseen id="answer-heading" { (lang.pick(("The answer", "结论"))) }
                (answer)
            }
            nav aria-label=(lang.pick(("Contents", "目录"))) {
                ul {
                    @for section in sections { li { a href={ "#" (section.id) } { (section.heading) } } }
                }
            }
            @for section in sections { (part(section)) }
        }
        (made_by(lang))
    };
    let styles = [BASE, include_str!("style.css")];
    Frame { lang, title, ground: Ground::Screen, styles: &styles }.around(&body)
}

fn part(section: &Section) -> Markup {
    let heading = format!("{}-heading", section.id);
    html! {
        section.large[section.is_large] id=(section.id) aria-labelledby=(heading) {
            h2 id=(heading) { (section.heading) }
            (section.body)
        }
    }
}

/// A column of a table.
pub(super) struct Head<'a> {
    pub(super) text: &'a str,
    pub(super) is_number: bool,
}

/// The columns of a table, of which some hold numbers.
pub(super) fn heads(names: &[Phrase], numbers: Range<usize>, lang: Lang) -> Vec<Head<'static>> {
    let head =
        |(at, name): (usize, &Phrase)| Head { text: lang.pick(*name), is_number: numbers.contains(&at) };
    names.iter().enumerate().map(head).collect()
}

/// A table in a box of its own, which scrolls where the page is too narrow.
pub(super) fn table(caption: &str, heads: &[Head<'_>], rows: &Markup) -> Markup {
    html! {
        section.scroll tabindex="0" aria-label=(caption) {
            table {
                caption { (caption) }
                thead {
                    tr { @for head in heads { th scope="col" .number[head.is_number] { (head.text) } } }
                }
                tbody { (rows) }
            }
        }
    }
}

/// A number of a table or a sentence, which does not break.
pub(super) fn number(number: impl TryInto<u64>) -> Markup {
    html! { span.digits { (grouped_digits(number)) } }
}

/// Text of a corpus in one line, without what could mislead.
pub(super) fn shown(text: &str) -> String {
    visible::fit(text, 160).into_owned()
}

/// A share as it is said: `9.8 %`, and with one digit more near its ends. The sign does not go to the next line.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        0.0 => "0\u{a0}%".to_owned(),
        100.0 => "100\u{a0}%".to_owned(),
        _ if percent < 1.0 => format!("{percent:.2}\u{a0}%"),
        _ if percent > 99.0 => format!("{:.2}\u{a0}%", percent.min(99.99)),
        _ => format!("{percent:.1}\u{a0}%"),
    }
}

/// A share with its 95 % interval, if it has one: `97.1 % 95.0–98.6`.
pub(super) fn with_interval(share: Share) -> Markup {
    html! {
        span.digits {
            (percent(share.share))
            @if share.high - share.low >= 0.0005 {
                " " span.interval { (format!("{:.1}–{:.1}", share.low * 100.0, share.high * 100.0)) }
            }
        }
    }
}
