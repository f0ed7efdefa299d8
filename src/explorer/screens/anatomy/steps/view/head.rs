//! Which document and step this is, and the stages as a line to click into.

use super::Scene;
use crate::action::{Action, Towards};
use crate::screens::anatomy::steps::grid::Grid;
use crate::screens::anatomy::steps::keys::Act;
use crate::surface::{Paint, Role, Target, grouped_digits};
use crate::widgets::document::{beginning, step_keys};
use ratatui::layout::Rect;
use simscope_core::simhash::steps::{Stage, Steps};
use simscope_core::visible;

/// The document at the left; the number of the step, and whether it plays, at the right.
pub(super) fn head(
    scene: Scene<'_>,
    paint: &mut Paint<'_>,
    line: Rect,
    document: u32,
    steps: Option<&Steps>,
) {
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
    let playing = scene.lang.pick(if scene.own.is_playing {
        ("playing", "播放中")
    } else {
        ("paused", "已暂停")
    });
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
pub(super) fn stages(paint: &mut Paint<'_>, grid: &Grid, steps: &Steps, at: usize) {
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
