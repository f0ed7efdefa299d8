//! The screen Matrix: what a dot shows of its pairs, jumps, and one group alone.

use crate::support::{Rig, sample, start};
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use ratatui::style::Color;
use simscope::corpus::Source;
use simscope::hamming::{Show, distance};
use simscope::tui::action::{Action, Screen};
use simscope::tui::frame::still;
use simscope::tui::screens::matrix::State;
use simscope::tui::screens::matrix::keys::{Act, Pane};
use simscope::tui::shared::Start;
use simscope::tui::sheet::Sheet;
use simscope::tui::surface::areas::Target;
use simscope::tui::surface::mouse::Mouse;
use simscope::tui::surface::theme::{Depth, Theme};
use std::collections::BTreeSet;

const LIGHT: Theme = Theme::of(Depth::True, false, false);
const MONO: Theme = Theme::of(Depth::Mono, true, false);

/// The matrix at a size at which a dot has several pairs.
fn matrix(start: Start) -> Rig {
    let mut rig = Rig::open(start, 80, 24);
    rig.act(Action::Go(Screen::Matrix));
    rig
}

fn own(rig: &Rig) -> &State {
    &rig.app.screens.matrix
}

/// The distances of the pairs of two documents in a cell of what is shown.
fn distances(rig: &Rig, cell: usize) -> Vec<u8> {
    let shown = own(rig).shown_now().unwrap();
    let (window, signatures) = (&shown.window, &shown.arranged.signatures);
    let step = window.step;
    let span = |start: usize, at: usize| step.span(step.cell(start) + at, signatures.len());
    let rows = span(window.rows.start, cell / shown.cells.width);
    let columns = span(window.columns.start, cell % shown.cells.width);
    rows.flat_map(|row| columns.clone().map(move |column| (row, column)))
        .filter(|(row, column)| row != column)
        .map(|(row, column)| distance(signatures.get(row), signatures.get(column)))
        .collect()
}

#[test]
fn a_dot_shows_the_nearest_the_mean_or_the_share_of_its_pairs_at_every_k() {
    let mut rig = matrix(start());
    assert_eq!(own(&rig).show(), Show::Mean);
    rig.press("v s v s");
    for show in Show::ALL {
        assert_eq!(own(&rig).show(), show);
        for k in [0, 3, 20, 64] {
            rig.act(Action::SetK(k));
            let shown = own(&rig).shown_now().unwrap().clone();
            assert!(!shown.window.step.is_one());
            assert_eq!(own(&rig).show_now(&shown), show);
            for cell in 0..shown.cells.minima.len() {
                let of_pairs = distances(&rig, cell);
                let (n, value) = (of_pairs.len() as f64, shown.value(cell, show, k));
                let sum: u64 = of_pairs.iter().map(|&distance| u64::from(distance)).sum();
                let within = of_pairs.iter().filter(|&&distance| distance <= k).count();
                match show {
                    _ if of_pairs.is_empty() => assert!(value.is_nan()),
                    Show::Nearest => assert_eq!(Some(value), of_pairs.iter().min().map(|&d| f32::from(d))),
                    Show::Mean => assert_eq!(value, (sum as f64 / n) as f32),
                    Show::Share => assert_eq!(value, (within as f64 / n) as f32),
                }
            }
        }
        rig.press("v s");
    }
    assert_eq!(own(&rig).show(), Show::Nearest);
}

fn map(rig: &Rig) -> Rect {
    let heat = Target::Plane(Pane::Heat.into());
    rig.app.shared.drawn.areas.find(|target| *target == heat).unwrap()
}

