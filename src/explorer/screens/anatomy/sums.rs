//! The sums and the bits of the signature.

mod band;
mod square;

use super::keys::Pane as Own;
use super::laid::{BAND, FEW, Laid};
use super::{Scene, State, traced, why_bit};
use crate::action::{Action, Towards};
use crate::room::PaneOf;
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role, counted, grouped_digits};
use crate::widgets::bits;
use crate::widgets::bits::sum_text;
use band::Band;
use simscope_core::hamming::Life;
use simscope_core::simhash::{self, Fragile, Trace};
use simscope_core::visible;
pub(super) use square::SQUARE;

pub(super) struct Sums;

impl PaneOf<State> for Sums {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "The sum of each bit over all features: above 0 the signature has 1, below it 0.",
                "每一位对全部特征求和：大于 0 签名为 1，小于 0 为 0。",
            ),
            (
                "fragile: one feature flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
            (
                "tie (=): the sum is 0, and the tie rule decides. dead bit (x): the same in all documents, of 20 or more.",
                "平票（=）：累加值为 0，由平票规则决定。恒定位（x）：在所有文档中都相同（至少 20 篇）。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if let Ok(trace) = traced(scene) {
            let weak = trace.fragile(&scene.model.recipe);
            Shown { scene, trace, weak }.draw(paint, area);
        }
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        match action {
            _ if own.step_bit(shared, action) => {}
            Action::Move(towards) => step_line(own, shared, towards),
            Action::Scroll(_, by) => own.put_bit(shared, own.bit.saturating_add_signed(-by.signum() as i8)),
            _ => return false,
        }
        true
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        why_bit(scene)
    }
}

/// Up and down among the bits, where they stand in several lines.
fn step_line(own: &mut State, shared: &mut Shared, towards: Towards) {
    let bits = shared.model.recipe.bits.get();
    let panel = shared.area_of(Own::Sums).map_or(0, |panel| panel.width);
    let line =
        if own.is_square { Some(square::columns(panel, bits)) } else { is_banded(panel, bits).then_some(64) };
    let by = match (towards, line.map(i16::from)) {
        (Towards::Up, Some(line)) => line,
        (Towards::Down, Some(line)) => -line,
        (Towards::First, _) => i16::from(bits),
        (Towards::Last, _) => -i16::from(bits),
        _ => {
            return shared.warn(match bits <= FEW {
                true => ("left and right choose a bit", "左右键选位"),
                false => (
                    "left and right choose a bit; ‹anatomy.toggle-bit-view› shows 8 × 8",
                    "左右键选位；‹anatomy.toggle-bit-view› 切换 8 × 8",
                ),
            });
        }
    };
    let bit = i16::from(own.bit) + by;
    // A line up or down keeps the place in the line.
    let is_step = matches!(towards, Towards::Up | Towards::Down) && !own.is_square;
    if !is_step || (0..i16::from(bits)).contains(&bit) {
        own.put_bit(shared, bit.clamp(0, i16::from(bits) - 1) as u8);
    }
}

/// Whether the bits stand in two lines in a panel of that width.
fn is_banded(panel: u16, bits: u8) -> bool {
    u16::from(bits) > BAND && panel < u16::from(bits) + 10
}

/// What is drawn: the sums of a document, and the bits of it that one feature flips.
#[derive(Clone, Copy)]
struct Shown<'a> {
    scene: Scene<'a>,
    trace: &'a Trace,
    weak: Fragile,
}

