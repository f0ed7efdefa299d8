//! `simscope groups`: the groups at k.

use super::arguments::GroupsArguments;
use super::failure::Failure;
use super::material::{Material, finished, tell_frames};
use super::strategy_choice::plan_of;
use super::verify::Verification;
use super::watch::Unit;
use simscope_core::export::Grouped;
use simscope_core::groups::{Connected, Groups, leaders};
use std::convert::Infallible;

pub(super) fn run(arguments: &GroupsArguments) -> Result<(), Failure> {
    let filter = arguments.filter.read()?;
    let material = Material::load(&arguments.input)?;
    tell_frames(&material);
    let verification = arguments.verify.check(&material)?;
    let documents = material.documents(&arguments.empty);
    let k = arguments.k.k;
    let groups = if arguments.is_around_leaders {
        let signatures = &material.signatures;
        material.watch.during(("comparing", "比较"), Unit::Documents, |p| {
            finished(leaders(signatures, &documents, k, p))
        })
    } else if let Some(verification) = verification {
        connected(&verification, &material, &documents, k)
    } else {
        material.groups(&documents, k)
    };
    let id = |document: u32| material.id(document as usize);
    let is_single = |document: &u32| arguments.is_all && groups.number_of(*document).is_none();
    let singles: Vec<u32> = (0..material.len() as u32).filter(is_single).collect();
    let chosen =
        filter.map(|filter| filter.groups(&material, (&groups, arguments.is_around_leaders), &singles));
    let (numbers, singles) = match chosen.transpose()? {
        Some((numbers, singles)) => (Some(numbers), singles),
        None => (None, singles),
    };
    let grouped = Grouped { id: &id, groups: &groups, numbers: numbers.as_deref(), singles: &singles };
    arguments.output.write(material.recipes(), |format, out| grouped.write(format, material.recipes(), out))
}

/// The groups that confirmed pairs within k connect: all confirmed pairs, where k is as large as distances can be.
pub(super) fn connected(verification: &Verification, material: &Material, chosen: &[u32], k: u8) -> Groups {
    if verification.is_joined(k, material.recipe.bits) {
        return verification.connected((material, chosen), k);
    }
    let design = plan_of(&material.signatures.select(chosen), material.recipe.bits, k).design().clone();
    let mut connected = Connected::new(material.len());
    let found =
        verification.each::<Infallible>((material, chosen), &design, material.watch, |(a, b, _), _| {
            connected.join(a, b);
            Ok(())
        });
    match found {
        Ok(_) => connected.groups(k),
    }
}
