//! What goes, kind by kind; the pair that is read; and before anything is written, what will be lost.

mod page;

use super::keys::{Act, Pane};
use super::rows::{Row, name, ruled};
use super::state::State;
use crate::shared::deciding::Kept;
use crate::surface::{Paint, Phrase, Role, counted, grouped_digits};
use crate::widgets::marked::{Over, Side};
use crate::widgets::table::{self, Column, Lines, Sort, inset, list, split};
use ratatui::layout::Rect;
use simscope_core::alignment::Kind;
use simscope_core::analysis::Clean;
use simscope_core::decide::clean::Cover;
use simscope_core::display::percent_text as percent;
use simscope_core::visible;

pub(super) type Scene<'a> = crate::shared::Scene<'a, State>;

// The kinds.
list!(Kinds of Row, in Scene<'a>);

const COLUMNS: [Column<Kinds>; 3] = [
    Column::text_of(("kind", "差异"), 20, |scene, row| {
        (scene.lang.pick(name(row.kind)).to_owned(), if row.goes { Role::Text } else { Role::Dim })
    }),
    Column::number(("texts", "篇数"), 9, 0, |_, row| {
        (grouped_digits(row.texts), if row.goes { Role::Text } else { Role::Dim })
    }),
    Column::<Kinds>::text_of(("fate", "去留"), 4, |scene, row| match row.goes {
        true => (scene.lang.pick(("go", "去除")).to_owned(), Role::Within),
        false => (scene.lang.pick(("held", "暂留")).to_owned(), Role::Dim),
    })
    .headed(("", "")),
];

/// Columns of the list of kinds, with its frame.
const LIST: u16 = 39;

/// Draws the place.
pub(super) fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let alarms = scene.clean_lately().map_or(0, |clean| clean.reviewed.alarms.len());
    let lines = 1 + u16::from(alarms > 0) + u16::from(alarms > 1 && area.height >= 24);
    let [head, body] = split(area, lines);
    told(scene, paint, head);
    if body.width < LIST + 34 {
        return match scene.own.focus {
            Pane::Kinds => kinds(scene, paint, body),
            Pane::Pair => pair(scene, paint, body),
        };
    }
    let [left, right] = table::beside(body, LIST);
    kinds(scene, paint, left);
    pair(scene, paint, right);
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
    let lead = paint.pick(both!("{go} documents go, {stay} stay, whatever k is.", "去除 {go} 篇，保留 {stay} 篇，与 k 无关。"));
    let rest = match gone {
        0 => String::new(),
        _ => paint
            .pick(both!("  {same} are equal to one that stays.", "其中 {same} 篇与保留的文本相同。")),
    };
    paint.pieces(x, y, width, &[(&lead, Role::Title), (&rest, Role::Dim)]);
    for (at, alarm) in (1..area.height).zip(&clean.reviewed.alarms) {
        let (x, y, width) = line(at);
        let (sign, role) = if alarm.stops() { ("⚠ ", Role::Warn) } else { ("", Role::Dim) };
        let note = if alarm.stops() { "" } else { paint.pick(("note: ", "注：")) };
        let more = clean.reviewed.alarms.len().saturating_sub((area.height - 1).into());
        let more = match at + 1 == area.height && more > 0 {
            true => {
                let key = scene.key(Act::AskWrite);
                paint.pick(both!("  (and {more} more: {key})", "（另有 {more} 条：{key}）"))
            }
            false => String::new(),
        };
        let text = format!("{sign}{note}{alarm}");
        let room = usize::from(width).saturating_sub(visible::width(&more));
        // The point of a note may be at its end.
        if !alarm.stops() && visible::width(&text) > room {
            let left = clean.reviewed.alarms.len() + 1 - usize::from(at);
            let (key, notes) = (scene.key(Act::AskWrite), counted(left, "note", "notes"));
            let text = paint.pick(both!("{notes} on what goes: see {key}", "{left} 条注意事项：按 {key} 查看"));
            paint.say(x, y, width, &text, role);
            return;
        }
        paint.pieces(x, y, width, &[(&visible::fit(&text, room), role), (&more, Role::Dim)]);
    }
}

