//! `simscope dedup`: the records of the documents that stay, and what was dropped against what.

pub(super) mod deciding;
pub(super) mod reading;

use super::arguments::DedupArguments;
use super::closed::check_stdout;
use super::failure::Failure;
use super::material::{Material, begin, finished, refuse_signatures};
use super::output::print;
use super::protect::{check_apart, is_place};
use super::report;
use super::watch::{Unit, Watch, note};
use deciding::{Decided, decide};
use reading::{Facts, Needs};
use simscope_core::corpus::{Source, spool};
use simscope_core::decide::Part;
use simscope_core::display::{lang, say};
use simscope_core::export::{Column, Dropped, Format, Rows, guard};
use simscope_core::handover::{Copying, Handing, Target, Written, dropped_beside, guard_dropped};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// `words` is the command line.
pub(super) fn run(arguments: &DedupArguments, words: &[OsString]) -> Result<(), Failure> {
    refuse_signatures(
        &arguments.input,
        lang().pick((
            "--input signatures: dedup copies records; give the texts themselves",
            "--input signatures：dedup 复制记录；请给出文本本身",
        )),
    )?;
    let (recipe, watch) = begin(&arguments.input)?;
    let options = arguments.input.read_options();
    let given = arguments.input.sources()?;
    let sources = spooled(&given, arguments.output.as_deref(), watch)?;
    let target = arguments.output.as_deref().map(|output| match output {
        output if output == Path::new("-") => Target::Stdout,
        output if arguments.is_list => Target::List(output.to_owned()),
        output => Target::fitting(&sources, output),
    });
    target.as_ref().map_or(Ok(()), |target| check_target(arguments, target))?;
    let dropped_to = match (&arguments.dropped, &target) {
        (Some(path), _) => Some(path.clone()),
        // Beside a pipe or a device there is no place for it.
        (None, Some(target)) => target.path().filter(|path| is_place(path)).map(dropped_beside),
        (None, None) => None,
    };
    let companions: Vec<PathBuf> = dropped_to.iter().cloned().collect();
    let copying = target.filter(|_| !arguments.is_dry_run).map(|target| Copying {
        sources: &sources,
        options: &options,
        target,
        companions: &companions,
        compression: arguments.compression,
        unreadable: arguments.unreadable,
        is_forced: arguments.is_forced,
    });
    // What cannot be written is refused before the work begins.
    let written = [arguments.output.as_deref(), dropped_to.as_deref(), arguments.report.as_deref()];
    check_apart(written.into_iter().flatten())?;
    guard_tables(arguments, dropped_to.as_deref())?;
    let report = arguments.report.as_deref().map(|page| report::of_dedup(page, words)).transpose()?;
    if report.is_some() && given.contains(&Source::Stdin) {
        let what = lang().pick((
            "--report: standard input is read only once; write it to a file first",
            "--report：标准输入只能读一次；请先写入文件",
        ));
        return Err(Failure::Usage(what.to_owned()));
    }
    let checked = copying.as_ref().map(Copying::check).transpose()?;
    let needs = Needs { texts: arguments.verify.condition.is_some(), hashes: arguments.decisions.is_some() };
    let (material, facts) = reading::read((&sources, &options), recipe, needs, watch)?;
    let verification = arguments.verify.check(&material)?;
    let decided = decide(arguments, (&sources, &options), (&material, &facts), verification.as_ref())?;
    let Some(checked) = checked else { return preview(arguments, &material, &facts, &decided) };
    let Some(corpus) = material.corpus() else { return Ok(()) };
    let verifier = verification.as_ref().and_then(|verification| verification.verifier(&material));
    let value = |a: u32, b: u32| verifier.as_ref().map_or(f64::NAN, |verifier| verifier.value(a, b));
    let handing = Handing {
        checked,
        corpus,
        dropped: Dropped {
            outcome: &decided.outcome,
            k: arguments.k.k,
            recipe: &recipe,
            id: &|document| material.id(document as usize),
            group: &|document| decided.groups.number_of(document),
            rule: &|kept| decided.decisions.rule_of(kept),
            value: verifier.is_some().then_some(&value),
        },
        dropped_to: dropped_to.as_deref(),
    };
    let written = watch.during("writing", Unit::Bytes, |progress| handing.write(progress))?;
    tell(&written, &material, &decided, dropped_to.as_deref());
    match report {
        Some((arguments, words)) => report::run(&arguments, &words),
        None => Ok(()),
    }
}

fn check_target(arguments: &DedupArguments, target: &Target) -> Result<(), Failure> {
    if *target == Target::Stdout {
        check_stdout()?;
    }
    match arguments.is_forced || arguments.is_dry_run || !is_terminal(target) {
        true => Ok(()),
        false => Err(Failure::Usage(say!(
            "-o: records are written as they are, and could steer this terminal; name a file, pipe them on, or use --force",
            "-o：记录按原样写出，可能控制终端；请指定文件、接到管道，或用 --force"
        ))),
    }
}

