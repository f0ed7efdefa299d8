//! Words for Ctrl with the arrows, Backspace and Delete, as Unicode cuts them (UAX #29): a Han character is one. The
//! text area takes everything between ASCII punctuation for one word, which is a whole line of Chinese.

use super::{Editor, Typed, Why, offset};
use ratatui_textarea::CursorMove;
use unicode_segmentation::UnicodeSegmentation;

/// Characters looked at: longer words are crossed in several steps.
const REACH: usize = 200;

/// Towards which end of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Back,
    Forward,
}

impl Editor {
    /// Goes over a word and the space before the next, or to the next line.
    pub(super) fn move_over_word(&mut self, side: Side) {
        let characters = match side {
            Side::Back => word_back(&self.line_beside(side)),
            Side::Forward => word_forward(&self.line_beside(side)),
        };
        self.walk(side, characters.max(1));
    }

    /// Deletes a word with the space between it and the cursor, or the end of the line.
    pub(super) fn delete_word(&mut self, side: Side) -> Typed {
        if !self.has_selection() {
            self.area.cancel_selection();
            let characters = match side {
                Side::Back => word_back(&self.line_beside(side)),
                Side::Forward => word_ahead(&self.line_beside(side)),
            };
            self.area.start_selection();
            self.walk(side, characters.max(1));
            if !self.has_selection() {
                self.area.cancel_selection();
                return Typed::Nothing(Why::AtTheEnd);
            }
        }
        self.delete(|area| area.delete_char())
    }

    /// The characters of the line on that side of the cursor, as many as are looked at, each as the first of its piece.
    fn line_beside(&self, side: Side) -> String {
        let cursor = self.area.cursor();
        let line = &self.area.lines()[cursor.0];
        let (before, behind) = line.split_at(offset(line, cursor.1));
        let shape = |c: char| self.disguise.original(c).and_then(|piece| piece.chars().next()).unwrap_or(c);
        match side {
            Side::Forward => behind.chars().take(REACH).map(shape).collect(),
            Side::Back => {
                let start = before.char_indices().nth_back(REACH - 1).map_or(0, |(start, _)| start);
                before[start..].chars().map(shape).collect()
            }
        }
    }

    fn walk(&mut self, side: Side, characters: usize) {
        let towards = if side == Side::Back { CursorMove::Back } else { CursorMove::Forward };
        (0..characters).for_each(|_| self.area.move_cursor(towards));
    }
}

fn is_space(word: &&str) -> bool {
    word.chars().all(char::is_whitespace)
}

fn length<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.map(|word| word.chars().count()).sum()
}

/// Characters from the end back to the start of the last word.
fn word_back(before: &str) -> usize {
    let spaces = length(before.split_word_bounds().rev().take_while(is_space));
    spaces + length(before.split_word_bounds().rev().skip_while(is_space).take(1))
}

/// Characters from the start to the end of the first word.
fn word_ahead(behind: &str) -> usize {
    let spaces = length(behind.split_word_bounds().take_while(is_space));
    spaces + length(behind.split_word_bounds().skip_while(is_space).take(1))
}

/// Characters from the start to the start of the second word.
fn word_forward(behind: &str) -> usize {
    let first = length(behind.split_word_bounds().take(1));
    first + length(behind.split_word_bounds().skip(1).take_while(is_space))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_where_unicode_says() {
        for (before, characters) in
            [("", 0), ("one two", 3), ("one two  ", 5), ("床前明月", 1), ("  ", 2), ("don't", 5), ("a.", 1)]
        {
            assert_eq!(word_back(before), characters, "{before:?}");
        }
        for (behind, ahead, forward) in
            [("", 0, 0), ("two three", 3, 4), ("  two three", 5, 2), ("床前", 1, 1), ("one", 3, 3)]
        {
            assert_eq!((word_ahead(behind), word_forward(behind)), (ahead, forward), "{behind:?}");
        }
    }
}
