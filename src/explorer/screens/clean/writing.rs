//! Writes what stays, what goes and why, and what is held.

use super::keys::Act;
use super::state::State;
use crate::jobs::Work;
use crate::shared::{Question, Shared, found_for_all};
use crate::sheet::Unwritten;
use crate::surface::{Lang, Phrase, grouped_digits};
use simscope_core::analysis::{self, Analysed, Arrival, Clean};
use simscope_core::corpus::{ReadOptions, Source};
use simscope_core::decide::Decisions;
use simscope_core::decide::clean::Cover;
use simscope_core::display::{lang, say};
use simscope_core::export::{Dropped, Gone, Guarded, write_held};
use simscope_core::handover::{
    Copying, Handing, HandoverError, Table, Target, Unreadable, Written, dropped_beside, guard_dropped,
    suggested, table_beside,
};
use simscope_core::progress::Progress;
use simscope_core::visible;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Writing the kept records.
const HAND_OVER: &Work = &Work::new("HandOver", ("writing the kept records", "写出保留的记录"))
    .cancellable()
    .finished_first()
    .of_texts();

/// What the job needs.
struct HandOver {
    sources: Vec<Source>,
    options: ReadOptions,
    analysed: Analysed,
    decisions: Arc<Decisions>,
    clean: Arc<Clean>,
    path: PathBuf,
    is_forced: bool,
}

impl State {
    pub(super) fn ask_write(&mut self, shared: &mut Shared) {
        if let Err(why) = self.to_write(shared) {
            return shared.warn(why);
        }
        shared.look_again();
        self.is_page = true;
        self.name = None;
        let note = both!(
            "what goes: NAME.dropped.tsv · what is held: NAME.held.tsv · .gz .zst compress · Esc leaves",
            "去除：名称.dropped.tsv · 暂留：名称.held.tsv · .gz .zst 压缩 · Esc 放弃"
        );
        let question = Question::new(Act::AskWrite, ("write what stays to: ", "保留的写到："), note);
        let text = suggested(&shared.start.sources);
        shared.asked.question = Some(Question { text, ..question });
    }

    /// Whether everything is known that is to be written.
    fn to_write(&self, shared: &Shared) -> Result<Arc<Clean>, Phrase> {
        if shared.spark_output().is_some() {
            return Err((
                "Spark output: run simscope clean on its input, or the job with --dedup",
                "这是 Spark 作业的输出：请对其输入运行 simscope clean，或给作业加 --dedup",
            ));
        }
        if shared.model.is_partial {
            let why = "the corpus was not read to its end: open it again, then write";
            return Err((why, "语料未读完：请重新打开，再写出"));
        }
        shared.clean().cloned().ok_or_else(|| match self.why_no_pair(shared) {
            _ if shared.can_clean() && !shared.is_clean_ended() => {
                ("the texts are still compared: write when that is done", "仍在比对文本：请在完成后写出")
            }
            why => why,
        })
    }

