//! The signature in blocks, and the bits in the order in which each table of the selected strategy reads them.

use super::{Scene, answer, awaited, refusal, signature};
use crate::screens::index::keys::Pane;
use crate::screens::index::news::{Look, Refused};
use crate::surface::{Paint, Role, count_in, counted, grouped_digits, short_count};
use crate::widgets::blocks::{Strip, letter, letters};
use crate::widgets::table::{self, Column, Lines, Sort, dots, inset, list};
use ratatui::layout::Rect;
use simscope_core::search::{Design, Layout, Strategy, ball, binomial};

/// Columns before the bits: the mark of the selected row, the number of the table, and a tick where it finds a
/// neighbour before all others.
const LABEL: u16 = 6;

pub(super) fn blocks(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(line) = scene.own.line() else {
        let title = paint.pick(("Blocks", "分块"));
        let inner = paint.panel(area, Pane::Blocks, title, "");
        return paint.hollow(inner, awaited(scene));
    };
    let design = match &line.design {
        Ok(design) => design,
        Err(unfit) => {
            let inner = paint.panel(area, Pane::Blocks, &line.strategy.to_string(), "");
            let phrase = refusal(Refused::Unfit(*unfit), paint.lang);
            return paint.hollow_of(inner, &phrase);
        }
    };
    let inner = paint.panel(
        area,
        Pane::Blocks,
        &title(scene, design, area.width),
        &with_hidden(scene, design, area, argument(scene, design, area)),
    );
    match design.strategy() {
        Strategy::Scan => scan(scene, paint, inner),
        Strategy::Combinations => combinations(scene, paint, inner),
        _ => tables(scene, paint, inner, design),
    }
}

/// The neighbour whose flips are marked.
pub struct Marked<'a> {
    pub id: &'a str,
    flips: u128,
}

/// The selected neighbour, or where there is none the nearest document.
pub fn marked(scene: Scene<'_>) -> Option<Marked<'_>> {
    let answer = answer(scene)?;
    let (_, document) = scene.own.shown_pair(scene.shared)?;
    let other = scene.shared.model.signatures.try_get(document as usize)?;
    Some(Marked { id: scene.shared.document(document).id, flips: other ^ answer.signature })
}

fn title(scene: Scene<'_>, design: &Design, width: u16) -> String {
    let strategy = design.strategy();
    let (bits, tables) = (design.bits(), design.layouts().len());
    let Some(cut) = design.cut() else {
        return match strategy {
            Strategy::Scan => {
                scene.lang.pick(("scan: no blocks, no tables", "scan：不分块，无表")).to_owned()
            }
            _ => scene
                .lang
                .pick(("combinations: one set, no blocks", "combinations：一个集合，不分块"))
                .to_owned(),
        };
    };
    let leads = design.layouts().iter().map(Layout::lead_bits);
    let (least, most) = (leads.clone().min().unwrap_or(0), leads.max().unwrap_or(0));
    let leads = if least == most { least.to_string() } else { format!("{least}-{most}") };
    let blocks = cut.blocks();
    let made = match strategy {
        Strategy::Tables { .. } | Strategy::Compressed { .. } => {
            format!("C({blocks}, {}) = {tables}", design.k())
        }
        Strategy::Nested => format!("{blocks} × {blocks} = {tables}"),
        _ => tables.to_string(),
    };
    let marked = match marked(scene).filter(|_| width >= 110) {
        Some(Marked { id, flips }) => {
            let (flips, id) = (flips.count_ones(), simscope_core::visible::fit(id, 20));
            let bits = counted(flips as usize, "bit", "bits");
            scene.lang.pick((
                format!(" · holes: {bits} flipped in document {id}"),
                format!(" · 空缺：文档 {id} 的 {flips} 处翻转"),
            ))
        }
        None => String::new(),
    };
    scene.lang.pick((
        format!("{strategy}: {bits} bits in {blocks} blocks · {made} tables lead with {leads} bits{marked}"),
        format!("{strategy}：{bits} 位分 {blocks} 块 · {made} 张表，前导 {leads} 位{marked}"),
    ))
}

/// The line below with the number of tables that are not in view, as far as there is room.
fn with_hidden(scene: Scene<'_>, design: &Design, area: Rect, argument: String) -> String {
    let (rows, height) = (design.layouts().len(), usize::from(area.height.saturating_sub(4)));
    let hidden = rows.saturating_sub(scene.own.tables.first(height, rows) + height);
    let with =
        scene.lang.pick((format!("{argument} · {hidden} below"), format!("{argument} · 下方还有 {hidden}")));
    let has_room = simscope_core::visible::width(&with) + 8 <= usize::from(area.width);
    if hidden > 0 && has_room { with } else { argument }
}

/// Why nothing within k is missed, in one line.
fn argument(scene: Scene<'_>, design: &Design, area: Rect) -> String {
    let (k, lang) = (design.k(), scene.lang);
    let Some(cut) = design.cut() else { return String::new() };
    let (blocks, left) = (cut.blocks(), cut.blocks().saturating_sub(k));
    let is_long = area.width >= 110;
    // In English one block is left otherwise than several.
    let (stay, these, them) = match left {
        1 => ("stays", "it", "it"),
        _ => ("stay", "just these", "them"),
    };
    if k == 0 {
        return lang
            .pick(("k = 0: equal signatures agree in every block", "k = 0：相同签名各块皆同"))
            .to_owned();
    }
    match (design.strategy(), is_long) {
        (Strategy::Nested, _) => lang.pick((
            format!("{k} flips leave at least 1 of {blocks} blocks whole, and at least 1 of {blocks} parts of the other bits"),
            format!("{k} 位翻转后 {blocks} 块中至少 1 块不变，其余位的 {blocks} 段中又至少 1 段不变"),
        )),
        (_, true) => lang.pick((
            format!(
                "at most {k} flips change at most {k} of {blocks} blocks: {left} {stay} whole, and one table leads with {these}"
            ),
            format!("至多 {k} 位翻转最多改变 {blocks} 块中的 {k} 块：余下 {left} 块不变，必有一张表以它们开头"),
        )),
        (_, false) => lang.pick((
            format!("{k} flips leave at least {left} of {blocks} blocks whole: one table leads with {them}"),
            format!("{k} 位翻转后 {blocks} 块中至少 {left} 块不变：总有一张表以这些块开头"),
        )),
    }
}

// The list of tables.
list!(Tables of Looked<'a>, in Scene<'a>);

/// A table, and what it brings up for the document.
struct Looked<'a> {
    design: &'a Design,
    layout: &'a Layout,
    look: Option<Look>,
}

