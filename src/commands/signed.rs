//! Signatures that are opened in the explorer: the output of a Spark job, or a file of them.

use super::arguments::OpenArguments;
use super::choices::InputKind;
use super::failure::Failure;
use super::material;
use simscope_core::corpus::{Input, SparkOutput};
use simscope_core::display::say;

/// The signatures that are to be opened.
pub(super) fn signatures(arguments: &OpenArguments) -> Result<SparkOutput, Failure> {
    if arguments.input.recipe.are_given() {
        material::begin(&arguments.input)?;
    }
    match &arguments.input.paths[..] {
        [path] if path.as_os_str() != "-" => {
            Ok(SparkOutput::of_signatures(path, &arguments.input.read_options(), arguments.k.k)?)
        }
        _ => Err(Failure::Usage(say!(
            "--input signatures: the explorer opens one file or folder of signatures",
            "--input signatures：浏览界面只打开一个签名文件或文件夹"
        ))),
    }
}

/// The output of a Spark job, if that is what is to be opened.
pub(super) fn spark_output(arguments: &OpenArguments) -> Result<Option<SparkOutput>, Failure> {
    let is_asked = matches!(arguments.input.input, InputKind::Texts(Input::Auto) | InputKind::Signatures);
    let [path] = &arguments.input.paths[..] else { return Ok(None) };
    let Some(output) = SparkOutput::find(path)?.filter(|_| is_asked) else { return Ok(None) };
    if arguments.input.recipe.are_given() {
        return Err(Failure::Usage(say!(
            "the output of a Spark job has a recipe of its own: leave out the options of the recipe",
            "Spark 作业的输出自带配方：请去掉配方选项"
        )));
    }
    Ok(Some(if arguments.input.is_signatures() { output.without_texts() } else { output }))
}
