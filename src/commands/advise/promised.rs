//! `simscope advise --right`: a k with a promise, by answers to drawn pairs.

use crate::arguments::AdviseArguments;
use crate::failure::Failure;
use crate::judge::sheet::{write_draw, write_labels};
use crate::judged::{known, read, wait};
use crate::material::{Material, finished};
use crate::watch::note;
use simscope_core::analysis::{Analysed, PairAnswers, Reach, draws_beside, read_draws};
use simscope_core::decide::promise::{Answered, Right};
use simscope_core::display::{percent_text, say};
use simscope_core::evidence::Targets;
use simscope_core::export::{Cell, Column, write_whole};
use simscope_core::visible;
use std::path::Path;

const TABLE: [Column; 6] = [
    Column::number("right"),
    Column::count("k").optional(),
    Column::whole("pairs"),
    Column::whole("answers"),
    Column::whole("no"),
    Column::count("next_k").optional(),
];

pub(super) fn run(arguments: &AdviseArguments, right: Right) -> Result<(), Failure> {
    let (labels, output) = (&arguments.labels, &arguments.output);
    let file = labels.file.clone().map_or_else(|| super::answers(arguments), |file| Ok(Some(file)))?;
    output.spare(file.as_deref())?;
    let material = Material::load(&arguments.input)?;
    let grown = material.grown(&arguments.empty, Reach::Farthest);
    let answers = match (&labels.file, &file, grown.texts()) {
        (None, Some(file), Some(corpus)) => {
            let judgements = read(file)?;
            known(file, corpus)?;
            PairAnswers::judged(&judgements, corpus)
        }
        _ => labels
            .read(&material, false)?
            .map(|known| PairAnswers::labelled(known.pairs().iter()))
            .unwrap_or_default(),
    };
    let drawn = finished(grown.draw_distances((right, arguments.seed), &material.watch));
    let said = answers.about(&drawn, arguments.draw.unwrap_or_default() as usize);
    note(&said.progress(right));
    if let Some(file) = &file {
        keep(file, &grown, (right, arguments.seed))?;
    }
    match (arguments.draw, grown.texts()) {
        (Some(_), Some(corpus)) if labels.file.is_none() => {
            let pairs: Vec<[u32; 2]> = said.next.iter().map(|&pair| pair.into()).collect();
            write_draw(&pairs, corpus, output)
        }
        (Some(_), _) => {
            write_labels(said.next.iter().map(|&(a, b)| [a, b].map(|one| material.id(one as usize))), output)
        }
        (None, _) => {
            tell_advice(arguments, &material, &grown)?;
            table(&said, right, arguments)
        }
    }
}

/// Keeps that this was drawn, beside the answers. Says what several draws are worth together.
fn keep(file: &Path, grown: &Analysed, drawn: (Right, u64)) -> Result<(), Failure> {
    let path = draws_beside(file);
    let before = read_draws(file).map_err(Failure::Failed)?;
    wait(file)?;
    let mut draws = before.clone();
    let repeated = draws.draw_k(drawn, &grown.signatures);
    let failed = |what: String| Failure::Failed(say!("{}: {what}", "{}：{what}", visible::path(&path)));
    repeated.map_err(failed)?.iter().for_each(|line| note(line));
    if draws != before {
        write_whole(&path, true, |out| out.write_all(draws.write().as_bytes()))?;
    }
    Ok(())
}

/// Says which k the texts advise, and how many of its pairs share enough.
fn tell_advice(arguments: &AdviseArguments, material: &Material, grown: &Analysed) -> Result<(), Failure> {
    if grown.texts().is_none() {
        return Ok(());
    }
    let (_, [advice, _]) = super::by_texts(grown, &arguments.confirm, Targets::default(), material.watch)?;
    let at = advice.at.as_ref().and_then(|at| Some((at.k, at.precision?)));
    if let Some((k, precision)) = at {
        let (share, condition) = (percent_text(precision.share), arguments.confirm.condition());
        note(&say!(
            "without answers: k = {k}; {share} of its pairs fulfil {condition}",
            "不看判定：k = {k}；其文档对中 {share} 满足 {condition}"
        ));
    }
    Ok(())
}

fn table(said: &Answered, right: Right, arguments: &AdviseArguments) -> Result<(), Failure> {
    let [answers, no] = said.counts.map(Cell::from);
    let k = |k: Option<u8>| k.map_or(Cell::Nothing, Cell::from);
    arguments.output.rows(&TABLE, &[], |rows| {
        rows.write(&[right.share().into(), k(said.k), said.pairs.into(), answers, no, k(said.asked_for)])
    })
}
