//! The pairs that k decides about: at exactly k and at k + 1.

use super::drawn::{Pair, Stratum, linked};
use super::keys::{Act, Below, Pane as Own};
use super::pair::Row;
use super::{Scene, State, sweep, tabs};
use crate::action::Action;
use crate::command_line::Words;
use crate::listing;
use crate::room::{Export, Moving, PaneOf};
use crate::shared::Shared;
use crate::shared::judging::How;
use crate::shared::work::condition;
use crate::sheet::{Sheet, of_rows};
use crate::surface::{Paint, Phrase, Rect, Role, counted, grouped_digits};
use crate::widgets::table::{self, Column, Lines, Order, inset, list};
use simscope_core::display::percent_text;
use simscope_core::evidence::Selection;
use simscope_core::export::{BorderPair, write_border};
use simscope_core::judgements::Verdict;
use simscope_core::visible;

pub(super) struct Border;

impl PaneOf<State> for Border {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![
            &[
                (
                    "The pairs that k decides about: a sample of those at exactly k, at k + 1, and between k and where it was. Yellow d: the last move made them link, or no longer link, a group.",
                    "由 k 决定的文档对：恰为 k、k + 1 以及 k 与移动之前之间的对的样本。黄色的 d：因上次移动而连接（或不再连接）一组。",
                ),
                (
                    "agree: how much of the word pairs agrees; what much of the corpus shares counts nothing. ▇: that confirms the pair.",
                    "重合：相邻字词对重合多少；语料中普遍的内容不计。▇：据此得到确认。",
                ),
            ],
            sweep::ABOUT,
        ]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let strata = scene.own.border_strata(scene.shared).unwrap_or_default();
        let brief = strata
            .first()
            .zip(strata.last())
            .map(|(low, high)| paint.pick(both!("Pairs at d = {}–{}", "文档对，d = {}–{}", low.at, high.at)));
        let many = |stratum: &Stratum| format!("{}: {}", stratum.at, grouped_digits(stratum.of));
        let strata = strata.iter().map(many).collect::<Vec<_>>().join(", ");
        let (pairs, filter) = (&scene.own.border.pairs, &scene.own.border.pairs.filter);
        let title = match filter.is_empty() {
            true => paint.pick(both!("Pairs at d = {strata}", "文档对，d = {strata}")),
            false => filter.in_force().into_owned(),
        };
        let shown = |room: usize| {
            let is_cut = filter.is_empty() && visible::width(&title) > room;
            brief.filter(|_| is_cut).unwrap_or(title)
        };
        let Some(inner) = tabs(paint, area, Own::Border, shown) else { return };
        if let Some(why) = &pairs.why_none {
            return paint.hollow_of(inner, &why.say(paint.lang));
        }
        let all = scene.own.border_pairs(scene.shared);
        if all.is_empty() {
            return paint.hollow(inner, scene.own.why_no_border(scene.shared));
        }
        let mut columns = COLUMNS;
        if inner.width < NARROW {
            columns[2] = columns[2].wide(1).headed(("", ""));
        }
        columns[3].width = inner.width.saturating_sub(2 + table::taken(&columns));
        table::heads(paint, inset(inner, 2, 0), &columns, pairs.sort);
        let lines = Lines::of(pairs.list, all.len(), true);
        table::rows(paint, inset(inner, 0, 1), Own::Border, lines, |paint, line, at| {
            let row = Row::of(&scene.shared.model.corpus, all[at].documents, all[at]);
            table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
        });
    }

    fn moving<'a>(&self, own: &'a mut State, _shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.border.pairs.rows(), &mut own.border.pairs.list)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        own.act_on_pair(shared, action)
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let pair = scene.own.border_pair(scene.shared).ok_or(("no pair is shown", "没有显示文档对"))?;
        Ok(scene.why_pair(pair.documents.0, pair.documents.1))
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        let border = &scene.own.border;
        let words = Words::of(["pairs", "--border"])
            .k(scene.shared)
            .and("--seed", border.seed.to_string())
            .confirm(scene.shared);
        Some(Export::named("simscope-border.jsonl", sheet(scene), Ok(words.filter(&border.pairs.filter))))
    }
}

