//! Screen 5: the texts, one grid of bits, features and measures, and the chain.

mod bits;
mod chain;
mod measures;

use super::moves::columns;
use super::state::Under;
use crate::action::Action;
use crate::screens::compare::features::features;
use crate::screens::compare::keys::{Act, Pane};
use crate::shared::parts::{full_recipe, short_recipe};
use crate::surface::{Lang, Paint, Role, counted, grouped_digits};
use crate::widgets::document;
use crate::widgets::marked::{Over, Side};
use crate::widgets::table;
use crate::widgets::{hits, prose};
use bits::Grid;
use ratatui::layout::Rect;
use simscope_core::hamming;
use simscope_core::recipe::Recipe;
use simscope_core::visible;

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Lines of features and measures, and of the chain, with their frames.
const LISTS: u16 = 7;
const CHAIN: u16 = 4;
/// Columns from which on two panes stand side by side.
const WIDE: u16 = 76;

/// Columns and lines from which on four panes stand below the texts, two and two.
const LARGE: (u16, u16) = (150, 40);

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(pair) = scene.own.pair(scene.shared) else {
        return paint.hollow(area, scene.why_no_pair());
    };
    head(scene, paint, Rect { height: 1, ..area }, pair);
    let area = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let grid = Grid::of(scene, area);
    let low = scene.own.low.unwrap_or(Pane::Bits);
    let is_text = matches!(scene.own.focus, Pane::TextA | Pane::TextB);
    let below = grid.height + LISTS + CHAIN;
    if area.height >= LARGE.1 && area.width >= LARGE.0 && area.height >= below + 20 {
        // What is known of both stands beside the bits, how they are joined beside the features.
        // What short texts leave goes to the lists.
        let rest = area.height - grid.height - LISTS.max(area.height / 4);
        let text = |document: u32| scene.document(document).text;
        let lines =
            |document| prose::lines(text(document), columns(area.width / 2)).take(rest.into()).count();
        let high = rest.min((lines(pair.0).max(lines(pair.1)) as u16 + 2).max(8));
        let heights = [high, grid.height, area.height - grid.height - high];
        let [high, middle, low] = parts(area, heights);
        texts(scene, paint, high, pair);
        let left = area.width * 11 / 20;
        let [bits, all] = table::beside(middle, left);
        let [list, joined] = table::beside(low, left);
        grid.draw(scene, paint, bits);
        measures::measures(scene, paint, all);
        features(scene, paint, list);
        chain::chain(scene, paint, joined, pair);
    } else if area.height >= below + 6 && area.width >= WIDE {
        let [high, middle, lists, last] = parts(area, [area.height - below, grid.height, LISTS, CHAIN]);
        texts(scene, paint, high, pair);
        grid.draw(scene, paint, middle);
        let (left, right) = halves(lists);
        features(scene, paint, left);
        measures::measures(scene, paint, right);
        chain::chain(scene, paint, last, pair);
    } else if area.height >= 15 && area.width >= WIDE {
        // One pane below the texts: that which had the keys last.
        let height = if low == Pane::Bits { grid.height.min(area.height - 6) } else { LISTS + 1 };
        let [high, under] = parts(area, [area.height - height, height]);
        texts(scene, paint, high, pair);
        single(scene, paint, under, &grid, low, pair);
    } else if is_text {
        texts(scene, paint, area, pair);
    } else {
        single(scene, paint, area, &grid, scene.own.focus, pair);
    }
}

fn single(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, grid: &Grid, pane: Pane, pair: (u32, u32)) {
    match pane {
        Pane::TextA | Pane::TextB | Pane::Bits => grid.draw(scene, paint, area),
        Pane::Features => features(scene, paint, area),
        Pane::Measures => measures::measures(scene, paint, area),
        Pane::Chain => chain::chain(scene, paint, area, pair),
    }
}

