//! A part of a screen below a thin line, where a frame would take room.

use super::Paint;
use crate::surface::action::Pane;
use crate::surface::areas::Target;
use crate::surface::theme::Role;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};
use simscope_core::visible;

impl Paint<'_> {
    /// A part of a screen below a thin line, in which its title stands. Returns what is below the line.
    pub fn section(&mut self, area: Rect, pane: impl Into<Pane>, title: &str) -> Rect {
        let pane = pane.into();
        self.areas.push(area, Target::Pane(pane));
        self.rule(area, self.focus == Some(pane), title);
        Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
    }

    /// The same with a margin at both sides; `foot` stands at the right of the line, or in the last one if it has no room there.
    pub fn panel(&mut self, area: Rect, pane: impl Into<Pane>, title: &str, foot: &str) -> Rect {
        let pane = pane.into();
        self.areas.push(area, Target::Pane(pane));
        self.part(area, self.focus == Some(pane), title, foot)
    }

    /// A panel that belongs to no pane. A line parts it from what is at its left.
    pub fn part(&mut self, area: Rect, has_keys: bool, title: &str, foot: &str) -> Rect {
        if area.width < 4 || area.height < 2 {
            return Rect { height: 0, ..area };
        }
        let used = self.rule(area, has_keys, title);
        let width = visible::width(&self.shown(foot)) as u16;
        let is_below = width > area.width.saturating_sub(used + 4) && area.height > 2;
        if is_below {
            let foot = self.whole_parts(foot, usize::from(area.width - 2));
            self.say(area.x + 2, area.bottom() - 1, area.width - 3, foot, Role::Dim);
        } else if width > 0 {
            self.right(area.x, area.y, area.width - 1, &format!(" {foot} "), Role::Dim);
        }
        if area.x > self.buffer.area.x {
            let style = self.style(Role::Border);
            let joint = if self.is_upright(area.x, area.y.wrapping_sub(1)) { "├" } else { "┬" };
            self.put(area.x, area.y, joint, style);
            (area.y + 1..area.bottom()).for_each(|y| self.put(area.x, y, "│", style));
        }
        let height = area.height - 1 - u16::from(is_below);
        Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height }
    }

    fn is_upright(&self, x: u16, y: u16) -> bool {
        self.buffer.cell((x, y)).is_some_and(|cell| cell.symbol() == "│")
    }

    /// The line with its title. Returns the columns up to the end of that.
    fn rule(&mut self, area: Rect, has_keys: bool, title: &str) -> u16 {
        if has_keys {
            self.areas.note_focus(area);
        }
        let style = self.style(if has_keys { Role::Focus } else { Role::Border });
        for x in area.left()..area.right() {
            let sign = if self.is_upright(x, area.y.wrapping_sub(1)) { "┴" } else { "─" };
            self.put(x, area.y, sign, style);
        }
        // The second cue besides the colour of the line.
        let title = match (has_keys, title.is_empty()) {
            (true, true) => "▸".to_owned(),
            (true, false) => format!("▸ {title} "),
            (false, true) => String::new(),
            (false, false) => format!(" {title} "),
        };
        self.title(area.x + 1, area.y, area.width.saturating_sub(2), &title) + 1
    }

    /// Writes a title, which does not take the colour of the line that it stands on.
    pub fn title(&mut self, x: u16, y: u16, columns: u16, title: &str) -> u16 {
        let own = self.style(Role::Title);
        let own = own.fg(own.fg.unwrap_or(Color::Reset)).remove_modifier(Modifier::DIM);
        self.text(x, y, columns, title, own)
    }
}
