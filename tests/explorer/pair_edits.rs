//! The lab: two texts to edit, what differs between them, what edits do, and the length curve.

use crate::support;
use crate::support::pair::{FEW, distance, opened, put};
use crate::support::{Rig, chinese, sample, start, with_bits};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::progress::Progress;
use simscope::recipe::{Bits, Recipe, TieRule, Top, Weighting};
use simscope::sensitivity::{
    Battery, Bench, Curve, Difference, Edit, Experiment, Influence, Margins, vocabulary,
};
use simscope::simhash::{Signer, document_frequencies, trace};
use simscope::tui::action::{Action, Pane};
use simscope::tui::jobs::{Outcome, Report};
use simscope::tui::screens::pair;
use simscope::tui::screens::pair::keys::View;
use simscope::tui::screens::pair::work::{BATTERY, TEXTS};
use simscope::tui::shared::kept::CURVE;
use simscope::tui::shared::{Effect, Start};
use simscope::tui::surface::theme::{Depth, Theme};

#[test]
fn an_edited_text_and_the_lists_about_edits() {
    for (name, start, size, shown) in [
        ("en", start(), (120, 36), &["typing", "Influence", "Lengths"][..]),
        ("zh", chinese(), (120, 36), &[][..]),
        ("en", start(), (80, 24), &["typing", "Edits"][..]),
    ] {
        let (width, height) = size;
        let mut rig = opened(start, width, height);
        let show = |rig: &Rig, view: &str| {
            if shown.contains(&view) {
                let is_styled = view == "typing";
                let frame = if is_styled { rig.styled() } else { rig.text() };
                insta::assert_snapshot!(format!("{}_{name}_{width}x{height}", view.to_lowercase()), frame);
            }
        };
        rig.press("i");
        rig.app.press(KeyEvent::new(KeyCode::End, KeyModifiers::CONTROL));
        let typed = if name == "en" { " today" } else { "今日" };
        rig.app.paste(typed);
        rig.settle();
        assert!(rig.text().contains(typed.trim()), "{}", rig.text());
        show(&rig, "typing");
        rig.press("esc");
        for view in [View::Edits, View::Influence, View::Lengths] {
            rig.act(pair::keys::Act::SetView(view).into());
            show(&rig, &format!("{view:?}"));
        }
    }
}

#[test]
fn every_number_is_that_of_hashing_from_scratch() {
    let recipes = [
        Recipe::default(),
        Recipe { weighting: Weighting::TfIdf, ..Recipe::default() },
        Recipe {
            weighting: Weighting::Keywords(Top::Count(5)),
            bits: Bits::new(128).unwrap(),
            ..Recipe::default()
        },
        Recipe {
            tie: TieRule::One,
            bits: Bits::new(7).unwrap(),
            weighting: Weighting::Tf,
            ..Recipe::default()
        },
    ];
    let texts = [
        ("the storm closed the river bridge", "the storm opened the river bridge and the road"),
        ("近重复检测 near duplicates", "近重複检测, near duplicate"),
        ("", "one"),
        ("…", "!"),
        ("a\u{202e}b\u{1b}[2J\r\n\tc", "a b c"),
    ];
    for recipe in recipes {
        let mut rig = opened(Start { recipe, ..start() }, 120, 36);
        rig.act(pair::keys::Act::SetView(View::Lengths).into());
        let corpus = rig.app.shared.model.corpus.clone();
        let frequencies = (recipe.weighting == Weighting::TfIdf)
            .then(|| document_frequencies(&corpus, &recipe, &Progress::new()).unwrap());
        let of = |text: &str| trace(&recipe, frequencies.as_ref(), text);
        for (a, b) in texts {
            put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), a);
            put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), b);
            // A terminal pastes line ends as carriage returns.
            let a = a.replace("\r\n", "\n");
            let sensed = rig.app.screens.pair.compared().unwrap();
            let mut signer = Signer::new(&recipe, frequencies.as_ref());
            assert_eq!(sensed.a.trace.signature, signer.sign(&a).signature, "{a:?}");
            assert_eq!(sensed.b.signature, signer.sign(b).signature, "{b:?}");
            let (of_a, of_b) = (of(&a), of(b));
            assert_eq!(sensed.a.trace, of_a);
            assert_eq!(sensed.difference, Difference::between(&of_a, &of_b, &recipe));
            assert_eq!(sensed.a.influence, Influence::of(&of_a, &recipe));
            assert_eq!(sensed.a.margins, Margins::of(&of_a));
            let words = vocabulary(&corpus, 1);
            let bench = Bench {
                recipe: &recipe,
                frequencies: frequencies.as_ref(),
                vocabulary: &words,
                seed: 1,
                edits: 1,
            };
            let battery = Battery::run(&a, &[], bench, &Progress::new(), &mut |_| ()).unwrap();
            assert_eq!(rig.app.screens.pair.tried(&rig.app.shared).unwrap().trials, battery.trials, "{a:?}");
        }
        let curve =
            Curve::measure(&corpus, &recipe, frequencies.as_ref(), FEW, &Progress::new(), &mut |_| ());
        assert_eq!(rig.app.screens.pair.curve(&rig.app.shared).unwrap().as_ref(), &curve.unwrap());
    }
}