#[test]
fn what_is_bright_are_the_pairs_within_k_and_nothing_is_computed_anew_when_k_moves() {
    let all = ["builtin.jsonl", "en_licenses.jsonl", "zh_tang_two_editions.jsonl", "en_sermon_kjv_asv.jsonl"];
    for (name, is_dark) in all.into_iter().flat_map(|name| [(name, true), (name, false)]) {
        let theme = Theme { is_dark, ..LIGHT };
        let mut rig = matrix(Start { theme, sources: vec![sample(name)], ..start() });
        let cells = own(&rig).shown_now().unwrap().cells.minima.as_ptr();
        let bright = if is_dark { Color::Rgb(255, 255, 255) } else { Color::Rgb(0, 0, 0) };
        for k in 0..=20 {
            rig.act(Action::SetK(k));
            let (area, shown) = (map(&rig), own(&rig).shown_now().unwrap());
            assert_eq!(shown.cells.minima.as_ptr(), cells);
            let geometry = own(&rig).heat_geometry(&rig.app.shared, area).unwrap();
            let (mut seen, mut within) = (0, 0);
            for (x, y) in (0..area.width).flat_map(|x| (0..area.height).map(move |y| (x, y))) {
                let cell = &rig.buffer()[(area.x + x, area.y + y)];
                for (half, colour) in [(0, cell.fg), (1, cell.bg)] {
                    let place = |dot, shown| geometry.span(dot, shown).start;
                    let row = place(usize::from(y) * 2 + half, &geometry.window.rows);
                    let column = place(x.into(), &geometry.window.columns);
                    // Neither the cursor nor what lies around the matrix.
                    let Some(of_dot) = shown.cell((row, column)).filter(|_| cell.symbol() != "◆") else {
                        continue;
                    };
                    let is_within = distances(&rig, of_dot).iter().any(|&distance| distance <= k);
                    // A corner has the brightness, but hides no pair within k.
                    let is_corner = ["╮", "╰"].contains(&cell.symbol());
                    let is_bright = colour == bright && !is_corner;
                    assert_eq!(is_bright, is_within, "{name} {k} {row} {column}\n{}", rig.text());
                    (seen, within) = (seen + 1, within + usize::from(is_within));
                }
            }
            assert!(seen > 900 && (k == 0 || within > 0), "{name} {k} {seen} {within}");
        }
    }
}

#[test]
fn of_thousands_of_documents_the_sixty_largest_groups_come_first() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.jsonl");
    let mut texts = Vec::new();
    for group in 0..70 {
        // All but the last group twice or more; the others stand alone.
        let text = (0..9).map(|word| format!("w{}", group * 9 + word)).collect::<Vec<_>>().join(" ");
        texts.extend(std::iter::repeat_n(text, 2 + group / 7));
    }
    texts.extend((0..800).map(|alone| (0..9).map(|word| format!("a{} ", alone * 9 + word)).collect()));
    let lines: Vec<String> = (texts.iter().enumerate())
        .map(|(id, text)| format!("{{\"id\":\"d{id}\",\"text\":\"{text}\"}}"))
        .collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 160, 50);
    rig.app.shared.select_document(0);
    let largest = |rig: &Rig| {
        let groups = rig.app.shared.groups.as_ref().unwrap();
        let mut largest: Vec<u32> =
            (1..=groups.count().min(60)).flat_map(|number| groups.members(number).to_vec()).collect();
        largest.sort_unstable();
        largest
    };
    let shown = |rig: &Rig| {
        let mut shown = own(rig).shown_now().unwrap().arranged.documents.to_vec();
        shown.sort_unstable();
        shown
    };
    rig.press("4");
    // The first group has two documents and is none of the largest: the selection stays.
    assert!(rig.message().contains("in none of these groups"), "{}", rig.message());
    assert_eq!(rig.app.shared.selected, 0);
    for k in [3, 0, 1, 14] {
        rig.app.update(Action::SetK(k));
        // What was drawn stays until the groups at k are.
        rig.draw();
        assert!(!rig.text().contains("drawing…"), "{}", rig.text());
        rig.settle();
        assert_eq!(shown(&rig), largest(&rig), "{k}");
        let (groups, some) = (rig.app.shared.groups.as_ref().unwrap().count(), shown(&rig).len());
        let title = format!("60 of {groups} groups, {some} of 1,{} documents; v g: all", texts.len() - 1000);
        assert!(groups >= 70 && rig.text().contains(&title), "{title}\n{}", rig.text());
        assert!(rig.text().contains(" #1 ") && rig.text().contains(" #2 "), "{}", rig.text());
    }
    rig.press("v o");
    assert_eq!(shown(&rig), largest(&rig));
    rig.press("v o v o").act(Action::SetK(3)).press("v g");
    assert_eq!(shown(&rig).len(), texts.len());
    rig.press("v g");
    assert_eq!(shown(&rig), [0, 1], "{}", rig.text());
    assert!(rig.text().contains("group #"), "{}", rig.text());
    rig.press("v g");
    assert_eq!(shown(&rig), largest(&rig));
}

