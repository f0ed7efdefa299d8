//! `simscope clean`: the records of the documents that stay, and what was dropped against what.

pub(super) mod printing;

use super::arguments::DedupArguments;
use super::closed::check_stdout;
use super::decided::{Chosen, Decided, Judging, decided};
use super::failure::Failure;
use super::material::{Material, begin, finished, refuse_signatures};
use super::protect::{check_apart, is_place};
use super::report;
use super::watch::{Unit, Watch};
use simscope_core::analysis::draws_beside;
use simscope_core::corpus::{ReadOptions, Source, spool};
use simscope_core::decide::clean::Cover;
use simscope_core::display::say;
use simscope_core::export::{self, Dropped, Format, guard, write_held, write_whole};
use simscope_core::handover::{
    Checked, Copying, Handing, Table, Target, Written, dropped_beside, guard_dropped, table_beside,
};
use simscope_core::judgements::who;
use simscope_core::recipe::Recipe;
use simscope_core::report::report_command;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

/// `words` is the command line.
pub(super) fn run(arguments: &DedupArguments, words: &[OsString]) -> Result<(), Failure> {
    refuse(arguments)?;
    let (recipe, watch) = begin(&arguments.decide.input)?;
    let options = arguments.decide.input.read_options();
    let given = arguments.decide.input.sources()?;
    let sources = spooled(&given, arguments.output.as_deref(), watch)?;
    let target = target_of(arguments, (&sources, &options));
    target.as_ref().map_or(Ok(()), |target| check_target(arguments, target))?;
    let dropped_to = match (&arguments.dropped, &target) {
        (Some(path), _) => Some(path.clone()),
        // Beside a pipe or a device there is no place for it.
        (None, Some(target)) => target.path().filter(|path| is_place(path)).map(dropped_beside),
        (None, None) => None,
    };
    let beside = |table: &str| {
        let path = target.as_ref()?.path().filter(|path| is_place(path) && arguments.decide.k.is_none())?;
        // All tables have the form of the one that is named.
        let named = arguments.dropped.as_deref().filter(|named| Format::of_file(named).is_some());
        let form = named.and_then(Path::extension).unwrap_or("tsv".as_ref());
        Some(table_beside(path, table).with_extension(form))
    };
    let (held_to, hits_to) =
        (beside("held"), beside("hits").filter(|_| !arguments.decide.against.is_empty()));
    let companions: Vec<PathBuf> = [&dropped_to, &held_to, &hits_to].into_iter().flatten().cloned().collect();
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
    let written = [arguments.output.as_deref(), arguments.report.as_deref()].into_iter().flatten();
    check_apart(written.chain(companions.iter().map(PathBuf::as_path)))?;
    guard_tables(arguments, &companions)?;
    if let Some(page) = &arguments.report {
        report::allowed((page, arguments.is_forced), &arguments.decide, arguments.judgements.as_deref())?;
    }
    let checked = copying.as_ref().map(Copying::check).transpose()?;
    let judgements = arguments.judgements.as_deref();
    let right = arguments.promise.right.zip(judgements);
    let decided = decided(
        &arguments.decide,
        &sources,
        (recipe, watch),
        Judging { known: judgements, seed: arguments.promise.seed, right, is_signed: false },
    )?;
    let Decided { material, chosen } = &decided;
    let is_stdout = arguments.output.as_deref() == Some(Path::new("-")) && !arguments.is_dry_run;
    if !is_stdout {
        printing::table(arguments, material, chosen)?;
    }
    printing::tell_beside(arguments, &sources);
    let is_answered = arguments.decide.rules.given().is_some() || arguments.decide.decisions.is_some();
    let is_asked = arguments.decide.k.is_none() && right.is_none();
    printing::tell_questions(chosen, is_answered && is_asked);
    printing::tell_alarms(arguments, chosen)?;
    let Some(checked) = checked else { return Ok(()) };
    let paths = [&dropped_to, &held_to, &hits_to];
    let written = hand_over(arguments, &recipe, material, chosen, checked, paths)?;
    printing::tell(&written, material, chosen, &companions);
    match &arguments.report {
        Some(page) => {
            let (sure, command) = (arguments.is_sure.then(who), report_command(words));
            let html = report::html(
                (&decided, &arguments.decide),
                judgements,
                (sure.as_deref(), [Some(&command), None]),
            )?;
            Ok(write_whole(page, arguments.is_forced, |out| out.write_all(html.as_bytes()))?)
        }
        None => Ok(()),
    }
}

