//! `simscope groups`: the groups at k.

use super::arguments::GroupsArguments;
use super::failure::Failure;
use super::material::{Material, finished};
use super::watch::Unit;
use crate::export::{Cell, Column};
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
    let columns = [
        Column::text("id"),
        Column::count("group").optional(),
        Column::count("size"),
        Column::text("representative"),
    ];
    arguments.output.typed_rows(&columns, material.recipes(), |rows| {
        for number in 1..=groups.count() {
            let members = groups.members(number);
            let representative = material.id(members[0] as usize);
            for &member in members {
                let id = material.id(member as usize);
                rows.write(&[id.into(), number.into(), members.len().into(), representative.into()])?;
            }
        }
        let singles = (0..material.len()).filter(|_| arguments.is_all);
        for document in singles.filter(|&document| groups.number_of(document as u32).is_none()) {
            let id = material.id(document);
            rows.write(&[id.into(), Cell::Nothing, 1_usize.into(), id.into()])?;
        }
        Ok(())
    })?;
    arguments.output.carry(material.recipes())
}
