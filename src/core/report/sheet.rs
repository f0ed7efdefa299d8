//! A sheet for teachers: each text with its passages in colours, and beside them where they are.

use super::frame::BASE;
use super::page::{number, percent, shown};
use super::{Frame, Ground, frame};
use crate::corpus::Corpus;
use crate::display::{Lang, both, grouped_digits};
use crate::passages::{Passage, Passages, Shares, place, words};
use crate::visible;
use maud::{Markup, html};
use std::cmp::Reverse;
use std::ops::Range;

/// Colours that follow each other in a text.
const COLOURS: usize = 6;
/// Texts that have a page; of more, those with the largest share.
const MOST: usize = 500;
/// Passages of a text that are listed.
const LISTED: usize = 40;
/// Characters of a text between passages that are shown whole.
const WHOLE: usize = 600;
/// Characters on both sides of what is left out.
const AROUND: usize = 200;

/// Texts and their passages.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    /// The texts, and behind them those in which passages were looked for.
    pub all: &'a Corpus,
    /// What was compared.
    pub passages: &'a Passages,
    /// What was found.
    pub found: &'a [Passage],
    /// The names of what was given.
    pub given: &'a [String],
}

/// A passage as one of its texts has it.
struct Part<'a> {
    own: &'a [Range<u32>],
    other: u32,
    there: Range<u32>,
}

impl Part<'_> {
    fn words(&self) -> usize {
        self.own.iter().map(ExactSizeIterator::len).sum()
    }
}

impl Sheet<'_> {
    /// The whole page.
    pub fn html(&self, lang: Lang) -> String {
        let mut shares = Shares::default();
        self.found.iter().for_each(|passage| shares.add(self.passages, passage));
        let share = |text: u32| self.passages.share(text, shares.words(text));
        let mut texts: Vec<u32> =
            (0..self.passages.own() as u32).filter(|&text| shares.words(text) > 0).collect();
        texts.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        let all = texts.len();
        texts.truncate(MOST);
        let name = shown(self.all.name());
        let title = lang.pick(both!("Passages in {name}", "{name} 中的段落"));
        let body = html! {
            header { h1 { (title) } p.subtitle { (self.summary(all, lang)) } }
            main id="main" {
                (overview(self, &texts, &shares, lang))
                @if all > texts.len() {
                    p.note { (lang.pick(both!("Only the {MOST} texts with the largest share have a page.", "只有占比最大的 {MOST} 篇文本各有一页。"))) }
                }
                @for &text in &texts { (self.page(text, share(text), lang)) }
            }
            (frame::made_by(lang))
        };
        let styles = [BASE, include_str!("style.css"), include_str!("sheet.css")];
        Frame { lang, title: &title, ground: Ground::Screen, styles: &styles }.around(&body)
    }

    fn summary(&self, some: usize, lang: Lang) -> String {
        let definition = self.passages.definition();
        let [some, own] = [some, self.passages.own()].map(grouped_digits);
        let (words, run, gap) = (definition.words, definition.run, definition.gap);
        let found = lang.pick(both!(
            "{some} of {own} texts have passages of at least {words} words that stand in another text, in stretches of at least {run} equal words with up to {gap} others between them.",
            "{own} 篇文本中有 {some} 篇含有见于他文的段落：至少 {words} 个词相同，由至少 {run} 个词的相同片段组成，片段之间至多隔 {gap} 个词。"
        ));
        if self.given.is_empty() {
            return found;
        }
        let given: Vec<String> = self.given.iter().map(|name| shown(name)).collect();
        let given = given.join(lang.pick((", ", "、")));
        found + &lang.pick(both!(" What was given does not count: {given}.", "给定的文本不计：{given}。"))
    }

    /// What a text has, the largest passages first.
    fn parts(&self, text: u32) -> Vec<Part<'_>> {
        let mut parts = Vec::new();
        for passage in self.found {
            if let Some(side) = passage.texts.iter().position(|&own| own == text) {
                let (other, there) = (passage.texts[1 - side], passage.reach(1 - side));
                parts.push(Part { own: &passage.matched[side], other, there });
            }
        }
        parts.sort_by_key(|part: &Part<'_>| (Reverse(part.words()), part.own[0].start));
        parts
    }

    fn page(&self, text: u32, share: f64, lang: Lang) -> Markup {
        let document = self.all.get(text as usize);
        let cut = words(document.text);
        let parts = self.parts(text);
        // Each word belongs to the largest passage that has it.
        let mut owner = vec![usize::MAX; cut.len()];
        for (at, part) in parts.iter().enumerate() {
            for word in part.own.iter().flat_map(Range::clone) {
                let owner = &mut owner[word as usize];
                *owner = at.min(*owner);
            }
        }
        let mut pieces: Vec<(Option<usize>, Range<usize>)> = Vec::new();
        let mut done = 0;
        let mut from = 0;
        for run in owner.chunk_by(|a, b| a == b) {
            let reach = from..from + run.len() as u32;
            from = reach.end;
            if run[0] == usize::MAX {
                continue;
            }
            let here = place(&cut, &reach);
            let here = here.start.max(done)..here.end.max(done);
            pieces.push((None, done..here.start));
            pieces.push((Some(run[0]), here.clone()));
            done = here.end;
        }
        pieces.push((None, done..document.text.len()));
        html! {
            section.large.sheet id={ "text-" (text) } {
                h2 { (shown(document.id)) " " small.digits { (percent(share)) } }
                div.sides {
                    p.text dir="auto" {
                        @for (owner, range) in &pieces {
                            @match owner {
                                Some(at) => mark class={ "colour-" (at % COLOURS) } {
                                    (lines(&document.text[range.clone()])) sup { (at + 1) }
                                },
                                None => (between(&document.text[range.clone()], lang)),
                            }
                        }
                    }
                    ol.sources {
                        @for (at, part) in parts.iter().take(LISTED).enumerate() { li { (self.source(at, part, lang)) } }
                        @if parts.len() > LISTED {
                            li.more { (lang.pick(both!("and {} more", "另有 {} 个", parts.len() - LISTED))) }
                        }
                    }
                }
            }
        }
    }

    /// Where a passage stands in the other text.
    fn source(&self, at: usize, part: &Part<'_>, lang: Lang) -> Markup {
        let other = self.all.get(part.other as usize);
        let text = &other.text[place(&words(other.text), &part.there)];
        let (equal, from, to) = (grouped_digits(part.words()), part.there.start, part.there.end);
        html! {
            p.member {
                mark class={ "colour-" (at % COLOURS) } { (at + 1) } " "
                @if (part.other as usize) < self.passages.own() { a.id href={ "#text-" (part.other) } { (shown(other.id)) } }
                @else { span.id { (shown(other.id)) } }
            }
            p.note { (lang.pick(both!("{equal} equal words; there words {from}–{to}", "{equal} 个相同的词；在该文第 {from}–{to} 词"))) }
            blockquote dir="auto" { (between(text, lang)) }
        }
    }
}

