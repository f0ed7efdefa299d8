//! The lines above the panes: which document it is, and the weak spots of its recipe.

use super::Scene;
use crate::action::Action;
use crate::surface::{Paint, Rect, Role, Target, grouped_digits};
use crate::widgets::hits::step_keys;
use simscope_core::groups::Groups;
use simscope_core::visible;

/// Which document, its label, its nearest neighbour, its group.
pub(super) fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, document: u32) {
    let shown = scene.document(document);
    let x = step_keys(paint, line);
    let place = grouped_digits(document as u64 + 1);
    let nearest = scene.model.nearest(document).map(|(neighbour, distance)| {
        let id = scene.document(neighbour).id;
        paint.pick(both!("nearest {id} at d = {distance}", "最近邻 {id}，d = {distance}"))
    });
    let tail = match scene.groups.as_deref().and_then(|groups: &Groups| groups.number_of(document)) {
        Some(number) => [nearest, Some(format!("{} #{number}", paint.pick(("group", "组"))))],
        None if scene.model.features.get(document as usize) == Some(&0) => {
            [Some(paint.pick(("no features: in no group", "没有特征：不入组")).to_owned()), None]
        }
        None => {
            [nearest, scene.groups.is_some().then(|| paint.pick(("alone at k", "不属于任何组")).to_owned())]
        }
    };
    let tail = tail.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let tail = if paint.knows_k { &tail[..] } else { "" };
    let tail = paint.whole_parts(tail, usize::from(line.width / 2));
    let width = (visible::width(tail) as u16).min(line.width / 2);
    paint.right(line.x, line.y, line.width - 1, &visible::fit(tail, usize::from(width)), Role::Dim);
    let room = line.right().saturating_sub(x + width + 2);
    let phrase = paint.pick(both!("document {place} ", "第 {place} 篇 "));
    let used = paint.say(x, line.y, room, &phrase, Role::Dim);
    // Lines of a file are named by their numbers.
    if shown.id != place {
        paint.say(x + used, line.y, room.saturating_sub(used), shown.id, Role::Title);
    }
}

/// Dead bits and the recipe's weak spots, where there are any; returns the number of lines used.
pub(super) fn weak_spots(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) -> u16 {
    let (dead, faint, bits) =
        (scene.model.shares.dead(), scene.model.shares.faint(), scene.model.recipe.bits);
    let defects = scene.model.recipe.defects();
    if dead == 0 && faint == 0 && defects.is_empty() {
        return 0;
    }
    let mut x = line.x + 1;
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    for (mask, part, role) in [(dead, 3, Role::Dead), (faint, 5, Role::Text)] {
        let (count, listed) = (mask.count_ones(), bit_ranges(mask));
        // The bits give way before how many they are.
        let listed = visible::fit(&listed, usize::from(line.width / part));
        let text = match role {
            _ if mask == 0 => continue,
            Role::Dead => both!(
                "x dead bits: {listed} ({count} of {bits})",
                "x 恒定位：{listed}（{bits} 位中 {count} 位）"
            ),
            _ => both!(
                "' bits alike in nearly all texts: {listed} ({count})",
                "' 几乎所有文本都相同的位：{listed}（{count} 位）"
            ),
        };
        x += paint.say(x, line.y, room(x), &paint.pick(text), role) + 2;
    }
    if let [defect, others @ ..] = &defects[..] {
        let (more, key) = (others.len(), scene.shared.key(Action::RecipePanel));
        let more = match more {
            0 => String::new(),
            _ => paint.pick(both!("  +{more} ({key})", "  另有 {more} 处（{key}）")),
        };
        let text = format!("! {}", paint.pick(defect.text()));
        x += paint.say(x, line.y, room(x).saturating_sub(visible::width(&more) as u16), &text, Role::Warn);
        paint.say(x, line.y, room(x), &more, Role::Warn);
    }
    paint.areas.push(line, Target::Act(Action::RecipePanel));
    1
}

/// The bits of a mask, the highest first, runs as ranges: `63, 61-58`.
fn bit_ranges(mask: u128) -> String {
    let is_set = |bit: i32| (0..128).contains(&bit) && mask >> bit & 1 == 1;
    let mut parts: Vec<String> = Vec::new();
    for high in (0..128).rev().filter(|&bit| is_set(bit) && !is_set(bit + 1)) {
        let low = (0..=high).rev().take_while(|&bit| is_set(bit)).last().unwrap_or(high);
        parts.push(match high - low {
            0 => high.to_string(),
            1 => format!("{high}, {low}"),
            _ => format!("{high}-{low}"),
        });
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_listed_in_runs_from_the_highest_down() {
        let check = |mask: u128, expected: &str| assert_eq!(bit_ranges(mask), expected, "{mask:b}");
        check(0, "");
        check(1 << 63, "63");
        check(0b1101_0111, "7, 6, 4, 2-0");
        check(u128::MAX, "127-0");
        check(u128::MAX << 64, "127-64");
    }
}