impl Looked<'_> {
    fn counted(&self, of: fn(Look) -> u64, columns: u16, role: Role) -> (String, Role) {
        match self.look.map(of) {
            Some(0) => ("·".to_owned(), Role::Dim),
            Some(count) => (count_in(count as f64, columns), role),
            None => dots(),
        }
    }
}

const COLUMNS: [Column<Tables>; 6] = [
    Column::number(("leads", "前导"), 7, 4, |_, row| (leads(row.design, row.layout), Role::Text)),
    Column::number(("bits", "位数"), 4, 3, |_, row| (row.layout.lead_bits().to_string(), Role::Dim)),
    Column::number(("expected", "期望"), 8, 5, |scene, row| {
        let others = (scene.own.own_size(scene.shared) - 1.0).max(0.0);
        (short_count(others / f64::from(row.layout.lead_bits()).exp2()), Role::Dim)
    }),
    Column::number(("cand.", "候选"), 7, 0, |_, row| row.counted(|look| look.candidates, 7, Role::Text)),
    Column::number(("hits", "命中"), 6, 2, |_, row| row.counted(|look| look.within, 6, Role::Text)),
    Column::number(("new", "首次"), 6, 1, |_, row| row.counted(|look| look.new, 6, Role::Within)),
];

fn tables(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect, design: &Design) {
    let Some((cut, signature)) = design.cut().zip(signature(scene)) else { return };
    if inner.height < 2 {
        return;
    }
    let bits = design.bits().get();
    // Unpacked only where the candidates still have room beside the bits.
    let is_packed = Strip::columns(bits, false) + LABEL + 8 > inner.width;
    let strip = Strip::columns(bits, is_packed).min(inner.width.saturating_sub(LABEL));
    let strip_of = |line: Rect| Rect { width: strip, height: 1, ..inset(line, LABEL, 0) };
    let right = inner.x + LABEL + strip;
    let flips = marked(scene).map_or(0, |marked| marked.flips);
    let columns = table::fitting(&COLUMNS, inner.right().saturating_sub(right));
    letters(paint, strip_of(inner), cut, is_packed);
    let numbers = |line: Rect| inset(line, LABEL + strip + 1, 0);
    table::heads(paint, numbers(inner), &columns, Sort::default());
    let query = paint.pick(("query", "签名"));
    paint.say(inner.x, inner.y + 1, LABEL, query, Role::Title);
    Strip::whole(signature, flips, cut).draw(paint, strip_of(inset(inner, 0, 1)), is_packed);
    let looks = answer(scene).and_then(|answer| answer.looks.get(scene.own.strategies.selected)?.as_ref());
    let (list, layouts) = (scene.own.tables, design.layouts());
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let (y, layout) = (row.y, &layouts[at]);
        // The bits keep their colours.
        if at == list.selected {
            paint.select(Rect { width: LABEL, ..row });
            if right < row.right() {
                paint.select(inset(row, LABEL + strip, 0));
                paint.put(right, y, " ", paint.style(Role::Selected));
            }
        }
        paint.right(row.x + 1, y, LABEL - 3, &(at + 1).to_string(), Role::Text);
        Strip::of_table(signature, flips, cut, layout).draw(paint, strip_of(row), is_packed);
        let look = looks.map(|looks| looks[at]);
        if look.is_some_and(|look| look.new > 0) {
            paint.say(row.x + LABEL - 2, y, 1, "✓", Role::Within);
        }
        table::cells(paint, numbers(row), &columns, scene, &Looked { design, layout, look });
    };
    let lines = Lines { marked: None, ..Lines::of(list, layouts.len(), false) };
    table::rows(paint, inset(inner, 0, 2), Pane::Blocks, lines, draw);
}

