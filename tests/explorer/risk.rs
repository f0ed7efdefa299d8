//! Which documents are too short for k, in the corpus screen.

use crate::support::{DARK, Rig, sample, start};
use simscope::progress::Progress;
use simscope::recipe::{Recipe, Top, Weighting};
use simscope::sensitivity::{Curve, Experiment, lengths};
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::corpus::risk::RiskShare;
use simscope::tui::shared::Start;
use simscope::tui::surface::lang::Lang;
use simscope::tui::surface::theme::Role;
use std::sync::Mutex;

/// What the core says of the corpus of a rig: the documents too short for k.
fn short_documents(rig: &Rig, k: u8) -> Vec<u32> {
    let model = &rig.app.shared.model;
    let (recipe, progress) = (model.recipe, Progress::new());
    let curve = || {
        let frequencies = model.frequencies.as_deref();
        let experiment = Experiment::default();
        Curve::measure(&model.corpus, &recipe, frequencies, experiment, &progress, &mut |_| ()).unwrap()
    };
    // Each is measured once: it takes a second.
    static CURVES: Mutex<Vec<(String, Recipe, Curve)>> = Mutex::new(Vec::new());
    let mut curves = CURVES.lock().unwrap();
    let name = model.corpus.name();
    let at = curves.iter().position(|(of, under, _)| of == name && *under == recipe).unwrap_or_else(|| {
        curves.push((name.to_owned(), recipe, curve()));
        curves.len() - 1
    });
    let curve = &curves[at].2;
    let lengths = lengths(&model.corpus, &recipe, &progress).unwrap();
    let grouped = model.documents.iter().copied();
    grouped.filter(|&document| curve.is_too_short(lengths[document as usize], k)).collect()
}

fn rows(rig: &Rig) -> Vec<u32> {
    (0..rig.app.shared.row_count()).map(|row| rig.app.shared.document_in_row(row).unwrap()).collect()
}

#[test]
fn the_share_follows_k_and_is_what_the_core_says() {
    let mut rig = Rig::builtin();
    rig.press("v s").press("v s");
    for k in [0, 3, 8, 64] {
        rig.act(Action::SetK(k));
        let short = short_documents(&rig, k);
        let all = rig.app.shared.model.documents.len();
        assert_eq!(
            rig.app.screens.corpus.risk_share(&rig.app.shared),
            Some(RiskShare { short: short.len(), all })
        );
        let title = format!("too short for k = {k}: {} of {all}", short.len());
        assert!(rig.text().contains(&title), "{}", rig.text());
    }
}

#[test]
fn f_lists_only_those_that_are_too_short_and_follows_k() {
    let mut rig = Rig::builtin();
    let all = rig.app.shared.row_count();
    let chosen = |rig: &Rig, k| short_documents(rig, k);
    rig.press("v s");
    assert_eq!(rows(&rig), chosen(&rig, 3));
    assert!(rig.message().contains("too short for k = 3"), "{}", rig.message());
    insta::assert_snapshot!("risk_filtered_120x36", rig.styled());
    for k in ["]", "]", "["] {
        rig.press(k);
        assert_eq!(rows(&rig), chosen(&rig, rig.app.shared.k));
    }
    assert!(rows(&rig).len() < all);
    rig.press("v s");
    assert_eq!(rig.app.shared.row_count(), all);
    // Sorted rows stay sorted.
    rig.press("‹sort-reverse› v s");
    let mut reversed = chosen(&rig, rig.app.shared.k);
    reversed.reverse();
    assert_eq!(rows(&rig), reversed);
    rig.press("esc");
    assert_eq!((rig.app.shared.row_count(), rig.app.screens.corpus.is_only_short), (all, false));
}

#[test]
fn the_words_and_the_shortness_filter_together_and_esc_clears_both() {
    let mut rig = Rig::builtin();
    rig.press("/").press("the").press("enter");
    let with_words = rows(&rig);
    rig.press("v s");
    let short = short_documents(&rig, 3);
    let both: Vec<u32> = with_words.iter().copied().filter(|document| short.contains(document)).collect();
    assert_eq!(rows(&rig), both);
    assert!(rig.text().contains("88 · the · only too short"), "{}", rig.text());
    rig.press("esc");
    assert!(rig.app.screens.corpus.filter.is_empty() && !rig.app.screens.corpus.is_only_short);
    assert_eq!(rig.app.shared.row_count(), rig.app.shared.model.corpus.len());
}

