//! Drawing onto the frame: every text goes through [`simscope_core::visible`], nothing leaves its area.

mod section;

use crate::surface::action::Pane;
use crate::surface::areas::Areas;
use crate::surface::keymap::Keys;
use crate::surface::lang::{Lang, Phrase};
use crate::surface::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use simscope_core::visible;
use std::borrow::Cow;

/// A frame in the making, with the map of what is drawn where.
pub struct Paint<'a> {
    /// The cells.
    pub buffer: &'a mut Buffer,
    /// The map.
    pub areas: Areas,
    /// The theme.
    pub theme: Theme,
    /// The language.
    pub lang: Lang,
    /// The keys that sentences name.
    pub keys: Option<Keys<'a>>,
    /// The pane that has the keys.
    pub focus: Option<Pane>,
    /// Whether distances and groups may be named: a lesson has not spoken of k yet.
    pub knows_k: bool,
    /// Only the pane that has the keys is drawn.
    pub is_alone: bool,
}

impl<'a> Paint<'a> {
    /// On these cells, with no keys to be named and no pane that has them.
    pub fn on(buffer: &'a mut Buffer, theme: Theme, lang: Lang) -> Self {
        Self {
            buffer,
            areas: Areas::default(),
            theme,
            lang,
            keys: None,
            focus: None,
            knows_k: true,
            is_alone: false,
        }
    }

