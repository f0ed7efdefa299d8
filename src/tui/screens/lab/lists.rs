//! The lists of the lab: what edits do, features, bits, and what differs.

use super::keys::{Pane, View};
use super::state::{Origin, State};
use super::view::edit_name;
use crate::sensitivity::{Change, Crossing, Edit, Left, Margin, Point, Trial};
use crate::simhash::Feature;
use crate::tui::action::Screen;
use crate::tui::filtering::{Line, Standing};
use crate::tui::shared::Shared;
use crate::tui::shared::parts::cycle;
use crate::tui::surface::Lang;
use crate::tui::widgets::list::List;
use crate::visible;

/// A row of the list that is shown.
#[derive(Debug, Clone)]
pub enum EffectRow<'a> {
    /// An edit, and what it did as far as that is known.
    Edit(Edit, Option<&'a Trial>),
    /// A feature, and what is left without it.
    Feature(&'a Feature, Left),
    /// A bit.
    Bit(Margin),
    /// A feature that the texts do not have alike.
    Change(&'a Change),
    /// A sum that changed sides.
    Crossing(Crossing),
}

impl EffectRow<'_> {
    /// What a filter looks into: the name of an edit, a term, the number of a bit.
    fn text(&self, lang: Lang) -> String {
        match self {
            EffectRow::Edit(edit, _) => edit_name(edit, lang),
            EffectRow::Feature(feature, _) => feature.term.clone(),
            EffectRow::Change(change) => change.term.clone(),
            EffectRow::Bit(Margin { bit, .. }) | EffectRow::Crossing(Crossing { bit, .. }) => bit.to_string(),
        }
    }
}

/// A row of the length curve as a table.
#[derive(Debug, Clone, Copy)]
pub enum LengthRow<'a> {
    /// A length that was measured.
    Measured(&'a Point),
    /// The length of A, between two of those.
    Own {
        /// Features of A.
        features: u32,
        /// The share that stays within k.
        within: f64,
    },
}

impl LengthRow<'_> {
    /// The length.
    pub fn features(&self) -> u32 {
        match *self {
            LengthRow::Measured(point) => point.features,
            LengthRow::Own { features, .. } => features,
        }
    }
}

