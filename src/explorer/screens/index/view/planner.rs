//! What every strategy would cost at any number of signatures, and how far the formulas hold here.

use super::strategies::NAME;
use super::{Scene, awaited, refusal};
use crate::screens::index::keys::{Act, Pane};
use crate::screens::index::news::{Outlook, Refused};
use crate::sheet::{Sheet, of_rows};
use crate::surface::{Lang, Paint, Phrase, Role, count_in, grouped_digits, short_bytes};
use crate::widgets::table::{self, Column, Lines, Sort, dash, dots, inset, list};
use ratatui::layout::Rect;
use simscope_core::export::{Cell, Described, write_table};
use simscope_core::search::{Plan, Reason, Strategy};

/// A strategy in the planner.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanRow {
    pub strategy: Strategy,
    pub name: String,
    /// What it would cost at the size planned for, or why it cannot work.
    pub outlook: Result<Outlook, Refused>,
    /// Candidates beside the document itself that the formula gives for this corpus.
    pub formula: Option<f64>,
    /// The same, measured: on average over a sample.
    pub measured: Option<f64>,
    /// Those of the measured ones that are within k, as often as they were brought up.
    pub hits: Option<f64>,
}

impl PlanRow {
    /// A cell of what it would cost, where it can work.
    fn cost(&self, of: fn(Outlook) -> Cell<'static>) -> Cell<'static> {
        self.outlook.ok().map(of).into()
    }

    fn is_compressed(&self) -> bool {
        matches!(self.strategy, Strategy::Compressed { .. })
    }

    /// How many times more candidates than random bits would give, beside the neighbours, which have to come.
    /// `None` where neither has any.
    pub fn ratio(&self) -> Option<f64> {
        let (formula, by_chance) = (self.formula?, (self.measured? - self.hits?).max(0.0));
        (formula > 0.0 && (formula >= 0.005 || by_chance >= 0.005)).then(|| by_chance / formula)
    }
}

/// All rows of the planner.
pub fn plan_rows(scene: Scene<'_>) -> Vec<PlanRow> {
    let others = (scene.own.own_size(scene.shared) - 1.0).max(0.0);
    let lines = scene.own.lines.iter().zip(&scene.own.built);
    lines
        .map(|(line, built)| {
            let outlook = |n: f64| line.design.as_ref().map(|design| Outlook::of(design, n));
            PlanRow {
                strategy: line.strategy,
                name: line.strategy.to_string(),
                outlook: outlook(scene.own.size).map_err(|&unfit| Refused::Unfit(unfit)),
                formula: outlook(others).ok().map(|outlook| outlook.candidates),
                measured: built.as_ref().and_then(|built| built.mean_candidates()),
                hits: built.as_ref().and_then(|built| built.mean_hits()),
            }
        })
        .collect()
}

/// What each strategy would cost for `size` signatures; the formulas were checked on the `own` ones of the corpus.
pub fn plan_sheet(size: f64, own: f64, k: u8, rows: Vec<PlanRow>) -> Box<dyn Sheet> {
    use simscope_core::export::Column;
    of_rows(move |format, recipes, out| {
        let columns: [Described<'_, '_, PlanRow>; 12] = [
            (Column::whole("n"), &|_| (size as u64).into()),
            (Column::count("k"), &|_| k.into()),
            (Column::text("strategy"), &|row| row.name.as_str().into()),
            (Column::whole("tables").optional(), &|row| row.cost(|outlook| outlook.tables.into())),
            (Column::count("lead_bits").optional(), &|row| row.cost(|outlook| outlook.lead_bits.into())),
            (Column::number("bytes").optional(), &|row| row.cost(|outlook| outlook.bytes.into())),
            (Column::number("bytes_compressed").optional(), &|row| {
                row.cost(|outlook| outlook.compressed_bytes.into())
            }),
            (Column::number("probes").optional(), &|row| row.cost(|outlook| outlook.probes.into())),
            (Column::number("candidates").optional(), &|row| row.cost(|outlook| outlook.candidates.into())),
            (Column::whole("corpus_n"), &|_| (own as u64).into()),
            (Column::number("corpus_formula").optional(), &|row| row.formula.into()),
            (Column::number("corpus_measured").optional(), &|row| row.measured.into()),
        ];
        write_table(&columns, &rows, format, recipes, out)
    })
}

// The list of plans.
list!(Plans of (&'a PlanRow, Outlook), in Scene<'a>);

const COLUMNS: [Column<Plans>; 10] = [
    Column::number(("tables", "表"), 6, 4, |_, (_, it)| match it.tables {
        0 => dash(),
        tables => (grouped_digits(tables), Role::Text),
    }),
    Column::number(("lead", "前导"), 4, 3, |_, (_, it)| match it.tables {
        0 => dash(),
        _ => (it.lead_bits.to_string(), Role::Text),
    }),
    Column::number(("plain", "原样"), 7, 0, |_, (row, it)| match row.is_compressed() {
        true => dash(),
        false => (short_bytes(it.bytes), Role::Text),
    }),
    Column::number(("compr.", "压缩"), 7, 0, |_, (row, it)| {
        let role = if row.is_compressed() { Role::Accent } else { Role::Text };
        it.compressed_bytes.map_or_else(dash, |bytes| (short_bytes(bytes), role))
    }),
    Column::number(PROBES, 7, 5, |_, (_, it)| match it.probes {
        0.0 => dash(),
        probes => (count_in(probes, 7), Role::Text),
    }),
    Column::number(CANDIDATES, 7, 0, |_, (_, it)| (count_in(it.candidates, 7), Role::Accent)),
    Column::number(("formula", "公式"), 7, 2, |_, (row, _)| known(row.formula, 7)),
    Column::number(("measured", "实测"), 8, 2, |_, (row, _)| known(row.measured, 8)),
    Column::number(("hits", "命中"), 6, 2, |_, (row, _)| known(row.hits, 6)),
    Column::number(("ratio", "比值"), 6, 2, |_, (row, _)| match row.ratio() {
        Some(ratio) if (0.5..=2.0).contains(&ratio) => (ratio_text(ratio), Role::Within),
        Some(ratio) => (ratio_text(ratio), Role::Warn),
        None => dash(),
    }),
];

const PROBES: Phrase = ("probes", "查找");
const CANDIDATES: Phrase = ("cand.", "候选");

fn known(number: Option<f64>, columns: u16) -> (String, Role) {
    number.map_or_else(dots, |number| (count_in(number, columns), Role::Text))
}

fn is_of_here(column: &Column<Plans>) -> bool {
    ["formula", "measured", "hits", "ratio"].contains(&column.what.0)
}

pub(super) fn planner(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let is_own = is_at_own_size(scene);
    let columns = shown_columns(area.width.saturating_sub(2 + NAME), is_own);
    let title = title(scene, &columns, usize::from(area.width.saturating_sub(8)));
    let foot = scene.keys_for(&[
        (Act::StepSize(-1).into(), ("smaller N", "N 减小")),
        (Act::StepSize(1).into(), ("larger N", "N 增大")),
        (Act::AskSize.into(), ("type N", "输入 N")),
    ]);
    let Some(inner) = paint.panel_of(area, Pane::Planner, 2, &title, &foot) else { return };
    let rows = plan_rows(scene);
    if rows.is_empty() {
        return paint.hollow(inner, awaited(scene));
    }
    paint.say(inner.x + 2, inner.y, NAME - 2, paint.pick(("strategy", "策略")), Role::Title);
    table::heads(paint, inset(inner, NAME + 1, 0), &columns, Sort::default());
    divide(paint, inset(inner, NAME + 1, 0), &columns);
    let lines = rows.len().min(usize::from(inner.height - 1));
    let body = Rect { y: inner.y + 1, height: lines as u16, ..inner };
    let shown = Lines::of(scene.own.strategies, rows.len(), false);
    table::rows(paint, body, Pane::Planner, shown, |paint, line, at| {
        draw(scene, paint, line, &rows[at], &columns);
    });
    let below = Rect { y: body.bottom(), height: inner.bottom() - body.bottom(), ..inner };
    notes(scene, paint, below);
}

/// Those that fit; where not all do, the check against this corpus shows only at its own N.
fn shown_columns(room: u16, is_own: bool) -> Vec<Column<Plans>> {
    let all = table::fitting(&COLUMNS, room);
    if all.iter().any(is_of_here) || !is_own {
        return all;
    }
    let check: Vec<Column<Plans>> = COLUMNS
        .into_iter()
        .filter(|column| ![CANDIDATES, PROBES].contains(&column.what))
        .map(|column| Column { gives_way: u8::from(!is_of_here(&column)), ..column })
        .collect();
    table::fitting(&check, room)
}

fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: &PlanRow, columns: &[Column<Plans>]) {
    let role = if row.outlook.is_ok() { Role::Text } else { Role::Dim };
    paint.say(line.x + 2, line.y, NAME - 2, &row.name, role);
    // What the planner would use was measured at the N of the corpus, and says nothing of another.
    let chosen = scene.own.plan.as_ref().filter(|_| is_at_own_size(scene));
    if chosen.is_some_and(|plan| plan.design().strategy() == row.strategy) {
        paint.say(line.x + 1, line.y, 1, "✓", Role::Accent);
    }
    let outlook = match row.outlook {
        Ok(outlook) => outlook,
        Err(refused) => {
            let phrase = refusal(refused, paint.lang);
            paint.say(line.x + NAME + 1, line.y, line.width.saturating_sub(NAME + 1), &phrase, Role::Dim);
            return;
        }
    };
    table::cells(paint, inset(line, NAME + 1, 0), columns, scene, &(row, outlook));
    divide(paint, inset(line, NAME + 1, 0), columns);
}

/// A line between what is computed for N and what was measured here.
fn divide(paint: &mut Paint<'_>, line: Rect, columns: &[Column<Plans>]) {
    let first = table::places(line, columns).find(|(_, column)| is_of_here(column));
    if let Some((place, _)) = first.filter(|(place, _)| place.x > line.x) {
        paint.say(place.x - 1, line.y, 1, "│", Role::Border);
    }
}

/// A ratio in at most six columns: more digits would be chance.
fn ratio_text(ratio: f64) -> String {
    match ratio {
        ..9.995 => format!("×{ratio:.2}"),
        ..9_999.5 => format!("×{ratio:.0}"),
        ..999_500.0 => format!("×{:.0} k", ratio / 1e3),
        ..999_500_000.0 => format!("×{:.0} M", ratio / 1e6),
        _ => "×10^9+".to_owned(),
    }
}

fn is_at_own_size(scene: Scene<'_>) -> bool {
    scene.own.size == scene.own.own_size(scene.shared)
}

/// The title: what the columns left and right of the line are of, and what the planner chooses for this corpus, as far as
/// there is room.
fn title(scene: Scene<'_>, columns: &[Column<Plans>], room: usize) -> String {
    let (n, k, is_own) = (grouped_digits(scene.own.size as u64), scene.k, is_at_own_size(scene));
    let own = if is_own { scene.lang.pick((" (this corpus)", "（本语料）")) } else { "" };
    let title = scene.lang.pick((
        format!("Planner of queries, k = {k}: at N = {n}{own}"),
        format!("查询规划，k = {k}：N = {n}{own}"),
    ));
    let has_here = columns.iter().any(is_of_here);
    let with_here = match sampled(scene).filter(|_| has_here) {
        Some(sampled) => scene
            .lang
            .pick((format!("{title} │ here, n = {sampled}"), format!("{title} │ 本语料抽样 n = {sampled}"))),
        None => title.clone(),
    };
    let chosen = scene.own.plan.as_ref().map(|plan| {
        let (strategy, why) = (plan.design().strategy(), why(plan, scene.lang));
        let own = grouped_digits(scene.own.own_size(scene.shared) as u64);
        // At another N no row has a tick.
        scene.lang.pick(match is_own {
            true => (format!(" · ✓ {strategy}: {why}"), format!(" · ✓ {strategy}：{why}")),
            false => (format!(" · for N = {own}: {strategy}"), format!(" · N = {own} 时：{strategy}")),
        })
    });
    let chosen = chosen.into_iter().flat_map(|chosen| {
        let long = format!("{with_here}{chosen}");
        let short = long.replacen(" of queries", "", 1);
        [long, short]
    });
    let texts = chosen.chain([with_here.clone()]);
    texts.into_iter().find(|text| simscope_core::visible::width(text) <= room).unwrap_or(title)
}

/// Documents of this corpus on which the selected strategy was measured.
fn sampled(scene: Scene<'_>) -> Option<u64> {
    let built = scene.own.built.get(scene.own.strategies.selected).and_then(Option::as_ref);
    built.map(|built| built.sampled.queries)
}

/// Why the planner chose what it chose, in few words.
fn why(plan: &Plan, lang: Lang) -> &'static str {
    lang.pick(match plan.reason {
        Reason::Quickest => ("the quickest", "最快"),
        Reason::TooManyPairs => ("too many pairs for tables", "文档对太多，不宜用表"),
        Reason::FewestTables => ("quick, and holds least", "够快且占用最少"),
        Reason::NoTables => ("no block can stay whole", "没有块能保持完好"),
    })
}

