//! Undo and redo of k, the cut, recipe, grouping, marks and decisions.

use super::Shared;
use super::grouping::Grouping;
use super::selection::Mark;
use crate::action::Screen;
use simscope_core::decide::Decisions;
use simscope_core::recipe::Recipe;
use simscope_core::visible;
use std::collections::HashSet;
use std::sync::Arc;

/// What undo brings back.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub k: u8,
    tau_hundredths: u8,
    pub recipe: Recipe,
    grouping: Grouping,
    marks: Arc<[Mark]>,
    decisions: Arc<Decisions>,
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        let of = |it: &Self| (it.k, it.tau_hundredths, it.recipe, it.grouping);
        of(self) == of(other)
            && Arc::ptr_eq(&self.marks, &other.marks)
            && Arc::ptr_eq(&self.decisions, &other.decisions)
    }
}

/// What can be undone, and done again.
#[derive(Debug, Default)]
pub(super) struct Past {
    pub undo: Vec<Setting>,
    redo: Vec<Setting>,
    /// k is being dragged: what changes is one change.
    pub is_dragging: bool,
    /// The same of the cut, which keys move step by step, too.
    pub is_cutting: bool,
}

/// More settings than anyone takes back.
const KEPT: usize = 200;
/// Documents of the partitions that their marks hold, and decisions, in all: some 100 MB at most.
const MOST_HELD: usize = 4_000_000;

impl Shared {
    fn as_it_stands(&self) -> Setting {
        Setting {
            k: self.k,
            tau_hundredths: self.tau_hundredths,
            recipe: self.recipe,
            grouping: self.grouping,
            marks: Arc::clone(&self.marks),
            decisions: Arc::clone(&self.deciding.decisions),
        }
    }

    /// Remembers how things stand, before they change; what was undone can no longer be done again.
    pub fn remember(&mut self) {
        self.past.redo.clear();
        let setting = self.as_it_stands();
        push(&mut self.past.undo, setting, MOST_HELD);
    }

    pub fn undo(&mut self) {
        let Some(before) = self.past.undo.pop() else {
            return self.warn(match self.screen {
                Screen::Pair => (
                    "k and recipe are unchanged; in a text Ctrl-Z undoes",
                    "k 与配方没有可撤销的改变；文本中用 Ctrl-Z 撤销",
                ),
                _ => (
                    "nothing to undo: k, recipe, grouping, marks and decisions are unchanged",
                    "没有可撤销的改变",
                ),
            });
        };
        let now = self.as_it_stands();
        push(&mut self.past.redo, now, MOST_HELD);
        self.put_back(before, ("undone", "已撤销"));
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) {
        let Some(setting) = self.past.redo.pop() else {
            return self
                .warn(("nothing to do again: nothing was undone since the last change", "没有可重做的改变"));
        };
        let now = self.as_it_stands();
        push(&mut self.past.undo, now, MOST_HELD);
        self.put_back(setting, ("done again", "已重做"));
    }

    fn put_back(&mut self, setting: Setting, what: (&str, &str)) {
        let mut changes: Vec<String> = Vec::new();
        if setting.tau_hundredths != self.tau_hundredths {
            self.change_tau(setting.tau_hundredths);
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        if !Arc::ptr_eq(&setting.decisions, &self.deciding.decisions) {
            let document = setting.decisions.first_difference(&self.deciding.decisions);
            self.set_decisions(setting.decisions);
            changes.push(self.decision_about(document));
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        if !Arc::ptr_eq(&setting.marks, &self.marks) {
            self.marks = setting.marks;
            let marks: Vec<String> = self
                .mark_places()
                .into_iter()
                .map(|(name, k)| self.lang.pick(both!("{name} (k = {k})", "{name}（k = {k}）")))
                .collect();
            let none = self.lang.pick(("no mark", "无标记")).to_owned();
            changes.push(match marks.is_empty() {
                true => none,
                false => format!("{} {}", self.lang.pick(("marks", "标记")), marks.join(" ")),
            });
        }
        if setting.grouping != self.grouping {
            self.group_by(setting.grouping);
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        if setting.recipe != self.recipe {
            // The one beside it changes places with it, so that taking back a swap swaps again.
            if self.second.is_some_and(|second| second.has_parts_of(&setting.recipe)) {
                self.second = Some(self.recipe);
            }
            self.use_recipe(setting.recipe);
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        if setting.k != self.k {
            self.change_k(setting.k);
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        let changes = changes.join(" · ");
        self.say((format!("{}: {changes}", what.0), format!("{}：{changes}", what.1)));
    }

    /// What is undone, by the group of this document, or by the document where it has none; without one it is about a difference.
    fn decision_about(&self, document: Option<u32>) -> String {
        let Some(document) = document else {
            return self.lang.pick(("what was said of a difference", "对差异的指定")).to_owned();
        };
        match self.groups.as_ref().and_then(|groups| groups.number_of(document)) {
            Some(number) => self.lang.pick(both!("decision on group {number}", "第 {number} 组的去留决定")),
            None => {
                let id = visible::line(self.document(document).id).into_owned();
                self.lang.pick(both!("decision on {id}", "{id} 的去留决定"))
            }
        }
    }
}

/// `most` documents and decisions are held, but the last setting in any case.
fn push(settings: &mut Vec<Setting>, setting: Setting, most: usize) {
    if settings.last() != Some(&setting) {
        if settings.len() == KEPT {
            settings.remove(0);
        }
        settings.push(setting);
        while settings.len() > 1 && held(settings) > most {
            settings.remove(0);
        }
    }
}

/// Documents in all partitions, and decisions; what several settings share counts once.
fn held(settings: &[Setting]) -> usize {
    let (mut partitions, mut decisions) = (HashSet::new(), HashSet::new());
    let mut held = 0;
    for setting in settings {
        for mark in setting.marks.iter() {
            if partitions.insert(Arc::as_ptr(&mark.groups)) {
                held += mark.groups.order().len();
            }
        }
        if decisions.insert(Arc::as_ptr(&setting.decisions)) {
            let Decisions { chosen, excluded, .. } = &*setting.decisions;
            held += chosen.len() + excluded.len();
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_undo_holds_is_bounded_by_its_number_and_its_size() {
        let setting = |k: u8, decisions: &Arc<Decisions>| Setting {
            k,
            tau_hundredths: 30,
            recipe: Recipe::DEFAULT,
            grouping: Grouping::Connection,
            marks: Arc::new([]),
            decisions: Arc::clone(decisions),
        };
        let ten = || Arc::new(Decisions { chosen: (0..10).collect(), ..Decisions::default() });
        let mut settings = Vec::new();
        let shared = ten();
        (0..=255).for_each(|k| push(&mut settings, setting(k, &shared), 100));
        assert_eq!(settings.len(), KEPT, "what they share counts once");
        (0..50).for_each(|k| push(&mut settings, setting(k, &ten()), 100));
        assert_eq!((settings.len(), settings.last().map(|setting| setting.k)), (10, Some(49)));
        push(&mut settings, setting(7, &ten()), 5);
        assert_eq!(settings.len(), 1);
    }
}
