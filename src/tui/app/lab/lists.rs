//! The lists of the lab: what edits do, features, bits, and what differs.

use super::{LabView, Origin};
use crate::sensitivity::{Change, Crossing, Edit, Left, Margin, Point, Trial};
use crate::simhash::Feature;
use crate::tui::action::{Pane, Screen, Towards};
use crate::tui::app::App;
use crate::tui::areas::Target;
use crate::tui::list::List;
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

impl App {
    /// The length curve as a table, with a row for the length of A where it is among those that are measured.
    pub fn length_rows(&self) -> Vec<LengthRow<'_>> {
        let (points, _) = self.curve_points();
        let mut rows: Vec<LengthRow<'_>> = points.iter().map(LengthRow::Measured).collect();
        let features = self.lab.sensed.as_ref().map_or(0, |sensed| sensed.a.length);
        let at = points.partition_point(|point| point.features < features);
        let is_between = at > 0 && points.get(at).is_some_and(|point| point.features > features);
        let within = self.curve_so_far().and_then(|curve| curve.within(features, self.k));
        if let Some(within) = within.filter(|_| is_between) {
            rows.insert(at, LengthRow::Own { features, within });
        }
        rows
    }

    /// Rows of the list that is shown.
    pub fn effect_rows(&self) -> usize {
        let sensed = self.lab.sensed.as_ref();
        match self.lab.view {
            LabView::Edits => Edit::all().len() + self.lab.own.len(),
            LabView::Influence => sensed.map_or(0, |sensed| sensed.a.left.len()),
            LabView::Bits => sensed.map_or(0, |sensed| sensed.a.margins.bits.len()),
            LabView::Changes => {
                sensed.map_or(0, |sensed| sensed.difference.changes.len() + sensed.difference.crossings.len())
            }
        }
    }

    /// A row of the list that is shown.
    pub fn effect_row(&self, row: usize) -> Option<EffectRow<'_>> {
        let sensed = self.lab.sensed.as_ref();
        let is_reordered = self.lab.is_list_reordered();
        match self.lab.view {
            LabView::Edits => {
                let at = match is_reordered {
                    true => *self.edits_by_distance().get(row)?,
                    false => row,
                };
                Some(EffectRow::Edit(self.edit(at)?, self.trial(at)))
            }
            LabView::Influence => {
                let a = &sensed?.a;
                let left = match is_reordered {
                    true => a.influence.left.get(row),
                    false => a.left.get(row),
                };
                left.map(|&left| EffectRow::Feature(&a.trace.features[left.feature], left))
            }
            LabView::Bits => {
                let a = &sensed?.a;
                let bits = &a.margins.bits;
                let bit = match is_reordered {
                    true => bits.len().checked_sub(row + 1)?,
                    false => usize::from(*a.weakest.get(row)?),
                };
                bits.get(bit).map(|&margin| EffectRow::Bit(margin))
            }
            LabView::Changes => {
                let difference = &sensed?.difference;
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
            Some(own) => self.lab.own.get(own).cloned().map(Edit::Own),
        }
    }

    /// What the edit of that place did.
    fn trial(&self, at: usize) -> Option<&Trial> {
        self.tried()?.trials.get(at)
    }

    /// The places of the edits, the one that flips most bits first; those not tried, and those that cannot be, last.
    fn edits_by_distance(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..Edit::all().len() + self.lab.own.len()).collect();
        let distance = |at: usize| {
            let moved = self.trial(at).and_then(|trial| trial.outcome.as_ref().ok());
            moved.map(|moved| moved.distance())
        };
        places.sort_by_key(|&at| std::cmp::Reverse(distance(at)));
        places
    }

    /// The selected edit with its row, where edits are listed.
    pub fn selected_edit(&self) -> Option<(usize, Edit)> {
        let row = self.lab.list().selected;
        match (self.screen, self.effect_row(row)?) {
            (Screen::Lab, EffectRow::Edit(edit, _)) => Some((row, edit)),
            _ => None,
        }
    }

    /// Shows a row of a list, where it is in the first order.
    pub(super) fn show_effect(&mut self, view: LabView, row: usize) {
        self.lab.view = view;
        self.lab.is_reordered[view as usize] = false;
        self.lab.lists[view as usize].select(row);
    }

    /// Shows a bit in the list of bits.
    pub(in crate::tui::app) fn show_bit(&mut self, bit: u8) {
        let place = self.lab.sensed.as_ref().and_then(|sensed| {
            let bits = sensed.a.weakest.len();
            match self.lab.is_reordered[LabView::Bits as usize] {
                true => bits.checked_sub(usize::from(bit) + 1),
                false => sensed.a.weakest.iter().position(|&weak| weak == bit),
            }
        });
        if let Some(place) = place {
            self.lab.view = LabView::Bits;
            self.lab.lists[LabView::Bits as usize].select(place);
            self.set_pane(Pane::Effects);
        }
    }

    pub(in crate::tui::app) fn set_view(&mut self, view: LabView) {
        self.lab.view = view;
        self.set_pane(Pane::Effects);
        self.clamp_lab_lists();
        self.say(self.lang.pick(match view {
            LabView::Edits => ("what edits of A do to its signature", "编辑 A 对签名的影响"),
            LabView::Influence => {
                ("how far A moves without each of its features", "去掉每个特征后 A 移动多远")
            }
            LabView::Bits => ("how near each bit of A is to flipping", "A 的每一位离翻转有多远"),
            LabView::Changes => ("what differs between A and B", "A 与 B 的差异"),
        }));
    }

    pub(in crate::tui::app) fn next_view(&mut self) {
        let next = (self.lab.view as usize + 1) % LabView::ALL.len();
        self.set_view(LabView::ALL[next]);
    }

    /// The other order of the list that is shown.
    pub(in crate::tui::app) fn toggle_lab_order(&mut self) {
        let view = self.lab.view;
        if view == LabView::Changes {
            self.warn((
                "this list has one order: features, then sums",
                "此列表只有一种次序：先特征后各位之和",
            ));
            return;
        }
        self.lab.is_reordered[view as usize] ^= true;
        self.lab.lists[view as usize] = List::default();
        self.say(self.lang.pick(match (view, self.lab.is_list_reordered()) {
            (LabView::Edits, false) => ("edits: in the order of the battery", "编辑：按既定次序"),
            (LabView::Edits, true) => ("edits: most bits flipped first", "编辑：翻转最多者在先"),
            (LabView::Influence, false) => ("features: most bits flipped first", "特征：翻转最多者在先"),
            (LabView::Influence, true) => {
                ("features: in the order in which they are added up", "特征：按累加次序")
            }
            (_, false) => ("bits: weakest first", "位：最弱者在先"),
            (_, true) => ("bits: most significant first", "位：最高位在先"),
        }));
    }

    pub(super) fn clamp_lab_lists(&mut self) {
        let rows = self.effect_rows();
        let list = &mut self.lab.lists[self.lab.view as usize];
        list.selected = list.selected.min(rows.saturating_sub(1));
    }

    /// Moves in a pane of the lab.
    pub(in crate::tui::app) fn move_in_lab(&mut self, pane: Pane, towards: Towards) {
        let height = self.lines_of(pane);
        match pane {
            Pane::Effects => {
                let rows = self.effect_rows();
                if !self.lab.lists[self.lab.view as usize].go(towards, height, rows) {
                    self.edge(rows);
                }
            }
            Pane::Curve => {
                let rows = self.length_rows().len();
                if !self.lab.is_table {
                    self.warn(("v shows the lengths as a table", "按 v 以表格查看各长度"));
                } else if !self.lab.lengths.go(towards, height, rows) {
                    self.edge(rows);
                }
                self.keep_length();
            }
            _ => {
                let page = height.saturating_sub(2).max(1) as isize;
                self.scroll_text(pane, towards.lines(page));
            }
        }
    }

    pub(in crate::tui::app) fn scroll_lab(&mut self, pane: Pane, by: isize) {
        let height = self.lines_of(pane);
        match pane {
            Pane::Effects => {
                let rows = self.effect_rows();
                self.lab.lists[self.lab.view as usize].scroll(by, height, rows);
            }
            Pane::Curve if self.lab.is_table => {
                let rows = self.length_rows().len();
                self.lab.lengths.scroll(by, height, rows);
                self.keep_length();
            }
            Pane::Curve => {}
            _ => self.scroll_text(pane, by),
        }
    }

    pub(in crate::tui::app) fn select_in_lab(&mut self, pane: Pane, row: usize) {
        match pane {
            Pane::Effects => self.lab.lists[self.lab.view as usize].select(row),
            _ => {
                self.lab.lengths.select(row);
                self.keep_length();
            }
        }
    }

    /// Opens what is selected on the lab.
    pub(in crate::tui::app) fn open_in_lab(&mut self, pane: Pane) {
        match pane {
            Pane::TextA | Pane::TextB => self.type_text(),
            Pane::Curve => self.toggle_curve(),
            _ => match self.effect_row(self.lab.list().selected) {
                Some(EffectRow::Edit(edit, _)) => self.make_edit(edit),
                Some(EffectRow::Feature(feature, _)) => {
                    let (term, spans) = (feature.term.clone(), feature.spans.clone());
                    self.leave_out(&term, &spans);
                }
                Some(_) => self.warn((
                    "nothing to open here; o shows another list",
                    "此处没有可打开的内容；按 o 换列表",
                )),
                None => self.edge(0),
            },
        }
    }

    /// Notes which length is selected.
    fn keep_length(&mut self) {
        let rows = self.length_rows();
        self.lab.length = rows.get(self.lab.lengths.selected).map_or(0, LengthRow::features);
    }

    /// Selects that length again, or the longest below it: there are other rows now.
    pub(super) fn follow_length(&mut self) {
        let rows = self.length_rows();
        let row = rows.iter().rposition(|row| row.features() <= self.lab.length);
        self.lab.lengths.select(row.unwrap_or(0));
    }

    /// The curve as a table or as a plot.
    pub(in crate::tui::app) fn toggle_curve(&mut self) {
        self.lab.is_table ^= true;
        let length = self.lab.sensed.as_ref().map_or(0, |sensed| sensed.a.length);
        let own = self.length_rows().iter().rposition(|row| row.features() <= length);
        self.lab.lengths = List { selected: own.unwrap_or(0), offset: 0 };
        self.keep_length();
        self.say(self.lang.pick(match self.lab.is_table {
            true => ("length curve: as a table", "长度曲线：表格"),
            false => ("length curve: as a plot", "长度曲线：图"),
        }));
        // Where one pane is shown at a time, it is this one now.
        if self.areas.find(|target| *target == Target::Pane(Pane::Curve)).is_none() {
            self.set_pane(Pane::Curve);
        }
    }

    /// B becomes A without the places of a feature.
    fn leave_out(&mut self, term: &str, spans: &[std::ops::Range<usize>]) {
        if !self.sensed_a_is_current() {
            self.warn(("A is still being traced", "A 仍在追踪中"));
            return;
        }
        let text = self.lab.a.text();
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
        let name = self.lang.pick((format!("{term} left out"), format!("去掉 {term}")));
        self.put_in_b(&rest, origin, &name);
    }
}
