//! Screen 4: all pairs as a heatmap, and the pair under the cursor.

mod dots;
mod legend;
mod outline;
mod pair;

use super::work::CELLS;
use super::zoom::Geometry;
use crate::screens::matrix::keys::{Order, Pane};
use crate::screens::matrix::work::Shown;
use crate::shared::Stage;
use crate::surface::{Paint, Target, Theme, grouped_digits};
use dots::dots;
use legend::legend;
use outline::Edges;
use pair::pair;
use ratatui::layout::Rect;
use ratatui::style::Color;
use simscope_core::groups::Groups;
use simscope_core::hamming::Show;
use simscope_core::visible;
use std::sync::Arc;

type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    // The map is a square with its edges: what is beside it belongs to the pair.
    let edges = Edges::of(scene, area);
    let lines = area.height.saturating_sub(2 + edges.top);
    let square = edges.left + scene.own.map_width(scene.shared, lines) + 2;
    let beside = area.width - square.max(LEAST).min(area.width);
    let pair_width = match area.width {
        110.. => beside.max(40),
        76..=109 => beside.max(32),
        _ => 0,
    };
    if pair_width == 0 && scene.own.focus == Pane::Pair {
        return pair(scene, paint, area);
    }
    let left = Rect { width: area.width - pair_width, ..area };
    heat(scene, paint, left, edges);
    if pair_width > 0 {
        pair(scene, paint, Rect { x: left.right(), width: pair_width, ..area });
    }
}

fn order_name(scene: Scene<'_>) -> &'static str {
    scene.lang.pick(match scene.own.order {
        Order::Group => ("by group", "按组"),
        Order::Input => ("by input", "按输入"),
        Order::Signature => ("by signature", "按签名"),
    })
}

/// The least width of the map's pane, for its title and its legend.
const LEAST: u16 = 38;

/// Signs of the classes of values, the nearest first.
const GLYPHS: [&str; 5] = ["█", "▓", "▒", "░", " "];

/// The colour of a dot of one document, which is no pair.
const ITSELF: (u8, u8, u8) = (128, 128, 128);

/// The colour of dots that are dimmed, and of shares of 0: close to the ground of the screen.
fn no_pair_ground(theme: &Theme) -> Color {
    theme.color(if theme.is_dark { (24, 26, 32) } else { (232, 232, 236) })
}

/// What a dot shows, of how many pairs, and of which documents.
fn title(scene: Scene<'_>, paint: &Paint<'_>, geometry: Option<&Geometry>, room: usize) -> String {
    let own = scene.own;
    let order = order_name(scene);
    let Some(geometry) = geometry else {
        return paint.pick(both!("Heatmap {order}", "热图，{order}"))
    };
    let show = match own.show() {
        Show::Nearest => paint.pick(("nearest", "最近距离")),
        Show::Mean => paint.pick(("mean", "平均距离")),
        Show::Share => paint.pick(("share within k", "k 以内的占比")),
    };
    let counting = match own.shown_now() {
        Some(shown) if shown.is_sketch && own.show_now(shown) == Show::Nearest => match scene.runs(CELLS) {
            true => (" of a sample (all pairs follow)", "（抽样，全部对随后）"),
            false => (" of a sample (‹resume›: all pairs)", "（抽样；按 ‹resume› 比较全部）"),
        },
        Some(shown) if !shown.has(own.show()) => match scene.runs(CELLS) {
            true => (" (counting; nearest till then)", "（计数中，暂为最近距离）"),
            false => (" (not counted: nearest; ‹resume› counts)", "（未计数，为最近距离；按 ‹resume› 计数）"),
        },
        _ => ("", ""),
    };
    let counting = paint.keyed(counting);
    let len = grouped_digits(own.heat_len(scene.shared));
    let number =
        own.group.and_then(|document| scene.groups.as_ref().and_then(|groups| groups.number_of(document)));
    let group = match number {
        Some(number) => paint.pick(both!("group #{number} · ", "组 #{number} · ")),
        None => String::new(),
    };
    let step = geometry.window.step;
    let pairs = step.most() * step.most();
    let each = if pairs == 1 { "pair" } else { "pairs" };
    let pairs = grouped_digits(pairs as u64);
    let most = if step.is_even() { ("", "") } else { ("up to ", "至多 ") };
    let full = paint.pick((
        format!("{group}{show}{counting}, 1 dot = {}{pairs} {each} · {len} documents {order}", most.0),
        format!("{group}{show}{counting}，每点{} {pairs} 对 · {len} 篇，{order}", most.1.trim_end()),
    ));
    let short = paint.pick(both!(
        "{group}{show}{counting} · {len} documents {order}",
        "{group}{show}{counting} · {len} 篇，{order}"
    ));
    // Where neither has room, the longer one says more before it is cut.
    let fits = |text: &str| visible::width(text) <= room;
    if !fits(&full) && fits(&short) { short } else { full }
}

/// The groups, if the order shown is theirs; those around leaders have one of their own.
fn groups_shown<'a>(scene: Scene<'a>, shown: &Shown) -> Option<&'a Groups> {
    let is_by_group = scene.own.order == Order::Group && scene.own.group.is_none();
    let groups = scene.shared.groups.as_ref()?;
    (is_by_group && Arc::ptr_eq(groups.order(), &shown.arranged.documents)).then_some(groups)
}

fn heat(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, edges: Edges) {
    let inner_size = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 };
    let map = edges.map(inner_size);
    let geometry = scene.own.heat_geometry(scene.shared, map);
    let title = title(scene, paint, geometry.as_ref(), usize::from(area.width.saturating_sub(8)));
    let inner = paint.panel(area, Pane::Heat, &title, "");
    paint.areas.push(map, Target::Plane(Pane::Heat.into()));
    let Some(geometry) = geometry else {
        let phrase = match scene.model.is_hashed() {
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
        };
        return paint.hollow(inner, phrase);
    };
    let Some(shown) = scene.own.shown_now() else {
        return paint.hollow(inner, ("drawing…", "绘制中…"));
    };
    let scale = shown.scale(scene.own.show_now(shown), scene.model.recipe.bits.get(), scene.k);
    dots(scene, paint, map, &geometry, (shown, &scale));
    if let Some(groups) = groups_shown(scene, shown) {
        edges.draw(scene, paint, map, (&geometry, groups));
    }
    legend(scene, paint, Rect { y: area.bottom() - 1, height: 1, ..area }, &scale);
}
