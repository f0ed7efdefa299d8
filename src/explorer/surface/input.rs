//! What the terminal sends: keys, the mouse, pastes and replies. It may come in pieces, so nothing is taken for a key that may
//! still be the beginning of something longer: `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \` has a `]`, which is k + 1.

use super::pixels;
use memchr::memmem;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use std::time::{Duration, Instant};
use xterm_color::Color;

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const INTERRUPT: u8 = 0x03;
const PASTE: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// A sequence that is longer than its first two bytes ends within this time; a paste pauses no longer.
const PAUSE: Duration = Duration::from_secs(2);
/// A reply to the explorer's own question comes within this time, or not at all; the bytes of it are so far apart at most.
const LATEST: Duration = Duration::from_secs(15);
const APART: Duration = Duration::from_millis(250);

/// What was read whole.
#[derive(Debug, Clone, PartialEq)]
pub enum Read {
    /// A key, the mouse or a paste.
    Input(Event),
    /// The terminal says that its ground is dark, or that it is not.
    IsDark(bool),
    /// The terminal says that it shows pixels.
    HasPixels,
}

/// Puts together what comes in pieces.
#[derive(Debug)]
pub struct Reader {
    /// What follows an Esc so soon belongs to it.
    escape: Duration,
    /// Until when a reply is to come.
    expected: Option<Instant>,
    /// The lightness of the text.
    text: Option<f32>,
    /// The beginning of something; when its first and its last byte came.
    begun: Vec<u8>,
    first: Instant,
    last: Instant,
}

impl Reader {
    /// `asks`: the terminal is asked for its colours or for pixels now.
    pub fn new(escape: Duration, asks: bool, now: Instant) -> Self {
        let expected = asks.then(|| now + LATEST);
        Self { escape, expected, text: None, begun: Vec::new(), first: now, last: now }
    }

    /// What is whole with these bytes. However late they are read, they belong to what has begun: a busy machine is no pause.
    pub fn take(&mut self, bytes: &[u8], now: Instant) -> Vec<Read> {
        let mut whole = Vec::new();
        if self.begun.is_empty() {
            self.first = now;
        }
        self.last = now;
        self.begun.extend_from_slice(bytes);
        let mut done = 0;
        while let Some((length, token)) = first(&self.begun[done..]) {
            done += length;
            self.first = now;
            whole.extend(token.and_then(|token| self.read(token)));
        }
        self.begun.drain(..done);
        // Whatever else is under way, Ctrl-C is heard.
        if self.begun.ends_with(&[INTERRUPT]) {
            self.begun.clear();
            whole.push(Read::Input(Event::Key(key('\u{3}'))));
        }
        whole
    }

    /// After a pause: what has begun is all there is of it.
    pub fn let_go(&mut self, now: Instant) -> Vec<Read> {
        if self.left(now) != Some(Duration::ZERO) {
            return Vec::new();
        }
        let begun = std::mem::take(&mut self.begun);
        let typed = match begun.strip_prefix(&[ESC]) {
            _ if begun.starts_with(PASTE) => Some(pasted(&begun[PASTE.len()..])),
            Some([]) => Some(Event::Key(key('\u{1b}'))),
            Some(&[byte]) if byte.is_ascii() => Some(Event::Key(with_alt(key(byte.into())))),
            _ => None,
        };
        typed.into_iter().map(Read::Input).collect()
    }

    /// How long what has begun is waited for.
    pub fn left(&self, now: Instant) -> Option<Duration> {
        let is_expected = self.expected.is_some_and(|until| now < until);
        let until = match self.begun.len() {
            0 => return None,
            1 | 2 if self.begun[0] == ESC => {
                self.last + if is_expected { self.escape.max(APART) } else { self.escape }
            }
            _ if self.begun.starts_with(PASTE) => self.last + PAUSE,
            _ => self.first + PAUSE,
        };
        Some(until.saturating_duration_since(now))
    }

    fn read(&mut self, token: Token) -> Option<Read> {
        match token {
            Token::Input(event) => return Some(Read::Input(event)),
            Token::Text(lightness) => self.text = Some(lightness),
            // Darker than the text; without a colour of the text, than a middle grey.
            Token::Ground(ground) => {
                let text = self.text.filter(|text| (text - ground).abs() > f32::EPSILON);
                return Some(Read::IsDark(ground < text.unwrap_or(0.5)));
            }
            Token::Pixels => return Some(Read::HasPixels),
            Token::Device => self.expected = None,
        }
        None
    }
}

