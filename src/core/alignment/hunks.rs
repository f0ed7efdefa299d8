//! Finds the hunks of two texts: the tokens between those of a longest common subsequence.

use super::lists::is_small;
use super::matching::longest;
use super::tokens::{Sort, Tokens};
use super::units::differ_in_case;
use std::ops::Range;

/// A place where two texts differ: a range of tokens in each. One of the ranges may be empty, not both.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Hunk {
    /// Tokens of the first text.
    pub a: Range<u32>,
    /// Tokens of the second.
    pub b: Range<u32>,
}

impl Hunk {
    fn new(a: Range<usize>, b: Range<usize>) -> Self {
        Self { a: a.start as u32..a.end as u32, b: b.start as u32..b.end as u32 }
    }

    fn mirrored(self) -> Self {
        Self { a: self.b, b: self.a }
    }

    /// The number of tokens of the longer side.
    fn longest(&self) -> u32 {
        (self.a.end - self.a.start).max(self.b.end - self.b.start)
    }

    fn is_replacement(&self) -> bool {
        !self.a.is_empty() && !self.b.is_empty()
    }
}

/// The hunks of two texts in their order; the tokens between them are equal. `None` if more than about 2,800 tokens differ. If
/// the texts change places, the hunks are the same, mirrored.
pub fn hunks(a: &Tokens, b: &Tokens) -> Option<Vec<Hunk>> {
    let hashes = |tokens: &Tokens| tokens.all().iter().map(|token| token.hash).collect::<Vec<u64>>();
    let (of_a, of_b) = (hashes(a), hashes(b));
    let mut hunks = if (of_a.len(), &of_a) <= (of_b.len(), &of_b) {
        aligned(a, &of_a, b, &of_b)?
    } else {
        aligned(b, &of_b, a, &of_a)?.into_iter().map(Hunk::mirrored).collect()
    };
    hunks = with_units(hunks, a, b);
    Some(merged(hunks, a))
}

