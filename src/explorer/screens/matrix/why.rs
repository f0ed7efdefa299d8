//! Why the dot under the cursor looks as it does.

use super::keys::Pane;
use super::state::State;
use crate::room::selected;
use crate::shared::Shared;
use crate::surface::{Phrase, grouped_digits};
use simscope_core::display::percent_text;
use simscope_core::hamming::{self, Show};

impl State {
    /// Why the dot, or the pair, under the cursor is as it is.
    pub(super) fn why_shown(&self, shared: &Shared) -> Result<String, Phrase> {
        let document = selected(shared)?;
        let other = shared.pair_partner().ok_or(("no pair is selected", "未选择文档对"))?;
        let cell = self.cell_at_cursor(shared).filter(|_| self.focus == Pane::Heat);
        let Some((rows, columns)) = cell else { return Ok(shared.why_pair(document, other)) };
        if rows.len() == 1 && columns.len() == 1 {
            return Ok(match rows == columns {
                true => shared.lang.pick(both!(
                    "This dot is {} with itself: the distance is 0.",
                    "此点是 {} 与自身：距离为 0。",
                    shared.named(document, false)
                )),
                false => shared.why_pair(document, other),
            });
        }
        let pairs = match rows == columns {
            true => rows.len() * (rows.len() - 1) / 2,
            false => rows.len() * columns.len(),
        };
        if pairs == 1 {
            return Ok(shared.why_pair(document, other));
        }
        Ok(self.why_many(shared, pairs, (document, other)))
    }

    /// Why a dot of several pairs has its colour.
    fn why_many(&self, shared: &Shared, pairs: usize, (a, b): (u32, u32)) -> String {
        let (lang, k) = (shared.lang, shared.k);
        let [id_a, id_b] = [a, b].map(|document| shared.named(document, false));
        let of = |document: u32| shared.model.signatures.try_get(document as usize);
        let d = of(a).zip(of(b)).map_or(0, |(a, b)| hamming::distance(a, b));
        let nearest = lang.pick(both!(
            "the nearest, {id_a} and {id_b}, is at distance {d}",
            "其中最近的是 {id_a} 与 {id_b}，距离 {d}"
        ));
        let pairs = grouped_digits(pairs);
        let value = self.value_at_cursor(shared);
        match (self.shown().map(|shown| self.show_now(shown)), value) {
            (Some(Show::Mean), Some(mean)) => lang.pick(both!(
                "This dot stands for {pairs} pairs, {mean:.1} bits apart on average; {nearest}.",
                "此点含 {pairs} 对，平均相距 {mean:.1} 位；{nearest}。"
            )),
            (Some(Show::Share), Some(share)) => {
                let share = percent_text(share.into());
                lang.pick(both!(
                    "This dot stands for {pairs} pairs, of which {share} are within k = {k}; {nearest}.",
                    "此点含 {pairs} 对，其中 {share} 在 k = {k} 以内；{nearest}。"
                ))
            }
            _ => {
                let is_within = lang.pick(match d <= k {
                    true => both!("within k = {k}", "在 k = {k} 以内"),
                    false => both!("more than k = {k}", "大于 k = {k}"),
                });
                lang.pick(both!(
                    "This dot stands for {pairs} pairs and shows the nearest: {id_a} and {id_b} at distance {d}, {is_within}.",
                    "此点含 {pairs} 对，显示最近的一对：{id_a} 与 {id_b}，距离 {d}，{is_within}。"
                ))
            }
        }
    }

    /// The number that the dot under the cursor shows.
    fn value_at_cursor(&self, shared: &Shared) -> Option<f32> {
        let shown = self.shown_now()?;
        let (window, step) = (&shown.window, shown.window.step);
        let place = |at: usize, range: &std::ops::Range<usize>| {
            range.contains(&at).then(|| step.cell(at) - step.cell(range.start))
        };
        let (row, column) = (place(self.cursor.0, &window.rows)?, place(self.cursor.1, &window.columns)?);
        let value = shown.value(row * shown.cells.width + column, self.show_now(shown), shared.k);
        Some(value).filter(|value| !value.is_nan())
    }
}
