//! The page of a lesson.

use super::keys::Act;
use super::{Classroom, PageSize};
use crate::action::{Action, Pane};
use crate::shared::Shared;
use crate::surface::{Paint, Rect, Role, Target};
use simscope_core::lessons::{Block, Shown};
use simscope_core::prose;

/// Lines that a screen keeps: as many as the smallest terminal gives it.
pub(super) const LEAST_OF_SCREEN: u16 = 11;
/// A page of fewer lines has no free ones between its paragraphs.
const TIGHT: usize = 9;
/// Columns of a line of text: longer ones are hard to read.
const WIDEST: usize = 100;

/// Bytes of a sentence after which a part may end: the number of a list is shorter.
const LEAST: usize = 8;

type Line = (String, Role);

/// A paragraph, or a table.
struct Passage {
    text: String,
    role: Role,
    /// Its lines stay as they are.
    is_figure: bool,
}

/// The page: its text, and its question in lines with what was answered.
#[derive(Default)]
struct Laid {
    text: Vec<Passage>,
    question: Vec<Line>,
    /// The line that says how to answer, or what the answer is, and why.
    answer: Vec<Line>,
}

/// A part of the page.
#[derive(Default)]
pub(super) struct Part {
    lines: Vec<Line>,
    /// Bytes of the text that stand before it; the question is beyond all of them.
    pub(super) from: usize,
}

/// How many lines the whole page takes at this width.
pub(super) fn height(classroom: &Classroom, shared: &Shared, width: u16) -> usize {
    let laid = laid(classroom, shared, width);
    in_lines(&laid.text, columns_of(width)).len() + laid.question.len()
}

fn columns_of(width: u16) -> usize {
    usize::from(width.saturating_sub(4)).clamp(10, WIDEST)
}

/// The parts of the page for a pane of this size. The question stands below each of them, shortened where it is long, and
/// then the last part is the question.
pub(super) fn parts(classroom: &Classroom, shared: &Shared, area: Rect) -> Vec<Part> {
    let height = usize::from(area.height.saturating_sub(2)).max(1);
    let Laid { text, mut question, answer } = laid(classroom, shared, area.width);
    let is_tight = height < TIGHT;
    if is_tight {
        question.retain(|line| !line.0.is_empty());
    }
    let split = |room| split(&text, room, columns_of(area.width), is_tight);
    let mut whole = split(usize::MAX);
    if whole[0].lines.len() + question.len() <= height {
        whole[0].lines.append(&mut question);
        return whole;
    }
    // A shortened one is what is asked and how to answer; or the answer, and why.
    let is_short = question.len() > height / 2;
    let pinned: Vec<Line> = match (is_short, &answer[..]) {
        (false, _) => question.clone(),
        (true, [_, _, ..]) if answer.len() <= height * 2 / 3 => answer,
        _ => {
            let asked = question.iter().filter(|line| line.1 == Role::Title).take((height / 3).max(1));
            asked.chain(answer.first()).cloned().collect()
        }
    };
    let room = height.saturating_sub(pinned.len()).max(1);
    // As many parts as are needed, evenly filled.
    let count = split(room).len();
    let same = (1..=room).rev().map(split).take_while(|parts| parts.len() == count);
    let least = |parts: &Vec<Part>| parts.iter().map(|part| part.lines.len()).min();
    let mut parts = same.max_by_key(least).unwrap_or_default();
    for part in &mut parts {
        part.lines.resize(room, (String::new(), Role::Text));
        part.lines.extend(pinned.iter().cloned());
    }
    if is_short {
        let free = question.iter().take_while(|line| line.0.is_empty()).count();
        let question = &question[free..];
        let lines = question.len().div_ceil(question.len().div_ceil(height));
        parts.extend(question.chunks(lines).map(|lines| Part { lines: lines.to_vec(), from: usize::MAX }));
    }
    parts
}

/// Cuts a text into parts of at most this number of lines: where a paragraph or a sentence ends, and not within a table that fits.
fn split(text: &[Passage], room: usize, columns: usize, is_tight: bool) -> Vec<Part> {
    let (mut parts, mut part) = (Vec::new(), Part::default());
    let mut before = 0;
    for Passage { text, role, is_figure } in text {
        let columns = if *is_figure { usize::MAX } else { columns };
        let wrap = |text: &str| -> Vec<(usize, Line)> {
            let shown = |&(_, c): &(usize, char)| if c == prose::BOUND { ' ' } else { c };
            let wrapped = prose::lines(text, columns).map(|line| {
                (line.first().map_or(0, |first| first.0), (line.iter().map(shown).collect(), *role))
            });
            wrapped.collect()
        };
        if !is_tight && !part.lines.is_empty() && part.lines.len() < room {
            part.lines.push((String::new(), Role::Text));
        }
        let mut at = 0;
        loop {
            let (rest, left) = (&text[at..], room.saturating_sub(part.lines.len()));
            let all = wrap(rest);
            if all.len() <= left {
                part.lines.extend(all.into_iter().map(|(_, line)| line));
                break;
            }
            // A title does not stand alone.
            let is_new = part.lines.iter().filter(|line| !line.0.is_empty()).count() < 2;
            let fits = |end: &usize| *end > LEAST && wrap(&rest[..*end]).len() <= left;
            let sentences = if *is_figure { None } else { prose::sentences(rest).rfind(fits) };
            let by_lines = if is_new || *is_figure && all.len() > room { all[left].0 } else { 0 };
            let end = sentences.unwrap_or(by_lines);
            part.lines.extend(wrap(&rest[..end]).into_iter().map(|(_, line)| line));
            at += end;
            parts.push(std::mem::replace(&mut part, Part { lines: Vec::new(), from: before + at }));
        }
        before += text.len();
    }
    parts.push(part);
    parts
}

