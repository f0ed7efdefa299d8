//! Pairs of each kind, made of texts in both languages.

use super::*;
use crate::random::Random;
use proptest::prelude::*;

/// Texts with a few numbers in them, of different lengths.
const TEXTS: [&str; 8] = [
    "Please reset the password of Maria Keller in the billing system before Monday, ticket 4711.",
    "The pump in hall B makes a grinding noise since the last service in March 2021; we stopped it at once.",
    "An order of two hundred chairs was delivered to the wrong warehouse, and the driver left no receipt.",
    "Users report that the export to a spreadsheet takes longer than an hour when filters are active.",
    "请尽快重置王芳在财务系统中的密码，工单号为4711，她周一要用。",
    "三号车间的水泵自上次检修后一直有异响，我们已经立即停机等待处理。",
    "客户订购的两百把椅子被送到了错误的仓库，司机离开时没有留下收据。",
    "用户反映导出报表需要一个小时以上，筛选条件越多越慢，2021年以来一直如此。",
];

fn is_chinese(text: &str) -> bool {
    text.chars().any(is_han)
}

/// Makes a pair of each kind out of a text; `None` if that text cannot have it.
fn made(kind: Kind, text: &str, random: &mut Random) -> Option<(String, String)> {
    let chinese = is_chinese(text);
    let own = |edited: String| (edited != text).then(|| (edited, text.to_owned()));
    let mut draw = |n: usize| (random.draw() % n as u64) as usize;
    match kind {
        Kind::Same => Some((text.to_owned(), text.to_owned())),
        Kind::Fold => own(match draw(3) {
            0 if !chinese => text.to_uppercase(),
            0 => text.replace('，', "， "),
            1 => text.replace(' ', "  \n") + "\u{200b}",
            _ => text.replace('4', "４").replace('a', "ａ"),
        }),
        Kind::Symbols => {
            own(text.replace([',', '，'], " != ").replace(['.', '。'], "!?") + ["", " ==", "##"][draw(3)])
        }
        Kind::Numbers => {
            let other = format!("{}", 1000 + draw(3000));
            own(text.replace("4711", &other).replace("2021", &other))
        }
        Kind::Negation => own(match (chinese, draw(3)) {
            (true, 0) => text.replacen('一', "不一", 1).replacen("请", "请不要", 1),
            (true, 1) => text.replacen("已经", "没有", 1).replacen("要用", "不用", 1),
            (true, _) => format!("未{text}"),
            (false, 0) => text.replacen(" the ", " not the ", 1),
            (false, 1) => text.replacen("was", "wasn't", 1).replacen("takes", "doesn’t take", 1),
            (false, _) => format!("Never: {text}"),
        }),
        Kind::Word => own(match chinese {
            true => text.replacen('的', "之", 1).replacen('已', "曾", 1),
            false => text.replacen(" the ", " that ", 1).replacen("left", "handed", 1),
        }),
        Kind::Insert => {
            let more = if chinese {
                "另外，仓库的门锁坏了。"
            } else {
                " Also, the lock of the other door broke."
            };
            let whole = if draw(2) == 0 { format!("{more}{text}") } else { format!("{text}{more}") };
            Some((text.to_owned(), whole))
        }
        Kind::Similar(_) | Kind::Unconfirmed => {
            let lost = if chinese {
                "另外，仓库的门锁坏了。"
            } else {
                " Also, the lock of the other door broke."
            };
            Some((format!("{text}{lost}"), text.to_owned()))
        }
        Kind::Partial | Kind::Template => None,
    }
}

#[test]
fn every_made_pair_has_the_kind_that_it_was_made_for() {
    let mut random = Random::of(&[44]);
    let mut seen = [[0; 2]; Kind::ALL.len()];
    for round in 0..400 {
        let text = TEXTS[round % TEXTS.len()];
        for (at, kind) in Kind::ALL.into_iter().enumerate() {
            let value = matches!(kind, Kind::Similar(_)).then_some(0.07);
            let Some((gone, kept)) = made(kind, text, &mut random) else { continue };
            assert_eq!(Kind::of(&gone, &kept, value), kind, "{gone:?} against {kept:?}");
            seen[at][usize::from(is_chinese(text))] += 1;
        }
    }
    // All but the two that take more than two texts.
    assert_eq!(seen.iter().flatten().filter(|&&count| count == 0).count(), 4, "{seen:?}");
}

