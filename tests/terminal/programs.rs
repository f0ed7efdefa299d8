//! Other programs on the terminal of the explorer: the editor and the pager.

use crate::pty::{assert_harmless, simscope};
use std::fs;
use std::os::unix::fs::PermissionsExt;

#[test]
fn the_editor_has_the_terminal_and_every_key_until_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("editor");
    let said = folder.path().join("said");
    let lines = format!(
        "#!/bin/sh\necho \"EDITING $1\"\nread line\necho \"$line\" > {0}.new\nmv {0}.new {0}\n",
        said.display()
    );
    fs::write(&script, lines).unwrap();
    fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
    let corpus = folder.path().join("a.jsonl");
    fs::write(&corpus, "{\"id\":\"one\",\"text\":\"a text\"}\n{\"id\":\"two\",\"text\":\"another\"}\n")
        .unwrap();
    let mut terminal = simscope([&corpus]).env("EDITOR", script.to_str().unwrap()).open();
    terminal.ready();
    for (before, keys) in ["q is no key of simscope here", "and 3 nor is this"].into_iter().enumerate() {
        terminal.send(":editor\r");
        terminal.wait("the editor", |shown| {
            // What the editor of the time before has written is still there.
            shown.0.contents().matches("EDITING").count() > before && shown.has("a.jsonl")
        });
        // Ctrl-C would end the editor: what is typed is not for the explorer either.
        terminal.send(&format!("{keys}\r"));
        terminal.wait("the explorer again", |shown| shown.has("the file itself was opened"));
        assert_eq!(fs::read_to_string(&said).unwrap().trim_end(), keys);
    }
    terminal.send("3");
    terminal.wait("a key of the explorer", |shown| shown.has("[3 Threshold]"));
    terminal.send("q");
    terminal.end();
}

#[test]
fn an_editor_that_is_not_there_is_told() {
    let mut terminal = simscope::<&str>([]).env("EDITOR", "/no/such/editor").open();
    terminal.ready();
    terminal.send(":editor\r");
    terminal.wait("the failure", |shown| shown.has("cannot be started: /no/such/editor"));
    terminal.send("q");
    terminal.end();
}

#[test]
fn records_are_not_written_to_a_terminal_unless_asked() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("c.txt");
    fs::write(&corpus, "one\u{1b}]0;stolen\u{7}\u{9b}5m\u{202e}\ntwo three four\n").unwrap();
    for output in ["-", "/dev/stdout", "/dev/tty"] {
        let arguments =
            ["dedup", "--yes", "--input", "lines", corpus.to_str().unwrap(), "-k", "3", "-o", output];
        let mut terminal = simscope(arguments).open();
        let (code, shown) = terminal.end();
        assert!(code == 2 && shown.has("could steer this terminal"), "{output}: {code}\n{shown}");
        assert_harmless(&terminal.raw());
        let mut terminal = simscope([&arguments[..], &["--force"]].concat()).open();
        let (code, shown) = terminal.end();
        assert!(code == 0 && shown.has("two three four"), "{output}: {code}\n{shown}");
    }
}
