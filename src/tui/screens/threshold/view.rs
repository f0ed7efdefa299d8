//! Screen 3: how many pairs at which distance, what every k would give, and the groups at this one.

use crate::groups::SweepRow;
use crate::hamming;
use crate::tui::screens::threshold::keys::Pane;
use crate::tui::shared::grouping::Grouping;
use crate::tui::shared::model::Stage;
use crate::tui::surface::areas::Target;
use crate::tui::surface::lang::{Said, grouped_digits};
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use crate::tui::widgets::chart::{self, Bars};
use crate::visible;
use ratatui::layout::Rect;

type Scene<'a> = crate::tui::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if area.height < 16 {
        match scene.own.focus {
            Pane::Histogram => histogram(scene, paint, area),
            Pane::Sweep => sweep(scene, paint, area, &sweep_columns(scene, area.width)),
            Pane::Members => members(scene, paint, area),
            _ => groups(scene, paint, area),
        }
        return;
    }
    let high = (area.height * 2 / 5).clamp(8, 14);
    // The histogram keeps at least two fifths.
    let columns = sweep_columns(scene, area.width * 3 / 5);
    let sweep_width = taken(&columns);
    let (top, low) =
        (Rect { height: high, ..area }, Rect { y: area.y + high, height: area.height - high, ..area });
    let left = area.width - sweep_width;
    histogram(scene, paint, Rect { width: left, ..top });
    sweep(scene, paint, Rect { x: top.x + left, width: sweep_width, ..top }, &columns);
    let left = low.width * 3 / 5;
    groups(scene, paint, Rect { width: left, ..low });
    members(scene, paint, Rect { x: low.x + left, width: low.width - left, ..low });
}

/// Why something is not there yet: it will come, or it was cancelled.
fn pending(scene: Scene<'_>, coming: Said) -> Said {
    match scene.model.stage {
        Stage::Cancelled(_) => ("cancelled; r starts it again", "已取消；按 r 重新开始"),
        _ => coming,
    }
}

fn histogram(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let scale = paint.pick(if scene.own.is_log { ("log", "对数") } else { ("linear", "线性") });
    let distances = u16::from(scene.model.recipe.bits.get()) + 1;
    let mut title = match chart::distances_a_bar(area.width.saturating_sub(2), distances) {
        1 => paint.pick((format!("Pairs per distance, {scale}"), format!("各距离的文档对，{scale}"))),
        n => paint
            .pick((format!("Pairs per {n} distances, {scale}"), format!("每 {n} 个距离的文档对，{scale}"))),
    };
    let valley = match scene.valley() {
        Some(valley) => paint.pick((format!(" · v valley = {valley}"), format!(" · v 谷底 = {valley}"))),
        None => String::new(),
    };
    let foot = format!("{}{valley}", paint.pick(("L log/linear", "L 对数/线性")));
    let Some(spread) = &scene.model.spread else {
        let inner = paint.panel(area, Pane::Histogram, scene.own.focus == Pane::Histogram, &title, &foot);
        let said = paint.pick(pending(scene, ("known when all pairs are measured", "测量所有文档对后可知")));
        paint.hollow(inner, said);
        return;
    };
    let bits = usize::from(scene.model.recipe.bits.get());
    let counts = spread.pairs().counts();
    let counts = &counts[..counts.len().min(bits + 1)];
    if counts.len() <= bits {
        let last = counts.len() - 1;
        title += &paint.pick((format!(" · counted to d = {last}"), format!(" · 已计至 d = {last}")));
    } else if let Some(peak) = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d))) {
        let count = grouped_digits(counts[peak]);
        title +=
            &paint.pick((format!(" · peak {count} at d = {peak}"), format!(" · 峰值 {count}，d = {peak}")));
    }
    let inner = paint.panel(area, Pane::Histogram, scene.own.focus == Pane::Histogram, &title, &foot);
    let bars = Bars {
        counts,
        bits: bits as u8,
        k: scene.k,
        mark: scene.mark.as_ref().map(|mark| mark.groups.k()),
        is_log: scene.own.is_log,
    };
    if let Some(cut) = chart::histogram(paint, inner, bars) {
        // The scale says it too; beside the hints only where there is room.
        let cut = grouped_digits(cut);
        let note = paint.pick((format!(" ▲ cut at {cut} "), format!(" ▲ 截于 {cut} ")));
        if usize::from(area.width) > visible::width(&foot) + visible::width(&note) + 8 {
            let style = paint.style(Role::Dim);
            paint.right(area.x, area.bottom() - 1, area.width - 2, &note, style);
        }
    }
}

