//! What a mistyped word meant.

mod near;

pub use near::nearest;
