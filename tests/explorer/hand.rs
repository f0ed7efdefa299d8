//! Small things under the hand: keys that stay in the pane, lists that begin with what can be done.

use crate::support;
use crate::support::{Rig, start, with_bits};
use ratatui::style::Modifier;
use simscope::corpus::Source;
use simscope::settings::Settings;
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::pair;
use simscope::tui::screens::threshold::keys::Pane as Of;
use simscope::tui::shared::{Opening, Start};
use simscope::tui::surface::Role;
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::theme::{Depth, Theme};
use std::path::Path;

#[test]
fn left_and_right_in_the_distances_of_a_group_move_there_and_not_k() {
    let sources = vec![support::sample("zh_tang_two_editions.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 21, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold)).act(Action::Focus(Pane::Threshold(Of::Members)));
    let head = |rig: &Rig| {
        let line = rig.text().lines().find(|line| line.contains(" id ")).unwrap().to_owned();
        line.split(" id ").nth(1).unwrap().split_whitespace().next().unwrap().to_owned()
    };
    assert_eq!(head(&rig), "1");
    rig.press("right").press("right");
    assert_eq!((head(&rig).as_str(), rig.app.shared.k), ("3", 21), "{}", rig.text());
    rig.press("left").press("left").press("left");
    assert_eq!((head(&rig).as_str(), rig.app.shared.k), ("1", 21));
    assert!(rig.message().contains("the first member"), "{}", rig.message());
    // Another group begins at its start.
    rig.press("right").act(Action::Focus(Pane::Threshold(Of::Groups))).press("down");
    assert_eq!(rig.app.screens.threshold.first_other, 0);
}

#[test]
fn edits_that_cannot_be_made_come_last() {
    let mut rig = Rig::builtin();
    rig.press("‹to-lab›").act(pair::keys::Act::SetView(pair::keys::View::Edits).into());
    let (lab, shared) = (&rig.app.screens.pair, &rig.app.shared);
    let rows = (0..lab.rows(shared)).filter_map(|row| lab.edit_row(shared, row));
    let cannot: Vec<bool> =
        rows.map(|(_, trial)| trial.is_some_and(|trial| trial.outcome.is_err())).collect();
    assert!(cannot.contains(&true) && cannot.contains(&false), "{}", rig.text());
    assert!(cannot.is_sorted());
}

#[test]
fn e_edits_the_pair_that_is_shown_or_else_a_copy_of_the_document() {
    for (from, is_copy) in [("1 down", true), ("2", true), ("4", false), ("4 e i x esc 1 down", true)] {
        let mut rig = Rig::builtin();
        rig.press(from).press("‹to-lab›");
        assert_eq!(rig.app.shared.screen, Screen::Pair);
        let own = &rig.app.screens.pair;
        assert!(own.typed_into(&rig.app.shared).is_none() && !own.is_touched());
        let [a, b] = own.texts();
        assert_eq!((a == b, own.documents().is_none()), (is_copy, is_copy), "{from}");
        assert_eq!(a, rig.app.shared.model.corpus.get(rig.app.shared.selected as usize).text);
        // By its number the pair is shown.
        rig.press("1 5");
        assert!(rig.app.screens.pair.documents().is_some());
    }
}

#[test]
fn the_foot_of_pair_begins_with_what_enter_and_i_do() {
    let mut rig = Rig::builtin();
    rig.press("‹to-compare›");
    let foot = |rig: &Rig| rig.text().lines().last().unwrap().trim().to_owned();
    assert!(foot(&rig).starts_with("Enter anatomy  i edit  f flip  b choose B  "), "{}", foot(&rig));
    rig.press("v f");
    assert!(foot(&rig).starts_with("i edit  "), "nothing opens here: {}", foot(&rig));
    rig.press("v e");
    assert!(foot(&rig).starts_with("Enter put into B  i edit  "), "{}", foot(&rig));
    rig.press("i").press("x esc").press("v");
    assert!(rig.text().contains("y load anew"), "{}", rig.text());
}

#[test]
fn on_the_border_every_key_acts_on_the_pair_that_is_highlighted() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 120, 36);
    let highlighted = |rig: &Rig| {
        let pair = rig.app.screens.threshold.border_pair(&rig.app.shared).unwrap().documents;
        (pair.0.min(pair.1), pair.0.max(pair.1))
    };
    rig.act(Action::Go(Screen::Threshold)).press("v v home down");
    let pair = highlighted(&rig);
    // Meanwhile another document was selected on another screen.
    rig.press("1 down down down 3");
    assert_eq!(highlighted(&rig), pair);
    rig.press("enter");
    let (a, b) = (rig.app.shared.selected, rig.app.shared.other.unwrap());
    assert_eq!((rig.app.shared.screen, (a.min(b), a.max(b))), (Screen::Pair, pair));
}

