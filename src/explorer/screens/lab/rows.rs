//! The rows of the lists of the lab.

use super::news::{Near, Under};
use crate::shared::Shared;
use crate::surface::Lang;
use simscope_core::sensitivity::{Change, Crossing, Edit, Left, Margin, Trial};
use simscope_core::simhash::Feature;
use simscope_core::visible;

/// The name of an edit, safe to show.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    visible::line(&edit.text(lang)).into_owned()
}

/// A row of the list that is shown.
#[derive(Debug, Clone)]
pub enum EffectRow<'a> {
    /// An edit, and what it did as far as that is known.
    Edit(Edit, Option<&'a Trial>),
    /// A feature, and what is left without it.
    Feature(&'a Feature, Left),
    /// A bit.
    Bit(Margin),
    /// A feature that the texts do not have alike.
    Change(&'a Change),
    /// A sum that changed sides.
    Crossing(Crossing),
    /// Both texts under one recipe.
    Under(&'a Under),
    /// A document near B.
    Near(Near),
    /// One of several texts, by its place among them.
    Text(usize, &'a str),
}

impl EffectRow<'_> {
    /// What a filter looks into: the name of an edit, a term, the number of a bit, the name of a recipe, the id of a document.
    pub(super) fn text(&self, shared: &Shared) -> String {
        match self {
            EffectRow::Edit(edit, _) => edit_name(edit, shared.lang),
            EffectRow::Feature(feature, _) => feature.term.clone(),
            EffectRow::Change(change) => change.term.clone(),
            EffectRow::Bit(Margin { bit, .. }) | EffectRow::Crossing(Crossing { bit, .. }) => bit.to_string(),
            EffectRow::Under(under) => under.name(shared.lang),
            EffectRow::Near(near) => shared.shown_id(near.document),
            EffectRow::Text(_, text) => (*text).to_owned(),
        }
    }
}
