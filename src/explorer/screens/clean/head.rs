//! What stands above the panes: the cut on its scale, what goes, what waits, and what is asked.

use super::differences::TABLE;
use super::keys::Act;
use super::lines::Line;
use super::{Scene, State, promised};
use crate::action::Action;
use crate::shared::Shared;
use crate::surface::{Lang, Paint, Role, Target, grouped_digits};
use crate::widgets::chart;
use ratatui::layout::Rect;
use simscope_core::analysis::Clean;
use simscope_core::decide::clean::{Alarm, Rules};
use simscope_core::display::percent_text as percent;
use simscope_core::visible;

/// The cut in steps of the slider, from 1 on: further to the right more goes, as with k.
pub(super) const CUTS: u8 = 19;

/// The step at which a cut stands, in hundredths.
pub(super) fn step_of(hundredths: u8) -> u8 {
    100_u8.saturating_sub(hundredths).saturating_add(2) / 5
}

/// The cut at a step, in hundredths.
pub(super) fn cut_at(step: u8) -> u8 {
    100 - 5 * step.min(CUTS)
}

/// How many stay, go and wait for an answer.
struct Counts {
    all: usize,
    go: usize,
    wait: usize,
}

impl Counts {
    fn of(clean: &Clean) -> Self {
        Self { all: clean.cleaned.verdicts.len(), go: clean.gone(), wait: clean.cleaned.waiting().count() }
    }

    fn say(&self, paint: &Paint<'_>, is_old: bool) -> Vec<(String, Role)> {
        let [stay, go, wait] = [self.all - self.go - self.wait, self.go, self.wait].map(grouped_digits);
        let of = |role: Role| if is_old { Role::Dim } else { role };
        let mut pieces = vec![
            (paint.pick(both!("{stay} stay", "保留 {stay}")), of(Role::Within)),
            (" · ".to_owned(), Role::Dim),
            (paint.pick(both!("{go} go", "去除 {go}")), of(Role::Within)),
            (" · ".to_owned(), Role::Dim),
            (
                paint.pick(both!("{wait} wait", "待定 {wait}")),
                of(if self.wait > 0 { Role::Warn } else { Role::Text }),
            ),
        ];
        if is_old {
            pieces.push((" …".to_owned(), Role::Warn));
        }
        pieces
    }
}

fn width(pieces: &[(String, Role)]) -> u16 {
    pieces.iter().map(|(text, _)| visible::width(text) as u16).sum()
}

fn write(paint: &mut Paint<'_>, at: (u16, u16), room: u16, pieces: &[(String, Role)]) {
    let pieces: Vec<(&str, Role)> = pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
    paint.pieces(at.0, at.1, room, &pieces);
}

/// Draws the cut, and in a second line, if there is one, what it brings about.
pub(super) fn head(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let counts = scene.clean_lately().map(|clean| Counts::of(clean));
    let is_old = scene.clean().is_none();
    let counted = match &counts {
        Some(counts) => counts.say(paint, is_old),
        None => Vec::new(),
    };
    let is_low = area.height < 2;
    // As long whatever is said beside it: a click means the same cut each time.
    let line = Rect { height: 1, ..area };
    let room = line.width / 2;
    let asked = scene.deciding.asked.as_ref().map(|asked| promised::asked(scene, asked));
    match &asked {
        Some(asked) => drop(paint.say(line.x + 1, line.y, line.width - 2, asked, Role::Title)),
        None => slider(scene, paint, Rect { width: line.width - room, ..line }),
    }
    let beside = if is_low { counted.clone() } else { vec![(rules(scene, paint), Role::Dim)] };
    if asked.is_none() {
        write(paint, (line.right() - room + 1, line.y), room - 2, &beside);
    }
    if is_low {
        return;
    }
    let y = line.y + 1;
    let Some(counts) = counts else { return write(paint, (line.x + 1, y), line.width - 2, &counted) };
    let all = grouped_digits(counts.all);
    let used = 1 + paint.say(line.x + 1, y, 12, &all, Role::Dim) + 1;
    let said = width(&counted);
    let room = line.width.saturating_sub(used + said + 3);
    bar(paint, Rect { x: line.x + used, y, width: room, height: 1 }, &counts, is_old);
    write(paint, (line.right().saturating_sub(said + 1), y), said, &counted);
}

/// How much of the corpus stays, waits and goes.
fn bar(paint: &mut Paint<'_>, area: Rect, counts: &Counts, is_old: bool) {
    // What is there has a cell.
    let cells = |count: usize| -> u16 {
        let share = count as f64 / counts.all.max(1) as f64;
        ((share * f64::from(area.width)).round() as u16).max(u16::from(count > 0))
    };
    let (wait, go) = (cells(counts.wait), cells(counts.go));
    let stays = area.width.saturating_sub(wait + go);
    for (at, x) in (area.left()..area.right()).enumerate() {
        let (symbol, role) = match at as u16 {
            at if at < stays => ("█", Role::Within),
            at if at < stays + wait => ("▒", Role::Warn),
            _ => ("░", Role::Beyond),
        };
        paint.put(x, area.y, symbol, paint.style(if is_old { Role::Dim } else { role }));
    }
}

