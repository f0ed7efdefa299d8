//! The list below the grid: its name among those of the others, its heads and its rows.

mod columns;
mod grid;
mod others;

use super::{Scene, chain, curve, heat, measures};
use crate::filtering::{Count, counted};
use crate::screens::pair::features;
use crate::screens::pair::keys::{Act, Pane, View};
use crate::surface::{Paint, Phrase, Role, Target};
use crate::widgets::table::{self, Lines, inset};
use columns::Columns;
use ratatui::layout::Rect;
use simscope_core::visible;

pub(super) fn list(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let inner = paint.section(area, Pane::List, "");
    let foot = foot(scene);
    // Of a filter, and of several texts, all is said.
    let is_needed = scene.own.view == View::Texts || !scene.own.shown.filter.is_empty();
    let needed = if is_needed { visible::width(&foot) as u16 + 4 } else { 0 };
    let used = tabs(scene, paint, area, needed);
    let room = usize::from(area.width.saturating_sub(used + 4));
    let foot = paint.whole_parts(&foot, room).to_owned();
    if visible::width(&foot) <= room && !foot.is_empty() {
        paint.right(area.x, area.y, area.width - 1, &format!(" {foot} "), Role::Dim);
    }
    if inner.is_empty() {
        return;
    }
    let view = scene.own.view;
    if view == View::Lengths && !scene.own.is_table {
        return curve::curve(scene, paint, inner);
    }
    let mut body = inner;
    if view == View::Chain {
        chain::sentence(scene, paint, Rect { height: 1, ..body });
        body = inset(body, 0, 1);
    }
    if view == View::Lengths {
        curve::sentence(scene, paint, Rect { height: 1, ..body });
        body = inset(body, 0, 1);
    }
    if view != View::Chain {
        let head = Rect { height: body.height.min(1), ..body };
        let columns = Columns::of(scene, inner.width);
        columns.heads(scene, paint, head);
        if matches!(view, View::Edits | View::Influence | View::Recipes) {
            paint.areas.push(head, Target::Act(Act::Sort("").into()));
        }
        body = inset(body, 0, 1);
    }
    if view == View::Influence && body.height > 3 {
        heaviest(scene, paint, Rect { height: 1, ..body });
        heat::legend(
            scene,
            paint,
            Rect { x: body.x + 2, y: body.y + 1, width: body.width.saturating_sub(2), height: 1 },
        );
        body = inset(body, 0, 2);
    }
    rows(scene, paint, body);
    if is_stale(scene) {
        let dim = paint.style(Role::Dim);
        paint.buffer.set_style(body.intersection(paint.buffer.area), dim);
    }
}

fn rows(scene: Scene<'_>, paint: &mut Paint<'_>, body: Rect) {
    let (own, rows) = (scene.own, scene.own.rows(scene.shared));
    if rows == 0 && !own.shown.filter.is_empty() {
        if let Count::None(why) = own.filter_stands(scene.shared).count {
            paint.hollow_of(body, &why.say(paint.lang));
        }
        return;
    }
    match own.view {
        _ if rows > 0 => {}
        View::Texts => return grid::nothing(paint, body),
        // Its sentence says it.
        View::Chain => return,
        _ => return paint.hollow(body, nothing(scene)),
    }
    let columns = Columns::of(scene, body.width);
    table::rows(paint, body, Pane::List, Lines::of(*own.list(), rows, false), |paint, place, at| {
        if let Some(row) = own.row(scene.shared, at) {
            columns.row(scene, paint, place, &row);
        }
    });
}

/// Whether the list is about texts as they were before; edits are not shown then.
fn is_stale(scene: Scene<'_>) -> bool {
    match scene.own.view {
        View::Edits | View::Lengths | View::Measures | View::Chain => false,
        View::Influence => !scene.own.a_is_current(scene.shared),
        View::Differences | View::Features => !scene.own.is_current(scene.shared),
        View::Recipes => !scene.own.under_is_current(scene.shared),
        View::Nearest => !scene.own.near_is_current(scene.shared),
        View::Texts => scene.own.signatures(scene.shared).is_none(),
    }
}

