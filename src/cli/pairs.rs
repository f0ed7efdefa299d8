//! `simscope pairs`: every pair within k.

use super::arguments::PairsArguments;
use super::failure::Failure;
use super::filter::tell_of_pairs;
use super::material::Material;
use super::strategy_choice::{PLAN, plan_of, write_plan};
use super::watch::{Unit, note};
use crate::display::say;
use crate::export::{Column, pair_columns};
use crate::search::{Counters, Strategy, each_pair_within};

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let filter = arguments.filter.read()?;
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures.select(&documents);
    if arguments.search.is_plan {
        let plan = plan_of(&signatures, material.bits, arguments.k.k);
        return arguments.output.rows(&PLAN, &[], |rows| write_plan(&plan, rows));
    }
    let design = arguments.search.design(&signatures, material.bits, arguments.k.k)?;
    let verification = arguments.verify.check(&material)?;
    let mut filter = filter.map(|filter| filter.pairs(&material, arguments.k.k)).transpose()?;
    let mut is_wanted = |pair| filter.as_mut().is_none_or(|filter| filter.pass(pair));
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
                    if !is_wanted((a, b, distance)) {
                        return Ok(());
                    }
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
                    let (a, b) = (document(a), document(b));
                    match is_wanted((a, b, distance)) {
                        true => rows.write(&[id(a).into(), id(b).into(), distance.into()]),
                        false => Ok(()),
                    }
                })?;
                Ok(())
            })
        })?;
    }
    tell_of_pairs(filter.as_ref());
    if let Some(counters) = cost.filter(|_| arguments.search.has_counters) {
        let Counters { probes, candidates, distances } = counters;
        note(&say!(
            "{}: {probes} probes, {candidates} candidates, {distances} distances",
            "{}：探查 {probes} 次，候选 {candidates} 个，求距离 {distances} 次",
            design.strategy()
        ));
    }
    Ok(())
}
