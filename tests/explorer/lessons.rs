//! The lessons that are part of the program: each is taken from its first page to its last one by its keys, and every number
//! on its pages is the one that the library computes.

use crate::support;
use crate::support::Rig;
use simscope::analysis::{self, Arrival};
use simscope::corpus::{Corpus, ReadOptions, Source};
use simscope::lessons::{Block, Class, HandMade, Lesson, SCREENS, Shown, built_in, functions};
use simscope::progress::Progress;
use simscope::tui::action::{Action, Screen};
use simscope::tui::classroom::LESSON;
use simscope::tui::jobs::{Outcome, Report};
use simscope::tui::shared::{Effect, Start};
use simscope::tui::surface::lang::Lang;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

pub fn corpus(lesson: &Lesson) -> Corpus {
    let mut corpus = Corpus::new("lesson");
    let mut take = |arrival| {
        if let Arrival::Batch(batch) = arrival {
            corpus.push(batch);
        }
        ControlFlow::Continue(())
    };
    let sources = [lesson.source.clone()];
    analysis::read(&sources, &ReadOptions::default(), &Progress::default(), &mut take).unwrap();
    corpus
}

pub fn start(lesson: &Lesson, lang: Lang) -> Start {
    Start {
        sources: vec![lesson.source.clone()],
        recipe: lesson.recipe,
        k: lesson.k,
        lang,
        lesson: Some(Arc::new(lesson.clone())),
        ..support::start()
    }
}

/// What the head of a page says of its place.
pub fn place(lang: Lang, page: usize, pages: usize) -> String {
    match lang {
        Lang::En => format!("page {page} of {pages}"),
        Lang::Zh => format!("第 {page} 页，共 {pages} 页"),
    }
}

/// The text of a page without blanks, so line breaks do not matter.
pub fn words(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '│').collect()
}

fn texts(shown: &Shown) -> Vec<String> {
    let blocks = shown.text.iter().chain(&shown.task).chain(&shown.ask);
    let texts = blocks.map(|block| match block {
        Block::Paragraph(text) => text.clone(),
        Block::Figure(lines) => lines.join("\n"),
    });
    texts.chain(shown.choices.iter().cloned()).collect()
}

#[test]
fn every_lesson_can_be_computed_in_both_languages() {
    let lessons = built_in().unwrap();
    for lesson in &lessons {
        let corpus = corpus(lesson);
        lesson.check(&Class::new(&corpus, lesson.recipe)).unwrap();
        // 130 words a minute, 45 seconds for a question, 30 for what is to be tried.
        let class = Class::new(&corpus, lesson.recipe);
        let pages = lesson.pages.iter().map(|page| class.page(page, Lang::En).unwrap());
        let words: usize =
            pages.flat_map(|shown| texts(&shown)).map(|text| text.split_whitespace().count()).sum();
        let count =
            |is: fn(&simscope::lessons::Page) -> bool| lesson.pages.iter().filter(|&page| is(page)).count();
        let (asked, tried) = (count(|page| page.question.is_some()), count(|page| page.task.is_some()));
        let least = words as f64 / 130.0 + 0.75 * asked as f64 + 0.5 * tried as f64;
        let stated = f64::from(lesson.minutes);
        assert!(
            (least * 0.8..least * 1.2 + 1.0).contains(&stated),
            "{}: {stated}, not {least:.1}",
            lesson.id
        );
        assert_ne!(lesson.title.of(Lang::En), lesson.title.of(Lang::Zh), "{}", lesson.id);
        for page in &lesson.pages {
            assert_ne!(page.text.of(Lang::En), page.text.of(Lang::Zh), "{}, line {}", lesson.id, page.line);
        }
    }
    let mut ids: Vec<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lessons.len(), "two lessons have one id");
}

