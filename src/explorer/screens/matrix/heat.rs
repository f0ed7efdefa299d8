//! The heatmap of all pairs.

mod dots;
mod file;
mod legend;
mod outline;

use super::keys::{Order, Pane as Own};
use super::pair::Pair;
use super::part::Part;
use super::work::{Arranged, CELLS, Shown};
use super::zoom::Geometry;
use super::{Scene, State};
use crate::action::{Action, Pointer};
use crate::room::PaneOf;
use crate::shared::{Shared, Stage};
use crate::surface::{Paint, Phrase, Rect, Target, Theme, counted, grouped_digits};
use dots::Dots;
pub(super) use file::export;
use legend::legend;
pub(super) use outline::Edges;
use outline::corners;
use ratatui::style::Color;
use simscope_core::display::percent_text;
use simscope_core::export::heatmap::{Scale, grey};
use simscope_core::hamming::Show;
use simscope_core::visible;
use std::ops::Range;
use std::sync::Arc;

pub(super) struct Heat;

impl PaneOf<State> for Heat {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "A dot stands for the pairs of its rows and columns. ‹matrix.next-show› changes its value:",
                "一个点包含其行与列之间的全部文档对；‹matrix.next-show› 切换所示的值：",
            ),
            (
                "smallest distance, mean distance, or the share within k. The lower border has the numbers.",
                "最近距离、平均距离或 k 内占比。下边框注明数值。",
            ),
            (
                "Over the mean stands, in white on dark and black on light, or █, what is within k;",
                "平均距离之上，k 以内的文档对以白色（浅色背景下为黑色）或 █ 表示；",
            ),
            (
                "a dot of more than 1,000 pairs is the brighter the more of them are.",
                "超过 1,000 对的点，k 以内的越多越亮。",
            ),
            ("Grey, or \\: a document with itself. ◆: the cursor.", "灰色或 \\：文档与自身。◆：光标。"),
            (
                "Ordered by group: corners are around the groups at k from three dots on. Of more than 1,000 documents",
                "按组排列时：至少三点宽的组标有角。文档超过 1,000 篇时",
            ),
            (
                "the sixty largest groups are shown; ‹matrix.toggle-group› shows all, then the group of the document.",
                "只显示最大的 60 组；按 ‹matrix.toggle-group› 看全部，再按看该文档的组。",
            ),
            (
                "‹step-document-plus› and ‹step-document-minus› go to the next and the previous dot off the diagonal with a pair within k,",
                "‹step-document-plus›、‹step-document-minus› 到对角线外下一个、上一个有 k 内文档对的点，",
            ),
            ("row by row above the diagonal, in the whole matrix.", "在整个矩阵对角线上方逐行查找。"),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        draw(scene, paint, area, Edges::of(scene, area));
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let Action::Point(_, pointer) = action else { return false };
        match pointer {
            Pointer::Press { x, y } => {
                own.dragged = (0, 0);
                own.point_at(shared, x, y);
            }
            Pointer::Drag { dx, dy, .. } => own.pan(shared, -dx, -dy),
            Pointer::Wheel { x, y, by } => own.zoom_at(shared, x, y, -by),
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Pair.copy(scene)
    }

    /// Why the dot under the cursor is as it is.
    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let of_pair = Pair.why(scene)?;
        let Some((rows, columns)) = scene.own.cell_at_cursor(scene.shared) else { return Ok(of_pair) };
        let pairs =
            if rows == columns { rows.len() * (rows.len() - 1) / 2 } else { rows.len() * columns.len() };
        Ok(match pairs {
            0 => scene.lang.pick(both!(
                "This dot is {} with itself: the distance is 0.",
                "此点是 {} 与自身：距离为 0。",
                scene.named(scene.selected, false)
            )),
            1 => of_pair,
            _ => why_many(scene, pairs),
        })
    }
}

