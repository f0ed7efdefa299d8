//! Replaces `script` in a build without the feature `chinese`: every call is moot.

use super::{Edited, Moot};
use crate::recipe::is_han;

pub(super) const TO_TRADITIONAL: usize = 0;
pub(super) const TO_SIMPLIFIED: usize = 1;

pub(super) fn is_traditional(_: &str) -> Result<bool, Moot> {
    Err(Moot::NeedsChinese)
}

pub(super) fn converted(text: &str, _: usize) -> Result<Edited, Moot> {
    Err(if text.contains(is_han) { Moot::NeedsChinese } else { Moot::NoHan })
}
