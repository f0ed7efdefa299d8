//! The page of a lesson.

use super::keys::Act;
use super::{Classroom, PageSize};
use crate::action::{Action, Pane};
use crate::shared::Shared;
use crate::surface::{Paint, Role, Target};
use ratatui::layout::Rect;
use simscope_core::lessons::{Block, Shown};
use simscope_core::prose;

/// Lines that a screen keeps: as many as the smallest terminal gives it.
pub(super) const LEAST_OF_SCREEN: u16 = 11;
/// A page of fewer lines has no free ones between its paragraphs.
const TIGHT: usize = 9;
/// Columns of a line of text: longer ones are hard to read.
const WIDEST: usize = 100;

type Line = (String, Role);

/// The page in lines: its text, and its question with what was answered.
struct Lines {
    text: Vec<Line>,
    question: Vec<Line>,
    /// The line that says how to answer, or what the answer is.
    answer: Line,
}

/// How many lines the whole page takes at this width.
pub(super) fn height(classroom: &Classroom, shared: &Shared, width: u16) -> usize {
    let lines = lines(classroom, shared, width);
    lines.text.len() + lines.question.len()
}

/// The parts of the page for a pane of this size. The question stands below each of them, shortened where it is long, and
/// then the last part is the question.
pub(super) fn parts(classroom: &Classroom, shared: &Shared, area: Rect) -> Vec<Vec<Line>> {
    let height = usize::from(area.height.saturating_sub(2)).max(1);
    let Lines { mut text, mut question, answer } = lines(classroom, shared, area.width);
    if height < TIGHT {
        text.retain(|line| !line.0.is_empty());
        question.retain(|line| !line.0.is_empty());
    }
    if text.len() + question.len() <= height {
        let mut whole = text;
        whole.append(&mut question);
        return vec![whole];
    }
    // A shortened one is its first line, and how to answer.
    let is_short = question.len() > height / 2;
    let pinned: Vec<Line> = match (question.is_empty(), is_short) {
        (true, _) => Vec::new(),
        (_, false) => question.clone(),
        (_, true) => {
            question.iter().find(|line| !line.0.is_empty()).cloned().into_iter().chain([answer]).collect()
        }
    };
    let room = height.saturating_sub(pinned.len()).max(1);
    let mut parts: Vec<Vec<Line>> = Vec::new();
    let mut rest = &text[..];
    loop {
        let is_empty = |line: &Line| line.0.is_empty();
        rest = &rest[rest.iter().take_while(|line| is_empty(line)).count()..];
        if rest.is_empty() {
            break;
        }
        // A part ends where a paragraph does, if it is half full then.
        let most = room.min(rest.len());
        let ends = (most / 2..most).rev().find(|&at| is_empty(&rest[at]));
        let end = if most == rest.len() { most } else { ends.unwrap_or(most) };
        let mut part = rest[..end].to_vec();
        part.resize(room, (String::new(), Role::Text));
        part.extend(pinned.iter().cloned());
        parts.push(part);
        rest = &rest[end..];
    }
    if is_short {
        let free = question.iter().take_while(|line| line.0.is_empty()).count();
        parts.extend(question[free..].chunks(height).map(<[Line]>::to_vec));
    }
    parts
}

fn lines(classroom: &Classroom, shared: &Shared, width: u16) -> Lines {
    let columns = usize::from(width.saturating_sub(4)).clamp(10, WIDEST);
    let page_key = classroom.key(shared);
    let mut text = Vec::new();
    match classroom.shown.get(&page_key) {
        None if classroom.shown.is_ended_at(&page_key) => {
            let again = shared.key(Action::Resume);
            let what = shared.lang.pick(both!(
                "This page was not computed; {again} tries again.",
                "本页未能计算；按 {again} 重试。"
            ));
            text.push((what, Role::Warn));
        }
        None => text.push((shared.lang.pick(("computing …", "计算中……")).to_owned(), Role::Dim)),
        Some(Err(what)) => text.push((what.clone(), Role::Warn)),
        Some(Ok(shown)) => return page(shown, classroom, shared, columns),
    }
    Lines { text, question: Vec::new(), answer: (String::new(), Role::Text) }
}

