//! The two texts side by side: aligned while they are read, each in its editor while one is typed into.

use super::{Scene, heat};
use crate::action::Action;
use crate::screens::pair::keys::{Act, Pane};
use crate::screens::pair::moves::columns;
use crate::surface::{Paint, Role, Target, counted, grouped_digits};
use crate::widgets::marked::{Over, Side};
use crate::widgets::{hits, prose, table};
use ratatui::layout::{Position, Rect};
use simscope_core::visible;
use std::ops::Range;

/// Columns from which on both texts stand side by side.
const WIDE: u16 = 56;

/// The lines that both texts take, with that above them.
pub(super) fn height(scene: Scene<'_>, width: u16) -> u16 {
    let columns = columns(if width < WIDE { width } else { width / 2 });
    let most = usize::from(u16::MAX / 4);
    let lines = |text| prose::lines(text, columns).take(most.min(200)).count();
    scene.own.texts().map(lines).into_iter().max().unwrap_or(0) as u16 + 2
}

/// Draws both, or where there is no room for both that which has the keys; returns where the cursor belongs.
pub(super) fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
    if area.width < WIDE {
        let pane = if scene.own.focus == Pane::TextA { Pane::TextA } else { Pane::TextB };
        return text(scene, paint, area, pane);
    }
    let half = (area.width - 1) / 2;
    let a = text(scene, paint, Rect { width: half, ..area }, Pane::TextA);
    let b =
        text(scene, paint, Rect { x: area.x + half + 1, width: area.width - half - 1, ..area }, Pane::TextB);
    let style = paint.style(Role::Border);
    paint.put(area.x + half, area.y, "┬", style);
    (area.y + 1..area.bottom()).for_each(|y| paint.put(area.x + half, y, "│", style));
    a.or(b)
}

fn text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pane: Pane) -> Option<Position> {
    let (name, of) = if pane == Pane::TextA { ("A", Side::A) } else { ("B", Side::B) };
    let about = about(scene, paint, pane);
    // What is said about the text gives way before its name.
    let room = usize::from(area.width.saturating_sub(6));
    let title = format!(
        "{name}  {}",
        visible::fit(&scene.own.origin_name(scene.shared, pane), room.saturating_sub(3))
    );
    let inner = paint.section(area, pane, &title);
    let left = room.saturating_sub(visible::width(&title) + 3);
    let about = paint.whole_parts(&about, left);
    if !about.is_empty() && visible::width(about) <= left {
        paint.right(area.x, area.y, area.width - 1, &format!(" {about} "), Role::Dim);
    }
    if inner.is_empty() {
        return None;
    }
    if scene.own.are_in_editors() {
        // The column of the signs beside what differs stays free.
        let inner = table::inset(inner, 1, 0);
        paint.areas.push(inner, Target::Plane(pane.into()));
        return typed(scene, paint, inner, pane);
    }
    read(scene, paint, inner, (pane, of));
    None
}

/// The text in its editor.
fn typed(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pane: Pane) -> Option<Position> {
    let side = scene.own.side(pane)?;
    let has_cursor = scene.own.typed_into(scene.shared) == Some(pane);
    if pane == Pane::TextA && heat::is_shown(scene) {
        let marks = heat::marks(scene, paint);
        return side.editor.view_marked(paint, area, has_cursor, &marks);
    }
    let of = if pane == Pane::TextA { Side::A } else { Side::B };
    let (spans, style) = (scene.own.marked().map_or(&[][..], |marked| marked.spans(of)), of.style(paint));
    let is_marked = |place: &Range<usize>| {
        let next = spans.partition_point(|span| span.end <= place.start);
        spans.get(next).is_some_and(|span| span.start < place.end)
    };
    side.editor.view_marked(paint, area, has_cursor, &|place| is_marked(place).then_some(style))
}

/// The text beside the other one.
fn read(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (pane, of): (Pane, Side)) {
    let texts = scene.own.texts();
    let text = texts[of as usize];
    if scene.lacks_texts() {
        hits::running(paint, area, text, Role::Dim);
        return;
    }
    if text.is_empty() {
        let is_document = scene.own.side(pane).is_some_and(|side| side.document().is_some());
        return paint.hollow(
            area,
            match (is_document, scene.selected_document()) {
                (true, _) => ("this document is empty", "该文档为空"),
                (false, None)
                    if scene.model.corpus.is_empty()
                        && scene.model.stage == crate::shared::Stage::Reading =>
                {
                    scene.no_document()
                }
                (false, _) => ("‹pair.type› types or pastes a text", "按 ‹pair.type› 输入或粘贴文本"),
            },
        );
    }
    let Some(marked) = scene.own.marked() else {
        let is_ended = scene.own.marked.is_ended();
        return paint.hollow(
            area,
            match is_ended {
                true => ("cancelled: ‹resume› aligns the texts", "已取消：按 ‹resume› 对齐文本"),
                false => ("aligning the texts…", "正在对齐文本…"),
            },
        );
    };
    let sheet = marked.sheet(texts, columns(area.width), area.height.into(), scene.own.is_unfolded);
    let filter = scene.own.shown.filter.filter();
    let hits = hits::in_long(text, filter);
    let current = scene.own.difference.and_then(|at| marked.differences.get(at));
    sheet.draw(paint, area, scene.own.top, (of, marked.spans(of)), Over { current, hits: &hits });
}

/// What is said of a text beside its name: of A its size, of B what can be done, of equal ones that they are.
fn about(scene: Scene<'_>, paint: &Paint<'_>, pane: Pane) -> String {
    if scene.own.typed_into(scene.shared) == Some(pane) {
        return paint.pick(("typing", "输入中")).to_owned();
    }
    let marked = scene.own.marked();
    let alike = marked.and_then(|marked| marked.alike).filter(|_| pane == Pane::TextB);
    if let Some(alike) = alike {
        return alike.say(scene.lang).to_owned();
    }
    if pane == Pane::TextB {
        let keys = scene.keys_for(&[
            (Act::Type.into(), ("edits", "编辑")),
            (Act::ToggleFold.into(), ("fold", "折叠")),
            (Act::Swap.into(), ("swap", "互换")),
            (Action::GoNearest, ("nearest", "最近邻")),
        ]);
        return match marked.filter(|marked| marked.is_rough) {
            Some(_) => format!("{} · {keys}", paint.pick(("long: compared in part", "过长：只对比了一部分"))),
            None => keys,
        };
    }
    let Some(compared) = scene.own.compared().filter(|_| scene.own.is_current(scene.shared)) else {
        return String::new();
    };
    let features = compared.a.trace.features.len();
    match features {
        0 => paint.pick(("no features: the tie rule's bits", "没有特征：每一位都由平票规则决定")).to_owned(),
        _ => paint.pick((
            format!(
                "{} · {}",
                counted(features, "feature", "features"),
                counted(compared.chars[0], "char", "chars")
            ),
            format!("{} 个特征 · {} 字符", grouped_digits(features), grouped_digits(compared.chars[0])),
        )),
    }
}