#[test]
fn every_lesson_is_taken_from_its_first_page_to_its_last_by_its_keys() {
    for lesson in built_in().unwrap() {
        let corpus = corpus(&lesson);
        let class = Class::new(&corpus, lesson.recipe);
        for lang in [Lang::En, Lang::Zh] {
            let mut rig = Rig::open(start(&lesson, lang), 120, 110);
            for (number, page) in (1..).zip(&lesson.pages) {
                let at = format!("{}, page {number}", lesson.id);
                if let Some(screen) = page.screen {
                    assert_eq!(rig.app.shared.screen.name().0.to_lowercase(), SCREENS[screen], "{at}");
                }
                if let Some(id) = &page.select {
                    let selected = rig.app.shared.selected as usize;
                    assert_eq!(rig.app.shared.model.corpus.get(selected).id, id, "{at}");
                }
                if let Some(k) = page.k {
                    assert_eq!(rig.app.shared.k, k, "{at}");
                }
                let shown = class.page(page, lang).unwrap();
                rig.press("L z");
                let seen = words(&rig.text());
                for text in texts(&shown) {
                    assert!(seen.contains(&words(&text)), "{at}: {text}\n{}", rig.text());
                }
                // One line is the title.
                rig.press("L z");
                let title =
                    format!("{} · {}", lesson.title.of(lang), place(lang, number, lesson.pages.len()));
                assert!(words(&rig.text()).contains(&words(&title)), "{at}\n{}", rig.text());
                rig.press("L z");
                if let Some(question) = &page.question {
                    let wrong = class.grade(question, "no such answer", lang).unwrap();
                    assert!(!wrong.is_right, "{at}");
                    if !wrong.is_answer {
                        rig.press("L a").app.paste("no such answer");
                        rig.press("enter");
                        let open = if lang == Lang::En { "still open" } else { "仍可作答" };
                        assert!(rig.message().contains(open), "{at}: {}", rig.message());
                        let graded = if lang == Lang::En { "The answer is: " } else { "答案是：" };
                        assert!(!rig.text().contains(graded), "{at}\n{}", rig.text());
                    }
                    let answer = class.value(&question.answer).unwrap().to_string();
                    rig.press("L a").app.paste(&answer);
                    rig.press("enter");
                    let right = if lang == Lang::En { "right" } else { "正确" };
                    assert!(rig.message().starts_with(right), "{at}: {answer}\n{}", rig.text());
                }
                rig.press(">");
            }
            let questions = lesson.pages.iter().filter(|page| page.question.is_some()).count();
            let score = match lang {
                Lang::En => format!("the lesson is done, {questions} of {questions} right"),
                Lang::Zh => format!("本课完，答对 {questions} / {questions} 题"),
            };
            assert!(rig.message().contains(&score), "{}", rig.message());
        }
    }
}

#[test]
fn pages_fit_the_smallest_terminals() {
    for lesson in built_in().unwrap() {
        let corpus = corpus(&lesson);
        let class = Class::new(&corpus, lesson.recipe);
        for (number, page) in (1..).zip(&lesson.pages) {
            for lang in [Lang::En, Lang::Zh] {
                for block in &class.page(page, lang).unwrap().text {
                    if let Block::Figure(lines) = block {
                        for line in lines {
                            let width = simscope::visible::width(line);
                            assert!(width <= 76, "{}, page {number}: {width} columns: {line}", lesson.id);
                        }
                    }
                }
            }
        }
        let mut rig = Rig::open(start(&lesson, Lang::En), 80, 24);
        for _ in &lesson.pages {
            rig.press(">");
        }
        rig.resize(60, 16).press("< L z < L z <");
    }
}

/// Turns to the part of the page that says what to try.
pub fn turn_to_task(rig: &mut Rig, lang: Lang) {
    let task = if lang == Lang::En { "Try:" } else { "试一试：" };
    for _ in 0..4 {
        if !rig.text().contains(task) {
            rig.press(">");
        }
    }
}

/// What was tried and changed nothing.
fn idle_keys(lesson: &Lesson, lang: Lang, (width, height): (u16, u16)) -> Vec<String> {
    let mut idle = Vec::new();
    for (number, page) in (1..).zip(&lesson.pages) {
        let mut from_here = lesson.clone();
        from_here.first = number - 1;
        let mut one = Rig::open(start(&from_here, lang), width, height);
        turn_to_task(&mut one, lang);
        for key in &page.keys {
            let before = one.text();
            one.press(key);
            if one.text() == before {
                idle.push(format!("{} page {number} at {width}×{height}: {key}\n{before}", lesson.id));
            }
        }
    }
    idle
}

#[test]
fn every_key_that_a_page_names_changes_what_is_seen() {
    let mut idle = Vec::new();
    for lesson in built_in().unwrap() {
        for page in &lesson.pages {
            let (Some(task), keys) = (&page.task, &page.keys) else { continue };
            for key in keys.iter().filter(|key| key.chars().count() == 1 || key.contains(' ')) {
                for text in task.each() {
                    assert!(text.contains(key.as_str()), "{}, line {}: {key}", lesson.id, page.line);
                }
            }
            let in_shell = task.of(Lang::En).contains("simscope ");
            assert!(
                in_shell || page.screen.is_none() || !keys.is_empty(),
                "{}, line {}",
                lesson.id,
                page.line
            );
        }
        // What fits is decided by size and language; what a key does, by neither.
        for (lang, size) in [(Lang::En, (80, 24)), (Lang::Zh, (80, 24)), (Lang::En, (120, 36))] {
            idle.extend(idle_keys(&lesson, lang, size));
        }
    }
    assert!(idle.is_empty(), "{}", idle.join("\n"));
}

/// Turns the parts of a page until the next page is there.
fn turn_to(rig: &mut Rig, page: &str) {
    for _ in 0..4 {
        if !rig.text().contains(page) {
            rig.press(">");
        }
    }
    assert!(rig.text().contains(page), "{}", rig.text());
}

