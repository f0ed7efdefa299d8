//! What differs between the two texts, to be marked in both.

use super::news::News;
use super::state::State;
use crate::jobs::{Kind, Outcome};
use crate::shared::Shared;
use crate::widgets::marked::Marked;
use std::time::Duration;

/// Of long texts, what is not compared by then counts as different.
const LIMIT: Duration = Duration::from_millis(300);

impl State {
    /// What differs between the texts, as they stand.
    pub fn marked(&self) -> Option<&Marked> {
        self.marked.get(&(self.a.change, self.b.change)).map(AsRef::as_ref)
    }

    pub(super) fn want_marks(&mut self, shared: &mut Shared) {
        let key = (self.a.change, self.b.change);
        // While one runs none waits behind it, as for what the texts are.
        if shared.runs(Kind::Marks) || !self.marked.is_missing(&key) {
            return;
        }
        self.marked.ask(key);
        let (a, b) = (self.a.text(), self.b.text());
        shared.begin(Kind::Marks, move |progress, _| {
            let marked = Marked::new(&a, &b, LIMIT, progress)?;
            Some(Outcome::Lab(News::Marked(key, Box::new(marked))))
        });
    }
}