/// Why a dot of several pairs has its colour.
fn why_many(scene: Scene<'_>, pairs: usize) -> String {
    let (lang, k, a) = (scene.lang, scene.k, scene.selected);
    let b = scene.pair_partner().unwrap_or(a);
    let [id_a, id_b] = [a, b].map(|document| scene.named(document, false));
    let d = scene.distance((a, b)).unwrap_or(0);
    let nearest = lang.pick(both!(
        "the nearest, {id_a} and {id_b}, is at distance {d}",
        "其中最近的是 {id_a} 与 {id_b}，距离 {d}"
    ));
    let pairs = grouped_digits(pairs);
    match value_at_cursor(scene) {
        Some((Show::Mean, mean)) => lang.pick(both!(
            "This dot stands for {pairs} pairs, {mean:.1} bits apart on average; {nearest}.",
            "此点含 {pairs} 对，平均相距 {mean:.1} 位；{nearest}。"
        )),
        Some((Show::Share, share)) => {
            let share = percent_text(share.into());
            lang.pick(both!(
                "This dot stands for {pairs} pairs, of which {share} are within k = {k}; {nearest}.",
                "此点含 {pairs} 对，其中 {share} 在 k = {k} 以内；{nearest}。"
            ))
        }
        _ => {
            let is_within = lang.pick(match d <= k {
                true => both!("within k = {k}", "在 k = {k} 以内"),
                false => both!("more than k = {k}", "大于 k = {k}"),
            });
            lang.pick(both!(
               "This dot stands for {pairs} pairs and shows the nearest: {id_a} and {id_b} at distance {d}, {is_within}.",
               "此点含 {pairs} 对，显示最近的一对：{id_a} 与 {id_b}，距离 {d}，{is_within}。"
           ))
        }
    }
}

/// The number that the dot under the cursor shows, and which it is.
fn value_at_cursor(scene: Scene<'_>) -> Option<(Show, f32)> {
    let shown = scene.own.shown_now()?;
    let show = scene.own.show_now(shown);
    let value = shown.value(shown.cell(scene.own.cursor)?, show, scene.k);
    (!value.is_nan()).then_some((show, value))
}

/// Why there is no map yet.
fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.is_hashed() {
        _ if scene.model.corpus.is_empty() && scene.model.stage == Stage::Reading => scene.no_document(),
        true if scene.model.corpus.is_empty() => ("no documents", "没有文档"),
        true if matches!(scene.model.stage, Stage::Cancelled(_)) => (
            "cancelled; ‹resume› starts it again, ‹matrix.next-order› changes the order",
            "已取消；按 ‹resume› 重新开始，‹matrix.next-order› 改变排列",
        ),
        true => (
            "known when all distances are; ‹matrix.next-order› changes the order",
            "树建好后可见；‹matrix.next-order› 改变排列",
        ),
        false => ("documents are being read and hashed…", "正在读取并计算…"),
    }
}

