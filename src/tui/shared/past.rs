//! Undo and redo of k, recipe, marks and decisions.

use super::Shared;
use super::marks::Mark;
use crate::decide::Decisions;
use crate::recipe::Recipe;
use crate::tui::action::Screen;
use std::sync::Arc;

/// What undo brings back.
#[derive(Debug, Clone)]
pub(super) struct Setting {
    pub k: u8,
    pub recipe: Recipe,
    marks: Arc<[Mark]>,
    decisions: Arc<Decisions>,
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        (self.k, self.recipe) == (other.k, other.recipe)
            && Arc::ptr_eq(&self.marks, &other.marks)
            && Arc::ptr_eq(&self.decisions, &other.decisions)
    }
}

/// More settings than anyone takes back.
const KEPT: usize = 200;

impl Shared {
    fn as_it_stands(&self) -> Setting {
        Setting {
            k: self.k,
            recipe: self.recipe,
            marks: Arc::clone(&self.marks),
            decisions: Arc::clone(&self.deciding.decisions),
        }
    }

    /// Remembers how things stand, before they change; what was undone can no longer be done again.
    pub fn remember(&mut self) {
        self.redo.clear();
        let setting = self.as_it_stands();
        push(&mut self.undo, setting);
    }

    pub fn undo(&mut self) {
        let Some(before) = self.undo.pop() else {
            self.warn(match self.screen {
                Screen::Lab => (
                    "k and recipe are unchanged; in a text Ctrl-Z undoes",
                    "k 与配方没有可撤销的改变；文本中用 Ctrl-Z 撤销",
                ),
                _ => ("nothing to undo: k, recipe, marks and decisions are unchanged", "没有可撤销的改变"),
            });
            return;
        };
        let now = self.as_it_stands();
        push(&mut self.redo, now);
        self.put_back(before, ("undone", "已撤销"));
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) {
        let Some(setting) = self.redo.pop() else {
            self.warn(("nothing to do again: nothing was undone since the last change", "没有可重做的改变"));
            return;
        };
        let now = self.as_it_stands();
        push(&mut self.undo, now);
        self.put_back(setting, ("done again", "已重做"));
    }

    fn put_back(&mut self, setting: Setting, what: (&str, &str)) {
        let mut changes: Vec<String> = Vec::new();
        if !Arc::ptr_eq(&setting.decisions, &self.deciding.decisions) {
            self.set_decisions(setting.decisions);
            changes.push(self.lang.pick(("decisions", "去留决定")).to_owned());
        }
        if !Arc::ptr_eq(&setting.marks, &self.marks) {
            self.marks = setting.marks;
            self.marked += 1;
            let marks: Vec<String> =
                self.mark_places().into_iter().map(|(name, k)| format!("{name} (k = {k})")).collect();
            let none = self.lang.pick(("no mark", "无标记")).to_owned();
            changes.push(match marks.is_empty() {
                true => none,
                false => format!("{} {}", self.lang.pick(("marks", "标记")), marks.join(" ")),
            });
        }
        if setting.recipe != self.recipe {
            self.use_recipe(setting.recipe);
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        if setting.k != self.k {
            self.change_k(setting.k);
            changes.extend(self.message.take().map(|(_, text)| text));
        }
        self.say_of(format!("{}: {}", self.lang.pick(what), changes.join(" · ")));
    }
}

fn push(settings: &mut Vec<Setting>, setting: Setting) {
    if settings.last() != Some(&setting) {
        if settings.len() == KEPT {
            settings.remove(0);
        }
        settings.push(setting);
    }
}
