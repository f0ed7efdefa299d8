//! What a screen shows, as a file: the same names of columns and the same numbers as the commands.

mod index;
mod lab;
mod unwritten;

use crate::contrast::SeenPair;
use crate::corpus::Corpus;
use crate::evidence::LabelledPairs;
use crate::export::heatmap::{self, Picture};
use crate::export::{
    Column, Documents, Explained, Format, Grouped, Rows, SeenPairs, Surroundings, Sweep, carry_recipes,
    write_whole,
};
use crate::groups::{Dendrogram, Groups, SweepRow};
use crate::hamming::{Cells, Signatures, Window};
use crate::recipe::Recipe;
use crate::simhash::Trace;
use crate::tui::app::Listed;
use crate::tui::findings::{Arranged, Contrasted};
use crate::tui::lang::Said;
pub use index::{NeighbourRow, PlannedRow, StrategyRow};
pub use lab::LabSheet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
pub use unwritten::Unwritten;

/// The content of a file to be written by a job.
#[derive(Debug)]
pub enum Sheet {
    /// The rows of the corpus table.
    Documents {
        /// All documents.
        corpus: Corpus,
        /// The rows shown; all of them if `None`.
        rows: Option<Arc<Vec<u32>>>,
        /// One for each document.
        signatures: Arc<Signatures>,
        /// One for each document.
        features: Arc<Vec<u32>>,
        /// For the nearest neighbours.
        tree: Option<Arc<Dendrogram>>,
        /// For the groups.
        groups: Option<Groups>,
        /// Width of the signatures.
        recipe: Recipe,
    },
    /// One document's anatomy.
    Anatomy {
        /// Its id.
        id: String,
        /// The recipe.
        recipe: Recipe,
        /// Its anatomy.
        trace: Arc<Trace>,
    },
    /// The documents in groups.
    Groups {
        /// All documents.
        corpus: Corpus,
        /// The partition.
        groups: Groups,
    },
    /// One row for every k.
    Sweep {
        /// The rows.
        lines: Vec<SweepRow>,
        /// Where the corpus has labels.
        labelled: Option<Box<LabelledPairs>>,
    },
    /// The pairs that only one of two recipes sees, as far as they are kept.
    SeenByOne {
        /// All documents.
        corpus: Corpus,
        /// The comparison.
        found: Arc<Contrasted>,
        /// Which of them.
        listed: Listed,
    },
    /// What each strategy did for one document.
    Strategies {
        /// The document.
        id: String,
        /// The threshold.
        k: u8,
        /// One for each strategy.
        rows: Vec<StrategyRow>,
    },
    /// The neighbours of one document.
    Neighbours {
        /// All documents.
        corpus: Corpus,
        /// The document.
        document: u32,
        /// The nearest first.
        rows: Vec<NeighbourRow>,
    },
    /// What each strategy would cost.
    Plan {
        /// At so many signatures.
        size: f64,
        /// Signatures in the corpus that the formulas are checked with.
        own: f64,
        /// The threshold.
        k: u8,
        /// One for each strategy.
        rows: Vec<PlannedRow>,
    },
    /// How edits move a text.
    Lab(Box<LabSheet>),
    /// The cells of the heatmap.
    Heat {
        /// All documents.
        corpus: Corpus,
        /// The order of rows and columns.
        arranged: Arc<Arranged>,
        /// The part shown.
        window: Window,
        /// Its cells.
        cells: Cells,
        /// Width of the signatures.
        bits: u8,
        /// The threshold.
        k: u8,
    },
}

impl Sheet {
    /// What the file follows from beside the recipe, where its rows do not say so, in lines.
    fn about(&self) -> Vec<String> {
        match self {
            Sheet::Lab(sheet) => sheet.about(),
            _ => Vec::new(),
        }
    }

    /// What the file lacks, if anything.
    pub fn lacks(&self) -> Option<Said> {
        let found = match self {
            Sheet::SeenByOne { found, .. } => found,
            Sheet::Lab(sheet) if sheet.curve.is_none() => {
                return Some((
                    "without the length curve, which is not measured yet",
                    "不含尚未测完的长度曲线",
                ));
            }
            Sheet::Lab(sheet) if sheet.battery.is_none() => {
                return Some(("without the edits, which are not all tried yet", "不含尚未试完的编辑"));
            }
            _ => return None,
        };
        let (seen, kept) = (found.contrast.pairs, found.only_a.len() + found.only_b.len());
        ((kept as u64) < seen.only_a + seen.only_b).then_some((
            "only the first 10,000 pairs of a side; diff-recipes --pairs gives all",
            "每方仅前 10,000 对；diff-recipes --pairs 给出全部",
        ))
    }
}

