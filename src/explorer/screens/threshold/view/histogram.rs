//! How many pairs lie at which distance.

use super::{Scene, pending};
use crate::screens::threshold::keys::{Act, Pane};
use crate::screens::threshold::state::Below;
use crate::surface::{Paint, Role, Target, grouped_digits};
use crate::widgets::chart::{self, Bars, Shares};
use ratatui::layout::Rect;
use simscope_core::evidence::{Purpose, Share};
use simscope_core::visible;

/// Precision, recall and the largest group at every k.
struct Known {
    precision: Vec<Option<f64>>,
    precision_band: Vec<Option<(f64, f64)>>,
    recall: Vec<Option<f64>>,
    recall_band: Vec<Option<(f64, f64)>>,
    largest: Vec<Option<f64>>,
}

const PRECISION: (&str, &str) = ("━", "P");
const RECALL: (&str, &str) = ("═", "R");
const LARGEST: (&str, &str) = ("╌", "G");

impl Known {
    /// By the labels, or predicted; nothing while neither is known.
    fn of(scene: Scene<'_>) -> Option<Self> {
        let by_labels = scene.model.labelled.as_ref().map(|labelled| labelled.curve());
        let curve = by_labels.as_ref().or(scene.own.curve(scene.shared, Purpose::Pairs))?;
        let all = scene.model.documents.len().max(1) as f64;
        Some(Self {
            precision: curve.rows.iter().map(|row| Some(row.precision?.share)).collect(),
            precision_band: curve.rows.iter().map(|row| band(row.precision)).collect(),
            recall_band: curve.rows.iter().map(|row| band(row.recall)).collect(),
            recall: curve.rows.iter().map(|row| Some(row.recall?.share)).collect(),
            largest: scene.model.sweep.iter().map(|row| Some(row.largest as f64 / all)).collect(),
        })
    }

    /// The one that matters most last, since it covers the others.
    fn lines(&self) -> Vec<Shares<'_>> {
        let none: &[Option<(f64, f64)>] = &[];
        let line = |at, band, sign, role| Shares { at, band, sign, role };
        vec![
            line(&self.largest[..], none, LARGEST, Role::Dim),
            line(&self.recall[..], &self.recall_band[..], RECALL, Role::Handle),
            line(&self.precision[..], &self.precision_band[..], PRECISION, Role::Within),
        ]
    }
}

/// The interval, if it is more than a point.
fn band(share: Option<Share>) -> Option<(f64, f64)> {
    share.filter(|share| share.low < share.high).map(|share| (share.low, share.high))
}

/// What the signs above the bars mean; the sweep says whether labels or a prediction are shown.
fn legend(paint: &Paint<'_>) -> String {
    let sign = |(sign, ascii): (&'static str, &'static str)| if paint.theme.is_ascii { ascii } else { sign };
    let [p, r, g] = [PRECISION, RECALL, LARGEST].map(sign);
    paint.pick((format!("{p} precision {r} recall {g} largest"), format!("{p} 精确率 {r} 召回率 {g} 最大组")))
}

pub(super) fn histogram(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let scale =
        paint.pick(if scene.own.is_log(scene.shared) { ("log", "对数") } else { ("linear", "线性") });
    let distances = u16::from(scene.model.recipe.bits.get()) + 1;
    let mut title = match chart::distances_a_bar(area.width.saturating_sub(2), distances) {
        1 => paint.pick((format!("Pairs by distance, {scale}"), format!("各距离的文档对，{scale}"))),
        n => paint.pick((
            format!("Pairs by distance ({n} per bar), {scale}"),
            format!("各距离的文档对（每条 {n} 个距离），{scale}"),
        )),
    };
    let has_bulk = scene.model.spread.as_ref().is_some_and(|spread| spread.pairs().whole().is_some());
    let valley = match scene.valley() {
        Some(valley) => {
            paint.pick((format!(" · smoothed valley at {valley}"), format!(" · 平滑后的谷底 {valley}")))
        }
        None if has_bulk => paint.pick((" · no valley", " · 没有谷底")).to_owned(),
        None => String::new(),
    };
    let key = scene.keymap.key_of(scene.screen, Act::ToggleLog.into()).unwrap_or_default();
    let mut foot = format!("{key} {}{valley}", paint.pick(("log/linear", "对数/线性")));
    if scene.model.labelled.is_some() || scene.own.judged_lately(scene.shared).is_some() {
        let legend = legend(paint);
        if visible::width(&foot) + visible::width(&legend) + 8 <= usize::from(area.width) {
            foot = format!("{foot} · {legend}");
        }
    }
    let Some(spread) = &scene.model.spread else {
        let inner = paint.panel(area, Pane::Histogram, &title, &foot);
        return paint
            .hollow(inner, pending(scene, ("known when all pairs are measured", "测量所有文档对后可知")));
    };
    let bits = usize::from(scene.model.recipe.bits.get());
    let counts = spread.pairs().counts();
    let counts = &counts[..counts.len().min(bits + 1)];
    if counts.len() <= bits {
        let last = counts.len() - 1;
        title += &paint.pick((format!(" · counted to d = {last}"), format!(" · 已计至 d = {last}")));
    } else if let Some(peak) = (0..counts.len()).max_by_key(|&d| (counts[d], std::cmp::Reverse(d))) {
        let count = grouped_digits(counts[peak]);
        let peak =
            paint.pick((format!(" · peak {count} at d = {peak}"), format!(" · 峰值 {count}，d = {peak}")));
        if visible::width(&title) + visible::width(&peak) + 8 <= usize::from(area.width) {
            title += &peak;
        }
    }
    let inner = paint.panel(area, Pane::Histogram, &title, &foot);
    let known = Known::of(scene);
    let lines = known.as_ref().map_or(Vec::new(), Known::lines);
    let bars = Bars {
        lines: &lines,
        counts,
        bits: bits as u8,
        k: scene.k,
        marks: &scene.mark_places(),
        is_log: scene.own.is_log(scene.shared),
    };
    let cut = chart::histogram(paint, inner, bars);
    if scene.own.below == Below::Border {
        // A click on a bar shows its pairs.
        let (x, width) = (inner.x + chart::LABEL, inner.width.saturating_sub(chart::LABEL));
        paint.areas.push(Rect { x, width, ..inner }, Target::Plane(Pane::Histogram.into()));
    }
    if let Some(cut) = cut {
        // The scale says it too; beside the hints only where there is room.
        let cut = grouped_digits(cut);
        let note = paint.pick((format!(" ▲ cut at {cut} "), format!(" ▲ 截于 {cut} ")));
        if usize::from(area.width) > visible::width(&foot) + visible::width(&note) + 8 {
            paint.right(area.x, area.bottom() - 1, area.width - 2, &note, Role::Dim);
        }
    }
}
