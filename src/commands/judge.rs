//! `simscope judge`: pairs to be judged, and what the judgements say of every k.

mod sheet;

use super::arguments::{InputArguments, JudgeArguments, JudgementsArguments};
use super::failure::Failure;
use super::material::{Material, begin, finished, read_texts, refuse_signatures};
use super::watch::{Unit, note};
use sheet::{SheetPair, write_sheet};
use simscope_core::analysis::{self, Measured};
use simscope_core::corpus::Corpus;
use simscope_core::display::{lang, say};
use simscope_core::evidence::{Aim, Judged, Targets};
use simscope_core::export::write_judged;
use simscope_core::groups::{Dendrogram, Drawn, Effort, Wanted};
use simscope_core::hamming::distance;
use simscope_core::judgements::{
    self, Judgements, JudgementsError, KnownJudgements, SheetError, Verdict, read_sheet,
};
use simscope_core::random::Random;
use simscope_core::visible;
use std::path::{Path, PathBuf};

pub(super) fn run(arguments: &JudgeArguments) -> Result<(), Failure> {
    refuse_signatures(
        &arguments.input,
        lang().pick((
            "judge: signatures have no texts to be judged; give the texts",
            "judge：签名没有文本可判定；请给出文本",
        )),
    )?;
    let path = arguments.file.path(&arguments.input)?;
    if let Some(sheet) = &arguments.read {
        return take_back(arguments, sheet, &path);
    }
    arguments.output.spare([&path])?;
    let material = Material::load(&arguments.input)?;
    let Some(corpus) = material.corpus() else { return Ok(()) };
    let known = known(&path, corpus)?;
    let documents = material.documents(&arguments.empty);
    let judging = Judging::new(arguments, &material, documents, &known);
    match arguments.draw {
        Some(pairs) => judging.sample(arguments, pairs as usize),
        None => judging.table(arguments, &path),
    }
}

impl JudgementsArguments {
    /// The file that is named, or else the one beside the corpus.
    pub(super) fn path(&self, input: &InputArguments) -> Result<PathBuf, Failure> {
        let beside = || Ok::<_, Failure>(judgements::file_beside(&input.sources()?));
        let path = self.path.clone().map_or_else(beside, |path| Ok(Some(path)))?;
        path.ok_or_else(|| {
            Failure::Usage(
                say!("judge: there is no corpus file or folder to keep the judgements beside; name a file with --judgements FILE", "judge：没有语料文件或文件夹可在旁边保存判定；请用 --judgements FILE 指定文件"),
            )
        })
    }
}

impl From<JudgementsError> for Failure {
    fn from(error: JudgementsError) -> Self {
        Failure::Failed(error.to_string())
    }
}

fn shown(path: &Path) -> String {
    visible::line(&path.to_string_lossy()).into_owned()
}

/// Reads the file, and says on standard error which lines are left out.
fn read(path: &Path) -> Result<Judgements, Failure> {
    let judgements = judgements::read(path)?;
    if let Some(first) = judgements.bad.first() {
        let (file, n) = (shown(path), judgements.bad.len());
        note(&say!(
            "{file}: left out {n} lines that are no judgements; first: {first}",
            "{file}：略去 {n} 行，它们不是判定；第一行：{first}"
        ));
    }
    Ok(judgements)
}

/// What of the file is about the corpus; standard error says what of it cannot be used.
pub(super) fn known(path: &Path, corpus: &Corpus) -> Result<KnownJudgements, Failure> {
    let known = KnownJudgements::new(&read(path)?, corpus);
    tell(&known, path);
    Ok(known)
}

/// Says what of the file cannot be used.
fn tell(known: &KnownJudgements, path: &Path) {
    let file = shown(path);
    if known.changed > 0 {
        note(&say!(
            "{file}: judged pairs left out, because a text has changed since: {}",
            "{file}：因文本已改而略去的已判定文档对：{}",
            known.changed
        ));
    }
    if known.missing > 0 {
        note(&say!(
            "{file}: judged pairs left out, because an id is of no document: {}",
            "{file}：因编号不属于任何文档而略去的已判定文档对：{}",
            known.missing
        ));
    }
}

