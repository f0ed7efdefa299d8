//! What edits are called.

use crate::sensitivity::Edit;
use crate::tui::lang::Lang;
use crate::visible;

/// The name of an edit; in English that of the tables.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    if let (Lang::En, _) | (_, Edit::Own(_)) = (lang, edit) {
        return visible::line(&edit.to_string()).into_owned();
    }
    match edit {
        Edit::DropWords => "删一词",
        Edit::ReplaceWords => "换一词",
        Edit::Own(_) => "自定",
    }
    .to_owned()
}
