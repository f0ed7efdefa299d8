//! `simscope recipes`: the recipes that have a name, or one of them as TOML.

use super::arguments::RecipesArguments;
use super::failure::Failure;
use super::recipe_choice::recipe_of;
use simscope_core::display::{Lang, lang, say};
use simscope_core::export::{Cell, Column, Format, RecipeObject, json_line};
use simscope_core::recipe::named;

/// Columns of the list; a table has the last three only, so that a recipe is one line of a terminal.
const COLUMNS: [&str; 8] = ["tokenizer", "weighting", "hash", "tie", "program", "name", "bits", "summary"];
const IN_TABLE: usize = 5;

pub(super) fn run(arguments: &RecipesArguments) -> Result<(), Failure> {
    if let Some(name) = &arguments.recipe {
        let recipe = recipe_of(name)?;
        let toml = recipe.to_toml();
        if arguments.output.format() == Format::Parquet {
            return Err(Failure::Usage(say!(
                "recipes: a single recipe is written as TOML, not as Parquet",
                "recipes：单个配方写成 TOML，不能写成 Parquet"
            )));
        }
        return arguments.output.write(&[], |format, out| match format {
            Format::Jsonl => json_line(&RecipeObject::from(&recipe), out),
            _ => out.write_all(toml.as_bytes()),
        });
    }
    let first = if arguments.output.format().is_table() { IN_TABLE } else { 0 };
    let summary = |summary| if first > 0 { lang().pick(summary) } else { summary.0 };
    let widths = |english: String| match lang() {
        Lang::Zh if first > 0 => english.replace(" to ", " 到 ").replace(" or ", " 或 "),
        _ => english,
    };
    arguments.output.rows(&COLUMNS.map(Column::text)[first..], &[], |rows| {
        for named in named() {
            let recipe = named.recipe;
            let parts = [
                recipe.tokenizer.to_string(),
                recipe.weighting.to_string(),
                recipe.hash.to_string(),
                recipe.tie.to_string(),
                named.program.unwrap_or("").to_owned(),
                named.name.to_owned(),
                widths(recipe.widths().to_string()),
                summary(named.summary).to_owned(),
            ];
            let cells: Vec<Cell<'_>> = parts[first..].iter().map(|part| part.as_str().into()).collect();
            rows.write(&cells)?;
        }
        Ok(())
    })
}
