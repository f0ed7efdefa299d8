//! The pairs that only one of the two recipes sees: their columns, which are listed, and their pane.

use super::keys::{Act, Pane};
use super::news::{Contrasted, PAIRS_KEPT};
use super::state::{Listed, State};
use super::view::{Scene, awaited};
use crate::filtering::counted;
use crate::shared::Shared;
use crate::sheet::Sheet;
use crate::surface::{Paint, Phrase, Role, grouped_digits};
use crate::widgets::hits;
use crate::widgets::table::{self, Column, Lines, Order, Sorting, inset, list};
use ratatui::layout::Rect;
use simscope_core::contrast::SeenPair;
use simscope_core::corpus::{Corpus, Document};
use simscope_core::export::{Format, SeenPairs};
use simscope_core::recipe::Recipe;
use std::io::{self, Write};
use std::sync::Arc;

// The list of pairs.
list!(pub Pairs of Seen<'a>, in Scene<'a>, Act::Sort);

/// A pair with its documents.
pub struct Seen<'a> {
    pair: SeenPair,
    documents: [Document<'a>; 2],
}

impl<'a> Seen<'a> {
    fn of(corpus: &'a Corpus, pair: SeenPair) -> Self {
        let (a, b) = pair.documents;
        Self { pair, documents: [a, b].map(|document| corpus.get(document as usize)) }
    }
}

/// A document without features has no distance.
fn distance(distance: Option<u8>, is_seen: bool) -> (String, Role) {
    let text = distance.map_or("–".to_owned(), |distance| distance.to_string());
    (text, if is_seen { Role::Within } else { Role::Beyond })
}

type Of = Column<Pairs>;

const COLUMNS: [Of; 4] = [
    // A letter too, so that colour is not the only cue.
    Of::text_of(("seen by", "可见于"), 8, |_, row| match row.pair.is_seen.0 {
        true => ("A".to_owned(), Role::One),
        false => ("B".to_owned(), Role::Zero),
    })
    .by(Order::Found),
    Of::number(("d A", "d A"), 4, 0, |_, row| distance(row.pair.distance_a, row.pair.is_seen.0))
        .by(Order::Number(|row| row.pair.distance_a.map_or(u128::MAX, u128::from))),
    Of::number(("d B", "d B"), 4, 0, |_, row| distance(row.pair.distance_b, row.pair.is_seen.1))
        .by(Order::Number(|row| row.pair.distance_b.map_or(u128::MAX, u128::from))),
    Of::drawn(("documents", "文档"), 0, documents)
        .by(Order::Texts(|row| row.documents.map(|document| document.id))),
];

/// Both ids, and where there is room how the text begins, or where the filter has a hit.
fn documents(scene: Scene<'_>, row: &Seen<'_>, paint: &mut Paint<'_>, place: Rect) {
    let width = if place.width >= 88 { 24 } else { place.width / 2 };
    for (document, x) in row.documents.iter().zip([place.x, place.x + width]) {
        paint.name(x, place.y, width.saturating_sub(1), document.id, Role::Text);
    }
    if place.width >= 88 {
        let [_, rest] = table::beside(place, 2 * width);
        // What passes may stand in the second text alone.
        let filter = scene.own.pairs.filter.filter();
        let texts = row.documents.map(|document| document.text);
        let text = texts.into_iter().find(|text| !hits::in_long(text, filter).is_empty());
        hits::or_beginning(paint, (rest.x, rest.y), rest.width, text.unwrap_or(texts[0]), filter);
    }
}

impl State {
    fn sides(&self) -> [&[SeenPair]; 2] {
        let Some(found) = self.found() else { return [&[], &[]] };
        match self.listed {
            Listed::Both => [&found.only_a, &found.only_b],
            Listed::OnlyA => [&found.only_a, &[]],
            Listed::OnlyB => [&[], &found.only_b],
        }
    }

    /// The pair in a row.
    pub fn pair(&self, row: usize) -> Option<SeenPair> {
        self.sides().into_iter().flatten().nth(self.pairs.place_in(row)?).copied()
    }

    /// The selected pair.
    pub fn selected(&self) -> Option<SeenPair> {
        self.pair(self.pairs.list.selected)
    }

    /// Lists what passes. That pair stays selected where it still is one.
    pub(super) fn arrange(&mut self, shared: &Shared, selected: Option<SeenPair>) {
        let all: Vec<SeenPair> = self.sides().into_iter().flatten().copied().collect();
        let least =
            |pair: &SeenPair| pair.distance_a.into_iter().chain(pair.distance_b).min().unwrap_or(u8::MAX);
        let pairs = all.iter().map(|pair| (pair.documents.0, pair.documents.1, least(pair)));
        self.pairs.pass_pairs(shared, pairs);
        let selected =
            selected.and_then(|selected| all.iter().position(|pair| pair.documents == selected.documents));
        self.pairs.list = Default::default();
        let corpus = &shared.model.corpus;
        self.pairs.order(&COLUMNS, selected, &|place| Seen::of(corpus, all[place]));
    }

