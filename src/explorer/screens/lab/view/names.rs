//! What edits are called.

use crate::surface::Lang;
use simscope_core::sensitivity::Edit;
use simscope_core::visible;

/// The name of an edit, safe to show.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    visible::line(&edit.text(lang)).into_owned()
}
