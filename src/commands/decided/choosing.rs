//! Decides on every document, by the texts or by distance.

use super::super::arguments::{Candidates, DecideArguments};
use super::super::failure::Failure;
use super::super::material::{Material, finished};
use super::super::promise;
use super::super::verify::Verification;
use super::super::weighed;
use super::deciding::{Asked, decide, decisions, preference};
use super::distance;
use simscope_core::analysis::{Cleaning, Compared, Deciding, Outcome, Promise, Reviewed, Reviewing};
use simscope_core::corpus::{Corpus, ReadOptions, Source};
use simscope_core::decide::clean::{
    Alarm, Cleaned, PartName, Parts, Questions, Row, Rules, Sample, Verdict, drawn_under,
};
use simscope_core::decide::promise::Right;
use simscope_core::decide::{Against, Decisions, Keep};
use simscope_core::display::say;
use simscope_core::export::Gone;
use simscope_core::groups::Groups;
use simscope_core::judgements::KnownJudgements;
use simscope_core::measures::Condition;
use std::collections::BTreeSet;
use std::path::Path;

/// What was decided, and what should be said of it.
pub(crate) struct Chosen {
    /// The documents, and behind them those of --against; as they were compared.
    pub(crate) compared: Compared,
    pub(crate) cleaned: Cleaned,
    /// The differences of the corpus, and what should be asked; nothing where a distance decides.
    pub(crate) rows: Vec<Row>,
    pub(crate) questions: Questions,
    pub(crate) gone: Vec<Gone>,
    pub(crate) lost: Vec<f64>,
    pub(crate) alarms: Vec<Alarm>,
    /// How many of those that go are confirmed.
    pub(crate) confirmed: usize,
    pub(crate) condition: Condition,
    pub(crate) by_distance: Option<(Groups, Decisions)>,
    /// What is promised of what goes, if that was asked for.
    pub(crate) promised: Option<Promise>,
    pub(crate) rule: String,
    /// Documents that stay by hand, where the texts decide.
    pub(crate) by_hand: BTreeSet<u32>,
    /// What people said of what goes.
    pub(crate) sample: Sample,
    /// The name under which more of it is drawn.
    pub(crate) under: String,
}

impl Chosen {
    /// The documents, and behind them those of --against.
    pub(crate) fn all(&self) -> &Corpus {
        self.compared.all()
    }
}

/// What was judged, and the chance by which more is drawn.
pub(super) struct Judged<'a> {
    pub(super) known: KnownJudgements,
    pub(super) seed: u64,
    /// The share that is promised, and the file of its judgements.
    pub(super) right: Option<(Right, &'a Path)>,
}

/// Decides about all documents of the material. `against` are others, which stay.
pub(super) fn choose(
    arguments: &DecideArguments,
    read: (&[Source], &ReadOptions),
    material: &Material,
    (verification, against): (Option<&Verification>, Option<&Corpus>),
    judged: &Judged<'_>,
) -> Result<Chosen, Failure> {
    let mut all = material.corpus.clone();
    against.into_iter().flat_map(Corpus::batches).for_each(|batch| all.push(batch.clone()));
    let asked = Asked { keep: arguments.keep.as_ref(), file: arguments.decisions.as_deref(), k: arguments.k };
    let decisions = decisions(asked, material)?;
    let (mut condition, rules) = rules(arguments, &decisions)?;
    if judged.right.is_some() {
        condition.measure = promise::measure(arguments.verify.condition, &material.corpus)?;
    }
    let compared = compare(arguments, material, &all, condition)?;
    super::super::rules::tell_unknown(&compared, &rules);
    let (mut by_distance, mut promised) = (None, None);
    let (outcome, by_hand) = if let Some(k) = arguments.k {
        let decided = decide((arguments, k, decisions), read, material, verification)?;
        let cleaned = by_outcome(&decided.dropped, &compared, &rules);
        by_distance = Some((decided.dropped, decided.groups, decided.decisions));
        (Outcome { cleaned, rows: Vec::new(), questions: Questions::default() }, BTreeSet::new())
    } else {
        let asks = Asks { rules: &rules, decisions: &decisions, judged };
        let outcome;
        (outcome, promised) = by_texts(arguments, read, material, (&compared, &asks))?;
        (outcome, decisions.chosen)
    };
    let Outcome { mut cleaned, rows, questions } = outcome;
    // Of some texts of a larger corpus nothing but its share of frames is known.
    if let Some(share) = arguments.frames {
        (cleaned.frames, cleaned.framed) = (share, 0);
    }
    let under = drawn_under(condition, arguments.k.or(arguments.candidates.within()));
    let Reviewed { lost, mut alarms, confirmed, sample } =
        review(&compared, &cleaned, (condition, &rules), (judged, &under));
    if let Some(k) = arguments.k {
        alarms.splice(0..0, distance::alarms(material, &arguments.empty, k)?);
    }
    if promised.is_some() {
        alarms = alarms.into_iter().filter_map(Alarm::under_promise).collect();
    }
    let distance = |document: u32| Some(by_distance.as_ref()?.0[document as usize]?.distance);
    let gone = cleaned.gone().map(|(document, cover)| Gone {
        document,
        cover: *cover,
        distance: distance(document),
    });
    let gone = gone.collect();
    let rule = match &by_distance {
        Some((.., decisions)) => decisions.keep.to_string(),
        None => arguments.keep.as_ref().map_or_else(|| "heaviest".to_owned(), Keep::to_string),
    };
    let by_distance = by_distance.map(|(_, groups, decisions)| (groups, decisions));
    Ok(Chosen {
        compared,
        cleaned,
        rows,
        questions,
        gone,
        lost,
        alarms,
        confirmed,
        condition,
        by_distance,
        promised,
        rule,
        by_hand,
        sample,
        under,
    })
}

