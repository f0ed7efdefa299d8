//! One group alone: its rows and columns.

use super::State;
use super::keys::Act;
use crate::shared::Shared;
use crate::surface::grouped_digits;

impl State {
    /// The documents of the group that alone is shown, in the order by group.
    pub(super) fn members<'a>(&self, shared: &'a Shared) -> Option<&'a [u32]> {
        let groups = shared.groups.as_ref()?;
        Some(groups.members(groups.number_of(self.group?)?))
    }

    /// Shows the group of the selected document alone, or all documents again.
    pub(super) fn toggle_group(&mut self, shared: &mut Shared) {
        if self.leave_group(shared) {
            return;
        }
        let k = shared.k;
        let groups = shared.groups.as_ref();
        let Some(number) = groups.and_then(|groups| groups.number_of(shared.selected)) else {
            return shared.warn(both!(
                "the document of this row is in no group at k = {k}",
                "k = {k} 时该行文档不在任何组中"
            ));
        };
        self.group = Some(shared.selected);
        let len = grouped_digits(self.members(shared).map_or(0, <[u32]>::len));
        self.begin_anew(shared);
        let all = shared.key(Act::ToggleGroup);
        shared.say(both!(
            "group #{number} alone, {len} documents; {all} or Esc shows all again",
            "只看组 #{number}，{len} 篇；按 {all} 或 Esc 看全部"
        ));
    }

    /// All documents again. Returns whether one group was shown.
    pub(super) fn leave_group(&mut self, shared: &mut Shared) -> bool {
        let was_alone = self.group.take().is_some();
        if was_alone {
            self.begin_anew(shared);
            shared.say(("all documents again", "重新显示全部文档"));
        }
        was_alone
    }

    /// The group follows k, as long as its document is in one and the selected document in it. Returns whether the
    /// documents shown are other ones.
    pub(super) fn follow_group(&mut self, shared: &mut Shared) -> bool {
        let Some(document) = self.group else { return false };
        let Some(groups) = shared.groups.as_ref() else { return false };
        let number = groups.number_of(document);
        if number.is_none() {
            let k = groups.k();
            shared.say(both!(
                "at k = {k} the document is in no group: all documents again",
                "k = {k} 时该文档不在任何组中：重新显示全部文档"
            ));
        }
        if number.is_none() || groups_apart(shared, document) {
            self.group = None;
        }
        self.scope != self.group.map(|document| (document, shared.grouped()))
    }
}

/// Whether the selected document is in another group than this one.
fn groups_apart(shared: &Shared, document: u32) -> bool {
    let groups = shared.groups.as_ref();
    groups.is_some_and(|groups| groups.number_of(shared.selected) != groups.number_of(document))
}
