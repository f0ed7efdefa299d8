//! What stands around every screen: name and tabs, the k slider with its figures, status and keys.

use crate::recipe::{Recipe, TieRule};
use crate::tui::action::{Action, Grouping, Pane, Screen};
use crate::tui::app::{App, Tone};
use crate::tui::areas::{Areas, Target};
use crate::tui::jobs::{Activity, Kind};
use crate::tui::keymap::{BINDINGS, Context};
use crate::tui::lang::{Lang, Said, counted, grouped_digits};
use crate::tui::model::{Stage, Step};
use crate::tui::mouse::column_of;
use crate::tui::paint::Paint;
use crate::tui::theme::Role;
use crate::tui::{overlays, screens};
use crate::visible;
use ratatui::Frame;
use ratatui::layout::Rect;

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
            overlays::view(app, overlay, &mut paint, area);
        }
    }
    if app.theme.is_ascii {
        paint.to_ascii();
    }
    let areas = paint.areas;
    if let Some(cursor) = cursor.filter(|_| app.overlay.is_none()) {
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

fn status(app: &App, paint: &mut Paint<'_>, line: Rect) {
    let mut right = line.right().saturating_sub(1);
    let skipped = app.model.skipped.len();
    if skipped > 0 {
        let text = paint
            .pick((format!("{} skipped (!)", grouped_digits(skipped as u64)), format!("跳过 {skipped} (!)")));
        let width = visible::width(&text) as u16;
        right = right.saturating_sub(width);
        paint.say(right, line.y, width, &text, Role::Warn);
        paint.areas.push(Rect { x: right, width, ..line }, Target::Act(Action::Skipped));
        right = right.saturating_sub(2);
    }
    let told = || app.activity.iter().filter(|activity| worth_telling(activity));
    // What Esc cancels on this screen comes first.
    let is_of_here = |activity: &&Activity| match app.screen {
        Screen::Index => activity.kind == Kind::Index,
        Screen::Lab => matches!(activity.kind, Kind::Battery | Kind::Curve),
        _ => false,
    };
    let activity = told().find(is_of_here).or_else(|| told().next()).map(|activity| tell(app, activity));
    let line = Rect { x: line.x + typing_mark(app, paint, line), ..line };
    let room = right.saturating_sub(line.x + 1);
    match (&app.message, activity) {
        (Some((tone, message)), activity) => {
            let role = if *tone == Tone::Done { Role::Text } else { Role::Warn };
            let used = paint.say(line.x + 1, line.y, room, message, role);
            if let Some(activity) = activity {
                let left = room.saturating_sub(used + 3);
                paint.say(line.x + 1 + used + 3, line.y, left, &activity, Role::Dim);
            }
        }
        (None, Some(activity)) => {
            paint.say(line.x + 1, line.y, room, &activity, Role::Text);
        }
        (None, None) => {
            paint.say(line.x + 1, line.y, room, &standing(app), Role::Dim);
        }
    }
}

/// Says into which text the keys go; answers the columns used.
fn typing_mark(app: &App, paint: &mut Paint<'_>, line: Rect) -> u16 {
    let name = match app.typed_into() {
        Some(Pane::TextA) => "A",
        Some(_) => "B",
        None => return 0,
    };
    let said = paint.pick((format!("typing in {name}"), format!("正在输入 {name}")));
    paint.say(line.x + 1, line.y, line.width, &said, Role::Mark) + 2
}

/// Shorter work than this is over before it is read.
fn worth_telling(activity: &Activity) -> bool {
    matches!(activity.kind, Kind::Load) || activity.elapsed.as_millis() >= 150
}

fn tell(app: &App, activity: &Activity) -> String {
    let lang = app.lang;
    // A comparison goes group by group; only here is it known how many pairs all of them have.
    let total = activity.total;
    let share = (total > 0).then(|| (activity.done as f64 / total as f64).min(1.0));
    let bar = share.map_or(String::new(), |share| {
        let full = (share * 12.0) as usize;
        format!(" {}{} {:>3.0} %", "█".repeat(full), "░".repeat(12 - full), share * 100.0)
    });
    let what = lang.pick(match activity.kind {
        Kind::Load => ("reading and hashing", "读取并计算"),
        Kind::Hash => ("hashing", "计算签名"),
        Kind::Tree => ("building the dendrogram", "构建树"),
        Kind::Spread => ("measuring all pairs", "测量所有文档对"),
        Kind::Leaders => ("seeking leaders", "寻找首领"),
        Kind::Rows => ("filtering and sorting", "筛选与排序"),
        Kind::Risk => ("measuring which documents are too short", "测量哪些文档过短"),
        Kind::Cells => ("drawing the heatmap", "绘制热图"),
        Kind::Closest => ("seeking the closest pair", "寻找最近的一对"),
        Kind::Trace => ("tracing the document", "追踪文档"),
        Kind::Preview => ("signing the document", "计算文档签名"),
        Kind::Second if app.beside.hashed.is_none() => ("hashing under recipe B", "按配方 B 计算签名"),
        Kind::Second => ("building the dendrogram of recipe B", "构建配方 B 的树"),
        Kind::Contrast => ("comparing what both recipes see", "对比两个配方所见"),
        Kind::SecondTrace => ("tracing under recipe B", "按配方 B 追踪文档"),
        Kind::Index => ("building", "构建"),
        Kind::LookUp => ("looking the document up", "查找文档"),
        Kind::Lab => ("tracing both texts", "追踪两个文本"),
        Kind::Battery => ("trying edits", "试各种编辑"),
        Kind::Edit => ("editing", "编辑"),
        Kind::Curve => ("measuring the length curve", "测量长度曲线"),
        Kind::Export => ("exporting", "导出"),
    });
    let what = match (activity.kind, app.index.next_to_build()) {
        (Kind::Index, Some(line)) => {
            let (built, all) = (app.index.built_count() + 1, app.index.to_build());
            format!("{what} {} ({built}/{all})", app.index.lines[line].strategy)
        }
        (Kind::Index, None) => lang.pick(("planning", "规划")).to_owned(),
        _ => what.to_owned(),
    };
    let documents = match activity.kind {
        Kind::Load => app.model.corpus.len() as u64,
        Kind::Hash => activity.done,
        _ => 0,
    };
    let seconds = activity.elapsed.as_secs_f64();
    let rate = match documents {
        0 => String::new(),
        _ if seconds < 0.2 || (documents as f64) < seconds => String::new(),
        _ => {
            let rate = grouped_digits((documents as f64 / seconds) as u64);
            lang.pick((format!(" · {rate} documents/s"), format!(" · 每秒 {rate} 篇")))
        }
    };
    let esc = match activity.kind {
        Kind::Load
        | Kind::Hash
        | Kind::Tree
        | Kind::Spread
        | Kind::Leaders
        | Kind::Risk
        | Kind::Second
        | Kind::Index
        | Kind::Battery
        | Kind::Curve
        | Kind::Contrast => lang.pick((" · Esc cancels", " · Esc 取消")),
        _ => "",
    };
    let extent = app.extent().filter(|_| activity.kind == Kind::Tree);
    let what = extent.unwrap_or(what);
    format!("{what}{bar}{rate}{esc}")
}

/// How things stand when nothing happens.
fn standing(app: &App) -> String {
    let lang = app.lang;
    if app.screen == Screen::Lab {
        return screens::lab::standing(app);
    }
    match app.model.stage {
        Stage::Cancelled(step) => {
            let what = lang.pick(match step {
                Step::Hash => ("signatures", "签名"),
                Step::Tree => ("groups", "分组"),
                Step::Spread => ("diameters and histogram", "直径与直方图"),
            });
            lang.pick((
                format!("{what}: cancelled; r starts again"),
                format!("{what}：已取消；按 r 重新开始"),
            ))
        }
        Stage::Ready => {
            let empty = app.model.empty_documents();
            let exact = app.extent();
            let exact = exact.as_deref().unwrap_or(lang.pick(("exact for every k", "对每个 k 都精确")));
            let (dead, bits) = (app.model.shares.dead().count_ones(), app.model.recipe.bits);
            let alive = u32::from(bits.get()) - dead;
            let exact = match dead {
                0 => exact.to_owned(),
                _ => lang.pick((
                    format!("{exact} · effective bits: {alive} of {bits}"),
                    format!("{exact} · 有效位：{bits} 位中 {alive} 位"),
                )),
            };
            match empty {
                0 => exact,
                _ => lang.pick((
                    format!("{exact} · {} in no group", counted(empty, "empty document", "empty documents")),
                    format!("{exact} · {empty} 篇空文档不入组"),
                )),
            }
        }
        _ => String::new(),
    }
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
