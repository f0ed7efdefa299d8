//! The text of the selected member beside another one, below the members, where these leave room.

use super::Scene;
use crate::surface::Paint;
use crate::widgets::marked::{Top, Two};
use crate::widgets::table::split;
use ratatui::layout::Rect;

/// Columns and lines of a pane of members from which on it shows texts.
const LEAST: (u16, u16) = (50, 20);

/// Whether the pane shows texts.
pub fn has_texts(pane: Rect) -> bool {
    pane.width >= LEAST.0 && pane.height >= LEAST.1
}

/// Draws the texts into the lower part of the pane; returns what is left for a list of this many lines.
pub(super) fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, pane: Rect, inner: Rect, lines: usize) -> Rect {
    let pair = scene.own.member_pair(scene.shared).filter(|_| has_texts(pane) && !scene.lacks_texts());
    let Some((a, b)) = pair else { return inner };
    let most = inner.height * 2 / 5;
    let [list, below] = split(inner, (lines.min(most.into()) as u16).max(6.min(most)) + 1);
    let documents = [a, b].map(|document| scene.document(document));
    let two = Two { names: documents.map(|one| one.id), texts: documents.map(|one| one.text), note: "" };
    two.draw(paint, below, scene.aligned(a, b).map(|marked| &**marked), Top::default());
    Rect { height: list.height - 1, ..list }
}
