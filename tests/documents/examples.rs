//! Every console example of README.md, docs and the READMEs beside is run, and what it shows is compared with what is printed.
//!
//! A block ```` ```console ```` has commands after `$ `, continued after `> `, and below each what it prints, on both streams. A line `...` stands for any
//! lines, `…` within a line for any characters but blanks: times, versions. A block ```` ```sh ```` has commands alone; each must succeed,
//! except those of cargo, which are not run. What cannot be run is ```` ```text ````. The commands of a page share one new folder in
//! which `samples` is reachable. SIMSCOPE_UPDATE_DOCS=1 writes what is printed today into the pages.

use super::pages;
use rayon::prelude::*;
use regex::Regex;
use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A new folder as the reader has it: the samples, the program in the path, no settings.
fn shell(folder: &Path, line: &str) -> (bool, String) {
    let program = Path::new(env!("CARGO_BIN_EXE_simscope"));
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("exec 2>&1\n{line}")).current_dir(folder);
    command
        .env("PATH", path)
        .env("HOME", folder)
        .env("LC_ALL", "C.UTF-8")
        .env("SIMSCOPE_CONFIG", "")
        .env_remove("COLUMNS");
    for name in ["XDG_CONFIG_HOME", "LANGUAGE", "LANG"] {
        command.env_remove(name);
    }
    let output = command.output().unwrap();
    (output.status.success(), String::from_utf8(output.stdout).unwrap())
}

/// Whether what is shown, with its ellipses, is what was printed.
fn is_shown(shown: &[&str], printed: &str) -> bool {
    let lines: String = shown.iter().map(|line| pattern(line)).collect();
    Regex::new(&format!("^{lines}$")).unwrap().is_match(printed)
}

fn pattern(line: &str) -> String {
    if line == "..." {
        return r"(?s:.*\n)?".to_owned();
    }
    if !line.contains('…') {
        return regex::escape(line) + "\n";
    }
    // Beside a number of another width there are more or fewer blanks.
    let word = |word: &str| regex::escape(word).replace('…', r"\S+");
    let words: Vec<String> = line.split_whitespace().map(word).collect();
    format!(r"[ \t]*{}[ \t]*{}", words.join(r"[ \t]+"), "\n")
}

/// What was printed, with the ellipses of what is shown where they stood.
fn renewed(shown: &[&str], printed: &str) -> Vec<String> {
    let printed: Vec<&str> = printed.lines().collect();
    let masked = |(line, old): (&&str, Option<&&str>)| match old {
        Some(old) if old.contains('…') => mask(line, old),
        _ => (*line).to_owned(),
    };
    let Some(gap) = shown.iter().position(|&line| line == "...") else {
        return printed.iter().enumerate().map(|(i, line)| masked((line, shown.get(i)))).collect();
    };
    let tail = shown.len() - 1 - shown.iter().rposition(|&line| line == "...").unwrap();
    let head = gap.min(printed.len());
    let tail_start = printed.len().saturating_sub(tail).max(head);
    let first = printed[..head].iter().enumerate().map(|(i, line)| masked((line, shown.get(i))));
    let last = printed[tail_start..].iter().enumerate();
    let last = last.map(|(i, line)| masked((line, shown.get(shown.len() - tail + i))));
    first.chain(["...".to_owned()]).chain(last).collect()
}

/// `line`, with `…` for each word that has one in `old`.
fn mask(line: &str, old: &str) -> String {
    let mut out = line.to_owned();
    for (now, before) in line.split_whitespace().zip(old.split_whitespace()) {
        if before.contains('…') && !now.contains('…') {
            let width = now.chars().count();
            out = out.replacen(now, &format!("{:>width$}", "…"), 1);
        }
    }
    out
}