    /// The style of a role.
    pub fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// A text as it is drawn. The ASCII replacements of ≤, ≥ and → are wider than one cell, so measure the replaced text. A
    /// single sign fills one cell and is not replaced.
    pub fn shown<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let is_wider = |c: char| matches!(c, '≤' | '≥' | '→' | '↔' | '…' | 'τ');
        if !self.theme.is_ascii || !text.contains(is_wider) || text.chars().nth(1).is_none() {
            return Cow::Borrowed(text);
        }
        Cow::Owned(
            text.replace('≤', "<=")
                .replace('≥', ">=")
                .replace('→', "->")
                .replace('τ', "tau")
                .replace('↔', "<->")
                .replace("……", "..."),
        )
    }

    /// Writes text of at most `columns` at (x, y). Returns the columns used.
    pub fn text(&mut self, x: u16, y: u16, columns: u16, text: &str, style: Style) -> u16 {
        let area = self.buffer.area;
        if y >= area.bottom() || y < area.y || x >= area.right() || columns == 0 {
            return 0;
        }
        let columns = columns.min(area.right() - x);
        let safe = visible::line(text);
        let safe = self.shown(&safe);
        let fitted = visible::fit(&safe, usize::from(columns));
        let (end, _) = self.buffer.set_stringn(x, y, fitted, usize::from(columns), style);
        end - x
    }

    /// Writes text in the style of a role.
    pub fn say(&mut self, x: u16, y: u16, columns: u16, text: &str, role: Role) -> u16 {
        let style = self.style(role);
        self.text(x, y, columns, text, style)
    }

    /// Writes a name; where it does not fit its middle goes, since names differ at their ends, and then its beginning.
    pub fn name(&mut self, x: u16, y: u16, columns: u16, name: &str, role: Role) -> u16 {
        let safe = visible::line(name);
        let safe = self.shown(&safe);
        let Some((head, tail)) = visible::ends(&safe, columns.into()) else {
            return self.say(x, y, columns, &safe, role);
        };
        let used = self.say(x, y, columns, &head, role);
        let used = used + self.say(x + used, y, columns - used, "…", Role::Dim);
        used + self.say(x + used, y, columns - used, tail, role)
    }

    /// Writes pieces one after the other. Returns the columns used.
    pub fn pieces(&mut self, x: u16, y: u16, columns: u16, pieces: &[(&str, Role)]) -> u16 {
        let mut used = 0;
        for (text, role) in pieces {
            used += self.say(x + used, y, columns - used, text, *role);
            if used >= columns {
                break;
            }
        }
        used
    }

    /// Writes text that ends at the right edge of `columns`.
    pub fn right(&mut self, x: u16, y: u16, columns: u16, text: &str, role: Role) {
        let text = self.shown(text);
        let width = (visible::width(&text) as u16).min(columns);
        self.say(x + columns - width, y, width, &text, role);
    }

    /// One symbol.
    pub fn put(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        if let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// A sentence in the language of the explorer.
    pub fn pick<T>(&self, phrase: (T, T)) -> T {
        self.lang.pick(phrase)
    }

    /// The same with the key in force for each action that it names, `‹resume›`.
    pub fn keyed(&self, phrase: Phrase) -> String {
        let sentence = self.pick(phrase);
        self.keys.map_or_else(|| sentence.to_owned(), |keys| keys.spell(sentence))
    }

    /// A panel in which that many lines have room.
    pub fn panel_of(
        &mut self,
        area: Rect,
        pane: impl Into<Pane>,
        lines: u16,
        title: &str,
        foot: &str,
    ) -> Option<Rect> {
        Some(self.panel(area, pane, title, foot)).filter(|inner| inner.height >= lines && inner.width > 0)
    }

    /// A frame that belongs to no pane.
    pub fn frame(&mut self, area: Rect, has_keys: bool, title: &str, foot: &str) -> Rect {
        if area.width < 4 || area.height < 3 {
            return Rect { height: 0, ..area };
        }
        let style = self.style(if has_keys { Role::Focus } else { Role::Border });
        if has_keys {
            self.areas.note_focus(area);
        }
        let (left, right, top, bottom) = (area.x, area.right() - 1, area.y, area.bottom() - 1);
        for x in left..=right {
            self.put(x, top, "─", style);
            self.put(x, bottom, "─", style);
        }
        for y in top..=bottom {
            self.put(left, y, "│", style);
            self.put(right, y, "│", style);
        }
        for (x, y, corner) in [(left, top, "┌"), (right, top, "┐"), (left, bottom, "└"), (right, bottom, "┘")]
        {
            self.put(x, y, corner, style);
        }
        let room = area.width - 4;
        // The second cue besides the colour of the border.
        let title = if has_keys { format!(" ▸ {title} ") } else { format!(" {title} ") };
        let title_style =
            if has_keys { style.patch(self.style(Role::Title)) } else { self.style(Role::Title) };
        // The title does not take the colour of its line.
        let title_style =
            title_style.fg(title_style.fg.unwrap_or(Color::Reset)).remove_modifier(Modifier::DIM);
        self.text(left + 2, top, room, &title, title_style);
        if !foot.is_empty() {
            let foot = self.whole_parts(foot, usize::from(room).saturating_sub(2));
            self.say(left + 2, bottom, room, &format!(" {foot} "), Role::Dim);
        }
        Rect { x: left + 1, y: top + 1, width: area.width - 2, height: area.height - 2 }
    }

    /// As many whole parts between middle dots as fit, at least the first.
    pub fn whole_parts<'t>(&self, text: &'t str, room: usize) -> &'t str {
        let ends = text.rmatch_indices(" · ").map(|(end, _)| end);
        let is_room = |end: &usize| visible::width(&self.shown(&text[..*end])) <= room;
        let first = text.find(" · ").unwrap_or(text.len());
        &text[..std::iter::once(text.len()).chain(ends).find(is_room).unwrap_or(first)]
    }

    /// Empties an area for an overlay; a wide character that reaches into it from the left goes too.
    pub fn clear(&mut self, area: Rect) {
        let area = area.intersection(self.buffer.area);
        for y in area.top()..area.bottom() {
            if area.x > self.buffer.area.x
                && let Some(cell) = self.buffer.cell_mut((area.x - 1, y))
                && visible::width(cell.symbol()) > 1
            {
                cell.set_symbol(" ");
            }
            for x in area.left()..area.right() {
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    cell.reset();
                }
            }
        }
    }

    /// Marks a row as the selected one.
    pub fn select(&mut self, row: Rect) {
        self.areas.note_selected(row);
        let style = self.style(Role::Selected);
        self.buffer.set_style(row, style);
        let focus = self.style(Role::Focus).patch(style);
        self.put(row.x, row.y, "▸", focus);
    }

    /// The sign of a row that was picked.
    pub fn picked(&mut self, row: Rect, is_picked: bool) {
        if is_picked {
            self.put(row.x + 1, row.y, "*", self.style(Role::Mark));
        }
    }

    /// A line in the middle of an empty area.
    pub fn hollow(&mut self, area: Rect, phrase: Phrase) {
        self.hollow_of(area, &self.keyed(phrase));
    }

    /// The same with a line that is in the language of the explorer already.
    pub fn hollow_of(&mut self, area: Rect, phrase: &str) {
        let phrase = &*self.shown(phrase);
        let width = (visible::width(phrase) as u16).min(area.width);
        let x = area.x + (area.width - width) / 2;
        self.say(x, area.y + area.height / 2, width, phrase, Role::Dim);
    }

    /// Gives the selected row one colour where it is reversed: the colours of its texts would be as many grounds. What has a
    /// ground of its own keeps it, and so do bars.
    pub fn even_selection(&mut self) {
        let is_bar = |symbol: &str| symbol.starts_with(|c| ('▀'..='▟').contains(&c) || c == '■');
        for cell in &mut self.buffer.content {
            if cell.modifier.contains(Modifier::REVERSED) && cell.bg == Color::Reset && !is_bar(cell.symbol())
            {
                cell.fg = Color::Reset;
                cell.modifier.remove(Modifier::DIM);
            }
        }
    }

    /// Gives what has no colour those of the theme, if it has a ground of its own.
    pub fn on_ground(&mut self) {
        let Some([text, ground]) = self.theme.plain() else { return };
        for cell in &mut self.buffer.content {
            cell.fg = if cell.fg == Color::Reset { text } else { cell.fg };
            cell.bg = if cell.bg == Color::Reset { ground } else { cell.bg };
        }
    }

    /// Line ends and tabs in one line, which most texts have, by signs that most fonts of terminals have.
    pub fn line_ends(&mut self) {
        for cell in &mut self.buffer.content {
            match cell.symbol() {
                "␊" => cell.set_symbol("↵"),
                "␉" => cell.set_symbol("⇥"),
                _ => continue,
            };
        }
    }

    /// Replaces everything that is drawn with other than ASCII signs, for terminals without them.
    pub fn to_ascii(&mut self) {
        for cell in &mut self.buffer.content {
            if let Some(plain) = plain(cell.symbol()) {
                cell.set_symbol(plain);
            }
        }
    }
}

