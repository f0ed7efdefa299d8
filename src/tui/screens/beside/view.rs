//! Behind screen 2: one document under two recipes side by side, and over the corpus the pairs that only one
//! of them sees.

use super::Listed;
use super::news::PAIRS_KEPT;
use crate::contrast::{Contrast, Seen, SeenPair};
use crate::groups::{Dendrogram, Groups};
use crate::recipe::{Recipe, TieRule};
use crate::simhash::{self, Trace};
use crate::tui::action::Action;
use crate::tui::screens::beside::keys::Pane;
use crate::tui::shared::findings::BitShares;
use crate::tui::shared::model::Stage;
use crate::tui::shared::parts::short_recipe;
use crate::tui::surface::areas::Target;
use crate::tui::surface::lang::{Said, grouped_digits};
use crate::tui::surface::paint::Paint;
use crate::tui::surface::theme::Role;
use crate::tui::widgets::bits::{self, weight_text};
use crate::tui::widgets::document::{beginning, step_keys, term_text};
use crate::visible;
use ratatui::layout::Rect;

type Scene<'a> = crate::tui::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(document) = scene.selected_document() else {
        let said = paint.pick(("no document yet", "尚无文档"));
        paint.hollow(area, said);
        return;
    };
    let Some(second) = scene.own.recipe else {
        let said = paint.pick(("B chooses the second recipe", "按 B 选择第二配方"));
        paint.hollow(area, said);
        paint.areas.push(area, Target::Act(Action::ChooseBeside));
        return;
    };
    head(scene, paint, Rect { height: 1, ..area }, document);
    figures(scene, paint, Rect { y: area.y + 1, height: 1, ..area });
    let area = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    let sides = sides(scene, document, second);
    if area.height < 15 {
        match scene.own.focus {
            Pane::SideA => side(scene, paint, area, &sides[0], Pane::SideA),
            Pane::SideB => side(scene, paint, area, &sides[1], Pane::SideB),
            _ => pairs(scene, paint, area),
        }
        return;
    }
    let low = (area.height / 3).max(6);
    let high = Rect { height: area.height - low, ..area };
    let half = high.width / 2;
    side(scene, paint, Rect { width: half, ..high }, &sides[0], Pane::SideA);
    let right = Rect { x: high.x + half, width: high.width - half, ..high };
    side(scene, paint, right, &sides[1], Pane::SideB);
    pairs(scene, paint, Rect { y: area.y + high.height, height: low, ..area });
}

/// Which document, and how its text begins.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, document: u32) {
    let shown = scene.model.corpus.get(document as usize);
    let mut x = step_keys(paint, line);
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    x += paint.name(x, line.y, line.width / 3, shown.id, Role::Accent) + 2;
    paint.say(x, line.y, room(x), &beginning(shown.text, line.width), Role::Dim);
}

/// What the comparison waits for.
fn awaited(scene: Scene<'_>) -> Said {
    let (model, beside) = (&scene.model, scene.own);
    match model.stage {
        _ if beside.is_cancelled(scene.shared) => {
            ("comparison cancelled: r starts it again", "已取消对比：按 r 重新开始")
        }
        Stage::Reading => ("the comparison waits until the corpus is read", "读完语料后对比"),
        Stage::Hashing => ("hashing the corpus under recipe A…", "正在按配方 A 计算签名…"),
        _ if beside.hashed().is_none() => ("hashing the corpus under recipe B…", "正在按配方 B 计算签名…"),
        Stage::Cancelled(_) if model.tree.is_none() => {
            ("recipe A has no groups: r builds them", "配方 A 尚无分组：按 r 构建")
        }
        _ if model.tree.is_none() => ("building the dendrogram of recipe A…", "正在构建配方 A 的树…"),
        _ if beside.tree().is_none() => ("building the dendrogram of recipe B…", "正在构建配方 B 的树…"),
        _ if scene.own.is_beyond_either(scene.shared) => {
            ("groups are not known at this k under both recipes", "两个配方在该 k 的组并非都已知")
        }
        _ => ("comparing the pairs inside the groups…", "正在对比各组内的文档对…"),
    }
}