#[test]
fn the_first_document_has_none_before_it() {
    let mut rig = opened(start(), 80, 24);
    rig.press("N");
    assert_eq!(rig.message(), "this is the first document");
    for _ in 0..rig.app.shared.model.corpus.len() {
        rig.press("n");
    }
    assert!(rig.message().contains("end of the list"), "{}", rig.message());
}

#[test]
fn in_ascii_no_number_reads_as_another() {
    let theme = Theme::of(Depth::Mono, true, true);
    for k in [3, 111] {
        let recipe = Recipe { bits: Bits::new(128).unwrap(), ..Recipe::default() };
        let mut rig = opened(Start { theme, recipe, ..start() }, 120, 36);
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), "something else altogether");
        rig.act(Action::SetK(k)).act(Action::Pair(pair::keys::Act::SetView(View::Edits))).press("home");
        let text = rig.text();
        assert!(text.contains(&format!("d <={k}")) || text.contains(&format!("d<={k}")), "{text}");
        assert!(text.contains(" -> "), "{text}");
        rig.act(Action::Pair(pair::keys::Act::SetView(View::Lengths)));
        assert!(rig.text().contains("you need k = "), "{}", rig.text());
    }
}

#[test]
fn where_there_is_little_room_the_k_that_is_needed_is_kept() {
    for start in [start(), chinese()] {
        for is_table in [false, true] {
            let mut rig = opened(start.clone(), 80, 24);
            rig.act(pair::keys::Act::SetView(View::Lengths).into());
            if is_table {
                rig.press("enter");
            }
            let text = rig.text().split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains("need k = ") || text.contains("需取 k = "), "{text}");
        }
    }
}

#[test]
fn an_edit_of_ones_own_is_tried_and_forgotten() {
    let mut rig = opened(start(), 120, 36);
    let fixed = rig.app.screens.pair.rows(&rig.app.shared);
    rig.press("v a").press("railway=>tramway enter");
    assert_eq!(rig.app.screens.pair.rows(&rig.app.shared), fixed + 1);
    let trial = rig.app.screens.pair.tried(&rig.app.shared).unwrap().trials.last().unwrap().clone();
    assert_eq!(trial.edit.to_string(), "railway=>tramway");
    assert!(rig.text().contains("railway=>tramway"), "{}", rig.text());
    rig.press("enter");
    assert!(rig.app.screens.pair.b.editor.text().contains("tramway bridge"));
    assert_eq!(distance(&rig), trial.outcome.unwrap().distance());
    rig.press("v a").press("railway enter");
    assert!(rig.text().contains("write OLD=>NEW"), "{}", rig.text());
    rig.press("esc del");
    assert_eq!((rig.app.screens.pair.rows(&rig.app.shared), rig.app.screens.pair.own.len()), (fixed, 0));
    rig.press("del");
    assert!(rig.message().contains("of your own"), "{}", rig.message());
}

