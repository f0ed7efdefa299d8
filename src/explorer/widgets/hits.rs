//! The start of a text in one line, with what a filter looked for marked; begun before the first hit where that would be out
//! of sight.

use crate::action::Action;
use crate::surface::{Paint, Rect, Role, Target};
use crate::widgets::prose::{self, Line};
use simscope_core::filter::Filter;
use simscope_core::visible;
use std::ops::Range;

/// Bytes of a text in which hits are looked for: more than any line shows.
const LOOKED_AT: usize = 1 << 14;

/// Writes a text from its start, or from a little before the first hit.
pub fn say(paint: &mut Paint<'_>, at: (u16, u16), columns: u16, text: &str, filter: &Filter) {
    say_in(paint, at, columns, text, filter, Role::Text);
}

/// The same in a role of its own; only the hits have another. Returns the columns used.
pub fn say_in(
    paint: &mut Paint<'_>,
    at: (u16, u16),
    columns: u16,
    text: &str,
    filter: &Filter,
    role: Role,
) -> u16 {
    let (x, y) = at;
    let text = &text[..boundary(text, LOOKED_AT)];
    let hits = if filter.is_empty() { Vec::new() } else { filter.hits(text) };
    let from = hits.first().map_or(0, |first| begin(text, first, usize::from(columns)));
    let mut used = if from > 0 { paint.say(x, y, columns, "…", Role::Dim) } else { 0 };
    let mut at = from;
    for hit in hits.iter().filter(|hit| hit.start >= from) {
        used += part(paint, (x + used, y), columns - used, &text[at..hit.start], role);
        used += part(paint, (x + used, y), columns - used, &text[hit.clone()], Role::Mark);
        at = hit.end;
        if used >= columns {
            return used;
        }
    }
    used + part(paint, (x + used, y), columns - used, &text[at..], role)
}

/// A name; without a hit its middle goes where it does not fit. Returns the columns used.
pub fn name(paint: &mut Paint<'_>, at: (u16, u16), room: u16, id: &str, filter: &Filter, role: Role) -> u16 {
    if filter.is_empty() || filter.hits(id).is_empty() {
        return paint.name(at.0, at.1, room, id, role);
    }
    say_in(paint, at, room, id, filter, role)
}

/// The first end of a character at this byte or behind it.
fn boundary(text: &str, at: usize) -> usize {
    (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len())
}

/// The hits in the first MiB of a text that is shown in lines; none where no filter is.
pub fn in_long(text: &str, filter: &Filter) -> Vec<Range<usize>> {
    const LOOKED_AT: usize = 1 << 20;
    if filter.is_empty() { Vec::new() } else { filter.hits(&text[..boundary(text, LOOKED_AT)]) }
}

/// Marks the hits in a line that stands there already. What else marks it stays, except its colour.
pub fn over(paint: &mut Paint<'_>, (x, y): (u16, u16), columns: u16, line: &Line, hits: &[Range<usize>]) {
    if hits.is_empty() {
        return;
    }
    let style = paint.style(Role::Mark);
    let mut used = 0;
    for (run, is_hit) in prose::runs(line, hits) {
        let width = visible::width(&run) as u16;
        if is_hit {
            paint.text(x + used, y, columns.saturating_sub(used), &run, style);
        }
        used += width;
    }
}

/// As much of a text as can be seen in these columns; the rest is not even looked at.
fn part(paint: &mut Paint<'_>, (x, y): (u16, u16), columns: u16, text: &str, role: Role) -> u16 {
    let end = text.char_indices().nth(usize::from(columns) * 2 + 1).map_or(text.len(), |(at, _)| at);
    paint.say(x, y, columns, &text[..end], role)
}

/// The offset at which a line begins so that the hit is visible: 0 if that is enough, else a third of the line before the hit.
fn begin(text: &str, hit: &Range<usize>, columns: usize) -> usize {
    let end = hit.end.min(boundary(text, hit.start + columns));
    if text[..end].len() <= columns / 2 || visible::width(&text[..end]) < columns {
        return 0;
    }
    let (mut start, mut left) = (hit.start, columns / 3);
    for (at, c) in text[..hit.start].char_indices().rev() {
        let width = visible::width(c.encode_utf8(&mut [0; 4]));
        if width > left {
            break;
        }
        (start, left) = (at, left - width);
    }
    start
}

/// Draws the keys to the previous and the next document at the left of a line. Returns where they end.
pub fn step_keys(paint: &mut Paint<'_>, line: Rect) -> u16 {
    let mut x = line.x + 1;
    for (key, action) in [("N", Action::StepDocument(-1)), ("n", Action::StepDocument(1))] {
        paint.say(x, line.y, 1, key, Role::Key);
        paint.areas.push(Rect { x, width: 1, ..line }, Target::Act(action));
        x += 2;
    }
    x
}

/// Writes running text in lines, as far as they have room. Returns the lines used.
pub fn running(paint: &mut Paint<'_>, area: Rect, text: &str, role: Role) -> u16 {
    let shown = paint.shown(text).into_owned();
    let mut y = area.y;
    for line in prose::wrapped(&shown, area.width.into()).take(area.height.into()) {
        paint.say(area.x, y, area.width, &line, role);
        y += 1;
    }
    y - area.y
}

/// How a text begins, on one line.
pub fn beginning(text: &str, columns: u16) -> String {
    let columns = usize::from(columns);
    // White space may be any part of it; a line has room for that much.
    let start: String = text.chars().take(4 * columns).collect();
    start.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(columns).collect()
}

/// A term as it is shown: an empty one (some programs keep them) is a pair of quotes.
pub fn term_text(term: &str) -> (&str, Role) {
    if term.is_empty() { ("\"\"", Role::Dim) } else { (term, Role::Text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_begins_where_the_hit_is_in_sight() {
        let long = format!("{}here{}", "x".repeat(50), "y".repeat(50));
        assert_eq!(begin(&long, &(50..54), 80), 0);
        assert_eq!(begin(&long, &(50..54), 30), 40);
        let wide = "床".repeat(30);
        assert_eq!(begin(&wide, &(60..63), 20), 51, "three characters of two columns before it");
    }
}
