//! Screen 2: one document, from its features through the sums to the signature.

use crate::groups::Groups;
use crate::simhash::{self, Feature, Trace};
use crate::tui::action::{Action, Pane};
use crate::tui::app::App;
use crate::tui::areas::Target;
use crate::tui::lang::grouped_digits;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use crate::tui::widgets::bits::{self, sum_text, weight_text};
use crate::tui::widgets::prose;
use ratatui::layout::Rect;

/// Draws the screen.
pub fn view(app: &App, paint: &mut Paint<'_>, area: Rect) {
    let Some(document) = app.selected_document() else {
        let said = paint.pick(("no document yet", "尚无文档"));
        paint.hollow(area, said);
        return;
    };
    head(app, paint, Rect { height: 1, ..area }, document);
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    let Some(trace) = app.model.trace(document) else {
        let said = paint.pick(("tracing the document…", "正在追踪文档…"));
        paint.hollow(area, said);
        return;
    };
    if area.height < 16 {
        match app.pane() {
            Pane::Sums => sums(app, paint, area, trace),
            Pane::Bit => pushes(app, paint, area, trace),
            Pane::Text => text(app, paint, area, trace),
            _ => features(app, paint, area, trace),
        }
        return;
    }
    let (sums_height, low) = if area.height >= 26 { (13, 8) } else { (8, 5) };
    let high = area.height - sums_height - low;
    let at = |y: u16, height: u16| Rect { y: area.y + y, height, ..area };
    features(app, paint, at(0, high), trace);
    let (middle, low) = (at(high, sums_height), at(high + sums_height, low));
    let bits = u16::from(app.model.recipe.bits.get());
    // What is too wide for one line is drawn in two, the high bits first.
    let columns = if bits > BAND && area.width < bits + 12 + 34 { BAND } else { bits.max(32) };
    let sums_width = columns * ((area.width - 46) / columns).clamp(1, 2) + 12;
    // A square of so many sums needs the whole width.
    let is_square = app.anatomy.is_square && bits > BAND && sums_width < SQUARE;
    if area.width >= sums_width + 34 && !is_square {
        sums(app, paint, Rect { width: sums_width, ..middle }, trace);
        pushes(
            app,
            paint,
            Rect { x: middle.x + sums_width, width: middle.width - sums_width, ..middle },
            trace,
        );
        text(app, paint, low, trace);
    } else {
        let half = low.width / 2;
        sums(app, paint, middle, trace);
        pushes(app, paint, Rect { width: half, ..low }, trace);
        text(app, paint, Rect { x: low.x + half, width: low.width - half, ..low }, trace);
    }
}

/// Bits of a line where a signature is drawn in two.
const BAND: u16 = 64;
/// Columns of a panel that has room for sixteen sums in a line.
const SQUARE: u16 = 105;

/// Which document, its label, its nearest neighbour, its group.
fn head(app: &App, paint: &mut Paint<'_>, line: Rect, document: u32) {
    let shown = app.model.corpus.get(document as usize);
    let mut x = line.x + 1;
    for (key, action) in [("p", Action::StepDocument(-1)), ("n", Action::StepDocument(1))] {
        paint.say(x, line.y, 1, key, Role::Key);
        paint.areas.push(Rect { x, width: 1, ..line }, Target::Act(action));
        x += 2;
    }
    let place = grouped_digits(document as u64 + 1);
    let mut tail = String::new();
    if let Some((neighbour, distance)) = app.model.tree.as_ref().and_then(|tree| tree.nearest(document)) {
        let id = app.model.corpus.get(neighbour as usize).id;
        tail +=
            &paint.pick((format!("nearest {id} at d = {distance}"), format!("最近邻 {id}，d = {distance}")));
    }
    let number = app.groups.as_ref().and_then(|groups: &Groups| groups.number_of(document));
    match number {
        Some(number) => tail += &format!(" · {} #{number}", paint.pick(("group", "组"))),
        None if app.groups.is_some() => tail += paint.pick((" · alone at k", " · 在 k 下独立")),
        None => {}
    }
    let width = (crate::visible::width(&tail) as u16).min(line.width / 2);
    let style = paint.style(Role::Dim);
    paint.right(line.x, line.y, line.width - 1, &crate::visible::fit(&tail, usize::from(width)), style);
    let room = line.right().saturating_sub(x + width + 2);
    let used = paint.say(
        x,
        line.y,
        room,
        &paint.pick((format!("document {place} "), format!("第 {place} 篇 "))),
        Role::Dim,
    );
    paint.say(x + used, line.y, room.saturating_sub(used), shown.id, Role::Accent);
}

