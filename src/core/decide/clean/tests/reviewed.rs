//! Tests of alarms, and of the sample of texts to read.

use super::letters::{strangers, words};
use super::*;
use crate::evidence::Selection;
use crate::judgements::{self, Judgement, Named};
use crate::measures::Condition;

fn names(alarms: &[Alarm]) -> Vec<&str> {
    alarms.iter().map(Alarm::name).collect()
}

#[test]
fn texts_that_are_lost_raise_the_alarm_with_the_corpus_that_is_wiped_out() {
    let mut random = Random::of(&[6, 44]);
    let mut texts: Vec<String> = Vec::new();
    for _ in 0..30 {
        let body = words(&mut random, 12);
        texts.extend((0..3).map(|_| format!("{body} {}", words(&mut random, 7))));
    }
    let world = World::new(&texts);
    let usual = world.cleaned(&rules(&[]));
    assert_eq!((usual.gone().count(), names(&world.alarms(&usual))), (0, vec![]));
    let loose = Rules { cut: 0.1, loss: Some(0.9), passage: 0, ..rules(&["=template", "=one-or-two-words"]) };
    let cleaned = world.cleaned(&loose);
    assert_eq!(cleaned.gone().count(), 60);
    let alarms = world.alarms(&cleaned);
    let stopping: Vec<&str> = alarms.iter().filter(|one| one.stops()).map(Alarm::name).collect();
    assert!(stopping.starts_with(&["loss", "wipe-out"]), "{alarms:?}");
}

#[test]
fn a_corpus_that_is_wiped_out_by_equal_texts_is_noted_and_stops_nothing() {
    let mut texts = strangers(&mut Random::of(&[7, 44]), 30, 12);
    texts.extend_from_within(..);
    texts.push("one more".to_owned());
    texts.extend_from_within(..30);
    let world = World::new(&texts);
    let alarms = world.alarms(&world.cleaned(&rules(&[])));
    assert_eq!(names(&alarms), ["wipe-out"]);
    assert!(!alarms[0].stops());
}

#[test]
fn a_twentieth_of_the_corpus_in_one_group_of_texts_that_are_not_equal_stops() {
    let mut random = Random::of(&[8, 44]);
    let body: Vec<String> = words(&mut random, 16).split(' ').map(str::to_owned).collect();
    for (members, stops) in [(10, false), (12, true)] {
        let mut texts = strangers(&mut random, 220 - members, 12);
        // The texts have commas in different places.
        texts.extend((0..members).map(|at| {
            let mut body = body.clone();
            body[at] += ",";
            body.join(" ")
        }));
        let world = World::new(&texts);
        let cleaned = world.cleaned(&rules(&[]));
        assert_eq!(cleaned.gone().count(), members - 1);
        assert_eq!(names(&world.alarms(&cleaned)), if stops { vec!["group"] } else { vec![] });
    }
}

#[test]
fn few_texts_and_templates_are_only_noted() {
    let texts = ["one two three four five", "six seven eight nine ten"];
    let world = World::new(&texts);
    assert_eq!(names(&world.alarms(&world.cleaned(&rules(&[])))), ["few"]);
    let mut random = Random::of(&[9, 44]);
    let (body, mut texts) = (words(&mut random, 40), strangers(&mut random, 40, 30));
    texts.extend((0..5).map(|_| format!("{body} dear {} {body}", words(&mut random, 4))));
    let world = World::new(&texts);
    let alarms = world.alarms(&world.cleaned(&rules(&[])));
    assert!(
        alarms.contains(&Alarm::Template { groups: 1, held: 4 }) && !alarms.iter().any(Alarm::stops),
        "{alarms:?}"
    );
}

#[test]
fn copies_that_are_taken_for_frames_are_noted() {
    let mut random = Random::of(&[12, 44]);
    let body: Vec<String> = words(&mut random, 40).split(' ').map(str::to_owned).collect();
    for (copies, noted) in [(12, vec![]), (30, vec!["frames"])] {
        let mut texts = strangers(&mut random, 90, 30);
        texts.extend((0..copies).map(|_| {
            let mut copy = body.clone();
            (0..3).for_each(|_| copy[random.below(40)] = words(&mut random, 1));
            copy.join(" ")
        }));
        let world = World::new(&texts);
        let alarms = world.alarms(&world.cleaned(&rules(&[])));
        assert_eq!(names(&alarms), noted, "{copies}");
        assert!(alarms.iter().all(|alarm| !alarm.stops()));
    }
}

#[test]
fn numbers_and_what_recurs_raise_no_alarm() {
    let mut random = Random::of(&[10, 44]);
    let mut texts: Vec<String> = Vec::new();
    for at in 0..60 {
        let [other, body] = [0, 1].map(|_| words(&mut random, 20));
        texts.extend(["grant", "revoke"].map(|what| format!("please {what} access to {other}")));
        texts.extend([at, at + 70].map(|n| format!("{body} costs {n} coins")));
    }
    let world = World::new(&texts);
    let cleaned = world.cleaned(&rules(&[]));
    assert_eq!((cleaned.gone().count(), world.alarms(&cleaned)), (0, vec![]));
    assert_eq!(
        cleaned.by_kind().into_iter().map(|(kind, of)| (kind, of.len())).collect::<Vec<_>>(),
        [(Kind::Opposite, 60), (Kind::Number, 60)]
    );
}

