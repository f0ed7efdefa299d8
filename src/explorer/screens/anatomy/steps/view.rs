//! One step: what is known so far on one grid, the sentence, and the stages.

mod cells;

use super::grid::{Grid, Look};
use crate::action::{Action, Towards};
use crate::screens::anatomy::keys::Pane;
use crate::screens::anatomy::steps::keys::Act;
use crate::surface::{Paint, Role, Target, grouped_digits};
use crate::widgets::hits::{beginning, running, step_keys};
use crate::widgets::{prose, table};
use ratatui::layout::Rect;
use simscope_core::recipe::Sketch;
use simscope_core::simhash::steps::{Stage, Steps};
use simscope_core::visible;
use std::ops::Range;

type Scene<'a> = crate::shared::Scene<'a, super::Stepping>;

/// What one frame shows.
struct Shown<'a> {
    steps: &'a Steps,
    at: usize,
    stage: Stage,
    /// All bits of the feature were added in one.
    is_whole: bool,
    look: Look,
}

/// Lines from which the text stands below the grid, and the most of its own, but for a quarter of a high terminal.
const TALL: u16 = 28;
const TEXT: u16 = 6;
/// Columns from which the grid has a frame.
const FRAMED: u16 = 90;

/// Draws the view.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(document) = scene.selected_document() else {
        return paint.hollow(area, scene.no_document());
    };
    let is_large = scene.own.is_presenting;
    let steps = scene.own.steps(scene.shared);
    head(scene, paint, Rect { height: 1, ..area }, document, steps);
    let used = if is_large && area.height > 20 { 2 } else { 1 };
    let area = Rect { y: area.y + used, height: area.height.saturating_sub(used), ..area };
    let Some(steps) = steps else {
        return paint.hollow(area, ("tracing the document…", "正在追踪文档…"));
    };
    // While the step is about the text, it has the place of what comes later.
    let has_text = !is_large && area.height >= TALL && steps.stage_at(scene.own.at) > Stage::Text;
    let [high, low] = table::split(area, area.height - if has_text { text_height(scene, area) } else { 0 });
    let inner = match !is_large && high.height >= 16 && area.width >= FRAMED {
        true => {
            let title = paint.pick(("Step by step", "逐步演示"));
            paint.frame(high, true, title, &foot(steps, paint))
        }
        false => high,
    };
    let at = scene.own.at;
    let shown = Shown {
        steps,
        at,
        stage: steps.stage_at(at),
        is_whole: scene.own.is_whole && steps.end_of_whole(at) == at,
        look: scene.own.look(has_text),
    };
    paint.areas.push(inner, Target::Pane(Pane::Steps.into()));
    paint.areas.push(inner, Target::Plane(Pane::Steps.into()));
    let grid = Grid::of(inner, steps, at, shown.look);
    if grid.text.height > 0 {
        text(scene, paint, grid.text, &shown);
    }
    if shown.stage > Stage::Text {
        cells::rows(paint, &grid, &shown);
    }
    if shown.stage >= Stage::Adding {
        cells::sums(paint, &grid, &shown);
    }
    sentence(scene, paint, &grid, steps);
    stages(paint, &grid, steps, at);
    if has_text {
        let title = paint.pick(("Text", "文本"));
        paint.areas.push(low, Target::Pane(Pane::Text.into()));
        let inner = paint.frame(low, false, title, "");
        text(scene, paint, inner, &shown);
    }
}

/// Lines of the text with its frame: no more than it has, all of it in a high terminal.
fn text_height(scene: Scene<'_>, area: Rect) -> u16 {
    let text = scene.document(scene.selected).text;
    let most = TEXT.max(area.height / 4);
    let lines = prose::lines(text, usize::from(area.width.saturating_sub(4))).take(most.into()).count();
    (lines as u16 + 2).min(most)
}

