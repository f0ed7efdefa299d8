//! Recipes as TOML files.

use super::spelling::shortened;
use super::{
    BadValue, Frames, Given, LARGEST_TABLE, Normalize, Recipe, TableError, TableFile, TableFiles, TableNames,
    Tables, Top, Weighting,
};
use crate::display::{lang, say};
use crate::files::{ReadError, read_bytes, toml_fault};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::str::FromStr;
use toml::{Spanned, Value};

/// The largest recipe file that is read, in bytes.
pub const LARGEST_RECIPE: u64 = 1 << 20;

/// A parsed recipe file. The tables that it names are not loaded yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecipeFile {
    /// The parts, with the embedded tables.
    pub recipe: Recipe,
    /// The paths of the tables as in the file: relative to its folder.
    pub tables: TablePaths,
}

/// Files of jieba's tables; `None` for an embedded one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TablePaths {
    /// The dictionary: `word frequency tag` a line.
    pub dict: Option<PathBuf>,
    /// The IDF table: `word idf` a line.
    pub idf: Option<PathBuf>,
    /// The stop words, one a line.
    pub stop_words: Option<PathBuf>,
}

impl TablePaths {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Reads the tables.
    ///
    /// # Errors
    /// A file that cannot be read, or is no such table.
    pub fn read(&self) -> Result<Tables, UnreadTables> {
        let read = |path: &Option<PathBuf>| -> Result<Option<(String, Vec<u8>)>, ReadError> {
            let Some(path) = path else { return Ok(None) };
            let bytes = read_bytes(path, LARGEST_TABLE)?;
            // An absolute path stays valid when the recipe is saved elsewhere.
            let path = std::path::absolute(path).unwrap_or_else(|_| path.clone());
            Ok(Some((path.to_string_lossy().into_owned(), bytes)))
        };
        let (dict, idf, stop_words) = (read(&self.dict)?, read(&self.idf)?, read(&self.stop_words)?);
        fn file(read: &Option<(String, Vec<u8>)>) -> Option<TableFile<'_>> {
            read.as_ref().map(|(name, bytes)| TableFile { name, bytes })
        }
        let files = TableFiles { dict: file(&dict), idf: file(&idf), stop_words: file(&stop_words) };
        Ok(Tables::parse(&files)?)
    }
}

impl From<TableNames> for TablePaths {
    fn from(names: TableNames) -> Self {
        let [dict, idf, stop_words] =
            [names.dict, names.idf, names.stop_words].map(|name| name.map(PathBuf::from));
        Self { dict, idf, stop_words }
    }
}

