//! What was decided by hand, and the file that keeps it.

use super::cleaning::CleanKey;
use super::grouping::Grouping;
use super::work;
use super::{Shared, found_for_all};
use crate::jobs::Work;
use crate::surface::{Phrase, counted};
use crate::wanted::Wanted;
use simscope_core::analysis::{Asked, Clean};
use simscope_core::corpus::Lookup;
use simscope_core::decide::clean::Rules;
use simscope_core::decide::{self, Decisions, Setting, Unfit};
use simscope_core::display::{grouped_digits, say};
use simscope_core::visible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reading or writing the decisions.
const DECISIONS: &Work =
    &Work::new("Decisions", ("keeping the decisions", "保存决定")).finished_first().of_texts();

/// How the file stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Kept {
    /// The corpus has no place beside it, and no file was named.
    #[default]
    Nowhere,
    /// It will be read when the corpus is.
    Unread,
    /// What is decided is in it, or nothing was decided.
    Saved,
    /// It is being written.
    Saving,
    /// It cannot be read or written, and is left as it is.
    Refused(String),
}

/// The decisions over the corpus.
#[derive(Debug, Default)]
pub struct Deciding {
    pub decisions: Arc<Decisions>,
    /// Where they are kept.
    pub file: Option<PathBuf>,
    pub kept: Kept,
    /// What was last seen in the file.
    seen: work::Seen,
    /// What goes and what stays because of the texts.
    pub clean: Wanted<CleanKey, Arc<Clean>>,
    /// The promise that is asked for, and what goes by it.
    pub asked: Option<Asked>,
    pub promised: Wanted<CleanKey, Arc<Clean>>,
}

/// The name of a file without its folder, safe to show.
pub(super) fn shown_name(file: Option<&Path>) -> Option<String> {
    Some(visible::line(&file?.file_name()?.to_string_lossy()).into_owned())
}

impl Deciding {
    pub fn new(file: Option<PathBuf>) -> Self {
        let kept = if file.is_some() { Kept::Unread } else { Kept::Nowhere };
        Self { file, kept, ..Self::default() }
    }

    /// The name of the file, safe to show.
    pub fn file_name(&self) -> Option<String> {
        shown_name(self.file.as_deref())
    }
}

impl Shared {
    /// What would be gone if the explorer were left now, of what all screens share.
    pub fn unkept(&self) -> Option<Phrase> {
        let has_no_file = |kept: &Kept| matches!(kept, Kept::Nowhere | Kept::Refused(_));
        let is_decided = *self.deciding.decisions != Decisions::default();
        match (&self.deciding, &self.judging) {
            (deciding, _) if has_no_file(&deciding.kept) && is_decided => {
                Some(("the decisions are in no file", "去留决定未存入文件"))
            }
            (_, judging) if has_no_file(&judging.kept) && judging.has_judged() => {
                Some(("the judgements are in no file", "判定未存入文件"))
            }
            _ => None,
        }
    }

