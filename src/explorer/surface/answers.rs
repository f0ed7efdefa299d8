//! Replies of the terminal among what is typed. They come over a slow line when the explorer reads keys already, in pieces
//! perhaps, and must not be taken for keys: `ESC ] 11 ; rgb:ffff/ffff/ffff ESC \` has a `]`, which is k + 1.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use xterm_color::Color;

const ESC: char = '\u{1b}';
const BEL: char = '\u{7}';

/// How far a reply has come that is read sign by sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Within {
    #[default]
    Nothing,
    /// `ESC`, with which everything begins.
    Escape,
    /// `ESC ]` or `ESC P` (OSC, DCS): up to `BEL` or `ESC \`.
    Text,
    /// What may be its end.
    TextEscape,
    /// `ESC [` (CSI): up to a letter.
    Parameters,
}

impl Within {
    /// One sign further; `None` if the sign is no part of a reply.
    pub fn then(self, sign: char) -> Option<Self> {
        use Within::*;
        Some(match (self, sign) {
            (Nothing, ESC) => Escape,
            (Escape, ']' | 'P') => Text,
            (Escape, '[') => Parameters,
            (Text, ESC) => TextEscape,
            (Text, ' '..='~') => Text,
            (Parameters, ' '..='?') => Parameters,
            (Text, BEL) | (TextEscape, '\\') | (Parameters, '@'..='~') => Nothing,
            _ => return None,
        })
    }
}

/// What was read of the replies.
#[derive(Debug, Default)]
pub struct Reading {
    answers: Vec<String>,
    /// How far the next one has come.
    pub within: Within,
}

impl Reading {
    pub fn of(bytes: &[u8]) -> Self {
        let (mut reading, mut answer) = (Self::default(), String::new());
        for &byte in bytes {
            let sign = char::from(byte);
            let next = reading.within.then(sign).or_else(|| {
                // It was typed meanwhile.
                answer.clear();
                Within::Nothing.then(sign)
            });
            reading.within = next.unwrap_or_default();
            answer.push(sign);
            if reading.within == Within::Nothing {
                reading.answers.push(std::mem::take(&mut answer));
            }
        }
        reading
    }

    /// Whether the terminal has said what it is, which it was asked last.
    pub fn is_complete(&self) -> bool {
        self.answers.iter().any(|answer| answer.starts_with("\u{1b}[?") && answer.ends_with('c'))
    }

    /// Whether the ground is darker than the text; without a colour of the text, darker than a middle grey.
    pub fn is_dark(&self) -> Option<bool> {
        let of = |start: &str| self.answers.iter().find_map(|answer| lightness(answer.strip_prefix(start)?));
        let ground = of("\u{1b}]11;")?;
        let text = of("\u{1b}]10;").filter(|text| (text - ground).abs() > f32::EPSILON);
        Some(ground < text.unwrap_or(0.5))
    }
}

/// The lightness of a colour as X11 writes it, from 0 to 1.
fn lightness(answer: &str) -> Option<f32> {
    let colour = Color::parse(answer.trim_end_matches([BEL, ESC, '\\']).as_bytes());
    colour.ok().map(|colour| colour.perceived_lightness())
}

/// How far the reply had come that was not waited for.
static REST: Mutex<Option<Within>> = Mutex::new(None);

/// The rest of a reply is still to come, among the keys.
pub fn expect_the_rest(within: Within) {
    *REST.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(within);
}

/// A reply that was not waited for comes within this time, or not at all.
const LATEST: Duration = Duration::from_secs(15);
/// Between two pieces of it.
const PAUSE: Duration = Duration::from_secs(2);
/// An Esc that begins one is followed so soon.
const BEGINS: Duration = Duration::from_millis(250);
/// The same where no reply is to come: all of it is there.
const AT_ONCE: Duration = Duration::from_millis(50);

/// Keeps replies away from the keys.
#[derive(Debug)]
pub struct Sieve {
    within: Within,
    /// Until when a reply of the explorer's own question is to come.
    expected: Option<Instant>,
    /// What may be the beginning of a reply.
    held: Vec<Event>,
    /// It is one.
    is_sure: bool,
    last: Instant,
}

