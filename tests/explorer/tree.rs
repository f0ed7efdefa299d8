//! The picture of Threshold, read from its cells: the line at k, the bars, the tree, and what is said of a move of k.

use crate::support::{Rig, sample, start};
use ratatui::style::Color;
use simscope::corpus::Source;
use simscope::groups::Groups;
use simscope::random::Random;
use simscope::settings::{Given, Origin, Setting};
use simscope::tui::action::{Action, Pane, threshold};
use simscope::tui::beat::Beat;
use simscope::tui::screens::threshold::picture_width;
use simscope::tui::shared::Start;
use simscope::tui::surface::theme::{Depth, Role, Theme};
use simscope::tui::surface::{Axis, Rect, Target, counted, grouped_digits};
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

const WIDTH: u16 = 100;

fn open(sources: Vec<Source>, height: u16) -> Rig {
    let theme = Theme::of(Depth::True, true, false);
    let mut rig = Rig::open(Start { sources, theme, ..start() }, WIDTH, height);
    rig.press("3");
    rig
}

fn axis(rig: &Rig) -> Axis {
    rig.app.screens.threshold.axis(&rig.app.shared, picture_width(WIDTH))
}

/// The rows of the tree in view.
fn body(rig: &Rig) -> Rect {
    let pane = Pane::Threshold(threshold::Pane::Tree);
    let areas = &rig.app.shared.drawn.areas;
    let rows = areas.find(|target| matches!(target, Target::Rows { pane: of, .. } if *of == pane));
    let body = areas.find(|target| *target == Target::Pane(pane)).unwrap();
    rows.unwrap_or(Rect { height: 0, ..body })
}

fn lines(rig: &Rig) -> Vec<String> {
    rig.text().lines().map(str::to_owned).collect()
}

fn ink(rig: &Rig, role: Role) -> Color {
    rig.app.shared.theme.style(role).fg.unwrap()
}

/// Whether a name that is shown, perhaps without its middle, is this one.
fn is_of(id: &str, shown: &str) -> bool {
    match shown.split_once('…') {
        Some((start, end)) => id.starts_with(start) && id.ends_with(end),
        None => id == shown,
    }
}

fn sets(groups: &Groups) -> BTreeSet<BTreeSet<u32>> {
    (1..=groups.count()).map(|number| groups.members(number).iter().copied().collect()).collect()
}

/// The picture at this k is what `groups` and `sweep` say.
fn check(rig: &Rig, k: u8) {
    let (shared, axis, body) = (&rig.app.shared, axis(rig), body(rig));
    let tree = shared.model.tree.as_ref().unwrap();
    let (groups, buffer) = (tree.cut(k), rig.buffer());
    assert_eq!(sets(&groups), sets(shared.groups.as_ref().unwrap()));
    let (at, lines) = (axis.line(k), lines(rig));
    // The bars are bright within k and dim beyond.
    let bars = lines.iter().position(|line| line.contains("Pairs by distance")).unwrap() as u16 + 1;
    for distance in axis.distances() {
        for (x, y) in axis.bar(distance).flat_map(|x| (bars..body.y - 2).map(move |y| (x, y))) {
            let cell = &buffer[(x, y)];
            let roles = if distance <= k { [Role::Within, Role::Zero] } else { [Role::Beyond; 2] };
            let is_bar = !matches!(cell.symbol(), " " | "┃" | "▏");
            assert!(
                !is_bar || roles.iter().any(|role| cell.fg == ink(rig, *role)),
                "d = {distance}\n{}",
                rig.text()
            );
        }
    }
    // Each group crosses the line once, in the row of its representative, and what is alone does not.
    let mut crossing = BTreeSet::new();
    for y in body.top()..body.bottom() {
        let symbol = buffer[(at, y)].symbol();
        assert!(axis.cell == 1 || matches!(symbol, "┃" | "╋"), "{symbol} at k\n{}", rig.text());
        if symbol == "╋" {
            crossing.insert(
                lines[usize::from(y)]
                    .trim_start_matches(['▸', ' '])
                    .split([' ', '━'])
                    .next()
                    .unwrap()
                    .to_owned(),
            );
        }
        // Heavy lines are left of k.
        let heavy = |x: &u16| "━┃┳┓┛┫┻╋".contains(buffer[(*x, y)].symbol());
        assert!(!(at + 1..WIDTH).any(|x| heavy(&x)), "{}", rig.text());
    }
    let names = (1..=groups.count()).map(|number| shared.document(groups.members(number)[0]).id.to_owned());
    let all: usize = (1..=groups.count()).map(|number| groups.members(number).len()).sum();
    if axis.cell > 1 && usize::from(body.height) > shared.model.documents.len() {
        let names: Vec<String> = names.collect();
        let has = |shown: &String| names.iter().any(|name| is_of(name, shown));
        assert!(crossing.len() == names.len() && crossing.iter().all(has), "{names:?}\n{}", rig.text());
    }
    let alone = shared.model.documents.len() - all;
    let title = format!(
        "Tree: {} group{}, {alone} alone",
        groups.count(),
        if groups.count() == 1 { "" } else { "s" }
    );
    assert!(lines[usize::from(body.y) - 1].contains(&title), "{title}\n{}", rig.text());
    let pairs = shared.model.sweep[usize::from(k)].pairs.unwrap();
    let said = if pairs == 0 { "no pair".to_owned() } else { format!("{} pair", grouped_digits(pairs)) };
    assert!(lines[3].contains(&said) || lines[2].contains(&said), "{said}\n{}", rig.text());
}