/// News as agencies send them: repeated, in capitals, corrected, continued, and rewritten.
fn news(random: &mut Random) -> Vec<String> {
    let stories: Vec<String> = strangers(random, 400, 60);
    let mut texts = stories.clone();
    for (at, story) in stories.iter().enumerate().take(320) {
        let mut again: Vec<String> = story.split(' ').map(str::to_owned).collect();
        match at % 8 {
            0 | 1 => {}
            2 => again.iter_mut().for_each(|word| *word = word.to_uppercase()),
            3 | 4 => [10, 30, 50].into_iter().for_each(|at| again[at] = words(random, 1)),
            5 => again.push(words(random, 12)),
            more => {
                let others = 4 * (more - 5);
                (20..20 + others).for_each(|at| again[at] = words(random, 1));
            }
        }
        texts.push(again.join(" "));
    }
    texts
}

fn judgement(pair: (u32, u32), verdict: Option<judgements::Verdict>, under: &str) -> Judgement {
    Judgement {
        pair: [pair.0, pair.1].map(|one| Named { id: one.to_string(), hash: 0 }),
        distance: 0,
        verdict,
        note: String::new(),
        time: String::new(),
        recipe: under.to_owned(),
        who: String::new(),
        selection: Selection::Drawn,
    }
}

#[test]
fn refusing_keeps_the_alarm_open_and_reading_closes_it() {
    let mut random = Random::of(&[10, 44]);
    let mut texts = strangers(&mut random, 360, 12);
    for at in 0..40 {
        // Twenty lose little; twenty lose much.
        let more = if at % 2 == 0 { 1 } else { 12 };
        let body = words(&mut random, 20);
        texts.extend([
            format!("{body} {}", words(&mut random, more)),
            format!("{body} {}", words(&mut random, more)),
        ]);
    }
    let world = World::new(&texts);
    let loose = Rules { cut: 0.1, loss: Some(0.9), passage: 0, ..rules(&["=template", "=one-or-two-words"]) };
    let all = world.cleaned(&loose);
    let lossy: Vec<(u32, Cover)> =
        all.gone().filter(|(_, cover)| cover.lost >= Alarm::MUCH).map(|(one, cover)| (one, *cover)).collect();
    let raised = world.alarms(&all);
    let loss = |alarms: &[Alarm]| alarms.iter().any(|alarm| alarm.name() == "loss");
    assert!(lossy.len() == 20 && loss(&raised), "{raised:?}");
    let after = |no: usize, yes: usize| {
        let (mut cleaned, mut known) = (all.clone(), KnownJudgements::default());
        cleaned.before = Some(all.verdicts.clone());
        let mut refused = Vec::new();
        for &(document, cover) in &lossy[..no] {
            cleaned.verdicts[document as usize] = Verdict::Stays;
            refused.push(Refused { document, cover, is_drawn: true });
        }
        for &(document, Cover { by, .. }) in &lossy[no..no + yes] {
            known.put((document, by), judgement((document, by), Some(judgements::Verdict::Yes), ""));
        }
        world.alarms_after(&cleaned, &refused, &known)
    };
    // With 17 refused the others would be too few to raise it.
    for no in 0..=18 {
        assert!(loss(&after(no, 0)), "{no}");
    }
    assert!(!loss(&after(0, 20)) && !loss(&after(19, 1)) && loss(&after(3, 16)));
    let told = after(3, 0).iter().find(|alarm| alarm.name() == "loss").unwrap().to_string();
    assert!(
        told.ends_with("3 of the 3 that were read were refused; --loss 0.29 holds the other 17"),
        "{told}"
    );
    let judged = |no, yes| after(no, yes).iter().any(|alarm| alarm.name() == "judged" && alarm.stops());
    // What was refused goes no more.
    assert!(judged(3, 0) && !judged(10, 10) && !judged(0, 20) && !judged(0, 0));
}

