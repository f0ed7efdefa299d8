use super::*;
use std::path::Path;

fn read(text: &str) -> Result<Settings, String> {
    Settings::from_toml(Path::new("/home/a/config.toml"), text).map_err(|error| error.to_string())
}

#[test]
fn every_setting_is_read_with_its_line() {
    let text = "# mine\nlanguage = \"zh\"\ntheme = \"light\"\ncolours = 256\nrecipe = \"java\"\nk = 5\ntau = 0.4\n\
                memory = \"2G\"\n\n[keys]\nquit = [\"q\", \"ctrl-c\"]\ncorpus.next-sort = \"f2\"\n[keys.matrix]\nzoom = []\n";
    let settings = read(text).unwrap();
    let shown: Vec<(String, &str, String)> = (settings.values.iter())
        .map(|(setting, given)| (setting.to_string(), given.text.as_str(), given.from.to_string()))
        .collect();
    let line = |line: usize| format!("/home/a/config.toml:{line}");
    let expected = [
        ("language", "zh", 2),
        ("theme", "light", 3),
        ("colours", "256", 4),
        ("recipe", "java", 5),
        ("k", "5", 6),
        ("tau", "0.4", 7),
        ("memory", "2G", 8),
    ];
    assert_eq!(shown, expected.map(|(key, value, at)| (key.to_owned(), value, line(at))));
    let keys: Vec<(&str, String, usize)> =
        settings.keys.iter().map(|key| (key.action.as_str(), key.keys.join(" "), key.line)).collect();
    assert_eq!(
        keys,
        [
            ("quit", "q ctrl-c".to_owned(), 11),
            ("corpus.next-sort", "f2".to_owned(), 12),
            ("matrix.zoom", String::new(), 14)
        ]
    );
}

#[test]
fn a_mistake_is_told_with_file_line_and_key() {
    for (text, expected) in [
        (
            "k = 3\nlanguge = \"en\"",
            "/home/a/config.toml, line 2: there is no setting \"languge\"; the nearest is language",
        ),
        ("sdfjk = 1", "line 1: there is no setting \"sdfjk\"; there are language, theme"),
        ("k = 129", "line 1: k: 129 is not allowed: use a whole number from 0 to 128"),
        ("k = \"3\"", "line 1: k: a number is wanted, without quotes"),
        ("k = 0x10", "line 1: k: a number is wanted, without quotes"),
        ("language = 3", "line 1: language: a text is wanted, in quotes"),
        ("\ntau = 0", "line 2: tau: 0 is not allowed: use a number from 0.05 to 1"),
        ("tau = nan", "line 1: tau"),
        ("memory = \"1K\"", "line 1: memory"),
        ("theme = true", "line 1: theme: a text is wanted, in quotes"),
        ("memory = true", "line 1: memory: a number, or a text in quotes, is wanted"),
        ("colours = \"many\"", "use auto, 16, 256, truecolor, none"),
        ("recipe = \"nonesuch\"", "line 1: recipe: "),
        ("k = 3\nk = 4", "line 2: the key k is set twice"),
        ("language = “zh”", "line 1: a text stands between straight quotes, \"…\""),
        ("k = = 3", "line 1: "),
        ("keys = \"q\"", "line 1: keys: a table [keys] is wanted"),
        ("[keys]\nquit = 3", "line 2: keys.quit: a key or a list of keys is wanted"),
        ("[keys.a.b]\nc = \"q\"", "keys.a.b: a key or a list"),
        ("\"\\u001b[31m\" = 1", "there is no setting"),
    ] {
        let told = read(text).unwrap_err();
        assert!(told.contains(expected) && visible::line(&told) == told, "{text:?}: {told}");
    }
}

#[test]
fn a_recipe_file_is_relative_to_the_settings() {
    let settings = read("recipe = \"mine.toml\"").unwrap();
    assert_eq!(settings.get(Setting::Recipe).unwrap().text, "/home/a/mine.toml");
}

#[test]
fn the_environment_stands_above_the_file() {
    let mut settings = read("k = 5\ncolours = \"256\"\nlanguage = \"zh\"").unwrap();
    let variables = [("SIMSCOPE_K", "7"), ("NO_COLOR", "1"), ("SIMSCOPE_LANGUAGE", "")];
    let variable = |name: &str| variables.iter().find(|one| one.0 == name).map(|one| one.1.to_owned());
    settings.take(variable).unwrap();
    let of = |setting| {
        let given: &Given = settings.get(setting).unwrap();
        (given.text.as_str(), given.from.to_string())
    };
    assert_eq!(of(Setting::K), ("7", "environment (SIMSCOPE_K)".to_owned()));
    assert_eq!(of(Setting::Colours), ("none", "environment (NO_COLOR)".to_owned()));
    assert_eq!(of(Setting::Language).0, "zh");
    let bad = settings.clone().take(|name| (name == "SIMSCOPE_TAU").then(|| "2".to_owned())).unwrap_err();
    assert_eq!(bad.to_string(), "SIMSCOPE_TAU: 2 is not allowed: use a number from 0.05 to 1");
}

#[test]
fn sizes_are_powers_of_1024() {
    for (text, bytes) in [("512M", 512 << 20), ("4g", 4 << 30), ("1048576", 1 << 20), ("2048KiB", 2 << 20)] {
        assert_eq!(size(text), Ok(bytes), "{text}");
    }
    for wrong in ["", "M", "1", "1023K", "-5G", "1.5G", "5X", "99999999999T"] {
        assert!(size(wrong).is_err(), "{wrong}");
    }
}
