//! `simscope index info`: recipe, tables and sizes of an index.

use crate::arguments::index::IndexInfoArguments;
use crate::failure::Failure;
use crate::watch::{Unit, Watch};
use simscope_core::display::say;
use simscope_core::export::{Cell, Column, RecipeObject, Rows};
use simscope_core::index::Index;
use simscope_core::recipe::Recipe;
use std::io;

pub(super) fn run(arguments: &IndexInfoArguments) -> Result<(), Failure> {
    let index = Index::open(&arguments.file)?;
    if arguments.is_verified {
        Watch::new(arguments.has_no_progress)
            .during(("verifying", "校验"), Unit::Bytes, |progress| index.verify(progress))?;
    }
    let toml = index.recipe_toml()?;
    let line = match toml {
        "" if arguments.output.format().is_table() => say!("signatures as given", "给定的签名"),
        "" => "signatures as given".to_owned(),
        toml => toml.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join(", "),
    };
    // The tables that the recipe names need not be there any more.
    let file = Recipe::from_toml("the recipe of the index", toml).ok().filter(|_| !toml.is_empty());
    let object = file.as_ref().map(RecipeObject::from);
    let recipe = object.as_ref().map_or(Cell::Text(&line), |object| Cell::Recipe(&line, object));
    let columns = ["what", "value"].map(Column::text);
    arguments.output.rows(&columns, &[], |rows| write(rows, &index, recipe, arguments.is_verified))
}

fn write(rows: &mut Rows<'_>, index: &Index, recipe: Cell<'_>, is_verified: bool) -> io::Result<()> {
    let (info, design) = (index.info(), index.design());
    let leads: Vec<u8> = design.layouts().iter().map(|layout| layout.lead_bits()).collect();
    let leading = match (leads.iter().min(), leads.iter().max()) {
        (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
        (Some(all), _) => all.to_string(),
        _ => "0".to_owned(),
    };
    let strategy = design.strategy().to_string();
    let checksums = rows.word(if is_verified { "all compared" } else { "compared when read" });
    let mut row = |what: &str, value: Cell<'_>| rows.write(&[rows.word(what).into(), value]);
    row("version", Cell::Count(info.version.into()))?;
    row("documents", info.documents.into())?;
    row("duplicate_ids", info.duplicates.into())?;
    row("bits", index.bits().get().into())?;
    row("k", index.k().into())?;
    row("strategy", strategy.as_str().into())?;
    row("tables", leads.len().into())?;
    row("leading_bits", leading.as_str().into())?;
    row("recipe", recipe)?;
    row("bytes", info.bytes.into())?;
    for (section, bytes) in &info.sections {
        row(&format!("bytes_of_{}", section.replace(' ', "_")), (*bytes).into())?;
    }
    row("checksums", checksums.into())
}
