//! `simscope worksheet`: signatures to be computed by hand, with the solution.

use super::arguments::{WorksheetArguments, is_page};
use super::failure::Failure;
use super::output::save;
use super::recipe_choice::refuse_minima;
use simscope_core::display::{lang, say};
use simscope_core::handout::{Exercise, Worksheet};
use simscope_core::lessons::HandMade;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::simhash::trace;

pub(super) fn run(arguments: &WorksheetArguments) -> Result<(), Failure> {
    let path = &arguments.output;
    if !is_page(path) {
        let path = path.display();
        return Err(Failure::Usage(say!(
            "-o {path}: a worksheet is a page; give a name that ends in .html",
            "-o {path}：练习是网页；文件名请以 .html 结尾"
        )));
    }
    let (recipe, exercises) = exercises(arguments)?;
    let sheet = Worksheet::new(recipe, exercises).map_err(|error| Failure::Failed(error.to_string()))?;
    let html = sheet.html(arguments.solution, lang());
    save(path, &[], &[], arguments.is_forced, |out| out.write_all(html.as_bytes()))
}

/// What is to be computed, of the file or of the texts.
fn exercises(arguments: &WorksheetArguments) -> Result<(Recipe, Vec<Exercise>), Failure> {
    if let Some(path) = arguments.features() {
        let made = HandMade::read(path)?;
        let of = |(id, text): &(String, String)| Exercise {
            id: id.clone(),
            text: None,
            trace: trace(&made.recipe, None, text),
        };
        return Ok((made.recipe, made.documents.iter().map(of).collect()));
    }
    let recipe = arguments.recipe.recipe()?;
    refuse_minima(&recipe)?;
    if recipe.weighting == Weighting::TfIdf {
        return Err(Failure::Usage(say!(
            "--weighting tf-idf: a text alone has no corpus that weighs it; use uniform or tf",
            "--weighting tf-idf：单独的文本没有可供计权的语料；请用 uniform 或 tf"
        )));
    }
    let of = |(number, text): (usize, &String)| Exercise {
        id: say!("text {number}", "文本 {number}"),
        text: Some(text.clone()),
        trace: trace(&recipe, None, text),
    };
    Ok((recipe, (1..).zip(&arguments.texts).map(of).collect()))
}
