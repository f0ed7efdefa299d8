//! What differs between the two texts, to be marked in both.

use super::state::State;
use crate::jobs::Work;
use crate::shared::{Shared, found};
use crate::widgets::marked::Marked;
use std::time::Duration;

/// What differs between them.
const MARKS: &Work = &Work::new("Marks", ("aligning the texts", "对齐文本"));

/// Of long texts, what is not compared by then counts as different.
const LIMIT: Duration = Duration::from_millis(300);

impl State {
    /// What differs between the texts, as they stand.
    pub fn marked(&self) -> Option<&Marked> {
        self.marked.get(&(self.a.change, self.b.change))
    }

    pub(super) fn want_marks(&mut self, shared: &mut Shared) {
        let key = (self.a.change, self.b.change);
        // While one runs none waits behind it, as for what the texts are.
        if shared.runs(MARKS) {
            return;
        }
        let Some(fate) = self.marked.ask(key) else { return };
        let (a, b) = (self.a.text(), self.b.text());
        shared.begin_for(fate, MARKS, move |progress, _| {
            let marked = Marked::new(&a, &b, LIMIT, progress)?;
            Some(found(move |own: &mut Self, _| {
                own.marked.put(key, marked);
                own.take_marked(key);
            }))
        });
    }
}
