//! Two recipes: what both see, and the pairs that only one of them sees.

use super::keys::{Act, Pane as Own};
use super::pair::Row;
use super::second::{Listed, PAIRS_KEPT};
use super::{Scene, State, sweep, tabs};
use crate::action::Action;
use crate::command_line::Words;
use crate::room::{Export, Moving, PaneOf, copy_document, selected};
use crate::shared::Shared;
use crate::shared::parts::cycle;
use crate::sheet::Sheet;
use crate::surface::{Paint, Phrase, Rect, Role, Target, grouped_digits};
use crate::widgets::table::{self, Column, Lines, Order, inset, list};
use simscope_core::contrast::{Contrasted, SeenPair};
use simscope_core::corpus::Corpus;
use simscope_core::export::{Format, SeenPairs};
use simscope_core::recipe::{Recipe, named};
use std::io::{self, Write};
use std::sync::Arc;

pub(super) struct Recipes;

impl PaneOf<State> for Recipes {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![
            &[(
                "The pairs that are within k under only one of two recipes, with the distance under each.",
                "只在一个配方下距离不超过 k 的文档对，以及在两个配方下的距离。",
            )],
            sweep::ABOUT,
        ]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let Some(inner) = tabs(paint, area, Own::Recipes, |_| title(scene)) else { return };
        if scene.second.is_none() {
            let how = ("‹recipe-beside› chooses the second recipe", "按 ‹recipe-beside› 选择第二配方");
            paint.hollow(inner, how);
            paint.areas.push(inner, Target::Act(Action::ChooseBeside));
            return;
        }
        let lines = u16::from(inner.height >= 6) + u16::from(inner.height >= 10);
        for (text, y) in figures(scene).iter().take(lines.into()).zip(inner.y..) {
            paint.say(inner.x + 1, y, inner.width.saturating_sub(1), text, Role::Dim);
        }
        list(scene, paint, inset(inner, 0, lines));
    }

    fn moving<'a>(&self, own: &'a mut State, _shared: &'a mut Shared) -> Option<Moving<'a>> {
        Moving::rows(own.recipes.pairs.rows(), &mut own.recipes.pairs.list)
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        own.act_on_pair(shared, action)
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        selected(scene.shared)?;
        let Some(pair) = scene.own.recipes.selected() else { return copy_document(scene.shared) };
        let [a, b] = [pair.documents.0, pair.documents.1].map(|document| scene.shared.document(document).id);
        let [d_a, d_b] = [pair.distance_a, pair.distance_b]
            .map(|distance| distance.map_or(String::new(), |distance| distance.to_string()));
        Ok((format!("{a}\t{b}\t{d_a}\t{d_b}"), ("the pair and both distances", "文档对与两个距离")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        let pair = scene.own.recipes.selected().ok_or(("no pair is listed", "没有列出文档对"))?;
        let none =
            || scene.lang.pick(("none, as one of them has no features,", "无（其一没有特征）")).to_owned();
        let of = |distance: Option<u8>| distance.map_or_else(none, |distance| distance.to_string());
        let [a, b] = [pair.documents.0, pair.documents.1].map(|document| scene.shown_id(document));
        let (d_a, d_b, k) = (of(pair.distance_a), of(pair.distance_b), scene.k);
        let seen = if pair.is_seen.0 { "A" } else { "B" };
        Ok(scene.lang.pick(both!(
            "{a} and {b} are within k = {k} only under recipe {seen}: their distance is {d_a} under recipe A and {d_b} under recipe B.",
            "{a} 与 {b} 只在配方 {seen} 下距离不超过 k = {k}：配方 A 下 {d_a}，配方 B 下 {d_b}。"
        )))
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        let export = Export::named("simscope-seen-by-one.tsv", sheet(scene), words(scene.shared));
        Some(Export { has_second: true, ..export })
    }
}

/// The pairs that are listed, as a file.
fn sheet(scene: Scene<'_>) -> Result<Box<dyn Sheet>, Phrase> {
    let recipes = &scene.own.recipes;
    let found = recipes.found().filter(|_| recipes.is_current(scene.shared));
    let found = found.ok_or(("the recipes are not compared yet", "尚未完成配方对比"))?;
    Ok(Box::new(SeenByOne {
        corpus: scene.model.corpus.clone(),
        found: found.clone(),
        pairs: (0..recipes.pairs.rows()).filter_map(|row| recipes.pair(row)).collect(),
    }))
}

/// The pairs that only one of two recipes sees, as far as they are kept.
struct SeenByOne {
    corpus: Corpus,
    found: Arc<Contrasted>,
    /// Those that are listed, in their order.
    pairs: Vec<SeenPair>,
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

/// The command that prints them.
fn words(shared: &Shared) -> Result<Words, Phrase> {
    let [a, b] = [name_of(Some(shared.recipe))?, name_of(shared.second)?];
    Ok(Words::of(["diff-recipes", a, b, "--pairs"]).k(shared))
}

fn name_of(recipe: Option<Recipe>) -> Result<&'static str, Phrase> {
    let is_it = |parts: Recipe| recipe.is_some_and(|recipe| parts.has_parts_of(&recipe));
    named().iter().find(|named| is_it(named.recipe)).map(|named| named.name).ok_or((
        "a recipe without a name is read from a file: save what is shown, which writes it beside the table",
        "没有名称的配方要从文件读取：另存所示内容，配方会写在表旁边",
    ))
}

impl State {
    /// The next kind of pairs in the list.
    pub(super) fn next_listed(&mut self, shared: &mut Shared) {
        let now = self.recipes.listed;
        self.recipes.listed = cycle(&[Listed::Both, Listed::OnlyA, Listed::OnlyB], |one| *one == now, 1);
        self.recipes.arrange(shared, None);
        shared.say(match self.recipes.listed {
            Listed::Both => ("pairs that only A or only B sees", "只有 A 或只有 B 看到的文档对"),
            Listed::OnlyA => ("pairs that only A sees", "只有 A 看到的文档对"),
            Listed::OnlyB => ("pairs that only B sees", "只有 B 看到的文档对"),
        });
    }
}

// The list of pairs.
list!(pub(super) Rows of Row<'a, SeenPair>, in Scene<'a>, Act::Sort);

/// A document without features has no distance.
pub(super) fn text(distance: Option<u8>) -> String {
    distance.map_or("–".to_owned(), |distance| distance.to_string())
}

fn distance(distance: Option<u8>, is_seen: bool) -> (String, Role) {
    (text(distance), if is_seen { Role::Within } else { Role::Beyond })
}

type Of = Column<Rows>;

pub(super) const COLUMNS: [Of; 4] = [
    // A letter too, so that colour is not the only cue.
    Of::text_of(("seen by", "可见于"), 8, |_, row| {
        if row.pair.is_seen.0 { ("A".to_owned(), Role::One) } else { ("B".to_owned(), Role::Zero) }
    })
    .by(Order::Found),
    Of::number(("d A", "d A"), 4, 0, |_, row| distance(row.pair.distance_a, row.pair.is_seen.0))
        .by(Order::Number(|row| row.pair.distance_a.map_or(u128::MAX, u128::from))),
    Of::number(("d B", "d B"), 4, 0, |_, row| distance(row.pair.distance_b, row.pair.is_seen.1))
        .by(Order::Number(|row| row.pair.distance_b.map_or(u128::MAX, u128::from))),
    Of::drawn(("documents", "文档"), 0, |_, row, paint, place| {
        let width = place.width / 2;
        for (id, x) in row.ids.into_iter().zip([place.x, place.x + width]) {
            paint.name(x, place.y, width.saturating_sub(1), id, Role::Text);
        }
    })
    .by(Order::Texts(|row| row.ids)),
];

/// How many pairs only one sees; the filter, where there is one.
fn title(scene: Scene<'_>) -> String {
    let pairs = &scene.own.recipes.pairs;
    if !pairs.filter.is_empty() {
        return pairs.filter.in_force().into_owned();
    }
    let Some(found) = scene.own.recipes.found() else {
        return scene.lang.pick(("Recipes", "配方")).to_owned();
    };
    let seen = found.contrast.pairs;
    let (a, b) = (grouped_digits(seen.only_a), grouped_digits(seen.only_b));
    let waits = if scene.own.recipes.is_current(scene.shared) { "" } else { " …" };
    scene.lang.pick(match scene.own.recipes.listed {
        Listed::Both => {
            both!("Recipes: {a} pairs only A, {b} only B{waits}", "配方：仅 A {a} 对，仅 B {b} 对{waits}")
        }
        Listed::OnlyA => {
            both!("Recipes: {a} pairs only A sees{waits}", "配方：只有 A 看到 {a} 对{waits}")
        }
        Listed::OnlyB => {
            both!("Recipes: {b} pairs only B sees{waits}", "配方：只有 B 看到 {b} 对{waits}")
        }
    })
}

/// Which recipes these are, and what both see.
fn figures(scene: Scene<'_>) -> [String; 2] {
    let recipes = &scene.own.recipes;
    let name = |recipe: Recipe| recipe.short(scene.lang);
    let dead = recipes.second().map_or(0, |second| second.shares.dead().count_ones());
    let dead = match dead {
        0 => String::new(),
        _ => scene.lang.pick(both!(" ({dead} dead bits)", "（{dead} 个恒定位）")),
    };
    let b = scene.second.map(name).unwrap_or_default();
    let names = format!("A {} · B {b}{dead}", name(scene.model.recipe));
    let Some(found) = recipes.found() else { return [names, scene.keyed(recipes.awaited(scene.shared))] };
    let contrast = &found.contrast;
    let [both, alike, moved] =
        [contrast.pairs.both, contrast.groups.both, contrast.moved].map(grouped_digits);
    let kept = match (found.only_a.len() + found.only_b.len()) as u64 {
        kept if kept < contrast.pairs.only_a + contrast.pairs.only_b => {
            let most = grouped_digits(PAIRS_KEPT);
            scene.lang.pick(both!(" · listed: {most} of a side", " · 每方只列 {most} 对"))
        }
        _ => String::new(),
    };
    let both = scene.lang.pick(both!(
        "both: {both} pairs, {alike} groups · {moved} documents in another group{kept}",
        "同见：{both} 对，{alike} 组 · {moved} 篇换组{kept}"
    ));
    [names, both]
}

fn list(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let recipes = &scene.own.recipes;
    let pairs = &recipes.pairs;
    if recipes.found().is_none() {
        return paint.hollow(area, recipes.awaited(scene.shared));
    }
    if let Some(why) = &pairs.why_none {
        return paint.hollow_of(area, &why.say(paint.lang));
    }
    if pairs.rows() == 0 {
        let why = match recipes.listed {
            Listed::Both => ("at this k both see the same pairs", "在此 k 下两者所见相同"),
            _ => (
                "none at this k; ‹threshold.reseed› lists the others",
                "在此 k 下没有；按 ‹threshold.reseed› 看其他",
            ),
        };
        return paint.hollow(area, why);
    }
    let mut columns = COLUMNS;
    columns[3].width = area.width.saturating_sub(2 + table::taken(&columns));
    table::heads(paint, inset(area, 2, 0), &columns, pairs.sort);
    let lines = Lines::of(pairs.list, pairs.rows(), true);
    table::rows(paint, inset(area, 0, 1), Own::Recipes, lines, |paint, line, at| {
        if let Some(pair) = recipes.pair(at) {
            let row = Row::of(&scene.shared.model.corpus, pair.documents, pair);
            table::cells(paint, inset(line, 2, 0), &columns, scene, &row);
        }
    });
}
