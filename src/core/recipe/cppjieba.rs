//! cppjieba's candidates for keywords.

mod hmm_segment;

use super::CppJieba;
use super::hmm::MIN_FLOAT;
use super::route::{Router, Segment};
use super::tables::{Dictionary, Tables};
use std::ops::Range;

/// Calls `term` with every occurrence of a word that cppjieba's `KeywordExtractor` (commit b3602be) weighs, in
/// order, and its place in `text`: words of two characters or more that are not stop words. Case is kept.
pub(super) fn each(version: CppJieba, tables: Tables, text: &str, mut term: impl FnMut(&str, Range<usize>)) {
    let mut router = Router::new(tables.cppjieba(version), likeliest);
    let mut parts = Vec::new();
    let mut candidate = |span: Range<usize>| {
        let word = &text[span.clone()];
        if word.chars().nth(1).is_some() && !tables.is_cppjieba_stop_word(word) {
            term(word, span);
        }
    };
    for range in between_separators(text) {
        parts.clear();
        router.find(&text[range.clone()], &mut parts);
        for part in parts.drain(..) {
            match part {
                Segment::Word(span) => candidate(range.start + span.start..range.start + span.end),
                Segment::Singles(span) => {
                    let base = range.start + span.start;
                    let run = &text[base..range.start + span.end];
                    hmm_segment::cut(version, run, |span| candidate(base + span.start..base + span.end));
                }
            }
        }
    }
}

/// `SPECIAL_SEPARATORS` of `SegmentBase.hpp`; single characters, and so no candidates themselves.
fn between_separators(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    let is_separator = |c| matches!(c, ' ' | '\t' | '\n' | '，' | '。');
    std::iter::from_fn(move || {
        let start = at + text[at..].find(|c| !is_separator(c))?;
        at = text[start..].find(is_separator).map_or(text.len(), |len| start + len);
        Some(start..at)
    })
}

/// `MAX_WORD_LENGTH` of `Trie.hpp`, in characters.
const LONGEST_WORD: usize = 512;

