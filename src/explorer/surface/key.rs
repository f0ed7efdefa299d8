//! A key, and what it is bound to.

use crate::surface::lang::{Lang, Phrase};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope_core::display;

/// The names of keys that mean the same.
pub type Names = &'static [&'static str];

/// A choice of an action in a table of keys; `A` is what a key does. Most actions have one.
#[derive(Debug, Clone, Copy)]
pub struct Binding<A> {
    /// The name of the action in the settings: `quit`, or with its place `pair.show`. Settings of users have it, so it stays.
    pub of: &'static str,
    /// The name of the choice, which follows that of the action: `minus` of `step-k`; empty where the action has one.
    pub choice: &'static str,
    /// The keys, by the names of [`Key`]; none if only the palette offers it.
    pub keys: Names,
    pub action: A,
    /// What the action does, in a few words.
    pub label: Phrase,
    /// What it does by this choice.
    pub word: Phrase,
    /// One word for the foot of the screen; empty if it is not shown there.
    pub hint: Phrase,
    /// On its screen its keys mean this, whatever they mean everywhere else.
    pub takes_over: bool,
}

/// A binding without a hint at the foot of the screen.
pub const SILENT: Phrase = ("", "");

/// The words of two choices that go back and on in a row.
pub const BACK_AND_ON: [Phrase; 2] = [("previous", "上一个"), ("next", "下一个")];

/// What a text whose equal parts are folded can do.
pub const FOLD: Phrase = ("fold what is equal, or show it", "折叠或展开相同部分");

/// How much must agree for a pair to be confirmed.
pub fn step_tau<A>(of: &'static str, action: fn(i8) -> A) -> Vec<Binding<A>> {
    const TAU: Phrase = ("how much must agree to confirm a pair", "确认一对所需的重合");
    hinted_by_words(both(
        of,
        [&["t -"], &["t +"]],
        action,
        TAU,
        [("τ down: less", "减小 τ：较少"), ("τ up: more", "增大 τ：更多")],
    ))
}

/// An action without choices.
pub fn bind<A>(of: &'static str, keys: Names, action: A, label: Phrase, hint: Phrase) -> Vec<Binding<A>> {
    vec![Binding { of, choice: "", keys, action, label, word: SILENT, hint, takes_over: false }]
}

/// A choice of an action: its name, its keys, what they do, and that in a word.
pub type Choice<A> = (&'static str, Names, A, Phrase);

/// An action with choices.
pub fn choose<A, const N: usize>(of: &'static str, label: Phrase, rows: [Choice<A>; N]) -> Vec<Binding<A>> {
    let row = |(choice, keys, action, word)| {
        bind(of, keys, action, label, SILENT).into_iter().map(move |row| Binding { choice, word, ..row })
    };
    rows.into_iter().flat_map(row).collect()
}

/// An action that goes one way, `minus`, and the other, `plus`.
pub fn both<A>(
    of: &'static str,
    [back, on]: [Names; 2],
    action: fn(i8) -> A,
    label: Phrase,
    words: [Phrase; 2],
) -> Vec<Binding<A>> {
    choose(of, label, [("minus", back, action(-1), words[0]), ("plus", on, action(1), words[1])])
}

/// The same with hints at the foot of the screen.
pub fn hinted<A, const N: usize>(mut row: Vec<Binding<A>>, hints: [Phrase; N]) -> Vec<Binding<A>> {
    row.iter_mut().zip(hints).for_each(|(binding, hint)| binding.hint = hint);
    row
}

/// The same where a word says enough at the foot, too.
pub fn hinted_by_words<A>(mut row: Vec<Binding<A>>) -> Vec<Binding<A>> {
    row.iter_mut().for_each(|binding| binding.hint = binding.word);
    row
}

/// The same on a screen on which its keys mean nothing else.
pub fn here<A>(mut row: Vec<Binding<A>>) -> Vec<Binding<A>> {
    row.iter_mut().for_each(|binding| binding.takes_over = true);
    row
}

impl<A: Copy> Binding<A> {
    /// Its name in the settings.
    pub fn name(&self) -> String {
        if self.choice.is_empty() { self.of.to_owned() } else { format!("{}-{}", self.of, self.choice) }
    }

    /// What it does, in a few words.
    pub fn says(&self, lang: Lang) -> String {
        says(&[self], lang)
    }

    /// The same for a wider kind of action.
    pub fn map<B>(self, wider: impl FnOnce(A) -> B) -> Binding<B> {
        let Self { of, choice, keys, action, label, word, hint, takes_over } = self;
        Binding { of, choice, keys, action: wider(action), label, word, hint, takes_over }
    }
}

/// What choices of an action do, in a few words: before what explains the action further.
pub fn says<A>(choices: &[&Binding<A>], lang: Lang) -> String {
    let label = lang.pick(choices[0].label);
    let words = choices.iter().map(|choice| lang.pick(choice.word)).collect::<Vec<_>>().join(" · ");
    if words.is_empty() {
        return label.to_owned();
    }
    let (what, more) = label.split_at(label.find([';', '；']).unwrap_or(label.len()));
    format!("{what}{}{words}{more}", lang.pick((": ", "：")))
}

/// Modifiers that make another key of every key. Alt is Esc before the key: over a slow line that may have been Esc, and
/// then the key.
pub const APART: KeyModifiers =
    KeyModifiers::ALT.union(KeyModifiers::SUPER).union(KeyModifiers::HYPER).union(KeyModifiers::META);

/// A key with its modifiers, as the tables name it: `q`, `G`, `ctrl-o`, `alt-x`, `shift-tab`, `shift-left`, `pgup`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    code: KeyCode,
    has_ctrl: bool,
    /// Of [`APART`]; the tables name Alt alone.
    apart: KeyModifiers,
    /// Of left and right only: it is part of what a letter is, and terminals keep it to themselves with other keys.
    has_shift: bool,
}

