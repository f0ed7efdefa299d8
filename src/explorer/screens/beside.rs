//! Behind screen 2, Beside: one document under two recipes side by side, and over the corpus the pairs that only one of
//! them sees.

mod about;
pub mod news;
mod pairs;
mod state;
mod view;
mod work;

use crate::action::{Action, Pane, Screen};
use crate::filtering::{Line, Standing};
use crate::jobs::Work;
use crate::room::{Export, Moving, Room, copy_document, panes, selected};
use crate::shared::{Scene, Shared};
use crate::sheet::Sheet;
pub use crate::surface::action::beside as keys;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::simhash::{self, Trace};
pub use state::{Listed, State};
use std::sync::Arc;

impl Room for State {
    panes!(Beside: Differing, SideA, SideB);

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.focus {
                Own::Differing => self.open_seen_pair(shared),
                Own::SideA | Own::SideB => shared.go(Screen::Anatomy),
            },
            Action::Cancel => return self.cancel_work(shared) || shared.clear_filter(&mut self.pairs.filter),
            Action::Resume => return self.second.retry() | self.contrast.retry(),
            Action::Out => shared.leave_for(Screen::Anatomy),
            _ => return false,
        }
        true
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Beside {
            shared.want_traces(shared.selected_document());
            self.want_sides(shared);
        }
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Beside(pane) = pane else { return None };
        let last =
            |trace: Option<&Arc<Trace>>| trace.map_or(0, |trace| trace.features.len().saturating_sub(1));
        Some(match pane {
            Own::Differing => {
                let rows = self.pairs.rows();
                Moving::Rows(&mut self.pairs.list, rows)
            }
            Own::SideA => Moving::Lines(&mut self.scroll[0], last(shared.model.trace(shared.selected))),
            Own::SideB => {
                let trace = shared.second.and_then(|recipe| self.trace(shared.selected, &recipe));
                let last = last(trace);
                Moving::Lines(&mut self.scroll[1], last)
            }
        })
    }

    fn row_chosen(&mut self, shared: &mut Shared, _pane: Pane, has_moved: bool) {
        if has_moved {
            self.select_seen_pair(shared);
        }
    }

    fn follow(&mut self, shared: &mut Shared) {
        if self.pairs.is_outdated() {
            self.arrange(shared, self.selected());
        }
    }

    fn filter(&mut self) -> Option<(Phrase, &mut Line)> {
        Some((("filter the pairs: ", "筛选文档对："), &mut self.pairs.filter))
    }

    fn filter_standing(&self, _shared: &Shared) -> Option<Standing<'_>> {
        Some(self.pairs.standing(self.found().is_some()))
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.other.filter(|_| self.focus == Own::Differing)
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let document = selected(shared)?;
        let id = |document: u32| shared.document(document).id;
        match (self.focus, self.selected()) {
            (Own::SideB, _) => {
                let known = shared.second.and_then(|recipe| Some((self.trace(document, &recipe)?, recipe)));
                let (trace, recipe) = known.ok_or((
                    "recipe B has no signature yet: nothing to copy",
                    "配方 B 尚无签名：没有可复制的内容",
                ))?;
                let signature = simhash::hex(trace.signature, recipe.bits);
                Ok((
                    format!("{}\t{signature}", id(document)),
                    ("id and signature under B", "编号与 B 的签名"),
                ))
            }
            (Own::Differing, Some(pair)) => {
                let distance = |d: Option<u8>| d.map_or(String::new(), |d| d.to_string());
                let (a, b) = (distance(pair.distance_a), distance(pair.distance_b));
                let text = format!("{}\t{}\t{a}\t{b}", id(pair.documents.0), id(pair.documents.1));
                Ok((text, ("the pair and both distances", "文档对与两个距离")))
            }
            _ => copy_document(shared),
        }
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        const NONE: Phrase = ("no pair is listed", "没有列出文档对");
        if self.focus == Own::SideA {
            return selected(shared).map(|document| shared.why_document(document));
        }
        let pair = self.selected().ok_or(NONE)?;
        let none =
            || shared.lang.pick(("none, as one of them has no features,", "无（其一没有特征）")).to_owned();
        let of = |distance: Option<u8>| distance.map_or_else(none, |distance| distance.to_string());
        let [a, b] = [pair.documents.0, pair.documents.1].map(|document| shared.shown_id(document));
        let (d_a, d_b, k) = (of(pair.distance_a), of(pair.distance_b), shared.k);
        let seen = if pair.is_seen.0 { "A" } else { "B" };
        Ok(shared.lang.pick((
            format!("{a} and {b} are within k = {k} only under recipe {seen}: their distance is {d_a} under recipe A and {d_b} under recipe B."),
            format!("{a} 与 {b} 只在配方 {seen} 下距离不超过 k = {k}：配方 A 下 {d_a}，配方 B 下 {d_b}。"),
        )))
    }

    fn export(&self, shared: &Shared) -> Export {
        Export { has_second: true, ..Export::named("simscope-seen-by-one.tsv", self.file(shared)) }
    }

    fn doing(&self, shared: &Shared, work: &'static Work) -> Option<String> {
        let is_hashing = work == work::SECOND && self.hashed().is_none();
        let phrase = ("hashing under recipe B", "按配方 B 计算签名");
        is_hashing.then(|| shared.lang.pick(phrase).to_owned())
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let found = self.found().filter(|_| self.contrast_is_current(shared));
        let found = found.ok_or(("the recipes are not compared yet", "尚未完成配方对比"))?;
        Ok(Box::new(pairs::SeenByOne {
            corpus: shared.model.corpus.clone(),
            found: found.clone(),
            pairs: (0..self.pairs.rows()).filter_map(|row| self.pair(row)).collect(),
        }))
    }
}
