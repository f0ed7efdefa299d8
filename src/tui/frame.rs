//! What stands around every screen: name and tabs, the k slider with its figures, status and keys.

mod status;

use crate::recipe::{Recipe, TieRule};
use crate::tui::action::{Action, Grouping, Screen};
use crate::tui::app::App;
use crate::tui::areas::{Areas, Target};
use crate::tui::keymap::{BINDINGS, Context};
use crate::tui::lang::{Lang, Said, counted, grouped_digits};
use crate::tui::model::Stage;
use crate::tui::mouse::column_of;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use crate::tui::{overlays, screens};
use crate::visible;
use ratatui::Frame;
use ratatui::layout::Rect;
use status::status;

/// The smallest terminal in which everything can be used.
pub const SMALLEST: (u16, u16) = (60, 16);

/// Draws the explorer; answers what was drawn where. Changes nothing.
pub fn view(app: &App, frame: &mut Frame<'_>) -> Areas {
    let area = frame.area();
    let mut paint =
        Paint { buffer: frame.buffer_mut(), areas: Areas::default(), theme: app.theme, lang: app.lang };
    let mut cursor = None;
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut paint, area);
    } else {
        let line = |y: u16| Rect { y: area.y + y, height: 1, ..area };
        title(app, &mut paint, line(0));
        slider(app, &mut paint, line(1));
        figures(app, &mut paint, line(2));
        let body = Rect { y: area.y + 3, height: area.height - 5, ..area };
        match app.screen {
            Screen::Corpus => screens::corpus::view(app, &mut paint, body),
            Screen::Anatomy => screens::anatomy::view(app, &mut paint, body),
            Screen::Threshold => screens::threshold::view(app, &mut paint, body),
            Screen::Matrix => screens::matrix::view(app, &mut paint, body),
            Screen::Lab => cursor = screens::lab::view(app, &mut paint, body),
            Screen::Index => screens::index::view(app, &mut paint, body),
            Screen::Beside => screens::beside::view(app, &mut paint, body),
        }
        status(app, &mut paint, line(area.height - 2));
        hints(app, &mut paint, line(area.height - 1));
        if let Some(overlay) = &app.overlay {
            cursor = overlays::view(app, overlay, &mut paint, area);
        }
    }
    if app.theme.is_ascii {
        paint.to_ascii();
    }
    let areas = paint.areas;
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
    areas
}

fn too_small(paint: &mut Paint<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let lines = [
        paint.pick((
            format!("simscope needs {width} × {height}"),
            format!("simscope 需要 {width} × {height}"),
        )),
        paint.pick((
            format!("here: {} × {}", area.width, area.height),
            format!("当前：{} × {}", area.width, area.height),
        )),
        paint.pick(("enlarge, or q to quit".to_owned(), "请放大窗口，或按 q 退出".to_owned())),
    ];
    for (y, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        paint.say(area.x, area.y + y as u16, area.width, line, Role::Warn);
    }
}

/// The name of a screen.
pub fn screen_name(screen: Screen) -> Said {
    match screen {
        Screen::Corpus => ("Corpus", "语料"),
        Screen::Anatomy => ("Anatomy", "解剖"),
        Screen::Threshold => ("Threshold", "阈值"),
        Screen::Matrix => ("Matrix", "矩阵"),
        Screen::Lab => ("Lab", "实验"),
        Screen::Index => ("Index", "索引"),
        Screen::Beside => ("Beside", "并列"),
    }
}

fn title(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let mut tabs: Vec<(Screen, String)> = Screen::NUMBERED
        .into_iter()
        .filter_map(|screen| Some((screen.number()?, screen)))
        .map(|(number, screen)| {
            // Two recipes side by side lie behind the tab of the anatomy.
            let is_beside = screen == Screen::Anatomy && app.screen == Screen::Beside;
            let name = paint.pick(screen_name(if is_beside { app.screen } else { screen }));
            let is_shown = screen == app.screen || is_beside;
            (screen, if is_shown { format!("[{number} {name}]") } else { format!(" {number} {name} ") })
        })
        .collect();
    let width =
        |tabs: &[(Screen, String)]| -> u16 { tabs.iter().map(|(_, tab)| visible::width(tab) as u16).sum() };
    // Where all names would leave no room for that of the corpus, only the screen shown has its own.
    if width(&tabs) + 12 > line.width {
        for (_, tab) in tabs.iter_mut().filter(|(_, tab)| !tab.starts_with('[')) {
            tab.truncate(2);
            tab.push(' ');
        }
    }
    let width = width(&tabs);
    let mut x = line.right().saturating_sub(width);
    let room = x.saturating_sub(line.x + 1);
    for (screen, tab) in &tabs {
        let role = if tab.starts_with('[') { Role::Accent } else { Role::Text };
        let used = paint.say(x, line.y, line.right() - x, tab, role);
        paint.areas.push(Rect { x, width: used, ..line }, Target::Act(Action::Go(*screen)));
        x += used;
    }
    let count = grouped_digits(app.model.corpus.len() as u64);
    let wide = room > 40;
    // The number of documents stands in the table's title too; the name gives way last.
    let documents = match wide {
        true => {
            paint.pick((counted(app.model.corpus.len(), "document", "documents"), format!("{count} 篇文档")))
        }
        false => count,
    };
    let documents = if app.model.is_partial {
        format!("{documents} ({})", paint.pick(("partial", "部分")))
    } else {
        documents
    };
    let shown_documents = visible::width(&documents) as u16 + 2;
    let mut x = line.x + 1;
    if wide {
        x += paint.say(x, line.y, room, "simscope  ", Role::Title);
    }
    let name_room = (line.x + room).saturating_sub(x).saturating_sub(shown_documents);
    x += paint.name(x, line.y, name_room, app.model.corpus.name(), Role::Accent);
    paint.say(x + 1, line.y, (line.x + room).saturating_sub(x + 1), &documents, Role::Dim);
}

