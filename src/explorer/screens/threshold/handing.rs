//! Writes the kept records, and what was dropped against what.

use super::keys::Act;
use super::state::{Below, State};
use crate::jobs::Work;
use crate::shared::weighing::{condition, weights};
use crate::shared::{Grouping, Question, Shared, found_for_all};
use crate::sheet::Unwritten;
use crate::surface::{Lang, Phrase, grouped_digits};
use simscope_core::alignment::Kind;
use simscope_core::analysis::{self, Arrival};
use simscope_core::corpus::{Corpus, ReadOptions, Source};
use simscope_core::decide::{Decisions, Fate, Outcome as Decided};
use simscope_core::display::{lang, say};
use simscope_core::export::{Dropped, Gone, Guarded};
use simscope_core::groups::Groups;
use simscope_core::handover::{
    Copying, Handing, HandoverError, Table, Target, Unreadable, Written, dropped_beside, guard_dropped,
};
use simscope_core::measures::Verifier;
use simscope_core::progress::Progress;
use simscope_core::recipe::Recipe;
use simscope_core::visible;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

const NOT_SHOWN: Phrase =
    ("what stays and goes is still being computed: try again in a moment", "去留尚在计算：请稍后再试");

/// Writing the kept records.
const HAND_OVER: &Work = &Work::new("HandOver", ("writing the kept records", "写出保留的记录"))
    .cancellable()
    .finished_first()
    .of_texts();

/// What the job needs.
struct HandOver {
    sources: Vec<Source>,
    options: ReadOptions,
    corpus: Corpus,
    recipe: Recipe,
    groups: Arc<Groups>,
    decisions: Arc<Decisions>,
    outcome: Arc<Decided>,
    tau: Option<f64>,
    path: PathBuf,
    is_forced: bool,
}

impl State {
    pub(super) fn ask_write(&mut self, shared: &mut Shared) {
        if let Err(why) = self.to_write(shared) {
            match shared.deciding.why_not.clone() {
                Some(no_rule) if why == NOT_SHOWN => shared.warn_of(no_rule),
                None if why == NOT_SHOWN && self.below != Below::Decide => {
                    self.show(shared, Below::Decide);
                    shared.say((
                        "first look at what stays and goes; ‹threshold.ask-write› then writes it",
                        "请先查看去留；再按 ‹threshold.ask-write› 写出",
                    ));
                }
                _ => shared.warn(why),
            }
            return;
        }
        let name = suggested(&shared.start.sources);
        let note = (
            "what is dropped goes to NAME.dropped.tsv · .gz .zst compress · Esc leaves".to_owned(),
            "去除清单写到 名称.dropped.tsv · .gz .zst 压缩 · Esc 放弃".to_owned(),
        );
        let question =
            Question::new(Act::AskWrite, ("write the kept records to: ", "保留的记录写到："), note);
        shared.asked.question = Some(Question { text: name, ..question });
    }

    /// Whether everything is known that is to be written.
    fn to_write(&self, shared: &Shared) -> Result<(Arc<Groups>, Arc<Decided>), Phrase> {
        if shared.spark_output().is_some() {
            return Err((
                "Spark output: run simscope dedup on its input, or the job with --dedup",
                "这是 Spark 作业的输出：请对其输入运行 simscope dedup，或给作业加 --dedup",
            ));
        }
        if shared.model.is_partial {
            let why = "the corpus was not read to its end: open it again, then write";
            return Err((why, "语料未读完：请重新打开，再写出"));
        }
        let outcome = shared.outcome().cloned();
        let known = shared.groups.clone().zip(outcome);
        known.ok_or(NOT_SHOWN)
    }

    /// Takes the name that was typed.
    pub(super) fn write_kept(&mut self, shared: &mut Shared, name: &str) -> Result<(), Phrase> {
        let (name, is_forced) = match name.trim().strip_suffix('!') {
            Some(name) => (name.trim_end(), true),
            None => (name.trim(), false),
        };
        if name.is_empty() {
            return Err(("type the name of a file or folder", "请输入文件名或文件夹名"));
        }
        if shared.runs(HAND_OVER) {
            return Err((
                "one at a time: the records before are still being written",
                "一次只能写一份：上一份仍在写出",
            ));
        }
        let (groups, outcome) = self.to_write(shared)?;
        let work = HandOver {
            sources: shared.start.sources.clone(),
            options: shared.start.options.clone(),
            corpus: shared.model.corpus.clone(),
            recipe: shared.model.recipe,
            groups,
            decisions: shared.deciding.decisions.clone(),
            outcome,
            tau: (shared.made.by == Some(Grouping::Verified)).then(|| shared.tau()),
            path: PathBuf::from(name),
            is_forced,
        };
        shared.begin(HAND_OVER, move |progress, _| {
            let written = work.write(progress);
            let name = visible::line(&work.path.to_string_lossy()).into_owned();
            Some(found_for_all(move |shared| say_written(shared, &name, written)))
        });
        Ok(())
    }
}

