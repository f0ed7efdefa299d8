//! A text with its differences from another marked: by colour, underlined, and by a sign at the left of the line. Where two texts
//! share little, the shared passages are marked instead.

mod sheet;

use super::prose::{self, Line};
use crate::surface::{Lang, Paint, Phrase, Rect, Role};
use crate::widgets::table::inset;
use ratatui::style::{Modifier, Style};
pub use sheet::{Over, Sheet, Top};
use simscope_core::alignment::{Alignment, Alike, Block, Context, Gap, Holder, Run};
use simscope_core::progress::Progress;
use simscope_core::visible;
use std::ops::Range;
use std::time::Duration;

/// What folding came to: whether the texts were folded before, and whether anything can be.
pub fn folded(was_folded: bool, can_fold: bool) -> Phrase {
    match was_folded {
        true => ("both texts are shown whole", "显示全文"),
        false if !can_fold => ("no equal stretch is long enough to be folded", "相同部分都很短，无需折叠"),
        false => ("what is equal is folded", "已折叠相同部分"),
    }
}

/// One of two texts that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    A,
    B,
}

impl Side {
    /// The place of a run in the text.
    fn place(self, run: &Run) -> &Range<usize> {
        [&run.a, &run.b][self as usize]
    }

    /// The place of a difference in the text; empty where the text lacks what the other has.
    pub fn of(self, difference: &Gap) -> &Range<usize> {
        [&difference.a, &difference.b][self as usize]
    }

    fn other(self) -> Self {
        [Side::B, Side::A][self as usize]
    }

    /// The sign at the left of what only this text has.
    fn sign(self) -> &'static str {
        ["−", "+"][self as usize]
    }

    fn role(self) -> Role {
        [Role::Zero, Role::One][self as usize]
    }
}

/// The places of a text that are marked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Spans<'m> {
    pub places: &'m [Range<usize>],
    /// They are shared words, not differences.
    pub are_shared: bool,
}

impl Spans<'_> {
    /// How they are drawn, and the rest of the text.
    pub fn styles(self, paint: &Paint<'_>, side: Side) -> [Style; 2] {
        if self.are_shared {
            return [paint.style(Role::Title).add_modifier(Modifier::UNDERLINED), paint.style(Role::Dim)];
        }
        let mark = match paint.theme.has_colours() {
            true => Modifier::UNDERLINED,
            false => Modifier::UNDERLINED | Modifier::REVERSED,
        };
        [paint.style(side.role()).add_modifier(mark), paint.style(Role::Text)]
    }

    /// A note where shared words are marked instead of differences.
    pub fn note(self, lang: Lang) -> &'static str {
        if self.are_shared { lang.pick(("underlined: in both", "下划线：两者共有")) } else { "" }
    }
}

/// Two texts aligned, as screens show them.
#[derive(Debug)]
pub struct Marked {
    /// The differences in text order, without those of white space alone unless there are no others.
    pub differences: Vec<Gap>,
    /// Why the texts look equal, if they do and are not.
    pub alike: Option<Alike>,
    /// Not everything was compared in time.
    pub is_rough: bool,
    /// All differences, blank ones too.
    gaps: Vec<Gap>,
    /// What only A has, and what only B has.
    spans: [Vec<Range<usize>>; 2],
    /// The shared passages, in A and in B.
    shared: [Vec<Range<usize>>; 2],
    /// Their share of all characters.
    share: f64,
    /// With what is equal folded, but for more and more of it beside what differs.
    folded: [Vec<Block>; CONTEXTS.len()],
    whole: Vec<Block>,
}

/// How many times as much as the least stays in view beside a difference.
const CONTEXTS: [usize; 6] = [1, 3, 6, 12, 24, 48];

impl Marked {
    /// Aligns two texts in at most that time. `None` if cancelled.
    pub fn new(a: &str, b: &str, limit: Duration, progress: &Progress) -> Option<Self> {
        let alignment = Alignment::between(a, b, limit, progress)?;
        let held = |(holder, side): (Holder, Side)| -> Vec<Range<usize>> {
            let runs = alignment.runs().iter().filter(|run| run.holder == holder);
            runs.map(|run| side.place(run).clone()).collect()
        };
        let mut spans = [(Holder::OnlyA, Side::A), (Holder::OnlyB, Side::B)].map(held);
        let mut shared = [Side::A, Side::B].map(|side| held((Holder::Both, side)));
        let signs = |text: &str| text.chars().filter(|sign| !sign.is_whitespace()).count();
        let in_both: usize = shared[0].iter().map(|place| signs(&a[place.clone()])).sum();
        for (text, places) in [a, b].into_iter().zip(&mut shared) {
            places.retain(|place| text[place.clone()].contains(char::is_alphanumeric));
        }
        let gaps: Vec<Gap> = alignment.differences().collect();
        let is_blank = |gap: &Gap| signs(&a[gap.a.clone()]) + signs(&b[gap.b.clone()]) == 0;
        let mut differences: Vec<Gap> = gaps.iter().filter(|gap| !is_blank(gap)).cloned().collect();
        if differences.is_empty() {
            differences.clone_from(&gaps);
        } else {
            // A sign beside a row where nothing is seen to differ would be a riddle.
            for (text, places) in [a, b].into_iter().zip(&mut spans) {
                places.retain(|place| signs(&text[place.clone()]) > 0);
            }
        }
        Some(Self {
            differences,
            gaps,
            shared,
            share: 2.0 * in_both as f64 / (signs(a) + signs(b)).max(1) as f64,
            alike: Alike::of(a, b),
            is_rough: alignment.is_rough(),
            spans,
            folded: CONTEXTS.map(|times| {
                let Context { lines, characters } = Context::default();
                alignment.blocks(a, b, Some(Context { lines: lines * times, characters: characters * times }))
            }),
            whole: alignment.blocks(a, b, None),
        })
    }