#[test]
fn a_lesson_says_its_score_goes_on_to_the_next_one_and_is_marked() {
    let lessons = built_in().unwrap();
    let mut first = lessons[0].clone();
    first.first = first.pages.len() - 1;
    let mut rig = Rig::open(start(&first, Lang::En), 120, 60);
    rig.press(">");
    assert!(rig.message().contains("the lesson is done, 0 of"), "{}", rig.message());
    let title = lessons[1].title.of(Lang::En);
    assert!(rig.message().contains(title), "{}", rig.message());
    rig.press(">");
    assert!(rig.text().contains(&place(Lang::En, 1, lessons[1].pages.len())), "{}", rig.text());
    turn_to(&mut rig, &place(Lang::En, 2, lessons[1].pages.len()));
    rig.press("L L");
    let questions = lessons[0].pages.iter().filter(|page| page.question.is_some()).count();
    assert!(rig.text().contains(&format!("✓ 0 / {questions}")), "{}", rig.text());
    assert!(rig.text().contains("45 minutes: lessons 1, 8"), "{}", rig.text());
    // The second one goes on where it was left.
    rig.press("home enter");
    rig.press("L L").press("2").press("enter");
    assert!(rig.text().contains(&place(Lang::En, 2, lessons[1].pages.len())), "{}", rig.text());
}

#[test]
fn a_text_of_ones_own_keeps_the_lesson_and_its_page_and_q_leaves_it() {
    let mut rig = Rig::open(support::with_bits(32), 120, 36);
    rig.press("L L").press("enter");
    let pages = built_in().unwrap()[0].pages.len();
    rig.press("> 2 a").app.paste("to be or not to be");
    rig.press("enter");
    let text = rig.text();
    assert!(text.contains(&place(Lang::En, 2, pages)) && text.contains("not"), "{text}");
    // The text goes first, then the lesson.
    rig.press("L q");
    assert_eq!(rig.app.shared.model.corpus.len(), 6);
    assert!(rig.text().contains(&place(Lang::En, 2, pages)), "{}", rig.text());
    rig.press("a").app.paste("to be or not to be");
    rig.press("enter");
    turn_to(&mut rig, &place(Lang::En, 3, pages));
    assert_eq!(rig.app.shared.model.corpus.len(), built_in().unwrap()[0].clone().pages.len().min(6));
    rig.press("q");
    assert!(!rig.text().contains(" · page "), "{}", rig.text());
    assert_eq!(rig.app.shared.model.corpus.len(), 88);
}

#[test]
fn a_path_begins_its_first_lesson_that_is_not_done_and_leads_to_the_next() {
    let lessons = built_in().unwrap();
    let mut first = lessons[0].clone();
    first.first = first.pages.len() - 1;
    let mut rig = Rig::open(start(&first, Lang::En), 120, 60);
    rig.press(">").press("L L");
    let path = ["down"].repeat(lessons.len() + 1).join(" ");
    rig.press(&path).press("enter");
    assert!(rig.text().contains(lessons[1].title.of(Lang::En)), "{}", rig.text());
    for _ in 0..80 {
        if !rig.message().contains("the lesson is done") {
            rig.press(">");
        }
    }
    let last = lessons.iter().find(|lesson| lesson.id == "threshold").unwrap().title.of(Lang::En);
    assert!(rig.message().contains(last), "{}", rig.message());
    assert!(rig.press(">").text().contains(&format!("{last} · page 1")), "{}", rig.text());
}

#[test]
fn the_page_alone_is_turned_part_by_part() {
    let lessons = built_in().unwrap();
    let threshold = lessons.iter().find(|lesson| lesson.id == "threshold").unwrap();
    let mut fourth = threshold.clone();
    fourth.first = 3;
    let mut rig = Rig::open(start(&fourth, Lang::En), 80, 24);
    let page = place(Lang::En, 4, threshold.pages.len());
    assert!(rig.text().contains("more 1/2") && !rig.text().contains("Question:"), "{}", rig.text());
    rig.press("L z");
    // Alone it has room for all of it.
    for part in [&*page, "group around leaders", "Question:"] {
        assert!(rig.text().contains(part) && !rig.text().contains("more 1/2"), "{part}\n{}", rig.text());
    }
    rig.resize(60, 16);
    assert!(rig.text().contains("more 1/"), "{}", rig.text());
    assert!(rig.press(">").text().contains(&page), "{}", rig.text());
}

#[test]
fn the_pairs_that_a_page_speaks_of_are_seen_and_moved_in() {
    let lessons = built_in().unwrap();
    let mut threshold = lessons.into_iter().find(|lesson| lesson.id == "threshold").unwrap();
    threshold.first = 4;
    let mut rig = Rig::open(start(&threshold, Lang::En), 80, 24);
    let before = rig.press("p").text();
    assert!(before.contains("Pairs at d =") && before.contains("d = 3 ≤ k = 3"), "{before}");
    assert_ne!(rig.press("down").text(), before);
    assert_eq!(rig.app.shared.k, 3);
}

#[test]
fn parts_are_evenly_filled_and_end_with_sentences() {
    let sentence = "Seventy letters and more stand in each sentence of this text, and no less.";
    let lesson = lesson_of(&question(&[sentence; 23].join(" "), "1", ""));
    let mut rig = Rig::open(start(&lesson, Lang::En), 80, 24);
    let count = |rig: &Rig| rig.text().matches(" of this text").count();
    let first = count(&rig);
    assert_eq!(rig.text().matches("no less.").count(), first, "{}", rig.text());
    rig.press(">");
    // The question and the line before it take room, too.
    assert!(first.abs_diff(count(&rig) + 2) <= 1 && first + count(&rig) == 23, "{}", rig.text());
}