#[test]
fn n_on_the_groups_goes_to_the_next_of_the_list() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold)).press("v g home");
    let number = |rig: &Rig| rig.app.screens.threshold.selected_group(&rig.app.shared);
    let is_member =
        |rig: &Rig| rig.app.screens.threshold.members(&rig.app.shared).contains(&rig.app.shared.selected);
    assert_eq!((number(&rig), is_member(&rig)), (Some(1), true));
    rig.press("n");
    assert_eq!((number(&rig), is_member(&rig)), (Some(2), true));
    rig.press("tab n");
    assert_eq!((number(&rig), is_member(&rig)), (Some(2), true));
    assert_eq!(rig.app.screens.threshold.member_rows.selected, 1);
    rig.act(Action::StepDocument(-1)).act(Action::StepDocument(-1));
    assert!(rig.message().contains("start of the list"), "{}", rig.message());
}

#[test]
fn what_is_cut_off_is_said_and_what_matters_is_not() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 80, 24);
    // What this k does, whether a k is good, the parted bars and the counts stay on a small terminal.
    rig.act(Action::Go(Screen::Threshold));
    for part in
        ["k = 9: 160 of 235 pairs confirmed", "● 8 finds 70 %", "░", "▒", "█", "☆ 14", "Tree: 23 groups"]
    {
        assert!(rig.text().contains(part), "{part}:\n{}", rig.text());
    }
    assert!(rig.press("v k").text().contains("confirmed  missed"), "{}", rig.text());
    // Both documents of a pair and the whole arrow between them.
    rig.app.shared.theme.is_ascii = true;
    rig.resize(120, 36).press("v p");
    let rows = rig.text().lines().filter(|line| line.contains(" <-> ")).count();
    assert!(rows > 5, "{}", rig.text());
}

#[test]
fn the_bar_of_the_selected_bit_keeps_its_side_where_reverse_video_marks_it() {
    const BARS: &str = "▁▂▃▄▅▆▇█▀";
    for depth in [Depth::Ansi16, Depth::Mono] {
        for screen in [Screen::Anatomy, Screen::Pair] {
            let theme = Theme::of(depth, true, false);
            let mut rig = Rig::open(Start { theme, ..with_bits(8) }, 120, 44);
            rig.act(Action::Go(screen)).press("tab");
            let (mut bars, mut columns) = (0, 0);
            for bit in 0..8 {
                rig.act(Action::SetBit(bit));
                let buffer = rig.buffer();
                for cell in &buffer.content {
                    let is_bar = BARS.contains(cell.symbol());
                    bars += usize::from(is_bar);
                    let is_reversed = cell.modifier.contains(Modifier::REVERSED);
                    assert!(!(is_bar && is_reversed), "{screen:?}, bit {bit}, {depth:?}: {}", rig.styled());
                }
                // A mark of the selected bit stands where else the cursor does.
                let cursor = buffer.content.iter().position(|cell| cell.symbol() == "▲");
                if screen == Screen::Anatomy
                    && let Some(at) = cursor.map(|at| at as u16)
                {
                    columns += 1;
                    let (x, y) = (at % 120, at / 120);
                    let column = (0..y).rev().take(7).map(|y| &buffer[(x, y)]);
                    let full = column
                        .filter(|cell| cell.symbol() == " " && cell.modifier.contains(Modifier::REVERSED));
                    assert_eq!(full.count(), 0, "bit {bit}, {depth:?}: {}", rig.styled());
                }
            }
            assert!(bars > 0 && (columns > 0 || screen == Screen::Pair));
        }
    }
}

