//! Pairs of each class in both languages, and pairs that people reported.

use super::*;

/// A corpus in which every word is frequent except typing errors, and a few words are names.
struct Common;

impl Vocabulary for Common {
    fn texts(&self, token: u64) -> u32 {
        // Typing errors.
        if ["thier", "recieved"].iter().any(|word| Tokens::hash(word) == token) { 1 } else { 100 }
    }

    fn is_name(&self, token: u64) -> bool {
        ["alice", "bob", "berlin", "paris"].iter().any(|word| Tokens::hash(word) == token)
    }
}

fn classes(a: &str, b: &str) -> Vec<Difference> {
    differences(&Tokens::new(a), &Tokens::new(b), &Common)
}

/// Checks the classes of a pair in both directions.
fn check(a: &str, b: &str, expected: &str) {
    let names =
        |found: &[Difference]| found.iter().map(|found| found.kind.name()).collect::<Vec<_>>().join(" ");
    let (found, back) = (classes(a, b), classes(b, a));
    assert_eq!(names(&found), expected, "{a:?} against {b:?}");
    let mirrored: Vec<Kind> = back.iter().map(|back| back.kind.mirrored()).collect();
    assert_eq!(found.iter().map(|found| found.kind).collect::<Vec<_>>(), mirrored, "{a:?} against {b:?}");
    let keys = |found: &[Difference]| found.iter().map(|found| found.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(&found), keys(&back), "{a:?} against {b:?}");
    for key in keys(&found).into_iter().flatten() {
        assert_eq!(key.to_string().parse(), Ok(key));
    }
}

/// Whether one or two words are the only differences that lose anything.
fn is_one_or_two_words(found: &[Difference]) -> bool {
    let is_words = |kind| matches!(kind, Kind::Word | Kind::More | Kind::Less);
    let count = found.iter().filter(|difference| is_words(difference.kind)).count();
    (1..=2).contains(&count)
        && found.iter().all(|difference| is_words(difference.kind) || !difference.kind.costs())
}

/// Checks the heaviest class of a pair in both directions.
fn check_leading(a: &str, b: &str, expected: Kind) {
    for (a, b) in [(a, b), (b, a)] {
        let found = classes(a, b);
        let leads = found.iter().map(|found| found.kind).max();
        let is_held = expected == Kind::OneOrTwoWords && is_one_or_two_words(&found);
        assert!(leads == Some(expected) || is_held, "{a:?} against {b:?}: {found:?}");
    }
}

#[test]
fn each_class_in_english() {
    check("if x == y then", "if x != y then", "operator");
    check("if x < y then", "if x > y then", "operator");
    check("it was -5 outside", "it was 5 outside", "operator");
    check("it was covid-19 then", "it was covid 19 then", "marks");
    check("take 5 mg daily", "take 5 g daily", "unit");
    check("take 5mg daily", "take 5g daily", "unit");
    check("take 5mg daily", "take 5 g daily", "unit");
    check("cost 25 % more", "cost 25 € more", "unit");
    check("8 °C outside", "8 °F outside", "unit");
    check("8°C outside", "8℉ outside", "unit");
    check("price USD 40 each", "price EUR 40 each", "unit");
    check("it has 2 MW there", "it has 2 mW there", "unit");
    check("it has 2MW there", "it has 2mW there", "unit");
    check("take 5 mg daily", "take 5mg daily", "space");
    check("wait 3 hrs there", "wait 3 hours there", "spelling");
    check("Please call me back.", "Please call me back!", "marks");
    check("Fwd: Ticket by Ann", "Ticket by Ann", "marks");
    check("the data base is up", "the database is up", "space");
    check("it is nine of them", "it is 9 of them", "same-number");
    check("some 2 000 of them", "some 2,000 of them", "same-number");
    check("some 2 000 of them", "some 2000 of them", "same-number");
    check("some 10 5 of them", "some 105 of them", "number");
    check("paragraph ① holds", "paragraph 1 holds", "same-number");
    check("it costs 95 euros", "it costs 25 euros", "number");
    check("version 1.10 is out", "version 1.1 is out", "number");
    check("a five hundred dollar fine", "a five hundred thousand dollar fine", "number");
    check("chapter IV begins", "chapter VI begins", "number");
    check("then I went there", "then we went there", "small");
    check("it is right", "it is not right", "negation");
    check("it isn't right", "it is right", "negation");
    check("it isn’t right", "it isn't right", "");
    check("it was authorized by him", "it was unauthorized by him", "negation");
    check("a profit company", "a non-profit company", "negation");
    check("revised on March 3", "revised on April 3", "date");
    check("grant access to all", "revoke access to all", "opposite");
    check("all of thier work", "all of their work", "spelling");
    check("he was recieved there", "he was received there", "spelling");
    check("a large stone house", "a large stove house", "word");
    check("they walk home", "they walked home", "form");
    check("in the house", "in a house", "small");
    check("for the house", "of the house", "word");
    check("met Alice there", "met Bob there", "name");
    check("a red house", "a blue house", "word");
    check("the minister spoke", "the former minister spoke", "more");
    check("the former minister spoke", "the minister spoke", "less");
    check("it is here", "it is here because nobody came and took it", "text-more");
    check("one two three four", "sun moon stars in the sky", "rewritten");
}

