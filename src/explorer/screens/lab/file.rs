//! What of the lab leaves the explorer: copies and files.

use super::keys::Pane;
use super::lengths::LengthRow;
use super::rows::EffectRow;
use super::sheet::LabSheet;
use super::state::{Origin, State};
use crate::shared::Shared;
use crate::sheet::Sheet;
use crate::surface::Phrase;
use crate::widgets::bits::{sum_text, weight_text};
use simscope_core::sensitivity::Battery;
use simscope_core::simhash;

const AWAITED: Phrase = ("the texts are still being looked at", "文本仍在分析中");

impl State {
    /// What the lab knows of A and of the curve, as a file.
    pub(super) fn sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let compared = self.compared().filter(|_| self.a_is_current(shared)).ok_or(AWAITED)?;
        let id = match &self.a.origin {
            Origin::Document(document) if !self.a.is_touched => {
                Some(shared.document(*document).id.to_owned())
            }
            _ => None,
        };
        let tried = self.tried(shared).filter(|tried| tried.is_whole);
        Ok(Box::new(LabSheet {
            id,
            recipe: compared.key.hashed.recipe,
            a: compared.a.clone(),
            k: shared.k,
            experiment: self.experiment,
            battery: tried.map(|tried| Battery { trials: tried.trials.clone() }),
            curve: self.curve(shared).cloned(),
            corpus: shared.model.corpus.name().to_owned(),
        }))
    }

    /// What a pane points at, with its name for the status line.
    pub(super) fn row(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let compared = self.compared().filter(|_| self.is_current(shared)).ok_or(AWAITED)?;
        let bits = compared.key.hashed.recipe.bits;
        let hex = |signature: u128| simhash::hex(signature, bits);
        let (a, b) = (compared.a.trace.signature, compared.b.signature);
        Ok(match self.pane() {
            Pane::TextA => (hex(a), ("the signature of A", "A 的签名")),
            Pane::TextB => (
                format!("{}\t{}\t{}", hex(b), hex(a ^ b), compared.difference.distance()),
                ("signature of B, A ⊕ B and the distance", "B 的签名、A ⊕ B 与距离"),
            ),
            Pane::Curve => {
                let rows = self.length_rows(shared);
                let row = match self.is_table {
                    true => rows.get(self.lengths.selected),
                    false => {
                        rows.iter().rev().find(|row| row.features() <= compared.a.length).or(rows.first())
                    }
                };
                let row = match row.ok_or(("the curve has no points yet", "曲线尚无数据点"))? {
                    LengthRow::Measured(point) => {
                        let (p10, p90) = (point.quantile(0.1), point.quantile(0.9));
                        let (mean, within, theory) = (point.mean(), point.within(shared.k), point.theory());
                        format!("{}\t{mean}\t{p10}\t{p90}\t{within}\t{theory}", point.features)
                    }
                    LengthRow::Own { features, within } => format!("{features}\t\t\t\t{within}\t"),
                };
                (
                    row,
                    (
                        "features, mean, p10, p90, share within k, theory",
                        "特征数、均值、p10、p90、k 内份额、理论值",
                    ),
                )
            }
            _ => self.effect_text(shared)?,
        })
    }

    /// The selected row of the list that is shown.
    fn effect_text(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        const NOTHING: Phrase = ("nothing is selected: nothing to copy", "未选择任何行：没有可复制的内容");
        let number = |number: f64| number.to_string();
        Ok(match self.effect_row(shared, self.list().selected).ok_or(NOTHING)? {
            EffectRow::Edit(edit, trial) => {
                let moved = trial.and_then(|trial| trial.outcome.as_ref().ok());
                let moved = moved.ok_or(("this edit has no result to copy", "该编辑没有可复制的结果"))?;
                (
                    format!("{edit}\t{}\t{}", moved.detail, moved.distance()),
                    ("the edit and its distance", "编辑与距离"),
                )
            }
            EffectRow::Feature(feature, left) => (
                format!("{}\t{}", feature.term, left.distance()),
                ("the term and the distance without it", "词项与去掉它的距离"),
            ),
            EffectRow::Bit(margin) => {
                let of = margin.margin.map_or(String::new(), number);
                (
                    format!("{}\t{}\t{of}", margin.bit, number(margin.sum)),
                    ("bit, sum and margin", "位、累加值与余量"),
                )
            }
            EffectRow::Change(change) => {
                let (before, after) = (weight_text(change.before), weight_text(change.after));
                (format!("{}\t{before}\t{after}", change.term), ("the term and its weights", "词项与其权重"))
            }
            EffectRow::Under(under) => (
                format!("{}\t{}\t{}", under.name(shared.lang), under.distance, under.recipe.bits),
                ("recipe, distance and bits", "配方、距离与位数"),
            ),
            EffectRow::Near(near) => {
                let id = shared.document(near.document).id;
                (format!("{id}\t{}", near.distance), ("the id and its distance to B", "编号与到 B 的距离"))
            }
            EffectRow::Text(at, text) => {
                let all = self.signatures(shared).ok_or(AWAITED)?;
                let distances = (0..self.several.texts.len()).map(|other| {
                    all.distance(at, other).map_or(String::new(), |distance| distance.to_string())
                });
                let cells: Vec<String> =
                    [(at + 1).to_string(), text.to_owned()].into_iter().chain(distances).collect();
                (cells.join("\t"), ("the text and its distances to all", "文本与到全部文本的距离"))
            }
            EffectRow::Crossing(crossing) => {
                let (before, after) = (sum_text(crossing.before), sum_text(crossing.after));
                (format!("{}\t{before}\t{after}", crossing.bit), ("the bit and its sums", "位与其累加值"))
            }
        })
    }
}
