//! What several screens need of documents, pairs and recipes: texts that are aligned, signatures under other recipes,
//! length curves.

use super::passages::WantedPassages;
use super::{Shared, found_for_all};
use crate::jobs::Work;
use crate::shared::model::SignedBy;
use crate::shared::spark_output::NO_TEXTS;
use crate::surface::Phrase;
use crate::wanted::{Recent, Wanted};
use crate::widgets::marked::Marked;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::sensitivity::{Curve, Experiment, Point};
use simscope_core::simhash::{Signed, Signer};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Values by document and recipe.
#[derive(Debug, Default)]
pub struct Kept {
    /// The anatomy that is being computed.
    pub(super) tracing: Wanted<SignedBy, ()>,
    /// Signatures that other recipes would give: enough for every named recipe on one document, and some.
    previews: Recent<SignedBy, Signed, 32>,
    /// The pair that was aligned last. A document keeps its text, so that it stays right.
    alignments: Wanted<Aligned, Arc<Marked>>,
    pub curves: Curves,
    pub passages: WantedPassages,
    /// The documents that were picked for copy, export and filter.
    pub picked: Arc<BTreeSet<u32>>,
}

/// The documents whose texts are aligned.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Aligned {
    a: u32,
    b: u32,
}

/// What differs between the texts of a pair.
pub const ALIGN: &Work = &Work::new("Align", ("aligning the texts", "对齐文本")).cancellable().of_texts();

/// Of long texts, what is not compared by then counts as different.
pub const LIMIT: Duration = Duration::from_secs(2);

impl Shared {
    /// The texts of two documents, aligned, if that is at hand.
    pub fn aligned(&self, a: u32, b: u32) -> Option<&Arc<Marked>> {
        self.kept.alignments.get(&Aligned { a, b })
    }

    /// Asks for the alignment of two documents.
    pub fn want_alignment(&mut self, a: u32, b: u32) {
        let key = Aligned { a, b };
        let Some(fate) = self.kept.alignments.ask(key) else { return };
        let corpus = self.model.corpus.clone();
        self.begin_for(fate, ALIGN, move |progress, _| {
            let text = |document: u32| corpus.get(document as usize).text;
            let marked = Marked::new(text(a), text(b), LIMIT, progress)?;
            Some(found_for_all(move |shared| shared.kept.alignments.put(key, Arc::new(marked))))
        });
    }

    /// The signature that a recipe would give the selected document.
    pub fn preview(&self, recipe: &Recipe) -> Preview {
        let Some(document) = self.selected_document() else {
            return Preview::Refused(("no document is selected", "未选择文档"));
        };
        let at = document as usize;
        if recipe.has_parts_of(&self.model.recipe)
            && let (Some(signature), Some(&features)) =
                (self.model.signatures.try_get(at), self.model.features.get(at))
        {
            return Preview::Known(Signed { signature, features });
        }
        if self.lacks_texts() {
            return Preview::Refused(NO_TEXTS);
        }
        if recipe.weighting == Weighting::TfIdf {
            return Preview::Refused(("tf-idf needs the whole corpus first", "tf-idf 须先统计整个语料"));
        }
        if self.model.corpus.get(at).text.len() > LONGEST {
            return Preview::Refused(("the document is too long for a preview", "文档太长，不预览签名"));
        }
        let kept = self.kept.previews.get(&SignedBy::of(document, *recipe));
        kept.map_or(Preview::Awaited, |&signed| Preview::Known(signed))
    }

    /// Asks for the signature that a recipe would give the selected document.
    pub fn want_preview(&mut self, recipe: Recipe) {
        let Some(document) = self.selected_document() else { return };
        if self.preview(&recipe) != Preview::Awaited || self.runs(PREVIEW) {
            return;
        }
        let corpus = self.model.corpus.clone();
        self.begin(PREVIEW, move |_, _| {
            let signed = Signer::new(&recipe, None).sign(corpus.get(document as usize).text);
            let key = SignedBy::of(document, recipe);
            Some(found_for_all(move |shared| shared.kept.previews.keep(key, signed)))
        });
    }
}

/// The signature that another recipe would give one document.
const PREVIEW: &Work =
    &Work::new("Preview", ("signing the document", "计算文档签名")).finished_first().of_texts();

