//! The blocks of the document above, its candidates and what each strategy does below.

use super::blocks::{blocks, cut};
use super::keys::Pane;
use crate::action::Action;
use crate::shared::{Shared, Stage};
use crate::sheet::{Sheet, of_rows};
use crate::surface::{Paint, Phrase, Role, count_in, grouped_digits, short_bytes};
use crate::widgets::blocks::survivors;
use crate::widgets::hits::{beginning, step_keys};
use crate::widgets::table::{self, Column, Lines, Sort, dash, inset, list};
use ratatui::layout::Rect;
use simscope_core::export::{self, Described, write_table};
use simscope_core::search::{Hit, LookedUp, Reason, Tried, Unfit};

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if scene.selected_document().is_none() {
        return paint.hollow(area, scene.no_document());
    }
    head(scene, paint, Rect { height: 1, ..area });
    let area = inset(area, 0, 1);
    if area.height < 16 {
        return match scene.own.focus {
            Pane::Blocks => blocks(scene, paint, area),
            Pane::Found => found(scene, paint, area),
            Pane::Strategies => strategies(scene, paint, area),
        };
    }
    let is_wide = area.width >= WIDE;
    let least = if is_wide { 11 } else { 8 };
    let [high, low] = table::split(area, lines_of_blocks(scene).min(area.height - 10).max(least));
    if is_wide {
        let [left, right] = table::beside(high, high.width - STRATEGIES);
        blocks(scene, paint, left);
        strategies(scene, paint, right);
        return found(scene, paint, low);
    }
    blocks(scene, paint, high);
    let [left, right] = table::beside(low, low.width - (low.width * 6 / 10).min(STRATEGIES));
    found(scene, paint, left);
    strategies(scene, paint, right);
}

/// Columns that the strategies need.
const STRATEGIES: u16 = 76;
/// From this width on, the strategies stand beside the blocks.
const WIDE: u16 = 180;

/// Lines in which all tables of the selected strategy have room: borders, letters, the query, and one for each table.
fn lines_of_blocks(scene: Scene<'_>) -> u16 {
    let tables = scene.own.tried(scene.shared).map_or(0, |tried| tried.looks.len());
    4 + u16::try_from(tables).unwrap_or(u16::MAX - 4)
}

/// Which document is looked up, and how its text begins.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let shown = scene.document(scene.selected);
    let mut x = step_keys(paint, line);
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    x += paint.say(x, line.y, room(x), paint.pick(("query ", "查询 ")), Role::Dim);
    x += paint.name(x, line.y, line.width / 3, shown.id, Role::Accent) + 2;
    paint.say(x, line.y, room(x), &beginning(shown.text, line.width), Role::Dim);
}

/// Why there is nothing to show yet.
pub(super) fn awaited(scene: Scene<'_>) -> Phrase {
    match scene.model.stage {
        Stage::Reading => ("the search waits until the corpus is read", "读完语料后查找"),
        Stage::Hashing => ("the search waits for the signatures", "等待签名"),
        Stage::Cancelled(_) if !scene.model.is_hashed() => {
            ("there are no signatures: ‹resume› computes them", "没有签名：按 ‹resume› 计算")
        }
        _ if scene.model.features.get(scene.selected as usize) == Some(&0) => {
            ("this document is empty: it is left out of the search", "该文档为空：不参与查找")
        }
        _ if scene.own.answer.is_ended() => {
            ("cancelled; ‹resume› looks the document up", "已取消；按 ‹resume› 查找")
        }
        _ => ("looking up…", "正在查找…"),
    }
}

/// Why a strategy cannot be used here, in one line.
pub(super) fn refusal(shared: &Shared, tried: &Tried) -> String {
    let k = shared.k;
    shared.lang.pick(match tried.design {
        Err(Unfit::TooManyTables { tables, .. }) => {
            let tables = grouped_digits(tables);
            both!("{tables} tables: too many", "需 {tables} 张表：太多")
        }
        _ => both!("too few bits for k = {k}: use scan", "位数不足以在 k = {k} 时分块：用 scan"),
    })
}

// The list of strategies.
list!(Strategies of &'a Tried, in Scene<'a>);