/// An area in parts of these heights, one below the other.
fn parts<const N: usize>(area: Rect, heights: [u16; N]) -> [Rect; N] {
    let mut y = area.y;
    heights.map(|height| {
        let part = Rect { y, height, ..area };
        y += height;
        part
    })
}

fn halves(area: Rect) -> (Rect, Rect) {
    let half = area.width / 2;
    (Rect { width: half, ..area }, Rect { x: area.x + half, width: area.width - half, ..area })
}

/// How far apart the pair is, and under which recipes.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, (a, b): (u32, u32)) {
    let signature = |document: u32| scene.model.signatures.try_get(document as usize);
    let (x, room) = (line.x + 1, line.width.saturating_sub(2));
    let Some((of_a, of_b)) = signature(a).zip(signature(b)) else {
        paint.say(
            x,
            line.y,
            room,
            paint.pick(("signatures are being computed…", "正在计算签名…")),
            Role::Dim,
        );
        return;
    };
    let pieces = |recipe: fn(Recipe, Lang) -> String| {
        head_pieces(scene, (a, b), hamming::distance(of_a, of_b), recipe)
    };
    let width =
        |pieces: &[(String, Role)]| pieces.iter().map(|(text, _)| visible::width(text)).sum::<usize>();
    let full = pieces(full_recipe);
    let pieces = if width(&full) <= usize::from(room) { full } else { pieces(short_recipe) };
    let pieces: Vec<(&str, Role)> = pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
    paint.pieces(x, line.y, room, &pieces);
}

/// The pieces of the head, with recipes as `written` writes them.
fn head_pieces(
    scene: Scene<'_>,
    (a, b): (u32, u32),
    d: u8,
    written: fn(Recipe, Lang) -> String,
) -> Vec<(String, Role)> {
    let against_k = |d: u8| match d <= scene.k {
        true => (format!("✓ d = {d} ≤ k = {}", scene.k), Role::Within),
        false => (format!("× d = {d} > k = {}", scene.k), Role::Warn),
    };
    let recipe = |recipe| written(recipe, scene.lang);
    let mut pieces = vec![against_k(d), (groups(scene, a, b), Role::Text)];
    match scene.second {
        None => pieces.push((format!(" · {}", recipe(scene.model.recipe)), Role::Dim)),
        Some(second) => {
            pieces.push((scene.lang.pick((" · recipe B: ", " · 配方 B：")).to_owned(), Role::Dim));
            pieces.push(match scene.own.under(scene.shared, second) {
                // Its signatures have their own width, and k was not chosen for it.
                Under::Known(d) => (format!("d = {d}"), Role::Accent),
                Under::Awaited => ("d = …".to_owned(), Role::Dim),
                Under::NotAlone => {
                    (scene.lang.pick(("tf-idf needs the corpus", "tf-idf 须统计语料")).to_owned(), Role::Dim)
                }
            });
            pieces.push((format!(" ({})", recipe(second)), Role::Dim));
            pieces.push((format!(" · A: {}", recipe(scene.model.recipe)), Role::Dim));
        }
    }
    pieces
}

/// In which groups the pair is.
fn groups(scene: Scene<'_>, a: u32, b: u32) -> String {
    let Some(groups) = scene.groups.as_ref().filter(|_| scene.groups_are_current()) else {
        return String::new();
    };
    let phrase = match (groups.number_of(a), groups.number_of(b)) {
        (Some(one), Some(other)) if one == other => {
            (format!(" · both in group #{one}"), format!(" · 同在组 #{one}"))
        }
        (Some(one), Some(other)) => {
            (format!(" · groups #{one}, #{other}"), format!(" · 组 #{one}、#{other}"))
        }
        (Some(one), None) => (format!(" · only A grouped: #{one}"), format!(" · 仅 A 入组：#{one}")),
        (None, Some(other)) => (format!(" · only B grouped: #{other}"), format!(" · 仅 B 入组：#{other}")),
        (None, None) => (" · neither is in a group".to_owned(), " · 均不入组".to_owned()),
    };
    scene.lang.pick(phrase)
}

