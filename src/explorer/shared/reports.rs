//! The analysis of the corpus, step by step: which job comes next, and what the jobs found.

use super::{Effect, Question, Shared, found_for_all, work};
use crate::action::Action;
use crate::jobs::Work;
use crate::shared::grouping::Grouping;
use crate::shared::judging::JUDGEMENTS;
use crate::shared::model::{Stage, Step};
use crate::sheet::{self, Sheet, Unwritten};
use crate::surface::{Phrase, counted, grouped_digits};
use simscope_core::analysis::{self, Analysed, Noticed};
use simscope_core::groups::Effort;
use simscope_core::recipe::Recipe;
use simscope_core::visible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reading and hashing the corpus.
pub const LOAD: &Work = &Work::new("Load", ("reading and hashing", "读取并计算")).cancellable();
/// Hashing it again under another recipe.
pub const HASH: &Work = &Work::new("Hash", ("hashing", "计算签名")).cancellable().of_texts();
pub const TREE: &Work = &Work::new("Tree", ("comparing all documents", "构建树")).cancellable();
/// Diameters, means and the histogram of all pairs.
pub const SPREAD: &Work = &Work::new("Spread", ("measuring all pairs", "测量所有文档对")).cancellable();
/// Writing a file.
pub const EXPORT: &Work = &Work::new("Export", ("exporting", "导出")).finished_first();

impl Shared {
    pub(super) fn load(&mut self) {
        let (sources, options, recipe) =
            (self.start.sources.clone(), self.start.options.clone(), self.start.recipe);
        self.begin(LOAD, move |progress, tell| {
            let read = work::load(&sources, &options, &recipe, progress, tell);
            Some(found_for_all(move |shared| shared.loaded(read)))
        });
    }

    pub(super) fn hash(&mut self) {
        let (corpus, recipe) = (self.model.corpus.clone(), self.recipe);
        self.begin(HASH, move |progress, _| {
            let (analysed, shares) = work::hash(&corpus, recipe, progress)?;
            Some(found_for_all(move |shared| {
                shared.model.replace(analysed, shares);
                shared.signatures_are_new();
            }))
        });
    }

    /// Starts the next step of the analysis that is missing.
    pub fn link_or_measure(&mut self) {
        let model = &mut self.model;
        match (&model.tree, &model.spread) {
            (None, _) => self.link(),
            (Some(_), None) => self.measure(),
            // So far only the pairs near each other are; of a tree that compared all, all can be.
            (Some(tree), Some(spread)) if tree.pairs().is_none() && spread.pairs().whole().is_none() => {
                self.measure();
            }
            _ => model.stage = Stage::Ready,
        }
    }

    /// Begins the tree, or goes on with it.
    pub(super) fn link(&mut self) {
        let model = &mut self.model;
        model.stage = if model.tree.is_some() { Stage::Extending } else { Stage::Linking };
        model.further = None;
        let analysed = model.analysed.clone();
        let effort = Effort { seconds: model.allowed, ..self.start.effort };
        self.begin(TREE, move |progress, tell| {
            let mut on = |grown: Analysed| tell(found_for_all(move |shared| shared.linked(grown)));
            let further = analysis::grow(&analysed, &effort, progress, &mut on)?;
            further.map(|further| found_for_all(move |shared| shared.extended(further)))
        });
    }

    /// A dendrogram, and the first columns of the sweep. One that is exact up to some k has its spread with it, if that was
    /// measured, and larger ones may follow.
    fn linked(&mut self, grown: Analysed) {
        self.unsay_extent();
        self.model.analysed = grown;
        // A search for leaders needs no tree, and goes on.
        if self.grouping == Grouping::Connection {
            self.regroup();
        }
        match self.exact_end() {
            Some(_) => self.model.stage = Stage::Extending,
            None => self.link_or_measure(),
        }
    }

    pub(super) fn measure(&mut self) {
        let model = &mut self.model;
        if model.tree.is_none() {
            return;
        }
        model.stage = Stage::Measuring;
        let analysed = model.analysed.clone();
        self.begin(SPREAD, move |progress, _| {
            let mut measured = analysed.measure(progress)?;
            measured.labelled = measured.by_labels().map(Arc::new);
            Some(found_for_all(move |shared| {
                shared.model.analysed = measured;
                shared.model.stage = Stage::Ready;
            }))
        });
    }

    /// Says what is odd about the texts, the gravest last.
    fn warn_of_texts(&mut self, noticed: Option<&Noticed>, repeated: Option<(usize, String)>) {
        if let Some(noticed) = noticed {
            self.warn_of(noticed.say(self.lang));
        }
        if let Some((documents, first)) = repeated.filter(|_| !self.model.is_partial) {
            let documents = grouped_digits(documents);
            self.warn(both!(
                "{documents} documents share their id with another; first: {first}",
                "{documents} 篇文档的编号与其他文档相同；第一个：{first}"
            ));
        }
    }

    /// A job failed: what it was to bring does not come by itself.
    pub(super) fn failed(&mut self, work: &'static Work) {
        match work {
            LOAD | HASH => self.model.stage = Stage::Cancelled(Step::Hash),
            TREE => self.model.stage = Stage::Cancelled(Step::Tree),
            SPREAD => self.model.stage = Stage::Cancelled(Step::Spread),
            JUDGEMENTS => self.fail_judgements(),
            _ => {}
        }
    }

