//! What is said of the selected difference, and what would come of the next answer.

use super::State;
use super::lines::{Line, Source};
use super::state::Done;
use crate::action::Action;
use crate::jobs::Work;
use crate::shared::Shared;
use crate::surface::{Phrase, counted, grouped_digits};
use crate::wanted::Same;
use simscope_core::alignment::Kind;
use simscope_core::analysis::Clean;
use simscope_core::decide::Decisions;
use simscope_core::decide::clean::{Alarm, Subject};
use std::sync::Arc;

/// What would go if the selected difference were the other way.
#[derive(Debug, PartialEq)]
pub(super) struct IfKey {
    pub clean: Same<Clean>,
    pub subject: Subject,
    /// What would be said of it.
    pub matters: Option<bool>,
}

/// What decides of rows that are no difference which could be the same.
pub(super) const NOT_AS_A_WHOLE: Phrase = (
    "this row cannot be switched as a whole; ‹clean.judge-yes› and ‹clean.judge-no› decide its pairs one by one",
    "此行不能整体切换；‹clean.judge-yes› 与 ‹clean.judge-no› 逐对判定",
);

/// Deciding once more, with the selected difference the other way.
const OTHERWISE: &Work =
    &Work::new("Otherwise", ("counting what would go otherwise", "计算另一种选择会去除多少")).of_texts();

fn answer(decisions: &mut Decisions, subject: &Subject, matters: Option<bool>) {
    match matters {
        Some(matters) => decisions.rules.matters.say(subject, matters),
        None => drop(decisions.rules.matters.take_back(subject)),
    }
}

impl State {
    /// What is said next of the selected difference: the opposite of what the table shows, then the other, then nothing.
    fn next_answer(&self, shared: &Shared, clean: &Clean) -> Option<(Subject, Option<bool>)> {
        let line = self.line.as_ref()?;
        let subject = line.subject(shared, clean)?;
        let next = match shared.deciding.decisions.rules.matters.of(&subject) {
            // Where something is asked, the key is the “no” that the question offers.
            None => Some(line.question(clean).is_none() && !line.shows_matters(clean)),
            Some(said) if self.first_said.get(&subject) == Some(&!said) => None,
            Some(said) => Some(!said),
        };
        Some((subject, next))
    }

    pub(super) fn flip(&mut self, shared: &mut Shared) {
        if let Some(Line::Alarm(Alarm::Loss { .. })) = self.line {
            shared.decide(|decisions| {
                decisions.rules.loss = Some(Alarm::HOLDS);
                decisions.rules.matters.take_back(&Subject::kind(Kind::Lost));
            });
            self.done.push(Done::Decided(self.shown));
            self.source = Source::Row;
            return shared.say((
                "held: whatever would lose 30 % or more; ‹undo› takes it back",
                "已暂留所有会丢失 30 % 以上的文本；‹undo› 撤销",
            ));
        }
        let next = shared.clean_lately().and_then(|clean| {
            let (subject, matters) = self.next_answer(shared, clean)?;
            Some((subject, matters, [clean.gone(), clean.cleaned.waiting().count()]))
        });
        let Some((subject, matters, counts)) = next else { return shared.warn(NOT_AS_A_WHOLE) };
        let known = self.if_key(shared).and_then(|key| self.otherwise.get(&key).cloned());
        let before = shared.deciding.decisions.clone();
        match (before.rules.matters.of(&subject), matters) {
            (None, Some(first)) => drop(self.first_said.insert(subject.clone(), first)),
            (Some(said), _) => drop(self.first_said.entry(subject.clone()).or_insert(said)),
            _ => {}
        }
        shared.decide(|decisions| answer(decisions, &subject, matters));
        if let Some(clean) = known.filter(|_| !Arc::ptr_eq(&before, &shared.deciding.decisions)) {
            shared.take_clean(clean);
        }
        self.done.push(Done::Decided(self.shown));
        self.source = Source::Row;
        self.flipped = Some((subject, matters, counts));
    }

    /// Says what came of what was said of a difference, once it is known.
    pub(super) fn say_flipped(&mut self, shared: &mut Shared) {
        let now = shared.clean().map(|clean| [clean.gone(), clean.cleaned.waiting().count()]);
        let Some(([gone, wait], (subject, matters, before))) = now.zip(self.flipped.take()) else { return };
        let more = |now: usize, before: usize| {
            let n = grouped_digits(now.abs_diff(before));
            if now < before { both!("{n} fewer", "少 {n} 篇") } else { both!("{n} more", "多 {n} 篇") }
        };
        let ((gone, zh_gone), (wait, zh_wait)) = (more(gone, before[0]), more(wait, before[1]));
        let is = shared.lang.pick(match matters {
            Some(true) => ("matters", "要紧"),
            Some(false) => ("does not matter", "无妨"),
            None => ("no answer", "未回答"),
        });
        let (name, undo) = (subject.say(shared.lang), shared.key(Action::Undo));
        shared.say(both!(
            "{name}: {is}; {gone} go, {wait} wait · {undo} takes it back",
            "{name}：{is}；去除{zh_gone}，待定{zh_wait} · {undo} 撤销"
        ));
    }

    fn if_key(&self, shared: &Shared) -> Option<IfKey> {
        let clean = shared.clean()?;
        let (subject, matters) = self.next_answer(shared, clean)?;
        Some(IfKey { clean: Same::of(clean), subject, matters })
    }

    /// Decides as if the selected difference were the other way: that is said, and there at once if it is turned.
    pub(super) fn want_otherwise(&mut self, shared: &mut Shared) {
        let Some(key) = self.if_key(shared) else { return };
        let mut decisions = Decisions::clone(&shared.deciding.decisions);
        answer(&mut decisions, &key.subject, key.matters);
        let task = shared.clean_task(Arc::new(decisions));
        shared.want(&mut self.otherwise, OTHERWISE, key, move |progress| task.run(progress).map(Arc::new));
    }

    /// How many more or fewer would go, in a sentence, once it is counted.
    pub(super) fn what_if(&self, shared: &Shared) -> Option<String> {
        let key = self.if_key(shared)?;
        let (then, now) = (self.otherwise.get(&key)?.gone(), shared.clean()?.gone());
        let by = then.abs_diff(now);
        let (texts, n) = match then < now {
            true => (counted(by, "text fewer", "texts fewer"), format!("少去除 {}", grouped_digits(by))),
            false => (counted(by, "more text", "more texts"), format!("多去除 {}", grouped_digits(by))),
        };
        let is_wider = key.subject == Subject::words();
        let (all, zh_all) = if is_wider { ("all words", "所有词语") } else { ("this", "此差异") };
        let (when, zh) = match key.matters {
            Some(true) => both!("If {all} mattered", "若{zh_all}要紧"),
            Some(false) => both!("If {all} did not matter", "若{zh_all}无妨"),
            None => both!("Without your answer", "若撤回回答"),
        };
        Some(shared.lang.pick(both!("{when}, {texts} would go.", "{zh}，将{n} 篇。")))
    }
}
