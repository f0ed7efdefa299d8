//! Replaces `script` in a build without the feature `chinese`: every call is moot.

use super::{Edited, Moot};
use crate::recipe::is_han;

pub(super) fn simplified(text: &str) -> Result<Edited, Moot> {
    Err(refusal(text))
}

pub(super) fn traditional(text: &str) -> Result<Edited, Moot> {
    Err(refusal(text))
}

pub(super) fn is_traditional(_: &str) -> Result<bool, Moot> {
    Err(Moot::NeedsChinese)
}

fn refusal(text: &str) -> Moot {
    if text.contains(is_han) { Moot::NeedsChinese } else { Moot::NoHan }
}
