//! The default decision on a pair, in both directions and in both orders of the rows.

use super::letters::strangers;
use super::*;

/// The decision on two texts among unrelated ones if the first stays: whether the second goes or is held, and its kind.
fn becomes(texts: [&str; 2], strangers: &[String], rules: &Rules, is_swapped: bool) -> String {
    let [stays, goes] = texts;
    let mut all = if is_swapped { vec![goes, stays] } else { vec![stays, goes] };
    all.extend(strangers.iter().map(String::as_str));
    let (stays, goes) = if is_swapped { (1, 0) } else { (0, 1) };
    let order: Vec<u32> = [stays, goes].into_iter().chain(2..all.len() as u32).collect();
    let world = World::new(&all);
    let cleaned = world.with(rules, (Some(&order), &[]), |cleaner| cleaner.run());
    assert!(
        cleaned.is_kept(stays as usize)
            && (2..all.len()).all(|other| cleaned.verdicts[other] == Verdict::Stays)
    );
    match cleaned.verdicts[goes as usize] {
        Verdict::Stays => "stays".to_owned(),
        Verdict::Held(cover) => format!("held {}", cover.kind),
        Verdict::Goes(cover) => format!("goes {}", cover.kind),
    }
}

/// Checks both directions in both orders. `expected` is the result if the first text goes.
#[track_caller]
fn check(goes: &str, stays: &str, expected: &str) {
    check_by(&rules(&[]), goes, stays, expected);
}

#[track_caller]
fn check_by(rules: &Rules, goes: &str, stays: &str, expected: &str) {
    let strangers = strangers(&mut Random::of(&[5, 44]), 22, 14);
    let (verb, kind) = expected.split_once(' ').unwrap();
    let mirrored = format!("{verb} {}", kind.parse::<Kind>().unwrap().mirrored());
    for is_swapped in [false, true] {
        assert_eq!(
            becomes([stays, goes], &strangers, rules, is_swapped),
            expected,
            "{goes:?} because of {stays:?}"
        );
        assert_eq!(
            becomes([goes, stays], &strangers, rules, is_swapped),
            mirrored,
            "{stays:?} because of {goes:?}"
        );
    }
}

/// Checks a sentence with two fillings of its gap.
#[track_caller]
fn in_sentence(sentence: &str, one: &str, other: &str, expected: &str) {
    check(&sentence.replace('_', one), &sentence.replace('_', other), expected);
}

const CASHIER: &str = "The cashier told the visitors that the _ in the old hall would be shown to children and to their parents on request";
const BATTERY: &str = "检修人员报告称_位于二号车间的蓄电池组需要在本次停机期间完成更换并登记入册";

#[test]
fn what_computes_counts_measures_dates_negates_or_names_is_held_in_english() {
    for (one, other, kind) in [
        ("x == y rule", "x != y rule", "operator"),
        ("a < b table", "a > b table", "operator"),
        ("scale of -5 degrees", "scale of 5 degrees", "operator"),
        ("film for those aged ≥18", "film for those aged ≤18", "operator"),
        (">18 plates", "<18 plates", "operator"),
        ("<5 plates", "5 plates", "operator"),
        ("~18 plates", "18 plates", "operator"),
        ("film for those 18+", "film for those 18", "operator"),
        ("lesson in C++", "lesson in C", "operator"),
        ("lesson in C#", "lesson in C", "operator"),
        ("grade of A+", "grade of A-", "operator"),
        ("1/2 plate", "1-2 plate", "operator"),
        ("x ∈ M rule", "x ∉ M rule", "operator"),
        ("√2 note", "2 note", "operator"),
        ("list of ✓", "list of ✗", "operator"),
        ("picture of 👍", "picture of 👎", "operator"),
        ("note if (!found)", "note if (found)", "operator"),
        ("5' ladder", "5\" ladder", "unit"),
        ("₹500 plate", "₩500 plate", "unit"),
        (".5 litre jug", "5 litre jug", "number"),
        ("20 5 plates", "25 plates", "number"),
        ("room 007", "room 7", "number"),
        ("clerk who works hardly", "clerk who works hard", "negation"),
        ("man who is notable", "man who is not able", "negation"),
        ("5 mg vial", "5 g vial", "unit"),
        ("5mg vial", "5g vial", "unit"),
        ("clock at 7 am", "clock at 7 pm", "unit"),
        ("stove at 8 °C", "stove at 8 °F", "unit"),
        ("2 MW motor", "2 mW motor", "unit"),
        ("note for 3 million", "note for 3 billion", "unit"),
        ("25 euro plate", "95 euro plate", "number"),
        ("nine plates", "ten plates", "number"),
        ("five hundred plates", "five hundred thousand plates", "number"),
        ("part IV", "part VI", "number"),
        ("page ①", "page ②", "number"),
        ("½ share", "¼ share", "number"),
        ("plate", "plate 7", "number"),
        ("plan of January", "plan of June", "date"),
        ("list for Monday", "list for Tuesday", "date"),
        ("film of today", "film of tomorrow", "date"),
        ("plates that are broken", "plates that are not broken", "negation"),
        ("authorized map", "unauthorized map", "negation"),
        ("way to enable alarms", "way to disable alarms", "opposite"),
        ("right to grant", "right to revoke", "opposite"),
        ("room before the stairs", "room after the stairs", "opposite"),
    ] {
        in_sentence(CASHIER, one, other, &format!("held {kind}"));
    }
}