#[test]
fn the_verdict_follows_k() {
    let mut rig = opened(start(), 120, 36);
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), "something else altogether");
    let d = distance(&rig);
    assert!(d > 3);
    assert!(rig.text().contains(&format!("× d = {d} > k = 3: not within k")), "{}", rig.text());
    rig.act(Action::SetK(d));
    assert!(rig.text().contains(&format!("✓ d = {d} ≤ k = {d}: within k")), "{}", rig.text());
    rig.press("[");
    assert!(rig.text().contains("not within k"), "{}", rig.text());
}

#[test]
fn the_recipe_and_the_number_of_words_are_followed() {
    let mut rig = opened(start(), 120, 36);
    let before = rig.app.screens.pair.tried(&rig.app.shared).unwrap().clone();
    rig.press("r w");
    let sensed = rig.app.screens.pair.compared().unwrap();
    assert!(
        rig.app.screens.pair.is_current(&rig.app.shared) && sensed.key.hashed.recipe == rig.app.shared.recipe
    );
    for _ in 0..3 {
        rig.act(Action::Pair(pair::keys::Act::StepEdits(1)));
    }
    let after = rig.app.screens.pair.tried(&rig.app.shared).unwrap();
    assert_eq!((rig.app.screens.pair.experiment.edits, after.trials.len()), (4, before.trials.len()));
    assert_eq!(rig.app.screens.pair.curve(&rig.app.shared).unwrap().experiment.edits, 4);
    assert!(rig.message().contains("each edit changes 4 words"), "{}", rig.message());
    rig.press("v # 7 enter");
    assert_eq!(
        (
            rig.app.screens.pair.experiment.seed,
            rig.app.screens.pair.curve(&rig.app.shared).unwrap().experiment.seed
        ),
        (7, 7)
    );
    for _ in 0..4 {
        rig.act(Action::Pair(pair::keys::Act::StepEdits(-1)));
    }
    assert!(rig.message().contains("1 to 1,000"), "{}", rig.message());
    // In steps that become longer, up to what the command takes, and back by the same.
    let mut up = vec![1];
    while *up.last().unwrap() < Experiment::MOST_EDITS {
        rig.app.update(Action::Pair(pair::keys::Act::StepEdits(1)));
        up.push(rig.app.screens.pair.experiment.edits);
    }
    assert_eq!(up.len(), 20 + 8 + 9);
    for edits in up.iter().rev().skip(1) {
        rig.app.update(Action::Pair(pair::keys::Act::StepEdits(-1)));
        assert_eq!(rig.app.screens.pair.experiment.edits, *edits);
    }
}

#[test]
fn esc_cancels_the_edits_and_the_curve_and_r_starts_them_again() {
    let mut rig = Rig::builtin();
    // The corpus screen has measured the curve of seed 1.
    rig.app.screens.pair.experiment.seed = 2;
    rig.press_unsettled("‹to-lab›");
    rig.app.update(pair::keys::Act::SetView(View::Lengths).into());
    rig.draw();
    while !rig.text().contains("measuring") {
        assert!(rig.step());
    }
    rig.press_unsettled("esc");
    assert!(rig.message().contains("Space starts again"), "{}", rig.message());
    rig.settle();
    assert!(rig.app.screens.pair.curve(&rig.app.shared).is_none());
    assert!(rig.text().contains("cancelled"), "{}", rig.text());
    rig.app.screens.pair.experiment = FEW;
    rig.press("space");
    assert!(
        rig.app.screens.pair.curve(&rig.app.shared).is_some()
            && rig.app.screens.pair.tried(&rig.app.shared).unwrap().is_whole
    );
    // Another number of words, and back: what was measured is there at once.
    rig.act(Action::Pair(pair::keys::Act::StepEdits(1)));
    rig.app.update(Action::Pair(pair::keys::Act::StepEdits(-1)));
    assert!(rig.app.screens.pair.curve(&rig.app.shared).is_some());
}

