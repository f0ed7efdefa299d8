//! The sentences of Pair about edits, about actions that are not possible, and about the limits of a number.

use crate::support::pair::{opened, put};
use crate::support::{Rig, sample, start};
use ratatui::style::Modifier;
use simscope::tui::action::{Action, Pane, Screen};
use simscope::tui::screens::pair;
use simscope::tui::screens::pair::LengthRow;
use simscope::tui::screens::pair::keys::View;
use simscope::tui::shared::Start;
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::theme::{Depth, Theme};

#[test]
fn an_edit_that_the_recipe_does_not_see_is_told_from_one_that_flips_nothing() {
    let mut rig = opened(start(), 200, 60);
    let unseen = |rig: &Rig| {
        let rows = (0..rig.app.screens.pair.rows(&rig.app.shared)).filter_map(|row| {
            let (edit, trial) = rig.app.screens.pair.edit_row(&rig.app.shared, row)?;
            trial?.outcome.as_ref().ok().map(|moved| (edit.to_string(), moved.is_unseen))
        });
        rows.filter(|(_, is_unseen)| *is_unseen).map(|(edit, _)| edit).collect::<Vec<_>>()
    };
    assert!(unseen(&rig).contains(&"duplicate a word".to_owned()), "{:?}", unseen(&rig));
    let text = rig.text();
    assert_eq!(text.matches(" same features").count(), unseen(&rig).len(), "{text}");
    // Counted, the same word twice is another weight.
    rig.press("r w");
    assert!(!unseen(&rig).contains(&"duplicate a word".to_owned()), "{:?}", unseen(&rig));
}

#[test]
fn two_documents_that_others_hold_together_are_not_called_apart_without_that() {
    let mut rig = Rig::open(start(), 120, 36);
    let groups = rig.app.shared.groups.clone().unwrap();
    // Two of one group that are farther apart than k.
    let distance = |rig: &Rig, a: u32, b: u32| {
        let of = |document: u32| rig.app.shared.model.signatures.get(document as usize);
        (of(a) ^ of(b)).count_ones()
    };
    let mut pairs = (1..=groups.count()).flat_map(|number| {
        let members = groups.members(number);
        members.iter().flat_map(move |&a| members.iter().map(move |&b| (a, b)))
    });
    let (a, b) = pairs.find(|&(a, b)| a < b && distance(&rig, a, b) > 3).unwrap();
    let id = |document: u32| rig.app.shared.model.corpus.get(document as usize).text.to_owned();
    let (text_a, text_b) = (id(a), id(b));
    rig.app.shared.selected = a;
    rig.app.shared.other = Some(b);
    rig.act(Action::Go(Screen::Matrix));
    rig.app.shared.other = Some(b);
    rig.press("‹to-lab›");
    assert_eq!(rig.app.screens.pair.texts(), [text_a.as_str(), text_b.as_str()]);
    let number = groups.number_of(a).unwrap();
    assert!(rig.text().contains(&format!("not within k · both in group #{number}")), "{}", rig.text());
    // Edited, it is no document of a group any more.
    rig.press("i x esc");
    assert!(rig.text().contains("not within k ─"), "{}", rig.text());
}

#[test]
fn the_table_of_lengths_has_a_row_for_the_length_of_a() {
    let mut rig = opened(start(), 120, 36);
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "one two three four five six seven");
    rig.act(pair::keys::Act::SetView(View::Lengths).into()).press("enter");
    let rows = rig.app.screens.pair.length_rows(&rig.app.shared);
    let at = rows.iter().position(|row| row.features() == 7).unwrap();
    let LengthRow::Own { within, .. } = rows[at] else {
        panic!("7 is not among the lengths that are measured")
    };
    assert!(rows.windows(2).all(|pair| pair[0].features() < pair[1].features()));
    assert_eq!(within, rig.app.screens.pair.curve(&rig.app.shared).unwrap().within(7, 3).unwrap());
    assert_eq!(rig.app.screens.pair.list().selected, at);
    assert_eq!(rig.text().matches("\n A  ").count(), 1, "{}", rig.text());
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::List))).press("y");
    assert_eq!(rig.copied.pop().unwrap(), format!("7\t\t\t\t{within}\t"));
    // A length that was measured has its row already.
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "one two three four five six");
    assert!(
        rig.app
            .screens
            .pair
            .length_rows(&rig.app.shared)
            .iter()
            .all(|row| matches!(row, LengthRow::Measured(_)))
    );
    assert_eq!(rig.text().matches("\n A  ").count(), 1, "{}", rig.text());
}

#[test]
fn what_cannot_be_undone_or_listed_is_reported() {
    let mut rig = opened(start(), 120, 36);
    rig.press("u");
    assert!(rig.message().contains("in a text Ctrl-Z undoes"), "{}", rig.message());
    rig.press("1").act(Action::SetK(40)).press("v s");
    assert!(rig.message().contains("no document is too short for k = 40"), "{}", rig.message());
    assert!(!rig.app.screens.corpus.is_only_short);
}

