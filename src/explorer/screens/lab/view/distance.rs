//! How far the texts are apart: on the scale of k, bit by bit, and by the features that differ.

use super::Scene;
use crate::screens::lab::news::Compared;
use crate::surface::mouse::column_of;
use crate::surface::{Paint, Role, counted, grouped_digits};
use crate::widgets::bits::{self, sum_text, weight_text};
use crate::widgets::slider::slider;
use ratatui::layout::Rect;
use simscope_core::sensitivity::Change;
use simscope_core::visible;

/// What of it there is room for.
pub(super) struct Layout {
    /// There is no room for two rows of panes.
    pub is_short: bool,
    /// Bits in one line.
    columns: u8,
    /// Lines of bits.
    bands: u16,
    has_changes: bool,
}

/// Columns left of the bits.
const LABEL: u16 = 3;

impl Layout {
    pub fn of(scene: Scene<'_>, area: Rect) -> Self {
        let bits = scene.model.recipe.bits.get();
        let room = area.width.saturating_sub(LABEL + 1);
        let fits = |columns: u8| u16::from(columns) + u16::from(columns.saturating_sub(1)) / 8 <= room;
        let columns = [bits, 64, 48, 32, 24].into_iter().find(|&columns| columns <= bits && fits(columns));
        let columns = columns.unwrap_or(16).max(1);
        let bands = u16::from(bits.div_ceil(columns));
        let is_short = area.height < 12 + 3 * bands;
        Self { is_short, columns, bands, has_changes: area.height >= 22 + 3 * bands }
    }

    pub fn height(&self) -> u16 {
        if self.is_short { 1 + self.bands.min(2) } else { 1 + 3 * self.bands + u16::from(self.has_changes) }
    }

    pub fn draw(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if area.is_empty() {
            return;
        }
        let Some(compared) = scene.own.compared() else {
            paint.say(area.x + 1, area.y, area.width - 1, &paint.keyed(super::awaited(scene)), Role::Dim);
            return;
        };
        scale(scene, paint, Rect { height: 1, ..area }, compared);
        let lines = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
        if self.is_short {
            self.flips(paint, lines, compared)
        } else {
            self.bits(paint, lines, compared)
        }
        if self.has_changes && area.height >= self.height() {
            changes(paint, Rect { y: area.y + self.height() - 1, height: 1, ..area }, compared);
        }
        if !scene.own.is_current(scene.shared) {
            let dim = paint.style(Role::Dim);
            paint.buffer.set_style(lines.intersection(paint.buffer.area), dim);
        }
    }

    /// Both signatures and where they differ.
    fn bits(&self, paint: &mut Paint<'_>, area: Rect, compared: &Compared) {
        let bits = compared.key.hashed.recipe.bits.get();
        let height = (3 * self.bands).min(area.height);
        let place = Rect { x: area.x + LABEL, width: area.width.saturating_sub(LABEL), height, ..area };
        let fragile = compared.a.influence.fragile;
        let signatures = [compared.a.trace.signature, compared.b.signature];
        let lines = bits::Lines { bits, columns: self.columns };
        bits::both(paint, place, signatures, lines, compared.difference.flipped, fragile);
        bits::clickable(paint, place, (bits, self.columns), 3);
        for line in 0..height {
            let name = ["A", "B", "⊕"][usize::from(line % 3)];
            paint.say(area.x + 1, area.y + line, 1, name, Role::Title);
        }
        let flipped = compared.difference.distance();
        let removing = fragile.removing.count_ones();
        let replacing = fragile.replacing.count_ones() - removing;
        let x = place.x + u16::from(self.columns) + u16::from(self.columns.saturating_sub(1)) / 8 + 2;
        let room = area.right().saturating_sub(x);
        // What is fragile is so in A, and all of it is counted there, also below the mark of a flipped bit.
        let of_a = [
            paint.pick((
                format!("~ removing one flips: {removing}  : replacing: {replacing}"),
                format!("~ 去掉一个即翻转：{removing}  : 仅替换：{replacing}"),
            )),
            format!("~{removing} :{replacing}"),
        ];
        let of_a = of_a.into_iter().find(|text| visible::width(text) <= usize::from(room));
        paint.say(x, area.y, room, &of_a.unwrap_or_default(), Role::Fragile);
        let flips = match room {
            30.. => paint.pick((
                format!("▲ flipped: {flipped}; ~ and : are of A"),
                format!("▲ 翻转：{flipped}；~ 与 : 属于 A"),
            )),
            _ => format!("▲{flipped}"),
        };
        paint.say(x, area.y + 2, room, &flips, Role::Warn);
    }