    /// Reading has ended, by itself or cancelled.
    fn loaded(&mut self, read: work::Read) {
        self.model.unlisted = read.unlisted;
        match read.loaded {
            Err(error) => {
                self.model.failure = Some(error);
                self.ask_for(Effect::Quit);
            }
            Ok(loaded) => {
                self.model.difference = loaded.difference;
                self.is_read(!loaded.is_whole);
            }
        }
        self.warn_of_texts(read.noticed.first(), read.repeated);
    }

    fn is_read(&mut self, is_cancelled: bool) {
        let is_full = self.model.skipped.last().is_some_and(|skipped| skipped.reason.ends_reading());
        self.model.is_partial = is_cancelled || is_full;
        self.read_decisions();
        self.read_judgements();
        self.select_as_before();
        self.say_output();
        let len = self.model.corpus.len();
        let (documents, zh) = (counted(len, "document", "documents"), grouped_digits(len));
        if is_full {
            let list = self.key(Action::Skipped);
            self.warn(both!(
                "memory is full: {documents} read; {list} says where reading stopped",
                "已到内存上限：保留已读的 {zh} 篇；按 {list} 查看停在何处"
            ));
        } else if is_cancelled {
            self.say(both!(
                "reading cancelled: what was read stays, {documents}",
                "已取消读取：保留已读的 {zh} 篇"
            ));
        }
        if self.recipe != self.model.recipe || !self.model.is_hashed() {
            self.model.stage = Stage::Hashing;
            return self.rehash();
        }
        self.signatures_are_new();
    }

    /// All documents have signatures under the recipe: the analysis can begin.
    fn signatures_are_new(&mut self) {
        self.model.allowed = self.start.effort.seconds;
        self.model.analysed.begin();
        self.set_groups(None, None);
        self.forget_marks();
        if self.grouping != Grouping::Connection {
            self.regroup();
        }
        self.link_or_measure();
    }

    /// Cancels the step of the analysis that runs. Returns whether one did.
    pub fn cancel_step(&mut self) -> bool {
        match self.model.stage {
            // The reader returns with what it has read; the analysis goes on with that.
            Stage::Reading => self.ask_for(Effect::Cancel(LOAD)),
            Stage::Hashing => self.cancel_at(HASH, Step::Hash),
            Stage::Linking => self.cancel_at(TREE, Step::Tree),
            Stage::Extending => self.stop_extending(),
            Stage::Measuring => self.cancel_at(SPREAD, Step::Spread),
            Stage::Ready | Stage::Cancelled(_) => return false,
        }
        true
    }

    fn cancel_at(&mut self, work: &'static Work, step: Step) {
        self.abandon(work);
        if step == Step::Hash && self.model.is_hashed() {
            // What the cancelled changes had put there would undo nothing.
            while self.past.undo.last().is_some_and(|setting| setting.recipe != self.model.recipe) {
                self.past.undo.pop();
            }
            if let Some(before) = self.past.undo.pop() {
                self.k = before.k;
            }
            self.recipe_is_back();
            return self.say(("rehashing cancelled; the old recipe stays", "已取消重新计算，保留原配方"));
        }
        self.model.stage = Stage::Cancelled(step);
        self.say(("cancelled; ‹resume› starts it again", "已取消；按 ‹resume› 重新开始"));
    }

    /// Starts the analysis again where it was cancelled. Returns whether it was.
    pub fn resume_step(&mut self) -> bool {
        match self.model.stage {
            Stage::Cancelled(Step::Hash) => self.rehash(),
            Stage::Cancelled(Step::Tree | Step::Spread) => self.link_or_measure(),
            _ => return self.resume_extending(),
        }
        true
    }

    /// Asks for the file to export to; `endings` says which there are.
    pub fn ask_file(&mut self, name: &str, endings: Phrase) {
        let note = (endings.0.to_owned(), endings.1.to_owned());
        let question = Question::new(Action::Export, ("export to: ", "导出到："), note);
        self.asked.question = Some(Question { text: name.to_owned(), ..question });
    }

    /// Writes what a screen shows to a file, with the recipes that it was made with beside it.
    pub fn export(&mut self, path: PathBuf, sheet: Box<dyn Sheet>, recipes: Vec<Recipe>) {
        if self.runs(EXPORT) {
            return self.warn((
                "one export at a time: the one before is still being written",
                "一次只能导出一项：上一项仍在写入",
            ));
        }
        let lacks = sheet.lacks();
        let (inputs, has_recipe) = (self.spared(), !recipes.is_empty());
        self.begin(EXPORT, move |_, _| {
            let result = sheet::write(sheet.as_ref(), &recipes, &path, &inputs);
            Some(found_for_all(move |shared| shared.exported(&path, has_recipe, lacks, result)))
        });
    }

    /// A file was written, or why not; what it lacks.
    pub(super) fn exported(
        &mut self,
        path: &Path,
        has_recipe: bool,
        lacks: Option<Phrase>,
        result: Result<u64, Unwritten>,
    ) {
        let name = path.to_string_lossy();
        let path = visible::line(name.strip_suffix('!').unwrap_or(&name)).into_owned();
        match result {
            Ok(bytes) => {
                let bytes = grouped_digits(bytes);
                let lacks = lacks.map_or(String::new(), |phrase| format!(": {}", self.lang.pick(phrase)));
                let recipe = match has_recipe {
                    true => self.lang.pick((", its recipe beside it", "，配方在其旁")),
                    false => "",
                };
                self.say(both!(
                    "exported to {path} ({bytes} bytes){recipe}{lacks}",
                    "已导出到 {path}（{bytes} 字节）{recipe}{lacks}"
                ));
            }
            Err(why) => {
                let why = why.message(self.lang);
                self.warn(both!("not exported: {why}", "未能导出：{why}"));
            }
        }
    }
}
