//! Recipes in the explorer: the panel that lists them, dead bits, and two recipes side by side.

use crate::support;
use crate::support::{Rig, chinese, sample, start, with_bits};
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use simscope::contrast::{self, Side};
use simscope::corpus::Source;
use simscope::groups::Dendrogram;
use simscope::hamming::Life;
use simscope::progress::Progress;
use simscope::recipe::{Recipe, TieRule, Weighting, named};
use simscope::simhash::{Signer, hex};
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::Start;
use simscope::tui::shared::kept::Preview;
use simscope::tui::surface::mouse::Mouse;
use simscope::tui::surface::theme::{Depth, Theme};

fn recipe(name: &str) -> Recipe {
    Recipe::named(name).unwrap()
}

fn under(name: &str) -> Start {
    Start { recipe: recipe(name), ..start() }
}

/// Default and java side by side, everything computed.
fn beside(start: Start, width: u16, height: u16) -> Rig {
    let mut rig = Rig::open(start, width, height);
    rig.press("2 r s java enter");
    assert_eq!(rig.app.shared.screen, Screen::Threshold);
    assert!(rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
    rig
}

#[test]
fn the_recipe_panel_lists_recipes_their_weak_spots_and_their_parts() {
    let mut rig = Rig::builtin();
    rig.press("r r");
    assert!(["default", "java", "python"].iter().all(|name| rig.text().contains(name)), "{}", rig.text());
    for (name, keys) in [("weak", "godemo"), ("parts", "tab down down")] {
        rig.press(keys);
        insta::assert_snapshot!(format!("panel_{name}_120x36"), rig.styled());
    }
    let mut rig = Rig::open(start(), 60, 16);
    rig.press("r r godemo tab down down");
    insta::assert_snapshot!("panel_parts_60x16", rig.styled());
    let mut rig = Rig::open(chinese(), 120, 36);
    rig.press("r r text tab");
    insta::assert_snapshot!("panel_chinese", rig.text());
}

#[test]
fn what_is_typed_filters_enter_uses_it_and_undo_goes_back() {
    let mut rig = Rig::builtin();
    let before = rig.app.shared.model.signatures.clone();
    rig.press("r r");
    for known in named() {
        assert!(rig.text().contains(known.name), "{}\n{}", known.name, rig.text());
    }
    rig.press("/ java");
    assert!(!rig.text().contains("gaoya"), "{}", rig.text());
    rig.press("enter");
    assert!(rig.app.overlay.is_none());
    assert_eq!(rig.app.shared.model.recipe, recipe("java"));
    assert_ne!(*before, *rig.app.shared.model.signatures);
    assert!(rig.text().contains("java · split:java · tf · "), "{}", rig.text());
    rig.resize(80, 24);
    rig.press("2");
    assert!(rig.text().contains("java · 64 bits"), "{}", rig.text());
    rig.press("1").resize(120, 36);
    rig.press("u");
    assert_eq!(rig.app.shared.recipe, Recipe::default());
    assert_eq!(*before, *rig.app.shared.model.signatures);
    // What a recipe is about is found too, after the names.
    rig.press("r r MD5 space tail enter");
    assert_eq!(rig.app.shared.recipe.name, Some("1e0ng"));
    rig.press("r r zzzz enter");
    assert!(rig.message().contains("no recipe fits"), "{}", rig.message());
    assert!(rig.app.overlay.is_some());
    rig.press("esc r r enter");
    assert!(rig.message().contains("already"), "{}", rig.message());
}

#[test]
fn the_recipe_it_was_opened_with_and_the_edited_one_are_listed() {
    let mine = Recipe { name: Some("mi\u{202e}ne"), weighting: Weighting::Uniform, ..Recipe::default() };
    let mut rig = Rig::open(Start { recipe: mine, ..start() }, 120, 36);
    rig.press("r r");
    assert!(rig.text().contains("✓ mi⇠ne"), "{}", rig.text());
    rig.press("tab right");
    assert_eq!(rig.app.shared.recipe.name, None);
    rig.press("tab home");
    assert!(rig.text().contains("mi⇠ne") && rig.text().contains("✓ edited"), "{}", rig.text());
    rig.press("enter");
    assert_eq!(rig.app.shared.recipe, mine);
}

#[test]
fn parts_change_with_the_arrows_or_say_why_not() {
    let mut rig = Rig::open(under("go-demo"), 120, 36);
    rig.press("r r tab end home down down down down down right");
    assert!(rig.message().contains("no larger or smaller width"), "{}", rig.message());
    rig.press("left up up right");
    assert!(rig.message().contains("keywords"), "{}", rig.message());
    // The tie rule goes around all three.
    rig.press("down down down right");
    assert_eq!((rig.app.shared.recipe.tie, rig.app.shared.recipe.name), (TieRule::Inverted, None));
    rig.press("right");
    assert_eq!(rig.app.shared.recipe.tie, TieRule::Zero);
    rig.press("u u");
    assert_eq!(rig.app.shared.recipe, recipe("go-demo"));
    rig.press("Z");
    assert!(rig.message().contains("no such key"), "{}", rig.message());
    assert_eq!(rig.app.shared.model.recipe, recipe("go-demo"));
    rig.press("q");
    assert!(rig.app.overlay.is_none() && !rig.has_quit);
}

#[test]
fn a_preview_is_the_signature_that_the_recipe_gives() {
    let mut rig = Rig::builtin();
    rig.press("down r r home");
    for known in named() {
        let text = rig.app.shared.model.corpus.get(1).text.to_owned();
        let signed = Signer::new(&known.recipe, None).sign(&text);
        assert_eq!(rig.app.shared.preview(&known.recipe), Preview::Known(signed), "{}", known.name);
        assert!(rig.text().contains(&hex(signed.signature, known.recipe.bits)), "{}", rig.text());
        rig.press("down");
    }
}

#[test]
fn a_click_selects_a_recipe_and_another_uses_it() {
    let mut rig = Rig::builtin();
    rig.press("r r");
    let (mut mouse, now) = (Mouse::default(), std::time::Instant::now());
    let mut click = |rig: &mut Rig, what: &str| {
        let text = rig.text();
        let found = text.lines().enumerate().find(|(_, line)| line.contains(what));
        let (y, line) = found.unwrap_or_else(|| panic!("{what}\n{text}"));
        let column = line[..line.find(what).unwrap()].chars().count() as u16;
        let kind = MouseEventKind::Down(MouseButton::Left);
        let event = MouseEvent { kind, column, row: y as u16, modifiers: KeyModifiers::NONE };
        let action = mouse.action(&rig.app.shared.drawn.areas, event, now).unwrap();
        rig.act(action);
    };
    click(&mut rig, "  seomoz");
    assert!(rig.text().contains("simhash-py"), "{}", rig.text());
    assert_eq!(rig.app.shared.recipe, Recipe::default());
    click(&mut rig, "tie rule");
    click(&mut rig, "▸ a sum of 0");
    assert_eq!(rig.app.shared.recipe.tie, TieRule::One);
    click(&mut rig, "  seomoz");
    click(&mut rig, "  seomoz");
    assert_eq!(rig.app.shared.recipe.name, Some("seomoz"));
}

#[test]
fn the_panel_says_how_often_short_signatures_are_near_by_chance() {
    let mut rig = Rig::open(with_bits(8), 120, 36);
    let text = rig.press("r r").text();
    assert!(text.contains("8 bits: for a lesson only; 1 random pair in 28 has distance 0 or 1"), "{text}");
    assert!(text.contains("no other weak spot but short texts"), "{text}");
    let mut counted = 0;
    for (a, b) in (0..512_u32).flat_map(|a| (0..512_u32).map(move |b| (a, b))) {
        counted += u32::from((a ^ b).count_ones() <= 1);
    }
    let one_in = (512.0 * 512.0 / f64::from(counted)).round();
    let text = Rig::open(with_bits(9), 120, 36).press("r r").text();
    assert!(text.contains(&format!("1 random pair in {one_in} has distance 0 or 1")), "{text}");
    assert!(!Rig::builtin().press("r r").text().contains("for a lesson only"));
}

#[test]
fn a_dead_bit_is_one_that_is_the_same_in_all_documents() {
    for name in ["python", "go-demo", "default"] {
        let rig = Rig::open(under(name), 120, 36);
        let model = &rig.app.shared.model;
        let with_features = model.documents.iter().map(|&document| model.signatures.get(document as usize));
        let all: Vec<u128> = with_features.collect();
        assert_eq!(model.shares.documents(), all.len() as u64);
        for bit in 0..model.recipe.bits.get() {
            let ones = all.iter().filter(|&&signature| signature >> bit & 1 == 1).count();
            assert_eq!(model.shares.ones(bit), Some(ones as u64));
            assert_eq!(model.shares.life(bit) == Life::Dead, ones == 0 || ones == all.len(), "{name} {bit}");
        }
    }
}

#[test]
fn dead_bits_are_seen_in_the_anatomy() {
    let mut rig = Rig::open(under("python"), 120, 36);
    rig.press("2 tab home");
    insta::assert_snapshot!("dead_python_120x36", rig.styled());
    let mut rig = Rig::open(under("go-demo"), 120, 36);
    rig.press("2 tab home");
    assert!(rig.text().contains("0 of 88 documents have a 1 here: dead"), "{}", rig.text());
    assert!(rig.text().contains("this hash never sets bit 63"), "{}", rig.text());
    rig.act(Action::SetRecipe(Recipe::default()));
    assert!(!rig.text().contains("dead"), "{}", rig.text());
}

#[test]
fn shares_are_right_while_documents_are_still_coming() {
    let mut rig =
        Rig::open_unsettled(Start { sources: vec![sample("en_licenses.jsonl")], ..start() }, 120, 36);
    rig.press_unsettled("2");
    while rig.step() {
        let model = &rig.app.shared.model;
        let counted = model.features.iter().filter(|&&features| features > 0).count();
        assert_eq!(model.shares.documents(), counted as u64);
    }
    let loaded = rig.app.shared.model.shares.clone();
    rig.act(Action::SetRecipe(recipe("java")));
    rig.press("u");
    assert_eq!(rig.app.shared.model.shares, loaded);
}

#[test]
fn an_inverted_recipe_reads_right_and_an_empty_term_is_seen() {
    let mut rig = Rig::open(under("gaoya"), 120, 36);
    rig.press("2");
    let trace = rig.app.shared.model.trace(0).unwrap().clone();
    for (bit, sum) in trace.sums.iter().enumerate() {
        let up: f64 = trace.features.iter().map(|feature| feature.push(bit, TieRule::Inverted)).sum();
        assert_eq!(up, *sum);
    }
    assert!(rig.text().contains("inverted: ▇ where the hash has 0"), "{}", rig.text());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("spaces.txt");
    std::fs::write(&path, "two  spaces\n").unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(path)], ..under("go-demo") }, 120, 36);
    rig.press("2 down");
    assert!(rig.text().contains("▸ \"\"  "), "{}", rig.text());
}

