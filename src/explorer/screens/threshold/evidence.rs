//! Which pairs the texts confirm: a job counts them as soon as all distances are counted, and says now and then what it has. What
//! that means at τ is summed at once. Nothing here is cleared when the corpus or the recipe changes, because the keys change.

use super::drawn::{Weighed, weights};
use super::state::State;
use crate::action::Screen;
use crate::jobs::Work;
use crate::shared::grouping::TAUS;
use crate::shared::model::{Generation, Linked, Stage, Step};
use crate::shared::spark_output::NO_TEXTS;
use crate::shared::work::condition;
use crate::shared::{Scene, Shared, found};
use crate::surface::{Phrase, counted, grouped_digits};
use crate::wanted::{Same, Wanted};
use simscope_core::display::percent_text;
use simscope_core::evidence::{
    Advice, Catalogue, Confirmed, Counting, Predicted, Purpose, Radius, Share, Targets, Verdict,
    confirmed_and_right, judged_of_confirmed,
};
use simscope_core::judgements::KnownJudgements;
use simscope_core::measures::Condition;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Confirmed pairs are counted.
pub(super) const SAMPLE: &Work =
    &Work::new("Sample", ("comparing the texts", "比较文本")).cancellable().of_texts();

/// The judged pairs are weighed.
const WEIGH_JUDGED: &Work =
    &Work::new("WeighJudged", ("weighing the judged pairs", "按权重比较已判的文档对")).of_texts();

/// What the values of the judged pairs follow from.
#[derive(Debug, Clone, PartialEq)]
struct JudgedKey {
    corpus: Generation,
    judged: Same<KnownJudgements>,
}

impl JudgedKey {
    fn of(shared: &Shared) -> Self {
        Self { corpus: shared.model.generation(), judged: Same::of(&shared.judging.known) }
    }
}

/// What is known of the confirmed pairs.
#[derive(Debug, Default)]
pub struct Evidence {
    pub confirmed: Wanted<Linked, Arc<Confirmed>>,
    /// The same under the widest signature, where that may find more.
    wide: Option<(Linked, Confirmed)>,
    /// What says that each text means something else, where something does.
    catalogue: Option<(Linked, Catalogue)>,
    /// What shingles weigh, once something has asked for it.
    weights: Option<(Generation, Weighed)>,
    /// How much the judged pairs share, and whether they were judged right.
    judged_values: Wanted<JudgedKey, Vec<(f64, bool)>>,
    judged: Option<((Same<Confirmed>, u8), Judged)>,
    /// The k at which the search radius was offered, since no k is good.
    offered_at: Option<u8>,
    /// The k at which the advised one was asked for before it was known.
    asked_at: Option<u8>,
}

/// What the texts say at one τ.
#[derive(Debug)]
pub struct Judged {
    /// Of every k from 0 on, as far as that is known.
    pub at: Vec<Predicted>,
    pub advice: Advice,
    /// The same for groups.
    pub of_groups: Advice,
    /// The k that finds nearly all confirmed pairs, for those who compare the texts afterwards.
    pub radius: Option<Radius>,
    /// All pairs were counted.
    pub is_exact: bool,
    /// The share of the documents that were compared with all others.
    pub done: f64,
}

impl Judged {
    /// The advised k; none where no k is any good.
    pub fn advised(&self) -> Option<u8> {
        advised(&self.advice).map(|at| at.k)
    }

    /// The confirmed pairs at each distance.
    pub fn by_distance(&self) -> Vec<u64> {
        let sums = std::iter::once(0.0).chain(self.at.iter().map(|at| at.right));
        sums.zip(&self.at).map(|(before, at)| (at.right - before).round() as u64).collect()
    }
}

/// What is predicted at the advised k; none where no k is any good.
fn advised(advice: &Advice) -> Option<Predicted> {
    advice.at.filter(|_| advice.verdict != Verdict::No)
}

/// How often what is counted so far is shown.
const SHOWN_EVERY: Duration = Duration::from_secs(1);

impl State {
    /// What the texts say of these signatures at τ; while they are compared, what they say so far.
    pub fn judged(&self, shared: &Shared) -> Option<&Judged> {
        let key = (Same::of(self.confirmed(shared)?), shared.tau_hundredths);
        let (of, judged) = self.evidence.judged.as_ref()?;
        (*of == key && !shared.is_rehashing() && !shared.judging.hides_advice).then_some(judged)
    }