/// What is said of a move, and lit, is what both partitions say.
fn check_move(rig: &Rig, from: u8, to: u8) {
    let (shared, body) = (&rig.app.shared, body(rig));
    let tree = shared.model.tree.as_ref().unwrap();
    let [low, high] = [from.min(to), from.max(to)].map(|k| tree.cut(k));
    let [before, after] = [&low, &high].map(sets);
    let changed: BTreeSet<_> = after.difference(&before).flatten().copied().collect();
    let parts = |group: &BTreeSet<u32>| before.iter().filter(|part| part.is_subset(group)).count();
    let words = if from < to { ["new", "larger", "merged"] } else { ["dissolved", "smaller", "split"] };
    let mut said = Vec::new();
    for (at, word) in words.into_iter().enumerate() {
        let count = after.difference(&before).filter(|group| parts(group).min(2) == at).count();
        let groups = if said.is_empty() { counted(count, "group", "groups") } else { count.to_string() };
        said.extend((count > 0).then(|| format!("{groups} {word}")));
    }
    let joined = high.grouped() - low.grouped();
    if joined > 0 {
        let word = if from < to { "joined" } else { "left" };
        said.push(format!("{} {word}", counted(joined, "document", "documents")));
    }
    if said.is_empty() {
        said.push("no group changes".to_owned());
    }
    let said = format!("{from} → {to}: {}", said.join(", "));
    assert!(rig.text().contains(&said), "{said}\n{}", rig.text());
    let lines = lines(rig);
    for y in body.top()..body.bottom() {
        let name = lines[usize::from(y)]
            .trim_start_matches(['▸', ' '])
            .split([' ', '━', '·'])
            .next()
            .unwrap()
            .to_owned();
        let document = (0..shared.model.corpus.len() as u32)
            .find(|&at| !name.is_empty() && is_of(shared.document(at).id, &name));
        if let Some(document) = document {
            let is_lit = rig.buffer()[(1, y)].fg == ink(rig, Role::Accent);
            assert_eq!(is_lit, changed.contains(&document), "{name}\n{}", rig.text());
        }
    }
    let before = axis(rig).line(from);
    assert!("▏●☆".contains(rig.buffer()[(before, 1)].symbol()), "{}", rig.text());
}

/// To a k, as fast as a key: no job is needed between it and the picture.
fn set_k(rig: &mut Rig, k: u8) {
    rig.app.update(Action::SetK(k));
    rig.draw();
}

fn check_all(rig: &mut Rig) {
    let most = rig.app.screens.threshold.landmarks(&rig.app.shared).iter().map(|(_, k)| *k).max();
    set_k(rig, 0);
    for k in 1..=most.unwrap_or(14) + 4 {
        set_k(rig, k);
        check(rig, k);
        check_move(rig, k - 1, k);
    }
    for (from, to) in [(9, 2), (2, 7)] {
        set_k(rig, from);
        set_k(rig, to);
        check_move(rig, from, to);
    }
}

#[test]
fn the_picture_of_the_samples_is_that_of_groups_and_sweep_at_every_k() {
    check_all(&mut open(start().sources, 140));
    check_all(&mut open(vec![sample("en_sermon_kjv_asv.jsonl")], 24));
}