#[test]
fn each_class_in_chinese() {
    check("如果a=b就", "如果a>b就", "operator");
    check("5毫克一次", "5克一次", "unit");
    check("五米高", "五厘米高", "unit");
    check("五毫克", "五克", "unit");
    check("三分钟后", "三小时后", "unit");
    check("收费5美元整", "收费5欧元整", "unit");
    check("5千克一袋", "5克一袋", "unit");
    check("5公斤一袋", "5千克一袋", "spelling");
    check("5毫克一次", "5mg一次", "spelling");
    check("怎么用微信红包", "怎么用微信红包？", "marks");
    check("回复：会议安排", "会议安排", "marks");
    check("会议有九人", "会议有9人", "same-number");
    check("两千人到场", "2000人到场", "same-number");
    check("2019年7月1日起施行", "2019年8月1日起施行", "number");
    check("罚款五百元", "罚款五百万元", "number");
    check("第三批名单", "第四批名单", "number");
    check("在十七点前", "在七点前", "number");
    check("我很高兴", "我不高兴", "negation");
    check("可以使用", "不可以使用", "negation");
    check("这非常好用", "这好用", "less");
    check("这特别好用", "这好用", "less");
    check("不过他来了", "他来了", "less");
    check("他来了", "他并不一定来了", "negation");
    check("今天开会", "明天开会", "date");
    check("本周三开会", "本周五开会", "date");
    check("人口增加了", "人口减少了", "opposite");
    check("吃饭前服用", "吃饭后服用", "opposite");
    check("为什么不来", "為什麼不来", "spelling spelling");
    check("在機場等", "在机场等", "spelling");
    check("我的书", "我书", "small");
    check("红的花", "绿的花", "word");
    check("港务局批准了", "港务局几乎批准了", "more");
    check("一个人来", "个人来", "less");
    check("他来了", "他来了，因为没有人愿意去那里等", "text-more");
}

#[test]
fn what_moves_is_order_unless_it_carries_a_meaning() {
    check(
        "Dogs travel free of charge in the coach. Meet at noon, please.",
        "Meet at noon, please. Dogs travel free of charge in the coach.",
        "order order",
    );
    check("not all of them are here", "all of them are not here", "negation negation");
    check("they are not happy and we like it", "they happy and we are not like it", "negation negation");
    check(
        "pay 500 dollars to the account of Alice and 90 dollars to the account of Bob",
        "pay 90 dollars to the account of Alice and 500 dollars to the account of Bob",
        "number number",
    );
    check("甲方不得转让而乙方可以转让", "甲方可以转让而乙方不得转让", "negation negation");
    check("buy the old house and sell the car", "sell the old house and buy the car", "opposite opposite");
}

