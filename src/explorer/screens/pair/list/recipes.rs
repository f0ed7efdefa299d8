//! How far apart the texts are under every recipe.

use super::{Copied, Listed, sorted_by_head};
use crate::jobs::Work;
use crate::screens::pair::Scene;
use crate::screens::pair::state::State;
use crate::screens::pair::work::Compared;
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::bits;
use simscope_core::contrast::Under;
use simscope_core::sensitivity::percent;
use simscope_core::visible;

/// The two texts under every recipe.
const RECIPES: &Work = &Work::new("Recipes", ("signing under every recipe", "按每个配方计算签名"));

/// Columns of the mark of the selected row, and of that of what is in force.
const MARK: u16 = 4;

pub(super) struct Recipes;

impl Listed for Recipes {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.under().len()
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        scene.own.under_row(row).map_or_else(String::new, |under| under.name(scene.lang))
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let line = Rect { height: 1, ..area };
        let name = name_width(scene, line.width);
        paint.say(line.x + MARK, line.y, name, paint.pick(("recipe", "配方")), Role::Title);
        let x = line.x + MARK + name;
        let is_sorted = scene.own.is_list_reordered();
        paint.right(x, line.y, 4, "d", Role::Title);
        paint.right(x + 4, line.y, 6, paint.pick(("bits", "位数")), Role::Title);
        let share = paint.pick(("d/bits", "d/位数"));
        paint.right(x + 10, line.y, 8, &format!("{share}{}", if is_sorted { "▴" } else { "" }), Role::Title);
        sorted_by_head(paint, line);
        1
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, row: Rect, at: usize) {
        let Some(under) = scene.own.under_row(at) else { return };
        let name = name_width(scene, row.width);
        let is_now = under.recipe.has_parts_of(&scene.model.recipe);
        if is_now {
            paint.say(row.x + 2, row.y, 1, "●", Role::Accent);
        }
        let role = if is_now { Role::Accent } else { Role::Text };
        paint.name(row.x + MARK, row.y, name, &under.name(scene.lang), role);
        let x = row.x + MARK + name;
        if !under.has_features {
            let phrase = paint.pick(("– a text without features", "– 有文本没有特征"));
            paint.say(x + 3, row.y, row.right().saturating_sub(x + 3), phrase, Role::Dim);
            return;
        }
        paint.right(x, row.y, 4, &under.distance.to_string(), role);
        paint.right(x + 4, row.y, 6, &under.recipe.bits.get().to_string(), Role::Dim);
        paint.right(x + 10, row.y, 8, &percent(under.share()), role);
        // Half of the bits, as far as chance, fills the bar.
        let room = row.right().saturating_sub(x + 20).min(16);
        bits::bar_of(paint, Rect { x: x + 20, width: room, ..row }, 2.0 * under.share(), role);
    }

    fn is_stale(&self, scene: Scene<'_>) -> bool {
        scene.own.texts_key(scene.shared).is_none_or(|key| scene.own.under.get(&key).is_none())
    }

    fn nothing(&self, _scene: Scene<'_>) -> Phrase {
        ("signing under every recipe…", "按每个配方计算签名…")
    }

    fn foot(&self, scene: Scene<'_>) -> String {
        scene.lang.pick(("● in force · Enter: use it", "● 当前配方 · Enter：使用")).to_owned()
    }

    fn want(&self, own: &mut State, shared: &mut Shared) {
        let Some(key) = own.texts_key(shared) else { return };
        let (a, b) = (own.a.text(), own.b.text());
        let frequencies = shared.model.frequencies.clone();
        shared.want(&mut own.under, RECIPES, key, move |progress| {
            Under::each([&a, &b], key.hashed.recipe, frequencies.as_deref(), progress)
        });
    }

    fn open(&self, own: &mut State, shared: &mut Shared, row: usize) {
        if let Some(recipe) = own.under_row(row).map(|under| under.recipe) {
            shared.set_recipe(recipe);
        }
    }

    fn opens(&self) -> Phrase {
        ("use", "采用")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let text =
            |under: &Under| format!("{}\t{}\t{}", under.name(scene.lang), under.distance, under.recipe.bits);
        Ok((
            scene.own.under_row(row).map(text).unwrap_or_default(),
            ("recipe, distance and bits", "配方、距离与位数"),
        ))
    }

    fn why(&self, scene: Scene<'_>, compared: &Compared, row: usize) -> Option<String> {
        scene.own.under_row(row).map(|under| why(scene.shared, compared, under))
    }

    fn orders(&self) -> Option<[(Phrase, Phrase); 2]> {
        Some([
            (("usual order", "通常次序"), ("recipes: as they are listed everywhere", "配方：按通常次序")),
            (
                ("distance", "距离"),
                ("recipes: least distance for their bits first", "配方：距离占位数最小者在先"),
            ),
        ])
    }
}

/// The longest name among the recipes, in columns.
fn name_width(scene: Scene<'_>, width: u16) -> u16 {
    let names = scene.own.under().iter().map(|under| visible::width(&under.name(scene.lang)));
    let longest = names.max().unwrap_or(0) as u16;
    longest.max(8).min(width.saturating_sub(MARK + 20))
}

/// How far apart the texts are under a recipe, beside the one in force.
fn why(shared: &Shared, compared: &Compared, under: &Under) -> String {
    let (lang, name, bits, d) = (shared.lang, under.name(shared.lang), under.recipe.bits, under.distance);
    if !under.has_features {
        return lang.pick(both!(
            "Under {name} a text has no features, so the two are no pair at any k.",
            "在配方 {name} 下有文本没有特征，任何 k 都不是一对。"
        ));
    }
    let recipe = compared.key.hashed.recipe;
    let (now, of) = (compared.difference.distance(), recipe.bits);
    let share = |d: u8, bits: u8| percent(f64::from(d) / f64::from(bits));
    let (here, there) = (share(d, bits.get()), share(now, of.get()));
    if under.recipe.has_parts_of(&recipe) && bits == of {
        return lang.pick(both!(
            "Under {name}, the recipe in force, {d} of {bits} bits differ ({here}).",
            "在当前配方 {name} 下，{bits} 位中有 {d} 位不同（{here}）。"
        ));
    }
    lang.pick(both!(
        "Under {name} {d} of {bits} bits differ ({here}), because it makes other features; the recipe in force has {now} of {of} ({there}).",
        "在配方 {name} 下 {bits} 位中有 {d} 位不同（{here}），因其特征不同；当前配方为 {of} 位中 {now} 位（{there}）。"
    ))
}

impl State {
    /// Both texts under every recipe, for a moment as they were before.
    pub fn under(&self) -> &[Under] {
        self.under.latest().map_or(&[], Vec::as_slice)
    }

    /// A row: in the order of the recipes, or the least distance for its bits first.
    pub fn under_row(&self, row: usize) -> Option<&Under> {
        let all = self.under();
        if !self.is_list_reordered() {
            return all.get(row);
        }
        let mut places: Vec<usize> = (0..all.len()).collect();
        // What has no distance comes last.
        places.sort_by(|&x, &y| {
            let lacks = all[y].has_features.cmp(&all[x].has_features);
            lacks.then(all[x].share().total_cmp(&all[y].share()))
        });
        all.get(*places.get(row)?)
    }
}
