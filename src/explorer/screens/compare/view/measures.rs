//! All measures of a pair beside its distance.

use super::Scene;
use crate::screens::compare::keys::Pane;
use crate::screens::compare::work::{MEASURES, is_left_out};
use crate::surface::{Paint, Role};
use ratatui::layout::Rect;
use simscope_core::visible;
use std::f64::consts::PI;

pub(super) fn measures(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("All measures, 0 to 1", "全部度量，0 到 1"));
    let foot = paint.pick(("all are exact but the first two", "除前两项外均精确"));
    let Some(inner) = paint.panel_of(area, Pane::Measures, 1, title, foot) else { return };
    let (Some(weighed), Some((a, b))) = (scene.own.weighed(scene.shared), scene.own.pair(scene.shared))
    else {
        return paint.hollow(inner, scene.why_untraced(("tracing both documents…", "正在追踪两篇文档…")));
    };
    let share = f64::from(weighed.difference.distance()) / f64::from(scene.model.recipe.bits.get());
    let value = |value: f64| (format!("{value:.3}"), Role::Text);
    let mut rows = vec![
        ("1 − d/f".to_owned(), value(1.0 - share)),
        (paint.pick(("cosine, estimated", "余弦（据 d 估）")).to_owned(), value((PI * share).cos())),
    ];
    let lengths = [a, b].map(|document| scene.document(document).text.len());
    for measure in MEASURES {
        let shown = match scene.own.measured(scene.shared, measure) {
            Some(number) => value(number),
            None if is_left_out(measure, lengths) => {
                (paint.pick(("long texts", "文本过长")).to_owned(), Role::Dim)
            }
            None => ("…".to_owned(), Role::Dim),
        };
        rows.push((measure.to_string(), shown));
    }
    // In as many columns as there is room for.
    let columns = (inner.width / 27).max(1);
    let lines = rows.len().div_ceil(usize::from(columns)).max(usize::from(inner.height));
    let first = scene.own.scroll[1].min(rows.len().saturating_sub(usize::from(inner.height)));
    let first = if lines > usize::from(inner.height) { first } else { 0 };
    let width = inner.width / columns;
    for (at, (name, (shown, role))) in rows.iter().enumerate() {
        let (column, line) = (at / lines, at % lines);
        let Some(line) = line.checked_sub(first).filter(|&line| line < usize::from(inner.height)) else {
            continue;
        };
        let (x, y) = (inner.x + 1 + column as u16 * width, inner.y + line as u16);
        let room = (width - 2).saturating_sub(visible::width(shown) as u16 + 1);
        paint.say(x, y, room, name, Role::Dim);
        paint.right(x, y, width - 2, shown, *role);
    }
}
