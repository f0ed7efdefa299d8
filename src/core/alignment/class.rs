//! Classifies one hunk: the tests run in a fixed order, and the first that fits gives the class.

use super::classify::Vocabulary;
use super::kind::Kind;
use super::lists::*;
use super::numerals::{is_han_numeral, is_number_word, roman, value};
use super::place::{Place, Side};
use super::spelling::{are_forms, are_near};
use super::tokens::{Sort, Tokens};
use super::units::{amount, is_unit_sign, unit};

/// Whether the words of a hunk also occur in hunks of the other text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Moved {
    No,
    /// A single word.
    Word,
    /// Several.
    Part,
}

/// The most words on either side of a short hunk.
const SHORT: usize = 3;

/// The class if the first text goes. If the second goes, it is [mirrored](Kind::mirrored).
pub(super) fn class(place: &Place, moved: Moved, words: &dyn Vocabulary) -> Kind {
    if place.longest() == 0 {
        return signs(place);
    }
    let is_weighty = has_weight(place, moved);
    let is_wide = |most| place.longest() <= most && place.a.is_han() && place.b.is_han();
    let is_short = place.longest() <= SHORT || moved == Moved::Part && is_wide(6);
    if moved == Moved::Part && !(is_short && is_weighty) {
        return marks(place).unwrap_or(Kind::Order);
    }
    // A Han word has about two characters, so a one-sided hunk of six is still short: 并不一定.
    let may_negate = is_short || place.is_one_sided() && is_wide(6);
    let test = |fits: bool, kind: Kind| fits.then_some(kind);
    units(place, is_short)
        .or_else(|| marks(place))
        .or_else(|| test(is_space(place), Kind::Space))
        .or_else(|| test(is_same_number(place), Kind::SameNumber))
        .or_else(|| test(is_weekday(place), Kind::Date))
        .or_else(|| test(is_number(place, is_short), Kind::Number))
        .or_else(|| test(may_negate && is_negation_of(place), Kind::Negation))
        .or_else(|| test(is_short && is_date(place), Kind::Date))
        .or_else(|| test(is_opposite(place) || moved != Moved::No && has_opposite(place), Kind::Opposite))
        .or_else(|| spelling(place, words))
        .or_else(|| test(is_short && place.sides().iter().all(|side| all_small(side)), Kind::Small))
        .unwrap_or_else(|| other_words(place, words))
}

fn all_small(side: &Side) -> bool {
    side.words.iter().all(|word| is_small(word))
}

/// The class of a hunk without words.
fn signs(place: &Place) -> Kind {
    let [a, b] = place.sides();
    let (left, right) = (place.left(1), place.right());
    let any = |fits: &dyn Fn(&str) -> bool| a.marks().chain(b.marks()).any(fits);
    if any(&is_unit_sign) && (a.is_number(left) || a.is_number(right)) {
        return Kind::Unit;
    }
    // 5' and 5", but not a number in other quotation marks.
    let is_quoted = (0..a.range.start).any(|at| is_prime(a.tokens.raw(at)));
    let are_primes = |side: &Side| side.marks().next().is_some() && side.marks().all(is_prime);
    if a.is_number(left) && !is_quoted && are_primes(a) && are_primes(b) && is_inch(a) != is_inch(b) {
        return Kind::Unit;
    }
    if is_point(a) != is_point(b) {
        return Kind::Number;
    }
    let is_unequal = any(&|sign| sign == "!") && place.right_text() == "=";
    if a.is_number(left) && a.is_number(right) && is_parting(a) && is_parting(b) {
        return Kind::Marks;
    }
    let computes = |side: &Side| side.range.clone().any(|at| side.computes(at) || side.is_not(at));
    let symbols = |side: &Side| side.marks().filter(|sign| is_symbol(sign)).collect::<String>();
    let (x, y) = (symbols(a), symbols(b));
    let is_other = x != y && (!x.is_empty() && !y.is_empty() || any(&is_mathematical));
    if computes(a) || computes(b) || is_unequal || is_minus(a) || is_minus(b) || is_other {
        Kind::Operator
    } else {
        Kind::Marks
    }
}

