//! `simscope groups`: the groups at k.

use super::arguments::GroupsArguments;
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::export::Grouped;
use crate::groups::{Effort, leaders};

pub(super) fn run(arguments: &GroupsArguments) -> Result<(), Failure> {
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let k = arguments.k.k;
    let groups = if arguments.is_around_leaders {
        let signatures = &material.signatures;
        material
            .watch
            .during("comparing", Unit::Documents, |p| finished(leaders(signatures, &documents, k, p)))
    } else {
        material.tree_at(&documents, k, &Effort::DEFAULT).cut(k)
    };
    let id = |document: u32| material.id(document as usize);
    let singles_below = if arguments.is_all { material.len() as u32 } else { 0 };
    let grouped = Grouped { id: &id, groups: &groups, singles_below };
    arguments.output.write(material.recipes(), |format, out| grouped.write(format, material.recipes(), out))
}
