//! The lessons that are part of the program: each is taken from its first page to its last one by its keys, and every number
//! on its pages is the one that the library computes.

#![cfg(feature = "explorer")]
#![allow(clippy::unwrap_used, clippy::print_stdout)] // a test that cannot go on has failed

mod support;

use simscope::analysis::{self, Arrival};
use simscope::corpus::{Corpus, ReadOptions, Source};
use simscope::lessons::{Block, Class, HandMade, Lesson, SCREENS, Shown, built_in, functions};
use simscope::progress::Progress;
use simscope::tui::action::Screen;
use simscope::tui::shared::{Opening, Start};
use simscope::tui::surface::lang::Lang;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use support::Rig;

fn corpus(lesson: &Lesson) -> Corpus {
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

fn start(lesson: &Lesson, lang: Lang) -> Start {
    Start {
        sources: vec![lesson.source.clone()],
        recipe: lesson.recipe,
        k: lesson.k,
        lang,
        opening: Opening { lesson: Some(Arc::new(lesson.clone())), ..Opening::default() },
        ..support::start()
    }
}

/// What stands on a page, without blanks, so that it does not matter where lines end.
fn words(text: &str) -> String {
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
        assert!((1..=60).contains(&lesson.minutes), "{}", lesson.id);
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
                rig.press("Z");
                for text in texts(&shown) {
                    assert!(words(&rig.text()).contains(&words(&text)), "{at}: {text}\n{}", rig.text());
                }
                rig.press("Z Z");
                if let Some(question) = &page.question {
                    let wrong = class.grade(question, "no such answer", lang).unwrap();
                    assert!(!wrong.is_right, "{at}");
                    let answer = class.value(&question.answer).unwrap().to_string();
                    rig.press("Q").app.paste(&answer);
                    rig.press("enter");
                    let right = if lang == Lang::En { "right" } else { "正确" };
                    assert_eq!(rig.message(), right, "{at}: {answer}\n{}", rig.text());
                }
                rig.press(">");
            }
            assert!(rig.message().contains(if lang == Lang::En { "last page" } else { "最后一页" }));
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
        rig.resize(60, 16).press("< Z < Z < ) (");
    }
}

#[test]
fn lessons_are_listed_begun_and_left() {
    let mut rig = Rig::open(support::with_bits(32), 120, 36);
    rig.press("]").press("L");
    let lessons = built_in().unwrap();
    assert!(rig.text().contains(lessons[0].title.of(Lang::En)), "{}", rig.text());
    rig.press("enter");
    assert!(rig.text().contains(&format!("Lesson 1/{}", lessons[0].pages.len())), "{}", rig.text());
    assert_eq!(rig.app.shared.recipe, lessons[0].recipe);
    rig.press("<");
    assert!(rig.message().contains("first page"));
    rig.press("L").press("x");
    assert!(!rig.text().contains("Lesson 1/"));
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
    rig.press("L").press("x");
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
    rig.press("Q").press("17").press("enter");
    assert!(rig.message().starts_with("not right") && rig.text().contains("The answer is: 17,179,869,184"));
    assert!(rig.text().contains("2 times itself"));
    for typed in ["17179869184", "17,179,869,184", "１７１７９８６９１８４"] {
        rig.press("Q").app.paste(typed);
        rig.press("enter");
        assert_eq!(rig.message(), "right", "{typed}");
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
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/LESSONS.md")).unwrap();
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
        assert!(Screen::ALL.iter().any(|screen| screen.name().0.to_lowercase() == name), "{name}");
    }
}

#[test]
fn the_samples_for_teachers_are_what_the_page_shows_and_can_be_opened() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lesson = Lesson::read(&root.join("samples/lessons/days.toml")).unwrap();
    let corpus = corpus(&lesson);
    lesson.check(&Class::new(&corpus, lesson.recipe)).unwrap();
    let page = std::fs::read_to_string(root.join("docs/LESSONS.md")).unwrap();
    assert!(page.contains(&std::fs::read_to_string(root.join("samples/lessons/days.toml")).unwrap()));
    for entry in std::fs::read_dir(root.join("samples/lessons")).unwrap() {
        let path = entry.unwrap().path();
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
