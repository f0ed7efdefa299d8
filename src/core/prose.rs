//! Running text in lines of a given width, with the place in the original kept for every character.

use crate::visible;
use std::collections::VecDeque;
use std::ops::Range;

/// One line: the characters shown, each with its byte offset in the original text.
pub type Line = Vec<(usize, char)>;

/// A space that ends no line.
pub const BOUND: char = '\u{a0}';

/// A sentence with what belongs together bound by spaces that end no line: short operands to their sign (k = 3, 12 %), and
/// the two keys of a sequence (L z).
pub fn unbroken(phrase: &str) -> String {
    let ends = |c: char| matches!(c, ' ' | BOUND) || char_width(c) > 1 || is_closing(c) || is_opening(c);
    let is_sign = |word: &str| matches!(word, "=" | "+" | "−" | "·" | "×" | "÷" | "<" | "≤" | "≥" | "%");
    let bind = |at: usize| {
        let before = phrase[..at].rsplit(ends).next().unwrap_or("");
        let after = phrase[at + 1..].split(ends).next().unwrap_or("");
        let [left, right] = [before, after].map(|word| word.trim_end_matches(['.', ',', ';', ':', '?', '!']));
        let is_short = |word: &str| (1..=OPERAND).contains(&word.chars().count());
        let is_formula = is_sign(left) && left != "%" && is_short(right) || is_sign(right) && is_short(left);
        // A sentence that ends parts its keys from those of the next one.
        let is_key = |word: &str| word.chars().count() == 1;
        is_formula || is_key(before) && is_key(right)
    };
    let bound = phrase.char_indices().map(|(at, c)| if c == ' ' && bind(at) { BOUND } else { c });
    let bound: String = bound.collect();
    ["need k", "需取 k"].into_iter().fold(bound, |phrase, of| phrase.replace(of, &of.replace(' ', "\u{a0}")))
}

/// Characters of an operand that stays beside its sign.
const OPERAND: usize = 8;

/// Where the sentences of a text end, the last of them too: behind the mark, what closes it, and the spaces.
pub fn sentences(text: &str) -> impl DoubleEndedIterator<Item = usize> + '_ {
    let ends = move |(at, c): (usize, char)| {
        let behind =
            text[at + c.len_utf8()..].trim_start_matches(|c| is_closing(c) || matches!(c, ')' | '"'));
        let is_end = match c {
            '.' | '?' | '!' => behind.starts_with(' '),
            _ => matches!(c, '。' | '！' | '？' | '；'),
        };
        let end = text.len() - behind.trim_start_matches(' ').len();
        (is_end || end == text.len()).then_some(end)
    };
    text.char_indices().filter_map(ends)
}

/// Breaks a text into lines of at most `columns`: at line ends, else after the last space of a full line,
/// else (a long word, or a script without spaces) wherever the width is used up.
/// Lazy: only the lines asked for are made. Nothing wider than `columns` is ever in a line.
pub fn lines(text: &str, columns: usize) -> impl Iterator<Item = Line> + '_ {
    let mut chars = visible::chars(text);
    let columns = columns.max(2);
    let mut carried: VecDeque<(usize, char)> = VecDeque::new();
    let mut is_wrapped = false;
    std::iter::from_fn(move || {
        let mut line = Line::new();
        let mut used = 0;
        while let Some((offset, shown)) = carried.pop_front().or_else(|| chars.next()) {
            // Blanks between two lines are not seen at the end of the one, and would indent the other.
            let is_between = is_wrapped && line.is_empty();
            if text.as_bytes().get(offset) == Some(&b'\n') {
                is_wrapped = false;
                if is_between {
                    continue;
                }
                return Some(line);
            }
            if is_between && is_blank(shown) {
                continue;
            }
            let width = char_width(shown);
            if used + width > columns {
                if !is_blank(shown) {
                    carried.push_front((offset, shown));
                    carry_word(&mut line, &mut carried);
                }
                is_wrapped = true;
                return Some(line);
            }
            used += width;
            line.push((offset, shown));
        }
        (!line.is_empty()).then_some(line)
    })
}

/// The same lines as texts.
pub fn wrapped(text: &str, columns: usize) -> impl Iterator<Item = String> + '_ {
    lines(text, columns).map(|line| line.into_iter().map(|(_, c)| c).collect())
}

/// Puts what may not be parted from the next line back from the end of a full line: the start of a word of a script with
/// spaces, or the character before a closing mark. Nothing, where the line has no other place to end.
fn carry_word(line: &mut Line, carried: &mut VecDeque<(usize, char)>) {
    // A line may end beside a space, a hyphen, or a wide character (scripts without spaces).
    let ends = |c: char| c == ' ' || c == '-' || char_width(c) > 1;
    let Some((&(_, last), &(_, next))) = line.last().zip(carried.front()) else { return };
    let is_between = |last, next| !is_closing(next) && !is_opening(last);
    // Hyphens before a word are part of it: `--format`.
    let is_option = |at: usize| {
        line[at].1 == '-' && at.checked_sub(1).is_none_or(|before| !line[before].1.is_alphanumeric())
    };
    let end = line.len() - 1;
    if (ends(last) || ends(next)) && is_between(last, next) && !is_option(end) {
        return;
    }
    let may_end = |&at: &usize| ends(line[at].1) && is_between(line[at].1, line[at + 1].1) && !is_option(at);
    let Some(end) = (0..end).rev().find(may_end) else { return };
    for one in line.drain(end + 1..).rev() {
        carried.push_front(one);
    }
}

