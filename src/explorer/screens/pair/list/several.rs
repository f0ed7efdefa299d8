//! Several texts, one a line: the distances of all of them.

use super::{Copied, Listed};
use crate::action::Towards;
use crate::jobs::Work;
use crate::screens::pair::file::AWAITED;
use crate::screens::pair::keys::{Pane, View};
use crate::screens::pair::state::{Origin, State};
use crate::screens::pair::work::{Compared, SeveralKey};
use crate::screens::pair::{Scene, at_most};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, counted, grouped_digits};
use crate::wanted::Wanted;
use crate::widgets::list::List;
use crate::widgets::table::inset;
use ratatui::style::{Modifier, Style};
use simscope_core::simhash::{Signed, Signer};
use simscope_core::{hamming, visible};
use std::sync::Arc;

/// Several texts, signed.
const LINES: &Work = &Work::new("Lines", ("signing the lines", "计算各行签名"));

/// More lines than these are left out: a grid of a million cells cannot be read.
pub const MOST: usize = 1000;

/// Characters of a text that are shown in a line at most.
const BEGINNING: usize = 200;

/// Texts that were lines of one, and where the cursor is in the grid of their distances.
#[derive(Debug, Default)]
pub struct Several {
    /// Those that are not blank, in their order.
    pub texts: Arc<Vec<String>>,
    /// Lines beyond [`MOST`].
    pub left_out: usize,
    /// Terminal columns of the longest, as far as its beginning is shown.
    pub widest: u16,
    /// The column of the cursor; the row is that of the list.
    pub column: usize,
    /// Counts how often they became others.
    pub(super) change: u64,
    signed: Wanted<SeveralKey, hamming::Several>,
}

pub(super) struct Texts;

