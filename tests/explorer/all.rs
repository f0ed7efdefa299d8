//! The explorer, driven by keys and actions, frame by frame.

use crate::support::{DARK, Rig, numbered, pane_name, sample, start};
use parquet::file::reader::{FileReader, SerializedFileReader};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::corpus::Source;
use simscope::groups;
use simscope::hamming::Signatures;
use simscope::recipe::{Recipe, Tokenizer, Weighting};
use simscope::tui::action::{Action, Pane, Part, Screen, Towards};
use simscope::tui::screens::corpus::columns::COLUMNS;
use simscope::tui::screens::threshold::picture_width;
use simscope::tui::screens::{anatomy, corpus, matrix};
use simscope::tui::shared::Start;
use simscope::tui::shared::grouping::Grouping;
use simscope::tui::shared::model::Stage;
use simscope::tui::surface::key::{Binding, says};
use simscope::tui::surface::keymap::{Context, Keymap};
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::mouse::Mouse;
use simscope::tui::surface::picture;
use simscope::tui::surface::theme::{Depth, Theme};
use simscope::tui::widgets::table::Sort;

const SIZES: [(u16, u16); 4] = [(120, 36), (80, 24), (60, 16), (200, 60)];

#[test]
fn every_screen_and_smaller_where_it_is_laid_out_otherwise() {
    use Screen::{Anatomy, Index, Matrix, Pair, Threshold};
    let all: Vec<_> = numbered().collect();
    for (width, height, shown) in
        [(120, 36, &all[..]), (80, 24, &[Anatomy, Matrix, Pair][..]), (60, 16, &[Threshold, Pair, Index][..])]
    {
        let mut rig = Rig::open(start(), width, height);
        for screen in shown {
            rig.act(Action::Go(*screen));
            insta::assert_snapshot!(format!("{screen:?}_{width}x{height}").to_lowercase(), rig.styled());
        }
    }
}

#[test]
fn screens_that_show_every_bit_show_128() {
    let mut rig = Rig::open(Start { recipe: with_bits(128), ..start() }, 120, 36);
    assert!(rig.act(Action::Go(Screen::Index)).text().contains("A 127-96"), "{}", rig.text());
    for screen in [Screen::Matrix, Screen::Anatomy] {
        rig.act(Action::Go(screen));
        insta::assert_snapshot!(format!("wide_{screen:?}_120x36").to_lowercase(), rig.text());
    }
    rig.press("v b");
    insta::assert_snapshot!("wide_square_120x36", rig.text());
}

#[test]
fn every_bit_of_128_can_be_reached() {
    for (width, height) in SIZES {
        let mut rig = Rig::open(Start { recipe: with_bits(128), ..start() }, width, height);
        rig.press("2");
        while rig.app.pane() != Pane::Anatomy(anatomy::keys::Pane::Sums) {
            rig.press("tab");
        }
        rig.press("home");
        assert_eq!(rig.app.screens.anatomy.bit, 127);
        for view in ["home", "home v b"] {
            rig.press(view);
            for bit in (0..127).rev() {
                rig.press("right");
                assert_eq!(rig.app.screens.anatomy.bit, bit);
                // The sentence about the bit, or the line of the square that holds it.
                let text = rig.text();
                let begins = |columns: u8| format!("\n{:>4} ", bit / columns * columns + columns - 1);
                let is_seen =
                    [format!("bit {bit} is "), begins(8), begins(16)].iter().any(|s| text.contains(s));
                assert!(is_seen, "{bit} at {width} × {height}");
            }
        }
    }
}

#[test]
fn up_and_down_go_between_the_two_lines_of_128_bits() {
    let mut rig = Rig::open(Start { recipe: with_bits(128), ..start() }, 120, 36);
    rig.press("2 tab home");
    assert_eq!(
        (rig.app.pane(), rig.app.screens.anatomy.bit),
        (Pane::Anatomy(anatomy::keys::Pane::Sums), 127)
    );
    for (key, bit) in [("down", 63), ("down", 63), ("right", 62), ("up", 126), ("up", 126)] {
        rig.press(key);
        assert_eq!(rig.app.screens.anatomy.bit, bit, "{key}");
    }
    // With as few bits as leave the other line without that place, nothing moves.
    let mut rig = Rig::open(Start { recipe: with_bits(100), ..start() }, 120, 36);
    rig.press("2 tab home down right right down up");
    assert_eq!(rig.app.screens.anatomy.bit, 97);
}