#[test]
fn the_kinds_of_some_pairs() {
    let check = |gone: &str, kept: &str, expected: &str| {
        assert_eq!(Kind::of(gone, kept, Some(0.85)).to_string(), expected, "{gone:?} against {kept:?}");
    };
    check("if a == b", "if a != b", "symbols");
    check("access granted to Ann Lee", "access revoked to Ann Lee", "word");
    check("the drug is safe", "the drug is unsafe", "negation");
    check("it works", "it does not work", "negation");
    check("it isn't one", "it is one", "negation");
    check("there is no reason", "there is not reason", "word");
    check("ein T-shirt", "ein shirt", "word");
    check("这非常好用", "这好用", "word");
    check("可以使用", "不可以使用", "negation");
    check("没有人来过", "无人来过", "word");
    check("pay 10 to 20", "pay 20 to 10", "numbers");
    check("pay 10²", "pay 102", "numbers");
    check("x² + 1", "x2 + 1", "numbers");
    check("ﬁne  ＡＢＣ", "fine abc", "fold");
    check("man bites dog", "dog bites man", "similar 0.8");
    check("a b", "a b c d e f", "insert");
    check("a b a", "a b c d", "word");
    check("!!", "??", "similar 0.8");
    check("", "", "same");
    assert_eq!(Kind::of_pair("a b c d e f", "a b", None), Kind::Insert);
    // One number of seven is no table of other numbers.
    check("1 2 3 4 5 6 a b c 7", "1 2 3 4 5 6 a b c 8", "similar 0.8");
}

#[test]
fn kinds_are_read_back_by_name() {
    for kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    assert!("typo".parse::<Kind>().unwrap_err().to_string().contains("use same, fold, symbols"));
}

#[test]
fn numbers_that_come_several_times_are_counted_and_a_denial_is_no_insertion() {
    let of = |gone, kept| Kind::of(gone, kept, Some(0.9));
    assert_eq!(
        of(
            "the match ended home 2 away 1 half time 1 to 1",
            "the match ended home 1 away 2 half time 2 to 1"
        ),
        Kind::Numbers
    );
    assert_eq!(
        of("with this badge you may enter", "with this badge you may not enter the cold room today"),
        Kind::Negation
    );
    assert_eq!(
        of("with this badge you may enter", "with this badge you may enter the cold room today"),
        Kind::Insert
    );
}

/// The definition of [`folded`], on the text as a whole.
fn folded_as_a_whole(text: &str) -> String {
    let has_other_numbers =
        text.chars().any(|c| c.is_numeric() && !c.is_ascii_digit() && !('０'..='９').contains(&c));
    let form = if has_other_numbers { Normalize::Nfc } else { Normalize::Nfkc };
    let visible: String = text.chars().filter(|&c| !Normalize::is_invisible(c)).collect();
    let lower = form.text(&visible).to_lowercase();
    let is_parted = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() && !is_han(c));
    lower.split_whitespace().fold(String::new(), |folded, word| {
        let is_space = is_parted(folded.chars().next_back()) && is_parted(word.chars().next());
        folded + if is_space { " " } else { "" } + word
    })
}

proptest! {
    #[test]
    fn character_by_character_a_text_folds_as_the_whole_does(
        text in "([a-cA-C0-3 .,!\t\n\u{b}]|[一丁、。《“—，！Ａｚ１～　]|[é²ﬁΣςⅣ〇…\u{301}\u{ad}\u{a0}]{0,1}){0,12}",
        other in "[aA ,\n]{0,4}",
    ) {
        prop_assert_eq!(folded(&text), folded_as_a_whole(&text));
        let both = text.replacen('a', &other, 1);
        prop_assert_eq!(are_folded_alike(&text, &both), folded_as_a_whole(&text) == folded_as_a_whole(&both));
    }

    #[test]
    fn what_only_one_text_has_is_what_crossing_out_leaves(
        a in "[a-d]( [a-dA]){0,9}", b in "[a-d]( [a-dA]){0,9}",
    ) {
        let left = |one: &str, other: &str| -> Vec<String> {
            let cut = |text: &str| text.to_lowercase().split(' ').map(str::to_owned).collect::<Vec<_>>();
            let (mut left, other) = (cut(one), cut(other));
            for word in other {
                let at = left.iter().position(|own| *own == word);
                at.map(|at| left.remove(at));
            }
            left.sort();
            left
        };
        let differing = Differing::between(&a, &b);
        prop_assert_eq!(differing.only(), [&left(&a, &b)[..], &left(&b, &a)[..]]);
    }
}