/// The lists to choose from, in the line above, beside a foot of that width. Returns the columns used.
fn tabs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, foot: u16) -> u16 {
    let (mut x, end) = (area.x + 2, area.right().saturating_sub(1));
    let names = View::ALL.map(|view| paint.pick(view.name()));
    let lang = paint.lang;
    // Where there is no room for all names, those that are not shown are short.
    let tab = |(view, name): (View, &str), letters: usize| {
        let cut: String = lang.pick(view.short()).chars().take(letters).collect();
        match (view == scene.own.view, letters) {
            (true, _) => format!("[{name}]"),
            (false, usize::MAX) => format!(" {name} "),
            (false, _) => format!(" {cut}"),
        }
    };
    let all = || View::ALL.into_iter().zip(names);
    let taken = |letters: usize| all().map(|of| visible::width(&tab(of, letters))).sum::<usize>();
    let room = usize::from(end.saturating_sub(x));
    let fitting = |least: usize, room: usize| {
        let all = [usize::MAX, 9, 7, 6, 5, 4, 3].into_iter();
        all.take_while(|&letters| letters >= least).find(|&letters| taken(letters) <= room)
    };
    // Names give way to the foot as far as they can be read.
    let letters = fitting(4, room.saturating_sub(foot.into())).or(fitting(3, room));
    for (view, name) in all() {
        let is_shown = view == scene.own.view;
        let text = tab((view, name), letters.unwrap_or(2));
        let style = paint.style(if is_shown { Role::Accent } else { Role::Text });
        let used = paint.text(x, area.y, end.saturating_sub(x), &text, style);
        paint
            .areas
            .push(Rect { x, y: area.y, width: used, height: 1 }, Target::Act(Act::SetView(view).into()));
        x += used;
    }
    x - area.x
}

/// How far the work is, and what it follows from; of the other lists what Enter does.
fn foot(scene: Scene<'_>) -> String {
    let (own, lang) = (scene.own, scene.lang);
    if !own.shown.filter.is_empty() {
        let rows = counted(own.rows(scene.shared), own.all_rows(scene.shared), lang);
        return format!("{rows} · {}", own.shown.filter.in_force());
    }
    let enter = match own.view {
        View::Edits => {
            let tried = own.tried(scene.shared).map_or(0, |tried| tried.trials.len());
            let all = own.all_rows(scene.shared);
            let (edits, seed) = (own.experiment.edits, own.experiment.seed);
            let state = match own.is_cancelled(scene.shared, View::Edits) {
                true => scene.shared.keyed((" cancelled (‹resume›)", " 已取消（‹resume›）")),
                false if tried < all => "…".to_owned(),
                false => String::new(),
            };
            let keys = scene.keys_for(&[(Act::AskEdit.into(), ("add edit", "加编辑"))]);
            return lang.pick(both!(
                "{tried}/{all}{state} · words {edits} · seed {seed} · {keys}",
                "{tried}/{all}{state} · 词数 {edits} · 种子 {seed} · {keys}"
            ));
        }
        View::Lengths => return curve::progress(scene),
        View::Texts => return grid::foot(scene),
        View::Influence => {
            ("d without the feature · Enter: B without it", "去掉该特征时的 d · Enter：B 去掉它")
        }
        View::Measures => ("exact, from 0 to 1", "均为精确值，0 到 1"),
        View::Recipes => ("● in force · Enter: use it", "● 当前配方 · Enter：使用"),
        View::Nearest => ("d to B · Enter: A becomes it", "到 B 的 d · Enter：作为 A"),
        View::Differences | View::Features | View::Chain => ("", ""),
    };
    lang.pick(enter).to_owned()
}

/// Why a list is empty.
fn nothing(scene: Scene<'_>) -> Phrase {
    match (scene.own.view, scene.own.compared()) {
        (_, None) => super::awaited(scene),
        (View::Differences, _) if scene.own.marked().is_none() => ("aligning the texts…", "正在对齐文本…"),
        (View::Differences, _) => ("the texts are equal", "两个文本相同"),
        (View::Features, _) => ("neither text has features", "两个文本都没有特征"),
        (View::Lengths, _) => curve::nothing(scene),
        (View::Recipes, _) => ("signing under every recipe…", "按每个配方计算签名…"),
        (View::Nearest, Some(compared)) if compared.b.features.is_empty() => {
            ("B has no features", "B 没有特征")
        }
        (View::Nearest, _) if scene.model.is_hashed() => ("seeking…", "查找中…"),
        (View::Nearest, _) => ("waits for the signatures of the corpus", "等待语料的签名"),
        _ => ("A has no features", "A 没有特征"),
    }
}

/// The single word that flips most bits.
fn heaviest(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let Some(compared) = scene.own.compared() else { return };
    let a = &compared.a;
    let Some(left) = a.left.first() else { return };
    // A term may be a megabyte.
    let term = visible::fit(&a.trace.features[left.feature].term, line.width.into());
    let d = left.distance();
    let alike = a.left.iter().filter(|other| other.distance() == d).count() - 1;
    let more = match alike {
        0 => String::new(),
        1 => paint.pick(both!(" (1 more does)", "（另有 1 个同样多）")),
        _ => paint.pick(both!(" ({alike} more do)", "（另有 {alike} 个同样多）")),
    };
    let (open, flips) = paint.pick((("\"", "\" flips most bits: "), ("“", "” 翻转的位最多：")));
    paint.pieces(
        line.x + 2,
        line.y,
        line.width.saturating_sub(3),
        &[
            (open, Role::Text),
            (&term, Role::Accent),
            (flips, Role::Text),
            (&d.to_string(), Role::Accent),
            (&more, Role::Dim),
        ],
    );
}
