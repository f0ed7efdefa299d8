//! One step: what is known so far on one grid, the sentence, and the stages.

mod cells;
mod grid;
mod stepping;

use super::keys::{Act as Of, Pane as Own};
use super::text::write;
use super::{Scene, State, TRACING};
use crate::action::{Action, Towards};
use crate::room::{Foot, PaneOf, selected};
use crate::shared::Shared;
pub use crate::surface::action::steps as keys;
use crate::surface::{Paint, Phrase, Rect, Role, Target, grouped_digits};
use crate::widgets::hits::{beginning, running, step_keys};
use crate::widgets::prose;
use crate::widgets::table::{self, inset};
use grid::Grid;
use keys::Act;
use simscope_core::recipe::Sketch;
use simscope_core::simhash::steps::{Stage, Step, Steps as Course};
use simscope_core::visible;
use std::ops::Range;
pub use stepping::Stepping;

pub(super) struct Steps;

impl PaneOf<State> for Steps {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "How the signature of this document comes about, one step at a time; the sentence says what the step does.",
                "逐步演示该文档的签名如何得来；句子说明当前一步做了什么。",
            ),
            (
                "In the grid a row is a feature and a column a bit. Adding up, a 1 adds the weight to the sum of its column, and a 0 takes it off.",
                "网格中一行是一个特征，一列是一位。累加时，1 给该列的累加值加上权重，0 则减去。",
            ),
            (
                "Left and right step; up and down keep the bit and change the feature. A click into a cell, or on a stage in the lowest line, goes there; the wheel steps.",
                "左右键走一步；上下键在同一位上换特征。点击格子或最下行的阶段即跳到那里；滚轮逐步前进后退。",
            ),
            (
                "Where the cells are too narrow for numbers, the sums stand as bars. More bits than fit are shown in parts; the part follows the step.",
                "格子太窄放不下数字时，累加值以柱形显示。位数放不下时分段显示，随步骤换段。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if scene.selected_document().is_none() {
            return paint.hollow(area, scene.no_document());
        }
        let is_large = scene.own.steps.is_presenting;
        let steps = scene.own.steps.steps(scene.shared);
        head(scene, paint, Rect { height: 1, ..area }, steps);
        let area = inset(area, 0, if is_large && area.height > 20 { 2 } else { 1 });
        let Some(steps) = steps else {
            return paint.hollow(area, ("tracing the document…", "正在追踪文档…"));
        };
        // While the step is about the text, it has the place of what comes later.
        let has_text = !is_large && area.height >= TALL && steps.stage_at(scene.own.steps.at) > Stage::Text;
        let [high, low] =
            table::split(area, area.height - if has_text { text_height(scene, area) } else { 0 });
        let title = paint.pick(("Step by step", "逐步演示"));
        let inner = match !is_large && high.height >= 16 && area.width >= FRAMED {
            true => paint.part(high, true, title, &foot(steps, paint)),
            false => high,
        };
        let at = scene.own.steps.at;
        let shown = Shown {
            steps,
            at,
            stage: steps.stage_at(at),
            is_whole: scene.own.steps.is_whole && steps.end_of_whole(at) == at,
            grid: Grid::of(inner, steps, at, scene.own.steps.look(has_text)),
        };
        paint.areas.push(inner, Target::Pane(Own::Steps.into()));
        paint.areas.push(inner, Target::Plane(Own::Steps.into()));
        if shown.grid.text.height > 0 {
            text(scene, paint, shown.grid.text, &shown);
        }
        if shown.stage > Stage::Text {
            shown.rows(paint);
        }
        if shown.stage >= Stage::Adding {
            shown.sums(paint);
        }
        let role = if is_large { Role::Title } else { Role::Text };
        running(paint, shown.grid.sentence, &told(scene, steps), role);
        stages(paint, &shown);
        if has_text {
            paint.areas.push(low, Target::Pane(Own::Text.into()));
            let inner = paint.part(low, false, paint.pick(("Text", "文本")), "");
            text(scene, paint, inner, &shown);
        }
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let steps = &mut own.steps;
        match action {
            _ if !steps.is_open => return false,
            Action::Tick => steps.go_on(shared),
            Action::Cancel => return std::mem::take(&mut steps.is_presenting),
            Action::Out | Action::Quit => {
                steps.is_open = false;
                let bit = steps.steps(shared).and_then(|all| all.at(steps.at).bit());
                shared.asked.then.extend(bit.map(Action::SetBit));
            }
            Action::Move(towards) => steps.step(shared, towards),
            Action::Point(_, pointer) => steps.point(shared, pointer),
            Action::SetBit(bit) => steps.go_to_bit(shared, bit),
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        selected(scene.shared)?;
        let steps = scene.own.steps.steps(scene.shared).ok_or(TRACING)?;
        Ok((told(scene, steps), ("the sentence", "句子")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let document = selected(scene.shared)?;
        let steps = scene.own.steps.steps(scene.shared).ok_or(TRACING)?;
        Ok(match steps.at(scene.own.steps.at) {
            Step::Feature(at) | Step::Weight(at) | Step::Hash(at) => scene.why_feature(steps.trace(), at),
            Step::Add(addition) => scene.why_bit(steps.trace(), addition.bit),
            Step::Sign { bit, .. } => scene.why_bit(steps.trace(), bit),
            Step::Text | Step::Sums | Step::Signature => scene.why_document(document),
        })
    }

    fn foot(&self, scene: Scene<'_>, foot: &mut Foot) {
        const FIRST: &[Action] = &[
            Action::Quit,
            Action::Anatomy(Of::Steps(Act::Play)),
            Action::Anatomy(Of::Steps(Act::Present)),
            Action::Anatomy(Of::Steps(Act::Whole(1))),
            Action::Anatomy(Of::Steps(Act::AskStep)),
        ];
        let steps = &scene.own.steps;
        let present = if steps.is_presenting { ("leaves", "退出") } else { ("present", "演示") };
        let words = [("back", "返回"), ("play", "播放"), present, ("whole", "整步"), ("number", "步号")];
        foot.standing = Some(scene.keyed((
            "‹cancel› leaves · ‹steps.play› plays · arrows step · ‹move-page-down› a whole feature",
            "‹cancel› 离开 · ‹steps.play› 播放 · 方向键逐步 · ‹move-page-down› 整个特征",
        )));
        foot.first = FIRST;
        foot.hints = FIRST.iter().copied().zip(words).collect();
        foot.is_bare = steps.is_presenting;
        foot.beat = steps.is_playing.then(|| steps.pace.period());
    }
}

/// The sentence of the step.
fn told(scene: Scene<'_>, steps: &Course) -> String {
    steps.sentence(scene.own.steps.at, scene.own.steps.is_whole, scene.lang)
}

/// What one frame shows.
struct Shown<'a> {
    steps: &'a Course,
    at: usize,
    stage: Stage,
    /// All bits of the feature were added in one.
    is_whole: bool,
    grid: Grid,
}