/// Takes in the judgements of a sheet, as one append: all or none.
fn take_back(arguments: &JudgeArguments, sheet: &Path, path: &Path) -> Result<(), Failure> {
    let (_, watch) = begin(&arguments.input)?;
    let read_in = read_sheet(sheet)?;
    let corpus: Corpus = read_texts(&arguments.input, watch)?;
    let before = read(path)?;
    let newest = |pair: &judgements::Judgement| {
        let mut same = before.lines.iter().rev().filter(|known| known.is_about(pair));
        same.next().is_some_and(|known| (known.verdict, &known.note) == (pair.verdict, &pair.note))
    };
    let all = read_in.len();
    let new: Vec<_> = read_in.into_iter().filter(|judgement| !newest(judgement)).collect();
    judgements::append(path, &new)?;
    tell(&KnownJudgements::new(&Judgements { lines: new.clone(), bad: Vec::new() }, &corpus), path);
    let count = |verdict| new.iter().filter(|judgement| judgement.verdict == Some(verdict)).count();
    let [yes, no, unsure] = [Verdict::Yes, Verdict::No, Verdict::Unsure].map(count);
    note(&say!(
        "{}: {} judgements added ({yes} yes, {no} no, {unsure} unsure); {} were there already",
        "{}：新增 {} 项判定（是 {yes}，否 {no}，不确定 {unsure}）；已有 {} 项",
        shown(path),
        new.len(),
        all - new.len()
    ));
    Ok(())
}

/// A corpus with its pairs by distance, and what was said of them.
struct Judging<'a> {
    material: &'a Material,
    tree: Dendrogram,
    measured: Measured,
    known: &'a KnownJudgements,
    judged: Judged,
    recipe: String,
}

impl<'a> Judging<'a> {
    fn new(
        arguments: &JudgeArguments,
        material: &'a Material,
        documents: Vec<u32>,
        known: &'a KnownJudgements,
    ) -> Self {
        let of = |document: u32| material.signatures.get(document as usize);
        let apart = |(a, b): Drawn| distance(of(a), of(b));
        let farthest = known.iter().map(|(pair, _)| apart(pair)).max().unwrap_or(0);
        let farthest = if arguments.draw.is_some() { farthest.max(up_to(arguments)) } else { farthest };
        let bits = material.bits.get();
        let tree = material.tree_at(&documents, farthest.min(bits), &Effort::DEFAULT);
        let texts = (material.corpus(), &documents[..]);
        let measured = finished(analysis::measure(&tree, &material.signatures, texts, bits, &material.watch));
        let is_compared = |document: u32| documents.binary_search(&document).is_ok();
        let recipe = material.recipe_line();
        let judged = known.judged(measured.spread.pairs().counts(), &recipe, |(a, b)| {
            (is_compared(a) && is_compared(b)).then(|| apart((a, b)))
        });
        Self { material, tree, measured, known, judged, recipe }
    }

    fn table(&self, arguments: &JudgeArguments, path: &Path) -> Result<(), Failure> {
        let targets = Targets { precision: arguments.min_precision, recall: None };
        if self.judged.largest().is_none() {
            let file = shown(path);
            note(&say!(
                "{file}: no pair of this corpus is judged yet; --draw N -o FILE writes pairs to be judged",
                "{file}：此语料还没有已判定的文档对；--draw N -o FILE 写出待判定的文档对"
            ));
        }
        arguments.output.write(self.material.recipes(), |format, out| {
            write_judged(&self.judged, targets, format, self.material.recipes(), out)
        })?;
        if let Some(least) = targets.precision {
            note(&match targets.best(&self.judged.curve()) {
                Some(k) => say!(
                    "largest k with precision at least {least}: k = {k}",
                    "精确率不低于 {least} 的最大 k：k = {k}"
                ),
                None => say!(
                    "no k has a precision of at least {least} for certain; judge more pairs",
                    "没有精确率肯定不低于 {least} 的 k；请多判定一些文档对"
                ),
            });
        }
        let [.., unsure] = self.known.counts();
        if unsure > 0 {
            note(&say!(
                "judged pairs that were left open, and are not counted: {unsure}",
                "判定为不确定、不计入的文档对：{unsure}"
            ));
        }
        Ok(())
    }

