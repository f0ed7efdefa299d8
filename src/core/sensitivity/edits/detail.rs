//! Short descriptions of what was edited.

use std::borrow::Cow;

/// Characters of a detail at most.
const MOST: usize = 40;
/// Characters on each side of an arrow at most.
const SIDE: usize = 18;
/// Separator of several details.
const BETWEEN: &str = " · ";
/// Details shown at most.
const NAMED: usize = 3;

/// `before → after`.
pub(super) fn change(before: &str, after: &str) -> String {
    format!("{} → {}", cut(before, SIDE), cut(after, SIDE))
}

/// Two texts that were exchanged.
pub(super) fn exchange(first: &str, second: &str) -> String {
    format!("{} ↔ {}", cut(first, SIDE), cut(second, SIDE))
}

/// The first few, then `…`. The separating dot occurs in no word, which a comma may.
pub(super) fn list<S: AsRef<str>>(all: impl IntoIterator<Item = S>) -> String {
    let mut all = all.into_iter();
    let mut named = String::new();
    for item in all.by_ref().take(NAMED) {
        if !named.is_empty() {
            named.push_str(BETWEEN);
        }
        named.push_str(&cut(item.as_ref(), MOST));
    }
    if all.next().is_some() {
        named.push_str(BETWEEN);
        named.push('…');
    }
    cut(&named, MOST).into_owned()
}

/// At most `most` characters; the last one is `…` if something was cut.
pub(super) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.char_indices().nth(most).is_none() {
        Cow::Borrowed(text)
    } else {
        let end = text.char_indices().nth(most - 1).map_or(0, |(end, _)| end);
        Cow::Owned(format!("{}…", &text[..end]))
    }
}

/// Shortens a text to the length of a detail.
pub(super) fn short(text: &str) -> String {
    cut(text, MOST).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_are_short_and_cut_between_characters() {
        assert_eq!(change("city", "coast"), "city → coast");
        assert_eq!(list(["a", "b", "c"]), "a · b · c");
        assert_eq!(list(["a", "b", "c", "d", "e"]), "a · b · c · …");
        assert_eq!(list([""; 0]), "");
        assert_eq!(cut("中文字", 2), "中…");
        assert_eq!(cut("中文", 2), "中文");
        let long = "字".repeat(1000);
        assert_eq!(short(&long).chars().count(), MOST);
        assert_eq!(list([change(&long, &long), change(&long, &long)]).chars().count(), MOST);
    }
}
