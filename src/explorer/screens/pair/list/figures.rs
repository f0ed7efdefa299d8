//! A row about an edit of A: its name, its details, how far it moves A, and whether that is within k.

use crate::screens::pair::{Scene, at_most};
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::bits;
use simscope_core::visible;

/// Where the columns stand.
pub(super) struct Figures {
    /// Columns of the name.
    pub name: u16,
    /// The width of the details, in columns.
    pub detail: u16,
    /// Columns of the bar.
    pub bar: u16,
}

/// Columns of names, details and bars from which on there is enough for all of them.
const WIDE: u16 = 70;
/// Columns of the mark of the selected row.
pub(super) const MARK: u16 = 2;
/// Columns of the distance and of the verdict, with a gap before each.
pub(super) const FIGURES: u16 = 8;

impl Figures {
    /// For names of which the longest has that many columns.
    pub fn of_names(width: u16, longest: u16) -> Self {
        let room = width.saturating_sub(MARK + FIGURES + 1);
        let name = longest.min(room.saturating_sub(if room > 30 { 14 } else { 6 })).min(if room > WIDE {
            32
        } else {
            23
        });
        let bar = (room - name).saturating_sub(1).min(if room > WIDE { 16 } else { 8 });
        Self { name, bar, detail: (room - name - bar).saturating_sub(2) }
    }

    /// For a number behind a name.
    pub fn of_numbers(width: u16) -> Self {
        let room = width.saturating_sub(MARK + FIGURES + 1);
        let bar = (room / 3).min(if room > WIDE { 16 } else { 8 });
        let detail = 7.min(room - bar);
        Self { name: (room - bar - detail).saturating_sub(1), bar, detail }
    }

    /// The head of the name, and those of the distance and the bar.
    pub fn heads(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, name: Phrase, is_sorted: bool) {
        paint.say(line.x + MARK, line.y, self.name, paint.pick(name), Role::Title);
        let (at, y) = (self.detail_at(line) + self.detail, line.y);
        paint.right(at, y, 3, if is_sorted { "d▾" } else { "d" }, Role::Title);
        let within = format!("{}{}", at_most(scene.theme), scene.k);
        // In ASCII a k of three digits begins where the gap is.
        let columns = (visible::width(&within) as u16).max(4);
        paint.say(at + 8 - columns, y, columns, &within, Role::Title);
        paint.say(at + FIGURES + 1, y, self.bar, paint.pick(("flipped", "翻转")), Role::Title);
    }

    /// The column where the details begin.
    pub fn detail_at(&self, line: Rect) -> u16 {
        line.x + MARK + self.name + 1
    }

    /// A distance, whether it is within k, and a bar.
    pub fn draw(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, (d, is_within): (u8, bool)) {
        let (x, y) = (self.detail_at(line) + self.detail, line.y);
        let role = if is_within { Role::Within } else { Role::Warn };
        paint.right(x, y, 3, &d.to_string(), role);
        paint.say(x + 4, y, 4, paint.pick(if is_within { ("in", "内") } else { ("out", "外") }), role);
        // Half of the bits is as far as chance.
        let half = f64::from(scene.model.recipe.bits.get()) / 2.0;
        let bar = Rect { x: x + FIGURES + 1, y, width: self.bar, height: 1 };
        bits::bar_of(paint, bar, f64::from(d) / half.max(1.0), role);
    }
}
