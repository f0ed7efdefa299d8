//! Searching on the command line: every strategy prints the same, and the plan says what each would cost.

use crate::command::{LICENCES, TANG, simscope, text};
use std::process::Output;

fn pairs(arguments: &[&str]) -> Output {
    simscope(&["pairs"]).args(arguments).output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = pairs(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn every_strategy_prints_the_same_pairs() {
    for (corpus, bits, k) in
        [(LICENCES, "64", "3"), (TANG, "64", "10"), (TANG, "128", "12"), (LICENCES, "16", "2")]
    {
        let with = |strategy: &str| stdout(&[corpus, "--bits", bits, "-k", k, "--strategy", strategy]);
        let blocks = k.parse::<u8>().unwrap() + 1;
        let expected = with("scan");
        assert!(expected.lines().count() > 10, "{corpus}");
        let tables =
            [format!("tables:{blocks}"), format!("tables:{}", blocks + 1), format!("compressed:{blocks}")];
        for strategy in
            ["auto", "combinations", "blocks"].into_iter().chain(tables.iter().map(String::as_str))
        {
            assert_eq!(with(strategy), expected, "{strategy} on {corpus} at {k} of {bits}");
        }
    }
    let nested = stdout(&[LICENCES, "-k", "3", "--strategy", "nested"]);
    assert_eq!(nested, stdout(&[LICENCES, "-k", "3", "--strategy", "scan"]));
}

#[test]
fn a_k_of_all_bits_finds_all_pairs() {
    let all = stdout(&[TANG, "-k", "64"]);
    assert_eq!(all.lines().count(), 1 + 300 * 299 / 2);
    assert_eq!(all, stdout(&[TANG, "-k", "128"]));
}

#[test]
fn a_strategy_that_cannot_work_says_what_to_do() {
    for (arguments, code, what) in [
        (["--strategy", "tables:3"], 2, "use at least 4 blocks"),
        (
            ["--strategy", "blocky"],
            2,
            "use auto, scan, combinations, blocks, tables:M, nested or compressed:M",
        ),
        (["--strategy", "tables"], 2, "is not a strategy"),
    ] {
        let output = pairs(&[&[LICENCES, "-k", "3"][..], &arguments].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(code) && error.contains(what), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty());
    }
    let output = pairs(&[LICENCES, "-k", "64", "--strategy", "blocks"]);
    assert!(text(&output.stderr).contains("64 bits are too few for blocks at k = 64: use scan"));
}

#[test]
fn the_plan_lists_what_fits_and_says_why_one_is_chosen() {
    let output = pairs(&[LICENCES, "-k", "3", "--plan"]);
    assert!(text(&output.stderr).contains("scan is expected to be the quickest (measured on"));
    let rows: Vec<Vec<String>> =
        text(&output.stdout).lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let header = "strategy blocks tables lead_bits probes candidates uniform_candidates bytes seconds chosen";
    assert_eq!(rows[0].join(" "), header);
    for (strategy, blocks, tables, lead) in [("scan", "", "0", ""), ("blocks", "16+16+16+16", "4", "16")] {
        let row = rows.iter().find(|row| row[0] == strategy).unwrap();
        assert_eq!(row[1..4], [blocks, tables, lead]);
    }
    assert_eq!(rows.iter().filter(|row| row[9] == "yes").count(), 1);
    let only = pairs(&[LICENCES, "-k", "64", "--plan"]);
    assert!(text(&only.stderr).contains("no block can stay whole"), "{}", text(&only.stderr));
}

#[test]
fn counters_say_what_a_search_cost() {
    let cost = |strategy| text(&pairs(&[LICENCES, "--strategy", strategy, "--counters"]).stderr);
    // 122 · 121 ÷ 2.
    assert!(cost("scan").contains("scan: 0 probes, 7,381 candidates, 7,381 distances"), "{}", cost("scan"));
    assert!(cost("blocks").contains("blocks: "), "{}", cost("blocks"));
}

#[test]
fn the_plan_expects_about_as_many_candidates_as_a_search_compares() {
    for corpus in [LICENCES, TANG] {
        let plan = stdout(&[corpus, "-k", "3", "--plan"]);
        for strategy in ["scan", "combinations", "blocks", "tables:5", "tables:6", "nested"] {
            let row = plan.lines().find(|line| line.starts_with(&format!("{strategy}\t"))).unwrap();
            let expected: f64 = row.split('\t').nth(5).unwrap().parse().unwrap();
            let output = pairs(&[corpus, "-k", "3", "--strategy", strategy, "--counters"]);
            let counters = text(&output.stderr);
            let found = counters.split_once(" probes, ").unwrap().1.split_once(" candidates").unwrap().0;
            let factor = expected / found.replace(',', "").parse::<f64>().unwrap();
            assert!((0.9..1.1).contains(&factor), "{strategy} on {corpus}: {row} / {counters}");
        }
    }
}
