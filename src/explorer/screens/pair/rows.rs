//! The rows of the lists of this screen.

use super::lengths::LengthRow;
use super::news::{Feature, Near, Under};
use super::state::State;
use crate::shared::Shared;
use crate::surface::Lang;
use simscope_core::alignment::Difference;
use simscope_core::measures::Measure;
use simscope_core::sensitivity::{Edit, Left, Trial};
use simscope_core::simhash;
use simscope_core::visible;

/// The name of an edit, safe to show.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    visible::line(&edit.text(lang)).into_owned()
}

/// A row of the list that is shown.
#[derive(Debug, Clone)]
pub enum Row<'a> {
    /// A place where the texts differ.
    Difference(&'a Difference),
    /// A feature of A or B.
    Feature(Feature, &'a str),
    /// An edit, and what it did as far as that is known.
    Edit(Edit, Option<&'a Trial>),
    Length(LengthRow<'a>),
    /// A feature of A, and what is left without it.
    Without(&'a simhash::Feature, Left),
    Measure(Measure),
    /// A document near B.
    Near(Near),
    /// Two documents that follow one another in the chain.
    Link(u32, u32),
    /// Both texts under one recipe.
    Under(&'a Under),
    /// One of several texts, by its place among them.
    Text(usize, &'a str),
}

impl Row<'_> {
    /// What a filter looks into: the words that differ, a term, the name of an edit or a recipe, the id of a document.
    pub fn text(&self, own: &State, shared: &Shared) -> String {
        match self {
            Row::Difference(difference) => {
                let [a, b] = own.texts();
                format!("{} {}", &a[difference.a.clone()], &b[difference.b.clone()])
            }
            Row::Feature(_, term) => (*term).to_owned(),
            Row::Edit(edit, _) => edit_name(edit, shared.lang),
            Row::Length(row) => row.features().to_string(),
            Row::Without(feature, _) => feature.term.clone(),
            Row::Measure(measure) => measure.to_string(),
            Row::Near(near) => shared.shown_id(near.document),
            Row::Link(a, b) => format!("{} {}", shared.shown_id(*a), shared.shown_id(*b)),
            Row::Under(under) => under.name(shared.lang),
            Row::Text(_, text) => (*text).to_owned(),
        }
    }
}