const TRIED: [Column<Strategies>; 5] = [
    Column::number(("tables", "表"), 6, 1, |_, row| match row.looks.len() {
        0 => dash(),
        tables => (grouped_digits(tables), Role::Text),
    }),
    Column::number(("brought up", "查得"), 10, 2, |_, row| {
        (count_in(row.brought_up() as f64, 10), Role::Text)
    }),
    Column::number(("compared", "比较"), 8, 0, |_, row| (count_in(row.compared as f64, 8), Role::Text)),
    Column::number(("found", "找到"), 6, 0, |_, row| (count_in(row.found as f64, 6), Role::Within)),
    Column::number(("memory", "内存"), 8, 3, |scene, row| match row.looks.len() {
        0 => dash(),
        tables => {
            // A key and the number of its document.
            let key = 4 + if scene.model.recipe.bits.is_wide() { 16 } else { 8 };
            (short_bytes((tables * key * scene.model.documents.len()) as f64), Role::Text)
        }
    }),
];

/// What every strategy did for the document, as a file.
pub(super) fn sheet(shared: &Shared, answer: &LookedUp) -> Box<dyn Sheet> {
    let (k, id) = (shared.k, shared.document(shared.selected).id.to_owned());
    let usable = answer.tried.iter().filter(|tried| tried.design.is_ok());
    let row = |tried: &Tried| {
        (
            tried.strategy.to_string(),
            [tried.looks.len() as u64, tried.brought_up(), tried.compared as u64, tried.found as u64],
        )
    };
    let rows: Vec<(String, [u64; 4])> = usable.map(row).collect();
    of_rows(move |format, recipes, out| {
        use export::Column;
        let columns: [Described<'_, '_, (String, [u64; 4])>; 7] = [
            (Column::text("id"), &|_| id.as_str().into()),
            (Column::count("k"), &|_| k.into()),
            (Column::text("strategy"), &|row| row.0.as_str().into()),
            (Column::whole("tables"), &|row| row.1[0].into()),
            (Column::whole("candidates"), &|row| row.1[1].into()),
            (Column::whole("distances"), &|row| row.1[2].into()),
            (Column::whole("neighbours"), &|row| row.1[3].into()),
        ];
        write_table(&columns, &rows, format, recipes, out)
    })
}

/// Columns of the mark and of the name of a strategy.
const NAME: u16 = 12;

fn strategies(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = match scene.own.answered(scene.shared).and_then(|answer| answer.tried.first()) {
        Some(scan) => {
            let found = grouped_digits(scan.found);
            paint.pick(both!("Strategies: all find {found} ✓", "策略：都找到 {found} 篇 ✓"))
        }
        None => paint.pick(("Strategies", "策略")).to_owned(),
    };
    let Some(inner) = paint.panel_of(area, Pane::Strategies, 2, &title, &planned(scene)) else { return };
    let Some(answer) = scene.own.answered(scene.shared) else { return paint.hollow(inner, awaited(scene)) };
    let columns = table::fitting(&TRIED, inner.width.saturating_sub(NAME));
    paint.say(inner.x + 2, inner.y, NAME - 2, paint.pick(("strategy", "策略")), Role::Title);
    table::heads(paint, inset(inner, NAME, 0), &columns, Sort::default());
    let lines = Lines::of(scene.own.strategies, answer.tried.len(), false);
    table::rows(paint, inset(inner, 0, 1), Pane::Strategies, lines, |paint, row, at| {
        let tried = &answer.tried[at];
        let role = if tried.design.is_ok() { Role::Text } else { Role::Dim };
        paint.say(row.x + 2, row.y, NAME - 2, &tried.strategy.to_string(), role);
        let rest = inset(row, NAME, 0);
        match tried.design {
            Ok(_) => table::cells(paint, rest, &columns, scene, &tried),
            Err(_) => {
                paint.say(
                    rest.x + 1,
                    row.y,
                    rest.width.saturating_sub(2),
                    &refusal(scene.shared, tried),
                    Role::Dim,
                );
            }
        }
    });
}

