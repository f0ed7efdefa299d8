//! The lists of the lab: what edits do, what features hold up, how weak bits are, and what differs.

use super::distance::sign;
use super::names::{edit_name, moot_text};
use crate::recipe::TieRule;
use crate::sensitivity::{Edit, Margin, Moved, Trial};
use crate::tui::action::{Action, Pane};
use crate::tui::app::{App, EffectRow, LabView};
use crate::tui::areas::Target;
use crate::tui::jobs::Kind;
use crate::tui::lang::Said;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use crate::tui::widgets::bits::{sum_text, weight_text};
use crate::visible;
use ratatui::layout::Rect;

/// The name of a list.
pub(super) fn view_name(view: LabView) -> Said {
    match view {
        LabView::Edits => ("Edits", "编辑"),
        LabView::Influence => ("Influence", "影响"),
        LabView::Bits => ("Bits", "位"),
        LabView::Changes => ("Changes", "差异"),
    }
}

pub(super) fn effects(app: &App, paint: &mut Paint<'_>, area: Rect) {
    let has_keys = app.pane() == Pane::Effects;
    let inner = paint.panel(area, Pane::Effects, has_keys, "", &foot(app, area.width < 56));
    tabs(app, paint, area, has_keys);
    if inner.height < 2 {
        return;
    }
    let head = Rect { height: 1, ..inner };
    let columns = Columns::of(app, inner.width);
    columns.heads(app, paint, head);
    let mut body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    if app.lab.view == LabView::Influence && body.height > 2 {
        heaviest(app, paint, Rect { height: 1, ..body });
        body = Rect { y: body.y + 1, height: body.height - 1, ..body };
    }
    let rows = app.effect_rows();
    if rows == 0 {
        let said = paint.pick(nothing(app));
        paint.hollow(body, said);
        return;
    }
    let list = app.lab.list();
    let first = list.first(usize::from(body.height), rows);
    paint.areas.push(body, Target::Rows { pane: Pane::Effects, first, rows });
    for (line, at) in (first..rows).take(usize::from(body.height)).enumerate() {
        let Some(row) = app.effect_row(at) else { continue };
        let place = Rect { y: body.y + line as u16, height: 1, ..body };
        if at == list.selected {
            paint.select(place);
        }
        columns.row(app, paint, place, &row);
    }
    if is_stale(app) {
        let dim = paint.style(Role::Dim);
        paint.buffer.set_style(body, dim);
        paint.say(area.right().saturating_sub(4), area.y, 3, " … ", Role::Warn);
    }
}

/// Whether the list is about texts as they were before; edits are not shown then.
fn is_stale(app: &App) -> bool {
    match app.lab.view {
        LabView::Edits => false,
        LabView::Influence => !app.sensed_a_is_current(),
        LabView::Bits | LabView::Changes => !app.sensed_is_current(),
    }
}

/// The lists to choose from, in the upper border.
fn tabs(app: &App, paint: &mut Paint<'_>, area: Rect, has_keys: bool) {
    if area.width < 8 || area.height < 3 {
        return;
    }
    let mut x = area.x + if has_keys { 5 } else { 3 };
    let end = area.right().saturating_sub(2);
    let names = LabView::ALL.map(|view| paint.pick(view_name(view)));
    let all: usize = names.iter().map(|name| visible::width(name) + 2).sum();
    let is_crowded = all > usize::from(end.saturating_sub(x));
    for (view, name) in LabView::ALL.into_iter().zip(names) {
        let is_shown = view == app.lab.view;
        // Where there is no room for all names, those that are not shown are cut short.
        let name = match is_crowded && !is_shown {
            true => name.chars().take(3).collect(),
            false => name.to_owned(),
        };
        let text = if is_shown { format!("[{name}]") } else { format!(" {name} ") };
        let role = if is_shown { Role::Accent } else { Role::Text };
        let style = super::on_border(paint, role);
        let used = paint.text(x, area.y, end.saturating_sub(x), &text, style);
        let place = Rect { x, y: area.y, width: used, height: 1 };
        paint.areas.push(place, Target::Act(Action::SetView(view)));
        x += used;
    }
    // The line of the border begins behind a gap.
    paint.say(x, area.y, end.saturating_sub(x), " ", Role::Text);
}

