//! What of the pair is written to files.

use super::state::State;
use crate::command_line::Words;
use crate::room::Export;
use crate::shared::Shared;
use crate::sheet::{Sheet, Unwritten, of_rows};
use crate::surface::Phrase;
use simscope_core::alignment::Alike;
use simscope_core::export::{Compared, Format, Sensitivity};
use simscope_core::measures::Measure;
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{Battery, Curve, Experiment, Traced};
use std::io::{self, Write};
use std::sync::Arc;

pub(super) const AWAITED: Phrase = ("the texts are still being looked at", "文本仍在分析中");

impl State {
    /// What a list about edits shows: what A is sensitive to.
    pub(super) fn edits_file(&self, shared: &Shared) -> Export {
        let words = Words::of(["sensitivity"]).k(shared);
        let words = match self.a.document() {
            Some(document) => words.and("--id", shared.document(document).id),
            None => words.and("--text", self.texts()[0]),
        };
        let words = words.and("--edits", self.experiment.edits.to_string());
        let words = words.and("--seed", self.experiment.seed.to_string());
        Export::named("simscope-sensitivity.tsv", self.edits_sheet(shared), Ok(words))
    }

    /// What the other lists show: what `compare` prints.
    pub(super) fn compared_file(&self, shared: &Shared) -> Export {
        let [a, b] = self.texts();
        let words = match self.documents() {
            Some((a, b)) => Words::of(["compare", shared.document(a).id, shared.document(b).id]),
            None => Words::of(["compare", "--texts", a, b]),
        };
        Export::named("simscope-compared.jsonl", self.compared_sheet(shared), Ok(words))
    }

    fn id(&self, shared: &Shared, document: Option<u32>) -> Option<String> {
        document.map(|document| shared.document(document).id.to_owned())
    }

    fn edits_sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let compared = self.compared().filter(|_| self.a_is_current(shared)).ok_or(AWAITED)?;
        let tried = self.tried(shared).filter(|tried| tried.is_whole);
        Ok(Box::new(EditsSheet {
            id: self.id(shared, self.a.document()),
            recipe: compared.key.hashed.recipe,
            a: compared.a.clone(),
            k: shared.k,
            experiment: self.experiment,
            battery: tried.map(|tried| Battery { trials: tried.trials.clone() }),
            curve: self.curve(shared).cloned(),
            corpus: shared.model.corpus.name().to_owned(),
        }))
    }

    fn compared_sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        const UNMEASURED: Phrase = ("the pair is not measured yet", "该对尚未测量");
        let compared = self.compared().filter(|_| self.is_current(shared)).ok_or(UNMEASURED)?;
        let measures = self.measures(shared).filter(|measures| measures.is_whole).ok_or(UNMEASURED)?;
        let taken = |measure| measures.values.iter().find(|(of, _)| *of == measure).copied();
        let measures: Vec<(Measure, f64)> = Measure::DEFAULTS.into_iter().filter_map(taken).collect();
        let recipe = compared.key.hashed.recipe;
        let (a, b) = (compared.a.clone(), compared.b.clone());
        let ids = [&self.a, &self.b].map(|side| self.id(shared, side.document()));
        let [text_a, text_b] = self.texts();
        let alike = Alike::of(text_a, text_b);
        Ok(of_rows(move |format, _, out| {
            let ids = [ids[0].as_deref(), ids[1].as_deref()];
            Compared { ids, recipe, traces: [&a.trace, &b], alike, measures: &measures }.write(format, out)
        }))
    }
}

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
        Unwritten::EditsEnding(path)
    }
}