    /// The same, once all pairs are counted, or counting has ended.
    pub fn counted(&self, shared: &Shared) -> Option<&Judged> {
        self.judged(shared).filter(|judged| judged.is_exact || !shared.runs(SAMPLE))
    }

    pub fn confirmed(&self, shared: &Shared) -> Option<&Arc<Confirmed>> {
        self.evidence.confirmed.get(&shared.model.linked())
    }

    /// The advised k and the search radius, with their signs.
    pub fn landmarks(&self, shared: &Shared) -> Vec<(&'static str, u8)> {
        let Some(judged) = self.counted(shared) else { return Vec::new() };
        let radius = judged.radius.map(|radius| ("☆", radius.k));
        judged.advised().map(|k| ("●", k)).into_iter().chain(radius).collect()
    }

    /// Sums up what is counted, where τ or the counts have changed.
    pub(super) fn follow_evidence(&mut self, shared: &mut Shared) {
        self.sum_up(shared);
        if self.counted(shared).is_some() && self.evidence.asked_at.take() == Some(shared.k) {
            self.go_advised(shared);
        }
    }

    fn sum_up(&mut self, shared: &Shared) {
        let Some(confirmed) = self.confirmed(shared).cloned() else { return };
        let (key, tau) = ((Same::of(&confirmed), shared.tau_hundredths), shared.tau_hundredths);
        if confirmed.rounds() == 0 || self.evidence.judged.as_ref().is_some_and(|(of, _)| *of == key) {
            return;
        }
        let [mut advice, mut of_groups] = confirmed.advise(tau, Targets::default(), &[]);
        let (linked, evidence) = (shared.model.linked(), &self.evidence);
        if let Some((_, wide)) = evidence.wide.as_ref().filter(|(key, _)| *key == linked) {
            advice.compare_with(wide, tau);
        }
        if let Some((_, seen)) = evidence.catalogue.as_ref().filter(|(key, _)| *key == linked) {
            advice.of_catalogue(*seen);
            of_groups.of_catalogue(*seen);
        }
        let at = confirmed.curve(Purpose::Pairs, tau).rows;
        let radius = confirmed.radii(tau).pop();
        let (is_exact, done) = (confirmed.is_exact(), confirmed.share_done());
        self.evidence.judged = Some((key, Judged { at, advice, of_groups, radius, is_exact, done }));
    }

    /// Starts what is missing, while the screen is shown and nothing more urgent runs.
    pub(super) fn want_evidence(&mut self, shared: &mut Shared) {
        let is_ready = shared.model.stage == Stage::Ready && !shared.is_rehashing();
        if shared.screen == Screen::Threshold && is_ready && !shared.lacks_texts() {
            self.count(shared);
            self.weigh_judged(shared);
        }
    }

    /// What shingles weigh under these signatures, or the place for it.
    pub(super) fn weighed(&mut self, shared: &Shared) -> Weighed {
        let now = shared.model.generation();
        match &self.evidence.weights {
            Some((of, weighed)) if *of == now => weighed.clone(),
            _ => self.evidence.weights.insert((now, Weighed::default())).1.clone(),
        }
    }

    fn weigh_judged(&mut self, shared: &mut Shared) {
        let judged = shared.judging.known.clone();
        if judged.said().next().is_none() {
            return;
        }
        let key = JudgedKey::of(shared);
        let (analysed, weighed) = (shared.model.analysed.clone(), self.weighed(shared));
        shared.want(&mut self.evidence.judged_values, WEIGH_JUDGED, key, move |progress| {
            let weights = weights(&weighed, &analysed, progress)?;
            analysed.judged_values((Condition::DEFAULT.measure, weights), &judged, progress)
        });
    }

    /// What it was worth on the judged pairs that the texts confirm, in a sentence or in a short one.
    pub fn worth(&self, shared: &Shared, is_short: bool) -> Option<String> {
        let values = self
            .evidence
            .judged_values
            .get(&JudgedKey::of(shared))
            .filter(|_| !shared.judging.hides_advice)?;
        let condition = condition(shared.tau());
        if !is_short {
            return judged_of_confirmed(values, condition, shared.lang);
        }
        let [pairs, right] = confirmed_and_right(values, condition)?;
        Some(shared.lang.pick(both!(
            "Of {pairs} confirmed pairs you judged {right} right.",
            "已判的确认对 {pairs} 个，{right} 个正确。"
        )))
    }

