//! Keys in sentences. A sentence names the action, `‹resume› starts it again`, since the settings may give it another key.

use super::Keymap;
use crate::surface::action::{Action, Screen};
use simscope_core::display::Lang;

/// The keys in force on a screen, as sentences name them.
#[derive(Debug, Clone, Copy)]
pub struct Keys<'a> {
    pub keymap: &'a Keymap,
    pub screen: Screen,
    pub lang: Lang,
}

impl Keys<'_> {
    /// The key of an action; without one here, that of the palette with the name by which it finds the action.
    pub fn of(self, action: Action) -> String {
        let key_of = |action| self.keymap.key_of(self.screen, action).map(|key| self.written(key));
        let by_name = || Some(key_of(Action::Palette)? + &self.keymap.name_of(action).unwrap_or_default());
        key_of(action).or_else(by_name).unwrap_or_default()
    }

    /// A key as it is written in a sentence.
    pub fn written(self, key: &str) -> String {
        match key {
            _ if key.contains(' ') => {
                key.split(' ').map(|key| self.written(key)).collect::<Vec<_>>().join(" ")
            }
            "space" => self.lang.pick(("Space", "空格")).to_owned(),
            "pgup" => "PgUp".to_owned(),
            "pgdn" => "PgDn".to_owned(),
            _ => match key.split_once('-') {
                Some(("ctrl", letter)) => format!("Ctrl-{}", letter.to_uppercase()),
                Some((held @ ("alt" | "shift"), key)) => {
                    format!("{}-{}", self.written(held), self.written(key))
                }
                _ if key.len() > 1 && key.is_ascii() => key[..1].to_uppercase() + &key[1..],
                _ => key.to_owned(),
            },
        }
    }

    /// A sentence with a key in place of each action that it names, `‹resume›`, by its name in the settings.
    pub fn spell(self, sentence: &str) -> String {
        let mut spelled = String::with_capacity(sentence.len());
        let mut rest = sentence;
        while let Some((before, (name, after))) =
            rest.split_once('‹').and_then(|(before, named)| Some((before, named.split_once('›')?)))
        {
            let action = self.keymap.named(name);
            debug_assert!(action.is_some(), "no action is called {name:?}");
            spelled += before;
            spelled += &self.of(action.unwrap_or(Action::Palette));
            rest = after;
        }
        spelled + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::key::{SILENT, bind};
    use simscope_core::settings::Settings;
    use std::path::{Path, PathBuf};

    #[test]
    fn a_sentence_names_the_key_in_force() {
        let rows = [
            bind("resume", &["r"], Action::Resume, ("", ""), SILENT),
            bind("back", &["ctrl-o"], Action::Back, ("", ""), SILENT),
            bind("mark", &[], Action::Mark, ("", ""), SILENT),
            bind("palette", &[":"], Action::Palette, ("", ""), SILENT),
        ];
        let keymap = Keymap::load([], rows.concat(), &Settings::default()).unwrap();
        let keys = Keys { keymap: &keymap, screen: Screen::Corpus, lang: Lang::En };
        assert_eq!(
            keys.spell("cancelled; ‹resume› starts it, ‹back› leaves"),
            "cancelled; r starts it, Ctrl-O leaves"
        );
        // What has no key is in the palette.
        assert_eq!(keys.spell("‹mark›"), ":mark");
        assert_eq!(keys.spell("nothing named, ‹ alone"), "nothing named, ‹ alone");
    }

    /// The files of Rust below a folder.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
        let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
        files.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
    }

    #[test]
    fn what_sentences_name_are_actions() {
        let keymap = crate::screens::keymap(&Settings::default()).unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let here = root.join("surface/keymap/sentence.rs");
        let mut named = 0;
        for path in sources(root).iter().filter(|path| **path != here) {
            let source = std::fs::read_to_string(path).unwrap();
            for piece in source.split('‹').skip(1) {
                let name = piece.split('›').next().unwrap();
                assert!(keymap.named(name).is_some(), "{name:?} in {}", path.display());
                named += 1;
            }
        }
        assert!(named > 80, "{named}");
    }
}