#[test]
fn what_presents_a_page_shows_its_bit_and_goes_back_to_it() {
    let mut words = built_in().unwrap()[0].clone();
    words.first = 3;
    let mut rig = Rig::open(start(&words, Lang::En), 80, 24);
    let page = rig.text();
    rig.press("V");
    assert!(rig.text().contains("bit 4"), "{}", rig.text());
    rig.press("V");
    assert_eq!(rig.text(), page);
    rig.act(Action::Go(Screen::Threshold)).press("V");
    assert_eq!(rig.message(), "V presents the steps of a document: press 2 first");
}

#[test]
fn what_a_lesson_has_not_spoken_of_is_hidden() {
    let lessons = built_in().unwrap();
    let mut rig = Rig::open(start(&lessons[0], Lang::En), 120, 36);
    assert!(!rig.text().contains("k = ") && !rig.text().contains("2 Anatomy"), "{}", rig.text());
    let of_k = lessons.iter().find(|lesson| lesson.id == "threshold").unwrap();
    rig = Rig::open(start(of_k, Lang::En), 120, 36);
    assert!(rig.text().contains("k = "), "{}", rig.text());
}

#[test]
fn lessons_are_listed_begun_and_left() {
    let mut rig = Rig::open(support::with_bits(32), 120, 36);
    rig.press("]").press("L L");
    let lessons = built_in().unwrap();
    assert!(rig.text().contains(lessons[0].title.of(Lang::En)), "{}", rig.text());
    rig.press("enter");
    assert!(rig.text().contains(&place(Lang::En, 1, lessons[0].pages.len())), "{}", rig.text());
    assert_eq!(rig.app.shared.recipe, lessons[0].recipe);
    rig.press("<");
    assert!(rig.message().contains("first page"));
    rig.press("L L").press("x");
    assert!(!rig.text().contains("page 1 of"));
    assert_eq!(
        (rig.app.shared.k, rig.app.shared.recipe.bits.get(), rig.app.shared.model.corpus.len()),
        (4, 32, 88)
    );
    rig.press(">");
    assert!(rig.message().contains("no lesson is open"));
}

#[test]
fn a_text_that_is_typed_in_anatomy_is_taken_apart_there() {
    let mut rig = Rig::open(support::with_bits(8), 120, 36);
    rig.press("2").press("a").app.paste("to be or not to be");
    rig.press("enter");
    assert_eq!((rig.app.shared.screen, rig.app.shared.model.corpus.len()), (Screen::Anatomy, 1));
    rig.press("a").app.paste("to be and not to be");
    rig.press("enter");
    let shared = &rig.app.shared;
    assert_eq!((shared.model.corpus.len(), shared.selected, shared.recipe.bits.get()), (2, 1, 8));
    assert!(rig.text().contains("text 2") && rig.text().contains("and"), "{}", rig.text());
    // The figures of articles: rows with weights and hashes.
    rig.press("a").app.paste("first ×5 #010111; second ×3 #000101; third #100111");
    rig.press("enter");
    let shared = &rig.app.shared;
    assert_eq!(
        (shared.model.corpus.len(), shared.recipe.bits.get(), shared.model.signatures.get(0)),
        (1, 6, 0b010111)
    );
    rig.press("a").app.paste("to be");
    rig.press("enter");
    assert_eq!((rig.app.shared.model.corpus.len(), rig.app.shared.recipe.bits.get()), (1, 8));
    rig.press("L q");
    assert_eq!((rig.app.shared.model.corpus.len(), rig.app.shared.screen), (88, Screen::Anatomy));
}

#[test]
fn a_wrong_answer_shows_the_right_one_and_a_number_is_read_as_people_write_it() {
    let lesson = Lesson::parse(
        Path::new("x.toml"),
        "id = \"x\"\nminutes = 1\ntitle.en = \"X\"\n[[pages]]\ntitle.en = \"P\"\ntext.en = \"{power 2 34}\"\n\
         [pages.question]\nask.en = \"How many?\"\nanswer = \"power 2 34\"\nwhy.en = \"2 times itself\"\n",
    )
    .unwrap();
    let mut rig = Rig::open(start(&lesson, Lang::En), 100, 30);
    rig.press("L a").press("17").press("enter");
    assert_eq!(rig.message(), "not right: it is more; L a tries once more");
    assert!(!rig.text().contains("The answer is"), "{}", rig.text());
    rig.press("L a").press("170000000000").press("enter");
    assert_eq!(rig.message(), "not right: the answer is 17,179,869,184");
    assert!(rig.text().contains("The answer is: 17,179,869,184"));
    assert!(rig.text().contains("2 times itself"));
    for typed in ["17179869184", "17,179,869,184", "１７１７９８６９１８４"] {
        rig.press("L a").app.paste(typed);
        rig.press("enter");
        assert!(rig.message().starts_with("right: "), "{typed}");
    }
}

/// A lesson of these pages, in one language.
fn lesson_of(pages: &str) -> Lesson {
    let text = format!("id = \"x\"\nminutes = 1\ntitle.en = \"X\"\n{pages}");
    Lesson::parse(Path::new("x.toml"), &text).unwrap()
}

