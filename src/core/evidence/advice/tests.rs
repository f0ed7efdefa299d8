//! Verdicts, targets and reasons of counts made up by hand.

use super::*;
use crate::display::Lang;
use crate::evidence::confirmed::tests::{counted_to, made};

/// That many pairs at each distance from 0 on, with these values; the groups are those pairs.
fn all(values: &[&[f64]]) -> Confirmed {
    made(values, values)
}

fn pairs(confirmed: &Confirmed, targets: Targets) -> Advice {
    let [pairs, _] = confirmed.advise(30, targets, &[]);
    pairs
}

#[track_caller]
fn check(values: &[&[f64]], k: Option<u8>, verdict: Verdict) -> Advice {
    let advice = pairs(&all(values), Targets::default());
    assert_eq!((advice.at.map(|at| at.k), advice.verdict), (k, verdict), "{advice:?}");
    advice
}

const RIGHT: f64 = 0.9;
const WRONG: f64 = 0.0;

#[test]
fn fewer_than_five_right_pairs_are_none_to_speak_of() {
    let advice = check(&[&[RIGHT; 4], &[WRONG; 9]], None, Verdict::None);
    assert_eq!(advice.reasons, [Reason::FewConfirmed { all: 4.0 }]);
    check(&[&[RIGHT; 5], &[WRONG; 9]], Some(0), Verdict::Yes);
}

#[test]
fn right_pairs_among_wrong_ones_are_not_separated() {
    // At k = 0 5 of 50: F1 10/55.
    let mut mixed = vec![WRONG; 45];
    mixed.extend([RIGHT; 5]);
    let advice = check(&[&mixed], Some(0), Verdict::No);
    assert!(advice.reasons.contains(&Reason::NothingSeparates { f1: 10.0 / 55.0 }), "{advice:?}");
}

#[test]
fn a_k_that_misses_or_errs_much_is_weak() {
    // 6 of 14: precision 0.43, F1 0.6.
    let mut mixed = vec![WRONG; 8];
    mixed.extend([RIGHT; 6]);
    check(&[&mixed], Some(0), Verdict::Weak);
    // k = 0 finds 8 of 20, F1 16/28; k = 1 finds all, among 60, F1 40/80.
    let mut far = vec![WRONG; 40];
    far.extend([RIGHT; 12]);
    check(&[&[RIGHT; 8], &far], Some(0), Verdict::Weak);
    // 6 of 12: F1 0.67. Comparing the texts does better; labels cannot be compared.
    check(&[&mixed[2..]], Some(0), Verdict::Weak);
    let mut curve = all(&[&mixed[2..]]).curves(30)[0].clone();
    curve.rows[0].basis = Basis::Labels;
    assert_eq!(Advice::of(&curve, Basis::Labels, Targets::default()).verdict, Verdict::Yes);
    // 10 of 11: F1 0.952; 9 of 10: 0.947.
    check(&[&[&[WRONG][..], &[RIGHT; 10]].concat()], Some(0), Verdict::Yes);
    check(&[&[&[WRONG][..], &[RIGHT; 9]].concat()], Some(0), Verdict::Weak);
}

#[test]
fn it_depends_where_another_tau_would_say_otherwise() {
    // With τ = 0.3 all 10 are confirmed, with τ = 0.6 4 or 8 of them.
    let of = |alike: usize| {
        let mut values = vec![RIGHT; alike];
        values.resize(10, 0.4);
        values
    };
    let advice = check(&[&of(4), &[WRONG; 20]], Some(0), Verdict::Depends);
    let (low, high) = ((0.3, 1.0), (0.6, 0.4));
    let depends = Reason::DependsOnTau { purpose: Purpose::Pairs, k: 0, low, high };
    assert!(advice.reasons.contains(&depends), "{advice:?}");
    let advice = check(&[&of(8), &[WRONG; 20]], Some(0), Verdict::Yes);
    assert_eq!(advice.reasons[1], Reason::Alone(0));
}

#[test]
fn the_range_holds_the_best_k_of_other_values_of_tau() {
    // For τ from 0.4 on only distance 0 is confirmed; for 0.3 and less distance 1 as well; for 0.2 distance 2.
    let advice = check(&[&[RIGHT; 8], &[0.35; 6], &[0.25; 5], &[WRONG; 9]], Some(1), Verdict::Yes);
    assert_eq!(advice.range, Some((0, 2)));
    let others = Reason::OtherTau(vec![(0.2, 2), (0.4, 0), (0.5, 0)]);
    assert!(advice.reasons.contains(&others), "{advice:?}");
}

