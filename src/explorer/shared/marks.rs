//! The partitions that were kept to be compared with.

use super::{Grouping, Shared};
use crate::action::Action;
use simscope_core::groups::Groups;
use simscope_core::recipe::Recipe;
use std::sync::Arc;

/// A partition kept for comparison.
#[derive(Debug, Clone)]
pub struct Mark {
    /// Its letter.
    pub name: &'static str,
    /// The partition, with its k; shared by all settings that undo keeps.
    pub groups: Arc<Groups>,
    /// How it was made.
    pub grouping: Grouping,
    /// The recipe of the signatures.
    pub recipe: Recipe,
}

/// The letters of marks. `changed` in a filter is about the first.
pub const NAMES: [&str; 9] = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

impl Shared {
    /// The mark that a filter's `changed` is about.
    pub fn mark_a(&self) -> Option<&Mark> {
        self.marks.iter().find(|mark| mark.name == NAMES[0])
    }

    /// The letters of the marks and their k's.
    pub fn mark_places(&self) -> Vec<(&'static str, u8)> {
        self.marks.iter().map(|mark| (mark.name, mark.groups.k())).collect()
    }

    /// Into how many groups and single documents a mark divides a group.
    pub fn pieces_at_mark(&self, mark: &Mark, number: usize) -> Option<usize> {
        let groups = self.groups.as_ref()?;
        match (&self.model.tree, mark.grouping, self.grouping) {
            (Some(tree), Grouping::Connection, Grouping::Connection) => {
                Some(tree.pieces(groups.run(number), mark.groups.k()))
            }
            _ => Some(groups.pieces_of(number, &mark.groups)),
        }
    }

    /// Keeps the groups under the next free letter; or forgets the mark that is of just this k.
    pub fn toggle_mark(&mut self) {
        let is_here = |mark: &Mark| mark.groups.k() == self.k && mark.grouping == self.grouping;
        if let Some(name) = self.marks.iter().find(|mark| is_here(mark)).map(|mark| mark.name) {
            let left = self.marks.iter().filter(|mark| mark.name != name).cloned().collect();
            self.remember();
            self.marks = left;
            return self.say(both!("mark {name} forgotten", "已取消标记 {name}"));
        }
        let Some(groups) = self.groups.clone().filter(|_| self.groups_are_current()) else {
            return self
                .warn(("no groups to mark yet: they are being computed", "尚无可标记的分组：正在计算"));
        };
        let is_free = |name: &&str| self.marks.iter().all(|mark| mark.name != *name);
        let Some(name) = NAMES.into_iter().find(is_free) else {
            return self.warn((
                "nine marks are the most: at the k of one press ‹mark› to remove it",
                "最多九个标记：到某个标记的 k 处按 ‹mark› 可取消它",
            ));
        };
        let mark = Mark { name, groups, grouping: self.grouping, recipe: self.model.recipe };
        let mut marks: Vec<Mark> = self.marks.iter().cloned().chain([mark]).collect();
        marks.sort_by_key(|mark| mark.name);
        self.remember();
        self.marks = marks.into();
        let k = self.k;
        self.say(both!(
            "mark {name} at k = {k}: move k to see what merges or splits",
            "标记 {name}：k = {k}；移动 k 可看合并与拆分"
        ));
    }

    /// Forgets the marks of other recipes than that of the signatures, and says so.
    pub(super) fn forget_marks(&mut self) {
        let recipe = self.model.recipe;
        let (kept, forgotten): (Vec<Mark>, Vec<Mark>) =
            self.marks.iter().cloned().partition(|mark| mark.recipe.has_parts_of(&recipe));
        if forgotten.is_empty() {
            return;
        }
        let names: Vec<&str> = forgotten.iter().map(|mark| mark.name).collect();
        let names = names.join(" ");
        self.marks = kept.into();
        let undo = self.key(Action::Undo);
        self.warn(both!(
            "mark {names} forgotten: it was of another recipe; {undo} brings it back",
            "标记 {names} 已取消：它属于另一配方；按 {undo} 可恢复"
        ));
    }
}
