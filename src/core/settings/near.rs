//! What was most likely meant by a mistyped word.

use rapidfuzz::distance::jaro_winkler;

/// Similarity from which a word is taken for a mistyped other one, as Jaro–Winkler (Winkler 1990) has it.
const NEAR: f64 = 0.85;

/// The name that is most like this word; `None` if none is like it.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::settings::nearest;
/// assert_eq!(nearest("pair", ["groups", "pairs"]), Some("pairs"));
/// assert_eq!(nearest("titles", ["groups", "pairs"]), None);
/// ```
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word: Vec<char> = word.to_lowercase().chars().collect();
    let like = |name: &str| jaro_winkler::similarity(word.iter().copied(), name.chars());
    let near = names.into_iter().map(|name| (name, like(name))).filter(|(_, like)| *like >= NEAR);
    near.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(name, _)| name)
}
