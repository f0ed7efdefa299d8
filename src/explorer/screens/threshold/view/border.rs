//! The pairs at the border, and the selected one with what differs.

use super::{Scene, parted, tabs};
use crate::listing;
use crate::screens::threshold::border::{Pair, Stratum};
use crate::screens::threshold::keys::{Act, Pane};
use crate::surface::{Paint, Role, grouped_digits};
use crate::widgets::marked::Two;
use crate::widgets::table::{self, Column, Lines, Order, inset, list};
use ratatui::layout::Rect;
use simscope_core::corpus::Corpus;
use simscope_core::display::percent_text;
use simscope_core::judgements::Verdict;
use simscope_core::visible;

// The list of pairs.
list!(pub Pairs of PairRow<'a>, in Scene<'a>, Act::Sort);

/// A pair with the ids of its documents.
pub struct PairRow<'a> {
    pair: Pair,
    ids: [&'a str; 2],
}

impl<'a> PairRow<'a> {
    pub fn of(corpus: &'a Corpus, pair: Pair) -> Self {
        let (a, b) = pair.documents;
        Self { pair, ids: [a, b].map(|document| corpus.get(document as usize).id) }
    }
}

type Of = Column<Pairs>;

pub const PAIRS: [Of; 4] = [
    // They are drawn by distance.
    Of::number(("distance", "距离"), 3, 0, |scene, row| {
        let role = if row.pair.distance <= scene.k { Role::Within } else { Role::Beyond };
        (row.pair.distance.to_string(), role)
    })
    .headed(("d", "d"))
    .by(Order::Found),
    // How much of the word pairs agrees: solid, where that confirms the pair.
    Of::number(("agree", "重合"), 7, 0, |scene, row| {
        let (sign, role) =
            if row.pair.value >= scene.tau() { ("▇", Role::Within) } else { ("░", Role::Beyond) };
        let share = percent_text(row.pair.value).replace("< ", "<").replace("> ", ">");
        (format!("{sign}{share:>6}"), role)
    })
    .by(Order::Number(|row| listing::weight(row.pair.value))),
    Of::text_of(("mine", "判定"), 4, |scene, row| {
        let (sign, role) = judged(scene, row.pair.documents);
        (sign.to_owned(), role)
    }),
    Of::drawn(("id", "编号"), 0, |_, row, paint, place| {
        let ([a, b], Rect { x, y, width, .. }) = (row.ids, place);
        // Wider in ASCII.
        let between = visible::width(&paint.shown(" ↔ ")) as u16;
        let used = paint.name(x, y, width.saturating_sub(between) / 2, a, Role::Text);
        let used = used + paint.say(x + used, y, between, " ↔ ", Role::Dim);
        paint.name(x + used, y, width.saturating_sub(used), b, Role::Text);
    })
    .headed(("pair", "文档对"))
    .by(Order::Texts(|row| row.ids)),
];

/// What was said of a pair, by a sign.
fn judged(scene: Scene<'_>, (a, b): (u32, u32)) -> (&'static str, Role) {
    let known = scene.judging.known.get((a.min(b), a.max(b)));
    match known.and_then(|known| known.verdict) {
        Some(Verdict::Yes) => ("✓", Role::Within),
        Some(Verdict::No) => ("✗", Role::Beyond),
        Some(Verdict::Unsure) => ("?", Role::Mark),
        None => (" ", Role::Dim),
    }
}

/// Draws the list, and right of it the pair.
pub(super) fn border(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    if area.height < 8 && scene.own.focus == Pane::Pair {
        return pair(scene, paint, area);
    }
    let [left, right] = parted(paint, area, (area.width * 2 / 5).clamp(36, 56).min(area.width));
    list(scene, paint, left);
    pair(scene, paint, right);
}

