//! What is within k of A: B becomes the next of it.

use super::state::State;
use crate::jobs::Work;
use crate::shared::Shared;
use crate::shared::model::Generation;
use simscope_core::search::{Hit, nearest};

/// The documents within k of one.
const WITHIN: &Work = &Work::new("Near", ("finding what is within k", "查找 k 以内的文档"));

/// What the documents within k follow from.
#[derive(Debug, Clone, PartialEq)]
pub struct WithinKey {
    document: u32,
    k: u8,
    generation: Generation,
}

impl State {
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
        let Some(near) = self.within_key(shared).and_then(|key| self.within.get(&key)) else {
            return shared.warn(("what is within k of A is not known yet", "尚未查出与 A 相距 k 以内的文档"));
        };
        let next = match near.iter().position(|hit| Some(hit.index) == shared.pair_partner()) {
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
