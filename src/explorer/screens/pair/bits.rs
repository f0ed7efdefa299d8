//! One grid: both signatures, their sums, and what flips; and one sentence about the selected bit.

use super::file::AWAITED;
use super::keys::{Act, Pane as Own};
use super::state::State;
use super::work::{Compared, Second};
use super::{Scene, at_most, awaited};
use crate::action::{Action, Towards};
use crate::room::{Foot, PaneOf};
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::bits::{self, GridRow, Lines, Pair, sum_text};
use crate::widgets::hits::term_text;
use simscope_core::recipe::TieRule;
use simscope_core::sensitivity::Change;
use simscope_core::{simhash, visible};

/// Both signatures and sums on one grid.
pub(super) struct Bits;

impl PaneOf<State> for Bits {
    fn about(&self) -> Vec<&'static [Phrase]> {
        vec![&[
            (
                "Both signatures with their sums Σ, bit below bit. The last line compares the bits: ▲ where they differ.",
                "两个签名及其各位的累加值 Σ，逐位对齐。末行逐位比较：▲ 处不同。",
            ),
            (
                "fragile: a feature of A or B flips the bit: ~ when it is removed, : only when another one replaces it.",
                "脆弱：A 或 B 的一个特征就能翻转该位；~ 去掉即翻，: 换成另一个才翻。",
            ),
        ]]
    }

    fn view(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        Grid::of(scene, area).draw(scene, paint, area);
    }

    fn act(&self, own: &mut State, shared: &mut Shared, action: Action) -> bool {
        let last = shared.model.recipe.bits.get() - 1;
        match action {
            Action::Open => own.open_document(shared, own.a.document(), own.b.document()),
            Action::Move(Towards::First) => own.bit = last,
            Action::Move(Towards::Last) => own.bit = 0,
            Action::Move(towards) if own.step_bit(shared, towards) => {}
            Action::Move(towards) => own.step_flip(shared, if towards.is_back() { -1 } else { 1 }),
            _ => return false,
        }
        true
    }

    fn copy(&self, scene: Scene<'_>) -> Result<(String, Phrase), Phrase> {
        let (a, b) = scene.own.signatures_of_both(scene.shared).ok_or(AWAITED)?;
        let [a, b, differ] = [a, b, a ^ b].map(|bits| simhash::hex(bits, scene.model.recipe.bits));
        Ok((format!("{a}\t{b}\t{differ}"), ("both signatures and A ⊕ B", "两个签名与 A ⊕ B")))
    }

    fn why(&self, scene: Scene<'_>) -> Result<String, Phrase> {
        match scene.own.compared().filter(|_| !scene.lacks_texts()) {
            Some(compared) => Ok(scene.why_bit_of_two(compared.traces(), scene.own.bit)),
            None => scene.own.why_texts(scene.shared),
        }
    }

    fn foot(&self, scene: Scene<'_>, foot: &mut Foot) {
        foot.hints.push((Action::Open, scene.own.opens_document(scene.own.a.document())));
    }
}

impl State {
    /// To the next bit at that side. Returns whether there is one at that side.
    pub(super) fn step_bit(&mut self, shared: &Shared, towards: Towards) -> bool {
        match towards {
            Towards::Left => self.bit = (self.bit + 1).min(shared.model.recipe.bits.get() - 1),
            Towards::Right => self.bit = self.bit.saturating_sub(1),
            _ => return false,
        }
        true
    }

    pub(super) fn step_flip(&mut self, shared: &mut Shared, by: i8) {
        let flipped = match self.texts_key(shared).and_then(|key| self.compared.get(&key)) {
            Some(compared) => compared.difference.flipped,
            None => return shared.warn(("the texts are not compared yet", "文本尚未对比")),
        };
        let bits = shared.model.recipe.bits.get();
        let is_flipped = |bit: &u8| flipped >> bit & 1 == 1;
        let next = match by > 0 {
            true => (0..self.bit).rev().find(is_flipped).or_else(|| (0..bits).rev().find(is_flipped)),
            false => (self.bit + 1..bits).find(is_flipped).or_else(|| (0..bits).find(is_flipped)),
        };
        match next {
            Some(bit) => self.bit = bit,
            None => shared.warn(("no bit differs", "没有不同的位")),
        }
    }

    /// The signatures of the texts as they are now.
    pub(super) fn signatures_of_both(&self, shared: &Shared) -> Option<(u128, u128)> {
        if shared.lacks_texts() {
            let signature = |document: u32| shared.model.signatures.try_get(document as usize);
            return self.documents().and_then(|(a, b)| signature(a).zip(signature(b)));
        }
        let compared = self.compared().filter(|_| self.is_current(shared))?;
        Some((compared.a.trace.signature, compared.b.signature))
    }
}