    pub(super) fn sort(&mut self, shared: &mut Shared, asked: Sorting<&'static str>) {
        let selected = self.selected();
        self.pairs.sort(shared, &COLUMNS, asked);
        self.arrange(shared, selected);
    }
}

/// The pairs that only one of two recipes sees, as far as they are kept.
pub(super) struct SeenByOne {
    pub corpus: Corpus,
    pub found: Arc<Contrasted>,
    /// Those that are listed, in their order.
    pub pairs: Vec<SeenPair>,
}

impl Sheet for SeenByOne {
    fn rows(&self, format: Format, recipes: &[Recipe], out: &mut dyn Write) -> io::Result<()> {
        let id = |document: u32| self.corpus.get(document as usize).id;
        let mut rows = SeenPairs::new(&id, format, recipes, out)?;
        self.pairs.iter().try_for_each(|pair| rows.write(pair))?;
        rows.finish()
    }

    fn lacks(&self) -> Option<Phrase> {
        let found = &self.found;
        let (seen, kept) = (found.contrast.pairs, found.only_a.len() + found.only_b.len());
        ((kept as u64) < seen.only_a + seen.only_b).then_some((
            "only the first 10,000 pairs of a side; diff-recipes --pairs gives all",
            "每方仅前 10,000 对；diff-recipes --pairs 给出全部",
        ))
    }
}

/// Draws the pairs.
pub(super) fn pairs(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let pairs = &scene.own.pairs;
    let Some(found) = scene.own.found() else {
        let title = paint.pick(("Pairs that only one sees", "只有一方看到的文档对"));
        let inner = paint.panel(area, Pane::Differing, title, "");
        return paint.hollow(inner, awaited(scene));
    };
    let Some(inner) = paint.panel_of(area, Pane::Differing, 2, &title(scene, found), &foot(scene, found))
    else {
        return;
    };
    if let Some(why) = &pairs.why_none {
        return paint.hollow_of(inner, &why.say(paint.lang));
    }
    if pairs.rows() == 0 {
        let phrase = match scene.own.listed {
            Listed::Both => ("at this k both see the same pairs", "在此 k 下两者所见相同"),
            _ => (
                "none at this k; ‹beside.next-listed› lists the others",
                "在此 k 下没有；按 ‹beside.next-listed› 看其他",
            ),
        };
        return paint.hollow(inner, phrase);
    }
    let mut columns = COLUMNS;
    columns[3].width = inner.width.saturating_sub(2 + table::taken(&columns));
    table::heads(paint, inset(inner, 2, 0), &columns, pairs.sort);
    let lines = Lines::of(pairs.list, pairs.rows(), true);
    table::rows(paint, inset(inner, 0, 1), Pane::Differing, lines, |paint, line, at| {
        if let Some(pair) = scene.own.pair(at) {
            let row = Seen::of(&scene.shared.model.corpus, pair);
            table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
        }
    });
}

fn title(scene: Scene<'_>, found: &Contrasted) -> String {
    let seen = found.contrast.pairs;
    let (a, b) = (grouped_digits(seen.only_a), grouped_digits(seen.only_b));
    match scene.own.listed {
        Listed::Both => scene.lang.pick((
            format!("Pairs that only one sees: {a} only A, {b} only B"),
            format!("只有一方看到的文档对：仅 A {a}，仅 B {b}"),
        )),
        Listed::OnlyA => {
            scene.lang.pick((format!("Pairs that only A sees: {a}"), format!("只有 A 看到的文档对：{a}")))
        }
        Listed::OnlyB => {
            scene.lang.pick((format!("Pairs that only B sees: {b}"), format!("只有 B 看到的文档对：{b}")))
        }
    }
}

/// What the filter leaves; without one, which pairs are not among those kept.
fn foot(scene: Scene<'_>, found: &Contrasted) -> String {
    let (pairs, seen) = (&scene.own.pairs, found.contrast.pairs);
    let cut = [
        ("A", found.only_a.len(), seen.only_a, scene.own.listed != Listed::OnlyB),
        ("B", found.only_b.len(), seen.only_b, scene.own.listed != Listed::OnlyA),
    ];
    let cut: Vec<String> = cut
        .into_iter()
        .filter(|&(_, kept, all, is_listed)| is_listed && (kept as u64) < all)
        .map(|(side, _, all, _)| {
            let (kept, all) = (grouped_digits(PAIRS_KEPT), grouped_digits(all));
            scene
                .lang
                .pick((format!("{side}: first {kept} of {all}"), format!("{side}：{all} 中的前 {kept}")))
        })
        .collect();
    match pairs.filter.is_empty() {
        true => cut.join(" · "),
        false => {
            let count = counted(pairs.rows(), pairs.all, scene.lang);
            format!("{count} · {}", pairs.filter.in_force())
        }
    }
}