#[test]
fn opposites_that_look_alike_are_held() {
    let negated = [
        (
            "The new vaccine was approved for adults by the agency in spring and it is not recommended for children under five years of age in any region",
            "The new vaccine was not approved for adults by the agency in spring and it is recommended for children under five years of age in any region",
        ),
        (
            "Employees must not enter the laboratory without a badge and visitors may use the front entrance during the working hours of the week",
            "Employees must enter the laboratory with a badge and visitors may not use the front entrance during the working hours of the week",
        ),
        (
            "There is no evidence that the substance harms the liver but patients with kidney disease should take it only under supervision of a doctor",
            "There is evidence that the substance harms the liver but patients with no kidney disease should take it only under supervision of a doctor",
        ),
        (
            "这种药物可以用于成年人的治疗，但是不可以用于五岁以下儿童，医生必须在治疗开始之前检查病人的肝脏功能和肾脏功能",
            "这种药物不可以用于成年人的治疗，但是可以用于五岁以下儿童，医生必须在治疗开始之前检查病人的肝脏功能和肾脏功能",
        ),
        (
            "病人上周到过医院检查，医生看了全部化验结果之后认为不可以出院，需要继续观察一周再决定",
            "病人上周到医院检查，医生看了全部化验结果之后认为可以出院，需要继续观察一周再决定",
        ),
        (
            "The merger was approved by the commission on friday after three months of talks with the unions of both companies, from now on",
            "The merger was not approved by the commission on friday after three months of talks with the unions of both companies, from now on as the ministry of health announced on monday morning",
        ),
    ];
    for (a, b) in negated {
        check_leading(a, b, Kind::Negation);
    }
    check_leading(
        "transfer 500 dollars to the account of alice and 90 dollars to the account of bob before the end of the month as agreed on the phone today",
        "transfer 90 dollars to the account of alice and 500 dollars to the account of bob before the end of the month as agreed on the phone",
        Kind::Number,
    );
}

#[test]
fn one_price_among_ten_numbers_is_held_and_moved_sentences_and_commas_are_not() {
    let price = |price: u32| {
        format!(
            "Release notes for the winter timetable 2024. Trains leave at 7:10, 8:20, 9:30 and 10:40 from platform 4. The ticket costs {price} euros for adults. Dogs travel free of charge in the second coach behind the engine."
        )
    };
    check(&price(25), &price(95), "number");
    assert_eq!(classes(&price(25), &price(95))[0].key, Some(Key::NumberAfter("costs".to_owned())));
    check_leading(
        "Dogs travel free of charge in the second coach behind the engine. The ticket costs 30 euros for children. Meet at 12:15 on platform 9. Bring 2 litres of water per person, please, and 1 sandwich.",
        "Meet at 12:15 on platform 9. Bring 2 litres of water per person, please, and 1 sandwich. Dogs travel free of charge in the second coach behind the engine. The ticket costs 30 euros for children.",
        Kind::Order,
    );
    check(
        "The harbour office opens at nine. Boats, ferries and tugs must report to the pilot before leaving, and may not anchor inside the breakwater.",
        "The harbour office opens at nine. Boats ferries and tugs must report to the pilot before leaving and may not anchor inside the breakwater.",
        "marks marks",
    );
}

#[test]
fn sentence_marks_alone_are_marks() {
    for (a, b) in [
        ("怎么用微信红包", "怎么用微信红包？"),
        ("如何重置密码", "如何重置密码？"),
        ("How do I reset my password", "How do I reset my password?"),
        ("Please call me back.", "Please call me back!"),
        ("退款要几天到账", "退款要几天到账。"),
    ] {
        check(a, b, "marks");
    }
    check_leading("一群男人在海滩上踢足球。", "一群男孩在海滩上踢足球。", Kind::OneOrTwoWords);
}

