//! The influence of the words of A, in colours; without those by attributes.

use super::Scene;
use crate::screens::pair::keys::View;
use crate::surface::{Paint, Role};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use simscope_core::sensitivity::flips_at;
use simscope_core::visible;
use std::ops::Range;

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
        let kind = self.most.iter().position(|&most| flips <= most);
        kind.map_or_else(Style::new, |kind| self.styles[kind])
    }
}

/// Whether A is coloured by influence: while that is listed.
pub(super) fn is_shown(scene: Scene<'_>) -> bool {
    scene.own.view == View::Influence && scene.own.a_is_current(scene.shared)
}

/// The style of each place of A.
pub(super) fn marks<'a>(
    scene: Scene<'a>,
    paint: &Paint<'_>,
) -> impl Fn(&Range<usize>) -> Option<Style> + use<'a> {
    let heat = Heat::of(scene, paint);
    let stretches = scene.own.compared().map_or(&[][..], |compared| &compared.a.stretches);
    move |place| flips_at(stretches, place).map(|flips| heat.style(flips))
}

/// What the colours mean, in a line.
pub(super) fn legend(scene: Scene<'_>, paint: &mut Paint<'_>, line: Rect) {
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