impl State {
    /// The length curve as a table, with a row for the length of A where it is among those that are measured.
    pub fn length_rows<'a>(&self, shared: &'a Shared) -> Vec<LengthRow<'a>> {
        let (points, _) = self.curve_points(shared);
        let mut rows: Vec<LengthRow<'a>> = points.iter().map(LengthRow::Measured).collect();
        let features = self.compared().map_or(0, |compared| compared.a.length);
        let at = points.partition_point(|point| point.features < features);
        let is_between = at > 0 && points.get(at).is_some_and(|point| point.features > features);
        let within = self.curve_so_far(shared).and_then(|curve| curve.within(features, shared.k));
        if let Some(within) = within.filter(|_| is_between) {
            rows.insert(at, LengthRow::Own { features, within });
        }
        rows
    }

    /// Rows of the list that is shown.
    pub fn effect_rows(&self) -> usize {
        self.passing.as_ref().map_or_else(|| self.all_rows(), Vec::len)
    }

    /// A row of the list that is shown.
    pub fn effect_row<'a>(&'a self, shared: &Shared, row: usize) -> Option<EffectRow<'a>> {
        let row = match &self.passing {
            Some(passing) => *passing.get(row)?,
            None => row,
        };
        self.any_row(shared, row)
    }

    /// The rows that pass the filter follow from it and from what is listed.
    pub(super) fn follow_filter(&mut self, shared: &Shared) {
        let passes = |row: &usize| {
            let text = self.any_row(shared, *row).map(|row| row.text(shared.lang));
            text.is_some_and(|text| self.filter.filter().passes(&text))
        };
        let passing = (!self.filter.is_empty()).then(|| (0..self.all_rows()).filter(passes).collect());
        if passing != self.passing {
            self.passing = passing;
            self.clamp_lists();
        }
    }

    /// How the filter stands.
    pub(super) fn filter_stands(&self, shared: &Shared) -> Standing<'_> {
        let rows = (0..self.all_rows()).filter_map(|row| self.any_row(shared, row));
        let texts: Vec<String> = rows.map(|row| row.text(shared.lang)).collect();
        self.filter.stands_over(texts.iter().map(String::as_str))
    }

    /// Rows of the list, whether they pass the filter or not.
    pub fn all_rows(&self) -> usize {
        let compared = self.compared();
        match self.view {
            View::Edits => Edit::all().len() + self.own.len(),
            View::Influence => compared.map_or(0, |compared| compared.a.left.len()),
            View::Bits => compared.map_or(0, |compared| compared.a.margins.bits.len()),
            View::Changes => compared.map_or(0, |compared| {
                compared.difference.changes.len() + compared.difference.crossings.len()
            }),
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
                let left = match is_reordered {
                    true => a.influence.left.get(row),
                    false => a.left.get(row),
                };
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
        let row = self
            .passing
            .as_ref()
            .filter(|_| self.view == View::Edits)
            .map_or(Some(row), |rows| rows.get(row).copied());
        self.edits(shared).get(row?).copied()
    }

    /// Selects an edit by its place in the battery.
    pub(super) fn select_place(&mut self, shared: &Shared, place: Option<usize>) {
        let row = place.and_then(|place| self.edits(shared).iter().position(|&at| at == place));
        if self.view == View::Edits {
            self.follow_filter(shared);
        }
        let passing = self.passing.as_ref().filter(|_| self.view == View::Edits);
        let row = match passing {
            Some(rows) => row.and_then(|row| rows.iter().position(|&listed| listed == row)),
            None => row,
        };
        if let Some(row) = row {
            self.lists[View::Edits as usize].select(row);
        }
    }

    /// Another list, or another place in it, is shown: with all its rows.
    fn drop_filter(&mut self) {
        self.filter = Line::default();
        self.passing = None;
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
        self.clamp_lists();
        shared.say(match view {
            View::Edits => ("what edits of A do to its signature", "编辑 A 对签名的影响"),
            View::Influence => ("how far A moves without each of its features", "去掉每个特征后 A 移动多远"),
            View::Bits => ("how near each bit of A is to flipping", "A 的每一位离翻转有多远"),
            View::Changes => ("what differs between A and B", "A 与 B 的差异"),
        });
    }

    pub(super) fn next_view(&mut self, shared: &mut Shared) {
        self.set_view(shared, cycle(&View::ALL, |now| *now == self.view, 1));
    }

    /// The other order of the list that is shown.
    pub(super) fn toggle_order(&mut self, shared: &mut Shared) {
        let view = self.view;
        if view == View::Changes {
            shared.warn((
                "this list has one order: features, then sums",
                "此列表只有一种次序：先特征后各位之和",
            ));
            return;
        }
        self.is_reordered[view as usize] ^= true;
        self.lists[view as usize] = List::default();
        shared.say(match (view, self.is_list_reordered()) {
            (View::Edits, false) => ("edits: in the order of the battery", "编辑：按既定次序"),
            (View::Edits, true) => ("edits: most bits flipped first", "编辑：翻转最多者在先"),
            (View::Influence, false) => ("features: most bits flipped first", "特征：翻转最多者在先"),
            (View::Influence, true) => {
                ("features: in the order in which they are added up", "特征：按累加次序")
            }
            (_, false) => ("bits: weakest first", "位：最弱者在先"),
            (_, true) => ("bits: most significant first", "位：最高位在先"),
        });
    }

    pub(super) fn clamp_lists(&mut self) {
        let rows = self.effect_rows();
        let list = &mut self.lists[self.view as usize];
        list.selected = list.selected.min(rows.saturating_sub(1));
    }

    /// Opens what is selected on the lab.
    pub(super) fn open_in(&mut self, shared: &mut Shared, pane: Pane) {
        match pane {
            Pane::TextA | Pane::TextB => self.type_text(shared),
            Pane::Curve => self.toggle_curve(shared),
            _ => match self.effect_row(shared, self.list().selected) {
                Some(EffectRow::Edit(edit, _)) => self.make_edit(shared, edit),
                Some(EffectRow::Feature(feature, _)) => {
                    let (term, spans) = (feature.term.clone(), feature.spans.clone());
                    self.leave_out(shared, &term, &spans);
                }
                Some(_) => shared.warn((
                    "nothing to open here; o shows another list",
                    "此处没有可打开的内容；按 o 换列表",
                )),
                None => shared.edge(0),
            },
        }
    }

    /// Notes which length is selected.
    pub(super) fn keep_length(&mut self, shared: &Shared) {
        let rows = self.length_rows(shared);
        self.length = rows.get(self.lengths.selected).map_or(0, LengthRow::features);
    }

    /// Selects that length again, or the longest below it: there are other rows now.
    pub(super) fn follow_length(&mut self, shared: &Shared) {
        let rows = self.length_rows(shared);
        let row = rows.iter().rposition(|row| row.features() <= self.length);
        self.lengths.select(row.unwrap_or(0));
    }

    /// The curve as a table or as a plot.
    pub(super) fn toggle_curve(&mut self, shared: &mut Shared) {
        self.is_table ^= true;
        let length = self.compared().map_or(0, |compared| compared.a.length);
        let own = self.length_rows(shared).iter().rposition(|row| row.features() <= length);
        self.lengths = List { selected: own.unwrap_or(0), offset: 0 };
        self.keep_length(shared);
        shared.say(match self.is_table {
            true => ("length curve: as a table", "长度曲线：表格"),
            false => ("length curve: as a plot", "长度曲线：图"),
        });
        // Where one pane is shown at a time, it is this one now.
        if shared.area_of(Pane::Curve).is_none() {
            self.focus = Some(Pane::Curve);
        }
    }

    /// B becomes A without the places of a feature.
    fn leave_out(&mut self, shared: &mut Shared, term: &str, spans: &[std::ops::Range<usize>]) {
        if !self.a_is_current(shared) {
            shared.warn(("A is still being traced", "A 仍在追踪中"));
            return;
        }
        let text = self.a.text();
        let mut rest = String::with_capacity(text.len());
        let mut done = 0;
        // Terms may overlap, as shingles do.
        for span in spans {
            rest.push_str(&text[done.min(span.start)..span.start]);
            done = done.max(span.end);
        }
        rest.push_str(&text[done..]);
        let origin = Origin::Without(term.to_owned());
        let term = visible::line(term);
        let name = shared.lang.pick((format!("{term} left out"), format!("去掉 {term}")));
        self.put_in_b(shared, &rest, origin, &name);
    }
}
