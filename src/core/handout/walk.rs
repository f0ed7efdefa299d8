//! The way to one signature as a page. A script shows its figures step by step; without it they stand one below the other.

use super::figures::{Figure, Figures};
use crate::display::Lang;
use crate::report::frame::{BASE, Frame, Ground, Script, made_by};
use crate::simhash::steps::{Stage, Steps};
use crate::visible;
use maud::{Markup, html};

/// The page of one text: its id, if it is a document, the text itself, and its steps. It loads nothing, and the same input
/// gives the same bytes.
///
/// A long text has figures for its first features; what is left out is said on the page.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::display::Lang;
/// use simscope::handout::walkthrough;
/// use simscope::recipe::Recipe;
/// use simscope::simhash::{steps::Steps, trace};
/// use std::sync::Arc;
/// let (recipe, text) = (Recipe::default(), "to be or not to be");
/// let steps = Steps::of(&Arc::new(trace(&recipe, None, text)), &recipe);
/// let page = walkthrough((None, text), &steps, Lang::En);
/// assert!(page.contains("Bit 63 of “to” is 0: subtract its weight 1, 0 becomes −1."));
/// ```
pub fn walkthrough((id, text): (Option<&str>, &str), steps: &Steps, lang: Lang) -> String {
    let figures = Figures { steps, text, lang }.all();
    let name = match id {
        Some(id) => visible::fit(&visible::line(id), 60).into_owned(),
        None => format!("“{}”", visible::fit(&visible::line(text), 48)),
    };
    let title = lang.pick((format!("The signature of {name}"), format!("{name} 的签名")));
    let body = html! {
        a.skip href="#main" { (lang.pick(("Skip to the content", "跳到正文"))) }
        header {
            h1 { bdi { (title) } }
            p.subtitle { (steps.recipe()) }
            (stages(&figures, lang))
        }
        main id="main" {
            @for (at, figure) in figures.iter().enumerate() { (section(at, figure, lang)) }
        }
        (controls(lang))
        (made_by(lang))
    };
    let styles = [BASE, include_str!("walk.css")];
    let script = Some(STEPPING);
    Frame { lang, title: &title, ground: Ground::Screen, styles: &styles, script }.around(&body)
}

const STEPPING: Script =
    Script { text: include_str!("walk.js"), sha256: "XBNxZj0MliAo9zgNKJM6vDYxxRDxq/F1xzTgS5pTvB4=" };

/// Links to the first figure of each stage.
fn stages(figures: &[Figure], lang: Lang) -> Markup {
    let first = |stage: Stage| figures.iter().position(|figure| figure.stage == stage);
    html! {
        nav aria-label=(lang.pick(("Steps", "步骤"))) {
            ol {
                @for stage in Stage::ALL {
                    @if let Some(at) = first(stage) { li { a href={ "#figure-" (at + 1) } { (stage.name(lang)) } } }
                }
            }
        }
    }
}

fn section(at: usize, figure: &Figure, lang: Lang) -> Markup {
    let id = format!("figure-{}", at + 1);
    let heading = format!("{id}-heading");
    let stage = Stage::ALL.iter().position(|stage| *stage == figure.stage).unwrap_or_default();
    html! {
        section.figure id=(id) aria-labelledby=(heading) data-stage=(stage) {
            h2 id=(heading) { (figure.stage.name(lang)) @if !figure.of.is_empty() { " " small { bdi { (figure.of) } } } }
            p.told { bdi { (figure.told) } }
            (figure.body)
            @if !figure.ticks.is_empty() {
                details.ticks {
                    summary { (lang.pick(("One by one", "逐一"))) }
                    ol { @for (of, told) in &figure.ticks { li data-at=(of) { bdi { (told) } } } }
                }
            }
        }
    }
}

/// What the script needs; hidden without it.
fn controls(lang: Lang) -> Markup {
    let buttons = [
        ("first", "M4 3v10M13 3 6 8l7 5z", ("first step (Home)", "第一步（Home）")),
        ("figure-back", "M8 3 3 8l5 5M13 3 8 8l5 5", ("figure before (Page Up)", "上一图（Page Up）")),
        ("back", "M10 3 5 8l5 5", ("step before (←)", "上一步（←）")),
        ("play", "M4 3l9 5-9 5z", ("play (Space)", "播放（空格）")),
        ("pause", "M5 3v10M11 3v10", ("pause (Space)", "暂停（空格）")),
        ("next", "M6 3l5 5-5 5", ("next step (→)", "下一步（→）")),
        ("figure-next", "M3 3l5 5-5 5M8 3l5 5-5 5", ("next figure (Page Down)", "下一图（Page Down）")),
        ("last", "M12 3v10M3 3l7 5-7 5z", ("last step (End)", "最后一步（End）")),
    ];
    html! {
        aside.controls hidden aria-label=(lang.pick(("Step by step", "逐步"))) {
            progress max="1" value="0" aria-label=(lang.pick(("how far", "进度"))) {}
            div {
                span.buttons {
                    @for (name, path, label) in buttons {
                        button type="button" data-do=(name) aria-label=(lang.pick(label)) title=(lang.pick(label)) {
                            svg viewBox="0 0 16 16" aria-hidden="true" { path d=(path) {} }
                        }
                    }
                }
                span.place {}
                button type="button" title="A" data-do="all" data-other=(lang.pick(("step by step", "逐步"))) {
                    (lang.pick(("all at once", "全部显示")))
                }
            }
        }
    }
}
