//! The upper half: how many pairs lie at which distance, and what every k gives, in counts.

use super::keys::{Act, Pane as Own};
use super::{Scene, State, evidence, line_at, pending};
use crate::action::Action;
use crate::command_line::Words;
use crate::room::{Export, Foot, Moving, PaneOf};
use crate::shared::Shared;
use crate::sheet::{Sheet, of_rows};
use crate::surface::{Paint, Phrase, Rect, Role, Target, count_in, counted, grouped_digits, short_count};
use crate::widgets::bits;
use crate::widgets::chart::{self, BEFORE, Bars};
use crate::widgets::table::{self, Column, Sort, dots, inset, list};
use simscope_core::display::percent_text;
use simscope_core::evidence::{Predicted, Purpose};
use simscope_core::groups::SweepRow;
use simscope_core::{export, visible};
use std::collections::BTreeSet;

pub(super) struct Sweep;

/// What the upper half shows, whichever pane has the keys.
pub(super) const ABOUT: &[Phrase] = &[
    (
        "The bars: how many pairs there are at each distance; solid the confirmed ones, shaded the others.",
        "条形：每个距离上有多少对；实心为确认的，浅色为其余。",
    ),
    (
        "The scale at the left is linear, or logarithmic; ▲: a bar that is cut.",
        "左侧刻度为线性或对数；▲：截短的条。",
    ),
    (
        "A pair is confirmed if τ of its word pairs agree; what much of the corpus shares counts nothing.",
        "相邻字词对重合达 τ 的文档对得到确认；语料中普遍的内容不计。",
    ),
    (
        "The table: what every k would give. missed: confirmed pairs farther apart than k. ●: the advised k. ☆: the search radius, which finds nearly all confirmed pairs where the texts are compared afterwards.",
        "表：每个 k 的结果。漏掉：距离大于 k 的已确认文档对。●：建议的 k。☆：搜索半径，事后再比较文本时可找到几乎全部确认的文档对。",
    ),
];

impl PaneOf<State> for Sweep {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![ABOUT]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        paint.areas.push(area, Target::Pane(Own::Sweep.into()));
        draw(scene, paint, area);
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Some(Moving::Rows(&mut own.k_rows, shared.model.sweep.len()))
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => shared.set_k(own.k_rows.selected as u8),
            _ => return false,
        }
        true
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let said = std::iter::once(why_bar(scene.shared)).chain(why_advised(scene));
        Ok(said.collect::<Vec<_>>().join(scene.lang.pick((" ", ""))))
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        let words = Words::of(["sweep"]).confirm(scene.shared);
        Some(Export::named("simscope-sweep.tsv", sheet(scene), Ok(words)))
    }

    fn foot(&self, _scene: Scene<'_>, foot: &mut Foot) {
        foot.hints.push((Action::Open, ("this k", "此 k")));
    }
}

/// One row for every k, with what the labels say where there are any, and what the texts say.
fn sheet(scene: Scene<'_>) -> Result<Box<dyn Sheet>, Phrase> {
    if scene.model.sweep.is_empty() {
        return Err(("the sweep is not known yet", "尚无各 k 的表"));
    }
    let confirmed = scene.own.confirmed(scene.shared);
    let confirmed = confirmed.map(|it| it.curve(Purpose::Pairs, scene.tau_hundredths).rows);
    let analysed = scene.model.analysed.clone();
    Ok(of_rows(move |format, recipes, out| {
        let labelled = analysed.labelled.as_deref();
        let sweep = export::Sweep { rows: &analysed.sweep, labelled, confirmed: confirmed.as_deref() };
        sweep.write(format, recipes, out)
    }))
}

/// Which k is advised, and why.
fn why_advised(scene: Scene<'_>) -> Option<String> {
    let judged = scene.own.judged(scene.shared)?;
    let reasons: Vec<String> = judged.advice.reasons.iter().map(|reason| reason.text(scene.lang)).collect();
    let verdict = evidence::verdict(scene.shared, judged, false);
    let why = reasons.join(scene.lang.pick(("; ", "；")));
    let worth =
        scene.own.worth(scene.shared, false).map(|worth| format!("{}{worth}", scene.lang.pick((" ", ""))));
    let worth = worth.unwrap_or_default();
    Some(scene.lang.pick(both!(
        "{verdict} The advised k in numbers: {why}.{worth}",
        "{verdict}建议的依据：{why}。{worth}"
    )))
}

