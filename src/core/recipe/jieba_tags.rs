//! Python jieba's candidates for keywords.

mod finalseg;

use super::hmm::{HMM_HAN_MAX, HMM_HAN_MIN};
use super::route::{Router, Segment};
use super::tables::{Dictionary, Tables};
use std::ops::Range;

/// Calls `term` with every occurrence of a word that Python jieba 0.42.1's `jieba.analyse.extract_tags` weighs,
/// in order, and its place in `text`, given the text's words joined by `|`: words of two characters or more
/// that are not stop words. Case is kept.
///
/// With Python's own tables, and with the embedded ones, these are exactly its words, except for guesses of
/// unlisted words decided by less than 0.000001 (the numbers of its model are rounded here).
pub(super) fn each(tables: Tables, text: &str, mut term: impl FnMut(&str, Range<usize>)) {
    let mut router = Router::new(tables.python(), likeliest);
    let (mut parts, mut once, mut twice) = (Vec::new(), Vec::new(), Vec::new());
    let mut lower = String::new();
    // Python splits a text into such blocks and the rest, whose tokens are single characters and line ends, and
    // so no candidates. `|` belongs to the rest, so cutting the joined words again cuts each of them alone.
    for block in blocks(text) {
        once.clear();
        cut(&mut router, &mut parts, text, block, &mut once);
        for span in once.drain(..) {
            twice.clear();
            cut(&mut router, &mut parts, text, span, &mut twice);
            for span in twice.drain(..) {
                let word = &text[span.clone()];
                if !is_single(word) && !is_stop_word(tables, word, &mut lower) {
                    term(word, span);
                }
            }
        }
    }
}

/// Python jieba's `re_han_default`.
#[inline]
fn is_block(c: char) -> bool {
    is_han(c) || c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '&' | '.' | '_' | '%' | '-')
}

/// Its `\u4E00-\u9FD5`: less than Unicode's Han, and less than jieba-rs's.
#[inline]
fn is_han(c: char) -> bool {
    matches!(c, HMM_HAN_MIN..=HMM_HAN_MAX)
}

/// Runs of [`is_block`].
fn blocks(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find(is_block)?;
        at = text[start..].find(|c| !is_block(c)).map_or(text.len(), |len| start + len);
        Some(start..at)
    })
}

/// `Tokenizer.__cut_DAG` of `jieba/__init__.py`: the words of a run of [`is_block`].
fn cut(
    router: &mut Router,
    parts: &mut Vec<Segment>,
    text: &str,
    block: Range<usize>,
    words: &mut Vec<Range<usize>>,
) {
    if is_single(&text[block.clone()]) {
        words.push(block);
        return;
    }
    parts.clear();
    router.find(&text[block.clone()], parts);
    let in_text = |span: Range<usize>| block.start + span.start..block.start + span.end;
    for part in parts.drain(..) {
        match part {
            Segment::Word(span) => words.push(in_text(span)),
            Segment::Singles(span) => {
                let span = in_text(span);
                let run = &text[span.clone()];
                // A run that is itself a word stays single characters; so does a single character.
                if is_single(run) || router.has_word(run) {
                    words.extend(characters(run, span.start));
                } else {
                    finalseg::cut(run, |word| words.push(span.start + word.start..span.start + word.end));
                }
            }
        }
    }
}

/// `Tokenizer.calc`: of equally likely segmentations, the one with the longer word; a character is a word of
/// its own only if it is in the dictionary, or if no word of the dictionary starts there.
fn likeliest(dictionary: &Dictionary, chars: &[char], rest: &[f64]) -> (usize, f64) {
    let mut best = None;
    for (length, score) in dictionary.prefixes(chars) {
        let likelihood = score + rest[length];
        if best.is_none_or(|(_, other)| likelihood >= other) {
            best = Some((length, likelihood));
        }
    }
    best.unwrap_or_else(|| (1, dictionary.unlisted + rest[1]))
}

#[inline]
fn is_single(word: &str) -> bool {
    word.chars().nth(1).is_none()
}

fn characters(run: &str, base: usize) -> impl Iterator<Item = Range<usize>> {
    run.char_indices().map(move |(at, c)| base + at..base + at + c.len_utf8())
}

/// Of the characters of [`is_block`], only ASCII letters change in lower case.
fn is_stop_word(tables: Tables, word: &str, lower: &mut String) -> bool {
    lower.clear();
    lower.push_str(word);
    lower.make_ascii_lowercase();
    tables.is_tag_stop_word(lower)
}

#[cfg(test)]
mod tests {
    use super::super::tables::{TableFiles, small};
    use super::*;
    use proptest::prelude::*;

    fn words(tables: Tables, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each(tables, text, |word, span| {
            assert_eq!(&text[span], word);
            words.push(word.to_owned());
        });
        words
    }

