//! What the expressions of a lesson are computed from: its corpus and its recipe.

use super::expression::{Expression, Piece, Value, pieces};
use super::functions::{self, Arguments};
use crate::analysis::{self, Analysed};
use crate::corpus::Corpus;
use crate::display::{lang, say};
use crate::groups::Dendrogram;
use crate::hamming::{self, Histogram};
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe};
use crate::simhash::{self, Trace};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What was computed of a whole corpus under the recipe of a lesson, to be kept from page to page.
#[derive(Debug, Default)]
pub struct Known {
    signed: OnceLock<Analysed>,
    tree: OnceLock<Dendrogram>,
    histogram: OnceLock<Histogram>,
    frequencies: Mutex<HashMap<Recipe, Arc<DocumentFrequencies>>>,
}

/// The corpus and the recipe of a lesson. What is computed of the whole corpus is computed once.
#[derive(Debug)]
pub struct Class<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) recipe: Recipe,
    progress: Option<&'a Progress>,
    known: Arc<Known>,
}

impl<'a> Class<'a> {
    /// Nothing is computed yet.
    pub fn new(corpus: &'a Corpus, recipe: Recipe) -> Self {
        Self { corpus, recipe, progress: None, known: Arc::default() }
    }

    /// The same, which can be cancelled: then every value is an error.
    pub fn watched(corpus: &'a Corpus, recipe: Recipe, progress: &'a Progress) -> Self {
        Self { progress: Some(progress), ..Self::new(corpus, recipe) }
    }

    /// The same with what is known already, of this corpus and this recipe.
    pub fn knowing(self, known: Arc<Known>) -> Self {
        Self { known, ..self }
    }

    /// Runs what watches a progress.
    fn during<T>(&self, compute: impl FnOnce(&Progress) -> Option<T>) -> Result<T, String> {
        let computed = match self.progress {
            Some(progress) => compute(progress),
            None => compute(&Progress::default()),
        };
        computed.ok_or_else(|| lang().pick(("cancelled", "已取消")).to_owned())
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A function that there is not, wrong arguments, a document that the corpus does not have; in one line.
    pub fn value(&self, expression: &Expression) -> Result<Value, String> {
        match expression {
            Expression::Word(word) => Ok(Value::Word(word.clone())),
            Expression::Call(..) if self.progress.is_some_and(Progress::is_cancelled) => {
                self.during(|_| None)
            }
            Expression::Call(name, arguments) => {
                let function = functions::find(name)?;
                let values: Result<Vec<Value>, String> =
                    arguments.iter().map(|argument| self.value(argument)).collect();
                function.call(&Arguments { class: self, values: &values? })
            }
        }
    }

    /// A text with its expressions computed.
    ///
    /// # Errors
    /// As [`Class::value`], and braces that do not fit.
    pub fn text(&self, text: &str) -> Result<String, String> {
        let mut out = String::new();
        for piece in pieces(text)? {
            match piece {
                Piece::Plain(plain) => out.push_str(&plain),
                Piece::Computed(expression) => {
                    // The lines of a figure stand below its first one.
                    let line = out.rsplit('\n').next().unwrap_or_default();
                    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
                    let value = self.value(&expression)?.to_string().replace('\n', &format!("\n{indent}"));
                    out.push_str(&value);
                }
            }
        }
        Ok(out)
    }

    /// The document with this id.
    pub(super) fn document(&self, id: &str) -> Result<u32, String> {
        let found = self.corpus.iter().position(|document| document.id == id);
        let found = found.and_then(|at| u32::try_from(at).ok());
        found.ok_or_else(|| say!("the corpus has no document {id:?}", "语料中没有文档 {id:?}"))
    }

    /// How the signature of a document comes about under a recipe.
    pub(super) fn trace(&self, document: u32, recipe: Recipe) -> Result<Trace, String> {
        let frequencies = self.frequencies(recipe)?;
        Ok(simhash::trace(&recipe, frequencies.as_deref(), self.corpus.get(document as usize).text))
    }

    fn frequencies(&self, recipe: Recipe) -> Result<Option<Arc<DocumentFrequencies>>, String> {
        let known = || self.known.frequencies.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(counted) = known().get(&recipe) {
            return Ok(Some(counted.clone()));
        }
        let counted = self.during(|progress| analysis::frequencies(self.corpus, &recipe, progress))?;
        let counted = counted.map(Arc::new);
        if let Some(counted) = &counted {
            known().insert(recipe, counted.clone());
        }
        Ok(counted)
    }

    /// The signatures of all documents under a recipe.
    pub(super) fn signed_under(&self, recipe: Recipe) -> Result<Analysed, String> {
        self.during(|progress| Analysed::sign(self.corpus.clone(), recipe, progress))
    }

    /// The same under the recipe of the lesson.
    fn signed(&self) -> Result<&Analysed, String> {
        once(&self.known.signed, || self.signed_under(self.recipe))
    }

    /// The number of pairs of the documents that have features, at each distance.
    pub(super) fn histogram(&self) -> Result<&Histogram, String> {
        once(&self.known.histogram, || {
            let Analysed { signatures, documents, .. } = self.signed()?;
            self.during(|progress| hamming::histogram(&signatures.chosen(documents), progress))
        })
    }

    /// The tree over the documents that have features.
    pub(super) fn tree(&self) -> Result<&Dendrogram, String> {
        once(&self.known.tree, || {
            let Analysed { signatures, documents, .. } = self.signed()?;
            self.during(|progress| Dendrogram::build(signatures, documents, progress))
        })
    }
}

/// What the cell holds; computed if it is empty.
fn once<T>(cell: &OnceLock<T>, compute: impl FnOnce() -> Result<T, String>) -> Result<&T, String> {
    match cell.get() {
        Some(value) => Ok(value),
        None => compute().map(|value| cell.get_or_init(|| value)),
    }
}
