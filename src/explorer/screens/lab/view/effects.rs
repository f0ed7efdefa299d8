//! The lists of the lab: what edits do, what features hold up, how weak bits are, and what differs.

mod columns;
mod grid;
mod others;
mod status;

pub(super) use status::selected_row;

use super::{Scene, heat};
use crate::filtering::{Count, counted};
use crate::screens::lab::keys::Pane;
use crate::screens::lab::keys::{Act, View};
use crate::surface::{Paint, Phrase, Role, Target};
use crate::widgets::bits::weight_text;
use crate::widgets::table::{self, Lines, inset};
use columns::Columns;
use ratatui::layout::Rect;
use simscope_core::recipe::TieRule;
use simscope_core::visible;

/// The name of a list.
pub(super) fn view_name(view: View) -> Phrase {
    match view {
        View::Edits => ("Edits", "编辑"),
        View::Influence => ("Influence", "影响"),
        View::Bits => ("Bits", "位"),
        View::Changes => ("Changes", "差异"),
        View::Recipes => ("Recipes", "配方"),
        View::Near => ("Near", "最近"),
        View::Texts => ("Texts", "多文本"),
    }
}

pub(super) fn effects(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let has_keys = scene.own.pane() == Pane::Effects;
    let inner = paint.panel(area, Pane::Effects, "", &foot(scene, area.width < 56));
    tabs(scene, paint, area, has_keys);
    if inner.height < 2 {
        return;
    }
    let head = Rect { height: 1, ..inner };
    let columns = Columns::of(scene, inner.width);
    columns.heads(scene, paint, head);
    if !matches!(scene.own.view, View::Changes | View::Near | View::Texts) {
        paint.areas.push(head, Target::Act(Act::ToggleOrder.into()));
    }
    let mut body = inset(inner, 0, 1);
    if scene.own.view == View::Influence && body.height > 2 {
        heaviest(scene, paint, Rect { height: 1, ..body });
        body = inset(body, 0, 1);
        if body.height > 4 {
            heat::legend(scene, paint, Rect { x: body.x + 2, width: body.width - 2, height: 1, ..body });
            body = inset(body, 0, 1);
        }
    }
    let rows = scene.own.effect_rows(scene.shared);
    if rows == 0 && !scene.own.shown.filter.is_empty() {
        if let Count::None(why) = scene.own.filter_stands(scene.shared).count {
            paint.hollow_of(body, &why.say(paint.lang));
        }
        return;
    }
    if rows == 0 && scene.own.view == View::Texts {
        grid::nothing(paint, body);
        return;
    }
    if rows == 0 {
        return paint.hollow(body, nothing(scene));
    }
    let lines = Lines::of(*scene.own.list(), rows, false);
    table::rows(paint, body, Pane::Effects, lines, |paint, place, at| {
        if let Some(row) = scene.own.effect_row(scene.shared, at) {
            columns.row(scene, paint, place, &row);
        }
    });
    if is_stale(scene) {
        let dim = paint.style(Role::Dim);
        paint.buffer.set_style(body, dim);
        paint.say(area.right().saturating_sub(4), area.y, 3, " … ", Role::Warn);
    }
}

/// Whether the list is about texts as they were before; edits are not shown then.
fn is_stale(scene: Scene<'_>) -> bool {
    match scene.own.view {
        View::Edits => false,
        View::Influence => !scene.own.a_is_current(scene.shared),
        View::Bits | View::Changes => !scene.own.is_current(scene.shared),
        View::Recipes => !scene.own.under_is_current(scene.shared),
        View::Near => !scene.own.near_is_current(scene.shared),
        View::Texts => scene.own.signatures(scene.shared).is_none(),
    }
}

/// The lists to choose from, in the upper border.
fn tabs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, has_keys: bool) {
    if area.width < 8 || area.height < 3 {
        return;
    }
    let mut x = area.x + if has_keys { 5 } else { 3 };
    let end = area.right().saturating_sub(2);
    let names = View::ALL.map(|view| paint.pick(view_name(view)));
    let all: usize = names.iter().map(|name| visible::width(name) + 2).sum();
    let is_crowded = all > usize::from(end.saturating_sub(x));
    for (view, name) in View::ALL.into_iter().zip(names) {
        let is_shown = view == scene.own.view;
        // Where there is no room for all names, those that are not shown are cut short.
        let name = if is_crowded && !is_shown { name.chars().take(3).collect() } else { name.to_owned() };
        let text = if is_shown { format!("[{name}]") } else { format!(" {name} ") };
        let role = if is_shown { Role::Accent } else { Role::Text };
        let style = super::on_border(paint, role);
        let used = paint.text(x, area.y, end.saturating_sub(x), &text, style);
        let place = Rect { x, y: area.y, width: used, height: 1 };
        paint.areas.push(place, Target::Act(Act::SetView(view).into()));
        x += used;
    }
    // The line of the border begins behind a gap.
    paint.say(x, area.y, end.saturating_sub(x), " ", Role::Text);
}