#[test]
fn two_recipes_side_by_side() {
    for (width, height) in [(120, 36), (60, 16)] {
        let mut rig = beside(start(), width, height);
        if width == 120 {
            insta::assert_snapshot!("beside_120x36", rig.styled());
        }
        for pane in rig.room().panes().all {
            assert_eq!(rig.app.pane(), *pane);
            rig.press("tab");
        }
    }
    let mut rig = beside(chinese(), 80, 24);
    insta::assert_snapshot!("beside_chinese", rig.text());
    rig.press("r a python2 enter");
    assert!(rig.text().contains("python2"), "{}", rig.text());
}

#[test]
fn the_pairs_listed_are_those_of_the_definition_at_every_k() {
    let mut rig = beside(start(), 120, 36);
    let java = Rig::open(under("java"), 120, 36);
    for k in [3, 4, 9, 0] {
        rig.act(Action::SetK(k));
        let found = rig.app.screens.threshold.recipes.found().cloned().unwrap();
        let tree = |rig: &Rig| {
            Dendrogram::build(
                &rig.app.shared.model.signatures,
                &rig.app.shared.model.documents,
                &Progress::new(),
            )
            .unwrap()
        };
        let (a, b) = (tree(&rig).cut(k), tree(&java).cut(k));
        let side_a = Side { signatures: &rig.app.shared.model.signatures, groups: &a };
        let side_b = Side { signatures: &java.app.shared.model.signatures, groups: &b };
        assert_eq!(found.contrast, contrast::contrast(side_a, side_b, &Progress::new()).unwrap());
        let listed = found.contrast.pairs.only_a + found.contrast.pairs.only_b;
        assert_eq!(rig.app.screens.threshold.recipes.pairs.all as u64, listed);
    }
    // The groups of side B are by connection, whatever the screens show.
    rig.press("v w ] ]");
    assert!(rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
}

#[test]
fn the_selected_pair_is_compared_copied_and_listed_by_side() {
    let mut rig = beside(start(), 120, 36);
    assert!(rig.app.screens.threshold.recipes.pairs.all > 1);
    rig.press("down");
    let (a, b) = rig.app.screens.threshold.recipes.pair(1).unwrap().documents;
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (a, Some(b)));
    rig.press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Pair);
    assert_eq!((rig.app.shared.selected, rig.app.shared.other), (a, Some(b)));
    rig.press("ctrl-o y");
    assert_eq!(rig.copied.pop().unwrap().split('\t').count(), 4);
    rig.press("v o");
    assert!(rig.message().contains("only A"), "{}", rig.message());
    let recipes = &rig.app.screens.threshold.recipes;
    assert_eq!(recipes.pairs.all as u64, recipes.found().unwrap().contrast.pairs.only_a);
    rig.press("2 r s");
    assert_eq!(rig.app.shared.screen, Screen::Threshold);
    assert!(rig.text().contains("only A sees"), "{}", rig.text());
}

