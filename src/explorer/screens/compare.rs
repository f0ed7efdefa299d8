//! Screen 5, Compare: two documents side by side, what differs between them, and why they are as far apart as they are.

mod about;
mod features;
mod moves;
pub mod news;
mod state;
mod view;
mod work;

use crate::action::{Action, Pane};
use crate::filtering::{Line, Standing};
use crate::room::{Export, Moving, Room, selected};
use crate::shared::{Scene, Shared};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::compare as keys;
use crate::surface::{Paint, Phrase, grouped_digits};
use keys::Pane as Own;
use news::Weighed;
use ratatui::layout::{Position, Rect};
use simscope_core::alignment::Alike;
use simscope_core::export::Compared;
use simscope_core::hamming;
use simscope_core::measures::Measure;
use simscope_core::simhash;
pub use state::State;
use std::f64::consts::PI;

impl Room for State {
    fn panes(&self) -> &'static [Pane] {
        &[
            Pane::Compare(Own::TextA),
            Pane::Compare(Own::TextB),
            Pane::Compare(Own::Bits),
            Pane::Compare(Own::Features),
            Pane::Compare(Own::Measures),
            Pane::Compare(Own::Chain),
        ]
    }

    fn focus(&self) -> Pane {
        self.focus.into()
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Compare(pane) = pane {
            self.focus = pane;
            if !matches!(pane, Own::TextA | Own::TextB) {
                self.low = Some(pane);
            }
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        view::view(Scene { own: self, shared }, paint, area);
        None
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_pair(shared);
        self.follow_filter();
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_pair(shared);
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Compare(pane) = pane else { return None };
        let lines = shared.lines_of(pane).saturating_sub(3);
        match pane {
            Own::Features => {
                let longest = |weighed| (0..3).map(|list| self.listed(weighed, list).count()).max();
                let rows = self.weighed(shared).and_then(longest).unwrap_or(0);
                Some(Moving::Lines(&mut self.scroll[0], rows.saturating_sub(lines)))
            }
            Own::Measures => Some(Moving::Lines(&mut self.scroll[1], work::MEASURES.len())),
            Own::Chain => {
                let rows = self.chain(shared).len().saturating_sub(1);
                Some(Moving::Rows(&mut self.links, rows))
            }
            Own::TextA | Own::TextB | Own::Bits => None,
        }
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.focus {
                Own::Chain => self.open_link(shared),
                _ => shared.open_document(),
            },
            Action::Cancel => {
                return self.cancel_work(shared) || shared.clear_filter(&mut self.features.filter);
            }
            Action::Resume => return self.retry(shared),
            Action::Out => shared.back(),
            Action::Move(towards) => return self.move_in_pane(shared, towards),
            Action::Scroll(Pane::Compare(Own::TextA | Own::TextB), by) => {
                self.scroll_texts(shared, by.into())
            }
            Action::SetBit(bit) => {
                self.bit = bit;
                self.set_focus(Own::Bits.into());
            }
            Action::ToCompare => shared.back(),
            Action::GoNearest => self.take_nearest(shared),
            Action::StepDocument(by) => self.step_pair(shared, by),
            _ => return false,
        }
        true
    }

    fn filter(&mut self) -> Option<(Phrase, &mut Line)> {
        Some((("filter the features: ", "筛选特征："), &mut self.features.filter))
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        Some(self.filter_stands(shared))
    }

    fn pair(&mut self, shared: &mut Shared) -> Option<u32> {
        shared.pair_partner()
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        const NO_PAIR: Phrase = ("no pair is selected: nothing to copy", "未选择文档对：没有可复制的内容");
        selected(shared)?;
        let (a, b) = self.pair(shared).ok_or(NO_PAIR)?;
        let document = |at: u32| shared.document(at);
        let signature = |at: u32| shared.model.signatures.try_get(at as usize);
        let unsigned = ("the pair has no signatures yet: nothing to copy", "该对尚无签名：没有可复制的内容");
        let (of_a, of_b) = signature(a).zip(signature(b)).ok_or(unsigned)?;
        let hex = |signature: u128| simhash::hex(signature, shared.model.recipe.bits);
        let chain = || {
            let links = self.chain(shared);
            let links: Vec<&str> = links.iter().map(|&at| document(at).id).collect();
            Some(links.join("\t")).filter(|text| !text.is_empty())
        };
        Ok(match self.focus {
            Own::TextA => (document(shared.with_text(a)?).text.to_owned(), ("text A", "文本 A")),
            Own::TextB => (document(shared.with_text(b)?).text.to_owned(), ("text B", "文本 B")),
            Own::Bits => (
                format!("{}\t{}\t{}", hex(of_a), hex(of_b), hex(of_a ^ of_b)),
                ("both signatures and A ⊕ B", "两个签名与 A ⊕ B"),
            ),
            Own::Chain => (
                chain().ok_or(("no chain joins this pair: nothing to copy", "没有链：没有可复制的内容"))?,
                ("the documents of the chain", "链上的文档"),
            ),
            Own::Features | Own::Measures => {
                let distance = hamming::distance(of_a, of_b);
                let pair = format!("{}\t{}\t{distance}", document(a).id, document(b).id);
                (pair, ("the pair and its distance", "文档对与距离"))
            }
        })
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        const NO_PAIR: Phrase = ("no pair is selected", "未选择文档对");
        let (a, b) = self.pair(shared).ok_or(NO_PAIR)?;
        let Some(weighed) = self.weighed(shared) else { return Ok(shared.why_pair(a, b)) };
        let traces = [&*weighed.traces[0], &*weighed.traces[1]];
        Ok(match self.focus {
            Own::Bits => shared.why_bit_of_two(traces, self.bit),
            Own::Features => shared.why_edited(traces, &weighed.difference),
            Own::Measures => self.why_measures(shared, weighed),
            Own::TextA | Own::TextB | Own::Chain => shared.why_pair(a, b),
        })
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![about::about(self.focus)]
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named("simscope-compared.jsonl", self.file(shared))
    }
}

