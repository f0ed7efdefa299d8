//! How two documents come to share a group, and what else is within k of A.

use super::keys::View;
use super::state::State;
use crate::jobs::Work;
use crate::shared::Shared;
use crate::shared::model::{Generation, Linked};
use simscope_core::groups::Joined;
use simscope_core::search::{Hit, nearest};

pub(super) const CHAIN: &Work = &Work::new("Chain", ("finding the chain", "寻找链")).cancellable();
/// The documents within k of one.
const WITHIN: &Work = &Work::new("Near", ("finding what is within k", "查找 k 以内的文档"));

/// Comparisons of a search for a chain: some seconds at most.
const MOST: u64 = 10_000_000_000;

/// What a chain follows from.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainKey {
    pair: (u32, u32),
    k: u8,
    of: Linked,
}

/// What the documents within k follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct WithinKey {
    document: u32,
    k: u8,
    generation: Generation,
}

impl State {
    fn chain_key(&self, shared: &Shared) -> Option<ChainKey> {
        let pair = self.documents()?;
        let of = shared.model.linked();
        let is_known = shared.model.is_hashed() && shared.model.tree.is_some() && !shared.is_beyond();
        is_known.then_some(ChainKey { pair, k: shared.k, of })
    }

    /// How the pair comes to share a group.
    pub fn joined(&self, shared: &Shared) -> Option<&Joined> {
        self.joined.get(&self.chain_key(shared)?)
    }

    /// The documents of the chain, from A to B.
    pub fn chain(&self, shared: &Shared) -> Vec<u32> {
        match (self.joined(shared), self.documents()) {
            (Some(Joined::Through(links)), _) => links.clone(),
            (Some(Joined::Directly), Some((a, b))) => vec![a, b],
            _ => Vec::new(),
        }
    }

    /// Whether the chain was cancelled.
    pub fn is_chain_cancelled(&self, shared: &Shared) -> bool {
        self.chain_key(shared).is_some_and(|key| self.joined.is_ended_at(&key))
    }

    pub(super) fn want_chain(&mut self, shared: &mut Shared) {
        if self.view != View::Chain {
            return;
        }
        let Some((key, tree)) = self.chain_key(shared).zip(shared.model.tree.clone()) else { return };
        let signatures = shared.model.signatures.clone();
        shared.want(&mut self.joined, CHAIN, key.clone(), move |progress| {
            tree.join(&signatures, key.pair, key.k, MOST, progress)
        });
    }

    /// The selected link becomes the pair; Ctrl-O goes back.
    pub(super) fn open_link(&mut self, shared: &mut Shared) {
        let chain = self.chain(shared);
        let link = chain.windows(2).nth(self.list().selected);
        match (link, self.joined(shared)) {
            (_, Some(Joined::Directly)) => shared.warn((
                "A and B are within k: there is no link between them to open",
                "A 与 B 直接相连：中间没有可打开的一对",
            )),
            (Some(&[x, y]), _) => {
                shared.note_place();
                shared.select_document(x);
                shared.other = Some(y);
                shared.say(("one link of the chain; ‹back› goes back", "链中的一对；‹back› 返回"));
            }
            _ => shared.warn(("no chain joins this pair", "没有连接该对的链")),
        }
    }

    fn within_key(&self, shared: &Shared) -> Option<WithinKey> {
        let document = shared.selected_document()?;
        let generation = shared.model.generation();
        shared.model.is_hashed().then_some(WithinKey { document, k: shared.k, generation })
    }

    pub(super) fn want_within(&mut self, shared: &mut Shared) {
        let Some(key) = self.within_key(shared).filter(|_| self.documents().is_some()) else { return };
        let (signatures, features) = (shared.model.signatures.clone(), shared.model.features.clone());
        shared.want(&mut self.within, WITHIN, key.clone(), move |_| {
            let of = (signatures.get(key.document as usize), Some(key.document));
            Some(nearest(&signatures, &features, of, (key.k, usize::MAX)))
        });
    }

    /// B becomes the next document within k of A, or the previous one.
    pub(super) fn step_pair(&mut self, shared: &mut Shared, by: i8) {
        let near = self.within_key(shared).and_then(|key| self.within.get(&key));
        let Some(near) = near else {
            return shared.warn(("what is within k of A is not known yet", "尚未查出与 A 相距 k 以内的文档"));
        };
        let now = near.iter().position(|hit| Some(hit.index) == shared.pair_partner());
        let next = match now {
            Some(at) => at.checked_add_signed(isize::from(by)),
            None => Some(0),
        };
        match next.and_then(|next| Some((next, *near.get(next)?))) {
            Some((at, Hit { index: document, distance })) => {
                let count = near.len();
                shared.other = Some(document);
                shared.say(both!(
                    "pair {} of {count} within k of A, at distance {distance}",
                    "与 A 相距 k 以内：第 {} / {count} 对，距离 {distance}",
                    at + 1
                ));
            }
            None if near.is_empty() => {
                shared.warn(("nothing is within k of A", "没有与 A 相距 k 以内的文档"))
            }
            None => shared.warn(if by < 0 {
                ("this is the nearest of A", "已是 A 的最近者")
            } else {
                ("this is the last within k of A", "已是与 A 相距 k 以内的最后一对")
            }),
        }
    }
}