fn question(text: &str, answer: &str, rest: &str) -> String {
    format!(
        "[[pages]]\ntitle.en = \"P\"\ntitle.zh = \"页\"\ntext.en = \"{text}\"\n[pages.question]\nask.en = \"?\"\nanswer = \"{answer}\"\n{rest}\n"
    )
}

#[test]
fn an_answer_that_comes_before_the_page_does_not_keep_it_away() {
    let slow = "{compressed-share 200000}";
    let lesson = lesson_of(&question(slow, "1", "why.en = \"because\""));
    let mut rig = Rig::open_unsettled(start(&lesson, Lang::En), 100, 30);
    while rig.app.shared.model.stage == simscope::tui::shared::Stage::Reading {
        rig.step();
    }
    rig.press_unsettled("L a 1 enter");
    rig.settle();
    assert!(!rig.text().contains("computing"), "{}", rig.text());
    assert!(rig.text().contains("Right: 1") && rig.text().contains("because"), "{}", rig.text());
}

#[test]
fn an_answer_is_given_and_explained_beside_its_question() {
    let text = (0..60).map(|line| format!("line {line}\\n\\n")).collect::<String>();
    let lesson = lesson_of(&question(&text, "1", "why.en = \"because\""));
    let mut rig = Rig::open(start(&lesson, Lang::En), 80, 24);
    assert!(rig.text().contains("line 3") && !rig.text().contains("L a answers"), "{}", rig.text());
    assert!(rig.press("L a").text().contains("Question: ?"), "{}", rig.text());
    rig.press("1 enter");
    let text = rig.text();
    assert!(text.contains("Question: ?") && text.contains("Right: 1") && text.contains("because"), "{text}");
}

#[test]
fn the_explanation_of_an_answer_follows_the_language() {
    let lesson = lesson_of(&question("t", "2", "why.en = \"because\"\nwhy.zh = \"因为\""));
    let mut rig = Rig::open(start(&lesson, Lang::En), 100, 30);
    rig.press("L a 3 enter").press("L a 3 enter");
    assert!(rig.text().contains("The answer is: 2") && rig.text().contains("because"), "{}", rig.text());
    rig.act(Action::ToggleLang);
    assert!(rig.text().contains("答案是：2") && rig.text().contains("因为"), "{}", rig.text());
}

#[test]
fn keys_of_the_settings_are_shown_and_the_list_is_reached_from_every_screen() {
    let settings = simscope::settings::Settings::from_toml(
        Path::new("settings.toml"),
        "[keys]\nclassroom-answer = \"&\"\nclassroom-list = \"*\"\n",
    );
    let lesson = lesson_of(&question("t", "2", ""));
    let mut opened = start(&lesson, Lang::En);
    opened.opening.settings = settings.unwrap();
    let mut rig = Rig::open(opened, 100, 30);
    assert!(rig.text().contains("& answers") && rig.text().contains("* lessons"), "{}", rig.text());
    rig.press(">");
    assert!(rig.message().contains("* lists the lessons"), "{}", rig.message());
    let mut rig = Rig::open(support::with_bits(32), 120, 36);
    for screen in ["1", "2", "3", "4", "5", "6"] {
        rig.press(screen).press("esc L");
        assert!(rig.text().contains(built_in().unwrap()[0].title.of(Lang::En)), "{screen}\n{}", rig.text());
        rig.press("esc");
    }
}

#[test]
fn a_page_that_cannot_be_computed_says_so_and_is_tried_again() {
    let lesson = lesson_of("[[pages]]\ntitle.en = \"P\"\ntext.en = \"t\"\n");
    let mut rig = Rig::open_unsettled(start(&lesson, Lang::En), 100, 30);
    while rig.app.shared.model.stage == simscope::tui::shared::Stage::Reading {
        rig.step();
    }
    let cancelled = (0..50).any(|_| {
        rig.press_unsettled("esc");
        rig.draw();
        rig.text().contains("was not computed")
    });
    rig.settle();
    if cancelled {
        rig.press("space");
    }
    assert!(!rig.text().contains("was not computed") && !rig.text().contains("computing"), "{}", rig.text());
    // In the other language the page is another, whose job fails.
    rig.app.update(Action::ToggleLang);
    for _ in 0..3 {
        let areas = rig.app.shared.drawn.areas.clone();
        rig.app.drawn(areas);
        for effect in rig.app.take_effects() {
            let Effect::Start(ticket, job) = effect else { continue };
            let outcome = Outcome::End((job.work == LESSON).then(|| "it broke".to_owned()));
            rig.app.report(Report { work: job.work, ticket, outcome });
        }
    }
    rig.draw();
    assert!(rig.message().contains("Lesson: it broke"), "{}", rig.message());
    assert!(!rig.text().contains("计算中") && rig.text().contains("本页未能计算"), "{}", rig.text());
}

