//! The exact measures of the texts, and what the distance says beside them.

use super::Scene;
use crate::screens::pair::measuring::{CONFIRMS, is_left_out};
use crate::surface::{Paint, Role};
use ratatui::layout::Rect;
use simscope_core::measures::Measure;
use std::f64::consts::PI;

/// Columns of the name of a measure.
const NAME: u16 = 24;
/// Columns of a value, with the gap before it.
const VALUE: u16 = 9;

/// The columns of the name, and where the values begin.
fn columns(line: Rect) -> (u16, u16) {
    let name = NAME.min(line.width.saturating_sub(VALUE + 3));
    (name, line.x + 2 + name)
}

pub(super) fn heads(paint: &mut Paint<'_>, line: Rect) {
    let (name, value) = columns(line);
    paint.say(line.x + 2, line.y, name, paint.pick(("measure", "度量")), Role::Title);
    paint.right(value, line.y, VALUE, paint.pick(("value", "值")), Role::Title);
}

pub(super) fn row(scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, measure: Measure) {
    let (shown, role) = match scene.own.measured(scene.shared, measure) {
        Some(value) => (format!("{value:.3}"), Role::Text),
        None if is_left_out(measure, scene.own.texts()) => {
            (paint.pick(("long texts", "文本过长")).to_owned(), Role::Dim)
        }
        None => ("…".to_owned(), Role::Dim),
    };
    let (name, value) = columns(row);
    paint.say(row.x + 2, row.y, name, &measure.to_string(), Role::Text);
    paint.right(value, row.y, VALUE, &shown, role);
    let at = value + VALUE + 2;
    let beside = match (measure, scene.own.measured(scene.shared, measure)) {
        (Measure::Cosine, _) => estimated(scene),
        (CONFIRMS, Some(value)) => confirmed(scene, value),
        _ => return,
    };
    paint.say(at, row.y, row.right().saturating_sub(at), &beside, Role::Dim);
}

/// What τ says of it.
fn confirmed(scene: Scene<'_>, value: f64) -> String {
    let tau = scene.shared.tau();
    scene.lang.pick(match value >= tau {
        true => both!("at least τ = {tau:.2}: the texts confirm the pair", "不低于 τ = {tau:.2}：文本确认该对"),
        false => both!("below τ = {tau:.2}: not confirmed", "低于 τ = {tau:.2}：未得到确认"),
    })
}

/// What the distance estimates the cosine to be.
fn estimated(scene: Scene<'_>) -> String {
    let Some(compared) = scene.own.compared() else { return String::new() };
    let bits = f64::from(compared.key.hashed.recipe.bits.get());
    let share = f64::from(compared.difference.distance()) / bits;
    let (cosine, alike) = ((PI * share).cos(), 1.0 - share);
    scene.lang.pick(both!(
        "the distance estimates {cosine:.3} · 1 − d/f = {alike:.3}",
        "据距离估计为 {cosine:.3} · 1 − d/f = {alike:.3}"
    ))
}