/// By what the features are weighed and hashed.
fn foot(steps: &Steps, paint: &Paint<'_>) -> String {
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
    let feature = shown.steps.at(shown.at).feature();
    let feature = feature.and_then(|at| shown.steps.trace().features.get(at));
    let spans: &[Range<usize>] = feature.map_or(&[], |feature| &feature.spans);
    let place = spans.first().map_or(0, |span| span.start);
    // A long text is laid out from a little before that place, and no further than it is shown.
    let base = base_of(text, place);
    let near = spans.iter().take_while(|span| span.start < base + 3 * BLOCK);
    let spans: Vec<Range<usize>> = near.map(|span| span.start - base..span.end - base).collect();
    let (text, place) = (&text[base..], place - base);
    let (columns, height) = (usize::from(area.width.saturating_sub(2)), usize::from(area.height));
    let is_reached = |line: &prose::Line| line.last().is_some_and(|&(offset, _)| offset >= place);
    let line_of_it = prose::lines(text, columns).position(|line| is_reached(&line)).unwrap_or(0);
    let first = if line_of_it < height { 0 } else { line_of_it - height / 2 };
    let lines = prose::lines(text, columns).skip(first).take(height);
    for (y, line) in lines.enumerate() {
        let mut x = area.x + 1;
        for (run, is_inside) in prose::runs(&line, &spans) {
            let role = if is_inside { Role::Highlight } else { Role::Text };
            x += paint.say(x, area.y + y as u16, area.right().saturating_sub(x), &run, role);
        }
    }
}

/// Bytes of a long text between two places where its layout may begin.
const BLOCK: usize = 8192;

/// Where the layout of a text begins that is to show a place in it.
fn base_of(text: &str, place: usize) -> usize {
    let block = (place / BLOCK).saturating_sub(1) * BLOCK;
    (0..=block).rev().find(|&base| text.is_char_boundary(base)).unwrap_or(0)
}

fn sentence(scene: Scene<'_>, paint: &mut Paint<'_>, grid: &Grid, steps: &Steps) {
    let told = steps.sentence(scene.own.at, scene.own.is_whole, scene.lang);
    let role = if scene.own.is_presenting { Role::Title } else { Role::Text };
    running(paint, grid.sentence, &told, role);
}

/// The document at the left; the number of the step, and whether it plays, at the right.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, document: u32, steps: Option<&Steps>) {
    let shown = scene.document(document);
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
    let left = if scene.own.is_presenting { line.x + 1 } else { step_keys(paint, line) };
    let room = end.saturating_sub(left + 1);
    let used = paint.name(left, line.y, room, shown.id, Role::Accent) + 2;
    let room = room.saturating_sub(used);
    if room > 12 {
        paint.say(left + used, line.y, room, &beginning(shown.text, room), Role::Dim);
    }
}

type Control = (String, Role, Option<Action>);

fn controls(scene: Scene<'_>, width: u16, steps: &Steps) -> Vec<Control> {
    let (at, all) = (grouped_digits(scene.own.at + 1), grouped_digits(steps.len()));
    let number = scene.lang.pick(both!(" step {at} of {all} ", " 第 {at} 步，共 {all} 步 "));
    let playing = scene.lang.pick(if scene.own.is_playing { ("playing", "播放中") } else { ("paused", "已暂停") });
    let state = if scene.own.is_playing { Role::Accent } else { Role::Dim };
    let mut all: Vec<Control> = vec![
        ("◂".into(), Role::Key, Some(Action::Move(Towards::Left))),
        (number, Role::Text, Some(Act::AskStep.into())),
        ("▸".into(), Role::Key, Some(Action::Move(Towards::Right))),
        ("  ".into(), Role::Dim, None),
        (playing.into(), state, Some(Act::Play.into())),
    ];
    if width >= 76 {
        let pace = scene.own.pace.name(scene.lang);
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
fn stages(paint: &mut Paint<'_>, grid: &Grid, steps: &Steps, at: usize) {
    let now = steps.stage_at(at);
    let name = |stage: Stage| match stage {
        stage if stage == now => format!("[{}]", stage.name(paint.lang)),
        stage => stage.name(paint.lang).to_owned(),
    };
    let mut names: Vec<(Stage, String)> = Stage::ALL.into_iter().map(|stage| (stage, name(stage))).collect();
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
