//! Tests of the questions to the owner.

use super::letters::words;
use super::*;

/// Pairs of texts, each with one of these differences.
fn pairs(random: &mut Random, differences: &[(usize, [&str; 2])]) -> Vec<String> {
    let mut texts = Vec::new();
    for (times, [one, other]) in differences {
        for at in 0..*times {
            let (start, end) = (words(random, 9), words(random, 9));
            let own = |what: &str| {
                let number = |first: usize| (first + 7 * at).to_string();
                let word = |first: usize| letters::word(first + at);
                let what = what.replace('N', &number(1_000)).replace('M', &number(5_001));
                what.replace('V', &word(50_000)).replace('W', &word(60_000))
            };
            texts.extend([one, other].map(|what| format!("{start} {} {end}", own(what))));
        }
    }
    texts
}

fn asked(questions: &Questions) -> Vec<String> {
    questions.asked.iter().map(|question| question.subject.to_string()).collect()
}

#[test]
fn at_most_three_are_asked_an_identifier_first_then_an_edition_then_words_then_a_class() {
    let mut random = Random::of(&[30, 44]);
    let all = [
        (90, ["ticket N", "ticket M"]),
        (25, ["edition 8", "edition 9"]),
        (24, ["V", "W"]),
        (23, ["5 mg", "5 g"]),
    ];
    let texts = pairs(&mut random, &all);
    let questions = World::new(&texts).questions(&rules(&[]));
    assert_eq!(asked(&questions), ["number after \"ticket\"", "\"8\" ↔ \"9\"", "one-or-two-words"]);
    assert_eq!(questions.asked.iter().map(|one| one.lets).collect::<Vec<_>>(), [90, 25, 24]);
    assert_eq!(questions.held, 162);
    let texts = pairs(&mut random, &all[2..]);
    let questions = World::new(&texts).questions(&rules(&[]));
    assert_eq!(asked(&questions), ["one-or-two-words", "unit"]);
}

#[test]
fn what_was_answered_is_not_asked_again_and_what_lets_little_go_is_not_asked() {
    let mut random = Random::of(&[31, 44]);
    let texts = pairs(
        &mut random,
        &[(30, ["V", "W"]), (30, ["5 mg", "5 g"]), (2, ["may", "may not"]), (40, ["a, b", "a b"])],
    );
    let world = World::new(&texts);
    assert_eq!(asked(&world.questions(&rules(&[]))), ["one-or-two-words", "unit"]);
    assert_eq!(asked(&world.questions(&rules(&["=one-or-two-words"]))), ["unit"]);
    assert_eq!(asked(&world.questions(&rules(&["!one-or-two-words", "!unit"]))), [""; 0]);
    assert_eq!(world.questions(&rules(&["=one-or-two-words", "=unit", "=negation"])).held, 0);
}

#[test]
fn what_a_question_lets_go_is_what_goes_after_its_answer() {
    let texts = letters::versions(&mut Random::of(&[32, 44]), 1_200);
    let world = World::new(&texts);
    let gone = |rules: &Rules| world.cleaned(rules).gone().count();
    let usual = rules(&[]);
    let (questions, before) = (world.questions(&usual), gone(&usual));
    assert!(questions.asked.len() > 1, "{questions:?}");
    let (mut all, mut so_far) = (usual.clone(), before);
    for question in &questions.asked {
        let mut alone = usual.clone();
        alone.matters.say(&question.subject, false);
        all.matters.say(&question.subject, false);
        assert_eq!(gone(&alone) - before, question.alone, "{question:?}");
        assert_eq!(gone(&all) - so_far, question.lets, "{question:?}");
        so_far = gone(&all);
    }
}

#[test]
fn the_table_counts_each_document_that_is_held_once_and_words_come_first() {
    let mut random = Random::of(&[33, 44]);
    let texts = pairs(
        &mut random,
        &[
            (8, ["V", "W"]),
            (6, ["room 4", "room 6"]),
            (9, ["a, b", "a b"]),
            (5, ["4 mg, V", "6 mg, W"]),
            (7, ["may", "may not"]),
        ],
    );
    let world = World::new(&texts);
    let (cleaned, rows) = (world.cleaned(&rules(&[])), world.rows(&rules(&[])));
    assert_eq!(rows[0].subject, Subject::kind(Kind::OneOrTwoWords));
    let kinds = || rows.iter().filter(|row| !row.is_below);
    assert_eq!(kinds().map(|row| row.held).sum::<usize>(), cleaned.held().count());
    let row = |kind: Kind| kinds().find(|row| row.subject == Subject::kind(kind)).unwrap();
    let counts = |row: &Row| (row.pairs, row.held, row.gone, row.matters);
    assert_eq!(counts(row(Kind::OneOrTwoWords)), (8, 8, 0, true));
    assert_eq!(counts(row(Kind::Number)), (11, 11, 0, true));
    assert_eq!(counts(row(Kind::Word)), (13, 0, 0, false));
    assert_eq!(counts(row(Kind::Marks)), (9, 0, 9, false));
    assert_eq!(counts(row(Kind::Negation)), (7, 7, 0, true));
    let below: Vec<String> =
        rows.iter().filter(|row| row.is_below).map(|row| row.subject.to_string()).collect();
    assert_eq!(below, ["\"4\" ↔ \"6\"", "number after \"room\"", "\"not\" more"]);
}

#[test]
fn of_two_identifiers_the_second_is_asked_after_the_first_is_answered() {
    let texts = pairs(
        &mut Random::of(&[32, 44]),
        &[(60, ["ticket N of", "ticket M of"]), (50, ["customer N", "customer M"])],
    );
    let world = World::new(&texts);
    assert_eq!(asked(&world.questions(&rules(&[])))[0], "number after \"ticket\"");
    let next = asked(&world.questions(&rules(&["=number after \"ticket\""])));
    assert_eq!(next[0], "number after \"customer\"");
}

#[test]
fn a_text_more_and_a_text_less_are_one_pair_of_their_row() {
    let mut random = Random::of(&[33, 44]);
    let texts: Vec<String> = (0..5)
        .flat_map(|_| {
            let [a, b, c, d] = [40, 40, 5, 5].map(|n| words(&mut random, n));
            [format!("{a} {c} {b}"), format!("{a} {b} {d}")]
        })
        .collect();
    let rows = World::new(&texts).rows(&rules(&[]));
    let row = rows.iter().find(|row| row.subject.to_string() == "text-more,text-less").unwrap();
    assert_eq!((row.pairs, row.held + row.gone), (5, 5), "{rows:?}");
}
