//! What is known of documents and groups when a filter is evaluated.

use super::term::{Fact, Quantity, Test};
use crate::alignment::Kind;
use crate::corpus::Corpus;
use crate::groups::{Dendrogram, GroupSpread, Groups};
use std::collections::BTreeSet;

/// What is known. A filter that asks for more fails [`Filter::check`](super::Filter::check); evaluated all the same, its
/// terms about what is not known hold nowhere.
#[derive(Clone, Copy, Default)]
pub struct Facts<'a> {
    /// Ids, texts and labels; `None` where there are only signatures.
    pub corpus: Option<&'a Corpus>,
    /// Number of documents.
    pub len: usize,
    /// The current k.
    pub k: u8,
    /// Distinct features by document, as far as they are known.
    pub features: Option<&'a [u32]>,
    /// For the nearest neighbours of documents; groups have their smallest distance by `spread`.
    pub tree: Option<&'a Dendrogram>,
    /// The groups.
    pub groups: Option<&'a Groups>,
    /// The spread of a group by its number.
    pub spread: Option<&'a (dyn Fn(usize) -> Option<GroupSpread> + Sync)>,
    /// The groups are around leaders, of which none is a chain.
    pub are_leaders: bool,
    /// The groups at mark A.
    pub mark: Option<&'a Groups>,
    /// Whether a pair with that document was judged.
    pub judged: Option<&'a (dyn Fn(u32) -> bool + Sync)>,
    /// The documents that were picked; `None` where nothing can be.
    pub picked: Option<&'a BTreeSet<u32>>,
    /// Whether that document is in a pair of this kind.
    pub kinds: Option<&'a (dyn Fn(u32, Kind) -> bool + Sync)>,
    /// How many passages of that document stand in others.
    pub passages: Option<&'a (dyn Fn(u32) -> u32 + Sync)>,
    /// It is pairs that are chosen, each with its distance.
    pub are_pairs: bool,
}

/// A fact that a term uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Ids, texts and labels.
    Texts,
    /// Documents, where terms of features are chosen.
    Documents,
    /// Numbers of features.
    Features,
    /// Nearest neighbours.
    Neighbours,
    /// Groups.
    Groups,
    /// Their diameters and smallest distances.
    Spread,
    /// Mark A.
    Mark,
    /// What was picked.
    Picked,
    /// Judgements.
    Judgements,
    /// Kinds of difference.
    Kinds,
    /// Passages.
    Passages,
}

impl Need {
    /// What is needed and why it is not known, in both languages.
    pub(super) fn words(self) -> (&'static str, &'static str) {
        match self {
            Need::Texts => ("texts, and there are only signatures", "文本，而这里只有签名"),
            Need::Documents => ("documents; features have only a term", "文档；特征只有词项"),
            Need::Features => ("numbers of features, which are not known here", "特征数，此处未知"),
            Need::Neighbours => ("nearest neighbours, which are not computed here", "最近邻，此处不计算"),
            Need::Groups => (
                "groups, which only the command groups and the explorer make",
                "分组，只有 groups 命令与浏览界面才有",
            ),
            Need::Spread => ("diameters of groups, which are not measured here", "各组的直径，此处不测量"),
            Need::Mark => ("mark A, which only the explorer has", "标记 A，只有浏览界面才有"),
            Need::Picked => ("picked rows, which only the explorer has", "勾选的行，只有浏览界面才有"),
            Need::Judgements => ("judgements, and no file of them is given", "判定，未给出判定文件"),
            Need::Passages => ("passages, which only the explorer looks for", "段落，只有浏览界面才查找"),
            Need::Kinds => ("the texts compared, and there are only signatures", "比对文本，而这里只有签名"),
        }
    }
}

impl<'a> Facts<'a> {
    /// Of a corpus of which nothing else is known.
    pub fn of(corpus: &'a Corpus) -> Self {
        Self { corpus: Some(corpus), len: corpus.len(), ..Self::default() }
    }

    /// What is missing to test this, if anything is.
    pub fn lacks(&self, test: &Test) -> Option<Need> {
        let unless = |is_there: bool, need| if is_there { None } else { Some(need) };
        let texts = unless(self.corpus.is_some(), Need::Texts);
        let read = || unless(self.corpus.is_some_and(Corpus::has_texts), Need::Texts);
        match test {
            Test::Text(_) | Test::Field(..) | Test::Fact(Fact::Labelled) => texts,
            Test::Script(_) | Test::Number(Quantity::Chars, _) => read(),
            Test::Number(Quantity::Features, _) => unless(self.features.is_some(), Need::Features),
            Test::Number(Quantity::Passages, _) => unless(self.passages.is_some(), Need::Passages),
            Test::Number(Quantity::Distance, _) if self.are_pairs => None,
            Test::Number(Quantity::Distance, _) => {
                unless(self.tree.is_some() || self.spread.is_some(), Need::Neighbours)
            }
            Test::Number(Quantity::Size, _) => unless(self.groups.is_some(), Need::Groups),
            Test::Number(Quantity::Diameter, _) | Test::Fact(Fact::Chain) => {
                unless(self.groups.is_some(), Need::Groups).or(unless(self.spread.is_some(), Need::Spread))
            }
            Test::Fact(Fact::Changed) => {
                unless(self.groups.is_some(), Need::Groups).or(unless(self.mark.is_some(), Need::Mark))
            }
            Test::Fact(Fact::Picked) => unless(self.picked.is_some(), Need::Picked),
            Test::Judged(_) => unless(self.judged.is_some(), Need::Judgements),
            Test::Kind(_) => unless(self.kinds.is_some(), Need::Kinds),
        }
    }

    pub(super) fn spread_of(&self, number: usize) -> Option<GroupSpread> {
        self.spread?(number)
    }

    /// Whether the group is a chain, if that is known: around leaders there is none.
    pub fn is_chain(&self, number: usize) -> Option<bool> {
        let groups = self.groups?;
        if self.are_leaders { Some(false) } else { Some(self.spread_of(number)?.diameter > groups.k()) }
    }

    /// Whether a group has not the members that it had at the mark.
    pub(super) fn is_changed(&self, members: &[u32]) -> bool {
        let Some(mark) = self.mark else { return false };
        let Some(number) = members.first().and_then(|&first| mark.number_of(first)) else {
            return members.len() > 1;
        };
        let before = mark.members(number);
        before.len() != members.len() || members.iter().any(|&member| mark.number_of(member) != Some(number))
    }
}