#[test]
fn a_click_chooses_the_bit_under_it_in_both_lines() {
    let mut rig = Rig::open(Start { recipe: with_bits(100), ..start() }, 120, 36);
    rig.press("2");
    let (mut mouse, now) = (Mouse::default(), std::time::Instant::now());
    let text = rig.text();
    for (label, first) in [("99-64", 99), ("63-0", 63)] {
        let (y, line) = text.lines().enumerate().find(|(_, line)| line.contains(label)).unwrap();
        let digits = line.find(label).unwrap() + label.len();
        let x = digits + line[digits..].find(['0', '1']).unwrap();
        let column = line[..x].chars().count() as u16;
        for right in [0, 1, 35] {
            let event = MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column: column + right,
                row: y as u16,
                modifiers: KeyModifiers::NONE,
            };
            let action = mouse.action(&rig.app.shared.drawn.areas, event, now);
            assert_eq!(action, Some(Action::SetBit((first - right) as u8)), "{label}");
        }
    }
}

#[test]
fn signatures_of_up_to_64_bits_take_8_bytes() {
    for (bits, is_narrow) in [(1, true), (64, true), (65, false), (128, false)] {
        let mut rig = Rig::open(Start { recipe: with_bits(bits), ..start() }, 80, 24);
        assert_eq!(matches!(*rig.app.shared.model.signatures, Signatures::Narrow(_)), is_narrow, "{bits}");
        rig.act(Action::SetRecipe(Recipe::default()));
        assert!(matches!(*rig.app.shared.model.signatures, Signatures::Narrow(_)), "{bits}");
        assert_eq!(rig.app.shared.model.sweep.len(), 65);
        rig.act(Action::SetRecipe(with_bits(128)));
        assert!(matches!(*rig.app.shared.model.signatures, Signatures::Wide(_)), "{bits}");
        assert_eq!(rig.app.shared.model.sweep.len(), 129);
    }
}

#[test]
fn every_pane_of_a_small_screen_can_be_seen() {
    let mut rig = Rig::open(start(), 60, 16);
    for screen in numbered() {
        let first = rig.app.screens.at(screen).panes().all[0];
        rig.act(Action::Go(screen)).act(Action::Focus(first));
        for pane in rig.app.screens.at(screen).panes().all {
            assert_eq!(rig.app.pane(), *pane);
            assert!(rig.app.shared.area_of(*pane).is_some(), "{pane:?}");
            let name = format!("small_{screen:?}_{}", pane_name(*pane)).to_lowercase();
            if ["small_anatomy_sums", "small_threshold_sweep", "small_matrix_pair"].contains(&&*name) {
                insta::assert_snapshot!(name, rig.text());
            }
            rig.press("tab");
        }
    }
}

#[test]
fn the_screens_in_chinese() {
    let mut rig = Rig::open(
        Start { lang: Lang::Zh, sources: vec![sample("zh_tang_two_editions.jsonl")], ..start() },
        120,
        36,
    );
    for screen in numbered() {
        rig.act(Action::Go(screen));
        insta::assert_snapshot!(format!("chinese_{screen:?}").to_lowercase(), rig.text());
    }
}

#[test]
fn overlays() {
    let mut rig = Rig::builtin();
    for (name, key) in
        [("help", "?"), ("palette", ":"), ("recipe", "r r"), ("filter", "/"), ("ask_k", "="), ("export", "x")]
    {
        rig.press(key);
        insta::assert_snapshot!(format!("overlay_{name}"), rig.text());
        rig.press("esc");
        assert!(rig.app.overlay.is_none(), "{name}");
    }
}

#[test]
fn no_size_panics_on_any_screen_in_any_theme() {
    let themes = [DARK, Theme::of(Depth::Mono, true, true), Theme::of(Depth::Ansi16, false, false)];
    for theme in themes {
        let mut rig = Rig::open(Start { theme, ..start() }, 120, 36);
        for screen in Screen::ALL {
            rig.act(Action::Go(screen));
            for (width, height) in [
                (1, 1),
                (2, 40),
                (10, 3),
                (59, 16),
                (60, 15),
                (61, 17),
                (75, 18),
                (77, 19),
                (109, 27),
                (300, 16),
                (60, 100),
            ] {
                rig.resize(width, height);
                for key in ["?", "esc", ":", "esc", "R", "esc", "tab", "down", "end", "home"] {
                    rig.press(key);
                }
            }
        }
    }
}

#[test]
fn the_slider_regroups_at_once_and_says_what_changed() {
    let mut rig = Rig::builtin();
    let before = rig.app.shared.groups.clone().unwrap();
    // Not settled: no job is needed between the key and the groups.
    rig.app.update(Action::StepK(1));
    let after = rig.app.shared.groups.clone().unwrap();
    assert_eq!((before.k(), after.k()), (3, 4));
    assert!(rig.message().starts_with("k 3 → 4: "), "{}", rig.message());
    assert_eq!(after.count(), rig.app.shared.model.tree.as_ref().unwrap().cut(4).count());
}

/// The k that a press, and a drag over these columns after it, gives.
fn dragged(rig: &mut Rig, columns: &[u16], row: u16) -> u8 {
    let mut mouse = Mouse::default();
    let mut kind = MouseEventKind::Down(MouseButton::Left);
    for &column in columns {
        let event = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        let action = mouse.action(&rig.app.shared.drawn.areas, event, std::time::Instant::now());
        if let Some(action) = action {
            rig.act(action);
        }
        kind = MouseEventKind::Drag(MouseButton::Left);
    }
    rig.act(Action::Drop);
    rig.app.shared.k
}

