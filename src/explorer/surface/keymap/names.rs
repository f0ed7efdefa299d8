//! The keys of actions as the settings have them.

use super::{KeymapError, Row, preset};
use crate::surface::key::stroke;
use simscope_core::display::{lang, say};
use simscope_core::settings::{Rebound, Settings, nearest};
use simscope_core::visible;

/// Gives actions the keys that the settings have for them.
///
/// # Errors
/// [`KeymapError::Settings`]: an unknown action or key, or an action twice.
pub(super) fn rebind(rows: &mut Vec<Row>, settings: &Settings) -> Result<(), KeymapError> {
    preset::apply(rows, settings)?;
    let names: Vec<String> = rows.iter().map(|(_, binding)| binding.name()).collect();
    for rebound in settings.keys.iter().filter(|rebound| rebound.action != preset::NAME) {
        let action = rebound.action.as_str();
        let wrong = |what: String| in_settings(settings, rebound, &what);
        let Some(at) = names.iter().position(|name| name == action) else {
            let hint = nearest(action, names.iter().map(String::as_str))
                .map_or_else(String::new, |near| say!("; the nearest is {near}", "；最接近的是 {near}"));
            return Err(wrong(say!(
                "there is no such action{hint}; docs/SCREENS.md lists all",
                "没有这个动作{hint}；docs/SCREENS.md 列出全部"
            )));
        };
        if let Some(bad) = rebound.keys.iter().find(|key| stroke(key).is_none()) {
            let what = lang().pick((
                "there is no such key; use a sign, ctrl- and a letter, alt- and a key, f1 to f12, a name of docs/SCREENS.md, or two of them",
                "没有这个键；请用一个字符、ctrl- 加字母、alt- 加键、f1 到 f12、docs/SCREENS.md 中的名称，或其中两个",
            ));
            return Err(wrong(say!("{:?}: {what}", "{:?}：{what}", visible::fit(bad, 20))));
        }
        let is_again = |at: usize| {
            let key = |at: usize| stroke(&rebound.keys[at]);
            (0..at).any(|before| key(before) == key(at))
        };
        if let Some(again) = (0..rebound.keys.len()).find(|&at| is_again(at)) {
            let key = &rebound.keys[again];
            return Err(wrong(say!("the key {key} stands there twice", "键 {key} 写了两次")));
        }
        // Bindings live as long as the program, and there are few.
        let keys = rebound.keys.iter().map(|key| &*Box::leak(key.clone().into_boxed_str()));
        rows[at].1.keys = Box::leak(keys.collect::<Vec<&'static str>>().into_boxed_slice());
    }
    Ok(())
}

/// The error of a line of the settings.
pub(super) fn in_settings(settings: &Settings, rebound: &Rebound, what: &str) -> KeymapError {
    let file = settings.file.as_deref().unwrap_or_else(|| "settings".as_ref()).to_string_lossy();
    KeymapError::Settings(
        visible::line(&say!(
            "{file}, line {}: keys.{}: {what}",
            "{file}，第 {} 行：keys.{}：{what}",
            rebound.line,
            rebound.action
        ))
        .into(),
    )
}

/// A conflict, as one of the settings if a line of them led to it.
pub(super) fn blame(error: KeymapError, settings: &Settings) -> KeymapError {
    let KeymapError::TwoMeanings { first, second, .. } = &error else { return error };
    let is_guilty = |rebound: &&Rebound| [first, second].contains(&&rebound.action);
    let guilty = settings.keys.iter().find(is_guilty);
    guilty.map_or_else(|| error.clone(), |rebound| in_settings(settings, rebound, &error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screens::keymap;
    use crate::surface::action::Screen;
    use crate::surface::key::Key;
    use std::path::Path;

    fn with(keys: &str) -> Result<super::super::Keymap, String> {
        let settings = Settings::from_toml(Path::new("/a.toml"), &format!("[keys]\n{keys}")).unwrap();
        keymap(&settings).map_err(|error| error.to_string())
    }

    fn action_of(keymap: &super::super::Keymap, screen: Screen, key: &str) -> Option<String> {
        let action = keymap.action(screen, Key::parse(key).unwrap())?;
        Some(format!("{action:?}"))
    }

    #[test]
    fn a_key_of_the_settings_takes_the_place_of_those_of_the_table() {
        let keymap =
            with("quit = [\"I\", \"f10\", \"alt-x\", \"alt-ctrl-u\"]\nsort-next = \"ctrl-g\"\nhelp = \"f1\"")
                .unwrap();
        let of = |screen, key| action_of(&keymap, screen, key);
        assert_eq!(of(Screen::Pair, "I").as_deref(), Some("Quit"));
        assert_eq!(of(Screen::Pair, "f10").as_deref(), Some("Quit"));
        assert_eq!(of(Screen::Pair, "alt-x").as_deref(), Some("Quit"));
        assert_eq!(of(Screen::Pair, "alt-ctrl-u").as_deref(), Some("Quit"));
        assert_eq!(of(Screen::Pair, "q"), None);
        assert_eq!(of(Screen::Pair, "?"), None);
        assert_eq!(of(Screen::Corpus, "ctrl-g").as_deref(), Some("NextSort"));
        assert_eq!(of(Screen::Corpus, "s").as_deref(), Some("SortMenu"));
        let without = with("quit = []").unwrap();
        assert_eq!(action_of(&without, Screen::Pair, "q"), None);
        // Two actions change places.
        let swapped = with("undo = \"x\"\nexport = \"u\"").unwrap();
        assert_eq!(action_of(&swapped, Screen::Corpus, "x").as_deref(), Some("Undo"));
    }

    #[test]
    fn two_keys_one_after_the_other_are_one_where_the_first_means_nothing() {
        let keymap = with("quit = \"ctrl-x ctrl-c\"\nundo = [\"ctrl-x u\", \"u\"]").unwrap();
        let of =
            |names| keymap.stroke(Screen::Pair, stroke(names).unwrap()).map(|action| format!("{action:?}"));
        assert_eq!(of("ctrl-x ctrl-c").as_deref(), Some("Quit"));
        assert_eq!((of("ctrl-x u"), of("ctrl-x"), of("ctrl-x q")), (of("u"), None, None));
        let begins = |name| keymap.begins(Screen::Pair, Key::parse(name).unwrap());
        assert!(begins("ctrl-x") && !begins("u"));
        let told = with("quit = \"u q\"").unwrap_err();
        assert!(told.contains("means both") && told.contains("'undo'"), "{told}");
    }

    #[test]
    fn what_is_wrong_with_a_key_is_told_with_its_line_and_both_names() {
        for (keys, expected) in [
            (
                "help = \"q\"",
                "/a.toml, line 2: keys.help: the key q means both 'quit' and 'help' in one place",
            ),
            (
                "corpus.toggle-only-short = \"s\"",
                "line 2: keys.corpus.toggle-only-short: the key s means both 'corpus.toggle-only-short' and 'sort'",
            ),
            ("sort-next = \"u\"", "keys.sort-next: the key u means both 'undo' and 'sort-next'"),
            (
                "\ncorpus.toggle-short = \"s\"",
                "line 3: keys.corpus.toggle-short: there is no such action; the nearest is corpus.toggle-only-short",
            ),
            ("quit = \"qq\"", "keys.quit: \"qq\": there is no such key"),
            // No terminal sends them, or not as that.
            ("quit = \"ctrl-1\"", "keys.quit: \"ctrl-1\": there is no such key"),
            ("quit = \"ctrl-i\"", "keys.quit: \"ctrl-i\": there is no such key"),
            // What a terminal replies begins in the same way.
            ("quit = \"alt-]\"", "keys.quit: \"alt-]\": there is no such key"),
            ("quit = [\"I\", \"I\"]", "keys.quit: the key I stands there twice"),
        ] {
            let told = with(keys).unwrap_err();
            assert!(told.contains(expected), "{keys}: {told}");
        }
    }

    #[test]
    fn names_are_words_and_no_two_actions_share_one() {
        let keymap = with("").unwrap();
        let names: Vec<String> = keymap.names().collect();
        for name in &names {
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '-' || c == '.'), "{name}");
            assert_eq!(names.iter().filter(|other| *other == name).count(), 1, "{name}");
        }
    }
}