/// How a program would search here for the neighbours of single documents, and why.
fn planned(scene: Scene<'_>) -> String {
    let Some(plan) = scene.own.plan(scene.shared) else { return String::new() };
    let strategy = plan.design().strategy();
    scene.lang.pick(match plan.reason {
        Reason::FewestTables if plan.design().layouts().is_empty() => {
            both!("plan: {strategy}, quick enough here", "规划：{strategy}，此处已够快")
        }
        Reason::Quickest => both!("plan: {strategy}, the quickest", "规划：{strategy}，最快"),
        Reason::FewestTables => {
            both!("plan: {strategy}, quick with the fewest tables", "规划：{strategy}，够快而且表最少")
        }
        Reason::TooManyPairs | Reason::NoTables => {
            both!("plan: {strategy}, as no table fits", "规划：{strategy}，表不适用")
        }
    })
}

// The list of candidates, drawn with the columns of a block.
list!(Found of Hit, in (Scene<'a>, u16));

const FOUND: [Column<Found>; 5] = [
    Column::number(("d", "d"), 3, 0, |(scene, _), hit| {
        let role = if hit.distance <= scene.k { Role::Within } else { Role::Beyond };
        (hit.distance.to_string(), role)
    }),
    Column::drawn(("blocks", "块"), 6, |(scene, cell), hit, paint, place| {
        let other = scene.model.signatures.try_get(hit.index as usize);
        if let (Some(cut), Some(other), Some(answer)) = (cut(scene), other, scene.own.answered(scene.shared))
        {
            survivors(paint, place, cut, answer.signature ^ other, cell);
        }
    }),
    Column::number(("table", "表"), 5, 2, |(scene, _), hit| match scene.own.table_of(scene.shared, *hit) {
        Some(table) => ((table + 1).to_string(), Role::Text),
        None => dash(),
    }),
    Column::drawn(("document", "文档"), 14, |(scene, _), hit, paint, place| {
        paint.name(place.x, place.y, place.width, scene.document(hit.index).id, Role::Text);
    }),
    Column::drawn(("", ""), 0, |(scene, _), hit, paint, place| {
        let text = beginning(scene.document(hit.index).text, place.width);
        paint.say(place.x, place.y, place.width, &text, Role::Dim);
    }),
];

/// Those that have room, and the columns of a block.
fn laid_out(scene: Scene<'_>, room: u16) -> (Vec<Column<Found>>, u16) {
    let blocks = cut(scene).map_or(0, |cut| u16::from(cut.blocks()));
    let cell = if blocks * 2 <= room / 4 { 2 } else { 1 };
    let mut columns = FOUND;
    columns[1].width = (blocks * cell).max(6).min(room / 2);
    let mut columns = table::fitting(&columns, room);
    let taken = table::taken(&columns);
    if let Some(text) = columns.last_mut() {
        text.width = room.saturating_sub(taken + 1);
    }
    (columns, cell)
}

pub(super) fn found(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let k = scene.k;
    let tried = scene.own.tried(scene.shared);
    let title = match tried {
        Some(tried) => {
            let [found, compared] = [tried.found, tried.compared].map(grouped_digits);
            paint.pick(both!(
                "{compared} candidates, {found} within {k}",
                "候选 {compared} 篇，≤ {k} 的 {found} 篇"
            ))
        }
        None => paint.pick(("Candidates", "候选")).to_owned(),
    };
    let Some(inner) = paint.panel_of(area, Pane::Found, 2, &title, "") else { return };
    let Some(tried) = tried else { return paint.hollow(inner, awaited(scene)) };
    let (columns, cell) = laid_out(scene, inner.width.saturating_sub(2));
    table::heads(paint, inset(inner, 2, 0), &columns, Sort::default());
    let body = inset(inner, 0, 1);
    if tried.candidates.is_empty() {
        return alone(scene, paint, body);
    }
    let lines = Lines::of(scene.own.found, tried.candidates.len(), false);
    table::rows(paint, body, Pane::Found, lines, |paint, line, at| {
        table::cells(paint, inset(line, 2, 0), &columns, (scene, cell), &tried.candidates[at]);
    });
}

/// No table brings anything up: says so, and how far the nearest document is.
fn alone(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect) {
    let Some((_, distance)) = scene.model.nearest(scene.selected) else {
        return paint.hollow(body, ("no candidates", "没有候选"));
    };
    let key = scene.shared.key(Action::GoNearest);
    let phrase = paint.pick(both!(
        "no candidates; the nearest ({key}) is at distance {distance}",
        "没有候选；最近者（{key}）距离 {distance}"
    ));
    paint.hollow_of(body, &phrase);
}
