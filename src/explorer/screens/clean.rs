//! Place 6: what may go and what must stay, reviewed pair by pair, and written.

mod kinds;
mod page;
mod pair;
mod state;
mod writing;

use crate::action::{Action, Pane, Screen, Towards};
use crate::command_line::Words;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes, panes};
use crate::shared::Shared;
use crate::shared::cleaning::CLEAN;
use crate::shared::deciding::Kept;
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::clean as keys;
use crate::surface::key::SILENT;
use crate::surface::{Paint, Phrase, Role, counted, grouped_digits};
use crate::widgets::table::{beside, split};
use keys::{Act, Pane as Own};
use kinds::Kinds;
use pair::Pair;
use ratatui::layout::Rect;
use simscope_core::decide::Keep;
use simscope_core::decide::clean::Alarm;
use simscope_core::display::percent_text as percent;
use simscope_core::export::write_held;
use simscope_core::visible;
pub use state::State;

type Scene<'a> = crate::shared::Scene<'a, State>;

/// Columns of the list of kinds, with its frame.
const LIST: u16 = 39;

impl State {
    panes!(Clean: Kinds, Pair);

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.shown {
                Some(_) => shared.asked.then.push(Action::ToCompare),
                None => shared.warn(self.why_no_pair(shared)),
            },
            Action::Cancel => return self.close_page() || shared.stop(CLEAN),
            Action::Resume => {
                let (cleans, saves) = (shared.deciding.clean.retry(), shared.retry_judgements());
                // Whoever cannot save now is not kept from the next pair.
                if saves && !cleans {
                    self.step(shared, 1);
                }
                return cleans || saves;
            }
            Action::Undo => return self.take_back(shared),
            // k decides nothing here.
            Action::Move(Towards::Left) => self.step(shared, -1),
            Action::Move(Towards::Right) => self.step(shared, 1),
            _ => return false,
        }
        true
    }

    /// What goes and what is held, as a table.
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let clean = shared.clean().cloned().ok_or_else(|| self.why_no_pair(shared))?;
        let corpus = shared.model.corpus.clone();
        Ok(of_rows(move |format, _, out| {
            let id = |document: u32| corpus.get(document as usize).id;
            write_held(&mut clean.cleaned.gone().chain(clean.cleaned.held()), &id, format, out)
        }))
    }
}

impl Room for State {
    by_panes!(Clean);

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) {
        let scene = Scene { own: self, shared };
        let alarms = scene.clean_lately().map_or(0, |clean| clean.reviewed.alarms.len());
        let lines = 1 + u16::from(alarms > 0) + u16::from(alarms > 1 && area.height >= 24);
        let [head, body] = split(area, lines);
        told(scene, paint, head);
        if body.width < LIST + 34 {
            self.pane(self.focus).view(scene, paint, body);
        } else {
            let [left, right] = beside(body, LIST);
            Kinds.view(scene, paint, left);
            Pair.view(scene, paint, right);
        }
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_clean(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Clean {
            shared.want_clean();
            if let Some((document, by)) = self.shown {
                shared.want_alignment(document, by);
            }
        }
    }

    fn typed(&mut self, shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        match entered {
            Entered::Answer(_, line) => self.write(shared, line).map(|()| true),
            _ => entered.nowhere(),
        }
    }

    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        self.shown.map(|(_, by)| by)
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let hints = vec![(Action::Open, ("pair", "文本对")), (Action::ToLab, SILENT)];
        let standing = Some(standing(Scene { own: self, shared }));
        Foot { standing, work: &[CLEAN], hints, ..Foot::default() }
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named("simscope-cleaned.tsv", self.file(shared), Ok(command(shared)))
    }
}

/// The command that prints what goes and what is held.
fn command(shared: &Shared) -> Words {
    let mut words = Words::of(["dedup", "--dry-run"]).confirm(shared);
    let decisions = &shared.deciding.decisions;
    if let Some(file) = shared.deciding.file.as_ref().filter(|_| decisions.has_any_by_hand()) {
        words = words.and("--decisions", file);
    } else if decisions.keep != Keep::First {
        words = words.and("--keep", decisions.keep.to_string());
    }
    match shared.judging.file.as_ref().filter(|file| file.exists()) {
        Some(file) => words.and("--judgements", file),
        None => words,
    }
}