fn slider(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let bits = app.recipe.bits.get();
    let x = line.x + 1;
    let used = paint.say(x, line.y, 5, "k  0 ", Role::Dim);
    let value = format!("k = {}", app.k);
    let keys = [
        ("[", Action::StepK(-1)),
        ("]", Action::StepK(1)),
        ("{", Action::NextChange(-1)),
        ("}", Action::NextChange(1)),
        ("=", Action::AskK),
    ];
    let tail = 4 + 9 + keys.len() as u16 * 2 + 1;
    let track = Rect { x: x + used, width: line.width.saturating_sub(used + tail + 1), ..line };
    paint.areas.push(track, Target::Slider { bits });
    let handle = column_of(track, bits, app.k);
    let (done, rest, beyond) = (paint.style(Role::Within), paint.style(Role::Dim), paint.style(Role::Warn));
    let exact = app.exact_end().map_or(track.right(), |end| column_of(track, bits, end));
    for column in track.left()..track.right() {
        let is_known = column <= exact;
        let (symbol, style) = match (column < handle, is_known) {
            (true, true) => ("━", done),
            (false, true) => ("─", rest),
            (true, false) => ("·", beyond),
            (false, false) => ("·", rest),
        };
        paint.put(column, line.y, symbol, style);
    }
    if let Some(mark) = &app.mark {
        let style = paint.style(Role::Mark);
        paint.put(column_of(track, bits, mark.groups.k()), line.y, "A", style);
    }
    let style = paint.style(Role::Handle);
    paint.put(handle, line.y, "◆", style);
    let mut x = track.right() + 1;
    x += paint.say(x, line.y, 3, &bits.to_string(), Role::Dim) + 2;
    paint.say(x, line.y, 7, &value, Role::Accent);
    paint.areas.push(Rect { x, width: 6, ..line }, Target::Act(Action::AskK));
    x += 8;
    for (key, action) in keys {
        if x >= line.right() {
            break;
        }
        paint.say(x, line.y, 1, key, Role::Key);
        paint.areas.push(Rect { x, width: 1, ..line }, Target::Act(action));
        x += 2;
    }
}