impl Shown<'_> {
    fn draw(self, paint: &mut Paint<'_>, area: Rect) {
        let (title, foot) = (self.title(paint, area.width), self.legend(paint, area.width));
        let Some(inner) = paint.panel_of(area, Own::Sums, 1, &title, &foot) else { return };
        let bits = self.scene.model.recipe.bits;
        let (count, laid) = (bits.get(), Laid::of(bits, inner));
        let has_room = |columns: u16| inner.width >= columns + LABEL;
        let columns = match u16::from(count) {
            bits if has_room(bits) => bits,
            bits if bits > BAND && has_room(BAND) && inner.height >= 4 => BAND,
            _ => 0,
        };
        let y = if laid.is_grid() {
            let height = self.chart_lines(inner.height.saturating_sub(4));
            let chart = Rect { x: laid.cells_x, y: inner.y, width: laid.cells, height };
            let (cell, label) = (laid.cell, laid.cells_x - inner.x);
            self.band(paint, Band { chart, low: 0, end: count, cell, label })
        } else if self.scene.own.is_square || columns == 0 {
            self.square(paint, inner)
        } else {
            self.bands(paint, inner, columns)
        };
        if y < inner.bottom() {
            self.sentence(paint, Rect { x: inner.x + 1, y, width: inner.width - 1, height: 1 });
        }
    }

    /// The sums in one line of bars, or in several of this many bits. Returns the line below.
    fn bands(self, paint: &mut Paint<'_>, inner: Rect, columns: u16) -> u16 {
        let count = self.scene.model.recipe.bits.get();
        let bands = u16::from(count).div_ceil(columns);
        let cell = ((inner.width - LABEL) / columns).clamp(1, 4);
        // Each band has a line of bits and one of marks below its bars, a wide one numbers too; the last line is about one bit.
        let height = self.chart_lines(match bands {
            1 => inner.height.saturating_sub(3 + u16::from(cell > 2)),
            _ => (inner.height.saturating_sub(1) / bands).saturating_sub(2),
        });
        let mut y = inner.y;
        for band in (0..bands).rev() {
            let low = (band * columns) as u8;
            let end = count.min(low.saturating_add(columns as u8));
            // Bits of one place in their bands stand below each other.
            let label = LABEL + (columns - u16::from(end - low)) * cell;
            let chart = Rect { x: inner.x + label, y, width: cell * u16::from(end - low), height };
            let below = self.band(paint, Band { chart, low, end, cell, label });
            y = if bands == 1 { below } else { below.min(inner.bottom()) };
        }
        y
    }

    /// Lines of the bars: an odd number, so that the zero line is in the middle. Below three lines no bar has room; one line
    /// is left for the marks of dead bits, where there are any.
    fn chart_lines(self, room: u16) -> u16 {
        let shares = &self.scene.model.shares;
        match room {
            0..3 => room.min(u16::from(shares.dead() | shares.faint() != 0)),
            _ => room - u16::from(room.is_multiple_of(2)),
        }
    }

    /// The signature; behind it, where the document was stepped to, in how many bits it differs from the one before, longer or
    /// shorter. These are underlined.
    fn title(self, paint: &Paint<'_>, width: u16) -> String {
        let Self { scene, trace, .. } = self;
        let hex = simhash::hex(trace.signature, scene.model.recipe.bits);
        let named = paint.pick(both!("Sums → signature {hex}", "各位的累加值 → 签名 {hex}"));
        let Some((before, signature)) = scene.own.before(scene.shared) else { return named };
        let (bits, id) = ((signature ^ trace.signature).count_ones(), scene.shown_id(before));
        let other = counted(bits as usize, "bit", "bits");
        let texts = [
            paint.pick(both!(
                " · {other} other than in {id}, underlined",
                " · {bits} 位（下划线）与 {id} 不同"
            )),
            paint.pick(both!(" · {other} other than before", " · {bits} 位与前一篇不同")),
        ];
        let room = usize::from(width.saturating_sub(8)).saturating_sub(visible::width(&named));
        named + &texts.into_iter().find(|text| visible::width(text) <= room).unwrap_or_default()
    }

    /// What the marks mean, with their counts, as far as there is room.
    fn legend(self, paint: &Paint<'_>, width: u16) -> String {
        let Self { scene, trace, weak } = self;
        let zero = |mask: u128, (bit, sum): (usize, &f64)| mask | u128::from(*sum == 0.0) << bit;
        let tied = trace.sums.iter().enumerate().fold(0, zero);
        // As many as there are marks: a tie has its own, and removing one feature flips it, too.
        let (removing, ties) = (weak.removing.count_ones(), tied.count_ones());
        let replacing = (weak.replacing & !weak.removing & !tied).count_ones();
        let (mark, zh) = if weak.removing & tied == 0 { ("~", "~") } else { ("~ or =", "~ 或 =") };
        let dead = match scene.model.shares.dead().count_ones() {
            0 => String::new(),
            dead => paint.pick(both!("   x dead ({dead})", "  x 恒定位（{dead}）")),
        };
        let texts = [
           paint.pick(both!(
               "{mark} removing one feature flips it ({removing})   : replacing one does ({replacing})   = tie ({ties}){dead}",
               "{zh} 去掉一个特征就翻转（{removing}）  : 替换一个才翻转（{replacing}）  = 平票（{ties}）{dead}"
           )),
           paint.pick(both!(
               "flips: {mark} removing one ({removing})  : replacing one ({replacing})  = tie ({ties})",
               "翻转：{zh} 去掉一个（{removing}） : 替换一个（{replacing}） = 平票（{ties}）"
           )),
           format!("{mark} {removing}  : {replacing}  = {ties}"),
       ];
        let room = usize::from(width.saturating_sub(6));
        texts.into_iter().find(|text| visible::width(text) <= room).unwrap_or_default()
    }

    /// The digit of a bit of the signature, and its role.
    fn digit(self, bit: u8) -> (&'static str, Role) {
        let is_set = self.trace.signature >> bit & 1 == 1;
        let role = match (self.scene.model.shares.life(bit), is_set) {
            (Life::Dead, _) => Role::Dead,
            (_, true) => Role::One,
            (_, false) => Role::Zero,
        };
        (if is_set { "1" } else { "0" }, role)
    }

    /// The mark of a bit that is a tie, or hangs on one feature. What the corpus says of a bit has a place of its own, so that
    /// these marks are complete.
    fn warning(self, bit: u8) -> Option<(&'static str, Role)> {
        match self.weak.by_removing(bit) {
            _ if self.trace.sums[usize::from(bit)] == 0.0 => Some(("=", Role::Tie)),
            by_removing => by_removing.map(|by_removing| (bits::fragile_mark(by_removing), Role::Fragile)),
        }
    }

    /// The mark of a bit that is the same in all documents, or nearly all: on the zero line, or before the digit.
    fn life(self, bit: u8) -> Option<(&'static str, Role)> {
        match self.scene.model.shares.life(bit) {
            Life::Alive => None,
            Life::Faint => Some(("'", Role::Dead)),
            Life::Dead => Some(("x", Role::Dead)),
        }
    }
}

