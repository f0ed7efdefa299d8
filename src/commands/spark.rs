//! `simscope spark`: the same on a cluster, as one job of the user's Spark.

mod needs;
mod running;

use super::arguments::{RuleArguments, SparkArguments};
use super::failure::Failure;
use super::output::print;
use super::rules;
use needs::Needs;
use serde::Serialize;
use simscope_core::decide::clean::Rules;
use simscope_core::display::{lang, say};
use simscope_core::measures::Condition;
use simscope_core::recipe::{Recipe, Weighting};
use simscope_core::search::Design;
use std::path::{Path, PathBuf};

/// The job.
const JOB: &str = include_str!("spark/job.py");

/// The name of the recipe on the executors.
const RECIPE: &str = "simscope-recipe.toml";

/// What the job reads as its argument.
#[derive(Debug, Serialize)]
struct Plan<'a> {
    input: &'a str,
    kind: &'a str,
    text_field: &'a str,
    id_field: &'a str,
    output: &'a str,
    recipe: String,
    recipe_options: String,
    tf_idf: bool,
    bits: u8,
    k: u8,
    with_empty: bool,
    groups: bool,
    leaders: bool,
    document_pairs: bool,
    dedup: bool,
    /// What the driver gives to `simscope dedup`, if the texts decide.
    clean: Option<Vec<String>>,
    program: PathBuf,
    against: Option<String>,
    driver_pairs: u64,
    through: &'a str,
    version: &'a str,
}

pub(super) fn run(arguments: &SparkArguments) -> Result<(), Failure> {
    if arguments.is_printed {
        return print(|out| out.write_all(JOB.as_bytes()));
    }
    let (Some(input), Some(output)) = (&arguments.input, &arguments.output) else { return Ok(()) };
    let recipe = arguments.recipe.recipe()?;
    let (recipe_options, tables) = shipped(&recipe);
    let (bits, k) = (recipe.bits, arguments.k.k);
    if let Err(unfit) = Design::only_block(bits, k, 0) {
        return Err(Failure::Usage(format!("-k {k}: {unfit}")));
    }
    if let Some(option) = arguments.rules.given().filter(|_| !arguments.is_clean) {
        return Err(Failure::Usage(say!(
            "{option} says what goes because of its text: give --clean, too",
            "{option} 用于按文本决定去除：请同时给出 --clean"
        )));
    }
    let (condition, rules) = rules::read(&arguments.rules, arguments.confirm, Rules::default())?;
    let (input, output) = (absolute(input), absolute(output));
    check_paths(&input, &output)?;
    let needs = Needs::find(arguments)?;
    let plan = Plan {
        input: &input,
        kind: arguments.input_kind,
        text_field: &arguments.text_field,
        id_field: &arguments.id_field,
        output: &output,
        recipe: recipe.to_toml(),
        recipe_options,
        tf_idf: recipe.weighting == Weighting::TfIdf,
        bits: bits.get(),
        k,
        with_empty: arguments.empty.are_kept,
        groups: arguments.has_groups,
        leaders: arguments.is_around_leaders,
        document_pairs: arguments.has_document_pairs,
        dedup: arguments.has_dedup,
        clean: arguments.is_clean.then(|| clean_options(arguments, condition, &rules)),
        program: std::env::current_exe()?,
        against: arguments.against.as_deref().map(absolute),
        driver_pairs: arguments.driver_pairs,
        through: arguments.through,
        version: env!("CARGO_PKG_VERSION"),
    };
    running::run(arguments, &needs, (&plan, &tables))
}

/// The first is the condition, which the executors are given, too.
fn clean_options(arguments: &SparkArguments, condition: Condition, rules: &Rules) -> Vec<String> {
    let RuleArguments { same_if, matters, loss, passage, allow, hold, .. } = &arguments.rules;
    let mut options = vec![format!("--confirm={condition}")];
    options.extend(loss.map(|loss| format!("--loss={loss}")));
    options.extend(passage.map(|words| format!("--passage={words}")));
    options.extend(same_if.iter().map(|subject| format!("--same-if={subject}")));
    options.extend(matters.iter().map(|subject| format!("--matters={subject}")));
    // Those of a file, which the driver may not find.
    options.extend(rules.must_agree.iter().map(|pattern| format!("--must-agree={pattern}")));
    options.extend(allow.iter().map(|kinds| format!("--allow={kinds}")));
    options.extend(hold.iter().map(|kinds| format!("--hold={kinds}")));
    options.push(format!("--lang={}", lang().pick(("en", "zh"))));
    options.extend(arguments.is_sure.then(|| "--yes".to_owned()));
    options
}

/// A table of one's own, and its name on the executors.
type Table = (&'static str, String);

/// The options of simscope that give an executor the recipe, and the tables that travel there.
fn shipped(recipe: &Recipe) -> (String, Vec<Table>) {
    let (mut options, mut tables) = (format!("--recipe {RECIPE}"), Vec::new());
    for (option, path) in recipe.tables.names().named() {
        let name = format!("simscope-{option}");
        // The paths in the recipe are those of this machine.
        options += &format!(" --{option} {name}");
        tables.push((path, name));
    }
    (options, tables)
}

/// A path of this machine from its root; one with a scheme, such as `hdfs:`, as it is, and any that Hadoop's settings may lead
/// elsewhere.
fn absolute(path: &str) -> String {
    if is_elsewhere(path) {
        return path.to_owned();
    }
    std::path::absolute(path).map_or_else(|_| path.to_owned(), |path| path.to_string_lossy().into_owned())
}

fn is_elsewhere(path: &str) -> bool {
    has_scheme(path) || std::env::var_os("HADOOP_CONF_DIR").is_some()
}

fn has_scheme(path: &str) -> bool {
    let scheme = path.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Fails for what is known of the paths before Spark starts. Those of other file systems are checked by the job.
fn check_paths(input: &str, output: &str) -> Result<(), Failure> {
    let local = |path: &str| (!is_elsewhere(path)).then(|| PathBuf::from(path));
    let has_mark = |path: &str| path.contains(['*', '?', '[', '{']);
    if local(input).is_some_and(|path| !has_mark(input) && !path.exists()) {
        return Err(Failure::Failed(say!(
            "{input}: no such file or folder; check the path",
            "{input}：没有这个文件或文件夹；请检查路径"
        )));
    }
    let Some(path) = local(output).filter(|path| path.exists()) else { return Ok(()) };
    Err(Failure::Failed(match is_unfinished(&path) {
        true => say!(
            "{output}: holds what an unfinished job left; delete it, or name another folder",
            "{output}：是未完成的作业留下的；请删除，或另指定文件夹"
        ),
        false => say!("{output}: exists already; name another folder", "{output}：已存在；请另指定文件夹"),
    }))
}

fn is_unfinished(output: &Path) -> bool {
    output.join("_unfinished").is_dir() && !output.join("manifest.json").exists()
}
