//! The lists of the lab: which rows they have, in which order, and which of them pass the filter.

use super::keys::{Pane, View};
use super::news::{NearKey, TextsKey};
use super::rows::EffectRow;
use super::state::State;
use crate::action::Screen;
use crate::filtering::Standing;
use crate::shared::Shared;
use crate::shared::model::Generation;
use crate::shared::parts::cycle;
use crate::surface::Lang;
use crate::widgets::list::List;
use simscope_core::sensitivity::{Edit, Trial};

/// What the rows of a list follow from.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ListedOf {
    view: View,
    is_reordered: bool,
    lang: Lang,
    compared: Option<TextsKey>,
    /// How many edits were tried, and whether none is left: those that cannot be made come last then.
    tried: (usize, bool),
    own: u64,
    under: Option<TextsKey>,
    near: Option<NearKey>,
    /// Those near are of these signatures only.
    generation: Generation,
    several: u64,
}

impl State {
    /// Rows of the list that is shown.
    pub fn effect_rows(&self, shared: &Shared) -> usize {
        if self.listed.is_some() { self.shown.rows() } else { self.all_rows(shared) }
    }

    /// A row of the list that is shown.
    pub fn effect_row<'a>(&'a self, shared: &Shared, row: usize) -> Option<EffectRow<'a>> {
        self.any_row(shared, self.place_in(row)?)
    }

    /// Among all rows, the place of one that is shown.
    fn place_in(&self, row: usize) -> Option<usize> {
        if self.listed.is_some() { self.shown.place_in(row) } else { Some(row) }
    }

    /// The rows that pass the filter follow from it and from what is listed.
    pub(super) fn follow_filter(&mut self, shared: &Shared) {
        if self.shown.filter.is_empty() {
            if self.listed.take().is_some() {
                self.clamp_lists(shared);
            }
            return;
        }
        let of = self.listed_of(shared);
        let is_known = self.listed.as_ref().is_some_and(|(known, _)| *known == of);
        if is_known && !self.shown.is_outdated() {
            return;
        }
        // Another filter over the same rows has the same texts.
        let known = self.listed.take().filter(|_| is_known);
        let texts = known.map_or_else(|| self.row_texts(shared), |(_, texts)| texts);
        self.shown.pass_texts(texts.iter().map(String::as_str));
        self.listed = Some((of, texts));
        self.clamp_lists(shared);
    }

    /// What a filter looks into, row by row.
    fn row_texts(&self, shared: &Shared) -> Vec<String> {
        let rows = (0..self.all_rows(shared)).filter_map(|row| self.any_row(shared, row));
        rows.map(|row| row.text(shared)).collect()
    }

    /// What the rows of the list that is shown follow from.
    fn listed_of(&self, shared: &Shared) -> ListedOf {
        let tried = self.tried(shared).map_or((0, false), |tried| (tried.trials.len(), tried.is_whole));
        ListedOf {
            view: self.view,
            is_reordered: self.is_list_reordered(),
            lang: shared.lang,
            compared: self.compared.key().copied(),
            tried,
            own: self.own_change,
            under: self.under.key().copied(),
            near: self.near.key().cloned(),
            generation: shared.model.generation(),
            several: self.several.change(),
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let known = self.listed.as_ref().filter(|(of, _)| *of == self.listed_of(shared));
        let stands = |texts: &[String]| self.shown.filter.stands_over(texts.iter().map(String::as_str));
        known.map_or_else(|| stands(&self.row_texts(shared)), |(_, texts)| stands(texts))
    }

    /// Rows of the list, whether they pass the filter or not.
    pub fn all_rows(&self, shared: &Shared) -> usize {
        let compared = self.compared();
        match self.view {
            View::Edits => Edit::all().len() + self.own.len(),
            View::Influence => compared.map_or(0, |compared| compared.a.left.len()),
            View::Bits => compared.map_or(0, |compared| compared.a.margins.bits.len()),
            View::Changes => compared.map_or(0, |compared| {
                compared.difference.changes.len() + compared.difference.crossings.len()
            }),
            View::Recipes => self.under().len(),
            View::Near => self.near(shared).len(),
            View::Texts => self.several.texts.len(),
        }
    }

    /// A row of the list, whether it passes the filter or not.
    fn any_row<'a>(&'a self, shared: &Shared, row: usize) -> Option<EffectRow<'a>> {
        let compared = self.compared();
        let is_reordered = self.is_list_reordered();
        match self.view {
            View::Edits => {
                let at = *self.edits(shared).get(row)?;
                Some(EffectRow::Edit(self.edit(at)?, self.trial(shared, at)))
            }
            View::Influence => {
                let a = &compared?.a;
                let left = if is_reordered { a.influence.left.get(row) } else { a.left.get(row) };
                left.map(|&left| EffectRow::Feature(&a.trace.features[left.feature], left))
            }
            View::Bits => {
                let a = &compared?.a;
                let bits = &a.margins.bits;
                let bit = match is_reordered {
                    true => bits.len().checked_sub(row + 1)?,
                    false => usize::from(*a.weakest.get(row)?),
                };
                bits.get(bit).map(|&margin| EffectRow::Bit(margin))
            }
            View::Recipes => self.under_row(row).map(EffectRow::Under),
            View::Near => self.near(shared).get(row).copied().map(EffectRow::Near),
            View::Texts => self.several.texts.get(row).map(|text| EffectRow::Text(row, text)),
            View::Changes => {
                let difference = &compared?.difference;
                let changes = difference.changes.len();
                match row.checked_sub(changes) {
                    None => difference.changes.get(row).map(EffectRow::Change),
                    // The most significant bit first, as the bits are drawn.
                    Some(row) => {
                        let at = difference.crossings.len().checked_sub(row + 1)?;
                        difference.crossings.get(at).map(|&crossing| EffectRow::Crossing(crossing))
                    }
                }
            }
        }
    }

    /// An edit by its place in the battery.
    fn edit(&self, at: usize) -> Option<Edit> {
        let fixed = Edit::all();
        match at.checked_sub(fixed.len()) {
            None => fixed.get(at).cloned(),
            Some(own) => self.own.get(own).cloned().map(Edit::Own),
        }
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
            let moved = self.trial(shared, at).and_then(|trial| trial.outcome.as_ref().ok());
            moved.map(|moved| moved.distance())
        };
        let is_by_distance = self.is_reordered[View::Edits as usize];
        places.sort_by_key(|&at| (cannot_be(at), std::cmp::Reverse(distance(at).filter(|_| is_by_distance))));
        places
    }

    /// The place in the battery of the selected edit.
    pub(super) fn selected_place(&self, shared: &Shared) -> Option<usize> {
        let row = self.lists[View::Edits as usize].selected;
        let row = if self.view == View::Edits { self.place_in(row)? } else { row };
        self.edits(shared).get(row).copied()
    }

    /// Selects an edit by its place in the battery.
    pub(super) fn select_place(&mut self, shared: &Shared, place: Option<usize>) {
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

    /// Another list, or another place in it, is shown: with all its rows.
    fn drop_filter(&mut self) {
        (self.shown, self.listed) = Default::default();
    }

    /// Shows an edit by its place in the battery, in its order.
    pub(super) fn show_edit(&mut self, shared: &Shared, at: usize) {
        self.is_reordered[View::Edits as usize] = false;
        let row = self.edits(shared).iter().position(|&place| place == at).unwrap_or(at);
        self.show_effect(View::Edits, row);
    }

    /// The selected edit with its row, where edits are listed.
    pub fn selected_edit(&self, shared: &Shared) -> Option<(usize, Edit)> {
        let row = self.list().selected;
        match (shared.screen, self.effect_row(shared, row)?) {
            (Screen::Lab, EffectRow::Edit(edit, _)) => Some((row, edit)),
            _ => None,
        }
    }

    /// Shows a row of a list, where it is in the first order.
    pub(super) fn show_effect(&mut self, view: View, row: usize) {
        self.drop_filter();
        self.view = view;
        self.is_reordered[view as usize] = false;
        self.lists[view as usize].select(row);
    }

    /// Shows a bit in the list of bits.
    pub(super) fn show_bit(&mut self, bit: u8) {
        self.drop_filter();
        let place = self.compared().and_then(|compared| {
            let bits = compared.a.weakest.len();
            match self.is_reordered[View::Bits as usize] {
                true => bits.checked_sub(usize::from(bit) + 1),
                false => compared.a.weakest.iter().position(|&weak| weak == bit),
            }
        });
        if let Some(place) = place {
            self.view = View::Bits;
            self.lists[View::Bits as usize].select(place);
            self.focus = Some(Pane::Effects);
        }
    }

    pub(super) fn set_view(&mut self, shared: &mut Shared, view: View) {
        if view != self.view {
            self.drop_filter();
        }
        self.view = view;
        self.focus = Some(Pane::Effects);
        self.clamp_lists(shared);
        shared.say(match view {
            View::Edits => ("what edits of A do to its signature", "编辑 A 对签名的影响"),
            View::Influence => ("how far A moves without each of its features", "去掉每个特征后 A 移动多远"),
            View::Bits => ("how near each bit of A is to flipping", "A 的每一位离翻转有多远"),
            View::Changes => ("what differs between A and B", "A 与 B 的差异"),
            View::Recipes => ("how far apart A and B are under every recipe", "A 与 B 在每个配方下的距离"),
            View::Near => ("the documents nearest to B, as you type", "离 B 最近的文档，随输入更新"),
            View::Texts => ("several texts, one a line: all distances", "多个文本，每行一个：所有距离"),
        });
    }

    pub(super) fn next_view(&mut self, shared: &mut Shared) {
        self.set_view(shared, cycle(&View::ALL, |now| *now == self.view, 1));
    }

    /// The other order of the list that is shown.
    pub(super) fn toggle_order(&mut self, shared: &mut Shared) {
        let view = self.view;
        let only = match view {
            View::Changes => Some((
                "this list has one order: features, then sums",
                "此列表只有一种次序：先特征后各位的累加值",
            )),
            View::Near => {
                Some(("this list has one order: the nearest first", "此列表只有一种次序：最近者在先"))
            }
            View::Texts => {
                Some(("this list has one order: as they were pasted", "此列表只有一种次序：按粘贴次序"))
            }
            _ => None,
        };
        if let Some(only) = only {
            return shared.warn(only);
        }
        self.is_reordered[view as usize] ^= true;
        self.lists[view as usize] = List::default();
        shared.say(match (view, self.is_list_reordered()) {
            (View::Edits, false) => ("edits: in the usual order", "编辑：按既定次序"),
            (View::Edits, true) => ("edits: most bits flipped first", "编辑：翻转最多者在先"),
            (View::Influence, false) => ("features: most bits flipped first", "特征：翻转最多者在先"),
            (View::Influence, true) => {
                ("features: in the order in which they are added up", "特征：按累加次序")
            }
            (View::Recipes, false) => ("recipes: as they are listed everywhere", "配方：按通常次序"),
            (View::Recipes, true) => {
                ("recipes: least distance for their bits first", "配方：距离占位数最小者在先")
            }
            (_, false) => ("bits: weakest first", "位：最弱者在先"),
            (_, true) => ("bits: most significant first", "位：最高位在先"),
        });
    }

    pub(super) fn clamp_lists(&mut self, shared: &Shared) {
        let rows = self.effect_rows(shared);
        let list = &mut self.lists[self.view as usize];
        list.selected = list.selected.min(rows.saturating_sub(1));
    }
}
