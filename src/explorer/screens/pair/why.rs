//! Why what is selected in a list, or on the length curve, is as it is shown.

use super::keys::{Pane, View};
use super::lengths::LengthRow;
use super::lists::{Row, edit_name};
use super::state::State;
use super::work::{Compared, Feature};
use crate::shared::Shared;
use crate::shared::why::bits;
use crate::surface::{Phrase, counted, grouped_digits};
use crate::widgets::bits::weight_text;
use simscope_core::contrast::Under;
use simscope_core::measures::Measure;
use simscope_core::sensitivity::{Change, Edit, Trial, percent};
use simscope_core::visible;
use std::f64::consts::PI;

impl State {
    /// Why what has the keys is as it is.
    pub(super) fn why_shown(&self, shared: &Shared) -> Result<String, Phrase> {
        if self.focus == Pane::List && self.view == View::Lengths {
            return self
                .why_length(shared)
                .ok_or(("the length curve is not measured yet", "长度曲线尚未测出"));
        }
        let Some(compared) = self.compared().filter(|_| !shared.lacks_texts()) else {
            let (a, b) = self.documents().ok_or(("the texts are still being compared", "文本仍在比较中"))?;
            return Ok(shared.why_pair(a, b));
        };
        let (a, b) = (&compared.a.trace, &*compared.b);
        let of_texts = || match self.documents() {
            Some((a, b)) => shared.why_pair(a, b),
            None => shared.why_edited([a, b], &compared.difference),
        };
        let row = self.row(shared, self.list().selected).filter(|_| self.focus == Pane::List);
        Ok(match row {
            Some(Row::Feature(feature, term)) => why_feature(shared, compared, feature, term),
            Some(Row::Edit(edit, trial)) => why_edit(shared, compared, &edit, trial),
            Some(Row::Without(_, left)) => shared.why_feature(a, left.feature),
            Some(Row::Measure(_)) => self.why_measures(shared, compared),
            Some(Row::Under(under)) => why_under(shared, compared, under),
            Some(Row::Near(near)) => why_near(shared, compared, near.index),
            Some(Row::Link(x, y)) => shared.why_pair(x, y),
            Some(Row::Text(row, _)) => self.why_cell(shared, row),
            None if self.focus == Pane::Bits => shared.why_bit_of_two([a, b], self.bit),
            Some(Row::Difference(_)) => shared.why_edited([a, b], &compared.difference),
            Some(Row::Length(_)) | None => of_texts(),
        })
    }

    /// The cosine that the distance estimates, beside the exact one, and the features that make it.
    fn why_measures(&self, shared: &Shared, compared: &Compared) -> String {
        let (lang, bits, d) = (shared.lang, shared.model.recipe.bits, compared.difference.distance());
        let estimated = (PI * f64::from(d) / f64::from(bits.get())).cos();
        let both = compared.features.iter().filter(|feature| !feature.places.contains(&None)).count();
        let (both, all) = (grouped_digits(both), grouped_digits(compared.features.len()));
        let exact = self.measured(shared, Measure::Cosine);
        let exact = exact.map_or("…".to_owned(), |exact| format!("{exact:.3}"));
        lang.pick(both!(
            "{d} of {bits} bits differ, which estimates a cosine of {estimated:.3}; it is {exact}, because both have {both} of their {all} features.",
            "{bits} 位中 {d} 位不同，据此估计余弦为 {estimated:.3}；实为 {exact}，因为 {all} 个特征中两者共有 {both} 个。"
        ))
    }

