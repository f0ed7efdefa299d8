//! Pieces of a line about one document.

use crate::action::Action;
use crate::surface::{Paint, Role, Target};
use crate::widgets::prose;
use ratatui::layout::Rect;

/// Draws the keys to the previous and the next document at the left of a line. Returns where they end.
pub fn step_keys(paint: &mut Paint<'_>, line: Rect) -> u16 {
    let mut x = line.x + 1;
    for (key, action) in [("N", Action::StepDocument(-1)), ("n", Action::StepDocument(1))] {
        paint.say(x, line.y, 1, key, Role::Key);
        paint.areas.push(Rect { x, width: 1, ..line }, Target::Act(action));
        x += 2;
    }
    x
}

/// Writes running text in lines, as far as they have room. Returns the lines used.
pub fn running(paint: &mut Paint<'_>, area: Rect, text: &str, role: Role) -> u16 {
    let shown = paint.shown(text).into_owned();
    let lines = prose::lines(&shown, area.width.into()).take(area.height.into());
    let mut y = area.y;
    for line in lines {
        let line: String = line.iter().map(|&(_, c)| c).collect();
        paint.say(area.x, y, area.width, &line, role);
        y += 1;
    }
    y - area.y
}

/// How a text begins, on one line.
pub fn beginning(text: &str, columns: u16) -> String {
    let columns = usize::from(columns);
    // White space may be any part of it; a line has room for that much.
    let start: String = text.chars().take(4 * columns).collect();
    start.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(columns).collect()
}

/// A term as it is shown: an empty one (some programs keep them) is a pair of quotes.
pub fn term_text(term: &str) -> (&str, Role) {
    if term.is_empty() { ("\"\"", Role::Dim) } else { (term, Role::Text) }
}
