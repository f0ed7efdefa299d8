//! The output of a Spark job in the explorer: how it is opened, what the screens say of it, and what is refused where its
//! texts are not here.

use super::{Shared, Start};
use crate::action::Screen;
use crate::surface::Phrase;
use simscope_core::analysis::{Health, recipe_of};
use simscope_core::corpus::{CorpusError, Input, Source, SparkOutput};
use simscope_core::visible;
use std::sync::Arc;

/// Why something is not done without texts.
pub const NO_TEXTS: Phrase = (
    "only signatures are loaded: the screen Corpus says where the texts are",
    "只载入了签名：文本在何处见语料屏",
);

impl Start {
    /// The same, or the output of a Spark job where the source is its folder, with the recipe and the k of the job.
    ///
    /// # Errors
    /// The output of a job that has not finished, or cannot be read.
    pub fn found(mut self) -> Result<Self, CorpusError> {
        let (found, is_again) = match &self.sources[..] {
            [Source::Path(path)] if self.options.input == Input::Auto => (SparkOutput::find(path)?, false),
            [Source::SparkOutput(before)] => {
                let found = SparkOutput::find(before.folder())?;
                let is_without = before.is_without_texts();
                (found.map(|found| if is_without { found.without_texts() } else { found }), true)
            }
            _ => (None, false),
        };
        let Some(output) = found else { return Ok(self) };
        if !is_again {
            self.k = output.k();
        }
        // Read again, texts may have another recipe by now.
        if !is_again || !output.has_texts() {
            self.recipe = recipe_of(&output)?;
        }
        self.sources = vec![Source::SparkOutput(Arc::new(output))];
        Ok(self)
    }
}

impl Shared {
    /// The output of a Spark job, if that is the corpus.
    pub fn spark_output(&self) -> Option<&SparkOutput> {
        match &self.start.sources[..] {
            [Source::SparkOutput(output)] => Some(output),
            _ => None,
        }
    }

    /// Whether there are signatures and no texts.
    pub fn lacks_texts(&self) -> bool {
        self.spark_output().is_some_and(|output| !output.has_texts())
    }

    /// Whether the recipe of the signatures is known, and with it the numbers of features.
    pub fn knows_recipe(&self) -> bool {
        !self.spark_output().is_some_and(SparkOutput::is_of_signatures)
    }

    /// Why nothing is shown on a screen that shows texts; `None` if they are here.
    pub fn why_no_text(&self, screen: Screen) -> Option<String> {
        let needs_texts = matches!(screen, Screen::Anatomy | Screen::Clean);
        let output = self.spark_output().filter(|output| needs_texts && !output.has_texts())?;
        Some(self.lang.pick(output.instead_of_text()))
    }

    /// The text shown in place of a trace: that there are no texts, or `coming`.
    pub fn why_untraced(&self, coming: Phrase) -> Phrase {
        if self.lacks_texts() { NO_TEXTS } else { coming }
    }

    /// The document, where its text is here.
    ///
    /// # Errors
    /// Why there is nothing to be read of it.
    pub fn with_text(&self, document: u32) -> Result<u32, Phrase> {
        if self.lacks_texts() { Err(NO_TEXTS) } else { Ok(document) }
    }

    /// Warns where there are no texts; returns whether that is so.
    pub fn refuses_without_texts(&mut self) -> bool {
        let refuses = self.lacks_texts();
        if refuses {
            self.warn(NO_TEXTS);
        }
        refuses
    }

    /// What is looked at, where it is the output of a Spark job.
    pub fn about_output(&self) -> Option<String> {
        let output = self.spark_output()?;
        let (k, input) = (output.k(), visible::line(output.input()));
        if !output.is_of_job() {
            let about = both!(
                "signatures of {input}: Threshold, Matrix and Index work, what needs texts says so",
                "{input} 的签名：阈值、矩阵、索引可用；需要文本之处会说明"
            );
            return Some(self.lang.pick(about));
        }
        let job = self
            .lang
            .pick(both!("output of a Spark job over {input}, k = {k}", "Spark 作业的输出：{input}，k = {k}"));
        Some(match (output.has_texts(), &self.model.difference) {
            (false, _) => format!("{job} · {}", self.lang.pick(("signatures only", "只有签名"))),
            (true, Some(difference)) => format!("{} · {job}", difference.say(self.lang)),
            (true, None) => {
                let same = ("texts as the job read them", "文本与作业所读一致");
                format!("{job} · {}", self.lang.pick(same))
            }
        })
    }

    /// Says what was opened, and what of the texts has changed since.
    pub(super) fn say_output(&mut self) {
        let Some(about) = self.about_output().filter(|_| !self.model.is_partial) else { return };
        let is_given = self.spark_output().is_some_and(|output| !output.is_of_job());
        let ill = is_given.then(|| Health::told(&self.model.signatures, self.model.recipe.bits)).flatten();
        match (self.model.difference.is_some(), ill) {
            (true, _) => self.warn_of(about),
            (false, Some(ill)) => self.warn_of(ill),
            (false, None) => self.say_of(about),
        }
    }
}
