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
        let title = match scene.own.source {
            Source::Row => paint.pick(both!("Its pairs: {count}", "此行的文本对：{count}")),
            source => {
                let order = paint.pick(source.say());
                paint.pick(both!("{count} pairs, {order}", "{count} 对，{order}"))
            }
        };
        let Some(inner) = paint.panel_of(area, Own::Pairs, 2, &title, "") else { return };
        let Some(clean) = scene.clean_lately().filter(|_| !queue.is_empty()) else {
            return paint.hollow(inner, scene.own.why_no_pair(scene.shared));
        };
        let mut columns = COLUMNS;
        let free = inner.width.saturating_sub(3 + taken(&columns[2..]) + columns[0].gap + columns[1].gap);
        (columns[0].width, columns[1].width) = (free / 2, free - free / 2);
        table::heads(paint, inset(inner, 2, 0), &columns, Sort::by("place"));
        let shown = Lines::of(scene.own.pairs, queue.len(), false);
        table::rows(paint, inset(inner, 0, 1), Own::Pairs, shown, |paint, line, at| {
            let Some(cover) = clean.cover(queue[at]) else { return };
            let known = scene.judging.known.get((queue[at], cover.by)).and_then(|known| known.verdict);
            match known.and_then(Verdict::is_right) {
                Some(true) => paint.say(line.x + 1, line.y, 1, "✓", Role::Within),
                Some(false) => paint.say(line.x + 1, line.y, 1, "×", Role::Beyond),
                None => 0,
            };
            table::cells(paint, inset(line, 2, 0), &columns, scene, &(queue[at], cover));
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

// The pairs: the document that goes or is held, and what covers it.
list!(Rows of (u32, &'a Cover), in Scene<'a>);

const COLUMNS: [Column<Rows>; 5] = [
    Column::drawn(("goes", "去除"), 8, |scene, (document, cover), paint, place| {
        let role = if cover.why.is_none() { Role::Text } else { Role::Dim };
        paint.name(place.x, place.y, place.width, scene.document(*document).id, role);
    }),
    Column::drawn(("stays", "保留"), 8, |scene, (_, cover), paint, place| {
        paint.name(place.x, place.y, place.width, scene.document(cover.by).id, Role::Text);
    }),
    Column::plain(("alike", "相似"), 5, 0, |_, (_, cover)| format!("{:.2}", cover.similarity)),
    Column::<Rows>::plain(("lost", "丢失"), 6, 0, |_, (_, cover)| percent(cover.lost)).gap(2),
    Column::<Rows>::text_of(("why", "因为"), 14, |scene, (_, cover)| {
        (scene.lang.pick(noun(cover.kind)).to_owned(), Role::Dim)
    })
    .gap(0),
];
