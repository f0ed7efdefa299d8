//! Place 6: what may go and what must stay, reviewed pair by pair, and written.

mod answer;
mod differences;
mod head;
mod lines;
mod page;
mod pair;
mod pairs;
mod promised;
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
use crate::surface::{Paint, Phrase, grouped_digits};
use crate::widgets::table::{beside, split};
use differences::Differences;
use keys::{Act, Pane as Own};
pub use lines::Line;
use lines::Source;
use pair::Pair;
use pairs::Pairs;
use promised::FIXED;
use ratatui::layout::Rect;
use simscope_core::display::percent_text as percent;
use simscope_core::export::write_held;
use simscope_core::handover::suggested;
use state::Done;
pub use state::State;

type Scene<'a> = crate::shared::Scene<'a, State>;

/// Columns of the table and of the list of pairs, with their frames; from where on there is room for both beside the pair, and for
/// one of them.
const LIST: u16 = 64;
const WIDE: u16 = 180;
const MIDDLE: u16 = 100;
/// Lines from which on the pairs have room below the pair, where there is room for both beside the table.
const TALL: u16 = 36;
/// Lines from which on the pair has room below the table.
const LOW: u16 = 14;

impl State {
    panes!(Clean: Differences, Pairs, Pair);

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open if self.focus == Own::Differences => return false,
            Action::Open => match self.shown {
                Some(_) => shared.asked.then.push(Action::ToCompare),
                None => shared.warn(self.why_no_pair(shared)),
            },
            // Here the slider is the cut.
            Action::StepK(_) | Action::DragK(_) if shared.deciding.asked.is_some() => shared.warn(FIXED),
            Action::StepK(by) => self.step_cut(shared, by),
            Action::DragK(step) => self.move_cut(shared, head::cut_at(step)),
            Action::Cancel if self.close_page() || shared.stop(CLEAN) || self.leave_promise(shared) => {}
            Action::Cancel if self.is_listed => self.focus_on(Own::Differences),
            Action::Cancel => return false,
            Action::Resume => {
                let (cleans, saves) = (shared.retry_clean(), shared.retry_judgements());
                // Whoever cannot save now is not kept from the next pair.
                if saves && !cleans {
                    self.step(shared, 1);
                }
                return cleans || saves;
            }
            Action::Undo => return self.take_back(shared),
            Action::Move(Towards::Left) => self.step(shared, -1),
            Action::Move(Towards::Right) => self.step(shared, 1),
            _ => return false,
        }
        true
    }

    fn step_cut(&mut self, shared: &mut Shared, by: i8) {
        self.move_cut(shared, head::cut_at(head::step_of(shared.tau_hundredths).saturating_add_signed(by)));
    }

    fn move_cut(&mut self, shared: &mut Shared, hundredths: u8) {
        let before = shared.tau_hundredths;
        if shared.set_tau(hundredths) {
            self.done.push(Done::Decided(self.shown));
        }
        if shared.tau_hundredths != before {
            // The head says it.
            shared.message = None;
            // The pair that is the next to be cut off is shown.
            self.read_from(shared, Source::Cut);
        }
    }

    /// What goes and what is held, as a table.
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let clean = shared.clean().cloned().ok_or_else(|| self.why_no_pair(shared))?;
        let corpus = shared.model.corpus.clone();
        Ok(of_rows(move |format, _, out| {
            let id = |document: u32| corpus.get(document as usize).id;
            let differences = |gone: u32, by: u32| clean.compared.differences(gone, by);
            write_held(&mut clean.cleaned.gone().chain(clean.cleaned.held()), &id, &differences, format, out)
        }))
    }
}

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        // How many lines have no room is said behind the last.
        let told = head::told(scene, paint, area.width.saturating_sub(14).into());
        let lines = told.len().min(if area.height < 24 { 1 } else { 4 });
        let [top, body] = split(area, lines as u16);
        head::draw(paint, top, &told);
        let list = if self.is_listed { Own::Pairs } else { Own::Differences };
        let is_asked = scene.deciding.asked.is_some();
        let pane = |height: u16| {
            promised::height(scene, if body.width < MIDDLE { body.width } else { LIST }).min(height)
        };
        if is_asked && body.width >= WIDE && body.height >= TALL {
            let [above, below] = split(body, 2 * body.height / 5);
            let [left, right] = beside(above, LIST);
            Differences.view(scene, paint, left);
            Pair.view(scene, paint, right);
            Pairs.view(scene, paint, below);
        } else if is_asked && body.width >= MIDDLE {
            let [left, right] = beside(body, LIST);
            let [above, below] = split(left, pane(left.height));
            Differences.view(scene, paint, above);
            Pairs.view(scene, paint, below);
            Pair.view(scene, paint, right);
        } else if body.width >= WIDE && body.height >= TALL {
            let [left, right] = beside(body, LIST);
            let [above, below] = split(right, 2 * right.height / 5);
            Differences.view(scene, paint, left);
            Pair.view(scene, paint, above);
            Pairs.view(scene, paint, below);
        } else if body.width >= WIDE {
            let [left, right] = beside(body, LIST);
            let [middle, right] = beside(right, LIST);
            Differences.view(scene, paint, left);
            Pairs.view(scene, paint, middle);
            Pair.view(scene, paint, right);
        } else if body.width >= MIDDLE {
            let [left, right] = beside(body, LIST);
            self.pane(list).view(scene, paint, left);
            Pair.view(scene, paint, right);
        } else if body.height >= LOW && !self.is_page {
            let half = body.height / 2;
            let [above, below] = split(body, if is_asked && !self.is_listed { pane(half) } else { half });
            self.pane(list).view(scene, paint, above);
            Pair.view(scene, paint, below);
        } else if self.is_page {
            Pair.view(scene, paint, body);
        } else {
            self.pane(self.focus).view(scene, paint, body);
        }
    }
}