#[test]
fn switching_what_a_dot_shows_counts_nothing_again() {
    let mut rig = matrix(start());
    let before = own(&rig).shown_now().unwrap().cells.minima.as_ptr();
    for keys in ["v s", "v s", "]", "v s"] {
        rig.press_unsettled(keys).draw();
        assert!(!rig.app.shared.runs(simscope::tui::screens::matrix::work::CELLS), "{keys}");
    }
    assert_eq!(own(&rig).shown_now().unwrap().cells.minima.as_ptr(), before);
}

#[test]
fn jumps_visit_every_dot_above_the_diagonal_with_a_pair_within_k_there_and_back() {
    for (keys, k) in [("", 3), ("v o", 3), ("v o v o", 12), ("z z z", 8)] {
        let mut rig = matrix(start());
        rig.act(Action::SetK(k));
        if !keys.is_empty() {
            rig.press(keys);
        }
        rig.press("home");
        let step = own(&rig).shown_now().unwrap().window.step;
        let signatures = &own(&rig).shown_now().unwrap().arranged.signatures;
        let mut near: BTreeSet<(usize, usize)> = BTreeSet::new();
        for row in 0..signatures.len() {
            for column in row + 1..signatures.len() {
                let is_near = distance(signatures.get(row), signatures.get(column)) <= k;
                if is_near && step.cell(column) > step.cell(row) {
                    near.insert((step.cell(row), step.cell(column)));
                }
            }
        }
        assert!(near.len() > 2, "{keys}");
        let dot = |rig: &Rig| (step.cell(own(rig).cursor.0), step.cell(own(rig).cursor.1));
        for &expected in &near {
            rig.press("n");
            assert_eq!(dot(&rig), expected, "{keys}");
            let cell = own(&rig).cell_at_cursor(&rig.app.shared).unwrap();
            let signatures = &own(&rig).shown_now().unwrap().arranged.signatures;
            let nearest = cell.0.flat_map(|row| cell.1.clone().map(move |column| (row, column)));
            let nearest = nearest
                .map(|(row, column)| distance(signatures.get(row), signatures.get(column)))
                .min()
                .unwrap();
            assert!(rig.message().contains(&format!("d = {nearest},")), "{}", rig.message());
            assert!(rig.text().contains('◆'), "{}", rig.text());
        }
        assert!(rig.press("n").message().contains("no further dot"), "{}", rig.message());
        for &expected in near.iter().rev().skip(1) {
            rig.press("N");
            assert_eq!(dot(&rig), expected, "{keys}");
        }
        assert!(rig.press("N").message().contains("no earlier dot"), "{}", rig.message());
    }
}

#[test]
fn one_group_alone_has_its_rows_and_columns_and_follows_k() {
    let mut rig = matrix(start());
    for keys in ["v g", "v o", "v o"] {
        rig.press(keys);
        let (groups, shared) = (rig.app.shared.groups.as_ref().unwrap(), &rig.app.shared);
        let mut members = groups.members(groups.number_of(shared.selected).unwrap()).to_vec();
        members.sort_unstable();
        let mut shown = own(&rig).shown_now().unwrap().arranged.documents.to_vec();
        shown.sort_unstable();
        assert_eq!(shown, members, "{keys}");
        assert!(rig.text().contains("▸ group #1 · mean distance"), "{}", rig.text());
    }
    rig.press("v o");
    insta::assert_snapshot!("matrix_group_80x24", rig.text());
    rig.act(Action::SetK(8));
    let groups = rig.app.shared.groups.as_ref().unwrap();
    let len = groups.members(groups.number_of(rig.app.shared.selected).unwrap()).len();
    assert_eq!(own(&rig).heat_len(&rig.app.shared), len);
    assert!(rig.press("esc").message().contains("all 88 documents"), "{}", rig.message());
    assert_eq!(own(&rig).heat_len(&rig.app.shared), 88);
    assert!(rig.press("esc").message().contains("nothing to cancel"));
    // A document that is selected elsewhere is shown, with all others.
    rig.press("v g 1 end 4");
    assert_eq!(own(&rig).heat_len(&rig.app.shared), 88, "{}", rig.text());
    // At a k at which its document is alone there is no group to show.
    rig.act(Action::SetK(3)).press("home v g");
    assert!(own(&rig).group().is_some(), "{}", rig.message());
    rig.act(Action::SetK(0));
    let is_grouped = |rig: &Rig| {
        let shared = &rig.app.shared;
        shared.groups.as_ref().is_some_and(|groups| groups.number_of(shared.selected).is_some())
    };
    assert_eq!(own(&rig).group().is_some(), is_grouped(&rig));
    rig.act(Action::SetRecipe(simscope::recipe::Recipe::named("java").unwrap()));
    assert_eq!(own(&rig).group(), None);
}