/// Lines from which the text stands below the grid, and the most of its own, but for a quarter of a high terminal.
const TALL: u16 = 28;
const TEXT: u16 = 6;
/// Columns from which the grid has a frame.
const FRAMED: u16 = 90;

/// Lines of the text with its frame: no more than it has, all of it in a high terminal.
fn text_height(scene: Scene<'_>, area: Rect) -> u16 {
    let text = scene.document(scene.selected).text;
    let most = TEXT.max(area.height / 4);
    let lines = prose::lines(text, usize::from(area.width.saturating_sub(4))).take(most.into()).count();
    (lines as u16 + 2).min(most)
}

/// By what the features are weighed and hashed.
fn foot(steps: &Course, paint: &Paint<'_>) -> String {
    let recipe = steps.recipe();
    let (bits, weighting, hash, tie) = (recipe.bits, recipe.weighting, recipe.hash, recipe.tie);
    let zh = tie.in_chinese();
    if recipe.sketch == Sketch::MinHash {
        return paint.pick(both!("{hash} · {bits} bits · minhash1", "{hash} · {bits} 位 · minhash1"));
    }
    paint.pick(both!(
        "{weighting} · {hash} · {bits} bits · tie {tie}",
        "{weighting} · {hash} · {bits} 位 · 平票{zh}"
    ))
}

/// The text around the feature that the step is about, with its places marked.
fn text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, shown: &Shown<'_>) {
    let text = scene.document(scene.selected).text;
    let feature = shown.steps.at(shown.at).feature().and_then(|at| shown.steps.trace().features.get(at));
    let spans: &[Range<usize>] = feature.map_or(&[], |feature| &feature.spans);
    let place = spans.first().map_or(0, |span| span.start);
    // A long text is laid out from a little before that place, and no further than it is shown.
    let block = (place / BLOCK).saturating_sub(1) * BLOCK;
    let base = (0..=block).rev().find(|&base| text.is_char_boundary(base)).unwrap_or(0);
    let near = spans.iter().take_while(|span| span.start < base + 3 * BLOCK);
    let spans: Vec<Range<usize>> = near.map(|span| span.start - base..span.end - base).collect();
    let (text, place) = (&text[base..], place - base);
    let (columns, height) = (usize::from(area.width.saturating_sub(2)), usize::from(area.height));
    let is_reached = |line: &prose::Line| line.last().is_some_and(|&(offset, _)| offset >= place);
    let line_of_it = prose::lines(text, columns).position(|line| is_reached(&line)).unwrap_or(0);
    let first = if line_of_it < height { 0 } else { line_of_it - height / 2 };
    write(paint, area, prose::lines(text, columns).skip(first).take(height), (&spans, &[]));
}