/// Writes the sheet, whole or not at all, and beside it the recipes that it was made with; answers its size in
/// bytes. A name that ends in `!` replaces a
/// file; otherwise a file that exists is left as it is.
///
/// # Errors
/// See [`Unwritten`].
pub fn write(sheet: &Sheet, recipes: &[Recipe], path: &Path) -> Result<u64, Unwritten> {
    let name = path.to_string_lossy();
    let (path, may_replace) = match name.strip_suffix('!') {
        Some(name) => (PathBuf::from(name), true),
        None => (path.to_path_buf(), false),
    };
    let path = at_home(path);
    let shown = crate::visible::line(&path.to_string_lossy()).into_owned();
    if path.exists() && !may_replace {
        return Err(Unwritten::Exists(shown));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
    if let (Sheet::Heat { cells, window, bits, k, .. }, "png" | "svg") = (sheet, ending.as_str()) {
        let title = format!("simscope, k = {k}");
        let pixels = (1200 / cells.width.max(cells.height).max(1)).clamp(1, 16);
        let picture = Picture { cells, pixels, bits: *bits, k: *k, title: &title, scale: window.scale };
        return save(sheet, &path, recipes, |out| {
            if ending == "png" { heatmap::png(&picture, out) } else { heatmap::svg(&picture, out) }
        });
    }
    if let (Sheet::Lab(lab), "svg") = (sheet, ending.as_str()) {
        let picture = lab.picture();
        let picture = picture.ok_or(Unwritten::NoCurve(shown))?;
        return save(sheet, &path, recipes, |out| out.write_all(picture.as_bytes()));
    }
    match Format::of_file(&path) {
        Some(format) => save(sheet, &path, recipes, |out| rows(sheet, format, recipes, out)),
        None if matches!(sheet, Sheet::Lab(_)) => Err(Unwritten::LabEnding(shown)),
        None => Err(Unwritten::Ending(shown)),
    }
}

/// A leading `~/` is the home folder, as in a shell.
fn at_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), std::env::var_os("HOME")) {
        (Ok(rest), Some(home)) => PathBuf::from(home).join(rest),
        _ => path,
    }
}

fn save(
    sheet: &Sheet,
    path: &Path,
    recipes: &[Recipe],
    content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<u64, Unwritten> {
    write_whole(path, |out| content(out))
        .and_then(|()| carry_recipes(recipes, &sheet.about(), path))
        .map_err(|error| Unwritten::Failed(error.to_string()))?;
    Ok(std::fs::metadata(path).map_or(0, |data| data.len()))
}

fn rows(sheet: &Sheet, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
    match sheet {
        Sheet::Documents { corpus, rows, signatures, features, tree, groups, recipe } => {
            let (tree, groups) = (tree.as_deref(), groups.as_ref());
            let documents = Documents {
                id: &|document| corpus.get(document as usize).id,
                bits: recipe.bits,
                signatures,
                features,
                documents: rows.as_deref().map(Vec::as_slice),
                surroundings: Some(Surroundings { corpus, tree, groups }),
            };
            documents.write(format, recipes, out)
        }
        Sheet::Anatomy { id, recipe, trace } => {
            Explained { id: Some(id.as_str()), recipe: *recipe, trace: trace.as_ref() }.write(format, out)
        }
        Sheet::Groups { corpus, groups } => {
            let id = |document: u32| corpus.get(document as usize).id;
            Grouped { id: &id, groups, singles_below: 0 }.write(format, recipes, out)
        }
        Sheet::Sweep { lines, labelled } => {
            Sweep { rows: lines, labelled: labelled.as_deref() }.write(format, recipes, out)
        }
        Sheet::SeenByOne { corpus, found, listed } => {
            let pairs: &[&[SeenPair]] = match listed {
                Listed::Both => &[&found.only_a, &found.only_b],
                Listed::OnlyA => &[&found.only_a],
                Listed::OnlyB => &[&found.only_b],
            };
            let id = |document: u32| corpus.get(document as usize).id;
            let mut rows = SeenPairs::new(&id, format, recipes, out)?;
            pairs.iter().copied().flatten().try_for_each(|pair| rows.write(pair))?;
            rows.finish()
        }
        Sheet::Strategies { id, k, rows } => index::strategies(id, *k, rows, format, recipes, out),
        Sheet::Neighbours { corpus, document, rows } => {
            index::neighbours(corpus, *document, rows, format, recipes, out)
        }
        Sheet::Plan { size, own, k, rows } => index::plan(([*size, *own], *k), rows, format, recipes, out),
        Sheet::Lab(sheet) => sheet.write(format, out),
        Sheet::Heat { corpus, arranged, window, cells, .. } => {
            // A cell of several documents is named by its first and last along each side.
            let columns = [
                Column::text("row"),
                Column::text("row_to"),
                Column::text("column"),
                Column::text("column_to"),
                Column::count("distance"),
            ];
            let mut out = Rows::new(format, &columns, recipes, out)?;
            let id = |place: usize| corpus.get(arranged.documents[place] as usize).id;
            let last = |first: usize| (first + window.scale).min(arranged.documents.len()) - 1;
            for (i, &minimum) in cells.minima.iter().enumerate() {
                if minimum == Cells::ITSELF {
                    continue;
                }
                let row = window.rows.start + i / cells.width * window.scale;
                let column = window.columns.start + i % cells.width * window.scale;
                out.write(&[
                    id(row).into(),
                    id(last(row)).into(),
                    id(column).into(),
                    id(last(column)).into(),
                    minimum.into(),
                ])?;
            }
            out.finish()
        }
    }
}