    fn sample(&self, arguments: &JudgeArguments, pairs: usize) -> Result<(), Failure> {
        let counts = self.measured.spread.pairs().counts();
        let last = usize::from(up_to(arguments).min(self.material.bits.get()));
        let counts = &counts[..counts.len().min(last + 1)];
        let mut judged_at = vec![0_usize; counts.len()];
        for (pair, _) in self.known.iter() {
            if let Some(at) = judged_at.get_mut(usize::from(self.apart(pair))) {
                *at += 1;
            }
        }
        let left = |(of, judged): (&u64, &usize)| (*of as usize).saturating_sub(*judged);
        let open: Vec<usize> = counts.iter().zip(&judged_at).map(left).collect();
        let aim = Aim { k: arguments.k.k, up_to: last as u8 };
        let plan = self.judged.plan(pairs, aim, &open);
        if plan.len() < pairs {
            note(&say!(
                "only {} pairs within distance {last} are left to be judged",
                "距离 {last} 以内只剩 {} 对待判定",
                plan.len()
            ));
        }
        let mut drawn = self.draw(&plan, &judged_at, counts, arguments.seed);
        let Some(corpus) = self.material.corpus() else { return Ok(()) };
        let planned = plan.into_iter().filter_map(|distance| {
            let (a, b) = drawn.get_mut(usize::from(distance))?.pop()?;
            Some(SheetPair { distance, documents: [a, b].map(|document| corpus.get(document as usize)) })
        });
        let planned: Vec<SheetPair<'_>> = planned.collect();
        write_sheet(&planned, (&self.recipe, self.material.recipes()), &arguments.output)
    }

    /// Pairs that are not judged yet, by distance, in random order: as many as the plan asks for.
    fn draw(&self, plan: &[u8], judged_at: &[usize], counts: &[u64], seed: u64) -> Vec<Vec<Drawn>> {
        let planned = |distance: u8| plan.iter().filter(|&&at| at == distance).count();
        let wanted: Vec<Wanted> = (counts.iter().zip(0_u8..).zip(judged_at))
            .map(|((&of, distance), judged)| {
                let pairs = planned(distance);
                // Some of those drawn may be judged already.
                Wanted { distance, of, pairs: if pairs > 0 { pairs + judged } else { 0 } }
            })
            .collect();
        let column = (&self.material.signatures, self.material.bits);
        let drawn = self.material.watch.during("drawing", Unit::Pairs, |progress| {
            finished(self.measured.spread.draw(&self.tree, column, &wanted, seed, progress))
        });
        let shuffled = |(pairs, distance): (Vec<Drawn>, u64)| {
            let mut pairs: Vec<Drawn> =
                pairs.into_iter().filter(|&pair| self.known.get(pair).is_none()).collect();
            Random::of(&[seed, 1 << 35, distance]).shuffle(&mut pairs);
            pairs
        };
        drawn.into_iter().zip(0..).map(shuffled).collect()
    }

    fn apart(&self, (a, b): Drawn) -> u8 {
        let of = |document: u32| self.material.signatures.get(document as usize);
        distance(of(a), of(b))
    }
}

/// The largest distance of the pairs that are to be judged.
fn up_to(arguments: &JudgeArguments) -> u8 {
    arguments.up_to.unwrap_or(arguments.k.k.saturating_add(2))
}

impl From<SheetError> for Failure {
    fn from(error: SheetError) -> Self {
        Failure::Failed(error.to_string())
    }
}
