//! Columns of numbers that give way in their order where there is no room for all.

use crate::tui::surface::lang::Said;
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;

/// A column of right-aligned text.
#[derive(Debug, Clone, Copy)]
pub struct Column<T> {
    /// What it is.
    pub what: T,
    /// Its head.
    pub name: Said,
    /// Its width without the gap before it.
    pub width: u16,
    /// Where there is no room, those with a larger number go first; 0 stays.
    pub gives_way: u8,
}

/// Columns that fit into `room`, each with a gap before it.
pub fn fitting<T: Copy>(columns: &[Column<T>], room: u16) -> Vec<Column<T>> {
    let mut kept = columns.to_vec();
    let taken = |kept: &[Column<T>]| kept.iter().map(|column| column.width + 1).sum::<u16>();
    while taken(&kept) > room {
        let first = kept.iter().map(|column| column.gives_way).max().unwrap_or(0);
        if first == 0 {
            break;
        }
        kept.retain(|column| column.gives_way != first);
    }
    kept
}

/// Draws the heads.
pub fn heads<T>(paint: &mut Paint<'_>, x: u16, y: u16, columns: &[Column<T>]) {
    let mut x = x;
    let style = paint.style(Role::Title);
    for column in columns {
        paint.right(x + 1, y, column.width, paint.pick(column.name), style);
        x += column.width + 1;
    }
}
