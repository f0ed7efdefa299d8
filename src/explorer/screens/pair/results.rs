//! What was worked out in the background, and is taken in.

use super::keys::{Act, Pane, View};
use super::list;
use super::list::chain::CHAIN;
use super::list::edits::edit_name;
use super::list::measures::MEASURE;
use super::list::passages::TAKEN;
use super::moves::ALIGN;
use super::state::{Origin, State};
use super::work::{
    self, BATTERY, BatteryKey, Compared, EDIT, Edits, HashedBy, Made, TEXTS, Texts, TextsKey, Tried,
};
use crate::shared::kept::{CURVE, CurveKey};
use crate::shared::passages::PASSAGES;
use crate::shared::{Shared, Stage, found};
use crate::surface::{Phrase, counted};
use simscope_core::corpus::Corpus;
use simscope_core::recipe::Weighting;
use simscope_core::sensitivity::{BadEdit, Curve, Edit, Experiment, Own, Point, Trial};
use simscope_core::visible;
use std::sync::Arc;

impl State {
    /// The recipe in force, with what it takes from the corpus; `None` while that is not known.
    pub(super) fn hashed_by(&self, shared: &Shared) -> Option<HashedBy> {
        let recipe = shared.model.recipe;
        let has_frequencies = shared.model.frequencies.is_some();
        let is_known = recipe.weighting != Weighting::TfIdf || has_frequencies;
        is_known.then_some(HashedBy { recipe, has_frequencies })
    }

    pub(super) fn texts_key(&self, shared: &Shared) -> Option<TextsKey> {
        let hashed = self.hashed_by(shared)?;
        Some(TextsKey { a: self.a.change, b: self.b.change, hashed })
    }

    /// What is known of the texts; for a moment of what they were before.
    pub fn compared(&self) -> Option<&Compared> {
        self.compared.latest()
    }

    /// Whether what is shown of both texts is about them as they are now.
    pub fn is_current(&self, shared: &Shared) -> bool {
        self.texts_key(shared).is_some_and(|key| self.compared.get(&key).is_some())
    }

    /// What is known of A as it is now; B may have changed since.
    pub fn a_is_current(&self, shared: &Shared) -> bool {
        self.texts_key(shared)
            .zip(self.compared.key())
            .is_some_and(|(key, of)| (key.a, key.hashed) == (of.a, of.hashed))
    }

    /// What the battery has to be of.
    fn battery_key(&self, shared: &Shared) -> Option<BatteryKey> {
        let Experiment { edits, seed, .. } = self.experiment;
        let hashed = self.hashed_by(shared)?;
        Some(BatteryKey { a: self.a.change, hashed, own: self.own_change, edits, seed })
    }

    /// The trials so far, if they are of A as it is now.
    pub fn tried(&self, shared: &Shared) -> Option<&Tried> {
        self.tried.get(&self.battery_key(shared)?)
    }

    /// What the curve has to be of.
    pub fn curve_key(&self, shared: &Shared) -> CurveKey {
        shared.curve_key(self.experiment)
    }

