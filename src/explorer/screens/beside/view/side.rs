//! One document under one of the two recipes.

use super::{Scene, awaited};
use crate::screens::beside::keys::Pane;
use crate::shared::findings::BitShares;
use crate::shared::parts::{full_recipe, short_recipe};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::bits;
use crate::widgets::bits::weight_text;
use crate::widgets::document::term_text;
use ratatui::layout::Rect;
use simscope_core::groups::{Dendrogram, Groups};
use simscope_core::recipe::{Recipe, TieRule};
use simscope_core::simhash;
use simscope_core::simhash::Trace;
use simscope_core::visible;

/// One recipe's side.
pub(super) struct Sided<'a> {
    letter: char,
    recipe: Recipe,
    trace: Option<&'a Trace>,
    shares: Option<&'a BitShares>,
    tree: Option<&'a Dendrogram>,
    nearest: Option<(u32, u8)>,
    groups: Option<&'a Groups>,
    /// The signature of the other side, where both have the same width.
    other: Option<u128>,
    scroll: usize,
    /// Whether each side has dead bits, and how many weak spots.
    weak: [(bool, usize); 2],
}

pub(super) fn sides<'a>(scene: Scene<'a>, document: u32, second: Recipe) -> [Sided<'a>; 2] {
    let (model, beside) = (&scene.shared.model, scene.own);
    let traces = [
        model.trace(document).map(|trace| trace.as_ref()),
        beside.trace(document, &second).map(|trace| trace.as_ref()),
    ];
    let groups =
        beside.groups.as_ref().filter(|(key, ..)| Some(*key) == scene.own.contrast_key(scene.shared));
    let is_same_width = model.recipe.bits == second.bits;
    let second_shares = beside.hashed().map(|hashed| &hashed.shares);
    let weak_of = |shares: Option<&BitShares>, recipe: &Recipe| {
        (shares.is_some_and(|shares| shares.dead() != 0), recipe.defects().len())
    };
    let weak = [weak_of(Some(&model.shares), &model.recipe), weak_of(second_shares, &second)];
    let other = |side: usize| traces[side].filter(|_| is_same_width).map(|trace| trace.signature);
    [
        Sided {
            letter: 'A',
            recipe: model.recipe,
            trace: traces[0],
            shares: Some(&model.shares),
            tree: model.tree.as_deref(),
            nearest: model.nearest(document),
            groups: groups.map(|(_, a, _)| a),
            other: other(1),
            scroll: beside.scroll[0],
            weak,
        },
        Sided {
            letter: 'B',
            recipe: second,
            trace: traces[1],
            shares: second_shares,
            tree: beside.tree().map(AsRef::as_ref),
            nearest: (beside.tree().zip(beside.hashed()))
                .and_then(|(tree, hashed)| tree.nearest(document, &hashed.signatures)),
            groups: groups.map(|(.., b)| b),
            other: other(0),
            scroll: beside.scroll[1],
            weak,
        },
    ]
}

pub(super) fn side(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, side: &Sided<'_>, pane: Pane) {
    let full = full_recipe(side.recipe, scene.lang);
    let recipe = match visible::width(&full) + 10 <= usize::from(area.width) {
        true => full,
        false => short_recipe(side.recipe, scene.lang),
    };
    let title = format!("{}  {recipe}", side.letter);
    let Some(inner) = paint.panel_of(area, pane, 2, &title, "") else { return };
    let Some(trace) = side.trace else {
        return paint.hollow(inner, awaited(scene));
    };
    let (x, width) = (inner.x + 1, inner.width.saturating_sub(2));
    let bits = side.recipe.bits;
    let mut y = inner.y;
    let hex = simhash::hex(trace.signature, bits);
    paint.say(x, y, width, &hex, Role::Accent);
    y += 1;
    let per_line = if width >= 71 && bits.get() > 32 { 64 } else { 32.min(bits.get()) };
    let changed = side.other.map_or(0, |other| other ^ trace.signature);
    let dead = side.shares.map_or(0, BitShares::dead);
    let place = Rect { x, y, width, height: inner.bottom() - y };
    let lines = bits::Lines { bits: bits.get(), columns: per_line };
    y += bits::digits(paint, place, trace.signature, lines, changed, dead);
    let lines = [difference(scene, side, trace), standing(scene, side)];
    for text in lines {
        if y < inner.bottom() {
            paint.say(x, y, width, &text, Role::Text);
            y += 1;
        }
    }
    y += weak_spots(paint, Rect { x, y, width, height: inner.bottom().saturating_sub(y) }, side, dead);
    features(paint, Rect { x, y, width, height: inner.bottom().saturating_sub(y) }, side, trace);
}

