//! A text of the lab in its editor.

use crate::simhash;
use crate::tui::action::Pane;
use crate::tui::app::App;
use crate::tui::areas::Target;
use crate::tui::lang::{counted, grouped_digits};
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use crate::visible;
use ratatui::layout::{Position, Rect};

/// Draws one; answers where the terminal's cursor belongs, if it is typed into.
pub(super) fn text(app: &App, paint: &mut Paint<'_>, area: Rect, pane: Pane) -> Option<Position> {
    let side = app.lab.side(pane)?;
    let name = if pane == Pane::TextA { "A" } else { "B" };
    let is_typing = app.typed_into() == Some(pane);
    let mark = if is_typing { paint.pick((" · typing", " · 输入中")) } else { "" };
    let title = format!("{name}  {}{mark}", app.origin_name(pane));
    // The name gives way before what is done with it.
    let room = usize::from(area.width.saturating_sub(8));
    let title = match visible::width(&title) > room {
        true => {
            let kept = room.saturating_sub(visible::width(mark));
            format!("{}{mark}", visible::fit(&title, kept))
        }
        false => title,
    };
    let inner = paint.panel(area, pane, app.pane() == pane, &title, "");
    if inner.is_empty() {
        return None;
    }
    foot(app, paint, area, pane);
    if side.editor.is_empty() && !is_typing {
        let said = paint.pick(("type or paste a text: Enter begins", "请输入或粘贴文本：按 Enter 开始"));
        paint.areas.push(inner, Target::Text(pane));
        let why = app.why_not_loaded().filter(|_| pane == Pane::TextA);
        paint.hollow(inner, why.as_deref().unwrap_or(said));
        return None;
    }
    paint.areas.push(inner, Target::Text(pane));
    side.editor.view(paint, inner, is_typing)
}

/// The signature and the size, in the lower border.
fn foot(app: &App, paint: &mut Paint<'_>, area: Rect, pane: Pane) {
    let (x, y, room) = (area.x + 2, area.bottom() - 1, area.width.saturating_sub(4));
    let Some(sensed) = &app.lab.sensed else {
        let said = format!(" {} ", paint.pick(super::awaited(app)));
        paint.say(x, y, room, &said, Role::Dim);
        return;
    };
    let (trace, chars) = match pane {
        Pane::TextA => (&sensed.a.trace, sensed.chars.0),
        _ => (&*sensed.b, sensed.chars.1),
    };
    let is_current = if pane == Pane::TextA { app.sensed_a_is_current() } else { app.sensed_is_current() };
    let hex = simhash::hex(trace.signature, sensed.key.hashed.recipe.bits);
    let mut used = paint.say(x, y, room, if is_current { " " } else { " … " }, Role::Warn);
    used += paint.say(x + used, y, room - used, &hex, if is_current { Role::Accent } else { Role::Dim });
    let features = trace.features.len();
    let features = match features {
        0 => paint.pick(("no features: the tie rule's bits", "没有特征：每一位都由平局规则决定")).to_owned(),
        _ => paint.pick((
            counted(features, "feature", "features"),
            format!("{} 个特征", grouped_digits(features as u64)),
        )),
    };
    let chars =
        paint.pick((counted(chars, "char", "chars"), format!("{} 字符", grouped_digits(chars as u64))));
    for (part, role) in
        [(features, if trace.features.is_empty() { Role::Warn } else { Role::Text }), (chars, Role::Dim)]
    {
        let part = format!(" · {part}");
        if visible::width(&part) + 1 > usize::from(room - used) {
            break;
        }
        let style = super::on_border(paint, role);
        used += paint.text(x + used, y, room - used, &part, style);
    }
    paint.say(x + used, y, room - used, " ", Role::Dim);
}