/// One key, or two that are pressed one after the other.
pub type Stroke = (Key, Option<Key>);

/// Reads the name of a key, or those of two with a space between them: `x`, `ctrl-x ctrl-s`.
pub fn stroke(names: &str) -> Option<Stroke> {
    match names.split_once(' ') {
        None => Some((Key::parse(names)?, None)),
        Some((first, second)) => Some((Key::parse(first)?, Some(Key::parse(second)?))),
    }
}

impl Key {
    /// Reads a name.
    pub fn parse(name: &str) -> Option<Self> {
        let (has_alt, rest) = name.strip_prefix("alt-").map_or((false, name), |rest| (true, rest));
        let (has_ctrl, rest) = rest.strip_prefix("ctrl-").map_or((false, rest), |rest| (true, rest));
        let (has_shift, rest) = match rest {
            "shift-left" => (true, "left"),
            "shift-right" => (true, "right"),
            rest => (false, rest),
        };
        let mut chars = rest.chars().map(half_width);
        let code = match (rest, chars.next(), chars.next()) {
            ("tab", ..) => KeyCode::Tab,
            ("shift-tab", ..) => KeyCode::BackTab,
            ("up", ..) => KeyCode::Up,
            ("down", ..) => KeyCode::Down,
            ("left", ..) => KeyCode::Left,
            ("right", ..) => KeyCode::Right,
            ("pgup", ..) => KeyCode::PageUp,
            ("pgdn", ..) => KeyCode::PageDown,
            ("home", ..) => KeyCode::Home,
            ("end", ..) => KeyCode::End,
            ("enter", ..) => KeyCode::Enter,
            ("esc", ..) => KeyCode::Esc,
            ("del", ..) => KeyCode::Delete,
            ("ins", ..) => KeyCode::Insert,
            ("backspace", ..) => KeyCode::Backspace,
            (name, Some('f'), Some(_)) => {
                KeyCode::F(name[1..].parse().ok().filter(|n| (1..=12).contains(n))?)
            }
            ("space", ..) => KeyCode::Char(' '),
            // Terminals send Ctrl with letters only, and two of these as Tab and Enter.
            (_, Some(c), None) if has_ctrl && (!c.is_ascii_lowercase() || matches!(c, 'i' | 'm')) => {
                return None;
            }
            // What a terminal replies, and its other keys, begin in the same way.
            (_, Some('[' | ']' | 'O' | 'P'), None) if has_alt => return None,
            (_, Some(c), None) => KeyCode::Char(c),
            _ => return None,
        };
        let apart = if has_alt { KeyModifiers::ALT } else { KeyModifiers::NONE };
        Some(Self { code, has_ctrl, apart, has_shift })
    }

