//! The signature in blocks, and the bits in the order in which each table of the selected strategy reads them.

use super::keys::Pane as Own;
use super::strategies::{self, refusal};
use super::{Scene, State, awaited};
use crate::action::Action;
use crate::room::{Moving, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, count_in, counted, grouped_digits, short_count};
use crate::widgets::blocks::{Strip, letters};
use crate::widgets::table::{self, Column, Lines, Sort, inset, list};
use simscope_core::search::{Cut, Design, Layout, Look, Strategy};

pub(super) struct Blocks;

impl PaneOf<State> for Blocks {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "The signature cut into blocks. k flips change at most k of k + 1 blocks, so at least one stays equal,",
                "签名切成若干块。k 位翻转最多改变 k + 1 块中的 k 块，至少一块不变，",
            ),
            ("and the table that leads with it finds the neighbour.", "以该块开头的表就能找到近邻。"),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let Some(tried) = scene.own.tried(scene.shared) else {
            let inner = paint.panel(area, Own::Blocks, paint.pick(("Blocks", "分块")), "");
            return paint.hollow(inner, awaited(scene));
        };
        let Ok(design) = &tried.design else {
            let inner = paint.panel(area, Own::Blocks, &tried.strategy.to_string(), "");
            return paint.hollow_of(inner, &refusal(scene.shared, tried));
        };
        let Some(cut) = design.cut() else {
            let inner = paint.panel(area, Own::Blocks, &tried.strategy.to_string(), "");
            let others = grouped_digits(tried.compared);
            let phrase = paint.pick(both!(
                "no blocks, no tables: XOR and popcount against all {others} other signatures, whatever k is",
                "不分块，无表：与其余 {others} 个签名逐一异或并数 1，k 大小无妨"
            ));
            return paint.hollow_of(inner, &phrase);
        };
        let inner =
            paint.panel(area, Own::Blocks, &title(scene, design, cut, area.width), &argument(scene, cut));
        tables(scene, paint, inner, (design, cut));
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.tried(shared).map_or(0, |tried| tried.looks.len()), &mut own.tables)
    }

    fn act(&self, own: &mut State, _shared: &mut Shared, action: Action) -> bool {
        if action == Action::Open {
            own.focus = Own::Found;
        }
        action == Action::Open
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        strategies::why(scene)
    }
}

/// Columns before the bits: the mark of the selected row, the number of the table, and a tick where it finds a
/// neighbour before all others.
const LABEL: u16 = 6;

/// The blocks of the selected strategy; where it has none, those of the first one that has.
pub(super) fn cut(scene: Scene<'_>) -> Option<&Cut> {
    let tried = &scene.own.answered(scene.shared)?.tried;
    let cut = |at: usize| tried.get(at)?.design.as_ref().ok()?.cut();
    cut(scene.own.strategies.selected).or_else(|| (0..tried.len()).find_map(cut))
}

/// Bits in which the selected candidate, or else the nearest document, differs.
fn flips(scene: Scene<'_>) -> u128 {
    let flips = || {
        let other = scene.own.other(scene.shared)?.index as usize;
        Some(scene.own.answered(scene.shared)?.signature ^ scene.model.signatures.try_get(other)?)
    };
    flips().unwrap_or(0)
}

fn title(scene: Scene<'_>, design: &Design, cut: &Cut, width: u16) -> String {
    let (strategy, bits, blocks) = (design.strategy(), design.bits(), cut.blocks());
    let tables = design.layouts().len();
    let made = match strategy {
        Strategy::Tables { .. } => format!("C({blocks}, {}) = {tables}", design.k()),
        Strategy::Nested => format!("{blocks} × {blocks} = {tables}"),
        _ => tables.to_string(),
    };
    let marked = scene.own.other(scene.shared).filter(|_| width >= 100).map_or_else(String::new, |hit| {
        let id = simscope_core::visible::fit(scene.document(hit.index).id, 20);
        let (d, bits) = (hit.distance, counted(hit.distance.into(), "bit", "bits"));
        scene
            .lang
            .pick(both!(" · holes: {bits} flipped in document {id}", " · 空缺：文档 {id} 的 {d} 处翻转"))
    });
    scene.lang.pick(both!(
        "{strategy}: {bits} bits in {blocks} blocks · {made} tables{marked}",
        "{strategy}：{bits} 位分 {blocks} 块 · {made} 张表{marked}"
    ))
}