/// A line for each text that has a page.
fn overview(sheet: &Sheet<'_>, texts: &[u32], shares: &Shares, lang: Lang) -> Markup {
    let sources = |text: u32| shares.sources(text);
    html! {
        section.scroll tabindex="0" aria-label=(lang.pick(("Texts", "文本"))) {
            table {
                thead { tr {
                    th scope="col" { (lang.pick(("text", "文本"))) }
                    th.number scope="col" { (lang.pick(("words", "词数"))) }
                    th.number scope="col" { (lang.pick(("in others", "见于他文"))) }
                    th.number scope="col" { (lang.pick(("only its own", "仅其自有"))) }
                    th scope="col" { (lang.pick(("mostly in", "主要见于"))) }
                } }
                tbody {
                    @for &text in texts {
                        @let (all, some) = (sheet.passages.words(text), shares.words(text));
                        tr {
                            th scope="row" { a href={ "#text-" (text) } { (shown(sheet.all.get(text as usize).id)) } }
                            td.number { (number(all)) }
                            td.number { (percent(sheet.passages.share(text, some))) }
                            td.number { (number(all - some)) }
                            td { (sources(text).iter().take(3).map(|source| shown(sheet.all.get(source.text as usize).id)).collect::<Vec<_>>().join(", ")) }
                        }
                    }
                }
            }
        }
    }
}

/// Text as lines, without what could mislead.
fn lines(text: &str) -> String {
    text.lines().map(|line| visible::line(line).into_owned()).collect::<Vec<_>>().join("\n")
}

/// Text without its middle if it is long.
fn between(text: &str, lang: Lang) -> Markup {
    let characters = text.chars().count();
    if characters <= WHOLE {
        let end = if text.ends_with('\n') { "\n" } else { "" };
        return html! { (lines(text)) (end) };
    }
    let at = |n: usize| text.char_indices().nth(n).map_or(text.len(), |(at, _)| at);
    let left = grouped_digits(characters - 2 * AROUND);
    html! {
        (lines(&text[..at(AROUND)]))
        span.cut { (lang.pick(both!(" … {left} characters … ", " …… {left} 字 …… "))) }
        (lines(&text[at(characters - AROUND)..]))
    }
}