/// Both texts side by side, or the one that has the keys where there is no room for both.
fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pair: (u32, u32)) {
    let (left, right) = halves(area);
    let sides = [(Pane::TextA, Side::A, left), (Pane::TextB, Side::B, right)];
    let is_narrow = area.width < WIDE;
    // Both sides break their lines at the same width, so that they stay level.
    for (pane, side, place) in sides {
        if !is_narrow {
            text(scene, paint, place, side, pair, columns(left.width));
        } else if pane == scene.own.focus {
            text(scene, paint, area, side, pair, columns(area.width));
        }
    }
}

fn text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, side: Side, pair: (u32, u32), columns: usize) {
    let (name, pane, document) = match side {
        Side::A => ("A", Pane::TextA, pair.0),
        Side::B => ("B", Pane::TextB, pair.1),
    };
    let shown = scene.document(document);
    let counted_features = scene.model.features.get(document as usize).filter(|_| scene.knows_recipe());
    let features = counted_features.map(|&count| {
        paint.pick((
            counted(count as usize, "feature", "features"),
            format!("{} 个特征", grouped_digits(count)),
        ))
    });
    let features = features.map_or(String::new(), |features| format!("  {features}"));
    // The features give way before the name, so that what tells documents apart stays.
    let room = usize::from(area.width.saturating_sub(11));
    let id = visible::line(shown.id);
    let is_whole = visible::width(&id) + visible::width(&features) <= room;
    let title = format!("{name}  {}{}", visible::fit(&id, room), if is_whole { &features } else { "" });
    let marked = scene.aligned(pair.0, pair.1);
    let alike = marked.and_then(|marked| marked.alike).filter(|_| side == Side::A);
    let alike = alike.map(|alike| alike.say(scene.lang).to_owned());
    let foot = marked.map(|marked| match (marked.differences.len(), side) {
        (0, _) => paint.pick(("the texts are equal", "两个文本相同")).to_owned(),
        (_, Side::A) if marked.is_rough => {
            paint.pick(("long texts: compared in part", "文本过长：只对比了一部分")).to_owned()
        }
        (count, Side::A) => {
            let next = scene.keys_for(&[(Act::StepDifference(1).into(), ("next", "下一处"))]);
            let count = paint.pick((
                counted(count, "difference", "differences"),
                format!("{} 处差异", grouped_digits(count)),
            ));
            if next.is_empty() { count } else { format!("{count} · {next}") }
        }
        (_, Side::B) => scene.keys_for(&[
            (Act::ToggleFold.into(), ("fold", "折叠")),
            (Act::Swap.into(), ("swap", "互换")),
            (Action::GoNearest, ("nearest", "最近邻")),
        ]),
    });
    let foot = alike.or(foot).unwrap_or_default();
    let Some(inner) = paint.panel_of(area, pane, 1, &title, &foot) else { return };
    if scene.lacks_texts() {
        document::running(paint, inner, shown.text, Role::Dim);
        return;
    }
    let Some(marked) = marked else {
        let phrase = match scene.kept.alignments.is_ended_at(&pair) {
            true => ("cancelled: ‹resume› aligns the texts", "已取消：按 ‹resume› 对齐文本"),
            false => ("aligning the texts…", "正在对齐文本…"),
        };
        return paint.hollow(inner, phrase);
    };
    if shown.text.is_empty() {
        return paint.hollow(inner, ("this document is empty", "该文档为空"));
    }
    let texts = [pair.0, pair.1].map(|document| scene.document(document).text);
    let sheet = marked.sheet(texts, columns, inner.height.into(), scene.own.is_unfolded);
    let hits = hits::in_long(shown.text, scene.own.features.filter.filter());
    let current = scene.own.difference.and_then(|at| marked.differences.get(at));
    sheet.draw(paint, inner, scene.own.top, (side, marked.spans(side)), Over { current, hits: &hits });
}