#[test]
fn the_sentences_break_no_number_from_its_sign() {
    for (lang, width) in [(Lang::En, 120), (Lang::En, 96), (Lang::En, 200), (Lang::Zh, 120), (Lang::Zh, 90)] {
        let sources = vec![sample("zh_tang_two_editions.jsonl")];
        let mut rig = opened(Start { lang, sources, ..start() }, width, 40);
        rig.act(pair::keys::Act::SetView(View::Lengths).into());
        for line in rig.text().lines().skip(18) {
            let line = line.trim_end_matches(['│', ' ']);
            assert!(
                !line.ends_with(" k") && !line.ends_with('≥') && !line.ends_with(" ="),
                "{line}\n{}",
                rig.text()
            );
        }
    }
}

#[test]
fn lines_pasted_into_a_prompt_are_one_line_and_none_is_lost() {
    let mut rig = opened(start(), 120, 36);
    rig.press("v a");
    rig.app.paste("railway\r\nbridge=>\rtramway\n\n");
    rig.press("enter");
    assert_eq!(rig.app.screens.pair.own.last().unwrap().to_string(), "railway bridge=> tramway");
}

#[test]
fn the_selected_length_stays_selected_while_rows_come_and_go() {
    let mut rig = opened(start(), 120, 36);
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "one two three four five six seven");
    rig.act(pair::keys::Act::SetView(View::Lengths).into()).press("enter end");
    let selected = |rig: &Rig| {
        rig.app
            .screens
            .pair
            .length_rows(&rig.app.shared)
            .get(rig.app.screens.pair.list().selected)
            .map(|row| row.features())
    };
    let lengths: Vec<u32> =
        rig.app.screens.pair.length_rows(&rig.app.shared).iter().rev().map(|row| row.features()).collect();
    let (last, before) = (Some(lengths[0]), Some(lengths[1]));
    assert_eq!(selected(&rig), last);
    // The row of A goes.
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "one two three four five six");
    assert_eq!(selected(&rig), last);
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::List))).press("up");
    assert_eq!(selected(&rig), before);
    // And comes, above and below; another curve grows.
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "one two three four five six seven");
    assert_eq!(selected(&rig), before);
    rig.act(Action::Pair(pair::keys::Act::StepEdits(1)));
    assert_eq!(selected(&rig), before);
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::List))).press("y");
    assert!(rig.copied.pop().unwrap().starts_with(&format!("{}\t", lengths[1])));
}

#[test]
fn the_influence_of_each_word_is_seen_in_the_text_with_and_without_colours() {
    let themes = [Theme { depth: Depth::Mono, ..start().theme }, start().theme];
    for theme in themes {
        let mut rig = opened(Start { theme, k: 10, ..start() }, 120, 36);
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "storm closed bridge, again");
        rig.act(Action::Pair(pair::keys::Act::SetView(View::Influence)));
        let a = rig.app.screens.pair.compared().unwrap().a.clone();
        let few = a.left[0].distance().min(10) / 2;
        assert!(rig.text().contains(&format!("0 1–{few} {}–10 > 10", few + 1)), "{}", rig.text());
        let mut styles = Vec::new();
        for left in &a.influence.left {
            let kind = [0, few, 10].iter().filter(|most| left.distance() > **most).count();
            let cell = &rig.buffer()[(1 + a.trace.features[left.feature].spans[0].start as u16, 4)];
            styles.push((kind, (cell.fg, cell.modifier)));
        }
        // Words of one kind look alike, and others differ.
        for x in &styles {
            for y in &styles {
                assert_eq!(x.0 == y.0, x.1 == y.1, "{styles:?}");
            }
        }
        assert!(
            styles.iter().any(|style| style.0 == 3) && styles.iter().any(|style| style.0 < 3),
            "{styles:?}"
        );
        // What is no feature looks as ever.
        let comma = &rig.buffer()[(1 + 19, 4)];
        assert_eq!((comma.symbol(), comma.modifier), (",", Modifier::empty()), "{theme:?}");
    }
}

#[test]
fn the_sentence_is_of_the_features_and_the_edits_of_this_text() {
    for (k, lang) in [(3, Lang::En), (64, Lang::En), (10, Lang::Zh)] {
        let mut rig = opened(Start { k, lang, ..start() }, 200, 60);
        put(
            &mut rig,
            Pane::Pair(pair::keys::Pane::TextA),
            "The storm closed the river bridge, the council said.",
        );
        rig.act(pair::keys::Act::SetView(View::Lengths).into());
        let trials = &rig.app.screens.pair.tried(&rig.app.shared).unwrap().trials;
        let moved: Vec<_> = trials.iter().filter_map(|trial| trial.outcome.as_ref().ok()).collect();
        let within = moved.iter().filter(|moved| moved.is_within(k)).count();
        let features = rig.app.screens.pair.compared().unwrap().a.trace.features.len();
        let all = moved.len();
        let said = match lang {
            Lang::En => {
                format!(
                    "A has {features} features; of the {all} edits that apply, {within} stay within k = {k}."
                )
            }
            Lang::Zh => format!("A 有 {features} 个特征；适用的 {all} 种编辑中 {within} 种仍在 k = {k} 内。"),
        };
        assert!(rig.text().contains(&said), "{said}: {}", rig.text());
    }
}
