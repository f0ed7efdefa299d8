//! The settings file, in TOML.

use super::value::is_file;
use super::{Given, Origin, Setting, Settings, SettingsError, nearest};
use crate::display::{lang, say};
use crate::files::toml_fault;
use crate::visible;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The keys that an action of the explorer has instead of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebound {
    /// The action: `quit`, or with its screen `corpus.toggle-only-short`.
    pub action: String,
    /// Names of keys, as docs/SCREENS.md has them; none if it has no key any more.
    pub keys: Vec<String>,
    /// The line of the file, from 1.
    pub line: usize,
}

/// A colour that a role of the explorer has instead of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Painted {
    /// The role, such as `accent`.
    pub role: String,
    /// Red, green and blue.
    pub colour: (u8, u8, u8),
    /// The line of the file, from 1.
    pub line: usize,
}

/// The table of keys.
const KEYS: &str = "keys";
/// In a table of colours, whether they are for a dark or a light ground.
const GROUND: &str = "ground";
/// Characters of a key that are shown.
const SHOWN: usize = 60;

/// A file while it is read.
struct Reading<'t> {
    path: &'t Path,
    text: &'t str,
}

impl Settings {
    /// Parses a settings file. `path` is used in errors; paths in the file are relative to its folder.
    ///
    /// # Errors
    /// [`SettingsError::Bad`], with the line and the key.
    pub fn from_toml(path: &Path, text: &str) -> Result<Self, SettingsError> {
        let reading = Reading { path, text };
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().unwrap_or_default();
            let what = match error.message() {
                "duplicate key" => {
                    let key = visible::fit(text.get(at.clone()).unwrap_or_default(), SHOWN);
                    say!("the key {key} is set twice", "键 {key} 设置了两次")
                }
                // Those of a Chinese keyboard.
                _ if text
                    .get(at.start..)
                    .is_some_and(|rest| rest.starts_with(['“', '”', '‘', '’', '＂'])) =>
                {
                    say!("a text stands between straight quotes, \"…\"", "文本须用半角引号：\"…\"")
                }
                _ => toml_fault(&error),
            };
            reading.bad(at.start, what)
        })?;
        let mut settings = Self { file: Some(path.to_owned()), ..Self::default() };
        for (key, value) in table.get_ref() {
            let (name, at) = (key.get_ref().as_ref(), key.span().start);
            if name == KEYS {
                reading.keys(value, "", &mut settings.keys)?;
                continue;
            }
            if let (true, DeValue::Table(roles)) = (name == Setting::Theme.key(), value.get_ref()) {
                reading.roles(roles, &mut settings)?;
                continue;
            }
            let Some(setting) = Setting::ALL.into_iter().find(|setting| setting.key() == name) else {
                return Err(reading.unknown(at, name));
            };
            settings.values.insert(setting, reading.given(setting, value, at)?);
        }
        settings.keys.sort_by_key(|rebound| rebound.line);
        Ok(settings)
    }
}

fn colour(text: &str) -> Option<(u8, u8, u8)> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some((part(0)?, part(2)?, part(4)?))
}