/// Something whole.
enum Token {
    Input(Event),
    /// The lightness of the text (OSC 10), and of the ground (OSC 11).
    Text(f32),
    Ground(f32),
    /// It shows pixels.
    Pixels,
    /// What the terminal is (DA1): it was asked that last.
    Device,
}

/// What the bytes begin with and its length; nothing in it is for the explorer without a token. `None` if more is to come.
fn first(bytes: &[u8]) -> Option<(usize, Option<Token>)> {
    let of_key = |(length, key)| (length, Option::map(key, |key| Token::Input(Event::Key(key))));
    match bytes {
        [] | [ESC] => None,
        [ESC, ESC, ..] => Some(of_key((1, Some(key('\u{1b}'))))),
        [ESC, b'[', rest @ ..] => control(rest).map(|(length, token)| (length + 2, token)),
        [ESC, b']' | b'P' | b'_' | b'^' | b'X', rest @ ..] => string(bytes[1], rest),
        // A control character is a key of its own.
        [ESC, b'O', b'\0'..b' ', ..] => Some((2, None)),
        [ESC, b'O', rest @ ..] => Some(of_key((3, function(*rest.first()?).map(KeyEvent::from)))),
        [ESC, rest @ ..] => character(rest).map(|(length, key)| of_key((length + 1, key.map(with_alt)))),
        _ => character(bytes).map(of_key),
    }
}

/// Behind `ESC ]`, `ESC P`, `ESC _`, `ESC ^` or `ESC X`: up to `BEL` or `ESC \`. Another control character cuts it off.
fn string(kind: u8, bytes: &[u8]) -> Option<(usize, Option<Token>)> {
    let end = bytes.iter().position(|&byte| byte < b' ')?;
    let length = match bytes[end..] {
        [BEL, ..] => 1,
        [ESC] => return None,
        [ESC, b'\\', ..] => 2,
        _ => return Some((2 + end, None)),
    };
    let lightness = |start: &[u8]| {
        let colour = Color::parse(bytes[..end].strip_prefix(start).filter(|_| kind == b']')?);
        colour.ok().map(|colour| colour.perceived_lightness())
    };
    let token = lightness(b"10;").map(Token::Text).or_else(|| lightness(b"11;").map(Token::Ground));
    let has_pixels = kind == b'_' && bytes[..end].starts_with(pixels::YES);
    let token = token.or_else(|| has_pixels.then_some(Token::Pixels));
    Some((2 + end + length, token))
}

/// Behind `ESC [`: up to a letter.
fn control(bytes: &[u8]) -> Option<(usize, Option<Token>)> {
    // F1 to F5 of the Linux console.
    if let [b'[', rest @ ..] = bytes {
        let letter = *rest.first()?;
        let number = matches!(letter, b'A'..=b'E').then(|| letter - b'A' + 1);
        return Some((2, number.map(|number| Token::Input(Event::Key(KeyCode::F(number).into())))));
    }
    let end = bytes.iter().position(|byte| !matches!(byte, b' '..=b'?'))?;
    let (parameters, last) = (str::from_utf8(&bytes[..end]).unwrap_or_default(), bytes[end]);
    if !matches!(last, b'@'..=b'~') {
        return Some((end, None));
    }
    let mut numbers = parameters.trim_start_matches('<').split(';').map(|number| {
        // Behind a colon is what was not asked for.
        number.split(':').next().and_then(|number| number.parse::<u16>().ok())
    });
    let (one, two, three) = (numbers.next().flatten(), numbers.next().flatten(), numbers.next().flatten());
    let code = match (last, one) {
        (b'c', _) if parameters.starts_with('?') => return Some((end + 1, Some(Token::Device))),
        (b'M' | b'm', Some(button)) if parameters.starts_with('<') => {
            let event = mouse(button, [two, three].map(Option::unwrap_or_default), last == b'm');
            return Some((end + 1, event.map(Token::Input)));
        }
        // A mouse without SGR: three bytes follow.
        (b'M', None) => {
            let bytes: [u8; 3] = bytes.get(end + 1..end + 4)?.try_into().ok()?;
            let [button, column, row] = bytes.map(|byte| byte.saturating_sub(b' ').into());
            return Some((end + 4, mouse(button, [column, row], false).map(Token::Input)));
        }
        (b'~', Some(200)) => {
            let text = &bytes[end + 1..];
            let length = memmem::find(text, PASTE_END)?;
            let all = end + 1 + length + PASTE_END.len();
            return Some((all, Some(Token::Input(pasted(&text[..length])))));
        }
        (b'~', Some(number)) => numbered(number),
        (b'u', Some(9)) if two == Some(2) => Some(KeyCode::BackTab),
        (b'u', Some(number)) => char::from_u32(number.into()).map(|c| key(c).code),
        (b'Z', _) => Some(KeyCode::BackTab),
        // With numbers it says where the cursor is.
        (b'R', _) => None,
        _ => function(last),
    };
    let modifiers = modifiers(two.unwrap_or(1).saturating_sub(1), [1, 2, 4]);
    let modifiers = if code == Some(KeyCode::BackTab) { KeyModifiers::SHIFT } else { modifiers };
    Some((end + 1, code.map(|code| Token::Input(Event::Key(KeyEvent::new(code, modifiers))))))
}