/// What a line of bits shows, the fullest first.
const FORMS: [&[GridRow]; 5] = [
    &[
        GridRow::Numbers,
        GridRow::Digits(0),
        GridRow::Sums(0, 2),
        GridRow::Sums(0, 1),
        GridRow::Sums(0, 0),
        GridRow::Sums(1, 2),
        GridRow::Sums(1, 1),
        GridRow::Sums(1, 0),
        GridRow::Digits(1),
        GridRow::Marks,
    ],
    &[
        GridRow::Numbers,
        GridRow::Digits(0),
        GridRow::Sums(0, 0),
        GridRow::Sums(1, 0),
        GridRow::Digits(1),
        GridRow::Marks,
    ],
    &[GridRow::Numbers, GridRow::Digits(0), GridRow::Digits(1), GridRow::Marks],
    &[GridRow::Digits(0), GridRow::Digits(1), GridRow::Marks],
    &[GridRow::Marks],
];

/// Columns of "and 123 more".
const REST: usize = 12;
/// Columns left of the bits.
const LABEL: u16 = 5;
/// Columns of the signatures beside them.
const VALUES: u16 = 20;
/// Wider bits would leave no room for what is said beside them.
const WIDEST: u16 = 4;
/// The line above, and that about the selected bit.
const AROUND: u16 = 2;
/// Lines of texts and a list that stay beside each form.
const BESIDE: [u16; FORMS.len()] = [28, 15, 10, 9, 9];
/// What takes least.
const LEAST: &[GridRow] = FORMS[FORMS.len() - 1];

/// How many bits a line has, and what the whole takes: in full, and at least.
pub(super) struct Grid {
    of: Lines,
    pub height: u16,
    pub least: u16,
}

impl Grid {
    pub fn of(scene: Scene<'_>, area: Rect) -> Self {
        let bits = scene.model.recipe.bits.get();
        let room = area.width.saturating_sub(LABEL);
        let fits = |columns: u8| Lines::width(columns) <= room;
        let columns = [128, 64, 48, 32, 24, 16].map(|columns| bits.min(columns));
        let columns = columns.into_iter().find(|&columns| fits(columns)).unwrap_or(8.min(bits)).max(1);
        let lines = |form: &[GridRow]| AROUND + form.len() as u16 * u16::from(bits.div_ceil(columns));
        // Sums give way to the texts and the list, then the numbers.
        let fitting = FORMS.iter().map(|form| lines(form)).zip(BESIDE);
        let least = lines(LEAST);
        let height = fitting.into_iter().find(|&(height, rest)| area.height >= height + rest);
        // The bits take the width as far as the signatures stay beside them.
        let room = room.saturating_sub(VALUES);
        let cell = (room / Lines::width(columns)).clamp(1, WIDEST);
        let of = Lines { bits, columns, cell };
        Self { of, height: height.map_or(least, |(height, _)| height), least }
    }

    pub fn draw(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        if area.is_empty() {
            return;
        }
        let inner = paint.section(area, Own::Bits, "");
        verdict(scene, paint, Rect { height: 1, ..area });
        if scene.lacks_texts() {
            return without_sums(scene, paint, inner);
        }
        let Some(compared) = scene.own.compared() else { return paint.hollow(inner, awaited(scene)) };
        let bits = compared.key.hashed.recipe.bits.get();
        let of = Lines { bits, ..self.of };
        let bands = u16::from(bits.div_ceil(of.columns));
        let room = inner.height.saturating_sub(1);
        let rows = FORMS.into_iter().find(|rows| rows.len() as u16 * bands <= room).unwrap_or(LEAST);
        let [a, b] = compared.traces();
        let pair = Pair {
            signatures: [a.signature, b.signature],
            sums: [&a.sums, &b.sums],
            of,
            fragile: compared.fragile,
            cursor: scene.own.bit.min(bits - 1),
        };
        let place = Rect {
            x: inner.x + LABEL,
            width: inner.width.saturating_sub(LABEL),
            height: (rows.len() as u16 * bands).min(room),
            ..inner
        };
        bits::grid(paint, place, &pair, rows);
        labels(paint, Rect { x: inner.x + 1, ..place }, rows);
        self.values(scene, paint, place, compared, rows);
        let line =
            Rect { x: inner.x + 1, y: place.bottom(), width: inner.width.saturating_sub(2), height: 1 };
        if line.y < inner.bottom() {
            selected(scene, paint, line, compared);
        }
        if !scene.own.is_current(scene.shared) {
            paint.buffer.set_style(inner.intersection(paint.buffer.area), paint.style(Role::Dim));
        }
    }