#[test]
fn read_again_stays_on_the_page_with_its_answer_and_x_leaves_a_lesson_of_the_command_line() {
    let pages = format!("{}{}", question("one", "1", ""), question("two", "2", ""));
    let lesson = lesson_of(&pages);
    let mut rig = Rig::open(start(&lesson, Lang::En), 100, 30);
    rig.press("> L a 2 enter");
    rig.act(Action::ReadAgain);
    assert!(rig.text().contains("page 2 of 2") && rig.text().contains("Right: 2"), "{}", rig.text());
    rig.press("L L").press("enter");
    let first = &built_in().unwrap()[0];
    assert!(rig.text().contains(first.title.of(Lang::En)), "{}", rig.text());
    rig.press("L L").press("x");
    assert!(!rig.text().contains(" · page "), "{}", rig.text());
}

#[test]
fn a_report_about_documents_that_no_command_can_read_names_none() {
    use simscope::tui::action::Action;
    let made =
        Source::Held(simscope::corpus::Held::new("made", [("a", "one two three"), ("b", "one two four")]));
    for (sources, has_command) in [(vec![made], false), (vec![Source::Builtin], true)] {
        let mut rig = Rig::open(Start { sources, ..support::start() }, 120, 36);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.html");
        rig.act(Action::AskReport).press("ctrl-u");
        rig.press(path.to_str().unwrap());
        rig.press("enter");
        let page = std::fs::read_to_string(&path).unwrap();
        assert_eq!(page.contains("simscope report"), has_command);
        assert_eq!(page.contains("simscope clean"), has_command);
    }
}

#[test]
fn answers_that_are_texts_are_read_as_a_keyboard_types_them() {
    let documents = "corpus.documents = [{ id = \"a\", text = \"cat #01101011\" }]\nrecipe = \"tokenizer=rows weighting=given hash=given bits=8\"\n";
    let check = |answer: &str, rest: &str, typed: &str, is_right: bool| {
        let lesson = lesson_of(&format!("{documents}{}", question("t", answer, rest)));
        let corpus = corpus(&lesson);
        let class = Class::new(&corpus, lesson.recipe);
        let asked = lesson.pages[0].question.clone().unwrap();
        assert_eq!(class.grade(&asked, typed, Lang::En).unwrap().is_right, is_right, "{answer}: {typed}");
    };
    // `digits` and `percent` return texts; a word of its own is compared as one.
    for typed in ["0110 1011", "01101011", "０１１０１０１１"] {
        check("digits a", "", typed, true);
    }
    for (typed, is_right) in
        [("12 %", true), ("12", true), ("0.12", true), ("12％", true), ("13", false), ("0.12 %", false)]
    {
        check("percent 0.1234", "", typed, is_right);
    }
    for (typed, is_right) in [("0110", true), ("110", false)] {
        check("0110", "", typed, is_right);
    }
    for (typed, is_right) in [("2", true), ("２", true), ("1", false)] {
        check("2", "choices = [{ en = \"a\" }, { en = \"b\" }]", typed, is_right);
    }
}

#[test]
fn sums_may_be_typed_with_the_signs_of_a_keyboard() {
    let documents = "corpus.documents = [{ id = \"a\", text = \"cat #10\" }]\nrecipe = \"tokenizer=rows weighting=given hash=given bits=2\"\n";
    let lesson = lesson_of(&format!("{documents}{}", question("t", "sums a", "")));
    let corpus = corpus(&lesson);
    let class = Class::new(&corpus, lesson.recipe);
    let asked = lesson.pages[0].question.clone().unwrap();
    for typed in ["1, −1", "1, -1", "1，-1", "１，－１", "1、-1"] {
        assert!(class.grade(&asked, typed, Lang::En).unwrap().is_right, "{typed}");
    }
    assert!(!class.grade(&asked, "1, 1", Lang::En).unwrap().is_right);
}

#[test]
fn an_answer_that_is_none_of_the_choices_is_found() {
    for answer in ["0", "3", "1.5", "percent 0.1", "-1"] {
        let lesson = lesson_of(&question("t", answer, "choices = [{ en = \"a\" }, { en = \"b\" }]"));
        let corpus = corpus(&lesson);
        let error = lesson.check(&Class::new(&corpus, lesson.recipe)).unwrap_err().to_string();
        assert!(error.contains("question: answer: "), "{answer}: {error}");
    }
}