#[test]
fn every_k_up_to_a_little_beyond_the_radius_has_a_cell_in_track_and_picture() {
    for ((width, height), name) in [(60, 16), (80, 24), (100, 29), (120, 36), (200, 50)]
        .into_iter()
        .flat_map(|size| [(size, "built-in"), (size, "licences")])
    {
        let sources = if name == "licences" { vec![sample("en_licenses.jsonl")] } else { start().sources };
        let mut rig = Rig::open(Start { sources, ..start() }, width, height);
        rig.press("3");
        let threshold = &rig.app.screens.threshold;
        let radius =
            threshold.landmarks(&rig.app.shared).into_iter().find(|(sign, _)| *sign == "☆").unwrap().1;
        let axis = threshold.axis(&rig.app.shared, picture_width(width));
        for k in 0..=radius + 4 {
            for column in axis.bar(k).chain([axis.line(k)]) {
                rig.act(Action::SetK(0));
                assert_eq!(dragged(&mut rig, &[column], 1), k, "{column} of {width}, {name}");
                let now = rig.app.screens.threshold.axis(&rig.app.shared, picture_width(width));
                assert_eq!(rig.buffer()[(now.line(k), 1)].symbol(), "◆", "{}", rig.text());
                assert!(k > radius || now == axis, "nothing moves under the hand");
                // A row of the tree takes the click, and a drag from there moves k.
                rig.act(Action::SetK(0));
                assert_eq!(dragged(&mut rig, &[column], height - 4), 0, "{}", rig.text());
                let away = if column == axis.line(k) { column - 1 } else { column + 1 };
                assert_eq!(dragged(&mut rig, &[away, column], height - 4), k, "{column} of {width}");
            }
        }
    }
}

#[test]
fn a_drag_is_one_step_of_undo() {
    let mut rig = Rig::builtin();
    for k in [5, 9, 14] {
        rig.act(Action::DragK(k));
    }
    rig.act(Action::Drop);
    assert_eq!(rig.app.shared.k, 14);
    rig.press("u");
    assert_eq!(rig.app.shared.k, 3);
    rig.press("u");
    assert!(rig.message().contains("nothing to undo"), "{}", rig.message());
}

#[test]
fn the_next_change_is_the_next_k_whose_partition_differs() {
    let mut rig = Rig::builtin();
    let tree = rig.app.shared.model.tree.clone().unwrap();
    let blocks = |k: u8| {
        let groups = tree.cut(k);
        tree.order().len() - groups.grouped() + groups.count()
    };
    let mut k = 3;
    for _ in 0..10 {
        let next = (k + 1..=64).find(|&next| blocks(next) != blocks(k));
        rig.press("}");
        match next {
            Some(next) => k = next,
            None => assert!(rig.message().contains("no group changes above"), "{}", rig.message()),
        }
        assert_eq!(rig.app.shared.k, k);
    }
}

#[test]
fn the_recipe_changes_live_and_k_and_selection_stay() {
    let mut rig = Rig::builtin();
    rig.press("down down ] ]");
    let (selected, k) = (rig.app.shared.selected, rig.app.shared.k);
    let before = rig.app.shared.model.signatures.clone();
    rig.press("r t");
    assert_eq!(rig.app.shared.model.recipe.tokenizer, Tokenizer::Jieba);
    assert_ne!(*before, *rig.app.shared.model.signatures);
    assert_eq!((rig.app.shared.selected, rig.app.shared.k), (selected, k));
    rig.press("r w");
    assert_eq!(rig.app.shared.model.recipe.weighting, Weighting::Tf);
    assert!(rig.app.shared.model.frequencies.is_none());
    rig.press("r w");
    assert_eq!(rig.app.shared.model.recipe.weighting, Weighting::TfIdf);
    assert!(rig.app.shared.model.frequencies.is_some());
    assert_eq!(rig.app.shared.model.stage, Stage::Ready);
    rig.press("u u u");
    assert_eq!(*before, *rig.app.shared.model.signatures);
}

#[test]
fn a_newer_recipe_makes_the_results_of_the_older_worthless() {
    let mut rig = Rig::builtin();
    // Three changes with no job let finish in between.
    for tokenizer in [Tokenizer::Chars(3), Tokenizer::Whitespace, Tokenizer::Chars(2)] {
        rig.app.update(Action::SetRecipe(Recipe { tokenizer, ..Recipe::default() }));
        rig.draw();
    }
    rig.settle();
    let direct = Rig::open(
        Start { recipe: Recipe { tokenizer: Tokenizer::Chars(2), ..Recipe::default() }, ..start() },
        120,
        36,
    );
    assert_eq!(rig.app.shared.model.signatures, direct.app.shared.model.signatures);
    assert_eq!(rig.app.shared.model.sweep, direct.app.shared.model.sweep);
}

