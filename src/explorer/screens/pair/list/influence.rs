//! What leaving out each feature of A does; while it is listed, the words of A are coloured by it.

use super::figures::{Figures, MARK};
use super::{Copied, Listed, sorted_by_head};
use crate::room::Export;
use crate::screens::pair::Scene;
use crate::screens::pair::keys::View;
use crate::screens::pair::state::{Origin, State};
use crate::screens::pair::work::Compared;
use crate::shared::Shared;
use crate::surface::{Paint, Phrase, Rect, Role};
use crate::widgets::bits::weight_text;
use ratatui::style::{Modifier, Style};
use simscope_core::sensitivity::{Left, flips_at};
use simscope_core::simhash::Feature;
use simscope_core::visible;
use std::ops::Range;

pub(super) struct Influence;

/// A feature of A, and what is left without it.
fn without(scene: Scene<'_>, row: usize) -> Option<(&Feature, Left)> {
    let a = &scene.own.compared()?.a;
    let left = if scene.own.is_list_reordered() { &a.influence.left } else { &a.left };
    let left = *left.get(row)?;
    Some((&a.trace.features[left.feature], left))
}

impl Listed for Influence {
    fn rows(&self, scene: Scene<'_>) -> usize {
        scene.own.compared().map_or(0, |compared| compared.a.left.len())
    }

    fn text(&self, scene: Scene<'_>, row: usize) -> String {
        without(scene, row).map_or_else(String::new, |(feature, _)| feature.term.clone())
    }

    fn head(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) -> u16 {
        let (line, figures) = (Rect { height: 1, ..area }, Figures::of_numbers(area.width));
        let is_by_distance = !scene.own.is_list_reordered();
        figures.heads(scene, paint, line, ("feature of A", "A 的特征"), is_by_distance);
        let weight = paint.pick(("weight", "权重"));
        paint.right(figures.detail_at(line), line.y, figures.detail, weight, Role::Title);
        sorted_by_head(paint, line);
        if area.height < 5 {
            return 1;
        }
        heaviest(scene, paint, Rect { y: line.y + 1, ..line });
        let room = area.width.saturating_sub(2);
        legend(scene, paint, Rect { x: area.x + 2, y: line.y + 2, width: room, height: 1 });
        3
    }

    fn row(&self, scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect, row: usize) {
        let Some((feature, left)) = without(scene, row) else { return };
        let figures = Figures::of_numbers(line.width);
        paint.name(line.x + MARK, line.y, figures.name, &feature.term, Role::Text);
        paint.right(figures.detail_at(line), line.y, figures.detail, &weight_text(feature.weight), Role::Dim);
        figures.draw(scene, paint, line, (left.distance(), left.is_within(scene.k)));
    }

    fn is_stale(&self, scene: Scene<'_>) -> bool {
        !scene.own.a_is_current(scene.shared)
    }

    fn foot(&self, scene: Scene<'_>) -> String {
        let phrase = ("d without the feature · Enter: B without it", "去掉该特征时的 d · Enter：B 去掉它");
        scene.lang.pick(phrase).to_owned()
    }

    fn open(&self, own: &mut State, shared: &mut Shared, row: usize) {
        let found = without(Scene { own, shared }, row)
            .map(|(feature, _)| (feature.term.clone(), feature.spans.clone()));
        if let Some((term, spans)) = found {
            own.leave_out(shared, &term, &spans);
        }
    }

    fn opens(&self) -> Phrase {
        ("put into B", "放入 B")
    }

    fn copy(&self, scene: Scene<'_>, row: usize) -> Copied {
        let row = without(scene, row).map(|(feature, left)| format!("{}\t{}", feature.term, left.distance()));
        Ok((row.unwrap_or_default(), ("the term and the distance without it", "词项与去掉它的距离")))
    }

    fn why(&self, scene: Scene<'_>, compared: &Compared, row: usize) -> Option<String> {
        without(scene, row).map(|(_, left)| scene.why_feature(&compared.a.trace, left.feature))
    }

    fn export(&self, scene: Scene<'_>) -> Option<Export> {
        Some(scene.own.edits_file(scene.shared))
    }

    fn orders(&self) -> Option<[(Phrase, Phrase); 2]> {
        Some([
            (("flipped bits", "翻转位数"), ("features: most bits flipped first", "特征：翻转最多者在先")),
            (
                ("usual order", "通常次序"),
                ("features: in the order in which they are added up", "特征：按累加次序"),
            ),
        ])
    }
}