#[test]
fn a_lesson_that_is_wrong_names_the_file_the_line_and_the_key() {
    let parse = |text: &str| Lesson::parse(Path::new("x.toml"), text).unwrap_err().to_string();
    let page = "[[pages]]\ntitle.en = \"P\"\ntext.en = \"t\"\n";
    let head = "id = \"x\"\nminutes = 1\ntitle.en = \"X\"\n";
    for (text, expected) in [
        (head.to_owned(), "x.toml, line 1: missing field `pages`"),
        (format!("{head}pages = []"), "x.toml, line 4: pages: there is none"),
        (format!("{head}colour = 1\n{page}"), "x.toml, line 4: unknown field `colour`"),
        (
            format!("{head}recipe = \"nonsense\"\n{page}"),
            "x.toml, line 4: recipe: \"nonsense\" is not a recipe",
        ),
        (
            format!("id = \"x\"\nminutes = 1\ntitle.en = \"{{documents}}\"\n{page}"),
            "x.toml, line 3: title: nothing is computed",
        ),
        (
            format!(
                "{head}recipe = \"python\"\ncorpus.features = \"samples/lessons/three-words.toml\"\n{page}"
            ),
            "x.toml, line 4: recipe: features made by hand",
        ),
        (format!("{head}k = 65\n{page}"), "x.toml, line 4: k: 0 – 64"),
        (format!("{head}{page}screen = \"moon\""), "x.toml, line 7: screen: corpus, anatomy"),
        (format!("{head}{page}bit = 64"), "x.toml, line 7: bit: 0 – 63"),
        (format!("{head}{page}try.en = \"{{\""), "x.toml, line 7: try: a { without its }"),
        (format!("{head}{page}[pages.question]\nask.en = \"?\""), "x.toml, line 7: missing field `answer`"),
        (
            format!("{head}{page}[pages.question]\nask.en = \"?\"\nanswer = \"\""),
            "x.toml, line 9: answer: it is empty",
        ),
        (format!("{head}[corpus]\n{page}"), "x.toml, line 4: corpus: one of path, features, documents"),
        (format!("{head}[corpus]\nfeatures = \"none.toml\"\n{page}"), "none.toml: cannot be read"),
        ("id = \"a b\"\nminutes = 1\ntitle.en = \"X\"\npages = []".to_owned(), "x.toml, line 1: id: letters"),
        (
            format!("id = \"x\"\nminutes = 1\ntitle = {{}}\n{page}"),
            "x.toml, line 3: title: en or zh is wanted",
        ),
    ] {
        let error = parse(&text);
        assert!(error.starts_with(expected), "{error}\n{text}");
    }
}

#[test]
fn what_cannot_be_computed_names_the_line_of_its_page() {
    let lesson = |body: &str| {
        let text = format!("id = \"x\"\nminutes = 1\ntitle.en = \"X\"\n[[pages]]\ntitle.en = \"P\"\n{body}");
        let lesson = Lesson::parse(Path::new("x.toml"), &text).unwrap();
        let corpus = corpus(&lesson);
        lesson.check(&Class::new(&corpus, lesson.recipe)).unwrap_err().to_string()
    };
    assert!(
        lesson("text.en = \"{nothing}\"").starts_with("x.toml, line 4: there is no function \"nothing\"")
    );
    assert!(
        lesson("text.en = \"t\"\nselect = \"gone\"")
            .contains("line 4: select: the corpus has no document \"gone\"")
    );
    let hostile = lesson("text.en = \"{distance a '\\u001b[2J'}\"");
    assert!(!hostile.contains('\u{1b}'), "{hostile:?}");
}

#[test]
fn hostile_text_of_a_lesson_does_not_reach_the_terminal() {
    let text = "id = \"x\"\nminutes = 1\ntitle.en = \"X\\u001b[31m\"\n[[pages]]\ntitle.en = \"P\\u0007\"\n\
                text.en = \"a\\u001b]0;x\\u0007 \\u202e b\\n\\n  fig\\u001b[2J\"\n";
    let lesson = Lesson::parse(Path::new("x.toml"), text).unwrap();
    let rig = Rig::open(start(&lesson, Lang::En), 100, 30);
    assert!(rig.text().contains("fig␛[2J"), "{}", rig.text());
    assert!(!rig.text().contains(['\u{1b}', '\u{7}', '\u{202e}']));
}

#[test]
fn the_page_on_lessons_lists_every_function() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/lessons/README.md")).unwrap();
    let rows: Vec<String> = functions()
        .map(|function| {
            let arguments = match function.arguments {
                "" => String::new(),
                arguments => format!("`{arguments}`"),
            };
            format!("| `{}` | {arguments} | {} |", function.name, function.returns)
        })
        .collect();
    let listed: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    assert_eq!(listed, rows, "write:\n{}", rows.join("\n"));
}

#[test]
fn a_page_stands_over_the_screens_by_their_names() {
    for name in SCREENS {
        // Step by step is a view of Anatomy.
        let place = if name == "steps" { "anatomy" } else { name };
        assert!(Screen::ALL.iter().any(|screen| screen.name().0.to_lowercase() == place), "{name}");
    }
}

#[test]
fn the_samples_for_teachers_are_what_the_page_shows_and_can_be_opened() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lesson = Lesson::read(&root.join("samples/lessons/days.toml")).unwrap();
    let corpus = corpus(&lesson);
    lesson.check(&Class::new(&corpus, lesson.recipe)).unwrap();
    let page = std::fs::read_to_string(root.join("samples/lessons/README.md")).unwrap();
    assert!(page.contains(&std::fs::read_to_string(root.join("samples/lessons/days.toml")).unwrap()));
    for entry in std::fs::read_dir(root.join("samples/lessons")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "md") {
            continue;
        }
        assert!(HandMade::read(&path).is_ok() != Lesson::read(&path).is_ok(), "{}", path.display());
    }
}

