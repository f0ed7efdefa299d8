//! What the lab has worked out in the background, and takes in.

use super::{LabState, Origin};
use crate::recipe::Weighting;
use crate::sensitivity::{Curve, Edit, Experiment, Own, Point, Trial};
use crate::tui::action::{Pane, Screen};
use crate::tui::app::{App, Tone};
use crate::tui::jobs::{Edits, Job, Kind, Measure, Texts};
use crate::tui::model::Stage;
use crate::tui::sensed::{BatteryKey, CurveKey, HashedBy, Made, SenseKey, Sensed, Tried};
use std::sync::Arc;

impl App {
    /// The recipe of the lab, with what it takes from the corpus; `None` while that is not known.
    fn lab_hashed_by(&self) -> Option<HashedBy> {
        let recipe = self.model.recipe;
        let has_frequencies = self.model.frequencies.is_some();
        let is_known = recipe.weighting != Weighting::TfIdf || has_frequencies;
        is_known.then_some(HashedBy { recipe, has_frequencies })
    }

    fn sense_key(&self) -> Option<SenseKey> {
        let hashed = self.lab_hashed_by()?;
        Some(SenseKey { a: self.lab.a.state, b: self.lab.b.state, hashed })
    }

    /// Whether what is shown of both texts is about them as they are now.
    pub fn sensed_is_current(&self) -> bool {
        let key = self.sense_key();
        key.is_some() && self.lab.sensed.as_ref().map(|sensed| sensed.key) == key
    }

    /// What is known of A as it is now; B may have changed since.
    pub fn sensed_a_is_current(&self) -> bool {
        self.sense_key()
            .zip(self.lab.sensed.as_ref())
            .is_some_and(|(key, sensed)| (key.a, key.hashed) == (sensed.key.a, sensed.key.hashed))
    }

    /// What the battery has to be of.
    fn battery_key(&self) -> Option<BatteryKey> {
        let Experiment { edits, seed, .. } = self.lab.experiment;
        let hashed = self.lab_hashed_by()?;
        Some(BatteryKey { a: self.lab.a.state, hashed, own: self.lab.own_state, edits, seed })
    }

    /// The trials so far, if they are of A as it is now.
    pub fn tried(&self) -> Option<&Tried> {
        self.lab.tried.as_ref().filter(|tried| Some(tried.key) == self.battery_key())
    }

    /// What the curve has to be of.
    pub fn curve_key(&self) -> CurveKey {
        (self.model.recipe, self.lab.experiment)
    }

    /// The points of the curve so far, and whether none is left.
    pub fn curve_points(&self) -> (&[Point], bool) {
        (self.curve_so_far().map_or(&[], |curve| &curve.points), self.curve().is_some())
    }

    /// The curve as far as it is measured.
    pub fn curve_so_far(&self) -> Option<&Curve> {
        let key = self.curve_key();
        let growing = self.lab.growing.as_ref().filter(|(of, _)| *of == key);
        self.curve().map(Arc::as_ref).or(growing.map(|(_, curve)| curve))
    }

    /// The measured curve.
    pub fn curve(&self) -> Option<&Arc<Curve>> {
        let (recipe, experiment) = self.curve_key();
        self.model.curves.get(recipe, experiment)
    }

    /// Whether Esc ended what the pane shows.
    pub fn is_lab_cancelled(&self, pane: Pane) -> bool {
        match pane {
            Pane::Curve => self.lab.cancelled_curve == Some(self.curve_key()) && self.curve().is_none(),
            _ => {
                let key = self.battery_key();
                key.is_some() && self.lab.cancelled_battery == key
            }
        }
    }

    /// Starts what the lab lacks.
    pub(in crate::tui::app) fn demand_lab(&mut self) {
        self.follow_in_lab();
        if self.screen != Screen::Lab {
            return;
        }
        self.demand_sensed();
        // What the words and the passages are drawn from has to be whole.
        let is_read = !matches!(self.model.stage, Stage::Reading | Stage::Hashing);
        if is_read && self.sensed_is_current() {
            self.demand_battery();
        }
        if is_read && self.lab_hashed_by().is_some() {
            self.demand_curve();
        }
    }

    fn demand_sensed(&mut self) {
        let Some(key) = self.sense_key().filter(|_| !self.runs(Kind::Lab) && !self.sensed_is_current())
        else {
            return;
        };
        if self.lab.failed == Some(key) {
            return;
        }
        self.lab.asked = Some(key);
        let texts = (self.lab.a.text(), self.lab.b.text());
        let known = self.lab.sensed.as_ref().filter(|known| known.key.hashed == key.hashed);
        let a = known.filter(|known| known.key.a == key.a).map(|known| known.a.clone());
        let b = known.filter(|known| known.key.b == key.b).map(|known| known.b.clone());
        let frequencies = self.model.frequencies.clone();
        self.begin(Job::Lab(Box::new(Texts { key, texts, frequencies, a, b })));
    }

