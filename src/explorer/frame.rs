//! The frame around every screen: name and tabs, the k slider with its figures, status and keys.

mod foot;

use crate::action::{Action, Screen};
use crate::app::App;
use crate::overlays::Over;
use crate::screens::threshold::picture_width;
use crate::shared::selection::Mark;
use crate::shared::{Grouping, Stage};
use crate::sheet::Still;
use crate::surface::pixels;
use crate::surface::{Areas, Depth, Lang, Paint, Rect, Role, Target, Theme, counted, grouped_digits};
use crate::widgets;
use crate::widgets::chart::BEFORE;
use foot::{hints, menu_lines, status};
use ratatui::Frame;
use ratatui::buffer::{Buffer, Cell};
use simscope_core::groups::Groups;
use simscope_core::visible;

/// The smallest terminal in which everything can be used.
pub const SMALLEST: (u16, u16) = (60, 16);

/// Draws the explorer. Returns what was drawn where; changes nothing.
pub fn view(app: &App, frame: &mut Frame<'_>) -> Areas {
    let areas = draw(app, app.shared.theme, frame.buffer_mut());
    if let Some(cursor) = areas.cursor {
        frame.set_cursor_position(cursor);
    }
    areas
}

/// Draws the explorer into a buffer that is not shown. Returns the areas that were drawn.
pub fn unseen(app: &App, area: Rect) -> Areas {
    draw(app, app.shared.theme, &mut Buffer::empty(area))
}

/// The title of the window.
pub fn title_of_window(app: &App) -> String {
    let name = corpus_name(app.shared.model.corpus.name(), app.shared.lang);
    let dot = if app.shared.theme.is_ascii { '-' } else { '·' };
    format!("simscope {dot} {}", visible::line(name))
}

/// The explorer as it looks in a terminal of this size, with all colours if it has any.
pub fn still(app: &App, area: Rect) -> Still {
    let shared = &app.shared;
    let depth = if shared.theme.depth == Depth::Mono { Depth::Mono } else { Depth::True };
    let mut buffer = Buffer::empty(area);
    let areas = draw(app, Theme { depth, ..shared.theme }, &mut buffer);
    buffer.content.iter_mut().filter(|cell| pixels::is_of(cell.symbol())).for_each(Cell::reset);
    let title = format!(
        "{} · {}",
        shared.lang.pick(shared.screen.name()),
        corpus_name(shared.model.corpus.name(), shared.lang)
    );
    Still { buffer, pixels: areas.pixels, is_dark: shared.theme.is_dark, title, lang: shared.lang }
}

