//! Screen 4: all pairs as a heatmap, and the pair under the cursor.

mod pair;

use super::news::Shown;
use super::zoom::Geometry;
use crate::hamming::Cells;
use crate::tui::screens::matrix::keys::{Order, Pane};
use crate::tui::shared::Stage;
use crate::tui::surface::{Paint, Role, Target, grouped_digits};
use pair::pair;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

type Scene<'a> = crate::tui::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    // The whole matrix is a square: what is beside it belongs to the pair.
    let square = (area.height - 2) * 2 + 2;
    let pair_width = match area.width {
        110.. => (area.width - square.min(area.width)).max(40),
        76..=109 => (area.width - square.min(area.width)).max(32),
        _ => 0,
    };
    if pair_width == 0 && scene.own.focus == Pane::Pair {
        pair(scene, paint, area);
        return;
    }
    let left = Rect { width: area.width - pair_width, ..area };
    heat(scene, paint, left);
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

fn heat(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let inner_size = Rect { x: area.x + 1, y: area.y + 1, width: area.width - 2, height: area.height - 2 };
    let len = grouped_digits(scene.own.heat_len(scene.shared));
    let geometry = scene.own.heat_geometry(scene.shared, inner_size);
    let scale = geometry.as_ref().map_or(1, |geometry| geometry.window.scale);
    let pairs = grouped_digits((scale * scale) as u64);
    let each = match scale {
        1 => paint.pick(("one pair a dot".to_owned(), "每点一对".to_owned())),
        _ => paint.pick((format!("dot = nearest of {pairs} pairs"), format!("每点取 {pairs} 对的最小值"))),
    };
    let order = order_name(scene);
    let title = match &geometry {
        Some(_) => {
            paint.pick((format!("{len} documents {order} · {each}"), format!("{len} 篇，{order} · {each}")))
        }
        None => paint.pick((format!("Heatmap {order}"), format!("热图，{order}"))),
    };
    let dim = paint.pick(if scene.own.is_dimmed {
        ("z dims beyond k: on", "z 淡化 k 外：开")
    } else {
        ("z dims beyond k: off", "z 淡化 k 外：关")
    });
    let foot = format!("{} · {dim}", paint.pick(("+ − zoom · o order", "+ − 缩放 · o 排列")));
    let inner = paint.panel(area, Pane::Heat, scene.own.focus == Pane::Heat, &title, &foot);
    paint.areas.push(inner, Target::Plane(Pane::Heat.into()));
    let Some(geometry) = geometry else {
        let phrase = match scene.model.is_hashed() {
            true if scene.model.corpus.is_empty() => ("no documents", "没有文档"),
            true if matches!(scene.model.stage, Stage::Cancelled(_)) => {
                ("cancelled; r starts it again, o changes the order", "已取消；按 r 重新开始，o 改变排列")
            }
            true => ("known when the dendrogram is built; o changes the order", "树建好后可见；o 改变排列"),
            false => ("documents are being read and hashed…", "正在读取并计算…"),
        };
        paint.hollow(inner, phrase);
        return;
    };
    match scene.own.shown().filter(|shown| shown.arranged.order == scene.own.order) {
        Some(shown) => dots(scene, paint, inner, &geometry, shown),
        None => {
            paint.hollow(inner, ("drawing…", "绘制中…"));
        }
    }
}

/// The class of a distance, for glyphs: 0 is nearest.
fn class(distance: u8, bits: u8) -> usize {
    match u16::from(distance) * 64 / u16::from(bits.max(1)) {
        0..=3 => 0,
        4..=6 => 1,
        7..=12 => 2,
        13..=24 => 3,
        _ => 4,
    }
}

const GLYPHS: [&str; 5] = ["█", "▓", "▒", "░", " "];

/// Distances of unrelated documents lie around half the width: everything from there on is one colour.
fn share(distance: u8, bits: u8) -> f64 {
    f64::from(distance) / (f64::from(bits) / 2.0)
}

/// The computed minimum at a place of the order, if the newest cells hold it. Cells of an older window
/// serve until theirs are there.
fn minimum(shown: &Shown, row: usize, column: usize) -> Option<u8> {
    let (window, cells) = (&shown.window, &shown.cells);
    let y = row.checked_sub(window.rows.start)? / window.scale;
    let x = column.checked_sub(window.columns.start)? / window.scale;
    (y < cells.height && x < cells.width).then(|| cells.minima[y * cells.width + x])
}

fn dots(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, geometry: &Geometry, shown: &Shown) {
    let Geometry { magnify, dots_per_line, window } = geometry;
    let bits = scene.model.recipe.bits.get();
    let at = |dot_row: usize, dot_column: usize| {
        let row = window.rows.start + dot_row / magnify * window.scale;
        let column = window.columns.start + dot_column / magnify * window.scale;
        let is_inside = row < window.rows.end && column < window.columns.end;
        let is_cursor = is_inside
            && scene.own.cursor.0 / window.scale == row / window.scale
            && scene.own.cursor.1 / window.scale == column / window.scale;
        (if is_inside { minimum(shown, row, column) } else { None }, is_cursor)
    };
    let theme = paint.theme;
    let ground = theme.color(if theme.is_dark { (24, 26, 32) } else { (228, 230, 236) });
    let color = |value: Option<u8>| -> Color {
        match value {
            None => Color::Reset,
            Some(Cells::ITSELF) => theme.color((128, 128, 128)),
            Some(distance) if scene.own.is_dimmed && distance > scene.k => ground,
            Some(distance) => theme.heat(share(distance, bits)),
        }
    };
    let handle = paint.style(Role::Handle);
    let within = paint.style(Role::Within);
    for y in 0..inner.height {
        for x in 0..inner.width {
            let (column, line) = (usize::from(x), usize::from(y) * dots_per_line);
            let (top, top_cursor) = at(line, column);
            let (screen_x, screen_y) = (inner.x + x, inner.y + y);
            if *dots_per_line == 1 {
                let symbol = match top {
                    None => " ",
                    Some(Cells::ITSELF) => "\\",
                    Some(distance) if scene.own.is_dimmed && distance > scene.k => " ",
                    Some(distance) => GLYPHS[class(distance, bits)],
                };
                let style =
                    if top.is_some_and(|distance| distance <= scene.k) { within } else { Style::new() };
                paint.put(screen_x, screen_y, symbol, style);
                if top_cursor {
                    paint.put(screen_x, screen_y, "◆", handle);
                }
                continue;
            }
            let (bottom, bottom_cursor) = at(line + 1, column);
            if top.is_some() || bottom.is_some() {
                let style = Style::new().fg(color(top)).bg(color(bottom));
                // Where the upper half is outside, the lower half is drawn instead.
                if top.is_none() {
                    paint.put(screen_x, screen_y, "▄", Style::new().fg(color(bottom)));
                } else {
                    paint.put(screen_x, screen_y, "▀", style);
                }
            }
            if top_cursor || bottom_cursor {
                let under = if top_cursor { color(top) } else { color(bottom) };
                let ink = if paint.theme.is_dark { Color::Black } else { Color::White };
                let near = if top_cursor { top } else { bottom };
                let ink = if near.is_some_and(|d| d != Cells::ITSELF && share(d, bits) > 0.6) {
                    handle.fg.unwrap_or(ink)
                } else {
                    ink
                };
                paint.put(screen_x, screen_y, "◆", Style::new().fg(ink).bg(under));
            }
        }
    }
}
