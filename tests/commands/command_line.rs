//! What the program says about its own command line: mistakes, manual pages, completions.

use crate::command::{TANG, simscope, stdout, succeed, text};
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
    assert!(stdout(&["groups", "--help"]).contains("--leaders"), "that of a command is its own");
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let man1 = folder.path().join("man/man1");
    succeed(&["man", "--out", man1.to_str().unwrap()]);
    for command in
        ["sign", "explain", "pairs", "groups", "sweep", "sensitivity", "heatmap", "index", "index-build"]
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
fn every_shell_has_a_script_with_the_names_that_are_values() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("simscope") && script.contains("diff-recipes"), "{shell}: {script}");
        // For elvish and PowerShell a value has only its place.
        let names = ["yanyiwu", "combinations", "most-central", "tsv-escaped"];
        let has_values = ["bash", "zsh", "fish"].contains(&shell);
        assert!(names.iter().all(|name| !has_values || script.contains(name)), "{shell}: {script}");
    }
}

#[test]
fn completions_are_described_in_the_language_of_messages() {
    let script = |lang: &str| {
        let mut asked = simscope(&["completions", "fish"]);
        text(&asked.env("SIMSCOPE_LANGUAGE", lang).output().unwrap().stdout)
    };
    let (en, zh) = (script("en"), script("zh"));
    let described = |script: &str, start: &str| {
        script
            .lines()
            .find(|line| line.contains(start))
            .map(str::to_owned)
            .unwrap_or_else(|| panic!("{start}: {script}"))
    };
    assert!(described(&en, "-a \"groups\"").ends_with("-d 'Print the groups at distance k'"));
    for start in ["-a \"groups\"", "yanyiwu\\t"] {
        let (en, zh) = (described(&en, start), described(&zh, start));
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
        # What the script does not know is a file.
        complete -p simscope | grep -q -- '-o default' || exit 3
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _simscope simscope "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf '%s\n' "${COMPREPLY[@]}"
    "#;
    let mut bash = Command::new("bash");
    bash.args(["--norc", "-c", script, "bash", "simscope"]).args(words).env("PATH", path);
    let output = bash.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut offered: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    // Both recipes of diff-recipes offer their names; bash shows one once.
    offered.dedup();
    offered
}

#[test]
#[cfg(unix)]
fn bash_completes_commands_recipes_strategies_and_formats() {
    assert_eq!(completed(&["gro"]), ["groups"]);
    assert_eq!(completed(&["groups", "--recipe", "jav"]), ["java"]);
    assert_eq!(completed(&["lesson", "ti"]), ["ties"]);
    assert_eq!(completed(&["diff-recipes", "jav"]), ["java"]);
    assert_eq!(completed(&["pairs", "--strategy", "co"]), ["combinations", "compressed:"]);
    assert_eq!(completed(&["index", "build", "--strategy", ""]), ["blocks", "tables:", "nested", "scan"]);
    assert_eq!(completed(&["groups", "--format", "t"]), ["table", "tsv", "tsv-escaped"]);
    assert_eq!(completed(&["explain", "--format", "h"]), ["html"]);
    assert_eq!(completed(&["groups", "--input", "js"]), ["jsonl"]);
    assert_eq!(completed(&["man", "gro"]), ["groups"]);
    assert_eq!(completed(&["dedup", "--keep", "l"]), ["longest"]);
    assert_eq!(completed(&["groups", "samples/zh_tang"]), [""]);
}
