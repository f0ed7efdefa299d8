//! The requests of the page.

use super::{classroom, corpus, signature};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use simscope_core::display::{Lang, say, speak};
use simscope_core::lessons::parse_recipe;
use simscope_core::recipe::{Recipe, Sketch, named};

/// A request. A recipe is one line, as in a lesson: `bits=8 hash=md5:tail`.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Ask {
    /// The recipes that have a name.
    Recipes,
    /// The signatures of texts.
    Sign { recipe: String, texts: Vec<String> },
    /// How a signature comes about.
    Trace { recipe: String, text: String },
    /// How two signatures differ, and why.
    Pair { recipe: String, texts: [String; 2] },
    /// The lines of the bits in the plane of two texts.
    Plane { recipe: String, texts: [String; 2] },
    /// A corpus: of these lines, or without them the built-in sample.
    Corpus { recipe: String, lines: Option<Vec<String>> },
    /// The groups of the last corpus at k.
    Cut { k: u8 },
    /// The documents of a lesson that are within k of a query, by blocks.
    Search { lesson: String, query: Option<String>, k: u8 },
    /// The question of a page of a lesson, from 1.
    Question { lesson: String, page: usize },
    /// Grades what was typed.
    Grade { lesson: String, page: usize, typed: String },
}

#[derive(Deserialize)]
struct Request {
    #[serde(flatten)]
    ask: Ask,
    #[serde(default)]
    chinese: bool,
}

#[derive(Serialize)]
struct Failed {
    error: String,
}

#[derive(Serialize)]
struct NamedRecipe {
    name: &'static str,
    summary: &'static str,
    parts: String,
    bits: u8,
    widths: &'static [u8],
}

/// The answer as JSON; an object with `error` where there is none.
pub(super) fn answer(request: &[u8]) -> Vec<u8> {
    let answered = serde_json::from_slice(request).map_err(|error| error.to_string()).and_then(answered);
    let value = answered.unwrap_or_else(|error| value(&Failed { error }).unwrap_or_default());
    serde_json::to_vec(&value).unwrap_or_default()
}

pub(super) fn value(answer: &impl Serialize) -> Result<Value, String> {
    serde_json::to_value(answer).map_err(|error| error.to_string())
}

fn answered(Request { ask, chinese }: Request) -> Result<Value, String> {
    let lang = if chinese { Lang::Zh } else { Lang::En };
    speak(lang);
    match ask {
        Ask::Recipes => value(&recipes(lang)),
        Ask::Sign { recipe, texts } => signature::sign(&parse_recipe(&recipe)?, &texts),
        Ask::Trace { recipe, text } => signature::trace(&with_sums(&recipe)?, &text),
        Ask::Pair { recipe, texts } => signature::pair(&with_sums(&recipe)?, &texts),
        Ask::Plane { recipe, texts } => signature::plane(&with_sums(&recipe)?, &texts),
        Ask::Corpus { recipe, lines } => corpus::of(parse_recipe(&recipe)?, lines),
        Ask::Cut { k } => corpus::cut(k),
        Ask::Search { lesson, query, k } => corpus::search(&lesson, query.as_deref(), k),
        Ask::Question { lesson, page } => classroom::question(&lesson, page, lang),
        Ask::Grade { lesson, page, typed } => classroom::grade(&lesson, page, &typed, lang),
    }
}

/// A recipe of which sums can be shown.
fn with_sums(line: &str) -> Result<Recipe, String> {
    let recipe = parse_recipe(line)?;
    match recipe.sketch {
        Sketch::SimHash => Ok(recipe),
        Sketch::MinHash => {
            Err(say!("sketch=minhash1 has no sums to show", "sketch=minhash1 没有可演示的累加值"))
        }
    }
}

fn recipes(lang: Lang) -> Vec<NamedRecipe> {
    let shown = |one: &simscope_core::recipe::Named| NamedRecipe {
        name: one.name,
        summary: lang.pick(one.summary),
        parts: Recipe { name: None, ..one.recipe }.to_string(),
        bits: one.recipe.bits.get(),
        widths: one.widths,
    };
    named().iter().map(shown).collect()
}
