//! What edits are called.

use crate::sensitivity::Edit;
use crate::tui::surface::Lang;
use crate::visible;

/// The name of an edit, safe to show.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    visible::line(&edit.text(lang)).into_owned()
}
