//! Why a strategy finds what it finds, and why it costs what it costs.

use super::found::first_table;
use super::keys::Pane;
use super::news::{Answer, Measured};
use super::state::State;
use super::view::refusal;
use crate::room::selected;
use crate::shared::Shared;
use crate::shared::why::bits;
use crate::surface::{Phrase, counted, grouped_digits, short_count};
use simscope_core::search::{Design, Strategy, ball};

impl State {
    /// Why what has the keys is as it is.
    pub(super) fn why_shown(&self, shared: &Shared) -> Result<String, Phrase> {
        const AWAITED: Phrase = ("the look-up is not done yet", "查找尚未完成");
        let document = selected(shared)?;
        if shared.model.features.get(document as usize) == Some(&0) {
            return Ok(shared.why_document(document));
        }
        let line = self.line().ok_or(AWAITED)?;
        let design = match (&line.design, line.refused()) {
            (Ok(design), None) => design,
            (_, Some(refused)) => {
                let (name, why) = (line.strategy, refusal(refused, shared.lang));
                return Ok(shared.lang.pick((
                    format!("{name} cannot be used here: {why}."),
                    format!("此处不能用 {name}：{why}。"),
                )));
            }
            (Err(_), None) => return Err(AWAITED),
        };
        let answer = self.answer().filter(|_| self.answer_is_current(shared)).ok_or(AWAITED)?;
        Ok(match (self.focus, self.hit()) {
            (Pane::Found, Some(hit)) => self.why_hit(shared, answer, hit.index),
            (Pane::Found, None) => shared.why_document(document),
            (Pane::Blocks, _) if !design.layouts().is_empty() => {
                self.why_table(shared, design, answer).ok_or(AWAITED)?
            }
            _ => {
                let measured = answer.measured.get(self.strategies.selected).copied().flatten();
                self.why_strategy(shared, design, measured.ok_or(AWAITED)?)
            }
        })
    }

    /// Why a neighbour is found, and by which table first.
    fn why_hit(&self, shared: &Shared, answer: &Answer, document: u32) -> String {
        let other = shared.model.signatures.try_get(document as usize);
        let flipped = other.map(|other| other ^ answer.signature);
        let found = flipped.and_then(|flipped| Some((flipped, first_table(self.design(), flipped)?)));
        let Some((flipped, table)) = found else { return shared.why_pair(answer.document, document) };
        let (lang, id, table) = (shared.lang, shared.named(document, true), table + 1);
        if flipped == 0 {
            return lang.pick((
                format!("{id} is found by table {table}, as by every other: its signature is the same."),
                format!("{id} 由表 {table} 找到，其他表也能找到：签名相同。"),
            ));
        }
        let (d, numbers) = (flipped.count_ones() as usize, bits(flipped, lang));
        let (differ, are) =
            (counted(d, "bit that differs", "bits that differ"), if d == 1 { "is" } else { "are" });
        lang.pick((
            format!("{id} is found by table {table}, because the {differ} ({numbers}) {are} outside its leading bits."),
            format!("{id} 由表 {table} 找到：不同的 {d} 位（{numbers}）都不在该表的前导位中。"),
        ))
    }

    /// Why a table brings up what it brings up.
    fn why_table(&self, shared: &Shared, design: &Design, answer: &Answer) -> Option<String> {
        let at = self.tables.selected;
        let layout = design.layouts().get(at)?;
        let look = *answer.looks.get(self.strategies.selected)?.as_ref()?.get(at)?;
        let (lang, k, table, lead) = (shared.lang, shared.k, at + 1, layout.lead_bits());
        let bring = counted(look.candidates as usize, "candidate", "candidates");
        let (candidates, within) = (grouped_digits(look.candidates), grouped_digits(look.within));
        let new = grouped_digits(look.new);
        Some(lang.pick(match look.candidates {
            0 => (
                format!("Table {table} brings up nothing: no other document has the same {lead} leading bits."),
                format!("表 {table} 没有候选：没有其他文档的 {lead} 个前导位与此相同。"),
            ),
            _ => (
                format!("Table {table} brings up {bring}, which have the same {lead} leading bits; {within} are within k = {k}, {new} of them not in a table before."),
                format!("表 {table} 提供 {candidates} 个候选，其 {lead} 个前导位与此相同；{within} 个在 k = {k} 以内，其中 {new} 个是前面的表没有的。"),
            ),
        }))
    }

    /// Why a strategy misses nothing, and what that took for this document.
    fn why_strategy(&self, shared: &Shared, design: &Design, measured: Measured) -> String {
        let (lang, k, strategy) = (shared.lang, shared.k, design.strategy());
        let count = |count: u64| grouped_digits(count);
        let Measured { counters, found, .. } = measured;
        let (probes, candidates, found) = (count(counters.probes), count(counters.candidates), count(found));
        let all = count((self.own_size(shared) as u64).saturating_sub(1));
        lang.pick(match (strategy, design.cut()) {
            (Strategy::Scan, _) => (
                format!("scan misses nothing, because it compares all {all} other signatures; {found} are within k = {k}."),
                format!("scan 不会遗漏，因为它比较其余全部 {all} 个签名；{found} 个在 k = {k} 以内。"),
            ),
            (Strategy::Combinations, _) if counters.probes == 0 => {
                let ball = short_count(ball(design.bits(), k) as f64);
                (
                    format!("combinations would look up {ball} signatures, more than there are, so it compares all {all}; {found} are within k = {k}."),
                    format!("combinations 本应查找 {ball} 个签名，多于现有签名，因此改为比较全部 {all} 个；{found} 个在 k = {k} 以内。"),
                )
            }
            (Strategy::Combinations, _) => (
                format!("combinations misses nothing, because it looks up all {probes} signatures within k = {k} of this one; {found} are there."),
                format!("combinations 不会遗漏，因为它逐一查找与此相距 k = {k} 以内的全部 {probes} 个签名；其中 {found} 个存在。"),
            ),
            (_, Some(cut)) => {
                let (blocks, rest) = (cut.blocks(), cut.blocks().saturating_sub(k));
                (
                    format!("{strategy} misses nothing, because {k} flips leave at least {rest} of {blocks} blocks whole; {probes} look-ups bring up {candidates} candidates, and {found} are within k = {k}."),
                    format!("{strategy} 不会遗漏，因为 {k} 处翻转后 {blocks} 块中至少有 {rest} 块完好；{probes} 次查找得 {candidates} 个候选，其中 {found} 个是近邻。"),
                )
            }
            (_, None) => (
                format!("{strategy} brings up {candidates} candidates in {probes} look-ups, and {found} are within k = {k}."),
                format!("{strategy} 用 {probes} 次查找得 {candidates} 个候选，其中 {found} 个是近邻。"),
            ),
        })
    }
}
