//! `simscope pairs`: every pair within k.

use super::arguments::PairsArguments;
use super::failure::Failure;
use super::material::Material;
use super::strategy_choice::{PLAN, plan_of, write_plan};
use super::watch::{Unit, note};
use crate::export::pair_columns;
use crate::search::{Counters, Strategy, each_pair_within};

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures.select(&documents);
    if arguments.search.is_plan {
        let plan = plan_of(&signatures, material.bits, &arguments.k);
        return arguments.output.rows(&PLAN, &[], |rows| write_plan(&plan, rows));
    }
    let design = arguments.search.design(&signatures, material.bits, &arguments.k)?;
    let id = |position: u32| material.id(documents[position as usize] as usize);
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    let unit = if design.strategy() == Strategy::Scan { Unit::Pairs } else { Unit::Signatures };
    let mut cost = None;
    watch.during("comparing", unit, |progress| {
        arguments.output.rows(&pair_columns(["id_a", "id_b"]), material.recipes(), |rows| {
            cost = each_pair_within(&signatures, &design, progress, |(a, b, distance)| {
                rows.write(&[id(a).into(), id(b).into(), distance.into()])
            })?;
            Ok(())
        })
    })?;
    if let Some(counters) = cost.filter(|_| arguments.search.has_counters) {
        let Counters { probes, candidates, distances } = counters;
        note(&format!(
            "{}: {probes} probes, {candidates} candidates, {distances} distances",
            design.strategy()
        ));
    }
    Ok(())
}
