//! The questions of the lessons, with their answers computed.

use super::corpus::sample;
use super::request::value;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use simscope_core::corpus::{Corpus, Document, Source};
use simscope_core::display::Lang;
use simscope_core::lessons::{Block, Class, Lesson, Question, named};
use std::borrow::Cow;

#[derive(Deserialize)]
struct Record<'a> {
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    text: Cow<'a, str>,
    #[serde(borrow)]
    group: Option<Cow<'a, str>>,
}

/// A part of a text: a paragraph, or a figure, which keeps its lines.
#[derive(Serialize)]
struct Part {
    text: String,
    is_figure: bool,
}

#[derive(Serialize)]
struct Asked {
    title: String,
    ask: Vec<Part>,
    choices: Vec<String>,
}

#[derive(Serialize)]
struct Graded {
    is_right: bool,
    is_answer: bool,
    answer: String,
    /// In which direction it lies, after a wrong one.
    hint: String,
    why: Vec<Part>,
}

/// Documents of a file of records, as simscope writes them.
pub(super) fn records(jsonl: &str) -> Corpus {
    let records: Vec<Record<'_>> = jsonl.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let documents =
        records.iter().map(|Record { id, text, group }| Document { id, text, label: group.as_deref() });
    Corpus::of("page", documents)
}

/// A lesson, and its documents.
pub(super) fn lesson(name: &str) -> Result<(Lesson, Corpus), String> {
    let lesson = named(name).map_err(|_| format!("there is no lesson {name}"))?;
    let corpus = match &lesson.source {
        Source::Held(held) => records(&String::from_utf8_lossy(&held.bytes())),
        _ => sample(),
    };
    Ok((lesson, corpus))
}

fn parts(blocks: Vec<Block>) -> Vec<Part> {
    let part = |block| match block {
        Block::Paragraph(text) => Part { text, is_figure: false },
        Block::Figure(lines) => Part { text: lines.join("\n"), is_figure: true },
    };
    blocks.into_iter().map(part).collect()
}

fn question_of(lesson: &Lesson, page: usize) -> Result<&Question, String> {
    let found =
        page.checked_sub(1).and_then(|at| lesson.pages.get(at)).and_then(|page| page.question.as_ref());
    found.ok_or_else(|| format!("page {page} of the lesson {} has no question", lesson.id))
}

pub(super) fn question(name: &str, page: usize, lang: Lang) -> Result<Value, String> {
    let (lesson, corpus) = lesson(name)?;
    let (class, asked) = (Class::new(&corpus, lesson.recipe), question_of(&lesson, page)?);
    let texts: Result<Vec<String>, String> =
        asked.choices.iter().map(|choice| class.text(choice.of(lang))).collect();
    value(&Asked {
        title: lesson.title.of(lang).to_owned(),
        ask: vec![Part { text: class.text(asked.ask.of(lang))?, is_figure: false }],
        choices: texts?,
    })
}

pub(super) fn grade(name: &str, page: usize, typed: &str, lang: Lang) -> Result<Value, String> {
    let (lesson, corpus) = lesson(name)?;
    let grade = Class::new(&corpus, lesson.recipe).grade(question_of(&lesson, page)?, typed, lang)?;
    value(&Graded {
        is_right: grade.is_right,
        is_answer: grade.is_answer,
        answer: grade.answer,
        hint: grade.hint,
        why: parts(grade.why),
    })
}
