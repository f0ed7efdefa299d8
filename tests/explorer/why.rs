//! Why something is as it is, what a pane shows, what can be done with what is selected, and the palette that finds it all.

use crate::support;
use crate::support::pair::{opened, put};
use crate::support::{Rig, start, with_bits};
use simscope::corpus::Source;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::index::keys as index;
use simscope::tui::screens::pair::keys::{Act, Pane as Of, View};
use simscope::tui::shared::Start;
use simscope::tui::surface::Lang;

/// The text of the box that lies over the screen.
fn boxed(rig: &Rig) -> String {
    let text = rig.text();
    let mut lines = text.lines().skip_while(|line| !line.contains("┌─ ▸ Why "));
    let left = lines.next().unwrap().split("┌─ ▸ Why ").next().unwrap().chars().count();
    let inside = lines.take_while(|line| !line.contains("any key closes")).map(|line| {
        line.chars().skip(left + 1).take_while(|c| *c != '│').collect::<String>().trim().to_owned()
    });
    inside.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_bit_is_explained_by_the_features_that_push_it() {
    let mut rig = Rig::builtin();
    rig.act(Action::Go(Screen::Anatomy)).press("tab");
    for bit in [63, 28, 6] {
        rig.act(Action::SetBit(bit)).press("W");
        let trace = rig.app.shared.model.trace(rig.app.shared.selected).unwrap();
        let ups = trace.features.iter().filter(|feature| feature.hash >> bit & 1 == 1).count();
        let downs = trace.features.len() - ups;
        let value = trace.signature >> bit & 1;
        let said = boxed(&rig);
        let pushes = match value {
            1 => format!("{ups} features push it up, {downs} down"),
            _ => format!("{downs} features push it down, {ups} up"),
        };
        assert!(said.starts_with(&format!("Bit {bit} is {value}: {pushes}; ")), "{said}");
        let without = trace.flips_without(&rig.app.shared.model.recipe);
        assert_eq!(
            said.contains("it would flip"),
            without.iter().any(|flips| flips >> bit & 1 == 1),
            "{said}"
        );
        rig.press("esc");
        assert!(rig.app.overlay.is_none());
    }
}

#[test]
fn every_pane_of_every_screen_says_what_it_shows_and_why() {
    for lang in [Lang::En, Lang::Zh] {
        let mut rig = Rig::builtin();
        rig.app.shared.lang = lang;
        for screen in Screen::ALL {
            let panes = rig.app.screens.at(screen).panes().all;
            for &pane in panes {
                rig.act(Action::Go(screen)).act(Action::Focus(pane));
                let about = rig.app.screens.at(screen).about();
                assert!(!about.is_empty(), "{pane:?}");
                rig.act(Action::Help);
                // The first sentences stand on top of the help.
                let text = rig.text();
                let first = rig.app.shared.keyed(about[0][0]);
                let first: String = first.chars().filter(|c| *c != ' ').take(40).collect();
                assert!(text.replace(' ', "").contains(&first), "{pane:?}: {text}");
                rig.press("esc");
                rig.act(Action::Why);
                assert!(rig.app.overlay.is_some() || rig.app.shared.message.is_some(), "{pane:?}");
                if rig.app.overlay.is_some() {
                    rig.press("esc");
                }
            }
        }
    }
}

#[test]
fn the_palette_finds_what_is_on_other_screens_by_other_words_and_goes_there() {
    for (typed, screen) in [
        ("heatmap", Screen::Matrix),
        ("histogram", Screen::Threshold),
        ("sandbox", Screen::Pair),
        ("敏感", Screen::Pair),
    ] {
        let mut rig = Rig::builtin();
        rig.press(":").press(typed).press("enter");
        assert_eq!(rig.app.shared.screen, screen, "{typed}");
    }
    // An action of another screen is carried out there.
    let mut rig = Rig::builtin();
    assert!(!rig.app.screens.matrix.is_dimmed);
    rig.press(":").press("dim the dots").press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Matrix);
    assert!(rig.app.screens.matrix.is_dimmed);
    rig.press(":").press("index").press("enter");
    assert_eq!(rig.app.shared.screen, Screen::Index);
    let mut rig = Rig::builtin();
    rig.press(":").press("language").press("enter");
    assert_eq!(rig.app.shared.lang, Lang::Zh);
}

