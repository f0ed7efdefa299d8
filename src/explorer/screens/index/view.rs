//! Why every strategy finds all neighbours of a document, and what that costs here.

mod blocks;
mod strategies;

use crate::screens::index::found::found;
use crate::screens::index::keys::Pane;
use crate::screens::index::news::{Answer, Refused};
use crate::shared::Stage;
use crate::surface::{Lang, Paint, Phrase, Role, grouped_digits, short_bytes};
use crate::widgets::document::{beginning, step_keys};
use crate::widgets::marked::{Top, Two};
use crate::widgets::table;
use blocks::blocks;
pub(super) use blocks::marked;
use ratatui::layout::Rect;
use simscope_core::search::{Cut, Unfit};
use strategies::strategies;
pub use strategies::{Did, strategies_sheet};

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if scene.selected_document().is_none() {
        return paint.hollow(area, scene.no_document());
    }
    head(scene, paint, Rect { height: 1, ..area });
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if area.height < 16 {
        match scene.own.focus {
            Pane::Blocks => blocks(scene, paint, area),
            Pane::Found => found(scene, paint, area),
            _ => strategies(scene, paint, area),
        }
        return;
    }
    if area.width >= 156 && area.height >= 40 {
        return wide(scene, paint, area);
    }
    // Seven strategies and their head need ten lines.
    let [high, low] = table::split(area, area.height.saturating_sub(12).max(8));
    blocks(scene, paint, high);
    let right = if low.width < 100 { 50 } else { (low.width * 66 / 100).min(90) };
    let [left, right] = table::beside(low, low.width - right);
    found(scene, paint, left);
    strategies(scene, paint, right);
}

/// The neighbours beside the blocks in which their flips are marked, the strategies and both texts below.
fn wide(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    // Strategies, heads and sentences need no more below.
    let [top, low] = table::split(area, area.height - 14);
    // As many columns as the numbers of the tables and of the strategies take.
    let [left, right] = table::beside(top, 118);
    blocks(scene, paint, left);
    found(scene, paint, right);
    let [left, right] = table::beside(low, 86);
    strategies(scene, paint, left);
    texts(scene, paint, right);
}

/// The text that is looked up beside that of the selected neighbour.
fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("Texts of the document and its neighbour", "该文档与其近邻的文本"));
    let inner = paint.frame(area, false, title, "");
    let Some((a, b)) = scene.own.shown_pair(scene.shared) else {
        return paint.hollow(inner, awaited(scene));
    };
    let documents = [a, b].map(|document| scene.document(document));
    let two = Two { names: documents.map(|one| one.id), texts: documents.map(|one| one.text), note: "" };
    two.draw(paint, inner, scene.aligned(a, b).map(|marked| &**marked), Top::default());
}

/// Which document is looked up, and how its text begins.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let document = answer(scene).map_or(scene.selected, |answer| answer.document);
    let shown = scene.document(document);
    let mut x = step_keys(paint, line);
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    let query = paint.pick(("query ", "查询 "));
    x += paint.say(x, line.y, room(x), query, Role::Dim);
    x += paint.name(x, line.y, line.width / 3, shown.id, Role::Accent) + 2;
    if document != scene.selected {
        x += paint.say(x, line.y, room(x), "… ", Role::Warn);
    }
    paint.say(x, line.y, room(x), &beginning(shown.text, line.width), Role::Dim);
}

/// What is known at this k: of the selected document, or for a moment of the one before.
pub(super) fn answer(scene: Scene<'_>) -> Option<&Answer> {
    let answer = scene.own.answer()?;
    (answer.key == scene.own.index_key(scene.shared) && !is_empty(scene)).then_some(answer)
}

/// Whether the selected document has no features, so that it is no neighbour of any.
fn is_empty(scene: Scene<'_>) -> bool {
    scene.model.features.get(scene.selected as usize) == Some(&0)
}

/// The signature that is looked up.
fn signature(scene: Scene<'_>) -> Option<u128> {
    match answer(scene) {
        Some(answer) => Some(answer.signature),
        None => scene.model.signatures.try_get(scene.selected as usize),
    }
}

/// The blocks in which the pigeonhole is drawn: those of the selected strategy, or else k + 1.
pub(super) fn cut(scene: Scene<'_>) -> Option<Cut> {
    let selected = scene.own.design().and_then(|design| design.cut());
    let mut designs = scene.own.lines.iter().filter_map(|line| line.design.as_ref().ok());
    selected.or_else(|| designs.find_map(|design| design.cut())).cloned()
}

/// Why there is nothing to show yet.
pub(super) fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        _ if is_empty(scene) => {
            ("this document is empty: it is left out of the search", "该文档为空：不参与查找")
        }
        Stage::Reading => ("the index waits until the corpus is read", "读完语料后构建索引"),
        Stage::Hashing => ("the index waits for the signatures", "等待签名"),
        Stage::Cancelled(_) if !scene.model.is_hashed() => {
            ("there are no signatures: ‹resume› computes them", "没有签名：按 ‹resume› 计算")
        }
        _ if scene.own.is_cancelled() && scene.own.searched(scene.shared).is_none() => {
            ("cancelled; ‹resume› builds the indexes", "已取消；按 ‹resume› 构建索引")
        }
        _ => ("looking up…", "正在查找…"),
    }
}

/// Why a strategy cannot be used here, in one line.
pub(super) fn refusal(refused: Refused, lang: Lang) -> String {
    match refused {
        Refused::TooLarge(bytes) => {
            let bytes = short_bytes(bytes as f64);
            lang.pick((
                format!("not built: it needs {bytes}, over the limit"),
                format!("未构建：需 {bytes}，超出此处的限额"),
            ))
        }
        Refused::Unfit(unfit) => match (lang, unfit) {
            (Lang::En, Unfit::TooManyTables { tables, .. }) => {
                format!("{} tables: too many", grouped_digits(tables))
            }
            (Lang::En, unfit) => unfit.to_string(),
            (Lang::Zh, Unfit::TooFewBlocks { blocks, k }) => {
                format!("k = {k} 时 {blocks} 块可能全被改动：块数须大于 k")
            }
            (Lang::Zh, Unfit::TooFewBits { bits, k }) => format!("{bits} 位不足以在 k = {k} 时分块"),
            (Lang::Zh, Unfit::OtherWidths { bits, blocks }) => {
                format!("这不是 {bits} 位分 {blocks} 块的宽度")
            }
            (Lang::Zh, unfit @ Unfit::NoBlock { .. }) => unfit.to_string(),
            (Lang::Zh, Unfit::TooManyTables { tables, .. }) => {
                format!("需 {} 张表：太多", grouped_digits(tables))
            }
        },
    }
}
