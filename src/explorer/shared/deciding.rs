//! What was decided about groups: the rule, what was decided by hand, what becomes of every document, and the file that
//! keeps the decisions.

use super::cleaning::WantedClean;
use super::grouping::Grouping;
use super::weighing as work;
use super::{Shared, found_for_all};
use crate::jobs::Work;
use crate::shared::model::Generation;
use crate::shared::weighed::{OutcomeKey, Preview, Weighed};
use crate::surface::Phrase;
use crate::wanted::{Same, Wanted};
use simscope_core::corpus::{Lookup, text_hash};
use simscope_core::decide::{
    self, Decisions, Fate, GroupDecision, Keep, Outcome as Decided, Preference, Setting, Unfit,
};
use simscope_core::display::say;
use simscope_core::groups::Groups;
use simscope_core::visible;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What becomes of every document.
const OUTCOME: &Work = &Work::new("Outcome", ("deciding what goes", "决定去留")).of_texts();
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

/// What shared text follows from.
#[derive(Debug, Clone, PartialEq)]
pub struct TemplateKey {
    pub generation: Generation,
    pub groups: Option<Same<Groups>>,
}

/// What it is of; by number − 1, whether the group hangs on shared text.
pub type Templates = (TemplateKey, Arc<Vec<bool>>);

/// The decisions over the corpus.
#[derive(Debug, Default)]
pub struct Deciding {
    pub decisions: Arc<Decisions>,
    /// Where they are kept.
    pub file: Option<PathBuf>,
    pub kept: Kept,
    /// Why the rule cannot be applied, such as a field that no record has.
    pub why_not: Option<String>,
    /// Which groups hang on text that much of the corpus shares.
    pub templates: Option<Templates>,
    /// What was last seen in the file.
    seen: work::Seen,
    /// The order of the rule; by the rule and the number of documents.
    preference: Wanted<(Keep, usize), Arc<Preference>>,
    outcome: Wanted<OutcomeKey, (Arc<Decided>, Preview)>,
    /// What goes and what stays because of the texts.
    pub(super) clean: WantedClean,
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

    fn outcome_key(&self) -> OutcomeKey {
        OutcomeKey { groups: self.grouped(), decisions: Same::of(&self.deciding.decisions) }
    }

    /// Which groups hang on shared text, by number − 1, where that is known of these groups.
    pub fn templates(&self) -> Option<&Arc<Vec<bool>>> {
        let (of, templates) = self.deciding.templates.as_ref()?;
        (*of == self.template_key()).then_some(templates)
    }

    pub fn template_key(&self) -> TemplateKey {
        TemplateKey { generation: self.model.generation(), groups: self.grouped() }
    }

    /// What becomes of every document at this k, under these decisions.
    pub fn outcome(&self) -> Option<&Arc<Decided>> {
        let outcome = self.deciding.outcome.get(&self.outcome_key());
        outcome.filter(|_| self.groups_are_current()).map(|(outcome, _)| outcome)
    }

    /// The same, while it is computed after a decision at this k, before it.
    pub fn outcome_lately(&self) -> Option<&(Arc<Decided>, Preview)> {
        let is_of_these = self.deciding.outcome.key().is_some_and(|of| of.groups == self.grouped());
        self.deciding.outcome.latest().filter(|_| is_of_these && self.groups_are_current())
    }

    /// What [`Shared::outcome_lately`] is of.
    pub fn outcome_lately_of(&self) -> Option<OutcomeKey> {
        self.outcome_lately().and(self.deciding.outcome.key().cloned())
    }

    /// What becomes of a document, as far as that is known.
    pub fn fate(&self, document: u32) -> Option<Fate> {
        self.outcome_lately()?.0.fates.get(document as usize).copied()
    }

    /// Asks for the outcome, if it is missing and the groups are there.
    pub fn want_outcome(&mut self) {
        let key = self.outcome_key();
        let Some(groups) = self.groups.clone().filter(|_| self.groups_are_current()) else { return };
        if !self.model.is_hashed() {
            return;
        }
        let Some(fate) = self.deciding.outcome.ask(key.clone()) else { return };
        let subject = work::Weighing {
            key,
            groups,
            ordering: self.ordering(),
            tau: (self.made.by == Some(Grouping::Verified)).then(|| self.tau()),
        };
        self.begin_for(fate, OUTCOME, move |progress, _| {
            let weighed = subject.weigh(progress)?;
            Some(found_for_all(move |shared| shared.take_weighed(weighed)))
        });
    }

    /// What gives the documents their order.
    pub(super) fn ordering(&self) -> work::Ordering {
        let rule = (self.deciding.decisions.keep.clone(), self.model.corpus.len());
        work::Ordering {
            decisions: self.deciding.decisions.clone(),
            analysed: self.model.analysed.clone(),
            known: self.deciding.preference.get(&rule).cloned(),
            reading: (self.start.sources.clone(), self.start.options.clone()),
        }
    }