/// The blocks that lead a table, and how many bits of others.
fn leads(design: &Design, layout: &Layout) -> String {
    let Some(cut) = design.cut() else { return String::new() };
    let leading = layout.leading();
    let has = |block: u8| {
        let of = cut.range(block);
        leading.iter().any(|range| range.start <= of.start && of.end <= range.end)
    };
    let whole: Vec<u8> = (0..cut.blocks()).filter(|&block| has(block)).collect();
    let width: u8 = whole.iter().map(|&block| cut.widths()[usize::from(block)]).sum();
    let mut text: String = whole.into_iter().map(letter).collect();
    if layout.lead_bits() > width {
        text += &format!("+{}", layout.lead_bits() - width);
    }
    text
}

fn sentences(paint: &mut Paint<'_>, inner: Rect, lines: &[(String, Role)]) {
    let top = inner.y + inner.height.saturating_sub(lines.len() as u16 + 1).min(1);
    for (y, (text, role)) in lines.iter().enumerate().take(usize::from(inner.height)) {
        paint.say(inner.x + 2, top + y as u16, inner.width.saturating_sub(3), text, *role);
    }
}

fn scan(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect) {
    let n = grouped_digits(scene.own.own_size(scene.shared) as u64);
    let others = grouped_digits((scene.own.own_size(scene.shared) as u64).saturating_sub(1));
    let lines = [
        (
            paint.pick((
                format!("XOR and popcount against every other signature: {others} distances."),
                format!("与其余每个签名异或并计 1 的个数：{others} 个距离。"),
            )),
            Role::Text,
        ),
        (
            paint
                .pick((
                    "Misses nothing, needs no memory beside the signatures, and costs the same at any k.",
                    "不会遗漏，签名之外不占内存，k 大小无妨。",
                ))
                .to_owned(),
            Role::Text,
        ),
        (
            paint.pick((
                format!("The cost grows only with N: here {n}."),
                format!("代价只随 N 增长：此处 {n}，规划窗格可设任意值。"),
            )),
            Role::Dim,
        ),
    ];
    sentences(paint, inner, &lines);
}

fn combinations(scene: Scene<'_>, paint: &mut Paint<'_>, inner: Rect) {
    let (bits, k) = (scene.model.recipe.bits, scene.k);
    let sum: Vec<String> = (0..=k.min(4)).map(|i| grouped_digits(binomial(bits.get(), i))).collect();
    let dots = if k > 4 { " + …" } else { "" };
    let all = short_count(ball(bits, k) as f64);
    let walked = scene.own.answer().and_then(|_| {
        let measured = answer(scene)?.measured.get(scene.own.strategies.selected)?.as_ref()?;
        Some(measured.counters.probes == 0)
    });
    let mut lines = vec![
        (
            paint.pick((
                format!("Every signature within k = {k} of this one is looked up in a set:"),
                format!("在集合中逐一查找与此签名相距不超过 k = {k} 的每个签名："),
            )),
            Role::Text,
        ),
        (
            paint.pick((
                format!("{}{dots} = {all} look-ups, whatever N is.", sum.join(" + ")),
                format!("{}{dots} = {all} 次查找，与 N 无关。", sum.join(" + ")),
            )),
            Role::Accent,
        ),
    ];
    if walked == Some(true) {
        let phrase = paint.pick((
            "That is more than there are signatures: the set is scanned instead.",
            "多于现有签名数：改为遍历集合。",
        ));
        lines.push((phrase.to_owned(), Role::Warn));
    }
    if let Some(answer) = answer(scene) {
        let at = |d: u8| answer.hits.iter().filter(|hit| hit.distance == d).count();
        let counts: Vec<String> =
            (0..=k.min(16)).map(|d| format!("d {d}: {}", grouped_digits(at(d) as u64))).collect();
        let found = paint.pick(("neighbours at each distance: ", "各距离的近邻："));
        lines.push((format!("{found}{}", counts.join(" · ")), Role::Dim));
    }
    sentences(paint, inner, &lines);
}
