//! A recipe as a JSON object.

use crate::recipe::{Frames, Given, Recipe, RecipeFile, Sketch};
use serde::Serialize;
use std::path::PathBuf;

/// What JSON has of a recipe: the keys of a recipe file, with underscores. Table files are there only if the recipe names them,
/// the sketch only if it is not SimHash.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecipeObject {
    name: Option<&'static str>,
    tokenizer: String,
    weighting: String,
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    sketch: Option<String>,
    bits: u8,
    tie: String,
    normalize: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignore: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignore_frames: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<&'static [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given: Option<&'static [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jieba_dict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    jieba_idf: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop_words: Option<String>,
}

impl From<&Recipe> for RecipeObject {
    fn from(recipe: &Recipe) -> Self {
        let tables = recipe.tables.names();
        Self {
            name: recipe.name,
            tokenizer: recipe.tokenizer.to_string(),
            weighting: recipe.weighting.to_string(),
            hash: recipe.hash.to_string(),
            sketch: (recipe.sketch != Sketch::SimHash).then(|| recipe.sketch.to_string()),
            bits: recipe.bits.get(),
            tie: recipe.tie.to_string(),
            normalize: recipe.normalize.to_string(),
            ignore: recipe.ignore.map(|ignored| ignored.to_string()),
            ignore_frames: recipe.ignore_frames.map(Frames::share),
            frames: recipe.ignore_frames.map(Frames::texts),
            given: recipe.given.map(Given::texts),
            jieba_dict: tables.dict.map(str::to_owned),
            jieba_idf: tables.idf.map(str::to_owned),
            stop_words: tables.stop_words.map(str::to_owned),
        }
    }
}

impl From<&RecipeFile> for RecipeObject {
    /// The paths of the tables are as in the file; the tables need not be there.
    fn from(file: &RecipeFile) -> Self {
        let path = |path: &Option<PathBuf>| path.as_ref().map(|path| path.to_string_lossy().into_owned());
        let tables = &file.tables;
        Self {
            jieba_dict: path(&tables.dict),
            jieba_idf: path(&tables.idf),
            stop_words: path(&tables.stop_words),
            ..Self::from(&file.recipe)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::json_line;
    use crate::recipe::named;

    #[test]
    fn the_keys_are_those_of_a_recipe_file() {
        let minima = Recipe { name: Some("minima"), ..Recipe::DEFAULT.with_minima() };
        for recipe in named().iter().map(|named| named.recipe).chain([minima]) {
            let mut out = Vec::new();
            json_line(&RecipeObject::from(&recipe), &mut out).unwrap();
            let object: toml::Table = serde_json::from_slice(&out).unwrap();
            let back = Recipe::from_toml("", &object.to_string()).unwrap().recipe;
            assert_eq!(back, recipe);
        }
    }
}
