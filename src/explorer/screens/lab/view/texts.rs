//! A text of the lab in its editor.

use super::{Scene, heat};
use crate::screens::lab::keys::Pane;
use crate::surface::{Paint, Role, Target, counted, grouped_digits};
use crate::widgets::marked;
use ratatui::layout::{Position, Rect};
use simscope_core::simhash;
use simscope_core::visible;
use std::ops::Range;

/// Draws one; returns where the terminal's cursor belongs, if it is typed into.
pub(super) fn text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pane: Pane) -> Option<Position> {
    let side = scene.own.side(pane)?;
    let name = if pane == Pane::TextA { "A" } else { "B" };
    let is_typing = scene.own.typed_into(scene.shared) == Some(pane);
    let mark = if is_typing { paint.pick((" · typing", " · 输入中")) } else { "" };
    let title = format!("{name}  {}{mark}", scene.own.origin_name(scene.shared, pane));
    // The name gives way before what is done with it.
    let room = usize::from(area.width.saturating_sub(8));
    let title = match visible::width(&title) > room {
        true => {
            let kept = room.saturating_sub(visible::width(mark));
            format!("{}{mark}", visible::fit(&title, kept))
        }
        false => title,
    };
    let inner = paint.panel(area, pane, &title, "");
    if inner.is_empty() {
        return None;
    }
    foot(scene, paint, area, pane);
    if side.editor.is_empty() && !is_typing {
        let phrase = paint.pick(("type or paste a text: Enter begins", "请输入或粘贴文本：按 Enter 开始"));
        paint.areas.push(inner, Target::Plane(pane.into()));
        let why = scene.own.why_not_loaded(scene.shared).filter(|_| pane == Pane::TextA);
        paint.hollow_of(inner, why.as_deref().unwrap_or(phrase));
        return None;
    }
    paint.areas.push(inner, Target::Plane(pane.into()));
    let of = if pane == Pane::TextA { marked::Side::A } else { marked::Side::B };
    let spans = scene.own.marked().map_or(&[][..], |marked| marked.spans(of));
    let style = of.style(paint);
    if pane == Pane::TextA && heat::is_shown(scene) {
        let marks = heat::marks(scene, paint);
        return side.editor.view_marked(paint, inner, is_typing, &marks);
    }
    let is_marked = |place: &Range<usize>| {
        let next = spans.partition_point(|span| span.end <= place.start);
        spans.get(next).is_some_and(|span| span.start < place.end)
    };
    side.editor.view_marked(paint, inner, is_typing, &|place| is_marked(place).then_some(style))
}

/// The signature and the size, in the lower border.
fn foot(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pane: Pane) {
    let (x, y, room) = (area.x + 2, area.bottom() - 1, area.width.saturating_sub(4));
    let Some(compared) = scene.own.compared() else {
        let phrase = format!(" {} ", paint.keyed(super::awaited(scene)));
        paint.say(x, y, room, &phrase, Role::Dim);
        return;
    };
    let (trace, chars) = match pane {
        Pane::TextA => (&compared.a.trace, compared.chars.0),
        _ => (&*compared.b, compared.chars.1),
    };
    let is_current = if pane == Pane::TextA {
        scene.own.a_is_current(scene.shared)
    } else {
        scene.own.is_current(scene.shared)
    };
    let hex = simhash::hex(trace.signature, compared.key.hashed.recipe.bits);
    let mut used = paint.say(x, y, room, if is_current { " " } else { " … " }, Role::Warn);
    used += paint.say(x + used, y, room - used, &hex, if is_current { Role::Accent } else { Role::Dim });
    let features = trace.features.len();
    let features = match features {
        0 => paint.pick(("no features: the tie rule's bits", "没有特征：每一位都由平票规则决定")).to_owned(),
        _ => paint
            .pick((counted(features, "feature", "features"), format!("{} 个特征", grouped_digits(features)))),
    };
    let chars = paint.pick((counted(chars, "char", "chars"), format!("{} 字符", grouped_digits(chars))));
    for (part, role) in
        [(features, if trace.features.is_empty() { Role::Warn } else { Role::Text }), (chars, Role::Dim)]
    {
        let part = format!(" · {part}");
        if visible::width(&part) + 1 > usize::from(room - used) {
            break;
        }
        let style = super::on_border(paint, role);
        used += paint.text(x + used, y, room - used, &part, style);
    }
    paint.say(x + used, y, room - used, " ", Role::Dim);
}