#[test]
fn what_counts_measures_dates_or_negates_is_held_in_chinese() {
    for (one, other, kind) in [
        ("重5毫克且", "重5克且", "unit"),
        ("长3米且", "长3厘米且", "unit"),
        ("价值五百元且", "价值五百万元且", "number"),
        ("第三批且", "第四批且", "number"),
        ("共20组且", "共30组且", "number"),
        ("于七点前且", "于十七点前且", "number"),
        ("星期三且", "星期五且", "date"),
        ("今天且", "明天且", "date"),
        ("可以拆且", "不可以拆且", "negation"),
        ("已经断开且", "尚未断开且", "negation"),
        ("允许带电且", "禁止带电且", "opposite"),
        ("电压上升且", "电压下降且", "opposite"),
    ] {
        in_sentence(BATTERY, one, other, &format!("held {kind}"));
    }
}

#[test]
fn what_says_the_same_goes_in_both_languages() {
    for (sentence, one, other, kind) in [
        (CASHIER, "plates, cups", "plates cups", "marks"),
        (CASHIER, "plates; cups", "plates – cups", "marks"),
        (CASHIER, "plan of 4/5/2024", "plan of 4-5-2024", "marks"),
        (CASHIER, "\"5\" plates", "5 plates", "marks"),
        (CASHIER, "\"plates of 1984\"", "'plates of 1984'", "marks"),
        (CASHIER, "phone 555/1234", "phone 555-1234", "marks"),
        (CASHIER, "**plates**", "plates", "marks"),
        (CASHIER, "plates → cups", "plates – cups", "marks"),
        (CASHIER, "plates 😀", "plates", "marks"),
        (CASHIER, "data base", "database", "space"),
        (CASHIER, "2,000 plates", "2000 plates", "same-number"),
        (CASHIER, "nine plates", "9 plates", "same-number"),
        (CASHIER, "recieved plates", "received plates", "spelling"),
        (CASHIER, "plates that they agree on", "plates that they agreed on", "form"),
        (CASHIER, "plates of the captain", "plates of a captain", "small"),
        (CASHIER, "PLATES", "plates", "fold"),
        (BATTERY, "两处，", "两处。", "marks"),
        (BATTERY, "两国都有且", "两國都有且", "spelling"),
        (BATTERY, "两处的且", "两处了且", "small"),
        (BATTERY, "9处且", "九处且", "same-number"),
        (BATTERY, "２处且", "2 处且", "fold"),
    ] {
        in_sentence(sentence, one, other, &format!("goes {kind}"));
    }
    check(
        "Re: the plates of the captain are in the old hall",
        "the plates of the captain are in the old hall",
        "goes marks",
    );
}

#[test]
fn the_order_of_parts_matters_in_short_texts_alone() {
    let short = [
        "On request the keeper opens the old hall.",
        "In spring the captain shows his plates, which are many.",
    ];
    let [a, b] = short;
    check(&format!("{a} {b}"), &format!("{b} {a}"), "held order");
    let more = "Whoever comes late waits beside the stone lions until somebody with the second key has time.";
    check(&format!("{a} {b} {more}"), &format!("{b} {a} {more}"), "goes order");
    let short = ["渔夫把小船系在河岸旁边", "木匠把梯子靠在砖墙上面"];
    check(&short.join("，"), &[short[1], short[0]].join("，"), "held order");
}