#[test]
fn a_target_is_met_by_the_largest_or_the_smallest_k() {
    // Precision 1, 18/20, 18/28.
    let mut second = vec![RIGHT; 8];
    second.extend([WRONG; 2]);
    let confirmed = all(&[&[RIGHT; 10], &second, &[WRONG; 8]]);
    let k = |precision, recall| {
        let advice = pairs(&confirmed, Targets { precision, recall });
        let of = |reason: &Reason| match reason {
            Reason::Target { is_met, has_interval: false, .. } => Some(*is_met),
            _ => None,
        };
        (advice.at.unwrap().k, advice.reasons.iter().find_map(of))
    };
    assert_eq!(k(Some(0.95), None), (0, Some(true)));
    assert_eq!(k(Some(0.9), None), (1, Some(true)));
    assert_eq!(k(Some(0.5), None), (2, Some(true)));
    // Recall 10/18, 1, 1.
    assert_eq!(k(None, Some(0.5)), (0, Some(true)));
    assert_eq!(k(None, Some(0.6)), (1, Some(true)));
    assert_eq!(k(Some(0.6), Some(0.6)), (2, Some(true)));
    assert_eq!(k(Some(0.95), Some(0.6)), (1, Some(false)));
    assert_eq!(k(None, None), (1, None));
    let curve = &confirmed.curves(30)[0];
    let advice = Advice::of(curve, Basis::Labels, Targets { precision: Some(0.9), recall: None });
    assert_eq!(advice.reasons[0].text(Lang::En), "chosen for precision ≥ 0.9");
}

#[test]
fn a_k_that_was_asked_for_is_not_said_to_separate_nothing() {
    // k = 0 has 10 of 20 and F1 0.67; only k = 1 has recall 1, with 20 of 220 and F1 0.17.
    let mut far = vec![WRONG; 190];
    far.extend([RIGHT; 10]);
    let confirmed = all(&[&[RIGHT; 10], &far]);
    let asked = Targets { recall: Some(0.99), precision: None };
    let curve = &confirmed.curves(30)[0];
    for advice in [pairs(&confirmed, asked), Advice::of(curve, Basis::Labels, asked)] {
        assert_eq!((advice.at.unwrap().k, advice.verdict), (1, Verdict::Weak));
        assert_eq!(advice.range, Some((1, 1)));
        let says = |kind: fn(&Reason) -> bool| advice.reasons.iter().any(kind);
        assert!(says(|reason| matches!(reason, Reason::Target { is_met: true, .. })));
        assert!(!says(|reason| matches!(
            reason,
            Reason::NothingSeparates { .. } | Reason::Compare { .. } | Reason::OtherTau(_)
        )));
    }
    // Where no k separates, the F1 is that of the best k, whatever was asked for: k = 0 has 5 of 50, k = 1 10 of 260.
    let mut near = vec![WRONG; 45];
    near.extend([RIGHT; 5]);
    far.truncate(195);
    far.extend([WRONG; 15]);
    let advice = pairs(&all(&[&near, &far]), asked);
    assert_eq!((advice.at.unwrap().k, advice.verdict), (1, Verdict::No));
    assert!(advice.reasons.contains(&Reason::NothingSeparates { f1: 10.0 / 60.0 }), "{advice:?}");
}

#[test]
fn what_was_not_counted_is_said() {
    let confirmed = counted_to(1, all(&[&[RIGHT; 8], &[WRONG; 9], &[WRONG; 9]]));
    assert!(pairs(&confirmed, Targets::default()).reasons.contains(&Reason::CountedTo(1)));
    let few = counted_to(0, all(&[&[RIGHT; 2], &[]]));
    let reasons = [Reason::FewConfirmed { all: 2.0 }, Reason::CountedTo(0)];
    assert_eq!(pairs(&few, Targets::default()).reasons, reasons);
}

#[test]
fn pairs_that_are_near_and_not_confirmed_make_a_no() {
    let advice = check(&[&[WRONG; 9]], None, Verdict::No);
    assert_eq!(advice.reasons, [Reason::NearButWrong { wrong: 9 }]);
    // Near is a sixteenth of the width, 4 of 64, even if distances were counted up to 8 only.
    let mut rows = vec![&[][..]; 65];
    rows[3] = &[WRONG; 9];
    let advice = pairs(&counted_to(8, all(&rows)), Targets::default());
    assert_eq!(advice.reasons, [Reason::NearButWrong { wrong: 9 }, Reason::CountedTo(8)]);
}

