//! What a recipe that is only looked at would make of the selected document.

use super::{Shared, found_for_all};
use crate::jobs::Work;
use crate::shared::spark_output::NO_TEXTS;
use crate::surface::Phrase;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::{Signed, Signer};

/// The signature that another recipe would give one document.
const PREVIEW: &Work =
    &Work::new("Preview", ("signing the document", "计算文档签名")).finished_first().of_texts();

/// Longer texts than this are not signed only to be looked at.
const LONGEST: usize = 1 << 20;
/// Enough for every named recipe on one document, and some.
const KEPT: usize = 32;

/// Signatures of documents under other recipes, the newest last.
#[derive(Debug, Default)]
pub struct Previews(Vec<(u32, Recipe, Signed)>);

/// What is known of a signature that a recipe would give.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Preview {
    Known(Signed),
    /// A job computes it.
    Awaited,
    /// There will be none, and why.
    Refused(Phrase),
}

impl Shared {
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
        let mut kept = self.kept.previews.0.iter();
        let kept = kept.find(|(of, by, _)| *of == document && by.has_parts_of(recipe));
        kept.map_or(Preview::Awaited, |&(_, _, signed)| Preview::Known(signed))
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
            Some(found_for_all(move |shared| shared.keep_preview(document, recipe, signed)))
        });
    }

    fn keep_preview(&mut self, document: u32, recipe: Recipe, signed: Signed) {
        let kept = &mut self.kept.previews.0;
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((document, recipe, signed));
    }
}