/// Where there is room: what the check says, and what the planner saw.
fn notes(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let mut lines: Vec<(String, Role)> = Vec::new();
    if let Some(sampled) = sampled(scene) {
        let n = grouped_digits(scene.own.own_size(scene.shared) as u64);
        lines.push((
            paint.pick((
                format!("formula: random bits, N = {n} · measured: sampled, n = {sampled} documents of this corpus"),
                format!("公式：随机位，N = {n} · 实测：本语料抽样 n = {sampled} 篇"),
            )),
            Role::Dim,
        ));
        lines.push((
            paint
                .pick((
                    "hits: candidates within k, counted in every table · ratio: (measured − hits) ÷ formula; above 1: blocks repeat",
                    "命中：k 以内的候选，每张表各计一次 · 比值：（实测 − 命中）÷ 公式；大于 1：块有重复",
                ))
                .to_owned(),
            Role::Dim,
        ));
    }
    if let Some(plan) = &scene.own.plan {
        let (strategy, why) = (plan.design().strategy(), why(plan, scene.lang));
        let widths =
            plan.design().cut().map(|cut| cut.widths().iter().map(u8::to_string).collect::<Vec<_>>());
        let cut = widths.map_or(String::new(), |widths| {
            let widths = widths.join(" ");
            paint.pick((format!(", cut {widths}"), format!("，分块 {widths}")))
        });
        lines.push((
            paint.pick((
                format!("the planner's choice for queries of this corpus: {strategy}{cut}: {why}"),
                format!("规划为本语料的查询选择 {strategy}{cut}：{why}"),
            )),
            Role::Text,
        ));
        if let Some(skew) = &plan.skew {
            let (high, low) = (skew.bits.end - 1, skew.bits.start);
            let factor = ratio_text(skew.factor);
            lines.push((
                paint.pick((
                    format!("skewed: bits {high}-{low} repeat more often than random ones, {factor}"),
                    format!("偏斜：第 {low}–{high} 位的重复多于随机位，{factor}"),
                )),
                Role::Warn,
            ));
        }
    }
    for (y, (text, role)) in lines.iter().take(usize::from(area.height)).enumerate() {
        paint.say(area.x + 2, area.y + y as u16, area.width.saturating_sub(3), text, *role);
    }
}
