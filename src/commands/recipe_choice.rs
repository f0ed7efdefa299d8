//! The recipe that the options give.

use super::arguments::RecipeArguments;
use super::failure::Failure;
use super::watch::note;
use simscope_core::analysis::given_texts;
use simscope_core::corpus::Source;
use simscope_core::display::say;
use simscope_core::export::{Noted, companions};
use simscope_core::files::read_bytes;
use simscope_core::index::{Index, is_index, tables_sum};
use simscope_core::recipe::{
    BadRecipe, Bits, Given, LARGEST_RECIPE, Recipe, Sketch, TablePaths, Tables, Top, WINDOW, Weighting,
};
use simscope_core::settings::named_recipe;
use simscope_core::visible;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks that a recipe is there and can be used, as the commands read it.
///
/// # Errors
/// What is wrong with its name or its file.
pub(super) fn check(asked: &str) -> Result<(), Failure> {
    recipe_and_tables(asked).map(drop)
}

impl RecipeArguments {
    /// The recipe: that of `--recipe`, with the parts that other options change.
    pub(super) fn recipe(&self) -> Result<Recipe, Failure> {
        let (base, mut paths) = match &self.recipe {
            Some(asked) => recipe_and_tables(&asked.name)?,
            None => (Recipe::default(), TablePaths::default()),
        };
        let mut recipe = base;
        recipe.tokenizer = self.tokenizer.unwrap_or(recipe.tokenizer);
        recipe.weighting = self.weighting.unwrap_or(recipe.weighting);
        recipe.hash = self.hash.unwrap_or(recipe.hash);
        recipe.sketch = self.sketch.unwrap_or(recipe.sketch);
        recipe.tie = self.tie.unwrap_or(recipe.tie);
        recipe.normalize = self.normalize.unwrap_or(recipe.normalize);
        recipe.ignore = self.ignore.or(recipe.ignore);
        if let Some(n) = self.window {
            recipe.tokenizer = recipe.tokenizer.with_window(n).ok_or_else(|| {
                let (first, last) = (WINDOW.start(), WINDOW.end());
                Failure::Usage(say!(
                    "--window {n}: tokenizer {} takes none: chars, shingles, split-shingles, word-chars and \
                     word-shingles do ({first} to {last}); the N of words:N is for Thai and the like, and is written there",
                    "--window {n}：分词方式 {} 不接受窗口：chars、shingles、split-shingles、word-chars 和 word-shingles 接受（{first} 到 {last}）；words:N 的 N 用于泰文等，须直接写出",
                    recipe.tokenizer
                ))
            })?;
        }
        if let Some(top) = self.top {
            recipe.weighting = with_top(recipe.weighting, top)?;
        }
        recipe = base.changed_to(recipe);
        recipe.bits = self.bits.unwrap_or(recipe.bits);
        for (path, option) in [
            (&mut paths.dict, &self.jieba_dict),
            (&mut paths.idf, &self.jieba_idf),
            (&mut paths.stop_words, &self.stop_words),
        ] {
            if option.is_some() {
                path.clone_from(option);
            }
        }
        recipe.check(&paths).map_err(as_options)?;
        recipe.tables = read_tables(&paths)?;
        with_given(recipe, &self.given)
    }
}

/// The recipe by which what these files have weighs nothing where texts are compared.
pub(super) fn with_given(recipe: Recipe, paths: &[PathBuf]) -> Result<Recipe, Failure> {
    if paths.is_empty() {
        return Ok(recipe);
    }
    let texts = given_texts(paths, &mut |skipped| note(skipped))?;
    let given = Given::new(texts).map_err(|error| Failure::Usage(format!("--given: {error}")))?;
    Ok(Recipe { given: Some(given), ..recipe })
}

/// Resolves a recipe name or a file ending in `.toml`.
pub(super) fn recipe_of(asked: &str) -> Result<Recipe, Failure> {
    recipe_with(asked, None)
}

/// The recipe with this name, or of this file that ends in `.toml`, with its tables; and with this width, if one is given.
///
/// # Errors
/// What is wrong with it, in one line.
pub fn recipe(asked: &str, bits: Option<u8>) -> Result<Recipe, String> {
    recipe_with(asked, bits).map_err(|failure| failure.to_string())
}

