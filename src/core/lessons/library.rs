//! The lessons that are part of the program.

use super::{BadLesson, Lesson};
use crate::settings::nearest;
use std::path::Path;

/// Their files, in the order in which they are taught.
const FILES: &[(&str, &str)] = &[
    ("words.toml", include_str!("pages/words.toml")),
    ("distance.toml", include_str!("pages/distance.toml")),
    ("geometry.toml", include_str!("pages/geometry.toml")),
    ("ties.toml", include_str!("pages/ties.toml")),
    ("threshold.toml", include_str!("pages/threshold.toml")),
    ("blocks.toml", include_str!("pages/blocks.toml")),
    ("tables.toml", include_str!("pages/tables.toml")),
    ("short-texts.toml", include_str!("pages/short-texts.toml")),
    ("methods.toml", include_str!("pages/methods.toml")),
    ("two-ways.toml", include_str!("pages/two-ways.toml")),
    ("traps.toml", include_str!("pages/traps.toml")),
];

/// All lessons.
///
/// # Errors
/// Only for a mistake in the program, which a test finds.
pub fn built_in() -> Result<Vec<Lesson>, BadLesson> {
    FILES.iter().map(|&(name, text)| Lesson::parse(Path::new(name), text)).collect()
}

/// A lesson by its id or its number, from 1.
///
/// # Errors
/// A name that no lesson has: the nearest id, if one is near.
pub fn named(name: &str) -> Result<Lesson, Option<String>> {
    let mut all = built_in().unwrap_or_default();
    let by_number = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let by_id = all.iter().position(|lesson| lesson.id == name);
    match by_id.or(by_number.filter(|&at| at < all.len())) {
        Some(at) => Ok(all.swap_remove(at)),
        None => Err(nearest(name, all.iter().map(|lesson| lesson.id.as_str())).map(str::to_owned)),
    }
}
