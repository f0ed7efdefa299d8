//! The widths that a recipe can have.

use super::Bits;
use std::fmt;

/// Widths that a recipe can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Widths {
    /// Only these.
    These(&'static [u8]),
    /// From 1 up to this.
    UpTo(u8),
}

impl Widths {
    /// Whether that width is one of them.
    pub fn allow(self, bits: Bits) -> bool {
        match self {
            Self::These(widths) => widths.contains(&bits.get()),
            Self::UpTo(widest) => bits.get() <= widest,
        }
    }
}

impl fmt::Display for Widths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UpTo(widest) => write!(f, "1 to {widest}"),
            Self::These(widths) => {
                for (i, width) in widths.iter().enumerate() {
                    write!(f, "{}{width}", if i > 0 { " or " } else { "" })?;
                }
                Ok(())
            }
        }
    }
}
