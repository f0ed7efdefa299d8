//! What this k does, what is advised, and what the last move of k brought about: a line for each, over everything else.

use super::Scene;
use crate::action::{Action, Part, Screen};
use crate::screens::threshold::evidence::{self, Judged};
use crate::screens::threshold::keys::{Act, Below};
use crate::surface::{Paint, Rect, Role, counted, grouped_digits};
use simscope_core::display::percent_text;
use simscope_core::evidence::{Advice, Verdict};
use simscope_core::visible;

/// Sentences for a line of that width, with the emphasis of each.
fn sentences(scene: Scene<'_>, width: u16) -> Vec<(String, Role)> {
    let is_short = width < 90;
    let Some(judged) = scene.own.judged(scene.shared) else {
        let waits = scene.shared.keyed(scene.own.why_no_evidence(scene.shared));
        return vec![(of_groups(scene), Role::Title), (waits, Role::Dim)];
    };
    let first = (of_k(scene, judged, is_short), Role::Title);
    if scene.own.counted(scene.shared).is_none() {
        let done = percent_text(judged.done);
        let so_far = scene.lang.pick(both!(
            "The texts are being compared: {done} done, so these are estimates.",
            "正在比较文本，已完成 {done}：以上为估计。"
        ));
        return vec![first, (so_far, Role::Dim)];
    }
    let role = match judged.advice.verdict {
        Verdict::Yes => Role::Within,
        // Comparing the texts would be a little better: no warning.
        Verdict::Weak if is_near(&judged.advice) => Role::Text,
        _ => Role::Warn,
    };
    let is_catalogue = judged.advice.catalogue().is_some();
    let is_good = matches!(judged.advice.verdict, Verdict::Yes | Verdict::Depends) && !is_catalogue;
    // What helps, and the radius, shall have room behind it.
    let is_brief = is_short || !is_good && width < 150;
    let next = match judged.advised() {
        // Where no k is good, the texts have to tell.
        _ if !is_good => Some((Action::Go(Screen::Clean), ("decides by the texts", "由文本决定"))),
        Some(k) if k != scene.k => Some((Act::GoAdvised.into(), ("goes to the advised k", "到建议的 k"))),
        Some(_) => {
            Some((Act::Show(Below::Border).into(), ("shows the pairs at this k", "看这个 k 的文档对")))
        }
        None => None,
    };
    let next = next.map(|next| (scene.keys_for(&[next]), Role::Text));
    let radius = judged.radius.map(|radius| {
        let (k, found) = (radius.k, percent_text(radius.recall));
        let said = match is_short {
            true => {
                scene.lang.pick(both!("Searching to ☆ {k} finds {found}.", "搜到 ☆ {k} 可找到 {found}。"))
            }
            false => evidence::radius_found(scene.shared, &radius),
        };
        (said, Role::Text)
    });
    let stop = scene.lang.pick((".", "。"));
    let wider = judged.advice.wider().map(|wider| {
        let (key, bits, found) =
            (scene.key(Action::StepPart(Part::Bits, 1)), wider.bits, percent_text(wider.recall));
        let said = both!(
            "{bits} bits ({key}) would find {found} at no less precision.",
            "{bits} 位（{key}）可找到 {found}，精确率不降。"
        );
        (scene.lang.pick(said), Role::Text)
    });
    let is_last = is_good && wider.is_none();
    let next = next.map(|(next, role)| (if is_last { next } else { format!("{next}{stop}") }, role));
    let verdict = (evidence::verdict(scene.shared, judged, is_brief), role);
    let worth = scene.own.worth(scene.shared, is_brief).map(|worth| (worth, Role::Text));
    // What is least needed is last: it may have no room.
    let [early, late] = if is_good { [None, next] } else { [next, None] };
    [first, verdict].into_iter().chain(worth).chain(early).chain(radius).chain(late).chain(wider).collect()
}

/// Whether the advised k misses little and is seldom wrong.
fn is_near(advice: &Advice) -> bool {
    const NEAR: f64 = 0.9;
    let shares = advice.at.map(|at| [at.precision, at.recall]);
    shares.is_some_and(|shares| shares.iter().all(|share| share.is_some_and(|share| share.share >= NEAR)))
}

/// What is known without the texts.
fn of_groups(scene: Scene<'_>) -> String {
    let (k, row) = (scene.k, scene.model.sweep.get(usize::from(scene.k)));
    let Some((row, pairs)) = row.and_then(|row| Some((row, row.pairs?))) else {
        return scene.lang.pick(both!("k = {k}: not known yet.", "k = {k}：尚不可知。"));
    };
    let (count, groups) = (grouped_digits(pairs), grouped_digits(row.groups));
    scene.lang.pick((
        format!(
            "At k = {k}, {} make {}.",
            counted(pairs as usize, "pair", "pairs"),
            counted(row.groups, "group", "groups")
        ),
        format!("k = {k} 时，{count} 对组成 {groups} 组。"),
    ))
}

