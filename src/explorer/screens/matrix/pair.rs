//! The pair under the cursor.

use super::keys::Pane as Own;
use super::{Scene, State};
use crate::action::Action;
use crate::room::{PaneOf, selected};
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::marked::{self, Side};
use crate::widgets::table::{inset, split};
use crate::widgets::{bits, prose};
use simscope_core::recipe::Bits;
use simscope_core::{hamming, simhash, visible};
use std::collections::HashSet;

pub(super) struct Pair;

impl PaneOf<State> for Pair {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[(
            "The pair under the cursor: which bits differ, which features only one side has, both texts.",
            "光标所在的对：哪些位不同、哪些特征只有一侧有，以及两篇文本。",
        )]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let title = paint.pick(("Pair under the cursor", "光标处的一对"));
        let foot = scene.keys_for(&[(Action::Open, ("anatomy", "解剖")), (Action::Copy, ("copy", "复制"))]);
        let inner = paint.panel(area, Own::Pair, title, &foot);
        let (Some(row), Some(column)) = (scene.selected_document(), scene.pair_partner()) else {
            return paint.hollow(inner, ("no pair yet", "尚无文档对"));
        };
        let signature = |document: u32| scene.model.signatures.try_get(document as usize);
        let (Some(a), Some(b)) = (signature(row), signature(column)) else {
            return paint.hollow(inner, ("signatures are being computed…", "正在计算签名…"));
        };
        let area = Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner };
        let mut lines = Lines { area, y: area.y };
        for (name, document) in [(paint.pick(("row", "行")), row), (paint.pick(("col", "列")), column)] {
            if lines.rest().is_empty() {
                return;
            }
            side(scene, paint, &mut lines, (name, document));
        }
        distance(scene, paint, &mut lines, hamming::distance(a, b));
        difference(paint, &mut lines, a ^ b, scene.model.recipe.bits);
        if lines.rest().height > 1 {
            lines.y += 1;
            shared_features(scene, paint, &mut lines, [row, column]);
        }
        if lines.rest().height > 1 {
            texts(scene, paint, inset(lines.rest(), 0, 1), [row, column]);
        }
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let document = selected(scene.shared)?;
        let pair = scene.pair_partner().and_then(|other| scene.tabbed((document, other)));
        pair.ok_or(("no pair is selected: nothing to copy", "未选择文档对：没有可复制的内容"))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let document = selected(scene.shared)?;
        let other = scene.pair_partner().ok_or(("no pair is selected", "未选择文档对"))?;
        Ok(scene.why_pair(document, other))
    }
}

/// Lines of an area, filled from the top as long as there is room.
struct Lines {
    area: Rect,
    y: u16,
}

impl Lines {
    /// What is left below.
    fn rest(&self) -> Rect {
        Rect { y: self.y, height: self.area.bottom().saturating_sub(self.y), ..self.area }
    }

    fn say(&mut self, paint: &mut Paint<'_>, text: &str, role: Role) {
        if self.y < self.area.bottom() {
            paint.say(self.area.x, self.y, self.area.width, text, role);
            self.y += 1;
        }
    }
}

/// A document of the pair.
fn side(scene: Scene<'_>, paint: &mut Paint<'_>, lines: &mut Lines, (name, document): (&str, u32)) {
    let Rect { x, width, height, .. } = lines.area;
    let shown = scene.document(document);
    let group = scene.groups.as_ref().and_then(|groups| groups.number_of(document));
    let group = group.map_or(String::new(), |number| format!(" #{number}"));
    let room = width.saturating_sub(4 + visible::width(&group) as u16);
    paint.say(x, lines.y, 4, name, Role::Dim);
    let used = paint.name(x + 4, lines.y, room, shown.id, Role::Title);
    paint.say(x + 4 + used, lines.y, width - 4 - used, &group, Role::Within);
    lines.y += 1;
    if height >= 18 && !lines.rest().is_empty() {
        let start: String = shown.text.chars().take(usize::from(width)).collect();
        paint.say(x + 4, lines.y, width - 4, &start, Role::Dim);
        lines.y += 1;
    }
}

fn distance(scene: Scene<'_>, paint: &mut Paint<'_>, lines: &mut Lines, distance: u8) {
    let (k, bits) = (scene.k, f64::from(scene.model.recipe.bits.get()));
    let is_within = distance <= k;
    let text = paint.pick((
        format!("distance {distance}, {} k = {k}", if is_within { "within" } else { "beyond" }),
        format!("距离 {distance}，在 k = {k} {}", if is_within { "之内" } else { "之外" }),
    ));
    lines.say(paint, &text, if is_within { Role::Within } else { Role::Warn });
    let share = 1.0 - f64::from(distance) / bits;
    let cosine = (std::f64::consts::PI * f64::from(distance) / bits).cos();
    let text = paint.pick(both!(
        "cosine ≈ {cosine:.3} · 1 − d/f = {share:.3}",
        "余弦 ≈ {cosine:.3} · 1 − d/f = {share:.3}"
    ));
    lines.say(paint, paint.whole_parts(&text, lines.area.width.into()), Role::Dim);
}

