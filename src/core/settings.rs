//! The settings of the user: one TOML file, environment variables above it, options above both. See docs/SETTINGS.md.

mod file;
mod folders;
mod near;
mod opening;
mod value;

pub use file::{Painted, Rebound};
pub use folders::{config_file, state_folder};
pub use near::nearest;
pub use opening::Opening;
pub use value::{Setting, THEMES, named_recipe, size};

use crate::display::{is_remote, say};
use crate::files::{ReadError, read_if_there};
use crate::visible;
use std::collections::BTreeMap;
use std::env::{self, VarError};
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// The largest settings file that is read, in bytes.
const LARGEST: u64 = 1 << 20;
/// Milliseconds that an Esc waits for what belongs to it.
pub const ESCAPE: u64 = 50;
/// Names another file; with no text in it no file is read.
pub const FILE_VARIABLE: &str = "SIMSCOPE_CONFIG";

/// Where a value comes from. `Display` says it in a few words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// This line, from 1, of a settings file.
    File(PathBuf, usize),
    /// This variable.
    Environment(&'static str),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path, line) => write!(f, "{}:{line}", visible::path(path)),
            Origin::Environment(name) => write!(f, "environment ({name})"),
        }
    }
}

/// A value that was set, as an option would have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The value; it is a valid one.
    pub text: String,
    /// Where it was set.
    pub from: Origin,
}

/// What was set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// The file that was read.
    pub file: Option<PathBuf>,
    /// What has no value here has its default.
    pub values: BTreeMap<Setting, Given>,
    /// The keys of the explorer that were changed, in the order of the file.
    pub keys: Vec<Rebound>,
    /// The colours of the explorer that were changed.
    pub roles: Vec<Painted>,
}

/// Why settings cannot be used. `Display` is one line, safe to show.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file that the environment names is not there.
    #[error("{}", say!("{}: no such settings file; {FILE_VARIABLE} names it", "{}：没有这个设置文件；它由 {FILE_VARIABLE} 指定", visible::path(.0)))]
    Missing(PathBuf),
    /// A line of the file is wrong.
    #[error("{}", say!("{}, line {line}: {what}", "{}，第 {line} 行：{what}", visible::path(.path)))]
    Bad {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Which key, and what is wrong.
        what: String,
    },
    /// A variable is wrong.
    #[error("{}", say!("{name}: {what}", "{name}：{what}"))]
    Variable {
        /// The variable.
        name: &'static str,
        /// What is wrong.
        what: String,
    },
}

impl Settings {
    /// Reads the settings file, unless `is_file_ignored` or the environment says that there is none, and the environment.
    ///
    /// # Errors
    /// See [`SettingsError`]. Where no file is, nothing is set.
    pub fn load(is_file_ignored: bool) -> Result<Self, SettingsError> {
        let is_named = env::var_os(FILE_VARIABLE).is_some();
        let mut settings = Self::default();
        if let Some(path) = Self::file().filter(|_| !is_file_ignored) {
            match read_if_there(&path, LARGEST)? {
                Some(text) => settings = Self::from_toml(&path, &text)?,
                None if is_named => return Err(SettingsError::Missing(path)),
                None => {}
            }
        }
        for name in Setting::ALL.map(Setting::variable) {
            if let Err(VarError::NotUnicode(_)) = env::var(name) {
                let what = say!(
                    "its value is not UTF-8; set it anew or unset it",
                    "其值不是 UTF-8；请重新设置或取消"
                );
                return Err(SettingsError::Variable { name, what });
            }
        }
        settings.take(|name| env::var(name).ok())?;
        Ok(settings)
    }

    /// The language that the environment or the file sets, whatever else is wrong there.
    pub fn language(is_file_ignored: bool) -> Option<String> {
        let of_variable = env::var(Setting::Language.variable()).ok().filter(|text| !text.is_empty());
        let of_file = || {
            let text = read_if_there(&Self::file().filter(|_| !is_file_ignored)?, LARGEST).ok()??;
            let table: toml::Table = text.parse().ok()?;
            table.get(Setting::Language.key())?.as_str().map(str::to_owned)
        };
        of_variable.or_else(of_file)
    }

    /// Where the settings file is, whether there is one or not; `None` if the environment says that there is none, or nothing
    /// says which folder is the user's.
    pub fn file() -> Option<PathBuf> {
        let named = env::var_os(FILE_VARIABLE).map(PathBuf::from);
        named.or_else(config_file).filter(|path| !path.as_os_str().is_empty())
    }

    /// Takes what the environment has above what the file has.
    fn take(&mut self, variable: impl Fn(&str) -> Option<String>) -> Result<(), SettingsError> {
        for setting in Setting::ALL {
            let name = setting.variable();
            let Some(text) = variable(name).filter(|text| !text.is_empty()) else { continue };
            setting.check(&text).map_err(|what| SettingsError::Variable { name, what })?;
            self.values.insert(setting, Given { text, from: Origin::Environment(name) });
        }
        // https://no-color.org
        if variable("NO_COLOR").is_some_and(|text| !text.is_empty())
            && variable(Setting::Colours.variable()).is_none_or(|text| text.is_empty())
        {
            let given = Given { text: "none".to_owned(), from: Origin::Environment("NO_COLOR") };
            self.values.insert(Setting::Colours, given);
        }
        Ok(())
    }

    /// Whether something is switched on, if that was set.
    pub fn is_on(&self, setting: Setting) -> Option<bool> {
        self.get(setting).map(|given| given.text == "on")
    }

    /// Whether something changes on the screen by itself: not over SSH, unless that was set.
    pub fn has_motion(&self) -> bool {
        self.is_on(Setting::Motion).unwrap_or_else(|| !is_remote())
    }

    /// How long what follows an Esc belongs to it.
    pub fn escape(&self) -> Duration {
        let set = self.get(Setting::Escape).and_then(|given| given.text.parse().ok());
        Duration::from_millis(set.unwrap_or(ESCAPE))
    }

    /// The value of a setting, if it was set.
    pub fn get(&self, setting: Setting) -> Option<&Given> {
        self.values.get(&setting)
    }
}

#[cfg(test)]
mod tests;