    /// The signatures as hex digits and the distance, at the right, where there is room.
    fn values(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect, pair: &Compared, rows: &[GridRow]) {
        let x = area.x + self.of.cell * Lines::width(self.of.columns) + 2;
        let room = area.right().saturating_sub(x);
        let bits = pair.key.hashed.recipe.bits;
        if usize::from(room) < bits.hex_digits().max(12) {
            return;
        }
        for (y, row) in (area.y..area.bottom()).zip(rows) {
            match row {
                GridRow::Digits(side) => {
                    let hex = simhash::hex(pair.traces()[*side].signature, bits);
                    paint.say(x, y, room, &hex, Role::Title);
                }
                GridRow::Marks => {
                    let flips = scene.keys_for(&[(Act::StepFlip(1).into(), ("next flip", "下一翻转位"))]);
                    let signs = paint.pick((" · ▲ differ · ~ : fragile", " · ▲ 不同 · ~ : 脆弱"));
                    let said = format!("{flips}{signs}");
                    paint.say(x, y, room, paint.whole_parts(&said, room.into()), Role::Dim);
                }
                GridRow::Sums(0, 0) => {
                    let said = paint.pick(("the higher, the farther from 0", "越高离 0 越远"));
                    if visible::width(said) <= room.into() {
                        paint.say(x, y, room, said, Role::Dim);
                    }
                }
                GridRow::Numbers | GridRow::Sums(..) => {}
            }
        }
    }
}

fn labels(paint: &mut Paint<'_>, place: Rect, rows: &[GridRow]) {
    for (line, y) in (place.y..place.bottom()).enumerate() {
        let (label, role) = match rows[line % rows.len()] {
            GridRow::Digits(0) => ("A", Role::Title),
            GridRow::Digits(_) => ("B", Role::Title),
            GridRow::Sums(0, 0) => ("Σ A", Role::Dim),
            GridRow::Sums(_, 0) => ("Σ B", Role::Dim),
            GridRow::Marks => ("⊕", Role::Title),
            GridRow::Numbers | GridRow::Sums(..) => continue,
        };
        paint.say(place.x, y, LABEL - 2, label, role);
    }
}

/// The sums of the selected bit, and what moved them.
fn selected(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, compared: &Compared) {
    let recipe = &compared.key.hashed.recipe;
    let bit = scene.own.bit.min(recipe.bits.get() - 1);
    let [a, b] = compared.traces().map(|trace| trace.sums[usize::from(bit)]);
    let is_flipped = compared.difference.flipped >> bit & 1 == 1;
    let sums =
        paint.pick(both!("bit {bit}: A {}, B {} ", "第 {bit} 位：A {}，B {} ", sum_text(a), sum_text(b)));
    let (verdict, role) = match is_flipped {
        true => (paint.pick(("→ flips. ", "→ 翻转。")), Role::Warn),
        false => (paint.pick(("→ the same. ", "→ 相同。")), Role::Within),
    };
    let mut x = line.x;
    x += paint.say(x, line.y, line.right() - x, &sums, Role::Text);
    x += paint.say(x, line.y, line.right() - x, verdict, role);
    let moved = moved(compared, bit, recipe.tie);
    let count = moved.len();
    for (at, (change, push)) in moved.into_iter().enumerate() {
        let term = visible::fit(term_text(&change.term).0, 20);
        let by = sum_text(push);
        let (text, role) = match (change.before == 0.0, change.after == 0.0) {
            (true, _) => (paint.pick(both!("{by} with “{term}”", "新增“{term}” {by}")), Role::One),
            (_, true) => (paint.pick(both!("{by} without “{term}”", "去掉“{term}” {by}")), Role::Zero),
            _ => (paint.pick(both!("{by} as “{term}” weighs otherwise", "“{term}”权重变动 {by}")), Role::Tie),
        };
        let rest = if at + 1 < count { ", " } else { "." };
        let text = format!("{text}{}", paint.pick((rest, if rest == "." { "。" } else { "，" })));
        // What does not fit is only counted.
        let room = line.right().saturating_sub(x);
        if visible::width(&paint.shown(&text)) + if at + 1 < count { REST } else { 0 } > usize::from(room) {
            let rest = count - at;
            paint.say(x, line.y, room, &paint.pick(both!("and {rest} more", "另有 {rest} 项")), Role::Dim);
            return;
        }
        x += paint.say(x, line.y, room, &text, role);
    }
}