#[test]
fn a_document_without_a_group_has_none_to_show() {
    let mut rig = matrix(start());
    rig.act(Action::SetK(0));
    let groups = rig.app.shared.groups.as_ref().unwrap();
    let alone = rig.app.shared.model.documents.iter().find(|document| groups.number_of(**document).is_none());
    let alone = *alone.unwrap();
    rig.app.shared.select_document(alone);
    rig.press("v g");
    assert!(rig.message().contains("in no group at k = 0"), "{}", rig.message());
    assert_eq!(own(&rig).group(), None);
}

#[test]
fn a_click_selects_the_pair_of_a_dot_also_in_one_group_alone() {
    let mut rig = matrix(start());
    for keys in ["", "v g", "v s"] {
        if !keys.is_empty() {
            rig.press(keys);
        }
        let area = map(&rig);
        let event = MouseEvent {
            kind: MouseEventKind::Down(MouseButton::Left),
            column: area.x + 2,
            row: area.y,
            modifiers: KeyModifiers::NONE,
        };
        let action = Mouse::default().action(&rig.app.shared.drawn.areas, event, std::time::Instant::now());
        rig.act(action.unwrap());
        let (row, column) = own(&rig).cursor;
        let documents = &own(&rig).shown_now().unwrap().arranged.documents;
        assert!(documents.contains(&rig.app.shared.selected) && row < documents.len());
        assert!(column < documents.len() && rig.text().contains('◆'), "{}", rig.text());
    }
}

#[test]
fn the_three_in_colours_on_light_and_in_signs_without_colours() {
    for (name, theme, shown) in
        [("light", LIGHT, &["nearest", "mean"][..]), ("mono", MONO, &["share", "mean"])]
    {
        let mut frames = Vec::new();
        let mut rig = matrix(Start { theme, ..start() });
        for show in ["mean", "share", "nearest"] {
            rig.app.shared.message = None;
            rig.draw();
            let frame = if name == "light" { rig.styled() } else { rig.text() };
            assert!(!frames.contains(&frame), "{name} {show}");
            frames.push(frame.clone());
            if shown.contains(&show) {
                insta::assert_snapshot!(format!("matrix_{name}_{show}_80x24"), frame);
            }
            rig.press("v s");
        }
    }
}

#[test]
fn the_legend_has_numbers_in_every_mode_and_size_at_every_k() {
    let mut rig = matrix(start());
    for theme in [LIGHT, MONO, Theme { is_ascii: true, ..MONO }, Theme { depth: Depth::Ansi16, ..LIGHT }] {
        rig.app.shared.theme = theme;
        for (width, height) in [(60, 16), (80, 24), (120, 36), (200, 60)] {
            rig.resize(width, height);
            for k in [0, 3, 12, 31, 40, 64] {
                rig.act(Action::SetK(k));
                for show in Show::ALL {
                    rig.app.screens.matrix.chosen = Some(show);
                    rig.draw();
                    let text = rig.text();
                    let lines: Vec<&str> = text.lines().collect();
                    // The lower border of the pair beside it has no digits.
                    let legend = lines[lines.len() - 3];
                    let numbers = legend.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
                    let least = if k == 64 { 1 } else { 2 };
                    let shown = format!("{theme:?} {width} {k} {show:?}\n{text}");
                    assert!(numbers.count() >= least && !legend.contains('…'), "{shown}");
                }
            }
        }
    }
}

#[test]
fn the_file_holds_what_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = matrix(start());
    for (head, what) in [
        ("mean", "mean distance"),
        ("share", "share of the pairs within k = 3"),
        ("distance", "smallest distance"),
    ] {
        let (table, picture) =
            (folder.path().join(format!("{head}.tsv")), folder.path().join(format!("{head}.svg")));
        rig.export(&table).unwrap();
        rig.export(&picture).unwrap();
        assert!(std::fs::read_to_string(&picture).unwrap().contains(what));
        let table = std::fs::read_to_string(&table).unwrap();
        let mut lines = table.lines();
        assert_eq!(lines.next().unwrap().rsplit('\t').next(), Some(head));
        let shown = own(&rig).shown_now().unwrap();
        let values = (0..shown.cells.minima.len()).map(|cell| shown.value(cell, own(&rig).show(), 3));
        let written: Vec<f32> =
            lines.map(|line| line.rsplit('\t').next().unwrap().parse().unwrap()).collect();
        assert_eq!(written, values.filter(|value| !value.is_nan()).collect::<Vec<_>>());
        rig.press("v s");
    }
}