#[test]
fn the_keys_that_are_named_are_those_of_the_settings() {
    let keys = "[keys]\nhelp = \"f9\"\nstep-k-plus = \"f8\"\nask-k = []\nquit = []\n";
    let mut rig = Rig::builtin();
    assert!(rig.press("ctrl-g").message().contains("; ? lists the keys"));
    assert!(rig.text().lines().nth(1).unwrap().trim_end().ends_with("- + { } ="), "{}", rig.text());
    let settings = Settings::from_toml(Path::new("/a.toml"), keys).unwrap();
    rig.app.shared.keymap = simscope::tui::screens::keymap(&settings).unwrap();
    assert!(rig.press("ctrl-g").message().contains("; F9 lists the keys"), "{}", rig.message());
    assert!(rig.text().lines().nth(1).unwrap().trim_end().ends_with("- F8 { }"), "{}", rig.text());
    assert!(!rig.press("q").has_quit);
    let settings = Settings::from_toml(Path::new("/a.toml"), "[keys]\nhelp = []\n").unwrap();
    rig.app.shared.keymap = simscope::tui::screens::keymap(&settings).unwrap();
    assert_eq!(rig.press("ctrl-g").message(), "no such key here");
    // Also in sentences.
    let keys = "[keys]\nask-filter = \"f9\"\npair.toggle-fold = \"f8\"\n";
    let settings = Settings::from_toml(Path::new("/a.toml"), keys).unwrap();
    rig.app.shared.keymap = simscope::tui::screens::keymap(&settings).unwrap();
    rig.app.paste("text");
    assert_eq!(rig.message(), "nothing to paste into: F9 filters, : searches commands");
    rig.act(Action::Go(Screen::Pair)).press("?");
    assert!(rig.text().contains("(F8 unfolds)"), "{}", rig.text());
}

#[test]
fn keys_of_a_chinese_input_method_do_what_those_of_the_keyboard_do() {
    let mut rig = Rig::open(Start { lang: Lang::Zh, ..start() }, 120, 36);
    rig.press("】");
    assert_eq!(rig.app.shared.k, 4);
    rig.press("？");
    assert!(rig.app.overlay.is_some());
    rig.press("esc");
    assert!(rig.app.overlay.is_none());
    rig.press("／").press("天？");
    assert!(rig.text().replace(' ', "").contains("天？"), "{}", rig.text());
}

#[test]
fn a_term_that_was_lost_stands_in_quotes_behind_its_sign() {
    let mut rig = support::pair::opened(start(), 120, 36);
    use simscope::tui::screens::pair::keys::Pane as Text;
    support::pair::put(&mut rig, Text::TextA, "it fell by 0.5 percent");
    support::pair::put(&mut rig, Text::TextB, "it fell by percent yesterday");
    let text = rig.text();
    let line = text.lines().find(|line| line.contains("→ ")).unwrap();
    assert!(line.contains("without “") && line.contains("with “"), "{line}");
}

#[test]
fn in_how_many_documents_a_bit_is_1_is_a_count() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.txt");
    std::fs::write(&path, "to be or not to be\nthe cat sat on the mat\nthe dog sat on the mat\n").unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..with_bits(8) }, 120, 36);
    rig.press("2").press("tab");
    for bit in 0..8 {
        rig.act(Action::SetBit(bit));
        let ones =
            (0..3).filter(|&at| rig.app.shared.model.signatures.try_get(at).unwrap() >> bit & 1 == 1).count();
        let have = if ones == 1 { "has" } else { "have" };
        assert!(rig.text().contains(&format!("{ones} of 3 documents {have} a 1 here")), "{}", rig.text());
    }
}

/// The explorer on the built-in sample with these lines in the settings.
fn with_settings(toml: &str) -> Rig {
    let settings = Settings::from_toml(Path::new("/a.toml"), toml).unwrap();
    let opening = Opening { settings, ..start().opening };
    Rig::open(Start { opening, ..start() }, 120, 36)
}

