//! Two recipes: what both see, and the pairs that only one of them sees.

use super::border::two;
use super::{Scene, parted, tabs};
use crate::action::Action;
use crate::screens::threshold::keys::{Act, Pane};
use crate::screens::threshold::recipes::{Listed, PAIRS_KEPT};
use crate::surface::{Paint, Role, Target, grouped_digits};
use crate::widgets::table::{self, Column, Lines, Order, inset, list};
use ratatui::layout::Rect;
use simscope_core::contrast::SeenPair;
use simscope_core::corpus::{Corpus, Document};
use simscope_core::recipe::Recipe;

// The list of pairs.
list!(pub Pairs of Seen<'a>, in Scene<'a>, Act::Sort);

/// A pair with its documents.
pub struct Seen<'a> {
    pair: SeenPair,
    documents: [Document<'a>; 2],
}

impl<'a> Seen<'a> {
    pub fn of(corpus: &'a Corpus, pair: SeenPair) -> Self {
        let (a, b) = pair.documents;
        Self { pair, documents: [a, b].map(|document| corpus.get(document as usize)) }
    }
}

/// A document without features has no distance.
fn text(distance: Option<u8>) -> String {
    distance.map_or("–".to_owned(), |distance| distance.to_string())
}

fn distance(distance: Option<u8>, is_seen: bool) -> (String, Role) {
    (text(distance), if is_seen { Role::Within } else { Role::Beyond })
}

type Of = Column<Pairs>;

pub const RECIPES: [Of; 4] = [
    // A letter too, so that colour is not the only cue.
    Of::text_of(("seen by", "可见于"), 8, |_, row| match row.pair.is_seen.0 {
        true => ("A".to_owned(), Role::One),
        false => ("B".to_owned(), Role::Zero),
    })
    .by(Order::Found),
    Of::number(("d A", "d A"), 4, 0, |_, row| distance(row.pair.distance_a, row.pair.is_seen.0))
        .by(Order::Number(|row| row.pair.distance_a.map_or(u128::MAX, u128::from))),
    Of::number(("d B", "d B"), 4, 0, |_, row| distance(row.pair.distance_b, row.pair.is_seen.1))
        .by(Order::Number(|row| row.pair.distance_b.map_or(u128::MAX, u128::from))),
    Of::drawn(("documents", "文档"), 0, |_, row, paint, place| {
        let width = place.width / 2;
        for (document, x) in row.documents.iter().zip([place.x, place.x + width]) {
            paint.name(x, place.y, width.saturating_sub(1), document.id, Role::Text);
        }
    })
    .by(Order::Texts(|row| row.documents.map(|document| document.id))),
];

/// Draws what both see, the list, and right of it the selected pair.
pub(super) fn recipes(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if area.height < 8 && scene.own.focus == Pane::Pair {
        return pair(scene, paint, area);
    }
    let [left, right] = parted(paint, area, (area.width * 9 / 20).clamp(38, 66).min(area.width));
    let Some(inner) = tabs(scene, paint, left, Pane::Recipes, &title(scene)) else { return };
    if scene.second.is_none() {
        paint.section(right, Pane::Pair, "");
        paint.hollow(inner, ("‹recipe-beside› chooses the second recipe", "按 ‹recipe-beside› 选择第二配方"));
        paint.areas.push(inner, Target::Act(Action::ChooseBeside));
        return;
    }
    let lines = u16::from(inner.height >= 6) + u16::from(inner.height >= 10);
    let figures = figures(scene);
    for (text, y) in figures.iter().take(lines.into()).zip(inner.y..) {
        paint.say(inner.x + 1, y, inner.width.saturating_sub(1), text, Role::Dim);
    }
    list(scene, paint, inset(inner, 0, lines));
    pair(scene, paint, right);
}

