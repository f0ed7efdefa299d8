//! What edits of A do to its signature.

use super::figures::{FIGURES, Figures, MARK};
use super::{Copied, Listed, sorted_by_head};
use crate::action::Screen;
use crate::room::Export;
use crate::screens::pair::Scene;
use crate::screens::pair::keys::{Act, View};
use crate::screens::pair::state::State;
use crate::screens::pair::work::{BATTERY, Compared};
use crate::shared::Shared;
use crate::shared::why::bits;
use crate::surface::{Lang, Paint, Phrase, Rect, Role, counted};
use crate::widgets::bits::weight_text;
use simscope_core::sensitivity::{Edit, Trial};
use simscope_core::visible;

pub(super) struct Edits;

/// The name of an edit, safe to show.
pub fn edit_name(edit: &Edit, lang: Lang) -> String {
    visible::line(&edit.text(lang)).into_owned()
}

/// Columns in which the names of all edits have room.
fn figures(scene: Scene<'_>, width: u16) -> Figures {
    let own = scene.own.own.iter().cloned().map(Edit::Own);
    let names = Edit::all().cloned().chain(own).map(|edit| visible::width(&edit_name(&edit, scene.lang)));
    Figures::of_names(width, names.max().unwrap_or(0) as u16)
}

impl Listed for Edits {
    fn rows(&self, scene: Scene<'_>) -> usize {
        Edit::all().len() + scene.own.own.len()
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        let edit = scene.own.edit_row(scene.shared, row);
        edit.map_or_else(String::new, |(edit, _)| edit_name(&edit, scene.lang))
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let (line, figures) = (Rect { height: 1, ..area }, figures(scene, area.width));
        figures.heads(scene, paint, line, ("edit of A", "对 A 的编辑"), scene.own.is_list_reordered());
        if figures.detail >= 4 {
            let what = paint.pick(("what", "内容"));
            paint.say(figures.detail_at(line), line.y, figures.detail, what, Role::Title);
        }
        sorted_by_head(paint, line);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize) {
        if let Some((edit, trial)) = scene.own.edit_row(scene.shared, row) {
            draw(scene, paint, line, &edit, trial);
        }
    }

    fn foot(&self, scene: Scene<'_>) -> String {
        let (own, lang) = (scene.own, scene.lang);
        let (tried, all) = (own.tried(scene.shared).map_or(0, |tried| tried.trials.len()), self.rows(scene));
        let (edits, seed) = (own.experiment.edits, own.experiment.seed);
        let state = match own.is_cancelled(scene.shared, View::Edits) {
            true => scene.shared.keyed((" cancelled (‹resume›)", " 已取消（‹resume›）")),
            false if tried < all => "…".to_owned(),
            false => String::new(),
        };
        let keys = scene.keys_for(&[(Act::AskEdit.into(), ("add edit", "加编辑"))]);
        lang.pick(both!(
            "{tried}/{all}{state} · words {edits} · seed {seed} · {keys}",
            "{tried}/{all}{state} · 词数 {edits} · 种子 {seed} · {keys}"
        ))
    }

    fn open(&self, own: &mut State, shared: &mut Shared, row: usize) {
        if let Some((edit, _)) = own.edit_row(shared, row) {
            own.make_edit(shared, edit);
        }
    }

    fn opens(&self) -> Phrase {
        ("put into B", "放入 B")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let tried = scene.own.edit_row(scene.shared, row).and_then(|(edit, trial)| {
            let moved = trial?.outcome.as_ref().ok()?;
            Some(format!("{edit}\t{}\t{}", moved.detail, moved.distance()))
        });
        let text = tried.ok_or(("this edit has no result to copy", "该编辑没有可复制的结果"))?;
        Ok((text, ("the edit and its distance", "编辑与距离")))
    }

    fn why(&self, scene: Scene<'_>, compared: &Compared, row: usize) -> Option<String> {
        let (edit, trial) = scene.own.edit_row(scene.shared, row)?;
        Some(why(scene.shared, compared, &edit, trial))
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        Some(scene.own.edits_file(scene.shared))
    }