/// Why tables were not read.
#[derive(Debug, thiserror::Error)]
pub enum UnreadTables {
    /// A file cannot be read.
    #[error(transparent)]
    Unread(#[from] ReadError),
    /// A file is no such table.
    #[error(transparent)]
    Bad(#[from] TableError),
}

/// Why a recipe is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadRecipe {
    /// The file is not TOML.
    #[error("{}", say!("{file}, line {line}: {what}", "{file}，第 {line} 行：{what}"))]
    Syntax {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// An unknown key.
    #[error("{}", say!("{file}, line {line}: there is no key {key:?}: a recipe has {}", "{file}，第 {line} 行：没有键 {key:?}：配方的键有 {}", KEYS.join(lang().pick((", ", "、")))))]
    UnknownKey {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// A key with an invalid value.
    #[error("{}", say!("{file}, line {line}: {key}: {what}", "{file}，第 {line} 行：{key}：{what}"))]
    BadKey {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The key.
        key: &'static str,
        /// What is wrong with it, and what is allowed.
        what: String,
    },
    /// Parts that do not fit together.
    #[error("{0}")]
    Contradiction(String),
}

/// The keys of a recipe file, in writing order.
const KEYS: [&str; 15] = [
    "name",
    "tokenizer",
    "weighting",
    "hash",
    "sketch",
    "bits",
    "tie",
    "normalize",
    "ignore",
    "ignore-frames",
    "frames",
    "given",
    "jieba-dict",
    "jieba-idf",
    "stop-words",
];

impl Recipe {
    /// Parses a recipe. Missing keys have the values of the default recipe, but for `normalize`, which is `none` then: files of
    /// before there was such a part mean what they meant. A file without `name` gives a recipe without a name. `file` is used in errors.
    ///
    /// A name is leaked, because recipes are passed by value.
    ///
    /// # Errors
    /// Invalid TOML, an unknown key, an invalid value, or parts that do not fit together; each error names the
    /// file and the line or the key.
    pub fn from_toml(file: &str, text: &str) -> Result<RecipeFile, BadRecipe> {
        let line_of = |at: usize| 1 + text[..at.min(text.len())].bytes().filter(|&b| b == b'\n').count();
        let keys: BTreeMap<Spanned<String>, Spanned<Value>> =
            toml::from_str(text).map_err(|error| BadRecipe::Syntax {
                file: file.to_owned(),
                line: line_of(error.span().map_or(0, |span| span.start)),
                what: shortened(&toml_fault(&error)),
            })?;
        let mut recipe = Self { name: None, normalize: Normalize::None, ..Self::DEFAULT };
        let (mut tables, mut share, mut frames) = (TablePaths::default(), None, None);
        for (key, value) in &keys {
            let line = line_of(key.span().start);
            let Some(&known) = KEYS.iter().find(|known| **known == key.get_ref().as_str()) else {
                let key = shortened(key.get_ref());
                return Err(BadRecipe::UnknownKey { file: file.to_owned(), line, key });
            };
            let what = match (known, value.get_ref()) {
                ("bits", Value::Integer(bits)) => part(&bits.to_string(), &mut recipe.bits),
                ("bits", _) => Err(say!("a whole number, 1 to 128, is wanted", "须为 1 到 128 的整数")),
                ("name", Value::String(name)) => a_name(name).map(|name| recipe.name = Some(name)),
                ("tokenizer", Value::String(value)) => part(value, &mut recipe.tokenizer),
                ("weighting", Value::String(value)) => part(value, &mut recipe.weighting),
                ("hash", Value::String(value)) => part(value, &mut recipe.hash),
                ("sketch", Value::String(value)) => part(value, &mut recipe.sketch),
                ("tie", Value::String(value)) => part(value, &mut recipe.tie),
                ("normalize", Value::String(value)) => part(value, &mut recipe.normalize),
                ("ignore", Value::String(pattern)) => pattern
                    .parse()
                    .map(|ignored| recipe.ignore = Some(ignored))
                    .map_err(|e: BadValue| e.to_string()),
                ("ignore-frames", given @ (Value::Float(_) | Value::Integer(_))) => {
                    share = given.as_float().or_else(|| given.as_integer().map(|whole| whole as f64));
                    Ok(())
                }
                ("ignore-frames", _) => Err(say!("a share, 0 to 1, is wanted", "须为 0 到 1 的比例")),
                ("frames", texts) => texts_in(texts).map(|texts| frames = Some(texts)),
                ("given", texts) => texts_in(texts)
                    .and_then(|texts| Given::new(texts).map_err(|error| error.to_string()))
                    .map(|given| recipe.given = Some(given)),
                ("jieba-dict", Value::String(path)) => a_path(path, &mut tables.dict),
                ("jieba-idf", Value::String(path)) => a_path(path, &mut tables.idf),
                ("stop-words", Value::String(path)) => a_path(path, &mut tables.stop_words),
                _ => Err(say!("a text in quotes is wanted", "须为加引号的文本")),
            };
            what.map_err(|what| BadRecipe::BadKey { file: file.to_owned(), line, key: known, what })?;
        }
        recipe.ignore_frames = ignored_frames(share, frames)
            .map_err(|error| BadRecipe::Contradiction(format!("{file}: {error}")))?;
        recipe
            .check(&tables)
            .map_err(|error| BadRecipe::Contradiction(say!("{file}: {error}", "{file}：{error}")))?;
        Ok(RecipeFile { recipe, tables })
    }

    /// The recipe as a file for [`Recipe::from_toml`], with comments that explain its name and its known
    /// defects.
    pub fn to_toml(&self) -> String {
        let mut toml = String::new();
        let named = self.name.and_then(|name| super::named().iter().find(|named| named.name == name));
        let mut line = |line: String| {
            toml.push_str(&line);
            toml.push('\n');
        };
        if let Some(named) = named {
            line(format!("# {}", named.summary.0));
            if let Some(program) = named.program {
                line(format!("# reproduces {program}"));
            }
            if !named.widths.is_empty() {
                line(format!("# bits: {}", self.widths()));
            }
        }
        for defect in self.defects() {
            line(format!("# beware: {}", defect.text().0));
        }
        if let Some(name) = self.name {
            line(format!("name = {}", quoted(name)));
        }
        line(format!("tokenizer = \"{}\"", self.tokenizer));
        line(format!("weighting = \"{}\"", self.weighting));
        line(format!("hash = \"{}\"", self.hash));
        line(format!("bits = {}", self.bits));
        line(self.line_of_sketch());
        line(format!("normalize = \"{}\"", self.normalize));
        if let Some(ignored) = self.ignore {
            line(format!("ignore = {}", quoted(&ignored.to_string())));
        }
        if let Some(frames) = self.ignore_frames {
            line(format!("ignore-frames = {}", frames.share()));
            line("frames = [".to_owned());
            frames.texts().iter().for_each(|text| line(format!("    {},", quoted(text))));
            line("]".to_owned());
        }
        if let Some(given) = self.given {
            line("given = [".to_owned());
            given.texts().iter().for_each(|text| line(format!("    {},", quoted(text))));
            line("]".to_owned());
        }
        for (key, name) in self.tables.names().named() {
            line(format!("{key} = {}", quoted(name)));
        }
        toml
    }

    /// Whether the parts fit together, and with those tables.
    ///
    /// # Errors
    /// A width that the recipe cannot have (the error lists the possible ones), or a table that no part uses.
    pub fn check(&self, tables: &TablePaths) -> Result<(), BadRecipe> {
        let contradiction = |what: String| Err(BadRecipe::Contradiction(what));
        if let Some(name) = self.name
            && !self.is_worthy_of(name)
        {
            return contradiction(say!(
                "name = {name:?}: that recipe has other parts (see `simscope recipes {name}`): use another name",
                "name = {name:?}：同名的内置配方内容不同（见 `simscope recipes {name}`）：请另取名称"
            ));
        }
        if let Some(fault) = self.sketch_fault() {
            return contradiction(lang().pick(fault).to_owned());
        }
        let widths = self.widths();
        if !widths.allow(self.bits) {
            let of = match self.name {
                Some(name) if matches!(widths, super::Widths::These(_)) => {
                    say!("recipe {name}", "配方 {name}")
                }
                _ => say!("hash {}", "哈希 {}", self.hash),
            };
            let english = widths.to_string();
            let widths =
                lang().pick((english.clone(), english.replace(" to ", " 到 ").replace(" or ", " 或 ")));
            return contradiction(say!(
                "bits = {}: {of} gives {widths}",
                "bits = {}：{of} 的位数为 {widths}",
                self.bits
            ));
        }
        if tables.dict.is_some() && !self.tokenizer.uses_jieba() {
            return contradiction(say!(
                "jieba-dict: tokenizer {} does not use jieba",
                "jieba-dict：分词方式 {} 不用 jieba",
                self.tokenizer
            ));
        }
        if tables.idf.is_some() && !self.weighting.uses_idf_table() {
            return contradiction(say!(
                "jieba-idf: weighting {} does not use it: keywords:N, cpp-keywords:N, tags:N and first-tags:N do",
                "jieba-idf：加权方式 {} 不用它：keywords:N、cpp-keywords:N、tags:N 和 first-tags:N 才用",
                self.weighting
            ));
        }
        if tables.stop_words.is_some() && !self.tokenizer.drops_stop_words() {
            return contradiction(say!(
                "stop-words: tokenizer {} drops none: jieba-tags and cppjieba do",
                "stop-words：分词方式 {} 不去停用词：jieba-tags 和 cppjieba 才去",
                self.tokenizer
            ));
        }
        Ok(())
    }
}

impl Weighting {
    /// The same weighting with another number of keywords; `None` if it has none, or `auto` for `tags`.
    pub fn with_top(self, top: Top) -> Option<Self> {
        match (self, top) {
            (Self::Keywords(_), top) => Some(Self::Keywords(top)),
            (Self::CppKeywords(_), top) => Some(Self::CppKeywords(top)),
            (Self::Tags(_), Top::Count(n)) => Some(Self::Tags(n)),
            (Self::FirstTags(_), Top::Count(n)) => Some(Self::FirstTags(n)),
            _ => None,
        }
    }

    /// Whether it uses jieba's IDF table. Without the feature `chinese` such a weighting is an error.
    pub fn uses_idf_table(self) -> bool {
        matches!(self, Self::Keywords(_) | Self::CppKeywords(_) | Self::Tags(_) | Self::FirstTags(_))
    }
}

fn part<T: FromStr<Err = BadValue>>(value: &str, part: &mut T) -> Result<(), String> {
    *part = value.parse().map_err(|error: BadValue| error.to_string())?;
    Ok(())
}

/// A list of texts.
fn texts_in(value: &Value) -> Result<Vec<String>, String> {
    let text = |text: &Value| text.as_str().map(str::to_owned);
    let texts = value.as_array().and_then(|texts| texts.iter().map(text).collect());
    texts.ok_or_else(|| say!("a list of texts in quotes is wanted", "须为加引号的文本列表"))
}

/// The frames of a file, which stand in it with the share that they were found by.
fn ignored_frames(share: Option<f64>, frames: Option<Vec<String>>) -> Result<Option<Frames>, String> {
    match (share, frames) {
        (None, None) => Ok(None),
        (Some(share), Some(frames)) => {
            Frames::new(share, frames).map(Some).map_err(|error| format!("ignore-frames: {error}"))
        }
        (Some(share), None) => Err(say!(
            "ignore-frames: frames is missing: `simscope frames CORPUS --share {share} --write-recipe FILE` writes both",
            "ignore-frames：缺少 frames：`simscope frames CORPUS --share {share} --write-recipe FILE` 写出两者"
        )),
        (None, Some(_)) => Err(say!(
            "frames: ignore-frames is missing, the share that they were found by",
            "frames：缺少 ignore-frames，即求出这些套话所用的比例"
        )),
    }
}

fn a_path(value: &str, path: &mut Option<PathBuf>) -> Result<(), String> {
    if value.is_empty() {
        return Err(say!("the name of a file is wanted", "须为文件名"));
    }
    *path = Some(PathBuf::from(value));
    Ok(())
}

/// Checks a name and leaks it.
fn a_name(name: &str) -> Result<&'static str, String> {
    /// Columns that a header has for a name.
    const LONGEST: usize = 40;
    let is_plain = !name.is_empty() && name.trim() == name && crate::visible::line(name) == name;
    if !is_plain || crate::visible::width(name) > LONGEST {
        return Err(say!(
            "{name:?} is not a name: use 1 to {LONGEST} visible characters",
            "{name:?} 不能作名称：须为 1 到 {LONGEST} 个可见字符"
        ));
    }
    Ok(match super::named().iter().find(|named| named.name == name) {
        Some(named) => named.name,
        None => Box::leak(name.to_owned().into_boxed_str()),
    })
}

/// A TOML string with everything escaped that a terminal could execute or hide.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            _ if crate::visible::stand_in(c).is_some() => quoted.push_str(&format!("\\U{:08x}", c as u32)),
            _ => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
