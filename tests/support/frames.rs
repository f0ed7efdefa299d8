//! What must hold in every frame, whatever the screen, size, language and theme. Each check returns its faults.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use simscope::tui::action::{Action, Pane, Screen, threshold};
use simscope::tui::surface::areas::{Areas, Target};
use simscope::visible;
use std::cell::{Cell, RefCell};

/// Heads whose values are not aligned with each word of them: they have several words, or a mark before the value.
const LOOSE: [(&str, &[&str]); 5] = [
    ("Corpus(Documents)", &["nearest", "最近邻"]),
    // "and 2 more" is as wide as both columns.
    ("Threshold(Facets)", &["groups", "组数"]),
    ("Lab(Effects)", &["of", "A", "的编辑", "d", "≤3", "翻转", "flipped", "flip…"]),
    ("Index(Found)", &["blocks"]),
    ("Index(Blocks)", &["query", "签名"]),
];

const CORNERS: [&str; 4] = ["┌", "┐", "└", "┘"];

/// Everything that was noted as drawn, with its place, in order.
pub fn targets(areas: &Areas) -> Vec<(Rect, Target)> {
    let all = RefCell::new(Vec::new());
    areas.find(|target| {
        all.borrow_mut().push(*target);
        false
    });
    let place = |at: usize| {
        let left = Cell::new(at + 1);
        areas.find(|_| left.replace(left.get() - 1) == 1).unwrap()
    };
    all.into_inner().into_iter().enumerate().map(|(at, target)| (place(at), target)).collect()
}

/// The panels whose four sides meet, and what is wrong with the others.
pub fn panels(buffer: &Buffer) -> (Vec<Rect>, Vec<String>) {
    let at = |x: u16, y: u16| buffer.cell((x, y)).map_or("", |cell| cell.symbol());
    let (mut whole, mut faults, mut corners) = (Vec::new(), Vec::new(), 0);
    for (y, x) in places(buffer) {
        corners += usize::from(CORNERS.contains(&at(x, y)));
        if at(x, y) != "┌" {
            continue;
        }
        let right = (x + 1..buffer.area.right()).find(|&x| CORNERS.contains(&at(x, y))).unwrap_or(x);
        let bottom = (y + 1..buffer.area.bottom()).find(|&y| at(x, y) != "│").unwrap_or(y);
        let has_corners = (at(right, y), at(x, bottom), at(right, bottom)) == ("┐", "└", "┘");
        let is_closed = has_corners
            && (y + 1..bottom).all(|y| at(right, y) == "│")
            && [y, bottom].iter().all(|&y| at(x + 1, y) == "─" && at(right - 1, y) == "─");
        if is_closed {
            whole.push(Rect::new(x, y, right + 1 - x, bottom + 1 - y));
        } else {
            faults.push(format!("the panel at ({x}, {y}) is not closed"));
        }
    }
    if corners != 4 * whole.len() {
        faults.push(format!("{} panels have {corners} corners", whole.len()));
    }
    (whole, faults)
}

/// Wide characters of which a half is lost.
pub fn halves(buffer: &Buffer) -> Vec<String> {
    let mut faults = Vec::new();
    for (y, x) in places(buffer) {
        let symbol = buffer[(x, y)].symbol();
        for right in x + 1..x + visible::width(symbol) as u16 {
            if buffer.cell((right, y)).is_none_or(|cell| !matches!(cell.symbol(), " " | "")) {
                faults.push(format!("{symbol:?} at ({x}, {y}) is cut"));
            }
        }
    }
    faults
}

/// Places of the mouse outside the frame, and rows outside the pane of their list.
pub fn outside(buffer: &Buffer, areas: &Areas) -> Vec<String> {
    let mut faults = Vec::new();
    for (area, target) in targets(areas) {
        if buffer.area.intersection(area) != area {
            faults.push(format!("{target:?} at {area} leaves the frame"));
        }
        if let Target::Rows { pane, first, rows } = target {
            let around = areas.find(|target| *target == Target::Pane(pane));
            if around.is_some_and(|around| around.intersection(area) != area) {
                faults.push(format!("the rows of {pane:?} leave their pane"));
            }
            if first > rows {
                faults.push(format!("{pane:?} begins after its last row"));
            }
        }
    }
    faults
}

