//! The page of a lesson.

use super::keys::Act;
use super::{Classroom, PageSize};
use crate::action::{Action, Pane};
use crate::shared::Shared;
use crate::surface::{Paint, Rect, Role, Target};
use simscope_core::lessons::{Block, Shown};
use simscope_core::{prose, visible};
use std::collections::HashMap;

/// Lines that a screen keeps: as many as a pane with its bits needs.
const LEAST_OF_SCREEN: u16 = 9;
/// Rows of a body below which the screen keeps no more than these.
const LOW: u16 = 24;
/// Columns of a line of text: longer ones are hard to read.
const WIDEST: usize = 100;

/// Bytes of a sentence after which a part may end: the number of a list is shorter.
const LEAST: usize = 8;

type Line = (String, Role);

/// What a passage is of, in the order in which they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Of {
    #[default]
    Text,
    Task,
    Question,
    /// The right answer, and why.
    Answer,
}

/// A paragraph, or a table.
struct Passage {
    text: String,
    role: Role,
    of: Of,
    /// Its lines stay as they are.
    is_figure: bool,
    /// The next one stays with it: a sentence with its figure, a question with its choices.
    is_bound: bool,
}

/// A part of the page.
#[derive(Default)]
pub(super) struct Part {
    lines: Vec<Line>,
    /// What its last line is of.
    pub(super) last: Of,
    /// Whether it takes the place of the screen.
    pub(super) is_alone: bool,
}

fn columns_of(width: u16) -> usize {
    usize::from(width.saturating_sub(4)).clamp(10, WIDEST)
}

/// Lines within the frame of a page below a screen, at most: the screen is what the page speaks of.
fn low(body: Rect) -> usize {
    let of_screen = if body.height < LOW { LEAST_OF_SCREEN } else { body.height * 11 / 20 };
    usize::from(body.height.saturating_sub(of_screen).max(5).min(body.height)).saturating_sub(2).max(1)
}

/// The parts of the page. One that fits below its screen is one. Of others the text comes first, on the whole body if need
/// be; then what there is to try and to answer, below the screen.
pub(super) fn parts(classroom: &Classroom, shared: &Shared, [whole, body]: [Rect; 2]) -> Vec<Part> {
    let passages = laid(classroom, shared, body.width);
    let columns = columns_of(body.width);
    let high = usize::from(whole.height.saturating_sub(2)).max(1);
    let fit = |passages: &[Passage], room: usize| evenly(passages, room, columns);
    let alone = |mut parts: Vec<Part>| {
        parts.iter_mut().for_each(|part| part.is_alone = true);
        parts
    };
    let has_screen = classroom.current().is_some_and(|page| page.screen.is_some());
    if classroom.size != PageSize::Below || !has_screen {
        return alone(fit(&passages, high));
    }
    let low = low(body);
    let mut all = fit(&passages, low);
    let text = passages.iter().take_while(|passage| passage.of == Of::Text).count();
    if all.len() == 1 || text == passages.len() {
        return if all.len() == 1 { all } else { alone(fit(&passages, high)) };
    }
    let (text, rest) = passages.split_at(text);
    all = fit(text, low);
    if all.len() > 1 {
        all = alone(fit(text, high));
    }
    all.extend(fit(rest, low));
    all
}

/// Lines of the part that is shown below the screen, with its frame.
pub(super) fn height(classroom: &Classroom, shared: &Shared, bodies: [Rect; 2]) -> u16 {
    let parts = parts(classroom, shared, bodies);
    parts[classroom.part.min(parts.len() - 1)].lines.len() as u16 + 2
}

/// As few parts as this room allows, evenly filled, with free lines between the passages if there is room for them.
fn evenly(text: &[Passage], room: usize, columns: usize) -> Vec<Part> {
    let split = |room: usize, is_tight: bool| split(text, room, columns, is_tight);
    let least = split(room, true).len();
    let free = split(room, false);
    let is_tight = free.len() > least;
    if free.len() == 1 {
        return free;
    }
    let same = (1..=room).rev().map(|room| split(room, is_tight)).take_while(|parts| parts.len() == least);
    let filled = |parts: &Vec<Part>| parts.iter().map(|part| part.lines.len()).min();
    same.max_by_key(filled).unwrap_or_default()
}