#[test]
fn the_views_of_threshold_are_in_the_palette_by_name() {
    for (typed, below) in [("show border", "Border")] {
        let mut rig = Rig::builtin();
        for keys in ["2", "3", "3 v v", "3 v v v v", "3 v v v v v v"] {
            rig.press(keys).press(":").press(typed).press("enter");
            assert_eq!(rig.app.shared.screen, Screen::Threshold, "{typed}");
            assert_eq!(format!("{:?}", rig.app.screens.threshold.below), below, "{typed} after {keys}");
        }
    }
}

#[test]
fn the_help_of_threshold_explains_its_upper_half_whichever_pane_has_the_keys() {
    let mut rig = Rig::open(start(), 120, 60);
    rig.press("3");
    for below in ["", "v v", "v v"] {
        if !below.is_empty() {
            rig.press(below);
        }
        rig.press("?");
        let text = rig.text();
        for part in ["shaded", "τ", "missed:", "●:", "☆:", "logarithmic"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        rig.press("esc");
    }
}

#[test]
fn why_on_a_member_is_about_the_member() {
    let mut rig = Rig::builtin();
    rig.press("3 v g home tab down");
    let member = rig.app.shared.selected;
    let members = rig.app.screens.threshold.members(&rig.app.shared);
    assert_ne!(members[0], member);
    let expected = rig.app.shared.why_document(member);
    rig.press("W");
    assert_eq!(boxed(&rig).replace(' ', ""), expected.replace(' ', ""));
}

#[test]
fn the_menu_has_what_can_be_done_here_with_its_keys() {
    let mut rig = Rig::builtin();
    rig.act(Action::Menu(None));
    let text = rig.text();
    for entry in
        ["into what is selected", "why what is selected", "to the selected pair", "filter what is listed"]
    {
        assert!(text.contains(entry), "{entry}: {text}");
    }
    assert!(!text.contains("zoom: in"), "{text}");
    rig.press("why").press("enter");
    assert!(boxed(&rig).contains("its nearest neighbour"), "{}", rig.text());
}

#[test]
fn forward_goes_where_back_came_from_until_something_else_is_gone_to() {
    let mut rig = Rig::builtin();
    rig.press("3").press("4").press("ctrl-o").press("ctrl-o");
    assert_eq!(rig.app.shared.screen, Screen::Corpus);
    rig.press("ctrl-n");
    assert_eq!(rig.app.shared.screen, Screen::Threshold);
    rig.press("ctrl-n").press("ctrl-n");
    assert_eq!(rig.app.shared.screen, Screen::Matrix);
    assert!(rig.text().contains("nothing to go forward to"));
    rig.press("ctrl-o").press("5").press("ctrl-n");
    assert_eq!(rig.app.shared.screen, Screen::Pair);
}

#[test]
fn the_advised_k_is_explained() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, k: 9, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold))
        .act(Action::Focus(simscope::tui::screens::threshold::keys::Pane::Sweep.into()))
        .press("W");
    let said = boxed(&rig);
    for part in ["exactly k = 9 bits apart", "(●)", "The advised k in numbers: k = ", "are confirmed"] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn what_goes_and_what_is_held_are_explained() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Clean));
    let (mut goes, mut held) = (0, 0);
    for row in 0..rig.app.screens.clean.lines(&rig.app.shared).len() {
        rig.act(Action::SelectRow(simscope::tui::screens::clean::keys::Pane::Differences.into(), row));
        let Some((document, by)) = rig.app.screens.clean.shown else { continue };
        let [id, by] = [document, by].map(|one| rig.app.shared.shown_id(one));
        let is_kept = rig.app.shared.clean().unwrap().cleaned.is_kept(document as usize);
        rig.press("W");
        let said = boxed(&rig);
        if is_kept {
            assert!(said.starts_with(&format!("{id} is held")) && said.contains(&by), "{said}");
            held += 1;
        } else {
            assert!(said.starts_with(&format!("{id} goes because {by} stays")), "{said}");
            goes += 1;
        }
        rig.press("esc");
    }
    assert!(goes > 0 && held > 0);
}

/// The explorer on lines of a file, with eight bits.
fn lines(texts: &str, lang: Lang) -> (tempfile::TempDir, Rig) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.txt");
    std::fs::write(&path, texts).unwrap();
    let start = Start { sources: vec![Source::Path(path)], lang, ..with_bits(8) };
    (folder, Rig::open(start, 120, 36))
}

