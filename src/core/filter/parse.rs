//! A line → a filter.

use super::mistake::{Mistake, Wrong};
use super::needle::Needle;
use super::script::Script;
use super::term::{Bound, Comparison, Form, Operator, Quantity, Row, Test};
use super::{Filter, Term};
use crate::alignment::Kind;
use crate::display::{half_width, half_widths};
use std::str::FromStr;

impl FromStr for Filter {
    type Err = Mistake;

    fn from_str(line: &str) -> Result<Self, Mistake> {
        let mut reader = Reader { line, at: 0 };
        let mut terms = Vec::new();
        loop {
            reader.skip(char::is_whitespace);
            if reader.rest().is_empty() {
                return Ok(Self { terms });
            }
            terms.push(reader.term()?);
        }
    }
}

/// Whether a text without quotes is read as that text.
pub(super) fn is_bare(text: &str) -> bool {
    let is_word = !text.is_empty() && text != "|" && !text.contains(char::is_whitespace);
    is_word && !text.starts_with(['"', '/', '-']) && matches!(Reader { line: text, at: 0 }.named(), Ok(None))
}

struct Reader<'a> {
    line: &'a str,
    at: usize,
}

const YES_NO: [(&str, bool); 2] = [("yes", true), ("no", false)];

/// Names of terms as the Chinese screens have them.
const CHINESE: [(&str, &str); 7] = [
    ("特征", "features"),
    ("字符", "chars"),
    ("标签", "label"),
    ("编号", "id"),
    ("大小", "size"),
    ("直径", "diam"),
    ("距离", "d"),
];