impl Room for State {
    by_panes!(Clean);

    fn follow(&mut self, shared: &mut Shared) {
        if self.focus != Own::Pair {
            self.is_listed = self.focus == Own::Pairs;
        }
        self.follow_clean(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Clean {
            shared.want_clean();
            self.want_otherwise(shared);
            if let Some((document, by)) = self.shown {
                shared.want_alignment(document, by);
            }
        }
    }

    fn typed(&mut self, shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        match entered {
            Entered::Answer(Action::Clean(Act::Promise), line) => {
                self.begin_promise(shared, line).map(|()| true)
            }
            Entered::Answer(_, line) => self.write(shared, line).map(|()| true),
            _ => entered.nowhere(),
        }
    }

    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        self.shown.map(|(_, by)| by)
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let open = if self.focus == Own::Differences {
            ("pairs", "文本对")
        } else {
            ("pair", "在“文本对”打开")
        };
        let cut = match shared.deciding.asked {
            Some(_) => [SILENT; 2],
            None => [("fewer go", "少去除"), ("more go", "多去除")],
        };
        let mut hints = vec![
            (Action::Open, open),
            (Action::ToLab, SILENT),
            (Action::StepK(-1), cut[0]),
            (Action::StepK(1), cut[1]),
        ];
        if shared.deciding.asked.is_some() {
            hints.extend([Act::Flip, Act::Swap, Act::Shuffle].map(|act| (act.into(), SILENT)));
        }
        let standing = Some(standing(Scene { own: self, shared }));
        Foot { standing, work: &[CLEAN], hints, ..Foot::default() }
    }

    fn export(&self, shared: &Shared) -> Export {
        let written = Words::of(["clean", "-o", &suggested(&shared.start.sources)]).decided(shared);
        Export::named("simscope-cleaned.tsv", self.file(shared), written)
    }
}

/// How far one has come, and where it is kept.
fn standing(scene: Scene<'_>) -> String {
    let Some(clean) = scene.clean_lately() else { return String::new() };
    let (answers, of_all) = (clean.reviewed.sample.answers(), clean.reviewed.sample.right());
    let [read, right] = [answers.total() as usize, answers.yes as usize].map(grouped_digits);
    let said = if let Some((pair, verdict)) = scene.own.judged {
        let ([one, other], undo) = ([pair.0, pair.1].map(|one| scene.shown_id(one)), scene.key(Action::Undo));
        scene.lang.pick(match verdict.is_right() {
            Some(true) => {
                both!("{one} goes for {other}, {undo} undoes", "{one} 去除，保留 {other}，{undo} 撤销")
            }
            _ => both!("{one} and {other} both stay, {undo} undoes", "{one} 与 {other} 都保留，{undo} 撤销"),
        })
    } else if scene.promised().is_some() {
        scene.keyed((
            "‹clean.judge-yes› it may go, ‹clean.judge-no› both stay",
            "‹clean.judge-yes› 可去除，‹clean.judge-no› 都保留",
        ))
    } else if answers.total() == 0 {
        scene.keyed((
            "no random pair is read yet: ‹clean.shuffle› takes some",
            "尚未判定抽取的文本对：按 ‹clean.shuffle› 抽取",
        ))
    } else {
        let [share, low, high] = [of_all.share, of_all.low, of_all.high].map(percent);
        scene.lang.pick(both!(
            "{read} read, {right} right: of what the texts alone let go, equal ones aside, {share} ({low}–{high}) is right",
            "已判 {read} 对，{right} 对应去除：仅凭文本去除的（不计相同者），估计 {share}（{low}–{high}）正确"
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
