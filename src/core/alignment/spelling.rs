//! One word in two spellings or two forms.

use super::lists::is_ending;

/// Whether two words have a long common start and differ only in English endings.
pub(crate) fn are_forms(x: &str, y: &str) -> bool {
    let start: usize = x.chars().zip(y.chars()).take_while(|(x, y)| x == y).map(|(c, _)| c.len_utf8()).sum();
    let length = |word: &str| word.chars().count();
    let (common, longest) = (length(&x[..start]), length(x).max(length(y)));
    common >= 4 && 5 * common >= 3 * longest && is_ending(&x[start..]) && is_ending(&y[start..])
}

/// Whether two words of four letters or more are one edit apart; two edits if the longer has eight letters. Swapping two
/// neighbours is one edit.
pub(crate) fn are_near(x: &str, y: &str) -> bool {
    let letters = |word: &str| word.chars().take(65).collect::<Vec<char>>();
    let (x, y) = (letters(x), letters(y));
    let (short, long) = (x.len().min(y.len()), x.len().max(y.len()));
    let most = 1 + usize::from(long >= 8);
    let are_letters = x.iter().chain(&y).all(|c| c.is_alphabetic());
    short >= 4 && long <= 64 && are_letters && long - short <= most && edits(&x, &y) <= most
}

/// The optimal string alignment distance: insertions, deletions, substitutions, and swaps of neighbours.
fn edits(x: &[char], y: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=y.len()).collect();
    for i in 1..=x.len() {
        let mut row = vec![i];
        for j in 1..=y.len() {
            let changed = last[j - 1] + usize::from(x[i - 1] != y[j - 1]);
            let mut least = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && x[i - 1] == y[j - 2] && x[i - 2] == y[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[y.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_one_edit_and_two_in_long_words() {
        for (x, y) in
            [("their", "thier"), ("colour", "color"), ("recieved", "received"), ("seperately", "separatly")]
        {
            assert!(are_near(x, y) && are_near(y, x), "{x} {y}");
        }
        for (x, y) in [("cat", "bat"), ("cats", "dogs"), ("house", "hours"), ("v2ab", "v3ab")] {
            assert!(!are_near(x, y) && !are_near(y, x), "{x} {y}");
        }
    }

    #[test]
    fn forms_share_their_start() {
        for (x, y) in [("walk", "walked"), ("agree", "agreed"), ("city's", "city"), ("carries", "carried")] {
            assert!(are_forms(x, y) && are_forms(y, x), "{x} {y}");
        }
        for (x, y) in [("red", "reds"), ("conform", "confer"), ("grant", "grand")] {
            assert!(!are_forms(x, y), "{x} {y}");
        }
    }
}