/// Whether records would go onto a terminal.
fn is_terminal(target: &Target) -> bool {
    match target {
        Target::Stdout => io::stdout().is_terminal(),
        Target::File(path) | Target::List(path) => {
            let is_device = fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
            is_device && File::options().append(true).open(path).is_ok_and(|file| file.is_terminal())
        }
        Target::Folder(_) => false,
    }
}

/// Fails if the output would replace a file that is read besides the documents.
fn guard_tables(arguments: &DedupArguments, dropped_to: Option<&Path>) -> Result<(), Failure> {
    let recipe = &arguments.input.recipe;
    let tables = [&recipe.jieba_dict, &recipe.jieba_idf, &recipe.stop_words, &arguments.decisions];
    let read = || {
        let named = recipe.recipe.as_ref().map(|asked| Path::new(&asked.name));
        tables.into_iter().flatten().map(PathBuf::as_path).chain(named)
    };
    for written in arguments.output.as_deref().into_iter().chain(dropped_to) {
        guard(written, read(), true)?;
    }
    match dropped_to.filter(|_| arguments.dropped.is_none()) {
        Some(beside) => Ok(guard_dropped(beside)?),
        None => Ok(()),
    }
}

/// The sources, with streams copied to temporary files beside the output, where there is room for it.
fn spooled(sources: &[Source], output: Option<&Path>, watch: Watch) -> Result<Vec<Source>, Failure> {
    let folder = output.and_then(Path::parent).filter(|folder| folder.is_dir());
    let spooled =
        watch.during("reading standard input", Unit::Bytes, |progress| spool(sources, folder, progress))?;
    Ok(finished(spooled))
}

/// Says on standard error what was written.
fn tell(written: &Written, material: &Material, decided: &Decided, dropped_to: Option<&Path>) {
    let dropped = decided.outcome.totals.dropped;
    let share = 100.0 * dropped as f64 / material.len().max(1) as f64;
    let mut line = say!(
        "{} documents: {} kept, {dropped} dropped ({share:.1} %); {} of {} bytes written",
        "{} 篇文档：保留 {} 篇，去除 {dropped} 篇（{share:.1} %）；写出 {} 字节，共 {} 字节",
        material.len(),
        material.len() - dropped,
        written.bytes_written,
        written.bytes_read,
    );
    if let Some(path) = dropped_to {
        line += &say!("; what was dropped: {}", "；去除的列在：{}", path.display());
    }
    note(&line);
    if written.unreadable > 0 {
        let fate = match written.records_kept + dropped as u64 == written.records_read {
            true => lang().pick((
                "written unchanged (--unreadable drop leaves them out)",
                "原样写出（--unreadable drop 则略去）",
            )),
            false => lang().pick(("left out", "略去")),
        };
        note(&say!(
            "{} records that could not be read were {fate}",
            "{} 条记录无法读取：{fate}",
            written.unreadable
        ));
    }
    if written.no_files > 0 {
        note(&say!(
            "{} entries of folders are no files, and were not copied",
            "文件夹中有 {} 项不是文件，未复制",
            written.no_files
        ));
    }
}

const PREVIEW: [Column; 6] = [
    Column::text("part"),
    Column::text("name"),
    Column::count("documents"),
    Column::count("kept"),
    Column::count("dropped"),
    Column::whole("dropped_text_bytes"),
];

/// Prints what would stay and go.
fn preview(
    arguments: &DedupArguments,
    material: &Material,
    facts: &Facts,
    decided: &Decided,
) -> Result<(), Failure> {
    let Some(corpus) = material.corpus() else { return Ok(()) };
    let (outcome, bytes) = (&decided.outcome, |document: usize| u64::from(facts.bytes[document]));
    let label = |document: usize| corpus.get(document).label.unwrap_or_default();
    let file = |document: usize| corpus.file_name(corpus.place(document).file).unwrap_or_default();
    let several = |parts: Vec<Part>| if parts.len() > 1 { parts } else { Vec::new() };
    let parts = [
        ("all", vec![outcome.whole(bytes)]),
        ("label", several(outcome.parts(label, bytes))),
        ("file", several(outcome.parts(file, bytes))),
    ];
    let is_terminal = io::stdout().is_terminal();
    let format = arguments.format.unwrap_or(if is_terminal { Format::Table } else { Format::Tsv });
    print(|out| {
        let mut rows = Rows::new(format, &PREVIEW, &[], out)?;
        for (kind, parts) in &parts {
            for Part { name, documents, dropped, dropped_bytes, .. } in parts {
                rows.write(&[
                    rows.word(kind).into(),
                    name.as_str().into(),
                    (*documents).into(),
                    (documents - dropped).into(),
                    (*dropped).into(),
                    (*dropped_bytes).into(),
                ])?;
            }
        }
        rows.finish()
    })
}
