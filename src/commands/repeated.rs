//! Says in one line that several documents have one id: the output names documents by their ids.

use super::watch::note;
use simscope_core::corpus::{Ids, Memory, RepeatedIds};
use simscope_core::display::say;

/// Prints how many ids several documents have.
pub(super) fn tell_repeated<'a>(n: usize, id: impl Fn(usize) -> &'a str + Sync) {
    tell("", RepeatedIds::among(n, id));
}

/// `side` names the documents where there are several kinds.
fn tell(side: &str, repeated: Option<RepeatedIds<'_>>) {
    let Some(repeated) = repeated else { return };
    let RepeatedIds { ids, documents, .. } = repeated;
    let are = if ids == 1 { "1 id is" } else { &format!("{ids} ids are") };
    let first = repeated.shown_first();
    note(&say!(
        "{side}{are} used more than once, by {documents} documents; first: {first}",
        "{side}{ids} 个编号重复使用，涉及 {documents} 篇文档；第一个：{first}"
    ));
}

/// The ids of documents that pass by, kept as far as memory has room for them.
pub(super) struct PassingIds {
    side: &'static str,
    room: u64,
    /// `None` once there is no room.
    ids: Option<Ids>,
}

impl PassingIds {
    pub(super) fn new(side: &'static str, memory: Option<Memory>) -> Self {
        Self { side, room: memory.map_or(u64::MAX, |memory| memory.bytes), ids: Some(Ids::default()) }
    }

    pub(super) fn push(&mut self, id: &str) {
        /// Bytes beside the text of an id: its end, and a hash when they are compared.
        const EACH: u64 = 12;
        let Some(ids) = &mut self.ids else { return };
        ids.push(id);
        if ids.text().len() as u64 + EACH * ids.len() as u64 > self.room {
            self.ids = None;
        }
    }

    /// Says which were repeated, or that this is not known.
    pub(super) fn tell(self) {
        let side = self.side;
        match &self.ids {
            Some(ids) => tell(side, RepeatedIds::among(ids.len(), |at| ids.get(at))),
            None => note(&say!(
                "{side}repeated ids were not looked for: there are too many ids for the memory; --memory gives more",
                "{side}未检查重复编号：编号太多，内存不足；可用 --memory 增加"
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_kept_as_far_as_there_is_room() {
        for (bytes, is_kept) in [(2 * 14, true), (2 * 14 - 1, false)] {
            let mut passing = PassingIds::new("", Some(Memory::of(bytes)));
            ["aa", "aa"].into_iter().for_each(|id| passing.push(id));
            assert_eq!(passing.ids.is_some(), is_kept, "{bytes}");
        }
    }
}
