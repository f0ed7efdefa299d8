//! How two documents come to share a group: directly, or through others.

use super::Scene;
use crate::surface::{Paint, Role, counted, grouped_digits};
use ratatui::layout::Rect;
use simscope_core::groups::Joined;
use simscope_core::hamming;
use simscope_core::visible;

/// How the pair is joined, in a line.
pub(super) fn sentence(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
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
    paint.say(line.x, line.y, line.width, &text, Role::Accent);
}

/// One link.
pub(super) fn link(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, (a, b): (u32, u32)) {
    let half = row.width.saturating_sub(12) / 2;
    let id = |document: u32| scene.document(document).id;
    let mut x = row.x + 2;
    x += paint.name(x, row.y, half, id(a), Role::Text);
    x += paint.say(x, row.y, 8, &format!(" ─{}─ ", step(scene, a, b)), Role::Within);
    paint.name(x, row.y, half, id(b), Role::Text);
}
