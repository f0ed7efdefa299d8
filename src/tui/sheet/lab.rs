//! What the lab knows of a text and of the length curve.

use crate::export::{Format, LengthPlot, Sensitivity};
use crate::recipe::Recipe;
use crate::sensitivity::{Battery, Curve, Experiment};
use crate::tui::sensed::Studied;
use std::io::{self, Write};
use std::sync::Arc;

/// The content of a file of the lab.
#[derive(Debug)]
pub struct LabSheet {
    /// The document, unless A was typed.
    pub id: Option<String>,
    /// The recipe.
    pub recipe: Recipe,
    /// What A is made of.
    pub a: Arc<Studied>,
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

impl LabSheet {
    pub(super) fn write(&self, format: Format, out: &mut dyn Write) -> io::Result<()> {
        self.sensitivity().write(format, out)
    }

    pub(super) fn about(&self) -> Vec<String> {
        self.sensitivity().about()
    }

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

    /// The curve as a picture; `None` where it is not measured.
    pub(super) fn picture(&self) -> Option<String> {
        let curve = self.curve.as_deref()?;
        let features = Some(self.a.length).filter(|&length| length > 0);
        let plot = LengthPlot { curve, recipe: self.recipe, k: self.k, features, corpus: &self.corpus };
        Some(plot.svg())
    }
}
