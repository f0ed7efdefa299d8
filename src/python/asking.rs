//! What is asked of a cleaning, in the form in which it is decided.

use super::Error;
use super::InputError;
use super::given::Texts;
use super::run::{Watching, detached};
use super::texts::{Asked, condition, corpus, recipe, wrong};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use simscope::analysis::{
    Analysed, Cleaning, Compared, Deciding, Promise, draws_beside, measure_for, read_draws,
};
use simscope::corpus::{Corpus, Lookup};
use simscope::decide::clean::{Rules, Said, Subject};
use simscope::decide::promise::{Draws, Right};
use simscope::decide::{self, Decisions, Keep, Preference};
use simscope::export::write_whole;
use simscope::judgements::{self, Judgements, KnownJudgements};
use simscope::measures::{Condition, Join};
use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The columns of a table that is to be cleaned: texts, ids, labels, and the values of the field of the rule.
#[derive(FromPyObject)]
pub(super) struct Frame<'py> {
    text: Bound<'py, PyAny>,
    id: Option<Bound<'py, PyAny>>,
    label: Option<Bound<'py, PyAny>>,
    values: Option<Bound<'py, PyAny>>,
}

/// What is asked of a cleaning. `decisions` and `rules` are the texts of files; of the second only the rules are taken.
#[derive(FromPyObject)]
pub(super) struct Asking {
    confirm: Option<String>,
    keep: Option<String>,
    same_if: Vec<String>,
    matters: Vec<String>,
    must_agree: Vec<String>,
    cut: Option<f64>,
    loss: Option<f64>,
    passage: Option<u32>,
    decisions: Option<String>,
    rules: Option<String>,
    pub(super) within: Option<u8>,
    right: Option<f64>,
    judgements: Option<PathBuf>,
    pub(super) seed: u64,
}

fn warn(py: Python<'_>, told: String) -> PyResult<()> {
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(told.replace('\0', " "))?, 3)
}

/// An error of an argument.
pub(super) fn of_argument(name: &str, error: impl std::fmt::Display) -> PyErr {
    InputError::new_err(format!("{name}: {error}"))
}

impl Asking {
    /// What compares texts, what is asked of one that goes, and what the file decides of documents.
    fn rules(&self, py: Python<'_>, corpus: &Corpus) -> PyResult<(Condition, Rules, Decisions)> {
        let read = |name: &str, text: &str| {
            let read = decide::read(text, &Lookup::new(corpus));
            read.map_err(|error| of_argument(name, error))
        };
        let mut decisions = Decisions::default();
        if let Some(text) = &self.decisions {
            let (read, _, unfit) = read("decisions", text)?;
            if let Some(first) = unfit.first() {
                warn(py, format!("decisions: {} not used: {first}", unfit.len()))?;
            }
            decisions = read;
        }
        let mut rules = std::mem::take(&mut decisions.rules);
        if let Some(text) = &self.rules {
            rules = read("rules", text)?.0.rules;
        }
        let mut condition = match &self.confirm {
            Some(asked) => condition(Some(asked)).map_err(|error| of_argument("confirm", error.value(py)))?,
            None => Condition { at_least: rules.cut, ..Condition::DEFAULT },
        };
        for (name, share) in [("cut", self.cut), ("loss", self.loss)] {
            if share.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
                return Err(InputError::new_err(format!("{name}: use a number from 0 to 1")));
            }
        }
        condition.at_least = self.cut.unwrap_or(condition.at_least);
        condition.check_of_drop().map_err(wrong)?;
        if self.right.is_some() {
            condition.measure = match &self.confirm {
                Some(_) if !Join::can(condition.measure) => {
                    let why = "right= finds pairs by jaccard or weighted, of words:W or chars:W";
                    return Err(of_argument("confirm", format!("{}: {why}", condition.measure)));
                }
                Some(_) => condition.measure,
                None => measure_for(corpus),
            };
        }
        rules.cut = condition.at_least;
        rules.loss = self.loss.or(rules.loss);
        rules.passage = self.passage.unwrap_or(rules.passage);
        for (name, subjects, matters) in [("same_if", &self.same_if, false), ("matters", &self.matters, true)]
        {
            for subject in subjects {
                let subject = subject.parse::<Subject>().map_err(|error| of_argument(name, error))?;
                rules.matters.say(&subject, matters);
            }
        }
        if let Some(both) = self.same_if.iter().find(|subject| self.matters.contains(subject)) {
            return Err(of_argument("same_if", format!("{both} stands in matters, too; leave one out")));
        }
        for pattern in &self.must_agree {
            rules.must_agree.push(pattern.parse().map_err(|error| of_argument("must_agree", error))?);
        }
        Ok((condition, rules, decisions))
    }

    /// The order in which documents stay.
    fn preference(&self, corpus: &Corpus, values: Option<&[Option<&str>]>) -> PyResult<Option<Preference>> {
        let Some(keep) = &self.keep else { return Ok(None) };
        let keep: Keep = keep.parse().map_err(|error| of_argument("keep", error))?;
        let lengths =
            || corpus.iter().map(|document| document.text.chars().count() as u32).collect::<Vec<_>>();
        Ok(Some(match (&keep, values) {
            (Keep::MostCentral, _) => {
                return Err(InputError::new_err(
                    "keep='most-central' needs groups by distance; use first, longest, shortest, newest:FIELD, oldest:FIELD or best:FIELD",
                ));
            }
            (_, Some(values)) => {
                let id = |document: usize| corpus.get(document).id.to_owned();
                Preference::of_values(keep, values.iter().copied(), &id)
                    .map_err(|error| of_argument("keep", error))?
            }
            (_, None) => Preference::of_texts(keep, &lengths()),
        }))
    }

    /// The share that is promised, and the file of its judgements.
    pub(super) fn promised(&self) -> PyResult<Option<(Right, &Path)>> {
        let Some(share) = self.right else { return Ok(None) };
        let right = share.to_string().parse().map_err(|error| of_argument("right", error))?;
        let Some(file) = &self.judgements else {
            return Err(InputError::new_err(
                "right: the promise rests on answers; name their file with judgements=, and draw pairs with simscope.draw",
            ));
        };
        let given = [
            ("loss", self.loss.is_some()),
            ("passage", self.passage.is_some()),
            ("within", self.within.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => Err(of_argument(name, "under right= the answers decide; leave it out")),
            None => Ok(Some((right, file))),
        }
    }
}

