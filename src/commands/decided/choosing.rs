//! What becomes of every document: decided by the texts, or by distance.

use super::super::arguments::{Candidates, DecideArguments};
use super::super::failure::Failure;
use super::super::material::{Material, finished};
use super::super::verify::Verification;
use super::super::watch::Watch;
use super::super::weighed;
use super::deciding::{Asked, decide, decisions, preference};
use super::distance;
use simscope_core::analysis::{ByHand, Cleaning, Reviewed, Reviewing};
use simscope_core::corpus::{Corpus, ReadOptions, Source};
use simscope_core::decide::clean::{
    Alarm, Cleaned, Cover, PartName, Parts, Rules, Said, Sample, Verdict, drawn_under,
};
use simscope_core::decide::{Against, Decisions, Keep};
use simscope_core::display::say;
use simscope_core::export::Gone;
use simscope_core::groups::Groups;
use simscope_core::judgements::KnownJudgements;
use simscope_core::measures::{Condition, Weights};
use std::collections::BTreeSet;

/// What was decided, and what should be said of it.
pub(crate) struct Chosen {
    /// The documents, and behind them those of --against.
    pub(crate) all: Corpus,
    pub(crate) cleaned: Cleaned,
    pub(crate) gone: Vec<Gone>,
    pub(crate) lost: Vec<f64>,
    pub(crate) alarms: Vec<Alarm>,
    /// How many of those that go are confirmed.
    pub(crate) confirmed: usize,
    pub(crate) condition: Condition,
    pub(crate) by_distance: Option<(Groups, Decisions)>,
    pub(crate) rule: String,
    /// Documents that stay by hand, where the texts decide.
    pub(crate) by_hand: BTreeSet<u32>,
    /// What people said of what goes.
    pub(crate) sample: Sample,
    /// The name under which more of it is drawn.
    pub(crate) under: String,
}

/// What was judged, and the chance by which more is drawn.
#[derive(Default)]
pub(super) struct Judged {
    pub(super) known: KnownJudgements,
    pub(super) seed: u64,
}

/// Decides about all documents of the material. `against` are others, which stay.
pub(super) fn choose(
    arguments: &DecideArguments,
    read: (&[Source], &ReadOptions),
    material: &Material,
    (verification, against): (Option<&Verification>, Option<&Corpus>),
    judged: &Judged,
) -> Result<Chosen, Failure> {
    let condition = arguments.verify.condition.unwrap_or(Condition::DEFAULT);
    condition.check_of_drop().map_err(Failure::Usage)?;
    let mut all = material.corpus.clone();
    against.into_iter().flat_map(Corpus::batches).for_each(|batch| all.push(batch.clone()));
    let texts: Vec<&str> = all.iter().map(|document| document.text).collect();
    let watch = material.watch;
    let weights = weighed::weights(arguments.counted.as_deref(), condition, &texts, watch)?;
    let mut by_distance = None;
    let (mut cleaned, by_hand) = if let Some(k) = arguments.k {
        let decided = decide((arguments, k), read, material, verification)?;
        let verifier = verification.and_then(|verification| verification.verifier(material));
        let value =
            |gone: u32, kept: u32| verifier.as_ref().map_or(f64::NAN, |verifier| verifier.value(kept, gone));
        let value = verifier.is_some().then_some(&value as &(dyn Fn(u32, u32) -> f64 + Sync));
        let cleaned = by_outcome(&decided.dropped, (&texts, &weights), value, condition);
        by_distance = Some((decided.dropped, decided.groups, decided.decisions));
        (cleaned, BTreeSet::new())
    } else {
        by_texts(
            arguments,
            read,
            material,
            &By { all: &all, texts: &texts, weights: &weights, condition, judged },
        )?
    };
    cleaned.frames = arguments.frames.unwrap_or(cleaned.frames);
    let label = |document: u32| all.get(document as usize).label.unwrap_or_default();
    let source = |document: u32| all.file_name(all.place(document as usize).file).unwrap_or_default();
    let parts =
        [Parts { named: PartName::Label, of: &label }, Parts { named: PartName::Source, of: &source }];
    let reviewing = Reviewing { all: &all, documents: material.len(), parts: &parts, condition };
    let Reviewed { lost, mut alarms, confirmed } = reviewing.run(&cleaned, (&texts, &weights));
    if let Some(k) = arguments.k {
        alarms.splice(0..0, distance::alarms(material, &arguments.empty, k)?);
    }
    let under = drawn_under(condition, arguments.k.or(arguments.candidates.within()));
    let known = (&judged.known, &*under);
    let sample = Sample::of(&cleaned, (&texts, &weights), condition, known, judged.seed);
    let distance = |document: u32| Some(by_distance.as_ref()?.0[document as usize]?.distance);
    let gone = cleaned.gone().map(|(document, cover)| Gone {
        document,
        kept: cover.by,
        kind: cover.kind,
        similarity: Some(cover.similarity),
        equal: Some(cover.equal),
        not_in_kept: Some(lost[document as usize]),
        distance: distance(document),
    });
    let gone = gone.collect();
    let rule = arguments.keep.as_ref().map_or_else(|| "heaviest".to_owned(), Keep::to_string);
    let by_distance = by_distance.map(|(_, groups, decisions)| (groups, decisions));
    drop(texts);
    let chosen = Chosen {
        all,
        cleaned,
        gone,
        lost,
        alarms,
        confirmed,
        condition,
        by_distance,
        rule,
        by_hand,
        sample,
        under,
    };
    Ok(chosen)
}

