//! Messages and tables for reading in Chinese; what programs read stays English.

#![cfg(feature = "commands")]
#![allow(clippy::unwrap_used)] // a test that cannot go on has failed

mod command;

use command::{TANG, simscope, text};
use simscope::visible;
use std::process::Output;

fn in_chinese(arguments: &[&str]) -> Output {
    let output = simscope(arguments).env("LC_ALL", "zh_CN.UTF-8").output().unwrap();
    let told = text(&output.stderr);
    assert!(told.lines().all(|line| line.starts_with("simscope: ") && visible::line(line) == line), "{told}");
    output
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn tables_for_reading_have_chinese_heads() {
    let table = |arguments: &[&str]| text(&in_chinese(&[arguments, &["--format", "table"]].concat()).stdout);
    for (arguments, heads) in [
        (&["groups", TANG][..], "编号 组 大小 代表"),
        (&["pairs", TANG], "编号 A 编号 B 距离"),
        (&["hash", TANG], "编号 签名 位数 特征"),
        (&["sweep", TANG, "--exact-up-to", "3"], "k 文档对 组数 已分组 最大组 链"),
    ] {
        let table = table(arguments);
        let head = table.lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(head.starts_with(heads), "{table}");
    }
    let explained = table(&["explain", "--text", "春眠不觉晓"]);
    for part in ["配方", "平局       累加值为 0 时取 0", "词项", "次数", "累加值"] {
        assert!(explained.contains(part), "{part} in {explained}");
    }
    let compared = table(&["compare", "--texts", "春眠不觉晓", "春眠不觉晓啊"]);
    assert!(compared.contains("位，共 64 位") && compared.contains("权重 A"), "{compared}");
    let advised = table(&["advise", TANG]);
    assert!(advised.contains("就文档对") && advised.contains("误报"), "{advised}");
    assert!(advised.contains("的文档对为正确。"), "{advised}");
}

#[test]
fn what_programs_read_is_english_in_every_language() {
    for command in
        [&["groups", TANG][..], &["sweep", TANG, "--exact-up-to", "3"], &["explain", "--text", "x"]]
    {
        for format in ["tsv", "csv", "spreadsheet", "jsonl"] {
            let arguments = [command, &["--format", format, "--no-progress"]].concat();
            let english = simscope(&arguments).env("LC_ALL", "C").output().unwrap();
            assert_eq!(text(&in_chinese(&arguments).stdout), text(&english.stdout), "{arguments:?}");
        }
    }
}

#[test]
fn errors_and_notes_are_chinese() {
    for arguments in [
        &["groups", "/no/such.jsonl"][..],
        &["pair", "-k", "3"],
        &["sweep", "-k", "3"],
        &["hash", "-k", "3", TANG],
        &["hash", "--frobnicate"],
        &["pairs", "-k", "129", TANG],
        &["hash", "--input", "xml"],
        &["explain", "--id", "a", "--text", "b"],
        &["explain", TANG],
        &["explain", TANG, "--id", "nobody"],
        &["compare", "a", "b", TANG],
        &["--bits", "8", "hash", TANG],
        &["heatmap", TANG],
        &["hash", "--encoding", "klingon", TANG],
        &["hash", TANG, "--text-field", "poem"],
        &["groups", TANG, "--filter", "size>"],
        &["groups", TANG, "--filter", "frobnicate:x"],
        &["groups", TANG, "--filter", "judged:yes"],
    ] {
        let output = in_chinese(arguments);
        let told = text(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(told.lines().count() == 1 && is_chinese(&told), "{arguments:?}: {told}");
    }
    let notes = text(&in_chinese(&["sweep", "--exact-up-to", "1"]).stderr);
    assert!(notes.contains("未给出路径：使用内置示例"), "{notes}");
}

#[test]
fn what_was_skipped_and_why_is_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.jsonl");
    std::fs::write(&path, "{\"id\":1,\"text\":\"春眠\"}\n{\"id\":2}\n").unwrap();
    let told = text(&in_chinese(&["hash", path.to_str().unwrap()]).stderr);
    assert!(told.contains("跳过 1 项：1 缺少字段；第一项："), "{told}");
    assert!(told.contains("mixed.jsonl，第 2 行：没有字段 `text`"), "{told}");
    let told = text(&in_chinese(&["groups", TANG, "--filter", "size>"]).stderr);
    assert!(told.contains("第 6 列：size> 之后须有值；参见 docs/FILTER.md"), "{told}");
}

#[test]
fn the_option_stands_above_the_settings_and_these_above_the_locale() {
    let told = |arguments: &[&str], variable: Option<&str>, locale: &str| {
        let mut command = simscope(arguments);
        command.env("LC_ALL", locale);
        if let Some(lang) = variable {
            command.env("SIMSCOPE_LANGUAGE", lang);
        }
        is_chinese(&text(&command.output().unwrap().stderr))
    };
    let call = ["groups", "/no/such"];
    assert!(!told(&call, None, "C") && told(&call, None, "zh_TW"));
    assert!(told(&call, Some("zh"), "C") && !told(&call, Some("en"), "zh_CN"));
    assert!(told(&["groups", "/no/such", "--lang", "zh"], Some("en"), "C"));
    assert!(told(&["groups", "/no/such", "--lang=zh"], None, "C"));
    assert!(!told(&["groups", "/no/such", "--lang", "en"], Some("zh"), "zh_CN"));
}