/// Cuts a text into parts of at most this number of lines: where a paragraph or a sentence ends, not within a figure that fits, and
/// not between a figure and the sentence before it.
fn split(text: &[Passage], room: usize, columns: usize, is_tight: bool) -> Vec<Part> {
    let (mut parts, mut part) = (Vec::new(), Part::default());
    let wrap = |passage: &Passage, text: &str| -> Vec<(usize, Line)> {
        let shown = |&(_, c): &(usize, char)| if c == prose::BOUND { ' ' } else { c };
        let columns = if passage.is_figure { usize::MAX } else { columns };
        let line = |line: Vec<(usize, char)>| {
            let from = line.first().map_or(0, |first| first.0);
            (from, (line.iter().map(shown).collect(), passage.role))
        };
        prose::lines(text, columns).map(line).collect()
    };
    let free = usize::from(!is_tight);
    for (at, passage) in text.iter().enumerate() {
        // Lines that must stand below its end.
        let bound: usize = (text[at..].windows(2).take_while(|two| two[0].is_bound))
            .map(|two| wrap(&two[1], &two[1].text).len() + free.min(usize::from(!two[1].is_choice())))
            .sum();
        if !is_tight && !part.lines.is_empty() && part.lines.len() < room && !passage.is_choice() {
            part.lines.push((String::new(), Role::Text));
        }
        let mut from = 0;
        loop {
            let (rest, left) = (&passage.text[from..], room.saturating_sub(part.lines.len()));
            let all = wrap(passage, rest);
            let is_new = part.lines.iter().all(|line| line.0.is_empty());
            if all.len() + bound <= left || is_new && all.len() <= left && all.len() + bound > room {
                part.lines.extend(all.into_iter().map(|(_, line)| line));
                part.last = passage.of;
                break;
            }
            let fits = |end: &usize| {
                let is_inside = *end > LEAST && *end < rest.len();
                is_inside && wrap(passage, &rest[..*end]).len() <= left
            };
            let is_whole = passage.is_figure || passage.of == Of::Question;
            let sentences = if is_whole { None } else { prose::sentences(rest).rfind(fits) };
            let by_lines = if is_new && all.len() > left { all[left].0 } else { 0 };
            let end = sentences.unwrap_or(by_lines);
            if end > 0 {
                part.lines.extend(wrap(passage, &rest[..end]).into_iter().map(|(_, line)| line));
                part.last = passage.of;
            }
            from += end;
            parts.push(std::mem::take(&mut part));
        }
    }
    parts.push(part);
    parts
}

impl Passage {
    /// Whether no free line stands before it.
    fn is_choice(&self) -> bool {
        self.is_figure && self.of == Of::Question
    }
}

fn laid(classroom: &Classroom, shared: &Shared, width: u16) -> Vec<Passage> {
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
    vec![Passage { text, role, of: Of::Text, is_figure: false, is_bound: false }]
}