/// Texts that were compared, to be decided about again.
#[pyclass(frozen, module = "simscope._simscope")]
pub(super) struct Comparison {
    pub(super) compared: Arc<Compared>,
    pub(super) within: Option<u8>,
    pub(super) drawn: Option<Arc<Drawn>>,
}

/// A draw, and what it was made by: while that is the same, its candidates are not looked for again.
pub(super) struct Drawn {
    by: (PathBuf, Right, u64, Rules, Decisions, Option<String>),
    pub(super) promise: Promise,
}

/// Reads a file of judgements, once no other program has locked it.
pub(super) fn judged(py: Python<'_>, file: &Path) -> PyResult<Judgements> {
    const PATIENCE: Duration = Duration::from_secs(10);
    let read = || judgements::wait(file, PATIENCE, &mut || ()).and_then(|()| judgements::read(file));
    py.detach(read).map_err(|error| of_argument("judgements", error))
}

/// The judgements of a file, and what of them is about the corpus. What cannot be used is told.
fn read_judgements(
    py: Python<'_>,
    file: Option<&Path>,
    may_be_missing: bool,
    corpus: &Corpus,
) -> PyResult<(Judgements, KnownJudgements)> {
    let Some(file) = file else { return Ok((Judgements::default(), KnownJudgements::default())) };
    if !may_be_missing && !file.exists() {
        return Err(of_argument("judgements", format!("there is no file {}", file.display())));
    }
    let read = judged(py, file)?;
    let known = KnownJudgements::new(&read, corpus);
    for (count, why) in [
        (read.bad.len(), "lines that are no judgements"),
        (known.changed, "judged pairs, because a text has changed since"),
        (known.missing, "judged pairs, because an id is of no row"),
    ] {
        if count > 0 {
            warn(py, format!("judgements: left out {count} {why}"))?;
        }
    }
    Ok((read, known))
}

/// What is asked, in the form in which it is decided.
pub(super) struct Ready {
    pub(super) condition: Condition,
    pub(super) rules: Rules,
    pub(super) decisions: Decisions,
    pub(super) preference: Option<Preference>,
    pub(super) judgements: Judgements,
    pub(super) known: KnownJudgements,
    pub(super) draws: Draws,
}

