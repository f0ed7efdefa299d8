//! What a rule prefers, as one number for each document.

use super::{Decisions, Keep};
use crate::display::say;
use crate::visible;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use std::cmp::Reverse;

/// The order in which a rule takes the documents of a group: the smaller key first, then the smaller document.
#[derive(Debug, Clone, Default)]
pub struct Preference {
    keep: Keep,
    /// By document; empty if the rule needs none.
    keys: Vec<Key>,
    without: usize,
}

/// Smaller is preferred. Documents without a value come last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Ascending(Rank),
    Descending(Reverse<Rank>),
    Without,
}

/// A number or a time by its order: a 64-bit float, and what a whole number is beyond it; or seconds and nanoseconds.
type Rank = (i64, i32);

/// Why the values of a field cannot be compared. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadValues {
    /// A value that is neither a number nor a date.
    #[error("{}", say!("--keep {keep}: {} of document {} is neither a number nor a date such as 2024-05-31 or 2024-05-31T12:00:00Z", "--keep {keep}：{}（文档 {}）既不是数，也不是 2024-05-31 或 2024-05-31T12:00:00Z 这样的日期", quoted(.value), quoted(.id)))]
    Unknown {
        /// The rule.
        keep: Keep,
        /// The document.
        id: String,
        /// Its value.
        value: String,
    },
    /// Some are numbers and some are dates.
    #[error("{}", say!("--keep {keep}: some values are numbers and some are dates: document {} has {}, document {} has {}", "--keep {keep}：有的值是数，有的是日期：文档 {} 为 {}，文档 {} 为 {}", quoted(&.ids[0]), quoted(&.values[0]), quoted(&.ids[1]), quoted(&.values[1])))]
    Mixed {
        /// The rule.
        keep: Keep,
        /// The first document with each.
        ids: Box<[String; 2]>,
        /// Their values.
        values: Box<[String; 2]>,
    },
    /// `best` compares numbers only.
    #[error("{}", say!("--keep {keep}: {} of document {} is not a number", "--keep {keep}：{}（文档 {}）不是数", quoted(.value), quoted(.id)))]
    NotANumber {
        /// The rule.
        keep: Keep,
        /// The document.
        id: String,
        /// Its value.
        value: String,
    },
    /// No document has a value.
    #[error("{}", say!("--keep {}: no document has a value in this field", "--keep {}：没有文档的此字段有值", .0))]
    None(Keep),
}

fn quoted(text: &str) -> String {
    let line = visible::line(text);
    let end = line.char_indices().nth(60).map_or(line.len(), |(end, _)| end);
    format!("\"{}{}\"", &line[..end], if end < line.len() { "…" } else { "" })
}

/// A value of a field.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Value {
    Number(Rank),
    /// Since 1970.
    Time(Rank),
}

impl Preference {
    /// A rule without a field. `lengths` are the characters of each text; only `longest` and `shortest` look at them.
    pub fn of_texts(keep: Keep, lengths: &[u32]) -> Self {
        let keys = match keep {
            Keep::Longest => {
                lengths.iter().map(|&length| Key::Descending(Reverse((length.into(), 0)))).collect()
            }
            Keep::Shortest => lengths.iter().map(|&length| Key::Ascending((length.into(), 0))).collect(),
            _ => Vec::new(),
        };
        Self { keep, keys, without: 0 }
    }

    /// The rule, with the value of its field for each document. Empty values count as missing.
    ///
    /// # Errors
    /// If a value is neither a number nor a date, or some are numbers and some dates.
    pub fn of_values<'a>(
        keep: Keep,
        values: impl Iterator<Item = Option<&'a str>>,
        id: &dyn Fn(usize) -> String,
    ) -> Result<Self, BadValues> {
        let prefers_large = matches!(keep, Keep::Newest(_) | Keep::Best(_));
        let (mut keys, mut without) = (Vec::new(), 0);
        let mut seen: [Option<(usize, String)>; 2] = [None, None];
        for (document, text) in values.enumerate() {
            let Some(text) = text.map(str::trim).filter(|text| !text.is_empty()) else {
                keys.push(Key::Without);
                without += 1;
                continue;
            };
            let unknown = || (id(document), text.to_owned());
            let value = value_of(text).ok_or_else(|| {
                let (id, value) = unknown();
                BadValues::Unknown { keep: keep.clone(), id, value }
            })?;
            if matches!((&keep, value), (Keep::Best(_), Value::Time(_))) {
                let (id, value) = unknown();
                return Err(BadValues::NotANumber { keep, id, value });
            }
            let kind = usize::from(matches!(value, Value::Time(_)));
            seen[kind].get_or_insert_with(|| (document, text.to_owned()));
            if let [Some(number), Some(time)] = &seen {
                let ids = Box::new([id(number.0), id(time.0)]);
                let values = Box::new([number.1.clone(), time.1.clone()]);
                return Err(BadValues::Mixed { keep, ids, values });
            }
            let (Value::Number(key) | Value::Time(key)) = value;
            keys.push(if prefers_large { Key::Descending(Reverse(key)) } else { Key::Ascending(key) });
        }
        if without == keys.len() && without > 0 {
            return Err(BadValues::None(keep));
        }
        Ok(Self { keep, keys, without })
    }

    /// The rule.
    pub fn keep(&self) -> &Keep {
        &self.keep
    }

    /// How many documents have no value in the field; they are kept only where no better one covers them.
    pub fn without(&self) -> usize {
        self.without
    }

    /// Sorts documents of many groups into the order of the rule, those chosen by hand first.
    pub fn sort_all(&self, documents: &mut [u32], decisions: &Decisions) {
        self.sort(documents);
        documents.sort_by_key(|document| !decisions.chosen.contains(document));
    }

    /// Sorts documents into the order of the rule; `most-central` is decided elsewhere.
    pub(super) fn sort(&self, documents: &mut [u32]) {
        documents.sort_unstable_by_key(|&document| (self.keys.get(document as usize), document));
    }
}