#[test]
fn narrower_signatures_clamp_k_and_the_bit_cursor() {
    let mut rig = Rig::builtin();
    rig.act(Action::SetK(40));
    let bits = simscope::recipe::Bits::new(8).unwrap();
    rig.act(Action::SetRecipe(Recipe { bits, ..Recipe::default() }));
    assert_eq!(rig.app.shared.k, 8);
    rig.press("2");
    assert!(rig.app.screens.anatomy.bit < 8);
    assert_eq!(rig.app.shared.model.sweep.len(), 9);
}

#[test]
fn the_filter_finds_words_whatever_their_case_and_escape_clears_it() {
    let mut rig = Rig::builtin();
    rig.press("/ BRIDGE enter");
    let found = rig.app.shared.row_count();
    assert!((6..20).contains(&found), "{found}");
    for row in 0..found {
        let document = rig.app.shared.model.corpus.get(rig.app.shared.document_in_row(row).unwrap() as usize);
        let all = format!("{} {} {:?}", document.id, document.text, document.label).to_lowercase();
        assert!(all.contains("bridge"), "{}", document.id);
    }
    rig.press("esc");
    assert_eq!(rig.app.shared.row_count(), rig.app.shared.model.corpus.len());
    rig.press("/ zzzznothing enter");
    assert!(rig.text().contains("nothing matches zzzznothing"));
}

#[test]
fn every_column_sorts_both_ways() {
    let mut rig = Rig::builtin();
    let sort = |asked| Action::Corpus(corpus::keys::Act::Sort(asked));
    for column in COLUMNS.map(|column| column.what.0) {
        rig.act(sort(column));
        if rig.app.screens.corpus.sort != Sort::by(column) {
            rig.act(sort(column));
        }
        let up: Vec<u32> =
            (0..rig.app.shared.row_count()).filter_map(|row| rig.app.shared.document_in_row(row)).collect();
        rig.act(Action::ReverseSort);
        let mut down: Vec<u32> =
            (0..rig.app.shared.row_count()).filter_map(|row| rig.app.shared.document_in_row(row)).collect();
        down.reverse();
        assert_eq!(up, down, "{column:?}");
        let mut all = up.clone();
        all.sort_unstable();
        assert_eq!(all, (0..rig.app.shared.model.corpus.len() as u32).collect::<Vec<_>>(), "{column:?}");
        rig.act(Action::ReverseSort);
        rig.act(sort("input"));
    }
}

#[test]
fn the_selected_document_leads_on_every_screen() {
    let mut rig = Rig::builtin();
    rig.press("3 v g down");
    let group = rig.app.screens.threshold.selected_group(&rig.app.shared).unwrap();
    assert_eq!(group, 2);
    assert_eq!(rig.app.screens.threshold.members(&rig.app.shared)[0], rig.app.shared.selected);
    rig.press("enter down");
    let member = rig.app.shared.selected;
    assert_eq!(rig.app.screens.threshold.members(&rig.app.shared)[1], member);
    rig.press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Anatomy);
    assert!(rig.app.shared.model.trace(member).is_some());
    rig.press("4");
    let shown = rig.app.screens.matrix.newest().unwrap();
    assert_eq!(shown.arranged.documents[rig.app.screens.matrix.cursor.0], member);
    rig.press("1");
    assert_eq!(rig.app.shared.document_in_row(rig.app.shared.list.selected), Some(member));
    rig.press("ctrl-o ctrl-o");
    assert_eq!(rig.app.shared.screen, Screen::Anatomy);
}

#[test]
fn the_sentence_about_a_bit_has_a_line_of_its_own() {
    let mut told = 0;
    for (width, height) in [(210, 16), (210, 17), (210, 18), (210, 20), (210, 24), (150, 18), (80, 18)] {
        let mut rig = Rig::open(start(), width, height);
        rig.act(Action::Go(Screen::Anatomy)).act(Action::Focus(anatomy::keys::Pane::Sums.into()));
        let text = rig.text();
        for line in text.lines().filter(|line| line.contains("bit 63 is ")) {
            let (_, behind) = line.split_once(" here").expect(line);
            told += 1;
            assert!(!behind.contains([':', '~', '=', 'x']), "{width} × {height}: {line}");
        }
    }
    assert!(told >= 5, "{told}");
}

#[test]
fn anatomy_adds_up() {
    let mut rig = Rig::builtin();
    for _ in 0..6 {
        rig.press("2");
        let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap().clone();
        for (bit, sum) in trace.sums.iter().enumerate() {
            let push = |f: &simscope::simhash::Feature| f.push(bit, rig.app.shared.model.recipe.tie);
            assert_eq!(trace.features.iter().map(push).sum::<f64>(), *sum);
        }
        assert_eq!(trace.signature, rig.app.shared.model.signatures.get(rig.app.shared.selected as usize));
        rig.press("n n n");
    }
}

