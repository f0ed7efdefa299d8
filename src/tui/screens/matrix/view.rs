//! Screen 4: all pairs as a heatmap, and the pair under the cursor.

use super::Geometry;
use super::news::Shown;
use crate::hamming::{self, Cells};
use crate::simhash;
use crate::tui::screens::matrix::keys::{Order, Pane};
use crate::tui::shared::model::Stage;
use crate::tui::surface::areas::Target;
use crate::tui::surface::lang::grouped_digits;
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use crate::tui::widgets::{bits, prose};
use crate::visible;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};
use std::collections::HashSet;

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
    let len = grouped_digits(scene.own.heat_len(scene.shared) as u64);
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
        let said = match scene.model.is_hashed() {
            true if scene.model.corpus.is_empty() => ("no documents", "没有文档"),
            true if matches!(scene.model.stage, Stage::Cancelled(_)) => {
                ("cancelled; r starts it again, o changes the order", "已取消；按 r 重新开始，o 改变排列")
            }
            true => ("known when the dendrogram is built; o changes the order", "树建好后可见；o 改变排列"),
            false => ("documents are being read and hashed…", "正在读取并计算…"),
        };
        let said = paint.pick(said);
        paint.hollow(inner, said);
        return;
    };
    match scene.own.shown().filter(|shown| shown.arranged.order == scene.own.order) {
        Some(shown) => dots(scene, paint, inner, &geometry, shown),
        None => {
            let said = paint.pick(("drawing…", "绘制中…"));
            paint.hollow(inner, said);
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

fn pair(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("Pair under the cursor", "光标处的一对"));
    let inner = paint.panel(
        area,
        Pane::Pair,
        scene.own.focus == Pane::Pair,
        title,
        paint.pick(("Enter anatomy · y copy", "Enter 解剖 · y 复制")),
    );
    let lines = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
    let (Some(row), Some(column)) = (scene.selected_document(), scene.pair_partner()) else {
        let said = paint.pick(("no pair yet", "尚无文档对"));
        paint.hollow(inner, said);
        return;
    };
    let width = scene.model.recipe.bits;
    let signature = |document: u32| scene.model.signatures.try_get(document as usize);
    let (Some(a), Some(b)) = (signature(row), signature(column)) else {
        let said = paint.pick(("signatures are being computed…", "正在计算签名…"));
        paint.hollow(inner, said);
        return;
    };
    let mut y = lines.y;
    let end = lines.bottom();
    for (name, document) in [(paint.pick(("row", "行")), row), (paint.pick(("col", "列")), column)] {
        let shown = scene.model.corpus.get(document as usize);
        let group = scene.groups.as_ref().and_then(|groups| groups.number_of(document));
        let group = group.map_or(String::new(), |number| format!(" #{number}"));
        if y >= end {
            return;
        }
        let room = lines.width.saturating_sub(4 + visible::width(&group) as u16);
        paint.say(lines.x, y, 4, name, Role::Dim);
        let used = paint.name(lines.x + 4, y, room, shown.id, Role::Accent);
        paint.say(lines.x + 4 + used, y, lines.width - 4 - used, &group, Role::Within);
        y += 1;
        if lines.height >= 18 && y < end {
            let start: String = shown.text.chars().take(usize::from(lines.width)).collect();
            paint.say(lines.x + 4, y, lines.width - 4, &start, Role::Dim);
            y += 1;
        }
    }
    let distance = hamming::distance(a, b);
    let is_within = distance <= scene.k;
    let text = paint.pick((
        format!("distance {distance}, {} k = {}", if is_within { "within" } else { "beyond" }, scene.k),
        format!("距离 {distance}，在 k = {} {}", scene.k, if is_within { "之内" } else { "之外" }),
    ));
    if y < end {
        paint.say(lines.x, y, lines.width, &text, if is_within { Role::Within } else { Role::Warn });
        y += 1;
    }
    let share = 1.0 - f64::from(distance) / f64::from(width.get());
    let cosine = (std::f64::consts::PI * f64::from(distance) / f64::from(width.get())).cos();
    let text = paint.pick((
        format!("1 − d/f = {share:.3}, cosine ≈ {cosine:.3}"),
        format!("1 − d/f = {share:.3}，余弦 ≈ {cosine:.3}"),
    ));
    if y < end {
        paint.say(lines.x, y, lines.width, &text, Role::Dim);
        y += 1;
    }
    let columns = match lines.width {
        72.. => 64,
        36..=71 => 32,
        _ => 16,
    };
    if y + 1 < end {
        let hex = simhash::hex(a ^ b, width);
        paint.say(lines.x, y, 4, "XOR", Role::Text);
        // What is too long for a line takes two, the high half first.
        let low = match hex.len() + 4 > usize::from(lines.width) {
            true => hex.len().saturating_sub(16),
            false => 0,
        };
        if low > 0 {
            paint.say(lines.x + 4, y, lines.width - 4, &format!("{:>16}", &hex[..low]), Role::Text);
            y += 1;
        }
        paint.say(lines.x + 4, y, lines.width - 4, &hex[low..], Role::Text);
        y += 1;
        y += bits::differences(paint, Rect { y, height: end - y, ..lines }, a ^ b, width.get(), columns);
    }
    if y + 1 < end {
        y += 1;
        y = shared_features(scene, paint, Rect { y, height: end - y, ..lines }, row, column);
    }
    if y + 2 < end {
        legend(scene, paint, Rect { y: y + 1, height: end - y - 1, ..lines });
        y += 4;
    }
    // What is left shows the two texts, each in its half.
    let half = end.saturating_sub(y) / 2;
    if half >= 3 {
        for (i, (name, document)) in [(("row", "行"), row), (("col", "列"), column)].into_iter().enumerate()
        {
            let part = Rect { y: y + i as u16 * half, height: half, ..lines };
            paint.say(part.x, part.y, part.width, paint.pick(name), Role::Dim);
            let text = scene.model.corpus.get(document as usize).text;
            let shown = prose::lines(text, usize::from(part.width)).filter(|line| !line.is_empty());
            for (line, shown) in shown.take(usize::from(half) - 1).enumerate() {
                let shown: String = shown.iter().map(|&(_, c)| c).collect();
                paint.say(part.x, part.y + 1 + line as u16, part.width, &shown, Role::Text);
            }
        }
    }
}

fn terms(trace: &simhash::Trace) -> HashSet<&str> {
    trace.features.iter().map(|feature| feature.term.as_str()).collect()
}

fn shared_features(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, row: u32, column: u32) -> u16 {
    let (Some(a), Some(b)) = (scene.model.trace(row), scene.model.trace(column)) else {
        paint.say(area.x, area.y, area.width, paint.pick(("features: tracing…", "特征：追踪中…")), Role::Dim);
        return area.y + 1;
    };
    let (of_a, of_b) = (terms(a), terms(b));
    let shared = of_a.intersection(&of_b).count();
    let union = of_a.len() + of_b.len() - shared;
    let jaccard = if union == 0 { 1.0 } else { shared as f64 / union as f64 };
    let head = paint.pick((
        format!("{shared} shared features, Jaccard {jaccard:.2}"),
        format!("共有特征 {shared}，Jaccard {jaccard:.2}"),
    ));
    let mut y = area.y;
    paint.say(area.x, y, area.width, &head, Role::Text);
    y += 1;
    let sides = [
        (paint.pick(("only row", "仅行")), a, &of_b, of_a.len()),
        (paint.pick(("only col", "仅列")), b, &of_a, of_b.len()),
    ];
    for (name, trace, others, count) in sides {
        if y >= area.bottom() {
            break;
        }
        let mut only: Vec<_> =
            trace.features.iter().filter(|feature| !others.contains(feature.term.as_str())).collect();
        only.sort_by(|x, y| y.weight.total_cmp(&x.weight));
        let used = paint.say(area.x, y, area.width, &format!("{name} {}: ", count - shared), Role::Dim);
        let words: Vec<&str> = only.iter().take(12).map(|feature| feature.term.as_str()).collect();
        paint.say(area.x + used, y, area.width.saturating_sub(used), &words.join(" "), Role::Text);
        y += 1;
    }
    y
}

/// What the colours mean, from equal to as far apart as chance.
fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let bits = scene.model.recipe.bits.get();
    if scene.own.is_glyphs || !paint.theme.has_heat() {
        let upper = |class: u16| class * u16::from(bits) / 64;
        let text = format!("█ 0-{} ▓ -{} ▒ -{} ░ -{}", upper(3), upper(6), upper(12), upper(24));
        paint.say(area.x, area.y, area.width, &text, Role::Dim);
        return;
    }
    let (dim, width) = (paint.style(Role::Dim), area.width.saturating_sub(8).min(u16::from(bits / 2).max(4)));
    paint.text(area.x, area.y, 4, "d 0", dim);
    for x in 0..width {
        let color = paint.theme.heat(f64::from(x) / f64::from(width.max(2) - 1));
        paint.put(area.x + 4 + x, area.y, "█", Style::new().fg(color));
    }
    paint.text(area.x + 5 + width, area.y, 4, &format!("{}+", bits / 2), dim);
    if scene.k <= bits / 2 && area.height > 1 {
        let x = area.x + 4 + (u16::from(scene.k) * (width - 1) / u16::from((bits / 2).max(1)));
        let style = paint.style(Role::Handle);
        paint.put(x, area.y + 1, "▲", style);
        paint.text(x + 2, area.y + 1, 8, "k", dim);
    }
}
