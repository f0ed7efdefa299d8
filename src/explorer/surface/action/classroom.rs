//! What can be done in a lesson.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Which lessons there are.
    List,
    /// Take this one of them, and then those after it, or those of this path.
    Take(u8, Option<u8>),
    /// Back to the corpus from before.
    Leave,
    /// Type a text of one's own.
    Type,
    /// The next part of the page or the next page (1), the one before (−1).
    Turn(i8),
    /// Answer the question.
    Answer,
    /// Write what was answered to a file.
    Write,
    /// Page and screen, the page alone, the screen alone.
    Fold,
}
