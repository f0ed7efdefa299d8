//! How a judged pair came to be judged.

/// How a judged pair came to be judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Selection {
    /// Drawn at random, so it speaks for the others that it was drawn from.
    Drawn,
    /// Chosen by a person. It says nothing about other pairs.
    Chosen,
}