/// How far the work is, and what it follows from.
fn foot(app: &App, is_short: bool) -> String {
    let lang = app.lang;
    match app.lab.view {
        LabView::Edits => {
            let tried = app.tried().map_or(0, |tried| tried.trials.len());
            let all = app.effect_rows();
            let experiment = app.lab.experiment;
            let (edits, seed) = (experiment.edits, experiment.seed);
            let state = match app.is_lab_cancelled(Pane::Effects) {
                true => lang.pick((" cancelled (r)", " 已取消 (r)")),
                false if tried < all => "…",
                false => "",
            };
            if is_short {
                return lang.pick((
                    format!("{tried}/{all}{state} · words {edits} · seed {seed}"),
                    format!("{tried}/{all}{state} · 词数 {edits} · 种子 {seed}"),
                ));
            }
            lang.pick((
                format!("{tried}/{all} tried{state} · words (+ −): {edits} · seed (S): {seed}"),
                format!("已试 {tried}/{all}{state} · 词数 (+ −)：{edits} · 种子 (S)：{seed}"),
            ))
        }
        LabView::Influence => lang
            .pick(("d without the feature · Enter: B without it", "去掉该特征时的 d · Enter：B 去掉它"))
            .to_owned(),
        LabView::Bits => {
            let median = app.lab.sensed.as_ref().and_then(|sensed| sensed.a.margins.median_weight);
            let median = median.map_or("–".to_owned(), weight_text);
            let zero = match app.model.recipe.tie {
                TieRule::Zero | TieRule::Inverted => "0",
                TieRule::One => "1",
            };
            match is_short {
                true => lang.pick((
                    format!("|sum| / median weight {median} · tie {zero}"),
                    format!("|和| / 中位权重 {median} · 平局 {zero}"),
                )),
                false => lang.pick((
                    format!("margin: |sum| / median weight {median} · a sum of 0 gives {zero}"),
                    format!("裕量：|和| / 中位权重 {median} · 和为 0 则该位为 {zero}"),
                )),
            }
        }
        LabView::Changes => {
            lang.pick(("features, then sums that changed sides", "先特征，后变号的和")).to_owned()
        }
    }
}

/// Why a list is empty.
fn nothing(app: &App) -> Said {
    match (app.lab.view, &app.lab.sensed) {
        (_, None) => super::awaited(app),
        (LabView::Changes, _) => ("nothing differs", "没有差异"),
        _ => ("A has no features", "A 没有特征"),
    }
}

/// The single word that flips most bits.
fn heaviest(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let Some(sensed) = &app.lab.sensed else { return };
    let a = &sensed.a;
    let Some(left) = a.left.first() else { return };
    // A term may be a megabyte.
    let term = visible::fit(&a.trace.features[left.feature].term, line.width.into());
    let d = left.distance();
    let alike = a.left.iter().filter(|other| other.distance() == d).count() - 1;
    let more = match alike {
        0 => String::new(),
        1 => paint.pick((" (1 more does)".to_owned(), "（另有 1 个同样多）".to_owned())),
        _ => paint.pick((format!(" ({alike} more do)"), format!("（另有 {alike} 个同样多）"))),
    };
    let (open, flips) = paint.pick((("\"", "\" flips most bits: "), ("“", "” 翻转的位最多：")));
    paint.pieces(
        line.x + 2,
        line.y,
        line.width.saturating_sub(3),
        &[
            (open, Role::Text),
            (&term, Role::Accent),
            (flips, Role::Text),
            (&d.to_string(), Role::Accent),
            (&more, Role::Dim),
        ],
    );
}

