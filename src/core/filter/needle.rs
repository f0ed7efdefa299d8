//! What is looked for in a text: a part whatever its case, the whole, or a pattern.

use super::mistake::Wrong;
use crate::corpus::Joined;
use memchr::memmem::Finder;
use regex::{Regex, RegexBuilder};
use std::fmt;
use std::ops::Range;

/// Something to look for in a text.
#[derive(Debug, Clone)]
pub struct Needle {
    /// As it was written, without quotes or slashes.
    written: String,
    how: How,
}

#[derive(Debug, Clone)]
enum How {
    /// Anywhere, whatever the case; one or more white characters where the part has them.
    Part { folded: Regex, plain: Option<Box<Finder<'static>>> },
    /// Nothing more and nothing less.
    Whole,
    /// A regular expression, anywhere.
    Pattern(Regex),
}

impl PartialEq for Needle {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(&self.how) == std::mem::discriminant(&other.how)
            && self.written == other.written
    }
}

impl Needle {
    /// Looks for a part, whatever its case. White space matches any white space.
    ///
    /// # Errors
    /// [`Wrong::Pattern`] if the part is too long to look for.
    pub fn part(text: &str) -> Result<Self, Wrong> {
        let mut pattern = String::new();
        let mut is_white = false;
        for c in text.chars() {
            if !c.is_whitespace() {
                pattern += &regex::escape(c.encode_utf8(&mut [0; 4]));
            } else if !is_white {
                pattern += r"\s+";
            }
            is_white = c.is_whitespace();
        }
        let folded =
            RegexBuilder::new(&pattern).case_insensitive(true).build().map_err(|error| wrong(&error))?;
        let plain = text.chars().all(has_one_form).then(|| Box::new(Finder::new(text).into_owned()));
        Ok(Self { written: text.to_owned(), how: How::Part { folded, plain } })
    }

    /// Looks for exactly this text.
    pub fn whole(text: &str) -> Self {
        Self { written: text.to_owned(), how: How::Whole }
    }

    /// Looks for a regular expression of the crate regex. It minds the case, unless it begins with `(?i)`.
    ///
    /// # Errors
    /// [`Wrong::Pattern`], with what is wrong in it.
    pub fn pattern(pattern: &str) -> Result<Self, Wrong> {
        let regex = Regex::new(pattern).map_err(|error| wrong(&error))?;
        Ok(Self { written: pattern.to_owned(), how: How::Pattern(regex) })
    }

    /// Whether the whole text must be equal.
    pub fn is_whole(&self) -> bool {
        matches!(self.how, How::Whole)
    }

    /// Whether it is a regular expression.
    pub(super) fn is_pattern(&self) -> bool {
        matches!(self.how, How::Pattern(_))
    }

    /// Whether `text` has it.
    pub fn is_in(&self, text: &str) -> bool {
        match &self.how {
            How::Part { plain: Some(finder), .. } => finder.find(text.as_bytes()).is_some(),
            How::Part { folded, .. } => folded.is_match(text),
            How::Pattern(regex) => regex.is_match(text),
            How::Whole => text == self.written,
        }
    }

    /// Where in `text` it is; nothing where a pattern matches the empty text.
    pub fn hits<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let (regex, whole) = match &self.how {
            How::Part { folded, .. } => (Some(folded), None),
            How::Pattern(regex) => (Some(regex), None),
            How::Whole => (None, (text == self.written).then_some(0..text.len())),
        };
        let found = regex.into_iter().flat_map(|regex| regex.find_iter(text)).map(|hit| hit.range());
        found.chain(whole).filter(|hit| !hit.is_empty())
    }

    /// Sets the entries of `found` for the strings that have it, among those of `within`.
    ///
    /// A part is looked for in all strings at once, which is much faster than in one short string after the other.
    pub(super) fn mark(&self, strings: Joined<'_>, within: &[bool], found: &mut [bool]) {
        let wanted = within.iter().filter(|is_wanted| **is_wanted).count();
        let is_dense = wanted * 8 > within.len();
        if let (How::Part { folded, plain }, true) = (&self.how, is_dense) {
            let all = strings.all;
            let next = |from: usize| match plain {
                Some(finder) => {
                    finder.find(&all.as_bytes()[from..]).map(|at| (from + at, from + at + self.written.len()))
                }
                None => folded.find_at(all, from).map(|hit| (hit.start(), hit.end())),
            };
            let mut at = 0;
            while let Some((start, end)) = next(strings.start(at)) {
                at += strings.ends[at..].partition_point(|&end| end as usize <= start);
                // A match that continues into the next string may hide a shorter match in this one.
                found[at] |= within[at] && (end <= strings.ends[at] as usize || self.is_in(strings.get(at)));
                at += 1;
                if at == strings.ends.len() {
                    break;
                }
            }
            return;
        }
        for (at, found) in found.iter_mut().enumerate() {
            *found |= within[at] && self.is_in(strings.get(at));
        }
    }

    /// Whether every text that has this part has `wider` too.
    pub(super) fn implies(&self, wider: &Self) -> bool {
        match (&self.how, &wider.how) {
            (How::Part { .. }, How::Part { .. }) => self.written.contains(&wider.written),
            _ => false,
        }
    }
}

/// Whether no other character is taken for it: it has no case, and is not white.
fn has_one_form(c: char) -> bool {
    !c.is_whitespace() && c.to_lowercase().eq([c]) && c.to_uppercase().eq([c])
}

/// The last line of what the crate regex says, which is the reason.
fn wrong(error: &regex::Error) -> Wrong {
    let text = error.to_string();
    let last = text.lines().last().unwrap_or_default();
    Wrong::Pattern(last.trim().trim_start_matches("error: ").to_owned())
}

impl fmt::Display for Needle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let How::Pattern(_) = self.how {
            return write!(f, "/{}/", escaped(&self.written, '/'));
        }
        match super::parse::is_bare(&self.written) {
            true => f.write_str(&self.written),
            false => write!(f, "\"{}\"", escaped(&self.written.replace('\\', "\\\\"), '"')),
        }
    }
}

/// The text with a backslash before every `sign`.
fn escaped(text: &str, sign: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut is_behind_backslash = false;
    for c in text.chars() {
        if c == sign && !is_behind_backslash {
            escaped.push('\\');
        }
        is_behind_backslash = c == '\\' && !is_behind_backslash && sign == '/';
        escaped.push(c);
    }
    escaped
}
