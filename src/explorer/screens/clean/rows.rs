//! The kinds of difference as rows, and the order in which their pairs are read.

use super::state::State;
use crate::shared::Shared;
use crate::surface::Phrase;
use simscope_core::alignment::Kind;
use simscope_core::analysis::Clean;
use simscope_core::decide::clean;
use std::mem::discriminant;

/// The texts of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub kind: Kind,
    pub texts: usize,
    /// They go; else they are held.
    pub goes: bool,
}

impl Row {
    /// Its documents, in their order.
    pub fn documents(self, clean: &Clean) -> impl Iterator<Item = u32> {
        let of_kind = clean.kinds.get(&self.kind).into_iter().flatten().copied();
        of_kind.filter(move |&document| clean.cleaned.is_kept(document as usize) != self.goes)
    }
}

/// The place of a kind in the list: what is most alike first.
fn place(kind: Kind) -> u8 {
    match kind {
        Kind::Same => 0,
        Kind::Fold => 1,
        Kind::Insert => 2,
        Kind::Word => 3,
        Kind::Similar(tenths) => 14 - tenths,
        Kind::Symbols => 15,
        Kind::Numbers => 16,
        Kind::Negation => 17,
        Kind::Template => 18,
        Kind::Partial => 19,
        Kind::Unconfirmed => 20,
    }
}

/// The rows: first what goes, then what is held.
pub fn rows(clean: &Clean) -> Vec<Row> {
    let mut rows = Vec::new();
    for (&kind, documents) in &clean.kinds {
        let gone = documents.iter().filter(|&&document| !clean.cleaned.is_kept(document as usize)).count();
        for (goes, texts) in [(true, gone), (false, documents.len() - gone)] {
            if texts > 0 {
                rows.push(Row { kind, texts, goes });
            }
        }
    }
    rows.sort_by_key(|row| (!row.goes, place(row.kind)));
    rows
}

macro_rules! similar {
    ($($value:literal)+) => { [$((concat!("similar ", $value), concat!("相似 ", $value))),+] };
}

/// By tenths.
const SIMILAR: [Phrase; 11] = similar!("0" "0.1" "0.2" "0.3" "0.4" "0.5" "0.6" "0.7" "0.8" "0.9" "1");

/// What a kind is called where there is room for a few words.
pub fn name(kind: Kind) -> Phrase {
    match kind {
        Kind::Same => ("same text", "相同文本"),
        Kind::Fold => ("case, width, space", "大小写、宽度、空白"),
        Kind::Symbols => ("other signs", "符号不同"),
        Kind::Numbers => ("numbers", "数字不同"),
        Kind::Negation => ("negation", "一方否定"),
        Kind::Word => ("one or two words", "一两个词"),
        Kind::Insert => ("all is in the other", "全部包含于另一篇"),
        Kind::Similar(tenths) => SIMILAR[usize::from(tenths.min(10))],
        Kind::Partial => ("partly new", "部分为新内容"),
        Kind::Template => ("template", "同一模板"),
        Kind::Unconfirmed => ("not confirmed", "未确认"),
    }
}

/// What a decision about the kind of a row is about: a rule knows no tenths, so that all similar texts go or stay together.
pub fn ruled(rows: &[Row], row: Row) -> (Phrase, usize) {
    let is_meant =
        |other: &&Row| other.goes == row.goes && discriminant(&other.kind) == discriminant(&row.kind);
    let texts = rows.iter().filter(is_meant).map(|row| row.texts).sum();
    let is_similar = matches!(row.kind, Kind::Similar(_));
    (if is_similar { ("similar", "相似") } else { name(row.kind) }, texts)
}

/// The name under which pairs are drawn here: those of other τ are no sample of these.
pub fn drawn_under(shared: &Shared) -> String {
    clean::drawn_under(crate::shared::work::condition(shared.tau()), None)
}

impl State {
    /// The documents of the selected row in their order; drawn ones of all kinds that go, in an order by chance.
    pub(super) fn queue(&self, shared: &Shared) -> Vec<u32> {
        let Some(clean) = shared.clean_lately() else { return Vec::new() };
        if self.is_drawn {
            return clean.sample.order();
        }
        let kinds = self.kinds(shared);
        kinds.get(self.rows.selected).into_iter().flat_map(|row| row.documents(clean)).collect()
    }
}
