//! What each strategy does to find the neighbours of the document, and which one a program would use here.

use super::keys::Pane as Own;
use super::{Scene, State, awaited};
use crate::action::Action;
use crate::room::{Moving, PaneOf, selected};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, count_in, counted, grouped_digits, short_bytes};
use crate::widgets::list::List;
use crate::widgets::table::{self, Column, Lines, Sort, dash, inset, list};
use simscope_core::search::{Reason, Tried, Unfit};

pub(super) struct Strategies;

impl PaneOf<State> for Strategies {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[(
            "What each way to find the neighbours needs for this document: tables, documents brought up and compared, memory.",
            "每种查找方法对该文档的代价：表、查得与比较的文档数、内存。",
        )]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let title = match scene.own.answered(scene.shared).and_then(|answer| answer.tried.first()) {
            Some(scan) => {
                let found = grouped_digits(scan.found);
                paint.pick(both!("Strategies: all find {found} ✓", "策略：都找到 {found} 篇 ✓"))
            }
            None => paint.pick(("Strategies", "策略")).to_owned(),
        };
        let Some(inner) = paint.panel_of(area, Own::Strategies, 2, &title, &planned(scene)) else { return };
        let Some(answer) = scene.own.answered(scene.shared) else {
            return paint.hollow(inner, awaited(scene));
        };
        let columns = table::fitting(&TRIED, inner.width.saturating_sub(NAME));
        paint.say(inner.x + 2, inner.y, NAME - 2, paint.pick(("strategy", "策略")), Role::Title);
        table::heads(paint, inset(inner, NAME, 0), &columns, Sort::default());
        let lines = Lines::of(scene.own.strategies, answer.tried.len(), false);
        table::rows(paint, inset(inner, 0, 1), Own::Strategies, lines, |paint, row, at| {
            let tried = &answer.tried[at];
            let role = if tried.design.is_ok() { Role::Text } else { Role::Dim };
            paint.say(row.x + 2, row.y, NAME - 2, &tried.strategy.to_string(), role);
            let rest = inset(row, NAME, 0);
            match tried.design {
                Ok(_) => table::cells(paint, rest, &columns, scene, &tried),
                Err(_) => {
                    let why = refusal(scene.shared, tried);
                    paint.say(rest.x + 1, row.y, rest.width.saturating_sub(2), &why, Role::Dim);
                }
            }
        });
    }

    fn moving<'a>(&self, own: &'a mut State, shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.answered(shared).map_or(0, |answer| answer.tried.len()), &mut own.strategies)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => own.focus = Own::Blocks,
            Action::Chosen(_, has_moved) => {
                if has_moved {
                    own.found = List::default();
                }
                own.show_table(shared);
            }
            _ => return false,
        }
        true
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        why(scene)
    }
}

/// Why the selected strategy misses nothing.
pub(super) fn why(scene: Scene<'_>) -> Result<String, Phrase> {
    let document = selected(scene.shared)?;
    let tried = scene.own.tried(scene.shared);
    Ok(tried.map_or_else(|| scene.why_document(document), |tried| why_exact(tried, scene.shared)))
}

/// Why the strategy misses nothing, and what that took for this document.
fn why_exact(tried: &Tried, shared: &Shared) -> String {
    let (lang, k, strategy) = (shared.lang, shared.k, tried.strategy);
    let [looks, found] = [tried.looks.len(), tried.found].map(grouped_digits);
    let candidates = counted(tried.compared, "candidate", "candidates");
    let compared = grouped_digits(tried.compared);
    let Ok(design) = &tried.design else {
        let why = refusal(shared, tried);
        return lang.pick(both!("{strategy} cannot be used here: {why}.", "此处不能用 {strategy}：{why}。"));
    };
    lang.pick(match design.cut() {
        None => both!(
            "scan misses nothing, because it compares all {compared} other signatures; {found} are within k = {k}.",
            "scan 不会遗漏，因为它比较其余全部 {compared} 个签名；{found} 个在 k = {k} 以内。"
        ),
        Some(cut) => {
            let (blocks, rest) = (cut.blocks(), cut.blocks().saturating_sub(k));
            both!(
                "{strategy} misses nothing, because {k} flips leave at least {rest} of {blocks} blocks whole; {looks} look-ups bring up {candidates}, and {found} are within k = {k}.",
                "{strategy} 不会遗漏，因为 {k} 处翻转后 {blocks} 块中至少有 {rest} 块完好；{looks} 次查找得 {compared} 个候选，其中 {found} 个是近邻。"
            )
        }
    })
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
list!(Rows of &'a Tried, in Scene<'a>);

const TRIED: [Column<Rows>; 5] = [
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

/// Columns of the mark and of the name of a strategy.
const NAME: u16 = 12;

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