fn is_blank(shown: char) -> bool {
    matches!(shown, ' ' | '\u{3000}')
}

/// Whether a mark belongs to the text before it, so no line begins with it.
fn is_closing(c: char) -> bool {
    const MARKS: &str = "，。；：、！？）」』】》〉”’…";
    MARKS.contains(c)
}

/// Whether a mark belongs to the text after it, so no line ends with it.
fn is_opening(c: char) -> bool {
    matches!(c, '（' | '“' | '《' | '〈' | '「' | '『' | '【' | '‘' | '[' | '(')
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
    fn no_line_begins_with_a_closing_mark_where_it_can_be_helped() {
        let check = |text: &str, columns: usize, expected: &[&str]| {
            let all: Vec<String> = lines(text, columns).map(|line| shown(&line)).collect();
            assert_eq!(all, expected, "{text}");
        };
        check("床前明月，疑是地上霜。", 8, &["床前明", "月，疑是", "地上霜。"]);
        check("近重复k=12；再看", 10, &["近重复", "k=12；再看"]);
        check("：：：：：：", 4, &["：：", "：：", "：："]);
        check("one two，three", 7, &["one ", "two，", "three"]);
        check("see --format tsv", 9, &["see ", "--format ", "tsv"]);
        check("a well-known one", 8, &["a well-", "known ", "one"]);
    }

    #[test]
    fn formulas_keys_and_brackets_are_not_parted() {
        let check = |text: &str, columns: usize, expected: &[&str]| {
            let bound = unbroken(text);
            let all: Vec<String> =
                lines(&bound, columns).map(|line| shown(&line).replace(BOUND, " ")).collect();
            assert_eq!(all, expected, "{text}");
        };
        check("take k = 2 here", 8, &["take ", "k = 2 ", "here"]);
        check("press L z, or v x.", 8, &["press ", "L z, or ", "v x."]);
        check("距离 16（☆）", 10, &["距离 ", "16（☆）"]);
        check("屏上（按 L z）", 12, &["屏上（按 ", "L z）"]);
        check("about 12 % of it", 9, &["about ", "12 % of ", "it"]);
        check("a plan, a day", 7, &["a plan,", "a day"]);
    }

    #[test]
    fn sentences_end_behind_their_marks() {
        let parts = |text: &str| -> Vec<String> {
            let mut from = 0;
            sentences(text).map(|to| text[std::mem::replace(&mut from, to)..to].to_owned()).collect()
        };
        assert_eq!(parts("One (1.5). Two? Three"), ["One (1.5). ", "Two? ", "Three"]);
        assert_eq!(parts("（一。）二；三"), ["（一。）", "二；", "三"]);
    }

    #[test]
    fn no_wrapped_line_begins_with_a_blank() {
        let check = |text: &str, columns: usize, expected: &[&str]| {
            let all: Vec<String> = lines(text, columns).map(|line| shown(&line)).collect();
            assert_eq!(all, expected, "{text:?}");
        };
        check("one   two", 3, &["one", "two"]);
        check("one   \n\n  two", 5, &["one  ", "", "  two"]);
        check("one   ", 3, &["one"]);
        check("床前\u{3000}\u{3000}明月", 4, &["床前", "明月"]);
    }

    #[test]
    fn words_are_kept_whole_where_they_fit() {
        let text = "the old railway bridge-over\nAlder 近重复word";
        let all: Vec<String> = lines(text, 10).map(|line| shown(&line)).collect();
        assert_eq!(all, ["the old ", "railway ", "bridge-", "over", "Alder 近重", "复word"]);
    }

    #[test]
    fn highlighted_spans_are_those_of_the_original_text() {
        let text = "a\u{1b}bc";
        let line = lines(text, 10).next().unwrap();
        assert_eq!(
            runs(&line, std::slice::from_ref(&(2..3))),
            [("a␛".into(), false), ("b".into(), true), ("c".into(), false)]
        );
    }

    proptest! {
        #[test]
        fn no_line_is_wider_than_asked(text in "\\PC{0,60}", columns in 2usize..20) {
            // Blanks between two lines are in neither.
            let kept: String = lines(&text, columns).flatten().map(|(_, c)| c).filter(|&c| !is_blank(c)).collect();
            let all: String = visible::chars(&text).map(|(_, c)| c).filter(|&c| !is_blank(c)).collect();
            prop_assert_eq!(kept, all);
            for line in lines(&text, columns) {
                prop_assert!(line.iter().map(|&(_, c)| char_width(c)).sum::<usize>() <= columns);
            }
        }
    }
}