/// Compares the texts of a frame, unless that was done, and makes ready to decide about them.
pub(super) fn ready(
    py: Python<'_>,
    frame: &Frame<'_>,
    asked: &Asked,
    asking: &Asking,
    (before, bar): (Option<&Comparison>, Option<&Py<PyAny>>),
) -> PyResult<(Arc<Compared>, Ready)> {
    let recipe = recipe(asked)?;
    let column = |column: &Option<Bound<'_, PyAny>>, what| {
        column.as_ref().map(|column| Texts::of(column, what)).transpose()
    };
    let corpus = match before {
        Some(before) => before.compared.all().clone(),
        None => {
            let texts = Texts::of(&frame.text, "text")?;
            let (ids, labels) = (column(&frame.id, "id")?, column(&frame.label, "label")?);
            let [ids, labels] = [&ids, &labels].map(|column| column.as_ref().map(Texts::all));
            corpus(&texts.all(), ids.as_deref(), labels.as_deref())?
        }
    };
    let values = column(&frame.values, "keep")?;
    let values = values.as_ref().map(Texts::all);
    let promised = asking.promised()?;
    let (condition, rules, decisions) = asking.rules(py, &corpus)?;
    let preference = asking.preference(&corpus, values.as_deref())?;
    let file = asking.judgements.as_deref();
    let (judgements, known) = read_judgements(py, file, promised.is_some(), &corpus)?;
    let draws = match promised {
        Some((_, file)) => read_draws(file).map_err(|error| of_argument("judgements", error))?,
        None => Draws::default(),
    };
    let is_same = |before: &&Comparison| {
        before.compared.condition() == condition.searched() && before.within == asking.within
    };
    let compared = match before.filter(is_same) {
        Some(before) => before.compared.clone(),
        None => Arc::new(detached(py, bar, |watching| {
            let signed = match asking.within {
                Some(_) => Some(Analysed::sign(corpus.clone(), recipe, watching)?.signatures),
                None => None,
            };
            let within = signed.as_deref().zip(asking.within);
            Cleaning { condition, within, ..Cleaning::of(&corpus, &recipe) }.compare(watching)
        })?),
    };
    for subject in compared.comparison.unknown(&rules) {
        warn(py, format!("nothing here differs by {subject}: what was said of it decides nothing"))?;
    }
    for pattern in compared.unmatched(&rules) {
        warn(py, format!("must_agree: {pattern} is in no text; it decides nothing"))?;
    }
    Ok((compared, Ready { condition, rules, decisions, preference, judgements, known, draws }))
}

impl Ready {
    /// How it is decided, with what was said of pairs.
    pub(super) fn deciding<'a>(&'a self, said: &'a Said) -> Deciding<'a> {
        Deciding {
            rules: &self.rules,
            preference: self.preference.as_ref(),
            decisions: &self.decisions,
            said,
            keeps_none: false,
        }
    }

    /// Opens the draw of this share and seed, or makes it, and keeps it beside the judgements. `None` if nothing should be promised.
    pub(super) fn promise(
        &self,
        py: Python<'_>,
        asking: &Asking,
        (compared, deciding): (&Arc<Compared>, &Deciding<'_>),
        (before, bar): (Option<&Comparison>, Option<&Py<PyAny>>),
    ) -> PyResult<Option<Arc<Drawn>>> {
        let Some((right, file)) = asking.promised()? else { return Ok(None) };
        let of = (self.rules.clone(), self.decisions.clone(), asking.keep.clone());
        let by = (file.to_owned(), right, asking.seed, of.0, of.1, of.2);
        let before = before.filter(|before| Arc::ptr_eq(&before.compared, compared));
        let earlier = before.and_then(|before| before.drawn.as_deref()).filter(|drawn| drawn.by == by);
        let mut draws = self.draws.clone();
        let opened = detached(py, bar, |watching: &Watching| {
            let known = (&mut draws, earlier.map(|drawn| &drawn.promise));
            compared.promise(deciding, &self.judgements, (right, asking.seed), known, watching).transpose()
        })?;
        let promise = opened.map_err(|error| of_argument("judgements", error))?;
        if draws != self.draws {
            write_whole(&draws_beside(file), true, |out| out.write_all(draws.write().as_bytes()))
                .map_err(|error| Error::new_err(error.to_string()))?;
        }
        Ok(Some(Arc::new(Drawn { by, promise })))
    }
}