#[test]
fn one_or_two_words_alone_are_asked_about_whichever_text_has_them() {
    for (sentence, one, other) in [
        (CASHIER, "murder weapon", "attempted murder weapon"),
        (CASHIER, "minister", "former minister"),
        (CASHIER, "spirit", "white spirit"),
        (CASHIER, "plates", "plates (Live)"),
        (CASHIER, "copper plates", "paper plates"),
        (CASHIER, "copper plates and the cups", "paper plates and the hats"),
        (BATTERY, "批准的且", "几乎批准的且"),
        (BATTERY, "红色外壳且", "绿色外壳且"),
    ] {
        in_sentence(sentence, one, other, "held one-or-two-words");
    }
}

#[test]
fn a_word_that_stands_for_another_twice_is_one_difference() {
    let of = |one: &str, other: &str| {
        format!("{CASHIER} while the {one} of the keeper and the {one} of the captain hang behind a {other}")
    };
    let held = "held one-or-two-words";
    check(&of("lantern", "curtain"), &of("anchor", "curtain"), held);
    check(&of("lantern", "curtain"), &of("anchor", "mirror"), held);
    let three = of("lantern", "curtain").replace("cashier", "painter");
    check(&three, &of("anchor", "mirror"), "goes word");
}

#[test]
fn in_a_short_text_one_or_two_passages_are_a_contrast_too() {
    let body = "the lantern of the old keeper for ships in fog beside the northern stairs";
    let (one, other) = ("red lamps", "mirrors and long brass horns");
    check(&format!("{body} with {one}"), &format!("{body} with {other}"), "held one-or-two-words");
    let more = format!("{} as it stands in the great book", body.replace("lantern", "curtain"));
    check_one_way(body, &more, "held one-or-two-words");
    // What has all of it covers it.
    check_one_way(body, &format!("{body} as it stands in the great book"), "goes text-more");
}

#[test]
fn another_first_letter_is_another_name_and_no_slip() {
    in_sentence(CASHIER, "bcomps", "ccomps", "held one-or-two-words");
    in_sentence(CASHIER, "coomps", "ccomps", "goes spelling");
    in_sentence(CASHIER, "lpates", "plates", "goes spelling");
}

#[test]
fn an_edited_text_goes_and_one_that_loses_too_much_or_a_passage_is_held() {
    let long = "The harbour office opens at nine in the morning and the keeper of the gate writes down which ships have come in, \
        what they carry, who owns the cargo, and where it is going, so that the merchants of the town can read it at noon";
    let edited = long
        .replace("writes down", "notes")
        .replace("merchants", "traders")
        .replace("the cargo", "the freight");
    check(&edited, long, "goes word");
    let more = format!("{long} before they go home for their meal");
    check_one_way(long, &more, "goes text-more");
    check_one_way(&more, long, "goes text-less");
    let much = format!("{long} while fishermen mend torn nets beside wooden racks under grey autumn clouds");
    check_one_way(long, &much, "goes text-more");
    check_one_way(&much, long, "held lost");
    let rules = Rules { loss: Some(0.9), ..Rules::default() };
    let passage = format!(
        "{much} and gulls scream above empty barrels near broken masts which nobody wanted to carry away last winter"
    );
    assert_eq!(one_way(&rules, &passage, long), "held lost");
    assert_eq!(one_way(&Rules { passage: 0, ..rules }, &passage, long), "goes text-less");
}

#[track_caller]
fn check_one_way(goes: &str, stays: &str, expected: &str) {
    assert_eq!(one_way(&rules(&[]), goes, stays), expected, "{goes:?} because of {stays:?}");
}

fn one_way(rules: &Rules, goes: &str, stays: &str) -> String {
    becomes([stays, goes], &strangers(&mut Random::of(&[5, 44]), 22, 14), rules, false)
}

/// A text of this many words without meaning.
fn long_text(words: usize) -> Vec<String> {
    letters::words(&mut Random::of(&[6, 44]), words).split(' ').map(str::to_owned).collect()
}