/// The same with another width.
pub(super) fn recipe_with(asked: &str, bits: Option<u8>) -> Result<Recipe, Failure> {
    let (mut recipe, paths) = recipe_and_tables(asked)?;
    if let Some(width) = bits {
        let wrong = || Failure::Usage(say!("bits {width}: use 1 to 128", "bits {width}：请用 1 到 128"));
        recipe.bits = Bits::new(width).ok_or_else(wrong)?;
        recipe.check(&paths).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    Ok(Recipe { tables: read_tables(&paths)?, ..recipe })
}

/// The recipe of what simscope wrote: in the index, or in the file beside it, also beside what a link leads to. Its tables are
/// not read.
#[derive(Debug)]
pub(super) struct Beside {
    /// The file that has it.
    pub(super) name: String,
    pub(super) recipe: Recipe,
    tables: TablePaths,
    noted: Noted,
}

/// The recipe of a file that simscope wrote, where it is known.
///
/// # Errors
/// A file that has the name of a recipe and is none, or goes with another file; a damaged index.
pub(super) fn recipe_beside(written: &Path) -> Result<Option<Beside>, Failure> {
    if is_index(written) {
        let recipe = Index::open(written)?.recipe()?;
        return Ok(recipe.map(|recipe| Beside {
            name: visible::path(written),
            recipe,
            tables: TablePaths::default(),
            noted: Noted::default(),
        }));
    }
    let target = fs::canonicalize(written).ok();
    let places = [Some(written), target.as_deref()];
    let beside = places.into_iter().flatten().filter_map(|path| companions(path).next());
    let Some(beside) = beside.into_iter().find(|beside| beside.exists()) else { return Ok(None) };
    let (recipe, tables) = recipe_and_tables(&beside.to_string_lossy())?;
    let (name, noted) = (visible::path(&beside), Noted::read(&beside));
    if !noted.is_of(written) {
        return Err(Failure::Failed(say!(
            "{}: was changed, or replaced, since the recipe beside it was written ({name}); write both again, or, if it is \
             its recipe all the same, delete the line of the checksum there",
            "{}：在旁边的配方（{name}）写出之后被改动或替换；请重新写出两者；若配方仍然正确，请删去其中校验和那一行",
            visible::path(written)
        )));
    }
    Ok(Some(Beside { name, recipe, tables, noted }))
}

/// Fails if the recipes of these files of signatures differ, or are not the one that is expected: distances would mean nothing.
/// Returns the recipe with its tables if each file has it.
pub(super) fn check_signed_alike<'s>(
    sources: impl IntoIterator<Item = &'s Source>,
    mut expected: Option<Recipe>,
) -> Result<Option<Recipe>, Failure> {
    let (mut found, mut are_known) = (None, true);
    // What was in the table files when the first was signed; a file that cannot be read was read before.
    let mut contents = expected.and_then(|recipe| tables_sum(&recipe.tables.names().into()).ok());
    for source in sources {
        let beside = match source {
            Source::Path(path) => recipe_beside(path)?.map(|beside| (path, beside)),
            _ => None,
        };
        let Some((path, Beside { name, recipe: theirs, tables, noted })) = beside else {
            are_known = false;
            continue;
        };
        let ours = *expected.get_or_insert(theirs);
        if !(Recipe { tables: ours.tables, ..theirs }).has_parts_of(&ours) {
            return Err(Failure::Failed(say!(
                "{}: these signatures were made with another recipe ({name}: {theirs}); here it is {ours}: sign the others with --recipe {name}",
                "{}：这些签名由另一配方生成（{name}：{theirs}），而此处为 {ours}：请用 --recipe {name} 生成另一侧的签名",
                visible::path(path)
            )));
        }
        if let Some(then) = noted.tables
            && *contents.get_or_insert(then) != then
        {
            return Err(Failure::Failed(say!(
                "{}: these signatures were made with other contents of the table files ({name}); sign all with the same files",
                "{}：生成这些签名时表文件的内容不同（{name}）；请全部用相同的表文件签名",
                visible::path(path)
            )));
        }
        // A table that is no longer there, or another now, leaves the signatures as good as they are.
        let has_tables = noted.has_tables(&tables);
        found = read_tables(&tables).ok().filter(|_| has_tables).map(|tables| Recipe { tables, ..theirs });
    }
    Ok(found.filter(|_| are_known))
}

fn recipe_and_tables(asked: &str) -> Result<(Recipe, TablePaths), Failure> {
    let path = Path::new(asked);
    let is_file = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"));
    if !is_file {
        return Ok((named_recipe(asked).map_err(Failure::Usage)?, TablePaths::default()));
    }
    let bytes = read_bytes(path, LARGEST_RECIPE)?;
    let text = str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&b| b == b'\n').count();
        Failure::Failed(say!(
            "{}, line {line}: not UTF-8, as a recipe must be",
            "{}，第 {line} 行：不是 UTF-8；配方文件须为 UTF-8",
            visible::path(path)
        ))
    })?;
    let file = Recipe::from_toml(&visible::path(path), text)
        .map_err(|error: BadRecipe| Failure::Failed(visible::line(&error.to_string()).into_owned()))?;
    // Paths of tables are relative to the recipe file; errors show to what they lead.
    let beside = |table: Option<PathBuf>| {
        let found = path.with_file_name(table?);
        Some(std::path::absolute(&found).unwrap_or(found))
    };
    let TablePaths { dict, idf, stop_words } = file.tables;
    Ok((file.recipe, TablePaths { dict: beside(dict), idf: beside(idf), stop_words: beside(stop_words) }))
}

fn with_top(weighting: Weighting, top: Top) -> Result<Weighting, Failure> {
    weighting.with_top(top).ok_or_else(|| {
        Failure::Usage(say!(
            "--top: weighting {weighting} takes none: keywords:N, cpp-keywords:N, tags:N and first-tags:N take one, the first \
             two also auto", "--top：加权方式 {weighting} 不需要：keywords:N、cpp-keywords:N、tags:N 和 first-tags:N 需要，前两种也可用 auto"
        ))
    })
}

/// Fails for a sketch without sums, where sums are what is shown.
pub(super) fn refuse_minima(recipe: &Recipe) -> Result<(), Failure> {
    match recipe.sketch {
        Sketch::SimHash => Ok(()),
        Sketch::MinHash => Err(Failure::Usage(say!(
            "--sketch minhash1: this page adds up the sums of SimHash; `explain` prints the minima as a table",
            "--sketch minhash1：此网页演示 SimHash 的累加；`explain` 以表格列出各最小值"
        ))),
    }
}

/// Words a contradiction in terms of the options that the user wrote.
fn as_options(error: BadRecipe) -> Failure {
    let what = error.to_string();
    // The keys of a recipe file have the names of the options.
    Failure::Usage(format!("--{}", what.replacen("bits = ", "bits ", 1)))
}

fn read_tables(paths: &TablePaths) -> Result<Tables, Failure> {
    paths.read().map_err(|error| Failure::Failed(visible::line(&error.to_string()).into_owned()))
}