/// The pairs at exactly k, beside what chance would give.
fn why_bar(shared: &Shared) -> String {
    let (lang, k, bits) = (shared.lang, shared.k, shared.model.recipe.bits.get());
    let counts = shared.model.spread.as_ref().map(|spread| spread.pairs().counts());
    let Some(&count) = counts.and_then(|counts| counts.get(usize::from(k))) else { return shared.why_k() };
    let n = shared.model.documents.len() as f64;
    // C(f, k) / 2^f of all pairs.
    let one = 0.5_f64.powi(bits.into());
    let share = (0..k).fold(one, |share, d| share * f64::from(bits - d) / f64::from(d + 1));
    let chance = n * (n - 1.0) / 2.0 * share;
    let (pairs, by_chance) = (
        counted(count as usize, "pair is", "pairs are"),
        if chance < 0.05 { "0".to_owned() } else { short_count(chance) },
    );
    let so = lang.pick(match count as f64 {
        0.0 => ("so no text is that far from another", "因此没有两篇恰好相距这么远"),
        count if count > 10.0 * chance => {
            ("so their texts are alike, and not by chance", "因此相似来自文本，而非偶然")
        }
        count if count > 2.0 * chance => {
            ("so some of them may be alike by chance only", "因此其中可能有一部分只是偶然相近")
        }
        _ => ("so chance alone brings as many together", "因此偶然就足以产生这么多"),
    });
    let all = grouped_digits(count);
    lang.pick(both!(
        "{pairs} exactly k = {k} bits apart, and of random signatures {by_chance} would be, {so}.",
        "恰好相距 k = {k} 位的有 {all} 对，随机签名只会有 {by_chance} 对，{so}。"
    ))
}

// A row for each k.
list!(Rows of &'a SweepRow, in Scene<'a>);

/// The narrowest table keeps what decides: pairs, confirmed, missed.
const SWEEP: [Column<Rows>; 6] = [
    Column::number(("k", "k"), 3, 0, |_, row| (row.k.to_string(), Role::Text)),
    Column::number(("pairs", "对"), 7, 0, |_, row| {
        row.pairs.map_or_else(dots, |pairs| (count_in(pairs as f64, 7), Role::Text))
    }),
    Column::number(("confirmed", "确认"), 9, 0, |scene, row| {
        of_texts(scene, row.k, 9, |at| (at.right, Role::Within))
    }),
    Column::number(("missed", "漏掉"), 7, 0, |scene, row| {
        of_texts(scene, row.k, 7, |at| (at.missed, Role::Text))
    }),
    Column::number(("groups", "组"), 6, 2, |_, row| (count_in(row.groups as f64, 6), Role::Text)),
    Column::number(("largest", "最大组"), 7, 1, |_, row| (count_in(row.largest as f64, 7), Role::Text)),
];

/// What the texts say of a k, once they are compared.
fn of_texts(scene: Scene<'_>, k: u8, width: u16, of: fn(&Predicted) -> (f64, Role)) -> (String, Role) {
    let at = scene.own.counted(scene.shared).and_then(|judged| judged.at.get(usize::from(k)));
    at.map(of).map_or_else(dots, |(count, role)| (count_in(count.round(), width), role))
}

/// Columns left of the numbers: which k is in force, which is advised.
const SIGNS: u16 = 2;

/// The columns that fit into `width`.
fn columns_in(width: u16) -> Vec<Column<Rows>> {
    table::fitting(&SWEEP, (width.saturating_add(1)).saturating_sub(SIGNS))
}

/// What is said of a k, and its share.
type Share = (Phrase, fn(&Predicted) -> Option<f64>);

/// Bars beside the numbers.
const SHARES: [Share; 2] = [
    (("confirmed of its pairs", "其中确认的"), |at| Some(at.precision?.share)),
    (("found of all confirmed", "找到全部确认的"), |at| Some(at.recall?.share)),
];

/// The place of a bar, its percentage included, if the numbers leave room for all of them.
fn share_in(line: Rect, columns: &[Column<Rows>], at: u16) -> Option<Rect> {
    let rest = inset(line, SIGNS + table::taken(columns) + 1, 0);
    let width = rest.width / SHARES.len() as u16;
    (width >= 22).then(|| Rect { x: rest.x + at * width, width: width - 2, height: 1, ..rest })
}