fn figures(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let full = app.recipe.to_string();
    // The figures need so many columns.
    let is_wide = visible::width(&full) + 60 <= usize::from(line.width);
    let recipe = if is_wide { full } else { short_recipe(app.recipe, app.lang) };
    let recipe = match app.is_rehashing() {
        true => format!("{} {recipe}", paint.pick(("hashing", "计算中"))),
        false => recipe,
    };
    let recipe_width = visible::width(&recipe) as u16;
    let role = if app.is_rehashing() { Role::Warn } else { Role::Accent };
    let recipe_x = line.right().saturating_sub(recipe_width + 1);
    paint.say(recipe_x, line.y, recipe_width, &recipe, role);
    paint.areas.push(Rect { x: recipe_x, width: recipe_width, ..line }, Target::Act(Action::RecipePanel));

    let room = recipe_x.saturating_sub(line.x + 2);
    let Some(groups) = &app.groups else {
        if let Some(beyond) = app.beyond() {
            paint.say(line.x + 1, line.y, room, &beyond, Role::Warn);
            return;
        }
        let said = match app.model.stage {
            Stage::Cancelled(_) => {
                paint.pick(("groups: cancelled; r starts again", "分组：已取消；按 r 重新开始"))
            }
            _ => paint.pick(("groups: not known yet", "分组：尚未知")),
        };
        paint.say(line.x + 1, line.y, room, said, Role::Dim);
        return;
    };
    let number = |n: usize| grouped_digits(n as u64);
    let is_short = room < 64;
    let mut parts: Vec<(String, Role)> = vec![
        (number(groups.count()), Role::Accent),
        (paint.pick((if groups.count() == 1 { " group" } else { " groups" }, " 组")).into(), Role::Text),
        ("  ".into(), Role::Dim),
        (number(groups.grouped()), Role::Accent),
        (
            match is_short {
                true => paint.pick((" grouped", " 篇入组")).into(),
                false => paint.pick((
                    format!(" of {} grouped", number(app.model.documents.len())),
                    format!(" / {} 篇入组", number(app.model.documents.len())),
                )),
            },
            Role::Text,
        ),
        ("  ".into(), Role::Dim),
        (paint.pick(("largest ", "最大 ")).into(), Role::Text),
        (number(groups.largest()), Role::Accent),
    ];
    if app.grouping == Grouping::Leaders {
        parts.push((paint.pick(("  leaders", "  首领法")).into(), Role::Warn));
    } else if let Some(chains) = app.model.sweep.get(usize::from(app.k)).and_then(|line| line.chains) {
        parts.push(("  ".into(), Role::Dim));
        let role = if chains > 0 { Role::Warn } else { Role::Text };
        parts
            .push((paint.pick((counted(chains, "chain", "chains"), format!("{} 链", number(chains)))), role));
    }
    if let Some(mark) = &app.mark {
        let (now, then) = (groups.count(), mark.groups.count());
        let sign = if now < then { '−' } else { '+' };
        let difference = format!("{sign}{}", grouped_digits(now.abs_diff(then) as u64));
        let k = mark.groups.k();
        let text = match room {
            90.. => paint.pick((
                format!("  vs A (k = {k}): {difference} groups"),
                format!("  对比 A（k = {k}）：{difference} 组"),
            )),
            64..=89 => format!("  A(k={k}) {difference}"),
            _ => format!("  A {difference}"),
        };
        parts.push((text, Role::Mark));
    }
    if !app.groups_are_current() {
        parts.push((" …".into(), Role::Warn));
    }
    let pieces: Vec<(&str, Role)> = parts.iter().map(|(text, role)| (text.as_str(), *role)).collect();
    paint.pieces(line.x + 1, line.y, room, &pieces);
}

/// A recipe in few columns: its name where it has one.
pub fn short_recipe(recipe: Recipe, lang: Lang) -> String {
    let bits = recipe.bits;
    if let Some(name) = recipe.name {
        let name = visible::line(name);
        let name = visible::fit(&name, 24);
        return lang.pick((format!("{name} · {bits} bits"), format!("{name} · {bits} 位")));
    }
    let tie = match recipe.tie {
        TieRule::Zero => "0",
        TieRule::One => "1",
        TieRule::Inverted => "inv",
    };
    format!("{} {} {} {bits} t{tie}", recipe.tokenizer, recipe.weighting, recipe.hash)
}

/// Keys that are always named, at the right.
const LAST: [Action; 3] = [Action::Palette, Action::Help, Action::Quit];

fn hints(app: &App, paint: &mut Paint<'_>, line: Rect) {
    if app.typed_into().is_some() {
        screens::lab::typing_hints(paint, line);
        return;
    }
    let hint = |action: &Action| BINDINGS.iter().find(|binding| binding.action == *action);
    let width =
        |said: Said, key: &str| (visible::width(key) + 1 + visible::width(app.lang.pick(said)) + 2) as u16;
    let last: Vec<_> = LAST.iter().filter_map(hint).collect();
    let last_width: u16 = last.iter().map(|b| width(b.hint, b.keys[0])).sum();
    let here = BINDINGS.iter().filter(|b| b.context == Context::On(app.screen));
    let everywhere =
        BINDINGS.iter().filter(|b| b.context == Context::Everywhere && !LAST.contains(&b.action));
    let mut x = line.x + 1;
    let end = line.right().saturating_sub(last_width);
    for binding in here.chain(everywhere) {
        let Some(key) = binding.keys.first().filter(|_| !binding.hint.0.is_empty()) else {
            continue;
        };
        let needed = width(binding.hint, key);
        if x + needed > end {
            continue;
        }
        x += hint_at(paint, x, line, key, binding.hint, binding.action);
    }
    let mut x = end;
    for binding in last {
        x += hint_at(paint, x, line, binding.keys[0], binding.hint, binding.action);
    }
}

fn hint_at(paint: &mut Paint<'_>, x: u16, line: Rect, key: &str, hint: Said, action: Action) -> u16 {
    let room = line.right().saturating_sub(x);
    let mut used = paint.say(x, line.y, room, key, Role::Key) + 1;
    let word = paint.pick(hint);
    used += paint.say(x + used, line.y, room.saturating_sub(used), word, Role::Dim);
    paint.areas.push(Rect { x, width: used, ..line }, Target::Act(action));
    used + 2
}
