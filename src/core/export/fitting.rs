//! Widths of the columns of a table on a terminal.

use crate::visible;

/// The widths of the columns on a terminal; 0 for those that are left out. Numbers keep theirs, and texts share what is left;
/// if that is too little, the last texts are left out first, but never the first column.
pub(super) fn fitting(heads: &[&str], rows: &[Vec<String>], is_number: &[bool], width: usize) -> Vec<usize> {
    /// Texts are cut to this at least, and have this between them.
    const LEAST: usize = 10;
    const BETWEEN: usize = 3;
    let cells = |at: usize| rows.iter().map(move |row| visible::width(&row[at]));
    let mut widths: Vec<usize> =
        heads.iter().enumerate().map(|(at, head)| cells(at).fold(visible::width(head), usize::max)).collect();
    let least = |at: usize, natural: usize| if is_number[at] { natural } else { natural.min(LEAST) };
    let room = |widths: &[usize]| {
        let columns = widths.iter().filter(|width| **width > 0).count();
        (width + BETWEEN).saturating_sub(2 + BETWEEN * columns)
    };
    loop {
        let needed: usize = widths.iter().enumerate().map(|(at, &natural)| least(at, natural)).sum();
        let is_there = |at: &usize| widths[*at] > 0;
        let last = |of_numbers: bool| {
            (1..widths.len()).rev().filter(is_there).find(|&at| is_number[at] == of_numbers)
        };
        match last(false).or_else(|| last(true)).filter(|_| needed > room(&widths)) {
            Some(at) => widths[at] = 0,
            None => break,
        }
    }
    // The widest texts are cut first.
    let is_text = |at: usize| !is_number[at];
    let fits = |most: usize| {
        let of = |(at, &natural): (usize, &usize)| if is_text(at) { natural.min(most) } else { natural };
        widths.iter().enumerate().map(of).sum::<usize>() <= room(&widths)
    };
    let most = (LEAST..=width).rev().find(|&most| fits(most)).unwrap_or(LEAST);
    let texts = widths.iter_mut().enumerate().filter(|(at, _)| is_text(*at));
    texts.for_each(|(_, natural)| *natural = (*natural).min(most));
    widths
}
