//! The columns and the rows of the lists.

use super::{chain, curve, features, grid, measures, others};
use crate::screens::pair::Row;
use crate::screens::pair::keys::View;
use crate::screens::pair::lists::edit_name;
use crate::screens::pair::view::Scene;
use crate::screens::pair::work::BATTERY;
use crate::surface::{Paint, Phrase, Role};
use crate::widgets::bits::weight_text;
use ratatui::layout::Rect;
use simscope_core::sensitivity::{Edit, Trial};
use simscope_core::visible;

/// Where the columns of a list stand.
pub(super) struct Columns {
    /// Columns of the name.
    name: u16,
    /// Columns of what stands behind it.
    detail: u16,
    /// Columns of the bar.
    bar: u16,
}

/// Columns of names, details and bars from which on there is enough for all of them.
const WIDE: u16 = 70;
/// Columns of the mark of the selected row.
const MARK: u16 = 2;
/// Columns of the distance and of the verdict, with a gap before each.
const FIGURES: u16 = 8;

impl Columns {
    pub(super) fn of(scene: Scene<'_>, width: u16) -> Self {
        let room = width.saturating_sub(MARK + FIGURES + 1);
        match scene.own.view {
            View::Edits => {
                let own = scene.own.own.iter().cloned().map(Edit::Own);
                let names = Edit::all().cloned().chain(own).map(|edit| edit_name(&edit, scene.lang));
                let longest = names.map(|name| visible::width(&name)).max().unwrap_or(0);
                let name = (longest as u16)
                    .min(room.saturating_sub(if room > 30 { 14 } else { 6 }))
                    .min(if room > WIDE { 32 } else { 23 });
                let bar = (room - name).saturating_sub(1).min(if room > WIDE { 16 } else { 8 });
                Self { name, bar, detail: (room - name - bar).saturating_sub(2) }
            }
            _ => {
                let bar = (room / 3).min(if room > WIDE { 16 } else { 8 });
                let detail = 7.min(room - bar);
                Self { name: (room - bar - detail).saturating_sub(1), bar, detail }
            }
        }
    }

    pub(super) fn heads(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
        let x = line.x + MARK;
        let y = line.y;
        let (name, detail): (Phrase, Phrase) = match scene.own.view {
            View::Differences => return others::difference_heads(paint, line),
            View::Measures => return measures::heads(paint, line),
            View::Features => return features::heads(scene, paint, line),
            View::Lengths => return curve::heads(scene, paint, line),
            View::Recipes => return others::recipe_heads(scene, paint, line),
            View::Nearest => return others::near_heads(scene, paint, line),
            View::Texts => return grid::heads(scene, paint, line),
            View::Influence => (("feature of A", "A 的特征"), ("weight", "权重")),
            _ => (("edit of A", "对 A 的编辑"), ("what", "内容")),
        };
        paint.say(x, y, self.name, paint.pick(name), Role::Title);
        let at = x + self.name + 1;
        match scene.own.view {
            View::Edits if self.detail >= 4 => {
                paint.say(at, y, self.detail, paint.pick(detail), Role::Title);
            }
            View::Influence => paint.right(at, y, self.detail, paint.pick(detail), Role::Title),
            _ => {}
        }
        let at = at + self.detail;
        // Edits stand in the order of the battery first, features by what leaving them out flips.
        let is_by_distance = scene.own.is_list_reordered() == (scene.own.view == View::Edits);
        paint.right(at, y, 3, if is_by_distance { "d▾" } else { "d" }, Role::Title);
        let within = format!("{}{}", crate::screens::pair::view::at_most(scene.theme), scene.k);
        // In ASCII a k of three digits begins where the gap is.
        let columns = (visible::width(&within) as u16).max(4);
        paint.say(at + 8 - columns, y, columns, &within, Role::Title);
        paint.say(at + FIGURES + 1, y, self.bar, paint.pick(("flipped", "翻转")), Role::Title);
    }