/// The colours of the PNG that the screen writes, row by row, and how many there are in a row.
fn drawn(rig: &mut Rig, path: &std::path::Path) -> (usize, Vec<[u8; 3]>) {
    rig.export(path).unwrap();
    let mut reader =
        png::Decoder::new(std::io::BufReader::new(std::fs::File::open(path).unwrap())).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let palette = reader.info().palette.clone().unwrap();
    let colour = |&level: &u8| palette[3 * usize::from(level)..][..3].try_into().unwrap();
    (reader.info().width as usize, pixels.iter().map(colour).collect())
}

#[test]
fn the_picture_is_white_within_k_and_of_the_documents_that_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.jsonl");
    let mut texts: Vec<String> = (0..70)
        .flat_map(|group| {
            let text: Vec<String> = (0..9).map(|word| format!("w{}", group * 9 + word)).collect();
            std::iter::repeat_n(text.join(" "), 2 + group / 30)
        })
        .collect();
    texts.extend((0..900).map(|alone| (0..9).map(|word| format!("a{} ", alone * 9 + word)).collect()));
    let lines: Vec<String> = (texts.iter().enumerate())
        .map(|(id, text)| format!("{{\"id\":\"d{id}\",\"text\":\"{text}\"}}"))
        .collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let sources = [vec![sample("builtin.jsonl")], vec![Source::Path(path)]];
    for (corpus, keys) in [&["", "=9 enter", "v d"][..], &["", "v g"]].into_iter().enumerate() {
        let sources = sources[corpus].clone();
        let mut rig = matrix(Start { sources, ..start() });
        for (step, keys) in keys.iter().enumerate() {
            rig.press(keys);
            let (width, pixels) = drawn(&mut rig, &folder.path().join(format!("{corpus}{step}.png")));
            let (own, k) = (own(&rig), rig.app.shared.k);
            let shown = own.shown_now().unwrap();
            assert_eq!(shown.arranged.documents.len(), own.heat_len(&rig.app.shared));
            let each = width / shown.cells.width;
            let mut white = 0;
            for cell in 0..shown.cells.minima.len() {
                let (y, x) = (cell / shown.cells.width * each, cell % shown.cells.width * each);
                let [r, g, b] = pixels[y * width + x];
                let of_pairs = distances(&rig, cell);
                let within = of_pairs.iter().filter(|&&distance| distance <= k).count();
                let is_grey = r == g && g == b && !of_pairs.is_empty();
                assert_eq!(is_grey, within > 0, "{keys} {cell}: {r} {g} {b}");
                // One of a thousand pairs lights no cell.
                assert!(within == 0 || of_pairs.len() > 900 || r == 255, "{keys} {cell}: {r} {g} {b}");
                white += usize::from(within > 0);
            }
            assert!(white > 0, "{keys}");
        }
    }
}

#[test]
fn a_page_of_a_screen_with_pixels_has_the_picture_and_none_of_its_signs() {
    for keys in ["", "v s", "v s v s"] {
        let mut rig = matrix(Start { pixels: Some((9, 19)), ..start() });
        rig.press(keys);
        // Shares take memory for every dot: they stay in half blocks.
        let has_pixels = own(&rig).show() != Show::Share;
        let still = still(&rig.app, rig.buffer().area);
        let page = String::from_utf8(still.picture("html").unwrap().unwrap()).unwrap();
        assert_eq!(page.contains("href=\"data:image/png;base64,iVBOR"), has_pixels, "{keys}");
        assert_eq!(rig.text().contains('\u{10eeee}'), has_pixels, "{keys}");
        assert!(!page.contains('\u{10eeee}') && page.contains("◆"), "{keys}");
    }
}