/// What differs over the whole corpus.
fn figures(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let room = line.width.saturating_sub(2);
    let k = scene.k;
    let Some(found) = scene.own.found() else {
        let said = paint.pick(awaited(scene));
        paint.say(line.x + 1, line.y, room, said, Role::Dim);
        return;
    };
    let Contrast { pairs, groups, moved, .. } = found.contrast;
    let number = |n: u64| grouped_digits(n);
    let seen = |both: &str, of: Seen| {
        let (same, a, b) = (number(of.both), number(of.only_a), number(of.only_b));
        vec![
            (format!("{same} {both} · "), Role::Text),
            (paint.pick((format!("{a} only A"), format!("仅 A {a}"))), Role::One),
            (" · ".to_owned(), Role::Text),
            (paint.pick((format!("{b} only B"), format!("仅 B {b}"))), Role::Zero),
        ]
    };
    let parts = [
        (paint.pick(("pairs: ", "文档对：")), seen(paint.pick(("both", "同见")), pairs)),
        (paint.pick(("groups: ", "分组：")), seen(paint.pick(("alike", "相同")), groups)),
        (
            paint.pick(("documents: ", "文档：")),
            vec![(
                paint.pick((
                    format!("{} in another group", number(moved)),
                    format!("{} 篇换组", number(moved)),
                )),
                Role::Text,
            )],
        ),
    ];
    let mut x = line.x + 1;
    x += paint.say(x, line.y, room, &format!("k = {k}"), Role::Accent);
    if !scene.own.contrast_is_current(scene.shared) {
        x += paint.say(x, line.y, 2, " …", Role::Warn);
    }
    for (i, (label, pieces)) in parts.iter().enumerate() {
        let mut pieces: Vec<(&str, Role)> =
            pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        pieces.insert(0, (label, Role::Dim));
        let width = pieces.iter().map(|(text, _)| visible::width(text)).sum::<usize>() as u16;
        let left = (line.right() - 1).saturating_sub(x + 3);
        // What does not fit gives way to what comes after it; the pairs are always told.
        if i == 0 || width <= left {
            x += 3 + paint.pieces(x + 3, line.y, left, &pieces);
        }
    }
}

/// One recipe's side.
struct Sided<'a> {
    letter: char,
    recipe: Recipe,
    trace: Option<&'a Trace>,
    shares: Option<&'a BitShares>,
    tree: Option<&'a Dendrogram>,
    groups: Option<&'a Groups>,
    /// The signature of the other side, where both have the same width.
    other: Option<u128>,
    scroll: usize,
}

fn sides<'a>(scene: Scene<'a>, document: u32, second: Recipe) -> [Sided<'a>; 2] {
    let (model, beside) = (&scene.shared.model, scene.own);
    let traces = [
        model.trace(document).map(|trace| trace.as_ref()),
        beside.trace(document).map(|trace| trace.as_ref()),
    ];
    let groups =
        beside.groups.as_ref().filter(|(key, ..)| Some(*key) == scene.own.contrast_key(scene.shared));
    let is_same_width = model.recipe.bits == second.bits;
    let other = |side: usize| traces[side].filter(|_| is_same_width).map(|trace| trace.signature);
    [
        Sided {
            letter: 'A',
            recipe: model.recipe,
            trace: traces[0],
            shares: Some(&model.shares),
            tree: model.tree.as_deref(),
            groups: groups.map(|(_, a, _)| a),
            other: other(1),
            scroll: beside.scroll[0],
        },
        Sided {
            letter: 'B',
            recipe: second,
            trace: traces[1],
            shares: beside.hashed().map(|hashed| &hashed.shares),
            tree: beside.tree().map(AsRef::as_ref),
            groups: groups.map(|(.., b)| b),
            other: other(0),
            scroll: beside.scroll[1],
        },
    ]
}

