//! What the program says about its own command line: mistakes, manual pages, completions.

#![cfg(feature = "commands")]
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod command;

use command::{TANG, simscope, stdout, succeed, text};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The one line of a call with wrong arguments.
fn told(arguments: &[&str]) -> String {
    let output = simscope(arguments).output().unwrap();
    let told = text(&output.stderr);
    assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{arguments:?}: {told}");
    told
}

#[test]
fn an_option_of_another_command_is_told_where_it_is() {
    let sweep = told(&["sweep", "-k", "3", TANG]);
    assert!(sweep.contains("every k") && sweep.contains("simscope groups -k K"), "{sweep}");
    let many = told(&["hash", TANG, "-k", "3"]);
    assert!(
        many.contains("hash has no option -k") && many.contains("pairs") && many.contains("and others"),
        "{many}"
    );
    let one = told(&["groups", "--k-b", "3", TANG]);
    assert!(one.contains("the command diff-recipes has it"), "{one}");
    for line in [sweep, many, one, told(&["hash", "--frobnicate"])] {
        assert!(!line.contains("-- -"), "no text begins with a dash: {line}");
    }
    assert!(told(&["groups", "--fil", "x"]).contains("--filter"));
}

#[test]
fn a_mistyped_command_is_told_the_one_that_was_meant() {
    for arguments in [&["pair", "-k", "3"][..], &["pair", "--format", "tsv", TANG], &["Pairs"]] {
        let line = told(arguments);
        assert!(line.contains("the command pairs is written simscope pairs"), "{line}");
    }
    assert!(told(&["index", "inf"]).contains("'info'"));
    // A file that is not there is a file, whatever it is called.
    for path in ["pairs.jsonl", "./pair", "titles"] {
        let output = simscope(&[path]).output().unwrap();
        let told = text(&output.stderr);
        assert!(output.status.code() == Some(1) && told.contains("no such file or folder"), "{told}");
    }
    // A file that is there is read.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("pair"), "one\none\n").unwrap();
    let output = simscope(&["pair"]).current_dir(folder.path()).output().unwrap();
    assert!(text(&output.stdout).starts_with("k\tpairs"), "{}", text(&output.stderr));
}

#[test]
fn help_fits_two_screens_of_80_by_24() {
    for (option, most) in [("--help", 48), ("-h", 24)] {
        let help = stdout(&[option]);
        assert!(help.lines().count() <= most, "{option}: {}", help.lines().count());
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    assert_eq!(stdout(&["help"]), stdout(&["--help"]));
    assert!(stdout(&["groups", "-h"]).contains("--leaders"), "that of a command is its own");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let man1 = folder.path().join("man/man1");
    succeed(&["man", "--out", man1.to_str().unwrap()]);
    for command in
        ["hash", "explain", "pairs", "groups", "sweep", "sensitivity", "heatmap", "index", "index-build"]
    {
        let page = fs::read_to_string(man1.join(format!("simscope-{command}.1"))).unwrap();
        assert!(
            page.contains(&format!(".TH simscope-{command} 1")) && page.contains(".SH OPTIONS"),
            "{command}"
        );
        let printed = stdout(&[&["man"][..], &command.split('-').collect::<Vec<_>>()].concat());
        assert_eq!(page, printed);
    }
    assert_eq!(fs::read_to_string(man1.join("simscope.1")).unwrap(), stdout(&["man"]));
    assert_eq!(stdout(&["man", "index-query"]), stdout(&["man", "index", "query"]));
    let synopsis = "\n.SH SYNOPSIS\nsimscope pairs [OPTIONS] [PATH]...\n.SH DESCRIPTION\n";
    assert!(stdout(&["man", "pairs"]).contains(synopsis));
    assert!(told(&["man", "group"]).contains("the nearest is groups"));
    assert!(told(&["man", "index", "frobnicate"]).contains("there are build, query, info, add"));
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("simscope") && script.contains("SIMSCOPE_COMPLETE"), "{shell}: {script}");
    }
}

#[test]
fn completions_are_described_in_the_language_of_messages() {
    let described = |lang: &str, words: &[&str]| {
        let mut asked = simscope(&[&["--", "simscope"], words].concat());
        let output = asked.env("SIMSCOPE_COMPLETE", "fish").env("SIMSCOPE_LANGUAGE", lang).output().unwrap();
        text(&output.stdout)
    };
    assert_eq!(described("en", &["gro"]), "groups\tPrint the groups at distance k\n");
    for words in [&["gro"][..], &["lesson", "ti"], &["groups", "--recipe", "yanyiwu"]] {
        let (en, zh) = (described("en", words), described("zh", words));
        assert_eq!(zh.split('\t').next(), en.split('\t').next());
        assert!(zh.chars().any(|c| c > '\u{3400}') && en.is_ascii(), "{en}{zh}");
    }
}

/// What bash is offered for the last of these words.
#[cfg(unix)]
fn completed(words: &[&str]) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_simscope"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let script = r#"
        source <(simscope completions bash)
        complete -p simscope > /dev/null || exit 3
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_TYPE=9 COMPREPLY=()
        _clap_complete_simscope simscope "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", script, "bash", "simscope"]).args(words).env("PATH", path);
    let output = bash.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
#[cfg(unix)]
fn bash_completes_commands_recipes_strategies_formats_and_ids() {
    assert_eq!(completed(&["gro"]), ["groups"]);
    assert!(completed(&[""]).contains(&"samples/".to_owned()), "a path may stand first");
    assert_eq!(completed(&["samples/zh_tang"]), [TANG]);
    assert_eq!(completed(&["groups", "--recipe", "jav"]), ["java"]);
    assert_eq!(completed(&["lesson", "ti"]), ["ties"]);
    assert_eq!(completed(&["diff-recipes", "default", "jav"]), ["java"]);
    assert_eq!(completed(&["pairs", "--strategy", "co"]), ["combinations", "compressed:"]);
    assert_eq!(completed(&["index", "build", "--strategy", ""]), ["blocks", "tables:", "nested", "scan"]);
    assert_eq!(completed(&["groups", "--format", "t"]), ["table", "tsv", "tsv-escaped"]);
    assert_eq!(completed(&["groups", "--input", "js"]), ["jsonl"]);
    assert_eq!(completed(&["man", "gro"]), ["groups"]);
    let below = completed(&["man", "index", ""]);
    assert!(below.contains(&"build".to_owned()) && !below.contains(&"groups".to_owned()), "{below:?}");
    assert_eq!(completed(&["dedup", "--keep", "l"]), ["longest"]);

    let folder = tempfile::tempdir().unwrap();
    let (corpus, index) = (folder.path().join("a.jsonl"), folder.path().join("a.simx"));
    let ids = ["b/1", "b/2", "b$(id)", "b c", "-b"];
    let lines: Vec<String> =
        ids.iter().map(|id| format!(r#"{{"id":"{id}","text":"one {id} text"}}"#)).collect();
    fs::write(&corpus, lines.join("\n")).unwrap();
    let (corpus, index) = (corpus.to_str().unwrap(), index.to_str().unwrap());
    succeed(&["index", "build", corpus, "-o", index]);
    // Of the others a shell would make something else than one word.
    assert_eq!(completed(&["index", "query", index, "--id", "b"]), ["b/1", "b/2"]);
    let found = stdout(&["index", "query", index, "--id", "b/2", "-k", "0"]);
    assert_eq!(found, "query\tid\tdistance\nb/2\tb/2\t0\n");
    let output = simscope(&["index", "query", index, "--id", "b"]).output().unwrap();
    assert!(text(&output.stderr).contains("no document with this id"), "{}", text(&output.stderr));
}
