//! Pieces that several screens draw: they know data, never the app.

pub mod bits;
pub mod blocks;
pub mod chart;
pub mod hits;
pub mod list;
pub mod marked;
pub mod plot;
pub use simscope_core::prose;
pub mod table;
