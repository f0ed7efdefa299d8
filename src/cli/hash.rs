//! `simscope hash`: the signature of every document.

use super::arguments::HashArguments;
use super::failure::Failure;
use super::material::Material;
use crate::export::Cell;
use crate::simhash::hex;

pub(super) fn run(arguments: &HashArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    arguments.output.rows(&["id", "signature", "bits", "features"], |rows| {
        for (document, signature) in material.signatures.iter().enumerate() {
            let features = material.features(document).map_or(Cell::Nothing, |n| Cell::Count(n.into()));
            let signature = hex(signature, material.bits);
            rows.write(&[
                material.id(document).into(),
                signature.as_str().into(),
                material.bits.get().into(),
                features,
            ])?;
        }
        Ok(())
    })?;
    arguments.output.carry(material.recipes())
}