impl State {
    /// The cosine that the distance estimates, beside the exact one, and the features that make it.
    fn why_measures(&self, shared: &Shared, weighed: &Weighed) -> String {
        let (lang, bits, d) = (shared.lang, shared.model.recipe.bits, weighed.difference.distance());
        let estimated = (PI * f64::from(d) / f64::from(bits.get())).cos();
        let both = weighed.shared.len();
        let all = both + weighed.only.iter().map(Vec::len).sum::<usize>();
        let (both, all) = (grouped_digits(both), grouped_digits(all));
        let exact = self.measured(shared, Measure::Cosine);
        let exact = exact.map_or("…".to_owned(), |exact| format!("{exact:.3}"));
        lang.pick((
            format!("{d} of {bits} bits differ, which estimates a cosine of {estimated:.3}; it is {exact}, because both have {both} of their {all} features."),
            format!("{bits} 位中 {d} 位不同，据此估计余弦为 {estimated:.3}；实为 {exact}，因为 {all} 个特征中两者共有 {both} 个。"),
        ))
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let known = self.weighed_by(shared).filter(|_| self.is_measured(shared));
        let (key, weighed) = known.ok_or(("the pair is not measured yet", "该对尚未测量"))?;
        let taken = |measure| Some((measure, self.measured(shared, measure)?));
        let measures: Vec<_> = Measure::DEFAULTS.into_iter().filter_map(taken).collect();
        let (corpus, traces) = (shared.model.corpus.clone(), weighed.traces.clone());
        Ok(of_rows(move |format, _, out| {
            let [a, b] = [key.a, key.b].map(|document| corpus.get(document as usize));
            Compared {
                ids: [Some(a.id), Some(b.id)],
                recipe: key.recipe,
                traces: [&traces[0], &traces[1]],
                alike: Alike::of(a.text, b.text),
                measures: &measures,
            }
            .write(format, out)
        }))
    }
}