/// The kept records were written under this name, or why not.
fn say_written(shared: &mut Shared, name: &str, written: Result<Written, (String, String)>) {
    match written {
        Ok(written) => {
            let [kept, gone] =
                [written.records_kept, written.records_read - written.records_kept].map(grouped_digits);
            let table = dropped_beside(Path::new(name)).to_string_lossy().into_owned();
            shared.say((
                format!("{kept} records written to {name}; {gone} left out, listed in {table}"),
                format!("已写出 {kept} 条记录到 {name}；去除 {gone} 条，清单见 {table}"),
            ));
        }
        Err((en, zh)) => shared.warn((format!("not written: {en}"), format!("未写出：{zh}"))),
    }
}

impl HandOver {
    /// Writes it, or says in both languages why not.
    fn write(&self, progress: &Progress) -> Result<Written, (String, String)> {
        self.check_unchanged(progress).map_err(plain)?;
        progress.restart();
        let dropped_to = dropped_beside(&self.path);
        guard_dropped(&dropped_to).map_err(plain)?;
        let copying = Copying {
            sources: &self.sources,
            options: &self.options,
            target: Target::fitting(&self.sources, &self.path),
            companions: std::slice::from_ref(&dropped_to),
            compression: None,
            unreadable: Unreadable::Keep,
            is_forced: self.is_forced,
        };
        let weights = match self.tau {
            Some(_) => weights(&self.corpus, progress).ok_or_else(|| plain("cancelled".to_owned()))?,
            None => None,
        };
        let verifier = self.tau.map(|tau| {
            Verifier::new(condition(tau), &self.corpus, &self.recipe, None).weighing(weights.as_ref())
        });
        let gone: Vec<Gone> = (0_u32..)
            .zip(&self.outcome.fates)
            .filter_map(|(document, fate)| {
                let &Fate::Dropped { kept, distance } = fate else { return None };
                let similarity = verifier.as_ref().map(|verifier| verifier.value(kept, document));
                let [text, by] = [document, kept].map(|one| self.corpus.get(one as usize).text);
                let kind = Kind::of(text, by, similarity);
                let distance = Some(distance);
                Some(Gone { document, kept, kind, similarity, equal: None, not_in_kept: None, distance })
            })
            .collect();
        let dropped = Dropped {
            gone: &gone,
            k: Some(self.groups.k()),
            recipe: &self.recipe,
            id: &|document| self.corpus.get(document as usize).id,
            group: &|document| self.groups.number_of(document),
            rule: &|kept| self.decisions.rule_of(kept),
        };
        let table = Table { path: &dropped_to, write: &|format, out| dropped.write(format, out) };
        let handing = Handing {
            checked: copying.check().map_err(refused)?,
            corpus: &self.corpus,
            is_kept: &|document| self.outcome.is_kept(document),
            tables: &[table],
        };
        handing.write(progress).map_err(refused)
    }

    /// Reads the sources again: the records must be those that were decided about, however long ago that was.
    fn check_unchanged(&self, progress: &Progress) -> Result<(), String> {
        let (mut documents, mut is_same) = (self.corpus.iter(), true);
        let read = analysis::read(&self.sources, &self.options, progress, &mut |arrival| {
            if let Arrival::Batch(batch) = arrival {
                is_same &= batch.iter().all(|document| documents.next() == Some(document));
            }
            if is_same { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        read.map_err(|error| error.to_string())?;
        if progress.is_cancelled() {
            return Err(lang().pick(("cancelled", "已取消")).to_owned());
        }
        if is_same && documents.next().is_none() {
            return Ok(());
        }
        Err(say!("the corpus was changed since it was read; open it again", "语料在读取后已改变；请重新打开"))
    }
}

/// The same words in both languages.
fn plain(why: impl ToString) -> (String, String) {
    (why.to_string(), why.to_string())
}

/// Why nothing was written, as it is said here: a file is replaced by a name that ends in `!`.
fn refused(error: HandoverError) -> (String, String) {
    let shown = |path: &Path| visible::line(&path.to_string_lossy()).into_owned();
    let unwritten = match &error {
        HandoverError::Guarded(Guarded::Exists(path)) => Unwritten::Exists(shown(path)),
        HandoverError::Guarded(Guarded::IsInput { path, .. }) => Unwritten::IsInput(shown(path)),
        _ => return plain(error),
    };
    (unwritten.message(Lang::En), unwritten.message(Lang::Zh))
}

/// A name beside that of the corpus: `a.unique.jsonl.gz` for `a.jsonl.gz`, `pages.unique` for a folder.
fn suggested(sources: &[Source]) -> String {
    let path = match sources {
        [Source::Path(path)] => path,
        [Source::Builtin] => return "sample.unique.jsonl".to_owned(),
        _ => return "simscope.unique".to_owned(),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    match name.find('.').filter(|&at| at > 0 && path.is_file()) {
        Some(at) => format!("{}.unique{}", &name[..at], &name[at..]),
        None => format!("{name}.unique"),
    }
}