    #[test]
    fn with_small_tables_words_are_python_jiebas() {
        // `许多人` has frequency 0, so it is not a word, but its first characters are a prefix.
        let dict: &'static str = format!("{}许多人 0 m\n", small::DICT).leak();
        let files = TableFiles { dict: small::file("dict", dict), ..TableFiles::default() };
        let tables = Tables::parse(&files).expect("well-formed");
        let check = |text, expected: &[&str]| assert_eq!(words(tables, text), expected, "of {text:?}");
        check("", &[]);
        check("a", &[]);
        check("研究生命的起源", &["研究", "生命", "起源"]);
        check("北京大学生爱中国", &["北京", "大学生", "中国"]);
        check("深深深几许", &["深深", "几许"]);
        check("深深深深几许几许", &["深深", "深深", "几许", "几许"]);
        check("长春市长春药店", &["长春市", "长春", "药店"]);
        check("我们用iPhone-15买T恤，t恤和C++ c++的书。", &["我们", "iPhone", "15", "T恤", "C++", "++"]);
        check("3.14% 5. .5 9.9.9% a_b-c v1.0-rc1 50%", &["3.14%", "9.9", "9%", "v1.0", "rc1", "50%"]);
        check("卡拉OK&B超#AT&T", &["卡拉OK", "B超"]);
        check("--...++%%", &["--...++%%"]);
        check("The quick brown fox AND the dog", &["quick", "brown", "fox", "dog"]);
        check("张三丰和令狐冲去了华山", &["张三丰", "令狐冲", "华山"]);
        check("龘龘龘 龘龘 龘靐齉", &["龘龘龘"]);
        check("鿖鿕㐀𠀀〇∶∶∶", &[]);
        check("あいうえお カタカナ 한국어 １２３ＡＢＣ", &[]);
        check("é e\u{301} ß İ ω", &[]);
        check(
            "中国\u{d}\u{a}北京\u{a}大学\u{9}研究\u{3000}生命\u{a0}起源",
            &["中国", "北京", "大学", "研究", "生命", "起源"],
        );
        check("😀👩\u{200d}👩\u{200d}👧北京😀", &["北京"]);
        check("\u{0}\u{7}中国\u{0}北京", &["中国", "北京"]);
        check("123456789012345678901234567890", &["123456789012345678901234567890"]);
        check("许多人许多许人", &["许多人", "许多", "许人"]);
        check("小明硕士毕业于中国科学院计算所", &["小明", "硕士", "毕业", "中国", "科学院", "计算"]);
        check("常在於", &[]);
        check("研究|生命||起源", &["研究", "生命", "起源"]);
        check("，。，。中国，北京大学", &["中国", "北京大学"]);
        check("a1b2 1a2b 1.2.3 1..2 x.y", &["a1b2", "1a2b", "1.2", ".."]);
        check("庭院深深深幾許爱爱爱", &["庭院", "深深", "深幾許", "爱爱爱"]);
        check("我们的大学大中国", &["我们", "大学", "中国"]);
    }

    #[test]
    fn with_the_embedded_tables_words_are_python_jiebas() {
        let check =
            |text, expected: &[&str]| assert_eq!(words(Tables::EMBEDDED, text), expected, "of {text:?}");
        check("研究生命起源，北京大学生", &["研究", "生命", "起源", "北京", "大学生"]);
        check("长春市长春药店", &["长春市", "长春", "药店"]);
        check("乒乓球拍卖完了，他来到了网易杭研大厦", &["乒乓球", "拍卖", "来到", "网易", "杭研", "大厦"]);
        check("江南style AT&T a_b-c v1.0-rc1 1.2.3", &["江南style", "AT&T", "v1.0", "rc1", "1.2"]);
        check("鿖鿕㐀𠀀龘靐齉常在寓中", &[]);
        check("T恤B超C++", &["T恤", "B超", "C++"]);
    }

    #[test]
    fn stop_words_are_compared_in_lower_case() {
        let tables = small::tables(small::file("stop", "iphone\nC++\n我们\n"));
        assert_eq!(words(tables, "我们 IPHONE iPhone C++ THE 北京"), ["C++", "北京"]);
    }

    proptest! {
        #[test]
        fn spans_are_in_order_and_apart(text in "(\\PC|[研究生命北京大学深a1.%_+ -]){0,60}") {
            for tables in [Tables::EMBEDDED, small::tables(None)] {
                let mut last = 0;
                each(tables, &text, |word, span| {
                    assert_eq!(text.get(span.clone()), Some(word));
                    assert!(span.start >= last && span.start < span.end);
                    last = span.end;
                });
            }
        }

        #[test]
        fn no_text_is_too_odd(text in any::<String>()) {
            each(small::tables(None), &text, |_, _| {});
        }
    }
}