/// How the two signatures of the document differ; with the number of features and the tie rule.
fn difference(scene: Scene<'_>, side: &Sided<'_>, trace: &Trace) -> String {
    let bits = side.recipe.bits;
    let tie = match side.recipe.tie {
        TieRule::Inverted => scene.lang.pick((" (sums with the opposite sign)", "（累加值取反）")),
        TieRule::Zero | TieRule::One => "",
    };
    let ones = trace.signature.count_ones();
    let xor = match side.other {
        Some(other) => {
            let distance = simscope_core::hamming::distance(other, trace.signature);
            scene.lang.pick((format!(" · XOR {distance} of {bits}"), format!(" · XOR {distance} / {bits}")))
        }
        None => scene.lang.pick((" · other width: no XOR", " · 位数不同：无 XOR")).to_owned(),
    };
    scene.lang.pick((
        format!("{ones} ones · tie {}{tie}{xor}", side.recipe.tie),
        format!("{ones} 位为 1 · 平票 {}{tie}{xor}", side.recipe.tie),
    ))
}

/// The document's neighbour and group on this side.
fn standing(scene: Scene<'_>, side: &Sided<'_>) -> String {
    let document = scene.selected;
    let group = match side.groups.map(|groups| (groups, groups.number_of(document))) {
        Some((groups, Some(number))) => {
            let size = groups.members(number).len();
            scene.lang.pick((format!("group #{number} of {size}"), format!("组 #{number}，{size} 篇")))
        }
        Some((_, None)) => scene.lang.pick(("alone at k", "在 k 下独立")).to_owned(),
        None => scene.lang.pick(("group …", "组 …")).to_owned(),
    };
    match side.tree.map(|_| side.nearest) {
        Some(Some((other, distance))) => {
            let id = scene.document(other).id;
            scene.lang.pick((
                format!("{group} · nearest {id} at d = {distance}"),
                format!("{group} · 最近邻 {id}，d = {distance}"),
            ))
        }
        Some(None) if side.tree.is_some_and(|tree| !tree.is_whole()) => group,
        Some(None) => scene.lang.pick((format!("{group} · no neighbour"), format!("{group} · 无最近邻"))),
        None => group,
    }
}

/// Lines of weak spots in an area of that height; the features keep half of it.
fn weak_lines((has_dead, spots): (bool, usize), height: u16) -> u16 {
    let spare = height.saturating_sub(has_dead.into());
    u16::from(has_dead).min(height) + (spots as u16).min((spare / 2).clamp(1, 3).min(spare))
}

/// Dead bits and weak spots; returns the lines that they take on the side that has more, so that both sides stay level.
fn weak_spots(paint: &mut Paint<'_>, area: Rect, side: &Sided<'_>, dead: u128) -> u16 {
    let defects = side.recipe.defects();
    let mut y = area.y;
    if dead != 0 && y < area.bottom() {
        let (count, bits) = (dead.count_ones(), side.recipe.bits);
        let text =
            paint.pick((format!("x dead bits: {count} of {bits}"), format!("x {bits} 位中 {count} 个死位")));
        paint.say(area.x, y, area.width, &text, Role::Dead);
        y += 1;
    }
    let lines = usize::from(weak_lines((dead != 0, defects.len()), area.height) - (y - area.y));
    for (i, defect) in defects.iter().take(lines).enumerate() {
        let rest = defects.len() - lines.min(defects.len());
        let is_last = i + 1 == lines && rest > 0;
        let more = if is_last { format!(" +{rest}") } else { String::new() };
        let width = area.width.saturating_sub(more.len() as u16);
        let used = paint.say(area.x, y, width, &format!("! {}", paint.pick(defect.text())), Role::Warn);
        paint.say(area.x + used, y, area.width.saturating_sub(used), &more, Role::Warn);
        y += 1;
    }
    side.weak.map(|weak| weak_lines(weak, area.height)).into_iter().max().unwrap_or(0)
}

fn features(paint: &mut Paint<'_>, area: Rect, side: &Sided<'_>, trace: &Trace) {
    if area.height == 0 {
        return;
    }
    let count = grouped_digits(trace.features.len());
    let head = paint.pick((format!("features {count}"), format!("特征 {count}")));
    paint.say(area.x, area.y, area.width, &head, Role::Title);
    let (of, digits) = (side.recipe.bits, side.recipe.bits.hex_digits() as u16);
    // The bits as they push, where there is room for them; else in hex, if for that.
    let columns = u16::from(of.get());
    let has_cells = area.width >= columns + 28;
    let has_hex = !has_cells && area.width >= digits + 26;
    let hash_width = if has_cells {
        columns + 1
    } else if has_hex {
        digits + 1
    } else {
        0
    };
    let term_width = area.width.saturating_sub(hash_width + 9);
    let dead = side.shares.map_or(0, BitShares::dead);
    let room = usize::from(area.height - 1);
    for (line, feature) in trace.features.iter().skip(side.scroll).take(room).enumerate() {
        let y = area.y + 1 + line as u16;
        let (term, role) = term_text(&feature.term);
        paint.say(area.x, y, term_width, term, role);
        let role = if feature.weight == 0.0 { Role::Dim } else { Role::Text };
        paint.right(area.x + term_width, y, 8, &weight_text(feature.weight), role);
        let x = area.x + term_width + 9;
        if has_cells {
            let is_inverted = side.recipe.tie == TieRule::Inverted;
            let up = if is_inverted { !feature.hash & of.mask() } else { feature.hash };
            bits::cells(paint, x, y, up, of.get(), dead);
        } else if has_hex {
            paint.say(x, y, digits, &simhash::hex(feature.hash, of), Role::Dim);
        }
    }
}
