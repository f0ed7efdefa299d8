//! The distances of several texts, as a grid: a row and a column for each.

use crate::screens::pair::Row;
use crate::screens::pair::several::beginning;
use crate::screens::pair::view::Scene;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::list::List;
use crate::widgets::table::inset;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

/// Columns of the mark of the selected row.
const MARK: u16 = 2;
/// Columns of the largest distance.
const DISTANCE: u16 = 3;

/// Where the parts of a row stand.
struct Parts {
    /// Columns of the number of a text.
    number: u16,
    /// Columns of its beginning.
    name: u16,
    /// Columns of a cell, with the gap before it.
    cell: u16,
    /// The first column of distances in view, and how many there are.
    columns: std::ops::Range<usize>,
}

impl Parts {
    fn of(scene: Scene<'_>, width: u16) -> Self {
        let texts = scene.own.several.texts.len();
        let number = texts.to_string().len() as u16;
        let room = width.saturating_sub(MARK + number + 1);
        let cell = number.max(DISTANCE) + 1;
        let cells = (texts as u16).saturating_mul(cell);
        // What the cells leave, but a third at least, if there is so much to be read.
        let name = room.saturating_sub(cells + 1).max(room / 3).min(scene.own.several.widest);
        let fitting = usize::from((room - name) / cell).max(1);
        let list = List { selected: scene.own.several.column, offset: 0 };
        let first = list.first(fitting, texts);
        Self { number, name, cell, columns: first..(first + fitting).min(texts) }
    }
}

pub(super) fn heads(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let parts = Parts::of(scene, line.width);
    let x = line.x + MARK + parts.number + 1;
    paint.say(x, line.y, parts.name, paint.pick(("text", "文本")), Role::Title);
    for (at, column) in parts.columns.enumerate() {
        let x = x + parts.name + at as u16 * parts.cell;
        let role = if column == scene.own.several.column { Role::Accent } else { Role::Title };
        paint.right(x, line.y, parts.cell, &(column + 1).to_string(), role);
    }
}

pub(super) fn row(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize, text: &str) {
    let parts = Parts::of(scene, row.width);
    paint.right(row.x + MARK, row.y, parts.number, &(at + 1).to_string(), Role::Dim);
    let x = row.x + MARK + parts.number + 1;
    paint.say(x, row.y, parts.name, &beginning(text), Role::Text);
    let signatures = scene.own.signatures(scene.shared);
    let is_selected = scene.own.row(scene.shared, scene.own.list().selected);
    let is_selected = matches!(is_selected, Some(Row::Text(selected, _)) if selected == at);
    for (place, column) in parts.columns.enumerate() {
        let x = x + parts.name + place as u16 * parts.cell;
        let distance = signatures.and_then(|signatures| signatures.distance(at, column));
        let (cell, role) = match (signatures, distance) {
            _ if column == at => ("·".to_owned(), Role::Dim),
            (None, _) => ("…".to_owned(), Role::Dim),
            (_, None) => ("–".to_owned(), Role::Dim),
            (_, Some(distance)) if distance <= scene.k => (distance.to_string(), Role::Within),
            (_, Some(distance)) => (distance.to_string(), Role::Text),
        };
        paint.right(x, row.y, parts.cell, &cell, role);
        if is_selected && column == scene.own.several.column {
            let cell = Rect { x: x + 1, y: row.y, width: parts.cell - 1, height: 1 };
            // Without colours the whole row is reversed but for the cell.
            let is_reversed = paint.style(Role::Selected).add_modifier.contains(Modifier::REVERSED);
            let style = match is_reversed {
                true => Style::new().remove_modifier(Modifier::REVERSED).add_modifier(Modifier::BOLD),
                false => Style::new().add_modifier(Modifier::REVERSED),
            };
            paint.buffer.set_style(cell.intersection(paint.buffer.area), style);
        }
    }
}

/// What the lower border says: the pairs within k, and what was left out.
pub(super) fn foot(scene: Scene<'_>) -> String {
    let several = &scene.own.several;
    if several.texts.is_empty() {
        return scene.keyed(("‹pair.take-lines›: the lines of the text", "‹pair.take-lines›：按行取文本"));
    }
    let (taken, k) = (grouped_digits(several.texts.len()), scene.k);
    let texts = match several.left_out {
        0 => scene.lang.pick(both!("{taken} texts", "{taken} 个文本")),
        left_out => {
            let all = grouped_digits(several.texts.len() + left_out);
            scene.lang.pick(both!("{taken} of {all} texts", "{all} 个文本中的前 {taken} 个"))
        }
    };
    let Some(signatures) = scene.own.signatures(scene.shared) else { return format!("{texts}…") };
    let (within, all) = signatures.within(k);
    let (within, all) = (grouped_digits(within), grouped_digits(all));
    let at_most = crate::screens::pair::view::at_most(scene.theme);
    scene.lang.pick(both!(
        "{texts} · d {at_most} {k}: {within} of {all} pairs",
        "{texts} · d {at_most} {k}：{all} 对中有 {within} 对"
    ))
}

/// Draws what there is where nothing was pasted yet.
pub(super) fn nothing(paint: &mut Paint<'_>, body: Rect) {
    let lines = [
        ("Paste several texts here, one a line:", "在此粘贴多个文本，每行一个："),
        ("their distances become a table.", "所有距离列成一张表。"),
        (
            "Or ‹pair.take-lines›: each line of the text you write in.",
            "或按 ‹pair.take-lines›：把所编辑文本的每一行作为一个文本。",
        ),
    ];
    let top = inset(body, 0, body.height.saturating_sub(lines.len() as u16) / 2);
    for (line, y) in lines.into_iter().zip(top.y..body.bottom()) {
        paint.hollow(Rect { y, height: 1, ..body }, line);
    }
}