fn page(shown: &Shown, classroom: &Classroom, shared: &Shared, columns: usize) -> Lines {
    let lang = shared.lang;
    let mut text = vec![(shown.title.clone(), Role::Title)];
    push(&mut text, &shown.text, "", Role::Text, columns);
    if let Some(why) = classroom
        .lesson
        .as_ref()
        .filter(|_| classroom.progress.page == 0)
        .and_then(|lesson| lesson.about_recipe(lang))
    {
        push(&mut text, &why, "", Role::Dim, columns);
    }
    push(&mut text, &shown.task, lang.pick(("Try: ", "试一试：")), Role::Accent, columns);
    let mut question = Vec::new();
    if shown.ask.is_empty() {
        return Lines { text, question, answer: (String::new(), Role::Text) };
    }
    push(&mut question, &shown.ask, lang.pick(("Question: ", "问题：")), Role::Title, columns);
    question.extend(
        (1..).zip(&shown.choices).map(|(number, choice)| (format!("  {number}  {choice}"), Role::Text)),
    );
    let answer = match classroom.graded.get(&classroom.key(shared)) {
        None => {
            let key = shared.key(Act::Answer);
            let again = classroom.progress.missed.contains(&classroom.progress.page);
            let what = match again {
                true => lang.pick(both!("{key} tries once more", "按 {key} 再试一次")),
                false => lang.pick(both!("{key} answers", "按 {key} 作答")),
            };
            (what, Role::Key)
        }
        Some(grade) => {
            let (verdict, role) = match grade.is_right {
                true => (lang.pick(("Right: ", "正确：")), Role::Within),
                false => (lang.pick(("The answer is: ", "答案是：")), Role::Warn),
            };
            (format!("{verdict}{}", grade.answer), role)
        }
    };
    question.push(answer.clone());
    if let Some(grade) = classroom.graded.get(&classroom.key(shared)) {
        push(&mut question, &grade.why, "", Role::Text, columns);
    }
    Lines { text, question, answer }
}

/// Blocks with a free line before each.
fn push(lines: &mut Vec<Line>, blocks: &[Block], head: &str, role: Role, columns: usize) {
    for (at, block) in blocks.iter().enumerate() {
        lines.push((String::new(), Role::Text));
        match block {
            Block::Figure(figure) => lines.extend(figure.iter().map(|line| (line.clone(), Role::Text))),
            Block::Paragraph(text) => {
                let text = if at == 0 { format!("{head}{text}") } else { text.clone() };
                let broken = prose::lines(&text, columns);
                lines.extend(broken.map(|line| (line.iter().map(|&(_, c)| c).collect(), role)));
            }
        }
    }
}

pub(super) fn view(classroom: &Classroom, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
    let Some(lesson) = &classroom.lesson else { return };
    let title = format!(
        "{} {}/{} · {}",
        paint.pick(("Lesson", "课程")),
        classroom.progress.page + 1,
        lesson.pages.len(),
        lesson.title.of(shared.lang)
    );
    let inner = paint.frame(area, true, &title, "");
    if area.height < 3 {
        // Too low for a frame.
        paint.say(area.x + 3, area.y, area.width.saturating_sub(4), &title, Role::Title);
    }
    let parts = parts(classroom, shared, area);
    let part = if classroom.size == PageSize::Line { 0 } else { classroom.part.min(parts.len() - 1) };
    for (y, (line, role)) in (inner.y..inner.bottom()).zip(parts.get(part).into_iter().flatten()) {
        paint.say(inner.x + 1, y, inner.width.saturating_sub(2), line, *role);
    }
    paint.areas.push(area, Target::Pane(Pane::Lesson));
    foot(shared, paint, area, (part + 1, parts.len()));
}

/// The keys of the page on its lower border, which can be clicked; and which part of it is shown.
fn foot(shared: &Shared, paint: &mut Paint<'_>, area: Rect, (part, parts): (usize, usize)) {
    let y = area.bottom() - 1;
    let mut x = area.x + 2;
    let more = format!("{} {part}/{parts}", paint.pick(("more", "下一段")));
    let next = if part < parts { more.as_str() } else { paint.pick(("next", "下一页")) };
    let back = if part > 1 { paint.pick(("back", "上一段")) } else { paint.pick(("back", "上一页")) };
    let keys = [
        (back, Act::Turn(-1)),
        (next, Act::Turn(1)),
        (paint.pick(("answer", "作答")), Act::Answer),
        (paint.pick(("size", "大小")), Act::Fold),
        (paint.pick(("lessons", "课程")), Act::List),
    ];
    for (what, act) in keys {
        let key = shared.key(act);
        let room = area.right().saturating_sub(x + 1);
        let what = format!("{what} ");
        let used = paint.pieces(
            x,
            y,
            room,
            &[(" ", Role::Dim), (&key, Role::Key), (" ", Role::Dim), (&what, Role::Dim)],
        );
        paint.areas.push(Rect { x, y, width: used, height: 1 }, Target::Act(Action::Classroom(act)));
        x += used;
    }
}