fn list(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let strata = scene.own.border_strata(scene.shared).unwrap_or_default();
    let many = |stratum: &Stratum| format!("{}: {}", stratum.at, grouped_digits(stratum.of));
    let strata = strata.iter().map(many).collect::<Vec<_>>().join(", ");
    let (pairs, filter) = (&scene.own.border.pairs, &scene.own.border.pairs.filter);
    let title = match filter.is_empty() {
        true => paint.pick(both!("Pairs at d = {strata}", "文档对，d = {strata}")),
        false => filter.in_force().into_owned(),
    };
    let Some(inner) = tabs(scene, paint, area, Pane::Border, &title) else { return };
    if let Some(why) = &pairs.why_none {
        return paint.hollow_of(inner, &why.say(paint.lang));
    }
    let all = scene.own.border_pairs(scene.shared);
    if all.is_empty() {
        return paint.hollow(inner, scene.own.why_no_border(scene.shared));
    }
    let mut columns = PAIRS;
    columns[3].width = inner.width.saturating_sub(2 + table::taken(&columns));
    table::heads(paint, inset(inner, 2, 0), &columns, pairs.sort);
    let lines = Lines::of(pairs.list, all.len(), true);
    table::rows(paint, inset(inner, 0, 1), Pane::Border, lines, |paint, line, at| {
        let row = PairRow::of(&scene.shared.model.corpus, all[at]);
        table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
    });
}

/// The selected pair: its distance, what the texts say, and both texts with what differs.
pub(super) fn pair(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (selected, k) = (scene.own.border_pair(scene.shared), scene.k);
    let title = match selected {
        Some(pair) => {
            let (side, tau) = (if pair.distance <= k { "≤" } else { ">" }, scene.tau());
            let is_confirmed = pair.value >= tau;
            let said = paint.pick(if is_confirmed { ("confirmed", "确认") } else { ("not confirmed", "未确认") });
            let share = percent_text(pair.value);
            paint.pick(both!(
                "d = {} {side} k = {k} · agree {share}: {said}",
                "d = {} {side} k = {k} · 重合 {share}：{said}",
                pair.distance
            ))
        }
        None => paint.pick(("Pair", "文档对")).to_owned(),
    };
    let inner = paint.section(area, Pane::Pair, &title);
    let Some(pair) = selected else { return };
    let (sign, role) = judged(scene, pair.documents);
    let keys = scene.keys_for(&[
        (Act::Judge(Verdict::Yes).into(), ("yes", "是")),
        (Act::Judge(Verdict::No).into(), ("no", "否")),
    ]);
    let question = format!(" {}{keys} ", paint.pick(("near-duplicates? ", "近似重复？ ")));
    let width = visible::width(&question) as u16 + 2;
    if visible::width(&title) as u16 + 6 + width <= area.width {
        let x = area.right() - width;
        let used = paint.say(x, area.y, width, &question, Role::Text);
        paint.say(x + used, area.y, 1, sign, role);
    }
    let values = scene.own.border_measures(scene.shared);
    let measures = values.iter().map(|&(measure, value)| format!("{measure} {value:.2}"));
    // Alike, and yet not confirmed.
    let is_odd = pair.value < scene.tau() && values.iter().any(|&(_, value)| value >= 0.8);
    let why = paint.pick(("what many documents share does not count", "多篇共有的内容不计"));
    let notes: Vec<String> = is_odd.then(|| why.to_owned()).into_iter().chain(measures).collect();
    two(scene, paint, inner, pair.documents, &notes.join(" · "));
}

/// Both texts of a pair, with a line over them where that leaves room.
pub(super) fn two(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (a, b): (u32, u32), note: &str) {
    let texts = [a, b].map(|document| scene.document(document));
    let alike = scene.aligned(a, b).and_then(|marked| marked.alike);
    let alike = alike.map(|alike| alike.say(scene.lang).to_owned());
    let note: Vec<&str> =
        alike.as_deref().into_iter().chain([note]).filter(|part| !part.is_empty()).collect();
    // The line stays where the measures come.
    let note = match note.join(" · ") {
        _ if area.height < 8 => String::new(),
        note if note.is_empty() => " ".to_owned(),
        note => note,
    };
    let two = Two {
        names: texts.map(|document| document.id),
        texts: texts.map(|document| document.text),
        note: &note,
    };
    two.draw(paint, area, scene.aligned(a, b).map(|marked| &**marked), scene.own.top);
}
