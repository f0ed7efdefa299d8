//! Mouse → action: a pure function of the areas that were drawn, the event, and what is being dragged.

use crate::surface::action::{Action, Pane, Pointer, Towards};
use crate::surface::areas::{Areas, Target};
use crate::surface::axis::Axis;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use std::time::{Duration, Instant};

/// What the pressed button holds.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Held {
    Slider {
        track: Rect,
        last: u8,
    },
    /// The column of the press over a row, until the mouse leaves it.
    Axis(Axis, Option<u16>),
    /// `last` is where the mouse was at the last event.
    Plane {
        pane: Pane,
        area: Rect,
        last: (u16, u16),
    },
}

/// The mouse between two events.
#[derive(Debug, Clone, Default)]
pub struct Mouse {
    held: Option<Held>,
    last_click: Option<(Pane, usize, Instant)>,
}

/// Two clicks within this time open a row.
const DOUBLE_CLICK: Duration = Duration::from_millis(400);

impl Mouse {
    /// The action of an event, if it has one.
    pub fn action(&mut self, areas: &Areas, event: MouseEvent, now: Instant) -> Option<Action> {
        let (column, row) = (event.column, event.row);
        match event.kind {
            MouseEventKind::Down(MouseButton::Left) => self.press(areas, column, row, now),
            MouseEventKind::Down(MouseButton::Right) => {
                self.last_click = None;
                let pressed = self.press(areas, column, row, now);
                self.held = None;
                // What is no place to be at, such as a key at the foot or the slider, has no menu.
                match pressed? {
                    Action::SelectRow(Pane::Overlay | Pane::Parts, _)
                    | Action::Focus(Pane::Overlay | Pane::Parts | Pane::Lesson) => None,
                    action @ (Action::SelectRow(..)
                    | Action::Focus(_)
                    | Action::SetBit(_)
                    | Action::Point(..)) => Some(action),
                    _ => None,
                }
            }
            MouseEventKind::Drag(MouseButton::Left) => self.drag(column, row),
            MouseEventKind::Up(MouseButton::Left) => self.held.take().map(|_| Action::Drop),
            MouseEventKind::ScrollUp => wheel(areas.at(column, row)?, column, row, -1),
            MouseEventKind::ScrollDown => wheel(areas.at(column, row)?, column, row, 1),
            _ => None,
        }
    }

    fn press(&mut self, areas: &Areas, column: u16, row: u16, now: Instant) -> Option<Action> {
        let (area, hit) = areas.at(column, row)?;
        match hit {
            Target::Act(action) => Some(action),
            Target::Pane(pane) => Some(Action::Focus(pane)),
            Target::Slider { last } => {
                self.held = Some(Held::Slider { track: area, last });
                Some(Action::DragK(step_at(area, last, column)))
            }
            Target::Axis(axis) => {
                self.held = Some(Held::Axis(axis, None));
                Some(Action::DragK(axis.distance_at(column)))
            }
            Target::Rows { pane, first, rows } => {
                self.held = areas.axis_at(column, row).map(|axis| Held::Axis(axis, Some(column)));
                let index = first + usize::from(row - area.y);
                if index >= rows {
                    return Some(Action::Focus(pane));
                }
                let is_double = self.last_click.is_some_and(|(p, i, at)| {
                    p == pane && i == index && now.duration_since(at) < DOUBLE_CLICK
                });
                self.last_click = (!is_double).then_some((pane, index, now));
                Some(if is_double { Action::OpenRow(pane, index) } else { Action::SelectRow(pane, index) })
            }
            Target::Bits { bits, columns, cell } => {
                bit_at(area, bits, columns, cell, column, row).map(Action::SetBit)
            }
            Target::Plane(pane) => {
                self.held = Some(Held::Plane { pane, area, last: (column, row) });
                Some(Action::Point(pane, Pointer::Press { x: column - area.x, y: row - area.y }))
            }
        }
    }

    fn drag(&mut self, column: u16, row: u16) -> Option<Action> {
        match self.held? {
            Held::Slider { track, last } => Some(Action::DragK(step_at(track, last, column))),
            Held::Axis(_, Some(pressed)) if pressed == column => None,
            Held::Axis(axis, _) => {
                self.held = Some(Held::Axis(axis, None));
                Some(Action::DragK(axis.distance_at(column).min(axis.last)))
            }
            Held::Plane { pane, area, last } => {
                self.held = Some(Held::Plane { pane, area, last: (column, row) });
                let by = |at: u16, from: u16| at as i16 - from as i16;
                let (x, y) = (by(column, area.x), by(row, area.y));
                let (dx, dy) = (by(column, last.0), by(row, last.1));
                Some(Action::Point(pane, Pointer::Drag { x, y, dx, dy }))
            }
        }
    }
}

/// The stop under a column of a track; columns outside it give its ends.
fn step_at(track: Rect, last: u8, column: u16) -> u8 {
    let span = u32::from(track.width.saturating_sub(1)).max(1);
    let offset = u32::from(column.saturating_sub(track.x)).min(span);
    ((offset * u32::from(last) + span / 2) / span) as u8
}

/// The column of a track at which a stop stands.
pub fn column_of(track: Rect, last: u8, step: u8) -> u16 {
    let span = u32::from(track.width.saturating_sub(1));
    let last = u32::from(last).max(1);
    track.x + ((u32::from(step).min(last) * span + last / 2) / last) as u16
}