/// Fails if there are no records, or nothing is said of where they go.
fn refuse(arguments: &DedupArguments) -> Result<(), Failure> {
    let what = (
        "--input signatures: clean copies records; give the texts themselves",
        "--input signatures：clean 复制记录；请给出文本本身",
    );
    refuse_signatures(&arguments.decide.input, what)?;
    match arguments.output.is_some() || arguments.is_dry_run {
        true => Ok(()),
        false => Err(Failure::Usage(say!(
            "clean: three ways on: -o FILE writes the records that stay, -o - prints them, --dry-run shows what would go",
            "clean：有三种做法：-o FILE 写出保留的记录，-o - 输出到标准输出，--dry-run 只列出会去除什么"
        ))),
    }
}

/// Writes the records that stay, and the tables of what goes, what is held, and what hits the other corpus, to these paths.
fn hand_over(
    arguments: &DedupArguments,
    recipe: &Recipe,
    material: &Material,
    chosen: &Chosen,
    checked: Checked<'_>,
    paths: [&Option<PathBuf>; 3],
) -> Result<Written, Failure> {
    let id = |document: u32| chosen.all().get(document as usize).id;
    let differences = |gone: u32, by: u32| chosen.compared.differences(gone, by);
    let is_other = |document: u32| document as usize >= material.len();
    let dropped = Dropped {
        gone: &chosen.gone,
        k: arguments.decide.k,
        recipe,
        id: &id,
        group: &|document| chosen.by_distance.as_ref()?.0.number_of(document),
        rule: &|kept| match &chosen.by_distance {
            Some((_, decisions)) => decisions.rule_of(kept),
            None if is_other(kept) => "against".to_owned(),
            None if chosen.by_hand.contains(&kept) => "by hand".to_owned(),
            None => chosen.rule.clone(),
        },
        differences: &differences,
    };
    let mut hits: Vec<(u32, &Cover)> = chosen.cleaned.gone().chain(chosen.cleaned.held()).collect();
    hits.retain(|(_, cover)| is_other(cover.by));
    hits.sort_by_key(|&(document, cover)| (cover.by, document));
    let write_dropped = |format: Format, out: &mut dyn Write| dropped.write(format, out);
    let write_held = |format: Format, out: &mut dyn Write| {
        write_held(&mut chosen.cleaned.held(), &id, &differences, format, out)
    };
    let write_hits = |format: Format, out: &mut dyn Write| {
        export::write_held(&mut hits.iter().copied(), &id, &differences, format, out)
    };
    let mut tables: Vec<Table<'_>> = Vec::new();
    tables.extend(paths[0].as_deref().map(|path| Table { path, write: &write_dropped }));
    tables.extend(paths[1].as_deref().map(|path| Table { path, write: &write_held }));
    tables.extend(paths[2].as_deref().map(|path| Table { path, write: &write_hits }));
    let is_kept = |document: usize| chosen.cleaned.is_kept(document);
    let handing = Handing { checked, corpus: &material.corpus, is_kept: &is_kept, tables: &tables };
    Ok(material.watch.during(("writing", "写出"), Unit::Bytes, |progress| handing.write(progress))?)
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
fn guard_tables(arguments: &DedupArguments, tables_to: &[PathBuf]) -> Result<(), Failure> {
    let recipe = &arguments.decide.input.recipe;
    let draws = arguments.judgements.as_deref().map(draws_beside);
    let tables = [
        &draws,
        &recipe.jieba_dict,
        &recipe.jieba_idf,
        &recipe.stop_words,
        &arguments.decide.decisions,
        &arguments.judgements,
    ];
    let read = || {
        let named = recipe.recipe.as_ref().map(|asked| Path::new(&asked.name));
        tables.into_iter().flatten().map(PathBuf::as_path).chain(named)
    };
    for written in arguments.output.as_deref().into_iter().chain(tables_to.iter().map(PathBuf::as_path)) {
        guard(
            written,
            read()
                .chain(arguments.decide.against.iter().chain(&arguments.decide.texts).map(PathBuf::as_path)),
            true,
        )?;
    }
    let is_named = |path: &PathBuf| arguments.dropped.as_ref() == Some(path);
    tables_to.iter().filter(|path| !is_named(path)).try_for_each(|beside| Ok(guard_dropped(beside)?))
}

/// The sources, with streams copied to temporary files beside the output, where there is room for it.
fn spooled(sources: &[Source], output: Option<&Path>, watch: Watch) -> Result<Vec<Source>, Failure> {
    let folder = output.and_then(Path::parent).filter(|folder| folder.is_dir());
    let spooled = watch.during(("reading standard input", "读取标准输入"), Unit::Bytes, |progress| {
        spool(sources, folder, progress)
    })?;
    Ok(finished(spooled))
}

/// Where the records that stay are written, if they are.
fn target_of(arguments: &DedupArguments, (sources, options): (&[Source], &ReadOptions)) -> Option<Target> {
    arguments.output.as_deref().map(|output| match output {
        output if output == Path::new("-") => Target::Stdout,
        output if arguments.is_list => Target::List(output.to_owned()),
        output if arguments.is_split => Target::Folder(output.to_owned()),
        output => Target::fitting(sources, options, output),
    })
}
