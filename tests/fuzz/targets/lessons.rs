//! What a teacher writes: lessons, features made by hand, rows of features; and the settings file.

use super::SAMPLE;
use simscope::corpus::{self, Corpus, Event, ReadOptions, Source};
use simscope::display::Lang;
use simscope::lessons::{Class, HandMade, Lesson};
use simscope::recipe::{FeatureHash, Recipe, Tokenizer, Weighting};
use simscope::settings::Settings;
use simscope::simhash::{Signer, trace};
use std::ops::ControlFlow;
use std::path::Path;

/// A message is one line without control characters.
fn is_safe(message: &str) {
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// The signer returns the bits of the definition.
fn check_signed(recipe: &Recipe, text: &str) {
    assert_eq!(Signer::new(recipe, None).sign(text).signature, trace(recipe, None, text).signature);
}

/// A lesson is refused with a line, or each of its pages is shown or refused with a line.
pub fn lessons(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let lesson = match Lesson::parse(Path::new("lesson.toml"), &text) {
        Ok(lesson) => lesson,
        Err(error) => return is_safe(&error.to_string()),
    };
    let mut corpus = Corpus::new("lesson");
    if let Source::Held(_) = &lesson.source {
        let read =
            corpus::read(std::slice::from_ref(&lesson.source), &ReadOptions::default(), &mut |event| {
                if let Event::Batch(batch) = event {
                    corpus.push(batch);
                }
                ControlFlow::Continue(())
            });
        is_safe(&read.err().map(|error| error.to_string()).unwrap_or_default());
    } else {
        corpus = SAMPLE.clone();
    }
    let class = Class::new(&corpus, lesson.recipe);
    for page in lesson.pages.iter().take(4) {
        for lang in [Lang::En, Lang::Zh] {
            if let Err(what) = class.page(page, lang) {
                is_safe(&what);
            }
            if let Some(question) = &page.question {
                for typed in ["", "1", "-0.5", "e", "十"] {
                    if let Err(what) = class.grade(question, typed, lang) {
                        is_safe(&what);
                    }
                }
            }
        }
    }
}

/// Features made by hand are refused with a line, or signed as the definition says.
pub fn features(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    match HandMade::parse(Path::new("features.toml"), &text) {
        Ok(made) => {
            for (id, text) in &made.documents {
                check_signed(&made.recipe, text);
                assert!(!id.is_empty());
            }
        }
        Err(error) => is_safe(&error.to_string()),
    }
}

/// Every text has rows.
pub fn rows(input: &[u8]) {
    let recipe = Recipe {
        tokenizer: Tokenizer::Rows,
        weighting: Weighting::Given,
        hash: FeatureHash::Given,
        ..Recipe::default()
    };
    check_signed(&recipe, &String::from_utf8_lossy(input));
}

/// A settings file is refused with a line, or read.
pub fn settings(input: &[u8]) {
    if let Err(error) = Settings::from_toml(Path::new("config.toml"), &String::from_utf8_lossy(input)) {
        is_safe(&error.to_string());
    }
}
