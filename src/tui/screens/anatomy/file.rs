//! What of the screen Anatomy leaves the explorer.

use crate::export::{Explained, Format};
use crate::recipe::Recipe;
use crate::simhash::Trace;
use crate::tui::sheet::Sheet;
use std::io::{self, Write};
use std::sync::Arc;

/// How one signature comes about.
#[derive(Debug)]
pub struct Anatomy {
    pub id: String,
    pub recipe: Recipe,
    pub trace: Arc<Trace>,
}

impl Sheet for Anatomy {
    fn rows(&self, format: Format, _: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let Self { id, recipe, trace } = self;
        Explained { id: Some(id.as_str()), recipe: *recipe, trace: trace.as_ref() }.write(format, out)
    }
}
