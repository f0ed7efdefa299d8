//! Jumps to the next dot with a pair within k.

use super::State;
use super::news::Landing;
use super::work::{self, JUMP};
use crate::action::Action;
use crate::shared::{Shared, found};
use simscope_core::hamming::Jump;
use std::sync::Arc;

impl State {
    /// Looks for the next dot (1) or the one before (−1), row by row above the diagonal, with a pair within k.
    pub(super) fn jump(&mut self, shared: &mut Shared, by: i8) {
        let (Some(geometry), Some(shown)) = (self.drawn_geometry(shared), self.shown_now()) else {
            return shared.warn(("the heatmap is still to come", "热图尚未绘制"));
        };
        let (step, k, is_back) = (geometry.window.step, shared.k, by < 0);
        let from = (step.cell(self.cursor.0), step.cell(self.cursor.1));
        let jump = Jump { step, k, from, is_back };
        let (arranged, tree) = (shown.arranged.clone(), shared.model.tree.clone());
        shared.begin(JUMP, move |progress, _| {
            let landing = work::jump(arranged, jump, tree.as_deref(), progress)?;
            Some(found(move |own: &mut Self, shared| own.land(shared, landing)))
        });
    }

    /// The cursor goes to the closest pair of the dot that was found.
    fn land(&mut self, shared: &mut Shared, landing: Landing) {
        let Landing { arranged, k, is_back, pair } = landing;
        if !self.shown_now().is_some_and(|shown| Arc::ptr_eq(&shown.arranged, &arranged)) {
            return;
        }
        let Some((row, column, distance)) = pair else {
            let (on, back) = (shared.key(Action::StepDocument(1)), shared.key(Action::StepDocument(-1)));
            return shared.warn(match is_back {
                false => both!(
                    "no further dot off the diagonal has a pair within k = {k}; {back} goes back",
                    "后面没有 k = {k} 以内的点了（对角线除外）；按 {back} 往回"
                ),
                true => both!(
                    "no earlier dot off the diagonal has a pair within k = {k}; {on} goes on",
                    "前面没有 k = {k} 以内的点了（对角线除外）；按 {on} 往后"
                ),
            });
        };
        self.cursor = (row, column);
        let (a, b) = (arranged.documents[row], arranged.documents[column]);
        self.select_pair(shared, a, b);
        self.sought = self.cell_at_cursor(shared);
        self.keep_cursor_in_view(shared);
        let (a, b) = (shared.shown_id(a), shared.shown_id(b));
        shared.say(both!(
            "nearest pair of this dot: d = {distance}, {a} and {b}",
            "该点最近的一对：d = {distance}，{a} 与 {b}"
        ));
    }
}