    /// Why two of several texts are a pair, or not.
    fn why_cell(&self, shared: &Shared, row: usize) -> String {
        let (lang, k, column) = (shared.lang, shared.k, self.several.column);
        let (a, b) = (row + 1, column + 1);
        if row == column {
            return lang.pick(both!(
                "Text {a} is at distance 0 from itself, so no distance is shown.",
                "第 {a} 个文本与自身的距离为 0，故不列出。"
            ));
        }
        match self.signatures(shared).map(|all| all.distance(row, column)) {
            None => lang.pick(both!("The texts are still being signed.", "仍在计算这些文本的签名。")),
            Some(None) => lang.pick(both!(
                "Text {a} or text {b} has no features, so they are no pair at any k.",
                "第 {a} 或第 {b} 个文本没有特征，任何 k 都不是一对。"
            )),
            Some(Some(d)) if d <= k => lang.pick((
                format!(
                    "Texts {a} and {b} are a pair: {} differ, within k = {k}.",
                    counted(d.into(), "bit", "bits")
                ),
                format!("第 {a}、{b} 个文本是一对：{d} 位不同，在 k = {k} 以内。"),
            )),
            Some(Some(d)) => lang.pick((
                format!(
                    "Texts {a} and {b} are no pair: {} differ, more than k = {k}.",
                    counted(d.into(), "bit", "bits")
                ),
                format!("第 {a}、{b} 个文本不是一对：{d} 位不同，大于 k = {k}。"),
            )),
        }
    }

    /// What an edit does to texts of the selected length; of the plot, to texts as long as A.
    fn why_length(&self, shared: &Shared) -> Option<String> {
        let rows = self.length_rows(shared);
        let own = self.compared().map_or(0, |compared| compared.a.length);
        let length = if self.is_table { self.length } else { own };
        let row = *rows.iter().rfind(|row| row.features() <= length).or(rows.first())?;
        let (lang, k, edits) = (shared.lang, shared.k, self.experiment.edits);
        let features = counted(row.features() as usize, "feature", "features");
        let (zh, words) = (row.features(), counted(edits.into(), "word", "words"));
        Some(match row {
            LengthRow::Measured(point) => {
                let (kept, mean, theory) = (percent(point.within(k)), point.mean(), point.theory());
                lang.pick(both!(
                    "{kept} of texts with {features} stay within k = {k} when {words} changes: that moves them by {mean:.1} bits on average, and theory says {theory:.1}.",
                    "{zh} 个特征的文本改动 {edits} 词后有 {kept} 仍在 k = {k} 以内：平均移动 {mean:.1} 位，理论值 {theory:.1}。"
                ))
            }
            LengthRow::Own { within, .. } => {
                let kept = percent(within);
                lang.pick(both!(
                    "{kept} of texts with {features}, as A, stay within k = {k} when {words} changes, read between the measured lengths.",
                    "与 A 同为 {zh} 个特征的文本改动 {edits} 词后有 {kept} 仍在 k = {k} 以内（由相邻长度推算）。"
                ))
            }
        })
    }
}

/// What a feature does in the text that has it, or that the texts have it with other weights.
fn why_feature(shared: &Shared, compared: &Compared, feature: Feature, term: &str) -> String {
    let [before, after] = feature.weights;
    match feature.places {
        [Some(at), _] if before == after => shared.why_feature(&compared.a.trace, at),
        _ => {
            let change = Change { term: term.to_owned(), before, after };
            shared.why_change(compared.traces(), &change, &compared.difference)
        }
    }
}