/// How many pairs of k are confirmed, and how many confirmed ones it misses.
fn of_k(scene: Scene<'_>, judged: &Judged, is_short: bool) -> String {
    let Some(at) = judged.at.get(usize::from(scene.k)) else { return of_groups(scene) };
    let (k, pairs) = (scene.k, grouped_digits(at.pairs));
    let [confirmed, missed, all] =
        [at.right, at.missed, at.right + at.missed].map(|count| grouped_digits(count.round() as u64));
    if is_short && at.pairs > 0 && at.missed > 0.0 {
        return scene.lang.pick(both!(
            "k = {k}: {confirmed} of {pairs} pairs confirmed; {missed} of {all} missed.",
            "k = {k}：{pairs} 对中 {confirmed} 对得到确认；{all} 对中漏掉 {missed} 对。"
        ));
    }
    let about = if judged.is_exact { "" } else { scene.lang.pick(("about ", "约 ")) };
    let missed = match (at.missed, at.right) {
        (0.0, 0.0) => String::new(),
        (0.0, _) => scene.lang.pick(("; no confirmed pair is missed", "；没有漏掉确认的文档对")).to_owned(),
        _ => scene.lang.pick(both!(
            "; {missed} of all {all} confirmed are missed",
            "；全部 {all} 对确认的文档对中漏掉 {missed} 对"
        )),
    };
    match at.pairs {
        0 => scene.lang.pick(both!("At k = {k} there is no pair{missed}.", "k = {k} 时没有文档对{missed}。")),
        _ => scene.lang.pick(both!(
            "At k = {k}, {about}{confirmed} of {pairs} pairs are confirmed{missed}.",
            "k = {k} 时，{pairs} 对中 {about}{confirmed} 对得到确认{missed}。"
        )),
    }
}

/// Lines of the three sentences.
pub(super) const HEIGHT: u16 = 3;

pub(super) fn said(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (x, room) = (area.x + 1, area.width.saturating_sub(2));
    let [all, short] = [area.width, 0].map(|width| sentences(scene, width));
    let [(first, role), rest @ ..] = &all[..] else { return };
    paint.say(x, area.y, room, first, *role);
    // As many whole sentences as have room, and one in any case.
    let mut used = 0;
    for ((long, role), (short, _)) in rest.iter().zip(&short[1..]) {
        let has_room = used + visible::width(&paint.shown(long)) as u16 <= room;
        let sentence = if has_room { long } else { short };
        if used > 0 && used + visible::width(&paint.shown(sentence)) as u16 > room {
            break;
        }
        used += paint.say(x + used, area.y + 1, room - used, sentence, *role);
        used = (used + scene.lang.pick((1, 0))).min(room);
    }
    let line = Rect { x: area.x + 1, y: area.bottom() - 1, width: area.width - 2, height: 1 };
    let Some(moved) = scene.moved() else {
        let how = paint.keyed((
            "pairs within k link documents into groups; ‹step-k-minus› ‹step-k-plus› or dragging the line moves k",
            "k 以内的文档对把文档连成组；‹step-k-minus› ‹step-k-plus› 或拖动竖线改变 k",
        ));
        paint.say(line.x, line.y, line.width, &how, Role::Dim);
        return;
    };
    let x = line.x + paint.say(line.x, line.y, 1, "▏", Role::Text);
    let said = moved.said(scene.shared);
    let names = moved.names(scene.shared, usize::MAX, usize::MAX);
    let keys = match line.width {
        // Among the pairs the keys judge.
        _ if names.is_empty() || scene.own.below != Below::Groups => String::new(),
        98.. => paint.keyed((
            "  ‹threshold.judge-no› to them  ‹threshold.show-pairs› the pairs",
            "  ‹threshold.judge-no› 逐个看  ‹threshold.show-pairs› 看文档对",
        )),
        _ => paint.keyed(("  ‹threshold.judge-no› to them", "  ‹threshold.judge-no› 逐个看")),
    };
    let room = line.right().saturating_sub(x + visible::width(&keys) as u16);
    let used = paint.say(x, line.y, room, &said, Role::Accent);
    let names = if names.is_empty() { names } else { format!("{}{names}", scene.lang.pick((": ", "："))) };
    let used = used + paint.say(x + used, line.y, room - used, &names, Role::Text);
    paint.say(x + used, line.y, line.right() - x - used, &keys, Role::Dim);
}
