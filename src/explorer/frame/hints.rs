//! The last line: what the keys do here, and the lines of a menu that waits for a second key.

use crate::action::{Action, Pane, anatomy};
use crate::app::{App, Item, Menu};
use crate::surface::key::{Binding, Key};
use crate::surface::keymap::Context;
use crate::surface::{Paint, Phrase, Rect, Role, Target};
use simscope_core::visible;

/// First keys whose second ones stand in a line, with what they are for.
const MENUS: [(char, Phrase); 3] = [('v', ("view", "视图")), ('t', ("τ", "τ")), ('r', ("recipe", "配方"))];
/// Keys that are always named, at the right.
const LAST: [Action; 3] = [Action::Palette, Action::Help, Action::Quit];

pub(super) fn hints(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let (room, keymap) = (app.screens.at(app.shared.screen), &app.shared.keymap);
    let foot = room.foot(&app.shared);
    let written = |key: &str| app.shared.keys().written(key);
    if let Some((_, keys)) = foot.typed_into {
        let mut x = line.x + 1;
        for &(key, hint) in keys {
            let key = &written(key);
            if x + hint_width(paint, key, hint) >= line.right() {
                break;
            }
            x += hint_at(paint, x, line, key, hint, None);
        }
        return;
    }
    let everywhere = || keymap.of(Context::Everywhere);
    let screen = app.shared.screen;
    let key_of = |binding: &Binding<Action>| keymap.key_on(screen, binding).map(written);
    let last = LAST.iter().filter_map(|action| everywhere().find(|binding| binding.action == *action));
    let last: Vec<_> = last.filter(|binding| key_of(binding).is_some()).collect();
    let hint_of = |binding: &Binding<Action>| match binding.action {
        Action::Quit if app.shared.is_opened => ("back", "返回"),
        _ => foot.hint_of(binding),
    };
    let width_of = |b: &&Binding<Action>| hint_width(paint, &key_of(b).unwrap_or_default(), hint_of(b)) + 2;
    let last_width: u16 = last.iter().map(width_of).sum();
    let single = |binding: &Binding<Action>| {
        // What a menu has is in its line.
        let is_of_menu = |key: &str| key.split_once(' ').is_some_and(|(first, _)| first.len() == 1);
        let key = key_of(binding).filter(|key| !is_of_menu(key) && !hint_of(binding).0.is_empty());
        Some((key?, hint_of(binding), binding.action))
    };
    let menus = MENUS.into_iter().filter(|(first, _)| {
        let key = Key::parse(first.encode_utf8(&mut [0; 4]));
        key.is_some_and(|key| app.items(Menu::After(key)).iter().any(|item| !item.what.0.is_empty()))
    });
    let menus = menus.map(|(first, what)| (first.to_string(), what, Action::After(first)));
    let of_all = || everywhere().filter(|binding| !LAST.contains(&binding.action));
    let mut offered: Vec<_> = keymap.of(Context::On(screen)).filter_map(single).collect();
    offered.extend(menus);
    offered.extend(of_all().filter_map(single));
    // A page that hides the screen names its own keys.
    offered.retain(|_| !app.classroom.is_alone());
    // Step by step Enter is for little.
    let rank = |action: Action| match action {
        Action::Open if room.panes().focus != Pane::Anatomy(anatomy::Pane::Steps) => 0,
        _ if foot.first.contains(&action) => 1,
        _ => 2,
    };
    offered.sort_by_key(|(.., action)| rank(*action));
    let mut x = line.x + 1;
    let end = line.right().saturating_sub(last_width);
    for (key, hint, action) in offered {
        if x + hint_width(paint, &key, hint) + 2 <= end {
            x += hint_at(paint, x, line, &key, hint, Some(action));
        }
    }
    let mut x = end;
    for binding in last {
        let key = key_of(binding).unwrap_or_default();
        x += hint_at(paint, x, line, &key, hint_of(binding), Some(binding.action));
    }
}

/// What the second keys do, in as many of the last lines as that takes.
pub(super) fn menu_lines(app: &App, paint: &mut Paint<'_>, area: Rect, menu: Menu) {
    let mut items = app.items(menu);
    items.retain(|item| !item.what.0.is_empty());
    items.push(Item { key: "Esc".to_owned(), what: ("leaves", "离开"), action: Action::Cancel });
    let room = area.width - 2;
    let mut lines: Vec<Vec<Item>> = vec![Vec::new()];
    let mut used = 0;
    for item in items {
        let width = hint_width(paint, &item.key, item.what) + 2;
        if used + width > room && used > 0 {
            lines.push(Vec::new());
            used = 0;
        }
        used += width;
        lines.last_mut().expect("there is always a line").push(item);
    }
    let height = (lines.len() as u16).min(area.height);
    let place = Rect { y: area.bottom() - height, height, ..area };
    paint.clear(place);
    for (y, line) in (place.y..).zip(lines) {
        line.iter().fold(area.x + 1, |x, item| {
            let line = Rect { y, height: 1, ..area };
            x + hint_at(paint, x, line, &item.key, item.what, Some(item.action))
        });
    }
}

/// Columns of a key and what it does.
fn hint_width(paint: &Paint<'_>, key: &str, hint: Phrase) -> u16 {
    (visible::width(key) + 1 + visible::width(paint.pick(hint))) as u16
}

/// Writes a key and what it does; a click on it does so, too, where it is an action. Returns the columns up to the next.
fn hint_at(
    paint: &mut Paint<'_>,
    x: u16,
    line: Rect,
    key: &str,
    hint: Phrase,
    action: Option<Action>,
) -> u16 {
    let room = line.right().saturating_sub(x);
    let mut used = paint.say(x, line.y, room, key, Role::Key) + 1;
    used += paint.say(x + used, line.y, room.saturating_sub(used), paint.pick(hint), Role::Dim);
    if let Some(action) = action {
        paint.areas.push(Rect { x, width: used, ..line }, Target::Act(action));
    }
    used + 2
}