/// Features in the order shown, as indices into the trace.
fn ordered(app: &App, trace: &Trace) -> Vec<usize> {
    let mut order: Vec<usize> = (0..trace.features.len()).collect();
    if app.anatomy.is_by_weight {
        order.sort_by(|&a, &b| trace.features[b].weight.total_cmp(&trace.features[a].weight));
    }
    order
}

/// The feature that the selection points at.
pub fn selected_feature<'a>(app: &App, trace: &'a Trace) -> Option<&'a Feature> {
    let order = ordered(app, trace);
    order.get(app.anatomy.features.selected).map(|&index| &trace.features[index])
}

fn features(app: &App, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let count = grouped_digits(trace.features.len() as u64);
    let order_name = match app.anatomy.is_by_weight {
        true => paint.pick(("heaviest first", "按权重")),
        false => paint.pick(("in order of the text", "按出现次序")),
    };
    let title =
        paint.pick((format!("Features {count}, {order_name}"), format!("特征 {count}，{order_name}")));
    let inner = paint.panel(area, Pane::Features, app.pane() == Pane::Features, &title, "");
    if inner.height < 2 {
        return;
    }
    let width = app.model.recipe.bits;
    let digits = (width.hex_digits() as u16).max(3);
    // Where a column a bit would leave no room for the terms, two bits share one.
    let bits = u16::from(width.get());
    let is_packed = bits > BAND && inner.width < bits + 40;
    let cells = if is_packed { bits::packed_columns(width.get()) } else { bits };
    let has_cells = inner.width >= cells + 14;
    let has_hex = !has_cells || inner.width >= cells + digits + 30;
    // Beside the cells of a narrow screen only term and weight have room.
    let (count_width, weight_width) = if has_cells && inner.width < cells + 24 { (0, 4) } else { (6, 8) };
    let columns = count_width
        + weight_width
        + if has_cells { cells + 1 } else { 0 }
        + if has_hex { digits + 1 } else { 0 };
    // Where there is room, the cells do not touch the frame.
    let gap = u16::from(is_packed && !has_hex && inner.width > cells + 24);
    let term_width = inner.width.saturating_sub(columns + 2 + gap);
    let count_x = inner.x + 2 + term_width;
    let weight_x = count_x + count_width;
    let cells_x = weight_x + weight_width + 1;
    let hex_x = if has_cells { cells_x + cells + 1 } else { cells_x };
    let title = paint.style(Role::Title);
    paint.text(inner.x + 2, inner.y, term_width, paint.pick(("term", "词项")), title);
    paint.right(count_x, inner.y, count_width, paint.pick(("count", "次数")), title);
    paint.right(weight_x, inner.y, weight_width, paint.pick(("weight", "权重")), title);
    if has_cells {
        ruler(paint, cells_x, inner.y, width.get(), app.anatomy.bit, is_packed);
    }
    if has_hex {
        paint.text(
            hex_x,
            inner.y,
            inner.right().saturating_sub(hex_x),
            paint.pick(("hex", "十六进制")),
            title,
        );
    }
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    if trace.features.is_empty() {
        let said = paint
            .pick(("no features: the document is empty under this recipe", "没有特征：在此配方下文档为空"));
        paint.hollow(body, said);
        return;
    }
    let order = ordered(app, trace);
    let first = app.anatomy.features.first(usize::from(body.height), order.len());
    paint.areas.push(body, Target::Rows { pane: Pane::Features, first, rows: order.len() });
    let text = paint.style(Role::Text);
    for (line, &index) in order.iter().skip(first).take(usize::from(body.height)).enumerate() {
        let (feature, y) = (&trace.features[index], body.y + line as u16);
        paint.say(body.x + 2, y, term_width, &feature.term, Role::Text);
        paint.right(count_x, y, count_width, &feature.count.to_string(), text);
        paint.right(weight_x, y, weight_width, &weight_text(feature.weight), text);
        if is_packed && has_cells {
            bits::packed(paint, cells_x, y, feature.hash, width.get());
        } else if has_cells {
            bits::cells(paint, cells_x, y, feature.hash, width.get(), 1);
        }
        if has_hex {
            paint.say(hex_x, y, digits, &simhash::hex(feature.hash, width), Role::Dim);
        }
        if first + line == app.anatomy.features.selected {
            // Only the words are marked: the cells keep their colours.
            paint.select(Rect { y, height: 1, width: cells_x - body.x - 1, ..body });
        }
    }
    if has_cells && !is_packed {
        paint.areas.push(
            Rect { x: cells_x, y: inner.y, width: cells, height: 1 },
            Target::Bits { bits: width.get(), columns: width.get(), cell: 1 },
        );
    }
}