#[test]
fn edits_that_are_tried_again_stand_once_in_the_list() {
    let trials =
        |rig: &Rig| rig.app.screens.pair.tried(&rig.app.shared).map_or(0, |tried| tried.trials.len());
    let mut rig = opened(start(), 120, 36);
    assert_eq!(trials(&rig), Edit::all().len());
    // Back before the first trial of the other number is there.
    rig.app.update(Action::Pair(pair::keys::Act::StepEdits(1)));
    rig.draw();
    rig.app.update(Action::Pair(pair::keys::Act::StepEdits(-1)));
    rig.settle();
    assert_eq!(trials(&rig), Edit::all().len());
    // Cancelled when some are there.
    rig.app.update(Action::Pair(pair::keys::Act::StepEdits(1)));
    while trials(&rig) == 0 {
        assert!(rig.step());
    }
    rig.press_unsettled("esc");
    let some = trials(&rig);
    assert!(some > 0 && some < Edit::all().len(), "{some}");
    rig.press("space");
    assert_eq!(trials(&rig), Edit::all().len());
}

#[test]
fn nothing_of_before_is_shown_as_if_it_were_of_now() {
    let mut rig = opened(start(), 120, 36);
    rig.press("i");
    rig.app.press(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
    assert!(!rig.app.screens.pair.is_current(&rig.app.shared));
    rig.draw();
    assert!(rig.text().contains("… ✓ d = 0") && rig.text().contains("… both texts have"), "{}", rig.text());
    rig.settle();
    assert!(!rig.text().contains("… ✓") && !rig.text().contains("… both texts"), "{}", rig.text());
    rig.press("shift-tab");
    rig.app.press(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
    assert!(rig.app.screens.pair.tried(&rig.app.shared).is_none());
}

#[test]
fn texts_without_features_are_stated() {
    let mut rig = opened(start(), 120, 36);
    for text in ["", " ", "…!?", "\u{200b}"] {
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), text);
        put(&mut rig, Pane::Pair(pair::keys::Pane::TextB), text);
        assert!(rig.text().contains("A and B have no features: in no group"), "{}", rig.text());
        for view in View::ALL {
            rig.act(Action::Pair(pair::keys::Act::SetView(view)));
        }
        if text.is_empty() {
            assert!(rig.text().contains("i types or pastes a text"), "{}", rig.text());
        }
    }
    put(&mut rig, Pane::Pair(pair::keys::Pane::TextA), "x");
    assert!(rig.text().contains("1 feature"), "{}", rig.text());
}

#[test]
fn of_an_empty_corpus_texts_can_be_typed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("empty.jsonl");
    std::fs::write(&path, "").unwrap();
    let mut rig =
        Rig::open(Start { sources: vec![simscope::corpus::Source::Path(path)], ..start() }, 120, 36);
    rig.press("5").act(pair::keys::Act::SetView(View::Edits).into());
    assert!(rig.text().contains("i types or pastes a text"), "{}", rig.text());
    rig.act(Action::Focus(pair::keys::Pane::TextA.into()))
        .press("i")
        .app
        .paste("the storm closed the bridge");
    rig.settle();
    rig.press("esc");
    assert!(rig.text().contains("4 features"), "{}", rig.text());
    assert!(rig.app.screens.pair.tried(&rig.app.shared).unwrap().is_whole);
    rig.press("‹to-lab›");
    assert!(rig.message().contains("no document"), "{}", rig.message());
}

