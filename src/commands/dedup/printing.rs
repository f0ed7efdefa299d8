//! What is said of a decision: a table by parts and kinds, alarms, and what was written.

use super::super::arguments::DedupArguments;
use super::super::colours;
use super::super::decided::Chosen;
use super::super::failure::Failure;
use super::super::material::Material;
use super::super::output::{on_stdout, print_as};
use super::super::promise;
use super::super::watch::note;
use simscope_core::analysis::Promise;
use simscope_core::corpus::{Source, beside};
use simscope_core::decide::Part;
use simscope_core::decide::clean::Alarm;
use simscope_core::display::{counted, grouped_digits, lang, say};
use simscope_core::export::{Cell, Column, Rows};
use simscope_core::handover::Written;
use simscope_core::report::quoted;
use simscope_core::visible;
use std::io::{self, Write};
use std::path::PathBuf;

/// Says on standard error what was written.
pub(super) fn tell(written: &Written, material: &Material, chosen: &Chosen, tables: &[PathBuf]) {
    let dropped = chosen.gone.len();
    let share = 100.0 * dropped as f64 / material.len().max(1) as f64;
    let (all, documents) = (grouped_digits(material.len()), counted(material.len(), "document", "documents"));
    let mut line = say!(
        "{documents}: {} kept, {} dropped ({share:.1} %); {} of {} bytes written",
        "{all} 篇文档：保留 {} 篇，去除 {} 篇（{share:.1} %）；写出 {} 字节，共 {} 字节",
        grouped_digits(material.len() - dropped),
        grouped_digits(dropped),
        grouped_digits(written.bytes_written),
        grouped_digits(written.bytes_read),
    );
    if !tables.is_empty() {
        let tables: Vec<String> = tables.iter().map(|path| path.display().to_string()).collect();
        line += &say!("; tables: {}", "；清单：{}", tables.join(", "));
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
            grouped_digits(written.unreadable)
        ));
    }
    if written.no_files > 0 {
        note(&say!(
            "{} entries of folders are no files, and were not copied",
            "文件夹中有 {} 项不是文件，未复制",
            grouped_digits(written.no_files)
        ));
    }
}

/// Says which of the files that the explorer keeps beside the corpus were not asked for.
pub(super) fn tell_beside(arguments: &DedupArguments, sources: &[Source]) {
    let files = [
        ("--judgements", &arguments.judgements, "judgements.tsv"),
        ("--decisions", &arguments.decide.decisions, "decisions.toml"),
    ];
    for (option, asked, ending) in files {
        let kept = beside(sources, ending).filter(|file| asked.is_none() && file.exists());
        if let Some(file) = kept.as_deref().map(visible::path) {
            note(&say!(
                "{file} is not read: {option} {file} applies it",
                "未读取 {file}：用 {option} {file} 采用"
            ));
        }
    }
}

/// Says on standard error what waits for an answer, and what is asked first.
pub(crate) fn tell_questions(chosen: &Chosen, is_answered: bool) {
    let (questions, lang) = (&chosen.questions, lang());
    // After all questions are answered, the counts are still printed.
    if questions.asked.is_empty() && !is_answered {
        return;
    }
    let [gone, all] = [chosen.gone.len(), chosen.compared.documents()].map(grouped_digits);
    let wait = match questions.held {
        0 => String::new(),
        _ => format!("{}{}", lang.pick(("; ", "；")), questions.say_held(lang)),
    };
    note(&say!("{gone} of {all} texts go{wait}", "{all} 篇文本中去除 {gone} 篇{wait}"));
    for (at, question) in questions.asked.iter().enumerate() {
        let (asked, lets) = (question.ask(lang), question.say_lets(at == 0, lang));
        let option = quoted([question.subject.to_string()]);
        let is_asked = asked.ends_with(['?', '？']);
        let [colon, zh_colon] = if is_asked { ["", ""] } else { [":", "："] };
        note(&say!(
            "{asked}{colon} --same-if {option} {lets}",
            "{asked}{zh_colon}用 --same-if {option} {lets}"
        ));
    }
}

/// Says on standard error what should be looked at. Fails if that stops.
pub(super) fn tell_alarms(arguments: &DedupArguments, chosen: &Chosen) -> Result<(), Failure> {
    let gone = chosen.gone.len();
    if gone > 0 && chosen.promised.is_none() {
        let ([confirmed, gone, equal], condition) =
            ([chosen.confirmed, gone, chosen.sample.equal as usize].map(grouped_digits), chosen.condition);
        match arguments.decide.k {
            Some(_) => note(&say!(
                "{confirmed} of {gone} documents that go are confirmed by {condition}",
                "去除的 {gone} 篇中有 {confirmed} 篇经 {condition} 确认"
            )),
            // By the texts, all are confirmed or were said to go.
            None if chosen.sample.equal > 0 => note(&say!(
                "{equal} of {gone} documents that go are the same as another or as one that stays",
                "去除的 {gone} 篇中有 {equal} 篇与另一篇或保留的某篇相同"
            )),
            None => {}
        }
    }
    for alarm in &chosen.alarms {
        note(&if alarm.stops() { say!("alarm: {alarm}", "警报：{alarm}") } else { alarm.to_string() });
    }
    let open = chosen.alarms.iter().filter(|alarm| alarm.stops()).count();
    if let Some(promise) = &chosen.promised {
        return tell_promise(arguments, promise, gone);
    }
    match open {
        0 => Ok(()),
        _ if arguments.is_sure => Ok(()),
        1 if arguments.is_dry_run => Err(Failure::Alarm(say!("1 alarm is open", "有 1 个警报"))),
        _ if arguments.is_dry_run => Err(Failure::Alarm(say!("{open} alarms are open", "有 {open} 个警报"))),
        _ => {
            // Less goes with any of these than in this run.
            let (hold, hold_zh) = match arguments.decide.k.is_some() {
                true => ("give a smaller -k", "给出更小的 -k"),
                false => (
                    "give --matters, a higher --cut or a lower --loss",
                    "用 --matters、更高的 --cut 或更低的 --loss",
                ),
            };
            let are = if open == 1 { "1 alarm is" } else { &format!("{open} alarms are") };
            Err(Failure::Alarm(say!(
                "{are} open, so nothing was written: look at what goes (--dry-run), {hold}, or write with --yes",
                "有 {open} 个警报，因此没有写出：请查看去除的内容（--dry-run），{hold_zh}，或用 --yes 写出"
            )))
        }
    }
}

