//! Where the rows of a text begin when its lines are wrapped.

use super::clusters::{Cluster, clusters};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// How the lines of a text are wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wrap {
    /// The columns of a row; `usize::MAX` wraps nothing.
    pub columns: usize,
    /// Rows end between words where they can.
    pub at_words: bool,
}

/// The rows of a text. Each begins at the start of a cluster; a line that is empty has one too.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    /// At least one, ascending. A text has at most [`MAX_TEXT`](super::MAX_TEXT) bytes.
    starts: Vec<u32>,
    pub wrap: Wrap,
}

impl Rows {
    pub fn new(text: &str, wrap: Wrap) -> Self {
        let mut starts = Vec::new();
        wrap_lines(text, 0..text.len(), wrap, &mut starts);
        Self { starts, wrap }
    }

    /// Follows a change: `old`, a range of the text before, became `text` bytes.
    pub fn follow(&mut self, text: &str, old: Range<usize>, bytes: usize) {
        let (first, last) = (line_start(text, old.start), line_end(text, old.start + bytes));
        let old_last = last - bytes + old.len();
        let from = self.starts.partition_point(|&start| (start as usize) < first);
        let to = self.starts.partition_point(|&start| start as usize <= old_last);
        for start in &mut self.starts[to..] {
            *start = (*start as usize - old.len() + bytes) as u32;
        }
        let mut starts = Vec::new();
        wrap_lines(text, first..last, self.wrap, &mut starts);
        self.starts.splice(from..to, starts);
    }

    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// The row of a place in the text. Between two rows that is the second.
    pub fn row_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start as usize <= offset) - 1
    }

    /// The bytes of a row, without the line feed.
    pub fn range(&self, text: &str, row: usize) -> Range<usize> {
        let start = self.starts[row] as usize;
        let end = self.starts.get(row + 1).map_or(text.len(), |&next| next as usize);
        let has_line_feed = row + 1 < self.count() && text.as_bytes()[end - 1] == b'\n';
        start..end - usize::from(has_line_feed)
    }

    /// The clusters of a row.
    pub fn clusters<'t>(&self, text: &'t str, row: usize) -> impl Iterator<Item = Cluster> + use<'t> {
        let range = self.range(text, row);
        clusters(text, range.start, range.end)
    }
}

/// The start of the line of an offset.
pub(super) fn line_start(text: &str, offset: usize) -> usize {
    memchr::memrchr(b'\n', &text.as_bytes()[..offset]).map_or(0, |at| at + 1)
}

/// The end of the line of an offset, without the line feed.
pub(super) fn line_end(text: &str, offset: usize) -> usize {
    memchr::memchr(b'\n', &text.as_bytes()[offset..]).map_or(text.len(), |at| offset + at)
}

/// The starts of the rows of whole lines.
fn wrap_lines(text: &str, lines: Range<usize>, wrap: Wrap, starts: &mut Vec<u32>) {
    let mut start = lines.start;
    loop {
        let end = line_end(text, start);
        starts.push(start as u32);
        if wrap.columns < usize::MAX {
            wrap_line(text, start..end, wrap, starts);
        }
        if end >= lines.end {
            return;
        }
        start = end + 1;
    }
}

/// The starts of the rows of a line after the first. Blanks hang at the end of a row, beyond its columns if need be, so that no
/// row but the first begins with one; the cursor behind them stays in the last column.
fn wrap_line(text: &str, line: Range<usize>, wrap: Wrap, starts: &mut Vec<u32>) {
    let words = wrap.at_words.then(|| text[line.clone()].split_word_bound_indices());
    let mut words = words.into_iter().flatten().map(|(at, _)| line.start + at).peekable();
    let mut used = 0;
    // The last word that began on this row, but not at its start, and the columns before it.
    let mut word = None;
    let mut is_inside_word = false;
    for Cluster { start, end, columns } in clusters(text, line.start, line.end) {
        while words.next_if(|&word| word < start).is_some() {}
        if is_blank(&text[start..end]) {
            used += columns;
            continue;
        }
        if words.next_if_eq(&start).is_some() && used > 0 && !is_closing(&text[start..end]) {
            if is_inside_word {
                // A word longer than a row leaves the rest of its last row empty.
                starts.push(start as u32);
                (used, word, is_inside_word) = (0, None, false);
            } else {
                word = Some((start, used));
            }
        }
        if used + columns > wrap.columns
            && let Some((start, before)) = word.take()
        {
            starts.push(start as u32);
            used -= before;
            is_inside_word = false;
        }
        // A cluster wider than a row has one of its own, which is there already at the start of a line.
        if used > 0 && used + columns > wrap.columns {
            starts.push(start as u32);
            (used, is_inside_word) = (0, wrap.at_words);
        }
        used += columns;
    }
}