/// Columns at the left for the scale.
const LABEL: u16 = 8;

// One sentence about the bit under the cursor.

impl Shown<'_> {
    /// What the document says of the bit, and what the corpus does; the longest sentence that has room.
    fn sentence(self, paint: &mut Paint<'_>, line: Rect) {
        let Self { scene, trace, .. } = self;
        let bit = scene.own.bit;
        let (sum, value) = (sum_text(trace.sums[usize::from(bit)]), trace.signature >> bit & 1);
        let [nature, short] = self.nature(paint);
        let seen = share_text(scene, bit).map_or_else(String::new, |seen| format!(" · {seen}"));
        let about = |nature: &str, seen: &str| {
            paint.pick(both!(
                "bit {bit} is {value}: sum {sum}, {nature}{seen}",
                "第 {bit} 位为 {value}：累加值 {sum}，{nature}{seen}"
            ))
        };
        let life = scene.model.shares.life(bit);
        let shorter = match life {
            Life::Alive => about(&nature, ""),
            Life::Faint | Life::Dead => paint.pick(both!(
                "bit {bit} is {value}: sum {sum}{seen}",
                "第 {bit} 位为 {value}：累加值 {sum}{seen}"
            )),
        };
        let minima = scene.shared.minimum(trace, bit).into_iter().flat_map(|minimum| {
            [&*seen, ""].map(|seen| {
                paint.pick(both!(
                    "bit {bit} is {value}: {minimum}{seen}",
                    "第 {bit} 位为 {value}：{minimum}{seen}"
                ))
            })
        });
        let texts: Vec<String> =
            minima.chain([about(&nature, &seen), about(&short, &seen), shorter]).collect();
        let fits = |text: &&String| visible::width(text) <= usize::from(line.width);
        let last = about(&short, "");
        let text = texts.iter().find(fits).unwrap_or(&last);
        let role = if life == Life::Dead { Role::Dead } else { Role::Text };
        paint.say(line.x, line.y, line.width, text, role);
    }

    /// On what the bit hangs, and the same in a word or two.
    fn nature(self, paint: &Paint<'_>) -> [String; 2] {
        let bit = self.scene.own.bit;
        if self.trace.sums[usize::from(bit)] == 0.0 {
            let tie = self.scene.model.recipe.tie;
            let rule = paint.pick(both!("a tie: the rule '{tie}' decides", "平票：由规则“{tie}”决定"));
            return [rule, paint.pick(("a tie", "平票")).to_owned()];
        }
        let natures = match self.weak.by_removing(bit) {
            Some(true) => [
                ("removing one feature flips this bit", "去掉一个特征，这一位就翻转"),
                ("fragile (removing)", "脆弱（去掉）"),
            ],
            Some(false) => [
                ("replacing one feature flips it, removing none does", "替换一个特征会翻转，去掉则不会"),
                ("fragile (replacing)", "脆弱（替换）"),
            ],
            None => [
                (
                    "holds: neither removing nor replacing one feature flips it",
                    "稳固：去掉或替换一个特征都不翻转",
                ),
                ("holds", "稳固"),
            ],
        };
        natures.map(|nature| paint.pick(nature).to_owned())
    }
}

/// In how many documents a bit is 1, and whether that makes it dead; nothing of one document alone.
fn share_text(scene: Scene<'_>, bit: u8) -> Option<String> {
    let shares = &scene.model.shares;
    let ones = shares.ones(bit).filter(|_| shares.documents() > 1).map(grouped_digits)?;
    let have = if ones == "1" { "has" } else { "have" };
    let documents = grouped_digits(shares.documents());
    let life = scene.lang.pick(match shares.life(bit) {
        Life::Alive => ("", ""),
        Life::Faint => (": alike in nearly all", "：几乎都相同"),
        Life::Dead => (": dead", "：恒定位"),
    });
    Some(scene.lang.pick(both!(
        "{ones} of {documents} documents {have} a 1 here{life}",
        "{documents} 篇中 {ones} 篇为 1{life}"
    )))
}
