//! The pairs that are read, one a line.

use super::keys::Pane as Own;
use super::lines::Source;
use super::pair::Pair;
use super::{Scene, State};
use crate::action::Action;
use crate::room::{Moving, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::table::{self, Column, Lines, Sort, inset, list, taken};
use ratatui::layout::Rect;
use simscope_core::decide::clean::{Cover, noun};
use simscope_core::display::percent_text as percent;
use simscope_core::judgements::Verdict;

pub(super) struct Pairs;

impl PaneOf<State> for Pairs {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[(
            "The pairs that have the selected difference: those first of which most would be lost. A sign before a pair: it was judged.",
            "具有所选差异的文本对，丢失最多的在先。行首的符号表示已判定。",
        )]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let queue = scene.own.queue();
        let count = grouped_digits(queue.len());
        let promise = scene.promised().map(|(promise, _)| promise);
        let title = match (promise, scene.own.source) {
            (Some(promise), _) => {
                let count = promise.counts()[0];
                paint.pick(both!("Answered: {count}", "已答：{count}"))
            }
            (None, Source::Row) if scene.clean_lately().is_none() => {
                paint.pick(("Its pairs", "此行的文本对")).to_owned()
            }
            (None, Source::Row) => paint.pick(both!("Its pairs: {count}", "此行的文本对：{count}")),
            (None, source) => {
                let order = paint.pick(source.say());
                paint.pick(both!("{count} pairs, {order}", "{count} 对，{order}"))
            }
        };
        let Some(inner) = paint.panel_of(area, Own::Pairs, 2, &title, "") else { return };
        if promise.is_some_and(|promise| !promise.again().is_empty()) {
            return paint.hollow(inner, ("hidden while pairs are asked again", "再次判定期间不显示"));
        }
        let Some(clean) = scene.clean_lately() else { return };
        if queue.is_empty() {
            return paint.hollow(inner, scene.own.why_no_pair(scene.shared));
        }
        let mut columns = COLUMNS;
        if promise.is_some() {
            columns[2..5].iter_mut().for_each(|column| (column.width, column.gap) = (0, 0));
        }
        let free = inner.width.saturating_sub(3 + taken(&columns[2..]) + columns[0].gap + columns[1].gap);
        // Where there is more room than ids need, the text that goes is beside them.
        let ids = if free > IDS + 20 { IDS } else { free };
        (columns[0].width, columns[1].width, columns[5].width) = (ids / 2, ids - ids / 2, free - ids);
        table::heads(paint, inset(inner, 2, 0), &columns, Sort::by("place"));
        // Of a draw, those that were answered, and the one that is shown.
        let rows =
            promise.map_or(queue.len(), |promise| promise.counts()[0].max(scene.own.pairs.selected + 1));
        let shown = Lines::of(scene.own.pairs, rows.min(queue.len()), false);
        table::rows(paint, inset(inner, 0, 1), Own::Pairs, shown, |paint, line, at| {
            let cover = clean.cover(queue[at]).filter(|_| promise.is_none());
            let by = cover.map(|cover| cover.by).or_else(|| promise?.stays(queue[at]));
            let Some(by) = by else { return };
            let known = scene.judging.known.get((queue[at], by)).and_then(|known| known.verdict);
            match known.and_then(Verdict::is_right) {
                Some(true) => paint.say(line.x + 1, line.y, 1, "✓", Role::Within),
                Some(false) => paint.say(line.x + 1, line.y, 1, "×", Role::Beyond),
                None => 0,
            };
            table::cells(paint, inset(line, 2, 0), &columns, scene, &(queue[at], by, cover));
        });
    }

    fn moving<'a>(&self, own: &'a mut State, _shared: &'a mut Shared) -> Option<Moving<'a>> {
        let rows = own.queue().len();
        Some(Moving::Rows(&mut own.pairs, rows))
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let is_moved = matches!(action, Action::Chosen(_, true));
        if is_moved {
            let document = own.queue().get(own.pairs.selected).copied();
            own.show(shared, document);
        }
        is_moved
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        Pair.copy(scene)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        Pair.why(scene)
    }
}

/// Columns of two ids, where there is room for more.
const IDS: u16 = 56;

// The pairs: the document that goes or is held, and what covers it.
list!(Rows of (u32, u32, Option<&'a Cover>), in Scene<'a>);

const COLUMNS: [Column<Rows>; 6] = [
    Column::drawn(("goes", "去除"), 8, |scene, (document, _, cover), paint, place| {
        let role = if cover.is_none_or(|cover| cover.why.is_none()) { Role::Text } else { Role::Dim };
        paint.name(place.x, place.y, place.width, scene.document(*document).id, role);
    }),
    Column::drawn(("stays", "保留"), 8, |scene, (_, by, _), paint, place| {
        paint.name(place.x, place.y, place.width, scene.document(*by).id, Role::Text);
    }),
    Column::plain(("alike", "相似"), 5, 0, |_, (.., cover)| {
        cover.map_or_else(String::new, |cover| format!("{:.2}", cover.similarity))
    }),
    Column::<Rows>::plain(("lost", "丢失"), 6, 0, |_, (.., cover)| {
        cover.map_or_else(String::new, |cover| percent(cover.lost))
    })
    .gap(2),
    Column::<Rows>::text_of(("why", "因为"), 14, |scene, (.., cover)| {
        (cover.map_or("", |cover| scene.lang.pick(noun(cover.kind))).to_owned(), Role::Dim)
    })
    .gap(2),
    Column::<Rows>::drawn(("text", "文本"), 0, |scene, (document, ..), paint, place| {
        let begin: String = scene.document(*document).text.chars().take(place.width.into()).collect();
        paint.say(place.x, place.y, place.width, &begin, Role::Dim);
    })
    .gap(0),
];
