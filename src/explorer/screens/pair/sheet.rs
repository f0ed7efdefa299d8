//! What is known of A, of edits of it, and of the length curve.

use super::news::Traced;
use crate::sheet::{Sheet, Unwritten};
use crate::surface::Phrase;
use simscope_core::export::{Format, LengthPlot, Sensitivity};
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{Battery, Curve, Experiment};
use std::io::{self, Write};
use std::sync::Arc;

/// The content of a file about edits.
#[derive(Debug)]
pub struct EditsSheet {
    /// The document, unless A was typed.
    pub id: Option<String>,
    /// The recipe.
    pub recipe: Recipe,
    /// What A is made of.
    pub a: Arc<Traced>,
    /// The threshold.
    pub k: u8,
    /// What the edits and the curve follow from.
    pub experiment: Experiment,
    /// What the edits did, if all were tried.
    pub battery: Option<Battery>,
    /// The curve, if it was measured.
    pub curve: Option<Arc<Curve>>,
    /// The name of the corpus.
    pub corpus: String,
}

impl EditsSheet {
    fn sensitivity(&self) -> Sensitivity<'_> {
        let Experiment { edits, seed, .. } = self.experiment;
        Sensitivity {
            id: self.id.as_deref(),
            recipe: self.recipe,
            trace: &self.a.trace,
            features: self.a.length,
            k: self.k,
            edits,
            seed,
            influence: &self.a.influence,
            margins: &self.a.margins,
            battery: self.battery.as_ref(),
            curve: self.curve.as_deref(),
            corpus: &self.corpus,
        }
    }
}

impl Sheet for EditsSheet {
    fn rows(&self, format: Format, _: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        self.sensitivity().write(format, out)
    }

    /// The curve.
    fn picture(&self, ending: &str) -> Option<io::Result<Vec<u8>>> {
        if ending != "svg" {
            return None;
        }
        let Some(curve) = self.curve.as_deref() else {
            return Some(Err(io::ErrorKind::NotFound.into()));
        };
        let features = Some(self.a.length).filter(|&length| length > 0);
        let plot = LengthPlot { curve, recipe: self.recipe, k: self.k, features, corpus: &self.corpus };
        Some(Ok(plot.svg().into_bytes()))
    }

    fn about(&self) -> Vec<String> {
        self.sensitivity().about()
    }

    fn lacks(&self) -> Option<Phrase> {
        match (&self.curve, &self.battery) {
            (None, _) => {
                Some(("without the length curve, which is not measured yet", "不含尚未测完的长度曲线"))
            }
            (_, None) => Some(("without the edits, which are not all tried yet", "不含尚未试完的编辑")),
            _ => None,
        }
    }

    fn no_format(&self, path: String) -> Unwritten {
        Unwritten::LabEnding(path)
    }
}
