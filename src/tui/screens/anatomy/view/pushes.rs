//! Which features push the bit under the cursor up and down.

use super::Scene;
use crate::recipe::Recipe;
use crate::simhash::{Feature, Trace};
use crate::tui::screens::anatomy::keys::Pane;
use crate::tui::surface::{Paint, Role};
use crate::tui::widgets::bits::{sum_text, weight_text};
use crate::tui::widgets::document::term_text;
use ratatui::layout::Rect;

/// The features that push a bit, heaviest first: up where they add to its sum, down where they take away.
fn pushing<'a>(trace: &'a Trace, bit: u8, recipe: &Recipe) -> (Vec<&'a Feature>, Vec<&'a Feature>) {
    // A weight of 0 pushes nowhere, and still has a sign.
    let (mut up, mut down): (Vec<_>, Vec<_>) = trace
        .features
        .iter()
        .partition(|feature| feature.push(usize::from(bit), recipe.tie).is_sign_positive());
    for side in [&mut up, &mut down] {
        side.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    }
    (up, down)
}

/// Lines of the list of pushes.
pub fn push_lines(scene: Scene<'_>) -> usize {
    scene.model.trace(scene.selected).map_or(0, |trace| {
        let (up, down) = pushing(trace, scene.own.bit, &scene.model.recipe);
        up.len().max(down.len())
    })
}

pub(super) fn pushes(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let bit = scene.own.bit;
    let (up, down) = pushing(trace, bit, &scene.model.recipe);
    let sum = sum_text(trace.sums[usize::from(bit)]);
    let title = paint.pick((format!("Bit {bit}: sum {sum}"), format!("第 {bit} 位：累加值 {sum}")));
    let inner = paint.panel(area, Pane::Bit, scene.own.focus == Pane::Bit, &title, "");
    if inner.height < 2 {
        return;
    }
    let half = inner.width / 2;
    let sides = [
        (up, inner.x, half, Role::One, '+', ("up", "向上")),
        (down, inner.x + half, inner.width - half, Role::Zero, '−', ("down", "向下")),
    ];
    for (features, x, width, role, sign, phrase) in sides {
        let total: f64 = features.iter().map(|feature| feature.weight).sum();
        let head = format!("{} {} ({sign}{})", paint.pick(phrase), features.len(), weight_text(total));
        paint.say(x + 1, inner.y, width - 1, &head, role);
        let room = usize::from(inner.height - 1);
        for (line, feature) in features.iter().skip(scene.own.bit_scroll).take(room).enumerate() {
            let y = inner.y + 1 + line as u16;
            let weight = format!("{sign}{}", weight_text(feature.weight));
            let used = paint.say(x + 1, y, width - 1, &format!("{weight:>6} "), role);
            let (term, role) = term_text(&feature.term);
            paint.say(x + 1 + used, y, width.saturating_sub(used + 2), term, role);
        }
    }
}
