//! The terminal and what is drawn on it: input, keys, mouse, colours, languages, clipboard. Knows neither the corpus nor the
//! screens, but for the names of the panes that can be clicked.

pub mod action;
pub mod areas;
pub mod axis;
pub mod clipboard;
pub mod event;
pub mod ground;
#[cfg(unix)]
pub mod input;
pub mod key;
pub mod keymap;
pub mod lang;
pub mod mouse;
pub mod paint;
pub mod picture;
pub mod pixels;
pub mod program;
pub mod restore;
pub mod sixteen;
pub mod terminal;
pub mod theme;

pub use areas::{Areas, Target};
pub use axis::Axis;
pub use lang::{Lang, Phrase, count_in, counted, grouped_digits, short_bytes, short_count};
pub use paint::Paint;
pub use ratatui::layout::Rect;
pub use theme::{Depth, Role, Theme};
