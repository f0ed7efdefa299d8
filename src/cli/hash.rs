//! `simscope hash`: the signature of every document.

use super::arguments::HashArguments;
use super::failure::Failure;
use super::material::Material;
use crate::export::{Cell, Column};

pub(super) fn run(arguments: &HashArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let columns = [
        Column::text("id"),
        Column::signature("signature", material.bits),
        Column::count("bits"),
        Column::count("features").optional(),
    ];
    arguments.output.typed_rows(&columns, material.recipes(), |rows| {
        for (document, signature) in material.signatures.iter().enumerate() {
            let features = material.features(document).map_or(Cell::Nothing, |n| Cell::Count(n.into()));
            rows.write(&[
                material.id(document).into(),
                Cell::Signature(signature, material.bits),
                material.bits.get().into(),
                features,
            ])?;
        }
        Ok(())
    })?;
    arguments.output.carry(material.recipes())
}