/// Whether a side is one sign that parts a date of three numbers or a phone number: 4/5/2024, 555-1234. 1/2 may be a fraction.
fn is_parting(side: &Side) -> bool {
    let parts = |sign: &str| matches!(sign, "/" | "-" | "." | ":");
    let (from, to) = (side.range.start, side.range.end);
    let raw =
        |at: Option<usize>| at.filter(|&at| at < side.tokens.len()).map_or("", |at| side.tokens.raw(at));
    let is_long = |at: Option<usize>| raw(at).len() >= 3;
    side.marks().count() == 1
        && side.marks().all(parts)
        && (is_long(from.checked_sub(1))
            || is_long(Some(to))
            || parts(raw(from.checked_sub(2)))
            || parts(raw(Some(to + 1))))
}

/// Whether the signs behind a number are inches, not feet.
fn is_inch(side: &Side) -> bool {
    side.marks().any(|sign| matches!(sign, "\"" | "″"))
}

fn is_prime(sign: &str) -> bool {
    matches!(sign, "\"" | "″" | "'" | "′")
}

/// Whether the last sign is the point of a decimal fraction without a digit before it: .5.
fn is_point(side: &Side) -> bool {
    let text = side.tokens.text();
    side.range.clone().next_back().is_some_and(|at| {
        let (start, end) = (side.token(at).start as usize, side.token(at).end as usize);
        side.tokens.raw(at) == "."
            && text[end..].starts_with(|c: char| c.is_numeric())
            && text[..start]
                .chars()
                .next_back()
                .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '-' | '+' | '$'))
    })
}

/// Whether the last sign is a minus: it is glued to the number behind it and not to a word or number before it.
fn is_minus(side: &Side) -> bool {
    let at = side.range.end.wrapping_sub(1);
    let is_sign = !side.range.is_empty() && matches!(side.tokens.raw(at), "-" | "−");
    let is_glued = |at: usize| side.token(at).end == side.token(at + 1).start;
    let is_free = || at == 0 || !is_glued(at - 1) || side.token(at - 1).sort == Sort::Mark;
    is_sign
        && at + 1 < side.tokens.len()
        && side.token(at + 1).sort == Sort::Number
        && is_glued(at)
        && is_free()
        && !side.is_number(at.checked_sub(1))
}

/// The class if the units of one number differ: `Unit` for different units, `Spelling` for two names of one unit.
fn units(place: &Place, is_short: bool) -> Option<Kind> {
    let [a, b] = place.sides();
    if let ([x], [y]) = (&a.places[..], &b.places[..])
        && a.token(*x).hash == b.token(*y).hash
        && a.tokens.raw(*x) != b.tokens.raw(*y)
        && super::units::differ_in_case(a.tokens.raw(*x), b.tokens.raw(*y))
    {
        return Some(Kind::Unit);
    }
    if !is_short {
        return None;
    }
    let as_units = |x: &str, y: &str| match place.longest() {
        _ if x != y => Some(Kind::Unit),
        1 | 2 => Some(Kind::Spelling),
        _ => None,
    };
    let (one, two) = (place.left(1), place.left(2));
    let is_behind = a.is_bare_number(one) || place.left_text(1) == "°" && a.is_bare_number(two);
    if is_behind && let (Some(x), Some(y)) = (a.unit_at(a.range.start), b.unit_at(b.range.start)) {
        return as_units(x, y);
    }
    if let (Some(x), Some(y)) = (glued(a), glued(b))
        && x.0 == y.0
        && a.words.concat() != b.words.concat()
    {
        return Some(if x.1 == y.1 { Kind::Spelling } else { Kind::Unit });
    }
    let (x, y) = place.single()?;
    let is_before = place.right().is_some_and(|at| a.token(at).sort == Sort::Number);
    let (x, y) = unit(x).zip(unit(y)).filter(|_| is_before)?;
    as_units(x, y)
}

/// The number and the unit of a side that has nothing else, glued or not.
fn glued<'s>(side: &'s Side) -> Option<(&'s str, &'static str)> {
    let first = *side.places.first()?;
    if side.token(first).sort != Sort::Number {
        return None;
    }
    let (number, letters) = amount(side.words.first()?);
    let unit = match (&side.words[1..], letters) {
        ([], letters) => unit(letters)?,
        (_, "") => {
            let unit = side.unit_at(first + 1)?;
            let is_all = side.words[1..].concat();
            (super::units::unit(&is_all) == Some(unit)).then_some(unit)?
        }
        _ => return None,
    };
    Some((number, unit))
}

