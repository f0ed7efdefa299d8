//! Where the texts differ.

use super::several::beginning;
use super::{Copied, Listed};
use crate::screens::pair::Scene;
use crate::screens::pair::state::State;
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::hits;
use simscope_core::alignment::Gap;

pub(super) struct Differences;

/// What only A has at a place, and what only B has.
fn halves(scene: Scene<'_>, row: usize) -> Option<[&str; 2]> {
    let ([a, b], Gap { a: in_a, b: in_b, .. }) =
        (scene.own.texts(), scene.own.marked()?.differences.get(row)?);
    Some([&a[in_a.clone()], &b[in_b.clone()]])
}

impl Listed for Differences {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.marked().map_or(0, |marked| marked.differences.len())
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        halves(scene, row).unwrap_or_default().join(" ")
    }

    fn head(&self, _scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let half = area.width.saturating_sub(5) / 2;
        paint.say(area.x + 4, area.y, half, "A", Role::Title);
        paint.say(area.x + 5 + half, area.y, half, "B", Role::Title);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize) {
        let half = line.width.saturating_sub(5) / 2;
        for (at, text) in halves(scene, row).unwrap_or_default().into_iter().enumerate() {
            let (sign, role) = if at == 0 { ("−", Role::Zero) } else { ("+", Role::One) };
            let x = line.x + 2 + at as u16 * (half + 1);
            if !text.is_empty() {
                let filter = scene.own.shown.filter.filter();
                paint.say(x, line.y, 1, sign, role);
                hits::say_in(paint, (x + 2, line.y), half.saturating_sub(2), &beginning(text), filter, role);
            }
        }
    }

    fn is_stale(&self, scene: Scene<'_>) -> bool {
        !scene.own.is_current(scene.shared)
    }

    fn nothing(&self, scene: Scene<'_>) -> Phrase {
        match scene.own.marked() {
            None => ("aligning the texts…", "正在对齐文本…"),
            Some(_) => ("the texts are equal", "两个文本相同"),
        }
    }

    fn choose(&self, own: &mut State, shared: &mut Shared, row: usize) {
        own.go_to_difference(shared, row);
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let halves = halves(scene, row).unwrap_or_default();
        Ok((halves.join("\t"), ("what only A has, and what only B has", "仅 A 有的与仅 B 有的")))
    }
}