impl Sieve {
    pub fn new(now: Instant) -> Self {
        let rest = REST.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take();
        Self {
            within: rest.unwrap_or_default(),
            expected: rest.map(|_| now + LATEST),
            held: Vec::new(),
            is_sure: true,
            last: now,
        }
    }

    /// Whether something is held, or being swallowed: how it goes on must be seen soon.
    pub fn is_waiting(&self) -> bool {
        self.within != Within::Nothing
    }

    /// What of an event, and of those before it, is typed.
    pub fn pass(&mut self, event: Event, now: Instant) -> Vec<Event> {
        let mut passed = self.let_go(now);
        let signs = self.signs(&event, now);
        self.last = now;
        let (mut within, mut is_sure) = (self.within, self.is_sure && self.within != Within::Nothing);
        for sign in signs.iter().flatten() {
            let before = within;
            match within.then(*sign) {
                // What only a reply has: a digit behind its first two signs, or its end.
                Some(next) if is_sure || !matches!(before, Within::Text | Within::Parameters) => {
                    within = next
                }
                Some(next) if matches!(sign, '0'..='9' | '?' | '>' | '!' | '+') => {
                    (within, is_sure) = (next, true)
                }
                _ => {
                    within = Within::Nothing;
                    is_sure = false;
                    break;
                }
            }
        }
        let is_part = signs[0].is_some() && (within != Within::Nothing || is_sure);
        (self.within, self.is_sure) = (within, is_sure);
        if !is_part {
            self.within = Within::Nothing;
            passed.append(&mut self.held);
            passed.push(event);
        } else if is_sure {
            self.held.clear();
        } else {
            self.held.push(event);
        }
        passed
    }

    /// What was held for too long: it was typed.
    pub fn let_go(&mut self, now: Instant) -> Vec<Event> {
        let is_expected = self.expected.is_some_and(|until| now < until);
        let patience = match (is_expected, self.is_sure) {
            (true, true) => PAUSE,
            (true, false) => BEGINS,
            (false, _) => AT_ONCE,
        };
        if now.duration_since(self.last) > patience {
            self.within = Within::Nothing;
            return std::mem::take(&mut self.held);
        }
        Vec::new()
    }

