//! Words for Ctrl with the arrows, Backspace and Delete, as Unicode cuts them (UAX #29): a Han character is one.

use super::rows::{line_end, line_start};
use super::{Direction, Editor};
use unicode_segmentation::UnicodeSegmentation;

/// Characters looked at: longer words are crossed in several steps.
const REACH: usize = 200;

impl Editor {
    /// The other end of the word in that direction from the cursor, or of the line feed where the line ends there. Space is
    /// crossed to get to the word; forward and `to_next`, instead the space behind it.
    pub(super) fn over_word(&self, direction: Direction, to_next: bool) -> usize {
        let target = match direction {
            Direction::Back => {
                let before = &self.text[line_start(&self.text, self.cursor)..self.cursor];
                let start = before.char_indices().nth_back(REACH - 1).map_or(0, |(start, _)| start);
                self.cursor - word_back(&before[start..])
            }
            Direction::Forward => {
                let behind = &self.text[self.cursor..line_end(&self.text, self.cursor)];
                let end = behind.char_indices().nth(REACH).map_or(behind.len(), |(end, _)| end);
                let measure = if to_next { word_forward } else { word_ahead };
                self.cursor + measure(&behind[..end])
            }
        };
        if target == self.cursor { self.beside(direction) } else { self.boundary(target, direction) }
    }
}

fn is_space(word: &&str) -> bool {
    word.chars().all(char::is_whitespace)
}

fn length<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.map(str::len).sum()
}

/// Bytes from the end back to the start of the last word.
fn word_back(before: &str) -> usize {
    let spaces = length(before.split_word_bounds().rev().take_while(is_space));
    spaces + length(before.split_word_bounds().rev().skip_while(is_space).take(1))
}

/// Bytes from the start to the end of the first word.
fn word_ahead(behind: &str) -> usize {
    let spaces = length(behind.split_word_bounds().take_while(is_space));
    spaces + length(behind.split_word_bounds().skip_while(is_space).take(1))
}

/// Bytes from the start to the start of the second word.
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
            let start = before.len() - word_back(before);
            assert_eq!(before[start..].chars().count(), characters, "{before:?}");
        }
        for (behind, ahead, forward) in
            [("", 0, 0), ("two three", 3, 4), ("  two three", 5, 2), ("床前", 1, 1), ("one", 3, 3)]
        {
            let characters = |bytes: usize| behind[..bytes].chars().count();
            let found = (characters(word_ahead(behind)), characters(word_forward(behind)));
            assert_eq!(found, (ahead, forward), "{behind:?}");
        }
    }
}
