//! Rows: a feature a line, with a chosen weight and a chosen hash.

use std::ops::Range;

use xxhash_rust::xxh3;

/// A feature as a line of text: `term ×weight #hash`, as `meeting ×2 #011001`.
///
/// The weight is a positive decimal after `×` or `*`, added up as it is written; without one it is 1. The hash is binary digits
/// after `#`, the most significant first; without one the term is hashed by XXH3. The text before them is the term, including
/// spaces. A line of any other form is a term, so that every text has rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row<'t> {
    /// The term.
    pub term: &'t str,
    /// What the term adds to or takes from each sum.
    pub weight: f64,
    /// The hash, if the row has one.
    pub hash: Option<u128>,
}

/// The largest weight of a row: up to it all whole numbers are exact.
pub const LARGEST_WEIGHT: f64 = (1_u64 << 53) as f64;

impl<'t> Row<'t> {
    /// The row of a line.
    pub fn parse(line: &'t str) -> Self {
        let (mut term, mut weight, mut hash) = (line.trim(), None, None);
        while let Some((before, last)) = term.rsplit_once(char::is_whitespace) {
            match (weight_of(last), hash_of(last)) {
                (Some(found), _) if weight.is_none() => weight = Some(found),
                (_, Some(found)) if hash.is_none() => hash = Some(found),
                _ => break,
            }
            term = before.trim_end();
        }
        Self { term, weight: weight.unwrap_or(1.0), hash }
    }

    /// The hash of the row: what it says, otherwise the XXH3 of its term.
    pub(super) fn hash_64(&self) -> u64 {
        self.hash.map_or_else(|| xxh3::xxh3_64(self.term.as_bytes()), |hash| hash as u64)
    }

    /// The same in 128 bits.
    pub(super) fn hash_128(&self) -> u128 {
        self.hash.unwrap_or_else(|| xxh3::xxh3_128(self.term.as_bytes()))
    }
}

fn weight_of(word: &str) -> Option<f64> {
    let number = word.strip_prefix(['×', '*'])?;
    // `parse` would also take a sign, "inf" and "nan".
    let is_plain = number.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    number.parse().ok().filter(|&weight| is_plain && weight > 0.0 && weight <= LARGEST_WEIGHT)
}

fn hash_of(word: &str) -> Option<u128> {
    let digits = word.strip_prefix('#').filter(|digits| digits.bytes().all(|b| matches!(b, b'0' | b'1')))?;
    u128::from_str_radix(digits, 2).ok().filter(|_| digits.len() <= 128)
}

/// Calls `row` with every line that is not empty, without the white space at its ends.
pub(super) fn each(text: &str, mut row: impl FnMut(&str, Range<usize>)) {
    let mut at = 0;
    for line in text.split('\n') {
        let trimmed = line.trim();
        if !trimmed.is_empty() {
            let start = at + (line.len() - line.trim_start().len());
            row(trimmed, start..start + trimmed.len());
        }
        at += line.len() + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(line: &str, term: &str, weight: f64, hash: Option<u128>) {
        assert_eq!(Row::parse(line), Row { term, weight, hash }, "{line:?}");
    }

    #[test]
    fn weight_and_hash_stand_at_the_end_in_any_order() {
        check("meeting ×2 #011001", "meeting", 2.0, Some(0b011001));
        check("  new  york #1 *0.5 ", "new  york", 0.5, Some(1));
        check("星 ×3", "星", 3.0, None);
        check("a", "a", 1.0, None);
        check("", "", 1.0, None);
    }

    #[test]
    fn what_is_no_weight_and_no_hash_is_the_term() {
        for line in ["a ×-1", "a ×0", "a ×inf", "a ×", "a #", "a #012", "#01", "×2", "a ×+2", "a ×1e300"]
        {
            check(line, line, 1.0, None);
        }
        // Only the last of each counts.
        check("a ×2 ×3", "a ×2", 3.0, None);
        let long = format!("a #{}", "1".repeat(129));
        check(&long, &long, 1.0, None);
    }

    #[test]
    fn a_row_without_a_hash_has_that_of_its_term() {
        let row = Row::parse("cat ×7");
        assert_eq!((row.hash_64(), row.hash_128()), (xxh3::xxh3_64(b"cat"), xxh3::xxh3_128(b"cat")));
    }

    proptest! {
        #[test]
        fn rows_are_the_lines_with_something_in_them(text in "[a ×#01\r\t\u{3000}\n]{0,60}") {
            let mut found = Vec::new();
            each(&text, |row, span| {
                assert_eq!(row, &text[span]);
                found.push(row.to_owned());
            });
            let lines = text.split('\n').map(str::trim).filter(|line| !line.is_empty());
            prop_assert_eq!(found, lines.collect::<Vec<_>>());
        }
    }
}