#[test]
fn an_edited_text_is_explained_by_the_sums_that_did_move() {
    let mut rig = opened(with_bits(8), 120, 36);
    let a = "to be or not to be";
    put(&mut rig, Of::TextA, a);
    for added in ["go", "go today", "go today and tomorrow", "x"] {
        put(&mut rig, Of::TextB, &format!("{a} {added}"));
        let compared = rig.app.screens.pair.compared().unwrap();
        let (a, b) = (&compared.a.trace.sums, &compared.b.sums);
        let moved = a.iter().zip(b).filter(|(a, b)| a != b).count();
        let d = compared.difference.distance();
        rig.press("W");
        let said = boxed(&rig);
        assert!(said.contains(&format!("which moves {moved} of 8 sums")), "{said}");
        let bits = if d == 1 { "flips 1 bit".to_owned() } else { format!("flips {d} bits") };
        assert!(said.contains(&bits), "{said}");
        assert!(!said.contains("Only A") && !said.contains(" 0 features"), "{said}");
        assert!(said.starts_with("Only B has “"), "{said}");
        rig.press("esc");
    }
    put(&mut rig, Of::TextB, "");
    let said = boxed(rig.press("W"));
    assert!(said.starts_with("B has no features") && !said.contains("within k"), "{said}");
}

#[test]
fn more_terms_than_are_named_are_counted_in_words() {
    for (lang, more) in [(Lang::En, "and77more"), (Lang::Zh, "，另有77")] {
        let mut rig = opened(Start { lang, ..start() }, 120, 36);
        put(&mut rig, Of::TextA, "a");
        let words: Vec<String> = (0..80).map(|word| format!("w{word}")).collect();
        put(&mut rig, Of::TextB, &words.join(" "));
        let text = rig.press("W").text().replace(' ', "");
        assert!(text.contains(more) && !text.contains("…+"), "{text}");
    }
}

#[test]
fn a_document_without_words_hangs_on_the_tie_rule_alone() {
    let (_folder, mut rig) = lines("to be or not to be\n!?\nthe cat sat\n", Lang::En);
    rig.press("n").press("2").press("tab");
    assert!(rig.text().contains("no features: in no group"), "{}", rig.text());
    assert!(!rig.text().contains("alone at k"), "{}", rig.text());
    let said = boxed(rig.press("W"));
    assert!(said.contains("without features every sum is 0") && !said.contains("It holds"), "{said}");
}

#[test]
fn a_sum_that_one_feature_brings_to_0_is_explained_by_the_tie_rule() {
    let (_folder, mut rig) = lines("a b c\n", Lang::En);
    rig.press("2").press("tab");
    let mut seen = 0;
    for bit in 0..8 {
        rig.act(Action::SetBit(bit));
        let sum = rig.app.shared.model.trace(0).unwrap().sums[usize::from(bit)];
        let said = boxed(rig.press("W"));
        // Below 0 the sum comes to 0, too, but that is the bit it had.
        let is_near = sum == 1.0;
        assert_eq!(
            said.contains("it would flip (a sum of 0 is 0 by the rule 'zero')"),
            is_near,
            "{sum}: {said}"
        );
        seen += usize::from(is_near);
        rig.press("esc");
    }
    assert!(seen > 0);
}

#[test]
fn a_line_of_a_file_is_a_document_and_not_a_bare_number() {
    for (lang, first) in [(Lang::En, "Document 1 "), (Lang::Zh, "文档1")] {
        let (_folder, mut rig) = lines("to be or not to be\nthe cat sat on the mat\n", lang);
        let text = rig.press("W").text();
        let text = if lang == Lang::Zh { text.replace(' ', "") } else { text };
        assert!(text.contains(first), "{text}");
    }
}

/// Sentences of a text: it ends with a full stop, and each before it is followed by a blank and a capital letter.
fn sentences(said: &str) -> usize {
    let ends = said.char_indices().filter(|&(at, c)| {
        let mut rest = said[at + c.len_utf8()..].chars();
        c == '。' || c == '.' && (rest.next() == Some(' ') && rest.next().is_some_and(char::is_uppercase))
    });
    ends.count() + usize::from(said.ends_with('.'))
}