/// A number of the same order.
fn ordered(number: f64) -> i64 {
    // Adding 0 turns −0 into 0.
    let bits = (number + 0.0).to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

/// A finite number, or a time: RFC 3339, or an ISO 8601 date with or without a time of day (in UTC then).
fn value_of(text: &str) -> Option<Value> {
    if let Ok(number) = text.parse::<f64>() {
        // A float has 53 bits; ids and nanoseconds have more.
        let beyond = text.parse::<i128>().map_or(0, |whole| whole.saturating_sub(number as i128));
        let beyond = beyond.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        return number.is_finite().then_some(Value::Number((ordered(number), beyond)));
    }
    let civil = |time: DateTime| time.to_zoned(TimeZone::UTC).ok().map(|zoned: Zoned| zoned.timestamp());
    let time = (text.parse::<Timestamp>().ok())
        .or_else(|| civil(text.parse::<DateTime>().ok()?))
        .or_else(|| civil(text.parse::<Date>().ok()?.to_datetime(jiff::civil::Time::midnight())))
        .or_else(|| {
            civil(format!("{text}-01").parse::<Date>().ok()?.to_datetime(jiff::civil::Time::midnight()))
        });
    time.map(|time| Value::Time((time.as_second(), time.subsec_nanosecond())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(keep: &str, values: &[Option<&str>]) -> Result<Vec<u32>, String> {
        let id = |document: usize| format!("d{document}");
        let preference = Preference::of_values(keep.parse().unwrap(), values.iter().copied(), &id);
        let preference = preference.map_err(|error| error.to_string())?;
        let mut documents: Vec<u32> = (0..values.len() as u32).rev().collect();
        preference.sort(&mut documents);
        Ok(documents)
    }

    #[test]
    fn dates_and_numbers_are_ordered_and_equal_ones_keep_the_corpus_order() {
        let dates = [
            Some("2024-05-31"),
            Some("2024-05-31T10:00:00+02:00"),
            None,
            Some("2024-06"),
            Some("2024-05-31 08:00:00"),
            Some(" "),
            Some("1969-12-31T23:59:59Z"),
        ];
        assert_eq!(order("newest:date", &dates), Ok(vec![3, 1, 4, 0, 6, 2, 5]));
        assert_eq!(order("oldest:date", &dates), Ok(vec![6, 0, 1, 4, 3, 2, 5]));
        let numbers = [Some("-2.5"), Some("10"), Some("9"), Some("-0"), Some("0"), Some("1e3"), Some("-3")];
        assert_eq!(order("best:stars", &numbers), Ok(vec![5, 1, 2, 3, 4, 0, 6]));
        assert_eq!(order("oldest:n", &numbers), Ok(vec![6, 0, 3, 4, 2, 1, 5]));
        // What differs beyond the 53 bits of a float.
        let large = [Some("9223372036854775806"), Some("9223372036854775807"), Some("9223372036854775808.0")];
        assert_eq!(order("best:n", &large), Ok(vec![2, 1, 0]));
        let close = [Some("2024-05-31T10:00:00.000000001Z"), Some("2024-05-31T10:00:00.000000002Z")];
        assert_eq!(order("newest:t", &close), Ok(vec![1, 0]));
    }

    #[test]
    fn values_that_cannot_be_compared_are_named() {
        let check = |keep: &str, values: &[Option<&str>], expected: &str| {
            let told = order(keep, values).unwrap_err();
            assert!(told.contains(expected), "{told}");
        };
        check(
            "newest:d",
            &[Some("2024-05-31"), Some("yesterday\u{1b}")],
            "\"yesterday␛\" of document \"d1\" is neither",
        );
        check(
            "newest:d",
            &[Some("2024-05-31"), Some("17")],
            "document \"d1\" has \"17\", document \"d0\" has \"2024-05-31\"",
        );
        check("best:d", &[Some("1"), Some("2024-05-31")], "of document \"d1\" is not a number");
        check("best:d", &[Some("NaN")], "neither a number nor a date");
        check("best:d", &[None, Some("")], "no document has a value");
    }
}
