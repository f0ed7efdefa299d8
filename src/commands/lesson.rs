//! `simscope lesson`: one of the lessons, or which there are.

use super::arguments::OutputArguments;
use super::failure::Failure;
use super::material::read_texts_of;
use super::output::print as print_whole;
use super::watch::{Watch, note};
use simscope_core::corpus::{Corpus, ReadOptions};
use simscope_core::display::{Lang, both, counted, lang, say};
use simscope_core::export::{Cell, Column};
use simscope_core::lessons::{Block, Class, Lesson, built_in, named};
use simscope_core::{prose, visible};
use std::path::Path;

/// Columns of a printed page.
const WIDTH: usize = 78;

/// Prints which lessons there are.
pub(super) fn list(output: &OutputArguments) -> Result<(), Failure> {
    let lessons = built_in()?;
    let columns =
        [Column::text("id"), Column::count("minutes"), Column::count("pages"), Column::text("title")];
    output.rows(&columns, &[], |rows| {
        lessons.iter().try_for_each(|lesson| {
            rows.write(&[
                lesson.id.as_str().into(),
                Cell::from(u64::from(lesson.minutes)),
                Cell::from(lesson.pages.len() as u64),
                lesson.title.of(lang()).into(),
            ])
        })
    })
}

/// The lesson that is asked for, by name or from a file, perhaps at a page: `words:4`.
pub(super) fn find(asked: &str) -> Result<Lesson, Failure> {
    let parted = asked.rsplit_once(':').and_then(|(name, page)| Some((name, page.parse::<usize>().ok()?)));
    let Some((name, page)) = parted else { return named_or_read(asked) };
    let mut lesson = named_or_read(name)?;
    let pages = lesson.pages.len();
    match page.checked_sub(1).filter(|&first| first < pages) {
        Some(first) => {
            lesson.first = first;
            Ok(lesson)
        }
        None => Err(Failure::Usage(say!(
            "{asked}: the lesson has pages 1 to {pages}",
            "{asked}：该课有第 1 至 {pages} 页"
        ))),
    }
}

fn named_or_read(asked: &str) -> Result<Lesson, Failure> {
    let path = Path::new(asked);
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml")) {
        return Ok(Lesson::read(path)?);
    }
    named(asked).map_err(|near| {
        let asked = visible::fit(asked, 60);
        let (did_you_mean, perhaps) = match near {
            Some(near) => both!("; did you mean {near}?", "；是否指 {near}？"),
            None => Default::default(),
        };
        Failure::Usage(say!(
            "there is no lesson {asked:?}{did_you_mean} (`simscope lesson` lists them; a file ends in .toml)",
            "没有课程 {asked:?}{perhaps}（`simscope lesson` 列出课程；文件须以 .toml 结尾）"
        ))
    })
}

fn corpus_of(lesson: &Lesson) -> Result<Corpus, Failure> {
    read_texts_of(std::slice::from_ref(&lesson.source), &ReadOptions::default(), Watch::new(true))
}

/// Computes every number and every answer, and says how many there were.
pub(super) fn check(lesson: &Lesson) -> Result<(), Failure> {
    let corpus = corpus_of(lesson)?;
    lesson.check(&Class::new(&corpus, lesson.recipe))?;
    let (pages, questions) =
        (lesson.pages.len(), lesson.pages.iter().filter(|page| page.question.is_some()).count());
    let (in_pages, in_questions) =
        (counted(pages, "page", "pages"), counted(questions, "question", "questions"));
    note(&say!(
        "{}: {in_pages}, {in_questions}: no mistake",
        "{}：{pages} 页，{questions} 题：没有错误",
        lesson.id
    ));
    Ok(())
}

/// Prints the pages.
pub(super) fn print(lesson: &Lesson, has_answers: bool) -> Result<(), Failure> {
    let corpus = corpus_of(lesson)?;
    let text = printed(&Class::new(&corpus, lesson.recipe), lesson, has_answers, lang())?;
    print_whole(|out| out.write_all(text.as_bytes()))
}

/// The pages as text.
fn printed(class: &Class<'_>, lesson: &Lesson, has_answers: bool, lang: Lang) -> Result<String, Failure> {
    let mut out = format!("# {}\n", visible::line(lesson.title.of(lang)));
    for (number, page) in (1..).zip(&lesson.pages).skip(lesson.first) {
        let failed = |what: String| {
            Failure::Failed(say!("{}, page {number}: {what}", "{}，第 {number} 页：{what}", lesson.id))
        };
        let shown = class.page(page, lang).map_err(failed)?;
        out.push_str(&format!("\n## {number}. {}\n", visible::line(&shown.title)));
        write_blocks(&mut out, &shown.text);
        if number == 1 {
            lesson.about_recipe(lang).iter().for_each(|why| write_blocks(&mut out, why));
        }
        write_blocks(&mut out, &shown.task);
        write_blocks(&mut out, &shown.ask);
        for (number, choice) in (1..).zip(&shown.choices) {
            out.push_str(&format!("  {number}  {}\n", visible::line(choice)));
        }
        if let Some(question) = page.question.as_ref().filter(|_| has_answers) {
            let grade = class.grade(question, "", lang).map_err(failed)?;
            out.push_str(&format!("\n→ {}\n", visible::line(&grade.answer)));
            write_blocks(&mut out, &grade.why);
        }
    }
    Ok(out)
}

fn write_blocks(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        out.push('\n');
        match block {
            Block::Paragraph(text) => {
                for line in prose::lines(text, WIDTH) {
                    let line: String = line.iter().map(|&(_, c)| c).collect();
                    out.push_str(line.trim_end());
                    out.push('\n');
                }
            }
            Block::Figure(lines) => {
                for line in lines {
                    out.push_str(&visible::line(line));
                    out.push('\n');
                }
            }
        }
    }
}
