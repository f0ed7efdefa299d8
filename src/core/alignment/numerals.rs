//! Numbers as digits, words, Han and Roman numerals, and their values.

use unicode_normalization::UnicodeNormalization;

/// Whether a word is an English numeral, including ordinals and multiples.
pub(crate) fn is_number_word(word: &str) -> bool {
    small_value(word).is_some()
        || scale(word).is_some()
        || matches!(
            word,
            "dozen"
                | "half"
                | "third"
                | "quarter"
                | "first"
                | "second"
                | "fourth"
                | "fifth"
                | "sixth"
                | "seventh"
                | "eighth"
                | "ninth"
                | "tenth"
                | "twice"
                | "thrice"
                | "double"
                | "triple"
                | "thirds"
                | "quarters"
        )
}

/// Whether a token is a Han numeral, or one of the heavenly stems 甲 乙 丙 丁, which number items.
pub(crate) fn is_han_numeral(word: &str) -> bool {
    han_digit(word).is_some() || han_scale(word).is_some() || matches!(word, "甲" | "乙" | "丙" | "丁")
}

/// The value of a Roman numeral in small letters, 1 to 39.
pub(crate) fn roman(word: &str) -> Option<u64> {
    let tens = word.bytes().take_while(|&byte| byte == b'x').count();
    let ones = match &word[tens..] {
        "" if tens > 0 => 0,
        "i" => 1,
        "ii" => 2,
        "iii" => 3,
        "iv" => 4,
        "v" => 5,
        "vi" => 6,
        "vii" => 7,
        "viii" => 8,
        "ix" => 9,
        _ => return None,
    };
    (tens <= 3).then_some(10 * tens as u64 + ones)
}

/// The value of words as one number, in digits: `2 000`, `2,000`, `two thousand` and 两千 are 2000, ½ is 1/2. 1.10 keeps its last
/// zero, because it may be a version. `None` if the words are no single number.
pub(crate) fn value(words: &[&str]) -> Option<String> {
    match words {
        [] => None,
        [word] if word.contains(char::is_numeric) => digits(word),
        _ => grouped(words).or_else(|| spelled(words)).or_else(|| han(words)).or_else(|| match words {
            ["half"] => Some("1/2".to_owned()),
            ["quarter"] => Some("1/4".to_owned()),
            [word] => roman(word).map(|value| value.to_string()),
            _ => None,
        }),
    }
}

/// Reads `2 000 000`: groups of three digits behind the first.
fn grouped(words: &[&str]) -> Option<String> {
    let is_group = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let (first, rest) = words.split_first()?;
    let is_grouped = is_group(first)
        && (1..=3).contains(&first.len())
        && !rest.is_empty()
        && rest.iter().all(|word| is_group(word) && word.len() == 3);
    is_grouped.then(|| words.concat().trim_start_matches('0').to_owned())
}

fn digits(word: &str) -> Option<String> {
    let plain: String = match word.is_ascii() {
        true => word.to_owned(),
        false => word.nfkc().map(|c| decimal(c).unwrap_or(c)).collect(),
    };
    if let Some((above, below)) = plain.split_once('⁄') {
        return Some(format!("{above}/{below}"));
    }
    if let Some(value) = roman(&plain.to_lowercase()) {
        return Some(value.to_string());
    }
    let (whole, fraction) =
        plain.split_once('.').map_or((&*plain, None), |(whole, rest)| (whole, Some(rest)));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next().filter(|first| is_digits(first))?;
    let rest: Vec<&str> = groups.collect();
    let is_whole =
        rest.is_empty() || first.len() <= 3 && rest.iter().all(|part| part.len() == 3 && is_digits(part));
    if !is_whole || fraction.is_some_and(|fraction| !is_digits(fraction)) {
        return None;
    }
    let joined = first.to_owned() + &rest.concat();
    // 05 is a day or a month, 007 a name.
    let trimmed = if joined.len() == 2 { joined.trim_start_matches('0') } else { &joined };
    let whole = if trimmed.is_empty() { "0" } else { trimmed };
    Some(fraction.map_or_else(|| whole.to_owned(), |fraction| format!("{whole}.{fraction}")))
}

/// The ASCII digit of a decimal digit of another script.
fn decimal(c: char) -> Option<char> {
    const ZEROS: [u32; 12] =
        [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xe50, 0xed0, 0x1040];
    let code = u32::from(c);
    let zero = ZEROS.into_iter().find(|zero| (*zero..zero + 10).contains(&code))?;
    char::from_digit(code - zero, 10)
}

fn small_value(word: &str) -> Option<u64> {
    const SMALL: [&str; 20] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
    let at = |list: &[&str]| list.iter().position(|one| *one == word).map(|at| at as u64);
    at(&SMALL).or_else(|| at(&TENS).map(|at| 10 * at + 20))
}

fn scale(word: &str) -> Option<u64> {
    match word {
        "hundred" => Some(100),
        "thousand" => Some(1000),
        "million" => Some(1_000_000),
        "billion" => Some(1_000_000_000),
        "trillion" => Some(1_000_000_000_000),
        _ => None,
    }
}