#[test]
fn numerals_of_all_kinds_are_numbers() {
    for (frame, a, b) in [
        (
            "The sum on the second page of the report is given as _ and nobody asked for a reason.",
            "٣٤٥",
            "٣٤٦",
        ),
        ("Room _ in the eastern wing has a view of the shipyard and the old customs house.", "१२३", "१२४"),
        ("They loaded _ crates of dried herring before the tide turned.", "３４５", "３４６"),
        ("Paragraph _ of the harbour rules forbids open fire within sight of the fuel depot.", "①", "②"),
        ("The choir sang hymn number _ twice because the bishop arrived later than announced.", "Ⅳ", "Ⅵ"),
        ("About _ of the old town burned down in the winter when the wells were frozen.", "½", "¼"),
        ("On day _ the expedition reached a lake without a name and rested among the reeds.", "nine", "ten"),
        ("Kapitel _ beschreibt den Bau der Schleuse und die Arbeiter.", "IV", "VI"),
        ("根据通知，第_批，所有船只必须在日落之前离开西侧码头并向管理处报告。", "三", "四"),
    ] {
        check(&frame.replace('_', a), &frame.replace('_', b), "number");
    }
    check_leading("Le quai numéro deux reste fermé", "Le quai numéro trois reste fermé", Kind::OneOrTwoWords);
}

#[test]
fn other_units_of_one_number_are_units() {
    for (frame, a, b) in [
        ("Give the patient 5 _ of the drug twice a day with plenty of water before the meal", "mg", "g"),
        ("The gate closes at 7 _ and the guard keeps the key until the next round begins", "am", "pm"),
        ("The crossing to the island costs 40 _ while children travel for nothing", "USD", "EUR"),
        ("Store the vaccine at a temperature of 8 _ in the dark cupboard behind the counter", "°C", "°F"),
        ("Boil the sugar for 3 _ and pour it slowly over the almonds in the iron tray", "minutes", "hours"),
        ("The turbine on the northern mole delivers 2 _ under full wind from the open sea", "MW", "kW"),
        ("The bank lent the shipyard 3 _ to finish the two hulls before the strike", "million", "billion"),
        ("每次服用5_，饭后用温水送服，儿童必须遵医嘱并由家长看护", "毫克", "克"),
    ] {
        check(&frame.replace('_', a), &frame.replace('_', b), "unit");
    }
}

#[test]
fn one_or_two_words_more_are_held_in_both_directions() {
    for (a, b, kind) in [
        ("pay five hundred dollars to each", "pay five hundred thousand dollars to each", Kind::Number),
        (
            "The minister of ports opened the bridge",
            "The former minister of ports opened the bridge",
            Kind::OneOrTwoWords,
        ),
        (
            "The guard was charged with murder",
            "The guard was charged with attempted murder",
            Kind::OneOrTwoWords,
        ),
        ("Wash the brush in spirit", "Wash the brush in white spirit", Kind::OneOrTwoWords),
        ("Laptop stand", "Laptop stand, refurbished", Kind::OneOrTwoWords),
        ("Northern Lantern", "Northern Lantern (Live)", Kind::OneOrTwoWords),
        ("Northern Lantern (Live)", "Northern Lantern (Extended Mix)", Kind::OneOrTwoWords),
        ("Northern Lantern", "Northern Lantern - Karaoke Version", Kind::OneOrTwoWords),
        (
            "该药品可以与牛奶一起服用，服用后请注意休息",
            "该药品可以不与牛奶一起服用，服用后请注意休息",
            Kind::Negation,
        ),
        ("港务局批准了新码头的预算", "港务局几乎批准了新码头的预算", Kind::OneOrTwoWords),
        ("旅客须在七点前登船，迟到者船票作废", "旅客须在十七点前登船，迟到者船票作废", Kind::Number),
        ("罚款五百元，限三日内缴纳", "罚款五百万元，限三日内缴纳", Kind::Number),
    ] {
        check_leading(a, b, kind);
    }
    let found =
        classes("a red cat and a big dog in the old house", "a blue cat and a tiny dog in the new yard");
    assert!(!is_one_or_two_words(&found), "{found:?}");
}