fn slider(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let x = line.x + 1;
    let label = paint.pick(("cut  1.0 ", "下限  1.0 "));
    let used = paint.say(x, line.y, 10, label, Role::Dim);
    let value = format!("{:.2}", scene.tau());
    let track = Rect { x: x + used, width: line.width.saturating_sub(used + 16), height: 1, ..line };
    chart::slider(paint, track, (CUTS, step_of(scene.tau_hundredths)));
    let mut x = track.right() + 1;
    x += paint.say(x, line.y, 4, &value, Role::Accent) + 1;
    for action in [Action::StepK(-1), Action::StepK(1)] {
        let Some(key) = scene.keymap.key_of(scene.shared.screen, action) else { continue };
        let key = scene.keys().written(key);
        let width = paint.say(x, line.y, line.right().saturating_sub(x), &key, Role::Key);
        paint.areas.push(Rect { x, width, height: 1, ..line }, Target::Act(action));
        x += width + 1;
    }
}

/// What is asked of a text that goes, besides its differences.
fn rules(scene: Scene<'_>, paint: &Paint<'_>) -> String {
    let rules = &scene.deciding.decisions.rules;
    let (tau, limits) = (scene.tau(), [0, 25, 100].map(|words| percent(Rules::loss_of(rules, words))));
    let [short, middle, long] = limits;
    paint.pick(match short == long {
        true => both!(
            "alike in {tau:.2} or more; at most {long} of a text is lost",
            "相似度不低于 {tau:.2}；一篇至多丢失 {long}"
        ),
        false => both!(
            "alike in {tau:.2} or more; lost at most {short}, of longer texts {middle} or {long}",
            "相似度不低于 {tau:.2}；至多丢失 {short}，较长文本 {middle} 或 {long}"
        ),
    })
}

/// What stands before an alarm, or a note.
pub(super) fn sign(alarm: &Alarm, lang: Lang) -> (&'static str, Role) {
    match alarm.stops() {
        true => ("⚠ ", Role::Warn),
        false => (lang.pick(("note: ", "注：")), Role::Dim),
    }
}

/// An alarm, or a note.
pub(super) fn said(lang: Lang, alarm: &Alarm) -> (String, Role) {
    let (sign, role) = sign(alarm, lang);
    (format!("{sign}{alarm}"), role)
}

/// What is alarming, what is asked, and what is noted, with the row of the table that it is about.
pub(super) fn told(scene: Scene<'_>, paint: &Paint<'_>, room: usize) -> Vec<(String, Role, Option<usize>)> {
    // What is noted under a promise is on the page before writing.
    let clean = scene.clean_lately().filter(|_| scene.deciding.asked.is_none());
    let Some(clean) = clean else { return Vec::new() };
    let lines = scene.own.lines(scene.shared);
    let (alarms, notes): (Vec<&Alarm>, Vec<&Alarm>) =
        clean.reviewed.alarms.iter().partition(|alarm| alarm.stops());
    let of_alarm = |alarm: &Alarm| {
        let (text, role) = said(scene.lang, alarm);
        (text, role, lines.iter().position(|line| matches!(line, Line::Alarm(of) if of == alarm)))
    };
    let mut told: Vec<_> = alarms.into_iter().map(of_alarm).collect();
    for (at, question) in clean.questions.asked.iter().enumerate() {
        let row = lines.iter().position(|line| line.question(clean) == Some(question));
        let ask = question.ask(scene.lang);
        let short = ask.split_inclusive(['?', '？']).next().unwrap_or_default();
        let lets = question.say_lets(at == 0, scene.lang);
        let [alone, more] = [question.alone, question.lets].map(grouped_digits);
        let key = scene.key(Act::Flip);
        let no = match row == Some(scene.own.rows.selected) {
            true => paint.pick(both!("   {key} no", "   {key} 否")),
            false => String::new(),
        };
        let end = paint.pick(if ask.ends_with(['?', '？']) { ("", "") } else { (".", "。") });
        let lets = paint.pick(both!(" “No” {lets}.", "答“否”{lets}。")) + &no;
        let brief = paint.pick(match at == 0 || question.alone == question.lets {
            true => both!(" “No” lets {alone} go.", "答“否”可去除 {alone} 篇。"),
            false => {
                both!(" “No” lets {more} more go after the first.", "首个回答之后，答“否”再去除 {more} 篇。")
            }
        }) + &no;
        let fits = |text: &String| visible::width(text) <= room;
        let forms = [format!("{ask}{end}{lets}"), format!("{short}{lets}"), format!("{short}{brief}")];
        // What the answer brings about is the last to give way.
        let text = forms.into_iter().find(fits).unwrap_or_else(|| {
            format!("{}{brief}", visible::fit(short, room.saturating_sub(visible::width(&brief))))
        });
        told.push((text, Role::Warn, row));
    }
    told.extend(notes.into_iter().map(of_alarm));
    told
}

/// Draws the messages, one a line, as far as there is room; a click selects the row of a message.
pub(super) fn draw(paint: &mut Paint<'_>, area: Rect, told: &[(String, Role, Option<usize>)]) {
    for (y, (at, (text, role, row))) in (area.y..area.bottom()).zip(told.iter().enumerate()) {
        let left = told.len() - at - 1;
        let more = match y + 1 == area.bottom() && left > 0 {
            true => paint.pick(both!("  ({left} more)", "（另有 {left} 条）")),
            false => String::new(),
        };
        let room = usize::from(area.width.saturating_sub(2)).saturating_sub(visible::width(&more));
        let text = visible::fit(text, room);
        paint.pieces(area.x + 1, y, area.width.saturating_sub(2), &[(&text, *role), (&more, Role::Dim)]);
        if let Some(row) = row {
            let line = Rect { y, height: 1, ..area };
            paint.areas.push(line, Target::Act(Action::SelectRow(TABLE, *row)));
        }
    }
}

impl State {
    /// What stands in the head of the screen instead of k, which decides nothing here.
    pub fn head(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        head(Scene { own: self, shared }, paint, area);
    }
}
