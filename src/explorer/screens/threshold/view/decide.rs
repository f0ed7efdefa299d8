//! What becomes of the members of the selected group, and what k and the decisions do to the corpus.

use super::Scene;
use super::texts::texts;
use crate::screens::threshold::keys::{Act, Member, Pane};
use crate::shared::deciding::Kept;
use crate::shared::weighed::Preview;
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::table::{self, Lines, inset};
use ratatui::layout::Rect;
use simscope_core::decide::{Fate, Part, Totals};
use std::sync::Arc;

/// Lines of the preview with its frame.
pub(super) const PREVIEW: u16 = 8;

/// The members, and what becomes of each.
pub(super) fn members(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let members = scene.own.members(scene.shared);
    let title = match scene.own.selected_group(scene.shared) {
        Some(number) => paint.pick((format!("Group {number}: what stays"), format!("第 {number} 组：去留"))),
        None => paint.pick(("Members", "成员")).to_owned(),
    };
    let foot = scene.keys_for(&[
        (Act::Choose.into(), ("keep", "保留")),
        (Act::Exclude.into(), ("exclude", "排除")),
        (Act::AskSplit.into(), ("take apart", "拆分")),
    ]);
    let inner = paint.panel(area, Pane::Members, &title, &foot);
    if inner.height < 3 {
        return;
    }
    if members.is_empty() {
        return paint.hollow(inner, ("choose a group at the left", "在左侧选择一组"));
    }
    let inner = texts(scene, paint, area, inner, members.len() + 2);
    let fates: Vec<Option<Fate>> = members.iter().map(|&member| scene.fate(member)).collect();
    let counts = paint_counts(paint, &fates);
    // Heads above, and how many stay and go below.
    let body = Rect { height: inner.height.saturating_sub(2), ..inset(inner, 0, 1) };
    let number_width = members.len().to_string().len() as u16 + 1;
    // As wide as the longest, `goes, d 33 → 1234`; in a narrow pane without the word.
    let longest = 12 + number_width;
    let word_width = (inner.width / 3).clamp(6 + number_width, longest);
    let id_width = inner.width.saturating_sub(number_width + 3 + word_width + 1).clamp(1, 24);
    let sign_x = inner.x + number_width + 1;
    let word_x = sign_x + 2 + id_width + 1;
    let text_x = word_x + word_width + 1;
    let sort = scene.own.member_order.sort;
    let fate = if matches!(sort.by, Member::Distance(_)) { sort.by } else { Member::Distance(0) };
    for (x, width, name, is_number, column) in [
        (inner.x, number_width, "#", true, Member::Number),
        (sign_x + 2, id_width, paint.pick(("id", "编号")), false, Member::Id),
        (word_x, word_width, paint.pick(("fate", "去留")), false, fate),
    ] {
        let place = Rect { x, width, height: 1, ..inner }.intersection(inner);
        table::sorted_head(
            paint,
            place,
            name,
            is_number,
            sort.mark(column),
            Some(Act::SortMembers(column).into()),
        );
    }
    paint.say(
        text_x,
        inner.y,
        inner.right().saturating_sub(text_x),
        paint.pick(("text", "文本")),
        Role::Title,
    );
    let draw = |paint: &mut Paint<'_>, row: Rect, at: usize| {
        let place = scene.own.member_order.place_in(at);
        let Some(&member) = members.get(place) else { return };
        let y = row.y;
        let document = scene.document(member);
        paint.right(row.x, y, number_width, &(place + 1).to_string(), Role::Dim);
        let (sign, word, role) = about(scene, members, member, fates[place], word_width < longest);
        paint.say(sign_x, y, 1, sign, role);
        paint.name(sign_x + 2, y, id_width, document.id, Role::Text);
        paint.say(word_x, y, word_width, &word, role);
        let start: String = document.text.chars().take(usize::from(row.width)).collect();
        paint.say(text_x, y, row.right().saturating_sub(text_x), &start, Role::Dim);
    };
    let marked = scene.own.selected_member_row(scene.shared);
    let lines = Lines { marked, ..Lines::of(scene.own.member_rows, members.len(), true) };
    table::rows(paint, body, Pane::Members, lines, draw);
    paint.say(
        inner.x + 1,
        inner.bottom().saturating_sub(1),
        inner.width.saturating_sub(1),
        &counts,
        Role::Dim,
    );
}