#[test]
fn a_mark_shows_what_merged_and_what_split() {
    let mut rig = Rig::builtin();
    rig.press("3 v g v m");
    let marked = rig.app.shared.groups.clone().unwrap();
    rig.act(Action::SetK(8));
    let now = rig.app.shared.groups.clone().unwrap();
    for number in 1..=now.count() {
        assert_eq!(
            rig.app.shared.pieces_at_mark(rig.app.shared.mark_a().unwrap(), number),
            Some(now.pieces_of(number, &marked)),
            "group {number}"
        );
    }
    assert!(rig.text().contains("→"), "{}", rig.text());
    rig.act(Action::SetK(1));
    assert!(rig.text().contains("⊂"), "{}", rig.text());
    rig.act(Action::SetK(3));
    rig.press("v m");
    assert!(rig.app.shared.marks.is_empty());
}

#[test]
fn leaders_are_those_of_the_definition() {
    let mut rig = Rig::builtin();
    rig.press("v w");
    assert_eq!(rig.app.shared.grouping, Grouping::Leaders);
    let shown = rig.app.shared.groups.clone().unwrap();
    let progress = simscope::progress::Progress::new();
    let direct =
        groups::leaders(&rig.app.shared.model.signatures, &rig.app.shared.model.documents, 3, &progress)
            .unwrap();
    assert_eq!(shown.count(), direct.count());
    for number in 1..=direct.count() {
        assert_eq!(shown.members(number), direct.members(number));
    }
    rig.press("]");
    assert_eq!(rig.app.shared.groups.as_ref().unwrap().k(), 4);
}

#[test]
fn while_leaders_are_sought_the_title_is_that_of_the_groups_shown() {
    let title = |rig: &Rig| {
        let text = rig.text();
        text.lines().find(|line| line.contains("▸ Groups ")).unwrap().to_owned()
    };
    let around =
        |rig: &Rig| format!("Groups {} around leaders", rig.app.shared.groups.as_ref().unwrap().count());
    let mut rig = Rig::builtin();
    rig.press("3 v g").app.update(Action::ToggleGrouping);
    rig.draw();
    assert!(!title(&rig).contains("around leaders"), "{}", rig.text());
    rig.settle();
    assert!(title(&rig).contains(&around(&rig)), "{}", rig.text());
    rig.app.update(Action::StepK(1));
    rig.draw();
    assert_eq!(rig.app.shared.groups.as_ref().unwrap().k(), 3);
    assert!(title(&rig).contains(&around(&rig)), "{}", rig.text());
    rig.settle();
    assert_eq!(rig.app.shared.groups.as_ref().unwrap().k(), 4);
    assert!(title(&rig).contains(&around(&rig)), "{}", rig.text());
}

#[test]
fn heatmap_cells_are_the_smallest_distances_of_their_pairs() {
    let mut rig = Rig::builtin();
    rig.press("4");
    for key in ["", "o", "o", "z", "Z"] {
        if !key.is_empty() {
            rig.press(key);
        }
        let shown = rig.app.screens.matrix.newest().cloned().unwrap();
        let (window, signatures) = (&shown.window, &shown.arranged.signatures);
        for (i, &minimum) in shown.cells.minima.iter().enumerate() {
            let step = window.step;
            let span = |start: usize, at: usize| step.span(step.cell(start) + at, signatures.len());
            let rows = span(window.rows.start, i / shown.cells.width);
            let columns = span(window.columns.start, i % shown.cells.width);
            let least = rows
                .flat_map(|a| columns.clone().filter(move |&b| b != a).map(move |b| (a, b)))
                .map(|(a, b)| simscope::hamming::distance(signatures.get(a), signatures.get(b)))
                .min();
            assert_eq!(minimum, least.unwrap_or(simscope::hamming::Cells::ITSELF));
        }
    }
}

#[test]
fn keys_that_cannot_act_say_why() {
    let mut rig = Rig::builtin();
    for (keys, reason) in [
        ("up", "start of the list"),
        ("‹skipped›", "nothing was skipped"),
        ("ctrl-o", "where you began"),
        ("space", "nothing was cancelled"),
        ("esc", "nothing to cancel"),
        ("ctrl-g", "no such key"),
        ("= 99 enter esc", ""),
        ("2 tab up", "left and right choose a bit"),
    ] {
        rig.press(keys);
        assert!(rig.message().contains(reason), "{keys}: {}", rig.message());
    }
    rig.act(Action::SetK(0)).press("[");
    assert!(rig.message().contains("k is 0 already"));
}