/// The flipped bits, as hex digits and as marks.
fn difference(paint: &mut Paint<'_>, lines: &mut Lines, flipped: u128, bits: Bits) {
    let Rect { x, width, .. } = lines.area;
    if lines.rest().height < 2 {
        return;
    }
    let columns = match width {
        72.. => 64,
        36..=71 => 32,
        _ => 16,
    };
    let hex = simhash::hex(flipped, bits);
    paint.say(x, lines.y, 4, "XOR", Role::Text);
    // What is too long for a line takes two, the high half first.
    let low = if hex.len() + 4 > usize::from(width) { hex.len().saturating_sub(16) } else { 0 };
    if low > 0 {
        paint.say(x + 4, lines.y, width - 4, &format!("{:>16}", &hex[..low]), Role::Text);
        lines.y += 1;
    }
    paint.say(x + 4, lines.y, width - 4, &hex[low..], Role::Text);
    lines.y += 1;
    lines.y += bits::differences(paint, lines.rest(), flipped, bits.get(), columns);
}

/// The two texts in what is left: each in its half, and what a short one leaves is the other's.
fn texts(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, [row, column]: [u32; 2]) {
    let half = area.height / 2;
    if half < 3 {
        return;
    }
    let marked = scene.shared.aligned(row, column);
    let sides = [(("row", "行"), row, Side::A), (("col", "列"), column, Side::B)];
    let lines = |document: u32| {
        prose::lines(scene.document(document).text, area.width.into()).filter(|line| !line.is_empty())
    };
    let needed = [row, column].map(|document| lines(document).take(area.height.into()).count() as u16 + 2);
    let first = needed[0].min(half.max(area.height.saturating_sub(needed[1])));
    let [above, below] = split(area, first);
    for ((name, document, side), part) in sides.into_iter().zip([above, below]) {
        paint.say(part.x, part.y, part.width, paint.pick(name), Role::Dim);
        let spans = marked.map_or_else(Default::default, |marked| marked.spans(side, scene.tau()));
        // From the line before the first difference on, where that does not stand among the first ones.
        let difference = marked.and_then(|marked| marked.differences.first());
        let at = difference.map_or(0, |difference| side.of(difference).start);
        let before =
            lines(document).take_while(|line| line.last().is_some_and(|&(offset, _)| offset < at)).count();
        let first = if before + 1 < usize::from(part.height) { 0 } else { before.saturating_sub(1) };
        for (line, shown) in lines(document).skip(first).take(usize::from(part.height) - 1).enumerate() {
            marked::line(paint, (part.x, part.y + 1 + line as u16), part.width, &shown, side, spans);
        }
    }
}

fn terms(trace: &simhash::Trace) -> HashSet<&str> {
    trace.features.iter().map(|feature| feature.term.as_str()).collect()
}

/// How many features both have, and the heaviest that only one has.
fn shared_features(scene: Scene<'_>, paint: &mut Paint<'_>, lines: &mut Lines, [row, column]: [u32; 2]) {
    let (Some(a), Some(b)) = (scene.model.trace(row), scene.model.trace(column)) else {
        let phrase = paint.pick(scene.why_untraced(("features: tracing…", "特征：追踪中…")));
        return lines.say(paint, phrase, Role::Dim);
    };
    let (of_a, of_b) = (terms(a), terms(b));
    let shared = of_a.intersection(&of_b).count();
    let union = of_a.len() + of_b.len() - shared;
    let jaccard = if union == 0 { 1.0 } else { shared as f64 / union as f64 };
    let head = paint.pick(both!(
        "{shared} features shared · Jaccard {jaccard:.2}",
        "共有 {shared} 个特征 · Jaccard {jaccard:.2}"
    ));
    lines.say(paint, paint.whole_parts(&head, lines.area.width.into()), Role::Text);
    let sides = [
        (paint.pick(("only in row", "仅行有")), a, &of_b, of_a.len()),
        (paint.pick(("only in col", "仅列有")), b, &of_a, of_b.len()),
    ];
    for (name, trace, others, count) in sides {
        let Rect { x, y, width, height } = lines.rest();
        if height == 0 {
            break;
        }
        let mut only: Vec<_> =
            trace.features.iter().filter(|feature| !others.contains(feature.term.as_str())).collect();
        only.sort_by(|x, y| y.weight.total_cmp(&x.weight));
        let name = format!("{name} ({}){}", count - shared, paint.pick((": ", "：")));
        let words: Vec<&str> = only.iter().take(12).map(|feature| feature.term.as_str()).collect();
        let used = paint.say(x, y, width, &name, Role::Dim);
        paint.say(x + used, y, width.saturating_sub(used), &words.join(" "), Role::Text);
        lines.y += 1;
    }
}
