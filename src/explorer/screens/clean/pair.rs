//! The text that goes, and the one that stays.

use super::keys::Pane as Own;
use super::{Scene, State, page};
use crate::action::Action;
use crate::room::{PaneOf, copy_document};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::marked::{Marked, Over, Sheet, Side, Top, folded};
use crate::widgets::table::inset;
use ratatui::layout::Rect;
use simscope_core::decide::clean::{Cover, noun};
use simscope_core::display::percent_text as percent;
use simscope_core::judgements::Verdict;

pub(super) struct Pair;

impl PaneOf<State> for Pair {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[(
            "The text that goes and the one that stays. What differs is marked: decide whether anything is lost.",
            "将去除的文本与保留的文本。不同之处已标出：请判断是否会丢失内容。",
        )]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if scene.own.is_page {
            return page::page(scene, paint, area);
        }
        let covered = covered(scene);
        let title = match &covered {
            Some(covered) => title(scene, covered.document),
            None => paint.pick(("Pair", "文本对")).to_owned(),
        };
        let Some(inner) = paint.panel_of(area, Own::Pair, 3, &title, "") else { return };
        let Some(covered) = covered else {
            // While the texts are compared, the status line says it.
            if scene.clean_lately().is_some() {
                paint.hollow(inner, scene.own.why_no_pair(scene.shared));
            }
            return;
        };
        about(scene, paint, inner, &covered);
        let laid = scene.own.laid_out(scene.shared, area);
        names(scene, paint, &covered, laid.as_ref().map_or_else(|| texts_in(area), |laid| laid.places));
        let Some(laid) = laid else {
            return paint.hollow(inset(inner, 0, 2), ("aligning the texts…", "正在对齐文本…"));
        };
        for (place, side) in laid.places.into_iter().zip([Side::A, Side::B]) {
            laid.sheet.draw(paint, place, laid.top, (side, laid.marked.spans(side, 0.0)), Over::default());
        }
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Move(towards) => own.scroll_texts(shared, towards.lines(8)),
            Action::Scroll(_, by) => own.scroll_texts(shared, by.into()),
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let Some((document, by)) = scene.own.shown else { return copy_document(scene.shared) };
        let id = |document: u32| scene.document(document).id;
        Ok((format!("{}\t{}", id(document), id(by)), ("what goes and what stays", "去除与保留的编号")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let none = || scene.own.why_no_pair(scene.shared);
        let Covered { document, cover, goes, .. } = covered(scene).ok_or_else(none)?;
        let Some(cover) = cover else {
            return Err((
                "while you answer for a promise, the program does not say what it thinks",
                "为保证而判定时，不显示程序的判断",
            ));
        };
        let (first, second) = (scene.named(document, true), scene.named(cover.by, false));
        let (lost, alike, tau) = (percent(cover.lost), cover.similarity, scene.tau());
        let means = cover.kind.say(scene.lang);
        let why = cover.why.map_or_else(String::new, |why| why.say(scene.lang));
        Ok(scene.lang.pick(match goes {
            true => both!(
                "{first} goes because {second} stays: {means}. They are alike in {alike:.2} (cut {tau:.2}), and {lost} of the first would be lost.",
                "{first} 去除，因为保留 {second}：{means}。两者相似度 {alike:.2}（下限 {tau:.2}），前者会丢失 {lost}。"
            ),
            false => both!(
                "{first} is held against {second}: {means}; {why}. They are alike in {alike:.2} (cut {tau:.2}).",
                "{first} 相对于 {second} 暂留：{means}；{why}。两者相似度 {alike:.2}（下限 {tau:.2}）。"
            ),
        }))
    }
}

/// A document that goes, or is held, and because of which other.
struct Covered<'a> {
    document: u32,
    by: u32,
    /// Hidden from whoever answers for a promise.
    cover: Option<&'a Cover>,
    goes: bool,
}

