//! What stands below the list that is shown, and beside it: other lists about the two texts, where there is room.

use super::super::LIST as LEAST;
use super::{List, lengths, measures};
use crate::room::PaneOf;
use crate::screens::pair::Scene;
use crate::screens::pair::keys::{Act, Pane as Own, View};
use crate::screens::pair::state::State;
use crate::shared::Shared;
use crate::surface::{Paint, Rect, Role, Target};
use crate::widgets::hits;
use crate::widgets::table::{self, inset};

/// Columns from which on measures stand beside the list.
const WIDE: u16 = 160;
/// Lines of the measures with what is said below them, and the least of a list below others.
const MEASURED: u16 = 18;
const BELOW: u16 = 5;

/// Starts what is shown beside the list that is chosen, where the last frame had room for it and it takes little time.
pub(in crate::screens::pair) fn want(own: &mut State, shared: &mut Shared) {
    /// Bytes of a text that is signed under every recipe unasked.
    const LONGEST: usize = 100_000;
    let has_room = shared.area_of(Own::Bits).is_some_and(|bits| bits.width >= WIDE);
    if has_room && own.texts().iter().all(|text| text.len() <= LONGEST) {
        View::Recipes.list().want(own, shared);
    }
}

/// Lines that the lists can fill.
pub(in crate::screens::pair) fn height(scene: Scene<'_>, width: u16) -> u16 {
    let rows = scene.own.rows(scene.shared).min(usize::from(u16::MAX / 2)) as u16 + 2;
    rows.max(if width < WIDE { LEAST } else { MEASURED })
}

/// Whether the number of rows of a list says how many lines it takes, and does not change while it is read.
fn can_be_short(view: View) -> bool {
    matches!(view, View::Differences | View::Passages | View::Measures | View::Chain | View::Recipes)
}

/// The list that is shown, the features below one that is short, and at a wide screen the measures with what they mean.
pub(in crate::screens::pair) fn lists(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let view = scene.own.view;
    let wide = if area.width < WIDE || view == View::Texts { area.width } else { (area.width - 1) / 2 };
    let [left, right] = table::beside(area, wide);
    let rows = (scene.own.rows(scene.shared).min(200) as u16 + 2).max(LEAST);
    let is_short = left.height >= rows + BELOW && can_be_short(view);
    let [list, below] = table::split(left, if is_short { rows } else { left.height });
    List.view(scene, paint, list);
    if is_short {
        beside(scene, paint, below, View::Features);
    }
    if right.width > 0 {
        let other = if view == View::Measures { View::Differences } else { View::Measures };
        let y = beside(scene, paint, right, other) + 1;
        if let Some(compared) = scene.own.compared().filter(|_| other == View::Measures) {
            let rest =
                Rect { x: right.x + 3, y, width: right.width - 4, height: right.bottom().saturating_sub(y) };
            let said = [Some(measures::why(scene, compared)), lengths::sentences(scene, false)];
            let said = said.into_iter().flatten().collect::<Vec<_>>().join(" ");
            let used = hits::running(paint, rest, &said, Role::Text) + 2;
            let below = inset(right, 0, y + used - right.y);
            if below.height >= BELOW && view != View::Recipes && !scene.own.under().is_empty() {
                beside(scene, paint, below, View::Recipes);
            }
        }
    }
}

/// Another list than that which is shown; a click shows it. Returns the line below its rows.
fn beside(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, view: View) -> u16 {
    let (list, inner) = (view.list(), paint.part(area, false, paint.pick(view.name()), ""));
    let body = inset(inner, 0, list.head(scene, paint, inner));
    let rows = list.rows(scene);
    for (y, row) in (body.y..body.bottom()).zip(0..rows) {
        list.row(scene, paint, Rect { y, height: 1, ..body }, row);
    }
    paint.areas.push(area, Target::Act(Act::SetView(view).into()));
    body.y + (rows as u16).min(body.height)
}
