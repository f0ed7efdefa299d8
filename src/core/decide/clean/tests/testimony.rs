//! Tests of the statistics of the corpus.

use super::letters::{strangers, word, words};
use super::*;
use crate::alignment::Key;

/// A list of messages: each has another meaning but shares its words with others.
fn messages(random: &mut Random) -> Vec<String> {
    let verbs = ["declare", "export", "import", "resolve", "redefine", "extend", "emit", "infer"];
    let things =
        ["variable", "module", "namespace", "property", "parameter", "interface", "decorator", "signature"];
    let places = [
        "in this file",
        "in a generator",
        "outside a function",
        "at the top level",
        "in strict mode",
        "within a class",
    ];
    let mut messages = Vec::new();
    for (v, verb) in verbs.iter().enumerate() {
        for (t, thing) in things.iter().enumerate() {
            for (p, place) in places.iter().enumerate() {
                if (v * 5 + t * 3 + p * 7) % 4 == 0 {
                    let more =
                        ["that has been used before", "which another one hides", "if its type is unknown"]
                            [random.below(3)];
                    messages.push(format!("It is an error to {verb} the {thing} {place} {more}"));
                }
            }
        }
    }
    messages
}

#[test]
fn in_a_list_of_messages_words_matter_until_somebody_says_that_they_do_not() {
    let texts = messages(&mut Random::of(&[7, 44]));
    let world = World::new(&texts);
    let cleaned = world.cleaned(&rules(&["=one-or-two-words"]));
    assert_eq!(cleaned.gone().count(), 0, "{:?}", outcome(&cleaned));
    assert!(cleaned.held().any(|(_, cover)| matches!(cover.why, Some(Why::Loose | Why::Band(_)))));
    let seen = world.comparison.catalogue().unwrap();
    assert!(seen.words == (None, Some(25)) && seen.share > 0.3, "{seen:?}");
    // An answer about words overrides the statistics.
    let cleaned = world.cleaned(&rules(&["=one-or-two-words", "=words"]));
    assert!(cleaned.gone().count() > 20, "{:?}", outcome(&cleaned));
}

#[test]
fn a_list_of_messages_does_not_hold_the_articles_beside_it() {
    let mut random = Random::of(&[8, 44]);
    let mut texts = messages(&mut random);
    let list = texts.len();
    for _ in 0..120 {
        let article = words(&mut random, 60);
        let mut edited: Vec<String> = article.split(' ').map(str::to_owned).collect();
        [9, 27, 41].into_iter().for_each(|at| edited[at] = words(&mut random, 1));
        texts.extend([article, edited.join(" ")]);
    }
    let cleaned = World::new(&texts).cleaned(&rules(&[]));
    let gone: Vec<bool> = cleaned.gone().map(|(document, _)| (document as usize) < list).collect();
    assert_eq!((gone.len(), gone.contains(&true)), (120, false));
    // Versions of one text each are no list.
    let articles: Vec<&String> = texts[list..].iter().collect();
    assert_eq!(World::new(&articles).comparison.catalogue(), None);
}

/// This many texts in two versions each, which differ in these words and in two ordinary edits.
fn recurring(times: usize, one: &str, other: &str) -> Vec<String> {
    let mut random = Random::of(&[9, 44]);
    let mut texts = Vec::new();
    for _ in 0..times {
        let mut body: Vec<String> = words(&mut random, 24).split(' ').map(str::to_owned).collect();
        body[14] = one.to_owned();
        texts.push(body.join(" "));
        body[14] = other.to_owned();
        [2, 6, 10].into_iter().for_each(|at| body[at] = words(&mut random, 1));
        texts.push(body.join(" "));
    }
    texts
}

#[test]
fn what_parts_twenty_pairs_matters_and_nineteen_are_chance() {
    for (times, goes) in [(19, 19), (20, 0)] {
        let texts = recurring(times, "profiling", "documentation");
        let world = World::new(&texts);
        let cleaned = world.cleaned(&rules(&[]));
        assert_eq!(cleaned.gone().count(), goes, "{times}: {:?}", outcome(&cleaned));
        if goes == 0 {
            assert!(
                cleaned
                    .held()
                    .all(|(_, cover)| cover.why == Some(Why::Recurring(20)) && cover.kind == Kind::Word)
            );
            let key = Key::between("documentation", "profiling");
            let rows = world.rows(&rules(&[]));
            let row = rows.iter().find(|row| row.subject == Subject::Key(key.clone())).unwrap();
            assert_eq!((row.pairs, row.held, row.matters, row.why), (20, 20, true, Some(Why::Recurring(20))));
            // It goes if the owner says that it, or words, do not matter.
            for said in ["=\"profiling\" ↔ \"documentation\"", "=words", "=one-or-two-words"] {
                let cleaned = world.cleaned(&rules(&[said]));
                assert_eq!(cleaned.gone().count(), 20, "{said}: {:?}", outcome(&cleaned));
            }
        }
    }
}

