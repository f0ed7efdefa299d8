//! `simscope pairs`: every pair within k.

use super::arguments::PairsArguments;
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::hamming::{histogram, pairs_of, pairs_within};

/// More pairs than this are no list of near-duplicates, and would not fit in memory.
const MOST: u64 = 100_000_000;

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures_of(&documents);
    let k = arguments.k.k;
    if pairs_of(documents.len()) > MOST {
        let all = material.watch.during("counting pairs", Unit::Pairs, |p| {
            finished(histogram(&signatures, p))
        });
        let within = all.within(k);
        if within > MOST {
            let what = format!(
                "{within} pairs are within k = {k}, more than {MOST}: choose a smaller k (see simscope sweep)"
            );
            return Err(Failure::Failed(what));
        }
    }
    let pairs = material.watch.during("comparing", Unit::Pairs, |p| {
        finished(pairs_within(&signatures, k, p))
    });
    arguments.output.rows(&["id_a", "id_b", "distance"], |rows| {
        for (a, b, distance) in pairs {
            let id = |position: u32| material.id(documents[position as usize] as usize);
            rows.write(&[id(a).into(), id(b).into(), distance.into()])?;
        }
        Ok(())
    })
}