/// Runs the examples of a page; returns the page as it should be, and what is wrong with it.
fn checked(page: &Path) -> (String, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(Path::new(ROOT).join("samples"), folder.path().join("samples")).unwrap();
    let text = fs::read_to_string(page).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let name = page.file_name().unwrap().to_str().unwrap();
    let (mut made, mut faults, mut kind, mut at) = (Vec::new(), Vec::new(), None, 0);
    while at < lines.len() {
        let line = lines[at];
        at += 1;
        made.push(line.to_owned());
        let place = format!("{name}, line {at}");
        if let Some(info) = line.trim_start().strip_prefix("```") {
            kind = if kind.is_some() { None } else { Some(info) };
            continue;
        }
        let is_command = line.starts_with("$ ") || line.starts_with("simscope ");
        match kind {
            Some("console") => {
                let Some(command) = line.strip_prefix("$ ") else {
                    faults.push(format!("{place}: no command is above it"));
                    continue;
                };
                let mut command = command.to_owned();
                while let Some(more) = lines[at].strip_prefix("> ") {
                    command += &format!("\n{more}");
                    made.push(lines[at].to_owned());
                    at += 1;
                }
                let is_end = |line: &&str| line.starts_with("$ ") || line.starts_with("```");
                let shown = lines[at..].iter().take_while(|line| !is_end(line)).count();
                let shown = &lines[at..at + shown];
                let printed = shell(folder.path(), &command).1;
                at += shown.len();
                if is_shown(shown, &printed) {
                    made.extend(shown.iter().map(|&line| line.to_owned()));
                } else {
                    faults.push(format!("{place}: {command}\n{printed}"));
                    made.extend(renewed(shown, &printed));
                }
            }
            Some("sh") if !line.starts_with("cargo ") && !line.is_empty() => {
                let (is_success, printed) = shell(folder.path(), line);
                if !is_success {
                    faults.push(format!("{place}: {line}\n{printed}"));
                }
            }
            Some(info) if is_command && !matches!(info, "text" | "sh") => {
                faults.push(format!("{place}: a command in a block that is neither run nor marked ```text"));
            }
            _ => {}
        }
    }
    (made.join("\n") + "\n", faults)
}

#[test]
fn every_example_of_every_page_prints_what_it_shows() {
    let mut faults = Vec::new();
    let mut examples = 0;
    let checked: Vec<_> = pages::all().into_par_iter().map(|page| (checked(&page), page)).collect();
    for ((made, wrong), page) in checked {
        let before = fs::read_to_string(&page).unwrap();
        examples += before.lines().filter(|line| line.starts_with("$ ")).count();
        if std::env::var_os("SIMSCOPE_UPDATE_DOCS").is_some() && made != before {
            fs::write(&page, made).unwrap();
        } else {
            faults.extend(wrong);
        }
    }
    assert!(examples > 20, "only {examples} examples were found");
    assert!(faults.is_empty(), "run the tests with SIMSCOPE_UPDATE_DOCS=1, or mend:\n{}", faults.join("\n"));
}

/// SIMSCOPE_UPDATE_DOCS writes whatever is printed: the error of an option that is gone, too.
#[test]
fn no_example_shows_that_its_own_arguments_are_refused() {
    for page in pages::all() {
        let text = fs::read_to_string(&page).unwrap();
        let refused = text.lines().find(|line| line.starts_with("simscope: ") && line.contains("--help"));
        assert_eq!(refused, None, "{}", page.display());
    }
}

/// The anchor of a heading, as repository pages make it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase().replace('`', "");
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn every_link_of_every_page_leads_somewhere() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut faults = Vec::new();
    for page in pages::all() {
        let text = fs::read_to_string(&page).unwrap();
        for found in link.captures_iter(&text).filter(|found| !found[1].contains("://")) {
            let (path, part) = found[1].split_once('#').unwrap_or((&found[1], ""));
            let to = if path.is_empty() { page.clone() } else { page.parent().unwrap().join(path) };
            let has_part = || {
                let text = fs::read_to_string(&to).unwrap();
                text.lines().any(|line| line.starts_with('#') && anchor(line) == part)
            };
            if !to.exists() || !part.is_empty() && !has_part() {
                faults.push(format!("{}: {}", page.display(), &found[1]));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_readme_is_a_first_page() {
    let readme = fs::read_to_string(Path::new(ROOT).join("README.md")).unwrap();
    assert!(readme.lines().count() <= 100, "what is longer has a page in docs");
    assert!(readme.contains("\ncargo run --release ") && readme.contains("\ncargo test "));
    let first_screen: Vec<&str> = readme.lines().take(40).collect();
    for part in
        ["pictures/moving.svg", "simscope samples/", "$ simscope clean ", "$ simscope advise ", "datasketch"]
    {
        assert!(first_screen.iter().any(|line| line.contains(part)), "the first 40 lines have no {part:?}");
    }
}

#[test]
fn an_ellipsis_stands_for_what_varies_and_for_nothing_else() {
    assert!(is_shown(&["a", "..."], "a\nb\nc\n"));
    assert!(is_shown(&["a", "...", "c"], "a\nc\n"));
    assert!(!is_shown(&["a", "...", "c"], "a\nb\n"));
    assert!(is_shown(&["took … s"], "took  0.12 s\n"));
    assert!(!is_shown(&["took … s"], "took 0.12 0.13 s\n"));
    assert!(!is_shown(&["a"], "a\nb\n"));
    assert!(!is_shown(&["a.c"], "abc\n"));
    assert_eq!(renewed(&["x", "...", "y …"], "1\n2\n3\n4 5\n"), ["1", "...", "4 …"]);
    assert_eq!(renewed(&["old"], "new\nline\n"), ["new", "line"]);
}
