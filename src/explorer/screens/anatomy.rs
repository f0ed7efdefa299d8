//! Screen 2, Anatomy: one document, from its features through the sums to the signature.

mod bit;
mod features;
mod head;
mod laid;
mod state;
pub mod steps;
mod sums;
mod text;

use crate::action::{Action, Pane, Screen};
use crate::command_line::Words;
use crate::filtering::Standing;
use crate::listing::Sorts;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes, selected};
use crate::shared::Shared;
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::anatomy as keys;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::table::{self, inset};
use bit::Bit;
use features::Features;
use keys::Pane as Own;
use laid::{BAND, FEW, Laid};
use simscope_core::export::Explained;
use simscope_core::simhash::Trace;
pub use state::State;
use steps::Steps;
use sums::Sums;
use text::Text;

type Scene<'a> = crate::shared::Scene<'a, State>;

const TRACING: Phrase = ("the document is still being traced", "文档仍在追踪中");

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if self.steps.is_open { Steps.view(scene, paint, area) } else { view(scene, paint, area) }
    }
}

impl Room for State {
    by_panes!(Anatomy);

    fn typed(&mut self, shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        match entered {
            Entered::Answer(_, line) => self.steps.answer_step(shared, line).map(|()| true),
            _ => entered.as_filter((!self.steps.is_open).then_some(&mut self.features.filter)),
        }
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let sorts = Sorts::of(&features::COLUMNS, self.features.sort.by);
        let mut foot = Foot { sorts, ..Foot::default() };
        self.pane(self.focus).foot(Scene { own: self, shared }, &mut foot);
        foot
    }

    fn follow(&mut self, shared: &mut Shared) {
        self.follow_document(shared);
        self.steps.follow_document(shared);
        self.arrange(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        if shared.screen == Screen::Anatomy {
            shared.want_traces(shared.selected_document());
        }
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        let features = shared.model.trace(shared.selected).map_or(&[][..], |trace| &trace.features);
        let terms = features.iter().map(|feature| &*feature.term);
        let label = ("filter the features: ", "筛选特征：");
        (!self.steps.is_open).then(|| self.features.filter.stands_over(label, terms))
    }

    fn export(&self, shared: &Shared) -> Export {
        let id = selected(shared).map(|document| shared.document(document).id);
        let command = id.map(|id| Words::of(["explain"]).and("--id", id));
        Export::named("simscope-anatomy.jsonl", sheet(shared), command)
    }
}

impl State {
    fn shown(&self) -> (&'static [Pane], Own) {
        const STEPS: &[Pane] = &[Pane::Anatomy(Own::Steps)];
        const ALL: &[Pane] = &[
            Pane::Anatomy(Own::Features),
            Pane::Anatomy(Own::Sums),
            Pane::Anatomy(Own::Bit),
            Pane::Anatomy(Own::Text),
        ];
        if self.steps.is_open { (STEPS, Own::Steps) } else { (ALL, self.focus) }
    }

    fn focus_on(&mut self, pane: Own) {
        if !self.steps.is_open && pane != Own::Steps {
            self.focus = pane;
        }
    }

    /// While the steps are open, all is theirs: the text that stands below them, too.
    fn pane(&self, pane: Own) -> &'static dyn PaneOf<Self> {
        match pane {
            _ if self.steps.is_open => &Steps,
            Own::Features => &Features,
            Own::Sums => &Sums,
            Own::Bit => &Bit,
            Own::Text => &Text,
            Own::Steps => &Steps,
        }
    }

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        self.is_stepping = matches!(action, Action::StepDocument(_) | Action::GoNearest);
        match action {
            Action::Open => shared.asked.then.push(Action::Why),
            _ if self.steps.is_open => return false,
            Action::Cancel => return shared.clear_filter(&mut self.features.filter),
            Action::SetBit(bit) => self.put_bit(shared, bit),
            _ => return false,
        }
        true
    }
}

/// How the selected document was taken apart, once that is known.
fn traced<'a>(scene: Scene<'a>) -> Result<&'a Trace, Phrase> {
    let trace = scene.shared.model.trace(selected(scene.shared)?);
    Ok(trace.ok_or(TRACING)?)
}

/// Why the bit under the cursor is what it is.
fn why_bit(scene: Scene<'_>) -> Result<String, Phrase> {
    Ok(scene.why_bit(traced(scene)?, scene.own.bit))
}

/// How the document was taken apart, as a file.
fn sheet(shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
    let document = shared.selected_document().ok_or(("no document is selected", "未选择文档"))?;
    let trace = shared.model.trace(document).ok_or(TRACING)?.clone();
    let (id, recipe) = (shared.document(document).id.to_owned(), shared.model.recipe);
    Ok(of_rows(move |format, _, out| Explained { id: Some(&id), recipe, trace: &trace }.write(format, out)))
}

/// The role of a sum.
fn role_of(sum: f64) -> Role {
    match sum {
        0.0 => Role::Tie,
        sum if sum > 0.0 => Role::One,
        _ => Role::Zero,
    }
}