#[test]
fn what_is_known_is_written_and_copied() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = opened(start(), 120, 36);
    rig.act(pair::keys::Act::SetView(View::Lengths).into());
    let export = |rig: &mut Rig, name: &str| {
        let path = folder.path().join(name);
        rig.press("x").press("ctrl-u").press(path.to_str().unwrap()).press("enter");
        assert!(rig.message().contains("exported"), "{}", rig.message());
        std::fs::read_to_string(path).unwrap()
    };
    let jsonl = export(&mut rig, "all.jsonl");
    for kind in ["influence", "bit", "edit", "length"] {
        assert!(jsonl.lines().any(|line| line.starts_with(&format!("{{\"kind\":\"{kind}\""))), "{kind}");
    }
    assert_eq!(jsonl.lines().filter(|line| line.contains("\"kind\":\"bit\"")).count(), 64);
    assert!(export(&mut rig, "all.tsv").starts_with("kind\t"));
    assert!(export(&mut rig, "all.csv").starts_with("kind,"));
    rig.press("y");
    assert_eq!(rig.copied.pop().unwrap().split('\t').count(), 6);
    let signature =
        simscope::simhash::hex(rig.app.shared.model.signatures.get(0), rig.app.shared.recipe.bits);
    rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::Bits))).press("y");
    assert_eq!(rig.copied.pop().unwrap(), format!("{signature}\t{signature}\t0000000000000000"));
    for view in [View::Edits, View::Influence, View::Features, View::Measures, View::Nearest] {
        rig.act(Action::Pair(pair::keys::Act::SetView(view))).press("y");
        assert!(rig.copied.pop().unwrap().contains('\t'), "{view:?}");
    }
    rig.act(Action::Pair(pair::keys::Act::SetView(View::Differences))).press("y");
    assert!(rig.message().contains("nothing to copy"), "{}", rig.message());
}

#[test]
fn a_job_that_failed_is_not_started_again_by_itself() {
    let mut rig = opened(start(), 120, 36);
    rig.act(pair::keys::Act::SetView(View::Lengths).into());
    for work in [TEXTS, BATTERY, CURVE] {
        rig.act(Action::Focus(Pane::Pair(pair::keys::Pane::TextA))).act(Action::Pair(pair::keys::Act::Type));
        rig.app.screens.pair.experiment.seed += 1;
        rig.app.press(KeyEvent::new(KeyCode::Char('x'), KeyModifiers::NONE));
        let mut started = 0;
        // The jobs end as they are wanted, but the one that fails.
        for _ in 0..20 {
            let areas = rig.app.shared.drawn.areas.clone();
            rig.app.drawn(areas);
            for effect in rig.app.take_effects() {
                let Effect::Start(ticket, job) = effect else { continue };
                let of = job.work;
                started += usize::from(of == work);
                let reports = std::sync::Mutex::new(Vec::new());
                match of == work {
                    true => reports.lock().unwrap().push(Outcome::End(Some("it broke".to_owned()))),
                    false => {
                        job.run(&Progress::new(), &|found| {
                            reports.lock().unwrap().push(Outcome::Found(found))
                        });
                        reports.lock().unwrap().push(Outcome::End(None));
                    }
                }
                for outcome in reports.into_inner().unwrap() {
                    rig.app.report(Report { work: of, ticket, outcome });
                }
            }
        }
        assert_eq!(started, 1, "{}", work.name);
        assert!(rig.message().contains("it broke"), "{}", rig.message());
    }
    // Another text is looked at again.
    rig.press("y");
    assert!(rig.app.screens.pair.is_current(&rig.app.shared));
}

#[test]
fn no_size_no_theme_and_no_width_panics() {
    let themes = [support::DARK, Theme::of(Depth::Mono, true, true), Theme::of(Depth::Ansi16, false, false)];
    for (theme, bits) in themes.into_iter().zip([64, 1, 128]) {
        let sources = vec![sample("en_sermon_kjv_asv.jsonl")];
        let mut rig = opened(Start { theme, k: 1, sources, ..with_bits(bits) }, 120, 36);
        for (width, height) in [
            (1, 1),
            (10, 3),
            (59, 16),
            (60, 16),
            (61, 20),
            (72, 19),
            (99, 45),
            (300, 16),
            (60, 100),
            (200, 60),
        ] {
            rig.resize(width, height);
            rig.press("tab down end v v v v enter ‹sort-next› y tab pgdn v v end pgup ] x esc :");
            rig.press("esc tab i x home end esc tab v v tab v v enter ‹to-lab› v v f v x esc");
            rig.act(Action::SetK(1));
            let corpus = rig.app.shared.model.corpus.clone();
            let is_of_text = |symbol: &str| corpus.iter().any(|document| document.text.contains(symbol));
            for cell in rig.buffer().content() {
                let is_plain = cell.symbol().is_ascii() || is_of_text(cell.symbol());
                assert!(!theme.is_ascii || is_plain, "{:?}", cell.symbol());
            }
        }
    }
}
