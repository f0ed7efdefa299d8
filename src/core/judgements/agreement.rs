//! How far people who judged the same pairs agree.

use super::{Judgements, Named, Verdict};
use crate::display::say;
use crate::evidence::{Share, Z95, wilson};
use crate::visible;
use std::collections::BTreeMap;
use std::fmt;

/// What two people said of the pairs that both judged. `Display` is one line, safe to show.
#[derive(Debug, Clone, PartialEq)]
pub struct Agreement {
    /// Who they are.
    pub judges: [String; 2],
    /// Pairs of which both said yes or no.
    pub both: u64,
    /// Those of which they said the same.
    pub same: u64,
    /// Cohen's κ ("A coefficient of agreement for nominal scales", 1960): how far the share of equal answers exceeds what
    /// chance would give two people who say yes as often as these. Its 95 % interval follows from Wilson's for that share. `None`
    /// where both gave one answer only, the same.
    pub kappa: Option<Share>,
}

impl Judgements {
    /// The agreement of each two people who judged a pair in common.
    pub fn agreement(&self) -> Vec<Agreement> {
        let mut said: BTreeMap<&str, BTreeMap<[&Named; 2], bool>> = BTreeMap::new();
        for judgement in &self.lines {
            let of = said.entry(&judgement.who).or_default();
            match judgement.verdict.and_then(Verdict::is_right) {
                Some(is_right) => of.insert(judgement.key(), is_right),
                None => of.remove(&judgement.key()),
            };
        }
        let said: Vec<_> = said.into_iter().filter(|(who, _)| !who.is_empty()).collect();
        let two = (0..said.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        two.map(|(a, b)| agreement(&said[a], &said[b])).filter(|agreement| agreement.both > 0).collect()
    }
}

type Answers<'a> = BTreeMap<[&'a Named; 2], bool>;

fn agreement((one, of_one): &(&str, Answers<'_>), (other, of_other): &(&str, Answers<'_>)) -> Agreement {
    let both: Vec<[bool; 2]> =
        of_one.iter().filter_map(|(pair, &a)| Some([a, *of_other.get(pair)?])).collect();
    let same = both.iter().filter(|[a, b]| a == b).count() as u64;
    let n = both.len() as f64;
    let yes = [0, 1].map(|at| both.iter().filter(|said| said[at]).count() as f64 / n);
    let chance = yes[0] * yes[1] + (1.0 - yes[0]) * (1.0 - yes[1]);
    let kappa = |share: f64| (share - chance) / (1.0 - chance);
    let (low, high) = wilson(same, both.len() as u64, Z95);
    Agreement {
        judges: [one, other].map(|judge| (*judge).to_owned()),
        both: both.len() as u64,
        same,
        kappa: (chance < 1.0).then(|| Share {
            share: kappa(same as f64 / n),
            low: kappa(low).max(-1.0),
            high: kappa(high).min(1.0),
        }),
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.judges.each_ref().map(|judge| visible::fit(judge, 40));
        let (both, same) = (self.both, self.same);
        let kappa = self.kappa.map_or_else(|| "–".to_owned(), |kappa| kappa.to_string());
        f.pad(&say!(
            "{one} and {other} judged {both} pairs both, and said the same of {same}: Cohen's κ {kappa}",
            "{one} 与 {other} 共同判定 {both} 对，其中 {same} 对一致：Cohen κ {kappa}"
        ))
    }
}