/// Draws onto a buffer. Returns what was drawn where.
fn draw(app: &App, theme: Theme, buffer: &mut Buffer) -> Areas {
    let area = buffer.area;
    let (lang, keys) = (app.shared.lang, Some(app.shared.keys()));
    let focus = Some(app.screens.at(app.shared.screen).panes().focus);
    let knows_k = app.classroom.knows_k();
    let mut paint = Paint { keys, focus, knows_k, is_alone: app.is_alone, ..Paint::on(buffer, theme, lang) };
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut paint, area);
    } else {
        let line = |y: u16| Rect { y: area.y + y, height: 1, ..area };
        let room = app.screens.at(app.shared.screen);
        // Where lines are few, one says all that is said of the screen.
        let head = match knows_k {
            true if area.height < LOW => 2,
            true => 3,
            false => 1,
        };
        paint.areas.bodies =
            [1, head].map(|head| Rect { y: area.y + head, height: area.height - head - 2, ..area });
        if room.foot(&app.shared).is_bare {
            match app.shared.message {
                Some(_) => status(app, &mut paint, line(area.height - 1)),
                None => hints(app, &mut paint, line(area.height - 1)),
            }
            paint.areas.bodies = [Rect { height: area.height - 1, ..area }; 2];
        } else {
            title(app, &mut paint, line(0));
            // A page that hides the screen hides what is said of it.
            let head = if app.classroom.is_alone(&app.shared, paint.areas.bodies) { 1 } else { head };
            if head > 1 && app.shared.screen == Screen::Clean {
                app.screens.clean.head(&app.shared, &mut paint, Rect { height: head - 1, ..line(1) });
            } else if head == 2 {
                slider(app, &mut paint, line(1));
            } else if head == 3 {
                slider(app, &mut paint, line(1));
                figures(app, &mut paint, line(2));
            }
            status(app, &mut paint, line(area.height - 2));
            hints(app, &mut paint, line(area.height - 1));
        }
        let (screen, page) = app.classroom.part(&app.shared, paint.areas.bodies);
        if let Some(screen) = screen {
            match app.shared.why_no_text(app.shared.screen) {
                Some(why) => paint.hollow_of(screen, &why),
                None => room.view(&app.shared, &mut paint, screen),
            }
            app.classroom.cover(&app.shared, &mut paint, screen);
        }
        if let Some(page) = page {
            app.classroom.view(&app.shared, &mut paint, page);
        }
        if let Some(menu) = app.menu {
            menu_lines(app, &mut paint, area, menu);
        }
        if let Some(overlay) = &app.overlay {
            overlay.view(Over { own: &app.screens, shared: &app.shared }, &mut paint, area);
        }
    }
    if app.shared.theme.depth == Depth::Ansi16 {
        paint.even_selection();
    }
    match app.shared.theme.is_ascii {
        true => paint.to_ascii(),
        false => paint.line_ends(),
    }
    paint.on_ground();
    paint.areas
}

/// Rows below which the head has two lines.
const LOW: u16 = 30;

/// The message in a terminal that is too small.
fn too_small(paint: &mut Paint<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let lines = [
        paint.pick(both!("simscope needs {width} × {height}", "simscope 需要 {width} × {height}")),
        paint.pick(both!("here: {} × {}", "当前：{} × {}", area.width, area.height)),
        paint.keyed(("enlarge, or ‹quit› to quit", "请放大窗口，或按 ‹quit› 退出")),
    ];
    for (y, line) in lines.iter().enumerate().take(usize::from(area.height)) {
        paint.say(area.x, area.y + y as u16, area.width, line, Role::Warn);
    }
}

