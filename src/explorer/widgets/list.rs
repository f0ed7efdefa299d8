//! A selection in a list of which only the rows in view are ever built.

use crate::action::Towards;

/// The selected row and the first row shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List {
    /// The selected row.
    pub selected: usize,
    /// The first row shown, as far as the selection allows.
    pub offset: usize,
}

/// Rows that are shown below a selection that was out of view.
const BELOW: usize = 3;

impl List {
    /// The first row to show in `height` lines of a list of `rows`: the selection is always in view, with some rows below it where
    /// the view has to move.
    pub fn first(&self, height: usize, rows: usize) -> usize {
        let is_below = self.selected >= self.offset + height;
        self.first_with(if is_below { BELOW.min(height.saturating_sub(1) / 2) } else { 0 }, height, rows)
    }

    fn first_with(&self, below: usize, height: usize, rows: usize) -> usize {
        let height = height.max(1);
        let selected = self.selected.min(rows.saturating_sub(1));
        let highest = rows.saturating_sub(height);
        self.offset.min(selected).max((selected + 1 + below).saturating_sub(height)).min(highest)
    }

    /// Moves the selection. Returns whether it moved.
    pub fn step(&mut self, towards: Towards, height: usize, rows: usize) -> bool {
        let last = rows.saturating_sub(1);
        let page = height.saturating_sub(1).max(1);
        let before = self.selected.min(last);
        self.offset = self.first(height, rows);
        self.selected = match towards {
            Towards::Left | Towards::Right => before,
            _ => before.saturating_add_signed(towards.lines(page as isize)).min(last),
        };
        self.offset = self.first_with(0, height, rows);
        self.selected != before
    }

    /// Scrolls by lines; the selection comes along only when it would leave the view.
    pub fn scroll(&mut self, by: isize, height: usize, rows: usize) {
        let height = height.max(1);
        self.offset = self.first(height, rows).saturating_add_signed(by).min(rows.saturating_sub(height));
        let last_shown = (self.offset + height - 1).min(rows.saturating_sub(1));
        self.selected = self.selected.clamp(self.offset, last_shown);
    }

    /// Selects a row.
    pub fn select(&mut self, row: usize) {
        self.selected = row;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_selection_is_always_in_view(selected in 0usize..200, offset in 0usize..200, height in 0usize..30, rows in 1usize..150) {
            let list = List { selected: selected.min(rows - 1), offset };
            let first = list.first(height, rows);
            prop_assert!(first <= list.selected && list.selected < first + height.max(1));
            // A selection that was in view does not move the view; one that was not has rows below it.
            let was_shown = (offset..offset + height).contains(&list.selected) && offset + height <= rows;
            prop_assert!(!was_shown || first == offset);
            let below = first + height.max(1) - 1 - list.selected;
            let wanted = BELOW.min(rows - 1 - list.selected).min(height.saturating_sub(1) / 2);
            prop_assert!(was_shown || below >= wanted);
        }

        #[test]
        fn scrolling_never_leaves_the_list(by in -50isize..50, selected in 0usize..100, height in 0usize..30, rows in 0usize..100) {
            let mut list = List { selected: selected.min(rows.saturating_sub(1)), offset: 0 };
            list.scroll(by, height, rows);
            prop_assert!(list.selected < rows.max(1));
            prop_assert!(list.offset <= rows.saturating_sub(height.max(1)));
        }
    }
}