fn aligned(a: &Tokens, of_a: &[u64], b: &Tokens, of_b: &[u64]) -> Option<Vec<Hunk>> {
    let before = of_a.iter().zip(of_b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (&of_a[before..], &of_b[before..]);
    let behind = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (mid_a, mid_b) = (&rest_a[..rest_a.len() - behind], &rest_b[..rest_b.len() - behind]);
    let matches = longest(mid_a, mid_b)?;
    let mut hunks = Vec::new();
    let (mut x, mut y) = (before, before);
    let end = (before + mid_a.len(), before + mid_b.len());
    for (p, q) in matches.into_iter().map(|(p, q)| (p + before, q + before)).chain([end]) {
        if (x, y) != (p, q) {
            hunks.push(Hunk::new(x..p, y..q));
        }
        (x, y) = (p + 1, q + 1);
    }
    slide(&mut hunks, a, b);
    Some(hunks)
}

/// Moves an insertion that fits in several places to the most readable one: it begins with a word, best after a sign.
fn slide(hunks: &mut [Hunk], a: &Tokens, b: &Tokens) {
    for at in 0..hunks.len() {
        if hunks[at].is_replacement() {
            continue;
        }
        // At least one equal token stays on either side, so hunks never touch.
        let is_of_a = !hunks[at].a.is_empty();
        let side = |hunk: &Hunk| if is_of_a { hunk.a.clone() } else { hunk.b.clone() };
        let tokens = if is_of_a { a } else { b };
        let range = side(&hunks[at]);
        let low = at.checked_sub(1).map_or(0, |before| side(&hunks[before]).end + 1);
        let high = hunks.get(at + 1).map_or(tokens.len() as u32, |next| side(next).start.saturating_sub(1));
        let hash = |at: u32| tokens.token(at as usize).hash;
        let len = range.end - range.start;
        let mut places = vec![range.start];
        let mut start = range.start;
        while start > low && hash(start - 1) == hash(start + len - 1) {
            start -= 1;
            places.push(start);
        }
        start = range.start;
        while start + len < high && hash(start) == hash(start + len) {
            start += 1;
            places.push(start);
        }
        let best = places.into_iter().max_by_key(|&start| (fitness(tokens, start, start + len), start));
        let Some(best) = best else { continue };
        let by = i64::from(best) - i64::from(range.start);
        let moved = |at: u32| (i64::from(at) + by) as u32;
        let hunk = &mut hunks[at];
        hunk.a = moved(hunk.a.start)..moved(hunk.a.end);
        hunk.b = moved(hunk.b.start)..moved(hunk.b.end);
    }
}

/// How well a range of tokens reads as one piece; more is better.
fn fitness(tokens: &Tokens, start: u32, end: u32) -> u32 {
    let is_mark = |at: u32| tokens.token(at as usize).sort == Sort::Mark;
    let is_end = |at: u32| matches!(tokens.raw(at as usize), "." | "!" | "?" | "。" | ";" | ":");
    let begins_with_word = !is_mark(start);
    let before_ends = start == 0 || is_end(start - 1);
    let ends = is_end(end - 1);
    4 * u32::from(before_ends && ends)
        + 2 * u32::from(begins_with_word)
        + u32::from(start == 0 || is_mark(start - 1))
}

/// Adds a hunk for each pair of equal tokens that are different units by their case: 2 MW, 2 mW.
fn with_units(hunks: Vec<Hunk>, a: &Tokens, b: &Tokens) -> Vec<Hunk> {
    let mut with = Vec::with_capacity(hunks.len());
    let (mut x, mut y) = (0, 0);
    let ends = Hunk::new(a.len()..a.len(), b.len()..b.len());
    let mut is_after_number = false;
    for hunk in hunks.iter().chain([&ends]) {
        while x < hunk.a.start as usize {
            let is_number = a.token(x).sort == Sort::Number;
            if (is_number || is_after_number) && differ_in_case(a.raw(x), b.raw(y)) {
                with.push(Hunk::new(x..x + 1, y..y + 1));
            }
            is_after_number = is_number;
            (x, y) = (x + 1, y + 1);
        }
        let is_number =
            |tokens: &Tokens, end: u32| end > 0 && tokens.token(end as usize - 1).sort == Sort::Number;
        is_after_number = is_number(a, hunk.a.end) && is_number(b, hunk.b.end);
        (x, y) = (hunk.a.end as usize, hunk.b.end as usize);
        with.push(hunk.clone());
    }
    with.pop();
    with
}

/// Merges neighbouring hunks if little is between them: one or two small words between long hunks, or one sign between
/// replacements.
fn merged(hunks: Vec<Hunk>, a: &Tokens) -> Vec<Hunk> {
    let mut merged: Vec<Hunk> = Vec::with_capacity(hunks.len());
    for hunk in hunks {
        if let Some(last) = merged.last_mut() {
            let gap = last.a.end as usize..hunk.a.start as usize;
            let together = last.longest() + hunk.longest();
            let len = gap.len();
            let words = gap.clone().filter(|&at| a.token(at).sort != Sort::Mark);
            // A gap that joins has two words at most. Longer gaps are not counted.
            let count = if len > 8 { usize::MAX } else { words.clone().count() };
            let joins = match count {
                0 => len <= 1 && last.is_replacement() && hunk.is_replacement() && together >= 4,
                1 | 2 => together as usize >= 4 * count + 2 && words.clone().all(|at| is_small(&a.lower(at))),
                _ => false,
            };
            if joins {
                (last.a.end, last.b.end) = (hunk.a.end, hunk.b.end);
                continue;
            }
        }
        merged.push(hunk);
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(a: &str, b: &str, expected: &str) {
        let (of_a, of_b) = (Tokens::new(a), Tokens::new(b));
        let side = |tokens: &Tokens, range: &Range<u32>| {
            (range.start..range.end)
                .map(|at| tokens.raw(at as usize).to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        let found = hunks(&of_a, &of_b).unwrap();
        let shown: Vec<String> =
            found.iter().map(|hunk| format!("{}/{}", side(&of_a, &hunk.a), side(&of_b, &hunk.b))).collect();
        assert_eq!(shown.join("|"), expected, "{a:?} against {b:?}");
        let back: Vec<Hunk> = hunks(&of_b, &of_a).unwrap().into_iter().map(Hunk::mirrored).collect();
        assert_eq!(back, found);
    }

    #[test]
    fn hunks_are_what_two_texts_do_not_share() {
        check("a very good b", "a good b", "very/");
        check("same", "same", "");
        check("", "a b", "/a b");
        check("one two three", "four five six", "one two three/four five six");
        check("grant access to Bob", "revoke access to Ann", "grant/revoke|Bob/Ann");
        check("SAME case", "same CASE", "");
        check("in 7:10, 8:20, 9:30", "in 7:10, 9:30", "8:20 ,/");
        check("Boats sail. Dogs bark. Cats mew.", "Boats sail. Cats mew.", "Dogs bark ./");
        check("it is 2 MW, 3 Mb", "it is 2 mW, 3 MB", "MW/mW|Mb/MB");
        check("it is 2MW", "it is 2mW", "2MW/2mW");
        check("at 5 AM", "at 5 am", "");
    }

    #[test]
    fn neighbours_with_little_between_are_one() {
        check("u v w the x y z", "p q r the s t o", "u v w the x y z/p q r the s t o");
        check("u the x", "p the s", "u/p|x/s");
        check("u v, x y", "p q, s t", "u v , x y/p q , s t");
    }

    #[test]
    fn texts_that_share_too_little_have_no_hunks() {
        let text = |by: u64| (0..9000).map(|at| format!("w{} ", (at * by) % 9001)).collect::<String>();
        assert_eq!(hunks(&Tokens::new(&text(1)), &Tokens::new(&text(4567))), None);
    }

    #[test]
    fn equal_parts_and_hunks_rebuild_both_texts_and_the_subsequence_is_longest() {
        let mut state = 7_u64;
        let mut draw = |n: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        for _ in 0..3000 {
            let words = ["a", "b", "the", ",", "5", "MW", "不", "."];
            let mut text =
                || (0..draw(14)).map(|_| words[draw(8) as usize].to_owned() + " ").collect::<String>();
            let (a, b) = (text(), text());
            let (a, b) = (Tokens::new(&a), Tokens::new(&b));
            let of = |tokens: &Tokens| tokens.all().iter().map(|token| token.hash).collect::<Vec<u64>>();
            let (of_a, of_b) = (of(&a), of(&b));
            assert_eq!(longest(&of_a, &of_b).unwrap().len(), length(&of_a, &of_b));
            let found = hunks(&a, &b).unwrap();
            let (mut x, mut y) = (0, 0);
            for hunk in found.iter().chain([&Hunk::new(a.len()..a.len(), b.len()..b.len())]) {
                let (to_x, to_y) = (hunk.a.start as usize, hunk.b.start as usize);
                assert_eq!(of_a[x..to_x], of_b[y..to_y]);
                (x, y) = (hunk.a.end as usize, hunk.b.end as usize);
            }
            let back: Vec<Hunk> = hunks(&b, &a).unwrap().into_iter().map(Hunk::mirrored).collect();
            assert_eq!(back, found);
        }
    }

    fn length(a: &[u64], b: &[u64]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for x in a {
            let mut corner = 0;
            for (at, y) in b.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if x == y { corner + 1 } else { row[at + 1].max(row[at]) };
                corner = above;
            }
        }
        row[b.len()]
    }
}
