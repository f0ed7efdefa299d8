//! The page of a lesson.

use super::keys::Act;
use super::{Classroom, PageSize};
use crate::action::{Action, Pane};
use crate::shared::Shared;
use crate::surface::{Paint, Role, Target};
use ratatui::layout::Rect;
use simscope_core::lessons::{Block, Grade, Shown};
use simscope_core::prose;

/// Lines that a screen keeps: as many as the smallest terminal gives it.
pub(super) const LEAST_OF_SCREEN: u16 = 11;
/// Columns of a line of text: longer ones are hard to read.
const WIDEST: usize = 100;

type Line = (String, Role);

/// All lines of the page, broken for a pane of this width.
pub(super) fn lines(classroom: &Classroom, shared: &Shared, width: u16) -> Vec<Line> {
    let columns = usize::from(width.saturating_sub(4)).clamp(10, WIDEST);
    let mut lines = Vec::new();
    let page_key = classroom.key(shared);
    match classroom.shown.get(&page_key) {
        None if classroom.shown.is_ended_at(&page_key) => {
            let again = shared.key(Action::Resume);
            let what = shared.lang.pick((
                format!("This page was not computed; {again} tries again."),
                format!("本页未能计算；按 {again} 重试。"),
            ));
            lines.push((what, Role::Warn));
        }
        None => lines.push((shared.lang.pick(("computing …", "计算中……")).to_owned(), Role::Dim)),
        Some(Err(what)) => lines.push((what.clone(), Role::Warn)),
        Some(Ok(shown)) => page(&mut lines, shown, classroom.graded.get(&page_key), shared, columns),
    }
    lines
}

fn page(lines: &mut Vec<Line>, shown: &Shown, grade: Option<&Grade>, shared: &Shared, columns: usize) {
    let lang = shared.lang;
    lines.push((shown.title.clone(), Role::Title));
    push(lines, &shown.text, "", Role::Text, columns);
    push(lines, &shown.task, lang.pick(("Try: ", "试一试：")), Role::Accent, columns);
    if !shown.ask.is_empty() {
        push(lines, &shown.ask, lang.pick(("Question: ", "问题：")), Role::Title, columns);
        lines.extend(
            (1..).zip(&shown.choices).map(|(number, choice)| (format!("  {number}  {choice}"), Role::Text)),
        );
        match grade {
            None => {
                let answer = shared.key(Act::Answer);
                let what = lang.pick((format!("{answer} answers"), format!("按 {answer} 作答")));
                lines.push((what, Role::Key));
            }
            Some(grade) => {
                let (verdict, role) = match grade.is_right {
                    true => (lang.pick(("Right: ", "正确：")), Role::Within),
                    false => (lang.pick(("The answer is: ", "答案是：")), Role::Warn),
                };
                lines.push((format!("{verdict}{}", grade.answer), role));
                push(lines, &grade.why, "", Role::Text, columns);
            }
        }
    }
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
        classroom.page + 1,
        lesson.pages.len(),
        lesson.title.of(shared.lang)
    );
    let inner = paint.frame(area, true, &title, "");
    if area.height < 3 {
        // Too low for a frame.
        paint.say(area.x + 3, area.y, area.width.saturating_sub(4), &title, Role::Title);
    }
    let lines = lines(classroom, shared, area.width);
    let height = usize::from(inner.height);
    let first = match classroom.size {
        PageSize::Line => 0,
        _ => classroom.scroll.min(lines.len().saturating_sub(height)),
    };
    for (y, (line, role)) in (inner.y..inner.bottom()).zip(&lines[first..]) {
        paint.say(inner.x + 1, y, inner.width.saturating_sub(2), line, *role);
    }
    paint.areas.push(area, Target::Pane(Pane::Lesson));
    foot(shared, paint, area, (first, lines.len().saturating_sub(first + height)));
}

/// The keys of the page on its lower border, which can be clicked; and how many lines lie above and below.
fn foot(shared: &Shared, paint: &mut Paint<'_>, area: Rect, (above, below): (usize, usize)) {
    let y = area.bottom() - 1;
    let mut x = area.x + 2;
    let keys: [((&str, &str), Act); 7] = [
        (("back", "上一页"), Act::Turn(-1)),
        (("next", "下一页"), Act::Turn(1)),
        (("answer", "作答"), Act::Answer),
        (("up", "上滚"), Act::Scroll(-1)),
        (("down", "下滚"), Act::Scroll(1)),
        (("size", "大小"), Act::Fold),
        (("lessons", "课程"), Act::List),
    ];
    for (what, act) in keys {
        let key = shared.key(act);
        let more = match act {
            Act::Scroll(..=-1) if above == 0 => continue,
            Act::Scroll(1..) if below == 0 => continue,
            Act::Scroll(..=-1) => format!(" {above}"),
            Act::Scroll(_) => format!(" {below}"),
            _ => String::new(),
        };
        let room = area.right().saturating_sub(x + 1);
        let what = format!("{}{more} ", paint.pick(what));
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