/// The class if the words are equal and only signs differ, or if the words are reply signs such as `Re:`.
fn marks(place: &Place) -> Option<Kind> {
    let [a, b] = place.sides();
    if a.words == b.words {
        let computing = |side: &Side| {
            side.range
                .clone()
                .filter(|&at| side.computes(at))
                .map(|at| side.tokens.raw(at).to_owned())
                .collect::<Vec<_>>()
        };
        return Some(if computing(a) == computing(b) { Kind::Marks } else { Kind::Operator });
    }
    let is_reply = |side: &Side| {
        is_reply_sign(&side.words.concat()) || side.words.iter().all(|word| is_reply_sign(word))
    };
    let has_colon = a.marks().chain(b.marks()).any(|sign| sign == ":") || place.right_text() == ":";
    (has_colon && is_reply(a) && is_reply(b)).then_some(Kind::Marks)
}

/// Whether moved words change the meaning by their place: a negation, a number, or a word whose opposite is in the same text.
fn has_weight(place: &Place, moved: Moved) -> bool {
    moved != Moved::No
        && (place.sides().iter().any(|side| side.is_negated() || !side.numbers().is_empty())
            || has_opposite(place))
}

/// Whether the hunk has words on one side only, and the opposite of one of them occurs anywhere in that text.
fn has_opposite(place: &Place) -> bool {
    place.is_one_sided()
        && place.sides().iter().any(|side| {
            side.words.iter().flat_map(|word| opposites_of(word)).any(|opposite| {
                let hash = Tokens::hash(opposite);
                side.tokens.all().iter().any(|token| token.hash == hash)
            })
        })
}

/// Whether words are only split or joined. Joined digits would be another number, so they do not count.
fn is_space(place: &Place) -> bool {
    let joins_digits = |side: &Side| {
        side.words.windows(2).any(|pair| {
            pair[0].ends_with(|c: char| c.is_numeric()) && pair[1].starts_with(|c: char| c.is_numeric())
        })
    };
    place.a.words.concat() == place.b.words.concat()
        && place.a.is_negated() == place.b.is_negated()
        && !place.sides().into_iter().any(joins_digits)
}

/// Whether one side is a Roman numeral and the other is neither digits nor a Roman numeral: *I* and *we*.
fn is_no_roman(place: &Place) -> bool {
    let is_roman = |side: &Side| matches!(&side.words[..], [word] if roman(word).is_some());
    let is_digits = |side: &Side| side.words.len() == side.digits().len();
    let [a, b] = place.sides();
    is_roman(a) && !is_roman(b) && !is_digits(b) || is_roman(b) && !is_roman(a) && !is_digits(a)
}

fn is_same_number(place: &Place) -> bool {
    let (x, y) = (value(&place.a.words()), value(&place.b.words()));
    // Han numerals with a space between them are two.
    let is_apart = |side: &Side| {
        side.is_han() && side.places.windows(2).any(|two| side.token(two[0]).end != side.token(two[1]).start)
    };
    x.is_some() && x == y && !is_no_roman(place) && !place.sides().into_iter().any(is_apart)
}

fn is_number(place: &Place, is_short: bool) -> bool {
    let [a, b] = place.sides();
    let is_numeral = |side: &Side| {
        let is_one = |(at, word): (&usize, &std::borrow::Cow<str>)| {
            side.token(*at).sort == Sort::Number
                || is_number_word(word)
                || is_han_numeral(word)
                || side.words.len() == 1 && roman(word).is_some()
        };
        !side.words.is_empty() && side.places.iter().zip(&side.words).all(is_one)
    };
    if is_numeral(a) && is_numeral(b) && !is_no_roman(place) {
        return true;
    }
    let differ = |x: Vec<&str>, y: Vec<&str>| !x.is_empty() && !y.is_empty() && x != y;
    let (x, y) = (a.digits(), b.digits());
    let is_half = 2 * x.len().max(y.len()) >= place.longest();
    let has_one = x.is_empty() != y.is_empty();
    if (is_short || is_half) && differ(x, y) {
        return true;
    }
    if !is_short {
        return false;
    }
    // An added number word counts only beside a number or a unit: a lone 一 is no number.
    let is_beside = a.is_number(place.left(1)) || a.is_number(place.right());
    let has_more =
        [(a, b), (b, a)].iter().any(|(side, other)| side.has_numeral_beside() && other.numbers().is_empty());
    let is_near = |word: &str| matches!(word, "年" | "月" | "日" | "号" | "號" | "第" | "点" | "點");
    has_one
        || differ(a.numbers(), b.numbers())
        || has_more
        || is_beside && place.differs_in(|word| is_near(word) || is_han_numeral(word))
}