fn side(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, side: &Sided<'_>, pane: Pane) {
    let full = side.recipe.to_string();
    let recipe = match visible::width(&full) + 10 <= usize::from(area.width) {
        true => full,
        false => short_recipe(side.recipe, scene.lang),
    };
    let title = format!("{}  {recipe}", side.letter);
    let inner = paint.panel(area, pane, scene.own.focus == pane, &title, "");
    if inner.height < 2 {
        return;
    }
    let Some(trace) = side.trace else {
        let said = paint.pick(awaited(scene));
        paint.hollow(inner, said);
        return;
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
    y += bits::digits(paint, place, trace.signature, bits.get(), per_line, changed, dead);
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
        TieRule::Inverted => scene.lang.pick((" (sums turned round)", "（和取反）")),
        TieRule::Zero | TieRule::One => "",
    };
    let ones = trace.signature.count_ones();
    let xor = match side.other {
        Some(other) => {
            let distance = crate::hamming::distance(other, trace.signature);
            scene.lang.pick((format!(" · XOR {distance} of {bits}"), format!(" · XOR {distance} / {bits}")))
        }
        None => scene.lang.pick((" · other width: no XOR", " · 位数不同：无 XOR")).to_owned(),
    };
    scene.lang.pick((
        format!("{ones} ones · tie {}{tie}{xor}", side.recipe.tie),
        format!("{ones} 位为 1 · 平局 {}{tie}{xor}", side.recipe.tie),
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
    match side.tree.map(|tree| tree.nearest(document)) {
        Some(Some((other, distance))) => {
            let id = scene.model.corpus.get(other as usize).id;
            scene.lang.pick((
                format!("{group} · nearest d = {distance} {id}"),
                format!("{group} · 最近邻 d = {distance} {id}"),
            ))
        }
        Some(None) if side.tree.is_some_and(|tree| !tree.is_whole()) => group,
        Some(None) => scene.lang.pick((format!("{group} · no neighbour"), format!("{group} · 无最近邻"))),
        None => group,
    }
}

/// Dead bits and weak spots, in at most two lines; answers the lines used.
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
    let spare = area.bottom().saturating_sub(y);
    // The features keep half of what is left.
    let lines = (spare / 2).clamp(1, 3).min(spare);
    for (i, defect) in defects.iter().take(usize::from(lines)).enumerate() {
        let rest = defects.len() - usize::from(lines).min(defects.len());
        let is_last = i + 1 == usize::from(lines) && rest > 0;
        let more = if is_last { format!(" +{rest}") } else { String::new() };
        let width = area.width.saturating_sub(more.len() as u16);
        let used = paint.say(area.x, y, width, &format!("! {}", paint.pick(defect.text())), Role::Warn);
        paint.say(area.x + used, y, area.width.saturating_sub(used), &more, Role::Warn);
        y += 1;
    }
    y - area.y
}

fn features(paint: &mut Paint<'_>, area: Rect, side: &Sided<'_>, trace: &Trace) {
    if area.height == 0 {
        return;
    }
    let count = grouped_digits(trace.features.len() as u64);
    let head = paint.pick((format!("features {count}"), format!("特征 {count}")));
    paint.say(area.x, area.y, area.width, &head, Role::Title);
    let digits = side.recipe.bits.hex_digits() as u16;
    let has_hex = area.width >= digits + 26;
    let hex_width = if has_hex { digits + 1 } else { 0 };
    let term_width = area.width.saturating_sub(hex_width + 9);
    let room = usize::from(area.height - 1);
    for (line, feature) in trace.features.iter().skip(side.scroll).take(room).enumerate() {
        let y = area.y + 1 + line as u16;
        let (term, role) = term_text(&feature.term);
        paint.say(area.x, y, term_width, term, role);
        let role = if feature.weight == 0.0 { Role::Dim } else { Role::Text };
        let style = paint.style(role);
        paint.right(area.x + term_width, y, 8, &weight_text(feature.weight), style);
        if has_hex {
            let hex = simhash::hex(feature.hash, side.recipe.bits);
            paint.say(area.x + term_width + 9, y, digits, &hex, Role::Dim);
        }
    }
}

/// The pairs that only one of the two sees.
fn pairs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let beside = scene.own;
    let Some(found) = beside.found() else {
        let title = paint.pick(("Pairs that only one sees", "只有一方看到的文档对"));
        let inner = paint.panel(area, Pane::Differing, scene.own.focus == Pane::Differing, title, "");
        let said = paint.pick(awaited(scene));
        paint.hollow(inner, said);
        return;
    };
    let seen = found.contrast.pairs;
    let (a, b) = (grouped_digits(seen.only_a), grouped_digits(seen.only_b));
    let title = match beside.listed {
        Listed::Both => paint.pick((
            format!("Pairs that only one sees: {a} only A, {b} only B"),
            format!("只有一方看到的文档对：仅 A {a}，仅 B {b}"),
        )),
        Listed::OnlyA => {
            paint.pick((format!("Pairs that only A sees: {a}"), format!("只有 A 看到的文档对：{a}")))
        }
        Listed::OnlyB => {
            paint.pick((format!("Pairs that only B sees: {b}"), format!("只有 B 看到的文档对：{b}")))
        }
    };
    let cut = [
        ("A", found.only_a.len(), seen.only_a, beside.listed != Listed::OnlyB),
        ("B", found.only_b.len(), seen.only_b, beside.listed != Listed::OnlyA),
    ];
    let cut: Vec<String> = cut
        .into_iter()
        .filter(|&(_, kept, all, is_listed)| is_listed && (kept as u64) < all)
        .map(|(side, _, all, _)| {
            let (kept, all) = (grouped_digits(PAIRS_KEPT as u64), grouped_digits(all));
            paint.pick((format!("{side}: first {kept} of {all}"), format!("{side}：{all} 中的前 {kept}")))
        })
        .collect();
    let inner =
        paint.panel(area, Pane::Differing, scene.own.focus == Pane::Differing, &title, &cut.join(" · "));
    if inner.height < 2 {
        return;
    }
    let rows = beside.pair_count();
    if rows == 0 {
        let said = match beside.listed {
            Listed::Both => paint.pick(("at this k both see the same pairs", "在此 k 下两者所见相同")),
            _ => paint.pick(("none at this k; o lists the others", "在此 k 下没有；按 o 看其他")),
        };
        paint.hollow(inner, said);
        return;
    }
    let title = paint.style(Role::Title);
    let ids_x = inner.x + 20;
    let has_text = inner.width >= 110;
    let room = inner.right().saturating_sub(ids_x + 1);
    let id_width = if has_text { 24 } else { room / 2 };
    paint.text(inner.x + 2, inner.y, 7, paint.pick(("seen by", "可见于")), title);
    paint.right(inner.x + 9, inner.y, 5, "d A", title);
    paint.right(inner.x + 14, inner.y, 5, "d B", title);
    paint.text(ids_x, inner.y, room, paint.pick(("documents", "文档")), title);
    let body = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    let first = beside.list.first(usize::from(body.height), rows);
    paint.areas.push(body, Target::Rows { pane: Pane::Differing.into(), first, rows });
    for line in 0..usize::from(body.height) {
        let Some(pair) = beside.pair(first + line) else { break };
        let row = Rect { y: body.y + line as u16, height: 1, ..body };
        pair_row(scene, paint, row, pair, (ids_x, id_width), has_text);
        if first + line == beside.list.selected {
            paint.select(row);
        }
    }
}

