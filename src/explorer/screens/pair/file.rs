//! What of the pair leaves the explorer: copies and files.

use super::keys::Pane;
use super::lengths::LengthRow;
use super::lists::Row;
use super::state::State;
use crate::command_line::Words;
use crate::shared::Shared;
use crate::sheet::{Sheet, Unwritten, of_rows};
use crate::surface::Phrase;
use crate::widgets::bits::weight_text;
use simscope_core::alignment::Alike;
use simscope_core::export::{Compared, Format, Sensitivity};
use simscope_core::measures::Measure;
use simscope_core::recipe::Recipe;
use simscope_core::sensitivity::{Battery, Curve, Experiment, Traced};
use simscope_core::simhash;
use std::io::{self, Write};
use std::sync::Arc;

const AWAITED: Phrase = ("the texts are still being looked at", "文本仍在分析中");

impl State {
    /// What the screen shows, as a file: of the lists about edits what A is sensitive to, else what `compare` prints.
    pub(super) fn sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        if self.is_of_edits() { self.edits_sheet(shared) } else { self.compared_sheet(shared) }
    }

    /// The command that prints it.
    pub(super) fn command(&self, shared: &Shared) -> Words {
        if self.is_of_edits() {
            let words = Words::of(["sensitivity"]).k(shared);
            let words = match self.a.document() {
                Some(document) => words.and("--id", shared.document(document).id),
                None => words.and("--text", self.texts()[0]),
            };
            let words = words.and("--edits", self.experiment.edits.to_string());
            return words.and("--seed", self.experiment.seed.to_string());
        }
        match self.documents() {
            Some((a, b)) => Words::of(["compare", shared.document(a).id, shared.document(b).id]),
            None => {
                let [a, b] = self.texts();
                Words::of(["compare", "--texts", a, b])
            }
        }
    }

    fn id(&self, shared: &Shared, document: Option<u32>) -> Option<String> {
        document.map(|document| shared.document(document).id.to_owned())
    }

    fn edits_sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let compared = self.compared().filter(|_| self.a_is_current(shared)).ok_or(AWAITED)?;
        let tried = self.tried(shared).filter(|tried| tried.is_whole);
        Ok(Box::new(EditsSheet {
            id: self.id(shared, self.a.document()),
            recipe: compared.key.hashed.recipe,
            a: compared.a.clone(),
            k: shared.k,
            experiment: self.experiment,
            battery: tried.map(|tried| Battery { trials: tried.trials.clone() }),
            curve: self.curve(shared).cloned(),
            corpus: shared.model.corpus.name().to_owned(),
        }))
    }

    fn compared_sheet(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        const UNMEASURED: Phrase = ("the pair is not measured yet", "该对尚未测量");
        let compared = self.compared().filter(|_| self.is_current(shared)).ok_or(UNMEASURED)?;
        let measures = self.measures(shared).filter(|measures| measures.is_whole).ok_or(UNMEASURED)?;
        let taken = |measure| measures.values.iter().find(|(of, _)| *of == measure).copied();
        let measures: Vec<(Measure, f64)> = Measure::DEFAULTS.into_iter().filter_map(taken).collect();
        let recipe = compared.key.hashed.recipe;
        let (a, b) = (compared.a.clone(), compared.b.clone());
        let ids = [&self.a, &self.b].map(|side| self.id(shared, side.document()));
        let [text_a, text_b] = self.texts();
        let alike = Alike::of(text_a, text_b);
        Ok(of_rows(move |format, _, out| {
            let ids = [ids[0].as_deref(), ids[1].as_deref()];
            Compared { ids, recipe, traces: [&a.trace, &b], alike, measures: &measures }.write(format, out)
        }))
    }

    /// What a pane points at, with its name for the status line.
    pub(super) fn pointed_at(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        const EMPTY: Phrase = ("this text is empty: nothing to copy", "该文本为空：没有可复制的内容");
        let text = |text: &str, name| match text {
            "" => Err(EMPTY),
            _ if shared.lacks_texts() => shared.with_text(0).map(|_| Default::default()),
            _ => Ok((text.to_owned(), name)),
        };
        match self.focus {
            Pane::TextA => text(self.a.as_str(), ("text A", "A 的文本")),
            Pane::TextB => text(self.b.as_str(), ("text B", "B 的文本")),
            Pane::Bits => {
                let (a, b) = self.signatures_of_both(shared).ok_or(AWAITED)?;
                let hex = |signature: u128| simhash::hex(signature, shared.model.recipe.bits);
                let text = format!("{}\t{}\t{}", hex(a), hex(b), hex(a ^ b));
                Ok((text, ("both signatures and A ⊕ B", "两个签名与 A ⊕ B")))
            }
            Pane::List => self.row_text(shared),
        }
    }

    /// The signatures of the texts as they are now.
    pub(super) fn signatures_of_both(&self, shared: &Shared) -> Option<(u128, u128)> {
        if shared.lacks_texts() {
            let signature = |document: u32| shared.model.signatures.try_get(document as usize);
            return self.documents().and_then(|(a, b)| signature(a).zip(signature(b)));
        }
        let compared = self.compared().filter(|_| self.is_current(shared))?;
        Some((compared.a.trace.signature, compared.b.signature))
    }

    /// The selected row of the list that is shown.
    fn row_text(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        const NOTHING: Phrase = ("nothing is selected: nothing to copy", "未选择任何行：没有可复制的内容");
        let row = match self.row(shared, self.list().selected) {
            None if self.view == super::keys::View::Lengths => Row::Length(self.own_length(shared)?),
            row => row.ok_or(NOTHING)?,
        };
        Ok(match row {
            Row::Difference(difference) => {
                let [a, b] = self.texts();
                let text = format!("{}\t{}", &a[difference.a.clone()], &b[difference.b.clone()]);
                (text, ("what only A has, and what only B has", "仅 A 有的与仅 B 有的"))
            }
            Row::Feature(feature, term) => {
                let [a, b] = feature.weights.map(weight_text);
                (format!("{term}\t{a}\t{b}"), ("the term and its weights", "词项与其权重"))
            }
            Row::Edit(edit, trial) => {
                let moved = trial.and_then(|trial| trial.outcome.as_ref().ok());
                let moved = moved.ok_or(("this edit has no result to copy", "该编辑没有可复制的结果"))?;
                let text = format!("{edit}\t{}\t{}", moved.detail, moved.distance());
                (text, ("the edit and its distance", "编辑与距离"))
            }
            Row::Length(row) => (
                match row {
                    LengthRow::Measured(point) => {
                        let (p10, p90) = (point.quantile(0.1), point.quantile(0.9));
                        let (mean, within, theory) = (point.mean(), point.within(shared.k), point.theory());
                        format!("{}\t{mean}\t{p10}\t{p90}\t{within}\t{theory}", point.features)
                    }
                    LengthRow::Own { features, within } => format!("{features}\t\t\t\t{within}\t"),
                },
                (
                    "features, mean, p10, p90, share within k, theory",
                    "特征数、均值、p10、p90、k 内份额、理论值",
                ),
            ),
            Row::Without(feature, left) => (
                format!("{}\t{}", feature.term, left.distance()),
                ("the term and the distance without it", "词项与去掉它的距离"),
            ),
            Row::Measure(measure) => {
                let value = self.measured(shared, measure).ok_or(AWAITED)?;
                (format!("{measure}\t{value}"), ("the measure and its value", "度量与其值"))
            }
            Row::Near(near) => {
                let id = shared.document(near.index).id;
                (format!("{id}\t{}", near.distance), ("the id and its distance to B", "编号与到 B 的距离"))
            }
            Row::Link(..) => {
                let links: Vec<&str> = self.chain(shared).iter().map(|&at| shared.document(at).id).collect();
                (links.join("\t"), ("the documents of the chain", "链上的文档"))
            }
            Row::Under(under) => (
                format!("{}\t{}\t{}", under.name(shared.lang), under.distance, under.recipe.bits),
                ("recipe, distance and bits", "配方、距离与位数"),
            ),
            Row::Text(at, text) => {
                let all = self.signatures(shared).ok_or(AWAITED)?;
                let distances = (0..self.several.texts.len()).map(|other| {
                    all.distance(at, other).map_or(String::new(), |distance| distance.to_string())
                });
                let cells: Vec<String> =
                    [(at + 1).to_string(), text.to_owned()].into_iter().chain(distances).collect();
                (cells.join("\t"), ("the text and its distances to all", "文本与到全部文本的距离"))
            }
        })
    }

    /// The length of the curve that is nearest below that of A.
    fn own_length<'a>(&self, shared: &'a Shared) -> Result<LengthRow<'a>, Phrase> {
        let rows = self.length_rows(shared);
        let own = self.compared().map_or(0, |compared| compared.a.length);
        let row = rows.iter().rfind(|row| row.features() <= own).or(rows.first());
        row.copied().ok_or(("the curve has no points yet", "曲线尚无数据点"))
    }
}