/// How many pairs only one sees; the filter, where there is one.
fn title(scene: Scene<'_>) -> String {
    let pairs = &scene.own.recipes.pairs;
    if !pairs.filter.is_empty() {
        return pairs.filter.in_force().into_owned();
    }
    let Some(found) = scene.own.recipes.found() else {
        return scene.lang.pick(("Recipes", "配方")).to_owned();
    };
    let seen = found.contrast.pairs;
    let (a, b) = (grouped_digits(seen.only_a), grouped_digits(seen.only_b));
    let waits = if scene.own.recipes.is_current(scene.shared) { "" } else { " …" };
    scene.lang.pick(match scene.own.recipes.listed {
        Listed::Both => {
            both!("Recipes: {a} pairs only A, {b} only B{waits}", "配方：仅 A {a} 对，仅 B {b} 对{waits}")
        }
        Listed::OnlyA => {
            both!("Recipes: {a} pairs only A sees{waits}", "配方：只有 A 看到 {a} 对{waits}")
        }
        Listed::OnlyB => {
            both!("Recipes: {b} pairs only B sees{waits}", "配方：只有 B 看到 {b} 对{waits}")
        }
    })
}

/// Which recipes these are, and what both see.
fn figures(scene: Scene<'_>) -> [String; 2] {
    let recipes = &scene.own.recipes;
    let name = |recipe: Recipe| recipe.short(scene.lang);
    let dead = recipes.second().map_or(0, |second| second.shares.dead().count_ones());
    let dead = match dead {
        0 => String::new(),
        _ => scene.lang.pick(both!(" ({dead} dead bits)", "（{dead} 个恒定位）")),
    };
    let b = scene.second.map(name).unwrap_or_default();
    let names = format!("A {} · B {b}{dead}", name(scene.model.recipe));
    let Some(found) = recipes.found() else { return [names, scene.keyed(recipes.awaited(scene.shared))] };
    let contrast = &found.contrast;
    let [both, alike, moved] =
        [contrast.pairs.both, contrast.groups.both, contrast.moved].map(grouped_digits);
    let kept = match (found.only_a.len() + found.only_b.len()) as u64 {
        kept if kept < contrast.pairs.only_a + contrast.pairs.only_b => {
            let most = grouped_digits(PAIRS_KEPT);
            scene.lang.pick(both!(" · listed: {most} of a side", " · 每方只列 {most} 对"))
        }
        _ => String::new(),
    };
    let both = scene.lang.pick(both!(
        "both: {both} pairs, {alike} groups · {moved} documents in another group{kept}",
        "同见：{both} 对，{alike} 组 · {moved} 篇换组{kept}"
    ));
    [names, both]
}

fn list(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let recipes = &scene.own.recipes;
    let pairs = &recipes.pairs;
    if recipes.found().is_none() {
        return paint.hollow(area, recipes.awaited(scene.shared));
    }
    if let Some(why) = &pairs.why_none {
        return paint.hollow_of(area, &why.say(paint.lang));
    }
    if pairs.rows() == 0 {
        return paint.hollow(
            area,
            match recipes.listed {
                Listed::Both => ("at this k both see the same pairs", "在此 k 下两者所见相同"),
                _ => (
                    "none at this k; ‹threshold.reseed› lists the others",
                    "在此 k 下没有；按 ‹threshold.reseed› 看其他",
                ),
            },
        );
    }
    let mut columns = RECIPES;
    columns[3].width = area.width.saturating_sub(2 + table::taken(&columns));
    table::heads(paint, inset(area, 2, 0), &columns, pairs.sort);
    let lines = Lines::of(pairs.list, pairs.rows(), true);
    table::rows(paint, inset(area, 0, 1), Pane::Recipes, lines, |paint, line, at| {
        if let Some(pair) = recipes.pair(at) {
            let row = Seen::of(&scene.shared.model.corpus, pair);
            table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
        }
    });
}

/// The selected pair: its distance under each recipe, and both texts with what differs.
fn pair(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let selected = scene.own.recipes.selected();
    let title = selected.map(|pair| {
        let side = |letter: char, distance: Option<u8>, is_seen: bool| {
            format!("d {letter} = {} {}", text(distance), if is_seen { "≤ k" } else { "> k" })
        };
        let (a, b) = pair.is_seen;
        format!("{} · {}", side('A', pair.distance_a, a), side('B', pair.distance_b, b))
    });
    let inner = paint.section(area, Pane::Pair, title.as_deref().unwrap_or_default());
    if let Some(pair) = selected {
        two(scene, paint, inner, pair.documents, "");
    }
}