    fn demand_battery(&mut self) {
        let Some(key) = self.battery_key() else { return };
        let lab = &self.lab;
        if [lab.asked_battery, lab.cancelled_battery].contains(&Some(key)) {
            return;
        }
        self.lab.asked_battery = Some(key);
        // All edits are tried again: behind what was there of the same they would be in the rows of others.
        self.lab.tried.take_if(|tried| tried.key == key);
        let edits = self.edits_of(key);
        self.begin(Job::Battery(Box::new(edits)));
    }

    fn edits_of(&mut self, key: BatteryKey) -> Edits {
        let words = self.lab.vocabulary.as_ref().filter(|(seed, _)| *seed == key.seed);
        Edits {
            key,
            vocabulary: words.map(|(_, words)| words.clone()),
            text: self.lab.a.text(),
            own: self.lab.own.clone(),
            frequencies: self.model.frequencies.clone(),
            corpus: self.model.corpus.clone(),
        }
    }

    fn demand_curve(&mut self) {
        let key = self.curve_key();
        let lab = &self.lab;
        if [lab.asked_curve, lab.cancelled_curve].contains(&Some(key)) || self.curve().is_some() {
            return;
        }
        // The corpus screen measures the same without showing it; it takes this one when it is shown again.
        if self.runs(Kind::Risk) {
            self.abandon(Kind::Risk);
        }
        self.lab.asked_curve = Some(key);
        self.lab.growing = Some((key, Curve { experiment: key.1, points: Vec::new() }));
        self.begin(Job::Curve(Box::new(Measure {
            key,
            corpus: self.model.corpus.clone(),
            frequencies: self.model.frequencies.clone(),
        })));
    }

    /// A job ended by a panic: what it was to bring is not asked for again by itself.
    pub(in crate::tui::app) fn lab_job_failed(&mut self, kind: Kind) {
        let lab = &mut self.lab;
        match kind {
            Kind::Lab => lab.failed = lab.asked,
            Kind::Battery => lab.cancelled_battery = lab.asked_battery.take(),
            Kind::Curve => lab.cancelled_curve = lab.asked_curve.take(),
            _ => {}
        }
    }

    pub(in crate::tui::app) fn take_sensed(&mut self, sensed: Sensed) {
        // To take apart what is known of a megabyte takes tens of milliseconds; here nobody should wait for that.
        let before = self.lab.sensed.replace(sensed);
        std::thread::spawn(move || drop(before));
        self.clamp_lab_lists();
        self.follow_length();
    }

    pub(in crate::tui::app) fn take_vocabulary(&mut self, seed: u64, words: Arc<Vec<String>>) {
        self.lab.vocabulary = Some((seed, words));
    }

    pub(in crate::tui::app) fn take_trial(&mut self, key: BatteryKey, trial: Trial) {
        match &mut self.lab.tried {
            Some(tried) if tried.key == key => tried.trials.push(trial),
            tried => *tried = Some(Tried { key, trials: vec![trial], is_whole: false }),
        }
    }

    pub(in crate::tui::app) fn battery_is_done(&mut self, key: BatteryKey) {
        if let Some(tried) = self.lab.tried.as_mut().filter(|tried| tried.key == key) {
            tried.is_whole = true;
        }
    }

    pub(in crate::tui::app) fn take_point(&mut self, key: CurveKey, point: Point) {
        match &mut self.lab.growing {
            Some((of, curve)) if *of == key => curve.points.push(point),
            growing => *growing = Some((key, Curve { experiment: key.1, points: vec![point] })),
        }
        self.follow_length();
    }

    pub(in crate::tui::app) fn take_curve(&mut self, (recipe, _): CurveKey, curve: Arc<Curve>) {
        self.model.curves.keep(recipe, curve);
        self.lab.growing = None;
        self.follow_length();
    }

    /// An edit was made: it becomes B.
    pub(in crate::tui::app) fn take_made(&mut self, made: Made) {
        if made.a != self.lab.a.state {
            return;
        }
        let name = crate::tui::screens::lab::edit_name(&made.edit, self.lang);
        let edited = match made.text {
            Ok(edited) => edited,
            Err(moot) => {
                let why = self.lang.pick(crate::tui::screens::lab::moot_text(moot));
                self.message = Some((Tone::Warning, format!("{name}: {why}")));
                return;
            }
        };
        let detail = crate::visible::line(&edited.detail);
        let name = match detail.is_empty() {
            true => name,
            false => self.lang.pick((format!("{name}: {detail}"), format!("{name}：{detail}"))),
        };
        self.put_in_b(&edited.text, Origin::Edit(made.edit), &name);
    }

    /// B becomes another text; Ctrl-Z in it brings back the one before.
    pub(super) fn put_in_b(&mut self, text: &str, origin: Origin, name: &str) {
        match self.lab.b.editor_with(text) {
            Ok(editor) => self.lab.b.take(editor, origin),
            Err(too_much) => {
                self.message = Some((Tone::Warning, too_much.said(self.lang)));
                return;
            }
        }
        self.lab.note_change(Pane::TextB);
        self.say(self.lang.pick((
            format!("B is now A with: {name} · back: i, then Ctrl-Z"),
            format!("B 现为 A 经：{name} · 返回：按 i 再按 Ctrl-Z"),
        )));
    }