/// Draws the panes.
fn view(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some(document) = scene.selected_document() else { return paint.hollow(area, scene.no_document()) };
    head::draw(scene, paint, Rect { height: 1, ..area }, document);
    let area = inset(area, 0, 1);
    let used = head::weak_spots(scene, paint, Rect { height: 1, ..area });
    let area = inset(area, 0, used);
    if traced(scene).is_err() {
        return paint.hollow(area, ("tracing the document…", "正在追踪文档…"));
    }
    let is_few = scene.model.recipe.bits.get() <= FEW;
    if area.height < 16 {
        let is_of_bit = matches!(scene.own.focus, Own::Sums | Own::Bit);
        if is_of_bit && is_few && area.height >= LOWEST_SUMS + LOWEST {
            // Both are about the bit, and both have room.
            let [high, low] = table::split(area, (area.height - LOWEST).min(LOWEST_SUMS + 1));
            Sums.view(scene, paint, high);
            return Bit.view(scene, paint, low);
        }
        return scene.own.pane(scene.own.focus).view(scene, paint, area);
    }
    match left_width(scene, area) {
        Some(left) => two_columns(scene, paint, area, left),
        None if is_few => one_grid(scene, paint, area),
        None => in_rows(scene, paint, area, used > 0),
    }
}

/// The features above the sums; beside the sums, or below them, what pushes the bit, and the text.
fn in_rows(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, has_spots: bool) {
    let bits = u16::from(scene.model.recipe.bits.get());
    let (sums_height, low) = match area.height {
        26.. => (13, 8),
        // The line of weak spots is taken from where it is missed least, not from the features.
        _ if !has_spots => (8, 5),
        _ if scene.model.recipe.bits.is_wide() => (7, 5),
        _ => (8, 4),
    };
    // What pushes the bit and the text give way to the features; they come when they have the keys.
    let has_keys = matches!(scene.own.focus, Own::Bit | Own::Text);
    let low = if area.height >= 26 || has_keys { low } else { 0 };
    let [high, rest] = table::split(area, area.height - sums_height - low);
    let [middle, low] = table::split(rest, sums_height);
    Features.view(scene, paint, high);
    // What is too wide for one line is drawn in two, the high bits first.
    let columns = if bits > BAND && area.width < bits + 12 + 34 { BAND } else { bits.max(32) };
    let sums_width = columns * ((area.width - 46) / columns).clamp(1, 2) + 12;
    // The square of all sums needs the whole width.
    let is_square = scene.own.is_square && bits > BAND && sums_width < sums::SQUARE;
    if area.width >= sums_width + 34 && !is_square {
        let [left, right] = table::beside(middle, sums_width);
        Sums.view(scene, paint, left);
        Bit.view(scene, paint, right);
        return Text.view(scene, paint, low);
    }
    Sums.view(scene, paint, middle);
    bit_and_text(scene, paint, low);
}

/// What pushes the bit, and the text beside it.
fn bit_and_text(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let [left, right] = table::beside(area, area.width / 2);
    Bit.view(scene, paint, left);
    Text.view(scene, paint, right);
}

/// Columns of the features in a large terminal, where the text and what pushes a bit stand beside them; `None` where they have
/// no room there.
fn left_width(scene: Scene<'_>, area: Rect) -> Option<u16> {
    let bits = scene.model.recipe.bits;
    let room = area.width.checked_sub(BESIDE).filter(|_| area.height >= 26)?;
    let features = Laid::taken(bits) + 2;
    // Two columns a bit for the sums, where they have room.
    let sums = if bits.get() > FEW { u16::from(bits.get()) * 2 + 10 } else { 0 };
    let wanted = [sums.max(features + TERM), features + TERM, features + TERM / 2];
    wanted.into_iter().find(|&wanted| wanted <= room)
}

/// Columns of a text that stands beside the features.
const BESIDE: u16 = 50;
/// Columns of the terms that are enough.
const TERM: u16 = 30;

/// Features and sums below each other; beside them the text, and what pushes the bit.
fn two_columns(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, left: u16) {
    let sums_height = if area.height >= 46 { 16 } else { 12 };
    let [left, right] = table::beside(area, left);
    let [high, low] = table::split(left, area.height - sums_height);
    Features.view(scene, paint, high);
    Sums.view(scene, paint, low);
    let [high, low] = table::split(right, area.height / 2);
    Text.view(scene, paint, high);
    Bit.view(scene, paint, low);
}

/// With few bits features, sums and signature stand below each other in the same columns. What pushes a bit, and the text, give
/// way to the features; they come when they have the keys.
fn one_grid(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let wanted = (scene.own.features.rows().min(100) as u16).max(3) + 3;
    let has_keys = matches!(scene.own.focus, Own::Bit | Own::Text);
    // The bars become lower and go where all features come into view by that; their numbers stay.
    let heights = [12, 9, LOWEST_SUMS + 1].into_iter().filter(|&height| height < 12 || area.height >= 26);
    let all_seen = heights.clone().find(|height| wanted + height <= area.height).filter(|_| !has_keys);
    let sums_height = all_seen.unwrap_or(match area.height {
        26.. => 12,
        _ if has_keys => LOWEST_SUMS + 1,
        _ => 9,
    });
    let left = area.height - sums_height;
    let least = match area.height {
        _ if !has_keys => 0,
        26.. => 6,
        _ => (left - 5).min(7),
    };
    let high = wanted.min(left - least);
    // What is too low to show anything is given to the features.
    let high = if left - high < LOWEST { left } else { high };
    let [high, rest] = table::split(area, high);
    let [middle, low] = table::split(rest, sums_height);
    Features.view(scene, paint, high);
    Sums.view(scene, paint, middle);
    if low.height > 0 {
        bit_and_text(scene, paint, low);
    }
}

/// Lines of the sums in their frame, without bars; with one more there is a sentence about the bit.
const LOWEST_SUMS: u16 = 5;
/// Lines of a frame that has something to show.
const LOWEST: u16 = 4;
