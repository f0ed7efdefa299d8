//! What is known of the recipe's weak spots, and which bits are dead.

use super::Scene;
use crate::action::Action;
use crate::surface::{Paint, Role, Target};
use ratatui::layout::Rect;
use simscope_core::visible;

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
    if dead != 0 {
        let count = dead.count_ones();
        // The bits give way before how many they are.
        let most = usize::from(line.width / 3);
        let listed = bit_ranges(dead);
        let listed = visible::fit(&listed, most);
        let text = paint.pick(both!(
            "x dead bits: {listed} ({count} of {bits})",
            "x 死位：{listed}（{bits} 位中 {count} 位）"
        ));
        x += paint.say(x, line.y, room(x), &text, Role::Dead) + 2;
    }
    if faint != 0 {
        let count = faint.count_ones();
        let listed = bit_ranges(faint);
        let listed = visible::fit(&listed, usize::from(line.width / 5)).into_owned();
        let text =
            paint.pick(both!("' nearly dead: {listed} ({count})", "' 近乎死位：{listed}（{count} 位）"));
        x += paint.say(x, line.y, room(x), &text, Role::Text) + 2;
    }
    let more = match defects.len() {
        0 | 1 => String::new(),
        n => {
            let (more, key) = (n - 1, scene.shared.key(Action::RecipePanel));
            paint.pick(both!("  +{more} ({key})", "  另有 {more} 处（{key}）"))
        }
    };
    if let Some(defect) = defects.first() {
        let more_width = visible::width(&more) as u16;
        let text = format!("! {}", paint.pick(defect.text()));
        x += paint.say(x, line.y, room(x).saturating_sub(more_width), &text, Role::Warn);
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