/// The losses, alarms and sample of a decision. The corpus is divided by labels and by files.
fn review(
    compared: &Compared,
    cleaned: &Cleaned,
    (condition, rules): (Condition, &Rules),
    (judged, under): (&Judged<'_>, &str),
) -> Reviewed {
    let all = compared.all();
    let label = |document: u32| all.get(document as usize).label.unwrap_or_default();
    let source = |document: u32| all.file_name(all.place(document as usize).file).unwrap_or_default();
    let parts =
        [Parts { named: PartName::Label, of: &label }, Parts { named: PartName::Source, of: &source }];
    let (known, seed) = (&judged.known, judged.seed);
    compared.review(cleaned, &Reviewing { condition, rules, parts: &parts, known, under, seed })
}

/// What compares texts, and what is asked of one that goes: what the file says, and before that what the options say.
fn rules(arguments: &DecideArguments, decisions: &Decisions) -> Result<(Condition, Rules), Failure> {
    if let Some(option) = arguments.rules.given().filter(|_| arguments.k.is_some()) {
        return Err(Failure::Usage(say!(
            "{option} says which texts decide, and with -k the distance does: leave out one of them",
            "{option} 用于由文本决定，而 -k 由距离决定：请去掉其一"
        )));
    }
    super::super::rules::read(&arguments.rules, arguments.verify.condition, decisions.rules.clone())
}

fn compare(
    arguments: &DecideArguments,
    material: &Material,
    all: &Corpus,
    condition: Condition,
) -> Result<Compared, Failure> {
    let counted = weighed::counted(arguments.counted.as_deref(), arguments.words.as_deref(), condition)?;
    let cleaning = Cleaning {
        all,
        documents: material.len() as u32,
        recipe: &material.recipe,
        condition,
        within: match arguments.candidates {
            Candidates::Exact => None,
            Candidates::Within(k) => Some((&material.signatures, k)),
        },
        is_by_distance: arguments.k.is_some(),
        is_by_others_alone: !arguments.against.is_empty() && !arguments.is_also_within,
        takes_blank: arguments.empty.are_kept || arguments.k.is_some(),
        counted: counted.as_ref().map(|(weights, words)| (weights, words)),
    };
    Ok(finished(cleaning.compare(&material.watch)))
}

/// What was decided by distance, with what the texts say of it.
fn by_outcome(dropped: &[Option<Against>], compared: &Compared, rules: &Rules) -> Cleaned {
    let pairs: Vec<(u32, u32)> = (0_u32..)
        .zip(dropped)
        .filter_map(|(document, against)| Some((document, against.as_ref()?.kept)))
        .collect();
    let covers = compared.covers(&pairs, rules);
    let mut verdicts = vec![Verdict::Stays; dropped.len()];
    for ((document, _), cover) in pairs.into_iter().zip(covers) {
        verdicts[document as usize] = Verdict::Goes(cover);
    }
    Cleaned { verdicts, frames: compared.weights.in_frames(), ..Cleaned::default() }
}

/// What people said, of differences, of documents and of pairs.
struct Asks<'a> {
    rules: &'a Rules,
    decisions: &'a Decisions,
    judged: &'a Judged<'a>,
}

/// Decides by the texts; or by what is promised of them.
fn by_texts(
    arguments: &DecideArguments,
    read: (&[Source], &ReadOptions),
    material: &Material,
    (compared, asks): (&Compared, &Asks<'_>),
) -> Result<(Outcome, Option<Promise>), Failure> {
    let &Asks { rules, decisions, judged } = asks;
    let preference = match &arguments.keep {
        Some(Keep::MostCentral) => {
            return Err(Failure::Usage(say!(
                "--keep most-central needs distances: give -k K",
                "--keep most-central 需要距离：请给出 -k K"
            )));
        }
        Some(keep) => Some(preference(keep, read, material)?),
        None => None,
    };
    let deciding = Deciding {
        rules,
        preference: preference.as_ref(),
        decisions,
        said: &judged.known.said().collect(),
        keeps_none: arguments.keeps_none,
    };
    let Some((right, file)) = judged.right else { return Ok((compared.decide(&deciding), None)) };
    let promise = promise::open(compared, &deciding, (right, judged.seed), file, material.watch)?;
    let cleaned = compared.promised(&deciding, &promise);
    Ok((Outcome { cleaned, rows: Vec::new(), questions: Questions::default() }, Some(promise)))
}