#[test]
fn swapped_recipes_swap_the_sides() {
    let mut rig = beside(start(), 120, 36);
    let before = rig.app.screens.threshold.recipes.found().unwrap().contrast;
    rig.act(Action::Threshold(simscope::tui::screens::threshold::keys::Act::Swap));
    assert_eq!(rig.app.shared.model.recipe, recipe("java"));
    let after = rig.app.screens.threshold.recipes.found().unwrap().contrast;
    assert_eq!((before.pairs.only_a, before.pairs.only_b), (after.pairs.only_b, after.pairs.only_a));
    // Taken back, it is as it was before.
    rig.press("u");
    let undone = rig.app.screens.threshold.recipes.found().unwrap().contrast;
    assert_eq!((before.pairs, rig.app.shared.second), (undone.pairs, Some(recipe("java"))));
    rig.press("ctrl-r");
    assert_eq!(rig.app.shared.model.recipe, recipe("java"));
    // A part of the first recipe changed: the comparison follows.
    rig.press("r w");
    assert!(rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
}

#[test]
fn escape_cancels_the_comparison_and_r_starts_it_again() {
    let mut rig = Rig::builtin();
    rig.press("2 r s");
    rig.press_unsettled("java enter");
    rig.draw();
    rig.press_unsettled("esc");
    assert!(rig.message().contains("cancelled"), "{}", rig.message());
    rig.settle();
    assert!(rig.app.screens.threshold.recipes.found().is_none());
    assert!(rig.text().contains("Space starts it again"), "{}", rig.text());
    rig.press("space");
    assert!(rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
}

#[test]
fn the_pairs_are_exported_as_the_command_prints_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pairs.tsv");
    let rig = beside(start(), 120, 36);
    rig.export(&path).unwrap();
    let written = std::fs::read_to_string(&path).unwrap();
    let mut lines = written.lines();
    assert_eq!(lines.next(), Some("id_a\tid_b\tdistance_a\tdistance_b\tseen_by"));
    assert_eq!(lines.count(), rig.app.screens.threshold.recipes.pairs.all);
    let output = assert_cmd::Command::cargo_bin("simscope")
        .unwrap()
        .args(["diff-recipes", "default", "java", "--sample", "--pairs", "--format", "tsv"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), written);
}

#[test]
fn no_size_and_no_theme_panics() {
    let themes = [support::DARK, Theme::of(Depth::Mono, true, true), Theme::of(Depth::Ansi16, false, false)];
    for theme in themes {
        let sources = vec![sample("en_sermon_kjv_asv.jsonl")];
        let mut rig = beside(Start { theme, sources, ..start() }, 120, 36);
        for (width, height) in
            [(1, 1), (2, 40), (10, 3), (59, 16), (60, 16), (61, 17), (75, 18), (77, 20), (300, 16), (60, 100)]
        {
            rig.resize(width, height);
            rig.press("tab down r r tab down esc r a godemo esc tab end pgup");
            for cell in rig.buffer().content() {
                assert!(!theme.is_ascii || cell.symbol().is_ascii(), "{:?}", cell.symbol());
            }
        }
    }
}

#[test]
fn r_has_nothing_to_start_again_where_the_comparison_is_known() {
    let mut rig = beside(start(), 120, 36);
    assert!(rig.app.screens.threshold.recipes.is_current(&rig.app.shared));
    rig.press("space");
    assert!(rig.message().contains("nothing was cancelled"), "{}", rig.message());
}

#[test]
fn of_minima_anatomy_says_who_holds_the_bit_and_weights_are_refused() {
    let minima = Recipe::DEFAULT.with_minima();
    let mut rig = Rig::open(Start { recipe: minima, ..start() }, 240, 60);
    rig.press("2");
    let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap().clone();
    let bit = rig.app.screens.anatomy.bit;
    let holder = trace.holder(bit).unwrap();
    let parity = if trace.signature >> bit & 1 == 1 { "odd" } else { "even" };
    let sentence = format!(
        "“{}” has the smallest value {bit} of all {}, and it is {parity}",
        holder.term,
        trace.features.len()
    );
    assert!(rig.text().contains(&sentence), "{sentence}:\n{}", rig.text());
    rig.press("r w");
    assert_eq!(rig.app.shared.recipe, minima);
    assert!(rig.message().contains("the weighting must be uniform"), "{}", rig.message());
}