/// Columns of a list whose values stand neither all below the first sign of their head nor all below its last.
pub fn crooked(buffer: &Buffer, areas: &Areas) -> Vec<String> {
    let mut faults = Vec::new();
    for (area, target) in targets(areas) {
        let Target::Rows { pane, first, rows } = target else { continue };
        // The tree has no heads.
        if pane == Pane::Threshold(threshold::Pane::Tree) {
            continue;
        }
        let Some(head) = area.y.checked_sub(1) else { continue };
        let ends = area.bottom().min(area.y + (rows - first).min(200) as u16);
        let is_ink = |x: u16, y: u16| {
            let wide = x > area.x && visible::width(buffer[(x - 1, y)].symbol()) > 1;
            (area.left()..area.right()).contains(&x) && (wide || buffer[(x, y)].symbol() != " ")
        };
        let mut x = area.x;
        while x < area.right() {
            let start = x;
            while is_ink(x, head) {
                x += 1;
            }
            if x == start {
                x += 1;
                continue;
            }
            let last = x - 1;
            let filled: Vec<u16> = (area.y..ends).filter(|&y| (start..=last).any(|x| is_ink(x, y))).collect();
            let is_left =
                filled.iter().all(|&y| is_ink(start, y) && (start == area.x || !is_ink(start - 1, y)));
            let is_right = filled.iter().all(|&y| is_ink(last, y) && !is_ink(last + 1, y));
            let word: String = (start..=last).map(|x| buffer[(x, head)].symbol().trim()).collect();
            let of = format!("{pane:?}");
            // Numbers over the bits of a signature name bits.
            let is_loose = word.bytes().all(|byte| byte.is_ascii_digit())
                || LOOSE.iter().any(|(pane, words)| *pane == of && words.contains(&&*word));
            if !is_left && !is_right && !is_loose {
                faults.push(format!("the column {word:?} of {pane:?} is not aligned"));
            }
        }
    }
    faults
}

/// Signs beyond ASCII. Wide characters are those of texts, which stay as they are.
pub fn not_ascii(buffer: &Buffer) -> Vec<String> {
    let is_sign = |symbol: &str| !symbol.is_ascii() && visible::width(symbol) < 2;
    let other = buffer.content().iter().filter(|cell| is_sign(cell.symbol()));
    other.map(|cell| format!("{:?} is drawn", cell.symbol())).collect()
}

pub fn coloured(buffer: &Buffer) -> Vec<String> {
    let is_plain = |colour: Color| colour == Color::Reset;
    let cells = buffer.content().iter().filter(|cell| !is_plain(cell.fg) || !is_plain(cell.bg));
    cells.map(|cell| format!("{:?} is {} on {}", cell.symbol(), cell.fg, cell.bg)).collect()
}

/// What every screen has around it and this frame has not: tabs, slider, status line, keys.
pub fn missing(buffer: &Buffer, areas: &Areas, screen: Screen) -> Vec<String> {
    let mut faults = Vec::new();
    let mut want = |what: &str, y: u16, is_it: &dyn Fn(&Target) -> bool| {
        if areas.find(is_it).is_none_or(|area| area.y != y || area.width == 0) {
            faults.push(format!("no {what} in line {y}"));
        }
    };
    for tab in super::numbered() {
        want("tab", 0, &|target| *target == Target::Act(Action::Go(tab)));
    }
    want("slider", 1, &|target| matches!(target, Target::Slider { .. } | Target::Axis(_)));
    // Where lines are few, and on Clean, the recipe stands beside the status, if there is room.
    if buffer.area.height >= 30 && screen != Screen::Clean {
        want("recipe", 2, &|target| *target == Target::Act(Action::RecipePanel));
    }
    want("help", buffer.area.height - 1, &|target| *target == Target::Act(Action::Help));
    let line = |y| super::line(buffer, y);
    let number = screen.tab().number().unwrap();
    if !line(0).contains(&format!("[{number} ")) {
        faults.push(format!("the tab of {screen:?} is not marked"));
    }
    if line(buffer.area.height - 2).is_empty() {
        faults.push("the status line is empty".to_owned());
    }
    faults
}

/// Every cell, line by line.
fn places(buffer: &Buffer) -> impl Iterator<Item = (u16, u16)> {
    let (width, height) = (buffer.area.width, buffer.area.height);
    (0..height).flat_map(move |y| (0..width).map(move |x| (y, x)))
}
