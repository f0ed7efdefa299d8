//! Promises: the draws beside a file of judgements, and what `clean --right` and `judge --right` say of them.

use super::failure::Failure;
use super::judged::wait;
use super::material::finished;
use super::watch::{Watch, note};
use simscope_core::analysis::{Compared, Deciding, Promise, draws_beside, measure_for, read_draws};
use simscope_core::corpus::Corpus;
use simscope_core::decide::promise::{PILOT, Right};
use simscope_core::display::say;
use simscope_core::export::write_whole;
use simscope_core::judgements;
use simscope_core::measures::{Condition, Join, Measure};
use simscope_core::visible;
use std::path::Path;

/// What finds the candidates: what is named, or what suits the corpus.
pub(super) fn measure(named: Option<Condition>, corpus: &Corpus) -> Result<Measure, Failure> {
    match named.map(|condition| condition.measure) {
        Some(measure) if !Join::can(measure) => Err(Failure::Usage(say!(
            "--right finds pairs by jaccard or weighted, of words:W or chars:W: not by {measure}",
            "--right 按 jaccard 或 weighted（words:W 或 chars:W）查找文档对，不能用 {measure}"
        ))),
        Some(measure) => Ok(measure),
        None => {
            let measure = measure_for(corpus);
            note(&say!(
                "texts are compared by {measure}; --confirm names another measure",
                "按 {measure} 比较文本；可用 --confirm 另选度量"
            ));
            Ok(measure)
        }
    }
}

/// Opens the draw of this share and seed, or makes it, and keeps it beside the judgements.
pub(super) fn open(
    compared: &Compared,
    deciding: &Deciding<'_>,
    draw: (Right, u64),
    file: &Path,
    watch: Watch,
) -> Result<Promise, Failure> {
    let path = draws_beside(file);
    let failed = |what: String| Failure::Failed(say!("{}: {what}", "{}：{what}", visible::path(&path)));
    let before = read_draws(file).map_err(Failure::Failed)?;
    wait(file)?;
    let (judgements, mut draws) = (judgements::read(file)?, before.clone());
    let opened = compared.promise(deciding, &judgements, draw, (&mut draws, None), &watch);
    let promise = finished(opened.map_err(failed)?);
    if draws != before {
        write_whole(&path, true, |out| out.write_all(draws.write().as_bytes()))?;
    }
    Ok(promise)
}

/// Says how far a draw has come.
pub(super) fn tell(promise: &Promise) {
    let pairs = promise.candidates().len();
    if promise.counts()[0] == 0 && (1..2 * PILOT).contains(&pairs) {
        note(&say!(
            "only {pairs} pairs are similar enough: nearly all of them are asked about",
            "只有 {pairs} 对足够相似：几乎都需要判定"
        ));
    }
    note(&promise.progress());
    promise.repeated().iter().for_each(|line| note(line));
}
