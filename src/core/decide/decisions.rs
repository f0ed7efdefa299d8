//! Decisions that people made about documents.

use super::Keep;
use super::clean::Rules;
use std::collections::BTreeSet;

/// The decisions over one corpus: the rule, and those made by hand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Decisions {
    /// The rule for groups in which no document was chosen by hand.
    pub keep: Keep,
    /// Documents that are kept in their group, at any k.
    pub chosen: BTreeSet<u32>,
    /// Documents that are taken out of their group: they are kept, and nothing is dropped against them.
    pub excluded: BTreeSet<u32>,
    /// The rules for texts that go, where the texts decide.
    pub rules: Rules,
}

impl Decisions {
    /// Decisions that have only a rule.
    pub fn by(keep: Keep) -> Self {
        Self { keep, ..Self::default() }
    }

    /// Why a kept document is kept: the rule, or `by hand`.
    pub fn rule_of(&self, kept: u32) -> String {
        if self.chosen.contains(&kept) { "by hand".to_owned() } else { self.keep.to_string() }
    }

    /// The first document about which two decisions differ.
    pub fn first_difference(&self, other: &Self) -> Option<u32> {
        let documents = [(&self.chosen, &other.chosen), (&self.excluded, &other.excluded)];
        let documents = documents.into_iter().filter_map(|(one, two)| one.symmetric_difference(two).next());
        documents.copied().min()
    }

    /// Whether anything was decided by hand, including rules that are not the default.
    pub fn has_any_by_hand(&self) -> bool {
        !(self.chosen.is_empty() && self.excluded.is_empty()) || self.rules != Rules::default()
    }
}