/// The sign, the word and the colour of what becomes of a member; where there is little room, the sign alone says that it
/// goes.
fn about(
    scene: Scene<'_>,
    members: &[u32],
    member: u32,
    fate: Option<Fate>,
    is_narrow: bool,
) -> (&'static str, String, Role) {
    let pick = |phrase: (&str, &str)| scene.lang.pick(phrase).to_owned();
    match fate {
        None => ("…", String::new(), Role::Dim),
        Some(Fate::Kept | Fate::Left) if scene.deciding.decisions.chosen.contains(&member) => {
            ("★", pick(("stays, by hand", "保留（手动）")), Role::Within)
        }
        Some(Fate::Kept) => ("●", pick(("stays", "保留")), Role::Within),
        Some(Fate::Excluded) => ("✗", pick(("excluded, stays", "已排除，保留")), Role::Mark),
        Some(Fate::Left | Fate::Single) => ("○", pick(("stays", "保留")), Role::Text),
        Some(Fate::Dropped { kept, distance }) => {
            let number = members.iter().position(|&one| one == kept).map_or(0, |at| at + 1);
            let why = format!("d {distance} → {number}");
            let word = match is_narrow {
                true => why,
                false => scene.lang.pick((format!("goes, {why}"), format!("去除，{why}"))),
            };
            ("·", word, Role::Beyond)
        }
    }
}

fn paint_counts(paint: &Paint<'_>, fates: &[Option<Fate>]) -> String {
    let count = |is: fn(&Fate) -> bool| fates.iter().flatten().filter(|fate| is(fate)).count();
    let (gone, out) = (count(|fate| fate.is_dropped()), count(|fate| *fate == Fate::Excluded));
    let out_text = match out {
        0 => String::new(),
        out => paint
            .pick((format!(", {} excluded", grouped_digits(out)), format!("，排除 {}", grouped_digits(out)))),
    };
    if fates.contains(&None) {
        return paint.pick(("… stay, … go", "保留 …，去除 …")).to_owned();
    }
    let [stay, gone] = [fates.len() - gone - out, gone].map(grouped_digits);
    paint.pick((format!("{stay} stay, {gone} go{out_text}"), format!("保留 {stay}，去除 {gone}{out_text}")))
}

/// What k, the rule and the decisions do to the corpus.
pub(super) fn preview(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let title = paint.pick(("What this k and these decisions do", "此 k 与这些决定的结果"));
    let foot = scene.keys_for(&[
        (Act::AskRule.into(), ("rule", "规则")),
        (Act::AskWrite.into(), ("writes the kept records and what was dropped", "写出保留的记录与去除清单")),
    ]);
    let inner = paint.frame(area, false, title, &foot);
    if let Some(why) = &scene.deciding.why_not {
        return paint.hollow_of(inner, why);
    }
    let Some((outcome, preview)) = scene.outcome_lately() else {
        return paint.hollow(inner, super::pending(scene, ("known when the groups are", "得到分组后可知")));
    };
    let lines = [
        parts(scene, preview),
        counted(scene, &outcome.totals, &preview.whole),
        undecided(scene, &outcome.totals),
        kept_in(scene),
    ];
    // There is room for one warning.
    let first = [
        (whole(scene, preview), Role::Accent),
        (unmet(scene, preview), Role::Warn),
        (if preview.unmet == 0 { template(scene) } else { String::new() }, Role::Warn),
    ];
    let lines = first.into_iter().chain(lines.map(|line| (line, Role::Text)));
    let body = inset(inner, 1, 0);
    for ((line, role), y) in lines.filter(|(line, _)| !line.is_empty()).zip(inner.top()..inner.bottom()) {
        paint.say(body.x, y, body.width, &line, role);
    }
}

fn percent(part: usize, of: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / of.max(1) as f64)
}

fn megabytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

fn whole(scene: Scene<'_>, preview: &Preview) -> String {
    let Part { documents, dropped, bytes, dropped_bytes, .. } = preview.whole;
    let keep = &scene.deciding.decisions.keep;
    let [all, kept, gone] = [documents, documents - dropped, dropped].map(grouped_digits);
    let (share, left, of) = (percent(dropped, documents), megabytes(bytes - dropped_bytes), megabytes(bytes));
    scene.lang.pick((
        format!("rule {keep}: {all} documents → {kept} stay, {gone} go ({share}); text {left} of {of}"),
        format!("规则 {keep}：{all} 篇 → 保留 {kept}，去除 {gone}（{share}）；文本 {left} / {of}"),
    ))
}

/// A warning, where the selected group hangs on text that much of the corpus shares.
fn template(scene: Scene<'_>) -> String {
    let Some(number) = scene.own.selected_group(scene.shared) else { return String::new() };
    let Some(found) = scene.own.template(scene.shared, number) else { return String::new() };
    let share = format!("{:.0} %", 100.0 * found.share);
    if let Some(phrase) = &found.phrase {
        let phrase = simscope_core::visible::line(phrase);
        return scene.lang.pick((
            format!("Group {number} · ⚠ template? {share} of what its members share is all over the corpus: “{phrase}”"),
            format!("第 {number} 组 · ⚠ 疑为模板：成员共有的内容中 {share} 在语料中到处都有：“{phrase}”"),
        ));
    }
    let terms: Vec<_> = found.terms.iter().take(12).map(|term| simscope_core::visible::line(term)).collect();
    scene.lang.pick((
        format!("Group {number} · ⚠ mostly common words shared ({share}): {}", terms.join(", ")),
        format!("第 {number} 组 · ⚠ 成员共有的多为常用词（{share}）：{}", terms.join("、")),
    ))
}

