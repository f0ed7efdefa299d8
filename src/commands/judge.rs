//! `simscope judge`: pairs of what goes to be judged, and what the judgements say of all that goes.

pub(super) mod sheet;

use super::arguments::JudgeArguments;
use super::decided::{Decided, Judging, decided};
use super::failure::Failure;
use super::judged::{read, tell, wait};
use super::material::{begin, read_texts, refuse_signatures};
use super::promise;
use super::watch::note;
use sheet::{SheetPair, write_draw, write_sheet};
use simscope_core::corpus::Corpus;
use simscope_core::decide::clean::Stratum;
use simscope_core::display::say;
use simscope_core::export::{Cell, Column};
use simscope_core::hamming::distance;
use simscope_core::judgements::{self, Judgements, KnownJudgements, Verdict, read_sheet};
use simscope_core::visible;
use std::path::{Path, PathBuf};
use std::{fs, io};

pub(super) fn run(arguments: &JudgeArguments) -> Result<(), Failure> {
    let decide = &arguments.decide;
    let what = (
        "judge: signatures have no texts to be judged; give the texts",
        "judge：签名没有文本可判定；请给出文本",
    );
    refuse_signatures(&decide.input, what)?;
    let path = file(arguments)?;
    if let Some(sheet) = &arguments.read {
        return take_back(arguments, sheet, &path);
    }
    arguments.output.spare([&path])?;
    let begun = begin(&decide.input)?;
    let judged = is_there(&path).then_some(&*path);
    let (sources, is_drawn) = (decide.input.sources()?, arguments.draw.is_some());
    let right = arguments.right.map(|right| (right, &*path));
    let is_signed = is_drawn && right.is_none();
    let judging = Judging { known: judged, seed: arguments.seed, right, is_signed };
    let decided = decided(decide, &sources, begun, judging)?;
    if let Some(promise) = &decided.chosen.promised {
        promise::tell(promise);
        let pairs = promise.draw(arguments.draw.unwrap_or_default() as usize);
        return write_draw(&pairs, decided.chosen.all(), &arguments.output);
    }
    match arguments.draw {
        Some(pairs) => draw(arguments, &decided, pairs as usize),
        None => table(arguments, &decided, &path),
    }
}

/// The file that is named, or else the one beside the corpus.
fn file(arguments: &JudgeArguments) -> Result<PathBuf, Failure> {
    let beside = || Ok::<_, Failure>(judgements::file_beside(&arguments.decide.input.sources()?));
    let path = arguments.file.clone().map_or_else(beside, |path| Ok(Some(path)))?;
    path.ok_or_else(|| {
        Failure::Usage(
            say!("judge: there is no corpus file or folder to keep the judgements beside; name a file with --judgements FILE", "judge：没有语料文件或文件夹可在旁边保存判定；请用 --judgements FILE 指定文件"),
        )
    })
}

/// Whether the path exists. A path that cannot be inspected counts as existing, so reading it reports the error.
fn is_there(path: &Path) -> bool {
    fs::metadata(path).err().is_none_or(|error| error.kind() != io::ErrorKind::NotFound)
}