fn shares(scene: Scene<'_>, paint: &mut Paint<'_>, columns: &[Column<Rows>], (line, k): (Rect, u8)) {
    /// Columns of a percentage.
    const PERCENT: u16 = 7;
    let judged = scene.own.counted(scene.shared).and_then(|judged| judged.at.get(usize::from(k)));
    for (at, (_, share)) in (0..).zip(SHARES) {
        let Some((place, predicted)) = share_in(line, columns, at).zip(judged) else { return };
        let Some(share) = share(predicted) else { continue };
        paint.right(place.x, place.y, PERCENT - 1, &percent_text(share), Role::Text);
        bits::bar_of(paint, inset(place, PERCENT, 0), share, Role::Within);
    }
}

fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let columns = columns_in(area.width);
    table::heads(paint, inset(area, SIGNS, 0), &columns, Sort::default());
    for (at, (name, _)) in (0..).zip(SHARES) {
        if let Some(place) = share_in(area, &columns, at) {
            paint.say(place.x, place.y, place.width, paint.pick(name), Role::Title);
        }
    }
    let body = inset(area, 0, 1);
    let sweep = &scene.shared.model.sweep;
    if sweep.is_empty() {
        return paint.hollow(body, pending(scene, ("known when all groups are", "分组完成后可知")));
    }
    let landmarks = scene.own.landmarks(scene.shared);
    let pinned: Vec<u8> = landmarks.iter().map(|&(_, k)| k).chain([scene.k]).collect();
    let before = scene.moved().map(|moved| (BEFORE, moved.from));
    let signs: Vec<(&str, u8)> = landmarks.into_iter().chain(scene.mark_places()).chain(before).collect();
    let at = scene.own.k_rows.selected.min(sweep.len() - 1) as u8;
    for (y, k) in (body.y..body.bottom()).zip(rows(body.height.into(), sweep.len(), at, &pinned)) {
        let line = Rect { y, height: 1, ..body };
        let Some(row) = k.and_then(|k| sweep.get(usize::from(k))) else {
            paint.right(line.x + SIGNS, y, 3, "…", Role::Dim);
            continue;
        };
        table::cells(paint, inset(line, SIGNS, 0), &columns, scene, &row);
        shares(scene, paint, &columns, (line, row.k));
        if let Some(&(sign, _)) = signs.iter().find(|(_, k)| *k == row.k) {
            paint.say(line.x + 1, y, 1, sign, chart::sign_role(sign));
        }
        if row.k == scene.k {
            paint.say(line.x, y, 1, "=", Role::Accent);
        }
        if row.k == at {
            paint.select(line);
        }
        paint.areas.push(line, Target::Act(Action::SetK(row.k)));
    }
}

/// Which k's have a row: those around k, and those that are pinned; a gap replaces the rows between.
fn rows(height: usize, all: usize, k: u8, pinned: &[u8]) -> Vec<Option<u8>> {
    let around = |size: usize| {
        let first = usize::from(k).saturating_sub(size / 2).min(all.saturating_sub(size));
        let ks: BTreeSet<usize> =
            (first..all.min(first + size)).chain(pinned.iter().map(|&k| k.into())).collect();
        let mut rows = Vec::new();
        let mut next = ks.first().copied().unwrap_or(0);
        for k in ks {
            rows.extend((k > next).then_some(None));
            rows.push(Some(k as u8));
            next = k + 1;
        }
        rows
    };
    (1..=height).rev().map(around).find(|rows| rows.len() <= height).unwrap_or_default()
}

// The histogram: how many pairs lie at which distance.

impl State {
    /// Whether the bars are logarithmic. They are, until the user chooses, where the peak is a thousand times as high as
    /// what lies nearer than a quarter of its distance.
    pub fn is_log(&self, shared: &Shared) -> bool {
        let steep = || {
            let counts = shared.model.spread.as_ref()?.pairs().whole()?.0;
            let peak = (0..counts.len()).max_by_key(|&d| counts[d])?;
            Some(counts[peak] > 1000 * chart::near(&counts).max(1))
        };
        self.is_log.or_else(steep).unwrap_or(false)
    }
}