/// Numbers over every eighth bit, and the cursor with its own number.
fn ruler(paint: &mut Paint<'_>, x: u16, y: u16, bits: u8, cursor: u8, is_packed: bool) {
    let (shared, every) = if is_packed { (2, 16) } else { (1, 8) };
    let column = |bit: u8| x + u16::from((bits - 1) / shared - bit / shared);
    let (dim, handle) = (paint.style(Role::Dim), paint.style(Role::Handle));
    let digits = |bit: u8| bit.to_string().len() as u16;
    let near = column(cursor)..column(cursor) + 2 + digits(cursor);
    let is_free = |bit: u8| !near.contains(&column(bit)) && !near.contains(&(column(bit) + digits(bit)));
    for tick in (0..bits).filter(|bit| (bit + 1) % every == 0 && is_free(*bit)) {
        paint.text(column(tick), y, 3, &tick.to_string(), dim);
    }
    paint.put(column(cursor), y, "▼", handle);
    let number = cursor.to_string();
    let width = number.len() as u16;
    let has_room = u16::from(cursor / shared) >= width;
    let at = if has_room { column(cursor) + 1 } else { column(cursor).saturating_sub(width) };
    paint.text(at, y, width, &number, handle);
}

fn sums(app: &App, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let width = app.model.recipe.bits;
    let hex = simhash::hex(trace.signature, width);
    let fragile = trace.fragile_bits(&app.model.recipe);
    let ties = trace.sums.iter().filter(|&&sum| sum == 0.0).count();
    let title = paint.pick((format!("Sums → signature {hex}"), format!("各位之和 → 签名 {hex}")));
    let foot = paint.pick((
        format!("~ fragile: one feature less flips it ({})   = tie ({ties})", fragile.count_ones()),
        format!("~ 脆弱：少一个特征就翻转（{}）  = 平局（{ties}）", fragile.count_ones()),
    ));
    let inner = paint.panel(area, Pane::Sums, app.pane() == Pane::Sums, &title, &foot);
    if inner.is_empty() {
        return;
    }
    let count = width.get();
    let label = 8;
    let has_room = |columns: u16| inner.width >= columns + label;
    let columns = match u16::from(count) {
        bits if has_room(bits) => bits,
        bits if bits > BAND && has_room(BAND) && inner.height >= 4 => BAND,
        _ => 0,
    };
    if app.anatomy.is_square || columns == 0 {
        square(app, paint, inner, trace, fragile);
        return;
    }
    let bands = u16::from(count).div_ceil(columns);
    let cell = ((inner.width - label) / columns).clamp(1, 4);
    // Each band has a line of bits and one of marks below its bars; the last line is about one bit.
    let height = match bands {
        1 => inner.height.saturating_sub(3).max(1),
        _ => (inner.height.saturating_sub(1) / bands).saturating_sub(2),
    };
    // An odd number of lines, so that the zero line is in the middle.
    let height = height - u16::from(height > 0 && height.is_multiple_of(2));
    let mut y = inner.y;
    for band in (0..bands).rev() {
        let low = (band * columns) as u8;
        let end = count.min(low.saturating_add(columns as u8));
        // Bits of one place in their bands stand below each other.
        let indent = label + (columns - u16::from(end - low)) * cell;
        let chart = Rect { x: inner.x + indent, y, width: cell * u16::from(end - low), height };
        sum_band(app, paint, Band { chart, low, end, cell, label: indent }, trace, fragile);
        y = chart.bottom() + if bands == 1 { 2 } else { 2.min(inner.bottom() - chart.bottom()) };
    }
    if y < inner.bottom() {
        let line = Rect { x: inner.x + 1, y, width: inner.width - 1, height: 1 };
        bit_line(app, paint, line, trace, fragile);
    }
}