/// What the selected row is about and what can be done with it, where the list has the keys.
pub(super) fn selected_row(app: &App) -> Option<String> {
    let row = app.effect_row(app.lab.list().selected).filter(|_| app.pane() == Pane::Effects)?;
    let lang = app.lang;
    Some(match row {
        EffectRow::Edit(edit, Some(Trial { outcome: Ok(moved), .. })) => edit_said(app, &edit, moved),
        EffectRow::Edit(edit, trial) => {
            let why = trial.and_then(|trial| trial.outcome.as_ref().err());
            let why = lang.pick(why.map_or(("not tried yet", "尚未尝试"), |&moot| moot_text(moot)));
            let (name, colon) = (edit_name(&edit, lang), lang.pick((": ", "：")));
            let others =
                lang.pick(("o another list · s sort · a add your own", "o 换列表 · s 排序 · a 自定编辑"));
            format!("{name}{colon}{why} · {others}")
        }
        EffectRow::Feature(..) => lang
            .pick((
                "Enter: B becomes A without that feature · o another list · s sort",
                "Enter：B 变为去掉该特征的 A · o 换列表 · s 排序",
            ))
            .to_owned(),
        EffectRow::Bit(_) => lang
            .pick((
                "how near each sum of A is to changing sides · o another list · s sort",
                "A 的每个和离变号有多远 · o 换列表 · s 排序",
            ))
            .to_owned(),
        EffectRow::Change(_) | EffectRow::Crossing(_) => lang
            .pick((
                "what A has, what B has, and the sums that changed sides · o another list",
                "A 有什么、B 有什么，以及变号的和 · o 换列表",
            ))
            .to_owned(),
    })
}

/// What an edit did, in full.
fn edit_said(app: &App, edit: &Edit, moved: &Moved) -> String {
    let lang = app.lang;
    let (comma, colon) = (lang.pick((", ", "，")), lang.pick((": ", "：")));
    let (name, detail) = (edit_name(edit, lang), visible::line(&moved.detail).into_owned());
    let what = if detail.is_empty() { name } else { format!("{name}{colon}{detail}") };
    let (d, k) = (moved.distance(), app.k);
    let verdict = lang.pick(match moved.is_within(k) {
        true => (format!("in at k = {k}"), format!("k = {k} 时在内")),
        false if !moved.has_features => {
            ("out: without features it is in no group".to_owned(), "在外：没有特征，不入组".to_owned())
        }
        false => (format!("out at k = {k}"), format!("k = {k} 时在外")),
    });
    let bits: Vec<String> =
        (0..128).rev().filter(|bit| moved.flipped >> bit & 1 == 1).map(|bit: u8| bit.to_string()).collect();
    let bits = match bits.is_empty() {
        true => String::new(),
        false => lang.pick((format!(", bits {}", bits.join(" ")), format!("，位 {}", bits.join(" ")))),
    };
    let unseen = match moved.is_unseen {
        true => lang.pick(("; unseen: features and weights stay", "；未察觉：特征与权重不变")),
        false => "",
    };
    let make = lang.pick(("Enter: B becomes A so edited", "Enter：把 B 改成这样"));
    format!("{make} · {what} · d = {d}{comma}{verdict}{bits}{unseen}")
}

/// Where the columns of a list stand.
struct Columns {
    /// Columns of the name.
    name: u16,
    /// Columns of what stands behind it.
    detail: u16,
    /// Columns of the bar.
    bar: u16,
}

/// Columns of names, details and bars from which on there is enough for all of them.
const WIDE: u16 = 70;
/// Columns of the mark of the selected row.
const MARK: u16 = 2;
/// Columns of the distance and of the verdict, with a gap before each.
const FIGURES: u16 = 8;

impl Columns {
    fn of(app: &App, width: u16) -> Self {
        let room = width.saturating_sub(MARK + FIGURES + 1);
        match app.lab.view {
            LabView::Edits => {
                let own = app.lab.own.iter().cloned().map(Edit::Own);
                let names = Edit::all().iter().cloned().chain(own).map(|edit| edit_name(&edit, app.lang));
                let longest = names.map(|name| visible::width(&name)).max().unwrap_or(0);
                let name = (longest as u16)
                    .min(room.saturating_sub(if room > 30 { 14 } else { 6 }))
                    .min(if room > WIDE { 32 } else { 23 });
                let bar = (room - name).saturating_sub(1).min(if room > WIDE { 16 } else { 8 });
                Self { name, bar, detail: (room - name - bar).saturating_sub(2) }
            }
            _ => {
                let bar = (room / 3).min(16);
                let detail = 7.min(room - bar);
                Self { name: (room - bar - detail).saturating_sub(1), bar, detail }
            }
        }
    }

