//! The owner's answers take precedence over the statistics of the corpus, and these over the defaults.

use super::*;
use crate::alignment::Key;

/// Two texts that differ in a number behind *ticket*, two in one behind *room*, two in an ordinary word.
fn texts() -> Vec<String> {
    let mut random = Random::of(&[20, 44]);
    let mut texts = Vec::new();
    for [one, other] in [["ticket 17", "ticket 95"], ["room 4", "room 6"], ["yellow", "golden"]] {
        let body = letters::words(&mut random, 18);
        texts.extend([one, other].map(|what| format!("{body} {what} again")));
    }
    texts
}

#[track_caller]
fn check(said: &[&str], goes: usize, held: &str) {
    let texts = texts();
    let cleaned = World::new(&texts).cleaned(&rules(said));
    assert_eq!(outcome(&cleaned), (goes, held.to_owned()), "{said:?}");
}

#[test]
fn a_recurring_difference_goes_before_its_class_and_the_class_before_the_default() {
    check(&[], 0, "number number one-or-two-words");
    check(&["=number"], 2, "one-or-two-words");
    check(&["=numbers", "=one or two words"], 3, "");
    check(&["=number after \"ticket\""], 1, "number one-or-two-words");
    check(&["=number", "!number after \"ticket\""], 1, "number one-or-two-words");
    check(&["!number", "=number after \"ticket\""], 1, "number one-or-two-words");
    check(&["=\"17\" ↔ \"95\""], 1, "number one-or-two-words");
    check(&["=one-or-two-words", "!word"], 0, "number number word");
    check(&["=one-or-two-words", "!words"], 0, "number number word");
    check(&["=\"golden\" ↔ \"yellow\""], 1, "number number");
    check(&["=words"], 1, "number number");
    check(&["!marks", "!lost"], 0, "number number one-or-two-words");
}

#[test]
fn what_is_said_last_holds_and_what_is_taken_back_was_never_said() {
    check(&["=number", "!number"], 0, "number number one-or-two-words");
    check(&["!number", "=number"], 2, "one-or-two-words");
    let mut said = Matters::default();
    let subjects = ["number", "words", "number after \"Ticket\"", "\"grant\" ↔ \"revoke\""];
    let subjects: Vec<Subject> = subjects.iter().map(|subject| subject.parse().unwrap()).collect();
    subjects.iter().for_each(|subject| said.say(subject, false));
    assert!(subjects.iter().all(|subject| said.of(subject) == Some(false)));
    assert_eq!(said.iter().count(), 4, "three kinds of words are one subject");
    assert!(subjects.iter().all(|subject| said.take_back(subject)) && said.is_empty());
    assert!(!subjects.iter().any(|subject| said.take_back(subject)) && said == Matters::default());
}

#[test]
fn what_matters_may_be_a_difference_that_usually_does_not() {
    let body = "the plates of the captain are in the old hall behind the stairs of the northern house";
    for (other, kind) in [
        (body.replace(" are", ", are"), "marks"),
        (body.replace("northern house", "northernhouse"), "space"),
        (body.replace("plates of the", "plates of a"), "small"),
        (body.to_uppercase(), "fold"),
        (body.to_owned(), "same"),
    ] {
        let texts = [body, &other];
        let world = World::new(&texts);
        assert_eq!(outcome(&world.cleaned(&rules(&[]))), (1, String::new()), "{kind}");
        let cleaned = world.cleaned(&rules(&[&format!("!{kind}")]));
        assert_eq!(outcome(&cleaned), (0, kind.to_owned()));
        assert!(cleaned.held().all(|(_, cover)| cover.why == Some(Why::Said)));
    }
}