fn page(shown: &Shown, classroom: &Classroom, shared: &Shared, columns: usize) -> Vec<Passage> {
    let lang = shared.lang;
    let mut all = passages(&shown.text, "", Role::Text, Of::Text);
    all.extend(passages(&shown.task, lang.pick(("Try: ", "试一试：")), Role::Title, Of::Task));
    if shown.ask.is_empty() {
        return all;
    }
    let graded = classroom.graded.get(&classroom.key(shared));
    let key = shared.key(Act::Answer);
    let again = classroom.progress.missed.contains(&classroom.progress.page);
    let how = match (graded, again) {
        (Some(_), _) => String::new(),
        (None, true) => lang.pick(both!("({key} tries once more)", "（按 {key} 再试一次）")),
        (None, false) => lang.pick(both!("({key} answers)", "（按 {key} 作答）")),
    };
    let mut ask = passages(&shown.ask, lang.pick(("Question: ", "问题：")), Role::Title, Of::Question);
    if let Some(last) = ask.last_mut() {
        // Behind the last sentence, or below it where it has no room.
        let line = prose::lines(&last.text, columns).last().unwrap_or_default();
        let line: String = line.into_iter().map(|(_, c)| c).collect();
        let is_below = last.is_figure || visible::width(&line) + visible::width(&how) + 1 > columns;
        let between = match is_below {
            true => "\n",
            false if how.starts_with('(') => " ",
            false => "",
        };
        last.text += &format!("{between}{how}");
    }
    ask.iter_mut().for_each(|passage| passage.is_bound = true);
    let choices = choices(&shown.choices, columns);
    match choices.is_empty() {
        true => ask.iter_mut().next_back().into_iter().for_each(|last| last.is_bound = false),
        false => ask.push(Passage {
            text: choices.join("\n"),
            role: Role::Text,
            of: Of::Question,
            is_figure: true,
            is_bound: false,
        }),
    }
    all.append(&mut ask);
    if let Some(grade) = graded {
        let (verdict, role) = match grade.is_right {
            true => (lang.pick(("Right: ", "正确：")), Role::Within),
            false => (lang.pick(("The answer is: ", "答案是：")), Role::Warn),
        };
        let text = format!("{verdict}{}", grade.answer);
        all.push(Passage { text, role, of: Of::Answer, is_figure: false, is_bound: true });
        all.extend(passages(&grade.why, "", Role::Text, Of::Answer));
    }
    all
}

/// The answers to choose from: on one line if they have room there.
fn choices(choices: &[String], columns: usize) -> Vec<String> {
    let numbered: Vec<String> =
        (1..).zip(choices).map(|(number, choice)| format!("  {number}  {choice}")).collect();
    let line = numbered.join("   ");
    if !choices.is_empty() && visible::width(&line) <= columns {
        return vec![line];
    }
    let wrapped = |choice: &String| -> Vec<String> {
        // What goes on stands below its first line.
        let text = choice.trim_start();
        let lines = prose::lines(text, columns.saturating_sub(5).max(10));
        let lines = lines.map(|line| line.into_iter().map(|(_, c)| c).collect::<String>());
        lines
            .enumerate()
            .map(|(at, line)| format!("{}{line}", if at == 0 { "  " } else { "     " }))
            .collect()
    };
    numbered.iter().flat_map(wrapped).collect()
}

fn passages(blocks: &[Block], head: &str, role: Role, of: Of) -> Vec<Passage> {
    let is_figure = |block: Option<&Block>| matches!(block, Some(Block::Figure(_)));
    let passage = |(at, block): (usize, &Block)| match block {
        Block::Figure(lines) => {
            let is_bound = is_figure(blocks.get(at + 1));
            Passage { text: lines.join("\n"), role: Role::Text, of, is_figure: true, is_bound }
        }
        Block::Paragraph(text) => {
            let head = if at == 0 { head } else { "" };
            let is_bound = is_figure(blocks.get(at + 1));
            Passage { text: prose::unbroken(&format!("{head}{text}")), role, of, is_figure: false, is_bound }
        }
    };
    blocks.iter().enumerate().map(passage).collect()
}

