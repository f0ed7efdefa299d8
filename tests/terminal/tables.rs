//! Tables on a terminal are as wide as it is.

use crate::pty::simscope;

/// What a command prints on a terminal of so many columns.
fn printed(arguments: &[&str], columns: u16) -> String {
    let mut terminal = simscope(arguments).size(columns, 60).open();
    let (code, _) = terminal.end();
    assert_eq!(code, 0, "{arguments:?}");
    let raw = terminal.raw();
    // What stands on the line of a progress before is written over.
    let text = String::from_utf8_lossy(&raw).replace("\r\n", "\n");
    // Heads stand out.
    text.replace("\u{1b}[1m", "").replace("\u{1b}[0m", "")
}

#[test]
fn no_line_of_a_table_is_wider_than_the_terminal() {
    const FILE: &str = "samples/en_licenses.jsonl";
    let commands: [&[&str]; 13] = [
        &["groups"],
        &["pairs", "-k", "6"],
        &["sweep"],
        &["advise"],
        &["advise", "--curve"],
        &["compare", "MIT", "BSD-1-Clause"],
        &["dedup", "--dry-run", "--yes"],
        &["differences"],
        &["frames"],
        &["border", "-k", "5"],
        &["explain", "--id", "MIT"],
        &["hash"],
        &["advise", "--recipes", "--only", "default"],
    ];
    for columns in [80, 120, 200] {
        for command in commands {
            let printed = printed(&[command, &[FILE, "--no-progress"]].concat(), columns);
            let lines: Vec<&str> = printed.lines().filter(|line| !line.starts_with("simscope: ")).collect();
            assert!(lines.len() > 2, "{command:?}: {printed}");
            for line in lines {
                let width = simscope::visible::width(line);
                assert!(width <= columns.into(), "{command:?} at {columns}: {width}\n{line}");
            }
        }
    }
    let sweep = printed(&["sweep", FILE], 80);
    assert!(sweep.contains("Not shown: ") && sweep.contains("--format tsv"), "{sweep}");
}