    /// The signs that an event was read from, if they can be part of a reply: one, or Esc and one, which reads as Alt.
    /// A lone Esc is a key, unless a reply is to come or is under way.
    fn signs(&self, event: &Event, now: Instant) -> [Option<char>; 2] {
        let Event::Key(KeyEvent { code, modifiers, .. }) = event else { return [None, None] };
        let is_expected = self.expected.is_some_and(|until| now < until) || self.within != Within::Nothing;
        match (code, modifiers.difference(KeyModifiers::SHIFT)) {
            (KeyCode::Esc, _) if is_expected => [Some(ESC), None],
            (KeyCode::Char(c), KeyModifiers::ALT) => [Some(ESC), Some(*c)],
            (KeyCode::Char('g'), KeyModifiers::CONTROL) => [Some(BEL), None],
            (KeyCode::Char(c), KeyModifiers::NONE) => [Some(*c), None],
            _ => [None, None],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: &str = "\u{1b}]10;rgb:0000/0000/0000\u{1b}\\\u{1b}]11;rgb:ffff/ffff/ffff\u{7}\u{1b}[?62;22c";

    #[test]
    fn answers_are_read_among_what_is_typed() {
        for (bytes, is_dark) in [
            (WHITE, Some(false)),
            ("jj\u{1b}[A\u{1b}]11;#101010\u{1b}\\q\u{1b}[?1;2c", Some(true)),
            ("\u{1b}]10;rgb:ff/ff/ff\u{7}\u{1b}]11;rgb:fe/fe/fe\u{7}\u{1b}[?c", Some(true)),
            ("\u{1b}[?1;2c", None),
            ("\u{1b}]11;rgb:zz/0/0\u{7}\u{1b}[?6c", None),
        ] {
            let reading = Reading::of(bytes.as_bytes());
            assert!(reading.is_complete(), "{bytes:?}");
            assert_eq!((reading.is_dark(), reading.within), (is_dark, Within::Nothing), "{bytes:?}");
            // However it is cut, its first part is not complete.
            for end in 0..bytes.len() {
                assert!(!Reading::of(&bytes.as_bytes()[..end]).is_complete(), "{bytes:?} up to {end}");
            }
        }
    }

    /// The events of bytes that are read at once, as crossterm has them; of CSI it keeps what it knows to itself.
    fn events(bytes: &str) -> Vec<Event> {
        let (mut events, mut rest) = (Vec::new(), bytes);
        while let Some(c) = rest.chars().next() {
            let alt = rest.strip_prefix(ESC).filter(|rest| !rest.is_empty());
            let (code, modifiers, after) = match (c, alt) {
                (_, Some(csi)) if csi.starts_with("[?") && csi.contains('c') => {
                    rest = &csi[csi.find('c').map_or(0, |at| at + 1)..];
                    continue;
                }
                (_, Some(after)) => {
                    let c = after.chars().next().unwrap();
                    (KeyCode::Char(c), KeyModifiers::ALT, &after[c.len_utf8()..])
                }
                (ESC, None) => (KeyCode::Esc, KeyModifiers::NONE, ""),
                (BEL, _) => (KeyCode::Char('g'), KeyModifiers::CONTROL, &rest[1..]),
                _ => (KeyCode::Char(c), KeyModifiers::NONE, &rest[c.len_utf8()..]),
            };
            events.push(Event::Key(KeyEvent::new(code, modifiers)));
            rest = after;
        }
        events
    }

    fn sieve(within: Option<Within>, now: Instant) -> Sieve {
        let expected = within.map(|_| now + LATEST);
        Sieve { within: within.unwrap_or_default(), expected, held: Vec::new(), is_sure: true, last: now }
    }

    /// What passes of pieces with a pause between them.
    fn passed(sieve: &mut Sieve, pieces: &[&str], pause: Duration, mut now: Instant) -> Vec<Event> {
        let mut all = Vec::new();
        for piece in pieces {
            for event in events(piece) {
                all.extend(sieve.pass(event, now));
            }
            now += pause;
            all.extend(sieve.let_go(now));
        }
        all.extend(sieve.let_go(now + Duration::from_secs(3)));
        all
    }

    #[test]
    fn a_late_answer_is_no_key_wherever_it_is_cut() {
        let now = Instant::now();
        // Read until the reply was not waited for any longer, and from there on in two pieces.
        for begun in (0..WHITE.len()).step_by(3) {
            let within = Reading::of(&WHITE.as_bytes()[..begun]).within;
            for cut in begun..WHITE.len() {
                let pieces = [&WHITE[begun..cut], &WHITE[cut..], "]q"];
                let typed = passed(&mut sieve(Some(within), now), &pieces, Duration::from_millis(200), now);
                assert_eq!(typed, events("]q"), "{:?}", &pieces);
            }
        }
        // A reply that was not requested passes at once.
        assert_eq!(passed(&mut sieve(None, now), &[WHITE, "k"], Duration::ZERO, now), events("k"));
        assert_eq!(passed(&mut sieve(None, now), &["\u{1b}P1+r544e\u{1b}\\"], Duration::ZERO, now), []);
    }

    #[test]
    fn what_is_typed_passes_whole_and_in_order() {
        let now = Instant::now();
        let keys =
            ["\u{1b}", "]", "\u{1b}]", "q\u{1b}q", "5", "\u{7}", "\u{1b}P", "[", "]12;a", "\u{1b}", "[", "x"];
        let all: Vec<Event> = keys.iter().flat_map(|piece| events(piece)).collect();
        for within in [None, Some(Within::Nothing)] {
            assert_eq!(passed(&mut sieve(within, now), &keys, Duration::from_millis(300), now), all);
        }
        // An Esc is not held where no reply is to come.
        assert_eq!(sieve(None, now).pass(Event::Key(KeyCode::Esc.into()), now).len(), 1);
        // Another event ends what was held, and so does a key that is no part of a reply.
        let mut sieve = sieve(Some(Within::Nothing), now);
        for event in [events("\u{1b}").remove(0), Event::Resize(9, 9), events("\u{1b}").remove(0)] {
            sieve.pass(event, now);
        }
        assert_eq!(sieve.pass(Event::Key(KeyCode::Enter.into()), now).len(), 2);
    }
}