/// Why nothing within k is missed, in one line.
fn argument(scene: Scene<'_>, cut: &Cut) -> String {
    let (k, blocks) = (scene.k, cut.blocks());
    let (left, stays) = (blocks.saturating_sub(k), if blocks == k + 1 { "it" } else { "them" });
    scene.lang.pick(match k {
        0 => both!("k = 0: equal signatures agree in every block", "k = 0：相同签名各块皆同"),
        _ => both!(
            "{k} flips leave at least {left} of {blocks} blocks whole: one table leads with {stays}",
            "{k} 位翻转后 {blocks} 块中至少 {left} 块不变：总有一张表以这些块开头"
        ),
    })
}

// The list of tables.
list!(Tables of (&'a Layout, Look), in Scene<'a>);

fn looked(count: u64, columns: u16, role: Role) -> (String, Role) {
    if count == 0 { ("·".to_owned(), Role::Dim) } else { (count_in(count as f64, columns), role) }
}

const COLUMNS: [Column<Tables>; 5] = [
    Column::number(("bits", "位数"), 4, 3, |_, row| (row.0.lead_bits().to_string(), Role::Dim)),
    Column::number(("expected", "期望"), 8, 4, |scene, row| {
        let others = scene.model.documents.len().saturating_sub(1) as f64;
        (short_count(others / f64::from(row.0.lead_bits()).exp2()), Role::Dim)
    }),
    Column::number(("cand.", "候选"), 7, 0, |_, row| looked(row.1.candidates, 7, Role::Text)),
    Column::number(("hits", "命中"), 6, 2, |_, row| looked(row.1.within, 6, Role::Text)),
    Column::number(("new", "首次"), 6, 1, |_, row| looked(row.1.new, 6, Role::Within)),
];

fn tables(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, (design, cut): (&Design, &Cut)) {
    let (Some(answer), Some(tried)) = (scene.own.answered(scene.shared), scene.own.tried(scene.shared))
    else {
        return;
    };
    if inner.height < 2 {
        return;
    }
    let (bits, signature, flips) = (design.bits().get(), answer.signature, flips(scene));
    // Unpacked only where the candidates still have room beside the bits.
    let is_packed = Strip::columns(bits, false) + LABEL + 8 > inner.width;
    let strip = Strip::columns(bits, is_packed).min(inner.width.saturating_sub(LABEL));
    let strip_of = |line: Rect| Rect { width: strip, height: 1, ..inset(line, LABEL, 0) };
    let columns = table::fitting(&COLUMNS, inner.width.saturating_sub(LABEL + strip + 1));
    let numbers = |line: Rect| inset(line, LABEL + strip + 1, 0);
    letters(paint, strip_of(inner), cut, is_packed);
    table::heads(paint, numbers(inner), &columns, Sort::default());
    paint.say(inner.x, inner.y + 1, LABEL, paint.pick(("query", "签名")), Role::Title);
    Strip::whole(signature, flips, cut).draw(paint, strip_of(inset(inner, 0, 1)), is_packed);
    let (list, layouts) = (scene.own.tables, design.layouts());
    let lines = Lines { marked: None, ..Lines::of(list, layouts.len(), false) };
    table::rows(paint, inset(inner, 0, 2), Own::Blocks, lines, |paint, row, at| {
        // The bits keep their colours.
        if at == list.selected {
            paint.select(Rect { width: LABEL, ..row });
            if row.width > LABEL + strip {
                paint.select(inset(row, LABEL + strip, 0));
                paint.put(row.x + LABEL + strip, row.y, " ", paint.style(Role::Selected));
            }
        }
        paint.right(row.x + 1, row.y, LABEL - 3, &(at + 1).to_string(), Role::Text);
        Strip::of_table(signature, flips, cut, &layouts[at]).draw(paint, strip_of(row), is_packed);
        let look = tried.looks[at];
        if look.new > 0 {
            paint.say(row.x + LABEL - 2, row.y, 1, "✓", Role::Within);
        }
        table::cells(paint, numbers(row), &columns, scene, &(&layouts[at], look));
    });
}