/// A key by the letter that ends its sequence.
fn function(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(letter - b'P' + 1),
        _ => return None,
    })
}

/// A key by its number before `~`.
fn numbered(number: u16) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23..=26 => KeyCode::F(number as u8 - 12),
        28..=29 => KeyCode::F(number as u8 - 15),
        31..=34 => KeyCode::F(number as u8 - 17),
        _ => return None,
    })
}

/// The mouse, as xterm reports it; columns and rows are numbered from 1.
fn mouse(button: u16, place: [u16; 2], is_let_go: bool) -> Option<Event> {
    use MouseButton::{Left, Middle, Right};
    let pressed = [Left, Middle, Right].get(usize::from(button & 3)).copied();
    let kind = match (button & 0b1110_0000, pressed) {
        (0, Some(button)) if is_let_go => MouseEventKind::Up(button),
        (0, Some(button)) => MouseEventKind::Down(button),
        // Without SGR the button is unknown.
        (0, None) => MouseEventKind::Up(Left),
        (0b0010_0000, Some(button)) => MouseEventKind::Drag(button),
        (0b0100_0000, _) => match button & 3 {
            0 => MouseEventKind::ScrollUp,
            1 => MouseEventKind::ScrollDown,
            2 => MouseEventKind::ScrollLeft,
            _ => MouseEventKind::ScrollRight,
        },
        _ => return None,
    };
    let modifiers = modifiers(button, [4, 8, 16]);
    let [column, row] = place.map(|number| number.saturating_sub(1));
    Some(Event::Mouse(MouseEvent { kind, column, row, modifiers }))
}

/// Shift, Alt and Control, by their bits.
fn modifiers(mask: u16, bits: [u16; 3]) -> KeyModifiers {
    let all = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL];
    bits.into_iter().zip(all).filter(|(bit, _)| mask & bit != 0).map(|(_, modifier)| modifier).collect()
}

fn pasted(text: &[u8]) -> Event {
    Event::Paste(String::from_utf8_lossy(text).into_owned())
}

/// A character of UTF-8; what is none is nothing.
fn character(bytes: &[u8]) -> Option<(usize, Option<KeyEvent>)> {
    let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next()?;
    match chunk.valid().chars().next() {
        Some(c) => Some((c.len_utf8(), Some(key(c)))),
        None if bytes.len() < 4 && str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none()) => {
            None
        }
        None => Some((chunk.invalid().len(), None)),
    }
}

/// The key of a character, or of the control character that stands for it.
fn key(c: char) -> KeyEvent {
    let with_control = |c: u32| KeyEvent::new(KeyCode::Char(char::from(c as u8)), KeyModifiers::CONTROL);
    match c {
        '\r' => KeyCode::Enter.into(),
        '\t' => KeyCode::Tab.into(),
        '\u{7f}' => KeyCode::Backspace.into(),
        '\u{1b}' => KeyCode::Esc.into(),
        '\0' => with_control(' '.into()),
        '\u{1}'..='\u{1a}' => with_control(u32::from(c) + 0x60),
        '\u{1c}'..='\u{1f}' => with_control(u32::from(c) + 0x18),
        _ if c.is_uppercase() => KeyEvent::new(KeyCode::Char(c), KeyModifiers::SHIFT),
        _ => KeyCode::Char(c).into(),
    }
}

fn with_alt(key: KeyEvent) -> KeyEvent {
    KeyEvent { modifiers: key.modifiers | KeyModifiers::ALT, ..key }
}

#[cfg(test)]
mod tests;