#[test]
fn copies_are_what_the_keys_point_at() {
    let mut rig = Rig::builtin();
    rig.press("y");
    let text = rig.app.shared.model.corpus.get(0).text.to_owned();
    assert_eq!(rig.copied.pop().unwrap(), text);
    rig.press("2 tab y");
    let signature =
        simscope::simhash::hex(rig.app.shared.model.signatures.get(0), rig.app.shared.model.recipe.bits);
    let id = rig.app.shared.model.corpus.get(0).id.to_owned();
    assert_eq!(rig.copied.pop().unwrap(), format!("{id}\t{signature}"));
    rig.press("3 y");
    assert_eq!(
        rig.copied.pop().unwrap().lines().count(),
        rig.app.screens.threshold.members(&rig.app.shared).len()
    );
    rig.press("4 y");
    assert_eq!(rig.copied.pop().unwrap().split('\t').count(), 3);
}

#[test]
fn exports_are_written_whole_and_never_over_a_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("groups.tsv");
    let mut rig = Rig::builtin();
    rig.press("3 x");
    rig.press("ctrl-u");
    rig.app.paste(path.to_str().unwrap());
    rig.press("enter");
    assert!(rig.message().starts_with("exported to"), "{}", rig.message());
    let written = std::fs::read_to_string(&path).unwrap();
    assert_eq!(written.lines().next(), Some("id\tgroup\tsize\trepresentative"));
    assert_eq!(written.lines().count(), 1 + rig.app.shared.groups.as_ref().unwrap().grouped());
    let error = rig.export(&path).unwrap_err();
    assert_eq!(error, simscope::tui::sheet::Unwritten::Exists(path.to_str().unwrap().to_owned()));
}

#[test]
fn every_screen_writes_the_rows_of_its_tsv_as_parquet_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = Rig::builtin();
    for (at, screen) in numbered().enumerate() {
        rig.act(Action::Go(screen));
        for pane in 0..4 {
            rig.press("tab");
            let Ok(sheet) = rig.room().export(&rig.app.shared).sheet else { continue };
            let write = |ending: &str| {
                let path = folder.path().join(format!("{at}-{pane}.{ending}"));
                simscope::tui::sheet::write(sheet.as_ref(), &[Recipe::DEFAULT], &path, &[]).unwrap();
                path
            };
            let tsv = std::fs::read_to_string(write("tsv")).unwrap();
            let file = SerializedFileReader::new(std::fs::File::open(write("parquet")).unwrap()).unwrap();
            let metadata = file.metadata().file_metadata();
            let names: Vec<_> = metadata.schema_descr().columns().iter().map(|one| one.name()).collect();
            assert_eq!(names.join("\t"), tsv.lines().next().unwrap());
            assert_eq!(metadata.num_rows() as usize, tsv.lines().count() - 1, "{screen:?}");
        }
    }
}

#[test]
fn a_corpus_that_cannot_be_read_ends_the_program_with_its_error() {
    let rig =
        Rig::open(Start { sources: vec![Source::Path("/no/such/file.jsonl".into())], ..start() }, 80, 24);
    assert!(rig.has_quit);
    let mut rig = rig;
    let failure = rig.app.take_failure().unwrap().to_string();
    assert!(failure.contains("/no/such/file.jsonl"), "{failure}");
}

#[test]
fn documents_can_be_browsed_while_they_load() {
    let mut rig =
        Rig::open_unsettled(Start { sources: vec![sample("en_licenses.jsonl")], ..start() }, 120, 36);
    assert!(rig.text().contains("en_licenses.jsonl"));
    let mut seen_partial = false;
    while rig.step() {
        if rig.app.shared.model.stage == Stage::Reading && rig.app.shared.model.corpus.len() > 1 {
            seen_partial = true;
            rig.app.update(Action::Move(Towards::Down));
        }
    }
    assert!(seen_partial);
    assert!(rig.app.shared.selected > 0);
    assert_eq!(rig.app.shared.model.stage, Stage::Ready);
}

#[test]
fn hostile_text_is_drawn_as_symbols() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evil\u{202e}\u{1b}[2J.txt");
    std::fs::write(
        &path,
        "a \u{1b}]52;c;ZXZpbA==\u{7} \u{202e}desrever\u{202c} \u{200b}zero\tplain\nsecond 近\u{0}\n"
            .replace('\0', "\u{1}"),
    )
    .unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    for screen in Screen::ALL {
        rig.act(Action::Go(screen));
        for cell in rig.buffer().content() {
            let bad =
                cell.symbol().chars().find(|&c| c.is_control() || simscope::visible::stand_in(c).is_some());
            assert_eq!(bad, None, "{screen:?} {:?}", cell.symbol());
        }
    }
    assert_eq!(rig.app.shared.screen, *Screen::ALL.last().unwrap());
}

