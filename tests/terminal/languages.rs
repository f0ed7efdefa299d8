//! What the explorer refuses, in the language of its screens.

use crate::pty::{Shown, shell, simscope};
use std::fs;

/// Whether a line has three English words one after the other: letters alone, a blank between them.
fn has_english(line: &str) -> bool {
    let is_word = |word: &&str| word.len() > 1 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    line.split(' ').collect::<Vec<_>>().windows(3).any(|run| run.iter().all(is_word))
}

fn refuses(shown: &Shown, text: &str) -> bool {
    shown.has(text) && !shown.to_string().lines().any(has_english)
}

#[test]
fn what_is_refused_is_said_in_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("c.jsonl");
    fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/samples/zh_tang_two_editions.jsonl"), &corpus).unwrap();
    let arguments = [corpus.as_os_str(), "-k".as_ref(), "12".as_ref()];
    let mut terminal = simscope(arguments).env("SIMSCOPE_LANGUAGE", "zh").size(120, 36).open();
    terminal.see("已比较全部文档对");
    terminal.send("6");
    terminal.see("要紧吗？");
    // The corpus itself is not written over, nor into a folder that is not there; Ctrl-A selects the whole line.
    terminal.press("w", "保留的写到");
    terminal.send(&format!("\x01{}\r", corpus.display()));
    terminal.wait("a file that is read", |shown| refuses(shown, "未写出"));
    terminal.press("w", "保留的写到");
    terminal.send(&format!("\x01{}\r", folder.path().join("none/kept.jsonl").display()));
    terminal.wait("a folder that is not there", |shown| refuses(shown, "未写出"));
    terminal.press("x", "导出到");
    terminal.send(&format!("\x01{}\r", folder.path().join("none/gone.tsv").display()));
    terminal.wait("an export without a folder", |shown| refuses(shown, "未能导出"));
    // On Clean the slider is the cut.
    terminal.send("3");
    terminal.press("=", "新的 k");
    terminal.send("\x01many\r");
    terminal.wait("what a k is", |shown| refuses(shown, "的整数"));
    terminal.send("\x1b");
    terminal.wait("the question is gone", |shown| !shown.has("k = many"));
    terminal.send("6");
    terminal.press("K", "仅在");
    let decisions = folder.path().join("c.decisions.toml");
    terminal.wait("the file of decisions", |_| decisions.exists());
    fs::write(&decisions, "keep = \"longest\"\n").unwrap();
    terminal.send("m");
    terminal.wait("another program's change", |shown| refuses(shown, "决定未保存：其他程序改动了该文件"));
    terminal.send("/nonesuch:1\r");
    terminal.wait("a mistake in the filter", |shown| refuses(shown, "nonesuch"));
    terminal.send("\x1b");
    terminal.close(":q!\r");
}

#[test]
fn progress_is_shown_in_the_language_of_messages() {
    for (language, doing) in [("zh", "读取"), ("en", "reading")] {
        // It goes on until a key is pressed.
        let script = "{ echo one; read key </dev/tty; } | \"$SIMSCOPE\" hash - >/dev/null";
        let mut terminal = shell(script).env("SIMSCOPE_LANGUAGE", language).size(100, 10).open();
        let shown = terminal.wait("the progress", |shown| shown.has(doing));
        assert!(language == "en" || !shown.has("reading"), "{shown}");
        terminal.send("\r");
        terminal.end();
    }
}