    /// The digit on the key of this sign on a French keyboard (AZERTY), which has digits with Shift only. `(` and `-` are not among
    /// them: on other keyboards they are keys of their own.
    pub fn as_digit(self) -> Option<Self> {
        let KeyCode::Char(sign) = self.code else { return None };
        let is_plain = !self.has_ctrl && self.apart.is_empty();
        let digit = ['&', 'é', '"', '\'', '(', '-', 'è'].iter().zip('1'..).find(|(typed, _)| **typed == sign);
        digit.filter(|_| is_plain).map(|(_, digit)| Self { code: KeyCode::Char(digit), ..self })
    }

    /// The same key without Shift, if it is one with it.
    pub fn without_shift(self) -> Option<Self> {
        self.has_shift.then_some(Self { has_shift: false, ..self })
    }
}

/// The sign of a keyboard with Latin letters behind one that a Chinese input method types in its place, `?` for `？`, `/` for
/// `、`, or that stands on its key on a Cyrillic one.
fn half_width(c: char) -> char {
    /// Key by key, with `[ ] ; ' , .` among the letters.
    const CYRILLIC: [(&str, &str); 4] = [
        ("йцукенгшщзхъфывапролджэячсмитьбю", "qwertyuiop[]asdfghjkl;'zxcvbnm,."),
        ("ЙЦУКЕНГШЩЗХЪФЫВАПРОЛДЖЭЯЧСМИТЬБЮ", "QWERTYUIOP{}ASDFGHJKL:\"ZXCVBNM<>"),
        ("ёіїєў", "`s]'o"),
        ("ЁІЇЄЎ", "~S}\"O"),
    ];
    if ('Ѐ'..='ѿ').contains(&c) {
        let places = CYRILLIC.iter().flat_map(|(typed, keys)| typed.chars().zip(keys.chars()));
        return places.into_iter().find(|(typed, _)| *typed == c).map_or(c, |(_, key)| key);
    }
    match c {
        '、' => '/',
        '。' => '.',
        '【' => '[',
        '】' => ']',
        '《' => '<',
        '》' => '>',
        '「' => '{',
        '」' => '}',
        '￥' => '$',
        '‘' | '’' => '\'',
        '“' | '”' => '"',
        other => display::half_width(other),
    }
}

/// A sign that needs AltGr, which some systems report as Ctrl with Alt, is that sign.
pub fn without_alt_gr(event: KeyEvent) -> KeyEvent {
    const ALT_GR: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);
    match event.code {
        KeyCode::Char(c) if event.modifiers.contains(ALT_GR) && !c.is_ascii_alphanumeric() && c != ' ' => {
            KeyEvent { modifiers: event.modifiers.difference(ALT_GR), ..event }
        }
        _ => event,
    }
}

/// The same event with the sign of the keyboard, for places where nothing is typed.
pub fn of_keyboard(event: KeyEvent) -> KeyEvent {
    match event.code {
        KeyCode::Char(c) => KeyEvent { code: KeyCode::Char(half_width(c)), ..event },
        _ => event,
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let event = of_keyboard(event);
        let code = match event.code {
            KeyCode::Tab if event.modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            code => code,
        };
        let has_shift =
            matches!(code, KeyCode::Left | KeyCode::Right) && event.modifiers.contains(KeyModifiers::SHIFT);
        let has_ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
        Self { code, has_ctrl, apart: event.modifiers.intersection(APART), has_shift }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_width_signs_are_the_keys_of_the_keyboard() {
        let pressed = |c| Key::from(KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        for (typed, key) in
            "？：／、】【｛｝＝！（）《》ｑＷ１\u{3000}".chars().zip("?://][{}=!()<>qW1 ".chars())
        {
            assert_eq!(pressed(typed), pressed(key), "{typed}");
            assert_eq!(Key::parse(&typed.to_string()), Key::parse(&key.to_string()), "{typed}");
        }
        assert_ne!(pressed('哈'), pressed('h'));
        for (typed, key) in "йЙоЖхЪюБіѣ".chars().zip("qQj:[}.<sѣ".chars()) {
            assert_eq!(pressed(typed), pressed(key), "{typed}");
        }
    }
}
