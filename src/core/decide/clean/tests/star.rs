//! Tests of the candidates of a promise.

use super::*;
use crate::decide::promise::Candidate;
use crate::measures::Measure;

fn star(world: &World<'_>, rules: &Rules, said: &[Judged]) -> Vec<Candidate> {
    let (measure, rules) = (Measure::Jaccard(Shingles::Chars(3)), rules.said_alone());
    world.with(&rules, (None, said), |cleaner| cleaner.star(measure, &Progress::new()).unwrap())
}

/// Texts of which each has one word less in common with the first.
fn chain() -> Vec<String> {
    let words: Vec<String> = (0..30).map(|at| format!("word{at:02}")).collect();
    (0..12).map(|skip| words[skip..skip + 18].join(" ")).collect()
}

#[test]
fn what_stays_stays_and_a_lower_cut_only_adds() {
    let texts = chain();
    let world = World::new(&texts);
    let all = star(&world, &Rules { cut: 0.2, ..Rules::default() }, &[]);
    assert!(all.len() > 6, "{all:?}");
    assert!(all.is_sorted_by(|a, b| a.similarity >= b.similarity));
    let gone: Vec<u32> = all.iter().map(|one| one.documents[0]).collect();
    assert!(
        all.iter().all(|one| !gone.contains(&one.documents[1])),
        "a text that covers another stays: {all:?}"
    );
    for cut in [0.3, 0.5, 0.7, 0.9] {
        let fewer = star(&world, &Rules { cut, ..Rules::default() }, &[]);
        assert_eq!(fewer[..], all[..fewer.len()]);
        assert_eq!(fewer.len(), all.iter().filter(|one| one.similarity >= cut).count());
    }
}

#[test]
fn only_what_was_said_holds_before_a_draw() {
    let texts = [
        "the ticket of monday has the number 4711 and was closed by ann",
        "the ticket of monday has the number 4712 and was closed by ann",
        "a parcel for the tower was sent to paris with a note that it is red",
        "a parcel for the tower was sent to paris with a note that it is blue",
    ];
    let world = World::new(&texts);
    let pairs = |rules: &Rules, said: &[Judged]| {
        let mut pairs: Vec<[u32; 2]> = star(&world, rules, said).iter().map(|one| one.documents).collect();
        pairs.iter_mut().for_each(|pair| pair.sort_unstable());
        pairs.sort_unstable();
        pairs
    };
    // By default both would wait for an answer.
    assert_eq!(world.cleaned(&Rules::default()).gone().count(), 0);
    assert_eq!(pairs(&Rules::default(), &[]), [[0, 1], [2, 3]]);
    assert_eq!(pairs(&rules(&["!number"]), &[]), [[2, 3]]);
    assert_eq!(pairs(&Rules::default(), &[((2, 3), false)]), [[0, 1]]);
    let must_agree = vec!["4\\d+".parse().unwrap()];
    assert_eq!(pairs(&Rules { must_agree, ..Rules::default() }, &[]), [[2, 3]]);
}