#[test]
fn borders_and_foot_have_the_keys_that_are_in_force() {
    let mut rig = with_settings("[keys]\nquit = []\npair.toggle-fold = \"f9\"\ngo-nearest = \"I\"\n");
    let foot = rig.text().lines().last().unwrap().trim_end().to_owned();
    assert!(foot.ends_with("? help") && !foot.contains("quit"), "{foot}");
    rig.press("5");
    assert!(rig.text().contains("F9 fold"), "{}", rig.text());
    rig.press("1");
    assert!(rig.text().contains("Enter anatomy · s sort · / filter · v s too short"), "{}", rig.text());
}

#[test]
fn what_is_found_is_marked_in_ids_and_in_the_texts_of_a_pair() {
    let mut rig = Rig::builtin();
    let marked = |rig: &Rig| -> String {
        let mark = rig.app.shared.theme.style(Role::Mark).fg;
        rig.buffer().content().iter().filter(|cell| Some(cell.fg) == mark).map(|cell| cell.symbol()).collect()
    };
    assert!(!marked(&rig).contains("bridge-3"), "{}", rig.text());
    rig.press("/ bridge-3 enter");
    assert!(marked(&rig).contains("bridge-3"), "{}", rig.text());
    rig.press("esc 5 / bridge enter");
    assert!(marked(&rig).matches("bridge").count() > 1, "{}", rig.text());
}

#[test]
fn a_word_finds_actions_before_recipes() {
    let mut rig = Rig::builtin();
    rig.press(": dedup");
    let text = rig.text();
    let at = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part}: {text}"));
    assert!(at("place: Threshold") < at("recipe text-dedup"), "{text}");
    assert!(at("write what stays") < at("recipe text-dedup"), "{text}");
}

#[test]
fn the_menu_opens_where_it_was_asked_for() {
    let mut rig = Rig::builtin();
    let corner = |rig: &Rig| {
        let lines = rig.text().lines().map(str::to_owned).collect::<Vec<_>>();
        let (y, line) = lines.iter().enumerate().find(|(_, line)| line.contains("What to do")).unwrap();
        let before = line.split("What to do").next().unwrap();
        (before.rfind('┌').map_or(0, |at| simscope::visible::width(&before[..at])), y)
    };
    for (at, expected) in [((7, 6), (7, 7)), ((30, 34), (30, 22))] {
        rig.act(Action::Menu(Some(at)));
        assert_eq!(corner(&rig), expected, "{}", rig.text());
        rig.press("esc");
    }
    // At the right edge it stands as far right as it can.
    rig.act(Action::Menu(Some((119, 3))));
    assert!(rig.text().lines().nth(4).unwrap().ends_with('┐'), "{}", rig.text());
}

#[test]
fn with_few_bits_all_features_come_before_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.txt");
    let words: Vec<String> = (0..20).map(|at| format!("word{at:02}")).collect();
    std::fs::write(&path, words.join(" ") + "\nanother line\n").unwrap();
    for (bits, width, height) in [(8, 120, 36), (24, 80, 24), (32, 80, 24)] {
        let sources = vec![Source::Path(path.clone())];
        let mut rig = Rig::open(Start { sources, ..with_bits(bits) }, width, height);
        rig.press("2");
        let text = rig.text();
        let row = text.lines().find(|line| line.contains("word00") && !line.contains("word01")).unwrap();
        let digits = row.chars().filter(|c| matches!(c, '0' | '1')).count();
        assert!(digits >= usize::from(bits), "{bits}: {row}");
        if height == 36 {
            assert!(words.iter().all(|word| text.contains(word.as_str())), "{text}");
            rig.press("tab tab tab");
            assert!(rig.text().contains("▸ Text"), "{}", rig.text());
        }
    }
}

#[test]
fn few_documents_fill_the_heatmap() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.txt");
    let lines: Vec<String> = (0..30).map(|at| format!("line {at} of {}", at % 7)).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    for (width, height) in [(120, 36), (160, 50), (200, 60)] {
        let mut rig =
            Rig::open(Start { sources: vec![Source::Path(path.clone())], ..start() }, width, height);
        rig.press("4");
        let text = rig.text();
        let blank = text.lines().filter(|line| {
            let inner: String = line.chars().skip(8).take(20).collect();
            line.starts_with('│') && inner.trim().is_empty()
        });
        assert!(blank.count() <= 1, "{text}");
    }
}