    /// The points of the curve so far, and whether none is left.
    pub fn curve_points<'a>(&self, shared: &'a Shared) -> (&'a [Point], bool) {
        (self.curve_so_far(shared).map_or(&[], |curve| &curve.points), self.curve(shared).is_some())
    }

    /// The curve as far as it is measured.
    pub fn curve_so_far<'a>(&self, shared: &'a Shared) -> Option<&'a Curve> {
        shared.kept.curves.so_far(&self.curve_key(shared))
    }

    /// The measured curve.
    pub fn curve<'a>(&self, shared: &'a Shared) -> Option<&'a Arc<Curve>> {
        shared.kept.curves.get(&self.curve_key(shared))
    }

    /// Whether Esc ended what a list shows.
    pub fn is_cancelled(&self, shared: &Shared, view: View) -> bool {
        match view {
            View::Lengths => shared.kept.curves.is_ended(&self.curve_key(shared)),
            _ => self.battery_key(shared).is_some_and(|key| self.tried.is_ended_at(&key)),
        }
    }

    /// Whether the list that is shown is about edits of A: with it goes what of them is written to a file.
    pub(super) fn is_of_edits(&self) -> bool {
        matches!(self.view, View::Edits | View::Lengths | View::Influence)
    }

    /// Starts what the screen lacks.
    pub(super) fn want_all(&mut self, shared: &mut Shared) {
        if shared.lacks_texts() {
            if self.view == View::Chain {
                View::Chain.list().want(self, shared);
            }
            return;
        }
        self.want_texts(shared);
        self.want_marks(shared);
        self.want_measures(shared);
        self.want_second(shared);
        self.want_within(shared);
        let (a, b) = self.documents().unzip();
        shared.want_traces([a, b].into_iter().flatten());
        self.view.list().want(self, shared);
        self.want_confirms(shared);
        list::beside::want(self, shared);
        // What the words and the passages are drawn from has to be whole.
        let is_read = !matches!(shared.model.stage, Stage::Reading | Stage::Hashing);
        if !is_read || !self.is_of_edits() {
            return;
        }
        if self.is_current(shared) {
            self.want_battery(shared);
        }
        if self.hashed_by(shared).is_some() {
            shared.want_curve(self.curve_key(shared));
        }
    }

    pub(super) fn want_texts(&mut self, shared: &mut Shared) {
        let Some(key) = self.texts_key(shared) else { return };
        // No second job is queued while one runs. The frame after its end starts one for the texts at that time.
        if shared.runs(TEXTS) {
            return;
        }
        let Some(fate) = self.compared.ask(key) else { return };
        let texts = (self.a.text(), self.b.text());
        let known = self.compared().filter(|known| known.key.hashed == key.hashed);
        let a = known.filter(|known| known.key.a == key.a).map(|known| known.a.clone());
        let b = known.filter(|known| known.key.b == key.b).map(|known| known.b.clone());
        let frequencies = shared.model.frequencies.clone();
        let texts = Texts { key, texts, frequencies, a, b };
        shared.begin_for(fate, TEXTS, move |_, _| {
            let compared = work::compare(texts);
            Some(found(move |own: &mut Self, shared| own.take_compared(shared, compared)))
        });
    }

    fn want_battery(&mut self, shared: &mut Shared) {
        let Some(key) = self.battery_key(shared) else { return };
        if self.tried.asked() == Some(&key) {
            return;
        }
        // Rerun all edits: appending would put results into the wrong rows.
        if self.tried.key() == Some(&key) {
            self.tried.forget();
        }
        let fate = self.tried.ask_anew(key);
        let edits = self.edits_of(shared, key);
        shared.begin_for(fate, BATTERY, move |progress, tell| work::try_edits(edits, progress, tell));
    }

    fn edits_of(&mut self, shared: &Shared, key: BatteryKey) -> Edits {
        let words = self.vocabulary.as_ref().filter(|(seed, _)| *seed == key.seed);
        Edits {
            key,
            vocabulary: words.map(|(_, words)| words.clone()),
            text: self.a.text(),
            own: self.own.clone(),
            frequencies: shared.model.frequencies.clone(),
            corpus: if shared.lacks_texts() { Corpus::default() } else { shared.model.corpus.clone() },
        }
    }

    fn take_compared(&mut self, shared: &Shared, compared: Compared) {
        let before = self.compared.replace(compared.key, compared);
        // To take apart what is known of a megabyte takes tens of milliseconds.
        std::thread::spawn(move || drop(before));
        self.arrange_features();
        self.clamp_lists(shared);
        self.open_at_flip(shared);
    }

    /// Of texts that have just come, the first bit that differs has the cursor.
    fn open_at_flip(&mut self, shared: &Shared) {
        if !self.opens || !self.is_current(shared) {
            return;
        }
        self.opens = false;
        let flipped = self.compared().map_or(0, |compared| compared.difference.flipped);
        let bits = shared.model.recipe.bits.get();
        self.bit = (0..bits).rev().find(|bit| flipped >> bit & 1 == 1).unwrap_or(bits - 1);
    }

    /// All edits were tried.
    pub(super) fn end_trials(&mut self, shared: &Shared, key: BatteryKey) {
        let selected = self.selected_edit_place(shared);
        if let Some(tried) = self.tried.get_mut(&key) {
            tried.is_whole = true;
        }
        self.select_edit(shared, selected);
    }

    pub(super) fn take_trial(&mut self, key: BatteryKey, trial: Trial) {
        match self.tried.get_mut(&key) {
            Some(tried) => tried.trials.push(trial),
            None => self.tried.put(key, Tried { trials: vec![trial], is_whole: false }),
        }
    }

    /// An edit was made: it becomes B.
    pub(super) fn take_made(&mut self, shared: &mut Shared, made: Made) {
        if made.a != self.a.change {
            return;
        }
        let name = edit_name(&made.edit, shared.lang);
        let edited = match made.text {
            Ok(edited) => edited,
            Err(moot) => return shared.warn_of(format!("{name}: {}", shared.lang.pick(moot.text()))),
        };
        let detail = visible::line(&edited.detail);
        let name = match detail.is_empty() {
            true => name,
            false => shared.lang.pick(both!("{name}: {detail}", "{name}：{detail}")),
        };
        self.put_in_b(shared, &edited.text, Origin::Edit(made.edit), &name);
    }

    /// B becomes another text; Ctrl-Z in it brings back the one before.
    pub(super) fn put_in_b(&mut self, shared: &mut Shared, text: &str, origin: Origin, name: &str) {
        match self.b.editor_with(text) {
            Ok(editor) => self.b.take(editor, origin),
            Err(too_much) => return shared.warn_of(too_much.message(shared.lang)),
        }
        self.note_change(Pane::TextB);
        self.opens = true;
        let typing = shared.key(Act::Type);
        shared.say(both!(
            "B is now A after the edit: {name} · to undo: {typing}, then Ctrl-Z",
            "B 已改为 A 经此编辑的结果：{name} · 撤销：按 {typing} 再按 Ctrl-Z"
        ));
    }

    /// Makes the selected edit in B.
    pub(super) fn make_edit(&mut self, shared: &mut Shared, edit: Edit) {
        let is_read = !matches!(shared.model.stage, Stage::Reading | Stage::Hashing);
        let Some(key) = self.battery_key(shared).filter(|_| is_read) else {
            return shared.warn(("edits wait until the corpus is read", "读完语料后才能编辑"));
        };
        let edits = self.edits_of(shared, key);
        shared.begin(EDIT, move |progress, tell| work::make(edits, edit, progress, tell));
    }

    /// Takes the edit that was typed. Blanks at its ends are part of it.
    pub(super) fn answer_edit(&mut self, shared: &mut Shared, line: &str) -> Result<(), Phrase> {
        let own = line.parse().map_err(|error| match error {
            BadEdit::NoArrow(_) => {
                ("write OLD=>NEW; =>NEW appends, OLD=> drops", "请写 旧=>新；=>新 追加，旧=> 删除")
            }
            BadEdit::Same(_) => {
                ("both sides of => are the same: nothing would change", "=> 两边相同：不会有任何改变")
            }
        })?;
        self.add_own(shared, own);
        Ok(())
    }

    /// Takes the seed that was typed, which random choices follow from.
    pub(super) fn answer_seed(&mut self, shared: &mut Shared, line: &str) -> Result<(), Phrase> {
        let bad = ("a seed is a whole number from 0 to 2^64 − 1", "种子是 0 到 2^64 − 1 的整数");
        let seed = line.trim().parse().map_err(|_| bad)?;
        self.experiment.seed = seed;
        shared.say(both!("seed {seed}: for the edits and the curve", "种子 {seed}：用于编辑与曲线"));
        Ok(())
    }

    /// Adds an edit of the user's own.
    fn add_own(&mut self, shared: &mut Shared, own: Own) {
        if self.own.contains(&own) {
            return shared.warn(("that edit is in the list already", "该编辑已在列表中"));
        }
        self.own.push(own);
        self.own_change += 1;
        self.show_edit(shared, Edit::all().len() + self.own.len() - 1);
        self.focus = Pane::List;
    }

    /// Forgets the selected edit, if the user made it.
    pub(super) fn forget_edit(&mut self, shared: &mut Shared) {
        let Some(Edit::Own(own)) = self.selected_edit(shared) else {
            return shared.warn((
                "‹pair.forget-edit› forgets an edit of your own: select one in the list of edits",
                "‹pair.forget-edit› 删除自定编辑：请先在编辑列表中选择",
            ));
        };
        self.own.retain(|kept| *kept != own);
        self.own_change += 1;
        self.clamp_lists(shared);
        let own = visible::line(&own.to_string()).into_owned();
        shared.say(both!("forgotten: {own}", "已删除：{own}"));
    }

    /// Changes the number of words in each edit.
    pub(super) fn step_edits(&mut self, shared: &mut Shared, by: i8) {
        let now = self.experiment.edits;
        // In longer steps where one more hardly matters.
        let step = |edits: u16| match edits {
            ..20 => 1,
            20..100 => 10,
            100.. => 100,
        };
        let edits = if by > 0 { now.saturating_add(step(now)) } else { now.saturating_sub(step(now - 1)) };
        let edits = edits.clamp(1, Experiment::MOST_EDITS);
        if edits == self.experiment.edits {
            return shared.warn(("an edit changes 1 to 1,000 words", "每次编辑改 1 到 1,000 词"));
        }
        self.experiment.edits = edits;
        let words = counted(edits.into(), "word", "words");
        shared.say(both!(
            "each edit changes {words}, in the list and on the curve",
            "每次编辑改 {edits} 词，列表与曲线均按此计算"
        ));
    }

    /// Cancels the comparison, the edit, the battery and the curve. Returns whether any of them ran.
    pub(super) fn cancel_work(&mut self, shared: &mut Shared) -> bool {
        let ran_pair = shared.stop_all([ALIGN, MEASURE, CHAIN, TAKEN, PASSAGES]);
        let [ran_edit, ran_battery] = [EDIT, BATTERY].map(|work| shared.stop(work));
        // That of the text as it is now, even if the one that ran was of an older one.
        if ran_battery && let Some(key) = self.battery_key(shared) {
            self.tried.ask_anew(key).end();
        }
        let ran_curve = shared.stop(CURVE);
        if !(ran_pair || ran_edit || ran_battery || ran_curve) {
            return false;
        }
        shared.say(match ran_pair || ran_battery || ran_curve {
            true => (
                "cancelled: what is there stays; ‹resume› starts again",
                "已取消：已有结果保留；按 ‹resume› 重新开始",
            ),
            false => ("cancelled: B stays as it is", "已取消：B 保持不变"),
        });
        true
    }

    /// Starts again what was cancelled. Returns whether anything was.
    pub(super) fn resume_work(&mut self, shared: &mut Shared) -> bool {
        let of_pair = self.marked.retry() | self.measuring.taken.retry() | self.joined.retry();
        let of_pair = of_pair | self.passages.retry() | shared.kept.passages.retry();
        let was_cancelled = of_pair | self.tried.retry() | shared.kept.curves.retry();
        if was_cancelled {
            shared.say(("started again", "已重新开始"));
        }
        was_cancelled
    }
}