#[test]
fn keys_are_what_recurs() {
    let keys = |a, b| {
        let found = classes(a, b);
        found
            .iter()
            .map(|found| found.key.as_ref().map_or("-".to_owned(), Key::to_string))
            .collect::<Vec<_>>()
            .join("; ")
    };
    assert_eq!(keys("Ticket 12. It rains", "Ticket 34. It rains"), "number after \"ticket\"");
    assert_eq!(keys("Ticket #12. It rains", "Ticket #34. It rains"), "number after \"ticket\"");
    assert_eq!(keys("12 days", "13 days"), "number before \"days\"");
    assert_eq!(keys("于2019年施行", "于2020年施行"), "number before \"年\"");
    assert_eq!(keys("it costs 5 there", "it costs there"), "a number more");
    assert_eq!(keys("the documentation files", "the profiling files"), "\"documentation\" ↔ \"profiling\"");
    assert_eq!(keys("Stand, refurbished", "Stand"), "\"refurbished\" more");
    assert_eq!(keys("他几乎到了", "他到了"), "\"几乎\" more");
    assert_eq!(keys("if a = b", "if a > b"), "\"=\" ↔ \">\"");
    assert_eq!(keys("has 2 MW", "has 2 mW"), "\"MW\" ↔ \"mW\"");
    assert_eq!(keys("Stop.", "Stop!"), "-");
    let pair = |a: &str, b: &str| {
        let (a, b) = (Tokens::new(a), Tokens::new(b));
        differences(&a, &b, &Common)[0].numbers(&a, &b)
    };
    assert_eq!(pair("Debian 8 is out", "Debian 9 is out"), Some(Key::between("8", "9")));
    assert_eq!(pair("Debian is out", "Debian 9 is out"), None);
}

#[test]
fn differences_are_described_in_a_line() {
    let line = |a: &str, b: &str| {
        let (a, b) = (Tokens::new(a), Tokens::new(b));
        describe(&differences(&a, &b, &Common), &a, &b)
    };
    assert_eq!(
        line(
            "It costs 95 euros. We Grant access",
            "It costs 25 euros! We revoke access, as somebody said to us then"
        ),
        "number: 95 → 25; marks; opposite: Grant → revoke; text-more: + as somebody said to us …"
    );
    assert_eq!(line("港务局几乎批准了", "港务局批准了"), "less: − 几乎");
    assert_eq!(line("a == b", "a != b"), "operator: = → !");
    assert_eq!(line("a b", "a b"), "");
    assert_eq!(
        line("a 1 b 1 c 1 d 1 e 1 f 1 g 1", "a 2 b 2 c 2 d 2 e 2 f 2 g 2").matches(';').count(),
        0,
        "equal neighbours are one"
    );
    assert!(line("a 1 b 2 c 3 d 4 e 5 f 6 g 7", "a 11 b 12 c 13 d 14 e 15 f 16 g 17").ends_with("6 → 16; …"));
}

#[test]
fn texts_beyond_the_steps_are_rewritten_as_a_whole() {
    let text = |by: u64| (0..9000).map(|at| format!("w{} ", (at * by) % 9001)).collect::<String>();
    let (a, b) = (text(1), text(4567));
    let (a, b) = (Tokens::new(&a), Tokens::new(&b));
    let found = differences(&a, &b, &Common);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].kind, found[0].hunk.a.end, found[0].key.clone()), (Kind::Rewritten, 9000, None));
}

#[test]
fn classes_and_keys_do_not_depend_on_the_direction() {
    let mut state = 11_u64;
    let mut draw = |n: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    let words = [
        "the ", "not ", "five ", "5 ", "mg ", "mG ", "MW ", "mW ", "5mg ", "grant ", "revoke ", "Alice ",
        "in ", "IV ", "I ", "march ", "不", "得", "三", "一", "百", "万", "天", "年", "克", "毫", "前", "后",
        "国", "國", "第", ", ", ". ", "- ", "-", "= ", "%", "Re: ", "° ", "half ", "2 000 ",
    ];
    for _ in 0..20_000 {
        let mut text = || (0..draw(9)).map(|_| words[draw(words.len() as u64) as usize]).collect::<String>();
        let (a, b) = (text(), text());
        let (found, back) = (classes(&a, &b), classes(&b, &a));
        let mirrored: Vec<Difference> = back
            .into_iter()
            .map(|back| Difference {
                kind: back.kind.mirrored(),
                hunk: Hunk { a: back.hunk.b, b: back.hunk.a },
                key: back.key,
            })
            .collect();
        assert_eq!(found, mirrored, "{a:?} against {b:?}");
        for key in found.iter().filter_map(|found| found.key.as_ref()) {
            assert_eq!(key.to_string().parse().as_ref(), Ok(key));
        }
    }
}