    fn count(&mut self, shared: &mut Shared) {
        if shared.model.analysed.measured().is_none() {
            return;
        }
        let key = shared.model.linked();
        let Some(fate) = self.evidence.confirmed.ask(key.clone()) else { return };
        let (analysed, tau) = (shared.model.analysed.clone(), shared.tau_hundredths);
        let of_wide = key.clone();
        let here = move |confirmed: Confirmed, catalogue: Option<Catalogue>| {
            let key = key.clone();
            found(move |own: &mut Self, _| {
                own.evidence.catalogue = catalogue.map(|seen| (key.clone(), seen));
                own.evidence.confirmed.put(key, Arc::new(confirmed));
            })
        };
        shared.begin_for(fate, SAMPLE, move |progress, tell| {
            let asked = (Condition::DEFAULT.measure, TAUS.0);
            let mut counting = Counting::of(&[analysed.subject()?], asked, progress)?;
            let mut told = Instant::now();
            while !counting.is_done() {
                counting.step(progress)?;
                if !counting.is_done() && told.elapsed() >= SHOWN_EVERY {
                    tell(here(counting.so_far(), None));
                    told = Instant::now();
                }
            }
            let confirmed = counting.so_far();
            let advice = confirmed.advise(tau, Targets::default(), &[]);
            let catalogue = analysed.catalogue(&confirmed, progress);
            let may_be_wider = catalogue.is_none() && advice[0].may_be_wider();
            tell(here(confirmed, catalogue));
            let wide = may_be_wider.then(|| analysed.wide(progress)).flatten()?;
            let wide = counting.again(wide.subject()?, u64::MAX, progress)?;
            Some(found(move |own: &mut Self, _| {
                own.evidence.wide = Some((of_wide, wide));
                own.evidence.judged = None;
            }))
        });
    }

    pub(super) fn cancel_evidence(&self, shared: &mut Shared) -> bool {
        if !shared.stop(SAMPLE) {
            return false;
        }
        let again = (
            "comparing the texts cancelled; ‹resume› starts it again",
            "已取消比较文本；按 ‹resume› 重新开始",
        );
        let is_exact = self.confirmed(shared).is_some_and(|confirmed| confirmed.is_exact());
        shared.say(if is_exact { ("more bits were not tried", "未尝试更多的位") } else { again });
        true
    }

    /// k to the advised one. Where no k is good it stays, and the search radius is offered.
    pub(super) fn go_advised(&mut self, shared: &mut Shared) {
        let offered = self.evidence.offered_at.take();
        let Some(judged) = self.counted(shared) else {
            let (en, zh) = self.why_no_evidence(shared);
            if shared.lacks_texts() {
                return shared.warn((en, zh));
            }
            self.evidence.asked_at = Some(shared.k);
            return shared.warn(both!("{en}; then k goes to the advised one", "{zh}；之后 k 移到建议的值"));
        };
        let of_groups =
            advised(&judged.of_groups).filter(|at| Some(shared.k) == judged.advised() && at.k != shared.k);
        if let Some(at) = of_groups {
            let (again, k) = (shared.key(super::keys::Act::GoAdvised), at.k);
            let share = |share: Option<Share>| {
                share.map_or_else(|| "–".to_owned(), |share| percent_text(share.share))
            };
            let (precision, recall) = (share(at.precision), share(at.recall));
            let said = shared.lang.pick(both!(
                "k = {k} is advised for groups: {precision} of the pairs that they join are confirmed, {recall} of the confirmed ones are joined. {again} goes back",
                "按组计，建议 k = {k}：组内文档对的 {precision} 得到确认，确认的文档对有 {recall} 在同一组。再按 {again} 返回"
            ));
            shared.set_k(k);
            return shared.say_of(said);
        }
        if let Some(k) = judged.advised() {
            let said = verdict(shared, judged, false);
            shared.set_k(k);
            return shared.say_of(said);
        }
        match judged.radius {
            Some(radius) if offered == Some(shared.k) => {
                let said = radius_found(shared, &radius);
                shared.set_k(radius.k);
                shared.say_of(said);
            }
            radius => {
                let offer = radius.map(|radius| {
                    let (again, k) = (shared.key(super::keys::Act::GoAdvised), radius.k);
                    shared.lang.pick(both!(
                        " {again} again goes to the search radius, k = {k} (☆).",
                        "再按 {again} 到搜索半径 k = {k}（☆）。"
                    ))
                });
                let said = format!("{}{}", verdict(shared, judged, false), offer.unwrap_or_default());
                self.evidence.offered_at = radius.map(|_| shared.k);
                shared.warn_of(said);
            }
        }
    }

