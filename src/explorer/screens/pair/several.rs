//! Several texts, one a line: the distances of all of them.

use super::keys::{Pane, View};
use super::state::{Origin, State};
use super::work::SeveralKey;
use crate::action::Towards;
use crate::jobs::Work;
use crate::shared::Shared;
use crate::surface::{counted, grouped_digits};
use crate::wanted::Wanted;
use simscope_core::hamming;
use simscope_core::simhash::{Signed, Signer};
use simscope_core::visible;
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
    change: u64,
    signed: Wanted<SeveralKey, hamming::Several>,
}

impl Several {
    /// How often they became others.
    pub(super) fn change(&self) -> u64 {
        self.change
    }
}

/// The lines that are not blank.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split(['\n', '\r']).filter(|line| !line.trim().is_empty())
}

/// The beginning of a text as it is shown in a line.
pub(super) fn beginning(text: &str) -> String {
    let beginning: String = text.trim_start().chars().take(BEGINNING).collect();
    visible::line(&beginning).into_owned()
}

/// Whether a text has several lines that are not blank.
pub(super) fn is_several(text: &str) -> bool {
    lines(text).nth(1).is_some()
}

impl State {
    /// Each line of the text becomes a text of its own. Returns whether there are several.
    pub(super) fn take_lines(&mut self, shared: &mut Shared, text: &str) -> bool {
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
        self.several = Several {
            texts: Arc::new(texts),
            left_out,
            widest: widest as u16,
            column: 1,
            change,
            signed: Wanted::default(),
        };
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
    pub(super) fn take_lines_of_text(&mut self, shared: &mut Shared) {
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

    pub(super) fn want_several(&mut self, shared: &mut Shared) {
        let Some(key) = self.several_key(shared) else { return };
        if self.view != View::Texts {
            return;
        }
        let (texts, frequencies) = (self.several.texts.clone(), shared.model.frequencies.clone());
        shared.want(&mut self.several.signed, LINES, key, move |progress| {
            let mut signer = Signer::new(&key.hashed.recipe, frequencies.as_deref());
            let sign = |text: &String| (!progress.is_cancelled()).then(|| signer.sign(text));
            let signed: Option<Vec<Signed>> = texts.iter().map(sign).collect();
            Some(hamming::Several::of(signed?))
        });
    }

    /// Moves in the grid to the left or to the right. Returns whether there is one.
    pub(super) fn step_column(&mut self, shared: &mut Shared, towards: Towards) -> bool {
        let texts = self.several.texts.len();
        if self.view != View::Texts || texts == 0 {
            return false;
        }
        let column = match towards {
            Towards::Left => self.several.column.checked_sub(1),
            Towards::Right => Some(self.several.column + 1).filter(|&column| column < texts),
            _ => return false,
        };
        match column {
            Some(column) => self.several.column = column,
            None => shared.edge_towards(texts, towards),
        }
        true
    }

    /// The two texts of the cell become A and B.
    pub(super) fn put_several(&mut self, shared: &mut Shared, row: usize) {
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
