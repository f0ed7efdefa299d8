//! `simscope diff-recipes`: what one recipe sees in a corpus that the other does not.

use super::arguments::DiffRecipesArguments;
use super::failure::Failure;
use super::material::{Material, finished, read_texts};
use super::recipe_choice::recipe_of;
use super::watch::{Unit, Watch};
use crate::contrast::{Contrast, Seen, Side, contrast, each_pair, moved};
use crate::export::Cell;
use crate::groups::{Effort, Groups};

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
    let groups = |material: &Material, k: u8| {
        material.tree_at(&material.documents(&arguments.empty), k, &Effort::DEFAULT).cut(k)
    };
    let (groups_a, groups_b) = (groups(&a, arguments.k.k), groups(&b, k_b));
    let side_a = Side { signatures: &a.signatures, groups: &groups_a };
    let side_b = Side { signatures: &b.signatures, groups: &groups_b };
    if arguments.is_pairs {
        pairs(arguments, &a, side_a, side_b)?;
    } else if arguments.is_documents {
        documents(arguments, &a, &groups_a, &groups_b)?;
    } else {
        counts(arguments, &a, &b, side_a, side_b)?;
    }
    arguments.output.carry(&[recipe_a, recipe_b])
}

/// What both see alike, and what only one sees, in numbers.
fn counts(
    arguments: &DiffRecipesArguments,
    a: &Material,
    b: &Material,
    side_a: Side<'_>,
    side_b: Side<'_>,
) -> Result<(), Failure> {
    let found = a.watch.during("comparing", Unit::Pairs, |p| finished(contrast(side_a, side_b, p)));
    let same_signatures = (a.bits == b.bits)
        .then(|| a.signatures.iter().zip(b.signatures.iter()).filter(|(a, b)| a == b).count() as u64);
    summary(arguments, a, found, same_signatures)
}

fn summary(
    arguments: &DiffRecipesArguments,
    material: &Material,
    found: Contrast,
    same_signatures: Option<u64>,
) -> Result<(), Failure> {
    let Contrast { grouped, pairs, groups, moved } = found;
    let documents = material.len() as u64;
    let alone = documents - grouped.both - grouped.only_a - grouped.only_b;
    arguments.output.rows(&["what", "same", "differ", "only_a", "only_b"], |rows| {
        let mut row = |what: &str, same: u64, differ: u64, seen: Option<Seen>| {
            let only = |of: fn(Seen) -> u64| seen.map_or(Cell::Nothing, |seen| of(seen).into());
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
    material: &Material,
    a: Side<'_>,
    b: Side<'_>,
) -> Result<(), Failure> {
    let watch = material.watch.unless(arguments.output.is_on_terminal());
    watch.during("comparing", Unit::Pairs, |progress| {
        arguments.output.rows(&["id_a", "id_b", "distance_a", "distance_b", "seen_by"], |rows| {
            each_pair(a, b, progress, |pair| {
                if pair.is_seen == (true, true) {
                    return Ok(());
                }
                let distance = |distance: Option<u8>| distance.map_or(Cell::Nothing, Cell::from);
                rows.write(&[
                    material.id(pair.documents.0 as usize).into(),
                    material.id(pair.documents.1 as usize).into(),
                    distance(pair.distance_a),
                    distance(pair.distance_b),
                    if pair.is_seen.0 { "a" } else { "b" }.into(),
                ])
            })?;
            Ok(())
        })
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
