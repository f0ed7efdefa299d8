//! The screens: one file each, which draws and never changes anything.

pub mod anatomy;
pub mod beside;
pub mod corpus;
pub mod index;
pub mod lab;
pub mod matrix;
pub mod threshold;

use super::action::Action;
use super::areas::Target;
use super::paint::Paint;
use super::theme::Role;
use ratatui::layout::Rect;

/// Draws the keys to the previous and the next document at the left of a line; answers where they end.
fn step_keys(paint: &mut Paint<'_>, line: Rect) -> u16 {
    let mut x = line.x + 1;
    for (key, action) in [("p", Action::StepDocument(-1)), ("n", Action::StepDocument(1))] {
        paint.say(x, line.y, 1, key, Role::Key);
        paint.areas.push(Rect { x, width: 1, ..line }, Target::Act(action));
        x += 2;
    }
    x
}
