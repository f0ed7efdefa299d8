//! `simscope diff-recipes`: what one recipe sees in a corpus that the other does not.

use super::arguments::DiffRecipesArguments;
use super::failure::Failure;
use super::material::{Material, finished, read_texts};
use super::recipe_choice::recipe_of;
use super::watch::{Unit, Watch};
use crate::contrast::{Contrast, Seen, SeenPair, Side, contrast, each_pair, moved};
use crate::export::Cell;
use crate::groups::Groups;

pub(super) fn run(arguments: &DiffRecipesArguments) -> Result<(), Failure> {
    if arguments.input.is_signatures() {
        let what =
            "diff-recipes: signatures have one recipe already; give the texts that they were made from";
        return Err(Failure::Usage(what.to_owned()));
    }
    let (recipe_a, recipe_b) = (recipe_of(&arguments.a)?, recipe_of(&arguments.b)?);
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    let corpus = read_texts(&arguments.input, watch)?;
    let a = Material::sign(corpus.clone(), recipe_a, watch);
    let b = Material::sign(corpus, recipe_b, watch);
    let k_b = arguments.k_b.unwrap_or(arguments.k.k);
    let groups_a = a.tree(&a.documents(&arguments.empty)).cut(arguments.k.k);
    let groups_b = b.tree(&b.documents(&arguments.empty)).cut(k_b);
    let side_a = Side { signatures: &a.signatures, groups: &groups_a };
    let side_b = Side { signatures: &b.signatures, groups: &groups_b };
    if arguments.is_pairs {
        return pairs(arguments, &a, side_a, side_b);
    }
    if arguments.is_documents {
        return documents(arguments, &a, &groups_a, &groups_b);
    }
    let found = watch.during("comparing", Unit::Pairs, |p| finished(contrast(side_a, side_b, p)));
    summary(arguments, &a, found)
}

/// What both see alike, and what only one sees.
fn summary(arguments: &DiffRecipesArguments, material: &Material, found: Contrast) -> Result<(), Failure> {
    let Contrast { grouped, pairs, groups, moved } = found;
    let alone = material.len() as u64 - grouped.both - grouped.only_a - grouped.only_b;
    arguments.output.rows(&["what", "same", "differ", "only_a", "only_b"], |rows| {
        let mut row = |what: &'static str, same: u64, differ: u64, seen: Seen| {
            rows.write(&[what.into(), same.into(), differ.into(), seen.only_a.into(), seen.only_b.into()])
        };
        row("documents grouped or not", grouped.both + alone, grouped.only_a + grouped.only_b, grouped)?;
        row("pairs", pairs.both, pairs.only_a + pairs.only_b, pairs)?;
        row("groups", groups.both, groups.only_a + groups.only_b, groups)?;
        rows.write(&[
            "documents whose group".into(),
            (material.len() as u64 - moved).into(),
            moved.into(),
            Cell::Nothing,
            Cell::Nothing,
        ])
    })
}

/// Every pair that only one sees, with both distances.
fn pairs(
    arguments: &DiffRecipesArguments,
    material: &Material,
    a: Side<'_>,
    b: Side<'_>,
) -> Result<(), Failure> {
    let mut seen_by_one: Vec<SeenPair> = Vec::new();
    material.watch.during("comparing", Unit::Pairs, |progress| {
        finished(each_pair(a, b, progress, |pair| {
            if pair.is_seen.0 != pair.is_seen.1 {
                seen_by_one.push(pair);
            }
        }));
    });
    seen_by_one.sort_unstable_by_key(|pair| pair.documents);
    arguments.output.rows(&["id_a", "id_b", "distance_a", "distance_b", "seen_by"], |rows| {
        for pair in &seen_by_one {
            let distance = |distance: Option<u8>| distance.map_or(Cell::Nothing, Cell::from);
            rows.write(&[
                material.id(pair.documents.0 as usize).into(),
                material.id(pair.documents.1 as usize).into(),
                distance(pair.distance_a),
                distance(pair.distance_b),
                if pair.is_seen.0 { "a" } else { "b" }.into(),
            ])?;
        }
        Ok(())
    })
}

/// Every document whose group is not the same under both.
fn documents(
    arguments: &DiffRecipesArguments,
    material: &Material,
    a: &Groups,
    b: &Groups,
) -> Result<(), Failure> {
    let size =
        |groups: &Groups, number: Option<usize>| number.map_or(1, |number| groups.members(number).len());
    let number = |number: Option<usize>| number.map_or(Cell::Nothing, Cell::from);
    arguments.output.rows(&["id", "group_a", "size_a", "group_b", "size_b"], |rows| {
        for document in moved(a, b) {
            let (in_a, in_b) = (a.number_of(document), b.number_of(document));
            rows.write(&[
                material.id(document as usize).into(),
                number(in_a),
                size(a, in_a).into(),
                number(in_b),
                size(b, in_b).into(),
            ])?;
        }
        Ok(())
    })
}