/// Some of the sums in one line of bars.
struct Band {
    /// Where the bars are; bits and marks stand below.
    chart: Rect,
    /// The bits, up to `end`.
    low: u8,
    end: u8,
    /// Columns of a bit.
    cell: u16,
    /// Columns at the left for the scale.
    label: u16,
}

fn sum_band(app: &App, paint: &mut Paint<'_>, band: Band, trace: &Trace, fragile: u128) {
    let Band { chart, low, end, cell, label } = band;
    let is_all = usize::from(end - low) == trace.sums.len();
    let cursor = app.anatomy.bit;
    let largest = trace.sums.iter().fold(0.0f64, |a, b| a.max(b.abs()));
    let place = cursor.checked_sub(low).map(usize::from);
    let sums = &trace.sums[usize::from(low)..usize::from(end)];
    bits::signed_bars(paint, chart, sums, largest, cell, place);
    let dim = paint.style(Role::Dim);
    let left = chart.x - label;
    if chart.height >= 3 {
        paint.right(left, chart.y, label - 1, &sum_text(largest), dim);
        paint.right(left, chart.bottom() - 1, label - 1, &sum_text(-largest), dim);
    }
    if chart.height > 0 {
        paint.right(left, chart.y + chart.height / 2, label - 1, "0", dim);
    }
    let y = chart.bottom();
    let said = match is_all {
        true => paint.pick(("bits", "位")).to_owned(),
        false => format!("{}-{low}", end - 1),
    };
    paint.right(left, y, label - 1, &said, dim);
    for bit in low..end {
        let at = usize::from(bit);
        let is_set = trace.signature >> bit & 1 == 1;
        let x = chart.x + u16::from(end - 1 - bit) * cell;
        let style = paint.style(if is_set { Role::One } else { Role::Zero });
        paint.put(x, y, if is_set { "1" } else { "0" }, style);
        if let Some((mark, role)) = warning_mark(trace, fragile, at) {
            let style = paint.style(role);
            paint.put(x, y + 1, mark, style);
        }
        if bit == cursor {
            let style = paint.style(Role::Handle);
            paint.put(x, y + 1, "▲", style);
        }
    }
    // The same bits on every line: the first of `end` is where the band begins.
    for y in chart.y..y + 2 {
        let line = Rect { y, height: 1, ..chart };
        paint.areas.push(line, Target::Bits { bits: end, columns: end - low, cell: cell as u8 });
    }
}

/// The mark of a bit that hangs on little: a tie, or one feature.
fn warning_mark(trace: &Trace, fragile: u128, bit: usize) -> Option<(&'static str, Role)> {
    if trace.sums[bit] == 0.0 {
        Some(("=", Role::Tie))
    } else {
        (fragile >> bit & 1 == 1).then_some(("~", Role::Fragile))
    }
}

/// Bits in a line of the square in a panel of that width: eight, or sixteen where many have room.
pub fn square_columns(panel: u16, bits: u8) -> u8 {
    if u16::from(bits) > BAND && panel >= SQUARE { 16 } else { 8.min(bits) }
}