/// `MPSegment::CalcDP`: of equally likely segmentations, the one with the shorter word; a character may always
/// stand alone, with the lowest weight of the dictionary if it is not in it.
fn likeliest(dictionary: &Dictionary, chars: &[char], rest: &[f64]) -> (usize, f64) {
    let mut words = dictionary.prefixes(chars).take_while(|&(length, _)| length <= LONGEST_WORD).peekable();
    let single = words.next_if(|&(length, _)| length == 1);
    let single = single.map_or(dictionary.unlisted, |(_, score)| score);
    let mut best = (1, MIN_FLOAT);
    for (length, score) in std::iter::once((1, single)).chain(words) {
        let value = rest[length] + score;
        if value > best.1 {
            best = (length, value);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::tables::small;
    use super::*;
    use CppJieba::{V5_4, V5_6};
    use proptest::prelude::*;

    fn words(version: CppJieba, tables: Tables, text: &str) -> Vec<String> {
        let mut words = Vec::new();
        each(version, tables, text, |word, span| {
            assert_eq!(&text[span], word);
            words.push(word.to_owned());
        });
        words
    }

    #[test]
    fn with_small_tables_words_are_cppjiebas() {
        let tables = small::tables(small::file("stop", small::STOP_WORDS));
        let check = |text, expected: &[&str]| assert_eq!(words(V5_4, tables, text), expected, "of {text:?}");
        check("", &[]);
        check("a", &[]);
        check("研究生命的起源", &["研究", "生命", "起源"]);
        check("北京大学生爱中国", &["北京", "大学生", "中国"]);
        check("深深深几许", &["深深", "几许"]);
        check("深深深深几许几许", &["深深", "深深", "几许", "几许"]);
        check("长春市长春药店", &["长春市", "长春", "药店"]);
        check("我们用iPhone-15买T恤，t恤和C++ c++的书。", &["15", "T恤"]);
        check("3.14% 5. .5 9.9.9% a_b-c v1.0-rc1 50%", &["3.14", "5.", "9.9.9", "v1", "rc1", "50"]);
        check("卡拉OK&B超#AT&T", &["卡拉OK", "B超", "AT"]);
        check("--...++%%", &[]);
        check("The quick brown fox AND the dog", &["The", "quick", "brown", "fox", "AND", "the", "dog"]);
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
        check("常在於", &["常在"]);
        check("研究|生命||起源", &["研究", "生命", "起源"]);
        check("，。，。中国，北京大学", &["中国", "北京大学"]);
        check("a1b2 1a2b 1.2.3 1..2 x.y", &["a1b2", "a2b", "1.2.3", "1..2"]);
        check("庭院深深深幾許爱爱爱", &["庭院", "深深", "幾許", "爱爱爱"]);
        check("我们的大学大中国", &["大学", "中国"]);
        let newer = words(V5_6, tables, "a1b2 1a2b 1.2.3 1..2 x.y 3.14% 5. .5 v1.0-rc1");
        assert_eq!(newer, ["a1b2", "1a2b", "1.2", "3.14", "v1.0", "rc1"]);
    }

    #[test]
    fn with_the_embedded_tables_words_are_those_of_the_version() {
        let check = |version, text, expected: &[&str]| {
            assert_eq!(words(version, Tables::EMBEDDED, text), expected, "{version:?} of {text:?}");
        };
        for version in [V5_6, V5_4] {
            check(version, "研究生命起源，北京大学生", &["研究", "生命", "起源", "北京", "大学生"]);
            check(
                version,
                "乒乓球拍卖完了，他来到了网易杭研大厦",
                &["乒乓球", "拍卖", "来到", "网易", "杭研", "大厦"],
            );
            check(version, "鿖鿕㐀𠀀龘靐齉常在寓中", &[]);
            check(version, "我们没有 the This 一些", &["没有", "This"]);
            check(version, "这是C语言和IP地址", &["这是", "语言", "IP", "地址"]);
            check(version, "３．１４Ａ股 𠀀𠀁北京 ｖ１．２", &["北京"]);
            check(version, "云计算改变了企业", &["云计算", "改变", "企业"]);
        }
        check(V5_6, "版本 1.2.3", &["版本", "1.2"]);
        check(V5_4, "版本 1.2.3", &["版本", "1.2.3"]);
        check(V5_6, "型号 92K75S 和 15.", &["型号", "92K75S", "15"]);
        check(V5_4, "型号 92K75S 和 15.", &["型号", "92", "K75S", "15."]);
        check(V5_6, "v2.0-rc1 3.14.15 x86_64 5G3.14", &["v2.0", "rc1", "3.14", "15", "x86", "64", "5G3.14"]);
        check(V5_4, "v2.0-rc1 3.14.15 x86_64 5G3.14", &["v2", "rc1", "3.14.15", "x86", "64", "G3", "14"]);
        let text = "买了三部手机，听习总书记讲区块链，韩玉鉴赏，蓝翔技校";
        check(V5_6, text, &["三部", "手机", "习总书记", "区块链", "韩玉", "鉴赏", "蓝翔", "技校"]);
        check(V5_4, text, &["部手机", "听习", "总书记", "区块链", "韩玉鉴赏", "蓝翔", "技校"]);
    }

    proptest! {
        #[test]
        fn spans_are_in_order_and_apart(text in "(\\PC|[研究生命北京大学深a1.%_+ -]){0,60}") {
            for (version, tables) in [(V5_6, Tables::EMBEDDED), (V5_4, small::tables(None))] {
                let mut last = 0;
                each(version, tables, &text, |word, span| {
                    assert_eq!(text.get(span.clone()), Some(word));
                    assert!(span.start >= last && span.start < span.end);
                    last = span.end;
                });
            }
        }

        #[test]
        fn no_text_is_too_odd(text in any::<String>()) {
            each(V5_6, small::tables(None), &text, |_, _| {});
        }
    }
}