    /// Takes the name that was typed, or the yes to an alarm.
    pub(super) fn write(&mut self, shared: &mut Shared, line: &str) -> Result<(), Phrase> {
        let clean = self.to_write(shared)?;
        let (typed, is_sure) = match self.name.clone() {
            None => (line.trim().to_owned(), false),
            Some(name) if line.trim() == "yes" => (name, true),
            Some(_) => return Err(("type yes in full, or Esc", "请输入完整的 yes，或按 Esc")),
        };
        let (name, is_forced) = match typed.strip_suffix('!') {
            Some(name) => (name.trim_end(), true),
            None => (&*typed, false),
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
        let promise = clean.promised.as_ref().map(|(promise, _)| promise);
        let is_nothing = promise.is_some_and(|promise| !promise.holds());
        let is_open = is_nothing || clean.reviewed.alarms.iter().any(|alarm| alarm.stops());
        if is_open && !is_sure {
            let (label, note) = if is_nothing {
                (
                    ("type yes to write although nothing is promised: ", "尚无保证，仍要写出请输入 yes："),
                    both!(
                        "only identical texts go. yes writes all the same · Esc leaves",
                        "只去除逐字相同的文本。输入 yes 仍然写出 · Esc 放弃"
                    ),
                )
            } else {
                (
                    ("type yes to write although an alarm is open: ", "有警报，仍要写出请输入 yes："),
                    both!(
                        "an alarm is open: it is on this page. yes writes all the same · Esc leaves",
                        "有警报未解除，见本页。输入 yes 仍然写出 · Esc 放弃"
                    ),
                )
            };
            shared.asked.question = Some(Question::new(Act::AskWrite, label, note));
            self.name = Some(typed);
            return Ok(());
        }
        self.close_page();
        let work = HandOver {
            sources: shared.start.sources.clone(),
            options: shared.start.options.clone(),
            analysed: shared.model.analysed.clone(),
            decisions: shared.deciding.decisions.clone(),
            clean,
            path: PathBuf::from(name),
            is_forced,
        };
        let others = shared.others();
        shared.begin(HAND_OVER, move |progress, _| {
            if others() {
                return Some(found_for_all(|shared| {
                    shared.warn((
                        "not written: others have judged meanwhile, which is read now; look, and write again",
                        "未写出：其间他人作了判定，现已读入；请查看后再写出",
                    ));
                    shared.look_again();
                }));
            }
            let written = work.write(progress);
            let name = visible::line(&work.path.to_string_lossy()).into_owned();
            Some(found_for_all(move |shared| say_written(shared, &name, written)))
        });
        Ok(())
    }
}

/// The rows of what goes.
fn gone(clean: &Clean) -> Vec<Gone> {
    let of = |(document, cover): (u32, &Cover)| Gone { document, cover: *cover, distance: None };
    clean.cleaned.gone().map(of).collect()
}

/// The kept records were written under this name, or why not.
fn say_written(shared: &mut Shared, name: &str, written: Result<Written, (String, String)>) {
    match written {
        Ok(written) => {
            let [kept, gone] =
                [written.records_kept, written.records_read - written.records_kept].map(grouped_digits);
            let promise = shared.promised().map(|(promise, _)| promise).filter(|promise| promise.holds());
            let (right, zh_right) = promise.map_or_else(Default::default, |promise| {
                let (of, percent) = (grouped_digits(promise.goes().count()), promise.right().percent());
                both!(
                    " (at least {percent} % of {of} right by your answers)",
                    "（其中 {of} 篇依您的判断至少 {percent} % 正确）"
                )
            });
            let held = shared.clean_lately().map_or(0, |clean| clean.cleaned.held().count());
            let named = |path: PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let path = Path::new(name);
            let [table, held_table] = [dropped_beside(path), table_beside(path, "held")].map(named);
            let (more, zh_more) = match grouped_digits(held) {
                _ if held == 0 => (String::new(), String::new()),
                n => both!("; {n} of them held: {held_table}", "；其中暂留 {n} 条：{held_table}"),
            };
            shared.say(both!(
                "{kept} records written to {name}{more}; {gone} left out{right}: {table}",
                "已写出 {kept} 条记录到 {name}{zh_more}；去除 {gone} 条{zh_right}：{table}"
            ));
        }
        Err((en, zh)) => shared.warn(both!("not written: {en}", "未写出：{zh}")),
    }
}

impl HandOver {
    /// Writes it, or says in both languages why not.
    fn write(&self, progress: &Progress) -> Result<Written, (String, String)> {
        self.check_unchanged(progress).map_err(plain)?;
        progress.restart();
        let companions = [dropped_beside(&self.path), table_beside(&self.path, "held")];
        for path in &companions {
            guard_dropped(path).map_err(plain)?;
        }
        let copying = Copying {
            sources: &self.sources,
            options: &self.options,
            target: Target::fitting(&self.sources, &self.options, &self.path),
            companions: &companions,
            compression: None,
            unreadable: Unreadable::Keep,
            is_forced: self.is_forced,
        };
        let Analysed { corpus, recipe, .. } = &self.analysed;
        let (gone, cleaned) = (gone(&self.clean), &self.clean.cleaned);
        let id = |document: u32| corpus.get(document as usize).id;
        let rule = |kept: u32| match self.decisions.chosen.contains(&kept) {
            true => "by hand".to_owned(),
            false => "heaviest".to_owned(),
        };
        let differences = |gone: u32, by: u32| self.clean.compared.differences(gone, by);
        let dropped = Dropped {
            gone: &gone,
            k: None,
            recipe,
            id: &id,
            group: &|_| None,
            rule: &rule,
            differences: &differences,
        };
        let [dropped_to, held_to] = &companions;
        let handing = Handing {
            checked: copying.check().map_err(refused)?,
            corpus,
            is_kept: &|document| cleaned.is_kept(document),
            tables: &[
                Table { path: dropped_to, write: &|format, out| dropped.write(format, out) },
                Table {
                    path: held_to,
                    write: &|format, out| write_held(&mut cleaned.held(), &id, &differences, format, out),
                },
            ],
        };
        handing.write(progress).map_err(refused)
    }

    /// Reads the sources again: the records must be those that were decided about, however long ago that was.
    fn check_unchanged(&self, progress: &Progress) -> Result<(), String> {
        let (mut documents, mut is_same) = (self.analysed.corpus.iter(), true);
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