#[test]
fn names_of_earlier_versions_are_understood() {
    let said = |names: &str, matters: bool| {
        let mut said = Matters::default();
        said.say_kinds(names, matters)
            .map(|()| said.iter().map(|(subject, _)| subject.to_string()).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(said("word", false).unwrap(), "one-or-two-words");
    assert_eq!(said("word", true).unwrap(), "words");
    assert_eq!(said("insert", false).unwrap(), "text-more more");
    assert_eq!(said("symbols,numbers", true).unwrap(), "operator number");
    assert_eq!(said("partial", false).unwrap(), "lost");
    assert_eq!(said("similar", true).unwrap(), "order name text-less rewritten");
    assert!(said("typo", true).is_err());
    assert_eq!(["words", "Words"].map(str::parse), [Ok(Subject::words()), Ok(Subject::words())]);
    assert_eq!("one or two words".parse(), Ok(Subject::kind(Kind::OneOrTwoWords)));
    assert_eq!("number after “Ticket”".parse(), Ok(Subject::Key(Key::number_after("ticket"))));
    for refused in ["must-agree", "unconfirmed", "typo", "\"\" more"] {
        let error = refused.parse::<Subject>().unwrap_err().to_string();
        assert!(error.contains("number after \"Ticket\""), "{error}");
    }
}

#[test]
fn kinds_are_written_as_they_are_read() {
    for names in ["", "number", "same,fold,marks", "more,less,word,must-agree,unconfirmed"] {
        let mut kinds = Kinds::NONE;
        names.split(',').filter(|name| !name.is_empty()).for_each(|name| kinds.add(name.parse().unwrap()));
        let written = kinds.to_string();
        assert_eq!(kinds.iter().count(), names.split(',').filter(|name| !name.is_empty()).count());
        assert!(written.is_empty() || written.parse() == Ok(kinds), "{written}");
    }
    assert_eq!("words".parse::<Kinds>().unwrap().to_string(), "more,less,word");
}

#[test]
fn a_rule_that_fits_nothing_is_named() {
    let texts = texts();
    let world = World::new(&texts);
    let unknown = |said: &[&str]| -> Vec<String> {
        world.comparison.unknown(&rules(said)).map(|subject| subject.to_string()).collect()
    };
    assert_eq!(unknown(&["=number after \"ticket\"", "!\"golden\" ↔ \"yellow\"", "=operator"]), [""; 0]);
    assert_eq!(unknown(&["=number after \"tikcet\""]), ["number after \"tikcet\""]);
}

#[test]
fn what_was_said_of_a_pair_goes_before_what_the_texts_say() {
    let texts = [
        "the bridge over the river opens at nine in the morning on workdays",
        "the bridge over the river opens at nine in the morning on workdays",
        "a parcel of 20 pounds costs 7 coins to send by the mail boat",
        "a parcel of 30 pounds costs 9 coins to send by the mail boat",
        "nothing at all",
    ];
    let world = World::new(&texts);
    let decided = |said: &[((u32, u32), bool)]| {
        let cleaned = world.with(&rules(&[]), (None, said), |cleaner| cleaner.run());
        let pairs = |of: &mut dyn Iterator<Item = (u32, &Cover)>| {
            of.map(|(document, cover)| (document, cover.by)).collect::<Vec<_>>()
        };
        (pairs(&mut cleaned.gone()), pairs(&mut cleaned.held()))
    };
    assert_eq!(decided(&[]), (vec![(1, 0)], vec![(3, 2)]));
    assert_eq!(decided(&[((0, 1), false), ((2, 3), true), ((0, 4), true)]), (vec![(3, 2), (4, 0)], vec![]));
    // A no about one of two equal texts keeps both.
    assert_eq!(decided(&[((0, 4), true), ((1, 4), false)]).0, [(1, 0)]);
    // One may go because of the other, whichever that is, but not both.
    let (gone, _) = decided(&[((0, 4), true), ((3, 4), true), ((2, 3), true)]);
    assert!(gone.iter().all(|(_, by)| gone.iter().all(|(document, _)| document != by)), "{gone:?}");
}

#[test]
fn what_must_agree_holds_equal_texts_too_and_is_asked_of_the_text_as_it_is() {
    let body = "the bridge over the river opens at nine in the morning on workdays and closes at dusk";
    let texts = [format!("EN-1 {body}"), format!("en-1 {body}"), format!("EN-1 {body}!")];
    let world = World::new(&texts);
    let must = |pattern: &str| Rules { must_agree: vec![pattern.parse().unwrap()], ..Rules::default() };
    assert_eq!(outcome(&world.cleaned(&rules(&[]))), (2, String::new()));
    let cleaned = world.cleaned(&must("EN-[0-9]"));
    assert_eq!(outcome(&cleaned), (1, "must-agree".to_owned()));
    assert!(cleaned.held().all(|(_, cover)| cover.why == Some(Why::MustAgree)));
    assert_eq!(outcome(&world.cleaned(&must("nothing has this"))), (2, String::new()));
    // Of equal texts each is asked by itself.
    let texts = [
        format!("the {body} today"),
        format!("the {body} today").to_uppercase(),
        format!("the {body}, today"),
    ];
    for order in [[2, 0, 1], [2, 1, 0], [0, 1, 2]] {
        let world = World::new(&texts);
        let cleaned = world.with(&must("(?-i)\\bTHE\\b"), (Some(&order), &[]), |cleaner| cleaner.run());
        assert_eq!(outcome(&cleaned), (1, "must-agree".to_owned()), "{order:?}");
        assert!(cleaned.verdicts[1].gone().is_none(), "{order:?}");
    }
}