/// A column of the sweep.
#[derive(Clone, Copy)]
struct SweepColumn {
    name: (&'static str, &'static str),
    width: u16,
    text: fn(Scene<'_>, &SweepRow) -> String,
}

fn count_or_dots(count: Option<u64>) -> String {
    count.map_or("…".into(), grouped_digits)
}

const SWEEP: [SweepColumn; 6] = [
    SweepColumn { name: ("k", "k"), width: 3, text: |_, line| line.k.to_string() },
    SweepColumn { name: ("pairs", "对"), width: 8, text: |_, line| count_or_dots(line.pairs) },
    SweepColumn { name: ("groups", "组"), width: 7, text: |_, line| grouped_digits(line.groups as u64) },
    SweepColumn {
        name: ("grouped", "入组"), width: 7, text: |_, line| grouped_digits(line.grouped as u64)
    },
    SweepColumn {
        name: ("largest", "最大"), width: 7, text: |_, line| grouped_digits(line.largest as u64)
    },
    SweepColumn {
        name: ("chains", "链"),
        width: 6,
        text: |_, line| count_or_dots(line.chains.map(|n| n as u64)),
    },
];

fn agreement(
    scene: Scene<'_>,
    line: &SweepRow,
    pick: fn(&crate::evidence::Agreement) -> Option<f64>,
) -> String {
    let Some(labelled) = &scene.model.labelled else {
        return "…".into();
    };
    pick(&labelled.at(line.k)).map_or("·".into(), |share| format!("{share:.2}"))
}

const LABELLED: [SweepColumn; 3] = [
    SweepColumn {
        name: ("prec", "精确"),
        width: 4,
        text: |scene, line| agreement(scene, line, |a| a.precision),
    },
    SweepColumn {
        name: ("rec", "召回"), width: 4, text: |scene, line| agreement(scene, line, |a| a.recall)
    },
    SweepColumn { name: ("F1", "F1"), width: 4, text: |scene, line| agreement(scene, line, |a| a.f1) },
];

/// Columns of the terminal that the sweep with its frame takes.
fn taken(columns: &[SweepColumn]) -> u16 {
    columns.iter().map(|column| column.width + 1).sum::<u16>() + 4
}

/// The columns that fit into `width`; wider numbers get wider columns.
fn sweep_columns(scene: Scene<'_>, width: u16) -> Vec<SweepColumn> {
    let mut columns = SWEEP.to_vec();
    for column in &mut columns {
        let widest = scene.model.sweep.iter().map(|line| (column.text)(scene, line).len()).max().unwrap_or(0);
        column.width = column.width.max((widest as u16).min(14));
    }
    let has_labels = scene.model.labelled.is_some() || scene.model.corpus.has_labels();
    if has_labels {
        columns.extend(LABELLED);
    }
    // F1 stays before precision and recall, chains before the largest.
    for name in ["prec", "rec", "largest", "grouped"] {
        if taken(&columns) > width {
            columns.retain(|column| column.name.0 != name);
        }
    }
    columns
}

fn sweep(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, columns: &[SweepColumn]) {
    let title = paint.pick(match scene.grouping {
        Grouping::Connection => ("Every k", "每个 k"),
        Grouping::Leaders => ("Every k, by connection", "每个 k（按连通）"),
    });
    let foot = paint.pick(("click or arrows set k", "点击或方向键设 k")).to_owned();
    let foot = scene
        .exact_end()
        .map_or(foot, |end| paint.pick((format!("exact to k = {end}"), format!("精确至 k = {end}"))));
    let inner = paint.panel(area, Pane::Sweep, scene.own.focus == Pane::Sweep, title, &foot);
    if inner.height < 2 {
        return;
    }
    let title = paint.style(Role::Title);
    let mut x = inner.x + 1;
    for column in columns {
        paint.right(x, inner.y, column.width, paint.pick(column.name), title);
        x += column.width + 1;
    }
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let rows = scene.model.sweep.len();
    if rows == 0 {
        let said = paint.pick(pending(scene, ("known when the dendrogram is built", "树建好后可知")));
        paint.hollow(body, said);
        return;
    }
    let height = usize::from(body.height);
    let first = usize::from(scene.k).saturating_sub(height / 2).min(rows.saturating_sub(height));
    paint.areas.push(body, Target::Rows { pane: Pane::Sweep.into(), first, rows });
    for (line, row) in scene.model.sweep.iter().skip(first).take(height).enumerate() {
        let y = body.y + line as u16;
        let is_chaining = row.chains.is_some_and(|chains| chains > 0);
        let mut x = body.x + 1;
        for column in columns {
            let role = if column.name.0 == "chains" && is_chaining { Role::Warn } else { Role::Text };
            let style = paint.style(role);
            paint.right(x, y, column.width, &(column.text)(scene, row), style);
            x += column.width + 1;
        }
        if scene.mark.as_ref().is_some_and(|mark| mark.groups.k() == row.k) {
            paint.say(body.right() - 1, y, 1, "A", Role::Mark);
        }
        if row.k == scene.k {
            paint.select(Rect { y, height: 1, ..body });
        }
    }
}

/// How a group stands against mark A: `=` the same, `3→` made of three, `⊂9` part of nine.
fn against_mark(scene: Scene<'_>, number: usize) -> Option<(String, Role)> {
    let (mark, groups) = (scene.mark.as_ref()?, scene.groups.as_ref()?);
    let pieces = scene.pieces_at_mark(number)?;
    if pieces > 1 {
        return Some((format!("{pieces}→"), Role::Mark));
    }
    let first = *groups.members(number).first()?;
    let whole = mark.groups.number_of(first).map_or(1, |number| mark.groups.members(number).len());
    let size = groups.members(number).len();
    Some(if whole > size { (format!("⊂{whole}"), Role::Mark) } else { ("=".into(), Role::Dim) })
}

fn groups(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let how = match scene.grouping {
        Grouping::Connection => paint.pick(("by connection", "按连通")),
        Grouping::Leaders => paint.pick(("around leaders", "按首领")),
    };
    let count = scene.groups.as_ref().map_or(0, |groups| groups.count());
    let count_text = match &scene.groups {
        Some(_) => grouped_digits(count as u64),
        None => "…".to_owned(),
    };
    let title = paint.pick((
        format!("Groups {count_text} at k = {}, {how}", scene.k),
        format!("k = {} 的组 {count_text}，{how}", scene.k),
    ));
    let foot = match &scene.mark {
        Some(mark) => {
            let k = mark.groups.k();
            paint.pick((
                format!("A (k = {k}): = same · 3→ merged from 3 · ⊂9 split from 9"),
                format!("A（k = {k}）：= 不变 · 3→ 由 3 合并 · ⊂9 自 9 拆出"),
            ))
        }
        None => paint
            .pick(("m marks A to compare · c connection/leaders", "m 标记 A 以比较 · c 连通/首领"))
            .to_owned(),
    };
    let inner = paint.panel(area, Pane::Groups, scene.own.focus == Pane::Groups, &title, &foot);
    if inner.height < 2 {
        return;
    }
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let Some(groups) = &scene.groups else {
        if let Some(beyond) = scene.beyond() {
            paint.hollow(body, &beyond);
            return;
        }
        let said = paint.pick(pending(scene, ("known when the dendrogram is built", "树建好后可知")));
        paint.hollow(body, said);
        return;
    };
    // Narrow panes keep what makes a chain.
    let is_wide = inner.width >= 60;
    let mut columns: Vec<(&str, u16)> = vec![
        ("#", 6),
        (paint.pick(("size", "大小")), if is_wide { 8 } else { 6 }),
        (paint.pick(("diam", "直径")), 4),
    ];
    if is_wide {
        columns.extend([(paint.pick(("min", "最小")), 4), (paint.pick(("mean", "平均")), 5)]);
    }
    columns.push((paint.pick(("chain", "链")), 5));
    if scene.mark.is_some() {
        columns.push(("A", 6));
    }
    let mut x = inner.x + 2;
    let title = paint.style(Role::Title);
    for (name, width) in &columns {
        paint.right(x, inner.y, *width, name, title);
        x += width + 1;
    }
    paint.text(x, inner.y, inner.right() - x, paint.pick(("representative", "代表")), title);
    if count == 0 {
        let said = paint
            .pick(("no two documents are within k: raise it with ]", "没有距离在 k 内的文档：按 ] 增大 k"));
        paint.hollow(body, said);
        return;
    }
    let first = scene.own.groups.first(usize::from(body.height), count);
    paint.areas.push(body, Target::Rows { pane: Pane::Groups.into(), first, rows: count });
    let (text, dim) = (paint.style(Role::Text), paint.style(Role::Dim));
    for line in 0..body.height {
        let number = first + usize::from(line) + 1;
        if number > count {
            break;
        }
        let y = body.y + line;
        let run = groups.run(number);
        let spread = scene.group_spread(number, run);
        // Around leaders two members may be 2k apart, and still nothing chains.
        let is_chain = scene.grouping == Grouping::Connection
            && spread.is_some_and(|spread| spread.diameter > groups.k());
        let dots = || "…".to_owned();
        let mut cells = vec![
            (number.to_string(), dim),
            (grouped_digits(u64::from(run.len)), text),
            (spread.map_or_else(dots, |s| s.diameter.to_string()), text),
        ];
        if is_wide {
            cells.push((spread.map_or_else(dots, |s| s.minimum.to_string()), dim));
            cells.push((spread.map_or_else(dots, |s| format!("{:.1}", s.mean)), dim));
        }
        cells.push(match (spread, is_chain) {
            (None, _) => (dots(), dim),
            (_, true) => (paint.pick(("yes", "是")).to_owned(), paint.style(Role::Warn)),
            (_, false) => ("·".to_owned(), dim),
        });
        if scene.mark.is_some() {
            let (text, role) = against_mark(scene, number).unwrap_or(("…".into(), Role::Dim));
            cells.push((text, paint.style(role)));
        }
        let mut x = body.x + 2;
        for ((cell, style), (_, width)) in cells.iter().zip(&columns) {
            paint.right(x, y, *width, cell, *style);
            x += width + 1;
        }
        let representative = scene.model.corpus.get(groups.members(number)[0] as usize);
        let used = paint.name(x, y, (body.right() - x).min(16), representative.id, Role::Dim) + 1;
        let start: String = representative.text.chars().take(usize::from(body.width)).collect();
        paint.say(x + used, y, body.right().saturating_sub(x + used), &start, Role::Text);
        if Some(number) == scene.own.selected_group(scene.shared) {
            paint.select(Rect { y, height: 1, ..body });
        }
    }
}

fn members(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let members = scene.own.members(scene.shared);
    let title = match scene.own.selected_group(scene.shared) {
        Some(number) => {
            let size = grouped_digits(members.len() as u64);
            paint.pick((
                format!("Group {number}: {size} members, distances"),
                format!("第 {number} 组：{size} 篇，距离"),
            ))
        }
        None => paint.pick(("Members", "成员")).to_owned(),
    };
    let spread = scene
        .own
        .selected_group(scene.shared)
        .zip(scene.groups.as_ref())
        .and_then(|(number, groups)| scene.group_spread(number, groups.run(number)));
    let foot = match spread {
        Some(spread) if spread.diameter > scene.k && scene.grouping == Grouping::Leaders => paint.pick((
            format!("diameter {}, each within k of the leader, the first", spread.diameter),
            format!("直径 {}，各在首领（第一篇）的 k 之内", spread.diameter),
        )),
        Some(spread) if spread.diameter > scene.k => paint.pick((
            format!("chain: diameter {} > k = {}", spread.diameter, scene.k),
            format!("链：直径 {} > k = {}", spread.diameter, scene.k),
        )),
        Some(spread) => paint.pick((
            format!("all within k of each other (diameter {})", spread.diameter),
            format!("两两都在 k 内（直径 {}）", spread.diameter),
        )),
        None => String::new(),
    };
    let inner = paint.panel(area, Pane::Members, scene.own.focus == Pane::Members, &title, &foot);
    if inner.height < 2 {
        return;
    }
    if members.is_empty() {
        let said = paint.pick(("choose a group at the left", "在左侧选择一组"));
        paint.hollow(inner, said);
        return;
    }
    // Rows and columns carry the same numbers.
    let number_width = members.len().to_string().len() as u16 + 1;
    let id_width = number_width + 12.min(inner.width / 3);
    let text_width = if inner.width < 44 { 8 } else { 14 };
    // Distances to the first members, then the text; a group of two needs no more than that.
    let shown = members.len().min(usize::from(inner.width.saturating_sub(id_width + text_width) / 3)).max(1);
    let title = paint.style(Role::Title);
    for (i, _) in members.iter().take(shown).enumerate() {
        paint.right(inner.x + 2 + id_width + i as u16 * 3, inner.y, 3, &(i + 1).to_string(), title);
    }
    let text_x = inner.x + 2 + id_width + shown as u16 * 3 + 1;
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let first = scene.own.members.first(usize::from(body.height), members.len());
    paint.areas.push(body, Target::Rows { pane: Pane::Members.into(), first, rows: members.len() });
    let signatures = &scene.model.signatures;
    for (line, &member) in members.iter().skip(first).take(usize::from(body.height)).enumerate() {
        let y = body.y + line as u16;
        let document = scene.model.corpus.get(member as usize);
        let (dim, number) = (paint.style(Role::Dim), (first + line + 1).to_string());
        paint.right(body.x + 1, y, number_width, &number, dim);
        paint.name(body.x + 2 + number_width, y, id_width - number_width, document.id, Role::Text);
        for (i, &other) in members.iter().take(shown).enumerate() {
            let x = body.x + 2 + id_width + i as u16 * 3;
            if other == member {
                let style = paint.style(Role::Dim);
                paint.right(x, y, 3, "·", style);
                continue;
            }
            let distance = hamming::distance(signatures.get(member as usize), signatures.get(other as usize));
            let style = paint.style(if distance <= scene.k { Role::Within } else { Role::Beyond });
            paint.right(x, y, 3, &distance.to_string(), style);
        }
        let start: String = document.text.chars().take(usize::from(body.width)).collect();
        paint.say(text_x, y, body.right().saturating_sub(text_x), &start, Role::Text);
        if member == scene.selected {
            paint.select(Rect { y, height: 1, ..body });
        }
    }
}