#[test]
fn corners_of_groups_follow_k_and_are_not_of_leaders() {
    let mut rig = matrix(Start { theme: MONO, ..start() });
    rig.press("z z");
    let corners = |rig: &Rig| {
        let area = map(rig);
        rig.buffer()
            .content()
            .iter()
            .enumerate()
            .filter(|(at, cell)| {
                let (x, y) = rig.buffer().pos_of(*at);
                area.contains((x, y).into()) && ["╮", "╰"].contains(&cell.symbol())
            })
            .count()
    };
    let at_3 = corners(&rig);
    assert!(at_3 > 0, "{}", rig.text());
    // One group of all has its corners outside the map.
    rig.act(Action::SetK(64));
    assert_eq!(corners(&rig), 0, "{}", rig.text());
    rig.act(Action::SetK(3)).press("v w");
    assert_eq!(corners(&rig), 0, "{}", rig.text());
    rig.press("v w").act(Action::Matrix(Act::NextOrder));
    assert_eq!(corners(&rig), 0, "{}", rig.text());
}

#[test]
fn the_map_fills_its_pane_and_names_the_groups_at_its_edges() {
    for (theme, width, height) in
        [(start().theme, 120, 36), (start().theme, 160, 50), (start().theme, 200, 60), (MONO, 120, 36)]
    {
        let mut rig = matrix(Start { theme, ..start() });
        rig.resize(width, height);
        let area = map(&rig);
        let geometry = own(&rig).heat_geometry(&rig.app.shared, area).unwrap();
        let dots = geometry.magnify.first(geometry.window.step.cells(88) as isize) as usize;
        let columns = usize::from(area.width) / geometry.shape.columns();
        let lines = usize::from(area.height) * geometry.shape.dots_per_line();
        // All documents, in all columns and in all lines.
        assert_eq!((geometry.window.rows.len(), geometry.window.columns.len()), (88, 88));
        assert!(columns - dots < 2, "{width}: {dots} of {columns}\n{}", rig.text());
        assert!(dots + 1 >= lines, "{dots} of {lines}\n{}", rig.text());
        let lines: Vec<String> = rig.text().lines().map(str::to_owned).collect();
        let above = &lines[usize::from(area.y) - 1];
        assert!(above.contains("#1 ") && above.contains(" #2 "), "{}", rig.text());
        let beside: Vec<String> = (area.top()..area.bottom())
            .map(|y| lines[usize::from(y)].chars().take(usize::from(area.x)).collect())
            .collect();
        let has = |text: &str| beside.iter().any(|line| line.contains(text));
        assert!(has(" #1 ") && has(" #2 ") && has(" #16 "), "{}", rig.text());
        assert!(has("wire-bridge"), "{}", rig.text());
        // No group has edges where the order is another one.
        rig.press("v o");
        let wider = map(&rig);
        assert!(wider.x < area.x && wider.y < area.y, "{}", rig.text());
    }
}

#[test]
fn nothing_breaks_on_a_corpus_without_pairs() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["", "{\"id\":\"a\",\"text\":\"one\"}\n"] {
        let path = folder.path().join("few.jsonl");
        std::fs::write(&path, text).unwrap();
        let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 80, 24);
        rig.press("4 n N v s n v s v g v b v s v s esc z Z v o n v g");
        assert_eq!(rig.app.shared.screen, Screen::Matrix);
    }
}

#[test]
fn slow_drags_come_as_far_as_one_quick_one() {
    let dragged = |events: &[(i16, i16)]| {
        let mut rig = matrix(start());
        rig.press("v b z z z z");
        for &(dx, dy) in events {
            let pointer = simscope::tui::action::Pointer::Drag { x: 0, y: 0, dx, dy };
            rig.act(Action::Point(Pane::Heat.into(), pointer));
        }
        own(&rig).origin
    };
    let quick = dragged(&[(-24, -12)]);
    assert!(quick.0 > 0 && quick.1 > 0, "{quick:?}");
    assert_eq!(dragged(&[(-1, -1); 12].into_iter().chain([(-1, 0); 12]).collect::<Vec<_>>()), quick);
}

#[test]
fn a_short_text_leaves_its_lines_to_the_other_one() {
    let mut rig = Rig::open(start(), 200, 50);
    let text = rig.press("4").text();
    let right: Vec<&str> = text.lines().map(|line| line.rsplit('│').next().unwrap().trim()).collect();
    let column = right.iter().position(|line| *line == "col").unwrap();
    assert!(!right[column - 2].is_empty(), "{text}");
}