/// Whether the bits stand in two lines in a panel of that width.
pub fn is_banded(panel: u16, bits: u8) -> bool {
    u16::from(bits) > BAND && panel < u16::from(bits) + 10
}

/// Lines of eight or sixteen bits, each with its sum.
fn square(app: &App, paint: &mut Paint<'_>, inner: Rect, trace: &Trace, fragile: u128) {
    let count = app.model.recipe.bits.get();
    let columns = square_columns(inner.width + 2, count);
    let lines = u16::from(count.div_ceil(columns));
    // Each line begins with the number of its first bit.
    let label = 3;
    let cell = (inner.width.saturating_sub(4 + label) / u16::from(columns)).clamp(4, 12);
    let has_line = inner.height > lines;
    // The lines that hold the cursor stay in view where not all fit.
    let room = inner.height - u16::from(has_line);
    let cursor_line = u16::from((count - 1 - app.anatomy.bit) / columns);
    let first = (cursor_line + 1).saturating_sub(room).min(lines.saturating_sub(room));
    for place in 0..count {
        let (line, column) = (u16::from(place / columns), u16::from(place % columns));
        if line < first || line - first >= room {
            continue;
        }
        let bit = count - 1 - place;
        let at = usize::from(bit);
        let (x, y) = (inner.x + 1 + label + column * cell, inner.y + line - first);
        if column == 0 {
            let dim = paint.style(Role::Dim);
            paint.right(inner.x, y, label, &bit.to_string(), dim);
        }
        let is_set = trace.signature >> bit & 1 == 1;
        let role = if is_set { Role::One } else { Role::Zero };
        let style = paint.style(role);
        paint.put(x, y, if is_set { "1" } else { "0" }, style);
        if let Some((mark, role)) = warning_mark(trace, fragile, at) {
            let style = paint.style(role);
            paint.put(x + 1, y, mark, style);
        }
        paint.text(x + 2, y, cell - 3, &sum_text(trace.sums[at]), style);
        if bit == app.anatomy.bit {
            let style = paint.style(Role::Selected);
            paint.buffer.set_style(Rect { x, y, width: cell - 1, height: 1 }, style);
        }
    }
    let grid = Rect {
        x: inner.x + 1 + label,
        y: inner.y,
        width: cell * u16::from(columns),
        height: lines.min(room),
    };
    // The first bit in view is that of line `first`.
    let bits = count - first as u8 * columns;
    paint.areas.push(grid, Target::Bits { bits, columns, cell: cell as u8 });
    if has_line {
        let line = Rect { x: inner.x + 1, y: inner.y + room.min(lines), width: inner.width - 1, height: 1 };
        bit_line(app, paint, line, trace, fragile);
    }
}

/// One sentence about the bit under the cursor.
fn bit_line(app: &App, paint: &mut Paint<'_>, line: Rect, trace: &Trace, fragile: u128) {
    let bit = app.anatomy.bit;
    let sum = trace.sums[usize::from(bit)];
    let value = trace.signature >> bit & 1;
    let nature = if sum == 0.0 {
        paint.pick((
            format!("a tie: the rule '{}' decides", app.model.recipe.tie),
            format!("平局：由规则“{}”决定", app.model.recipe.tie),
        ))
    } else if fragile >> bit & 1 == 1 {
        paint.pick(("fragile: one feature less flips it", "脆弱：少一个特征就翻转")).into()
    } else {
        paint.pick(("holds against the loss of any one feature", "少任何一个特征都不变")).into()
    };
    let sum = sum_text(sum);
    let text = paint.pick((
        format!("bit {bit} is {value}: sum {sum}, {nature}"),
        format!("第 {bit} 位为 {value}：和 {sum}，{nature}"),
    ));
    paint.say(line.x, line.y, line.width, &text, Role::Text);
}

/// The features that push a bit, heaviest first: up where their hash has a 1, down where it has a 0.
fn pushing(trace: &Trace, bit: u8) -> (Vec<&Feature>, Vec<&Feature>) {
    let (mut up, mut down): (Vec<_>, Vec<_>) =
        trace.features.iter().partition(|feature| feature.hash >> bit & 1 == 1);
    for side in [&mut up, &mut down] {
        side.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    }
    (up, down)
}