fn kinds(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("What goes, what is held", "去除与暂留"));
    let rows = scene.own.kinds(scene.shared);
    // The frame, the heads, and the hint.
    let height = (rows.len() as u16).min(area.height.saturating_sub(4));
    let first = scene.own.rows.first(height.into(), rows.len());
    let foot = match rows.len().saturating_sub(first + usize::from(height)) {
        0 => format!("τ {:.2}", scene.tau()),
        more => paint.pick(both!("▾ {more} more · τ {:.2}", "▾ 另 {more} 行 · τ {:.2}", scene.tau())),
    };
    let Some(inner) = paint.panel_of(area, Pane::Kinds, 3, title, &foot) else { return };
    if rows.is_empty() {
        return paint.hollow(inner, scene.own.why_no_pair(scene.shared));
    }
    table::heads(paint, inset(inner, 2, 0), &COLUMNS, Sort::by("place"));
    let inner = inset(inner, 0, 1);
    let [list, below] = split(inner, height);
    let below = hint(scene, paint, below, &rows);
    table::rows(paint, list, Pane::Kinds, Lines::of(scene.own.rows, rows.len(), false), |paint, line, at| {
        table::cells(paint, inset(line, 2, 0), &COLUMNS, scene, &rows[at]);
    });
    if let Some(clean) = scene.clean_lately().filter(|clean| !clean.parts.is_empty()) {
        parts(paint, inset(below, 0, 1), clean);
    }
}

/// Where a key decides about more than the selected row, how many texts that are. Returns what is below.
fn hint(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, rows: &[Row]) -> Rect {
    let Some(&row) = rows.get(scene.own.rows.selected) else { return area };
    let ((en, zh), texts) = ruled(rows, row);
    if texts == row.texts {
        return area;
    }
    let (key, texts) = (scene.key(Act::Allow(!row.goes)), grouped_digits(texts));
    let said = paint.pick(both!("{key}: all {texts} {en} texts", "{key}：全部 {texts} 篇{zh}文本"));
    paint.say(area.x + 2, area.y, area.width.saturating_sub(2), &said, Role::Dim);
    inset(area, 0, 1)
}

/// What the labels, or the files, lose.
fn parts(paint: &mut Paint<'_>, area: Rect, clean: &Clean) {
    if area.height < 2 {
        return;
    }
    let draw = |paint: &mut Paint<'_>, y: u16, [name, all, gone]: [&str; 3], role: Role| {
        paint.say(area.x + 1, y, 18, &visible::fit(name, 18), role);
        paint.right(area.x + 20, y, 8, all, role);
        paint.right(area.x + 29, y, 7, gone, role);
    };
    let head = [("by part", "各部分"), ("before", "原有"), ("go", "去除")].map(|phrase| paint.pick(phrase));
    draw(paint, area.y, head, Role::Title);
    for (y, (name, all, gone)) in (area.y + 1..area.bottom()).zip(&clean.parts) {
        let name = match name.is_empty() {
            true => paint.pick(("(none)", "（无）")).to_owned(),
            false => visible::line(name).into_owned(),
        };
        // A part that goes whole is worth a look.
        let role = if gone == all { Role::Warn } else { Role::Text };
        draw(paint, y, [&name, &grouped_digits(*all), &grouped_digits(*gone)], role);
    }
}

/// Where both texts stand in their pane: side by side, or one above the other.
pub(super) fn texts_in(area: Rect) -> [Rect; 2] {
    let inner = inset(area, 1, 3);
    let inner =
        Rect { width: inner.width.saturating_sub(1), height: inner.height.saturating_sub(1), ..inner };
    if inner.width >= 76 {
        let half = inner.width / 2;
        [Rect { width: half - 1, ..inner }, inset(inner, half, 0)]
    } else {
        let half = inner.height / 2;
        [Rect { height: half, ..inner }, inset(inner, 0, half)]
    }
}

fn pair(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if scene.own.is_page {
        return page::page(scene, paint, area);
    }
    let shown = scene.own.shown.zip(scene.clean_lately());
    let title = match shown {
        Some(((document, _), _)) => {
            let queue = scene.own.queue(scene.shared);
            let at = queue.iter().position(|&one| one == document).map_or(0, |at| at + 1);
            let [at, of] = [at, queue.len()].map(grouped_digits);
            match scene.own.is_drawn {
                true => paint.pick(both!("{at} of {of}, at random", "第 {at} / {of} 对，随机抽取")),
                false => {
                    paint.pick(both!("{at} of {of}, most doubtful first", "第 {at} / {of} 对，最可疑的在先"))
                }
            }
        }
        None => paint.pick(("Pair", "文本对")).to_owned(),
    };
    let Some(inner) = paint.panel_of(area, Pane::Pair, 3, &title, "") else { return };
    let Some(((document, by), clean)) = shown else {
        return paint.hollow(inner, scene.own.why_no_pair(scene.shared));
    };
    let Some(cover) = clean.cover(document) else { return };
    let goes = !clean.cleaned.is_kept(document as usize);
    names(scene, paint, inner, (document, goes), cover);
    let Some(marked) = scene.aligned(document, by) else {
        return paint.hollow(inset(inner, 0, 2), ("aligning the texts…", "正在对齐文本…"));
    };
    let places = texts_in(area);
    let sheet = scene.own.sheet(scene.shared, marked, (document, by), places);
    let top = scene.own.top_in(&sheet, marked, places[0].height);
    for (place, side) in places.into_iter().zip([Side::A, Side::B]) {
        sheet.draw(paint, place, top, (side, marked.spans(side)), Over::default());
    }
}