impl Listed for Texts {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.several.texts.len()
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        scene.own.several.texts[row].clone()
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) -> u16 {
        let parts = Parts::of(scene, line.width);
        let x = line.x + MARK + parts.number + 1;
        paint.say(x, line.y, parts.name, paint.pick(("text", "文本")), Role::Title);
        for (at, column) in parts.columns.enumerate() {
            let x = x + parts.name + at as u16 * parts.cell;
            let role = if column == scene.own.several.column { Role::Accent } else { Role::Title };
            paint.right(x, line.y, parts.cell, &(column + 1).to_string(), role);
        }
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize) {
        let text = &scene.own.several.texts[at];
        let parts = Parts::of(scene, row.width);
        paint.right(row.x + MARK, row.y, parts.number, &(at + 1).to_string(), Role::Dim);
        let x = row.x + MARK + parts.number + 1;
        paint.say(x, row.y, parts.name, &beginning(text), Role::Text);
        let signatures = scene.own.signatures(scene.shared);
        let is_selected = scene.own.selected_place(scene.shared) == Some(at);
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

    fn is_stale(&self, scene: Scene<'_>) -> bool {
        scene.own.signatures(scene.shared).is_none()
    }

    fn hollow(&self, _scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect) {
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

    fn foot(&self, scene: Scene<'_>) -> String {
        let several = &scene.own.several;
        if several.texts.is_empty() {
            return scene
                .keyed(("‹pair.take-lines›: the lines of the text", "‹pair.take-lines›：按行取文本"));
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
        let at_most = at_most(scene.theme);
        scene.lang.pick(both!(
            "{texts} · d {at_most} {k}: {within} of {all} pairs",
            "{texts} · d {at_most} {k}：{all} 对中有 {within} 对"
        ))
    }

    fn want(&self, own: &mut State, shared: &mut Shared) {
        let Some(key) = own.several_key(shared) else { return };
        let (texts, frequencies) = (own.several.texts.clone(), shared.model.frequencies.clone());
        shared.want(&mut own.several.signed, LINES, key, move |progress| {
            let mut signer = Signer::new(&key.hashed.recipe, frequencies.as_deref());
            let sign = |text: &String| (!progress.is_cancelled()).then(|| signer.sign(text));
            let signed: Option<Vec<Signed>> = texts.iter().map(sign).collect();
            Some(hamming::Several::of(signed?))
        });
    }

    fn step(&self, own: &mut State, shared: &mut Shared, towards: Towards) -> bool {
        let (texts, column) = (own.several.texts.len(), own.several.column);
        let column = match towards {
            Towards::Left | Towards::Right if texts == 0 => return own.step_bit(shared, towards),
            Towards::Left => column.checked_sub(1),
            Towards::Right => Some(column + 1).filter(|&column| column < texts),
            _ => return false,
        };
        match column {
            Some(column) => own.several.column = column,
            None => shared.edge_towards(texts, towards),
        }
        true
    }

    fn open(&self, own: &mut State, shared: &mut Shared, row: usize) {
        own.put_several(shared, row);
    }

    fn opens(&self) -> Phrase {
        ("put into A, B", "放入 A、B")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let (all, texts) = (scene.own.signatures(scene.shared).ok_or(AWAITED)?, &scene.own.several.texts);
        let distance =
            |other| all.distance(row, other).map_or(String::new(), |distance| distance.to_string());
        let cells: Vec<String> = [(row + 1).to_string(), texts[row].clone()]
            .into_iter()
            .chain((0..texts.len()).map(distance))
            .collect();
        Ok((cells.join("\t"), ("the text and its distances to all", "文本与到全部文本的距离")))
    }

    fn why(&self, scene: Scene<'_>, _compared: &Compared, row: usize) -> Option<String> {
        Some(why(scene, row))
    }
}

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

/// Why two of several texts are a pair, or not.
fn why(scene: Scene<'_>, row: usize) -> String {
    let (lang, k, column) = (scene.lang, scene.k, scene.own.several.column);
    let (a, b) = (row + 1, column + 1);
    if row == column {
        return lang.pick(both!(
            "Text {a} is at distance 0 from itself, so no distance is shown.",
            "第 {a} 个文本与自身的距离为 0，故不列出。"
        ));
    }
    match scene.own.signatures(scene.shared).map(|all| all.distance(row, column)) {
        None => lang.pick(both!("The texts are still being signed.", "仍在计算这些文本的签名。")),
        Some(None) => lang.pick(both!(
            "Text {a} or text {b} has no features, so they are no pair at any k.",
            "第 {a} 或第 {b} 个文本没有特征，任何 k 都不是一对。"
        )),
        Some(Some(d)) if d <= k => lang.pick((
            format!(
                "Texts {a} and {b} are a pair: {} differ, within k = {k}.",
                counted(d.into(), "bit", "bits")
            ),
            format!("第 {a}、{b} 个文本是一对：{d} 位不同，在 k = {k} 以内。"),
        )),
        Some(Some(d)) => lang.pick((
            format!(
                "Texts {a} and {b} are no pair: {} differ, more than k = {k}.",
                counted(d.into(), "bit", "bits")
            ),
            format!("第 {a}、{b} 个文本不是一对：{d} 位不同，大于 k = {k}。"),
        )),
    }
}

/// The lines that are not blank.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty())
}

/// The beginning of a text as it is shown in a line.
pub(in crate::screens::pair) fn beginning(text: &str) -> String {
    let beginning: String = text.trim_start().chars().take(BEGINNING).collect();
    visible::line(&beginning).into_owned()
}

/// Whether a text has several lines that are not blank.
pub(in crate::screens::pair) fn is_several(text: &str) -> bool {
    lines(text).nth(1).is_some()
}

impl State {
    /// Each line of the text becomes a text of its own. Returns whether there are several.
    pub(in crate::screens::pair) fn take_lines(&mut self, shared: &mut Shared, text: &str) -> bool {
        if !is_several(text) {
            shared.warn((
                "one line only: write or paste several texts, one a line",
                "只有一行：请输入或粘贴多个文本，每行一个",
            ));
            return false;
        }
        let texts: Vec<String> = lines(text).take(MOST).map(str::to_owned).collect();
        let (count, left_out) = (texts.len(), lines(text).count() - texts.len());
        let change = self.several.change + 1;
        let widest = texts.iter().map(|text| visible::width(&beginning(text))).max().unwrap_or(0);
        let (texts, widest) = (Arc::new(texts), widest as u16);
        self.several = Several { texts, left_out, widest, column: 1, change, ..Several::default() };
        self.lists[View::Texts as usize] = Default::default();
        self.is_typing = false;
        self.set_view(shared, View::Texts);
        let (all, kept) = (grouped_digits(count + left_out), grouped_digits(count));
        shared.say(match left_out {
            0 => (
                format!(
                    "{}, one a line: Enter puts two of them into A and B",
                    counted(count, "text", "texts")
                ),
                format!("{kept} 个文本，每行一个：按 Enter 把其中两个放入 A 与 B"),
            ),
            _ => both!(
                "the first {kept} of {all} lines; Enter puts two of them into A and B",
                "共 {all} 行，只取前 {kept} 行；按 Enter 把其中两个放入 A 与 B"
            ),
        });
        true
    }

    /// The same with the text of the pane that has the keys, or of A.
    pub(in crate::screens::pair) fn take_lines_of_text(&mut self, shared: &mut Shared) {
        let text = if self.focus == Pane::TextB { self.b.text() } else { self.a.text() };
        self.take_lines(shared, &text);
    }

    fn several_key(&self, shared: &Shared) -> Option<SeveralKey> {
        let key = SeveralKey { texts: self.several.change, hashed: self.hashed_by(shared)? };
        (!self.several.texts.is_empty()).then_some(key)
    }

    /// The signatures of the several texts, under the recipe in force.
    pub fn signatures(&self, shared: &Shared) -> Option<&hamming::Several> {
        self.several.signed.get(&self.several_key(shared)?)
    }

    /// The two texts of the cell become A and B.
    fn put_several(&mut self, shared: &mut Shared, row: usize) {
        let (texts, column) = (self.several.texts.clone(), self.several.column);
        let Some((a, b)) = texts.get(row).zip(texts.get(column)) else { return };
        if row == column {
            return shared.warn((
                "this is the text itself: left and right choose another",
                "这是同一个文本：按左右键选择另一个",
            ));
        }
        match (self.a.editor_with(a), self.b.editor_with(b)) {
            (Ok(a), Ok(b)) => {
                self.a.take(a, Origin::Line(row));
                self.b.take(b, Origin::Line(column));
            }
            (Err(too_much), _) | (_, Err(too_much)) => return shared.warn_of(too_much.message(shared.lang)),
        }
        self.note_change(Pane::TextA);
        self.note_change(Pane::TextB);
        self.begin_anew();
        // They stay, whatever document is selected.
        self.stay(shared);
        let (a, b) = (row + 1, column + 1);
        shared.say(both!("A is text {a}, B is text {b}", "A 为第 {a} 个文本，B 为第 {b} 个"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_blank_are_no_texts() {
        assert_eq!(lines("one\r\n\r\n  \ntwo\rthree\n").collect::<Vec<_>>(), ["one", "two", "three"]);
        assert!(is_several("a\nb") && !is_several("a\n\n \n"));
    }
}
