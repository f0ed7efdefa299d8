//! Documents that were picked, for copy, export and filter.

use super::Shared;
use crate::action::{Action, Screen, Towards};
use crate::surface::{counted, grouped_digits};
use std::collections::BTreeSet;
use std::sync::Arc;

impl Shared {
    /// What was picked, where that is copied and saved in place of what is selected.
    pub fn picked_here(&self) -> Option<&BTreeSet<u32>> {
        let is_here = matches!(self.screen, Screen::Corpus | Screen::Threshold);
        Some(&*self.kept.picked).filter(|picked| is_here && !picked.is_empty())
    }

    /// How many are picked, and what the keys do with them. `copy` is the action of the key that copies.
    pub fn said_of_picked(&self, copy: Action) -> Option<String> {
        let count = self.picked_here()?.len();
        let [copy, export, filter, none] =
            [copy, Action::Export, Action::AskFilter, Action::PickAll].map(|action| self.key(action));
        let (count, documents) = (grouped_digits(count), counted(count, "document", "documents"));
        Some(self.lang.pick(both!(
            "{documents} picked: {copy} copies their ids · {export} saves them · {filter} picked lists them · {none} drops them",
            "已勾选 {count} 篇：{copy} 复制编号 · {export} 另存 · {filter} picked 只列它们 · {none} 全不选"
        )))
    }

    /// Copies the ids of what is picked. Returns whether anything is.
    pub fn copy_picked(&mut self) -> bool {
        let Some(picked) = self.picked_here() else { return false };
        let ids: Vec<&str> = picked.iter().map(|&document| self.document(document).id).collect();
        self.copy(ids.join("\n"), ("the ids of what is picked", "所勾选的编号"));
        true
    }

    /// Picks these documents and goes on to the next row; if all of them are picked, no more.
    pub fn pick(&mut self, documents: impl IntoIterator<Item = u32>) {
        let documents: BTreeSet<u32> = documents.into_iter().collect();
        self.kept.picked = Arc::new(match documents.is_subset(&self.kept.picked) {
            true => &*self.kept.picked - &documents,
            false => &*self.kept.picked | &documents,
        });
        self.say_if_none_is_picked();
        if self.picked_here().is_some() {
            self.asked.then.push(Action::Move(Towards::Down));
        }
    }

    fn say_if_none_is_picked(&mut self) {
        if self.kept.picked.is_empty() {
            self.say(("nothing is picked", "未勾选任何行"));
        }
    }

    /// Picks all documents that are listed; if anything is picked, nothing more is.
    pub fn pick_all(&mut self) {
        let all = (0..self.row_count()).filter_map(|row| self.document_in_row(row));
        self.kept.picked = if self.kept.picked.is_empty() { Arc::new(all.collect()) } else { Arc::default() };
        self.say_if_none_is_picked();
    }
}