    /// Makes the selected edit in B.
    pub(super) fn make_edit(&mut self, edit: Edit) {
        let is_read = !matches!(self.model.stage, Stage::Reading | Stage::Hashing);
        let Some(key) = self.battery_key().filter(|_| is_read) else {
            self.warn(("edits wait until the corpus is read", "读完语料后才能编辑"));
            return;
        };
        let edits = self.edits_of(key);
        self.begin(Job::Edit(Box::new(edits), edit));
    }

    /// Adds an edit of the user's own.
    pub(in crate::tui) fn add_own(&mut self, own: Own) {
        if self.lab.own.contains(&own) {
            self.warn(("that edit is in the list already", "该编辑已在列表中"));
            return;
        }
        self.lab.own.push(own);
        self.lab.own_state += 1;
        self.show_effect(super::LabView::Edits, Edit::all().len() + self.lab.own.len() - 1);
        self.set_pane(Pane::Effects);
    }

    /// Forgets the selected edit, if the user made it.
    pub(in crate::tui::app) fn forget_edit(&mut self) {
        let own = match self.selected_edit() {
            Some((_, Edit::Own(own))) => own,
            _ => {
                self.warn((
                    "d forgets an edit of your own: select one in the list of edits",
                    "d 删除自定编辑：请先在编辑列表中选择",
                ));
                return;
            }
        };
        self.lab.own.retain(|kept| *kept != own);
        self.lab.own_state += 1;
        self.clamp_lab_lists();
        let own = crate::visible::line(&own.to_string()).into_owned();
        self.say(self.lang.pick((format!("forgotten: {own}"), format!("已删除：{own}"))));
    }

    /// So many words more in each edit.
    pub(in crate::tui::app) fn step_edits(&mut self, by: i8) {
        let now = self.lab.experiment.edits;
        // In longer steps where one more hardly matters.
        let step = |edits: u16| match edits {
            ..20 => 1,
            20..100 => 10,
            100.. => 100,
        };
        let edits = if by > 0 { now.saturating_add(step(now)) } else { now.saturating_sub(step(now - 1)) };
        let edits = edits.clamp(1, Experiment::MOST_EDITS);
        if edits == self.lab.experiment.edits {
            self.warn(("an edit changes 1 to 1,000 words", "每次编辑改 1 到 1,000 词"));
            return;
        }
        self.lab.experiment.edits = edits;
        let words = crate::tui::lang::counted(edits.into(), "word", "words");
        self.say(self.lang.pick((
            format!("each edit changes {words}, in the list and on the curve"),
            format!("每次编辑改 {edits} 词，列表与曲线均按此计算"),
        )));
    }

    /// Random choices follow from this seed.
    pub(in crate::tui) fn set_seed(&mut self, seed: u64) {
        self.lab.experiment.seed = seed;
        self.say(self.lang.pick((
            format!("seed {seed}: for the edits and the curve"),
            format!("种子 {seed}：用于编辑与曲线"),
        )));
    }

    /// Cancels the battery and the curve; answers whether either ran.
    pub(in crate::tui::app) fn cancel_lab(&mut self) -> bool {
        let [runs_edit, runs_battery, runs_curve] =
            [Kind::Edit, Kind::Battery, Kind::Curve].map(|kind| self.runs(kind));
        if self.screen != Screen::Lab || !(runs_edit || runs_battery || runs_curve) {
            return false;
        }
        if runs_edit {
            self.abandon(Kind::Edit);
        }
        if runs_battery {
            self.abandon(Kind::Battery);
            // That of the text as it is now, even if the one that ran was of an older one.
            self.lab.asked_battery = None;
            self.lab.cancelled_battery = self.battery_key();
        }
        if runs_curve {
            self.abandon(Kind::Curve);
            self.lab.cancelled_curve = self.lab.asked_curve.take();
        }
        self.say(self.lang.pick(match runs_battery || runs_curve {
            true => ("cancelled: what is there stays; r starts again", "已取消：已有结果保留；按 r 重新开始"),
            false => ("cancelled: B stays as it is", "已取消：B 保持不变"),
        }));
        true
    }

    /// Starts again what was cancelled; answers whether anything was.
    pub(in crate::tui::app) fn resume_lab(&mut self) -> bool {
        if self.screen != Screen::Lab {
            return false;
        }
        let LabState { cancelled_battery, cancelled_curve, .. } = &mut self.lab;
        let was_cancelled = cancelled_battery.take().is_some() | cancelled_curve.take().is_some();
        if was_cancelled {
            self.say(self.lang.pick(("started again", "已重新开始")));
        }
        was_cancelled
    }
}