/// The ASCII replacement of a sign of the explorer.
fn plain(symbol: &str) -> Option<&'static str> {
    Some(match symbol {
        "─" | "━" | "╸" | "−" | "–" | "○" => "-",
        "│" | "‖" | "┃" | "▏" => "|",
        "┌" | "┐" | "└" | "┘" | "┬" | "┴" | "├" | "┤" | "┼" | "╭" | "╮" | "╰" | "╯" | "┏" | "┓" | "┗"
        | "┛" | "┳" | "┻" | "┣" | "┫" | "╋" => "+",
        "█" | "■" | "▅" | "▆" | "▇" | "▌" | "▐" => "#",
        "▓" | "✂" => "%",
        // Not the sign of corners.
        "▒" => "o",
        // Beside numbers no sign may look like a digit.
        "●" => "@",
        "░" | "·" | "□" => ".",
        "▁" | "▂" | "▃" | "▄" => "_",
        "▖" => "(",
        "▗" => ")",
        "▀" | "▔" => "'",
        "◆" => "<",
        "▲" | "▴" | "↑" => "^",
        "▼" | "▾" => "v",
        "▸" | "→" | "≥" => ">",
        "◂" | "←" | "⊂" | "≤" => "<",
        "…" | "±" | "≈" | "╌" => "~",
        "×" | "✗" | "⊕" => "x",
        "÷" => "/",
        "✓" => "+",
        "★" | "☆" => "*",
        "⚠" => "!",
        "τ" => "t",
        "Δ" => "D",
        "Σ" => "S",
        "↔" => "=",
        "┊" => ":",
        "µ" => "u",
        "“" | "”" => "\"",
        // Stand-ins for what cannot be shown.
        _ if symbol.starts_with(|c| ('\u{2400}'..='\u{2426}').contains(&c)) => "^",
        "⇢" | "⇠" | "⇡" | "⁀" | "⍽" | "⁋" | "\u{FFFD}" => "^",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::theme::Depth;

    #[test]
    fn a_reversed_row_has_one_ground() {
        let area = Rect::new(0, 0, 8, 1);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::of(Depth::Ansi16, true, false);
        let mut paint = Paint::on(&mut buffer, theme, Lang::En);
        paint.select(area);
        paint.say(1, 0, 3, "a b", Role::Within);
        paint.say(4, 0, 1, "c", Role::Dim);
        paint.say(5, 0, 1, "h", Role::Highlight);
        paint.even_selection();
        assert!((0..5).all(|x| buffer[(x, 0)].fg == Color::Reset && buffer[(x, 0)].bg == Color::Reset));
        assert!(!buffer[(4, 0)].modifier.contains(Modifier::DIM));
        assert_ne!(buffer[(5, 0)].bg, Color::Reset);
    }

    #[test]
    fn a_foot_loses_whole_parts_where_it_has_no_room() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 3));
        let theme = Theme::of(Depth::True, true, false);
        let mut paint = Paint::on(&mut buffer, theme, Lang::En);
        let mut foot = |text: &str| {
            paint.frame(Rect::new(0, 0, 20, 3), false, "", text);
            (0..20).map(|x| paint.buffer[(x, 2)].symbol()).collect::<String>()
        };
        assert_eq!(foot("s sort · f go · W"), "└─ s sort · f go ──┘");
        assert_eq!(foot("what is much too long · W"), "└─ what is much t…─┘");
    }

    #[test]
    fn in_ascii_at_most_at_least_and_to_are_two_signs() {
        let area = Rect::new(0, 0, 16, 5);
        let mut buffer = Buffer::empty(area);
        let theme = Theme::of(Depth::Mono, true, true);
        let mut paint = Paint::on(&mut buffer, theme, Lang::En);
        assert_eq!(paint.say(0, 0, 16, "d ≤ 3, +1 → 0", Role::Text), 15);
        paint.right(0, 1, 16, "k ≥ 11", Role::Text);
        paint.name(0, 2, 16, "→ to →", Role::Text);
        paint.hollow_of(Rect { y: 3, height: 1, ..area }, "≤11");
        paint.say(0, 4, 16, "→", Role::Text);
        paint.to_ascii();
        let line = |y| (0..16).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        assert_eq!(
            [0, 1, 2, 3, 4].map(line),
            [
                "d <= 3, +1 -> 0 ",
                "         k >= 11",
                "-> to ->        ",
                "      <=11      ",
                ">               "
            ]
        );
    }
}
