//! `simscope pairs`: every pair within k.

use super::arguments::PairsArguments;
use super::failure::Failure;
use super::material::Material;
use super::watch::Unit;
use crate::export::Column;
use crate::hamming::each_pair_within;

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures.select(&documents);
    let id = |position: u32| material.id(documents[position as usize] as usize);
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    watch.during("comparing", Unit::Pairs, |progress| {
        let columns = [Column::text("id_a"), Column::text("id_b"), Column::count("distance")];
        arguments.output.typed_rows(&columns, material.recipes(), |rows| {
            each_pair_within(&signatures, arguments.k.k, progress, |(a, b, distance)| {
                rows.write(&[id(a).into(), id(b).into(), distance.into()])
            })?;
            Ok(())
        })
    })?;
    arguments.output.carry(material.recipes())
}