/// All of it in lines, with a free one between the passages.
fn in_lines(text: &[Passage], columns: usize) -> Vec<Line> {
    split(text, usize::MAX, columns, false).swap_remove(0).lines
}

fn laid(classroom: &Classroom, shared: &Shared, width: u16) -> Laid {
    let page_key = classroom.key(shared);
    let (text, role) = match classroom.shown.get(&page_key) {
        None if classroom.shown.is_ended_at(&page_key) => {
            let again = shared.key(Action::Resume);
            let what = shared.lang.pick(both!(
                "This page was not computed; {again} tries again.",
                "本页未能计算；按 {again} 重试。"
            ));
            (what, Role::Warn)
        }
        None => (shared.lang.pick(("computing …", "计算中……")).to_owned(), Role::Dim),
        Some(Err(what)) => (what.clone(), Role::Warn),
        Some(Ok(shown)) => return page(shown, classroom, shared, columns_of(width)),
    };
    Laid { text: vec![Passage { text, role, is_figure: true }], ..Laid::default() }
}

fn page(shown: &Shown, classroom: &Classroom, shared: &Shared, columns: usize) -> Laid {
    let lang = shared.lang;
    let mut text = vec![Passage { text: shown.title.clone(), role: Role::Title, is_figure: true }];
    text.extend(passages(&shown.text, "", Role::Text));
    let lesson = classroom.lesson.as_ref().filter(|_| classroom.progress.page == 0);
    if let Some(why) = lesson.and_then(|lesson| lesson.about_recipe(lang)) {
        text.extend(passages(&why, lang.pick(("The recipe of this lesson: ", "本课的配方：")), Role::Dim));
    }
    text.extend(passages(&shown.task, lang.pick(("Try: ", "试一试：")), Role::Title));
    if shown.ask.is_empty() {
        return Laid { text, ..Laid::default() };
    }
    let free = || (String::new(), Role::Text);
    let mut question = vec![free()];
    let ask = passages(&shown.ask, lang.pick(("Question: ", "问题：")), Role::Title);
    question.extend(in_lines(&ask.collect::<Vec<_>>(), columns));
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
            vec![(what, Role::Key)]
        }
        Some(grade) => {
            let (verdict, role) = match grade.is_right {
                true => (lang.pick(("Right: ", "正确：")), Role::Within),
                false => (lang.pick(("The answer is: ", "答案是：")), Role::Warn),
            };
            let why = in_lines(&passages(&grade.why, "", Role::Text).collect::<Vec<_>>(), columns);
            [vec![(format!("{verdict}{}", grade.answer), role)], why].concat()
        }
    };
    question.push(answer[0].clone());
    if let [_, why @ ..] = &answer[..]
        && !why.is_empty()
    {
        question.extend([&[free()], why].concat());
    }
    Laid { text, question, answer }
}

fn passages(blocks: &[Block], head: &str, role: Role) -> impl Iterator<Item = Passage> {
    (0..).zip(blocks).map(move |(at, block)| match block {
        Block::Figure(lines) => Passage { text: lines.join("\n"), role: Role::Text, is_figure: true },
        Block::Paragraph(text) => {
            let head = if at == 0 { head } else { "" };
            Passage { text: prose::unbroken(&format!("{head}{text}")), role, is_figure: false }
        }
    })
}

pub(super) fn view(classroom: &Classroom, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
    let Some(lesson) = &classroom.lesson else { return };
    let (lesson, page, pages) =
        (lesson.title.of(shared.lang), classroom.progress.page + 1, lesson.pages.len());
    let title =
        paint.pick(both!("{lesson} · page {page} of {pages}", "{lesson} · 第 {page} 页，共 {pages} 页"));
    let inner = paint.frame(area, true, &title, "");
    if area.height < 3 {
        // Too low for a frame.
        paint.say(area.x + 3, area.y, area.width.saturating_sub(4), &title, Role::Title);
    }
    let parts = parts(classroom, shared, area);
    let part = if classroom.size == PageSize::Line { 0 } else { classroom.part.min(parts.len() - 1) };
    for (y, (line, role)) in
        (inner.y..inner.bottom()).zip(parts.get(part).into_iter().flat_map(|part| &part.lines))
    {
        paint.say(inner.x + 1, y, inner.width.saturating_sub(2), line, *role);
    }
    paint.areas.push(area, Target::Pane(Pane::Lesson));
    let next = match parts.len() {
        _ if classroom.size == PageSize::Line => paint.pick(("page", "展开")).to_owned(),
        parts if part + 1 < parts => format!("{} {}/{parts}", paint.pick(("more", "下一段")), part + 1),
        _ => paint.pick(("next", "下一页")).to_owned(),
    };
    let back = if part > 0 { ("back", "上一段") } else { ("back", "上一页") };
    foot(shared, paint, area, [paint.pick(back), &next]);
}

/// The keys of the page on its lower border, which can be clicked; and what turning it back and on comes to.
fn foot(shared: &Shared, paint: &mut Paint<'_>, area: Rect, [back, next]: [&str; 2]) {
    let y = area.bottom() - 1;
    let mut x = area.x + 2;
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
        let pieces = [(" ", Role::Dim), (&*key, Role::Key), (" ", Role::Dim), (&*what, Role::Dim)];
        let used = paint.pieces(x, y, room, &pieces);
        paint.areas.push(Rect { x, y, width: used, height: 1 }, Target::Act(Action::Classroom(act)));
        x += used;
    }
}