/// The keys of one place, a line an action with its choices; empty if it has none.
fn markdown(keymap: &Keymap, context: Context) -> String {
    let all: Vec<&Binding<Action>> = keymap.of(context).collect();
    let has_key = |row: &&[&Binding<Action>]| row.iter().any(|one| !one.keys.is_empty());
    let actions = || all.chunk_by(|a, b| a.of == b.of);
    let mut out = String::new();
    for row in actions().filter(has_key) {
        let keys_of = |one: &&Binding<Action>| match one.keys {
            [] => "–".to_owned(),
            keys => keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(" "),
        };
        // Of many choices each word stands beside its key.
        let (keys, does) = match row {
            [_, _, _, ..] => {
                let words = row.iter().map(|one| format!("{} {}", keys_of(one), one.word.0));
                let words = words.collect::<Vec<_>>().join(" · ");
                ("…".to_owned(), format!("{}: {words}", row[0].label.0))
            }
            _ => (row.iter().map(keys_of).collect::<Vec<_>>().join(" · "), says(row, Lang::En)),
        };
        let choices: String = row
            .iter()
            .filter(|one| !one.choice.is_empty())
            .map(|one| format!(" `-{}`", one.choice))
            .collect();
        out += &format!("| {keys} | {does} | `{}`{choices} |\n", row[0].of);
    }
    if !out.is_empty() {
        out.insert_str(0, "| key | does | name |\n| --- | --- | --- |\n");
    }
    let without = actions().filter(|row| !has_key(row)).flatten();
    let named: Vec<String> =
        without.map(|one| format!("{} (`{}`)", one.says(Lang::En), one.name())).collect();
    if !named.is_empty() {
        out += &format!("\nIn the palette only: {}.\n", named.join("; "));
    }
    out
}

#[test]
fn the_keys_in_the_docs_are_those_of_the_keymap() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/SCREENS.md");
    let page = std::fs::read_to_string(path).unwrap();
    let keymap = simscope::tui::screens::keymap(&Default::default()).unwrap();
    let mut made = page.clone();
    for context in [Context::Everywhere].into_iter().chain(Screen::ALL.map(Context::On)) {
        let marker = format!("<!-- keys of {context} -->\n");
        let table = markdown(&keymap, context);
        let Some((before, after)) = made.split_once(&marker) else {
            assert_eq!(table, "", "the page has no place for the keys of {context}");
            continue;
        };
        let (_, after) = after.split_once("<!-- end -->\n").expect("an end of the keys");
        made = format!("{before}{marker}\n{table}\n<!-- end -->\n{after}");
    }
    if std::env::var_os("SIMSCOPE_UPDATE_DOCS").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap();
    assert_eq!(page, made, "run the tests with SIMSCOPE_UPDATE_DOCS=1 to write it anew");
}

/// The pictures of the README are frames of the real program on the built-in sample.
#[test]
fn the_pictures_in_the_docs_are_drawn_by_the_program() {
    let mut rig = Rig::open(start(), 120, 36);
    rig.press("3 v m ] ] ] ]");
    let note = rig.app.shared.model.corpus.iter().position(|document| document.id == "note-en/1").unwrap();
    for screen in numbered() {
        // Of the pair a short text, of which the last word is another in B.
        let document = if screen == Screen::Pair { note } else { 0 };
        rig.act(Action::Go(Screen::Corpus))
            .act(Action::SelectRow(Pane::Corpus(corpus::keys::Pane::Documents), document));
        rig.act(Action::Go(screen));
        if screen == Screen::Pair {
            rig.press("‹to-lab› i end");
            for _ in 0..2 {
                rig.app.press(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE));
            }
            rig.app.paste("am");
            rig.settle();
            rig.press("esc");
        }
        rig.app.shared.message = None;
        rig.draw();
        let path = format!(
            "{}/docs/pictures/{}-{}.svg",
            env!("CARGO_MANIFEST_DIR"),
            screen.number().unwrap(),
            format!("{screen:?}").to_lowercase()
        );
        let made = picture::svg(rig.buffer(), true);
        if std::env::var_os("SIMSCOPE_UPDATE_DOCS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        assert!(
            std::fs::read_to_string(&path).unwrap() == made,
            "{path} is out of date: run the tests with SIMSCOPE_UPDATE_DOCS=1"
        );
    }
}

#[test]
fn documents_that_share_an_id_are_counted_when_they_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    let open = |ids: [&str; 3], lang| {
        let lines = ids.map(|id| format!("{{\"id\":\"{id}\",\"text\":\"a b {id}\"}}\n"));
        std::fs::write(&path, lines.concat()).unwrap();
        let sources = vec![Source::Path(path.clone())];
        Rig::open(Start { sources, lang, ..start() }, 120, 36).message().to_owned()
    };
    assert_eq!(
        open(["1", "x\\n", "x\\n"], Lang::En),
        r#"2 documents share their id with another; first: "x\n""#
    );
    assert!(open(["1", "2", "2"], Lang::Zh).starts_with("2 篇文档的编号与其他文档相同"));
    assert!(!open(["1", "2", "3"], Lang::En).contains("share their id"));
}