/// What was decided by distance, with what the texts say of it.
fn by_outcome(
    dropped: &[Option<Against>],
    texts: (&[&str], &Weights),
    value: Option<&(dyn Fn(u32, u32) -> f64 + Sync)>,
    condition: Condition,
) -> Cleaned {
    let pairs: Vec<(u32, u32)> = (0_u32..)
        .zip(dropped)
        .filter_map(|(document, against)| Some((document, against.as_ref()?.kept)))
        .collect();
    let covers = Cover::of(&pairs, texts, value, &|value| condition.holds(value));
    let mut verdicts = vec![Verdict::Stays; dropped.len()];
    for ((document, _), cover) in pairs.into_iter().zip(covers) {
        verdicts[document as usize] = Verdict::Goes(cover);
    }
    Cleaned { verdicts, frames: texts.1.in_frames(), ..Cleaned::default() }
}

/// By what the texts are compared.
struct By<'a> {
    all: &'a Corpus,
    texts: &'a [&'a str],
    weights: &'a Weights,
    condition: Condition,
    judged: &'a Judged,
}

/// Decides by the texts. Returns the documents that were chosen by hand, too.
fn by_texts(
    arguments: &DecideArguments,
    read: (&[Source], &ReadOptions),
    material: &Material,
    by: &By<'_>,
) -> Result<(Cleaned, BTreeSet<u32>), Failure> {
    let &By { all, texts, weights, condition, judged } = by;
    let (documents, watch): (u32, Watch) = (material.len() as u32, material.watch);
    let asked = Asked { keep: arguments.keep.as_ref(), file: arguments.decisions.as_deref(), k: None };
    let decisions = decisions(asked, material)?;
    let said: Said = judged.known.said().collect();
    let order = match &arguments.keep {
        Some(Keep::MostCentral) => {
            return Err(Failure::Usage(say!(
                "--keep most-central needs distances: give -k K",
                "--keep most-central 需要距离：请给出 -k K"
            )));
        }
        Some(keep) => {
            let mut own: Vec<u32> = (0..documents).collect();
            preference(keep, read, material)?.sort_all(&mut own, &decisions);
            Some((documents..texts.len() as u32).chain(own).collect::<Vec<u32>>())
        }
        None => None,
    };
    let mut rules = Rules { loss: arguments.loss, allowed: decisions.allowed, ..Rules::default() };
    for (kinds, is_allowed) in [(&arguments.allow, true), (&arguments.hold, false)] {
        kinds.iter().for_each(|kinds| rules.allowed.set_all(*kinds, is_allowed));
    }
    let cleaning = Cleaning {
        all,
        documents,
        recipe: &material.recipe,
        condition,
        rules,
        order: order.as_deref(),
        within: match arguments.candidates {
            Candidates::Exact => None,
            Candidates::Within(k) => Some((&material.signatures, k)),
        },
        is_by_others_alone: !arguments.against.is_empty() && !arguments.is_also_within,
        takes_blank: arguments.empty.are_kept,
        by_hand: ByHand { decisions: &decisions, said: &said },
    };
    let mut cleaned = finished(cleaning.run((texts, weights), &watch));
    let is_other = |document: u32| document >= documents;
    if arguments.keeps_none {
        cleaned.keep_none((texts, weights), &|value| condition.holds(value), &is_other);
    }
    Ok((cleaned, decisions.chosen))
}
