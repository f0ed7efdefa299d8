//! The page for the browser, with a text filled in. It is built from src/web by .ci/web.

use crate::display::Lang;
use crate::recipe::{Recipe, Tokenizer};
use crate::simhash::{Trace, trace};
use serde::Serialize;

const PAGE: &str = include_str!("page.html");
/// Where the page has what is filled in.
const PLACE: &str = r#"<script id="filled" type="application/json">null</script>"#;

/// The start of the page's state; the names are those of its address.
#[derive(Serialize)]
struct Filled<'a> {
    lang: &'static str,
    id: Option<&'a str>,
    text: &'a str,
    recipe: String,
    bits: u8,
    /// If the words had to be cut: the text itself, and its recipe.
    #[serde(skip_serializing_if = "Option::is_none")]
    original: Option<(&'a str, String)>,
}

/// The page with a text, which may be a document with an id, and the signature that was computed for it. It loads nothing, and
/// the same input gives the same bytes.
///
/// The page computes by itself, without the dictionary of Chinese and without the frequencies of a corpus. What it would compute
/// otherwise is put in as words that are already cut, with their weights and hashes.
///
/// ```
/// # use simscope_core as simscope;
/// use simscope::display::Lang;
/// use simscope::handout::page;
/// use simscope::recipe::Recipe;
/// use simscope::simhash::trace;
/// let (recipe, text) = (Recipe::default(), "to be or not to be");
/// let page = page((None, text), &recipe, &trace(&recipe, None, text), Lang::En);
/// assert!(page.contains(r#""text":"to be or not to be","recipe":"default","bits":64"#));
/// ```
pub fn page((id, text): (Option<&str>, &str), recipe: &Recipe, traced: &Trace, lang: Lang) -> String {
    let bits = recipe.bits.get();
    let (shown, line, original) = match of_page(recipe, text, traced) {
        Some(line) => (None, line, None),
        None => {
            let line = format!("tokenizer=rows weighting=given hash=given tie={}", recipe.tie);
            (Some(rows(traced, bits)), line, Some((text, spelled(recipe, recipe))))
        }
    };
    let text = shown.as_deref().unwrap_or(text);
    let filled = Filled { lang: lang.pick(("en", "zh")), id, text, recipe: line, bits, original };
    let json = serde_json::to_string(&filled).unwrap_or_default();
    let page = PAGE.replacen(PLACE, &PLACE.replace("null", &harmless(&json)), 1);
    page.replacen("<html lang=\"en\">", lang.pick(("<html lang=\"en\">", "<html lang=\"zh-Hans\">")), 1)
}

/// The recipe as the page spells it, if the page computes the same with it.
fn of_page(recipe: &Recipe, text: &str, traced: &Trace) -> Option<String> {
    let tokenizer = match recipe.tokenizer {
        Tokenizer::Words(n) => Tokenizer::UnicodeWords(n),
        other => other,
    };
    let own = Recipe { tokenizer, ..*recipe };
    let is_line = own.ignore.is_none() && !own.needs_chinese();
    let of_text = is_line.then(|| trace(&own, None, text))?;
    (of_text.features == traced.features).then(|| spelled(recipe, &own))
}

/// A recipe by its name, or else by all parts but the bits.
fn spelled(recipe: &Recipe, parts: &Recipe) -> String {
    let is_default = Recipe::DEFAULT.has_parts_of(&Recipe { bits: Recipe::DEFAULT.bits, ..*recipe });
    let Recipe { tokenizer, weighting, hash, tie, normalize, .. } = parts;
    match recipe.name {
        Some(name) => name.to_owned(),
        None if is_default => "default".to_owned(),
        None => {
            format!("tokenizer={tokenizer} weighting={weighting} hash={hash} tie={tie} normalize={normalize}")
        }
    }
}

/// A line for each feature, as the tokenizer `rows` reads it.
fn rows(traced: &Trace, bits: u8) -> String {
    let line = |term: &str| term.split_whitespace().collect::<Vec<_>>().join(" ");
    let rows = traced.features.iter().filter(|feature| feature.weight > 0.0).map(|feature| {
        format!(
            "{} ×{} #{:0width$b}\n",
            line(&feature.term),
            feature.weight,
            feature.hash,
            width = usize::from(bits)
        )
    });
    rows.collect()
}

/// JSON within a page: nothing of a text ends the script or turns what follows.
fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for sign in json.chars() {
        match sign {
            '<'
            | '\u{7f}'..='\u{9f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{2069}'
            | '\u{feff}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(sign)));
            }
            _ => out.push(sign),
        }
    }
    out
}
