//! Which parts of A are in B.

use super::several::beginning;
use super::{Copied, Listed};
use crate::jobs::Work;
use crate::screens::pair::Scene;
use crate::screens::pair::keys::View;
use crate::screens::pair::state::State;
use crate::screens::pair::work::Changes;
use crate::shared::Shared;
use crate::shared::passages::Found;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::wanted::Same;
use crate::widgets::hits;
use crate::widgets::marked::Side;
use simscope_core::display::percent_text;
use simscope_core::passages::{self, Definition, Passage};
use simscope_core::recipe::Given;
use std::ops::Range;

/// The passages of the two texts.
pub(in crate::screens::pair) const TAKEN: &Work =
    &Work::new("PairPassages", ("comparing the two texts", "比较两个文本")).cancellable().of_texts();

pub(in crate::screens::pair) struct Passages;

/// The texts, what was given, and the corpus if both are documents of it.
#[derive(Debug, Clone, PartialEq)]
pub struct PassagesKey {
    texts: Changes,
    given: Option<Given>,
    of: Option<Same<Found>>,
}

/// A passage, and the places of its equal words in both texts.
#[derive(Debug)]
pub struct Taken {
    words: u32,
    shares: [f64; 2],
    places: [Vec<Range<usize>>; 2],
}

impl Taken {
    fn new(passage: &Passage, cut: &[Vec<(u64, Range<usize>)>; 2]) -> Self {
        let places = [0, 1].map(|side| {
            let matched = passage.matched[side].iter();
            matched.map(|stretch| passages::place(&cut[side], stretch)).collect()
        });
        let shares = [0, 1].map(|side| f64::from(passage.words()) / cut[side].len().max(1) as f64);
        Self { words: passage.words(), shares, places }
    }

    /// From the first of its words to the last.
    fn reach(&self, side: Side) -> Range<usize> {
        let places = &self.places[side as usize];
        places.first().map_or(0, |first| first.start)..places.last().map_or(0, |last| last.end)
    }
}

impl State {
    fn passages_key(&self, shared: &Shared) -> PassagesKey {
        let of = shared.passages().filter(|_| self.documents().is_some());
        PassagesKey { texts: self.changes(), given: shared.model.recipe.given, of: of.map(Same::of) }
    }

    /// The passages of both texts, as far as they are known.
    pub(in crate::screens::pair) fn passages(&self, shared: &Shared) -> &[Taken] {
        self.passages.get(&self.passages_key(shared)).map_or(&[], |taken| taken)
    }

    /// The selected passage where it is looked at: its words in a text.
    pub(in crate::screens::pair) fn passage_in(
        &self,
        shared: &Shared,
        side: Side,
    ) -> Option<&[Range<usize>]> {
        let taken = self.passages(shared).get(self.selected_place(shared)?)?;
        (self.view == View::Passages).then_some(&taken.places[side as usize])
    }

    /// To the next passage, or back. Returns whether passages are looked at.
    pub(in crate::screens::pair) fn step_passage(&mut self, shared: &mut Shared, by: isize) -> bool {
        if self.view != View::Passages || self.passages(shared).is_empty() {
            return false;
        }
        let (rows, list) = (self.rows(shared), &mut self.lists[View::Passages as usize]);
        let next = list.selected.saturating_add_signed(by).min(rows.saturating_sub(1));
        if next == list.selected {
            shared.warn(match by < 0 {
                true => ("this is the first passage", "已是第一个段落"),
                false => ("this is the last passage", "已是最后一个段落"),
            });
            return true;
        }
        list.select(next);
        self.passage_scroll = 0;
        shared.say(both!("passage {} of {rows}", "段落 {} / {rows}", next + 1));
        true
    }
}

impl Listed for Passages {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.passages(scene.shared).len()
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        let taken = scene.own.passages(scene.shared).get(row);
        taken.map_or_else(String::new, |taken| scene.own.texts()[0][taken.reach(Side::A)].to_owned())
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let heads = [("words", "词数"), ("of A", "占 A"), ("of B", "占 B")];
        for (at, head) in heads.into_iter().enumerate() {
            paint.right(area.x + 2 + 8 * at as u16, area.y, 7, scene.lang.pick(head), Role::Title);
        }
        let text = paint.pick(("text of A", "A 的文本"));
        paint.say(area.x + 28, area.y, area.width.saturating_sub(28), text, Role::Title);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize) {
        let Some(taken) = scene.own.passages(scene.shared).get(row) else { return };
        let [a, b] = taken.shares.map(percent_text);
        for (at, figure) in [taken.words.to_string(), a, b].iter().enumerate() {
            paint.right(line.x + 2 + 8 * at as u16, line.y, 7, figure, Role::Text);
        }
        let (text, filter) = (self.text(scene, row), scene.own.shown.filter.filter());
        let room = line.width.saturating_sub(28);
        hits::say_in(paint, (line.x + 28, line.y), room, &beginning(&text), filter, Role::Text);
    }

    fn nothing(&self, scene: Scene<'_>) -> Phrase {
        let key = scene.own.passages_key(scene.shared);
        match (scene.own.passages.get(&key), scene.own.passages.is_ended()) {
            (Some(_), _) => {
                ("no part of A of twelve words or more is in B", "A 中没有十二个词以上的部分见于 B")
            }
            (None, true) => ("cancelled: ‹resume› compares again", "已取消：按 ‹resume› 重新比较"),
            (None, false) => ("comparing the two texts…", "正在比较两个文本…"),
        }
    }

    fn want(&self, own: &mut State, shared: &mut Shared) {
        // Text that much of the corpus has is no passage, so the whole corpus is looked at first.
        if own.documents().is_some() && !shared.are_passages_ended() {
            shared.want_passages();
            if shared.passages().is_none() {
                return;
            }
        }
        let key = own.passages_key(shared);
        let (texts, documents) = ([own.a.text(), own.b.text()], own.documents());
        let (found, given) = (shared.passages().cloned(), key.given);
        let mut wanted = std::mem::take(&mut own.passages);
        shared.want(&mut wanted, TAKEN, key, move |progress| {
            let cut = texts.each_ref().map(|text| passages::words(text));
            let between = match (found, documents) {
                (Some(found), Some((a, b))) => found.passages.between(a, b),
                _ => {
                    let given: Vec<&str> =
                        given.iter().flat_map(|given| given.texts()).map(String::as_str).collect();
                    let both = texts.each_ref().map(|text| &**text);
                    passages::Passages::of((&both, 1), &given, Definition::DEFAULT, progress)?.between(0, 1)
                }
            };
            Some(between.iter().map(|passage| Taken::new(passage, &cut)).collect::<Vec<Taken>>())
        });
        own.passages = wanted;
    }

    fn choose(&self, own: &mut State, _shared: &mut Shared, _row: usize) {
        own.passage_scroll = 0;
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let taken = scene.own.passages(scene.shared).get(row);
        let texts = scene.own.texts();
        let both = taken
            .map(|taken| [Side::A, Side::B].map(|side| &texts[side as usize][taken.reach(side)]).join("\t"));
        Ok((both.unwrap_or_default(), ("the passage in A and in B", "A 与 B 中的段落")))
    }
}