#[test]
fn an_empty_document_is_marked_and_left_out_of_groups_and_group_order() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some.jsonl");
    let texts = ["", "a b c d", "a b c d", "...", "e f g h", "a b c e"];
    let lines: String = texts
        .iter()
        .enumerate()
        .map(|(i, text)| format!("{{\"id\":\"{i}\",\"text\":\"{text}\"}}\n"))
        .collect();
    std::fs::write(&path, lines).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    assert_eq!(rig.app.shared.model.documents.to_vec(), [1, 2, 4, 5]);
    assert!(rig.text().contains("empty"));
    assert!(rig.text().contains("2 documents without features in no group"));
    assert!(rig.act(Action::GoNearest).message().contains("no neighbour"));
    // The selected document is not in the order of the heatmap.
    rig.press("4");
    assert_eq!(rig.app.screens.matrix.heat_len(&rig.app.shared), 4);
    rig.press("end v v end v v z z z L z L z");
    rig.act(Action::SetRecipe(Recipe { tokenizer: Tokenizer::Chars(2), ..Recipe::default() }));
    assert_eq!(rig.app.shared.model.documents.len(), 5);
    assert!(rig.text().contains("by "), "{}", rig.text());
}

fn with_bits(bits: u8) -> Recipe {
    Recipe { bits: simscope::recipe::Bits::new(bits).unwrap(), ..Recipe::default() }
}

#[test]
fn the_bit_cursor_fits_the_signatures_whatever_is_pressed_while_they_are_computed() {
    let mut rig = Rig::builtin();
    rig.press("2 tab");
    rig.app.update(Action::SetRecipe(with_bits(63)));
    for towards in [Towards::Left, Towards::First] {
        rig.app.update(Action::Move(towards));
    }
    rig.settle();
    assert!(rig.app.screens.anatomy.bit < 63);
    rig.press("left home");
    assert!(rig.app.screens.anatomy.bit < 63);
}

#[test]
fn the_heatmap_never_shows_signatures_of_an_older_recipe() {
    let mut rig = Rig::builtin();
    rig.press("4");
    for tokenizer in [Tokenizer::Chars(3), Tokenizer::Whitespace] {
        rig.app.update(Action::SetRecipe(Recipe { tokenizer, ..Recipe::default() }));
        // A job for cells begins while the corpus is hashed again.
        rig.app.update(Action::Matrix(matrix::keys::Act::Zoom(1)));
        rig.draw();
        rig.settle();
        let shown = rig.app.screens.matrix.newest().cloned().unwrap();
        for (place, &document) in shown.arranged.documents.iter().enumerate() {
            assert_eq!(
                shown.arranged.signatures.get(place),
                rig.app.shared.model.signatures.get(document as usize)
            );
        }
    }
}

#[test]
fn a_cancelled_recipe_brings_back_k_and_its_groups() {
    let mut rig = Rig::builtin();
    rig.act(Action::SetK(64));
    rig.app.update(Action::SetRecipe(with_bits(40)));
    rig.app.update(Action::SetRecipe(with_bits(30)));
    assert_eq!(rig.app.shared.k, 30);
    rig.app.update(Action::Cancel);
    rig.settle();
    assert_eq!((rig.app.shared.k, rig.app.shared.recipe), (64, Recipe::default()));
    assert!(rig.app.shared.groups_are_current());
    assert_eq!(rig.app.shared.model.stage, Stage::Ready);
    rig.press("u");
    assert_eq!((rig.app.shared.k, rig.app.shared.recipe), (3, Recipe::default()));

    let mut rig = Rig::open(Start { recipe: with_bits(8), ..start() }, 120, 36);
    rig.app.update(Action::SetRecipe(with_bits(20)));
    rig.app.update(Action::SetK(15));
    rig.app.update(Action::Cancel);
    rig.settle();
    assert!(rig.app.shared.k <= 8 && rig.app.shared.groups_are_current(), "{}", rig.app.shared.k);
}

#[test]
fn leaders_come_back_after_a_cancelled_recipe_and_a_mark_waits_for_them() {
    let mut rig = Rig::builtin();
    rig.act(Action::SetK(8));
    rig.app.update(Action::ToggleGrouping);
    rig.app.update(Action::Mark);
    assert!(rig.app.shared.marks.is_empty(), "the groups by connection are no groups around leaders");
    assert!(!rig.app.shared.groups_are_current());
    rig.app.update(Action::StepPart(Part::Weighting, 1));
    rig.app.update(Action::Cancel);
    rig.app.update(Action::Cancel);
    rig.settle();
    rig.app.update(Action::SetRecipe(Recipe::default()));
    rig.settle();
    assert!(rig.app.shared.groups_are_current());
    assert_eq!(rig.app.shared.made.by, Some(rig.app.shared.grouping));
}

#[test]
fn another_document_is_read_from_its_start() {
    let mut rig = Rig::builtin();
    rig.press("2 tab tab tab pgdn pgdn down 4 end enter");
    assert_eq!(rig.app.shared.screen, Screen::Anatomy);
    assert_eq!((rig.app.screens.anatomy.text_scroll, rig.app.screens.anatomy.features.list.selected), (0, 0));
}