fn order_name(scene: Scene<'_>) -> &'static str {
    scene.lang.pick(match scene.own.order {
        Order::Group => ("by group", "按组"),
        Order::Input => ("by input", "按输入"),
        Order::Signature => ("by signature", "按签名"),
    })
}

/// Signs of the classes of values, the nearest first.
const GLYPHS: [&str; 5] = ["█", "▓", "▒", "░", " "];

/// The colour of a dot of one document, which is no pair.
const ITSELF: (u8, u8, u8) = (128, 128, 128);

/// The colour of dots that are dimmed, and of shares of 0: close to the ground of the screen.
fn no_pair_ground(theme: &Theme) -> Color {
    theme.color(if theme.is_dark { (24, 26, 32) } else { (232, 232, 236) })
}

/// The colour of a value that stands here on its scale.
fn shade(theme: &Theme, scale: &Scale, place: f32) -> Color {
    theme.heat(scale.depth(place).into())
}

/// The colour of pairs within k: white on dark and black on light, greyer the fewer they are.
fn within(theme: &Theme, tone: f32) -> Color {
    let grey = if theme.is_dark { grey(tone) } else { 255 - grey(tone) };
    theme.color((grey, grey, grey))
}

/// How far the numbers are counted, if not all are.
fn counting(scene: Scene<'_>) -> Phrase {
    let own = scene.own;
    match own.shown_now() {
        Some(shown) if shown.is_sketch && own.show_now(shown) != Show::Share => match scene.runs(CELLS) {
            true => (" of a sample (all pairs follow)", "（抽样，全部对随后）"),
            false => (" of a sample (‹resume›: all pairs)", "（抽样；按 ‹resume› 比较全部）"),
        },
        Some(shown) if !shown.has(own.show()) => match scene.runs(CELLS) {
            true => (" (counting; nearest till then)", "（计数中，暂为最近距离）"),
            false => (" (not counted: nearest; ‹resume› counts)", "（未计数，为最近距离；按 ‹resume› 计数）"),
        },
        _ => ("", ""),
    }
}

/// What a dot shows, of how many pairs, and of which documents.
fn title(scene: Scene<'_>, paint: &Paint<'_>, geometry: Option<&Geometry>, room: usize) -> String {
    let own = scene.own;
    let order = order_name(scene);
    let Some(geometry) = geometry else { return paint.pick(both!("Heatmap {order}", "热图，{order}")) };
    let show = match own.show() {
        Show::Nearest => paint.pick(("nearest", "最近距离")),
        Show::Mean => paint.pick(("mean distance", "平均距离")),
        Show::Share => paint.pick(("share within k", "k 以内的占比")),
    };
    let counting = paint.keyed(counting(scene));
    let all = own.heat_len(scene.shared);
    let (len, documents) = (grouped_digits(all), counted(all, "document", "documents"));
    let number =
        scene.groups.as_ref().zip(own.group()).and_then(|(groups, document)| groups.number_of(document));
    let group =
        number.map_or_else(String::new, |number| paint.pick(both!("group #{number} · ", "组 #{number} · ")));
    let step = geometry.window.step;
    let pairs = step.most() * step.most();
    let each = if pairs == 1 { "pair" } else { "pairs" };
    let pairs = grouped_digits(pairs as u64);
    let most = if step.is_even() { ("", "") } else { ("up to ", "至多 ") };
    let is_largest = group.is_empty() && own.numbers(scene.shared).is_some();
    let (documents, brief) = match is_largest {
        true => (own.said_of_largest(scene.shared, false), own.said_of_largest(scene.shared, true)),
        false => (both!("{documents} {order}", "{len} 篇，{order}"), both!("{documents}", "{len} 篇")),
    };
    let (documents, brief) = (paint.pick(documents), paint.pick(brief));
    let full = paint.pick((
        format!("{group}{show}{counting}, 1 dot = {}{pairs} {each} · {documents}", most.0),
        format!("{group}{show}{counting}，每点{} {pairs} 对 · {documents}", most.1.trim_end()),
    ));
    let view = if is_largest { String::new() } else { format!("{group}{show}{counting} · ") };
    let parts = [full, format!("{group}{show}{counting} · {documents}"), format!("{view}{brief}")];
    let shorter = |long: String, short| if visible::width(&long) <= room { long } else { short };
    parts.into_iter().reduce(shorter).unwrap_or_default()
}

/// The places of the groups that reach into these, where the order is by group; groups around leaders have an order of their own.
fn groups_shown(scene: Scene<'_>, shown: &Shown, places: &Range<usize>) -> Vec<Range<usize>> {
    let Arranged { documents, runs, .. } = &*shown.arranged;
    match scene.groups.as_ref() {
        _ if scene.own.order != Order::Group || matches!(scene.own.part, Part::Group(_)) => Vec::new(),
        Some(groups) if Arc::ptr_eq(groups.order(), documents) => {
            groups.runs_in(places.clone()).iter().map(|run| run.range()).collect()
        }
        _ => runs.iter().filter(|run| run.end > places.start && run.start < places.end).cloned().collect(),
    }
}

/// Draws it, with what is beside and above the map.
pub(super) fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, edges: Edges) {
    let inner_size = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 };
    let map = edges.map(inner_size);
    let geometry = scene.own.heat_geometry(scene.shared, map);
    let title = title(scene, paint, geometry.as_ref(), usize::from(area.width.saturating_sub(8)));
    let inner = paint.panel(area, Own::Heat, &title, "");
    paint.areas.push(map, Target::Plane(Own::Heat.into()));
    let Some(geometry) = geometry else { return paint.hollow(inner, awaited(scene)) };
    // The groups before the last step of k, until those at k are drawn.
    let Some(shown) = scene.own.shown_now().or_else(|| scene.own.newest()) else {
        return paint.hollow(inner, ("drawing…", "绘制中…"));
    };
    let scale = shown.scale(scene.own.show_now(shown), scene.model.recipe.bits.get(), scene.k);
    let groups = groups_shown(scene, shown, &geometry.window.rows).into_iter();
    let corners = corners(groups, &geometry, geometry.shape.dots(map));
    Dots { scene, geometry: &geometry, shown, scale: &scale, corners }.draw(paint, map);
    edges.draw(scene, paint, map, (&geometry, shown));
    legend(scene, paint, Rect { y: area.bottom() - 1, height: 1, ..area }, (&scale, shown.has_tones()));
}