fn bit_at(area: Rect, bits: u8, columns: u8, cell: u8, column: u16, row: u16) -> Option<u8> {
    let index = (row - area.y) * u16::from(columns) + (column - area.x) / u16::from(cell.max(1));
    u16::from(bits).checked_sub(index + 1).map(|bit| bit as u8)
}

fn wheel((area, target): (Rect, Target), column: u16, row: u16, by: i8) -> Option<Action> {
    match target {
        Target::Slider { .. } | Target::Axis(_) => Some(Action::StepK(-by)),
        Target::Rows { pane, .. } | Target::Pane(pane) => Some(Action::Scroll(pane, 3 * i16::from(by))),
        Target::Plane(pane) => {
            Some(Action::Point(pane, Pointer::Wheel { x: column - area.x, y: row - area.y, by }))
        }
        Target::Bits { .. } => Some(Action::Move(if by < 0 { Towards::Left } else { Towards::Right })),
        Target::Act(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::action::corpus::Pane as Of;
    use ratatui::crossterm::event::KeyModifiers;

    const DOCUMENTS: Pane = Pane::Corpus(Of::Documents);

    fn event(kind: MouseEventKind, column: u16, row: u16) -> MouseEvent {
        MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }
    }

    const DOWN: MouseEventKind = MouseEventKind::Down(MouseButton::Left);
    const DRAG: MouseEventKind = MouseEventKind::Drag(MouseButton::Left);
    const UP: MouseEventKind = MouseEventKind::Up(MouseButton::Left);

    #[test]
    fn every_k_has_a_column_and_the_column_gives_it_back_when_the_track_is_wide_enough() {
        for bits in [1u8, 8, 16, 64] {
            for width in [u16::from(bits) + 1, 100, 200] {
                let track = Rect::new(7, 1, width.max(u16::from(bits) + 1), 1);
                for k in 0..=bits {
                    assert_eq!(
                        step_at(track, bits, column_of(track, bits, k)),
                        k,
                        "bits {bits} width {width}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_drag_keeps_hold_of_the_slider_outside_its_row_and_past_its_ends() {
        let mut areas = Areas::default();
        areas.push(Rect::new(10, 1, 65, 1), Target::Slider { last: 64 });
        let (mut mouse, now) = (Mouse::default(), Instant::now());
        assert_eq!(mouse.action(&areas, event(DOWN, 13, 1), now), Some(Action::DragK(3)));
        assert_eq!(mouse.action(&areas, event(DRAG, 20, 9), now), Some(Action::DragK(10)));
        assert_eq!(mouse.action(&areas, event(DRAG, 0, 30), now), Some(Action::DragK(0)));
        assert_eq!(mouse.action(&areas, event(DRAG, 119, 0), now), Some(Action::DragK(64)));
        assert_eq!(mouse.action(&areas, event(UP, 119, 0), now), Some(Action::Drop));
        assert_eq!(mouse.action(&areas, event(DRAG, 40, 1), now), None);
    }

    #[test]
    fn a_second_click_on_a_row_opens_it_and_a_slow_one_does_not() {
        let mut areas = Areas::default();
        areas.push(Rect::new(0, 5, 40, 10), Target::Rows { pane: DOCUMENTS, first: 100, rows: 104 });
        let (mut mouse, now) = (Mouse::default(), Instant::now());
        let select = Some(Action::SelectRow(DOCUMENTS, 102));
        assert_eq!(mouse.action(&areas, event(DOWN, 3, 7), now), select);
        assert_eq!(
            mouse.action(&areas, event(DOWN, 3, 7), now + Duration::from_millis(100)),
            Some(Action::OpenRow(DOCUMENTS, 102))
        );
        assert_eq!(mouse.action(&areas, event(DOWN, 3, 7), now + Duration::from_millis(200)), select);
        assert_eq!(mouse.action(&areas, event(DOWN, 3, 7), now + Duration::from_secs(2)), select);
        assert_eq!(mouse.action(&areas, event(DOWN, 3, 9), now), Some(Action::Focus(DOCUMENTS)));
    }

    #[test]
    fn a_click_on_a_bit_gives_its_index_from_the_least_significant() {
        let mut areas = Areas::default();
        areas.push(Rect::new(0, 0, 64, 1), Target::Bits { bits: 64, columns: 64, cell: 1 });
        areas.push(Rect::new(0, 4, 16, 8), Target::Bits { bits: 64, columns: 8, cell: 2 });
        let (mut mouse, now) = (Mouse::default(), Instant::now());
        assert_eq!(mouse.action(&areas, event(DOWN, 0, 0), now), Some(Action::SetBit(63)));
        assert_eq!(mouse.action(&areas, event(DOWN, 63, 0), now), Some(Action::SetBit(0)));
        assert_eq!(mouse.action(&areas, event(DOWN, 3, 5), now), Some(Action::SetBit(54)));
    }

    #[test]
    fn what_an_overlay_covers_cannot_be_clicked() {
        let mut areas = Areas::default();
        areas.push(Rect::new(0, 0, 10, 10), Target::Act(Action::Quit));
        areas.cover();
        assert_eq!(Mouse::default().action(&areas, event(DOWN, 1, 1), Instant::now()), None);
    }
}
