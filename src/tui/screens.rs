//! The screens: one file each, which draws and never changes anything.

pub mod anatomy;
pub mod beside;
pub mod corpus;
pub mod matrix;
pub mod threshold;