/// Takes in the judgements of a sheet, as one append: all or none.
fn take_back(arguments: &JudgeArguments, sheet: &Path, path: &Path) -> Result<(), Failure> {
    let (_, watch) = begin(&arguments.decide.input)?;
    let who = arguments.who.clone().unwrap_or_else(judgements::who);
    let mut read_in = read_sheet(sheet)?;
    read_in.iter_mut().for_each(|judgement| judgement.who.clone_from(&who));
    let corpus: Corpus = read_texts(&arguments.decide.input, watch)?;
    let before = read(path)?;
    let newest = |pair: &judgements::Judgement| {
        let mut same =
            before.lines.iter().rev().filter(|known| known.is_about(pair) && known.who == pair.who);
        same.next().is_some_and(|known| (known.verdict, &known.note) == (pair.verdict, &pair.note))
    };
    let all = read_in.len();
    let new: Vec<_> = read_in.into_iter().filter(|judgement| !newest(judgement)).collect();
    wait(path)?;
    judgements::append(path, &new)?;
    tell(&KnownJudgements::new(&Judgements { lines: new.clone(), bad: Vec::new() }, &corpus), path);
    let count = |verdict| new.iter().filter(|judgement| judgement.verdict == Some(verdict)).count();
    let [yes, no, unsure] = [Verdict::Yes, Verdict::No, Verdict::Unsure].map(count);
    note(&say!(
        "{}: {} judgements added ({yes} yes, {no} no, {unsure} unsure); {} were there already",
        "{}：新增 {} 项判定（是 {yes}，否 {no}，不确定 {unsure}）；已有 {} 项",
        visible::path(path),
        new.len(),
        all - new.len()
    ));
    Ok(())
}

const TABLE: [Column; 8] = [
    Column::text("kinds"),
    Column::whole("texts"),
    Column::whole("drawn"),
    Column::whole("yes"),
    Column::whole("no"),
    Column::number("right"),
    Column::number("right_low"),
    Column::number("right_high"),
];

/// What the judgements say of what goes, and how far those agree who judged.
fn table(arguments: &JudgeArguments, decided: &Decided, path: &Path) -> Result<(), Failure> {
    let sample = &decided.chosen.sample;
    if sample.answers().total() == 0 {
        let file = visible::path(path);
        note(&say!(
            "{file}: no pair that was drawn from what goes is judged yet; --draw N -o FILE writes pairs to be judged",
            "{file}：还没有判定过从去除的文本中抽取的文档对；--draw N -o FILE 写出待判定的文档对"
        ));
    }
    let kinds =
        |stratum: &Stratum| stratum.kinds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    arguments.output.rows(&TABLE, &[], |rows| {
        let of_strata = sample.strata.iter().map(|one| (kinds(one), one.texts, one.drawn, one.right()));
        let all = rows.word("all").to_owned();
        let texts = sample.texts();
        for (kinds, texts, answers, right) in
            of_strata.chain([(all, texts, sample.answers(), sample.right())])
        {
            let [texts, drawn, yes, no] = [texts, answers.total(), answers.yes, answers.no].map(Cell::from);
            let [share, low, high] = [right.share, right.low, right.high].map(Cell::from);
            rows.write(&[kinds.as_str().into(), texts, drawn, yes, no, share, low, high])?;
        }
        Ok(())
    })?;
    if is_there(path) {
        judgements::read(path)?.agreement().iter().for_each(|agreement| note(&agreement.to_string()));
    }
    Ok(())
}

/// Writes pairs that are to be judged next.
fn draw(arguments: &JudgeArguments, decided: &Decided, pairs: usize) -> Result<(), Failure> {
    let Decided { material, chosen, .. } = decided;
    let planned = chosen.sample.plan(pairs);
    if planned.len() < pairs {
        note(&say!(
            "only {} pairs of what goes are left to be judged; texts that are the same are right",
            "去除的文本中只剩 {} 对待判定；相同的文本无需判定",
            planned.len()
        ));
    }
    let signature = |document: u32| material.signatures.get(document as usize);
    let pair = |document: u32| {
        let cover = chosen.cleaned.verdicts[document as usize].gone()?;
        Some(SheetPair {
            kind: cover.kind,
            similarity: cover.similarity,
            // Of another corpus there are no signatures.
            distance: match (cover.by as usize) < material.len() {
                true => distance(signature(document), signature(cover.by)),
                false => 0,
            },
            documents: [document, cover.by].map(|document| chosen.all().get(document as usize)),
        })
    };
    let planned: Vec<SheetPair<'_>> = planned.into_iter().filter_map(pair).collect();
    write_sheet(&planned, &chosen.under, &arguments.output)
}
