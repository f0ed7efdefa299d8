//! `simscope diff-recipes`: what one recipe sees in a corpus that the other does not.

use super::arguments::DiffRecipesArguments;
use super::failure::Failure;
use super::material::{Material, finished, read_texts, refuse_signatures};
use super::recipe_choice::recipe_of;
use super::watch::{Unit, Watch};
use simscope_core::contrast::{Contrast, Seen, Side, contrast, each_only, moved};
use simscope_core::export::{Cell, Column, SeenPairs};
use simscope_core::groups::Groups;
use simscope_core::recipe::Recipe;

pub(super) fn run(arguments: &DiffRecipesArguments) -> Result<(), Failure> {
    let what = (
        "diff-recipes: signatures have one recipe already; give the texts that they were made from",
        "diff-recipes：签名的配方已定；请给出生成它的文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let (recipe_a, recipe_b) = (recipe_of(&arguments.a)?, recipe_of(&arguments.b)?);
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    let corpus = read_texts(&arguments.input, watch)?;
    let a = Material::sign(corpus.clone(), recipe_a, watch);
    let b = Material::sign(corpus, recipe_b, watch);
    let k_b = arguments.k_b.unwrap_or(arguments.k.k);
    let groups = |material: &Material, k: u8| material.groups(&material.documents(&arguments.empty), k);
    let (groups_a, groups_b) = (groups(&a, arguments.k.k), groups(&b, k_b));
    let side_a = Side { signatures: &a.signatures, groups: &groups_a };
    let side_b = Side { signatures: &b.signatures, groups: &groups_b };
    let recipes = [recipe_a, recipe_b];
    if arguments.is_pairs {
        pairs(arguments, &recipes, &a, side_a, side_b)
    } else if arguments.is_documents {
        documents(arguments, &recipes, &a, &groups_a, &groups_b)
    } else {
        let found =
            watch.during(("comparing", "比较"), Unit::Documents, |p| finished(contrast(side_a, side_b, p)));
        let same_signatures = (recipe_a.bits == recipe_b.bits)
            .then(|| a.signatures.iter().zip(b.signatures.iter()).filter(|(a, b)| a == b).count() as u64);
        summary(arguments, &recipes, a.len() as u64, found, same_signatures)
    }
}

/// What both see alike, and what only one sees, in numbers.
fn summary(
    arguments: &DiffRecipesArguments,
    recipes: &[Recipe],
    documents: u64,
    found: Contrast,
    same_signatures: Option<u64>,
) -> Result<(), Failure> {
    let Contrast { grouped, pairs, groups, moved } = found;
    let alone = documents - grouped.both - grouped.only_a - grouped.only_b;
    let columns = [
        Column::text("what"),
        Column::whole("same"),
        Column::whole("differ"),
        Column::whole("only_a").optional(),
        Column::whole("only_b").optional(),
    ];
    arguments.output.rows(&columns, recipes, |rows| {
        let mut row = |what: &str, same: u64, differ: u64, seen: Option<Seen>| {
            let only = |of: fn(Seen) -> u64| Cell::from(seen.map(of));
            let what = rows.word(what);
            rows.write(&[what.into(), same.into(), differ.into(), only(|s| s.only_a), only(|s| s.only_b)])
        };
        // Signatures of two widths have nothing to be equal in.
        if let Some(same) = same_signatures {
            row("signatures", same, documents - same, None)?;
        }
        row("pairs", pairs.both, pairs.only_a + pairs.only_b, Some(pairs))?;
        row("groups", groups.both, groups.only_a + groups.only_b, Some(groups))?;
        row("documents grouped", grouped.both + alone, grouped.only_a + grouped.only_b, Some(grouped))?;
        row("documents by group", documents - moved, moved, None)
    })
}

/// Every pair that only one sees, with both distances: those of the first, group by group, then the second's.
fn pairs(
    arguments: &DiffRecipesArguments,
    recipes: &[Recipe],
    material: &Material,
    a: Side<'_>,
    b: Side<'_>,
) -> Result<(), Failure> {
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    let id = |document: u32| material.id(document as usize);
    watch.during(("comparing", "比较"), Unit::Documents, |progress| {
        arguments.output.write(recipes, |format, out| {
            let mut rows = SeenPairs::new(&id, format, recipes, out)?;
            each_only(a, b, progress, |pair| rows.write(&pair))?;
            each_only(b, a, progress, |pair| rows.write(&pair.swapped()))?;
            rows.finish()
        })
    })
}

/// Every document whose group is not the same under both.
fn documents(
    arguments: &DiffRecipesArguments,
    recipes: &[Recipe],
    material: &Material,
    a: &Groups,
    b: &Groups,
) -> Result<(), Failure> {
    let size =
        |groups: &Groups, number: Option<usize>| number.map_or(1, |number| groups.members(number).len());
    let columns = [
        Column::text("id"),
        Column::count("group_a").optional(),
        Column::count("size_a"),
        Column::count("group_b").optional(),
        Column::count("size_b"),
    ];
    arguments.output.rows(&columns, recipes, |rows| {
        for document in moved(a, b) {
            let (in_a, in_b) = (a.number_of(document), b.number_of(document));
            rows.write(&[
                material.id(document as usize).into(),
                in_a.into(),
                size(a, in_a).into(),
                in_b.into(),
                size(b, in_b).into(),
            ])?;
        }
        Ok(())
    })
}