/// The document that is shown.
fn covered(scene: Scene<'_>) -> Option<Covered<'_>> {
    let ((document, by), clean) = scene.own.shown.zip(scene.shared.clean_lately())?;
    if clean.promised.is_some() {
        return Some(Covered { document, by, cover: None, goes: true });
    }
    let goes = !clean.cleaned.is_kept(document as usize);
    Some(Covered { document, by, cover: Some(clean.cover(document)?), goes })
}

/// Which pair of how many that are read here is shown.
fn title(scene: Scene<'_>, document: u32) -> String {
    if let Some((promise, _)) = scene.promised() {
        let n = promise.again().len();
        return scene.lang.pick(match n {
            0 if promise.is_done() => both!("Pair", "文本对"),
            0 => both!("May the first go?", "第一篇可以去除吗？"),
            _ => both!("Once more: {n} to go", "再判一遍：还有 {n} 对"),
        });
    }
    let queue = scene.own.queue();
    let at = queue.iter().position(|&one| one == document).map_or(0, |at| at + 1);
    let [at, of] = [at, queue.len()].map(grouped_digits);
    let order = scene.lang.pick(scene.own.source.say());
    scene.lang.pick(both!("{at} of {of}, {order}", "第 {at} / {of} 对，{order}"))
}

/// Over each text which it is, and whether it goes or stays.
fn names(scene: Scene<'_>, paint: &mut Paint<'_>, covered: &Covered<'_>, places: [Rect; 2]) {
    let goes = match covered.goes {
        true => (paint.pick(("goes ", "去除 ")), Role::Warn),
        false => (paint.pick(("held ", "暂留 ")), Role::Dim),
    };
    let stays = (paint.pick(("stays ", "保留 ")), Role::Within);
    for (((what, role), document), place) in
        [goes, stays].into_iter().zip([covered.document, covered.by]).zip(places)
    {
        let (y, used) = (place.y - 1, paint.say(place.x, place.y - 1, place.width, what, role));
        let room = place.width.saturating_sub(used + 1);
        paint.name(place.x + used, y, room, scene.document(document).id, Role::Title);
    }
}

/// How the two differ, and how much of the first is in the second.
fn about(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, covered: &Covered<'_>) {
    let &Covered { document, by, cover, .. } = covered;
    let is_again = scene.promised().is_some_and(|(promise, _)| !promise.again().is_empty());
    let known = scene.judging.known.get((document, by)).filter(|_| !is_again).and_then(|known| known.verdict);
    let known = match known.and_then(Verdict::is_right) {
        Some(true) => paint.pick((" · read: goes", " · 已判：去除")),
        Some(false) => paint.pick((" · read: stays", " · 已判：保留")),
        None => "",
    };
    let room = inner.width.saturating_sub(2);
    let Some(cover) = cover else {
        let known = known.trim_start_matches(" · ");
        paint.say(inner.x + 1, inner.y, room, known, Role::Dim);
        return;
    };
    let kind = paint.pick(noun(cover.kind));
    let distance = match scene.distance((document, by)) {
        Some(distance) => paint.pick(both!(" · distance {distance}", " · 距离 {distance}")),
        None => String::new(),
    };
    let (lost, alike) = (percent(cover.lost), cover.similarity);
    let text = paint.pick(both!(
        "{kind}{known} · alike {alike:.2} · lost {lost}{distance}",
        "{kind}{known} · 相似 {alike:.2} · 丢失 {lost}{distance}"
    ));
    let text = paint.whole_parts(&text, room.into()).to_owned();
    paint.say(inner.x + 1, inner.y, room, &text, Role::Dim);
}

/// Where both texts stand in their pane: side by side, or one above the other; above each is room for its name.
fn texts_in(area: Rect) -> [Rect; 2] {
    let inner = inset(area, 1, 3);
    let inner = Rect { width: inner.width.saturating_sub(1), ..inner };
    if inner.width >= 76 {
        let half = inner.width / 2;
        [Rect { width: half - 1, ..inner }, inset(inner, half, 0)]
    } else {
        let half = inner.height / 2;
        [Rect { height: half.saturating_sub(1), ..inner }, inset(inner, 0, half)]
    }
}

/// A pair as it is laid out.
struct Laid<'t> {
    marked: &'t Marked,
    sheet: Sheet<'t>,
    /// The first row in view: as long as the texts are not scrolled, where they begin to differ.
    top: Top,
    places: [Rect; 2],
}

impl State {
    /// The pair that is shown, as it is laid out in an area of the pane, once the texts are aligned.
    fn laid_out<'t>(&self, shared: &'t Shared, area: Rect) -> Option<Laid<'t>> {
        let (a, b) = self.shown?;
        let (marked, mut places) = (shared.aligned(a, b)?, texts_in(area));
        let texts = [a, b].map(|document| shared.document(document).text);
        let (columns, lines) = (places[0].width.saturating_sub(1).into(), places[0].height.into());
        let is_stacked = places[0].x == places[1].x;
        let sheet = Sheet { is_stacked, ..marked.sheet(texts, columns, lines, self.is_unfolded) };
        if is_stacked && sheet.fits(lines) {
            // The second text stands below the first, and not below where it might have ended.
            let bottom = places[1].bottom();
            places[0].height = (sheet.rows_of(Side::A) as u16).min(places[0].height);
            // A blank line, if there is room for one, and the name.
            let room = bottom - places[0].bottom();
            let y = places[0].bottom() + 1 + u16::from(room > sheet.rows_of(Side::B) as u16 + 1);
            places[1] = Rect { y, height: bottom.saturating_sub(y), ..places[1] };
        }
        let begin = || marked.differences.first().map_or_else(Top::default, |first| sheet.row_of(first));
        let top = self.top.unwrap_or_else(|| sheet.moved(begin(), 0, lines));
        Some(Laid { marked, sheet, top, places })
    }

    /// The same in the area that it has on the screen.
    fn laid_out_now<'t>(&self, shared: &'t Shared) -> Option<Laid<'t>> {
        self.laid_out(shared, shared.area_of(Own::Pair)?)
    }

    /// Scrolls both texts.
    fn scroll_texts(&mut self, shared: &Shared, by: isize) {
        if let Some(laid) = self.laid_out_now(shared) {
            self.top = Some(laid.sheet.moved(laid.top, by, laid.places[0].height.into()));
        }
    }

    pub(super) fn toggle_fold(&mut self, shared: &mut Shared) {
        let Some(was_folded) = self.laid_out_now(shared).map(|laid| laid.sheet.is_folded()) else { return };
        self.is_unfolded = Some(was_folded);
        self.top = None;
        let can_fold = was_folded || self.laid_out_now(shared).is_some_and(|laid| laid.sheet.is_folded());
        shared.say(folded(was_folded, can_fold));
    }
}
