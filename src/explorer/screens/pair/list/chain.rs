//! How two documents come to share a group: directly, or through others.

use super::{Copied, Listed};
use crate::jobs::Work;
use crate::screens::pair::Scene;
use crate::screens::pair::state::State;
use crate::screens::pair::work::Compared;
use crate::shared::Shared;
use crate::shared::model::Linked;
use crate::surface::{Paint, Phrase, Rect, Role, counted, grouped_digits};
use simscope_core::groups::Joined;
use simscope_core::{hamming, visible};

pub(in crate::screens::pair) const CHAIN: &Work =
    &Work::new("Chain", ("finding the chain", "寻找链")).cancellable();
/// Comparisons of a search for a chain: some seconds at most.
const MOST: u64 = 10_000_000_000;

/// What a chain follows from.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainKey {
    pair: (u32, u32),
    k: u8,
    of: Linked,
}

pub(super) struct Chain;

/// Two documents that follow one another in the chain.
fn link(scene: Scene<'_>, row: usize) -> Option<(u32, u32)> {
    let chain = scene.own.chain(scene.shared);
    Some((*chain.get(row)?, *chain.get(row + 1)?))
}

impl Listed for Chain {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.chain(scene.shared).len().saturating_sub(1)
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        let link = link(scene, row);
        link.map_or_else(String::new, |(a, b)| format!("{} {}", scene.shown_id(a), scene.shown_id(b)))
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        sentence(scene, paint, Rect { height: 1, ..area });
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize) {
        let Some((a, b)) = link(scene, at) else { return };
        let half = row.width.saturating_sub(12) / 2;
        let id = |document: u32| scene.document(document).id;
        let mut x = row.x + 2;
        x += paint.name(x, row.y, half, id(a), Role::Text);
        x += paint.say(x, row.y, 8, &format!(" ─{}─ ", step(scene, a, b)), Role::Within);
        paint.name(x, row.y, half, id(b), Role::Text);
    }

    // The sentence says why.
    fn hollow(&self, _scene: Scene<'_>, _paint: &mut Paint<'_>, _area: Rect) {}

    fn want(&self, own: &mut State, shared: &mut Shared) {
        own.want_chain(shared);
    }

    fn open(&self, own: &mut State, shared: &mut Shared, row: usize) {
        match (link(Scene { own, shared }, row), own.joined(shared)) {
            (_, Some(Joined::Directly)) => shared.warn((
                "A and B are within k: there is no link between them to open",
                "A 与 B 直接相连：中间没有可打开的一对",
            )),
            (Some((x, y)), _) => {
                shared.note_place();
                shared.select_document(x);
                shared.other = Some(y);
                shared.say(("one link of the chain; ‹back› goes back", "链中的一对；‹back› 返回"));
            }
            _ => shared.warn(("no chain joins this pair", "没有连接该对的链")),
        }
    }

    fn opens(&self) -> Phrase {
        ("show link", "显示该对")
    }

    fn copy(&self, scene: Scene<'_>, _row: usize) -> Copied {
        let chain = scene.own.chain(scene.shared);
        let links: Vec<&str> = chain.iter().map(|&at| scene.document(at).id).collect();
        Ok((links.join("\t"), ("the documents of the chain", "链上的文档")))
    }

    fn why(&self, scene: Scene<'_>, _compared: &Compared, row: usize) -> Option<String> {
        link(scene, row).map(|(x, y)| scene.why_pair(x, y))
    }
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

    fn want_chain(&mut self, shared: &mut Shared) {
        let Some((key, tree)) = self.chain_key(shared).zip(shared.model.tree.clone()) else { return };
        let signatures = shared.model.signatures.clone();
        shared.want(&mut self.joined, CHAIN, key.clone(), move |progress| {
            tree.join(&signatures, key.pair, key.k, MOST, progress)
        });
    }
}

/// How the pair is joined, in a line.
fn sentence(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let line = Rect { x: line.x + 2, width: line.width.saturating_sub(3), ..line };
    let Some((a, b)) = scene.own.documents() else {
        let phrase = (
            "only two documents of the corpus share a group: these texts are not two",
            "只有语料中的两篇文档才会同组：这里不是两篇文档",
        );
        paint.say(line.x, line.y, line.width, paint.pick(phrase), Role::Dim);
        return;
    };
    let chain = scene.own.chain(scene.shared);
    let k = scene.k;
    let (text, role) = match scene.own.joined(scene.shared) {
        Some(Joined::Directly) => (
            paint.pick(both!(
                "within k = {k} of each other: one link joins them",
                "两者在 k = {k} 之内：直接相连"
            )),
            Role::Within,
        ),
        Some(Joined::Through(links)) => {
            let count = links.len() - 1;
            (
                paint.pick(both!(
                    "not within k = {k}, but joined by {count} links: ",
                    "不在 k = {k} 之内，但经 {count} 环相连："
                )),
                Role::Warn,
            )
        }
        Some(&Joined::Somehow(members)) => (
            paint.pick((
                format!(
                    "in one group of {}, which is too large to search for the chain",
                    counted(members, "document", "documents")
                ),
                format!("同在一个 {} 篇的组；该组太大，不搜索链", grouped_digits(members)),
            )),
            Role::Warn,
        ),
        Some(&Joined::Apart(from)) => apart(scene, from, (a, b)),
        None => (awaited(scene), Role::Dim),
    };
    let used = paint.say(line.x, line.y, line.width, &text, role);
    if chain.len() > 2 {
        let room = line.width.saturating_sub(used);
        overview(scene, paint, Rect { x: line.x + used, width: room, ..line }, &chain);
    }
}

fn apart(scene: Scene<'_>, from: Option<u8>, (a, b): (u32, u32)) -> (String, Role) {
    let k = scene.k;
    let is_empty = |document: u32| scene.model.features.get(document as usize) == Some(&0);
    let phrase = match from {
        Some(from) => both!(
            "in no common group at k = {k}; from k = {from} on they share one",
            "k = {k} 时不同组；自 k = {from} 起同组"
        ),
        None if is_empty(a) || is_empty(b) => {
            both!("a document without features is in no group", "没有特征的文档不在任何组中")
        }
        None => both!(
            "in no common group at k = {k}, nor at any k that is known",
            "k = {k} 时不同组，已知的 k 下也都不同组"
        ),
    };
    (scene.lang.pick(phrase), Role::Text)
}

fn awaited(scene: Scene<'_>) -> String {
    scene.keyed(match scene.model.tree {
        None => ("groups are known when all distances are", "树建好后可知分组"),
        Some(_) if scene.is_beyond() => ("groups are not known at this k", "该 k 的分组未知"),
        Some(_) if scene.own.is_chain_cancelled(scene.shared) => {
            ("cancelled: ‹resume› searches again", "已取消：按 ‹resume› 重新搜索")
        }
        Some(_) => ("looking for the chain…", "正在寻找链…"),
    })
}

fn step(scene: Scene<'_>, x: u32, y: u32) -> String {
    let signature = |document: u32| scene.model.signatures.get(document as usize);
    hamming::distance(signature(x), signature(y)).to_string()
}

/// The whole chain on one line: A ─3─ x ─2─ B.
fn overview(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, chain: &[u32]) {
    let mut text = "A".to_owned();
    for (at, link) in chain.windows(2).enumerate() {
        let name = if at + 2 == chain.len() {
            "B".to_owned()
        } else {
            visible::fit(scene.model.corpus.get(link[1] as usize).id, 16).into_owned()
        };
        text += &format!(" ─{}─ {name}", step(scene, link[0], link[1]));
    }
    paint.say(line.x, line.y, line.width, &text, Role::Title);
}