/// The content of a file about edits.
#[derive(Debug)]
pub struct EditsSheet {
    /// The document, unless A was typed.
    pub id: Option<String>,
    /// The recipe.
    pub recipe: Recipe,
    /// What A is made of.
    pub a: Arc<Traced>,
    /// The threshold.
    pub k: u8,
    /// What the edits and the curve follow from.
    pub experiment: Experiment,
    /// What the edits did, if all were tried.
    pub battery: Option<Battery>,
    /// The curve, if it was measured.
    pub curve: Option<Arc<Curve>>,
    /// The name of the corpus.
    pub corpus: String,
}

impl EditsSheet {
    fn sensitivity(&self) -> Sensitivity<'_> {
        let Experiment { edits, seed, .. } = self.experiment;
        Sensitivity {
            id: self.id.as_deref(),
            recipe: self.recipe,
            trace: &self.a.trace,
            features: self.a.length,
            k: self.k,
            edits,
            seed,
            influence: &self.a.influence,
            margins: &self.a.margins,
            battery: self.battery.as_ref(),
            curve: self.curve.as_deref(),
            corpus: &self.corpus,
        }
    }
}

impl Sheet for EditsSheet {
    fn rows(&self, format: Format, _: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        self.sensitivity().write(format, out)
    }

    fn about(&self) -> Vec<String> {
        self.sensitivity().about()
    }

    fn lacks(&self) -> Option<Phrase> {
        match (&self.curve, &self.battery) {
            (None, _) => {
                Some(("without the length curve, which is not measured yet", "不含尚未测完的长度曲线"))
            }
            (_, None) => Some(("without the edits, which are not all tried yet", "不含尚未试完的编辑")),
            _ => None,
        }
    }

    fn no_format(&self, path: String) -> Unwritten {
        Unwritten::EditsEnding(path)
    }
}