    fn heads(&self, app: &App, paint: &mut Paint<'_>, line: Rect) {
        let title = paint.style(Role::Title);
        let x = line.x + MARK;
        let y = line.y;
        let (name, detail): (Said, Said) = match app.lab.view {
            LabView::Edits => (("edit of A", "对 A 的编辑"), ("what", "内容")),
            LabView::Influence => (("feature of A", "A 的特征"), ("weight", "权重")),
            LabView::Bits => {
                let head = paint.pick(("bit       sum    margin", "位        和      裕量"));
                paint.text(x, y, line.width.saturating_sub(MARK), head, title);
                return;
            }
            LabView::Changes => (("feature or bit", "特征或位"), ("A → B", "A → B")),
        };
        paint.text(x, y, self.name, paint.pick(name), title);
        let at = x + self.name + 1;
        if app.lab.view == LabView::Changes {
            paint.text(at, y, line.right().saturating_sub(at), paint.pick(detail), title);
            return;
        }
        match app.lab.view {
            LabView::Edits if self.detail >= 4 => {
                paint.text(at, y, self.detail, paint.pick(detail), title);
            }
            LabView::Influence => paint.right(at, y, self.detail, paint.pick(detail), title),
            _ => {}
        }
        let at = at + self.detail;
        paint.right(at, y, 3, "d", title);
        let within = format!("{}{}", super::bounds(app.theme).0, app.k);
        // In ASCII a k of three digits begins where the gap is.
        let columns = (visible::width(&within) as u16).max(4);
        paint.text(at + 8 - columns, y, columns, &within, title);
        let said = paint.pick(("flipped", "翻转"));
        paint.text(at + FIGURES + 1, y, self.bar, said, title);
    }

    fn row(&self, app: &App, paint: &mut Paint<'_>, row: Rect, shown: &EffectRow<'_>) {
        let (x, y) = (row.x + MARK, row.y);
        let at = x + self.name + 1;
        match shown {
            EffectRow::Edit(edit, trial) => self.edit(app, paint, row, edit, *trial),
            EffectRow::Feature(feature, left) => {
                paint.name(x, y, self.name, &feature.term, Role::Text);
                let style = paint.style(Role::Dim);
                paint.right(at, y, self.detail, &weight_text(feature.weight), style);
                let d = left.distance();
                self.figures(app, paint, at + self.detail, y, (d, left.is_within(app.k)));
            }
            EffectRow::Bit(margin) => bit(app, paint, row, *margin),
            EffectRow::Change(change) => {
                let (mark, role) = sign(change.before, change.after);
                paint.say(x, y, 1, mark, role);
                paint.name(x + 2, y, self.name.saturating_sub(2), &change.term, role);
                let (before, after) = (weight_text(change.before), weight_text(change.after));
                let text = format!("{before} → {after}");
                paint.say(at, y, row.right().saturating_sub(at), &text, Role::Text);
            }
            EffectRow::Crossing(crossing) => {
                let bit = paint.pick((format!("bit {}", crossing.bit), format!("第 {} 位", crossing.bit)));
                paint.say(x, y, 1, "▲", Role::Warn);
                paint.say(x + 2, y, self.name.saturating_sub(2), &bit, Role::Text);
                let (before, after) = (sum_text(crossing.before), sum_text(crossing.after));
                let way = weight_text(crossing.before.abs());
                // A sum of 0 is on the side that the tie rule gives it.
                let is_one = |sum: f64| sum > 0.0 || sum == 0.0 && app.model.recipe.tie == TieRule::One;
                let text = match (crossing.before == 0.0, is_one(0.0) == is_one(crossing.before)) {
                    (true, _) => paint.pick((
                        format!("{before} → {after}, was a tie"),
                        format!("{before} → {after}，原为平局"),
                    )),
                    (_, true) => paint.pick((
                        format!("{before} → {after}, had to go more than {way}"),
                        format!("{before} → {after}，须移过 {way}"),
                    )),
                    (_, false) => paint.pick((
                        format!("{before} → {after}, had to go {way}"),
                        format!("{before} → {after}，须移 {way}"),
                    )),
                };
                paint.say(at, y, row.right().saturating_sub(at), &text, Role::Text);
            }
        }
    }

