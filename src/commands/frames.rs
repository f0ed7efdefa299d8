//! `simscope frames`: the longest stretches of text that much of a corpus shares, and a recipe that leaves them out.

use super::arguments::FramesArguments;
use super::failure::Failure;
use super::material::{begin, finished, read_texts, refuse_signatures, texts_of};
use super::watch::{Unit, note};
use simscope_core::display::{counted, grouped_digits, percent_text, say};
use simscope_core::export::{Cell, Column, write_whole};
use simscope_core::measures::{Condition, FEWEST};
use simscope_core::recipe::{Frames, LARGEST_RECIPE, Recipe};
use simscope_core::{analysis, visible};
use std::path::Path;

const COLUMNS: [Column; 4] =
    [Column::whole("words"), Column::whole("texts"), Column::number("share"), Column::text("text")];

pub(super) fn run(arguments: &FramesArguments) -> Result<(), Failure> {
    let what = (
        "--input signatures: signatures have no frames; give the texts",
        "--input signatures：签名没有套话；请给出文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let (recipe, watch) = begin(&arguments.input)?;
    // What was given is known; frames are what else is shared.
    let given = Recipe { given: recipe.given, ..Recipe::DEFAULT };
    let corpus = analysis::as_read(&read_texts(&arguments.input, watch)?, &given);
    let texts: Vec<&str> = texts_of(&corpus).collect();
    let weights = finished(analysis::weigh(Condition::DEFAULT, &texts, &watch));
    let distinct = weights.distinct();
    let of_share = arguments.share.map_or(0, |share| (share * distinct as f64).ceil() as usize);
    let least = of_share.max(weights.frame());
    let frames = watch.during(("looking for frames", "查找套话"), Unit::Documents, |p| {
        finished(weights.frames(&texts, least, p))
    });
    arguments.output.rows(&COLUMNS, &[], |rows| {
        frames.iter().try_for_each(|frame| {
            let share = frame.texts as f64 / distinct as f64;
            let [words, texts] = [frame.words, frame.texts].map(|count| Cell::from(count as u64));
            rows.write(&[words, texts, share.into(), frame.text.as_str().into()])
        })
    })?;
    let [n, all, least, frame] = [distinct, frames.len(), least, weights.frame()].map(grouped_digits);
    let (found, share) = (counted(frames.len(), "frame", "frames"), percent_text(weights.in_frames()));
    note(&say!(
        "{found} of {FEWEST} words or more, in {least} or more of {n} distinct texts; {share} of the text weighs nothing where texts \
         are compared, because {frame} or more share it",
        "{all} 段套话，至少 {FEWEST} 个词，出现在 {n} 篇不同文本中的 {least} 篇以上；比较文本时 {share} 的内容不计权重，因为有 {frame} 篇以上共有"
    ));
    match (&arguments.recipe_out, arguments.share) {
        (Some(path), Some(share)) => {
            let frames = frames.into_iter().map(|frame| frame.text).collect();
            write(path, arguments.output.is_forced, (recipe, share, frames))
        }
        _ => Ok(()),
    }
}

/// Writes the recipe with these frames.
fn write(
    path: &Path,
    is_forced: bool,
    (recipe, share, mut frames): (Recipe, f64, Vec<String>),
) -> Result<(), Failure> {
    if frames.is_empty() {
        return Err(Failure::Failed(say!(
            "--write-recipe: there is no frame to leave out; choose a smaller --share",
            "--write-recipe：没有可忽略的套话；请减小 --share"
        )));
    }
    frames.sort_unstable();
    let frames = Frames::new(share, frames).map_err(|error| Failure::Usage(error.to_string()))?;
    let toml = recipe.changed_to(Recipe { ignore_frames: Some(frames), ..recipe }).to_toml();
    if toml.len() as u64 > LARGEST_RECIPE {
        return Err(Failure::Failed(say!(
            "--write-recipe: {} bytes of frames are too many for a recipe; choose a larger --share",
            "--write-recipe：套话有 {} 字节，超出配方的上限；请增大 --share",
            grouped_digits(toml.len())
        )));
    }
    write_whole(path, is_forced, |out| out.write_all(toml.as_bytes()))?;
    let path = visible::path(path);
    note(&say!(
        "{path}: sign with --recipe {path}, and no signature has these frames",
        "{path}：用 --recipe {path} 签名，签名便不含这些套话"
    ));
    Ok(())
}
