//! The lines at the foot that wait for a second key: what it does after the first, and by which column a list is sorted.

use super::App;
use crate::action::classroom::Act;
use crate::action::{Action, Screen, steps};
use crate::surface::Phrase;
use crate::surface::key::{Key, stroke};
use crate::surface::keymap::Context;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Menu {
    /// What two keys mean, of which this is the first.
    After(Key),
    /// The same when a step was made: `+` and `-` make more, other keys mean what they do elsewhere.
    Stepping(Key),
    /// The columns of the list that has the keys.
    Sort,
}

/// A second key, and what it does.
pub(crate) struct Item {
    pub key: String,
    pub what: Phrase,
    pub action: Action,
}

impl App {
    /// Says that a key means nothing on this screen, and where it would.
    pub(super) fn no_such_key(&mut self, key: Key) {
        let (shared, present) = (&mut self.shared, steps::Act::Present.into());
        if shared.keymap.action(Screen::Anatomy, key) == Some(present) {
            let key = shared.keymap.key_of(Screen::Anatomy, present).unwrap_or_default();
            let (key, anatomy) = (shared.keys().written(key), shared.key(Action::Go(Screen::Anatomy)));
            return shared.warn(both!(
                "{key} presents the steps of a document: press {anatomy} first",
                "{key} 放映一篇文档的计算步骤：先按 {anatomy}"
            ));
        }
        let help = shared.keymap.key_of(shared.screen, Action::Help);
        shared.warn(match help.map(|key| shared.keys().written(key)) {
            Some(key) => {
                both!("no such key here; {key} lists the keys", "此处没有这个按键；按 {key} 查看按键")
            }
            None => both!("no such key here", "此处没有这个按键"),
        });
    }

    pub(super) fn begin_menu(&mut self, first: Key) {
        self.shared.message = None;
        // A menu of lessons has only their list while none is open and no text was typed.
        let has_lesson = self.classroom.is_open() || self.shared.start.before.is_some();
        let is_of_lessons = |item: &Item| matches!(item.action, Action::Classroom(_));
        match !has_lesson && self.items(Menu::After(first)).iter().all(is_of_lessons) {
            true => self.update(Action::Classroom(Act::List)),
            false => self.menu = Some(Menu::After(first)),
        }
    }

    /// Takes the second key; Esc leaves. Returns whether it is one of the menu.
    pub(super) fn press_menu(&mut self, menu: Menu, key: Key) -> bool {
        let items = self.items(menu);
        let pressed = |key: Key| items.iter().find(|item| Key::parse(&item.key) == Some(key));
        match pressed(key).or_else(|| pressed(key.without_shift().or(key.as_digit())?)) {
            Some(item) => {
                self.update(item.action);
                if let (Menu::After(first) | Menu::Stepping(first), "+" | "-") = (menu, &*item.key) {
                    self.menu = Some(Menu::Stepping(first));
                }
            }
            None if Key::parse("esc") == Some(key) => {}
            None if matches!(menu, Menu::Stepping(_)) => return false,
            None => self.shared.warn(("no such key in this menu", "此菜单没有这个按键")),
        }
        true
    }

    /// What the second keys do; those without a word are not shown.
    pub(crate) fn items(&self, menu: Menu) -> Vec<Item> {
        let foot = &self.screens.at(self.shared.screen).foot(&self.shared);
        let first = match menu {
            Menu::Sort => {
                let columns = foot.sorts.columns.iter().copied();
                let letters = letters(columns.clone().map(|(what, _)| what.0));
                let item =
                    |(key, (what, action)): (char, (Phrase, Action))| Item { key: key.into(), what, action };
                return letters.into_iter().zip(columns).map(item).collect();
            }
            Menu::After(first) | Menu::Stepping(first) => first,
        };
        let screen = self.shared.screen;
        let bindings =
            [Context::On(screen), Context::Everywhere].map(|context| self.shared.keymap.of(context));
        let items = bindings.into_iter().flatten().flat_map(|binding| {
            let item = move |&keys: &&str| {
                let (of, second) = stroke(keys)?;
                let means = self.shared.keymap.stroke(screen, (of, second)) == Some(binding.action);
                let key = keys.split_once(' ').filter(|_| of == first && means)?.1.to_owned();
                let what = foot.hint_of(binding);
                Some(Item { key, what, action: binding.action })
            };
            binding.keys.iter().filter_map(item)
        });
        items.collect()
    }

    /// Sorts the list that has the keys, or asks by which column.
    pub(super) fn sort(&mut self, asked: Action) {
        let sorts = self.screens.at(self.shared.screen).foot(&self.shared).sorts;
        let last = sorts.columns.len();
        let at = match asked {
            _ if last == 0 => return self.shared.warn(("this list has one order", "此列表只有一种次序")),
            Action::SortMenu => return self.menu = Some(Menu::Sort),
            Action::NextSort => (sorts.by + 1) % last,
            _ => sorts.by,
        };
        let (_, action) = sorts.columns[at];
        self.act(action);
    }
}

/// A letter for each name: the first of its own that no other has yet.
fn letters<'a>(names: impl Iterator<Item = &'a str>) -> Vec<char> {
    names.fold(Vec::new(), |mut taken, name| {
        let own = name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase());
        taken.extend(own.chain('a'..='z').find(|letter| !taken.contains(letter)));
        taken
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_a_letter_of_its_own() {
        let names = ["input", "id", "text", "chars", "features", "signature", "k = 3", "t", "it"];
        assert_eq!(letters(names.into_iter()), ['i', 'd', 't', 'c', 'f', 's', 'k', 'a', 'b']);
    }
}