/// Longer texts than this are not signed only to be looked at.
const LONGEST: usize = 1 << 20;

/// What is known of a signature that a recipe would give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preview {
    Known(Signed),
    /// A job computes it.
    Awaited,
    /// There will be none, and why.
    Refused(Phrase),
}

/// How far edits move texts, by length.
pub const CURVE: &Work =
    &Work::new("Curve", ("measuring the length curve", "测量长度曲线")).cancellable().of_texts();

/// What a length curve is measured under.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurveKey {
    /// Without its name, which does not matter.
    pub recipe: Recipe,
    pub experiment: Experiment,
}

/// The curves of one corpus.
#[derive(Debug, Default)]
pub struct Curves {
    /// More than anyone looks at in turn.
    kept: Recent<CurveKey, Arc<Curve>, 32>,
    /// The points so far of the one that was asked for last.
    growing: Wanted<CurveKey, Curve>,
}

impl Curves {
    /// A curve that is whole.
    pub fn get(&self, key: &CurveKey) -> Option<&Arc<Curve>> {
        self.kept.get(key)
    }

    /// A curve as far as it is measured.
    pub fn so_far(&self, key: &CurveKey) -> Option<&Curve> {
        self.get(key).map(Arc::as_ref).or_else(|| self.growing.get(key))
    }

    /// Whether the measuring of this curve was cancelled, or failed.
    pub fn is_ended(&self, key: &CurveKey) -> bool {
        self.growing.is_ended_at(key) && self.get(key).is_none()
    }

    /// Keeps a curve; its experiment is its own.
    pub fn keep(&mut self, recipe: Recipe, curve: Arc<Curve>) {
        let key = CurveKey { recipe: Recipe { name: None, ..recipe }, experiment: curve.experiment };
        self.kept.keep(key, curve);
    }

    fn add(&mut self, key: CurveKey, point: Point) {
        if let Some(curve) = self.growing.get_mut(&key) {
            curve.points.push(point);
        }
    }

    /// Asks for the curves again that were cancelled, or failed. Returns whether there were any.
    pub fn retry(&mut self) -> bool {
        self.growing.retry()
    }
}

impl Shared {
    /// The key of the curve of an experiment under the recipe of the signatures.
    pub fn curve_key(&self, experiment: Experiment) -> CurveKey {
        CurveKey { recipe: Recipe { name: None, ..self.model.recipe }, experiment }
    }

    /// Starts measuring a curve unless it is known, coming, cancelled or failed; one that is being measured gives way.
    pub fn want_curve(&mut self, key: CurveKey) {
        let is_coming = self.runs(CURVE) && self.kept.curves.growing.asked() == Some(&key);
        if is_coming || self.kept.curves.get(&key).is_some() || self.kept.curves.is_ended(&key) {
            return;
        }
        let CurveKey { recipe, experiment } = key;
        let fate = self.kept.curves.growing.ask_anew(key);
        self.kept.curves.growing.put(key, Curve { experiment, points: Vec::new() });
        let (corpus, frequencies) = (self.model.corpus.clone(), self.model.frequencies.clone());
        self.begin_for(fate, CURVE, move |progress, tell| {
            let mut each = |point: &Point| {
                let point = point.clone();
                tell(found_for_all(move |shared| shared.kept.curves.add(key, point)));
            };
            let curve =
                Curve::measure(&corpus, &recipe, frequencies.as_deref(), experiment, progress, &mut each)?;
            Some(found_for_all(move |shared| shared.kept.curves.keep(recipe, Arc::new(curve))))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_curves_are_kept_by_recipe_and_experiment() {
        let mut curves = Curves::default();
        let recipe = Recipe::default();
        let curve = |seed| Curve { experiment: Experiment { seed, ..Experiment::default() }, points: vec![] };
        for seed in 0..=32 {
            curves.keep(recipe, Arc::new(curve(seed)));
        }
        let key =
            |seed| CurveKey { recipe: Recipe { name: None, ..recipe }, experiment: curve(seed).experiment };
        assert!(curves.get(&key(0)).is_none() && curves.get(&key(1)).is_some());
    }
}
