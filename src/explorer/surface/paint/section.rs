//! A part of a screen below a thin line, where a frame would take room.

use super::Paint;
use crate::surface::action::Pane;
use crate::surface::areas::Target;
use crate::surface::theme::Role;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

impl Paint<'_> {
    /// A part of a screen below a thin line, in which its title stands. Returns what is below the line.
    pub fn section(&mut self, area: Rect, pane: impl Into<Pane>, title: &str) -> Rect {
        let pane = pane.into();
        self.areas.push(area, Target::Pane(pane));
        let has_keys = self.focus == Some(pane);
        if has_keys {
            self.areas.note_focus(area);
        }
        let style = self.style(if has_keys { Role::Focus } else { Role::Border });
        (area.left()..area.right()).for_each(|x| self.put(x, area.y, "─", style));
        let title = match (has_keys, title.is_empty()) {
            (true, true) => "▸".to_owned(),
            (true, false) => format!("▸ {title} "),
            (false, true) => String::new(),
            (false, false) => format!(" {title} "),
        };
        let own = self.style(Role::Title);
        let own = own.fg(own.fg.unwrap_or(Color::Reset)).remove_modifier(Modifier::DIM);
        self.text(area.x + 1, area.y, area.width.saturating_sub(2), &title, own);
        Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area }
    }
}