#[test]
fn the_picture_of_any_corpus_is_that_of_its_groups() {
    let folder = tempfile::tempdir().unwrap();
    for seed in 0..50 {
        let mut random = Random::of(&[seed, 60]);
        let mut texts: Vec<Vec<usize>> = Vec::new();
        for _ in 0..8 + random.below(24) {
            let text = match texts.len() {
                0 => (0..30).map(|_| random.below(4_000)).collect(),
                of if random.below(4) > 0 => {
                    let mut text = texts[random.below(of)].clone();
                    for _ in 0..random.below(5) {
                        let at = random.below(text.len());
                        text[at] = random.below(4_000);
                    }
                    text
                }
                _ => (0..30).map(|_| random.below(4_000)).collect(),
            };
            texts.push(text);
        }
        let text =
            |words: &Vec<usize>| words.iter().map(|word| format!("w{word}")).collect::<Vec<_>>().join(" ");
        let records = texts
            .iter()
            .enumerate()
            .map(|(at, words)| format!("{{\"id\": \"n{at}\", \"text\": \"{}\"}}\n", text(words)));
        let path = folder.path().join(format!("{seed}.jsonl"));
        std::fs::write(&path, records.collect::<String>()).unwrap();
        check_all(&mut open(vec![Source::Path(path)], 90));
    }
}

#[test]
fn rows_are_unfolded_and_folded_and_the_selected_document_keeps_its_line() {
    let mut rig = open(start().sources, 36);
    rig.press("home");
    let rows = |rig: &Rig| {
        let body = body(rig);
        lines(rig)[body.top().into()..body.bottom().into()].to_vec()
    };
    let folded = rows(&rig).iter().position(|row| row.contains(" ×")).unwrap();
    let count: usize =
        rows(&rig)[folded].split(" ×").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let first = rig.app.shared.drawn.areas.find(|target| matches!(target, Target::Rows { first: 0, .. }));
    assert!(first.is_some(), "the list begins with its first row");
    rig.act(Action::SelectRow(Pane::Threshold(threshold::Pane::Tree), folded));
    let before = rows(&rig);
    rig.press("right");
    let after = rows(&rig);
    assert_eq!(after[folded + count..], before[folded + 1..before.len() + 1 - count]);
    rig.press("down left");
    assert_eq!(rows(&rig)[folded], before[folded]);
    let mut rig = open(vec![sample("en_licenses.jsonl")], 36);
    rig.press("down down down");
    // A larger k makes one row of a large group; the row that is selected stays where it was on the screen.
    let marked = |rig: &Rig| rows(rig).iter().position(|row| row.starts_with('▸'));
    let at = marked(&rig).unwrap();
    rig.act(Action::SetK(8));
    assert_eq!(marked(&rig), Some(at), "{}", rig.text());
    rig.act(Action::SetK(14));
    assert!(rows(&rig).iter().any(|row| row.contains(" ×111")), "{}", rig.text());
    rig.press("z");
    assert!(axis(&rig).has(60) && rig.text().contains("┃"), "{}", rig.text());
}

#[test]
fn n_goes_through_the_groups_that_the_last_move_has_changed_and_back() {
    let mut rig = open(vec![sample("en_licenses.jsonl")], 24);
    rig.act(Action::SetK(3)).press("home").act(Action::SetK(4));
    let [before, after] = [3, 4].map(|k| rig.app.shared.model.tree.as_ref().unwrap().cut(k));
    let old = sets(&before);
    let is_changed = |group: &BTreeSet<u32>| !old.contains(group);
    let changed: BTreeSet<BTreeSet<u32>> = sets(&after).into_iter().filter(is_changed).collect();
    let mut met = BTreeSet::new();
    for _ in 0..changed.len() {
        rig.press("n");
        let number = after.number_of(rig.app.shared.selected).unwrap();
        met.insert(after.members(number).iter().copied().collect::<BTreeSet<u32>>());
        let body = body(&rig);
        assert!(lines(&rig)[body.top().into()..body.bottom().into()].iter().any(|row| row.starts_with('▸')));
    }
    assert_eq!(met, changed);
    assert!(rig.press("n").message().contains("no changed group further down"), "{}", rig.message());
    let last = rig.app.shared.selected;
    rig.act(Action::StepDocument(-1));
    assert!(rig.app.shared.selected != last && met.iter().flatten().any(|at| *at == rig.app.shared.selected));
}