/// What goes and what stays, then what to look at.
fn told(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let line = |at: u16| (area.x + 1, area.y + at, area.width.saturating_sub(2));
    let (x, y, width) = line(0);
    let Some(clean) = scene.clean_lately() else {
        paint.say(x, y, width, &paint.keyed(scene.own.why_no_pair(scene.shared)), Role::Dim);
        return;
    };
    let gone = clean.gone();
    let equal = clean.cleaned.gone().filter(|(_, cover)| cover.kind.is_equal()).count();
    let [go, stay, same] = [gone, clean.cleaned.verdicts.len() - gone, equal].map(grouped_digits);
    let lead = paint.pick(both!(
        "{go} documents go, {stay} stay, whatever k is.",
        "去除 {go} 篇，保留 {stay} 篇，与 k 无关。"
    ));
    let rest = match gone {
        0 => String::new(),
        _ => paint.pick(both!("  {same} are equal to one that stays.", "其中 {same} 篇与保留的文本相同。")),
    };
    paint.pieces(x, y, width, &[(&lead, Role::Title), (&rest, Role::Dim)]);
    for (at, alarm) in (1..area.height).zip(&clean.reviewed.alarms) {
        let (x, y, width) = line(at);
        let (text, role) = said(paint, alarm);
        let more = clean.reviewed.alarms.len().saturating_sub((area.height - 1).into());
        let more = match at + 1 == area.height && more > 0 {
            true => {
                let key = scene.key(Act::AskWrite);
                paint.pick(both!("  (and {more} more: {key})", "（另有 {more} 条：{key}）"))
            }
            false => String::new(),
        };
        let room = usize::from(width).saturating_sub(visible::width(&more));
        // The point of a note may be at its end.
        if !alarm.stops() && visible::width(&text) > room {
            let left = clean.reviewed.alarms.len() + 1 - usize::from(at);
            let (key, notes) = (scene.key(Act::AskWrite), counted(left, "note", "notes"));
            let text =
                paint.pick(both!("{notes} on what goes: see {key}", "{left} 条注意事项：按 {key} 查看"));
            paint.say(x, y, width, &text, role);
            return;
        }
        paint.pieces(x, y, width, &[(&visible::fit(&text, room), role), (&more, Role::Dim)]);
    }
}

/// An alarm, or a note.
fn said(paint: &Paint<'_>, alarm: &Alarm) -> (String, Role) {
    match alarm.stops() {
        true => (format!("⚠ {alarm}"), Role::Warn),
        false => (format!("{}{alarm}", paint.pick(("note: ", "注："))), Role::Dim),
    }
}

/// How far one has come, and where it is kept.
fn standing(scene: Scene<'_>) -> String {
    let Some(clean) = scene.clean_lately() else { return scene.keyed(scene.own.why_no_pair(scene.shared)) };
    let (answers, of_all) = (clean.sample.answers(), clean.sample.right());
    let [read, right] = [answers.total() as usize, answers.yes as usize].map(grouped_digits);
    let said = if answers.total() == 0 {
        scene.keyed((
            "no random pair is read yet: ‹clean.shuffle› takes some, ‹clean.judge-yes› and ‹clean.judge-no› say what is right",
            "尚未判定抽取的文本对：按 ‹clean.shuffle› 抽取，‹clean.judge-yes› / ‹clean.judge-no› 判定",
        ))
    } else {
        let [share, low, high] = [of_all.share, of_all.low, of_all.high].map(percent);
        scene.lang.pick(both!(
            "{read} read, {right} right: of what the texts alone let go, {share} ({low}–{high}) is right",
            "已判 {read} 对，{right} 对应去除：仅凭文本去除的，估计 {share}（{low}–{high}）正确"
        ))
    };
    match not_kept(scene) {
        // First, so that it is not cut off.
        Some(why) => format!("{why} · {said}"),
        None => format!("{said}{}", kept(scene)),
    }
}

/// That what was said is not on disk, and what helps.
fn not_kept(scene: Scene<'_>) -> Option<String> {
    let refused = [&scene.deciding.kept, &scene.judging.kept].into_iter().find_map(|kept| match kept {
        Kept::Refused(why) => Some(why.clone()),
        _ => None,
    });
    let (why, again) = (refused?, scene.key(Action::Resume));
    Some(scene.lang.pick(both!("NOT SAVED, {again} tries again: {why}", "未保存，按 {again} 重试：{why}")))
}

/// Where what was said is kept.
fn kept(scene: Scene<'_>) -> String {
    match (&scene.judging.kept, scene.judging.file_name()) {
        (Kept::Nowhere, _) | (_, None) => {
            let phrase =
                (" · not kept: open with --judgements FILE", " · 不保存：请用 --judgements FILE 打开");
            scene.lang.pick(phrase).to_owned()
        }
        (Kept::Saving, Some(name)) => scene.lang.pick(both!(" · saving in {name}", " · 正在存入 {name}")),
        (_, Some(name)) => {
            let read = scene.judging.known.counts().iter().sum::<usize>() - scene.judging.unsaved();
            let read = grouped_digits(read);
            scene.lang.pick(both!(" · {read} saved in {name}", " · 已存 {read} 条于 {name}"))
        }
    }
}