#[test]
fn the_program_names_what_is_its_own_in_chinese() {
    let rig = Rig::open(Start { lang: Lang::Zh, ..start() }, 200, 50);
    let text = rig.text().replace(' ', "");
    for part in ["内置样本", "64位·nfc"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("built-in") && !text.contains("64bits"), "{text}");
}

#[test]
fn every_hit_counts_also_where_several_stand_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.jsonl");
    std::fs::write(&path, "{\"id\": \"a\", \"text\": \"needle and needle\\nnone\\na needle\"}\n").unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..start() }, 120, 36);
    rig.press("/ needle enter");
    let said = ["n", "n", "n", "n"].map(|key| rig.press(key).message().to_owned());
    let expected = ["hit 1 of 3, in line 1", "hit 2 of 3, in line 1", "hit 3 of 3, in line 3"];
    assert_eq!(said[..3], expected);
    assert_eq!(said[3], "this is the end of the list");
}

#[test]
fn plus_goes_on_with_what_it_last_did_in_a_menu_until_another_key_comes() {
    let mut rig = Rig::builtin();
    rig.press("3");
    let of = |rig: &Rig| (rig.app.shared.tau_hundredths, rig.app.shared.k);
    let (tau, k) = of(&rig);
    rig.press("t +");
    let step = of(&rig).0 - tau;
    assert!(step > 0 && rig.text().contains("τ up: more"), "{}", rig.text());
    rig.press("+ + -");
    assert_eq!(of(&rig), (tau + 2 * step, k));
    // Another key does what it does elsewhere; then + moves k again.
    rig.press("down +");
    assert_eq!(of(&rig), (tau + 2 * step, k + 1));
    rig.press("t - esc +");
    assert_eq!(of(&rig), (tau + step, k + 2));
}

#[test]
fn tab_goes_from_the_tree_to_the_table_and_the_tree_stays() {
    for ((width, height), panes) in [
        ((80, 24), vec![Of::Sweep, Of::Members]),
        ((120, 36), vec![Of::Sweep, Of::Members]),
        ((200, 50), vec![Of::Sweep, Of::Groups, Of::Members]),
    ] {
        let mut rig = Rig::open(start(), width, height);
        rig.press("3");
        for pane in panes.into_iter().chain([Of::Tree]) {
            rig.press("tab");
            assert_eq!(rig.app.screens.threshold.focus, pane, "{width}: {}", rig.text());
            assert!(width < 120 || rig.text().contains("Tree: "), "{}", rig.text());
        }
        assert!(rig.text().contains("Tree: "), "{}", rig.text());
    }
}

#[test]
fn esc_leaves_what_was_opened_on_every_place() {
    let mut rig = Rig::builtin();
    let screen = |rig: &Rig| rig.app.shared.screen;
    rig.press("enter");
    assert_eq!(screen(&rig), Screen::Anatomy);
    assert_eq!(screen(rig.press("esc")), Screen::Corpus);
    rig.press("3 p");
    assert_eq!(rig.app.screens.threshold.focus, Of::Border);
    rig.press("esc");
    assert_eq!(rig.app.screens.threshold.focus, Of::Tree);
    assert!(rig.text().contains("Tree: "), "{}", rig.text());
    rig.press("v g");
    assert!(!rig.text().contains("Tree: "), "{}", rig.text());
    assert!(rig.press("esc").text().contains("Tree: "));
    rig.press("_");
    assert!(!rig.text().contains("Pairs by distance"), "{}", rig.text());
    assert!(rig.press("esc").text().contains("Pairs by distance"));
    rig.press("esc");
    assert!(rig.message().contains("nothing to cancel: q quits"), "{}", rig.message());
}

#[test]
fn a_click_does_not_move_the_list_below_the_pointer() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, ..start() }, 80, 24);
    let pane = Pane::Corpus(simscope::tui::action::corpus::Pane::Documents);
    let listed =
        |rig: &Rig| rig.text().replace('▸', " ").lines().skip(4).take(9).collect::<Vec<_>>().join("\n");
    // The selected row comes into view with rows below it.
    rig.act(Action::SelectRow(pane, 40));
    let before = listed(&rig);
    for row in [42, 37, 41] {
        rig.act(Action::SelectRow(pane, row));
        assert_eq!(listed(&rig), before, "{row}");
    }
}