    pub(super) fn row<'a>(&self, scene: Scene<'a>, paint: &mut Paint<'_>, row: Rect, shown: &Row<'a>) {
        let (x, y) = (row.x + MARK, row.y);
        let at = x + self.name + 1;
        match shown {
            Row::Edit(edit, trial) => self.edit(scene, paint, row, edit, *trial),
            Row::Without(feature, left) => {
                paint.name(x, y, self.name, &feature.term, Role::Text);
                paint.right(at, y, self.detail, &weight_text(feature.weight), Role::Dim);
                let d = left.distance();
                self.figures(scene, paint, at + self.detail, y, d, left.is_within(scene.k));
            }
            Row::Difference(difference) => others::difference(scene, paint, row, difference),
            Row::Feature(feature, term) => features::row(scene, paint, row, (*feature, term)),
            Row::Length(length) => curve::length(scene, paint, row, *length),
            Row::Measure(measure) => measures::row(scene, paint, row, *measure),
            Row::Link(a, b) => chain::link(scene, paint, row, (*a, *b)),
            Row::Under(under) => others::recipe(scene, paint, row, under),
            Row::Near(near) => others::near(scene, paint, row, *near),
            Row::Text(at, text) => grid::row(scene, paint, row, *at, text),
        }
    }

    fn edit(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, edit: &Edit, trial: Option<&Trial>) {
        let (x, y) = (row.x + MARK, row.y);
        let role = if matches!(edit, Edit::Own(_)) { Role::Accent } else { Role::Text };
        paint.say(x, y, self.name, &edit_name(edit, paint.lang), role);
        let at = x + self.name + 1;
        let room = row.right().saturating_sub(at + 1);
        match trial.map(|trial| &trial.outcome) {
            None => {
                let is_running = scene.drawn.activity.iter().any(|activity| activity.work == BATTERY);
                let phrase = if is_running || !scene.own.is_cancelled(scene.shared, View::Edits) {
                    "…"
                } else {
                    "–"
                };
                paint.right(at + self.detail, y, 3, phrase, Role::Dim);
            }
            Some(Err(moot)) => {
                let phrase = paint.pick(moot.text());
                let at = if self.detail >= 4 { at } else { at + self.detail + 1 };
                paint.say(at, y, room, &format!("– {phrase}"), Role::Dim);
            }
            Some(Ok(moved)) => {
                if self.detail >= 4 {
                    paint.say(at, y, self.detail, &moved.detail, Role::Dim);
                }
                self.figures(scene, paint, at + self.detail, y, moved.distance(), moved.is_within(scene.k));
                let is_wide = self.bar >= 15;
                let phrase =
                    paint.pick(if is_wide { ("same features", "特征不变") } else { ("same", "不变") });
                if moved.is_unseen && visible::width(phrase) <= usize::from(self.bar) {
                    paint.say(at + self.detail + FIGURES + 1, y, self.bar, phrase, Role::Dim);
                }
            }
        }
    }

    /// A distance, whether it is within k, and a bar.
    fn figures(&self, scene: Scene<'_>, paint: &mut Paint<'_>, x: u16, y: u16, d: u8, is_within: bool) {
        let role = if is_within { Role::Within } else { Role::Warn };
        paint.right(x, y, 3, &d.to_string(), role);
        paint.say(x + 4, y, 4, paint.pick(if is_within { ("in", "内") } else { ("out", "外") }), role);
        // Half of the bits is as far as chance.
        let half = f64::from(scene.model.recipe.bits.get()) / 2.0;
        let halves = (f64::from(d) / half.max(1.0) * f64::from(2 * self.bar)).round() as u16;
        let halves = halves.min(2 * self.bar).max(u16::from(d > 0 && self.bar > 0));
        let bar = "█".repeat(usize::from(halves / 2)) + if halves % 2 == 1 { "▌" } else { "" };
        paint.say(x + FIGURES + 1, y, self.bar, &bar, role);
    }
}