    /// Only where they differ.
    fn flips(&self, paint: &mut Paint<'_>, area: Rect, compared: &Compared) {
        let bits = compared.key.hashed.recipe.bits.get();
        let place = Rect { x: area.x + LABEL, width: area.width.saturating_sub(LABEL), ..area };
        paint.say(area.x + 1, area.y, 1, "⊕", Role::Title);
        bits::differences(paint, place, compared.difference.flipped, bits, self.columns);
    }
}

/// The distance beside k, and what follows from it.
fn scale(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, compared: &Compared) {
    let (d, k) = (compared.difference.distance(), scene.k);
    let bits = compared.key.hashed.recipe.bits.get();
    let is_current = scene.own.is_current(scene.shared);
    let is_short = line.width < 100;
    let (verdict, role) = verdict(scene, compared, is_short);
    let verdict = if is_current { verdict } else { format!("… {verdict}") };
    let role = if is_current { role } else { Role::Dim };
    let head = format!("d(A,B) = {d:>2}  0 ");
    let x = line.x + 1;
    let used = paint.say(x, line.y, line.width - 1, &head, if is_current { Role::Accent } else { Role::Dim });
    // The longest verdict: under the mouse the track stays as long as it is.
    let needed = if is_short { 24 } else { 46 } + 3 + bits.to_string().len() as u16;
    let width = line.width.saturating_sub(used + 1 + needed).min(u16::from(bits) + 1);
    let mut x = x + used;
    if width >= 8 {
        let track = Rect { x, width, ..line };
        slider(paint, track, (bits, k), None, &[]);
        let at = column_of(track, bits, d);
        paint.put(at, line.y, "▲", paint.style(if d <= k { Role::Within } else { Role::Warn }));
        x = track.right() + 1;
        x += paint.say(x, line.y, 3, &bits.to_string(), Role::Dim) + 2;
    }
    paint.say(x, line.y, line.right().saturating_sub(x), &verdict, role);
}

/// Whether they are near-duplicates, in words. A group may hold two that are not, through others between them.
fn verdict(scene: Scene<'_>, compared: &Compared, is_short: bool) -> (String, Role) {
    let (d, k) = (compared.difference.distance(), scene.k);
    let names: Vec<&str> =
        [("A", compared.a.trace.features.is_empty()), ("B", compared.b.features.is_empty())]
            .into_iter()
            .filter_map(|(name, is_empty)| is_empty.then_some(name))
            .collect();
    let lang = scene.lang;
    if !names.is_empty() {
        let en = names.join(" and ");
        let verb = if names.len() == 1 { "has" } else { "have" };
        let zh = names.join("、");
        let phrase = lang.pick(match is_short {
            true => (format!("no features: {en}"), format!("{zh} 没有特征")),
            false => (format!("{en} {verb} no features: in no group"), format!("{zh} 没有特征：不入组")),
        });
        return (phrase, Role::Warn);
    }
    let at_most = super::at_most(scene.theme);
    let is_within = d <= k;
    let role = if is_within { Role::Within } else { Role::Warn };
    let phrase = match (is_short, is_within) {
        (true, true) => (format!("✓ NEAR: {d} {at_most} {k}"), format!("✓ 近似重复：{d} {at_most} {k}")),
        (true, false) => (format!("× APART: {d} > {k}"), format!("× 不近似：{d} > {k}")),
        (false, true) if d == 0 => (
            format!("✓ NEAR-DUPLICATES at k = {k}, and at every k"),
            format!("✓ k = {k} 时近似重复，任何 k 都如此"),
        ),
        (false, true) => (
            format!("✓ NEAR-DUPLICATES at k = {k}; not below k = {d}"),
            format!("✓ k = {k} 时近似重复；k 小于 {d} 时不是"),
        ),
        (false, false) if scene.own.is_grouped_through_others(scene.shared) => (
            format!("× APART at k = {k}, yet grouped through others"),
            format!("× k = {k} 时不近似，但经其他文档同组"),
        ),
        (false, false) => (
            format!("× APART at k = {k}; near-duplicates from k = {d}"),
            format!("× k = {k} 时不近似；k ≥ {d} 时近似重复"),
        ),
    };
    (lang.pick(phrase), role)
}