fn pair_row(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    row: Rect,
    pair: SeenPair,
    (ids_x, id_width): (u16, u16),
    has_text: bool,
) {
    let y = row.y;
    // The letter stands under A's distance or under B's, so that colour is not the only cue.
    let (letter, role) = if pair.is_seen.0 { ("A", Role::One) } else { ("B", Role::Zero) };
    paint.say(row.x + 4, y, 1, letter, role);
    let distances =
        [(pair.distance_a, row.x + 9, pair.is_seen.0), (pair.distance_b, row.x + 14, pair.is_seen.1)];
    for (distance, x, is_seen) in distances {
        let style = paint.style(if is_seen { Role::Within } else { Role::Beyond });
        // A document without features has no distance.
        let text = distance.map_or("–".to_owned(), |distance| distance.to_string());
        paint.right(x, y, 5, &text, style);
    }
    let documents =
        [pair.documents.0, pair.documents.1].map(|document| scene.model.corpus.get(document as usize));
    for (i, document) in documents.iter().enumerate() {
        let x = ids_x + i as u16 * id_width;
        paint.name(x, y, id_width.saturating_sub(1), document.id, Role::Text);
    }
    if has_text {
        let x = ids_x + 2 * id_width;
        let room = row.right().saturating_sub(x + 1);
        paint.say(x, y, room, &beginning(documents[0].text, room), Role::Dim);
    }
}