pub(super) fn view(classroom: &Classroom, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
    let Some(lesson_of) = &classroom.lesson else { return };
    let (number, pages) = (classroom.progress.page + 1, lesson_of.pages.len());
    let lesson = lesson_of.title.of(shared.lang);
    let place = paint.pick(both!("page {number} of {pages}", "第 {number} 页，共 {pages} 页"));
    let shown = classroom.shown.get(&classroom.key(shared)).and_then(|shown| shown.as_ref().ok());
    // The place at the right; the title of the lesson where there is room for it too.
    let title = shown.map_or("", |shown| &shown.title);
    let full = format!("{lesson} · {place}");
    let room = usize::from(area.width.saturating_sub(8));
    let right = if visible::width(title) + visible::width(&full) + 2 <= room { full } else { place };
    let inner = paint.frame(area, true, title, "");
    if area.height < 3 {
        // Too low for a frame.
        paint.say(area.x + 3, area.y, area.width.saturating_sub(4), title, Role::Title);
    }
    let width = visible::width(&right) as u16 + 2;
    paint.say(area.right().saturating_sub(width + 2), area.y, width, &format!(" {right} "), Role::Title);
    let parts = parts(classroom, shared, paint.areas.bodies);
    let part = classroom.part.min(parts.len() - 1);
    if classroom.size != PageSize::Line {
        for (y, (line, role)) in
            (inner.y..inner.bottom()).zip(parts.get(part).into_iter().flat_map(|part| &part.lines))
        {
            paint.say(inner.x + 1, y, inner.width.saturating_sub(2), line, *role);
        }
    }
    paint.areas.push(area, Target::Pane(Pane::Lesson));
    let next = match parts.len() {
        _ if classroom.size == PageSize::Line => paint.pick(("page", "展开")).to_owned(),
        parts if part + 1 < parts => format!("{} {}/{parts}", paint.pick(("more", "下一段")), part + 1),
        _ => paint.pick(("next", "下一页")).to_owned(),
    };
    let back = if part > 0 { ("back", "上一段") } else { ("back", "上一页") };
    let is_alone = parts[part].is_alone && classroom.size != PageSize::Line && lesson_of.why_recipe.is_some();
    foot(shared, paint, area, [paint.pick(back), &next], is_alone);
}

/// Covers on the screen what the open question asks.
pub(super) fn cover(classroom: &Classroom, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
    let key = classroom.key(shared);
    let Some(Ok(shown)) = classroom.shown.get(&key) else { return };
    if classroom.graded.contains_key(&key) {
        return;
    }
    for y in area.top()..area.bottom() {
        for (text, covered) in &shown.covers {
            replace(paint, Rect { y, height: 1, ..area }, text, covered);
        }
    }
}

/// Writes over each place of a line that shows this text another one of the same width. A number is only the whole number.
fn replace(paint: &mut Paint<'_>, line: Rect, text: &str, other: &str) {
    let (mut shown, mut places) = (String::new(), HashMap::new());
    let mut x = line.x;
    while let Some(cell) = paint.buffer.cell((x, line.y)).filter(|_| x < line.right()) {
        places.insert(shown.len(), x);
        shown += cell.symbol();
        x += visible::width(cell.symbol()).max(1) as u16;
    }
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    for (at, _) in shown.match_indices(text) {
        let is_within = is_digit(shown[..at].chars().next_back()) && is_digit(text.chars().next())
            || is_digit(shown[at + text.len()..].chars().next()) && is_digit(text.chars().next_back());
        let Some(&x) = places.get(&at).filter(|_| !is_within && !text.is_empty()) else { continue };
        for (x, c) in (x..).zip(other.chars().flat_map(|c| {
            // A wide character keeps the column beside it.
            std::iter::once(Some(c)).chain((visible::width(c.encode_utf8(&mut [0; 4])) > 1).then_some(None))
        })) {
            if let (Some(c), Some(cell)) = (c, paint.buffer.cell_mut((x, line.y))) {
                cell.set_char(c);
            }
        }
    }
}

/// The keys of the page on its lower border, which can be clicked; and what turning it back and on comes to.
fn foot(shared: &Shared, paint: &mut Paint<'_>, area: Rect, [back, next]: [&str; 2], is_alone: bool) {
    let y = area.bottom() - 1;
    let mut x = area.x + 2;
    let why = is_alone.then(|| (paint.pick(("the recipe", "配方")), Action::Why));
    let keys = [
        (back, Act::Turn(-1)),
        (next, Act::Turn(1)),
        (paint.pick(("answer", "作答")), Act::Answer),
        (paint.pick(("size", "大小")), Act::Fold),
        (paint.pick(("lessons", "课程")), Act::List),
    ];
    for (what, act) in keys.map(|(what, act)| (what, Action::Classroom(act))).into_iter().chain(why) {
        let key = shared.key(act);
        let room = area.right().saturating_sub(x + 1);
        let what = format!("{what} ");
        let pieces = [(" ", Role::Dim), (&*key, Role::Key), (" ", Role::Dim), (&*what, Role::Dim)];
        let used = paint.pieces(x, y, room, &pieces);
        paint.areas.push(Rect { x, y, width: used, height: 1 }, Target::Act(act));
        x += used;
    }
}