    /// There are no leaders, because the rule gives no order.
    pub(super) fn take_unordered(&mut self, why: String) {
        self.set_groups(None, None);
        self.deciding.why_not = Some(why.clone());
        self.warn_of(why);
    }

    fn take_weighed(&mut self, weighed: Result<Weighed, String>) {
        match weighed {
            Ok(Weighed { key, outcome, preview, preference }) => {
                let rule = (preference.keep().clone(), self.model.corpus.len());
                self.deciding.why_not = None;
                self.deciding.preference.put(rule, preference);
                self.deciding.outcome.put(key, (outcome, preview));
            }
            // The outcome stays asked for, and does not come.
            Err(why) => {
                self.deciding.why_not = Some(why.clone());
                self.warn_of(why);
            }
        }
    }

    /// What was decided by hand about the group of these members.
    pub fn decision(&self, members: &[u32]) -> Option<GroupDecision> {
        self.deciding.decisions.of_group(members, || Decisions::fingerprint(&self.model.corpus, members))
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

    /// Changes what was decided about the group of these members.
    pub fn decide_group(&mut self, members: &[u32], change: impl FnOnce(&mut GroupDecision)) {
        let fingerprint = Decisions::fingerprint(&self.model.corpus, members);
        self.decide(|decisions| decisions.decide(members, fingerprint, change));
    }

    /// These are the decisions now; they are written.
    pub(super) fn set_decisions(&mut self, decisions: Arc<Decisions>) {
        if *decisions == *self.deciding.decisions {
            return;
        }
        self.replace_decisions(decisions);
        self.save_decisions();
    }

    /// Leaders follow from the rule and from what is chosen.
    fn replace_decisions(&mut self, decisions: Arc<Decisions>) {
        let before = std::mem::replace(&mut self.deciding.decisions, decisions);
        let now = &self.deciding.decisions;
        if before.keep != now.keep {
            self.deciding.why_not = None;
        }
        if self.grouping == Grouping::Leaders && (&before.keep, &before.chosen) != (&now.keep, &now.chosen) {
            self.regroup();
        }
    }

    fn save_decisions(&mut self) {
        if let Kept::Refused(_) | Kept::Nowhere = self.deciding.kept {
            return;
        }
        let Some(path) = self.deciding.file.clone() else { return };
        self.deciding.kept = Kept::Saving;
        let (decisions, corpus, setting) =
            (self.deciding.decisions.clone(), self.model.corpus.clone(), self.setting());
        let seen = self.deciding.seen.clone();
        self.begin(DECISIONS, move |_, _| {
            let text = decide::write(&decisions, &setting, &corpus);
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
            let lookup = Lookup::of(corpus.iter().map(|document| document.id), |document| {
                text_hash(corpus.get(document as usize).text)
            });
            let read = work::read_decisions(&path, &lookup, &seen);
            Some(found_for_all(move |shared| shared.take_decisions(read)))
        });
    }

    /// The decisions of before, if there were any: what was decided, when, and what no longer fits.
    fn take_decisions(&mut self, read: Result<Option<(Decisions, Setting, Vec<Unfit>)>, String>) {
        let name = self.deciding.file_name().unwrap_or_default();
        match read {
            Ok(None) => self.deciding.kept = Kept::Saved,
            Ok(Some((decisions, _, unfit))) => {
                self.deciding.kept = Kept::Saved;
                let rule = visible::line(&decisions.keep.to_string()).into_owned();
                let count = decisions.chosen.len() + decisions.excluded.len() + decisions.groups.len();
                self.replace_decisions(Arc::new(decisions));
                match unfit.first() {
                    None => self.say((
                        format!("{name}: rule {rule} and {count} decisions read"),
                        format!("{name}：读入规则 {rule} 与 {count} 项决定"),
                    )),
                    Some(first) => {
                        let (gone, first) = (unfit.len(), first.to_string());
                        self.warn((
                            format!("{name}: rule {rule} and {count} decisions read; {gone} no longer fit: {first}"),
                            format!("{name}：读入规则 {rule} 与 {count} 项决定；{gone} 项已不适用：{first}"),
                        ));
                    }
                }
            }
            Err(why) => {
                self.warn((
                    format!("{name}: {why}; it is left as it is, and decisions are not saved"),
                    format!("{name}：{why}；该文件保持原样，决定不会保存"),
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
                self.warn((format!("decisions are not saved: {why}"), format!("决定未保存：{why}")));
                self.deciding.kept = Kept::Refused(format!("{name}: {why}"));
            }
        }
    }
}