/// Lines of the list of pushes.
pub fn push_lines(app: &App) -> usize {
    app.model.trace(app.selected).map_or(0, |trace| {
        let (up, down) = pushing(trace, app.anatomy.bit);
        up.len().max(down.len())
    })
}

fn pushes(app: &App, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let bit = app.anatomy.bit;
    let (up, down) = pushing(trace, bit);
    let sum = sum_text(trace.sums[usize::from(bit)]);
    let title = paint.pick((format!("Bit {bit}: sum {sum}"), format!("第 {bit} 位：和 {sum}")));
    let inner = paint.panel(area, Pane::Bit, app.pane() == Pane::Bit, &title, "");
    if inner.height < 2 {
        return;
    }
    let half = inner.width / 2;
    let sides = [
        (up, inner.x, half, Role::One, '+', ("up", "向上")),
        (down, inner.x + half, inner.width - half, Role::Zero, '−', ("down", "向下")),
    ];
    for (features, x, width, role, sign, said) in sides {
        let total: f64 = features.iter().map(|feature| feature.weight).sum();
        let head = format!("{} {} ({sign}{})", paint.pick(said), features.len(), weight_text(total));
        paint.say(x + 1, inner.y, width - 1, &head, role);
        let room = usize::from(inner.height - 1);
        for (line, feature) in features.iter().skip(app.anatomy.bit_scroll).take(room).enumerate() {
            let y = inner.y + 1 + line as u16;
            let weight = format!("{sign}{}", weight_text(feature.weight));
            let used = paint.say(x + 1, y, width - 1, &format!("{weight:>6} "), role);
            paint.say(x + 1 + used, y, width.saturating_sub(used + 2), &feature.term, Role::Text);
        }
    }
}

fn text_width(app: &App) -> usize {
    let area = app.areas.find(|target| *target == Target::Pane(Pane::Text));
    area.map_or(40, |area| usize::from(area.width.saturating_sub(4)))
}

/// Lines of the text as it is laid out.
pub fn text_lines(app: &App) -> usize {
    let Some(document) = app.selected_document() else {
        return 0;
    };
    prose::lines(app.model.corpus.get(document as usize).text, text_width(app)).count()
}

/// The line of the first occurrence of the selected feature.
pub fn line_of_selected(app: &App) -> Option<usize> {
    let document = app.selected_document()?;
    let trace = app.model.trace(document)?;
    let start = selected_feature(app, trace)?.spans.first()?.start;
    let text = app.model.corpus.get(document as usize).text;
    prose::lines(text, text_width(app))
        .position(|line| line.last().is_some_and(|&(offset, _)| offset >= start))
}

fn text(app: &App, paint: &mut Paint<'_>, area: Rect, trace: &Trace) {
    let document = app.model.corpus.get(app.selected as usize);
    let feature = selected_feature(app, trace);
    let title = match feature {
        Some(feature) => paint.pick((
            format!("Text, with \"{}\" ×{}", feature.term, feature.count),
            format!("文本，“{}” ×{}", feature.term, feature.count),
        )),
        None => paint.pick(("Text", "文本")).to_owned(),
    };
    let inner = paint.panel(area, Pane::Text, app.pane() == Pane::Text, &title, "");
    if inner.is_empty() {
        return;
    }
    let spans = feature.map_or(&[][..], |feature| &feature.spans);
    let lines = prose::lines(document.text, usize::from(inner.width.saturating_sub(2)));
    let shown = lines.skip(app.anatomy.text_scroll).take(usize::from(inner.height));
    for (y, line) in shown.enumerate() {
        let mut x = inner.x + 1;
        for (run, is_inside) in prose::runs(&line, spans) {
            let role = if is_inside { Role::Highlight } else { Role::Text };
            x += paint.say(x, inner.y + y as u16, inner.right().saturating_sub(x), &run, role);
        }
    }
}