#[test]
fn a_no_keeps_the_alarm_open_whichever_text_of_a_pair_would_lose_less() {
    let mut random = Random::of(&[12, 44]);
    let mut texts = strangers(&mut random, 360, 12);
    for _ in 0..20 {
        let body = words(&mut random, 20);
        texts.extend([format!("{body} {}", words(&mut random, 12)), body]);
    }
    let world = World::new(&texts);
    // The short ones stay. They would lose nothing.
    let order: Vec<u32> = (0..texts.len() as u32).rev().collect();
    let loose = Rules { cut: 0.1, loss: Some(0.9), passage: 0, ..rules(&["=template", "=one-or-two-words"]) };
    let asked = |said: &[Judged]| {
        world.with(&loose, (Some(&order), said), |cleaner| {
            let (mut cleaned, mut known) = (cleaner.run(), KnownJudgements::default());
            cleaned.before = cleaner.before_refusals().map(|before| before.verdicts);
            said.iter().for_each(|&(pair, _)| {
                known.put(pair, judgement(pair, Some(judgements::Verdict::No), ""));
            });
            let text = |document| world.comparison.text_of(document);
            let later = |a, b| world.comparison.comes_later(cleaned.order.as_deref(), a, b);
            let covers =
                |pairs: &[(u32, u32)]| pairs.iter().map(|&(gone, by)| cleaner.cover(gone, by)).collect();
            let refused = Refused::of(&cleaned, (&known, ""), later, text, covers);
            (world.alarms_after(&cleaned, &refused, &known), cleaned)
        })
    };
    let (raised, all) = asked(&[]);
    let loss = |alarms: &[Alarm]| alarms.iter().any(|alarm| alarm.name() == "loss");
    assert!(all.gone().count() == 20 && loss(&raised), "{raised:?}");
    let no: Vec<Judged> =
        all.gone().map(|(one, cover)| ((one.min(cover.by), one.max(cover.by)), false)).collect();
    assert!((1..20).all(|answers| loss(&asked(&no[..answers]).0)));
}

#[test]
fn copies_are_asked_about_and_counted_once() {
    let mut random = Random::of(&[13, 44]);
    let mut texts = strangers(&mut random, 40, 12);
    let body = words(&mut random, 20);
    let copies = [body.clone(), body.to_uppercase(), body.clone()];
    texts.extend(copies.into_iter().chain([format!("{body} {}", words(&mut random, 4))]));
    let world = World::new(&texts);
    let (cleaned, text) = (world.cleaned(&rules(&["=text-more"])), |one| world.comparison.text_of(one));
    let gone: Vec<(u32, u32)> = cleaned.gone().map(|(document, cover)| (document, cover.by)).collect();
    assert_eq!(gone, [(40, 43), (41, 43), (42, 43)]);
    let under = drawn_under(Condition::DEFAULT, None);
    for answer in [None, Some(40), Some(42)] {
        let mut known = KnownJudgements::default();
        if let Some(document) = answer {
            let pair = (document, 43);
            known.put(pair, judgement(pair, Some(judgements::Verdict::Yes), &under));
        }
        let sample = Sample::of(&cleaned, &[], (&known, &under), 1, text);
        assert_eq!((sample.equal, sample.texts(), sample.answers().yes), (2, 1, u64::from(answer.is_some())));
        assert_eq!(sample.plan(9).len(), usize::from(answer.is_none()), "of three copies one is drawn");
    }
    // A no to two of them is one.
    let mut known = KnownJudgements::default();
    for pair in [(40, 43), (42, 43)] {
        known.put(pair, judgement(pair, Some(judgements::Verdict::No), &under));
    }
    let said: Vec<Judged> = vec![((40, 43), false), ((42, 43), false)];
    world.with(&rules(&["=text-more"]), (None, &said), |cleaner| {
        let cleaned = cleaner.run();
        let later = |a, b| world.comparison.comes_later(None, a, b);
        let covers = |pairs: &[(u32, u32)]| pairs.iter().map(|&(gone, by)| cleaner.cover(gone, by)).collect();
        let refused = Refused::of(&cleaned, (&known, &under), later, text, covers);
        assert_eq!((refused.len(), cleaned.is_kept(43)), (1, true));
        assert_eq!((0..3).filter(|copy| cleaned.is_kept(40 + copy)).count(), 1, "they are kept as one");
    });
}

#[test]
fn after_twenty_answers_of_which_one_is_no_the_interval_is_within_twelve_points() {
    let texts = news(&mut Random::of(&[9, 44]));
    let world = World::new(&texts);
    let (usual, under) = (rules(&[]), drawn_under(Condition::DEFAULT, None));
    let all = world.cleaned(&usual);
    let mut known = KnownJudgements::default();
    let text = |document| world.comparison.text_of(document);
    let sample = |known: &KnownJudgements| Sample::of(&all, &[], (known, &under), 1, text);
    let drawn = sample(&known).plan(20);
    let kinds: Vec<Kind> =
        drawn.iter().map(|&document| all.verdicts[document as usize].gone().unwrap().kind).collect();
    assert!(kinds.iter().all(|kind| !kind.is_equal()), "{kinds:?}");
    assert!([Kind::Word, Kind::TextMore].iter().all(|kind| kinds.contains(kind)), "{kinds:?}");
    for (at, &document) in drawn.iter().enumerate() {
        let by = all.verdicts[document as usize].gone().unwrap().by;
        let verdict = Some(if at == 7 { judgements::Verdict::No } else { judgements::Verdict::Yes });
        known.put((document, by), judgement((document, by), verdict, &under));
    }
    let read = sample(&known);
    assert_eq!((read.answers().yes, read.answers().no), (19, 1));
    let right = read.right();
    assert!((right.high - right.low) / 2.0 <= 0.12, "{right}");
    assert!(read.plan(50).iter().all(|document| !drawn.contains(document)), "none is asked about twice");
    let mut sorted = drawn.clone();
    sorted.sort_unstable();
    assert!(read.order().starts_with(&sorted), "those that were read come first");
}