fn parts(scene: Scene<'_>, preview: &Preview) -> String {
    let (parts, all) = if preview.labels.1 > 1 { &preview.labels } else { &preview.files };
    let part = |part: &Part| {
        let name = match simscope_core::visible::line(&part.name) {
            name if name.is_empty() => scene.lang.pick(("no label", "无标签")).to_owned(),
            name => name.chars().take(24).collect(),
        };
        let share = percent(part.dropped, part.documents);
        format!(
            "{name} {} → {} (−{share})",
            grouped_digits(part.documents),
            grouped_digits(part.documents - part.dropped)
        )
    };
    let mut line = parts.iter().map(part).collect::<Vec<_>>().join("   ");
    if *all > parts.len() && !parts.is_empty() {
        line += &scene.lang.pick((format!("   of {all}"), format!("   共 {all} 个")));
    }
    line
}

/// What goes, and what was said of groups; what was never said is left out.
fn counted(scene: Scene<'_>, totals: &Totals, whole: &Part) -> String {
    let (k, lang) = (scene.k, scene.lang);
    let [equal, near] = [totals.equal, whole.dropped - totals.equal].map(grouped_digits);
    let mut said = vec![lang.pick((
        format!("of those that go, {equal} have the signature of what stays, {near} are within {k}"),
        format!("去除者中 {equal} 篇签名相同，{near} 篇距离在 {k} 内"),
    ))];
    let Totals { excluded, accepted, left, later, split, .. } = *totals;
    for (count, what) in [
        (excluded, ("excluded", "排除")),
        (accepted, ("accepted", "接受")),
        (left, ("left", "保持")),
        (later, ("later", "待定")),
        (split, ("taken apart", "拆分")),
    ] {
        if count > 0 {
            let (n, name) = (grouped_digits(count), lang.pick(what));
            said.push(lang.pick((format!("{n} {name}"), format!("{name} {n}"))));
        }
    }
    said.join(" · ")
}

/// A warning, where something was decided about groups that are not there at this k, τ or grouping.
fn unmet(scene: Scene<'_>, preview: &Preview) -> String {
    if preview.unmet == 0 {
        return String::new();
    }
    let n = grouped_digits(preview.unmet);
    let groups = crate::surface::counted(preview.unmet, "group", "groups");
    scene.lang.pick((
        format!("⚠ decisions about {groups} are not used: here those groups have other members"),
        format!("⚠ 关于 {n} 组的决定未采用：此处这些组的成员已不同"),
    ))
}

fn undecided(scene: Scene<'_>, totals: &Totals) -> String {
    let groups = scene.groups.as_ref().map_or(0, |groups| groups.count());
    let open = grouped_digits(groups.saturating_sub(totals.decided));
    let all = grouped_digits(groups);
    let next = scene.key(Act::NextUndecided);
    scene.lang.pick((
        format!("{open} of {all} groups are undecided, and follow the rule; {next} goes to the next"),
        format!("{all} 组中 {open} 组未决定，按规则处理；{next} 到下一组"),
    ))
}

fn kept_in(scene: Scene<'_>) -> String {
    let name = scene.deciding.file_name().unwrap_or_default();
    match &scene.deciding.kept {
        Kept::Nowhere => scene.lang.pick((
            "decisions are not saved: the corpus is no file or folder; give --decisions FILE".to_owned(),
            "决定不会保存：语料不是文件或文件夹；请用 --decisions FILE 指定".to_owned(),
        )),
        Kept::Unread => scene.lang.pick((format!("reading {name}"), format!("正在读取 {name}"))),
        Kept::Saved if scene.deciding.decisions == Arc::default() => scene.lang.pick((
            format!("no decision yet; the first is written to {name}"),
            format!("尚无决定；第一个决定将写入 {name}"),
        )),
        Kept::Saved => scene
            .lang
            .pick((format!("decisions are kept in {name}, saved"), format!("决定保存在 {name}，已保存"))),
        Kept::Saving => scene.lang.pick((format!("saving {name}"), format!("正在保存 {name}"))),
        Kept::Refused(why) => {
            scene.lang.pick((format!("decisions are not saved: {why}"), format!("决定未保存：{why}")))
        }
    }
}