/// Bytes of a long text between two places where its layout may begin.
const BLOCK: usize = 8192;

/// The document at the left; the number of the step, and whether it plays, at the right.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, steps: Option<&Course>) {
    let shown = scene.document(scene.selected);
    let controls = steps.map_or(Vec::new(), |steps| controls(scene, line.width, steps));
    let width: u16 = controls.iter().map(|(text, ..)| visible::width(&paint.shown(text)) as u16).sum();
    let mut x = line.right().saturating_sub(width + 1);
    let end = x;
    for (text, role, action) in controls {
        let used = paint.say(x, line.y, line.right().saturating_sub(x), &text, role);
        if let Some(action) = action {
            paint.areas.push(Rect { x, width: used, ..line }, Target::Act(action));
        }
        x += used;
    }
    let left = if scene.own.steps.is_presenting { line.x + 1 } else { step_keys(paint, line) };
    let room = end.saturating_sub(left + 1);
    let used = paint.name(left, line.y, room, shown.id, Role::Title) + 2;
    let room = room.saturating_sub(used);
    if room > 12 {
        paint.say(left + used, line.y, room, &beginning(shown.text, room), Role::Dim);
    }
}

type Control = (String, Role, Option<Action>);

fn controls(scene: Scene<'_>, width: u16, steps: &Course) -> Vec<Control> {
    let (at, all) = (grouped_digits(scene.own.steps.at + 1), grouped_digits(steps.len()));
    let number = scene.lang.pick(both!(" step {at} of {all} ", " 第 {at} 步，共 {all} 步 "));
    let (playing, state) = match scene.own.steps.is_playing {
        true => (("playing", "播放中"), Role::Accent),
        false => (("paused", "已暂停"), Role::Dim),
    };
    let mut all: Vec<Control> = vec![
        ("◂".into(), Role::Key, Some(Action::Move(Towards::Left))),
        (number, Role::Text, Some(Act::AskStep.into())),
        ("▸".into(), Role::Key, Some(Action::Move(Towards::Right))),
        ("  ".into(), Role::Dim, None),
        (scene.lang.pick(playing).into(), state, Some(Act::Play.into())),
    ];
    if width >= 76 {
        let pace = scene.own.steps.pace.name(scene.lang);
        all.extend([
            ("  ".into(), Role::Dim, None),
            ("-".into(), Role::Key, Some(Act::StepPace(-1).into())),
            (format!(" {pace} "), Role::Dim, None),
            ("+".into(), Role::Key, Some(Act::StepPace(1).into())),
        ]);
    }
    all
}

/// The way from the text to the signature; a click on a stage goes there.
fn stages(paint: &mut Paint<'_>, shown: &Shown<'_>) {
    let (grid, now) = (&shown.grid, shown.stage);
    let name = |stage: Stage| match stage.name(paint.lang) {
        name if stage == now => (stage, format!("[{name}]")),
        name => (stage, name.to_owned()),
    };
    let mut names = Stage::ALL.map(name);
    let (mut x, room) = (grid.sentence.x, grid.sentence.width);
    let mut total: usize = names.iter().map(|(_, name)| visible::width(name)).sum();
    if total + names.len() > usize::from(room) {
        // In the narrowest terminal the last three letters are left out.
        names.iter_mut().for_each(|(_, name)| *name = name.replace("adding up", "adding"));
        total -= 3;
    }
    let between = match usize::from(room).saturating_sub(total) / (names.len() - 1) {
        5.. => "  ▸  ",
        3..5 => " ▸ ",
        _ => "▸",
    };
    let end = x + room;
    for (place, (stage, name)) in names.iter().enumerate() {
        if place > 0 {
            x += paint.say(x, grid.stages, end.saturating_sub(x), between, Role::Dim);
        }
        let role = if *stage == now { Role::Accent } else { Role::Text };
        let used = paint.say(x, grid.stages, end.saturating_sub(x), name, role);
        let area = Rect { x, y: grid.stages, width: used, height: 1 };
        paint.areas.push(area, Target::Act(Act::GoStage(*stage).into()));
        x += used;
    }
}