fn title(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let mut tabs: Vec<(Screen, String)> = Screen::ALL
        .into_iter()
        .filter(|screen| !app.classroom.is_open() || *screen == app.shared.screen.tab())
        .filter_map(|screen| Some((screen.number()?, screen)))
        .map(|(number, screen)| {
            let is_shown = screen == app.shared.screen.tab();
            let name = paint.pick(if is_shown { app.shared.screen } else { screen }.name());
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
    let mut x = line.right().saturating_sub(width(&tabs));
    let room = x.saturating_sub(line.x + 1);
    for (screen, tab) in &tabs {
        let role = if tab.starts_with('[') { Role::Accent } else { Role::Text };
        let used = paint.say(x, line.y, line.right() - x, tab, role);
        paint.areas.push(Rect { x, width: used, ..line }, Target::Act(Action::Go(*screen)));
        x += used;
    }
    let count = grouped_digits(app.shared.model.corpus.len());
    let wide = room > 40;
    // The number of documents stands in the table's title too; the name gives way last.
    let documents = match wide {
        true => paint.pick((
            counted(app.shared.model.corpus.len(), "document", "documents"),
            format!("{count} 篇文档"),
        )),
        false => paint.pick((count.clone(), format!("{count} 篇"))),
    };
    let documents = if app.shared.model.is_partial {
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
    let name = corpus_name(app.shared.model.corpus.name(), paint.lang).to_owned();
    // A Spark job has its k beside its name.
    let name = match app.shared.spark_output() {
        Some(output) if output.is_of_job() => format!("{name} (Spark, k = {})", output.k()),
        _ => name,
    };
    x += paint.name(x, line.y, name_room, &name, Role::Title);
    paint.say(x + 1, line.y, (line.x + room).saturating_sub(x + 1), &documents, Role::Dim);
}

/// The name of a corpus; what is no path has one in each language.
fn corpus_name(name: &str, lang: Lang) -> &str {
    lang.pick(match name {
        "built-in sample" => ("built-in sample", "内置样本"),
        "standard input" => ("standard input", "标准输入"),
        "pipe" => ("pipe", "管道"),
        "typed" => ("typed texts", "输入的文本"),
        _ => return name,
    })
}

/// Draws k on the axis of distances, which has the same columns as on Threshold; left of it how many groups it gives, right of it the
/// keys that change it, where there is room.
fn slider(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let (shared, threshold) = (&app.shared, &app.screens.threshold);
    let axis = threshold.axis(shared, picture_width(line.width));
    let columns = axis.columns();
    let value = format!("k = {}", shared.k);
    let used = 1 + paint.say(line.x + 1, line.y, 7, &value, Role::Accent);
    paint.areas.push(Rect { x: line.x + 1, width: used, ..line }, Target::Act(Action::AskK));
    if let Some(groups) = &shared.groups {
        let count = groups.count();
        let text = (counted(count, "group", "groups"), format!("{} 组", grouped_digits(count)));
        let role = if shared.groups_are_current() { Role::Text } else { Role::Dim };
        paint.say(
            line.x + used + 2,
            line.y,
            columns.start.saturating_sub(used + 3),
            paint.pick((&text.0, &text.1)),
            role,
        );
    }
    let before = shared.moved().map(|moved| (BEFORE, moved.from));
    let signs: Vec<_> =
        shared.mark_places().into_iter().chain(threshold.landmarks(shared)).chain(before).collect();
    let end = widgets::chart::track(paint, line.y, (axis, shared.k), shared.exact_end(), &signs);
    let actions =
        [Action::StepK(-1), Action::StepK(1), Action::NextChange(-1), Action::NextChange(1), Action::AskK];
    let mut x = end + 2;
    for action in actions {
        let Some(key) = shared.keymap.key_of(shared.screen, action) else { continue };
        let key = shared.keys().written(key);
        if x + visible::width(&key) as u16 >= line.right() {
            break;
        }
        let width = paint.say(x, line.y, line.right() - x, &key, Role::Key);
        paint.areas.push(Rect { x, width, ..line }, Target::Act(action));
        x += width + 1;
    }
}

/// The recipe, as it is said of the corpus.
fn recipe(app: &App, paint: &Paint<'_>, is_wide: bool) -> (String, Role) {
    let shared = &app.shared;
    let recipe = match shared.knows_recipe() {
        true if is_wide => shared.recipe.wide(shared.lang),
        true => shared.recipe.short(shared.lang),
        false => paint.pick(("signatures as given", "按给出的签名")).to_owned(),
    };
    match shared.is_rehashing() {
        true => (format!("{} {recipe}", paint.pick(("hashing", "计算中"))), Role::Warn),
        false => (recipe, Role::Dim),
    }
}

fn figures(app: &App, paint: &mut Paint<'_>, line: Rect) {
    // The recipe is written in full where the figures keep their place.
    let full = visible::width(&app.shared.recipe.wide(app.shared.lang));
    let (recipe, role) = recipe(app, paint, full + 60 <= usize::from(line.width));
    let recipe_width = visible::width(&recipe) as u16;
    let recipe_x = line.right().saturating_sub(recipe_width + 1);
    paint.say(recipe_x, line.y, recipe_width, &recipe, role);
    paint.areas.push(Rect { x: recipe_x, width: recipe_width, ..line }, Target::Act(Action::RecipePanel));
    let room = recipe_x.saturating_sub(line.x + 2);
    let parts = what_k_gives(app, paint, room);
    let pieces: Vec<(&str, Role)> = parts.iter().map(|(text, role)| (text.as_str(), *role)).collect();
    paint.pieces(line.x + 1, line.y, room, &pieces);
}

/// The groups at k, or why they are not known.
fn what_k_gives(app: &App, paint: &Paint<'_>, room: u16) -> Vec<(String, Role)> {
    let Some(groups) = &app.shared.groups else {
        if let Some(beyond) = app.shared.beyond() {
            return vec![(beyond, Role::Warn)];
        }
        let phrase = match app.shared.model.stage {
            Stage::Cancelled(_) => {
                ("groups: cancelled; ‹resume› starts again", "分组：已取消；按 ‹resume› 重新开始")
            }
            _ => ("groups: not known yet", "分组：计算中"),
        };
        return vec![(paint.keyed(phrase), Role::Dim)];
    };
    let parts = group_figures(app, paint, groups, room < 64);
    let mut parts = parts.join(&("  ".to_owned(), Role::Dim));
    if let Some(mark) = app.shared.marks.first() {
        parts.push((against_mark(paint, groups.count(), mark, room), Role::Mark));
    }
    if !app.shared.groups_are_current() {
        parts.push((" …".into(), Role::Warn));
    }
    parts
}

/// Each figure in its pieces.
fn group_figures(app: &App, paint: &Paint<'_>, groups: &Groups, is_short: bool) -> Vec<Vec<(String, Role)>> {
    let number = |count: usize| (grouped_digits(count), Role::Title);
    let text = |phrase: &str| (phrase.to_owned(), Role::Text);
    let of = grouped_digits(app.shared.model.documents.len());
    let grouped = match is_short {
        true => paint.pick((" grouped", " 篇已分组")).to_owned(),
        false => paint.pick(both!(" of {of} grouped", " / {of} 篇已分组")),
    };
    let named = paint.pick((if groups.count() == 1 { " group" } else { " groups" }, " 组"));
    let mut figures = vec![
        vec![number(groups.count()), text(named)],
        vec![number(groups.grouped()), text(&grouped)],
        vec![text(paint.pick(("largest ", "最大 "))), number(groups.largest())],
    ];
    let chains = app.shared.model.sweep.get(usize::from(app.shared.k)).and_then(|line| line.chains);
    let is_confirmed = app.shared.made.by == Some(Grouping::Verified);
    figures.extend(
        match (app.shared.grouping, chains) {
            (Grouping::Leaders, _) => Some((paint.pick(("leaders", "按代表")).to_owned(), Role::Warn)),
            (Grouping::Verified, _) => {
                let phrase = if is_confirmed {
                    ("confirmed", "已确认")
                } else {
                    ("comparing…", "正在比较…")
                };
                Some((paint.pick(phrase).to_owned(), Role::Warn))
            }
            (_, Some(chains)) => {
                let phrase =
                    (counted(chains, "chain", "chains"), format!("链 {} 条", grouped_digits(chains)));
                Some((paint.pick(phrase), if chains > 0 { Role::Warn } else { Role::Text }))
            }
            (_, None) => None,
        }
        .map(|piece| vec![piece]),
    );
    figures
}

/// How many more or fewer groups there are than at a mark.
fn against_mark(paint: &Paint<'_>, now: usize, mark: &Mark, room: u16) -> String {
    let (then, k, name) = (mark.groups.count(), mark.groups.k(), mark.name);
    let sign = if now < then { '−' } else { '+' };
    let difference = format!("{sign}{}", grouped_digits(now.abs_diff(then) as u64));
    match room {
        90.. => paint.pick(both!(
            "  vs {name} (k = {k}): {difference} groups",
            "  对比 {name}（k = {k}）：{difference} 组"
        )),
        64..=89 => format!("  {name}(k={k}) {difference}"),
        _ => format!("  {name} {difference}"),
    }
}