/// Which text goes and which stays, and how much of the first is in the second.
fn names(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, (document, goes): (u32, bool), cover: &Cover) {
    let (what, role) = match goes {
        true => (paint.pick(("goes ", "去除 ")), Role::Warn),
        false => (paint.pick(("held ", "暂留 ")), Role::Dim),
    };
    let stays = paint.pick(("  stays ", "  保留 "));
    let room = usize::from(inner.width / 2).saturating_sub(8);
    let [id, by] = [document, cover.by].map(|one| visible::fit(scene.document(one).id, room).into_owned());
    let pieces =
        [(what, role), (id.as_str(), Role::Title), (stays, Role::Within), (by.as_str(), Role::Title)];
    paint.pieces(inner.x + 1, inner.y, inner.width.saturating_sub(2), &pieces);
    let kind = paint.pick(name(cover.kind));
    let known = scene.judging.known.get((document, cover.by)).and_then(|known| known.verdict);
    let known = match known.and_then(simscope_core::judgements::Verdict::is_right) {
        Some(true) => paint.pick((" · read: goes", " · 已判：去除")),
        Some(false) => paint.pick((" · read: stays", " · 已判：保留")),
        None => "",
    };
    let distance = match scene.distance((document, cover.by)) {
        Some(distance) => paint.pick(both!(" · distance {distance}", " · 距离 {distance}")),
        None => String::new(),
    };
    let (equal, agree) = (percent(cover.equal), percent(cover.similarity));
    let text = paint.pick(both!(
        "{kind}{known} · agree {agree} · {equal} of it in the other{distance}",
        "{kind}{known} · 重合 {agree} · 其 {equal} 在另一篇中{distance}"
    ));
    let room = inner.width.saturating_sub(2);
    let text = paint.whole_parts(&text, room.into()).to_owned();
    paint.say(inner.x + 1, inner.y + 1, room, &text, Role::Dim);
}

/// How far one has come, and where it is kept.
pub(super) fn standing(scene: Scene<'_>) -> String {
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
    let (why, again) = (refused?, scene.key(crate::action::Action::Resume));
    Some(scene.lang.pick(both!("NOT SAVED, {again} tries again: {why}", "未保存，按 {again} 重试：{why}")))
}

/// Where what was said is kept.
fn kept(scene: Scene<'_>) -> String {
    match (&scene.judging.kept, scene.judging.file_name()) {
        (Kept::Nowhere, _) | (_, None) => {
            let phrase = (" · not kept: open with --judgements FILE", " · 不保存：请用 --judgements FILE 打开");
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

/// Why the document that is shown goes, or is held.
pub(super) fn why(scene: Scene<'_>) -> Result<String, Phrase> {
    let none = || scene.own.why_no_pair(scene.shared);
    let (document, by) = scene.own.shown.ok_or_else(none)?;
    let clean = scene.clean_lately().ok_or_else(none)?;
    let cover = clean.cover(document).ok_or_else(none)?;
    let (goes, stays) = (scene.named(document, true), scene.named(by, false));
    let (equal, agree, tau) = (percent(cover.equal), percent(cover.similarity), scene.tau());
    let means = cover.kind.say(scene.lang);
    let is_kept = clean.cleaned.is_kept(document as usize);
    Ok(match (is_kept, cover.kind) {
        (false, _) => scene.lang.pick(both!(
            "{goes} goes because {stays} stays: {means}. They agree in {agree} of their weighted word pairs (τ = {tau:.2}), and {equal} of what is particular to the first is in the second.",
            "{goes} 去除，因为保留 {stays}：{means}。两者加权的相邻字词对重合 {agree}（τ = {tau:.2}），前者特有内容的 {equal} 在后者中。"
        )),
        (true, Kind::Partial) => scene.lang.pick(both!(
            "{goes} is held: it agrees with {stays} in {agree}, but only {equal} of what is particular to it is there; 70 % is asked.",
            "{goes} 暂留：与 {stays} 重合 {agree}，但其特有内容只有 {equal} 在后者中（须达 70 %）。"
        )),
        (true, _) => scene.lang.pick(both!(
            "{goes} is held against {stays}: {means}. Such a difference is not lost unless you say so.",
            "{goes} 相对于 {stays} 暂留：{means}。除非另行指定，这种差异不会丢失。"
        )),
    })
}