/// Whether nothing of a cluster is seen.
fn is_blank(cluster: &str) -> bool {
    matches!(cluster, " " | "\u{3000}")
}

/// Whether a mark belongs to the text before it.
fn is_closing(cluster: &str) -> bool {
    const MARKS: &str = ".,;:!?)]}”’»，。；：、！？）」』】》〉…";
    MARKS.contains(cluster)
}

#[cfg(test)]
mod tests {
    use super::super::tests::hostile::HOSTILE;
    use super::*;
    use proptest::prelude::*;
    use simscope_core::visible;

    fn rows(text: &str, columns: usize, at_words: bool) -> Vec<&str> {
        let rows = Rows::new(text, Wrap { columns, at_words });
        (0..rows.count()).map(|row| &text[rows.range(text, row)]).collect()
    }

    #[test]
    fn a_sign_wider_than_a_row_has_one_row() {
        for at_words in [false, true] {
            let rows = Rows::new("字中\n文", Wrap { columns: 1, at_words });
            assert_eq!(rows.starts, [0, 3, 7]);
            assert_eq!((rows.range("字中\n文", 0), rows.range("字中\n文", 1)), (0..3, 3..6));
        }
    }

    #[test]
    fn rows_end_between_words_or_where_they_are_full() {
        for (text, columns, words, anywhere) in [
            ("", 4, &[""][..], &[""][..]),
            ("one two\n", 8, &["one two", ""], &["one two", ""]),
            ("one two", 5, &["one ", "two"], &["one t", "wo"]),
            ("to two. x", 6, &["to ", "two. x"], &["to two", ". x"]),
            ("床前明月，光", 8, &["床前明", "月，光"], &["床前明月", "，光"]),
            ("one two", 3, &["one ", "two"], &["one ", "two"]),
            ("one   two", 3, &["one   ", "two"], &["one   ", "two"]),
            ("  one two", 5, &["  one ", "two"], &["  one ", "two"]),
            ("床前\u{3000}明月", 4, &["床前\u{3000}", "明月"], &["床前\u{3000}", "明月"]),
            ("helloworld x", 4, &["hell", "owor", "ld ", "x"], &["hell", "owor", "ld x"]),
            ("a床前b", 4, &["a床", "前b"], &["a床", "前b"]),
            ("cafe\u{301} no", 4, &["cafe\u{301} ", "no"], &["cafe\u{301} ", "no"]),
        ] {
            assert_eq!(rows(text, columns, true), words, "{text:?}");
            assert_eq!(rows(text, columns, false), anywhere, "{text:?}");
        }
        assert_eq!(rows("one two\nthree", usize::MAX, true), ["one two", "three"]);
    }

    proptest! {
        #[test]
        fn rows_hold_the_whole_text_and_are_never_too_wide(text in HOSTILE, columns in 2_usize..9, at_words: bool) {
            let all = Rows::new(&text, Wrap { columns, at_words });
            let mut end = 0;
            for row in 0..all.count() {
                let range = all.range(&text, row);
                prop_assert!(range.start == end || text[end..range.start] == *"\n");
                prop_assert_eq!(all.row_of(range.start), row);
                let width: usize = all.clusters(&text, row).map(|cluster| cluster.columns).sum();
                let shown = &text[range.clone()];
                prop_assert!(visible::width(shown) <= width);
                let hanging = shown.len() - shown.trim_end_matches([' ', '\u{3000}']).len();
                prop_assert!(width <= columns + 2 * hanging);
                let is_wrapped = range.start > 0 && text.as_bytes()[range.start - 1] != b'\n';
                let first = all.clusters(&text, row).next();
                prop_assert!(!is_wrapped || first.is_none_or(|first| !is_blank(&text[first.start..first.end])));
                end = range.end;
            }
            prop_assert_eq!(end, text.len());
        }

        #[test]
        fn rows_follow_a_change_as_if_wrapped_anew(
            text in HOSTILE, with in HOSTILE, from: prop::sample::Index, to: prop::sample::Index, columns in 2_usize..9, at_words: bool,
        ) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let (from, to) = (*from.get(&places), *to.get(&places));
            let old = from.min(to)..from.max(to);
            let wrap = Wrap { columns, at_words };
            let mut rows = Rows::new(&text, wrap);
            let mut text = text;
            text.replace_range(old.clone(), &with);
            rows.follow(&text, old, with.len());
            prop_assert_eq!(rows.starts, Rows::new(&text, wrap).starts);
        }
    }
}