    fn orders(&self) -> Option<[(Phrase, Phrase); 2]> {
        Some([
            (("usual order", "通常次序"), ("edits: in the usual order", "编辑：按既定次序")),
            (("flipped bits", "翻转位数"), ("edits: most bits flipped first", "编辑：翻转最多者在先")),
        ])
    }
}

fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, edit: &Edit, trial: Option<&Trial>) {
    let figures = figures(scene, line.width);
    let (at, y, detail) = (figures.detail_at(line), line.y, figures.detail);
    let role = if matches!(edit, Edit::Own(_)) { Role::Mark } else { Role::Text };
    paint.say(line.x + MARK, y, figures.name, &edit_name(edit, paint.lang), role);
    match trial.map(|trial| &trial.outcome) {
        None => {
            let is_running = scene.drawn.activity.iter().any(|activity| activity.work == BATTERY);
            let is_awaited = is_running || !scene.own.is_cancelled(scene.shared, View::Edits);
            paint.right(at + detail, y, 3, if is_awaited { "…" } else { "–" }, Role::Dim);
        }
        Some(Err(moot)) => {
            let phrase = format!("– {}", paint.pick(moot.text()));
            let room = line.right().saturating_sub(at + 1);
            paint.say(if detail >= 4 { at } else { at + detail + 1 }, y, room, &phrase, Role::Dim);
        }
        Some(Ok(moved)) => {
            if detail >= 4 {
                paint.say(at, y, detail, &moved.detail, Role::Dim);
            }
            figures.draw(scene, paint, line, (moved.distance(), moved.is_within(scene.k)));
            let is_wide = figures.bar >= 15;
            let phrase =
                paint.pick(if is_wide { ("same features", "特征不变") } else { ("same", "不变") });
            if moved.is_unseen && visible::width(phrase) <= usize::from(figures.bar) {
                paint.say(at + detail + FIGURES + 1, y, figures.bar, phrase, Role::Dim);
            }
        }
    }
}

impl State {
    /// An edit by its row among all, and what it did as far as that is known.
    pub fn edit_row<'a>(&'a self, shared: &'a Shared, row: usize) -> Option<(Edit, Option<&'a Trial>)> {
        let at = *self.edits(shared).get(row)?;
        Some((self.edit_at(at)?, self.trial(shared, at)))
    }

    /// An edit by its place in the battery.
    fn edit_at(&self, at: usize) -> Option<Edit> {
        Edit::all().cloned().chain(self.own.iter().cloned().map(Edit::Own)).nth(at)
    }

    /// What the edit of that place did.
    fn trial<'a>(&'a self, shared: &Shared, at: usize) -> Option<&'a Trial> {
        self.tried(shared)?.trials.get(at)
    }

    /// The places of the edits in the battery, row by row: in its order, or the one that flips most bits first. Those that
    /// cannot be applied to A come last, as soon as all are tried.
    fn edits(&self, shared: &Shared) -> Vec<usize> {
        let mut places: Vec<usize> = (0..Edit::all().len() + self.own.len()).collect();
        let is_whole = self.tried(shared).is_some_and(|tried| tried.is_whole);
        let cannot_be =
            |at: usize| is_whole && self.trial(shared, at).is_some_and(|trial| trial.outcome.is_err());
        let distance = |at: usize| {
            self.trial(shared, at).and_then(|trial| trial.outcome.as_ref().ok()).map(|moved| moved.distance())
        };
        let is_by_distance = self.is_reordered[View::Edits as usize];
        places.sort_by_key(|&at| (cannot_be(at), std::cmp::Reverse(distance(at).filter(|_| is_by_distance))));
        places
    }

    /// The place in the battery of the selected edit.
    pub(in crate::screens::pair) fn selected_edit_place(&self, shared: &Shared) -> Option<usize> {
        let row = self.lists[View::Edits as usize].selected;
        let row = if self.view == View::Edits { self.place_in(row)? } else { row };
        self.edits(shared).get(row).copied()
    }

    /// Selects an edit by its place in the battery.
    pub(in crate::screens::pair) fn select_edit(&mut self, shared: &Shared, place: Option<usize>) {
        let row = place.and_then(|place| self.edits(shared).iter().position(|&at| at == place));
        if self.view == View::Edits {
            self.follow_filter(shared);
        }
        let is_filtered = self.view == View::Edits && self.listed.is_some();
        let row = if is_filtered { row.and_then(|row| self.shown.row_of(row)) } else { row };
        if let Some(row) = row {
            self.lists[View::Edits as usize].select(row);
        }
    }

    /// Shows an edit by its place in the battery, in its order.
    pub(in crate::screens::pair) fn show_edit(&mut self, shared: &Shared, at: usize) {
        self.drop_filter();
        self.view = View::Edits;
        self.is_reordered[View::Edits as usize] = false;
        self.select_edit(shared, Some(at));
    }

    /// The selected edit, where edits are listed.
    pub fn selected_edit(&self, shared: &Shared) -> Option<Edit> {
        let is_listed = shared.screen == Screen::Pair && self.view == View::Edits;
        let place = self.selected_place(shared).filter(|_| is_listed)?;
        Some(self.edit_row(shared, place)?.0)
    }
}