impl State {
    /// B becomes A without the places of a feature.
    fn leave_out(&mut self, shared: &mut Shared, term: &str, spans: &[Range<usize>]) {
        if !self.a_is_current(shared) {
            return shared.warn(("A is still being traced", "A 仍在追踪中"));
        }
        let text = self.a.text();
        let mut rest = String::with_capacity(text.len());
        let mut done = 0;
        // Terms may overlap, as shingles do.
        for span in spans {
            rest.push_str(&text[done.min(span.start)..span.start]);
            done = done.max(span.end);
        }
        rest.push_str(&text[done..]);
        let origin = Origin::Without(term.to_owned());
        let term = visible::line(term);
        self.put_in_b(shared, &rest, origin, &shared.lang.pick(both!("{term} left out", "去掉 {term}")));
    }
}

/// The single word that flips most bits.
fn heaviest(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let Some(compared) = scene.own.compared() else { return };
    let a = &compared.a;
    let Some(left) = a.left.first() else { return };
    // A term may be a megabyte.
    let term = visible::fit(&a.trace.features[left.feature].term, line.width.into());
    let d = left.distance();
    let alike = a.left.iter().filter(|other| other.distance() == d).count() - 1;
    let more = match alike {
        0 => String::new(),
        1 => paint.pick(both!(" (1 more does)", "（另有 1 个同样多）")),
        _ => paint.pick(both!(" ({alike} more do)", "（另有 {alike} 个同样多）")),
    };
    let (open, flips) = paint.pick((("\"", "\" flips most bits: "), ("“", "” 翻转的位最多：")));
    paint.pieces(
        line.x + 2,
        line.y,
        line.width.saturating_sub(3),
        &[
            (open, Role::Text),
            (&term, Role::Accent),
            (flips, Role::Text),
            (&d.to_string(), Role::Accent),
            (&more, Role::Dim),
        ],
    );
}

/// Four kinds of words: without one no bit flips, or few, or more, or more than k.
struct Heat {
    /// The most bits of each kind; there is no kind where the one before has as many.
    most: [u8; 4],
    styles: [Style; 4],
}

impl Heat {
    fn of(scene: Scene<'_>, paint: &Paint<'_>) -> Self {
        let more = match paint.theme.has_colours() {
            true => Modifier::BOLD | Modifier::UNDERLINED,
            false => Modifier::BOLD | Modifier::REVERSED,
        };
        let strongest = scene.own.compared().and_then(|compared| compared.a.left.first());
        let few = strongest.map_or(0, |left| left.distance().min(scene.k) / 2);
        let within = paint.style(Role::Within).remove_modifier(Modifier::BOLD);
        Self {
            most: [0, few, scene.k, u8::MAX],
            styles: [
                paint.style(Role::Dim),
                paint.style(Role::Text),
                within.add_modifier(Modifier::UNDERLINED),
                paint.style(Role::Warn).add_modifier(more),
            ],
        }
    }

    fn style(&self, flips: u8) -> Style {
        self.most.iter().position(|&most| flips <= most).map_or_else(Style::new, |kind| self.styles[kind])
    }
}

/// Whether A is coloured by influence: while that is listed.
pub(in crate::screens::pair) fn is_shown(scene: Scene<'_>) -> bool {
    scene.own.view == View::Influence && scene.own.a_is_current(scene.shared)
}

/// The style of each place of A.
pub(in crate::screens::pair) fn marks<'a>(
    scene: Scene<'a>,
    paint: &Paint<'_>,
) -> impl Fn(&Range<usize>) -> Option<Style> + use<'a> {
    let heat = Heat::of(scene, paint);
    let stretches = scene.own.compared().map_or(&[][..], |compared| &compared.a.stretches);
    move |place| flips_at(stretches, place).map(|flips| heat.style(flips))
}

/// What the colours mean, in a line.
fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
    let Heat { most, styles } = Heat::of(scene, paint);
    let head = paint.pick(("words of A, bits flipped without them:", "A 中的词，去掉后翻转的位数："));
    let mut x = line.x + paint.say(line.x, line.y, line.width, head, Role::Dim);
    let mut least = 0;
    for (most, style) in most.into_iter().zip(styles) {
        let text = match most {
            most if most < least => continue,
            u8::MAX => format!("> {}", scene.k),
            most if most == least => most.to_string(),
            most => format!("{least}–{most}"),
        };
        least = most.saturating_add(1);
        let width = visible::width(&paint.shown(&text)) as u16 + 1;
        if x + width > line.right() {
            break;
        }
        x += 1 + paint.text(x + 1, line.y, width, &text, style);
    }
}
