//! Screen 2, Anatomy: one document, from its features through the sums to the signature.

mod features;
mod state;
pub mod steps;
mod view;

use crate::action::{Action, Pane, Screen, Towards};
use crate::command_line::Words;
use crate::filtering::Standing;
use crate::listing::Sorts;
use crate::room::{Entered, Export, Foot, Moving, Panes, Room, copy_document, selected};
use crate::shared::{Scene, Shared};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::anatomy as keys;
use crate::surface::{Paint, Phrase};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::export::Explained;
use simscope_core::simhash;
pub use state::State;

impl Room for State {
    fn panes(&self) -> Panes {
        const STEPS: &[Pane] = &[Pane::Anatomy(Own::Steps)];
        const ALL: &[Pane] = &[
            Pane::Anatomy(Own::Features),
            Pane::Anatomy(Own::Sums),
            Pane::Anatomy(Own::Bit),
            Pane::Anatomy(Own::Text),
        ];
        match self.steps.is_open {
            true => Panes { all: STEPS, focus: Own::Steps.into() },
            false => Panes { all: ALL, focus: self.focus.into() },
        }
    }

    fn set_focus(&mut self, pane: Pane) {
        if let Pane::Anatomy(pane) = pane {
            self.focus = if self.steps.is_open || pane == Own::Steps { self.focus } else { pane };
        }
    }

    fn view(&self, shared: &Shared, paint: &mut Paint<'_>, area: Rect) -> Option<Position> {
        match self.steps.is_open {
            true => steps::view(Scene { own: &self.steps, shared }, paint, area),
            false => view::view(Scene { own: self, shared }, paint, area),
        }
        None
    }

    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![about(if self.steps.is_open { Own::Steps } else { self.focus })]
    }

    fn typed(&mut self, shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        match entered {
            Entered::Answer(_, line) => self.steps.answer_step(shared, line).map(|()| true),
            _ => entered.as_filter((!self.steps.is_open).then_some(&mut self.features.filter)),
        }
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let sorts = Sorts::of(&features::COLUMNS, self.features.sort.by);
        if self.steps.is_open { self.steps.foot(shared, sorts) } else { Foot { sorts, ..Foot::default() } }
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_document(shared);
        self.steps.follow_document(shared);
        self.arrange(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Anatomy {
            shared.want_traces(shared.selected_document());
        }
    }

    fn moving<'a>(&'a mut self, shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        let Pane::Anatomy(own) = pane else { return None };
        if self.steps.is_open {
            return None;
        }
        let height = shared.lines_of(pane);
        Some(match own {
            Own::Features => {
                let rows = shared.model.trace(shared.selected).map_or(0, |_| self.features.rows());
                Moving::Rows(&mut self.features.list, rows)
            }
            Own::Text => {
                let inside = height.saturating_sub(2);
                Moving::Lines(&mut self.text_scroll, view::text_lines(shared).saturating_sub(inside))
            }
            Own::Bit => {
                let lines = view::push_lines(Scene { own: self, shared });
                Moving::Lines(&mut self.bit_scroll, lines.saturating_sub(view::push_room(height)))
            }
            Own::Sums | Own::Steps => return None,
        })
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        self.is_stepping = matches!(action, Action::StepDocument(_) | Action::GoNearest);
        if self.steps.is_open {
            return self.steps.own_act(shared, action);
        }
        match action {
            Action::Open => shared.asked.then.push(Action::Why),
            Action::Chosen(..) => self.show_selected_feature(shared),
            Action::Cancel => return shared.clear_filter(&mut self.features.filter),
            Action::SetBit(bit) => self.put_bit(shared, bit),
            Action::Move(towards) => match (self.focus, towards) {
                (Own::Features | Own::Sums | Own::Bit, Towards::Left | Towards::Right) => {
                    self.step_bit(shared, towards);
                }
                (Own::Sums, _) => self.step_in_sums(shared, towards),
                _ => return false,
            },
            Action::Scroll(pane, by) if pane == Own::Sums.into() => {
                self.put_bit(shared, self.bit.saturating_add_signed(-by.signum() as i8));
            }
            _ => return false,
        }
        true
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        let features = shared.model.trace(shared.selected).map_or(&[][..], |trace| &trace.features);
        let terms = features.iter().map(|feature| &*feature.term);
        let label = ("filter the features: ", "筛选特征：");
        (!self.steps.is_open).then(|| self.features.filter.stands_over(label, terms))
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let document = selected(shared)?;
        if self.steps.is_open {
            return Ok((self.steps.told(shared)?, ("the sentence", "句子")));
        }
        match self.focus {
            Own::Text => {
                shared.with_text(document)?;
                let text = shared.document(document).text.to_owned();
                Ok((text, ("the text", "文本")))
            }
            Own::Features => {
                let trace = shared.model.trace(document);
                let (_, feature) = trace
                    .and_then(|trace| self.selected_feature(trace))
                    .ok_or(("no feature is selected: nothing to copy", "未选择特征：没有可复制的内容"))?;
                let hash = simhash::hex(feature.hash, shared.model.recipe.bits);
                Ok((format!("{}\t{hash}", feature.term), ("term and hash", "词项与哈希")))
            }
            Own::Sums | Own::Bit | Own::Steps => copy_document(shared),
        }
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        let document = selected(shared)?;
        if self.steps.is_open {
            return self.steps.why(shared, document);
        }
        let trace = shared.model.trace(document).ok_or(steps::TRACING)?;
        let place = self.features.selected();
        Ok(match (self.focus, place) {
            (Own::Features | Own::Text, Some(place)) => shared.why_feature(trace, place),
            (Own::Text, None) => shared.why_document(document),
            _ => shared.why_bit(trace, self.bit),
        })
    }

    fn export(&self, shared: &Shared) -> Export {
        let id = selected(shared).map(|document| shared.document(document).id);
        let command = id.map(|id| Words::of(["explain"]).and("--id", id));
        Export::named("simscope-anatomy.jsonl", self.file(shared), command)
    }
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let model = &shared.model;
        let document = shared.selected_document().ok_or(("no document is selected", "未选择文档"))?;
        let trace = model.trace(document).ok_or(steps::TRACING)?;
        let (id, trace) = (shared.document(document).id.to_owned(), trace.clone());
        let recipe = model.recipe;
        Ok(of_rows(move |format, _, out| {
            Explained { id: Some(&id), recipe, trace: &trace }.write(format, out)
        }))
    }
}

