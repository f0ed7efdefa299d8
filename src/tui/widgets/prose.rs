//! Running text in lines of a given width, with the place in the original kept for every character.

use crate::visible;
use std::ops::Range;

/// One line: the characters shown, each with its byte offset in the original text.
pub type Line = Vec<(usize, char)>;

/// Breaks a text into lines of at most `columns`; at line ends, and wherever the width is used up.
/// Lazy: only the lines asked for are made. Nothing wider than `columns` is ever in a line.
pub fn lines(text: &str, columns: usize) -> impl Iterator<Item = Line> + '_ {
    let mut chars = visible::chars(text).peekable();
    let columns = columns.max(2);
    std::iter::from_fn(move || {
        chars.peek()?;
        let mut line = Line::new();
        let mut used = 0;
        while let Some(&(offset, shown)) = chars.peek() {
            let is_break = text.as_bytes().get(offset).is_some_and(|&byte| byte == b'\n');
            if is_break {
                chars.next();
                break;
            }
            let width = char_width(shown);
            if used + width > columns {
                break;
            }
            used += width;
            line.push((offset, shown));
            chars.next();
        }
        Some(line)
    })
}

fn char_width(shown: char) -> usize {
    visible::width(shown.encode_utf8(&mut [0; 4]))
}

/// The characters of a line as runs of one kind: inside one of the sorted, disjoint `spans`, or outside.
pub fn runs(line: &Line, spans: &[Range<usize>]) -> Vec<(String, bool)> {
    let mut out: Vec<(String, bool)> = Vec::new();
    for &(offset, shown) in line {
        let next = spans.partition_point(|span| span.end <= offset);
        let is_inside = spans.get(next).is_some_and(|span| span.start <= offset);
        match out.last_mut() {
            Some((run, inside)) if *inside == is_inside => run.push(shown),
            _ => out.push((shown.to_string(), is_inside)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shown(line: &Line) -> String {
        line.iter().map(|&(_, c)| c).collect()
    }

    #[test]
    fn wide_characters_are_never_cut_in_half() {
        let all: Vec<String> = lines("近重复检测", 5).map(|line| shown(&line)).collect();
        assert_eq!(all, ["近重", "复检", "测"]);
    }

    #[test]
    fn highlighted_spans_are_those_of_the_original_text() {
        let text = "a\u{1b}bc";
        let line = lines(text, 10).next().unwrap();
        assert_eq!(
            runs(&line, &[2..3]),
            [("a␛".into(), false), ("b".into(), true), ("c".into(), false)]
        );
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_asked(text in "\\PC{0,60}", columns in 2usize..20) {
            for line in lines(&text, columns) {
                prop_assert!(line.iter().map(|&(_, c)| char_width(c)).sum::<usize>() <= columns);
            }
        }
    }
}