/// Says what is promised. Fails if nothing is, unless only identical texts should go.
fn tell_promise(arguments: &DedupArguments, promise: &Promise, gone: usize) -> Result<(), Failure> {
    promise::tell(promise);
    if promise.holds() {
        promise.say(gone).iter().for_each(|line| note(line));
        return Ok(());
    }
    let (all, texts) = (grouped_digits(gone), counted(gone, "identical text goes", "identical texts go"));
    let next = match promise.is_done() {
        true => String::new(),
        false => say!(
            "; answer more pairs: simscope judge … --right {} --draw 20 -o FILE",
            "；请再判定一些：simscope judge … --right {} --draw 20 -o FILE",
            promise.right()
        ),
    };
    if arguments.is_sure {
        note(&say!("nothing is promised: only {texts}", "尚无任何保证：只去除逐字相同的 {all} 篇"));
        return Ok(());
    }
    Err(Failure::Alarm(say!(
        "nothing is promised, so nothing was written{next}; with --yes only {texts}",
        "尚无任何保证，因此没有写出{next}；用 --yes 只去除逐字相同的 {all} 篇"
    )))
}

const TABLE: [Column; 9] = [
    Column::text("part"),
    Column::text("name"),
    Column::count("documents").optional(),
    Column::count("kept").optional(),
    Column::count("dropped").optional(),
    Column::whole("dropped_text_bytes").optional(),
    Column::text("example").optional(),
    Column::text("against").optional(),
    Column::text("what").optional(),
];

/// Prints what would stay and go.
pub(super) fn table(arguments: &DedupArguments, material: &Material, chosen: &Chosen) -> Result<(), Failure> {
    let (all, bytes) = (chosen.all(), |document: usize| chosen.all().get(document).text.len() as u64);
    let divide = |name: &dyn Fn(usize) -> String| {
        let names: Vec<String> = (0..material.len()).map(name).collect();
        let is_dropped = |document: usize| !chosen.cleaned.is_kept(document);
        Part::divide(material.len(), is_dropped, |document| names[document].as_str(), bytes)
    };
    let several = |parts: Vec<Part>| if parts.len() > 1 { parts } else { Vec::new() };
    let whole = divide(&|_| String::new());
    let label = |document: usize| all.get(document).label.unwrap_or_default().to_owned();
    let file = |document: usize| all.file_name(all.place(document).file).unwrap_or_default().to_owned();
    let parts = [("all", whole), ("label", several(divide(&label))), ("file", several(divide(&file)))];
    let format = on_stdout(arguments.format());
    let write = |out: &mut dyn Write| {
        let mut rows = Rows::new(format, &TABLE, &[], out)?;
        write_parts(&mut rows, &parts[..1])?;
        for (kind, found) in chosen.cleaned.by_kind() {
            // The one that loses most.
            let (name, (document, cover)) = (kind.to_string(), found[0]);
            let [id, by] = [document, cover.by].map(|one| all.get(one as usize).id);
            let what = chosen.compared.differences(document, cover.by);
            let gone = found.iter().map(|one| one.0 as usize).filter(|&one| !chosen.cleaned.is_kept(one));
            let (dropped, bytes) = gone.fold((0, 0), |(n, sum), one| (n + 1, sum + bytes(one)));
            let counts = [found.len(), found.len() - dropped, dropped];
            let ([documents, held, dropped], kind) = (counts.map(Cell::from), rows.word("kind"));
            let bytes = bytes.into();
            let name = name.as_str().into();
            rows.write(&[
                kind.into(),
                name,
                documents,
                held,
                dropped,
                bytes,
                id.into(),
                by.into(),
                what.as_str().into(),
            ])?;
        }
        for alarm in &chosen.alarms {
            let part = rows.word(if alarm.stops() { "alarm" } else { "note" });
            let (nothing, what) = (Cell::Nothing, alarm.to_string());
            let [name, what] = [Alarm::name(alarm), what.as_str()].map(Cell::from);
            rows.write(&[part.into(), name, nothing, nothing, nothing, nothing, nothing, nothing, what])?;
        }
        // There can be hundreds of these.
        write_parts(&mut rows, &parts[1..])?;
        rows.finish()
    };
    let selection = arguments.table.selection(colours::are_on());
    print_as(format, |out| selection.during(|| write(out)))
}

fn write_parts(rows: &mut Rows<'_>, parts: &[(&str, Vec<Part>)]) -> io::Result<()> {
    for (kind, part) in parts.iter().flat_map(|(kind, parts)| parts.iter().map(move |part| (kind, part))) {
        let Part { name, documents, dropped, dropped_bytes, .. } = part;
        let [documents, kept, dropped] = [*documents, documents - dropped, *dropped].map(Cell::from);
        let (kind, name, nothing) = (rows.word(kind), name.as_str(), Cell::Nothing);
        let bytes = (*dropped_bytes).into();
        rows.write(&[kind.into(), name.into(), documents, kept, dropped, bytes, nothing, nothing, nothing])?;
    }
    Ok(())
}
