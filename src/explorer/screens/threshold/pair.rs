//! The selected pair, of those at a distance or of those that only one recipe sees: both texts with what differs.

use super::border::judged;
use super::keys::{Act, Below, Pane as Own};
use super::recipes::text;
use super::{Scene, State, sweep};
use crate::action::Action;
use crate::room::{Export, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::marked::{Top, Two, columns};
use simscope_core::corpus::Corpus;
use simscope_core::display::percent_text;
use simscope_core::judgements::Verdict;
use simscope_core::visible;

pub(super) struct Pair;

/// A row of a list of pairs: one with the ids of its documents.
pub(super) struct Row<'a, P> {
    pub pair: P,
    pub ids: [&'a str; 2],
}

impl<'a, P> Row<'a, P> {
    pub fn of(corpus: &'a Corpus, (a, b): (u32, u32), pair: P) -> Self {
        Self { pair, ids: [a, b].map(|document| corpus.get(document as usize).id) }
    }
}

impl PaneOf<State> for Pair {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[("The selected pair, with what differs marked.", "所选文档对，标出不同之处。")], sweep::ABOUT]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        match scene.own.below {
            Below::Recipes => of_recipes(scene, paint, area),
            _ => at_border(scene, paint, area),
        }
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Move(towards) => scroll(own, shared, towards.lines(8)),
            Action::Scroll(_, by) => scroll(own, shared, by.into()),
            _ => own.act_on_pair(shared, action),
        }
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        scene.own.pane(scene.own.below.pane()).why(scene)
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        scene.own.pane(scene.own.below.pane()).export(scene)
    }
}

impl State {
    /// The selected pair of the view that is shown.
    pub fn shown_pair(&self, shared: &Shared) -> Option<(u32, u32)> {
        match self.below {
            Below::Border => self.border_pair(shared).map(|pair| pair.documents),
            Below::Recipes => self.recipes.selected().map(|pair| pair.documents),
            Below::Groups => None,
        }
    }

    /// It becomes the selected pair everywhere.
    pub(super) fn point_to_shown(&mut self, shared: &mut Shared) {
        self.top = Top::default();
        if let Some((a, b)) = self.shown_pair(shared) {
            shared.point_to(a, Some(b));
        }
    }

    /// What an action means in a list of pairs, and beside it.
    pub(super) fn act_on_pair(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => self.open_pair(shared),
            Action::Chosen(_, true) => self.point_to_shown(shared),
            _ => return false,
        }
        true
    }

    fn open_pair(&mut self, shared: &mut Shared) {
        match (self.shown_pair(shared), self.below) {
            (Some((a, b)), _) => {
                shared.point_to(a, Some(b));
                shared.asked.then.push(Action::ToCompare);
            }
            (None, Below::Border) => shared.warn(self.why_no_border(shared)),
            (None, _) => shared.warn(("no pair is listed", "没有列出文档对")),
        }
    }
}

/// Scrolls the texts of the selected pair. Returns whether there are any.
fn scroll(own: &mut State, shared: &Shared, by: isize) -> bool {
    let Some((a, b)) = own.shown_pair(shared) else { return false };
    let (Some(marked), Some(area)) = (shared.aligned(a, b), shared.area_of(Own::Pair)) else { return false };
    let texts = [a, b].map(|document| shared.document(document).text);
    let height = usize::from(area.height.saturating_sub(3));
    own.top = marked.sheet(texts, columns(area.width), height, None).moved(own.top, by, height);
    true
}

/// The selected pair: its distance, what the texts say, and both texts with what differs.
fn at_border(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let (selected, k) = (scene.own.border_pair(scene.shared), scene.k);
    let title = match selected {
        Some(pair) => {
            let (side, tau) = (if pair.distance <= k { "≤" } else { ">" }, scene.tau());
            let said = paint.pick(match pair.value >= tau {
                true => ("confirmed", "确认"),
                false => ("not confirmed", "未确认"),
            });
            let share = percent_text(pair.value);
            paint.pick(both!(
                "d = {} {side} k = {k} · agree {share}: {said}",
                "d = {} {side} k = {k} · 重合 {share}：{said}",
                pair.distance
            ))
        }
        None => paint.pick(("Pair", "文档对")).to_owned(),
    };
    let inner = paint.section(area, Own::Pair, &title);
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

/// The selected pair: its distance under each recipe, and both texts with what differs.
fn of_recipes(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let selected = scene.own.recipes.selected();
    let title = selected.map(|pair| {
        let side = |letter: char, distance: Option<u8>, is_seen: bool| {
            format!("d {letter} = {} {}", text(distance), if is_seen { "≤ k" } else { "> k" })
        };
        let (a, b) = pair.is_seen;
        format!("{} · {}", side('A', pair.distance_a, a), side('B', pair.distance_b, b))
    });
    let inner = paint.section(area, Own::Pair, title.as_deref().unwrap_or_default());
    if let Some(pair) = selected {
        two(scene, paint, inner, pair.documents, "");
    }
}

/// Both texts of a pair, with a line over them where that leaves room.
fn two(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, (a, b): (u32, u32), note: &str) {
    let texts = [a, b].map(|document| scene.document(document));
    let alike = scene.aligned(a, b).and_then(|marked| Some(marked.alike?.say(scene.lang).to_owned()));
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
        tau: scene.tau(),
    };
    two.draw(paint, area, scene.aligned(a, b).map(|marked| &**marked), scene.own.top);
}
