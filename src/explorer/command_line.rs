//! `:command`: the command line that prints what is on the screen.

use crate::filtering::Line;
use crate::shared::Shared;
use crate::surface::Phrase;
use simscope_core::measures::Condition;
use simscope_core::recipe::{Recipe, named};
use simscope_core::report::quoted;
use std::ffi::OsString;

/// Words of a command line.
#[derive(Default)]
pub struct Words(pub Vec<OsString>);

impl Words {
    pub fn of<const N: usize>(words: [&str; N]) -> Self {
        Self(words.map(OsString::from).into())
    }

    pub fn and(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.0.extend([name.into(), value.into()]);
        self
    }

    pub fn k(self, shared: &Shared) -> Self {
        self.and("-k", shared.k.to_string())
    }

    pub fn filter(self, line: &Line) -> Self {
        if line.is_empty() { self } else { self.and("--filter", line.text().trim()) }
    }

    pub fn confirm(self, shared: &Shared) -> Self {
        let condition = Condition { at_least: shared.tau(), ..Condition::DEFAULT };
        if condition == Condition::DEFAULT { self } else { self.and("--confirm", condition.to_string()) }
    }

    /// # Errors
    /// Something was picked, which no command can print.
    pub fn unless_picked(self, shared: &Shared) -> Result<Self, Phrase> {
        let why = ("no command does the same: what is picked is only here", "没有对应的命令：勾选只在此处");
        if shared.picked_here().is_some() { Err(why) } else { Ok(self) }
    }

    /// What decides: see [`Shared::decided_words`].
    ///
    /// # Errors
    /// Something was said that is in no file, and no option says it.
    pub fn decided(mut self, shared: &Shared) -> Result<Self, Phrase> {
        self.0.extend(shared.decided_words()?);
        Ok(self)
    }

    /// The whole line that prints what is shown.
    ///
    /// # Errors
    /// No command can read the documents.
    pub fn line(self, shared: &Shared) -> Result<String, Phrase> {
        let texts_alone = self.0.iter().any(|word| word == "--texts" || word == "--text");
        let mut all: Vec<OsString> = vec!["simscope".into()];
        all.extend(self.0);
        if !texts_alone {
            let read = shared.reading_words().ok_or((
                "no command can read these documents: they are in no file",
                "没有命令能读取这些文档：它们不在任何文件中",
            ))?;
            all.extend(read);
        }
        all.extend(recipe_words(&shared.recipe));
        Ok(quoted(all))
    }
}

/// The options of a recipe: its name where it has one, else the parts that are not those of the default.
fn recipe_words(recipe: &Recipe) -> Vec<OsString> {
    let mut words = Words::default();
    if let Some(named) = named().iter().find(|named| named.recipe.has_parts_of(recipe)) {
        return if *recipe == Recipe::DEFAULT { words.0 } else { words.and("--recipe", named.name).0 };
    }
    let default = Recipe::DEFAULT;
    let parts = [
        ("--tokenizer", recipe.tokenizer.to_string(), default.tokenizer.to_string()),
        ("--weighting", recipe.weighting.to_string(), default.weighting.to_string()),
        ("--hash", recipe.hash.to_string(), default.hash.to_string()),
        ("--sketch", recipe.sketch.to_string(), default.sketch.to_string()),
        ("--bits", recipe.bits.to_string(), default.bits.to_string()),
        ("--tie", recipe.tie.to_string(), default.tie.to_string()),
        ("--normalize", recipe.normalize.to_string(), default.normalize.to_string()),
    ];
    for (name, value, _) in parts.into_iter().filter(|(_, value, default)| value != default) {
        words = words.and(name, value);
    }
    let tables = recipe.tables.names();
    let tables =
        [("--jieba-dict", tables.dict), ("--jieba-idf", tables.idf), ("--stop-words", tables.stop_words)];
    let tables = tables.into_iter().filter_map(|(name, file)| Some((name, file?.to_owned())));
    let ignored = recipe.ignore.map(|ignored| ("--ignore", ignored.to_string()));
    tables.chain(ignored).fold(words, |words, (name, value)| words.and(name, value)).0
}