/// How far the work is, and what it follows from.
fn foot(scene: Scene<'_>, is_short: bool) -> String {
    let lang = scene.lang;
    if !scene.own.shown.filter.is_empty() {
        let rows = counted(scene.own.effect_rows(scene.shared), scene.own.all_rows(scene.shared), lang);
        return format!("{rows} · {}", scene.own.shown.filter.in_force());
    }
    match scene.own.view {
        View::Edits => {
            let tried = scene.own.tried(scene.shared).map_or(0, |tried| tried.trials.len());
            let all = scene.own.all_rows(scene.shared);
            let experiment = scene.own.experiment;
            let (edits, seed) = (experiment.edits, experiment.seed);
            let state = match scene.own.is_cancelled(scene.shared, Pane::Effects) {
                true => scene.shared.keyed((" cancelled (‹resume›)", " 已取消（‹resume›）")),
                false if tried < all => "…".to_owned(),
                false => String::new(),
            };
            if is_short {
                return lang.pick((
                    format!("{tried}/{all}{state} · words {edits} · seed {seed}"),
                    format!("{tried}/{all}{state} · 词数 {edits} · 种子 {seed}"),
                ));
            }
            lang.pick((
                format!("{tried}/{all} tried{state} · words: {edits} · seed (S): {seed}"),
                format!("已试 {tried}/{all}{state} · 词数：{edits} · 种子（S）：{seed}"),
            ))
        }
        View::Influence => lang
            .pick(("d without the feature · Enter: B without it", "去掉该特征时的 d · Enter：B 去掉它"))
            .to_owned(),
        View::Bits => {
            let median = scene.own.compared().and_then(|compared| compared.a.margins.median_weight);
            let median = median.map_or("–".to_owned(), weight_text);
            let zero = match scene.model.recipe.tie {
                TieRule::Zero | TieRule::Inverted => "0",
                TieRule::One => "1",
            };
            match is_short {
                true => lang.pick((
                    format!("|sum| / median weight {median} · tie {zero}"),
                    format!("|累加值| / 中位权重 {median} · 平票 {zero}"),
                )),
                false => lang.pick((
                    format!("margin: |sum| / median weight {median} · a sum of 0 gives {zero}"),
                    format!("余量：|累加值| / 中位权重 {median} · 累加值为 0 则该位为 {zero}"),
                )),
            }
        }
        View::Changes => {
            lang.pick(("features, then sums that changed sides", "先特征，后变号的累加值")).to_owned()
        }
        View::Recipes => {
            lang.pick(("d(A,B) · ● in force · Enter: use it", "d(A,B) · ● 当前配方 · Enter：使用")).to_owned()
        }
        View::Near => lang
            .pick(("d to B, as you type · Enter: A becomes it", "到 B 的 d，随输入更新 · Enter：作为 A"))
            .to_owned(),
        View::Texts => grid::foot(scene),
    }
}

/// Why a list is empty.
fn nothing(scene: Scene<'_>) -> Phrase {
    match (scene.own.view, scene.own.compared()) {
        (_, None) => super::awaited(scene),
        (View::Changes, _) => ("nothing differs", "没有差异"),
        (View::Recipes, _) => ("signing under every recipe…", "按每个配方计算签名…"),
        (View::Near, Some(compared)) if compared.b.features.is_empty() => ("B has no features", "B 没有特征"),
        (View::Near, _) if scene.model.is_hashed() => ("seeking…", "查找中…"),
        (View::Near, _) => ("waits for the signatures of the corpus", "等待语料的签名"),
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
        1 => paint.pick((" (1 more does)".to_owned(), "（另有 1 个同样多）".to_owned())),
        _ => paint.pick((format!(" ({alike} more do)"), format!("（另有 {alike} 个同样多）"))),
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