/// The features whose weight differs, with what each did to the sum of A to make it that of B; that which moved it most first.
fn moved(compared: &Compared, bit: u8, tie: TieRule) -> Vec<(&Change, f64)> {
    let pushes = compared.difference.changes.iter().zip(&compared.places).map(|(change, places)| {
        let push = |side: usize| {
            let feature = places[side].map(|at| &compared.traces()[side].features[at]);
            feature.map_or(0.0, |feature| feature.push(bit.into(), tie))
        };
        (change, push(1) - push(0))
    });
    // Under minhash1 most features add nothing to a bit.
    let mut pushes: Vec<(&Change, f64)> = pushes.filter(|(_, by)| *by != 0.0).collect();
    let [a, b] = compared.traces().map(|trace| trace.sums[usize::from(bit)]);
    // Those that moved it the way it went come before those that held it back.
    let along = |(_, by): &(&Change, f64)| if b >= a { *by } else { -by };
    pushes.sort_by(|x, y| along(y).total_cmp(&along(x)));
    pushes
}

/// Both signatures and where they differ, in hexadecimal: without texts there are no sums.
fn without_sums(scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
    let Some((a, b)) = scene.own.signatures_of_both(scene.shared) else { return };
    for (y, (name, bits)) in (area.y..area.bottom()).zip([("A", a), ("B", b), ("A ⊕ B", a ^ b)]) {
        let used = paint.say(area.x + 1, y, area.width - 1, name, Role::Dim).max(8);
        let hex = simhash::hex(bits, scene.model.recipe.bits);
        paint.say(area.x + 1 + used, y, area.width.saturating_sub(used + 1), &hex, Role::Text);
    }
}

/// Whether the texts are within k, in the line above; then in which groups they are, and under which second recipe.
fn verdict(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let before = scene.own.compared().map(|compared| compared.difference.flipped);
    let now = scene.own.signatures_of_both(scene.shared).map(|(a, b)| a ^ b);
    let Some(flipped) = now.or(before) else { return };
    let (d, k, at_most) = (flipped.count_ones(), scene.k, at_most(scene.theme));
    let without = scene.own.compared().filter(|_| !scene.lacks_texts()).and_then(|compared| {
        match compared.traces().map(|trace| trace.features.is_empty()) {
            [true, true] => Some(("A and B have no features: in no group", "A、B 没有特征：不入组")),
            [true, false] => Some(("A has no features: in no group", "A 没有特征：不入组")),
            [false, true] => Some(("B has no features: in no group", "B 没有特征：不入组")),
            [false, false] => None,
        }
    });
    let (verdict, role) = match (without, d <= u32::from(k)) {
        (Some(without), _) => (paint.pick(without).to_owned(), Role::Warn),
        (None, true) => (
            paint.pick(both!(
                "✓ d = {d} {at_most} k = {k}: within k",
                "✓ d = {d} {at_most} k = {k}：在 k 以内"
            )),
            Role::Within,
        ),
        (None, false) => (
            paint.pick(both!("× d = {d} > k = {k}: not within k", "× d = {d} > k = {k}：不在 k 以内")),
            Role::Warn,
        ),
    };
    // What is known of the texts as they were before is no verdict.
    let (wait, role) = if now.is_some() { ("", role) } else { ("… ", Role::Dim) };
    let mut x = line.x + 2;
    x += paint.say(x, line.y, line.right().saturating_sub(x), &format!(" {wait}{verdict} "), role);
    let about = [groups(scene), second(scene)].into_iter().flatten().collect::<Vec<_>>().join(" · ");
    if !about.is_empty() {
        let room = line.right().saturating_sub(x + 1);
        let about = paint.whole_parts(&about, room.saturating_sub(3).into());
        paint.say(x, line.y, room, &format!("· {about} "), Role::Dim);
    }
}

/// In which groups the pair is, where both are documents.
fn groups(scene: Scene<'_>) -> Option<String> {
    let (a, b) = scene.own.documents()?;
    let groups = scene.groups.as_ref().filter(|_| scene.groups_are_current())?;
    Some(scene.lang.pick(match (groups.number_of(a), groups.number_of(b)) {
        (Some(one), Some(other)) if one == other => {
            both!("both in group #{one}", "同在组 #{one}")
        }
        (Some(one), Some(other)) => both!("groups #{one}, #{other}", "组 #{one}、#{other}"),
        (Some(one), None) => both!("only A grouped: #{one}", "仅 A 入组：#{one}"),
        (None, Some(other)) => both!("only B grouped: #{other}", "仅 B 入组：#{other}"),
        (None, None) => both!("neither is in a group", "均不入组"),
    }))
}

/// The distance under the second recipe; k was not chosen for it.
fn second(scene: Scene<'_>) -> Option<String> {
    let recipe = scene.shared.second?;
    let distance = match scene.own.second(recipe) {
        Second::Known(d) => format!("d = {d}"),
        Second::Awaited => "d = …".to_owned(),
        Second::NotAlone => scene.lang.pick(("tf-idf needs the corpus", "tf-idf 须统计语料")).to_owned(),
    };
    let recipe = recipe.short(scene.lang);
    Some(scene.lang.pick(both!("recipe B: {distance} ({recipe})", "配方 B：{distance}（{recipe}）")))
}
