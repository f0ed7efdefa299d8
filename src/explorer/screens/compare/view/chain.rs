//! How a pair comes to share a group: directly, or through others.

use super::Scene;
use crate::action::Action;
use crate::room::Room;
use crate::screens::compare::keys::Pane;
use crate::screens::compare::news::Joined;
use crate::surface::{Paint, Role, Target, counted, grouped_digits};
use crate::widgets::document::running;
use crate::widgets::table::inset;
use ratatui::layout::Rect;
use simscope_core::hamming;
use simscope_core::visible;

/// Features of a document from which on no frame waits for what W says of them.
const MOST: usize = 5_000;

pub(super) fn chain(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (a, b): (u32, u32)) {
    let title = paint.pick(("How they come to share a group", "两者如何同组"));
    let chain = scene.own.chain(scene.shared);
    let foot = match chain.len() > 2 {
        true => scene.keys_for(&[
            (Action::Open, ("on a link compares it", "对比所选的一对")),
            (Action::Back, ("back", "返回")),
        ]),
        false => String::new(),
    };
    let Some(inner) = paint.panel_of(area, Pane::Chain, 1, title, &foot) else { return };
    let line = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), height: 1, ..inner };
    let k = scene.k;
    let (text, role) = match scene.own.joined(scene.shared) {
        Some(Joined::Directly) => (
            paint.pick((
                format!("within k = {k} of each other: one link joins them"),
                format!("两者在 k = {k} 之内：直接相连"),
            )),
            Role::Within,
        ),
        Some(Joined::Through(links)) => {
            let count = links.len() - 1;
            (
                paint.pick((
                    format!("not within k = {k}, but joined by {count} links: "),
                    format!("不在 k = {k} 之内，但经 {count} 环相连："),
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
        links(scene, paint, Rect { y: inner.y + 1, height: inner.height - 1, ..inner }, &chain);
    }
    let lines = if chain.len() > 2 { chain.len() as u16 + 1 } else { 2 };
    why(scene, paint, inset(Rect { width: inner.width.saturating_sub(1), ..inner }, 1, lines));
}

/// What W says, where there is room below.
fn why(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let traces = scene.own.weighed(scene.shared).map(|weighed| &weighed.traces);
    let is_short = traces.is_some_and(|traces| traces.iter().all(|trace| trace.features.len() <= MOST));
    if area.height >= 6
        && is_short
        && let Ok(why) = scene.own.why(scene.shared)
    {
        running(paint, area, &why, Role::Text);
    }
}

fn apart(scene: Scene<'_>, from: Option<u8>, (a, b): (u32, u32)) -> (String, Role) {
    let k = scene.k;
    let is_empty = |document: u32| scene.model.features.get(document as usize) == Some(&0);
    let phrase = match from {
        Some(from) => (
            format!("in no common group at k = {k}; from k = {from} on they share one"),
            format!("k = {k} 时不同组；自 k = {from} 起同组"),
        ),
        None if is_empty(a) || is_empty(b) => {
            ("a document without features is in no group".to_owned(), "没有特征的文档不在任何组中".to_owned())
        }
        None => (
            format!("in no common group at k = {k}, nor at any k that is known"),
            format!("k = {k} 时不同组，已知的 k 下也都不同组"),
        ),
    };
    (scene.lang.pick(phrase), Role::Text)
}

fn awaited(scene: Scene<'_>) -> String {
    scene.keyed(match scene.model.tree {
        None => ("groups are known when the dendrogram is built", "树建好后可知分组"),
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

/// One link a row.
fn links(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, chain: &[u32]) {
    let rows = chain.len() - 1;
    let first = scene.own.links.first(usize::from(area.height), rows);
    paint.areas.push(area, Target::Rows { pane: Pane::Chain.into(), first, rows });
    for (y, at) in (area.y..area.bottom()).zip(first..rows) {
        let (x, next) = (chain[at], chain[at + 1]);
        let half = (area.width.saturating_sub(16)) / 2;
        let id = |document: u32| scene.document(document).id;
        let mut column = area.x + 2;
        column += paint.say(column, y, 4, &format!("{:>2}  ", at + 1), Role::Dim);
        column += paint.name(column, y, half, id(x), Role::Text);
        column += paint.say(column, y, 8, &format!(" ─{}─ ", step(scene, x, next)), Role::Within);
        paint.name(column, y, half, id(next), Role::Text);
        if at == scene.own.links.selected && scene.own.focus == Pane::Chain {
            paint.select(Rect { x: area.x, y, width: area.width, height: 1 });
        }
    }
}