    /// Why nothing is known of the confirmed pairs yet.
    pub fn why_no_evidence(&self, shared: &Shared) -> Phrase {
        match shared.model.stage {
            _ if shared.lacks_texts() => NO_TEXTS,
            _ if shared.judging.hides_advice => ("", ""),
            _ if self.evidence.confirmed.is_ended_at(&shared.model.linked()) => {
                ("comparing the texts was cancelled; ‹resume› starts it", "比较文本已取消；按 ‹resume› 开始")
            }
            Stage::Cancelled(Step::Spread | Step::Tree) => {
                ("the distances were not counted: ‹resume› starts that", "距离未统计：按 ‹resume› 开始")
            }
            Stage::Ready => ("the texts are being compared", "正在比较文本"),
            _ => ("known when all distances are counted", "统计所有距离后可知"),
        }
    }
}

/// Whether a k alone is good enough, in one sentence.
pub fn verdict(shared: &Shared, Judged { advice, .. }: &Judged, is_short: bool) -> String {
    let lang = shared.lang;
    let Some(at) = advice.at else {
        let why = advice.reasons.first().map(|reason| reason.text(lang)).unwrap_or_default();
        return lang.pick(both!("No k is advised: {why}.", "没有建议的 k：{why}。"));
    };
    let [right, found] =
        [at.precision, at.recall].map(|share| percent_text(share.map_or(0.0, |it| it.share)));
    let k = at.k;
    if advice.catalogue().is_some() {
        return lang.pick(match is_short {
            true => ("Texts mean different things here: no k tells.", "文本各有所指：没有 k 能判断。"),
            false => (
                "Each text may mean something else here, as in a list of messages: no k tells which may go.",
                "这里的文本可能各有所指，如同消息目录：没有 k 能说明哪篇可以去除。",
            ),
        })
        .to_owned();
    }
    if is_short {
        let (en, zh) = match advice.verdict {
            Verdict::Yes => ("Good", "合用"),
            Verdict::Depends => ("Depends on τ", "取决于 τ"),
            Verdict::No => ("No k is good", "没有合用的 k"),
            Verdict::Weak | Verdict::None => ("No k alone is good", "单用 k 不够"),
        };
        // It is marked nowhere where none is good.
        let sign = if advice.verdict == Verdict::No { "" } else { "● " };
        return lang.pick(both!(
            "{en}: {sign}{k} finds {found}, {right} right.",
            "{zh}：{sign}{k} 找到 {found}，{right} 正确。"
        ));
    }
    lang.pick(match advice.verdict {
        Verdict::Yes => both!(
            "k = {k} (●) is good by itself: it finds {found}; {right} of its pairs are confirmed.",
            "单用 k = {k}（●）即可：找到 {found}，其文档对中 {right} 得到确认。"
        ),
        Verdict::Depends => both!(
            "Depends on τ: k = {k} (●) finds {found}; {right} of its pairs are confirmed.",
            "k 是否合用取决于 τ：k = {k}（●）找到 {found}，其文档对中 {right} 得到确认。"
        ),
        Verdict::No => both!(
            "No k is good: even k = {k} finds only {found}; {right} of its pairs are confirmed.",
            "此处没有 k 能区分：最好的 k = {k} 也只找到 {found}，其文档对中 {right} 得到确认。"
        ),
        Verdict::Weak | Verdict::None => both!(
            "No k alone is good: k = {k} (●) finds {found}; {right} of its pairs are confirmed.",
            "单用 k 都不够好：最好的 {k}（●）找到 {found}，其文档对中 {right} 得到确认。"
        ),
    })
}

/// What those find who search by signatures and compare the texts afterwards.
pub fn radius_found(shared: &Shared, radius: &Radius) -> String {
    let (k, found) = (radius.k, percent_text(radius.recall));
    shared
        .lang
        .pick(both!("As a search radius, {k} (☆) finds {found}.", "作为搜索半径，{k}（☆）可找到 {found}。"))
}

/// What people said of pairs, for the status line.
pub fn standing(scene: Scene<'_, State>) -> Option<String> {
    let [yes, no, _] = scene.judging.known.counts();
    (yes + no > 0).then(|| {
        let pairs = counted(yes + no, "pair", "pairs");
        let [judged, yes, no] = [yes + no, yes, no].map(grouped_digits);
        scene
            .lang
            .pick(both!("{pairs} judged: {yes} yes, {no} no", "已判 {judged} 对：近似重复 {yes}，不是 {no}"))
    })
}