/// Draws the histogram, with the distances below.
pub(super) fn histogram(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let axis = scene.own.axis(scene.shared, area.width);
    let Some(spread) = &scene.model.spread else {
        legend(scene, paint, Rect { height: 1, ..area });
        return paint.hollow(
            inset(area, 0, 1),
            pending(scene, ("known when all pairs are measured", "测量所有文档对后可知")),
        );
    };
    let counts = spread.pairs().counts();
    let counts = &counts[..counts.len().min(usize::from(scene.model.recipe.bits.get()) + 1)];
    let confirmed = scene.own.counted(scene.shared).map(|judged| judged.by_distance());
    let bars =
        Bars { counts, confirmed: confirmed.as_deref(), k: scene.k, is_log: scene.own.is_log(scene.shared) };
    let plane = Rect { y: area.y + 1, height: area.height.saturating_sub(2), ..area };
    let cut = chart::histogram(paint, plane, axis, bars);
    chart::numbers(paint, area.bottom() - 1, axis, scene.k);
    let columns = axis.columns();
    let plane = Rect { x: columns.start, width: columns.len() as u16, height: plane.height + 1, ..plane };
    paint.areas.push(plane, Target::Axis(axis));
    line_at(scene, paint, axis, plane);
    let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d)));
    if let Some((d, _)) = peak.zip(cut) {
        let count = count_in(counts[d] as f64, 7);
        let note = paint.pick(both!("highest {count} at {d}", "最高 {count}（d = {d}）"));
        paint.say(area.x + 1, plane.bottom() - 1, plane.x - area.x - 2, &note, Role::Dim);
    }
    legend(scene, paint, Rect { height: 1, ..area });
}

/// What the tones of the bars mean.
fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let log = if scene.own.is_log(scene.shared) { paint.pick((", log", "，对数")) } else { "" };
    let title = paint.pick(both!("Pairs by distance{log}", "各距离的文档对{log}"));
    let has_keys = paint.focus == Some(Own::Sweep.into());
    if has_keys {
        paint.areas.note_focus(line);
    }
    let title = format!("{}{title}", if has_keys { "▸ " } else { "" });
    let mut x = line.x + 1;
    x += paint.say(x, line.y, line.width - 1, &title, Role::Title) + 2;
    let room = |x: u16| line.right().saturating_sub(x);
    if scene.own.counted(scene.shared).is_none() {
        let said = match scene.own.judged(scene.shared) {
            Some(judged) => {
                let done = percent_text(judged.done);
                paint.pick(both!("comparing the texts: {done}", "正在比较文本：{done}"))
            }
            None => paint.keyed(scene.own.why_no_evidence(scene.shared)),
        };
        paint.say(x, line.y, room(x), &said, Role::Dim);
        return;
    }
    let (tau, key) = (scene.tau(), scene.key(Act::StepTau(1)));
    let [k, not] = [paint.pick(("beyond k", "k 以外")), paint.pick(("not", "未确认"))];
    let texts = [
        paint.pick(both!(
            "confirmed: {tau:.2} or more of the word pairs agree (τ; {key} changes it)",
            "确认：相邻字词对重合 {tau:.2} 以上（τ；{key} 调整）"
        )),
        paint.pick(both!(
            "confirmed: sharing {tau:.2} or more (τ: {key})",
            "确认：重合 ≥ {tau:.2}（τ：{key}）"
        )),
        paint.pick(both!("confirmed: sharing {tau:.2}", "确认：重合 ≥ {tau:.2}")),
    ];
    let others = visible::width(not) + visible::width(k) + 13;
    let fits = |text: &&String| visible::width(&paint.shown(text)) + others <= room(x).into();
    let text = texts.iter().find(fits).unwrap_or(&texts[2]).clone();
    let width = room(x).min(visible::width(&text) as u16 + 2);
    paint.areas.push(Rect { x, width, ..line }, Target::Act(Act::StepTau(1).into()));
    let text = format!("{text}  ");
    let (not, k) = (format!("{not}  "), k.to_owned());
    for (sign, role, text) in [("█ ", Role::Within, text), ("▒ ", Role::Zero, not), ("█░ ", Role::Beyond, k)]
    {
        x += paint.say(x, line.y, room(x), sign, role);
        x += paint.say(x, line.y, room(x), &text, Role::Text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_k_in_force_and_what_is_pinned_always_have_a_row() {
        for (k, pinned, expected) in [
            (3, vec![7, 20], "0 1 2 3 4 5 6 7 … 20"),
            (12, vec![7, 20], "7 … 9 10 11 12 13 14 … 20"),
            (40, vec![], "35 36 37 38 39 40 41 42 43 44"),
            (64, vec![3], "3 … 57 58 59 60 61 62 63 64"),
        ] {
            let rows = rows(10, 65, k, &pinned);
            let said: Vec<String> =
                rows.iter().map(|row| row.map_or("…".to_owned(), |k| k.to_string())).collect();
            assert_eq!(said.join(" "), expected);
        }
    }
}
