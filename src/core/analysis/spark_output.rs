//! The output of a Spark job: its recipe, and whether the texts of its input are still those that the job read.

use crate::corpus::{Batch, CorpusError, SparkOutput};
use crate::display::{Lang, both, counted, grouped_digits, say};
use crate::progress::Progress;
use crate::recipe::{Bits, Recipe};
use crate::simhash::Signed;
use crate::visible;
use crossbeam_channel::{Receiver, bounded};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::{Scope, ScopedJoinHandle};

/// The recipe of a job.
///
/// # Errors
/// A manifest whose recipe this version does not read.
pub fn recipe_of(output: &SparkOutput) -> Result<Recipe, CorpusError> {
    if let (true, Some(bits)) = (output.recipe().is_empty(), Bits::new(output.bits())) {
        return Ok(Recipe { name: None, bits, ..Recipe::DEFAULT });
    }
    let what = match Recipe::from_toml("manifest.json", output.recipe()) {
        Ok(file) if file.recipe.bits.get() == output.bits() => match file.tables.read() {
            Ok(tables) => return Ok(Recipe { tables, ..file.recipe }),
            Err(error) => visible::line(&error.to_string()).into_owned(),
        },
        Ok(_) => say!("manifest.json: `bits` and the recipe differ", "manifest.json：`bits` 与配方不符"),
        Err(error) => error.to_string(),
    };
    Err(CorpusError::BadOutput { place: output.folder().to_string_lossy().into_owned(), what })
}

/// How the texts that are read now differ from those that the job read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Difference {
    /// Documents whose text has another signature now, and the id of the first.
    pub changed: Option<(u64, String)>,
    /// Number of the first document, from 1, at which the ids differ; nothing is compared from there on.
    pub parted: Option<u64>,
}

impl Difference {
    /// What has changed, in a line; nothing where nothing has.
    pub fn say(&self, lang: Lang) -> String {
        let changed = self.changed.as_ref().map(|(documents, first)| {
            let texts = counted(*documents as usize, "text has", "texts have");
            let (documents, first) = (grouped_digits(*documents), visible::line(first));
            lang.pick(both!(
                "{texts} changed since the job (first: {first}): signed anew",
                "作业之后有 {documents} 篇文本变动（第一篇：{first}）：签名已重新计算"
            ))
        });
        let parted = self.parted.map(|number| {
            let number = grouped_digits(number);
            lang.pick(both!(
                "from number {number} on the input has changed: open with --input signatures",
                "自第 {number} 篇起输入已变：看作业的签名请用 --input signatures 打开"
            ))
        });
        changed.into_iter().chain(parted).collect::<Vec<_>>().join(" · ")
    }
}

/// Rows that are handed over at a time.
const ROWS: usize = 4096;

type Rows = Vec<(String, u128)>;

/// Compares documents, as they are read and signed, with the rows of the output.
pub(super) struct Check<'scope> {
    reader: ScopedJoinHandle<'scope, Result<(), CorpusError>>,
    rows: Receiver<Rows>,
    ready: std::vec::IntoIter<(String, u128)>,
    /// Whether the signatures are of one recipe.
    has_recipe: bool,
    documents: u64,
    found: Difference,
}

impl<'scope> Check<'scope> {
    /// Begins to read the rows.
    pub(super) fn begin<'env>(
        output: &'env SparkOutput,
        recipe: &Recipe,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Self {
        let (sender, rows) = bounded(4);
        let reader = scope.spawn(move || {
            let mut some = Vec::with_capacity(ROWS);
            output.each_row(&Progress::new(), &mut |row| {
                some.push((row.id.to_owned(), row.signature));
                if some.len() < ROWS || sender.send(std::mem::take(&mut some)).is_ok() {
                    return ControlFlow::Continue(());
                }
                ControlFlow::Break(())
            })?;
            // The receiver is gone where the check has ended.
            let _ = sender.send(some);
            Ok(())
        });
        let has_recipe = recipe_of(output).is_ok_and(|of_job| of_job.has_parts_of(recipe));
        let (ready, found) = (Vec::new().into_iter(), Difference::default());
        Self { reader, rows, ready, has_recipe, documents: 0, found }
    }

    /// Compares the next documents; `signed` is empty where they are signed later.
    pub(super) fn batch(&mut self, batch: &Arc<Batch>, signed: &[Signed]) {
        for (at, document) in batch.iter().enumerate() {
            if self.found.parted.is_some() {
                return;
            }
            self.documents += 1;
            match self.next() {
                Some((id, signature)) if id == document.id => {
                    if self.has_recipe && signed.get(at).is_some_and(|now| now.signature != signature) {
                        self.found.changed.get_or_insert((0, id)).0 += 1;
                    }
                }
                _ => self.found.parted = Some(self.documents),
            }
        }
    }

    fn next(&mut self) -> Option<(String, u128)> {
        loop {
            if let Some(row) = self.ready.next() {
                return Some(row);
            }
            self.ready = self.rows.recv().ok()?.into_iter();
        }
    }

    /// What differs, if anything does. `is_whole`: all documents were read, so that no row may be left.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub(super) fn end(mut self, is_whole: bool) -> Result<Option<Difference>, CorpusError> {
        if is_whole && self.found.parted.is_none() && self.next().is_some() {
            self.found.parted = Some(self.documents + 1);
        }
        let Self { reader, rows, found, .. } = self;
        drop(rows);
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        Ok((found != Difference::default()).then_some(found))
    }
}
