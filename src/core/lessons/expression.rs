//! Expressions: the text between braces in a page, and the expected values of questions.
//!
//! `{distance a b}` calls a function; `{sub (ones a) 1}` calls one within another; words with blanks stand in quotes:
//! `{signature 'note 1'}`. What the functions are is in [`super::functions`].

use crate::display::{grouped_digits, say};
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

/// The most calls within calls.
const DEEPEST: usize = 32;

/// A parsed expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A word or a number, as written.
    Word(String),
    /// A function and its arguments.
    Call(String, Vec<Expression>),
}

/// What an expression is worth.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// A number. `Display` has three decimals at most, a comma at every third digit and a proper minus.
    Number(f64),
    /// A text, or several lines.
    Text(String),
    /// A word of the expression as it is written, which may be read as a number: `1`, `007`, `note-1`.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::Word(text) => f.write_str(text),
            Self::Number(number) => f.write_str(&shown(*number)),
        }
    }
}

/// A number as a page shows it.
pub(super) fn shown(number: f64) -> String {
    /// Every integer up to this one is an f64.
    const EXACT: f64 = (1_u64 << 53) as f64;
    if !number.is_finite() {
        return "–".to_owned();
    }
    let size = number.abs();
    let places = if size < 0.01 { 4 } else { 3 };
    let scale = 10_f64.powi(places);
    let rounded = (size * scale).round() / scale;
    let sign = if number < 0.0 && rounded > 0.0 { "−" } else { "" };
    if size >= EXACT {
        return format!("{sign}{size:.3e}");
    }
    let whole = grouped_digits(rounded.trunc() as u64);
    let decimals = format!("{:.*}", places as usize, rounded.fract());
    let decimals = decimals.trim_start_matches('0').trim_end_matches('0').trim_end_matches('.');
    format!("{sign}{whole}{decimals}")
}

impl Expression {
    /// Parses the text between braces.
    ///
    /// # Errors
    /// What is wrong, in one line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parser = Parser { text, rest: text.char_indices().peekable() };
        let call = parser.call(0)?;
        match parser.rest.peek() {
            None => Ok(call),
            Some(_) => Err(say!("{text:?} has one ) too many", "{text:?} 多一个 )")),
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    rest: Peekable<CharIndices<'t>>,
}

impl Parser<'_> {
    /// A function and its arguments, up to the end or a closing parenthesis, which stays.
    fn call(&mut self, depth: usize) -> Result<Expression, String> {
        if depth > DEEPEST {
            return Err(say!("more than {DEEPEST} calls within calls", "调用嵌套超过 {DEEPEST} 层"));
        }
        let mut parts = Vec::new();
        while let Some(&(at, c)) = self.rest.peek() {
            match c {
                ')' => break,
                '(' => {
                    self.rest.next();
                    parts.push(self.call(depth + 1)?);
                    if self.rest.next().is_none() {
                        return Err(say!("{:?} has no closing )", "{:?} 缺少右括号 )", self.text));
                    }
                }
                '\'' => {
                    self.rest.next();
                    parts.push(Expression::Word(self.quoted(at + 1)?));
                }
                c if c.is_whitespace() => {
                    self.rest.next();
                }
                _ => parts.push(Expression::Word(self.word(at))),
            }
        }
        let mut parts = parts.into_iter();
        match parts.next() {
            Some(Expression::Word(name)) => Ok(Expression::Call(name, parts.collect())),
            _ => Err(say!("{:?} does not begin with a function", "{:?} 不以函数开头", self.text)),
        }
    }

    fn quoted(&mut self, start: usize) -> Result<String, String> {
        let end = self.rest.by_ref().find(|&(_, c)| c == '\'');
        let (end, _) = end.ok_or_else(|| say!("{:?} lacks a '", "{:?} 缺少 '", self.text))?;
        Ok(self.text[start..end].to_owned())
    }

    fn word(&mut self, start: usize) -> String {
        let ends = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | '\'');
        while self.rest.next_if(|&(_, c)| !ends(c)).is_some() {}
        let end = self.rest.peek().map_or(self.text.len(), |&(at, _)| at);
        self.text[start..end].to_owned()
    }
}

/// A text cut into literal parts and computed parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// As it is.
    Plain(String),
    /// To be computed.
    Computed(Expression),
}

/// Cuts a text at its braces. `{{` and `}}` are braces as they are.
///
/// # Errors
/// A brace without its other one, or an expression that is wrong.
pub fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        plain.push_str(&rest[..at]);
        let brace = &rest[at..at + 1];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            plain.push_str(brace);
            rest = after;
        } else if brace == "}" {
            return Err(say!(
                "a }} without its {{; a brace as it is is written twice",
                "}} 没有对应的 {{；花括号本身须写两次"
            ));
        } else {
            let end = rest.find('}').ok_or_else(|| {
                say!(
                    "a {{ without its }}; a brace as it is is written twice",
                    "{{ 没有对应的 }}；花括号本身须写两次"
                )
            })?;
            if !plain.is_empty() {
                pieces.push(Piece::Plain(std::mem::take(&mut plain)));
            }
            pieces.push(Piece::Computed(Expression::parse(&rest[..end])?));
            rest = &rest[end + 1..];
        }
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Plain(plain));
    }
    Ok(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> Expression {
        Expression::Word(text.to_owned())
    }

    #[test]
    fn calls_stand_within_calls() {
        let inner = Expression::Call("ones".to_owned(), vec![word("note 1")]);
        let expected = Expression::Call("sub".to_owned(), vec![inner, word("1")]);
        assert_eq!(Expression::parse(" sub (ones 'note 1') 1 "), Ok(expected));
        assert_eq!(Expression::parse("bits"), Ok(Expression::Call("bits".to_owned(), vec![])));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in ["", "  ", "(a)", "f (g", "f g)", "f 'x", "f ()"] {
            assert!(Expression::parse(text).is_err(), "{text:?}");
        }
        let deep = format!("f {}{}", "(f ".repeat(40), ")".repeat(40));
        assert!(Expression::parse(&deep).unwrap_err().contains("calls within calls"));
    }

    #[test]
    fn braces_are_computed_and_doubled_ones_stay() {
        let cut = pieces("a {{b}} {bits} c").unwrap();
        let bits = Expression::Call("bits".to_owned(), vec![]);
        assert_eq!(
            cut,
            [Piece::Plain("a {b} ".to_owned()), Piece::Computed(bits), Piece::Plain(" c".to_owned())]
        );
        assert!(pieces("a } b").is_err() && pieces("a { b").is_err() && pieces("{}").is_err());
    }

    #[test]
    fn numbers_are_shown_short_and_exact() {
        for (number, expected) in [
            (0.0, "0"),
            (-7.0, "−7"),
            (-0.00004, "0"),
            (0.0005, "0.0005"),
            (17_179_869_184.0, "17,179,869,184"),
            (2.5, "2.5"),
            (-0.3125, "−0.313"),
            (0.9999, "1"),
            (1e20, "1.000e20"),
            (f64::NAN, "–"),
        ] {
            assert_eq!(shown(number), expected);
        }
    }
}