impl Reading<'_> {
    fn line(&self, at: usize) -> usize {
        1 + self.text.bytes().take(at).filter(|&byte| byte == b'\n').count()
    }

    fn bad(&self, at: usize, what: impl AsRef<str>) -> SettingsError {
        let what = visible::line(what.as_ref()).into_owned();
        SettingsError::Bad { path: self.path.to_owned(), line: self.line(at), what }
    }

    fn unknown(&self, at: usize, name: &str) -> SettingsError {
        let all = || Setting::ALL.into_iter().map(Setting::key).chain([KEYS]);
        let hint = match nearest(name, all()) {
            Some(near) => say!("the nearest is {near}", "最接近的是 {near}"),
            None => {
                say!("there are {}", "可用：{}", all().collect::<Vec<_>>().join(lang().pick((", ", "、"))))
            }
        };
        self.bad(
            at,
            say!("there is no setting {:?}; {hint}", "没有设置 {:?}；{hint}", visible::fit(name, SHOWN)),
        )
    }

    fn given(
        &self,
        setting: Setting,
        value: &Spanned<DeValue<'_>>,
        at: usize,
    ) -> Result<Given, SettingsError> {
        let (takes_number, takes_text) = setting.takes();
        let mut text = match value.get_ref() {
            DeValue::String(text) if takes_text => text.clone().into_owned(),
            DeValue::Integer(number) if takes_number && number.radix() == 10 => number.as_str().to_owned(),
            DeValue::Float(number) if takes_number => number.as_str().to_owned(),
            _ => {
                let what = match (takes_number, takes_text) {
                    (true, true) => {
                        say!("a number, or a text in quotes, is wanted", "须为数，或加引号的文本")
                    }
                    (true, false) => say!("a number is wanted, without quotes", "须为不加引号的数"),
                    (false, _) => say!("a text is wanted, in quotes", "须为加引号的文本"),
                };
                return Err(self.bad(at, say!("{setting}: {what}", "{setting}：{what}")));
            }
        };
        setting.check(&text).map_err(|what| self.bad(at, say!("{setting}: {what}", "{setting}：{what}")))?;
        if setting == Setting::Recipe && is_file(&text) {
            text = self.beside(&text).to_string_lossy().into_owned();
        }
        Ok(Given { text, from: Origin::File(self.path.to_owned(), self.line(at)) })
    }

    /// `[theme]`: `ground = "light"`, `accent = "#7a5000"`.
    fn roles(&self, table: &DeTable<'_>, settings: &mut Settings) -> Result<(), SettingsError> {
        for (name, value) in table {
            let (role, at) = (name.get_ref().as_ref(), name.span().start);
            if role == GROUND {
                settings.values.insert(Setting::Theme, self.given(Setting::Theme, value, at)?);
                continue;
            }
            let colour = value.get_ref().as_str().and_then(colour).ok_or_else(|| {
                let role = visible::fit(role, SHOWN);
                self.bad(
                    at,
                    say!(
                        "theme.{role}: a colour such as \"#7a5000\" is wanted",
                        "theme.{role}：须为颜色，如 \"#7a5000\""
                    ),
                )
            })?;
            settings.roles.push(Painted { role: role.to_owned(), colour, line: self.line(at) });
        }
        Ok(())
    }

    fn beside(&self, name: &str) -> PathBuf {
        let found = self.path.with_file_name(name);
        std::path::absolute(&found).unwrap_or(found)
    }

    /// `quit = "q"`, `sort = ["s", "f2"]`, and tables of screens.
    fn keys(
        &self,
        value: &Spanned<DeValue<'_>>,
        screen: &str,
        all: &mut Vec<Rebound>,
    ) -> Result<(), SettingsError> {
        let DeValue::Table(table) = value.get_ref() else {
            return Err(self.bad(
                value.span().start,
                say!("{KEYS}: a table [{KEYS}] is wanted", "{KEYS}：须为表 [{KEYS}]"),
            ));
        };
        for (name, value) in table {
            let at = name.span().start;
            let name = visible::fit(name.get_ref(), SHOWN);
            let action = if screen.is_empty() { name.to_string() } else { format!("{screen}.{name}") };
            let wanted = || {
                self.bad(
                    at,
                    say!(
                        "{KEYS}.{action}: a key or a list of keys is wanted, in quotes",
                        "{KEYS}.{action}：须为加引号的一个键或键的列表"
                    ),
                )
            };
            let keys = match value.get_ref() {
                DeValue::Table(_) if screen.is_empty() => {
                    self.keys(value, &name, all)?;
                    continue;
                }
                DeValue::String(key) => vec![key.clone().into_owned()],
                DeValue::Array(keys) => {
                    let names = keys.iter().map(|key| key.get_ref().as_str().map(str::to_owned));
                    names.collect::<Option<_>>().ok_or_else(wanted)?
                }
                _ => return Err(wanted()),
            };
            all.push(Rebound { action, keys, line: self.line(at) });
        }
        Ok(())
    }
}
