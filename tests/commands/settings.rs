//! The settings file: what it changes, what takes precedence over it, and the messages about mistakes.

use crate::command::{TANG, simscope, stdout, text};
use std::fs;
use std::path::PathBuf;
use std::process::Output;
use tempfile::TempDir;

/// A settings file.
fn settings(toml: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.toml");
    fs::write(&path, toml).unwrap();
    (folder, path)
}

fn with(file: &PathBuf, arguments: &[&str]) -> Output {
    simscope(arguments).env("SIMSCOPE_CONFIG", file).output().unwrap()
}

#[test]
fn settings_take_the_place_of_defaults_and_options_stand_above_them() {
    let (_folder, file) = settings("k = 7\nrecipe = \"java\"\n");
    let rows = |arguments: &[&str]| text(&with(&file, arguments).stdout);
    let set = rows(&["groups", TANG]);
    assert_eq!(set, stdout(&["groups", TANG, "-k", "7", "--recipe", "java"]));
    assert_ne!(set, stdout(&["groups", TANG]));
    assert_eq!(rows(&["groups", TANG, "-k", "3", "--recipe", "default"]), stdout(&["groups", TANG]));
    assert_eq!(rows(&["groups", TANG, "--no-config"]), stdout(&["groups", TANG]));
    // An option changes a part of the recipe that was set.
    let changed = rows(&["hash", TANG, "--bits", "128"]);
    assert_eq!(changed, stdout(&["hash", TANG, "--recipe", "java", "--bits", "128"]));
    let mut asked = simscope(&["groups", TANG]);
    asked.env("SIMSCOPE_CONFIG", &file).env("SIMSCOPE_K", "3").env("SIMSCOPE_RECIPE", "default");
    let by_environment = text(&asked.output().unwrap().stdout);
    assert_eq!(by_environment, stdout(&["groups", TANG]));
}

#[test]
fn an_index_keeps_its_own_recipe_and_k() {
    let (folder, file) = settings("recipe = \"java\"\nk = 5\n");
    let index = folder.path().join("a.simx");
    let index = index.to_str().unwrap();
    stdout(&["index", "build", TANG, "-o", index, "--recipe", "default", "-k", "3"]);
    let query = ["index", "query", index, "--text", "春眠不觉晓"];
    let output = with(&file, &query);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), stdout(&query));
    assert!(!text(&output.stderr).contains("built for k"), "{}", text(&output.stderr));
}

#[test]
fn config_says_where_each_value_comes_from() {
    let (_folder, file) = settings("k = 7\n\ntau = 0.5\n[keys]\nquit = [\"I\", \"ctrl-c\"]\n");
    let output =
        simscope(&["config", "--theme", "light", "--no-config"]).env("SIMSCOPE_CONFIG", &file).output();
    assert!(text(&output.unwrap().stdout).contains("k\t3\tdefault\n"));
    let mut config = simscope(&["config", "--theme", "light"]);
    let output =
        config.env("SIMSCOPE_CONFIG", &file).env("SIMSCOPE_MEMORY", "2G").env_remove("NO_COLOR").output();
    let rows = text(&output.unwrap().stdout);
    let name = file.display();
    for row in [
        format!("file\t{name}\tenvironment (SIMSCOPE_CONFIG)"),
        "theme\tlight\toption".to_owned(),
        "recipe\tdefault\tdefault".to_owned(),
        format!("k\t7\t{name}:1"),
        format!("tau\t0.5\t{name}:3"),
        "memory\t2G\tenvironment (SIMSCOPE_MEMORY)".to_owned(),
        format!("keys.quit\tI ctrl-c\t{name}:5"),
    ] {
        assert!(rows.lines().any(|found| found == row), "{row} in {rows}");
    }
}

#[test]
fn config_reads_the_recipe_file_that_is_set() {
    let (folder, file) = settings("recipe = \"no.toml\"\n");
    let output = with(&file, &["config"]);
    let told = text(&output.stderr);
    let path = folder.path().join("no.toml").display().to_string();
    assert!(!output.status.success() && told.contains(&path) && told.contains("cannot be read"), "{told}");
    fs::write(folder.path().join("no.toml"), "tokenizer = \"nonesuch\"\n").unwrap();
    let told = text(&with(&file, &["config"]).stderr);
    assert!(told.contains(&path) && told.contains("nonesuch"), "{told}");
    fs::write(folder.path().join("no.toml"), "tokenizer = \"words\"\n").unwrap();
    assert!(with(&file, &["config"]).status.success());
}

#[test]
fn the_file_lies_in_the_folder_of_the_user() {
    let (folder, file) = settings("k = 9\n");
    let home = folder.path().join("home");
    for config in ["xdg", "home/.config"] {
        let below = folder.path().join(config).join("simscope");
        fs::create_dir_all(&below).unwrap();
        fs::copy(&file, below.join("config.toml")).unwrap();
        let mut asked = simscope(&["config"]);
        asked.env_remove("SIMSCOPE_CONFIG").env("HOME", &home).env_remove("XDG_CONFIG_HOME");
        if config == "xdg" {
            asked.env("XDG_CONFIG_HOME", folder.path().join("xdg"));
        }
        let rows = text(&asked.output().unwrap().stdout);
        let expected = format!("k\t9\t{}:1", below.join("config.toml").display());
        #[cfg(not(windows))]
        assert!(rows.lines().any(|row| row == expected), "{expected} in {rows}");
    }
}

#[test]
fn a_mistake_stops_every_command_but_help() {
    for (toml, expected) in [
        (
            "k = 3\nlanguge = \"zh\"",
            "config.toml, line 2: there is no setting \"languge\"; the nearest is language",
        ),
        ("k = 200", "line 1: k: 200 is not allowed: use a whole number from 0 to 128"),
        ("[keys]\nhelp = \"q\"", "line 2: keys.help: the key q means both 'quit' and 'help' in one place"),
    ] {
        let (_folder, file) = settings(toml);
        for command in [&["groups", TANG][..], &["config"], &["recipes"]] {
            let output = with(&file, command);
            let told = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(told.lines().count() == 1 && told.contains(expected), "{told}");
        }
        for command in [&["--help"][..], &["groups", "--help"], &["man"], &["completions", "bash"]] {
            assert!(with(&file, command).status.success(), "{command:?}");
        }
        assert!(with(&file, &["recipes", "--no-config"]).status.success());
    }
    let missing = with(&PathBuf::from("/no/such.toml"), &["recipes"]);
    assert!(text(&missing.stderr).contains("no such settings file; SIMSCOPE_CONFIG names it"));
    let folder = tempfile::tempdir().unwrap();
    let told = text(&with(&folder.path().to_owned(), &["recipes"]).stderr);
    assert!(told.contains("not a regular file"), "{told}");
}