/// With `motion` set so.
fn moving(motion: &str) -> Rig {
    let (mut start, from) = (start(), Origin::Environment("SIMSCOPE_MOTION"));
    start.theme = Theme::of(Depth::True, true, false);
    start.opening.settings.values.insert(Setting::Motion, Given { text: motion.to_owned(), from });
    let mut rig = Rig::open(start, WIDTH, 140);
    rig.press("3");
    rig
}

#[test]
fn what_a_move_changed_is_lit_for_a_second_and_a_half() {
    let (mut rig, mut beat, from) = (moving("on"), Beat::default(), Instant::now());
    let at = |tenths: u64| from + Duration::from_millis(100 * tenths);
    let is_lit = |rig: &Rig| {
        let body = body(rig);
        (body.top()..body.bottom()).any(|y| rig.buffer()[(1, y)].fg == ink(rig, Role::Accent))
    };
    assert_eq!(beat.left(rig.app.beat(), at(0)), None, "without a move nothing waits");
    rig.press("=").press("6 enter ]");
    let moved = (rig.app.shared.lit().to_vec(), rig.app.beat());
    assert!(is_lit(&rig) && !moved.0.is_empty(), "{}", rig.text());
    assert!(beat.left(rig.app.beat(), at(0)).unwrap() >= Duration::from_millis(1500));
    assert!(!beat.is_due(rig.app.beat(), at(10)));
    // The next move begins its own time.
    rig.press("]");
    assert!(!rig.app.shared.lit().is_empty() && rig.app.beat() != moved.1);
    assert!(!beat.is_due(rig.app.beat(), at(14)));
    assert!(!beat.is_due(rig.app.beat(), at(28)));
    assert!(beat.is_due(rig.app.beat(), at(30)));
    let said = rig.app.shared.moved().unwrap().said(&rig.app.shared);
    rig.app.tick();
    rig.draw();
    assert!(!is_lit(&rig) && rig.text().contains(&said), "{}", rig.text());
    assert_eq!(beat.left(rig.app.beat(), at(31)), None, "then nothing waits any more");
    rig.press("n");
    assert_ne!(rig.message(), "no changed group further down", "n goes on walking through them");
    rig.press("[");
    assert!(is_lit(&rig), "{}", rig.text());

    let mut rig = moving("off");
    rig.press("=").press("6 enter ]");
    assert!(is_lit(&rig) && rig.app.beat().is_none(), "it stays until the next move");
}

#[test]
fn the_list_says_how_each_group_stood_before_the_move() {
    let mut rig = moving("off");
    rig.press("=").press("7 enter v g");
    for (key, from) in [("]", 7), ("[", 8), ("[", 7), ("]", 6)] {
        rig.press(key);
        let (shared, text) = (&rig.app.shared, rig.text());
        let (before, groups) =
            (shared.model.tree.as_ref().unwrap().cut(from), shared.groups.as_ref().unwrap());
        let lines: Vec<&str> = text.lines().collect();
        let head = lines.iter().position(|line| line.contains("widest") && line.contains('▏')).unwrap();
        let column = lines[head].chars().position(|c| c == '▏').unwrap();
        let shown = lines[head + 1..].iter().take(groups.count().min(8));
        for (number, line) in (1..).zip(shown) {
            let cell: String = line.chars().take(column + 1).collect();
            let cell = cell.split(' ').next_back().unwrap();
            let members = groups.members(number);
            let whole = before.number_of(members[0]).map_or(1, |of| before.members(of).len());
            let expected = match groups.pieces_of(number, &before) {
                pieces @ 2.. => format!("{pieces}→"),
                _ if whole > members.len() => format!("⊂{whole}"),
                _ => "=".to_owned(),
            };
            assert_eq!(cell, expected, "group {number}, k before {from}\n{text}");
        }
    }
}