/// The sign at the beginning of a text, in any width, and how many bytes it has.
fn sign(text: &str) -> Option<(&'static str, Operator, usize)> {
    let typed: String = text.chars().take(2).map(half_width).collect();
    let signs = Operator::ALL.into_iter().chain([(":", Operator::Equal)]);
    let (sign, operator) = signs.into_iter().find(|(sign, _)| typed.starts_with(sign))?;
    Some((sign, operator, text.chars().take(sign.len()).map(char::len_utf8).sum()))
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    fn skip(&mut self, is_skipped: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !is_skipped(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn fail<T>(&self, at: usize, what: Wrong) -> Result<T, Mistake> {
        Err(Mistake { at, what })
    }

    fn term(&mut self) -> Result<Term, Mistake> {
        let start = self.at;
        let minuses = self.skip(|c| c == '-').len();
        if self.rest().chars().next().is_none_or(char::is_whitespace) {
            return self.fail(start, Wrong::Nothing);
        }
        let (test, is_not) = match self.named()? {
            Some(named) => named,
            None => (Test::Text(self.value(true)?), false),
        };
        Ok(Term { is_not: is_not != (minuses % 2 == 1), test, place: start..self.at })
    }

    /// A term that begins with a name, and whether it is negated by its value; nothing is read where there is none.
    fn named(&mut self) -> Result<Option<(Test, bool)>, Mistake> {
        let start = self.at;
        let is_chinese = |(chinese, _): &(&str, &str)| {
            self.rest().strip_prefix(chinese).is_some_and(|rest| sign(rest).is_some())
        };
        let name = match CHINESE.into_iter().find(is_chinese) {
            Some((chinese, english)) => {
                self.at += chinese.len();
                english
            }
            None => self.skip(|c| c.is_ascii_alphabetic()),
        };
        let row = Row::named(name);
        let rest = self.rest();
        // Behind any other word a full-width sign is one of a sentence.
        let sign = sign(rest).filter(|(sign, ..)| row.is_some() || rest.starts_with(sign));
        let is_alone = rest.is_empty() || rest.starts_with(char::is_whitespace);
        let test = match (sign, row.map(|row| row.form)) {
            (None, Some(Form::Fact(fact))) if is_alone => Some((Test::Fact(fact), false)),
            (None, _) => None,
            (Some(_), _) if name.is_empty() => None,
            (Some((":", _, length)), Some(Form::Fact(fact))) => {
                self.at += length;
                let name = self.line[start..self.at].to_owned();
                Some(self.choice(&name, "yes or no", |word| {
                    YES_NO.iter().find(|(name, _)| *name == word).map(|(_, is_so)| (Test::Fact(fact), !is_so))
                })?)
            }
            (Some((sign, operator, length)), Some(form)) => {
                self.at += length;
                Some((self.valued(form, operator, (start, sign))?, false))
            }
            (Some((sign, ..)), None) => return self.fail(start, Wrong::NoSuchTerm(format!("{name}{sign}"))),
        };
        if test.is_none() {
            self.at = start;
        }
        Ok(test)
    }

    /// What follows a name and its sign, which begin at `start`.
    fn valued(
        &mut self,
        form: Form,
        operator: Operator,
        (start, sign): (usize, &str),
    ) -> Result<Test, Mistake> {
        let name = self.line[start..self.at].to_owned();
        let no_such = Wrong::NoSuchTerm(name.clone());
        if self.rest().chars().next().is_none_or(char::is_whitespace) {
            return self.fail(self.at, Wrong::NoValue(name));
        }
        match form {
            Form::Field(field) if sign == ":" => Ok(Test::Field(field, self.value(true)?)),
            Form::Field(field) if sign == "=" => Ok(Test::Field(field, self.value(false)?)),
            Form::Quantity(quantity) => {
                Ok(Test::Number(quantity, self.comparison(quantity, operator, &name)?))
            }
            Form::Script if sign == ":" => self.choice(&name, Script::NAMES, |word| {
                Script::ALL.into_iter().find(|script| script.name() == word).map(Test::Script)
            }),
            Form::Judged if sign == ":" => self.choice(&name, "yes or no", |word| {
                YES_NO.iter().find(|(name, _)| *name == word).map(|(_, is_so)| Test::Judged(*is_so))
            }),
            Form::Kind if sign == ":" => {
                self.choice(&name, Kind::NAMES, |word| word.parse().ok().map(Test::Kind))
            }
            _ => self.fail(start, no_such),
        }
    }

    fn word(&mut self) -> &'a str {
        self.skip(|c| !c.is_whitespace())
    }

    fn choice<T>(
        &mut self,
        name: &str,
        choices: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, Mistake> {
        let at = self.at;
        read(self.word()).map_or_else(|| self.fail(at, Wrong::NotOneOf(name.to_owned(), choices)), Ok)
    }

    /// A number, a range, or k where the quantity is a distance.
    fn comparison(
        &mut self,
        quantity: Quantity,
        operator: Operator,
        name: &str,
    ) -> Result<Comparison, Mistake> {
        let at = self.at;
        let word = &half_widths(self.word());
        let number = |word: &str| {
            word.parse::<u32>().map_err(|_| Mistake { at, what: Wrong::NotANumber(name.to_owned()) })
        };
        if let (Some((low, high)), Operator::Equal) = (word.split_once(".."), operator) {
            let (low, high) = (number(low)?, number(high)?);
            if low > high {
                return self.fail(at, Wrong::Backwards(word.to_owned()));
            }
            return Ok(Comparison::Between(low, high));
        }
        let is_distance = matches!(quantity, Quantity::Diameter | Quantity::Distance);
        let bound = if word == "k" && is_distance { Bound::K } else { Bound::Number(number(word)?) };
        Ok(Comparison::With(operator, bound))
    }

    /// A part, a phrase in quotes, or a pattern in slashes; or, in place of a part, the whole.
    fn value(&mut self, is_part: bool) -> Result<Needle, Mistake> {
        let start = self.at;
        let made = |needle: Result<Needle, Wrong>| needle.map_err(|what| Mistake { at: start, what });
        let of = |text: &str| if is_part { Needle::part(text) } else { Ok(Needle::whole(text)) };
        match self.rest().chars().next() {
            Some('"') => {
                let text = self.enclosed('"')?;
                if text.is_empty() && is_part {
                    return self.fail(start, Wrong::NoValue("\"".to_owned()));
                }
                made(of(&text))
            }
            Some('/') if is_part => {
                let pattern = self.enclosed('/')?;
                if pattern.is_empty() {
                    return self.fail(start, Wrong::NoValue("/".to_owned()));
                }
                made(Needle::pattern(&pattern))
            }
            _ => match self.word() {
                "|" => self.fail(start, Wrong::Bar),
                word => made(of(word)),
            },
        }
    }

    /// The text between two of these signs. Within quotes a backslash makes the next character text; within slashes it belongs to
    /// the pattern, except before a slash.
    fn enclosed(&mut self, sign: char) -> Result<String, Mistake> {
        let start = self.at;
        let mut text = String::new();
        let mut chars = self.rest().char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            if c == sign {
                self.at = start + at + 1;
                if self.rest().chars().next().is_some_and(|c| !c.is_whitespace()) {
                    return self.fail(self.at, Wrong::Glued(sign));
                }
                return Ok(text);
            }
            if c != '\\' {
                text.push(c);
                continue;
            }
            let Some((_, next)) = chars.next() else { break };
            if sign == '/' && next != '/' {
                text.push('\\');
            }
            text.push(next);
        }
        self.fail(start, Wrong::Unclosed(sign))
    }
}