#[test]
fn in_a_long_text_with_many_ordinary_edits_one_more_is_an_edit_too_but_a_number_never_is() {
    let text = long_text(130);
    let with = |edits: &[(usize, &str)]| {
        let mut edited = text.clone();
        edits.iter().for_each(|(at, word)| edited[*at] = (*word).to_owned());
        edited.join(" ")
    };
    let text = text.join(" ");
    let edits = [(10, "harbour"), (30, "gate"), (40, "cargo"), (50, "mast"), (90, "rope")];
    for (ordinary, negated) in [(0, "held negation"), (4, "held negation"), (5, "goes negation")] {
        check(&with(&[&edits[..ordinary], &[(60, "never")]].concat()), &text, negated);
        check(&with(&[&edits[..ordinary], &[(60, "300")]].concat()), &with(&[(60, "400")]), "held number");
    }
    // The same insertion in several places is one edit; the same replacement is not.
    for (first, second, expected) in [
        ("plate never", "cabin never", "goes negation"),
        ("plate never", "cabin not", "held negation"),
        ("sell plate", "sell cabin", "held opposite"),
    ] {
        let other = with(&[
            (60, &first.replace("never", "").replace("sell", "buy")),
            (75, &second.replace("never", "").replace("not", "").replace("sell", "buy")),
        ]);
        check(&with(&[&edits[..], &[(60, first), (75, second)]].concat()), &other, expected);
    }
}

#[test]
fn what_is_right_of_pairs_that_people_reported() {
    for (one, other, expected) in [
        (
            "The new vaccine was approved for adults by the agency in spring and it is not recommended for children under five years",
            "The new vaccine was not approved for adults by the agency in spring and it is recommended for children under five years",
            "held negation",
        ),
        (
            "transfer 500 dollars to the account of alice and 90 dollars to the account of bob before the end of the month",
            "transfer 90 dollars to the account of alice and 500 dollars to the account of bob before the end of the month",
            "held number",
        ),
        (
            "这种药物可以用于成年人的治疗，但是不可以用于五岁以下儿童，医生必须在治疗开始之前检查病人的肝脏功能",
            "这种药物不可以用于成年人的治疗，但是可以用于五岁以下儿童，医生必须在治疗开始之前检查病人的肝脏功能",
            "held negation",
        ),
        ("如何重置密码", "如何重置密码？", "goes marks"),
        ("How do I reset my password", "How do I reset my password?", "goes marks"),
        (
            "旅客须在七点前登船，迟到者船票作废，行李另行托运到岛上",
            "旅客须在十七点前登船，迟到者船票作废，行李另行托运到岛上",
            "held number",
        ),
        (
            "该药品可以与牛奶一起服用，服用后请注意休息并多喝温水",
            "该药品可以不与牛奶一起服用，服用后请注意休息并多喝温水",
            "held negation",
        ),
    ] {
        check(one, other, expected);
    }
}

#[test]
fn equal_texts_are_one_and_code_keeps_its_case_and_its_indentation() {
    let body = "the plates of the captain are in the old hall behind the stairs";
    check(&body.to_uppercase(), body, "goes fold");
    check(&format!("  {}\u{ad}", body.replace(' ', "  ")), body, "goes fold");
    check(body, body, "goes same");
    let code = "def count(rows):\n    total = 0\n    for row in rows:\n        total += row.weight\n    return total\n";
    let other = code.replace("\n    return", "\n        return");
    let texts = [code, &other];
    assert_eq!(World::new(&texts).comparison.distinct(), 2);
    assert_eq!(World::new(&[code, code]).comparison.distinct(), 1);
}

#[test]
fn equal_texts_are_judged_once_and_are_kept_or_dropped_together() {
    let body = "the plates of the captain are in the old hall behind the stairs of the northern house";
    let number = body.replace("plates", "9 plates");
    let texts = [body, &number, &body.to_uppercase(), &number.to_uppercase(), &number];
    let world = World::new(&texts);
    let of = |cleaned: &Cleaned| -> Vec<String> {
        let said = |verdict: &Verdict| match verdict {
            Verdict::Stays => "stays".to_owned(),
            Verdict::Held(cover) => format!("held {} {}", cover.kind, cover.by),
            Verdict::Goes(cover) => format!("goes {} {}", cover.kind, cover.by),
        };
        cleaned.verdicts.iter().map(said).collect()
    };
    let order = [0, 1, 2, 3, 4];
    let decided = |said: &[&str]| of(&world.with(&rules(said), (Some(&order), &[]), |cleaner| cleaner.run()));
    assert_eq!(decided(&[]), ["stays", "held number 0", "goes fold 0", "goes fold 1", "goes same 1"]);
    assert_eq!(
        decided(&["=number"]),
        ["stays", "goes number 0", "goes fold 0", "goes number 0", "goes number 0"]
    );
    assert_eq!(decided(&["!fold"]), ["stays", "held number 0", "held fold 0", "held fold 1", "goes same 1"]);
}