#[test]
fn a_radius_is_not_spoken_of_where_none_is_known() {
    // Half of the confirmed pairs are farther apart than distances were counted.
    let confirmed = counted_to(0, all(&[&[RIGHT; 8], &[RIGHT; 8]]));
    let advice = pairs(&confirmed, Targets::default());
    assert!(!advice.reasons.iter().any(|reason| matches!(reason, Reason::Radius(_))), "{advice:?}");
}

#[test]
fn the_groups_at_the_best_k_of_pairs_are_described() {
    let joined = [&[RIGHT; 6][..], &[WRONG; 86]].concat();
    let confirmed = made(&[&[RIGHT; 8][..], &[RIGHT; 6]], &[&[RIGHT; 8][..], &joined]);
    let [pairs, groups] = confirmed.advise(30, Targets::default(), &[4, 40]);
    assert_eq!((pairs.at.unwrap().k, groups.at.unwrap().k), (1, 0));
    let largest = Reason::LargestGroup { k: 1, largest: 40, right: 0.14 };
    assert!(groups.reasons.contains(&largest), "{groups:?}");
}

#[test]
fn one_sentence_says_what_k_does_and_one_what_to_do() {
    let mut mixed = vec![WRONG; 8];
    mixed.extend([RIGHT; 6]);
    let advice = check(&[&mixed], Some(0), Verdict::Weak);
    assert!(matches!(advice.reasons[0], Reason::AtK { purpose: Purpose::Pairs, all: 6.0, .. }));
    assert_eq!(advice.reasons[1], Reason::Compare { all: 6.0, bits: 0, condition: Condition::DEFAULT });
    assert!(matches!(&advice.reasons[2], Reason::Radius(radii) if radii[0].k == 0 && radii[0].pairs == 14));
}

#[test]
fn nothing_is_advised_without_labels_of_both_kinds_or_without_a_bulk() {
    let curve = |right: f64| {
        let mut curve = all(&[&[RIGHT; 4]]).curves(30)[0].clone();
        curve.rows[0].right = right;
        curve.best = (right > 0.0).then_some(0);
        curve
    };
    let of = |right| Advice::of(&curve(right), Basis::Labels, Targets::default());
    assert_eq!((of(4.0).verdict, of(4.0).reasons), (Verdict::None, vec![Reason::AllRight]));
    assert_eq!((of(0.0).verdict, of(0.0).reasons), (Verdict::None, vec![Reason::NoneRight]));
}

#[test]
fn every_reason_is_a_sentence_in_both_languages() {
    let targets = Targets { precision: Some(0.9), recall: Some(0.5) };
    let reasons = [
        Reason::AtK { purpose: Purpose::Groups, at: all(&[&[RIGHT; 4]]).curves(30)[0].rows[0], all: 4.0 },
        Reason::Alone(9),
        Reason::Compare { all: 1270.0, bits: 64, condition: Condition::DEFAULT },
        Reason::Radius(all(&[&[RIGHT; 4]]).radii(30)),
        Reason::Kind(Kind { words: 8, digits: 0.25, framed: Some(0.5), is_by_words: false }),
        Reason::FewConfirmed { all: 2.0 },
        Reason::NearButWrong { wrong: 12 },
        Reason::NothingSeparates { f1: 0.21 },
        Reason::DependsOnTau { purpose: Purpose::Pairs, k: 12, low: (0.2, 0.9), high: (0.6, 0.3) },
        Reason::DependsOnTau { purpose: Purpose::Groups, k: 7, low: (0.2, 0.9), high: (0.6, 0.3) },
        Reason::OtherTau(vec![(0.2, 13), (0.4, 12)]),
        Reason::LargestGroup { k: 12, largest: 600, right: 0.07 },
        Reason::Three { found: 0.4 },
        Reason::Target { targets, is_met: true, has_interval: true },
        Reason::Target { targets, is_met: false, has_interval: false },
        Reason::CountedTo(9),
        Reason::Wider(Wider { bits: 128, recall: 0.45, narrow: 0.21 }),
        Reason::NoPairs,
        Reason::NoneRight,
        Reason::AllRight,
    ];
    for reason in reasons {
        let (english, chinese) = (reason.text(Lang::En), reason.text(Lang::Zh));
        assert!(english.is_ascii() || english.contains(['τ', '≥']), "{english}");
        assert!(chinese.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)), "{chinese}");
        let numbers = |text: &str| -> Vec<String> {
            let mut numbers: Vec<String> = text
                .split(|c: char| !c.is_ascii_digit() && c != '.')
                .map(|number| number.trim_matches('.').to_owned())
                .filter(|number| !number.is_empty())
                .collect();
            numbers.sort();
            numbers
        };
        assert_eq!(numbers(&english), numbers(&chinese), "{english} {chinese}");
    }
}
