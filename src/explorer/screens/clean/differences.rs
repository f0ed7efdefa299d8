//! The differences of the corpus, and whether they matter.

use super::answer::NOT_AS_A_WHOLE;
use super::head::sign;
use super::keys::{Act, Pane as Own};
use super::lines::{Line, name};
use super::pair::Pair;
use super::{Scene, State, promised};
use crate::action::{Action, Pane};
use crate::room::{Moving, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Role, counted, grouped_digits};
use crate::widgets::table::{self, Column, Lines, Sort, inset, list, split, taken};
use ratatui::layout::Rect;
use simscope_core::alignment::Kind;
use simscope_core::analysis::Clean;
use simscope_core::decide::clean::{Alarm, Question, Row, Subject, Why};
use simscope_core::{prose, visible};

pub(super) struct Differences;

impl PaneOf<State> for Differences {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "How texts differ that are alike enough, and which of these differences matter.",
                "相似文本之间的差异，以及哪些要紧。",
            ),
            (
                "A text goes because of one that stays only if no difference between them matters, and little of it is lost.",
                "仅当两者之间没有要紧的差异、且几乎不丢失内容时，一篇文本才因另一篇保留而去除。",
            ),
            (
                "Wait: such texts stay until somebody says whether the difference matters. A question mark: one answer decides about many \
                 texts.",
                "待定：在有人指明该差异是否要紧之前，这些文本保留。问号：一个回答即可决定许多文本。",
            ),
            (
                "Lost: the share of the words of a text that are not in the one that stays.",
                "丢失：文本中不在保留文本里的词所占的比例。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if scene.deciding.asked.is_some() {
            return promised::view(scene, paint, area);
        }
        let title = paint.pick(("What differs, and whether it matters", "有哪些差异，是否要紧"));
        let lines = scene.own.lines(scene.shared);
        let below = match area.height {
            ..=8 => 0,
            9..=13 => 1,
            14..=20 => 2,
            _ => 5,
        };
        // The title and the heads.
        let height = (lines.len() as u16).min(area.height.saturating_sub(2 + below));
        let Some(inner) = paint.panel_of(area, Own::Differences, 3, title, "") else { return };
        if lines.is_empty() {
            return paint.hollow(
                inner,
                match scene.is_comparing() {
                    // The status line has the progress.
                    true => ("here, once all texts are compared", "比对完所有文本后在此列出"),
                    false => scene.own.why_no_pair(scene.shared),
                },
            );
        }
        let Some(clean) = scene.clean_lately() else { return };
        let mut columns = COLUMNS;
        let room = inner.width.saturating_sub(3);
        if room < taken(&columns) {
            columns[1].width = 0;
            columns[1].gap = 0;
        }
        let free = room.saturating_sub(taken(&columns[1..]) + columns[0].gap);
        columns[0].width = free;
        table::heads(paint, inset(inner, 2, 0), &columns, Sort::by("place"));
        let inner = inset(inner, 0, 1);
        let [list, below] = split(inner, height);
        let shown = Lines::of(scene.own.rows, lines.len(), false);
        table::rows(paint, list, Own::Differences, shown, |paint, line, at| {
            let entry = Entry { clean, line: &lines[at] };
            table::cells(paint, inset(line, 2, 0), &columns, scene, &entry);
        });
        told(scene, paint, below, clean);
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        let rows = own.lines(shared).len();
        Some(Moving::Rows(&mut own.rows, rows))
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Chosen(_, true) => own.show_row(shared),
            Action::Open if own.queue().is_empty() => shared.warn(own.why_no_pair(shared)),
            Action::Open => own.focus_on(Own::Pairs),
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Pair.copy(scene)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        Pair.why(scene)
    }
}

/// A row as it is drawn.
struct Entry<'a> {
    clean: &'a Clean,
    line: &'a Line,
}

// The differences.
list!(Rows of Entry<'a>, in Scene<'a>);

const COLUMNS: [Column<Rows>; 5] = [
    Column::text_of(("difference", "差异"), 12, |scene, entry| match entry.line {
        Line::Alarm(alarm) => {
            let (sign, role) = sign(alarm, scene.lang);
            (format!("{sign}{}", name(alarm).map_or("", |name| scene.lang.pick(name))), role)
        }
        Line::Differs(subject) => {
            let row = entry.line.row(entry.clean);
            let indent = if row.is_some_and(|row| row.is_below) { "· " } else { "" };
            (format!("{indent}{}", subject.say(scene.lang)), row.map_or(Role::Dim, role))
        }
    }),
    Column::number(("pairs", "文本对"), 6, 1, |_, entry| count(entry, |row| row.pairs, Role::Dim)),
    Column::number(("wait", "待定"), 6, 0, |_, entry| count(entry, |row| row.held, Role::Warn)),
    Column::<Rows>::number(("go", "去除"), 6, 0, |_, entry| count(entry, |row| row.gone, Role::Within))
        .gap(2),
    Column::<Rows>::text_of(("matters", "要紧"), 8, |scene, entry| {
        let Line::Differs(subject) = entry.line else { return (String::new(), Role::Dim) };
        let row = entry.line.row(entry.clean);
        let said = scene.deciding.decisions.rules.matters.of(subject);
        let asks = said.is_none() && entry.line.question(entry.clean).is_some();
        let (phrase, role) = match (said, row) {
            (Some(true), _) => (("yes", "是"), Role::Text),
            (Some(false), _) => (("no", "否"), Role::Text),
            (None, Some(row)) if row.held > 0 && row.gone > 0 => (("partly", "部分"), Role::Dim),
            (None, _) if entry.line.shows_matters(entry.clean) => (("yes", "是"), Role::Dim),
            (None, _) => (("no", "否"), Role::Dim),
        };
        let phrase = scene.lang.pick(phrase);
        if asks { (format!("{phrase} ?"), Role::Warn) } else { (phrase.to_owned(), role) }
    })
    .gap(0),
];

