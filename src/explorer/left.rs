//! How a corpus was left: place, k, τ, filter and marks, kept from one run to the next in the folder of the platform. No text
//! of the corpus is in it.

use crate::action::Screen;
use simscope_core::corpus::{Source, text_hash};
use simscope_core::export::write_whole;
use simscope_core::files::{self, Footprint};
use simscope_core::recipe::Recipe;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The first line of the file.
const VERSION: &str = "simscope left 1";
/// Larger files are not ours.
const LARGEST: u64 = 64 << 10;

/// How a corpus was left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    pub place: Screen,
    pub k: u8,
    pub tau_hundredths: u8,
    /// That of the documents.
    pub filter: String,
    /// The k's of the marks, in their order.
    pub marks: Vec<u8>,
}

/// Where that is kept, and what tells this content of the corpus from another.
#[derive(Debug, Clone)]
pub struct Keeping {
    file: PathBuf,
    content: String,
}

/// What the file says of the corpus.
#[derive(Debug, PartialEq, Eq)]
pub enum Known {
    Nothing,
    Left(Left),
    /// It was left with another content.
    Changed,
}

/// Whether the explorer was never opened here. From now on it was.
pub fn is_first_time(folder: &Path) -> bool {
    !folder.exists() && fs::create_dir_all(folder).is_ok()
}

impl Keeping {
    /// For a corpus of files under a recipe; the sample, pipes and typed texts always begin afresh.
    pub fn of(folder: &Path, sources: &[Source], recipe: &Recipe) -> Option<Self> {
        let path = |source: &Source| match source {
            Source::Path(path) => fs::canonicalize(path).ok(),
            _ => None,
        };
        let paths: Vec<PathBuf> = sources.iter().map(path).collect::<Option<_>>()?;
        let mut name = recipe.to_string();
        let mut content = Footprint::default();
        for path in &paths {
            // A separator that no path has.
            let _ = write!(name, "\0{}", path.to_string_lossy());
            content.add(path);
        }
        let file = folder.join("corpora").join(format!("{:016x}.left", text_hash(&name)));
        (!paths.is_empty()).then(|| Self { file, content: content.to_string() })
    }

    /// Reads the saved session; nothing if the file cannot be read.
    pub fn read(&self) -> Known {
        let Ok(Some(text)) = files::read_if_there(&self.file, LARGEST) else { return Known::Nothing };
        let Some(rest) = text.strip_prefix(VERSION) else { return Known::Nothing };
        let value = |name: &str| rest.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
        if value("content") != Some(&self.content) {
            return Known::Changed;
        }
        let left = || {
            let number: u8 = value("place")?.parse().ok()?;
            Some(Left {
                place: Screen::ALL.into_iter().find(|screen| screen.number() == Some(number))?,
                k: value("k")?.parse().ok()?,
                tau_hundredths: value("tau")?.parse().ok()?,
                filter: value("filter")?.to_owned(),
                marks: value("marks")?.split_whitespace().filter_map(|k| k.parse().ok()).collect(),
            })
        };
        left().map_or(Known::Nothing, Known::Left)
    }

    /// Keeps how the corpus is left. What cannot be written is lost: nothing hangs on it.
    pub fn write(&self, left: &Left) {
        let marks: Vec<String> = left.marks.iter().map(u8::to_string).collect();
        let text = format!(
            "{VERSION}\ncontent\t{}\nplace\t{}\nk\t{}\ntau\t{}\nfilter\t{}\nmarks\t{}\n",
            self.content,
            left.place.tab().number().unwrap_or(1),
            left.k,
            left.tau_hundredths,
            left.filter,
            marks.join(" "),
        );
        let folder = self.file.parent().map(fs::create_dir_all);
        if let Some(Ok(())) = folder {
            let _ = write_whole(&self.file, true, |out| out.write_all(text.as_bytes()));
        }
    }
}
