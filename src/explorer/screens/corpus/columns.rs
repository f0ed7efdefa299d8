//! The columns of the table that were asked for.

use super::keys::Column;
use super::view::column_name;
use crate::widgets::table;
use ratatui::layout::Rect;

impl Column {
    /// A column by its name in English, which `--columns` has.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|column| *column != Self::Input && column_name(*column).0 == name)
    }
}

/// These columns, as many of them as there is room for; a signature has that many digits.
pub(super) fn chosen(inner: Rect, digits: u16, wanted: &[Column]) -> Vec<table::Column<Column>> {
    /// Of the text: what is left, but never less.
    const LEAST: u16 = 8;
    let mut columns: Vec<table::Column<Column>> = Vec::new();
    for &column in wanted {
        let (width, is_number) = match column {
            Column::Id => ((inner.width / 6).clamp(10, 24), false),
            Column::Text | Column::Input => (LEAST, false),
            Column::Length => (10, true),
            Column::Features => (8, true),
            Column::Signature => (digits.max(9), false),
            Column::Nearest => (if inner.width < 110 { 8 } else { 20 }, false),
            Column::Group => (11, false),
        };
        let next = table::Column { what: column, name: column_name(column), width, gives_way: 0, is_number };
        if table::taken(&columns) + width + 3 > inner.width {
            break;
        }
        columns.push(next);
    }
    let rest = inner.width.saturating_sub(3 + table::taken(&columns));
    if let Some(text) = columns.iter_mut().find(|column| column.what == Column::Text) {
        text.width += rest;
    }
    columns
}