/// A count of a row, nothing for none.
fn count(entry: &Entry<'_>, of: fn(&Row) -> usize, role: Role) -> (String, Role) {
    match entry.line.row(entry.clean).map(of) {
        Some(count) if count > 0 => (grouped_digits(count), role),
        _ => (String::new(), Role::Dim),
    }
}

fn role(row: &Row) -> Role {
    if row.held + row.gone > 0 { Role::Text } else { Role::Dim }
}

/// Why the selected difference matters or not, and what if it were the other way.
fn told(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, clean: &Clean) {
    let Some(line) = &scene.own.line else { return };
    let (why, otherwise) = match line {
        Line::Alarm(alarm) => {
            let hold = ("‹clean.matters› holds them all.", "按 ‹clean.matters› 全部暂留。");
            let can_hold = matches!(alarm, Alarm::Loss { .. });
            (alarm.to_string(), can_hold.then(|| scene.keyed(hold)))
        }
        Line::Differs(subject) => {
            let is_asked = line.question(clean).is_some();
            (said(scene, line, subject, clean), scene.own.what_if(scene.shared).filter(|_| !is_asked))
        }
    };
    let width = area.width.saturating_sub(2);
    let height = usize::from(area.height);
    // What the key brings about is the last to give way, after the blank line.
    let mut why: Vec<String> = prose::wrapped(&why, width.into()).collect();
    why.truncate(height.saturating_sub(usize::from(otherwise.is_some()) + usize::from(height > 3)));
    let first = area.y + u16::from(why.len() + usize::from(otherwise.is_some()) < height);
    for (y, text) in (first..area.bottom()).zip(why.into_iter().chain(otherwise)) {
        paint.say(area.x + 1, y, width, &text, Role::Dim);
    }
}

/// Why a difference matters, or what is known of it, and what else decides about its pairs.
fn said(scene: Scene<'_>, line: &Line, subject: &Subject, clean: &Clean) -> String {
    let why = match line.row(clean) {
        None => Why::Said.say(scene.lang),
        Some(row) if row.why.is_some() || row.identifier.is_some() => row.say_why(scene.lang),
        Some(_) if line.shows_matters(clean) => Why::Default.say(scene.lang),
        Some(_) => scene.lang.pick(("does not matter by default", "默认无妨")).to_owned(),
    };
    if let Some(question) = line.question(clean) {
        return asked(scene, question, line.row(clean).map_or(question.pairs, |row| row.pairs));
    }
    let what = subject.say(scene.lang);
    let why = scene.lang.pick(both!("{what}: {why}.", "{what}：{why}。"));
    let more = match line {
        _ if line.is_of(Kind::Lost) => (
            " --loss sets another limit; ‹clean.judge-yes› ‹clean.judge-no› judge pairs.",
            "--loss 设定其他限度；‹clean.judge-yes›、‹clean.judge-no› 逐对判定。",
        ),
        _ if line.subject(scene.shared, clean).is_none() => NOT_AS_A_WHOLE,
        _ => return why,
    };
    let gap = if line.is_of(Kind::Lost) { "" } else { " " };
    format!("{why}{gap}{}", scene.keyed(more))
}

/// What is asked, with two examples, and what each answer does.
fn asked(scene: Scene<'_>, question: &Question, pairs: usize) -> String {
    const SHOWN: usize = 40;
    let examples =
        question.examples.iter().map(|one| visible::fit(one, SHOWN)).collect::<Vec<_>>().join(" · ");
    let (pairs, n) = (counted(pairs, "pair differs", "pairs differ"), grouped_digits(pairs));
    let (key, alone) = (scene.key(Act::Flip), grouped_digits(question.alone));
    scene.lang.pick(both!(
        "{pairs} so, for example: {examples}. {key} says no, it does not matter: {alone} more go. {key} once more says yes, it does: these stay.",
        "有 {n} 对如此不同，例如：{examples}。按 {key} 答“否”，无妨：再去除 {alone} 篇；再按 {key} 答“是”，要紧：全部保留。"
    ))
}

/// The table, as a pane.
pub(super) const TABLE: Pane = Pane::Clean(Own::Differences);
