//! `simscope doctor`: what is wrong with signatures that were computed elsewhere.

use super::arguments::{DoctorArguments, sources_of};
use super::failure::Failure;
use super::given;
use super::material::read_texts_of;
use super::watch::{Watch, note};
use simscope_core::analysis::{BitHealth, Health, likeness};
use simscope_core::corpus::Ids;
use simscope_core::display::say;
use simscope_core::export::{Cell, Column};
use simscope_core::hamming::Signatures;
use simscope_core::recipe::Bits;
use std::collections::HashMap;

/// Texts that are signed by every recipe, and recipes that are shown.
const TEXTS: usize = 500;
const RECIPES: usize = 3;

/// A row: what was looked at, what was found, what chance gives, and what is wrong.
type Row = (String, Option<f64>, Option<f64>, Option<String>);

pub(super) fn run(arguments: &DoctorArguments) -> Result<(), Failure> {
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    let (ids, bits, signatures) =
        given::read(&arguments.input.sources()?, &arguments.input.read_options(), watch)?;
    let health = Health::of(&signatures, bits);
    if arguments.has_every_bit {
        return each_bit(arguments, &health);
    }
    let mut rows = rows_of(&health, bits);
    if !arguments.texts.is_empty() {
        rows.extend(recipes(arguments, (&ids, &signatures, bits), watch)?);
    }
    if health.is_small() {
        note(&say!(
            "{} different signatures are too few to tell what is wrong with their bits; 24 are needed",
            "{} 个互不相同的签名太少，无法判断各位的问题；至少需要 24 个",
            health.distinct
        ));
    }
    let columns = [
        Column::text("what"),
        Column::number("value").optional(),
        Column::number("chance").optional(),
        Column::text("finding").optional(),
    ];
    arguments.output.rows(&columns, &[], |out| {
        rows.iter().try_for_each(|(what, value, chance, finding)| {
            let what = out.word(what);
            out.write(&[what.into(), (*value).into(), (*chance).into(), finding.as_deref().into()])
        })
    })
}

fn rows_of(health: &Health, bits: Bits) -> Vec<Row> {
    let width = f64::from(bits.get());
    let count = |is: fn(&BitHealth) -> bool| Some(health.bits.iter().filter(|bit| is(bit)).count() as f64);
    let value = |what: &str, value: Option<f64>, chance: Option<f64>| (what.to_owned(), value, chance, None);
    let mut rows = vec![
        value("signatures", Some(health.signatures as f64), None),
        value("different signatures", Some(health.distinct as f64), None),
        value("bits", Some(width), None),
        value("dead bits", count(|bit| bit.is_dead), Some(0.0)),
        value("bits equal to another", count(|bit| bit.equals.is_some()), Some(0.0)),
        value("bits opposite to another", count(|bit| bit.opposes.is_some()), Some(0.0)),
        value("mean distance", Some(health.mean), Some(width / 2.0)),
        value("standard deviation", Some(health.deviation), Some((width / 4.0).sqrt())),
        value("effective bits", health.effective(), Some(width)),
        value(
            "pairs of equal signatures",
            Some(health.collisions as f64),
            Some(health.expected_collisions()),
        ),
    ];
    let ailments = health.ailments();
    let found = ailments.iter().map(|ailment| ailment.text(bits.get()));
    rows.extend(found.map(|finding| ("wrong".to_owned(), None, None, Some(finding))));
    if ailments.is_empty() && !health.is_small() {
        rows.push(("healthy".to_owned(), None, None, Some(say!("nothing is wrong", "没有发现问题"))));
    }
    rows
}

/// The recipes most like the signatures, by texts of the same ids.
fn recipes(
    arguments: &DoctorArguments,
    (ids, signatures, bits): (&Ids, &Signatures, Bits),
    watch: Watch,
) -> Result<Vec<Row>, Failure> {
    let corpus = read_texts_of(&sources_of(&arguments.texts), &arguments.input.read_options(), watch)?;
    let given: HashMap<&str, u128> = ids.iter().zip(signatures.iter()).collect();
    let texts = (0..corpus.len()).map(|document| corpus.get(document));
    let texts: Vec<(&str, u128)> =
        texts.filter_map(|document| Some((document.text, *given.get(document.id)?))).take(TEXTS).collect();
    if texts.is_empty() {
        return Err(Failure::Failed(say!(
            "--texts: no text has the id of a signature; choose the ids with --id-field",
            "--texts：没有文本的编号与签名相同；请用 --id-field 指定编号"
        )));
    }
    let n = texts.len();
    let found = likeness(&texts, bits);
    let is_known = found.first().is_some_and(|best| best.equal >= 0.5);
    let rows = found.iter().take(if is_known { 1 } else { RECIPES }).map(|like| {
        let finding = match is_known {
            true => say!(
                "{} of {n} texts have just this signature: {}",
                "{n} 篇文本中 {} 篇的签名与此相同：{}",
                (like.equal * n as f64).round(),
                like.recipe
            ),
            false => say!(
                "no named recipe made these; mean distance {:.1} of {bits} bits: {}",
                "并非由已命名的配方生成；平均距离 {:.1}（共 {bits} 位）：{}",
                like.mean,
                like.recipe
            ),
        };
        let name = like.recipe.name.unwrap_or("–");
        (format!("recipe {name}"), Some(like.equal), None, Some(finding))
    });
    Ok(rows.collect())
}

fn each_bit(arguments: &DoctorArguments, health: &Health) -> Result<(), Failure> {
    let columns = [
        Column::count("bit"),
        Column::number("share"),
        Column::text("dead"),
        Column::count("equals").optional(),
        Column::count("opposes").optional(),
    ];
    arguments.output.rows(&columns, &[], |rows| {
        health.bits.iter().enumerate().try_for_each(|(bit, health)| {
            let is_dead = if health.is_dead { "yes" } else { "no" };
            let cells: [Cell<'_>; 5] = [
                bit.into(),
                health.share.into(),
                is_dead.into(),
                health.equals.into(),
                health.opposes.into(),
            ];
            rows.write(&cells)
        })
    })
}
