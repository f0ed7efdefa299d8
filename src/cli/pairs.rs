//! `simscope pairs`: every pair within k.

use super::arguments::PairsArguments;
use super::failure::Failure;
use super::material::Material;
use super::strategy_choice::{PLAN, plan_of, write_plan};
use super::watch::{Unit, note};
use crate::export::{Column, pair_columns};
use crate::search::{Counters, Strategy, each_pair_within};

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures.select(&documents);
    if arguments.search.is_plan {
        let plan = plan_of(&signatures, material.bits, arguments.k.k);
        return arguments.output.rows(&PLAN, &[], |rows| write_plan(&plan, rows));
    }
    let design = arguments.search.design(&signatures, material.bits, arguments.k.k)?;
    let verification = arguments.verify.check(&material)?;
    let id = |document: u32| material.id(document as usize);
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    let mut cost = None;
    let [a, b, distance] = pair_columns(["id_a", "id_b"]);
    if let Some(verification) = verification {
        let columns = [a, b, distance, Column::text("measure"), Column::number("value")];
        let measure = verification.measure().to_string();
        arguments.output.rows(&columns, material.recipes(), |rows| {
            cost =
                verification.each((&material, &documents), &design, watch, |(a, b, distance), value| {
                    rows.write(&[
                        id(a).into(),
                        id(b).into(),
                        distance.into(),
                        measure.as_str().into(),
                        value.into(),
                    ])
                })?;
            Ok(())
        })?;
    } else {
        let unit = if design.strategy() == Strategy::Scan { Unit::Pairs } else { Unit::Signatures };
        let document = |position: u32| documents[position as usize];
        watch.during("comparing", unit, |progress| {
            arguments.output.rows(&[a, b, distance], material.recipes(), |rows| {
                cost = each_pair_within(&signatures, &design, progress, |(a, b, distance)| {
                    rows.write(&[id(document(a)).into(), id(document(b)).into(), distance.into()])
                })?;
                Ok(())
            })
        })?;
    }
    if let Some(counters) = cost.filter(|_| arguments.search.has_counters) {
        let Counters { probes, candidates, distances } = counters;
        note(&format!(
            "{}: {probes} probes, {candidates} candidates, {distances} distances",
            design.strategy()
        ));
    }
    Ok(())
}