#[test]
fn rows_that_are_too_short_are_marked_and_no_others() {
    let mut rig = Rig::builtin();
    rig.press("v s").press("v s");
    for _ in 0..2 {
        let too_short = rig.app.screens.corpus.too_short(&rig.app.shared).unwrap();
        let short = short_documents(&rig, rig.app.shared.k);
        for document in 0..rig.app.shared.model.corpus.len() as u32 {
            assert_eq!(too_short.holds(document), short.contains(&document));
        }
        rig.act(Action::SetK(9));
    }
    rig.act(Action::SetK(3)).press("v s");
    let warn = DARK.style(Role::Warn).fg.unwrap();
    let marks = rig.buffer().content.iter().filter(|cell| cell.symbol() == "!" && cell.fg == warn).count();
    assert!(marks > 10, "{marks}");
}

#[test]
fn keywords_are_judged_by_all_terms_of_a_document() {
    let recipe = Recipe { weighting: Weighting::Keywords(Top::Count(5)), name: None, ..Recipe::default() };
    let mut rig = Rig::open(Start { recipe, ..start() }, 120, 36);
    assert_eq!(rig.app.screens.corpus.risk_share(&rig.app.shared), None, "nobody asked");
    rig.press("v s");
    let short = short_documents(&rig, 3).len();
    assert_eq!(rig.app.screens.corpus.risk_share(&rig.app.shared).map(|share| share.short), Some(short));
}

#[test]
fn a_key_that_cannot_act_yet_says_why() {
    let recipe = Recipe { weighting: Weighting::Tf, name: None, ..Recipe::default() };
    let mut rig = Rig::open_unsettled(Start { recipe, ..start() }, 120, 36);
    rig.press_unsettled("v s");
    assert!(rig.message().contains("as soon as the groups are known"), "{}", rig.message());
    rig.settle();
    assert_eq!(rows(&rig), short_documents(&rig, 3), "listed once that was known");
    let recipe = Recipe { weighting: Weighting::Tags(9), ..recipe };
    let mut rig = Rig::open(Start { recipe, ..start() }, 120, 36);
    rig.press_unsettled("v s");
    assert!(rig.message().contains("listed then"), "{}", rig.message());
    rig.draw();
    rig.press_unsettled("esc");
    assert!(rig.message().contains("cancelled; Space starts it again"), "{}", rig.message());
    rig.settle();
    assert_eq!(rig.app.screens.corpus.risk_share(&rig.app.shared), None);
    rig.press("v s");
    assert!(rig.message().contains("was cancelled; Space starts it"), "{}", rig.message());
    assert!(!rig.app.screens.corpus.is_only_short);
    rig.press("space");
    assert!(rig.app.screens.corpus.risk_share(&rig.app.shared).is_some());
}

#[test]
fn another_recipe_is_measured_anew_and_the_filter_stays() {
    let mut rig = Rig::builtin();
    rig.press("v s");
    let before = rows(&rig);
    rig.press("r t");
    assert_ne!(rig.app.shared.model.recipe, start().recipe);
    assert_eq!(rows(&rig), short_documents(&rig, 3));
    assert_ne!(rows(&rig), before);
    rig.press("u");
    assert_eq!(rows(&rig), before);
}

#[test]
fn a_corpus_without_words_says_that_nothing_can_be_measured() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("no_words.txt");
    std::fs::write(&path, "...\n---\n!!!\n").unwrap();
    let sources = vec![simscope::corpus::Source::Path(path)];
    let mut rig = Rig::open(Start { sources, ..start() }, 120, 36);
    rig.press("v s");
    assert!(rig.message().contains("too few words"), "{}", rig.message());
}

#[test]
fn in_chinese_the_title_and_the_marks_say_it_in_fewer_columns() {
    let sources = vec![sample("zh_tang_two_editions.jsonl")];
    let mut rig = Rig::open(Start { lang: Lang::Zh, sources, ..start() }, 80, 24);
    assert_eq!(rig.app.shared.screen, Screen::Corpus);
    rig.press("v s");
    rig.app.shared.message = None;
    rig.settle();
    insta::assert_snapshot!("risk_zh_80x24", rig.text());
}

#[test]
fn help_says_what_too_short_means() {
    let mut rig = Rig::open(start(), 120, 60);
    assert!(
        rig.press("?").text().contains("one replaced word moves most texts of that length"),
        "{}",
        rig.text()
    );
}