#[test]
fn a_corpus_that_is_missing_or_empty_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let page = "[[pages]]\ntitle.en = \"P\"\ntext.en = \"t\"\n";
    let text = format!("id = \"x\"\nminutes = 1\ntitle.en = \"X\"\n[corpus]\npath = \"gone.jsonl\"\n{page}");
    std::fs::write(&path, text).unwrap();
    let lesson = Lesson::read(&path).unwrap();
    assert_eq!(lesson.source, Source::Path(folder.path().join("gone.jsonl")));
    let empty = Corpus::new("empty");
    let error = lesson.check(&Class::new(&empty, lesson.recipe)).unwrap_err().to_string();
    assert!(error.ends_with("mine.toml: corpus: no document could be read"), "{error}");
}

#[test]
fn ten_thousand_features_made_by_hand_are_taken() {
    let features: Vec<String> =
        (0..10_000).map(|i| format!("{{ term = \"t{i}\", hash = \"{:08b}\" }}", i % 256)).collect();
    let text = format!("bits = 8\n[[documents]]\nid = \"a\"\nfeatures = [{}]", features.join(",\n"));
    let made = HandMade::parse(Path::new("x.toml"), &text).unwrap();
    let start = Start { sources: vec![made.source("x")], recipe: made.recipe, ..support::start() };
    let mut rig = Rig::open(start, 120, 36);
    rig.press("2 down end");
    assert_eq!(rig.app.shared.model.trace(0).unwrap().features.len(), 10_000);
}

#[test]
fn what_cannot_be_an_answer_is_not_graded() {
    let lesson = built_in().unwrap().into_iter().find(|lesson| lesson.id == "words").unwrap();
    let corpus = corpus(&lesson);
    let class = Class::new(&corpus, lesson.recipe);
    let is_answer = |page: usize, typed: &str| {
        let question = lesson.pages[page].question.as_ref().unwrap();
        class.grade(question, typed, Lang::En).unwrap().is_answer
    };
    // Choices from 1 to 3, and a number.
    assert_eq!(
        ["1", "3", "0", "4", "1.5", "x", ""].map(|typed| is_answer(0, typed)),
        [true, true, false, false, false, false, false]
    );
    assert_eq!(
        ["5", "−5", "0.5", "x", ""].map(|typed| is_answer(1, typed)),
        [true, true, true, false, false]
    );
}

#[test]
fn a_lesson_with_a_hash_of_its_own_computes_all_with_it() {
    for name in ["words", "ties"] {
        let path = format!("{}/src/core/lessons/pages/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let recipes = text.split('\'').filter(|part| part.contains("bits=") && !part.contains('\n'));
        let others: Vec<&str> =
            recipes.filter(|part| !part.contains("hash=md5:tail") && !part.starts_with("java")).collect();
        assert!(text.contains("'bits=64 hash=md5:tail'") && others.is_empty(), "{name}: {others:?}");
    }
}

#[test]
fn a_page_about_a_bit_shows_its_sum_at_every_size_and_no_empty_axis() {
    let mut lesson = built_in().unwrap().into_iter().find(|lesson| lesson.id == "words").unwrap();
    lesson.first = lesson.pages.iter().position(|page| page.bit.is_some()).unwrap();
    for (width, height) in [(120, 36), (120, 33), (100, 30), (80, 24)] {
        let text = Rig::open(start(&lesson, Lang::En), width, height).text();
        for part in ["sums ", "bits ", "Sums → signature 53", "removing one"] {
            assert!(text.contains(part), "{width} × {height}: {part}\n{text}");
        }
        assert!(text.contains("thursday") || text.contains("up 3 (+3)"), "{width} × {height}\n{text}");
        let has_bars = text.contains(['█', '▂', '▔', '▀', '▅']);
        assert_eq!(text.contains("0 ───"), has_bars, "{width} × {height}\n{text}");
    }
}

#[test]
fn what_was_answered_can_be_handed_in() {
    let choices = "choices = [{ en = \"the one\", zh = \"其一\" }, { en = \"the other\", zh = \"其二\" }]";
    let pages = [question("one", "2", choices), question("two", "7", ""), question("three", "1", "")];
    let lesson = lesson_of(&pages.concat());
    let mut rig = Rig::open(start(&lesson, Lang::En), 80, 24);
    rig.press("L a 2 enter > L a 5 enter L a 7 enter > L w");
    assert!(rig.text().contains("lesson-x.txt"), "{}", rig.text());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson-x.txt");
    rig.press("ctrl-u").app.paste(path.to_str().unwrap());
    rig.press("enter");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert_eq!(&lines[..3], ["X (x)", "2 of 3 right", ""], "{text}");
    assert_eq!(&lines[3..6], ["1  P", "?", "2  the other · right"], "{text}");
    assert_eq!(lines[8], "7 · right the second time", "{text}");
    assert_eq!(lines[11], "no answer", "{text}");
}

#[test]
fn why_a_lesson_has_its_recipe_is_told_on_a_page_that_stands_alone() {
    let words = built_in().unwrap().swap_remove(0);
    for (lang, said) in [(Lang::En, "Eight bits of md5"), (Lang::Zh, "取 md5 的 8 位")] {
        let mut rig = Rig::open(start(&words, lang), 80, 24);
        assert!(!rig.text().contains(said), "{}", rig.text());
        assert!(rig.press("W").text().contains(said), "{}", rig.text());
    }
}
