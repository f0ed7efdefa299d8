//! Behind screen 2: one document under two recipes side by side, and over the corpus the pairs that only one
//! of them sees.

mod side;

use crate::action::Action;
use crate::screens::beside::keys::Pane;
use crate::screens::beside::pairs::pairs;
use crate::shared::Stage;
use crate::surface::{Paint, Phrase, Role, Target, grouped_digits};
use crate::widgets::document::{beginning, step_keys};
use ratatui::layout::Rect;
use side::{side, sides};
use simscope_core::contrast::{Contrast, Seen};
use simscope_core::visible;

pub(super) type Scene<'a> = crate::shared::Scene<'a, super::State>;

/// Draws the screen.
pub fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(document) = scene.selected_document() else {
        return paint.hollow(area, scene.no_document());
    };
    let Some(second) = scene.second else {
        paint.hollow(area, ("‹beside.choose› chooses the second recipe", "按 ‹beside.choose› 选择第二配方"));
        paint.areas.push(area, Target::Act(Action::ChooseBeside));
        return;
    };
    head(scene, paint, Rect { height: 1, ..area }, document);
    figures(scene, paint, Rect { y: area.y + 1, height: 1, ..area });
    let area = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    let sides = sides(scene, document, second);
    if area.height < 15 {
        match scene.own.focus {
            Pane::SideA => side(scene, paint, area, &sides[0], Pane::SideA),
            Pane::SideB => side(scene, paint, area, &sides[1], Pane::SideB),
            _ => pairs(scene, paint, area),
        }
        return;
    }
    let low = (area.height / 3).max(6);
    let high = Rect { height: area.height - low, ..area };
    let half = high.width / 2;
    side(scene, paint, Rect { width: half, ..high }, &sides[0], Pane::SideA);
    let right = Rect { x: high.x + half, width: high.width - half, ..high };
    side(scene, paint, right, &sides[1], Pane::SideB);
    pairs(scene, paint, Rect { y: area.y + high.height, height: low, ..area });
}

/// Which document, and how its text begins.
fn head(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, document: u32) {
    let shown = scene.document(document);
    let mut x = step_keys(paint, line);
    let room = |x: u16| (line.right() - 1).saturating_sub(x);
    x += paint.name(x, line.y, line.width / 3, shown.id, Role::Accent) + 2;
    paint.say(x, line.y, room(x), &beginning(shown.text, line.width), Role::Dim);
}

/// What the comparison waits for.
pub(super) fn awaited(scene: Scene<'_>) -> Phrase {
    let (model, beside) = (&scene.model, scene.own);
    match model.stage {
        _ if beside.is_cancelled(scene.shared) => {
            ("comparison cancelled: ‹resume› starts it again", "已取消对比：按 ‹resume› 重新开始")
        }
        Stage::Reading => ("the comparison waits until the corpus is read", "读完语料后对比"),
        Stage::Hashing => ("hashing the corpus under recipe A…", "正在按配方 A 计算签名…"),
        _ if beside.hashed().is_none() => ("hashing the corpus under recipe B…", "正在按配方 B 计算签名…"),
        Stage::Cancelled(_) if model.tree.is_none() => {
            ("recipe A has no groups: ‹resume› builds them", "配方 A 尚无分组：按 ‹resume› 构建")
        }
        _ if model.tree.is_none() => ("building the dendrogram of recipe A…", "正在构建配方 A 的树…"),
        _ if beside.tree().is_none() => ("building the dendrogram of recipe B…", "正在构建配方 B 的树…"),
        _ if scene.own.is_beyond_either(scene.shared) => {
            ("groups are not known at this k under both recipes", "两个配方在该 k 的组并非都已知")
        }
        _ => ("comparing the pairs inside the groups…", "正在对比各组内的文档对…"),
    }
}

/// What differs over the whole corpus.
fn figures(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let room = line.width.saturating_sub(2);
    let k = scene.k;
    let Some(found) = scene.own.found() else {
        paint.say(line.x + 1, line.y, room, &paint.keyed(awaited(scene)), Role::Dim);
        return;
    };
    let Contrast { pairs, groups, moved, .. } = found.contrast;
    let number = |n: u64| grouped_digits(n);
    let seen = |both: &str, of: Seen| {
        let (same, a, b) = (number(of.both), number(of.only_a), number(of.only_b));
        vec![
            (format!("{same} {both} · "), Role::Text),
            (paint.pick((format!("{a} only A"), format!("仅 A {a}"))), Role::One),
            (" · ".to_owned(), Role::Text),
            (paint.pick((format!("{b} only B"), format!("仅 B {b}"))), Role::Zero),
        ]
    };
    let parts = [
        (paint.pick(("pairs: ", "文档对：")), seen(paint.pick(("both", "同见")), pairs)),
        (paint.pick(("groups: ", "分组：")), seen(paint.pick(("alike", "相同")), groups)),
        (
            paint.pick(("documents: ", "文档：")),
            vec![(
                paint.pick((
                    format!("{} in another group", number(moved)),
                    format!("{} 篇换组", number(moved)),
                )),
                Role::Text,
            )],
        ),
    ];
    let mut x = line.x + 1;
    x += paint.say(x, line.y, room, &format!("k = {k}"), Role::Accent);
    if !scene.own.contrast_is_current(scene.shared) {
        x += paint.say(x, line.y, 2, " …", Role::Warn);
    }
    for (i, (label, pieces)) in parts.iter().enumerate() {
        let mut pieces: Vec<(&str, Role)> =
            pieces.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        pieces.insert(0, (label, Role::Dim));
        let width = pieces.iter().map(|(text, _)| visible::width(text)).sum::<usize>() as u16;
        let left = (line.right() - 1).saturating_sub(x + 3);
        // What does not fit gives way to what comes after it; the pairs are always told.
        if i == 0 || width <= left {
            x += 3 + paint.pieces(x + 3, line.y, left, &pieces);
        }
    }
}