    /// The marked places of a text: its differences, or the shared passages where these are less than τ of the texts.
    pub fn spans(&self, side: Side, tau: f64) -> Spans<'_> {
        let are_shared = self.share < tau && self.shared.iter().any(|places| !places.is_empty());
        Spans {
            places: if are_shared { &self.shared } else { &self.spans }[side as usize].as_slice(),
            are_shared,
        }
    }

    /// The offset in the other text beside an offset of this one.
    pub fn beside(&self, side: Side, offset: usize) -> usize {
        let next = self.gaps.partition_point(|difference| side.of(difference).start <= offset);
        let Some(before) = next.checked_sub(1).map(|at| &self.gaps[at]) else { return offset };
        let (own, other) = (side.of(before), side.other().of(before));
        offset
            .checked_sub(own.end)
            .map_or_else(|| other.end.min(other.start + (offset - own.start)), |behind| other.end + behind)
    }

    /// Both texts in `columns`. What is equal is folded or not, as is chosen; else as little of it as `height` rows allow.
    pub fn sheet<'t>(
        &'t self,
        texts: [&'t str; 2],
        columns: usize,
        height: usize,
        is_unfolded: Option<bool>,
    ) -> Sheet<'t> {
        let sheet = |blocks: &'t [Block]| Sheet { texts, blocks, columns, is_stacked: false };
        if let Some(is_unfolded) = is_unfolded {
            return sheet(self.blocks(!is_unfolded));
        }
        let widest = std::iter::once(&self.whole).chain(self.folded.iter().rev());
        let fitting = widest.map(|blocks| sheet(blocks)).find(|sheet| sheet.fits(height));
        fitting.unwrap_or_else(|| sheet(self.blocks(true)))
    }

    /// The blocks of both texts, with what is equal folded or not.
    pub fn blocks(&self, is_folded: bool) -> &[Block] {
        if is_folded { &self.folded[0] } else { &self.whole }
    }
}

/// A line of running text, in which the `spans` of that side are marked.
pub fn line(paint: &mut Paint<'_>, at: (u16, u16), columns: u16, line: &Line, side: Side, spans: Spans<'_>) {
    let [marked, plain] = spans.styles(paint, side);
    let mut used = 0;
    for (run, is_marked) in prose::runs(line, spans.places) {
        used += paint.text(at.0 + used, at.1, columns - used, &run, if is_marked { marked } else { plain });
    }
}

/// Two named texts, and the lines between the names and the texts.
pub struct Two<'t> {
    pub names: [&'t str; 2],
    pub texts: [&'t str; 2],
    /// A line, or nothing.
    pub note: &'t str,
    pub tau: f64,
}

impl Two<'_> {
    /// Draws the names, and the texts from a row on where they are aligned.
    pub fn draw(&self, paint: &mut Paint<'_>, area: Rect, marked: Option<&Marked>, top: Top) {
        if area.is_empty() {
            return;
        }
        let half = area.width.saturating_sub(1) / 2;
        let sides = [Rect { width: half, ..area }, inset(area, half + 1, 0)];
        for (side, name) in sides.iter().zip(self.names) {
            paint.name(side.x + 1, side.y, side.width.saturating_sub(1), name, Role::Title);
        }
        let lines = 1 + u16::from(!self.note.is_empty());
        if area.height > 1 {
            paint.say(area.x + 1, area.y + 1, area.width - 1, self.note, Role::Dim);
        }
        let Some(marked) = marked else { return };
        let spans = [Side::A, Side::B].map(|side| (side, marked.spans(side, self.tau)));
        let note = spans[1].1.note(paint.lang);
        if visible::width(self.names[1]) + visible::width(note) + 3 <= half.into() {
            paint.right(area.x, area.y, area.width, note, Role::Dim);
        }
        let height = area.height.saturating_sub(lines);
        let sheet = marked.sheet(self.texts, columns(area.width), height.into(), None);
        for (place, spans) in sides.into_iter().zip(spans) {
            sheet.draw(paint, inset(place, 0, lines), top, spans, Over::default());
        }
    }
}

/// Columns of each of two texts in that width.
pub fn columns(width: u16) -> usize {
    usize::from((width.saturating_sub(1) / 2).saturating_sub(1))
}