#[test]
fn the_answer_is_one_sentence_of_its_own_in_every_pane() {
    let sources = vec![support::sample("en_licenses.jsonl")];
    for lang in [Lang::En, Lang::Zh] {
        let mut rig = Rig::open(Start { sources: sources.clone(), k: 9, lang, ..start() }, 120, 36);
        let mut seen = std::collections::HashMap::new();
        for screen in [Screen::Anatomy, Screen::Threshold, Screen::Pair, Screen::Index] {
            for &pane in rig.app.screens.at(screen).panes().all {
                rig.act(Action::Go(screen)).act(Action::Focus(pane));
                let said = match rig.app.screens.at(screen).why(&rig.app.shared) {
                    Ok(said) => said,
                    Err(why) => panic!("{pane:?}: {why:?}"),
                };
                // Over the bars: those at k, the verdict, and its numbers. Of a pair: why it is one, and how far such texts are apart.
                let is_longer = |part: &str| said.contains(part);
                let most = match [["advised", "建议"], ["usually differ", "通常相差"]]
                    .map(|of| of.into_iter().any(is_longer))
                {
                    [true, _] => 3,
                    [_, true] => 2,
                    _ => 1,
                };
                assert!((1..=most).contains(&sentences(&said)), "{pane:?}: {said}");
                seen.entry(said).or_insert_with(Vec::new).push(pane);
            }
        }
        // The same is said only of the texts of a pair and of what joins it, and of what a list and its bits show.
        let alike: Vec<_> = seen.iter().filter(|(_, panes)| panes.len() > 3).collect();
        assert!(alike.is_empty(), "{alike:?}");
    }
}

#[test]
fn every_list_of_pair_answers_for_the_row_that_is_selected() {
    let mut rig = opened(start(), 120, 36);
    put(&mut rig, Of::TextA, "the old man and the sea");
    put(&mut rig, Of::TextB, "the old man and the lake");
    for (view, part) in [
        (View::Edits, "flip"),
        (View::Influence, "weighs 1 (1 time, weighting 'uniform')"),
        (View::Features, "that differ to the other side."),
        (View::Measures, "of 64 bits, these in"),
        (View::Recipes, "bits differ ("),
        (View::Nearest, " and B are no pair: "),
    ] {
        rig.act(Action::Pair(Act::SetView(view)));
        rig.settle();
        let said = boxed(rig.press("home W"));
        assert!(said.contains(part), "{view:?}: {said}");
        rig.press("esc end");
        let last = boxed(rig.press("W"));
        assert!(said != last || view == View::Measures, "{view:?}");
        assert_eq!((sentences(&said), sentences(&last)), (1, 1), "{said} {last}");
        rig.press("esc");
    }
    let crossing = *rig.app.screens.pair.compared().unwrap().difference.crossings.first().unwrap();
    rig.act(Action::SetBit(crossing.bit));
    let said = boxed(rig.press("W"));
    assert!(said.starts_with(&format!("Bit {} is ", crossing.bit)), "{said}");
    assert!(said.contains("moved most by “"), "{said}");
    rig.press("esc").act(Action::Pair(Act::SetView(View::Texts)));
    rig.app.paste("one two three\none two four\n");
    rig.settle();
    let said = boxed(rig.press("home W"));
    assert!(said.contains("Text 1") || said.contains("Texts 1 and 2"), "{said}");
    rig.press("esc").act(Action::Pair(Act::SetView(View::Lengths)));
    let said = boxed(rig.press("W"));
    assert!(said.contains("stay within k = 3 when 1 word changes"), "{said}");
}

#[test]
fn each_strategy_is_explained_by_what_they_cost_here() {
    let mut rig = Rig::builtin();
    rig.press("3 1").act(Action::Go(Screen::Index));
    rig.settle();
    rig.act(Action::Focus(index::Pane::Strategies.into())).press("home");
    let mut seen = Vec::new();
    for _ in 0..5 {
        rig.settle();
        let said = boxed(rig.press("W"));
        let tried = rig.app.screens.index.tried(&rig.app.shared).unwrap();
        assert!(said.starts_with(&tried.strategy.to_string()), "{said}");
        assert!(said.contains(&format!("{} are within", tried.found)), "{said}");
        seen.push(said);
        rig.press("esc").act(Action::Focus(index::Pane::Strategies.into())).press("down");
    }
    seen.dedup();
    assert_eq!(seen.len(), 5, "{seen:?}");
}

#[test]
fn a_dot_of_several_pairs_says_how_many_and_which_is_nearest() {
    let mut rig = Rig::builtin();
    rig.resize(80, 24);
    rig.press("4");
    rig.settle();
    let said = boxed(rig.press("W"));
    assert!(said.starts_with("This dot stands for "), "{said}");
    let (a, b) = (rig.app.shared.selected, rig.app.shared.pair_partner().unwrap());
    let signatures = &rig.app.shared.model.signatures;
    let d = simscope::hamming::distance(signatures.get(a as usize), signatures.get(b as usize));
    assert!(said.contains("bits apart on average") && said.contains(&format!("at distance {d}")), "{said}");
    rig.press("esc v s v s W");
    assert!(boxed(&rig).contains("shows the nearest"), "{}", rig.text());
}