/// The pairs that are listed, in their order.
fn sheet(scene: Scene<'_>) -> Result<Box<dyn Sheet>, Phrase> {
    let Scene { own, shared } = scene;
    own.border_strata(shared).ok_or_else(|| own.why_no_border(shared))?;
    let (corpus, condition) = (shared.model.corpus.clone(), condition(shared.tau()));
    let pairs = own.border_pairs(shared);
    Ok(of_rows(move |format, recipes, out| {
        let document = |document: u32| corpus.get(document as usize);
        let pairs = pairs.iter().map(|&Pair { distance, of, documents: (a, b), value }| BorderPair {
            distance,
            of,
            ids: [document(a).id, document(b).id],
            texts: Some([document(a).text, document(b).text]),
            value: Some((value, condition.holds(value))),
        });
        write_border(&pairs.collect::<Vec<_>>(), condition.measure, format, recipes, out)
    }))
}

impl State {
    /// Other pairs at the same distances.
    pub(super) fn reseed(&mut self, shared: &mut Shared) {
        let strata = self.border_strata(shared).unwrap_or_default();
        if !strata.is_empty() && strata.iter().all(Stratum::is_whole) {
            return shared
                .warn(("all pairs at these distances are shown already", "这些距离的文档对已全部显示"));
        }
        self.border.seed += 1;
        let draw = self.border.seed + 1;
        shared.say(both!("other pairs: draw {draw}", "换一批文档对：第 {draw} 次抽取"));
    }

    /// Takes back what was said last of a pair, and shows the pair.
    pub(super) fn unjudge(&mut self, shared: &mut Shared) -> bool {
        let Some((a, b)) = shared.unjudge() else { return false };
        let is_it = |pair: &Pair| pair.documents == (a, b) || pair.documents == (b, a);
        if let Some(row) = self.border_pairs(shared).iter().position(is_it) {
            self.border.pairs.list.select(row);
            self.point_to_shown(shared);
        }
        true
    }

    /// Says what the user says of the selected pair, and goes to the next. Where no pairs at a distance are shown, the keys do what
    /// they do elsewhere.
    pub(super) fn judge(&mut self, shared: &mut Shared, verdict: Verdict) {
        if self.below != Below::Border {
            let otherwise = if verdict == Verdict::Yes { Action::Copy } else { Action::StepDocument(1) };
            return shared.asked.then.push(otherwise);
        }
        let Some(Pair { documents: (a, b), .. }) = self.border_pair(shared) else {
            return shared.warn(self.why_no_border(shared));
        };
        let note = shared.judging.known.get((a.min(b), a.max(b))).map(|known| known.note.clone());
        let (note, under) = (note.unwrap_or_default(), shared.model.recipe.to_string());
        // The user chose it, so it counts for itself only.
        shared.judge((a, b), verdict, How { selection: Selection::Chosen, under, note });
        let next = self.border.pairs.list.selected + 1;
        if next < self.border.pairs.rows() {
            self.border.pairs.list.select(next);
            self.point_to_shown(shared);
        }
        let count: usize = shared.judging.known.counts().into_iter().sum();
        let judged = counted(count, "pair", "pairs");
        shared.say(match verdict {
            Verdict::Yes => {
                both!(
                    "near-duplicates: one of them may go (6); {judged} judged",
                    "近似重复，其中一篇可去除（6）；已判 {count} 对"
                )
            }
            _ => both!("no near-duplicates; {judged} judged", "非近似重复；已判 {count} 对"),
        });
    }
}

// The list of pairs.
list!(pub(super) Rows of Row<'a, Pair>, in Scene<'a>, Act::Sort);

type Of = Column<Rows>;

/// Columns below which what was judged has no head, so that ids have room.
const NARROW: u16 = 40;

pub(super) const COLUMNS: [Of; 4] = [
    // They are drawn by distance.
    Of::number(("distance", "距离"), 3, 0, |scene, row| {
        let role = match row.pair.distance <= scene.k {
            _ if linked(scene.shared, &row.pair).is_some() => Role::Accent,
            true => Role::Within,
            false => Role::Beyond,
        };
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
pub(super) fn judged(scene: Scene<'_>, (a, b): (u32, u32)) -> (&'static str, Role) {
    match scene.judging.known.get((a.min(b), a.max(b))).and_then(|known| known.verdict) {
        Some(Verdict::Yes) => ("✓", Role::Within),
        Some(Verdict::No) => ("✗", Role::Beyond),
        Some(Verdict::Unsure) => ("?", Role::Mark),
        None => (" ", Role::Dim),
    }
}