#[test]
fn neighbouring_groups_have_different_colours_and_the_list_has_the_same() {
    let mut rig = moving("off");
    rig.press("=").press("7 enter");
    rig.app.shared.unlight();
    rig.draw();
    let (shared, body, axis) = (&rig.app.shared, body(&rig), axis(&rig));
    let groups = shared.groups.as_ref().unwrap();
    let colour = |y: u16| rig.buffer()[(axis.columns().start, y)].fg;
    let heavy: Vec<u16> =
        (body.top()..body.bottom()).filter(|&y| rig.buffer()[(axis.line(7), y)].symbol() == "╋").collect();
    assert!(heavy.len() == groups.count() && groups.count() > 9, "{}", rig.text());
    assert!(heavy.windows(2).all(|pair| colour(pair[0]) != colour(pair[1])), "{}", rig.styled());
    let inks: BTreeSet<String> = heavy.iter().map(|&y| format!("{:?}", colour(y))).collect();
    assert_eq!(inks.len(), 3);
    let shown: Vec<(String, Color)> =
        heavy.iter().map(|&y| (lines(&rig)[usize::from(y)].chars().take(20).collect(), colour(y))).collect();
    rig.press("v g");
    let (text, first) = (rig.text(), rig.app.shared.groups.as_ref().unwrap().members(1)[0]);
    let id = rig.app.shared.document(first).id;
    let row = text.lines().position(|line| line.contains(" 1 ") && line.contains(id)).unwrap() as u16;
    let number = (0..WIDTH).find(|&x| rig.buffer()[(x, row)].symbol() == "1").unwrap();
    let of_tree = shown.iter().find(|(name, _)| name.contains(id)).unwrap().1;
    assert_eq!(rig.buffer()[(number, row)].fg, of_tree, "{text}");
}

#[test]
fn the_title_says_whole_what_joins_next_and_at_which_k() {
    for (sources, (width, height)) in [Vec::new(), vec![sample("en_licenses.jsonl")]]
        .into_iter()
        .flat_map(|sources| [(80, 24), (120, 36), (200, 50)].map(|size| (sources.clone(), size)))
    {
        let sources = if sources.is_empty() { start().sources } else { sources };
        let mut rig = Rig::open(Start { sources, ..start() }, width, height);
        rig.press("3");
        for k in 0..=18 {
            rig.act(Action::SetK(k));
            let text = rig.text();
            let title = text.lines().find(|line| line.contains("Tree: ")).unwrap();
            let title = title.split("  Pairs").next().unwrap();
            let next = rig.app.shared.model.tree.as_ref().unwrap().gap().iter().filter(|gap| **gap > k).min();
            let said = title.split(" · next at ").nth(1).unwrap_or_default();
            let (number, names) = said.split_once(": ").unwrap_or_default();
            assert_eq!(number.parse().ok(), next.copied(), "{title}");
            // Whole: the size of what comes to be ends it, but for a sign that there is more.
            let names = names.trim_end().trim_end_matches(", …");
            assert!(names.contains(" + ") && names.ends_with(')'), "{title}");
        }
    }
}

#[test]
fn p_goes_to_the_pairs_that_the_last_move_decided_about() {
    let mut rig = open(vec![sample("en_licenses.jsonl")], 30);
    for (from, to) in [(3, 4), (4, 3), (3, 6), (8, 7)] {
        rig.press("v t").act(Action::SetK(from)).act(Action::SetK(to)).press("p");
        let shared = &rig.app.shared;
        let pairs = rig.app.screens.threshold.border_pairs(shared);
        let (low, high) = (from.min(to), from.max(to));
        let distances: BTreeSet<u8> = pairs.iter().map(|pair| pair.distance).collect();
        let wanted = (low + 1).min(to)..=high.max(to + 1);
        assert_eq!(distances, wanted.collect(), "{from} {to}");
        // The selected one links a group that is none at the smaller k.
        let pair = rig.app.screens.threshold.border_pair(shared).unwrap();
        let [at_low, at_high] = [low, high].map(|k| shared.model.tree.as_ref().unwrap().cut(k));
        let (a, b) = pair.documents;
        assert!((low + 1..=high).contains(&pair.distance), "{pair:?}");
        assert_eq!(at_high.number_of(a), at_high.number_of(b));
        assert!(at_low.number_of(a).is_none() || at_low.number_of(a) != at_low.number_of(b), "{pair:?}");
    }
}

#[test]
fn a_typed_k_leaves_the_selected_row_at_its_line() {
    let mut rig = open(vec![sample("en_licenses.jsonl")], 40);
    let line = |rig: &Rig| {
        let name = rig.app.shared.shown_id(rig.app.shared.selected);
        lines(rig).iter().position(|line| line.starts_with(&format!("▸{name}"))).unwrap()
    };
    for _ in 0..14 {
        rig.press("down");
    }
    let before = line(&rig);
    for keys in ["= 8 enter", "= 3 enter", "= 5 enter"] {
        rig.press(keys);
        assert_eq!(line(&rig), before, "{}", rig.text());
    }
}
