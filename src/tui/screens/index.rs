//! Screen 7: why every strategy finds all neighbours of a document, and what that costs here and at any other size.

mod blocks;
mod columns;
mod found;
mod planner;
mod strategies;

use super::step_keys;
use crate::search::{Cut, Unfit};
use crate::tui::action::Pane;
use crate::tui::app::App;
use crate::tui::indexes::{Answer, Refused};
use crate::tui::lang::{Lang, Said, grouped_digits, short_bytes};
use crate::tui::model::Stage;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use blocks::blocks;
use found::found;
use planner::planner;
pub use planner::{PlanRow, plan_rows};
use ratatui::layout::Rect;
use strategies::strategies;

/// Draws the screen.
pub fn view(app: &App, paint: &mut Paint<'_>, area: Rect) {
    if app.selected_document().is_none() {
        let said = paint.pick(("no document yet", "尚无文档"));
        paint.hollow(area, said);
        return;
    }
    head(app, paint, Rect { height: 1, ..area });
    let area = Rect { y: area.y + 1, height: area.height - 1, ..area };
    if area.height < 16 {
        match app.pane() {
            Pane::Blocks => blocks(app, paint, area),
            Pane::Found => found(app, paint, area),
            Pane::Planner => planner(app, paint, area),
            _ => strategies(app, paint, area),
        }
        return;
    }
    // Seven strategies and their head need ten lines, here and in the planner.
    let high = area.height.saturating_sub(20).clamp(8, 27);
    blocks(app, paint, Rect { height: high, ..area });
    let low = Rect { y: area.y + high, height: area.height - high, ..area };
    let has_planner = low.height >= 20;
    if !has_planner && app.pane() == Pane::Planner {
        planner(app, paint, low);
        return;
    }
    let right = if low.width < 100 { 50 } else { (low.width * 66 / 100).min(90) };
    let left = low.width - right;
    let (high, below) = match has_planner {
        true => (10, low.height - 10),
        false => (low.height, 0),
    };
    let x = low.x + left;
    strategies(app, paint, Rect { x, width: right, height: high, ..low });
    let below = Rect { y: low.y + high, height: below, ..low };
    if low.width < 100 && has_planner {
        found(app, paint, Rect { width: left, height: high, ..low });
        planner(app, paint, below);
    } else {
        found(app, paint, Rect { width: left, ..low });
        planner(app, paint, Rect { x, width: right, ..below });
    }
}

/// Which document is looked up, and how its text begins.
fn head(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let document = answer(app).map_or(app.selected, |answer| answer.document);
    let shown = app.model.corpus.get(document as usize);
    let mut x = step_keys(paint, line);
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    let query = paint.pick(("query ", "查询 "));
    x += paint.say(x, line.y, room(x), query, Role::Dim);
    x += paint.name(x, line.y, line.width / 3, shown.id, Role::Accent) + 2;
    if document != app.selected {
        x += paint.say(x, line.y, room(x), "… ", Role::Warn);
    }
    paint.say(x, line.y, room(x), &beginning(shown.text, line.width), Role::Dim);
}

/// How a text begins, on one line.
fn beginning(text: &str, columns: u16) -> String {
    let columns = usize::from(columns);
    let start: String = text.chars().take(4 * columns).collect();
    start.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(columns).collect()
}

/// What is known at this k: of the selected document, or for a moment of the one before.
fn answer(app: &App) -> Option<&Answer> {
    let answer = app.index.answer.as_ref()?;
    (answer.key == app.index_key() && !is_empty(app)).then_some(answer)
}

/// Whether the selected document has no features, so that it is no neighbour of any.
fn is_empty(app: &App) -> bool {
    app.model.features.get(app.selected as usize) == Some(&0)
}

/// The signature that is looked up.
fn signature(app: &App) -> Option<u128> {
    match answer(app) {
        Some(answer) => Some(answer.signature),
        None => app.model.signatures.try_get(app.selected as usize),
    }
}

/// The blocks in which the pigeonhole is drawn: those of the selected strategy, or else k + 1.
fn cut(app: &App) -> Option<Cut> {
    let selected = app.index.design().and_then(|design| design.cut());
    let mut designs = app.index.lines.iter().filter_map(|line| line.design.as_ref().ok());
    selected.or_else(|| designs.find_map(|design| design.cut())).cloned()
}

/// Why there is nothing to show yet.
fn awaited(app: &App) -> Said {
    match app.model.stage {
        _ if is_empty(app) => {
            ("this document is empty: it is left out of the search", "该文档为空：不参与查找")
        }
        Stage::Reading => ("the index waits until the corpus is read", "读完语料后构建索引"),
        Stage::Hashing => ("the index waits for the signatures", "等待签名"),
        Stage::Cancelled(_) if !app.model.is_hashed() => {
            ("there are no signatures: r computes them", "没有签名：按 r 计算")
        }
        _ if app.index.is_cancelled && app.searched().is_none() => {
            ("cancelled; r builds the indexes", "已取消；按 r 构建索引")
        }
        _ => ("looking up…", "正在查找…"),
    }
}

/// Why a strategy cannot be used here, in one line.
fn refusal(refused: Refused, lang: Lang) -> String {
    match refused {
        Refused::TooLarge(bytes) => {
            let bytes = short_bytes(bytes as f64);
            lang.pick((
                format!("not built: {bytes} is more than is left here"),
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
            (Lang::Zh, Unfit::TooManyTables { tables, .. }) => {
                format!("需 {} 张表：太多", grouped_digits(tables))
            }
        },
    }
}