#[test]
fn one_character_for_another_that_no_text_has_beside_it_is_a_variant_and_recurs_without_parting() {
    let characters: Vec<char> = ('一'..='鿿').step_by(7).collect();
    let mut random = Random::of(&[10, 44]);
    let mut poems = |has_both: bool| -> Vec<String> {
        let mut texts = Vec::new();
        for _ in 0..40 {
            let mut poem: Vec<char> = (0..28).map(|_| *random.pick(&characters).unwrap()).collect();
            (poem[9], poem[20]) = ('鸂', if has_both { '鶒' } else { poem[20] });
            texts.push(poem.iter().collect());
            poem[9] = '鶒';
            texts.push(poem.iter().collect());
        }
        texts
    };
    let [apart, together] = [false, true].map(&mut poems);
    let cleaned = World::new(&apart).cleaned(&rules(&[]));
    assert_eq!(cleaned.gone().count(), 40, "{:?}", outcome(&cleaned));
    let cleaned = World::new(&together).cleaned(&rules(&[]));
    assert_eq!(cleaned.gone().count(), 0, "{:?}", outcome(&cleaned));
}

/// Tickets, each with a number of its own; the second half repeats the first.
fn tickets() -> Vec<String> {
    let mut random = Random::of(&[11, 44]);
    let bodies = strangers(&mut random, 60, 18);
    let ticket = |(number, body): (usize, &String)| format!("Ticket #{} {body}", 40_000 + 97 * number);
    bodies.iter().chain(&bodies).enumerate().map(ticket).collect()
}

#[test]
fn a_number_that_is_another_one_in_every_text_is_asked_about_first_and_decided_by_its_owner() {
    let texts = tickets();
    let world = World::new(&texts);
    assert_eq!(world.cleaned(&rules(&[])).gone().count(), 0);
    let questions = world.questions(&rules(&[]));
    let first = &questions.asked[0];
    assert_eq!(first.subject, Subject::Key(Key::number_after("ticket")), "{questions:?}");
    assert_eq!((first.identifier, first.lets, questions.held), (Some(120), 60, 60));
    assert_eq!(world.cleaned(&rules(&["=number after \"Ticket\""])).gone().count(), 60);
}

#[test]
fn a_number_that_many_texts_share_is_no_identifier() {
    let mut random = Random::of(&[12, 44]);
    let texts: Vec<String> =
        (0..80).map(|at| format!("Room {} {}", at % 30, words(&mut random, 12))).collect();
    let world = World::new(&texts);
    assert!(world.comparison.testimony.keys.iter().all(|known| known.identifier.is_none()));
}

#[test]
fn a_word_that_stands_for_the_same_other_one_in_three_places_matters() {
    for (places, goes) in [(2, true), (3, false)] {
        let mut body: Vec<String> = (0..50).map(word).collect();
        [5, 15, 25].into_iter().take(places).for_each(|at| body[at] = "jpeg".to_owned());
        let text = body.join(" ");
        [30, 40].into_iter().for_each(|at| body[at] = word(700 + at));
        let other = body.join(" ").replace("jpeg", "tiff");
        let cleaned = World::new(&[text, other]).cleaned(&rules(&[]));
        assert_eq!(cleaned.gone().count() == 1, goes, "{:?}", outcome(&cleaned));
        assert!(goes || cleaned.held().all(|(_, cover)| cover.why == Some(Why::Renamed)));
    }
}

#[test]
fn a_word_that_is_capitalised_wherever_it_stands_is_a_name() {
    let mut texts: Vec<String> = Vec::new();
    let body = "wrote to the office that the boat with the two sails is to be painted before the regatta";
    texts.extend(["Alice", "Bob"].map(|name| format!("Captain {name} {body}")));
    let cleaned = World::new(&texts).cleaned(&rules(&[]));
    assert_eq!(outcome(&cleaned), (0, "name".to_owned()));
    // A word that is in lower case in most places is no name.
    texts.extend(
        ["alice", "bob"]
            .iter()
            .flat_map(|word| (0..5).map(move |at| format!("{word} {}", self::word(at * 31)))),
    );
    let cleaned = World::new(&texts).cleaned(&rules(&[]));
    assert_eq!(outcome(&cleaned), (0, "one-or-two-words".to_owned()));
}

#[test]
fn texts_that_fill_in_one_template_are_held() {
    let mut random = Random::of(&[4, 44]);
    let body = words(&mut random, 40);
    let mut texts = strangers(&mut random, 40, 30);
    texts.extend((0..5).map(|_| format!("{body} dear {} {body}", words(&mut random, 4))));
    let world = World::new(&texts);
    let cleaned = world.cleaned(&rules(&[]));
    assert_eq!((outcome(&cleaned), cleaned.templates), ((0, ["template"; 4].join(" ")), 1));
    let cleaned = world.cleaned(&rules(&["=template"]));
    assert_eq!((cleaned.gone().count(), cleaned.templates), (4, 0));
}
