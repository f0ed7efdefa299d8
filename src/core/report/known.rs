//! What is known of every k, and from where: labels, judgements, the texts, or a model.

use super::Subject;
use super::page::{percent, with_interval_in_words};
use crate::display::{Lang, counted, grouped_digits};
use crate::evidence::{Curve, Judged, Predicted};
use std::cmp::Ordering;

/// Precision and recall of every k, and where they are from.
pub(super) struct Known<'a> {
    pub(super) by: By<'a>,
    pub(super) curve: Curve,
}

/// Where precision and recall are from.
pub(super) enum By<'a> {
    Labels,
    Judgements(&'a Judged),
    /// The texts of this share of the documents were compared with all others.
    Comparison(f64),
    Model,
}

/// What is known, the narrower interval of the precision at k first. `predicted` is by the texts, if they were compared.
pub(super) fn of<'a>(
    subject: &Subject<'a>,
    k: u8,
    predicted: Option<Curve>,
    compared: Option<f64>,
) -> Vec<Known<'a>> {
    let by_labels = subject.by_labels.and_then(<[Curve]>::first);
    let by = compared.map_or(By::Model, By::Comparison);
    let first = match by_labels {
        Some(curve) => Some(Known { by: By::Labels, curve: curve.clone() }),
        None => predicted.map(|curve| Known { by, curve }),
    };
    let judged =
        (subject.judged).map(|judged| Known { by: By::Judgements(judged), curve: judged_curve(judged) });
    let mut known: Vec<Known<'_>> = first.into_iter().chain(judged).collect();
    let width = |known: &Known<'_>| {
        let precision = known.curve.at(k).and_then(|at| at.precision);
        precision.map_or(f64::INFINITY, |share| share.high - share.low)
    };
    known.sort_by(|a, b| width(a).partial_cmp(&width(b)).unwrap_or(Ordering::Equal));
    known
}

/// What judgements say of every k. At the largest judged distance there is no recall: nothing is known beyond it.
fn judged_curve(judged: &Judged) -> Curve {
    let mut curve = judged.curve();
    if let Some(last) = curve.rows.last_mut() {
        last.recall = None;
    }
    curve
}

/// Fewer judged pairs say nothing of all.
const FEW: u64 = 10;

impl Known<'_> {
    /// Where it is from, in two words.
    pub(super) fn name(&self, lang: Lang) -> &'static str {
        lang.pick(match self.by {
            By::Labels => ("by labels", "按标签"),
            By::Judgements(_) => ("by judgements", "按判定"),
            By::Comparison(_) => ("by the texts", "按文本"),
            By::Model => ("modelled", "按模型"),
        })
    }

    /// The same with the number of pairs that it stands on, at k.
    fn from(&self, k: u8, lang: Lang) -> String {
        match self.by {
            By::Judgements(judged) => {
                let n = grouped_digits(judged.within(k));
                lang.pick((format!("by {n} judged pairs"), format!("按 {n} 对判定")))
            }
            By::Comparison(share) if share < 1.0 => {
                let share = percent(share);
                lang.pick((format!("by {share} of the texts"), format!("按 {share} 的文本")))
            }
            _ => self.name(lang).to_owned(),
        }
    }

    /// How many judged pairs are within k.
    pub(super) fn judged(&self, k: u8) -> Option<u64> {
        match self.by {
            By::Judgements(judged) => Some(judged.within(k)),
            _ => None,
        }
    }

    /// How good the pairs within k are, as a sentence.
    pub(super) fn sentence(&self, k: u8, lang: Lang) -> Option<String> {
        let at = self.curve.at(k)?;
        if let Some(judged) = self.judged(k).filter(|&judged| judged < FEW) {
            let pairs = counted(judged as usize, "pair", "pairs");
            return Some(lang.pick((
                format!("Judged within k = {k}: {pairs}, too few to say how many are confirmed."),
                format!("距离不超过 k = {k} 的文档对只判定了 {judged} 对，不足以估计有多少确认。"),
            )));
        }
        let precision = with_interval_in_words(at.precision?);
        let from = self.from(k, lang);
        let found = self.found(at, lang);
        Some(lang.pick((
            format!(
                "Of the pairs within k = {k}, {precision} are confirmed, {from}{}.",
                found.as_ref().map_or(String::new(), |found| format!("; these are {found}")),
            ),
            format!(
                "距离不超过 k = {k} 的文档对中 {precision} 得到确认（{from}）{}。",
                found.as_ref().map_or(String::new(), |found| format!("，{found}")),
            ),
        )))
    }

    /// Which part of the confirmed pairs is within k.
    fn found(&self, at: &Predicted, lang: Lang) -> Option<String> {
        let recall = percent(at.recall?.share);
        // Judgements say nothing of pairs beyond the largest judged distance.
        let last = self.curve.rows.last().filter(|_| matches!(self.by, By::Judgements(_)));
        Some(match last {
            Some(last) => lang.pick((
                format!("{recall} of the confirmed pairs within distance {}", last.k),
                format!("占距离 {} 以内确认的文档对的 {recall}", last.k),
            )),
            None => lang
                .pick((format!("{recall} of all confirmed pairs"), format!("占全部确认的文档对的 {recall}"))),
        })
    }
}