/// Why an edit flips as many bits as it does.
fn why(shared: &Shared, compared: &Compared, edit: &Edit, trial: Option<&Trial>) -> String {
    let (lang, k, name) = (shared.lang, shared.k, edit_name(edit, shared.lang));
    let moved = match trial.map(|trial| &trial.outcome) {
        None => {
            return lang.pick(both!("“{name}” is not tried yet.", "“{name}”尚未尝试。"));
        }
        Some(Err(moot)) => {
            let why = lang.pick(moot.text());
            return lang.pick(both!("“{name}” changes nothing: {why}.", "“{name}”没有改变：{why}。"));
        }
        Some(Ok(moved)) => moved,
    };
    let detail = visible::line(&moved.detail);
    let name = match detail.is_empty() {
        true => lang.pick(both!("“{name}”", "“{name}”")),
        false => lang.pick(both!("“{name}” ({detail})", "“{name}”（{detail}）")),
    };
    let d = moved.distance();
    if moved.is_unseen {
        return lang.pick(both!(
            "{name} flips no bit, because the recipe makes the same features of both texts.",
            "{name}不翻转任何一位：此配方下两个文本的特征相同。"
        ));
    }
    if !moved.has_features {
        return lang.pick(both!(
            "{name} leaves no features, and a text without features is in no group.",
            "{name}之后没有特征，而没有特征的文本不入组。"
        ));
    }
    let farthest = compared.a.trace.sums.iter().enumerate().filter(|(bit, _)| moved.flipped >> bit & 1 == 1);
    let farthest = weight_text(farthest.map(|(_, sum)| sum.abs()).fold(0.0, f64::max));
    let (numbers, flipped) = (bits(moved.flipped, lang), counted(d.into(), "bit", "bits"));
    let verdict = match d <= k {
        true => lang.pick(both!("within k = {k}", "在 k = {k} 以内")),
        false => lang.pick(both!("more than k = {k}", "大于 k = {k}")),
    };
    if d > 0 && farthest == "0" {
        return lang.pick(both!(
            "{name} flips {flipped} ({numbers}), {verdict}: its sum was 0 (a tie), so any change decides it.",
            "{name}翻转 {d} 位（{numbers}），{verdict}：原累加值为 0（平票），任何改变都会决定该位。"
        ));
    }
    lang.pick(match d {
        0 => both!(
            "{name} flips no bit: it moves sums, but none across 0.",
            "{name}不翻转任何一位：累加值有变，但都没有变号。"
        ),
        1 => both!(
            "{name} flips bit {numbers}, {verdict}: its sum was only {farthest} from 0.",
            "{name}翻转第 {numbers} 位，{verdict}：其累加值离 0 只有 {farthest}。"
        ),
        _ => both!(
            "{name} flips {flipped} ({numbers}), {verdict}: their sums were at most {farthest} from 0.",
            "{name}翻转 {d} 位（{numbers}），{verdict}：其累加值离 0 最多 {farthest}。"
        ),
    })
}