fn is_negation_of(place: &Place) -> bool {
    let [a, b] = place.sides();
    let is_hyphened = |side: &Side, other: &Side| {
        other.words.is_empty()
            && matches!(&side.words[..], [word] if is_hyphened_prefix(word))
            && (side.marks().any(|sign| sign == "-") || place.right_text() == "-")
    };
    a.is_negated() != b.is_negated()
        || place.single().is_some_and(|(x, y)| is_prefixed(x, y))
        || is_hyphened(a, b)
        || is_hyphened(b, a)
}

fn is_weekday(place: &Place) -> bool {
    let before = place.left_text(1);
    place.single().is_some_and(|(x, y)| is_han_weekday(&before, x) && is_han_weekday(&before, y))
}

fn is_date(place: &Place) -> bool {
    let dates = |side: &Side| -> Vec<String> {
        let words = side.words.iter().filter(|word| is_calendar(word));
        let han = side
            .places
            .iter()
            .zip(&side.words)
            .filter(|&(&at, word)| is_han_calendar(word, &side.at(Some(at + 1))));
        words.chain(han.map(|(_, word)| word)).map(|word| word.to_string()).collect()
    };
    let (x, y) = (dates(&place.a), dates(&place.b));
    !x.is_empty() && !y.is_empty() && x != y
}

fn is_opposite(place: &Place) -> bool {
    let (x, y) = (place.a.words(), place.b.words());
    let are_all = || x.iter().zip(&y).all(|(x, y)| x == y || are_opposites(x, y));
    x.len() == y.len() && x.len() <= SHORT && are_all()
        || place.a.is_han() && place.b.is_han() && are_opposites(&x.concat(), &y.concat())
}

/// The class if the words are variants of characters, forms of one word, or a slip. A slip is rare: if both words are in many
/// texts, they are different words. It hardly ever hits the first letter, where names differ (`lzgrep` and `xzgrep`).
fn spelling(place: &Place, words: &dyn Vocabulary) -> Option<Kind> {
    let [a, b] = place.sides();
    if a.words.len() == b.words.len() && a.words.iter().zip(&b.words).all(|(x, y)| are_variants(x, y)) {
        return Some(Kind::Spelling);
    }
    let (x, y) = place.single()?;
    if are_forms(x, y) {
        return Some(Kind::Form);
    }
    if !begin_alike(x, y) || !are_near(x, y) || a.is_han() || b.is_han() {
        return None;
    }
    let (x, y) = (words.texts(Tokens::hash(x)), words.texts(Tokens::hash(y)));
    let (rarer, other) = (x.min(y), x.max(y));
    (rarer <= 3 || u64::from(other) >= 50 * u64::from(rarer)).then_some(Kind::Spelling)
}

/// Whether the first letters are the same, or the first two change places.
fn begin_alike(x: &str, y: &str) -> bool {
    let (mut x, mut y) = (x.chars(), y.chars());
    let [x, y] = [[x.next(), x.next()], [y.next(), y.next()]];
    x[0] == y[0] || x[0] == y[1] && x[1] == y[0]
}

fn other_words(place: &Place, words: &dyn Vocabulary) -> Kind {
    let [a, b] = place.sides();
    let has_name = |side: &Side| {
        side.places.iter().any(|&at| {
            let token = side.token(at);
            token.is_capital && words.is_name(token.hash)
        })
    };
    match (a.words.len(), b.words.len()) {
        (0, 1..=SHORT) => Kind::More,
        (0, _) => Kind::TextMore,
        (1..=SHORT, 0) => Kind::Less,
        (_, 0) => Kind::TextLess,
        (1..=SHORT, 1..=SHORT) if has_name(a) && has_name(b) => Kind::Name,
        (1..=SHORT, 1..=SHORT) => Kind::Word,
        _ => Kind::Rewritten,
    }
}
