//! `simscope hash`: the signature of every document.

use super::arguments::HashArguments;
use super::failure::Failure;
use super::material::Material;
use crate::export::Documents;

pub(super) fn run(arguments: &HashArguments) -> Result<(), Failure> {
    let filter = arguments.filter.read()?;
    let material = Material::load(&arguments.input)?;
    let chosen = filter.map(|filter| filter.documents(&material)).transpose()?;
    let documents = Documents {
        id: &|document| material.id(document as usize),
        bits: material.bits,
        signatures: &material.signatures,
        features: material.features(),
        documents: chosen.as_deref(),
        surroundings: None,
    };
    arguments.output.write(material.recipes(), |format, out| documents.write(format, material.recipes(), out))
}
