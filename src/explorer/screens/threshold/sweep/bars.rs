//! The histogram: how many pairs lie at which distance.

use crate::screens::threshold::keys::{Act, Pane as Own};
use crate::screens::threshold::{Scene, State, pending};
use crate::shared::Shared;
use crate::surface::{Paint, Rect, Role, Target, count_in};
use crate::widgets::chart::{self, Bars, LABEL};
use crate::widgets::table::inset;
use simscope_core::display::percent_text;
use simscope_core::visible;

impl State {
    /// Whether the bars are logarithmic. They are, until the user chooses, where the peak is a thousand times as high as
    /// what lies nearer than a quarter of its distance.
    pub fn is_log(&self, shared: &Shared) -> bool {
        let steep = || {
            let counts = shared.model.spread.as_ref()?.pairs().whole()?.0;
            let peak = (0..counts.len()).max_by_key(|&d| counts[d])?;
            Some(counts[peak] > 1000 * chart::near(&counts).max(1))
        };
        self.is_log.or_else(steep).unwrap_or(false)
    }
}

pub(super) fn draw(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    legend(scene, paint, Rect { height: 1, ..area });
    let area = inset(area, 0, 1);
    let Some(spread) = &scene.model.spread else {
        return paint
            .hollow(area, pending(scene, ("known when all pairs are measured", "测量所有文档对后可知")));
    };
    let bits = scene.model.recipe.bits.get();
    let counts = spread.pairs().counts();
    let counts = &counts[..counts.len().min(usize::from(bits) + 1)];
    let confirmed = scene.own.counted(scene.shared).map(|judged| judged.by_distance());
    let marks: Vec<(&str, u8)> =
        scene.mark_places().into_iter().chain(scene.own.landmarks(scene.shared)).collect();
    let is_log = scene.own.is_log(scene.shared);
    let bars = Bars { counts, confirmed: confirmed.as_deref(), bits, k: scene.k, marks: &marks, is_log };
    let cut = chart::histogram(paint, area, bars);
    // A click on a bar shows its pairs.
    let plane = Rect { x: area.x + LABEL, width: area.width.saturating_sub(LABEL), ..area };
    paint.areas.push(plane, Target::Plane(Own::Sweep.into()));
    let peak = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d)));
    let first = cut.and_then(|cut| counts.iter().position(|&count| count > cut));
    if let Some((d, first)) = peak.zip(first) {
        // How high the bars would be, before the first that is cut.
        let count = count_in(counts[d] as f64, 7);
        let note = paint.pick(both!("highest: {count} at d = {d} ", "最高：d = {d} 处 {count} 对 "));
        let cell = chart::Scale::of(area.width, counts, bits).cell;
        let room = (first as u16 * cell).saturating_sub(cell);
        if visible::width(&note) <= room.into() {
            paint.right(area.x + LABEL, area.y, room + cell, &note, Role::Dim);
        }
    }
}

/// What the tones of the bars mean, and what has the keys.
fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let has_keys = paint.focus == Some(Own::Sweep.into());
    let sign = if has_keys { "▸ " } else { "  " };
    if has_keys {
        paint.areas.note_focus(line);
    }
    let log = if scene.own.is_log(scene.shared) { paint.pick(("log  ", "对数  ")) } else { "" };
    let title = paint.pick(("Pairs by distance", "各距离的文档对"));
    let title = if line.width < 54 { format!("{sign}{log}") } else { format!("{sign}{title}  {log}") };
    let mut x = line.x + paint.say(line.x, line.y, line.width, &title, Role::Title);
    let room = |x: u16| line.right().saturating_sub(x);
    if scene.own.counted(scene.shared).is_none() {
        let said = match scene.own.judged(scene.shared) {
            Some(judged) => {
                let done = percent_text(judged.done);
                paint.pick(both!("comparing the texts: {done}", "正在比较文本：{done}"))
            }
            None => paint.keyed(scene.own.why_no_evidence(scene.shared)),
        };
        paint.say(x, line.y, room(x), &said, Role::Dim);
        return;
    }
    let (tau, key) = (scene.tau(), scene.key(Act::StepTau(1)));
    let texts = [
        paint.pick(both!(
            "confirmed: {tau:.2} or more of the word pairs agree ({key} changes it)",
            "确认：相邻字词对重合 {tau:.2} 以上（{key} 调整）"
        )),
        paint.pick(both!("confirmed: {tau:.2} or more agree ({key})", "确认：重合 ≥ {tau:.2}（{key}）")),
        paint.pick(both!("confirmed ≥ {tau:.2} ({key})", "确认 ≥ {tau:.2}（{key}）")),
    ];
    let other = paint.pick(("not", "未确认"));
    let fits =
        |text: &&String| visible::width(&paint.shown(text)) + visible::width(other) + 8 <= room(x).into();
    let text = texts.iter().find(fits).unwrap_or(&texts[2]).clone();
    x += paint.say(x, line.y, room(x), "▇ ", Role::Within);
    let width = room(x).min(visible::width(&text) as u16 + 2);
    paint.areas.push(Rect { x, width, ..line }, Target::Act(Act::StepTau(1).into()));
    x += paint.say(x, line.y, room(x), &text, Role::Text) + 2;
    x += paint.say(x, line.y, room(x), "░ ", Role::Beyond);
    paint.say(x, line.y, room(x), other, Role::Text);
}
