//! Texts that were given to those who wrote a corpus, from files.

use super::{Arrival, read};
use crate::corpus::{CorpusError, Input, ReadOptions, Source};
use crate::display::lang;
use crate::progress::Progress;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// The texts of these files and folders. A text file is one text, whatever its lines. `tell` gets what was skipped.
///
/// # Errors
/// Those of [`read`].
pub fn given_texts(paths: &[PathBuf], tell: &mut dyn FnMut(&str)) -> Result<Vec<String>, CorpusError> {
    const LINES: [&str; 4] = ["txt", "text", "log", "lst"];
    let mut texts = Vec::new();
    for path in paths {
        let has_lines =
            path.extension().is_some_and(|ending| LINES.iter().any(|line| ending.eq_ignore_ascii_case(line)));
        let input = if has_lines { Input::Dir } else { Input::Auto };
        let options = ReadOptions { input, ..ReadOptions::default() };
        read(&[Source::Path(path.clone())], &options, &Progress::new(), &mut |arrival| {
            match arrival {
                Arrival::Batch(batch) => texts.extend(batch.iter().map(|document| document.text.to_owned())),
                Arrival::Skipped(skipped) => tell(&skipped.say(lang())),
                Arrival::Noticed(_) => {}
            }
            ControlFlow::Continue(())
        })?;
    }
    Ok(texts)
}