/// Reads `three hundred and five thousand`, `3 million`.
fn spelled(words: &[&str]) -> Option<String> {
    let (mut total, mut part, mut is_begun, mut is_in_digits) = (0_u64, 0_u64, false, false);
    for &word in words {
        if word == "and" && is_begun {
            continue;
        }
        // Digits come first, and a scale behind them: 3 million. 20 5 and 20 five are two numbers.
        let digits = word.parse().ok().filter(|_| !is_begun);
        let small = small_value(word).or(digits).filter(|_| !is_in_digits);
        is_in_digits = digits.is_some();
        match (small, scale(word)) {
            // Two numbers below ten in a row are not one number.
            (Some(small), _)
                if part == 0 || part % 100 == 0 || part % 10 == 0 && part % 100 >= 20 && small < 10 =>
            {
                part = part.checked_add(small)?;
            }
            (None, Some(100)) if is_begun => part = part.checked_mul(100)?,
            (None, Some(scale)) if is_begun => {
                total = total.checked_add(part.checked_mul(scale)?)?;
                part = 0;
            }
            _ => return None,
        }
        is_begun = true;
    }
    total.checked_add(part).filter(|_| is_begun).map(|value| value.to_string())
}

fn han_digit(word: &str) -> Option<u64> {
    Some(match word {
        "〇" | "零" => 0,
        "一" | "壹" => 1,
        "二" | "两" | "兩" | "贰" | "貳" => 2,
        "三" | "叁" | "參" => 3,
        "四" | "肆" => 4,
        "五" | "伍" => 5,
        "六" | "陆" | "陸" => 6,
        "七" | "柒" => 7,
        "八" | "捌" => 8,
        "九" | "玖" => 9,
        _ => return None,
    })
}

fn han_scale(word: &str) -> Option<u64> {
    Some(match word {
        "十" | "拾" => 10,
        "百" | "佰" => 100,
        "千" | "仟" => 1000,
        "万" | "萬" => 10_000,
        "亿" | "億" => 100_000_000,
        _ => return None,
    })
}

/// Reads 二〇二四, 三百零五, 两亿.
fn han(words: &[&str]) -> Option<String> {
    if words.len() > 1 && words.iter().all(|word| han_digit(word).is_some()) {
        let digits: String =
            words.iter().filter_map(|word| han_digit(word)).map(|digit| digit.to_string()).collect();
        return Some(digits);
    }
    let (mut total, mut part, mut digit) = (0_u64, 0_u64, None);
    for &word in words {
        match (han_digit(word), han_scale(word)) {
            (Some(0), _) if digit.is_none() && words.len() > 1 => {}
            (Some(value), _) if digit.is_none() => digit = Some(value),
            (None, Some(scale @ (10 | 100 | 1000))) => {
                part = part.checked_add(digit.take().unwrap_or(1) * scale)?;
            }
            (None, Some(scale)) => {
                part += digit.take().unwrap_or(u64::from(part == 0));
                total = total.checked_add(part.checked_mul(scale)?)?;
                part = 0;
            }
            _ => return None,
        }
    }
    Some(total.checked_add(part)?.checked_add(digit.unwrap_or(0))?.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(words: &str, expected: Option<&str>) {
        let words: Vec<&str> = words.split(' ').collect();
        assert_eq!(value(&words).as_deref(), expected, "{words:?}");
    }

    #[test]
    fn numbers_are_worth_the_same_however_they_are_written() {
        for same in
            ["2000", "2,000", "2 000", "two thousand", "二 千", "两 千", "二 〇 〇 〇", "２０００", "٢٠٠٠"]
        {
            check(same, Some("2000"));
        }
        for same in ["9", "nine", "九", "玖", "ix", "Ⅸ", "⑨", "09"] {
            check(same, Some("9"));
        }
        check("three hundred and five thousand", Some("305000"));
        check("twenty five", Some("25"));
        check("三 百 零 五", Some("305"));
        check("十 七", Some("17"));
        check("两 亿", Some("200000000"));
        check("3 million", Some("3000000"));
        check("½", Some("1/2"));
        check("half", Some("1/2"));
        check("0", Some("0"));
    }

    #[test]
    fn what_is_no_single_number_has_no_value() {
        for none in ["7:10", "1,2,3", "2 00", "two three", "word", "and", "5mg", "2,5"] {
            check(none, None);
        }
        for (written, value) in [("1.10", "1.10"), ("007", "007")] {
            check(written, Some(value));
        }
        for two in
            ["20 5", "200 15", "100 five", "40 7", "0 5", "twenty 5", "1 trillion 18446744073709551615"]
        {
            check(two, None);
        }
        check("2 million five", Some("2000005"));
        assert_eq!(
            ["xxxix", "xl", "xxxx", "iiii", "", "mix"].map(roman),
            [Some(39), None, None, None, None, None]
        );
    }
}