/// The features that differ, and of the sums that changed sides the one that moved most.
fn changes(paint: &mut Paint<'_>, line: Rect, compared: &Compared) {
    let difference = &compared.difference;
    let mut x = line.x + 1;
    let room = |x: u16| line.right().saturating_sub(x + 1);
    if difference.changes.is_empty() {
        paint.say(x, line.y, room(x), paint.pick(("no feature differs", "特征完全相同")), Role::Dim);
        return;
    }
    let count = difference.changes.len();
    let count = paint.pick((
        counted(count, "feature differs: ", "features differ: "),
        format!("{} 个特征不同：", grouped_digits(count)),
    ));
    x += paint.say(x, line.y, room(x), &count, Role::Dim);
    // Half of the line is for the features.
    let most = line.x + line.width * 60 / 100;
    for (at, change) in in_turn(&difference.changes).enumerate() {
        // A term may be a megabyte.
        let term = visible::fit(&change.term, 24);
        // In quotes: "−0.5" would be read as a number.
        let term = format!("“{term}”");
        let (sign, role) = sign(change.before, change.after);
        let weights = match sign {
            "~" => format!(" {}→{}", weight_text(change.before), weight_text(change.after)),
            _ => String::new(),
        };
        let text = format!("{sign}{term}{weights} ");
        let is_last = at + 1 == difference.changes.len();
        if x + visible::width(&paint.shown(&text)) as u16 + if is_last { 0 } else { 2 } > most {
            x += paint.say(x, line.y, room(x), "… ", Role::Dim);
            break;
        }
        x += paint.say(x, line.y, room(x), &text, role);
    }
    let mut crossings: Vec<_> = difference.crossings.iter().collect();
    crossings.sort_by(|a, b| (b.after - b.before).abs().total_cmp(&(a.after - a.before).abs()));
    if let Some(crossing) = crossings.first().filter(|_| x + 20 < line.right()) {
        let (before, after) = (sum_text(crossing.before), sum_text(crossing.after));
        let bit = crossing.bit;
        let phrase = paint.pick((
            format!("· largest swing of a flipped bit: bit {bit}, {before} → {after}"),
            format!("· 翻转的位中累加值变动最大：第 {bit} 位，{before} → {after}"),
        ));
        let is_room = visible::width(&paint.shown(&phrase)) <= usize::from(room(x));
        if is_room {
            paint.say(x, line.y, room(x), &phrase, Role::Text);
        }
    }
}

/// What A loses or weighs otherwise and what B gains, in turn, as one stands for the other where a word is replaced.
fn in_turn(changes: &[Change]) -> impl Iterator<Item = &Change> {
    let gained = changes.iter().position(|change| change.before == 0.0).unwrap_or(changes.len());
    let (mut lost, mut gained) = (changes[..gained].iter(), changes[gained..].iter());
    let mut is_gain = true;
    std::iter::from_fn(move || {
        is_gain = !is_gain;
        if is_gain { gained.next().or_else(|| lost.next()) } else { lost.next().or_else(|| gained.next()) }
    })
}

/// How a change of a weight is marked.
pub(super) fn sign(before: f64, after: f64) -> (&'static str, Role) {
    match (before == 0.0, after == 0.0) {
        (true, _) => ("+", Role::One),
        (_, true) => ("−", Role::Zero),
        _ => ("~", Role::Tie),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_and_what_is_gained_stand_in_turn() {
        let change =
            |(term, before, after): (&str, f64, f64)| Change { term: term.to_owned(), before, after };
        let check = |changes: &[(&str, f64, f64)], expected: &str| {
            let changes: Vec<Change> = changes.iter().copied().map(change).collect();
            let terms: Vec<&str> = in_turn(&changes).map(|change| change.term.as_str()).collect();
            assert_eq!(terms.join(" "), expected);
        };
        check(&[("a", 1.0, 0.0), ("b", 2.0, 1.0), ("c", 1.0, 0.0), ("x", 0.0, 1.0)], "a x b c");
        check(&[("a", 1.0, 0.0), ("x", 0.0, 1.0), ("y", 0.0, 1.0)], "a x y");
        check(&[("x", 0.0, 1.0)], "x");
        check(&[], "");
    }
}
