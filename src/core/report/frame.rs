//! The frame of a page that loads nothing: the content of its head.

use super::made::PROGRAM;
use super::palette;
use crate::display::Lang;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page without what it shows.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The language of the page.
    pub lang: Lang,
    /// Before the name of the program.
    pub title: &'a str,
    /// Light or dark.
    pub ground: Ground,
    /// Style sheets, later ones over earlier ones.
    pub styles: &'a [&'a str],
}

/// What a page stands on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ground {
    /// A screen, light or dark as its reader has it: the styles have the colours of the palette.
    Screen,
    /// Paper: black on white.
    Paper,
    /// What is dark whatever the reader has.
    Dark,
}

/// What pages have in common.
pub(crate) const BASE: &str = include_str!("base.css");

impl Frame<'_> {
    /// The page with this body.
    pub fn around(&self, body: &Markup) -> String {
        let Self { lang, title, ground, styles } = self;
        let html = html! {
            (DOCTYPE)
            html lang=(lang.pick(("en", "zh-Hans"))) {
                head {
                    meta charset="utf-8";
                    // Nothing is loaded, whatever stands in the page.
                    meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content=(ground.schemes());
                    meta name="generator" content=(PROGRAM);
                    title { (title) " · simscope" }
                    link rel="icon" href="data:,";
                    style {
                        @if *ground == Ground::Screen { (PreEscaped(palette::variables())) }
                        @for style in *styles { (PreEscaped(style)) }
                    }
                }
                body { (body) }
            }
        };
        html.into_string()
    }
}

impl Ground {
    fn schemes(self) -> &'static str {
        match self {
            Self::Screen => "light dark",
            Self::Paper => "only light",
            Self::Dark => "only dark",
        }
    }
}

/// The line at the end of a page.
pub(crate) fn made_by(lang: Lang) -> Markup {
    html! { footer { p { (lang.pick(("Made by", "制作："))) " " (PROGRAM) } } }
}
