//! Decides on every document by signatures.

use super::super::arguments::DecideArguments;
use super::super::failure::Failure;
use super::super::groups::connected;
use super::super::material::{Material, finished};
use super::super::verify::Verification;
use super::super::watch::{Unit, note};
use simscope_core::analysis::{self, Unordered};
use simscope_core::corpus::{Lookup, ReadOptions, Source};
use simscope_core::decide::clean::Rules;
use simscope_core::decide::{self, Against, Decider, Decisions, Keep, Preference, Unfit};
use simscope_core::display::{lang, say};
use simscope_core::files;
use simscope_core::groups::{Groups, leaders};
use simscope_core::visible;
use std::path::Path;

/// What was decided, and how.
pub(super) struct Decided {
    /// By document, what it is dropped against.
    pub(super) dropped: Vec<Option<Against>>,
    pub(super) groups: Groups,
    pub(super) decisions: Decisions,
}

/// Decides about all documents.
pub(super) fn decide(
    (arguments, k, decisions): (&DecideArguments, u8, Decisions),
    read: (&[Source], &ReadOptions),
    material: &Material,
    verification: Option<&Verification>,
) -> Result<Decided, Failure> {
    let preference = preference(&decisions.keep, read, material)?;
    let documents = material.documents(&arguments.empty);
    let other = match (arguments.is_around_leaders, verification) {
        (true, _) => Some(around_leaders(material, &documents, k, &decisions, &preference)?),
        (false, verification) => {
            verification.map(|verification| connected(verification, material, &documents, k))
        }
    };
    let groups = other.unwrap_or_else(|| material.groups(&documents, k));
    let verifier = verification.and_then(|verification| verification.verifier(material));
    let confirms = |a: u32, b: u32| verifier.as_ref().is_none_or(|verifier| verifier.confirms(a, b));
    let decider = Decider {
        signatures: &material.signatures,
        bits: material.recipe.bits,
        k,
        preference: &preference,
        decisions: &decisions,
        confirms: verifier.is_some().then_some(&confirms),
    };
    let dropped = material.watch.during(("deciding", "决定去留"), Unit::Documents, |progress| {
        finished(decider.all(&groups, progress))
    });
    Ok(Decided { dropped, groups, decisions })
}

/// The groups around leaders.
pub(super) fn around_leaders(
    material: &Material,
    documents: &[u32],
    k: u8,
    decisions: &Decisions,
    preference: &Preference,
) -> Result<Groups, Failure> {
    if decisions.keep == Keep::MostCentral {
        return Err(Failure::Usage(say!(
            "--keep most-central: leaders are chosen before there are groups; leave out --leaders",
            "--keep most-central：代表在分组之前选定；请去掉 --leaders"
        )));
    }
    let mut ordered = documents.to_vec();
    preference.sort_all(&mut ordered, decisions);
    let compare = |p: &_| finished(leaders(&material.signatures, &ordered, k, p));
    Ok(material.watch.during(("comparing", "比较"), Unit::Documents, compare))
}

/// What the options of a command ask for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The rule, before that of the file.
    pub(super) keep: Option<&'a Keep>,
    /// A file of decisions.
    pub(super) file: Option<&'a Path>,
    /// `None` where the texts decide.
    pub(super) k: Option<u8>,
}

/// The rule and what was decided by hand.
pub(super) fn decisions(asked: Asked<'_>, material: &Material) -> Result<Decisions, Failure> {
    let mut decisions = match asked.file {
        Some(path) => read_decisions(path, asked.k, material)?,
        None => Decisions::default(),
    };
    if let Some(keep) = asked.keep {
        decisions.keep = keep.clone();
    }
    Ok(decisions)
}

/// Reads the file of decisions, and says on standard error what of it does not fit.
fn read_decisions(path: &Path, k: Option<u8>, material: &Material) -> Result<Decisions, Failure> {
    let shown = visible::line(&path.to_string_lossy()).into_owned();
    let text = files::read_small(path, decide::LARGEST_FILE)?;
    // There are texts, since records without any cannot be decided about.
    let read = decide::read(&text, &Lookup::new(&material.corpus));
    let (decisions, setting, unfit) =
        read.map_err(|error| Failure::Failed(say!("{shown}: {error}", "{shown}：{error}")))?;
    let by_hand = decisions.chosen.len() + decisions.excluded.len();
    if by_hand == 0 && !unfit.is_empty() && decisions.rules == Rules::default() {
        let what = lang().pick((
            "none of its decisions fits this corpus; give the corpus that they were made over",
            "其中没有一项决定适用于此语料；请给出作决定时的语料",
        ));
        return Err(Failure::Failed(say!("{shown}: {what} ({})", "{shown}：{what}（{}）", unfit[0])));
    }
    tell_unfit(&shown, &unfit);
    let Some(setting) = setting else { return Ok(decisions) };
    let recipe = material.recipe_line();
    let of_recipe = lang().pick(("recipe", "配方"));
    for (what, then, now) in [
        ("k", setting.k.to_string(), k.unwrap_or(setting.k).to_string()),
        (of_recipe, setting.recipe, recipe),
    ] {
        // Without a k the signatures decide nothing.
        if then != now && k.is_some() {
            note(&say!(
                "{shown}: its decisions were made with another {what}: {then}, now {now}",
                "{shown}：其中的决定是按另外的 {what} 作的：当时 {then}，现在 {now}"
            ));
        }
    }
    Ok(decisions)
}

fn tell_unfit(shown: &str, unfit: &[Unfit]) {
    if let Some(first) = unfit.first() {
        let count = unfit.len();
        let are = if count == 1 { "decision is" } else { "decisions are" };
        note(&say!("{shown}: {count} {are} not used: {first}", "{shown}：{count} 项决定未采用：{first}"));
    }
}

/// The order of the rule.
pub(super) fn preference(
    keep: &Keep,
    (sources, options): (&[Source], &ReadOptions),
    material: &Material,
) -> Result<Preference, Failure> {
    let preference = material.watch.during(("reading values", "读取取值"), Unit::Bytes, |progress| {
        analysis::preference(keep, (sources, options), &material.corpus, progress)
    });
    let preference = preference.map_err(|error| match error {
        Unordered::Unread(error) => error.into(),
        Unordered::Values(error) => Failure::Failed(error.to_string()),
    })?;
    let field = keep.field().unwrap_or_default();
    match preference.without() {
        0 => {}
        1 => note(&say!(
            "1 document has no {field:?}; it comes after all others of its group",
            "1 篇文档没有 {field:?}；排在组内其他文档之后"
        )),
        n => note(&say!(
            "{n} documents have no {field:?}; they come after all others of their group",
            "{n} 篇文档没有 {field:?}；排在组内其他文档之后"
        )),
    }
    Ok(preference)
}