/// Why an edit flips as many bits as it does.
fn why_edit(shared: &Shared, compared: &Compared, edit: &Edit, trial: Option<&Trial>) -> String {
    let (lang, k, name) = (shared.lang, shared.k, edit_name(edit, shared.lang));
    let moved = match trial.map(|trial| &trial.outcome) {
        None => {
            return lang.pick(both!("“{name}” is not tried yet.", "“{name}”尚未尝试。"));
        }
        Some(Err(moot)) => {
            let why = lang.pick(moot.text());
            return lang.pick(both!("“{name}” changes nothing: {why}.", "“{name}”没有改变：{why}。"));
        }
        Some(Ok(moved)) => moved,
    };
    let detail = visible::line(&moved.detail);
    let name = match detail.is_empty() {
        true => lang.pick(both!("“{name}”", "“{name}”")),
        false => lang.pick(both!("“{name}” ({detail})", "“{name}”（{detail}）")),
    };
    let d = moved.distance();
    if moved.is_unseen {
        return lang.pick(both!(
            "{name} flips no bit, because the recipe makes the same features of both texts.",
            "{name}不翻转任何一位：此配方下两个文本的特征相同。"
        ));
    }
    if !moved.has_features {
        return lang.pick(both!(
            "{name} leaves no features, and a text without features is in no group.",
            "{name}之后没有特征，而没有特征的文本不入组。"
        ));
    }
    let farthest = compared.a.trace.sums.iter().enumerate().filter(|(bit, _)| moved.flipped >> bit & 1 == 1);
    let farthest = weight_text(farthest.map(|(_, sum)| sum.abs()).fold(0.0, f64::max));
    let (numbers, flipped) = (bits(moved.flipped, lang), counted(d.into(), "bit", "bits"));
    let verdict = match d <= k {
        true => lang.pick(both!("within k = {k}", "在 k = {k} 以内")),
        false => lang.pick(both!("more than k = {k}", "大于 k = {k}")),
    };
    if d > 0 && farthest == "0" {
        return lang.pick(both!(
            "{name} flips {flipped} ({numbers}), {verdict}: its sum was 0 (a tie), so any change decides it.",
            "{name}翻转 {d} 位（{numbers}），{verdict}：原累加值为 0（平票），任何改变都会决定该位。"
        ));
    }
    lang.pick(match d {
        0 => both!(
            "{name} flips no bit: it moves sums, but none across 0.",
            "{name}不翻转任何一位：累加值有变，但都没有变号。"
        ),
        1 => both!(
            "{name} flips bit {numbers}, {verdict}: its sum was only {farthest} from 0.",
            "{name}翻转第 {numbers} 位，{verdict}：其累加值离 0 只有 {farthest}。"
        ),
        _ => both!(
            "{name} flips {flipped} ({numbers}), {verdict}: their sums were at most {farthest} from 0.",
            "{name}翻转 {d} 位（{numbers}），{verdict}：其累加值离 0 最多 {farthest}。"
        ),
    })
}

/// How far apart the texts are under a recipe, beside the one in force.
fn why_under(shared: &Shared, compared: &Compared, under: &Under) -> String {
    let (lang, name, bits, d) = (shared.lang, under.name(shared.lang), under.recipe.bits, under.distance);
    if !under.has_features {
        return lang.pick(both!(
            "Under {name} a text has no features, so the two are no pair at any k.",
            "在配方 {name} 下有文本没有特征，任何 k 都不是一对。"
        ));
    }
    let recipe = compared.key.hashed.recipe;
    let (now, of) = (compared.difference.distance(), recipe.bits);
    let share = |d: u8, bits: u8| percent(f64::from(d) / f64::from(bits));
    let (here, there) = (share(d, bits.get()), share(now, of.get()));
    if under.recipe.has_parts_of(&recipe) && bits == of {
        return lang.pick(both!(
            "Under {name}, the recipe in force, {d} of {bits} bits differ ({here}).",
            "在当前配方 {name} 下，{bits} 位中有 {d} 位不同（{here}）。"
        ));
    }
    lang.pick(both!(
        "Under {name} {d} of {bits} bits differ ({here}), because it makes other features; the recipe in force has {now} of {of} ({there}).",
        "在配方 {name} 下 {bits} 位中有 {d} 位不同（{here}），因其特征不同；当前配方为 {of} 位中 {now} 位（{there}）。"
    ))
}

/// Why a document is near B.
fn why_near(shared: &Shared, compared: &Compared, document: u32) -> String {
    let (lang, k, id) = (shared.lang, shared.k, shared.named(document, true));
    let Some(signature) = shared.model.signatures.try_get(document as usize) else {
        return shared.why_document(document);
    };
    let flipped = signature ^ compared.b.signature;
    let d = flipped.count_ones();
    let (numbers, differ) = (bits(flipped, lang), counted(d as usize, "bit differs", "bits differ"));
    lang.pick(match (d, d <= u32::from(k)) {
        (0, _) => both!(
            "{id} has the same signature as B, so they are a pair at every k.",
            "{id} 与 B 签名相同，任何 k 都是一对。"
        ),
        (_, true) => both!(
            "{id} and B are a pair: only {differ} ({numbers}), within k = {k}.",
            "{id} 与 B 是一对：只有 {d} 位不同（{numbers}），在 k = {k} 以内。"
        ),
        (_, false) => both!(
            "{id} and B are no pair: {differ} ({numbers}), more than k = {k}.",
            "{id} 与 B 不是一对：有 {d} 位不同（{numbers}），大于 k = {k}。"
        ),
    })
}
