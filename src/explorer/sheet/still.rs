//! A screen as it stands, as a picture.

use super::Sheet;
use crate::surface::{Lang, Phrase, picture};
use ratatui::buffer::Buffer;
use simscope_core::export::Format;
use simscope_core::recipe::Recipe;
use std::io::{self, Write};

/// A frame, to be written as SVG, as a page or as plain text.
#[derive(Debug)]
pub struct Still {
    /// The frame, in colours of 24 bits or without any.
    pub buffer: Buffer,
    pub is_dark: bool,
    /// What the page is called.
    pub title: String,
    pub lang: Lang,
}

impl Sheet for Still {
    /// It is taken for the report where it is a page.
    fn lacks(&self) -> Option<Phrase> {
        Some((
            "the screen as it looks; the palette has the report of the corpus",
            "屏幕原样；语料的报告在命令面板中",
        ))
    }

    /// A picture has no rows.
    fn rows(&self, _: Format, _: &[Recipe], _: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn picture(&self, ending: &str) -> Option<io::Result<Vec<u8>>> {
        let Self { buffer, is_dark, title, lang } = self;
        let text = match ending {
            "svg" => picture::svg(buffer, *is_dark),
            "text" => picture::text(buffer),
            "html" | "htm" => picture::page(buffer, *is_dark, title, *lang),
            _ => return None,
        };
        Some(Ok(text.into_bytes()))
    }
}