    /// What is not on disk yet, with the names of its files.
    pub fn unsaved(&self) -> Option<String> {
        let judged = self.judging.unsaved();
        let judgements = (judged > 0).then(|| {
            let name = self.judging.file_name().unwrap_or_default();
            let n = counted(judged, "judgement", "judgements");
            let (en, zh) = both!("{name} ({n})", "{name}（{judged} 条判定）");
            self.lang.pick((en, zh))
        });
        let is_open = matches!(self.deciding.kept, Kept::Saving | Kept::Refused(_));
        let decisions = is_open.then(|| {
            let what = self.lang.pick(("decisions", "去留决定"));
            format!("{} ({what})", self.deciding.file_name().unwrap_or_default())
        });
        let all: Vec<String> = judgements.into_iter().chain(decisions).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    /// What gives the documents their order.
    pub(super) fn ordering(&self) -> work::Ordering {
        work::Ordering {
            decisions: self.deciding.decisions.clone(),
            analysed: self.model.analysed.clone(),
            reading: (self.start.sources.clone(), self.start.options.clone()),
        }
    }

    /// There are no leaders, because the rule gives no order.
    pub(super) fn take_unordered(&mut self, why: String) {
        self.set_groups(None, None);
        self.warn_of(why);
    }

    /// Changes the decisions, remembers them for undo and has them written.
    pub fn decide(&mut self, change: impl FnOnce(&mut Decisions)) {
        if self.deciding.kept == Kept::Unread {
            return self.warn(("the decisions are still being read", "决定仍在读取"));
        }
        self.remember();
        let mut decisions = Decisions::clone(&self.deciding.decisions);
        change(&mut decisions);
        self.set_decisions(Arc::new(decisions));
    }

    /// These are the decisions now; they are written.
    pub(super) fn set_decisions(&mut self, decisions: Arc<Decisions>) {
        if *decisions == *self.deciding.decisions {
            return;
        }
        self.deciding.decisions = decisions;
        self.save_decisions();
    }

    pub(super) fn save_decisions(&mut self) {
        if let Kept::Refused(_) | Kept::Nowhere = self.deciding.kept {
            return;
        }
        let Some(path) = self.deciding.file.clone() else { return };
        self.deciding.kept = Kept::Saving;
        let (decisions, corpus, setting) =
            (self.deciding.decisions.clone(), self.model.corpus.clone(), self.setting());
        let mut kept = Decisions::clone(&decisions);
        kept.rules.cut = self.tau();
        let seen = self.deciding.seen.clone();
        self.begin(DECISIONS, move |_, _| {
            let text = decide::write(&kept, &setting, &corpus);
            let result = work::write_decisions(&path, &text, &seen);
            Some(found_for_all(move |shared| shared.take_saved(&decisions, result)))
        });
    }

    /// Under which circumstances decisions are made now.
    pub fn setting(&self) -> Setting {
        let grouping = match self.grouping {
            Grouping::Connection => "connected".to_owned(),
            Grouping::Leaders => "leaders".to_owned(),
            Grouping::Verified => work::condition(self.tau()).to_string(),
        };
        Setting {
            corpus: self.model.corpus.name().to_owned(),
            documents: self.model.corpus.len(),
            recipe: self.model.recipe.to_string(),
            k: self.k,
            grouping,
        }
    }

    /// Reads the decisions, once the corpus is there.
    pub(super) fn read_decisions(&mut self) {
        if self.model.is_partial && self.deciding.kept == Kept::Unread {
            // Over half of a corpus most decisions would seem to be about documents that are gone.
            self.deciding.kept = Kept::Refused(say!("the corpus was not read to its end", "语料未读到末尾"));
        }
        let Some(path) = self.deciding.file.clone().filter(|_| self.deciding.kept == Kept::Unread) else {
            return;
        };
        let (corpus, seen) = (self.model.corpus.clone(), self.deciding.seen.clone());
        self.begin(DECISIONS, move |_, _| {
            let read = work::read_decisions(&path, &Lookup::new(&corpus), &seen);
            Some(found_for_all(move |shared| shared.take_decisions(read)))
        });
    }

    /// The decisions of before, if there were any: what was decided, when, and what no longer fits.
    fn take_decisions(&mut self, read: Result<Option<work::ReadDecisions>, String>) {
        let name = self.deciding.file_name().unwrap_or_default();
        match read {
            Ok(None) => self.deciding.kept = Kept::Saved,
            Ok(Some((decisions, setting, unfit))) => {
                self.deciding.kept = Kept::Saved;
                let of_documents = decisions.chosen.len() + decisions.excluded.len();
                let groups = unfit.iter().filter(|unfit| matches!(unfit, Unfit::Groups(_))).count();
                let [documents, all, answers] = [
                    of_documents,
                    of_documents + unfit.len() - groups,
                    decisions.rules.matters.iter().count(),
                ]
                .map(grouped_digits);
                let other = setting.map(|setting| visible::line(&setting.corpus).into_owned());
                let other = other.filter(|other| *other != visible::line(self.model.corpus.name()));
                let made = |other: &String| both!(", made over {other}", "，出自 {other}");
                let (made, made_zh) = other.as_ref().map(made).unwrap_or_default();
                let said = both!(
                    "{name}{made}: {answers} answers about differences, {documents} of {all} documents are of this corpus",
                    "{name}{made_zh}：{answers} 项对差异的指定，{all} 篇文档中 {documents} 篇属于此语料",
                );
                // A cut that the file names holds unless another was asked for at the start.
                let cut = decisions.rules.cut;
                if cut != Rules::default().cut && self.tau() == Rules::default().cut {
                    self.tau_hundredths = (100.0 * cut).round() as u8;
                }
                self.deciding.decisions = Arc::new(decisions);
                match unfit.first() {
                    None if other.is_some() => self.warn(said),
                    None => self.say(said),
                    Some(first) => {
                        self.warn((format!("{}: {first}", said.0), format!("{}：{first}", said.1)))
                    }
                }
            }
            Err(why) => {
                self.warn(both!(
                    "{name}: {why}; it is left as it is, and decisions are not saved",
                    "{name}：{why}；该文件保持原样，决定不会保存"
                ));
                self.deciding.kept = Kept::Refused(why);
            }
        }
    }

    fn take_saved(&mut self, written: &Arc<Decisions>, result: Result<(), String>) {
        let name = self.deciding.file_name().unwrap_or_default();
        match result {
            Ok(()) if Arc::ptr_eq(written, &self.deciding.decisions) => self.deciding.kept = Kept::Saved,
            Ok(()) => {}
            Err(why) => {
                self.warn(both!("decisions are not saved: {why}", "决定未保存：{why}"));
                self.deciding.kept = Kept::Refused(format!("{name}: {why}"));
            }
        }
    }
}
