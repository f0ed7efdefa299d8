//! The slider of k.

use crate::surface::mouse::column_of;
use crate::surface::{Paint, Role, Target};
use ratatui::layout::Rect;

/// Draws k on a track from 0 to `bits`, which the mouse drags. Dotted beyond `exact`, where groups are not known; letters at the
/// k's of marks.
pub fn slider(
    paint: &mut Paint<'_>,
    track: Rect,
    (bits, k): (u8, u8),
    exact: Option<u8>,
    marks: &[(&str, u8)],
) {
    paint.areas.push(track, Target::Slider { bits });
    let handle = column_of(track, bits, k);
    let exact = exact.map_or(track.right(), |end| column_of(track, bits, end));
    for column in track.left()..track.right() {
        let (symbol, role) = match (column < handle, column <= exact) {
            (true, true) => ("━", Role::Within),
            (false, true) => ("─", Role::Dim),
            (true, false) => ("·", Role::Warn),
            (false, false) => ("·", Role::Dim),
        };
        paint.put(column, track.y, symbol, paint.style(role));
    }
    for &(name, mark) in marks.iter().rev() {
        paint.put(column_of(track, bits, mark), track.y, name, paint.style(Role::Mark));
    }
    paint.put(handle, track.y, "◆", paint.style(Role::Handle));
}
