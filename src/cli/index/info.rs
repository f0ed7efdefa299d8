//! `simscope index info`: recipe, tables and sizes of an index.

use crate::cli::arguments::index::IndexInfoArguments;
use crate::cli::failure::Failure;
use crate::cli::watch::{Unit, Watch};
use crate::export::{Cell, Column, Rows};
use crate::index::Index;
use std::io;

pub(super) fn run(arguments: &IndexInfoArguments) -> Result<(), Failure> {
    let index = Index::open(&arguments.file)?;
    if arguments.is_verified {
        Watch::new(arguments.has_no_progress)
            .during("verifying", Unit::Bytes, |progress| index.verify(progress))?;
    }
    let recipe = match index.recipe_toml()? {
        "" => "signatures as given".to_owned(),
        toml => toml.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join(", "),
    };
    let columns = ["what", "value"].map(Column::text);
    arguments.output.rows(&columns, &[], |rows| write(rows, &index, &recipe, arguments.is_verified))
}

fn write(rows: &mut Rows<'_>, index: &Index, recipe: &str, is_verified: bool) -> io::Result<()> {
    let (info, design) = (index.info(), index.design());
    let leads: Vec<u8> = design.layouts().iter().map(|layout| layout.lead_bits()).collect();
    let leading = match (leads.iter().min(), leads.iter().max()) {
        (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
        (Some(all), _) => all.to_string(),
        _ => "0".to_owned(),
    };
    let strategy = design.strategy().to_string();
    let mut row = |what: &str, value: Cell<'_>| rows.write(&[what.into(), value]);
    row("version", Cell::Count(info.version.into()))?;
    row("documents", info.documents.into())?;
    row("duplicate ids", info.duplicates.into())?;
    row("bits", index.bits().get().into())?;
    row("k", index.k().into())?;
    row("strategy", strategy.as_str().into())?;
    row("tables", leads.len().into())?;
    row("leading bits", leading.as_str().into())?;
    row("recipe", recipe.into())?;
    row("bytes", info.bytes.into())?;
    for (section, bytes) in &info.sections {
        row(&format!("bytes of {section}"), (*bytes).into())?;
    }
    row("checksums", if is_verified { "all compared" } else { "compared when read" }.into())
}