const fn about(pane: Own) -> &'static [Phrase] {
    match pane {
        Own::Features => &[
            (
                "What the document was cut into, each with its count, its weight, and its hash, a bit a column.",
                "文档切分成的特征，各有次数、权重与哈希，每列一位。",
            ),
            (
                "A feature adds its weight to the sums where its hash has 1, and takes it where it has 0.",
                "特征在哈希为 1 的位给累加值加上权重，为 0 的位则减去。",
            ),
        ],
        Own::Sums => &[
            (
                "The sum of each bit over all features: above 0 the signature has 1, below it 0.",
                "每一位对全部特征求和：大于 0 签名为 1，小于 0 为 0。",
            ),
            (
                "fragile: one feature flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
            (
                "tie (=): the sum is 0, and the tie rule decides. dead bit (x): the same in all documents, of 20 or more.",
                "平票（=）：累加值为 0，由平票规则决定。恒定位（x）：在所有文档中都相同（至少 20 篇）。",
            ),
        ],
        Own::Bit => &[(
            "Which features push the bit under the cursor up, and which down, the heaviest first.",
            "哪些特征把光标所在的位推高，哪些压低，权重大的在前。",
        )],
        Own::Steps => &[
            (
                "How the signature of this document comes about, one step at a time; the sentence says what the step does.",
                "逐步演示该文档的签名如何得来；句子说明当前一步做了什么。",
            ),
            (
                "In the grid a row is a feature and a column a bit. Adding up, a 1 adds the weight to the sum of its column, and a 0 takes it off.",
                "网格中一行是一个特征，一列是一位。累加时，1 给该列的累加值加上权重，0 则减去。",
            ),
            (
                "Left and right step; up and down keep the bit and change the feature. A click into a cell, or on a stage in the lowest line, goes there; the wheel steps.",
                "左右键走一步；上下键在同一位上换特征。点击格子或最下行的阶段即跳到那里；滚轮逐步前进后退。",
            ),
            (
                "Where the cells are too narrow for numbers, the sums stand as bars. More bits than fit are shown in parts; the part follows the step.",
                "格子太窄放不下数字时，累加值以柱形显示。位数放不下时分段显示，随步骤换段。",
            ),
        ],
        Own::Text => {
            &[("The text, with the places of the selected feature marked.", "文本，标出所选特征出现之处。")]
        }
    }
}
