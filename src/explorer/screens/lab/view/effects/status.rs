//! What the selected row is about, in a sentence for the status line.

use crate::action::Action;
use crate::screens::lab::EffectRow;
use crate::screens::lab::keys::{Act, Pane};
use crate::screens::lab::rows::edit_name;
use crate::screens::lab::view::Scene;
use simscope_core::sensitivity::{Edit, Moved, Trial};
use simscope_core::visible;

/// What the selected row is about and what can be done with it, where the list has the keys.
pub(in crate::screens::lab) fn selected_row(scene: Scene<'_>) -> Option<String> {
    let row = scene
        .own
        .effect_row(scene.shared, scene.own.list().selected)
        .filter(|_| scene.own.pane() == Pane::Effects)?;
    let lang = scene.lang;
    Some(match row {
        EffectRow::Edit(edit, Some(Trial { outcome: Ok(moved), .. })) => edit_message(scene, &edit, moved),
        EffectRow::Edit(edit, trial) => {
            let why = trial.and_then(|trial| trial.outcome.as_ref().err());
            let why = lang.pick(why.map_or(("not tried yet", "尚未尝试"), |&moot| moot.text()));
            let (name, colon) = (edit_name(&edit, lang), lang.pick((": ", "：")));
            let others =
                scene.keyed((
                "‹lab.next-view› another list · ‹lab.toggle-order› sort · ‹lab.ask-edit› add your own",
                "‹lab.next-view› 换列表 · ‹lab.toggle-order› 排序 · ‹lab.ask-edit› 自定编辑",
            ));
            format!("{name}{colon}{why} · {others}")
        }
        EffectRow::Feature(..) => scene.keyed((
            "Enter: B becomes A without that feature · ‹lab.next-view› another list · ‹lab.toggle-order› sort",
            "Enter：B 变为去掉该特征的 A · ‹lab.next-view› 换列表 · ‹lab.toggle-order› 排序",
        )),
        EffectRow::Bit(_) => scene.keyed((
            "how near each sum of A is to changing sides · ‹lab.next-view› another list · ‹lab.toggle-order› sort",
            "A 的每个累加值离变号有多远 · ‹lab.next-view› 换列表 · ‹lab.toggle-order› 排序",
        )),
        EffectRow::Under(under) => {
            let (name, undo) = (under.name(lang), scene.key(Action::Undo));
            let (view, sort) = (scene.key(Act::NextView), scene.key(Act::ToggleOrder));
            lang.pick((
                format!("Enter: {name} becomes the recipe, {undo} undoes · {view} another list · {sort} sort"),
                format!("Enter：改用配方 {name}，{undo} 撤销 · {view} 换列表 · {sort} 排序"),
            ))
        }
        EffectRow::Near(near) => {
            let (id, d) = (scene.shown_id(near.document), near.distance);
            let view = scene.key(Act::NextView);
            lang.pick((
                format!("Enter: A becomes {id}, d = {d} from B, and it is selected · {view} another list"),
                format!("Enter：A 变为 {id}（到 B 的 d = {d}），并选择该文档 · {view} 换列表"),
            ))
        }
        EffectRow::Text(row, _) => pair_message(scene, row),
        EffectRow::Change(_) | EffectRow::Crossing(_) => scene.keyed((
            "what A has, what B has, and the sums that changed sides · ‹lab.next-view› another list",
            "A 有什么、B 有什么，以及变号的累加值 · ‹lab.next-view› 换列表",
        )),
    })
}

/// The pair of the grid's cell.
fn pair_message(scene: Scene<'_>, row: usize) -> String {
    let column = scene.own.several.column;
    let (a, b) = (row + 1, column + 1);
    let distance = scene.own.signatures(scene.shared).and_then(|all| all.distance(row, column));
    let d = distance.map_or("–".to_owned(), |distance| distance.to_string());
    scene.lang.pick(match row == column {
        true => (
            format!("text {a} · left and right choose another for a pair"),
            format!("第 {a} 个文本 · 按左右键选择另一个"),
        ),
        false => (
            format!("Enter: texts {a} and {b} become A and B, d = {d} · left and right in the table"),
            format!("Enter：第 {a}、{b} 个文本放入 A 与 B，d = {d} · 左右键在表中移动"),
        ),
    })
}

/// What an edit did, in full.
fn edit_message(scene: Scene<'_>, edit: &Edit, moved: &Moved) -> String {
    let lang = scene.lang;
    let (comma, colon) = (lang.pick((", ", "，")), lang.pick((": ", "：")));
    let (name, detail) = (edit_name(edit, lang), visible::line(&moved.detail).into_owned());
    let what = if detail.is_empty() { name } else { format!("{name}{colon}{detail}") };
    let (d, k) = (moved.distance(), scene.k);
    let verdict = lang.pick(match moved.is_within(k) {
        true => (format!("in at k = {k}"), format!("k = {k} 时在内")),
        false if !moved.has_features => {
            ("out: without features it is in no group".to_owned(), "在外：没有特征，不入组".to_owned())
        }
        false => (format!("out at k = {k}"), format!("k = {k} 时在外")),
    });
    let bits: Vec<String> =
        (0..128).rev().filter(|bit| moved.flipped >> bit & 1 == 1).map(|bit: u8| bit.to_string()).collect();
    let bits = match bits.is_empty() {
        true => String::new(),
        false => lang.pick((format!(", bits {}", bits.join(" ")), format!("，位 {}", bits.join(" ")))),
    };
    let unseen = if moved.is_unseen {
        lang.pick(("; same features, same weights", "；特征与权重不变"))
    } else {
        ""
    };
    let make = lang.pick(("Enter: B becomes A, edited", "Enter：把 B 改成这样"));
    format!("{make} · {what} · d = {d}{comma}{verdict}{bits}{unseen}")
}