    fn edit(&self, app: &App, paint: &mut Paint<'_>, row: Rect, edit: &Edit, trial: Option<&Trial>) {
        let (x, y) = (row.x + MARK, row.y);
        let role = if matches!(edit, Edit::Own(_)) { Role::Accent } else { Role::Text };
        paint.say(x, y, self.name, &edit_name(edit, paint.lang), role);
        let at = x + self.name + 1;
        let room = row.right().saturating_sub(at + 1);
        match trial.map(|trial| &trial.outcome) {
            None => {
                let is_running = app.activity.iter().any(|activity| activity.kind == Kind::Battery);
                let said = if is_running || !app.is_lab_cancelled(Pane::Effects) { "…" } else { "–" };
                paint.right(at + self.detail, y, 3, said, paint.style(Role::Dim));
            }
            Some(Err(moot)) => {
                let said = paint.pick(moot_text(*moot));
                let at = if self.detail >= 4 { at } else { at + self.detail + 1 };
                paint.say(at, y, room, &format!("– {said}"), Role::Dim);
            }
            Some(Ok(moved)) => {
                if self.detail >= 4 {
                    paint.say(at, y, self.detail, &moved.detail, Role::Dim);
                }
                self.figures(app, paint, at + self.detail, y, (moved.distance(), moved.is_within(app.k)));
                let said = paint.pick(("unseen", "未察觉"));
                if moved.is_unseen && visible::width(said) <= usize::from(self.bar) {
                    paint.say(at + self.detail + FIGURES + 1, y, self.bar, said, Role::Dim);
                }
            }
        }
    }

    /// A distance, whether it is within k, and a bar.
    fn figures(&self, app: &App, paint: &mut Paint<'_>, x: u16, y: u16, (d, is_within): (u8, bool)) {
        let role = if is_within { Role::Within } else { Role::Warn };
        let style = paint.style(role);
        paint.right(x, y, 3, &d.to_string(), style);
        let said = paint.pick(if is_within { ("in", "内") } else { ("out", "外") });
        paint.say(x + 4, y, 4, said, role);
        // Half of the bits is as far as chance.
        let half = f64::from(app.model.recipe.bits.get()) / 2.0;
        let halves = (f64::from(d) / half.max(1.0) * f64::from(2 * self.bar)).round() as u16;
        let halves = halves.min(2 * self.bar).max(u16::from(d > 0 && self.bar > 0));
        let bar = "█".repeat(usize::from(halves / 2)) + if halves % 2 == 1 { "▌" } else { "" };
        paint.say(x + FIGURES + 1, y, self.bar, &bar, role);
    }
}

/// A bit with its sum, its margin, and whether it is fragile or flipped.
fn bit(app: &App, paint: &mut Paint<'_>, row: Rect, margin: Margin) {
    let (x, y) = (row.x + MARK, row.y);
    let Some(sensed) = &app.lab.sensed else { return };
    let has = |mask: u128| mask >> margin.bit & 1 == 1;
    let text = paint.style(Role::Text);
    paint.right(x, y, 3, &margin.bit.to_string(), text);
    let sum_role = match margin.sum {
        0.0 => Role::Tie,
        sum if sum > 0.0 => Role::One,
        _ => Role::Zero,
    };
    let sum_style = paint.style(sum_role);
    paint.right(x + 4, y, 9, &sum_text(margin.sum), sum_style);
    let of = margin.margin.map_or("–".to_owned(), weight_text);
    paint.right(x + 14, y, 9, &of, text);
    let mut at = x + 25;
    let room = |at: u16| row.right().saturating_sub(at);
    if has(sensed.a.influence.fragile) {
        let said = paint.pick(("~ fragile  ", "~ 脆弱  "));
        at += paint.say(at, y, room(at), said, Role::Fragile);
    }
    if has(sensed.difference.flipped) {
        let said = paint.pick(("▲ flipped in B", "▲ B 中翻转"));
        paint.say(at, y, room(at), said, Role::Warn);
    }
}
