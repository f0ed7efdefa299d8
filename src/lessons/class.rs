//! What the expressions of a lesson are computed from: its corpus and its recipe.

use super::expression::{Expression, Piece, Value, pieces};
use super::functions::{self, Arguments};
use crate::analysis;
use crate::corpus::Corpus;
use crate::groups::Dendrogram;
use crate::progress::Progress;
use crate::recipe::{DocumentFrequencies, Recipe};
use crate::simhash::{self, Signed, Trace};
use std::cell::OnceCell;

const UNCANCELLED: &str = "only Progress::cancel makes this None, and no lesson calls it";

/// The corpus and the recipe of a lesson. What is computed of the whole corpus is computed once.
#[derive(Debug)]
pub struct Class<'a> {
    pub(super) corpus: &'a Corpus,
    pub(super) recipe: Recipe,
    signed: OnceCell<Vec<Signed>>,
    tree: OnceCell<Dendrogram>,
}

impl<'a> Class<'a> {
    /// Nothing is computed yet.
    pub fn new(corpus: &'a Corpus, recipe: Recipe) -> Self {
        Self { corpus, recipe, signed: OnceCell::new(), tree: OnceCell::new() }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A function that there is not, wrong arguments, a document that the corpus does not have; in one line.
    pub fn value(&self, expression: &Expression) -> Result<Value, String> {
        match expression {
            Expression::Word(word) => Ok(word_value(word)),
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
        found.ok_or_else(|| format!("the corpus has no document {id:?}"))
    }

    /// How the signature of a document comes about under a recipe.
    pub(super) fn trace(&self, document: u32, recipe: Recipe) -> Trace {
        let frequencies = self.frequencies(recipe);
        simhash::trace(&recipe, frequencies.as_ref(), self.corpus.get(document as usize).text)
    }

    fn frequencies(&self, recipe: Recipe) -> Option<DocumentFrequencies> {
        analysis::frequencies(self.corpus, &recipe, &Progress::default()).flatten()
    }

    /// The signatures of all documents under a recipe.
    pub(super) fn signed_under(&self, recipe: Recipe) -> Vec<Signed> {
        let signed = analysis::sign(self.corpus, &recipe, &Progress::default());
        signed.expect(UNCANCELLED).0
    }

    /// The same under the recipe of the lesson.
    pub(super) fn signed(&self) -> &[Signed] {
        self.signed.get_or_init(|| self.signed_under(self.recipe))
    }

    /// The tree over the documents that have features.
    pub(super) fn tree(&self) -> &Dendrogram {
        self.tree.get_or_init(|| {
            let (signatures, features) = analysis::columns(self.signed(), self.recipe.bits);
            let tree =
                Dendrogram::build(&signatures, &analysis::with_features(&features), &Progress::default());
            tree.expect(UNCANCELLED)
        })
    }
}

/// A word is a number if it looks like one.
fn word_value(word: &str) -> Value {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    match word.parse::<f64>() {
        Ok(number) if is_number => Value::Number(number),
        _ => Value::Text(word.to_owned()),
    }
}
